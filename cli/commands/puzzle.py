"""`aparte puzzle`: positions with exactly one answer, to be found by deduction alone."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from ...models.core import TABLE
from ...models.games import entry, names, puzzles_of
from ...models.record import read_file, write
from ...models.words import listed, say, say_n
from ..arguments import GameName, RecordFile, Seat, seen_by, wrong
from ..console import AsJson, print_json, print_words
from ..language import N_, tell
from ..usage import Command, Group
from ..views import show_board
from ..views.names import called

if TYPE_CHECKING:
    from ...puzzles.room import Puzzle

app = typer.Typer(
    cls=Group,
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help=N_("Positions with exactly one answer."),
)
LEVELS = {"easy": say("easy"), "medium": say("medium"), "hard": say("hard")}
Name = Annotated[
    str, typer.Argument(metavar="PUZZLE", help=N_("A puzzle's name or number, as in the list."))
]


@app.command("list", cls=Command, help=N_("List the puzzles, easy ones first."))
def list_puzzles(json: AsJson = False) -> None:
    from ...puzzles.room import puzzles

    found = sorted(puzzles(), key=lambda puzzle: list(LEVELS).index(puzzle.level))
    if json:
        print_json([_data(puzzle) for puzzle in found])
        return
    for puzzle in found:
        players, viewer = puzzle.record.setup.players, puzzle.record.viewer
        print_words(
            say(
                "{name:<24} {level:<8} {game}, {players} players, as seen by {seat}",
                name=puzzle.name,
                level=tell(LEVELS[puzzle.level]),
                game=puzzle.record.game.name,
                players=len(players),
                seat=tell(say("all")) if viewer == TABLE else called(viewer),
            )
        )


@app.command(cls=Command, help=N_("Show a puzzle's board."))
def show(
    name: Name,
    record: Annotated[
        bool, typer.Option("--record", help=N_("Print the record, without its answer."))
    ] = False,
) -> None:
    puzzle = _named(name)
    if record:
        typer.echo(write(puzzle.question), nl=False)
        return
    _pose(puzzle)


@app.command(
    cls=Command,
    help=N_("Solve a puzzle: answers are checked one by one, hints are there to be asked."),
)
def solve(name: Name) -> None:
    from ..session.puzzle import PuzzleSession
    from ..session.terminal import scroll

    puzzle = _named(name)
    _pose(puzzle)
    PuzzleSession(puzzle, scroll()).run()


@app.command(
    cls=Command, help=N_("Tell how hard a position is, and whether it has exactly one answer.")
)
def rate(file: RecordFile, seat: Seat = None, json: AsJson = False) -> None:
    from ...puzzles.grade import grade
    from ...solver.engine.solve import possible

    view = seen_by(read_file(file), seat)
    posterior = possible(view)
    worlds = None if posterior is None else posterior.worlds
    found = grade(view.game.hidden(view))
    if json:
        data = {"worlds": worlds, "steps": found.steps, "pattern": found.pattern}
        data |= {"hardest": found.hardest, "together": found.together}
        print_json(data | {"level": found.level if worlds == 1 else None})
        return
    if found.pattern is not None:
        print_words(
            say_n(
                "{n} step: {pattern}. Difficulty {hardest}, {together} in all.",
                "{n} steps, the hardest: {pattern}. Difficulty {hardest}, {together} in all.",
                found.steps,
                pattern=found.pattern.called,
                hardest=found.hardest,
                together=found.together,
            )
        )
    if worlds == 1:
        print_words(say("It has exactly one answer: {level}.", level=LEVELS[found.level]))
    else:
        fitting = say("too many") if worlds is None else str(worlds)
        print_words(say("It is no puzzle: {worlds} worlds fit it.", worlds=fitting))


@app.command(cls=Command, help=N_("Make a new puzzle, and print it as a record with its answer."))
def new(
    game: GameName,
    players: Annotated[int, typer.Option(min=1, help=N_("How many players."))] = 3,
    level: Annotated[str, typer.Option(help=N_("easy, medium or hard."))] = "medium",
    seed: Annotated[
        int | None, typer.Option(help=N_("The same seed gives the same puzzle."))
    ] = None,
) -> None:
    make = puzzles_of(game.name)
    if make is None:
        made = listed(name for name in names() if entry(name).puzzles)
        raise wrong(
            say("no puzzles are made for {game}, but for {games}", game=game.name, games=made)
        )
    if players not in game.seats:
        raise wrong(
            say(
                "{game} is for {least} to {most} players, {given} given",
                game=game.name,
                least=game.seats[0],
                most=game.seats[-1],
                given=players,
            )
        )
    if level not in LEVELS:
        raise wrong(say("expected one of {levels}", levels=listed(LEVELS)))
    made = make(players, level, Random(seed))
    typer.echo(write(made.record), nl=False)


@app.command("print", help=N_("Print puzzles for paper, their answers at the end."))
def print_puzzles(
    names: Annotated[list[str] | None, typer.Argument(metavar="[PUZZLE]...")] = None,
) -> None:
    from ...puzzles.room import puzzles

    chosen = [_named(name) for name in names] if names else list(puzzles())
    for puzzle in chosen:
        _pose(puzzle)
        typer.echo(write(puzzle.question))
    for puzzle in chosen:
        answer = puzzle.record.tag("Answer")
        print_words(say("{title}: {answer}", title=puzzle.title, answer=answer))


def _named(name: str) -> Puzzle:
    """Return the puzzle of this name, or this number in the list, or in a file of this path."""
    from ...puzzles.room import Puzzle, puzzles

    found = list(puzzles())
    for puzzle in found:
        number = puzzle.name.partition("-")[0]
        if name.casefold().lstrip("0") in (puzzle.name.lstrip("0"), number.lstrip("0")):
            return puzzle
    file = Path(name)
    if file.is_file():
        record = read_file(file)
        if record.tag("Answer"):
            return Puzzle(file.stem, record)
        raise wrong(say("{file} has no [Answer], so it is no puzzle", file=name))
    raise wrong(say("no puzzle '{name}'; 'aparte puzzle list' shows them all", name=name))


def _pose(puzzle: Puzzle) -> None:
    print_words(say("{title} ({level})", title=puzzle.title, level=LEVELS[puzzle.level]))
    show_board(puzzle.question)
    print_words(
        say_n(
            "{n} piece is still in a hand. Where?",
            "{n} pieces are still in hands. Which, and whose?",
            len(puzzle.answer),
        )
    )


def _data(puzzle: Puzzle) -> dict[str, object]:
    record = puzzle.record
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "level": puzzle.level,
        "game": record.game.name,
        "players": list(record.setup.players),
        "viewer": record.viewer,
    }

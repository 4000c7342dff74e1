"""`aparte puzzle new` and `aparte puzzle mine`: puzzles made of games of bots, and of one's own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from random import sample
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.words import Words, bare, listed, say, say_n, spellings
from ...puzzles.bundled import LEVEL_NAMES
from ..arguments import (
    GameName,
    Scheduler,
    Seat,
    cluster_at,
    file_or_id,
    read_record,
    saved_ids,
    seat_in,
    wrong,
)
from ..console import AsJson, complain, console, print_json, print_record, print_words
from ..language import N_, tell
from ..screen import at_a_terminal

if TYPE_CHECKING:
    from ...models.core import Record
    from ...puzzles.room import Puzzle
    from ...sessions.store import Store

Level = Annotated[str, typer.Option(help=N_("easy, medium, hard or fiendish."))]
Count = Annotated[int, typer.Option(min=1, metavar="N", help=N_("How many."))]
Folder = Annotated[
    Path | None,
    typer.Option(
        metavar=N_("FOLDER"),
        file_okay=False,
        help=N_("Write each to a file there; what is there already is not made again."),
    ),
]
Answers = Annotated[
    bool,
    typer.Option("--answer", help=N_("Print or write the answers, too, and how hard they are.")),
]

SEARCHED = say(
    "A new one is searched for, question by question. Most often that takes seconds; where such "
    "puzzles are rare it may take minutes, and find none."
)


def new(
    game: GameName,
    kind: Annotated[str, typer.Option(help=N_("The kind of question; by default any."))] = "",
    level: Level = "",
    seed: Annotated[
        str | None,
        typer.Option(
            help=N_(
                "The same seed gives the same puzzles; without one, some that are kept ready, and "
                "that you have not begun."
            )
        ),
    ] = None,
    count: Count = 1,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help=N_("Make them in so many processes."))
    ] = None,
    scheduler: Scheduler = None,
    out: Folder = None,
    answer: Answers = False,
    json: AsJson = False,
) -> None:
    from ...models.record import read_file
    from ...puzzles.series import series

    if workers and scheduler is not None:
        raise wrong(say("--workers and --scheduler exclude each other"))
    if json and out is not None:
        raise wrong(say("--json and --out exclude each other"))
    level = level_meant(level)
    _check_kind(game.name, kind)
    there = set() if out is None else {path.stem for path in out.glob("*.rec")}
    seeds = _seeds(game.name, kind, level, seed, count)
    wanted = [each for each in seeds if f"{game.name}-{each}" not in there]
    old = [] if out is None else [read_file(path) for path in sorted(out.glob("*.rec"))]
    address = "" if scheduler is None else cluster_at(scheduler)
    make = partial(series, game.name, kind, level, wanted, workers or 1, old, address)
    _hand_out(_awaited(make), len(wanted), count, out, answer, json)


def mine(
    record: Annotated[
        str | None,
        typer.Argument(
            metavar=N_("[FILE|ID]"),
            autocompletion=saved_ids,
            help=N_("A record, or the number of a saved game; else all saved ones that are over."),
        ),
    ] = None,
    seat: Seat = None,
    count: Count = 1,
    out: Folder = None,
    answer: Answers = False,
) -> None:
    from ...puzzles.mine import missed
    from ...puzzles.room import Puzzle
    from ...sessions.solved import desk, key_of
    from ...sessions.store import opened_to_read

    with opened_to_read() as store:
        solved = {each.key for each in desk(store).solved}
        games = list(_own_games(store, record, seat))
    if games:
        complain(
            say_n(
                "looking through {n} game …",
                "looking through {n} games …",
                len(games),
            )
        )
    found = (
        Puzzle(f"{name}-line-{number}", question)
        for name, whole, seats in games
        for player in seats
        for number, question in missed(whole, player)
    )
    new = (puzzle.with_answer() for puzzle in found if key_of(puzzle) not in solved)
    if not games:
        print_words(say("No game that is over is saved yet."))
    elif not _hand_out(islice(new, count), count, count, out, answer):
        print_words(
            say_n(
                "No puzzle comes of {n} game: whatever was sure for you, your moves used, or you "
                "have solved it since.",
                "No puzzle comes of {n} games: whatever was sure for you, your moves used, or you "
                "have solved it since.",
                len(games),
            )
        )


def _own_games(
    store: Store, wanted: str | None, seat: str | None
) -> Iterator[tuple[str, Record, Iterable[str]]]:
    """Yield the name of a game, its record, and the seats that people had in it."""
    from ...models.core import KEEPERS
    from ...models.games import entry
    from ...models.wording import player_named
    from ...sessions.reviewable import seats_of

    found = None if wanted is None else file_or_id(wanted)
    if isinstance(found, Path):
        record = read_record(found)
        yield record.game.name, record, seats_of(record, seat_in(record, seat))
        return
    for saved in store.games() if found is None else [store.game(found)]:
        if not saved.over or not saved.sound:
            if found is not None:
                raise wrong(say("the game {id} is not over yet", id=saved.id))
            continue
        record = saved.record
        people = [player for player in record.setup.players if player not in saved.bots]
        if found is not None:
            people = list(seats_of(record, seat_in(record, seat))) if seat else people
        elif seat is not None:
            people = [player for player in people if player == player_named(people, seat)]
        if entry(record.game.name).puzzles and record.viewer in KEEPERS:
            yield f"{record.game.name}-{saved.id}", record, people


def _seeds(game: str, kind: str, level: str, seed: str | None, count: int) -> list[str]:
    """Return the seeds of `count` puzzles; tell if one is searched for, or takes long to make."""
    from ...puzzles.bundled import FIENDISH
    from ...puzzles.room import maker_of
    from ...puzzles.stock import kept_of, stock
    from ...sessions.solved import desk
    from ...sessions.store import opened_to_read

    searched = kind or maker_of(game).tried_for(level)
    if seed is not None:
        seeds = [seed] if count == 1 else [f"{seed}-{number}" for number in range(1, count + 1)]
        if searched and kept_of(game, seeds[0]) is None:
            complain(SEARCHED)
        return seeds
    with opened_to_read() as store:
        mine = desk(store)
    begun = {each.title for each in mine.open.values()} | {each.name for each in mine.solved}
    ready = [each for each in stock(game, kind, level) if f"{game}-{each.seed}" not in begun]
    chosen = sample(ready, min(count, len(ready)))
    seeds = [each.seed for each in chosen]
    if any(each.level == FIENDISH for each in chosen):
        complain(say("A fiendish one is made anew from its seed: that may take half a minute."))
    if len(seeds) < count and searched:
        complain(say("No more of these are kept ready that you have not begun."))
        complain(SEARCHED)
    return [*seeds, *(token_hex(4) for _ in range(count - len(seeds)))]


def _hand_out(
    puzzles: Iterable[Puzzle],
    all_: int,
    count: int,
    out: Path | None,
    answer: bool,
    json: bool = False,
) -> int:
    """Print `puzzles` or write them to files; a single one at a terminal is solved at once.

    Tell how many of `all_` are done. Returns how many there were.
    """
    from ..session.puzzle_open import open_puzzle

    at_once = count == 1 and out is None and not (answer or json) and at_a_terminal()
    data: list[dict[str, Any]] = []
    done = 0
    for done, puzzle in enumerate(puzzles, start=1):
        if at_once:
            open_puzzle(puzzle)
        elif json:
            data.append(_data(puzzle, answer))
        elif out is None:
            print_record(text_of(puzzle, answer))
        else:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{puzzle.name}.rec").write_text(text_of(puzzle, answer), "utf-8")
        if all_ > 1:
            complain(say("{done} of {all} made", done=done, all=all_))
    if json:
        print_json(data)
    return done


def text_of(puzzle: Puzzle, answer: bool) -> str:
    """Return the record of a puzzle, with or without its answer."""
    from ...models.record import write

    return write(puzzle.record if answer else puzzle.question)


def _data(puzzle: Puzzle, answer: bool) -> dict[str, Any]:
    from ...puzzles.code import code_of

    return {
        "name": puzzle.name,
        "game": puzzle.record.game.name,
        "kind": puzzle.kind.name,
        "asked": puzzle.asked,
        "level": puzzle.level,
        "code": code_of(puzzle),
        "record": text_of(puzzle, answer),
        "answer": answer_in(puzzle) if answer else None,
    }


def _awaited(make: Callable[[Callable[[int], object]], Iterator[Puzzle]]) -> Iterator[Puzzle]:
    """Yield what `make` makes, showing meanwhile how many questions were tried."""
    made = make(lambda tried: shown(tried))
    while True:
        with trying() as shown:
            puzzle = next(made, None)
        if puzzle is None:
            return
        yield puzzle


_TOLD_AT = (5, 10, 20, 50, 100, 200, 500)
"""After so many questions a search that is not at a terminal tells that it goes on."""


@contextmanager
def trying() -> Iterator[Callable[[int], object]]:
    """Show on standard error how many questions were tried; outside a terminal now and then."""

    def words(tried: int) -> Words:
        return say_n("{n} question tried so far …", "{n} questions tried so far …", tried)

    def told(tried: int) -> None:
        if tried in _TOLD_AT:
            complain(words(tried))

    if not sys.stderr.isatty():
        yield told
        return
    with console(stderr=True).status(tell(say("One moment…"))) as line:
        yield lambda tried: line.update(tell(words(tried)))


def answer_in(puzzle: Puzzle) -> list[str]:
    from ..session.puzzle import answer_of

    return list(answer_of(puzzle))


def level_meant(typed: str) -> str:
    """Return the level that is typed in either language, empty for none; raises BadParameter."""
    called = LEVEL_NAMES.items()
    found = (level for level, words in called if bare(typed) in spellings(words, tell))
    level = next(found, "")
    if typed and not level:
        levels = listed(LEVEL_NAMES.values())
        raise wrong(say("no level '{level}'; there are {levels}", level=typed, levels=levels))
    return level


def _check_kind(game: str, kind: str) -> None:
    from ...models.games import listing

    kinds = listing(game).kinds
    if kind and kind not in kinds:
        words = say(
            "no kind '{kind}' in {game}; there are {kinds}",
            kind=kind,
            game=game,
            kinds=listed(kinds),
        )
        raise wrong(words)

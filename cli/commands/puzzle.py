"""`aparte puzzle`: positions with exactly one answer, found by deduction alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from random import sample
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.words import listed, say, say_n
from ...puzzles.bundled import LEVEL_NAMES
from ..arguments import (
    GameName,
    RecordFile,
    Scheduler,
    Seat,
    cluster_at,
    read_record,
    seen_by,
    wrong,
)
from ..console import AsJson, complain, print_json, print_record, print_text, print_words, progress
from ..language import N_, language, speak_of, tell
from ..screen import at_a_terminal
from ..session.paging import show_long
from ..usage import CommandClass, GroupClass

if TYPE_CHECKING:
    from ...puzzles.bundled import Bundled
    from ...puzzles.room import Puzzle

app = typer.Typer(
    cls=GroupClass,
    rich_markup_mode=None,
    add_completion=False,
    invoke_without_command=True,
    help=N_(
        "Positions with exactly one answer. Without a command, go on with the one left last, or "
        "open that of the day."
    ),
)
Name = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE", help=N_("A puzzle's title as in the list, its code, or a file.")
    ),
]
Level = Annotated[str, typer.Option(help=N_("easy, medium, hard or fiendish."))]


@app.callback()
def puzzle(ctx: typer.Context) -> None:
    """Go on with the puzzle that was left last, or else open that of the day."""
    if ctx.invoked_subcommand is not None:
        return

    from ...puzzles.bundled import daily
    from ...puzzles.room import puzzle_in
    from ...sessions.solved import desk, offered
    from ...sessions.store import opened_to_read
    from ..session.puzzle_named import left_last

    if (left := left_last()) is not None:
        _solve(left)
        return
    today = date.today()
    with opened_to_read() as store:
        mine = desk(store)
    done = {each.daily for each in mine.solved}
    if today.isoformat() not in done:
        _solve(puzzle_in(daily(today)))
        return
    print_words(
        say(
            "The puzzle of the day is solved. 'aparte puzzle new GAME' makes another one, "
            "'aparte puzzle list' shows them all."
        )
    )
    for words in offered(mine):
        print_words(words)


@app.command("list", cls=CommandClass, help=N_("List the puzzles, and what you have solved."))
def list_puzzles(
    game: Annotated[str, typer.Option(help=N_("Only of this game."))] = "",
    level: Level = "",
    json: AsJson = False,
) -> None:
    from ...models.games import listing
    from ...puzzles.bundled import bundled
    from ...sessions.solved import desk
    from ...sessions.store import opened_to_read

    _check_level(level)
    found = [each for each in bundled(_game(game)) if level in ("", each.level)]
    found.sort(key=lambda puzzle: list(LEVEL_NAMES).index(puzzle.level))
    if json:
        print_json([_data(puzzle) for puzzle in found])
        return
    with opened_to_read() as store:
        mine = desk(store)
    done = {each.key for each in mine.solved}
    of_game = {each.tags["Game"]: listing(each.tags["Game"]) for each in found}

    def print_list() -> None:
        for game, shown in sorted(of_game.items(), key=lambda pair: pair[1].title):
            print_text(shown.title)
            for puzzle in found:
                if puzzle.tags["Game"] != game:
                    continue
                sign = "✔" if puzzle.key in done else "…" if puzzle.key in mine.open else " "
                level = tell(LEVEL_NAMES[puzzle.level])
                kind = tell(shown.kinds[puzzle.tags["Kind"]])
                print_text(f"  {sign} {puzzle.title(language()):<24} {level:<10} {kind}")
        words = say("✔ solved, … open. 'aparte puzzle solve TITLE' opens one or goes on with it.")
        print_words(words)

    show_long(print_list)


@app.command(cls=CommandClass, help=N_("Show a puzzle's board."))
def show(
    name: Name,
    record: Annotated[
        bool, typer.Option("--record", help=N_("Print the record, without its answer."))
    ] = False,
    answer: Annotated[
        bool, typer.Option("--answer", help=N_("Tell the answer, and the way there."))
    ] = False,
) -> None:
    from ..session.puzzle import tell_way
    from ..session.puzzle_named import named

    puzzle = named(" ".join(name))
    if record:
        print_record(_text(puzzle, answer=False))
        return
    _pose(puzzle)
    if answer:
        tell_way(puzzle)


@app.command(
    cls=CommandClass, help=N_("Solve a puzzle: with marks and notes, checks and hints if you ask.")
)
def solve(
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PUZZLE]",
            help=N_("Its title as in the list, its code, or a file; else the one left last."),
        ),
    ] = None,
) -> None:
    from ...puzzles.room import NoPuzzle
    from ..session.puzzle_named import left_last, named

    puzzle = named(" ".join(name)) if name else left_last()
    if puzzle is None:
        raise NoPuzzle(say("no puzzle is open; 'aparte puzzle list' shows them all"))
    _solve(puzzle)


@app.command(cls=CommandClass, help=N_("Solve the puzzle of the day: the same for everybody."))
def daily(
    day: Annotated[
        str | None, typer.Option("--day", metavar=N_("DAY"), help=N_("As in 2026-11-20."))
    ] = None,
    show: Annotated[bool, typer.Option("--show", help=N_("Only tell which it is."))] = False,
) -> None:
    from ...models.games import listing
    from ...puzzles import bundled

    try:
        asked = date.fromisoformat(day) if day else date.today()
    except ValueError:
        raise wrong(say("'{day}' is no day, expected one as in 2026-11-20", day=day)) from None
    chosen = bundled.daily(asked)
    if show:
        shown = listing(chosen.tags["Game"])
        print_words(
            say(
                "{game}: {title}, {level}, {kind}",
                game=shown.title,
                title=chosen.title(language()),
                level=LEVEL_NAMES[chosen.level],
                kind=shown.kinds[chosen.tags["Kind"]],
            )
        )
    else:
        from ...puzzles.room import puzzle_in

        _solve(puzzle_in(chosen))


@app.command(
    cls=CommandClass, help=N_("Print a short text that holds a whole puzzle, for others to solve.")
)
def code(name: Name) -> None:
    from ...puzzles.code import code_of
    from ..session.puzzle_named import named

    print(code_of(named(" ".join(name))))


@app.command(cls=CommandClass, help=N_("Tell what you have solved, your times, and your rating."))
def record(
    erase: Annotated[
        bool, typer.Option("--erase", help=N_("Forget all of it, open puzzles too."))
    ] = False,
    json: AsJson = False,
) -> None:
    from ...sessions import solved
    from ...sessions.store import opened, opened_to_read

    if erase:
        with opened() as store:
            solved.erase(store)
        print_words(say("All that was solved is forgotten."))
        return
    with opened_to_read() as store:
        mine = solved.desk(store)
    rating, streak = mine.rating, mine.streak(date.today())
    if json:
        print_json(
            {
                "rating": round(rating.value),
                "deviation": round(rating.deviation),
                "streak": streak,
                "open": [{"code": each.code} for each in mine.open.values()],
                "solved": [_solved_data(each) for each in mine.solved],
            }
        )
        return
    for each in mine.solved:
        day = f"{datetime.fromtimestamp(each.when, UTC).astimezone():%Y-%m-%d}"
        print_words(
            say(
                "{day} {title:<22} {level:<10} {time:>5} s, {mistakes}, {hints}",
                day=day,
                title=_title(each.game, each.name),
                level=tell(LEVEL_NAMES[each.level]),
                time=round(each.seconds),
                mistakes=say_n("{n} mistake", "{n} mistakes", each.mistakes),
                hints=say_n("{n} hint", "{n} hints", each.hints),
            )
        )
    print_words(
        say_n(
            "{n} puzzle solved, {open} open; your rating: {rating} ± {error}.",
            "{n} puzzles solved, {open} open; your rating: {rating} ± {error}.",
            len(mine.solved),
            open=len(mine.open),
            rating=round(rating.value),
            error=round(2 * rating.deviation),
        )
    )
    if streak:
        print_words(
            say_n(
                "The puzzle of the day: {n} day in a row.",
                "The puzzle of the day: {n} days in a row.",
                streak,
            )
        )


@app.command(
    cls=CommandClass, help=N_("Tell how hard a position is, and whether it has exactly one answer.")
)
def rate(file: RecordFile, seat: Seat = None, json: AsJson = False) -> None:
    from ...puzzles.room import Puzzle

    puzzle = Puzzle(file.stem, seen_by(read_record(file), seat))
    if json:
        data = {"kind": puzzle.kind.name, "asked": puzzle.asked, "answer": _answer(puzzle)}
        grade = puzzle.grade
        told = {"steps": grade.steps, "different": grade.different, "reasons": grade.reasons}
        read = {"through": grade.through, "refutes": grade.refutes}
        print_json(data | told | read | {"patterns": grade.patterns, "level": grade.level})
        return
    _tell_grade(puzzle)


@app.command(
    cls=CommandClass,
    help=N_("Make a new puzzle and solve it at once; in a pipe, print its record."),
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
                "that you have not solved."
            )
        ),
    ] = None,
    count: Annotated[int, typer.Option(min=1, metavar="N", help=N_("How many."))] = 1,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help=N_("Make them in so many processes."))
    ] = None,
    scheduler: Scheduler = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar=N_("FOLDER"),
            file_okay=False,
            help=N_("Write each to a file there; what is there already is not made again."),
        ),
    ] = None,
    answer: Annotated[
        bool,
        typer.Option(
            "--answer", help=N_("Print or write the answers, too, and how hard they are.")
        ),
    ] = False,
    json: AsJson = False,
) -> None:
    from ...models.record import read_file
    from ...puzzles.series import series

    if workers and scheduler is not None:
        raise wrong(say("--workers and --scheduler exclude each other"))
    if json and out is not None:
        raise wrong(say("--json and --out exclude each other"))
    _check_level(level)
    _check_kind(game.name, kind)
    at_once = count == 1 and out is None and not (answer or json) and at_a_terminal()
    there = set() if out is None else {path.stem for path in out.glob("*.rec")}
    seeds = _seeds(game.name, kind, level, seed, count)
    wanted = [each for each in seeds if f"{game.name}-{each}" not in there]
    old = [] if out is None else [read_file(path) for path in sorted(out.glob("*.rec"))]
    address = "" if scheduler is None else cluster_at(scheduler)
    make = partial(series, game.name, kind, level, wanted, workers or 1, old, address)
    data = []
    for done, puzzle in enumerate(_awaited(make), start=1):
        if at_once:
            _solve(puzzle)
        elif json:
            data.append(_new_data(puzzle, answer))
        elif out is None:
            print_record(_text(puzzle, answer))
        else:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{puzzle.name}.rec").write_text(_text(puzzle, answer), "utf-8")
        if len(wanted) > 1:
            complain(say("{done} of {all} made", done=done, all=len(wanted)))
    if json:
        print_json(data)


def _seeds(game: str, kind: str, level: str, seed: str | None, count: int) -> list[str]:
    """Return the seeds of `count` puzzles; tell where they have to be searched for."""
    from ...puzzles.bundled import FIENDISH, HARD
    from ...puzzles.room import maker_of
    from ...puzzles.stock import kept_of, stock
    from ...sessions.solved import desk
    from ...sessions.store import opened_to_read

    if seed is not None:
        seeds = [seed] if count == 1 else [f"{seed}-{number}" for number in range(1, count + 1)]
        if level in (HARD, FIENDISH) and kept_of(seeds[0]) is None:
            complain(say("Such puzzles are rare: it may take a minute or more to find one."))
        return seeds
    with opened_to_read() as store:
        solved = {each.name for each in desk(store).solved}
    ready = [each.seed for each in stock(game, kind, level) if f"{game}-{each.seed}" not in solved]
    seeds = sample(ready, min(count, len(ready)))
    if len(seeds) < count and maker_of(game):
        complain(
            say(
                "None of these is kept ready that you have not solved: a new one is searched for, "
                "which may take a minute or more."
            )
        )
    return [*seeds, *(token_hex(4) for _ in range(count - len(seeds)))]


def _text(puzzle: Puzzle, answer: bool) -> str:
    """Return the record of a puzzle, with or without its answer."""
    from ...models.record import write

    return write(puzzle.record if answer else puzzle.question)


def _new_data(puzzle: Puzzle, answer: bool) -> dict[str, Any]:
    from ...puzzles.code import code_of

    return {
        "name": puzzle.name,
        "game": puzzle.record.game.name,
        "kind": puzzle.kind.name,
        "asked": puzzle.asked,
        "level": puzzle.level,
        "code": code_of(puzzle),
        "record": _text(puzzle, answer),
        "answer": _answer(puzzle) if answer else None,
    }


def _awaited(make: Callable[[Callable[[int], object]], Iterator[Puzzle]]) -> Iterator[Puzzle]:
    """Yield what `make` makes, showing meanwhile how many questions were tried."""
    from ...puzzles.make import TRIES

    made = make(lambda tried: shown(tried))
    while True:
        with progress(TRIES) as shown:
            puzzle = next(made, None)
        if puzzle is None:
            return
        yield puzzle


@app.command("print", cls=CommandClass, help=N_("Print puzzles on paper: a PDF, an SVG or a page."))
def print_puzzles(
    out: Annotated[
        Path, typer.Option(metavar=N_("FILE"), dir_okay=False, help=N_("A .pdf, .svg or .html."))
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PUZZLE]...",
            help=N_("Titles as in the list, codes or files; without any, all puzzles."),
        ),
    ] = None,
    per_page: Annotated[
        int, typer.Option(min=1, max=6, metavar="N", help=N_("So many on a page."))
    ] = 4,
    paper: Annotated[str, typer.Option(help=N_("a4 or letter."))] = "a4",
    foot: Annotated[
        bool,
        typer.Option(
            "--foot",
            help=N_("The answers upside down at the foot of the page instead of on the next one."),
        ),
    ] = False,
) -> None:
    from ...puzzles.room import puzzles
    from ..paper import files
    from ..paper.sheet import Paper, sheets
    from ..session.puzzle_named import named

    sizes = {each.value: each for each in Paper}
    if paper.casefold() not in sizes:
        raise wrong(say("expected one of {words}", words=listed(sizes)))
    if out.suffix not in (".pdf", ".svg", ".html"):
        raise wrong(say("expected one of {words}", words=".pdf, .svg, .html"))
    chosen = [named(name) for name in names] if names else list(puzzles())
    levels = [tell(LEVEL_NAMES[puzzle.level]) for puzzle in chosen]
    size = sizes[paper.casefold()]
    pages = list(sheets(chosen, levels, per_page, size, foot))
    title = tell(say("Puzzles"))
    if out.suffix == ".pdf":
        out.write_bytes(files.pdf(pages, size.size, title))
    elif out.suffix == ".svg":
        out.write_text(files.svg(pages, size.size), "utf-8")
    else:
        out.write_text(files.html(pages, size.size, title, language()), "utf-8")


def _answer(puzzle: Puzzle) -> list[str]:
    from ..session.puzzle import answer_of

    return list(answer_of(puzzle))


def _tell_grade(puzzle: Puzzle) -> None:
    speak_of(puzzle.record)
    grade = puzzle.grade
    print_words(puzzle.kind.about(puzzle.question, puzzle.asked))
    print_words(
        say_n(
            "It has exactly one answer: {level}; {n} step, {different} different.",
            "It has exactly one answer: {level}; {n} steps, {different} different.",
            grade.steps,
            level=LEVEL_NAMES[grade.level],
            different=grade.different,
        )
    )
    if grade.patterns:
        print_words(say("{patterns}.", patterns=listed(each.called for each in grade.patterns)))
    beginners, habitual, experts = grade.through
    print_words(
        say(
            "Of a hundred of each, {beginners} beginners, {habitual} habitual players and "
            "{experts} experts would get through; that is reckoned from assumptions.",
            beginners=beginners,
            habitual=habitual,
            experts=experts,
        )
    )


def _solve(puzzle: Puzzle) -> None:
    from ...sessions import solved
    from ...sessions.store import opened
    from ..session.puzzle import PuzzleSession
    from ..session.puzzle_app import has_room, solve_on_screen
    from ..session.terminal import scroll

    with opened() as store:
        if has_room():
            solve_on_screen(puzzle, store)
            return
        begun = solved.line(store, puzzle)
        _pose(puzzle)
        terminal = scroll(begun, partial(solved.keep_line, store, puzzle))
        PuzzleSession(puzzle, terminal, store).run()


def _check_level(level: str) -> None:
    if level and level not in LEVEL_NAMES:
        levels = listed(LEVEL_NAMES)
        raise wrong(say("no level '{level}'; there are {levels}", level=level, levels=levels))


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


def _game(text: str) -> str:
    from ...models.games import meant

    if not text:
        return ""
    name = meant(text)
    if name is None:
        raise wrong(say("no game '{game}'", game=text))
    return name


def _title(game: str, name: str) -> str:
    """Return the title of a puzzle of this package, or its name if it is another one."""
    from ...puzzles.bundled import bundled

    return next((each.title(language()) for each in bundled(game) if each.name == name), name)


def _pose(puzzle: Puzzle) -> None:
    from ..session.puzzle import pose

    print_words(
        say("{title} ({level})", title=puzzle.title(language()), level=LEVEL_NAMES[puzzle.level])
    )
    pose(puzzle)


def _data(puzzle: Bundled) -> dict[str, Any]:
    return {
        "name": puzzle.name,
        "game": puzzle.tags["Game"],
        "kind": puzzle.tags["Kind"],
        "level": puzzle.level,
        "title": puzzle.title(language()),
        "players": puzzle.tags["Players"].split(),
        "viewer": puzzle.tags["Seat"],
    }


def _solved_data(each: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(each)

"""`aparte puzzle`: positions with exactly one answer, found by deduction alone."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.words import listed, say, say_n
from ...puzzles.bundled import LEVEL_NAMES
from ..arguments import (
    GameName,
    Seat,
    seen_by,
    wrong,
)
from ..console import AsJson, print_json, print_record, print_text, print_words
from ..language import N_, language, speak_of, tell
from ..screen import at_a_terminal
from ..session.paging import show_long
from ..usage import CommandClass, GroupClass
from .puzzle_new import Level, answer_in, level_meant, mine, new, text_of

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
        metavar=N_("PUZZLE"), help=N_("A puzzle's title as in the list, its code, or a file.")
    ),
]


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
    from ..session.puzzle_open import open_puzzle

    if (left := left_last()) is not None:
        open_puzzle(left)
        return
    today = date.today()
    with opened_to_read() as store:
        mine = desk(store)
    done = {each.daily for each in mine.solved}
    if today.isoformat() not in done:
        open_puzzle(puzzle_in(daily(today)))
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
    from ..session.puzzle_left import made_and_left

    level, game = level_meant(level), _game(game)
    found = [each for each in bundled(game) if level in ("", each.level)]
    found.sort(key=lambda puzzle: list(LEVEL_NAMES).index(puzzle.level))
    if json:
        print_json([_data(puzzle) for puzzle in found])
        return
    with opened_to_read() as store:
        mine = desk(store)
    done = {each.key for each in mine.solved}
    left = [] if level else made_and_left(mine.open)
    made = [each for each in left if game in ("", each.tags["Game"])]
    of_game = {each.tags["Game"]: listing(each.tags["Game"]) for each in (*found, *made)}
    levels = max(len(tell(each)) for each in LEVEL_NAMES.values())

    def print_list() -> None:
        for game, shown in sorted(of_game.items(), key=lambda pair: pair[1].title):
            print_text(shown.title)
            for puzzle in found:
                if puzzle.tags["Game"] != game:
                    continue
                sign = "✔" if puzzle.key in done else "…" if puzzle.key in mine.open else " "
                level = tell(LEVEL_NAMES[puzzle.level])
                kind = tell(shown.kinds[puzzle.tags["Kind"]])
                theme = f"; {_theme(puzzle)}" if sign == "✔" else ""
                title = puzzle.title(language())
                print_text(f"  {sign} {level:<{levels}}  {title} – {kind}{theme}")
            for puzzle in made:
                if puzzle.tags["Game"] == game:
                    of_kind = shown.kinds.get(puzzle.tags.get("Kind", ""))
                    about = "" if of_kind is None else f" – {tell(of_kind)}"
                    print_text(f"  … {'':<{levels}}  {puzzle.title(language())}{about}")
        words = say("✔ solved, … open. 'aparte puzzle solve TITLE' opens one or goes on with it.")
        print_words(words)

    show_long(print_list)


def _theme(puzzle: Bundled) -> str:
    from ...puzzles.grade import skill_named

    return tell(skill_named(puzzle.theme).called)


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
    from ..session.puzzle_open import pose_titled

    puzzle = named(" ".join(name))
    if record:
        print_record(text_of(puzzle, answer=False))
        return
    pose_titled(puzzle)
    if answer:
        tell_way(puzzle)


@app.command(
    cls=CommandClass, help=N_("Solve a puzzle: with marks and notes, checks and hints if you ask.")
)
def solve(
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=N_("[PUZZLE]"),
            help=N_("Its title as in the list, its code, or a file; else the one left last."),
        ),
    ] = None,
) -> None:
    from ...puzzles.room import NoPuzzle
    from ..session.puzzle_named import left_last, named
    from ..session.puzzle_open import open_puzzle

    puzzle = named(" ".join(name)) if name else left_last()
    if puzzle is None:
        raise NoPuzzle(say("no puzzle is open; 'aparte puzzle list' shows them all"))
    open_puzzle(puzzle)


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
        from ..session.puzzle_open import open_puzzle

        open_puzzle(puzzle_in(chosen))


app.command("today", cls=CommandClass, hidden=True)(daily)


@app.command(
    cls=CommandClass, help=N_("Learn a game's patterns: a series of puzzles, one new one a step.")
)
def learn(game: GameName) -> None:
    from ...puzzles.course import course
    from ...puzzles.room import puzzle_in
    from ...puzzles.taught import TAUGHT
    from ...sessions.solved import desk
    from ...sessions.store import opened_to_read
    from ..session.puzzle_open import open_puzzle

    with opened_to_read() as store:
        done = {each.key for each in desk(store).solved}
    lessons = course(game.name)
    for number, lesson in enumerate(lessons, start=1):
        print_words(
            say(
                "{sign} {n:>2} {title:<22} {level:<9} {skill}",
                sign="✔" if lesson.puzzle.key in done else " ",
                n=number,
                title=lesson.puzzle.title(language()),
                level=tell(LEVEL_NAMES[lesson.puzzle.level]),
                skill=listed(skill.called for skill in lesson.skills),
            )
        )
    next_one = next((each for each in lessons if each.puzzle.key not in done), None)
    if next_one is None:
        print_words(say("That was the whole series."))
        return
    for skill in next_one.skills:
        print_words(say("{skill}: {lesson}", skill=skill.called, lesson=TAUGHT[skill]))
    if at_a_terminal():
        with suppress(EOFError):
            input(tell(say("Enter begins.")))
        open_puzzle(puzzle_in(next_one.puzzle))


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
    yes: Annotated[
        bool, typer.Option("--yes", help=N_("Erase without being asked once more."))
    ] = False,
    json: AsJson = False,
) -> None:
    from ...sessions import solved
    from ...sessions.store import opened, opened_to_read

    if erase:
        if not yes:
            _make_sure()
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
                "open": [{"title": each.title, "code": each.code} for each in mine.open.values()],
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
def rate(name: Name, seat: Seat = None, json: AsJson = False) -> None:
    from ...puzzles.room import Puzzle
    from ..session.puzzle_named import named

    found = named(" ".join(name))
    puzzle = Puzzle(found.name, seen_by(found.record, seat))
    if json:
        data = {"kind": puzzle.kind.name, "asked": puzzle.asked, "answer": answer_in(puzzle)}
        grade = puzzle.grade
        told = {"steps": grade.steps, "different": grade.different, "reasons": grade.reasons}
        read = {"through": grade.through, "refutes": grade.refutes}
        print_json(data | told | read | {"patterns": grade.patterns, "level": grade.level})
        return
    _tell_grade(puzzle)


app.command(
    cls=CommandClass,
    help=N_("Make a new puzzle and solve it at once; in a pipe, print its record."),
)(new)
app.command(
    cls=CommandClass,
    help=N_("Make puzzles of your own games: what was sure, and your move did not use."),
)(mine)


@app.command("print", cls=CommandClass, help=N_("Print puzzles on paper: a PDF, an SVG or a page."))
def print_puzzles(
    out: Annotated[
        Path, typer.Option(metavar=N_("FILE"), dir_okay=False, help=N_("A .pdf, .svg or .html."))
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=N_("[PUZZLE]..."),
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


def _make_sure() -> None:
    """Ask whether all is to be erased; exit if not. In a pipe it raises BadParameter."""
    from ..session.terminal import InputEnded, agreed, scroll

    terminal = scroll()
    if not terminal.live:
        raise wrong(say("nothing is erased: where nobody can be asked, add --yes"))
    with suppress(InputEnded):
        if agreed(terminal, say("Forget all solved and all open puzzles (yes/no)? ")):
            return
    raise typer.Exit


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


def _data(puzzle: Bundled) -> dict[str, Any]:
    return {
        "name": puzzle.name,
        "game": puzzle.tags["Game"],
        "kind": puzzle.tags["Kind"],
        "level": puzzle.level,
        "theme": puzzle.theme,
        "title": puzzle.title(language()),
        "players": puzzle.tags["Players"].split(),
        "viewer": puzzle.tags["Seat"],
    }


def _solved_data(each: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(each)

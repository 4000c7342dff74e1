"""Advice for people and as JSON: moves of a seat, each with its value and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...models.core import View
from ...models.record import write_event
from ...models.wording import worded
from ...models.words import Words, capital, listed, say, say_n
from ...sessions.worth import lost, worth
from ..console import console, plain, print_words
from ..language import tell

if TYPE_CHECKING:
    from ...sessions.tutor import Lesson
    from ...solver.play.coach import Advice
    from ...solver.play.contrast import Contrast


def move_of(view: View, advice: Advice) -> str:
    """Return the line of the move in `advice`, without its actor."""
    return write_event(view, advice.action).removeprefix(f"{view.viewer} ")


def _worded(view: View, advice: Advice) -> str:
    return tell(worded(view, move_of(view, advice)))


def data(view: View, advice: Advice) -> dict[str, Any]:
    """Return `advice` as docs/schema/best.json describes each move."""
    return {
        "move": move_of(view, advice),
        "value": advice.value if advice.valued else None,
        "unit": tell(advice.unit),
        "error": advice.error if advice.valued else None,
        "exact": advice.exact,
        "why": tell(advice.why),
        "alike": advice.alike,
        "same": [write_event(view, move).removeprefix(f"{view.viewer} ") for move in advice.same],
        **apart(view, advice.contrast),
    }


def apart(view: View, differs: Contrast | None) -> dict[str, Any]:
    """Return what sets a move apart from another one, as the schemas describe it."""
    if differs is None:
        return {
            "against": None,
            "gap": None,
            "gap_error": None,
            "either": None,
            "events": [],
            "given": None,
            "likely": None,
        }
    given, likely = differs.given, differs.likely
    return {
        "against": write_event(view, differs.against).removeprefix(f"{view.viewer} "),
        "gap": differs.gap,
        "gap_error": differs.error,
        "either": differs.either,
        "events": [
            {
                "name": each.effect.name,
                "difference": each.difference,
                "error": each.error,
                "part": each.part,
            }
            for each in differs.differences
        ],
        "given": given
        and {"fact": str(given.claim), "lines": list(given.lines), "open": differs.open},
        "likely": likely
        and {"fact": str(likely.claim), "chance": likely.chance, "error": likely.error},
    }


MOVE = 22
"""How wide a move is at most; a longer one takes several lines, beside its reason."""
NEAR = "≈"
"""Beside a move that may be as good as the best, in place of its value if that is the same; read
aloud, words say it."""
NAMED = 9
"""So many moves that come to the same are named at most."""
ALL = say("best all")
"""How a prompt is asked for all moves."""


def show(view: View, advice: Sequence[Advice], every: bool = False, asks_all: Words = ALL) -> None:
    """Print the moves, the best first; or that there is nothing to choose.

    There is a row for each card or piece; only the first `SHOWN`, unless `every` row is wanted:
    people are told how one `asks_all`.
    """
    from rich.table import Table

    from ...solver.play.advising import SHOWN
    from ...solver.play.beside import called

    if not advice:
        print_words(say("{player} has nothing to choose now.", player=view.viewer))
        return
    print_words(say("Value: {unit}.", unit=advice[0].unit))
    if (choice := advice[0].choice) is not None:
        console().print(f"{capital(tell(choice))}.")
        advice = [replace(advice[0], choice=None), *advice[1:]]
    rows = _said_once(view, advice)
    few = rows if every else rows[:SHOWN]
    near = [not plain() and each.is_near for each, *_ in few]
    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=MOVE)
    for n, (each, *others) in enumerate(few):
        why = each.apart if near[n] else each.clause if n else each.why
        why = _with_alike(view, each, why)
        if others:
            moves = [move for other in others for move in (other.action, *other.same)]
            named = listed(called(view, move, each.action) for move in moves)
            if each.contrast is not None and each.contrast.is_level:
                why = say("{why}; so are {moves}", why=why, moves=named)
            else:
                why = say("{why}; the same goes for {moves}", why=why, moves=named)
        cells = _worded(view, each), tell(worth(each)), tell(why)
        if plain():
            line = say("{move}: {value}; {why}", move=cells[0], value=cells[1], why=cells[2])
            console().print(tell(line))
        value = cells[1]
        if n and near[n]:
            value = NEAR if value == tell(worth(advice[0])) else f"{value} {NEAR}"
        table.add_row(cells[0], value, cells[2])
    if not plain():
        console().print(table)
    if len(few) > 1:
        best = worded(view, move_of(view, advice[0]))
        held = say("The others are held against '{move}'.", move=best)
        if any(near):
            held = say("{held} {sign}: perhaps as good.", held=held, sign=NEAR)
        print_words(held)
    if more := len(rows) - len(few):
        print_words(say_n("{n} more: `{word}`", "{n} more: `{word}`", more, word=asks_all))
    elif untried := _untried(view, advice):
        print_words(
            say_n(
                "{n} other move seemed no better at a glance and was not tried.",
                "{n} others seemed no better at a glance and were not tried.",
                untried,
            )
        )


def _said_once(view: View, advice: Sequence[Advice]) -> list[list[Advice]]:
    """Return the moves as rows: those that may be as good and of which the same is told share one.

    It tells that they are as good, and no more, or what is told of its first move; the best move
    has a row of its own.
    """
    rows: list[list[Advice]] = []
    for each in advice:
        bare = each.contrast is not None and each.contrast.is_level and each.remark is None
        if bare and len(rows) > 1 and rows[-1][0].clause == each.clause:
            rows[-1].append(each)
            continue
        row = next((row for row in rows[1:] if _is_like(view, each, row[0])), None)
        if row is None:
            rows.append([each])
        else:
            row.append(each)
    return rows


def _is_like(view: View, each: Advice, first: Advice) -> bool:
    """Tell whether the same is told of two moves that are as good."""
    from ...solver.play.beside import called

    differs = each.contrast
    if differs is None or not differs.either or differs.like is None or each.remark is not None:
        return False
    return each.value == first.value and differs.like == called(view, first.action, each.action)


def _untried(view: View, advice: Sequence[Advice]) -> int:
    """Return how many pieces the viewer can move with that no advice is about."""
    from ...solver.play.coach import choices, play_of

    piece = play_of(view.game.name).piece
    told = {piece(move) for each in advice for move in (each.action, *each.same)}
    return len({piece(move) for move in choices(view) if move.actor} - told)


def _with_alike(view: View, each: Advice, why: Words) -> Words:
    from ...solver.play.beside import called
    from ...solver.play.coach import play_of

    if each.same:
        named = [called(view, move, each.action) for move in each.same]
        if len(named) > NAMED:
            named[NAMED - 1 :] = [say("{n} more", n=len(named) - NAMED + 1)]
        moves = listed(named)
        if play_of(view.game.name).same is None:
            why = say("as far as can be told, the same as {moves}; {why}", moves=moves, why=why)
        elif each.error:
            why = say("so far the same as {moves}; {why}", moves=moves, why=why)
        else:
            why = say("the same as {moves}; {why}", moves=moves, why=why)
    return why


def told_lesson(view: View, lesson: Lesson) -> Words:
    """Return what the tutor says about a move, given the view before it."""
    found = lesson.found
    lines = {
        name: worded(view, write_event(view, move).removeprefix(f"{view.viewer} "))
        for name, move in (("move", found.move), ("best", found.best))
    }
    values = {**lines, "mark": found.mark, "cost": lost(lesson.judge, found, view)}
    if lesson.why is None:
        return say("Tutor: {move} {mark} cost {cost}; better was {best}", **values)
    return say(
        "Tutor: {move} {mark} cost {cost}; better was {best}: {why}",
        **values,
        why=lesson.why,
    )

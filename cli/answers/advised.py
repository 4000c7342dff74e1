"""Advice for people and as JSON: moves of a seat, each with its value and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...models.core import View
from ...models.record import write_event
from ...models.wording import worded
from ...models.words import Words, say
from ...sessions.worth import cost, worth
from ..console import console, plain, print_words
from ..language import tell

if TYPE_CHECKING:
    from ...sessions.tutor import Lesson
    from ...solver.play.coach import Advice


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
        "at_least": advice.at_least,
        "why": tell(advice.why),
    }


def show(view: View, advice: Sequence[Advice]) -> None:
    """Print the moves, the best first; or that there is nothing to choose."""
    from rich.table import Table

    if not advice:
        print_words(say("{player} has nothing to choose now.", player=view.viewer))
        return
    print_words(say("Value: {unit}.", unit=advice[0].unit))
    if plain():
        for each in advice:
            move, why = _worded(view, each), tell(each.why)
            console().print(f"{move}: {tell(worth(each))}; {why}")
        return
    table = Table.grid(padding=(0, 2))
    for each in advice:
        table.add_row(_worded(view, each), tell(worth(each)), tell(each.why))
    console().print(table)


def told_lesson(view: View, lesson: Lesson) -> Words:
    """Return what the tutor says about a move, given the view before it."""
    found = lesson.found
    lines = {
        name: worded(view, write_event(view, move).removeprefix(f"{view.viewer} "))
        for name, move in (("move", found.move), ("best", found.best))
    }
    amount = cost(found.cost, found.error, lesson.chance)
    values = {**lines, "mark": found.mark, "cost": amount, "unit": lesson.unit}
    if lesson.why is None:
        return say("Tutor: {move} {mark} cost {cost} ({unit}); better was {best}", **values)
    return say(
        "Tutor: {move} {mark} cost {cost} ({unit}); better was {best}: {why}",
        **values,
        why=lesson.why,
    )

"""Advice for people and as JSON: moves of a seat, each with its value and the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ...models.core import View
from ...models.record import write_event
from ...models.wording import worded
from ...models.words import Words, capital, say, say_n
from ...sessions import ranking
from ...sessions.worth import lost
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
            "event": None,
        }
    found = differs.difference
    return {
        "against": write_event(view, differs.against).removeprefix(f"{view.viewer} "),
        "gap": differs.gap,
        "gap_error": differs.error,
        "either": differs.undecided,
        "event": found
        and {
            "name": found.effect.name,
            "difference": found.difference,
            "error": found.error,
            "part": found.part,
        },
    }


MOVE = 22
"""How wide a move is at most; a longer one takes several lines, beside its reason."""
ALL = say("best all")
"""How a prompt is asked for all moves."""


def show(view: View, advice: Sequence[Advice], every: bool = False, asks_all: Words = ALL) -> None:
    """Print the moves, the best first; or that there is nothing to choose.

    There is a row for each card or piece; only those told first, unless `every` row is wanted:
    people are told how one `asks_all`.
    """
    from rich.table import Table

    from ...solver.play.beside import called

    if not advice:
        print_words(say("{player} has nothing to choose now.", player=view.viewer))
        return
    print_words(say("Value: {unit}.", unit=advice[0].unit))
    if (choice := advice[0].choice) is not None:
        console().print(f"{capital(tell(choice))}.")
    rows = ranking.rows(view, advice, partial(called, view), plain())
    few = rows if every else ranking.told_first(rows)
    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=MOVE)
    for row in few:
        move, value, why = _worded(view, row.advice), tell(row.worth), tell(row.why)
        if plain():
            print_words(say("{move}: {value}; {why}", move=move, value=value, why=why))
        table.add_row(move, value, why)
    if not plain():
        console().print(table)
    if len(few) > 1:
        print_words(
            ranking.legend(few, say("'{move}'", move=worded(view, move_of(view, advice[0]))))
        )
    if more := len(rows) - len(few):
        print_words(say_n("{n} more: `{word}`", "{n} more: `{word}`", more, word=asks_all))
        return
    wasted, untried = _left_out(view, advice)
    if wasted:
        print_words(
            say_n(
                "{n} other move is left out: it would be wasted.",
                "{n} others are left out: they would be wasted.",
                wasted,
            )
        )
    if untried:
        print_words(
            say_n(
                "{n} other move is left out: it promises no more.",
                "{n} others are left out: they promise no more.",
                untried,
            )
        )


def _left_out(view: View, advice: Sequence[Advice]) -> tuple[int, int]:
    """Return how many pieces no advice is about: those whose only move is wasted, and others.

    Of a piece with many moves nobody asks whether each is wasted: at some games that takes long.
    """
    from ...solver.play.coach import choices, play_of

    play = play_of(view.game.name)
    told = {play.piece(move) for each in advice for move in (each.action, *each.same)}
    moves = [move for move in choices(view) if move.actor and play.piece(move) not in told]
    pieces = Counter(map(play.piece, moves))
    lone = [move for move in moves if pieces[play.piece(move)] == 1]
    n = sum(play.wasted(view, move) for move in lone) if play.wasted else 0
    return n, len(pieces) - n


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

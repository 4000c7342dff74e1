"""The worth of a move by the table of worths (BB-18): that of the best plan, and of one with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....models.bards import State, Step
from ....models.bards.cards import Card
from ....models.core import Event, View
from .columns import Column
from .lines import Plan
from .plan import best_plan

SECONDS = 2.0
"""Most seconds of work on a plan."""


def planned(view: View[State], patience: float | None = None) -> Plan | None:
    """Return the best plan of the viewer, None if it is not their turn to act.

    With `patience`, the search ends after so many seconds.
    """
    return onward(view, view.state, patience) if view.state.actions else None


def onward(view: View[State], state: State, patience: float | None = None) -> Plan | None:
    """Return the viewer's best plan for the rest of the round, None if they have not the turn.

    They may have no actions left in it.
    """
    if state.step is not Step.SHOW or state.actor != view.viewer or state.duties:
        return None
    return best_plan(state.box, state, view.viewer, seconds=SECONDS, patience=patience)


def first_of(plan: Plan | None, moves: Sequence[Event]) -> list[Event]:
    """Return the first line of a plan, if there is one and it is one of `moves`."""
    return [line for line in (plan.events[:1] if plan else ()) if line in moves]


def plan_with(view: View[State], move: Event, patience: float | None = None) -> Plan | None:
    """Return the best plan in which the action `move` is done, None if there is none."""
    state, dice, missing = view.state, sorted(move.words[2:]), False
    if move.verb == "performs":
        dice = sorted(move.words[:3])

    def does(column: Column) -> bool:
        there = column.verb == move.verb and not column.melodies and not column.turns
        return there and column.card in ("", move.words[0]) and sorted(column.dice) == dice

    def rule(model: Any, columns: Sequence[tuple[Column, Any]], wins: Mapping[Card, Any]) -> None:
        nonlocal missing
        doing = [taken for column, taken in columns if does(column)]
        if move.verb == "wins":
            doing = [wins[move.words[0]]]
        missing = not doing
        if doing:
            model.add(sum(doing) >= 1)

    box, seconds = state.box, SECONDS
    found = best_plan(box, state, view.viewer, seconds=seconds, patience=patience, rule=rule)
    return None if missing or not found.steps else found

"""The best plan of a seat by the table of worths (BB-18)."""

from __future__ import annotations

from collections.abc import Sequence

from ....models.bards import State, Step
from ....models.core import Event, View
from .lines import Plan
from .plan import best_plan

SECONDS = 2.0
"""Most seconds of work on a plan."""


def planned(view: View[State], patience: float | None = None) -> Plan | None:
    """Return the best plan of the viewer, None if it is not their turn to act.

    With `patience`, the search ends after so many seconds.
    """
    return onward(view, patience) if view.state.actions else None


def onward(view: View[State], patience: float | None = None) -> Plan | None:
    """Return the viewer's best plan for the rest of the round, None if they have not the turn.

    They may have no actions left in it.
    """
    state = view.state
    if state.step is not Step.SHOW or state.actor != view.viewer or state.duties:
        return None
    return best_plan(state.box, state, view.viewer, seconds=SECONDS, patience=patience)


def first_of(plan: Plan | None, moves: Sequence[Event]) -> list[Event]:
    """Return the first line of a plan, if there is one and it is one of `moves`."""
    return [line for line in (plan.events[:1] if plan else ()) if line in moves]

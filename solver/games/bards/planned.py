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
    state = view.state
    acts = state.step is Step.SHOW and state.actor == view.viewer and state.actions
    if not acts or state.duties:
        return None
    return best_plan(state.box, state, view.viewer, seconds=SECONDS, patience=patience)


def first_of(plan: Plan | None, moves: Sequence[Event]) -> list[Event]:
    """Return the first line of a plan, if there is one and it is one of `moves`."""
    return [line for line in (plan.events[:1] if plan else ()) if line in moves]

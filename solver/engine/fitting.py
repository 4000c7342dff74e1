"""Whether the lines of a record can all be true: the worlds that fit, or a smallest conflict.

Worlds are counted first. The search for conflicts is loaded only if there is no world, or too much
to count.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ...models.core import Contradiction, TableError, View
from ...models.hidden import Hidden, World
from ...models.record import Attempt
from ...models.words import say
from .count import Posterior, TooManyStates, count
from .reading import ViewReader, reader_of


class EnginesDisagree(Exception):
    """The counter and CP-SAT gave different answers to one question: one of them is wrong."""


def fault_of(attempt: Attempt) -> TableError | None:
    """Return what is wrong with a record: the first forbidden line, or a contradiction."""
    if attempt.error is not None:
        return attempt.error
    try:
        possible(attempt.record)
    except Contradiction as conflict:
        return conflict
    return None


def possible(view: View) -> Posterior | None:
    """Return the posterior of `view`, None if its worlds are too many to count.

    Raises Contradiction, with the smallest conflict, if there is no world.
    """
    return counted(view.game.model.hidden(view), reader_of(view))[0]


def hold_together(view: View, work: float = inf) -> None:
    """Raise Contradiction, with the smallest conflict, if no world fits `view`.

    Nothing is counted, since that can take seconds for an open view. What is not found within
    `work` steps passes.
    """
    _hold_together(view.game.model.hidden(view), work)


def counted(hidden: Hidden, reader: ViewReader | None) -> tuple[Posterior | None, Sequence[World]]:
    """Return the posterior of `hidden` as `possible` does, and some worlds if they cost nothing."""
    try:
        posterior = count(hidden) if reader is None else reader.posterior()
    except TooManyStates:
        _hold_together(hidden)
        return None, ()
    if not posterior.worlds:
        raise _contradiction(hidden)
    return posterior, () if reader is None else reader.shown()


def _hold_together(hidden: Hidden, work: float = inf) -> None:
    """Raise Contradiction if CP-SAT finds a conflict."""
    from .explain import Conflict, conflict

    found = conflict(hidden, work)
    if isinstance(found, Conflict):
        raise Contradiction(found.words, found.lines)


def _contradiction(hidden: Hidden) -> Contradiction:
    from .explain import Undecided, conflict

    found = conflict(hidden)
    if found is None:
        raise EnginesDisagree("no world by counting, one by CP-SAT")
    if isinstance(found, Undecided):
        return Contradiction(say("these lines cannot all be true"), hidden.lines)
    return Contradiction(found.words, found.lines)

"""Calls at a real table: what hands have to do now, and what has been called since."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from ..models.bag import HOLE
from ..models.call import Call, told, who
from ..models.core import Event, Record, View
from ..models.words import Words
from .fixing import is_typed
from .news import happened
from .noting import tellers


@dataclass(frozen=True, slots=True)
class Called:
    """A call in words."""

    who: Words | None
    """Who has to do it; None if it is whoever is nearest."""
    deed: Words
    """What is to be done, without a full stop."""
    told: Words
    """The whole of it as a sentence."""


def calls(view: View, since: Record | None = None) -> Sequence[Called]:
    """Return what is called from `since`, an earlier view, to now, in order.

    From the box on, if that is None. What was due before and still is, is not called again, nor
    what hands had done when the next line was typed. Where lines were corrected or taken back, only
    what is due now is called: hands have done the rest.
    """
    if since is not None and view.lines[: len(since.lines)] != since.lines:
        return calls_due(view)
    rules, found = view.game.calls, list[Call]()
    before = view.blank() if since is None else since
    due = list(rules.due(before.state))
    said, new = ([], due) if since is None else (due, [])
    for line in happened(view, since):
        if not is_typed(before, line.event):
            found += new
            said += new
        found += rules.left(line)
        due = list(rules.due(line.after))
        new = [each for each in due if not any(each.goes_on(one) for one in said)]
        said = [one for one in said if any(each.goes_on(one) for each in due)]
        before = before.moved(line.event)
    found += new
    return _in_words(view, found)


def calls_now(view: View, silent: Collection[str] | None = None) -> Sequence[Called]:
    """Return what the last line that somebody typed left to be done, and what is due now.

    Where seats tell what they alone see, all but the `silent` ones, that counts as typed.
    """
    found = list(calls(view, before_typed(view, silent)))
    return [*found, *(each for each in calls_due(view) if each not in found)]


def calls_due(view: View) -> Sequence[Called]:
    """Return what is due now."""
    return _in_words(view, list(view.game.calls.due(view.state)))


def before_typed(view: View, silent: Collection[str] | None = None) -> View | None:
    """Return the view before the last line that somebody typed; None if nobody has typed any.

    `silent` is what `calls_now` takes.
    """
    states = list(
        accumulate(view.lines, lambda before, line: before.moved(line.event), initial=view.blank())
    )
    for at in range(len(view.lines) - 1, -1, -1):
        before = replace(states[at], lines=view.lines[:at])
        event = view.lines[at].event
        if event is not None and (is_typed(before, event) or _is_told(before, event, silent)):
            return before
    return None


def _is_told(before: View, event: Event, silent: Collection[str] | None) -> bool:
    """Tell whether a seat has told what `event` hides."""
    hidden = HOLE in (*event.words, *event.outcome)
    return silent is not None and hidden and bool(tellers(before, event, silent))


def _in_words(view: View, found: Sequence[Call]) -> Sequence[Called]:
    seated = view.setup.players
    return [Called(who(each, seated), each.deed, told(each, seated)) for each in found]

"""A hint in words, as much of it as was asked for."""

from __future__ import annotations

from ...models.core import View
from ...models.words import Words, listed, say, say_n
from ...sessions.hints import Hint, Level
from ..console import print_words
from ..views import look_of
from ..views.told import print_sentences


def tell_hint(view: View, hint: Hint) -> None:
    """Print a `hint`, with its lines where it tells them."""
    print_words(told(view, hint))
    if hint.step is not None and hint.level is Level.WHY:
        print_sentences(view, hint.step.lines)


def told(view: View, hint: Hint) -> Words:
    """Return a `hint` in words, as much of it as its level lets out."""
    step = hint.step
    if step is None:
        return say("There is nothing to be deduced yet that a single line does not say.")
    items = dict.fromkeys(claim.item for claim in step.claims)
    match hint.level:
        case Level.NUDGE:
            return say("Look at {region}.", region=look_of(view).region(view, items))
        case Level.WHERE:
            return say_n(
                "Something can be said about {items}.",
                "The same can be said about each of {items}.",
                len(items),
                items=listed(items),
            )
        case Level.WHY:
            return say_n(
                "What line {lines} says tells something about {items}: {pattern}.",
                "Together, lines {lines} tell something about {items}: {pattern}.",
                len(step.lines),
                pattern=step.pattern.called,
                lines=listed(step.lines),
                items=listed(items),
            )
        case Level.ANSWER:
            return step.words

"""A hint in words, as much of it as was asked for."""

from __future__ import annotations

from ...models.core import View
from ...models.words import Words
from ...sessions import hints
from ...sessions.hints import Hint, Level
from ..console import print_words
from ..views import look_of
from ..views.told import print_sentences


def tell_hint(view: View, hint: Hint) -> None:
    """Print a `hint`; at the level of reasons, with the lines it refers to."""
    for words in hint_in_words(view, hint):
        print_words(words)
    if hint.step is not None and hint.level is Level.WHY:
        print_sentences(view, hint.step.lines)


def hint_in_words(view: View, hint: Hint) -> list[Words]:
    """Return as much of `hint`, in words, as its level allows."""
    return hints.hint_in_words(view, hint, look_of(view).region)

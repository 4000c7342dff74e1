"""A hint in words, as much of it as was asked for."""

from __future__ import annotations

from ...models.core import View
from ...sessions.hints import Hint, Level, hint_in_words
from ..console import print_words
from ..views.told import print_sentences


def tell_hint(view: View, hint: Hint) -> None:
    """Print a `hint`; at the level of reasons, with the lines it refers to."""
    for words in hint_in_words(view, hint):
        print_words(words)
    if hint.step is not None and hint.level is Level.WHY:
        print_sentences(view, hint.step.lines)

"""Kinds of words: what a line, a setting or a question may have in one place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .words import Words, bare, listed, say


@dataclass(frozen=True, slots=True)
class Token:
    """One kind of word: `read` gives its canonical form, or None for a word of another kind.

    `words` are all of them, where they are few enough to be offered to somebody who types.
    """

    expected: Words
    read: Callable[[str], str | None]
    words: tuple[str, ...] = ()


def one_of(words: tuple[str, ...], expected: Words | None = None) -> Token:
    """Return the token for any of `words`, in any capitals and without accents.

    Of words that differ only so, none is read but as it is written.
    """
    alike: dict[str, list[str]] = {}
    for word in dict.fromkeys(words):
        alike.setdefault(bare(word), []).append(word)

    def read(text: str) -> str | None:
        found = alike.get(bare(text), [])
        return text if text in found else found[0] if len(found) == 1 else None

    return Token(expected or say("one of {words}", words=listed(words)), read, words)


def _number(text: str) -> str | None:
    return text if text == "0" or re.fullmatch(r"[1-9][0-9]{0,3}", text) else None


NUMBER = Token(say("a number"), _number, tuple("0123456789"))

"""Tokens: the kinds of words that can stand at one place of a line, setting or question."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .naming import Names, signed
from .words import Words, bare, listed, say


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of word: `read` returns its canonical form, or None for a word of another kind.

    `words` lists all of them, if they are few enough to be offered to somebody who types.
    """

    expected: Words
    read: Callable[[str], str | None]
    words: tuple[str, ...] = ()


def one_of(
    words: tuple[str, ...], expected: Words | None = None, names: Names | None = None
) -> Token:
    """Return the token for any of `words`, in any capitals and without accents.

    Words that differ only in these are read only as they are written. The signs of `names` are
    read, too, in every language.
    """
    signs = signed(names or {}, words)
    alike: dict[str, list[str]] = {}
    for word in dict.fromkeys(words):
        alike.setdefault(bare(word), []).append(word)

    def read(text: str) -> str | None:
        found = alike.get(bare(text), [])
        if not found:
            return signs.get(bare(text))
        return text if text in found else found[0] if len(found) == 1 else None

    return Token(expected or say("one of {words}", words=listed(words)), read, words)


def _number(text: str) -> str | None:
    return text if text == "0" or re.fullmatch(r"[1-9][0-9]{0,3}", text) else None


NUMBER = Token(say("a number"), _number, tuple("0123456789"))
"""A whole number from 0 to 9999."""

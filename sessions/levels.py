"""The levels of help, and how people read and type them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from ..models.token import one_of
from ..models.words import Words, bare, say, spellings


class Topic(StrEnum):
    """What help is about: hidden pieces, or moves."""

    DEDUCTIONS = "deductions"
    MOVES = "moves"


ALL = "all"
LEVELS: Mapping[str, frozenset[Topic]] = {
    "off": frozenset(),
    "deductions": frozenset({Topic.DEDUCTIONS}),
    "moves": frozenset({Topic.MOVES}),
    ALL: frozenset(Topic),
}
WORDS: Mapping[str, Words] = {
    "off": say("off"),
    "deductions": say("deductions"),
    "moves": say("moves"),
    ALL: say("all"),
}
"""The levels as people read and type them."""
_OLD = {"none": "off"}
"""Names of levels in older records and houses."""


def level_named(text: str) -> str | None:
    """Return the level that is typed, None if it is none."""
    text = bare(text.strip())
    for level, words in WORDS.items():
        if text in spellings(words):
            return level
    return recorded_level(text)


def recorded_level(text: str) -> str | None:
    """Return the level that a record or a house names, whatever language is used."""
    text = text.strip().casefold()
    return one_of(tuple(LEVELS)).read(_OLD.get(text, text))

"""A puzzle as a short code: the record without its answer, packed, with a checksum.

Whoever opens a code finds the answer anew, so the code gives nothing away.
"""

from __future__ import annotations

from ..models.record import read, write
from ..models.words import say
from .packing import MARK, name_of, packed, unpacked, untitled
from .room import NoPuzzle, Puzzle


def code_of(puzzle: Puzzle) -> str:
    """Return the code of `puzzle`; its title is not part of it."""
    return packed(untitled(write(puzzle.question)))


def is_code(text: str) -> bool:
    """Tell whether `text` looks like a code."""
    return text.startswith(MARK) and len(text) > len(MARK) + 8


def puzzle_of(code: str) -> Puzzle:
    """Return the puzzle that `code` holds; raises NoPuzzle for one that is cut or changed."""
    try:
        text = unpacked(code)
    except ValueError:  # of which the errors of Base 64 are one
        raise NoPuzzle(say("this code is cut or changed: its check sum is wrong")) from None
    return Puzzle(name_of(code, text), read(text))

"""A puzzle in a short text: the record without its answer, packed, with a check sum.

The answer is found again by whoever opens it, so a code gives nothing away.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error

from ..models.record import read, write
from ..models.words import say
from .room import NoPuzzle, Puzzle

MARK = "AP1"
"""What a code of this version begins with."""
_LONGEST = 200_000
"""Bytes of the longest record that is unpacked."""
_KNOWN = (
    b'[Game "] shows 2\n shows 1\n shows 0\nconclusion\ndeal Ana ?????\ndeal Bo ????\ndeal Cy ???"]'
    b'\n[Seat "table"]\n[From "clues"]\n[Kind "who"]\n[Asked "1P"]\n[Record "1"]\n'
    b'[Players "Ana Bo Cy Dai"]\n'
)
"""What is likely to stand in a record: packing begins with it in mind. Part of the format."""


def code_of(puzzle: Puzzle) -> str:
    """Return the code of `puzzle`; its title is not part of it."""
    rows = write(puzzle.question).split("\n")
    text = "\n".join(row for row in rows if not row.startswith("[Title ")).encode()
    packer = zlib.compressobj(9, wbits=-15, zdict=_KNOWN)
    packed = packer.compress(text) + packer.flush()
    body = urlsafe_b64encode(_sum(packed) + packed).decode().rstrip("=")
    return MARK + body


def is_code(text: str) -> bool:
    """Tell whether `text` is meant as a code."""
    return text.startswith(MARK) and len(text) > len(MARK) + 8


def puzzle_of(code: str) -> Puzzle:
    """Return the puzzle that `code` holds; raises NoPuzzle for one that is cut or changed."""
    body = code.removeprefix(MARK)
    try:
        data = urlsafe_b64decode(body + "=" * (-len(body) % 4))
        check, packed = data[:4], data[4:]
        if check != _sum(packed):
            raise zlib.error
        text = zlib.decompressobj(-15, zdict=_KNOWN).decompress(packed, _LONGEST).decode()
    except (Error, ValueError, zlib.error):
        raise NoPuzzle(say("this code is cut or changed: its check sum is wrong")) from None
    return Puzzle(code[:12], read(text))


def _sum(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(4)

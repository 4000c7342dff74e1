"""The text of a puzzle packed into a short code, and the key of a puzzle."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

MARK = "AP1"
"""The beginning of a code of this version."""
_LONGEST = 200_000
"""Most bytes of a record that is unpacked."""
_SIGN = 6
"""Hexadecimal digits that tell puzzles of a kind apart in their names."""
_KNOWN = (
    b'[Game "] shows 2\n shows 1\n shows 0\nconclusion\ndeal Ana ?????\ndeal Bo ????\ndeal Cy ???"]'
    b'\n[Seat "table"]\n[From "clues"]\n[Kind "who"]\n[Asked "1P"]\n[Record "1"]\n'
    b'[Players "Ana Bo Cy Dai"]\n'
)
"""The preset dictionary of zlib: what is likely to stand in a record. Part of the format."""


def untitled(text: str) -> str:
    """Return the text of a record without its title."""
    return "\n".join(row for row in text.split("\n") if not row.startswith("[Title "))


def packed(text: str) -> str:
    """Return the code of a text."""
    packer = zlib.compressobj(9, wbits=-15, zdict=_KNOWN)
    data = packer.compress(text.encode()) + packer.flush()
    return MARK + urlsafe_b64encode(_sum(data) + data).decode().rstrip("=")


def unpacked(code: str) -> str:
    """Return the text of a code; raises ValueError if it is cut or changed."""
    body = code.removeprefix(MARK)
    data = urlsafe_b64decode(body + "=" * (-len(body) % 4))
    check, rest = data[:4], data[4:]
    if check != _sum(rest):
        raise ValueError(code)
    try:
        return zlib.decompressobj(-15, zdict=_KNOWN).decompress(rest, _LONGEST).decode()
    except zlib.error as error:
        raise ValueError(code) from error


def key_of(code: str) -> str:
    """Return the key under which the puzzle of a code is kept."""
    return sha256(code.encode()).hexdigest()[:16]


def name_of(code: str, text: str) -> str:
    """Return what a puzzle without a title is called: its game, its kind, a sign of its own.

    Whoever types it does not need the code.
    """
    tags = dict(re.findall(r'^\[(Game|Kind) "(.*)"\]$', text, re.MULTILINE))
    parts = (tags.get("Game"), tags.get("Kind"), key_of(code)[:_SIGN])
    return "-".join(part for part in parts if part)


def _sum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4)

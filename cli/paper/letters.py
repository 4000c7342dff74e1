"""Text in the standard fonts of PDF: a letter that they lack is put together of what they have.

Accents are laid over letters, and signs come from the font Symbol. The text is also given as such,
so that it is found and copied as it was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from unicodedata import normalize

ACCENTS = "/Differences [129 /breve 141 /dotaccent 143 /hungarumlaut 144 /caron 157 /ogonek]"
"""What fonts have beyond cp1252, at codes that it leaves free."""
_SYMBOLS = {"≤": 0xA3, "≥": 0xB3, "→": 0xAE, "−": 0x2D, "≠": 0xB9}
"""Codes of the font Symbol."""
_SPACES = str.maketrans({"\N{NARROW NO-BREAK SPACE}": "\N{NO-BREAK SPACE}"})
_CAPITAL = 190
"""How much higher an accent stands on a capital, in thousandths of the size, as all below."""
_STACKED = 170
"""How much higher it stands on another accent."""
_ABOVE = {
    "\u0300": (0x60, 333),
    "\u0301": (0xB4, 333),
    "\u0302": (0x88, 333),
    "\u0303": (0x98, 333),
    "\u0304": (0xAF, 333),
    "\u0306": (129, 333),
    "\u0307": (141, 333),
    "\u0308": (0xA8, 333),
    "\u0309": (0x92, 222),
    "\u030a": (0xB0, 400),
    "\u030b": (143, 333),
    "\u030c": (144, 333),
}
"""Accents above a letter: code and width."""
_BELOW = {
    "\u0323": (0x2E, 278, -220),
    "\u0327": (0xB8, 333, 0),
    "\u0328": (157, 333, 0),
}
"""Accents below a letter: code, width, and how high they are laid."""
_HORN = "\u031b"
"""The accent at the end of a letter."""
_STRUCK = {"Đ": ("D", -40, 100), "đ": ("d", 250, 350), "Ł": ("L", -60, 80), "ł": ("l", -55, 80)}
"""Letters with a bar: the letter, and where the hyphen lies that strikes it."""
_HYPHEN = (0x2D, 333)
_WIDTHS = {
    letter: width
    for width, letters in {
        222: "ijl",
        278: "ftI",
        333: "r",
        500: "ckszvxyJ",
        611: "FTZ",
        667: "ABEKPSVXY",
        722: "CDHNRUw",
        778: "GOQ",
        833: "mM",
        944: "W",
    }.items()
    for letter in letters
}
"""Widths in Helvetica; the others have 556."""


def written(text: str, size: float, font: str) -> str:
    """Return the operators that show `text`, between BT and ET, in a font that is set already."""
    shown = []
    for kind, group in groupby(text.translate(_SPACES), _kind):
        run = "".join(group)
        if kind == "plain":
            shown.append(f"({_escaped(run.encode('cp1252'))}) Tj")
        elif kind == "symbol":
            codes = bytes(_SYMBOLS[each] for each in run)
            shown.append(f"/F3 {size:.2f} Tf ({_escaped(codes)}) Tj /{font} {size:.2f} Tf")
        else:
            shown += (operator for each in run for operator in _put_together(each, size))
    return " ".join(shown)


def is_plain(text: str) -> bool:
    """Tell whether the fonts have all of `text`."""
    return all(_kind(each) == "plain" for each in text.translate(_SPACES))


def _kind(character: str) -> str:
    if _in_cp1252(character):
        return "plain"
    return "symbol" if character in _SYMBOLS else "other"


def _in_cp1252(text: str) -> bool:
    try:
        return len(text.encode("cp1252")) == 1
    except UnicodeEncodeError:
        return False


def _escaped(codes: bytes) -> str:
    text = codes.decode("latin-1")
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _put_together(character: str, size: float) -> Iterator[str]:
    """Yield the operators for a letter with what is laid over it; `?` for one of no such parts."""
    if character in _STRUCK:
        letter, x, y = _STRUCK[character]
        yield _laid(*_HYPHEN, x, y, size)
        yield f"({letter}) Tj"
        return
    parts = normalize("NFD", character)
    bare = letter = parts[0]
    marks = list(parts[1:])
    height = _CAPITAL * bare.isupper()
    for mark in sorted(marks, key=lambda each: each not in _ABOVE):
        whole = normalize("NFC", letter + mark)
        if _in_cp1252(whole):
            letter, height = whole, height + _STACKED
            marks.remove(mark)
    known = _in_cp1252(letter) and {*marks} <= {*_ABOVE, *_BELOW, _HORN}
    if not known:
        yield "(?) Tj"
        return
    middle = _WIDTHS.get(bare, 556) / 2
    for mark in marks:
        if mark in _ABOVE:
            code, width = _ABOVE[mark]
            yield _laid(code, width, middle - width / 2, height, size)
            height += _STACKED
        elif mark == _HORN:
            yield _laid(0x92, 222, 2 * middle - 111, _CAPITAL * bare.isupper() - 80, size)
        else:
            code, width, y = _BELOW[mark]
            yield _laid(code, width, middle - width / 2, y, size)
    yield f"({_escaped(letter.encode('cp1252'))}) Tj"


def _laid(code: int, width: int, x: float, y: float, size: float) -> str:
    """Return the operators that show one glyph off the line, and go back to where it began."""
    back = f"({_escaped(bytes([code]))}) {x + width:g}"
    return f"{y * size / 1000:.2f} Ts [{-x:g} {back}] TJ 0 Ts"

"""Safe output on any screen: no control characters, its own characters only, a sensible width.

What people read may contain other people's text: notes of a record, titles of cards, names of
files. A terminal obeys control characters instead of showing them; here each becomes a visible
mark.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
import unicodedata
from io import TextIOWrapper
from shutil import get_terminal_size

NARROWEST, WIDEST = 20, 1000
"""Limits in columns: nothing can be laid out on less, and no screen is wider."""

# C0 but for tab and newline, DEL and C1; what turns the direction of writing or ends a line
# (Unicode Standard Annex 9, 2.1 and 2.2; 5.8 of the standard); halves of surrogate pairs, which
# stand for bytes that are no text.
_STEERING = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_PICTURES = 0x2400
_PLAINER = {
    **dict.fromkeys("’‘ʼ", "'"),
    **dict.fromkeys("“”«»", '"'),
    **dict.fromkeys("–—−", "-"),
    **dict.fromkeys("♠♥♦♣♤♡♢♧", " "),  # their letter stands beside them
    **dict.fromkeys("★✔◆", "*"),
    **dict.fromkeys("■▒", "#"),
    **dict.fromkeys("□·", "."),
    **dict(zip("×○▸∪Ψ", "xo>uY", strict=True)),
    **{"±": "+/-", "≤": "<=", "≥": ">=", "→": "->", "…": "..."},
}


def visible(text: str) -> str:
    """Return `text` with a mark such as `␛` or `\\x9b` for each control character.

    Newlines and tabs stay.
    """
    return _STEERING.sub(lambda found: _mark(found[0]), text)


def escaped(json: str) -> str:
    """Return `json` with its control characters escaped."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", json)


def _mark(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "␡"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def is_utf8(encoding: str | None) -> bool:
    """Tell whether `encoding` can represent every character."""
    try:
        return codecs.lookup(encoding or "").name in ("utf-8", "utf-16", "utf-32")
    except LookupError:
        return False


def at_a_terminal() -> bool:
    """Tell whether standard input and output are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    r"""Replace characters that an encoding lacks: `...` for `…`, `e` for `é`, else `\u2654`.

    An error handler as `codecs.register_error` wants it.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_plainer(each, error.encoding) for each in missing), error.end


def _plainer(character: str, encoding: str) -> str:
    bare = unicodedata.normalize("NFKD", character)
    for spelled in (_PLAINER.get(character), bare, bare[0]):
        if spelled is not None and _fits(spelled, encoding):
            return spelled
    return character.encode("ascii", "backslashreplace").decode()


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def be_legible() -> None:
    """Make standard output and error replace the characters that their encoding lacks."""
    codecs.register_error("aparte.plainer", plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="aparte.plainer")


def be_sized(most: str | None) -> None:
    """Leave only sensible COLUMNS and LINES in the environment; without them the screen is asked.

    If `most` is given, at most so many columns are used.
    """
    for name in ("COLUMNS", "LINES"):
        said = os.environ.get(name, "")
        if not re.fullmatch(r"0*[1-9][0-9]{0,5}", said, re.ASCII):
            os.environ.pop(name, None)
        elif name == "COLUMNS":
            os.environ[name] = str(min(max(int(said), NARROWEST), WIDEST))
    if most is not None and "COLUMNS" not in os.environ:
        os.environ["COLUMNS"] = str(min(get_terminal_size().columns, int(most)))

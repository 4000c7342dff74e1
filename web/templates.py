"""The templates of the pages, with what they may use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..models.games import face_of, page_of
from ..models.words import called, capital
from .faces import around

HERE = Path(__file__).parent
_SYLLABLE = re.compile(r"(?<=\w{3})(?=[^\W\d_aeiouyéèê][aeiouyéèê]\w)", re.IGNORECASE)


def _soft(text: str) -> str:
    """Return a long word so that it can be parted between syllables; browsers may not know how."""
    return text if " " in text else _SYLLABLE.sub("\N{SOFT HYPHEN}", text)


@cache
def templates(game: str = "") -> Environment:
    """Return the templates of the pages; those in the folder of `game` come first."""
    own = page_of(game) if game else None
    made = Environment(
        loader=FileSystemLoader([*([own] if own else []), HERE / "pages"]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    marks = face_of(game).marks if game else {}
    made.globals |= {"around": around, "marks": marks, "sign": str, "awaited": (), "shades": {}}
    made.filters["soft"] = _soft
    made.filters["called"] = called
    made.filters["capital"] = capital
    return made

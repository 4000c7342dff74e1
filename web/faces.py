"""The board of a game on a page: drawn by a template of the game, or told in sentences.

A template is in the folder of its game, beside its style. It draws the `board` that the game's face
makes of a view, with the face's labels as `words`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..models.core import View
from ..models.games import face_of, page_of

Values = Mapping[str, Any]


def drawn(view: View) -> Values:
    """Return what `board.html` draws: sentences if the game has no template of its own."""
    game = view.game.name
    face = face_of(game)
    own = face.board if page_of(game) else None
    board = own(view) if own else tuple(face.sentences(view))
    return {"board": board, "words": face.labels, "viewer": view.viewer}


def around(seats: Sequence[Any], viewer: str) -> Sequence[Any]:
    """Return `seats` in their order from the viewer's own on; a seat has a `player`."""
    at = next((at for at, each in enumerate(seats) if each.player == viewer), 0)
    return (*seats[at:], *seats[:at])

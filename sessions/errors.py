"""What is asked of a session and cannot be."""

from __future__ import annotations

from ..models.errors import TableError


class BadRequest(TableError):
    """What is asked for cannot be: a player who is not there, a setting that no game has."""

    kind = "request"


class Late(BadRequest):
    """What is asked for is not answered in time: it may be done, or not."""

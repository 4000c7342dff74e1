"""Errors about requests to a session."""

from __future__ import annotations

from ..models.errors import TableError


class BadRequest(TableError):
    """The request cannot be met: a player who is not there, a setting that no game has."""

    kind = "request"


class Late(BadRequest):
    """There was no answer in time: the request may have been carried out, or not."""

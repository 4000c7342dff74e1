"""Answers to typed lines that are common to all sessions."""

from __future__ import annotations

from dataclasses import dataclass

from ..models.core import BadNotation, TableError
from ..models.words import Words


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing has changed; `words` tell why."""

    words: Words


def refusal(error: TableError) -> Refused:
    """Return the answer to a line that raised `error`, without repeating where it is."""
    return Refused(error.words if isinstance(error, BadNotation) else error.message)

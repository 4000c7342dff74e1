"""What a typed line is answered, whatever is played."""

from __future__ import annotations

from dataclasses import dataclass

from ..models.core import BadNotation, TableError
from ..models.words import Words


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing has changed; `words` tell why."""

    words: Words


def refusal(error: TableError) -> Refused:
    """Return what is answered to a line that raised `error`: the line it is about is known."""
    return Refused(error.words if isinstance(error, BadNotation) else error.message)

"""Open puzzles that are not of this package, as lists show them: no game's rules are loaded."""

from __future__ import annotations

from collections.abc import Sequence

from ...puzzles.bundled import Bundled, bundled
from ...puzzles.packing import unpacked
from ...sessions.solved import Open, desk
from ...sessions.store import opened_to_read

SHORT = 12
"""Letters of a code that stand for a title where there is none."""


def made_and_left() -> Sequence[Bundled]:
    """Return the open puzzles that are not of this package, the last one last.

    Their level is not known.
    """
    with opened_to_read() as store:
        left = desk(store).open
    ours = {each.key for each in bundled()}
    return [made(each) for key, each in left.items() if key not in ours]


def made(left: Open) -> Bundled:
    """Return a puzzle that was left, as lists show it."""
    return Bundled(left.title or left.code[:SHORT], unpacked(left.code))

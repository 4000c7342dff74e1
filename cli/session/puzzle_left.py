"""Open puzzles that are not of this package, as lists show them: no game's rules are loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...models.games import is_game
from ...puzzles.bundled import Bundled, bundled
from ...puzzles.packing import name_of, unpacked
from ...sessions.solved import Open


def made_and_left(left: Mapping[str, Open]) -> Sequence[Bundled]:
    """Return the open puzzles that are not of this package, of games that are here.

    Their level is not known, and not all tell their kind.
    """
    ours = {each.key for each in bundled()}
    found = (made(each) for key, each in left.items() if key not in ours)
    return [each for each in found if is_game(each.tags["Game"])]


def made(left: Open) -> Bundled:
    """Return a puzzle that was left, as lists show it."""
    text = unpacked(left.code)
    return Bundled(left.title or name_of(left.code, text), text)

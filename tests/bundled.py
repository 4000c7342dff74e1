"""The puzzles of the package that tests go through."""

from collections.abc import Sequence

from aparte.puzzles.bundled import bundled
from aparte.puzzles.room import Puzzle, puzzle_in


def puzzles_of(game: str, *kinds: str) -> Sequence[Puzzle]:
    """Return the puzzles of a game that are of some kinds: at least one, so that loops are run."""
    found = [puzzle_in(each) for each in bundled(game) if each.tags["Kind"] in kinds]
    assert found
    return found

"""Whether a puzzle has the one answer that it says: asked of both engines."""

from aparte.puzzles.kinds import Engine
from aparte.puzzles.room import NoPuzzle, Puzzle


def uncertified(puzzle: Puzzle) -> list[str]:
    """Return what is wrong with `puzzle`; nothing if its one answer is found by both engines."""
    problems = []
    for engine in Engine:
        try:
            if puzzle.found(engine) != puzzle.answer:
                problems.append(f"{engine} finds another answer")
        except NoPuzzle as error:
            problems.append(str(error.words))
    return problems

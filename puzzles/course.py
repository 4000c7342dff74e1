"""A series of puzzles for each game that teaches: one new skill a step, from the easiest on."""

from __future__ import annotations

from dataclasses import dataclass

from ..solver.engine.patterns import Skill
from .bundled import LEVELS, Bundled, bundled
from .grade import skill_named
from .taught import TAUGHT


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step of the series: a puzzle, and the skills that are new in it, most often one."""

    puzzle: Bundled
    skills: tuple[Skill, ...]


def course(game: str) -> tuple[Lesson, ...]:
    """Return the series of a game, until each skill that its puzzles need was there.

    The next step is a puzzle of the lowest level, among equals one with fewest new skills.
    """
    own = list(bundled(game))
    lessons: list[Lesson] = []
    known = set[str]()
    while new := {each: _taught(each) - known for each in own if _taught(each) - known}:
        puzzle = min(new, key=lambda each: _ease(each, new[each]))
        skills = sorted(map(skill_named, new[puzzle]), key=lambda skill: (skill.difficulty, skill))
        lessons.append(Lesson(puzzle, tuple(skills)))
        known |= new[puzzle]
    return tuple(lessons)


def _taught(puzzle: Bundled) -> set[str]:
    return {*puzzle.skills} & TAUGHT.keys()


def _ease(puzzle: Bundled, new: set[str]) -> tuple[int, int, int, int, str]:
    hardest = max(skill_named(name).difficulty for name in new)
    level = LEVELS.index(puzzle.level)
    return level, len(new), hardest, len(puzzle.skills), puzzle.name

"""The puzzles of this package as lists show them: their tags, read without any rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from random import Random

from ..models.words import Words, say
from .packing import key_of, packed, untitled

TOLD = ("Answer", "Level", "Grade", "Grader")
"""Tags that give the answer away."""
EASY, MEDIUM, HARD, FIENDISH = LEVELS = ("easy", "medium", "hard", "fiendish")
LEVEL_NAMES: Mapping[str, Words] = {
    EASY: say("easy"),
    MEDIUM: say("medium"),
    HARD: say("hard"),
    FIENDISH: say("fiendish"),
}
"""What people call the levels."""
_TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)


@dataclass(frozen=True)
class Bundled:
    """A puzzle of this package: the `name` of its file without the ending, and its `text`."""

    name: str
    text: str

    @cached_property
    def tags(self) -> dict[str, str]:
        """What its header says, by tag."""
        return dict(_TAG.findall(self.text))

    @property
    def level(self) -> str:
        """How hard it is, one of LEVELS."""
        return self.tags["Level"]

    @property
    def skills(self) -> tuple[str, ...]:
        """What it takes to solve it: names of patterns and traits, as its grade has them."""
        return tuple(self.tags["Grade"].split()[4:])

    @property
    def theme(self) -> str:
        """The name of the hardest of its skills: what it is about."""
        return self.skills[-1]

    @property
    def titles(self) -> tuple[str, ...]:
        """Its titles: in English, then in French if that differs."""
        return tuple(self.tags.get("Title", self.name).split(" / "))

    def title(self, language: str) -> str:
        """Return its title in a language."""
        return self.titles[-1 if language == "fr" else 0]

    @cached_property
    def key(self) -> str:
        """The key of the puzzle, which does not depend on its title."""
        hidden = tuple(f"[{tag} " for tag in TOLD)
        rows = (row for row in self.text.split("\n") if not row.startswith(hidden))
        return key_of(packed(untitled("\n".join(rows))))


def bundled(game: str = "") -> Iterator[Bundled]:
    """Yield the puzzles of `game`, or of all games, in the order of their names."""
    for file in sorted(Path(__file__).parent.glob("*/*.rec")):
        if game in ("", file.parent.name.replace("_", "-")):
            yield Bundled(file.stem, file.read_text("utf-8"))


_WEEK = (EASY, EASY, MEDIUM, MEDIUM, HARD, HARD, FIENDISH)
"""The level of the puzzle of the day, from Monday to Sunday."""


def daily(day: date) -> Bundled:
    """Return the puzzle of a day, of a level that rises over the week.

    Each of the package comes once before any of its level comes again.
    """
    week, weekday = divmod(day.toordinal() - 1, len(_WEEK))
    level = _WEEK[weekday]
    found = [each for each in bundled() if each.level == level]
    number = week * _WEEK.count(level) + _WEEK[:weekday].count(level)
    turn, at = divmod(number, len(found))
    Random(turn).shuffle(found)
    return found[at]

"""One puzzle on the way to its answer: marks, notes, and what was asked for, as values.

Nothing tells whether a mark is right until the answer is whole, or a check is asked for: so a guess
costs what it is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ..models.words import Words, say, say_n

if TYPE_CHECKING:
    from ..models.hidden import Claim
    from ..puzzles.kinds import Answer, AnswerRow
    from ..puzzles.room import Puzzle

MOST_NOTES = 50
IDLE = 300.0
"""Seconds between two lines that count at most: who went to dinner did not think."""
Pair = tuple[int, str]
"""The number of a row, and one of its options."""


class OptionMark(StrEnum):
    """What somebody thinks of an option; without a mark it is possible."""

    SURE = "sure"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What somebody has written down: `marks` by row and option, and `notes`."""

    marks: Mapping[tuple[int, str], OptionMark] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def with_mark(self, row: int, option: str, mark: OptionMark | None) -> Sheet:
        """Return the sheet with one mark; whatever is sure in a row, nothing else is."""
        marks = {key: each for key, each in self.marks.items() if key != (row, option)}
        if mark is OptionMark.SURE:
            marks = {k: m for k, m in marks.items() if k[0] != row or m is not OptionMark.SURE}
        if mark is not None:
            marks[row, option] = mark
        return replace(self, marks=marks)

    def left(self, row: int, options: tuple[str, ...]) -> tuple[str, ...]:
        """Return the options of a row that are left: the sure one, or those not crossed out."""
        sure = tuple(o for o in options if self.marks.get((row, o)) is OptionMark.SURE)
        return sure or tuple(o for o in options if (row, o) not in self.marks)

    def answer(self, rows: tuple[AnswerRow, ...]) -> Answer | None:
        """Return the answer, None as long as more than one option of some row is left."""
        left = [self.left(number, row.options) for number, row in enumerate(rows)]
        return tuple(each[0] for each in left) if all(len(each) == 1 for each in left) else None


@dataclass(frozen=True, slots=True)
class Solving:
    """Where somebody stands with one puzzle.

    `undone` and `done_before` are the sheets to go back and forth to; `told` counts how much of
    each step of the way was told, as hints.
    """

    sheet: Sheet = Sheet()
    done_before: tuple[Sheet, ...] = ()
    undone: tuple[Sheet, ...] = ()
    checks: int = 0
    mistakes: int = 0
    hints: int = 0
    seconds: float = 0.0
    told: Mapping[int, int] = field(default_factory=dict)
    solved: bool = False

    def changed(self, sheet: Sheet) -> Solving:
        """Return it with another sheet; the one before can be taken back."""
        return replace(self, sheet=sheet, done_before=(*self.done_before, self.sheet), undone=())

    def undo(self) -> Solving:
        """Return it one change earlier; the same if there is none."""
        if not self.done_before:
            return self
        *before, last = self.done_before
        return replace(
            self, sheet=last, done_before=tuple(before), undone=(*self.undone, self.sheet)
        )

    def redo(self) -> Solving:
        """Return it with the change that was taken back last; the same if there is none."""
        if not self.undone:
            return self
        *rest, last = self.undone
        return replace(
            self, sheet=last, undone=tuple(rest), done_before=(*self.done_before, self.sheet)
        )

    def marked(self, puzzle: Puzzle, pairs: Iterable[Pair], mark: OptionMark | None) -> Solving:
        """Return it with one mark on every option of a row in `pairs`, as one change.

        An answer that is whole now is judged, and may be a mistake.
        """
        sheet = self.sheet
        for row, option in pairs:
            sheet = sheet.with_mark(row, option, mark)
        after = self.changed(sheet)
        answer = after.sheet.answer(puzzle.rows)
        if answer is None:
            return after
        if answer == puzzle.answer:
            return replace(after, solved=True)
        return replace(after, mistakes=after.mistakes + 1)

    def noted(self, text: str) -> Solving:
        """Return it with a note more."""
        notes = (*self.sheet.notes, text)[-MOST_NOTES:]
        return self.changed(replace(self.sheet, notes=notes))

    def checked(self, puzzle: Puzzle) -> tuple[Solving, int]:
        """Return it with a check counted, and how many marks are wrong: each is a mistake."""
        wrong = sum(
            (puzzle.answer[row] == option) != (mark is OptionMark.SURE)
            for (row, option), mark in self.sheet.marks.items()
        )
        after = replace(self, checks=self.checks + 1, mistakes=self.mistakes + wrong)
        return after, wrong

    def hinted(self, puzzle: Puzzle) -> tuple[Solving, Words]:
        """Return it with a hint counted, and the hint: the first step that is not marked yet.

        First what kind of step it is, then the step in full; after that the next one.
        """
        for number, thought in enumerate(puzzle.way.thoughts):
            told = self.told.get(number, 0)
            if told > 1 or (
                thought.claims and all(self._has(puzzle, claim) for claim in thought.claims)
            ):
                continue
            after = replace(self, hints=self.hints + 1, told={**self.told, number: told + 1})
            if told:
                return after, thought.words
            subjects = {claim.item for claim in thought.claims}
            if subjects:
                items = " ".join(sorted(subjects))
                return after, say(
                    "Look at {items}: {pattern}.", items=items, pattern=thought.called
                )
            return after, say("Look for this first: {pattern}.", pattern=thought.called)
        return self, say("There is no step left to be told.")

    def last_told(self, puzzle: Puzzle) -> Mapping[OptionMark, tuple[Pair, ...]]:
        """Return the marks that follow from the last step that hints have told in full."""
        told = [number for number, n in self.told.items() if n > 1]
        found: dict[OptionMark, tuple[Pair, ...]] = {}
        for claim in puzzle.way.thoughts[told[-1]].claims if told else ():
            pair = _pair(puzzle, claim)
            if pair is not None:
                mark = OptionMark.SURE if claim.holds else OptionMark.NOT
                found[mark] = (*found.get(mark, ()), pair)
        return found

    def _has(self, puzzle: Puzzle, claim: Claim) -> bool:
        """Tell whether the marks say what is claimed."""
        pair = _pair(puzzle, claim)
        if pair is None:
            return False
        row, option = pair
        left = self.sheet.left(row, puzzle.rows[row].options)
        return left == (option,) if claim.holds else option not in left

    def data(self) -> dict[str, Any]:
        """Return it as it is saved; `from_data` reads it."""
        return {
            "sheets": [_sheet_data(each) for each in (*self.done_before, self.sheet)],
            "undone": [_sheet_data(each) for each in self.undone],
            "told": [[number, n] for number, n in self.told.items()],
            **{name: getattr(self, name) for name in _PLAIN},
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Solving:
        """Return what `data` has saved; raises KeyError, TypeError and ValueError."""
        *before, sheet = map(_sheet_of, data["sheets"])
        return cls(
            sheet,
            tuple(before),
            tuple(map(_sheet_of, data["undone"])),
            told={int(number): int(n) for number, n in data["told"]},
            **{name: kind(data[name]) for name, kind in _PLAIN.items()},
        )


_PLAIN: Mapping[str, Any] = {
    "checks": int,
    "mistakes": int,
    "hints": int,
    "seconds": float,
    "solved": bool,
}


def _pair(puzzle: Puzzle, claim: Claim) -> Pair | None:
    """Return the option of which row a claim speaks, None if it is not asked for."""
    for number, row in enumerate(puzzle.rows):
        for subject, option in ((claim.item, claim.place), (claim.place, claim.item)):
            if row.subject == subject and option in row.options:
                return number, option
    return None


def _sheet_data(sheet: Sheet) -> dict[str, Any]:
    marks = [[row, option, mark] for (row, option), mark in sheet.marks.items()]
    return {"marks": marks, "notes": list(sheet.notes)}


def _sheet_of(data: Mapping[str, Any]) -> Sheet:
    marks = {(int(row), str(option)): OptionMark(mark) for row, option, mark in data["marks"]}
    return Sheet(marks, tuple(map(str, data["notes"])))


def effort(solving: Solving) -> Words:
    """Return the time, the mistakes and the hints in words."""
    minutes, seconds = divmod(int(solving.seconds), 60)
    return say(
        "{time}, {mistakes}, {hints}, {checks}",
        time=say("{minutes} min {seconds} s", minutes=minutes, seconds=seconds),
        mistakes=say_n("{n} mistake", "{n} mistakes", solving.mistakes),
        hints=say_n("{n} hint", "{n} hints", solving.hints),
        checks=say_n("{n} check", "{n} checks", solving.checks),
    )

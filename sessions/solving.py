"""One puzzle on the way to its answer: marks, notes, and help asked for, as values.

Nothing tells whether a mark is right until the answer is complete, or a check is asked for: so
guessing has its price.
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
"""Most seconds that count between two lines: somebody who went to dinner was not thinking."""
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

    def with_mark(
        self, row: int, option: str, mark: OptionMark | None, several: bool = False
    ) -> Sheet:
        """Return the sheet with one mark; a row has one that is sure, unless it has `several`."""
        marks = {key: each for key, each in self.marks.items() if key != (row, option)}
        if mark is OptionMark.SURE and not several:
            marks = {k: m for k, m in marks.items() if k[0] != row or m is not OptionMark.SURE}
        if mark is not None:
            marks[row, option] = mark
        return replace(self, marks=marks)

    def left(self, row: int, options: tuple[str, ...]) -> tuple[str, ...]:
        """Return the options of a row that are left: the sure one, or those not crossed out."""
        sure = tuple(o for o in options if self.marks.get((row, o)) is OptionMark.SURE)
        return sure or tuple(o for o in options if (row, o) not in self.marks)

    def answer(self, rows: tuple[AnswerRow, ...]) -> Answer | None:
        """Return the answer, None while some row has more than one option left."""
        left = [self.left(number, row.options) for number, row in enumerate(rows)]
        return tuple(each[0] for each in left) if all(len(each) == 1 for each in left) else None


@dataclass(frozen=True, slots=True)
class Solving:
    """The progress on one puzzle.

    `done_before` and `undone` are the sheets for undo and redo; `told` counts how much of each step
    of the solution was told as hints, the one told longest ago first; `wrong` are the answers that
    were handed in.
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
    wrong: tuple[Answer, ...] = ()

    def changed(self, sheet: Sheet) -> Solving:
        """Return the progress with a new sheet; the change can be undone."""
        return replace(self, sheet=sheet, done_before=(*self.done_before, self.sheet), undone=())

    def undo(self) -> Solving:
        """Return the progress before the last change; the same if there is none."""
        if not self.done_before:
            return self
        *before, last = self.done_before
        return replace(
            self, sheet=last, done_before=tuple(before), undone=(*self.undone, self.sheet)
        )

    def redo(self) -> Solving:
        """Return the progress with the last undone change; the same if there is none."""
        if not self.undone:
            return self
        *rest, last = self.undone
        return replace(
            self, sheet=last, undone=tuple(rest), done_before=(*self.done_before, self.sheet)
        )

    def marked(self, puzzle: Puzzle, pairs: Iterable[Pair], mark: OptionMark | None) -> Solving:
        """Return the progress with `mark` on every option in `pairs`, as one change.

        If the answer is complete now it is judged, and may be a mistake.
        """
        return self.put(puzzle, dict.fromkeys(pairs, mark)).handed_in(puzzle)

    def put(self, puzzle: Puzzle, marks: Mapping[Pair, OptionMark | None]) -> Solving:
        """Return the progress with these marks, as one change; nothing is judged."""
        sheet = self.sheet
        for (row, option), mark in marks.items():
            sheet = sheet.with_mark(row, option, mark, puzzle.markable[row].several)
        return self.changed(sheet) if sheet != self.sheet else self

    def handed_in(self, puzzle: Puzzle) -> Solving:
        """Return the progress with the answer judged, if there is one: a mistake once if wrong."""
        answer = self.sheet.answer(puzzle.rows)
        if answer is None or answer in self.wrong:
            return self
        if answer == puzzle.answer:
            return replace(self, solved=True)
        return replace(self, mistakes=self.mistakes + 1, wrong=(*self.wrong, answer))

    def judged(self, puzzle: Puzzle, before: Solving) -> Words | None:
        """Return what to say of a wrong answer that was handed in since `before`, None of none."""
        if self.sheet.answer(puzzle.rows) not in self.wrong:
            return None
        if self.mistakes > before.mistakes:
            return say("That answer is wrong: one more mistake.")
        return say("That answer is wrong; it was counted as one mistake already.")

    def noted(self, text: str) -> Solving:
        """Return the progress with one more note."""
        notes = (*self.sheet.notes, text)[-MOST_NOTES:]
        return self.changed(replace(self.sheet, notes=notes))

    def checked(self, puzzle: Puzzle) -> tuple[Solving, Words]:
        """Return the progress with a check counted, and how many marks are wrong (mistakes)."""
        wrong = sum(
            (puzzle.answer[row] == option) != (mark is OptionMark.SURE)
            for (row, option), mark in self.sheet.marks.items()
            if row < len(puzzle.rows)
        )
        after = replace(self, checks=self.checks + 1, mistakes=self.mistakes + wrong)
        if not wrong:
            return after, say("No mark is wrong.")
        return after, say_n("{n} mark is wrong.", "{n} marks are wrong.", wrong)

    def asked_for_clash(self) -> Solving:
        """Return the progress with one more question, counted as a check."""
        return replace(self, checks=self.checks + 1)

    def hinted(self, puzzle: Puzzle) -> tuple[Solving, Words]:
        """Return the progress with a hint counted, and the hint: of the first step that is needed.

        Each time it tells the next of the hints that lead to it, at last the full step with its
        number; then those of the next one. A step that settles the whole answer comes last. After
        that the steps that were told are told again, which is not counted.
        """
        thoughts, hints = puzzle.way.thoughts, puzzle.way.hints
        right = {(n, option): OptionMark.SURE for n, option in enumerate(puzzle.answer)}.items()
        ends = [right <= claimed(puzzle, thought.claims).items() for thought in thoughts]
        order = sorted(range(len(thoughts)), key=ends.__getitem__)

        def after(number: int, there: int) -> Solving:
            others = {each: n for each, n in self.told.items() if each != number}
            return replace(self, told={**others, number: there})

        def step(number: int) -> Words:
            n, words = order.index(number) + 1, thoughts[number].words
            return say("{n}/{all} {step}", n=n, all=len(order), step=words)

        needed = self._needed(puzzle)
        for number in (each for each in order if each in needed):
            there = self.told.get(number, 0)
            words = hints[number][there] if there < len(hints[number]) else step(number)
            return replace(after(number, there + 1), hints=self.hints + 1), words
        again = next((number for number in self.told if self._is_told(puzzle, number)), None)
        if again is None:
            return self, say("There are no more hints: you have marked all that they would tell.")
        words = say("There are no more hints. Once more: {step}", step=step(again))
        return after(again, self.told[again]), words

    def _needed(self, puzzle: Puzzle) -> set[int]:
        """Return the steps that lead to what of the answer is not marked, neither told nor marked.

        Whoever marked what follows from a step, or was told it, does not need those before it.
        """
        thoughts = puzzle.way.thoughts
        right = {(n, option) for n, option in enumerate(puzzle.answer)}
        before = {number for thought in thoughts for number in thought.earlier}
        needed, led = set[int](), set[int]()
        for number, thought in reversed([*enumerate(thoughts)]):
            answers = [
                each for each in thought.claims if _pair(puzzle, each) in right and each.holds
            ]
            is_end = bool(answers) or number not in before
            open_ = [each for each in thought.claims if not self._has(puzzle, each)]
            if self._is_told(puzzle, number) or (thought.claims and not open_):
                continue
            if number in led or (is_end and (not answers or {*answers} & {*open_})):
                needed.add(number)
                led.update(thought.earlier)
        return needed

    def _is_told(self, puzzle: Puzzle, number: int) -> bool:
        """Tell whether a step of the solution was told in full."""
        return self.told.get(number, 0) > len(puzzle.way.hints[number])

    def hinted_lines(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the lines that the step takes that hints were about last."""
        *_, last = self.told or (None,)
        return () if last is None else puzzle.way.thoughts[last].lines

    def taken(self, puzzle: Puzzle) -> Mapping[Pair, OptionMark]:
        """Return the marks that follow from all steps that hints have told in full.

        Whoever was told all of them was told the answer.
        """
        thoughts = puzzle.way.thoughts if self.told else ()
        told = [number for number in range(len(thoughts)) if self._is_told(puzzle, number)]
        found = dict(claimed(puzzle, (each for n in told for each in thoughts[n].claims)))
        if told and len(told) == len(thoughts):
            found |= {(n, option): OptionMark.SURE for n, option in enumerate(puzzle.answer)}
        return found

    def nothing_told(self, puzzle: Puzzle) -> Words:
        """Return that nothing can be taken from what hints have told."""
        if any(self._is_told(puzzle, number) for number in self.told):
            return say(
                "What hints have told settles nothing yet that can be marked: ask for the next one."
            )
        return say("No hint has told anything that can be marked.")

    def _has(self, puzzle: Puzzle, claim: Claim) -> bool:
        """Tell whether the marks say what `claim` says."""
        pair = _pair(puzzle, claim)
        if pair is None:
            return False
        row, option = pair
        left = self.sheet.left(row, puzzle.markable[row].options)
        if not claim.holds:
            return option not in left
        return left == (option,) or self.sheet.marks.get(pair) is OptionMark.SURE

    def data(self) -> dict[str, Any]:
        """Return the progress as it is saved; `from_data` reads it."""
        return {
            "sheets": [_sheet_data(each) for each in (*self.done_before, self.sheet)],
            "undone": [_sheet_data(each) for each in self.undone],
            "told": [[number, n] for number, n in self.told.items()],
            "wrong": [[*answer] for answer in self.wrong],
            **{name: getattr(self, name) for name in _PLAIN},
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Solving:
        """Return the progress saved in `data`; raises KeyError, TypeError and ValueError."""
        *before, sheet = map(_sheet_of, data["sheets"])
        return cls(
            sheet,
            tuple(before),
            tuple(map(_sheet_of, data["undone"])),
            told={int(number): int(n) for number, n in data["told"]},
            wrong=tuple(tuple(map(str, answer)) for answer in data.get("wrong", ())),
            **{name: kind(data[name]) for name, kind in _PLAIN.items()},
        )


_PLAIN: Mapping[str, Any] = {
    "checks": int,
    "mistakes": int,
    "hints": int,
    "seconds": float,
    "solved": bool,
}


def claimed(puzzle: Puzzle, claims: Iterable[Claim]) -> Mapping[Pair, OptionMark]:
    """Return claims as marks, as far as they are about what can be marked."""
    pairs = ((_pair(puzzle, claim), claim) for claim in claims)
    return {
        pair: OptionMark.SURE if claim.holds else OptionMark.NOT
        for pair, claim in pairs
        if pair is not None
    }


def _pair(puzzle: Puzzle, claim: Claim) -> Pair | None:
    """Return the row and option that a claim is about, None if it is not asked for."""
    for number, row in enumerate(puzzle.markable):
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

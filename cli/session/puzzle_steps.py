"""The solution of a puzzle, walked through step by step on its board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...models.words import Words, listed, say
from ...puzzles.room import Puzzle
from ...sessions.solving import OptionMark, Pair, Sheet, claimed
from ..console import wrapped
from ..language import tell
from .puzzle_sheet import COLUMNS, NOWHERE, Shown

MOST = 5
"""Rows of a step that are shown at once, below what it concludes: the board stays in sight."""


class Steps:
    """The solution, walked through step by step on the board.

    A step with a supposition may take several pages. A choice that was made stays made, since its
    steps settle no places.
    """

    def __init__(self, puzzle: Puzzle, ending: Sequence[Words]) -> None:
        self.left = False
        self._puzzle = puzzle
        self._ending = ending
        self._at = 0
        self._sheets: list[tuple[Sheet, Sequence[Pair]]] = []
        right = {(n, option): OptionMark.SURE for n, option in enumerate(puzzle.answer)}
        settled = any(thought.claims for thought in puzzle.way.thoughts)
        marks: dict[Pair, OptionMark] = {} if settled else dict(right)
        for thought in puzzle.way.thoughts:
            new = claimed(puzzle, thought.claims)
            for pair, mark in new.items():
                marks[pair] = mark
            self._sheets.append((Sheet(dict(marks)), tuple(new)))
        self._sheets.append((Sheet(marks | right), ()))
        self._pages = [
            (number, page)
            for number, thought in enumerate(puzzle.way.thoughts)
            for page in _pages(tell(thought.words))
        ]
        self._pages.append((len(puzzle.way.thoughts), ""))

    def press(self, key: str) -> None:
        """Go a step on or back, or leave."""
        if key in ("q", "escape"):
            self.left = True
        elif key in ("right", "down", " ", "enter", "tab"):
            self.left = key == "enter" and self._at == len(self._pages) - 1
            self._at = min(self._at + 1, len(self._pages) - 1)
        elif key in ("left", "up", "backspace"):
            self._at = max(self._at - 1, 0)

    def shown(self) -> Shown:
        """Return the step: the marks so far, what it settles, and its words."""
        number, page = self._pages[self._at]
        sheet, lit = self._sheets[number]
        thoughts = self._puzzle.way.thoughts
        lines: Sequence[int] = ()
        if number < len(thoughts):
            first, *rest = page.split("\n")
            step = say("{n}/{all} {step}", n=number + 1, all=len(thoughts), step=first)
            told: Sequence[Words] = (
                *self._ending[: self._at == 0],
                step,
                *(say("{text}", text=each) for each in rest),
            )
            lines = thoughts[number].lines
        else:
            runner_up = self._puzzle.way.runner_up
            told = (*self._answer(), *([runner_up] if runner_up else []), *self._ending)
        on = ("right", say("next step")), ("left", say("step before"))
        keys = [*on[self._at == len(self._pages) - 1 : 1 + (self._at > 0)], ("q", say("leave"))]
        return Shown(sheet, NOWHERE, keys, lit=lit, lines=lines, told=told)

    def _answer(self) -> Sequence[Words]:
        return (say("The answer: {answer}", answer=listed(self._puzzle.said())),)


def _pages(text: str) -> Iterator[str]:
    """Yield the rows of a step in parts that fit, each below its first row."""
    first, *rows = text.split("\n")
    part: list[str] = []
    for row in rows:
        if part and sum(len(wrapped(each, COLUMNS)) for each in (*part, row)) > MOST:
            yield "\n".join((first, *part))
            part = []
        part.append(row)
    yield "\n".join((first, *part))

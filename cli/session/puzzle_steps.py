"""The solution of a puzzle, walked through step by step on its board."""

from __future__ import annotations

from collections.abc import Sequence

from ...models.words import Words, listed, say
from ...puzzles.room import Puzzle
from ...sessions.solving import OptionMark, Pair, Sheet, claimed
from .puzzle_sheet import NOWHERE, Shown


class Steps:
    """The solution, walked through step by step on the board."""

    def __init__(self, puzzle: Puzzle, ending: Sequence[Words]) -> None:
        self.left = False
        self._puzzle = puzzle
        self._ending = ending
        self._at = 0
        self._sheets: list[tuple[Sheet, Sequence[Pair]]] = []
        marks: dict[Pair, OptionMark] = {}
        for thought in puzzle.way.thoughts:
            new = claimed(puzzle, thought.claims)
            for pair, mark in new.items():
                marks[pair] = mark
            self._sheets.append((Sheet(dict(marks)), tuple(new)))
        right = {(n, option): OptionMark.SURE for n, option in enumerate(puzzle.answer)}
        self._sheets.append((Sheet(marks | right), ()))

    def press(self, key: str) -> None:
        """Go a step on or back, or leave."""
        if key in ("q", "escape"):
            self.left = True
        elif key in ("right", "down", " ", "enter", "tab"):
            self.left = key == "enter" and self._at == len(self._sheets) - 1
            self._at = min(self._at + 1, len(self._sheets) - 1)
        elif key in ("left", "up", "backspace"):
            self._at = max(self._at - 1, 0)

    def shown(self) -> Shown:
        """Return the step: the marks so far, what it settles, and its words."""
        sheet, lit = self._sheets[self._at]
        thoughts = self._puzzle.way.thoughts
        lines: Sequence[int] = ()
        if self._at < len(thoughts):
            step = say(
                "{n}/{all} {step}",
                n=self._at + 1,
                all=len(thoughts),
                step=thoughts[self._at].words,
            )
            told: Sequence[Words] = (self._ending[0], step)
            lines = thoughts[self._at].lines
        else:
            runner_up = self._puzzle.way.runner_up
            told = (*self._answer(), *([runner_up] if runner_up else []), *self._ending)
        keys = [
            ("right", say("next step")),
            ("left", say("step before")),
            ("q", say("leave")),
        ]
        return Shown(sheet, NOWHERE, keys, lit=lit, lines=lines, told=told)

    def _answer(self) -> Sequence[Words]:
        return (say("The answer: {answer}", answer=listed(self._puzzle.said())),)

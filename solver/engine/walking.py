"""Tracing a conclusion back to the facts it rests on, as steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .rows import Grid, Row, bits
from .thought import Case, Chain, Conclusion, ProofStep

REASONS = 3
"""Most reasons that a step joins if it can be split; open facts do not count."""


class Walk:
    """The trace from a row back to the facts, as steps.

    A conclusion about a part of a place that puts pieces there is told of the whole place. Such a
    step is easy to use, but perhaps not all follows from it that followed from the part.
    """

    def __init__(self, grid: Grid) -> None:
        self.hidden = grid.hidden
        self.steps: list[ProofStep] = []
        self._grid = grid
        self._number: dict[Row, int] = {}
        self._forced: set[Row] = set()
        self._concluded: dict[Row, Conclusion | None] = {}
        self._followed: dict[Row, tuple[list[Row], list[Row]]] = {}
        """What each row follows from, valid until more rows become steps of their own."""
        self._case: list[ProofStep] = []
        self._within: dict[Row, int] = {}

    def chain(self, row: Row, ends: bool) -> Chain:
        """Return the steps that end in `row`, or (`ends`) in a contradiction there."""
        self._step(row, None if ends else self.conclusion(row))
        return Chain(tuple(self.steps), self.hidden)

    def case(self, supposed: Row, row: Row) -> Case:
        """Return the steps from what is `supposed` to a contradiction in `row`.

        Other steps come before the case.
        """
        self._case, self._within = [], {}
        self._step(row, None)
        told = self.conclusion(supposed)
        assert told is not None
        return Case(told, tuple(self._case))

    def conclusion(self, row: Row) -> Conclusion | None:
        """Return what a row says in the names of places, None if no names fit."""
        if row not in self._concluded:
            self._concluded[row] = self._conclusion(row)
        return self._concluded[row]

    def _conclusion(self, row: Row) -> Conclusion | None:
        names = self._grid.names_of(row.blocks)
        if names is None and row.least and row.n == self._grid.cap(row.kinds):
            names = self._grid.around(row.blocks)
        if names is None:
            return None
        items = tuple(item for k in bits(row.kinds) for item in self._grid.kinds[k])
        order = {item: index for index, item in enumerate(self._grid.hidden.items)}
        items = tuple(sorted(items, key=order.__getitem__))
        copies = self._grid.cap(row.kinds)
        if row.least:
            return Conclusion(items, names, row.n, None, copies)
        return Conclusion(items, names, None, row.n, copies)

    def _step(self, row: Row, conclusion: Conclusion | None) -> None:
        """Add the step that concludes `row` to the chain, or to the case that it belongs to."""
        numbers, steps = self._number, self.steps
        if row.supposed:
            numbers, steps = self._within, self._case
        if row in numbers:
            return
        if row.proof is not None:
            first = len(steps)
            moved = {number: first + number for number in range(len(row.proof.steps))}
            steps += (step.moved(moved) for step in row.proof.steps)
            numbers[row] = len(steps) - 1
            return
        reasons, background = self._reasons(row)
        before = [each for each in reasons if not each.facts]
        for each in before:
            self._step(each, self.conclusion(each))
        if len(reasons) == len(before) == 1 and conclusion == self.conclusion(before[0]):
            said = self._within if before[0].supposed else self._number
            numbers[row] = said[before[0]]
            return
        facts = dict.fromkeys(f for each in reasons if not each.supposed for f in each.facts)
        step = ProofStep(
            row.pattern,
            conclusion,
            tuple(sorted(facts, key=lambda fact: fact.because.line)),
            tuple(dict.fromkeys(f for each in background for f in each.facts)),
            tuple(sorted({self._number[each] for each in before if not each.supposed})),
            tuple(sorted({self._within[each] for each in before if each.supposed})),
            any(each.supposed for each in reasons if each.facts),
        )
        numbers[row] = len(steps)
        steps.append(step)

    def _reasons(self, row: Row) -> tuple[list[Row], list[Row]]:
        """Return the facts and steps that `row` follows from, and the open facts beside them.

        Rows in between become steps of their own only if too many reasons would meet.
        """
        if row not in self._followed:
            self._followed[row] = self._reasons_now(row)
        return self._followed[row]

    def _reasons_now(self, row: Row) -> tuple[list[Row], list[Row]]:
        reasons: dict[Row, None] = {}
        background: dict[Row, None] = {}
        for parent in row.parents or (row,):
            if parent.background:
                background.update(dict.fromkeys(_origins(parent)))
            elif parent.facts or not self._inline(parent):
                reasons[parent] = None
            else:
                inner, seen = self._reasons(parent)
                reasons.update(dict.fromkeys(inner))
                background.update(dict.fromkeys(seen))
        if _weight(reasons) > REASONS:
            for parent in sorted(row.parents, key=lambda each: -_weight(self._under(each))):
                if self._can_stand(parent) and _weight(self._under(parent)) > 1:
                    self._forced.add(parent)
                    self._followed.clear()
                    return self._reasons(row)
        return list(reasons), list(background)

    def _under(self, row: Row) -> list[Row]:
        return [] if row.background or row.facts else self._reasons(row)[0]

    def _inline(self, row: Row) -> bool:
        return self.conclusion(row) is None or (row.inline and row not in self._forced)

    def _can_stand(self, row: Row) -> bool:
        if row.background or row.facts or row in self._forced:
            return False
        return row.inline and self.conclusion(row) is not None


def _weight(rows: Iterable[Row]) -> int:
    return len({row.line if row.facts else row for row in rows})


def _origins(row: Row) -> Iterator[Row]:
    """Yield the facts that a background row follows from."""
    if row.facts:
        yield row
    for parent in row.parents:
        yield from _origins(parent)

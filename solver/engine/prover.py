"""Smallest proofs by implicit hitting sets.

Units are what a proof can cite: lines of the record. Every world
in which the claim is false breaks some units (a correction set), and a proof has to cite one of
them. So the smallest set that hits all correction sets seen so far is either the smallest proof,
or leaves a world that gives one more: Ignatiev, Previti, Liffiton and Marques-Silva 2015,
"Smallest MUS extraction with minimal hitting set dualization". That no smaller or earlier proof
exists rests on worlds alone, each checked against all facts; that it is a proof, on two engines.
Worlds come from the quick search of transport.py, and once that has given up from CP-SAT.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from ...models.hidden import TRUE, Claim, Count, Fact, Hidden, World
from .alike import Alike, confined
from .cpsat import Selection, Translation
from .hitting import HittingSets, Mask, TooHard
from .rows import bits
from .transport import Cells, Transport
from .work import Unsettled, Work

ROUNDS = 300
"""Correction sets gathered before an irreducible proof is taken instead of a smallest one."""


@dataclass(frozen=True, slots=True)
class Core:
    """The `lines` that force a claim.

    If `exact_minimum`, no proof has fewer lines, or as few and earlier ones; otherwise it is only
    sure that no line can be left out. `facts` are those of the lines that are needed.
    """

    lines: tuple[int, ...]
    facts: tuple[Fact, ...]
    exact_minimum: bool


class Prover:
    """Smallest proofs over one model; worlds and proofs once found serve all later questions."""

    def __init__(self, hidden: Hidden, work: Work) -> None:
        self.hidden = hidden
        self._lines = hidden.lines
        self._work = work
        self._alike = Alike.of(hidden)
        self._background = self._alike.merged.told_by(())
        self._transport = Transport(self._background, work)
        self._selection: Selection | None = None
        self._told: dict[Mask, tuple[Fact, ...]] = {
            self._add(chain.from_iterable(map(self._alike.merge, facts))): facts
            for facts in _told_together(hidden)
        }
        self._units: list[Mask] = [
            _union(group for group, (fact, *_) in self._told.items() if fact.because.line == line)
            for line in self._lines
        ]
        self._broken: dict[Cells, Mask] = {}
        self._cores: dict[Count, tuple[Mask, bool]] = {}
        self._proved: set[tuple[Count, Mask]] = set()

    def alike(self, claim: Claim) -> tuple[Claim, ...]:
        """Return `claim` for each item that is interchangeable with its own."""
        if claim.item in self.hidden.traits:
            return (claim,)
        members = self._alike.members[self._alike.kind[claim.item]]
        return tuple(Claim(item, claim.place, claim.holds) for item in members)

    def counterexample(self, claim: Claim | None) -> World | None:
        """Return a world in which `claim` is false, None if it follows.

        For None in place of a claim, any world. Raises `Unsettled`.
        """
        everything = (1 << len(self._units)) - 1
        cells = self._find(everything, self._denial(claim))
        if cells is None:
            return None
        world = self._alike.spread(self._transport.world(cells), denied=claim)
        denial = () if claim is None else (claim.denied().fact(self.hidden),)
        if self.hidden.assuming(*denial).broken(world):
            raise Unsettled
        return world

    def core(self, claim: Claim | None) -> Core:
        """Return the smallest proof of a claim that follows; raise `Unsettled`.

        None stands for the claim that is never true: its proof is a conflict.
        """
        denial = self._denial(claim)
        kept, exact_minimum = self._core(denial)
        needed = self._needed(kept, denial)
        facts = tuple(f for group, facts in self._told.items() if group & needed for f in facts)
        lines = tuple(self._lines[unit] for unit in bits(kept))
        return Core(lines, facts, exact_minimum)

    def confirm(self, lines: Iterable[int], claims: Collection[Claim]) -> None:
        """Raise `Unsettled` unless CP-SAT, over single items, finds the same proof.

        All of `claims` must follow from `lines`; if there are no claims, `lines` must contradict
        each other.
        """
        model = Translation(self.hidden.told_by(lines), presolve=True)
        if claims:
            model.require_one(claim.denied().fact(self.hidden) for claim in claims)
        if model.world(self._work) is not None:
            raise Unsettled

    def _core(self, denial: Count) -> tuple[Mask, bool]:
        """Return the smallest proof found, and whether it is known to be smallest."""
        if denial not in self._cores:
            found = self._hit_all(denial)
            self._cores[denial] = (self._reduce(denial), False) if found is None else (found, True)
        return self._cores[denial]

    def _hit_all(self, denial: Count) -> Mask | None:
        """Return the smallest proof, None if it takes too long."""
        row = self._transport.row(denial)
        sets = HittingSets(broken for cells, broken in self._broken.items() if row.fits(cells))
        for _ in range(ROUNDS):
            try:
                kept = sets.smallest()
            except TooHard:
                return None
            finally:
                self._work.take(sets.steps)
            if kept is None:
                raise Unsettled  # a world keeps all facts: the claim does not follow
            cells = self._find(kept, denial)
            if cells is None:
                return kept
            sets.add(self._broken[cells])
        return None

    def _reduce(self, denial: Count) -> Mask:
        """Return an irreducible proof, with early units rather than late ones."""
        kept = (1 << len(self._units)) - 1
        for unit in reversed(range(len(self._units))):
            without = kept & ~(1 << unit)
            if self._known(without, denial) is None and self._find(without, denial) is None:
                kept = without
        return kept

    def _needed(self, kept: Mask, denial: Count) -> Mask:
        """Return the groups of facts in the units `kept` that the proof needs."""
        needed = self._groups(kept)
        if needed.bit_count() == kept.bit_count():
            return needed
        for group in reversed([1 << bit for bit in bits(needed)]):
            if self._world(needed & ~group, denial, wishes=()) is None:
                needed &= ~group
        return needed

    def _known(self, kept: Mask, denial: Count) -> Cells | None:
        """Return a world seen before that keeps the units `kept` and fits `denial`, or None."""
        row = self._transport.row(denial)
        seen = (cells for cells, broken in self._broken.items() if not broken & kept)
        return next((cells for cells in seen if row.fits(cells)), None)

    def _find(self, kept: Mask, denial: Count) -> Cells | None:
        """Return a world that keeps the units `kept` and fits `denial`, None if there is none."""
        if (denial, kept) in self._proved:
            return None
        wishes = [groups for unit, groups in enumerate(self._units) if not kept >> unit & 1]
        cells = self._world(self._groups(kept), denial, wishes)
        if cells is None:
            self._proved.add((denial, kept))
        elif self._check(cells) & kept:
            raise Unsettled
        return cells

    def _add(self, facts: Iterable[Fact]) -> Mask:
        """Add a group of facts that a question may keep; return it as a set of groups."""
        group = tuple(facts)
        if self._selection is not None:
            self._selection.add(group)
        return self._transport.add(group)

    def _world(self, groups: Mask, denial: Count, wishes: Collection[Mask]) -> Cells | None:
        self._work.spend(len(self._units))
        if self._selection is None:
            try:
                return self._transport.find(groups, self._transport.row(denial), wishes)
            except Unsettled:
                self._selection = self._chosen()
        wished = chain.from_iterable(map(bits, wishes))
        world = self._selection.ask(bits(groups), wished, denial, self._work)
        return None if world is None else self._transport.cells(world)

    def _chosen(self) -> Selection:
        """Return the CP-SAT model that takes over once the quick search has given up."""
        selection = Selection(self._background)
        for facts in self._transport.groups:
            selection.add(facts)
        return selection

    def _check(self, cells: Cells) -> Mask:
        """Keep a world; return the units that it breaks, tested by the facts themselves."""
        if cells not in self._broken:
            facts = self.hidden.broken(self._alike.spread(self._transport.world(cells)))
            if any(fact.because.setup for fact in facts):
                raise Unsettled
            lines = {fact.because.line for fact in facts}
            broken = _union(1 << unit for unit, line in enumerate(self._lines) if line in lines)
            self._broken[cells] = broken
        return self._broken[cells]

    def _denial(self, claim: Claim | None) -> Count:
        if claim is None:
            return TRUE
        return self._alike.denial(claim)

    def _groups(self, units: Mask) -> Mask:
        return _union(self._units[unit] for unit in bits(units))


def _told_together(hidden: Hidden) -> Iterator[tuple[Fact, ...]]:
    """Yield each counting fact alone, and the facts about single items of a line together.

    Items can be interchangeable because one line says the same of each; that holds only for the
    line as a whole.
    """
    for line in hidden.lines:
        told = [fact for fact in hidden.facts if fact.because.line == line]
        told = [fact for fact in told if not fact.because.setup]
        yield from ((fact,) for fact in told if confined(hidden, fact) is None)
        if singly := tuple(fact for fact in told if confined(hidden, fact) is not None):
            yield singly


def _union(masks: Iterable[Mask]) -> Mask:
    union = 0
    for mask in masks:
        union |= mask
    return union

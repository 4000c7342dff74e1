"""Everything that can be worked out for one view: two engines asked, and held to each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ..models.core import Contradiction, View
from ..models.hidden import Claim, Hidden, Item
from ..models.words import say
from . import counting
from .count import Posterior
from .deduce import Deduction, Status, deduce
from .explain import Conflict, Proof, Refuted, Step, Undecided, conflict, explain, prove_all

PROVING = 8.0
"""Seconds for all smallest proofs of a view: large models have some that take long."""


class EnginesDisagree(Exception):
    """The counter and CP-SAT answered the same question differently: one of them is wrong."""


@dataclass(frozen=True)
class Solved:
    """What follows from `view`, and how likely the rest is, in worlds that all count the same.

    `items` are the pieces that no line shows and the viewer does not hold, `places` what people
    call the places where those can lie.
    """

    view: View
    hidden: Hidden
    deduction: Deduction
    posterior: Posterior

    @property
    def worlds(self) -> int:
        """How many worlds fit the view."""
        return self.posterior.worlds

    @property
    def exact(self) -> bool:
        """Whether the worlds were counted, not sampled."""
        return True

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The pieces whose place no line shows."""
        shown = self.hidden.shown
        return tuple(item for item in self.hidden.items if item not in shown)

    @property
    def places(self) -> tuple[str, ...]:
        """Where those can lie, as people call it: not where the viewer sees every piece."""
        return tuple(name for name in self.hidden.open_names if name != self.view.viewer)

    def weight(self, item: Item, place: str) -> int:
        """Return in how many worlds `item` is at `place`."""
        return self._by_name.weight[item, place]

    def chance(self, item: Item, place: str) -> Fraction:
        """Return the chance that `item` is at `place`."""
        return Fraction(self.weight(item, place), self.worlds)

    @cached_property
    def _by_name(self) -> Posterior:
        return self.posterior.by_name(self.hidden)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """All that follows about `items` and `places`."""
        return tuple(
            claim
            for claim in self.deduction.claims
            if claim.item in self.items and claim.place in self.places
        )


def solve(view: View) -> Solved:
    """Return what can be worked out for the viewer of `view`.

    Raises Contradiction for lines that cannot all be true, EnginesDisagree if the two engines do
    not agree on what is possible and what is proved.
    """
    hidden = view.game.hidden(view)
    posterior, worlds = counting.counted(view)
    if not posterior.worlds:
        raise _contradiction(hidden)
    deduction = deduce(hidden, worlds=worlds)
    _compare(deduction, posterior)
    return Solved(view, hidden, deduction, posterior)


def proofs(solved: Solved) -> Mapping[Claim, Proof | Undecided]:
    """Return the smallest proof of each of `solved.claims`, undecided after `PROVING` seconds."""
    return prove_all(solved.hidden, solved.claims, PROVING)


def conclusions(proved: Mapping[Claim, Proof | Undecided]) -> tuple[Step, ...]:
    """Return what `proved` tells, all that the same lines prove about one place together."""
    together: dict[tuple[str, bool, tuple[int, ...]], list[Proof]] = {}
    for claim, proof in proved.items():
        if isinstance(proof, Proof):
            together.setdefault((claim.place, claim.holds, proof.lines), []).append(proof)
    return tuple(map(_together, together.values()))


def _together(proofs: Collection[Proof]) -> Step:
    claims = tuple(proof.claim for proof in proofs)
    facts = dict.fromkeys(fact for proof in proofs for fact in proof.facts)
    lines = next(iter(proofs)).lines
    return Step(claims, lines, (), tuple(sorted(facts, key=lambda fact: fact.because.line)))


def possible(view: View) -> Posterior:
    """Return the worlds of `view`; raises Contradiction, with the smallest conflict, for none."""
    hidden = view.game.hidden(view)
    posterior = counting.posterior(view)
    if not posterior.worlds:
        raise _contradiction(hidden)
    return posterior


def why(view: View, claim: Claim) -> Proof | Refuted | Undecided:
    """Return the smallest proof of `claim`, or a world of `view` in which it is false.

    Raises Contradiction: from lines that cannot all be true everything would follow.
    """
    found = explain(view.game.hidden(view), claim)
    if isinstance(found, Conflict):
        raise Contradiction(found.words, found.lines)
    return found


def _contradiction(hidden: Hidden) -> Contradiction:
    found = conflict(hidden)
    if found is None:
        raise EnginesDisagree("no world by counting, one by CP-SAT")
    if isinstance(found, Undecided):
        return Contradiction(say("these lines cannot all be true"), hidden.lines)
    return Contradiction(found.words, found.lines)


def _compare(deduction: Deduction, posterior: Posterior) -> None:
    hidden = deduction.hidden
    weights = posterior.by_name(hidden).weight
    for (item, name), status in deduction.status.items():
        weight = weights[item, name]
        refuted = status is Status.REFUTED
        proved = status is Status.PROVED
        wrong = refuted != (weight == 0)
        if hidden.items[item] == 1:
            wrong = wrong or proved != (weight == posterior.worlds)
        if wrong and status is not Status.UNKNOWN:
            raise EnginesDisagree(f"{name} {item}: {status} by CP-SAT, {weight} by counting")

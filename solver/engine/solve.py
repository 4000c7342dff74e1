"""Everything that can be worked out for one view, by two engines that must agree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ...models.core import Contradiction, Event, View
from ...models.hidden import Claim, Fact, Hidden, Item
from ...models.words import Words
from .count import Posterior, TooManyStates, count
from .deduce import Deduction, Status, deduce
from .fitting import EnginesDisagree, counted, possible
from .reading import Expectations, ViewReader, reader_of
from .steps import Chain, chains
from .work import SECOND

if TYPE_CHECKING:
    from .explain import Inference, Proof, Refuted, Undecided

PROVING = 8 * SECOND
"""Steps of work for the smallest proofs of a whole view: some in large models take long."""


@dataclass(frozen=True)
class Solved:
    """What follows from `view`, and how likely the rest is, all worlds being equally likely.

    `items` are the pieces that no line shows and the viewer does not see. `places` are people's
    names for where those can be; not each piece can be at each place (`places_of`). Without a
    `posterior` there were too many worlds to count: then what is possible or proved is known all
    the same, and chances are estimates of the `reader`, if the game has one. `assumed` is what to
    expect if people behave as the game assumes, if that was asked for.
    """

    view: View
    hidden: Hidden
    deduction: Deduction
    posterior: Posterior | None
    reader: ViewReader | None = None
    assumed: Expectations | None = None

    @property
    def worlds(self) -> int | None:
        """How many worlds fit the view, None if they could not be counted."""
        return None if self.posterior is None else self.posterior.worlds

    @property
    def exact(self) -> bool:
        """Whether the worlds were counted."""
        return self.posterior is not None

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The pieces whose place no line shows, and that may be where the viewer does not see."""
        shown = self.hidden.shown
        return tuple(
            item
            for item in self.hidden.items
            if item not in shown and any(self.possible(item, at) for at in self.places_of(item))
        )

    @property
    def places(self) -> tuple[str, ...]:
        """Where the `items` can be, as people call it, except where the viewer sees every piece."""
        return self.hidden.open_names

    def places_of(self, item: Item) -> tuple[str, ...]:
        """Return the `places` where `item` can be at all."""
        return self.hidden.names_for(item)

    def called(self, place: str) -> Words:
        """Return what people call one of `places`."""
        return self.hidden.call(place).name

    def weight(self, item: Item, place: str) -> int | None:
        """Return in how many worlds `item` is at `place`, None if they could not be counted.

        Of an item with several copies, and of a trait, each piece counts.
        """
        if self._by_name is None:
            return None
        return sum(self._by_name.weight[each, place] for each in self.hidden.meant(item))

    def chance(self, item: Item, place: str) -> Fraction | None:
        """Return the chance that `item` is at `place`, None if it is not known.

        For an item with several copies, and for a trait, the expected number of pieces there.
        """
        weight = self.weight(item, place)
        if weight is not None and self._by_name is not None:
            return Fraction(weight, self._by_name.worlds)
        settled = self.settled(item, place)
        if settled is not None:
            return Fraction(settled)
        if item in self.hidden.traits:
            return None
        return Fraction(self.reading.expected[item, place].value) if self.reading else None

    def error(self, item: Item, place: str) -> float:
        """Return the standard error of that chance, 0 if it is exact or not known."""
        if self.exact or self.reading is None or item in self.hidden.traits:
            return 0.0
        return (
            0.0
            if self.settled(item, place) is not None
            else self.reading.expected[item, place].error
        )

    def settled(self, item: Item, place: str) -> int | None:
        """Return how many copies of `item` are surely at `place`, None if that is open."""
        if item in self.hidden.traits:
            able = {each for each in self.hidden.meant(item) if place in self.places_of(each)}
            of_each = [self.settled(each, place) for each in able]
            return None if None in of_each else sum(filter(None, of_each))
        status = self.deduction.status[item, place]
        if status is Status.PROVED and self.hidden.items[item] == 1:
            return 1
        return 0 if status is Status.REFUTED else None

    def possible(self, item: Item, place: str) -> bool:
        """Tell whether `item` may be at `place`, as far as is known."""
        return self.deduction.status[item, place] is not Status.REFUTED

    @cached_property
    def reading(self) -> Expectations | None:
        """What to expect if all worlds are equally likely, None if the game has no reader.

        It is an estimate, with errors, if there were too many worlds to count.
        """
        return None if self.reader is None else self.reader.reading()

    @cached_property
    def _by_name(self) -> Posterior | None:
        return None if self.posterior is None else self.posterior.by_name(self.hidden)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """All that follows about `items` and `places`."""
        about = {*self.items, *self.hidden.sought}
        return tuple(
            claim
            for claim in self.deduction.claims
            if claim.item in about and claim.place in self.places
        )


def solve(view: View, strength: float | None = None) -> Solved:
    """Return what can be worked out for the viewer of `view`.

    With a `strength`, also what to expect if people behave as the game assumes, to that degree; no
    proof uses it. Raises Contradiction for lines that cannot all be true, EnginesDisagree if the
    two engines disagree on what is possible or proved.
    """
    hidden, reader = view.game.model.hidden(view), reader_of(view)
    posterior, worlds = counted(hidden, reader)
    deduction = deduce(hidden, worlds=worlds)
    if posterior is not None:
        _compare(deduction, posterior)
    weighed = None if strength is None else reader_of(view, strength)
    assumed = None if weighed is None else weighed.reading()
    return Solved(view, hidden, deduction, posterior, reader, assumed)


def amounts(solved: Solved, item: Item, place: str) -> Mapping[int, Fraction] | None:
    """Return the chances of each number of copies of `item`, or pieces with a trait, at `place`.

    None if the worlds are too many to count.
    """
    if solved.worlds is None:
        return None
    there, left, found = Claim(item, place).fact(solved.hidden), solved.worlds, {}
    for n in range(there.hi + 1):
        if not left:
            break
        try:
            worlds = count(solved.hidden.assuming(replace(there, lo=n, hi=n))).worlds
        except TooManyStates:
            return None
        left -= worlds
        if worlds:
            found[n] = Fraction(worlds, solved.worlds)
    return found


def answers(view: View, told: Iterable[Event | None]) -> Mapping[Event, Fraction] | None:
    """Return the chances of what can be `told` next in answer to one question, in order.

    None if the worlds, or the answers to be tried, are too many. Raises Contradiction if no world
    fits.
    """
    total, found = possible(view), dict[Event, int]()
    if total is None:
        return None
    for event in told:
        if event is None:
            break
        try:
            if worlds := count(view.game.model.hidden(view.plus(event))).worlds:
                found[event] = worlds
        except TooManyStates:
            break
        if sum(found.values()) == total.worlds:
            return {event: Fraction(n, total.worlds) for event, n in found.items()}
    return None


def proofs(solved: Solved) -> Mapping[Claim, Proof | Undecided]:
    """Return the smallest proof of each of `solved.claims` that is found within `PROVING` steps.

    The other claims have the proof of the chain of `stepped`, or are undecided if it does not reach
    them.
    """
    from .explain import Undecided, prove_all

    found = prove_all(solved.hidden, solved.claims, PROVING)
    left = [claim for claim, proof in found.items() if isinstance(proof, Undecided)]
    reached = stepped(solved)[1] if left else {}
    return {**found, **{c: _by_steps(solved, c, reached[c]) for c in left if c in reached}}


def _by_steps(solved: Solved, claim: Claim, facts: tuple[Fact, ...]) -> Proof:
    from .explain import Proof

    lines = tuple(dict.fromkeys(fact.because.line for fact in facts))
    return Proof(claim, lines, facts, False, solved.hidden)


def stepped(solved: Solved) -> tuple[Chain, Mapping[Claim, tuple[Fact, ...]]]:
    """Return one chain of steps for `solved.claims`, and the facts of each claim it reaches."""
    return chains(solved.hidden, solved.claims, PROVING)


def conclusions(proved: Mapping[Claim, Proof | Undecided]) -> tuple[Inference, ...]:
    """Return `proved` as inferences: one for all claims about a place with the same lines."""
    from .explain import Proof

    together: dict[tuple[str, bool, tuple[int, ...]], list[Proof]] = {}
    for claim, proof in proved.items():
        if isinstance(proof, Proof):
            together.setdefault((claim.place, claim.holds, proof.lines), []).append(proof)
    return tuple(map(_together, together.values()))


def _together(proofs: Collection[Proof]) -> Inference:
    from .explain import Inference

    claims = tuple(proof.claim for proof in proofs)
    facts = dict.fromkeys(fact for proof in proofs for fact in proof.facts)
    lines = next(iter(proofs)).lines
    told = tuple(sorted(facts, key=lambda fact: fact.because.line))
    return Inference(claims, lines, told, next(iter(proofs)).hidden)


def why(view: View, claim: Claim) -> Proof | Refuted | Undecided:
    """Return the smallest proof of `claim`, or a world of `view` in which it is false.

    Raises Contradiction: from lines that cannot all be true everything would follow.
    """
    from .explain import Conflict, explain

    found = explain(view.game.model.hidden(view), claim)
    if isinstance(found, Conflict):
        raise Contradiction(found.words, found.lines)
    return found


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

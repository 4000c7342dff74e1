"""Why something follows: smallest proofs and smallest conflicts.

The size of a proof is its number of lines of the record: facts of one line stand or fall together,
facts of the set-up are background. prover.py tells how the smallest is found, and why it can be
believed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf

from ...models.hidden import Claim, Fact, Hidden, World
from ...models.words import Listed, Words, say
from .prover import Prover
from .thought import claims_in_words, reasons
from .work import Unsettled, Work


@dataclass(frozen=True, slots=True)
class Proof:
    """The fewest `lines` that force `claim`; lines of the set-up are background and do not count.

    Among proofs of equal size it has the earliest lines. If `exact_minimum` is False, the work did
    not suffice to show that, and fewer lines may do. `facts` are those of `lines` that are needed.
    """

    claim: Claim
    lines: tuple[int, ...]
    facts: tuple[Fact, ...]
    exact_minimum: bool
    hidden: Hidden = field(repr=False, compare=False)

    @property
    def words(self) -> Words:
        """The claim and its reasons: "5T is not with Bo: line 10, Bo named 5T"."""
        return _because(claims_in_words(self.hidden, [self.claim]), reasons(self.facts))


@dataclass(frozen=True, slots=True)
class Refuted:
    """`claim` does not follow: it is false in `world`, which fits all facts."""

    claim: Claim
    world: World
    hidden: Hidden = field(repr=False, compare=False)

    @property
    def words(self) -> Words:
        """The sentence that it does not follow."""
        return say(
            "it does not follow that {claim}", claim=claims_in_words(self.hidden, [self.claim])
        )


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither a proof of `claim` nor a world in which it is false was found in time.

    It may well be possible. `claim` is None if a conflict was looked for.
    """

    claim: Claim | None

    @property
    def words(self) -> Words:
        """The sentence that it is not known."""
        return say("not settled: the work set aside for it did not suffice")


@dataclass(frozen=True, slots=True)
class Conflict:
    """The smallest set of `lines` that cannot all be true (a minimum unsatisfiable set).

    Fields as in `Proof`; without lines the set-up contradicts itself.
    """

    lines: tuple[int, ...]
    facts: tuple[Fact, ...]
    exact_minimum: bool

    @property
    def words(self) -> Words:
        """The lines in conflict, with what they say."""
        if not self.lines:
            return say("the set-up contradicts itself")
        return say("these cannot all be true: {reasons}", reasons=reasons(self.facts))


@dataclass(frozen=True, slots=True)
class Inference:
    """One deduction: `claims` follow together from `lines`."""

    claims: tuple[Claim, ...]
    lines: tuple[int, ...]
    facts: tuple[Fact, ...]
    hidden: Hidden = field(repr=False, compare=False)

    @property
    def words(self) -> Words:
        """The claims and their reasons."""
        return _because(claims_in_words(self.hidden, self.claims), reasons(self.facts))


def explain(
    hidden: Hidden, claim: Claim, work: float = inf
) -> Proof | Refuted | Undecided | Conflict:
    """Return the smallest proof of `claim`, or a world in which it is false.

    For a model without a world it returns the `Conflict`: from that everything would follow.
    """
    hidden = hidden.seeking(claim.item)
    prover = Prover(hidden, Work(work))
    try:
        counterexample = prover.counterexample(claim)
        if counterexample is not None:
            return Refuted(claim, counterexample, hidden)
        if prover.counterexample(None) is None:
            return _conflict(prover)
        proof = _proof(prover, claim)
        prover.confirm(proof.lines, [claim])
        return proof
    except Unsettled:
        return Undecided(claim)


def conflict(hidden: Hidden, work: float = inf) -> Conflict | Undecided | None:
    """Return the smallest set of lines that cannot all be true, None if there is a world."""
    prover = Prover(hidden, Work(work))
    try:
        return _conflict(prover) if prover.counterexample(None) is None else None
    except Unsettled:
        return Undecided(None)


def prove_all(
    hidden: Hidden, claims: Collection[Claim], work: float = inf
) -> Mapping[Claim, Proof | Undecided]:
    """Return the smallest proof of each of `claims`, all of which must follow from `hidden`.

    Interchangeable items share their proofs; all questions share the worlds found so far.
    """
    prover = Prover(hidden, Work(work))
    found: dict[Claim, Proof] = {}
    for claim in claims:
        if claim not in found:
            with suppress(Unsettled):
                proof = _proof(prover, claim)
                found |= {alike: replace(proof, claim=alike) for alike in prover.alike(claim)}
    sure = frozenset(_confirmed(prover, found.values()))
    return {c: found[c] if c in sure else Undecided(c) for c in claims}


def _conflict(prover: Prover) -> Conflict:
    core = prover.core(None)
    prover.confirm(core.lines, claims=())
    return Conflict(core.lines, core.facts, core.exact_minimum)


def _proof(prover: Prover, claim: Claim) -> Proof:
    core = prover.core(claim)
    return Proof(claim, core.lines, core.facts, core.exact_minimum, prover.hidden)


def _confirmed(prover: Prover, proofs: Iterable[Proof]) -> Iterator[Claim]:
    """Yield the claims that a second engine proves from the same lines."""
    by_lines: dict[tuple[int, ...], list[Claim]] = {}
    for proof in proofs:
        by_lines.setdefault(proof.lines, []).append(proof.claim)
    for lines, claims in by_lines.items():
        with suppress(Unsettled):
            prover.confirm(lines, claims)
            yield from claims


def _because(claim: Words, grounds: Listed) -> Words:
    if not grounds.values:
        return say("{claim}: it follows from the set-up", claim=claim)
    return say("{claim}: {reasons}", claim=claim, reasons=grounds)

"""Chains from smallest sets of lines and known cells: the other way that `bench steps` compares.

The first proof is the smallest set of lines that forces the claim (solver/engine/prover.py). Where
it has more than three reasons, or they are hard to see together, cells that fewer reasons force
become steps of their own, and count as lines do: Gamba, Bogaerts and Guns, "Efficiently explaining
CSPs with unsatisfiable subset optimization" (2023). A step is named by what it cannot do without.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from aparte.models.hidden import Because, Claim, Count, Fact, Hidden
from aparte.models.words import say
from aparte.solver.engine.chaining import is_easy, laid_open
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.judging import Ground, StepChecker
from aparte.solver.engine.patterns import Pattern
from aparte.solver.engine.prover import Core, Prover
from aparte.solver.engine.thought import Chain, Conclusion, ProofStep, shows_piece
from aparte.solver.engine.trimming import Trimmer
from aparte.solver.engine.walking import REASONS
from aparte.solver.engine.work import Unsettled, Work

ROUNDS = (1, 2, REASONS, REASONS)
"""Reasons that a cell may have to become a step, from round to round."""
_KNOWN = say("it was concluded")

_Cells = tuple[str, bool, tuple[Fact, ...]]
"""A place, whether pieces are there, and what forces that."""


class Smallest:
    """What `Chainer` is, the other way.

    Of `claims` all that the same lines force about one place is told at once.
    """

    def __init__(self, hidden: Hidden, work: Work, claims: Collection[Claim] = ()) -> None:
        self.hidden = laid_open(hidden)
        self._claims = claims
        self._work = work
        self._checker = StepChecker(self.hidden, work)
        self._trimmer = Trimmer(self.hidden, self._checker)
        self._prover = Prover(self.hidden, work)

    @property
    def sure(self) -> tuple[ProofStep, ...]:
        """The steps that were certified last."""
        return self._trimmer.sure

    def chain(self, claim: Claim) -> Chain:
        """Return the easiest chain found for a claim that follows; raise `Unsettled`."""
        core = self._prover.core(claim)
        together = self._by_core.get((claim.place, claim.holds, core.facts), [])
        last = _concluded(self.hidden, [claim, *together, *self._prover.alike(claim)])
        whole = self._certified(Chain((_step(last, core.facts),), self.hidden))
        found = [whole] if whole.steps[0].reasons <= REASONS else []
        if not found or not is_easy(whole):
            with suppress(Unsettled):
                for lean in self._in_steps(claim, core, last):
                    found.append(lean)
                    if is_easy(lean):
                        break
        told = replace(whole.steps[0], pattern=Pattern.CONTRADICTION)
        at_once = replace(whole, steps=(told,))
        return min(found, key=lambda each: each.difficulty, default=at_once)

    def narrowed(self, chain: Chain) -> Chain:
        """Return a chain whose steps say no more than it needs, if there is time for that."""
        with suppress(Unsettled):
            return self._named(self._trimmer.narrowed(chain))
        return chain

    @cached_property
    def _by_core(self) -> Mapping[_Cells, list[Claim]]:
        found: dict[_Cells, list[Claim]] = defaultdict(list)
        for claim in self._claims:
            found[claim.place, claim.holds, self._prover.core(claim).facts].append(claim)
        return found

    def _certified(self, chain: Chain) -> Chain:
        certified = self._trimmer.certified(chain)
        if certified is None:
            raise Unsettled
        return self._named(certified)

    def _named(self, chain: Chain) -> Chain:
        """Return a certified chain whose steps have names; each of their facts is left out once."""
        told, steps = [step.conclusion for step in chain.steps], []
        for step in chain.steps:
            needed = step
            for fact in step.facts if len(step.facts) > 1 else ():
                less = replace(needed, facts=tuple(f for f in needed.facts if f is not fact))
                needed = less if self._checker.proves(less, Ground(told, ())) else needed
            steps.append(replace(step, pattern=_pattern(needed, self.hidden)))
        return replace(chain, steps=tuple(steps))

    def _in_steps(self, claim: Claim, core: Core, last: Conclusion) -> Iterator[Chain]:
        """Yield chains over the lines of a proof, with more and more cells as steps."""
        given = (*(f for f in self.hidden.facts if f.because.setup), *core.facts)
        hidden = replace(self.hidden, facts=given)
        follows = deduce(hidden, self._work.left).claims
        left = [each for each in follows if each.item not in hidden.shown]
        left = [each for each in left if each not in last.claims]
        steps: list[ProofStep] = []
        for most in ROUNDS:
            prover, cells = Prover(hidden, self._work), defaultdict[_Cells, list[Claim]](list)
            for each in left:
                needed = prover.core(each)
                if 0 < len(needed.lines) <= most:
                    cells[each.place, each.holds, needed.facts].append(each)
            known: list[Fact] = []
            for (_, _, facts), claims in cells.items():
                conclusion = _concluded(hidden, claims)
                because = Because(-1 - len(steps), _KNOWN)
                known.append(replace(conclusion.fact(hidden), because=because))
                steps.append(_step(conclusion, facts))
                left = [each for each in left if each not in claims]
            hidden = hidden.assuming(*known)
            reached = Prover(hidden, self._work).core(claim)
            if known and len(reached.lines) <= REASONS:
                yield self._certified(Chain((*steps, _step(last, reached.facts)), self.hidden))


def _step(conclusion: Conclusion, facts: Sequence[Fact]) -> ProofStep:
    """Return the step from facts; those of lines below 0 are conclusions of earlier steps."""
    told = tuple(fact for fact in facts if fact.because.line > 0)
    earlier = sorted({-1 - fact.because.line for fact in facts if fact.because.line < 0})
    return ProofStep(Pattern.SUM, conclusion, told, (), tuple(earlier))


def _concluded(hidden: Hidden, claims: Sequence[Claim]) -> Conclusion:
    """Return what claims about one place say together, the first alone where copies are alike."""
    first = claims[0]
    several = first.holds and hidden.items[first.item] > 1
    said = {first.item} if several else {each.item for each in claims}
    items = tuple(item for item in hidden.items if item in said)
    copies = sum(hidden.items[item] for item in items)
    if first.holds:
        return Conclusion(items, (first.place,), 1 if several else copies, None, copies)
    return Conclusion(items, (first.place,), None, 0, copies)


def _pattern(step: ProofStep, hidden: Hidden) -> Pattern:
    """Return what a step is called: by the counts and sizes that it cannot do without."""
    conclusion = step.conclusion
    assert conclusion is not None
    there = bool(conclusion.lo)
    told = [fact for fact in step.facts if isinstance(fact, Count) and fact.hi]
    counts = {fact.because: fact for fact in told if not shows_piece(hidden, fact)}
    sizes = {
        fact.because: fact
        for fact in step.background
        if isinstance(fact, Count) and fact.places and not shows_piece(hidden, fact)
    }
    if sizes and len(counts) < 2:
        if all(size.hi == 1 for size in sizes.values()):
            return Pattern.KEPT
        return Pattern.VOID if there else Pattern.FULL_HAND
    if len(counts) > 2 or (sizes and len(counts) > 1):
        return Pattern.APART if sizes and len(counts) == 2 else Pattern.SUM
    if len(counts) == 2:
        one, other = (fact.items for fact in counts.values())
        return Pattern.DIFFERENCE if one <= other or other <= one else Pattern.OVERLAP
    if counts:
        (count,) = counts.values()
        if len({hidden.name_of(place) for place in count.places}) > 1:
            return Pattern.PACK
        return Pattern.FULL if there else Pattern.PLACED
    if step.reasons == 1 and not step.earlier and not step.background:
        barring = any(isinstance(fact, Count) and not fact.hi for fact in step.facts)
        return Pattern.EMPTY if barring and not there else Pattern.TOLD
    if hidden.items[conclusion.items[0]] > 1:
        return Pattern.TALLY if there else Pattern.ALL_SEEN
    return Pattern.LAST_HOLDER if there else Pattern.ELSEWHERE

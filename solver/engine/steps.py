"""Why something follows, as a chain of steps: each a small thought with a name.

What lies open before everybody is background: nobody needs a proof for what the board shows. Over
the smallest set of lines that proves a claim, conclusions are drawn row by row (closure.py) until
the claim is among them; walking back from there gives the chain. Every step is proved again by
CP-SAT, from no more than what the step names and what lies open; where patterns do not reach, or a
step is not confirmed, the last step says so: it is by contradiction, from all its lines together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from ...models.hidden import Because, Claim, Count, Fact, Hidden, Item, Only, Place
from ...models.words import Listed, Words, listed, say, say_n
from .alike import items_of
from .closure import ROUNDS, Clash, Closure, Grid, Row, bits
from .cpsat import Deadline, Translation, Unsettled
from .deduce import deduce
from .patterns import Pattern, difficulty
from .prover import Core, Prover

REASONS = 3
"""Reasons beside what lies open that a step joins, if it can be split into smaller ones."""

NAMED = 4
"""Pieces lying open that are named; of more it is told how many they are."""

_CONCLUDED = Because(0, say("it was concluded"), setup=True)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Of all copies of `items` at least `lo` and at most `hi` (None: no bound) are at `places`.

    `places` are names; they are told as one place where they are several. `copies` are those of
    all `items`.
    """

    items: tuple[Item, ...]
    places: tuple[str, ...]
    lo: int | None
    hi: int | None
    copies: int

    def fact(self, hidden: Hidden) -> Count:
        """Return the conclusion as a fact of `hidden`."""
        places = frozenset[Place]().union(*map(hidden.places_of, self.places))
        hi = self.copies if self.hi is None else self.hi
        return Count(frozenset(self.items), places, self.lo or 0, hi, _CONCLUDED)

    def denials(self, hidden: Hidden) -> Iterator[Count]:
        """Yield facts of which one holds exactly where the conclusion is false."""
        fact = self.fact(hidden)
        if self.lo:
            yield replace(fact, lo=0, hi=self.lo - 1)
        if self.hi is not None and self.hi < self.copies:
            yield replace(fact, lo=self.hi + 1, hi=self.copies)

    def told(self, hidden: Hidden) -> Words:
        """Return what it says: "4T, 5T are with Cy", "at least 2 of 4T, 5T, 6T are with Cy"."""
        items = listed(self.items)
        if self.hi == 0:
            told = [hidden.call(place).told(items, holds=False) for place in self.places]
            return say("{sentences}", sentences=listed(told, "; "))
        n = self.lo if self.lo is not None else self.hi or 0
        whole = n == 1 if len(self.items) == 1 else n == self.copies == len(self.items)
        if whole and self.lo is not None:
            number: Words = say("{items}", items=items)
        elif self.lo is not None:
            number = say("at least {n} of {items}", n=n, items=items)
        else:
            number = say("at most {n} of {items}", n=n, items=items)
        if len(self.places) == 1:
            return hidden.call(self.places[0]).counted(number, n)
        names = listed(hidden.call(place).name for place in self.places)
        return say_n(
            "{number} is in one of these places: {places}",
            "{number} are in these places: {places}",
            n,
            number=number,
            places=names,
        )

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What it says of single pieces; nothing where it only counts them."""
        if self.hi == 0:
            return tuple(
                Claim(item, place, holds=False) for item in self.items for place in self.places
            )
        there = self.lo is not None and len(self.places) == 1
        if there and (len(self.items) == 1 or self.lo == len(self.items) == self.copies):
            return tuple(Claim(item, self.places[0]) for item in self.items)
        return ()


@dataclass(frozen=True, slots=True)
class Step:
    """One thought: `conclusion` follows from `facts` of lines and the `earlier` steps.

    `background` are facts of the set-up or of what lies open that it counts on. The conclusion is
    None where reasons contradict each other. `pattern` is what kind of thought it is.
    """

    pattern: Pattern
    conclusion: Conclusion | None
    facts: tuple[Fact, ...]
    background: tuple[Fact, ...]
    earlier: tuple[int, ...]

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that its facts were read from, in order."""
        return tuple(sorted({fact.because.line for fact in self.facts}))

    @property
    def open_lines(self) -> tuple[int, ...]:
        """The lines that laid open what it counts on, in order."""
        return tuple(sorted({fact.because.line for fact in self.background} - {0}))

    def told(self, hidden: Hidden) -> Words:
        """Return what it concludes."""
        return say("that cannot be") if self.conclusion is None else self.conclusion.told(hidden)

    def in_sight(self, hidden: Hidden) -> tuple[Words, ...]:
        """What everybody sees that it counts on, in few words."""
        return tuple(_in_sight(hidden, self.background))

    def words(self, hidden: Hidden, known: Iterable[Conclusion] = ()) -> Words:
        """Return the step with its name and its reasons, what lies open in one phrase.

        `known` are conclusions it rests on that are no step of the same chain.
        """
        told = self.told(hidden)
        grounds = [
            *reasons(self.facts).values,
            *(say("step {n}", n=number + 1) for number in self.earlier),
            *(each.told(hidden) for each in known),
            *self.in_sight(hidden),
        ]
        if not grounds:
            return say("{conclusion} ({pattern})", conclusion=told, pattern=self.pattern.called)
        return say(
            "{conclusion} ({pattern}): {reasons}",
            conclusion=told,
            pattern=self.pattern.called,
            reasons=listed(grounds, "; "),
        )

    @property
    def reasons(self) -> int:
        """How many reasons it joins, what lies open not counted."""
        return len(self.lines) + len(self.earlier)

    @property
    def difficulty(self) -> int:
        """How hard it is."""
        return difficulty(self.pattern, self.reasons)


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps that end in what was asked, each numbered from 0 as `Step.earlier` cites them.

    `complete` is False where time ran out before the last of them was found: what is there is
    true, but does not reach the end. `known` may give for each step what else it rests on, that
    was concluded before this chain begins.
    """

    steps: tuple[Step, ...]
    hidden: Hidden = field(repr=False, compare=False)
    complete: bool = True
    known: tuple[tuple[Conclusion, ...], ...] = ()

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines that its steps cite, those of what lies open left out, in order."""
        return tuple(sorted({line for step in self.steps for line in step.lines}))

    @property
    def all_lines(self) -> tuple[int, ...]:
        """All lines that its steps rest on, those of what lies open among them, in order."""
        return tuple(sorted({n for step in self.steps for n in (*step.lines, *step.open_lines)}))

    @property
    def words(self) -> tuple[Words, ...]:
        """Its steps in words, in order."""
        known = self.known or ((),) * len(self.steps)
        return tuple(
            step.words(self.hidden, before) for step, before in zip(self.steps, known, strict=True)
        )

    @property
    def difficulty(self) -> tuple[int, int]:
        """How hard its hardest step is, and how hard all of them are together."""
        hard = [step.difficulty for step in self.steps]
        return max(hard, default=0), sum(hard)


def seen_open(hidden: Hidden, fact: Fact) -> bool:
    """Tell whether everybody sees a fact on the table.

    It puts a piece at one place, as a card played does, or it counts what lies open anyway.
    """
    if fact.because.setup:
        return True
    names = {hidden.name_of(place) for place in fact.places}
    return len(names) == 1 if isinstance(fact, Only) else names <= hidden.seen


def laid_open(hidden: Hidden) -> Hidden:
    """Return the model with all that everybody sees as facts of the set-up."""
    return replace(hidden, facts=tuple(_opened(hidden, fact) for fact in hidden.facts))


def _opened(hidden: Hidden, fact: Fact) -> Fact:
    if fact.because.setup or not seen_open(hidden, fact):
        return fact
    return replace(fact, because=replace(fact.because, setup=True))


def chain(hidden: Hidden, claim: Claim, seconds: float | None = None) -> Chain:
    """Return the easiest chain found that proves `claim`, which must follow from `hidden`.

    Not `complete` where `seconds` run out.
    """
    chainer = Chainer(hidden, Deadline.after(seconds))
    try:
        found = chainer.chain(claim)
    except Unsettled:
        return Chain((), hidden, complete=False)
    last = replace(found.steps[-1], conclusion=_claimed(hidden, claim))
    return replace(found, steps=(*found.steps[:-1], last))


def chains(
    hidden: Hidden, claims: Collection[Claim], seconds: float | None = None
) -> tuple[Chain, frozenset[Claim]]:
    """Return one chain for all of `claims`, which must follow, and those that it reaches.

    The easiest come first, what is there before what is not, and nothing is told twice, nor what
    lies open. Not `complete` where `seconds` run out before all were reached.
    """
    chainer = Chainer(hidden, Deadline.after(seconds))
    found: dict[Claim, Chain] = {}
    reached: set[Claim] = set()
    for claim in sorted(claims, key=lambda claim: not claim.holds):
        if claim in reached:
            continue
        try:
            found[claim] = chainer.chain(claim)
        except Unsettled:
            continue
        for step in found[claim].steps:
            reached |= _reached(hidden, step)
    joined = _Joined(hidden)
    told = [each for each in found.values() if each.lines]
    for chain in sorted(told, key=lambda each: (each.difficulty[::-1], each.lines)):
        joined.add(chain)
    steps = tuple(joined.steps)
    sure = frozenset(claim for claim in claims if claim in reached or claim in found)
    return Chain(steps, chainer.hidden, complete=len(sure) == len(set(claims))), sure


def _reached(hidden: Hidden, step: Step) -> set[Claim]:
    """Return what a step says of single pieces, and that a single piece is nowhere else."""
    if step.conclusion is None:
        return set()
    claims = set(step.conclusion.claims)
    for claim in step.conclusion.claims:
        if claim.holds and hidden.items[claim.item] == 1:
            others = (name for name in hidden.names if name != claim.place)
            claims |= {Claim(claim.item, name, holds=False) for name in others}
    return claims


@dataclass(frozen=True, slots=True)
class Found:
    """What somebody can find next: `claims` follow together by the last step of `chain`.

    The steps before it only count pieces; of `earlier` claims it is told that they are known.
    """

    claims: tuple[Claim, ...]
    earlier: tuple[Claim, ...]
    chain: Chain

    @property
    def pattern(self) -> Pattern:
        """The hardest pattern in it."""
        return max((step.pattern for step in self.chain.steps), key=lambda each: each.difficulty)

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines it cites."""
        return self.chain.lines

    @property
    def reasons(self) -> int:
        """How many reasons the step of most reasons joins."""
        return max(step.reasons for step in self.chain.steps)

    @property
    def words(self) -> Words:
        """Its steps in words, one after the other."""
        return say("{sentences}", sentences=listed(self.chain.words, ". "))


def path(
    hidden: Hidden,
    drawn: Collection[Claim] = (),
    known: Collection[Pattern] = (),
    seconds: float | None = None,
) -> Iterator[Found]:
    """Yield what follows, the easiest first, without what is `drawn` and steps of `known` patterns.

    Nothing that lies open, that a line says of one piece, or that the board shows is among it.
    Ends early where `seconds` run out.
    """
    claims = deduce(hidden, seconds).claims
    whole, _ = chains(
        hidden, [claim for claim in claims if claim.item not in hidden.shown], seconds
    )
    for number, step in enumerate(whole.steps):
        if step.conclusion is None or not step.conclusion.claims:
            continue
        news = tuple(claim for claim in step.conclusion.claims if claim not in drawn)
        found = _found(whole, number, news)
        if news and found.pattern not in known and not _said(hidden, found):
            yield found


def _said(hidden: Hidden, found: Found) -> bool:
    """Tell whether a single line says it of a single piece: then there is nothing to find."""
    facts = [fact for step in found.chain.steps for fact in step.facts]
    if found.earlier or len(facts) != 1 or len(items_of(facts[0])) != 1:
        return False
    return found.pattern.difficulty <= Pattern.FULL.difficulty


def _found(whole: Chain, number: int, claims: tuple[Claim, ...]) -> Found:
    """Return a step with those before it that only count; what others conclude is known."""
    wanted, earlier = {number}, dict[Claim, None]()
    for index in range(number, -1, -1):
        if index in wanted:
            for each in whole.steps[index].earlier:
                conclusion = whole.steps[each].conclusion
                if conclusion is not None and conclusion.claims:
                    earlier.update(dict.fromkeys(conclusion.claims))
                else:
                    wanted.add(each)
    order = sorted(wanted)
    place = {index: at for at, index in enumerate(order)}
    steps, known = [], []
    for index in order:
        step = whole.steps[index]
        here = tuple(place[each] for each in step.earlier if each in place)
        before = (whole.steps[each].conclusion for each in step.earlier if each not in place)
        known.append(tuple(each for each in before if each is not None))
        steps.append(replace(step, earlier=here))
    return Found(claims, tuple(earlier), Chain(tuple(steps), whole.hidden, known=tuple(known)))


class _Joined:
    """Several chains as one, steps that conclude the same told once."""

    def __init__(self, hidden: Hidden) -> None:
        self.steps: list[Step] = []
        self._hidden = hidden
        self._number: dict[Conclusion | None, int] = {}
        self._reached: set[Claim] = set()

    def add(self, chain: Chain) -> None:
        """Add the steps of `chain` that say something new."""
        last = chain.steps[-1].conclusion
        if last is not None and last.claims and self._reached.issuperset(last.claims):
            return
        here: list[int] = []
        for step in chain.steps:
            if step.conclusion not in self._number:
                earlier = tuple(sorted({here[number] for number in step.earlier}))
                self._number[step.conclusion] = len(self.steps)
                self.steps.append(replace(step, earlier=earlier))
                self._reached |= _reached(self._hidden, step)
            here.append(self._number[step.conclusion])


def clash(hidden: Hidden, seconds: float | None = None) -> Chain | None:
    """Return the chain that ends in a contradiction, None if `hidden` has a world.

    Its last step has no conclusion. Not `complete` where `seconds` run out.
    """
    chainer = Chainer(hidden, Deadline.after(seconds))
    try:
        return chainer.clash()
    except Unsettled:
        return Chain((), hidden, complete=False)


class Chainer:
    """Chains over one model; what is found for one question serves the next ones."""

    def __init__(self, hidden: Hidden, deadline: Deadline) -> None:
        self.hidden = laid_open(hidden)
        self._deadline = deadline
        self._prover = Prover(self.hidden, deadline)
        self._closures: dict[tuple[Fact, ...], Closure] = {}
        self._sure: set[tuple[Step, tuple[Conclusion | None, ...]]] = set()

    def chain(self, claim: Claim) -> Chain:
        """Return the easiest chain found for a claim that follows; raise `Unsettled`."""
        core = self._prover.core(claim)
        for facts in self._tries(core):
            row = self._reached(facts, claim)
            if row is None:
                continue
            found = Walk(self._closures[facts].grid).chain(row, self.hidden)
            if self._confirmed(found):
                return found
        return self._by_contradiction(core, _claimed(self.hidden, claim))

    def clash(self) -> Chain | None:
        """Return the chain that ends in a contradiction, None without one; raise `Unsettled`."""
        if self._prover.counterexample(None) is not None:
            return None
        core = self._prover.core(None)
        for facts in self._tries(core):
            grid = Grid(self.hidden, self._given(facts))
            try:
                closure = self._begun(grid)
                for _ in range(ROUNDS):
                    closure.run()
                    if not closure.pair():
                        break
                closure.run()
            except Clash as found:
                walked = Walk(grid).chain(found.row, self.hidden, ends=True)
                if self._confirmed(walked):
                    return walked
        return self._by_contradiction(core, None)

    def _tries(self, core: Core) -> Iterator[tuple[Fact, ...]]:
        """Yield facts to begin from: the needed ones, then all of the lines."""
        yield core.facts
        told = {line for line in core.lines}
        whole = tuple(
            f for f in self.hidden.facts if not f.because.setup and f.because.line in told
        )
        if whole != core.facts:
            yield whole

    def _given(self, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        return (*(fact for fact in self.hidden.facts if fact.because.setup), *facts)

    def _begun(self, grid: Grid) -> Closure:
        """Return the closure of the facts of a grid, what lies open first; raise `Clash`."""
        closure = Closure(grid, self._deadline)
        rows = list(grid.rows())
        closure.add(row for row in rows if row.background)
        closure.run()
        closure.add(row for row in rows if not row.background)
        closure.run()
        return closure

    def _reached(self, facts: tuple[Fact, ...], claim: Claim) -> Row | None:
        """Return the row that says `claim`, as soon as rows reach it."""
        try:
            if facts not in self._closures:
                self._closures[facts] = self._begun(Grid(self.hidden, self._given(facts)))
            closure = self._closures[facts]
            row = closure.goal(claim)
            while row is None and closure.rounds < ROUNDS and closure.pair():
                closure.run()
                row = closure.goal(claim)
        except Clash:
            return None
        return row

    def _confirmed(self, chain: Chain) -> bool:
        """Tell whether CP-SAT proves every step from what it names."""
        told = [step.conclusion for step in chain.steps]
        for step in chain.steps:
            earlier = tuple(told[number] for number in step.earlier)
            key = (step, earlier)
            if key in self._sure:
                continue
            if not confirmed(self.hidden, step, earlier, self._deadline):
                return False
            self._sure.add(key)
        return True

    def _by_contradiction(self, core: Core, conclusion: Conclusion | None) -> Chain:
        step = Step(Pattern.CONTRADICTION, conclusion, core.facts, (), ())
        found = Chain((step,), self.hidden)
        if not self._confirmed(found):
            raise Unsettled
        return found


def confirmed(
    hidden: Hidden,
    step: Step,
    earlier: Iterable[Conclusion | None],
    deadline: Deadline,
) -> bool:
    """Tell whether CP-SAT proves `step` from its facts, what lies open and `earlier` conclusions.

    `hidden` has what lies open as set-up (`laid_open`). Raises `Unsettled`.
    """
    known = [each.fact(hidden) for each in earlier if each is not None]
    given = hidden.told_by(()).assuming(*step.facts, *known)
    model = Translation(given, presolve=True)
    if step.conclusion is not None:
        model.require_one(step.conclusion.denials(hidden))
    return model.world(deadline) is None


class Walk:
    """The way back from a row to the facts, as steps."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._steps: list[Step] = []
        self._number: dict[Row, int] = {}
        self._forced: set[Row] = set()

    def chain(self, row: Row, hidden: Hidden, *, ends: bool = False) -> Chain:
        """Return the steps that end in `row`, with `ends` in a contradiction there."""
        self._step(row, None if ends else self.conclusion(row))
        return Chain(tuple(self._steps), hidden)

    def conclusion(self, row: Row) -> Conclusion | None:
        """Return what a row says in the names of places, None where those do not fit."""
        blocks = row.blocks
        names = self._grid.told(blocks)
        if names is None:
            return None
        items = tuple(item for k in bits(row.kinds) for item in self._grid.kinds[k])
        order = {item: index for index, item in enumerate(self._grid.hidden.items)}
        items = tuple(sorted(items, key=order.__getitem__))
        copies = self._grid.cap(row.kinds)
        if row.least:
            return Conclusion(items, names, row.n, None, copies)
        return Conclusion(items, names, None, row.n, copies)

    def _step(self, row: Row, conclusion: Conclusion | None) -> int:
        if row in self._number:
            return self._number[row]
        reasons, background = self._reasons(row)
        earlier = [self._step(each, self.conclusion(each)) for each in reasons if _stands(each)]
        facts = [fact for each in reasons if each.facts for fact in each.facts]
        step = Step(
            row.pattern,
            conclusion,
            tuple(sorted(dict.fromkeys(facts), key=lambda fact: fact.because.line)),
            tuple(dict.fromkeys(f for each in background for f in each.facts)),
            tuple(sorted(set(earlier))),
        )
        self._steps.append(step)
        self._number[row] = len(self._steps) - 1
        return self._number[row]

    def _reasons(self, row: Row) -> tuple[list[Row], list[Row]]:
        """Return the facts and steps that `row` follows from, and what lies open beside them.

        Rows between are steps of their own only where too many reasons would meet.
        """
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


def _stands(row: Row) -> bool:
    return not row.facts


def _weight(rows: Iterable[Row]) -> int:
    return len({row.line if row.facts else row for row in rows})


def _origins(row: Row) -> Iterator[Row]:
    """Yield the facts that a row of the background follows from."""
    if row.facts:
        yield row
    for parent in row.parents:
        yield from _origins(parent)


def reasons(facts: Iterable[Fact]) -> Listed:
    """Return what facts say, each with its line and once."""
    said = dict.fromkeys((fact.because.line, fact.because.words) for fact in facts)
    return listed(
        (say("line {line}, {words}", line=line, words=words) for line, words in said), "; "
    )


def _in_sight(hidden: Hidden, background: Collection[Fact]) -> Iterator[Words]:
    """Yield what everybody sees of what a step counts on: what was said, and how much is seen."""
    seen = {item for fact in background if _seen(hidden, fact) for item in items_of(fact)}
    said = (fact for fact in background if not _seen(hidden, fact) and isinstance(fact, Count))
    yield from dict.fromkeys(f.because.words for f in said if f.because.words not in _UNSAID)
    if len(seen) > NAMED:
        yield say("{n} of them are in sight", n=len(seen))
    elif seen:
        items = listed(sorted(seen))
        yield say_n("{items} is in sight", "{items} are in sight", len(seen), items=items)


_UNSAID = (say("each piece is somewhere"), say("so many lie there"), say("so many cards lie there"))


def _seen(hidden: Hidden, fact: Fact) -> bool:
    """Tell whether a fact of the background shows where pieces of one kind lie."""
    names = {hidden.name_of(place) for place in fact.places}
    return len(names) == 1 and len(items_of(fact)) == 1 and fact.because.line > 0


def _claimed(hidden: Hidden, claim: Claim) -> Conclusion:
    lo, hi = (1, None) if claim.holds else (None, 0)
    return Conclusion((claim.item,), (claim.place,), lo, hi, hidden.items[claim.item])

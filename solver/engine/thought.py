"""The parts of a proof in steps: a conclusion, the step that draws it, the chain of steps.

What lies open before everybody is background: nobody needs a proof for what the board shows.
chaining.py finds the chains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from string import ascii_lowercase

from ...models.hidden import Because, Claim, Count, Fact, Hidden, Item, Only, Place
from ...models.words import Listed, Words, listed, say, say_n
from .alike import items_of
from .arithmetic import Reason, added_up
from .patterns import Pattern, difficulty

NAMED = 4
"""Up to this many open pieces, or events, are named; of more, only the number is told."""

_CONCLUDED = Because(0, say("it was concluded"), setup=True)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Of all copies of `items` at least `lo` and at most `hi` (None: no bound) are at `places`.

    `places` are names; several are told as one place. `copies` is the number of all copies of
    `items`. If a `trait` was asked for, `items` are those that have it.
    """

    items: tuple[Item, ...]
    places: tuple[str, ...]
    lo: int | None
    hi: int | None
    copies: int
    trait: Item = ""

    def fact(self, hidden: Hidden) -> Count:
        """Return the conclusion as a fact of `hidden`."""
        places = frozenset[Place]().union(*map(hidden.places_of, self.places))
        hi = self.copies if self.hi is None else self.hi
        return Count(frozenset(self.items), places, self.lo or 0, hi, _CONCLUDED)

    def implies(self, other: Conclusion, hidden: Hidden) -> bool:
        """Tell whether it says by itself all that `other` says, by counting copies alone."""
        mine, theirs = {*self.items}, {*other.items}
        if other.lo is None and self.lo == self.copies and other.hi == 0:
            return theirs <= mine and {*self.places}.isdisjoint(other.places)
        if (self.lo is None) != (other.lo is None):
            return False
        apart = theirs - mine if self.lo is None else mine - theirs
        room = sum(hidden.items[item] for item in apart)
        if self.lo is None or other.lo is None:
            held = (self.hi or 0) + room <= (other.hi or 0)
            return held and {*other.places} <= {*self.places}
        return self.lo - room >= other.lo and {*self.places} <= {*other.places}

    def denials(self, hidden: Hidden) -> Iterator[Count]:
        """Yield facts one of which holds exactly if the conclusion is false."""
        fact = self.fact(hidden)
        if self.lo:
            yield replace(fact, lo=0, hi=self.lo - 1)
        if self.hi is not None and self.hi < self.copies:
            yield replace(fact, lo=self.hi + 1, hi=self.copies)

    def in_words(self, hidden: Hidden) -> Words:
        """Return the conclusion as a sentence, such as "4T, 5T are with Cy"."""
        if self.trait:
            return claims_in_words(hidden, self.claims)
        items = listed(map(hidden.piece, self.items))
        if self.hi == 0:
            told = [hidden.call(place).sentence(items, holds=False) for place in self.places]
            return say("{sentences}", sentences=listed(told, "; "))
        n = self.lo if self.lo is not None else self.hi or 0
        whole = n == 1 if len(self.items) == 1 else n == self.copies == len(self.items)
        if whole and self.lo is not None:
            number: Words = say("{items}", items=items)
        elif self.lo is not None and len(self.items) == 1:
            number = say("at least {n} {items}", n=n, items=items)
        elif len(self.items) == 1:
            number = say("at most {n} {items}", n=n, items=items)
        elif self.lo is not None:
            number = say("at least {n} of {items}", n=n, items=items)
        elif n < 0:
            number = say("fewer than 0 of {items}", items=items)
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
        """What it says about single pieces or a trait; nothing if it only counts pieces."""
        if self.trait:
            return (Claim(self.trait, self.places[0], holds=self.hi != 0),)
        if self.hi == 0:
            return tuple(
                Claim(item, place, holds=False) for item in self.items for place in self.places
            )
        there = self.lo is not None and len(self.places) == 1
        if there and (len(self.items) == 1 or self.lo == len(self.items) == self.copies):
            return tuple(Claim(item, self.places[0]) for item in self.items)
        return ()


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One thought: `conclusion` follows from `facts` of lines and the `earlier` steps.

    `background` are the rules, and the open facts, that it uses. The conclusion is None if the
    reasons contradict each other. `pattern` is the kind of thought. If it has a `case`, that ends
    in a contradiction, and the step has all its reasons. A step of a case also rests on steps
    `within` the case, numbered from 0, and perhaps on what is `supposed` there.
    """

    pattern: Pattern
    conclusion: Conclusion | None
    facts: tuple[Fact, ...]
    background: tuple[Fact, ...]
    earlier: tuple[int, ...]
    within: tuple[int, ...] = ()
    supposed: bool = False
    case: Case | None = None

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that its facts were read from, in order."""
        return tuple(sorted({fact.because.line for fact in self.facts}))

    def conclusion_in_words(self, hidden: Hidden) -> Words:
        """Return the conclusion as a sentence, or that there is a contradiction."""
        return (
            say("that cannot be") if self.conclusion is None else self.conclusion.in_words(hidden)
        )

    def in_sight(self, hidden: Hidden) -> tuple[Words, ...]:
        """The open facts that it uses, in few words."""
        return tuple(_in_sight(self, hidden))

    def words(
        self,
        hidden: Hidden,
        known: Collection[Conclusion] = (),
        before: Sequence[ProofStep] = (),
        within: Sequence[ProofStep] = (),
    ) -> Words:
        """Return the step with its name and its reasons; open facts in one phrase.

        `known` are conclusions it rests on that are not steps of the same chain, `before` the steps
        of that, `within` those of the same case: no sum is told of others. Steps of a case are
        lettered, and have a line each.
        """
        told = self.conclusion_in_words(hidden)
        grounds = self.grounds(hidden, known)
        if self.case is not None:
            told = say("{conclusion} ({pattern})", conclusion=told, pattern=self.pattern.called)
            sentences = listed((told, *self.case.words(hidden, before)), "\n")
            return say("{sentences}", sentences=sentences)
        grounds = *grounds, *_overlapping(self, hidden)
        if not known:
            grounds = *grounds, *_summed(self, hidden, before, within)
        if not grounds:
            return say("{conclusion} ({pattern})", conclusion=told, pattern=self.pattern.called)
        return say(
            "{conclusion} ({pattern}): {reasons}",
            conclusion=told,
            pattern=self.pattern.called,
            reasons=listed(grounds, "; "),
        )

    def grounds(self, hidden: Hidden, known: Iterable[Conclusion] = ()) -> tuple[object, ...]:
        """Return its reasons in words, as far as it has no case."""
        return (
            *reasons(self.facts).values,
            *(say("step {n}", n=number + 1) for number in self.earlier),
            *(say("step {n}", n=letter(number)) for number in self.within),
            *(each.in_words(hidden) for each in known),
            *([say("what was supposed")] if self.supposed else []),
            *self.in_sight(hidden),
        )

    @property
    def reasons(self) -> int:
        """Return how many reasons it joins.

        What lies open is not counted; of the steps of a case, the one with the most reasons counts.
        """
        if self.case is not None:
            return max(step.reasons for step in self.case.steps)
        return len(self.lines) + len(self.earlier) + len(self.within) + self.supposed

    @property
    def difficulty(self) -> int:
        """How hard it is; with a case, as hard as all its steps together."""
        if self.case is not None:
            return self.pattern.difficulty + sum(step.difficulty for step in self.case.steps)
        return difficulty(self.pattern, self.reasons)

    def moved(self, numbers: Mapping[int, int]) -> ProofStep:
        """Return the step for another chain, in which the `earlier` steps have these numbers.

        Steps that are not there are left out.
        """
        earlier = sorted({numbers[each] for each in self.earlier if each in numbers})
        case = self.case and self.case.with_steps(step.moved(numbers) for step in self.case.steps)
        return replace(self, earlier=tuple(earlier), case=case)


@dataclass(frozen=True, slots=True)
class Case:
    """What is `supposed` for the moment, and the `steps` from there to a contradiction."""

    supposed: Conclusion
    steps: tuple[ProofStep, ...]

    def with_steps(self, steps: Iterable[ProofStep]) -> Case:
        """Return the case with other steps."""
        return replace(self, steps=tuple(steps))

    def words(self, hidden: Hidden, before: Sequence[ProofStep] = ()) -> Iterator[Words]:
        """Yield what it supposes, and the steps from there; `before` are those of the chain."""
        yield say("Suppose: {supposed}.", supposed=self.supposed.in_words(hidden))
        for number, step in enumerate(self.steps):
            yield say(
                "  {letter}. {step}",
                letter=letter(number),
                step=step.words(hidden, (), before, self.steps),
            )


def letter(number: int) -> str:
    """Return the letter of a step of a case: a, b, ... z, a1, b1, ..."""
    more, index = divmod(number, len(ascii_lowercase))
    return f"{ascii_lowercase[index]}{more or ''}"


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps that end in what was asked, each numbered from 0 as `ProofStep.earlier` cites them.

    `complete` is False if time ran out before the last step was found: what is there is true, but
    does not reach the end. `known` may give for each step the conclusions it rests on from before
    this chain.
    """

    steps: tuple[ProofStep, ...]
    hidden: Hidden = field(repr=False, compare=False)
    complete: bool = True
    known: tuple[tuple[Conclusion, ...], ...] = ()
    seen: tuple[Claim, ...] = ()

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines that its steps cite, in order, without those of open facts."""
        return tuple(sorted({line for step in self.steps for line in step.lines}))

    @property
    def grounds(self) -> tuple[tuple[Fact, ...], ...]:
        """The facts that each step rests on, also through earlier steps, without open facts."""
        found: list[tuple[Fact, ...]] = []
        for step in self.steps:
            before = [fact for number in step.earlier for fact in found[number]]
            facts = dict.fromkeys((*before, *step.facts))
            found.append(tuple(sorted(facts, key=lambda fact: fact.because.line)))
        return tuple(found)

    @property
    def words(self) -> tuple[Words, ...]:
        """Its steps in words, in order."""
        known = self.known or ((),) * len(self.steps)
        return tuple(
            step.words(self.hidden, each, self.steps)
            for step, each in zip(self.steps, known, strict=True)
        )

    @property
    def supposes(self) -> bool:
        """Whether one of its steps supposes something, or takes all lines at once."""
        return any(step.pattern is Pattern.CONTRADICTION for step in self.steps)

    @property
    def difficulty(self) -> tuple[int, int]:
        """How hard its hardest step is, and how hard all of them are together."""
        hard = [step.difficulty for step in self.steps]
        return max(hard, default=0), sum(hard)


def reasons(facts: Iterable[Fact]) -> Listed:
    """Return what facts say, each with its line, and each only once."""
    said = dict.fromkeys((fact.because.line, fact.because.words) for fact in facts)
    return listed(
        (say("line {line}, {words}", line=line, words=words) for line, words in said), "; "
    )


def _summed(
    step: ProofStep, hidden: Hidden, before: Sequence[ProofStep], within: Sequence[ProofStep] = ()
) -> Iterator[Words]:
    """Yield the sum that makes the conclusion, where the counts that the step names are enough."""
    if step.pattern not in (Pattern.BETWEEN, Pattern.SUM) or step.supposed:
        return
    if any(n >= len(before) for n in step.earlier) or any(n >= len(within) for n in step.within):
        return
    known = [
        *((before[n].conclusion, say("step {n}", n=n + 1)) for n in step.earlier),
        *((within[n].conclusion, say("step {n}", n=letter(n))) for n in step.within),
    ]
    told = [
        *(Reason(fact, say("line {n}", n=fact.because.line)) for fact in step.facts),
        *(Reason(each.fact(hidden), label) for each, label in known if each is not None),
    ]
    lying = [
        Reason(fact, _where(fact, hidden)) for fact in step.background if not fact.because.rule
    ]
    denials = step.conclusion.denials(hidden) if step.conclusion else ()
    items = listed(map(hidden.piece, step.conclusion.items if step.conclusion else ()))
    several = len(items.values) > 1
    label = say("of {items}", items=items) if several else say("{items}", items=items)
    opposites = [Reason(fact, label) for fact in denials]
    words = added_up(hidden, told, lying, opposites)
    if words is not None:
        yield words


def _where(fact: Fact, hidden: Hidden) -> Words:
    """Return the name of a fact's place, or that it is a rule of the box."""
    names = _named(hidden, fact)
    called = [hidden.call(name).name for name in names]
    return called[0] if called else fact.because.words


def _overlapping(step: ProofStep, hidden: Hidden) -> Iterator[Words]:
    """Yield what two counts that overlap come to together, where they alone make the conclusion."""
    end = step.conclusion
    if step.pattern is not Pattern.OVERLAP or end is None or len(end.places) > 1:
        return
    here, items = hidden.places_of(end.places[0]), {*end.items}
    counts = [fact for fact in step.facts if isinstance(fact, Count) and fact.places == here]
    sizes = [fact for fact in step.background if isinstance(fact, Count) and fact.places == here]
    for one, other in permutations(counts, 2):
        lines = {"one": one.because.line, "other": other.because.line}
        outside = one.items - other.items
        n = one.lo - other.hi
        room = [fact.hi for fact in sizes if one.items | other.items <= fact.items]
        if room and items <= one.items & other.items:
            n = one.lo + other.lo - room[0]
            if n == end.lo:
                yield say(
                    "{one} + {other} are {n} more than {size}: at least {n} in both",
                    one=one.lo,
                    other=other.lo,
                    n=n,
                    size=room[0],
                )
                return
        elif items <= outside and n == end.lo:
            yield say(
                "{a} by line {one}, {b} at most by line {other}: at least {n} outside the latter",
                a=one.lo,
                b=other.hi,
                n=n,
                **lines,
            )
            return
        elif end.hi == 0 and items <= other.items - one.items and n == _copies_of(hidden, outside):
            yield say(
                "at most {n} of the {a} of line {one} outside line {other}: its {b} in both",
                a=one.lo,
                b=other.hi,
                n=n,
                **lines,
            )
            return


def _copies_of(hidden: Hidden, items: Iterable[Item]) -> int:
    return sum(hidden.items[item] for item in items)


def _in_sight(step: ProofStep, hidden: Hidden) -> Iterator[Words]:
    """Yield the open facts that a step uses: what was said, and which of it is seen.

    What is seen at the places of the step is told with its place, the rest as being elsewhere.
    """
    shown = [fact for fact in step.background if shows_piece(hidden, fact)]
    shown.sort(key=lambda fact: _copies(hidden, [fact]))
    # A piece that two lines show, such as one drawn and later found, is in sight once.
    seen = set({(items_of(fact), fact.places): fact for fact in shown}.values())
    said: dict[Words, Fact] = {}
    for fact in step.background:
        if fact not in shown and not fact.because.rule:
            said.setdefault(fact.because.words, fact)
    words = list(_in_all(step, hidden))
    for fact in said.values():
        there = {f for f in seen if f.places <= fact.places and items_of(f) <= items_of(fact)}
        seen -= there
        words.append(_with_seen(fact, hidden, there))
    yield from words
    about = {*(step.conclusion.places if step.conclusion else ())}
    about.update(*(_named(hidden, fact) for fact in (*step.facts, *said.values())))
    for name in (name for name in hidden.names if name in about):
        here = {fact for fact in seen if _named(hidden, fact) == {name}}
        if here and len(_pieces(hidden, here)) <= NAMED:
            seen -= here
            yield hidden.call(name).sentence(listed(_pieces(hidden, here)), holds=True)
    rest = _pieces(hidden, seen)
    if len(rest) > NAMED and len(rest) == _copies(hidden, seen):
        yield say("{n} others are in sight elsewhere", n=_copies(hidden, seen))
    elif rest:
        yield say_n(
            "{items} is in sight elsewhere",
            "{items} are in sight elsewhere",
            _copies(hidden, seen),
            items=listed(rest),
        )


def _in_all(step: ProofStep, hidden: Hidden) -> Iterator[Words]:
    """Yield how many copies there are of each kind that the step counts."""
    if step.pattern in (Pattern.ALL_SEEN, Pattern.TALLY) and step.conclusion is not None:
        for item in step.conclusion.items:
            if hidden.items[item] > 1:
                yield say(
                    "there are {n} {items} in all", n=hidden.items[item], items=hidden.piece(item)
                )
        for fact in step.background:
            if fact.because.rule and isinstance(fact, Count) and fact.places:
                yield from _room(fact, step, hidden)


def _room(size: Count, step: ProofStep, hidden: Hidden) -> Iterator[Words]:
    """Yield how many pieces a place holds, if they are not all in sight."""
    for name in _named(hidden, size):
        seen = [f for f in step.background if shows_piece(hidden, f) and f.places <= size.places]
        if size.places == hidden.places_of(name) and _copies(hidden, seen) < size.hi == size.lo:
            yield say("{place}: {n} in all", place=hidden.call(name).name, n=size.hi)


def _with_seen(fact: Fact, hidden: Hidden, seen: Collection[Fact]) -> Words:
    """Return what a count says, and which of its pieces are in sight."""
    said, pieces, n = fact.because.words, _pieces(hidden, seen), _copies(hidden, seen)
    if not pieces or fact.because.naming:
        return said
    if isinstance(fact, Count) and n == fact.lo == fact.hi:
        if len(pieces) > NAMED:
            return say("{said}, all in sight", said=said)
        return say("{said}: {items}", said=said, items=listed(pieces))
    if len(pieces) > NAMED:
        return say("{said}, {n} of them in sight", said=said, n=n)
    return say("{said}, among them {items}", said=said, items=listed(pieces))


def _named(hidden: Hidden, fact: Fact) -> set[str]:
    """Return the name of a fact's place, nothing if it has several."""
    names = {hidden.name_of(place) for place in fact.places}
    return {name for name in names if name is not None} if len(names) == 1 else set()


def _pieces(hidden: Hidden, seen: Iterable[Fact]) -> list[Item | Words]:
    """Return the pieces that facts show, with their number if several are alike: "A", "2 T"."""
    tally: Counter[Item] = Counter()
    for fact in seen:
        for item in items_of(fact):
            tally[item] += _copies(hidden, [fact])
    return [
        hidden.piece(item) if n == 1 else say("{n} {items}", n=n, items=hidden.piece(item))
        for item, n in sorted(tally.items())
    ]


def _copies(hidden: Hidden, seen: Iterable[Fact]) -> int:
    """Return how many pieces are shown by facts about one kind each."""
    copies = 0
    for fact in seen:
        (item,) = items_of(fact)
        copies += fact.lo if isinstance(fact, Count) else hidden.items[item]
    return copies


def shows_piece(hidden: Hidden, fact: Fact) -> bool:
    """Tell whether an open fact shows where pieces of one kind are."""
    names = {hidden.name_of(place) for place in fact.places}
    there = isinstance(fact, Only) or fact.lo > 0
    return there and len(names) == 1 and len(items_of(fact)) == 1 and fact.because.line > 0


def claimed(hidden: Hidden, claim: Claim) -> Conclusion:
    """Return the conclusion that a claim about `hidden` states."""
    lo, hi = (1, None) if claim.holds else (None, 0)
    meant = hidden.meant(claim.item)
    items = tuple(item for item in hidden.items if item in meant)
    copies = sum(hidden.items[item] for item in items)
    trait = claim.item if claim.item in hidden.traits else ""
    return Conclusion(items, (claim.place,), lo, hi, copies, trait)


def claims_in_words(hidden: Hidden, claims: Collection[Claim]) -> Words:
    """Return claims about one place as a sentence, such as "5T, 6T are with nobody".

    If an item has several copies, a claim that holds is about at least one of them, as is one about
    a trait.
    """
    first, *_ = claims
    if not first.holds and (trait := hidden.traits.get(first.item)) is not None:
        return hidden.call(first.place).without(trait.every)
    items = listed(hidden.piece(claim.item) for claim in claims)
    return hidden.call(first.place).sentence(items, first.holds)

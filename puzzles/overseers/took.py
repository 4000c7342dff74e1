"""Who took what from the packs that the viewer passed on?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from ...models.core import View
from ...models.hidden import Because, Claim, Count, Item
from ...models.overseers.clues import Round
from ...models.overseers.state import State
from ...models.overseers.state import Step as Phase
from ...models.overseers.text import KINDS
from ...models.words import Words, listed, say
from ...solver.engine.cpsat import Translation
from ...solver.engine.patterns import Pattern, difficulty
from ...solver.engine.sweep import TooManyStates
from ...solver.engine.thought import letter
from ...solver.engine.work import Unsettled, Work
from ..grade import Grade, Solution, Thought, together
from ..kinds import PARTED, Answer, AnswerRow, Engine, Kind
from ..readers import Hurdle, readings
from .hands import PROOF, shared_out
from .passed import Cell, Dealt, Fact, Least, Not, Passed, Step, Table, Thinking, Where


class Took(Kind):
    """Who took what from some packs? They are asked for by the viewer's pick before each."""

    name = "took"
    steady = same = True

    def about(self, view: View, asked: str) -> Words:
        packs = (
            say(
                "after your pick {n}, {cards}",
                n=pack.pick,
                cards=listed((view.notation.sign(kind) for kind in pack.kinds), " "),
            )
            for pack in _packs(Table.of(view), asked)
        )
        return say("The others took, {packs}. Who took what?", packs=listed(packs, "; "))

    def asked(self, view: View) -> Iterable[str]:
        """Yield each pack that can have been allotted in one way only, then all of them."""
        state: State = view.state
        if state.step not in (Phase.VOTE, Phase.ANSWER) or view.viewer not in state.players:
            return
        table = Table.of(view)
        ways = [*table.fitting()]
        sure = [
            str(pack.pick)
            for number, pack in enumerate(table.packs)
            if _is_open(pack) and len({dealt[number] for dealt in ways}) == 1
        ]
        yield from sure
        if len(sure) > 1:
            yield PARTED.join(sure)

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return a row for everybody who took a card of such a pack, with its kinds."""
        return tuple(
            AnswerRow(
                f"{taker}:{pack.pick}",
                tuple(dict.fromkeys(pack.kinds)),
                (
                    (f"{taker}:{pack.pick}", say("{player}, pack {n}", player=taker, n=pack.pick)),
                    *KINDS.items(),
                ),
            )
            for pack in _packs(Table.of(view), asked)
            for taker in pack.takers
        )

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the kinds of card that each of them can have taken; nothing without the packs."""
        table = Table.of(view)
        numbers = [table.numbered(int(pick)) for pick in asked.split(PARTED)]
        cells = [
            (number, at) for number in numbers if number is not None for at in table.seats(number)
        ]
        if None in numbers:
            return ()
        found = _counted(table, cells) if engine is Engine.COUNT else _proved(view, table, cells)
        return tuple(tuple(sorted({each[at] for each in found})) for at in range(len(cells)))

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what the packs tell, and what follows from it, step by step."""
        table = Table.of(view)
        numbers = [
            n for pick in asked.split(PARTED) if (n := table.numbered(int(pick))) is not None
        ]
        steps = Thinking(table).found(numbers)
        packs = sorted({*numbers, *(number for step in steps for number in _used(step))})
        return Solution(
            _grade(view, table, packs, steps, _refutes(table, numbers, answer)),
            (*_recounted(table, packs), *_told(table, packs, steps)),
        )


def _packs(table: Table, asked: str) -> Iterator[Passed]:
    for pick in asked.split(PARTED):
        number = table.numbered(int(pick))
        if number is not None:
            yield table.packs[number]


def _is_open(pack: Passed) -> bool:
    """Tell whether it can be asked who took what: a card each, and not all alike."""
    return len({*pack.takers}) == len(pack.takers) > 1 < len({*pack.kinds})


# the two engines


def _counted(table: Table, cells: Sequence[Cell]) -> Collection[Dealt]:
    """Return what can lie at `cells`, by going through all ways to allot the packs."""
    return {tuple(dealt[pack][at] for pack, at in cells) for dealt in table.fitting()}


def _proved(view: View, table: Table, cells: Sequence[Cell]) -> Collection[Dealt]:
    """Return the same by CP-SAT on all that the record tells: a world, and another, until none."""
    hidden = view.game.model.hidden(view)
    slots = [table.packs[pack].slots[at] for pack, at in cells]
    places = [
        frozenset(place for place, (slot, _) in hidden.pairs.items() if slot == each)
        for each in slots
    ]
    model, work = Translation(hidden, presolve=True), Work(PROOF)
    because = Because(0, say("it was another card"), setup=True)
    found: set[Dealt] = set()
    while True:
        try:
            world = model.world(work)
        except Unsettled:
            raise TooManyStates from None
        if world is None:
            return found
        dealt = tuple(
            next(kind for kind, lying in world.items() if there & {*lying}) for there in places
        )
        found.add(dealt)
        model.require_one(
            Count(frozenset({kind}), there, 0, 0, because)
            for kind, there in zip(dealt, places, strict=True)
        )


# what seems right


def _refutes(table: Table, numbers: Iterable[int], answer: Answer) -> bool:
    """Tell whether another allotment of some pack seems likelier, alone, than the right one."""
    chances, answers = _likely(table), iter(answer)
    for number in numbers:
        pack = table.packs[number]
        right = tuple(next(answers) for _ in pack.takers)
        seems = {
            dealt: prod(
                chances[taker][kind] for taker, kind in zip(pack.takers, dealt, strict=True)
            )
            for dealt in pack.dealt
        }
        if seems[right] < max(seems.values()):
            return True
    return False


def _likely(table: Table) -> Mapping[str, Mapping[Item, float]]:
    """Return how many cards of each kind everybody seems to have.

    Those in sight, and of each other card what is left in the mean.
    """
    there = table.sums[Where.UNSEEN]
    out_of_sight = there.total()
    return {
        player: {
            kind: shown[kind]
            + (len(table.cells[player]) + table.apart[player] - shown.total()) * n / out_of_sight
            for kind, n in there.items()
        }
        for player, shown in table.shown.items()
    }


# how hard it is


def _used(step: Step) -> Iterator[int]:
    """Yield the packs that a step looks at, and those of its case."""
    yield from (*step.packs, *step.plain)
    for each in step.inner:
        yield from _used(each)


def _grade(
    view: View, table: Table, packs: Sequence[int], steps: Sequence[Step], refutes: bool
) -> Grade:
    """Return how hard the steps are, with one before them for each of `packs`.

    The things on the board are the packs that the viewer remembers.
    """
    hurdles = []
    for number in packs:
        lines = len(table.packs[number].lines)
        hard = difficulty(Pattern.PACK, lines)
        hurdles.append(Hurdle(frozenset({Pattern.PACK}), hard, clues=lines))
    for at, step in enumerate(steps):
        after = [packs.index(number) for number in _used(step)]
        after += (len(packs) + n for n, each in enumerate(steps[:at]) if each.facts & step.grounds)
        skills = frozenset({step.pattern, *(each.pattern for each in step.inner)})
        supposed = int(step.supposed is not None)
        hurdles.append(Hurdle(skills, step.difficulty(), tuple(after), step.width, supposed))
    looks = sum(len(looks) for looks in Round.of(view).looks.values())
    patterns = {pattern for hurdle in hurdles for pattern in hurdle.skills}
    return Grade(
        max(hurdle.difficulty for hurdle in hurdles),
        len({(hurdle.skills, hurdle.clues) for hurdle in hurdles}),
        len(hurdles),
        max(hurdle.clues for hurdle in hurdles),
        tuple(sorted((each for each in Pattern if each in patterns), key=lambda p: p.difficulty)),
        readings(hurdles, looks) if steps else (0, 0, 0),
        refutes,
    )


# in words


def _recounted(table: Table, packs: Iterable[int]) -> Iterator[Thought]:
    """Yield who took what from each pack together, as the lines tell."""
    for number in packs:
        pack = table.packs[number]
        words = say(
            "{taken} (pack {number})",
            taken=shared_out(Counter(pack.takers), Counter(pack.kinds)),
            number=pack.pick,
        )
        about = say("pack {number}", number=pack.pick)
        yield Thought(Pattern.PACK, words, lines=pack.lines, about=about)


def _told(table: Table, packs: Sequence[int], steps: Sequence[Step]) -> Iterator[Thought]:
    """Yield every step in words; the packs are the first steps."""
    called = {number: f"{at}" for at, number in enumerate(packs, start=1)}
    labels: dict[Fact, str] = {}
    for at, step in enumerate(steps, start=len(packs) + 1):
        telling = _Telling(table, called)
        words, claims = telling.step(step, labels), tuple(telling.claims(step, labels))
        yield Thought(step.pattern, words, claims, before=tuple(telling.before(step, labels)))
        labels = dict.fromkeys(step.facts, f"{at}") | labels


_SUPPOSED = ""
"""The label of what is supposed."""


@dataclass(frozen=True, slots=True)
class _Telling:
    """The words of steps about `table`; `called` are the numbers of the steps of its packs."""

    table: Table
    called: Mapping[int, str]

    def step(self, step: Step, labels: Mapping[Fact, str]) -> Words:
        """Return a step with its reasons; `labels` are the steps in which facts were found."""
        told = self._conclusion(step, labels)
        if step.supposed is None:
            return say(
                "{conclusion} ({pattern}): {reasons}",
                conclusion=told,
                pattern=step.pattern.called,
                reasons=listed(self._reasons(step, labels), "; "),
            )
        told = say("{conclusion} ({pattern})", conclusion=told, pattern=step.pattern.called)
        return say("{sentences}", sentences=listed((told, *self._case(step, labels)), "\n"))

    def before(self, step: Step, labels: Mapping[Fact, str]) -> Iterator[Words]:
        """Yield the reasons of a step that supposes nothing."""
        if step.supposed is None:
            yield from together(step.pattern, tuple(self._reasons(step, labels)))

    def claims(self, step: Step, labels: Mapping[Fact, str]) -> Iterator[Claim]:
        """Yield what a step settles of single cards, as it can be marked."""
        gone = {*labels, *step.facts}
        for cell in dict.fromkeys(fact.cell for fact in step.facts if isinstance(fact, Not)):
            there = f"{self.table.taker(cell)}:{self.table.packs[cell[0]].pick}"
            left = [kind for kind in self.table.kinds(cell) if Not(cell, kind) not in gone]
            for kind in self.table.kinds(cell):
                if Not(cell, kind) in step.facts:
                    yield Claim(there, kind, holds=False)
            if len(left) == 1:
                yield Claim(there, left[0])

    def _case(self, step: Step, labels: Mapping[Fact, str]) -> Iterator[Words]:
        """Yield what is supposed, and the steps from there."""
        assert step.supposed is not None
        cell, kind = step.supposed
        yield say("Suppose: {supposed}.", supposed=self._took(cell, kind))
        others = (Not(cell, each) for each in self.table.kinds(cell) if each != kind)
        inside: dict[Fact, str] = dict.fromkeys(
            (each for each in others if each not in labels), _SUPPOSED
        )
        labels = dict(labels) | inside
        for number, each in enumerate(step.inner):
            words = self.step(each, labels)
            yield say("  {letter}. {step}", letter=letter(number), step=words)
            labels = dict.fromkeys(each.facts, letter(number)) | labels

    def _conclusion(self, step: Step, labels: Mapping[Fact, str]) -> Words:
        for fact in step.facts:
            if isinstance(fact, Least):
                values = {"player": fact.player, "n": fact.n, "card": KINDS[fact.kind]}
                if fact.where is Where.APART:
                    return say("{player} took {n} {card} or more from other packs", **values)
                return say("{player} has {n} {card} or more out of sight", **values)
        cells = {fact.cell for fact in step.facts if isinstance(fact, Not)}
        for cell in cells:
            left = [
                kind
                for kind in self.table.kinds(cell)
                if Not(cell, kind) not in {*labels, *step.facts}
            ]
            if len(left) == 1:
                return self._took(cell, left[0])
            none = sorted(fact.kind for fact in step.facts if isinstance(fact, Not))
            return say(
                "{player} did not take {cards} from pack {number}",
                player=self.table.taker(cell),
                cards=listed(KINDS[kind] for kind in none),
                number=self.table.packs[cell[0]].pick,
            )
        return say("that cannot be")

    def _took(self, cell: Cell, kind: Item) -> Words:
        return say(
            "{player} took {card} from pack {number}",
            player=self.table.taker(cell),
            card=KINDS[kind],
            number=self.table.packs[cell[0]].pick,
        )

    def _reasons(self, step: Step, labels: Mapping[Fact, str]) -> Iterator[Words]:
        if step.player:
            shown = sorted(self.table.shown[step.player].elements())
            yield say(
                "{player} has {cards} in sight",
                player=step.player,
                cards=listed(KINDS[kind] for kind in shown),
            )
        for where, kind in step.sums:
            n, card = self.table.sums[where][kind], KINDS[kind]
            if where is Where.APART:
                yield say("other packs had {n} {card} at most", n=n, card=card)
            elif n:
                yield say("{n} {card} out of sight in all", n=n, card=card)
            else:
                yield say("no {card} out of sight", card=card)
        steps = [self.called[number] for number in sorted({*step.packs, *step.plain})]
        found = {labels[fact] for fact in step.grounds}
        for label in dict.fromkeys((*steps, *sorted(found - {_SUPPOSED}))):
            yield say("step {n}", n=label)
        if _SUPPOSED in found:
            yield say("what was supposed")

"""Who took what from the packs that the viewer passed on, as somebody works it out on paper.

A pack that the viewer remembers was passed on with some cards, and comes back, if at all, without
others: each player in between took one of them. Whoever shows cards must have taken them somewhere:
from these packs, or `apart`, from others. Thoughts are small: one player's cards beside some packs,
or one pack; where they end, something is supposed until it cannot be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise, permutations, product
from math import prod

from ...models.core import View
from ...models.overseers.box import Kind
from ...models.overseers.clues import Round
from ...solver.engine.patterns import Pattern, held
from ...solver.engine.sweep import TooManyStates
from ...solver.games.overseers.draft import Draft

MOST = 20_000
"""The most ways to allot the cards of all packs that are gone through."""

FAR = 100
"""More cards than anybody takes."""

Cell = tuple[int, int]
"""A card that somebody took: the number of the pack in the table, and of the taker there."""
Dealt = tuple[Kind, ...]
"""What each taker of a pack took, in order."""


@dataclass(frozen=True, slots=True)
class Passed:
    """Cards taken from a pack after the viewer's pick number `pick`: a card each, in order.

    `slots` are the names of their picks, `lines` those that tell what was passed on and came back.
    """

    pick: int
    kinds: tuple[Kind, ...]
    takers: tuple[str, ...]
    slots: tuple[str, ...]
    lines: tuple[int, ...]

    @property
    def dealt(self) -> Iterator[Dealt]:
        """The ways to allot the cards."""
        yield from sorted({*permutations(self.kinds)})


@dataclass(frozen=True)
class Table:
    """All that the viewer knows of what others took.

    `shown` are the cards that each of them is known to have, `apart` how many each took from packs
    that the viewer does not remember; `left` are the cards that may be among those.
    """

    packs: tuple[Passed, ...]
    shown: Mapping[str, Counter[Kind]]
    apart: Mapping[str, int]
    left: Counter[Kind]

    @classmethod
    def of(cls, view: View) -> Table:
        """Return what `view` tells, when all cards lie on the table."""
        draft, round_ = Draft.of(view), Round.of(view)
        holders = {holder.player: Counter(holder.known.values()) for holder in draft.holders}
        own = holders.pop(view.viewer, Counter[Kind]())
        packs = tuple(sorted(_passed(round_, view.viewer), key=lambda pack: pack.pick))
        apart = {player: round_.held(player) for player in holders}
        left = Counter(round_.box.deck[len(round_.players)])
        left.subtract(own)
        for pack in packs:
            left.subtract(pack.kinds)
            for taker in pack.takers:
                apart[taker] -= 1
        return cls(packs, holders, apart, left)

    @cached_property
    def cells(self) -> Mapping[str, Sequence[Cell]]:
        """What each player took from the packs."""
        cells: dict[str, list[Cell]] = {player: [] for player in self.shown}
        for number, pack in enumerate(self.packs):
            for at, taker in enumerate(pack.takers):
                cells[taker].append((number, at))
        return cells

    @cached_property
    def sums(self) -> Mapping[Where, Counter[Kind]]:
        """How many cards of each kind were taken apart at most, or lie unseen before others."""
        unseen = Counter(self.left)
        for pack in self.packs:
            unseen.update(pack.kinds)
        for shown in self.shown.values():
            unseen.subtract(shown)
        return {Where.APART: self.left, Where.UNSEEN: unseen}

    def seats(self, number: int) -> range:
        """Return the numbers of the takers of a pack."""
        return range(len(self.packs[number].takers))

    def taker(self, cell: Cell) -> str:
        """Return who took it."""
        return self.packs[cell[0]].takers[cell[1]]

    def kinds(self, cell: Cell) -> Sequence[Kind]:
        """Return what it can be by its pack alone."""
        return sorted({*self.packs[cell[0]].kinds})

    def numbered(self, pick: int) -> int | None:
        """Return the number of the pack that was passed on after this pick of the viewer."""
        return next((i for i, pack in enumerate(self.packs) if pack.pick == pick), None)

    def fitting(self) -> Iterator[tuple[Dealt, ...]]:
        """Yield every way to allot the cards of all packs; raises TooManyStates."""
        ways = [[*pack.dealt] for pack in self.packs]
        if prod(map(len, ways)) > MOST:
            raise TooManyStates
        for dealt in product(*ways):
            missing = Counter[Kind]()
            for player, cells in self.cells.items():
                less = self.shown[player] - Counter(dealt[pack][at] for pack, at in cells)
                if less.total() > self.apart[player]:
                    break
                missing += less
            else:
                if missing <= self.left:
                    yield dealt


def _passed(round_: Round, viewer: str) -> Iterator[Passed]:
    """Yield the remembered packs of which others took cards, and nobody else."""
    for dealt_to, looks in round_.looks.items():
        ends = [*(look.turn for look in looks), len(round_.players) * len(round_.slots)]
        for look, (begin, end) in zip(looks, pairwise(ends), strict=True):
            slots = [
                slot
                for slot in round_.slots
                if slot.pack == dealt_to and begin <= slot.turn < end and not slot.kinds
            ]
            kinds = Counter(look.kinds)
            picked = (slot for slot in round_.slots if slot.pack == dealt_to and slot.kinds)
            for slot in picked:
                if begin <= slot.turn < end:
                    kinds.subtract(slot.kinds)
            lines = [look.told.line]
            for later in looks:
                if later.turn == end:
                    kinds.subtract(later.kinds)
                    lines.append(later.told.line)
            takers = tuple(slot.seat for slot in slots for _ in range(slot.size))
            if takers and viewer not in takers and kinds.total() == len(takers):
                cards, names = tuple(sorted(kinds.elements())), tuple(slot.name for slot in slots)
                yield Passed(begin + 1, cards, takers, names, tuple(lines))


# what is thought


@dataclass(frozen=True, slots=True)
class Not:
    """A card that somebody took is not of this kind."""

    cell: Cell
    kind: Kind


class Where(StrEnum):
    """Where cards of a kind are counted: taken `APART`, or `UNSEEN` before players."""

    APART = "apart"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Least:
    """A player has at least so many cards of a kind that are counted somewhere."""

    where: Where
    player: str
    kind: Kind
    n: int


Fact = Not | Least
Sum = tuple[Where, Kind]
"""How many cards of a kind there are somewhere in all."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thought: what follows from the cards of a `player`, or from a pack alone (empty).

    It looks at `packs`, and at `plain` ones of which a card can be of one kind only, at `sums`, and
    at earlier facts, the `grounds`. Without `facts` it is what cannot be. If something is
    `supposed`, the `inner` steps follow from that, and end so.
    """

    pattern: Pattern
    facts: frozenset[Fact] = frozenset()
    player: str = ""
    packs: tuple[int, ...] = ()
    plain: tuple[int, ...] = ()
    sums: tuple[Sum, ...] = ()
    grounds: frozenset[Fact] = frozenset()
    supposed: tuple[Cell, Kind] | None = None
    inner: tuple[Step, ...] = ()

    def difficulty(self, drawn: Collection[Fact] = ()) -> int:
        """How hard it is; what was `drawn` in the same case has to be held in mind.

        So has what was only counted. What is known of a single card is marked.
        """
        if self.supposed is None:
            holding = {each for each in self.grounds if isinstance(each, Least) or each in drawn}
            cells = {each.cell if isinstance(each, Not) else each for each in holding}
            return self.pattern.difficulty + held(len(self.packs) + len(cells))
        inside = frozenset[Fact]().union(*(step.grounds for step in self.inner)) - self.grounds
        return self.pattern.difficulty + sum(step.difficulty(inside) for step in self.inner)

    @property
    def width(self) -> int:
        """How many packs are looked at together; where something is supposed, in one step."""
        return max((step.width for step in self.inner), default=len(self.packs))


class Thinking:
    """What follows about the packs of `table`, the nearest first.

    `given` is what is known at the beginning; in a case, what is supposed, too.
    """

    def __init__(self, table: Table, given: Iterable[Fact] = ()) -> None:
        self.table = table
        self._when: dict[Fact, int] = dict.fromkeys(given, 0)
        """Every fact, and the round in which it was found."""
        self._how: dict[Fact, int | str | Step] = {}
        """From which pack or player it follows, or the step that refutes what was supposed."""
        self._round = 0

    def found(self, numbers: Collection[int]) -> tuple[Step, ...]:
        """Return the steps to who took what from these packs; nothing if they do not lead there.

        As little as possible is supposed: the easiest supposition that cannot be comes first.
        """
        goal = [(number, at) for number in numbers for at in self.table.seats(number)]
        if self.follow() is not None:
            return ()
        while any(len(self.options(cell)) > 1 for cell in goal):
            refuted = sorted(self._refuted(), key=lambda step: (step.difficulty(), step.width))
            if not refuted:
                return ()
            for step in refuted:
                if all(len(self.options(cell)) == 1 for cell in goal):
                    break
                self._add(step.facts - self._when.keys(), step)
                if self.follow() is not None:
                    return ()
        return self._traced(
            {fact for fact in self._when if isinstance(fact, Not) and fact.cell in goal}
        )

    def options(self, cell: Cell) -> Sequence[Kind]:
        """Return the kinds that are left for a card."""
        return self._options(cell, self._when)

    def follow(self) -> int | str | None:
        """Take in all that follows without a supposition.

        Returns the pack, or the player, whose cards cannot be allotted then, None if all can.
        """
        while True:
            self._round += 1
            news: dict[Fact, int | str] = {}
            for number in range(len(self.table.packs)):
                dealt = self._dealt(number, self._when)
                if not dealt:
                    return number
                for at in self.table.seats(number):
                    there = {each[at] for each in dealt}
                    out = (kind for kind in self.options((number, at)) if kind not in there)
                    news.update({Not((number, at), kind): number for kind in out})
            for player in self.table.cells:
                found = self._seen(player)
                if found is None:
                    return player
                for fact in found:
                    news.setdefault(fact, player)
            new = {fact: how for fact, how in news.items() if fact not in self._when}
            if not new:
                return None
            for fact, how in new.items():
                self._add([fact], how)

    def _add(self, facts: Iterable[Fact], how: int | str | Step) -> None:
        for fact in facts:
            self._when[fact], self._how[fact] = self._round, how

    def _seen(self, player: str) -> Sequence[Fact] | None:
        """Return what a player's cards tell, with all that is known; None if nothing fits them."""
        cells = self.table.cells[player]
        ways = [*self._ways(player, self._all, {})]
        if not ways:
            return None
        facts: list[Fact] = []
        for at, cell in enumerate(cells):
            there = {taken[at] for taken in ways}
            facts += (Not(cell, kind) for kind in self.options(cell) if kind not in there)
        for where, kind in self._sums:
            n = min(self._there(player, where, kind, taken) for taken in ways)
            if n:
                facts.append(Least(where, player, kind, n))
        return facts

    # what is supposed

    def _refuted(self) -> Iterator[Step]:
        """Yield what turns out not to be when it is supposed."""
        for cell in (cell for cells in self.table.cells.values() for cell in cells):
            options = self.options(cell)
            for kind in options if len(options) > 1 else ():
                given = [Not(cell, each) for each in options if each != kind]
                case = Thinking(self.table, (*self._when, *given))
                end = case.follow()
                if end is not None:
                    inner = case._traced((), case._end(end))
                    inside = frozenset[Fact](given).union(*(step.facts for step in inner))
                    yield Step(
                        Pattern.CONTRADICTION,
                        frozenset({Not(cell, kind)}),
                        grounds=frozenset[Fact]().union(*(each.grounds for each in inner)) - inside,
                        supposed=(cell, kind),
                        inner=inner,
                    )

    # the steps, with no more reasons than it takes

    def _traced(self, facts: Collection[Fact], end: Step | None = None) -> tuple[Step, ...]:
        """Return the steps that lead to `facts`, or to the grounds of `end`, which is the last."""
        wanted = {*facts, *(end.grounds if end else ())}
        steps: list[Step] = [end] if end else []
        for fact in reversed([*self._how]):
            if fact in wanted:
                step = self._step(fact)
                like = replace(steps[-1], facts=frozenset()) if steps else None
                if like is not None and step == like and _like(fact, steps[-1].facts):
                    steps[-1] = replace(step, facts=steps[-1].facts | {fact})
                else:
                    steps.append(replace(step, facts=frozenset({fact})))
                wanted |= step.grounds
        return tuple(reversed(steps))

    def _step(self, fact: Fact) -> Step:
        """Return how a fact was found, without the fact itself."""
        how, before = self._how[fact], self._when[fact]
        if isinstance(how, Step):
            return replace(how, facts=frozenset())
        known = [each for each, when in self._when.items() if when < before]
        if isinstance(how, int):
            assert isinstance(fact, Not)
            cell, kind = fact.cell, fact.kind
            return self._of_pack(how, known, lambda dealt: dealt[cell[1]] == kind)
        if isinstance(fact, Not):
            return self._of_player(
                how, known, lambda used: self._can(how, used, {fact.cell: fact.kind})
            )
        return self._of_player(how, known, lambda used: self._least(fact, used) < fact.n)

    def _end(self, how: int | str) -> Step:
        """Return that the cards of a pack, or of a player, cannot be allotted."""
        if isinstance(how, int):
            return self._of_pack(how, self._when, lambda dealt: True)
        return self._of_player(how, self._when, lambda used: self._can(how, used, {}))

    def _of_player(self, player: str, known: Iterable[Fact], fits: Callable[[_Used], bool]) -> Step:
        """Return why something does not fit a player's cards."""
        mine = self.table.cells[player]
        packs, sums = frozenset(number for number, _ in mine), self._sums
        grounds = frozenset(
            each
            for each in known
            if (each.cell in mine if isinstance(each, Not) else each.player != player)
        )
        for each in self._sums:
            fewer = tuple(other for other in sums if other != each)
            if not fits((packs, grounds, fewer)):
                sums = fewer
        for ground in sorted(grounds, key=str):
            if not fits((packs, grounds - {ground}, sums)):
                grounds -= {ground}
        for number in sorted(packs, key=lambda each: -len(self.table.packs[each].kinds)):
            if not fits((packs - {number}, grounds, sums)):
                packs -= {number}
        grounds = frozenset(
            each for each in grounds if not isinstance(each, Not) or each.cell[0] in packs
        )
        marked = {cell[0] for cell in mine if len(self._options(cell, grounds)) == 1}
        plain = {cell[0] for cell in mine if len(self.table.kinds(cell)) == 1} & packs
        return Step(
            Pattern.TALLY if sums else Pattern.COUNT,
            player=player,
            packs=tuple(sorted(packs - marked)),
            plain=tuple(sorted(plain)),
            sums=sums,
            grounds=grounds,
        )

    def _of_pack(self, number: int, known: Iterable[Fact], fits: Callable[[Dealt], bool]) -> Step:
        """Return why something does not fit a pack."""
        grounds = frozenset(
            each for each in known if isinstance(each, Not) and each.cell[0] == number
        )
        for ground in sorted(grounds, key=str):
            if not any(map(fits, self._dealt(number, grounds - {ground}))):
                grounds -= {ground}
        cells = {each.cell for each in grounds if isinstance(each, Not)}
        pattern = Pattern.ELSEWHERE if len(cells) < 2 else Pattern.LAST_HOLDER
        return Step(pattern, packs=(number,), grounds=grounds)

    # what fits

    @cached_property
    def _sums(self) -> tuple[Sum, ...]:
        return tuple((where, kind) for where in Where for kind in sorted(self.table.left))

    @property
    def _all(self) -> _Used:
        return frozenset(range(len(self.table.packs))), self._when.keys(), self._sums

    def _options(self, cell: Cell, facts: Collection[Fact]) -> Sequence[Kind]:
        return [kind for kind in self.table.kinds(cell) if Not(cell, kind) not in facts]

    def _dealt(self, number: int, facts: Collection[Fact]) -> Sequence[Dealt]:
        """Return the ways to allot the cards of a pack that `facts` leave."""
        there = [self._options((number, at), facts) for at in self.table.seats(number)]
        return [
            dealt
            for dealt in self.table.packs[number].dealt
            if all(kind in options for kind, options in zip(dealt, there, strict=True))
        ]

    def _ways(self, player: str, used: _Used, fixed: Mapping[Cell, Kind]) -> Iterator[Dealt]:
        """Yield what a player can have taken, with `fixed` cards, by what is used alone.

        Cards from packs that are not used may be of any kind: they are counted as if taken apart.
        """
        packs, facts, sums = used
        cells = self.table.cells[player]
        there = [
            [fixed[cell]] if cell in fixed else self._options(cell, facts)
            for cell in cells
            if cell in fixed or cell[0] in packs
        ]
        free = len(cells) - len(there)
        most = self.table.apart[player] + free
        room = self._room(player, facts, sums)
        shown = [(kind, n) for kind, n in self.table.shown[player].items() if n]
        for taken in product(*there):
            if sum([max(0, n - taken.count(kind)) for kind, n in shown]) > most:
                continue
            apart = 0
            for (where, kind), n in room:
                over = max(0, self._there(player, where, kind, taken) - n)
                apart += over if where is Where.APART else FAR * over
            if apart <= free:
                yield taken

    def _there(self, player: str, where: Where, kind: Kind, taken: Dealt) -> int:
        """Return how many cards of a kind a player has somewhere who took `taken` from packs."""
        more = self.table.shown[player][kind] - taken.count(kind)
        return max(0, more if where is Where.APART else -more)

    def _room(
        self, player: str, facts: Collection[Fact], sums: Collection[Sum]
    ) -> Sequence[tuple[Sum, int]]:
        """Return how many cards a player can have somewhere at most, of what is summed up."""
        others: dict[tuple[Sum, str], int] = {}
        for each in facts:
            if isinstance(each, Least) and each.player != player:
                whose = (each.where, each.kind), each.player
                others[whose] = max(each.n, others.get(whose, 0))
        room = {(where, kind): self.table.sums[where][kind] for where, kind in sums}
        for (summed, _), n in others.items():
            if summed in room:
                room[summed] -= n
        return [*room.items()]

    def _can(self, player: str, used: _Used, fixed: Mapping[Cell, Kind]) -> bool:
        """Tell whether a player can have taken `fixed` cards, by what is used alone."""
        return any(True for _ in self._ways(player, used, fixed))

    def _least(self, fact: Least, used: _Used) -> int:
        """Return how many cards of that kind the player has there at least, by what is used."""
        cells = self.table.cells[fact.player]
        free = sum(number not in used[0] for number, _ in cells)
        there = (
            self._there(fact.player, fact.where, fact.kind, taken)
            for taken in self._ways(fact.player, used, {})
        )
        return max(0, min(there, default=0) - (free if fact.where is Where.APART else 0))


def _like(fact: Fact, facts: Iterable[Fact]) -> bool:
    """Tell whether a fact is about the same card as `facts`."""
    return isinstance(fact, Not) and all(
        isinstance(each, Not) and each.cell == fact.cell for each in facts
    )


_Used = tuple[frozenset[int], Collection[Fact], tuple[Sum, ...]]
"""The packs, facts and sums that something is seen from."""

"""The single steps that a plan is made of: each action with the dice and melodies it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, permutations

from ....models.bards import Box, State
from ....models.bards.abilities import ability, dice_left, powers, robbed, times
from ....models.bards.cards import Bard, Card, Icon
from ....models.bards.dice import COLOURS, Colour, Die, majority, pips
from ....models.bards.state import FIRST
from .worth import WORTHS, veteran_worth

Powers = frozenset[str]
"""Lasting powers, as in `blend` or `echo B`."""


@dataclass(frozen=True, slots=True)
class Column:
    """One action: `dice` as they lie now, what each is turned to, and the `melodies` for that.

    `needs` are powers that a bard of this plan must lend. A performance has any of `colours`.
    `gains` are performances of a bard, `melodies_gained` and `worth` (hundredths) the rest, the
    dice it spends included. A `second` hire comes after another one: the newest bard in town is
    not the newest any more.
    """

    verb: str
    card: Card
    dice: tuple[Die, ...]
    turned: tuple[Die, ...]
    melodies: int
    worth: int
    needs: Powers = frozenset()
    colours: tuple[Colour, ...] = ()
    gains: tuple[Colour, ...] = ()
    melodies_gained: int = 0
    lends: str = ""
    extra: int = 0
    second: bool = False


@dataclass(frozen=True)
class Position:
    """What a plan starts from: the state of `player`, who has the turn or may get it."""

    box: Box
    state: State
    player: str

    @property
    def dice(self) -> Counter[Die]:
        """The unlocked dice."""
        return Counter(self.state.troupes[self.player].dice)

    @property
    def lasting(self) -> Powers:
        """The powers there are."""
        return frozenset(map(str, powers(self.box, self.state, self.player)))

    def echoes(self, colour: Colour) -> int:
        """Return how many melodies a performance of `colour` gives already. BB-20"""
        return times(self.box, self.state, self.player, "echo", colour)

    @property
    def lendable(self) -> Powers:
        """The powers that bards in play can still lend."""
        bards = self.box.cards.bards
        lent = frozenset(
            str(bards[each.card].support)
            for each in self.state.troupes[self.player].stage
            if not each.die and bards[each.card].support is not None
        )
        # In the first version nothing is added to a power that there is.
        return lent - self.lasting if self.state.version == FIRST else lent

    @property
    def posters(self) -> int:
        """The wanted posters in hand."""
        return sum(
            card in self.box.cards.posters for card in self.state.troupes[self.player].hand.known
        )

    @property
    def most_melodies(self) -> int:
        """No more melodies can be spent: those there are, hand cards, and what is gained."""
        troupe = self.state.troupes[self.player]
        unused = [ability(self.box, self.state, each.card) for each in troupe.stage if not each.die]
        gained = sum(icon.kind == "melody" for bard in unused if bard for icon in bard.icons)
        echoes = [self.echoes(c) + (f"echo {c}" in self.lendable) for c in COLOURS]
        gained += max(echoes) * (len(troupe.dice) // 3)
        return troupe.melodies + len(troupe.hand) + gained


def columns(position: Position) -> list[Column]:
    """Return every action that the dice there are allow, turned by melodies where needed."""
    return [
        *_performances(position),
        *_uses(position),
        *_hires(position),
    ]


def melodies_for(die: Die, shown: int, swing: bool) -> int:
    """Return how many melodies turn `die` to `shown`."""
    away = abs(pips(die) - shown)
    return (away + 1) // 2 if swing else away


def _sets(dice: Counter[Die], size: int) -> Iterator[tuple[Die, ...]]:
    for some in combinations_with_replacement(sorted(dice), size):
        if all(some.count(die) <= dice[die] for die in set(some)):
            yield some


def _lent(position: Position, *kinds: str) -> Iterator[Powers]:
    """The sets of powers of these kinds that bards could lend, the empty one first."""
    lent = sorted(p for p in position.lendable - position.lasting if p.split()[0] in kinds)
    for size in range(len(lent) + 1):
        for some in combinations(lent, size):
            yield frozenset(some)


# performances


def _performances(position: Position) -> Iterator[Column]:
    for three in _sets(position.dice, 3):
        best: dict[Powers, int] = {}
        for needs in _lent(position, "circle", "swing"):
            dice, turned, cost = _cheapest(three, position.lasting | needs)
            if cost > position.most_melodies or _no_better(best, needs, cost):
                continue
            yield from _coloured(position, dice, turned, cost, needs)


def _no_better(best: dict[Powers, int], needs: Powers, cost: int) -> bool:
    """Tell whether fewer powers already serve for this cost; remembers it if not."""
    if any(known < needs and best[known] <= cost for known in best):
        return True
    best[needs] = cost
    return False


def _cheapest(
    three: tuple[Die, ...], having: Powers
) -> tuple[tuple[Die, ...], tuple[Die, ...], int]:
    """The dice in the order of the sequence that takes the fewest melodies, as they become it."""
    swing = "swing" in having
    least = 99
    for start in range(1, 7 if "circle" in having else 5):
        shown = tuple((start - 1 + step) % 6 + 1 for step in range(3))
        for order in permutations(three):
            cost = sum(melodies_for(die, to, swing) for die, to in zip(order, shown, strict=True))
            if cost < least:
                least, dice, sequence = cost, order, shown
    return dice, tuple(f"{die[0]}{to}" for die, to in zip(dice, sequence, strict=True)), least


def _coloured(
    position: Position, dice: tuple[Die, ...], turned: tuple[Die, ...], cost: int, needs: Powers
) -> Iterator[Column]:
    """The same performance by the colours it can have, with and without a blend."""
    plain = majority(dice)
    among = tuple(c for c in COLOURS if c in {die[0] for die in dice})
    if "blend" in position.lasting:
        plain = among
    yield from _echoed(position, dice, turned, cost, needs, plain)
    if plain != among and "blend" in position.lendable:
        yield from _echoed(position, dice, turned, cost, needs | {"blend"}, among)


def _echoed(
    position: Position,
    dice: tuple[Die, ...],
    turned: tuple[Die, ...],
    cost: int,
    needs: Powers,
    colours: tuple[Colour, ...],
) -> Iterator[Column]:
    """The performance, and where that gives melodies, once more in that colour alone. BB-4

    One more is lent by a bard, if the rules add it to those there are.
    """
    worth = -3 * WORTHS.die + WORTHS.action
    plain = Column("performs", "", dice, turned, cost, worth, needs, colours)
    yield plain
    for colour in colours:
        echo, there = f"echo {colour}", position.echoes(colour)
        if there:
            yield replace(plain, colours=(colour,), melodies_gained=there)
        if echo in position.lendable:
            yield replace(plain, colours=(colour,), needs=needs | {echo}, melodies_gained=there + 1)


# bards in play


def _uses(position: Position) -> Iterator[Column]:
    stage = position.state.troupes[position.player].stage
    for card in dict.fromkeys(each.card for each in stage if not each.die):
        bard = ability(position.box, position.state, card)
        if bard is None or bard.cost is None:
            continue
        for die in sorted(position.dice):
            best: dict[Powers, int] = {}
            for needs in _lent(position, "lenient", "swing"):
                yield from _used(position, card, bard, die, needs, best)


def _used(
    position: Position,
    card: Card,
    bard: Bard,
    die: Die,
    needs: Powers,
    best: dict[Powers, int],
) -> Iterator[Column]:
    assert bard.cost is not None
    having = position.lasting | needs
    slack = int("lenient" in having)
    shown = min(
        (each for each in range(1, 7) if bard.cost.misses(each) <= slack),
        key=lambda each: abs(each - pips(die)),
    )
    cost = melodies_for(die, shown, "swing" in having)
    if cost > position.most_melodies or _no_better(best, needs, cost):
        return
    yield from _outcomes(position, card, bard, die, f"{die[0]}{shown}", cost, needs)


def _outcomes(
    position: Position,
    card: Card,
    bard: Bard,
    die: Die,
    turned: Die,
    cost: int,
    needs: Powers,
) -> Iterator[Column]:
    """One column for each way the icons can go: what is discarded, how support is used."""
    rest = position.dice - Counter([die])
    ways: list[tuple[int, tuple[Colour, ...], int, tuple[Die, ...], str, int]]
    ways = [(WORTHS.action, (), 0, (), "", 0)]
    for icon in bard.icons:
        if not _can(position, icon, rest):
            break
        ways = [
            (worth + w, gains + g, melodies + m, spent + s, lends or lent, extra + e)
            for worth, gains, melodies, spent, lends, extra in ways
            for w, g, m, s, lent, e in _icon(position, card, bard, icon, rest)
        ]
    for worth, gains, melodies, spent, lends, extra in ways:
        yield Column(
            "uses",
            card,
            (die, *spent),
            (turned, *spent),
            cost,
            worth,
            needs,
            gains=gains,
            melodies_gained=melodies,
            lends=lends,
            extra=extra,
        )


def _can(position: Position, icon: Icon, rest: Counter[Die]) -> bool:
    troupe = position.state.troupes[position.player]
    match icon.kind:
        case "discard":
            return bool(rest)
        case "steal":
            return bool(rest) and bool(robbed(position.box, position.state, position.player))
        case "explore" | "gather" | "draw":
            return bool(troupe.left_to_draw or troupe.discard)
    return True


_Way = tuple[int, tuple[Colour, ...], int, tuple[Die, ...], str, int]
"""Worth, performances, melodies, dice spent, power lent, extra actions."""


def _icon(position: Position, card: Card, bard: Bard, icon: Icon, rest: Counter[Die]) -> list[_Way]:
    left = [c for c in COLOURS if dice_left(position.box, position.state, c) > 0]
    match icon.kind:
        case "die":
            gained = bool(left) if icon.colour == "any" else icon.colour in left
            return [(WORTHS.die if gained else 0, (), 0, (), "", 0)]
        case "melody":
            return [(0, (), 1, (), "", 0)]
        case "performance":
            return [(0, (icon.colour,), 0, (), "", 0)]
        case "discard":
            return [(-WORTHS.die, (), 0, (die,), "", 0) for die in sorted(rest)]
        case "support":
            action: _Way = (WORTHS.extra_action, (), 0, (), "", 1)
            if card in position.box.cards.posters:
                return [action]
            return [action, (0, (), 0, (), str(bard.support), 0)]
    brings = {
        "explore": WORTHS.explore,
        "gather": WORTHS.gather,
        "steal": WORTHS.steal,
        "draw": WORTHS.draw,
    }
    return [(brings[icon.kind], (), 0, (), "", 0)]


# veterans


def _hires(position: Position) -> Iterator[Column]:
    if not position.posters:
        return
    for price in (2, 3):
        for dice in _sets(position.dice, price):
            best: dict[Powers, int] = {}
            for needs in _lent(position, "swing"):
                turned, cost = _made_equal(dice, "swing" in position.lasting | needs)
                if cost <= position.most_melodies and not _no_better(best, needs, cost):
                    yield from _hired(position, dice, turned, cost, needs)


def _made_equal(dice: tuple[Die, ...], swing: bool) -> tuple[tuple[Die, ...], int]:
    costs = [(sum(melodies_for(die, to, swing) for die in dice), to) for to in range(1, 7)]
    cost, to = min(costs)
    return tuple(f"{die[0]}{to}" for die in dice), cost


def _hired(
    position: Position, dice: tuple[Die, ...], turned: tuple[Die, ...], cost: int, needs: Powers
) -> Iterator[Column]:
    """The newest bard costs a third die, unless somebody newer comes or a scout helps. BB-6"""
    state = position.state
    scouted = "scout" in position.lasting
    for card in state.line:
        worth = veteran_worth(position.box.cards.bards[card]) - len(dice) * WORTHS.die
        worth += WORTHS.action - WORTHS.hand_card
        newest = card == state.newest and not scouted
        if len(dice) == (3 if newest else 2):
            yield Column("hires", card, dice, turned, cost, worth, needs)
        elif newest:
            if "scout" in position.lendable:
                yield Column("hires", card, dice, turned, cost, worth, needs | {"scout"})
            if state.veterans:
                yield Column("hires", card, dice, turned, cost, worth, needs, second=True)

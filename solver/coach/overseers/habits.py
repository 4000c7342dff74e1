"""How a player who does not think ahead chooses: all that is equally good, at each choice.

Draft: what promises most with the cards picked; discard: what costs least; the top row shows the
least points. Powers: what gives most own points. Vote and look go for whoever seems to have most:
what lies open, and a mean for each card that lies face down. The accused admits if its own points
are well beyond what the others seem to have. Theft and Liang go for whoever has most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from ....models.overseers.box import (
    BENEVOLENCE,
    HONESTY,
    MALICE,
    MURDER,
    PIETY,
    THEFT,
    Kind,
    Power,
)
from ....models.overseers.state import Spot
from .worth import Bundle, Cards, Memo, best

if TYPE_CHECKING:
    from .play import Play, Seat


PROMISE: Mapping[Kind, tuple[float, ...]] = {
    MURDER: (8.0,),
    BENEVOLENCE: (2.0,),
    MALICE: (1.0,),
    THEFT: (3.0, 2.0),
    HONESTY: (4.0, 9.0, 7.0),
    PIETY: (4.0, 9.0, 10.0),
}


@dataclass(frozen=True)
class Habits:
    """The numbers a player judges by.

    `promise`: what the first, second, third card of a kind are worth in the draft, while more may
    come; beyond these a series is worth nothing more, other cards go on like the last. `unseen`:
    points that a face-down card is taken to be worth, sets included. `bold`: how many points beyond
    the best of the others an accused must believe to be before admitting.
    """

    cards: Cards
    promise: Mapping[Kind, tuple[float, ...]] = field(default_factory=lambda: PROMISE)
    unseen: float = 6.4
    bold: float = 5.0

    @cached_property
    def promised(self) -> Mapping[Power | None, Memo[Bundle, float]]:
        """What bundles are worth in the middle of the draft, by power."""
        return {power: Memo(self._promised(power)) for power in (None, *Power)}

    def _promised(self, power: Power | None) -> Callable[[Bundle], float]:
        box = self.cards.box

        def promised(bundle: Bundle) -> float:
            total = 0.0
            for kind, n in Counter(self.cards.kinds(bundle)).items():
                worths = self.promise[kind]
                total += sum(worths[:n])
                if kind not in box.series:
                    total += worths[-1] * max(0, n - len(worths))
                if power is Power.AVENGE and kind == MURDER:
                    total += box.powers.avenged * n
                if power is Power.STEADFAST and kind in (HONESTY, PIETY):
                    total += box.powers.steadfast * n
            return total

        return promised

    @cached_property
    def picks(self) -> Memo[tuple[Power | None, int, Bundle, Bundle], tuple[Bundle, ...]]:
        """The picks of so many cards that promise most: by power, number, hand and pack."""

        def picks(at: tuple[Power | None, int, Bundle, Bundle]) -> tuple[Bundle, ...]:
            power, size, hand, pack = at
            promised = self.promised[power]
            return best(self.cards.some[pack, size], lambda taken: promised[hand + taken])

        return Memo(picks)

    @cached_property
    def discards(self) -> Memo[tuple[Power | None, Bundle], tuple[Bundle, ...]]:
        """The cards of a hand whose loss costs least."""

        def discards(at: tuple[Power | None, Bundle]) -> tuple[Bundle, ...]:
            power, hand = at
            points = self.cards.points[power]
            return best(self.cards.some[hand, 1], lambda card: points[hand - card])

        return Memo(discards)

    @cached_property
    def tops(self) -> Memo[tuple[int, Bundle], tuple[Bundle, ...]]:
        """The top rows of so many cards that show the least points."""

        def tops(at: tuple[int, Bundle]) -> tuple[Bundle, ...]:
            size, hand = at
            points = self.cards.points[None]
            return best(self.cards.some[hand, size], lambda top: -points[top])

        return Memo(tops)


@cache
def usual(cards: Cards) -> Habits:
    """Return the habits of a sensible player."""
    return Habits(cards)


LIKED = (
    Power.DOCK,
    Power.SEIZE,
    Power.DRAW,
    Power.STEADFAST,
    Power.LOOK,
    Power.TUCK,
    Power.TILT,
    Power.AVENGE,
    Power.ABOVE,
    Power.DOUBLE,
    Power.BECOME,
)
"""The characters by the points they bring a player who does not think ahead, at four players."""


def becomes(play: Play, seat: Seat) -> tuple[Power, ...]:
    """Return the characters that give most."""
    return best(play.offered, lambda power: -LIKED.index(power))


def picks(play: Play, seat: Seat) -> tuple[Bundle, ...]:
    """Return the best cards of the pack."""
    at = (play.powers[seat], play.size, play.hands[seat], play.packs[seat])
    return play.habits[seat].picks[at]


def discards(play: Play, seat: Seat) -> tuple[Bundle, ...]:
    """Return the cards whose loss costs least."""
    return play.habits[seat].discards[play.powers[seat], play.hands[seat]]


def tops(play: Play, seat: Seat) -> tuple[Bundle, ...]:
    """Return the top rows that show least."""
    return play.habits[seat].tops[play.tops(seat), play.hands[seat]]


def tilts(play: Play, seat: Seat) -> tuple[Spot, ...]:
    """Return the spots of the cards to tilt."""
    row = play.rows[seat]
    tilted, points = play.cards.tilted, play.cards.points[play.powers[seat]]

    def worth(spot: Spot) -> int:
        (lost,) = (card.kind for card in row if card.spot == spot)
        return points[sum([tilted if card.kind == lost else card.kind for card in row])]

    return best([card.spot for card in row], worth)


def adds(play: Play, seat: Seat) -> tuple[Bundle, ...]:
    """Return the drawn cards to add."""
    return best(list(dict.fromkeys(play.drawn)), lambda card: play.with_card(seat, card))


def looks(play: Play, seat: Seat) -> tuple[tuple[Seat, tuple[Spot, ...]], ...]:
    """Return whose cards to look at, and which."""
    options = []
    for other in _most(play, seat, shown(play, seat), play.seats):
        down = [card.spot for card in play.rows[other] if not card.up]
        looks = min(play.cards.box.powers.looks, len(down))
        options += [(other, spots) for spots in combinations(down, looks)]
    return tuple(options)


def tucks(play: Play, seat: Seat) -> tuple[tuple[Spot, Spot], ...]:
    """Return which card to tuck, and under which."""
    row, points = play.rows[seat], play.cards.points[play.powers[seat]]
    total = sum([card.nature for card in row])
    pairs = best(
        list(permutations(row, 2)),
        lambda pair: points[total - pair[0].nature + pair[1].kind],
    )
    return tuple((below.spot, above.spot) for below, above in pairs)


def votes(play: Play) -> Iterator[tuple[Seat, tuple[Seat, ...]]]:
    """Yield for whom each seat votes that has not voted yet."""
    seeming = shown(play)
    first = best(play.seats, seeming.__getitem__)
    for seat in play.seats:
        if play.votes[seat] < 0:
            if play.looked and play.looked[0] == seat:
                yield seat, _most(play, seat, shown(play, seat), play.seats)
            elif seat in first:
                yield seat, _most(play, seat, seeming, play.seats)
            else:
                yield seat, first


def accuses(play: Play, seat: Seat) -> tuple[Seat, ...]:
    """Return whom the leader accuses among the tied."""
    return _most(play, seat, shown(play, seat), play.tied)


def answer(play: Play, seat: Seat) -> str:
    """Return what the accused answers."""
    seeming = shown(play, seat)
    most = max([seeming[other] for other in play.seats if other != seat])
    return "admits" if play.points(seat) - most > play.habits[seat].bold else "denies"


def admits(play: Play, seat: Seat) -> tuple[tuple[Spot, ...], ...]:
    """Return the cards that cost the accused least."""
    return _given_up(play, seat, 1)


def punishes(play: Play, seat: Seat) -> bool:
    """Tell whether the leader lets the tied accused pay."""
    return play.accused != seat


def losses(play: Play, seat: Seat) -> tuple[tuple[Spot, ...], ...]:
    """Return the cards whose loss costs the accused most: the penalty. OV-6"""
    return _given_up(play, seat, -1)


def takes(play: Play, seat: Seat) -> tuple[Bundle, ...]:
    """Return the card of the discard that gives the accused most."""
    pile = list(dict.fromkeys(play.cards.singles[play.pile]))
    return best(pile, lambda card: play.with_card(seat, card))


def appoints(play: Play, seat: Seat, thieves: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return whom the leader lets steal."""
    return (seat,) if seat in thieves else thieves


def robs(play: Play, seat: Seat, victims: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return whom the thief robs."""
    return best(victims, play.points)


def gives(play: Play, seat: Seat) -> tuple[Spot, ...]:
    """Return the cards that cost the victim least."""
    row, points = play.rows[seat], play.cards.points[play.powers[seat]]
    total = sum([card[2] for card in row])
    return tuple([card[0] for card in best(row, lambda card: points[total - card[2]])])


def docks(play: Play, seat: Seat, scores: Sequence[int]) -> tuple[Seat, ...]:
    """Return from whom Liang takes points."""
    return best([other for other in play.seats if other != seat], lambda other: scores[other])


def shown(play: Play, seat: Seat = -1) -> list[float]:
    """Return what each player seems to have, as `seat` sees it (by default: as all see it)."""
    looker, player, spots = play.looked or (-1, -1, ())
    seen = spots if seat == looker >= 0 else ()
    unseen = play.habits[seat].unseen
    seeming = []
    for other in play.seats:
        known = hidden = 0
        for spot, _, nature, up in play.rows[other]:
            if up or (other == player and spot in seen):
                known += nature
            else:
                hidden += 1
        seeming.append(play.cards.points[play.powers[other]][known] + unseen * hidden)
    return seeming


def _most(
    play: Play, seat: Seat, seeming: Sequence[float], among: Iterable[Seat]
) -> tuple[Seat, ...]:
    return best([other for other in among if other != seat], seeming.__getitem__)


def _given_up(play: Play, seat: Seat, sign: int) -> tuple[tuple[Spot, ...], ...]:
    """Return the cards whose loss leaves most, or least if `sign` is negative."""
    row = play.rows[seat]
    points = play.cards.points[play.powers[seat]]
    total = sum([card[2] for card in row])
    pairs = combinations(row, min(play.cards.box.confessed, len(row)))
    left: dict[int, list[tuple[Spot, ...]]] = {}
    for pair in pairs:
        rest = points[total - sum([card[2] for card in pair])]
        left.setdefault(rest, []).append(tuple([card[0] for card in pair]))
    return tuple(left[max(left) if sign > 0 else min(left)])

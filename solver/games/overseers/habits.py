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
"""What the first, second, third card of a kind are worth in the draft, while more may come.

Found by changing one number at a time for a single player among others, who then took over what
gained it points (rounds of 3, 4 and 6 players), until little was to be gained."""


@dataclass(frozen=True)
class Habits:
    """The numbers a player judges by.

    `promise`: the worths of cards in the draft; beyond these a series is worth nothing more, other
    cards go on like the last. `unseen`: points that a face-down card is taken to be worth, sets
    included: the mean in rounds of such players. `bold`: how many points beyond the best of the
    others an accused must believe to be before admitting.
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
    kinds = tuple([card.kind for card in row])
    return tuple([row[i].spot for i in _tilts(play.cards, play.powers[seat], kinds)])


@cache
def _tilts(cards: Cards, power: Power | None, kinds: tuple[Bundle, ...]) -> tuple[int, ...]:
    points, tilted = cards.points[power], cards.tilted

    def worth(i: int) -> int:
        return points[sum([tilted if kind == kinds[i] else kind for kind in kinds])]

    return best(range(len(kinds)), worth)


def adds(play: Play, seat: Seat) -> tuple[Bundle, ...]:
    """Return the drawn cards to add."""
    return best(list(dict.fromkeys(play.drawn)), lambda card: play.with_card(seat, card))


def looks(play: Play, seat: Seat) -> tuple[tuple[Seat, tuple[Spot, ...]], ...]:
    """Return whose cards to look at, and which."""
    options = []
    for other in _most(seat, shown(play, seat, play.open()), play.seats):
        down = [card.spot for card in play.rows[other] if not card.up]
        looks = min(play.cards.box.powers.looks, len(down))
        options += [(other, spots) for spots in combinations(down, looks)]
    return tuple(options)


def tucks(play: Play, seat: Seat) -> tuple[tuple[Spot, Spot], ...]:
    """Return which card to tuck, and under which."""
    row = play.rows[seat]
    kinds = tuple([card.kind for card in row])
    pairs = _tucks(play.cards, play.powers[seat], kinds)
    return tuple([(row[below].spot, row[above].spot) for below, above in pairs])


@cache
def _tucks(
    cards: Cards, power: Power | None, kinds: tuple[Bundle, ...]
) -> tuple[tuple[int, int], ...]:
    points, total = cards.points[power], sum(kinds)

    def worth(pair: tuple[int, int]) -> int:
        below, above = pair
        return points[total - kinds[below] + kinds[above]]

    return best(list(permutations(range(len(kinds)), 2)), worth)


def votes(play: Play) -> Iterator[tuple[Seat, tuple[Seat, ...]]]:
    """Yield for whom each seat votes that has not voted yet."""
    open_ = play.open()
    for seat in play.seats:
        if play.votes[seat] < 0:
            yield seat, _most(seat, shown(play, seat, open_), play.seats)


def accuses(play: Play, seat: Seat) -> tuple[Seat, ...]:
    """Return whom the leader accuses among the tied."""
    return _most(seat, shown(play, seat, play.open()), play.tied)


def answer(play: Play, seat: Seat) -> str:
    """Return what the accused answers."""
    seeming = shown(play, seat, play.open())
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


def shown(play: Play, seat: Seat, open_: Sequence[tuple[int, int]]) -> list[float]:
    """Return what each player seems to have, as `seat` sees it, where `open_` is what all see."""
    looker, player, spots = play.looked or (-1, -1, ())
    unseen = play.habits[seat].unseen
    seeming = [known + unseen * hidden for known, hidden in open_]
    if seat == looker:
        row = play.rows[player]
        known = sum([card[2] for card in row if card[3] or card[0] in spots])
        hidden = sum([not card[3] and card[0] not in spots for card in row])
        seeming[player] = play.cards.points[play.powers[player]][known] + unseen * hidden
    if play.doubts:
        return [points + doubt for points, doubt in zip(seeming, play.doubts[seat], strict=True)]
    return seeming


def _most(seat: Seat, seeming: Sequence[float], among: Iterable[Seat]) -> tuple[Seat, ...]:
    others = [other for other in among if other != seat]
    most = max([seeming[other] for other in others])
    return tuple([other for other in others if seeming[other] == most])


def _given_up(play: Play, seat: Seat, sign: int) -> tuple[tuple[Spot, ...], ...]:
    """Return the cards whose loss leaves most, or least if `sign` is negative."""
    row = play.rows[seat]
    natures = tuple([card[2] for card in row])
    found = _losses(play.cards, play.powers[seat], natures, sign)
    return tuple([tuple([row[i][0] for i in gone]) for gone in found])


@cache
def _losses(
    cards: Cards, power: Power | None, natures: tuple[Bundle, ...], sign: int
) -> tuple[tuple[int, ...], ...]:
    points, total = cards.points[power], sum(natures)
    size = min(cards.box.confessed, len(natures))
    return best(
        list(combinations(range(len(natures)), size)),
        lambda gone: sign * points[total - sum([natures[i] for i in gone])],
    )

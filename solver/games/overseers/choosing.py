"""How a player without foresight chooses: all equally good options, at each choice.

Draft: what promises most with the cards picked. Discard: what costs least. Top row: what shows the
least points. Powers: what gives most own points. Vote and look: whoever seems to have most, by open
cards and a mean for each face-down card. The accused admits if its own points are well beyond what
the others seem to have. Theft and Liang: whoever has most. No choice uses a card that its seat does
not see; the numbers are those of the seat's `Habits`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random

from ....models.overseers.box import Power
from ....models.overseers.state import Spot
from .bundles import Bundle, Cards, best
from .table import RoundTable, Seat

DOUBT = 2.3
"""Standard deviation (points) of a seat's estimate of another from public cards around its estimate
from all it knows, as measured in rounds of greedy players (2.1 to 2.5 at three to five players).
The judgements of others are assumed to be as uncertain as that."""
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
"""The characters by the points they bring a player without foresight, at four players."""


def doubts(table: RoundTable, rng: Random) -> list[list[float]]:
    """Return by how many points each seat misjudges each other seat."""
    return [[rng.gauss(0, DOUBT) for _ in table.seats] for _ in table.seats]


def becomes(table: RoundTable, seat: Seat) -> tuple[Power, ...]:
    """Return the characters that bring most points."""
    return best(table.offered, lambda power: -LIKED.index(power))


def picks(table: RoundTable, seat: Seat) -> tuple[Bundle, ...]:
    """Return the best cards of the pack."""
    at = (table.powers[seat], table.size, table.hands[seat], table.packs[seat])
    return table.habits[seat].picks[at]


def discards(table: RoundTable, seat: Seat) -> tuple[Bundle, ...]:
    """Return the cards whose loss costs least."""
    return table.habits[seat].discards[table.powers[seat], table.hands[seat]]


def tops(table: RoundTable, seat: Seat) -> tuple[Bundle, ...]:
    """Return the top rows that show least."""
    return table.habits[seat].tops[table.tops(seat), table.hands[seat]]


def tilts(table: RoundTable, seat: Seat) -> tuple[Spot, ...]:
    """Return the best spots to tilt."""
    row = table.rows[seat]
    kinds = tuple([card.kind for card in row])
    return tuple([row[i].spot for i in best_tilts(table.cards, table.powers[seat], kinds)])


@cache
def best_tilts(cards: Cards, power: Power | None, kinds: tuple[Bundle, ...]) -> tuple[int, ...]:
    """Return which of `kinds` to tilt for the most points, by their indices."""
    points, tilted = cards.points[power], cards.tilted

    def worth(i: int) -> int:
        return points[sum([tilted if kind == kinds[i] else kind for kind in kinds])]

    return best(range(len(kinds)), worth)


def adds(table: RoundTable, seat: Seat) -> tuple[Bundle, ...]:
    """Return the best drawn cards to add."""
    return best(list(dict.fromkeys(table.drawn)), lambda card: table.with_card(seat, card))


def looks(table: RoundTable, seat: Seat) -> tuple[tuple[Seat, tuple[Spot, ...]], ...]:
    """Return the players to look at, each with the spots."""
    options = []
    for other in _most(seat, shown(table, seat, table.open()), table.seats):
        down = [card.spot for card in table.rows[other] if not card.up]
        looks = min(table.cards.box.powers.looks, len(down))
        options += [(other, spots) for spots in combinations(down, looks)]
    return tuple(options)


def tucks(table: RoundTable, seat: Seat) -> tuple[tuple[Spot, Spot], ...]:
    """Return the cards to tuck, each with the card above it."""
    row = table.rows[seat]
    kinds = tuple([card.kind for card in row])
    pairs = best_tucks(table.cards, table.powers[seat], kinds)
    return tuple([(row[below].spot, row[above].spot) for below, above in pairs])


@cache
def best_tucks(
    cards: Cards, power: Power | None, kinds: tuple[Bundle, ...]
) -> tuple[tuple[int, int], ...]:
    """Return which of `kinds` to tuck under which for the most points, by their indices."""
    points, total = cards.points[power], sum(kinds)

    def worth(pair: tuple[int, int]) -> int:
        below, above = pair
        return points[total - kinds[below] + kinds[above]]

    return best(list(permutations(range(len(kinds)), 2)), worth)


def votes(table: RoundTable) -> Iterator[tuple[Seat, tuple[Seat, ...]]]:
    """Yield each seat that has not voted yet, with the players it would vote for."""
    open_ = table.open()
    for seat in table.seats:
        if table.votes[seat] < 0:
            yield seat, _most(seat, shown(table, seat, open_), table.seats)


def accuses(table: RoundTable, seat: Seat) -> tuple[Seat, ...]:
    """Return whom the leader would accuse among the tied."""
    return _most(seat, shown(table, seat, table.open()), table.tied)


def answer(table: RoundTable, seat: Seat) -> str:
    """Return the answer of the accused."""
    seeming = shown(table, seat, table.open())
    most = max([seeming[other] for other in table.seats if other != seat])
    return "admits" if table.points(seat) - most > table.habits[seat].bold else "denies"


def admits(table: RoundTable, seat: Seat) -> tuple[tuple[Spot, ...], ...]:
    """Return the cards whose loss costs the accused least."""
    return _given_up(table, seat, 1)


def punishes(table: RoundTable, seat: Seat) -> bool:
    """Tell whether the leader makes the tied accused pay."""
    return table.accused != seat


def losses(table: RoundTable, seat: Seat) -> tuple[tuple[Spot, ...], ...]:
    """Return the cards whose loss costs the accused most: the penalty. OV-6"""
    return _given_up(table, seat, -1)


def penalty(table: RoundTable, seat: Seat) -> int:
    """Return how many points these cards count."""
    return table.points(seat) - table.left(seat, losses(table, seat)[0])


def takes(table: RoundTable, seat: Seat) -> tuple[Bundle, ...]:
    """Return the cards of the discard that give the accused most."""
    pile = list(dict.fromkeys(table.cards.singles[table.pile]))
    return best(pile, lambda card: table.with_card(seat, card))


def appoints(table: RoundTable, seat: Seat, thieves: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return whom the leader would let steal."""
    return (seat,) if seat in thieves else thieves


def robs(table: RoundTable, seat: Seat, victims: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return whom the thief would rob."""
    return best(victims, table.points)


def gives(table: RoundTable, seat: Seat) -> tuple[Spot, ...]:
    """Return the cards whose loss costs the victim least."""
    row, points = table.rows[seat], table.cards.points[table.powers[seat]]
    total = sum([card[2] for card in row])
    return tuple([card[0] for card in best(row, lambda card: points[total - card[2]])])


def docks(table: RoundTable, seat: Seat, scores: Sequence[int]) -> tuple[Seat, ...]:
    """Return from whom Liang would take points."""
    return best([other for other in table.seats if other != seat], lambda other: scores[other])


def shown(table: RoundTable, seat: Seat, open_: Sequence[tuple[int, int]]) -> list[float]:
    """Return what each player seems to have, to `seat`; `open_` is what all see."""
    looker, player, spots = table.looked or (-1, -1, ())
    unseen = table.habits[seat].unseen
    seeming = [known + unseen * hidden for known, hidden in open_]
    if seat == looker:
        row = table.rows[player]
        known = sum([card[2] for card in row if card[3] or card[0] in spots])
        hidden = sum([not card[3] and card[0] not in spots for card in row])
        seeming[player] = table.cards.points[table.powers[player]][known] + unseen * hidden
    if table.doubts:
        return [points + doubt for points, doubt in zip(seeming, table.doubts[seat], strict=True)]
    return seeming


def _most(seat: Seat, seeming: Sequence[float], among: Iterable[Seat]) -> tuple[Seat, ...]:
    others = [other for other in among if other != seat]
    most = max([seeming[other] for other in others])
    return tuple([other for other in others if seeming[other] == most])


def _given_up(table: RoundTable, seat: Seat, sign: int) -> tuple[tuple[Spot, ...], ...]:
    """Return the sets of cards whose loss leaves most, or least if `sign` is negative."""
    row = table.rows[seat]
    natures = tuple([card[2] for card in row])
    found = _losses(table.cards, table.powers[seat], natures, sign)
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

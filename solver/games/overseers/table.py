"""A whole table in the middle of a round, in numbers, for fast rollouts.

A seat is a place in the seating order, a card is a bundle of one (see `bundles`). The rules are
those of `models.overseers`; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeVar

from ....models.overseers.box import Power
from ....models.overseers.state import Spot
from .bundles import Bundle, Cards
from .habits import Habits

Option = TypeVar("Option")
Seat = int
NOBODY: Seat = -1
_STEP, _SHIFT, _WRAP = 6364136223846793005, 1442695040888963407, (1 << 64) - 1
"""Knuth's linear congruential generator."""


class Card(NamedTuple):
    """A card before its owner: what is printed, what it counts as, whether it is face up."""

    spot: Spot
    kind: Bundle
    nature: Bundle
    up: bool


Row = list[Card]


@dataclass(slots=True)
class RoundTable:
    """Who has what, and what has been chosen in the round.

    `choosers` have still to take one of the characters `offered`, in this order. `packs`, `hands`
    and `pile` are bundles; `here` are the seats that have still to pick from the present packs,
    `size` cards each; `full` those that have still to discard. `votes`, `accused`, `thief`,
    `victim` and `docked` are NOBODY until they are known. `answers` are those that are settled
    before anybody is accused. `penalty` tells whether the accused was accused rightly or wrongly,
    and is None of one who is tied and spared, too. `taste` is the random state that decides between
    equally good options: the same taste gives the same play. `doubts`, if any, are the points by
    which each seat misjudges each other one.
    """

    cards: Cards
    habits: Sequence[Habits]
    powers: list[Power | None]
    leader: Seat
    way: int
    packs: list[Bundle]
    hands: list[Bundle]
    rows: list[Row]
    here: list[Seat]
    full: list[Seat]
    votes: list[Seat]
    used: set[Power] = field(default_factory=set)
    offered: tuple[Power, ...] = ()
    choosers: tuple[Seat, ...] = ()
    pile: Bundle = 0
    size: int = 1
    drawn: tuple[Bundle, ...] = ()
    looked: tuple[Seat, Seat, tuple[Spot, ...]] | None = None
    tied: tuple[Seat, ...] = ()
    accused: Seat = NOBODY
    answer: str = ""
    answers: Mapping[Seat, str] = field(default_factory=dict)
    penalty: bool | None = None
    settled: bool = False
    thief: Seat = NOBODY
    victim: Seat = NOBODY
    robbed: bool = False
    docked: Seat = NOBODY
    taste: int = 0
    doubts: Sequence[Sequence[float]] = ()

    def copy(self) -> RoundTable:
        """Return an independent copy."""
        new = object.__new__(RoundTable)
        for name in RoundTable.__slots__:
            setattr(new, name, getattr(self, name))
        new.powers, new.packs, new.hands = self.powers[:], self.packs[:], self.hands[:]
        new.here, new.full, new.votes = self.here[:], self.full[:], self.votes[:]
        new.rows, new.used = [row[:] for row in self.rows], set(self.used)
        return new

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.powers))

    def holder(self, power: Power) -> Seat:
        """Return who has `power`."""
        return self.powers.index(power) if power in self.powers else NOBODY

    def due(self, power: Power) -> Seat:
        """Return who has `power` and has not used it."""
        return NOBODY if power in self.used else self.holder(power)

    def points(self, seat: Seat) -> int:
        """Return the points of `seat` as the cards lie."""
        return self.cards.points[self.powers[seat]][sum([card[2] for card in self.rows[seat]])]

    @property
    def now(self) -> list[int]:
        """The points of all as the cards lie."""
        return [self.points(seat) for seat in self.seats]

    def open(self) -> list[tuple[int, int]]:
        """Return for each player the points face up, and the number of face-down cards."""
        points, found = self.cards.points, []
        for power, row in zip(self.powers, self.rows, strict=True):
            known = hidden = 0
            for _, _, nature, up in row:
                if up:
                    known += nature
                else:
                    hidden += 1
            found.append((points[power][known], hidden))
        return found

    def left(self, seat: Seat, gone: Sequence[Spot]) -> int:
        """Return the points of `seat` without the cards at `gone`."""
        kept = sum([card[2] for card in self.rows[seat] if card[0] not in gone])
        return self.cards.points[self.powers[seat]][kept]

    def counting(self, seat: Seat, spots: Sequence[Spot]) -> Bundle:
        """Return what the cards of `seat` at `spots` count as; tilted ones are what they are."""
        rows, tilted = self.rows[seat], self.cards.tilted
        return sum([x.kind if x.nature == tilted else x.nature for x in rows if x.spot in spots])

    def with_card(self, seat: Seat, card: Bundle) -> int:
        """Return the points of `seat` with one more card."""
        held = sum([each[2] for each in self.rows[seat]])
        return self.cards.points[self.powers[seat]][held + card]

    def tops(self, seat: Seat) -> int:
        """Return how many cards `seat` lays in the top row."""
        box = self.cards.box
        return box.powers.above if self.powers[seat] is Power.ABOVE else box.top

    def any_of(self, options: Sequence[Option]) -> Option:
        """Return one of `options`, which are equally good."""
        if len(options) == 1:
            return options[0]
        self.taste = self.taste * _STEP + _SHIFT & _WRAP
        return options[(self.taste >> 33) % len(options)]

    # characters

    def become(self, seat: Seat, power: Power) -> None:
        """Give `seat` one of the `offered` characters."""
        if self.powers[seat] is Power.BECOME:
            self.used.add(Power.BECOME)
        self.powers[seat] = power
        self.choosers = tuple([other for other in self.choosers if other != seat])
        offered = [each for each in self.offered if each is not power]
        self.offered = tuple(offered) if self.choosers else ()

    def meet(self) -> None:
        """Offer Fushen characters that nobody has. OV-20"""
        free = [power for power in Power if power not in self.powers]
        for _ in range(min(self.cards.box.powers.met, len(free))):
            self.offered += (free.pop(self.any_of(range(len(free)))),)

    # the draft

    def take(self, seat: Seat, picked: Bundle) -> None:
        """Move `picked` from the pack of `seat` to its hand."""
        self.packs[seat] -= picked
        self.hands[seat] += picked

    def pass_on(self) -> None:
        """Pass the packs on to the next seats."""
        packs, n = self.packs, len(self.packs)
        self.packs = [packs[(seat - self.way) % n] for seat in self.seats]
        self.here, self.size = list(self.seats), 1

    def put_away(self, seat: Seat, card: Bundle) -> None:
        """Move `card` from the hand of `seat` to the discard."""
        self.hands[seat] -= card
        self.pile += card

    def place(self, seat: Seat, top: Iterable[Bundle], bottom: Iterable[Bundle]) -> None:
        """Lay the rows of `seat`."""
        self.rows[seat] = list(_laid(tuple(top), tuple(bottom)))
        self.hands[seat] = 0

    # the powers of the vote

    def tilt(self, seat: Seat, spot: Spot) -> None:
        """Take away the nature of the card at `spot`, and of all own cards of its kind. OV-14"""
        row = self.rows[seat]
        (lost,) = (card.kind for card in row if card.spot == spot)
        tilted = self.cards.tilted
        self.rows[seat] = [
            card._replace(nature=tilted) if card.kind == lost else card for card in row
        ]
        self.used.add(Power.TILT)

    def draw(self) -> None:
        """Draw cards from the discard, for Gan."""
        pile = list(self.cards.singles[self.pile])
        for _ in range(min(self.cards.box.powers.drawn, len(pile))):
            at = self.any_of(range(len(pile)))
            self.drawn += (pile.pop(at),)
        self.pile -= sum(self.drawn)

    def add(self, seat: Seat, card: Bundle) -> None:
        """Add one drawn card to the bottom row, and put the other back."""
        row = self.rows[seat]
        bottom = sum([each.spot[0] == "b" for each in row])
        row.append(Card(f"b{bottom + 1}", card, card, False))
        self.pile += sum(self.drawn) - card
        self.drawn = ()
        self.used.add(Power.DRAW)

    def look(self, seat: Seat, player: Seat, spots: tuple[Spot, ...]) -> None:
        """Show `seat` the cards of `player` at `spots`."""
        self.looked = (seat, player, spots)
        self.used.add(Power.LOOK)

    def tuck(self, seat: Seat, below: Spot, above: Spot) -> None:
        """Make the card at `below` count as the one at `above`. OV-15"""
        row = self.rows[seat]
        (kind,) = (card.kind for card in row if card.spot == above)
        self.rows[seat] = [
            card._replace(nature=kind, up=False) if card.spot == below else card for card in row
        ]
        self.used.add(Power.TUCK)

    # the vote

    def count(self) -> None:
        """Count the votes. OV-4"""
        number = [self.votes.count(seat) for seat in self.seats]
        most = max(number)
        self.tied = tuple([seat for seat in self.seats if number[seat] == most])
        if len(self.tied) == 1:
            self.accused = self.tied[0]

    def admit(self, seat: Seat, gone: Sequence[Spot]) -> None:
        """Make the accused admit and discard the cards at `gone`. OV-5"""
        self._remove(seat, gone)
        self.answer, self.settled = "admits", True

    def lose(self, seat: Seat, gone: Sequence[Spot]) -> None:
        """Make the accused pay the penalty. OV-6"""
        self._remove(seat, gone)
        self.settled = True

    def gain(self, seat: Seat, card: Bundle) -> None:
        """Give the accused a card of the discard. OV-6"""
        self.pile -= card
        self._put(seat, card)
        self.settled = True

    def _remove(self, seat: Seat, gone: Sequence[Spot]) -> None:
        kept = []
        for card in self.rows[seat]:
            if card[0] in gone:
                self.pile += card[1]
            else:
                kept.append(card)
        self.rows[seat] = kept

    def _put(self, seat: Seat, card: Bundle) -> None:
        row = self.rows[seat]
        number = 1 + max([int(each.spot[1:]) for each in row if each.spot[0] == "x"], default=0)
        row.append(Card(f"x{number}", card, card, True))

    # the theft (OV-8)

    def seize(self, seat: Seat) -> None:
        """Give `seat`, the Thief-Taker, all Thefts of the discard."""
        theft = self.cards.theft
        for _ in range(self.cards.thefts(self.pile)):
            self.pile -= theft
            self._put(seat, theft)
        self.used.add(Power.SEIZE)

    def thieves(self) -> tuple[Seat, ...]:
        """Return who has the most Thefts."""
        thefts = self.cards.thefts
        number = [thefts(sum([card[2] for card in row])) for row in self.rows]
        most = max(number)
        return tuple([seat for seat in self.seats if number[seat] == most]) if most else ()

    def victims(self) -> tuple[Seat, ...]:
        """Return whom the thief can rob."""
        spared = (self.thief, self.holder(Power.SEIZE))
        return tuple([seat for seat in self.seats if seat not in spared and self.rows[seat]])

    def give(self, spot: Spot) -> None:
        """Give the thief the victim's card at `spot`."""
        row = self.rows[self.victim]
        (given,) = (card for card in row if card.spot == spot)
        row.remove(given)
        self._put(self.thief, given.kind)
        self.robbed = True


@cache
def _laid(top: tuple[Bundle, ...], bottom: tuple[Bundle, ...]) -> tuple[Card, ...]:
    return (
        *[Card(f"t{i}", card, card, True) for i, card in enumerate(top, 1)],
        *[Card(f"b{i}", card, card, False) for i, card in enumerate(bottom, 1)],
    )

"""What the record of a round tells about its cards: packs seen, picks, rows, looks.

One walk over the lines of the present round, for the hidden model and its counter. Cards are
followed by where they come from: a slot is one player's pick from one pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..bag import HOLE
from ..core import Record
from ..event import Event
from ..words import Words, listed, say
from .box import Box, Kind, Power
from .state import Spot, State

DISCARD, HAND = "discard", "hand"
"""Fates of a picked card other than a spot in a row: face down in the discard, still in hand."""
DRAWN, KEPT, BACK, TAKEN, RETAKEN = "drawn", "kept", "back", "taken", "retaken"
"""Fates of a discarded card: drawn by Gan and not settled yet, added to Gan's row, put back; taken
as compensation, or put back and then taken."""
SEIZED = "seized"
"""The fate of a Theft that was seized from the discard, whatever it was before."""
COMPENSATION: Spot = "x1"
"""The spot of the card taken as compensation: no other card is gained before it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a line tells, in words; `own` if it is about what the viewer holds."""

    line: int
    words: Words
    own: bool = False


@dataclass(frozen=True, slots=True)
class PackLook:
    """The cards of a pack as its receiver saw them at `turn`."""

    turn: int
    kinds: tuple[Kind, ...]
    told: Statement


@dataclass(frozen=True, slots=True)
class Slot:
    """The `size` cards that `seat` took at `turn` from `pack`, named for who was dealt it.

    `kinds` are empty if the viewer does not know them.
    """

    seat: str
    turn: int
    pack: str
    size: int
    kinds: tuple[Kind, ...] = ()
    told: Statement | None = None

    @property
    def name(self) -> str:
        """The seat and the number of the pick: "Bo.3"."""
        return f"{self.seat}.{self.turn + 1}"


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card whose kind a line told: at `spot` of `seat`, or in that player's discard."""

    seat: str
    spot: str
    kind: Kind
    told: Statement


@dataclass
class Round:
    """The present round of a view, walked line by line.

    `left` are the numbers of cards still in each pack. `down` are each seat's face-down spots.
    `pile` are spots whose cards went to the discard, `given` maps stolen ones to the thief. When
    the round is `over`, all cards have been shuffled.
    """

    box: Box
    players: tuple[str, ...]
    viewer: str
    step: int = 1
    characters: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    doubling: bool = False
    left: dict[str, int] = field(default_factory=dict)
    looks: dict[str, list[PackLook]] = field(default_factory=dict)
    slots: list[Slot] = field(default_factory=list)
    picked: int = 0
    discarded: dict[str, int] = field(default_factory=dict)
    spots: dict[str, tuple[Spot, ...]] = field(default_factory=dict)
    down: dict[str, list[Spot]] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    seen: dict[tuple[str, str], KnownCard] = field(default_factory=dict)
    drawer: str = ""
    drawn: tuple[Kind, ...] = ()
    drawn_told: Statement | None = None
    added: Spot = ""
    tilted: tuple[str, Spot] | None = None
    copied: tuple[str, Spot] | None = None
    barred: tuple[str, Spot, frozenset[Kind], Statement] | None = None
    pile: list[tuple[str, Spot]] = field(default_factory=list)
    found: tuple[Kind, ...] = ()
    found_told: Statement | None = None
    taken: KnownCard | None = None
    seizer: str = ""
    seized: int | None = None
    seized_told: Statement | None = None
    thief: str = ""
    given: dict[tuple[str, Spot], str] = field(default_factory=dict)
    over: bool = False
    lines: list[tuple[int, Event, int]] = field(default_factory=list)

    @classmethod
    def of(cls, view: Record[State]) -> Round:
        """Return the present round of `view`, or the last one if the next has not begun."""
        box, events = view.state.box, list(view.events)
        verbs = [event.verb for _, event in events]
        number, played = 1, 0
        if view.setup.position:  # what lies there was not drawn in a round of this record
            if "round" not in verbs:
                return cls(box, view.setup.players, view.viewer)
            played = verbs.index("round") + 1
            number = int(events[played - 1][1].words[0])
        starts = [i for i in range(played, len(verbs)) if verbs[i] in ("characters", "laid")]
        first = starts[-1] if starts else 0
        number += verbs[played:first].count("scores")
        right = view.setup.settings["Direction"] == "alternate" and number % 2 == 0
        round_ = cls(box, view.setup.players, view.viewer, step=-1 if right else 1)
        for line, event in events[first:]:
            round_.read(line, event)
        round_.over = view.state.round > number
        return round_

    # who sits where

    def seat_of(self, pack: str, turn: int) -> str:
        """Return who holds, at `turn`, the pack that was dealt to `pack`."""
        index = self.players.index(pack) + self.step * turn
        return self.players[index % len(self.players)]

    def pack_of(self, seat: str, turn: int) -> str:
        """Return to whom the pack was dealt that `seat` holds at `turn`."""
        index = self.players.index(seat) - self.step * turn
        return self.players[index % len(self.players)]

    @property
    def passing(self) -> tuple[str, ...]:
        """The players in the order in which packs are passed, the viewer last."""
        first = self.players.index(self.viewer) if self.viewer in self.players else -1
        n = len(self.players)
        return tuple(self.players[(first + self.step * k) % n] for k in range(1, n + 1))

    def slots_of(self, seat: str) -> list[Slot]:
        """Return the picks of `seat`, in order."""
        return [slot for slot in self.slots if slot.seat == seat]

    def held(self, seat: str) -> int:
        """Return how many cards `seat` has picked."""
        return sum(slot.size for slot in self.slots if slot.seat == seat)

    def fates(self, seat: str) -> dict[str, int]:
        """Return the possible fates of the cards that `seat` picked, with the number of cards."""
        held, gone = self.held(seat), self.discarded.get(seat, 0)
        fates = {DISCARD: gone} if gone else {}
        if self.spots.get(seat):
            return fates | {spot: 1 for spot in self.spots[seat] if spot != self.added_by(seat)}
        return fates | ({HAND: held - gone} if held > gone else {})

    def added_by(self, seat: str) -> Spot:
        """Return the spot of the card that `seat` added from the discard, empty if none."""
        return self.added if seat == self.drawer else ""

    # the walk

    def read(self, line: int, event: Event) -> None:
        """Take in one line."""
        self.lines.append((line, event, self.turn))
        reader: Callable[[int, Event], None] | None
        reader = getattr(self, f"_read_{event.verb}", None)
        if reader is not None:
            reader(line, event)

    def _read_characters(self, line: int, event: Event) -> None:
        self.characters = dict(zip(self.players, event.outcome, strict=False))

    def _read_becomes(self, line: int, event: Event) -> None:
        self.characters[event.actor] = event.words[0]

    def _read_deal(self, line: int, event: Event) -> None:
        player = event.words[0]
        self.left[player] = len(event.outcome)
        words = say("{player} was dealt {cards}", player=player, cards=listed(event.outcome, " "))
        self._look(player, event.outcome, Statement(line, words))

    def _look(self, pack: str, kinds: tuple[Kind, ...], told: Statement) -> None:
        if kinds and HOLE not in kinds:
            self.looks.setdefault(pack, []).append(PackLook(self.turn, kinds, told))

    def _read_doubles(self, line: int, event: Event) -> None:
        self.doubling = True
        if all(size == 2 for size in self.left.values()):
            for seat in self.players:
                self._slot(seat, 2, (), None)

    def _slot(self, seat: str, size: int, kinds: tuple[Kind, ...], told: Statement | None) -> None:
        pack = self.pack_of(seat, self.turn)
        known = kinds if HOLE not in kinds else ()
        self.slots.append(Slot(seat, self.turn, pack, size, known, told))
        self.left[pack] -= size

    def _read_picks(self, line: int, event: Event) -> None:
        words = say("{player} picked {cards}", player=event.actor, cards=listed(event.words, " "))
        self._slot(event.actor, len(event.words), event.words, Statement(line, words))
        self.picked += 1
        if self.picked == len(self.players):
            self.picked, self.turn, self.doubling = 0, self.turn + 1, False

    def _read_gets(self, line: int, event: Event) -> None:
        seat = event.words[0]
        words = say(
            "passed to {player}: {cards}",
            player=seat,
            cards=listed(event.outcome, " "),
        )
        pack = self.pack_of(seat, self.turn)
        self._look(pack, event.outcome, Statement(line, words))
        if self.left[pack] == 1:  # the last card needs no choice
            self._slot(seat, 1, (), None)

    def _read_discards(self, line: int, event: Event) -> None:
        self.discarded[event.actor] = self.discarded.get(event.actor, 0) + 1
        words = say("{player} discarded {card}", player=event.actor, card=event.words[0])
        self._see(event.actor, DISCARD, event.words[0], Statement(line, words, own=True))

    def _see(self, seat: str, spot: str, kind: Kind, told: Statement) -> None:
        if kind != HOLE:
            self.seen.setdefault((seat, spot), KnownCard(seat, spot, kind, told))

    def _read_places(self, line: int, event: Event) -> None:
        cut = event.words.index("/")
        top, bottom = event.words[:cut], event.words[cut + 1 :]
        spots = (
            *(f"t{i}" for i in range(1, len(top) + 1)),
            *(f"b{i}" for i in range(1, len(bottom) + 1)),
        )
        self.spots[event.actor] = spots
        self.down[event.actor] = list(spots)
        words = say("{player} laid {cards}", player=event.actor, cards=listed(event.words, " "))
        for spot, kind in zip(spots, (*top, *bottom), strict=True):
            self._see(event.actor, spot, kind, Statement(line, words, own=True))

    def _read_shows(self, line: int, event: Event) -> None:
        self.shown.add(event.words[0])
        self._uncover(line, event, [s for s in self.down[event.words[0]] if s[0] == "t"])

    def _read_opens(self, line: int, event: Event) -> None:
        self.opened.add(event.words[0])
        self._uncover(line, event, list(self.down[event.words[0]]))

    def _uncover(self, line: int, event: Event, spots: list[Spot]) -> None:
        seat = event.words[0]
        words = say("{player} revealed {cards}", player=seat, cards=listed(event.outcome, " "))
        for spot, kind in zip(spots, event.outcome, strict=False):
            self._see(seat, spot, kind, Statement(line, words))
            self.down[seat].remove(spot)

    def _read_top(self, line: int, event: Event) -> None:
        words = say(
            "{player} revealed {cards}", player=event.words[0], cards=listed(event.outcome, " ")
        )
        self.shown.add(event.words[0])
        self._lie(event, "t", Statement(line, words))

    def _read_bottom(self, line: int, event: Event) -> None:
        words = say(
            "{player} laid {cards}", player=event.words[0], cards=listed(event.outcome, " ")
        )
        self.down[event.words[0]] = self._lie(event, "b", Statement(line, words, own=True))

    def _lie(self, event: Event, row: str, told: Statement) -> list[Spot]:
        """Put down a row as it lies on the table, and return its spots.

        The spots of a seat's top row stay before those of its bottom row.
        """
        (seat,) = event.words
        there = [f"{row}{i}" for i in range(1, len(event.outcome) + 1)]
        rows = sorted((*self.spots.get(seat, ()), *there), key=lambda spot: spot[0] == "b")
        self.spots[seat] = tuple(rows)
        for spot, kind in zip(there, event.outcome, strict=True):
            self._see(seat, spot, kind, told)
        return there

    def _read_discarded(self, line: int, event: Event) -> None:
        (seat,) = event.words
        self._read_discards(line, Event("discards", seat, event.outcome))

    def _read_round(self, line: int, event: Event) -> None:
        """Begin with a table as it stands: of the draft only the number of cards is known."""
        for seat in self.players:
            if size := len(self.spots.get(seat, ())) + self.discarded.get(seat, 0):
                self.left[seat] = size
                self._slot(seat, size, (), None)

    def _read_tilts(self, line: int, event: Event) -> None:
        self.tilted = (event.actor, event.words[0])

    def _read_draws(self, line: int, event: Event) -> None:
        self.drawer = event.actor
        self.drawn = event.outcome
        words = say("{player} drew {cards}", player=event.actor, cards=listed(event.outcome, " "))
        self.drawn_told = Statement(line, words)

    def _read_adds(self, line: int, event: Event) -> None:
        bottom = sum(spot[0] == "b" for spot in self.spots[event.actor])
        self.added = f"b{bottom + 1}"
        self.spots[event.actor] += (self.added,)
        self.down[event.actor].append(self.added)
        words = say("{player} added {card}", player=event.actor, card=event.words[0])
        self._see(event.actor, self.added, event.words[0], Statement(line, words))

    def _read_looks(self, line: int, event: Event) -> None:
        seat, *spots = event.words
        words = say(
            "{player} saw {cards} of {other}",
            player=event.actor,
            cards=listed(event.outcome, " "),
            other=seat,
        )
        for spot, kind in zip(spots, event.outcome, strict=False):
            self._see(seat, spot, kind, Statement(line, words))

    def _read_tucks(self, line: int, event: Event) -> None:
        below, _, above = event.words
        self.copied = (event.actor, above)
        if below not in self.down[event.actor]:
            order = self.spots[event.actor].index
            self.down[event.actor] = sorted((*self.down[event.actor], below), key=order)

    def _read_admits(self, line: int, event: Event) -> None:
        self._pile(event.actor, event.words)

    def _read_loses(self, line: int, event: Event) -> None:
        self._pile(event.actor, event.words)

    def _pile(self, seat: str, spots: tuple[Spot, ...]) -> None:
        self.pile += ((seat, spot) for spot in spots)
        self.down[seat] = [spot for spot in self.down[seat] if spot not in spots]

    def _read_nature(self, line: int, event: Event) -> None:
        seat, kind = event.words[0], event.outcome[0]
        power = self.tilted if self.tilted and self.tilted[0] == seat else self.copied
        assert power is not None
        words = say("the card that has left was {card}", card=kind)
        if kind != "none":
            self._see(seat, power[1], kind, Statement(line, words))
            return
        gone = set(self.pile)
        others = frozenset(
            self.seen[seat, spot].kind for spot in self.spots[seat] if (seat, spot) not in gone
        )
        self.barred = (seat, power[1], others, Statement(line, words))

    def _read_finds(self, line: int, event: Event) -> None:
        if HOLE not in event.outcome:
            words = say(
                "{player} found {cards}", player=event.actor, cards=listed(event.outcome, " ")
            )
            self.found, self.found_told = event.outcome, Statement(line, words)

    def _read_takes(self, line: int, event: Event) -> None:
        words = say("{player} took {card} of the discard", player=event.actor, card=event.words[0])
        self.taken = KnownCard(event.actor, COMPENSATION, event.words[0], Statement(line, words))

    def _read_seizes(self, line: int, event: Event) -> None:
        words = say("{n} T lay in the discard", n=event.outcome[0])
        self.seizer = event.actor
        self.seized, self.seized_told = int(event.outcome[0]), Statement(line, words)

    def _read_robs(self, line: int, event: Event) -> None:
        self.thief = event.actor

    def _read_gives(self, line: int, event: Event) -> None:
        self.given[event.actor, event.words[0]] = self.thief

    # what the walk has found

    @property
    def undealt(self) -> int:
        """How many cards are set aside."""
        dealt = sum(self.left.values()) + sum(slot.size for slot in self.slots)
        return len(self.box.cards(len(self.players))) - dealt

    def power_of(self, seat: str) -> Power | None:
        """Return what the character of `seat` can do."""
        name = self.characters.get(seat)
        return self.box.characters[name] if name else None

    def packs(self) -> Iterator[str]:
        """Yield the players whose pack has been dealt."""
        return iter(self.left)

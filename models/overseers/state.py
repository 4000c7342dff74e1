"""What is on the table of Overseers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ..bag import HOLE, Bag
from ..event import Event
from .box import Box, Kind, Power

_EMPTY = Bag()

Spot = str
"""Where a card lies before its owner: `t1` is the leftmost of the top row, `b1` of the bottom row,
`x1` the first card gained after the reveal. A spot is never used twice. OV-17"""


class Step(StrEnum):
    """Where a round stands, in the order of the rulebook; POSITION is a table being typed in."""

    POSITION = "position"
    LEADER = "leader"
    CHARACTERS = "characters"
    CHOICE = "choice"
    DEAL = "deal"
    FUSHEN = "fushen"
    DRAFT = "draft"
    DISCARD = "discard"
    PLACEMENT = "placement"
    TOP_ROWS = "top rows"
    TILT = "tilt"
    DRAW = "draw"
    LOOK = "look"
    TUCK = "tuck"
    VOTE = "vote"
    ACCUSATION = "accusation"
    ANSWER = "answer"
    REVEAL = "reveal"
    JUDGEMENT = "judgement"
    SEIZURE = "seizure"
    THEFT = "theft"
    DOCKING = "docking"
    SCORES = "scores"
    SUCCESSION = "succession"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card before its owner; `kind` is `?` if the viewer does not know it."""

    spot: Spot
    kind: Kind
    up: bool = False


@dataclass(frozen=True, slots=True)
class Tilt:
    """Yanmei's power: all cards of `kind` that `player` held then lost their nature. OV-7

    `kind` is that of the card at `spot`; it is empty if no card before the player is of that kind.
    """

    player: str
    spot: Spot
    kind: Kind


@dataclass(frozen=True, slots=True)
class Tuck:
    """Nuying's power: the card of `player` at `below` counts as `kind`, that of the one at `above`.

    OV-15
    """

    player: str
    below: Spot
    above: Spot
    kind: Kind


@dataclass(frozen=True, slots=True)
class Tribunal:
    """The vote and what followed: `votes` are secret until all are in.

    `answer` is empty, `admits` or `denies`; `penalty` says whether the accused pays it (None: not
    settled). `settled` says that the judgement is done.
    """

    votes: Mapping[str, str] = field(default_factory=dict)
    tied: tuple[str, ...] = ()
    accused: str = ""
    answer: str = ""
    penalty: bool | None = None
    searched: bool = False
    settled: bool = False


@dataclass(frozen=True)
class State:
    """The table after a record, as far as its viewer knows it.

    `packs` are those that each player holds now, `hands` the cards picked, `rows` those placed.
    `arriving` are the players whose new pack has still to be told; `acted` those who are done with
    this step; `used` the powers used in this round. `named` says that the nature of a tilted or
    copied card, which left face down, has been told. `victim` has to give a card to the `thief`,
    `robbed` has given it. `scores` has a row for every round, in seating order; `leaders` the
    leader of every round. If a table was typed in as it stands, `board` holds its lines so far, and
    `since` is the number of rounds that were over; `in_part` says that their scores may be missing.
    """

    box: Box
    players: tuple[str, ...]
    settings: Mapping[str, str]
    step: Step
    round: int
    pool: Bag
    packs: Mapping[str, Bag]
    hands: Mapping[str, Bag]
    rows: Mapping[str, tuple[Laid, ...]]
    discard: Bag = _EMPTY
    leaders: tuple[str, ...] = ()
    scores: tuple[tuple[int, ...], ...] = ()
    characters: Mapping[str, str] = field(default_factory=dict)
    offered: Bag = _EMPTY
    called: str = ""
    doubling: bool = False
    arriving: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    used: frozenset[Power] = frozenset()
    drawn: Bag = _EMPTY
    tilt: Tilt | None = None
    tuck: Tuck | None = None
    named: bool = False
    trial: Tribunal = field(default_factory=Tribunal)
    thief: str = ""
    victim: str = ""
    robbed: str = ""
    docked: str = ""
    heirs: tuple[str, ...] = ()
    board: tuple[Event, ...] = ()
    since: int = 0
    in_part: bool = False

    @property
    def leader(self) -> str:
        """Who settles disputes in this round; empty before the first is known."""
        return self.leaders[-1] if self.leaders else ""

    def power_of(self, player: str) -> Power | None:
        """Return what the character of `player` can do."""
        name = self.characters.get(player)
        return self.box.characters[name] if name else None

    def holder(self, power: Power) -> str:
        """Return who has `power` in this round; empty if nobody."""
        name = self.box.names.get(power)
        return next((p for p in self.players if name and self.characters.get(p) == name), "")

    def laid(self, player: str, spot: Spot) -> Laid | None:
        """Return the card of `player` at `spot`."""
        return next((laid for laid in self.rows[player] if laid.spot == spot), None)

    def face_down(self, player: str) -> tuple[Laid, ...]:
        """Return the cards of `player` that lie face down, in order."""
        return tuple(laid for laid in self.rows[player] if not laid.up)

    def tops(self, player: str) -> int:
        """Return how many cards `player` lays in the top row."""
        box = self.box
        return box.powers.above if self.power_of(player) is Power.ABOVE else box.top

    @property
    def passes_left(self) -> bool:
        """Whether packs go to the left in this round. OV-2"""
        return self.settings["Direction"] == "left" or self.round % 2 == 1

    def receiver(self, player: str) -> str:
        """Return who gets the pack that `player` passes on."""
        step = 1 if self.passes_left else -1
        return self.players[(self.players.index(player) + step) % len(self.players)]


def outcome_of(bag: Bag) -> tuple[str, ...]:
    """Return the pieces of `bag` as an outcome: all of them if all are known, else all as `?`."""
    return bag.known if bag.whole else (HOLE,) * len(bag)

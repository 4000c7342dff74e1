"""The box of Onstage, and what is on its table."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from ..bag import HOLE, Bag
from ..event import Event
from .theatre import Performer, Theatre

Card = str
"""A card: its suit and its value, as in `K9`. ON-1"""
Suit = str


@dataclass(frozen=True)
class Box:
    """The components: the cards and performers of every suit.

    `abilities` and `blossoms` are by the value of a card, the latter for each pattern (ON-3);
    `hand` is the number of cards in a hand, by number of players (ON-4).
    """

    suits: tuple[Suit, ...]
    values: tuple[int, ...]
    stars: tuple[int, ...]
    abilities: Mapping[int, str]
    blossoms: Mapping[str, Mapping[int, int]]
    hand: Mapping[int, int]

    @classmethod
    def printed(cls) -> Box:
        """Return the box as it is sold."""
        text = Path(__file__).with_name("box.toml").read_text(encoding="utf-8")
        data = tomllib.loads(text)
        values = tuple(data["values"])
        return cls(
            suits=tuple(data["suits"]),
            values=values,
            stars=tuple(data["performers"]),
            abilities={int(value): name for value, name in data["abilities"].items()},
            blossoms={
                pattern: dict(zip(values, counts, strict=True))
                for pattern, counts in data["blossoms"].items()
            },
            hand={int(players): size for players, size in data["hand"].items()},
        )

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, in canonical order."""
        return tuple(f"{suit}{value}" for suit in self.suits for value in self.values)

    @cached_property
    def performers(self) -> tuple[Performer, ...]:
        """All performers, in canonical order."""
        return tuple(f"{suit}{value}" for suit in self.suits for value in self.stars)

    def order(self, piece: str) -> tuple[int, int]:
        """Return the sort key of the canonical order: suit, then value; unseen pieces first."""
        if piece == HOLE:
            return (-1, 0)
        return (self.suits.index(suit_of(piece)), value_of(piece))

    def in_order(self, pieces: Iterable[str]) -> tuple[str, ...]:
        """Return `pieces` in canonical order."""
        return tuple(sorted(pieces, key=self.order))


def suit_of(piece: str) -> Suit:
    """Return the suit of a card or performer."""
    return piece[0]


def value_of(piece: str) -> int:
    """Return the value of a card, the golden blossoms of a performer."""
    return int(piece[1:])


@dataclass(frozen=True, slots=True)
class Agreement:
    """Who plays, and by which edition and settings.

    `blossoms` is the value of winning a trick by the value of the card (ON-3); `must_use` tells
    whether abilities are mandatory (ON-7). `teams` are the partners, each player alone where
    there are none (ON-15).
    """

    players: tuple[str, ...]
    edition: str
    blossoms: Mapping[int, int]
    must_use: bool
    teams: tuple[tuple[str, ...], ...]

    def after(self, player: str) -> str:
        """Return the next player clockwise."""
        seat = self.players.index(player) + 1
        return self.players[seat % len(self.players)]


class Step(StrEnum):
    """Where the game stands; LINE to DEAL are the set-up of a round.

    POSITION is a board that is being typed in.
    """

    POSITION = "position"

    LINE = "line"
    LEADER = "leader"
    REMOVED = "removed"
    DEAL = "deal"
    PLAY = "play"
    CLAIM = "claim"
    SHOW = "show"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that lies in the middle, and who played it."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class VoidSign:
    """What showed that a player is out of a suit: the `lead`, and the play that did not follow.

    If a board as it stands tells it, there is a line but no lead.
    """

    lead: PlayedCard | None
    event: Event


@dataclass(frozen=True)
class State:
    """The table after a record, as far as its viewer knows it.

    `deck` holds the cards still to be drawn, `played` those of earlier tricks of this round, `kept`
    those that were not played in the round before. `won` is the winning play while its player
    claims. `voids` maps players with an unknown hand to the suits that they did not follow in this
    round, each with what showed it. `last` is the last whole trick of this round. `scores` has a
    row for each round; `before` is what each player had if the record begins in the middle of a
    game. `board` are the lines of a board that is still being typed in.
    """

    box: Box
    agreed: Agreement
    step: Step
    round: int
    hands: Mapping[str, Bag]
    deck: Bag
    theatre: Theatre
    claimed: Mapping[str, tuple[Performer, ...]]
    removed: Bag = field(default_factory=Bag)
    played: frozenset[Card] = frozenset()
    kept: frozenset[Card] = frozenset()
    opener: str = ""
    leader: str = ""
    trick: tuple[PlayedCard, ...] = ()
    won: PlayedCard | None = None
    last: tuple[PlayedCard, ...] = ()
    voids: Mapping[str, Mapping[Suit, VoidSign]] = field(default_factory=dict)
    scores: tuple[tuple[int, ...], ...] = ()
    shown: tuple[str, ...] = ()
    before: tuple[int, ...] = ()
    board: tuple[Event, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seating order, clockwise."""
        return self.agreed.players

    @property
    def teamed(self) -> bool:
        """Whether partners add up their scores. ON-15"""
        return len(self.agreed.teams) < len(self.players)

    @property
    def to_play(self) -> str:
        """Whose turn it is in this trick."""
        players = self.agreed.players
        return players[(players.index(self.leader) + len(self.trick)) % len(players)]

    @property
    def lead(self) -> Suit | None:
        """The suit that was led, None before the lead."""
        return suit_of(self.trick[0].card) if self.trick else None

    @property
    def totals(self) -> Mapping[str, int]:
        """The score of each player over all rounds."""
        rows = (self.before, *self.scores) if self.before else self.scores
        return {player: sum(row[seat] for row in rows) for seat, player in enumerate(self.players)}

    @property
    def team_totals(self) -> Mapping[tuple[str, ...], int]:
        """The total of each team; a player without partner is a team of one. ON-15"""
        totals = self.totals
        return {team: sum(totals[player] for player in team) for team in self.agreed.teams}

    @property
    def best_teams(self) -> tuple[tuple[str, ...], ...]:
        """The teams with the highest total. ON-14"""
        sums = self.team_totals
        return tuple(team for team, total in sums.items() if total == max(sums.values()))

    @property
    def tied(self) -> tuple[str, ...]:
        """The players who share the highest total, in seating order; none if one team leads."""
        if len(self.best_teams) == 1:
            return ()
        return tuple(p for p in self.players if any(p in team for team in self.best_teams))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won when the game is over, in seating order. ON-14, ON-19, ON-23"""
        best = self.best_teams
        if len(best) > 1 and len(self.shown) == len(self.tied):
            kept = {team: max(value_of(self.hands[p].known[0]) for p in team) for team in best}
            best = tuple(team for team in best if kept[team] == max(kept.values()))
        return tuple(player for player in self.players if any(player in team for team in best))

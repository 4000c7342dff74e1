"""The box of Les Adresses Jaunes, and what is on its table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from ..bag import Bag

Tile = str
"""A tile, and the establishment it shows: block then kind, as in `5T`. AJ-1"""


@dataclass(frozen=True)
class Box:
    """The components: a grid of blocks, each with one establishment of every kind.

    `revealed` and `hand` give the number of tiles by number of players. AJ-1, AJ-2
    """

    columns: int
    rows: int
    kinds: tuple[str, ...]
    rounds: int
    revealed: Mapping[int, int]
    hand: Mapping[int, int]

    @classmethod
    def printed(cls) -> Box:
        """Return the box as it is sold."""
        text = Path(__file__).with_name("box.toml").read_text(encoding="utf-8")
        data = tomllib.loads(text)
        players = {int(number): counts for number, counts in data["players"].items()}
        return cls(
            columns=data["columns"],
            rows=data["rows"],
            kinds=tuple(data["kinds"]),
            rounds=data["rounds"],
            revealed={number: counts["revealed"] for number, counts in players.items()},
            hand={number: counts["hand"] for number, counts in players.items()},
        )

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, in canonical order."""
        blocks = range(1, self.columns * self.rows + 1)
        return tuple(sorted(f"{block}{kind}" for block in blocks for kind in self.kinds))

    @cached_property
    def as_printed(self) -> tuple[Tile, ...]:
        """All tiles, in the order of their establishments on the board."""
        return tuple(sorted(self.tiles, key=lambda tile: (tile[:-1], self.kinds.index(tile[-1]))))

    @cached_property
    def targets(self) -> Mapping[str, frozenset[Tile]]:
        """Where a disc can be laid (streets, then kinds), with the tiles it counts there. AJ-3"""
        rows = {f"h{row + 1}": self._blocks(row=row) for row in range(self.rows)}
        columns = {f"v{column + 1}": self._blocks(column=column) for column in range(self.columns)}
        streets = {
            name: frozenset(tile for tile in self.tiles if tile[:-1] in blocks)
            for name, blocks in (rows | columns).items()
        }
        kinds = {
            kind: frozenset(tile for tile in self.tiles if tile[-1] == kind) for kind in self.kinds
        }
        return streets | kinds

    def _blocks(self, row: int | None = None, column: int | None = None) -> frozenset[str]:
        return frozenset(
            str(block + 1)
            for block in range(self.columns * self.rows)
            if row in (None, block // self.columns) and column in (None, block % self.columns)
        )


class Step(StrEnum):
    """Where the game stands.

    REVEAL and DEAL are the set-up; POSITION is a board that is being typed in.
    """

    REVEAL = "reveal"
    DEAL = "deal"
    POSITION = "position"
    DISCS = "discs"
    PAWNS = "pawns"
    CONCLUSION = "conclusion"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc of `owner` at `target`, with the `cubes` that lie on it now."""

    owner: str
    target: str
    cubes: int


@dataclass(frozen=True)
class State:
    """The table after a record, as far as its viewer knows it.

    `cubes` maps every establishment with a cube to the owner of its tile: a player (yellow cube),
    or `nobody` (neutral cube: revealed at the start, or named in vain). `pool` holds the tiles that
    are neither revealed nor in a hand. `acted` are the players who are done with this step. A board
    that is `in_part` may lack some discs and some named establishments.
    """

    box: Box
    players: tuple[str, ...]
    step: Step
    round: int
    hands: Mapping[str, Bag]
    pool: Bag
    cubes: Mapping[Tile, str]
    revealed: tuple[Tile, ...] = ()
    discs: tuple[Disc, ...] = ()
    acted: frozenset[str] = frozenset()
    in_part: bool = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.step in (Step.WON, Step.LOST)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The players who still have to act in this step, in seating order."""
        return tuple(player for player in self.players if player not in self.acted)

    def found(self, player: str) -> tuple[Tile, ...]:
        """The tiles of `player` that are face up, in canonical order."""
        return tuple(sorted(tile for tile, owner in self.cubes.items() if owner == player))

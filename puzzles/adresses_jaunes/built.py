"""Boards of Les Adresses Jaunes that are built so that their clues have to be joined.

Tiles are dealt at random. Then discs and named tiles are changed one by one, as long as that brings
the board nearer to one answer that no clue settles alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from ...models.adresses_jaunes import GAME
from ...models.bag import HOLE
from ...models.core import CLUES, TABLE, Event, View
from ...models.event import NOBODY
from ...models.record import new_record
from ...solver.engine.count import Counter
from ...solver.engine.reduction import kernel

BOX = GAME.box
TURNS = 3
"""So many discs lie before each player at the conclusion, and so many tiles were named."""
CHANGES = 500
"""The most changes that are tried."""
DOUBT = 3
"""So many pairs of a tile and a place that settle themselves weigh as much as one in doubt."""


@dataclass(frozen=True, slots=True)
class Board:
    """A deal at the conclusion: the tiles `opened` at the start, and who `holds` each other one.

    That may be NOBODY. The tiles `named` lie open by now. Each of `discs` is an owner and a target.
    """

    players: Sequence[str]
    opened: Sequence[str]
    holds: Mapping[str, str]
    named: tuple[str, ...]
    discs: tuple[tuple[str, str], ...]

    @classmethod
    def drawn(cls, players: Sequence[str], rng: Random) -> Board:
        """Return a deal with discs and named tiles at random."""
        tiles = rng.sample(BOX.tiles, len(BOX.tiles))
        n = BOX.revealed[len(players)]
        opened, rest = tiles[:n], tiles[n:]
        holders = [player for player in players for _ in range(BOX.hand[len(players)])]
        holders += [NOBODY] * (len(rest) - len(holders))
        holds = dict(zip(rest, holders, strict=True))
        discs = tuple(
            (player, target)
            for player in players
            for target in rng.sample(sorted(BOX.targets), TURNS)
        )
        named = tuple(rng.sample(rest, TURNS * len(players)))
        return cls(players, sorted(opened), holds, named, discs)

    def changed(self, rng: Random) -> Board:
        """Return the board with a disc at another target, or with another tile named."""
        if rng.random() < len(self.discs) / (len(self.discs) + len(self.named)):
            at = rng.randrange(len(self.discs))
            disc = self.discs[at][0], rng.choice(sorted(BOX.targets))
            return replace(self, discs=(*self.discs[:at], disc, *self.discs[at + 1 :]))
        at = rng.randrange(len(self.named))
        tile = rng.choice([tile for tile in self.holds if tile not in self.named])
        return replace(self, named=(*self.named[:at], tile, *self.named[at + 1 :]))

    @property
    def view(self) -> View:
        """The board as the table sees it."""
        tags = {"Game": GAME.name, "Record": GAME.notation.versions[-1]}
        tags |= {"Players": " ".join(self.players), "Seat": TABLE, "From": CLUES}
        return new_record(tuple(tags.items()), self._lines())

    def _lines(self) -> Iterator[Event]:
        closed = [tile for tile in self.holds if tile not in self.named]
        hands = {player: self._held(player, closed) for player in self.players}
        yield Event("revealed", outcome=tuple(self.opened))
        if neutral := self._held(NOBODY, self.named):
            yield Event("neutral", outcome=neutral)
        for player in self.players:
            if found := self._held(player, self.named):
                yield Event("found", words=(player,), outcome=found)
        for player, hand in hands.items():
            if hand:
                yield Event("deal", words=(player,), outcome=(HOLE,) * len(hand))
        for player, target in self.discs:
            cubes = len(BOX.targets[target].intersection(hands[player]))
            yield Event("disc", player, (target, "shows", str(cubes)))
        yield Event("conclusion")

    def _held(self, holder: str, tiles: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(tile for tile in tiles if self.holds[tile] == holder))


def built(players: Sequence[str], rng: Random, wanted: int) -> View:
    """Return a board with one answer, or almost, on which clues have to be joined.

    So many pairs of a tile and a place are `wanted` that no clue settles alone.
    """
    board = Board.drawn(players, rng)
    view = board.view
    found = _judged(view)
    assert found is not None
    doubt, joined = found
    for _ in range(CHANGES):
        if not doubt and joined >= wanted:
            break
        other = board.changed(rng)
        seen, near = other.view, joined - DOUBT * doubt
        found = _judged(seen, near)
        if found is not None and found[1] - DOUBT * found[0] >= near:
            board, view, (doubt, joined) = other, seen, found
    return view


def _judged(view: View, least: int = 0) -> tuple[int, int] | None:
    """Return how many places too many are left to tiles, and how many if no clues are joined.

    None if the latter are fewer than `least`: then nothing is counted.
    """
    hidden = view.game.model.hidden(view)
    left = kernel(hidden)
    assert left is not None
    plain = sum(
        len(group.pieces) * (sum(len(each.places) for each in group.classes) - 1)
        for group in left.groups
    )
    if plain < least:
        return None
    there = Counter(hidden, left=left).posterior().weight.values()
    return sum(map(bool, there)) - len(hidden.items), plain

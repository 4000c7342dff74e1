"""Why a tile surely lies with somebody, in steps that can be taken at the table.

What lies there is enough: a disc that still counts as many tiles as can be meant, and of each other
tile without a cube, why it is not meant. A step takes what steps before it have shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import View
from ....models.words import Words, listed, say, say_n, united
from .hands import own_tiles

Place = tuple[str, Tile]
"""A player, and a tile."""


def proofs(view: View[State]) -> Mapping[Place, Words]:
    """Return the tiles of which the viewer can be sure by such steps, with the last step."""
    thought = _Steps(view)
    while not view.state.in_part and (sure := dict(thought.held())):
        thought.sure |= sure
        while out := dict(thought.lacking()):
            thought.out |= out
    return thought.sure


def lacking(view: View[State]) -> Mapping[Place, Words]:
    """Return the tiles that others lack by a disc or their last tiles, with the reason."""
    return {} if view.state.in_part else _Steps(view).out


class _Steps:
    """What is `sure` so far, and which tiles players lack (`out`), each for a reason."""

    def __init__(self, view: View[State]) -> None:
        state = view.state
        known = {*own_tiles(view), *state.cubes}
        self._free = [tile for tile in state.box.tiles if tile not in known]
        self._targets = state.box.targets
        self._left = {name: len(hand) for name, hand in state.hands.items() if name != view.viewer}
        self._discs = {
            name: {each.target: each.cubes for each in state.discs if each.owner == name}
            for name in self._left
        }
        self.sure: dict[Place, Words] = {}
        self.out: dict[Place, Words] = {}
        while out := dict(self.lacking()):
            self.out |= out

    def _can(self, name: str, where: Collection[Tile]) -> list[Tile]:
        return [tile for tile in self._free if tile in where and (name, tile) not in self.out]

    def _at(self, targets: Sequence[str]) -> list[Tile]:
        """Return the tiles without a cube at all of these targets."""
        where = [self._targets[target] for target in targets]
        return [tile for tile in self._free if all(tile in each for each in where)]

    def _beside(self, name: str, targets: Sequence[str]) -> list[Tile]:
        """Return the tiles of a player that are sure, but at none of these targets."""
        there = set[Tile]().union(*(self._targets[target] for target in targets))
        return [tile for tile in self._free if (name, tile) in self.sure and tile not in there]

    def held(self) -> Iterator[tuple[Place, Words]]:
        """Yield the further tiles that are sure, each by the disc whose step is shortest."""
        found: dict[Place, Words] = {}
        for name, left in self._left.items():
            discs = self._discs[name]
            every: dict[tuple[str, ...], int] = {(target,): discs[target] for target in discs}
            every[()] = left
            for one, two in combinations(discs, 2):
                every[one, two] = (
                    discs[one] + discs[two] - left + len(self._beside(name, (one, two)))
                )
            for targets, count in every.items():
                can = self._can(name, self._at(targets))
                for tile in can if len(can) == count else ():
                    why = self._why(name, targets, count)
                    best = found.get((name, tile))
                    shorter = best is None or len(str(why)) < len(str(best))
                    if shorter and (name, tile) not in self.sure:
                        found[name, tile] = why
        yield from found.items()

    def lacking(self) -> Iterator[tuple[Place, Words]]:
        """Yield which players lack which further tiles."""
        for (holder, tile), name in ((place, name) for place in self.sure for name in self._left):
            if name != holder and (name, tile) not in self.out:
                yield (name, tile), say("{player} has it", player=holder)
        for name, left in self._left.items():
            discs = self._discs[name]
            several = chain.from_iterable(combinations(discs, n + 1) for n in range(len(discs)))
            for targets in several:
                there = [tile for target in targets for tile in self._targets[target]]
                count = sum(discs[target] for target in targets)
                has = [tile for tile in self._can(name, there) if (name, tile) in self.sure]
                tiles = listed(has, " ")
                values = {"player": name, "targets": listed(targets, " "), "tiles": tiles}
                if len(targets) == 1 and len(has) == count:
                    why = say("{player}'s disc at {targets} counts only {tiles}", **values)
                    why = why if has else say("{player}'s disc at {targets} counts 0", **values)
                    for tile in self._can(name, {*there} - {*has}):
                        yield (name, tile), why
                if len({*there}) == len(there) and count == left:
                    why = say_n(
                        "{player}'s last tile is counted at {targets}",
                        "{player}'s last {n} tiles are counted at {targets}",
                        left,
                        **values,
                    )
                    for tile in self._can(name, {*self._free} - {*there}):
                        yield (name, tile), why

    def _why(self, name: str, targets: Sequence[str], count: int) -> Words:
        """Return what one disc, two, or all tiles left still count, and why no other is meant."""
        reasons: dict[Words, list[Tile]] = {}
        for tile in self._at(targets):
            if (name, tile) in self.out:
                reasons.setdefault(self.out[name, tile], []).append(tile)
        values: dict[str, object] = {"player": name, "n": count, "targets": united(targets or [""])}
        told = say("{player}'s disc at {targets} still counts {n}", **values)
        if not targets:
            told = say_n(
                "{player} has {n} tile left", "{player} has {n} tiles left", count, player=name
            )
        elif len(targets) > 1:
            one, two = (self._discs[name][each] for each in targets)
            beside = self._beside(name, targets)
            values |= {"one": one, "two": two, "left": self._left[name] - len(beside)}
            told = say(
                "{player}'s discs at {targets} count {one} and {two} in a hand of {left}", **values
            )
            if beside:
                told = say("{told} beside {tiles}", told=told, tiles=listed(beside, " "))
            told = say("{told}, so {n} at both", told=told, n=count)
        tiles = listed(self._can(name, self._at(targets)), " ")
        if not reasons:
            return say("{disc}, and only {tiles} can be meant", disc=told, tiles=tiles)
        whys = [
            say("not {tiles} ({reason})", tiles=listed(tiles, " "), reason=reason)
            for reason, tiles in reasons.items()
        ]
        return say("{disc}: {tiles}, {others}", disc=told, tiles=tiles, others=listed(whys))

"""Chances are calibrated: what is shown with a chance of 30 % is so in 30 of 100 games.

Worlds are counted as if every hidden choice were made blindly, one piece as likely as another. So
must the players here choose: among the physical pieces, by lot. Where what is open to a player
depends on hidden pieces (who can follow suit has fewer cards to play), the choice itself tells
something, which no count of worlds knows; such a game weighs as much more as it was unlikely.
Whatever depends on the open record alone may be left out of a weight.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import comb, prod, sqrt
from random import Random
from statistics import fmean
from typing import Any

from aparte.models.core import Event, Record, turn, view
from aparte.models.games import game_named
from aparte.solver.engine.fitting import possible
from aparte.solver.play.driver import acted, drawn
from tests.soak.truth import LIES, SETTINGS
from tests.tables import NAMES, blank

EDGES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
"""Where the bins of chances end."""
CHOICES: Mapping[str, int] = {"onstage": 18, "adresses-jaunes": 12, "overseers": 80, "bards": 40}
"""Choices of a game at most: with more of them a few games outweigh all others."""
VIEWS = 3
"""Views that are taken of one game."""


@dataclass(frozen=True)
class Cell:
    """A piece that may be at a place: the `chance` shown, and the share of it that is there."""

    game: int
    choices: int
    weight: float
    chance: float
    share: float


@dataclass
class Calibration:
    """Chances by bins of `EDGES`: how many, their mean, what was so in the mean, and how far off.

    `off` is in standard errors, the cells of one game taken together.
    """

    cells: list[Cell] = field(default_factory=list)

    @property
    def bins(self) -> list[dict[str, float]]:
        """The bins that hold cells of at least twenty games."""
        scale = self._scale()
        together: dict[int, list[Cell]] = defaultdict(list)
        for cell in self.cells:
            together[sum(cell.chance > edge for edge in EDGES)].append(cell)
        found = []
        for _, cells in sorted(together.items()):
            off: Counter[int] = Counter()
            weights = [cell.weight / scale[cell.choices] for cell in cells]
            for cell, weight in zip(cells, weights, strict=True):
                off[cell.game] += weight * (cell.share - cell.chance)  # type: ignore[assignment]
            spread = sqrt(sum(each * each for each in off.values()))
            if len(off) < 20 or not spread:
                continue
            found.append({
                "cells": len(cells),
                "chance": _mean(weights, [cell.chance for cell in cells]),
                "true": _mean(weights, [cell.share for cell in cells]),
                "off": sum(off.values()) / spread,
            })  # fmt: skip
        return found

    def _scale(self) -> Mapping[int, float]:
        """Games with as many choices weigh one in the mean: their number is no secret."""
        weights: dict[int, list[float]] = defaultdict(list)
        for cell in self.cells:
            weights[cell.choices].append(cell.weight)
        return {choices: fmean(each) for choices, each in weights.items()}

    @property
    def sound(self) -> bool:
        """Whether luck could well explain what is off: no worse than once in 10,000 times.

        The quantile of chi-square is Wilson and Hilferty's.
        """
        n = len(self.bins)
        limit = n * (1 - 2 / (9 * n) + 3.719 * sqrt(2 / (9 * n))) ** 3 if n else 0
        return n > 0 and sum(each["off"] ** 2 for each in self.bins) < limit


def calibration(game: str, seed: int, games: int) -> Calibration:
    """Return how the chances shown in `games` games between blind players compare with the truth.

    The same arguments give the same games.
    """
    found = Calibration()
    for number in range(games):
        rng = Random(f"{game}/{seed}/{number}/blind")
        path = list(blind_game(game, rng))
        for cut, choices, weight in rng.choices(path, k=VIEWS):
            viewer = rng.choice((*cut.setup.players, "table"))
            found.cells += (
                Cell(number, choices, weight, chance, share) for chance, share in _open(cut, viewer)
            )
    return found


def _mean(weights: list[float], values: list[float]) -> float:
    return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)


def _open(cut: Record, viewer: str) -> Iterator[tuple[float, float]]:
    """Yield for each piece and place that are open the chance, and the share that is there."""
    seen = view(cut, viewer)
    hidden, lies = seen.game.model.hidden(seen), LIES[cut.game.name](cut, viewer)
    posterior = possible(seen)
    if posterior is None:
        return
    weight = posterior.by_name(hidden).weight
    for item, copies in hidden.items.items():
        for name in hidden.names_for(item) if item not in hidden.shown else ():
            chance = weight[item, name] / posterior.worlds / copies
            if name != viewer and 0 < chance < 1:
                yield chance, lies[item, name] / copies


# blind players


def blind_game(game: str, rng: Random) -> Iterator[tuple[Record, int, float]]:
    """Yield the record before each choice of a blind game, with the choices so far and a weight."""
    players = NAMES[: rng.choice(game_named(game).seats)]
    record = drawn(blank(game, players, **rng.choice(SETTINGS[game])), rng)
    choices, weight = 0, 1.0
    while choices < CHOICES[game] and (coming := turn(record)):
        yield record, choices, weight
        assert isinstance(coming, tuple)
        actor = rng.choice(sorted({event.actor for event in coming}))
        events = [event for event in coming if event.actor == actor]
        ways = [_ways(record, event) for event in events]
        (event,) = rng.choices(events, weights=ways)
        if record.seers(event) is None:
            weight *= sum(ways)
        choices += 1
        record = drawn(acted(record, event), rng)


def _ways(record: Record, event: Event) -> int:
    """Return in how many ways physical pieces can make this choice."""
    return WAYS[record.game.name](record.state, event)


def _of_bag(bag: Counter[str], words: tuple[str, ...]) -> int:
    return prod(comb(bag[word], n) for word, n in Counter(words).items())


def _overseers(state: Any, event: Event) -> int:
    bags = {
        "picks": lambda: state.packs[event.actor],
        "discards": lambda: state.hands[event.actor],
        "adds": lambda: state.drawn,
        "takes": lambda: state.discard,
    }
    if event.verb not in bags:
        return 1
    return _of_bag(Counter(bags[event.verb]().known), event.words)


def _bards(state: Any, event: Event) -> int:
    hand = Counter(state.troupes[event.actor].hand.known)
    return _of_bag(hand, tuple(word for word in event.words if word in hand))


def _single(state: Any, event: Event) -> int:
    return 1


WAYS: Mapping[str, Callable[[Any, Event], int]] = {
    "onstage": _single,
    "adresses-jaunes": _single,
    "overseers": _overseers,
    "bards": _bards,
}

"""Games in the middle, of any kind: played by bots, cut anywhere, seen by anybody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from ..models.core import TABLE, Record, turn, view
from ..models.games import game_named
from ..models.match import Match
from ..solver.play.coach import bots
from ..solver.play.driver import acted, bot_event, drawn
from .tables import NAMES, blank

LINES = 110
"""Of a game after which it is left: among random bots some have no end."""
SEEDS = range(3)


@cache
def played(game: str, seed: int) -> Record:
    """Return the whole record of a game between bots; from the second seed on, any settings."""
    rng, rules = Random(f"{game}/{seed}"), game_named(game)
    players = NAMES[: rules.seats[seed % len(rules.seats)]]
    settings = {
        setting.name: rng.choice(setting.value.words)
        for setting in rules.settings
        if seed and setting.value.words
    }
    makers = bots(game)
    kinds = [name for name in ("random", "greedy") if name in makers]
    record = drawn(blank(game, players, **settings), rng)
    seated = {player: makers[kinds[i % len(kinds)]]() for i, player in enumerate(players)}
    match = Match.of(record, players)
    while len(match.record.lines) < LINES:
        event = bot_event(match, seated, rng)
        if event is None:
            break
        match = match.at(drawn(acted(match.record, event), rng))
    return match.record


def cuts(game: str, n: int, seeds: range = SEEDS) -> Iterator[tuple[Record, Random]]:
    """Yield `n` records of each seed's game, cut where somebody chooses, and what tosses coins."""
    for seed in seeds:
        rng, whole = Random(f"{game}/{seed}/cuts"), played(game, seed)
        found = 0
        while found < n:
            cut = whole.until(rng.choice(whole.lines).number)
            if isinstance(turn(cut), tuple):
                found += 1
                yield cut, rng


def viewers(record: Record) -> tuple[str, ...]:
    """Return everybody who sees less than the referee."""
    return (TABLE, *record.setup.players)


def free(record: Record) -> tuple[str, ...]:
    """Return the players who can act, as everybody sees it."""
    coming = turn(view(record, TABLE))
    events = coming if isinstance(coming, tuple) else ()
    return tuple(dict.fromkeys(event.actor for event in events if event.actor))

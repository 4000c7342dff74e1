"""References: games of bots, played again by replays that were written without the rules."""

from __future__ import annotations

from collections import Counter as Tally
from importlib import import_module
from random import Random

from aparte.models.record import write

from .games import a_game
from .parts import replay_of
from .report import Report


def references(game: str, seed: int, n: int) -> Report:
    """Play `n` games with bots, and let the replay of `game` judge them.

    A replay raises an exception where it does not agree with the record; what it returns is not
    looked at.
    """
    replay = import_module(replay_of(game)).replay
    rng, tried, found = Random(f"{game}/{seed}"), Tally[str](), list[str]()
    for number in range(n):
        record = a_game(game, rng)
        tried["games"] += 1
        tried["lines"] += len(record.lines)
        tried[f"with {len(record.setup.players)} players"] += 1
        try:
            replay(write(record))
        except Exception as error:
            found.append(f"{type(error).__name__}: {error} (seed {seed}, game {number})")
    return Report("references", game, seed, dict(tried), found)

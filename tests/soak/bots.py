"""Bots: coaches play whole games at any table, and none of them may end in an error."""

from __future__ import annotations

from collections import Counter as Tally
from random import Random

from aparte.solver.play.simulate import Contest, play

from .games import a_table
from .report import Report

SECONDS = 0.02
"""How long a coach thinks on a choice."""


def bots(game: str, seed: int, n: int) -> Report:
    """Play `n` games with a coach in every seat."""
    tried, found = Tally[str](), list[str]()
    for number in range(n):
        contest = contest_of(game, seed, number)
        tried["games"] += 1
        tried[f"with {len(contest.bots)} players"] += 1
        try:
            tried["choices"] += len(play(contest, number).seconds)
        except Exception as error:
            found.append(f"{type(error).__name__}: {error} (seed {seed}, game {number})")
    return Report("bots", game, seed, dict(tried), found)


def contest_of(game: str, seed: int, number: int) -> Contest:
    """Return who plays game `number`: so many coaches as sit at some table, by its settings."""
    table = a_table(game, Random(f"{game}/{seed}/{number}"))
    settings = {setting.name for setting in table.game.settings}
    tags = tuple(tag for tag in table.tags if tag[0] in settings)
    return Contest(game, ("coach",) * len(table.setup.players), seed, SECONDS, tags)

"""Kinds of players of Overseers that its coach was not tuned on, as data over the bots there are.

A kind makes a player from a source of chance. Names say what people of the kind do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from aparte.models.core import View
from aparte.models.overseers.box import BENEVOLENCE, HONESTY, MALICE, MURDER, PIETY, THEFT
from aparte.models.overseers.state import State, Step
from aparte.solver.games.overseers import PLAY, CoachBot, GreedyBot
from aparte.solver.games.overseers.greedy import DoubtfulBot
from aparte.solver.play.coach import Bot, Choice, RandomBot, choices

Kind = Callable[[Random], Bot]

POINTS = {
    MURDER: (6.0,), BENEVOLENCE: (4.0,), MALICE: (3.0,), THEFT: (2.0,),
    HONESTY: (2.0, 8.0, 8.0), PIETY: (0.0, 6.0, 15.0),
}  # fmt: skip
"""Cards worth what they count at once, without a thought of what may come."""
SERIES = POINTS | {HONESTY: (9.0, 9.0, 8.0), PIETY: (9.0, 9.0, 15.0)}
"""A liking for Honesty and Piety."""


@dataclass(frozen=True)
class Blundering:
    """Makes a choice as `bot` does, or blindly with the chance `blunders`."""

    bot: Bot
    blunders: float

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what the viewer of `view` does now."""
        return (RandomBot() if rng.random() < self.blunders else self.bot).choose(view, rng)


@dataclass(frozen=True)
class Copycat:
    """Votes as most did in the round before, if the rules let it; else it does as `bot`."""

    bot: Bot

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return what the viewer of `view` does now."""
        earlier = [line.event.outcome for line in view.lines if line.event.verb == "voted"]
        if earlier and view.state.step is Step.VOTE:
            most = max(map(earlier[-1].count, earlier[-1]))
            for move in choices(view):
                if earlier[-1].count(move.words[0]) == most:
                    return Choice(move)
        return self.bot.choose(view, rng)


def anybody(rng: Random) -> Bot:
    """Return a player whose numbers are drawn by lot."""
    bot = partial(DoubtfulBot, rng) if rng.random() < 0.5 else GreedyBot
    unseen, bold = rng.uniform(3, 10), rng.uniform(-3, 15)
    judging = bot(unseen=unseen, bold=bold, shows_most=rng.random() < 0.25)
    return Blundering(judging, rng.uniform(0, 0.5))


KINDS: Mapping[str, Kind] = {
    "greedy": lambda rng: GreedyBot(),
    "never admits": lambda rng: GreedyBot(bold=99.0),
    "soon admits": lambda rng: GreedyBot(bold=-3.0),
    "goes by what shows": lambda rng: GreedyBot(unseen=3.0),
    "fears what is hidden": lambda rng: GreedyBot(unseen=10.0),
    "bluffs": lambda rng: GreedyBot(shows_most=True, bold=99.0),
    "takes points": lambda rng: GreedyBot(promise=POINTS),
    "collects": lambda rng: GreedyBot(promise=SERIES),
    "doubts": lambda rng: DoubtfulBot(rng),
    "blunders": lambda rng: Blundering(GreedyBot(), 0.5),
    "copies": lambda rng: Copycat(GreedyBot()),
    "random": lambda rng: RandomBot(),
    "wavers": lambda rng: Blundering(DoubtfulBot(rng), 0.25),
    "shows off": lambda rng: GreedyBot(shows_most=True, unseen=8.0),
    "doubts what is hidden": lambda rng: DoubtfulBot(rng, unseen=4.0),
    "anybody": anybody,
    "regular": lambda rng: PLAY.bots["regular"](),
    "coach": lambda rng: CoachBot(),
}
STRANGE = (
    "never admits+soon admits+goes by what shows+fears what is hidden+bluffs+takes points+collects"
    "+blunders+copies+random",
    "wavers+shows off+doubts what is hidden",
)
"""Mixed tables: each player is of a kind that is drawn by lot."""


def table(kind: str, players: int, rng: Random) -> Sequence[tuple[str, Bot]]:
    """Return `players` of a kind, each with its name; of "one+other" one is drawn for each."""
    names = rng.choices(kind.split("+"), k=players)
    return [(name, KINDS[name](Random(rng.getrandbits(64)))) for name in names]

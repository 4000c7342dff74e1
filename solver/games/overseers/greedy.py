"""The bot `greedy`: takes and keeps the most points, and judges others by what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ....models.core import Event, View
from ....models.overseers.state import State, Step
from ...play.coach import Choice, choices
from . import choosing
from .bundles import Cards
from .habits import Habits
from .moves import table_of
from .table import RoundTable, Seat


class GreedyBot:
    """Never looks beyond the present choice: see `choosing`.

    It never uses Wuming's power; as a leader it spares itself, punishes others, and names and calls
    itself first. `other` are fields of its `Habits` that are not as usual.
    """

    def __init__(self, **other: Any) -> None:
        self._other = other
        self._habits: Habits | None = None

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the choice of the viewer of `view`; a random one among equals."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        state = view.state
        seat = state.players.index(view.viewer)
        if self._habits is None and self._other:
            self._habits = Habits(Cards.of(state.box), **self._other)
        table = table_of(view, state, self._habits)
        self._doubt(table)
        return Choice(rng.choice(liked(table, state.players, seat, moves)))

    def _doubt(self, table: RoundTable) -> None:
        """Misjudge what others show: not this bot."""


class DoubtfulBot(GreedyBot):
    """The same, but misjudges what others show, as everybody is taken to where moves are tried."""

    def __init__(self, rng: Random, **other: Any) -> None:
        super().__init__(**other)
        self._rng, self._doubts = rng, list[list[float]]()

    def _doubt(self, table: RoundTable) -> None:
        if not self._doubts:
            self._doubts = choosing.doubts(table, self._rng)
        table.doubts = self._doubts


class CrowdBot(DoubtfulBot):
    """The same, but votes and answers as people do where a vote is valued: see `voting`.

    One has all seats of a table, which misjudge alike.
    """

    _blind: Sequence[Seat] = ()
    _round = -1

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the choice of the viewer of `view`; a blind vote if that is what it casts."""
        state = view.state
        if state.step is Step.VOTE:
            if self._round != len(state.scores):
                from .voting import crowds

                crowd = next(crowds(view, table_of(view, state), self._rng))
                self._doubts, self._blind = [list(each) for each in crowd.doubts], crowd.blind
                self._round = len(state.scores)
            if state.players.index(view.viewer) in self._blind:
                return Choice(rng.choice(choices(view)))
        return super().choose(view, rng)


def liked(
    table: RoundTable, players: Sequence[str], seat: Seat, moves: Sequence[Event]
) -> Sequence[Event]:
    """Return the `moves` that a player without foresight would make."""
    options = _options(table, players, seat, moves)
    fit = [move for move in moves if options(move)]
    return fit or moves


def _options(
    table: RoundTable, players: Sequence[str], seat: Seat, moves: Sequence[Event]
) -> Callable[[Event], bool]:
    cards = table.cards

    def seated(move: Event) -> Seat:
        return players.index(move.words[0])

    match moves[-1].verb:
        case "becomes":
            powers = choosing.becomes(table, seat)
            return lambda move: cards.box.characters[move.words[0]] in powers
        case "picks":
            picks = choosing.picks(table, seat)
            return lambda move: move.verb == "picks" and cards.bundle(move.words) in picks
        case "discards":
            discards = choosing.discards(table, seat)
            return lambda move: cards.bundle(move.words) in discards
        case "places":
            tops = choosing.tops(table, seat)
            return lambda move: cards.bundle(move.words[: move.words.index("/")]) in tops
        case "tilts":
            tilts = choosing.tilts(table, seat)
            return lambda move: move.words[0] in tilts
        case "adds":
            adds = choosing.adds(table, seat)
            return lambda move: cards.bundle(move.words) in adds
        case "looks":
            looks = choosing.looks(table, seat)
            return lambda move: (seated(move), move.words[1:]) in looks
        case "tucks":
            tucks = choosing.tucks(table, seat)
            return lambda move: (move.words[0], move.words[2]) in tucks
        case "votes":
            votes = dict(choosing.votes(table))[seat]
            return lambda move: seated(move) in votes
        case "accuses":
            accused = choosing.accuses(table, seat)
            return lambda move: seated(move) in accused
        case "admits":
            answer = choosing.answer(table, seat)
            admits = choosing.admits(table, seat)
            return lambda move: move.verb == answer and (not move.words or move.words in admits)
        case "punishes" | "spares":
            verdict = "punishes" if choosing.punishes(table, seat) else "spares"
            return lambda move: move.verb == verdict
        case "takes":
            takes = choosing.takes(table, seat)
            return lambda move: cards.bundle(move.words) in takes
        case "robs":
            table.thief = seat
            victims = choosing.robs(table, seat, table.victims())
            return lambda move: seated(move) in victims
        case "gives":
            gives = choosing.gives(table, seat)
            return lambda move: move.words[0] in gives
        case "docks":
            scores = [table.points(other) for other in table.seats]
            docks = choosing.docks(table, seat, scores)
            return lambda move: seated(move) in docks
        case "appoints" | "calls" | "names":
            return lambda move: seated(move) == seat
        case _:
            return lambda move: True

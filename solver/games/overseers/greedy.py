"""The bot `greedy`: takes and keeps the most points, and judges others by what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ....models.core import Event, View
from ....models.overseers.state import State
from ...play.coach import Choice, choices
from . import habits
from .play import Play, Seat
from .table import table


class GreedyBot:
    """Never looks further than the present choice: what it does is told in `habits`.

    It never uses Wuming's power; as a leader it spares itself, punishes others, and names and
    calls itself first.
    """

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the choice of the viewer of `view`; among equals, one at random."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        state = view.state
        seat = state.players.index(view.viewer)
        return Choice(rng.choice(liked(table(view, state), state.players, seat, moves)))


def liked(
    play: Play, players: Sequence[str], seat: Seat, moves: Sequence[Event]
) -> Sequence[Event]:
    """Return those of `moves` that a player who does not think ahead makes."""
    options = _options(play, players, seat, moves)
    fit = [move for move in moves if options(move)]
    return fit or moves


def _options(
    play: Play, players: Sequence[str], seat: Seat, moves: Sequence[Event]
) -> Callable[[Event], bool]:
    cards = play.cards

    def seated(move: Event) -> Seat:
        return players.index(move.words[0])

    match moves[-1].verb:
        case "becomes":
            powers = habits.becomes(play, seat)
            return lambda move: cards.box.characters[move.words[0]] in powers
        case "picks":
            picks = habits.picks(play, seat)
            return lambda move: move.verb == "picks" and cards.bundle(move.words) in picks
        case "discards":
            discards = habits.discards(play, seat)
            return lambda move: cards.bundle(move.words) in discards
        case "places":
            tops = habits.tops(play, seat)
            return lambda move: cards.bundle(move.words[: move.words.index("/")]) in tops
        case "tilts":
            tilts = habits.tilts(play, seat)
            return lambda move: move.words[0] in tilts
        case "adds":
            adds = habits.adds(play, seat)
            return lambda move: cards.bundle(move.words) in adds
        case "looks":
            looks = habits.looks(play, seat)
            return lambda move: (seated(move), move.words[1:]) in looks
        case "tucks":
            tucks = habits.tucks(play, seat)
            return lambda move: (move.words[0], move.words[2]) in tucks
        case "votes":
            votes = dict(habits.votes(play))[seat]
            return lambda move: seated(move) in votes
        case "accuses":
            accused = habits.accuses(play, seat)
            return lambda move: seated(move) in accused
        case "admits":
            answer = habits.answer(play, seat)
            admits = habits.admits(play, seat)
            return lambda move: move.verb == answer and (not move.words or move.words in admits)
        case "punishes" | "spares":
            verdict = "punishes" if habits.punishes(play, seat) else "spares"
            return lambda move: move.verb == verdict
        case "takes":
            takes = habits.takes(play, seat)
            return lambda move: cards.bundle(move.words) in takes
        case "robs":
            play.thief = seat
            victims = habits.robs(play, seat, play.victims())
            return lambda move: seated(move) in victims
        case "gives":
            gives = habits.gives(play, seat)
            return lambda move: move.words[0] in gives
        case "docks":
            scores = [play.points(other) for other in play.seats]
            docks = habits.docks(play, seat, scores)
            return lambda move: seated(move) in docks
        case "appoints" | "calls" | "names":
            return lambda move: seated(move) == seat
        case _:
            return lambda move: True

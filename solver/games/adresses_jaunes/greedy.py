"""The naive bot `greedy` for Les Adresses Jaunes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import inf
from random import Random

from ....models.adresses_jaunes.rules import GAME
from ....models.adresses_jaunes.state import State, Tile
from ....models.core import TABLE, Event, View, view
from ....models.event import NOBODY
from ....models.hidden import Count, Hidden, Only
from ...play.coach import Choice, choices
from .convention import SPOKEN, agreed, clue, spoken


class GreedyBot:
    """Takes the move that says most at once, and never looks further.

    It lays its disc where the count leaves the fewest hands possible: of all hands that fit what is
    public about its own tiles alone (their number, its discs, what was named), it counts for each
    target those with the same count, and takes the target with the smallest number. Its pawn names
    the tile for which it is closest to even whether somebody holds it. In the conclusion it names
    what is likeliest, and of several players the surest speaks first. Chances are exact, from its
    own view, every deal being equally likely. Ties go to the first in the order of the box. It
    follows the spoken convention if the table does.
    """

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the disc, the pawn or the guess of the viewer of `view`."""
        moves = [move for move in choices(view) if move.actor]
        if not moves:  # nothing is left that could be named
            return Choice(choices(view)[0])
        match moves[0].verb:
            case "disc":
                return Choice(min(moves, key=_Telling(view).hands_left))
            case "pawn":
                chances = _Chances(view)
                even = {move: abs(chances.held(move) - Fraction(1, 2)) for move in moves}
                if agreed(view) == SPOKEN:
                    telling = _Telling(view)
                    return Choice(min(moves, key=lambda move: (telling.by_pawn(move), even[move])))
                return Choice(min(moves, key=even.__getitem__))
            case _:
                chances = _Chances(view)
                best = max(moves, key=chances.right)
                return Choice(best, float(chances.right(best)))


class _Telling:
    """How much each disc would tell somebody who sees only the table."""

    def __init__(self, own: View[State]) -> None:
        self._state, self._player = own.state, own.viewer
        hand = frozenset(own.state.hands[own.viewer].known)
        self._told = hand & {fact.item for fact in spoken(own)}
        self._hand = hand - self._told
        public = _hidden(view(own, TABLE))
        self._possible = list(_hands(public, own.viewer, len(self._hand)))

    def hands_left(self, move: Event) -> int:
        """Return how many possible hands have the same count at the target of `move`."""
        tiles = GAME.box.targets[move.words[0]]
        shown = len(self._hand & tiles)
        return sum(len(hand & tiles) == shown for hand in self._possible)

    def by_pawn(self, move: Event) -> float:
        """Return how many possible hands could have told the same; infinite if it tells wrong."""
        named, own = move.words[0], clue(self._state, self._player, move.words[0])
        if own is None or own in self._told:
            return sum(named not in hand for hand in self._possible)
        if own not in self._hand:
            return inf
        return sum(own in hand and named not in hand for hand in self._possible)


def _hidden(own: View[State]) -> Hidden:
    """Return what the rules tell `own`, and what the spoken convention does if the table has it."""
    hidden = own.game.model.hidden(own)
    return replace(hidden, facts=(*hidden.facts, *spoken(own)))


def _hands(public: Hidden, player: str, size: int) -> Iterator[frozenset[Tile]]:
    """Yield the hands that `player` can hold, by the facts about these `size` tiles alone."""
    found, elsewhere = set(), set()
    for fact in public.facts:
        if isinstance(fact, Only) and fact.places == {player}:
            found.add(fact.item)
        elif isinstance(fact, Only) and player not in fact.places:
            elsewhere.add(fact.item)
    counts = [
        (fact.items, fact.lo - len(fact.items & found), fact.hi - len(fact.items & found))
        for fact in public.facts
        if isinstance(fact, Count) and fact.places == {player}
    ]
    closed = [tile for tile in public.items if tile not in found | elsewhere]
    for hand in map(frozenset, combinations(closed, size)):
        if all(least <= len(items & hand) <= most for items, least, most in counts):
            yield hand


class _Chances:
    """The exact chances of one view."""

    def __init__(self, own: View[State]) -> None:
        from ...engine.count import count

        self._posterior = count(_hidden(own))
        if not self._posterior.worlds:  # somebody did not follow
            self._posterior = count(own.game.model.hidden(own))

    def held(self, move: Event) -> Fraction:
        """Return the chance that somebody holds the tile of `move`."""
        return 1 - self._chance(move.words[0], NOBODY)

    def right(self, move: Event) -> Fraction:
        """Return the chance that the guess `move` is right."""
        return self._chance(*move.words)

    def _chance(self, tile: Tile, place: str) -> Fraction:
        return self._posterior.chance(tile, place)

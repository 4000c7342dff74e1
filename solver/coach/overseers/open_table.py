"""What a choice comes to when all rows are open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ....models.core import Event
from ....models.overseers.box import Kind, Power
from ....models.overseers.ending import totals
from ....models.overseers.state import Spot, State
from ....models.words import Words, say
from .reckoning import Reckoning, relative

Scores = Mapping[str, int]


class OpenTable:
    """The rows of `state`, all known, and the points they come to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.reckoning = Reckoning(state)
        self.rows = {p: {laid.spot: laid.kind for laid in state.rows[p]} for p in state.players}
        self.natures = {p: self.reckoning.natures(p, row) for p, row in self.rows.items()}

    @cached_property
    def points(self) -> Scores:
        """The points of every player now."""
        return {p: self.reckoning.worth(p, natures) for p, natures in self.natures.items()}

    def after(self, player: str, move: Event) -> tuple[Scores, Words]:
        """Return the points after `move` of `player`, and what is to be said of it."""
        word = move.words[0] if move.words else ""
        match move.verb:
            case "robs":
                card = self.rows[word][self._cheapest(word, player)]
                return self._robbed(player, word), say(
                    "{player} will give {card}", player=word, card=card
                )
            case "appoints":
                return self._stolen(word), say("{player} steals", player=word)
            case "gives":
                now = self._given(player, self.state.thief, word)
                cost = self.points[player] - now[player]
                return now, say("it costs you {points} points", points=cost)
            case "takes":
                now = {**self.points, player: self._with(player, word)}
                worth = now[player] - self.points[player]
                return now, say("it is worth {points} points", points=worth)
            case "loses":
                left = self.reckoning.worth(player, self.natures[player], move.words)
                return {**self.points, player: left}, say("{points} points are left", points=left)
            case "punishes":
                left = self.reckoning.penalty(word, self.rows[word])
                return {**self.points, word: left}, say("{points} points are left", points=left)
            case "docks":
                return self._docked(player, word)
            case _:
                return self.points, say("nothing changes")

    def _with(self, player: str, kind: Kind) -> int:
        return self.reckoning.worth(player, {**self.natures[player], "x9": kind})

    def _given(self, victim: str, thief: str, spot: Spot) -> Scores:
        left = self.reckoning.worth(victim, self.natures[victim], (spot,))
        gained = self._with(thief, self.rows[victim][spot])
        return {**self.points, victim: left, thief: gained}

    def _cheapest(self, victim: str, thief: str) -> Spot:
        """Return the card that costs the victim least, then is worth least to the thief."""

        def cost(spot: Spot) -> tuple[int, int]:
            now = self._given(victim, thief, spot)
            return -now[victim], now[thief]

        return min(self.rows[victim], key=cost)

    def _robbed(self, thief: str, victim: str) -> Scores:
        return self._given(victim, thief, self._cheapest(victim, thief))

    def _stolen(self, thief: str) -> Scores:
        """Return the points after the theft that is best for `thief`."""
        spared = (thief, self.state.holder(Power.SEIZE))
        victims = [p for p in self.state.players if p not in spared and self.rows[p]]
        thefts = [self._robbed(thief, victim) for victim in victims]
        return max(thefts, key=lambda now: relative(now, thief), default=self.points)

    def _docked(self, liang: str, victim: str) -> tuple[Scores, Words]:
        taken = min(self.state.box.powers.docked, self.points[victim])
        now = {
            **self.points,
            liang: self.points[liang] + taken,
            victim: self.points[victim] - taken,
        }
        before = totals(self.state) if self.state.scores else (0,) * len(self.state.players)
        total = before[self.state.players.index(victim)] + self.points[victim]
        return now, say("{points} points in all", points=total)

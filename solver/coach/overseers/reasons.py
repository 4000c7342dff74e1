"""Why a move is worth what it is, in the words of the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ....models.core import Event, View, fold
from ....models.overseers.state import State
from ....models.words import Words, listed, say
from . import habits
from .outlook import Outlook
from .play import Play, Seat
from .table import do, table
from .tries import Tried


@dataclass(frozen=True)
class Reasons:
    """Reasons for moves of the viewer of `view`; `outlook` is how it stands before them."""

    view: View
    outlook: Outlook

    @cached_property
    def _state(self) -> State:
        state: State = fold(self.view)
        return state

    def _seat(self, player: str) -> Seat:
        return self._state.players.index(player)

    def _after(self, move: Event) -> Play:
        """Return the table as the viewer knows it after `move`."""
        play = table(self.view, self._state)
        do(play, self._state.players, move)
        return play

    def reason(self, each: Tried) -> Words:
        """Return the reason for what `each` is worth."""
        move, seat = each.move, each.seat
        match move.verb:
            case "places":
                return say(
                    "{points} points show; accused in {accused}% of cases, you end on {end}",
                    points=self._shown(move, seat),
                    accused=_percent(each.accusations(seat)),
                    end=_points(each.points),
                )
            case "tilts" | "adds" | "tucks":
                return say(
                    "your cards come to {points} points; accused in {accused}% of cases, you end "
                    "on {end}",
                    points=self._after(move).points(seat),
                    accused=_percent(each.accusations(seat)),
                    end=_points(each.points),
                )
            case "looks" | "votes" | "accuses":
                return self._judged(each)
            case "admits" | "loses":
                left = table(self.view, self._state).left(seat, move.words)
                return say("leaves you {points} points", points=left)
            case "denies":
                return say(
                    "you have the highest score with a chance of {chance}%; you end on {end}",
                    chance=_percent(self.outlook.highest[move.actor]),
                    end=_points(each.points),
                )
            case "takes":
                return say("brings you to {points} points", points=self._after(move).points(seat))
            case "punishes" | "spares":
                return self._ends(each, self._seat(move.words[0]))
            case "appoints":
                return say("{player} steals; you end on {end}", player=move.words[0],
                           end=_points(each.points))  # fmt: skip
            case "robs":
                return self._robbed(each)
            case "gives":
                return self._given(move, seat)
            case "docks":
                return self._docked(move)
            case "names":
                return say("as leader {player} settles the ties", player=move.words[0])
            case _:
                return say(
                    "you end on {end} and win the round in {win}% of cases; accused in {accused}%",
                    end=_points(each.points),
                    win=_percent(each.wins),
                    accused=_percent(each.accusations(seat)),
                )

    def _shown(self, move: Event, seat: Seat) -> int:
        play = self._after(move)
        top = sum(card.nature for card in play.rows[seat] if card.up)
        return play.cards.points[play.powers[seat]][top]

    def _judged(self, each: Tried) -> Words:
        player = each.move.words[0]
        chance = _percent(self.outlook.highest[player])
        mean = _points(self.outlook.expected[player])
        if each.move.verb != "votes":
            return say(
                "{player} has the highest score with a chance of {chance}%, {mean} points on "
                "average",
                player=player,
                chance=chance,
                mean=mean,
            )
        return say(
            "{player} has the highest score with a chance of {chance}%, {mean} points on average; "
            "with your vote {player} is accused in {accused}% of cases",
            player=player,
            chance=chance,
            mean=mean,
            accused=_percent(each.accusations(self._seat(player))),
        )

    def _ends(self, each: Tried, other: Seat) -> Words:
        points = {scores[other] for scores in each.scores}
        return say(
            "{player} ends on {end}",
            player=self._state.players[other],
            end=_points(sum(points) / len(points)),
        )

    def _robbed(self, each: Tried) -> Words:
        play = self._after(each.move)
        spots = habits.gives(play, play.victim)
        kinds = dict.fromkeys(
            laid.kind for laid in self._state.rows[each.move.words[0]] if laid.spot in spots
        )
        return say(
            "{player} will give {cards}; you end on {end}",
            player=each.move.words[0],
            cards=listed(tuple(kinds), "/"),
            end=_points(each.points),
        )

    def _given(self, move: Event, seat: Seat) -> Words:
        before, after = table(self.view, self._state), self._after(move)
        thief = before.thief
        return say(
            "costs you {cost} points and brings {player} {gain}",
            cost=before.points(seat) - after.points(seat),
            player=self._state.players[thief],
            gain=after.points(thief) - before.points(thief),
        )

    def _docked(self, move: Event) -> Words:
        player = move.words[0]
        now = table(self.view, self._state).points(self._seat(player))
        earlier = sum(scores[self._seat(player)] for scores in self._state.scores)
        if not self._state.scores:
            return say("{player} has {points} points", player=player, points=now)
        return say(
            "{player} has {points} points, {total} with those of earlier rounds",
            player=player,
            points=now,
            total=now + earlier,
        )


def _percent(share: float) -> int:
    return round(100 * share)


def _points(points: float) -> str:
    return f"{points:.1f}".removesuffix(".0")

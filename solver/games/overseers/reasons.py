"""The reasons for the value of a move, in the words of the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from ....models.core import View
from ....models.overseers.state import State
from ....models.words import Figure, Words, figure, in_100, listed, say
from . import choosing
from .moves import do, table_of
from .outlook import Outlook
from .table import RoundTable, Seat
from .tries import Tried


@dataclass(frozen=True)
class Reasons:
    """Reasons for moves of the viewer of `view`; `outlook` is how things stand before them."""

    view: View[State]
    outlook: Outlook

    def reason(self, each: Tried) -> Words:
        """Return the reason for the value of `each`."""
        match each.move.verb:
            case "places":
                return self._places(each)
            case "tilts" | "adds" | "tucks":
                return self._changes(each)
            case "votes":
                return self._votes(each)
            case "looks" | "accuses":
                return self._judges(each.move.words[0])
            case "admits" | "loses":
                return self._loses(each)
            case "denies":
                return self._denies(each)
            case "takes":
                return say("brings you to {points}", points=self._after(each).points(each.seat))
            case "punishes" | "spares":
                other = each.move.words[0]
                end = fmean(scores[self._seat(other)] for scores in each.scores)
                return say("{player} ends on {end}", player=other, end=_mean(end))
            case "appoints":
                thief = each.move.words[0]
                return say("{player} steals; you end on {end}", player=thief, end=_end(each))
            case "robs":
                return self._robs(each)
            case "gives":
                return self._gives(each)
            case "docks":
                return self._docks(each.move.words[0])
            case "names":
                leader = each.move.words[0]
                return say("{player} would settle the ties of the next round", player=leader)
            case _:
                return self._goes_on(each)

    # the table as the viewer knows it

    @cached_property
    def _state(self) -> State:
        state = self.view.state
        return state

    @property
    def _now(self) -> RoundTable:
        return table_of(self.view, self._state)

    def _after(self, each: Tried) -> RoundTable:
        table = self._now
        do(table, self._state.players, each.move)
        return table

    def _seat(self, player: str) -> Seat:
        return self._state.players.index(player)

    # reasons, from what came of the tries

    def _goes_on(self, each: Tried) -> Words:
        return say(
            "you end on {end} on average and win the round {win} times in 100; accused {accused} "
            "times",
            end=_end(each),
            win=in_100(each.wins),
            accused=_accused(each),
        )

    def _places(self, each: Tried) -> Words:
        after = self._after(each)
        shown, _ = after.open()[each.seat]
        return say(
            "shows {points}; accused {accused} times in 100; you end on {end} on average",
            points=shown,
            accused=_accused(each),
            end=_end(each),
        )

    def _changes(self, each: Tried) -> Words:
        return say(
            "your cards come to {points}; accused {accused} times in 100; you end on {end} on "
            "average",
            points=self._after(each).points(each.seat),
            accused=_accused(each),
            end=_end(each),
        )

    def _judges(self, player: str) -> Words:
        return say(
            "{player} is highest {chance} times in 100, with {mean} on average",
            player=player,
            chance=in_100(self.outlook.highest[player]),
            mean=_mean(self.outlook.expected[player]),
        )

    def _votes(self, each: Tried) -> Words:
        player = each.move.words[0]
        return say(
            "{player} is highest {chance} times in 100, with {mean} on average; if you vote so, "
            "{player} is accused {accused} times",
            player=player,
            chance=in_100(self.outlook.highest[player]),
            mean=_mean(self.outlook.expected[player]),
            accused=in_100(each.accusations(self._seat(player))),
        )

    def _loses(self, each: Tried) -> Words:
        return say(
            "leaves you {points}; in the end you have {end} on average, the others {others}",
            points=self._now.left(each.seat, each.move.words),
            end=_end(each),
            others=_others(each),
        )

    def _denies(self, each: Tried) -> Words:
        return say(
            "you are highest {chance} times in 100; in the end you have {end} on average, the "
            "others {others}",
            chance=in_100(self.outlook.highest[each.move.actor]),
            end=_end(each),
            others=_others(each),
        )

    def _robs(self, each: Tried) -> Words:
        table, victim = self._after(each), each.move.words[0]
        spots = choosing.gives(table, table.victim)
        kinds = dict.fromkeys(laid.kind for laid in self._state.rows[victim] if laid.spot in spots)
        return say(
            "{player} will give {cards}; you end on {end}",
            player=victim,
            cards=listed(tuple(kinds), "/"),
            end=_end(each),
        )

    def _gives(self, each: Tried) -> Words:
        now, after = self._now, self._after(each)
        return say(
            "costs you {cost} and brings {player} {gain}",
            cost=now.points(each.seat) - after.points(each.seat),
            player=self._state.players[now.thief],
            gain=after.points(now.thief) - now.points(now.thief),
        )

    def _docks(self, player: str) -> Words:
        seat = self._seat(player)
        points = self._now.points(seat)
        if not self._state.scores:
            return say("{player} has {points}", player=player, points=points)
        return say(
            "{player} has {points}, {total} with the earlier rounds",
            player=player,
            points=points,
            total=points + sum(scores[seat] for scores in self._state.scores),
        )


def _accused(each: Tried) -> int:
    return in_100(each.accusations(each.seat))


def _end(each: Tried) -> Figure:
    return _mean(each.points)


def _others(each: Tried) -> Figure:
    return _mean(each.points - each.value)


def _mean(points: float) -> Figure:
    return figure(points, ".0f" if f"{points:.1f}".endswith(".0") else ".1f")

"""How many points more than another a player has at most: what two cannot have at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice, permutations, product

from ...models.core import View
from ...models.overseers.state import State, Step
from ...models.words import Words, listed, say
from ...solver.engine.sweep import TooManyStates
from ..grade import Played, Solution
from ..kinds import Answer, AnswerRow, Engine, Kind, shown
from ..readers import Trait
from .bounded import FEW, LEAST, MOST, by_hand, by_packs, heart, told_packs
from .hands import Hand, fit, named, plain, together, unknown
from .reckoned import left_points


class Ahead(Kind):
    """How many points more than another does a player have at most, whatever is face down?"""

    name = "ahead"
    steady = same = True

    def about(self, view: View, asked: str) -> Words:
        player, other = asked.split(":")
        return say(
            "Whatever lies face down: how many points more than {other} does {player} have at "
            "most?",
            player=player,
            other=other,
        )

    def asked(self, view: View) -> Iterable[str]:
        """Yield the pairs of players who cannot have their most and their least at once."""
        state: State = view.state
        if state.step not in (Step.VOTE, Step.ANSWER):
            return
        down = [each for each in view.setup.players if len(unknown(view, each)) >= FEW]
        for player, other in permutations((each for each in down if plain(view, each)), 2):
            with suppress(TooManyStates):
                if tempting(view, player, other):
                    yield f"{player}:{other}"

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the numbers that any of the cards left can bring."""
        player, other = asked.split(":")
        both = product(*({*left_points(view, each).values()} for each in (player, other)))
        numbers = sorted({one - two for one, two in both if one > two})
        called = ((asked, say("{player}", player=player)),)
        return (AnswerRow(asked, tuple(map(str, numbers)), called),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the number, nothing if no hands fit."""
        player, other = asked.split(":")
        one, two = (by_hand(view, each, engine) for each in (player, other))
        counted = engine is Engine.COUNT
        pairs = together(shown(view), player, other) if counted else product(one, two)
        found = (
            str(one[hand] - two[beside])
            for hand, beside in sorted(pairs, key=lambda each: two[each[1]] - one[each[0]])
            if counted or fit(view, {player: hand, other: beside})
        )
        return (tuple(islice(found, 1)),)

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what each of the two can have, and what they cannot have at once."""
        player, other = asked.split(":")
        one, two = (by_hand(view, each, Engine.COUNT) for each in (player, other))
        fitting = together(shown(view), player, other)
        n = int(answer[0])
        best = min(each for each in fitting if one[each[0]] - two[each[1]] == n)
        packs = told_packs(view)
        down = say("the cards face down before {players}", players=listed((player, other)))
        tempts = {
            hand: min(two[beside] for own, beside in fitting if own == hand)
            for hand in tempting(view, player, other)
        }
        less, same = (
            [
                say(
                    "With {cards} {player} has {n}, and {other} then {least} at least: {apart} "
                    "apart",
                    cards=named(hand),
                    player=player,
                    n=one[hand],
                    other=other,
                    least=least,
                    apart=one[hand] - least,
                )
                for hand, least in tempts.items()
                if (one[hand] - least == n) == is_same and (hand != best[0] or not is_same)
            ]
            for is_same in (False, True)
        )
        most, least = max(one.values()), min(two.values())
        words = say(
            "{player} has {most} at most, and {other} {least} at least: {apart} apart, but not at "
            "once.",
            player=player,
            most=most,
            other=other,
            least=least,
            apart=most - least,
        )
        if less:
            words = say("{sentence} {cases}.", sentence=words, cases=listed(less, "; "))
        last = say(
            "With {cards} face down {player} has {most} points, and {other} with {beside} has "
            "{least}: {n} more.",
            n=n,
            cards=named(best[0]),
            player=player,
            most=one[best[0]],
            other=other,
            beside=named(best[1]),
            least=two[best[1]],
        )
        if same:
            last = say("{cases}. {last}", cases=listed(same, "; "), last=last)
        steps = (
            *packs,
            *heart(view, player, MOST, one),
            *heart(view, other, LEAST, two),
            Played(words, {Trait.JOINED, Trait.LEFT}, max(1, len(tempts)), down),
            Played(last, {Trait.OPEN}, about=down),
        )
        return by_packs(view, (player, other), packs, steps)


def tempting(view: View, player: str, other: str) -> Mapping[Hand, int]:
    """Return the hands with which `player` would be further ahead of the least of `other`.

    With each the points. None if the two can be so far apart at once, or if `player` cannot be
    ahead. Raises TooManyStates.
    """
    one, two = (by_hand(view, each, Engine.COUNT) for each in (player, other))
    fitting = together(shown(view), player, other)
    apart = max((one[hand] - two[beside] for hand, beside in fitting), default=0)
    least = min(two.values(), default=0)
    if apart <= 0:
        return {}
    return {hand: points for hand, points in one.items() if points - least > apart}

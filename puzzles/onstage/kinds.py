"""Questions at the end of a round: the card that guarantees most, and how much it does."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from ...models.core import Event, View
from ...models.onstage import GAME
from ...models.words import Words, listed, say, say_n
from ...solver.play.coach import bots
from ..grade import Played, Solution, played_way
from ..kinds import Answer, AnswerRow, ChoiceKind, Engine, shown
from ..readers import Trait
from .sure import FEW_STATES, by_card, deals, ending, going_on, sure

PLAYS, BLOSSOMS = "plays", "blossoms"
CALLED = ((PLAYS, say("play")), (BLOSSOMS, say("blossoms")))
MOST = 20
"""The highest number of blossoms that is asked for."""


class _Sure(ChoiceKind):
    """The base of kinds that ask what is guaranteed, whatever the others hold and play."""

    __slots__ = ()

    def holds(self, view: View, asked: str, answer: Answer) -> bool:
        """Tell whether one answer is left, with the bounded search that `asked` uses."""
        by_card(shown(view), Engine.COUNT, FEW_STATES)
        return super().holds(view, asked, answer)

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what each card guarantees, the best one last."""
        lot = 1 / len(self.rows(view, asked)[0].options)
        return _way(view, self.seeming(view) == answer[0], lot)

    @abstractmethod
    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the one row of the answer."""

    @abstractmethod
    def seeming(self, view: View) -> str:
        """Return what seems right at first sight."""


@dataclass(frozen=True, slots=True)
class BestPlay(_Sure):
    """Which card guarantees most?"""

    name: str = "play"

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say(
            "With which card are most blossoms of this round sure, whatever the others hold and "
            "play?"
        )

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if one of several cards guarantees more than the others."""
        if not ending(view):
            return
        found = sorted(by_card(shown(view), Engine.COUNT, FEW_STATES).values())
        if len(found) > 1 and found[-1] > found[-2]:
            yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the cards that can be played."""
        cards = dict.fromkeys(move.words[0] for move in GAME.turn(view.state))  # type: ignore[union-attr]
        return (AnswerRow(PLAYS, tuple(cards), CALLED),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the cards that guarantee most."""
        found = by_card(shown(view), engine)
        most = max(found.values())
        return (tuple(card for card, n in found.items() if n == most),)

    def seeming(self, view: View) -> str:
        """Return the card that brings most in this trick."""
        return _tempting(view)


@dataclass(frozen=True, slots=True)
class Blossoms(_Sure):
    """How many blossoms are guaranteed?"""

    name: str = "blossoms"

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say(
            "How many blossoms of this round are sure, including those you have, whatever "
            "the others hold and play?"
        )

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if the number depends on the card, or on what the others do."""
        if ending(view) and len(view.state.hands[view.viewer]) > 2:
            found = by_card(shown(view), Engine.COUNT, FEW_STATES)
            if len({*found.values()}) > 1 and max(found.values()) <= MOST:
                yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the row with all numbers."""
        return (AnswerRow(BLOSSOMS, tuple(map(str, range(MOST + 1))), CALLED),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the number of blossoms that is guaranteed."""
        return ((str(max(by_card(shown(view), engine).values())),),)

    def seeming(self, view: View) -> str:
        """Return what is there, and what the card that brings most in this trick takes at once."""
        card = _tempting(view)
        line = _line(view, card, by_card(shown(view), Engine.COUNT)[card])
        return str(_now(view) + _at_once(view, line))


def _tempting(view: View) -> str:
    return bots(view.game.name)["greedy"]().choose(view, Random(0)).event.words[0]


def _now(view: View) -> int:
    return sum(int(each[1:]) for each in view.state.claimed[view.viewer])


def _line(view: View, card: str, n: int) -> tuple[Event, ...]:
    """Return how the round can go on with `card`, which guarantees `n`."""
    text = shown(view)
    values = sure(text, Engine.COUNT)
    moves = [move for move in values if move.words[0] == card]
    return going_on(text, max(moves, key=lambda move: (values[move], -len(move.words))), n)


def _way(view: View, seems: bool, lot: float) -> Solution:
    text = shown(view)
    every = deals(view, Engine.COUNT)
    cards = sorted(by_card(text, Engine.COUNT).items(), key=lambda each: (each[1], each[0]))
    now = _now(view)
    told: list[Played] = []
    for card, n in cards:
        line = _line(view, card, n)
        steps = (view.game.tale.sentence(each, view.setup.players) for each in line)
        words = say_n(
            "{card} is sure of {n}. So it can go: {steps}.",
            "{card} is sure of {n}. So it can go: {steps}.",
            n,
            card=card,
            steps=listed(steps, "; "),
        )
        traits = {Trait.OPEN}
        if len(every) > 1:
            traits.add(Trait.ANSWERED)
        if card == cards[-1][0]:
            if len(line[0].words) > 1:
                traits.add(Trait.CHANGED)
            if not seems:
                traits.add(Trait.LEFT)
            if n > now + _at_once(view, line):
                traits.add(Trait.JOINED)
        told.append(Played(words, traits, len(every)))
    state = view.state
    coming = len(state.hands[view.viewer]) * len(state.players) - len(state.trick)
    return played_way(told, coming, float(seems), not seems, lot)


def _at_once(view: View, line: Iterable[Event]) -> int:
    """Return the blossoms that the viewer claims in this trick."""
    claim = next((event for event in line if event.verb == "claims"), None)
    if claim is None or claim.actor != view.viewer or not claim.words[0][1:].isdigit():
        return 0
    return int(claim.words[0][1:])

"""Questions at the end of a round: the card that guarantees most, and how much it does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from ...models.core import Event, View
from ...models.onstage import GAME
from ...models.words import Words, listed, say, say_n
from ...solver.play.coach import bots
from ..grade import Solution, Trait, played_way
from ..kinds import Answer, AnswerRow, ChoiceKind, Engine, shown
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
        return _way(view)


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


def _way(view: View) -> Solution:
    text = shown(view)
    every = deals(view, Engine.COUNT)
    cards = sorted(by_card(text, Engine.COUNT).items(), key=lambda each: (each[1], each[0]))
    tempting = bots(view.game.name)["greedy"]().choose(view, Random(0)).event.words[0]
    now = sum(int(each[1:]) for each in view.state.claimed[view.viewer])
    told: list[tuple[Words, set[Trait]]] = []
    for card, n in cards:
        moves = [m for m, value in sure(text, Engine.COUNT).items() if m.words[0] == card]
        move = max(moves, key=lambda m: (sure(text, Engine.COUNT)[m], -len(m.words)))
        line = going_on(text, move, n)
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
            if len(move.words) > 1:
                traits.add(Trait.CHANGED)
            if tempting != card:
                traits.add(Trait.LEFT)
            if n > now + _at_once(view, line):
                traits.add(Trait.JOINED)
        told.append((words, traits))
    return played_way(told)


def _at_once(view: View, line: Iterable[Event]) -> int:
    """Return the blossoms that the viewer claims in this trick."""
    claim = next((event for event in line if event.verb == "claims"), None)
    if claim is None or claim.actor != view.viewer or not claim.words[0][1:].isdigit():
        return 0
    return int(claim.words[0][1:])

"""Questions in a round: a card that must be there, the safe vote, the right answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from ...models.bag import HOLE
from ...models.core import View
from ...models.hidden import Claim
from ...models.overseers.scoring import penalties
from ...models.overseers.state import State, Step
from ...models.overseers.text import KINDS
from ...models.words import Words, say, say_n
from ...solver.engine.deduce import Status, deduce
from ...solver.engine.sweep import TooManyStates
from ..grade import Played, Solution, played_way
from ..kinds import Answer, AnswerRow, ChoiceKind, Deduced, Engine
from ..readers import Trait
from .hands import certain, counted, hands, highest, plain, ranges_of, unknown
from .reckoned import CLEAR, bounds, reckoned

BOTTOM, HAND = "bottom", "hand"
DENIES, ADMITS = "denies", "admits"
VOTES, ANSWER = "votes", "answer"
CALLED = (
    (DENIES, say("deny")),
    (ADMITS, say("admit")),
    (VOTES, say("vote")),
    (ANSWER, say("answer")),
)


@dataclass(frozen=True, slots=True)
class Must(Deduced):
    """Which kind of card must be among those that are face down before a player?"""

    name: str = "which"

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        player, _, where = asked.partition(":")
        if where == HAND:
            return say(
                "One kind of card is sure to be among the {n} that {player} has picked. Which?",
                n=len(view.state.hands[player]),
                player=player,
            )
        return say(
            "One kind of card is sure to be among the {n} face down before {player}. Which?",
            n=len(unknown(view, player)),
            player=player,
        )

    def asked(self, view: View) -> Iterable[str]:
        """Yield the hands and bottom rows in which one kind must be."""
        for player in _others(view):
            asked = f"{player}:{BOTTOM if view.state.rows[player] else HAND}"
            with suppress(TooManyStates):
                if _askable_of(view, player) and len(self.left(view, asked, Engine.COUNT)[0]) == 1:
                    yield asked

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the row with all kinds of cards."""
        player = asked.partition(":")[0]
        called = ((asked, say("{player}", player=player)), *KINDS.items())
        return (AnswerRow(asked, view.state.box.kinds, called),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the kinds that must be there."""
        player = asked.partition(":")[0]
        kinds = view.state.box.kinds
        if engine is Engine.PROOF:
            status = deduce(view.game.model.hidden(view)).status
            proved = (kind for kind in kinds if status.get((kind, asked)) is Status.PROVED)
            return (tuple(proved),)
        found = counted(view, player)
        return (tuple(kind for kind in kinds if found and all(kind in hand for hand in found)),)

    def holds(self, view: View, asked: str, answer: Answer) -> bool:
        """Tell whether every world has such a card there: a proof is quicker than counting."""
        return certain(view, asked, answer[0])

    def claims(self, view: View, asked: str, answer: Answer) -> tuple[Claim, ...]:
        """Return the claim that it is there."""
        return (Claim(answer[0], asked),)


def _others(view: View) -> Collection[str]:
    return [player for player in view.setup.players if player != view.viewer]


def _askable_of(view: View, player: str) -> bool:
    """Tell whether `player` has cards that nobody else knows, in hand or a whole row of them."""
    state: State = view.state
    row = [laid.kind for laid in state.rows[player] if laid.spot[0] == "b"]
    if not row:
        return bool(state.hands[player]) and not state.rows[player]
    return set(row) == {HOLE} and plain(view, player)


class _Most(ChoiceKind):
    """The base of kinds that ask who has the most points."""

    __slots__ = ()
    steady: ClassVar[bool] = True

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what those can have who are compared."""
        seems = self.seeming(view)
        players = self.compared(view, answer)
        lot = 1 / len(self.rows(view, asked)[0].options)
        return _compared(view, players, seems == answer[0], seems not in (None, answer[0]), lot)

    @abstractmethod
    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the one row of the answer."""

    @abstractmethod
    def seeming(self, view: View) -> str | None:
        """Return the answer that seems right by what is reckoned; None if none is ahead."""

    @abstractmethod
    def compared(self, view: View, answer: Answer) -> Sequence[str]:
        """Return the players whose points tell the answer, at the end the one who has more."""


@dataclass(frozen=True, slots=True)
class Vote(_Most):
    """Who has the most points, whatever is face down?"""

    name: str = "vote"

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say("One player has most points, whatever lies face down. For whom do you vote?")

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if one other player surely has most."""
        state: State = view.state
        if state.step is Step.VOTE and view.viewer in state.players and _askable(view):
            found = self.left(view, "", Engine.COUNT)[0]
            if len(found) == 1 and found[0] != view.viewer and _open(view):
                yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the other players."""
        return (AnswerRow(VOTES, tuple(_others(view)), CALLED),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return who can have most."""
        return (highest(view, engine),)

    def seeming(self, view: View) -> str | None:
        """Return who of the others seems to have most."""
        seems = reckoned(view)
        first, second = sorted(_others(view), key=lambda player: -seems[player])[:2]
        return first if seems[first] - seems[second] >= CLEAR else None

    def compared(self, view: View, answer: Answer) -> Sequence[str]:
        """Return everybody."""
        return _up_to(view, answer[0])


@dataclass(frozen=True, slots=True)
class Plea(_Most):
    """Does the accused deny, surely not having most, or admit, surely having most?"""

    name: str = "answer"

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say(
            "You are accused. Whatever lies face down, one answer costs no more points than the "
            "other. Do you admit or deny?"
        )

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if it is certain whether the accused has most."""
        state: State = view.state
        if state.step is not Step.ANSWER or state.trial.accused != view.viewer:
            return
        if _askable(view) and len(self.left(view, "", Engine.COUNT)[0]) == 1 and _open(view):
            yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return both answers."""
        return (AnswerRow(ANSWER, (DENIES, ADMITS), CALLED),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the answers that may be right: both if the accused may have most, or not."""
        found = highest(view, engine)
        if view.viewer not in found:
            return ((DENIES,),)
        if found == (view.viewer,) and len(penalties(view.state, view.viewer)) < _PAIRS:
            return ((ADMITS,),)
        return ((DENIES, ADMITS),)

    def seeming(self, view: View) -> str | None:
        """Return the answer by whether somebody else seems to have more."""
        seems = reckoned(view)
        ahead = seems[view.viewer] - max(seems[player] for player in _others(view))
        if abs(ahead) < CLEAR:
            return None
        return ADMITS if ahead > 0 else DENIES

    def compared(self, view: View, answer: Answer) -> Sequence[str]:
        """Return everybody; or who denies, and one who has more, the easiest to see."""
        if answer[0] == ADMITS:
            return _up_to(view, view.viewer)
        ranges = ranges_of(view, Engine.COUNT)
        own = ranges[view.viewer][1]
        more = [player for player in _others(view) if ranges[player][0] > own]
        easiest = min(
            more, key=lambda each: (bounds(view, each)[0] <= own, len(unknown(view, each)))
        )
        return view.viewer, easiest


_PAIRS = 10
"""All pairs of five cards: if each can be the penalty, admitting and being found out cost the
same."""


def _askable(view: View) -> bool:
    return all(plain(view, player) for player in _others(view) if unknown(view, player))


def _open(view: View) -> bool:
    """Tell whether there is anything to think about: more than one world."""
    return any(len(hands(view, player, Engine.COUNT)) > 1 for player in _others(view))


def _up_to(view: View, most: str) -> Sequence[str]:
    """Return all players, `most` last."""
    return (*(each for each in view.setup.players if each != most), most)


def _compared(
    view: View, players: Sequence[str], seems: bool, refutes: bool, lot: float
) -> Solution:
    """Return the points of `players`, of whom the last has more than the others.

    Whoever has few enough, or most, with any of the cards left needs no look at the hands that can
    lie there.
    """
    ranges = ranges_of(view, Engine.COUNT)
    *others, most = players
    least, above = ranges[most][0], max(ranges[player][1] for player in others)
    points = reckoned(view)
    misleads = max((each for each in players if each != view.viewer), key=lambda p: points[p])
    state: State = view.state
    told: list[Played] = []
    for player in players:
        low, high = bounds(view, player)
        cases = 1
        if not unknown(view, player):
            words = say_n("{player} has {n} point.", "{player} has {n} points.", low, player=player)
        elif player == most and low > above:
            words = say(
                "{player} has at least {n} points, with any of the cards left.",
                player=player,
                n=low,
            )
        elif player != most and high < least:
            words = say(
                "{player} has at most {n} points, with any of the cards left.",
                player=player,
                n=high,
            )
        else:
            low, high = ranges[player]
            cases = len(hands(view, player, Engine.COUNT))
            words = say(
                "{player} has {low} to {high} points, in {n} cases.",
                player=player,
                low=low,
                high=high,
                n=cases,
            )
        traits = {Trait.OPEN}
        if unknown(view, player):
            traits.add(Trait.ANSWERED)
        if any(each and each.player == player for each in (state.tilt, state.tuck)):
            traits.add(Trait.CHANGED)
        if refutes and player == misleads:
            traits.add(Trait.LEFT)
        told.append(Played(words, traits, cases, say("the points of {player}", player=player)))
    things = sum(map(len, state.rows.values()))
    return played_way(told, things, float(seems), refutes, lot)

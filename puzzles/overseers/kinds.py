"""Questions in a round: a card that must be there, the safe vote, the right answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

from ...models.bag import HOLE
from ...models.core import View
from ...models.hidden import Claim
from ...models.overseers.scoring import penalties, points
from ...models.overseers.state import Spot, State, Step
from ...models.overseers.text import KINDS
from ...models.words import Words, listed, say, say_n
from ...solver.engine.deduce import Status, deduce
from ...solver.engine.sweep import TooManyStates
from ..grade import Played, Solution, played_way
from ..kinds import Answer, AnswerRow, Deduced, Engine, Kind
from ..readers import Trait
from .bounded import surely
from .hands import certain, counted, hands, highest, named, plain, ranges_of, unknown
from .reckoned import CLEAR, bounds, left_points, reckoned

BOTTOM, HAND = "bottom", "hand"
DENIES, ADMITS = "denies", "admits"
VOTES, ANSWER = "votes", "answer"
CALLED = (
    (DENIES, say("deny")),
    (ADMITS, say("admit")),
    (VOTES, say("vote")),
    (ANSWER, say("answer")),
)


class Must(Deduced):
    """Which kind of card must be among those that are face down before a player?"""

    name = "which"

    def about(self, view: View, asked: str) -> Words:
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

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return the steps, and the count of picks that decides, where there is one."""
        way = Deduced.way(self, view, asked, answer)
        counted = surely(view, asked.partition(":")[0], answer[0])
        if counted is None or not way.thoughts:
            return way
        *before, last = way.thoughts
        words = say("{step}. {count}", step=last.words, count=counted)
        return replace(way, thoughts=(*before, replace(last, words=words)))


def _others(view: View) -> Collection[str]:
    return [player for player in view.setup.players if player != view.viewer]


def _askable_of(view: View, player: str) -> bool:
    """Tell whether `player` has cards that nobody else knows, in hand or a whole row of them."""
    state: State = view.state
    row = [laid.kind for laid in state.rows[player] if laid.spot[0] == "b"]
    if not row:
        return bool(state.hands[player]) and not state.rows[player]
    return set(row) == {HOLE} and plain(view, player)


class _Most(Kind):
    """The base of kinds that ask who has the most points."""

    steady = True

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what those can have who are compared, and at the end what follows from that."""
        seems = self.seeming(view)
        players = self.compared(view, answer)
        lot = 1 / len(self.rows(view, asked)[0].options)
        refutes = seems not in (None, answer[0])
        way = _compared(view, players, seems == answer[0], refutes, lot)
        *before, last = way.thoughts
        words = say("{steps}", steps=listed((last.words, self.ending(view, players)), " "))
        return replace(way, thoughts=(*before, replace(last, words=words)))

    @abstractmethod
    def seeming(self, view: View) -> str | None:
        """Return the answer that seems right by what is reckoned; None if none is ahead."""

    @abstractmethod
    def compared(self, view: View, answer: Answer) -> Sequence[str]:
        """Return the players whose points tell the answer, at the end the one who has more."""

    @abstractmethod
    def ending(self, view: View, players: Sequence[str]) -> Words:
        """Return what follows for the answer: by how much, or what either costs."""


class Vote(_Most):
    """Who has the most points, whatever is face down?"""

    name = "vote"
    question = say("One player has most points, whatever lies face down. For whom do you vote?")

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

    def ending(self, view: View, players: Sequence[str]) -> Words:
        """Return by how much the last of `players` has most."""
        ranges = ranges_of(view, Engine.COUNT)
        *others, most = players
        nearest = max(others, key=lambda player: ranges[player][1])
        return say(
            "So {player} has most: {least} or more. {other} comes next, with {high} or fewer.",
            player=most,
            least=ranges[most][0],
            other=nearest,
            high=ranges[nearest][1],
        )


class Plea(_Most):
    """Does the accused deny, surely not having most, or admit, surely having most?"""

    name = "answer"
    question = say(
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

    def ending(self, view: View, players: Sequence[str]) -> Words:
        """Return what it costs to deny, and what to admit. OV-5, OV-6"""
        accused, most = view.viewer, players[-1]
        gone, cost = _dearest(view.state, accused)
        given, least = _cheapest(view.state, accused)
        if most == accused:
            return say(
                "So {player} alone has most. To deny costs {gone}: {cost} points. To admit costs "
                "two cards of choice: {least} points with {given}.",
                player=accused,
                gone=gone,
                cost=cost,
                least=least,
                given=given,
            )
        return say(
            "So {player} does not have most, and to deny costs nothing: it brings a card of the "
            "discard. To admit costs two cards of choice: {least} points with {given}.",
            player=accused,
            least=least,
            given=given,
        )


def _dearest(state: State, player: str) -> tuple[Words, int]:
    """Return the cards that `player` loses who denies and has most, and their points. OV-6"""
    return _loss(state, player, penalties(state, player)[0])


def _cheapest(state: State, player: str) -> tuple[Words, int]:
    """Return the cards that it costs `player` least to give who admits, and their points. OV-5"""
    spots = [laid.spot for laid in state.rows[player]]
    every = combinations(spots, min(state.box.confessed, len(spots)))
    return min((_loss(state, player, gone) for gone in every), key=lambda each: each[1])


def _loss(state: State, player: str, gone: Sequence[Spot]) -> tuple[Words, int]:
    """Return cards of `player`, and how many points fewer there are without them."""
    cards = sorted(laid.kind for laid in state.rows[player] if laid.spot in gone)
    return named(tuple(cards)), points(state, player) - points(state, player, tuple(gone))


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

    Those of the viewer come first: whether hints begin with them must not tell what to answer.
    Whoever has few enough, or most, with any of the cards left needs no look at the hands that can
    lie there.
    """
    ranges = ranges_of(view, Engine.COUNT)
    *others, most = players
    least, above = ranges[most][0], max(ranges[player][1] for player in others)
    seem = reckoned(view)
    misleads = max((each for each in players if each != view.viewer), key=lambda p: seem[p])
    state: State = view.state
    told: list[Played] = []
    for player in sorted(players, key=lambda each: each != view.viewer):
        low, high = bounds(view, player)
        cases = 1
        if not unknown(view, player):
            words = say_n("{player} has {n} point.", "{player} has {n} points.", low, player=player)
        elif low > above if player == most else high < least:
            words = _beside_left(view, player, player == most)
        else:
            cases = len(hands(view, player, Engine.COUNT))
            words = _of_fitting(view, player, player == most)
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


def _beside_left(view: View, player: str, is_least: bool) -> Words:
    """Return the fewest points of `player` with any of the cards left, or the most."""
    found = left_points(view, player)
    hand = (min if is_least else max)(found, key=lambda each: found[each])
    values = {"player": player, "n": found[hand], "cards": named(hand)}
    if is_least:
        return say(
            "{player} has at least {n} points, with {cards} face down: no cards left make fewer.",
            **values,
        )
    return say(
        "{player} has at most {n} points, with {cards} face down: no cards left make more.",
        **values,
    )


def _of_fitting(view: View, player: str, is_least: bool) -> Words:
    """Return the fewest points of `player` with any hand that fits, or the most.

    Also what the cards left alone would allow beyond, if anything.
    """
    end = min if is_least else max
    beside = left_points(view, player)
    found = {hand: beside[hand] for hand in hands(view, player, Engine.COUNT)}
    hand, other = (end(each, key=lambda cards: beside[cards]) for each in (found, beside))
    values = {"player": player, "n": found[hand], "cards": named(hand), "hands": len(found)}
    words = (
        say(
            "{player} has at least {n} points, with {cards} face down: the fewest of all hands "
            "that fit ({hands}).",
            **values,
        )
        if is_least
        else say(
            "{player} has at most {n} points, with {cards} face down: the most of all hands that "
            "fit ({hands}).",
            **values,
        )
    )
    if beside[hand] == beside[other]:
        return words
    return say(
        "{words} {cards} would be {n}, but the packs that were passed on rule that out.",
        words=words,
        n=beside[other],
        cards=named(other),
    )

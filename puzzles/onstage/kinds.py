"""Questions at the end of a round: the card that guarantees most, how much that is, a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from random import Random

from ...models.core import Event, View
from ...models.onstage import GAME
from ...models.onstage.state import Card
from ...models.onstage.text import NOTHING
from ...models.record import read
from ...models.words import Listed, Words, listed, say, say_n
from ...solver.play.coach import bots
from ..grade import Played, Solution, played_way
from ..kinds import Answer, AnswerRow, Engine, Kind, answer_of, shown
from ..readers import Trait
from .sure import (
    CARDS,
    FEW_STATES,
    PLAN_STATES,
    Course,
    by_card,
    cases,
    courses,
    deals,
    ending,
    going_on,
    planned,
    sure,
)

PLAYS, NEXT, BLOSSOMS = "plays", "next", "blossoms"
CALLED = ((PLAYS, say("play")), (BLOSSOMS, say("blossoms")))
MOST = 20
"""The highest number of blossoms that is asked for."""
_NUMBER = AnswerRow(BLOSSOMS, tuple(map(str, range(MOST + 1))), CALLED)


class _Sure(Kind):
    """The base of kinds that ask what is guaranteed, whatever the others hold and play."""

    def holds(self, view: View, asked: str, answer: Answer) -> bool:
        """Tell whether one answer is left, with the bounded search that `asked` uses."""
        by_card(shown(view), Engine.COUNT, FEW_STATES)
        return super().holds(view, asked, answer)

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what each card guarantees, the best one last."""
        seems = self.seeming(view) == answer[0]
        lot = 1 / prod(len(row.options) for row in self.rows(view, asked))
        return played_way(_told(view, seems), coming(view), float(seems), not seems, lot)

    def seeming(self, view: View) -> str:
        """Return what seems right at first sight: the card that brings most in this trick."""
        return tempting(view)


class BestPlay(_Sure):
    """Which card guarantees most?"""

    name = "play"
    question = say(
        "With which card are most blossoms of this round sure, whatever the others hold and "
        "play? Those you have count, and all that is left if you alone have none."
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
        return (AnswerRow(PLAYS, _legal(view), CALLED),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the cards that guarantee most."""
        found = by_card(shown(view), engine)
        most = max(found.values())
        return (tuple(card for card, n in found.items() if n == most),)


class Blossoms(_Sure):
    """How many blossoms are guaranteed?"""

    name = "blossoms"
    question = say(
        "How many blossoms of this round are sure, whatever the others hold and play? Those "
        "you have count, and all that is left if you alone have none."
    )

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if the number depends on the card, or on what the others do."""
        if ending(view) and len(view.state.hands[view.viewer]) > 2:
            found = by_card(shown(view), Engine.COUNT, FEW_STATES)
            if len({*found.values()}) > 1 and max(found.values()) <= MOST:
                yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the row with all numbers."""
        return (_NUMBER,)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the number of blossoms that is guaranteed."""
        return ((str(max(by_card(shown(view), engine).values())),),)

    def seeming(self, view: View) -> str:
        """Return what is there, and what the card that brings most in this trick takes at once."""
        return _in_sight(view)

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what each card guarantees, those that guarantee most as one step."""
        found = by_card(shown(view), Engine.COUNT).values()
        return _Sure.way(self, view, asked, answer).ending_in([*found].count(max(found)))


class Planned(_Sure):
    """Which card now, which one next, and how many blossoms are guaranteed by that?"""

    name = "plan"
    question = say(
        "Which card now, and which one next if it may be played, make most blossoms of this "
        "round sure, whatever the others hold and play, and how many? Those you have count, "
        "and all that is left if you alone have none."
    )

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if there is one best card, and one best next."""
        if not ending(view) or len(view.state.hands[view.viewer]) < CARDS:
            return
        found = sorted(by_card(shown(view), Engine.COUNT, PLAN_STATES).values())
        if len(found) > 1 and MOST >= found[-1] > found[-2] and self.holds(view, "", ()):
            yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return a row for the card to play now, one for the next, and one for the number."""
        return (
            AnswerRow(PLAYS, _legal(view), ((PLAYS, say("card now")),)),
            AnswerRow(NEXT, view.state.hands[view.viewer].known, ((NEXT, say("next card")),)),
            _NUMBER,
        )

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the cards of the plans that guarantee most, and how much that is."""
        values = planned(shown(view), engine)
        most = max(values.values())
        best = [(move.words[0], then) for (move, then), n in values.items() if n == most]
        now, then = (tuple(dict.fromkeys(cards)) for cards in zip(*best, strict=True))
        return now, then, (str(most),)

    def holds(self, view: View, asked: str, answer: Answer) -> bool:
        """Tell whether one plan is left, with the bounded search that `asked` uses."""
        planned(shown(view), Engine.COUNT, PLAN_STATES)
        return answer_of(self.left(view, asked, Engine.COUNT)) is not None

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what each card guarantees, the best one last, then what comes of the next ones."""
        now, then, n = answer
        seems = self.seeming(view) == now
        step, right = _told_next(view, now, then)
        steps = [*_told(view, seems, then), step]
        right = seems and right and _in_sight(view) == n
        lot = 1 / prod(len(row.options) for row in self.rows(view, asked))
        return played_way(steps, coming(view), float(right), not right, lot)


def _told_next(view: View, now: Card, then: Card) -> tuple[Played, bool]:
    """Return why `then` is best after `now`, and whether it seems right.

    What seems right is what brings most in the next trick, where the other card is punished.
    """
    text = shown(view)
    values = planned(text, Engine.COUNT)
    move = best_move(view, now, then)
    (other,) = {*view.state.hands[view.viewer].known} - {now, then}
    n, fewer = values[move, then], values[move, other]
    line = going_on(text, move, fewer, other)
    words = say(
        "After {now}, {card} next is sure of {n}, but {beside} of {fewer}, no more: {steps}.",
        n=n,
        now=now,
        card=then,
        beside=other,
        fewer=fewer,
        steps=_in_words(view, line, fewer),
    )
    right = tempting(_before(view, line, other)) == then
    traits = {Trait.OPEN, Trait.AHEAD}
    if not right:
        traits.add(Trait.LEFT)
    return _step(view, None, words, traits, cases(text, move, n, then)), right


def _step(view: View, card: Card | None, words: Words, traits: set[Trait], cases: int) -> Played:
    """Return a step of the way, about a card if that is not best, with `cases` of who holds what.

    One serves for a card that is worse: whoever takes the others for able to play whatever any
    deal lets them never thinks too well of it.
    """
    if len(deals(view, Engine.COUNT)) > 1:
        traits.add(Trait.ANSWERED)
    if cases > 1:
        traits.add(Trait.SUPPOSED)
    about = None if card is None else say("{card}, played now", card=card)
    return Played(words, traits, cases, about)


def _before(view: View, line: Iterable[Event], card: Card) -> View:
    """Return what the viewer sees before playing `card` in the `line` that goes on."""
    seen = read(shown(view))
    for event in line:
        if event.verb == "plays" and event.actor == view.viewer and event.words[0] == card:
            break
        seen = seen.plus(event)
    return seen


def _legal(view: View) -> tuple[Card, ...]:
    moves = GAME.turn(view.state)
    return tuple(dict.fromkeys(move.words[0] for move in moves))  # type: ignore[union-attr]


def tempting(view: View) -> str:
    return bots(view.game.name)["greedy"]().choose(view, Random(0)).event.words[0]


def _now(view: View) -> int:
    return sum(int(each[1:]) for each in view.state.claimed[view.viewer])


def _in_sight(view: View) -> str:
    """Return the blossoms that are there, and what the card that seems best takes at once."""
    card = tempting(view)
    n = by_card(shown(view), Engine.COUNT)[card]
    return str(_now(view) + _at_once(view, going_on(shown(view), best_move(view, card), n)))


def best_move(view: View, card: Card, then: Card | None = None) -> Event:
    """Return the move with `card`, and if told with the next one, that guarantees most."""
    text = shown(view)
    values = (
        sure(text, Engine.COUNT)
        if then is None
        else {move: n for (move, own), n in planned(text, Engine.COUNT).items() if own == then}
    )
    moves = [move for move in values if move.words[0] == card]
    return max(moves, key=lambda move: (values[move], -len(move.words)))


def _told(view: View, seems: bool, then: Card | None = None) -> list[Played]:
    """Return what each card guarantees, the best one last; it `seems` so, or not.

    The best one goes on with the next card, if that is told.
    """
    text = shown(view)
    cards = sorted(by_card(text, Engine.COUNT).items(), key=lambda each: (each[1], each[0]))
    now = _now(view)
    told: list[Played] = []
    for card, n in cards:
        best = card == cards[-1][0]
        after = then if best else None
        move = best_move(view, card, after)
        line = going_on(text, move, n, after)
        values = {"card": card, "n": n}
        words = (
            say("{card} is sure of {n}. {courses}", courses=_why(view, move, n, after), **values)
            if best
            else say(
                "{card} is sure of {n}, no more: {steps}.",
                steps=_in_words(view, line, n),
                **values,
            )
        )
        traits = {Trait.OPEN}
        if best and len(line[0].words) > 1:
            traits.add(Trait.CHANGED)
        if best and not seems:
            traits.add(Trait.LEFT)
        if best and n > now + _at_once(view, line):
            traits.add(Trait.JOINED)
        if best:
            told.append(_step(view, None, words, traits, cases(text, move, n, after)))
        else:
            told.append(_step(view, card, words, traits, 1))
    return told


def _why(view: View, move: Event, n: int, then: Card | None) -> Words:
    """Return what comes of a move in all deals and against all replies, by who wins this trick."""
    found, answers = courses(shown(view), move, n, then)
    cards = len(deals(view, Engine.COUNT))
    winners = sorted({each.winner for each in found}, key=lambda who: (who != view.viewer, who))
    each = [_by_winner(view, [one for one in found if one.winner == who]) for who in winners]
    if len(each) > 1 and view.viewer not in winners and len({*each}) == 1:
        ways = [say("whoever wins this trick, {outcome}", outcome=each[0])]
    else:
        only = len(winners) == 1
        ways = [_won(who, told, only) for who, told in zip(winners, each, strict=True)]
    words = say_n(
        "In the one deal that fits, whatever the others play: {ways}.",
        "In all {n} deals, whatever the others play: {ways}.",
        cards,
        ways=listed(ways, "; "),
    )
    if winners != [view.viewer] or not answers:
        return words
    return say(
        "{words} None of {cards} can take this trick.",
        words=words,
        cards=listed(sorted(answers)),
    )


def _won(winner: str, outcome: Words, only: bool) -> Words:
    """Return what comes of it where somebody wins this trick, perhaps the only one who can.

    Nobody is named if none is known.
    """
    if not winner:
        return outcome
    if only:
        return say("{player} wins this trick; {outcome}", player=winner, outcome=outcome)
    return say("if {player} wins this trick, {outcome}", player=winner, outcome=outcome)


def _by_winner(view: View, found: Sequence[Course]) -> Words:
    """Return what the viewer has at least in some courses, and by which claims."""
    least = min(each.score for each in found)
    bare = not view.state.claimed[view.viewer]
    sets = sorted({tuple(sorted(each.claims)) for each in found})
    values = {"player": view.viewer, "n": least}
    if len(sets) > SETS:
        return say("{player} has at least {n}", **values)
    claims = [
        say("with {pieces}", pieces=listed(pieces))
        if pieces
        else say("alone without performers")
        if bare and least
        else say("with nobody more")
        for pieces in sets
    ]
    return say("{player} has at least {n} ({claims})", claims=listed(claims, "; "), **values)


SETS = 3
"""Up to this many sets of performers that are claimed are named."""


def _in_words(view: View, line: Iterable[Event], n: int) -> Listed:
    """Return what happens in `line`, which leaves the viewer `n` blossoms."""
    told = [view.game.tale.sentence(each, view.setup.players) for each in line]
    taken = (each for each in line if (each.verb, each.actor) == ("claims", view.viewer))
    if n and not view.state.claimed[view.viewer] and all(NOTHING in each.words for each in taken):
        told.append(say("{player} alone has none, and gets what is left", player=view.viewer))
    return listed(told, "; ")


def coming(view: View) -> int:
    """Return how many cards there are still to come in the round."""
    state = view.state
    return len(state.hands[view.viewer]) * len(state.players) - len(state.trick)


def _at_once(view: View, line: Iterable[Event]) -> int:
    """Return the blossoms that the viewer claims in this trick."""
    claim = next((event for event in line if event.verb == "claims"), None)
    if claim is None or claim.actor != view.viewer or not claim.words[0][1:].isdigit():
        return 0
    return int(claim.words[0][1:])

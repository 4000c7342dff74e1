"""A question about the rest of a round: what to take when all others have passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, starmap

from ...models.bards import Box, State
from ...models.bards.cards import ANY, Card
from ...models.core import Event, View
from ...models.errors import IllegalAction
from ...models.hidden import Claim
from ...models.record import read
from ...models.replacing import changed
from ...models.words import Listed, Words, listed, say
from ...solver.games.bards.worth import in_sight
from ..grade import Played, Solution, played_way
from ..kinds import Answer, AnswerRow, Engine, shown
from ..readers import Trait
from .kinds import NOT, WINS, OpenTurn, called, hirable, played, turns
from .turn import Rests, Taken, along, rests

HIRES = "hires"
_HIRED = ((NOT, say("not hired")), (HIRES, say("is hired")))


@lru_cache(maxsize=64)
def _rests(text: str) -> Rests:
    view = read(text)
    return rests(view.game, view.state)  # type: ignore[arg-type]


def rests_of(view: View) -> Rests:
    """Return what can come of the rest of the round, by the rules; raises TooManyStates."""
    return _rests(shown(view))


def is_alone(state: State) -> bool:
    """Tell whether the others have passed, so that the acting player may go on and on."""
    others = {*state.players} - {state.actor}
    return state.done >= others and state.linger == "round"


class Rest(OpenTurn):
    """Which audiences and veterans bring most points, when all others have passed?"""

    name = "rest"
    question = say(
        "All others have passed. Which audiences, which veterans bring you most points in "
        "the rest of this round, counting on no luck?"
    )

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if the most points take several cards, and always the same."""
        if is_alone(view.state) and len(self._best(view)) == 1 and len(self._best(view)[0]) > 1:
            yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return a row for each audience in sight, and for each veteran if there is a poster."""
        state: State = view.state
        names = called(view)
        audiences = (AnswerRow(card, (NOT, WINS), names) for card in in_sight(state))
        hires = (AnswerRow(card, (NOT, HIRES), (*names, *_HIRED)) for card in hirable(state))
        return (*audiences, *hires)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return what is done with each card where most points are had; nothing among others."""
        if not is_alone(view.state):
            return tuple(() for _ in self.rows(view, asked))
        best = self._best(view) if engine is Engine.COUNT else turns(view).most()
        return tuple(
            tuple(
                option
                for option in row.options
                if any((row.subject in each) != (option == NOT) for each in best)
            )
            for row in self.rows(view, asked)
        )

    @staticmethod
    def _best(view: View) -> Sequence[Taken]:
        found = rests_of(view).takings
        most = max(view.state.box.cards.points(each) for each in found)
        return [each for each in found if view.state.box.cards.points(each) == most]

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return what is taken, and then how."""
        subjects = (row.subject for row in self.rows(view, asked))
        rows = tuple(zip(subjects, answer, strict=True))
        best = frozenset(subject for subject, option in rows if option != NOT)
        others = rivals(view, best)
        found = rests_of(view).takings
        cards = frozenset().union(*found)
        seem = seeming(view.state.box, cards, found.__contains__)
        seems = best in seem
        traits = {Trait.OPEN}
        if not seems:
            traits.add(Trait.LEFT)
        if any(each - best for each in seem):
            traits.add(Trait.WEIGHED)
        about = say("what can be had together")
        told = [Played(_chosen(view, best, others), traits, 1 + len(others), about)]
        states = along(view.game, view.state, found[best])  # type: ignore[arg-type]
        told += played(view, found[best], lambda event: _needs_help(view, next(states), event))
        state: State = view.state
        troupe = state.troupes[state.actor]
        things = len(troupe.dice) + len(troupe.stage) + len(self.rows(view, asked))
        more = hoped(view, 1 + max(state.box.cards.points(each) for each in seem))
        way = played_way(told, things, float(seems), not seems, 1 / (1 + len(more)))
        chosen, *actions = way.thoughts
        tempting = () if seems else (replace(chosen, words=_tempting(view, seem)),)
        chosen = replace(chosen, claims=tuple(starmap(Claim, rows)))
        return replace(way, thoughts=(*tempting, chosen, *actions))


def hoped(view: View, least: int) -> Sequence[Taken]:
    """Return what would bring so many points at `least`, could it be taken.

    Each card of it can be taken, and for no colour more performances are asked than can be made,
    nor in all: somebody has to find out whether it can be. Of veterans that bring enough, one only,
    the newest last.
    """
    state: State = view.state
    box, found = state.box, rests_of(view)
    cards = sorted({card for each in found.takings for card in each})
    hires = sorted({*cards} & {*state.line}, key=lambda card: (card == state.newest, card))
    audiences = [card for card in cards if card not in hires]
    kept: list[Taken] = []
    for size in range(len(audiences) + 1):
        for asking in map(Taken, combinations(audiences, size)):
            if not _can_be_made(box, asking, found.most):
                continue
            short = least - box.cards.points(asking)
            hired = next((card for card in hires if box.cards.points([card]) >= short), None)
            kept += [asking] if short <= 0 else []
            kept += [asking | {hired}] if hired else []
    return kept


def rivals(view: View, best: Taken) -> Sequence[Taken]:
    """Return what would bring as much as the `best`, but cannot be taken.

    Of two, one of which takes all that the other does and more, only the other.
    """
    there = rests_of(view).takings
    barred = [each for each in hoped(view, view.state.box.cards.points(best)) if each not in there]
    return [each for each in barred if not any(other < each for other in barred)]


def _can_be_made(box: Box, audiences: Taken, most: Mapping[str, int]) -> bool:
    """Tell whether no colour, nor all, take more performances than can be made."""
    asks = Counter(colour for card in audiences for colour in box.cards.audiences[card].asks)
    asks[ANY] = asks.total()
    return all(most.get(colour, 0) >= n for colour, n in asks.items())


def seeming(box: Box, cards: frozenset[Card], can: Callable[[Taken], bool]) -> Collection[Taken]:
    """Return what somebody has in the end who always takes next what brings most points.

    It is one of the `cards`, and `can` be taken beside what is taken already. Several where points
    are equal.
    """
    here, ends = {Taken()}, set[Taken]()
    while here:
        each = here.pop()
        most = 0
        for card in sorted(cards - each, key=lambda card: -box.cards.points([card])):
            if box.cards.points([card]) < most:
                break
            if can(each | {card}):
                most = box.cards.points([card])
                here.add(each | {card})
        if not most:
            ends.add(each)
    return ends


def is_misleading(view: View) -> bool:
    """Tell whether one set of several cards brings most points, and does not seem to.

    By the planner, which is quicker; raises TooManyStates.
    """
    state: State = view.state
    turn = turns(view)
    best = turn.most()
    if len(best) > 1 or len(best[0]) == 1:
        return False
    return best[0] not in seeming(
        state.box, frozenset((*in_sight(state), *hirable(state))), turn.can_take
    )


def _tempting(view: View, seem: Collection[Taken]) -> Words:
    """Return what somebody has who always takes next what brings most."""
    other = min(seem, key=sorted)
    return say(
        "Whoever always takes next what brings most has {n} points: {cards}. There is more.",
        n=view.state.box.cards.points(other),
        cards=_named(view, other),
    )


def _chosen(view: View, best: Taken, others: Collection[Taken]) -> Words:
    """Return what is taken, and what would be as much but cannot be taken together.

    Of that, the most that can be had.
    """
    points, there = view.state.box.cards.points, rests_of(view).takings
    words = say("{cards}: {n} points.", cards=_named(view, best), n=points(best))
    if not others:
        return words
    bars = []
    for each in others:
        part = max(
            (taken for taken in there if taken <= each), key=lambda t: (points(t), sorted(t))
        )
        bars.append(
            say(
                "{cards}, of which {part} at most ({n})",
                cards=_named(view, each),
                part=_named(view, part),
                n=points(part),
            )
        )
    return say("{words} Not to be had together: {bars}.", words=words, bars=listed(bars, "; "))


def _named(view: View, taken: Taken) -> Listed:
    names = dict(called(view))
    return listed(names[card] for card in sorted(taken))


def _needs_help(view: View, here: State, event: Event) -> bool:
    """Tell whether a line needs what cards lend that were won or turned since the start."""
    troupe = view.state.troupes[here.actor]
    lent = {each.card for each in troupe.stage if each.turned}
    stage = (
        changed(each, turned=each.turned and each.card in lent)
        for each in here.troupes[here.actor].stage
    )
    bare = here.troupe(here.actor, audiences=troupe.audiences, stage=tuple(stage))
    try:
        view.game.apply(bare, event)
    except IllegalAction:
        return True
    return False

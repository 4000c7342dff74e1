"""What is asked about a turn: the best one, the audience that can be won, the fewest dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...models.bards import GAME, State
from ...models.core import Event, View
from ...models.hidden import Claim
from ...models.record import read, write, write_event
from ...models.words import Words, listed, say
from ...solver.games.bards.columns import Column
from ...solver.games.bards.lines import lines
from ...solver.games.bards.plan import Plan
from ...solver.games.bards.worth import in_sight, worth
from ..grade import Trait, Way, played_way
from ..kinds import Answer, Engine, Row
from .planned import Deeds, Turns
from .turn import PERFORMS, End, ends

KEEPS, WINS, NOT, DICE = "keeps", "wins", "no", "dice"
CALLED = (
    (KEEPS, say("is kept")),
    (PERFORMS, say("performs")),
    (WINS, say("is won")),
    (NOT, say("not won")),
    (DICE, say("dice")),
)


@lru_cache(maxsize=64)
def _ends(text: str) -> tuple[End, ...]:
    view = read(text)
    return tuple(ends(view.game, view.state))  # type: ignore[arg-type]


def ends_of(view: View) -> tuple[End, ...]:
    """Return all ends of the turn, by the rules; raises TooManyStates."""
    return _ends(write(view))


def turns(view: View) -> Turns:
    """Return the turn as the planner sees it."""
    return Turns(view.state.box, view.state)


class _Turn:
    """What kinds have in common that ask for a turn to be played."""

    __slots__ = ()

    def claims(self, view: View, asked: str, answer: Answer) -> tuple[Claim, ...]:
        """Return nothing: a choice is no deduction."""
        return ()


@dataclass(frozen=True, slots=True)
class Best(_Turn):
    """What is every die for in the best turn, and what is won?"""

    name: str = "best"

    @property
    def called(self) -> Words:
        """What people call it."""
        return say("the best turn")

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say(
            "Which turn is worth most, by the table of worths, counting on nothing that comes at "
            "random? Say of every die what it is for, and of every audience whether you win it."
        )

    def asked(self, view: View) -> Iterable[str]:
        """Return one question if one turn is worth most, and does more than one thing."""
        found = ends_of(view)
        most = max(end.worth for end in found)
        best = [end for end in found if end.worth == most]
        if len(best) == 1 and len(best[0].roles) > 1 and len(best[0].lines) > 1:
            yield ""

    def rows(self, view: View, asked: str) -> tuple[Row, ...]:
        """Return a row for every die and every audience in sight."""
        state: State = view.state
        troupe = state.troupes[state.actor]
        cards = [each.card for each in troupe.stage if not each.die]
        if state.box.cards.posters.intersection(troupe.hand.known):
            cards += state.line
        options = (KEEPS, PERFORMS, *dict.fromkeys(cards))
        dice = tuple(Row(die, options, CALLED) for die in troupe.dice)
        return (*dice, *(Row(card, (NOT, WINS), CALLED) for card in in_sight(state)))

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return what the dice are for, and what is won, in the turns worth most."""
        rows = self.rows(view, asked)
        found = [self._said(rows, each) for each in self._best(view, engine)]
        return tuple(
            tuple(option for option in row.options if any(each[at] == option for each in found))
            for at, row in enumerate(rows)
        )

    def _best(self, view: View, engine: Engine) -> Iterator[Deeds]:
        if engine is Engine.COUNT:
            found = ends_of(view)
            most = max(end.worth for end in found)
            yield from ((dict(end.roles), end.won) for end in found if end.worth == most)
            return
        from .planned import deeds

        yield from map(deeds, turns(view).best())

    @staticmethod
    def _said(rows: Sequence[Row], deeds: Deeds) -> Answer:
        roles, won = deeds
        return tuple(
            (WINS if row.subject in won else NOT)
            if row.options == (NOT, WINS)
            else roles.get(row.subject, KEEPS)
            for row in rows
        )

    def way(self, view: View, asked: str, answer: Answer) -> Way:
        """Return how the turn is played."""
        rows = self.rows(view, asked)
        told = dict(zip((row.subject for row in rows), answer, strict=True))
        won = frozenset(card for card, said in told.items() if said == WINS)
        dice = {die: said for die, said in told.items() if said not in (KEEPS, WINS, NOT)}
        plan = turns(view).doing((dice, won))
        assert plan is not None
        return _way(view, plan, _bait(view, plan))


@dataclass(frozen=True, slots=True)
class Winnable(_Turn):
    """Which audience can be won in this turn, and how?"""

    name: str = "win"

    @property
    def called(self) -> Words:
        """What people call it."""
        return say("the audience that can be won")

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say("One audience can be won in this turn. Which, and how?")

    def asked(self, view: View) -> Iterable[str]:
        """Return one question if one of several audiences can be won, and not at once."""
        found = [end for end in ends_of(view) if end.won]
        cards = frozenset(card for end in found for card in end.won)
        if len(cards) == 1 and len(in_sight(view.state)) > 2 and all(e.roles for e in found):
            yield ""

    def rows(self, view: View, asked: str) -> tuple[Row, ...]:
        """Return the audiences in sight."""
        return (Row(WINS, in_sight(view.state), CALLED),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return those that can be won."""
        if engine is Engine.PROOF:
            return (turns(view).winnable(),)
        won = frozenset(card for end in ends_of(view) for card in end.won)
        return (tuple(card for card in in_sight(view.state) if card in won),)

    def way(self, view: View, asked: str, answer: Answer) -> Way:
        """Return how it is won."""
        turn = turns(view)
        plan = turn.winning(answer[0], turn.fewest(answer[0]))
        assert plan is not None
        return _way(view, plan, False)


@dataclass(frozen=True, slots=True)
class Fewest(_Turn):
    """With how few dice can an audience be won in this turn?"""

    name: str = "fewest"

    @property
    def called(self) -> Words:
        """What people call it."""
        return say("the fewest dice")

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say("With how few dice can {card} be won in this turn?", card=asked)

    def asked(self, view: View) -> Iterable[str]:
        """Return the audiences that can be won, with more dice or fewer, but with some."""
        found = ends_of(view)
        for card in in_sight(view.state):
            numbers = sorted({len(end.roles) for end in found if card in end.won})
            if len(numbers) > 1 and numbers[0]:
                yield card

    def rows(self, view: View, asked: str) -> tuple[Row, ...]:
        """Return the numbers of dice."""
        dice = turns(view).dice
        return (Row(DICE, tuple(str(n) for n in range(len(dice) + 1)), CALLED),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the least number, nothing if it cannot be won."""
        least: int | None
        if engine is Engine.PROOF:
            least = turns(view).fewest(asked)
        else:
            numbers = (len(end.roles) for end in ends_of(view) if asked in end.won)
            least = min(numbers, default=None)
        return (() if least is None else (str(least),),)

    def way(self, view: View, asked: str, answer: Answer) -> Way:
        """Return how it is won with so few."""
        plan = turns(view).winning(asked, int(answer[0]))
        assert plan is not None
        return _way(view, plan, False)


def _way(view: View, plan: Plan, bait: bool) -> Way:
    """Return the lines of `plan`, with what makes each action hard to see."""
    own: list[set[Trait]] = []
    for step in plan.steps:
        traits = {Trait.OPEN}
        if isinstance(step, Column):
            if step.dice != step.turned:
                traits.add(Trait.CHANGED)
            if step.needs:
                traits.add(Trait.LENT)
        own.append(traits)
    if len(own) > 1:
        own[-1].add(Trait.JOINED)
    if bait and own:
        own[0].add(Trait.LEFT)
    told: list[tuple[Words, set[Trait]]] = []
    at = 0
    before: list[Words] = []
    for event in lines(plan):
        words = view.game.told(event, view.setup.players)
        before.append(words or say("{line}", line=write_event(view.game, event)))
        if event.verb in _ACTS:
            told.append((say("{steps}.", steps=listed(before)), own[min(at, len(own) - 1)]))
            before, at = [], at + 1
    return played_way(told)


_ACTS = (PERFORMS, "uses", "hires", "wins")


def _bait(view: View, plan: Plan) -> bool:
    """Tell whether the single action that brings most at once is none of the plan."""
    state: State = view.state
    player = state.actor
    coming = GAME.turn(state)
    assert isinstance(coming, tuple)
    acts = [event for event in coming if event.verb in _ACTS]
    if not acts:
        return False
    best = max(acts, key=lambda event: (_at_once(state, event), event.words))
    if best in lines(plan):
        return False
    here = worth(state.box, state, player)
    return _at_once(state, best) > here


def _at_once(state: State, event: Event) -> int:
    after = GAME.apply(state, event)
    return worth(state.box, after, state.actor)

"""What each move is worth: what it brings at once, and the best plan that follows.

The lines that a move leads to are searched: at a choice, the best one counts; at chance, the
expectation, which is exact over few outcomes and else a sample with its standard error. After them
comes the best plan, which does not react to chance. So a value can be reached by some way to play,
and the best way is worth no less.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import comb, inf, prod, sqrt
from random import Random
from statistics import fmean, stdev

from ....models.bards import Bards, Box, State, Step
from ....models.bards.dice import FACES, Die, faces
from ....models.bards.show import ACTIONS
from ....models.bards.state import minus, plus
from ....models.chance import Chance, Draw, Forced, Roll
from ....models.core import Event
from ...play.race import Over
from .lines import Plan
from .plan import best_plan
from .uses import is_settled
from .worth import WORTHS, trashed_worth, worth

EXACT = 72
"""Up to this many outcomes, over all chance lines in a row, all are searched."""
MANY = 500
"""Beyond this many outcomes, the different ones are not even counted."""
SAMPLE = 12
"""How many outcomes are sampled by default."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a player has in the end, in hundredths of a point, with its standard error."""

    mean: float
    error: float = 0.0
    exact: bool = True

    def plus(self, more: float) -> Value:
        """Return the value with a certain amount `more`."""
        return replace(self, mean=self.mean + more)


class Stopped(Exception):
    """The time for this value is over."""


class Valuer:
    """Values the moves of `player`, whose turn it is in the show of `state`.

    Once it is `over`, questions for values raise Stopped. A plan takes at most `patience` seconds.
    """

    def __init__(
        self,
        game: Bards,
        state: State,
        player: str,
        rng: Random,
        sample: int = SAMPLE,
        patience: float | None = None,
    ) -> None:
        self.game, self.state, self.player = game, state, player
        self.rng, self.sample = rng, max(2, sample)
        self.over: Over = lambda: False
        self._patience = patience
        self._planned: dict[object, Plan] = {}

    def standing(self) -> float:
        """Return the worth of what the player has now, without a plan."""
        return worth(self.game.box, self.state, self.player)

    def value(self, event: Event) -> Value:
        """Return the worth of `event`, the lines it leads to, and the best plan that follows."""
        if event.verb == "passes":
            return Value(self.standing())
        if event.verb == "done":
            return self._after(self.game.apply(self.state, event), EXACT)
        return self._of(self.state, event, EXACT)

    def _of(self, state: State, event: Event, exact: int) -> Value:
        """Return the value of a line; one extra action keeps the turn from ending by itself."""
        held = replace(state, actions=state.actions + 1)
        after = self.game.apply(held, event)
        action = event.verb in ACTIONS
        extra = after.actions - held.actions + action
        after = replace(after, actions=after.actions - 1)
        return self._after(after, exact).plus(WORTHS.action * action + WORTHS.extra_action * extra)

    def _after(self, state: State, exact: int) -> Value:
        if not state.duties or state.step is not Step.SHOW or is_settled(state, self.player):
            return Value(self._with_plan(state))
        coming = self.game.turn(state)
        if isinstance(coming, tuple):
            if coming[0].verb == "steals":
                return self._stolen(state, coming, exact)
            if coming[0].actor != self.player:  # a die that was stolen for another one: kept
                return self._of(state, coming[0], exact)
            return self._best(state, coming, exact)
        if isinstance(coming, Forced):
            return self._of(state, coming.event, exact)
        return self._expected(state, coming, exact)

    def _with_plan(self, state: State) -> float:
        """Return the worth of a state with its best plan; cached for states alike to a plan."""
        return worth(self.game.box, state, self.player) + self._plan(state).value

    def _plan(self, state: State) -> Plan:
        key = _alike(self.game.box, state, self.player)
        if key not in self._planned:
            if self.over():
                raise Stopped
            self._planned[key] = self._best_plan(state)
        return self._planned[key]

    def _best_plan(self, state: State) -> Plan:
        return best_plan(self.game.box, state, self.player, patience=self._patience)

    def _best(self, state: State, choices: tuple[Event, ...], exact: int) -> Value:
        values = [self._of(state, event, exact) for event in choices]
        best = max(values, key=lambda value: value.mean)
        return replace(best, exact=all(value.exact for value in values))

    def _expected(self, state: State, coming: Chance, exact: int) -> Value:
        if isinstance(coming, Draw) and not coming.pool.whole:
            return Value(self._with_plan(replace(state, duties=())), exact=False)
        outcomes = _outcomes(coming, exact)
        if outcomes is None:
            drawn = [coming.sample(self.rng) for _ in range(self.sample)]
            means = [self._of(state, event, 0).mean for event in drawn]
            return Value(fmean(means), stdev(means) / sqrt(len(means)), exact=False)
        total, left = sum(outcomes.values()), exact // len(outcomes)
        values = [(self._of(state, event, left), n / total) for event, n in outcomes.items()]
        return Value(
            sum(value.mean * share for value, share in values),
            sqrt(sum((value.error * share) ** 2 for value, share in values)),
            all(value.exact for value, _ in values),
        )

    def _stolen(self, state: State, choices: tuple[Event, ...], exact: int) -> Value:
        """Return the value of the best swap of dice; choices that cannot be best are left out.

        Getting the die without giving one is worth more than any swap for it, by one die.
        """
        swaps: dict[Die, dict[Die, Event]] = {}
        for event in choices:
            _, die, _, given = event.words
            swaps.setdefault(die, {}).setdefault(given, event)
        free = {die: self._for_nothing(state, next(iter(by.values()))) for die, by in swaps.items()}
        if not all(self._is_settled(each, state) for each in free.values()):
            return self._best(state, choices, exact)
        most = {die: self._with_plan(each) - WORTHS.die for die, each in free.items()}
        best = -inf
        for die in sorted(swaps, key=lambda die: -most[die]):
            for event in swaps[die].values():
                if best < most[die]:
                    best = max(best, self._with_plan(self._kept(state, event)))
        for die in {each[0]: each for each in swaps}.values():
            rolled = (_instead(free[die], self.player, die, to) for to in faces(die[0]))
            if fmean(map(self._with_plan, rolled)) - WORTHS.die > best:
                again = Event("rerolls", self.player, (die,))
                after = (self.game.apply(state, event) for event in swaps[die].values())
                best = max(best, *(self._of(each, again, exact).mean for each in after))
        return Value(best)

    def _kept(self, state: State, event: Event) -> State:
        """Return the state in which both players keep their swapped dice."""
        after = self.game.apply(state, event)
        while after.duties and after.duties[0].verb == "keeps":
            duty = after.duties[0]
            after = self.game.apply(after, Event("keeps", duty.player, duty.words))
        return after

    def _for_nothing(self, state: State, event: Event) -> State:
        """Return the state with the die back that was given away."""
        after = self._kept(state, event)
        dice = plus(after.troupes[self.player].dice, event.words[-1:])
        return after.troupe(self.player, dice=dice)

    def _is_settled(self, after: State, before: State) -> bool:
        due = after.duties and not is_settled(after, self.player)
        return not due and after.actions == before.actions


def _instead(state: State, player: str, die: Die, shown: Die) -> State:
    dice = [*minus(state.troupes[player].dice, [die]), shown]
    return state.troupe(player, dice=tuple(sorted(dice)))


def _outcomes(coming: Chance, most: int) -> Counter[Event] | None:
    """Return all outcomes with their weights; None if there are more than `most`."""
    if isinstance(coming, Roll):
        if len(FACES) ** coming.size > MANY:
            return None
        found = Counter(coming.all())
    else:
        assert isinstance(coming, Draw)
        pool = coming.pool.known
        if comb(len(pool), coming.size) > MANY:
            return None
        found = Counter({event: _ways(coming, event) for event in coming.all()})
    return found if len(found) <= most else None


def _ways(coming: Draw, event: Event) -> int:
    """Return in how many ways the pieces of `event` can be drawn."""
    drawn = Counter(event.outcome[len(coming.first) :])
    return prod(comb(coming.pool.known.count(piece), n) for piece, n in drawn.items())


def _alike(box: Box, state: State, player: str) -> tuple[object, ...]:
    """Return all that the best plan depends on within one turn, as a cache key."""
    troupe = state.troupes[player]
    posters = sum(card in box.cards.posters for card in troupe.hand.known)
    deck = tuple(sorted(trashed_worth(box.cards.bards[card]) for card in troupe.deck.known))
    good = tuple(c for c in troupe.hand.known if trashed_worth(box.cards.bards[c]) > 0)
    unused = {each.card for each in troupe.stage if not each.die}
    line = state.line if posters or unused & box.cards.posters else ()
    return (
        (troupe.dice, troupe.stage, troupe.performances, troupe.melodies, troupe.audiences),
        (len(troupe.hand), posters, good, troupe.top, deck, troupe.discard),
        (state.audiences, state.top_audience, line, len(state.veterans)),
        (state.duties, state.actions, state.actor),
    )

"""What moves at Battle of the Bards are worth, by playing every line that the rules allow.

Slow and plain: it knows the rules and the table of worths, and nothing of the planner. The lines
that a move opens are played in every way, the best where Ana chooses, the mean where it is chance.
After them comes the best line that reacts to nothing that comes at random (`blindly`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import comb, prod

from aparte.models.bards import GAME, State
from aparte.models.bards.dice import DICE
from aparte.models.chance import Draw, Forced, Roll
from aparte.models.core import Event
from aparte.solver.games.bards.worth import WORTHS, worth

ACTIONS = ("performs", "uses", "hires", "wins")
AT_RANDOM = ("rolls", "explores", "gathers", "draws", "reshuffles", "top", "newest")


@dataclass
class Trying:
    """Tries everything for Ana; `known` are the worths of positions met before.

    `outcomes` counts the outcomes of chance that were looked at.
    """

    known: dict[object, float] = field(default_factory=dict)
    outcomes: int = 0

    def value(self, state: State, event: Event) -> float:
        """Return what Ana has in the end after `event`, in hundredths."""
        if event.verb == "passes":
            return worth(state.box, state, "Ana")
        if event.verb == "done":
            return self.blindly(next_turn(state), Counter())
        after, charge = played(state, event)
        return charge + self._opened(after)

    def _opened(self, state: State) -> float:
        """The lines that must come now, looked through; then the best line played blindly."""
        if not state.duties:
            return self.blindly(state, Counter())
        coming = GAME.turn(state)
        if isinstance(coming, tuple):
            if coming[0].actor != "Ana":  # what Bo does with a die that Ana gave away: BB-5
                return self._opened(played(state, Event("keeps", "Bo", coming[0].words))[0])
            return max(self.value(state, event) for event in coming)
        weighed = weights(coming)
        self.outcomes += len(weighed)
        values = {event: self.value(state, event) for event in weighed}
        return sum(n * values[event] for event, n in weighed.items()) / sum(weighed.values())

    def blindly(self, state: State, idle: Counter[str]) -> float:
        """Return the best worth at the end of a line; `idle` dice are not looked at."""
        key = (state.troupes["Ana"], state.troupes["Bo"].dice, tuple(sorted(idle.items())))
        key += (state.audiences, state.top_audience, state.line, state.duties)
        key += (state.actions if state.linger == "turn" else 0,)
        if key not in self.known:
            self.known[key] = max(self._lines(state, idle))
        return self.known[key]

    def _lines(self, state: State, idle: Counter[str]) -> Iterator[float]:
        if not state.duties:
            yield worth(state.box, state, "Ana")
            if state.linger == "turn" and not state.actions:
                yield self.blindly(next_turn(state), idle)
                return
            if state.linger == "round":  # what is done in which turn makes no difference
                state = replace(state, actions=9)
        elif state.duties[0].verb in AT_RANDOM:
            yield from self._at_random(state, idle)
            return
        choices = GAME.turn(state)
        assert isinstance(choices, tuple)
        for event in choices:
            lying = idle_after(state, event, idle)
            if lying is not None:
                after, charge = played(state, event)
                yield charge + self.blindly(after, lying)

    def _at_random(self, state: State, idle: Counter[str]) -> Iterator[float]:
        """Dice lie idle as they come, cards are any cards: none that a line could count on."""
        coming = GAME.turn(state)
        assert not isinstance(coming, tuple)
        if isinstance(coming, Forced):
            yield self.blindly(played(state, coming.event)[0], idle)
            return
        match coming.event.verb:
            case "rolls":
                event = next(iter(coming.all()))
                yield self.blindly(played(state, event)[0], idle + Counter(event.outcome))
            case "explores":  # trashed or put back after a look, nothing else depends on it
                weighed = weights(coming)
                gains = [n * trashing(played(state, event)[0]) for event, n in weighed.items()]
                mean = sum(gains) / weighed.total()
                back = played(state, next(iter(weighed)))[0]
                back = played(back, Event("returns", "Ana"))[0]
                top = replace(back.troupes["Ana"], top="", deck=state.troupes["Ana"].deck)
                back = replace(back, troupes={**back.troupes, "Ana": top})
                yield mean + self.blindly(back, idle)
            case "gathers":  # whoever comes stands there unused
                after = played(state, next(iter(weights(coming))))[0]
                yield self.blindly(after.troupe("Ana", stage=after.troupes["Ana"].stage[:-1]), idle)
            case "draws":  # one of the cards is discarded at once, the other is no poster
                plain = min(weights(coming), key=lambda event: event.outcome.count("Poster"))
                yield self.blindly(played(state, plain)[0], idle)
            case "newest":
                after = replace(state, duties=state.duties[1:], line=(*state.line, "Somebody"))
                yield self.blindly(after, idle)
            case _:
                yield self.blindly(replace(state, duties=state.duties[1:]), idle)


def trashing(state: State) -> int:
    """What it brings to trash the card explored and not put it back, if that is better."""
    returned, trashed = (
        worth(state.box, played(state, event)[0], "Ana")
        for event in sorted(GAME.turn(state), key=lambda event: event.verb)  # type: ignore[arg-type]
    )
    return max(0, trashed - returned)


def played(state: State, event: Event) -> tuple[State, int]:
    """The state after `event`, in the same turn, and what its action is charged."""
    after = GAME.apply(replace(state, actions=state.actions + 1), event)
    action = event.verb in ACTIONS
    extra = after.actions - state.actions - 1 + action
    after = replace(after, actions=after.actions - 1)
    return after, WORTHS.action * action + WORTHS.extra_action * extra


def next_turn(state: State) -> State:
    """Ana's next turn: what was lent for the turn is over."""
    if state.linger == "round":
        return state
    stage = tuple(replace(each, turned=False) for each in state.troupes["Ana"].stage)
    return replace(state.troupe("Ana", stage=stage), actions=state.box.numbers.actions)


def weights(coming: Draw | Roll | Forced) -> Counter[Event]:
    """Every outcome with the number of ways to it."""
    if isinstance(coming, Draw):
        known, drawn = coming.pool.known, len(coming.first)
        return Counter(
            {
                event: prod(
                    comb(known.count(piece), n)
                    for piece, n in Counter(event.outcome[drawn:]).items()
                )
                for event in coming.all()
            }
        )
    return Counter(coming.all())


def idle_after(state: State, event: Event, idle: Counter[str]) -> Counter[str] | None:
    """The dice that lie idle after `event`; None for a line that counts on what one shows."""
    if event.verb in ("passes", "done", "rerolls"):
        return None
    match event.words:
        case (_, die, "for", given):  # the other player may roll it before it comes
            return idle - Counter([given]) + Counter([die])
        case (die,) if event.verb == "discards":
            return idle - Counter([die])
    dice = Counter(word for word in event.words if word in DICE)
    return None if event.verb != "keeps" and dice - have(state, idle) else idle


def have(state: State, idle: Counter[str]) -> Counter[str]:
    return Counter(state.troupes["Ana"].dice) - idle

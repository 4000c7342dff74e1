"""All ways to play one turn of Battle of the Bards, or the rest of a round, by the rules alone.

It is the witness of the planner: it applies every line that the rules allow, and knows nothing of
plans. Like a plan, it counts on no chance: dice to come lie idle, and nobody gets an audience or
veteran to come.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from ...models.bards import Bards, State
from ...models.bards.abilities import ability
from ...models.bards.cards import ANY, Card
from ...models.bards.dice import COLOURS, DICE, Die
from ...models.bards.show import ACTIONS
from ...models.core import Event
from ...models.replacing import changed
from ...solver.engine.sweep import TooManyStates
from ...solver.games.bards.worth import WORTHS, lacking, worth, worths

MOST = 4_000
"""Most states of a turn that are searched; beyond them there is no answer."""
MOST_ALONE = 15_000
"""Most states of the rest of a round."""
PERFORMS = "performs"
_AT_RANDOM = ("rolls", "top", "newest")

Role = str
"""What a die is for: PERFORMS, or a card."""
Taken = frozenset[Card]
"""Audiences won and veterans hired."""


@dataclass(frozen=True, slots=True)
class End:
    """A turn that was played: what every die was for (those not in it are kept), what was won.

    `worth` is in hundredths of a point, after the cost of actions; `lines` are a shortest way to
    get there.
    """

    roles: frozenset[tuple[Die, Role]]
    won: frozenset[Card]
    worth: int
    lines: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class _Here:
    """A state on the way, and what has been done so far.

    `lie` pairs each die as it lies with what it showed at first, empty if nobody knows. `fresh` are
    dice turned since the last action: the next action must use them.
    """

    state: State
    lie: tuple[tuple[Die, Die], ...]
    roles: frozenset[tuple[Die, Role]]
    charge: int
    lines: tuple[Event, ...]
    fresh: tuple[Die, ...] = ()
    card: Card = ""

    @property
    def key(self) -> tuple[object, ...]:
        """All that the rest of the turn depends on."""
        state = self.state
        troupe = state.troupes[state.actor]
        here = (troupe, state.audiences, state.top_audience, state.line, state.duties)
        return (*here, state.actions, self.lie, self.roles, self.charge, self.fresh)


def ends(game: Bards, state: State) -> list[End]:
    """Return the different ends of the turn, each with its highest worth.

    The dice of the acting player must all differ. Raises TooManyStates.
    """
    player = state.actor
    first = state.troupes[player].audiences
    start = _Here(
        state, tuple((die, die) for die in state.troupes[player].dice), frozenset(), 0, ()
    )
    found: dict[tuple[object, ...], End] = {}
    for here in _reached(game, start, MOST):
        won = frozenset(here.state.troupes[player].audiences) - frozenset(first)
        value = worth(state.box, here.state, player) + here.charge
        end = End(here.roles, won, value, here.lines)
        key = (here.roles, won)
        if key not in found or found[key].worth < value:
            found[key] = end
    return list(found.values())


def least_lacking(
    game: Bards, state: State, cards: Collection[Card]
) -> Mapping[tuple[Card, int], Sequence[str]]:
    """Return the performances that audiences lack at least at some moment of the turn.

    That is for each of the `cards` with so many dice used, where they can be used for anything.
    Nothing is lacking where it is won, or where only an action is. Raises TooManyStates.
    """
    start = _Here(
        state, tuple((die, die) for die in state.troupes[state.actor].dice), frozenset(), 0, ()
    )
    found: dict[tuple[Card, int], Sequence[str]] = {}
    for here in _reached(game, start, MOST):
        troupe = here.state.troupes[state.actor]
        for card in cards:
            done = Counter(troupe.performances)
            there = () if card in troupe.audiences else tuple(lacking(state.box, card, done))
            key = card, len(here.roles)
            if key not in found or len(there) < len(found[key]):
                found[key] = there
    return found


@dataclass(frozen=True, slots=True)
class Rests:
    """What can come of the rest of a round.

    `takings` is what can be taken, each with a shortest way; `most` is how many performances of a
    colour somebody can have made, with those that were there, and how many in all (ANY).
    """

    takings: Mapping[Taken, Sequence[Event]]
    most: Mapping[str, int]


def rests(game: Bards, state: State) -> Rests:
    """Return what can come of the rest of the round, when all others have passed.

    So there is no end to the turns of the acting player, and what is lent stays so (BB-3, BB-19).
    Raises TooManyStates.
    """
    dice = state.troupes[state.actor].dice
    start = _Here(state, tuple((die, die) for die in sorted(dice)), frozenset(), 0, ())
    found: dict[Taken, Sequence[Event]] = {}
    most = Counter[str]()
    on = partial(_in_one_turn, state.actions)
    for here in _reached(game, start, MOST_ALONE, on, _is_thrifty):
        found.setdefault(taken(state, here.state), here.lines)
        made = Counter(here.state.troupes[state.actor].performances)
        for event in here.lines:
            made.update(word for word in event.words if event.verb == "wins" and word in COLOURS)
        most |= made | Counter({ANY: made.total()})
    return Rests(found, most)


def taken(before: State, after: State) -> Taken:
    """Return what the acting player has won and hired since `before`."""
    then, now = (
        Counter((*each.troupes[before.actor].cards, *each.troupes[before.actor].audiences))
        for each in (before, after)
    )
    return frozenset(now - then)


def _in_one_turn(actions: int, here: _Here) -> _Here:
    """Return a state as if no turn ended, without what the rest of the round does not depend on."""
    lie = here.lie
    if not here.fresh:
        lie = tuple(sorted((die, die if first else "") for die, first in lie))
    state = changed(here.state, actions=actions)
    return changed(here, state=state, lie=lie, roles=frozenset(), charge=0)


def _is_thrifty(here: _Here) -> bool:
    """Tell whether no card of the hand was spent where a melody could be: that serves as well.

    It does not where bards cost melodies.
    """
    state, event = here.state, here.lines[-1]
    troupe = state.troupes[state.actor]
    if event.verb not in ("raises", "lowers") or not troupe.melodies:
        return True
    bards = (ability(state.box, state, each.card) for each in troupe.stage)
    return event.words[-1] == "melody" or any(bard and bard.pays for bard in bards)


def _any(here: _Here) -> bool:
    return True


def _as_it_is(here: _Here) -> _Here:
    return here


def _reached(
    game: Bards,
    start: _Here,
    most: int,
    each: Callable[[_Here], _Here] = _as_it_is,
    fits: Callable[[_Here], bool] = _any,
) -> Iterator[_Here]:
    """Yield the states in which somebody may stop, `each` changed, of those that the way `fits`.

    Raises TooManyStates.
    """
    seen = {start.key}
    coming = deque([start])
    while coming:
        here = coming.popleft()
        if not here.state.duties and not here.fresh:
            yield here
        for then in map(each, filter(fits, _after(game, here))):
            if then.key not in seen:
                if len(seen) >= most:
                    raise TooManyStates
                seen.add(then.key)
                coming.append(then)


def gained(game: Bards, state: State, lines: Sequence[Event]) -> list[dict[str, int]]:
    """Return what each of the `lines` of a turn changes, by what it is, in hundredths of a point.

    `actions` are what actions cost and further ones bring. What is not changed is left out.
    """
    player, found = state.actor, list[dict[str, int]]()
    ways = list(_along(game, state, lines))
    for here, then in pairwise(ways):
        before = worths(here.state.box, here.state, player) | {"actions": here.charge}
        after = worths(then.state.box, then.state, player) | {"actions": then.charge}
        found.append({name: n - before[name] for name, n in after.items() if n != before[name]})
    return found


def along(game: Bards, state: State, lines: Sequence[Event]) -> Iterator[State]:
    """Yield the states before each of the `lines`, and after the last one, as if no turn ended."""
    for here in _along(game, state, lines, partial(_in_one_turn, state.actions)):
        yield here.state


def _along(
    game: Bards, state: State, lines: Sequence[Event], each: Callable[[_Here], _Here] = _as_it_is
) -> Iterator[_Here]:
    """Yield where one is before each of the `lines`, and after the last one, `each` changed.

    What comes by itself has come.
    """
    dice = tuple((die, die) for die in state.troupes[state.actor].dice)
    here = _Here(state, dice, frozenset(), 0, ())
    for event in (None, *lines):
        if event is not None:
            here = next(_done(game, here, event))
        while here.state.duties and here.state.duties[0].verb in _AT_RANDOM:
            here = _come(game, here)
        here = each(here)
        yield here


def _after(game: Bards, here: _Here) -> Iterator[_Here]:
    state = here.state
    if state.duties and state.duties[0].verb in _AT_RANDOM:
        yield _come(game, here)
        return
    if not state.duties and not state.actions:
        return
    choices = game.turn(state)
    if not isinstance(choices, tuple):  # chance that no plan counts on, such as a shuffle
        raise TooManyStates
    if choices[0].verb == "takes":  # a die that lies idle, whatever its colour
        choices = choices[:1]
    for event in choices:
        if event.verb not in ("passes", "done", "rerolls"):
            yield from _done(game, here, event)


def _come(game: Bards, here: _Here) -> _Here:
    """Return the state after chance: dice come and lie idle, cards to come are nobody's."""
    state = here.state
    if state.duties[0].verb != "rolls":
        line = (*state.line, "") if state.duties[0].verb == "newest" else state.line
        return changed(here, state=changed(state, duties=state.duties[1:], line=line))
    coming = game.turn(state)
    assert not isinstance(coming, tuple)
    event = next(iter(coming.all()))
    lie = tuple(sorted((*here.lie, *((die, "") for die in event.outcome))))
    return changed(here, state=_applied(game, state, event), lie=lie)


def _applied(game: Bards, state: State, event: Event) -> State:
    """Return the state after `event`, in the same turn."""
    after = game.apply(changed(state, actions=state.actions + 1), event)
    return changed(after, actions=after.actions - 1)


def _done(game: Bards, here: _Here, event: Event) -> Iterator[_Here]:
    """Yield the states after `event`, one for each way to tell equal dice apart."""
    dice = [word for word in event.words if word in DICE]
    if event.verb == "takes":
        dice = []
    action = event.verb in ACTIONS
    for taken in _taken(here.lie, dice):
        if here.fresh and action and not set(here.fresh) <= {first for _, first in taken}:
            continue
        after = _applied(game, here.state, event)
        extra = after.actions - here.state.actions + action
        charge = WORTHS.action * action + WORTHS.extra_action * extra
        lie = list(here.lie)
        for pair in taken:
            lie.remove(pair)
        card = event.words[0] if event.verb in ("uses", "hires") else here.card
        fresh: tuple[Die, ...] = () if action else here.fresh
        roles = here.roles
        if event.verb in ("raises", "lowers"):
            ((_, first),) = taken
            if here.fresh and first < here.fresh[-1]:
                continue
            lie.append((_turned(here.state, after), first))
            fresh = (*here.fresh, *([first] if first not in here.fresh else []))
        elif event.verb != "keeps":
            role = PERFORMS if event.verb == PERFORMS else card
            roles = roles | {(first, role) for _, first in taken}
        else:
            lie += taken
        yield _Here(
            after,
            tuple(sorted(lie)),
            roles,
            here.charge + charge,
            (*here.lines, event),
            fresh,
            card,
        )


def _turned(before: State, after: State) -> Die:
    """Return what the die shows that has been turned."""
    player = before.actor
    gone, come = list(before.troupes[player].dice), []
    for die in after.troupes[player].dice:
        if die in gone:
            gone.remove(die)
        else:
            come.append(die)
    return come[0]


def _taken(
    lie: tuple[tuple[Die, Die], ...], dice: list[Die]
) -> Iterator[tuple[tuple[Die, Die], ...]]:
    """Yield the dice that may be meant; none of them lies idle."""
    if not dice:
        yield ()
        return
    first, *others = dice
    for pair in dict.fromkeys(lie):
        if pair[0] == first and pair[1]:
            rest = list(lie)
            rest.remove(pair)
            for more in _taken(tuple(rest), others):
                yield (pair, *more)

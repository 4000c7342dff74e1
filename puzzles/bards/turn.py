"""All ways to play one turn of Battle of the Bards, by the rules alone.

It is the witness of the planner: it applies every line that the rules allow, and knows nothing of
plans. Like a plan, it counts on no chance: dice to come lie idle, and nobody gets an audience or
veteran to come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...models.bards import Bards, State
from ...models.bards.cards import Card
from ...models.bards.dice import DICE, Die
from ...models.bards.show import ACTIONS
from ...models.core import Event
from ...models.replacing import changed
from ...solver.engine.sweep import TooManyStates
from ...solver.games.bards.worth import WORTHS, worth, worths

MOST = 4_000
"""Most states of a turn that are searched; beyond them there is no answer."""
PERFORMS = "performs"
_AT_RANDOM = ("rolls", "top", "newest")

Role = str
"""What a die is for: PERFORMS, or a card."""


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
    seen = {start.key}
    coming = deque([start])
    while coming:
        here = coming.popleft()
        if not here.state.duties and not here.fresh:
            won = frozenset(here.state.troupes[player].audiences) - frozenset(first)
            value = worth(state.box, here.state, player) + here.charge
            end = End(here.roles, won, value, here.lines)
            key = (here.roles, won)
            if key not in found or found[key].worth < value:
                found[key] = end
        for then in _after(game, here):
            if then.key not in seen:
                if len(seen) >= MOST:
                    raise TooManyStates
                seen.add(then.key)
                coming.append(then)
    return list(found.values())


def gained(game: Bards, state: State, lines: Sequence[Event]) -> list[dict[str, int]]:
    """Return what each of the `lines` of a turn changes, by what it is, in hundredths of a point.

    `actions` are what actions cost and further ones bring. What is not changed is left out.
    """
    player, found = state.actor, list[dict[str, int]]()
    dice = tuple((die, die) for die in state.troupes[player].dice)
    here = _Here(state, dice, frozenset(), 0, ())
    for event in lines:
        before = worths(here.state.box, here.state, player) | {"actions": here.charge}
        while here.state.duties and here.state.duties[0].verb in _AT_RANDOM:
            here = _come(game, here)
        here = next(_done(game, here, event))
        while here.state.duties and here.state.duties[0].verb in _AT_RANDOM:
            here = _come(game, here)
        after = worths(here.state.box, here.state, player) | {"actions": here.charge}
        found.append({name: n - before[name] for name, n in after.items() if n != before[name]})
    return found


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

"""Making puzzles of Battle of the Bards: turns of bots' games, with few and different dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from ...models.bards import State, Step
from ...models.bards.abilities import ability
from ...models.bards.show import ACTIONS
from ...models.core import Event, Record, View
from ...models.errors import TableError
from ...models.position import position
from ...models.record import new_record
from ...solver.games.bards.worth import in_sight
from ..bundled import FIENDISH, HARD, MEDIUM
from ..forms import seated
from ..kinds import Kind
from ..make import Maker
from ..played import turns
from ..tuning import tuned
from .kinds import NOT, Best, Fewest, Winnable, choices
from .pose import Pose, asked_for, changed

POSES = 3
"""How many times the dice of one turn are rolled anew."""
DICE = (4, 5, 6)
"""The possible maximum numbers of dice: further dice are left out of the puzzle."""
MELODIES = 1
"""The most melodies in a puzzle."""
LEAST = 3
"""The fewest dice in a puzzle."""
MORE = 3
"""The most performances that are added, of colours that audiences in sight ask for."""
BEGUN = 8
"""From so many turns the one to tune is chosen."""
AIMS = MEDIUM, HARD, FIENDISH
"""The levels that turns are tuned to."""
CHOICES: Mapping[str, int] = {MEDIUM: 2, HARD: 4, FIENDISH: 16}
"""So many real alternatives to the best turn are looked for."""
CHANGES = 20
"""The most changes of a turn."""
_CHANCY = frozenset({"steal", "gather", "explore", "draw", "reroll"})
"""Icons that bring chance or another player's choice: no plan counts on them."""


def views(rng: Random, kind: str) -> Iterator[View]:
    """Yield the boards at the start of turns of one game, as the acting player sees them.

    The dice are rolled anew, and some performances added, since real turns seldom have anything to
    win. If the best turn is asked for, one that is tuned follows.
    """
    found: list[View] = []
    for seen in turns("bards", (2, 2, 3), ("greedy",), rng, _begins):
        found.append(seen)
        for _ in range(POSES):
            with suppress(TableError):
                yield _posed(seen, rng)
    if kind == "best" and found:
        boards = _all_posed(rng.choices(found, k=BEGUN), rng)
        level = rng.choice(AIMS)

        def some(board: View) -> int:
            return min(choices(board), CHOICES[level])

        board = tuned(KINDS[kind], level, boards, changed, rng, CHANGES, some)
        if board is not None:
            yield board


def _all_posed(seats: Sequence[View], rng: Random) -> Iterator[View]:
    for seen in seats:
        with suppress(TableError):
            yield _posed(seen, rng)


def _begins(seen: View) -> bool:
    """Tell whether a turn begins in which chance plays no part."""
    state: State = seen.state
    if state.step is not Step.SHOW or state.duties or state.actor != seen.viewer:
        return False
    troupe = state.troupes[state.actor]
    cards = [each.card for each in troupe.stage if not each.die]
    bards = [ability(state.box, state, card) for card in cards]
    icons = [icon for bard in bards if bard for icon in bard.icons]
    icons += [icon for card in in_sight(state) for icon in state.box.cards.audiences[card].gains]
    if len(troupe.dice) < LEAST or any(icon.kind in _CHANCY for icon in icons):
        return False
    return state.actions >= state.box.numbers.actions


def _posed(seen: View, rng: Random) -> View:
    """Return the board of a turn with few dice, no two alike; raises TableError."""
    state: State = seen.state
    asked = asked_for(state)
    more = rng.choices(asked, k=rng.randint(0, MORE)) if asked else []
    board = _with_few_melodies(position(seen))
    troupe = state.troupes[state.actor]
    thrown = {f"{die[0]}{rng.randint(1, 6)}" for die in troupe.dice}
    dice = tuple(sorted(rng.sample(sorted(thrown), min(rng.choice(DICE), len(thrown)))))
    return Pose(dice, (*troupe.performances, *more)).on(board)


def _with_few_melodies(board: Record) -> Record:
    record = new_record(board.tags)
    for _, event in board.events:
        if event.verb == "melodies" and event.words == (board.state.actor,):
            event = replace(event, outcome=(str(min(MELODIES, int(event.outcome[0]))),))
        record = record.plus(event)
    return record


def tested(lines: Sequence[Event]) -> tuple[str, str, str] | None:
    """Return the audience that was won in a turn, NOT if none was: could one be won?"""
    if lines[0].verb not in (*ACTIONS, "passes"):
        return None
    return "win", "", next((event.words[0] for event in lines if event.verb == "wins"), NOT)


KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (Best(), Winnable(), Fewest())}
SELDOM = {"best": (FIENDISH,), "win": (HARD, FIENDISH), "fewest": (HARD,)}
PUZZLES = Maker(KINDS, views, lambda view: (), lambda view, clue: view, seated, SELDOM, tested)

"""Making puzzles of Battle of the Bards: turns of bots' games, with few and different dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from ...models.bards import State, Step
from ...models.bards.abilities import ability
from ...models.bards.dice import DICE as SIDES
from ...models.bards.dice import Die
from ...models.bards.show import ACTIONS
from ...models.core import Event, Record, View
from ...models.errors import TableError
from ...models.position import position
from ...models.record import new_record
from ...solver.engine.sweep import TooManyStates
from ...solver.games.bards.worth import in_sight
from ..bundled import FIENDISH, HARD, LEVELS, MEDIUM
from ..forms import seated
from ..kinds import Kind
from ..make import Maker
from ..played import turns
from ..tuning import itself, tuned
from .kinds import NOT, Best, Fewest, Winnable, choices, choices_apart, hirable
from .pose import CHANCY, Pose, Scene, asked_for, changed
from .rest import Rest, is_misleading

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
SCENES, AS_IT_SEEMS = 40, 0.02
"""So many scenes are drawn of a game, and the share of those kept in which what seems best is."""
CROWDED, CROWDED_CHANGES = (5, 6), 40
"""So many dice are thrown in turns that are tuned to be fiendish, and the most changes of those."""


def views(rng: Random, kind: str) -> Iterator[View]:
    """Yield the boards at the start of turns of one game, as the acting player sees them.

    The dice are rolled anew, and some performances added, since real turns seldom have anything to
    win. If the best turn is asked for, one that is tuned follows; then one that is tuned to be
    fiendish, with more dice, and veterans to hire, but no melodies. The rest of a round is asked
    about scenes.
    """
    if kind == "rest":
        yield from _scenes(rng)
        return
    found: list[View] = []
    for seen in turns("bards", (2, 2, 3), ("greedy",), rng, _begins):
        found.append(seen)
        for _ in range(POSES):
            with suppress(TableError):
                yield _posed(seen, rng)
    if kind == "best" and found:
        boards = _each(_posed, rng.choices(found, k=BEGUN), rng)
        yield from _tuned(kind, rng.choice(AIMS), boards, changed, rng, CHANGES, choices)
        if hiring := [seen for seen in found if hirable(seen.state)]:
            boards = _each(_crowded, rng.choices(hiring, k=BEGUN), rng)
            yield from _tuned(kind, FIENDISH, boards, changed, rng, CROWDED_CHANGES, choices_apart)


def _scenes(rng: Random) -> Iterator[View]:
    """Yield boards of somebody who is alone in the show, most often what seems best is not."""
    found = list(turns("bards", (2,), ("greedy",), rng, _shows))
    if not found:
        return
    for board in _each(_scene, rng.choices(found, k=SCENES), rng):
        with suppress(TooManyStates):
            if is_misleading(board) or rng.random() < AS_IT_SEEMS:
                yield board


def _tuned(
    kind: str,
    level: str,
    boards: Iterable[View],
    changed: Callable[[View, Random], View],
    rng: Random,
    changes: int,
    choices: Callable[[View], int],
) -> Iterator[View]:
    """Yield the puzzle of `level` that comes of `boards`, or what comes nearest."""

    def some(board: View) -> int:
        return min(choices(board), CHOICES[level])

    board = tuned(KINDS[kind], level, boards, changed, rng, changes, some, seen=itself)
    if board is not None:
        yield board


def _each(
    posed: Callable[[View, Random], View], seats: Sequence[View], rng: Random
) -> Iterator[View]:
    for seen in seats:
        with suppress(TableError):
            yield posed(seen, rng)


def _shows(seen: View) -> bool:
    """Tell whether the viewer has a turn in the show."""
    state: State = seen.state
    return state.step is Step.SHOW and not state.duties and state.actor == seen.viewer


def _scene(seen: View, rng: Random) -> View:
    return Scene.drawn(seen.state, rng).on(position(seen))


def _begins(seen: View) -> bool:
    """Tell whether a turn begins in which chance plays no part."""
    if not _shows(seen):
        return False
    state: State = seen.state
    troupe = state.troupes[state.actor]
    cards = [each.card for each in troupe.stage if not each.die]
    bards = [ability(state.box, state, card) for card in cards]
    icons = [icon for bard in bards if bard for icon in bard.icons]
    icons += [icon for card in in_sight(state) for icon in state.box.cards.audiences[card].gains]
    if len(troupe.dice) < LEAST or any(icon.kind in CHANCY for icon in icons):
        return False
    return state.actions >= state.box.numbers.actions


def _posed(seen: View, rng: Random) -> View:
    """Return the board of a turn with few dice, no two alike; raises TableError."""
    more, dice = _more(seen.state, rng), seen.state.troupes[seen.state.actor].dice
    thrown = sorted({f"{die[0]}{rng.randint(1, 6)}" for die in dice})
    few = rng.sample(thrown, min(rng.choice(DICE), len(thrown)))
    return _with(seen, few, more, MELODIES)


def _crowded(seen: View, rng: Random) -> View:
    """Return the board of a turn with many dice, no two alike, of all colours, and no melodies."""
    more = _more(seen.state, rng)
    return _with(seen, rng.sample(SIDES, rng.choice(CROWDED)), more, 0)


def _with(seen: View, dice: Sequence[Die], more: Sequence[str], melodies: int) -> View:
    """Return the board with these dice, more performances, and so many melodies at most."""
    state: State = seen.state
    performances = (*state.troupes[state.actor].performances, *more)
    return Pose(tuple(dice), performances).on(_with_few_melodies(position(seen), melodies))


def _more(state: State, rng: Random) -> Sequence[str]:
    """Return performances to be added: of colours that audiences ask for."""
    asked = asked_for(state)
    return rng.choices(asked, k=rng.randint(0, MORE)) if asked else []


def _with_few_melodies(board: Record, most: int) -> Record:
    record = new_record(board.tags)
    for _, event in board.events:
        if event.verb == "melodies" and event.words == (board.state.actor,):
            event = replace(event, outcome=(str(min(most, int(event.outcome[0]))),))
        record = record.plus(event)
    return record


def tested(lines: Sequence[Event]) -> tuple[str, str, str] | None:
    """Return the audience that was won in a turn, NOT if none was: could one be won?"""
    if lines[0].verb not in (*ACTIONS, "passes"):
        return None
    return "win", "", next((event.words[0] for event in lines if event.verb == "wins"), NOT)


KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (Best(), Winnable(), Fewest(), Rest())}
SELDOM = {
    "best": (FIENDISH,),
    "win": (HARD, FIENDISH),
    "fewest": (HARD, FIENDISH),
    "rest": LEVELS,
}
"""Levels that a kind hardly ever has, or that the others have sooner."""
PUZZLES = Maker(KINDS, views, lambda view: (), lambda view, clue: view, seated, SELDOM, tested)

"""How puzzles of Battle of the Bards come about: turns of games of bots, few dice, none alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from ...models.bards import State, Step
from ...models.bards.abilities import ability
from ...models.core import Record, View
from ...models.errors import TableError
from ...models.position import position
from ...models.record import new_record
from ...solver.games.bards.worth import in_sight
from ..forms import seated
from ..kinds import Kind
from ..make import Maker
from ..played import turns
from .kinds import Best, Fewest, Winnable

DICE = 7
"""So many dice at most: more are put away before the puzzle is posed."""
MELODIES = 1
"""So many melodies at most."""
_CHANCY = frozenset({"steal", "gather", "explore", "draw", "reroll"})
"""Icons that let something come, or somebody else choose: no plan counts on them."""


def views(rng: Random, kind: str) -> Iterator[View]:
    """Yield the boards at the beginnings of turns of one game, as who has the turn sees them."""
    for seen in turns("bards", (2, 2, 3), ("greedy",), rng, _begins):
        board = _posed(seen)
        if board is not None:
            yield board


def _begins(seen: View) -> bool:
    """Tell whether a turn begins."""
    state: State = seen.state
    if state.step is not Step.SHOW or state.duties or state.actor != seen.viewer:
        return False
    return state.actions >= state.box.numbers.actions


def _posed(seen: View) -> View | None:
    """Return the board of a turn with few dice, no two alike; None where chance plays a part."""
    state: State = seen.state
    troupe = state.troupes[state.actor]
    cards = [each.card for each in troupe.stage if not each.die]
    bards = [ability(state.box, state, card) for card in cards]
    icons = [icon for bard in bards if bard for icon in bard.icons]
    icons += [icon for card in in_sight(state) for icon in state.box.cards.audiences[card].gains]
    if len(set(troupe.dice)) < 3 or any(icon.kind in _CHANCY for icon in icons):
        return None
    try:
        return _with_few(position(seen), state.actor)
    except TableError:
        return None


def _with_few(board: Record, player: str) -> View:
    record = new_record(board.tags)
    for _, event in board.events:
        if event.verb == "dice" and event.words == (player,):
            event = replace(event, outcome=tuple(sorted(set(event.outcome)))[:DICE])
        elif event.verb == "melodies" and event.words == (player,):
            event = replace(event, outcome=(str(min(MELODIES, int(event.outcome[0]))),))
        record = record.plus(event)
    return record


KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (Best(), Winnable(), Fewest())}
PUZZLES = Maker(KINDS, views, lambda view: (), lambda view, clue: view, seated)

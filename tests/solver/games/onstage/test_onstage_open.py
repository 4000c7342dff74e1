"""What a side can be sure of with open hands: as brute force by the plain rules says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from aparte.models.bag import Bag
from aparte.models.core import View, complete, turn, view
from aparte.models.onstage import GAME, State, Step, Theatre
from aparte.solver.engine.count import Counter
from aparte.solver.games.onstage import advise, open_kernel
from aparte.solver.games.onstage.coach import guarantees, solved
from aparte.solver.games.onstage.position import Position
from aparte.solver.games.onstage.table import numbered
from aparte.solver.play.coach import Budget
from aparte.solver.play.trial import NOTHING
from tests.models.onstage.positions import game, table
from tests.tables import prefixes

BOX = GAME.box
LONG = Budget(iterations=20_000)
TEAMS = {"Teams": "Ana+Cy Bo+Dai"}
OPTIONAL = {"Abilities": "optional"}
FRENCH = {"Edition": "fr"}


def ending(players: int, cards: int, rng: Random, some: dict[str, str]) -> State:
    """Return a table where a trick is led, with so many cards and few performers in play."""
    state = table(players, **some)
    held, performers = rng.sample(BOX.cards, players * cards), list(BOX.performers)
    rng.shuffle(performers)
    here, on_stage = rng.randint(2, 4), rng.randint(0, 2)
    given: dict[str, tuple[str, ...]] = {player: () for player in state.players}
    for performer in performers[here:]:
        player = rng.choice(state.players[rng.randint(0, 1) :])
        given[player] += (performer,)
    hands = {
        player: Bag().put(held[cards * i : cards * (i + 1)])
        for i, player in enumerate(state.players)
    }
    theatre = Theatre(tuple(performers[on_stage:here]), tuple(performers[:on_stage]))
    leader = rng.choice(state.players)
    state = replace(state, step=Step.PLAY, hands=hands, deck=Bag(), theatre=theatre)
    return replace(state, claimed=given, opener=leader, leader=leader)


def sure(state: State, side: tuple[str, ...], seen: dict[object, int]) -> int:
    """Return what `side` can be sure of, by trying everything."""
    if state.scores:
        row = dict(zip(state.players, state.scores[0], strict=True))
        sums = {team: sum(row[player] for player in team) for team in state.agreed.teams}
        return sums[side] - max(total for team, total in sums.items() if team != side)
    key = repr(state)
    if key not in seen:
        coming = GAME.turn(state)
        assert isinstance(coming, tuple)
        came = [sure(GAME.apply(state, move), side, seen) for move in coming]
        seen[key] = max(came) if coming[0].actor in side else min(came)
    return seen[key]


@pytest.mark.parametrize(
    ("players", "cards", "some", "times"),
    [
        (3, 2, {}, 15),
        (3, 2, FRENCH | OPTIONAL, 12),
        (3, 3, {}, 2),
        pytest.param(3, 3, FRENCH, 3, marks=pytest.mark.soak),
        (4, 2, {}, 10),
        (4, 2, TEAMS | FRENCH, 7),
        (4, 2, TEAMS | OPTIONAL, 7),
        (5, 2, {}, 3),
    ],
)
def test_what_is_sure_is_what_brute_force_finds(
    players: int, cards: int, some: dict[str, str], times: int
) -> None:
    rng = Random(f"{players} {cards} {some}")
    for _ in range(times):
        state = ending(players, cards, rng, some)
        seat = rng.randrange(players)
        (side,) = (team for team in state.agreed.teams if state.players[seat] in team)
        found = open_kernel.guaranteed(
            numbered(BOX, state), seat, open_kernel.new_table(), np.array([10**6])
        )
        assert found == sure(state, side, {})


def known(players: int, cards: int) -> View:
    """Return the view of a seat that knows all hands, with so many cards."""
    for seed in range(200):
        for cut in prefixes(game(players, seed)):
            coming = turn(cut)
            if not isinstance(coming, tuple) or len(coming) < 2:
                continue
            own = view(cut, coming[0].actor)
            state: State = own.state
            if state.round > 1:
                break
            if len(state.hands[own.viewer]) == cards and Position.of(own).deals.number == 1:
                return own
    raise AssertionError


def test_advice_tells_what_is_sure_when_all_hands_are_known() -> None:
    own = known(3, 3)
    position = Position.of(own)
    found = solved(position, LONG)
    state = complete(own, Counter(GAME.model.hidden(own)).world(0)).state
    for each in found:
        rest = GAME.apply(state, each.move)
        assert each.guaranteed == sure(rest, (own.viewer,), {}) <= each.margin
    told = advise(own, LONG, 0, NOTHING)
    for each, shown in zip(found, told, strict=True):
        assert shown.action == each.move
        assert f"{abs(each.guaranteed or 0)} blossoms" in str(shown.why)
        assert "whatever the others do" in str(shown.why)


def test_no_guarantee_is_told_where_it_is_not_found_in_time() -> None:
    position = Position.of(known(3, 2))
    dealt, _ = position.deals.every()
    assert set(guarantees(position, dealt, 1)) == {None}

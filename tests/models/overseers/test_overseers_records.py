from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from aparte.models.core import Record, View, complete, replay, turn, view
from aparte.models.overseers import GAME, Step
from aparte.models.overseers.ending import round_scores
from aparte.models.record import write
from aparte.solver.engine.count import TooManyStates
from aparte.solver.games.overseers.draft import Draft
from aparte.solver.games.overseers.passes import Pass
from aparte.solver.games.overseers.sampling import Sampler
from aparte.solver.games.overseers.worlds import Worlds
from aparte.solver.play.coach import choices
from tests.models.overseers.scenes import at_random, begun, tiny
from tests.tables import blank, random_game

GOLDEN = Path(__file__).parents[2] / "golden"
WAYS = [{}, {"Direction": "alternate", "Characters": "chosen"}]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_random_game_plays_as_ever(players: int) -> None:
    text = (GOLDEN / f"overseers-{players}.rec").read_text(encoding="utf-8")
    assert write(random_game("overseers", players, players, **WAYS[players % 2])) == text


@settings(max_examples=8, deadline=None)
@given(st.integers(3, 6), st.integers(0, 10_000), st.sampled_from(WAYS))
def test_random_games_keep_their_cards(players: int, seed: int, tags: dict[str, str]) -> None:
    record = at_random(blank("overseers", players, **tags), Random(seed))
    deck, before = sorted(GAME.box.cards(players)), None
    for line, state in replay(record):
        bags = (
            state.pool,
            state.discard,
            state.drawn,
            *state.packs.values(),
            *state.hands.values(),
        )
        laid = [each.kind for row in state.rows.values() for each in row]
        assert sorted([*laid, *(kind for bag in bags for kind in bag.known)]) == deck
        if line.event.verb == "scores":
            assert round_scores(before) == tuple(map(int, line.event.outcome))
        before = state


@pytest.mark.parametrize("most", [4, pytest.param(5, marks=pytest.mark.soak)])
@settings(max_examples=4, deadline=None)
@given(st.integers(3, 5), st.integers(0, 10_000), st.data())
def test_the_truth_is_a_world_and_twins_show_the_same(
    most: int, players: int, seed: int, data: st.DataObject
) -> None:
    """Five in the draft can be worlds enough for half a minute of counting."""
    players = min(players, most)
    record = at_random(blank("overseers", players), Random(seed))
    cut = data.draw(st.integers(len(record.tags) + 2, record.last - 1))
    viewer = data.draw(st.sampled_from([*record.setup.players, "table"]))
    seen = view(record.until(cut), viewer)
    try:
        worlds = Worlds(Pass(Draft.of(seen)))
    except TooManyStates:
        reject()  # large tables are refused, not counted wrongly
    assert worlds.total > 0
    twin = complete(seen, Sampler(worlds, Random(seed)).world())

    assert write(view(twin, viewer)) == write(seen)
    assert [e.words for e in choices(view(twin, viewer))] == [e.words for e in choices(seen)]
    assert turn(view(twin, viewer)) == turn(seen)


def test_nothing_shows_before_all_have_entered() -> None:
    """What others see of picks, discards, rows and votes is the same whatever they are."""
    record = at_random(blank("overseers", 3), Random(3), Step.VOTE)
    hidden = {"picks", "discards", "places", "votes"}
    for viewer in ("Cy", "table"):
        for _, event in view(record, viewer).events:
            if event.verb in hidden and event.actor != viewer:
                assert set(event.words) <= {"?", "/"}


def test_secret_choices_have_one_order() -> None:
    record = at_random(blank("overseers", 4), Random(1), Step.VOTE)
    coming = turn(record)
    assert isinstance(coming, tuple)
    assert {event.actor for event in coming} == {"Ana"}


def test_perft_of_a_tiny_draft() -> None:
    """The number of lines of play of a fixed tiny round, from the draft to the first vote."""
    record = begun(tiny({"M": 2, "H": 4, "T": 3}, hand=3))
    fixed = "leader Ana|characters Suyin Liang Steadfast|deal Ana H H T|deal Bo H M T|deal Cy H M T"
    text = write(record) + "\n".join(fixed.split("|")) + "\n"
    dealt = _parsed(record, text)
    assert [_perft(dealt, depth) for depth in range(1, 8)] == [2, 6, 18, 18, 18, 18, 36]


def _parsed(record: Record, text: str) -> View:
    from aparte.models.record import read_line

    for row in text.splitlines()[len(record.tags) :]:
        event = read_line(record, row, 0).event
        assert event is not None
        record = record.plus(event)
    return record


def _perft(record: Record, depth: int) -> int:
    if depth == 0:
        return 1
    coming = turn(record)
    lines = coming if isinstance(coming, tuple) else tuple(coming.all())
    return sum(_perft(record.plus(event), depth - 1) for event in lines)

"""Bots for people: what they overlook, that they see no more than their seat, and their names."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from aparte.contract.scenes import cuts, free
from aparte.contract.twins import twins
from aparte.models.core import view
from aparte.models.games import OWN
from aparte.sessions.bots import STRENGTHS, bot_named, bots_called, for_people
from aparte.solver.games.onstage.judge import Forgetful, Trial
from aparte.solver.play.coach import bots, choices
from aparte.solver.play.simulate import Contest, play
from tests.tables import prefixes, random_game

WEAKER = ("beginner", "regular")


@pytest.mark.parametrize("game", OWN)
def test_there_are_three_strengths_with_names_for_people(game: str) -> None:
    there = bots(game)
    assert for_people(there) == list(STRENGTHS) and set(STRENGTHS) < there.keys()
    assert [str(name) for name in bots_called(there).values] == ["beginner", "regular", "master"]
    assert [bot_named(name, there) for name in ("Master", "greedy", "nobody")] == [
        "coach",
        "greedy",
        None,
    ]


@pytest.mark.parametrize("game", OWN)
def test_weaker_bots_play_to_the_end(game: str) -> None:
    ended = play(Contest(game, (*WEAKER, "beginner"), seed=5), 1)
    assert len(ended.winners) == 3


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("name", WEAKER)
def test_weaker_bots_see_no_more_than_their_seat(game: str, name: str) -> None:
    bot, compared = bots(game)[name](), 0
    for record, rng in cuts(game, 2):
        for player in free(record)[:1]:
            own = view(record, player)
            if len(choices(own)) < 2:
                continue
            for twin in islice(twins(record, player, rng), 1):
                there = bot.choose(view(twin, player), Random(1))
                assert there == bot.choose(own, Random(1))
                compared += 1
    assert compared


def test_who_forgets_at_onstage_sees_no_card_of_earlier_tricks() -> None:
    """The heap of what it does not see holds them, and it knows of nobody who lacks a suit."""
    from aparte.solver.games.onstage.position import Position
    from aparte.solver.games.onstage.rules_kernel import REMOVED, VOIDS

    record = next(
        cut for cut in prefixes(random_game("onstage", 3, 2)) if len(cut.state.played) > 12
    )
    player = free(record)[0]
    own = view(record, player)
    whole, forgotten = Position.of(own), Position.of(own).forgotten
    more = int(forgotten.root[REMOVED]) & ~int(whole.root[REMOVED])
    assert more.bit_count() == len(own.state.played) and forgotten.root[VOIDS] == 0
    assert Forgetful(own, 0).moves and set(Trial(own, 0).moves) <= set(choices(own))


def test_a_regular_player_of_onstage_tries_out_the_last_trick_alone() -> None:
    regular, coach, seen = bots("onstage")["regular"](), bots("onstage")["coach"](), set()
    for record in prefixes(random_game("onstage", 3, 2)):
        for player in free(record)[:1]:
            own = view(record, player)
            left = len(own.state.hands[player])
            if len(choices(own)) < 2 or left in seen or left > 4:
                continue
            seen.add(left)
            chosen = regular.choose(own, Random(1)).event
            last = left <= 2
            assert chosen == (coach.choose(own, Random(1)).event if last else Trial(own, 0).usual)
    assert seen == {2, 3, 4}

"""The bots, the advice and the nudge of Battle of the Bards."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from aparte.models.bards import State, Step
from aparte.models.core import RESULT, Record, complete, view
from aparte.models.record import read
from aparte.solver.engine import sat
from aparte.solver.engine.count import Counter
from aparte.solver.games.bards.coach import (
    PLANNED,
    PLAY,
    CoachBot,
    out_of_reach,
)
from aparte.solver.games.bards.effects import Does
from aparte.solver.games.bards.foresight import FEWEST, Foresight, foreseen, meant
from aparte.solver.games.bards.judge import Trial
from aparte.solver.games.bards.looking import nudge
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget, RandomBot, choices
from aparte.solver.play.driver import played
from tests.tables import NAMES, blank, prefixes

LOOK = Budget(iterations=3, quick=False)


@cache
def game(bots: tuple[str, ...], seed: int):
    seats = dict(zip(NAMES, bots, strict=False))
    return played(
        blank("bards", len(bots)), {p: PLAY.bots[b]() for p, b in seats.items()}, Random(seed)
    )


@pytest.mark.parametrize("bots", [("greedy", "coach", "greedy")])
def test_bots_play_to_the_end(bots: tuple[str, ...]) -> None:
    record = game(bots, 1)
    assert next(event for _, event in record.events if event.verb == RESULT)


@cache
def turns() -> tuple[Record, ...]:
    """Return a game between greedy players, cut wherever one has the turn in the show."""
    found = []
    for cut in prefixes(game(("greedy", "greedy"), 3)):
        state: State = cut.state
        if state.step is Step.SHOW and not state.duties and state.actor:
            found.append(cut)
    return tuple(found)


def test_advice_is_legal_ranked_and_the_same_for_twins() -> None:
    rng = Random(3)
    for cut in rng.sample(turns(), 1):
        seen = view(cut, cut.state.actor)
        advice = ranked(seen, LOOK)
        assert advice
        surely = [each for each in advice[1:] if each.contrast and not each.contrast.either]
        assert all(each.value <= advice[0].value for each in surely)
        state: State = seen.state
        for each in advice:
            seen.game.apply(state, each.action)
            assert not (each.exact and each.error)
        counter = Counter(seen.game.model.hidden(seen))
        twin = view(complete(seen, counter.world(rng.randrange(counter.worlds))), seen.viewer)
        assert ranked(twin, LOOK) == advice
        assert choices(twin) == choices(seen)


def test_a_nudge_counts_performances() -> None:
    some = [view(cut, cut.state.actor) for cut in turns()[2:12:4]]
    told = {str(nudge(seen, choices(seen)[0])).split(" in these dice")[0] for seen in some}
    assert told <= {
        "There is no performance",
        *(f"There {'is' if n == 1 else 'are'} {n} performance{'s' * (n > 1)}" for n in range(1, 6)),
    }
    assert len(told) > 1


def test_the_coach_looks_for_plans_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[float] = []
    solve = sat.Solver.solve
    stages = [*prefixes(game(("greedy", "greedy"), 3))]  # those who play it take their time

    def watched(solver: sat.Solver, model: sat.Model) -> object:
        allowed.append(solver.parameters.max_time_in_seconds)
        return solve(solver, model)

    monkeypatch.setattr(sat.Solver, "solve", watched)
    hurried = CoachBot(Budget(seconds=PLANNED))
    for record in stages:
        seen = view(record, record.state.actor or "Ana")
        if len(allowed) < 6 and choices(seen):
            hurried.choose(seen, Random(0))
    assert allowed and max(allowed) <= PLANNED / 2


def test_a_choice_that_has_no_time_is_made_in_few_worlds() -> None:
    for cut in turns()[2:12:4]:
        seen = view(cut, cut.state.actor)
        found = foreseen(seen, choices(seen)[-4:], 1, 96, lambda: True)
        assert {len(each.worths) for each in found} == {FEWEST}


def test_the_coach_sees_no_more_than_its_seat() -> None:
    rng, bot = Random(5), CoachBot(Budget(iterations=3))
    for record in rng.sample([*prefixes(game(("greedy", "greedy"), 3))], 8):
        seen = view(record, record.state.actor or "Bo")
        if len(choices(seen)) < 2:
            continue
        counter = Counter(seen.game.model.hidden(seen))
        twin = view(complete(seen, counter.world(rng.randrange(counter.worlds))), seen.viewer)
        assert bot.choose(twin, Random(0)) == bot.choose(seen, Random(1))


def test_a_plan_that_is_told_is_followed_where_its_move_is_tried() -> None:
    """It hires Sarabel with a die that is turned first, so she is hired in every world."""
    seen = view(read(TURN), "Ana")
    plan = meant(seen)
    assert plan.followed
    turned, hires = plan.lines
    assert turned.verb in ("raises", "lowers")
    assert (hires.verb, hires.words[0]) == ("hires", "Sarabel")
    (came,) = Trial(seen, 1).followed([turned], 8)
    (hired,) = (
        column
        for effect, column in came.counts.items()
        if isinstance(effect, Does) and effect.yours and effect.card == "Sarabel"
    )
    assert hired == [1.0] * 8


def test_a_plan_that_is_worse_than_habit_is_not_followed() -> None:
    seen = view(read(TURN), "Ana")
    plan = meant(seen)
    worse = replace(plan, followed=())
    habit, (move,) = Foresight(seen, 3, ways=worse.planned), plan.lines[:1]
    assert habit.came([move]).chances == Foresight(seen, 3).came([move]).chances


TURN = """[Game "bards"]
[Record "2"]
[Players "Ana Bo"]
[Seat "Ana"]
[From "position"]
audiences Acrobats Apprentices Clockmakers
top Courtiers
line Fidelio Bourree Vesper Sarabel
encore Ana PO
deck Ana Illusionist Musician Musician Poster Poster Singer Singer
hand Ana Poster
stage Ana Dancer with B1 Illusionist with O2 Sol with O6
discard Ana Roadie Dancer
dice Ana B4 P5 R5 B6 P6
performances Ana P
melodies Ana 3
encore Bo ?
deck Bo Dancer Dancer Illusionist Illusionist Musician Musician Poster Poster Roadie Singer Singer
hand Bo ????
stage Bo Carmin with R5
began Ana Bo
passed Bo
round 6 first Bo turn Ana 1
"""


def test_who_is_out_of_reach_wins_whatever_follows() -> None:
    rng, found = Random(5), 0
    for seed in range(3, 6):
        for cut in [*prefixes(game(("greedy", "greedy"), seed))][-40:]:
            if cut.state.step is Step.OVER or not (cut.state.actor or cut.state.waiting):
                continue
            player = cut.state.actor or cut.state.waiting[0]
            own = view(cut, player)
            if len(choices(own)) > 1 and out_of_reach(own) is not None:
                found += 1
                bots = {each: RandomBot() for each in cut.setup.players}
                for _ in range(3):
                    assert played(cut, bots, rng).state.winner == player
    assert found


def test_who_cannot_catch_up_by_the_encore_has_lost_whatever_follows() -> None:
    """The most that the encore brings is counted, and told with what somebody else has. BB-10"""
    rng, found = Random(6), 0
    for seed in range(3, 6):
        for cut in [*prefixes(game(("greedy", "greedy"), seed))][-40:]:
            if cut.state.step is not Step.MELODIES or not cut.state.waiting or cut.state.duties:
                continue
            own = view(cut, cut.state.waiting[0])
            (best, *_) = ranked(own, LOOK)
            if not str(best.remark).startswith("lost: "):
                continue
            assert best.exact and best.value == 0
            bots = {each: RandomBot() for each in cut.setup.players}
            assert all(played(cut, bots, rng).state.winner != own.viewer for _ in range(3))
            found += 1
    assert found


def test_a_nudge_says_of_the_first_performance_that_it_is_one() -> None:
    """Beside none there is no other one that a melody could make one more of."""
    some = [
        str(nudge(own, choices(own)[0])) for cut in turns() for own in [view(cut, cut.state.actor)]
    ]
    none = [told for told in some if told.startswith("There is no") and "melod" in told]
    assert none and all(told.endswith((" makes one.", " make one.")) for told in none)

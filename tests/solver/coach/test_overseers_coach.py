from __future__ import annotations

from random import Random

import pytest

from aparte.models.core import Record, complete, fold, turn, view
from aparte.models.overseers import GAME, Step
from aparte.models.overseers.scoring import penalties, points
from aparte.solver.coach import NOTHING, Budget, bots, choices
from aparte.solver.coach.overseers import Coach, GreedyBot, advise
from aparte.solver.coach.overseers.advice import Outlook, advised
from aparte.solver.coach.overseers.reckoning import Reckoning, relative
from aparte.solver.driver import acted, bot_event, drawn, played
from aparte.solver.overseers import Sampler, Table, Worlds
from aparte.solver.overseers.behaviour import Behaviour
from tests.models.overseers.scenes import NAMES, scene
from tests.tables import blank


def until(players: int, seed: int, *steps: Step) -> Record:
    """Return a round between greedy players up to a choice in one of `steps`."""
    rng = Random(seed)
    record = drawn(blank("overseers", players), rng)
    greedy = {player: GreedyBot() for player in record.setup.players}
    while fold(record).step not in steps:
        event = bot_event(record, greedy, rng)
        assert event is not None
        record = drawn(acted(record, event), rng)
    return record


@pytest.mark.parametrize("names", [("greedy",) * 3, ("coach", "greedy", "random")])
def test_bots_play_to_the_end(names: tuple[str, ...]) -> None:
    makers = bots("overseers")
    seated = {player: makers[name]() for player, name in zip(NAMES, names, strict=False)}
    record = played(blank("overseers", 3), seated, Random(1))
    assert fold(record).step is Step.OVER


def test_reckoning_counts_as_the_rules_do() -> None:
    state = scene("PPA/AB MAA/MB BBH/HT", "Nuying Steadfast Meixiu", Step.VOTE)
    reckoning = Reckoning(state)
    for player in state.players:
        laid = {card.spot: card.kind for card in state.rows[player]}
        assert reckoning.points(player, laid) == points(state, player)
        (dearest, *_) = penalties(state, player)
        assert reckoning.penalty(player, laid) == points(state, player, dearest)
        spots, left = reckoning.least_loss(player, laid)
        assert left == points(state, player, spots)


def test_denying_is_judged_by_the_rules() -> None:
    state = scene("MMM/MM BBB/BB AAA/AA", "Fushen Wuming Two-Above", Step.VOTE)
    reckoning = Reckoning(state)
    laid = {"t1": "M", "t2": "M", "b1": "M"}
    scores = {"Ana": 18, "Bo": 12, "Cy": 3}
    assert reckoning.denied("Ana", scores, laid, ["B"]) == 6
    assert reckoning.denied("Ana", {**scores, "Bo": 30}, laid, ["B", "M"]) == 24
    tied = {**scores, "Bo": 18}
    assert reckoning.denied("Ana", tied, laid, []) == 18  # Ana leads, and spares herself
    assert reckoning.denied("Bo", tied, laid, []) == 6


def test_values_are_relative_to_the_mean_of_the_others() -> None:
    assert relative({"Ana": 20.0, "Bo": 10.0, "Cy": 14.0}, "Ana") == 8.0


@pytest.mark.parametrize("players", [3, 5])
def test_advice_is_about_all_moves_and_the_same_each_time(players: int) -> None:
    record = until(players, players, Step.VOTE)
    seen = view(record, "Ana")
    advice = advise(seen, Budget(iterations=40), 7, NOTHING)
    assert {each.action for each in advice} == set(choices(seen))
    assert [each.value for each in advice] == sorted((a.value for a in advice), reverse=True)
    assert advise(seen, Budget(iterations=40), 7, NOTHING) == advice
    twin = complete(seen, Sampler(Worlds(Table.of(seen)), Random(3)).world())
    assert advise(view(twin, "Ana"), Budget(iterations=40), 7, False) == advice


def test_answers_are_priced() -> None:
    record = until(4, 2, Step.ANSWER)
    accused = fold(record).trial.accused
    advice = advised(view(record, accused), 60, 0, Behaviour())
    verbs = {each.action.verb for each in advice}
    assert verbs == {"admits", "denies"}
    state = fold(record)
    best = next(each for each in advice if each.action.verb == "admits")
    left = points(state, accused, best.action.words)
    assert left == max(
        points(state, accused, each.action.words) for each in advice if each.action.words
    )


def test_picks_are_played_out() -> None:
    record = until(3, 4, Step.DRAFT)
    actor = next(iter(turn(record))).actor  # type: ignore[union-attr]
    advice = advised(view(record, actor), 80, 0, None)
    assert {each.action for each in advice} == set(choices(view(record, actor)))


def test_behaviour_believes_that_good_cards_are_hidden() -> None:
    """Of two piles of worlds, the one in which much is hidden gains weight."""
    record = until(4, 6, Step.VOTE)
    seen = view(record, "Ana")
    expected = [
        Outlook.of(seen, 150, Random(0), behaviour).expected["Bo"]
        for behaviour in (None, Behaviour(1.0))
    ]
    assert expected[1] > expected[0]
    likely = Behaviour(1.0).likelihood(GAME.box)
    shown = {"t1": "A", "t2": "A", "t3": "B"}
    assert likely("Bo", shown, ("M", "M"), "T") > likely("Bo", shown, ("M", "T"), "M")
    assert Behaviour(0.0).likelihood(GAME.box)("Bo", shown, ("M", "T"), "M") == 1.0


def test_the_coach_takes_its_best_advice() -> None:
    record = until(3, 9, Step.VOTE)
    seen = view(record, "Ana")
    assert Coach(50).choose(seen, Random(0)).event == advised(seen, 50, 0, Behaviour())[0].action

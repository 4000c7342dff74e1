"""What can be expected of face-down cards, counted or estimated."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest

from aparte.models.core import View, view
from aparte.models.overseers import Step
from aparte.models.record import write
from aparte.solver.engine.reading import Expectations
from aparte.solver.games.overseers import passes
from aparte.solver.games.overseers.behaviour import Behaviour
from aparte.solver.games.overseers.draft import Draft
from aparte.solver.games.overseers.passes import Pass
from aparte.solver.games.overseers.pruned import PrunedPass
from aparte.solver.games.overseers.reading import reader
from aparte.solver.games.overseers.sampling import Sampler
from aparte.solver.games.overseers.worlds import Worlds
from tests.aparte_cli import aparte
from tests.models.overseers.scenes import at_random
from tests.tables import blank


def before_the_vote(players: int, seed: int) -> View:
    record = at_random(blank("overseers", players), Random(seed), Step.VOTE)
    return view(record, record.setup.players[seed % players])


def read(seen: View, strength: float | None = None) -> Expectations:
    found = reader(seen, strength).reading()
    assert found is not None
    return found


@pytest.mark.parametrize("strength", [None, 0.5])
@pytest.mark.parametrize(("players", "kept"), [(3, 5), (4, 20)])
def test_pruned_passes_are_right_in_the_mean(
    players: int, kept: int, strength: float | None
) -> None:
    """The sums of pruned passes scatter around those of the exact one."""
    table = Draft.of(before_the_vote(players, 1))
    likelihood = Behaviour(strength).likelihood(table.model.round.box) if strength else None
    exact = Worlds(Pass(table, likelihood))
    hand = max(exact.hands("Cy").items(), key=lambda each: each[1])[0]
    n, totals, hands = 40, [], []
    for seed in range(n):
        pruned = Worlds(PrunedPass(table, likelihood, Random(seed), kept))
        totals.append(float(pruned.total))
        hands.append(float(pruned.hands("Cy").get(hand, 0)) if pruned.total else 0.0)
    for sums, truth in ((totals, exact.total), (hands, exact.hands("Cy")[hand])):
        assert stdev(sums) > 0
        assert abs(fmean(sums) - float(truth)) < 4 * stdev(sums) / n**0.5


def test_nothing_pruned_is_the_exact_pass() -> None:
    table = Draft.of(before_the_vote(4, 2))
    pruned, exact = PrunedPass(table, None, Random(0), kept=10**9), Worlds(Pass(table))
    assert pruned.total == exact.total


def test_estimates_lie_within_their_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many estimates few are further than two standard errors from the exact number."""
    beyond, compared = 0, 0
    for seed in range(3):
        seen = before_the_vote(4, seed)
        exact = read(seen)
        assert exact.counted
        with monkeypatch.context() as patch:
            patch.setattr("aparte.solver.games.overseers.reading.Pass", _refuses)
            patch.setattr("aparte.solver.games.overseers.pruned.KEPT", 12)
            estimate = read(seen)
        assert not estimate.counted
        for key, (value, error) in estimate.expected.items():
            truth = exact.expected[key].value
            compared += 1
            beyond += abs(value - truth) > 2.5 * error + 0.02
    assert beyond < 0.1 * compared


def _refuses(*args: object) -> Pass:
    raise passes.TooManyStates


def test_hands_are_those_of_samples() -> None:
    table = Draft.of(before_the_vote(3, 3))
    worlds = Worlds(Pass(table))
    holder = next(each for each in table.holders if len(each.open) > 1)
    spots = [fate for fate in holder.open if fate != "discard"]
    sampler, n = Sampler(worlds, Random(2)), 3000
    deals = (sampler.deal()[holder.player] for _ in range(n))
    drawn = Counter(tuple(sorted(deal[spot] for spot in spots)) for deal in deals)
    hands = worlds.hands(holder.player)
    assert set(drawn) <= set(hands)
    for hand, weight in hands.items():
        assert abs(drawn[hand] / n - float(weight / worlds.total)) < 0.04


def test_full_strength_moves_chances_further() -> None:
    seen = before_the_vote(3, 5)
    none, alike = read(seen, 0.0), read(seen)
    for key, figure in alike.expected.items():
        assert none.expected[key].value == pytest.approx(figure.value)
    assert read(seen, 1.0).expected != alike.expected


def test_chances_of_the_highest_score_are_never_certain() -> None:
    found = read(before_the_vote(3, 5))
    assert found.highest
    for value, error in found.highest.values():
        assert 0 <= value <= 1
        assert error > 0


def test_nothing_is_compared_before_the_rows_lie() -> None:
    record = at_random(blank("overseers", 3), Random(3), Step.DISCARD)
    found = read(view(record, "Ana"))
    assert not found.highest
    assert not found.hands


@pytest.mark.parametrize("plain", [[], pytest.param(["--plain"], marks=pytest.mark.soak)])
def test_estimates_are_labelled(
    plain: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = before_the_vote(3, 5)
    path = tmp_path / "round.rec"
    path.write_text(write(seen), encoding="utf-8")
    monkeypatch.setattr("aparte.solver.games.overseers.reading.Pass", _refuses)
    monkeypatch.setattr("aparte.solver.games.overseers.pruned.KEPT", 3)
    shown = " ".join(aparte("solve", path, "--behaviour", *plain).stdout.split())
    assert "too many to count: chances are estimated" in shown
    assert "estimates, with their standard error" in shown
    assert "an assumption, no part of any proof" in shown
    assert "±" in shown
    if plain:
        return
    data = json.loads(aparte("solve", path, "--behaviour", "--json").stdout)
    assert data["exact"] is False
    assert data["worlds"] is None
    monkeypatch.undo()
    counted = json.loads(aparte("solve", path, "--json").stdout)
    for item, places in counted["items"].items():
        settled = {place: None if weight else 0 for place, weight in places.items()}
        assert data["items"][item] == settled
    assert data["proved"] == counted["proved"]
    for name in ("alike", "behaviour"):
        chances = data["chances"][name]
        assert chances["exact"] is False
        assert any(error for cards in chances["cards"].values() for _, error in cards.values())


def test_both_ways_to_weigh_worlds_stand_side_by_side(tmp_path: Path) -> None:
    seen = before_the_vote(3, 5)
    path = tmp_path / "round.rec"
    path.write_text(write(seen), encoding="utf-8")
    alone = json.loads(aparte("solve", path, "--json").stdout)
    both = json.loads(aparte("solve", path, "--behaviour", "--strength", "1", "--json").stdout)
    assert set(alone["chances"]) == {"alike"}
    assert both["chances"]["alike"] == alone["chances"]["alike"]
    assert both["chances"]["behaviour"]["strength"] == 1
    assert both["proved"] == alone["proved"]
    for item, places in both["items"].items():
        for place, weight in places.items():
            value, error = both["chances"]["alike"]["cards"][item][place]
            assert error == 0
            assert value == pytest.approx(weight / both["worlds"])
    shown = aparte("solve", path, "--behaviour").stdout
    assert "all alike" in shown
    assert "“keep and hide” assumes" in shown
    assert "“keep and hide”" not in aparte("solve", path).stdout


def test_behaviour_is_refused_where_a_game_assumes_none() -> None:
    path = Path(__file__).parents[3] / "examples" / "adresses-jaunes-4p-bo.rec"
    assert "behaviour" in aparte("solve", path, "--behaviour", code=2).stderr

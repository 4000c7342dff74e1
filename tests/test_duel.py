"""The yardstick of players: it favours nobody, whatever version they are of, and errs rarely."""

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from bench.duel import LEAST, SEEDS, SURE, Duel, likelihood, seeds

ROOT = Path(__file__).parents[1]
CHECKED_OUT = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="there are no versions")


@CHECKED_OUT
@pytest.mark.parametrize("game", ["adresses-jaunes", "overseers"])
def test_a_version_has_no_lead_against_the_same_sources(game: str) -> None:
    deals = [Duel(game, "greedy", "greedy@HEAD").deal(number) for number in range(2)]
    assert [deal["lead"] for deal in deals] == [0, 0]


def test_who_sees_everything_leads() -> None:
    deals = [Duel("adresses-jaunes", "cheat", "greedy").deal(number) for number in range(3)]
    assert sum(deal["lead"] for deal in deals) > 0


@pytest.mark.parametrize("teams", [False, True])
def test_in_single_rounds_nobody_leads_against_the_same(teams: bool) -> None:
    deal = Duel("onstage", "greedy", "greedy", 4, teams=teams, round=True).deal(0)
    assert (deal["lead"], deal["won"]) == (0, 1 / 2 if teams else 1 / 4)


@pytest.mark.slow
def test_who_sees_all_hands_or_tries_moves_out_wins_rounds() -> None:
    assert Duel("onstage", "cheat", "greedy", 4, round=True).deal(0)["won"] > 1 / 4
    assert Duel("onstage", "flat", "random", 4, tries=200, round=True).deal(0)["won"] > 1 / 4


@pytest.mark.parametrize("lead", [0.0, 0.02])
def test_the_sequential_test_errs_in_few_of_many_duels(lead: float) -> None:
    lots, wrong = Random(17), 0
    for _ in range(100):
        leads = list[float]()
        while abs(known := likelihood(leads, 0.02)) < SURE:
            leads += (lots.gauss(lead, 0.1) for _ in range(LEAST))
        wrong += (known > 0) != (lead > 0)
    assert wrong <= 13  # 5 % of 100, and four standard errors


def test_docs_name_the_seeds_that_are_held_apart() -> None:
    digest = sha256(SEEDS.read_bytes()).hexdigest()
    assert digest[:16] in (ROOT / "docs/benchmarks.md").read_text("utf-8")
    assert len(set(seeds())) == len(seeds()) == 4000

"""The short form of `truth.py` and `chances.py`: some views of every game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aparte.contract.proving import has_world, proves
from aparte.models.adresses_jaunes import AdressesJaunes
from aparte.models.core import View
from aparte.models.hidden import Because, Claim, Count, Hidden
from aparte.models.words import say
from aparte.solver.engine.explain import Proof, explain
from tests.soak.chances import calibration
from tests.soak.truth import LIES, truth


@pytest.mark.parametrize("game", LIES)
def test_what_is_published_is_true(game: str) -> None:
    report = truth(game, seed=1, sentences=20, counted=1.0, explained=0.9)
    assert not report.found
    assert report.tried["sentences"] >= 20 and report.tried["counted"] and report.tried["reproved"]


def test_a_wrong_name_for_a_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = AdressesJaunes.model

    def swapped(seen: View) -> Hidden:
        return replace(right.hidden(seen), known_as={"Ana": "Bo", "Bo": "Ana"})

    monkeypatch.setattr(AdressesJaunes, "model", replace(right, hidden=swapped))
    report = truth("adresses-jaunes", seed=1, sentences=150, counted=0, explained=0)
    assert {each.partition(":")[0] for each in report.found} == {"wrong", "impossible"}
    assert "tests.soak.truth adresses-jaunes/1/0" in report.found[0]


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage"])
def test_chances_are_calibrated(game: str) -> None:
    found = calibration(game, seed=1, games=24)
    assert found.sound, found.bins


def test_a_proof_that_lacks_a_line_is_none() -> None:
    because = [Because(line, say("it was told")) for line in (1, 2)]
    facts = (
        Count(frozenset({"5T"}), frozenset({"Ana"}), 0, 0, because[0]),
        Count(frozenset({"5T"}), frozenset({"Bo"}), 0, 0, because[1]),
    )
    hidden = Hidden({"5T": 1}, ("Ana", "Bo", "nobody"), facts)
    proof = explain(hidden, Claim("5T", "nobody"))
    assert isinstance(proof, Proof) and proves(hidden, proof)
    assert not proves(hidden, Proof(proof.claim, (1,), proof.facts, True, hidden))
    assert has_world(hidden) and not has_world(hidden.assuming(Claim("5T", "Bo").fact(hidden)))

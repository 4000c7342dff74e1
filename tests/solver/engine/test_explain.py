"""Proofs are proofs, none has fewer or earlier lines, and steps need no more than they name."""

from collections.abc import Callable
from random import Random

import pytest

from aparte.models.core import view
from aparte.models.hidden import Claim, Hidden
from aparte.models.places import inside
from aparte.models.record import read
from aparte.models.words import say
from aparte.solver.engine import prover
from aparte.solver.engine.alike import confined
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.explain import (
    Conflict,
    Proof,
    Refuted,
    Undecided,
    conflict,
    explain,
    prove_all,
)
from aparte.solver.engine.hitting import HittingSets, TooHard
from aparte.solver.engine.thought import claims_in_words
from aparte.solver.engine.work import Unsettled
from tests.solver.engine.small import Brute, all_worlds, claims, like_a_game, small_model
from tests.tables import random_game

Model = Callable[[Random], Hidden]


def against(hidden: Hidden, claim: Claim) -> Hidden:
    return hidden.assuming(claim.denied().fact(hidden))


@pytest.mark.parametrize("model", [small_model, like_a_game])
@pytest.mark.parametrize("seed", range(16))
def test_proofs_are_the_smallest_and_earliest(model: Model, seed: int) -> None:
    hidden = model(Random(seed))
    brute = Brute(hidden)
    if brute.smallest() is not None:
        return
    for claim in claims(hidden, hidden.items):
        found = explain(hidden, claim)
        expected = brute.smallest(claim.denied().fact(hidden))
        if expected is None:
            assert isinstance(found, Refuted)
            assert not against(hidden, claim).broken(found.world)
        else:
            assert isinstance(found, Proof)
            assert found.exact_minimum
            assert found.lines == expected


@pytest.mark.parametrize("seed", range(50))
def test_the_facts_of_a_proof_suffice_and_no_count_can_be_left_out(seed: int) -> None:
    hidden = small_model(Random(seed))
    for proof in prove_all(hidden, deduce(hidden).claims).values():
        assert isinstance(proof, Proof)
        assert {fact.because.line for fact in proof.facts} == set(proof.lines)
        background = against(hidden.told_by(()), proof.claim)
        assert not all_worlds(background.assuming(*proof.facts))
        counts = [fact for fact in proof.facts if confined(hidden, fact) is None]
        for fact in counts:
            fewer = [each for each in proof.facts if each is not fact]
            assert all_worlds(background.assuming(*fewer))


@pytest.mark.parametrize("seed", range(40))
def test_proofs_found_together_are_those_found_alone(seed: int) -> None:
    hidden = small_model(Random(seed))
    deduction = deduce(hidden)
    together = prove_all(hidden, deduction.claims)
    assert tuple(together) == deduction.claims
    for claim, proof in together.items():
        alone = explain(hidden, claim)
        assert isinstance(alone, Proof) and isinstance(proof, Proof)
        assert (alone.claim, alone.lines) == (proof.claim, proof.lines)


@pytest.mark.parametrize("seed", range(90))
def test_conflicts_are_the_smallest_and_earliest(seed: int) -> None:
    hidden = small_model(Random(seed))
    found, expected = conflict(hidden), Brute(hidden).smallest()
    if expected is None:
        assert found is None
        return
    assert isinstance(found, Conflict)
    assert found.exact_minimum
    assert found.lines == expected
    everything = explain(hidden, claims(hidden, hidden.items)[0])
    assert everything == found


@pytest.mark.parametrize("seed", range(40))
def test_without_the_search_for_the_smallest_no_line_can_be_left_out(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prover, "ROUNDS", 0)
    hidden = small_model(Random(seed))
    for proof in prove_all(hidden, deduce(hidden).claims).values():
        assert isinstance(proof, Proof)
        assert not proof.exact_minimum
        assert not all_worlds(against(hidden.told_by(proof.lines), proof.claim))
        for line in proof.lines:
            fewer = hidden.told_by({*proof.lines} - {line})
            assert all_worlds(against(fewer, proof.claim))


@pytest.mark.parametrize("seed", range(24))
def test_a_search_given_up_goes_to_the_solver(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = like_a_game(Random(seed))
    expected = prove_all(hidden, deduce(hidden).claims)

    def give_up(*_: object) -> None:
        raise Unsettled

    monkeypatch.setattr("aparte.solver.engine.transport.Transport._search", give_up)
    assert prove_all(hidden, deduce(hidden).claims) == expected


def test_a_proof_the_second_engine_does_not_find_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hidden = like_a_game(Random(2))
    deduction = deduce(hidden)
    assert deduction.claims
    world = all_worlds(hidden)[0]
    monkeypatch.setattr("aparte.solver.engine.cpsat.Translation.world", lambda *_: world)
    proofs = prove_all(hidden, deduction.claims)
    assert set(map(type, proofs.values())) == {Undecided}


def test_without_work_nothing_is_decided() -> None:
    hidden = like_a_game(Random(1))
    claim = Claim("1T", "Ana")
    assert explain(hidden, claim, work=0) == Undecided(claim)
    assert conflict(hidden, work=0) == Undecided(None)
    proofs = prove_all(hidden, deduce(hidden).claims, work=0)
    assert all(isinstance(proof, Undecided) for proof in proofs.values())


def test_the_worked_example() -> None:
    text = """\
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy Dai"]
[Seat "Bo"]
revealed 1P 3T 5R
deal Ana ???
deal Bo 2P 7T 8P
deal Cy ???
deal Dai ???
Bo disc v1 = 1
Dai disc h2 = 1
Ana disc P = 2
Cy disc v3 = 1
Bo pawn 1R = Ana
Cy pawn 8P = Bo
Ana pawn 4R = Dai
"""
    record = read(text)
    proof = explain(record.game.model.hidden(record), Claim("5T", "Dai", holds=False))
    assert isinstance(proof, Proof)
    assert proof.lines == (11, 16)
    assert str(proof.words) == (
        "5T is not with Dai: line 11, Dai's disc on h2 counted 1; "
        "line 16, Ana named 4R, and Dai has it"
    )


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.soak), 4])
def test_views_of_whole_games_are_settled(players: int) -> None:
    record = random_game("adresses-jaunes", players, seed=players)
    for viewer in ("table", "Ana"):
        seen = view(record.until(record.last - 3), viewer)
        hidden = seen.game.model.hidden(seen)
        deduction = deduce(hidden)
        assert deduction.complete
        for claim, proof in prove_all(hidden, deduction.claims).items():
            assert isinstance(proof, Proof)
            assert proof.exact_minimum
            rest = against(hidden.told_by(proof.lines), claim)
            assert deduce(rest).consistent is False


def test_what_is_told_fits_every_place() -> None:
    row = inside(say("the top row of {player}", player="Bo"))
    hidden = Hidden({"5T": 1, "6T": 1}, ("Bo", "nobody", "Bo:top"), (), called={"Bo:top": row})
    both = [Claim("5T", "Bo", holds=False), Claim("6T", "Bo", holds=False)]
    assert str(claims_in_words(hidden, both)) == "5T, 6T are not with Bo"
    assert str(claims_in_words(hidden, [Claim("5T", "nobody")])) == "5T is with nobody"
    assert (
        str(claims_in_words(hidden, [Claim("5T", "nobody", holds=False)])) == "5T is with somebody"
    )
    assert str(claims_in_words(hidden, [Claim("5T", "Bo:top")])) == "5T is in the top row of Bo"


def test_the_smallest_hitting_set_is_the_earliest() -> None:
    assert HittingSets([0b110, 0b011]).smallest() == 0b010
    assert HittingSets([0b110, 0b101, 0b011]).smallest() == 0b011
    assert HittingSets([0b100, 0b010]).smallest() == 0b110
    assert HittingSets().smallest() == 0
    assert HittingSets([0b1, 0]).smallest() is None


@pytest.mark.parametrize("seed", range(100))
def test_hitting_sets_against_brute_force(seed: int) -> None:
    rng = Random(seed)
    sets = [rng.randrange(1, 128) for _ in range(rng.randint(1, 8))]
    hitting = [mask for mask in range(128) if all(mask & each for each in sets)]
    fewest = min(mask.bit_count() for mask in hitting)

    def elements(mask: int) -> list[int]:
        return [bit for bit in range(7) if mask >> bit & 1]

    expected = min((m for m in hitting if m.bit_count() == fewest), key=elements)
    assert HittingSets(sets).smallest() == expected


def test_a_hitting_set_too_hard_to_find_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aparte.solver.engine.hitting.STEPS", 1)
    with pytest.raises(TooHard):
        HittingSets([0b110, 0b101, 0b011]).smallest()

"""What is asked of a trait is what brute force finds of the pieces that have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from aparte.models.hidden import Claim, Hidden, Trait, holds
from aparte.models.words import say
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.explain import Proof, Refuted, explain, prove_all
from aparte.solver.engine.steps import chain, chains
from tests.solver.engine.small import Brute, all_worlds, claims, like_a_game, small_model
from tests.solver.engine.test_steps import check

Model = Callable[[Random], Hidden]
SEEDS = pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] * (seed >= 12)) for seed in range(60)]
)
MODELS = pytest.mark.parametrize("model", [small_model, like_a_game])


def with_traits(model: Model, seed: int, sought: bool = False) -> Hidden:
    """Return a model with two traits of some of its items."""
    rng = Random(seed)
    hidden = model(rng)
    words = say("red")
    traits = {
        name: Trait(frozenset(rng.sample(list(hidden.items), n)), words, words, words, sought)
        for name in ("red", "round")
        for n in [rng.randint(1, len(hidden.items))]
    }
    return replace(hidden, traits=traits)


@MODELS
@pytest.mark.parametrize("seed", range(24))
def test_proofs_about_a_trait_are_the_smallest_and_earliest(model: Model, seed: int) -> None:
    hidden = with_traits(model, seed)
    brute = Brute(hidden)
    if brute.smallest() is not None:
        return
    for claim in claims(hidden, hidden.traits):
        found = explain(hidden, claim)
        expected = brute.smallest(claim.denied().fact(hidden))
        if expected is None:
            assert isinstance(found, Refuted)
            assert not hidden.assuming(claim.denied().fact(hidden)).broken(found.world)
        else:
            assert isinstance(found, Proof) and found.exact_minimum
            assert found.lines == expected
            steps = chain(found.hidden, claim)
            assert steps.complete and steps.steps[-1].conclusion is not None
            assert steps.steps[-1].conclusion.claims == (claim,)
            check(hidden, steps)


@MODELS
@SEEDS
def test_what_is_sought_follows_of_a_trait_where_it_does_of_no_piece(
    model: Model, seed: int
) -> None:
    hidden = with_traits(model, seed, sought=True)
    worlds = all_worlds(hidden)
    found = deduce(hidden)
    plain = deduce(replace(hidden, traits={}))
    assert found.status == plain.status
    expected = [
        claim
        for claim in claims(hidden, hidden.traits)
        if claim.holds
        and claim.place in hidden.names_for(claim.item)
        and worlds
        and all(holds(claim.fact(hidden), world) for world in worlds)
        and not any((item, claim.place) in plain.proved for item in hidden.meant(claim.item))
    ]
    assert list(found.of_traits) == expected
    proofs = prove_all(hidden, found.claims)
    assert all(isinstance(proof, Proof) for proof in proofs.values())
    whole, reached = chains(hidden, found.claims)
    assert whole.complete and set(reached) == set(found.claims)
    check(hidden, whole)


def test_pieces_that_only_a_trait_tells_apart_are_not_confused() -> None:
    hidden = like_a_game(Random(1))
    first, *_ = hidden.items
    words = say("first")
    hidden = replace(hidden, traits={"first": Trait(frozenset({first}), words, words, words)})
    for name in hidden.names:
        for there in (True, False):
            asked, plain = Claim("first", name, there), Claim(first, name, there)
            assert type(explain(hidden, asked)) is type(explain(hidden, plain))


def test_no_piece_with_a_trait_that_none_has_is_anywhere() -> None:
    hidden, words = like_a_game(Random(1)), say("none")
    hidden = replace(hidden, traits={"none": Trait(frozenset(), words, words, words)})
    for name in hidden.names:
        absent = Claim("none", name, holds=False)
        found = explain(hidden, absent)
        assert isinstance(found, Proof) and not found.lines
        assert chain(found.hidden, absent).complete
        assert isinstance(explain(hidden, absent.denied()), Refuted)

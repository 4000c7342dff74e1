"""Places that are pairs are followed by their margins; nothing that follows may change by it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from aparte.models.core import view
from aparte.models.hidden import Because, Count, Hidden
from aparte.models.overseers import Step
from aparte.models.words import say
from aparte.solver.engine import transport
from aparte.solver.engine.alike import Alike
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.explain import Proof, prove_all
from aparte.solver.engine.folding import Folding
from aparte.solver.games.overseers.reading import reader
from tests.models.overseers.scenes import at_random, begun, tiny
from tests.tables import blank

TOLD = Because(3, say("somebody said so"))
PAIRS = {f"{o}{f}": (o, f) for o in "xy" for f in "uv"}


def paired(*facts: Count) -> Hidden:
    names = {place: fate for place, (_, fate) in PAIRS.items()}
    return Hidden({"R": 2, "S": 1}, (*PAIRS, "aside"), facts, names, pairs=PAIRS)


def fact(items: str, places: set[str], n: int) -> Count:
    return Count(frozenset(items), frozenset(places), n, n, TOLD)


@pytest.mark.parametrize(
    ("players", "step"),
    [
        (3, Step.DISCARD),
        pytest.param(3, Step.VOTE, marks=pytest.mark.soak),
        pytest.param(4, Step.DISCARD, marks=pytest.mark.soak),
        (4, Step.VOTE),
        (5, Step.DISCARD),
        pytest.param(5, Step.VOTE, marks=pytest.mark.soak),
        pytest.param(6, Step.DISCARD, marks=pytest.mark.soak),
        (6, Step.VOTE),
    ],
)
def test_worlds_fold_and_unfold(players: int, step: Step) -> None:
    record = at_random(blank("overseers", players), Random(players), step)
    seen = view(record, record.setup.players[0])
    hidden = seen.game.model.hidden(seen)
    alike = Alike.of(hidden)
    assert alike.folding is not None
    for world in reader(seen).shown():
        entries = alike.gather(world)
        assert not alike.merged.broken(entries)
        back = alike.spread(entries)
        assert not hidden.broken(back)
        again = alike.gather(back)
        for item, there in entries.items():
            assert sorted(again[item]) == sorted(there)


@pytest.mark.parametrize("seed", range(4))
def test_the_same_follows_and_by_the_same_lines(seed: int) -> None:
    record = at_random(begun(tiny({"M": 3, "H": 5, "T": 6})), Random(seed), Step.VOTE)
    seen = view(record, "Ana")
    hidden = seen.game.model.hidden(seen)
    plain = replace(hidden, pairs={})
    found = deduce(hidden)
    assert found.status == deduce(plain).status
    proofs, others = prove_all(hidden, found.claims), prove_all(plain, found.claims)
    for claim, proof in proofs.items():
        other = others[claim]
        assert isinstance(proof, Proof)
        assert isinstance(other, Proof)
        if proof.exact_minimum and other.exact_minimum:
            assert proof.lines == other.lines


@pytest.mark.parametrize("seed", range(3))
def test_where_the_quick_search_gives_up_the_smallest_proofs_are_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CP-SAT chooses among facts as the quick search does."""
    record = at_random(begun(tiny({"M": 2, "P": 5, "T": 7})), Random(seed), Step.VOTE)
    seen = view(record, "Bo")
    hidden = seen.game.model.hidden(seen)
    claims = deduce(hidden).claims
    found = []
    for nodes in (0, transport.NODES):
        monkeypatch.setattr(transport.Transport._search, "__defaults__", (nodes,))
        monkeypatch.setattr(transport, "ATTEMPT", nodes and transport.ATTEMPT)
        found.append(prove_all(hidden, claims))
    for claim in claims:
        one, other = (proofs[claim] for proofs in found)
        assert isinstance(one, Proof)
        assert isinstance(other, Proof)
        assert one.exact_minimum
        assert one.lines == other.lines


def test_facts_about_single_pairs_are_not_folded() -> None:
    assert Folding.of(paired(fact("RS", {"xu", "xv"}, 1))) is not None
    assert Folding.of(paired(fact("RS", {"xu", "yu", "aside"}, 2))) is not None
    assert Folding.of(paired(fact("RS", {"xu"}, 1))) is None
    assert Folding.of(replace(paired(), known_as={"xu": "Bo", "yv": "Bo"})) is None
    lacking = {place: pair for place, pair in PAIRS.items() if place != "yv"}
    assert Folding.of(replace(paired(), places=tuple(lacking), pairs=lacking)) is None
    assert Folding.of(replace(paired(), pairs={})) is None


def test_margins_prove_what_the_pairs_prove() -> None:
    hidden = paired(
        fact("RS", {"xu", "xv"}, 1), fact("RS", {"xu", "yu"}, 2), fact("R", {"yu", "yv"}, 0)
    )
    found = deduce(hidden)
    assert found.status == deduce(replace(hidden, pairs={})).status
    assert found.complete

"""When thinking ends: after so many steps of work, whatever the clock shows."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from aparte.contract.proving import proves
from aparte.models.core import View
from aparte.models.record import read_file
from aparte.solver.engine import explain as explaining
from aparte.solver.engine.explain import Proof, conflict, explain, prove_all
from aparte.solver.engine.solve import proofs, solve, stepped
from aparte.solver.engine.steps import chains, clash, laid_open
from aparte.solver.engine.work import Unsettled, Work
from tests.aparte_cli import EXAMPLES, same_always

FILE = EXAMPLES / "explaining" / "adresses-jaunes-sums.rec"


def test_no_work_is_too_much_where_nobody_waits() -> None:
    work = Work()
    work.spend(10**9)
    assert work.left == inf


def test_what_a_part_takes_is_off_the_whole() -> None:
    whole = Work(10)
    part = whole.part(6)
    part.spend(5)
    assert (part.left, whole.left) == (1, 5)
    with pytest.raises(Unsettled):
        part.spend(1)
    whole.spend(3)
    with pytest.raises(Unsettled):
        whole.part(100).spend(1)


@pytest.fixture(scope="module")
def seen() -> View:
    return read_file(FILE)


@pytest.mark.parametrize("work", [0, 100, 1000, 3000, 10_000])
def test_no_clock_decides_how_far_thinking_comes(
    work: int, seen: View, hours: Callable[[], None]
) -> None:
    def found() -> object:
        hidden = seen.game.model.hidden(seen)
        claims = solve(seen).claims
        return (
            prove_all(hidden, claims, work),
            chains(hidden, claims, work),
            [explain(hidden, claim, work) for claim in claims[:3]],
            conflict(hidden, work),
            clash(hidden, work),
        )

    quiet = found()
    hours()
    assert found() == quiet


LIMITED = f"""
from pathlib import Path
from aparte.models.record import read_file
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.explain import prove_all
from aparte.solver.engine.steps import chains

seen = read_file(Path({str(FILE)!r}))
hidden = seen.game.model.hidden(seen)
claims = deduce(hidden).claims
for work in (100, 600, 3000):
    print([str(proof.words) for proof in prove_all(hidden, claims, work).values()])
    print([str(words) for words in chains(hidden, claims, work)[0].words])
"""


def test_thinking_comes_as_far_in_every_process() -> None:
    assert same_always(LIMITED)


def test_more_work_proves_more(seen: View) -> None:
    hidden, claims = seen.game.model.hidden(seen), solve(seen).claims
    proved = [
        sum(isinstance(proof, Proof) for proof in prove_all(hidden, claims, work).values())
        for work in (0, 600, inf)
    ]
    assert proved[0] == 0 < proved[1] < proved[2] == len(claims)


def test_where_no_smallest_proof_is_found_the_chain_gives_its_lines(
    seen: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = solve(seen)
    reached = stepped(solved)[1]
    monkeypatch.setattr(explaining, "prove_all", lambda *given: prove_all(*given[:2], work=0))
    found = proofs(solved)
    assert set(reached) == set(solved.claims) == set(found)
    for claim, proof in found.items():
        assert isinstance(proof, Proof) and proof.claim == claim and not proof.exact_minimum
        assert proves(laid_open(solved.hidden), proof)

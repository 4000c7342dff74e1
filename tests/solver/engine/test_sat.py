"""CP-SAT without pandas: the models are those that ortools itself would write."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import pytest
from ortools.sat.python import cp_model

from aparte.solver.engine import sat


def both(write: Any) -> tuple[str, str]:
    """Write a model twice, by ortools and by us, and return both as text."""
    theirs, ours = cp_model.CpModel(), sat.Model()
    write(theirs, *(theirs.new_int_var(0, n, "") for n in (1, 1, 5)))
    write(ours, *(ours.new_int_var(0, n) for n in (1, 1, 5)))
    return str(theirs.proto), str(ours.proto)


def test_comparisons_are_written_alike() -> None:
    def write(model: Any, a: Any, b: Any, n: Any) -> None:
        model.add(a + 2 * b <= n - 3).only_enforce_if(b)
        model.add(n == 4)
        model.add(n - 1 >= a)
        model.add(sum([a, b, n]) + 7 <= 9)
        model.add(n > 2).only_enforce_if(~a)

    theirs, ours = both(write)
    assert theirs == ours
    assert "enforcement_literal" in ours


def test_what_holds_of_literals_is_written_alike() -> None:
    def write(model: Any, a: Any, b: Any, n: Any) -> None:
        model.add_bool_or([])
        model.add_bool_or([a, ~b])
        model.add_at_most_one([a, b])
        model.add_exactly_one([a, b])
        model.add_implication(a, ~b)

    theirs, ours = both(write)
    assert theirs == ours


def test_what_is_wished_is_written_alike() -> None:
    def write(model: Any, a: Any, b: Any, n: Any) -> None:
        model.maximize(0.5 * a + 3 * n - 2.25)

    theirs, ours = both(write)
    assert theirs == ours


def test_searches_answer() -> None:
    model, solver = sat.Model(), sat.Solver()
    n, odd = model.new_int_var(0, 9), model.new_bool_var()
    model.add_sum([n, odd], 3, 4)
    assert solver.solve(model) in (sat.FEASIBLE, sat.OPTIMAL)
    assert 3 <= solver.value(n + odd) <= 4
    model.maximize(0.5 * n)
    assert solver.solve(model) == sat.OPTIMAL
    assert (solver.value(n), solver.objective_value) == (4, 2.0)
    model.allow(n, 0, 1)
    assert solver.solve(model) == sat.INFEASIBLE
    model.add(False)
    model.allow(n, 0, 9)
    assert solver.solve(model) == sat.INFEASIBLE


def test_pandas_is_not_imported() -> None:
    code = "import aparte.solver.engine.sat, sys; print('pandas' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def test_a_search_leaves_interrupts_to_whoever_runs_it() -> None:
    before = signal.getsignal(signal.SIGINT)
    model = sat.Model()
    model.add_bool_or([model.new_bool_var()])
    search = sat.Solver()
    assert search.solve(model) == sat.OPTIMAL
    assert not search.parameters.catch_sigint_signal
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before

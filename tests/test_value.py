"""What `bench value` tells of its rows."""

from __future__ import annotations

import pytest

from bench.value import _tell


def test_of_exact_values_alone_it_is_told_whether_they_came_and_nothing_of_their_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    exact = {"kind": "two", "value": 1.0, "error": 0.0, "exact": True, "chance": True}
    came = {"came": 1.0, "came_error": 0.0, "times": 6}
    _tell("adresses-jaunes", [{**exact, **came}])
    assert capsys.readouterr().out.endswith("within two errors 1 (100.0%, 20.7% to 100.0%)\n")
    _tell("adresses-jaunes", [{**exact, **came}, {**exact, **came, "exact": False}])
    assert "; what came less the value +0.000 ± 0.000; off 0.000" in capsys.readouterr().out

"""When CP-SAT is told to end."""

from __future__ import annotations

import pytest

from aparte.solver.engine.cpsat import Deadline, Unsettled


def test_no_time_is_left_where_nobody_waits() -> None:
    assert Deadline().left() is None


@pytest.mark.parametrize("seconds", [None, 100.0, 2.0])
def test_what_ends_first_counts(seconds: float | None) -> None:
    left = Deadline.after(seconds).working(5).left()
    assert left is not None and 0 < left <= min(5, seconds or 5)


def test_who_has_no_time_left_is_told() -> None:
    for deadline in (Deadline.after(0), Deadline.after(100).working(0)):
        with pytest.raises(Unsettled):
            deadline.left()

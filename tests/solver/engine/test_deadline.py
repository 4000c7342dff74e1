"""When CP-SAT is told to end."""

from __future__ import annotations

import pytest

from aparte.solver.engine.cpsat import Deadline, Unsettled


def test_no_time_is_left_where_nobody_waits() -> None:
    assert Deadline().left() is None


@pytest.mark.parametrize("seconds", [None, 100.0])
def test_steps_are_counted_beside_the_clock(seconds: float | None) -> None:
    deadline = Deadline.after(seconds).working(5)
    deadline.spend(4)
    assert (deadline.left() is None) == (seconds is None)
    with pytest.raises(Unsettled):
        deadline.spend(1)
    Deadline.after(seconds).spend(1000)


def test_who_has_no_time_left_is_told() -> None:
    for deadline in (Deadline.after(0), Deadline.after(100).working(0)):
        with pytest.raises(Unsettled):
            deadline.left()

from __future__ import annotations

from collections import Counter

import numpy as np

from aparte.solver.play.bits_kernel import below, stirred


def test_the_generator_is_the_published_one() -> None:
    """The first numbers from the state 0, as other implementations have them."""
    rng = np.zeros(1, np.uint64)
    assert [int(stirred(rng)) for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_draws_are_below_and_even() -> None:
    rng = np.array([5], np.uint64)
    drawn = Counter(int(below(rng, 6)) for _ in range(6_000))
    assert drawn.keys() == set(range(6))
    assert all(850 < n < 1_150 for n in drawn.values())

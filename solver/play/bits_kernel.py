"""Compiled bit sets and random numbers, for the kernels of all games.

A set is an int64 with a bit for each of its members; a generator is an array of one uint64, its
state, which every draw advances.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from .compiled import kernel

Rng = NDArray[np.uint64]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2 ** 64 divided by the golden ratio: its multiples are far apart; used for steps and hashes."""
MIX = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@intrinsic
def lowest(_: Any, mask: Any) -> Any:
    """Return the number of the lowest bit set in `mask`."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.false_bit)

    return types.int64(types.int64), code


@intrinsic
def bits(_: Any, mask: Any) -> Any:
    """Return how many bits are set in `mask`."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@kernel
def stirred(rng: Rng) -> np.uint64:
    """Return 64 random bits (SplitMix64, Steele, Lea and Flood 2014)."""
    rng[0] += GOLDEN
    z = rng[0]
    z = (z ^ (z >> _S30)) * MIX
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@kernel
def below(rng: Rng, n: int) -> int:
    """Return a random number from 0 to n - 1, where n is at most 2 ** 31."""
    return np.int64(((stirred(rng) >> _S32) * np.uint64(n)) >> _S32)

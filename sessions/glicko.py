"""Ratings of puzzle solvers by Glicko-2, with one puzzle as a rating period.

Glickman 2013, "Example of the Glicko-2 system". A puzzle's own rating is fixed by its level.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, pi, sqrt

_SCALE = 173.7178
_TAU = 0.5
_CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, its deviation, and its volatility."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def after(mine: Rating, other: Rating, score: float) -> Rating:
    """Return the rating `mine` after one game against `other`; `score` is 0 (lost) to 1 (won)."""
    mu, phi = (mine.value - 1500) / _SCALE, mine.deviation / _SCALE
    mu_other, phi_other = (other.value - 1500) / _SCALE, other.deviation / _SCALE
    g = 1 / sqrt(1 + 3 * phi_other**2 / pi**2)
    expected = 1 / (1 + exp(-g * (mu - mu_other)))
    variance = 1 / (g**2 * expected * (1 - expected))
    change = variance * g * (score - expected)
    volatility = _volatility(mine.volatility, change, phi, variance)
    before = sqrt(phi**2 + volatility**2)
    phi = 1 / sqrt(1 / before**2 + 1 / variance)
    mu += phi**2 * g * (score - expected)
    return Rating(1500 + _SCALE * mu, _SCALE * phi, volatility)


def _volatility(sigma: float, change: float, phi: float, variance: float) -> float:
    """Return the new volatility, by the Illinois algorithm (step 5 of the example)."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        spread = phi**2 + variance + e
        return e * (change**2 - spread) / (2 * spread**2) - (x - a) / _TAU**2

    low = a
    if change**2 > phi**2 + variance:
        high = log(change**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * _TAU) < 0:
            k += 1
        high = a - k * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)

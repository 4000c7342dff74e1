"""The curve of what a seat could expect of a game, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..models.words import Words
from ..sessions.review import Review
from ..sessions.worth import amount

WIDTH, HEIGHT, EDGE = 320, 120, 14
"""Size of the picture in its own units, and how far from its edges the curve stays."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve as a page draws it: its `points` as SVG has them, and where its marks stand.

    `zero` is the height of the value 0, None if the curve is nowhere near it.
    """

    points: str
    marks: Sequence[tuple[int, int, str]]
    zero: int | None
    least: Words
    most: Words
    first: int
    last: int
    size: tuple[int, int] = (WIDTH, HEIGHT)


def curve(review: Review, seat: str) -> Curve | None:
    """Return the curve of `seat`, None where nothing is expected of the game."""
    course = review.course(seat)
    if not course:
        return None
    values = [value for _, value in course]
    least, most = min(values), max(values)
    first, last = course[0][0], max(course[-1][0], course[0][0] + 1)

    def x(line: int) -> int:
        return round(EDGE + (line - first) / (last - first) * (WIDTH - 2 * EDGE))

    def y(value: float) -> int:
        share = (value - least) / (most - least) if most > least else 0.5
        return round(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE))

    behind, chance = dict(course), review.judge.chance
    marked = [(each.line, each.mark) for each in review.of(seat) if each.mark]
    return Curve(
        " ".join(f"{x(line)},{y(value)}" for line, value in course),
        [(x(line), y(behind[line]), mark) for line, mark in marked],
        y(0.0) if least <= 0 <= most else None,
        amount(least, chance, sign=not chance),
        amount(most, chance, sign=not chance),
        first,
        last,
    )

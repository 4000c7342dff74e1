"""What a part of the soak has tried, and what it has found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.trials import kept


@dataclass(frozen=True)
class Report:
    """One run of one part: how many of what were tried, and every fault with how to see it again.

    `game` is the game, or what else a part is divided by. The same part, game and seed try the
    same things. `seconds` are those of the processor.
    """

    part: str
    game: str
    seed: int
    tried: dict[str, int] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)
    seconds: float = 0.0


def together(reports: Iterable[Report]) -> tuple[dict[str, int], list[str]]:
    """Return what `reports` have tried in all, and all that they found."""
    tried: Counter[str] = Counter()
    found: list[str] = []
    for report in reports:
        tried.update(report.tried)
        found += report.found
    return dict(tried), found


def reports_in(file: Path) -> list[Report]:
    """Return the reports kept in `file`; one that was made twice counts once."""
    reports = [Report(**row) for row in kept([file])]
    return list({(each.part, each.game, each.seed): each for each in reports}.values())

"""What a part of the soak has tried, and what it has found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Report:
    """One run of one part: how many of what were tried, and every fault with how to see it again.

    `game` is the game, or what else a part is divided by. The same part, game and seed try the
    same things.
    """

    part: str
    game: str
    seed: int
    tried: dict[str, int] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)


def together(reports: Iterable[Report]) -> tuple[dict[str, int], list[str]]:
    """Return what `reports` have tried in all, and all that they found."""
    tried: Counter[str] = Counter()
    found: list[str] = []
    for report in reports:
        tried.update(report.tried)
        found += report.found
    return dict(tried), found


def keep(report: Report, folder: Path) -> None:
    """Write `report` into `folder`; the same part, game and seed take the place of each other."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{report.part}-{report.game}-{report.seed}.json"
    path.write_text(json.dumps(asdict(report), ensure_ascii=False, indent=1), encoding="utf-8")


def kept(folder: Path) -> list[Report]:
    """Return the reports that were kept in `folder`."""
    paths = sorted(folder.glob("*.json"))
    return [Report(**json.loads(path.read_text(encoding="utf-8"))) for path in paths]

"""Writes docs/trust.md: what the soak asked for, what it tried, and what it found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from .parts import PARTS, Part
from .report import Report, together

PAGE = Path("docs") / "trust.md"
LISTED = 6
"""Faults of one part and game that the page lists; the reports have all of them."""
_HEAD = """\
# What was tried

`make soak` tries what follows and writes this page. Figures are of the sources at commit
`{commit}`. What was asked for stands beside what was really tried; "not run" and "not there" say
what was not.

"""
_FOOT = """\
## To see it again

`make soak ONLY="twins kills" GAMES=onstage SEED=2 SCALE=0.1` tries other seeds of some parts; those
of one commit add up here. `.venv/bin/python -m tests.soak twins --games onstage --exactly 10003`
does again what seed 10003 did (`--n` as many as it was asked for).
"""


def write_trust(commit: str, reports: Sequence[Report], page: Path = PAGE) -> None:
    """Write the page for the `reports` of one commit."""
    page.write_text(text(commit, reports), encoding="utf-8")


def text(commit: str, reports: Sequence[Report]) -> str:
    """Return the page."""
    rows = "".join(f"{row}\n" for part in PARTS.values() for row in _rows(part, reports))
    table = f"| part | of | asked for | tried | found |\n| --- | --- | --- | --: | --: |\n{rows}"
    tries = "".join(f"| {part.name} | {part.tries} |\n" for part in PARTS.values())
    return _HEAD.format(commit=commit) + "\n".join([
        f"| part | tries |\n| --- | --- |\n{tries}",
        "## Figures\n",
        table,
        "## In detail\n",
        *_details(reports),
        "\n## Found\n",
        *_found(reports),
        "",
        _FOOT,
    ])  # fmt: skip


def _rows(part: Part, reports: Sequence[Report]) -> Iterator[str]:
    for over in part.over:
        own = [r for r in reports if (r.part, r.game) == (part.name, over)]
        tried, found = together(own)
        missing = "not there" if part.missing(over) else "not run"
        figures = f"{tried.get(part.counts, 0):,} | {len(found):,}" if own else f"{missing} | "
        yield f"| {part.name} | {over} | {part.asked} | {figures} |".replace("  ", " ")


def _details(reports: Sequence[Report]) -> Iterator[str]:
    for (part, game), own in _grouped(reports):
        tried, _ = together(own)
        counts = ", ".join(f"{name} {n:,}" for name, n in sorted(tried.items()))
        seeds = "1 seed" if len(own) == 1 else f"{len(own)} seeds"
        yield f"- {part}, {game} ({seeds}): {counts or 'nothing'}"


def _found(reports: Sequence[Report]) -> Iterator[str]:
    nothing = True
    for (part, game), own in _grouped(reports):
        _, found = together(own)
        for each in found[:LISTED]:
            yield f"- {part}, {game}: {_quoted(each)}"
        if found[LISTED:]:
            yield f"- {part}, {game}: and {len(found) - LISTED:,} more"
        nothing = nothing and not found
    if nothing:
        yield "Nothing."


def _grouped(reports: Sequence[Report]) -> Iterator[tuple[tuple[str, str], list[Report]]]:
    for part in PARTS.values():
        for over in part.over:
            own = [r for r in reports if (r.part, r.game) == (part.name, over)]
            if own:
                yield (part.name, over), own


def _quoted(found: str) -> str:
    shown = found.encode("unicode_escape").decode("ascii") if not found.isprintable() else found
    return "`" + shown.replace("`", "'").replace("|", "\\|") + "`"

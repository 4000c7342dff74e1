"""Writes docs/trust.md: what the soak tries, how often it has, and what it found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from .parts import PARTS, Part
from .report import Report, together
from .sources import FOLDERS

PAGE = Path("docs") / "trust.md"
LISTED = 6
"""Faults of one part and game that the page lists; the reports have all of them."""
_OF = "Figures are of the sources with the digest `{}`"
_HEAD = f"""\
# What was tried

How often the program was tried to be caught in an untruth, a leak or a loss, and what was found.
`make soak` tries it, and writes this page.

{_OF.format("{sources}")} (the tracked files of
{", ".join(FOLDERS)}): {{hours:.1f}} hours of one processor in all, whatever
number of runs they took. `make soak SCALE=0` says whether a checkout still has those sources, and
which files have changed.

"""
_FOOT = """\
## To see it again

`make soak ONLY="twins kills" GAMES=onstage SCALE=0.1` tries a share of some parts. A run that was
stopped goes on where it was; what was done of equal sources is added up, and counts once.
`.venv/bin/python -m tests.soak twins --games onstage --seed 3` does again what seed 3 did.
"""


def digest_of(page: str) -> str | None:
    """Return the digest of the sources that a page tells of, None if it has no figures."""
    found = re.search(_OF.format("(\\w+)"), page)
    return found[1] if found else None


def costs(reports: Sequence[Report]) -> Iterator[str]:
    """Yield rows on what was tried, what it cost, and what all that is asked for would."""
    yield f"{'':22}{'tried':>9}{'found':>6}{'seconds each':>14}{'hours of one processor':>26}"
    hours = 0.0
    for part, over, own in _grouped(reports):
        tried, found = together(own)
        each = sum(report.seconds for report in own) / max(1, tried.get(part.counts, 0))
        whole = each * part.sizes[over] / 3600
        hours += whole
        shown = f"{tried.get(part.counts, 0):>9,}{len(found):>6,}{each:>14.4f}"
        yield f"{part.name + ' ' + over:22}{shown}{whole:>9.2f} for {part.sizes[over]:>9,}"
    yield f"all that is asked for of these: {hours:.2f} hours of one processor"


def text(sources: str, reports: Sequence[Report]) -> str:
    """Return the page for the `reports` of sources with one digest."""
    rows = "".join(f"{row}\n" for part in PARTS.values() for row in _rows(part, reports))
    table = f"| part | of | asked for | tried | found |\n| --- | --- | --: | --: | --: |\n{rows}"
    tries = "".join(f"| {part.name} | {part.tries} |\n" for part in PARTS.values())
    hours = sum(report.seconds for report in reports) / 3600
    return _HEAD.format(sources=sources, hours=hours) + "\n".join([
        f"| part | tries |\n| --- | --- |\n{tries}",
        "## Figures\n",
        table,
        "## Found\n",
        *_found(reports),
        "",
        _FOOT,
        "## In detail\n",
        *_details(reports),
        "",
    ])  # fmt: skip


def _rows(part: Part, reports: Sequence[Report]) -> Iterator[str]:
    for over, size in part.sizes.items():
        own = [r for r in reports if (r.part, r.game) == (part.name, over)]
        tried, found = together(own)
        figures = f"{tried.get(part.counts, 0):,} | {len(found):,}" if own else "not run |"
        asked = "all" if over == "all" else f"{size:,}"
        yield f"| {part.name} | {over} | {asked} | {figures} |"


def _details(reports: Sequence[Report]) -> Iterator[str]:
    for part, game, own in _grouped(reports):
        tried, _ = together(own)
        counts = ", ".join(f"{name} {n:,}" for name, n in sorted(tried.items()))
        seeds = "1 seed" if len(own) == 1 else f"{len(own)} seeds"
        yield f"- {part.name}, {game} ({seeds}): {counts or 'nothing'}"


def _found(reports: Sequence[Report]) -> Iterator[str]:
    nothing = True
    for part, game, own in _grouped(reports):
        _, found = together(own)
        for each in found[:LISTED]:
            yield f"- {part.name}, {game}: {_quoted(each)}"
        if found[LISTED:]:
            yield f"- {part.name}, {game}: and {len(found) - LISTED:,} more"
        nothing = nothing and not found
    if nothing:
        yield "Nothing."


def _grouped(reports: Sequence[Report]) -> Iterator[tuple[Part, str, list[Report]]]:
    for part in PARTS.values():
        for over in part.sizes:
            own = [r for r in reports if (r.part, r.game) == (part.name, over)]
            if own:
                yield part, over, own


def _quoted(found: str) -> str:
    shown = found.encode("unicode_escape").decode("ascii") if not found.isprintable() else found
    return "`" + shown.replace("`", "'").replace("|", "\\|") + "`"

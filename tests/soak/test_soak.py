"""The page that the soak writes, and how its parts are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.parts import PARTS
from tests.soak.report import Report, keep, kept, together
from tests.soak.trust import LISTED, text

CLEAN = Report("kills", "onstage", 1, {"kills": 1200})
LEAKS = Report("twins", "onstage", 1, {"twins": 50}, [f"leak {n}" for n in range(LISTED + 2)])


def row(page: str, begin: str) -> str:
    (found,) = (line for line in page.splitlines() if line.startswith(begin))
    return found


def test_the_page_tells_what_was_tried_and_found() -> None:
    page = text("abc", [CLEAN, LEAKS])
    assert row(page, "| kills | onstage").endswith("| 1,200 | 0 |")
    assert row(page, "| twins | onstage").endswith(f"| 50 | {LISTED + 2} |")
    assert row(page, "| twins | bards").endswith("| not run | |")
    assert "`leak 0`" in page
    assert "and 2 more" in page
    assert "`abc`" in page


def test_where_nothing_is_found_the_page_says_so() -> None:
    assert "## Found\n\nNothing." in text("abc", [CLEAN])


def test_reports_are_kept_and_added_up(tmp_path: Path) -> None:
    other = Report("kills", "onstage", 2, {"kills": 3, "lines": 1}, ["é"])
    keep(CLEAN, tmp_path)
    keep(other, tmp_path)
    keep(other, tmp_path)
    assert sorted(kept(tmp_path), key=lambda each: each.seed) == [CLEAN, other]
    assert together(kept(tmp_path)) == ({"kills": 1203, "lines": 1}, ["é"])


@pytest.mark.parametrize("name", ["twins", "steps", "bots", "kills", "torn", "tests"])
def test_the_parts_are_there(name: str) -> None:
    assert not any(PARTS[name].missing(over) for over in PARTS[name].over)

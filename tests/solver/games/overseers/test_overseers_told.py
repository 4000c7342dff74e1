"""The docs tell the numbers that the players of Overseers judge by."""

from __future__ import annotations

from pathlib import Path

from aparte.solver.games.overseers.habits import Habits

DOCS = Path(__file__).parents[4] / "docs"


def test_both_pages_tell_the_same_numbers() -> None:
    defaults = {name: field.default for name, field in Habits.__dataclass_fields__.items()}
    unseen, bold = f"{defaults['unseen']:g}", f"{defaults['bold']:g}"
    for page in ("overseers.md", "overseers-coach.md"):
        text = " ".join((DOCS / page).read_text("utf-8").split())
        assert f"{unseen} points" in text, page
        assert f"{bold} points beyond" in text or f"{bold} points more" in text, page

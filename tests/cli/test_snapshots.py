"""Pages look as they did: whoever changes one looks at it, and keeps it."""

from __future__ import annotations

import pytest

from aparte.cli.language import Language
from tests.snapshots import GAMES, path_of, snapshot


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", GAMES)
def test_pages_are_as_they_were(name: str, language: Language) -> None:
    kept = path_of(name, language).read_text("utf-8")
    assert snapshot(name, language) == kept, "python -m tests.snapshots writes them anew"

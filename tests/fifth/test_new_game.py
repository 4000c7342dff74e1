"""docs/new-game.md shows what stands in the files of Cloche."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "new-game.md").read_text("utf-8")
SHOWN = re.findall(r"^`([\w.]+)`\n\n```\w*\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("name", "text"), SHOWN, ids=[f"{n}" for n, _ in SHOWN])
def test_what_the_page_shows_stands_there(name: str, text: str) -> None:
    assert text in (ROOT / "tests" / "fifth" / "cloche" / name).read_text("utf-8")


def test_the_page_shows_every_file_of_code() -> None:
    files = {path.name for path in (ROOT / "tests" / "fifth" / "cloche").glob("*.py")}
    assert files == {name for name, _ in SHOWN if name.endswith(".py")}
    shown = PAGE.count("```python") + PAGE.count("```text")
    assert shown == sum(name.endswith(".py") for name, _ in SHOWN)

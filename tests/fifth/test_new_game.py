"""docs/new-game.md shows what stands in the files of Cloche, its reference what the sources say."""

import ast
import re
import runpy
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from aparte.models.onstage import GAME

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "new-game.md").read_text("utf-8")
SHOWN = re.findall(r"^`([\w.]+)`\n\n```\w*\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("name", "text"), SHOWN, ids=[f"{n}" for n, _ in SHOWN])
def test_what_the_page_shows_stands_there(name: str, text: str) -> None:
    assert text in (ROOT / "tests" / "fifth" / "cloche" / name).read_text("utf-8")


def test_the_page_names_the_parts_of_a_game() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` in `models/(\w+)\.py` \|", PAGE, re.MULTILINE)
    for attribute, part, module in rows:
        kind = getattr(import_module(f"aparte.models.{module}"), part)
        assert isinstance(getattr(GAME, attribute), kind)
    assert len(rows) == 5


def test_the_page_shows_every_file_of_code() -> None:
    files = {path.name for path in (ROOT / "tests" / "fifth" / "cloche").glob("*.py")}
    assert files == {name for name, _ in SHOWN if name.endswith(".py")}
    shown = PAGE.count("```python") + PAGE.count("```text")
    assert shown == sum(name.endswith(".py") for name, _ in SHOWN)


REFERENCE = runpy.run_path(str(ROOT / "tools" / "reference.py"))


def test_the_reference_is_what_the_sources_say() -> None:
    assert REFERENCE["PAGE"].read_text("utf-8") == REFERENCE["page"](), "run make reference"


ENTRIES = dict(re.findall(r"^### (\w+)\n\n(.*?)(?=\n##|\Z)", REFERENCE["page"](), re.M | re.S))


@pytest.mark.parametrize("name", ENTRIES)
def test_every_function_that_a_game_may_bring_is_told(name: str) -> None:
    """By a sentence of its own, or by its name in what is said of the whole."""
    about, _, rows = ENTRIES[name].partition("\n- ")
    for row in f"- {rows}".splitlines() if rows else ():
        signature = re.match(r"- `(\w+)(: Callable|\()", row)
        if signature is not None:
            assert re.search(r"`(, \*\*needed\*\*)?: \w", row) or f"`{signature[1]}`" in about, row


@pytest.mark.parametrize("name", ["Judge", "Trial", "Part", "Maker", "Kind", "Tale", "Account"])
def test_every_part_of_what_judges_makes_and_tells_is_told(name: str) -> None:
    rows = [row for row in ENTRIES[name].splitlines() if row.startswith("- ")]
    assert rows and all(re.search(r"`(, \*\*needed\*\*)?: \w", row) for row in rows)


def touched() -> Iterator[tuple[str, str]]:
    """Yield what games of other packages import from Aparté, each with the file."""
    games = (*ROOT.glob("tests/*th/*/*.py"), *ROOT.glob("cli/template/mygame/*.py.tmpl"))
    for path in games:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("aparte."):
                yield from ((name.name, path.name) for name in node.names)


def test_the_reference_has_all_that_games_touch() -> None:
    told = {
        name for *_, files in REFERENCE["SECTIONS"] for names in files.values() for name in names
    }
    found = set(touched())
    assert {"Game", "Look", "Entry"} <= {name for name, _ in found}
    assert not {(name, file) for name, file in found if name not in told}

"""The tools find what they use of the package, and what they write."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tools.stock import DOCS, table

TOOLS = sorted((Path(__file__).parents[1] / "tools").glob("*.py"))


@pytest.mark.parametrize("path", TOOLS, ids=lambda path: path.stem)
def test_a_tool_finds_what_it_uses(path: Path) -> None:
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    weights = getattr(tool, "WEIGHTS", ())
    assert all(each.is_file() for each in ((weights,) if isinstance(weights, Path) else weights))


def test_the_page_of_puzzles_tells_what_is_in_the_stock() -> None:
    assert table() in DOCS.read_text("utf-8"), "python -m tools.stock writes it"

"""The page of the house tells what stands: its folders, its picture, the files of its walks."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from itertools import takewhile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
WALKS = re.findall(r"^\*\*(.*)\*\*\n\n((?:\|.*\n)+)", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def house() -> ModuleType:
    spec = spec_from_file_location("draw_house", ROOT / "tools" / "draw_house.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named(rows: str) -> list[str]:
    """Return what stands in the first column of a table."""
    return re.findall(r"^\| `([^`]+)` \|", rows, re.MULTILINE)


def test_every_folder_has_its_line(house: ModuleType) -> None:
    rooms = "".join(takewhile(lambda line: "Three walks" not in line, PAGE.splitlines(True)))
    assert sorted(named(rooms)) == sorted(house.known())


def test_the_picture_is_drawn_from_the_imports(house: ModuleType) -> None:
    drawn = house.PICTURE.read_text("utf-8")
    assert drawn == house.drawn(), "run python tools/draw_house.py"


def test_three_walks_are_told() -> None:
    assert len(WALKS) == 3


@pytest.mark.parametrize("walk", [rows for _, rows in WALKS], ids=[title for title, _ in WALKS])
def test_a_walk_goes_by_imports(house: ModuleType, walk: str) -> None:
    files = [ROOT / name for name in named(walk)]
    assert all(file.is_file() for file in files), files
    joined = {frozenset((file, other)) for file in files for other in house.imported(file)}
    for number, file in enumerate(files[1:], start=1):
        assert any(frozenset((file, before)) in joined for before in files[:number]), file

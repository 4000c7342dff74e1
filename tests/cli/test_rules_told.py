"""The rules as refereed: every ruling, in both languages, and a notation one can learn there."""

import re
from pathlib import Path

from tests.aparte_cli import aparte

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "models").glob("*/rules.*.md"))


def test_one_ruling_alone() -> None:
    shown = aparte("rules", "adresses-jaunes", "aj-7", "--plain").stdout
    assert shown.startswith("AJ-7 ")
    assert "AJ-8" not in shown


def test_people_get_no_marks_of_markdown() -> None:
    for extra in ([], ["--plain"]):
        shown = aparte("rules", "adresses-jaunes", *extra).stdout
        assert not re.search(r"[*]{2}|`|^#+ ", shown, re.MULTILINE)

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


def test_the_power_of_yanmei_covers_what_she_holds_then() -> None:
    told = " ".join(aparte("rules", "overseers", "OV-14").output.split())
    assert "holds when she uses it; cards gained later keep their nature" in told
    told = " ".join(aparte("--lang", "fr", "rules", "overseers", "OV-14").output.split())
    assert "celles qu’elle gagne ensuite gardent leur nature" in told

"""The rules as refereed: every ruling, in both languages, and a notation one can learn there."""

import re
from pathlib import Path

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.games import OWN, game_named
from tests.aparte_cli import aparte

ROOT = Path(__file__).parents[2]
CODE, WORD = re.compile(r"`[^`]+`|(?<=\| )[^|\n]+(?= \|)"), re.compile(r"[\w-]+")
"""Where pieces are written: as code, and in the cells of tables."""
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


def test_lines_are_told_as_they_are_typed_and_as_records_have_them() -> None:
    told = " ".join(aparte("--lang", "fr", "rules", "adresses-jaunes").output.split())
    assert "• JOUEUR pion TUILE = " in told and "Dans une feuille : JOUEUR pawn TUILE = " in told
    assert "• JOUEUR : " in told
    assert "In a record:" not in aparte("rules", "adresses-jaunes").output


@pytest.mark.parametrize("name", OWN)
def test_french_lines_have_no_english_word_in_capitals(name: str) -> None:
    told = aparte("--lang", "fr", "rules", name).output.partition("Les lignes d’une feuille")[2]
    assert not {"PLAYER", *game_named(name).notation.vocabulary} & set(re.findall("[A-Z]+", told))
    assert "JOUEUR" in told


@pytest.mark.parametrize("name", OWN)
def test_french_rules_call_pieces_as_the_french_table_does(name: str) -> None:
    names = game_named(name).notation.names
    with spoken("fr"):
        shown = {tell(words) for each in names.values() for words in (each.sign, each.name)}
    english = {str(words) for each in names.values() for words in (each.sign, each.name)} - shown
    page = (ROOT / "models" / name.replace("-", "_") / "rules.fr.md").read_text("utf-8")
    rules = re.split(r"^## (?:Une feuille|Un exemple|Comment écrire)", page, flags=re.M)[0]
    told = [each for each in re.split(r"\n\n|\. ", rules) if "feuille" not in each]
    found = {word for each in told for code in CODE.findall(each) for word in WORD.findall(code)}
    assert not found & english, found & english

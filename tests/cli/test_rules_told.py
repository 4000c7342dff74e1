"""The rules as refereed: every ruling, in both languages, and a notation one can learn there."""

import re
from pathlib import Path

import pytest

from aparte.cli.answers.rules import rulings
from aparte.models.games import OWN, game_named
from aparte.models.record import read
from tests.aparte_cli import aparte

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "models").glob("*/rules.*.md"))


def page(game: str, language: str) -> str:
    text = game_named(game).page(language)
    assert text is not None
    return text


def cited(game: str) -> set[str]:
    """The rulings that the game's code names."""
    sources = (ROOT / "models" / game.replace("-", "_")).glob("*.py")
    found = {each for path in sources for each in re.findall(r"\b[A-Z]{2}-\d+\b", path.read_text())}
    return {each for each in found if each != "UTF-8"}


@pytest.mark.parametrize("game", OWN)
def test_both_languages_tell_the_same_rulings(game: str) -> None:
    english, french = (rulings(page(game, language)) for language in ("en", "fr"))
    assert list(english) == list(french)
    assert cited(game) <= english.keys()
    numbers = [int(each.split("-")[1]) for each in english]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_examples_are_records(path: Path) -> None:
    examples = re.findall(r"```\n(.*?)```", path.read_text(), re.DOTALL)
    assert examples
    for text in examples:
        assert list(read(text).events)


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_notation_is_all_there(game: str, language: str) -> None:
    shown = aparte("rules", game, "--plain", "--lang", language).stdout
    for verb in game_named(game).verbs.values():
        assert verb.shape in shown
    for setting in game_named(game).settings:
        assert f'[{setting.name} "…"]' in shown


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
    assert "celles qu'elle gagne ensuite gardent leur nature" in told

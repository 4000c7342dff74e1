"""Battle of the Bards at the command line: the table drawn and told, card sets, whole games."""

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from aparte.cli.views import sentences
from aparte.models.bards.loader import workshop
from aparte.models.core import TABLE, view
from aparte.models.record import read, write
from aparte.solver.engine.solve import solve
from aparte.solver.games.bards.worth import WORTHS
from aparte.solver.play.driver import played
from tests.aparte_cli import aparte
from tests.bards_tables import Passing
from tests.boards import drawn
from tests.reference.bards import replay
from tests.tables import blank, prefixes, random_game

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "models" / "bards" / "workshop.toml").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "bards.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("players", [2, 4])
def test_it_can_be_shown_and_told_at_every_line(players: int) -> None:
    game = random_game("bards", players, seed=5)
    for record in islice(prefixes(game), None, None, 100):
        for viewer in (TABLE, "Bo"):
            seen = view(record, viewer)
            shown = drawn(seen)
            assert "workshop set" in shown
            assert max(map(len, shown.splitlines())) <= 80
            assert len(list(sentences(seen))) > players


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    game = random_game("bards", 2, seed=7)
    held = (cut for cut in prefixes(game) if cut.last > 30 and cut.state.troupes["Ana"].hand)
    cut = next(held)
    hand = cut.state.troupes["Ana"].hand.known
    assert f"hand: {', '.join(hand)}" in drawn(view(cut, "Ana"))
    assert "hand: " not in drawn(view(cut, TABLE))


def test_chances_are_told() -> None:
    game = random_game("bards", 2, seed=7)
    held = (cut for cut in prefixes(game) if cut.last > 30 and cut.state.troupes["Bo"].hand)
    seen = view(next(held), "Ana")
    assert "Bo, in hand: " in drawn(seen, solve(seen))
    told = "\n".join(sentences(seen, solve(seen)))
    assert re.search(r"Encore \w\w: Bo 20%, nobody 80%", told)
    (hand,) = re.findall("Bo, in hand: (.*)", told)
    chances = [float(n) for n in re.findall(r"\d\.\d\d", hand)]
    assert sum(chances) == pytest.approx(len(seen.state.troupes["Bo"].hand), abs=0.04)


def test_card_sets_are_listed_and_checked(tmp_path: Path) -> None:
    home = {"APARTE_HOME": str(tmp_path / "home")}
    shown = aparte("--plain", "cards", "list").stdout
    assert all(card in shown for card in (*workshop().bards, *workshop().audiences))
    assert shown.startswith("workshop set")
    mine = tmp_path / "mine.toml"
    mine.write_text(TEXT.replace('name = "workshop"', 'name = "mine"'), encoding="utf-8")
    told = aparte("cards", "check", mine, **home).stdout
    tag = re.search(r'\[Cards "(mine [0-9a-f]{12})"\]', told)
    assert tag
    ends = ("--players", "Ana,Bo", "--bots", "Ana=random,Bo=random", "--seed", "1")
    game = aparte("play", "bards", *ends, "--cards", mine, **home).stdout
    assert f'[Cards "{tag[1]}"]' in game
    mine.write_text(TEXT.replace('"steal"', '"rob"', 1), encoding="utf-8")
    wrong = aparte("cards", "check", mine, code=1, **home)
    assert "veteran Prisma, icons: no icon 'rob'" in wrong.output


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_file_is_begun_in_the_language_of_the_reader(tmp_path: Path, language: str) -> None:
    mine, home = tmp_path / "mine.toml", {"APARTE_HOME": str(tmp_path / "home")}
    aparte("--lang", language, "cards", "new", mine)
    comments = [row for row in mine.read_text(encoding="utf-8").split("\n") if row[:1] == "#"]
    assert ("# What people read" in "\n".join(comments)) == (language == "en")
    assert max(map(len, comments)) < 100
    aparte("cards", "check", mine, **home)
    aparte("cards", "new", mine, code=2)
    text = mine.read_text(encoding="utf-8")
    mine.write_text(text.replace('"steal"', '"rob"').replace('"Vesper"', '"BP"'), encoding="utf-8")
    wrong = aparte("cards", "check", mine, code=1, **home).output
    assert len(re.findall(r"aparte: line \d+: ", wrong)) == 5


def test_only_this_game_has_card_sets(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(TEXT, encoding="utf-8")
    aparte("play", "adresses-jaunes", "--players", "Ana,Bo", "--cards", mine, code=2)


def test_people_may_end_a_game_that_goes_on_too_long(tmp_path: Path) -> None:
    record = played(blank("bards", 2), dict.fromkeys(("Ana", "Bo"), Passing()), Random(5))
    at = next(number for number, event in record.events if event.verb == "counted")
    path = tmp_path / "long.rec"
    path.write_text(write(record.until(at - 1)), encoding="utf-8")
    home = {"APARTE_HOME": str(tmp_path / "home")}
    aparte("import", path, **home)
    told = aparte("resume", 1, typed="Ana\ncounted\n", **home).stdout
    assert "counted: ends a game that goes on too long" in told
    assert "The game is over" in told
    exported = aparte("export", 1, **home).stdout
    assert "\ncounted\n" in exported and "\nresult " in exported
    replay(exported)


def test_a_game_of_the_first_version_is_resumed_under_its_own_rules(tmp_path: Path) -> None:
    rows = (ROOT / "tests" / "golden" / "bards-2.rec").read_text(encoding="utf-8").splitlines()
    at = next(number for number, row in enumerate(rows) if number > 60 and "passes" in row)
    path = tmp_path / "first.rec"
    path.write_text("\n".join(rows[:at]) + "\n", encoding="utf-8")
    home = {"APARTE_HOME": str(tmp_path / "home")}
    aparte("import", path, **home)
    name = rows[at].split()[0]
    aparte("resume", 1, typed=f"{name} passes\npasses\nquit\n", **home)
    exported = aparte("export", 1, "--all", **home).stdout.splitlines()
    assert exported[: at + 1] == rows[: at + 1]
    assert read("\n".join(exported) + "\n").game.version == "1"


def test_the_page_shows_a_round_and_the_worths() -> None:
    example = re.search(r"```\n(\[Game.*?)```", PAGE, re.DOTALL)
    assert example
    record = read(example[1])
    assert record.state.round == 2
    worths = PAGE.partition("## The table of worths")[2].partition("\n## ")[0]
    shown = [float(each) for each in re.findall(r"\| \+? ?(-?\d\.\d+|1) \|", worths)]
    table = [WORTHS.point, WORTHS.power, WORTHS.veteran, WORTHS.asked, WORTHS.melody, WORTHS.die]
    table += [WORTHS.hand_card, WORTHS.trashed, WORTHS.action, WORTHS.extra_action]
    assert shown == [each / 100 for each in table]
    four = (WORTHS.explore, WORTHS.gather, WORTHS.steal, WORTHS.draw)
    assert ", ".join(f"{each / 100:.2f}" for each in four) in PAGE

"""`aparte games`, `export`, `import` and `resume`."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.models.core import TABLE, UNSEEN, Record, turn, view
from aparte.models.record import read, write
from aparte.sessions.store import FILE, opened
from aparte.solver.play.deal import new_deal
from tests.aparte_cli import FOUR, aparte, environment, process
from tests.stores import changed
from tests.tables import random_game

GAME = "adresses-jaunes"


def stored(home: str, text: str) -> str:
    file = Path(home).with_name("record.rec")
    file.write_text(text, "utf-8")
    return str(aparte("import", file, APARTE_HOME=home).stdout).strip()


def test_a_record_is_stored_and_printed_again(home: str) -> None:
    text = FOUR.read_text("utf-8") + "# somebody laughed\n"
    assert stored(home, text) == "1"
    assert aparte("export", 1, APARTE_HOME=home).stdout == text


def test_a_wrong_record_is_not_stored(home: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.rec"
    file.write_text(FOUR.read_text("utf-8") + "Bo dances\n", "utf-8")
    aparte("import", file, code=1, APARTE_HOME=home)
    assert not Path(home).exists()


def test_a_view_of_the_referees_record_shows_what_that_seat_saw(home: str) -> None:
    game = random_game(GAME, 3, 2)
    stored(home, write(game))
    for seat in ("Ana", "table"):
        printed = aparte("export", 1, "--as", seat, APARTE_HOME=home).stdout
        assert printed == write(view(game, seat))


def test_the_view_of_another_seat_is_not_there(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    aparte("export", 1, "--as", "Ana", code=2, APARTE_HOME=home)
    aparte("export", 1, "--as", "Zoe", code=2, APARTE_HOME=home)
    assert "deal Bo ???" in aparte("export", 1, "--as", "table", APARTE_HOME=home).stdout


def offered(home: str, command: str) -> str:
    """Return what a shell is offered behind `command`."""
    typed = {"_APARTE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": f"aparte {command} "}
    return aparte(APARTE_HOME=home, code=None, **typed).stdout


@pytest.mark.parametrize(
    "command",
    ["resume", "export", "host --resume", "review", "replay", "verify", "--lang fr resume"],
)
def test_a_shell_completes_the_number_of_a_saved_game(home: str, command: str) -> None:
    none = offered(home, command)
    id = stored(home, FOUR.read_text())
    assert f'"{id}"' in offered(home, command) and f'"{id}"' not in none


def test_a_shell_completes_the_number_of_a_game_that_can_be_dealt_again(home: str) -> None:
    over, open_ = random_game(GAME, 2, 1), random_game(GAME, 2, 2).until(20)
    ids = [stored(home, write(each)) for each in (over, open_, view(over, "Ana"))]
    shown = offered(home, "again")
    assert [f'"{id}"' in shown for id in ids] == [True, False, False]


def test_completion_leaves_the_saved_games_as_they_are(home: str) -> None:
    stored(home, FOUR.read_text())
    file = Path(home) / FILE
    file.write_bytes(b"not a store" + file.read_bytes()[11:])
    before = {each.name: each.read_bytes() for each in Path(home).iterdir()}
    assert '"1"' not in offered(home, "resume")
    assert {each.name: each.read_bytes() for each in Path(home).iterdir()} == before
    assert "damaged" in aparte("games", APARTE_HOME=home).stderr


def test_a_shell_completes_the_id_of_a_ruling() -> None:
    typed = {"_APARTE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "aparte rules onstage ON"}
    assert '"ON-10"' in aparte(code=None, **typed).stdout


def test_games_are_listed(home: str) -> None:
    assert "No game" in aparte("games", APARTE_HOME=home).stdout
    assert json.loads(aparte("games", "--json", APARTE_HOME=home).stdout) == []
    assert not Path(home).exists()
    stored(home, FOUR.read_text("utf-8"))
    stored(home, write(random_game(GAME, 2, 1)))
    aparte("play", GAME, "--players", "Ana,Bo", "--bots", "Bo=greedy", APARTE_HOME=home)
    played, whole, seat = json.loads(aparte("games", "--json", APARTE_HOME=home).stdout)
    assert (played["kind"], played["bots"]) == ("play", {"Bo": "greedy"})
    assert played["next"][0] == {"player": "Ana", "line": "disc"}
    assert (whole["kind"], whole["next"]) == ("play", None)
    assert whole["result"] in ("won", "lost")
    assert (seat["kind"], seat["seat"], seat["id"]) == ("seat", "Bo", 1)
    assert "next: disc (Dai)" in aparte("games", APARTE_HOME=home).stdout


def test_a_game_that_cannot_be_read_does_not_hide_the_others(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    stored(home, FOUR.read_text("utf-8"))
    with opened(Path(home) / FILE) as store:
        changed(store._connection, "UPDATE games SET record = 'Bo dances' WHERE id = 1")
    printed = aparte("games", APARTE_HOME=home).stdout.splitlines()
    assert len(printed) == 2
    assert "cannot be read" in printed[1]


def test_resume_takes_the_last_game_that_is_open(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    stored(home, write(random_game(GAME, 2, 1)))
    assert "Game 1 is saved" in aparte("resume", APARTE_HOME=home).stdout
    assert "The game is over" in aparte("resume", 2, APARTE_HOME=home).stdout


def change(home: str, statement: str) -> None:
    with opened(Path(home) / FILE) as store:
        changed(store._connection, statement)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET record = 'Bo dances' WHERE id = 2",
        "UPDATE games SET bots = 'x' WHERE id = 2",
    ],
)
def test_a_game_that_cannot_be_read_does_not_block_the_others(home: str, damage: str) -> None:
    for _ in range(2):
        stored(home, FOUR.read_text("utf-8"))
    change(home, damage)
    gone_on = aparte("resume", APARTE_HOME=home)
    assert "Game 1 is saved" in gone_on.stdout
    assert gone_on.stderr.count("game 2 cannot be read, so it was passed over") == 1
    listed = aparte("games", APARTE_HOME=home).stdout.splitlines()
    assert ["cannot be read" in line for line in listed] == [False, True]
    assert "error" in json.loads(aparte("games", "--json", APARTE_HOME=home).stdout)[1]
    assert len(aparte("resume", 2, code=1, APARTE_HOME=home).stderr.splitlines()) == 1


def test_a_game_whose_time_is_damaged_is_played_on(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    change(home, "UPDATE games SET changed = 'soon'")
    assert aparte("games", APARTE_HOME=home).stdout.split()[:2] == ["1", "?"]
    [data] = json.loads(aparte("games", "--json", APARTE_HOME=home).stdout)
    assert data["changed"] is None
    assert "Game 1 is saved" in aparte("resume", APARTE_HOME=home).stdout


def test_a_bot_that_is_no_more_is_told(home: str) -> None:
    bots = ("--players", "Ana,Bo", "--bots", "Bo=greedy")
    aparte("play", GAME, *bots, APARTE_HOME=home)
    change(home, "UPDATE games SET bots = 'Bo=oracle'")
    assert "no bot 'oracle'" in aparte("resume", 1, code=1, APARTE_HOME=home).stderr


def test_resume_goes_on_with_the_game_that_was_looked_at_last(home: str) -> None:
    for _ in range(2):
        stored(home, FOUR.read_text("utf-8"))
    aparte("resume", 1, APARTE_HOME=home)
    assert "Game 1 is saved" in aparte("resume", APARTE_HOME=home).stdout


@pytest.mark.parametrize("command", ["export", "resume", "verify"])
def test_a_number_longer_than_any_is_one_message(command: str, home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    result = aparte(command, "9" * 23, code=1, APARTE_HOME=home)
    assert result.stderr == f"aparte: there is no saved game {'9' * 23}; see `aparte games`\n"


def test_an_open_game_that_was_dealt_shows_its_hands_only_to_who_insists(home: str) -> None:
    aparte("play", GAME, "--players", "Ana,Bo", "--seed", 2, APARTE_HOME=home)
    refused = aparte("export", 1, code=2, APARTE_HOME=home)
    assert "--seat" in refused.output and "--all" in refused.output
    assert "deal" not in refused.stdout
    whole = aparte("export", 1, "--all", APARTE_HOME=home).stdout
    for seat in ("Ana", "table"):
        printed = aparte("export", 1, "--as", seat, APARTE_HOME=home).stdout
        assert printed == write(view(read(whole), seat))
        assert "Seed" not in printed and "Salt" not in printed
    assert "Seed" not in whole and "Salt" not in whole


def test_a_game_that_cannot_be_read_does_not_show_its_hands_unasked(home: str) -> None:
    aparte("play", GAME, "--players", "Ana,Bo", "--seed", 2, APARTE_HOME=home)
    change(home, "UPDATE games SET record = record || 'dances'")
    aparte("export", 1, code=2, APARTE_HOME=home)
    assert "dances" in aparte("export", 1, "--all", APARTE_HOME=home).stdout


def test_a_game_that_is_over_is_printed_with_what_it_was_dealt_from(home: str) -> None:
    bots = ",".join(f"{name}=random" for name in ("Ana", "Bo"))
    asked = ("play", GAME, "--players", "Ana,Bo", "--bots", bots, "--seed", 3)
    watched = aparte(*asked, APARTE_HOME=home).stdout
    moves = read(watched)
    deal = new_deal(3)
    with opened(Path(home) / FILE) as store:
        record = replace(moves, tags=tuple(tag for tag in moves.tags if tag[0] not in UNSEEN))
        saved = store.add(record, {}, deal)
        store.add(record, {}, new_deal(4))
    assert aparte("export", saved.id, APARTE_HOME=home).stdout == watched
    assert aparte("export", 2, APARTE_HOME=home).stdout == write(record)
    assert "Seed" not in aparte("export", 1, "--as", "Ana", APARTE_HOME=home).stdout


def listed_next(home: str) -> list[object]:
    aparte("games", APARTE_HOME=home)
    return [each["next"] for each in json.loads(aparte("games", "--json", APARTE_HOME=home).stdout)]


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage", "overseers", "bards"])
def test_what_comes_next_is_what_everybody_knows(game: str, home: str) -> None:
    record = random_game(game, 3, 6)
    cuts = [record.until(line.number) for line in record.lines[3:70:13]]
    for cut in cuts:
        expected = coming(view(cut, TABLE))
        with opened(Path(home) / FILE) as store:
            store.add(cut)
        assert listed_next(home)[0] == (expected or None)


def coming(seen: Record) -> list[dict[str, object]]:
    following = turn(seen)
    events = following if isinstance(following, tuple) else (following.event,)
    pairs = dict.fromkeys((event.actor or None, event.verb) for event in events)
    return [{"player": player, "line": verb} for player, verb in pairs]


def test_a_line_that_nobody_does_stands_alone(home: str) -> None:
    stored(home, "".join(FOUR.read_text("utf-8").splitlines(keepends=True)[:5]))
    assert "; next: deal\n" in aparte("games", APARTE_HOME=home).stdout


def test_an_imported_game_is_drawn_from_a_seed_of_its_own(home: str) -> None:
    dealt = write(random_game("onstage", 3, 1).until(3))
    for _ in range(2):
        stored(home, dealt)
        aparte("resume", APARTE_HOME=home)
    first, second = (aparte("export", id, "--all", APARTE_HOME=home).stdout for id in (1, 2))
    assert len(first.splitlines()) > 6
    assert first != second


def test_there_may_be_nothing_to_resume(home: str) -> None:
    assert "no game is open" in aparte("resume", code=1, APARTE_HOME=home).stderr
    assert "no saved game 7" in aparte("resume", 7, code=1, APARTE_HOME=home).stderr
    assert "no saved game 7" in aparte("export", 7, code=1, APARTE_HOME=home).stderr


def test_a_damaged_store_is_one_message(home: str) -> None:
    Path(home).mkdir()
    (Path(home) / FILE).write_text("not a database")
    for command in (["games"], ["resume"], ["export", 1], ["play", GAME, "--players", "Ana,Bo"]):
        result = aparte(*command, code=1, APARTE_HOME=home)
        assert len(result.stderr.splitlines()) == 1
    assert (Path(home) / FILE).read_text() == "not a database"


def test_listing_loads_nothing_that_solves_or_asks(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    listed = process("games", APARTE_HOME=home, PYTHONPROFILEIMPORTTIME="1")
    assert "aparte.sessions.store" in listed.stderr
    for slow in ("ortools", "numpy", "prompt_toolkit", "constraint"):
        assert f" {slow}\n" not in listed.stderr


def test_a_game_whose_hands_people_told_is_shown_to_no_table(home: str) -> None:
    head = '[Game "onstage"]\n[Record "1"]\n[Players "Ana Bo Cy"]\n[Seat "hands"]\n'
    stored(home, head + "line B2 G2 K2 P3 K1 P1 P2 B1 B3 G1 K3 G3\nleader Ana\n")
    told = aparte("resume", 1, code=1, APARTE_HOME=home).stderr
    assert "aparte host --resume 1" in told
    assert "--seat" in aparte("export", 1, code=2, APARTE_HOME=home).stderr
    assert '[Seat "Bo"]' in aparte("export", 1, "--as", "Bo", APARTE_HOME=home).stdout


def test_a_damaged_game_is_told_and_printed_as_it_is(home: str) -> None:
    for _ in range(2):
        stored(home, FOUR.read_text("utf-8"))
    with opened(Path(home) / FILE) as store:
        store._connection.execute(
            "UPDATE games SET record = replace(record, '7T', '7P') WHERE id = 2"
        )
    assert "game 2 is damaged" in aparte("games", APARTE_HOME=home).stdout
    printed = aparte("export", 2, APARTE_HOME=home)
    assert "game 2 is damaged" in printed.stderr and "7P" in printed.stdout
    assert "game 2 is damaged" in aparte("resume", 2, code=1, APARTE_HOME=home).stderr
    assert "game 2 cannot be read" in aparte("resume", APARTE_HOME=home).stderr
    assert "cannot be read" in aparte("scores", APARTE_HOME=home).stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("arguments", [["solve", FOUR], ["solve", FOUR, "--json"], ["--version"]])
def test_a_full_disk_under_what_is_printed_is_one_message(arguments: list[object]) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "aparte.cli", *map(str, arguments)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(PYTHONUNBUFFERED=""),
        )
    assert ran.returncode == 2
    assert ran.stderr.splitlines() == [
        "aparte: what was to be printed could not be written: No space left on device"
    ]

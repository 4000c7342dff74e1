"""The keys of a replay: back and forth, as another seat, to the next mistake, what if."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from aparte.cli.commands import replay
from aparte.contract.typist import Typist
from aparte.models.core import Record
from aparte.models.record import read_file, write
from aparte.solver.play.coach import Budget
from tests.aparte_cli import EXAMPLES, aparte
from tests.tables import random_game

REVIEWED = EXAMPLES / "overseers-3p-reviewed.rec"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APARTE_PLAIN", "1")
    monkeypatch.setattr("aparte.sessions.review.BUDGET", Budget(iterations=8))


def walked(
    monkeypatch: pytest.MonkeyPatch, record: Record, keys: Sequence[str], turn: int = 0
) -> tuple[replay._Walk, str]:
    """Return the walk after these keys, and the last of them."""
    left = iter(keys)
    monkeypatch.setattr("typer.getchar", lambda: next(left))
    walk = replay._Walk(record, record, replay._stops(record), turn)
    return walk, walk._walked()


def test_it_goes_forth_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    walk, key = walked(monkeypatch, read_file(REVIEWED), "nnbnq")
    assert (walk.turn, key) == (2, "q")


def test_it_shows_what_another_seat_sees(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = read_file(REVIEWED)
    walk, _ = walked(monkeypatch, record, "sssq")
    assert walk.seen.viewer == record.setup.players[2]
    assert walk.turn == 0
    told = capsys.readouterr().out
    assert all(f"Seen by {player}." in told for player in record.setup.players)
    walk, _ = walked(monkeypatch, record, "ssssq")
    assert walk.seen is record


def test_a_game_that_goes_on_shows_no_other_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_game("onstage", 3, 2)
    record = record.until(record.last - 40)
    left = iter("ssq")
    monkeypatch.setattr("typer.getchar", lambda: next(left))
    seen = replay._seen(record, "Bo")
    walk = replay._Walk(record, seen, replay._stops(seen), 0)
    walk._walked()
    assert walk.seen.viewer == "Bo"


def test_it_finds_the_next_mistake(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = read_file(REVIEWED)
    stops = replay._stops(record)
    monkeypatch.setattr("aparte.cli.session.tty.key_by_key", nullcontext)
    monkeypatch.setattr("aparte.cli.session.tty.pressed", lambda _: False)
    walk, _ = walked(monkeypatch, record, "mq", turn=stops.index(97) - 3)
    assert stops[walk.turn] == 97
    assert "line 98: adds A ?" in capsys.readouterr().out


def test_a_search_that_was_stopped_is_not_said_to_have_found_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = read_file(REVIEWED)
    monkeypatch.setattr("aparte.cli.session.tty.key_by_key", nullcontext)
    for stopped, told in ((True, "Stopped by a key: nothing"), (False, "No further mistake")):
        monkeypatch.setattr("aparte.cli.session.tty.pressed", lambda _, now=stopped: now)
        turn = replay._stops(record).index(152) if stopped else len(replay._stops(record)) - 1
        walked(monkeypatch, record, "mxq" if stopped else "mq", turn=turn)
        assert told in capsys.readouterr().out


class Interrupting(Typist):
    """Presses Ctrl-C at every prompt."""

    def ask(self, prompt: str, offer: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
        self.prompts.append(prompt)
        raise KeyboardInterrupt


def test_an_interrupt_throws_a_side_line_away_and_the_replay_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record, typist = random_game("adresses-jaunes", 2, 3), Interrupting([], live=True)
    monkeypatch.setattr(replay, "scroll", lambda: typist)
    left = iter("nwnwq")
    monkeypatch.setattr("typer.getchar", lambda: next(left))
    walk = replay._Walk(record, record, replay._stops(record), 0)
    walk.go()
    assert walk.turn == 2 and len(typist.prompts) == 2


def test_a_line_is_begun_at_and_a_finished_game_is_read_by_its_number(tmp_path: Path) -> None:
    file = tmp_path / "whole.rec"
    record = random_game("adresses-jaunes", 2, 3)
    file.write_text(write(record))
    number = next(number for number, event in record.events if event.verb == "disc")
    told = aparte("replay", file, "--line", number + 1).stdout
    assert f"{number} " in told and f"{number + 1} " not in told.split("Bo")[0]
    assert "exclude" in aparte("replay", file, "--line", 9, "--turn", 1, code=2).stderr
    aparte("import", file)
    assert aparte("replay", 1).stdout == aparte("replay", file).stdout

"""Records of told hands (`[Seat "hands"]`): guarded as the referee's are, and reviewed by view."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.cli.commands import replay
from aparte.models.core import HANDS, TABLE, Record, view
from aparte.models.record import read_file, write
from aparte.sessions.reviewable import seats_of, tasks
from aparte.solver.play.coach import Budget
from tests.aparte_cli import aparte, data
from tests.tables import random_game


def told(whole: Record, silent: Iterable[str] = ()) -> Record:
    """Return what was told of a game by all but those who are `silent`."""
    record = view(whole, HANDS).blank()
    for line in whole.lines:
        assert line.event is not None
        seers = record.seers(line.event)
        unseen = seers is not None and seers <= {*silent}
        seen = replace(record, viewer=TABLE) if unseen else record
        record = record.and_line(replace(line, event=seen.shown(line.event)))
    return record


def kept(tmp_path: Path, record: Record) -> Path:
    file = tmp_path / "told.rec"
    file.write_text(write(record), "utf-8")
    return file


@pytest.fixture
def running(tmp_path: Path) -> Path:
    whole = random_game("adresses-jaunes", 3, 3)
    return kept(tmp_path, told(whole.until(whole.last - 6)))


def test_a_game_that_goes_on_is_replayed_for_one_seat_only(running: Path) -> None:
    aparte("import", running)
    refused = aparte("replay", 1, code=2)
    assert "--seat" in refused.stderr and "deal" not in refused.stdout
    assert "deal Bo ????" in aparte("replay", 1, "--as", "Ana", "--plain").stdout


@pytest.mark.parametrize(
    "asked", [("solve",), ("hint",), ("best",), ("explain", "Bo's hand has 1P")]
)
def test_whose_view_is_meant_has_to_be_said(running: Path, asked: tuple[str, ...]) -> None:
    command, *claim = asked
    refused = aparte(command, running, *claim, code=2)
    assert "--seat" in refused.stderr and not refused.stdout


def test_a_table_goes_on_from_what_its_seat_has_seen(running: Path) -> None:
    for seat in ("table", "Ana"):
        own = () if seat == "table" else ("--seat", seat)
        begun = aparte("table", "adresses-jaunes", "--from", running, *own, code=None)
        assert begun.exit_code in (0, 1), begun.output
    assert [each["seat"] for each in data("games")] == ["Ana", "table"]


def test_a_finished_game_is_reviewed_seat_by_seat(tmp_path: Path) -> None:
    whole = random_game("overseers", 3, 3)
    file = kept(tmp_path, told(whole))
    found = data("review", file, "--iterations", 8)
    assert list(found["seats"]) == ["Ana", "Bo", "Cy"]
    chosen = [(task.view.viewer, task.move.verb) for task in tasks(whole, whole.setup.players)]
    judged = [(each["seat"], each["move"].split()[0]) for each in found["decisions"]]
    assert judged == chosen
    assert list(data("review", file, "--seat", "Ana", "--iterations", 8)["seats"]) == ["Ana"]


def test_choices_of_who_did_not_tell_are_not_judged(tmp_path: Path) -> None:
    whole = random_game("overseers", 3, 3)
    file = kept(tmp_path, told(whole, ["Bo"]))
    assert seats_of(read_file(file), None) == ("Ana", "Cy")
    refused = aparte("review", file, "--seat", "Bo", code=1)
    assert "Bo did not tell" in refused.stderr
    everybody = kept(tmp_path, told(whole, whole.setup.players))
    refused = aparte("review", everybody, code=1)
    assert "Ana, Bo, Cy did not tell" in refused.stderr


def test_whose_choices_has_to_be_said_while_the_game_goes_on(tmp_path: Path) -> None:
    whole = random_game("overseers", 3, 3)
    running = kept(tmp_path, told(whole.until(whole.last - 6)))
    assert "--seat" in aparte("review", running, code=2).stderr
    found = data("review", running, "--seat", "Ana", "--iterations", 8)
    assert list(found["seats"]) == ["Ana"] and found["seats"]["Ana"]["result"] is None


def test_the_next_mistake_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = told(random_game("overseers", 3, 3))
    monkeypatch.setenv("APARTE_PLAIN", "1")
    monkeypatch.setattr("aparte.sessions.review.BUDGET", Budget(iterations=3))
    monkeypatch.setattr("aparte.cli.session.tty.key_by_key", nullcontext)
    monkeypatch.setattr("aparte.cli.session.tty.pressed", lambda _: False)
    keys = iter("mq")
    monkeypatch.setattr("typer.getchar", lambda: next(keys))
    walk = replay._Walk(record, record, replay._stops(record), 0)
    walk._walked()
    assert walk.turn and "better was" in capsys.readouterr().out

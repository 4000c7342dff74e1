"""Advice at the seat: the best moves, chances, a tutor; and what is not asked at some tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from aparte.cli.answers.advised import told_lesson
from aparte.cli.session.play import PlaySession
from aparte.contract.twins import twins
from aparte.contract.typist import Silent, Typist
from aparte.models.core import Record, view
from aparte.models.record import write
from aparte.models.words import say
from aparte.sessions.ledger import Ledger
from aparte.sessions.play import Play
from aparte.sessions.tutor import lesson
from aparte.solver.play.coach import Budget
from tests.aparte_cli import FOUR, aparte
from tests.tables import blank, prefixes, random_game

ALONE = ("--players", "Ana,Bo,Cy", "--bots", "Bo=greedy,Cy=greedy", "--seed", 3)


def played(*lines: str, game: str = "onstage", extra: tuple[str, ...] = ()) -> str:
    text = "".join(f"{line}\n" for line in (*lines, "quit"))
    found: str = aparte("play", game, *ALONE, *extra, typed=text).stdout
    return found


def test_the_best_moves_are_told_at_the_seat() -> None:
    told = played("best 0.3", "best 0,2", "best soon", "best 1000")
    assert told.count("Value: blossoms ahead") == 2
    assert told.count("expected all, or a number of seconds, up to 60") == 2


def test_a_question_may_be_cut_where_it_begins_no_line() -> None:
    told = played("score", "boar off", "undo", "line", "boa")
    assert "in all" in told and "Shown unasked from now on: nothing." in told
    assert "There is no line to take back." in told
    assert " leader " not in told, "a line of the game begins with 'line': it is no question"


def test_advice_is_asked_at_the_own_seat() -> None:
    told = " ".join(played("best Bo", "hint bo", "undo", "redo", "let 3 stand").split())
    assert told.count("advice is only for the seat that asks") == 2
    assert told.count("There is no line to take back.") == 1
    assert told.count("in play, takeback asks the others") == 2


def test_what_is_no_kind_of_hint_is_refused_in_a_sentence() -> None:
    told = " ".join(played("hint --seat Ana").split())
    assert "Type hint alone, or one of these words after it: nudge, where, why, answer" in told


@pytest.mark.parametrize("command", ["best", "solve", "hint", "review"])
def test_a_seat_that_is_offered_is_not_refused_then(command: str) -> None:
    """Of a record of Bo others were offered, and of review the table."""
    refused = " ".join(aparte(command, FOUR, "--seat", "Zoe", code=2).stderr.split())
    also = "" if command == "review" else ", table"
    assert refused.endswith(f"no seat 'Zoe', expected one of Bo{also}")
    if command == "best":
        refused = aparte(command, FOUR, "--seat", "table", code=2).stderr
        assert "choose one with --seat (Bo)" in " ".join(refused.split())


def test_the_record_of_the_table_asks_for_no_seat_that_is_refused_then() -> None:
    record = "tests/examples/onstage-3p-table.rec"
    refused = aparte("best", record, code=2).stderr
    assert "the table has seen no hand" in refused and "--seat" not in refused
    for command in ("best", "hint", "solve"):
        refused = aparte(command, record, "--seat", "ana", code=2).stderr
        told = " ".join(refused.split())
        assert "the table's record has nobody's hand: take the record of Ana" in told
    refused = aparte("table", "onstage", "--from", record, "--seat", "Ana", code=2).stderr
    assert "nobody's hand" in refused


def test_chances_of_a_piece_and_of_a_place() -> None:
    told = played("chances G9", "chances bo", "chances here", "why Bo G9")
    assert "G9: " in told and "Bo: " in told
    assert "'here' is neither a piece nor a place. Places: " in " ".join(told.split())
    assert "follow" in told


def test_what_the_table_does_without_is_refused_in_a_sentence() -> None:
    told = played("best", "tutor", "hint", extra=("--help-level", "deductions"))
    for question in ("best", "tutor"):
        assert f"Ana is helped with deductions only: {question} is not answered" in told
    assert "hint is not answered" not in told
    told = played("whatif", "chances G9", "best 0.1", "hint", extra=("--help-level", "Ana=moves"))
    for question in ("whatif", "chances"):
        assert f"Ana is helped with moves only: {question} is not answered" in told
    assert "Value: " in told and "hint is not answered" not in told
    told = played("hint", "why Bo G9", extra=("--help-level", "off"))
    assert "Ana gets no help in this game: hint is not answered" in told
    assert "why is not answered" in told


def test_help_is_changed_if_everybody_agrees() -> None:
    lines = ("level", "level Zoe=off", "level deductions", "best", "level all", "best 0.1")
    told = played(*lines, extra=("--help-level", "Ana=off"))
    assert "Help: Ana off, Bo all, Cy all." in told and "no player 'Zoe'" in told
    assert "Ana is helped with deductions only: best is not answered." in told
    assert "Help for all: all." in told and "Value: " in told
    people = ("--players", "Ana,Bo,Cy", "--seed", 3)
    typed = "level off\nyes\nno\nlevel off\nyes\nyes\nyes\nlevel\nquit\n"
    told = aparte("play", "adresses-jaunes", *people, typed=typed).stdout
    assert "Bo says no: play goes on." in told and told.count("Help for all: off.") >= 2


def moves_of_ana() -> list[tuple[Record, Record]]:
    """Return positions before a choice of Ana, each with the record behind it."""
    cuts = list(prefixes(random_game("onstage", 3, 5)))
    return [
        (before, after)
        for before, after in pairwise(cuts)
        if (last := after.lines[-1].event) is not None and last.actor == "Ana"
    ]


def test_the_tutor_speaks_of_costly_moves_only_and_tells_nothing_hidden() -> None:
    budget, told = Budget(iterations=24), 0
    for before, after in moves_of_ana()[:8]:
        own = view(before, "Ana")
        found = lesson(own, view(after, "Ana"), budget)
        if found is None:
            continue
        told += 1
        assert found.found.mark and found.found.cost > 2 * found.found.error
        for twin in twins(after, "Ana", Random(1), 2):
            again = lesson(view(twin.until(before.last), "Ana"), view(twin, "Ana"), budget)
            assert again is not None
            assert told_lesson(own, again) == told_lesson(own, found)
    assert 0 < told < 8
    assert lesson(own, own, budget) is None


def test_the_tutor_is_turned_on_and_off() -> None:
    told = played("tutor on", "tutor off", "tutor")
    assert told.count("The tutor watches") == 2 and told.count("is silent") == 1


def test_what_is_typed_at_the_page_of_the_tutor_stays_at_its_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []

    class Told(Typist):
        def ask(self, prompt: str, offer: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
            done.append("asked")
            return super().ask(prompt, offer)

        def present(self, printing: Callable[[], None]) -> None:
            done.append("presented")

        def forget(self) -> None:
            done.append("forgotten")

    told = "aparte.cli.session.play."
    monkeypatch.setattr(f"{told}lesson", lambda *_: 0)
    monkeypatch.setattr(f"{told}told_lesson", lambda *_: say("Tutor: …"))
    play = Play(Ledger(blank("onstage", 3), {}, "3"), {})
    session = PlaySession(play, Told(["", "tutor", "moves", "1"], live=True))
    with pytest.raises(Silent):
        session.run()
    assert done[done.index("presented") :][:3] == ["presented", "forgotten", "asked"]


def test_a_companion_has_a_tutor(tmp_path: Path) -> None:
    before, after = next(
        (before, after)
        for before, after in moves_of_ana()
        if lesson(view(before, "Ana"), view(after, "Ana")) is not None
    )
    file = tmp_path / "game.rec"
    file.write_text(write(view(before, "Ana")))
    aparte("import", file)
    (line,) = [str(row) for row in write(view(after, "Ana")).splitlines()[-1:]]
    told = aparte("resume", typed=f"tutor\n{line}\n").stdout
    assert "Tutor: " in told

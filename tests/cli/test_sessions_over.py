"""What can be asked of a game that is over, and how it could have gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from aparte.cli.commands import replay
from aparte.cli.language import spoken
from aparte.cli.session.last_page import look_back
from aparte.cli.session.table import TableSession
from aparte.cli.session.terminal import InputEnded, folded, meant
from aparte.contract.typist import Typist
from aparte.models.core import RESULT, TABLE, view
from aparte.models.games import OWN
from aparte.models.record import read_file, write, write_event
from aparte.models.words import Words
from aparte.sessions import lessons, review
from aparte.sessions.fixing import is_typed
from aparte.sessions.ledger import Ledger
from aparte.sessions.reviewable import tasks
from aparte.sessions.table import Table
from aparte.solver.play.coach import Budget, play_of
from aparte.solver.play.judge import MarkLimits
from tests.aparte_cli import aparte
from tests.starts import few_deals
from tests.tables import random_game

GAME = random_game("adresses-jaunes", 2, 1)
GOLDEN = Path(__file__).parents[1] / "golden"
DISC = next(number for number, event in GAME.events if event.verb == "disc")


def test_a_finished_game_is_played_otherwise_until_somebody_leaves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    typist = Typist(
        ["zz", "whatif", "whatif 999", f"whatif {DISC} Bo", "moves", "1", "back", "scores", ""],
        live=True,
    )
    look_back(GAME, typist)
    printed = capsys.readouterr().out
    assert "Enter leaves; help lists what can be asked." in printed
    named = GAME.lines[len(GAME.lines) // 2].number
    assert f"the game is over: say from which line, as in whatif {named}" in " ".join(
        printed.split()
    )
    assert "There is no line 999." in printed
    assert "What if" in printed
    assert typist.prompts[-1].startswith(f"Enter leaves; whatif {named} plays it otherwise")
    assert next(typist._lines, None) is None


def test_the_same_people_can_play_again() -> None:
    assert look_back(GAME, Typist(["again"], live=True))
    assert not look_back(GAME, Typist([""], live=True))


@pytest.fixture
def few_choices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Judge the first choices of Ana only, soon, and keep them nowhere else."""
    first = tasks(GAME, ["Ana"])[:2]
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    monkeypatch.setattr(review, "tasks", lambda *_: first)
    monkeypatch.setattr(review, "BUDGET", Budget(iterations=8))
    monkeypatch.setattr(lessons, "BUDGET", Budget(iterations=8))
    with few_deals():
        yield


@pytest.fixture
def all_lessons(few_choices: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every choice a lesson."""
    limits = MarkLimits(-1.0, 0.5, 2.0)
    game = play_of(GAME.game.name)
    judge = replace(review.judge_of(GAME)._whole(), marks=limits)  # type: ignore[attr-defined]
    monkeypatch.setattr(review, "play_of", lambda _: replace(game, judge=judge))


@pytest.mark.usefixtures("all_lessons")
@pytest.mark.parametrize(("said", "taken"), [("yes", True), ("no", False), ("n", False)])
def test_what_is_asked_back_in_a_lesson_can_be_answered(
    said: str, taken: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist(["review", "Ana", "the old pawn 5R", said, "q", ""], live=True)
    look_back(GAME, typist, "7")
    printed = " ".join(capsys.readouterr().out.split())
    assert "Do you mean" in printed
    assert ("You did this: " in printed) == taken
    assert "is no line" not in printed


@pytest.mark.usefixtures("all_lessons")
@pytest.mark.parametrize("begun", [[], ["Ana"], ["Ana", "moves", "1"], ["Ana", "n", "n"]])
def test_q_leaves_as_enter_does(begun: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist([*(["review", *begun, "q"] if begun else []), "q", "zz"], live=True)
    look_back(GAME, typist, "7")
    assert [*typist._lines] == ["zz"]
    assert "Enter leaves; help" not in capsys.readouterr().out


@pytest.mark.usefixtures("all_lessons")
def test_the_last_page_offers_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    first = ["zz", "so", "help", "moves", "1", "ainsi", "so", "", "zz", "w", "q", "n"]
    second = ["n", ""]
    typist = Typist(["review", "zoe", "Ana", *first, *second, ""], live=True)
    look_back(GAME, typist, "7")
    printed = " ".join(capsys.readouterr().out.split())
    assert typist.prompts[0].startswith("Enter leaves; review: your costliest choices")
    assert "Type one of these names: Ana, Bo" in printed
    assert "'zz' is not understood" in printed and "You did this: " in printed
    assert printed.count("That can be asked after your choice; Enter shows the better one.") == 1
    assert "It was so: " in printed and "It could have gone on so" in printed
    assert "What if" in printed and "Choice 2, line" in printed
    assert "Luck, which is cards" in printed and "has a mark: ?! (doubtful)" in printed
    assert "Expectation by line" in printed


@pytest.mark.usefixtures("all_lessons")
def test_who_does_not_wait_for_a_comparison_is_told_what_was_better(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = Typist(["review", "Ana", "moves", "1", "q", "q"], live=True)
    worked = typist.worked

    def hurried(words: Words, *rest: Any, **more: Any) -> Any:
        return None if str(words).startswith("Comparing") else worked(words, *rest, **more)

    monkeypatch.setattr(typist, "worked", hurried)
    look_back(GAME, typist, "7")
    printed = " ".join(capsys.readouterr().out.split())
    assert "You did this: " in printed and " Better: " in printed and "Why: " not in printed


@pytest.mark.usefixtures("few_choices")
def test_the_list_stays_behind_a_key(capsys: pytest.CaptureFixture[str]) -> None:
    look_back(GAME, Typist(["review", "l", "help", "", ""], live=True), "7", ["Ana"])
    printed = capsys.readouterr().out
    assert "No choice of yours surely cost anything" in printed
    assert "without a mark" in printed and "what they have cost" in printed
    look_back(GAME, Typist(["review", ""], live=True))
    assert "Enter leaves; help lists" in capsys.readouterr().out


@pytest.mark.usefixtures("few_choices")
def test_who_does_not_wait_keeps_what_was_judged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = Typist(["review", ""], live=True)
    monkeypatch.setattr(typist, "worked", lambda *_, **__: None)
    look_back(GAME, typist, "7", ["Ana"])
    assert "continues from there" in capsys.readouterr().out


@pytest.mark.usefixtures("few_choices")
@pytest.mark.parametrize(("name", "told"), [("onstage-en-3", "Ana"), ("adresses-jaunes-2", "")])
def test_a_table_is_offered_lessons_where_its_lines_tell_the_hands(
    name: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = view(read_file(GOLDEN / f"{name}.rec"), TABLE)
    monkeypatch.setattr(review, "tasks", lambda record, seats: tasks(record, seats)[:2])
    typist = Typist(["review", *(["Ana", *["n"] * 2, ""] if told else []), "quit"], live=True)
    with pytest.raises(InputEnded):
        TableSession(Table(Ledger(record, {}, "1"), str), typist).run()
    printed = " ".join(capsys.readouterr().out.split())
    assert ("Your choices brought" in printed) == bool(told)
    assert ("it was not found out" in printed) != bool(told)


def test_nothing_is_barred_of_a_game_that_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    barred = random_game("adresses-jaunes", 2, 1, Help="off")
    look_back(barred, Typist([f"whatif {DISC}", "back", ""], live=True))
    assert "is not answered" not in capsys.readouterr().out


def test_a_side_line_to_its_end_tells_who_has_won(capsys: pytest.CaptureFixture[str]) -> None:
    last = [number for number, event in GAME.events if event.actor][-1]
    typist = Typist([f"whatif {last}", *["moves", "1"] * 9], live=True)
    look_back(GAME, Typist([*typist._lines, ""], live=True))
    assert "The game is over" in capsys.readouterr().out


def test_a_long_prompt_breaks_between_sentences_or_words() -> None:
    assert folded("Ana, a move or help: ", 80) == "Ana, a move or help: "
    assert folded("Round 1 (plays K1). Ana, a move or help: ", 30) == (
        "Round 1 (plays K1).\nAna, a move or help: "
    )
    assert folded("Round 1: lead (K1). Bo. Ana, a move or help: ", 20) == (
        "Round 1: lead (K1).\nBo.\nAna, a move or\nhelp: "
    )
    assert folded("coup ou aide\N{NO-BREAK SPACE}: ", 14) == "coup ou\naide\N{NO-BREAK SPACE}: "


@pytest.mark.parametrize(
    "typed, answer",
    [
        ("o", True),
        ("OUI", True),
        ("y", True),
        ("", None),
        ("non", False),
        ("N", False),
        ("x", None),
    ],
)
def test_yes_is_said_by_its_begin_in_either_language(typed: str, answer: bool | None) -> None:
    with spoken("fr"):
        assert meant(typed) is answer


@pytest.mark.parametrize("viewer", ["referee", "Ana"])
def test_a_replay_opens_a_side_line_where_it_stands(
    viewer: str, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = GAME if viewer == "referee" else view(GAME, viewer)
    path = tmp_path / "game.rec"
    path.write_text(write(seen), "utf-8")
    keys = iter("nwwq")
    asked = []
    monkeypatch.setattr(replay.typer, "getchar", lambda: next(keys))
    monkeypatch.setattr(replay.sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(
        "aparte.cli.session.play.show_side_line", lambda own, text, _: asked.append(text)
    )
    stops = replay._stops(seen)
    replay._Walk(seen, seen, stops, 0).go()
    assert asked == [str(stops[1] + 1)] * 2
    assert aparte("replay", path, "--turn", "0").exit_code == 0


@pytest.mark.parametrize("typed", ["", "quit", "quitter"])
def test_who_asked_for_lessons_by_mistake_can_leave(typed: str) -> None:
    with spoken("fr"):
        typist = Typist(["bilan", typed, ""], live=True)
        look_back(GAME, typist, "7")
    assert typist.prompts[1].startswith("Les choix de qui")
    assert typist.prompts[2].startswith("Entrée quitte")


def last_page(name: str, *lines: str) -> str:
    """Return what the last page of a random game at a table tells when `lines` are typed."""
    whole = view(random_game(name, 3, 2), TABLE)
    number, last = next(
        (number, event)
        for number, event in reversed(list(whole.events))
        if is_typed(whole.until(number - 1), event)
    )
    record = whole.until(number - 1)
    typist = Typist([write_event(record, last), *lines, "quit"], live=True)
    with redirect_stdout(StringIO()) as printed, pytest.raises(InputEnded):
        TableSession(Table(Ledger(record, {}, "1"), str), typist).run()
    return printed.getvalue()


@pytest.mark.parametrize("name", OWN)
def test_the_last_page_offers_only_what_it_can_give(name: str) -> None:
    told = last_page(name, "review", "", "best", "hint")
    offered = "review: your costliest choices" in told
    refused = "knows no hand" in told or "it was not found out" in told
    assert offered != refused, told
    assert told.count("The game is over.\n") == 2, told


@pytest.mark.parametrize(("players", "won"), [(2, False), (4, True)])
def test_hands_are_shown_only_where_something_is_left_in_them(players: int, won: bool) -> None:
    whole = read_file(GOLDEN / f"adresses-jaunes-{players}.rec")
    end = next(number for number, event in whole.events if event.verb == RESULT)
    table = Table(Ledger(view(whole.until(end), TABLE), {}, "1"))
    assert bool(table.expected()) != won

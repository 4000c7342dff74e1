"""What is asked back at a seat, the moves listed there, and what can be looked up meanwhile."""

from __future__ import annotations

import re
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest

from aparte.cli.language import spoken, tell
from aparte.cli.session.hosted import HostedSession
from aparte.cli.session.play import PlaySession
from aparte.cli.session.table import TableSession
from aparte.contract.typist import Silent, Typist
from aparte.models.core import Record
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.play import Play
from aparte.sessions.table import Table
from aparte.solver.play.coach import RandomBot, bots
from tests.tables import blank, random_game


class Early(Typist):
    """Has begun every line before the answer to the one before was shown."""

    def is_ahead(self) -> bool:
        return True


def at_seat(game: str, typist: Typist, seed: str = "3", players: int = 3, bots: str = "Cy") -> Play:
    """Let a typist play at one laptop; return the game."""
    play = Play(Ledger(blank(game, players), {}, seed), {b: RandomBot() for b in bots.split()})
    with suppress(Silent):
        PlaySession(play, typist).run()
    return play


def moves(record: Record, verb: str) -> list[str]:
    return [" ".join(event.words) for _, event in record.events if event.verb == verb]


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


CORRECTED = ["", "picks A", "fix Ana", "", "picks K"]
"""Two people pick; the first corrects their pick, but names a card that does not exist."""


@pytest.mark.parametrize(
    ("typed", "picked"),
    [
        (["2"], "H"),
        (["picks H"], "H"),
        (["no", "picks H"], "H"),
        (["zz", "moves", "3"], "H"),
        (["", ""], "A"),
    ],
)
def test_a_correction_is_asked_back_until_it_is_clear_or_left(
    typed: list[str], picked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with spoken("en"):
        typist = Typist([*CORRECTED, *typed], live=True)
        play = at_seat("overseers", typist)
    page = told(capsys)
    asked = [prompt for prompt in typist.prompts if "type a number, more of it, or no:" in prompt]
    assert asked and "more line" not in page
    assert moves(play.record, "picks")[0] == picked
    assert ("The choice of Ana is corrected." in page) == (picked != "A")
    assert ("Nothing was changed." in page) == (picked == "A")


def test_undo_says_which_line_has_shown_something(capsys: pytest.CaptureFixture[str]) -> None:
    with spoken("en"):
        at_seat("adresses-jaunes", Typist(["Ana", "", "disc h1", "undo"], live=True), players=2)
    page = told(capsys)
    assert re.search(r"Ana lays a disc on h1: \d\. What was drawn, rolled or shown cannot", page)
    assert "asks the others" not in page


NINE = ["moves", "9"]
"""Two cards of the seat that leads have a 9, and the list shows no ninth move."""


def test_another_move_is_not_read_together_with_the_one_asked_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with spoken("en"):
        typist = Typist(["", *NINE, "B1", "hint", "2"], live=True)
        play = at_seat("onstage", typist, "5")
    assert "the ability of B1 must be used" in told(capsys)
    assert not any("9, B1" in prompt for prompt in typist.prompts)
    assert moves(play.record, "plays")[0] == "P9"


def test_moves_drop_what_was_asked_and_a_number_is_one_of_theirs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with spoken("en"):
        typist = Typist(["", *NINE, "moves B1", "2"], live=True)
        play = at_seat("onstage", typist, "5")
    assert "The line was left out: 9" in told(capsys)
    assert typist.prompts[3].startswith("'9' can be") and "can be" not in typist.prompts[4]
    assert moves(play.record, "plays")[0] == "B1 add B2"


def test_moves_end_a_question_at_a_table_too(capsys: pytest.CaptureFixture[str]) -> None:
    record = random_game("onstage", 3, 4)
    at = next(number for number, event in record.events if event.verb == "plays")
    with spoken("en"), suppress(Silent):
        table = Table(Ledger(record.until(at - 1), {}, "3"), tell)
        typist = Typist(["plays 9", "moves", "1"], live=True)
        TableSession(table, typist).run()
    page = told(capsys)
    assert "can be 1 " in typist.prompts[1] and "Not noted: 'plays 9'." in page
    assert table.record.last == at


def test_a_number_is_no_move_of_a_list_that_was_not_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with spoken("en"):
        seen = at_seat("onstage", Typist(["", "moves", "1"], live=True), "5")
        early = at_seat("onstage", Early(["", "moves", "1"], live=True), "5")
    assert moves(seen.record, "plays") and not moves(early.record, "plays")


@pytest.mark.parametrize(("typist", "taken"), [(Typist, True), (Early, False)])
def test_no_number_is_a_choice_that_was_listed_too_late(typist: type[Typist], taken: bool) -> None:
    record = random_game("onstage", 3, 4)
    at = next(number for number, event in record.events if event.verb == "claims")
    with spoken("en"), suppress(Silent):
        table = Table(Ledger(record.until(at - 1), {}, "3"), tell)
        TableSession(table, typist(["1"], live=True)).run()
    assert (table.record.last >= at) == taken


def test_things_can_be_looked_up_before_somebody_is_sure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = "only once; sure (yes/no)? "
    with spoken("en"):
        typist = Typist(["", "doubles", "lines", "moves", "zz", "yes"], live=True)
        play = at_seat("overseers", typist)
    page = told(capsys)
    assert [prompt.endswith(asked) for prompt in typist.prompts] == [
        *2 * [False],
        *4 * [True],
        False,
    ]
    assert "deal Bo ??????" in page and "2 picks A" in page and "Type yes or no." in page
    assert [event.verb for _, event in play.record.events if event.actor == "Ana"] == ["doubles"]


def test_what_changes_the_game_is_no_yes(capsys: pytest.CaptureFixture[str]) -> None:
    with spoken("en"):
        typist = Typist(["", "picks A", "", "copies", "undo", "yes"], live=True)
        play = at_seat("overseers", typist)
    assert not [event for _, event in play.record.events if event.verb == "copies"]


@pytest.mark.parametrize(
    ("typed", "lang", "said"),
    [
        ("lines foo", "en", "Type lines alone."),
        ("lignes foo", "fr", "Tapez « lignes » seul."),
        ("scores all", "en", "Type scores alone."),
        ("undo 3", "en", "Type undo alone."),
    ],
)
def test_a_question_that_takes_no_words_says_so(
    typed: str, lang: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with spoken(lang):
        at_seat("onstage", Typist(["", typed], live=True), "5")
    page = told(capsys)
    assert page.endswith(said)


class Held(Typist):
    """Remembers at which prompts the rest of a block was left unread before the next one."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(lines, live=True)
        self.held = set[str]()

    def hold(self) -> None:
        self.held.add(self.prompts[-1])


def hosted(typist: Typist) -> Hosting:
    """Let a typist sit at the laptop of a hosted game; return the game."""
    hosting = Hosting(Ledger(blank("onstage", 3), {}, "5"), DealtPieces(bots("onstage")))
    hosting.go_on()
    table = SimpleNamespace(
        hosting=hosting,
        do=lambda act: act(),
        settled=lambda ask: ask(),
        seats=SimpleNamespace(is_taken=lambda _: False),
    )
    with suppress(Silent):
        HostedSession(cast(Any, table), typist).run()
    return hosting


def test_a_hosted_seat_is_asked_as_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    with spoken("en"):
        typist = Typist(["Ana", "", "9", "7", "", "9", "2"], live=True)
        hosting = hosted(typist)
    page = told(capsys)
    asked = [prompt.startswith("'9' can be 1 Ana plays B9 | 2 ") for prompt in typist.prompts]
    assert asked == [False, False, False, True, True, False, True, False]
    assert "That is no answer to the question; Enter drops it." in page
    assert "The line was left out: 9" in page
    assert moves(hosting.record, "plays") == ["P9"]


def test_a_move_at_a_hosted_seat_ends_a_pasted_block() -> None:
    with spoken("en"):
        typist = Held(["Ana", "", "plays P9"])
        assert moves(hosted(typist).record, "plays") == ["P9"]
    assert any("a move or help; Enter covers the hand" in prompt for prompt in typist.held)

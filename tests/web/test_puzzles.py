"""Puzzles on one's phone: who may open them, and that taps do what typing does."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from aparte.puzzles.room import Puzzle, puzzles
from aparte.sessions import solved
from aparte.sessions.languages import Language, catalogue
from aparte.sessions.ledger import Ledger
from aparte.sessions.seats import Seats
from aparte.sessions.solving import OptionMark, Solving
from aparte.sessions.store import opened
from aparte.web.puzzles import SEAT, app_of
from aparte.web.server import listening
from tests.web.browser import SIZE, chromium, is_for_all, needs_browser
from tests.web.serving import answering

PUZZLE = next(each for each in puzzles("adresses-jaunes") if each.level == "easy")
HERE = f"/puzzle/adresses-jaunes.{PUZZLE.name}"


class Phone:
    """Asks the pages, with the cookie that it was given."""

    def __init__(self, host: str) -> None:
        self._host, self.cookie = host, ""

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return self._asked("GET", path, "", headers)

    def post(self, path: str, /, **fields: str) -> tuple[int, str]:
        return self._asked("POST", path, urlencode(fields), {"Origin": f"http://{self._host}"})

    def _asked(self, method: str, path: str, body: str, headers: dict[str, str]) -> tuple[int, str]:
        connection = HTTPConnection(self._host, timeout=60)
        sent = {"Cookie": self.cookie} if self.cookie else {}
        connection.request(method, path, body or None, sent | headers)
        answer = connection.getresponse()
        if "aparte-puzzles-" in (given := answer.headers.get("set-cookie", "")):
            self.cookie = given.partition(";")[0]
        return answer.status, answer.read().decode()


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Seats]]:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    seats = Seats(Ledger(PUZZLE.question, {}, ""), (SEAT,))
    found = listening("127.0.0.1", 0)
    with answering(app_of(seats), found):
        yield f"127.0.0.1:{found.getsockname()[1]}", seats


@pytest.fixture
def phone(served: tuple[str, Seats]) -> Phone:
    host, seats = served
    phone = Phone(host)
    secret = seats.secret(SEAT)
    assert secret and phone.get(f"/sit/{secret}")[0] == 200
    assert phone.post("/sit", secret=secret)[0] == 303
    return phone


def desk() -> solved.Desk:
    with opened() as store:
        return solved.desk(store)


def standing() -> Solving:
    with opened() as store:
        return solved.standing(store, PUZZLE)


def marked(phone: Phone, puzzle: Puzzle, taps: int = 1) -> None:
    """Tap the right option of every row."""
    for number, (row, option) in enumerate(zip(puzzle.rows, puzzle.answer, strict=True)):
        for _ in range(taps):
            phone.post(f"{HERE}/mark", mark=f"{number} {row.options.index(option)}")


def test_nobody_sees_anything_without_the_code(served: tuple[str, Seats]) -> None:
    stranger = Phone(served[0])
    assert PUZZLE.title("en") not in stranger.get("/")[1]
    assert stranger.get(HERE)[0] == 303
    assert stranger.post(f"{HERE}/hint")[0] == 403
    assert stranger.post("/sit", secret="wrong")[0] == 404
    assert not desk().open
    other = {"Origin": "http://elsewhere.example"}
    assert stranger._asked("POST", f"{HERE}/hint", "", other)[0] == 403


def test_a_code_lets_one_phone_in(served: tuple[str, Seats], phone: Phone) -> None:
    assert served[1].secret(SEAT) is None
    assert PUZZLE.title("en") in phone.get("/")[1]
    french = phone.get("/", **{"Accept-Language": "fr"})[1]
    assert "facile" in french and "easy" not in french


def test_a_puzzle_is_solved_by_tapping_and_never_gives_its_answer_away(phone: Phone) -> None:
    page = phone.get(HERE)[1]
    assert all(f'value="{n} 0"' in page for n in range(len(PUZZLE.rows)))
    marked(phone, PUZZLE)
    assert desk().solved[0].key == solved.key_of(PUZZLE)
    done = phone.get(HERE)[1]
    assert "Solved. To share: Aparté" in done and "<ol>" in done and "<ol>" not in page
    phone.post(f"{HERE}/again")
    assert "Solved" not in phone.get(HERE)[1]


def test_taps_hints_and_checks_are_saved_as_at_the_terminal(phone: Phone) -> None:
    option = PUZZLE.rows[0].options[0]
    phone.post(f"{HERE}/mark", mark="0 0")
    assert standing().sheet.marks == {(0, option): OptionMark.SURE}
    phone.post(f"{HERE}/mark", mark="0 0")
    assert standing().sheet.marks == {(0, option): OptionMark.NOT}
    for deed in ("undo", "check", "hint", "hint", "take"):
        assert phone.post(f"{HERE}/{deed}")[0] == 303
    phone.post(f"{HERE}/note", note="look <here>")
    stands = standing()
    assert (stands.checks, stands.hints, stands.sheet.notes) == (1, 2, ("look <here>",))
    assert "look &lt;here&gt;" in phone.get(HERE)[1]


@pytest.mark.parametrize("mark", ["", "x y", "99 0", "0 99", "-1 0", "0", "9" * 50])
def test_what_no_button_says_changes_nothing(phone: Phone, mark: str) -> None:
    assert phone.post(f"{HERE}/mark", mark=mark)[0] == 303
    assert not standing().sheet.marks


def test_what_is_not_there_is_told(phone: Phone) -> None:
    for path in (
        "/puzzle/nothing",
        "/puzzle/onstage.nothing",
        "/static/no.css",
        "/static/x/board.css",
    ):
        assert phone.get(path)[0] == 404
    assert phone.post(f"{HERE}/erase")[0] == 404


@pytest.mark.parametrize("puzzle", [next(puzzles(g)) for g in ("bards", "onstage", "overseers")])
def test_every_game_has_its_page(phone: Phone, puzzle: Puzzle) -> None:
    status, page = phone.get(f"/puzzle/{puzzle.record.game.name}.{puzzle.name}")
    assert status == 200 and 'class="board"' in page and 'name="mark"' in page


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage", "overseers", "bards"])
def test_pages_of_puzzles_are_light(phone: Phone, game: str) -> None:
    most = max(puzzles(game), key=lambda puzzle: len(puzzle.markable))
    page = f"/puzzle/{game}.{most.name}"
    files = ("aparte.css", "puzzles.css", "puzzles.js", f"{game}/board.css")
    answers = [phone.get(each) for each in ("/", page, *(f"/static/{each}" for each in files))]
    assert all(status == 200 for status, _ in answers)
    assert sum(len(text.encode()) for _, text in answers) <= 150_000


def test_pieces_that_are_not_asked_for_can_be_marked_and_judge_nothing(phone: Phone) -> None:
    puzzle = next(each for each in puzzles("adresses-jaunes") if each.kind.name == "who")
    here = f"/puzzle/adresses-jaunes.{puzzle.name}"
    wrong = next(n for n, o in enumerate(puzzle.rows[0].options) if o != puzzle.answer[0])
    for mark in (f"0 {wrong}", "1 0", "1 0", "2 1"):
        assert phone.post(f"{here}/mark", mark=mark)[0] == 303
    with opened() as store:
        solving = solved.standing(store, puzzle)
    assert solving.mistakes == 1 and len(solving.sheet.marks) == 3
    for _ in range(3):  # crossed out, open, and sure again
        phone.post(f"{here}/mark", mark=f"0 {wrong}")
    assert "counted as one mistake already" in phone.get(here)[1]
    with opened() as store:
        assert solved.standing(store, puzzle).mistakes == 1


@needs_browser
def test_the_board_is_marked_without_a_reload_or_a_jump(served: tuple[str, Seats]) -> None:
    host, seats = served
    puzzle = next(each for each in puzzles("adresses-jaunes") if each.kind.name == "who")
    with chromium() as browser:
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en")
        wrong: list[object] = []
        page.on("pageerror", lambda error: wrong.append(error))
        page.goto(f"http://{host}/sit/{seats.secret(SEAT)}")
        page.click("button")
        page.goto(f"http://{host}/puzzle/adresses-jaunes.{puzzle.name}")
        page.evaluate("window.same = true; scrollTo(0, 40)")
        piece = puzzle.markable[3].subject
        tile = page.locator(f'.board [data-spot="{piece}"]')
        tile.click()
        places = page.locator("#thumb section:not([hidden]) button")
        assert places.all_inner_texts() == [
            tell_in(puzzle, 3, option) for option in puzzle.markable[3].options
        ]
        down = page.evaluate("scrollY")
        for sign in ("✔", "·"):
            places.first.click()
            page.wait_for_function(
                "([at, sign]) => document.querySelector(at).textContent.includes(sign)",
                arg=[f'.board [data-spot="{piece}"] .left', sign],
            )
        assert page.evaluate("[window.same, scrollY]") == [True, down]
        undo = page.locator('#thumb form[action$="/undo"] button').bounding_box()
        assert undo and undo["y"] + undo["height"] <= page.viewport_size["height"]
        page.locator('#thumb form[action$="/undo"] button').click()
        page.wait_for_function(
            "at => document.querySelector(at).textContent.includes('✔')",
            arg=f'.board [data-spot="{piece}"] .left',
        )
        assert not wrong


@pytest.mark.web
@needs_browser
def test_axe_finds_nothing_on_the_pages_of_puzzles(served: tuple[str, Seats]) -> None:
    host, seats = served
    marks = """([to, mark]) =>
        fetch(to, { method: 'POST', body: new URLSearchParams({ mark }) })"""
    with chromium() as browser:
        page = browser.new_page(
            viewport={"width": SIZE[0], "height": SIZE[1]}, locale="fr", reduced_motion="reduce"
        )
        page.goto(f"http://{host}/sit/{seats.secret(SEAT)}")
        is_for_all(page, "the door")
        page.click("button")
        is_for_all(page, "all puzzles")
        for game in ("adresses-jaunes", "onstage", "overseers", "bards"):
            puzzle = next(puzzles(game))
            page.emulate_media(color_scheme="dark" if game in ("onstage", "bards") else "light")
            page.goto(f"http://{host}/puzzle/{game}.{puzzle.name}")
            is_for_all(page, (game, "untouched"))
            for _ in range(4):
                page.locator('main:not([aria-busy]) form[action$="/hint"] button').click()
            is_for_all(page, (game, "with hints"))
            for row, answer in enumerate(puzzle.answer):
                mark = f"{row} {puzzle.rows[row].options.index(answer)}"
                page.evaluate(marks, [f"{page.url}/mark", mark])
            page.locator('#thumb form[action$="/check"] button').click()
            page.locator("main:not([aria-busy])").wait_for()
            page.reload()
            is_for_all(page, (game, "solved"))


def tell_in(puzzle: Puzzle, row: int, option: str) -> str:
    return puzzle.call(puzzle.markable[row], option).text_in(catalogue(Language.ENGLISH))

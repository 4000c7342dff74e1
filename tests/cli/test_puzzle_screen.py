"""The one screen of a puzzle: it fits, its keys mark, it leads to the answer."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from re import search
from time import sleep
from typing import Any

import pytest
from rich.cells import cell_len

from aparte.cli.language import speak_of, tell
from aparte.cli.session import puzzle_app, puzzle_screen, puzzle_sheet
from aparte.cli.session.puzzle_app import _App, solve_on_screen
from aparte.cli.session.puzzle_screen import PuzzleScreen
from aparte.cli.session.puzzle_sheet import COLUMNS, ROWS, text_of
from aparte.cli.views import look_of
from aparte.models.games import OWN, face_of
from aparte.puzzles.bundled import Bundled, bundled
from aparte.puzzles.kinds import Engine, possible
from aparte.puzzles.room import Puzzle, new, puzzle_in
from aparte.sessions.pencil import clash, clues, told_outright
from aparte.sessions.solved import desk, standing
from aparte.sessions.solving import OptionMark, Sheet, Solving
from aparte.sessions.store import FILE, Store, opened
from aparte.solver.engine.sweep import TooManyStates
from tests.cli.test_door import Guest

SURE, NOT = OptionMark.SURE, OptionMark.NOT
Comes = Callable[..., PuzzleScreen]


def named(name: str) -> Puzzle:
    """Return a puzzle of the package, or the one of this seed, in whose proof are cases."""
    found = next((puzzle_in(each) for each in bundled() if each.name == name), None)
    return found or new("adresses-jaunes", "", "", name)


@pytest.fixture(params=["en", "fr"])
def lang(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("APARTE_LANG", request.param)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))
    return str(request.param)


def drawn(screen: PuzzleScreen) -> str:
    return text_of(screen.draw(COLUMNS, ROWS))


def begun(store: Store, name: str) -> PuzzleScreen:
    """Return the screen of a puzzle, drawn once."""
    screen = PuzzleScreen(named(name), store)
    drawn(screen)
    return screen


def press(screen: PuzzleScreen, *keys: str) -> None:
    """Press keys, doing the work that they ask for at once."""
    for key in keys:
        screen.press(key)
        while (work := screen.work) is not None:
            screen.done(work.run())
        screen.draw(COLUMNS, ROWS)


def pages(screen: PuzzleScreen) -> Iterator[str]:
    """Yield what is in sight, and what comes by Enter until there is no more."""
    yield (page := drawn(screen))
    while search(r"Enter \d+ more line|encore \d+ ligne", page):
        press(screen, "enter")
        yield (page := drawn(screen))


def marks(screen: PuzzleScreen) -> dict[tuple[str, str], OptionMark]:
    found = screen.progress.solving.sheet.marks
    return {(screen.puzzle.markable[n].subject, option): m for (n, option), m in found.items()}


@pytest.mark.parametrize(
    "each",
    [
        pytest.param(each, id=each.name, marks=[pytest.mark.slow] * (at % 6 > 0))
        for at, each in enumerate(bundled())
    ],
)
def test_every_puzzle_is_in_sight_whole(each: Bundled, store: Store, lang: str) -> None:
    puzzle = puzzle_in(each)
    screen = PuzzleScreen(puzzle, store)
    shown = screen.draw(COLUMNS, ROWS)
    text = text_of(shown)
    assert shown.whole and len(shown.rows) == ROWS, text
    assert all(cell_len(row) <= COLUMNS for row in text.split("\n")), text
    words = " ".join(text.split())
    asked = puzzle.kind.about(puzzle.question, puzzle.asked)
    assert " ".join(tell(asked).split()) in words
    for clue in clues(puzzle):
        assert f" {clue.line} " in f" {words} "
    stops = {stop.row for stop in shown.stops}
    assert stops == set(range(len(puzzle.markable)))


def test_letters_cross_out_and_capitals_are_sure(store: Store) -> None:
    screen = begun(store, "01-temple-street")
    press(screen, "a", "right", "N", "right", "tab")
    assert marks(screen) == {("2T", "Ana"): NOT, ("3T", "nobody"): SURE}
    press(screen, "u")
    assert marks(screen) == {("2T", "Ana"): NOT}
    press(screen, "r", "u", "u", "u")
    assert marks(screen) == {}
    press(screen, "1", "1", "é")
    assert marks(screen) == {("2R", "Ana"): SURE, ("2R", "nobody"): NOT}
    assert standing(store, screen.puzzle) == screen.progress.solving


def test_a_click_does_what_a_digit_does(store: Store) -> None:
    screen = PuzzleScreen(named("01-temple-street"), store)
    cells = [bit for row in screen.draw(COLUMNS, ROWS).rows for bit in row if bit.act == (0, "Ana")]
    assert cells
    screen.click(cells[0].act)
    assert marks(screen) == {("2R", "Ana"): NOT}
    screen.click("u")
    assert marks(screen) == {}


def test_what_clashes_is_shown_with_its_lines(store: Store) -> None:
    screen = begun(store, "01-temple-street")
    press(screen, "x")
    assert "No mark clashes." in drawn(screen)
    press(screen, "N", "x")
    assert "cannot all be true: 2T nobody, with line" in drawn(screen)
    assert screen.progress.solving.checks == 1
    press(screen, "right")
    assert "cannot all be true" not in drawn(screen)


@pytest.mark.parametrize(
    "name",
    ["01-temple-street", "06-cat-street", "05-the-matinee", "01-curtain-call", "who-1000198-0"],
)
def test_the_answer_is_handed_in_by_enter_and_shown_step_by_step(name: str, store: Store) -> None:
    puzzle = named(name)
    screen = PuzzleScreen(puzzle, store)
    right = {(n, option): SURE for n, option in enumerate(puzzle.answer)}
    screen.progress.solving = screen.progress.solving.put(puzzle, right)
    drawn(screen)
    screen.press("enter")
    if screen.work is None:
        assert "Press Enter once more" in drawn(screen)
        screen.press("enter")
    assert screen.work is not None
    screen.done(screen.work.run())
    assert "That is right" in drawn(screen), "it is told before the way there is worked out"
    assert screen.work is not None
    screen.done(screen.work.run())
    assert screen.progress.solving.solved
    assert desk(store).solved[0].name == puzzle.name
    for number, thought in enumerate(puzzle.way.thoughts, start=1):
        first, *rows = (" ".join(row.split()) for row in tell(thought.words).split("\n"))
        while rows or first:
            shown = screen.draw(COLUMNS, ROWS)
            assert shown.whole, "the board stays in sight"
            words = " ".join(text_of(shown).split())
            assert f"{number}/{len(puzzle.way.thoughts)} {first}" in words or not first
            here = [row for row in rows if row in words]
            assert here == rows[: len(here)] and (here or not rows)
            first, rows = "", rows[len(here) :]
            press(screen, "right")
    assert "The answer:" in drawn(screen) and "To share: Aparté" in drawn(screen)
    press(screen, "enter")
    assert screen.left


def test_a_wrong_answer_is_a_mistake_and_nothing_is_judged_before(store: Store) -> None:
    screen = begun(store, "01-curtain-call")
    puzzle = screen.puzzle
    wrong = next(o for o in puzzle.rows[0].options if o != puzzle.answer[0])
    press(screen, wrong[0].upper())
    assert screen.progress.solving.mistakes == 0
    press(screen, "enter", "enter")
    assert screen.progress.solving.mistakes == 1 and not screen.progress.solving.solved
    press(screen, "enter", "enter")
    assert screen.progress.solving.mistakes == 1, "the same answer twice is one mistake"
    press(screen, "u", wrong[0].upper(), "enter")
    assert screen.progress.solving.mistakes == 1


def test_the_board_stays_as_it_is_while_somebody_moves_and_reads(store: Store, lang: str) -> None:
    for name in ("01-jade-seal", "21-the-wrong-crowd", "20-the-second-act", "30-shek-o"):
        screen = PuzzleScreen(named(name), store)
        table = drawn(screen).split("\n")[1:9]
        for key in ("down", "tab", "h", "enter", "h", "enter", "right"):
            press(screen, key)
            assert drawn(screen).split("\n")[1:9] == table, (name, key)


def test_a_puzzle_that_does_not_fit_says_so_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = PuzzleScreen(named("20-two-doors"), store)
    monkeypatch.setattr(puzzle_sheet, "show_board", lambda _: print("row\n" * 30))
    monkeypatch.setattr(puzzle_sheet, "look_of", lambda _: replace(look_of(_), dense=None))
    monkeypatch.setattr(puzzle_sheet, "show_strip", lambda _: print("row\n" * 30))
    assert "does not fit" in drawn(screen)
    press(screen, "enter")
    assert "row\nrow" in drawn(screen)


@pytest.mark.parametrize("lang", ["fr"], indirect=True)
def test_pieces_are_called_as_their_game_calls_them(store: Store, lang: str) -> None:
    puzzle = puzzle_in(next(each for each in bundled() if each.tags.get("Asked") == "K9"))
    speak_of(puzzle.record)
    text = drawn(PuzzleScreen(puzzle, store))
    assert "Où est N9" in text and "K9" not in text


def test_a_choice_is_taken_by_arrows(store: Store) -> None:
    screen = begun(store, "06-the-empty-scroll")
    puzzle = screen.puzzle
    at = puzzle.rows[0].options.index(puzzle.answer[0])
    press(screen, *["right"] * at, "enter", "enter")
    assert "Press Enter once more" in drawn(screen)
    assert not screen.progress.solving.solved, "who presses Enter too often hands nothing in"
    press(screen, "enter")
    assert screen.progress.solving.solved


def test_a_digit_says_nothing_of_a_lone_choice_of_words(store: Store) -> None:
    screen = begun(store, "01-jade-seal")
    options = screen.puzzle.rows[0].options
    press(screen, "3")
    assert "These have no numbers: arrows, or the first letter." in drawn(screen)
    press(screen, "enter")
    assert screen.progress.solving.sheet.left(0, options) == options[:1]


def test_a_digit_is_the_number_where_numbers_are_asked_for(store: Store) -> None:
    lone = PuzzleScreen(named("20-the-second-act"), store)
    assert "Type the number" in drawn(lone)
    press(lone, "3")
    assert marks(lone) == {("blossoms", "3"): SURE}, "it is the answer's number at once"
    press(lone, "1")
    press(lone, "3")
    assert marks(lone) == {("blossoms", "13"): SURE}, "two digits in a row are one number"
    press(lone, "3", "escape", "è")
    assert marks(lone) == {("blossoms", "7"): SURE}
    plan = PuzzleScreen(named("32-the-quick-change"), store)
    assert "1 P5  2 P7  3 P9" in drawn(plan)
    press(plan, "2", "3", "0", "enter")
    assert marks(plan)["blossoms", "0"] is SURE
    press(plan, '"')
    assert marks(plan)["blossoms", "3"] is SURE


def test_of_a_number_whose_first_digit_is_none_the_next_is_asked_for(store: Store) -> None:
    puzzle = next(
        each
        for each in map(puzzle_in, bundled("overseers"))
        if each.kind.name == "points" and "2" not in each.rows[0].options
    )
    screen = PuzzleScreen(puzzle, store)
    drawn(screen)
    *_, last = (option for option in puzzle.rows[0].options if option[0] == "2")
    press(screen, "2")
    assert not screen.progress.solving.sheet.marks and "2… type the next digit." in drawn(screen)
    press(screen, "enter")
    assert not screen.progress.solving.sheet.marks, "2 is none of the numbers"
    assert "2 is none of the numbers here." in drawn(screen)
    press(screen, "2")
    press(screen, last[1])
    assert screen.progress.solving.sheet.answer(puzzle.rows) == (last,)


def test_a_part_that_is_chosen_leads_to_the_next_open_one(store: Store) -> None:
    screen = begun(store, "32-the-quick-change")
    press(screen, "right", "2")
    assert "type the number (0 to " in drawn(screen), "the third part is open, and so the next"
    press(screen, "3")
    assert "1 P5" in drawn(screen), "the first part is"


def test_arrows_stay_in_their_row_and_tab_leads_to_the_pieces_and_back(store: Store) -> None:
    screen = begun(store, "34-the-fourth-wall")
    first = screen._cursor
    press(screen, "left", "up")
    assert screen._cursor == first
    press(screen, *["right"] * 9, "down")
    assert screen._cursor[0] == screen._sheet.choices[-1]
    press(screen, "tab")
    assert "Tab: to the question" in drawn(screen)
    stops = {stop.row: stop for stop in screen._stops}
    here = stops[screen._cursor[0]]
    press(screen, "left", *["right"] * 9)
    assert screen._cursor[0] in screen._sheet.pieces and stops[screen._cursor[0]].y == here.y
    press(screen, *["down"] * 9)
    assert screen._cursor[0] in screen._sheet.pieces
    press(screen, "tab")
    assert screen._cursor == first


def test_up_and_down_stay_in_their_column(store: Store) -> None:
    screen = begun(store, "01-temple-street")
    press(screen, "right", *["down", "N"] * 3, *["up"] * 3, "N")
    assert {piece for piece, _ in marks(screen)} == {"3T", "3P", "6P", "9R"}


def test_up_and_down_stay_among_the_options_of_several_rows(store: Store) -> None:
    screen = begun(store, "20-the-second-act")
    press(screen, *["down"] * 9, "enter", "up", "enter")
    (chosen,) = (option for (_, option), mark in marks(screen).items() if mark is SURE)
    assert int(chosen) < 16 and not screen.progress.solving.mistakes


def test_of_several_choices_a_digit_takes_one_and_enter_takes_none(store: Store) -> None:
    screen = begun(store, "34-whose-brush")
    puzzle = screen.puzzle
    first, second = puzzle.rows
    press(screen, "2")
    assert marks(screen) == {(first.subject, first.options[1]): SURE}
    press(screen, "enter", "enter")
    assert marks(screen) == {(first.subject, first.options[1]): SURE}, "nothing is decided there"
    assert "Nothing is decided" in drawn(screen)
    assert "2 " in drawn(screen).split("Nothing is decided")[1], "its keys stay in sight"
    press(screen, "1")
    assert marks(screen)[second.subject, second.options[0]] is SURE


def test_a_turn_is_put_together_row_by_row_and_the_next_best_is_told(store: Store) -> None:
    screen = begun(store, "21-the-wrong-crowd")
    puzzle = screen.puzzle
    for row, option in zip(puzzle.rows, puzzle.answer, strict=True):
        at = row.options.index(option)
        press(screen, *[" "] * (at + 1 if at else 0), "tab")
    press(screen, "f", "enter", "enter")
    assert screen.progress.solving.solved
    press(screen, *["right"] * len(puzzle.way.thoughts))
    assert "No other turn comes nearer." in " ".join(drawn(screen).split())


def test_the_rest_of_a_turn_is_not_filled_in_before_something_is_chosen(store: Store) -> None:
    screen = begun(store, "21-the-wrong-crowd")
    press(screen, "f")
    assert not marks(screen) and "Choose something first" in drawn(screen)
    press(screen, "enter", "enter")
    assert not screen.progress.solving.mistakes
    press(screen, "1", "f")
    assert "Your answer is complete" in drawn(screen)


@pytest.mark.parametrize(
    "name", ["01-temple-street", "06-royal-box", "01-jade-seal", "02-market-day"]
)
def test_help_begins_with_the_rules_that_puzzles_take(name: str, store: Store, lang: str) -> None:
    puzzle = named(name)
    screen = PuzzleScreen(puzzle, store)
    press(screen, "?")
    brief = look_of(puzzle.question).brief
    assert brief is not None and " ".join(drawn(screen).split()).startswith(tell(brief)[:60])


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("name", ["01-temple-street", "02-market-day"])
def test_nothing_of_help_is_cut_at_the_edge(
    name: str, columns: int, store: Store, lang: str
) -> None:
    screen = PuzzleScreen(named(name), store)
    press(screen, "?")
    words = text_of(screen.draw(columns, 200))
    told = puzzle_screen._KEYS_OF_PIECES if "temple" in name else puzzle_screen._KEYS_OF_CHOICES
    rest = " ".join(words.split())
    assert all(" ".join(tell(about).split()) in rest for _, about in told)
    assert all(cell_len(row) <= columns for row in words.split("\n"))


def test_help_tells_of_pieces_only_where_there_are_some(store: Store) -> None:
    for each in bundled():
        screen = PuzzleScreen(puzzle_in(each), store)
        press(screen, "?")
        words = "".join(pages(screen))
        rows = screen.puzzle.markable
        pieces = any(row.subject in screen.puzzle.hidden.items for row in rows)
        assert ("clears the piece" in words) == pieces, each.name
        assert ("from choice to choice" in words) == any(
            row.subject not in screen.puzzle.hidden.items for row in rows[: len(screen.puzzle.rows)]
        )


def test_the_table_stays_in_sight_beside_a_hint(store: Store, lang: str) -> None:
    screen = PuzzleScreen(named("34-the-fourth-wall"), store)
    table = drawn(screen).split("\n")[1:15]
    assert any("K1♠" in row or "N1♠" in row for row in table)
    for _ in (hint for hints in screen.puzzle.way.hints for hint in (*hints, None)):
        press(screen, "h", "enter")
        assert drawn(screen).split("\n")[1:15] == table


def test_a_choice_that_was_made_stays_in_sight_with_the_solution(store: Store) -> None:
    screen = begun(store, "32-the-quick-change")
    press(screen, "2", "3", "3", "enter", "enter")
    assert screen.progress.solving.solved
    assert "card now P7  next card P9  blossoms 3" in drawn(screen)


def test_a_hint_is_told_to_its_end_however_long(store: Store, lang: str) -> None:
    screen = PuzzleScreen(named("37-tai-mo-shan"), store)
    thoughts = screen.puzzle.way.thoughts
    for number, thought in enumerate(thoughts, start=1):
        for _ in screen.puzzle.way.hints[number - 1]:
            press(screen, "h", "enter")
            press(screen, *["escape"] * bool(screen._page))
        press(screen, "h", "enter")
        shown = [row.strip() for page in pages(screen) for row in page.split("\n")]
        for step in f"{number}/{len(thoughts)} {tell(thought.words)}".split("\n"):
            assert any(row and step.strip().startswith(row) for row in shown), step
        assert tell(thought.words).split()[-1] in " ".join(shown)
        press(screen, "escape")


def test_a_hint_that_counts_is_asked_for_once_more(store: Store) -> None:
    screen = begun(store, "01-temple-street")
    press(screen, "h")
    assert "Press Enter for the next hint" in drawn(screen)
    press(screen, *"elp", "escape")
    assert screen.progress.solving.hints == 0
    press(screen, "h", "enter")
    assert screen.progress.solving.hints == 1 and "Look at" in drawn(screen)
    lit = [
        bit.text for row in screen.draw(COLUMNS, ROWS).rows for bit in row if bit.style == "reverse"
    ]
    assert any("Ana" in text for text in lit), "the line is shown where it stands"
    press(screen, *["h", "enter"] * (sum(map(len, screen.puzzle.way.hints)) + 1))
    told = screen.progress.solving.hints
    before = marks(screen)
    press(screen, "h", "enter", "h")
    assert (
        "There are no more hints. Once more: 2/2 " in drawn(screen)
        and screen.progress.solving.hints == told
    )
    assert marks(screen) == before
    press(screen, "t", "enter", "enter")
    assert screen.progress.solving.solved


def test_a_full_answer_is_handed_in_when_enter_is_pressed_twice(store: Store) -> None:
    screen = begun(store, "01-temple-street")
    puzzle = screen.puzzle
    wrong = {(n, row.options[0]): SURE for n, row in enumerate(puzzle.rows)}
    screen.progress.solving = screen.progress.solving.put(puzzle, wrong)
    press(screen, "enter")
    assert "Press Enter once more" in drawn(screen) and not screen.progress.solving.mistakes
    press(screen, "right", "enter")
    assert not screen.progress.solving.mistakes
    press(screen, "enter")
    assert screen.progress.solving.mistakes == 1


@pytest.fixture
def comes(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Comes]:
    """Have a text come in one read of a terminal, so many seconds after the one before."""
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.application.current import set_app
    from prompt_toolkit.input import DummyInput
    from prompt_toolkit.input.vt100_parser import Vt100Parser
    from prompt_toolkit.output import DummyOutput

    now = 100.0
    monkeypatch.setattr(puzzle_app, "monotonic", lambda: now)
    screen = PuzzleScreen(named("01-temple-street"), store)
    with create_app_session(input=DummyInput(), output=DummyOutput()):
        app = _App(screen)._app
        app.timeoutlen = None  # no timer: nothing here waits

        def read(text: str, later: float = 2 * puzzle_app.TOGETHER) -> PuzzleScreen:
            nonlocal now
            now += later
            Vt100Parser(app.key_processor.feed).feed(text)
            app.key_processor.process_keys()
            return screen

        with set_app(app):
            yield read


def test_what_comes_at_once_is_no_row_of_keys(comes: Comes) -> None:
    assert "not taken as keys" in drawn(comes("1\r\r2\rhello\rq\r"))
    screen = comes("q", later=puzzle_app.TOGETHER / 2)
    assert not screen.left and not marks(screen)
    assert "Memo: " in drawn(comes("m"))
    assert "Memo: q1 a whole note" in drawn(comes("q1 a whole\rnote"))
    comes("\r", later=puzzle_app.TOGETHER / 2)
    assert not screen.progress.solving.sheet.notes
    comes("\r")
    assert screen.progress.solving.sheet.notes == ("q1 a whole note",)
    assert "not taken as keys" in drawn(comes("\x1b[200~Nq\x1b[201~"))
    assert not marks(screen) and not screen.left


def test_a_key_that_is_held_down_is_no_text(comes: Comes) -> None:
    assert marks(comes("N"))
    assert not marks(comes("uuuu"))


def test_a_text_at_once_is_told_from_keys_at_a_terminal(tmp_path: Path) -> None:
    guest = Guest(tmp_path, "puzzle", "solve", "temple street")
    guest.reads("help")
    guest.types("1\r\r2\rhello\rq\r")
    guest.reads("not taken as keys")
    guest.stops(signal.SIGTERM)
    guest.ends()


def test_a_memo_is_kept_letter_by_letter(store: Store) -> None:
    puzzle = named("01-temple-street")
    screen = PuzzleScreen(puzzle, store)
    press(screen, "m", *"v2 q")
    again = PuzzleScreen(puzzle, store)
    assert "v2 q" in drawn(again)
    press(again, "enter")
    assert again.progress.solving.sheet.notes == ("v2 q",)
    assert "# v2 q" in drawn(again)
    press(again, "m", "x")
    assert "# v2 q\nMemo: x" in drawn(again)


@pytest.mark.parametrize("name", ["01-jade-seal", "30-winter-tribute"])
def test_the_last_note_is_in_sight_beside_a_board_that_fills_the_screen(
    name: str, store: Store, lang: str
) -> None:
    screen = PuzzleScreen(named(name), store)
    press(screen, "m", *"hello", "enter", "m", *"world", "enter")
    shown = screen.draw(COLUMNS, ROWS)
    assert shown.whole and "# world" in text_of(shown)


@pytest.mark.parametrize("each", list(bundled()), ids=lambda each: each.name)
def test_what_one_clue_rules_out_is_ruled_out(each: Bundled) -> None:
    puzzle = puzzle_in(each)
    crossed = told_outright(puzzle, Sheet())
    if puzzle.kind.claims(puzzle.question, puzzle.asked, puzzle.answer):
        right = {(n, option): SURE for n, option in enumerate(puzzle.answer)}
        crossed = {**crossed, **told_outright(puzzle, Sheet(right))}
    if not crossed:
        return
    try:
        there = possible(puzzle.hidden, Engine.COUNT)
    except TooManyStates:
        there = possible(puzzle.hidden, Engine.PROOF)
    for number, option in crossed:
        assert option not in there[puzzle.markable[number].subject]


def test_whoever_has_marked_every_hand_fills_in_the_rest(store: Store) -> None:
    puzzle = named("20-cheung-chau")
    screen = PuzzleScreen(puzzle, store)
    rows = enumerate(zip(puzzle.rows, puzzle.answer, strict=True))
    hands = {(n, option): SURE for n, (_, option) in rows if option != "nobody"}
    screen.progress.solving = Solving().put(puzzle, hands)
    press(screen, "f", "enter", "enter")
    assert screen.progress.solving.solved


@pytest.mark.parametrize("each", list(bundled()), ids=lambda each: each.name)
def test_marks_clash_just_when_no_world_fits(each: Bundled) -> None:
    puzzle = puzzle_in(each)
    if not puzzle.kind.claims(puzzle.question, puzzle.asked, puzzle.answer):
        return
    if puzzle.rows[0].subject not in puzzle.hidden.items:
        return
    right = {(n, option): SURE for n, option in enumerate(puzzle.answer)}
    assert clash(puzzle, Sheet(right)) is None
    wrong = next(o for o in puzzle.rows[0].options if o != puzzle.answer[0])
    found = clash(puzzle, Solving().put(puzzle, right | {(0, wrong): SURE}).sheet)
    assert found is not None and (0, wrong) in found.marks


def test_in_a_terminal_marks_are_kept_and_the_screen_is_left_as_it_was(tmp_path: Path) -> None:
    guest = Guest(tmp_path, "puzzle", "solve", "temple street")
    guest.reads("help")
    guest.types("N")
    guest.reads("nobody")
    guest.types("q")
    guest.ends()
    assert guest.read.count("\x1b[?1049h") == guest.read.count("\x1b[?1049l") == 1
    with opened(tmp_path / FILE) as store:
        solving = standing(store, named("01-temple-street"))
    assert list(solving.sheet.marks.values()) == [SURE]


def test_a_click_reaches_the_board(tmp_path: Path) -> None:
    guest = Guest(tmp_path, "puzzle", "solve", "temple street")
    guest.reads("help")
    for end in "Mm":  # pressed and released at the candidate of 2T, as terminals report it
        guest.types(f"\x1b[<0;21;5{end}")
    guest.reads("·")
    guest.types("q")
    guest.ends()
    with opened(tmp_path / FILE) as store:
        assert list(standing(store, named("01-temple-street")).sheet.marks.values()) == [NOT]


def test_a_fault_of_the_program_loses_nothing(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    def broken(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    monkeypatch.setattr(puzzle_screen, "told_outright", broken)
    monkeypatch.setattr(puzzle_app, "BURST", 9)
    handler = signal.getsignal(signal.SIGTERM)
    puzzle = named("01-temple-street")
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("NfBq")
        solve_on_screen(puzzle, store)
    assert list(standing(store, puzzle).sheet.marks.values()) == [SURE]
    assert signal.getsignal(signal.SIGTERM) == handler


def test_a_key_during_work_dismisses_nothing_unseen(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    puzzle, hinted, done = named("01-temple-street"), Solving.hinted, PuzzleScreen.done
    screens = list[PuzzleScreen]()

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):

        def slow(*asked: Any) -> Any:
            for _ in range(4):  # one by one, or they would be taken for a pasted text
                keys.send_text("\r")
                sleep(2 * puzzle_app.TOGETHER)
            return hinted(*asked)

        def seen(screen: PuzzleScreen, result: Any) -> None:
            done(screen, result)
            screens.append(screen)
            keys.send_text("q")

        monkeypatch.setattr(Solving, "hinted", slow)
        monkeypatch.setattr(PuzzleScreen, "done", seen)
        keys.send_text("h")
        solve_on_screen(puzzle, store)
    assert screens[0].left and not screens[0].progress.solving.hints and not marks(screens[0])
    assert len(screens) == 1


def test_the_end_of_the_terminal_leaves_the_screen_as_it_was(tmp_path: Path) -> None:
    guest = Guest(tmp_path, "puzzle", "solve", "temple street")
    guest.reads("help")
    guest.types("N")
    guest.reads("✔")
    guest.stops(signal.SIGTERM)
    guest.ends()
    assert guest.read.count("\x1b[?1049h") == guest.read.count("\x1b[?1049l") == 1
    with opened(tmp_path / FILE) as store:
        assert standing(store, named("01-temple-street")).sheet.marks


def test_clues_in_few_words_are_sentences(lang: str) -> None:
    for each in bundled():
        puzzle = puzzle_in(each)
        speak_of(puzzle.record)
        lines = {line.number: line for line in puzzle.question.lines}
        for clue in clues(puzzle):
            event = lines[clue.line].event
            assert event is not None
            assert event.actor or clue.short == clue.words, "a line that begins with its verb"


@pytest.mark.parametrize("lang", ["fr"], indirect=True)
def test_a_label_stands_before_its_colon_as_french_has_it(store: Store, lang: str) -> None:
    for name in ("09-the-last-trick", "34-whose-brush", "01-temple-street"):
        assert not search(r"[^\W\d]:", drawn(PuzzleScreen(named(name), store))), name


def test_help_says_where_keys_hold_if_there_are_pieces_and_a_question(store: Store) -> None:
    screen = PuzzleScreen(named("09-the-last-trick"), store)
    press(screen, "?")
    told = "".join(pages(screen))
    assert told.index("In the question") < told.index("from choice to choice")
    assert told.index("Among the pieces") < told.index("from piece to piece")


@pytest.mark.parametrize("game", OWN)
def test_the_head_tells_where_the_round_stands_however_long_the_title(
    game: str, store: Store, lang: str
) -> None:
    for each in bundled(game):
        puzzle = puzzle_in(each)
        head = drawn(PuzzleScreen(puzzle, store)).splitlines()[0]
        assert tell(face_of(game).now(puzzle.question)) in head
        assert len(head) <= COLUMNS

"""`aparte puzzle` through the real command line."""

import json
from datetime import date
from io import StringIO
from pathlib import Path
from re import search, sub

import pytest
from click.testing import Result

from aparte.cli.commands.puzzle_new import _seeds, trying
from aparte.cli.language import spoken, tell
from aparte.cli.session.puzzle import PuzzleSession
from aparte.cli.session.puzzle_open import open_puzzle
from aparte.cli.session.terminal import Pipe
from aparte.models.core import view
from aparte.models.record import read, read_file, write
from aparte.models.words import say
from aparte.puzzles.bundled import LEVEL_NAMES, LEVELS, daily
from aparte.puzzles.code import code_of, puzzle_of
from aparte.puzzles.kinds import Engine
from aparte.puzzles.make import tagged
from aparte.puzzles.packing import MARK, key_of, packed
from aparte.puzzles.room import Puzzle, new, puzzle_in, puzzles
from aparte.puzzles.stock import kept_of, stock
from aparte.sessions.solved import keep, standing
from aparte.sessions.solving import OptionMark, Solving
from aparte.sessions.store import StoreError, opened
from aparte.sessions.texts import OPEN
from tests.aparte_cli import EXAMPLES
from tests.aparte_cli import aparte as run
from tests.bundled import puzzles_of
from tests.certify import uncertified

PUZZLE = next(each for each in puzzles("adresses-jaunes") if each.level == "easy")


def aparte(*words: str, typed: str = "", lang: str = "en") -> Result:
    done: Result = run("--lang", lang, "--plain", *words, typed=typed, code=None)
    return done


def where_it_stands() -> Solving:
    with opened() as store:
        return standing(store, PUZZLE)


def answer(puzzle: Puzzle) -> list[str]:
    return [f"{r.subject} {o}" for r, o in zip(puzzle.rows, puzzle.answer, strict=True)]


def test_the_titles_that_match_are_listed_in_whatever_language_they_do() -> None:
    told = " ".join(aparte("puzzle", "solve", "Trois").stderr.split())
    titles = told.split("in their titles: ")[1].split(", ")
    assert len(titles) > 1 and all("Trois" in each or "trois" in each for each in titles)


def test_the_list_has_every_puzzle() -> None:
    listed = json.loads(aparte("puzzle", "list", "--json").stdout)
    assert sorted(each["name"] for each in listed) == sorted(puzzle.name for puzzle in puzzles())
    levels = [LEVELS.index(each["level"]) for each in listed]
    assert levels == sorted(levels)
    assert {"name", "game", "kind", "level", "title"} <= listed[0].keys()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_puzzle_is_solved_left_and_gone_on_with(lang: str) -> None:
    first, *rest = answer(PUZZLE)
    left = aparte("puzzle", "solve", PUZZLE.name, typed=f"{first}\n", lang=lang)
    assert left.exit_code == 0, left.stderr
    done = aparte("puzzle", "solve", PUZZLE.name, typed="\n".join(["hint", *rest]), lang=lang)
    assert done.exit_code == 0, done.stderr
    assert PUZZLE.title(lang) in aparte("puzzle", "record", lang=lang).stdout
    kept = json.loads(aparte("puzzle", "record", "--json").stdout)
    assert [each["name"] for each in kept["solved"]] == [PUZZLE.name]
    assert kept["solved"][0]["hints"] == 1 and not kept["open"]
    refused = aparte("puzzle", "record", "--erase")
    assert refused.exit_code == 2 and "--yes" in refused.stderr
    assert json.loads(aparte("puzzle", "record", "--json").stdout)["solved"]
    assert aparte("puzzle", "record", "--erase", "--yes").exit_code == 0
    assert not json.loads(aparte("puzzle", "record", "--json").stdout)["solved"]


def test_a_puzzle_does_not_show_its_answer() -> None:
    shown = aparte("puzzle", "show", PUZZLE.name, "--record").stdout
    assert "Answer" not in shown and read(shown).viewer == PUZZLE.record.viewer
    assert Puzzle("shown", read(shown)).found(Engine.PROOF) == PUZZLE.answer


def test_a_code_opens_the_same_puzzle() -> None:
    code = aparte("puzzle", "code", PUZZLE.name).stdout.strip()
    typed = "\n".join(answer(PUZZLE))
    assert "Solved" in aparte("puzzle", "solve", code, typed=typed).stdout
    done = aparte("puzzle", "solve", code[:-2])
    assert done.exit_code == 1 and "check sum" in done.stderr and "Traceback" not in done.stderr


def test_new_puzzles_are_certified_and_gone_on_with(tmp_path: Path) -> None:
    words = ("puzzle", "new", "aj", "--kind", "who", "--seed", "4")
    text = aparte(*words, "--answer").stdout
    assert uncertified(Puzzle("new", read(text))) == []
    out = tmp_path / "made"
    several = (*words, "--count", "2", "--out", str(out))
    assert aparte(*several).exit_code == 0
    first, second = sorted(out.glob("*.rec"))
    kept = second.read_text()
    second.unlink()
    assert aparte(*several, "--workers", "2").exit_code == 0
    assert second.read_text() == kept and first.read_text() != kept


def test_what_is_not_searched_for_is_refused_in_one_message() -> None:
    refused = aparte("puzzle", "new", "bards", "--level", "fiendish")
    assert refused.exit_code == 1
    assert refused.stderr.count("aparte:") == 1
    assert "--kind, then one of best, win, fewest, rest" in " ".join(refused.stderr.split())


@pytest.mark.parametrize(
    ("lang", "typed", "level"),
    [
        ("fr", "difficile", "hard"),
        ("fr", "moyen", "medium"),
        ("fr", "hard", "hard"),
        ("en", "Hard", "hard"),
    ],
)
def test_a_level_is_typed_in_the_language_of_the_run_or_in_english(
    lang: str, typed: str, level: str
) -> None:
    told = json.loads(aparte("puzzle", "list", "--level", typed, "--json", lang=lang).stdout)
    assert told and {each["level"] for each in told} == {level}


def test_a_made_puzzle_that_was_left_keeps_its_title_is_listed_and_opened_by_it(
    tmp_path: Path,
) -> None:
    made = json.loads(aparte("puzzle", "new", "onstage", "--seed", "4", "--json").stdout)[0]
    aparte("puzzle", "solve", made["code"], typed="note by its code")
    own = key_of(made["code"])[:6]
    assert f"onstage-{made['kind']}-{own} (" in aparte("puzzle", "solve", typed="quit").stdout
    assert "# by its code" in aparte("puzzle", "solve", own, typed="marks").stdout
    file = tmp_path / "made puzzle.rec"
    file.write_text(made["record"], "utf-8")
    aparte("puzzle", "solve", str(file), typed="note by its file")
    file.unlink()
    aparte("puzzle", "solve", PUZZLE.name, typed="note one")
    kept = json.loads(aparte("puzzle", "record", "--json").stdout)["open"]
    assert [each["title"] for each in kept] == ["made puzzle", " / ".join(PUZZLE.titles)]
    assert "made puzzle –" in aparte("puzzle", "list").stdout
    assert "made puzzle –" not in aparte("puzzle", "list", "--game", "aj").stdout
    for name in ("made puzzle", "made", kept[0]["code"]):
        told = aparte("puzzle", "solve", name, typed="marks").stdout
        assert "made puzzle (" in told and "# by its file" in told, name


def test_the_level_of_a_code_is_worked_out_before_the_clock_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = puzzle_of(code_of(PUZZLE))

    def begun() -> None:
        assert "grade" in vars(puzzle)
        raise StoreError(say("the clock would run now"))

    monkeypatch.setattr("aparte.cli.session.puzzle_open.opened", begun)
    with pytest.raises(StoreError):
        open_puzzle(puzzle)


def test_a_new_puzzle_is_none_that_was_left() -> None:
    seeds = [each.seed for each in stock("onstage", "all")]
    with opened() as store:
        for seed in seeds[1:]:
            keep(store, new("onstage", "all", "", seed), Solving(), 0.0)
    first, other = _seeds("onstage", "all", "", None, 2)
    assert first == seeds[0] and kept_of("onstage", other) is None


def test_no_open_puzzle_bars_the_list(tmp_path: Path) -> None:
    made = next(puzzles("onstage"))
    file = tmp_path / "without a kind.rec"
    file.write_text(sub(r"\[Kind .*\n", "", write(made.question)), "utf-8")
    aparte("puzzle", "solve", str(file), typed="note one")
    with opened() as store:
        (kept,) = map(json.loads, store.texts(OPEN).all().values())
        for code in (f"{MARK}damaged", packed('[Game "not here any more"]\n')):
            store.texts(OPEN)[code] = json.dumps({**kept, "code": code})
    listed = aparte("puzzle", "list")
    assert listed.exit_code == 0 and f"  {made.title('en')}\n" in listed.stdout
    assert aparte("puzzle", "solve", PUZZLE.name, typed="quit").exit_code == 0


def test_a_code_of_a_puzzle_of_this_package_has_its_title() -> None:
    code = aparte("puzzle", "code", PUZZLE.name).stdout.strip()
    assert f"{PUZZLE.title('en')} (" in aparte("puzzle", "show", code).stdout
    assert "several" not in aparte("puzzle", "solve", "33").stderr


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_columns_of_the_list_stand_below_each_other(lang: str) -> None:
    rows = [
        row for row in aparte("puzzle", "list", lang=lang).stdout.split("\n") if row[:2] == "  "
    ]
    with spoken(lang):
        levels = "|".join(tell(each) for each in LEVEL_NAMES.values())
    found = [search(f"^    ({levels}) +", row) for row in rows]
    assert len(rows) == 120 and len({each and each.end() for each in found}) == 1


def test_a_title_can_be_rated_and_today_is_that_of_the_day() -> None:
    assert "exactly one answer: easy" in aparte("puzzle", "rate", "Temple", "Street").stdout
    assert aparte("puzzle", "today", "--show").stdout == aparte("puzzle", "daily", "--show").stdout


def test_a_long_search_tells_in_a_pipe_that_it_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with trying() as shown:
        for tried in range(1, 60):
            shown(tried)
    told = [f"aparte: {n} questions tried so far …" for n in (5, 10, 20, 50)]
    assert capsys.readouterr().err.splitlines() == told


@pytest.mark.parametrize(("game", "seed"), [("aj", "4"), ("onstage", "4"), ("bards", "2")])
def test_a_new_puzzle_does_not_show_its_answer_unless_it_is_asked_for(
    game: str, seed: str, tmp_path: Path
) -> None:
    words = ("puzzle", "new", game, "--seed", seed)
    whole = Puzzle("whole", read(aparte(*words, "--answer").stdout))
    assert aparte(*words, "--out", str(tmp_path)).exit_code == 0
    (file,) = tmp_path.glob("*.rec")
    assert file.read_text("utf-8") == aparte(*words).stdout == write(whole.question)
    shown = aparte("puzzle", "show", str(file), "--answer").stdout
    assert f"({whole.record.tag('Level')})" in shown and "The answer:" in shown
    first, *others = [
        (row.subject, right) for row, right in zip(whole.rows, whole.answer, strict=True)
    ]
    wrong = next(option for option in whole.rows[0].options if option != first[1])
    given = [(first[0], wrong), *others, first]
    typed = "".join(f"{subject} {option}\n" for subject, option in given)
    told = aparte("puzzle", "solve", str(file), typed=typed).stdout
    assert "one more mistake" in told and "Solved" in told


def test_the_puzzle_of_a_day_is_the_same_for_everybody() -> None:
    words = ("puzzle", "daily", "--day", "2026-11-20", "--show")
    assert aparte(*words).stdout == aparte(*words).stdout != ""


def test_the_puzzle_of_a_day_is_told_as_the_list_tells_it() -> None:
    game, _, told = aparte("puzzle", "daily", "--day", "2026-11-20", "--show").stdout.partition(
        ": "
    )
    title, level, kind = told.strip().split(", ", 2)
    _, _, rows = aparte("puzzle", "list").stdout.partition(f"{game}\n")
    (row,) = (row for row in rows.splitlines() if title in row)
    assert row.split() == [*level.split(), *title.split(), "–", *kind.split()]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("show", "no-such-street"), "no puzzle"),
        (("rate", "tests/examples/adresses-jaunes-4p-bo.rec"), "more than one answer"),
        (("rate", "tests/examples/onstage-4p-bo.rec"), "[Kind] and [Asked] in its header have to"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(words: tuple[str, ...], told: str) -> None:
    done = aparte("puzzle", *words)
    assert done.exit_code == 1 and told in done.stderr and "Traceback" not in done.stderr


def test_a_seat_that_surely_has_most_itself_has_nobody_to_vote_for(tmp_path: Path) -> None:
    record = view(read_file(EXAMPLES / "overseers-3p-reviewed.rec").until(42), "Ana")
    (tmp_path / "vote.rec").write_text(write(tagged(record, (("Kind", "vote"),))), "utf-8")
    done = aparte("puzzle", "rate", str(tmp_path / "vote.rec"))
    assert done.exit_code == 1 and "in its header have to ask something" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("daily", "--day", "someday"),
        ("new", "chess"),
        ("new", "aj", "--level", "awful"),
        ("new", "aj", "--kind", "poem"),
        ("new", "aj", "--json", "--out", "made"),
        ("list", "--level", "awful"),
    ],
)
def test_a_wrong_command_line_is_told_as_such(words: tuple[str, ...]) -> None:
    done = aparte("puzzle", *words)
    assert done.exit_code == 2 and "Traceback" not in done.stderr


def test_several_marks_are_made_on_a_line_and_taken_back_together() -> None:
    first, second = PUZZLE.rows[:2]
    option, other = first.options[:2]
    typed = [
        f"{second.subject} {first.subject}, {option}",
        "undo",
        f"not {first.subject} {option} {other}",
        first.subject,
        f"{first.subject} {option} {other}",
        f"{first.subject} Zoé",
    ]
    told = aparte("puzzle", "solve", PUZZLE.name, typed="\n".join(typed)).stdout
    assert where_it_stands().sheet.marks == {
        (0, option): OptionMark.NOT,
        (0, other): OptionMark.NOT,
    }
    assert f"{first.subject}: ·{option}  ·{other}" in told
    assert "at one place only" in told and "'Zoé' is not asked for" in told


def test_all_marks_of_a_piece_are_cleared_together() -> None:
    first, second = PUZZLE.rows[:2]
    typed = [
        f"not {first.subject} {' '.join(first.options[:2])}",
        f"not {second.subject} {second.options[0]}",
        f"clear {first.subject}",
    ]
    aparte("puzzle", "solve", PUZZLE.name, typed="\n".join(typed))
    assert where_it_stands().sheet.marks == {(1, second.options[0]): OptionMark.NOT}


def test_what_a_hint_has_told_is_marked() -> None:
    asked = "hint\n" * (1 + len(PUZZLE.way.hints[0]))
    done = aparte("puzzle", "solve", PUZZLE.name, typed=f"take\n{asked}take")
    assert "No hint has told" in done.stdout
    claims = PUZZLE.way.thoughts[0].claims
    assert len(where_it_stands().sheet.marks) == len(claims) > 0


def test_the_same_wrong_answer_is_one_mistake_in_a_pipe_too() -> None:
    puzzle = puzzles_of("overseers", "which")[0]
    wrong = next(each for each in puzzle.rows[0].options if each != puzzle.answer[0])
    done = aparte("puzzle", "solve", puzzle.name, typed=f"{wrong}\n\n{wrong}\n")
    assert done.stdout.count("one more mistake") == done.stdout.count("counted as one") == 1


def test_the_puzzle_that_was_left_last_is_gone_on_with_and_a_title_is_cut_short() -> None:
    assert aparte("puzzle", "solve").exit_code == 1
    aparte("puzzle", "solve", *PUZZLE.title("en").split(), typed="note one")
    aparte("puzzle", "solve", "late at", typed="note two")
    assert "Late at the Inn" in aparte("puzzle", "solve", typed="marks").stdout
    assert aparte("puzzle", "list").stdout.count("… ") == 3
    assert "several puzzles" in aparte("puzzle", "solve", "the").stderr


def test_alone_it_goes_on_and_once_the_day_is_solved_tells_what_else_there_is() -> None:
    today = puzzle_in(daily(date.today()))
    solved = aparte("puzzle", typed="\n".join(answer(today)))
    assert f"{today.title('en')} (" in solved.stdout and "Solved" in solved.stdout
    share = next(row for row in solved.stdout.splitlines() if row.startswith("To share: "))
    assert f"{date.today()}" in share and "1 day in a row" in solved.stdout
    again = aparte("puzzle")
    assert again.exit_code == 0 and "puzzle new" in again.stdout
    kept = json.loads(aparte("puzzle", "record", "--json").stdout)
    assert not kept["open"] and kept["streak"] == 1
    aparte("puzzle", "solve", "late at the inn", typed="marks")
    assert "Late at the Inn (" in aparte("puzzle", typed="marks").stdout


def test_words_of_a_choice_are_read_in_french() -> None:
    puzzle = puzzles_of("overseers", "answer")[0]
    said = {"denies": "nier", "admits": "admettre"}[puzzle.answer[0]]
    done = aparte("puzzle", "solve", puzzle.name, typed=said, lang="fr")
    assert f"La réponse : {said}" in done.stdout.replace("\N{NO-BREAK SPACE}", " ")


def test_an_opened_puzzle_calls_pieces_as_a_shown_one_does() -> None:
    for day in range(1, 9):
        chosen = daily(date(2026, 11, day))
        shown = aparte("puzzle", "show", chosen.name, lang="fr").stdout
        opened = aparte("puzzle", "daily", "--day", f"2026-11-{day:02}", lang="fr").stdout
        assert opened.startswith(shown), chosen.name


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_letters_of_the_screen_can_be_typed_unless_they_are_pieces(lang: str) -> None:
    aparte("puzzle", "solve", PUZZLE.name, typed="h\nq", lang=lang)
    assert where_it_stands().hints == 1
    kind = next(each for each in puzzles("overseers") if "H" in each.rows[0].options)
    aparte("puzzle", "solve", kind.name, typed="h", lang=lang)
    with opened() as store:
        solving = standing(store, kind)
    assert solving.sheet.marks and not solving.hints


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_asked_for_is_read_as_it_is_shown(lang: str) -> None:
    kinds = {puzzle.kind.name: puzzle for puzzle in puzzles()}
    assert "took" in kinds
    with opened() as store, spoken(lang):
        for puzzle in kinds.values():
            session = PuzzleSession(puzzle, Pipe(), store)
            for number, row in enumerate(puzzle.rows):
                subject, option = row.call(row.subject), puzzle.call(row, row.options[-1])
                for text in (f"{tell(subject)} {tell(option)}", f"{tell(option)} {tell(subject)}"):
                    assert session._read(text) == ([number], [row.options[-1]], ""), text


def test_the_second_window_to_go_on_with_a_puzzle_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with opened() as store:
        here, there = (PuzzleSession(PUZZLE, Pipe(), store) for _ in range(2))
        monkeypatch.setattr("sys.stdin", StringIO("note from here\nnote again\nquit\n"))
        here.run()
        monkeypatch.setattr("sys.stdin", StringIO("note from there\nquit\n"))
        with pytest.raises(StoreError, match="in another window"):
            there.run()
        monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
        there.run()
        assert standing(store, PUZZLE).sheet.notes == ("from here", "again")


def test_a_puzzle_is_shown_with_all_that_it_takes() -> None:
    told = " ".join(aparte("puzzle", "show", "The Quick Change").stdout.split())
    assert "Ana has no green" in told
    assert "Out of sight: K3, K9, B2, G5, G9" in told


def test_a_search_that_is_refused_at_once_is_not_called_long() -> None:
    refused = aparte("puzzle", "new", "overseers", "--level", "fiendish", "--seed", "1")
    assert refused.exit_code == 1 and "hardly any puzzle" in refused.stderr
    assert "may take minutes" not in refused.stderr


def test_a_search_says_at_once_that_it_is_one() -> None:
    searched = aparte("puzzle", "new", "bards", "--kind", "fewest", "--seed", "2")
    assert searched.stderr.startswith("aparte: A new one is searched for, question by question.")
    seed = next(stock("bards", "fewest")).seed
    assert not aparte("puzzle", "new", "bards", "--seed", seed).stderr
    assert not aparte("puzzle", "new", "bards", "--kind", "fewest").stderr

"""`aparte table`: people type what happens at a real table."""

from __future__ import annotations

from pathlib import Path

import pytest

from aparte.cli.session import table as session
from aparte.models.core import TABLE, Event, Record, view
from aparte.models.record import read_words, write, write_event
from aparte.models.words import Tell
from aparte.sessions.doubt import perhaps
from aparte.sessions.typed import events_of
from tests.aparte_cli import FOUR, aparte
from tests.tables import blank, random_game

GAME = "adresses-jaunes"
DEALT = "4P 4R 4T 5R 5T 9R\n1T 2T 3P 7R\n"


def noted(home: str, typed: str, *options: str) -> tuple[str, list[str]]:
    """Type a session for Ana at a table of three; return what was told, and the lines kept."""
    asked = ("table", GAME, "--players", "Ana,Bo,Cy", *(options or ("--seat", "Ana")))
    told = aparte(*asked, typed=typed, APARTE_HOME=home).stdout
    header = 4 + sum(option == "--set" for option in options)
    return told, aparte("export", 1, APARTE_HOME=home).stdout.splitlines()[header:]


def test_moves_tell_what_is_put_down_and_nobody_leaves_out_what_was_refused(home: str) -> None:
    told, lines = noted(home, "moves\nrevealed 4P 4R 4T 5R 5T\n")
    assert "Now comes a line such as: revealed" in told
    assert "fix 5 -" not in told and not lines


def test_lines_that_show_nothing_need_not_be_typed(home: str) -> None:
    assert noted(home, DEALT)[1] == [
        "revealed 4P 4R 4T 5R 5T 9R",
        "deal Ana 1T 2T 3P 7R",
        "deal Bo ????",
        "deal Cy ????",
    ]
    other = str(Path(home).with_name("other"))
    assert noted(other, "4P 4R 4T 5R 5T 9R\n", "--seat", "table")[1][1:] == [
        "deal Ana ????",
        "deal Bo ????",
        "deal Cy ????",
    ]


def test_a_line_in_french_is_no_question_cut_short(home: str) -> None:
    typed = (
        "publics Miners Pilgrims Marketplace\ndessus Generals\nligne Tamsin Alouet Lumen Basso\n"
    )
    asked = ("table", "bards", "--players", "Ana,Bo", "--seat", "Ana", "--lang", "fr")
    aparte(*asked, typed=typed, APARTE_HOME=home)
    assert "line Tamsin Alouet Lumen Basso" in aparte("export", 1, APARTE_HOME=home).stdout


@pytest.mark.parametrize(
    ("viewer", "seed"),
    [
        pytest.param(viewer, seed, marks=[pytest.mark.soak] * ((at - seed) % 3 > 0))
        for at, viewer in enumerate(["Ana", "Cy", TABLE])
        for seed in range(3)
    ],
)
def test_a_whole_game_is_noted_from_what_the_viewer_sees(viewer: str, seed: int, home: str) -> None:
    seen = view(random_game(GAME, 3, seed), viewer)
    lines = [write_event(seen, event) for _, event in seen.events]
    typed = [line for line in lines if "?" not in line and not line.startswith("result")]
    noted(home, "".join(f"{line}\n" for line in typed), "--seat", viewer)
    assert aparte("export", 1, APARTE_HOME=home).stdout == write(seen)


def test_what_everybody_can_supply_may_be_left_out(home: str) -> None:
    typed = DEALT + "BO H1 3\ndisc h1 = 3\nCy disc v1 2\nbo pawn 8p nobody\n1P = Bo\n"
    assert noted(home, typed)[1][4:] == [
        "Bo disc h1 = 3",
        "Ana disc h1 = 3",
        "Cy disc v1 = 2",
        "Bo pawn 8P = nobody",
        "Ana pawn 1P = Bo",
    ]


def test_answers_may_be_typed_in_the_language_of_the_table(home: str) -> None:
    typed = DEALT + "Bo h1 3\nh1 3\nCy v1 2\n8p personne\n"
    asked = ("table", GAME, "--players", "Ana,Bo,Cy", "--seat", "Ana", "--lang", "fr")
    aparte(*asked, typed=typed, APARTE_HOME=home)
    assert aparte("export", 1, APARTE_HOME=home).stdout.endswith("Ana pawn 8P = nobody\n")


@pytest.mark.parametrize(
    "line, told",
    [
        ("Ana disc h1 = 2", "so the disc shows 3, not 2 (AJ-5)"),
        ("Bo disc h9 = 1", "expected a street or a kind"),
        ("Bo disc h1 = 5", "Bo has at most 4 tiles"),
        ("Bo pawn 8P = nobody", "every player lays a disc now"),
        ("Dai disc h1 = 1", "'Dai' is not understood. Now one of Ana, Bo, Cy acts"),
        ("deal Bo 1T 1R 1P 2R", "is no line that can come now. Now one of"),
        ("²", "'²' is not understood"),
        ("result won", "the game is not over"),
    ],
)
def test_a_wrong_line_is_told_and_changes_nothing(line: str, told: str, home: str) -> None:
    printed, lines = noted(home, f"{DEALT}{line}\n")
    assert told in " ".join(printed.split())
    assert len(lines) == 4


def test_every_step_is_called_before_it_is_due(home: str) -> None:
    told = " ".join(noted(home, DEALT + "Bo h1 3\nwhat now\n")[0].split())
    steps = (
        "-> Put the board in the middle of the table, and the cubes beside it.",
        "-> Everybody: choose a colour; take its pawn and its 3 discs.",
        "turn 6 face up, and put a neutral cube on the place of each.",
        "-> Everybody: draw 4 tiles, look at them, and show them to nobody; the last 9 stay",
        "-> Everybody: in any order, lay a disc at a street or a kind,",
        "Bo lays a disc on h1: 3.",
        "-> Ana, Cy: in any order, lay a disc",
    )
    found = [told.index(step) for step in steps]
    assert found == sorted(found)
    assert all(told.count(step) == 1 for step in steps)


def test_a_prompt_says_whose_line_it_is_and_gives_an_example(home: str) -> None:
    printed = noted(home, DEALT + "Bo h1 3\n\n")[0]
    assert "10 Round 1, discs: Ana, Cy (Ana disc h1 = 3)> " in printed


def test_several_lines_on_one(home: str) -> None:
    assert noted(home, DEALT + "b h13 h1 c v12; b 8p n a 1p b\n")[1][4:] == [
        "Bo disc h1 = 3",
        "Ana disc h1 = 3",
        "Cy disc v1 = 2",
        "Bo pawn 8P = nobody",
        "Ana pawn 1P = Bo",
    ]


def test_nothing_of_a_line_is_kept_of_which_a_part_is_wrong(home: str) -> None:
    printed, lines = noted(home, DEALT + "b h13; cy disc 2\n")
    assert "'cy disc 2' can be" in printed
    assert len(lines) == 4
    printed, lines = noted(home, DEALT + "b h13; cy plays the banjo\n")
    assert "in 'cy plays the banjo':" in printed
    assert len(lines) == 4


def test_a_yes_to_a_question_about_a_part_of_a_line_keeps_what_stands_before_it(home: str) -> None:
    printed, lines = noted(home, DEALT + "b h13; cy disc 2\n1\n2\n")
    assert lines[4:] == ["Bo disc h1 = 3", "Cy disc h2 = 2"], printed


CONFLICT = DEALT + "Bo disc h1 = 4\nAna disc h1 = 3\nCy disc h1 = 4\n"


def test_a_line_that_cannot_be_true_is_left_out_unless_the_table_insists(home: str) -> None:
    printed, lines = noted(home, CONFLICT + "\n")
    assert "These lines cannot all be true" in printed
    assert "left out" in printed
    assert lines[4:] == ["Bo disc h1 = 4", "Ana disc h1 = 3"]


def test_a_line_the_table_insists_on_is_kept_and_not_asked_about_again(home: str) -> None:
    printed, lines = noted(home, CONFLICT + "keep\nAna pawn 6T = Bo\n")
    assert printed.count("These lines cannot all be true") == 1
    assert lines[6:] == ["Cy disc h1 = 4", "Ana pawn 6T = Bo"]
    resumed = aparte("resume", typed="Bo pawn 7T = nobody\ncheck\n", APARTE_HOME=home).stdout
    assert resumed.count("These lines cannot all be true") == 1


def test_what_is_asked_in_spite_of_a_conflict_is_answered_with_its_lines(home: str) -> None:
    printed, _ = noted(home, CONFLICT + "keep\nhint\nbest 1\n")
    answers = " ".join(printed.partition("> hint")[2].split())
    assert answers.count("these cannot all be true: line 9, Bo's disc on h1 counted 4;") == 2


def test_a_line_that_lacks_a_word_is_shown_with_what_may_be_meant(home: str) -> None:
    printed, lines = noted(home, DEALT + "Bo disc h1 =\nfix 9 Bo disc h1 = 1\n")
    assert "  fix 9 Bo disc h1 = 1\n" in printed.partition("> fix 9")[0]
    assert lines[4:] == ["Bo disc h1 = 1"]
    two = "Bo disc h1 = 2\nAna disc v1 = q\nfix 9 Bo disc h1 = 1\n"
    assert noted(home + "3", DEALT + two)[1][4:] == ["Bo disc h1 = 1"]


def test_repairs_of_all_lines_of_a_script_share_their_work(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = DEALT + "Bo disc h1 = 3\n" + 4 * "Bo disc h1 = 2\n"
    assert noted(home, typed)[0].count("One of these would repair it") == 4
    monkeypatch.setattr(session, "SCRIPTED", 1)
    told = noted(f"{home}-again", typed)[0]
    assert told.count("Bo has laid a disc in this round") == 4
    assert told.count("Time ran out before every change was tried.") == 1
    assert "One of these would repair it" not in told


@pytest.mark.parametrize("line", ["hello", "Bo disc h1 = q", "Bo dsic h1 = 1", "Bo disc h9 = 1"])
def test_nothing_is_guessed_of_a_word_that_cannot_be_read(line: str, home: str) -> None:
    assert "fix 9" not in noted(home, DEALT + f"{line}\n")[0]


def test_a_line_that_is_not_there_is_not_corrected(home: str) -> None:
    told, lines = noted(home, DEALT + "Bo disc h1 = 1\nfix 99 Bo disc h1 = 2\ntakeback\n")
    assert "There is no line 99 to correct." in told
    assert "At a real table undo takes back the last line, fix last LINE corrects it." in told
    assert lines[-1] == "Bo disc h1 = 1"


def test_the_conflict_can_be_mended_where_it_is(home: str) -> None:
    lines = noted(home, CONFLICT + "undo 9\nBo disc h1 = 2\n")[1]
    assert lines[4:] == ["Bo disc h1 = 2"]


def test_a_line_that_cannot_be_true_is_shown_with_what_would_repair_it(home: str) -> None:
    printed, lines = noted(home, CONFLICT + "fix 9 Bo disc h1 = 3\n")
    assert "One of these would repair it" in printed
    repairs = [line for line in printed.splitlines() if line.startswith("  fix ")]
    assert 0 < len(repairs) <= 3
    assert printed.count("These lines cannot all be true") == 2, "4 of h1 are still too many"
    first = repairs[0].strip()
    printed, lines = noted(f"{home}-again", CONFLICT + f"{first}\n")
    assert f"Line {first.split()[1]} is corrected" in printed
    assert len(lines) == 7 and first.split(" ", 2)[2] in lines


def test_where_nothing_is_noted_yet_that_is_said(home: str) -> None:
    assert "There is no line yet." in noted(home, "lines\n")[0]


def test_a_line_that_is_refused_comes_again_when_the_earlier_one_is_fixed(home: str) -> None:
    typed = DEALT + "Bo disc h1 = 3\nAna disc h1 = 3\nCy disc v1 = 2\n"
    wrong = typed + "Bo pawn 7P = Cy\nAna pawn 7P = Cy\n"
    printed, lines = noted(home, wrong)
    assert "lines 12, 13: 7P already has a cube" in printed and "  fix 1" in printed
    assert len(lines) == 8
    lines = noted(f"{home}-again", wrong + "fix 12 Bo pawn 7T = Cy\n")[1]
    assert lines[7:] == ["Bo pawn 7T = Cy", "Ana pawn 7P = Cy"]


def test_undo_takes_back_the_line_that_was_typed_with_those_it_brought(home: str) -> None:
    printed, lines = noted(home, DEALT + "undo\n1T 2T 3P 8R\n")
    assert lines[1:] == ["deal Ana 1T 2T 3P 8R", "deal Bo ????", "deal Cy ????"]
    assert "3 lines were taken back" in printed and "redo brings them back." in printed
    assert printed.count("    6  Ana draws 1T, 2T, 3P, 7R.") == 2, "once noted, once taken back"


def test_a_script_is_asked_again_after_a_line_that_was_no_answer(home: str) -> None:
    printed, lines = noted(home, DEALT + "Bo should lay h2 2\nZoe\nyes\n")
    assert printed.count("Do you mean: Bo lays a disc on h2: 2 (yes/no)?") == 2
    assert lines[4:] == ["Bo disc h2 = 2"]


def test_undo_drops_what_was_asked_about_and_no_line(home: str) -> None:
    printed, lines = noted(home, DEALT + "Bo h1 3\nCy 2\nundo\nundo\n")
    assert "The line was left out." in printed
    assert "1 line was taken back" in printed and lines[4:] == []
    assert noted(f"{home}-once", DEALT + "Bo h1 3\nCy 2\nundo\n")[1][4:] == ["Bo disc h1 = 3"]


def test_undo_takes_back_the_part_of_a_line_that_was_told_last(home: str) -> None:
    printed, lines = noted(home, "4P 4R\n4T\nundo\nundo\n4P 4R\n4T\nundo\n5R 5T 9R 1P\n")
    assert lines[:1] == ["revealed 1P 4P 4R 5R 5T 9R"]
    assert printed.count("The line was left out.") == 1


def test_a_correction_drops_what_was_asked_about_behind_it(home: str) -> None:
    typed = DEALT + "Bo h1 3\nCy 2\nfix 99 Bo h1 2\nfix last Bo h1 2\n"
    printed, lines = noted(home, typed)
    assert printed.count("Not noted: 'Cy 2'.") == 1 and lines[4:] == ["Bo disc h1 = 2"]
    assert printed.index("There is no line 99") < printed.index("Not noted: 'Cy 2'.")


def test_a_correction_is_told_in_parts_and_given_up_by_enter(home: str) -> None:
    typed = "Bo h1 3\nfix last Bo h2\n\nredo\nundo\nredo\n2\nfix last Bo h3\n\n\nlines\n"
    printed, lines = noted(home, DEALT + typed)
    assert printed.count("Not noted: 'Bo h2'; redo brings it back.") == 1
    assert "The line was left out." in printed and "Line 9 is corrected." in printed
    assert "Nothing was changed." in printed and lines[4:] == ["Bo disc h2 = 2"]


def test_redo_brings_back(home: str) -> None:
    assert noted(home, DEALT + "undo\nredo\nredo\n")[1][1] == "deal Ana 1T 2T 3P 7R"


def test_a_line_is_corrected_far_behind(home: str) -> None:
    typed = DEALT + "Bo h1 3\nh1 3\nCy v1 2\nfix 9 Bo h1 2\n"
    printed, lines = noted(home, typed)
    assert "Line 9 is corrected" in printed
    assert lines[4:] == ["Bo disc h1 = 2", "Ana disc h1 = 3", "Cy disc v1 = 2"]


def test_each_line_that_fits_no_more_is_shown_and_asked_about(home: str) -> None:
    typed = DEALT + "Bo h1 3\nh1 3\nCy v1 2\nfix 9 Cy v1 2\nBo h1 3\n\n"
    printed, lines = noted(home, typed)
    assert "This line does not fit any more: Cy has laid a disc" in " ".join(printed.split())
    assert "Left out:\n   11  Cy lays a disc on v1: 2." in printed
    assert lines[4:] == ["Cy disc v1 = 2", "Ana disc h1 = 3", "Bo disc h1 = 3"]


def test_of_several_lines_the_wrong_one_is_named(home: str) -> None:
    told, lines = noted(home, DEALT + "Bo h1 3; Cy h1 5\n")
    assert "line 10: Cy has at most" in " ".join(told.split())
    assert lines[4:] == []


def test_lines_are_told_in_the_language_of_the_reader(home: str) -> None:
    typed = DEALT + "Bo h1 3\nundo\nlines\n"
    told, _ = noted(home, typed, "--seat", "Ana", "--lang", "fr")
    assert told.count("Bo pose un disque sur h1\N{NO-BREAK SPACE}: 3.") == 2
    assert "    6  Ana pioche 1T, 2T, 3P, 7R." in told
    assert "    6  distribue Ana 1T 2T 3P 7R" in told


@pytest.mark.parametrize("word", ["abandon", "undo", "quit"])
def test_a_correction_is_given_up(word: str, home: str) -> None:
    typed = DEALT + f"Bo h1 3\nh1 3\nCy v1 2\nfix 9 Cy v1 2\n{word}\n"
    printed, lines = noted(home, typed)
    assert "Nothing was changed." in printed
    assert lines[4:] == ["Bo disc h1 = 3", "Ana disc h1 = 3", "Cy disc v1 = 2"]


def test_a_correction_that_is_cut_off_changes_nothing(home: str) -> None:
    assert noted(home, DEALT + "Bo h1 3\nh1 3\nCy v1 2\nfix 9 Cy v1 2\n")[1][4:] == [
        "Bo disc h1 = 3",
        "Ana disc h1 = 3",
        "Cy disc v1 = 2",
    ]


def test_undo_ends_at_the_first_line(home: str) -> None:
    printed, lines = noted(home, DEALT + "undo\nundo\nundo\n")
    assert lines == []
    assert "no line to take back" in printed


def test_the_result_is_added_and_can_be_taken_back(home: str) -> None:
    game = random_game(GAME, 3, 1)
    seen = view(game, "Ana")
    lines = [write_event(seen, event) for _, event in seen.events]
    typed = [line for line in lines if "?" not in line and not line.startswith("result")]
    printed, kept = noted(home, "".join(f"{line}\n" for line in typed) + "undo\n")
    assert kept == lines[:-2]
    assert "The game is over" in printed
    left = noted(f"{home}-left", "".join(f"{line}\n" for line in typed) + "q\nzorglub\n")[0]
    assert "not understood" not in left and "Game 1 is saved" in left


def test_notes_are_kept(home: str) -> None:
    assert noted(home, DEALT + "# Bo smiled\n")[1][-1] == "# Bo smiled"


def test_a_companion_answers_from_its_own_view(home: str) -> None:
    typed = (
        DEALT + "Bo h1 3\nAna h1 3\nCy v1 2\nsolve\nhint\nexplain Bo 1P\nboard\nlines\nrules AJ-5\n"
    )
    printed = noted(home, typed)[0]
    assert "worlds fit this record" in printed
    assert "Bo: 4 tiles in hand" in printed
    assert "AJ-5" in printed


def test_a_question_that_cannot_be_answered_is_told(home: str) -> None:
    printed = noted(home, DEALT + "explain\nexplain Bo 4P\nrules XX-9\nhint louder\n")[0]
    assert "expected one of" in printed and "expected a place and a piece" in printed


def test_a_record_begun_elsewhere_goes_on(home: str) -> None:
    told = aparte("table", GAME, "--from", FOUR, "--seat", "Bo", APARTE_HOME=home).stdout
    assert "round 2 of 3" in told
    assert aparte("export", 1, APARTE_HOME=home).stdout == FOUR.read_text("utf-8")


@pytest.mark.parametrize("level", ["off", "Bo=off"])
def test_a_record_begun_elsewhere_is_helped_as_the_command_line_says(level: str, home: str) -> None:
    options = ("--from", FOUR, "--seat", "Bo", "--help-level", level)
    told = aparte("table", GAME, *options, typed="hint\nsolve\n", APARTE_HOME=home).stdout
    assert "hint is not answered" in told and "solve is not answered" in told


def test_a_position_goes_on(home: str, tmp_path: Path) -> None:
    position = tmp_path / "board.rec"
    position.write_text(
        '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo Cy"]\n[Seat "table"]\n'
        '[From "position"]\nrevealed 4P 4R 4T 5R 5T 9R\nneutral 1P\nfound Bo 8R\nfound Cy 2P\n'
        "deal Ana ????\ndeal Bo ???\ndeal Cy ???\nAna disc h1 shows 1\nBo disc h1 shows 1\n"
        "Cy disc h1 shows 0\nround 2 discs\n",
        "utf-8",
    )
    aparte("table", GAME, "--from", position, typed="Ana disc T = 1\n", APARTE_HOME=home)
    assert aparte("export", 1, APARTE_HOME=home).stdout.endswith("Ana disc T = 1\n")


@pytest.mark.parametrize(
    "options, told",
    [
        ([], "--players is missing"),
        (["--players", "Ana,Bo", "--seat", "Cy"], "no player 'Cy'"),
        (["--from", str(FOUR), "--seat", "Ana"], "the record of Bo"),
        (["--from", str(FOUR), "--players", "Ana,Bo"], "players of this record"),
        (["--from", str(FOUR), "--set", "Convention=1"], "the settings stand in the file"),
        (["--from", str(FOUR), "--help-level", "Eve=off"], "no player 'Eve'"),
    ],
)
def test_a_command_line_that_asks_for_what_cannot_be_ends_with_2(
    options: list[str], told: str, home: str
) -> None:
    result = aparte("table", GAME, *options, code=2, APARTE_HOME=home)
    assert told in " ".join(result.output.split())


def test_a_companion_tries_how_it_could_go_on(home: str) -> None:
    printed, lines = noted(home, DEALT + "whatif\ndisc h1\nback\nBo h1 3\n")
    assert "What if … Ana, a move or back:" in printed
    assert lines[4:] == ["Bo disc h1 = 3"]


def test_a_late_breach_is_let_stand(tmp_path: Path) -> None:
    home = str(tmp_path)
    typed = "k3g1k2p2g2p1b1p3b3k1g3\nana\ng9p8g8\ng6 g5\nlet 7 stand\n"
    asked = ("table", "onstage", "--players", "Ana,Bo,Cy")
    told = aparte(*asked, typed=typed, APARTE_HOME=home).stdout
    assert "let 11 stand plays on with it as it is" in " ".join(told.split())
    told = aparte("resume", typed="g6g5\nlet 11 stand\n", APARTE_HOME=home).stdout
    assert "Line 11 stands as it is" in told and "corrected" not in told
    kept = aparte("export", 1, "--all", APARTE_HOME=home).stdout
    assert "Bo plays P8 !\n" in kept and kept.endswith("Ana plays G6\nBo plays G5\n")


def test_what_answers_no_question_is_said_to_be_none(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def doubted(record: Record, text: str, tell: Tell) -> tuple[Event, ...]:
        if "perhaps" in text:
            raise perhaps(record, (read_words(record, "Bo disc h1 = 3"),))
        return events_of(record, text, tell)

    monkeypatch.setattr("aparte.sessions.table.events_of", doubted)
    typed = "4P 4R 4T 5R 5T 9R\n1T 2T 3P 7R\nperhaps\nperhaps so\nno\nquit\n"
    told, _ = noted(home, typed)
    assert told.count("That is no answer to the question") == 1


@pytest.mark.parametrize("name", ["Undo", "Fix", "Correction", "Hint", "Quit", "Moves", "Corriger"])
@pytest.mark.parametrize(("code", "verb"), [("en", "plays"), ("fr", "joue")])
def test_a_player_who_is_called_like_a_word_of_the_session_moves(
    name: str, code: str, verb: str, home: str
) -> None:
    up = f"k1 k2 k3 p1 p2 p3 b1 b2 b3 g1 g2 g3\nleader {name}\n"
    begun = Path(f"{home}.rec")  # a record of before such names were refused
    begun.write_text(write(view(blank("onstage", (name, "Bo", "Cy")), TABLE)), "utf-8")
    started = ("table", "onstage", "--from", str(begun), "--lang", code)
    aparte(*started, typed=f"\n{up}{name} {verb} G4\nquit\n", APARTE_HOME=home)
    assert f"{name} plays G4 remove K1\n" in aparte("export", 1, APARTE_HOME=home).stdout
    typed = f"fix last {name} {verb} G5\nundo\nquit\n"
    printed = aparte("resume", 1, typed=typed, APARTE_HOME=home).stdout
    assert "is corrected." in printed or "est corrigée." in printed
    assert f"{name} plays" not in aparte("export", 1, APARTE_HOME=home).stdout


def test_what_is_left_in_parts_is_asked_again_in_a_pipe_and_told_at_its_end(home: str) -> None:
    told, lines = noted(home, "4P 4R\n4T\nundo\nwhatif\n")
    assert told.count("So far: 4P 4R. And 4 more?") == 3 and not lines
    assert "First answer what is asked" in told and "Not noted: '4P 4R'." in told


def test_a_no_takes_back_what_was_told_last_and_redo_brings_it_back(home: str) -> None:
    told, lines = noted(home, "4P 4R\n4T 5R 5T\nno\nredo\n9R\nquit\n")
    assert "Not noted: '4P 4R 4T 5R 5T'; redo brings it back." in told
    assert lines[0] == "revealed 4P 4R 4T 5R 5T 9R"

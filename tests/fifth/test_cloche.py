"""A game of another package is played, refereed and solved by every command, in both languages."""

from __future__ import annotations

import pytest
from cloche.box import NAMES, hand_sizes

from aparte.cli.language import tell
from aparte.models.core import TABLE, Record, TableError, view
from aparte.models.hidden import Claim
from aparte.models.record import read, write, write_event
from aparte.sessions.gate import move_of
from aparte.solver.engine.count import count
from aparte.solver.engine.explain import Proof, explain
from aparte.solver.play.coach import choices
from aparte.solver.play.judge import whole
from tests.aparte_cli import aparte, data, process
from tests.tables import coming, refused

HEAD = """[Game "cloche"]
[Record "1"]
[Players "Ana Bo Cy"]
"""
DEALT = (
    HEAD
    + """aside guest C
aside dish P
aside room V
deal Ana A B F O
deal Bo D G M R
deal Cy E H S T
"""
)
ASKED = DEALT + "Ana asks C G R\nBo shows Ana R\nBo asks A P T\n"
WRONG = DEALT + "Ana accuses C P T = wrong\nAna looks C P V\n"


# the rules, by their rulings


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, [4, 4, 4]), (4, [3, 3, 3, 3]), (5, [3, 3, 2, 2, 2])]
)
def test_all_but_three_are_dealt(players: int, sizes: list[int]) -> None:  # CL-3
    assert list(hand_sizes(tuple("VWXYZ"[:players])).values()) == sizes


def test_each_card_is_there_once_and_one_of_each_kind_aside() -> None:  # CL-1, CL-2
    assert "(CL-2)" in refused(HEAD + "aside guest F\n")
    assert "C cannot be drawn here" in refused(DEALT.replace("Ana A B", "Ana A C"))
    seat = write(view(read(DEALT), "Ana"))
    assert "there is one A only (CL-1)" in refused(seat.replace("A B F O", "A A F O"))


def test_the_first_who_has_one_shows_it() -> None:  # CL-5, CL-6
    assert coming(DEALT + "Ana asks C G R\n") == ["Bo shows Ana G", "Bo shows Ana R"]
    assert coming(ASKED) == ["Cy shows Bo T"]
    assert "Bo holds G, R (CL-5)" in refused(DEALT + "Ana asks C G R\nBo passes\n")
    assert "Bo can show G, R here (CL-6)" in refused(DEALT + "Ana asks C G R\nBo shows Ana D\n")
    assert "Ana has asked" in refused(DEALT + "Ana asks C G R\nBo shows Cy G\n")
    assert coming(DEALT + "Ana asks C H V\n") == ["Bo passes"]
    assert coming(DEALT + "Ana asks C H V\nBo passes\n") == ["Cy shows Ana H"]
    assert coming(DEALT + "Ana asks C P V\nBo passes\nCy passes\n")[0].startswith("Bo asks")


def test_only_the_two_see_the_card() -> None:  # CL-6
    lines = {who: write(view(read(ASKED), who)) for who in ("Ana", "Bo", "Cy", TABLE)}
    assert "Bo shows Ana R" in lines["Ana"] and "Bo shows Ana R" in lines["Bo"]
    assert "Bo shows Ana ?" in lines["Cy"] and "Bo shows Ana ?" in lines[TABLE]


def test_what_others_may_answer_is_told_by_what_is_seen() -> None:
    asked = DEALT + "Ana asks A G R\n"
    assert coming(asked, "Cy") == ["Bo passes", *(f"Bo shows Ana {card}" for card in "AGR")]
    assert coming(asked, "Ana") == ["Bo passes", "Bo shows Ana G", "Bo shows Ana R"]
    assert coming(ASKED + "Cy shows Bo T\nCy asks D G R\nAna passes\n", "Ana")[0] == "Bo shows Cy D"


def test_who_is_right_wins_and_who_is_wrong_goes_on_answering() -> None:  # CL-7, CL-8
    right = DEALT + "Ana accuses C P V = right\n"
    assert read(right + "result Ana 1 Bo 0 Cy 0\n")
    assert "T does not lie under the cloche" in refused(DEALT + "Ana accuses C P T = right\n")
    assert "C, P, V lie under" in refused(DEALT + "Ana accuses C P V = wrong\n")
    assert {line.split()[0] for line in coming(WRONG)} == {"Bo"}
    assert coming(WRONG + "Bo asks E F S\nCy shows Bo E\nCy asks A G R\n") == ["Ana shows Cy A"]
    assert "Ana looks under the cloche now" in refused(WRONG.replace("Ana looks", "Bo looks"))
    after = WRONG + "Bo asks E F S\nCy shows Bo S\nCy asks A F O\n"
    assert coming(after + "Ana shows Cy A\n")[0].startswith("Bo asks")


def test_when_all_were_wrong_nobody_has_won() -> None:  # CL-9
    lines = [f"{who} accuses A P V = wrong\n{who} looks C P V\n" for who in ("Bo", "Cy")]
    record = read(WRONG + "".join(lines) + "result Ana 0 Bo 0 Cy 0\n")
    assert record.game.outcome(record.state).winners == ()


def test_the_whole_game_comes_to_a_win_for_the_winner_alone() -> None:
    (part,) = whole(read(DEALT + "Ana accuses C P V = right\n"))
    assert part.came == {"Ana": 1, "Bo": 0, "Cy": 0}


# what follows from a seat's record


def seen(text: str, viewer: str) -> Record:
    return view(read(text), viewer)


def test_the_worlds_are_as_many_as_one_counts_by_hand() -> None:
    begun = seen(DEALT, "Ana")
    # 3 guests, 4 dishes and 4 rooms can lie aside; Bo has any 4 of the other 8
    assert count(begun.game.model.hidden(begun)).worlds == 3 * 4 * 4 * 70
    asked = seen(DEALT + "Ana asks C P V\nBo passes\nCy passes\n", "Ana")
    assert count(asked.game.model.hidden(asked)).worlds == 70
    looked = seen(WRONG, "Ana")
    assert count(looked.game.model.hidden(looked)).worlds == 70


def test_one_of_three_is_told_by_elimination() -> None:
    text = DEALT + "Ana asks C G R\nBo shows Ana R\nBo asks E F O\nCy shows Bo E\n"
    own = seen(text, "Ana")  # who holds F and O
    proof = explain(own.game.model.hidden(own), Claim("E", "Cy"))
    assert isinstance(proof, Proof) and proof.lines == (own.last,)
    table = seen(text, TABLE)
    assert count(table.game.model.hidden(table)).chance("E", "Cy") < 1


@pytest.fixture
def ana(tmp_path):
    path = tmp_path / "ana.rec"
    path.write_text(write(seen(DEALT + "Ana asks C G V\nBo shows Ana G\n", "Ana")))
    return path


def test_chances_say_what_they_leave_out(ana, tmp_path) -> None:  # CL-10
    assert "(CL-10)" in aparte("solve", ana).stdout
    assert "Ces chances comptent toutes les donnes" in " ".join(
        aparte("solve", ana, "--lang", "fr").stdout.split()
    )
    assert "CL-10" in data("solve", ana)["caveat"]
    assert "caveat" not in data("solve", ana, "--seat", "table")


def test_every_question_about_a_record_is_answered(ana) -> None:
    assert "Nothing is wrong" in aparte("check", ana).stdout
    assert "python-constraint finds the same worlds" in aparte("solve", ana, "--crosscheck").stderr
    assert "It does not follow" in aparte("explain", ana, "cloche C").stdout
    told = aparte("explain", ana, "not Cy G", "--lang", "fr").stdout
    assert "Bo a montré G à Ana" in told
    assert aparte("hint", ana, "--level", "answer").stdout
    assert "la cloche" in aparte("replay", ana, "--lang", "fr").stdout
    assert aparte("rules", "cloche", "cl-5").stdout.startswith("CL-5")
    assert "no coach for Cloche" in aparte("best", ana, code=2).stderr
    assert "no puzzles are made for cloche" in " ".join(
        aparte("puzzle", "new", "cloche", code=1).stderr.split()
    )


def test_a_game_without_settings_has_no_heading_for_them() -> None:
    assert "Settings" not in aparte("rules", "cloche", "--plain").stdout
    assert "Settings" in aparte("rules", "bards", "--plain").stdout


def test_bots_play_many_games_and_in_some_nobody_wins() -> None:
    played = data("simulate", "cloche", "--seats", "random,random,random", "--games", 12)
    assert sum(seat["wins"] for seat in played["seats"]) < 12
    played = data("simulate", "cloche", "--seats", "greedy,random,random", "--games", 12)
    assert played["seats"][0]["wins"] > 9


# sessions


def test_a_game_is_played_exported_and_verified() -> None:
    typed = "asks C G R\nboard\nhint\nquit\n"
    options = ("--players", "Ana,Bo,Cy", "--bots", "Bo=greedy,Cy=greedy", "--seed", 4)
    shown = aparte("play", "cloche", *options, typed=typed).stdout
    assert "Game 1 is saved" in shown
    listing = aparte("games").stdout
    assert "next: passes, shows (Ana)" in listing  # as all see it, who do not know Ana's cards
    assert "aside guest ?" in aparte("export", 1, "--as", "Ana").stdout
    watched = aparte("play", "cloche", "--players", "Ana,Bo,Cy", "--seed", 4, "--bots",
                     "Ana=greedy,Bo=greedy,Cy=random").stdout  # fmt: skip
    assert watched.splitlines()[-1].startswith("result ")


def test_a_finished_game_can_be_drawn_again(tmp_path) -> None:
    options = ("--bots", "Ana=greedy,Bo=greedy,Cy=greedy", "--seed", 4)
    path = tmp_path / "whole.rec"
    path.write_text(aparte("play", "cloche", "--players", "Ana,Bo,Cy", *options).stdout)
    assert aparte("verify", path)


def test_real_cards_are_noted_by_their_names_too() -> None:
    typed = (
        "Archiduc B Figues O\nComtesse G R\npasses\nshows Ana gâteau\n"
        "demande\nasks A H S\nshows Bo ?\nundo\nsolve\nquit\n"
    )
    shown = aparte("table", "cloche", "--players", "Ana,Bo,Cy", "--seat", "Ana", "--lang", "fr",
                   typed=typed).stdout  # fmt: skip
    assert "8  deal Ana A B F O" in shown and "13  Cy shows Ana G" in shown
    assert "Cy shows Bo ?" in shown  # as an example, too: the companion sees no card there
    assert "Cy shows Bo H" not in shown


def test_a_small_a_among_letters_is_the_archduke_and_no_article() -> None:
    ana = view(read(DEALT), "Ana")
    moved = move_of(ana, choices(ana), "a acc a p o", tell)
    assert write_event(ana, moved) == "Ana accuses A P O"
    with pytest.raises(TableError):
        move_of(ana, choices(ana), "b acc a p o", tell)


def test_another_process_finds_the_game_too() -> None:
    assert process("rules", "CLOCHE", "CL-9").stdout.startswith("CL-9")
    assert process("rules", "sous la cloche", "CL-9").returncode == 0


def test_no_card_is_a_players_name() -> None:
    for name in ("A", "archduke", "cloche", *list(NAMES)[:2]):
        assert "word of the notation" in refused(DEALT.replace("Ana", name))

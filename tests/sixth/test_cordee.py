"""A game in which nobody sees their own pieces is played, refereed, solved and hosted."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from cordee.box import NAMES
from cordee.deduce import hidden
from cordee.rules import Cordee

from aparte.models.core import Record, view
from aparte.models.hidden import Hidden
from aparte.models.record import read, write, write_event
from aparte.solver.engine.count import count
from aparte.solver.play.coach import Choice, choices
from aparte.solver.play.driver import played
from tests.aparte_cli import aparte, data
from tests.brute import records
from tests.tables import blank, coming, refused

HEAD = """[Game "cordee"]
[Record "1"]
[Players "Ana Bo"]
"""
DEALT = HEAD + "deal Ana P L C\ndeal Bo C P S\n"
FIXED = DEALT + "Ana calls Bo S C = 1 3\nBo fixes 1 = C\n"


class Dropper:
    """Drops what is in the first loop."""

    def choose(self, own: Record, _: Random) -> Choice:
        return Choice(next(move for move in choices(own) if move.verb == "drops"))


# the rules, by their rulings


def test_no_more_pieces_are_seen_than_there_are() -> None:  # CO-1
    lamps = HEAD + "deal Ana L L L\n"
    assert "L cannot be drawn here" in refused(lamps + "deal Bo L P P\n")
    own = HEAD + '[Seat "Ana"]\ndeal Ana ???\ndeal Bo L L L\n'
    assert "all 3 L lie elsewhere (CO-1)" in refused(own + "Ana fixes 1 = L\n")


def test_the_others_see_a_pack_and_its_owner_does_not() -> None:  # CO-2
    for viewer, own, other in (("Ana", "???", "C P S"), ("Bo", "P L C", "???")):
        lines = write(view(read(DEALT), viewer))
        assert f"deal Ana {own}" in lines and f"deal Bo {other}" in lines
    refilled = FIXED + "refill Bo 1 L\n"
    assert "refill Bo 1 L" in write(view(read(refilled), "Ana"))
    assert "refill Bo 1 ?" in write(view(read(refilled), "Bo"))


def test_the_active_player_calls_fixes_or_drops() -> None:  # CO-3
    offered = coming(DEALT)
    assert len([line for line in offered if "calls Bo" in line]) == 6
    assert offered[6:] == [f"Ana {verb} {n}" for verb in ("fixes", "drops") for n in (1, 2, 3)]
    assert "it is Ana's turn (CO-3)" in refused(DEALT + "Bo drops 1 = C\n")


def test_a_call_tells_all_loops_of_either_kind_for_a_breath() -> None:  # CO-4
    assert "this call is about: 1, 3 (CO-4)" in refused(DEALT + "Ana calls Bo S C = 1\n")
    assert "this call is about: none (CO-4)" in refused(
        DEALT.replace("C P S", "P P P") + "Ana calls Bo S C = 2\n"
    )
    assert "nobody sees their own pack" in refused(DEALT + "Ana calls Ana S C = 3\n")
    assert "a call names two kinds" in refused(DEALT + "Ana calls Bo S S = 3\n")
    breathless = DEALT + "Ana calls Bo C L = 1\nBo calls Ana C L = 2 3\n" * 2
    assert not any("calls" in line for line in coming(breathless))
    assert "no breath left to call (CO-4)" in refused(breathless + "Ana calls Bo P S = 2 3\n")


def test_a_piece_holds_once_in_a_pitch_and_slips_then() -> None:  # CO-5
    state = read(FIXED + "refill Bo 1 C\nAna fixes 3 = C\nrefill Ana 3 S\n").state
    assert (state.wall, state.ravine, state.slips) == (("C",), ("C",), 1)
    assert state.wanted == ("P", "S", "L")
    assert "loop 1 holds P (CO-5)" in refused(DEALT + "Ana fixes 1 = S\n")
    assert read(DEALT + "Ana fixes 1 = P\n").state.wanted == ("S", "C", "L")


def test_a_drop_takes_one_breath_back_up_to_four() -> None:  # CO-6
    assert read(DEALT + "Ana drops 1 = P\n").state.breaths == 4
    after = DEALT + "Ana calls Bo C L = 1\nBo drops 2 = P\n"
    assert read(after).state.breaths == 4 and read(after).state.ravine == ("P",)


def test_an_emptied_loop_is_filled_and_the_others_stay() -> None:  # CO-7
    assert dict(read(FIXED + "refill Bo 1 L\n").state.packs["Bo"]) == {"1": "L", "2": "P", "3": "S"}
    assert "'refill Bo 1' must come here" in refused(FIXED + "refill Bo 2 L\n")


def test_each_has_one_more_turn_once_the_stock_is_empty() -> None:  # CO-7, CO-8
    whole = played(blank("cordee", 3), {n: Dropper() for n in ("Ana", "Bo", "Cy")}, Random(1))
    lines = [write_event(whole, event) for _, event in whole.events]
    last = max(n for n, line in enumerate(lines) if line.startswith("refill"))
    assert [line.split()[1] for line in lines[last + 1 : -1]] == ["drops"] * 3
    assert lines[-1] == "result 0 lost"
    assert len(whole.state.stock) == 0 and len(whole.state.ravine) == 18 - 9 + 3


def test_all_turn_back_at_the_third_slip_and_win_at_the_top() -> None:  # CO-8
    slips = HEAD + "deal Ana P P P\ndeal Bo P P P\nAna fixes 1 = P\nrefill Ana 1 S\n"
    slips += "Bo fixes 1 = P\nrefill Bo 1 S\nAna fixes 2 = P\nrefill Ana 2 S\nBo fixes 2 = P\n"
    record = read(slips)
    assert record.state.slips == 3 and record.game.outcome(record.state).winners == ()
    top = HEAD + "deal Ana P C P\ndeal Bo S L S\n"
    for _ in range(3):
        for who, loop, kind in (("Ana", 1, "P"), ("Bo", 1, "S"), ("Ana", 2, "C"), ("Bo", 2, "L")):
            top += f"{who} fixes {loop} = {kind}\nrefill {who} {loop} {kind}\n"
    record = read(top.removesuffix("refill Bo 2 L\n") + "result 12 won\n")
    assert record.closed and record.game.outcome(record.state).winners == ("Ana", "Bo")


# what follows from a seat's record


OWN = (
    FIXED
    + """refill Bo 1 L
Ana drops 2 = L
refill Ana 2 L
Bo calls Ana P S = 1
"""
)


@pytest.mark.parametrize("viewer", ["Ana", "Bo"])
@pytest.mark.parametrize("cut", [2, 4, 5, 7, 8])
def test_chances_are_those_of_all_deals_one_by_one(viewer: str, cut: int) -> None:
    whole = read(OWN)
    seen = view(whole.until(3 + cut), viewer)
    told = Tally[tuple[str, str]]()
    total = 0
    for record, ways in records(seen):
        total += ways
        for player, pack in record.state.packs.items():
            for loop, piece in pack.items():
                told[piece, f"{player}:{loop}"] += ways
        for piece in record.state.stock.known:
            told[piece, "stock"] += ways
    model = hidden(seen)
    found = count(model).by_name(model)
    assert {place for _, place in told} <= {*model.names}
    for kind in NAMES:
        for place in {*model.names} - {"wall", "ravine"}:
            assert found.expected(kind, place) == Fraction(told[kind, place], total)


TOLD = (
    HEAD
    + """deal Ana P L S
deal Bo C P S
Ana calls Bo S C = 1 3
Bo calls Ana C L = 2
Ana calls Bo L S = 3
Bo calls Ana P L = 1 2
"""
)


@pytest.fixture
def ana(tmp_path: Path) -> Path:
    path = tmp_path / "ana.rec"
    path.write_text(write(view(read(TOLD), "Ana")))
    return path


def test_ones_own_pieces_are_worked_out_like_any_others(ana: Path) -> None:
    solved = data("solve", ana)
    assert solved["places"] == ["Ana:1", "Ana:2", "Ana:3", "stock"]
    proved = {(each["item"], each["place"]) for each in solved["proved"] if each["holds"]}
    assert {("P", "Ana:1"), ("L", "Ana:2"), ("S", "Ana:3")} <= proved
    rows = [line.split() for line in aparte("solve", ana).stdout.splitlines()]
    assert all(row in rows for row in (["1", "P", "C"], ["2", "L", "P"], ["3", "S", "S"]))
    told = " ".join(aparte("explain", ana, "Ana:1 P", "--lang", "fr").stdout.split())
    assert "P : dans la boucle 1 (Ana)" in told and "Bo a appelé C, L à Ana : 2" in told
    assert aparte("hint", ana).stdout == "Look at the packs.\n"
    assert "in Ana's loop" in aparte("hint", ana, "--level", "answer").stdout


def test_the_chances_at_a_loop_are_those_of_its_one_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    typed = "C P S\ncalls Bo S C 1 3\nchances Ana:1\nchances P\nquit\n"
    shown = aparte("table", "cordee", "--players", "Ana,Bo", "--seat", "Ana", typed=typed).stdout
    told = " ".join(shown.split())
    assert "Ana's loop 1: P 33 %, S 27 %, C 20 %, L 20 %" in told
    assert "P: the stock 4.00 expected, Ana's loop 1 33 %" in told


def test_a_hand_without_an_order_goes_by_its_owners_name(
    ana: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the place of the viewer's own pieces, unseen by the viewer, has the viewer's name."""

    def by_owner(own: Record) -> Hidden:
        told = hidden(own)
        owner = {place: name.partition(":")[0] for place, name in told.known_as.items()}
        return replace(told, known_as=owner, viewed=frozenset({"Bo"}), called={})

    monkeypatch.setattr(Cordee, "model", replace(Cordee.model, hidden=by_owner))
    solved = data("solve", ana)
    assert solved["places"] == ["Ana", "stock"]
    assert solved["items"]["P"]["Ana"] == solved["worlds"] and not solved["items"]["C"]["Ana"]
    assert "P is with Ana" in aparte("explain", ana, "Ana P").stdout
    lines = ana.read_text().splitlines(keepends=True)
    ana.write_text("".join(lines[:-1]))
    world = aparte("explain", ana, "Ana C").stdout.splitlines()
    assert any(line.startswith("  Ana: ") and len(line.split()) == 4 for line in world)


FITTING = """[Game "cordee"]
[Record "1"]
[Players "Ana Bo"]
deal Ana S L C
deal Bo C P S
Ana drops 1 = S
refill Ana 1 S
Bo fixes 1 = C
refill Bo 1 P
Ana calls Bo S P = 1 2 3
Bo calls Ana C P = 3
"""


def test_whether_a_piece_fits_is_worked_out_though_not_which_it_is(tmp_path: Path) -> None:
    record = view(read(FITTING), "Ana")
    (tmp_path / "ana.rec").write_text(write(record))
    file = tmp_path / "ana.rec"
    solved = data("solve", file)
    follows = [each for each in solved["proved"] if each["item"] == "fits"]
    assert [(each["place"], each["holds"], each["lines"]) for each in follows] == [
        ("Ana:1", True, [12]),
        ("Ana:2", True, [12]),
    ]
    pieces = [each for each in solved["proved"] if each["item"] != "fits"]
    assert not any(each["holds"] for each in pieces if each["place"] in ("Ana:1", "Ana:2"))
    because = "(nothing else left to hold): line 12, Bo called P, C to Ana: 3"
    told = " ".join(aparte("explain", file, "Ana:1 fits").stdout.split())
    assert told.startswith(f"a piece that fits is in Ana's loop 1 {because}")
    told = " ".join(aparte("explain", file, "tient Ana:1", "--lang", "fr").stdout.split())
    assert told.startswith("une pièce qui tient : dans la boucle 1 (Ana)")
    told = " ".join(aparte("explain", file, "Ana:3 SL").stdout.split())
    assert told.startswith("No, it is not true that a piece of kind S or L is in Ana's loop 3.")
    told = " ".join(aparte("explain", file, "not Ana:3 SL").stdout.split())
    assert told.startswith("the pieces of kinds S and L are not in Ana's loop 3 (full hand)")
    hint = data("hint", file, "--level", "answer")
    assert (hint["facts"], hint["lines"]) == (["Ana:1 fits"], [12])


def test_at_the_table_it_is_asked_how_likely_a_piece_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    asked = ["chances Ana:1", "chances fits", "chances Ana:1 SL", "chances stock P"]
    question = "chances Bo calls Ana S P"
    typed = "\n".join(["C P S", "drops 1 C", "", *asked, question, "chances fixes 1", "quit", ""])
    shown = aparte("table", "cordee", "--players", "Ana,Bo", "--seat", "Ana", typed=typed).stdout
    told = " ".join(shown.split())
    assert "Ana's loop 1: P 36 %, S 29 %, L 21 %, C 14 %, fits 100 %" in told
    assert "SL, Ana's loop 1: 50 %" in told
    assert "P, the stock: 2 (3 %), 3 (25 %), 4 (49 %), 5 (23 %)" in told
    assert "Bo calls Ana P S: 1 2 3 (23 %), 1 2 (16 %), 1 3 (16 %), 2 3 (16 %), 1 (8 %)," in told
    assert "Bo fixes 1: C (100 %)" in told

"""What is called at real tables, compared with what the rulebooks have hands do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aparte.models.core import TABLE, Record, view
from aparte.models.record import read_file
from aparte.models.words import capital
from aparte.sessions.calls import before_typed, calls, calls_now
from aparte.sessions.fixing import noted
from tests.snapshots import GOLDEN


def at_table(name: str) -> Record:
    """Return what everybody sees of a golden game."""
    return view(read_file(GOLDEN / f"{name}.rec"), TABLE)


def called(name: str, line: int) -> list[str]:
    """Return what is called when the line with this number has been noted."""
    record = at_table(name)
    return [capital(str(each.told)) for each in calls(record.until(line), record.until(line - 1))]


BOXES = {
    "onstage-en-3": [
        "Put the stage in the middle of the table, and the tokens beside it.",
        "Shuffle the 12 performers and stand them in a line beside the stage.",
    ],
    "onstage-fr-3": [
        "Put the stage in the middle of the table, and the score sheet beside it.",
        "Shuffle the 12 performers and stand them in a line beside the stage.",
    ],
    "adresses-jaunes-3": [
        "Put the board in the middle of the table, and the cubes beside it.",
        "Everybody: choose a colour; take its pawn and its 3 discs.",
        "Turn the 27 tiles face down and shuffle them; turn 6 face up, and put a neutral cube on"
        " the place of each.",
    ],
    "overseers-3": [
        "Sort out the cards for 3 players, the others stay in the box: 3 Murder, 4 Benevolence,"
        " 5 Malice, 5 Honesty, 5 Piety, 3 Theft.",
        "Everybody: take a vote token; the score tokens lie in the middle.",
        "Draw lots for the first leader, who takes the leader card.",
    ],
    "bards-v2-3": [
        "Look whether yours are the cards of the workshop set (`aparte cards list`): a printed box"
        " has others; write those down (`aparte cards new FILE`) and begin again with"
        " `--cards FILE`.",
        "Sort the cards by their kinds, the dice and the tokens by their colours.",
        "Everybody: take the 11 cards of a starting deck: Dancer ×2, Illusionist ×2, Musician ×2,"
        " Poster ×2, Roadie ×1, Singer ×2.",
        "Shuffle the 26 audiences and turn up 3 in the middle.",
    ],
}


@pytest.mark.parametrize("name", BOXES)
def test_a_game_begins_with_its_box(name: str) -> None:
    blank = at_table(name).blank()
    assert [capital(str(each.told)) for each in calls(blank)] == BOXES[name]
    assert calls_now(blank) == calls(blank)


@pytest.mark.parametrize(
    ("name", "line", "orders"),
    [
        (
            "overseers-4",
            61,
            [
                "Bo: as Gan, shuffle the discard, draw 2, add one face down to your bottom row,"
                " and put the rest back unseen."
            ],
        ),
        (
            "overseers-3",
            7,
            [
                "Shuffle the 25 cards and deal 6 to each player, face down; put 7 cards aside,"
                " seen by nobody."
            ],
        ),
        (
            "overseers-3",
            38,
            [
                "Ana, Cy: lay your cards face down in two rows, 3 above and 2 below.",
                "Bo: as Two-Above, lay 2 cards above and 3 below, face down.",
            ],
        ),
        (
            "overseers-3",
            54,
            ["Everybody: take score tokens and keep them face down: Bo 30, Cy 25, Ana 4."],
        ),
        (
            "onstage-fr-3",
            51,
            [
                "Put the 3 cards of the trick aside, face down.",
                "Write down the score: Ana +9, Bo +4, Cy +5.",
                "Everybody: keep your last card; gather all other cards, those put aside, too.",
                "Shuffle the 10 performers claimed or on stage and stand them behind the line.",
            ],
        ),
        (
            "adresses-jaunes-3",
            23,
            [
                "Cy: turn 2P up, put a yellow cube on its place and take one off each of your discs"
                " at v2 and h1."
            ],
        ),
        (
            "adresses-jaunes-3",
            25,
            [
                "Put a neutral cube on 3P.",
                "Everybody: take your pawn back.",
                "Everybody: in any order, name a tile and the player who has it; the first wrong"
                " answer loses the game.",
            ],
        ),
        (
            "bards-v2-3",
            22,
            [
                "Ana gains a die (B), a die (P), a die (R).",
                "Bo gains 2 dice (P).",
                "Cy gains a die (B), a die (P).",
                "Cy: take a die of any colour.",
            ],
        ),
        (
            "bards-v2-4-sudden",
            419,
            [
                "Put Weavers from the top of its deck beside the other audiences.",
                "Turn up the next audience on top of its deck.",
            ],
        ),
    ],
)
def test_a_line_leaves_to_hands_what_the_rulebook_has_them_do(
    name: str, line: int, orders: list[str]
) -> None:
    assert called(name, line) == orders


def test_what_is_due_already_is_not_called_again_but_said_when_asked() -> None:
    record = at_table("adresses-jaunes-3").until(14)
    assert called("adresses-jaunes-3", 14) == []
    (now,) = calls_now(record)
    assert str(now.who) == "Ana, Cy"
    assert before_typed(record) == record.until(13)
    assert str(now.deed).startswith("in any order, lay a disc")
    (now,) = calls_now(at_table("adresses-jaunes-3").until(15))
    assert "," not in str(now.who) and str(now.deed).startswith("lay a disc")


@pytest.mark.parametrize("name", BOXES)
def test_what_was_typed_with_other_lines_is_not_called_any_more(name: str) -> None:
    record = at_table(name)
    typed = [each.line.number for each in noted(record) if each.typed]
    for first, second, third in zip(typed[2::9], typed[3::9], typed[4::9], strict=False):
        before, then, now = (record.until(number - 1) for number in (first, second, third))
        together = {str(each.deed) for each in calls(now, before)}
        left = {str(each.deed) for each in calls(now, then)}
        assert together <= left | {str(each.deed) for each in calls(then, before)}
        assert not {*due(then)} & together - left - {*due(now)}


def due(record: Record) -> list[str]:
    """Return what is due now, as it is called."""
    return [str(each.deed) for each in record.game.calls.due(record.state)]


@pytest.mark.parametrize("name", BOXES)
def test_what_hands_have_done_is_not_called_again(name: str) -> None:
    record = at_table(name)
    for number in range(record.last // 4, record.last - 3, 7):
        now, later = record.until(number), record.until(number + 3)
        assert [str(each.deed) for each in calls(now, later)] == due(now)  # taken back
        *first, line = now.lines
        other = now.with_lines([*first, replace(line, note=" # seen otherwise")])
        assert [str(each.deed) for each in calls(later, other)] == due(later)  # corrected

"""Records of Onstage: notation, bad input, whole games once played, and lines of play counted."""

import tomllib
from pathlib import Path

import pytest

from aparte.models.core import TableError, replay
from aparte.models.onstage import GAME, State, Step
from aparte.models.record import read, read_file, write, write_event
from tests.models.onstage.positions import game

TESTS = Path(__file__).parents[2]
GOLDEN = sorted((TESTS / "golden").glob("onstage-*.rec"))
PERFT = tomllib.loads((TESTS / "perft" / "onstage.toml").read_text())["position"]
HEAD = """[Game "onstage"]
[Record "1"]
[Players "Ana Bo Cy"]
"""
DEALT = (
    HEAD
    + """line K3 K1 G3 K2 P1 P2 P3 B3 G2 B1 G1 B2
leader Ana
deal Ana K1 K2 K3 K4 K5 K6 K7 K8 K9 P1 P2 P3
deal Bo P4 P5 P6 P7 P8 P9 B1 B2 B3 B4 B5 B6
deal Cy B7 B8 B9 G1 G2 G3 G4 G5 G6 G7 G8 G9
"""
)


# whole games once played


def test_there_is_a_game_for_every_edition_and_number_of_players() -> None:
    names = {path.stem for path in GOLDEN}
    assert names >= {f"onstage-{edition}-{n}" for edition in ("en", "fr") for n in (3, 4, 5)}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_its_scores_are_what_was_claimed_and_given(path: Path) -> None:
    record = read_file(path)
    *_, last = record.events
    words = last[1].outcome
    totals = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    claimed = dict.fromkeys(record.setup.players, 0)
    for line, state in replay(record):
        if line.event.verb in ("plays", "claims") and state.step in (
            Step.LINE,
            Step.SHOW,
            Step.OVER,
        ):
            for player, performers in state.claimed.items():
                claimed[player] += sum(int(performer[1]) for performer in performers)
    assert claimed == totals


# perft


@pytest.mark.parametrize("position", PERFT, ids=lambda position: str(position["counts"]))
def test_the_lines_of_play_are_as_many_as_ever(position) -> None:
    state = read(position["record"]).state
    counts = position["counts"]
    assert lines_of_play(state, len(counts)) == counts


def lines_of_play(state: State, most: int) -> list[int]:
    """Return in how many ways players can choose once, twice ... `most` times in the round."""
    coming = GAME.turn(state)
    if not isinstance(coming, tuple):
        return [0] * most
    if most == 1:
        return [len(coming)]
    after = [lines_of_play(GAME.apply(state, event), most - 1) for event in coming]
    return [len(coming), *map(sum, zip(*after, strict=True))]


# notation


@pytest.mark.parametrize(
    "line",
    [
        "Ana plays K7 swap K3 G2",
        "Ana plays k7 SWAP k3 g2",
        "Ana  plays ♠7 swap ♠3 ♣2",
        "Ana plays N7 swap N3 V2",
        "Ana plays 7♠ swap 3K v2",
        "Ana plays ♠\ufe0f7 swap ♤3 ♧2",
    ],
)
def test_what_is_unambiguous_is_read_and_one_form_is_written(line: str) -> None:
    record = read(DEALT + line + "\n")
    assert write_event(record, record.lines[-1].event) == "Ana plays K7 swap K3 G2"


def test_cards_are_written_in_the_order_of_suits_and_values() -> None:
    shuffled = DEALT.replace("B7 B8 B9 G1 G2 G3", "G3 B9 G1 B7 G2 B8")
    assert write(read(shuffled)) == DEALT


def test_every_view_of_a_game_has_the_same_lines() -> None:
    record = game(5, 4)
    text = write(record)
    assert write(read(text)) == text
    assert text.count("\nremoved ") == 5
    assert text.count("\ndeal ") == 25


# bad input


@pytest.mark.parametrize(
    ("lines", "kind", "told"),
    [
        ("Ana plays P4", "illegal", "P4 is with Bo (ON-1)"),
        (
            "Ana plays K5\nBo plays P5\nCy plays B7 swap K3 K2\nAna claims nothing",
            "illegal",
            "ON-11",
        ),
        (
            "Ana plays K5\nBo plays P5\nCy plays G5\nAna plays K6",
            "illegal",
            "Ana claims a performer",
        ),
        ("Ana plays K5\nCy plays G5", "illegal", "it is the turn of Bo (ON-4)"),
        ("Ana plays K5\nBo plays K5", "illegal", "K5 has been played in this round (ON-1)"),
        ("Ana plays K7", "illegal", "the ability of K7 must be used"),
        ("Ana plays K1 add K3", "illegal", "it can, for example: add K1, add G3"),
        ("Ana plays K5 add K1", "illegal", "K5 has no ability (ON-7)"),
        ("Ana plays K5 front K1", "illegal", "K5 is not off suit"),
        ("Ana plays P1 add K1\nBo plays B2", "illegal", "Bo must follow pink: P4, P5"),
        ("Ana plays X5", "notation", "expected a card such as K1, found 'X5'"),
        ("Ana plays K10", "notation", "expected a card such as K1, found 'K10'"),
        ("Ana plays K1 add K4", "notation", "expected a performer such as G3, found 'K4'"),
        ("Ana plays K7 swap K3", "notation", "the line ends where a performer"),
        ("Ana plays K5 K6", "notation", "expected the end of the line"),
        ("Ana claims", "notation", "the line ends where one of nothing, a performer such as G3"),
        ("Ana plays ?", "notation", "expected a card"),
        ("leader Bo", "illegal", "'leader' has no place here: Ana plays a card (ON-4)"),
        ("result Ana 1 Bo 2 Cy 3", "illegal", "the game is not over"),
        ("result Ana", "notation", "the line ends where a number"),
    ],
)
def test_a_wrong_line_is_refused_with_what_would_be_right(lines: str, kind: str, told: str) -> None:
    with pytest.raises(TableError) as refusal:
        read(DEALT + lines + "\n")
    assert refusal.value.kind == kind
    assert told in str(refusal.value)
    assert refusal.value.lines[-1] == 8 + lines.count("\n") + 1


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("K1 K2 K3 K4", "K2 K2 K3 K4", "K2"),  # a card twice
        ("deal Bo P4", "deal Bo P3", "P3 "),
        ("deal Bo P4 P5", "deal Bo P5", "12 pieces belong here, not 11"),
        ("line K3 K1", "line K3 K3", "K3 is told already"),
        ("line K3 K1", "line K3", "12 pieces belong here, not 11"),
        ("leader Ana\n", "", "'leader' must come here"),
        ("deal Bo", "deal Cy", "'deal Bo' must come here"),
    ],
)
def test_a_wrong_deal_or_line_is_refused(wrong: str, right: str, told: str) -> None:
    assert wrong in DEALT
    with pytest.raises(TableError) as refusal:
        read(DEALT.replace(wrong, right, 1))
    assert refusal.value.kind == "illegal"
    assert told in str(refusal.value)


def test_a_card_in_two_known_hands_is_refused_where_others_are_not_known() -> None:
    text = HEAD + '[Seat "Bo"]\n' + DEALT.removeprefix(HEAD)
    for hand in ("K1 K2 K3 K4 K5 K6 K7 K8 K9 P1 P2 P3", "B7 B8 B9 G1 G2 G3 G4 G5 G6 G7 G8 G9"):
        text = text.replace(hand, "?" * 12)
    assert write(read(text)) == text
    for lines in ("Ana plays P4", "Ana plays K5\nBo plays P5\nCy plays K5", "Ana plays P5"):
        with pytest.raises(TableError, match="ON-1"):
            read(f"{text}{lines}\n")
    with pytest.raises(TableError, match="there is one P5 only"):
        read(text.replace("P4 P5 P6", "P5 P5 P6"))


def test_settings_that_do_not_exist_are_refused() -> None:
    for tag in ('[Edition "de"]', '[Blossoms "none"]', '[Abilities "no"]', '[Teams "Ana Bo"]'):
        with pytest.raises(TableError):
            read(HEAD + tag + "\n")
    with pytest.raises(TableError, match="ON-15"):
        read(HEAD + '[Teams "Ana+Bo Cy+Dai"]\nline K1\n')

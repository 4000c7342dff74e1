"""What happened, what rounds brought, how a game ended: from whole games once played."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import REFEREE, TABLE, view
from aparte.models.errors import IllegalAction
from aparte.models.position import position
from aparte.models.record import read_file
from aparte.sessions.awaited import explained
from aparte.sessions.news import (
    account,
    ending,
    news,
    parted,
    round_ends,
    rounds_ended,
    so_far,
)
from aparte.sessions.outline import told_result

GOLDEN = Path(__file__).parents[1] / "golden"


def told(name: str, viewer: str, *numbers: int) -> list[str]:
    """Return what followed from these lines of a golden game, as `viewer` is told it."""
    own = view(read_file(GOLDEN / f"{name}.rec"), viewer)
    lines = {line.number: line for passage in news(own) for line in passage.lines}
    return [str(words) for number in numbers for words in lines[number].followed]


def test_a_trick_is_won_and_brings_somebody() -> None:
    assert told("onstage-en-4-teams", TABLE, 45, 46) == [
        "Cy wins the trick with B9♦ (highest trump).",
        "It brings B3♦.",
        "Cy has 3 blossoms in this round.",
        "G3♣ goes on stage.",
        "Trump is now green.",
    ]


def test_a_round_that_ends_says_so_and_who_leads_next() -> None:
    assert told("onstage-en-4-teams", TABLE, 51)[-2:] == [
        "Round 1 is over.",
        "Cy leads the next round.",
    ]


def test_cubes_leave_the_discs_of_a_tile_that_is_found() -> None:
    assert told("adresses-jaunes-3", "Ana", 23) == [
        "2P is found; discs of Cy now show: v2 2, h1 0."
    ]


def test_who_robs_whom_and_of_what() -> None:
    assert told("overseers-5", TABLE, 181, 183) == [
        "Cy has most Thefts, 2, and steals.",
        "Dai gives Benevolence to Cy.",
        "Points now: Dai 18 (−4), Cy 17 (+4).",
    ]


def test_points_are_told_at_the_own_seat_only() -> None:
    assert told("overseers-5", "Ana", 184)[0] == "Your cards bring you 27 points in this round."
    assert told("overseers-5", TABLE, 184) == [
        "Eli has the lowest score of the round and leads the next one."
    ]
    record = read_file(GOLDEN / "overseers-5.rec").until(184)
    for viewer in (TABLE, *record.setup.players):
        counted = account(view(record, viewer))
        for share in counted.shares:
            assert (share.total is not None) == (share.players == (viewer,))
        lines = [line for part in news(view(record, viewer)) for line in part.lines]
        assert not any(line.said for line in lines if line.event.verb == "scores")


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.rec")), ids=lambda path: path.stem)
def test_rounds_add_up_to_the_result(path: Path) -> None:
    record = read_file(path)
    end = ending(record)
    assert end is not None and end.account is not None
    for share in end.account.shares:
        assert len(share.rounds) == len(end.account.rounds)
        assert sum(n or 0 for n in share.rounds) == share.total
        if not end.outcome.together:
            assert share.total == sum(end.outcome.scores[player] for player in share.players)
    assert record.viewer == REFEREE and rounds_ended(record, None)


def _points(words: object) -> int:
    """Return the number at the end of an item that brought points."""
    return int(str(words).rsplit(" ", 1)[1].replace("−", "-"))


@pytest.mark.parametrize("name", ["bards-2", "bards-v2-3", "bards-v2-4-sudden"])
def test_what_a_round_of_bards_brought_adds_up(name: str) -> None:
    own = view(read_file(GOLDEN / f"{name}.rec"), TABLE)
    for end in round_ends(own):
        counted = account(own.until(end.number))
        for share in counted.shares:
            assert sum(map(_points, share.brought)) == share.rounds[-1]
    last = ending(own)
    assert last is not None and last.account is not None
    for share, words in zip(last.account.shares, last.account.told, strict=True):
        told = tell(words).removeprefix(f"{share.players[0]}: ").removesuffix(".")
        assert sum(map(_points, told.split(", "))) == share.total


def test_characters_are_told_with_the_points_that_they_gave() -> None:
    given = []
    for path in sorted(GOLDEN.glob("overseers-*.rec")):
        own = view(read_file(path), TABLE)
        for end in round_ends(own):
            counted = account(own.until(end.number))
            for share in counted.shares:
                names = [str(words) for words in share.brought if not str(words)[0].isdigit()]
                assert all(name[-2] in "+−" for name in names)
                given += names
    assert {"Meixiu +3", "Liang +4", "Liang −4"} <= set(given)


def test_the_audience_that_ends_the_game_says_that_the_round_is_the_last() -> None:
    told_last = "This round is the last; then comes the encore."
    for path in sorted(GOLDEN.glob("bards-v2-*.rec")):
        own = view(read_file(path), TABLE)
        lines = [line for part in news(own) for line in part.lines]
        said = [line.number for line in lines if told_last in map(tell, line.followed)]
        shown = [line.number for line in lines if line.event.verb == "shows"]
        assert len(said) == bool(shown), path
        assert not shown or said[0] < shown[0]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("onstage-en-4-teams", "The tie is settled by the highest card that was kept"),
        ("onstage-en-5-tie", "The tie is settled by the highest card that was kept"),
        ("bards-v2-4-sudden", "The tie was settled by sudden death: Ana wins."),
    ],
)
def test_how_a_tie_was_settled_is_told(name: str, wanted: str) -> None:
    end = ending(read_file(GOLDEN / f"{name}.rec"))
    assert end is not None and str(end.settled).startswith(wanted)


def test_teams_are_counted_together() -> None:
    end = ending(read_file(GOLDEN / "onstage-en-4-teams.rec"))
    assert end is not None and end.account is not None
    assert [share.total for share in end.account.shares if len(share.players) == 2] == [16, 16]


def test_what_is_corrected_is_told_from_there_on() -> None:
    own = view(read_file(GOLDEN / "adresses-jaunes-3.rec"), TABLE)
    earlier = own.until(20)
    kept = tuple(line for line in earlier.lines if line.number != 18)
    corrected = replace(earlier, lines=kept)
    lines = [line.number for passage in news(own, corrected) for line in passage.lines]
    assert lines == list(range(18, own.last))


@pytest.mark.parametrize(
    "words, told, french",
    [
        ("Ana 4 Mary_Ann 6 won Mary_Ann", "Ana 4, Mary Ann 6; won by Mary Ann", "victoire"),
        ("Ana -1 Bo 2", "Ana -1, Bo 2", "Ana -1, Bo 2"),
        ("won", "won", "gagnée"),
        ("lost", "lost", "perdue"),
        ("18", "a common score of 18", "un score commun de 18"),
        ("-3 won", "won, with a common score of -3", "gagnée, avec un score commun de -3"),
        ("18 lost", "lost, with a common score of 18", "perdue, avec un score commun de 18"),
        ("Ana+Mary_Ann 18 Bo+Dai 12", "Ana + Mary Ann 18, Bo + Dai 12", "Ana + Mary"),
        ("won Ana Mary_Ann", "won by Ana, Mary Ann", "victoire"),
        ("won 3 Ana 4", "won 3, Ana 4", "won 3, Ana 4"),
    ],
)
def test_a_result_is_told_as_people_say_it(words: str, told: str, french: str) -> None:
    assert str(told_result(tuple(words.split()))) == told
    with spoken("fr"):
        assert french in tell(told_result(tuple(words.split())))


@pytest.mark.parametrize("name", ["onstage-en-4-teams", "bards-v2-3"])
def test_scores_in_the_middle_of_a_round_have_what_counts_already(name: str) -> None:
    open_rounds, whole = 0, view(read_file(GOLDEN / f"{name}.rec"), TABLE)
    for number in range(20, 100, 10):
        before = whole.until(number)
        over, now = account(before), so_far(before)
        assert over is not None and now is not None
        if not now.open:
            assert now == over
            continue
        open_rounds += 1
        assert len(now.rounds) == len(over.rounds) + 1
        for share in now.shares:
            assert share.total == sum(n or 0 for n in share.rounds)
    assert open_rounds > 2


@pytest.mark.parametrize("name", ["onstage-en-4-teams", "bards-v2-3", "overseers-3"])
def test_scores_of_a_board_put_down_as_it_stands_count_no_round_that_is_not_told(
    name: str,
) -> None:
    record, found = read_file(GOLDEN / f"{name}.rec"), 0
    for line in record.lines[::4]:
        there = record.until(line.number)
        with suppress(IllegalAction):
            board = position(there)
            told, whole = so_far(board), so_far(there)
            assert [each.total for each in told.shares] == [each.total for each in whole.shares]
            found += not told.open
            assert told.open or (not told.rounds and not any(s.rounds for s in told.shares))
    assert found


@pytest.mark.parametrize(
    ("name", "line", "lead"),
    [
        ("onstage-fr-3", 19, "Ana is ahead with 3."),
        ("onstage-fr-3", 23, "Ana and Cy are ahead with 3 each."),
        ("onstage-en-4-teams", 18, "Ana + Cy are ahead with 2."),
        ("bards-v2-3", 109, "Bo is ahead with 7."),
        ("bards-v2-3", 140, "Bo and Cy are ahead with 8 each."),
    ],
)
def test_who_leads_is_told_when_others_did_before(name: str, line: int, lead: str) -> None:
    record = read_file(GOLDEN / f"{name}.rec")
    (passage,) = news(view(record.until(line), TABLE), view(record.until(line - 1), TABLE))
    assert lead in map(tell, passage.lines[0].followed)
    counted = so_far(view(record.until(line), TABLE))
    assert lead in map(tell, counted.told)


def test_who_leads_on_goes_untold() -> None:
    told = news(view(read_file(GOLDEN / "onstage-fr-3.rec"), TABLE))
    leads = [tell(w) for each in told for line in each.lines for w in line.followed]
    leads = [words for words in leads if " ahead" in words and words.endswith(("3.", "3 each."))]
    assert leads[:2] == ["Ana is ahead with 3.", "Ana and Cy are ahead with 3 each."]
    assert leads.count("Ana is ahead with 3.") == 1


def test_tiles_found_in_the_present_round_count_at_once() -> None:
    record = read_file(GOLDEN / "adresses-jaunes-3.rec")
    counted = so_far(view(record.until(12), TABLE))
    assert counted.open
    assert [share.rounds for share in counted.shares] == [(1,), (0,), (1,)]
    over = round_ends(view(record, TABLE))[0]
    counted = so_far(view(record.until(over.number), TABLE))
    assert not counted.open


def test_news_are_parted_where_a_round_ended() -> None:
    own = view(read_file(GOLDEN / "onstage-en-4-teams.rec"), TABLE)
    whole, end = news(own), round_ends(own)[0].number
    before, behind = parted(whole, end)
    lines = [line for passage in (*before, *behind) for line in passage.lines]
    assert lines == [line for passage in whole for line in passage.lines]
    assert before[-1].lines[-1].number == end < behind[0].lines[0].number


def test_who_has_won_is_told_to_whoever_asks_once_the_game_is_over() -> None:
    whole = view(read_file(GOLDEN / "bards-v2-3.rec"), TABLE)
    end = ending(whole)
    assert str(explained(whole)) == f"The game is over, won by {end.outcome.winners[0]}."
    assert str(explained(view(read_file(GOLDEN / "adresses-jaunes-3.rec"), TABLE))) == (
        "The game is over."
    )

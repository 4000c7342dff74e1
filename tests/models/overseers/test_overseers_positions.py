"""Positions of Overseers: tables as they stand, held to the records that lead to them."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from aparte.models.core import REFEREE, TABLE, Record, View, complete, turn, view
from aparte.models.errors import BadNotation, IllegalAction
from aparte.models.hidden import Count
from aparte.models.overseers import Step
from aparte.models.position import position
from aparte.models.record import read, write
from aparte.sessions.news import account
from aparte.solver.engine.count import Counter
from aparte.solver.games.overseers.reading import reader
from tests.models.overseers.scenes import NAMES, at_random
from tests.tables import blank

POSITION = """[Game "overseers"]
[Record "1"]
[Players "Ana Bo Cy"]
[From "position"]
[Seat "Ana"]
points 15 18 11
points 20 4 9
characters Liang Meixiu Gan
top Ana T B M
bottom Ana H P
discarded Ana A
top Bo M H A
bottom Bo ??
discarded Bo ?
top Cy P P B
bottom Cy ??
discarded Cy ?
round 3 leader Bo after Ana Cy
Cy draws ??
Cy adds ?
Bo looks Ana b1 b2 = H P
Ana votes Cy
"""
WITHIN = [20, 45, 47, 55, 100, 110]


def game(seed: int, players: int) -> Record:
    """Return a game played at random."""
    return at_random(blank("overseers", NAMES[:players]), Random(seed))


def parts(record: Record, lines: list[int]) -> Iterator[Record]:
    """Yield a record up to some of its lines, where a position can stand."""
    for line in lines:
        part = record.until(min(line, record.last))
        if part.state.characters and part.state.step not in (Step.SUCCESSION, Step.OVER):
            yield part


def shares(seen: View) -> Mapping[tuple[str, str], float]:
    """Return how likely every piece is at every place that people name."""
    posterior = reader(seen).posterior()
    weights = posterior.by_name(seen.game.model.hidden(seen)).weight
    return {each: n / posterior.worlds for each, n in weights.items() if n}


@pytest.mark.parametrize("players", [3, 4])
def test_a_position_answers_as_the_record_that_leads_to_it(players: int) -> None:
    record = game(players, players)
    for part in parts(record, WITHIN):
        for viewer in (TABLE, NAMES[1]):
            seen = view(part, viewer)
            there = position(seen)
            assert write(position(there)) == write(there) == write(read(write(there)))
            for name in ("step", "round", "rows", "scores", "leaders", "characters", "trial"):
                assert getattr(there.state, name) == getattr(seen.state, name), name
            assert turn(there) == turn(seen)
            if viewer != TABLE:
                assert facts(there) == facts(seen)


def facts(seen: View) -> set[tuple[object, ...]]:
    """Return all that the hidden model of `seen` says, but for the lines that say it."""
    hidden = seen.game.model.hidden(seen)
    counts = (fact for fact in hidden.facts if isinstance(fact, Count))
    return {(each.items, each.places, each.lo, each.hi) for each in counts}


def test_the_rows_say_of_a_round_what_the_table_saw_of_it() -> None:
    part = game(3, 3).until(47)
    seen = view(part, TABLE)
    assert shares(position(seen)) == pytest.approx(shares(seen))


def test_of_a_table_that_saw_no_pack_the_rows_are_put_down() -> None:
    record = game(3, 3)
    found = 0
    for part in parts(record, list(range(10, record.last, 9))):
        there = position(view(part, TABLE))
        if any(line.event and line.event.verb == "top" for line in there.lines):
            found += 1
            assert not any(line.event and line.event.verb == "deal" for line in there.lines)
    assert found > 2


def test_a_position_goes_on_like_a_record() -> None:
    record = game(5, 3)
    for part in parts(record, [50, 110]):
        rest = [line.event for line in record.lines if line.number > part.last and line.event]
        going = position(part)
        for event in rest:
            going = going.plus(event)
        assert going.viewer == REFEREE and going.closed == record.closed
        assert going.state.scores == record.state.scores
        assert account(going) == account(record)


def test_a_table_that_is_typed_can_be_completed() -> None:
    there = read(POSITION)
    assert there.state.step is Step.VOTE and there.state.round == 3
    assert there.state.rows["Ana"][3].kind == "H" and len(there.state.rows["Cy"]) == 6
    counted = Counter(there.game.model.hidden(there))
    for number in (0, counted.worlds // 2, counted.worlds - 1):
        filled = complete(there, counted.world(number))
        assert write(view(filled, "Ana")) == write(there)


def test_a_board_that_is_not_whole_leaves_the_rest_open() -> None:
    lines = POSITION.splitlines()
    for end in range(5, 18):
        part = read("\n".join(lines[:end]) + "\n")
        assert turn(part) == () or end == 18
        assert part.game.model.hidden(part).items


def test_lines_of_the_board_can_come_in_any_order() -> None:
    lines = POSITION.splitlines()
    head, board, rest = lines[:5], lines[5:17], lines[17:]
    Random(3).shuffle(board)
    board.sort(key=lambda line: line.startswith("points"))
    board[-2:] = ["points 15 18 11", "points 20 4 9"]
    other = read("\n".join([*head, *board, *rest]) + "\n")
    assert other.state == read(POSITION).state
    assert shares(other) == pytest.approx(shares(read(POSITION)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("round 3 leader Bo after Ana Cy", "round 4 leader Bo after Ana Cy"), "3 rounds"),
        (("points 20 4 9\n", ""), "2 rounds are over, but 'points' is told for 1"),
        ((" after Ana Cy", " after Ana"), "'after' is told for 1"),
        (("points 20 4 9", "points 20 4"), "a number for every player"),
        (("characters Liang Meixiu Gan\n", ""), "`characters` is missing"),
        (("characters Liang Meixiu Gan", "characters Liang Gan Gan"), "a different character"),
        (("bottom Cy ??\n", ""), "`bottom Cy` is missing"),
        (("discarded Cy ?\n", ""), "`discarded Cy` is missing"),
        (("top Cy P P B", "top Cy P P"), "Cy has 3 cards there, not 2"),
        (("bottom Ana H P", "bottom Ana H P P"), "Ana has 2 cards there, not 3"),
        (("discarded Ana A", "discarded Ana A\ndiscarded Ana B"), "stands here already"),
        (("top Bo M H A", "top Bo M M M"), "the deck holds 3 M, 4 are known now"),
        (("top Bo M H A", "shows Bo M H A"), "a position begins with the board"),
        (("characters Liang Meixiu", "characters Two-Above Meixiu"), "Ana has 2 cards there"),
    ],
)
def test_a_board_the_game_cannot_reach_is_refused(change: tuple[str, str], said: str) -> None:
    with pytest.raises((IllegalAction, BadNotation), match=said):
        read(POSITION.replace(*change))


def test_of_clues_the_rounds_before_may_be_left_out() -> None:
    text = POSITION.replace("position", "clues").replace("points 15 18 11\npoints 20 4 9\n", "")
    there = read(text.replace(" after Ana Cy", ""))
    assert there.state.scores == ((0, 0, 0),) * 2 and there.state.round == 3


def test_between_rounds_there_is_no_position() -> None:
    with pytest.raises(IllegalAction, match="within a round"):
        position(game(3, 3))

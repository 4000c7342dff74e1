"""Positions of Onstage: boards as they stand, held to the records that lead to them."""

from collections.abc import Iterator
from random import Random

import pytest

from aparte.models.core import REFEREE, TABLE, Record, complete, turn, view
from aparte.models.errors import IllegalAction
from aparte.models.hidden import Hidden
from aparte.models.onstage import Step
from aparte.models.position import position
from aparte.models.record import read, write
from aparte.solver.engine.count import Counter
from aparte.solver.games.onstage.deals import Deals
from tests.models.onstage.positions import game
from tests.tables import prefixes

POSITION = """[Game "onstage"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "Ana"]
[From "position"]
totals Ana 9 Bo 0 Cy 7
line B1 K1 P2 G3 P3
stage K2 K3 G2
claimed Ana G1 B2
claimed Cy P1 B3
kept G8 K9 P4
played Ana B4 B5 B6 B7 B8 B9 G3 G4
played Bo G5 G6 G7 G9 K1 K2 K3 K4
played Cy K5 K6 K7 P1 P2 P3 P5 P6
void Bo B
deal Ana B3 K8 G8
deal Bo ????
deal Cy ???
Cy laid P9
Ana laid G2
round 2 leader Cy
"""


def cut(record: Record, rng: Random, least: int = 0, most: int = 10) -> Iterator[Record]:
    """Yield some places of a game within a round, the later ones of it often."""
    within = [
        line.number
        for line in record.lines
        if line.event and line.event.verb in ("plays", "claims", "deal")
    ]
    numbers = {*rng.sample(within, most)}
    for part in prefixes(record):
        if part.last not in numbers:
            continue
        if part.state.step in (Step.PLAY, Step.CLAIM) and part.state.round >= least:
            yield part


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_position_is_the_board_to_which_the_record_leads(players: int) -> None:
    settings = {"Edition": "fr"} if players == 4 else {}
    record = game(players, players, **settings)
    for part in cut(record, Random(players), most=6):
        whole = position(part)
        assert write(read(write(whole))) == write(whole)
        for viewer in (TABLE, *record.setup.players):
            seen, there = view(part, viewer), view(whole, viewer)
            assert write(position(seen)) == write(there)
            assert write(position(there)) == write(there)
            for name in ("step", "round", "hands", "theatre", "played", "kept", "totals", "trick"):
                assert getattr(there.state, name) == getattr(seen.state, name), name
            assert there.state.leader == seen.state.leader and turn(there) == turn(seen)
            assert {p: set(suits) for p, suits in there.state.voids.items()} == {
                p: set(suits) for p, suits in seen.state.voids.items()
            }


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_position_of_the_first_round_leaves_open_what_its_record_does(players: int) -> None:
    record = game(players, 10 + players)
    for part in cut(record, Random(players)):
        if part.state.round > 1:
            continue
        for viewer in (TABLE, record.setup.players[0]):
            seen = view(part, viewer)
            there = position(seen)
            told, typed = (each.game.model.hidden(each) for each in (seen, there))
            first, second = Counter(told), Counter(typed)
            assert first.worlds == second.worlds
            for card in typed.items:
                assert named(first, told, card) == named(second, typed, card)


def named(counter: Counter, model: Hidden, card: str) -> dict[str, int]:
    """Return in how many worlds `card` is with whom."""
    weight = counter.posterior().by_name(model).weight
    return {name: n for (item, name), n in weight.items() if item == card and n}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_position_of_a_later_round_allows_all_that_its_record_does(players: int) -> None:
    record = game(players, 20 + players)
    for part in cut(record, Random(players), least=2, most=3):
        for viewer in (TABLE, record.setup.players[1]):
            seen = view(part, viewer)
            there = position(seen)
            told, typed = (each.game.model.hidden(each) for each in (seen, there))
            first, second = Counter(told), Counter(typed)
            for card in typed.items:
                assert named(first, told, card).keys() <= named(second, typed, card).keys()
            filled = complete(there, second.world(second.worlds // 2))
            assert write(view(filled, viewer)) == write(there)


@pytest.mark.parametrize("players", [3, 5])
def test_the_deals_that_are_drawn_are_those_that_are_counted(players: int) -> None:
    record = game(players, 30 + players)
    for part in cut(record, Random(players)):
        if part.state.step is Step.PLAY:
            there = position(view(part, part.state.to_play))
            worlds = Counter(there.game.model.hidden(there)).worlds
            assert Deals.of(there).number == pytest.approx(worlds)


def test_a_position_goes_on_like_a_record() -> None:
    record = game(3, 40)
    for part in cut(record, Random(4)):
        rest = [line.event for line in record.lines if line.number > part.last and line.event]
        going = position(part)
        for event in rest:
            going = going.plus(event)
        assert going.state.totals == record.state.totals and going.closed
        for viewer in (TABLE, "Ana"):
            seen = view(going, viewer)
            model = seen.game.model.hidden(seen)
            world = next(iter([Counter(model).world(0)]))
            assert write(view(complete(seen, world), viewer)) == write(seen)


def test_what_nobody_remembers_to_have_played_can_be_told_so() -> None:
    record = game(3, 50)
    part = next(cut(record, Random(5)))
    told = write(position(view(part, "Bo"))).splitlines()
    played = [line for line in told if line.startswith("played")]
    cards = " ".join(" ".join(line.split()[2:]) for line in played)
    loose = [line for line in told if line not in played]
    loose.insert(-1, f"gone {cards}")
    there, typed = (read("\n".join(lines) + "\n") for lines in (told, loose))
    if there.state.round == 1:
        one, other = (each.game.model.hidden(each) for each in (there, typed))
        assert Counter(one).worlds == Counter(other).worlds
    assert read(write(position(typed))).state.played == there.state.played


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("line B1", "line G2"), "G2 stands here a second time"),
        (("line B1 ", "line "), "neither in the line nor on stage nor claimed: B1"),
        (("deal Ana B3", "deal Ana G7"), "G7 stands here a second time"),
        (("deal Bo ????", "deal Bo ???"), "Bo holds 4 cards now, not 3"),
        (("B8 B9 G3 G4", "B8 B9 G3"), "no whole tricks of 3"),
        (("void Bo B", "void Bo B\nvoid Ana K"), "Ana must follow black: K8"),
        (("void Bo B", "void Cy P"), "has no pink"),
        (("deal Ana B3", "deal Ana P7"), "Ana must follow pink: P7"),
        (("Ana laid G2", "Ana laid P4"), "here has 2 of those"),
        (("round 2", "round 4"), "there are 3 rounds"),
        (("round 2", "round 1"), "0 blossoms at most"),
        (("leader Cy", "leader Ana"), "now Ana"),
        (("kept G8 K9 P4", "kept G8 K9"), "3 different cards"),
        (("kept G8 K9 P4", "kept G8 B3 P4"), "here has 2 of those"),
        (("void Bo B", "void Bo B\nremoved ?"), "0 cards are removed"),
        (("void Bo B", "void Bo B\nleader Bo"), "a position begins with the board"),
        (("void Bo B", "void Bo B\nvoid Bo G"), "stands here already"),
        (("claimed Ana", "claimed Bo B1\nclaimed Ana"), "B1 stands here a second time"),
    ],
)
def test_a_board_the_game_cannot_reach_is_refused(change: tuple[str, str], said: str) -> None:
    text = POSITION.replace(*change)
    with pytest.raises(IllegalAction, match=said):
        read(text)


def test_who_did_not_follow_in_the_trick_is_void() -> None:
    there = read(POSITION.replace('[Seat "Ana"]', '[Seat "table"]').replace("B3 K8 G8", "???"))
    assert there.state.to_play == "Bo"
    assert {player: set(suits) for player, suits in there.state.voids.items()} == {
        "Bo": {"B"},
        "Ana": {"P"},
    }


def test_a_void_of_the_board_holds_afterwards() -> None:
    with pytest.raises(IllegalAction, match="Bo has no blue, as told above"):
        read(POSITION + "Bo plays B2\n")


def test_a_position_says_all_that_follows_from_it() -> None:
    record = read(POSITION)
    found = Counter(record.game.model.hidden(record))
    assert found.worlds == 2
    assert named(found, record.game.model.hidden(record), "B1") == {"Cy": 2}
    assert named(found, record.game.model.hidden(record), "K9") == {"Bo": 1, "Cy": 1}


def test_a_board_that_is_not_whole_leaves_the_rest_open() -> None:
    lines = POSITION.splitlines()
    for end in range(5, len(lines)):
        part = read("\n".join(lines[:end]) + "\n")
        assert turn(part) == () and Counter(part.game.model.hidden(part)).worlds


def test_between_rounds_there_is_no_position() -> None:
    record = game(3, 60)
    begun = next(line.number for line in record.lines if line.event and line.event.verb == "leader")
    with pytest.raises(IllegalAction, match="within a round"):
        position(record.until(begun))


def test_a_position_says_its_mistakes_where_they_stand() -> None:
    with pytest.raises(IllegalAction) as wrong:
        read(POSITION.replace("deal Ana B3", "deal Ana G7"))
    assert wrong.value.lines == (13, 16)


def test_the_referee_of_a_position_sees_every_hand() -> None:
    part = next(cut(game(5, 70), Random(7)))
    assert position(part).viewer == REFEREE and position(part).state.removed.whole

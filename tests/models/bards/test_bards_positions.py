"""Positions of Battle of the Bards, held to the records that lead to them."""

from collections.abc import Iterator
from random import Random

import pytest

from aparte.models.bards import Step
from aparte.models.core import TABLE, Record, complete, turn, view
from aparte.models.errors import IllegalAction
from aparte.models.position import position
from aparte.models.record import read, write
from aparte.solver.engine.count import Counter
from tests.tables import blank, played_at_random


def game(players: int, seed: int, lines: int = 140) -> Record:
    return played_at_random(blank("bards", players), seed, lines)


def cut(record: Record, rng: Random, most: int, late: int = 0) -> Iterator[Record]:
    """Yield some `late` places of a game where a round begins or a player has the turn."""
    there, found = record.blank(), []
    for line in record.lines:
        there = there.and_line(line)
        state = there.state
        shows = state.step is Step.SHOW and bool(state.actor)
        if there.last < late or state.duties:
            continue
        if shows or (state.step is Step.STAGE and not state.done):
            found.append(there)
    yield from rng.sample(found, min(most, len(found)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_is_the_board_to_which_the_record_leads(players: int) -> None:
    record = game(players, players)
    for part in cut(record, Random(players), 3):
        whole = position(part)
        assert write(read(write(whole))) == write(whole)
        for viewer in (TABLE, *record.setup.players):
            seen, there = view(part, viewer), view(whole, viewer)
            assert write(position(seen)) == write(there)
            assert write(position(there)) == write(there)
            now, then = there.state, seen.state
            for name in ("step", "round", "first", "actor", "actions", "done", "line", "begun"):
                assert getattr(now, name) == getattr(then, name), name
            assert (now.audiences, now.top_audience) == (then.audiences, then.top_audience)
            assert now.audience_deck == then.audience_deck and now.veterans == then.veterans
            for player, troupe in then.troupes.items():
                other = now.troupes[player]
                for name in ("cards", "top", "stage", "discard", "trashed", "dice", "melodies"):
                    assert getattr(other, name) == getattr(troupe, name), name
                assert len(other.hand) == len(troupe.hand) and len(other.deck) == len(troupe.deck)
                if viewer == player:
                    assert (other.hand, other.deck) == (troupe.hand, troupe.deck)
            if then.actor == viewer:
                assert turn(there) == turn(seen)


@pytest.mark.parametrize("players", [2, 3])
def test_a_position_leaves_open_what_its_record_does(players: int) -> None:
    record, held = game(players, 10 + players, lines=100 * players), 0
    for part in cut(record, Random(players), 4, late=50 * players):
        for viewer in (TABLE, record.setup.players[0]):
            seen = view(part, viewer)
            there = position(seen)
            told, typed = (each.game.model.hidden(each) for each in (seen, there))
            first, second = (Counter(each).posterior().by_name(each) for each in (told, typed))
            held += any(event.verb == "holds" for _, event in there.events)
            if told.items == typed.items:
                assert first.worlds and second.worlds
                for key, n in second.weight.items():
                    assert n * first.worlds == first.weight.get(key, 0) * second.worlds
    assert held or players > 2  # among more players decks last longer


@pytest.mark.parametrize("players", [2, 4])
def test_every_world_of_a_position_is_a_game(players: int) -> None:
    record = game(players, 20 + players)
    for part in cut(record, Random(players), 4):
        rest = [line.event for line in record.lines if line.number > part.last and line.event]
        going = position(part)
        for event in rest[:25]:
            going = going.plus(event)
        for there in (position(part), going):
            for viewer in (TABLE, record.setup.players[1]):
                seen = view(there, viewer)
                counter = Counter(seen.game.model.hidden(seen))
                for world in counter.sample(Random(1), 3):
                    assert write(view(complete(seen, world), viewer)) == write(seen)


POSITION = """[Game "bards"]
[Record "2"]
[Players "Ana Bo"]
[Seat "Ana"]
[From "position"]
audiences Bankers Coachmen Fencers
line Basso Bourree Rondel Cantor
top Taverners
encore Ana PR
deck Ana Dancer Dancer Illusionist Illusionist Musician Musician Poster Singer Singer
hand Ana Dancer
stage Ana Ondine with B3 turned Poster
discard Ana Roadie
dice Ana B1 B3 B5 P2
performances Ana B B
melodies Ana 2
encore Bo ?
deck Bo Dancer Dancer Illusionist Musician Musician Poster Poster Roadie Singer Singer
hand Bo ??
discard Bo Illusionist Sol
dice Bo O3 R4
began Ana Bo
round 3 first Bo turn Ana 2
"""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("top Taverners", "top Bankers"), "Bankers stands here a second time"),
        (("top Taverners\n", ""), "3 audiences are open to all"),
        (("discard Bo Illusionist Sol", "discard Bo Illusionist"), "Bo has one leader"),
        (("discard Ana Roadie\n", ""), "these cards of Ana are nowhere"),
        (("discard Ana Roadie", "discard Ana Roadie Roadie"), "Ana has too many of"),
        (("hand Ana Dancer", "hand Ana Roadie"), "not among the cards face down of Ana"),
        (("hand Bo ??", "hand Bo ???????????"), "cannot have that hand"),
        (("line Basso", "line Dancer"), "Dancer is no veteran"),
        (("line Basso Bourree", "line Basso"), "4 veterans are in the line"),
        (("encore Bo ?\n", ""), "Bo has one encore card"),
        (("B1 B3 B5 P2", "B1 B3 B P2"), "the dice of Ana are rolled in the show"),
        (("turn Ana 2", "stage"), "no card of Ana is on stage"),
        (("performances Ana B B", "performances Ana B B B B B B B B B"), "performances of B"),
        (("melodies Ana 2", "melodies Ana 20"), "not so many melodies"),
        (("began Ana Bo", "passed Ana"), "Ana has passed"),
        (("began Ana Bo", "first Bo"), "a position begins with the board"),
        (("melodies Ana 2", "melodies Ana 2\nmelodies Ana 3"), "stands here already"),
    ],
)
def test_a_board_the_game_cannot_reach_is_refused(change: tuple[str, str], said: str) -> None:
    read(POSITION)
    with pytest.raises(IllegalAction, match=said):
        read(POSITION.replace(*change))


def test_what_everybody_knows_of_a_hand_is_told() -> None:
    told = POSITION.replace("hand Bo ??", "hand Bo ??\nholds Bo Roadie")
    there = read(told)
    model = there.game.model.hidden(there)
    found = Counter(model).posterior().by_name(model)
    assert found.chance("Bo:Roadie", "Bo hand" if "Bo hand" in model.names else "hand") == 1
    with pytest.raises(IllegalAction, match="not among the cards face down"):
        read(POSITION.replace("hand Bo ??", "hand Bo ??\nholds Bo Sol"))


def test_a_position_goes_on_like_a_record() -> None:
    there = read(POSITION + "Ana performs B1 P2 B3 as B\n")
    assert there.state.troupes["Ana"].performances == ("B", "B", "B")


def test_between_choices_there_is_no_position() -> None:
    with pytest.raises(IllegalAction, match="where a round begins"):
        position(game(2, 5).until(8))

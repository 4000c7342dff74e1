"""The naive bot does what its one paragraph says."""

from __future__ import annotations

from itertools import combinations
from random import Random

from aparte.models.adresses_jaunes import GAME
from aparte.models.core import Event, view
from aparte.models.record import read
from aparte.solver.engine.count import count
from aparte.solver.games.adresses_jaunes.greedy import GreedyBot
from aparte.solver.play.coach import choices
from aparte.solver.play.driver import acted, drawn
from tests.tables import blank

HEAD = '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo"]\n[Seat "Ana"]\n'


def chosen(text: str) -> Event:
    return GreedyBot().choose(read(HEAD + text), Random(0)).event


def test_the_first_disc_leaves_the_fewest_hands() -> None:
    revealed, own = "1P 1R 1T 2P 2R 2T 3P 3R 4P", "3T 4R 4T 5P 9T"
    event = chosen(f"revealed {revealed}\ndeal Ana {own}\ndeal Bo ?????\n")
    closed = [tile for tile in GAME.box.tiles if tile not in revealed.split()]
    hands = [set(hand) for hand in combinations(closed, 5)]

    def left(target: str) -> int:
        tiles = GAME.box.targets[target]
        return sum(len(hand & tiles) == len(tiles.intersection(own.split())) for hand in hands)

    assert event == Event("disc", "Ana", (min(GAME.box.targets, key=left),))


def test_the_pawn_goes_where_chances_are_closest_to_even() -> None:
    text = (
        "revealed 1P 1R 1T 2P 2R 2T 4P 4R 4T\ndeal Ana 5P 5R 5T 6P 6R\ndeal Bo ?????\n"
        "Bo disc h1 = 2\nAna disc T = 1\n"
    )
    own = read(HEAD + text)
    posterior = count(own.game.model.hidden(own))
    tile = chosen(text).words[0]
    distance = {t: abs(posterior.chance(t, "nobody") - 1 / 2) for t in ("3P", "6T", "7P", "8T")}
    assert abs(posterior.chance(tile, "nobody") - 1 / 2) <= min(distance.values())


def test_what_is_certain_is_named_first_in_the_conclusion() -> None:
    text = (
        '[From "position"]\nrevealed 1P 1R 1T 2P 2R 2T 4P 4R 4T\nneutral 5P 5R 5T\n'
        "found Ana 6P 6R\nfound Bo 7T\ndeal Ana 8P 8R 8T\ndeal Bo ????\n"
        "Ana disc h1 shows 0\nAna disc h1 shows 0\nAna disc h1 shows 0\n"
        "Bo disc h1 shows 3\nBo disc h2 shows 0\nBo disc v1 shows 1\nconclusion\n"
    )
    choice = GreedyBot().choose(read(HEAD + text), Random(0))
    assert choice.event.words[0] in ("3P", "3R", "3T")
    assert choice.urgency == 1


def test_chance_has_no_part_in_it() -> None:
    record = drawn(blank("adresses-jaunes", 3), Random(1))
    while choices(own := view(record, "Ana")):
        moves = {GreedyBot().choose(own, Random(seed)).event for seed in range(3)}
        assert len(moves) == 1
        record = drawn(acted(record, moves.pop()), Random(2))
        while any(others := [choices(view(record, each)) for each in ("Bo", "Cy")]):
            if record.state.step == "conclusion":
                break
            record = acted(record, next(filter(None, others))[0])


def test_where_somebody_did_not_follow_the_convention_the_rules_alone_are_read() -> None:
    """By the convention Bo would hold 6P, which is in the hand of Ana."""
    text = (
        "revealed 1P 1R 1T 2P 2R 2T 4P 4R 4T\ndeal Ana 5P 5R 5T 6P 6R\ndeal Bo ?????\n"
        "Bo disc h1 = 2\nAna disc T = 1\nBo pawn 7T = nobody\nAna pawn 6T = nobody\n"
    )
    head = HEAD.replace("[Seat", '[Convention "spoken"]\n[Seat')
    assert GreedyBot().choose(read(head + text), Random(0)).event.verb == "disc"
    broken = text + "Bo disc h1 = 2\nAna disc T = 1\n"
    assert GreedyBot().choose(read(head + broken), Random(0)).event.verb == "pawn"

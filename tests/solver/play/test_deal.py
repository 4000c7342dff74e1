"""A deal is drawn from its seed alone, line by line, and can be drawn again by anybody."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.models.core import TABLE, Draw, Line, Record, Roll, turn, view
from aparte.models.games import OWN
from aparte.models.match import Match
from aparte.models.record import read, write
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.deal import deal_of, dealt, new_deal, redrawn, sealed, unsealed, whims
from aparte.solver.play.driver import acted, bot_event
from tests.tables import NAMES, blank


def played(game: str, players: int, seed: int, most: int = 150) -> Record:
    """Return the record of a game between random bots, as the program deals it."""
    deal = new_deal(seed)
    record = dealt(unsealed(blank(game, players), deal), deal.seed)
    bots = {player: RandomBot() for player in NAMES[:players]}
    match = Match.of(record, bots)
    while len(match.record.lines) < most and turn(match.record):
        event = bot_event(match, bots, whims(deal.seed, match.record))
        assert event is not None
        match = match.at(dealt(acted(match.record, event), deal.seed))
    return match.record


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("seed", range(2))
def test_what_was_dealt_is_drawn_again_from_the_header(game: str, seed: int) -> None:
    record = read(write(played(game, 3, seed)))
    deal = deal_of(record)
    assert redrawn(record, deal.seed) is None


@pytest.mark.parametrize("game", OWN)
def test_another_seed_is_found_out_at_the_first_line_it_changes(game: str) -> None:
    record = played(game, 3, 1, most=20)
    found = redrawn(record, "2")
    first = record.until(found.line - 1)
    coming = turn(first)
    assert isinstance(coming, (Draw, Roll))
    assert redrawn(first, "2") is None
    assert found.event != dict(record.events)[found.line]


@pytest.mark.parametrize("game", OWN)
def test_neither_tags_nor_notes_have_a_say_in_the_draw(game: str) -> None:
    plain = blank(game, 3)
    told = blank(game, 3, Title="Sunday", Source="home")
    noted = replace(plain, lines=(Line(4, None, "# begun late"),))
    hands = [[event for _, event in dealt(each, "5").events] for each in (plain, told, noted)]
    assert hands[0] == hands[1] == hands[2]


def test_a_chosen_number_gives_the_same_deal_and_no_number_another_one() -> None:
    assert new_deal(3) == new_deal(3) != new_deal(4)
    assert new_deal() != new_deal()
    assert len(new_deal().seed) == len(new_deal().salt) == len(new_deal(3).salt) == 32


def test_the_seal_is_the_hash_of_seed_and_salt() -> None:
    deal = new_deal()
    expected = hashlib.sha256(f"{deal.seed} {deal.salt}".encode()).hexdigest()
    assert deal.seal == expected
    assert sealed(blank("onstage", 3), deal).tag("Deal") == expected


@pytest.mark.parametrize("viewer", ["Ana", TABLE])
def test_a_seat_sees_the_seal_but_never_the_seed(viewer: str) -> None:
    record = played("onstage", 3, 1, most=10)
    seen = view(record, viewer)
    assert seen.tag("Deal") == record.tag("Deal")
    assert seen.tag("Seed") is seen.tag("Salt") is None
    assert "Seed" not in write(seen) and "Salt" not in write(seen)


def test_the_example_of_the_docs_is_a_sealed_deal() -> None:
    text = (Path(__file__).parents[3] / "docs" / "records.md").read_text("utf-8")
    for tag, value in new_deal(7).tags:
        assert f'[{tag} "{value}"]' in text

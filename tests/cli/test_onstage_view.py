"""The table of Onstage, drawn and told, at every moment of a game."""

import re

import pytest

from aparte.cli.views import sentences
from aparte.models.core import TABLE, view
from aparte.models.onstage import GAME, Step
from aparte.models.onstage.face import FACE
from aparte.models.onstage.text import SUITS
from aparte.models.record import read_file
from aparte.solver.engine.solve import solve
from tests.aparte_cli import EXAMPLES, aparte
from tests.boards import drawn, renamed
from tests.models.onstage.positions import game
from tests.snapshots import GOLDEN
from tests.tables import prefixes

LONG = ("Anne-Charlotte_Marie", "Anne-Charlotte_Marth", "Bo", "Zoë", "Anne-Charlotte_Lou")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_fits_80_columns_and_can_be_told_at_every_line(players: int) -> None:
    whole = renamed(game(players, players), LONG)
    for record in [*prefixes(whole)][::11]:
        for viewer in (TABLE, "Bo"):
            seen = view(record, viewer)
            rows = drawn(seen).splitlines()
            assert max(map(len, rows)) <= 80
            told = list(sentences(seen))
            assert len(told) >= 3 + players
            assert not any("{" in line for line in told)


def test_the_chances_fit_80_columns_too() -> None:
    seen = view(renamed(game(5, 2), LONG).until(60), "Bo")
    rows = drawn(seen, solve(seen)).splitlines()
    assert max(map(len, rows)) <= 80


def test_every_suit_has_a_letter_a_symbol_and_a_name() -> None:
    assert tuple(SUITS) == GAME.box.suits
    assert len({tuple(suit.names.values()) for suit in SUITS.values()}) == 4
    assert len({suit.symbol for suit in SUITS.values()}) == 4


def test_the_trump_group_stands_in_the_spotlight_and_the_line_begins_in_front() -> None:
    seen = read_file(EXAMPLES / "onstage-5p-ana.rec")
    shown, told = drawn(seen), "\n".join(sentences(seen))
    assert "★ K2♠ K3♠ = 5 ★   P1♥ = 1   B2♦ = 2" in shown
    assert "stage, trump: black K♠" in shown
    assert "line: ▸P2♥ B1♦" in shown
    assert "trick: Dai K7♠ ★ Eli B6♦" in shown
    assert "▸ Ana    P3♥ G1♣" in shown
    assert "Ana:  K♠ 3   B♦ 9   G♣ 2 4" in shown
    assert "Stage: black K2♠ K3♠ (5), pink P1♥ (1), blue B2♦ (2); trump: black K♠." in told
    assert "Bo: 4 cards in hand" in told


def test_a_trick_that_was_taken_stays_in_sight_until_the_next_card() -> None:
    whole = read_file(GOLDEN / "onstage-en-3.rec")
    for line in (17, 18):  # Ana has to claim, then to lead
        seen = view(whole.until(line), "Bo")
        assert "trick taken: Bo P2♥ Cy P1♥ Ana P7♥ ★" in drawn(seen)
        told = "Trick: Bo P2♥, Cy P1♥, Ana P7♥; Ana has taken it with P7♥."
        assert told in sentences(seen)
    seen = view(whole.until(19), "Bo")
    assert "trick: Ana B9♦ ★" in drawn(seen)
    assert "taken" not in drawn(seen)
    assert "taken" not in drawn(view(whole.until(8), "Bo"))


def test_other_hands_stay_hidden() -> None:
    whole = game(4, 1)
    for record in [*prefixes(whole)][10::17]:
        seen = view(record, "Cy")
        for player, hand in record.state.hands.items():
            if player != "Cy" and record.state.step is Step.PLAY and len(hand) > 1:
                assert f"{player}: " not in drawn(seen)


def test_chances_are_told_by_cards_that_are_alike() -> None:
    seen = read_file(EXAMPLES / "onstage-5p-ana.rec")
    solved = solve(seen)
    shown, told = drawn(seen, solved), "\n".join(sentences(seen, solved))
    assert re.search(r"P3♥ P5♥ +· +80 +· +· +20", shown)
    assert "Chances of P3♥ P5♥: Cy 80%, removed 20%." in told
    assert str(FACE.region(seen, ["P3", "P5", "K2"])) == "the pink P♥ cards"


def test_in_french() -> None:
    shown = aparte("solve", EXAMPLES / "onstage-5p-ana.rec", "--lang", "fr").stdout
    assert "scène, atout\N{NO-BREAK SPACE}: noir N♠" in shown
    assert "écartée" in shown
    assert "Eli a joué B6 sans fournir de noir" in " ".join(shown.split())
    assert "pink" not in shown

"""What is said of a trick is true in every deal, as long as the trump stays."""

from __future__ import annotations

import re

import pytest

from aparte.models.core import view
from aparte.solver.games.onstage.position import Position
from aparte.solver.games.onstage.reasons import outlook
from aparte.solver.play.coach import choices
from tests.tables import prefixes, random_game


@pytest.mark.parametrize("seed", range(2))
def test_what_is_said_of_a_trick_is_true_of_the_deal(seed: int) -> None:
    game = random_game("onstage", 3 + seed % 2, seed)
    told = set()
    for cut in list(prefixes(game))[::8]:
        for player in cut.setup.players:
            own = view(cut, player)
            plays = [move for move in choices(own) if move.verb == "plays" and move.actor == player]
            if not plays:
                continue
            position = Position.of(own)
            for move in plays[:4]:
                words = str(outlook(position, move))
                told.add(words.split()[0])
                trick = own.state.trick
                card = move.words[0]
                if "stays ahead" in words:
                    (ahead,) = re.findall(r"with (\w\d)", words)
                    assert ahead in {play.card for play in trick}
                elif "nobody plays behind you" in words:
                    assert len(trick) == len(cut.setup.players) - 1
                elif "no unseen card beats" in words:
                    behind = [p for p in cut.setup.players if p != player]
                    held = [c for p in behind for c in cut.state.hands[p].known]
                    led = trick[0].card[0] if trick else card[0]
                    higher = [c for c in held if c[0] == card[0] and int(c[1:]) > int(card[1:])]
                    assert not higher or card[0] not in (led, own.state.theatre.trump)
                for name, cards in re.findall(r"(\w+) has ((?:\w\d/?)+) \(", words):
                    assert name in cut.setup.players
                    assert not set(cards.split("/")) & set(own.state.hands[player].known)
    assert len(told) > 2

"""What is given beside a reason is proved, by few lines, and only told where deductions may be."""

from __future__ import annotations

from itertools import chain, islice

import pytest

from aparte.models.hidden import Claim
from aparte.models.words import say
from aparte.solver.engine.count import count
from aparte.solver.games.adresses_jaunes.effects import Sure
from aparte.solver.games.onstage.effects import Wins, bearing
from aparte.solver.games.overseers.effects import Points, Source
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget, choices
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.grounds import LINES, grounded, single
from aparte.solver.play.trial import Difference, Effect
from tests.reasons import played_positions

SPOKEN_OF = {
    "onstage": lambda player: Wins(player, yours=False),
    "adresses-jaunes": lambda player: Sure(player, yours=False),
    "overseers": lambda player: Points(player, False, Source.CARDS, -1.0),
}
"""Effects that games may speak of, by player."""


@pytest.mark.parametrize("game", SPOKEN_OF)
def test_what_is_given_follows_from_its_lines(game: str) -> None:
    found = 0
    for own in islice(chain.from_iterable(played_positions(game, 11, n) for n in range(9)), 16):
        move, *_, other = choices(own)
        player = next(name for name in own.setup.players if name != own.viewer)
        effect: Effect = SPOKEN_OF[game](player)
        apart = (Difference(effect, 0.5, 0.1, 1.0),)
        told = grounded(own, move, Contrast(other, say("other"), 1.0, 0.1, False, apart))
        if told.given is None:
            continue
        found += 1
        hidden, lines = own.game.model.hidden(own), told.given.lines
        assert 0 < len(lines) <= LINES and str(lines[-1]) in str(told.clause)
        denied = told.given.claim.denied().fact(hidden)
        assert count(hidden.told_by(lines).assuming(denied)).worlds == 0
        either = Contrast(other, say("other"), 0.0, 0.1, True, ())
        assert grounded(own, move, either) == either
    assert found


def test_no_card_already_played_is_said_to_be_in_a_hand() -> None:
    seen = 0
    for own in islice(
        chain.from_iterable(played_positions("onstage", 11, n) for n in range(4)), 16
    ):
        move, *_, other = choices(own)
        players = (name for name in own.setup.players if name != own.viewer)
        for effect in (Wins(player, yours=False) for player in players):
            asked = list(bearing(own, move, other, Difference(effect, 0.5, 0.1, 1.0)))
            seen += len(asked)
            assert own.state.played.isdisjoint(each.item for each in asked if each.holds)
    assert seen


def test_nothing_is_given_where_no_deduction_may_be_told() -> None:
    for own in islice(played_positions("onstage", 11, 0), 4):
        for each in ranked(own, Budget(iterations=24), proving=False):
            assert not any(way and way.given for way in (each.contrast, each.beyond))


def test_a_claim_about_a_trait_is_one_about_each_piece() -> None:
    own = next(played_positions("onstage", 11, 0))
    hidden = own.game.model.hidden(own)
    suit, trait = next(iter(hidden.traits.items()))
    player = next(name for name in own.setup.players if name != own.viewer)
    assert single(hidden, Claim(suit, player)) == [], "one of them is there, not each"
    pieces = {claim.item for claim in single(hidden, Claim(suit, player, holds=False))}
    assert pieces and pieces <= trait.items

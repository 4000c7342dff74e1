"""What is given beside a reason is proved, by few lines, and only told where deductions may be."""

from __future__ import annotations

from itertools import chain, islice

import pytest

from aparte.models.core import Event
from aparte.models.hidden import Claim
from aparte.models.words import say
from aparte.solver.engine.count import count
from aparte.solver.games.bards.effects import Deed, Does
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget, choices
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.grounds import LINES, grounded, single
from aparte.solver.play.trial import Difference, Effect
from tests.reasons import played_positions

SPOKEN_OF = {
    "bards": lambda player: Does(player, True, Deed.HIRES, None, 0.1),
}
"""Effects that games may speak of, by player."""


@pytest.mark.parametrize("game", SPOKEN_OF)
def test_what_is_given_follows_from_its_lines(game: str) -> None:
    found = 0
    some = chain.from_iterable(played_positions(game, 11, n) for n in range(30))
    for own in islice((own for own in some if any(map(hires_last, choices(own)))), 6):
        move, *_, other = sorted(choices(own), key=hires_last)[::-1]
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


def hires_last(move: Event) -> bool:
    """Tell whether a move hires: at Bards nothing else is told with a fact about posters."""
    return move.verb == "hires"


def test_nothing_is_given_where_no_deduction_may_be_told() -> None:
    for own in islice(played_positions("bards", 11, 0), 4):
        for each in ranked(own, Budget(iterations=24), proving=False):
            assert each.contrast is None or each.contrast.given is None


def test_a_claim_about_a_trait_is_one_about_each_piece() -> None:
    own = next(played_positions("onstage", 11, 0))
    hidden = own.game.model.hidden(own)
    suit, trait = next(iter(hidden.traits.items()))
    player = next(name for name in own.setup.players if name != own.viewer)
    assert single(hidden, Claim(suit, player)) == [], "one of them is there, not each"
    pieces = {claim.item for claim in single(hidden, Claim(suit, player, holds=False))}
    assert pieces and pieces <= trait.items

"""Why a tile is sure, and when all is won, held to plain counting."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import chain, islice

from aparte.models.adresses_jaunes.state import Step
from aparte.solver.games.adresses_jaunes.coach import decision_of
from aparte.solver.games.adresses_jaunes.counting import FEW_DEALS
from aparte.solver.games.adresses_jaunes.deals import MOST
from aparte.solver.games.adresses_jaunes.sure import lacking, proofs
from tests.reasons import played_positions
from tests.solver.games.adresses_jaunes.adresses_jaunes_counts import Counting, Hand, Proof, named


def test_every_step_that_makes_a_tile_sure_holds_by_the_discs_as_they_lie() -> None:
    """At ends of games; there is one for most tiles that are sure, which counting tells."""
    sure, proved = 0, 0
    for own in chain.from_iterable(
        played_positions("adresses-jaunes", 77_751, n) for n in range(8, 20)
    ):
        counting = Counting(own)
        if own.state.step is not Step.CONCLUSION or not counting.worlds:
            continue
        proof, found = Proof(own, counting), proofs(own)
        for (player, tile), why in found.items():
            proof.sure(player, tile)
            proof.holds(player, tile, str(why))
        for (player, tile), why in lacking(own).items():
            proof.lacks(player, tile, str(why))
        for seat, player in enumerate(counting.players):
            if player != own.viewer:
                held = reduce(Hand.intersection, (deal[seat] for deal in counting.worlds))
                sure += len(held - counting.open.keys())
        proved += len(found)
    assert sure >= proved >= 0.7 * sure > 0


def test_it_is_won_already_where_naming_what_is_certain_ends_it() -> None:
    """In each of few deals, and nowhere else."""
    found = Counter[bool]()
    for own in chain.from_iterable(
        played_positions("adresses-jaunes", 77_611, n, (2, 3, 4)) for n in range(30)
    ):
        counting, decision = Counting(own), decision_of(own)
        every = [*islice(counting.deals({}), MOST + 1)]
        if not 0 < len(counting.worlds) <= FEW_DEALS or len(every) > MOST:
            continue
        won = all(len(named(deal, every)) == 1 for deal in counting.worlds)
        assert decision.is_won is won
        found[won] += 1
    assert min(found[True], found[False]) >= 5, found

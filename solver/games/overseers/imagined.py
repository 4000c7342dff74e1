"""Determinization: tables that a seat can imagine, drawn from what its view leaves open.

Until the rows are revealed, the facts of the draft are independent: the cards of each group (see
`draft`) are taken anew as people take them (see `taking`). After that the exact counter draws.
Secret choices that others may or may not have entered are taken back, so their order tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random

from ....models.core import Event, View
from ....models.overseers.box import Kind
from ....models.overseers.clues import DISCARD
from ....models.overseers.state import Spot, State, Step
from ...engine.sweep import TooManyStates
from .behaviour import Behaviour
from .choosing import doubts
from .draft import Draft
from .moves import table_of
from .passes import Likelihood, Pass
from .pruned import PrunedPass
from .reckoning import Reckoning
from .sampling import Sampler
from .table import NOBODY, Card, RoundTable, Row
from .taking import Taking
from .using import Used
from .worlds import Worlds

BLIND = frozenset({Step.FUSHEN, Step.DRAFT, Step.DISCARD, Step.PLACEMENT, Step.TOP_ROWS})
"""The steps in which no card of another player is face up, and choices are secret."""


PASSES = 8
"""Pruned passes that are tried if the worlds are too many to count."""


def imagined(view: View[State], behaviour: Behaviour | None, rng: Random) -> Iterator[RoundTable]:
    """Yield independent draws of the table; raises Contradiction if no world fits `view`."""
    state = view.state
    draw: Callable[[RoundTable], None]
    if state.step is Step.CHOICE:
        draw = partial(_deal, rng)
    elif state.step in BLIND:
        draw = _InHand(view, state, behaviour, rng).draw
    else:
        draw = _Laid(view, state, behaviour, rng).draw
    start = table_of(view, state)
    start.votes = [NOBODY] * len(state.players)
    minds = partial(_doubting, rng) if state.step is not Step.VOTE else _crowded(view, start, rng)
    while True:
        table = start.copy()
        table.taste = rng.getrandbits(64)
        minds(table)
        draw(table)
        yield table


def _doubting(rng: Random, table: RoundTable) -> None:
    table.doubts = doubts(table, rng)


def _crowded(view: View[State], start: RoundTable, rng: Random) -> Callable[[RoundTable], None]:
    """Return what seats people at a table where a vote is due."""
    from .voting import crowds

    crowd = crowds(view, start, rng)

    def seated(table: RoundTable) -> None:
        found = next(crowd)
        table.doubts = found.doubts
        for seat in found.blind:
            table.votes[seat] = rng.choice([other for other in table.seats if other != seat])

    return seated


def next_round(view: View[State], move: Event, rng: Random) -> RoundTable:
    """Return the next round at its first choice, after `move`, which names its leader."""
    game = view.game
    state: State = game.apply(view.state, move)
    while not isinstance(coming := game.turn(state), tuple):
        state = game.apply(state, coming.sample(rng))
    table = table_of(view, state, taste=rng.getrandbits(64))
    table.looked = None  # that was in the last round
    if not any(table.packs):
        _deal(rng, table)
    table.doubts = doubts(table, rng)
    return table


def _deal(rng: Random, table: RoundTable) -> None:
    """Deal the packs, while characters are chosen."""
    box = table.cards.box
    size, deck = box.hand, list(box.cards(len(table.packs)))
    rng.shuffle(deck)
    bundle = table.cards.bundle
    table.packs = [bundle(deck[size * seat : size * (seat + 1)]) for seat in table.seats]


class _InHand:
    """Packs and hands, before any row is face up; the present choices of others are taken back."""

    def __init__(
        self, view: View[State], state: State, behaviour: Behaviour | None, rng: Random
    ) -> None:
        self._viewer, self._rng = state.players.index(view.viewer), rng
        self._taking = Taking(view, behaviour.strength if behaviour else 0.0)

    def draw(self, table: RoundTable) -> None:
        viewer, own = self._viewer, table.hands[self._viewer]
        self._taking.draw(table, self._rng)
        table.hands[viewer] = own
        for seat in table.seats:
            if seat != viewer:
                table.rows[seat] = []
        table.here = [seat for seat in table.seats if seat != viewer or seat in table.here]
        table.full = [seat for seat in table.seats if seat != viewer or seat in table.full]


def worlds_of(draft: Draft, likelihood: Likelihood | None, rng: Random) -> Worlds:
    """Return the worlds of a draft, by one pruned pass if they are too many to count.

    Raises TooManyStates if `PASSES` pruned passes find no world.
    """
    try:
        return Worlds(Pass(draft, likelihood))
    except TooManyStates:
        passes = (Worlds(PrunedPass(draft, likelihood, rng)) for _ in range(PASSES))
        for worlds in passes:
            if worlds.total:
                return worlds
        raise


class _Laid:
    """Rows and the discard, drawn by the exact counter."""

    def __init__(
        self, view: View[State], state: State, behaviour: Behaviour | None, rng: Random
    ) -> None:
        self._state, self._rng = state, rng
        self._reckoning = Reckoning(state)
        draft, likelihood = Draft.of(view), None
        self._used = Used(state, draft, behaviour.strength if behaviour else 0.0)
        if behaviour is not None:
            likelihood = self._used.weighing(behaviour.likelihood(state.box))
        self._sampler = Sampler(worlds_of(draft, likelihood, rng), rng)

    def draw(self, table: RoundTable) -> None:
        state, rng, cards = self._state, self._rng, table.cards
        round_ = self._sampler.worlds.draft.model.round
        deal = {player: dict(laid) for player, laid in self._sampler.deal().items()}
        self._used.arrange(deal, rng)
        pile = [laid.pop(DISCARD) for laid in deal.values() if DISCARD in laid]
        if round_.added:
            seen = round_.seen.get((round_.drawer, round_.added))
            kind = seen.kind if seen else rng.choice(pile)
            pile.remove(kind)
            deal[round_.drawer][round_.added] = kind
        pile += [deal[player][spot] for player, spot in round_.pile]
        for kind in (*state.drawn.known, *((round_.taken.kind,) if round_.taken else ())):
            pile.remove(kind)
        if not state.discard.whole:
            table.pile = cards.bundle(pile)
        for seat, player in enumerate(state.players):
            table.rows[seat] = self._row(table, player, deal[player])

    def _row(self, table: RoundTable, player: str, kinds: Mapping[Spot, Kind]) -> Row:
        card = table.cards.card
        row = self._state.rows[player]
        laid = {each.spot: kinds.get(each.spot, each.kind) for each in row}
        natures = self._reckoning.natures(player, laid)
        return [
            Card(each.spot, card[laid[each.spot]], card[natures[each.spot]], each.up)
            for each in row
        ]

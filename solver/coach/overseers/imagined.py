"""Worlds as a seat imagines them: whole states drawn from what its view leaves open.

Until the rows are revealed, the facts of the draft do not meet: the cards of each group (see
`solver.overseers.draft`) are shuffled over its slots. From then on the exact counter draws. Secret
choices that others may or may not have entered are taken back, so their order tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random

from ....models.bag import HOLE, Bag
from ....models.core import Event, View, fold
from ....models.overseers.box import Kind
from ....models.overseers.clues import DISCARD
from ....models.overseers.state import State, Step
from ...overseers import Sampler, Table, Worlds
from ...overseers.behaviour import Behaviour

_BLIND = frozenset(
    {Step.CHOICE, Step.FUSHEN, Step.DRAFT, Step.DISCARD, Step.PLACEMENT, Step.TOP_ROWS}
)
"""The steps at which no card of another player lies open."""


def imagined(view: View, behaviour: Behaviour | None, rng: Random) -> Iterator[State]:
    """Yield independent draws of the state, whole; raises Contradiction if no world fits."""
    state: State = fold(view)
    draw: Callable[[], State]
    if state.step is Step.CHOICE:
        draw = _Undealt(state, rng).draw
    elif state.step in _BLIND:
        draw = _Draft(view, state, rng).draw
    else:
        draw = _Laid(view, state, behaviour, rng).draw
    while True:
        yield draw()


def next_round(view: View, move: Event, rng: Random) -> State:
    """Return the next round after `move`, which names its leader, up to the first choice."""
    game = view.game
    state: State = game.apply(fold(view), move)
    while not isinstance(coming := game.turn(state), tuple):
        state = game.apply(state, coming.sample(rng))
    return state


class _Undealt:
    """The next packs, before they are dealt."""

    def __init__(self, state: State, rng: Random) -> None:
        self._state, self._rng = state, rng

    def draw(self) -> State:
        state, size = self._state, self._state.box.hand
        deck = list(state.box.cards(len(state.players)))
        self._rng.shuffle(deck)
        packs = {
            player: _bag(deck[size * i : size * (i + 1)]) for i, player in enumerate(state.players)
        }
        return replace(state, packs=packs, hands=dict.fromkeys(state.players, Bag()))


class _Draft:
    """Packs and hands, before any row is open; the present picks of others are taken back."""

    def __init__(self, view: View, state: State, rng: Random) -> None:
        self._state, self._viewer, self._rng = state, view.viewer, rng
        self._table = Table.of(view)

    def draw(self) -> State:
        state, viewer = self._state, self._viewer
        round_ = self._table.model.round
        packs: dict[str, list[Kind]] = {player: [] for player in state.players}
        hands: dict[str, list[Kind]] = {player: [] for player in state.players}
        drafting = state.step is Step.DRAFT

        def deal(seat: str, turn: int, kinds: list[Kind]) -> None:
            open_ = drafting and turn == round_.turn and seat != viewer
            (packs if open_ else hands)[seat].extend(kinds)

        for slot in round_.slots:
            deal(slot.seat, slot.turn, list(slot.kinds))
        for group in self._table.groups or ():
            cards = list(group.kinds.elements())
            self._rng.shuffle(cards)
            for slots in group.slots.values():
                for slot in slots:
                    deal(slot.seat, slot.turn, [cards.pop() for _ in range(slot.size)])
            for place, size in group.stores.items():
                taken = [cards.pop() for _ in range(size)]
                if place.startswith("pack:"):
                    pack = place.removeprefix("pack:")
                    packs[round_.seat_of(pack, round_.turn)].extend(taken)
        return replace(
            state,
            acted=(viewer,) if viewer in state.acted else (),
            packs={player: _bag(kinds) for player, kinds in packs.items()},
            hands={
                player: state.hands[player] if player == viewer else _bag(kinds)
                for player, kinds in hands.items()
            },
            rows={player: row if player == viewer else () for player, row in state.rows.items()},
            discard=Bag(state.discard.known),
        )


class _Laid:
    """Rows and the discard, drawn by the exact counter."""

    def __init__(self, view: View, state: State, behaviour: Behaviour | None, rng: Random) -> None:
        self._state, self._rng = state, rng
        likelihood = behaviour.likelihood(state.box) if behaviour else None
        self._sampler = Sampler(Worlds(Table.of(view), likelihood), rng)

    def draw(self) -> State:
        state, rng = self._state, self._rng
        round_ = self._sampler.worlds.table.model.round
        deal = {player: dict(laid) for player, laid in self._sampler.deal().items()}
        pile = [laid.pop(DISCARD) for laid in deal.values() if DISCARD in laid]
        if round_.added:
            seen = round_.seen.get((round_.drawer, round_.added))
            kind = seen.kind if seen else rng.choice(pile)
            pile.remove(kind)
            deal[round_.drawer][round_.added] = kind
        pile += [deal[player][spot] for player, spot in round_.pile]
        for kind in (*state.drawn.known, *((round_.taken.kind,) if round_.taken else ())):
            pile.remove(kind)
        rows = {
            player: tuple(
                replace(laid, kind=deal[player].get(laid.spot, laid.kind)) for laid in row
            )
            for player, row in state.rows.items()
        }
        tilt, tuck = state.tilt, state.tuck
        if tilt and tilt.kind == HOLE:
            tilt = replace(tilt, kind=deal[tilt.player][tilt.spot])
        if tuck and tuck.kind == HOLE:
            tuck = replace(tuck, kind=deal[tuck.player][tuck.above])
        discard = state.discard if state.discard.whole else _bag(pile)
        trial = replace(state.trial, votes={})
        return replace(state, rows=rows, tilt=tilt, tuck=tuck, discard=discard, trial=trial)


def _bag(kinds: Iterable[Kind]) -> Bag:
    return Bag(tuple(sorted(kinds)))

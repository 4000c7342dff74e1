"""What a pick is worth: the rest of the draft played out by sensible players, in many worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, pstdev

from ....models.core import Event, View
from ....models.overseers.box import Kind, Power
from ....models.overseers.deduce import Model
from ....models.overseers.state import State
from ....models.words import say
from ...overseers import Sampler, Table, Worlds
from .. import Advice
from . import hands

FINED = 0.5
"""The chance that whoever has most is accused, and admits: the usual end of such a round."""


@dataclass
class _Draft:
    """Packs and hands of one world, while a draft is played out."""

    state: State
    packs: dict[str, list[Kind]]
    hands: dict[str, list[Kind]]

    def take(self, player: str, kinds: Sequence[Kind]) -> None:
        for kind in kinds:
            self.packs[player].remove(kind)
            self.hands[player].append(kind)

    def play_out(self, waiting: Sequence[str], size: int) -> None:
        """Let those who are `waiting` pick `size` cards, then all the rest go round."""
        state, box = self.state, self.state.box
        while any(self.packs.values()):
            for player in waiting:
                pack, hand = self.packs[player], self.hands[player]
                power = state.power_of(player)
                self.take(player, hands.best_pick(box, power, hand, pack, min(size, len(pack))))
            self.packs = {state.receiver(player): pack for player, pack in self.packs.items()}
            waiting, size = state.players, 1

    def relative(self, viewer: str) -> float:
        """Return the viewer's points less the mean of the others, the usual fine counted."""
        points: dict[str, float] = {}
        losses: dict[str, float] = {}
        for player, hand in self.hands.items():
            kept, power = list(hand), self.state.power_of(player)
            kept.remove(hands.best_discard(self.state.box, power, hand))
            points[player] = hands.points(self.state.box, power, kept)
            losses[player] = points[player] - self._fined(power, kept)
        most = max(points, key=lambda player: points[player])
        points[most] -= FINED * losses[most]
        others = [score for player, score in points.items() if player != viewer]
        return points[viewer] - fmean(others)

    def _fined(self, power: Power | None, kept: list[Kind]) -> int:
        box = self.state.box
        for _ in range(box.confessed):
            kept.remove(hands.best_discard(box, power, kept))
        return hands.points(box, power, kept)


def picks(
    view: View, state: State, moves: Sequence[Event], worlds: int, rng: Random
) -> Iterator[Advice]:
    """Rate the picks of the viewer; all moves are tried in the same worlds."""
    sampler = Sampler(Worlds(Table.of(view)), rng)
    model = sampler.worlds.table.model
    drafts = [_dealt(model, state, sampler) for _ in range(worlds)]
    unit = say("points of this round, relative to the mean of the others")
    for move in moves:
        values = [_tried(draft, view.viewer, move) for draft in drafts]
        error = pstdev(values) / sqrt(len(values))
        why = say("the rest of the draft played out by sensible players")
        yield Advice(move, fmean(values), unit, error, False, why, chance=False)


def _dealt(model: Model, state: State, sampler: Sampler) -> _Draft:
    """Return the packs and hands of one world."""
    packs: dict[str, list[Kind]] = {player: [] for player in state.players}
    held: dict[str, list[Kind]] = {player: [] for player in state.players}
    for kind, places in sampler.world().items():
        for place, n in Counter(places).items():
            if place in model.where:
                held[model.where[place][0].seat] += [kind] * n
            elif place.startswith("pack:"):
                seat = model.round.seat_of(place.removeprefix("pack:"), model.round.turn)
                packs[seat] += [kind] * n
    return _Draft(state, packs, held)


def _tried(draft: _Draft, viewer: str, move: Event) -> float:
    state = draft.state
    trial = _Draft(state, _copied(draft.packs), _copied(draft.hands))
    size = 2 if state.doubling or move.verb == "doubles" else 1
    waiting = [player for player in state.players if player not in state.acted]
    if move.verb == "picks":
        trial.take(viewer, move.words)
        waiting.remove(viewer)
    trial.play_out(waiting, size)
    return trial.relative(viewer)


def _copied(cards: Mapping[str, list[Kind]]) -> dict[str, list[Kind]]:
    return {player: list(kinds) for player, kinds in cards.items()}

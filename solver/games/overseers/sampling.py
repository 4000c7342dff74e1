"""Random worlds: only what is where (fast), or every card with its origin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random

from ....models.core import Contradiction
from ....models.hidden import World
from ....models.overseers.box import Kind
from ....models.overseers.clues import BACK, DISCARD, DRAWN, HAND, KEPT, RETAKEN, TAKEN, Slot
from ....models.overseers.state import Spot, State
from ....models.words import say
from .draft import Holder
from .passes import Taking
from .worlds import Worlds

Deal = Mapping[str, Mapping[str, Kind]]
"""What every player has: the kind at every spot, in the discard, in hand."""


class Sampler:
    """Independent samples from `worlds`; raises Contradiction if there is none."""

    def __init__(self, worlds: Worlds, rng: Random) -> None:
        if not worlds.total:
            raise Contradiction(say("these lines cannot all be true"))
        self.worlds = worlds
        self.rng = rng
        self._ladder: dict[tuple[int, str], tuple[list[Taking], list[float]]] = {}

    def deal(self) -> Deal:
        """Return what every player has at every spot and in the discard, in one random world."""
        return {holder.player: self.laid(holder, step) for holder, step in self.path()}

    def rows(self, state: State) -> tuple[Mapping[str, Mapping[Spot, Kind]], Sequence[Kind]]:
        """Return the cards before every player and the discard, in one random world."""
        round_ = self.worlds.draft.model.round
        deal = {player: dict(laid) for player, laid in self.deal().items()}
        pile = [laid.pop(DISCARD) for laid in deal.values() if DISCARD in laid]
        if round_.added:
            seen = round_.seen.get((round_.drawer, round_.added))
            kind = seen.kind if seen else self.rng.choice(pile)
            pile.remove(kind)
            deal[round_.drawer][round_.added] = kind
        rows = {
            player: {laid.spot: deal[player].get(laid.spot, laid.kind) for laid in row}
            for player, row in state.rows.items()
        }
        return rows, pile

    def world(self) -> World:
        """Return one world, all equally likely (or weighted by the likelihood)."""
        return _WorldMaker(self).world()

    def path(self) -> Iterator[tuple[Holder, Taking]]:
        """Yield what each player has taken in one random world."""
        passed = self.worlds.passed
        state = passed.start
        for layer, below in zip(passed.layers, passed.after[1:], strict=True):
            key = (state, layer.holder.player)
            if key not in self._ladder:
                steps = layer.steps[state]
                sums = accumulate(float(step[1] * below[step[0]]) for step in steps)
                self._ladder[key] = (steps, list(sums))
            steps, ladder = self._ladder[key]
            (step,) = self.rng.choices(steps, cum_weights=ladder)
            yield layer.holder, step
            state = step[0]

    def laid(self, holder: Holder, step: Taking) -> Mapping[str, Kind]:
        """Return a player's cards by fate, when the player took the cards of `step`."""
        passed, rng = self.worlds.passed, self.rng
        laid = dict(holder.known)
        _, _, packed, discard, _, _ = step
        rest, open_ = list(passed.elements(packed)), list(holder.open)
        if discard >= 0 and DISCARD in open_:
            laid[DISCARD] = passed.kinds[discard]
            rest.remove(laid[DISCARD])
            open_.remove(DISCARD)
        if holder.barred and holder.barred[0] in open_:
            spot, barred = holder.barred
            laid[spot] = rng.choice([kind for kind in rest if kind not in barred])
            rest.remove(laid[spot])
            open_.remove(spot)
        rng.shuffle(rest)
        laid.update(zip(open_, rest, strict=True))
        return laid


class _WorldMaker:
    """One world, drawn card by card."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler
        self._worlds = worlds = sampler.worlds
        self._rng = sampler.rng
        self._places: dict[Kind, list[str]] = {kind: [] for kind in worlds.draft.kinds}
        self._left = [Counter(group.kinds) for group in worlds.draft.groups or ()]
        self._discards: list[tuple[Slot, Kind, int]] = []

    def world(self) -> World:
        worlds = self._worlds
        for holder, step in self._sampler.path():
            self._hold(holder, step)
        self._tell_stories()
        for group, left in zip(worlds.draft.groups or (), self._left, strict=True):
            cards = list(left.elements())
            self._rng.shuffle(cards)
            for place, size in group.stores.items():
                for _ in range(size):
                    self._places[cards.pop()].append(place)
        order = {place: i for i, place in enumerate(worlds.draft.model.places)}
        return {
            kind: tuple(sorted(places, key=order.__getitem__))
            for kind, places in self._places.items()
        }

    def _hold(self, holder: Holder, step: Taking) -> None:
        cards = [(slot, kind) for slot in holder.pinned for kind in slot.kinds]
        cards += self._taken(holder, step)
        self._rng.shuffle(cards)
        laid = self._sampler.laid(holder, step)
        hand = [fate for fate in holder.open if fate == HAND]
        for fate, kind in laid.items():
            if fate != HAND:
                self._put(cards, fate, kind, step[4])
        for (slot, kind), _ in zip(cards, hand, strict=True):
            self._lay(slot, HAND, kind)

    def _taken(self, holder: Holder, step: Taking) -> Iterator[tuple[Slot, Kind]]:
        worlds = self._worlds
        for group, left in zip(worlds.draft.groups or (), self._left, strict=True):
            slots = group.slots.get(holder.player, ())
            if not slots:
                continue
            shift = worlds.passed.shift[worlds.passed.groups.index(group)]
            packed = step[5] >> shift & (1 << worlds.passed.width) - 1
            cards = list(worlds.passed.elements(packed))
            left.subtract(cards)
            self._rng.shuffle(cards)
            for slot in slots:
                for _ in range(slot.size):
                    yield slot, cards.pop()

    def _put(self, cards: list[tuple[Slot, Kind]], fate: str, kind: Kind, role: int) -> None:
        card = next(card for card in cards if card[1] == kind)
        cards.remove(card)
        slot, _ = card
        if fate == DISCARD:
            self._discards.append((slot, kind, role))
        else:
            self._lay(slot, fate, kind)

    def _lay(self, slot: Slot, fate: str, kind: Kind) -> None:
        self._places[kind].append(self._worlds.draft.model.path_of(slot, fate, kind).place)

    def _tell_stories(self) -> None:
        """Decide for each discarded card what became of it."""
        draft = self._worlds.draft
        names = [
            {role.name for bit, role in enumerate(draft.roles) if bits >> bit & 1}
            for _, _, bits in self._discards
        ]
        round_ = draft.model.round
        known = {role.name for role in draft.roles}
        if round_.drawer and not round_.added and DRAWN not in known:
            for story in self._rng.sample(names, len(round_.drawn)):
                story.add(DRAWN)
        if round_.added and KEPT not in known:
            self._rng.choice(names).add(KEPT)
        if round_.added and BACK not in known and len(round_.drawn) > 1:
            self._rng.choice([story for story in names if KEPT not in story]).add(BACK)
        for (slot, kind, _), story in zip(self._discards, names, strict=True):
            self._lay(slot, _fate(story), kind)


def _fate(story: set[str]) -> str:
    if story >= {BACK, TAKEN}:
        return RETAKEN
    return next(iter(story), DISCARD)

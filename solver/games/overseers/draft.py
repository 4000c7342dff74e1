"""What a draft leaves open, as independent groups of cards.

The cards of one pack that were taken between two looks of the viewer are a group: they are known,
and each player in between took one of them. All cards that the viewer never saw form one more
group, the pool, some of which are set aside. No fact of the draft links two groups.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import comb

from ....models.core import Record
from ....models.overseers.box import THEFT, Kind
from ....models.overseers.clues import Round, Slot
from ....models.overseers.deduce import ASIDE, RoundModel
from ....models.overseers.state import State

Kinds = Counter[Kind]


@dataclass
class Group:
    """Cards that went to `slots`, by player, and to `stores` (places, with their sizes)."""

    kinds: Kinds
    slots: dict[str, list[Slot]] = field(default_factory=dict)
    stores: dict[str, int] = field(default_factory=dict)

    @property
    def stored(self) -> int:
        """How many cards are in the stores."""
        return sum(self.stores.values())

    @property
    def due(self) -> int:
        """How many cards the group has in all."""
        return self.stored + sum(slot.size for slots in self.slots.values() for slot in slots)

    def needs(self, player: str) -> int:
        """Return how many cards `player` took from the group."""
        return sum(slot.size for slot in self.slots.get(player, ()))


@dataclass(frozen=True)
class Holder:
    """One player's cards: `pinned` are picks of known kind.

    `known` maps fates to the kinds that lines told, `open` lists the other fates (a fate once for
    each card that has it); `barred` is a fate with the kinds it cannot have.
    """

    player: str
    pinned: tuple[Slot, ...]
    known: dict[str, Kind]
    open: tuple[str, ...]
    barred: tuple[str, frozenset[Kind]] | None = None


@dataclass(frozen=True)
class Role:
    """A discarded card of known kind with a later fate: kept or put back by Gan, or taken."""

    name: str
    kind: Kind


@dataclass(frozen=True)
class Draft:
    """All that is known of the cards of a round, ready for counting.

    `groups` are None if the lines already contradict each other. `roles` and the fields after it
    tie the discards of several players together: `pile` is all their kinds, `thefts` their number
    of Thefts, each if known. `loose` is a factor: the number of ways for roles of unknown kind.
    """

    model: RoundModel
    groups: tuple[Group, ...] | None
    holders: tuple[Holder, ...]
    roles: tuple[Role, ...] = ()
    pile: Kinds | None = None
    thefts: int | None = None
    loose: int = 1

    @property
    def kinds(self) -> dict[Kind, int]:
        """The deck: how many cards there are of each kind."""
        deck = self.model.round.box.deck[len(self.model.round.players)]
        return {kind: n for kind, n in deck.items() if n}

    @property
    def tied(self) -> bool:
        """Whether the discards of several players are tied together."""
        return bool(self.roles) or self.pile is not None or self.thefts is not None

    @classmethod
    def of(cls, view: Record[State]) -> Draft:
        """Return what `view` tells."""
        model = RoundModel(Round.of(view))
        groups = _groups(model.round)
        holders = tuple(_holder(model.round, player) for player in model.round.passing)
        return _tied(cls(model, groups, holders))


def _groups(round_: Round) -> tuple[Group, ...] | None:
    box = round_.box
    pool = Group(Counter(box.deck[len(round_.players)]))
    pool.stores[ASIDE] = round_.undealt
    groups: list[Group] = []
    for pack in round_.packs():
        looks = round_.looks.get(pack, [])
        if looks:
            pool.kinds.subtract(looks[0].kinds)
        parts = [pool, *(Group(Counter(look.kinds)) for look in looks)]
        for part, later in pairwise(parts[1:]):
            part.kinds.subtract(later.kinds)
        turns = [look.turn for look in looks]
        for slot in round_.slots:
            if slot.pack == pack:
                _enter(parts[sum(turn <= slot.turn for turn in turns)], slot)
        if round_.left[pack]:
            parts[-1].stores[f"pack:{pack}"] = round_.left[pack]
        groups += parts[1:]
    groups.append(pool)
    for group in groups:
        if group.due != group.kinds.total() or min(group.kinds.values(), default=0) < 0:
            return None
    return tuple(group for group in groups if group.due)


def _enter(group: Group, slot: Slot) -> None:
    if slot.kinds:
        group.kinds.subtract(slot.kinds)
    else:
        group.slots.setdefault(slot.seat, []).append(slot)


def _holder(round_: Round, player: str) -> Holder:
    known, open_ = {}, []
    for fate, n in round_.fates(player).items():
        seen = round_.seen.get((player, fate))
        if seen:
            known[fate] = seen.kind
        else:
            open_ += [fate] * n
    barred = round_.barred
    return Holder(
        player,
        tuple(slot for slot in round_.slots_of(player) if slot.kinds),
        known,
        tuple(open_),
        (barred[1], barred[2]) if barred and barred[0] == player else None,
    )


def _tied(draft: Draft) -> Draft:
    """Return `draft` with what Gan's draw, the compensation and the seizure tell."""
    round_ = draft.model.round
    discards = sum(round_.discarded.values())
    roles: list[Role] = []
    loose = 1
    drawn_known = round_.drawn and "?" not in round_.drawn
    kept = round_.seen.get((round_.drawer, round_.added)) if round_.added else None
    if round_.drawer and not round_.added:
        if drawn_known:
            roles += (Role("drawn", kind) for kind in round_.drawn)
        else:
            loose *= comb(discards, len(round_.drawn))
    elif round_.added:
        if kept:
            roles.append(Role("kept", kept.kind))
        else:
            loose *= discards
        if drawn_known and kept:
            back = Counter(round_.drawn)
            back.subtract([kept.kind])
            roles += (Role("back", kind) for kind in back.elements())
        elif len(round_.drawn) > 1:
            loose *= discards - 1
    if round_.taken:
        roles.append(Role("taken", round_.taken.kind))
    pile = Counter(round_.found) if round_.found_told else None
    if pile is not None and kept:
        pile[kept.kind] += 1
    return replace(draft, roles=tuple(roles), pile=pile, thefts=_thefts(round_), loose=loose)


def _thefts(round_: Round) -> int | None:
    """Return how many Thefts were discarded or lie in the discard unseen; None if unknown."""
    if round_.seized is None:
        return None
    added = (round_.drawer, round_.added)
    there = [spot for spot in round_.pile if spot != added]
    open_ = sum(spot in round_.seen and round_.seen[spot].kind == THEFT for spot in there)
    kept = round_.seen.get(added) if round_.added and added not in round_.pile else None
    gone = [each for each in (kept, round_.taken) if each and each.kind == THEFT]
    return round_.seized - open_ + len(gone)

"""The hidden model of Overseers: where the cards of this round are.

A card is followed by its origin, the slot of the draft (who took it, at which turn), and by its
fate there: the discard, or a spot of a row. Earlier rounds tell nothing, since all cards are
shuffled.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..bag import HOLE
from ..core import Record
from ..hidden import Because, Count, Fact, Hidden, Place
from ..replacing import changed
from ..words import say
from .box import THEFT, Kind
from .clues import (
    BACK,
    DISCARD,
    DRAWN,
    HAND,
    KEPT,
    RETAKEN,
    SEIZED,
    TAKEN,
    PackLook,
    Round,
    Slot,
    Statement,
)
from .places import words_of
from .state import State

ASIDE = "aside"


def hidden(view: Record[State]) -> Hidden:
    """Return the hidden model of `view`: this round's cards, over slots, fates and aside.

    A round that is over leaves nothing open.
    """
    model = RoundModel(Round.of(view))
    items = {kind: n for kind, n in view.state.box.deck[len(view.setup.players)].items() if n}
    facts = (*model.sizes(), *model.draft(), *model.table(), *model.discard())
    over = model.round.over
    known_as = {place: None if over else model.name_of(place) for place in model.places}
    return Hidden(
        items,
        model.places,
        facts,
        known_as,
        model.open_names,
        {place: (path.slot.name, path.end) for place, path in model.where.items()},
        called={name: words_of(name) for name in known_as.values() if name is not None},
    )


@dataclass(frozen=True, slots=True)
class Path:
    """Where a card went: its slot in the draft, its fate, and whether it is a `seized` Theft.

    Spots that no line tells apart share the name of the first of them (see `lot`).
    """

    slot: Slot
    fate: str
    seized: bool = False

    @property
    def end(self) -> str:
        """The seat, the fate and what came after it: "Bo.b2", "Bo.discard.seized"."""
        return ".".join((self.slot.seat, self.fate, *([SEIZED] if self.seized else [])))

    @property
    def place(self) -> Place:
        """The name of the path in the model: "Bo.3.b2"."""
        return self.end.replace(self.slot.seat, self.slot.name, 1)


@dataclass(frozen=True)
class RoundModel:
    """Places of the cards of a round, and what the round told about them."""

    round: Round

    # places

    @cached_property
    def where(self) -> Mapping[Place, Path]:
        """The path that each place stands for."""
        paths = (
            Path(slot, fate, seized)
            for slot in self.round.slots
            for each in self.lots(slot.seat)
            for fate in (self.discard_fates if each == DISCARD else (each,))
            for seized in ((False, True) if self.robbed(slot.seat, fate) else (False,))
        )
        return {path.place: path for path in paths}

    def path_of(self, slot: Slot, fate: str, kind: Kind) -> Path:
        """Return where a card of `kind` ends that was picked in `slot` and has `fate`."""
        fate = self.lot(slot.seat, fate)
        return Path(slot, fate, kind == THEFT and self.robbed(slot.seat, fate))

    def lots(self, seat: str) -> Mapping[str, int]:
        """Return the number of cards of `seat` with each fate; indistinguishable spots are one."""
        lots: Counter[str] = Counter()
        for fate, n in self.round.fates(seat).items():
            lots[self.lot(seat, fate)] += n
        return lots

    def lot(self, seat: str, fate: str) -> str:
        """Return the common name of the spots of `seat` that no line tells apart from `fate`."""
        return self._lots.get((seat, fate), fate)

    @cached_property
    def _lots(self) -> Mapping[tuple[str, str], str]:
        alike: dict[tuple[object, ...], list[tuple[str, str]]] = defaultdict(list)
        for seat, spots in self.round.spots.items():
            for spot in spots:
                if spot != self.round.added_by(seat):
                    alike[self._sign(seat, spot)].append((seat, spot))
        return {each: together[0][1] for together in alike.values() for each in together}

    def _sign(self, seat: str, spot: str) -> tuple[object, ...]:
        """Return what distinguishes a spot: its owner, row and fate, and the line that shows it."""
        seen, barred = self.round.seen.get((seat, spot)), self.round.barred
        special = barred is not None and barred[:2] == (seat, spot)
        return (seat, spot[0], self._lying(seat, spot), seen and seen.told.line, special)

    @cached_property
    def discard_fates(self) -> tuple[str, ...]:
        """The possible fates of a card that was discarded after the draft."""
        round_ = self.round
        drawn: tuple[str, ...] = ()
        if round_.added:
            drawn = (KEPT, BACK, RETAKEN) if round_.taken else (KEPT, BACK)
        elif round_.drawer:
            drawn = (DRAWN,)
        return (DISCARD, *drawn, *((TAKEN,) if round_.taken else ()))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All places, aside last."""
        packs = (_pack(player) for player, left in self.round.left.items() if left)
        return (*self.where, *packs, ASIDE)

    def of(self, seat: str, *fates: str) -> frozenset[Place]:
        """Return the places of cards that `seat` picked and that have one of `fates`."""
        return frozenset(
            place
            for place, path in self.where.items()
            if path.slot.seat == seat and path.fate in fates
        )

    def of_slot(self, slot: Slot) -> frozenset[Place]:
        """Return the places of the cards that were picked in `slot`."""
        return frozenset(place for place, path in self.where.items() if path.slot == slot)

    def anywhere(self, *fates: str) -> frozenset[Place]:
        """Return the places of cards that have one of `fates`, whoever picked them."""
        return frozenset(place for place, path in self.where.items() if path.fate in fates)

    def at(self, seat: str, spot: str) -> frozenset[Place]:
        """Return the places that the card at `spot` of `seat` can have: its possible paths."""
        if spot == DISCARD:
            return self.of(seat, *self.discard_fates)
        if spot and spot == self.round.added_by(seat):
            return self.anywhere(KEPT)
        return self.of(seat, self.lot(seat, spot))

    def of_pack(self, pack: str, turn: int) -> frozenset[Place]:
        """Return the places of the cards that a pack held at `turn`."""
        taken = (
            place
            for place, path in self.where.items()
            if path.slot.pack == pack and path.slot.turn >= turn
        )
        left = (_pack(pack),) if self.round.left[pack] else ()
        return frozenset((*taken, *left))

    # names

    def name_of(self, place: Place) -> str:
        """Return what people call `place`."""
        round_ = self.round
        if place == ASIDE:
            return ASIDE
        if place not in self.where:
            return self._owned(round_.seat_of(place.partition(":")[2], round_.turn), "pack")
        path = self.where[place]
        if path.seized:
            return self._owned(round_.seizer, "gained")
        return self.called(path.slot.seat, path.fate)

    def called(self, seat: str, fate: str, kind: Kind = HOLE) -> str:
        """Return what people call the place of a card that `seat` picked and that has `fate`.

        A Theft in the discard may have been seized since; for an unknown `kind` the name is that of
        the other cards.
        """
        round_ = self.round
        if kind == THEFT and self.robbed(seat, fate):
            return self._owned(round_.seizer, "gained")
        match fate:
            case "discard" | "back":
                return DISCARD
            case "taken" | "retaken":
                assert round_.taken is not None
                return self._lying(round_.taken.seat, round_.taken.spot)
            case "drawn":
                return self._owned(round_.drawer, DRAWN)
            case "kept":
                return self._lying(round_.drawer, round_.added)
            case _:
                return self._lying(seat, fate)

    def robbed(self, seat: str, fate: str) -> bool:
        """Tell whether cards with this fate lay in the discard when its Thefts were seized."""
        return bool(self.round.seized) and self.called(seat, fate) == DISCARD

    def _lying(self, seat: str, spot: str) -> str:
        round_ = self.round
        if (seat, spot) in round_.pile:
            return DISCARD
        if (seat, spot) in round_.given:
            return self._owned(round_.given[seat, spot], "gained")
        rows = {"t": "top", "b": "bottom", "x": "gained"}
        return self._owned(seat, rows.get(spot[0], HAND))

    def _owned(self, seat: str, what: str) -> str:
        return seat if seat == self.round.viewer else f"{seat}:{what}"

    @property
    def open_names(self) -> frozenset[str]:
        """The names of places where the viewer sees every card."""
        round_ = self.round
        tops = {self._owned(seat, "top") for seat in round_.shown}
        bottoms = {self._owned(seat, "bottom") for seat in round_.opened}
        gained = {self._owned(seat, "gained") for seat in round_.players}
        return frozenset({round_.viewer, *tops, *bottoms, *gained})

    # facts

    @cached_property
    def _all(self) -> frozenset[Kind]:
        deck = self.round.box.deck[len(self.round.players)]
        return frozenset(kind for kind, n in deck.items() if n)

    def _size(self, places: Iterable[Place], n: int) -> Count:
        because = Because(0, say("so many cards lie there"), setup=True, rule=True)
        return Count(self._all, frozenset(places), n, n, because)

    def _are(
        self, kinds: Iterable[Kind], places: frozenset[Place], told: Statement
    ) -> Iterator[Count]:
        """Yield that the cards at `places` are exactly `kinds`."""
        count = Counter(kinds)
        for kind in sorted(self._all | set(count)):
            n = count[kind]
            because = Because(told.line, told.words, naming=True)
            yield Count(frozenset({kind}), places, n, n, because)

    def _is(self, kind: Kind, places: frozenset[Place], told: Statement) -> Count:
        return Count(frozenset({kind}), places, 1, 1, Because(told.line, told.words))

    def sizes(self) -> Iterator[Fact]:
        """Yield how many cards each slot, fate and pack holds, and how many lie aside."""
        round_ = self.round
        for slot in round_.slots:
            yield self._size(self.of_slot(slot), slot.size)
        for seat in round_.players:
            for fate, n in self.lots(seat).items():
                yield self._size(self.at(seat, fate), n)
        for player, left in round_.left.items():
            if left:
                yield self._size([_pack(player)], left)
        yield self._size([ASIDE], round_.undealt)
        yield from self._drawn_sizes()

    def _drawn_sizes(self) -> Iterator[Fact]:
        round_ = self.round
        if round_.added:
            yield self._size(self.anywhere(KEPT), 1)
            yield self._size(self.anywhere(BACK, RETAKEN), len(round_.drawn) - 1)
        elif round_.drawer:
            yield self._size(self.anywhere(DRAWN), len(round_.drawn))
        if round_.taken:
            yield self._size(self.anywhere(TAKEN, RETAKEN), 1)

    def draft(self) -> Iterator[Fact]:
        """Yield the packs that the viewer saw, and the viewer's picks."""
        for pack, looks in self.round.looks.items():
            for look in looks:
                yield from self._looked(pack, look)
        for slot in self.round.slots:
            if slot.kinds and slot.told:
                yield from _background(self._are(slot.kinds, self.of_slot(slot), slot.told))

    def _looked(self, pack: str, look: PackLook) -> Iterator[Fact]:
        facts = self._are(look.kinds, self.of_pack(pack, look.turn), look.told)
        yield from facts if look.turn else _background(facts)

    def table(self) -> Iterator[Fact]:
        """Yield what was laid, shown, looked at and revealed."""
        lots: dict[tuple[frozenset[Place], Statement], Counter[Kind]] = defaultdict(Counter)
        for seen in self.round.seen.values():
            lots[self.at(seen.seat, seen.spot), seen.told][seen.kind] += 1
        for (places, told), kinds in lots.items():
            for kind, n in kinds.items():
                because = Because(told.line, told.words, setup=told.own, naming=True)
                yield Count(frozenset({kind}), places, n, n, because)
        if self.round.barred:
            seat, spot, barred, told = self.round.barred
            yield Count(barred, self.at(seat, spot), 0, 0, Because(told.line, told.words))

    def discard(self) -> Iterator[Fact]:
        """Yield which cards were drawn from the discard, found there or taken."""
        round_ = self.round
        if round_.drawn_told and HOLE not in round_.drawn:
            drawn = self.anywhere(DRAWN, KEPT, BACK, RETAKEN)
            yield from self._are(round_.drawn, drawn, round_.drawn_told)
        if round_.found_told:
            yield from self._are(round_.found, self.searched, round_.found_told)
        if round_.taken:
            yield self._is(round_.taken.kind, self.anywhere(TAKEN, RETAKEN), round_.taken.told)
        if round_.seized is not None and round_.seized_told:
            yield from self._seized(round_.seized, round_.seized_told)

    def _seized(self, n: int, told: Statement) -> Iterator[Fact]:
        """Yield that exactly the `n` Thefts of the discard were seized."""
        seized = frozenset(place for place, path in self.where.items() if path.seized)
        because = Because(told.line, told.words)
        yield Count(frozenset({THEFT}), seized, n, n, because)
        yield Count(frozenset({THEFT}), self.pile - seized, 0, 0, because)
        only = Because(0, say("nothing but Thefts is seized"), setup=True)
        yield Count(self._all - {THEFT}, seized, 0, 0, only)

    @property
    def pile(self) -> frozenset[Place]:
        """The places of the cards in the discard, with those seized from it."""
        return frozenset(
            place
            for place, path in self.where.items()
            if self.called(path.slot.seat, path.fate) == DISCARD
        )

    @property
    def searched(self) -> frozenset[Place]:
        """The places of the cards that lay in the discard when it was looked through."""
        return self.pile | self.anywhere(TAKEN, RETAKEN)


def _background(facts: Iterable[Count]) -> Iterator[Count]:
    """Yield facts about the viewer's own cards as background, which no proof cites."""
    for fact in facts:
        yield changed(fact, because=changed(fact.because, setup=True))


def _pack(player: str) -> Place:
    return f"pack:{player}"

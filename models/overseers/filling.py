"""Filling the holes in a record of Overseers from a world."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from ..bag import HOLE
from ..core import Record
from ..event import Event
from ..hidden import Place, World
from ..replacing import changed
from .box import Kind, Power
from .clues import BACK, DISCARD, DRAWN, KEPT, RETAKEN, Round
from .deduce import RoundModel
from .state import State


def fill(view: Record[State], world: World) -> Mapping[int, Event]:
    """Return the lines of this round of `view`, by number, with their holes filled from `world`.

    Votes and characters that `view` does not show are filled in as the rules allow them. Earlier
    rounds, whose cards were shuffled back, keep their holes.
    """
    round_ = Round.of(view)
    filler = _Filler(RoundModel(round_), world)
    filled = {
        number: filler.filled(event, turn)
        for number, event, turn in round_.lines
        if HOLE in event.words or HOLE in event.outcome
    }
    return {number: event for number, event in filled.items() if event is not None}


class _Filler:
    def __init__(self, model: RoundModel, world: World) -> None:
        self.model = model
        self.round = model.round
        self.kinds: dict[Place, list[Kind]] = defaultdict(list)
        for kind, places in world.items():
            for place in places:
                self.kinds[place].append(kind)

    def _kinds(self, places: Iterable[Place]) -> tuple[Kind, ...]:
        return tuple(sorted(kind for place in places for kind in self.kinds[place]))

    def filled(self, event: Event, turn: int) -> Event | None:
        """Return `event` without holes."""
        model, round_ = self.model, self.round
        match event.verb:
            case "deal":
                return changed(event, outcome=self._kinds(model.of_pack(event.words[0], 0)))
            case "gets":
                pack = round_.pack_of(event.words[0], turn)
                return changed(event, outcome=self._kinds(model.of_pack(pack, turn)))
            case "picks":
                here = (
                    place
                    for place, path in model.where.items()
                    if (path.slot.seat, path.slot.turn) == (event.actor, turn)
                )
                return changed(event, words=self._kinds(here))
            case "discards":
                return changed(event, words=self._kinds(model.at(event.actor, DISCARD)))
            case "places":
                return changed(event, words=self._rows(event))
            case "bottom":
                laid = self._laid(event.words[0])
                kinds = (laid[f"b{i}"] for i in range(1, len(event.outcome) + 1))
                return changed(event, outcome=tuple(kinds))
            case "discarded":
                return changed(event, outcome=self._kinds(model.at(event.words[0], DISCARD)))
            case "draws":
                drawn = model.anywhere(DRAWN, KEPT, BACK, RETAKEN)
                return changed(event, outcome=self._kinds(drawn))
            case "adds":
                return changed(event, words=self._kinds(model.anywhere(KEPT)))
            case "looks":
                seat, *spots = event.words
                laid = self._laid(seat)
                return changed(event, outcome=tuple(laid[spot] for spot in spots))
            case "finds":
                return changed(event, outcome=self._kinds(model.searched))
            case "votes":
                return changed(event, words=(self._vote(event.actor),))
            case "meets":
                return changed(event, outcome=self._met(event))
        return None

    def _rows(self, event: Event) -> tuple[str, ...]:
        kinds = iter(self._laid(event.actor).values())
        return tuple("/" if word == "/" else next(kinds) for word in event.words)

    def _laid(self, seat: str) -> Mapping[str, Kind]:
        """Return the card at each spot of `seat`; indistinguishable spots in any order."""
        model, seen = self.model, self.round.seen
        left = {lot: list(self._kinds(model.at(seat, lot))) for lot in model.lots(seat)}
        laid = {}
        for spot in self.round.spots[seat]:
            if (seat, spot) in seen:
                laid[spot] = seen[seat, spot].kind
            elif spot == self.round.added_by(seat):
                laid[spot] = self._kinds(model.at(seat, spot))[0]
            else:
                laid[spot] = left[model.lot(seat, spot)].pop()
        return laid

    def _vote(self, voter: str) -> str:
        for _, event, _ in self.round.lines:
            if event.verb == "voted":
                return event.outcome[self.round.players.index(voter)]
        return next(player for player in self.round.players if player != voter)

    def _met(self, event: Event) -> tuple[str, ...]:
        """Return characters Fushen may have met: the one taken, then the first of the others."""
        round_ = self.round
        characters = round_.characters
        held = {name for seat, name in characters.items() if seat != event.actor}
        before = round_.box.names.get(Power.BECOME, "")
        now = characters[event.actor]
        free = [name for name in sorted(round_.box.characters) if name not in {*held, before, now}]
        taken = [] if now == before else [now]
        return tuple(sorted([*taken, *free][: len(event.outcome)]))

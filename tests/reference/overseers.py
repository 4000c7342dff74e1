"""An independent referee of Overseers, to hold the program's own against.

Written from the rulebook and the rulings (OV-1 to OV-20) alone: it shares no code with the rules
of the program, reads the numbers from their file, and goes through a referee's record as a table
would, from the set-up to the result. It is told nothing but the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tests.reference.lines import Lines, follow, take
from tests.reference.overseers_seats import BOX, NUMBERS, POWERS, TILTED, Seat


@dataclass(frozen=True)
class Told:
    """A card face down that tells of what kind others were tilted, or what a copy is."""

    seat: Seat
    spot: str
    kind: str
    copy: str = ""


class Temple(Lines):
    """One game, followed through the lines of its record."""

    game = "overseers"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.seats = {name: Seat(name) for name in self.names}
        self.discard: Counter[str] = Counter()
        self.round = 0

    @property
    def all(self) -> list[Seat]:
        return [*self.seats.values()]

    def with_power(self, power: str) -> list[Seat]:
        """Whoever has a power, if anybody."""
        return [seat for seat in self.all if seat.can(power)]

    def play(self) -> None:
        """Go through all lines."""
        (self.leader,) = self.line("leader")
        for self.round in range(1, BOX["rounds"] + 1):
            self.seats[self.leader].led = True
            self.characters()
            self.deal()
            self.draft()
            self.place()
            self.use_powers()
            accused = self.vote()
            denied = self.judge(accused)
            self.reveal()
            if denied:
                self.sentence(accused)
            self.theft()
            self.count()
            if self.round < BOX["rounds"]:
                self.leader = self.settled("names", self.lowest(self.all)).name  # OV-10
        self.result()

    def settled(self, verb: str, tied: list[Seat]) -> Seat:
        """The one of `tied`, whom the leader names if there are several."""
        if len(tied) == 1:
            return tied[0]
        (name,) = self.line(self.leader, verb)
        assert name in [seat.name for seat in tied]
        return self.seats[name]

    @staticmethod
    def lowest(seats: Iterable[Seat]) -> list[Seat]:
        low = min(seat.points for seat in seats)
        return [seat for seat in seats if seat.points == low]

    # distribution and draft

    def characters(self) -> None:
        """OV-12"""
        self.nobodys = Counter([*POWERS])
        if self.round == 1 or self.tags.get("Characters", "dealt") == "dealt":
            dealt = self.line("characters")
            take(self.nobodys, dealt)
            for seat, character in zip(self.all, dealt, strict=True):
                seat.character = character
            return
        laid = self.line("laid")
        assert len(laid) == len(self.names) + 1
        take(self.nobodys, laid)
        left, waiting = Counter(laid), self.all
        while waiting:
            seat = self.settled("calls", self.lowest(waiting))
            (seat.character,) = self.line(seat.name, "becomes")
            take(left, seat.character)
            waiting.remove(seat)
        self.nobodys.update(left)

    def deal(self) -> None:
        """OV-2, OV-3, OV-20"""
        deck = Counter(BOX["deck"][str(len(self.names))])
        for seat in self.all:
            dealt = self.line("deal", seat.name)
            assert len(dealt) == BOX["hand"]
            take(deck, dealt)
            seat.pack, seat.hand, seat.spots = Counter(dealt), Counter(), {}
        for seat in self.with_power("become"):
            met = self.line(seat.name, "meets")
            assert len(met) == NUMBERS["met"]
            take(self.nobodys, met)
            (seat.character,) = self.line(seat.name, "becomes")
            assert seat.character in met

    def draft(self) -> None:
        """OV-2, OV-13"""
        size = BOX["hand"]
        unused = self.with_power("double")
        while size:
            number = 1
            first = unused if size > 1 else []
            if first and self.next_is(first[0].name, "doubles"):
                assert not self.line(first[0].name, "doubles")
                number, unused = 2, []
            for seat in first + [seat for seat in self.all if seat not in first]:
                # who must take all there is does not choose
                picks = self.line(seat.name, "picks") if size > number else [*seat.pack.elements()]
                assert len(picks) == number
                take(seat.pack, picks)
                seat.hand.update(picks)
            size -= number
            self.pass_on(size)

    def pass_on(self, size: int) -> None:
        """Hand the packs to the left, or in the second round to the right. OV-2"""
        right = self.tags.get("Direction") == "alternate" and self.round % 2 == 0
        packs = [seat.pack for seat in self.all]
        packs = packs[1:] + packs[:1] if right else packs[-1:] + packs[:-1]
        for seat, pack in zip(self.all, packs, strict=True):
            seat.pack = pack
            if size:
                assert Counter(self.line("gets", seat.name)) == pack

    # placement and the powers of the vote

    def place(self) -> None:
        self.discard = Counter()
        for seat in self.all:
            (card,) = self.line(seat.name, "discards")
            take(seat.hand, card)
            self.discard[card] += 1
        tops: dict[str, list[str]] = {}
        for seat in self.all:
            words = self.line(seat.name, "places")
            above = NUMBERS["above"] if seat.can("above") else BOX["top"]
            tops[seat.name], bar, below = words[:above], words[above], words[above + 1 :]
            assert bar == "/"
            take(seat.hand, tops[seat.name] + below)
            assert not seat.hand
            for row, cards in (("t", tops[seat.name]), ("b", below)):
                for card in cards:
                    seat.lay(row, card, hidden=row == "b")
        for seat in self.all:
            assert self.line("shows", seat.name) == tops[seat.name]

    def use_powers(self) -> None:
        """OV-1"""
        self.told: list[Told] = []
        for seat in self.with_power("tilt"):
            self.tilt(seat)
        for seat in self.with_power("draw"):
            self.draw(seat)
        for seat in self.with_power("look"):
            self.look(seat)
        for seat in self.with_power("tuck"):
            self.tuck(seat)

    def tilt(self, seat: Seat) -> None:
        """OV-7, OV-14"""
        (spot,) = self.line(seat.name, "tilts")
        kind = seat.spots[spot].card
        for piece in seat.spots.values():
            if piece.card == kind:
                piece.kind = TILTED
        if seat.spots[spot].hidden:
            self.told.append(Told(seat, spot, kind))

    def draw(self, seat: Seat) -> None:
        drawn = self.line(seat.name, "draws")
        assert len(drawn) == NUMBERS["drawn"]
        take(self.discard, drawn)
        (card,) = self.line(seat.name, "adds")
        drawn.remove(card)
        seat.lay("b", card, hidden=True)
        self.discard.update(drawn)

    def look(self, seat: Seat) -> None:
        """OV-17"""
        name, *words = self.line(seat.name, "looks")
        number = NUMBERS["looks"]
        spots, is_, seen = words[:number], words[number], words[number + 1 :]
        assert name != seat.name and is_ == "=" and len({*spots}) == number
        pieces = [self.seats[name].spots[spot] for spot in spots]
        assert all(piece.hidden for piece in pieces)
        assert [piece.card for piece in pieces] == seen

    def tuck(self, seat: Seat) -> None:
        """OV-15"""
        spot, under, above = self.line(seat.name, "tucks")
        assert under == "under" and spot != above
        kind = seat.spots[above].card
        seat.spots[spot].kind = kind
        seat.spots[spot].hidden = True
        if seat.spots[above].hidden:
            self.told.append(Told(seat, above, kind, spot))

    # vote, judgement and reveal

    def vote(self) -> Seat:
        """OV-4"""
        votes = []
        for seat in self.all:
            (name,) = self.line(seat.name, "votes")
            assert name in self.seats and name != seat.name
            votes.append(name)
        assert self.line("voted") == votes
        count = Counter(votes)
        most = max(count.values())
        return self.settled("accuses", [seat for seat in self.all if count[seat.name] == most])

    def judge(self, accused: Seat) -> bool:
        """Tell whether the accused denies. OV-5"""
        verb, spots = self.one_of(accused.name, "admits", "denies")
        if verb == "denies":
            assert not spots
            return True
        self.lose(accused, spots)
        return False

    def lose(self, seat: Seat, spots: list[str]) -> None:
        """OV-7, OV-16"""
        assert len(spots) == BOX["confessed"] == len({*spots})
        for spot in spots:
            self.discard[seat.spots.pop(spot).card] += 1

    def reveal(self) -> None:
        """All cards are opened; of one that has left face down it is said what it told. OV-16"""
        for seat in self.all:
            assert self.line("opens", seat.name) == seat.covered
        for told in self.told:
            pieces = told.seat.spots
            if told.spot in pieces or (told.copy and told.copy not in pieces):
                continue
            rests = told.copy or any(piece.kind == TILTED for piece in pieces.values())
            assert self.line("nature", told.seat.name) == [told.kind if rests else "none"]

    def sentence(self, accused: Seat) -> None:
        """OV-6, OV-18, OV-19"""
        best = max(seat.score for seat in self.all if seat is not accused)
        if accused.score < best:
            if self.discard:
                assert Counter(self.line(accused.name, "finds")) == self.discard
                (card,) = self.line(accused.name, "takes")
                take(self.discard, card)
                accused.lay("x", card, hidden=False)
            return
        if accused.score == best:
            verb, words = self.one_of(self.leader, "punishes", "spares")
            assert words == [accused.name]
            if verb == "spares":
                return
        spots = self.line(accused.name, "loses")
        assert {*spots} in list(accused.penalties())
        self.lose(accused, spots)

    # theft and scores

    def theft(self) -> None:
        """OV-8, OV-19"""
        for seat in self.with_power("seize"):
            (number,) = self.line(seat.name, "seizes")
            assert int(number) == self.discard["T"]
            for _ in range(int(number)):
                seat.lay("x", "T", hidden=False)
            del self.discard["T"]
        most = max(seat.thefts for seat in self.all)
        if not most:
            return
        thief = self.settled("appoints", [seat for seat in self.all if seat.thefts == most])
        (name,) = self.line(thief.name, "robs")
        victim = self.seats[name]
        assert victim is not thief and victim.spots and not victim.can("seize")
        (spot,) = self.line(name, "gives")
        thief.lay("x", victim.spots.pop(spot).card, hidden=False)

    def count(self) -> None:
        """OV-9"""
        for seat in self.all:
            seat.points = seat.score
        for seat in self.with_power("dock"):
            (name,) = self.line(seat.name, "docks")
            assert name != seat.name
            taken = min(NUMBERS["docked"], self.seats[name].points)
            self.seats[name].points -= taken
            seat.points += taken
        assert self.line("scores") == [str(seat.points) for seat in self.all]
        for seat in self.all:
            seat.total += seat.points

    def result(self) -> None:
        """OV-11"""
        best = max(seat.total for seat in self.all)
        tied = [seat for seat in self.all if seat.total == best]
        winners = [seat for seat in tied if not seat.led] or tied
        totals = [word for seat in self.all for word in (seat.name, str(seat.total))]
        assert self.line("result") == [*totals, "won", *(seat.name for seat in winners)]


def replay(text: str) -> None:
    """Go through a referee's record; raises AssertionError, with the line, at the first wrong one.

    A record may stop anywhere; a game that ends must end with its result.
    """
    follow(Temple(text))

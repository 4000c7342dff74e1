"""One game that the program deals, as it is played: who is asked, and what a typed line does.

What a typed line is answered depends on what its typist sees alone: it is read in that view, and
held to the rules as far as that view tells. Only then is it made in the whole record. So an error
of the rules that comes later is a fault of the program, and what it says may be a secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ..models.core import TABLE, Event, Record, TableError, View, turn
from ..models.grammar import one_of
from ..models.match import Match
from ..models.words import Tell, Words, listed, say
from ..solver.play.coach import Bot, choices
from ..solver.play.driver import acted, bot_event, overdue
from .answers import Refused, refusal
from .hints import Hints
from .ledger import Ledger
from .lines import examples, move_of, public_move


@dataclass(frozen=True, slots=True)
class Over:
    """Nobody is asked any more."""


@dataclass(frozen=True, slots=True)
class BotsAct:
    """Nobody need be asked: one of these `players` acts, all of them bots."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhoGoesNext:
    """Several players are `free` to act: who goes first is theirs to say."""

    free: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """`player`, one of those who are `free` to act, chooses where nobody else looks.

    `line` is what was typed for this seat before it was open: it is to be judged there.
    """

    player: str
    free: tuple[str, ...]
    line: str = ""

    @property
    def others(self) -> tuple[str, ...]:
        """Those who may go first instead."""
        return tuple(each for each in self.free if each != self.player)


@dataclass(frozen=True, slots=True)
class Made:
    """The move was made, and all that is drawn behind it."""


@dataclass(frozen=True, slots=True)
class NeedsAll:
    """The move is everybody's: it is to be made once all agree."""

    event: Event


@dataclass(frozen=True, slots=True)
class ChoosesAgain:
    """The last choice was taken back: it is for `player` to choose."""

    player: str


Asked = Over | BotsAct | WhoGoesNext | Seat
"""Who is asked next."""
Goes = BotsAct | Seat
"""Who was named to go next."""


class Play:
    """One game with all its seats; `bots` play for those that are not `people`.

    Nothing is folded again for a line: it costs as much late in a game as early.
    """

    def __init__(self, ledger: Ledger, bots: Mapping[str, Bot], tell: Tell = str) -> None:
        players = ledger.record.setup.players
        self.people = tuple(player for player in players if player not in bots)
        self._ledger = ledger
        self._bots = bots
        self._tell = tell
        self._match = Match.of(ledger.record, (TABLE, *players))
        self._go_to(ledger.record)
        self._seen = dict.fromkeys((TABLE, *self.people), self.record.last)
        self.hints: Mapping[str, Hints] = {viewer: Hints() for viewer in self._seen}

    @property
    def record(self) -> Record:
        """The whole record; only what a seat sees of it may be shown."""
        return self._match.record

    def view(self, viewer: str) -> View:
        """Return what a player sees, or the table."""
        return self._match.views[viewer]

    def asked(self) -> Asked:
        """Return who is asked next: who is free to act is no secret."""
        coming = turn(self.view(TABLE))
        if not isinstance(coming, tuple) or not coming:
            return Over()
        free = tuple(dict.fromkeys(event.actor for event in coming if event.actor))
        bots = tuple(player for player in free if player in self._bots)
        # Where only the actor sees which choice this is, no order can matter.
        blind = all(self.record.is_blind(event) for event in coming if event.actor)
        if bots and (blind or bots == free):
            return BotsAct(bots)
        people = tuple(player for player in free if player in self.people)
        if blind or len(free) == 1 or len(self.people) == 1:
            return Seat(people[0], free)
        return WhoGoesNext(free)

    def moves(self, player: str) -> tuple[Event, ...]:
        """Return what can be typed at the seat of `player`."""
        own = self.view(player)
        return (*choices(own), *overdue(own))

    def examples(self, player: str) -> Sequence[Words]:
        """Tell what can be typed at the seat of `player`, an example of each kind."""
        return examples(self.view(player), self.moves(player))

    # a line

    def between(self, asked: WhoGoesNext, text: str) -> Goes | Made | Refused:
        """Take what is typed where everybody looks on."""
        goes = self._goes(asked.free, text)
        if goes is not None:
            return goes
        name, _, rest = text.partition(" ")
        player = _named([each for each in asked.free if each in self.people], name)
        if player is None:
            names = listed(each.replace("_", " ") for each in asked.free)
            return Refused(say("Type one of these names: {names}", names=names))
        event = public_move(self.view(TABLE), player, text)
        return Seat(player, asked.free, rest.strip()) if event is None else self.make(event)

    def at_seat(self, seat: Seat, text: str) -> Goes | Made | NeedsAll | Refused:
        """Take what is typed at a seat: a move, or who of the others is to go first."""
        return self._goes(seat.free, text, but=seat.player) or self.move(seat.player, text)

    def move(self, player: str, text: str) -> Made | NeedsAll | Refused:
        """Make the move that is typed for `player`, if it can be made as far as that seat knows."""
        own = self.view(player)
        try:
            event = move_of(own, self.moves(player), text, self._tell)
            acted(own, event)
        except TableError as error:
            return refusal(error)
        return self.make(event) if event.actor == player else NeedsAll(event)

    def make(self, event: Event) -> Made:
        """Make a move that has been judged, and agreed upon where it is everybody's."""
        self._go_to(acted(self.record, event))
        return Made()

    def act(self, asked: BotsAct) -> None:
        """Let one of the bots act."""
        bots = {player: self._bots[player] for player in asked.players}
        event = bot_event(self._match, bots if self.people else self._bots, self._ledger.chance())
        if event is not None:
            self.make(event)

    def undo(self) -> ChoosesAgain | Refused:
        """Take back the last choice; what was revealed stays."""
        *before, last = self.record.lines
        if last.event is None or not self.record.is_blind(last.event):
            return Refused(say("What was revealed cannot be taken back."))
        if last.event.actor not in self.people:
            return Refused(say("The last choice was a bot's."))
        self._go_to(self.record.with_lines(before))
        return ChoosesAgain(last.event.actor)

    def _goes(self, free: tuple[str, ...], text: str, but: str = "") -> Goes | None:
        """Return who of `free` is named."""
        player = _named([each for each in free if each != but], text)
        if player is None:
            return None
        return BotsAct((player,)) if player in self._bots else Seat(player, free)

    def _go_to(self, record: Record) -> None:
        """Make `record` the game, with all that is drawn before the next choice."""
        match = self._match.at(self._ledger.dealt(record))
        self._ledger.keep(match.record)
        self._match = match

    # news

    def news(self, viewer: str) -> Sequence[int]:
        """Return the lines that are new since the viewer last looked."""
        seen = self._seen[viewer]
        lines = takewhile(lambda line: line.number > seen, reversed(self.view(viewer).lines))
        return [line.number for line in lines if line.event is not None][::-1]

    def looked(self, viewer: str) -> None:
        """Take all lines so far as seen by `viewer`."""
        self._seen[viewer] = self.view(viewer).last


def _named(players: Sequence[str], text: str) -> str | None:
    """Return the player whose name is typed, with `_` or a space in it."""
    return one_of(tuple(players)).read("_".join(text.split()))

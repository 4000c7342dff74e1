"""The pieces of a hosted game: who deals them, and what people are asked about them.

`DealtPieces` are the program's: nobody is asked anything, and bots may sit among the people. Those
that lie on the table are told by people: `real_pieces`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..models.core import TABLE, Event, Record, TableError, Turn, View
from ..models.words import Tell, listed, say
from ..solver.play.coach import Bot
from ..solver.play.driver import acted
from .answers import Accepted, Answer, Asks, Deferred, Refused, Stale
from .noting import Asking, Held
from .play import Wanted
from .sealing import Sealing
from .tapping import Tapping
from .telling import Telling, Tellings

Makers = Mapping[str, Callable[[], Bot]]
"""What makes the bots that can sit down, by their names."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: to make one of `moves`, as far as `view` tells.

    An answer names the `key`. Where all choose in `secret`, `sealed` is the line that was chosen.
    With real pieces a seat is asked what is drawn as well: there are no moves then, but a `draw`.
    """

    view: View
    moves: tuple[Event, ...]
    key: str
    secret: bool
    sealed: str = ""
    draw: Tapping | None = None


class Host(Protocol):
    """What pieces know of the game that they are part of, and what they do to it: see `Hosting`."""

    tell: Tell
    sealing: Sealing
    tellings: Tellings

    @property
    def record(self) -> Record: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def at(self) -> str: ...
    def view(self, viewer: str) -> View: ...
    def coming(self) -> Turn: ...
    def chosen(self) -> tuple[str, ...]: ...
    def seal(self, player: str, event: Event) -> None: ...
    def propose(self, player: str, event: Event) -> Asks | Accepted: ...
    def go_to(self, record: Record) -> None: ...
    def look_again(self) -> None: ...
    def changed(self) -> None: ...


class Pieces(ABC):
    """The pieces of one hosted game, and what people are asked about them.

    What stands here is said of dealt pieces: nobody is asked anything, and nothing is told. `real`
    pieces are told by people. `makers` are the bots that can sit down, by name.
    """

    real = False
    makers: Makers
    held: Held | None = None
    """Lines that wait for whoever is said to have done them."""

    def join(self, host: Host) -> None:
        """Be the pieces of this game, from its beginning."""
        self._host = host

    # how the game goes on

    @abstractmethod
    def make(self, event: Event, sure: bool) -> Answer | Deferred[Any]:
        """Make the move `event`, which its seat has judged; `sure` if it was so all the same."""

    @abstractmethod
    def write(self, events: tuple[Event, ...]) -> None:
        """Write what was pending: what all have chosen or told together, or what nobody chooses."""

    def takeback(self, player: str) -> Wanted | Refused | None:
        """Return what it takes to take back the last line of `player`; None: as for any choice."""
        return None

    @abstractmethod
    def look_again(self) -> None:
        """Forget what was asked of a game that has gone on since."""

    # what is asked of a draw

    def inquiry(self) -> Mapping[str, Question] | None:
        """Return who is asked what before the game goes on; None if nothing is to be asked.

        What somebody has told is `sealed` as long as others are still to tell.
        """
        return None

    def accept(self, player: str, question: Question, text: str) -> Answer | Deferred[Any]:
        """Take what `player` tells in answer to a `question` about a draw."""
        return Stale()

    def reopen(self, player: str) -> Accepted | Stale:
        """Let `player` answer an inquiry again, as long as others are still to."""
        return Stale()

    # what people tell, and note

    def be_silent(self, player: str, silent: bool) -> Accepted | Stale:
        """Ask `player` no more, or again, for what they alone see."""
        return Stale()

    def told_by(self, player: str) -> tuple[Telling, ...]:
        """Return what `player` has told of what not all see drawn, or could tell now."""
        return ()

    def is_asked_alone(self, player: str) -> bool:
        """Tell whether what `player` has told does not fit what lies open: only they are asked."""
        return False

    def tell_again(self, player: str, number: int, text: str) -> Answer:
        """Correct what `player` has told in line `number`, or tell it later."""
        return Stale()

    def open(self) -> Accepted | Stale:
        """Go on after a clash, at the laptop: then what clashed is told again."""
        return Stale()

    def note(self, text: str, by: str = TABLE) -> Answer | Deferred[Any]:
        """Note what all have seen, as a seat types it, or the laptop; only real pieces are noted.

        Where the program deals, players move at their seats.
        """
        names = listed(player.replace("_", " ") for player in self._host.players)
        return Refused(say("Type one of these names: {names}", names=names))

    def asking(self, player: str) -> Asking | None:
        """Return what `player`, or the laptop, is asked about lines that somebody has noted."""
        return None

    def settle(self, player: str, stands: bool) -> Answer | Deferred[Any]:
        """Let the lines that wait for `player` stand, or leave all of them out."""
        return Stale()


class DealtPieces(Pieces):
    """Pieces that the program deals: bots, made by `makers`, may sit among the people."""

    def __init__(self, makers: Makers) -> None:
        self.makers = makers

    def make(self, event: Event, sure: bool) -> Accepted:
        """Make the move `event`, with what comes of it and all that is drawn behind it."""
        self._host.go_to(acted(self._host.record, event))
        return Accepted()

    def write(self, events: tuple[Event, ...]) -> None:
        """Write what was chosen; for a sealed choice that cannot be its player is asked again."""
        record = self._host.record
        for event in events:
            try:
                record = acted(record, event)
            except TableError:
                if event.actor not in self._host.sealing.events:
                    raise
                self._host.sealing.ask_again(event.actor)
                self._host.changed()
                return
        self._host.go_to(record)

    def look_again(self) -> None:
        """Forget nothing: nothing is asked of dealt pieces."""

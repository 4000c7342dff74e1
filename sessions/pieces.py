"""The pieces of a hosted game: who deals them, and what people are asked about them.

`DealtPieces` are the program's: nobody is asked anything, and bots may sit among the people. Pieces
that lie on the table are told by people: see `real_pieces`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ..models.core import TABLE, Event, Record, TableError, Turn, View
from ..models.record import write_event
from ..models.words import Tell, listed, say
from ..solver.play.coach import Bot
from ..solver.play.driver import acted
from .answers import Accepted, Answer, Asks, Deferred, Refused, Stale
from .listener import Listener
from .noting import Asking, Held
from .play import Wanted
from .sealing import Sealing
from .tapping import Tapping
from .telling import Telling, Tellings

Makers = Mapping[str, Callable[[], Bot]]
"""The makers of the bots that can sit down, by name."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: to make one of `moves`, as far as `view` tells.

    An answer names the `key`. If all choose in `secret`, `sealed` is the line that was chosen. With
    real pieces a seat is also asked what was drawn: then there is a `draw`, and no moves. If it is
    asked what came of a choice, `begun` is its line.
    """

    view: View
    moves: tuple[Event, ...]
    key: str
    secret: bool
    sealed: str = ""
    draw: Tapping | None = None
    begun: str = ""

    @property
    def chosen(self) -> str:
        """The line that was chosen and can be chosen again, empty for none."""
        return self.sealed or self.begun


class Host(Protocol):
    """What pieces know of their game, and what they do to it: see `Hosting`."""

    tell: Tell
    sealing: Sealing
    tellings: Tellings

    @property
    def record(self) -> Record: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def at(self) -> str: ...
    @property
    def listeners(self) -> Mapping[str, Listener]: ...
    def view(self, viewer: str) -> View: ...
    def coming(self) -> Turn: ...
    def awaited(self) -> tuple[str, ...]: ...
    def chosen(self) -> tuple[str, ...]: ...
    def seal(self, player: str, event: Event) -> None: ...
    def propose(self, player: str, event: Event) -> Asks | Accepted | Refused: ...
    def go_to(self, record: Record) -> None: ...
    def look_again(self) -> None: ...
    def changed(self) -> None: ...


class Pieces(ABC):
    """The pieces of one hosted game, and what people are asked about them.

    The defaults here are right for dealt pieces: nobody is asked anything, and nothing is told.
    `makers` are the bots that can sit down, by name.
    """

    real = False
    makers: Makers
    held: Held | None = None
    """Lines that wait for the players whose lines they are."""

    def join(self, host: Host) -> None:
        """Become the pieces of this game, at its beginning."""
        self._host = host

    # how the game goes on

    @abstractmethod
    def make(self, event: Event, sure: bool) -> Answer | Deferred[Any]:
        """Make the move `event`, which its seat has judged; `sure` if it was so all the same."""

    @abstractmethod
    def write(self, events: tuple[Event, ...]) -> None:
        """Write the pending lines: what all have chosen or told together, or chance lines."""

    def takeback(self, player: str, told: bool) -> Wanted | Refused | None:
        """Return what taking back the last line of `player` needs; None: as for any choice.

        That may be what they, or all, `told` of a draw.
        """
        return None

    @abstractmethod
    def look_again(self) -> None:
        """Drop questions from before the game went on."""

    # what is asked of a draw

    def inquiry(self) -> Mapping[str, Question] | None:
        """Return who is asked what before the game goes on; None if nothing is asked.

        A player's answer is `sealed` while others have still to answer.
        """
        return None

    def accept(self, player: str, question: Question, text: str) -> Answer | Deferred[Any]:
        """Take the answer of `player` to a `question` about a draw."""
        return Stale()

    def reopen(self, player: str) -> Accepted | Stale:
        """Let `player` answer an inquiry again, or choose again of which it is asked what came."""
        return Stale()

    # what people tell, and note

    def be_silent(self, player: str, silent: bool) -> Accepted | Stale:
        """Stop asking `player` for what they alone see, or begin again."""
        return Stale()

    def told_by(self, player: str) -> tuple[Telling, ...]:
        """Return what `player` has told, or could tell now, of draws that not all see."""
        return ()

    def is_asked_alone(self, player: str) -> bool:
        """Tell whether `player` alone is asked again, for what does not fit the open pieces."""
        return False

    def tell_again(self, player: str, number: int, text: str) -> Answer:
        """Correct what `player` told in line `number`, or tell it later."""
        return Stale()

    def open(self) -> Accepted | Stale:
        """Open the game after a clash, at the laptop: what clashed is told again."""
        return Stale()

    def note(self, text: str, by: str = TABLE) -> Answer | Deferred[Any]:
        """Note what all have seen, typed at a seat or the laptop; only real pieces are noted.

        Where the program deals, players move at their seats.
        """
        names = listed(self._host.players)
        return Refused(say("Type one of these names: {names}", names=names))

    def asking(self, player: str) -> Asking | None:
        """Return what `player`, or the laptop, is asked about noted lines."""
        return None

    def waiting(self) -> str:
        """Return the noted lines that wait, as all may read them; empty for none."""
        lines = (replace(each, stands=False) for each in (self.held.events if self.held else ()))
        return "; ".join(write_event(self._host.record, each) for each in lines)

    @property
    def key(self) -> str:
        """The key of the question about the noted lines that wait, empty for none."""
        return f"{self._host.at} {self.waiting()}" if self.held else ""

    def leave_out(self, player: str) -> Accepted | Stale:
        """Leave out the lines that wait for `player`, or that they noted; the laptop can always."""
        return Stale()

    def settle(self, player: str, key: str, stands: bool) -> Answer | Deferred[Any]:
        """Confirm the lines of the question `key`, which wait for `player`, or leave all out."""
        return Stale()


class DealtPieces(Pieces):
    """Pieces that the program deals: bots, made by `makers`, may sit among the people."""

    def __init__(self, makers: Makers) -> None:
        self.makers = makers

    def make(self, event: Event, sure: bool) -> Accepted:
        """Make the move `event`, with its outcome and all chance lines after it."""
        self._host.go_to(acted(self._host.record, event))
        return Accepted()

    def write(self, events: tuple[Event, ...]) -> None:
        """Write what was chosen; if a sealed choice is impossible, its player is asked again."""
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
        """Do nothing: nothing is asked about dealt pieces."""

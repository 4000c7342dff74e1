"""`aparte resume --seat NAME`: the notes of a table go on as one player's companion."""

from __future__ import annotations

from ...models.bag import HOLE
from ...models.core import Event, Record, TableError
from ...models.errors import BadNotation
from ...models.record import read_words, write_event
from ...models.wording import spelled
from ...models.words import say, say_n
from ...sessions.companion import companion
from ...sessions.news import sentence
from ...sessions.saved import Saved
from ...sessions.setup import seat_of
from ...sessions.store import Store
from ..console import print_words
from ..language import speak_of, tell
from ..session.terminal import InputEnded, Terminal, scroll
from . import table


def go_on_at(store: Store, saved: Saved, seat: str) -> None:
    """Go on with the notes of a table as a companion of its player `seat`; raises TableError."""
    terminal = scroll()
    try:
        record = _seated(saved.record, seat, terminal)
    except InputEnded:
        return
    table.go_on(store, store.add(record), terminal)


def _seated(record: Record, seat: str, terminal: Terminal) -> Record:
    """Return the notes of a table as its player `seat` goes on with them.

    What only that player has seen is asked for; if it does not fit in the end, it is asked again.
    Raises TableError, InputEnded.
    """
    speak_of(record)
    viewer, asked = seat_of(record.setup.players, seat), _Hand(terminal)
    while True:
        try:
            return companion(record, viewer, asked.told)
        except TableError as error:
            if not (terminal.live and asked.any):
                raise
            print_words(error.message)


class _Hand:
    """Asks a player at a terminal for the pieces that only they have seen."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self.any = False
        """Whether anything was asked."""

    def told(self, begun: Record, event: Event) -> Event:
        """Return `event` with its pieces; raises InputEnded."""
        self.any = True
        count = (*event.words, *event.outcome).count(HOLE)
        head = write_event(begun, event).replace(HOLE, "").strip()
        question = say("{told}. Which? ", told=sentence(begun, event))
        while True:
            typed = self._terminal.ask(tell(question)).strip()
            try:
                found = read_words(begun, f"{head} {spelled(begun, typed, tell)}")
                given = len(found.words) + len(found.outcome)
                if HOLE in (*found.words, *found.outcome):
                    raise BadNotation(say("every piece has to be told"))
                if given != len(event.words) + len(event.outcome):
                    raise BadNotation(
                        say_n(
                            "{n} of them belongs here, not {given}",
                            "{n} of them belong here, not {given}",
                            count,
                            given=given + count - len(event.words) - len(event.outcome),
                        )
                    )
                begun.plus(found)
            except TableError as error:
                print_words(error.words)
            else:
                return found

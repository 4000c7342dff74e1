"""`aparte resume --seat NAME`: the notes of a table go on as one player's companion."""

from __future__ import annotations

from dataclasses import replace

from ...models.bag import HOLE
from ...models.core import Event, Record, TableError
from ...models.words import bare, say, spellings
from ...sessions.companion import companion, told
from ...sessions.news import sentence
from ...sessions.saved import Saved
from ...sessions.setup import seat_of
from ...sessions.store import Store
from ..console import print_words
from ..language import speak_of, tell
from ..session.terminal import InputEnded, Terminal, scroll
from ..views.names import called
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
    viewer, asked = seat_of(record.setup.players, seat), _Hand(record, terminal)
    while True:
        try:
            return companion(record, viewer, asked.told)
        except TableError as error:
            if not (terminal.live and asked.any):
                raise
            print_words(error.message)


class _Hand:
    """Asks a player at a terminal for the pieces that only they have seen."""

    def __init__(self, table: Record, terminal: Terminal) -> None:
        self._table = table
        self._terminal = terminal
        self.any = False
        """Whether anything was asked."""

    def told(self, begun: Record, event: Event) -> Event:
        """Return `event` with its pieces; raises InputEnded."""
        if not self.any:
            print_words(
                say(
                    "Now what {player} alone can see, without what has been played.",
                    player=called(begun.viewer),
                )
            )
        self.any = True
        count = (*event.words, *event.outcome).count(HOLE)
        asked = begun.game.tale.outcome_question(replace(event, outcome=()))
        asked = asked or say("{told}. Which?", told=sentence(begun, event))
        question = tell(say("{question} ({n}, as it is now) ", question=asked, n=count))
        while True:
            typed = self._terminal.ask(question).strip()
            if bare(typed) in spellings(say("quit"), tell):
                raise InputEnded
            try:
                if typed:
                    return told(self._table, begun, event, typed, tell)
            except TableError as error:
                print_words(error.words)

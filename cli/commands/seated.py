"""`aparte resume --seat NAME`: the notes of a table go on as one player's companion."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from ...models.bag import HOLE
from ...models.core import Event, IllegalAction, Record, TableError
from ...models.words import bare, listed, say, say_n, spellings
from ...sessions.answers import AsksBack, Refused
from ...sessions.calls import calls_now
from ...sessions.companion import BEGUN, companion, secrets, settled, told
from ...sessions.doubt import NO, Lines
from ...sessions.gate import heard
from ...sessions.hints import Hints
from ...sessions.listener import Listener, Question
from ...sessions.news import sentence
from ...sessions.saved import Saved
from ...sessions.setup import seat_of
from ...sessions.store import Store
from ..console import print_words
from ..language import speak_of, tell
from ..session.questions import NOTHING_TOLD, LinePrompt, alone, tell_left, undoing
from ..session.terminal import InputEnded, Terminal, scroll
from ..views.names import called
from ..views.told import print_calls
from . import table

_LEFT = say("No companion was begun; the notes are as they were.")


class _Again(Exception):
    """What was told last is taken back: the questions come again from there."""


def go_on_at(store: Store, saved: Saved, seat: str) -> None:
    """Go on with the notes of a table as a companion of its player `seat`; raises TableError."""
    terminal = scroll()
    try:
        record = _seated(saved, seat, terminal)
    except InputEnded:
        print_words(_LEFT)
        return
    except KeyboardInterrupt:
        print_words(_LEFT)
        raise typer.Exit(130) from None
    if back := secrets(saved.record):
        print_words(
            say_n(
                "The notes go back {n} line here: what {player} chooses in secret there is told"
                " first.",
                "The notes go back {n} lines here: what {player} chooses in secret there is told"
                " first.",
                back,
                player=called(record.viewer),
            )
        )
    seen = [(number, event) for number, event in record.events if record.is_seen(event)]
    if untold := [number for number, each in seen if HOLE in (*each.words, *each.outcome)]:
        print_words(
            say(
                "What {player} has seen in lines {lines} is not asked for: {fix} {n} LINE tells it."
                " Until all of it is told there is no advice.",
                player=called(record.viewer),
                lines=listed(untold),
                fix=say("fix"),
                n=untold[0],
            )
        )
    begun = store.add(record)
    store.keep_apart(begun, BEGUN, str(record.last))
    table.go_on(store, begun, terminal)


def _seated(saved: Saved, seat: str, terminal: Terminal) -> Record:
    """Return the notes of a table as its player `seat` goes on with them.

    What only that player has seen is asked for; if it does not fit in the end, it is asked again.
    Raises TableError, InputEnded.
    """
    record = saved.record
    speak_of(record)
    viewer, asked = seat_of(record.setup.players, seat), _Hand(record, terminal)
    while True:
        try:
            return companion(record, viewer, asked.told)
        except _Again:
            continue
        except TableError as error:
            if not asked.answers:
                raise _how(error, saved) from None
            if not terminal.live:
                raise
            print_words(error.message)
            asked.answers.clear()


def _how(error: TableError, saved: Saved) -> TableError:
    """Return why no companion can begin with the notes as they are, and what to do."""
    record = saved.record
    if not isinstance(error, IllegalAction) or record.game.outcome(record.state) is not None:
        return error
    words = say(
        "{words}. First note what comes until then: `aparte resume {id}`",
        words=error.message,
        id=saved.id,
    )
    return TableError(words)


class _Hand:
    """Asks a player at a terminal for the pieces that only they have seen.

    `answers` are the lines that were told whole, by the number of the line before, each with what
    was asked before its last part.
    """

    def __init__(self, noted: Record, terminal: Terminal) -> None:
        self.answers = dict[int, tuple[Event, tuple[Question, ...]]]()
        self._noted = noted
        self._listener = Listener(tell)
        self._back = False
        """Whether the last answer was taken back."""
        self._settled = dict[int, Event]()
        """The lines that were not asked for, by the number of the line before."""
        self._desk = LinePrompt(
            terminal,
            noted,
            Hints(),
            more=undoing(self._listener, noted, print_words, self._earlier),
            asides=[alone(say("now"), say("what hands have to do now"), self._now)],
            listener=self._listener,
            no_hand=say("First tell what is asked here; then there is advice."),
        )

    def told(self, begun: Record, event: Event, behind: Sequence[Event]) -> Event:
        """Return `event` with its pieces; raises InputEnded, _Again."""
        if begun.last in self.answers:
            return self.answers[begun.last][0]
        if (only := settled(begun, event, behind)) is not None:
            if self._settled.get(begun.last) != only:  # not told before an undo
                line = sentence(begun, only)
                print_words(say("Nothing else fits the later lines: {line}.", line=line))
            self._settled[begun.last] = only
            return only
        if not (self.answers or self._back):
            print_words(
                say(
                    "Now what {player} alone can see, without what has been played.",
                    player=called(begun.viewer),
                )
            )
        asked = begun.game.tale.outcome_question(event.head)
        asked = asked or say("{told}. Which?", told=sentence(begun, event))
        n = (*event.words, *event.outcome).count(HOLE)
        question = say("{question} ({n}; help, or quit) ", question=asked, n=n)
        self._back = False

        def read(text: str) -> Lines:
            return (told(self._noted, begun, event, behind, text, tell),)

        while not self._back:
            more = self._listener.asked
            typed = self._desk.ask_once(question if more is None else f"{tell(more)} ")
            if typed is None:
                continue
            parts = self._listener.doubts
            if more is None and (not typed or bare(typed) in spellings(NO, tell)):
                continue
            answer = heard(self._noted, typed, self._listener, read)
            if not isinstance(answer, Refused):
                self.answers[begun.last] = answer[0], parts
                return answer[0]
            if isinstance(answer, AsksBack):
                tell_left(self._listener.dropped, print_words)
            else:
                print_words(answer.plain)
        raise _Again

    def _earlier(self) -> None:
        """Take back the part that was told last of the line before."""
        if self.answers:
            _, (_, self._listener.doubts) = self.answers.popitem()
            self._back = True
        else:
            print_words(NOTHING_TOLD)

    def _now(self) -> None:
        print_calls(calls_now(self._noted))

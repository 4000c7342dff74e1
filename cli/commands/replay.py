"""`aparte replay`: walks through a record, step by step in a terminal, at once in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...models.core import KEEPERS, REFEREE, Record, TableError, View, view
from ...models.words import Words, say
from ...sessions.store import opened_to_keep, opened_to_read
from ..arguments import RecordOrId, file_or_id, read_record, seen_by, wrong
from ..console import console, plain, print_lines, print_words
from ..language import N_, speak_of
from ..session.terminal import InputEnded, agreed, scroll
from ..views import show_board
from ..views.names import called
from ..views.told import print_sentences

if TYPE_CHECKING:
    from ...solver.play.judging import Judged

As = Annotated[
    str | None,
    typer.Option(
        "--seat",
        "--as",
        metavar=N_("SEAT"),
        help=N_("Whose view: a player, or table for what all see."),
    ),
]
Turn = Annotated[
    int | None,
    typer.Option(
        "--turn", min=0, metavar="N", help=N_("Begin after the players' Nth line; 0 is the set-up.")
    ),
]
AtLine = Annotated[
    int | None,
    typer.Option("--line", min=1, metavar="N", help=N_("Begin before the line of this number.")),
]
BOARD, MISTAKE, SEAT, WHAT_IF = "t", "m", "s", "w"
NEXT, BACK, QUIT = (" ", "\r", "\n", "n", "\x1b[C"), ("b", "\x7f", "\x1b[D"), ("q", "\x1b", "\x04")


def replay(file: RecordOrId, seat: As = None, turn: Turn = None, line: AtLine = None) -> None:
    whole = _read(file, seat)
    seen = _seen(whole, seat)
    stops = _stops(seen)
    if turn is not None and turn >= len(stops):
        turns = len(stops) - 1
        raise wrong(say("there is no turn {n} in a record of {turns}", n=turn, turns=turns))
    if turn is not None and line is not None:
        raise wrong(say("--turn and --line exclude each other"))
    if line is not None:
        if line > seen.last:
            raise wrong(say("there is no line {n} in a record of {lines}", n=line, lines=seen.last))
        turn = max([at for at, stop in enumerate(stops) if stop < line], default=0)
    if sys.stdin.isatty() and sys.stdout.isatty():
        _Walk(whole, seen, stops, turn or 0).go()
    else:
        _print_all(seen if turn is None else seen.until(stops[turn]))


def _read(text: str, seat: str | None) -> Record:
    """Return the record of a file, or of a saved game; `seat` is whose view is wanted.

    If the whole is wanted while the game goes on, it takes a confirmation.
    """
    found = file_or_id(text)
    if isinstance(found, Path):
        record = read_record(found)
    else:
        with opened_to_read() as store:
            record = speak_of(store.game(found).record)
    whole = seat is None or seat == record.viewer
    if whole and record.viewer in KEEPERS and record.game.outcome(record.state) is None:
        _make_sure(isinstance(found, int) and seat is None)
    return record


def _make_sure(asked_by_number: bool) -> None:
    """Ask whether to show hands that are still in play; exit if not.

    Through a pipe they are shown if somebody names a file, or the referee; otherwise raises
    BadParameter.
    """
    terminal = scroll()
    if terminal.live:
        question = say("This game is not over. Show every hand (yes/no)? ")
        try:
            if agreed(terminal, question):
                return
        except InputEnded:
            pass
        raise typer.Exit
    if asked_by_number:
        raise wrong(say("this game is not over: choose a view with --seat"))


def _seen(record: Record, seat: str | None) -> View:
    if seat is None or seat == record.viewer == REFEREE:
        return record
    return seen_by(record, seat)


def _stops(record: Record) -> list[int]:
    """Return the numbers of the last line of the set-up and of all lines after it."""
    events = list(record.events)
    setup = list(takewhile(lambda each: not each[1].actor, events))
    last = setup[-1][0] if setup else record.last
    return [last, *(number for number, _ in events[len(setup) :])]


def _print_all(record: Record) -> None:
    print_lines(record)
    show_board(record)


class _Walk:
    """A walk through `whole`, as one viewer has `seen` it, from one of its `stops` to the next."""

    def __init__(self, whole: Record, seen: View, stops: list[int], turn: int) -> None:
        self.whole, self.seen, self.stops, self.turn = whole, seen, stops, turn
        self._notes: list[Words] = []

    def go(self) -> None:
        """Walk by keys until somebody quits."""
        while self._walked() == WHAT_IF and self._what_if():
            pass

    def _walked(self) -> str:
        last = len(self.stops) - 1
        with nullcontext() if plain() else console().screen(hide_cursor=True):
            while True:
                self._show()
                key = typer.getchar()
                if plain() and key == BOARD:
                    show_board(self.seen.until(self.stops[self.turn]))
                    key = typer.getchar()
                if key in QUIT or (key in NEXT and self.turn == last) or key == WHAT_IF:
                    return key
                if key == SEAT:
                    self._next_seat()
                elif key == MISTAKE:
                    self._next_mistake()
                self.turn = min(max(self.turn + (key in NEXT) - (key in BACK), 0), last)

    def _show(self) -> None:
        """Show how the game stands; in plain form only the line, and the board if asked."""
        numbers = {"n": self.turn, "turns": len(self.stops) - 1}
        seen, stops, turn = self.seen, self.stops, self.turn
        if plain():
            print_sentences(seen, {stops[turn]})
            keys = say(
                "Turn {n} of {turns}. n next, b back, m mistake, s seat, w what if, t board, "
                "q quit",
                **numbers,
            )
        else:
            console().clear()
            print_sentences(seen, set(stops[max(turn - 2, 0) : turn + 1]))
            show_board(seen.until(stops[turn]))
            keys = say(
                "Turn {n} of {turns}. n next, b back, m mistake, s seat, w what if, q quit",
                **numbers,
            )
        for words in (*self._notes, keys):
            print_words(words)
        self._notes = []

    def _next_seat(self) -> None:
        """Switch to the view of the next seat; after the last seat, to the whole record."""
        if self.whole.viewer not in KEEPERS:
            self._notes.append(say("This record knows no other seat."))
            return
        viewers = self._viewers()
        viewer = viewers[(viewers.index(self.seen.viewer) + 1) % len(viewers)]
        self.seen = self.whole if viewer == self.whole.viewer else view(self.whole, viewer)
        if viewer == self.whole.viewer:
            self._notes.append(say("Seen by all at once."))
        else:
            self._notes.append(say("Seen by {player}.", player=called(viewer)))

    def _viewers(self) -> Sequence[str]:
        over = self.whole.game.outcome(self.whole.state) is not None
        if not over and self.seen.viewer != self.whole.viewer:
            return (self.seen.viewer,)  # who asked for one seat gets no other one
        return (self.whole.viewer, *self.whole.setup.players)

    def _next_mistake(self) -> None:
        """Go to the position before the next choice that surely cost something."""
        from ...sessions.review import ReviewCache, next_mistake
        from ...sessions.reviewable import seats_of
        from ..session.tty import key_by_key, pressed

        player = self.seen.viewer if self.seen.viewer in self.whole.setup.players else None
        print_words(say("Looking for the next mistake; any key stops it."))
        try:
            seats = seats_of(self.whole, player)
            behind = self.stops[min(self.turn + 1, len(self.stops) - 1)]
            with opened_to_keep() as store, key_by_key():
                kept = ReviewCache(store, self.whole)
                found = next_mistake(self.whole, seats, behind, kept, lambda: pressed(0))
                stopped = pressed(0)
                if stopped:
                    typer.getchar()
        except TableError as error:
            self._notes.append(error.message)
            return
        if found is None:
            nothing = say("No further mistake was found.")
            early = say("Stopped by a key: nothing was found yet.")
            self._notes.append(early if stopped else nothing)
            return
        self.turn = max([at for at, stop in enumerate(self.stops) if stop < found.line], default=0)
        self._notes += _mistake(self.whole, found)

    def _what_if(self) -> bool:
        """Let somebody try the next choice differently; tell whether the walk goes on after it."""
        from ..session.play import show_side_line

        try:
            show_side_line(self.seen, str(self.stops[self.turn] + 1), scroll())
        except InputEnded:
            return False
        except KeyboardInterrupt:
            pass  # it ends the side line, not the replay
        except TableError as error:
            self._notes.append(error.message)
        return True


def _mistake(record: Record, found: Judged) -> Sequence[Words]:
    """Return the words about the mistake that comes next in the replay."""
    from ...sessions.review import judge_of
    from ..answers.reviewed import told_mistake, told_reason

    return [told_mistake(record, judge_of(record), found), *told_reason(record, found)]

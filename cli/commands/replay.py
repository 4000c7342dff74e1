"""`aparte replay`: walks through a record, step by step in a terminal, at once in a pipe."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from itertools import takewhile
from typing import Annotated

import typer

from ...models.core import REFEREE, Record, TableError, View
from ...models.record import read_file
from ...models.words import say
from ..arguments import RecordFile, seen_by, wrong
from ..console import console, plain, print_lines, print_words
from ..language import N_, tell
from ..views import show_board

As = Annotated[
    str | None,
    typer.Option(
        "--as", metavar=N_("SEAT"), help=N_("Whose view: a player, or table for what all see.")
    ),
]
Turn = Annotated[
    int | None,
    typer.Option(
        "--turn", min=0, metavar="N", help=N_("Begin behind the players' Nth line, 0 the set-up.")
    ),
]
BOARD, WHAT_IF = "t", "w"
NEXT, BACK, QUIT = (" ", "\r", "\n", "n", "\x1b[C"), ("b", "\x7f", "\x1b[D"), ("q", "\x1b", "\x04")


def replay(file: RecordFile, seat: As = None, turn: Turn = None) -> None:
    seen = _seen(read_file(file), seat)
    stops = _stops(seen)
    if turn is not None and turn >= len(stops):
        turns = len(stops) - 1
        raise wrong(say("there is no turn {n} in a record of {turns}", n=turn, turns=turns))
    if sys.stdin.isatty() and sys.stdout.isatty():
        _walk(seen, stops, turn or 0)
    else:
        _print_all(seen if turn is None else seen.until(stops[turn]))


def _seen(record: Record, seat: str | None) -> View:
    if seat is None or seat == record.viewer == REFEREE:
        return record
    return seen_by(record, seat)


def _stops(record: Record) -> list[int]:
    """Return the numbers of the last line of the set-up and of all lines behind it."""
    events = list(record.events)
    setup = list(takewhile(lambda each: not each[1].actor, events))
    last = setup[-1][0] if setup else record.last
    return [last, *(number for number, _ in events[len(setup) :])]


def _print_all(record: Record) -> None:
    print_lines(record, {number for number, _ in record.events})
    show_board(record)


def _walk(record: Record, stops: list[int], turn: int) -> None:
    """Show turn after turn until somebody leaves; a side line is played on a screen of its own."""
    while (left := _turned(record, stops, turn)) is not None:
        from ..session.play import show_side_line
        from ..session.terminal import Left, scroll

        turn = left
        try:
            show_side_line(record, str(stops[turn] + 1), scroll())
        except Left:
            return
        except TableError as error:
            print_words(error.told)
            scroll().ask(tell(say("Enter goes back to the game. ")))


def _turned(record: Record, stops: list[int], turn: int) -> int | None:
    """Turn to other turns from `turn` on; return where a side line is wanted, None at the end."""
    last = len(stops) - 1
    with nullcontext() if plain() else console().screen(hide_cursor=True):
        while True:
            _show(record, stops, turn)
            key = typer.getchar()
            if plain() and key == BOARD:
                show_board(record.until(stops[turn]))
                key = typer.getchar()
            if key in QUIT or (key in NEXT and turn == last):
                return None
            if key == WHAT_IF:
                return turn
            turn = min(max(turn + (key in NEXT) - (key in BACK), 0), last)


def _show(record: Record, stops: list[int], turn: int) -> None:
    """Show where the game stands; in plain form the line alone, the board is told when asked."""
    numbers = {"n": turn, "turns": len(stops) - 1}
    if plain():
        print_lines(record, {stops[turn]})
        keys = say(
            "Turn {n} of {turns}. Next: n, back: b, the board: t, what if: w, quit: q", **numbers
        )
    else:
        console().clear()
        print_lines(record, set(stops[max(turn - 2, 0) : turn + 1]))
        show_board(record.until(stops[turn]))
        keys = say("Turn {n} of {turns}. Next: space or n, back: b, what if: w, quit: q", **numbers)
    print_words(keys)

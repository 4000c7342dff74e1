"""Lists of moves: each under its number, and where they are many, by what people do with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice

from ...models.core import Event, View
from ...models.wording import worded
from ...models.words import bare, say
from ...sessions.lines import FEW, listed_move
from ..console import print_columns, print_text, print_words
from ..language import tell
from .terminal import Terminal

MANY = 36
"""More moves than this are told by their kinds: their list would leave the screen."""


def numbered(view: View, moves: Sequence[Event]) -> list[str]:
    """Return the moves as they are typed, each after its number; behind it what it is about."""
    return _cells(view, dict(enumerate(moves, start=1)))


def show_moves(
    terminal: Terminal, view: View, moves: Sequence[Event], asked: str = ""
) -> Mapping[int, Event]:
    """Show what `print_moves` prints, and return the moves that can be chosen by their numbers.

    None can if the next line is begun already: whoever types it has not seen the list.
    """
    listed: dict[int, Event] = {}
    terminal.show(lambda: listed.update(print_moves(view, moves, asked)))
    return {} if terminal.is_ahead() else listed


def print_moves(view: View, moves: Sequence[Event], asked: str = "") -> Mapping[int, Event]:
    """Print `moves` under their numbers, or only those that have all words of `asked`.

    Where there are many, each kind is told by what it does, with its ways if these are few. Return
    those that are listed, by their numbers.
    """
    found = {n: move for n, move in enumerate(moves, start=1) if _has(view, move, asked)}
    if not found:
        print_words(say("No move has these words: {words}", words=asked))
    elif asked or len(found) <= MANY:
        print_columns(_cells(view, found))
    else:
        return dict(way for ways in _kinds(found) for way in _print_kind(view, ways).items())
    return found


def _cells(view: View, moves: Mapping[int, Event]) -> list[str]:
    room = len(str(max(moves, default=0)))
    return [f"{n:>{room}} {tell(listed_move(view, move))}" for n, move in moves.items()]


def _has(view: View, move: Event, asked: str) -> bool:
    """Tell whether each word of `asked` is the beginning of a word of `move`."""
    words = tell(listed_move(view, move)).split()
    return all(any(_begins(word, each) for word in words) for each in asked.split())


def _begins(word: str, typed: str) -> bool:
    """Tell whether `word` begins as it is `typed`; accents count where some are typed."""
    same = bare if bare(typed) == typed.casefold() else str.casefold
    return same(word).startswith(same(typed))


def _kinds(moves: Mapping[int, Event]) -> Iterator[Mapping[int, Event]]:
    """Yield the moves of each kind, in the order of their first numbers."""
    first = {move.verb: n for n, move in reversed([*moves.items()])}
    by_kind = sorted(moves.items(), key=lambda numbered: (first[numbered[1].verb], numbered[0]))
    for _, ways in groupby(by_kind, key=lambda numbered: numbered[1].verb):
        yield dict(ways)


def _print_kind(view: View, ways: Mapping[int, Event]) -> Mapping[int, Event]:
    """Print what moves of a kind do, and how, and return those listed: all if they are few."""
    listed = ways if len(ways) <= FEW else dict(islice(ways.items(), 1))
    cells, one = _cells(view, listed), next(iter(ways.values()))
    print_words(say("{about}:", about=view.notation.verbs[one.verb].about))
    if listed is ways:
        print_columns([f"  {cell}" for cell in cells])
        return listed
    more = say(
        "{move}, and {n} more: {moves} {verb}",
        move=cells[0],
        n=len(ways) - 1,
        moves=say("moves"),
        verb=worded(view, one.verb),
    )
    print_text(f"  {tell(more)}")
    return listed

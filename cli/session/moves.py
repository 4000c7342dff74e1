"""Lists of moves: each under its number, and where they are many, by what people do with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ...models.core import Event, View
from ...models.wording import worded
from ...models.words import bare, say
from ...sessions.lines import FEW, listed_move
from ..console import print_columns, print_text, print_words
from ..language import tell

MANY = 36
"""More moves than this are told by their kinds: their list would leave the screen."""


def numbered(view: View, moves: Sequence[Event]) -> list[str]:
    """Return the moves as they are typed, each after its number; behind it what it is about."""
    return _cells(view, dict(enumerate(moves, start=1)))


def in_sight(view: View, moves: Sequence[Event], asked: str = "") -> Mapping[int, Event]:
    """Return, by their numbers, those of `moves` that `print_moves` lists."""
    found = _found(view, moves, asked)
    if asked or len(found) <= MANY:
        return found
    kinds = [[*ways.items()] for ways in _kinds(found)]
    return dict(way for ways in kinds for way in (ways if len(ways) <= FEW else ways[:1]))


def print_moves(view: View, moves: Sequence[Event], asked: str = "") -> None:
    """Print `moves` under their numbers, or only those that have all words of `asked`.

    Where there are many, each kind is told by what it does, with its ways if these are few.
    """
    found = _found(view, moves, asked)
    if not found:
        print_words(say("No move has these words: {words}", words=asked))
    elif asked or len(found) <= MANY:
        print_columns(_cells(view, found))
    else:
        for ways in _kinds(found):
            _print_kind(view, ways)


def _found(view: View, moves: Sequence[Event], asked: str) -> dict[int, Event]:
    return {n: move for n, move in enumerate(moves, start=1) if _has(view, move, asked)}


def _cells(view: View, moves: Mapping[int, Event]) -> list[str]:
    room = len(str(max(moves, default=0)))
    return [f"{n:>{room}} {tell(listed_move(view, move))}" for n, move in moves.items()]


def _has(view: View, move: Event, asked: str) -> bool:
    """Tell whether each word of `asked` is the beginning of a word of `move`."""
    words = [bare(word) for word in tell(listed_move(view, move)).split()]
    return all(any(word.startswith(bare(each)) for word in words) for each in asked.split())


def _kinds(moves: Mapping[int, Event]) -> Iterator[Mapping[int, Event]]:
    """Yield the moves of each kind, in the order of their first numbers."""
    first = {move.verb: n for n, move in reversed([*moves.items()])}
    by_kind = sorted(moves.items(), key=lambda numbered: (first[numbered[1].verb], numbered[0]))
    for _, ways in groupby(by_kind, key=lambda numbered: numbered[1].verb):
        yield dict(ways)


def _print_kind(view: View, ways: Mapping[int, Event]) -> None:
    """Print what moves of a kind do, and how: all ways if they are few, else the first."""
    cells, one = _cells(view, ways), next(iter(ways.values()))
    print_words(say("{about}:", about=view.notation.verbs[one.verb].about))
    if len(ways) <= FEW:
        print_columns([f"  {cell}" for cell in cells])
        return
    more = say(
        "{move}, and {n} more: {moves} {verb}",
        move=cells[0],
        n=len(ways) - 1,
        moves=say("moves"),
        verb=worded(view, one.verb),
    )
    print_text(f"  {tell(more)}")

"""How many keys it takes to note a game at a real table: `python -m bench keystrokes`.

Games of bots are noted line by line, each in the shortest way that the table reads as that line.
Every character counts, blanks and Enter among them; what comes by itself costs nothing.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from string import ascii_letters

from aparte.cli.language import spoken
from aparte.models.core import Event, Record, Roll, TableError, turn, view
from aparte.models.record import NAMES, blank, write_event
from aparte.sessions.fixing import is_typed
from aparte.sessions.typed import events_of
from aparte.solver.play.coach import bots
from aparte.solver.play.driver import played

SEEDS = (1, 2)
TOGETHER = 5
"""How many lines people would type as one: a trick of four, and what it claims."""
TRIED = 100
"""How many ways to shorten a line are tried, the shortest first."""


@dataclass(frozen=True, slots=True)
class TypedLines:
    """What is typed with one Enter, and how many lines of the record it stands for."""

    typed: str
    lines: int

    @property
    def keys(self) -> int:
        """The keys that are pressed, Enter among them."""
        return len(self.typed) + 1


def game_of_bots(game: str, players: int, seed: int) -> Record:
    """Return a whole game that the bots of `game` have played."""
    makers, record = bots(game), blank(game, players)
    seats = {player: makers["greedy"]() for player in record.setup.players}
    return played(record, seats, Random(seed))


def noted(record: Record, viewer: str, first: int, end: int) -> Iterator[TypedLines]:
    """Yield how the lines of `record` with these indices are noted by `viewer`, in few keys.

    Lines that come one after the other are typed as one where that is read so.
    """
    seen = view(record, viewer)
    before = seen.with_lines(seen.lines[:first])
    begun, text, events = before, "", list[Event]()
    for line in seen.lines[first:end]:
        assert line.event is not None
        if is_typed(before, line.event):
            typed = shortest(before, line.event)
            kind_too = shortest(before, line.event, numbers=False)  # `b7b4`, or `b7 4`
            more = [*events, line.event]
            ways = (text + typed, text + kind_too, f"{text} {typed}", f"{text} {kind_too}")
            tried = ways if 0 < len(events) < TOGETHER else ()
            joined = next((each for each in tried if _reads(begun, each, more)), "")
            if joined:
                text, events = joined, more
            else:
                if text:
                    yield TypedLines(text, len(events))
                begun, text, events = before, typed, [line.event]
        before = before.and_line(line)
    if text:
        yield TypedLines(text, len(events))


def _reads(record: Record, text: str, events: Sequence[Event]) -> bool:
    try:
        return events_of(record, text, str) == tuple(events)
    except TableError:
        return False


def shortest(record: Record, event: Event, numbers: bool = True) -> str:
    """Return the shortest text that is read as `event`, of those that a person would try.

    Without `numbers` it is no number alone.
    """
    whole = write_event(record, event)
    ways = (each for each in _ways(record, event) if numbers or not each.isdecimal())
    for text in sorted(dict.fromkeys(ways), key=len)[:TRIED]:
        try:
            if len(text) < len(whole) and events_of(record, text, str) == (event,):
                return text
        except TableError:
            continue
    return whole


def _ways(record: Record, event: Event) -> Iterator[str]:
    """Yield ways to shorten a line: words left out or cut to their beginning, blanks left out."""
    if len(event.words) == 1:
        yield event.words[0].lstrip(ascii_letters)  # the number of a card
    heads = [("",), (event.verb[0],), (event.verb,)]
    actors = ["", event.actor[:1], event.actor] if event.actor else [""]
    small = {word for word in event.words if word.islower() and word in _small(record, event)}
    for actor, (verb,), length in product(actors, heads, (1, 2, 3, 9)):
        for words in (event.words, tuple(word for word in event.words if word not in small)):
            cut = [_cut(record, word, length) for word in words]
            for out in _outcomes(record, event, length):
                for joined in (" ", ""):
                    tail = joined.join([*cut, *out])
                    yield " ".join(part for part in (actor, verb, tail) if part).casefold()


def _outcomes(record: Record, event: Event, length: int) -> Iterator[Sequence[str]]:
    """Yield ways to tell what came of a line: all of it, its last piece left out, pips alone."""
    out = [_cut(record, word, length) for word in event.outcome]
    yield from (out[:end] for end in {len(out), 0, max(len(out) - 1, 0)})
    if isinstance(turn(record), Roll):
        yield [die[-1] for die in sorted(event.outcome)]


def _cut(record: Record, word: str, length: int) -> str:
    return word[:length] if len(word) > 2 or word in record.setup.players else word


def _small(record: Record, event: Event) -> Sequence[str]:
    return re.findall(r"[a-z/]+", record.notation.verbs[event.verb].grammar)


def rounds(record: Record) -> list[int]:
    """Return after how many lines each round of `record` is over."""
    ends, before = list[int](), record.blank()
    for count, line in enumerate(record.lines, start=1):
        number, before = before.state.round, before.and_line(line)
        if 0 < number < before.state.round:
            ends.append(count)
    return [*ends, len(record.lines)]


GAMES = (("onstage", 4), ("adresses-jaunes", 3), ("overseers", 4), ("bards", 4))


def main(arguments: Sequence[str]) -> None:
    """Print the keys of the first two rounds of each game, for the table and for a companion."""
    ArgumentParser(description=__doc__).parse_args(arguments)
    with spoken("en"):  # at a table the words of the other languages are read, too
        _print_keys()


def set_up(record: Record, begun: int, end: int) -> int:
    """Return before which line of a round the first choice is typed."""
    before = record.with_lines(record.lines[:begun])
    for at, line in enumerate(record.lines[begun:end], start=begun):
        assert line.event is not None
        if isinstance(turn(before), tuple) and is_typed(before, line.event):
            return at
        before = before.and_line(line)
    return end


def _print_keys() -> None:
    print(f"{'game':<17}{'viewer':<8}{'seed':<5}{'first round':>12}{'set-up':>8}", end="")
    print(f"{'later':>7}{'set-up':>8}")
    for game, players in GAMES:
        for viewer, seed in product(("table", NAMES[0]), SEEDS):
            record = game_of_bots(game, players, seed)
            first, second, *_ = rounds(record)
            print(f"{game:<17}{viewer:<8}{seed:<5}", end="")
            for (begun, end), width in (((0, first), 12), ((first, second), 7)):
                played = set_up(view(record, viewer), begun, end)
                before = sum(each.keys for each in noted(record, viewer, begun, played))
                after = sum(each.keys for each in noted(record, viewer, played, end))
                print(f"{before + after:>{width}}{before:>8}", end="", flush=True)
            print()

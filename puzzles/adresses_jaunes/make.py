"""New puzzles: games played at random until a position has exactly one answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ...models.adresses_jaunes import Step
from ...models.core import TABLE, Line, Record, View, turn, view
from ...models.hidden import World
from ...models.position import position
from ...models.record import new_record, read, write
from ...solver.engine.count import Counter
from ...solver.play.driver import acted, drawn
from ..grade import grade
from ..room import Puzzle

GAME = "adresses-jaunes"
PLAYERS = ("Ana", "Bo", "Cy", "Dai")
LEAST = 3
"""Pieces that a puzzle leaves to be found, at the least."""


def make(players: int, level: str, rng: Random) -> Puzzle:
    """Return a new puzzle of `level` for a seat or the table of a game with `players`.

    The search has no end of its own: a hard puzzle takes some hundred games, seconds to a minute.
    """
    return next(each for each in candidates(players, rng) if each.level == level)


def candidates(players: int, rng: Random) -> Iterator[Puzzle]:
    """Yield positions with exactly one answer, at the end of the third round of random games."""
    while True:
        record = _concluding(players, rng)
        for viewer in (TABLE, *record.setup.players):
            seen = view(record, viewer)
            counter = Counter(record.game.hidden(seen))
            if counter.worlds == 1 and len(_held(seen, counter.world(0))) >= LEAST:
                yield _puzzle(seen, counter.world(0), rng)


def _concluding(players: int, rng: Random) -> Record:
    """Return a random game up to its conclusion."""
    head = (("Game", GAME), ("Record", "1"), ("Players", " ".join(PLAYERS[:players])))
    record = drawn(new_record(head), rng)
    while record.state.step in (Step.DISCS, Step.PAWNS):
        choices = turn(record)
        assert isinstance(choices, tuple)
        record = drawn(acted(record, rng.choice(choices)), rng)
    return record


def _held(seen: View, world: World) -> list[tuple[str, str]]:
    """Return the player and piece of all that is still in hands and `seen` does not show."""
    shown = seen.game.hidden(seen).shown
    players = seen.setup.players
    held = [(place, item) for item, (place,) in world.items() if item not in shown]
    return sorted(
        ((place, item) for place, item in held if place in players),
        key=lambda pair: (players.index(pair[0]), pair[1]),
    )


def _puzzle(seen: View, world: World, rng: Random) -> Puzzle:
    """Return `seen`, as a record or as a position, with its answer and level."""
    record = rng.choice((position, _bare))(seen)
    answer: dict[str, list[str]] = {}
    for player, item in _held(seen, world):
        answer.setdefault(player, [player]).append(item)
    said = " ".join(" ".join(words) for words in answer.values())
    level = grade(record.game.hidden(record)).level
    tagged = _tagged(record, (("Answer", said), ("Level", level)))
    return Puzzle("new", read(write(tagged)))


def _bare(seen: View) -> View:
    return seen


def _tagged(record: Record, tags: tuple[tuple[str, str], ...]) -> Record:
    moved = tuple(Line(line.number + len(tags), line.event, line.note) for line in record.lines)
    return replace(record, tags=record.tags + tags, lines=moved)

"""Positions with exactly one answer: found in the package, checked claim by claim, certified.

A puzzle is a seat's or the table's record with an `[Answer]`: the pieces that are still
in hands, player by player, as in `Ana 2R 3T Bo 5P`. Its `[Level]` is the one `grade` gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from ..models.core import Record
from ..models.errors import BadNotation
from ..models.hidden import Claim, Hidden
from ..models.record import read
from ..models.words import Words, say


@dataclass(frozen=True)
class Puzzle:
    """One position; `name` is the file's, without its ending."""

    name: str
    record: Record

    @property
    def title(self) -> str:
        """What the puzzle is called."""
        return self.record.tag("Title") or self.name

    @property
    def level(self) -> str:
        """How hard it is, one of the levels of grade.py."""
        return self.record.tag("Level") or ""

    @cached_property
    def question(self) -> Record:
        """The record without its answer."""
        tags = tuple(tag for tag in self.record.tags if tag[0] != "Answer")
        lines = tuple(replace(line, number=line.number - 1) for line in self.record.lines)
        return replace(self.record, tags=tags, lines=lines)

    @cached_property
    def hidden(self) -> Hidden:
        """What the position leaves open."""
        return self.record.game.hidden(self.question)

    @cached_property
    def answer(self) -> frozenset[Claim]:
        """Where every piece is that is still in a hand; raises BadNotation."""
        return frozenset(_read_answer(self.record))

    def check(self, claim: Claim) -> bool:
        """Tell whether `claim` is true in the puzzle's one world."""
        there = claim if claim.holds else claim.denied()
        return (there in self.answer) == claim.holds


def puzzles(game: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of `game`, or of all games, in the order of their names."""
    folders = sorted(_folders(), key=lambda folder: folder.name)
    for folder in folders:
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".rec"):
                puzzle = Puzzle(file.name.removesuffix(".rec"), read(file.read_text("utf-8")))
                if game in ("", puzzle.record.game.name):
                    yield puzzle


def _folders() -> Iterator[Traversable]:
    return (each for each in files(__package__).iterdir() if each.is_dir())


def _read_answer(record: Record) -> Iterator[Claim]:
    words = (record.tag("Answer") or "").split()
    items = record.game.hidden(record).items
    player = ""
    for word in words:
        if word in record.setup.players:
            player = word
        elif player and word in items:
            yield Claim(word, player)
        else:
            raise BadNotation(say("no answer: '{word}' has no place in it", word=word))


def uncertified(puzzle: Puzzle) -> tuple[Words, ...]:
    """Return what is wrong with `puzzle`; nothing if its one answer is proved by both engines.

    The counter must find one world, CP-SAT must prove every place in it, and the answer must
    name all that is still in hands and nothing else.
    """
    from ..solver.engine.count import count
    from ..solver.engine.deduce import deduce

    problems: list[Words] = []
    posterior = count(puzzle.hidden)
    if posterior.worlds != 1:
        problems.append(say("the counter finds {worlds} worlds, not 1", worlds=posterior.worlds))
    proved = {Claim(item, place) for item, place in deduce(puzzle.hidden).proved}
    if not puzzle.answer <= proved:
        problems.append(say("the answer is not proved"))
    still_held = {
        claim
        for claim in proved
        if claim.place in puzzle.record.setup.players and claim.item not in puzzle.hidden.shown
    }
    if puzzle.answer != still_held:
        problems.append(say("the answer does not name just the pieces still in hands"))
    return tuple(problems)

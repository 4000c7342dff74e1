"""Solving a puzzle: answers are checked one by one, hints lead from one deduction to the next."""

from __future__ import annotations

from ...models.hidden import Claim
from ...models.words import Words, say, say_n
from ...puzzles.room import Puzzle
from ...sessions.claims import claim_of
from ...sessions.errors import BadRequest
from ...sessions.hints import Hints
from ..console import print_words
from ..language import tell
from .questions import Desk
from .survival import Survival
from .terminal import Left, Terminal


class PuzzleSession:
    """One person, one puzzle, until all is found or they leave."""

    def __init__(self, puzzle: Puzzle, terminal: Terminal) -> None:
        self._puzzle = puzzle
        self._hints = Hints()
        self._found: set[Claim] = set()
        self._desk = Desk(terminal, puzzle.question, self._hints)
        self._survival = Survival(terminal)

    def run(self) -> None:
        """Ask until every piece of the answer has been named."""
        print_words(
            say("Type what you have found, such as {fact}; or hint, or help.", fact=self._example)
        )
        while left := len(self._puzzle.answer - self._found):
            try:
                with self._survival:
                    print_words(self._checked(self._desk.ask(self._prompt(left))))
            except Left:
                return
        print_words(say("That was all: solved."))

    @property
    def _example(self) -> Claim:
        """Some place and piece, which need not be right."""
        return Claim(next(iter(self._puzzle.hidden.items)), self._puzzle.record.setup.players[0])

    def _prompt(self, left: int) -> Words:
        return say_n("{n} piece to find> ", "{n} pieces to find> ", left)

    def _checked(self, typed: str) -> Words:
        if not typed:
            return say("Type a player and a piece.")
        try:
            claim = claim_of(self._puzzle.record.game, self._puzzle.hidden, typed, tell)
        except BadRequest as error:
            return error.words
        if not self._puzzle.check(claim):
            return say("No: {fact} is wrong.", fact=claim)
        self._hints.answered([claim])
        if claim in self._puzzle.answer:
            self._found.add(claim)
        return say("Yes: {fact}.", fact=claim)

"""What is asked about a board that is put down question by question, to become a position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...models.bag import HOLE
from ...models.words import Words

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Blank:
    """One question: in words, the `head` of the line that the answer completes, an example of one.

    `many` answers make a line each. What is `held` by somebody may be told by number. The `last`
    question is where play goes on: it needs an answer, and the game judges the board by it.
    """

    about: Words
    head: str
    example: str
    many: bool = False
    held: bool = False
    last: bool = False

    def line(self, answer: str) -> str:
        """Return the line of a record that is meant, which may have been typed whole."""
        verb = self.head.split(" ")
        if not self.head or answer.split(" ")[: len(verb)] == verb:
            return answer
        if self.held and _NUMBER.fullmatch(answer):
            answer = HOLE * int(answer)
        return f"{self.head} {answer}"

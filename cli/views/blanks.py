"""The questions for entering a board that becomes a position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...models.bag import HOLE
from ...models.words import Words

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Blank:
    """One question: its text, the `head` of the line that the answer completes, an example answer.

    `many` answers make one line each. If the pieces are `held`, their number is answer enough. The
    `last` question is where play goes on: it needs an answer, and the game checks the board by it.
    """

    about: Words
    head: str
    example: str
    many: bool = False
    held: bool = False
    last: bool = False

    def line(self, answer: str) -> str:
        """Return the record line for `answer`, which may also be the whole line."""
        verb = self.head.split(" ")
        if not self.head or answer.split(" ")[: len(verb)] == verb:
            return answer
        if self.held and _NUMBER.fullmatch(answer):
            answer = HOLE * int(answer)
        return f"{self.head} {answer}"

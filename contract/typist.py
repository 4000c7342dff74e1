"""A person at a session in this process: types what is scripted, and reads what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..cli.session.terminal import Draw, Offer, Terminal
from ..sessions.ledger import Ledger


class Silent(BaseException):
    """There is nothing more to type: the session stands at a prompt, and goes no further."""


class Typist(Terminal):
    """Types the given lines, one at each prompt; keeps the `prompts`. `watched` is the game."""

    watched: Ledger

    def __init__(
        self, lines: Iterable[str], *, live: bool = False, rows: int | None = None
    ) -> None:
        self.live = live
        self._rows = rows
        self.prompts: list[str] = []
        self._lines = iter(lines)

    @property
    def rows(self) -> int | None:
        return self._rows

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        self.prompts.append(prompt)
        try:
            line = next(self._lines)
        except StopIteration:
            raise Silent from None
        self.typed += 1
        print(prompt + line)
        return line

    def pace(self, printings: Sequence[Callable[[], None]]) -> None:
        for printing in printings:
            printing()

    def turn_page(self, draw: Draw | None = None) -> None:
        if draw is not None:
            draw(self.rows)

"""A person at a session in this process: types what is scripted, and reads what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

from ..models.words import Words
from ..sessions.ledger import Ledger

Found = TypeVar("Found")


class Silent(BaseException):
    """There is nothing more to type: the session stands at a prompt, and goes no further."""


class Typist:
    """Types the given lines, one at each prompt; keeps the `prompts`. `watched` is the game."""

    watched: Ledger

    def __init__(
        self, lines: Iterable[str], *, live: bool = False, rows: int | None = None
    ) -> None:
        self.live = live
        self.rows = rows
        self.typed = 0
        self.prompts: list[str] = []
        self._lines = iter(lines)

    def ask(self, prompt: str, offer: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
        self.prompts.append(prompt)
        try:
            line = next(self._lines)
        except StopIteration:
            raise Silent from None
        self.typed += 1
        print(prompt + line)
        return line

    def show(self, printing: Callable[[], None]) -> None:
        printing()

    def present(self, printing: Callable[[], None]) -> None:
        printing()

    def pace(self, printings: Sequence[Callable[[], None]]) -> None:
        for printing in printings:
            printing()

    def turn_page(self, draw: Callable[[int | None], None] | None = None) -> None:
        if draw is not None:
            draw(self.rows)

    def forget(self) -> None: ...

    def rest(self) -> None: ...

    def pressed_enter_alone(self) -> bool:
        return True

    def hold(self) -> None: ...

    def is_ahead(self) -> bool:
        return False

    def thinking(self, words: Words) -> AbstractContextManager[Callable[[], bool]]:
        return nullcontext(lambda: False)

    def mention(self, words: Words) -> None: ...

    def worked(
        self, words: Words, work: Callable[[Callable[[], bool]], Found], *, whole: bool = False
    ) -> Found | None:
        return work(lambda: False)

    def apart(self) -> AbstractContextManager[Typist]:
        return nullcontext(self)

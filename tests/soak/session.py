"""Holds a session of `aparte play` in this process: what is typed, and what that is answered.

This is the only file of the soak that knows how a session is begun and where it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from io import StringIO

from aparte.cli.language import tell
from aparte.cli.session.play import PlaySession
from aparte.contract.typist import Silent, Typist
from aparte.models.core import Record, turn
from aparte.sessions.ledger import Ledger
from aparte.sessions.play import Play

ACCEPTED = "(accepted)"
CRASHED = "a mistake in Aparté itself"
"""How a fault of the program is told: the session goes on."""
ENTER = ""


class _Moved(BaseException):
    """The line was accepted: what follows is no longer what was asked about."""


class _Still(Ledger):
    """A record that nobody changes: whoever wants to is taken at the word."""

    def keep(self, record: Record) -> None:
        if len(record.lines) != len(self.record.lines):
            raise _Moved


class _Typist(Typist):
    """Types the given lines at a covered screen, and keeps what each is answered.

    Before each line the Tab key is pressed, with and without the words that the line begins with.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(lines, live=True)
        self.screen = StringIO()
        self.answers: list[str] = []

    def ask(self, prompt: str, offer: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
        print(prompt)
        try:
            line = next(self._lines)
        except StopIteration:
            raise Silent from None
        self.typed += 1
        begun, _, _ = line.rpartition(" ")
        print(*offer(""), "|", *offer(begun))
        self.heard()
        return line

    def turn_page(self, draw: Callable[[int | None], None] | None = None) -> None:
        print("-- page --")
        super().turn_page(draw)

    def heard(self, last: str = "") -> None:
        """Keep what was printed since the last line as its answer."""
        self.answers.append(self.screen.getvalue() + last)
        self.screen.seek(0)
        self.screen.truncate()


def way_to(record: Record, seat: str) -> tuple[str, ...] | None:
    """Return what is typed to come to the prompt of `seat`, None where it cannot be its turn."""
    coming = turn(record)
    free = tuple(dict.fromkeys(e.actor for e in coming)) if isinstance(coming, tuple) else ()
    if not free or "" in free:
        return None
    blind = all(record.is_blind(event) for event in coming if isinstance(coming, tuple))
    if blind or len(free) == 1:
        return (ENTER,) if seat == free[0] else None
    return (seat, ENTER) if seat in free else None


def answers(record: Record, way: Sequence[str], typed: Sequence[str]) -> list[str]:
    """Return what each of the `typed` lines is answered at the prompt that `way` leads to.

    Without a way that is the prompt which all share. The whole page from the prompt on belongs to
    the answer, and what Tab offers. A line that is accepted changes nothing: the next one is typed
    at the same prompt of the same game.
    """
    told: list[str] = []
    while len(told) < len(typed):
        rest = typed[len(told) :]
        typist = _Typist([*way, *rest])
        with redirect_stdout(typist.screen):
            try:
                PlaySession(Play(_Still(record, {}, "0"), {}, tell), typist).run()
                typist.heard("(over)")
            except Silent:
                typist.heard()
            except _Moved:
                typist.heard(ACCEPTED)
            except Exception as error:
                typist.heard(f"{CRASHED} {type(error).__name__}: {error}")
        pages = typist.answers[len(way) :]
        if len(pages) < 2:  # the way itself ended the session
            return [*told, *pages]
        told += [pages[0] + pages[1], *pages[2:]]
    return told

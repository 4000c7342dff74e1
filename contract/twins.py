"""Twins for tests: records that look alike to a seat, and what each answers to typed lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from random import Random

from ..cli.language import tell
from ..cli.session.play import PlaySession
from ..models.core import TABLE, Event, Record, view
from ..models.record import write_event
from ..models.words import Words
from ..sessions.ledger import Ledger
from ..sessions.play import Play
from ..solver.play.coach import choices
from .exchange import Exchanges
from .mutations import EXTRA, like, words_of
from .typist import Typist

ENTER = ""
ACCEPTED = "(accepted)"


class _Ended(BaseException):
    """Nothing more is typed: the lines are out, or one was accepted."""


class _Kept(Ledger):
    """A record to which nothing is added: who would add a line is told that it was accepted."""

    def keep(self, record: Record) -> None:
        if len(record.lines) != len(self.record.lines):
            print(ACCEPTED)
            raise _Ended


class _Typist(Typist):
    """Sits at `viewer`'s seat, or between the seats: opens no other one."""

    def __init__(self, viewer: str, lines: Sequence[str]) -> None:
        super().__init__(lines, live=True)
        self._viewer = viewer
        self._shared = False

    def ask(self, prompt: str, offer: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
        print(prompt)
        self.typed += 1
        if prompt == _cover(self._viewer):
            return ENTER
        covered = prompt.partition(" ")[0] == _cover(self._viewer).partition(" ")[0]
        if covered and (self._viewer != TABLE or self._shared):
            raise _Ended
        if _who().partition("(")[0] in prompt:  # no other question, such as one about a line
            self._shared = True
            if self._viewer != TABLE:
                return self._viewer
        for line in self._lines:
            print(line, *offer(""), "|", *offer(line.rpartition(" ")[0]))
            return line
        raise _Ended

    def turn_page(self, draw: Callable[[int | None], None] | None = None) -> None:
        print("-- page --")
        super().turn_page(draw)


def _cover(player: str) -> str:
    cover = "Pass the laptop to {player}. {player}, press Enter when only you look: "
    return tell(Words(cover, (("player", player),)))


def _who() -> str:
    """Return the question who goes next, without names."""
    return tell(Words("Who goes next ({names})? ", (("names", ""),)))


def answers(record: Record, viewer: str, typed: Sequence[str]) -> str:
    """Return all that `aparte play` shows who types these lines, one session after the other.

    A player types them at the own seat, the table where all share the screen. A line that is
    accepted, or that leads to another's cover, ends its session; the next one is typed in a new
    session of the same game.
    """
    screen, left = StringIO(), list(typed)
    with redirect_stdout(screen):
        while left:
            typist = _Typist(viewer, left)
            with suppress(_Ended):
                PlaySession(Play(_Kept(record, {}, "0"), {}, tell), typist).run()
            rest = list(typist._lines)
            left = rest if len(rest) < len(left) else []
    return screen.getvalue()


def twins(record: Record, viewer: str, rng: Random, tries: int = 12) -> Iterator[Record]:
    """Yield records that look to `viewer` as `record` does: hidden pieces change places."""
    exchanges = Exchanges(record, viewer)
    for _ in range(tries):
        twin = exchanges.twin(rng)
        if twin is not None:
            yield twin


def _words(event: Event) -> tuple[str, ...]:
    return (*event.words, *event.outcome)


def lines_of(record: Record, twin: Record, rng: Random, number: int) -> list[str]:
    """Return lines as somebody may type them: players, verbs and pieces, in and out of place.

    Half of them are moves that some player can make, or nearly so, with what `twin` has elsewhere.
    """
    pairs = zip(record.events, twin.events, strict=True)
    moved = sorted({w for (_, a), (_, b) in pairs if a != b for w in _words(a)} - {"/"})
    verbs, words = list(record.notation.verbs), words_of(record)
    players, asked = record.setup.players, ("hint", "moves", "board", "undo", "explain", "zz")
    moves = [e for p in players for e in choices(view(record, p)) if e.actor] or [Event("result")]
    nonsense = (
        " ".join([
            *rng.choices((rng.choice(players), ""), (1, 1)),
            rng.choice((*verbs, *asked)),
            *rng.choices((*words, *EXTRA), k=rng.randint(0, 3)),
        ]).strip()
        for _ in range(number // 2)
    )  # fmt: skip
    return [
        *nonsense,
        *(_nearly(rng.choice(moves), record, moved, rng) for _ in range(number // 2)),
    ]


def _nearly(move: Event, record: Record, moved: Sequence[str], rng: Random) -> str:
    """Return the line of `move`, its actor or one word perhaps another."""
    actor, *words = write_event(record, move).split()
    if len(words) > 1 and rng.random() < 0.7:
        at = rng.randrange(1, len(words))
        kin = like(record, words[at])
        words[at] = rng.choice([word for word in moved if word in kin] or kin)
    return " ".join([*rng.choices(([actor], []))[0], *words])

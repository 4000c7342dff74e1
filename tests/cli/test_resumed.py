"""A session that is killed at any of its prompts goes on where it was.

What a kill leaves of a session is the file of saved games as it stands while somebody is asked:
it is copied at every prompt, and the copy is gone on with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from shutil import copytree

import pytest

from aparte.cli.language import Language, spoken, tell
from aparte.cli.session.play import PlaySession
from aparte.cli.session.table import TableSession
from aparte.contract.typist import Silent, Typist
from aparte.models.core import TABLE, Line, Record, view
from aparte.models.record import read, write, write_event
from aparte.sessions.fixing import noted
from aparte.sessions.ledger import SavedLedger
from aparte.sessions.play import Play
from aparte.sessions.store import FILE, opened
from aparte.sessions.table import Table
from aparte.solver.play.coach import bots
from aparte.solver.play.deal import new_deal, sealed
from tests.tables import blank, played_at_random

GAMES = [("adresses-jaunes", 3), ("onstage", 3), ("overseers", 3), ("bards", 2)]
QUICK, WHOLE = 10, 10**6
"""Prompts at which a session is killed."""
SOME = 45
"""Lines of a game that is noted."""
EVERY = 5
"""A line of the players is noted with slips so often."""

Session = Callable[[SavedLedger, Typist], PlaySession | TableSession]


@dataclass(frozen=True)
class Moment:
    """A prompt: what was typed at it, the record then, and the folder as a kill leaves it."""

    prompt: str
    typed: str
    lines: tuple[Line, ...]
    folder: Path


class Watched(Typist):
    """Types what `answer` has for a prompt, and keeps each prompt as a moment."""

    def __init__(
        self, ledger: SavedLedger, home: Path, answer: Callable[[str], str], most: int, live: bool
    ) -> None:
        super().__init__((), live=live)
        self.moments: list[Moment] = []
        self._ledger, self._home, self._answer, self._most = ledger, home, answer, most

    def ask(self, prompt: str, offer: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
        if len(self.moments) == self._most:
            raise Silent
        folder = self._home.parent / f"killed-{len(self.moments)}"
        copytree(self._home, folder)
        typed = self._answer(prompt)
        self.moments.append(Moment(prompt, typed, self._ledger.record.lines, folder))
        self.typed += 1
        return typed


def moments(
    session: Session, home: Path, answer: Callable[[str], str], most: int, live: bool
) -> list[Moment]:
    """Hold the session of the only game in `home`; return its prompts."""
    with opened(home / FILE) as store:
        ledger = SavedLedger(store, store.game(1))
        typist = Watched(ledger, home, answer, most, live)
        with suppress(Silent):
            session(ledger, typist).run()
        last = Moment("", "", ledger.record.lines, home)
    return [*typist.moments, last]


def resumed(session: Session, folder: Path, typist: Typist) -> tuple[Line, ...]:
    """Go on with what a kill has left in `folder`; return the lines of the game then."""
    with opened(folder / FILE) as store:
        ledger = SavedLedger(store, store.game(1))
        typist.watched = ledger
        with suppress(Silent):
            session(ledger, typist).run()
        return ledger.record.lines


# with real pieces


def at_a_table(ledger: SavedLedger, typist: Typist) -> TableSession:
    return TableSession(Table(ledger, tell), typist)


def slips(whole: Record) -> Callable[[str], str]:
    """Return what is typed at the prompts of a table where `whole` is noted: slips among it."""
    lines = [each.line for each in noted(whole) if each.typed and each.line.event is not None]
    typed = {line.number: write_event(whole, line.event) for line in lines}
    sloppy = [line.number for line in lines if line.event.actor][::EVERY]
    queue: list[str] = []

    def answer(prompt: str) -> str:
        if queue:
            return queue.pop(0)
        found = re.match(r"(\d+) ", prompt)
        if not found:
            return ""  # what is doubtful, or does not fit, is left out
        number = int(found[1])
        if number not in typed:
            raise Silent
        if number in sloppy:
            sloppy.remove(number)
            queue.extend(("", "undo", "redo", "moves", f"fix {number - 1} zzz"))
            return "zzz"
        return typed[number]

    return answer


def note(home: Path, game: str, players: int, seat: str, most: int) -> None:
    lines = SOME if most == QUICK else 10 * SOME
    whole = read(write(view(played_at_random(blank(game, players), 1, lines), seat)))
    with opened(home / FILE) as store:
        store.add(whole.blank())
    found = moments(at_a_table, home, slips(whole), most, live=False)
    assert len(found) > QUICK
    for now, then in pairwise(found):
        is_asked_anew = now.prompt[:1].isdigit()
        typist = Typist([now.typed] if is_asked_anew else [])
        again = resumed(at_a_table, now.folder, typist)
        assert again == (then if is_asked_anew else now).lines, (now.prompt, now.typed)
        assert typist.prompts[0] == now.prompt or not is_asked_anew


@pytest.mark.parametrize("game, players", GAMES)
def test_a_table_that_is_killed_at_a_prompt_goes_on(
    game: str, players: int, tmp_path: Path
) -> None:
    with spoken(Language.FRENCH):
        note(tmp_path / "home", game, players, TABLE, QUICK)


@pytest.mark.soak
@pytest.mark.parametrize("seat", [TABLE, "Ana"])
@pytest.mark.parametrize("game, players", GAMES)
def test_a_table_that_is_killed_at_every_prompt_goes_on(
    game: str, players: int, seat: str, tmp_path: Path
) -> None:
    note(tmp_path / "home", game, players, seat, WHOLE)


# where the program deals


def at_seats(ledger: SavedLedger, typist: Typist) -> PlaySession:
    makers = bots(ledger.record.game.name)
    seats = {seat: makers[bot]() for seat, bot in ledger.bots.items()}
    return PlaySession(Play(ledger, seats, tell), typist)


def seated(prompt: str) -> str:
    """Return what people type who make the move that is named as an example."""
    if prompt.endswith("(yes/no)? "):
        return "yes"
    if found := re.search(r"Who goes next \((\w+)", prompt):
        return found[1]
    example = re.search(r"\(([^()]+)\)\. \w+, a move or help: $", prompt)
    return example[1] if example else ""


class UntilMade(Typist):
    """Types as people do until a move is made."""

    def ask(self, prompt: str, offer: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
        if not self.typed:
            self.begun = self.watched.record.lines
        if self.watched.record.lines != self.begun:
            raise Silent
        self.typed += 1
        return seated(prompt)


def play(home: Path, game: str, players: int, robots: dict[str, str], most: int) -> None:
    deal = new_deal(3)
    with opened(home / FILE) as store:
        store.add(sealed(blank(game, players), deal), robots, deal)
    with spoken(Language.ENGLISH):
        found = moments(at_seats, home, seated, most, live=True)
        assert len(found) > QUICK
        for at, now in enumerate(found[:-1]):
            again = resumed(at_seats, now.folder, UntilMade((), live=True))
            then = next((each.lines for each in found[at:] if each.lines != now.lines), again)
            assert again == then, now.prompt


@pytest.mark.parametrize("game, players", GAMES)
def test_a_dealt_game_that_is_killed_at_a_prompt_goes_on(
    game: str, players: int, tmp_path: Path
) -> None:
    play(tmp_path / "home", game, players, {}, QUICK)


@pytest.mark.soak
@pytest.mark.parametrize("robots", [{}, {"Bo": "greedy"}])
@pytest.mark.parametrize("game, players", GAMES)
def test_a_dealt_game_that_is_killed_at_every_prompt_goes_on(
    game: str, players: int, robots: dict[str, str], tmp_path: Path
) -> None:
    play(tmp_path / "home", game, players, robots, WHOLE)

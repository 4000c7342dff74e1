"""Kills: whatever stops the program, every line that it told is in the saved games.

Scripted sessions run as processes of their own and are killed in the middle; the next one resumes
what the last one left.
"""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections import Counter as Tally
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from aparte.cli.language import tell
from aparte.models.core import REFEREE, RESULT, TABLE, Record, TableError, view
from aparte.models.record import write_event
from aparte.models.words import say
from aparte.sessions.news import sentence
from aparte.sessions.saved import Saved
from aparte.sessions.store import FILE, opened
from tests.aparte_cli import environment

from .games import a_game
from .report import Report

PATIENCE = 60.0
"""Seconds after which a session that says nothing has hung."""
ANOTHER = 0.25
"""How often another game is begun after a kill."""
_TOLD = re.compile(r"^ {0,4}(\d{1,5})  (\S.*)$")
"""A line of the record on the screen: its number, right-aligned to five, and the line."""


def kills(game: str, seed: int, n: int) -> Report:
    """Kill `n` sessions of `game`, and look each time at what was saved."""
    rng, tried, found = Random(f"{game}/{seed}"), Tally[str](), list[str]()
    with TemporaryDirectory() as folder:
        session: _Session | None = None
        while tried["kills"] < n and tried["sessions that ended"] <= n:
            if session is None:
                home = Path(folder) / str(tried["sessions begun"])
                session = _begun(game, rng, home)
                tried["sessions begun"] += 1
            run = _killed(session, rng)
            tried["kills" if run.killed else "sessions that ended"] += 1
            fault = _fault(session, run, tried)
            if fault:
                found.append(f"{session.about}: {fault} (seed {seed}, kill {tried['kills']})")
            done = fault or not run.killed or session.over or rng.random() < ANOTHER
            session = None if done else session.resumed()
            tried["sessions resumed"] += session is not None
    return Report("kills", game, seed, dict(tried), found)


@dataclass(frozen=True)
class _Session:
    """A command line, what is typed then, and what was safe before it began.

    At a real table a line is typed for each one of the record, `typed_before` of them earlier.
    """

    home: Path
    command: tuple[str, ...]
    typed: tuple[str, ...]
    viewers: tuple[str, ...]
    typed_before: int = 0
    safe: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        return " ".join(self.command)

    @property
    def saved(self) -> Saved | None:
        """The game that was saved last, None if none is."""
        if not (self.home / FILE).exists():
            return None
        with opened(self.home / FILE) as store:
            return next(iter(store.games()), None)

    @property
    def over(self) -> bool:
        """Whether nothing is left to be resumed."""
        saved = self.saved
        return saved is None or any(e.verb == RESULT for _, e in saved.record.events)

    def resumed(self) -> _Session:
        """Return the session that goes on from what is saved now."""
        saved = self.saved
        assert saved is not None
        done = 0 if self.viewers[0] == REFEREE else len(list(saved.record.events))
        return replace(
            self,
            command=("resume",),
            typed=self.typed[done - self.typed_before :],
            typed_before=done,
            safe=saved.rows,
        )


@dataclass(frozen=True)
class _Run:
    """What a session has printed up to its end, and whether it was killed or ended by itself."""

    printed: str
    complaint: str
    code: int

    @property
    def killed(self) -> bool:
        return self.code == -signal.SIGKILL


def _begun(game: str, rng: Random, home: Path) -> _Session:
    whole = a_game(game, rng)
    names = whole.setup.players
    players = ("--players", ",".join(names))
    if rng.random() < 0.4:
        lines = tuple(_table_lines(whole))
        settings = [f"{name}={value}" for name, value in whole.tags if name in _settings(whole)]
        chosen = [each for setting in settings for each in ("--set", setting)]
        return _Session(home, ("table", game, *players, *chosen), lines, (TABLE,))
    people = names if rng.random() < 0.5 else names[:1]
    bots = ",".join(f"{name}=random" for name in names if name not in people)
    words = (*people, "moves", "1", "1", "1", "2", "lines")
    lines = tuple(rng.choice(words) for _ in range(400))
    command = ("play", game, *players, *(("--bots", bots) if bots else ()))
    return _Session(
        home, (*command, "--seed", str(rng.randrange(10**6))), lines, (REFEREE, *people)
    )


def _settings(record: Record) -> frozenset[str]:
    return frozenset(setting.name for setting in record.game.settings)


def _table_lines(record: Record) -> Iterator[str]:
    """Yield what the table sees of a whole game, as it is typed there."""
    for _, event in view(record, TABLE).events:
        yield write_event(record, event)


def _killed(session: _Session, rng: Random) -> _Run:
    """Run `session` and kill it: some time after its first page, or as the log is being written."""
    with (
        _typing(session) as typed,
        subprocess.Popen(
            [sys.executable, "-m", "aparte.cli", *session.command],
            stdin=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(APARTE_HOME=str(session.home), APARTE_PLAIN="1"),
        ) as process,
    ):
        watch, printed = _Watch(process, session.home), b""
        printed = watch.wait_for_output()
        if rng.random() < 0.5:
            watch.wait_for_log(rng.randrange(1, 8))
            time.sleep(rng.choice((0.0, rng.uniform(0, 0.004))))
        else:
            time.sleep(rng.uniform(0, 0.8) ** 2)
        process.send_signal(signal.SIGKILL)
        rest, complaint = process.communicate()
    text = (printed + rest).decode("utf-8", "replace")
    return _Run(text, complaint.decode("utf-8", "replace"), process.returncode)


@contextmanager
def _typing(session: _Session) -> Iterator[int]:
    """Give what is typed as a file, so that nobody has to write it while the session runs."""
    session.home.mkdir(parents=True, exist_ok=True)
    path = session.home / "typed"
    path.write_text("".join(f"{line}\n" for line in session.typed), encoding="utf-8")
    with path.open("rb") as file:
        yield file.fileno()


class _Watch:
    """Waits for what a running session does."""

    def __init__(self, process: subprocess.Popen[bytes], home: Path) -> None:
        self._process = process
        self._log = home / f"{FILE}-wal"

    def wait_for_output(self) -> bytes:
        """Return the first bytes that are printed, or nothing if the session ends or hangs."""
        assert self._process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(PATIENCE):
                return b""
        return os.read(self._process.stdout.fileno(), 65536)

    def wait_for_log(self, changes: int) -> None:
        """Wait until the log has grown so many times, a second at most."""
        end, size = time.monotonic() + 1, self._size()
        while changes and time.monotonic() < end and self._process.poll() is None:
            now = self._size()
            changes -= now != size
            size = now
            time.sleep(0.0002)

    def _size(self) -> int:
        try:
            return self._log.stat().st_size
        except FileNotFoundError:
            return 0


def _fault(session: _Session, run: _Run, tried: Tally[str]) -> str | None:
    """Return what is wrong with what was saved, None if all is well."""
    if not run.killed and run.code != 0:
        return f"ended with {run.code}: {run.complaint.strip()[-200:]}"
    if not run.printed:
        return None if not run.killed else "nothing was printed"
    try:
        saved = session.saved
        if saved is None:
            return "no game was saved"
        record = saved.record
    except TableError as error:
        return f"not readable: {error.message}"
    told = list(_lines_told(run.printed))
    tried["lines told"] += len(told)
    tried["lines saved"] += len(saved.rows) - len(session.safe)
    known = [dict(_numbered(view(record, viewer))) for viewer in session.viewers]
    for number, line in told:
        if not any(line in lines.get(number, ()) for lines in known):
            return f"line {number} was told and is not there: {line}"
    if saved.rows[: len(session.safe)] != session.safe:
        return "a line that was safe has changed"
    return None


def _lines_told(printed: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the record that were shown; what was cut off by the kill is left out."""
    for row in printed.split("\n")[:-1]:
        match = _TOLD.match(row)
        if match:
            yield int(match[1]), match[2]


def _numbered(record: Record) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield each line of `record` by its number, as it is written and as people are told it."""
    for number, event in record.events:
        yield (
            number,
            (write_event(record, event), tell(say("{told}.", told=sentence(record, event)))),
        )

"""Inputs of every kind, given to the program in this process; whatever it does wrong is found.

`fuzz(kind, seed, n)` tries `n` inputs, each made from the seed and its number alone, so that a
finding can be seen again with `made(kind, seed, number)`. What counts as wrong: a fault of the
program (exit code 70, or any exception that is none of ours), more than `SECONDS` of the
processor, more memory than `MEMORY` above what good inputs take, something accepted or saved that
cannot be read back, and a character that steers the screen in what is printed.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import monotonic, process_time
from typing import Any

from typer.testing import CliRunner

from aparte.cli.language import tell
from aparte.cli.main import app
from aparte.models.bards.loader import found, keep
from aparte.models.errors import TableError
from aparte.models.record import read, read_file, write
from aparte.sessions.store import opened
from tests.aparte_cli import SPOKEN_BY, environment
from tests.soak.inputs import FILE, MADE, Input, good

KINDS = tuple(MADE)
SECONDS = 2.0
"""Of the processor, so that a busy machine finds nothing that is not there."""
PATIENCE = 60.0
"""Seconds by the clock after which nothing is done any more, not even reckoned."""
MEMORY = 100 << 10
"""Kilobytes, as `getrusage` counts them on Linux."""
PRINTED = ("export", "play")
"""Commands whose standard output is a record, byte for byte."""

_STEERING = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


class Wrong(Exception):
    """What the program did is wrong; the argument says what."""


class TooSlow(BaseException):
    """The time is up; no handler of the program may take it for one of its own errors."""


@dataclass(frozen=True)
class Finding:
    """What was wrong with input `number`."""

    kind: str
    seed: int
    number: int
    what: str
    input: Input

    def __str__(self) -> str:
        return f"{self.kind} {self.seed}/{self.number}: {self.what}\n    {self.input}"


@dataclass
class Report:
    """What came of the inputs of one kind, counted by what was answered, and what was found."""

    kind: str
    answers: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    seconds: float = 0.0
    seed: int = 0

    part = "fuzz"

    @property
    def game(self) -> str:
        """What stands for a game in the common report: the kind of inputs."""
        return self.kind

    @property
    def tried(self) -> dict[str, int]:
        """What was tried, by name."""
        return {"inputs": self.inputs}

    @property
    def found(self) -> list[str]:
        """What was found, each with the input that shows it."""
        return [str(each) for each in self.findings]

    @property
    def inputs(self) -> int:
        """How many inputs were tried."""
        return self.answers.total()

    def __str__(self) -> str:
        answers = ", ".join(f"{answer} {n}" for answer, n in self.answers.most_common())
        head = f"{self.kind}: {self.inputs} inputs in {self.seconds:.0f} s ({answers})"
        return "\n".join([head, *map(str, self.findings)])


def made(kind: str, seed: int, number: int) -> Input:
    """Return one input again."""
    return MADE[kind](Random(f"{kind}/{seed}/{number}"))


def fuzz(kind: str, seed: int, n: int) -> Report:
    """Try `n` inputs of `kind`, in a folder of their own."""
    report, begin = Report(kind, seed=seed), monotonic()
    with tempfile.TemporaryDirectory() as home, _at_home(home):
        attempt = Attempt(kind, Path(home))
        most = _needed(kind, attempt)
        for number in range(n):
            given = made(kind, seed, number)
            what = _tried(attempt, given, report.answers)
            if what is None and _memory() > most + MEMORY:
                what, most = f"{(_memory() - most) >> 10} MB above a good input", _memory()
            if what is not None:
                report.findings.append(Finding(kind, seed, number, what, given))
    report.seconds = monotonic() - begin
    return report


def _needed(kind: str, attempt: Attempt) -> int:
    """Return the memory that good inputs take; they load what is loaded once, too."""
    for each in good(kind):
        attempt.answer(each)
    return _memory()


def _tried(attempt: Attempt, given: Input, answers: Counter[str]) -> str | None:
    """Return what is wrong with the answer, None for nothing."""
    begin = process_time()
    try:
        with _within(SECONDS, PATIENCE):
            answers[attempt.answer(given)] += 1
    except TooSlow:
        answers["stopped"] += 1
        return f"stopped after {process_time() - begin:.1f} s"
    except Wrong as wrong:
        answers["wrong"] += 1
        return str(wrong)
    except Exception as error:
        answers["broken"] += 1
        return f"{type(error).__name__}: {str(error)[:300]} ({_where(error)})"
    return None


class Attempt:
    """Gives inputs of one kind to the program; `answer` says in a word what came of one."""

    def __init__(self, kind: str, home: Path) -> None:
        self.home = home
        self.file = home / "input"
        answers: dict[str, Callable[[Input], str]] = {
            "records": self._record,
            "positions": self._record,
            "cards": self._cards,
        }
        self.answer = answers.get(kind, self._run)
        self._runner = CliRunner()

    def _record(self, given: Input) -> str:
        self.file.write_bytes(given.data)
        try:
            record = read_file(self.file)
        except TableError as error:
            return _refused(error)
        text = write(record)
        if write(read(text)) != text:
            raise Wrong("what is written is not read back")
        return "read"

    def _cards(self, given: Input) -> str:
        self.file.write_bytes(given.data)
        try:
            cards = keep(self.file)
        except TableError as error:
            return _refused(error)
        if found(f"{cards.name} {cards.digest}") != cards:
            raise Wrong("the set that was kept is not found again")
        return "read"

    def _run(self, given: Input) -> str:
        self.file.write_bytes(given.data)
        arguments = [each.replace(FILE, str(self.file)) for each in given.arguments]
        ran = self._runner.invoke(
            app, arguments, input=given.typed.encode("utf-8", "replace"), prog_name="aparte"
        )
        if ran.exit_code not in (0, 1, 2, 130):
            raise Wrong(f"exit code {ran.exit_code}: {ran.output[-400:]}")
        printed = ran.stderr if {*PRINTED} & {*arguments} else ran.stdout + ran.stderr
        if arguments and arguments[0] in ("play", "table"):
            printed = ran.stderr + _answers_of(ran.stdout)
        if steering := _STEERING.search(printed):
            at = steering.start()
            raise Wrong(f"{steering[0]!r} is printed: {printed[max(0, at - 60) : at + 20]!r}")
        self._read_back()
        return f"exit {ran.exit_code}"

    def _read_back(self) -> None:
        """Raise Wrong if a saved game cannot be read; those that can are forgotten."""
        if not (self.home / "games.sqlite3").exists():
            return
        with opened() as store:
            for saved in store.games():
                try:
                    if write(saved.record) != "".join(f"{row}\n" for row in saved.rows):
                        raise Wrong(f"a saved game is read otherwise: {saved.rows[-3:]}")
                except TableError as error:
                    raise Wrong(
                        f"a saved game cannot be read: {error}; {saved.rows[-3:]}"
                    ) from None
        self._forget()

    def _forget(self) -> None:
        for file in self.home.glob("games.sqlite3*"):
            file.unlink()


def _refused(error: TableError) -> str:
    told = tell(error.message)
    if steering := _STEERING.search(told):
        raise Wrong(f"{steering[0]!r} is told: {told[:200]!r}")
    if not told or len(told) > 10_000:
        raise Wrong(f"a message of {len(told)} characters")
    return error.kind


def _answers_of(stdout: str) -> str:
    """Return what a session printed; with bots alone it is a record."""
    return "" if stdout.startswith("[Game ") else stdout


def _where(error: BaseException) -> str:
    trace: Any = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"


def _memory() -> int:
    return getrusage(RUSAGE_SELF).ru_maxrss


@contextmanager
def _within(seconds: float, patience: float) -> Iterator[None]:
    """Stop what takes longer; what could not be stopped is told when it is done."""
    begin = process_time()

    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop), signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, patience)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGPROF, before[0])
        signal.signal(signal.SIGALRM, before[1])
    if process_time() - begin > seconds:
        raise TooSlow


@contextmanager
def _at_home(home: str) -> Iterator[None]:
    """Keep everything that is written in `home`, and speak English."""
    before = dict(os.environ)
    for name in SPOKEN_BY:
        os.environ.pop(name, None)
    os.environ.update(environment(APARTE_HOME=home, HOME=home))
    try:
        with chdir(home):
            yield
    finally:
        os.environ.clear()
        os.environ.update(before)


if __name__ == "__main__":
    import sys

    kind, *numbers = sys.argv[1:]
    first, last, n = map(int, numbers)
    for seed in range(first, last):
        print(fuzz(kind, seed, n), flush=True)

"""The parts of the soak: what is asked of each, and where it is done."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from .games import ALL
from .report import Report

Run = Callable[[str, int, int], Report]
KINDS = ("records", "positions", "cards", "commands", "sessions")
"""What the fuzz is divided by."""


@dataclass(frozen=True)
class Part:
    """One kind of trial: `size` of them for each of `over`, done in pieces of at most `piece`.

    `tries` and `asked` tell what it tries and how much was asked for. `counts` is the name under
    which a report counts that. The function has the name of the part, in the module of that name
    or of `within`; `needs` names a module without which there is nothing to try.
    """

    name: str
    tries: str
    asked: str
    size: int
    piece: int
    counts: str
    over: tuple[str, ...] = ALL
    within: str = ""
    needs: Callable[[str], str] | None = None

    @property
    def module(self) -> str:
        """The name of the module that has the function."""
        return f"tests.soak.{self.within or self.name}"

    def missing(self, game: str) -> bool:
        """Tell whether what this part needs is not there."""
        needed = [self.module, *([self.needs(game)] if self.needs else [])]
        return not all(map(_is_there, needed))

    def run(self, game: str, seed: int, n: int) -> Report:
        """Try `n`; what `seed` draws is always the same."""
        told = cast(Run, getattr(import_module(self.module), self.name))(game, seed, n)
        return Report(told.part, told.game, told.seed, dict(told.tried), list(told.found))


def replay_of(game: str) -> str:
    """Return the name of the module that replays `game` without its rules."""
    return f"tests.reference.{game.replace('-', '_')}"


def tests(_: str, seed: int, n: int) -> Report:
    """Run the tests that take minutes."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "soak", "-p", "no:cacheprovider"]
    done = subprocess.run(command, capture_output=True, text=True)
    passed = sum(map(int, re.findall(r"(\d+) passed", done.stdout)))
    failed = re.findall(r"^(?:FAILED|ERROR) (.*)$", done.stdout, re.MULTILINE)
    if done.returncode and not failed:
        failed = [f"pytest ended with {done.returncode}"]
    return Report("tests", "all", seed, {"tests": passed + len(failed)}, failed)


PARTS = {
    part.name: part
    for part in (
        Part(
            "twins",
            "two whole records that one seat cannot tell apart, half of them by exchanging hidden"
            " words, half from the hidden model: every view, board, move, completion and answer to"
            " a typed line, and of a share of them what every command prints, is the same for both",
            "10,000 a game",
            size=10_000,
            piece=200,
            counts="twins",
        ),
        Part(
            "truth",
            "every published sentence against the referee's record, proofs by the other engine,"
            " chances by chi-square",
            "100,000 sentences a game",
            size=2_000,
            piece=40,
            counts="sentences",
        ),
        Part(
            "steps",
            "every step of chains in random views, from what it names and what lies open alone, by"
            " SCIP and by the counter: engines that had no part in finding it",
            "25,000 a game",
            size=25_000,
            piece=250,
            counts="steps",
        ),
        Part(
            "references",
            "games of bots against replays that were written from the rulings, without the rules",
            "1,000 a game",
            size=1_000,
            piece=50,
            counts="games",
            needs=replay_of,
        ),
        Part(
            "said",
            "lines of a seat in few words, with marks that it may not say, typed and posted: what"
            " is accepted is legal by those replays, what is refused changes nothing",
            "25,000 a game",
            size=25_000,
            piece=2_500,
            counts="lines",
            needs=replay_of,
        ),
        Part(
            "bots",
            "games with a coach in every seat, 20 ms a choice, by any settings: all come to an end",
            "1,000 a game",
            size=1_000,
            piece=25,
            counts="games",
        ),
        Part(
            "kills",
            "sessions killed in the middle (SIGKILL): every line that was told is saved, and the"
            " next session goes on",
            "1,000 in all",
            size=250,
            piece=25,
            counts="kills",
        ),
        Part(
            "torn",
            "logs of saved games cut, garbled, zeroed, repeated: an earlier state, or one message",
            "1,000 in all",
            size=250,
            piece=125,
            counts="logs",
        ),
        Part(
            "fuzz",
            "wrong and strange inputs: no mistake, no hang, no memory, no control character out,"
            " nothing saved that cannot be read back",
            "1,000,000 in all",
            size=170_000,
            piece=5_000,
            counts="inputs",
            over=KINDS,
        ),
        Part(
            "tests",
            "the tests that are marked as long",
            "all",
            size=1,
            piece=1,
            counts="tests",
            over=("all",),
            within="parts",
        ),
    )
}


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False

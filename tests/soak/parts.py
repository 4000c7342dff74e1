"""The parts of the soak: what is asked of each, and where it is done."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from .games import ALL
from .report import Report

Run = Callable[[str, int, int], Report]


@dataclass(frozen=True)
class Part:
    """One kind of trial: how many are asked for by game, done in pieces of so many.

    `tries` tells what it tries, `counts` is the name under which a report counts that. The function
    has the name of the part, in the module of that name or of `within`. `sizes` may be by something
    else than games.
    """

    name: str
    tries: str
    counts: str
    sizes: Mapping[str, int]
    piece: int
    within: str = ""

    @property
    def function(self) -> Run:
        """What tries so many of a game from a seed."""
        module = import_module(f"tests.soak.{self.within or self.name}")
        return cast(Run, getattr(module, self.name))

    def run(self, game: str, seed: int) -> Report:
        """Try one piece; what `seed` draws is always the same."""
        told = self.function(game, seed, self.piece)
        return Report(told.part, told.game, told.seed, dict(told.tried), list(told.found))


TESTS = ("tests", ".dev/aparte/contract")
"""The folders with tests that are marked as long: those of the house, and the contract."""


def replay_of(game: str) -> str:
    """Return the name of the module that replays `game` without its rules."""
    return f"tests.reference.{game.replace('-', '_')}"


def tests(_: str, seed: int, n: int) -> Report:
    """Run about `n` of the tests that are marked as long: as a pack is dealt, those of `seed`."""
    hands = PARTS["tests"].sizes["all"] // n
    there = (path for folder in TESTS for path in Path(folder).rglob("*.py"))
    files = [str(path) for path in there if "mark.soak" in path.read_text()]
    listed = _pytest("--collect-only", "-m", "soak", *sorted(files)).stdout.splitlines()
    cases = [line for line in listed if "::" in line][seed - 1 :: hands]
    done = _pytest("-m", "soak", *cases)
    passed = sum(map(int, re.findall(r"(\d+) passed", done.stdout)))
    failed = re.findall(r"^(?:FAILED|ERROR) (.*)$", done.stdout, re.MULTILINE)
    if not cases or (done.returncode and not failed):
        failed = [f"pytest ended with {done.returncode}"]
    return Report("tests", "all", seed, {"tests": passed + len(failed)}, failed)


def _pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def _each(size: int) -> Mapping[str, int]:
    return dict.fromkeys(ALL, size)


PARTS = {
    part.name: part
    for part in (
        Part(
            "twins",
            "two whole records that one seat cannot tell apart, half of them by exchanging hidden"
            " words, half from the hidden model: every view, board, move and choice is the same for"
            " both; of one record in twenty the answers to 50 typed lines with what Tab offers, of"
            " one in a hundred what every command prints",
            "twins",
            _each(2_500),
            piece=125,
        ),
        Part(
            "truth",
            "every published sentence against the referee's record; of one view in a hundred"
            " proofs and chances by the other engine",
            "sentences",
            _each(25_000),
            piece=1_250,
        ),
        Part(
            "steps",
            "every step of chains in random views, from what its printed text names alone, by SCIP"
            " and one in a hundred by the counter: engines that had no part in finding it",
            "steps",
            _each(5_000),
            piece=250,
        ),
        Part(
            "references",
            "games of bots against replays that were written from the rulings, without the rules",
            "games",
            _each(250),
            piece=50,
        ),
        Part(
            "said",
            "lines of a seat in few words, with marks that it may not say, typed and posted: what"
            " is accepted is legal by those replays, what is refused changes nothing",
            "lines",
            _each(5_000),
            piece=1_250,
        ),
        Part(
            "bots",
            "games with a coach in every seat, 20 ms a choice, by any settings: all come to an end",
            "games",
            _each(10),
            piece=2,
        ),
        Part(
            "kills",
            "sessions killed in the middle (SIGKILL): every line that was told is saved, and the"
            " next session goes on",
            "kills",
            _each(250),
            piece=25,
        ),
        Part(
            "torn",
            "logs of saved games cut, garbled, zeroed, repeated: an earlier state, or one message",
            "logs",
            _each(250),
            piece=125,
        ),
        Part(
            "fuzz",
            "wrong and strange inputs: no mistake, no hang, no memory, no control character out,"
            " nothing saved that cannot be read back",
            "inputs",
            {
                "records": 50_000,
                "positions": 212_500,
                "cards": 212_500,
                "commands": 20_000,
                "sessions": 5_000,
            },
            piece=2_500,
        ),
        Part(
            "tests",
            "the tests that are marked as long",
            "tests",
            {"all": 800},
            piece=50,
            within="parts",
        ),
    )
}

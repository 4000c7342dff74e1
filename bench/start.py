"""What a command takes from its start to its end, beside the imports it cannot do without.

Seconds of the processor, which a busy machine changes less than those of the clock; whole
processes, in turn, so that a slow moment of the machine meets all; medians are shown. What is
imported is compiled before, as an installation does. `first` is the first advice after an
installation: its code is there, nothing of the user's is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from os import getloadavg
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

RUNS = 11
ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "tests/examples"
RECORD = EXAMPLES / "adresses-jaunes-4p-bo.rec"
ADVISED = {
    "adresses-jaunes": (ROOT / "tests/golden/adresses-jaunes-3.rec", 12),
    "onstage": (ROOT / "tests/golden/onstage-en-4.rec", 60),
    "overseers": (ROOT / "tests/golden/overseers-4.rec", 40),
    "bards": (ROOT / "tests/golden/bards-2.rec", 60),
}
"""For each game a record, and the line after which somebody asks."""
BARE = ("-c", "import typer, rich.console")
COMMANDS = {
    "--help": (("--help",), 1.5),
    "games": (("games",), 1.5),
    "config": (("config",), 1.5),
    "check": (("check", str(RECORD)), 2.0),
    "puzzle list": (("puzzle", "list"), 2.0),
    "solve": (("solve", str(RECORD)), 3.5),
    "explain": (("explain", str(RECORD), "not Dai 5T"), None),
}
"""Short commands, and how often the bare imports each may take at most on a quiet machine."""


def main(arguments: Sequence[str]) -> None:
    """Print the seconds of each command, and its ratio to the bare imports beside it."""
    ArgumentParser(description=__doc__).parse_args(arguments)
    with TemporaryDirectory() as folder:
        home = Path(folder)
        _short_commands(home)
        print(f"{'command':<24} {'seconds':>8} {'ratio':>8}")
        for game, words in _asked(home):
            for asked in ("best", "hint"):
                empty = home / f"{game}-{asked}"
                first = _environment(home) | {"NUMBA_CACHE_DIR": str(empty)}
                _show(f"{asked} {game}, first", (asked, *words), 1, first)
                _show(f"{asked} {game}", (asked, *words), 3, _environment(home))


def _short_commands(home: Path) -> None:
    """Print the short commands side by side: all of them in turn, in one run."""
    environment = _environment(home)
    ours = {name: ("-m", "aparte.cli", *words) for name, (words, _) in COMMANDS.items()}
    seconds: dict[str, list[float]] = {name: [] for name in ("the bare imports", *ours)}
    for run in range(RUNS + 1):
        for name, words in {"the bare imports": BARE, **ours}.items():
            taken = _seconds(words, environment)
            if run:  # the first one compiles what is imported
                seconds[name].append(taken)
    bare = seconds["the bare imports"]
    print(f"{'command':<24} {'seconds':>8} {'ratio':>8} {'at most':>8}")
    for name, taken in seconds.items():
        _, most = COMMANDS.get(name, ((), None))
        _row(name, taken, bare, f"{most:>8.1f}" if most else "")
    print(f"{RUNS} runs, load {getloadavg()[0]:.1f}", flush=True)


def _asked(folder: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Return for each game a position of somebody who has a choice, as words of a command."""
    from aparte.models.core import Record, turn
    from aparte.models.record import read_file, write

    found = []
    for game, (path, line) in ADVISED.items():
        record: Record = read_file(path)
        while True:
            before = record.until(line)
            coming = turn(before)
            if isinstance(coming, tuple) and len(coming) > 1 and coming[0].actor:
                break
            line += 1
        cut = folder / f"{game}.rec"
        cut.write_text(write(before), "utf-8")
        seat = () if before.viewer == coming[0].actor else ("--seat", coming[0].actor)
        found.append((game, (str(cut), *seat)))
    return found


def _show(name: str, words: tuple[str, ...], runs: int, environment: Mapping[str, str]) -> None:
    seconds, bare = [], []
    for _ in range(runs):
        bare.append(_seconds(BARE, environment))
        seconds.append(_seconds(("-m", "aparte.cli", *words), environment))
    _row(name, seconds, bare, "")


def _row(name: str, seconds: Sequence[float], bare: Sequence[float], most: str) -> None:
    ratio = median(each / beside for each, beside in zip(seconds, bare, strict=True))
    print(f"{name:<24} {median(seconds):>8.3f} {ratio:>8.2f} {most}".rstrip(), flush=True)


def _environment(home: Path) -> Mapping[str, str]:
    """Return an environment in which imports are compiled once, and nothing is saved yet."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    folders = {"PYTHONPYCACHEPREFIX": "compiled", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "c"}
    return kept | {name: str(home / folder) for name, folder in folders.items()}


def _seconds(words: tuple[str, ...], environment: Mapping[str, str]) -> float:
    """Return the processor's seconds of one process and its children."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, capture_output=True, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

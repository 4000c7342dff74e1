"""What a command takes from its start to its end, beside the imports it cannot do without.

Seconds of the processor, which a busy machine changes less than those of the clock; whole
processes, in turn, so that a slow moment of the machine meets both; medians are shown. `first` is
the first advice after an installation: its code is there, nothing of the user's is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

RUNS = 3
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
    "--help": ("--help",),
    "check": ("check", str(RECORD)),
    "solve": ("solve", str(RECORD)),
    "explain": ("explain", str(RECORD), "not Dai 5T"),
}


def main() -> None:
    """Print the seconds of each command, and its ratio to the bare imports beside it."""
    print(f"{'command':<24} {'seconds':>8} {'ratio to the imports of typer and rich':>40}")
    for name, words in COMMANDS.items():
        _show(name, words)
    with TemporaryDirectory() as folder:
        for game, words in _asked(Path(folder)):
            for asked in ("best", "hint"):
                empty = Path(folder) / f"{game}-{asked}"
                _show(f"{asked} {game}, first", (asked, *words), 1, NUMBA_CACHE_DIR=str(empty))
                _show(f"{asked} {game}", (asked, *words))


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


def _show(name: str, words: tuple[str, ...], runs: int = RUNS, **extra: str) -> None:
    seconds, bare = [], []
    for _ in range(runs):
        bare.append(_seconds(BARE))
        seconds.append(_seconds(("-m", "aparte.cli", *words), **extra))
    ratio = median(each / beside for each, beside in zip(seconds, bare, strict=True))
    print(f"{name:<24} {median(seconds):>8.3f} {ratio:>40.2f}", flush=True)


def _seconds(words: tuple[str, ...], **extra: str) -> float:
    """Return the processor's seconds of one process and its children."""
    before = getrusage(RUSAGE_CHILDREN)
    environment = {**os.environ, **extra}
    subprocess.run([sys.executable, *words], check=True, capture_output=True, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

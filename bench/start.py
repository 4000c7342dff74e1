"""How long a command takes from its start to its end, beside the imports it cannot do without.

Whole processes, in turn, so that a slow moment of the machine meets both; medians are shown.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

RUNS = 15
RECORD = Path(__file__).parent.parent / "tests/examples/adresses-jaunes-4p-bo.rec"
BARE = ("-c", "import typer, rich.console")
COMMANDS = {
    "aparte --help": ("-m", "aparte.cli", "--help"),
    "aparte check": ("-m", "aparte.cli", "check", str(RECORD)),
    "aparte solve": ("-m", "aparte.cli", "solve", str(RECORD)),
    "aparte explain": ("-m", "aparte.cli", "explain", str(RECORD), "not Dai 5T"),
}


def main() -> None:
    """Print the time of each command, and its ratio to the bare imports beside it."""
    print(f"{'command':<16} {'seconds':>8} {'ratio to the imports of typer and rich':>40}")
    for name, words in COMMANDS.items():
        seconds, bare = [], []
        for _ in range(RUNS):
            bare.append(_seconds(BARE))
            seconds.append(_seconds(words))
        ratio = median(each / beside for each, beside in zip(seconds, bare, strict=True))
        print(f"{name:<16} {median(seconds):>8.3f} {ratio:>40.2f}")


def _seconds(words: tuple[str, ...]) -> float:
    begun = perf_counter()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return perf_counter() - begun

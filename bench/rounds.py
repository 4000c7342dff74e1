"""How many rounds of Onstage are played by the learned value in a second, on one core.

    python -m bench rounds [--other COMMIT] [--rows N] [--players 4]

With `--other`, these sources and those of that commit play the same few rounds in turn, each in a
process of its own, so that what else the machine does slows both alike. Seconds are of the
processor. How far two of the same sources come out apart tells what the ratio is worth.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from statistics import quantiles

from ._versions import ROOT, kept

TURNS = 40
ROWS = 400
"""How many rounds are played in all turns together."""
PLAYED = """
import sys, time
from random import Random
from aparte.models.record import new_record
from aparte.solver.games.onstage import value_kernel as value
from aparte.solver.games.onstage.table import numbered
from aparte.solver.games.onstage.value import WINS, stored_nets
from aparte.solver.play.driver import drawn

rows, players = map(int, sys.argv[1:])
names = " ".join(["Ana", "Bo", "Cy", "Dai", "Eve"][:players])
blank = new_record((("Game", "onstage"), ("Record", "1"), ("Players", names)))
nets, desk, lots = stored_nets(), value.new_desk(), Random(0)
while sys.stdin.readline():
    dealt = [drawn(blank, lots).state for _ in range(rows)]
    tables = [numbered(each.box, each) for each in dealt]
    begun = time.process_time()
    for table in tables:
        value.playout(table, nets, WINS, desk)
    print(time.process_time() - begun, flush=True)
"""


def main(arguments: Sequence[str]) -> None:
    """Print the rounds a second of these sources, and of another commit beside them."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--other", help="a commit to measure in turn with these sources")
    parser.add_argument("--rows", type=int, default=ROWS, help="how many rounds in all")
    parser.add_argument("--players", type=int, choices=(3, 4, 5), default=4)
    options = parser.parse_args(arguments)
    sources = {"these sources": ROOT}
    if options.other:
        sources[options.other] = kept(options.other)
    rows = max(1, options.rows // TURNS)
    playing = {
        name: _begun(str(each / ".dev"), str(rows), str(options.players))
        for name, each in sources.items()
    }
    speeds: dict[str, list[float]] = {name: [] for name in playing}
    for turn in range(TURNS + 1):
        for name in sorted(playing, reverse=bool(turn % 2)):
            speed = rows / _seconds(playing[name])
            if turn:  # kernels are compiled in the first one
                speeds[name].append(speed)
    for name, each in speeds.items():
        print(f"{name}: {_told(each, 0)} rounds a second", flush=True)
    if options.other:
        new, old = speeds.values()
        ratios = [one / other for one, other in zip(new, old, strict=True)]
        print(f"{_told(ratios, 2)} times as many", flush=True)


def _begun(package: str, *words: str) -> subprocess.Popen[str]:
    """Return a process of the sources of `package` that plays some rounds for every line it gets.

    It ends with this one, whose end closes the pipe.
    """
    return subprocess.Popen(
        [sys.executable, "-c", PLAYED, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": package},
    )


def _seconds(process: subprocess.Popen[str]) -> float:
    assert process.stdin is not None and process.stdout is not None, "both are pipes"
    print(file=process.stdin, flush=True)
    return float(process.stdout.readline())


def _told(figures: Sequence[float], digits: int) -> str:
    low, middle, high = quantiles(figures, n=4)
    return f"{middle:.{digits}f} (quartiles {low:.{digits}f} and {high:.{digits}f})"

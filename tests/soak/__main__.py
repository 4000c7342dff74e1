"""`make soak`: tries for minutes or hours what the tests try for seconds.

Every piece runs as a process of its own, so that one that dies or hangs costs its own trials only.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path

from .parts import PARTS
from .report import Report, keep, kept
from .trust import write_trust

RESULTS = Path(".dev") / "soak"
SEEDS = 10_000
"""Pieces of one run have the seeds from its own times this on."""
HANGS = 3600
"""Seconds after which a piece is given up."""
HOUR = 0.1
"""The scale at which everything fits in about an hour on two cores."""


@dataclass(frozen=True)
class Piece:
    """What one process tries."""

    part: str
    game: str
    seed: int
    n: int

    def command(self, folder: Path) -> list[str]:
        """Return the command line of the process; the same one sees it again."""
        asked = (self.part, "--games", self.game, "--exactly", str(self.seed), "--n", str(self.n))
        return [sys.executable, "-m", "tests.soak", *asked, "--into", str(folder)]


def main() -> int:
    asked = _arguments()
    sources = commit()
    folder = asked.into or RESULTS / sources
    if asked.exactly is not None:
        return _do(asked, folder)
    pieces = list(_pieces(asked))
    with ThreadPoolExecutor(asked.jobs) as pool:
        list(pool.map(lambda piece: _run(piece, folder), pieces))
    reports = kept(folder)
    write_trust(sources, reports)
    found = sum(len(report.found) for report in reports)
    print(f"{len(reports)} reports in {folder}, {found} found; see docs/trust.md")
    return 1 if found else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--games", nargs="+", default=[], help="only these")
    parser.add_argument("--seed", type=int, default=1, help="another one tries other things")
    parser.add_argument("--scale", type=float, default=HOUR, help="1 is all that is asked for")
    parser.add_argument("--jobs", type=int, default=cpu_count(), help="processes at a time")
    parser.add_argument("--exactly", type=int, help="one piece with this seed, in this process")
    parser.add_argument("--n", type=int, help="how many of it, with --exactly")
    parser.add_argument("--into", type=Path, help="the folder of the reports")
    asked = parser.parse_args()
    for part in asked.parts:
        if part not in PARTS:
            parser.error(f"no part '{part}'; there are {', '.join(PARTS)}")
    asked.parts = asked.parts or list(PARTS)
    return asked


def _pieces(asked: argparse.Namespace) -> Iterator[Piece]:
    for part in map(PARTS.__getitem__, asked.parts):
        for game in part.over:
            if asked.games and game not in asked.games:
                continue
            if part.missing(game):
                print(f"{part.name} {game}: not there")
                continue
            left, seed = max(1, round(part.size * asked.scale)), asked.seed * SEEDS
            while left > 0:
                yield Piece(part.name, game, seed, min(part.piece, left))
                left, seed = left - part.piece, seed + 1


def _do(asked: argparse.Namespace, folder: Path) -> int:
    """Try one piece here and print what it found."""
    (name,) = asked.parts
    for game in asked.games or PARTS[name].over:
        report = PARTS[name].run(game, asked.exactly, asked.n or PARTS[name].piece)
        keep(report, folder)
        for each in report.found:
            print(f"  {each}")
    return 0


def _run(piece: Piece, folder: Path) -> None:
    begun = time.monotonic()
    try:
        done = subprocess.run(piece.command(folder), capture_output=True, text=True, timeout=HANGS)
    except subprocess.TimeoutExpired:
        _stopped(piece, folder, f"not done in {HANGS} s")
        return
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        _stopped(piece, folder, f"stopped with {done.returncode}: {last}")
    took = time.monotonic() - begun
    print(f"{piece.part} {piece.game} {piece.seed}: {piece.n} in {took:.0f} s")
    print(done.stdout, end="", flush=True)


def _stopped(piece: Piece, folder: Path, why: str) -> None:
    """Keep that a piece could not be done: that counts as found."""
    print(f"{piece.part} {piece.game} {piece.seed}: {why}")
    keep(Report(piece.part, piece.game, piece.seed, {}, [f"{why} (seed {piece.seed})"]), folder)


def commit() -> str:
    """Return what the sources are: the short name of the commit, marked if they have changed."""
    name = _git("rev-parse", "--short=10", "HEAD") or "unknown"
    changed = _git("status", "--porcelain", "--", ".", ":!docs/trust.md")
    return f"{name}-changed" if changed else name


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    raise SystemExit(main())

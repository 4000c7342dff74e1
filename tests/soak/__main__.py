"""`make soak`: tries for hours what the tests try for seconds.

Every piece runs as a process of its own, so that one that dies or hangs costs its own trials only.
Pieces that are done are kept by the digest of the sources, and never done again; one that is
stopped is not kept, and done when it is asked for the next time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from math import ceil
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import NoReturn

from tests.trials import keep

from .parts import PARTS
from .report import Report, reports_in
from .sources import changed_since, digest, here
from .trust import PAGE, costs, digest_of, text

RESULTS = Path(".dev") / "soak"
HANGS = 3600
"""Seconds after which a piece is given up."""
STOPPED = (-signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP, -signal.SIGKILL)
"""What a process ends with if somebody else ends it: that says nothing of what it tried."""


@dataclass(frozen=True, order=True)
class Piece:
    """What one process tries."""

    part: str
    game: str
    seed: int

    @property
    def command(self) -> list[str]:
        """The command line of the process; the same one sees it again."""
        asked = (self.part, "--games", self.game, "--seed", str(self.seed))
        return [sys.executable, "-m", "tests.soak", *asked]

    def __str__(self) -> str:
        return f"{self.part} {self.game} {self.seed}"


def main() -> int:
    asked = _arguments()
    if asked.seed is not None:
        for game in asked.games:
            print(json.dumps(asdict(_here(Piece(*asked.parts, game, asked.seed)))))
        return 0
    sources = digest(here())
    print(_about_page(sources))
    file = RESULTS / f"{sources}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    due, done = list(pieces(asked.parts, asked.games, asked.scale)), _done(file)
    try:
        asyncio.run(_all([piece for piece in due if piece not in done], file, asked.jobs))
    except KeyboardInterrupt:
        print("stopped: what is not done yet is done when the same is asked for again")
    return _told(file, due, asked.scale)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--games", nargs="+", default=[], help="only these")
    parser.add_argument("--scale", type=float, default=1, help="1 is all that is asked for")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--seed", type=int, help="one piece again, in this process; not kept")
    asked = parser.parse_args()
    for part in asked.parts:
        if part not in PARTS:
            parser.error(f"no part '{part}'; there are {', '.join(PARTS)}")
    if asked.seed is not None and not (len(asked.parts) == 1 and asked.games):
        parser.error("--seed takes one part, and --games")
    asked.parts = asked.parts or list(PARTS)
    return asked


def pieces(parts: Sequence[str], games: Sequence[str], scale: float) -> Iterator[Piece]:
    """Yield the pieces that make up such a share, some of each part and game before more of one."""
    rows = [
        [Piece(part.name, game, 1 + n) for n in range(ceil(part.sizes[game] * scale / part.piece))]
        for part in map(PARTS.__getitem__, parts)
        for game in part.sizes
        if not games or game in games
    ]
    return (piece for each in zip_longest(*rows) for piece in each if piece is not None)


# doing


def _here(piece: Piece) -> Report:
    """Try a piece in this process."""
    report = PARTS[piece.part].run(piece.game, piece.seed)
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return replace(report, seconds=round(sum(each.ru_utime + each.ru_stime for each in used), 1))


async def _all(pieces: Sequence[Piece], file: Path, jobs: int) -> None:
    """Try the pieces, `jobs` at a time, and keep what comes of each in `file`."""
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, _interrupted)
    left = iter(pieces)

    async def worker() -> None:
        for piece in left:
            report = await _elsewhere(piece)
            if digest(here()) != file.stem:
                print("the sources have changed: stopped")
                return
            if report is None:
                print(f"{piece}: was ended from outside", flush=True)
                continue
            keep(file, asdict(report))
            print(f"{piece}: {report.seconds:.0f} s of the processor", flush=True)
            for each in report.found:
                print(f"  {each}", flush=True)

    async with asyncio.TaskGroup() as workers:
        for _ in range(jobs):
            workers.create_task(worker())


def _interrupted() -> NoReturn:
    raise KeyboardInterrupt


async def _elsewhere(piece: Piece) -> Report | None:
    """Try a piece in a process of its own; return None if somebody has ended that."""
    process = await asyncio.create_subprocess_exec(
        *piece.command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(HANGS):
            told, complaint = await process.communicate()
    except TimeoutError:
        return _failed(piece, f"not done in {HANGS} s")
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    if process.returncode in STOPPED:
        return None
    if process.returncode:
        last = (complaint.decode().strip().splitlines() or [""])[-1]
        return _failed(piece, f"ended with {process.returncode}: {last}")
    return Report(**json.loads(told.decode().splitlines()[-1]))


def _failed(piece: Piece, why: str) -> Report:
    """Return that a piece could not be done: that counts as found."""
    return Report(piece.part, piece.game, piece.seed, {}, [f"{why} (seed {piece.seed})"])


# telling


def _done(file: Path) -> set[Piece]:
    return {Piece(each.part, each.game, each.seed) for each in reports_in(file)}


def _told(file: Path, due: Sequence[Piece], scale: float) -> int:
    """Tell what has been done, write the page if that is all of some parts, return the exit code.

    Parts of which nothing was asked for yet say so on the page.
    """
    reports, done = reports_in(file), _done(file)
    print("\n".join(costs(reports)))
    there = len(done.intersection(due))
    if scale >= 1 and there == len(due):
        PAGE.write_text(text(file.stem, reports), encoding="utf-8")
        print(f"{PAGE} is written")
    else:
        print(f"{there} of {len(due)} pieces are done; {PAGE} is written when all are")
    found = sum(len(report.found) for report in reports)
    print(f"{found} found; the reports are in {file}")
    return 1 if found or there < len(due) else 0


def _about_page(sources: str) -> str:
    """Return whether the page is of the `sources`, and if not what has changed since."""
    of = digest_of(PAGE.read_text("utf-8")) if PAGE.exists() else None
    if of is None:
        return f"{PAGE} has no figures yet"
    if of == sources:
        return f"{PAGE} is of these sources ({sources})"
    changed = changed_since(of)
    if changed is None:
        return f"{PAGE} is of the sources {of}, of which no commit is found: these are others"
    return "\n".join([f"{len(changed)} files have changed since {PAGE} ({of}):", *changed])


if __name__ == "__main__":
    raise SystemExit(main())

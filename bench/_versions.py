"""Players of any version: those of these sources are called NAME, of another one NAME@COMMIT."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random

from aparte.models.core import Record, View
from aparte.models.record import read_words, write
from aparte.solver.play.coach import Bot, Budget, Choice, later, play_of

from . import _seat

YARDSTICKS: Mapping[str, Callable[[Budget, Record], Bot]] = {
    name: later("bench._onstage", name) for name in ("flat", "cheat")
}
ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".dev" / "versions"
"""Where the sources of other commits lie."""


def bot(game: str, name: str, budget: Budget, dealt: Record) -> Bot:
    """Return the player called `name`: a bot, one of a commit, or one that sees all of `dealt`.

    At Onstage it can be one of those that are made to measure others by, see `_onstage.py`.
    """
    name, _, commit = name.partition("@")
    if commit:
        return Elsewhere(game, name, budget, commit)
    if game == "onstage" and name in YARDSTICKS:
        return YARDSTICKS[name](budget, dealt)
    ceilings = play_of(game).ceilings
    return ceilings[name](dealt) if name in ceilings else _seat.made(game, name, budget)


@dataclass(frozen=True)
class Elsewhere:
    """A bot as it was at a commit, in a process of its own that runs the sources of then."""

    game: str
    name: str
    budget: Budget
    commit: str

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what the bot chooses; it has no more than the text of the view."""
        seat = _begun(self.game, self.name, json.dumps(asdict(self.budget)), self.commit)
        assert seat.stdin is not None and seat.stdout is not None, "both are pipes"
        asked = {"view": write(view), "lots": rng.getstate()[1]}
        print(json.dumps(asked), file=seat.stdin, flush=True)
        answer = json.loads(seat.stdout.readline())
        return Choice(read_words(view, answer["event"], outcome=False), answer["urgency"])


@cache
def _begun(game: str, name: str, budget: str, commit: str) -> subprocess.Popen[str]:
    sources = kept(commit)
    return subprocess.Popen(
        [sys.executable, _seat.__file__, game, name, budget],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(sources / ".dev")},
    )


def kept(commit: str) -> Path:
    """Return the folder with the sources of a commit, and its package in `.dev`, made if need be.

    Raises CalledProcessError if there is no such commit.
    """
    name = _git("rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    folder = KEPT / name
    if not folder.exists():
        begun = folder.with_suffix(f".{os.getpid()}")
        begun.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", begun], input=_git("archive", name), check=True)
        package = begun / ".dev" / "aparte"
        package.mkdir(parents=True)
        for part in begun.iterdir():
            if (part.is_dir() and part.name != ".dev") or part.suffix in (".py", ".typed"):
                (package / part.name).symlink_to(Path("..", "..", part.name))
        begun.rename(folder)
    return folder


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout

"""What the product's sources are: figures are added up of equal ones only."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

FOLDERS = ("cli", "models", "puzzles", "sessions", "solver", "web")
"""Where the product's sources are; what tests them is no part of what is tested."""
DIGITS = 12
"""So much of a digest tells it from all others."""
LOOKED_BACK = 200
"""Commits among which sources of another digest are looked for."""

Sources = Mapping[str, str]
"""The name that git gives to what stands in each file, by path."""


def here() -> Sources:
    """Return the tracked sources as they lie in this checkout."""
    listed = _git("ls-files", "-z", "--", *FOLDERS).split("\0")
    paths = [path for path in listed if path and Path(path).is_file()]
    names = _git("hash-object", "--stdin-paths", typed="".join(f"{path}\n" for path in paths))
    return dict(zip(paths, names.split(), strict=True))


def digest(sources: Sources) -> str:
    """Return what stands for the `sources`: equal for equal files, otherwise another."""
    rows = "".join(f"{name} {path}\n" for path, name in sorted(sources.items()))
    return sha256(rows.encode()).hexdigest()[:DIGITS]


def changed_since(wanted: str) -> list[str] | None:
    """Return the files that differ from the sources of a digest, None if no commit has those."""
    now = here()
    commits = _git("log", f"-{LOOKED_BACK}", "--format=%H", "--", *FOLDERS).split()
    for then in map(_at, commits):
        if digest(then) == wanted:
            return sorted(path for path in {*now, *then} if now.get(path) != then.get(path))
    return None


def _at(commit: str) -> Sources:
    """Return the sources as a commit has them."""
    rows = _git("ls-tree", "-r", "-z", commit, "--", *FOLDERS).split("\0")
    told = [row.partition("\t") for row in rows if row]
    return {path: about.split()[2] for about, _, path in told}


def _git(*arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        ["git", *arguments], input=typed, capture_output=True, text=True, check=True
    )
    return done.stdout

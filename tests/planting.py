"""Mistakes of beginners, planted in copies of a game: the contract finds and names them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


@dataclass(frozen=True)
class Fault:
    """A mistake: in `file` of a game `old` has become `new`.

    `test` of the contract finds it, and sends the author to `look`, or else to that file.
    """

    name: str
    file: str
    old: str
    new: str
    test: str
    look: str = ""

    def __str__(self) -> str:
        return self.name.replace(" ", "-")


def has_place(fault: Fault, game: Path) -> bool:
    """Tell whether what a mistake replaces stands in `game`, a package."""
    return fault.old in (game / fault.file).read_text("utf-8")


def planted(fault: Fault, game: Path, site: Path) -> None:
    """Lay down a copy of `game`, a package, with the mistake in `site`, registered as it is."""
    ignored = shutil.ignore_patterns("__pycache__", "test_*")
    shutil.copytree(game.parent, site, ignore=ignored)
    file = site / game.name / fault.file
    assert has_place(fault, site / game.name)
    file.write_text(file.read_text("utf-8").replace(fault.old, fault.new, 1), "utf-8")
    for source in site.glob("*/locale/*/LC_MESSAGES/*.po"):
        with source.open("rb") as lines, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(lines))


def is_found(fault: Fault, game: Path, site: Path) -> None:
    """Plant the mistake in `site`: its test fails, and says what is broken and where to look."""
    planted(fault, game, site)
    ran = subprocess.run(
        [sys.executable, "-m", "aparte.contract", game.name, "-x", "-k", fault.test],
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    _, _, told = ran.stdout.partition(f"{game.name} breaks a promise: ")
    assert ran.returncode == 1 and told, ran.stdout + ran.stderr
    looked = [line for line in told.splitlines() if line.startswith("  look at ")]
    assert any(f"{game.name}/{fault.look or fault.file}" in line for line in looked), told

"""Where the code of compiled kernels lies: with the program, or in the user's cache folder.

numba's own cache looks at the file of a function alone, though its code holds what it calls. It
can be told of another folder and of what makes code stale (`NUMBA_CACHE_LOCATOR_CLASSES`), but of
one folder for each function, and it trusts what is there. Tried with numba 0.68: a file that is
cut, a full disk, and a signature that is missing where nothing can be written end the call; a
flipped byte is not noticed; and two processes that save two signatures of one function at once can
leave the code of one under the name of the other.

So all kernels of all games are kept in one folder here, named by everything that decides what
their code is. A file of it is one kernel for one signature on one processor; nothing is written
twice into one file, so processes may share it.

Such a folder comes with the program, filled by its installation (`rehearsal`). What is not there is
compiled where it is needed first, and kept in the user's folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from tempfile import NamedTemporaryFile
from time import sleep, time

from platformdirs import user_cache_path

from ... import __version__
from ...models.notice import notice
from ...models.words import say

SOURCES = "*_kernel.py"
COMES_WITH = Path(__file__).absolute().parents[2]
"""The folder of the program; in a checkout, the one that its installation made."""
WHOLE = "whole"
"""The file in a folder that marks it as complete."""
KEPT = 2
"""How many folders of other versions of the sources are kept: those used last."""
DAY = 86_400.0
"""Seconds for which a folder is always kept: somebody may be using it."""


def stamp() -> str:
    """Return a hash of everything that decides the code of the kernels.

    These are all their sources, which call each other, and the versions of what compiles them.
    Raises OSError if the sources cannot be read.
    """
    solver = Path(__file__).parents[1]
    sources = sorted(solver.rglob(SOURCES))
    if not sources:
        raise FileNotFoundError(2, os.strerror(2), str(solver / SOURCES))
    python = sys.implementation.cache_tag, getattr(sys, "abiflags", "")
    versions = __version__, python, *map(_version, ("numba", "llvmlite", "numpy"))
    digest = sha256(repr(versions).encode())
    for source in (Path(__file__).with_name("compiled.py"), *sources):
        digest.update(sha256(source.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _version(package: str) -> str:
    """Return the version of an installed package; a loaded one knows it at once."""
    loaded = sys.modules.get(package)
    return loaded.__version__ if loaded else version(package)


@dataclass
class Shelf:
    """Where code is looked up, in each of `folders`, and kept, in the last of them.

    If keeping fails it says so once, and keeps nothing more.
    """

    folders: tuple[Path, ...]
    open: bool = True
    """Whether code is kept."""
    filling: Callable[[], bool] | None = None
    """Tells whether another process is still filling it; None if no other does."""
    missed: bool = False
    """Whether people have been told that code is missing."""

    def awaited(self, name: str) -> bytes | None:
        """Return the code kept as `name`, waiting while another process fills the shelf.

        None if it has to be compiled here; the first time, a notice says so.
        """
        found = self.find(name)
        if found is not None or self.missed:
            return found
        if self.filling is None:
            self.missed = True
            notice(
                say(
                    "compiling the coach for this Python and this processor, once, "
                    "in about a minute"
                )
            )
            return None
        if self.filling():
            notice(say("the coach is still being compiled, once: it can take a minute"))
        while self.filling():
            sleep(0.05)
            if (found := self.find(name)) is not None:
                return found
        self.filling = None
        return self.awaited(name)

    def find(self, name: str) -> bytes | None:
        """Return the code kept as `name`, None if there is none or it is damaged."""
        for folder in self.folders:
            try:
                kept = (folder / name).read_bytes()
            except OSError:
                continue
            check, content = kept[:32], kept[32:]
            if sha256(content).digest() == check:
                return content
        return None

    @property
    def whole(self) -> bool:
        """Whether all code of a rehearsal is there."""
        return any((folder / WHOLE).exists() for folder in self.folders)

    def keep(self, name: str, content: bytes) -> None:
        """Keep `content` as `name`."""
        if not self.open or not self.folders:
            return
        folder = self.folders[-1]
        try:
            if not folder.is_absolute():  # nobody's home is known
                raise FileNotFoundError(2, os.strerror(2))
            if not folder.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                sweep(folder)
            _write(folder / name, sha256(content).digest() + content)
        except OSError as error:
            self.close(folder, error)

    def close(self, folder: Path, error: OSError) -> None:
        """Keep nothing more, and say why."""
        self.open = False
        words = say(
            "compiled code cannot be kept in {folder} ({reason}), every start compiles anew; "
            "NUMBA_CACHE_DIR may name another folder",
            folder=str(folder),
            reason=error.strerror or str(error),
        )
        notice(words)


@cache
def shelf() -> Shelf:
    """Return the shelf of all kernels: code that came with the program, then the user's."""
    asked = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(asked).absolute() / "aparte" if asked else user_cache_path("aparte")
    try:
        name = f"kernels-{stamp()}"
    except OSError as error:
        found = Shelf(())
        found.close(root, error)
        return found
    with suppress(OSError):  # it may not be there yet, or be somebody else's to read
        os.utime(root / name)  # so that the newest folders are those in use
    return Shelf(tuple(dict.fromkeys((COMES_WITH / name, root / name))))


def sweep(folder: Path) -> None:
    """Remove the folders beside `folder` that nobody uses any more.

    A program that still uses one has already read it, or compiles again.
    """
    used = {}
    for other in folder.parent.glob("kernels-*"):
        try:
            used[other] = other.stat().st_mtime
        except OSError:
            continue  # another process was faster
    used.pop(folder, None)
    for other in sorted(used, key=lambda each: used[each], reverse=True)[KEPT:]:
        if used[other] < time() - DAY:
            rmtree(other, ignore_errors=True)


def _write(path: Path, content: bytes) -> None:
    """Write the whole file or nothing, even if others write it too."""
    with NamedTemporaryFile(dir=path.parent, prefix=f"{path.stem}.", delete=False) as file:
        try:
            file.write(content)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            file.close()
            Path(file.name).unlink(missing_ok=True)
            raise

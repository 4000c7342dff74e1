"""Kernels: functions that numba compiles, kept between runs and never older than their sources.

numba's own cache looks at the file of a function alone, though its code holds what it calls, and
writes beside the sources where it finds no better place. Here all kernels of all games are kept in
one folder, named by everything that decides what their code is. A file of it is one kernel for one
signature on one processor; nothing is written twice into one file, so processes may share it.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import NamedTemporaryFile
from time import time
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from platformdirs import user_cache_path

from ... import __version__
from ...models.notice import notice
from ...models.words import say

# numba is without types here.
Code: Any = CompileResult
serialized: Any = dumps
settings: Any = config

SOURCES = "*_kernel.py"
KEPT = 2
"""So many folders of other sources stay, those last used."""
DAY = 86_400.0
"""Seconds for which a folder stays in any case: somebody may be at work with it."""


def kernel(function: Callable[..., Any] | None = None, /, **options: Any) -> Callable[..., Any]:
    """Compile `function` when it is called, and keep the code; `options` are those of `njit`.

    A decorator for functions of the files `*_kernel.py` in `solver`, which import nothing else of
    the package that they would compile.
    """
    if function is None:
        waiting: Callable[..., Any] = partial(kernel, **options)
        return waiting
    compiled: Any = numba.njit(**options)(function)
    compiled._cache = _Kept(function, _shelf())
    return compiled  # type: ignore[no-any-return]


def stamp() -> str:
    """Return what stands for everything that decides the code of the kernels.

    That is all their sources, which call each other, and the versions of what compiles them.
    Raises OSError where the sources cannot be read.
    """
    here = Path(__file__)
    solver = here.parents[1]
    sources = sorted(solver.rglob(SOURCES))
    if not sources:
        raise FileNotFoundError(2, os.strerror(2), str(solver / SOURCES))
    python = sys.implementation.cache_tag, getattr(sys, "abiflags", "")
    versions = __version__, python, numba.__version__, llvmlite.__version__, np.__version__
    digest = sha256(repr(versions).encode())
    for source in (here, *sources):
        digest.update(sha256(source.read_bytes()).digest())
    return digest.hexdigest()[:16]


@dataclass
class Shelf:
    """Where code is looked up, folder by folder, and kept: in the last of `folders`.

    Where that cannot be done it says so once, and keeps nothing more.
    """

    folders: tuple[Path, ...]

    def find(self, name: str) -> bytes | None:
        """Return what was kept as `name`, None if nothing was or it is damaged."""
        for folder in self.folders:
            try:
                kept = (folder / name).read_bytes()
            except OSError:
                continue
            check, content = kept[:32], kept[32:]
            if sha256(content).digest() == check:
                return content
        return None

    def keep(self, name: str, content: bytes) -> None:
        """Keep `content` as `name`."""
        if not self.folders:
            return
        folder = self.folders[-1]
        try:
            if not folder.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                sweep(folder)
            _write(folder / name, sha256(content).digest() + content)
        except OSError as error:
            self.close(folder, error)

    def close(self, folder: Path, error: OSError) -> None:
        """Keep nothing more, and tell why."""
        self.folders = ()
        words = say(
            "compiled code cannot be kept in {folder} ({reason}), every start compiles anew; "
            "NUMBA_CACHE_DIR may name another folder",
            folder=str(folder),
            reason=error.strerror or str(error),
        )
        notice(words)


@cache
def _shelf() -> Shelf:
    """Return the shelf of all kernels; code that comes with the program would stand first."""
    asked: str = settings.CACHE_DIR
    root = Path(asked).absolute() / "aparte" if asked else user_cache_path("aparte")
    shelf = Shelf((root,))
    try:
        if not root.is_absolute():  # nobody's home is known
            raise FileNotFoundError(2, os.strerror(2))
        folder = root / f"kernels-{stamp()}"
    except OSError as error:
        shelf.close(root, error)
        return shelf
    with suppress(OSError):  # it may not be there yet, or be somebody else's to read
        os.utime(folder)  # so that the newest folders are those in use
    return Shelf((folder,))


def sweep(folder: Path) -> None:
    """Remove the folders beside `folder` that nobody uses any more.

    Whoever does use one has read what it needed, or compiles it again.
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
    """Write the whole file or nothing, whoever else writes it."""
    with NamedTemporaryFile(dir=path.parent, prefix=f"{path.stem}.", delete=False) as file:
        try:
            file.write(content)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            file.close()
            Path(file.name).unlink(missing_ok=True)
            raise


class _Kept(NullCache):
    """What numba asks for the code of `function`, and gives it."""

    def __init__(self, function: Callable[..., Any], shelf: Shelf) -> None:
        self.function = function
        self.shelf = shelf

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kept code for the signature `sig`, or None."""
        target_context.refresh()
        content = self.shelf.find(self._name(sig, target_context.codegen()))
        if content is None:
            return None
        return Code._rebuild(target_context, *pickle.loads(content))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code `data` for the signature `sig`."""
        if not data.library.has_dynamic_globals:  # else it holds addresses of this process
            self.shelf.keep(self._name(sig, data.codegen), serialized(data._reduce()))

    def _name(self, sig: Any, codegen: Any) -> str:
        """Return a name for the code: signature, processor and numba's settings decide it."""
        told = sorted(each for each in os.environ.items() if each[0].startswith("NUMBA_"))
        set_so = [each for each in told if each[0] != "NUMBA_CACHE_DIR"]
        code = self.function.__code__
        which = self.function.__module__, code.co_firstlineno, str(sig), codegen.magic_tuple()
        mark = sha256(repr((which, set_so)).encode()).hexdigest()[:16]
        return f"{self.function.__name__}-{mark}.nbc"

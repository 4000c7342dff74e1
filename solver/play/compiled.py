"""Kernels: functions compiled by numba, whose code is kept on a `shelf`."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any

import numba
from numba.core import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from .shelf import Shelf, shelf

# numba is without types here.
Code: Any = CompileResult
serialized: Any = dumps
settings: Any = config

# Code that comes with the program has to run on every processor of its kind.
if settings.CPU_NAME is None:
    settings.CPU_NAME, settings.CPU_FEATURES = "generic", ""


def kernel(function: Callable[..., Any] | None = None, /, **options: Any) -> Callable[..., Any]:
    """Compile `function` when it is first called, and keep the code; `options` are those of `njit`.

    A decorator for functions in files `*_kernel.py` of `solver`, which may use no code of this
    package outside such files.
    """
    if function is None:
        waiting: Callable[..., Any] = partial(kernel, **options)
        return waiting
    compiled: Any = numba.njit(**options)(function)
    compiled._cache = _Kept(function, shelf())
    return compiled  # type: ignore[no-any-return]


class _Kept(NullCache):
    """The cache that numba asks for the code of `function`."""

    def __init__(self, function: Callable[..., Any], shelf: Shelf) -> None:
        self.function = function
        self.shelf = shelf

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kept code for the signature `sig`, or None."""
        target_context.refresh()
        content = self.shelf.awaited(self._name(sig, target_context.codegen()))
        if content is None:
            return None
        return Code._rebuild(target_context, *pickle.loads(content))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code `data` for the signature `sig`."""
        if not data.library.has_dynamic_globals:  # else it holds addresses of this process
            self.shelf.keep(self._name(sig, data.codegen), serialized(data._reduce()))

    def _name(self, sig: Any, codegen: Any) -> str:
        """Return a name for the code; signature, processor and numba's settings decide it."""
        told = sorted(each for each in os.environ.items() if each[0].startswith("NUMBA_"))
        set_so = [each for each in told if each[0] != "NUMBA_CACHE_DIR"]
        code = self.function.__code__
        which = self.function.__module__, code.co_firstlineno, str(sig), codegen.magic_tuple()
        mark = sha256(repr((which, set_so)).encode()).hexdigest()[:16]
        return f"{self.function.__name__}-{mark}.nbc"

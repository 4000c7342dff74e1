"""Kernels: functions compiled by numba, whose code is kept on a `shelf`."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from itertools import count
from secrets import randbits
from typing import Any

from numba.core import config, ir, types
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import NullCache
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.typed_passes import NopythonRewrites

from .clock import loading
from .shelf import Shelf, shelf

# numba is without types here.
Code: Any = CompileResult
numbers: Any = types
serialized: Any = dumps
registered: Any = register_pass
settings: Any = config

# Code that comes with the program has to run on every processor of its kind.
if settings.CPU_NAME is None:
    settings.CPU_NAME, settings.CPU_FEATURES = "generic", ""

# numba counts what it compiles from 1 in each process, and takes code with the same name and number
# for the same: code that two processes have kept would mix.
numbered: Any = FunctionIdentity
numbered._unique_ids = count(randbits(48))

LOOKS = ("getattr", "getitem", "static_getitem", "cast", "build_tuple", "exhaust_iter")
"""What makes no array, but gives one that somebody holds."""


def kernel(function: Callable[..., Any] | None = None, /, **options: Any) -> Callable[..., Any]:
    """Compile `function` when it is first called, and keep the code; `options` are those of `njit`.

    A decorator for functions in files `*_kernel.py` of `solver`, which may use no code of this
    package outside such files.
    """
    if function is None:
        waiting: Callable[..., Any] = partial(kernel, **options)
        return waiting
    return _Kernel(function, shelf(), options)


@registered(mutates_CFG=False, analysis_only=False)
class _Uncounted(FunctionPass):
    """Counts no holders of arrays in a function that only looks at arrays of its caller.

    The caller holds them as long as the call lasts, and counting again at every look costs more
    than what most kernels do.
    """

    _name = "uncounted"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        """Turn the counting off, unless an array is made, copied, or comes from elsewhere."""
        models, kinds = state.targetctx.data_model_manager, {state.return_type}
        for block in state.func_ir.blocks.values():
            for line in block.body:
                if isinstance(line, ir.Assign) and isinstance(line.value, ir.Expr):
                    if line.value.op not in LOOKS:
                        kinds.add(state.typemap[line.target.name])
                elif isinstance(line, ir.SetItem | ir.StaticSetItem):
                    kinds.add(state.typemap[line.value.name])
        if any(models[kind].contains_nrt_meminfo() for kind in kinds):
            return False
        state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return True


class _Compiler(Compiler):
    """numba's compiler, and no counting where there is no need."""

    def define_pipelines(self) -> list[Any]:
        """Return the ways to compile: numba's own one."""
        (way,) = super().define_pipelines()  # type: ignore[no-untyped-call]
        way.add_pass_after(_Uncounted, NopythonRewrites)
        way.finalize()
        return [way]


class _Kernel(CPUDispatcher):
    """A function that numba compiles once, whatever whole numbers it is called with.

    numba compiles it anew for each width of a number, and for each number that a kernel calls it
    with as it stands: that costs, for the same code.
    """

    def __init__(self, function: Callable[..., Any], shelf: Shelf, options: dict[str, Any]) -> None:
        # No other language calls it, so it needs no entry for that.
        options = {"nopython": True, "no_cfunc_wrapper": True, **options}
        super().__init__(function, targetoptions=options, pipeline_class=_Compiler)
        self._cache = _Kept(function, shelf)

    def compile(self, sig: Any) -> Any:
        """Compile for the signature `sig`, with all whole numbers as wide as they can be."""
        with loading():
            return super().compile(tuple(map(_widest, sig)))


def _widest(kind: Any) -> Any:
    kind = numbers.unliteral(kind)
    return numbers.int64 if isinstance(kind, numbers.Integer) and kind.bitwidth < 64 else kind


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

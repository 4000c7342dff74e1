"""Where compiled kernels are kept between runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import crc32


def keep_compiled() -> None:
    """Keep what numba compiles from now on in a folder of its own for these kernels.

    numba looks at the file of a function only, not at the files of those it calls: beside the
    sources, a kernel that did not change would go on with old code of one that did.
    """
    from numba.core import config
    from platformdirs import user_cache_path

    settings: Any = config
    if not settings.CACHE_DIR:
        sources = sorted(Path(__file__).parent.rglob("*_kernel.py"))
        stamp = crc32(b"".join(source.read_bytes() for source in sources))
        settings.CACHE_DIR = str(user_cache_path("aparte") / f"kernels-{stamp:08x}")

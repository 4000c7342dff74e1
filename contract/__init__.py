"""The contract: what the rest of the house takes for granted of every game, held by tests.

`python -m aparte.contract NAME ...` holds the games of these names to it, in whatever package they
are. It needs the extra `aparte[contract]`.
"""

from __future__ import annotations

import os
from pathlib import Path

if __name__ != "aparte.contract":  # a second copy of every class would compare unequal to the first
    raise ImportError(f"import aparte.contract, not {__name__}")

HERE = Path(__file__).parent


def main(names: list[str], *options: str) -> int:
    """Hold the games called `names`, all that are installed if there are none, to every promise.

    `options` go to pytest, whose exit code is returned: 0 if all is held, 1 if a promise is
    broken. Raises ImportError if the extra is not installed.
    """
    import pytest

    told = ("-q", "--tb=short", "--strict-markers", "-p", "no:cacheprovider")
    alone = ("-c", os.devnull, "--rootdir", str(HERE), "--import-mode=importlib")
    games = (f"--game={name}" for name in names)
    return int(pytest.main([str(HERE), *told, *alone, *games, *options]))

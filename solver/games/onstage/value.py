"""The learned value that comes with the program, and its weight of winning (see `value_kernel`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .value_kernel import Net

WINS = 0.5
"""The weight of winning the round in the reward; the rest is the margin. In the last round winning
is everything."""


@cache
def stored_net() -> Net:
    """Return the weights of the learned value that come with the program."""
    import numpy as np

    from .value_kernel import Net

    with as_file(files(__package__).joinpath("value.npz")) as path, np.load(path) as weights:
        return Net(*(np.ascontiguousarray(weights[name]) for name in Net._fields))

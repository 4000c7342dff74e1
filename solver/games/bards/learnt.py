"""What was learned by self-play and comes with the program (see `value_kernel`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .value_kernel import Learnt


@cache
def learnt() -> Learnt:
    """Return the habits and the weights of the learned value."""
    import numpy as np

    from .value_kernel import Learnt

    with as_file(files(__package__).joinpath("learnt.npz")) as path, np.load(path) as stored:
        return Learnt(*(np.ascontiguousarray(stored[name]) for name in Learnt._fields))

"""The learned value that comes with the program, and its weight of winning (see `value_kernel`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .value_kernel import Net, Nets

WINS = 0.5
"""The weight of winning the round in the reward; the rest is the margin. In the last round winning
is everything."""


LEARNED = "value.npz", "reckoning.npz"
"""Files with what is learned: the value, and what comes of greedy play."""


class Weights(NamedTuple):
    """What is learned, see `value_kernel.Net`, with the weights of columns in place of marks.

    Those of a suit, of the table, of sums over suits, of the table once more, in the outer layer,
    and of that layer in a value. Rows are what is weighed.
    """

    of_suit: NDArray[np.float32]
    of_table: NDArray[np.float32]
    of_sums: NDArray[np.float32]
    again: NDArray[np.float32]
    values: NDArray[np.float32]


@cache
def stored_nets() -> Nets:
    """Return the nets that come with the program."""
    from .value_kernel import Nets

    return Nets(*(net_of(read(files(__package__).joinpath(name))) for name in LEARNED))


def read(file: Traversable) -> Weights:
    """Return the learned weights in a file."""
    import numpy as np

    with as_file(file) as path, np.load(path) as stored:
        return Weights(*(stored[name] for name in Weights._fields))


def net_of(weights: Weights) -> Net:
    """Return the net of learned `weights`: those of columns are shared out among marks."""
    import numpy as np

    from .sight_kernel import OF_SUITS_MARKS, OF_TABLES_MARKS
    from .value_kernel import Net

    return Net(
        OF_SUITS_MARKS @ weights.of_suit,
        OF_TABLES_MARKS @ np.hstack([weights.of_table, weights.again]),
        np.ascontiguousarray(weights.of_sums.T),
        np.ascontiguousarray(weights.values.T),
    )


def columns(marks: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what `marks` (views, rows) tell: of suits (views, suits, columns) and the table."""
    import numpy as np

    from .sight_kernel import MARKS, OF_SUITS_MARKS, OF_TABLES_MARKS, TABLE

    told = (marks[:, :, None] >> np.arange(MARKS) & 1).astype(np.float32)
    table = told[:, TABLE:].reshape(len(marks), -1) @ OF_TABLES_MARKS
    return told[:, :TABLE] @ OF_SUITS_MARKS, table

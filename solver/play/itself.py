"""A key by which something is kept that was found of a view or a box."""

from __future__ import annotations

from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Itself(Generic[Kept]):
    """A key that only equals a key of the same object: comparing two boxes would take longer."""

    def __init__(self, it: Kept) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and other.it is self.it

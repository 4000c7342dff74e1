"""How puzzles of overseers come about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from ...models.core import View
from ..kinds import Holder, Kind, Which
from ..make import Maker
from ..played import played, seated_form


def views(rng: Random, kind: str) -> Iterator[View]:
    """Yield what seats see of one game of bots."""
    yield from played("overseers", (3, 4), ("random", "greedy"), 25, rng)


KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (Holder(), Which())}
PUZZLES = Maker(KINDS, views, lambda view: (), lambda view, clue: view, seated_form)

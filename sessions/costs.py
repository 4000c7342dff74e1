"""What choices have cost in the games that were reviewed, as lists show it: without judging any."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from .store import Store
from .texts import COSTS


def game_key(tags: Mapping[str, str], result: Sequence[str]) -> str:
    """Return the key of a finished game, from its header and its result."""
    told = (tags.get(name, "") for name in ("Game", "Players", "Deal"))
    return hashed(*(each.casefold() for each in (*told, " ".join(result))))


def costs_kept(store: Store) -> Mapping[str, Mapping[str, float]]:
    """Return the mean cost of a choice, by game and by seat in lower case.

    Only reviewed games have one; of several reviews the last one counts.
    """
    found: dict[str, dict[str, float]] = {}
    for key, text in store.texts(COSTS).all().items():
        with suppress(AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError):
            for seat, (cost, choices) in json.loads(text)["seats"].items():
                found.setdefault(key, {})[str(seat).casefold()] = float(cost) / int(choices)
    return found


def hashed(*parts: str) -> str:
    """Return one key for some texts."""
    return sha256("\n".join(parts).encode()).hexdigest()

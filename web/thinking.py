"""What takes its time is thought out beside the loop: one thought at a time for each seat.

So a seat that asks again and again holds up nobody but itself: what it has asked last is thought
out next, what it has asked before that is left undone.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
Stop = Callable[[], bool]
"""Tells a thought whether nobody waits for it any more."""


class Overtaken(Exception):
    """Whoever has asked for this has asked for something else before it was begun."""


class Thinking:
    """Thoughts of so many who `think`, each beside those of the others."""

    def __init__(self, think: int) -> None:
        self._threads = ThreadPoolExecutor(think, thread_name_prefix="thought")
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._newest: dict[str, object] = {}

    async def out(self, who: str, thought: Callable[[], T]) -> T:
        """Return what is thought out for `who`, once all is that was asked for before."""
        async with self._turns[who]:
            return await asyncio.get_running_loop().run_in_executor(self._threads, thought)

    async def newest(self, who: str, thought: Callable[[Stop], T]) -> T:
        """Return what is thought out for `who`; raises Overtaken.

        A thought of theirs that has begun is told to stop, one that has not is given up.
        """
        asked = self._newest[who] = object()

        def stop() -> bool:
            return self._newest[who] is not asked

        def begun() -> T:
            if stop():
                raise Overtaken
            return thought(stop)

        return await self.out(who, begun)

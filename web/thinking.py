"""Long thoughts run outside the loop, one at a time for each seat.

So a seat that asks again and again delays only itself: its latest question is answered next,
earlier ones that have not begun are dropped.
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
    """Whoever asked for this asked for something else before it was begun."""


class Thinking:
    """Runs thoughts for several seats (`think` is their number), each seat's in turn."""

    def __init__(self, think: int) -> None:
        self._threads = ThreadPoolExecutor(think, thread_name_prefix="thought")
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._newest: dict[str, object] = {}

    async def out(self, who: str, thought: Callable[[], T]) -> T:
        """Return the result of `thought` for `who`, after all their earlier thoughts."""
        async with self._turns[who]:
            return await asyncio.get_running_loop().run_in_executor(self._threads, thought)

    async def newest(self, who: str, thought: Callable[[Stop], T]) -> T:
        """Return the result of `thought` for `who`; raises Overtaken.

        An earlier thought of theirs is told to stop if it is running, and dropped if it has not
        begun.
        """
        asked = self._newest[who] = object()

        def stop() -> bool:
            return self._newest[who] is not asked

        def begun() -> T:
            if stop():
                raise Overtaken
            return thought(stop)

        return await self.out(who, begun)

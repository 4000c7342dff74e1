"""An open table: its game, its seats, and everybody who waits for a change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from ..models.core import View
from ..models.notice import notice
from ..models.words import Words, say
from ..sessions import faults
from ..sessions.answers import Answer, Deferred, Refused
from ..sessions.hosting import Hosting, PendingMove
from ..sessions.news import Told, news
from ..sessions.seats import Seats
from ..sessions.store import StoreError
from .thinking import Thinking

MUCH = 24
"""Most lines that are shown as news; the log has all."""
UNSAVED = say("This could not be saved, so nothing was done. The laptop tells why.")


class Live:
    """One hosted game. Everything happens on the loop, except long thoughts.

    `origin` is the address of its pages. `written` returns what is done once all changes so far are
    on the disk, None if they are: see `Store.safe`. Errors while bots think, and of the disk, are
    told by `complain`; `fault` says that there was one.
    """

    def __init__(
        self,
        hosting: Hosting,
        seats: Seats,
        complain: Callable[[Words], None] = notice,
        written: Callable[[], Future[None] | None] = lambda: None,
    ) -> None:
        self.hosting = hosting
        self.seats = seats
        self._written = written
        self.origin = ""
        self.fault = False
        self._complain = complain
        self._turned = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None
        self.thinking = Thinking(3 * len(hosting.players) + 2)
        self._extra = 0
        self.before: dict[str, View] = {}
        """What each player saw before their last move, for the tutor."""
        self._told: dict[str, tuple[View, tuple[tuple[Words | None, Told], ...]]] = {}

    @property
    def version(self) -> int:
        """A number that grows with every visible change."""
        return self.hosting.version + self._extra

    def changed(self, seen_elsewhere: bool = False) -> None:
        """Make all moves that need nobody, then let everybody look again; bots think meanwhile."""
        if seen_elsewhere:
            self._extra += 1
        if self._thinking is None:
            self._thinking = asyncio.get_running_loop().create_task(self._go_on())
        else:
            self._turn()

    def _turn(self) -> None:
        self._turned.set()
        self._turned = asyncio.Event()

    async def wait(self, version: int, seconds: float) -> None:
        """Return when there is something newer than `version`, or after `seconds`."""
        if self.version == version:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._turned.wait()

    async def do(self, bot: str, deed: PendingMove) -> None:
        """Think out a move of `bot` and make it, unless the game has gone on; raises Overtaken."""
        events = await self.thinking.newest(f"bot {bot}", lambda _: deed.events())
        if self.hosting.carry_out(deed, events):
            self.changed()

    async def settled(self, who: str, ask: Callable[[], Answer | Deferred[Any]]) -> Answer:
        """Return the final answer to `who`, after everything that must be thought out first.

        It does not wait for the questions that `who` has asked.
        """
        try:
            while isinstance(answer := ask(), Deferred):
                answer.learnt(await self.thinking.out(f"move {who}", answer.thought))
        except StoreError as error:
            self._complain(error.message)
            return Refused(UNSAVED)
        return answer

    async def safe(self) -> None:
        """Return once all that has happened is on the disk; raises StoreError, and tells of it."""
        written = self._written()
        if written is None or (written.done() and not written.exception()):
            return
        try:
            await asyncio.shield(asyncio.wrap_future(written))
        except StoreError as error:
            if not self.fault:
                self.fault = True
                self._complain(error.message)
            raise

    async def _go_on(self) -> None:
        try:
            while (deed := self.hosting.due()) is not None:
                if self.hosting.bots:
                    self._turn()
                    events = await self.thinking.out("bots", deed.events)
                else:
                    events = deed.events()
                if not self.hosting.carry_out(deed, events) and not events:
                    break
        except Exception as fault:
            if not self.fault:
                self.fault = True
                self._extra += 1
            self._complain(faults.report(fault))
        finally:
            self._thinking = None
            self._turn()

    def latest(self, view: View) -> Sequence[tuple[Words | None, Told]]:
        """Return the last lines of `view`, each with the part of the game that it belongs to.

        The result is cached: when a view has grown, only its new lines are looked at.
        """
        before, lines = self._told.get(view.viewer, (None, ()))
        if before is None or view.lines[: len(before.lines)] != before.lines:
            before, lines = view.until(max(view.last - MUCH, len(view.tags))), ()
        new = ((part.part, told) for part in news(view, before) for told in part.lines)
        kept = tuple(each for each in (*lines, *new) if each[1].number > view.last - MUCH)
        self._told[view.viewer] = (view, kept)
        return kept

    def places(self) -> list[Mapping[str, Any]]:
        """Return who sits where."""
        bots = self.hosting.bots
        return [
            {
                "player": player,
                "bot": bots.get(player, ""),
                "taken": self.seats.is_taken(player),
                "silent": player in self.hosting.tellings.silent,
            }
            for player in self.hosting.players
        ]

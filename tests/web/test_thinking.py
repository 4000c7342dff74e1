"""What one seat has thought out holds up nobody else, and itself with no more than one thought."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from aparte.web import whispers
from aparte.web.thinking import Overtaken, Stop, Thinking
from tests.web.serving import Phone, served

WAIT = 20.0


class Blocked:
    """A thought that goes on until somebody lets it end."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        self.running = self.most = self.times = 0
        self._lock = threading.Lock()

    def __call__(self, *of: object) -> tuple[()]:
        with self._lock:
            self.running += 1
            self.times += 1
            self.most = max(self.most, self.running)
        self.begun.set()
        assert self.ended.wait(WAIT)
        with self._lock:
            self.running -= 1
        return ()


@contextmanager
def ending(blocked: Blocked) -> Iterator[None]:
    try:
        yield
    finally:
        blocked.ended.set()


def test_others_are_answered_and_bots_play_while_a_seat_has_its_moves_thought_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocked = Blocked()
    monkeypatch.setattr(whispers, "best", blocked)
    with (
        served("onstage", 3, Cy="greedy") as table,
        ThreadPoolExecutor(32) as many,
        ending(blocked),
    ):
        hosting = table.live.hosting
        phones = {player: table.phone(player) for player in ("Ana", "Bo")}
        asked = [many.submit(phones["Ana"].post, "/seat/whisper", about="best") for _ in range(30)]
        assert blocked.begun.wait(WAIT)
        assert phones["Bo"].post("/seat/whisper", about="hint").status == 200
        for phone in phones.values():
            assert phone.get("/seat/now").status == 200
        for _ in range(4):
            player = hosting.awaited()[0]
            assert phones[player].move().status == 200
            table.wait_until(lambda: "Cy" not in hosting.awaited())
        assert {event.actor for _, event in hosting.record.events} >= {"Ana", "Bo", "Cy"}
        assert blocked.running == 1
        blocked.ended.set()
        statuses = [each.result(WAIT).status for each in asked]
        assert set(statuses) <= {200, 409} and 200 in statuses
        assert blocked.most == 1


def test_each_seat_has_a_thought_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    blocked, both = Blocked(), threading.Barrier(2)

    def best(*of: object) -> tuple[()]:
        both.wait(WAIT)
        return blocked()

    monkeypatch.setattr(whispers, "best", best)
    with served("onstage", 3) as table, ThreadPoolExecutor(2) as many, ending(blocked):
        phones: list[Phone] = [table.phone(player) for player in ("Ana", "Bo")]
        asked = [many.submit(each.post, "/seat/whisper", about="best") for each in phones]
        blocked.ended.set()
        assert [each.result(WAIT).status for each in asked] == [200, 200]


def test_what_is_asked_last_is_next_and_what_was_asked_before_is_left_undone() -> None:
    async def asked() -> None:
        thinking, blocked = Thinking(2), Blocked()

        def first(stop: Stop) -> bool:
            blocked()
            return stop()

        one = asyncio.create_task(thinking.newest("Ana", first))
        await asyncio.to_thread(blocked.begun.wait, WAIT)
        rest = [asyncio.create_task(thinking.newest("Ana", lambda _, n=n: n)) for n in range(30)]
        assert await thinking.newest("Bo", lambda stop: stop()) is False
        blocked.ended.set()
        assert await one is True, "it was told to stop"
        found = await asyncio.gather(*rest, return_exceptions=True)
        assert all(isinstance(each, Overtaken) for each in found[:-1]) and found[-1] == 29

    asyncio.run(asked())


def test_what_goes_wrong_in_a_thought_stops_no_later_one() -> None:
    async def asked() -> None:
        thinking = Thinking(1)

        def fails(_: Stop) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await thinking.newest("Ana", fails)
        assert await thinking.newest("Ana", lambda _: 1) == 1
        assert await thinking.out("Ana", lambda: 2) == 2

    asyncio.run(asked())

"""Nobody hears of a move before it is on the disk, and nobody of one that does not get there."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from http.client import HTTPException

import pytest

from aparte.models.words import Words, say
from aparte.sessions.store import StoreError
from aparte.web.live import UNSAVED
from tests.web.serving import Answer, served


def later(asks: Callable[[], Answer]) -> tuple[threading.Thread, list[Answer | Exception]]:
    """Ask apart; the answer comes into the list."""
    answers: list[Answer | Exception] = []

    def asked() -> None:
        try:
            answers.append(asks())
        except (HTTPException, OSError) as error:
            answers.append(error)

    thread = threading.Thread(target=asked, daemon=True)
    thread.start()
    return thread, answers


@pytest.mark.parametrize("gets_there", [True, False])
def test_a_move_is_told_to_nobody_before_it_is_on_the_disk(gets_there: bool) -> None:
    disk: list[Future[None]] = []
    told: list[Words] = []
    of = {"written": lambda: disk[-1] if disk else None, "complain": told.append}
    with served("onstage", of=of) as table:
        mover = table.on_loop(lambda: table.live.hosting.awaited()[0])
        other = next(p for p in table.live.hosting.players if p != mover)
        phone, looks = table.phone(mover), table.phone(other)
        key, lines = phone.moves()
        before, last = looks.get("/seat/now").body, table.live.hosting.record.last
        disk.append(Future())
        posted, answers = later(lambda: phone.post("/seat/move", key=key, line=lines[0]))
        table.wait_until(lambda: table.live.hosting.record.last > last)
        looked, pages = later(lambda: looks.get("/seat/now"))
        posted.join(0.3)
        looked.join(0.3)
        assert not answers and not pages
        if gets_there:
            disk[-1].set_result(None)
        else:
            disk[-1].set_exception(StoreError(say("the disk is gone")))
        posted.join(60)
        looked.join(60)
        if gets_there:
            assert isinstance(answers[0], Answer) and answers[0].status == 200
            assert isinstance(pages[0], Answer) and pages[0].body != before
            assert not told
        else:
            assert all(a.status == 500 for a in (*answers, *pages) if isinstance(a, Answer))
            assert list(map(str, told)) == ["the disk is gone"]


def test_what_cannot_be_saved_is_refused_and_the_laptop_told_why() -> None:
    told: list[Words] = []
    with served("onstage", of={"complain": told.append}) as table:
        mover = table.on_loop(lambda: table.live.hosting.awaited()[0])
        phone = table.phone(mover)
        key, lines = phone.moves()

        def full(_: object) -> None:
            raise StoreError(say("the disk is full"))

        ledger = table.live.hosting._ledger
        ledger.keep, keep = full, ledger.keep  # type: ignore[method-assign]
        answer = phone.post("/seat/move", key=key, line=lines[0])
        assert (answer.status, answer.data["words"]) == (422, str(UNSAVED))
        assert list(map(str, told)) == ["the disk is full"]
        ledger.keep = keep  # type: ignore[method-assign]
        assert phone.post("/seat/move", key=key, line=lines[0]).status == 200

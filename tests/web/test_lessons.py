"""Lessons on a phone: the own costliest choices once more, as that seat saw them."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from html import escape
from random import Random

import pytest

from aparte.contract.exchange import Exchanges
from aparte.models.core import TABLE, Record, view
from aparte.models.games import face_of
from aparte.models.record import write_event
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from aparte.sessions.lessons import Lessons
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.reviewable import tasks
from aparte.sessions.seats import WATCH
from aparte.solver.play.coach import bots, choices
from aparte.web.thinking import Stop
from tests.starts import CHOICES, soon
from tests.tables import random_game
from tests.web.attacking import Table
from tests.web.serving import Answer, Phone, served_record
from tests.web.test_thinking import WAIT, Blocked, ending

__all__ = ["soon"]
SEEDS = {"onstage": 3, "adresses-jaunes": 3, "overseers": 3, "bards": 7}
"""Games in which some of the choices judged are surely mistakes, as far as few worlds tell."""
GAMES = tuple(SEEDS)
LIGHT = 150_000
HOME = "/seat/lesson"


@cache
def game(name: str, seed: int = 0) -> Record:
    return random_game(name, 3, seed or SEEDS[name])


def followed(phone: Phone, answer: Answer) -> tuple[str, Answer]:
    """Go where a browser without scripts would, also where a page asks again by itself."""
    path = ""
    for _ in range(60):
        path = answer.headers.get("location") or ("refresh" in answer.headers and HOME) or ""
        if not path:
            break
        at, answer = path, phone.get(path)
        if not (answer.headers.get("location") or "refresh" in answer.headers):
            return at, answer
    return path, answer


def lesson(phone: Phone) -> tuple[str, Answer]:
    return followed(phone, phone.get(HOME))


def moves(page: str) -> list[str]:
    return re.findall(r'data-move="([^"]*)"', page)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_goes_through_its_lessons_without_scripts(name: str) -> None:
    record = game(name)
    own = {task.line: task for task in tasks(record, ["Ana"])}
    with served_record(record) as table:
        phone = table.phone("Ana")
        assert f'action="{HOME}"' in phone.get("/seat").body
        lines = []
        while True:
            path, asked = lesson(phone)
            if path.endswith("/sum"):
                break
            line = int(path.rpartition("/")[2])
            lines.append(line)
            assert asked.status == 200 and len(asked.body.encode()) < LIGHT
            before = own[line].view
            offered = [write_event(before, each) for each in choices(before)]
            assert moves(asked.body) == offered
            assert f"Your choice once more: {escape(str(face_of(name).task(before)))}" in asked.body
            _, verdict = followed(phone, phone.post(path, line=offered[-1] if line % 2 else ""))
            did = str(face_of(name).button(before, own[line].move))
            assert f"You did this: “{escape(did)}”." in verdict.body and not moves(verdict.body)
            assert re.search(r": (doubtful|a mistake|a blunder) \(", verdict.body)
            _, step = followed(phone, phone.get(f"{path}?step=1"))
            assert "It could have gone on so" in step.body
            assert phone.post(f"{HOME}/next").status == 303
        assert lines and len(set(lines)) == len(lines)
        assert "Luck, which is cards, dice" in asked.body and "<polyline" in asked.body
        listed = phone.get(f"{HOME}/all").body
        assert {int(n) for n in re.findall(r'<li value="(\d+)"', listed)} == {*list(own)[:CHOICES]}


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_is_played_on_against_bots(name: str) -> None:
    with served_record(game(name)) as table:
        phone = table.phone("Bo")
        lesson(phone)
        path = f"{HOME}/{tasks(game(name), ['Bo'])[0].line}"
        while not moves(phone.get(path).body):  # it is not judged yet
            lesson(phone)
        assert phone.get(f"{path}/play").headers["location"] == HOME  # first one answers
        phone.post(path, line="")
        before = table.on_loop(lambda: table.live.hosting.record)
        for _ in range(3):
            page = phone.get(f"{path}/play").body
            offered = moves(page)
            if not offered:
                break
            key = re.findall(r'name="key" value="([^"]*)"', page)[0]
            wrong = phone.post(f"{path}/play", key=key, line="plays nonsense")
            assert wrong.status == 422 and moves(wrong.body) == offered
            assert phone.post(f"{path}/play", key="0", line=offered[0]).status == 303
            assert moves(phone.get(f"{path}/play").body) == offered  # it was of another question
            assert phone.post(f"{path}/play", key=key, line=offered[0]).status == 303
        assert table.on_loop(lambda: table.live.hosting.record) is before
        again = phone.get(f"{path}/play?again").body
        assert moves(again) == moves(phone.get(f"{path}/play").body)


def test_there_are_no_lessons_before_the_end_and_for_nobody_else() -> None:
    whole = game("onstage")
    with served_record(whole.until(60)) as table:
        phone = table.phone("Ana")
        assert HOME not in phone.get("/seat").body
        for path in (HOME, f"{HOME}/all", f"{HOME}/sum", f"{HOME}/20", f"{HOME}/20/play"):
            assert phone.get(path).headers["location"] == "/seat"
        assert phone.post(f"{HOME}/20", line="").headers["location"] == "/seat"
    with served_record(whole) as table:
        for place in (TABLE, WATCH):
            assert table.phone(place).get(HOME).status == 403
        assert Phone(table).get(HOME).status == 403
        phone = table.phone("Ana")
        lesson(phone)
        others = {task.line for task in tasks(whole, ["Bo", "Cy"])}
        for line in sorted(others)[:5]:
            assert phone.get(f"{HOME}/{line}").headers["location"] == HOME
        assert phone.get(f"{HOME}/99999999999999999999").headers["location"] == HOME
        assert phone.post(f"{HOME}/1", line="x" * 500).headers["location"] == HOME


async def _all_pages(record: Record, seat: str) -> list[tuple[int, str]]:
    """Return all that a seat is answered in its lessons, once all its choices are judged."""
    hosting = Hosting(Ledger(record, {}, "0"), DealtPieces(bots(record.game.name)))
    table = Table(hosting, seat)
    await table.sits()
    while (await table.answer(f"{HOME}/sum", None))[0] != 200:
        await asyncio.sleep(0.05)
    found = [await table.answer(f"{HOME}/all", None)]
    for task in tasks(record, [seat])[1:4]:
        path = f"{HOME}/{task.line}"
        line = write_event(task.view, choices(task.view)[0])
        found += [
            await table.answer(path, None),
            await table.answer(path, {"line": line}),
            await table.answer(path, None),
            await table.answer(f"{path}?again", None),
            await table.answer(f"{path}/play", None),
        ]
    return [*found, await table.answer(f"{HOME}/sum", None), await table.answer("/seat", None)]


@pytest.mark.parametrize("name", GAMES)
def test_lessons_tell_nothing_that_their_seat_did_not_see(name: str) -> None:
    for seed in range(3, 30):
        record = game(name, seed)
        twin = Exchanges(record, "Ana").twin(Random(seed), 150)
        if twin is not None:
            break
    else:
        raise AssertionError
    assert view(twin, "Ana") == view(record, "Ana") and twin != record
    one, other = (asyncio.run(_all_pages(each, "Ana")) for each in (record, twin))
    assert one == other


def test_lessons_of_one_seat_hold_up_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    blocked, real = Blocked(), Lessons.judged

    def judged(self: Lessons, stop: Stop) -> object:
        if self.seat == "Ana":
            blocked()
        return real(self, stop)

    monkeypatch.setattr(Lessons, "judged", judged)
    with (
        served_record(game("overseers")) as table,
        ThreadPoolExecutor(4) as many,
        ending(blocked),
    ):
        ana, bo = table.phone("Ana"), table.phone("Bo")
        waiting = many.submit(ana.get, HOME)
        assert blocked.begun.wait(WAIT)
        assert ana.get("/seat/now").status == 200 and bo.get("/seat/now").status == 200
        assert re.fullmatch(HOME + r"/\d+", lesson(bo)[0])
        blocked.ended.set()
        assert waiting.result(WAIT).status in (200, 303)


def test_judging_ends_with_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def judged(self: Lessons, stop: Stop) -> None:
        while not stop():
            time.sleep(0.01)
        ended.set()

    monkeypatch.setattr(Lessons, "judged", judged)
    with served_record(game("overseers")) as table:
        assert table.phone("Ana").get(f"{HOME}/all").status == 200
        assert not ended.is_set()
    assert ended.wait(WAIT)

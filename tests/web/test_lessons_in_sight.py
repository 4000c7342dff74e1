"""Lessons on any phone: all in sight, by tap and by keyboard, in both languages, light and dark."""

from __future__ import annotations

from typing import Any

import pytest

from tests.starts import soon
from tests.tables import random_game
from tests.web.browser import Opened, is_for_all, needs_browser, opened
from tests.web.serving import served_record
from tests.web.test_in_sight import BOXES, apart
from tests.web.test_keyboard import Keyboard
from tests.web.test_lessons import GAMES, LIGHT, SEEDS

pytestmark = [pytest.mark.web, needs_browser]

SIZES = ((320, 568), (390, 844), (844, 390))
SOON = "form[action='/seat/lesson'] button"
__all__ = ["soon"]


def loaded(phone: Opened, path: str) -> None:
    phone.page.wait_for_url(path, timeout=60_000)
    phone.page.wait_for_load_state("load")


def in_sight(phone: Opened, where: object) -> None:
    """Hold a lesson to it that what is asked, the hand and all buttons are in sight, and apart."""
    for size in SIZES:
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        found = phone.page.evaluate(BOXES)
        ways, corner = phone.page.evaluate(
            """() => ['.ways :is(button, a)', '.corner a'].map((each) =>
              [...document.querySelectorAll(each)].map((e) => {
                const { left, top, right, bottom } = e.getBoundingClientRect()
                return [left, top, right, bottom] }))"""
        )
        told = (where, size, found, ways, corner)
        assert found["wide"] <= size[0] and found["high"] <= size[1], told
        seen = [*found["status"], *found["button"], *found["hand"], *ways]
        for box in (*seen, *corner):
            assert box[0] >= 0 and box[1] >= 0, (box, told)
            assert box[2] <= size[0] + 1 and box[3] <= size[1] + 1, (box, told)
        for at, box in enumerate(seen):
            assert all(apart(box, other) for other in seen[at + 1 :]), (box, told)
            assert box in found["status"] or all(apart(box, other) for other in corner), told
        assert all(box[2] - box[0] >= 24 and box[3] - box[1] >= 24 for box in ways), told
    assert len(phone.page.content().encode()) < LIGHT
    is_for_all(phone.page, where)


@pytest.mark.parametrize("game", GAMES)
def test_lessons_are_in_sight_and_for_all(browser: Any, game: str) -> None:
    dark = GAMES.index(game) % 2 == 1
    with served_record(random_game(game, 3, SEEDS[game])) as table:
        phone = opened(browser, table.address("Ana"), ("en", "fr")[dark], dark, SIZES[0])
        page = phone.page
        is_for_all(page, (game, "over"))
        page.locator(SOON).click()
        loaded(phone, "**/seat/lesson/*")
        in_sight(phone, (game, "asked"))
        url = page.url
        phone.tap(phone.moves()[0])
        page.wait_for_selector(".verdict", timeout=60_000)
        page.wait_for_load_state("load")
        in_sight(phone, (game, "verdict"))
        page.locator("a.on").click()
        loaded(phone, "**step=1")
        in_sight(phone, (game, "step"))
        page.goto(f"{url}/play")
        in_sight(phone, (game, "play"))
        for name in ("sum", "all"):
            page.goto(f"{table.origin}/seat/lesson/{name}")
            page.wait_for_selector(f"{'figure' if name == 'sum' else '.all'}", timeout=60_000)
            is_for_all(page, (game, name))
            if name == "sum":  # the way on is in sight, whatever there is to read
                page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
                boxes = [each.bounding_box() for each in page.locator(".ways a").all()]
                assert boxes and all(box["y"] + box["height"] <= SIZES[0][1] for box in boxes)
        assert not phone.wrong, phone.wrong


def test_lessons_are_taken_by_keyboard_alone(browser: Any) -> None:
    with served_record(random_game("overseers", 3, 3)) as table:
        phone = opened(browser, table.address("Ana"))
        keys = Keyboard(phone)
        keys.goes_to(SOON)
        phone.page.keyboard.press("Enter")
        loaded(phone, "**/seat/lesson/*")
        keys = Keyboard(phone)
        keys.plays(phone.moves()[0])
        phone.page.wait_for_selector(".verdict", timeout=60_000)
        Keyboard(phone).goes_to("a.on")
        phone.page.keyboard.press("Enter")
        loaded(phone, "**step=1")
        Keyboard(phone).goes_to(".ways form button")
        phone.page.keyboard.press("Enter")
        phone.page.wait_for_url(lambda url: "step" not in url, timeout=60_000)
        assert not phone.wrong

"""Everybody can use the pages: seats, the table and what lies over them, at many stages."""

from __future__ import annotations

from typing import Any

import pytest

from aparte.sessions.seats import WATCH
from tests.web.browser import Opened, is_for_all, needs_browser, opened
from tests.web.serving import go_on, served

pytestmark = [pytest.mark.web, needs_browser]

STAGES = {
    "onstage": (0, 7, 30),
    "adresses-jaunes": (0, 9, 16),
    "overseers": (0, 10, 30, 60),
    "bards": (0, 12, 40),
}
"""Numbers of moves after which pages are looked at; whispers and the menu at the second."""
WHISPERED = "() => !document.getElementById('whispered').textContent.endsWith('…')"


def lies_over(phone: Opened, where: object) -> None:
    """Look at whispers and at the menu."""
    page = phone.page
    page.locator("#whispers > summary").click()
    for name in ("hint", "hint", "chances", "best"):
        with page.expect_response("**/seat/whisper", timeout=120_000) as whispered:
            page.locator(f"[data-whisper={name}]").click()
        assert len(whispered.value.body()) <= 90_000, (where, name)
        page.wait_for_function(WHISPERED, timeout=120_000)
        is_for_all(page, (*where, name))  # type: ignore[misc]
    for place in page.locator("[data-map]").all():
        place.click()
        assert page.locator(".map:visible").count() == 1
    page.keyboard.press("Escape")
    page.locator("#menu > summary").click()
    for name in ("scores", "log", "rules", "fix"):
        with page.expect_response(f"**/{name}"):
            page.locator(f"#{name} > summary").click()
    page.wait_for_selector("#rules pre")
    is_for_all(page, (*where, "menu"))  # type: ignore[misc]
    page.keyboard.press("Escape")


@pytest.mark.parametrize("game", STAGES)
def test_axe_finds_nothing_at_any_stage(browser: Any, game: str) -> None:
    dark = list(STAGES).index(game) % 2 == 1
    with served(game, 4 if game != "bards" else 3, 3) as table:
        made, language = 0, ("en", "fr")[dark]
        pages = {
            "seat": opened(browser, table.address("Ana"), language, dark),
            "table": opened(browser, table.address("table"), language, dark, (1280, 720)),
            "watch": opened(browser, table.address(WATCH), language, dark),
        }
        for stage in STAGES[game]:
            made = go_on(table, made, stage)
            for name, each in pages.items():
                each.is_at(table.live.version)
                is_for_all(each.page, (game, stage, name))
            if stage == STAGES[game][1]:
                lies_over(pages["seat"], (game, stage))
        for each in pages.values():
            assert not each.wrong, each.wrong

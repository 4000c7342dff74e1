"""The system's Chromium, driven by Playwright: phones as people hold them.

There is no browser in many places where tests run; who needs one says so and is skipped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    *("--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
SIZE = (360, 640)
"""Of the smallest phone that is served."""


def found() -> str | None:
    """Return the browser of this system, None if it has none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


needs_browser = pytest.mark.skipif(
    found() is None, reason="no browser found: install chromium to play in one"
)


@dataclass
class Opened:
    """A page in a browser of its own, and what went wrong in it."""

    page: Any
    context: Any
    wrong: list[str] = field(default_factory=list)

    @property
    def is_asked(self) -> bool:
        return bool(self.page.locator("main[data-asked=yes]").count())

    @property
    def key(self) -> str:
        return self.page.locator("#choice").get_attribute("data-key") or ""

    def moves(self) -> list[str]:
        """Return all lines that can be chosen now."""
        script = "all => all.map(each => each.dataset.move)"
        found: list[str] = self.page.eval_on_selector_all("#moves [data-move]", script)
        return found

    def tap(self, line: str) -> None:
        """Put a move together by tapping one piece after the other, see it whole, confirm it."""
        left = line.split()[self.seat == line.split()[0] :]
        for _ in range(40):
            if self.page.locator(f'#compose .confirm[data-move="{line}"]').count():
                break
            assert self._tap_next(left), (line, left)
        self.page.locator("#compose .confirm").click()

    def _tap_next(self, left: list[str]) -> bool:
        """Tap the first piece `left` that can be tapped, or else a word below the hand."""
        for places in ((".hand", ".board"), ("#compose",)):
            for at, word in enumerate(left):
                for place in places:
                    state = f'[data-word="{word}"][data-state=fits]'
                    option = f'[data-option="{word}"][aria-pressed=false]'
                    found = self.page.locator(f"{place} {state}, {place} {option}")
                    if found.count():
                        del left[at]
                        found.first.click()
                        return True
        return False

    def press(self, line: str, times: int = 1) -> None:
        """Make a move by its button in the list of all moves, pressed so often at once."""
        script = """([line, times]) => {
            const found = [...document.querySelectorAll('#moves [data-move]')]
                .find(each => each.dataset.move === line)
            for (let at = 0; at < times; at += 1) found.click()
        }"""
        self.page.evaluate(script, [line, times])

    def tell(self, line: str) -> None:
        """Tap in what is drawn with real pieces, see it counted, confirm it."""
        place = self.page.locator(".tapping").first
        head = place.get_attribute("data-head") or ""
        for piece in line.removeprefix(head).split():
            place.locator(f'[data-tap="{piece}"]').click()
        shown = place.locator("[data-told]").get_attribute("data-move")
        assert shown == line, (shown, place.inner_html())
        place.locator("[data-told]").click()

    @property
    def seat(self) -> str:
        return self.page.locator("main").get_attribute("data-seat") or ""

    def wait_until(self, script: str, argument: Any = None) -> None:
        self.page.wait_for_function(script, arg=argument, timeout=15_000)

    def is_at(self, version: int) -> None:
        """Wait until the page shows what was there at `version`, or newer."""
        self.wait_until(
            "version => Number(document.querySelector('main').dataset.version) >= version", version
        )

    def has_gone_on(self, key: str) -> None:
        """Wait until the seat is asked nothing, or something else."""
        self.wait_until(
            "key => { const c = document.getElementById('choice');"
            " return !c || c.dataset.key !== key }",
            key,
        )


def is_for_all(page: Any, where: object = "") -> None:
    """Hold a page to what everybody can use: axe finds nothing, and no one has to scroll aside.

    The page is to be opened with less motion: what fades in is pale for a moment.
    """
    from axe_playwright_python.sync_playwright import Axe

    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    found = Axe().run(page).response["violations"]
    told = [(e["impact"], e["id"], [n["html"][:200] for n in e["nodes"][:3]]) for e in found]
    assert not told, (where, told)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"], where


@contextmanager
def chromium() -> Iterator[Any]:
    """Open the browser for a while."""
    from playwright.sync_api import sync_playwright

    sandbox = () if not hasattr(os, "geteuid") or os.geteuid() else ("--no-sandbox",)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found(), args=[*QUIET, *sandbox])
        try:
            yield browser
        finally:
            browser.close()


def opened(
    browser: Any,
    address: str,
    language: str = "en",
    dark: bool = False,
    size: tuple[int, int] = SIZE,
    scale: int = 1,
) -> Opened:
    """Open an address on a phone of its own, and sit down there."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        locale=language,
        has_touch=size == SIZE,
        device_scale_factor=scale,
    )
    page = context.new_page()
    phone = Opened(page, context)
    page.on("pageerror", lambda error: phone.wrong.append(str(error)))
    page.on("console", lambda told: phone.wrong.append(told.text) if _is_wrong(told) else None)
    page.goto(address)
    page.locator("button.big").click()
    page.wait_for_selector("main[data-kind]")
    page.wait_for_load_state()  # before it, nothing has the sizes of the style sheets
    return phone


def _is_wrong(told: Any) -> bool:
    """Tell whether a page complains, but for a move that is refused or a server that is away."""
    usual = (
        *("409", "422", "403", "ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY", "ERR_NETWORK"),
        *("ERR_INTERNET", "ERR_FAILED"),
    )
    return told.type == "error" and not any(each in told.text for each in usual)

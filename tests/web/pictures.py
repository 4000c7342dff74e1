"""Pictures of the pages and of the terminal: `python -m tests.web.pictures [NAME ...]`."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

from tests.aparte_cli import FOUR
from tests.sessions.evening import Evening
from tests.web.browser import Opened, chromium, opened
from tests.web.serving import go_on, served, served_real

PICTURES = Path(__file__).parents[2] / "docs" / "pictures" / "host"
TERMINAL = PICTURES.parent / "terminal.png"
ROWS = 19
"""How much of what a command prints is shown: the board."""
GAMES = {
    "onstage": (30, "Ana", "table"),
    "adresses-jaunes": (17, "Ana"),
    "overseers": (36, "Bo"),
    "bards": (30, "Ana", "table"),
}
"""How many moves are made before pictures are taken, and of which pages they are."""
PHONE, LAPTOP = (360, 740), (1280, 720)


def main(wanted: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for game in [each for each in wanted or GAMES if each in GAMES]:
            with served(game, 4 if game != "bards" else 3, 3) as table:
                moves, *names = GAMES[game]
                go_on(table, 0, moves)
                for name in names:
                    language, dark = ("fr", True) if name == "Bo" else ("en", False)
                    size = LAPTOP if name == "table" else PHONE
                    page = opened(browser, table.address(name), language, dark, size)
                    _take(page, f"{game}-{name.lower()}")
                    page.context.close()
        if not wanted or "real" in wanted:
            _take_real(browser)
        if not wanted or "chances" in wanted:
            _take_chances(browser)
        if not wanted or "lesson" in wanted:
            _take_lesson(browser)
        if not wanted or "terminal" in wanted:
            _take_terminal(browser)


def _take_real(browser: Any) -> None:
    """Take a picture of somebody who taps in the own hand."""
    with served_real("onstage") as table:
        host = table.live.hosting
        evening = Evening.of(host)
        for _ in range(2):
            table.on_loop(evening.step)
        table.on_loop(table.live.changed)
        phone = opened(browser, table.address("Bo"), dark=True, size=PHONE)
        for piece in ("K3", "K6", "P1", "G7"):
            phone.page.locator(f'[data-tap="{piece}"]').click()
        _take(phone, "onstage-real")
        phone.context.close()


def _take_chances(browser: Any) -> None:
    """Take a picture of the map of what nobody holds."""
    with served("adresses-jaunes", 4, 3) as table:
        go_on(table, 0, 6)
        phone = opened(browser, table.address("Ana"), size=PHONE)
        phone.page.locator("#whispers > summary").click()
        phone.page.locator("[data-whisper=chances]").click()
        phone.page.locator("[data-map]").last.click()
        _take(phone, "adresses-jaunes-chances")
        phone.context.close()


def _take_lesson(browser: Any) -> None:
    """Take a picture of what is said of a choice that was made once more."""
    with served("onstage", 3, 3) as table:
        go_on(table, 0, 10**6)
        phone = opened(browser, table.address("Ana"), size=PHONE)
        phone.page.goto(f"{table.origin}/seat/lesson")
        phone.page.locator(".ways form button").first.click(timeout=60_000)
        phone.page.wait_for_selector(".verdict")
        _take(phone, "onstage-lesson")
        phone.context.close()


def _take_terminal(browser: Any) -> None:
    """Take a picture of what is proved and how likely the rest is, as a terminal shows it."""
    command = [sys.executable, "-m", "aparte.cli", "solve", str(FOUR)]
    coloured = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "80"}
    told = subprocess.run(command, capture_output=True, text=True, env=coloured, check=True).stdout
    console = Console(record=True, width=80, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi("\n".join(told.splitlines()[:ROWS])))
    page = browser.new_page(device_scale_factor=2)
    html = console.export_html(theme=SVG_EXPORT_THEME, inline_styles=True)
    page.set_content(html.replace("<body>", '<body style="display: inline-block; padding: 1em">'))
    page.locator("body").screenshot(path=TERMINAL)
    page.close()


def _take(phone: Opened, name: str) -> None:
    phone.page.wait_for_timeout(300)
    phone.page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])

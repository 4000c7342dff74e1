"""Pictures of each game's pages, for docs/host.md: `python -m tests.web.pictures [GAME ...]`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from tests.sessions.test_real import Evening
from tests.tables import random_game
from tests.web.browser import Opened, chromium, opened
from tests.web.serving import served, served_real

PICTURES = Path(__file__).parents[2] / "docs" / "pictures" / "host"
GAMES = {"onstage": 10, "adresses-jaunes": 7, "overseers": 11, "bards": 9}
"""How many moves are made before a picture is taken."""


def main(wanted: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for game in [each for each in wanted or GAMES if each in GAMES]:
            with served(game, 4 if game != "bards" else 3, 3) as table:
                hosting, rng = table.live.hosting, Random(4)
                phones = {
                    player: opened(browser, table.address(player), ("en", "fr")[n % 2], n % 2 == 1)
                    for n, player in enumerate(hosting.players)
                }
                laptop = opened(browser, table.address("table"), size=(1280, 800))
                made = 0
                while made < GAMES[game] or not phones["Ana"].is_asked:
                    phone = next(phone for phone in phones.values() if phone.is_asked)
                    key = phone.key
                    phone.tap(rng.choice([m for m in phone.moves() if m.startswith(phone.seat)]))
                    phone.page.wait_for_timeout(400)
                    made += phone.key != key if phone.is_asked else 1
                for name in ("Ana", "Bo"):
                    _take(phones[name], f"{game}-{name.lower()}")
                _take(laptop, f"{game}-table", full=False)
                for phone in (*phones.values(), laptop):
                    phone.context.close()
        if not wanted or "real" in wanted:
            _take_real(browser)


def _take_real(browser: Any) -> None:
    """Take a picture of somebody who taps in the own hand."""
    with served_real("onstage") as table:
        host = table.live.hosting
        evening = Evening(host, random_game("onstage", 3, 1), Random(1))
        evening.rng.seed(1)
        for _ in range(2):
            table.on_loop(evening.step)
        table.on_loop(table.live.changed)
        phone = opened(browser, table.address("Bo"), dark=True)
        for piece in ("K3", "K6", "P1", "G7"):
            phone.page.locator(f'[data-tap="{piece}"]').click()
        _take(phone, "onstage-real")
        phone.context.close()


def _take(phone: Opened, name: str, full: bool = True) -> None:
    phone.page.evaluate(
        "() => document.querySelectorAll('header').forEach(e => e.classList.add('still'))"
    )
    phone.page.screenshot(path=PICTURES / f"{name}.png", full_page=full)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Games are played by keyboard alone, and the focus is never lost."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from aparte.models.record import write_event
from tests.web.browser import Opened, needs_browser, opened
from tests.web.serving import served

pytestmark = [pytest.mark.web, needs_browser]

GAMES = {"onstage": 3, "adresses-jaunes": 2, "overseers": 3, "bards": 2}
"""How many play: one of them by keyboard."""
MOST = 400
WHOLE = "overseers"
"""Which game is played to its end."""
FEW = 8
"""So many moves are made by keyboard in the others."""
STEPS = """selector => {
  const all = [...document.querySelectorAll(
    'a[href], button:enabled, input, select, summary, [tabindex]:not([tabindex="-1"])')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  const at = document.activeElement
  const behind = (each) => at.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING
  const wanted = document.querySelector(selector)
  const there = all.indexOf(wanted)
  if (there < 0) return null
  const here = all.indexOf(at)
  if (here >= 0) return there - here
  const next = all.findIndex(behind)
  return there >= next ? there - next + 1 : there - next
}"""
"""How many steps of Tab lead to an element, backwards if below 0."""


class Keyboard:
    """Somebody at the page of `phone` who touches nothing but keys."""

    def __init__(self, phone: Opened) -> None:
        self._phone = phone
        self._page = phone.page
        self._page.evaluate("document.querySelector('.status').focus()")

    def goes_to(self, selector: str) -> None:
        """Press Tab until the element has the focus."""
        steps = self._page.evaluate(STEPS, selector)
        assert steps is not None, selector
        for _ in range(abs(steps)):
            self._page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
        script = "wanted => document.activeElement.matches(wanted)"
        assert self._page.evaluate(script, selector), (selector, steps, self.focus())

    def focus(self) -> str:
        """Return what has the focus."""
        script = "document.activeElement.outerHTML.slice(0, 200)"
        found: str = self._page.evaluate(script)
        return found

    def holds(self) -> None:
        """The focus is on something of the page: who goes on with Tab begins there."""
        assert not self.focus().startswith("<body"), "the focus is lost"

    def plays(self, line: str) -> None:
        """Put a move together, piece by piece, and make it."""
        left = line.split()[self._phone.seat == line.split()[0] :]
        for _ in range(40):
            if self._page.locator(f'#compose .confirm[data-move="{line}"]').count():
                break
            self._takes(left, line)
        self.goes_to("#confirm")
        self._page.keyboard.press("Enter")

    def _takes(self, left: list[str], line: str) -> None:
        """Take the next word `left` of a line: a piece where it lies, or a button."""
        for place in (".hand", ".board", "#compose"):
            for at, word in enumerate(left):
                piece = f'{place} [data-word="{word}"][data-state=fits]'
                option = f'{place} [data-option="{word}"][aria-pressed=false]'
                for each in (piece, option):
                    if self._page.locator(each).count():
                        del left[at]
                        self.goes_to(each)
                        self._page.keyboard.press("Enter")
                        self.holds()
                        script = "document.activeElement.getAttribute('aria-pressed')"
                        assert self._page.evaluate(script) == "true", (word, line)
                        return
        raise AssertionError((left, line))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_keyboard_alone(browser: Any, game: str) -> None:
    with served(game, GAMES[game], 4) as table:
        host, rng = table.live.hosting, Random(4)
        bot = host.pieces.makers["greedy" if "greedy" in host.pieces.makers else "random"]()
        phone = opened(browser, table.address("Ana"))
        keyboard, made = Keyboard(phone), 0
        for _ in range(MOST):
            table.wait_until(lambda: host.over or (bool(host.awaited()) and host.due() is None))
            if host.over or (made == FEW and game != WHOLE):
                break
            player, known = host.awaited()[0], host.version
            question = host.question(player)
            line = write_event(question.view, bot.choose(question.view, rng).event)
            if player == "Ana":
                phone.is_at(table.live.version)
                keyboard.plays(line)
                made += 1
                table.wait_until(lambda known=known: host.version > known)
            else:
                table.on_loop(lambda q=question, t=line: host.choose(q.view.viewer, q.key, t))
                table.on_loop(lambda: (host.go_on(), table.live.changed()))
            phone.is_at(table.live.version)
            keyboard.holds()
        assert made > 3 and (host.over or (made == FEW and game != WHOLE))
        if host.over:
            phone.page.wait_for_selector(".outcome")
        assert not phone.wrong, phone.wrong

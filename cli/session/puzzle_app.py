"""The screen of a puzzle in a terminal: it takes keys and clicks, and draws after each."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Any

from ...models.words import listed, say
from ...puzzles.room import Puzzle
from ...sessions.store import Store
from ..console import plain, print_words
from ..screen import at_a_terminal, is_utf8
from .bits import Bit
from .puzzle_screen import PuzzleScreen
from .puzzle_sheet import COLUMNS, ROWS
from .survival import ErrorBoundary

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

BURST, TOGETHER = 3, 0.05
"""So many keys that come at once, and what follows within so many seconds, are no key presses."""
TICK = 1.0
"""Seconds after which the clock is drawn again."""
_NAMED = {"enter": "enter", "escape": "escape", "left": "left", "right": "right", "up": "up"}
_NAMED |= {"down": "down", "tab": "tab", "backspace": "backspace", "delete": "delete"}
_NAMED |= {"pageup": "pageup", "pagedown": "pagedown"}
_ENDING = ("SIGTERM", "SIGHUP")


def has_room() -> bool:
    """Tell whether puzzles are solved on one screen here: at a terminal that is large enough."""
    size = get_terminal_size()
    return at_a_terminal() and not plain() and size.columns >= COLUMNS and size.lines >= ROWS


def solve_on_screen(puzzle: Puzzle, store: Store) -> None:
    """Let somebody solve `puzzle` until they leave; raises StoreError."""
    screen = PuzzleScreen(puzzle, store)
    survival = ErrorBoundary(screen, screen.report)
    while not screen.left:
        with survival:
            _App(screen).run()
    if screen.progress.solving.solved:
        print_words(say("The answer: {answer}", answer=listed(puzzle.said())))
        for words in screen.progress.ending():
            print_words(words)
    elif not screen.progress.is_elsewhere:
        screen.progress.save()


class _App:
    """One run of the screen."""

    def __init__(self, screen: PuzzleScreen) -> None:
        from prompt_toolkit.application import Application
        from prompt_toolkit.layout import FormattedTextControl, Layout, Window
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.styles import Style

        self._screen = screen
        self._pasted = 0.0
        control = FormattedTextControl(self._drawn, focusable=True, show_cursor=False)
        self._app: Application[None] = Application(
            layout=Layout(Window(control, wrap_lines=False)),
            key_bindings=self._keys(),
            full_screen=True,
            mouse_support=True,
            refresh_interval=TICK,
            style=Style([("nbsp", "noinherit")]),
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )
        self._app.timeoutlen = self._app.ttimeoutlen = 0.1

    def run(self) -> None:
        """Run until they leave; raises whatever a key raised."""
        before = {}
        for name in _ENDING:
            if hasattr(signal, name):
                number = getattr(signal, name)
                ends = signal.signal(number, lambda n, _: self._exit(SystemExit(128 + n)))
                before[number] = ends
        try:
            self._app.run(handle_sigint=False)
        finally:
            for number, ends in before.items():
                signal.signal(number, ends)

    def _exit(self, error: BaseException | None = None) -> None:
        if self._app.is_running and not self._app.future.done():  # type: ignore[union-attr]
            if error is None:
                self._app.exit()
            else:
                self._app.exit(exception=error)

    def _drawn(self) -> StyleAndTextTuples:
        size = self._app.output.get_size()
        drawn = self._screen.draw(size.columns, size.rows)
        found: StyleAndTextTuples = []
        for number, row in enumerate(drawn.rows):
            found += [("", "\n")] if number else []
            for bit in row:
                found.append(self._fragment(bit))
        return found

    def _fragment(self, bit: Bit) -> Any:
        text = _legible(bit.text)
        if bit.act is None:
            return bit.style, text
        from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

        def clicked(event: MouseEvent) -> object:
            if event.event_type is not MouseEventType.MOUSE_UP:
                return NotImplemented
            self._doing(lambda: self._screen.click(bit.act))
            return None

        return bit.style, text, clicked

    def _keys(self) -> KeyBindings:
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.keys import Keys

        keys = KeyBindings()

        def press(name: str) -> Callable[[KeyPressEvent], None]:
            def pressed(event: KeyPressEvent) -> None:
                if not self._is_pasted(event):
                    self._doing(lambda: self._screen.press(name or event.data))

            return pressed

        for key, name in _NAMED.items():
            keys.add(key, eager=key != "escape")(press(name))
        keys.add(Keys.Any)(press(""))
        keys.add(Keys.BracketedPaste)(lambda event: self._paste(event.data))
        keys.add("c-c")(lambda event: self._exit(KeyboardInterrupt()))
        keys.add("<sigint>")(lambda event: self._exit(KeyboardInterrupt()))
        keys.add("c-d")(press("q"))
        return keys

    def _is_pasted(self, event: KeyPressEvent) -> bool:
        """Tell whether a key is part of a text that came at once; that is taken as a whole.

        A key that is held down may come several times at once, too.
        """
        from prompt_toolkit.keys import Keys

        waiting = event.app.key_processor.input_queue
        text = [event.key_sequence[-1], *waiting]
        written = [
            k.data for k in text if len(k.key) == 1 or k.key in (Keys.ControlM, Keys.ControlJ)
        ]
        now = monotonic()
        if now - self._pasted > TOGETHER and (len(written) < BURST or len({*written}) == 1):
            return False
        self._pasted = now
        waiting.clear()
        self._paste("".join(written))
        return True

    def _paste(self, text: str) -> None:
        self._doing(lambda: self._screen.paste(text))

    def _doing(self, deed: Callable[[], None]) -> None:
        """Do what a key asks for; what it raises ends this run.

        During work nothing is done: what comes of it has to be seen before a key can mean it.
        """
        if self._screen.work is not None or self._screen.left:
            return
        try:
            deed()
        except Exception as fault:
            self._exit(fault)
            return
        if self._screen.work is not None:
            self._app.create_background_task(self._worked())
        if self._screen.left:
            self._exit()

    async def _worked(self) -> None:
        """Do the work that is waiting in a thread of its own, and draw what came of it."""
        from asyncio import get_running_loop

        try:
            while (work := self._screen.work) is not None:
                found = await get_running_loop().run_in_executor(None, work.run)
                self._screen.done(found)
                self._app.invalidate()
        except Exception as fault:
            self._screen.work = None
            self._exit(fault)


def _legible(text: str) -> str:
    """Return `text` as the terminal can show it."""
    encoding = sys.stdout.encoding
    if is_utf8(encoding):
        return text
    return text.encode(encoding, "aparte.plainer").decode(encoding)

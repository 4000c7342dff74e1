"""The terminal itself: pending keys, and a screen that is left clean."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import dropwhile, takewhile
from types import FrameType
from typing import TYPE_CHECKING

from ..console import plain

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_processor import KeyPress

_TO_ALTERNATE, _BACK = "\x1b[?1049h", "\x1b[?1049l"
_AS_BEFORE = "\x1b[0m\x1b[?2004l\x1b[?25h"
"""No colour, no bracketed paste, a visible cursor: what prompt_toolkit would have restored."""
_ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT")
_STOPPING = "SIGTSTP"
AT_ONCE = 0.02
"""Seconds within which keys come together that no hand has typed."""


def wiped() -> str:
    """Return the control codes that clear the screen.

    The alternate screen has no scrollback; on the plain one that is cleared too.
    """
    return "\x1b[H\x1b[2J" + ("\x1b[3J" if plain() else "")


@contextmanager
def clean_screen() -> Iterator[None]:
    """Hold a session on a separate page and clear it at the end, whatever ends it.

    A signal that ends the program clears the page first. One that suspends the program is ignored,
    since the page would stay readable.
    """
    modes = _modes()
    before = {}

    def end(number: int, _: FrameType | None) -> None:
        with suppress(OSError):
            _write(_AS_BEFORE + _left())
            _set(modes)
        os._exit(128 + number)

    for name, handler in (*((name, end) for name in _ENDING), (_STOPPING, _ignored)):
        if hasattr(signal, name):
            number = getattr(signal, name)
            before[number] = signal.signal(number, handler)
    if not plain():
        print(_TO_ALTERNATE, end="", flush=True)
    try:
        yield
    finally:
        sys.stdout.flush()
        _write(_left())
        for number, handler_ in before.items():
            signal.signal(number, handler_)


def _ignored(number: int, _: FrameType | None) -> None:
    """Ignore a signal; child programs keep their own handling."""


def _left() -> str:
    return wiped() + ("" if plain() else _BACK)


def _write(text: str) -> None:
    """Write directly, past standard output's buffer, which a signal may interrupt half written."""
    os.write(sys.__stdout__.fileno() if sys.__stdout__ else 1, text.encode("ascii"))


@contextmanager
def key_by_key() -> Iterator[None]:
    """Let `pressed` notice any key; no key is echoed."""
    modes = _modes()
    _set_key_by_key()
    try:
        yield
    finally:
        _set(modes)


@contextmanager
def listening() -> Iterator[Callable[[], int]]:
    """Yield a count of the keys that were pressed since the last prompt; they go to the next one.

    Enter, space or Escape before any other key only means that somebody wants to go on.
    """
    from prompt_toolkit.application import get_app_session
    from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
    from prompt_toolkit.keys import Keys

    source = get_app_session().input
    keys = get_typeahead(source)

    def heard() -> int:
        keys.extend(key for key in source.read_keys() if key.key != Keys.CPRResponse)
        return len(keys)

    try:
        with key_by_key():
            yield heard
            heard()
    finally:
        keys.extend(source.flush_keys())
        going_on = (Keys.ControlM, Keys.ControlJ, Keys.Escape, " ")
        store_typeahead(source, list(dropwhile(lambda key: key.key in going_on, keys)))


def lines_behind(seconds: float = AT_ONCE) -> list[str]:
    """Return the lines that came with the one just read: pasted, as nobody types so fast, or typed
    ahead, until no key comes for so many `seconds`.

    What follows its last Enter, and all from the first key that writes nothing, is left for the
    next prompt.
    """
    from prompt_toolkit.application import get_app_session
    from prompt_toolkit.input.typeahead import store_typeahead

    keys = keys_typed(seconds)
    written = list(takewhile(lambda key: is_enter(key) or key.data.isprintable(), keys))
    while written and not is_enter(written[-1]):
        written.pop()
    text = "".join("\n" if is_enter(key) else key.data for key in written)
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    store_typeahead(get_app_session().input, keys[len(written) :] if lines else keys)
    return lines


def keys_wait(seconds: float) -> bool:
    """Tell whether a key is there for the next prompt, or comes within so many `seconds`."""
    from prompt_toolkit.application import get_app_session
    from prompt_toolkit.input.typeahead import store_typeahead

    keys = keys_typed(seconds)
    store_typeahead(get_app_session().input, keys)
    return bool(keys)


def keys_typed(seconds: float = 0) -> list[KeyPress]:
    """Take and return the keys that no prompt has read, until none comes for so many `seconds`."""
    from prompt_toolkit.application import get_app_session
    from prompt_toolkit.input.typeahead import get_typeahead
    from prompt_toolkit.keys import Keys

    source = get_app_session().input
    keys = get_typeahead(source)
    with key_by_key():
        while pressed(seconds) and (more := source.read_keys()):
            keys += more
    return [key for key in keys if key.key != Keys.CPRResponse]


def is_enter(key: KeyPress) -> bool:
    """Tell whether a key ends a line."""
    from prompt_toolkit.keys import Keys

    return key.key in (Keys.ControlM, Keys.ControlJ)


if sys.platform == "win32":
    from msvcrt import kbhit
    from time import sleep

    def pressed(seconds: float) -> bool:
        """Tell whether a line is typed within so many `seconds`; or a key, inside `key_by_key`."""
        sleep(seconds)
        return kbhit()

    def _modes() -> None: ...

    def _set(modes: None) -> None: ...

    def _set_key_by_key() -> None: ...

else:
    from select import select
    from termios import TCSANOW, error, tcgetattr, tcsetattr
    from tty import setcbreak

    Modes = list[int | list[bytes | int]]

    def pressed(seconds: float) -> bool:
        """Tell whether a line is typed within so many `seconds`; or a key, inside `key_by_key`."""
        return bool(select([sys.stdin], [], [], seconds)[0])

    def _modes() -> Modes:
        """Return how the terminal is set; raises OSError if it is gone."""
        try:
            return tcgetattr(sys.stdin)
        except error as gone:
            raise OSError(*gone.args) from gone

    def _set(modes: Modes) -> None:
        with suppress(error):
            tcsetattr(sys.stdin, TCSANOW, modes)

    def _set_key_by_key() -> None:
        with suppress(error):
            setcbreak(sys.stdin, TCSANOW)

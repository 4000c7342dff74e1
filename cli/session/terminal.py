"""Where a session runs: at a terminal with its pages, or over a pipe, line by line."""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from io import TextIOWrapper
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING

from ...models.words import Words, bare, listed, say, say_n
from ...sessions.lines import LONGEST, unsteered
from ..console import console, height, print_words, printed, wrapped
from ..language import tell
from ..screen import at_a_terminal
from .layout import PROMPT
from .tty import (
    AT_ONCE,
    clean_screen,
    is_enter,
    key_by_key,
    keys_typed,
    keys_wait,
    lines_behind,
    listening,
    pressed,
    wiped,
)
from .work import BackgroundWork, Found, Stop

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History
    from prompt_toolkit.key_binding import KeyBindings

Draw = Callable[[int | None], None]
"""Prints a page of so many rows; None means no limit."""
Offer = Callable[[str], Sequence[str]]
"""Returns the words that can come next after the words on the line, for completion."""

REST = 0.4
"""Seconds without a key before a cover or a page listens, so that a key pressed twice, or held,
opens nothing."""

GLANCE = 0.15
"""Seconds within which nobody reads what is shown, and a key that is held is repeated."""

PATIENCE = 0.5
"""Seconds that something may take before people are told."""

LISTENING = 0.05
"""Seconds between two looks at the keyboard during work."""

ENDING = 0.3
"""Seconds in which stopped work may still return what it has found."""

PAUSE = 0.7
"""Seconds to read each thing that is told in turn."""

HESITATION = 0.3
"""Seconds after which a page-turning key is not taken for the beginning of a word."""


class InputEnded(Exception):
    """The input has ended: nobody is there any more."""


class _Resized(Exception):
    """The screen was resized while somebody types; `begun` is the line so far."""

    def __init__(self, begun: str) -> None:
        super().__init__(begun)
        self.begun = begun


class Terminal:
    """Asks for one line at a time; at first one at which nobody sits, as a script sends lines."""

    live = False
    """Whether people sit here, so that pages are turned and secrets covered."""
    typed = 0
    """How many lines have been typed so far."""

    @property
    def rows(self) -> int | None:
        """How many rows a page has; None if there is no limit."""
        return None

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        """Return the line that is typed; raises InputEnded, and KeyboardInterrupt."""
        raise InputEnded

    def show(self, printing: Callable[[], None]) -> None:
        """Print something that may be longer than the screen."""
        printing()

    def present(self, printing: Callable[[], None]) -> None:
        """Print something that must be read before the game goes on, and wait for that.

        No line that was typed ahead passes it; one that is typed at it is not read.
        """
        printing()

    def pace(self, printings: Sequence[Callable[[], None]]) -> None:
        """Print one thing after the other, with a pause after each, before the next page.

        A key goes on to that page, and is kept for its prompt. A script has no need of it.
        """

    def turn_page(self, draw: Draw | None = None) -> None:
        """Clear everything shown or typed so far, and `draw` a new page.

        A line that was typed before anybody can have seen it is not read, and only counted.
        The page stays in sight: it is drawn again, smaller, when answers need the room.
        """
        print()
        if draw is not None:
            draw(self.rows)

    def forget(self) -> None:
        """Drop what people typed before they were asked; of a block only its size is told."""

    def rest(self) -> None:
        """Drop it until no key is pressed for a moment."""

    def pressed_enter_alone(self) -> bool:
        """Tell whether the last line was one Enter: no key came before it, and none behind it.

        Keys that were dropped belong to the line that they began.
        """
        return True

    def hold(self) -> None:
        """Leave the rest of a pasted block unread: whoever pasted it has not seen what comes next.

        Which lines these are is told with what is shown next, or before the next prompt.
        """

    def is_ahead(self) -> bool:
        """Tell whether the next line was begun before people can have read what is shown."""
        return False

    def thinking(self, words: Words) -> AbstractContextManager[Callable[[], bool]]:
        """Tell people what is being thought about; yield a test whether they want it to stop."""
        return nullcontext(lambda: False)

    def mention(self, words: Words) -> None:
        """Tell people something while they wait for more; a script only hears the end."""

    def worked(
        self, words: Words, work: Callable[[Stop], Found], *, whole: bool = False
    ) -> Found | None:
        """Return what `work` finds; if that takes a moment, people are told about it.

        Unless it has to be `whole`, a key stops it that is pressed once they are told: then the
        result so far, or None. `work` gets a test whether to stop.
        """
        return work(lambda: False)

    def apart(self) -> AbstractContextManager[Terminal]:
        """Yield a terminal with pages of its own that leave nothing on this screen."""
        return nullcontext(self)


class Pipe(Terminal):
    """Lines from standard input, as a script sends them; they are echoed after their prompts."""

    def __init__(self) -> None:
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="backslashreplace")  # what is no text is told as such

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        line = _read_line()
        if not line:
            raise InputEnded
        self.typed += 1
        text = line.removeprefix("\ufeff").strip()
        _echo(prompt, text)
        return text


def _echo(prompt: str, line: str) -> None:
    print(prompt + unsteered(line), flush=True)


def _read_line() -> str:
    """Return the next line of standard input, cut if it is too long; empty at the end."""
    if sys.stdin is None:  # it was closed before we were called
        return ""
    line = rest = sys.stdin.readline(LONGEST + 2)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST)
    return line


class Keyboard(Terminal):
    """A person at a terminal; Tab completes, arrow keys bring back the lines of this page.

    If `paged`, the screen is a page without scrollback: what does not fit on it is shown on pages
    of its own.
    """

    live = True

    def __init__(
        self,
        *,
        paged: bool = False,
        begun: str = "",
        keep: Callable[[str], None] | None = None,
    ) -> None:
        """Begin the first line with `begun`; call `keep` at every key with the line so far."""
        self.typed = 0
        self._begun, self._keep = begun, keep
        self._history = _new_history()
        self._pasted: list[str] = []
        self._unread: list[str] = []
        """Pasted lines that will not be read, until that is told."""
        self._forgotten = 0
        """How many of these nobody may read any more, until that is told."""
        self._ends = deque([True, True], 2)
        """Whether each of the last two keys, read or dropped, ended a line."""
        self._paged = paged
        self._draw: Draw = _nothing
        self._size = get_terminal_size()
        """The size of the screen when the page was drawn."""
        self._used = 0
        """How many rows of the page are used."""
        self._told: list[str] = []
        """The rows shown below the page since the last prompt, which stay together."""

    @property
    def rows(self) -> int:
        """How many rows the screen has."""
        return get_terminal_size().lines

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        """Return a line; of several lines pasted at once, one after the other."""
        while True:
            self._fit()
            if self._unread or self._forgotten:
                self.show(_nothing)
            asked = folded(prompt, console().width)
            if self._paged and self._used + PROMPT > self.rows:
                self._redraw()
            try:
                return self._asked(asked, offer)
            except _Resized as resized:
                self._begun = resized.begun

    def _asked(self, prompt: str, offer: Offer) -> str:
        self._told = []
        if self._pasted:
            line = self._pasted.pop(0)
            _echo(prompt, line)
        else:
            begun, self._begun = self._begun, ""
            typed = self._prompted(prompt, offer, begun=begun, keep=self._keep, sized=self._paged)
            line, *self._pasted = _rows(typed)
        self._used += height((prompt + line).split("\n"))
        self.typed += 1
        return line

    def _told_unread(self) -> list[str]:
        """Return rows that tell, once, which pasted lines are not read, or how many."""
        left, n = self._unread, self._forgotten
        self._unread, self._forgotten = [], 0
        told = [say_n("{n} more line is not read.", "{n} more lines are not read.", n)] * (n > 0)
        if left:
            words = say_n(
                "{n} more line is not read: {lines}",
                "{n} more lines are not read: {lines}",
                len(left),
                lines=listed(left, " | "),
            )
            told.append(words)
        return [row for words in told for row in printed(partial(print_words, words))]

    def _fit(self) -> None:
        """Draw the page again if the screen was resized."""
        if self._paged and self._size != get_terminal_size():
            self._redraw()

    def _prompted(
        self,
        prompt: str,
        offer: Offer = lambda _: (),
        keys: KeyBindings | None = None,
        begun: str = "",
        keep: Callable[[str], None] | None = None,
        sized: bool = False,
    ) -> str:
        """Return the typed line, or pasted lines; it begins with `begun`.

        If `sized`, raises _Resized.
        """
        from prompt_toolkit import PromptSession
        from prompt_toolkit.shortcuts import CompleteStyle
        from prompt_toolkit.styles import Style

        session: PromptSession[str] = PromptSession(
            history=self._history,
            completer=_completer(offer),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            # A space that does not break is no fault: French is written with it.
            style=Style([("nbsp", "noinherit")]),
            key_bindings=keys,
        )
        session.app.timeoutlen = HESITATION
        if keep is not None:
            session.default_buffer.on_text_changed += lambda buffer: keep(buffer.text)
        size = get_terminal_size()

        def look(app: Application[str]) -> None:
            if sized and size != get_terminal_size() and app.is_running and not app.is_done:
                app.exit(exception=_Resized(app.current_buffer.text))

        def count(_: object) -> None:
            self._ends.append(False)

        session.app.before_render += look
        session.app.key_processor.before_key_press += count
        try:
            # Between two keys prompt_toolkit would pass over an interrupt; asyncio never does.
            typed = session.prompt(prompt, default=begun, handle_sigint=False)
        except EOFError:
            raise InputEnded from None
        self._ends[-1] = True
        return "\n".join([typed, *lines_behind()]) if typed.strip() else typed

    def show(self, printing: Callable[[], None]) -> None:
        self._fit()
        rows = [*printed(printing), *self._told_unread()]
        if not self._paged:
            self._leaf(rows)
        elif self._fits(rows):
            self._told += rows
        else:
            self._leaf([*self._told, *rows], to_end=True)
            self._redraw()

    def _fits(self, rows: Sequence[str]) -> bool:
        """Show `rows` below the page, which may shrink for that; tell whether they fit."""
        if self._used + height(rows) + PROMPT > self.rows:
            rows = [*self._told, *rows]
            size = height(rows)
            page = self._drawn(self.rows - size)
            if height(page) + size + PROMPT > self.rows:
                return False
            self._put(page)
        self._add(rows)
        return True

    def present(self, printing: Callable[[], None]) -> None:
        self.hold()
        self._forgotten += len(lines_behind(REST))
        if self._leaf(printed(printing), to_end=True):
            self._pasted += lines_behind(REST)
            self.hold()

    def pace(self, printings: Sequence[Callable[[], None]]) -> None:
        with listening() as heard:
            for printing in printings:
                self._tell(printed(printing))
                ends = monotonic() + PAUSE
                while not heard() and monotonic() < ends:
                    pressed(LISTENING)
                if heard():
                    return

    def turn_page(self, draw: Draw | None = None) -> None:
        self._history = _new_history()
        self._draw = draw or _nothing
        self._redraw()
        self._forgotten += len(lines_behind(GLANCE))  # typed at a page that nobody had seen

    def _redraw(self) -> None:
        self._size, self._told = get_terminal_size(), []
        self._put(self._drawn(self.rows))

    def _drawn(self, rows: int) -> list[str]:
        """Return the page in so many rows."""
        return printed(partial(self._draw, rows))

    def _put(self, rows: Sequence[str]) -> None:
        """Replace the screen with a page of exactly these rows."""
        print(wiped(), end="")
        self._used = 0
        self._add(rows)
        sys.stdout.flush()

    def _add(self, rows: Sequence[str]) -> None:
        if rows:
            print(*rows, sep="\n")
        self._used += height(rows)

    def _leaf(self, rows: Sequence[str], *, to_end: bool = False) -> bool:
        """Show `rows` page by page; with `to_end`, also wait after the last page.

        Return whether a line was typed meanwhile: it is not for the pager, the next prompt gets it.
        """
        leaves, at = _leaves(rows, self.rows - PROMPT), 0
        while not self._pasted:
            if self._paged:
                self._put(leaves[at])
            else:
                print(*leaves[at], sep="\n")
            last = at == len(leaves) - 1
            if last and not to_end:
                return False
            typed = self._prompted(tell(_turning(sum(map(len, leaves[at + 1 :])))), keys=_turns())
            line, *self._pasted = _rows(typed)
            match line:
                case "q":
                    return False
                case "b":
                    at = max(at - 1, 0)
                case "" if last:
                    return False
                case "":
                    at += 1
                case _:
                    self._pasted.insert(0, line)
                    return True
        for leaf in leaves[at:]:
            self._add(leaf)
        return False

    def forget(self) -> None:
        self._forgotten += len(self._unread) + len(self._pasted)
        self._pasted, self._unread = [], []
        self._ends.extend(map(is_enter, keys_typed()))

    def hold(self) -> None:
        self._unread += self._pasted
        self._pasted = []

    def is_ahead(self) -> bool:
        sys.stdout.flush()
        return bool(self._pasted) or keys_wait(GLANCE)

    def rest(self) -> None:
        with key_by_key():
            self._drop(AT_ONCE)
            while pressed(REST):
                self._drop(REST)

    def pressed_enter_alone(self) -> bool:
        return all(self._ends) and not self.is_ahead()

    def _drop(self, seconds: float) -> None:
        """Drop what is typed until no key comes for so many `seconds`."""
        self._forgotten += len(lines_behind(seconds))
        self.forget()

    @contextmanager
    def thinking(self, words: Words) -> Iterator[Callable[[], bool]]:
        with listening() as heard:
            ahead = heard()
            self.mention(words)
            yield lambda: heard() > ahead

    def mention(self, words: Words) -> None:
        self._tell(printed(lambda: print_words(words)))

    def _tell(self, rows: Sequence[str]) -> None:
        """Print `rows` below all that is shown, or on a page of their own, and wait for nobody."""
        if not self._paged:
            self._add(rows)
        elif not self._fits(rows):
            self._put(rows)  # no page to be turned: the key that does it would stop what follows
            self._used = self.rows
        sys.stdout.flush()

    def worked(
        self, words: Words, work: Callable[[Stop], Found], *, whole: bool = False
    ) -> Found | None:
        """Work in a thread of its own, so that keys are noticed meanwhile."""
        begun = BackgroundWork(work)
        try:
            with listening() as heard:
                if not begun.ends(PATIENCE):
                    ahead = heard()
                    self.mention(words)
                    while not (begun.ends(LISTENING) or (not whole and heard() > ahead)):
                        pass
        finally:
            begun.stop()
        begun.ends(ENDING)
        return begun.found()

    def apart(self) -> AbstractContextManager[Terminal]:
        return nullcontext(self) if self._paged else pages()


def _nothing(_: int | None = None) -> None:
    """Draw an empty page, or print nothing."""


def folded(prompt: str, columns: int) -> str:
    """Return a prompt, wrapped if it is longer than a row of `columns`.

    It is wrapped between sentences, and between words where one of them is too long. The space at
    its end stays.
    """
    room, rows = max(columns - 1, 1), list[str]()
    for sentence in re.split(r"(?<=[.?!]) ", prompt.rstrip(" ")):
        if rows and len(rows[-1]) + 1 + len(sentence) <= room:
            rows[-1] += f" {sentence}"
        else:
            rows += wrapped(sentence, room)
    return "\n".join(rows) + prompt[len(prompt.rstrip(" ")) :]


def agreed(
    terminal: Terminal, question: Words, ask: Callable[[str], str | None] | None = None
) -> bool:
    """Ask until somebody says yes or no: a line meant for something else is neither.

    `ask` asks for the line, if more can be typed there; what it answers itself by None is no yes.
    """
    terminal.hold()
    while (line := (ask or terminal.ask)(tell(question))) is not None:
        if (answer := meant(line)) is not None:
            return answer
        terminal.show(lambda: print_words(say("Type yes or no.")))
    return False


def asks_help(line: str) -> bool:
    """Tell whether a line consists of question marks only."""
    return bool(line) and not line.strip("?")


def meant(answer: str) -> bool | None:
    """Tell whether `answer` means yes or no, perhaps shortened; None if neither.

    In English or in the language of this run.
    """
    typed = bare(answer.strip())
    words = (("yes", True), ("no", False), (tell(say("yes")), True), (tell(say("no")), False))
    found = (means for word, means in words if typed and bare(word).startswith(typed))
    return next(found, None)


def _rows(text: str) -> list[str]:
    """Return the lines of a typed or pasted text that are not empty; at least one."""
    rows = [row.strip() for row in re.split(r"\r\n|[\r\n]", text)]
    return [row for row in rows if row] or [""]


def _leaves(rows: Sequence[str], room: int) -> list[list[str]]:
    """Return `rows` as pages of at most `room` rows of the screen, at least one."""
    leaves: list[list[str]] = [[]]
    for row in rows:
        if leaves[-1] and height([*leaves[-1], row]) > room:
            leaves.append([])
        leaves[-1].append(row)
    return leaves


def _turning(left: int) -> Words:
    """Return the prompt below a page."""
    if not left:
        return say("Enter goes on. ")
    return say_n(
        "Enter or space: {n} more line; b back, q leave. ",
        "Enter or space: {n} more lines; b back, q leave. ",
        left,
    )


def _turns() -> KeyBindings:
    """Return the key bindings that turn a page at once: for a key alone on a line.

    What is typed soon behind b may be the rest of a word. Behind q it is for the next prompt, but
    for the u of "quit".
    """
    from prompt_toolkit.application.current import get_app
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.keys import Keys

    keys = KeyBindings()
    empty = Condition(lambda: not get_app().current_buffer.text)

    @keys.add(" ", filter=empty)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    for key in "bq":

        @keys.add(key, filter=empty)
        def _(event: KeyPressEvent, key: str = key) -> None:
            event.current_buffer.text = key
            event.current_buffer.validate_and_handle()

        @keys.add(key, Keys.Any, filter=empty)
        def _(event: KeyPressEvent, key: str = key) -> None:
            event.current_buffer.insert_text(key)
            behind = event.key_sequence[-1]
            event.app.key_processor.feed(behind, first=True)
            if key == "q" and behind.data.isprintable() and behind.data.lower() != "u":
                event.current_buffer.validate_and_handle()

    return keys


@contextmanager
def pages() -> Iterator[Terminal]:
    """Hold a session in which the screen is covered between players, and cleared at the end."""
    if not at_a_terminal():
        yield Pipe()
        return
    with clean_screen():
        yield Keyboard(paged=True)


def scroll(begun: str = "", keep: Callable[[str], None] | None = None) -> Terminal:
    """Return the terminal of a session that may stay on the screen; arguments as for `Keyboard`."""
    return Keyboard(begun=begun, keep=keep) if at_a_terminal() else Pipe()


def _new_history() -> History:
    from prompt_toolkit.history import InMemoryHistory

    return InMemoryHistory()


def _completer(offer: Offer) -> Completer:
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.document import Document

    class Offered(Completer):
        def get_completions(self, document: Document, _: object) -> Iterator[Completion]:
            text = document.text_before_cursor
            begun = document.get_word_before_cursor(WORD=True)
            for word in offer(text[: len(text) - len(begun)].strip()):
                if bare(word).startswith(bare(begun)):
                    yield Completion(f"{word} ", -len(begun), display=word)

    return Offered()

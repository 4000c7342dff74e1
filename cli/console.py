"""Printing: boards and messages for people, JSON for programs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache
from io import StringIO
from itertools import chain
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from ..models.words import Words, say
from .language import N_, _, tell
from .screen import escaped, is_utf8, visible

if TYPE_CHECKING:
    from rich.console import Console

    from ..models.core import Record

PLAIN = "APARTE_PLAIN"
"""The environment variable that makes every run as with `--plain`."""

LONGEST_WORD, LONGEST_MESSAGE = 200, 4_000
"""Most characters of a word, and of a message, that are printed: what a message repeats may be
longer."""

_STYLE = re.compile(r"\x1b\[[0-9;]*m")

AsJson = Annotated[bool, typer.Option("--json", help=N_("Print JSON for programs."))]


def plain() -> bool:
    """Tell whether to avoid boxes, colour and the alternate screen."""
    return bool(os.environ.get(PLAIN)) or os.environ.get("TERM") == "dumb"


def console(*, stderr: bool = False) -> Console:
    """Return the console to print on; it honours `--plain`, NO_COLOR and COLUMNS.

    In plain form lines stay whole in a pipe; a terminal would break them within words.
    """
    stream = sys.stderr if stderr else sys.stdout
    return _console()(
        stderr=stderr,
        no_color=plain() or None,
        force_terminal=False if plain() else None,
        soft_wrap=plain() and not stream.isatty(),
        highlight=False,
        markup=False,
        emoji=False,
    )


_HELD = str.maketrans("\u00a0\u202f", "\ufdd0\ufdd1")
"""Stand-ins for no-break spaces while a text is wrapped; no text contains them."""
_BOUND = "\ufdd2"
"""A stand-in for a space between a word and the sign or mark that belongs to it."""
_BINDING = re.compile(r"(?<=[^\s?]) (?=[%±;:!?»](?!\w))|(?<=[«±]) ")
_FREED = str.maketrans("\ufdd0\ufdd1\ufdd2", "\u00a0\u202f ")


def _held(text: str) -> str:
    """Return `text` of the same length with stand-ins for all spaces where no row may end."""
    return _BINDING.sub(_BOUND, text).translate(_HELD)


@cache
def _console() -> type[Console]:
    """Return a Rich console class: control characters are visible, no sign begins a row, and no
    blanks end one.
    """
    from rich.console import Console
    from rich.segment import Segment
    from rich.text import Text

    class Visible(Console):
        def _render_buffer(self, buffer: Iterable[Segment]) -> str:
            return re.sub(" +(?=\n)", "", super()._render_buffer(buffer))

        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            if isinstance(renderable, str):
                renderable = _held(renderable)
            elif isinstance(renderable, Text):
                renderable = renderable.copy()
                renderable.plain = _held(renderable.plain)
            for text, style, control in super().render(renderable, options):
                shown = text if control else visible(text.translate(_FREED))
                yield Segment(shown, style, control)

    return Visible


def print_text(text: str, *, stderr: bool = False) -> None:
    """Print a text for people without Rich, its control characters visible."""
    print(visible(text), file=sys.stderr if stderr else sys.stdout)


def print_json(data: Any) -> None:
    """Print `data` as JSON on standard output."""
    from json import dumps

    only_ascii = not is_utf8(sys.stdout.encoding)
    print(escaped(dumps(data, ensure_ascii=only_ascii, indent=2)))


def print_record(text: str) -> None:
    """Print a record: unchanged to a file or pipe, with visible control characters on a screen."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None or sys.stdout.isatty():
        print(visible(text), end="")
        return
    sys.stdout.flush()
    buffer.write(text.encode())
    buffer.flush()


def complain(words: Words | str) -> None:
    """Print one message on standard error, in one line."""
    text = tell(words) if isinstance(words, Words) else words
    print_wrapped(f"aparte: {in_one_line(text)}")


def print_wrapped(text: str) -> None:
    """Print a text on standard error, wrapped between words if that is a terminal."""
    if sys.stderr.isatty():
        width = console(stderr=True).width
        rows = (wrapped(row, width, long=True) for row in text.split("\n"))
        text = "\n".join(chain.from_iterable(rows))
    print_text(text, stderr=True)


def wrapped(text: str, columns: int, indent: int = 0, *, long: bool = False) -> list[str]:
    """Return `text` in rows of at most `columns`, at least one, broken between words.

    The further rows begin behind an `indent`. A word may be as `long` as it is, or is broken where
    a row ends.
    """
    rows = wrap(
        _held(text),
        max(columns, 1),
        subsequent_indent=" " * indent,
        break_long_words=not long,
        break_on_hyphens=False,
    )
    return [row.translate(_FREED) for row in rows] or [""]


def in_one_line(text: str) -> str:
    """Return `text` in one line, with a mark for each newline, and cut to a readable length."""
    shown = text.replace("\n", "\N{SYMBOL FOR NEWLINE}")
    shown = re.sub(rf"(\S{{{LONGEST_WORD}}})\S+", r"\1…", shown)
    return shown if len(shown) <= LONGEST_MESSAGE else f"{shown[:LONGEST_MESSAGE]}…"


def print_words(words: Words) -> None:
    """Print one message on standard output."""
    console().print(tell(words))


def print_listed(items: Iterable[Words]) -> None:
    """Print messages as a list, each after a dash."""
    from rich.padding import Padding
    from rich.table import Table

    screen = console()
    for words in items:
        if plain():
            screen.print(f"- {tell(words)}")
            continue
        row = Table.grid(padding=(0, 1))
        row.add_row("-", tell(words))
        screen.print(Padding(row, (0, 0, 0, 1)))


def print_terms(terms: Iterable[tuple[str, str]]) -> None:
    """Print words, each with its meaning beside it."""
    from rich.table import Table

    if plain():
        for term, about in terms:
            console().print(f"{term}{_(':')} {about}")
        return
    grid = Table.grid(padding=(0, 2))
    for term, about in terms:
        grid.add_row(f"  {term}", about)
    console().print(grid)


def print_lines(record: Record) -> None:
    """Print the lines of `record` with their numbers, as they can be typed in this language."""
    from ..models.record import write_event
    from ..models.wording import worded

    events = list(record.events)
    if not events:
        print_words(say("There is no line yet."))
    for number, event in events:
        console().print(f"{number:>5}  {tell(worded(record, write_event(record, event)))}")


def print_markdown(text: str) -> None:
    """Print Markdown on standard output, without its marks in plain form."""
    from rich.markdown import Markdown

    console().print(re.sub(r"```\n|[*]{2}|`|(?m:^#+ )", "", text) if plain() else Markdown(text))


def print_columns(cells: Sequence[str]) -> None:
    """Print `cells` in as many columns as fit; one per line in plain form."""
    room = max(map(len, cells), default=0) + 3
    screen = console()
    columns = 1 if plain() else max(1, screen.width // room)
    for first in range(0, len(cells), columns):
        row = cells[first : first + columns]
        screen.print("".join(f"{cell:<{room}}" for cell in row).rstrip())


class _Screen(StringIO):
    """Collects what would be printed on `real`, with the same width and encoding."""

    def __init__(self, real: TextIO) -> None:
        super().__init__()
        self._real = real

    @property
    def encoding(self) -> str:  # type: ignore[override]  # of a text in memory it is none
        return self._real.encoding

    def isatty(self) -> bool:
        return self._real.isatty()


def printed(printing: Callable[[], None]) -> list[str]:
    """Return the rows that `printing` would print on standard output."""
    screen = _Screen(sys.stdout)
    with redirect_stdout(screen):
        printing()
    return screen.getvalue().splitlines()


def height(rows: Sequence[str]) -> int:
    """Return how many terminal rows `rows` take; a row that is too long is folded."""
    from rich.cells import cell_len

    width = max(console().width, 1)
    return sum(max(1, -(-cell_len(_STYLE.sub("", row)) // width)) for row in rows)


@contextmanager
def progress(steps: int) -> Iterator[Callable[[int], None]]:
    """Show on standard error how many of `steps` are done, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=steps)
        yield lambda done: bar.update(task, completed=done)

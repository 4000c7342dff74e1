"""What is printed, and where: boards and messages for people, JSON for programs."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..models.core import Record
from ..models.words import Words
from .language import N_, tell

if TYPE_CHECKING:
    from rich.console import Console

PLAIN = "APARTE_PLAIN"
"""Set in the environment, it says that every run is as with `--plain`."""

AsJson = Annotated[bool, typer.Option("--json", help=N_("Print JSON for programs."))]


def plain() -> bool:
    """Tell whether boxes, colour and the alternate screen are to be left out."""
    return bool(os.environ.get(PLAIN)) or os.environ.get("TERM") == "dumb"


def console(*, stderr: bool = False) -> Console:
    """Return the console to print on; it honours `--plain`, NO_COLOR and COLUMNS.

    Lines are not wrapped in plain form: a screen reader and a pipe want them whole.
    """
    from rich.console import Console

    return Console(
        stderr=stderr,
        no_color=plain() or None,
        force_terminal=False if plain() else None,
        soft_wrap=plain(),
        highlight=False,
        markup=False,
        emoji=False,
    )


def print_json(data: Any) -> None:
    """Print `data` as JSON on standard output."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def complain(words: Words | str) -> None:
    """Print one message on standard error."""
    text = tell(words) if isinstance(words, Words) else words
    print(f"aparte: {text}", file=sys.stderr)


def print_words(words: Words) -> None:
    """Print one message on standard output."""
    console().print(tell(words))


def print_listed(items: Iterable[Words]) -> None:
    """Print messages as a list, each behind a dash."""
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


def print_lines(record: Record, numbers: Collection[int]) -> None:
    """Print the lines of `record` that have these numbers, as the record has them."""
    from ..models.record import write_event

    for number, event in record.events:
        if number in numbers:
            console().print(f"{number:>5}  {write_event(record.game, event)}")


def print_markdown(text: str) -> None:
    """Print Markdown on standard output, its marks left out in plain form."""
    from rich.markdown import Markdown

    console().print(re.sub(r"```\n|[*]{2}|`|(?m:^#+ )", "", text) if plain() else Markdown(text))


def print_columns(cells: Sequence[str]) -> None:
    """Print `cells` in as many columns as there is room for, one a line in plain form."""
    room = max(map(len, cells), default=0) + 3
    screen = console()
    columns = 1 if plain() else max(1, screen.width // room)
    for first in range(0, len(cells), columns):
        row = cells[first : first + columns]
        screen.print("".join(f"{cell:<{room}}" for cell in row).rstrip())

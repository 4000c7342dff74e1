"""Pages as people see them, kept as texts: `python -m tests.snapshots` writes them anew.

Each file has the pages of one game in one language: small and large screens, plain and coloured
(`␛` stands for the escape character). Whoever changes a page looks at what the change does to them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from aparte.cli.console import printed
from aparte.cli.language import Language, speak_of, spoken, tell
from aparte.cli.session.layout import Showing, page_rows, table_rows
from aparte.cli.session.table import prompt
from aparte.cli.views.told import print_account, print_ending, print_news
from aparte.models.core import TABLE, Record, turn, view
from aparte.models.record import read_file
from aparte.sessions.lines import examples
from aparte.sessions.news import account, ending, news
from aparte.solver.play.coach import choices

FOLDER = Path(__file__).parent / "pages"
GOLDEN = Path(__file__).parent / "golden"
GAMES = ("adresses-jaunes-4", "onstage-en-4-teams", "overseers-4", "bards-4")
SIZES = ((80, 24), (120, 40))
NEW = 8
"""Lines of news on a page of the middle of a game."""


class _Screen(StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@contextmanager
def screen(columns: int, rows: int, plain: bool) -> Iterator[None]:
    """Print on a terminal of this size, until the block is left."""
    said = {"COLUMNS": str(columns), "LINES": str(rows), "TERM": "xterm-256color"}
    kept = {name: value for name, value in os.environ.items() if name not in UNSAID}
    said |= {"APARTE_PLAIN": "1"} if plain else {}
    with patch.dict(os.environ, kept | said, clear=True), patch.object(sys, "stdout", _Screen()):
        yield


UNSAID = ("APARTE_PLAIN", "NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM_PROGRAM")


def snapshot(name: str, language: Language) -> str:
    """Return all pages of the golden game `name`, as the file of this language has them."""
    whole = read_file(GOLDEN / f"{name}.rec")
    english = language is Language.ENGLISH
    own = view(whole, TABLE if english else whole.setup.players[-1])
    found = list[str]()
    for columns, rows in SIZES:
        for plain in (True, False):
            with screen(columns, rows, plain), spoken(language):
                for title, page in _pages(speak_of(own), rows):
                    kind = "plain" if plain else "coloured"
                    found += [f"== {title}, {columns}x{rows}, {kind}", *page]
    return "\n".join(found).replace("\x1b", "␛") + "\n"


def _pages(own: Record, rows: int) -> Iterator[tuple[str, list[str]]]:
    begin, middle, over = _moments(own)
    yield "the begin", [*table_rows(begin, rows, Showing()), prompt(begin)]
    before = own.until(middle.lines[-NEW].number)
    new = printed(partial(print_news, middle, news(middle, before)))
    moves = choices(middle) or [e for e in turn(middle) if e.actor]
    more = [tell(words) for words in examples(middle, moves)]
    yield "the middle", page_rows(middle, rows, Showing(), new, more)
    yield "the strip", [*table_rows(middle, 0, Showing()), prompt(middle)]
    counted = account(over)
    assert counted is not None
    yield "a round", printed(partial(print_account, counted))
    end = ending(own)
    assert end is not None
    yield "the end", printed(partial(print_ending, own, end))


def _moments(own: Record) -> tuple[Record, Record, Record]:
    """Return `own` at its first choice, in its middle, and at the end of its first round."""
    now, begin, middle, over = own.blank(), None, None, own
    rounds_over = own.game.tale.rounds_over
    for at, line in enumerate(own.lines):
        chosen = isinstance(turn(now), tuple)
        begin = begin or (now if chosen else None)
        middle = middle or (now if chosen and at > len(own.lines) // 2 else None)
        before, now = now, now.and_line(line)
        if over is own and rounds_over(now.state) > rounds_over(before.state):
            over = now
    assert begin is not None and middle is not None
    return begin, middle, over


def path_of(name: str, language: Language) -> Path:
    return FOLDER / f"{name}.{language}.txt"


def main() -> None:
    """Write all pages anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        for language in Language:
            path_of(name, language).write_text(snapshot(name, language), "utf-8")


if __name__ == "__main__":
    main()

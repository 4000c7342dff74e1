"""`aparte games`: the list of saved games."""

from __future__ import annotations

from collections.abc import Sequence

from ...models.words import say
from ...sessions.saved import Summary
from ...sessions.store import opened_to_read
from ..answers import outlined
from ..console import AsJson, console, print_json, print_text, print_words, wrapped
from ..screen import at_a_terminal
from ..session.paging import show_long


def games(json: AsJson = False) -> None:
    with opened_to_read() as store:
        saved = store.summaries()
    if json:
        print_json([outlined.data(each) for each in saved])
        return
    if not saved:
        print_words(say("No game is saved yet."))
    show_long(lambda: _print_all(saved))


def _print_all(saved: Sequence[Summary]) -> None:
    for each in saved:
        row = outlined.row(each)
        if at_a_terminal():
            row = "\n".join(wrapped(row, console().width, 6))
        print_text(row)

"""What must be looked at on the pieces of a box: asked once, and kept for the house."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import typer

from ...models.core import Game, OnPieces
from ...models.words import listed, say
from ...sessions.house import read_house, write_house
from ..console import print_words
from ..language import tell
from ..screen import at_a_terminal
from ..session.questions import leaves
from ..session.terminal import InputEnded, scroll


def look_at_the_box(game: Game, settings: Sequence[str] | None) -> None:
    """Ask what is printed on the pieces, where neither the house nor `settings` tells it."""
    if not at_a_terminal():
        return
    told = (*read_house().of(game), *(settings or ()))
    known = {each.partition("=")[0].strip().casefold() for each in told}
    for setting in game.settings:
        if setting.on_pieces is not None and setting.name.casefold() not in known:
            with suppress(InputEnded):
                _ask(f"{game.name}.{setting.name}", setting.on_pieces)


def _ask(name: str, shown: OnPieces) -> None:
    """Ask what the pieces show, and keep the answer for the house as the setting `name`.

    Raises Exit if somebody quits.
    """
    print_words(shown.question)
    values = dict(enumerate(shown.answers, start=1))
    for n, value in values.items():
        print_words(say("{n}: {words}", n=n, words=shown.answers[value]))
    question = tell(say("Its number, kept for this house; Enter to look another time: "))
    terminal = scroll()
    while typed := terminal.ask(question).strip():
        if leaves(typed):
            raise typer.Exit
        if typed.isdecimal() and int(typed) in values:
            write_house(read_house().with_value(name, values[int(typed)]))
            return
        print_words(say("Type one of {numbers}, or Enter alone.", numbers=listed(values)))

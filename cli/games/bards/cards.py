"""`aparte cards`: card sets of Battle of the Bards, shown, checked and begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

import typer

from ....models.words import printed, say
from ...console import AsJson, complain, print_json, print_listed, print_words
from ...language import N_, language, tell
from ...usage import CommandClass, GroupClass

CardFile = Annotated[
    Path,
    typer.Argument(
        metavar=N_("FILE"), exists=True, dir_okay=False, readable=True, help=N_("A card file.")
    ),
]
MaybeFile = Annotated[
    Path | None,
    typer.Argument(
        metavar=N_("FILE"),
        exists=True,
        dir_okay=False,
        readable=True,
        help=N_("A card file; without it, the workshop set."),
    ),
]

NewFile = Annotated[
    Path,
    typer.Argument(metavar=N_("FILE"), dir_okay=False, help=N_("A file that is not there yet.")),
]
WIDTH = 96

app = typer.Typer(
    cls=GroupClass,
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help=N_("Show, check and begin card sets of Battle of the Bards."),
)


@app.command("list", cls=CommandClass, help=N_("Print every card of a set."))
def list_cards(file: MaybeFile = None, json: AsJson = False) -> None:
    from ....models.bards.loader import read_file, workshop
    from . import set_rows

    with _all_told():
        cards = read_file(file) if file else workshop()
    if json:
        print_json(_data(cards))
        return
    print_words(
        say(
            "{title} ({name} {digest})",
            title=printed(cards.titles),
            name=cards.name,
            digest=cards.digest,
        )
    )
    print_listed(set_rows(cards))


@app.command(cls=CommandClass, help=N_("Check a card file, and keep it so that records find it."))
def check(file: CardFile, json: AsJson = False) -> None:
    from ....models.bards.loader import keep

    with _all_told():
        cards = keep(file)
    if json:
        print_json({"ok": True, "name": cards.name, "digest": cards.digest})
        return
    print_words(
        say(
            'All is well: records name these cards [Cards "{name} {digest}"].',
            name=cards.name,
            digest=cards.digest,
        )
    )


@app.command(
    cls=CommandClass,
    help=N_("Write a card file to begin with: the workshop set, with explanations."),
)
def new(file: NewFile) -> None:
    from ....models.bards.template import template

    rows = (row if isinstance(row, str) else _comment(tell(row)) for row in template())
    text = "\n".join(rows)
    with file.open("x", encoding="utf-8") as opened:
        opened.write(text)
    print_words(say("{file} has the workshop set, to be changed card by card.", file=str(file)))


def _comment(text: str) -> str:
    indent = " " * (len(text) - len(text.lstrip()))
    rows = wrap(text.strip(), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"# {indent}{row}" for row in rows)


@contextmanager
def _all_told() -> Iterator[None]:
    """Print every mistake of a card file, one per line."""
    from ....models.bards.loader import BadCards

    try:
        yield
    except BadCards as wrong:
        for error in wrong.errors:
            complain(error.message)
        raise typer.Exit(1) from None


def _data(cards: Any) -> Any:
    return {
        "name": cards.name,
        "title": cards.titles[language()],
        "digest": cards.digest,
        "bards": [
            {
                "id": bard.id,
                "kind": bard.kind,
                "name": bard.names[language()],
                "copies": bard.copies,
                "colour": bard.colour,
                "cost": str(bard.cost) if bard.cost else "",
                "icons": [str(icon) for icon in bard.icons],
                "pays": [str(price) for price in bard.pays],
                "support": [str(power) for power in bard.supports],
                "points": bard.points,
            }
            for bard in cards.bards.values()
        ],
        "audiences": [
            {
                "id": audience.id,
                "name": audience.names[language()],
                "asks": audience.asks,
                "points": audience.points,
                "power": [str(power) for power in audience.powers],
                "won": [str(gain) for gain in audience.gains],
            }
            for audience in cards.audiences.values()
        ],
        "encore": cards.encores,
    }

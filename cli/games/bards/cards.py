"""`aparte cards`: card sets of Battle of the Bards, shown and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ....models.words import say
from ...console import AsJson, print_json, print_listed, print_words
from ...language import N_, language

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

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help=N_("Show and check card sets of Battle of the Bards."),
)


@app.command("list", help=N_("Print every card of a set."))
def list_cards(file: MaybeFile = None, json: AsJson = False) -> None:
    from ....models.bards.loader import read_file, workshop
    from . import set_rows, title

    cards = read_file(file) if file else workshop()
    if json:
        print_json(_data(cards))
        return
    print_words(
        say("{title} ({name} {digest})", title=title(cards), name=cards.name, digest=cards.digest)
    )
    print_listed(set_rows(cards))


@app.command(help=N_("Check a card file, and keep it so that records find it."))
def check(file: CardFile, json: AsJson = False) -> None:
    from ....models.bards.loader import keep

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
                "support": str(bard.support) if bard.support else "",
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
                "power": str(audience.power) if audience.power else "",
            }
            for audience in cards.audiences.values()
        ],
        "encore": cards.encores,
    }

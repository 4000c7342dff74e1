"""`aparte explain`: a fact proved in small steps, or a world in which it is false."""

from __future__ import annotations

from typing import Annotated

import typer

from ...sessions.claims import claim_of
from ..arguments import RecordFile, Seat, Shortest, read_record, seen_by
from ..console import AsJson, print_json
from ..language import N_, tell

Fact = Annotated[
    list[str],
    typer.Argument(
        metavar=N_("FACT"),
        help=N_('A place and a piece, or what it has, as in "Bo 5T", "not Cy black".'),
    ),
]


def explain(
    file: RecordFile,
    fact: Fact,
    seat: Seat = None,
    shortest: Shortest = False,
    json: AsJson = False,
) -> None:
    from ..answers.explained import explained, explained_data, tell_explained

    view = seen_by(read_record(file), seat)
    claim = claim_of(view, view.game.model.hidden(view), " ".join(fact), tell)
    found = explained(view, claim, shortest=shortest)
    if json:
        print_json(explained_data(view, claim, found))
    else:
        tell_explained(view, found)

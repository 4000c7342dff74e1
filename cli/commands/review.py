"""`aparte review`: what each choice of a game has cost, and how much of the result was luck."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...models.core import Record
from ...models.wording import player_named
from ...models.words import listed, say
from ...sessions.store import opened_to_keep, opened_to_read
from ..arguments import RecordOrId, Seat, Time, file_or_id, read_record, wrong
from ..console import AsJson, complain, print_json
from ..language import N_, speak_of

if TYPE_CHECKING:
    from ...sessions.review import Review

INTERRUPTED = 130
Iterations = Annotated[
    int | None,
    typer.Option(metavar="N", min=8, help=N_("Try so many worlds instead of a time.")),
]
Workers = Annotated[
    int, typer.Option(min=1, max=64, metavar="N", help=N_("Think in so many processes."))
]
Svg = Annotated[
    Path | None,
    typer.Option(metavar=N_("FILE"), dir_okay=False, help=N_("Draw the expectations to a file.")),
]
Html = Annotated[
    Path | None,
    typer.Option(metavar=N_("FILE"), dir_okay=False, help=N_("Write the review as one page.")),
]


def review(
    record: RecordOrId,
    seat: Seat = None,
    time: Time = None,
    iterations: Iterations = None,
    json: AsJson = False,
    svg: Svg = None,
    html: Html = None,
    workers: Workers = 1,
) -> None:
    from ..answers import reviewed as told

    found = _reviewed(_found(record), seat, time, iterations, workers)
    for file, written in ((svg, told.svg), (html, told.html)):
        if file is not None:
            file.write_text(written(found), encoding="utf-8")
    if json:
        print_json(told.data(found))
        return
    told.show_whole(found, record)


def _found(text: str) -> Record:
    """Return the record of a file, or of the saved game of this number."""
    found = file_or_id(text)
    if isinstance(found, Path):
        return read_record(found)
    with opened_to_read() as store:
        return speak_of(store.game(found).record)


def _reviewed(
    record: Record, seat: str | None, seconds: float | None, iterations: int | None, workers: int
) -> Review:
    from ...sessions import review as reviews
    from ...solver.play.coach import Budget
    from ..answers.reviewed import ReviewStopped, gone_through

    seats = reviews.seats_of(record, _seat(record, seat))
    budget = reviews.BUDGET
    if seconds is not None or iterations is not None:
        budget = Budget(seconds=seconds, iterations=iterations)
    with opened_to_keep() as store:
        steps = reviews.reviewed(record, seats, budget, workers, reviews.ReviewCache(store, record))
        with closing(steps):
            found = gone_through(steps)
    if isinstance(found, ReviewStopped):
        complain(found.message)
        raise typer.Exit(INTERRUPTED)
    return found


def _seat(record: Record, seat: str | None) -> str | None:
    if seat is None:
        return None
    seats = (*record.setup.players, "table")
    found = player_named(seats, seat)
    if found is None:
        raise wrong(
            say("no seat '{seat}', expected one of {seats}", seat=seat, seats=listed(seats))
        )
    return found

"""`aparte review`: what each choice of a game has cost, and how much of the result was luck."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...models.core import TABLE, Record
from ...sessions.store import opened_to_keep, opened_to_read
from ..arguments import RecordOrId, Seat, Time, file_or_id, read_record, seat_in
from ..console import AsJson, complain, print_json
from ..language import N_, speak_of
from ..screen import at_a_terminal
from ..session.terminal import scroll

if TYPE_CHECKING:
    from ...sessions.review import Review

INTERRUPTED = 130
MOST = 2
"""In how many processes choices are judged unless told."""
Iterations = Annotated[
    int | None,
    typer.Option(metavar="N", min=8, help=N_("Try so many worlds instead of a time.")),
]
Workers = Annotated[
    int | None, typer.Option(min=1, max=64, metavar="N", help=N_("Think in so many processes."))
]
AsList = Annotated[
    bool, typer.Option("--list", help=N_("Print what every choice has cost, not lessons."))
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
    workers: Workers = None,
    as_list: AsList = False,
) -> None:
    from ..answers import reviewed as told

    whole, people = _found(record)
    listing = as_list or json or any((svg, html, time, iterations, workers))
    teaching = at_a_terminal() and not listing
    named = seat_in(whole, seat)
    if named is None and len(people) == 1 and whole.viewer != TABLE:
        over = whole.game.outcome(whole.state) is not None
        named = people[0] if teaching or not over else None
    if teaching:
        _teach(whole, named, people, record)
        return
    found = _reviewed(whole, named, time, iterations, workers)
    for file, written in ((svg, told.svg), (html, told.html)):
        if file is not None:
            file.write_text(written(found), encoding="utf-8")
    if json:
        print_json(told.data(found))
        return
    told.show_whole(found, record)


def _found(text: str) -> tuple[Record, Sequence[str]]:
    """Return the record of a file, or of the saved game of this number, and who are no bots."""
    from ...sessions.reviewable import found_out

    found = file_or_id(text)
    if isinstance(found, Path):
        record = read_record(found)
        return found_out(record), record.setup.players
    with opened_to_read() as store:
        saved = store.game(found)
    record = speak_of(saved.record)
    return found_out(record), [each for each in record.setup.players if each not in saved.bots]


def _teach(record: Record, named: str | None, people: Sequence[str], source: str) -> None:
    from ...sessions.reviewable import seats_of
    from ..session.last_page import show_list
    from ..session.lesson import show_lessons

    seats = seats_of(record, named)
    asked = [each for each in seats if each in people] or seats
    show_lessons(record, asked, scroll(), partial(show_list, record, seats, source))


def _reviewed(
    record: Record,
    named: str | None,
    seconds: float | None,
    iterations: int | None,
    workers: int | None,
) -> Review:
    from ...sessions import review as reviews
    from ...sessions.reviewable import seats_of
    from ...solver.play.coach import Budget
    from ..answers.reviewed import ReviewStopped, gone_through

    seats = seats_of(record, named)
    budget = reviews.BUDGET
    if seconds is not None or iterations is not None:
        budget = Budget(seconds=seconds, iterations=iterations)
    if workers is None:
        workers = 1 if iterations is not None else min(MOST, cpu_count() or 1)
    with opened_to_keep() as store:
        steps = reviews.reviewed(record, seats, budget, workers, reviews.ReviewCache(store, record))
        with closing(steps):
            found = gone_through(steps)
    if isinstance(found, ReviewStopped):
        complain(found.message)
        raise typer.Exit(INTERRUPTED)
    return found

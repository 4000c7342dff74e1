"""`aparte solve`: everything that can be worked out for one view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ...models.words import Words, say
from ..arguments import (
    HALF,
    Behaviour,
    RecordFile,
    Seat,
    Shortest,
    Strength,
    read_record,
    seen_by,
    wrong,
)
from ..console import AsJson, complain, print_json
from ..language import N_
from ..session.paging import show_long

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved


def solve(
    file: RecordFile,
    seat: Seat = None,
    json: AsJson = False,
    crosscheck: Annotated[
        bool,
        typer.Option("--crosscheck", help=N_("Let a third engine count too, if it can.")),
    ] = False,
    behaviour: Behaviour = False,
    strength: Strength = HALF,
    shortest: Shortest = False,
) -> None:
    from ...solver.engine.reading import reader_of
    from ...solver.engine.solve import proofs, solve, stepped
    from ...solver.play.coach import by_convention
    from ..answers.chances import odds_data, show_odds
    from ..answers.solved import agreed_data, readings_data, show_agreed, show_solved, solved_data

    view = seen_by(read_record(file), seat)
    if behaviour and reader_of(view) is None:
        raise wrong(say("there are no chances by behaviour in {game}", game=view.game.title))
    solved = solve(view, strength if behaviour else None)
    if crosscheck:
        complain(_cross_checked(solved))
    agreed = by_convention(view)
    if json:
        extra = {} if agreed is None else {"convention": agreed_data(solved, agreed)}
        if solved.reading is not None:
            extra |= {"chances": readings_data(solved, strength)}
        if odds := odds_data(view):
            extra |= {"odds": odds}
        chain = None if shortest else stepped(solved)[0]
        print_json(solved_data(solved, proofs(solved), chain) | extra)
        return
    proved = proofs(solved) if shortest else stepped(solved)

    def print_all() -> None:
        show_solved(solved, proved)
        show_odds(view)
        if agreed is not None:
            show_agreed(solved, agreed)

    show_long(print_all)


def _cross_checked(solved: Solved) -> Words:
    from ...solver.engine.crosscheck import TooLarge, crosscheck
    from ...solver.engine.fitting import EnginesDisagree

    if solved.posterior is None:
        return say("crosscheck: there are too many worlds here to list them all")
    try:
        wrong = crosscheck(solved.hidden, solved.deduction, solved.posterior)
    except TooLarge:
        return say("crosscheck: there are too many worlds here to list them all")
    if wrong:
        raise EnginesDisagree("; ".join(map(str, wrong)))
    return say("crosscheck: python-constraint finds the same worlds")

"""`aparte hint`: the easiest deduction that has not been drawn yet, told as far as is asked for."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.core import View
from ...models.record import read_file
from ...models.words import Words, listed, say, say_n
from ..arguments import RecordFile, Seat, claim_of, seen_by
from ..console import AsJson, print_json, print_lines, print_words
from ..language import N_, tell
from ..views import look_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...models.hidden import Claim, Hidden
    from ...solver.engine.explain import Inference


class Level(StrEnum):
    """How much a hint tells."""

    NUDGE = "nudge"
    WHERE = "where"
    WHY = "why"
    ANSWER = "answer"


HowMuch = Annotated[
    Level,
    typer.Option(
        help=N_("nudge: where on the table; where: which piece; why: which lines; answer: all.")
    ),
]
Drawn = Annotated[
    list[str] | None,
    typer.Option(
        "--drawn", metavar=N_("FACT"), help=N_("A fact you have found yourself; repeatable.")
    ),
]


def hint(
    file: RecordFile,
    level: HowMuch = Level.NUDGE,
    drawn: Drawn = None,
    seat: Seat = None,
    json: AsJson = False,
) -> None:
    from ...solver.engine.solve import possible
    from ...solver.play.coach import nudge

    view = seen_by(read_file(file), seat)
    possible(view)
    hidden = view.game.hidden(view)
    step = first_step(hidden, [claim_of(view.game, hidden, fact) for fact in drawn or []])
    move = nudge(view) if level is Level.NUDGE else None
    if json:
        print_json(_data(view, level, step) | ({"move": tell(move)} if move else {}))
        return
    print_words(told(view, step, level))
    if move is not None:
        print_words(move)
    if step is not None and level is Level.WHY:
        print_lines(view, step.lines)


def first_step(hidden: Hidden, drawn: Collection[Claim]) -> Inference | None:
    """Return the easiest deduction from `hidden` that says more than what is `drawn` already."""
    from ...solver.engine.explain import steps

    return next(steps(hidden, drawn), None)


def told(view: View, step: Inference | None, level: Level) -> Words:
    """Return a hint at `step`, as much of it as `level` lets out."""
    if step is None:
        return say("There is nothing to be deduced yet that a single line does not say.")
    items = dict.fromkeys(claim.item for claim in step.claims)
    match level:
        case Level.NUDGE:
            return say("Look at {region}.", region=look_of(view).region(view, items))
        case Level.WHERE:
            return say_n(
                "Something can be said about {items}.",
                "The same can be said about each of {items}.",
                len(items),
                items=listed(items),
            )
        case Level.WHY:
            return say_n(
                "What line {lines} says tells something about {items}.",
                "Together, lines {lines} tell something about {items}.",
                len(step.lines),
                lines=listed(step.lines),
                items=listed(items),
            )
        case Level.ANSWER:
            return step.words


def _data(view: View, level: Level, step: Inference | None) -> Any:
    data = {
        "game": view.game.name,
        "viewer": view.viewer,
        "level": level,
        "words": tell(told(view, step, level)),
        "found": step is not None,
    }
    if step is None:
        return data
    if level is not Level.NUDGE:
        data["items"] = list(dict.fromkeys(claim.item for claim in step.claims))
    if level in (Level.WHY, Level.ANSWER):
        data["lines"] = step.lines
    if level is Level.ANSWER:
        data["facts"] = [str(claim) for claim in step.claims]
    return data

"""`aparte hint`: the easiest deduction that has not been drawn yet, as much of it as asked for."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ...models.core import View
from ...models.token import one_of
from ...models.words import say
from ...sessions.claims import claim_of
from ...sessions.hints import Hint, Level, advised, bearing, first_step, hint_in_words
from ...solver.engine.patterns import Pattern
from ..answers.advised import move_of
from ..answers.hinted import tell_hint
from ..answers.stepped import steps_data
from ..arguments import RecordFile, Seat, read_record, seen_by, wrong
from ..console import AsJson, print_json, print_terms
from ..language import N_, tell

LIST = "?"


def _pattern(text: str) -> Pattern:
    """Return the pattern of this name; for "?" print all of them and exit."""
    if text == LIST:
        print_terms([(pattern, tell(pattern.called)) for pattern in Pattern])
        raise typer.Exit
    found = one_of(tuple(Pattern)).read(text)
    if found is None:
        raise wrong(say("no pattern '{name}'; `aparte hint --known '?'` lists all", name=text))
    return next(pattern for pattern in Pattern if pattern == found)


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
Known = Annotated[
    list[Pattern] | None,
    typer.Option(
        "--known",
        metavar=N_("PATTERN"),
        parser=_pattern,
        is_eager=True,  # what is listed needs no record
        autocompletion=lambda: list(map(str, Pattern)),
        help=N_('A pattern that you know well, such as "void" ("?" lists all); repeatable.'),
    ),
]
Past = Annotated[
    int | None,
    typer.Option(
        "--past", metavar="N", min=0, help=N_("Leave out deductions up to this difficulty.")
    ),
]


def hint(
    file: RecordFile,
    level: HowMuch = Level.NUDGE,
    drawn: Drawn = None,
    known: Known = None,
    past: Past = None,
    seat: Seat = None,
    json: AsJson = False,
) -> None:
    from ...solver.engine.fitting import possible

    view = seen_by(read_record(file), seat)
    possible(view)
    hidden = view.game.model.hidden(view)
    own = [claim_of(view, hidden, fact, tell) for fact in drawn or []]
    moves = advised(view)
    step = first_step(hidden, own, known or [], -1 if past is None else past, bearing(moves))
    found = Hint(step, level, moves, partial=bool(own or known or past is not None))
    if json:
        print_json(_data(view, found))
        return
    tell_hint(view, found)


def _data(view: View, hint: Hint) -> Any:
    from ...solver.play.coach import nudge

    step, level, moves = hint.step, hint.level, hint.moves
    data = {
        "game": view.game.name,
        "viewer": view.viewer,
        "level": level,
        "words": " ".join(map(tell, hint_in_words(view, hint))),
        "found": step is not None,
    }
    look = nudge(view, moves[0].action) if moves and level is Level.NUDGE else None
    if look is not None:
        data["move"] = tell(look)
    if moves and level is Level.ANSWER:
        data["move"] = move_of(view, moves[0])
    if step is None:
        return data
    if level is not Level.NUDGE:
        data["items"] = list(dict.fromkeys(claim.item for claim in step.claims))
    if level in (Level.WHY, Level.ANSWER):
        data["lines"] = step.lines
        data["pattern"] = step.pattern
        data["difficulty"] = step.difficulty
    if level is Level.ANSWER:
        data["facts"] = [str(claim) for claim in step.claims]
        data["steps"] = steps_data(step.chain)
    return data

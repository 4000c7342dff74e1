"""`aparte solve`: everything that can be worked out for one view."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.words import Words, say, say_n
from ..arguments import HALF, Behaviour, RecordFile, Seat, Strength, seen_by, wrong
from ..console import (
    AsJson,
    complain,
    console,
    plain,
    print_json,
    print_listed,
    print_words,
)
from ..language import N_, number, percent, tell
from ..views import show_board

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...models.hidden import Claim, Hidden
    from ...solver.engine.explain import Proof, Undecided
    from ...solver.engine.reading import Reading
    from ...solver.engine.solve import Solved
    from ...solver.play.coach import Conventional


def solve(
    file: RecordFile,
    seat: Seat = None,
    json: AsJson = False,
    crosscheck: Annotated[
        bool,
        typer.Option("--crosscheck", help=N_("Let a third engine count, too, where it can.")),
    ] = False,
    behaviour: Behaviour = False,
    strength: Strength = HALF,
) -> None:
    from ...models.record import read_file
    from ...solver.engine.reading import reader_of
    from ...solver.engine.solve import proofs, solve
    from ...solver.play.coach import by_convention

    view = seen_by(read_file(file), seat)
    if behaviour and reader_of(view) is None:
        raise wrong(say("there are no chances by behaviour in {game}", game=view.game.name))
    solved = solve(view, strength if behaviour else None)
    if crosscheck:
        complain(_cross_checked(solved))
    proved = proofs(solved)
    agreed = by_convention(view)
    if json:
        extra = {} if agreed is None else {"convention": _agreed_data(solved, agreed)}
        if solved.reading is not None:
            extra |= {"chances": _readings_data(solved, strength)}
        print_json(_data(solved, proved) | extra)
        return
    show_solved(solved, proved)
    if agreed is not None:
        show_agreed(solved, agreed)


def show_solved(solved: Solved, proved: Mapping[Claim, Proof | Undecided]) -> None:
    """Print the board with its chances, and all that is proved."""
    from ...solver.engine.solve import conclusions

    show_board(solved.view, solved)
    print_words(_counted(solved))
    if solved.hidden.caveat is not None:
        print_words(solved.hidden.caveat)
    print_words(say("Proved:") if proved else say("Nothing more can be proved yet."))
    print_listed(each.words for each in conclusions(proved))
    print_listed(
        _unproved(solved.hidden, claim)
        for claim, proof in proved.items()
        if not hasattr(proof, "lines")
    )


def _unproved(hidden: Hidden, claim: Claim) -> Words:
    from ...solver.engine.explain import told

    words = told(hidden, [claim])
    return say("{claim}: no short proof was found in the time given", claim=words)


def _counted(solved: Solved) -> Words:
    worlds = solved.worlds
    if worlds is None and solved.reading is not None:
        return say("The worlds that fit this record are too many to count: chances are estimated.")
    if worlds is None:
        return say("The worlds that fit this record are too many to count: chances are not known.")
    return say_n(
        "{worlds} world fits this record.",
        "{worlds} worlds fit this record.",
        worlds,
        worlds=number(worlds),
    )


def show_agreed(solved: Solved, agreed: Conventional) -> None:
    """Print the chances by convention beside those that the rules guarantee."""
    from rich.table import Table

    if agreed.broken is not None:
        print_words(
            say(
                "Line {line} does not follow the convention: all is read literally from there on.",
                line=agreed.broken,
            )
        )
        return
    print_words(say("Chances, literally and by convention:"))
    table = Table.grid(padding=(0, 2))
    for item in solved.items:
        cells = [
            f"{place} {percent(solved.chance(item, place))} / {_percent(agreed, item, place)}"
            for place in solved.places
        ]
        table.add_row(item, *cells)
        if plain():
            console().print("  ".join((item, *cells)))
    if not plain():
        console().print(table)


def _percent(agreed: Conventional, item: str, place: str) -> str:
    return percent(Fraction(agreed.chances[item][place]).limit_denominator(10**6))


def _agreed_data(solved: Solved, agreed: Conventional) -> Any:
    if agreed.broken is not None:
        return {"broken": agreed.broken}
    return {
        "worlds": agreed.worlds,
        "exact": agreed.exact,
        "items": {
            item: {place: agreed.chances[item][place] for place in solved.places}
            for item in solved.items
        },
    }


def _data(solved: Solved, proofs: Mapping[Claim, Proof | Undecided]) -> Any:
    caveat = solved.hidden.caveat
    return {
        "game": solved.view.game.name,
        "viewer": solved.view.viewer,
        "exact": solved.exact,
        "worlds": solved.worlds,
        "places": solved.places,
        "items": {
            item: {place: _weight(solved, item, place) for place in solved.places_of(item)}
            for item in solved.items
        },
        "proved": [_proof_data(claim, proof) for claim, proof in proofs.items()],
        **({} if caveat is None else {"caveat": tell(caveat)}),
    }


def _readings_data(solved: Solved, strength: float) -> Any:
    data = {"alike": _reading_data(solved, solved.reading)}
    if solved.assumed is not None:
        data["behaviour"] = {"strength": strength} | _reading_data(solved, solved.assumed)
    return data


def _reading_data(solved: Solved, reading: Reading | None) -> Any:
    """Return all figures of a reading, each as a value with its standard error."""
    if reading is None:
        return {"exact": False}
    return {
        "exact": reading.counted,
        "cards": {
            item: {place: reading.expected[item, place] for place in solved.places_of(item)}
            for item in solved.items
        },
        "hands": {
            place: [{"cards": hand, "chance": figure} for hand, figure in hands]
            for place, hands in reading.hands.items()
        },
        "points": reading.points,
        "highest": reading.highest,
    }


def _weight(solved: Solved, item: str, place: str) -> int | None:
    """Return the worlds with `item` at `place`; uncounted, 0 and 1 for what is settled, or None."""
    return solved.weight(item, place) if solved.exact else solved.settled(item, place)


def _proof_data(claim: Claim, proof: Proof | Undecided) -> Any:
    lines = getattr(proof, "lines", None)
    return {
        "item": claim.item,
        "place": claim.place,
        "holds": claim.holds,
        "lines": lines,
        "words": tell(proof.words),
    }


def _cross_checked(solved: Solved) -> Words:
    from ...solver.engine.crosscheck import TooLarge, crosscheck
    from ...solver.engine.solve import EnginesDisagree

    if solved.posterior is None:
        return say("crosscheck: there are too many worlds here to write all of them out")
    try:
        wrong = crosscheck(solved.hidden, solved.deduction, solved.posterior)
    except TooLarge:
        return say("crosscheck: there are too many worlds here to write all of them out")
    if wrong:
        raise EnginesDisagree("; ".join(map(str, wrong)))
    return say("crosscheck: python-constraint finds the same worlds")

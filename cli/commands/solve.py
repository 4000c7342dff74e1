"""`aparte solve`: everything that can be worked out for one view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.words import Words, say, say_n
from ..arguments import RecordFile, Seat, seen_by
from ..console import AsJson, complain, print_json, print_listed, print_words
from ..language import N_, number, tell
from ..views import show_board

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...models.hidden import Claim
    from ...solver.explain import Proof, Undecided
    from ...solver.solve import Solved


def solve(
    file: RecordFile,
    seat: Seat = None,
    json: AsJson = False,
    crosscheck: Annotated[
        bool,
        typer.Option("--crosscheck", help=N_("Let a third engine count, too, where it can.")),
    ] = False,
) -> None:
    from ...models.record import read_file
    from ...solver.solve import proofs, solve

    view = seen_by(read_file(file), seat)
    solved = solve(view)
    if crosscheck:
        complain(_cross_checked(solved))
    proved = proofs(solved)
    if json:
        print_json(_data(solved, proved))
        return
    show_solved(solved, proved)


def show_solved(solved: Solved, proved: Mapping[Claim, Proof | Undecided]) -> None:
    """Print the board with its chances, and all that is proved."""
    from ...solver.solve import conclusions

    show_board(solved.view, solved)
    print_words(
        say_n(
            "{worlds} world fits this record.",
            "{worlds} worlds fit this record.",
            solved.worlds,
            worlds=number(solved.worlds),
        )
    )
    print_words(say("Proved:") if proved else say("Nothing more can be proved yet."))
    print_listed(each.words for each in conclusions(proved))


def _data(solved: Solved, proofs: Mapping[Claim, Proof | Undecided]) -> Any:
    return {
        "game": solved.view.game.name,
        "viewer": solved.view.viewer,
        "exact": solved.exact,
        "worlds": solved.worlds,
        "places": solved.places,
        "items": {
            item: {place: solved.weight(item, place) for place in solved.places}
            for item in solved.items
        },
        "proved": [_proof_data(claim, proof) for claim, proof in proofs.items()],
    }


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
    from ...solver.crosscheck import TooLarge, crosscheck
    from ...solver.solve import EnginesDisagree

    try:
        wrong = crosscheck(solved.hidden, solved.deduction, solved.posterior)
    except TooLarge:
        return say("crosscheck: there are too many worlds here to write all of them out")
    if wrong:
        raise EnginesDisagree("; ".join(map(str, wrong)))
    return say("crosscheck: python-constraint finds the same worlds")

"""What can be worked out for one view: the board with its chances, and all that is proved."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...models.hidden import Claim, Fact, Hidden
from ...models.words import Words, figure, listed, say, say_n
from ...solver.engine.reading import Expectations
from ...solver.engine.solve import Solved, conclusions
from ...solver.engine.steps import Chain
from ..console import console, plain, print_listed, print_words
from ..language import percent, tell
from ..views import show_board
from .stepped import steps_data, tell_steps

if TYPE_CHECKING:
    from ...solver.engine.explain import Proof, Undecided
    from ...solver.play.coach import Conventional

    Proofs = Mapping[Claim, Proof | Undecided]

Stepped = tuple[Chain, Mapping[Claim, tuple[Fact, ...]]]


def show_solved(solved: Solved, proved: Stepped | Proofs) -> None:
    """Print the board with its chances, and all that is proved.

    `proved` is one chain of steps with the facts for each claim that it reaches, or the shortest
    proofs.
    """
    if not solved.hidden.is_open:
        from ...sessions.claims import NOTHING

        show_board(solved.view)
        print_words(NOTHING)
        return
    show_board(solved.view, solved)
    print_words(_counted(solved))
    if solved.hidden.caveat is not None:
        print_words(solved.hidden.caveat)
    if isinstance(proved, Mapping):
        from ...solver.engine.explain import Undecided

        steps, said = 0, [each.words for each in conclusions(proved)]
        left = [claim for claim, proof in proved.items() if isinstance(proof, Undecided)]
    else:
        chain, reached = proved
        steps, said = len(chain.steps), []
        left = [claim for claim in solved.claims if claim not in reached]
        if alone := _open_alone(solved, chain):
            print_words(_together(solved, alone))
    known = bool(steps or said or left)
    print_words(say("Proved:") if known else say("Nothing more can be proved yet."))
    if steps:
        tell_steps(chain)
    print_listed(said)
    print_listed(_unproved(solved.hidden, claim) for claim in left)


def _unproved(hidden: Hidden, claim: Claim) -> Words:
    from ...solver.engine.thought import claims_in_words

    words = claims_in_words(hidden, [claim])
    return say(
        "{claim}: it follows, but the work set aside for a proof did not suffice", claim=words
    )


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
        worlds=figure(worlds, ",d"),
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


def agreed_data(solved: Solved, agreed: Conventional) -> Any:
    """Return the chances by convention as data for programs."""
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


def solved_data(solved: Solved, proofs: Proofs, chain: Chain | None = None) -> Any:
    """Return what is solved as data for programs, with the steps of `chain` if there is one."""
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
        **({} if chain is None else _chain_data(solved, chain)),
        **({} if caveat is None else {"caveat": tell(caveat)}),
    }


def _chain_data(solved: Solved, chain: Chain) -> dict[str, Any]:
    return {
        "steps": steps_data(chain),
        "complete": chain.complete,
        "open": [str(claim) for claim in _open_alone(solved, chain)],
    }


def _open_alone(solved: Solved, chain: Chain) -> tuple[Claim, ...]:
    """Return the conclusions from open cards alone that are worth telling.

    These are: where a piece is; and where it is not, unless it is known where it is, or no piece
    can be at that place.
    """
    there = {claim.item for claim in chain.seen if claim.holds}
    shut = {
        place
        for place in solved.places
        if not any(
            solved.possible(item, place) for item in solved.items if place in solved.places_of(item)
        )
    }
    return tuple(
        claim
        for claim in chain.seen
        if claim.holds or (claim.item not in there and claim.place not in shut)
    )


def _together(solved: Solved, claims: tuple[Claim, ...]) -> Words:
    from ...solver.engine.thought import claims_in_words

    groups: dict[tuple[str, bool], list[Claim]] = {}
    for claim in claims:
        groups.setdefault((claim.place, claim.holds), []).append(claim)
    facts = listed((claims_in_words(solved.hidden, group) for group in groups.values()), "; ")
    return say("From what is in sight alone: {facts}.", facts=facts)


def readings_data(solved: Solved, strength: float) -> Any:
    """Return expectations as data for programs; also by behaviour, if that was assumed."""
    data = {"alike": _reading_data(solved, solved.reading)}
    if solved.assumed is not None:
        data["behaviour"] = {"strength": strength} | _reading_data(solved, solved.assumed)
    return data


def _reading_data(solved: Solved, reading: Expectations | None) -> Any:
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
    """Return the number of worlds with `item` at `place`.

    If worlds were not counted: 0 or 1 if it is settled, else None.
    """
    return solved.weight(item, place) if solved.exact else solved.settled(item, place)


def _proof_data(claim: Claim, proof: Proof | Undecided) -> Any:
    from ...solver.engine.explain import Proof

    return {
        "item": claim.item,
        "place": claim.place,
        "holds": claim.holds,
        "lines": proof.lines if isinstance(proof, Proof) else None,
        "smallest": isinstance(proof, Proof) and proof.exact_minimum,
        "words": tell(proof.words),
    }

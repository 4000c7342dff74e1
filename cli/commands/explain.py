"""`aparte explain`: the smallest proof of a fact, or a world in which it is false."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.core import View
from ...models.hidden import Claim, World
from ...models.record import read_file
from ...models.words import listed, say
from ..arguments import RecordFile, Seat, claim_of, seen_by
from ..console import AsJson, print_json, print_words
from ..language import N_, tell
from ..views.names import where

if TYPE_CHECKING:
    from ...solver.explain import Proof, Refuted, Undecided

Fact = Annotated[
    str,
    typer.Argument(
        metavar=N_("FACT"), help=N_('A place and a piece, as in "Bo 5T" or "not Cy K9".')
    ),
]


def explain(file: RecordFile, fact: Fact, seat: Seat = None, json: AsJson = False) -> None:
    view = seen_by(read_file(file), seat)
    claim = claim_of(view.game, view.game.hidden(view), fact)
    found, disproof = explained(view, claim)
    if json:
        print_json(_data(view, claim, found, disproof))
    else:
        tell_explained(view, found, disproof)


def explained(view: View, claim: Claim) -> tuple[Proof | Refuted | Undecided, Proof | None]:
    """Return whether `claim` follows and, where it does not, the proof that it is false."""
    from ...solver.explain import Proof, Refuted
    from ...solver.solve import why

    found = why(view, claim)
    against = why(view, claim.denied()) if isinstance(found, Refuted) else None
    return found, against if isinstance(against, Proof) else None


def tell_explained(view: View, found: Proof | Refuted | Undecided, disproof: Proof | None) -> None:
    """Print a proof, or a world in which the fact is false."""
    from ...solver.explain import Refuted

    if isinstance(found, Refuted):
        _tell_refuted(view, found, disproof)
    else:
        print_words(found.words)


def _tell_refuted(view: View, refuted: Refuted, disproof: Proof | None) -> None:
    from ...solver.explain import told

    claim = told([refuted.claim])
    if disproof is not None:
        print_words(say("No, it is not true that {claim}.", claim=claim))
        print_words(disproof.words)
        return
    print_words(say("It does not follow that {claim}.", claim=claim))
    print_words(say("It is false in this world, and yet all lines are true:"))
    for place, items in _hands(view, refuted.world).items():
        print_words(say("  {place}: {items}", place=where(place), items=listed(items, " ")))


def _hands(view: View, world: World) -> dict[str, list[str]]:
    """Return what lies at each place in `world`, pieces that a line shows left out."""
    hidden = view.game.hidden(view)
    hands: dict[str, list[str]] = {name: [] for name in hidden.names if name != view.viewer}
    shown = hidden.shown
    for item, places in world.items():
        for name in map(hidden.name_of, places if item not in shown else ()):
            if name is not None:
                hands.setdefault(name, []).append(item)
    return hands


def _data(
    view: View, claim: Claim, found: Proof | Refuted | Undecided, disproof: Proof | None
) -> Any:
    data: dict[str, Any] = {
        "game": view.game.name,
        "viewer": view.viewer,
        "fact": str(claim),
        "follows": {"Proof": True, "Refuted": False}.get(type(found).__name__),
        "words": tell(found.words),
    }
    lines = getattr(found, "lines", None)
    if lines is not None:
        return data | {"lines": lines, "smallest": getattr(found, "exact_minimum", False)}
    if disproof is not None:
        data |= {"opposite": {"lines": disproof.lines, "words": tell(disproof.words)}}
    world = getattr(found, "world", None)
    return data | ({"world": _hands(view, world)} if world else {})

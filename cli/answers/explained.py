"""Why a fact holds, or a world in which it is false."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...models.core import View
from ...models.hidden import Claim, World
from ...models.words import listed, say
from ...solver.engine.explain import Proof, Refuted, Undecided, told
from ...solver.engine.solve import why
from ..console import print_words
from ..language import tell


@dataclass(frozen=True, slots=True)
class Disproved:
    """The fact is false: `proof` is that of its opposite, `refuted` a world that fits the view."""

    refuted: Refuted
    proof: Proof


Explained = Proof | Disproved | Refuted | Undecided


def explained(view: View, claim: Claim) -> Explained:
    """Return whether `claim` follows and, where it does not, whether it can be true."""
    found = why(view, claim)
    against = why(view, claim.denied()) if isinstance(found, Refuted) else None
    if isinstance(found, Refuted) and isinstance(against, Proof):
        return Disproved(found, against)
    return found


def tell_explained(view: View, found: Explained) -> None:
    """Print a proof, or a world in which the fact is false."""
    match found:
        case Proof() | Undecided():
            print_words(found.words)
        case Disproved(refuted, proof):
            claim = told(refuted.hidden, [refuted.claim])
            print_words(say("No, it is not true that {claim}.", claim=claim))
            print_words(proof.words)
        case Refuted():
            _tell_refuted(view, found)


def _tell_refuted(view: View, refuted: Refuted) -> None:
    hidden = refuted.hidden
    print_words(say("It does not follow that {claim}.", claim=told(hidden, [refuted.claim])))
    print_words(say("It is false in this world, and yet all lines are true:"))
    for place, items in _hands(view, refuted.world).items():
        name = hidden.call(place).name
        print_words(say("  {place}: {items}", place=name, items=listed(items, " ")))


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


def explained_data(view: View, claim: Claim, found: Explained) -> Any:
    """Return the same as data for programs."""
    asked = {"game": view.game.name, "viewer": view.viewer, "fact": str(claim)}
    match found:
        case Proof():
            smallest = {"lines": found.lines, "smallest": found.exact_minimum}
            return asked | {"follows": True, "words": tell(found.words)} | smallest
        case Undecided():
            return asked | {"follows": None, "words": tell(found.words)}
        case Disproved(refuted, proof):
            opposite = {"lines": proof.lines, "words": tell(proof.words)}
            return asked | _refuted_data(view, refuted, {"opposite": opposite})
        case Refuted():
            return asked | _refuted_data(view, found, {})


def _refuted_data(view: View, refuted: Refuted, opposite: dict[str, Any]) -> dict[str, Any]:
    data = {"follows": False, "words": tell(refuted.words)} | opposite
    return data | ({"world": _hands(view, refuted.world)} if refuted.world else {})

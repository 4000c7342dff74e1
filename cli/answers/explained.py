"""Why a fact holds, step by step, or a world in which it is false."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...models.core import View
from ...models.hidden import Claim, World
from ...models.words import listed, say
from ...solver.engine.explain import Proof, Refuted, Undecided
from ...solver.engine.solve import PROVING, why
from ...solver.engine.steps import Chain, chain
from ...solver.engine.thought import claims_in_words
from ..console import print_words
from ..language import tell
from .stepped import steps_data, tell_steps


@dataclass(frozen=True, slots=True)
class Proved:
    """The fact follows: `proof` has the fewest lines, `chain` the easiest steps if asked for."""

    proof: Proof
    chain: Chain | None


@dataclass(frozen=True, slots=True)
class Disproved:
    """The fact is false: `proved` proves its opposite, `refuted` is a world that fits the view."""

    refuted: Refuted
    proved: Proved


Explained = Proved | Disproved | Refuted | Undecided


def explained(view: View, claim: Claim, *, shortest: bool = False) -> Explained:
    """Return a proof of `claim`; if it does not follow, tell whether it can be true.

    The proof has the easiest steps, or with `shortest` the fewest lines only.
    """
    found = why(view, claim)
    if isinstance(found, Proof):
        return _proved(found, shortest)
    against = why(view, claim.denied()) if isinstance(found, Refuted) else None
    if isinstance(found, Refuted) and isinstance(against, Proof):
        return Disproved(found, _proved(against, shortest))
    return found


def _proved(proof: Proof, shortest: bool) -> Proved:
    return Proved(proof, None if shortest else chain(proof.hidden, proof.claim, PROVING))


def tell_explained(view: View, found: Explained) -> None:
    """Print a proof, or a world in which the fact is false."""
    match found:
        case Proved():
            _tell_proved(found)
        case Undecided():
            print_words(found.words)
        case Disproved(refuted, proved):
            claim = claims_in_words(refuted.hidden, [refuted.claim])
            print_words(say("No, it is not true that {claim}.", claim=claim))
            _tell_proved(proved)
        case Refuted():
            _tell_refuted(view, found)


def _tell_proved(proved: Proved) -> None:
    chain = proved.chain
    if chain is None or (chain.complete and not chain.lines):  # it lies open: that line is enough
        print_words(proved.proof.words)
        return
    tell_steps(chain)
    if not chain.complete:
        words = say("The work set aside for small steps ends here; all lines together:")
        print_words(words)
        print_words(proved.proof.words)


def _tell_refuted(view: View, refuted: Refuted) -> None:
    hidden = refuted.hidden
    print_words(
        say("It does not follow that {claim}.", claim=claims_in_words(hidden, [refuted.claim]))
    )
    print_words(say("It is false in this world, and yet all lines are true:"))
    for place, items in _hands(view, refuted.world).items():
        name = hidden.call(place).name
        print_words(say("  {place}: {items}", place=name, items=listed(items, " ")))


def _hands(view: View, world: World) -> dict[str, list[str]]:
    """Return what is at each place in `world`, except pieces that a line shows."""
    hidden = view.game.model.hidden(view)
    hands: dict[str, list[str]] = {name: [] for name in hidden.names}
    shown = hidden.shown
    for item, places in world.items():
        for name in map(hidden.name_of, places if item not in shown else ()):
            if name is not None:
                hands[name].append(item)
    return {name: items for name, items in hands.items() if items or name in hidden.open_names}


def explained_data(view: View, claim: Claim, found: Explained) -> Any:
    """Return the explanation of `claim` as data for programs."""
    asked = {"game": view.game.name, "viewer": view.viewer, "fact": str(claim)}
    match found:
        case Proved(proof, chain):
            smallest = {"lines": proof.lines, "smallest": proof.exact_minimum}
            data = {"follows": True, "words": tell(proof.words)} | smallest
            return asked | data | _steps_data(chain)
        case Undecided():
            return asked | {"follows": None, "words": tell(found.words)}
        case Disproved(refuted, Proved(proof, chain)):
            opposite = {"lines": proof.lines, "words": tell(proof.words)} | _steps_data(chain)
            return asked | _refuted_data(view, refuted, {"opposite": opposite})
        case Refuted():
            return asked | _refuted_data(view, found, {})


def _steps_data(chain: Chain | None) -> dict[str, Any]:
    if chain is None:
        return {}
    return {"steps": steps_data(chain), "complete": chain.complete}


def _refuted_data(view: View, refuted: Refuted, opposite: dict[str, Any]) -> dict[str, Any]:
    data = {"follows": False, "words": tell(refuted.words)} | opposite
    return data | ({"world": _hands(view, refuted.world)} if refuted.world else {})

"""What is published is true: every sentence about a view, held against the referee's record.

Bots play whole games under all settings; views are taken anywhere in them, solved, and each
sentence that would be shown is looked up in the referee's state. What lies where is read from that
state alone, in the names people use: a hidden model that calls a place by a wrong name is caught.
Proofs are proved again from their lines, by a model built here.

`python -m tests.soak.truth GAME/SEED/NUMBER LINE` prints the record in which a fault was found.
"""

from __future__ import annotations

import sys
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from random import Random

from aparte.contract.proving import proves
from aparte.models.core import Record, TableError, View, view
from aparte.models.event import NOBODY
from aparte.models.games import game_named
from aparte.models.hidden import Claim
from aparte.models.match import Match
from aparte.models.overseers.box import Power
from aparte.models.record import write
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.explain import Proof
from aparte.solver.engine.fitting import EnginesDisagree
from aparte.solver.engine.solve import Solved, proofs, solve
from aparte.solver.play.coach import bots
from aparte.solver.play.driver import acted, bot_event, drawn
from tests.tables import NAMES, blank

from .report import Report

Lies = Tally[tuple[str, str]]
"""How many copies of an item lie at a place, by the names of both."""

SETTINGS: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "onstage": tuple(
        {"Edition": edition, "Blossoms": blossoms, "Abilities": abilities}
        for edition, blossoms, abilities in product(
            ("en", "fr"), ("bands", "cycle"), ("mandatory", "optional")
        )
    ),
    "adresses-jaunes": ({},),
    "overseers": tuple(
        {"Direction": direction, "Characters": characters}
        for direction, characters in product(("left", "alternate"), ("dealt", "chosen"))
    ),
    "bards": tuple(
        {"LastCard": last, "Support": support}
        for last, support in product(("keep", "away"), ("turn", "round"))
    ),
}
LONGEST = 900
"""Lines of a game after which it is left: among random bots some have no end."""
VIEWS = 24
"""Views that are taken of one game."""


def truth(
    game: str, seed: int, sentences: int, counted: float = 0.01, explained: float = 0.01
) -> Report:
    """Return how so many published `sentences` of views of `game` stand the truth.

    A sentence says that an item is at a place, or not there. A share `counted` of the views is
    solved with all chances, which takes longest, and of a share `explained` the proofs are found
    and proved again. The same arguments give the same views.
    """
    tried, found, number = Tally[str](), list[str](), 0
    while tried["sentences"] < sentences:
        name = f"{game}/{seed}/{number}"
        rng = Random(name)
        record = whole_game(game, rng)
        tried["games"] += 1
        for seen, cut in taken(record, rng, VIEWS):
            if tried["sentences"] >= sentences:
                break
            see = f"python -m tests.soak.truth {name} {cut.last} > cut.rec"
            see = f"({see}; aparte solve cut.rec --seat {seen.viewer})"
            told = judged(seen, cut, rng.random() < counted, rng.random() < explained, tried)
            found += [f"{fault} {see}" for fault in told]
        number += 1
    return Report("truth", game, seed, dict(tried), found)


# games and views


def whole_game(game: str, rng: Random) -> Record:
    """Return the referee's record of a game between random and greedy bots."""
    players = NAMES[: rng.choice(game_named(game).seats)]
    tags = dict(rng.choice(SETTINGS[game]))
    if game == "onstage" and len(players) == 4 and rng.random() < 0.5:
        tags["Teams"] = "+".join(players[::2]) + " " + "+".join(players[1::2])
    makers = bots(game)
    seated = {player: makers[rng.choice(("random", "greedy"))]() for player in players}
    record = drawn(blank(game, players, **tags), rng)
    match = Match.of(record, seated)
    while len(match.record.lines) < LONGEST:
        event = bot_event(match, seated, rng)
        if event is None:
            break
        match = match.at(drawn(acted(match.record, event), rng))
    return match.record


def taken(record: Record, rng: Random, n: int) -> Iterator[tuple[View, Record]]:
    """Yield `n` views of `record`, cut anywhere, each with what the referee had then."""
    for _ in range(n):
        cut = record.until(rng.choice(record.lines).number)
        viewer = rng.choice((*record.setup.players, "table"))
        yield view(cut, viewer), cut


# judging


def judged(
    seen: View, cut: Record, counted: bool, explained: bool, tried: Tally[str]
) -> Iterator[str]:
    """Yield what is published of `seen` and does not stand what `cut` has; count what was tried."""
    tried["views"] += 1
    try:
        solved = solve(seen) if counted else _deduced(seen)
    except (EnginesDisagree, TableError) as error:
        yield f"disagreement: {error}"
        return
    lies = LIES[cut.game.name](cut, seen.viewer)
    tried["counted"] += counted
    tried["sentences"] += len(solved.claims)
    yield from (f"wrong: {claim}" for claim in solved.claims if not true(claim, lies))
    for item, place in lies:
        open_ = item in solved.items and place in solved.places_of(item)
        if open_ and not _fits(solved, item, place):
            yield f"impossible: {place} {item}"
    if explained:
        yield from _unproved(solved, tried)


def _deduced(seen: View) -> Solved:
    hidden = seen.game.model.hidden(seen)
    return Solved(seen, hidden, deduce(hidden), None)


def true(claim: Claim, lies: Lies) -> bool:
    """Tell whether `claim` is so where pieces lie as in `lies`."""
    return (lies[claim.item, claim.place] > 0) == claim.holds


def _fits(solved: Solved, item: str, place: str) -> bool:
    """Tell whether what is so is shown as possible, with a chance where there is one."""
    return solved.possible(item, place) and solved.weight(item, place) != 0


def _unproved(solved: Solved, tried: Tally[str]) -> Iterator[str]:
    for claim, proof in proofs(solved).items():
        is_proof = isinstance(proof, Proof)
        tried.update({"explained": 1, "undecided": not is_proof, "reproved": is_proof})
        if isinstance(proof, Proof) and not proves(solved.hidden, proof):
            yield f"no proof: {claim} from {proof.lines}"


# what lies where, as the referee has it


def _onstage(cut: Record, viewer: str) -> Lies:
    state = cut.state
    lies = Lies()
    for player, hand in state.hands.items():
        lies.update((card, player) for card in hand.known)
    lies.update((card, "removed") for card in state.removed.known)
    lies.update((card, "deck") for card in state.deck.known)
    return lies


def _adresses_jaunes(cut: Record, viewer: str) -> Lies:
    state = cut.state
    lies = Lies()
    for player, hand in state.hands.items():
        lies.update((tile, player) for tile in hand.known)
    lies.update((tile, NOBODY) for tile in state.pool.known)
    return lies


def _overseers(cut: Record, viewer: str) -> Lies:
    state = cut.state
    rows = {"t": "top", "b": "bottom", "x": "gained"}
    lies = Lies((kind, "aside") for kind in state.pool.known)
    lies.update((kind, "discard") for kind in state.discard.known)

    def own(player: str, what: str) -> str:
        return player if player == viewer else f"{player}:{what}"

    lies.update((kind, own(state.holder(Power.DRAW), "drawn")) for kind in state.drawn.known)
    for player in state.players:
        lies.update((kind, own(player, "pack")) for kind in state.packs[player].known)
        lies.update((kind, own(player, "hand")) for kind in state.hands[player].known)
        lies.update((laid.kind, own(player, rows[laid.spot[0]])) for laid in state.rows[player])
    return lies


def _bards(cut: Record, viewer: str) -> Lies:
    state = cut.state
    lies = Lies()
    dealt = {event.outcome[0]: event.words[0] for _, event in cut.events if event.verb == "encore"}
    lies.update((pair, dealt.get(pair, NOBODY)) for pair in cut.game.box.cards.encores)
    for player, troupe in state.troupes.items():
        lies.update((f"{player}:{card}", "hand") for card in troupe.hand.known)
        lies.update((f"{player}:{card}", "stage") for card in troupe.going.known)
        deck = (*troupe.deck.known, *([troupe.top] if troupe.top else []))
        lies.update((f"{player}:{card}", "deck") for card in deck)
    return lies


LIES: Mapping[str, Callable[[Record, str], Lies]] = {
    "onstage": _onstage,
    "adresses-jaunes": _adresses_jaunes,
    "overseers": _overseers,
    "bards": _bards,
}
"""For each game what the referee's record says of the pieces, as `viewer` calls the places."""


if __name__ == "__main__":
    _, name, line = sys.argv
    game = whole_game(name.partition("/")[0], Random(name))
    sys.stdout.write(write(game.until(int(line))))

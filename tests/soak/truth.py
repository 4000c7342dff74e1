"""What is published is true: every sentence about a view, held against the referee's record.

Bots play whole games under all settings; views are taken anywhere in them, solved, and each
sentence that would be shown is looked up in the referee's state. What lies where is read from that
state alone, in the names people use: a hidden model that calls a place by a wrong name is caught.
Proofs are proved again from their lines, by a model built here.

`python -m tests.soak.truth GAME/SEED/NUMBER LINE` prints the record in which a fault was found.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import product
from random import Random
from typing import Any

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

Lies = Counter[tuple[str, str]]
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
TOLD = 20
"""Faults that a report keeps."""


@dataclass
class Report:
    """What was held against the truth, and what did not hold; `faults` are the first of those.

    `sentences` are single ones, an item at a place or not there; `explained` those of them whose
    proof was looked at, `background` those of these that no line proves. `silent` are views of
    which nothing is known for sure, `counted` those that both engines were asked about.
    """

    game: str
    seed: int
    games: int = 0
    views: int = 0
    silent: int = 0
    counted: int = 0
    sentences: int = 0
    wrong: int = 0
    impossible: int = 0
    disagreements: int = 0
    explained: int = 0
    undecided: int = 0
    background: int = 0
    reproved: int = 0
    refuted: int = 0
    faults: list[dict[str, Any]] = field(default_factory=list)

    part = "truth"

    @property
    def tried(self) -> dict[str, int]:
        """What was tried, by name."""
        counts = ("games", "views", "sentences", "explained", "reproved", "counted", "undecided")
        return {name: getattr(self, name) for name in counts}

    @property
    def found(self) -> list[str]:
        """What did not hold, each with how to see it again."""
        return [f"{fault['kind']}: {fault['what']} ({fault['see']})" for fault in self.faults]

    @property
    def sound(self) -> bool:
        """Whether nothing false was found."""
        return not (self.wrong or self.impossible or self.disagreements or self.refuted)

    @property
    def data(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return asdict(self) | {"sound": self.sound}

    def plus(self, other: Report) -> Report:
        """Return both reports together; the seed is that of this one."""
        sums = {
            name: value + getattr(other, name)
            for name, value in vars(self).items()
            if isinstance(value, int) and name != "seed"
        }
        return Report(self.game, self.seed, **sums, faults=[*self.faults, *other.faults][:TOLD])


def truth(
    game: str, seed: int, sentences: int, counted: float = 0.01, explained: float = 0.01
) -> Report:
    """Return how so many published `sentences` of views of `game` stand the truth.

    A share `counted` of the views is solved with all chances, which takes longest, and of a share
    `explained` the proofs are found and proved again. The same arguments give the same views.
    """
    report, number = Report(game, seed), 0
    while report.sentences < sentences:
        name = f"{game}/{seed}/{number}"
        rng = Random(name)
        record = whole_game(game, rng)
        report.games += 1
        for seen, cut in taken(record, rng, VIEWS):
            if report.sentences >= sentences:
                break
            judge(report, seen, cut, name, rng.random() < counted, rng.random() < explained)
        number += 1
    return report


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


def judge(
    report: Report, seen: View, cut: Record, name: str, counted: bool, explained: bool
) -> None:
    """Enter into `report` how what is published of `seen` stands what `cut` has."""
    report.views += 1

    def fault(kind: str, what: object) -> None:
        if len(report.faults) < TOLD:
            show = f"python -m tests.soak.truth {name} {cut.last} > cut.rec"
            see = f"{show}; aparte solve cut.rec --seat {seen.viewer}"
            report.faults.append({"kind": kind, "what": str(what), "see": see})

    try:
        solved = solve(seen) if counted else _deduced(seen)
    except (EnginesDisagree, TableError) as error:
        report.disagreements += 1
        fault("disagreement", error)
        return
    lies = LIES[report.game](cut, seen.viewer)
    report.counted += counted
    report.silent += not solved.claims
    for claim in solved.claims:
        report.sentences += 1
        if not true(claim, lies):
            report.wrong += 1
            fault("wrong", claim)
    for item, place in lies:
        open_ = item in solved.items and place in solved.places_of(item)
        if open_ and not _fits(solved, item, place):
            report.impossible += 1
            fault("impossible", f"{place} {item}")
    if explained:
        _explain(report, solved, fault)


def _deduced(seen: View) -> Solved:
    hidden = seen.game.model.hidden(seen)
    return Solved(seen, hidden, deduce(hidden), None)


def true(claim: Claim, lies: Lies) -> bool:
    """Tell whether `claim` is so where pieces lie as in `lies`."""
    return (lies[claim.item, claim.place] > 0) == claim.holds


def _fits(solved: Solved, item: str, place: str) -> bool:
    """Tell whether what is so is shown as possible, with a chance where there is one."""
    return solved.possible(item, place) and solved.weight(item, place) != 0


def _explain(report: Report, solved: Solved, fault: Callable[[str, object], None]) -> None:
    for claim, proof in proofs(solved).items():
        report.explained += 1
        if not isinstance(proof, Proof):
            report.undecided += 1
            continue
        report.background += not proof.lines
        report.reproved += 1
        if not proves(solved.hidden, proof):
            report.refuted += 1
            fault("no proof", f"{claim} from {proof.lines}")


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

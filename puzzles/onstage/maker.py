"""Making puzzles of Onstage: boards within a round, from which clues are left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from math import factorial, prod
from random import Random

from ...models.core import Event, Record, View
from ...models.errors import TableError
from ...models.onstage import State
from ...models.position import position
from ...models.record import new_record
from ...models.words import say
from ..bundled import EASY, FIENDISH, HARD, MEDIUM
from ..forms import least, renamed
from ..kinds import Everything, Kind, WhoHolds
from ..make import Clue, Maker, bare
from ..played import played, turns
from ..tuning import itself, tuned
from .kinds import BestPlay, Blossoms, Planned, coming
from .sure import CARDS, ending

COMING, PLANNED = 7, (8, 9)
"""Most cards still to be played in a round: with more, most searches are given up. For a plan, how
many there are: somebody else plays in this trick, and another trick comes."""
PLAN = "plan"
AIMS: Mapping[str, tuple[str, range]] = {
    "play": (MEDIUM, range(2, 61)),
    "blossoms": (MEDIUM, range(2, 61)),
    PLAN: (HARD, range(2, 61)),
}
"""The level that boards are tuned to, and how many deals there may be."""
CHANGES = 60
"""The most changes of a board."""
CARD_LINES = "deal", "laid", "gone"
PERFORMERS = "line", "stage", "claimed"
"""The lines in which cards, and performers, change places."""
STAGE = 0.4
"""The share of changes that bring another performer on stage; the others are about cards that have
not been played in this round, or lie in the trick."""


def views(rng: Random, kind: str) -> Iterator[View]:
    """Yield the boards that seats see in one game of bots, wherever a position can be written.

    What is guaranteed is asked only at the end of a round, and only of the acting player; there, a
    board that is tuned follows.
    """
    bots = "random", "greedy"
    if kind in SURE:
        players, fits = ((3,), _for_a_plan) if kind == PLAN else ((3, 4, 4), _soon_over)
        found: list[View] = []
        for seen in turns("onstage", players, bots, rng, fits):
            found.append(position(seen))
            yield found[-1]
        level, many = AIMS[kind]
        boards = (bare(each, clues, without) for each in found)
        open_ = [each for each in boards if _open_deals(each) in many]
        board = tuned(KINDS[kind], level, open_, changed, rng, CHANGES, seen=itself)
        if board is not None:
            yield board
        return
    for view in played("onstage", (3, 4, 5), bots, 12, rng):
        with suppress(TableError):
            yield position(view)


def _soon_over(view: View) -> bool:
    """Tell whether the viewer has a choice and few cards are still to be played in the round."""
    return ending(view) and coming(view) <= COMING


def _for_a_plan(view: View) -> bool:
    """Tell whether the viewer chooses in two tricks, and somebody else plays in this one."""
    return ending(view) and len(view.state.hands[view.viewer]) == CARDS and coming(view) in PLANNED


def clues(view: View) -> Sequence[Clue]:
    """Return the voids of players, and the lines of what was kept and who played what."""
    found: list[Clue] = []
    for _, event in view.events:
        if event.verb == "void":
            player, *suits = (*event.words, *event.outcome)
            found += [("void", player, suit) for suit in suits]
        if event.verb in ("kept", "totals"):
            found.append((event.verb,))
        if event.verb == "played":
            found.append(("played",))
    return tuple(dict.fromkeys(found))


def without(view: View, clue: Clue) -> View:
    """Return `view` without one clue; "who played what" becomes "what was played"."""
    assert isinstance(clue, tuple)
    if clue not in clues(view):
        raise KeyError(clue)
    events: list[Event] = []
    gone: list[str] = []
    for _, event in view.events:
        if event.verb != clue[0]:
            if event.verb == "round" and gone:
                events.append(Event("gone", outcome=tuple(sorted(gone))))
            events.append(event)
        elif clue[0] == "void":
            player, *suits = (*event.words, *event.outcome)
            left = [suit for suit in suits if (player, suit) != clue[1:]]
            if left:
                fewer = (player, *left)
                n = len(event.words)
                events.append(Event("void", "", fewer[:n], fewer[n:]))
        elif clue[0] == "played":
            gone += event.outcome
    return new_record(view.tags, events)


def _open_deals(view: View) -> int:
    """Return in how many ways the cards out of sight can lie in the hands of the others."""
    state: State = view.state
    sizes = [
        len(hand) - len(hand.known) for player, hand in state.hands.items() if player != view.viewer
    ]
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def changed(view: View, rng: Random) -> View:
    """Return `view` with two cards, or two performers, in each other's place; raises TableError."""
    state: State = view.state
    if rng.random() < STAGE:
        verbs, here, pieces = PERFORMERS, state.theatre.stage, state.box.performers
    else:
        verbs, pieces = CARD_LINES, state.box.cards
        here = tuple(card for card in pieces if card not in state.played)
    one = rng.choice(here or pieces)
    other = rng.choice([each for each in pieces if each != one])
    swapped = {one: other, other: one}
    record = new_record(view.tags)
    for _, event in view.events:
        if event.verb in verbs:
            outcome = [swapped.get(word, word) for word in event.outcome]
            verb = view.notation.verbs[event.verb]
            if verb.sorted:
                outcome.sort(key=verb.key)
            words = tuple(swapped.get(word, word) for word in event.words)
            event = replace(event, words=words, outcome=tuple(outcome))
        record = record.plus(event)
    return record


LOOSE = ("claimed", "played", "void", "deal")


def form(view: View) -> Record:
    """Return the canonical form: the least text over all names of suits, the viewer seated first.

    For the table's view, over all seats as well.
    """
    players = view.setup.players
    first = [players.index(view.viewer)] if view.viewer in players else range(len(players))
    suits = view.state.box.suits
    pieces = (*view.state.box.cards, *view.state.box.performers, *(suits))
    return least(
        renamed(
            view,
            {piece: named[piece[0]] + piece[1:] for piece in pieces},
            (*players[at:], *players[:at]),
            LOOSE,
        )
        for at in first
        for order in permutations(suits)
        for named in [dict(zip(suits, order, strict=True))]
    )


def tested(lines: Sequence[Event]) -> tuple[str, str, str] | None:
    """Return the card that was played: was another one sure of more?"""
    return ("play", "", lines[0].words[0]) if lines[0].verb == "plays" else None


SURE = ("play", "blossoms", PLAN)
KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        WhoHolds(),
        Everything(say("Where is each card that is not in sight?")),
        BestPlay(),
        Blossoms(),
        Planned(),
    )
}
SELDOM = {
    "who": (HARD, FIENDISH),
    "all": (MEDIUM, HARD, FIENDISH),
    "play": (HARD, FIENDISH),
    "blossoms": (HARD, FIENDISH),
    PLAN: (EASY, MEDIUM, FIENDISH),  # it has medium ones, but a board of each game is tuned, too
}
PUZZLES = Maker(KINDS, views, clues, without, form, SELDOM, tested)

"""Overseers on a page: characters, rows and picks of everybody, the discard, the own pack."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from ....models.bag import HOLE
from ....models.core import View
from ....models.overseers import GAME, State
from ....models.overseers.scoring import points
from ....models.overseers.tale import STEPS
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, listed, say, say_n
from ...faces import Face, Values, called

BOX = GAME.box


def board(view: View) -> Values:
    """Return what the template shows."""
    state: State = view.state
    return {
        "players": [_player(state, player) for player in state.players],
        "discard": _discard(state),
        "told": [*_told(state), *_own(state, view.viewer)],
        "words": {
            "top": say("top row"),
            "bottom": say("bottom row"),
            "picked": say("picked"),
            "down": say("face down"),
        },
    }


def _discard(state: State) -> tuple[Words, Sequence[str]] | None:
    size = len(state.discard)
    told = say_n("Discard: {n} card.", "Discard: {n} cards.", size)
    return (told, state.discard.known) if size else None


def _player(state: State, player: str) -> Values:
    name = state.characters.get(player, "")
    hand = state.hands[player]
    return {
        "name": called(player),
        "leads": player == state.leader,
        "accused": player == state.trial.accused,
        "character": name,
        "power": POWERS[BOX.characters[name]] if name else None,
        "top": _row(state, player, "t"),
        "bottom": _row(state, player, "bx"),
        "picked": (*hand.known, *(HOLE,) * hand.unknown),
    }


def _row(state: State, player: str, rows: str) -> list[Values]:
    tilt, tuck = state.tilt, state.tuck
    return [
        {
            "spot": laid.spot,
            "kind": laid.kind,
            "up": laid.up,
            "tilted": tilt is not None and (tilt.player, tilt.spot) == (player, laid.spot),
            "tucked": tuck is not None and (tuck.player, tuck.below) == (player, laid.spot),
        }
        for laid in state.rows[player]
        if laid.spot[0] in rows
    ]


def _told(state: State) -> list[Words]:
    told = []
    if state.offered.known:
        told.append(say("To choose from: {characters}.", characters=listed(state.offered.known)))
    if state.drawn.known:
        told.append(say("Drawn of the discard: {cards}.", cards=listed(state.drawn.known, " ")))
    if state.trial.accused:
        told.append(say("Accused: {player}.", player=state.trial.accused))
    return told


def _own(state: State, viewer: str) -> list[Words]:
    told, row = [], state.rows.get(viewer)
    if row and all(laid.kind != HOLE for laid in row):
        told.append(say("Your cards count {points} points.", points=points(state, viewer)))
    if viewer in state.players and state.scores:
        total = sum(scores[state.players.index(viewer)] for scores in state.scores)
        told.append(say("Your rounds so far: {points} points.", points=total))
    return told


def now(view: View) -> Words:
    """Return the round and the step."""
    state: State = view.state
    return say(
        "Round {round} of {rounds}: {step}",
        round=state.round,
        rounds=BOX.rounds,
        step=STEPS[state.step],
    )


def hand(view: View) -> Mapping[Words, Sequence[str]]:
    """Return the pack that is to be picked from, then the cards picked."""
    state: State = view.state
    pack, own = state.packs.get(view.viewer), state.hands.get(view.viewer)
    held: dict[Words, Sequence[str]] = {}
    if pack and pack.known:
        held[say("Your pack")] = pack.known
    if own and own.known:
        held[say("You have picked")] = own.known
    return held


def names(view: View) -> Mapping[str, Words]:
    """Return what the words of moves are called."""
    state: State = view.state
    kinds = {kind: say("{name} ({letter})", name=KINDS[kind], letter=kind) for kind in BOX.kinds}
    own = state.rows.get(view.viewer, ())
    spots = {laid.spot: _spot(laid.spot, laid.kind) for laid in own}
    return kinds | spots | {"/": say("then the bottom row"), "under": say("under")}


def _spot(spot: str, kind: str) -> Words:
    return say("{spot} {kind}", spot=spot, kind=kind)


def region(view: View, items: Collection[str]) -> Words:
    """Return the kinds of `items`."""
    named = [say("{name} ({letter})", name=KINDS[i], letter=i) for i in sorted(items)]
    return say("the cards {kinds}", kinds=listed(named))


FACE = Face(Path(__file__).parent, board, now, hand, names, region)

"""Scenes of Overseers: a table in the middle of a round, and lines played on it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from aparte.models.bag import Bag
from aparte.models.core import REFEREE, Record, Setup, turn
from aparte.models.overseers import GAME, Box, Overseers, State, Step
from aparte.models.overseers.rules import onward
from aparte.models.overseers.state import Laid
from aparte.models.record import begun as begin
from aparte.models.record import read_words
from tests.tables import blank

NAMES = ("Ana", "Bo", "Cy", "Dai")
PLAIN = ("Fushen", "Wuming", "Two-Above", "Thief-Taker")
"""Characters without a part in the vote and the reveal."""


def row(text: str, up: bool = False) -> tuple[Laid, ...]:
    """Return the cards of a row such as "MMA/HT", the top row face up."""
    top, bottom = text.split("/")
    return (
        *(Laid(f"t{i}", kind, up=True) for i, kind in enumerate(top, start=1)),
        *(Laid(f"b{i}", kind, up) for i, kind in enumerate(bottom, start=1)),
    )


def scene(
    rows: str, characters: str, step: Step = Step.TILT, discard: str = "BTP", up: bool = False
) -> State:
    """Return the table with `rows`, a word a player, and their characters, at `step`."""
    names = NAMES[: len(rows.split())]
    start = GAME.start(Setup(names, {"Direction": "left", "Characters": "dealt"}))
    plenty = dict.fromkeys(GAME.box.kinds, 20)
    laid = {name: row(text, up) for name, text in zip(names, rows.split(), strict=True)}
    state = replace(
        start,
        box=replace(GAME.box, deck=dict.fromkeys(GAME.box.deck, plenty)),
        pool=Bag(),
        step=step,
        leaders=(names[0],),
        characters=dict(zip(names, characters.split(), strict=True)),
        packs=dict.fromkeys(names, Bag((), 0)),
        rows=laid,
        discard=Bag(tuple(sorted(discard))),
    )
    return onward(state)


def played(state: State, *lines: str) -> State:
    """Return the table after `lines`."""
    record = blank("overseers", state.players)
    for line in lines:
        state = GAME.apply(state, read_words(record, line))
    return state


def tiny(deck: dict[str, int], hand: int = 4) -> Overseers:
    """Return a game for three with a small deck, so that all its records can be written out."""
    box = Box.printed()
    whole = dict.fromkeys(box.kinds, 0) | deck
    powers = replace(box.powers, above=1)
    return Overseers(
        replace(box, deck={3: whole}, hand=hand, top=hand - 2, rounds=1, confessed=1, powers=powers)
    )


def begun(game: Overseers) -> Record:
    """Return the record of a tiny game that has not begun."""
    setup = Setup(NAMES[:3], {"Direction": "left", "Characters": "dealt"})
    head = (("Game", "overseers"), ("Record", "1"), ("Players", "Ana Bo Cy"))
    return begin(game, setup, REFEREE, head)


def at_random(record: Record, rng: Random, until: Step | None = None) -> Record:
    """Return `record` played on at random, to its end or until a step."""
    while record.state.step not in (until, Step.OVER):
        coming = turn(record)
        choice = rng.choice(coming) if isinstance(coming, tuple) else coming.sample(rng)
        record = record.plus(record.game.resolve(record.state, choice))
    return record

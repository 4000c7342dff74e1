"""Positions of Onstage in the middle of a round, set up as the rulebook's examples are."""

from dataclasses import replace
from random import Random

from aparte.models.bag import Bag
from aparte.models.core import Event, Record, Setup, turn
from aparte.models.onstage import GAME, Onstage, State, Step, Theatre
from aparte.models.record import begun, read_words
from tests.tables import blank

NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli")
FILLERS = ("G8", "G9", "B9", "B8", "K9")
"""Cards that are nobody's business: each player keeps one of them to the end."""
TOLD = blank("onstage", NAMES)
"""A record in which everybody plays, so that any line can be read."""


def table(players: int, **settings: str) -> State:
    """Return the table before the first line."""
    agreed = {setting.name: setting.default for setting in GAME.settings} | settings
    return GAME.start(Setup(NAMES[:players], agreed))


def trick(hands: dict[str, str], line: str, stage: str, **settings: str) -> State:
    """Return a table where the first of `hands` leads; each hand has a filler besides."""
    state = table(len(hands), **settings)
    held = {
        player: Bag().put([*hand.split(), filler])
        for (player, hand), filler in zip(hands.items(), FILLERS, strict=False)
    }
    leader = next(iter(hands))
    return replace(
        state,
        step=Step.PLAY,
        hands=held,
        deck=Bag(),
        theatre=Theatre(tuple(line.split()), tuple(stage.split())),
        opener=leader,
        leader=leader,
    )


def told(text: str) -> Event:
    """Return the event of any line of a record, such as `Ana plays K4 remove P3`."""
    return read_words(TOLD, text)


def after(state: State, *lines: str) -> State:
    """Return the table after `lines`."""
    for line in lines:
        state = GAME.apply(state, told(line))
    return state


def choices(state: State, card: str) -> set[str]:
    """Return the ways to play `card` now, without the card."""
    turn = GAME.turn(state)
    return {" ".join(event.words[1:]) for event in turn if event.words[0] == card}


def plays_of_round(view: Record) -> list[Event]:
    """Return the plays of the present round."""
    events = [event for _, event in view.events]
    begun = max(i for i, event in enumerate(events) if event.verb == "line")
    return [event for event in events[begun:] if event.verb == "plays"]


def shown(players: tuple[str, ...], plays: list[Event]) -> dict[str, set[str]]:
    """Return who did not follow which suits in the `plays` of a round."""
    voids: dict[str, set[str]] = {player: set() for player in players}
    for i, event in enumerate(plays):
        led = plays[i - i % len(players)].words[0][0]
        if event.words[0][0] != led and not event.stands:
            voids[event.actor].add(led)
    return voids


def game(players: int, seed: int, onstage: Onstage = GAME, **settings: str) -> Record:
    """Return the referee's record of a whole random game."""
    names = NAMES[:players]
    tags = (("Game", "onstage"), ("Record", "1"), ("Players", " ".join(names)), *settings.items())
    agreed = {setting.name: setting.default for setting in onstage.settings} | settings
    record, rng = begun(onstage, Setup(names, agreed), "referee", tags), Random(seed)
    while coming := turn(record):
        chosen = isinstance(coming, tuple)
        record = record.plus(rng.choice(coming) if chosen else coming.sample(rng))
    return record

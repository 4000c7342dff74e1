"""What may be changed about a turn of Battle of the Bards: dice and performances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from ...models.bards import State
from ...models.bards.cards import ANY
from ...models.bards.dice import DICE
from ...models.core import Event, Record, View
from ...models.record import new_record
from ...solver.games.bards.worth import in_sight

MOST = 6
"""The most dice, and the most performances, of a turn that was changed."""
NEW_DIE = 0.7
"""The share of changes that are changes of a die."""


@dataclass(frozen=True, slots=True)
class Pose:
    """The dice of the acting player, no two alike, and the performances that are there."""

    dice: tuple[str, ...]
    performances: tuple[str, ...]

    def on(self, board: Record) -> Record:
        """Return a board of a turn with this pose instead of its own; raises TableError."""
        actor = board.state.actor
        record = new_record(board.tags)
        for _, event in board.events:
            if event.words != (actor,) or event.verb not in ("dice", "performances"):
                record = record.plus(event)
            elif event.verb == "dice":
                record = record.plus(replace(event, outcome=tuple(sorted(self.dice))))
                if self.performances:
                    done = tuple(sorted(self.performances))
                    record = record.plus(Event("performances", words=(actor,), outcome=done))
        return record

    def changed(self, colours: Sequence[str], rng: Random) -> Pose:
        """Return the pose with another die or performance, or with one more or less.

        It gets `colours`, of which there is one at least.
        """
        if rng.random() < NEW_DIE:
            others = sorted({*DICE} - {*self.dice})
            if len(self.dice) < MOST and rng.random() < 1 / MOST:
                return replace(self, dice=(*self.dice, rng.choice(others)))
            at = rng.randrange(len(self.dice))
            die = rng.choice([die for die in others if die[0] in (self.dice[at][0], *colours)])
            return replace(self, dice=(*self.dice[:at], die, *self.dice[at + 1 :]))
        if rng.random() < len(self.performances) / MOST:
            at = rng.randrange(len(self.performances))
            left = (*self.performances[:at], *self.performances[at + 1 :])
            return replace(self, performances=left)
        return replace(self, performances=(*self.performances, rng.choice(colours)))


def asked_for(state: State) -> Sequence[str]:
    """Return the colours that audiences in sight ask for, each as often as they do."""
    printed = state.box.cards.audiences
    return [colour for card in in_sight(state) for colour in printed[card].asks if colour != ANY]


def changed(board: View, rng: Random) -> View:
    """Return a turn with another die or performance; raises TableError."""
    state: State = board.state
    troupe = state.troupes[state.actor]
    colours = asked_for(state) or [die[0] for die in troupe.dice]
    return Pose(troupe.dice, troupe.performances).changed(colours, rng).on(board)

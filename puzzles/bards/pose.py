"""What may be changed about a turn of Battle of the Bards: dice and performances, or a scene.

A scene is all that somebody has who is alone in the show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from ...models.bards import State
from ...models.bards.cards import ANY, Card
from ...models.bards.dice import DICE
from ...models.core import Event, Record, View
from ...models.record import new_record
from ...solver.games.bards.worth import in_sight

MOST = 6
"""The most dice, and the most performances, of a turn that was changed."""
NEW_DIE = 0.7
"""The share of changes that are changes of a die."""
CHANCY = frozenset({"steal", "gather", "explore", "draw", "reroll"})
"""Icons that bring chance or another player's choice: no plan counts on them."""
ALONE_DICE = 6
"""The dice of a scene."""
HANDS = ("Poster", "Poster", "Dancer")
"""What may be in hand in a scene: a wanted poster twice as often as another card."""


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


@dataclass(frozen=True, slots=True)
class Scene:
    """What somebody has whose rivals have passed: three cards on stage, one in hand.

    No two dice are alike.
    """

    dice: tuple[str, ...]
    performances: tuple[str, ...]
    melodies: int
    stage: tuple[Card, ...]
    hand: Card

    @classmethod
    def drawn(cls, state: State, rng: Random) -> Scene:
        """Return a scene by lot: two veterans on stage at least, or one and the leader."""
        veterans, leader = _bards(state)
        others = [leader, *state.box.cards.posters]
        stage = (*rng.sample(veterans, 2), rng.choice([*veterans, *others]))
        asked = asked_for(state) or [die[0] for die in DICE]
        return cls(
            tuple(rng.sample(DICE, ALONE_DICE)),
            tuple(rng.choices(asked, k=rng.randint(1, 4))),
            rng.randint(0, 1),
            stage,
            rng.choice(HANDS),
        )

    def on(self, board: Record) -> Record:
        """Return a board with this scene, whose rivals have passed; raises TableError."""
        state: State = board.state
        actor = state.actor
        troupe, (veterans, _) = state.troupes[actor], _bards(state)
        gone = [each.card for each in troupe.stage if each.card in veterans]
        come = [each for each in self.stage if each in veterans]
        own = Counter(troupe.cards) - Counter(gone) | Counter(come)
        rest = own - Counter((*self.stage, self.hand))
        lines = {
            "deck": (self.hand,),
            "hand": (self.hand,),
            "stage": self.stage,
            "discard": tuple(rest.elements()),
            "dice": self.dice,
            "performances": self.performances,
            "melodies": (str(self.melodies),),
        }
        passed = tuple(player for player in state.players if player != actor)
        record = new_record(board.tags)
        for _, event in board.events:
            if event.words == (actor,) and event.verb == "deck":
                for verb, words in lines.items():
                    if words:
                        record = record.plus(Event(verb, words=(actor,), outcome=words))
            elif event.verb == "began":
                record = record.plus(Event("passed", outcome=passed)).plus(event)
            elif event.verb != "passed" and not (
                event.words == (actor,) and event.verb in (*lines, "holds", "explored")
            ):
                record = record.plus(event)
        return record


def _bards(state: State) -> tuple[Sequence[Card], Card]:
    """Return the veterans that may be on stage in a scene, and the leader.

    Of those elsewhere none, nor of those that bring chance.
    """
    cards = state.box.cards
    mine = state.troupes[state.actor].cards
    gone = {
        *state.line,
        *(each for player in state.players for each in state.troupes[player].cards),
    }
    free = [
        bard.id
        for bard in cards.of_kind("veteran")
        if (bard.id in mine or bard.id not in gone)
        and not any(icon.kind in CHANCY for icon in bard.icons)
    ]
    (leader,) = (card for card in mine if cards.bards[card].kind == "leader")
    return free, leader

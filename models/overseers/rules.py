"""The rules of Overseers, for whole states and for states with holes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .. import phase
from ..core import Record, Setting, Setup, Turn, stands
from ..errors import IllegalAction
from ..event import Event
from ..games import listing
from ..grammar import Verb, Vocabulary, one_of
from ..hidden import Hidden, World
from ..outcome import Outcome
from ..phase import Phase, always
from ..replacing import changed
from ..rules import Rules
from ..tale import Account, Happened
from ..words import Words, say
from . import dealing, drafting, ending, powers, sentences, tale, voting
from .box import Box
from .deduce import hidden
from .ending import totals, winners
from .filling import fill
from .standing import board, put
from .state import State, Step
from .text import BOARD, POWER_OF_VERB, VERBS, vocabulary

_LISTED = listing("overseers")

_DIRECTION = Setting(
    "Direction",
    one_of(("left", "alternate")),
    "left",
    say("packs go always to the left, or alternately: left, right, left"),
)
_CHARACTERS = Setting(
    "Characters",
    one_of(("dealt", "chosen")),
    "dealt",
    say("characters are dealt, or from round 2 on chosen, the lowest score first"),
)

PHASES: Mapping[Step, Phase[State]] = {
    Step.POSITION: Phase(due=always, apply=put, then=lambda state: state),
    Step.LEADER: dealing.LEADER,
    Step.CHARACTERS: dealing.CHARACTERS,
    Step.CHOICE: dealing.CHOICE,
    Step.DEAL: dealing.DEAL,
    Step.FUSHEN: dealing.FUSHEN,
    Step.DRAFT: drafting.DRAFT,
    Step.DISCARD: drafting.DISCARD,
    Step.PLACEMENT: drafting.PLACEMENT,
    Step.TOP_ROWS: drafting.TOP_ROWS,
    Step.TILT: powers.TILT,
    Step.DRAW: powers.DRAW,
    Step.LOOK: powers.LOOK,
    Step.TUCK: powers.TUCK,
    Step.VOTE: voting.VOTE,
    Step.ACCUSATION: voting.ACCUSATION,
    Step.ANSWER: voting.ANSWER,
    Step.REVEAL: voting.REVEAL,
    Step.JUDGEMENT: voting.JUDGEMENT,
    Step.SEIZURE: ending.SEIZURE,
    Step.THEFT: ending.THEFT_PHASE,
    Step.DOCKING: ending.DOCKING,
    Step.SCORES: ending.SCORES,
    Step.SUCCESSION: ending.SUCCESSION,
    Step.OVER: ending.OVER,
}
"""The phases of a round, in order."""


@dataclass(frozen=True)
class Overseers(Rules):
    """Overseers, played with `box`."""

    box: Box = field(default_factory=Box.printed)
    name: str = "overseers"
    title: str = _LISTED.title
    reserved: frozenset[str] = frozenset({"discard", "aside"})
    spoken: tuple[Words, ...] = (
        say("leader characters laid calls becomes deal meets doubles picks gets discards places"),
        say("shows tilts draws adds looks tucks under votes voted accuses admits denies opens"),
        say("nature punishes spares loses finds takes seizes appoints robs gives docks"),
        say("scores names"),
    )
    settings: tuple[Setting, ...] = (_DIRECTION, _CHARACTERS)
    standing: bool = False

    @property
    def verbs(self) -> Mapping[str, Verb]:
        """The kinds of lines, those of the board in a record that begins with it."""
        return {**VERBS, **BOARD} if self.standing else VERBS

    @property
    def board(self) -> Mapping[str, Verb]:
        """The kinds of lines that put down the table as it stands."""
        return BOARD

    @property
    def seats(self) -> range:
        """How many can play."""
        return range(min(self.box.deck), max(self.box.deck) + 1)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the notation."""
        return vocabulary(self.box)

    def made(self, tags: Mapping[str, str]) -> Overseers:
        """Return the game as a header makes it."""
        return changed(self, standing=True) if stands(tags) else self

    def start(self, setup: Setup) -> State:
        """Return the table before the first leader is known, or before the board is told."""
        state = dealing.new_round(self.box, setup.players, setup.settings, 1)
        if setup.position:
            return changed(state, step=Step.POSITION, in_part=setup.in_part)
        return state

    def turn(self, state: State) -> Turn:
        """Return the draw, the line or the choices that come next."""
        return _now(state).turn(state)

    def resolve(self, state: State, event: Event) -> Event:
        """Return `event` with what Meixiu sees; no other choice has an outcome."""
        return powers.looked(state, event) if event.verb == "looks" else event

    def apply(self, state: State, event: Event) -> State:
        """Return the table after `event`; raises IllegalAction."""
        try:
            if state.step not in (Step.POSITION, Step.OVER):
                _check_power(state, event)
            return onward(_now(state).apply(state, event))
        except IllegalAction as error:
            error.since = Event("scores")  # the cards of another round are others
            raise

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners and everybody's total, None while the game goes on. OV-11"""
        if state.step is not Step.OVER:
            return None
        scores = dict(zip(state.players, totals(state), strict=True))
        return Outcome(winners(state), scores, named=True)

    def hidden(self, view: Record) -> Hidden:
        """Return what `view` leaves open: the cards of this round."""
        return hidden(self.box, view)

    def fill(self, view: Record, world: World) -> Mapping[int, Event]:
        """Return the lines of this round of `view` as `world` completes them."""
        return fill(self.box, view, world)

    def as_it_stands(self, view: Record[State]) -> Iterator[Event]:
        """Return the board within a round; raises IllegalAction."""
        return board(view)

    def rounds_over(self, state: State) -> int:
        """Return how many rounds are over since the record began."""
        return len(state.scores) - state.since

    def part(self, state: State) -> Words | None:
        """Return the phase of the round."""
        return tale.part(state)

    def told(self, event: Event, players: Sequence[str]) -> Words | None:
        """Tell a line as a sentence."""
        return sentences.told(event, players)

    def followed(self, line: Happened[State]) -> Sequence[Words]:
        """Tell what the votes, the judgement and the theft rest on."""
        return tuple(tale.followed(line))

    def account(self, viewer: str, state: State, ends: Sequence[Happened[State]]) -> Account:
        """Return the points by round, the viewer's alone while the game goes on."""
        return tale.account(viewer, state, ends)

    def settled(self, state: State) -> Words | None:
        """Tell how a tie was settled."""
        return tale.settled(state)


def onward(state: State) -> State:
    """Return `state` at the next step that has something to do."""
    return phase.onward(state, _now)


def _now(state: State) -> Phase[State]:
    return PHASES[state.step]


def _check_power(state: State, event: Event) -> None:
    """Raise IllegalAction for a power that the actor does not have, or has used."""
    power = POWER_OF_VERB.get(event.verb)
    if power is None or not state.characters:
        return
    name = state.box.names[power]
    if state.holder(power) != event.actor:
        words = say(
            "'{verb}' is the power of {name}, and {player} is {other}",
            verb=event.verb,
            name=name,
            player=event.actor,
            other=state.characters[event.actor],
        )
        raise IllegalAction("OV-1", words)
    if power in state.used:
        raise IllegalAction("OV-1", say("the power of {name} has been used already", name=name))


GAME = Overseers()

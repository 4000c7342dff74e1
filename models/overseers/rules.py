"""The rules of Overseers, for whole states and for states with holes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .. import phase
from ..core import Game, HiddenModel, Positions, Setting, Setup, Turn
from ..errors import IllegalAction
from ..event import Event
from ..games import listing
from ..grammar import one_of
from ..notation import Notation
from ..outcome import Outcome
from ..phase import Phase, always
from ..replacing import changed
from ..tale import Tale
from ..words import say
from . import dealing, drafting, ending, powers, voting
from .box import Box
from .calls import CALLS
from .deduce import hidden
from .ending import totals, winners
from .filling import fill
from .sentences import outcome_question, sentence
from .standing import board, put
from .state import State, Step
from .tale import account, choice, followed, lies, part, rounds_over, settled, so_far
from .text import BOARD, POWER_OF_VERB, notation

_DIRECTION = Setting(
    "Direction",
    one_of(("left", "alternate")),
    "left",
    say("packs always go to the left, or alternate: left, right, left"),
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
class Overseers(Game[State]):
    """Overseers, played with `box`."""

    box: Box = field(default_factory=Box.printed)

    name = "overseers"
    title = listing(name).title
    settings = (_DIRECTION, _CHARACTERS)
    tale = Tale(
        sentence=sentence,
        outcome_question=outcome_question,
        followed=followed,
        part=part,
        rounds_over=rounds_over,
        account=account,
        so_far=so_far,
        choice=choice,
        lies=lies,
        settled=settled,
    )
    calls = CALLS
    model = HiddenModel(hidden=hidden, fill=fill)
    positions = Positions(verbs=BOARD, lines=board)

    @cached_property
    def seats(self) -> range:
        """The possible numbers of players."""
        return range(min(self.box.deck), max(self.box.deck) + 1)

    @cached_property
    def notation(self) -> Notation:
        """How records are written."""
        return notation(self.box)

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
        """Return `event` with what Meixiu sees; other choices have no outcome."""
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


def onward(state: State) -> State:
    """Return `state` at the next step that has something to do."""
    return phase.onward(state, _now)


def _now(state: State) -> Phase[State]:
    return PHASES[state.step]


def _check_power(state: State, event: Event) -> None:
    """Raise IllegalAction for a power that the actor does not have, or has used."""
    power = POWER_OF_VERB.get(event.verb)
    if power is None or event.actor not in state.characters:  # they choose one after the other
        return
    name = state.box.names[power]
    if state.holder(power) != event.actor:
        words = say(
            "'{verb}' is the power of {name}, and {player} is {role}",
            verb=event.verb,
            name=name,
            player=event.actor,
            role=state.characters[event.actor],
        )
        raise IllegalAction("OV-1", words)
    if power in state.used:
        raise IllegalAction("OV-1", say("the power of {name} has been used already", name=name))


GAME = Overseers()

"""The rules of Battle of the Bards, for whole states and for states with holes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..bag import Bag, NotThere
from ..core import Game, HiddenModel, Positions, Setting, Setup, Turn
from ..errors import IllegalAction
from ..event import Event
from ..games import listing
from ..grammar import Token, one_of
from ..notation import Notation
from ..outcome import Outcome
from ..phase import Phase, onward
from ..replacing import changed
from ..tale import Tale
from ..words import say
from . import rounds
from .box import Box
from .calls import CALLS
from .deduce import fill, hidden
from .duties import DUTIES
from .loader import WORKSHOP, found, keep, workshop
from .sentences import outcome_question, sentence
from .standing import PHASE, board
from .state import FIRST, LATEST, State, Step, Troupe
from .tale import account, followed, part, rounds_over, settled, so_far
from .text import BOARD, notation

CARDS = "Cards"
"""The tag of a header that names a set of cards."""

_LINGERS = {FIRST: "turn", LATEST: "round"}
"""How long support lasts by default, by the version of the record. BB-19"""
_SETTINGS = (
    Setting(
        CARDS,
        Token(say("a card set"), lambda text: text),
        WORKSHOP,
        say("the card set, with the digest of its file"),
        read_file=lambda path: keep(path).tag,
    ),
    Setting(
        "LastCard",
        one_of(("keep", "away")),
        "keep",
        say("whether a card left in hand may be kept, or must be discarded or trashed (BB-9)"),
    ),
    Setting(
        "LeftoverPerformancePoints",
        one_of(("0", "1")),
        "1",
        say("what a performance left over scores (BB-11)"),
    ),
    Setting(
        "Support",
        one_of(("turn", "round")),
        _LINGERS[LATEST],
        say("how long a bard turned for support lends its ability (BB-19)"),
    ),
)


@dataclass(frozen=True)
class Bards(Game[State]):
    """Battle of the Bards, played with `box` by the rules of records of `version`."""

    box: Box = field(default_factory=lambda: Box(workshop()))
    version: str = LATEST

    name = "bards"
    title = listing(name).title
    tale = Tale(
        sentence=sentence,
        outcome_question=outcome_question,
        followed=followed,
        part=part,
        rounds_over=rounds_over,
        account=account,
        so_far=so_far,
        settled=settled,
    )
    calls = CALLS
    model = HiddenModel(hidden=hidden, fill=fill)
    positions = Positions(verbs=BOARD, lines=board)

    @cached_property
    def seats(self) -> range:
        """The possible numbers of players; each player needs a leader."""
        return self.box.seats

    @cached_property
    def settings(self) -> tuple[Setting, ...]:
        """What the table can agree on."""
        *others, support = _SETTINGS
        return (*others, changed(support, default=_LINGERS[self.version]))

    @cached_property
    def notation(self) -> Notation:
        """How records of this version are written."""
        return notation(self.box.cards, self.version)

    def made(self, tags: Mapping[str, str]) -> Bards:
        """Return the game with the version and the card set of a record; raises BadCards."""
        version, cards = tags["Record"], tags.get(CARDS, WORKSHOP)
        game = self if version == self.version else changed(self, version=version)
        if cards in (WORKSHOP, f"{WORKSHOP} {workshop().digest}"):
            return game
        return changed(game, box=Box(found(cards)))

    def start(self, setup: Setup) -> State:
        """Return the table before the first card is turned."""
        cards = self.box.cards
        return State(
            self.box,
            setup.players,
            step=Step.POSITION if setup.position else Step.SETUP,
            troupes={player: Troupe() for player in setup.players},
            duties=() if setup.position else rounds.set_up(self.box, setup.players),
            veterans=Bag(cards.copies("veteran")),
            audience_deck=Bag(tuple(sorted(cards.audiences))),
            leaders=Bag(cards.copies("leader")),
            encores=Bag(tuple(sorted(cards.encores))),
            linger=setup.settings["Support"],
            keep=setup.settings["LastCard"],
            leftovers=int(setup.settings["LeftoverPerformancePoints"]),
            version=self.version,
        )

    def turn(self, state: State) -> Turn:
        """Return the line that must come next, or the choices of the players free to act."""
        coming = _now(state).turn(state)
        if isinstance(coming, tuple) and rounds.may_count(state):
            return (*coming, Event("counted"))
        return coming

    def apply(self, state: State, event: Event) -> State:
        """Return the table after `event`; raises IllegalAction."""
        try:
            if event.verb == "counted" and not state.duties:
                return onward(rounds.counted(state), _now)
            return onward(_now(state).apply(state, event), _now)
        except NotThere as missing:
            words = say("{piece} is not there", piece=str(missing))
            raise IllegalAction("BB-1", words) from None

    def outcome(self, state: State) -> Outcome | None:
        """Return everybody's points, the winner first; None while the game goes on."""
        return rounds.outcome(self.box, state)


def _now(state: State) -> Phase[State]:
    if state.step is Step.POSITION:
        return PHASE
    return DUTIES[state.duties[0].verb] if state.duties else rounds.STEPS[state.step]


GAME = Bards()

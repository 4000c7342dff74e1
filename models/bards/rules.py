"""The rules of Battle of the Bards, for whole states and for states with holes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..bag import Bag, NotThere
from ..core import Record, Setting, Setup, Turn, stands
from ..errors import IllegalAction
from ..event import Event
from ..games import listing
from ..grammar import Token, Verb, Vocabulary, one_of
from ..hidden import Hidden, World
from ..outcome import Outcome
from ..phase import Phase, onward
from ..replacing import changed
from ..rules import Rules
from ..tale import Account, Happened
from ..words import Words, say
from . import deduce, rounds, sentences, tale
from .box import Box
from .duties import DUTIES
from .loader import found, keep, workshop
from .standing import PHASE, board
from .state import FIRST, LATEST, State, Step, Troupe
from .text import BOARD, FIRST_VERBS, VERBS, vocabulary

_LISTED = listing("bards")

CARDS = "Cards"
"""The tag of a header that names a set of cards."""
WORKSHOP = "workshop"

_LINGERS = {FIRST: "turn", LATEST: "round"}
"""How long support lasts unless the table says otherwise, by the version of the record. BB-19"""
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
class Bards(Rules):
    """Battle of the Bards, played with `box` by the rules of records of `version`."""

    box: Box = field(default_factory=lambda: Box(workshop()))
    version: str = LATEST
    name: str = "bards"
    title: str = _LISTED.title
    aliases: tuple[str, ...] = _LISTED.aliases
    reserved: frozenset[str] = frozenset({deduce.HAND, deduce.STAGE, deduce.DECK})
    spoken: tuple[Words, ...] = (
        say("audiences top line newest leader encore first sudden counted draws reshuffles stages"),
        say("reveals takes rolls performs uses chooses hires wins raises lowers rerolls keeps"),
        say("steals discards explores returns trashes gathers done passes shows"),
        say("as with two discarding for action support melody"),
    )
    versions: tuple[str, ...] = (FIRST, LATEST)

    standing: bool = False

    def made(self, tags: Mapping[str, str]) -> Bards:
        """Return the game of a record's version, with the card set it names; raises BadCards."""
        version, cards = tags["Record"], tags.get(CARDS, WORKSHOP)
        game = self
        if (version, stands(tags)) != (self.version, self.standing):
            game = changed(self, version=version, standing=stands(tags))
        if cards in (WORKSHOP, f"{WORKSHOP} {workshop().digest}"):
            return game
        return changed(game, box=Box(found(cards)))

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What tables agree on."""
        *others, support = _SETTINGS
        return (*others, changed(support, default=_LINGERS[self.version]))

    @property
    def verbs(self) -> Mapping[str, Verb]:
        """The lines of a record, those of the board in one that begins with it."""
        lines = FIRST_VERBS if self.version == FIRST else VERBS
        return {**lines, **BOARD} if self.standing else lines

    @property
    def board(self) -> Mapping[str, Verb]:
        """The lines that put down the board as it stands."""
        return BOARD

    @property
    def seats(self) -> range:
        """How many can play."""
        return self.box.seats

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the notation."""
        return vocabulary(self.box.cards)

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
        """Return the line that must come next, or the choices of those who are free to act."""
        coming = _now(state).turn(state)
        if isinstance(coming, tuple) and rounds.may_count(state):
            return (*coming, Event("counted"))
        return coming

    def resolve(self, state: State, event: Event) -> Event:
        """Return `event`: what comes of a choice stands in lines of its own."""
        return event

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
        """Return the points of all, the winner first; None while the game goes on."""
        return rounds.outcome(self.box, state)

    def hidden(self, view: Record) -> Hidden:
        """Return what `view` leaves open: hands, decks and encore cards."""
        return deduce.hidden(self.box, view)

    def fill(self, view: Record, world: World) -> Mapping[int, Event]:
        """Return the draws and choices of `view` as `world` completes them."""
        return deduce.fill(self.box, view, world)

    def as_it_stands(self, view: Record) -> Iterator[Event]:
        """Return the board where a round begins, or a player has the turn; raises IllegalAction."""
        return board(view)

    def rounds_over(self, state: State) -> int:
        """Return how many rounds are over."""
        return tale.rounds_over(state)

    def part(self, state: State) -> Words | None:
        """Return the turn of the show, or the step of the round."""
        return tale.part(state)

    def told(self, event: Event, players: Sequence[str]) -> Words | None:
        """Tell a line as a sentence."""
        return sentences.told(event, players)

    def followed(self, line: Happened[State]) -> Sequence[Words]:
        """Tell what abilities and audiences give, and who wins the encore."""
        return tuple(tale.followed(self.box, line))

    def account(self, viewer: str, state: State, ends: Sequence[Happened[State]]) -> Account:
        """Return the points as they stood at the end of each round."""
        return tale.account(self.box, state, ends)

    def so_far(self, viewer: str, state: State, ends: Sequence[Happened[State]]) -> Account:
        """Return the points as they stand now, also in the middle of a round."""
        return tale.account(self.box, state, ends, so_far=True)

    def settled(self, state: State) -> Words | None:
        """Tell how a tie was settled."""
        return tale.settled(state)


def _now(state: State) -> Phase[State]:
    if state.step is Step.POSITION:
        return PHASE
    return DUTIES[state.duties[0].verb] if state.duties else rounds.STEPS[state.step]


GAME = Bards()

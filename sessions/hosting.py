"""One game with a place for every seat: what each is asked, and what becomes of their answers.

A move names the question it answers. It is stale if that seat is asked something else by now; what
others have done meanwhile, if several are free to act, does not make it stale. What several choose
in secret is sealed until all have chosen.

The pieces know who deals: `DealtPieces` are the program's, `RealPieces` lie on the table, and
people tell what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..models.core import TABLE, Event, Record, TableError, Turn, View
from ..models.record import write_event
from ..models.words import Tell, Words, say
from ..solver.play.coach import choices
from ..solver.play.driver import overdue
from .answers import Accepted, Answer, Asks, Deferred, Refused, Stale
from .gate import breach_of, judged
from .hints import Hints
from .ledger import Ledger
from .lines import refused as unreadable
from .noting import tellers
from .pieces import Pieces, Question
from .play import BotsAct, Play, Wanted
from .sealing import Sealing
from .tapping import unseen
from .telling import Tellings
from .typed import NONE_LISTED, Listed

CHOOSE_AGAIN = say("What you chose cannot be done: please choose again.")
NEVER_STANDS = say("This cannot stand: the table would be impossible with it.")
PENDING = say("Something is proposed already: all agree to it, or somebody declines it, first.")
NO_BOTS = say(
    "With real pieces nobody is a bot: somebody would have to see its pieces. A seat whose player"
    " leaves plays on without telling its hand."
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What `player` proposes until all have `agreed`: to make `event`, or to take back `wanted`.

    Who answers names its `key`, which no other proposal has.
    """

    player: str
    key: str
    agreed: frozenset[str]
    event: Event | None = None
    wanted: Wanted | None = None

    @property
    def price(self) -> Words | None:
        """What it costs, None if nothing."""
        return self.wanted.price if self.wanted is not None else None

    def asked(self, people: Sequence[str]) -> tuple[str, ...]:
        """Return who of the `people` has still to agree."""
        return tuple(each for each in people if each not in self.agreed)


@dataclass(frozen=True, slots=True)
class Declined:
    """A proposal that failed: its proposer is told so until they choose again.

    `by` is who said no, `TABLE` at the laptop, empty if the game has gone on meanwhile; `choices`
    is how many choices the proposer had made by then.
    """

    proposal: Proposal
    by: str
    choices: int


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move that needs nobody's answer: `events` returns it, and may think for long.

    It must be made only if the game still stands `at` the same place.
    """

    at: tuple[object, ...]
    events: Callable[[], tuple[Event, ...]]


class Hosting:
    """One game with all its seats at once, played with these `pieces`.

    `version` counts changes, also those that are only sealed or proposed: a page that shows an
    older one is shown again. `over` says that nobody is asked any more.
    """

    def __init__(self, ledger: Ledger, pieces: Pieces, tell: Tell = str) -> None:
        self.pieces = pieces
        self.sealing = Sealing(ledger)
        self.tellings = Tellings(ledger)
        self.version = 0
        self.proposal: Proposal | None = None
        self.tell = tell
        self._declined: Declined | None = None
        self._ledger = ledger
        self._epoch = int(ledger.apart.get("taken back", "0"))
        self._bots = {**ledger.bots, **ledger.kept("bot ")}
        """The bot that plays for each player; empty once the seat was given back."""
        self._programs = {player: pieces.makers[bot]() for player, bot in self.bots.items()}
        self._play = Play(ledger, self._programs, tell)
        self.listeners = self._play.listeners
        pieces.join(self)
        self.look_again()

    # what can be seen

    @property
    def record(self) -> Record:
        """The whole record; only what a seat sees of it may be shown."""
        return self._play.record

    @property
    def players(self) -> tuple[str, ...]:
        """All who play, in seating order."""
        return self.record.setup.players

    @property
    def bots(self) -> Mapping[str, str]:
        """The bot of each player that has one now."""
        return {player: bot for player, bot in self._bots.items() if bot}

    @property
    def people(self) -> tuple[str, ...]:
        """The players that are not bots."""
        return self._play.people

    @property
    def at(self) -> str:
        """The place of the game: the keys of its questions begin with it."""
        return f"{self._epoch}.{self.record.last}"

    def view(self, viewer: str) -> View:
        """Return what a player sees, or the table."""
        return self._play.view(viewer)

    def coming(self) -> Turn:
        """Return what can come next, as everybody sees it."""
        return self._play.coming()

    def hints(self, viewer: str) -> Hints:
        """Return what a viewer has been told so far."""
        return self._play.hints[viewer]

    # who is asked

    def awaited(self) -> tuple[str, ...]:
        """Return who is free to act and has not chosen in secret yet; this is no secret.

        With real pieces, also who has still to tell what was drawn.
        """
        if self._inquiry is not None:
            return tuple(p for p, question in self._inquiry.items() if not question.sealed)
        if self.sealing.together:
            told = (*self.sealing.events, *self.tellings.silent)
            return tuple(player for player in self.sealing.together if player not in told)
        return self._free

    def chosen(self) -> tuple[str, ...]:
        """Return who has chosen in secret, or told, while others have still to do so."""
        if self._inquiry is not None:
            return tuple(p for p, question in self._inquiry.items() if question.sealed)
        return tuple(p for p in self.sealing.together if p in self.sealing.events)

    def question(self, player: str) -> Question | None:
        """Return what the seat of `player`, or the TABLE, is asked; None if nothing."""
        if player not in self._questions:
            self._questions[player] = self._question(player)
        return self._questions[player]

    def _question(self, player: str) -> Question | None:
        if self._inquiry is not None:
            return self._inquiry.get(player)
        if player in self.sealing.together:
            own, sealed = self.sealing.together[player], self.sealing.line(player)
            moves = choices(own)
            draw = None if moves else self.tellings.drawn(own)
            return Question(own, moves, f"{self.at}s", True, sealed, draw)
        if self.sealing.together:
            return None
        own = self.view(player)
        if not isinstance(self.coming(), tuple):
            asked = player in self._free or (player == TABLE and self._lies_open)
            draw = self.tellings.drawn(own) if asked else None
            return Question(own, (), f"{self.at}d", False, draw=draw) if draw else None
        if player not in (self.players if self._anybody else self._free):
            return None
        moves = (*choices(own), *overdue(own))
        return Question(own, moves, self._key(own, moves), False) if moves else None

    def _key(self, own: View, moves: tuple[Event, ...]) -> str:
        if len(self.awaited()) < 2:
            return self.at
        done = sum(event.actor == own.viewer for _, event in own.events)
        verbs = dict.fromkeys(move.verb for move in moves)
        return f"{self._epoch}-{done}-{'-'.join(verbs)}"

    # what is answered

    def choose(
        self,
        player: str,
        key: str,
        text: str,
        sure: bool = False,
        listed: Listed = NONE_LISTED,
    ) -> Answer | Deferred[Any]:
        """Carry out the answer of `player` to the question `key`.

        It is judged by what that seat sees, and may be the number of one of the moves that are
        `listed` there. With real pieces, `sure` says that it was so in spite of a refusal.
        """
        question = self.question(player)
        if question is None or question.key != key or question.sealed:
            return Stale()
        wrong = unreadable(text)
        if wrong is not None:
            return Refused(wrong)
        if question.draw is not None:
            return self.pieces.accept(player, question, text)
        listener = self.listeners.get(player)
        event = judged(question.view, question.moves, text, self.tell, listener, listed)
        if isinstance(event, Refused):
            return self._let_stand(question, text) if sure and self.pieces.real else event
        if event.actor != player:
            return self.propose(player, event)
        if not question.secret:
            return self.pieces.make(event, sure)
        self.seal(player, event)
        return Accepted()

    def judged(self, question: Question, text: str) -> Event | Refused:
        """Return the move that `text` answers to `question`, or why it cannot be made."""
        return judged(question.view, question.moves, text, self.tell)

    def may_stand(self, player: str, text: str) -> bool:
        """Tell whether `text`, which was refused for breaking an obligation, can be let stand."""
        question = self.question(player)
        return question is not None and self._breach(question, text) is not None

    def _breach(self, question: Question, text: str) -> Event | None:
        if not self.pieces.real or question.draw is not None or question.secret:
            return None
        try:
            return breach_of(question.view, question.moves, text, self.tell)
        except TableError:
            return None

    def _let_stand(self, question: Question, text: str) -> Answer | Deferred[Any]:
        breach = self._breach(question, text)
        return Refused(NEVER_STANDS) if breach is None else self.pieces.make(breach, sure=True)

    def seal(self, player: str, event: Event) -> None:
        """Seal what `player` has chosen in secret, or told."""
        self.sealing.seal(player, event)
        self.changed()

    def choose_again(self, player: str) -> Accepted | Stale:
        """Open what `player` has sealed, or told, while others have still to do so."""
        if self._inquiry is not None:
            return self.pieces.reopen(player)
        if player not in self.chosen():
            return Stale()
        self.sealing.open(player)
        self.changed()
        return Accepted()

    # what needs nobody

    def due(self) -> PendingMove | None:
        """Return the move that needs nobody's answer, None while somebody is awaited."""
        if self._inquiry is not None:
            return None
        if self.sealing.together:
            if any(player in self.people for player in self.awaited()):
                return None
            return PendingMove(self._stand, self._all_together())
        asked = self._play.asked()
        if isinstance(asked, BotsAct):
            return self._bots_deed(asked)
        if self._free or isinstance(self.coming(), tuple):
            return None
        drawn = unseen(self.view(TABLE))
        return None if drawn is None else PendingMove(self._stand, lambda: (drawn,))

    def let(self, player: str) -> PendingMove | None:
        """Return the move of the bot of `player`, if it is free to act beside others; else None."""
        free = not self.sealing.together and player in self.bots and player in self.awaited()
        return self._bots_deed(BotsAct((player,))) if free else None

    def carry_out(self, deed: PendingMove, events: tuple[Event, ...]) -> bool:
        """Make a move that was thought out; return False, doing nothing, if the game has gone on.

        If it shows that a sealed choice is impossible, that choice is only asked for again.
        """
        if deed.at != self._stand or not events:
            return False
        self.pieces.write(events)
        return True

    def go_on(self) -> None:
        """Make all moves that need nobody's answer."""
        while (deed := self.due()) is not None and self.carry_out(deed, deed.events()):
            pass

    @property
    def _stand(self) -> tuple[object, ...]:
        """Return the state that a thought depends on: the place of the game, and what is sealed."""
        return (self.at, *self.sealing.events.items())

    def _bots_deed(self, asked: BotsAct) -> PendingMove:
        thought = self._play.thought(asked)

        def think() -> tuple[Event, ...]:
            event = thought()
            return () if event is None else (event,)

        return PendingMove(self._stand, think)

    def _all_together(self) -> Callable[[], tuple[Event, ...]]:
        """Return a function that finds all that is chosen, or told, at once, in the order of lines.

        Bots think then; what nobody tells becomes holes.
        """
        sealed, bots = dict(self.sealing.events), dict(self._programs)
        views, rng = self.sealing.together, self._ledger.chance()

        def choose() -> Iterator[Event]:
            for player, own in views.items():
                if player in bots:
                    yield bots[player].choose(own, rng).event
                elif player in sealed:
                    yield sealed[player]
                elif (drawn := unseen(own)) is not None:
                    yield drawn

        return lambda: tuple(choose())

    # what nobody else has seen

    def before(self, player: str) -> View | None:
        """Return what `player` saw before their last choice, None if others have seen it."""
        return None if self.sealing.together else self._play.before(player)

    def fix(self, player: str, text: str) -> Accepted | Stale | Refused:
        """Replace the last choice of `player`, which nobody has seen, by `text`."""
        if self.tellings.clash is not None:
            return Refused(self.tellings.clash)
        if self.before(player) is None:
            return Stale()
        answer = self._play.fix(player, text)
        if isinstance(answer, Accepted):
            self._next_epoch()
            self.look_again()
        return answer

    def _next_epoch(self) -> None:
        """Begin a new epoch, so that old answers do not fit a question that comes again."""
        self._ledger.keep_apart("taken back", str(self._epoch + 1))
        self._epoch += 1

    # what all must agree to

    def take_back(self, player: str, told: bool = False) -> Asks | Accepted | Stale | Refused:
        """Ask all to take back the last choice of `player`, and all that followed it.

        It may be what they, or all, `told` of a draw. If it has a price, the player who asks has to
        agree as well. A line of theirs that waits is left out, and a choice that is still sealed is
        opened, or one of which it is asked what came: nothing has come of it.
        """
        if self.tellings.clash is not None:
            return Refused(self.tellings.clash)
        waiting, question = self.pieces.held, self.question(player)
        if waiting is not None and waiting.noter == player:
            return self.pieces.leave_out(player)
        if question is not None and question.chosen and player in self.people:
            return self.choose_again(player)
        if self._is_anothers(player):
            return Refused(PENDING)
        wanted = self.pieces.takeback(player, told) or self._play.takeback(player)
        if isinstance(wanted, Refused):
            return wanted
        agreed = frozenset({player} if wanted.price is None else ())
        key = f"{self.at} {player} {wanted.line}"
        return self._propose(Proposal(player, key, agreed, wanted=wanted))

    def losses(self, wanted: Wanted) -> tuple[Words, ...]:
        """Return what is gone with the lines of `wanted`, sealed or not, and what it costs."""
        sealed = () if wanted.keeps_sealed else self.chosen()
        if self._inquiry is None and isinstance(self.coming(), tuple):
            return wanted.losses(chose=sealed)
        return wanted.losses(told=sealed)

    def agree(self, player: str, key: str) -> Accepted | Stale:
        """Agree to the proposal `key`; it is carried out once all people have agreed."""
        found = self.proposal
        if found is None or found.key != key or player not in self.people or self.tellings.clash:
            return Stale()
        self._propose(replace(found, agreed=found.agreed | {player}))
        return Accepted()

    def decline(self, by: str, key: str) -> Accepted | Stale:
        """Drop the proposal `key`: `by` is the player who says no, or the table."""
        found = self.proposal
        if found is None or found.key != key:
            return Stale()
        self._drop(found, by)
        self.changed()
        return Accepted()

    def declined(self, player: str) -> Declined | None:
        """Return the last proposal of `player` that failed, None if none did."""
        found = self._declined
        if found is None or found.proposal.player != player:
            return None
        return found if found.choices == self._choices(player) else None

    def _drop(self, proposal: Proposal, by: str) -> None:
        self.proposal = None
        player = proposal.player
        if by != player:
            self._declined = Declined(proposal, by, self._choices(player))

    def _choices(self, player: str) -> int:
        return sum(event.actor == player for _, event in self.record.events)

    def _is_anothers(self, player: str) -> bool:
        """Tell whether somebody else than `player` has proposed what is not settled yet."""
        return self.proposal is not None and self.proposal.player != player

    def propose(self, player: str, event: Event) -> Asks | Accepted | Refused:
        """Ask all others for their consent to `event`, which `player` proposes for everybody."""
        if self._is_anothers(player):
            return Refused(PENDING)
        key = f"{self.at} {write_event(self.record, event)}"
        return self._propose(Proposal(player, key, frozenset({player}), event))

    def _propose(self, proposal: Proposal) -> Asks | Accepted:
        """Ask all people for their consent to `proposal`, or carry it out if all have agreed."""
        self._declined = self.proposal = None
        if not proposal.agreed >= set(self.people):
            self.proposal = proposal
            self.changed()
            asks = Asks(proposal.player)
            return asks if proposal.price is None else replace(asks, words=proposal.price)
        if proposal.event is not None:
            self._play.make(proposal.event)
        told = dict(proposal.wanted.told) if proposal.wanted is not None else {}
        if proposal.wanted is not None:
            told |= self.sealing.events if proposal.wanted.keeps_sealed else {}
            self._next_epoch()
            self._play.granted(proposal.wanted)
        self.look_again()
        for player, event in told.items():
            self.seal(player, event)
        return Accepted()

    # who sits there

    def hand_over(self, player: str, bot: str) -> Answer:
        """Let the bot of this name play for `player`; with an empty name, people again."""
        makers = self.pieces.makers
        if not makers:
            return Refused(NO_BOTS)
        if player not in self.players or (bot and bot not in makers):
            return Stale()
        self._ledger.keep_apart(f"bot {player}", bot)
        self._bots[player] = bot
        self._programs.pop(player, None)
        if bot:
            self._programs[player] = makers[bot]()
        self.sealing.open(player)
        self.look_again()
        return Accepted()

    # what changes

    def go_to(self, record: Record) -> None:
        """Make `record` the game, with all chance lines up to the next choice."""
        self._play.go_to(record)
        self.look_again()

    def look_again(self) -> None:
        """Drop what was proposed before the record, or the players, changed."""
        if self.proposal is not None:
            self._drop(self.proposal, "")
        self.sealing.look_again(self._play, self.at)
        coming, table = self.coming(), self.view(TABLE)
        self.over = coming == ()
        if isinstance(coming, tuple):
            self._free = tuple(dict.fromkeys(event.actor for event in coming if event.actor))
        else:
            self._free = tellers(table, coming.event, self.tellings.silent)
        self._anybody = isinstance(coming, tuple) and any(not event.actor for event in coming)
        """Whether a possible line belongs to no single player."""
        self._lies_open = not isinstance(coming, tuple) and table.seers(coming.event) is None
        """Whether the next draw is seen by all."""
        self.pieces.look_again()
        self.changed()

    def changed(self) -> None:
        """Count a change, and work out everybody's question anew."""
        self.version += 1
        self._questions: dict[str, Question | None] = {}
        self._inquiry = self.pieces.inquiry()

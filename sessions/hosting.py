"""One game with a place for every seat: what each is asked, and what all choose at once.

What several choose in secret they choose at the same time. Each choice is sealed: saved apart from
the record as it comes, and written there when all are in, in the order of the game, so that neither
who was first nor how long it took shows in anything that comes after.

A move says which question it answers. It is stale if that seat is asked something else by now;
what others have done meanwhile, where several are free to act, does not make it so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from ..models.core import TABLE, Event, Record, TableError, Turn, View, turn
from ..models.record import read_words, write_event
from ..models.words import Tell, Words, say
from ..solver.play.coach import Bot, choices
from ..solver.play.driver import acted, overdue
from .answers import Refused, refusal
from .fixing import automatic
from .gate import allowed, move_of
from .hints import Hints
from .ledger import Ledger
from .play import BotsAct, Play, Wanted
from .real_pieces import Tapping

OTHERS_ASKED = say("The others are asked.")
CHOOSE_AGAIN = say("What you chose cannot be done: please choose again.")

T = TypeVar("T")
Makers = Mapping[str, Callable[[], Bot]]
"""The bots that can sit down, by name."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: to make one of `moves`, as far as `view` tells.

    An answer names the `key`. Where all choose in `secret`, `sealed` is the line that was chosen.
    With real pieces a seat is asked what is drawn as well: there are no moves then, but a `draw`.
    """

    view: View
    moves: tuple[Event, ...]
    key: str
    secret: bool
    sealed: str = ""
    draw: Tapping | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The move stands, or is sealed."""


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing has changed: the seat is asked something else by now."""


@dataclass(frozen=True, slots=True)
class Asks:
    """`player` has asked all for their consent; nothing has changed yet. `words` tell them so."""

    player: str
    words: Words = OTHERS_ASKED


@dataclass(frozen=True, slots=True)
class Deferred(Generic[T]):
    """Nothing has changed yet: `thought`, which takes its time, is to be thought out first.

    Wherever that is done, what it finds is `learnt`; then the same is asked again, of whatever the
    game is by then.
    """

    thought: Callable[[], T]
    learnt: Callable[[T], None]


Answer = Accepted | Asks | Stale | Refused
"""What a seat or the table is answered."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What `player` would have done, once all have `agreed`: `event`, or else `wanted` back.

    `line` tells one proposal from another.
    """

    player: str
    line: int
    agreed: frozenset[str]
    event: Event | None = None
    wanted: Wanted | None = None

    @property
    def price(self) -> Words | None:
        """What it costs beside, None for nothing."""
        return self.wanted.price if self.wanted is not None else None


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing came of a proposal: whoever made it is told so until they choose again.

    `by` is who has said no, `TABLE` at the laptop, empty where the game has gone on meanwhile;
    `choices` are as many as whoever proposed it had made by then.
    """

    proposal: Proposal
    by: str
    choices: int


@dataclass(frozen=True, slots=True)
class PendingMove:
    """What can be done without asking anybody: `events` are thought out, at whatever length."""

    at: tuple[object, ...]
    events: Callable[[], tuple[Event, ...]]


class Hosting:
    """One game that the program deals, with all its seats at once; `real.Real` has real pieces.

    `version` counts what has changed, also what is only sealed or proposed: whoever has shown an
    older one shows it again. `over` says that nobody is asked any more. `asked_again` are those
    whose sealed choice could not be made, until they have chosen anew.
    """

    real = False

    def __init__(self, ledger: Ledger, makers: Makers, tell: Tell = str) -> None:
        self._tell = tell
        self.version = 0
        self.proposal: Proposal | None = None
        self._declined: Declined | None = None
        self._ledger = ledger
        self.makers = makers
        self._epoch = int(ledger.apart.get("taken back", "0"))
        self._bots = {**ledger.bots, **_prefixed(ledger.apart, "bot ")}
        self._play = self._with_bots()
        self._hints = {viewer: Hints() for viewer in (TABLE, *self.players)}
        self._look_again()
        self._sealed: dict[str, Event] = {}
        self.asked_again: frozenset[str] = frozenset()
        self._seal_again()

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
        """Which players are played by which bot now."""
        return {player: bot for player, bot in self._bots.items() if bot}

    @property
    def people(self) -> tuple[str, ...]:
        """The players that are no bots."""
        return self._play.people

    def view(self, viewer: str) -> View:
        """Return what a player sees, or the table."""
        return self._play.view(viewer)

    def hints(self, viewer: str) -> Hints:
        """Return what a viewer has been told so far."""
        return self._hints[viewer]

    def awaited(self) -> tuple[str, ...]:
        """Return who is free to act, those apart who have chosen in secret: no secret itself."""
        if self._together:
            return tuple(p for p in self._together if p not in self._sealed)
        return self._free

    def chosen(self) -> tuple[str, ...]:
        """Return who has made the choice that others are still to make, in secret."""
        return tuple(player for player in self._together if player in self._sealed)

    def question(self, player: str) -> Question | None:
        """Return what the seat of `player` is asked, None if nothing."""
        if player not in self._questions:
            self._questions[player] = self._question(player)
        return self._questions[player]

    def _question(self, player: str) -> Question | None:
        if player in self._together:
            view = self._together[player]
            return Question(view, choices(view), f"{self._at}s", True, self._line(player))
        if self._together or not (self._anybody or player in self._free):
            return None
        view = self.view(player)
        moves = (*choices(view), *overdue(view))
        if not moves:
            return None
        return Question(view, moves, self._key(view, moves), False)

    def _key(self, view: View, moves: tuple[Event, ...]) -> str:
        if len(self.awaited()) < 2:
            return self._at
        own = sum(event.actor == view.viewer for _, event in view.events)
        verbs = dict.fromkeys(move.verb for move in moves)
        return f"{self._epoch}-{own}-{'-'.join(verbs)}"

    @property
    def _at(self) -> str:
        return f"{self._epoch}.{self.record.last}"

    # what is chosen

    def choose(self, player: str, key: str, text: str) -> Answer | Deferred[Any]:
        """Make the move that is chosen at the seat of `player` in answer to the question `key`.

        It is judged by what that seat sees.
        """
        question = self.question(player)
        if question is None or question.key != key or question.sealed:
            return Stale()
        event = self.judged(question, text)
        if isinstance(event, Refused):
            return event
        if event.actor != player:
            return self._propose(Proposal(player, self.record.last, frozenset({player}), event))
        if question.secret:
            self._seal(player, event)
        else:
            self._play.make(event)
            self._look_again()
        self._changed()
        return Accepted()

    def judged(self, question: Question, text: str) -> Event | Refused:
        """Return the move that `text` says in answer to `question`, or why it cannot be made."""
        try:
            return move_of(question.view, question.moves, text, self._tell)
        except TableError as error:
            return refusal(error)

    def _seal(self, player: str, event: Event) -> None:
        line = write_event(self.record, event)
        self._ledger.keep_apart(f"sealed {player}", f"{self._at} {line}")
        self._sealed[player] = event
        self.asked_again -= {player}

    def _seal_again(self) -> None:
        """Take what was sealed before the game was left; who sealed what cannot be is asked again.

        An earlier version of the program may have sealed what is no move.
        """
        for player, text in _prefixed(self._ledger.apart, "sealed ").items():
            at, _, line = text.partition(" ")
            if at == self._at and player in self._together:
                try:
                    self._sealed[player] = self._unsealed(self._together[player], line)
                except TableError:
                    self._ask_again(player)

    def _unsealed(self, view: View, line: str) -> Event:
        """Return the event that was sealed as `line`; raises TableError if it is none."""
        return allowed(view, read_words(view, line, outcome=False))

    def _ask_again(self, player: str) -> None:
        self._open_sealed(player)
        self.asked_again |= {player}

    def _line(self, player: str) -> str:
        """Return the line that `player` has sealed, empty for none."""
        event = self._sealed.get(player)
        return "" if event is None else write_event(self.record, event)

    def choose_again(self, player: str) -> Accepted | Stale:
        """Open the sealed choice of `player`, as long as others are still to choose."""
        if player not in self.chosen():
            return Stale()
        self._open_sealed(player)
        self._changed()
        return Accepted()

    def _open_sealed(self, player: str) -> None:
        self._ledger.keep_apart(f"sealed {player}", None)
        self._sealed.pop(player, None)
        self.asked_again -= {player}

    def due(self) -> PendingMove | None:
        """Return what can be done without asking anybody, None while somebody is awaited."""
        if self._together:
            if any(player in self.people for player in self.awaited()):
                return None
            return PendingMove(self._stand, self._all_together(dict(self._sealed)))
        asked = self._play.asked()
        return self._bots_deed(asked) if isinstance(asked, BotsAct) else None

    def let(self, player: str) -> PendingMove | None:
        """Return what a bot does that is free to act, though others are free as well."""
        free = not self._together and player in self.bots and player in self.awaited()
        return self._bots_deed(BotsAct((player,))) if free else None

    def carry_out(self, deed: PendingMove, events: tuple[Event, ...]) -> bool:
        """Do what has been thought out; False, and nothing, if the game has gone on meanwhile.

        Where that shows that a sealed choice cannot be, nothing is done but to ask for it again.
        """
        if deed.at != self._stand or not events:
            return False
        self._write(events)
        self._look_again()
        self._changed()
        return True

    @property
    def _stand(self) -> tuple[object, ...]:
        """What is thought out must not be done once this is another: the game, what is sealed."""
        return (self._at, *self._sealed.items())

    def _write(self, events: tuple[Event, ...]) -> None:
        record = self.record
        for event in events:
            try:
                record = acted(record, event)
            except TableError:
                if event.actor not in self._sealed:
                    raise
                self._ask_again(event.actor)
                return
        self._play.go_to(record)

    def go_on(self) -> None:
        """Do all that can be done without asking anybody."""
        while (deed := self.due()) is not None and self.carry_out(deed, deed.events()):
            pass

    def _bots_deed(self, asked: BotsAct) -> PendingMove:
        play = self._play

        def think() -> tuple[Event, ...]:
            event = play.thought(asked)
            return () if event is None else (event,)

        return PendingMove(self._stand, think)

    def _all_together(self, sealed: Mapping[str, Event]) -> Callable[[], tuple[Event, ...]]:
        """Return what finds all choices that are made at once, those of bots thought out."""
        views, rng = self._together, self._ledger.chance()
        bots = {player: self.makers[bot]() for player, bot in self.bots.items()}

        def choose() -> Iterator[Event]:
            for player, view in views.items():
                if player in bots:
                    yield bots[player].choose(view, rng).event
                else:
                    yield sealed[player]

        return lambda: tuple(choose())

    # what nobody else has seen

    def before(self, player: str) -> View | None:
        """Return what `player` saw before the last choice, None if others have seen that."""
        return None if self._together else self._play.before(player)

    def fix(self, player: str, text: str) -> Accepted | Stale | Refused:
        """Put what `text` says in the place of the last choice of `player`: nobody has seen it."""
        if self.before(player) is None:
            return Stale()
        answer = self._play.fix(player, text)
        if isinstance(answer, Refused):
            return answer
        self._next_epoch()
        self._look_again()
        self._changed()
        return Accepted()

    def _next_epoch(self) -> None:
        """A question that comes again must not be answered by what was sent before."""
        self._ledger.keep_apart("taken back", str(self._epoch + 1))
        self._epoch += 1

    # what all must agree to

    def take_back(self, player: str) -> Asks | Accepted | Refused:
        """Ask all to take back the last choice of `player`, and all that came after it.

        Where it has its price, whoever asks is asked as well.
        """
        wanted = self._play.takeback(player)
        if isinstance(wanted, Refused):
            return wanted
        agreed = frozenset({player} if wanted.price is None else ())
        return self._propose(Proposal(player, wanted.line, agreed, wanted=wanted))

    def agree(self, player: str, line: int) -> Accepted | Stale:
        """Agree to what is proposed about `line`; it is done once all people have agreed."""
        found = self.proposal
        if found is None or found.line != line or player not in self.people:
            return Stale()
        self._propose(replace(found, agreed=found.agreed | {player}))
        return Accepted()

    def decline(self, by: str, line: int) -> Accepted | Stale:
        """Let nothing come of what is proposed about `line`: a player says so, or the table."""
        found = self.proposal
        if found is None or found.line != line:
            return Stale()
        self._drop(found, by)
        self._changed()
        return Accepted()

    def declined(self, player: str) -> Declined | None:
        """Return what came to nothing of what `player` has proposed last, None if nothing did."""
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

    def _propose(self, proposal: Proposal) -> Asks | Accepted:
        self._declined = self.proposal = None
        if not proposal.agreed >= set(self.people):
            self.proposal = proposal
            self._changed()
            asks = Asks(proposal.player)
            return asks if proposal.price is None else replace(asks, words=proposal.price)
        if proposal.event is not None:
            self._play.make(proposal.event)
        elif proposal.wanted is not None:
            self._next_epoch()
            self._play.granted(proposal.wanted)
        self._look_again()
        self._changed()
        return Accepted()

    # who sits there

    def hand_over(self, player: str, bot: str) -> None:
        """Let the bot of this name play for `player`, nobody (empty) but people again."""
        self._ledger.keep_apart(f"bot {player}", bot)
        self._bots[player] = bot
        self._open_sealed(player)
        self._play = self._with_bots()
        self._look_again()
        self._changed()

    def _with_bots(self) -> Play:
        bots = {player: self.makers[bot]() for player, bot in self.bots.items()}
        return Play(self._ledger, bots, self._tell)

    def _changed(self) -> None:
        self.version += 1
        self._questions.clear()

    def _look_again(self) -> None:
        """The record has changed, or who plays: what was sealed or proposed for it is no more."""
        if self.proposal is not None:
            self._drop(self.proposal, "")
        before = getattr(self, "_together_at", None)
        self._together = dict(_together(self._play))
        self._together_at = self._at
        coming = self._play.coming()
        events = coming if isinstance(coming, tuple) else ()
        self._free = tuple(dict.fromkeys(event.actor for event in events if event.actor))
        self._anybody = any(not event.actor for event in events)
        """Whether there is a line that is not one player's."""
        self.over = coming == ()
        self._questions: dict[str, Question | None] = {}
        if before is not None and before != self._at:
            self._sealed, self.asked_again = {}, frozenset()
            for name in [name for name in self._ledger.apart if name.startswith("sealed ")]:
                self._ledger.keep_apart(name, None)


def _prefixed(apart: Mapping[str, str], begin: str) -> dict[str, str]:
    return {
        name.removeprefix(begin): text for name, text in apart.items() if name.startswith(begin)
    }


def asked_in_secret(table: View, coming: Turn) -> Sequence[tuple[str, Event]]:
    """Return the lines that are `coming`, by who alone knows which it is; none if others know."""
    if isinstance(coming, tuple):
        acting = [(event.actor, event) for event in coming if event.actor]
        return acting if all(table.is_blind(event) for _, event in acting) else ()
    drawn, seers = automatic(table), table.seers(coming.event) or ()
    return [(seer, drawn) for seer in seers] if drawn is not None and len(seers) == 1 else ()


def _together(play: Play) -> Iterator[tuple[str, View]]:
    """Yield who chooses in secret now, each with the view in which the choice is made.

    They come in the order of their lines. Where the rules ask one after the other, the lines before
    show nobody else what was chosen: so who comes later can be asked as if they stood there. With
    real pieces what each draws alone is told in the same way.
    """
    table, coming, verbs = play.view(TABLE), play.coming(), set[str]()
    before: list[Event] = []
    seen: set[str] = set()
    while True:
        asked = asked_in_secret(table, coming)
        kinds = {event.verb for _, event in asked}
        acting = {player for player, _ in asked} - seen
        free = [player for player in table.setup.players if player in acting]
        if not free or (verbs and kinds != verbs):
            return
        player, verbs = free[0], kinds
        view = play.view(player)
        for line in before:
            view = view.plus(line)
        yield player, view
        shown = {table.shown(event) for who, event in asked if who == player}
        if len(shown) != 1:  # what comes next depends on what is chosen
            return
        seen.add(player)
        before.append(*shown)
        table = table.plus(before[-1])
        coming = turn(table)

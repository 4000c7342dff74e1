"""One game that the program deals, while it is played: who is asked, what a typed line does.

The answer to a typed line depends only on what its typist sees: the line is read in that view, and
held to the rules as far as that view tells. Only then is it made in the whole record. So a later
error of the rules is a fault of the program, and its message may be a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ..models.core import (
    PRACTICE,
    TABLE,
    Event,
    Line,
    Record,
    TableError,
    Turn,
    View,
    turn,
    view,
)
from ..models.match import Match
from ..models.record import write_event
from ..models.wording import joined, player_named
from ..models.words import Tell, Words, called, listed, say, say_n
from ..solver.play.coach import Bot, choices
from ..solver.play.driver import acted, bot_event, overdue
from .answers import Accepted, Refused
from .gate import allowed, judged
from .helping import answers, is_agreed, levels_of, with_help
from .hints import Hints
from .ledger import Ledger
from .lines import examples, one_example
from .listener import Listener
from .news import Passage, news, sentence
from .typed import NONE_LISTED, Listed, public_move


@dataclass(frozen=True, slots=True)
class Over:
    """Nobody is asked any more."""


@dataclass(frozen=True, slots=True)
class BotsAct:
    """No person need be asked: one of these `players`, all of them bots, acts."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhoGoesNext:
    """Several players are `free` to act; they say themselves who goes first."""

    free: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """`player`, one of those who are `free` to act, chooses while nobody else looks.

    `line` was typed for this seat before it was open: it is to be judged there.
    """

    player: str
    free: tuple[str, ...]
    line: str = ""

    @property
    def others(self) -> tuple[str, ...]:
        """The other players who may go first instead."""
        return tuple(each for each in self.free if each != self.player)


@dataclass(frozen=True, slots=True)
class NeedsYes:
    """The move needs a yes to `question` before it is made.

    It concerns everybody, or a single word would use up what can be used only once.
    """

    event: Event
    question: Words


@dataclass(frozen=True, slots=True)
class Wanted:
    """`player` wants to take back the choice in line `line`, and with it the lines `gone`.

    `asked` are the other people, who all have to agree; bots do. What `bots` have shown in those
    lines stays known, so the game becomes practice; there are none if it is practice already.
    With real pieces, what others have `told` of theirs stands behind it all the same, each by who
    told it, and the `tellers` tell theirs again. If that `keeps_sealed`, so does what is told now.
    """

    player: str
    line: int
    gone: tuple[Line, ...]
    asked: tuple[str, ...]
    bots: tuple[str, ...] = ()
    told: tuple[tuple[str, Event], ...] = ()
    tellers: tuple[str, ...] = ()
    keeps_sealed: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the lines that would be gone."""
        return tuple(line.number for line in self.gone if line.event is not None)

    @property
    def heading(self) -> Words:
        """What stands above those lines."""
        return say_n(
            "{player} would take back {n} line:",
            "{player} would take back {n} lines:",
            len(self.numbers),
            player=called(self.player),
        )

    def losses(self, chose: Sequence[str] = (), told: Sequence[str] = ()) -> tuple[Words, ...]:
        """Return what else is gone, never what it was, and what that costs.

        Behind the last line there may be what players `chose`, or `told`, and is still sealed.
        """
        found = []
        if choosers := dict.fromkeys((*self.others, *chose)):
            names = listed(map(called, choosers))
            found.append(say("What others chose is gone with it: {names}.", names=names))
        if tellers := dict.fromkeys((*self.tellers, *told)):
            names = listed(map(called, tellers))
            found.append(say("What was told of the pieces is told again: {names}.", names=names))
        return (*found, *([self.price] if self.price is not None else []))

    @property
    def others(self) -> tuple[str, ...]:
        """The players whose own choices would be gone too."""
        actors = [line.event.actor for line in self.gone if line.event is not None]
        return tuple(dict.fromkeys(each for each in actors if each not in ("", self.player)))

    @property
    def marks(self) -> tuple[str, ...]:
        """The notes to be written after the lines that stay: what they count is not taken back."""
        plain = (line for line in self.gone if line.event is None and not is_agreed(line))
        kept = tuple(line.note for line in plain)
        new = f"{PRACTICE}taken back behind what {', '.join(self.bots)} showed"
        return (*kept, new) if self.bots else kept

    @property
    def price(self) -> Words | None:
        """What it costs, None if nothing: what a bot has shown cannot be forgotten."""
        if not self.bots:
            return None
        return say(
            "What {names} showed stays known: the game becomes practice, which no scores count.",
            names=listed(self.bots),
        )


Asked = Over | BotsAct | WhoGoesNext | Seat
"""Who is asked next."""
Goes = BotsAct | Seat
"""Who goes next, as people have said."""


class Play:
    """One game with all its seats; `bots` play for those that are not `people`.

    No line is folded again, so a late line costs no more than an early one.
    """

    def __init__(self, ledger: Ledger, bots: Mapping[str, Bot], tell: Tell = str) -> None:
        players = ledger.record.setup.players
        self._ledger = ledger
        self._bots = bots
        self._tell = tell
        self._match = Match.of(ledger.record, (TABLE, *players))
        self._coming: tuple[View, Turn] | None = None
        self.listeners = {viewer: Listener(tell) for viewer in (TABLE, *players)}
        self.go_to(ledger.record)
        self._seen = {viewer: self._last_seen(viewer) for viewer in (TABLE, *self.people)}
        self.hints: Mapping[str, Hints] = {viewer: Hints() for viewer in (TABLE, *players)}

    @property
    def record(self) -> Record:
        """The whole record; only what a seat sees of it may be shown."""
        return self._match.record

    @property
    def people(self) -> tuple[str, ...]:
        """The players that are no bots."""
        return tuple(p for p in self.record.setup.players if p not in self._bots)

    def view(self, viewer: str) -> View:
        """Return what a player sees, or the table."""
        return self._match.views[viewer]

    def coming(self) -> Turn:
        """Return what can come next, as everybody sees it."""
        table = self.view(TABLE)
        if self._coming is None or self._coming[0] is not table:
            self._coming = table, turn(table)
        return self._coming[1]

    def asked(self) -> Asked:
        """Return who is asked next; who is free to act is no secret."""
        coming = self.coming()
        if not isinstance(coming, tuple) or not coming:
            return Over()
        free = tuple(dict.fromkeys(event.actor for event in coming if event.actor))
        people = tuple(player for player in free if player in self.people)
        if not people:
            return BotsAct(free)
        # Where only the actor sees which choice this is, no order can matter: bots come last, so
        # that nobody waits for them before they have chosen.
        if all(self.record.is_blind(event) for event in coming if event.actor):
            return Seat(people[0], people)
        if len(free) == 1 or len(self.people) == 1:
            return Seat(people[0], free)
        return WhoGoesNext(free)

    def moves(self, player: str) -> tuple[Event, ...]:
        """Return what can be typed at the seat of `player`."""
        own = self.view(player)
        return (*choices(own), *overdue(own))

    def examples(self, player: str) -> Sequence[Words]:
        """Return examples of what can be typed at the seat of `player`, one of each kind."""
        return examples(self.view(player), self.moves(player))

    def example(self, player: str) -> Words:
        """Return one legal move as it can be typed at the seat of `player`."""
        return one_example(self.view(player), self.moves(player))

    # a line

    def between(self, asked: WhoGoesNext, text: str) -> Goes | Accepted | Refused:
        """Take what is typed while everybody looks on."""
        goes = self._goes(asked.free, text)
        if goes is not None:
            return goes
        name, _, rest = joined(asked.free, text).partition(" ")
        player = player_named([each for each in asked.free if each in self.people], name)
        if player is None:
            names = listed(asked.free)
            return Refused(say("Type one of these names: {names}", names=names))
        event = public_move(self.view(TABLE), player, text, self._tell)
        if event is None:
            return Seat(player, asked.free, rest.strip())
        return self.make(allowed(self.view(player), event))

    def at_seat(
        self, seat: Seat, text: str, listed: Listed = NONE_LISTED
    ) -> Goes | Accepted | NeedsYes | Refused:
        """Take what is typed at a seat: a move, or which of the others goes first."""
        return self._goes(seat.free, text, but=seat.player) or self.move(seat.player, text, listed)

    def move(
        self, player: str, text: str, listed: Listed = NONE_LISTED
    ) -> Accepted | NeedsYes | Refused:
        """Make the move typed for `player`, if it is possible as far as that seat knows.

        It may be the number of one of the moves that are `listed` there.
        """
        own, listener = self.view(player), self.listeners[player]
        event = judged(own, self.moves(player), text, self._tell, listener, listed)
        if isinstance(event, Refused):
            return event
        if self.record.notation.verbs[event.verb].once and len(text.split()) < 2:
            line = sentence(self.record, event)
            return NeedsYes(event, say("{line}: only once; sure (yes/no)? ", line=line))
        if event.actor != player:
            line = sentence(self.record, event)
            return NeedsYes(event, say("{line}: is everybody sure (yes/no)? ", line=line))
        return self.make(event)

    def make(self, event: Event) -> Accepted:
        """Make a move that was judged, and agreed on if it concerns everybody."""
        self.go_to(acted(self.record, event))
        return Accepted()

    def go_to(self, record: Record) -> None:
        """Make `record` the game, with all chance lines up to the next choice."""
        match = self._match.at(self._ledger.dealt(record))
        self._ledger.keep(match.record)
        self._match = match
        self._befores: dict[str, View] = {}
        """What `before` has returned: a question stays open only behind the very same view."""
        for listener in self.listeners.values():
            listener.forget()

    def act(self, asked: BotsAct) -> None:
        """Let one of the bots act."""
        event = self.thought(asked)()
        if event is not None:
            self.make(event)

    def thought(self, asked: BotsAct) -> Callable[[], Event | None]:
        """Return a function that finds what the bots do next, from the game as it is now."""
        players = asked.players if self.people else self._bots
        bots = {player: self._bots[player] for player in players}
        return partial(bot_event, self._match, bots, self._ledger.chance())

    def undo(self, by: str = TABLE) -> str | Refused:
        """Take back the last choice, and return whose it was; revealed pieces stay revealed.

        At the seat of `by` it is taken back only if it is their own.
        """
        able = self.able_to_fix(by)
        if able is None:
            return self.not_secret(by)
        *before, last = self.record.lines
        if last.number != self.secret(able) or by not in (TABLE, able):
            return Refused(
                say(
                    "{undo} takes back only the last line, and at a seat only your own;"
                    " {fix} {player} lets {player} choose again.",
                    undo=say("undo"),
                    fix=say("fix"),
                    player=able,
                )
            )
        self.go_to(self.record.with_lines(before))
        return able

    # choices that are corrected, and those taken back

    def secret(self, player: str) -> int | None:
        """Return the line of the last choice of `player`, if nobody else has seen any of it.

        Nothing may have been drawn or shown since; otherwise None.
        """
        for number, event in reversed([*self.record.events]):
            before = self.record.until(number - 1)
            if not isinstance(turn(before), tuple) or not before.is_blind(event):
                return None
            if event.actor == player:
                return number
        return None

    def able_to_fix(self, by: str = TABLE) -> str | None:
        """Return whose last choice nobody else has seen: that of `by`, or the last of the people's.

        None if others have seen them all.
        """
        secret = {p: number for p in self.people if (number := self.secret(p)) is not None}
        return by if by in secret else max(secret, key=secret.__getitem__, default=None)

    def not_secret(self, by: str) -> Refused:
        """Return why the last choice of `by`, or of the people, is not one that nobody has seen."""
        wanted = self.takeback(by=by)
        if isinstance(wanted, Refused):
            return wanted
        alone = sum(line.event is not None for line in wanted.gone) == 1
        return Refused(SEEN if alone else GONE_ON)

    def fix(self, player: str, text: str, listed: Listed = NONE_LISTED) -> Accepted | Refused:
        """Replace the last choice of `player`, which nobody has seen, by what is typed.

        It may be the number of one of the choices that are `listed` there.
        """
        number, own = self.secret(player), self.before(player)
        if number is None or own is None:
            return self.not_secret(player)
        listener = self.listeners[player]
        event = judged(own, choices(own), text, self._tell, listener, listed)
        if isinstance(event, Refused):
            return event
        try:
            after = acted(self.record.until(number - 1), event)
            for line in self.record.lines:
                if line.number > number:
                    after = after.and_line(line)
        except TableError:  # what does not fit any more is a secret of others
            return Refused(GONE_ON)
        self.go_to(after)
        return Accepted()

    def before(self, player: str) -> View | None:
        """Return what `player` saw before their last choice, None if others have seen it."""
        number = self.secret(player)
        if number is not None and player not in self._befores:
            self._befores[player] = view(self.record.until(number - 1), player)
        return self._befores.get(player)

    def takeback(self, name: str = "", by: str = TABLE) -> Wanted | Refused:
        """Return what taking back the last choice of a player, or the last at all, would need.

        All that followed goes with it, also the choices of others; but never past what was drawn,
        rolled, told or shown: that cannot be forgotten. At the seat of `by` it is their own last
        choice, unless a name is given.
        """
        player = by if by in self.people else None
        if name:
            player = player_named(self.people, name)
            if player is None:
                names = listed(self.people)
                return Refused(say("Type one of these names: {names}", names=names))
        whose = self.people if player is None else (player,)
        number = max((n for n, event in self.record.events if event.actor in whose), default=0)
        if not number:
            return Refused(say("There is no line to take back."))
        gone = tuple(line for line in self.record.lines if line.number >= number)
        bots: dict[str, None] = {}
        for at, event in reversed([each for each in self.record.events if each[0] >= number]):
            before, actor = self.record.until(at - 1), event.actor
            if not isinstance(turn(before), tuple) or event.outcome:
                return Refused(self._shown(at))
            a_bot = actor in self._bots or actor in self._ledger.ever_bots
            if a_bot and not before.is_blind(event):
                bots = {actor: None, **bots}
        others = tuple(each for each in self.people if each != actor)
        return Wanted(actor, number, gone, others, () if is_practice(self.record) else tuple(bots))

    def _shown(self, number: int) -> Words:
        """Return why the line `number` cannot be taken back, as everybody may hear it."""
        words = say("What was drawn, rolled or shown cannot be taken back.")
        event = next(each for line, each in self.view(TABLE).events if line == number)
        line = sentence(self.record, event)
        return say("{line}. {why}", line=line, why=words) if event.actor else words

    def granted(self, wanted: Wanted) -> None:
        """Take back what everybody has agreed to; the record notes it."""
        before = self.record.until(wanted.line - 1)
        chosen = next(line.event for line in wanted.gone if line.event is not None)
        line = write_event(self.record, chosen)
        for note in (f"# taken back: {line}", *wanted.marks):
            before = before.and_line(Line(before.last + 1, None, note))
        self.go_to(with_help(before, levels_of(self.record)))

    def agree(self, levels: Mapping[str, str]) -> None:
        """Change how much players are helped, after all have agreed."""
        self.go_to(with_help(self.record, levels))

    def is_helped(self, viewer: str, question: str) -> bool:
        """Tell whether `question` is answered to `viewer` by the agreed help."""
        return answers(self.record, viewer, question)

    def _goes(self, free: tuple[str, ...], text: str, but: str = "") -> Goes | None:
        """Return who of `free` is named in `text`, None if nobody."""
        player = player_named([each for each in free if each != but], text)
        if player is None:
            return None
        return BotsAct((player,)) if player in self._bots else Seat(player, free)

    # news

    def news(self, viewer: str) -> tuple[Passage, ...]:
        """Return what has happened since the viewer last looked."""
        return news(self.view(viewer), self._seen[viewer])

    def looked(self, viewer: str) -> None:
        """Mark all lines so far as seen by `viewer`."""
        self._seen[viewer] = self.view(viewer)

    def _last_seen(self, viewer: str) -> View:
        """Return what `viewer` saw up to their own last move; everything, if there is none."""
        own = self.view(viewer)
        moves = [number for number, event in own.events if event.actor == viewer]
        return own.until(moves[-1]) if moves else own


def is_practice(record: Record) -> bool:
    """Tell whether bots' choices were seen in `record` and then taken back: it does not count."""
    return any(line.note.startswith(PRACTICE) for line in record.lines)


SEEN = say("Others have seen that choice: {takeback} asks the others.", takeback=say("takeback"))
GONE_ON = say(
    "The game has gone on from that choice: {takeback} asks the others.", takeback=say("takeback")
)

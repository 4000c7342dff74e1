"""One game with real pieces, a place for every seat: each tells what is drawn, and plays, alone.

The record is that of the `HANDS`: it knows what players tell of their own hands, and no deck. What
a seat tells is judged by what it sees alone; `RealPieces` holds together what several have told. So
whoever breaks a rule hears of it first, and nobody hears what others hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..models.core import TABLE, Contradiction, Draw, Event, Record, TableError, View, turn, view
from ..models.record import read_words, write_event
from ..models.words import Tell, Words, listed, say
from ..solver.engine.work import SECOND
from ..solver.play.coach import choices
from . import real_pieces
from .answers import Refused, refusal
from .fixing import automatic, continued, noted
from .gate import breach_of
from .hosting import (
    Accepted,
    Answer,
    Asks,
    Deferred,
    Hosting,
    PendingMove,
    Proposal,
    Question,
    Stale,
    asked_in_secret,
)
from .ledger import Ledger
from .lines import refused as unreadable
from .play import Wanted
from .real_pieces import CLASH, ONCE, WHOLE, RealPieces, Tapping, Telling, Withdrawn, tapping
from .typed import events_of

WORK = SECOND
"""Steps of work to find a conflict of what all see; who has told it waits meanwhile."""

Doubt = Deferred[Words | None]
"""What all would see is to be looked at first: whether it can be true."""
NO_BOTS = say(
    "With real pieces nobody is a bot: somebody would have to see its cards. A seat whose player"
    " leaves plays on without telling its hand."
)


@dataclass(frozen=True, slots=True)
class Held:
    """Lines that `noter` says have happened: they wait for the `asked`, who are said to act.

    What lies in the open and is nobody's own waits for any one of the asked; the laptop is one.
    """

    noter: str
    events: tuple[Event, ...]
    asked: tuple[str, ...]

    @property
    def by_any(self) -> bool:
        """Whether one of the asked is enough."""
        return TABLE in self.asked


@dataclass(frozen=True, slots=True)
class Asking:
    """What a player is asked about lines that were noted: their own and nobody's, as `line`.

    `words` say what is wrong with it by what they see; then it can be agreed to as a breach if it
    `may_stand`.
    """

    noter: str
    line: str
    words: Words | None
    may_stand: bool


class Real(Hosting):
    """One game with real pieces, with all its seats at once.

    `held` are lines that wait for whoever is said to have done them.
    """

    real = True

    def __init__(self, ledger: Ledger, tell: Tell = str) -> None:
        self._pieces = RealPieces(ledger)
        self.held: Held | None = None
        self._open: tuple[str, Event] | None = None
        """Who is asked what came of which choice of theirs."""
        self._thought: tuple[View, Words | None] | None = None
        """What all would see, looked at last, and why it cannot be true."""
        super().__init__(ledger, {}, tell)

    # who tells

    @property
    def silent(self) -> tuple[str, ...]:
        """The players who do not tell what they alone see."""
        return tuple(player for player in self.players if self._pieces.is_silent(player))

    def be_silent(self, player: str, silent: bool) -> None:
        """Ask `player` no more, or again, for what they alone see."""
        if (player in self.silent) == silent:
            return
        self._pieces.be_silent(player, silent)
        self._look_again()
        self._changed()
        self._compare_again()

    # what clashes

    @property
    def clash(self) -> bool:
        """Whether all were told of a clash, and wait for the laptop to open the game again."""
        return self._pieces.clash

    @property
    def clashes(self) -> int:
        """How often what was told has clashed in this game."""
        return real_pieces.clashes(self.record)

    @property
    def corrections(self) -> Mapping[str, int]:
        """How often players have told something later, or corrected it."""
        return real_pieces.corrections(self.record)

    @property
    def can_be_opened(self) -> bool:
        """Whether it changes anything if the laptop opens the game again."""
        return self.clash or not all(map(self._pieces.may_correct, self.players))

    def open(self) -> None:
        """Go on after a clash, at the laptop: then what clashed is told again."""
        self._pieces.open()
        self._changed()
        self._compare_again()

    def _close(self, record: Record, withdrawn: Mapping[int, Withdrawn]) -> Refused:
        """Tell all of a clash; `withdrawn` is what is told again once the game is opened."""
        self._go_to(self._pieces.clashed(record, withdrawn))
        return Refused(CLASH)

    # who is asked

    def awaited(self) -> tuple[str, ...]:
        """Return who is free to act, or to tell what was drawn."""
        if self.clash:
            return ()
        if self._again:
            asked = {p for n, who in self._again.items() if not self._is_told(n) for p in who}
            return tuple(player for player in self.players if player in asked)
        if self._open is not None:
            return (self._open[0],)
        found = super().awaited()
        return tuple(p for p in found if p not in self.silent) if self._together else found

    def chosen(self) -> tuple[str, ...]:
        """Return who has told, or chosen in secret, what others are still to."""
        if self._again:
            told = {p for n, who in self._again.items() if self._is_told(n) for p in who}
            return tuple(p for p in self.players if p in told and p not in self.awaited())
        return super().chosen()

    def _is_told(self, number: int) -> bool:
        return self._pieces.withdrawn[number].is_told

    def shared(self) -> Tapping | None:
        """Return what is drawn where all look on, None if nothing is."""
        coming, table = self._play.coming(), self.view(TABLE)
        if self.clash or self._again or self._together or isinstance(coming, tuple):
            return None
        return tapping(table) if table.seers(coming.event) is None else None

    @property
    def shared_key(self) -> str:
        """What an answer to `shared` names."""
        return f"{self._at}d"

    def _question(self, player: str) -> Question | None:
        if self.clash:
            return None
        if self._again:
            return self._asked_again(player)
        own = self.view(player)
        if self._open is not None:
            who, event = self._open
            asked = Question(own, (), f"{self._at}o", False, "", real_pieces.what_came(own, event))
            return asked if who == player else None
        if player in self._together:
            return self._asked_in_secret(player)
        if not self._together and not isinstance(turn(own), tuple):
            draw = tapping(own) if player in self._free else None
            return Question(own, (), f"{self._at}d", False, "", draw) if draw else None
        return super()._question(player)

    def _asked_in_secret(self, player: str) -> Question:
        own, sealed = self._together[player], self._line(player)
        if isinstance(turn(own), tuple):
            return Question(own, choices(own), f"{self._at}s", True, sealed)
        draw = tapping(own)
        draw = draw and replace(draw, told=self._pieces.remembered(player, draw.head))
        return Question(own, (), f"{self._at}s", True, sealed, draw)

    def _asked_again(self, player: str) -> Question | None:
        own = [number for number, who in self._again.items() if player in who]
        left = [number for number in own if not self._is_told(number)]
        if not own:
            return None
        number, told = (*left, *own)[0], self._pieces.withdrawn
        before = view(self.record.until(number - 1), player)
        draw = tapping(before)
        draw = draw and replace(draw, told=told[number].line)
        sealed = "" if left else told[number].line
        return Question(before, (), f"{self._at}w{number}", True, sealed, draw)

    # what a seat tells

    def choose(self, player: str, key: str, text: str, sure: bool = False) -> Answer | Doubt:
        """Do what the seat of `player` tells in answer to `key`; `sure` if it was so all the same.

        It is judged by what that seat sees.
        """
        question = self.question(player)
        if question is None or question.key != key or question.sealed:
            return Stale()
        wrong = unreadable(text)
        if wrong is not None:
            return Refused(wrong)
        if self._again:
            return self._tells_again(player, int(key.rpartition("w")[2]), text)
        if self._open is not None:
            return self._tells_what_came(self._open[1], question, text)
        if question.draw is not None:
            return self._draws(player, question, text)
        event = self.judged(question, text)
        if isinstance(event, Refused):
            return self._stands(question, text) if sure else event
        if event.actor != player:
            return self._propose(Proposal(player, self.record.last, frozenset({player}), event))
        if question.secret:
            self._seal(player, event)
            self._changed()
            return Accepted()
        return self._plays(player, event, sure)

    def may_stand(self, player: str, text: str) -> bool:
        """Tell whether `text`, which was refused, can be let stand: it broke an obligation."""
        question = self.question(player)
        if question is None or question.draw is not None or question.secret:
            return False
        return self._breach(question, text) is not None

    def _breach(self, question: Question, text: str) -> Event | None:
        try:
            return breach_of(question.view, question.moves, text, self._tell)
        except TableError:
            return None

    def _stands(self, question: Question, text: str) -> Accepted | Refused | Doubt:
        event = self._breach(question, text)
        if event is None:
            return Refused(say("This cannot be let stand: with it the table would be impossible."))
        return self._goes_on((event,), True)

    def _plays(self, player: str, event: Event, sure: bool) -> Accepted | Refused | Doubt:
        if "=" not in self.record.notation.verbs[event.verb].grammar:
            return self._goes_on((event,), sure)
        # Whether it is asked must not tell what others have told, only who has told at all.
        known = self._pieces.all_is_known(self.record)
        found: Event | None = None
        if known:
            found = self.record.game.resolve(self.record.state, event)
        else:
            found = real_pieces.only_outcome(self.view(player), event)
        if found is None:
            return self._asks_what_came(player, event) if known is False else self._look_anew()
        return self._goes_on((found,), sure)

    def _asks_what_came(self, player: str, event: Event) -> Accepted:
        self._open = (player, event)
        self._changed()
        return Accepted()

    def _tells_what_came(self, event: Event, question: Question, text: str) -> Answer | Doubt:
        try:
            found = read_words(question.view, text)
            question.view.moved(found)
        except TableError as error:
            return refusal(error)
        if replace(found, outcome=()) != event:
            return Stale()
        return self._tells_openly(event.actor, found)

    def _look_anew(self) -> Refused:
        """Tell all of a clash of which only some had been asked: now it would show to others."""
        record, withdrawn = self.record, dict[int, Withdrawn]()
        alone = {n: line for n, line in self._pieces.withdrawn.items() if not line.by_all}
        events = dict(record.events)
        for verb in dict.fromkeys(events[number].verb for number in alone):
            record, gone = real_pieces.taken_from_all(record, verb)
            withdrawn |= gone
        for number, line in alone.items():
            is_drawn = not isinstance(turn(self.record.until(number - 1)), tuple)
            self._pieces.withdraw(number, None)
            withdrawn |= {number: replace(line, by_all=True)} if is_drawn else {}
        return self._close(record, withdrawn)

    def _goes_on(self, events: tuple[Event, ...], sure: bool) -> Accepted | Refused | Doubt:
        """Do what happened where all could see it, or as far as they could."""
        seen, record = self.view(TABLE), self.record
        known = self._pieces.withdrawn
        withdrawn, clashes = known, False
        try:
            for event in events:
                seen = continued(seen.plus(seen.shown(event)))
        except TableError as error:
            return refusal(error)
        for event in events:
            after = real_pieces.after(record, event, withdrawn)
            record, withdrawn, clashes = after.record, after.withdrawn, clashes or after.clashes
        doubt = None if sure else self._doubt(record)
        if doubt is not None:
            return doubt
        new = {number: line for number, line in withdrawn.items() if number not in known}
        for number, line in new.items():
            self._pieces.withdraw(number, line)
        if clashes:
            self._close(record, {n: line for n, line in new.items() if line.by_all})
        else:
            self._go_to(record)
        return Accepted()

    def _doubt(self, after: Record) -> Refused | Doubt | None:
        """Return why what everybody sees cannot be true, or what tells it once it is thought out.

        Of hands that are told nothing is open.
        """
        if not self.silent:
            return None
        seen = view(after, TABLE)
        if self._thought is None or self._thought[0] != seen:
            return Deferred(lambda: _impossible(seen), lambda found: self._learn(seen, found))
        words = self._thought[1]
        return None if words is None else Refused(words)

    def _learn(self, seen: View, found: Words | None) -> None:
        self._thought = seen, found

    def _go_to(self, after: Record) -> None:
        self._play.go_to(after)
        self._look_again()
        self._changed()

    # what is drawn

    def _draws(self, player: str, question: Question, text: str) -> Answer | Doubt:
        try:
            event = read_words(question.view, text)
            if not real_pieces.is_whole(event):
                return Refused(WHOLE)
            question.view.moved(event)
        except TableError as error:
            return refusal(error)
        if not question.secret:
            return self._tells_openly(player, event)
        self._pieces.remember(player, None)
        self._seal(player, event)
        self._changed()
        return Accepted()

    def _tells_openly(self, player: str, event: Event) -> Answer | Doubt:
        """Do what the seat of `player` tells of what lies in the open, or ask another about it."""
        held = self.held
        if held is not None and held.events == (event,) and player in held.asked:
            return self.settle(player, True)
        return self._ask(Held(player, (event,), self._witnesses(player, (event,))))

    def _witnesses(self, by: str, events: tuple[Event, ...]) -> tuple[str, ...]:
        """Return of whom one says yes to `events` that `by` tells alone; nobody if they need none.

        What is drawn where all look on, or comes of a choice, is nobody's to tell alone, unless it
        shows the pieces of who tells it or follows from what they see.
        """
        if not by:
            return ()
        own = self.view(by)
        for event in events:
            if isinstance(turn(own), tuple):
                alone = not event.outcome or real_pieces.only_outcome(own, event) == event
            else:
                alone = self._player_of(event) == by and by not in self.silent
            if not alone and own.seers(event) is None:
                return (*(p for p in self.players if p not in (by, *self.silent)), TABLE)
            own = continued(own.plus(event))
        return ()

    def tell(self, key: str, text: str) -> Answer | Doubt:
        """Note what is drawn where all look on, as the table tells it in answer to `key`."""
        wrong = unreadable(text)
        if self.shared() is None or key != self.shared_key:
            return Stale()
        if wrong is not None:
            return Refused(wrong)
        return self._draws("", Question(self.view(TABLE), (), key, False), text)

    def due(self) -> PendingMove | None:
        """Return what can be done without asking anybody, None while somebody is awaited."""
        if self.clash or self._again:
            return None
        coming, table = self._play.coming(), self.view(TABLE)
        if not self._together and not isinstance(coming, tuple) and not self._free:
            unseen = _unseen(table)
            return PendingMove(self._stand, lambda: (unseen,)) if unseen is not None else None
        return super().due()

    def _unsealed(self, view: View, line: str) -> Event:
        """Return the event that was sealed as `line`: a choice, or what was drawn."""
        if isinstance(turn(view), tuple):
            return super()._unsealed(view, line)
        event = read_words(view, line)
        view.moved(event)
        return event

    def _all_together(self, sealed: Mapping[str, Event]) -> Callable[[], tuple[Event, ...]]:
        events = tuple(self._told_events(sealed))
        return lambda: events

    def _told_events(self, sealed: Mapping[str, Event]) -> Iterator[Event]:
        """Yield what all tell together, holes for those who have not, in the order of lines."""
        for player, own in self._together.items():
            if player in sealed:
                yield sealed[player]
                continue
            unseen = _unseen(own)
            if unseen is not None:
                yield unseen

    def _write(self, events: tuple[Event, ...]) -> None:
        record = self.record
        try:
            for event in events:
                record = continued(record).plus(event)
        except TableError:
            for player in self._sealed:
                self._pieces.remember(player, self._line(player))
            record = self._pieces.clashed(self.record, {})
        self._play.go_to(record)

    # what has been told is told again

    def told_by(self, player: str) -> tuple[Telling, ...]:
        """Return what `player` has told of what not all see drawn, or could tell now."""
        return self._pieces.told_by(self.record, player)

    def is_asked_alone(self, player: str) -> bool:
        """Tell whether what `player` has told does not fit what lies open: only they are asked."""
        if not self._pieces.withdrawn or self._again:
            return False
        return any(telling.again for telling in self.told_by(player))

    def tell_again(self, player: str, number: int, text: str) -> Accepted | Stale | Refused:
        """Correct what `player` has told in line `number`, or tell it later."""
        told = {telling.number: telling for telling in self.told_by(player)}.get(number)
        wrong = unreadable(text)
        if self.clash:
            return Refused(CLASH)
        if told is None or self._again:
            return Stale()
        if wrong is not None:
            return Refused(wrong)
        own = real_pieces.told_again(self.view(player), number, text)
        if isinstance(own, Refused):
            return own
        event = dict(own.events)[number]
        if event == dict(self.record.events)[number]:
            return Accepted()
        stands = real_pieces.is_whole(dict(self.record.events)[number])
        if stands and not self._pieces.may_correct(player):
            return Refused(ONCE)
        after = real_pieces.told_again(self.record, number, text)
        if isinstance(after, Refused):
            line = Withdrawn(write_event(self.record, event), by_all=True)
            record, gone = real_pieces.taken_from_all(self.record, event.verb)
            return self._close(record, {**gone, number: line})
        self._pieces.withdraw(number, None)
        if player in self.chosen():
            self._open_sealed(player)
        self._go_to(self._pieces.corrected(after, player, number))
        return Accepted()

    def _tells_again(self, player: str, number: int, text: str) -> Accepted | Refused:
        """Seal what `player` tells again after a clash, until all have told again."""
        own = real_pieces.told_again(self.view(player), number, text)
        if isinstance(own, Refused):
            return own
        line = write_event(self.record, dict(own.events)[number])
        self._pieces.withdraw(number, Withdrawn(line, by_all=True, is_told=True))
        self._changed()
        self._compare_again()
        return Accepted()

    def _compare_again(self) -> None:
        """Compare what was told again after a clash, once the last has told."""
        lines = {n: line for n, line in self._pieces.withdrawn.items() if line.by_all}
        if self.clash or not lines or self.awaited_again:
            return
        record = self.record
        for number in sorted(lines, reverse=True):
            if lines[number].is_told:
                after = real_pieces.told_again(record, number, lines[number].line)
                if isinstance(after, Refused):
                    again = {n: replace(line, is_told=False) for n, line in lines.items()}
                    self._close(self.record, again)
                    return
                record = after
        for number in lines:
            self._pieces.withdraw(number, None)
        self._go_to(record)

    @property
    def awaited_again(self) -> bool:
        """Whether somebody is still to tell again what clashed."""
        return any(not self._is_told(number) and who for number, who in self._again.items())

    @property
    def _again(self) -> Mapping[int, tuple[str, ...]]:
        """The lines that are told again after a clash, and who can tell each."""
        found = {}
        for number, line in self._pieces.withdrawn.items():
            if line.by_all:
                before = self.record.until(number - 1)
                seers = before.seers(dict(self.record.events)[number])
                found[number] = self._pieces.tellers(seers or frozenset())
        return found

    # what is noted

    def note(self, text: str, by: str = TABLE) -> Answer | Doubt:
        """Note what all have seen, as somebody types it: all lines of it, or none.

        At the laptop (the TABLE) a line is kept from the table only if it does not fit what its
        player has told: then all are asked whose lines it is typed with. A seat notes its own
        lines; for a line of somebody else their own yes is awaited, for one of nobody that of
        another seat, or of the laptop: that has the last word.
        """
        wrong = unreadable(text)
        if wrong is not None:
            return Refused(wrong)
        if self.clash or self._again:
            return Refused(CLASH)
        if self.held is not None and not (self.held.by_any and by == TABLE):
            return Refused(say("Somebody is still asked about a line that was noted before."))
        table = self.view(TABLE)
        try:
            events = events_of(table, text, self._tell)
        except TableError as error:
            return refusal(error)
        refused = self._not_seen(table, events)
        if refused is not None:
            return refused
        others = [player for player in map(self._player_of, events) if player not in ("", by)]
        if by == TABLE:
            others = [player for player in others if player not in self.silent]
            if all(self._judged(events, player)[1] is None for player in others):
                others = []
            return self._ask(Held(by, events, tuple(dict.fromkeys(others))))
        own = self.view(by)
        try:
            for event in events:
                own = continued(own.plus(event))
        except TableError as error:
            return refusal(error)
        if any(not self._player_of(event) and event.actor == "" for event in events) and (
            isinstance(self._play.coming(), tuple)
        ):
            return self._proposes(by, events)
        return self._ask(
            Held(by, events, tuple(dict.fromkeys(others)) or self._witnesses(by, events))
        )

    def _proposes(self, player: str, events: tuple[Event, ...]) -> Answer:
        """Ask all for a choice that is everybody's."""
        if len(events) > 1:
            return Refused(say("A line that needs the consent of all is noted alone."))
        proposal = Proposal(player, self.record.last, frozenset({player}), events[0])
        return self._propose(proposal)

    def _not_seen(self, table: View, events: tuple[Event, ...]) -> Refused | None:
        """Return why lines cannot be noted where all look on: they tell what not all see."""
        for event in events:
            player = self._player_of(event)
            told = bool(player) and player not in self.silent
            if table.shown(event) != event or (told and not real_pieces.is_whole(event)):
                return Refused(say("{player} tells that at the own seat.", player=player))
            if told and asked_in_secret(table, turn(table)):
                return Refused(say("Others are still to tell what they alone see."))
            table = continued(table.plus(event))
        return None

    def _player_of(self, event: Event) -> str:
        """Return whose line it is: who acts, or whose pieces it shows; nobody's is empty."""
        if event.actor:
            return event.actor
        first = event.words[0] if event.words else ""
        return first if first in self.players else ""

    def _judged(
        self, events: tuple[Event, ...], player: str
    ) -> tuple[tuple[Event, ...], Words | None, bool]:
        """Return `events` with those of `player` judged by what they see; what is wrong, if it is.

        What is wrong may have been a breach that stands: then it is marked so, and True.
        """
        own, found, wrong, may_stand = self.view(player), list[Event](), None, True
        for event in events:
            try:
                after = own.plus(event)
            except TableError as error:
                stands = replace(event, stands=True)
                if self._player_of(event) != player:
                    return (*found, *events[len(found) :]), wrong, may_stand
                wrong = refusal(error).words
                try:
                    after, event = own.plus(stands), stands
                except TableError:
                    return events, wrong, False
                may_stand = self.record.notation.verbs[event.verb].may_stand
            found.append(event)
            own = continued(after)
        return tuple(found), wrong, may_stand

    def _ask(self, held: Held) -> Asks | Accepted | Refused | Doubt:
        """Let the lines stand if nobody need be asked (any more)."""
        if not held.asked:
            return self._goes_on(held.events, False)
        self.held = held
        self._changed()
        return Asks(held.noter)

    def asking(self, player: str) -> Asking | None:
        """Return what `player`, or the laptop, is asked about lines that somebody has noted."""
        held = self.held
        if held is None or player not in held.asked:
            return None
        _, words, may_stand = self._judged(held.events, player)
        own = [e for e in held.events if held.by_any or self._player_of(e) in ("", player)]
        line = "; ".join(write_event(self.record, event) for event in own)
        return Asking(held.noter, line, words, may_stand)

    def settle(self, player: str, stands: bool) -> Answer | Doubt:
        """Let the lines that wait for `player` stand, or leave all of them out."""
        held = self.held
        if held is None or player not in held.asked:
            return Stale()
        if not stands:
            self.leave_out()
            return Accepted()
        events, words, may_stand = self._judged(held.events, player)
        if words is not None and not may_stand:
            return Refused(words)
        asked = () if held.by_any else tuple(other for other in held.asked if other != player)
        answer = self._ask(replace(held, events=events, asked=asked))
        return Accepted() if isinstance(answer, Asks) else answer

    def leave_out(self) -> None:
        """Let nothing come of lines that wait."""
        self.held = None
        self._changed()

    # what is taken back

    def choose_again(self, player: str) -> Accepted | Stale:
        """Open again what `player` has told, as long as others are asked; or what came of it."""
        if self.clash:
            return Stale()
        for number, who in self._again.items():
            line = self._pieces.withdrawn[number]
            if player in who and line.is_told:
                self._pieces.withdraw(number, replace(line, is_told=False))
                self._changed()
                return Accepted()
        if self._open is not None and self._open[0] == player:
            self._open = self.held = None
            self._changed()
            return Accepted()
        return super().choose_again(player)

    def fix(self, player: str, text: str) -> Accepted | Stale | Refused:
        """Put what `text` says in the place of the last choice of `player`: nobody has seen it."""
        return Refused(CLASH) if self.clash else super().fix(player, text)

    def agree(self, player: str, line: int) -> Accepted | Stale:
        """Agree to what is proposed about `line`; it is done once all people have agreed."""
        return Stale() if self.clash else super().agree(player, line)

    def take_back(self, player: str) -> Asks | Accepted | Refused:
        """Ask all to take back the last line of `player` or of nobody, and all that came after."""
        if self.clash:
            return Refused(CLASH)
        for each in reversed(tuple(noted(self.record))):
            event = each.line.event
            if event is None or not each.typed:
                continue
            if player in (event.actor, *event.words[:1]) or not self._player_of(event):
                gone = tuple(x for x in self.record.lines if x.number >= each.line.number)
                others = tuple(other for other in self.people if other != player)
                wanted = Wanted(player, each.line.number, gone, others)
                line = wanted.line
                return self._propose(Proposal(player, line, frozenset({player}), wanted=wanted))
        return Refused(say("There is no line to take back."))

    def _look_again(self) -> None:
        self._open, self.held = None, None
        super()._look_again()
        self._pieces.forget_what_is_gone()
        coming = self._play.coming()
        if not isinstance(coming, tuple) and not self._together:
            self._free = self._tellers(coming.event)

    def _tellers(self, drawn: Event) -> tuple[str, ...]:
        """Return who can tell what is `drawn`: who sees it, or whose it is where all do."""
        seers = self.view(TABLE).seers(drawn)
        if seers is not None:
            return self._pieces.tellers(seers)
        player = self._player_of(drawn)
        return (player,) if player else self.players


def _unseen(own: View) -> Event | None:
    """Return the draw that comes next in `own` as all see it of whom it hides."""
    unseen, coming = automatic(replace(own, viewer=TABLE)), turn(own)
    if unseen is None:
        return None
    first = coming.first if isinstance(coming, Draw) else ()
    return replace(unseen, outcome=(*first, *unseen.outcome[len(first) :]))


def _impossible(seen: View) -> Words | None:
    """Return why no world fits what is `seen`, as far as that is found out in time."""
    from ..solver.engine.fitting import hold_together

    try:
        hold_together(seen, WORK)
    except Contradiction as conflict:
        lines = listed(str(line) for line in conflict.lines)
        return say("This and lines {lines} cannot all be true.", lines=lines)
    return None

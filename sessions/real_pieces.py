"""Real pieces: each seat tells what is drawn, and plays, alone.

The record is that of the `HANDS`: it knows what players tell of their own hands, but no deck. What
a seat tells is judged by what it sees alone; `Tellings` compares what several have told. So whoever
breaks a rule hears of it first, and nobody hears what others hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..models.core import TABLE, Contradiction, Event, Line, Record, TableError, View, turn, view
from ..models.record import read_words, write_event
from ..models.words import Words, called, listed, say, say_n
from ..solver.engine.work import SECOND
from .answers import Accepted, Answer, Asks, Deferred, Refused, Stale, refusal
from .begun import read_or_ask
from .doubt import Lines
from .fixing import continued, noted
from .gate import heard
from .lines import refused as unreadable
from .noting import Asking, Held, Verdict, not_seen, player_of, tellers, verdict, witnesses
from .pieces import Pieces, Question
from .play import Wanted
from .tapping import is_whole, only_outcome, tapping, what_came
from .telling import (
    CLASH,
    ONCE,
    UNFIT,
    WHOLE,
    Telling,
    Tellings,
    Withdrawn,
    after,
    taken_from_all,
    told_again,
    told_from,
)
from .typed import events_of

WORK = SECOND
"""Steps of work to find a conflict in what all see; the player who told it waits meanwhile."""

Doubt = Deferred[Words | None]
"""It must first be found out whether what all would see can be true."""


class RealPieces(Pieces):
    """Pieces on the table, known from what people tell of them."""

    real = True

    def __init__(self) -> None:
        self.makers = {}
        self._open: tuple[str, Event] | None = None
        """The player who is asked for the outcome of a choice, and that choice."""
        self._thought: tuple[View, Words | None] | None = None
        """The last view of all that was checked, and why it cannot be true."""

    def look_again(self) -> None:
        self._open = self.held = None
        self._tellings.forget_what_is_gone()

    @property
    def _record(self) -> Record:
        return self._host.record

    @property
    def _tellings(self) -> Tellings:
        return self._host.tellings

    # who tells

    def be_silent(self, player: str, silent: bool) -> Accepted | Stale:
        if player not in self._host.players:
            return Stale()
        if (player in self._tellings.silent) != silent:
            self._tellings.be_silent(player, silent)
            self._host.look_again()
            self._compare_again()
        return Accepted()

    def told_by(self, player: str) -> tuple[Telling, ...]:
        return self._tellings.told_by(self._record, player)

    def is_asked_alone(self, player: str) -> bool:
        if not self._tellings.withdrawn or self._again:
            return False
        return any(telling.again for telling in self.told_by(player))

    # what is asked

    def inquiry(self) -> Mapping[str, Question] | None:
        """Return who is asked what before the game goes on; nobody during a clash.

        After a clash all who told are asked again; otherwise a player is asked what came of a
        choice.
        """
        if self._tellings.clash is not None:
            return {}
        if self._again:
            asked = {player: self._asked_again(player) for player in self._host.players}
            return {player: question for player, question in asked.items() if question is not None}
        if self._open is None:
            return None
        player, event = self._open
        own = self._host.view(player)
        came = what_came(own, event)
        begun = write_event(own, event)
        return {player: Question(own, (), f"{self._host.at}o", False, draw=came, begun=begun)}

    def _asked_again(self, player: str) -> Question | None:
        own = [number for number, who in self._again.items() if player in who]
        left = [number for number in own if not self._is_told(number)]
        if not own:
            return None
        number = (*left, *own)[0]
        before, line = view(self._record.until(number - 1), player), self._withdrawn(number).line
        draw = tapping(before)
        key = f"{self._host.at}w{number}"
        sealed = "" if left else line
        return Question(before, (), key, True, sealed, draw and replace(draw, told=line))

    @property
    def _again(self) -> Mapping[int, tuple[str, ...]]:
        """The lines to be told again after a clash, and who can tell each."""
        events, found = dict(self._record.events), {}
        for number, line in self._tellings.withdrawn.items():
            if line.by_all:
                before = self._record.until(number - 1)
                found[number] = tellers(before, events[number], self._tellings.silent)
        return found

    def _withdrawn(self, number: int) -> Withdrawn:
        return self._tellings.withdrawn[number]

    def _is_told(self, number: int) -> bool:
        return self._withdrawn(number).is_told

    # what a seat tells of a draw

    def accept(self, player: str, question: Question, text: str) -> Answer | Doubt:
        """Take the answer of `player`, or the laptop, to a `question` about a draw."""
        if self._again:
            return self._tells_again(player, int(question.key.rpartition("w")[2]), text)
        try:
            event = read_words(question.view, text)
            if self._open is None and not is_whole(event):
                return Refused(WHOLE)
            question.view.moved(event)
        except TableError as error:
            return refusal(error)
        if self._open is not None and event.head != self._open[1]:
            return Stale()
        if not question.secret:
            return self._tells_openly(player, event)
        self._tellings.remember(player, None)
        self._host.seal(player, event)
        return Accepted()

    def _tells_openly(self, player: str, event: Event) -> Answer | Doubt:
        """Note what `player` tells of open pieces, or ask another player to confirm it."""
        held = self.held
        if held is not None and held.events == (event,) and player in held.asked:
            return self.settle(player, self.key, True)
        return self._ask(Held(player, (event,), self._witnesses(player, (event,))))

    def _witnesses(self, player: str, events: tuple[Event, ...]) -> tuple[str, ...]:
        return witnesses(self._host.view(player), events, self._tellings.silent)

    def reopen(self, player: str) -> Accepted | Stale:
        if self._tellings.clash is not None:
            return Stale()
        if self._open is not None and self._open[0] == player:
            self._open = self.held = None
            self._host.changed()
            return Accepted()
        for number, who in self._again.items():
            if player in who and self._is_told(number):
                self._tellings.withdraw(number, replace(self._withdrawn(number), is_told=False))
                self._host.changed()
                return Accepted()
        return Stale()

    # what a seat does

    def make(self, event: Event, sure: bool) -> Answer | Doubt:
        """Make the move `event`; its outcome follows from what was told, or is asked for."""
        if event.stands or not self._record.notation.verbs[event.verb].has_outcome:
            return self._goes_on((event,), sure)
        # Whether it is asked must not tell what others have told, only who has told at all.
        known = self._tellings.all_is_known(self._record)
        found: Event | None = None
        if known:
            found = self._record.resolved(event)
        else:
            found = only_outcome(self._host.view(event.actor), event)
        if found is not None:
            return self._goes_on((found,), sure)
        if known is None:
            return self._look_anew()
        self._open = event.actor, event
        self._host.changed()
        return Accepted()

    def _look_anew(self) -> Refused:
        """Tell all of a clash that only some were asked about: others would notice it now."""
        record, withdrawn = self._record, dict[int, Withdrawn]()
        alone = {n: line for n, line in self._tellings.withdrawn.items() if not line.by_all}
        events = dict(record.events)
        for verb in dict.fromkeys(events[number].verb for number in alone):
            record, gone = taken_from_all(record, verb)
            withdrawn |= gone
        for number, line in alone.items():
            is_drawn = not isinstance(turn(self._record.until(number - 1)), tuple)
            self._tellings.withdraw(number, None)
            withdrawn |= {number: replace(line, by_all=True)} if is_drawn else {}
        return self._close(record, withdrawn)

    def _goes_on(self, events: tuple[Event, ...], sure: bool) -> Accepted | Refused | Doubt:
        """Write what happened in front of all, or as far as they could see it."""
        seen, record = self._host.view(TABLE), self._record
        known = self._tellings.withdrawn
        withdrawn, clash = known, False
        try:
            for event in events:
                seen = continued(seen.plus(seen.shown(event)))
        except TableError as error:
            return refusal(error)
        for event in events:
            then = after(record, event, withdrawn)
            record, withdrawn, clash = then.record, then.withdrawn, clash or then.clashes
        doubt = None if sure else self._doubt(record)
        if doubt is not None:
            return doubt
        new = {number: line for number, line in withdrawn.items() if number not in known}
        for number, line in new.items():
            self._tellings.withdraw(number, line)
        if clash:
            self._close(record, {n: line for n, line in new.items() if line.by_all})
        else:
            self._host.go_to(record)
        return Accepted()

    def _doubt(self, record: Record) -> Refused | Doubt | None:
        """Return why what all would see cannot be true, or a thought that finds out.

        None if it can be; also if nobody is silent, since then all hands are told.
        """
        if not self._tellings.silent:
            return None
        seen = view(record, TABLE)
        if self._thought is None or self._thought[0] != seen:
            return Deferred(lambda: _impossible(seen), lambda found: self._learn(seen, found))
        words = self._thought[1]
        return None if words is None else Refused(words)

    def _learn(self, seen: View, found: Words | None) -> None:
        self._thought = seen, found

    def write(self, events: tuple[Event, ...]) -> None:
        """Write what all have told together, or what nobody tells; all hear if it clashes."""
        record, sealing = self._record, self._host.sealing
        try:
            for event in events:
                record = continued(record).plus(event)
        except TableError:
            for player in sealing.events:
                self._tellings.remember(player, sealing.line(player))
            record = self._tellings.clashed(self._record, {})
        self._host.go_to(record)

    def takeback(self, player: str, told: bool) -> Wanted | Refused:
        """Return what taking back the last choice of `player` needs, or what was `told`, too."""
        players = self._host.players
        for each in reversed(tuple(noted(self._record))):
            event = each.line.event
            if event is None or not each.typed:
                continue
            if event.actor == player or (told and player_of(event, players) in ("", player)):
                return self._wanted(player, each.line.number)
        return Refused(say("There is no line to take back."))

    def _wanted(self, player: str, number: int) -> Wanted:
        """Return what it needs to take back all from line `number` on, for `player`.

        What others told of theirs at the same time, if that is what the line tells, stays told.
        """
        record, told, tellers = self._record, dict[int, str](), dict[str, None]()
        for at, seers, together in told_from(record, number):
            if together and at > number:
                told[at] = seers[0]
            else:
                tellers |= dict.fromkeys(seers)
        others = tuple(other for other in self._host.players if other != player)
        silent, events = self._tellings.silent, dict(record.events)
        coming = self._host.coming()
        now = "" if isinstance(coming, tuple) else coming.event.verb
        return Wanted(
            player,
            number,
            tuple(x for x in record.lines if x.number >= number and x.number not in told),
            others,
            told=tuple((who, events[at]) for at, who in told.items()),
            tellers=tuple(each for each in others if each in tellers and each not in silent),
            keeps_sealed=all(event.verb == now for at, event in events.items() if at >= number),
        )

    # what clashes

    def open(self) -> Accepted:
        self._tellings.open()
        self._host.changed()
        self._compare_again()
        return Accepted()

    def _close(self, record: Record, withdrawn: Mapping[int, Withdrawn]) -> Refused:
        """Tell all of a clash; `withdrawn` is to be told again once the game is opened."""
        self._host.go_to(self._tellings.clashed(record, withdrawn))
        return Refused(CLASH)

    # what has been told is told again

    def tell_again(self, player: str, number: int, text: str) -> Answer:
        told = {telling.number: telling for telling in self.told_by(player)}.get(number)
        wrong = unreadable(text)
        if self._tellings.clash is not None:
            return Refused(self._tellings.clash)
        if told is None or self._again:
            return Stale()
        if wrong is not None:
            return Refused(wrong)
        own = told_again(self._host.view(player), number, text)
        if isinstance(own, Refused):
            return own
        event, before = dict(own.events)[number], dict(self._record.events)[number]
        if event == before:
            return Accepted()
        if is_whole(before) and not self._tellings.may_correct(player):
            return Refused(ONCE)
        whole = told_again(self._record, number, text)
        if isinstance(whole, Refused):
            line = Withdrawn(write_event(self._record, event), by_all=True)
            record, gone = taken_from_all(self._record, event.verb)
            return self._close(record, {**gone, number: line})
        self._tellings.withdraw(number, None)
        if player in self._host.chosen():
            self._host.sealing.open(player)
        self._host.go_to(self._tellings.corrected(whole, player, number))
        return Accepted()

    def _tells_again(self, player: str, number: int, text: str) -> Accepted | Refused:
        """Keep what `player` tells again after a clash, until all have told."""
        own = told_again(self._host.view(player), number, text)
        if isinstance(own, Refused):
            return own
        line = write_event(self._record, dict(own.events)[number])
        self._tellings.withdraw(number, Withdrawn(line, by_all=True, is_told=True))
        self._host.changed()
        self._compare_again()
        return Accepted()

    def _compare_again(self) -> None:
        """Compare what was told again after a clash, once the last player has told."""
        lines = {n: line for n, line in self._tellings.withdrawn.items() if line.by_all}
        waits = any(who and not self._is_told(number) for number, who in self._again.items())
        if self._tellings.clash is not None or not lines or waits:
            return
        record = self._record
        for number in sorted(lines, reverse=True):
            if lines[number].is_told:
                whole = told_again(record, number, lines[number].line)
                if isinstance(whole, Refused):
                    again = {n: replace(line, is_told=False) for n, line in lines.items()}
                    self._close(self._record, again)
                    return
                record = whole
        for number in lines:
            self._tellings.withdraw(number, None)
        self._host.go_to(record)

    # what is noted

    def note(self, text: str, by: str = TABLE) -> Answer | Doubt:
        """Note what all have seen, as somebody types it: all of its lines, or none.

        A seat notes its own lines. A line of another player waits for that player's yes; a line of
        nobody waits for another seat's yes, or the laptop's, which has the last word. At the laptop
        (the TABLE) all lines are noted at once, except one that does not fit what its player has
        told: then all players are asked whose lines it was typed with. That tells something of a
        hand, so the record counts it.
        """
        wrong = unreadable(text)
        if wrong is not None:
            return Refused(wrong)
        if self._tellings.clash is not None or self._again:
            return Refused(CLASH)
        if self.held is not None and not (self.held.by_any and by == TABLE):
            return Refused(say("Somebody still has to answer about an earlier line."))
        table, players = self._host.view(TABLE), self._host.players
        tell = self._host.tell

        def read(text: str) -> Lines:
            return read_or_ask(table, text, lambda text: events_of(table, text, tell), tell)

        listener = self._host.listeners[by]
        events = heard(table, text, listener, read)
        if isinstance(events, Refused):
            if (untold := self._untold()) is not None:
                listener.forget()
            return untold or events
        refused = not_seen(table, events, self._tellings.silent)
        if refused is not None:
            return refused
        said = dict.fromkeys(player_of(event, players) for event in events)
        others = tuple(player for player in said if player not in ("", by))
        if by == TABLE:
            others = tuple(player for player in others if player not in self._tellings.silent)
            if all(self._verdict(events, player).words is None for player in others):
                return self._ask(Held(by, events, ()))
            self._host.go_to(self._record.and_line(Line(self._record.last + 1, None, UNFIT)))
            self._ask(Held(by, events, others))
            return Asks(by, say(
                "It does not fit what was told, which the record counts. Asked whether it was so:"
                " {names}.", names=listed(map(called, others)),
            ))  # fmt: skip
        own = self._host.view(by)
        try:
            for event in events:
                own = continued(own.plus(event))
        except TableError as error:
            return refusal(error)
        if "" in said and isinstance(self._host.coming(), tuple):
            return self._proposes(by, events)
        return self._ask(Held(by, events, others or self._witnesses(by, events)))

    def _untold(self) -> Refused | None:
        """Return who has still to tell, or choose, what only they see; None if nobody has."""
        left = self._host.awaited() if self._host.sealing.together else ()
        if not left:
            return None
        words = say_n(
            "{names} is still to say at their own seat what only they see.",
            "{names} are still to say at their own seats what only they see.",
            len(left),
            names=listed(map(called, left)),
        )
        return Refused(words)

    def _proposes(self, player: str, events: tuple[Event, ...]) -> Answer:
        """Ask all to agree to a choice that concerns everybody."""
        if len(events) > 1:
            return Refused(say("Note a line that needs the consent of all by itself."))
        return self._host.propose(player, events[0])

    def _verdict(self, events: tuple[Event, ...], player: str) -> Verdict:
        return verdict(self._host.view(player), events)

    def _ask(self, held: Held) -> Asks | Accepted | Refused | Doubt:
        """Write the lines if nobody need be asked (any more)."""
        if not held.asked:
            return self._goes_on(held.events, False)
        self.held = held
        self._host.changed()
        return Asks(held.noter)

    def asking(self, player: str) -> Asking | None:
        held, players = self.held, self._host.players
        if held is None or player not in held.asked:
            return None
        found = self._verdict(held.events, player)
        own = [e for e in held.events if held.by_any or player_of(e, players) in ("", player)]
        line = "; ".join(write_event(self._record, event) for event in own)
        return Asking(held.noter, line, found.words, found.may_stand)

    def leave_out(self, player: str) -> Accepted | Stale:
        held = self.held
        if held is None or player not in (*held.asked, held.noter, TABLE):
            return Stale()
        self.held = None
        self._host.changed()
        return Accepted()

    def settle(self, player: str, key: str, stands: bool) -> Answer | Doubt:
        held = self.held
        if key != self.key or held is None or (stands and player not in held.asked):
            return Stale()
        if not stands:
            return self.leave_out(player)
        found = self._verdict(held.events, player)
        if found.words is not None and not found.may_stand:
            return Refused(found.words)
        asked = () if held.by_any else tuple(other for other in held.asked if other != player)
        answer = self._ask(replace(held, events=found.events, asked=asked))
        return Accepted() if isinstance(answer, Asks) else answer


def _impossible(seen: View) -> Words | None:
    """Return why no world fits the view `seen`, as far as that is found in time."""
    from ..solver.engine.fitting import hold_together

    try:
        hold_together(seen, WORK)
    except Contradiction as conflict:
        lines = listed(str(line) for line in conflict.lines)
        return say("This and lines {lines} cannot all be true.", lines=lines)
    return None

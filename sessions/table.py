"""One game with real pieces, noted for one viewer as people type what happens.

Lines that show this viewer nothing (another hand that is dealt) and lines that follow from the
rules (the result) are added by themselves. After each line it is checked that all lines can be true
together; one that cannot is kept only if the table insists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from ..models.bag import HOLE
from ..models.core import (
    AGREED,
    RESULT,
    TABLE,
    BadNotation,
    Contradiction,
    Event,
    IllegalAction,
    Line,
    Record,
    Roll,
    TableError,
    turn,
)
from ..models.event import STANDS
from ..models.record import Attempt, write_event
from ..models.wording import joined, player_named, spelled, worded
from ..models.words import Tell, Words, bare, listed, say, spellings
from ..solver.engine.work import SECOND, Work
from .answers import Refused, refusal
from .awaited import (
    awaited,
    begun,
    board,
    example,
    firsts,
    rest_of,
    tacit,
    unsaid,
    whole_line,
)
from .calls import Called, calls_now
from .companion import BEGUN
from .doubt import NAMED, NO, Doubt, Left, Listener, one_text, perhaps, tells_deed, told_ways
from .errors import BadRequest
from .fixing import Fixing, Noted, begins_there, continued, correcting, is_typed, noted, unlike
from .helping import is_agreed, kinds_of, levels_of, with_help
from .hints import Hints
from .ledger import Ledger
from .levels import Topic
from .lines import LAST, explained_line, number_in, offered_words
from .store_file import StoreError
from .typed import NONE_LISTED, Listed, by_number, events_of, is_readable

if TYPE_CHECKING:
    from ..solver.engine.repair import Repairs

LEFT_OUT = "-"
"""Typed after `fix N` when line N should be left out."""
FORGOTTEN = 12
"""How many choices are tried to find one that was forgotten before a line."""
REPAIRING = SECOND
"""Steps of work to find repairs of a line: somebody waits for them."""

GUESSED = 16
"""Up to this many words, the meaning of an unreadable line is guessed: more take too long."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The `lines` with these numbers are new: the one that was typed, and what follows from it.

    `dropped` was typed before; something was asked back about it, and something else noted.
    """

    lines: tuple[int, ...]
    dropped: str = ""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """`record` ends with a line that contradicts others: see `conflict`."""

    record: Record
    conflict: Contradiction


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The lines `gone` were taken back; those with the numbers `lines` came again by themselves."""

    gone: tuple[Line, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unfit:
    """While an earlier line is fixed, this `line` does not fit any more; `words` tell why."""

    line: Line
    words: Words


@dataclass(frozen=True, slots=True)
class Fixed:
    """The line `number` is corrected; the lines `gone` are left out, those of `lines` changed."""

    number: int
    lines: tuple[int, ...]
    gone: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Breach:
    """A line is refused: if it is true, the earlier line `line` broke an obligation (see `words`).

    One of the two can be fixed, or the earlier one let stand.
    """

    words: Words
    line: int


@dataclass(frozen=True, slots=True)
class _Begun:
    """A line behind `record` of which people have told the beginning; `asked` is for the rest.

    `said` is what it says so far, in `text`; other lines were told `behind` it.
    """

    record: Record
    said: Event
    text: str
    behind: str
    asked: Words

    @property
    def whole(self) -> str:
        """All that was typed."""
        return one_text(self.text, self.behind)

    def begins(self, event: Event) -> bool:
        """Tell whether `event` is the line that was begun, with more of it or not."""
        said = self.said
        words = event.words[: len(said.words)]
        return (event.actor, event.verb, words) == (said.actor, said.verb, said.words)


@dataclass(frozen=True, slots=True)
class Asked:
    """A line is not clear: `words` ask back, and what is typed next may be the answer.

    `dropped` was typed before, and asked about; this line is another one.
    """

    words: Words
    dropped: str = ""


class Table:
    """One game at a real table, noted for one viewer: a player, or the table itself.

    `doubtful` is a line that is neither kept nor left out yet. `fixing` is a correction that waits:
    somebody must say what becomes of a line that no longer fits.
    """

    def __init__(self, ledger: Ledger, tell: Tell = str) -> None:
        self._ledger = ledger
        self._tell = tell
        self.hints = Hints()
        self.doubtful: Doubtful | None = None
        self.fixing: Fixing | None = None
        self._listener = Listener(tell)
        self._begun: _Begun | None = None
        self._fixed = 0
        self._pending = ""
        """The text that was refused because of an earlier line."""
        self._listed: tuple[Record | None, Listed] = None, NONE_LISTED
        """The record for which choices were listed: their numbers can be typed as long as it
        stays."""
        self._insisted: tuple[int, ...] = ()
        """The lines of the conflict that the table insists on."""
        self._wrong: tuple[Attempt, TableError] | None = None
        """The record with a doubtful or refused line, and the error."""

    @property
    def record(self) -> Record:
        """What has been noted so far."""
        return self._ledger.record

    def begin(self) -> Kept:
        """Add the lines that come by themselves; a conflict that is there already is accepted."""
        conflict = self.conflict()
        self._insisted = conflict.lines if conflict else ()
        return self._keep(self.record, anew=False)

    @property
    def asked(self) -> Words | None:
        """What was asked back about the line that was typed last, None if it was clear."""
        return self._listener.asked if self._begun is None else self._begun.asked

    def typed(self, text: str) -> Kept | Doubtful | Breach | Refused | Asked:
        """Add a line, or several, unless something is wrong with one of them.

        Then `repairs` returns what would repair it. The answer to what was asked back adds the line
        that was meant; a line that tells some pieces of several is asked for the rest. No `text` is
        the choice that shows nothing, where nothing but powers has to be typed.
        """
        before, self._begun = self._begun, None
        if before is None or before.record is not self.record or text.endswith(STANDS):
            return self._answered(text)
        if text.startswith("#"):
            return self._answered(text, left=before.whole)
        said, told = self._event_of(text), tells_deed(self.record, text, self._tell)
        same = said is not None and before.begins(said)
        if told and same and ";" not in text:
            answer = self._with_rest(text, before.behind)
        elif told and same:
            answer = self._answered(text, left=before.behind)
        elif told:
            answer = self._answered(text, left=before.whole)
        else:
            answer = self._with_more(before, text, said if same else None)
        if isinstance(answer, Breach | Refused):
            self._begun = before
        return answer

    def _with_more(
        self, before: _Begun, text: str, same: Event | None
    ) -> Kept | Doubtful | Breach | Refused | Asked:
        """Return the answer to `text`, which is more of the line that was begun, or another line.

        If it may be the `same` line, that is told again where it has the same pieces, and more.
        """
        if bare(text) in spellings(NO, self._tell):
            return Kept((), before.whole)
        answer = self._with_rest(f"{before.text} {text}", before.behind)
        alone = self._alone(text)
        deeds = {(event.actor, event.verb) for event in alone}
        other = (before.said.actor, before.said.verb) not in deeds
        if isinstance(answer, Asked) and answer.words != before.asked and not (alone and other):
            return answer
        again = same is not None and {*before.said.outcome} <= {*same.outcome}
        if isinstance(answer, Breach | Refused) and again:
            return self._with_rest(text, before.behind)
        if isinstance(answer, Breach | Refused | Asked) and not (same and not alone):
            self._listener.forget()
            read = self._read_words if other else self._read_asking
            return self._answered(text, read, left=before.whole)
        return answer

    def _with_rest(self, text: str, behind: str) -> Kept | Doubtful | Breach | Refused | Asked:
        """Return the answer to `text` with the lines `behind` it, or alone if these are none."""
        answer = self._answered(one_text(text, behind))
        if isinstance(answer, Breach | Refused) and behind:
            return self._answered(text, left=behind)
        return answer

    def _alone(self, text: str) -> tuple[Event, ...]:
        """Return the lines that `text` alone is, if it can come now and nothing is asked back."""
        try:
            lines = self._read(text)
            self.record.moved(lines[0])
        except TableError:
            return ()
        return lines

    def _event_of(self, text: str) -> Event | None:
        """Return the first line that `text` tells, perhaps only its beginning."""
        try:
            return self._read_words(text)[0]
        except IllegalAction as error:
            return error.refused
        except TableError:
            return None

    def _answered(
        self, text: str, read: Callable[[str], tuple[Event, ...]] | None = None, left: str = ""
    ) -> Kept | Doubtful | Breach | Refused | Asked:
        """Return the answer to `text`; a number is a listed choice only where nothing was asked.

        What is `left` of an earlier text is not noted with it.
        """
        self._pending, self._wrong = "", None
        try:
            if text.startswith("#"):
                left = self._listener.forget() or left
                note = Line(self.record.last + 1, None, _note(text))
                return replace(self._keep(self.record.and_line(note)), dropped=left)
            no = not text or bare(text) in spellings(NO, self._tell)
            if no and (nothing := unsaid(self.record)) is not None:
                return self._added((nothing,))
            if read is None:
                read = self._read if self.asked is None else self._read_words
            found = self._listener.heard(self.record, text, read)
            dropped = self._listener.dropped or left
            if isinstance(found, Left):
                return Kept((), dropped)
            answer = self._added(found)
            return replace(answer, dropped=dropped) if isinstance(answer, Kept) else answer
        except StoreError:
            raise
        except IllegalAction as error:
            return (
                self._rest(text, error)
                or self._unfinished(text, error)
                or self._early(error)
                or self._breach(text, error)
            )
        except Doubt as asked:
            return Asked(asked.words, self._listener.dropped or left)
        except BadNotation as error:
            if (miscounted := self._miscounted(text)) is not None:
                return miscounted
            if (said := self._cut_off(text)) is not None:
                return self._ask_rest(said, text, self._which(said))
            short = len(text.replace(HOLE, f" {HOLE} ").split()) <= GUESSED
            if short and is_readable(self.record, text, self._tell):
                line = Line(self.record.last + 1, None)
                self._wrong = Attempt(self.record, (line,), error, text), error
            return refusal(error)
        except TableError as error:
            return refusal(error)

    def _read(self, text: str) -> tuple[Event, ...]:
        at, choices = self._listed
        listed = choices if at is self.record else NONE_LISTED
        choice = listed.get(number_in(text) or 0)
        if choice is not None and self.record.notation.verbs[choice.verb].once:
            text = self._tell(worded(self.record, choice.verb))  # one word does not spend it
        return by_number(self.record, listed, text, self._read_words)

    def _read_words(self, text: str) -> tuple[Event, ...]:
        """Read `text` as people say it; a number alone is none of the choices that were listed."""
        try:
            return events_of(self.record, text, self._tell)
        except TableError:
            if (found := self._behind_tacit(text)) is None:
                raise
            return found

    def _read_asking(self, text: str) -> tuple[Event, ...]:
        """Read `text`; raises Doubt where it can be read: it may be more of another line."""
        raise perhaps(self.record, self._read_words(text))

    def _behind_tacit(self, text: str) -> tuple[Event, ...] | None:
        """Return what `text` says of another player, behind the choice that it implies.

        None if no choice goes without saying now, or `text` names nobody else, or is not clear.
        """
        first = tacit(self.record)
        if first is None:
            return None
        others = [each for each in self.record.setup.players if each != first.actor]
        if player_named(others, joined(others, text).partition(" ")[0]) is None:
            return None
        try:
            after = continued(self.record.plus(first))
            return (first, *events_of(after, text, self._tell))
        except TableError:
            return None

    def _miscounted(self, text: str) -> Refused | None:
        """Return what is wrong with pips of more or fewer dice than are to be rolled now."""
        coming, told = turn(self.record), re.fullmatch(r"(?:\D*\s)?((?:[1-6][\s,]*)+)", text)
        if not isinstance(coming, Roll) or told is None:
            return None
        pips = tuple(re.findall(r"\d", told[1]))
        try:
            self.record.moved(replace(coming.event, outcome=pips))
        except IllegalAction as error:
            return refusal(error) if len(pips) != len(coming.dice) else None
        return None

    def _rest(self, text: str, error: IllegalAction) -> Asked | None:
        """Return the question for the rest of a line, if it was refused because it only begins."""
        said, record = error.refused, self.record
        if said is None or error.lines[-1:] != (record.last + 1,):
            return None
        text, said = self._run_on(text, said)
        words = rest_of(record, said)
        if words is None:
            return None
        question = record.game.tale.outcome_question(replace(said, outcome=()))
        if question is not None:
            words = say("{question} {words}", question=question, words=words)
        return self._ask_rest(said, text, words)

    def _run_on(self, text: str, said: Event) -> tuple[str, Event]:
        """Return a text that only begins a line with the parts that go on with it joined to it."""
        first, *behind = text.split(";")
        while behind:
            event = self._event_of(f"{first} {behind[0]}")
            more = event is not None and event.outcome[: len(said.outcome)] == said.outcome
            if event is None or not more or not begun(self.record, event):
                break
            first, said = f"{first} {behind.pop(0).strip()}", event
        return one_text(first, *behind), said

    def _unfinished(self, text: str, error: IllegalAction) -> Kept | Doubtful | Asked | None:
        """Return the answer to a choice of which only the beginning was told.

        Where it can end in one way only, that was meant; else people are asked.
        """
        said, coming = error.refused, turn(self.record)
        if said is None or error.lines[-1:] != (self.record.last + 1,):
            return None
        choices = coming if isinstance(coming, tuple) else ()
        n = len(said.words)
        ways = [
            each
            for each in choices
            if (each.actor, each.verb, each.words[:n]) == (said.actor, said.verb, said.words)
        ]
        if not ways or said in ways or said.outcome or said.stands:
            return None
        if len(ways) == 1:
            first, _, behind = text.partition(";")
            with suppress(TableError):
                found = self._read(one_text(" ".join((first, *ways[0].words[n:])), behind))
                return self._added(found) if found[:1] == tuple(ways) else None
            return None
        words = say("Which? {words}", words=self._or_stands(text, error.own or error.words))
        return self._ask_rest(said, text, words)

    def _cut_off(self, text: str) -> Event | None:
        """Return the choice of which `text` has the verb, and not all that follows it."""
        coming = turn(self.record)
        words = spelled(self.record, text, self._tell).split()
        for each in coming if isinstance(coming, tuple) else ():
            told = words if words[:1] == [each.actor] else [each.actor, *words]
            n = len(told) - 2
            if 0 <= n < len(each.words) and [each.actor, each.verb, *each.words[:n]] == told:
                return replace(each, words=each.words[:n], outcome=())
        return None

    def _which(self, said: Event) -> Words:
        """Return the question what comes next in the choice of which only `said` was told."""
        n, coming = len(said.words), turn(self.record)
        ways = coming if isinstance(coming, tuple) else ()
        found = [e.words[n] for e in ways if replace(e, words=e.words[:n], outcome=()) == said]
        told = [worded(self.record, word) for word in dict.fromkeys(found)]
        more = ["…"] if len(told) > NAMED else []
        return say("Which? {words}", words=listed([*told[:NAMED], *more], " | "))

    def _ask_rest(self, said: Event, text: str, words: Words) -> Asked:
        """Return the question for the rest of the first line of `text`, of which only `said` is."""
        first, _, behind = text.partition(";")
        if self._event_of(first) != said:  # the parts are one line
            first, behind = text, ""
        self._begun = _Begun(self.record, said, first, behind.strip(), words)
        return Asked(words)

    def _early(self, error: IllegalAction) -> Refused | None:
        """Return what has to come before the line that was refused, if that is all there is to it.

        It is a question whose answer is due, the choice that goes without saying, or one that was
        forgotten: with it the line would be legal.
        """
        coming, said = turn(self.record), error.refused
        if said is None or error.lines[-1:] != (self.record.last + 1,):
            return None
        if isinstance(coming, tuple):
            if any((each.actor, each.verb) == (said.actor, said.verb) for each in coming):
                return None
            first = tacit(self.record)
            if first is None:
                forgotten = next((e for e in coming[:FORGOTTEN] if self._leads_to(e, said)), None)
                return None if forgotten is None else self._lacking(forgotten, error)
            line = worded(self.record, write_event(self.record, first))
            about = self.record.notation.verbs[first.verb].about
            words = say("{words}. First comes {line} ({about})",
                        words=error.message, line=line, about=about)  # fmt: skip
            return Refused(words)
        if replace(said, outcome=()) == replace(coming.event, outcome=()):
            return None
        question = self.record.game.tale.outcome_question(replace(coming.event, outcome=()))
        return None if question is None else Refused(say("First: {question}", question=question))

    def _leads_to(self, first: Event, said: Event) -> bool:
        """Tell whether the line `said` would be legal behind the choice `first`."""
        with suppress(TableError):
            continued(self.record.plus(first)).moved(said)
            return True
        return False

    def _lacking(self, forgotten: Event, error: IllegalAction) -> Refused:
        """Return the answer to a refused line before which a choice was `forgotten`."""
        line = worded(self.record, write_event(self.record, forgotten))
        return Refused(
            say("{words}. First comes a line such as: {line}", words=error.message, line=line)
        )

    def _breach(self, text: str, error: IllegalAction) -> Breach | Refused:
        """Return the answer to a line which shows that an earlier one broke a rule."""
        self._remember(error)
        breach, verbs = error.breach, self.record.notation.verbs
        found = [number for number, event in self.record.events if event == breach]
        if breach is None or not found or not verbs[breach.verb].may_stand:
            return self._broken(text, error)
        self._pending = text
        return Breach(error.message, found[-1])

    def _remember(self, error: IllegalAction) -> None:
        """Keep a refused line for repairs, if it would have been the next one.

        A refused line behind others has no number yet.
        """
        line = Line(self.record.last + 1, error.refused)
        if error.refused is not None and error.lines[-1:] == (line.number,):
            self._wrong = Attempt(self.record, (line,)), error

    def _broken(self, text: str, error: IllegalAction) -> Refused:
        """Return the answer to a forbidden line that may have been played all the same."""
        message = error.message
        words = self._or_stands(text, message)
        return refusal(error) if words is message else Refused(words)

    def _or_stands(self, text: str, words: Words) -> Words:
        """Return `words` and how to note `text` as a breach, if the rules know such a breach."""
        try:
            stands = events_of(self.record, f"{text} {STANDS}", self._tell)
        except TableError:
            return words
        lines = (worded(self.record, write_event(self.record, event)) for event in stands)
        return say(
            "{words}. If it was played all the same, type {line}",
            words=words,
            line=listed(lines, "; "),
        )

    def insist(self, doubtful: Doubtful) -> Kept:
        """Keep a line although it contradicts others."""
        self.doubtful = None
        self._insisted = doubtful.conflict.lines
        return self._keep(doubtful.record)

    def leave_out(self) -> None:
        """Drop the doubtful line, or the one about which something was asked."""
        self.doubtful = self._wrong = None
        self.drop_asked()

    def drop_asked(self) -> str:
        """Drop the line about which something was asked, and return what was typed of it."""
        begun, self._begun = self._begun, None
        text = self._listener.forget()
        return text if begun is None else begun.whole

    @property
    def _board(self) -> int:
        """The number of the last line of what the game began with here; 0 if with nothing."""
        return max(board(self.record), int(self._ledger.apart.get(BEGUN, "0")))

    def undo(self, begin: str) -> TakenBack | Refused:
        """Take back the last typed line, or all lines from the number `begin` on."""
        number = number_in(begin)
        if begin and number is None:
            return Refused(say("expected the number of a line, or nothing for the last one"))
        whole = self.record
        if number is not None and all(line.number != number for line in whole.lines):
            return Refused(say("There is no line {n} to take back.", n=number))
        before = _untyped(whole) if number is None else whole.until(number - 1)
        if before.last < self._board:
            return Refused(begins_there(whole, self._board))
        after = continued(before)
        gone = tuple(line for line in whole.lines[len(before.lines) :] if line not in after.lines)
        if not gone:
            return Refused(say("There is no line to take back."))
        self._insisted = ()
        self._ledger.keep_undone(whole)
        try:
            return TakenBack(gone, self._keep(before, anew=False).lines)
        except StoreError:
            self._ledger.forget_undone(last=True)
            raise

    def redo(self) -> Kept | Refused:
        """Bring back what was taken back last, unless another line was typed since."""
        again = self._ledger.undone
        if again is None:
            return Refused(say("There is nothing to bring back."))
        known = self.record.lines
        self._keep(again, anew=False)
        self._ledger.forget_undone(last=True)
        pairs = zip(known, again.lines, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return Kept(tuple(line.number for line in again.lines[same:]))

    # a breach that is found late

    def let_stand(self, text: str) -> Fixed | Unfit | Doubtful | Refused:
        """Mark a line as a breach with which the table plays on, if the rules know such a breach.

        What was refused because of it is tried again after it.
        """
        number = number_in(text)
        line = next((each for each in self.record.lines if each.number == number), None)
        if line is None or line.event is None:
            return Refused(say("expected the number of a line"))
        if not self.record.notation.verbs[line.event.verb].may_stand:
            words = say(
                "line {line} tells what lies on the table: with it the board would be impossible;"
                " correct it with fix {line}",
                line=line.number,
            )
            return Refused(words)
        whole = self.doubtful.record if self.doubtful is not None else self.record
        behind = tuple(each for each in noted(whole) if each.line.number > line.number)
        try:
            marked = replace(line.event, stands=True)
            begun = self.record.until(line.number - 1).plus(marked, line.note)
        except TableError as error:
            return refusal(error)
        self.doubtful, self._fixed = None, line.number
        fixing = Fixing(begun, behind).replayed()
        pending, self._pending = self._pending, ""
        if pending and fixing.why is None:
            try:
                for event in events_of(fixing.record, pending, self._tell):
                    after = continued(fixing.record).plus(event)
                    fixing = replace(fixing, record=after)
            except TableError as error:
                return refusal(error)
        return self._fixing_on(fixing)

    # a line that is corrected behind others

    def fix(self, text: str) -> Fixed | Unfit | Doubtful | Refused:
        """Replace a line by what is typed after its number, or after `LAST`, and replay the rest.

        `LEFT_OUT` stands for no line at all. A doubtful or refused line comes last: it is kept if
        the correction makes it true, and a refused one else left out. `LAST` is no refused line.
        A line that could not be read is only replaced.
        """
        first, _, rest = text.partition(" ")
        whole, lines = self._typed()
        there = (e for e in reversed(lines) if e.line.number <= whole.last)
        last = next((each for each in there if each.typed and each.line.event is not None), None)
        number = number_in(first)
        old = {each.line.number: each for each in lines}.get(number or 0)
        if len(first) > 3 and any(e.startswith(bare(first)) for e in spellings(LAST, self._tell)):
            old = last
        if old is None and number is not None:
            return Refused(say("There is no line {n} to correct.", n=number))
        if old is None or not rest.strip():
            return Refused(correcting(whole, last))
        if is_agreed(old.line):
            return Refused(_AGREED)
        if not old.typed:
            words = say("line {line} was not typed: it follows by itself", line=old.line.number)
            return Refused(words)
        before = whole.until(old.line.number - 1)
        behind = tuple(
            each
            for each in lines
            if each.line.number > old.line.number
            and (each.line.event is not None or each.line.number <= whole.last)
        )
        gone: tuple[Line, ...] = ()
        try:
            left_out, note = rest.strip() == LEFT_OUT, rest.lstrip().startswith("#")
            wrong = unlike(whole, self._board, old.line, ()) if left_out or note else None
            if wrong is not None:
                return wrong
            if left_out:
                begun, gone = before, (old.line,)
            elif note:
                begun = before.and_line(Line(before.last + 1, None, _note(rest)))
            else:
                first_event, *more = events = events_of(before, rest, self._tell)
                if (wrong := unlike(whole, self._board, old.line, events)) is not None:
                    return wrong
                begun = before.plus(first_event, old.line.note)
                for event in more:
                    begun = continued(begun).plus(event)
        except StoreError:
            raise
        except Doubt as doubt:  # the next text is a line of its own: no number would answer this
            told = say(
                "several lines are meant by that: {lines}", lines=told_ways(before, doubt.ways)
            )
            return Refused(told)
        except TableError as error:
            said = error.refused if isinstance(error, IllegalAction) else None
            return (said and unlike(whole, self._board, old.line, (said,))) or refusal(error)
        self._fixed = old.line.number
        self.doubtful = None
        fixing = Fixing(begun, behind, gone).replayed()
        still = fixing.why is not None and fixing.unfit.number > whole.last
        return self._fixing_on(fixing.without_rest() if still else fixing)

    def _typed(self) -> tuple[Record, Sequence[Noted]]:
        """Return the record and its lines, with a doubtful or refused one at the end."""
        if self._wrong is None:
            return self.record, list(noted(self.record))
        attempt, _ = self._wrong
        refused = (Noted(line, True) for line in attempt.rest)
        return attempt.record, [*noted(attempt.record), *refused]

    def fix_with(self, text: str) -> Fixed | Unfit | Doubtful | Refused:
        """Put a line before the one that does not fit; one of its kind replaces it."""
        assert self.fixing is not None
        try:
            events = events_of(self.fixing.record, text, self._tell)
            return self._fixing_on(self.fixing.with_lines(events))
        except StoreError:
            raise
        except TableError as error:
            return refusal(error)

    def fix_without(self, rest: bool = False) -> Fixed | Unfit | Doubtful | Refused:
        """Leave out the line that does not fit; with `rest`, all lines after it too."""
        assert self.fixing is not None
        fixing = self.fixing
        if (wrong := unlike(self.record, self._board, fixing.unfit, ())) is not None:
            return wrong
        return self._fixing_on(fixing.without_rest() if rest else fixing.without())

    def give_up_fix(self) -> None:
        """Leave all lines as they were before the correction."""
        self.fixing = None

    def _fixing_on(self, fixing: Fixing) -> Fixed | Unfit | Doubtful:
        if fixing.why is not None:
            self.fixing = fixing
            return Unfit(fixing.unfit, fixing.why)
        self.fixing = None
        conflict = _conflict(fixing.record)
        self._wrong = None
        if conflict is not None and conflict.lines != self._insisted:
            self._wrong = Attempt(fixing.record), conflict
            self.doubtful = Doubtful(fixing.record, conflict)
            return self.doubtful
        before = {line.number: line for line in self.record.lines}
        self._insisted = conflict.lines if conflict else ()
        lines = self._keep(fixing.record).lines
        changed = (line.number for line in self.record.lines if before.get(line.number) != line)
        return Fixed(self._fixed, tuple(dict.fromkeys((*changed, *lines))), fixing.left_out)

    def repairs(self, work: Work) -> Repairs | None:
        """Return repairs of the line that was refused last, or is doubtful.

        It uses no more of `work` than somebody would wait for. None if there is no such line any
        more, if it is like no line at all, or if no help with deductions is agreed on.
        """
        from ..solver.engine.repair import repairs_of

        if self._wrong is None or Topic.DEDUCTIONS not in kinds_of(self.record, self.record.viewer):
            return None
        found = repairs_of(*self._wrong, work.part(REPAIRING))
        if self.doubtful is not None:
            return found
        last = self.record.last  # what was refused is not there: nobody has to leave it out
        kept = tuple(each for each in found.found if each.event or each.line <= last)
        unread = isinstance(self._wrong[1], BadNotation)
        return None if (found.found or unread) and not kept else replace(found, found=kept)

    def conflict(self) -> Contradiction | None:
        """Return why the lines cannot all be true, None if they can."""
        return _conflict(self.record)

    def kinds(self) -> Sequence[str]:
        """Return the verbs that can come next, each once."""
        return list(dict.fromkeys(each.verb for each in awaited(self.record))) or ["end"]

    def expected(self) -> Sequence[Words]:
        """Return what can come next, with an example of each kind of line."""
        verbs, coming = self.record.notation.verbs, turn(self.record)
        if not isinstance(coming, tuple):
            line = worded(self.record, example(self.record))
            event = replace(coming.event, outcome=())
            question = self.record.game.tale.outcome_question(event)
            if question is not None:
                return [question]
            return [say("{example}: {about}", example=line, about=verbs[event.verb].about)]
        if any(event.verb == RESULT for _, event in self.record.events):
            left = tuple(self.record.game.calls.due(self.record.state))
            return [
                say("The game is over. Show what is left, or quit: {line}", line=f"{verb.name} …")
                for verb in verbs.values()
                if verb.closing and left
            ]
        return [_example(self.record, event) for event in firsts(coming)]

    def calls(self) -> Sequence[Called]:
        """Return what hands have to do now, and what the last typed line left to be done."""
        return calls_now(self.record)

    def number_choices(self, listed: Listed) -> None:
        """Take the numbers of choices that are `listed` for them until another line is noted."""
        self._listed = self.record, listed

    def offered(self, begun: str) -> Sequence[str]:
        """Return the words that can come next in a line."""
        return offered_words(self.record, begun, self._tell)

    def choices(self) -> tuple[Event, ...]:
        """Return the choices that can be listed: those without hidden pieces and outcomes.

        Of those about the same open cards, the first: at the table it is all one which of them.
        """
        coming = turn(self.record)
        shown = [self.record.shown(event) for event in coming] if isinstance(coming, tuple) else ()
        verbs, found = self.record.notation.verbs, dict[object, Event]()
        for event in shown:
            if HOLE not in event.words and not verbs[event.verb].has_outcome:
                about = self.record.game.tale.choice(self.record.state, event)
                alike = about if self.record.viewer == TABLE else None
                found.setdefault((event.verb, alike) if alike else event, event)
        return tuple(found.values())

    def _added(self, events: Sequence[Event]) -> Kept | Doubtful:
        """Add `events`, unless they contradict other lines; raises IllegalAction."""
        after = self.record
        for event in events:
            after = continued(after).plus(event)
        conflict = _conflict(after)
        if conflict is None or conflict.lines == self._insisted:
            return self._keep(after)
        self._wrong = Attempt(after), conflict
        self.doubtful = Doubtful(after, conflict)
        return self.doubtful

    def agree(self, levels: Mapping[str, str]) -> None:
        """Change how much players are helped, after all have agreed."""
        self._ledger.keep(with_help(self.record, levels))
        self._ledger.forget_undone()

    def _keep(self, record: Record, anew: bool = True) -> Kept:
        known = {line.number for line in self.record.lines}
        whole = with_help(continued(record), levels_of(self.record))
        self._ledger.keep(whole)
        if anew:
            self._ledger.forget_undone()
        self._wrong = None
        return Kept(tuple(line.number for line in whole.lines if line.number not in known))


def _untyped(record: Record) -> Record:
    """Return `record` without the last typed line and what followed from it."""
    lines = record.lines
    while lines:
        last, lines = lines[-1], lines[:-1]
        if is_agreed(last):
            continue
        before = record.with_lines(lines)
        if last.event is None or is_typed(before, last.event):
            return before
    return record


_AGREED = say("what all have agreed on, only all can change: {level}", level=say("level"))


def _note(text: str) -> str:
    """Return a note as it is kept; raises BadRequest if it looks like an agreement on help."""
    note = " ".join(text.strip().split("\t"))
    if " ".join(note.split()).startswith(AGREED.strip()):
        raise BadRequest(_AGREED)
    return note


def _conflict(record: Record) -> Contradiction | None:
    from ..solver.engine.fitting import hold_together

    try:
        hold_together(record)
    except Contradiction as conflict:
        return conflict
    return None


def _example(record: Record, event: Event) -> Words:
    about = record.notation.verbs[event.verb].about
    if event == unsaid(record):
        return say("Enter: {about}", about=about)
    line = explained_line(record, event, whole_line(record, event))
    return say("{example}: {about}", example=line, about=about)

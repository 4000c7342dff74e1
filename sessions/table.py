"""One game with real pieces, noted for one viewer as people type what happens.

Lines that show this viewer nothing (another hand that is dealt) and lines that follow from the
rules (the result) are added by themselves. After each line it is checked that all lines can be true
together; one that cannot is kept only if the table insists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
    TableError,
    turn,
)
from ..models.record import Attempt
from ..models.wording import joined, player_named, worded
from ..models.words import Tell, Words, bare, say, spellings
from ..solver.engine.work import SECOND, Work
from .answers import Refused, refusal
from .awaited import (
    awaited,
    board,
    example,
    firsts,
    tacit,
    unsaid,
    whole_line,
)
from .begun import read_or_ask
from .calls import Called, calls_now
from .companion import BEGUN
from .doubt import NO, Doubt, Left, Lines, Read
from .errors import BadRequest
from .fixing import Fixing, Noted, begins_there, continued, correcting, is_typed, noted, unlike
from .helping import is_agreed, kinds_of, levels_of, with_help
from .hints import Hints
from .ledger import Ledger
from .levels import Topic
from .lines import LAST, explained_line, number_in, offered_words
from .listener import Listener
from .refusing import Breach, broken, early, miscounted
from .store_file import StoreError
from .typed import NONE_LISTED, Listed, by_number, events_of, is_readable

if TYPE_CHECKING:
    from ..solver.engine.repair import Repairs

LEFT_OUT = "-"
"""Typed after `fix N` when line N should be left out."""
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
class Asked:
    """A line is not clear: `words` ask back, and what is typed next may be the answer.

    `dropped` was typed before, and asked about; this line is another one.
    """

    words: Words
    dropped: str = ""


Mended = Fixed | Unfit | Doubtful | Refused | Asked | Kept
"""What comes of a correction; nothing is kept of what people leave out."""


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
        self._mender = Listener(tell)
        """Hears what is told of a correction."""
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
    def listener(self) -> Listener:
        """What hears the lines that are typed now: those of a correction, if one waits."""
        return self._listener if self.fixing is None else self._mender

    def redo_told(self) -> bool:
        """Ask again what was taken back last of a line; return False if there is nothing."""
        return self.listener.redo(self.record if self.fixing is None else self.fixing.record)

    @property
    def asked(self) -> Words | None:
        """What was asked back about the line that was typed last, None if it was clear."""
        return self.listener.asked

    def typed(self, text: str) -> Kept | Doubtful | Breach | Refused | Asked:
        """Add a line, or several, unless something is wrong with one of them.

        Then `repairs` returns what would repair it. The answer to what was asked back adds the line
        that was meant; a line that tells some pieces of several is asked for the rest. No `text` is
        the choice that shows nothing, where nothing but powers has to be typed.
        """
        self._pending, self._wrong = "", None
        try:
            if text.startswith("#"):
                note = Line(self.record.last + 1, None, _note(text))
                return replace(
                    self._keep(self.record.and_line(note)), dropped=self.listener.forget()
                )
            no = self.asked is None and (not text or bare(text) in spellings(NO, self._tell))
            if no and (nothing := unsaid(self.record)) is not None:
                return self._added((nothing,))
            found = self.listener.heard(self.record, text, self._reader())
            dropped = self.listener.dropped
            if isinstance(found, Left):
                return Kept((), dropped)
            answer = self._added(found)
            return replace(answer, dropped=dropped) if isinstance(answer, Kept) else answer
        except StoreError:
            raise
        except IllegalAction as error:
            return early(self.record, error) or self._broken(text, error)
        except Doubt as asked:
            return Asked(asked.words, self.listener.dropped)
        except BadNotation as error:
            if (wrong := miscounted(self.record, text)) is not None:
                return wrong
            short = len(text.replace(HOLE, f" {HOLE} ").split()) <= GUESSED
            if short and is_readable(self.record, text, self._tell):
                line = Line(self.record.last + 1, None)
                self._wrong = Attempt(self.record, (line,), error, text), error
            return refusal(error)
        except TableError as error:
            return refusal(error)

    def _reader(self) -> Read:
        """Return what reads a text; a number is a listed choice only where nothing is asked."""
        read = self._read if self.asked is None else self._read_words
        return lambda text: read_or_ask(self.record, text, read, self._tell)

    def _read(self, text: str) -> Lines:
        at, choices = self._listed
        listed = choices if at is self.record else NONE_LISTED
        choice = listed.get(number_in(text) or 0)
        if choice is not None and self.record.notation.verbs[choice.verb].once:
            text = self._tell(worded(self.record, choice.verb))  # one word does not spend it
        return by_number(self.record, listed, text, self._read_words)

    def _read_words(self, text: str) -> Lines:
        """Read `text` as people say it; a number alone is none of the choices that were listed."""
        try:
            return events_of(self.record, text, self._tell)
        except TableError:
            if (found := self._behind_tacit(text)) is None:
                raise
            return found

    def _behind_tacit(self, text: str) -> Lines | None:
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

    def _broken(self, text: str, error: IllegalAction) -> Breach | Refused:
        """Return the answer to a forbidden line, and keep it for repairs, if it would be the next.

        A refused line behind others has no number yet.
        """
        line = Line(self.record.last + 1, error.refused)
        if error.refused is not None and error.lines[-1:] == (line.number,):
            self._wrong = Attempt(self.record, (line,)), error
        answer = broken(self.record, text, error, self._tell)
        if isinstance(answer, Breach):
            self._pending = text
        return answer

    def insist(self, doubtful: Doubtful) -> Kept:
        """Keep a line although it contradicts others."""
        self.doubtful = None
        self._insisted = doubtful.conflict.lines
        return self._keep(doubtful.record)

    def leave_out(self) -> None:
        """Drop the doubtful line."""
        self.doubtful = self._wrong = None

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

    def let_stand(self, text: str) -> Mended:
        """Mark a line as a breach with which the table plays on, if the rules know such a breach.

        What was refused because of it is tried again after it.
        """
        number = number_in(text)
        line = next((each for each in self.record.lines if each.number == number), None)
        if number is not None and line is None:
            return Refused(say("There is no line {n}.", n=number))
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
        self._fixed = line.number
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

    def fix(self, text: str) -> Mended:
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
        behind = tuple(
            each
            for each in lines
            if each.line.number > old.line.number
            and (each.line.event is not None or each.line.number <= whole.last)
        )
        fixing = Fixing(whole.until(old.line.number - 1), (old, *behind))
        self._fixed, self._mender = old.line.number, Listener(self._tell)
        return self._mended(fixing, rest.strip())

    def _mended(self, fixing: Fixing, text: str) -> Mended:
        """Put what is told with `text` into a correction; what is not clear is asked back."""
        record, old = fixing.record, fixing.unfit
        read, found = partial(events_of, record, tell=self._tell), None
        try:
            if text != LEFT_OUT and not text.startswith("#"):
                found = self._mender.heard(
                    record, text, lambda text: read_or_ask(record, text, read, self._tell)
                )
            if isinstance(found, Left):
                return Kept((), self._mender.dropped)
            if (wrong := unlike(self.record, self._board, old, found or ())) is not None:
                return wrong
            if found is not None:
                return self._fixing_on(fixing.with_lines(found))
            if text == LEFT_OUT:
                return self._fixing_on(fixing.without())
            noted = record.and_line(Line(record.last + 1, None, _note(text)))
            return self._fixing_on(replace(fixing, record=noted, rest=fixing.rest[1:]).replayed())
        except StoreError:
            raise
        except Doubt as asked:
            self.fixing = fixing
            return Asked(asked.words, self._mender.dropped)
        except TableError as error:
            said = error.refused if isinstance(error, IllegalAction) else None
            return (said and unlike(self.record, self._board, old, (said,))) or refusal(error)

    def _typed(self) -> tuple[Record, Sequence[Noted]]:
        """Return the record and its lines, with a doubtful or refused one at the end."""
        if self._wrong is None:
            return self.record, list(noted(self.record))
        attempt, _ = self._wrong
        refused = (Noted(line, True) for line in attempt.rest)
        return attempt.record, [*noted(attempt.record), *refused]

    def fix_with(self, text: str) -> Mended:
        """Put a line before the one that does not fit; one of its kind replaces it."""
        assert self.fixing is not None
        return self._mended(self.fixing, text)

    def fix_without(self, rest: bool = False) -> Mended:
        """Leave out the line that does not fit; with `rest`, all lines after it too."""
        assert self.fixing is not None
        fixing = self.fixing
        if (wrong := unlike(self.record, self._board, fixing.unfit, ())) is not None:
            return wrong
        return self._fixing_on(fixing.without_rest() if rest else fixing.without())

    def give_up_fix(self) -> None:
        """Leave all lines as they were before the correction."""
        self.fixing = None

    def _fixing_on(self, fixing: Fixing) -> Mended:
        self.doubtful = None
        if fixing.why is not None and fixing.unfit.number > self._typed()[0].last:
            fixing = fixing.without_rest()  # it was refused, and still is
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
            event = coming.event.head
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

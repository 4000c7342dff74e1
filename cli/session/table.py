"""`table`: real pieces on a real table; people type what happens, line by line."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...models.core import Contradiction, Event, Line, Record, turn
from ...models.wording import worded
from ...models.words import Words, bare, say, say_n, spellings
from ...sessions import helping
from ...sessions.answers import Refused
from ...sessions.awaited import example, explained, unsaid, whole_line
from ...sessions.calls import Called, calls
from ...sessions.lines import FEW, LAST, LEFT, NO_ANSWER
from ...sessions.news import Ending, account, ending, news, rounds_ended
from ...sessions.refusing import Breach
from ...sessions.reviewable import is_known
from ...sessions.table import Asked, Doubtful, Fixed, Kept, Mended, Table, Unfit
from ...sessions.tutor import lesson
from ...solver.engine.work import SECOND, Work
from ..answers.advised import told_lesson
from ..answers.repaired import print_repairs
from ..answers.stepped import tell_clash
from ..console import height, print_columns, print_words, printed
from ..language import speak_of, tell
from ..views import show_board
from ..views.names import called
from ..views.told import (
    print_account,
    print_calls,
    print_ending,
    print_followed,
    print_sentences,
    print_told,
)
from .laptop import print_rows
from .last_page import review_word
from .layout import Showing, TableShown, table_rows
from .moves import numbered, show_moves
from .play import show_side_line, what_if
from .questions import (
    LinePrompt,
    QuestionWord,
    alone,
    leaves,
    level_of,
    tell_left,
    tutor_of,
    undo_told,
)
from .survival import ErrorBoundary
from .terminal import InputEnded, Terminal, agreed

ASKED = say("First answer what is asked; Enter leaves the line out.")
KEEP = say("keep")
REST = say("rest")
CANCEL = say("abandon")
STAND = say("stand")
CLASHING = SECOND
"""Steps of work to find out why lines contradict each other."""
SCRIPTED = 10 * SECOND
"""Steps of work for all repairs in a script, where nobody reads in between."""
MANY, NAME = 3, 8
"""From `MANY` names in a prompt on, each is cut to `NAME` columns."""
BESIDE = 6
"""Rows of the screen for a line, what followed from it, and the prompt."""


class TableSession:
    """The notes of one game, taken by the people at the table."""

    def __init__(self, table: Table, terminal: Terminal) -> None:
        speak_of(table.record)
        self._table = table
        self._terminal = terminal
        self._told = set[str]()
        """The kinds of lines for which examples have been shown."""
        self._showing = Showing(TableShown.AUTO if terminal.live else TableShown.OFF)
        self._seen = table.record
        """The record up to which everything has been printed."""
        self._tutored: set[str] = set()
        """The player whose moves the tutor watches, if it is on."""
        self._called: Sequence[Called] = ()
        """What is still to be called, below the table."""
        self._ended = list[str]()
        """The rows about how the game ended, below the calls."""
        self._above = 0
        """How many rows above the table have to stay in sight with it."""
        self._shown: Record | None = None
        """The record for which the table was last shown."""
        self._repairing = Work() if terminal.live else Work(SCRIPTED)
        """The work left for repairs."""

    def run(self) -> None:
        """Take lines until the people leave; raises Left."""
        survival = ErrorBoundary(self._terminal)
        with survival:
            if not self._terminal.live:
                show_board(self._table.record)
                self._shown = self._table.record
            self._called = self._table.calls()
            if (end := ending(self._table.record)) is not None:
                self._ended = printed(lambda: self._tell_end(end))
            self._tell_new(self._table.begin().lines)
        try:
            while True:
                with survival:
                    self._go_on()
        except (InputEnded, KeyboardInterrupt):
            self._leave_out()
            _tell_dropped(self._table.listener.forget())
            raise

    def _go_on(self) -> None:
        """Show what is new: the table and what can come next; then take a line."""
        self._show_table()
        kinds = set(self._table.kinds())
        if not kinds <= self._told and not self._speaks_for_itself:
            for words in self._table.expected():
                print_words(words)
            self._told |= kinds
        self._list_few()
        if self._table.asked is not None and not self._terminal.live:  # a pipe shows no prompt
            print_words(self._table.asked)
        text = self._desk().ask_once(self._prompt(), self._offer)
        if text is None:
            return
        if self._table.record.closed and text and leaves(text):
            raise InputEnded
        if self._table.fixing is not None:
            self._fix_on(text)
            return
        doubtful = self._table.doubtful
        if doubtful is not None and _says(text, KEEP):
            self._tell_new(self._table.insist(doubtful).lines)
            return
        waits = self._waits
        self._leave_out()
        asked = self._table.asked is not None
        if text or asked or (not waits and unsaid(self._table.record) is not None):
            self._take(text)

    @property
    def _waits(self) -> bool:
        """Whether something is open about the line that was typed last, or about a correction."""
        waits = self._table.doubtful, self._table.fixing, self._table.asked
        return any(each is not None for each in waits)

    @property
    def _speaks_for_itself(self) -> bool:
        """Whether a call says what to do now, and all lines for it are listed, of one kind."""
        one = len(self._table.kinds()) == 1
        return one and bool(self._few()) and bool(self._table.calls())

    def _few(self) -> Sequence[Event]:
        """Return the choices, if they are few and nothing is asked."""
        few = () if self._waits else self._table.choices()
        return few if 1 < len(few) <= FEW else ()

    def _list_few(self) -> None:
        """Print the numbered choices, if they are few."""
        if few := self._few():
            print_columns(numbered(self._table.record, few))
            ahead = self._terminal.is_ahead()
            self._table.number_choices({} if ahead else dict(enumerate(few, start=1)))

    @property
    def _is_tutored(self) -> bool:
        record = self._table.record
        return bool(self._tutored) and helping.answers(record, record.viewer, "tutor")

    def _prompt(self) -> str:
        if self._table.fixing is not None:
            return tell(say("Instead: "))
        if self._table.doubtful is None:
            return prompt(self._table.record)
        words = say("Type {keep} to keep your line; Enter leaves it out: ", keep=KEEP)
        return tell(words)

    def _desk(self) -> LinePrompt:
        more = [
            alone(say("now"), say("what hands have to do now"), self._now),
            alone(say("what now"), None, self._now),
            QuestionWord(
                say("moves"),
                say("what can be done; a number is a line, too: moves [WORDS]"),
                self._moves,
            ),
            QuestionWord(
                say("undo"), say("take back the last line, or all from line N"), self._undo
            ),
            alone(say("redo"), say("bring back what was taken back"), self._redo),
            QuestionWord(
                say("fix"), say("correct a line and replay the rest: fix N LINE"), self._fix
            ),
            QuestionWord(say("takeback"), None, self._takeback),
            QuestionWord(say("let"), say("play on with a breach: let N stand"), self._let),
            what_if(self._what_if),
            level_of(self._level),
            alone(say("check"), say("whether all lines can be true"), self._check),
            *review_word(self._table.record, self._terminal),
        ]
        record, hints = self._table.record, self._table.hints
        seated = record.viewer in record.setup.players
        asides = [tutor_of(self._tutored, record.viewer, print_words)] if seated else []
        return LinePrompt(
            self._terminal,
            record,
            hints,
            more=more,
            asides=asides,
            listener=self._table.listener,
            showing=self._showing,
        )

    def _offer(self, begun: str) -> Sequence[str]:
        keep = (tell(KEEP),) if self._table.doubtful is not None and not begun else ()
        return (*keep, *self._table.offered(begun))

    def _take(self, text: str) -> None:
        """Print the result of the line that was typed."""
        before, asked = self._table.record, self._table.asked
        answer = self._table.typed(text)
        if not isinstance(answer, Kept):
            self._terminal.hold()
        match answer:
            case Kept(lines, dropped):
                _tell_dropped(dropped, again=not lines)
                self._tell_new(lines)
                if self._is_tutored and (found := lesson(before, self._table.record)) is not None:
                    print_words(told_lesson(before, found))
            case Doubtful(record, conflict):
                _tell_conflict(conflict, record)
                self._tell_repairs()
            case Breach(words, line):
                print_words(words)
                self._tell_repairs()
                _tell_ways_out(line)
            case Asked(words, dropped):
                tell_left(dropped, print_words)
                if words == asked:
                    print_words(NO_ANSWER)
            case Refused(words):
                print_words(words)
                self._tell_repairs()

    def _tell_repairs(self) -> None:
        """Print repairs of the line that is doubtful or was refused."""
        if self._repairing.left <= 0:
            return
        words = say("Looking for what would mend it; any key goes on.")
        found = self._terminal.worked(words, lambda _: self._table.repairs(self._repairing))
        if found is not None:
            print_repairs(self._table.record, found)

    def _give_up_fix(self) -> None:
        self._table.give_up_fix()
        print_words(say("Nothing was changed."))

    def _leave_out(self) -> None:
        """Drop the doubtful line, or the correction under way; what is asked stays asked."""
        if self._table.fixing is not None:
            self._give_up_fix()
        if self._table.doubtful is not None:
            self._table.leave_out()
            print_words(LEFT)

    # questions of this session

    def _moves(self, words: str) -> None:
        choices = self._table.choices()
        if not choices:
            print_words(explained(self._table.record))
            return
        _tell_dropped(self._table.listener.forget())  # a number means one thing only
        if not 1 < len(choices) <= FEW:  # a few are listed before every prompt
            listed = show_moves(self._terminal, self._table.record, choices, words)
            self._table.number_choices(listed)

    def _now(self) -> None:
        """Call again what is to be done, and tell how to write what comes of it."""
        print_calls(self._table.calls())
        print_words(explained(self._table.record))

    def _undo(self, begin: str) -> None:
        if not begin and undo_told(self._table.listener, print_words):
            return
        waits = self._waits
        self._leave_out()
        if waits and not begin:
            return
        match self._table.undo(begin):
            case Refused(words):
                print_words(words)
            case taken:
                _tell_dropped(self._table.listener.forget())
                rows = printed(lambda: self._tell_taken(taken.gone))
                print_rows(rows)
                self._above = height(rows)
                self._tell_new(taken.lines)

    def _tell_taken(self, gone: Sequence[Line]) -> None:
        count, back = len(gone), say("redo")
        print_words(say_n("{n} line was taken back:", "{n} lines were taken back:", count))
        print_told(self._table.record, gone)
        print_words(say_n("{redo} brings it back.", "{redo} brings them back.", count, redo=back))

    def _redo(self) -> None:
        if self._table.redo_told():
            return
        if self._table.asked is not None:
            print_words(ASKED)
            return
        self._leave_out()
        match self._table.redo():
            case Refused(words):
                print_words(words)
            case Kept(lines):
                self._tell_new(lines)

    def _takeback(self, _: str) -> None:
        """Tell what serves at a table, where nobody need be asked by the program."""
        print_words(
            say(
                "At a real table {undo} takes back the last line, {fix} {last} LINE corrects it.",
                undo=say("undo"),
                fix=say("fix"),
                last=LAST,
            )
        )

    def _fix(self, line: str) -> None:
        if self._table.fixing is not None:
            self._give_up_fix()
        self._tell_fixed(self._table.fix(line))

    def _let(self, line: str) -> None:
        number, _, rest = line.partition(" ")
        if rest and not _says(rest.strip(), STAND):
            print_words(say("expected the number of a line"))
            return
        self._tell_fixed(self._table.let_stand(number))

    def _fix_on(self, text: str) -> None:
        """Handle what is typed about a line that no longer fits."""
        fixing, asked = self._table.fixing, self._table.asked
        begun = fixing is not None and fixing.why is None
        if _says(text, CANCEL) or (begun and not text and asked is None):
            self._give_up_fix()
        elif _says(text, REST) or not (text or asked):
            self._tell_fixed(self._table.fix_without(rest=bool(text)))
        else:
            self._tell_fixed(self._table.fix_with(text))

    def _tell_fixed(self, answer: Mended) -> None:
        """Print the result of a correction; what was asked about behind it is dropped."""
        if isinstance(answer, Fixed | Doubtful):
            _tell_dropped(self._table.listener.forget())
        match answer:
            case Kept(_, dropped):
                _tell_dropped(dropped, again=True)
            case Asked(_, dropped):
                tell_left(dropped, print_words)
            case Refused(words):
                print_words(words)
            case Unfit(line, words):
                print_words(say("This line does not fit any more: {words}", words=words))
                print_told(self._table.record, [line])
                print_words(
                    say(
                        "Type what belongs there; Enter leaves the line out, {rest} all "
                        "lines after it too, {cancel} changes nothing.",
                        rest=REST,
                        cancel=CANCEL,
                    )
                )
            case Doubtful(record, conflict):
                _tell_conflict(conflict, record)
            case Fixed(number, lines, gone):
                self._tell_new(lines)
                if gone:
                    print_words(say("Left out:"))
                    print_told(self._table.record, gone)
                if all(line.number != number for line in gone):
                    print_words(_told_fixed(self._table.record, number))

    def _what_if(self, begin: str) -> None:
        if self._table.asked is not None:
            print_words(ASKED)
            return
        self._leave_out()
        show_side_line(self._table.record, begin, self._terminal)
        show_board(self._table.record)

    def _level(self, asked: str) -> None:
        """Print the agreed level of help, or change it if everybody agrees."""
        self._leave_out()
        record = self._table.record
        if asked:
            levels = helping.read_help(asked, record.setup.players)
            whole = helping.levels_in_words({**helping.levels_of(record), **levels})
            question = say("{change} Is everybody sure (yes/no)? ", change=whole)
            if self._terminal.live and not agreed(self._terminal, question):
                print_words(say("Nothing was changed."))
                return
            self._table.agree(levels)
            _tell_dropped(self._table.listener.forget())
        print_words(helping.levels_in_words(helping.levels_of(self._table.record)))

    def _check(self) -> None:
        conflict = self._table.conflict()
        if conflict is None:
            print_words(say("All lines can be true."))
        else:
            _tell_conflict(conflict, self._table.record)

    def _tell_new(self, lines: Collection[int]) -> None:
        """Print lines and what followed from them; after a round or the game, its result."""
        record, seen = self._table.record, self._seen
        self._seen = record
        called = calls(record, seen)
        self._called = (*self._called, *called)
        print_followed(record, news(record, seen), lines, called)
        if record.game.outcome(seen.state) is None and (end := ending(record)) is not None:
            self._ended = printed(lambda: self._tell_end(end))
        elif rounds_ended(record, seen) and (counted := account(record)) is not None:
            print_account(counted)

    def _tell_end(self, end: Ending) -> None:
        print_ending(self._table.record, end)
        if not is_known(self._table.record):
            return
        for word in review_word(self._table.record, self._terminal):
            print_words(say("{name}: {about}", name=word.name, about=word.about))

    def _show_table(self) -> None:
        """Show the board, or the strip, if it has changed since it was last shown; then call.

        How the game ended stands below: nothing may push it off the screen.
        """
        record, rows, called = self._table.record, self._terminal.rows, self._called
        calling = [*printed(lambda: print_calls(called)), *self._ended]
        self._called, self._ended = (), []
        if self._shown is None or self._shown.lines != record.lines:
            self._shown = record
            room = rows and rows - BESIDE - self._above - height(calling)
            print_rows(table_rows(record, room, self._showing))
        print_rows(calling)
        self._above = 0


def _tell_dropped(text: str, again: bool = False) -> None:
    if again:
        print_words(say("Not noted: '{text}'; {redo} brings it back.", text=text, redo=say("redo")))
    elif text:
        print_words(say("Not noted: '{text}'.", text=text))


def _told_fixed(record: Record, number: int) -> Words:
    if any(event.stands for line, event in record.events if line == number):
        return say("Line {line} stands as it is; nothing is concluded from it.", line=number)
    return say("Line {line} is corrected.", line=number)


def _tell_ways_out(line: int) -> None:
    words = say(
        "{fix} {line} … corrects it; {let} {line} {stand} plays on with it as it is.",
        fix=say("fix"),
        let=say("let"),
        stand=STAND,
        line=line,
    )
    print_words(words)


def _says(text: str, word: Words) -> bool:
    """Tell whether `text` is `word`, in English or in the language of this run."""
    return bare(text) in spellings(word, tell)


def _tell_conflict(conflict: Contradiction, record: Record) -> None:
    from ...solver.engine.steps import clash

    if not conflict.lines:
        print_words(conflict.words)
        return
    print_words(say("These lines cannot all be true:"))
    print_sentences(record, conflict.lines)
    tell_clash(clash(record.game.model.hidden(record), CLASHING), conflict.lines)
    for number, event in record.events:
        if number in conflict.lines[:-1] and record.notation.verbs[event.verb].may_stand:
            _tell_ways_out(number)
            return


def prompt(record: Record) -> str:
    """Return the prompt: the number of the next line, the phase, who can act, and a legal line."""
    coming = turn(record)
    events = coming if isinstance(coming, tuple) else (coming.event,)
    actors = list(dict.fromkeys(event.actor for event in events if event.actor))
    line = example(record)
    if len(actors) == 1:
        line = line.removeprefix(f"{actors[0]} ")
    names = [called(actor) if len(actors) < MANY else called(actor, NAME) for actor in actors]
    who, part = ", ".join(names), record.game.tale.part(record.state)
    head = who if part is None else tell(part)
    if part is not None and not head.endswith(who):
        head = tell(say("{part}: {names}", part=part, names=who))
    such = f"({tell(worded(record, line))})" if line else ""
    if unsaid(record) is not None:
        power = next(each for each in events if record.notation.verbs[each.verb].once)
        words = say("Enter, or {line}", line=worded(record, whole_line(record, power)))
        such = f"({tell(words)})"
    if len(actors) > 1:
        such = such.replace(called(actors[0]), called(actors[0])[:NAME].strip())
    if record.closed and not line:
        head, such = tell(say("the game is over")), f"({tell(say('quit'))})"
    return f"{' '.join(filter(None, (str(record.last + 1), head, such)))}> "

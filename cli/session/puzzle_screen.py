"""Solving a puzzle on one screen: keys, clicks, and what they do. Saved at every mark."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ...models.record import write_line
from ...models.wording import worded
from ...models.words import Words, bare, say, say_n
from ...puzzles.kinds import AnswerRow
from ...puzzles.room import Puzzle
from ...sessions.pencil import Clash, clash, told_outright
from ...sessions.solved import Progress, keep_line, line
from ...sessions.solving import OptionMark, Pair, Solving
from ...sessions.store import Store
from ..console import wrapped
from ..language import tell
from ..views import look_of
from .bits import Bit, Line, hung
from .puzzle_sheet import (
    COLUMNS,
    NOT,
    NOTES,
    ROWS,
    SURE,
    PuzzleSheet,
    Screen,
    Shown,
    Stop,
    key_bits,
)
from .puzzle_steps import Steps

_NEXT: Mapping[OptionMark | None, OptionMark | None] = {
    None: OptionMark.NOT,
    OptionMark.NOT: OptionMark.SURE,
    OptionMark.SURE: None,
}
"""The mark of a place after a digit or a click, by the mark before."""
_KEYBOARD = str.maketrans("&é\"'(-è_çà", "1234567890")
"""The row of digits on a French keyboard, without shift."""
Result = TypeVar("Result")
_MOMENT = say("One moment…")
OF_PIECES = "fx"
"""The keys that not every puzzle has."""
_FILLED = say("crosses out what a single line rules out")
_LEFT_OPEN = say("of what is not chosen yet: keeps the dice, leaves the cards")
_CLASHING = say("shows marks that cannot all be true (counted)")
_KEYS_OF_PIECES = (
    (say("arrows"), say("from piece to piece")),
    (say("a letter"), say("crosses the place out, or restores it")),
    (say("a capital"), say("the piece is there: sure")),
    (say("a digit"), say("crosses out the place of this number; again: sure; again: open")),
    (say("a click"), say("on a place: as a digit")),
    (say("space"), say("clears the piece")),
    (say("Enter"), say("the only place left is sure; once all is sure, gives the answer")),
)
_KEYS_OF_CHOICES = (
    (say("arrows"), say("from choice to choice")),
    (say("a digit"), say("the choice that stands beside it")),
    (say("digits"), say("of numbers, the number: 1, then 3, for 13")),
    (say("a click"), say("on a choice: takes it")),
    (say("space"), say("takes the next of several choices; crosses a lone one out")),
    (say("Enter"), say("takes the choice, or goes on; once all is chosen, gives the answer")),
)


@dataclass(frozen=True, slots=True)
class Work:
    """Something that may take a moment, and what is done with its result."""

    run: Callable[[], Any]
    then: Callable[[Any], None]


class PuzzleScreen:
    """One person and one puzzle on a screen; keys come in by name, screens go out.

    `work` is waiting to be done whenever it is not None; `left` says that they want to leave.
    """

    def __init__(self, puzzle: Puzzle, store: Store) -> None:
        self.puzzle = puzzle
        self.progress = Progress(store, puzzle)
        self.work: Work | None = None
        self.left = False
        self.typed = 0
        self._number = ""
        self._is_warned = False
        self._store = store
        self._sheet = PuzzleSheet(puzzle)
        self._cursor = (self._sheet.first, 0)
        self._stops: Sequence[Stop] = ()
        self._said = ""
        self._lit: Sequence[Pair] = ()
        self._lines: Sequence[int] = ()
        self._page: Sequence[str] = ()
        self._below = 0
        self._at = 0
        self._asked: Callable[[], None] | None = None
        self._begun: str | None = line(store, puzzle) or None
        self._steps: Steps | None = None
        self._does: Mapping[str, tuple[Words, Callable[[], None]]] = {
            "u": (say("undo"), self._undo),
            "r": (say("redo"), self._redo),
            "f": (say("fill in"), self._fill),
            "x": (say("what clashes"), self._clash),
            "h": (say("hint"), self._hint),
            "t": (say("mark what hints have told"), self._take),
            "m": (say("memo"), self._memo),
            "l": (say("lines"), self._show_lines),
            "?": (say("help"), self._help),
            "q": (say("leave"), self._leave),
        }

    # what is shown

    def draw(self, columns: int, rows: int) -> Screen:
        """Return the screen as it is now; what was said is a page if the board leaves no room."""
        if self._page:
            return self._drawn_page(columns, rows)
        screen = self._sheet.draw(self._shown(columns, rows), columns, rows)
        if not screen.whole and columns >= COLUMNS and rows >= ROWS:
            if not (self._said or self._is_warned or self._steps):
                self._is_warned = True
                words = say(
                    "This puzzle does not fit on {rows} rows, so something is left out: make the "
                    "window larger, or solve it with --plain.",
                    rows=rows,
                )
                self._said = tell(words)
            if self._said:
                parts = self._said.split("\n")
                self._page = [row for part in parts for row in wrapped(part, columns)]
                self._said, self._at = "", 0
                return self._drawn_page(columns, rows)
        self._stops = screen.stops
        return screen

    def _shown(self, columns: int, rows: int) -> Shown:
        if self._steps is not None:
            return self._steps.shown()
        said = self._said
        if columns < COLUMNS or rows < ROWS:
            words = say(
                "This window is too small; {columns} columns and {rows} rows are needed.",
                columns=COLUMNS,
                rows=ROWS,
            )
            said = tell(words)
        notes = [f"# {note}" for note in self.progress.solving.sheet.notes]
        if self._begun is not None:
            memo = tell(say("Memo: {text}", text=f"{self._begun}▏"))
            said, notes = "\n".join((*notes[-NOTES:], memo)), []
        keys = [(key, does[0]) for key, does in self._does.items() if key in self._offered]
        return Shown(
            self.progress.solving.sheet,
            self._cursor,
            [("enter", self._entered), *keys],
            right=self._clock(),
            lit=self._lit,
            lines=self._lines,
            said=said,
            notes=notes,
        )

    @property
    def _entered(self) -> Words:
        """What Enter does here, in a word or two."""
        if self.progress.solving.sheet.answer(self.puzzle.rows) is not None:
            return say("give answer")
        return say("sure") if self._cursor[0] in self._sheet.pieces else say("choose")

    @property
    def _offered(self) -> str:
        if self._sheet.pieces:
            return "ufxh?q"
        return "urfh?q" if len(self._sheet.choices) > 1 else "urh?q"

    def _clock(self) -> str:
        minutes, seconds = divmod(int(self.progress.seconds), 60)
        hints = self.progress.solving.hints
        told = tell(say_n("{n} hint", "{n} hints", hints)) if hints else ""
        return f"{told}  {minutes}:{seconds:02}".strip()

    def _drawn_page(self, columns: int, rows: int) -> Screen:
        room, page = rows - 1, [row for each in self._page for row in hung(each, columns)]
        self._at = max(0, min(self._at, len(page) - room))
        shown: list[Line] = [[Bit(row)] for row in page[self._at :][:room]]
        self._below = len(page) - self._at - len(shown)
        words = say("back to the puzzle")
        if self._below:
            words = say_n("{n} more line", "{n} more lines", self._below)
        space: list[Line] = [[] for _ in range(room - len(shown))]
        return Screen([*shown, *space, key_bits("enter", words)], (), True)

    def report(self, words: Words) -> None:
        """Say something in the line above the keys."""
        self._said = tell(words)

    # what is done

    def press(self, key: str) -> None:
        """Do what a key does: a character, or a name such as `enter` or `left`."""
        self.typed += 1
        if self._page:
            self._turn(key)
        elif self._begun is not None:
            self._write(key)
        elif self._steps is not None:
            self._steps.press(key)
            self.left = self._steps.left
        else:
            asked, self._asked = self._asked, None
            number = self._number
            if not key.translate(_KEYBOARD).isdecimal():
                self._number = ""
            self._said, self._lit, self._lines = "", (), ()
            if asked is not None and key == "enter":
                asked()
            elif key == "enter" and number and number not in self._row(self._cursor[0]).options:
                self._said = tell(say("{n} is none of the numbers here.", n=number))
            else:
                self._act(key)

    def paste(self, text: str) -> None:
        """Take a text that came at once: of a memo it is a part, and nowhere a row of keys."""
        if self._begun is None:
            self.report(say("A pasted text is not taken as keys; a memo, m, can hold it."))
            return
        for letter in " ".join(text.split()):
            self._write(letter)

    def click(self, act: Pair | str | None) -> None:
        """Do what a click on a bit of the screen does."""
        if act is None or isinstance(act, str):
            self.press(act or "escape")
        elif not (self._page or self._steps or self._begun is not None):
            self.typed += 1
            self._said, self._lit, self._lines, self._asked = "", (), (), None
            number, option = act
            self._cursor = number, self._row(number).options.index(option)
            self._mark(option, None if number in self._sheet.pieces else OptionMark.SURE)

    def _act(self, key: str) -> None:
        number, _ = self._cursor
        if key in self._does:
            if key in self._offered or key not in OF_PIECES:
                self._does[key][1]()
        elif key in ("left", "right", "up", "down", "tab"):
            self._move(key)
        elif key == "enter":
            self._enter()
        elif number in self._sheet.pieces:
            self._key_of_place(key)
        else:
            self._key_of_choice(key)

    def _row(self, number: int) -> AnswerRow:
        return self.puzzle.markable[number]

    def _key_of_place(self, key: str) -> None:
        """Cross out a place by its letter, which in upper case is sure; a digit goes on."""
        number, _ = self._cursor
        row, keys = self._row(number), self._sheet.keys(number)
        digit = key.translate(_KEYBOARD)
        if digit.isdecimal() and 0 < int(digit) <= len(row.options):
            self._mark(row.options[int(digit) - 1], None)
        elif key.lower() in keys:
            option = row.options[keys.index(key.lower())]
            self._mark(option, OptionMark.SURE if key.isupper() else OptionMark.NOT)
        elif key in (" ", "delete", "backspace"):
            self._put({(number, option): None for option in row.options})

    def _key_of_choice(self, key: str) -> None:
        """Take a choice by its number or its key; go to a lone one of words by its first letter."""
        number, at = self._cursor
        row, keys = self._row(number), self._sheet.keys(number)
        several, digit = len(self._sheet.choices) > 1, key.translate(_KEYBOARD)
        if key == " " and several:
            chosen = self.progress.solving.sheet.left(number, row.options)
            now = row.options.index(chosen[0]) if len(chosen) == 1 else -1
            self._mark(row.options[(now + 1) % len(row.options)], OptionMark.SURE)
        elif key in (" ", "delete", "backspace"):
            self._mark(row.options[at], OptionMark.NOT)
        elif self._sheet.is_number(number):
            self._type(digit)
        elif several and digit in keys:
            self._choose(row.options[keys.index(digit)])
        elif len(key) == 1 and not several:
            order = [*range(at + 1, len(row.options)), *range(at + 1)]
            called = {n: bare(self._sheet.option(row, row.options[n])) for n in order}
            there = next((n for n in order if called[n].startswith(bare(key))), None)
            if there is not None:
                self._cursor = number, there
            elif digit.isdecimal():
                self._said = tell(say("These have no numbers: arrows, or the first letter."))

    def _type(self, digit: str) -> None:
        """Take the number that ends with this digit: that of all digits in a row, if there is."""
        options = self._row(self._cursor[0]).options
        typed = next(
            (n for n in (self._number + digit, digit) if any(o.startswith(n) for o in options)), ""
        )
        self._number = typed
        if typed in options:
            self._choose(typed)
        elif typed:
            self._said = tell(say("{digits}… type the next digit.", digits=typed))
        elif digit.isdecimal():
            self._said = tell(say("{n} is none of the numbers here.", n=digit))

    def _choose(self, option: str) -> None:
        """Take a choice, and go on to the next part that is open, if no longer number begins so."""
        number, _ = self._cursor
        row, before = self._row(number), self.progress.solving.sheet
        if not self._number or before.left(number, row.options) != (option,):
            self._mark(option, OptionMark.SURE)
        sheet, parts = self.progress.solving.sheet, self._sheet.choices
        if len(parts) == 1:
            self._cursor = number, row.options.index(option)
        elif not (self._number and any(o.startswith(option) for o in row.options if o != option)):
            then = (n for n in parts if len(sheet.left(n, self._row(n).options)) > 1)
            order = sorted(then, key=lambda n: (n < number, n))
            self._cursor = next(iter(order), number), 0

    def _enter(self) -> None:
        """Take a lone choice, or the one place that is left, or go on; ask, and hand in at the end.

        Nobody has decided where several are left: nothing is taken there.
        """
        number, at = self._cursor
        row, sheet = self._row(number), self.progress.solving.sheet
        left = sheet.left(number, row.options)
        whole = sheet.answer(self.puzzle.rows) is not None
        if self._sheet.choices == (number,) and not (whole and left == (row.options[at],)):
            self._mark(row.options[at], OptionMark.SURE)
        elif whole:
            words = say("Press Enter once more to give this answer; a wrong one is a mistake.")
            self._ask(words, self._hand_in)
        elif len(left) > 1:
            self._said = tell(say("Nothing is decided here yet."))
        elif number in self._sheet.pieces:
            self._put({(number, left[0]): OptionMark.SURE})
        else:
            self._move("tab")

    def _mark(self, option: str, mark: OptionMark | None) -> None:
        """Put a mark, or take it off if it is there; without one the next in turn."""
        pair = self._cursor[0], option
        there = self.progress.solving.sheet.marks.get(pair)
        self._put({pair: _NEXT[there] if mark is None else None if there is mark else mark})

    def _put(self, marks: Mapping[Pair, OptionMark | None]) -> None:
        self.progress.solving = self.progress.solving.put(self.puzzle, marks)
        self.progress.save()
        if self.progress.solving.sheet.answer(self.puzzle.rows) is not None:
            self._said = tell(say("Your answer is complete: press Enter twice to give it."))

    def _move(self, key: str) -> None:
        number, at = self._cursor
        if self._sheet.choices == (number,) and key in ("left", "right"):
            at += 1 if key == "right" else -1
            self._cursor = number, max(0, min(at, len(self._row(number).options) - 1))
            return
        own = [stop for stop in self._stops if stop.row == number]
        if not own:
            return
        here = next((stop for stop in own if stop.option == at), own[0])
        pieces = number in self._sheet.pieces
        group = [s for s in self._stops if (s.row in self._sheet.pieces) == pieces]
        if key == "tab":
            there = [stop for stop in self._stops if stop not in group]
            after = [stop for stop in group if (stop.y, stop.x) > (here.y, here.x)]
            ways = there or after or group
            to = min(ways, key=lambda s: (s.y, s.x))
        elif key in ("left", "right"):
            sign = 1 if key == "right" else -1
            ways = [s for s in group if s.y == here.y and (s.x - here.x) * sign > 0]
            to = min(ways, key=lambda s: abs(s.x - here.x), default=here)
        else:
            sign = 1 if key == "down" else -1
            ways = [s for s in group if (s.y - here.y) * sign > 0]
            ways = [s for s in ways if s.x == here.x or not pieces]
            to = min(ways, key=lambda s: (abs(s.y - here.y), abs(s.x - here.x)), default=here)
        self._cursor = to.row, to.option

    # help

    def _undo(self) -> None:
        if not self.progress.solving.done_before:
            self._said = tell(say("There is nothing to take back."))
            return
        self.progress.solving = self.progress.solving.undo()
        self.progress.save()

    def _redo(self) -> None:
        if not self.progress.solving.undone:
            self._said = tell(say("There is nothing to redo."))
            return
        self.progress.solving = self.progress.solving.redo()
        self.progress.save()

    def _fill(self) -> None:
        """Cross out what one clue rules out beside what is sure, unless it is marked already.

        Of a turn of which something is chosen, leave the rest alone.
        """
        sheet = self.progress.solving.sheet
        if not self._sheet.pieces:
            if not sheet.marks:
                self._said = tell(say("Choose something first; f fills in the rest."))
                return
            rows = [(n, self._row(n).options) for n in self._sheet.choices]
            open_ = [(n, options[0]) for n, options in rows if len(sheet.left(n, options)) > 1]
            self._put(dict.fromkeys(open_, OptionMark.SURE))
            return
        told = told_outright(self.puzzle, sheet)
        new = {pair: mark for pair, mark in told.items() if pair not in sheet.marks}
        self._put(new)
        if not self._said:
            words = say_n(
                "Beside what is sure, a single clue rules out {n} place, crossed out now.",
                "Beside what is sure, single clues rule out {n} places, crossed out now.",
                len(new),
            )
            nothing = say("There is nothing more that a single clue rules out.")
            self._said = tell(words if new else nothing)

    def _clash(self) -> None:
        sheet = self.progress.solving.sheet

        if not sheet.marks:
            self._said = tell(say("No mark clashes."))
            return

        def found(clashing: Clash | None) -> None:
            self.progress.solving = self.progress.solving.asked_for_clash()
            self.progress.save()
            if clashing is None:
                self._said = tell(say("No mark clashes."))
                return
            self._said = tell(clashing.words)
            self._lit, self._lines = clashing.marks, clashing.lines

        self._do(lambda: clash(self.puzzle, sheet), found)

    def _hint(self) -> None:
        def tell_it(found: tuple[Solving, Words]) -> None:
            self.progress.solving, words = found
            self.progress.save()
            self._said, self._lines = tell(words), found[0].hinted_lines(self.puzzle)

        def worked_out(found: tuple[Solving, Words]) -> None:
            if found[0].hints == self.progress.solving.hints:
                tell_it(found)
                self._asked = lambda: None  # Enter, which gave hints so far, marks nothing now
            else:
                self._ask(
                    say("Press Enter for the next hint; hints are counted."), lambda: tell_it(found)
                )

        self._do(lambda: self.progress.solving.hinted(self.puzzle), worked_out)

    def _take(self) -> None:
        told = self.progress.solving.taken(self.puzzle)
        if not told:
            self._said = tell(self.progress.solving.nothing_told(self.puzzle))
            return
        self._put(told)

    def _hand_in(self) -> None:
        before = self.progress.solving

        def judged(found: Solving) -> None:
            self.progress.solving = found
            self.progress.save()
            if (words := found.judged(self.puzzle, before)) is not None:
                self._said = tell(words)
                return
            right = say("That is right. The way there is worked out: one moment…")
            self._do(lambda: self.puzzle.way, lambda _: self._end(), right)

        self._do(lambda: before.handed_in(self.puzzle), judged)

    def _ask(self, words: Words, then: Callable[[], None]) -> None:
        """Say what Enter does next; any other key does what it always does instead."""
        self._said, self._asked = tell(words), then

    def _do(
        self,
        run: Callable[[], Result],
        then: Callable[[Result], None],
        said: Words = _MOMENT,
    ) -> None:
        self.work = Work(run, then)
        self._said = tell(said)

    def done(self, result: Any) -> None:
        """Take the result of the work that was waiting."""
        work, self.work, self._said = self.work, None, ""
        if work is not None:
            work.then(result)

    def _memo(self) -> None:
        self._begun = ""

    def _write(self, key: str) -> None:
        """Write the memo on, letter by letter; it is kept at every key."""
        begun = self._begun or ""
        if key == "enter":
            text = begun.strip()
            if text:
                self.progress.solving = self.progress.solving.noted(text)
                self.progress.save()
        if key in ("enter", "escape"):
            self._begun = None
            keep_line(self._store, self.puzzle, "")
            return
        begun = begun[:-1] if key == "backspace" else begun + key * (len(key) == 1)
        self._begun = begun
        keep_line(self._store, self.puzzle, begun)

    def _show_lines(self) -> None:
        record = self.puzzle.question
        told = ((line.number, worded(record, write_line(record, line))) for line in record.lines)
        self._page = [f"{number:>4}  {tell(words)}" for number, words in told]
        self._at = 0

    def _help(self) -> None:
        does = self._does.items()
        more = _FILLED if self._sheet.pieces else _LEFT_OPEN
        about = {k: it[0] for k, it in does} | {"f": more, "x": _CLASHING}
        told = [(k, tell(about[k])) for k in about if k in self._offered or k not in OF_PIECES]
        keys_of = (
            (self._sheet.choices, say("In the question"), _KEYS_OF_CHOICES),
            (self._sheet.pieces, say("Among the pieces"), _KEYS_OF_PIECES),
        )
        both = all(there for there, *_ in keys_of)
        told += [("Tab", tell(say("from the question to the pieces, and back")))] * both
        for there, head, rows in keys_of:
            if there:
                told += [("", ""), *([(tell(head), "")] * both)]
                told += ((tell(key), tell(about)) for key, about in rows)
        told += [("", ""), (SURE, tell(say("sure"))), (NOT, tell(say("crossed out")))]
        notes = self.progress.solving.sheet.notes
        counted = tell(say("Hints, and asking what clashes, are counted."))
        brief = look_of(self.puzzle.question).brief
        rules = [*wrapped(tell(brief), COLUMNS), ""] if brief else []
        keys = (f"{key:>14}  {words}".rstrip() for key, words in told)
        self._page = [*rules, *keys, "", counted, *(f"# {note}" for note in notes)]
        self._at = 0

    def _turn(self, key: str) -> None:
        step = {"up": -1, "down": 1, " ": ROWS - 2, "pagedown": ROWS - 2, "pageup": 2 - ROWS}
        if key == "enter" and self._below:
            key = " "
        if key in step:
            self._at += step[key]
        else:
            self._page = ()

    def _leave(self) -> None:
        self.left = True

    def _end(self) -> None:
        self._steps = Steps(self.puzzle, self.progress.ending())

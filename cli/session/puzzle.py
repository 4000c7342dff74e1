"""Solving a puzzle at the terminal: marks, notes, checks and hints, saved at every line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from ...models.words import Words, bare, listed, say, say_n, spellings
from ...puzzles.kinds import AnswerRow
from ...puzzles.room import Puzzle
from ...sessions.lines import refused
from ...sessions.pencil import clues
from ...sessions.solved import Progress
from ...sessions.solving import OptionMark, Pair, Solving
from ...sessions.store import Store
from ..answers.rules import show_rules
from ..console import print_lines, print_text, print_words
from ..language import tell
from ..views import show_board
from .survival import ErrorBoundary
from .terminal import InputEnded, Terminal, asks_help

WIDTH = 78
MANY = 8
"""Up to this many options of a row, all are listed."""
_NO_WORD = re.compile("[,;=]")
"""Punctuation that may stand between words and means nothing."""
SIGNS = {OptionMark.SURE: "✔", OptionMark.NOT: "·"}


class PuzzleSession:
    """One person and one puzzle, until the right answer is complete or they leave."""

    def __init__(self, puzzle: Puzzle, terminal: Terminal, store: Store) -> None:
        self._puzzle = puzzle
        self._terminal = terminal
        self._progress = Progress(store, puzzle)
        self._survival = ErrorBoundary(terminal)
        self._asks: list[tuple[Words, Words, Callable[[str], Words | None]]] = [
            (say("sure"), say("PIECE PLACE: it is there"), self._sure),
            (say("not"), say("PIECE PLACE: it is not there"), self._not),
            (say("clear"), say("PIECE [PLACE]: take marks off"), self._clear),
            (say("take"), say("mark what hints have told"), self._take),
            (say("note"), say("write a note"), self._note),
            (say("undo"), say("take the last change back"), self._undo),
            (say("redo"), say("make it again"), self._redo),
            (say("marks"), say("your marks and notes"), self._marks),
            (say("board"), say("the board"), self._board),
            (say("lines"), say("the lines of the position"), self._lines),
            (say("check"), say("how many marks are wrong (counted)"), self._check),
            (say("hint"), say("a hint for the next step; each tells more (counted)"), self._hint),
            (say("answer"), say("how to come to it when you are stuck"), self._answer),
            (say("rules"), say("the rules, or one ruling by its id"), self._rules),
            (say("help"), say("what can be typed here"), self._help),
            (say("quit"), say("leave; the puzzle is saved as it stands"), self._quit),
        ]

        self._keys = {
            "u": self._undo,
            "r": self._redo,
            "h": self._hint,
            "t": self._take,
            "l": self._lines,
            "q": self._quit,
        }
        """The keys of the screen; a letter that is a piece or a place means that."""

    def run(self) -> None:
        """Ask until the answer is found; raises StoreError."""
        if self._solving.sheet.marks:
            self._marks("")
        print_words(say("Type what you have found, such as {fact}; or help.", fact=self._example))
        while not self._solving.solved:
            try:
                with self._survival:
                    self._turn()
            except InputEnded:
                if not self._progress.is_elsewhere:  # else only the time is left to save
                    self._progress.save()
                return
        self._end()

    @property
    def _solving(self) -> Solving:
        return self._progress.solving

    @_solving.setter
    def _solving(self, solving: Solving) -> None:
        self._progress.solving = solving

    @property
    def _example(self) -> str:
        row = self._rows[0]
        option = tell(self._called(row, row.options[0]))
        return option if len(self._rows) == 1 else f"{tell(row.call(row.subject))} {option}"

    @property
    def _rows(self) -> tuple[AnswerRow, ...]:
        return self._puzzle.rows

    def _turn(self) -> None:
        typed = self._terminal.ask(tell(self._prompt()), self._offered)
        said = refused(typed) or self._answered(typed)
        self._progress.save()
        if said is not None:
            self._terminal.show(lambda: print_words(said))

    def _prompt(self) -> Words:
        rows = self._rows
        open_ = sum(len(self._solving.sheet.left(n, r.options)) > 1 for n, r in enumerate(rows))
        return say_n("{n} open> ", "{n} open> ", open_)

    def _offered(self, begun: str) -> Sequence[str]:
        rows = {n: row for n in self._read(begun)[0] for row in [self._rows[n]]} if begun else {}
        options = [tell(self._called(row, each)) for row in rows.values() for each in row.options]
        subjects = [tell(row.call(row.subject)) for row in self._rows]
        return [*options, *subjects, *([] if begun else [tell(each[0]) for each in self._asks])]

    def _answered(self, typed: str) -> Words | None:
        word, _, rest = typed.strip().partition(" ")
        if not word:
            return say("Type a piece and its place, or help.")
        if asks_help(typed):
            self._help("")
            return None
        for name, _, answer in self._asks:
            if bare(word) in spellings(name, tell):
                return answer(rest.strip())
        key = self._keys.get(bare(typed.strip()))
        return self._sure(typed) if key is None or not self._read(typed)[2] else key("")

    # marks

    def _sure(self, text: str) -> Words | None:
        return self._marked(text, OptionMark.SURE)

    def _not(self, text: str) -> Words | None:
        return self._marked(text, OptionMark.NOT)

    def _clear(self, text: str) -> Words | None:
        return self._marked(text, None)

    def _marked(self, text: str, mark: OptionMark | None) -> Words | None:
        if not text:
            return say("Type a piece and its place, or help.")
        rows, options, unread = self._read(text)
        if rows and not options and not unread:
            marked = [pair for pair in self._solving.sheet.marks if pair[0] in rows]
            if marked and mark is None:
                return self._put(dict.fromkeys(marked))
            self._show_rows(rows)
            return None
        pairs = [(n, each) for n in rows for each in options if each in self._rows[n].options]
        if unread or not pairs or len(pairs) < len(rows) * len(options):
            return say(
                "'{text}' is not asked for here; say it like {fact}",
                text=unread or text,
                fact=self._example,
            )
        if mark is OptionMark.SURE and len(options) > 1:
            return say("It can be at one place only; say it like {fact}", fact=self._example)
        return self._put(dict.fromkeys(pairs, mark))

    def _put(self, marks: Mapping[Pair, OptionMark | None]) -> Words | None:
        """Set marks, and print the rows as they are then; a whole answer is judged."""
        before = self._solving
        self._solving = before.put(self._puzzle, marks).handed_in(self._puzzle)
        said = self._solving.judged(self._puzzle, before)
        if said is None and not self._solving.solved:
            self._show_rows({number for number, _ in marks})
        return said

    def _read(self, text: str) -> tuple[list[int], list[str], str]:
        """Return the rows and the options named in a line, in any order and language.

        Also the first word that is neither. If there is only one row, it need not be named.
        """
        typed, words = _NO_WORD.sub(" ", text).split(), _words(text)
        rows: list[int] = []
        options: list[str] = []
        while words:
            size = next((n for n in range(len(words), 0, -1) if words[:n] in self._read_as), 0)
            if not size:
                return [], [], typed[-len(words)]
            row, option = self._read_as[words[:size]]
            if row is not None and (option is None or row not in rows):
                rows.append(row)
            elif option is not None:
                options.append(option)
            words = words[size:]
        return rows or [0] * (len(self._rows) == 1), options, ""

    @cached_property
    def _read_as(self) -> Mapping[tuple[str, ...], tuple[int | None, str | None]]:
        """What words mean: a row, an option, or either."""
        found: dict[tuple[str, ...], tuple[int | None, str | None]] = {}
        for row in self._rows:
            for option in row.options:
                for told in (option, *spellings(self._called(row, option), tell)):
                    found[_words(told)] = (None, option)
        for number, row in enumerate(self._rows):
            for told in (row.subject, *spellings(row.call(row.subject), tell)):
                words = _words(told)
                found[words] = (number, found.get(words, (None, None))[1])
        return found

    def _called(self, row: AnswerRow, option: str) -> Words:
        return self._puzzle.call(row, option)

    def _show_rows(self, numbers: Collection[int]) -> None:
        told = [self._told_row(number) for number in sorted(numbers)]
        self._terminal.show(lambda: _print_rows(told))

    def _told_row(self, number: int) -> str:
        row = self._puzzle.markable[number]
        marks = self._solving.sheet.marks
        left = self._solving.sheet.left(number, row.options)
        shown = row.options
        if len(row.options) > MANY:
            if len(left) > MANY:
                words = say(
                    "{subject}: {n} options are left", subject=row.call(row.subject), n=len(left)
                )
                return tell(words)
            shown = left
        told = []
        for option in shown:
            mark = marks.get((number, option))
            sign = "" if mark is None else SIGNS[mark]
            told.append(f"{sign}{tell(self._called(row, option))}")
        return tell(say("{part}: ", part=row.call(row.subject))) + "  ".join(told)

    def _marks(self, _: str) -> None:
        def show() -> None:
            _print_rows([self._told_row(number) for number in range(len(self._rows))])
            for note in self._solving.sheet.notes:
                print_text(f"# {note}")

        self._terminal.show(show)

    # the rest

    @staticmethod
    def _answer(_: str) -> Words:
        return say(
            "Type hint until a step is told in full, then take; so, step by step, to the answer."
        )

    def _note(self, text: str) -> Words | None:
        if not text:
            return say("Type the note behind it.")
        self._solving = self._solving.noted(text)
        return None

    def _undo(self, _: str) -> Words | None:
        if not self._solving.done_before:
            return say("There is nothing to take back.")
        self._solving = self._solving.undo()
        self._marks("")
        return None

    def _redo(self, _: str) -> Words | None:
        if not self._solving.undone:
            return say("There is nothing to redo.")
        self._solving = self._solving.redo()
        self._marks("")
        return None

    def _check(self, _: str) -> Words | None:
        self._solving, words = self._solving.checked(self._puzzle)
        return words

    def _hint(self, _: str) -> Words | None:
        self._solving, words = self._solving.hinted(self._puzzle)
        return words

    def _take(self, _: str) -> Words | None:
        told = self._solving.taken(self._puzzle)
        return self._put(told) if told else self._solving.nothing_told(self._puzzle)

    def _board(self, _: str) -> None:
        self._terminal.show(lambda: pose(self._puzzle))

    def _lines(self, _: str) -> None:
        self._terminal.show(lambda: print_lines(self._puzzle.question))

    def _rules(self, ruling: str) -> None:
        self._terminal.show(lambda: show_rules(self._puzzle.record.game, ruling or None))

    def _help(self, _: str) -> None:
        def show() -> None:
            for name, about, _ in self._asks:
                print_text(f"  {tell(name):<8} {tell(about)}")
            print_words(
                say("{sure} sure, {no} not", sure=SIGNS[OptionMark.SURE], no=SIGNS[OptionMark.NOT])
            )

        self._terminal.show(show)

    def _quit(self, _: str) -> None:
        raise InputEnded

    def _end(self) -> None:
        """Print the effort, the whole solution, and the rating."""

        def show() -> None:
            first, *rest = self._progress.ending()
            print_words(first)
            tell_way(self._puzzle)
            for words in rest:
                print_words(words)

        self._terminal.show(show)


def _print_rows(rows: Sequence[str]) -> None:
    for line in _in_columns(rows):
        print_text(line)


def _in_columns(rows: Sequence[str]) -> list[str]:
    """Return `rows` side by side, as many as fit."""
    room = max(map(len, rows), default=0) + 3
    columns = max(1, WIDTH // room)
    deep = -(-len(rows) // columns)
    return ["".join(f"{row:<{room}}" for row in rows[at::deep]).rstrip() for at in range(deep)]


def pose(puzzle: Puzzle) -> None:
    """Print a puzzle: its title, the board, what is told of what is out of sight, the question."""
    show_board(puzzle.question)
    for clue in clues(puzzle):
        print_text(f"{clue.line:>3} {tell(clue.words)}")
    hidden = puzzle.hidden
    if not puzzle.kind.open and {*hidden.items.values()} == {1}:
        unseen = [hidden.piece(item) for item in hidden.items if item not in hidden.shown]
        print_words(say("Out of sight: {pieces}", pieces=listed(unseen)))
    print_words(puzzle.kind.about(puzzle.question, puzzle.asked))


def tell_way(puzzle: Puzzle) -> None:
    """Print the solution, step by step, and the answer."""
    for number, thought in enumerate(puzzle.way.thoughts, start=1):
        print_words(say("{number}. {step}", number=number, step=thought.words))
    print_words(say("The answer: {answer}", answer=listed(answer_of(puzzle))))
    if puzzle.way.runner_up is not None:
        print_words(puzzle.way.runner_up)


def answer_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the answer as people say it, row by row."""
    return tuple(map(tell, puzzle.said()))


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in bare letters, without what stands between them."""
    return tuple(map(bare, _NO_WORD.sub(" ", text).split()))

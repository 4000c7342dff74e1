"""Solving a puzzle at the terminal: marks, notes, checks and hints, saved at every line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic, time

from ...models.record import write_line
from ...models.words import Words, listed, say, say_n, spellings
from ...puzzles.kinds import Row
from ...puzzles.room import Puzzle
from ...sessions.lines import refused
from ...sessions.solved import desk, keep, standing
from ...sessions.solving import Mark, Solving, effort
from ..answers.rules import show_rules
from ..console import print_text, print_words
from ..language import tell
from ..views import show_board
from .survival import Survival
from .terminal import Left, Terminal

WIDTH = 78
MANY = 8
"""Options of a row that are all told."""
IDLE = 300.0
"""Seconds between two lines that count at most: who went to dinner did not think."""
SIGNS = {Mark.SURE: "✔", Mark.NOT: "·"}


class PuzzleSession:
    """One person, one puzzle, until the answer is whole and right or they leave."""

    def __init__(self, puzzle: Puzzle, terminal: Terminal) -> None:
        self._puzzle = puzzle
        self._terminal = terminal
        self._solving: Solving = standing(puzzle)
        self._survival = Survival(terminal)
        self._since = monotonic()
        self._asks: list[tuple[Words, Words, Callable[[str], Words | None]]] = [
            (say("sure"), say("PIECE PLACE: it is there"), self._sure),
            (say("not"), say("PIECE PLACE: it is not there"), self._not),
            (say("clear"), say("PIECE PLACE: take the mark off"), self._clear),
            (say("note"), say("write a note"), self._note),
            (say("undo"), say("take the last change back"), self._undo),
            (say("redo"), say("make it again"), self._redo),
            (say("marks"), say("your marks and notes"), self._marks),
            (say("board"), say("the board"), self._board),
            (say("lines"), say("the lines of the position"), self._lines),
            (say("check"), say("how many marks are wrong (counted)"), self._check),
            (say("hint"), say("the easiest open step, twice for all of it (counted)"), self._hint),
            (say("rules"), say("the rules, or one ruling by its id"), self._rules),
            (say("help"), say("what can be typed here"), self._help),
            (say("quit"), say("leave; the puzzle is saved as it stands"), self._quit),
        ]

    def run(self) -> None:
        """Ask until the answer is found; raises StoreError."""
        if self._solving.sheet.marks:
            self._marks("")
        print_words(say("Type what you have found, such as {fact}; or help.", fact=self._example))
        while not self._solving.solved:
            try:
                with self._survival:
                    self._turn()
            except Left:
                self._keep(self._solving)
                return
        self._end()

    @property
    def _example(self) -> str:
        row = self._puzzle.rows[0]
        return f"{row.subject} {row.options[0]}"

    def _turn(self) -> None:
        typed = self._terminal.ask(tell(self._prompt()), self._offered)
        said = refused(typed) or self._answered(typed)
        self._keep(self._solving)
        if said is not None:
            self._terminal.show(lambda: print_words(said))

    def _prompt(self) -> Words:
        rows = self._puzzle.rows
        open_ = sum(len(self._solving.sheet.left(n, r.options)) > 1 for n, r in enumerate(rows))
        return say_n("{n} open> ", "{n} open> ", open_)

    def _offered(self, begun: str) -> Sequence[str]:
        if begun:
            word = begun.split()[-1]
            return [o for row in self._puzzle.rows if row.subject == word for o in row.options]
        return [*(row.subject for row in self._puzzle.rows), *(tell(a[0]) for a in self._asks)]

    def _answered(self, typed: str) -> Words | None:
        word, _, rest = typed.strip().partition(" ")
        if not word:
            return say("Type a piece and its place, or help.")
        for name, _, answer in self._asks:
            if word.casefold() in spellings(name, tell):
                return answer(rest.strip())
        return self._sure(typed)

    def _keep(self, solving: Solving) -> None:
        """Save where it stands, with the time since the last line."""
        now = monotonic()
        passed = min(now - self._since, IDLE)
        self._since = now
        self._solving = Solving.from_data(solving.data() | {"seconds": solving.seconds + passed})
        keep(self._puzzle, self._solving, time())

    # marks

    def _sure(self, text: str) -> Words | None:
        return self._marked(text, Mark.SURE)

    def _not(self, text: str) -> Words | None:
        return self._marked(text, Mark.NOT)

    def _clear(self, text: str) -> Words | None:
        return self._marked(text, None)

    def _marked(self, text: str, mark: Mark | None) -> Words | None:
        found = self._read(text)
        if found is None:
            example = self._example
            return say(
                "'{text}' is not asked for here; say it like {fact}", text=text, fact=example
            )
        before = self._solving.mistakes
        self._solving = self._solving.marked(self._puzzle, *found, mark)
        if self._solving.mistakes > before:
            return say("The answer is whole, but it is not right: a mistake more.")
        if self._solving.solved:
            return None
        return say("{row}", row=self._told_row(found[0]))

    def _read(self, text: str) -> tuple[int, str] | None:
        """Return the row and the option of a line, in either order and in any language."""
        words = text.casefold().split()
        for number, row in enumerate(self._puzzle.rows):
            for option in row.options:
                for told in (option, tell(self._called(option))):
                    pair = (row.subject.casefold().split(), told.casefold().split())
                    alone = len(self._puzzle.rows) == 1 and words == pair[1]
                    if alone or words in (pair[0] + pair[1], pair[1] + pair[0]):
                        return number, option
        return None

    def _called(self, option: str) -> Words:
        hidden = self._puzzle.hidden
        if option in hidden.names:
            return hidden.call(option).name
        return say("{option}", option=option)

    def _told_row(self, number: int) -> str:
        row = self._puzzle.rows[number]
        marks = self._solving.sheet.marks
        told = []
        for option in row.options:
            mark = marks.get((number, option))
            sign = "" if mark is None else SIGNS[mark]
            told.append(f"{sign}{tell(self._called(option))}")
        if len(row.options) > MANY:
            left = self._solving.sheet.left(number, row.options)
            if len(left) > MANY:
                return tell(
                    say("{subject}: {n} options are left", subject=row.subject, n=len(left))
                )
            told = [tell(self._called(option)) for option in left]
        return tell(say("{part}: ", part=row.subject)) + " ".join(told)

    def _marks(self, _: str) -> None:
        def show() -> None:
            rows = [self._told_row(number) for number in range(len(self._puzzle.rows))]
            for line in _in_columns(rows):
                print_text(line)
            for note in self._solving.sheet.notes:
                print_text(f"# {note}")

        self._terminal.show(show)

    # the rest

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
            return say("There is nothing to make again.")
        self._solving = self._solving.redo()
        self._marks("")
        return None

    def _check(self, _: str) -> Words | None:
        self._solving, wrong = self._solving.checked(self._puzzle)
        if not wrong:
            return say("No mark is wrong.")
        return say_n("{n} mark is wrong.", "{n} marks are wrong.", wrong)

    def _hint(self, _: str) -> Words | None:
        self._solving, words = self._solving.hinted(self._puzzle)
        return words

    def _board(self, _: str) -> None:
        self._terminal.show(lambda: pose(self._puzzle))

    def _lines(self, _: str) -> None:
        record = self._puzzle.question

        def show() -> None:
            for line in record.lines:
                print_text(f"{line.number:>4}  {write_line(record.game, line)}")

        self._terminal.show(show)

    def _rules(self, ruling: str) -> None:
        self._terminal.show(lambda: show_rules(self._puzzle.record.game, ruling or None))

    def _help(self, _: str) -> None:
        def show() -> None:
            for name, about, _ in self._asks:
                print_text(f"  {tell(name):<8} {tell(about)}")
            print_words(say("{sure} sure, {no} not", sure=SIGNS[Mark.SURE], no=SIGNS[Mark.NOT]))

        self._terminal.show(show)

    def _quit(self, _: str) -> None:
        raise Left

    def _end(self) -> None:
        """Tell how it went, the whole way, and how it compares."""
        mine = desk()
        alike = [
            each.seconds
            for each in mine.solved[:-1]
            if (each.game, each.level) == (self._puzzle.record.game.name, self._puzzle.level)
        ]

        def show() -> None:
            print_words(say("Solved: {effort}.", effort=effort(self._solving)))
            tell_way(self._puzzle)
            if alike:
                faster = sum(each > self._solving.seconds for each in alike)
                print_words(
                    say_n(
                        "Of {n} other of this game and level, {faster} took you longer.",
                        "Of {n} others of this game and level, {faster} took you longer.",
                        len(alike),
                        faster=faster,
                    )
                )
            rating = mine.rating
            print_words(
                say(
                    "Your rating: {rating} ± {error}.",
                    rating=round(rating.value),
                    error=round(2 * rating.deviation),
                )
            )

        self._terminal.show(show)


def _in_columns(rows: Sequence[str]) -> list[str]:
    """Return `rows` side by side as far as they fit."""
    room = max(map(len, rows), default=0) + 3
    columns = max(1, WIDTH // room)
    deep = -(-len(rows) // columns)
    return ["".join(f"{row:<{room}}" for row in rows[at::deep]).rstrip() for at in range(deep)]


def pose(puzzle: Puzzle) -> None:
    """Print a puzzle: its title, the board, the question."""
    show_board(puzzle.question)
    print_words(puzzle.kind.about(puzzle.question, puzzle.asked))


def tell_way(puzzle: Puzzle) -> None:
    """Print the way to the answer, step by step, and the answer."""
    for number, thought in enumerate(puzzle.way.thoughts, start=1):
        print_words(say("{number}. {step}", number=number, step=thought.words))
    print_words(say("The answer: {answer}", answer=listed(answer_of(puzzle))))


def answer_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the answer as it is typed, a row each."""
    return tuple(_said(row, option) for row, option in zip(puzzle.rows, puzzle.answer, strict=True))


def _said(row: Row, option: str) -> str:
    return f"{row.subject} {option}"

"""One screen of a puzzle: the board with marks, the clues, the question, the keys.

Nothing here knows a terminal: a screen is rows of bits of text, each with a style and with what a
click on it does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from ...models.event import NOBODY
from ...models.games import face_of
from ...models.words import Words, bare, say
from ...puzzles.bundled import LEVEL_NAMES
from ...puzzles.kinds import AnswerRow
from ...puzzles.room import Puzzle
from ...sessions.pencil import clues
from ...sessions.solving import OptionMark, Pair, Sheet
from ..console import printed, wrapped
from ..language import language, tell
from ..views import look_of, show_board, show_strip
from ..views.spread import Spread
from .bits import Bit, Line, cut, flowed, line_of, packed, side_by_side, width

SURE, NOT, OPEN = "✔", "·", "?"
TAKEN = frozenset("ufhtxlmrq")
"""Letters that are keys of their own, so they cannot stand for a place."""
FAINT = "ansibrightblack"
NOWHERE = -1, -1
"""A cursor that is not shown."""
COLUMNS, ROWS = 80, 24
"""The least size of a terminal for this screen; on a smaller one, lines are typed."""
GAP = 2
"""Columns between what stands side by side."""
NOTES = 3
"""Most notes that are shown at once."""
WINDOW = 2
"""Most rows that the options of one question take: of more, those beside the cursor are shown.

Numbers, which can be typed, take one.
"""
BETWEEN = " | "
"""What stands between cards where each cannot have a row of its own."""
LEAST = 20
"""The least columns for clues beside the board."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the cursor can stand: a row of the sheet, in a question also one of its options."""

    y: int
    x: int
    row: int
    option: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown beside the puzzle itself: marks, the cursor, lit options, words.

    `told` stands in place of the question if there is any; `said` in place of what the cursor is
    at; `keys` are the keys at the bottom with what they do. The last `notes` are shown, as far as
    there is room.
    """

    sheet: Sheet
    cursor: tuple[int, int]
    keys: Sequence[tuple[str, Words]]
    right: str = ""
    lit: Collection[Pair] = ()
    lines: Collection[int] = ()
    told: Sequence[Words] = ()
    said: str = ""
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """A drawn screen with where the cursor can go; `whole` says that nothing was left out."""

    rows: Sequence[Line]
    stops: Sequence[Stop]
    whole: bool


@dataclass
class PuzzleSheet:
    """Draws one puzzle at any size."""

    puzzle: Puzzle
    _tables: dict[int, list[list[Line]]] = field(default_factory=dict)

    @cached_property
    def pieces(self) -> tuple[int, ...]:
        """The rows that are pieces with the places where they can be, in the game's order."""
        if self.puzzle.kind.open:
            return ()
        order = {item: at for at, item in enumerate(self.puzzle.hidden.items)}
        rows = enumerate(self.puzzle.markable)
        found = [(order[row.subject], number) for number, row in rows if row.subject in order]
        return tuple(number for _, number in sorted(found))

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """The rows of the question that are no pieces."""
        return tuple(n for n in range(len(self.puzzle.rows)) if n not in self.pieces)

    @cached_property
    def first(self) -> int:
        """The row where somebody begins: a question, or the first piece on the table."""
        asked = self.choices or tuple(range(len(self.puzzle.rows)))
        if self._spread is None or len(asked) == 1:
            return asked[0]
        of_piece = {self.puzzle.markable[number].subject: number for number in asked}
        spots = (spot for group in self._spread.groups for row in group for spot in row.spots)
        return next((of_piece[spot.piece] for spot in spots if spot.piece in of_piece), asked[0])

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The sign of each place where pieces can be: a letter if all are different."""
        rows = [self.puzzle.markable[number] for number in self.pieces]
        there = {option for row in rows for option in row.options}
        names = [name for name in self.puzzle.hidden.names if name in there] if rows else []
        letters = [self._called(name)[0].upper() for name in names]
        if len({*letters}) < len(letters):
            return {name: str(number) for number, name in enumerate(names, start=1)}
        return {
            name: "–" if name == NOBODY else letter
            for name, letter in zip(names, letters, strict=True)
        }

    def _called(self, name: str) -> str:
        return tell(self.puzzle.hidden.call(name).name)

    def is_number(self, number: int) -> bool:
        """Tell whether a row asks for a number."""
        options = self.puzzle.markable[number].options
        return number not in self.pieces and all(map(str.isdecimal, options))

    def keys(self, number: int) -> Sequence[str]:
        """Return the key for each option of a row: of a place its letter if that is free.

        Else a digit; empty beyond the ninth option, and for a number, which is typed as it is.
        """
        row = self.puzzle.markable[number]
        if self.is_number(number):
            return [""] * len(row.options)
        keys: list[str] = []
        for at, option in enumerate(row.options, start=1):
            letter = bare(self.option(row, option))[:1]
            spelt = number in self.pieces and not self.places[option].isdigit()
            if not spelt or not letter.isalpha() or letter in (*TAKEN, *keys):
                letter = str(at) if at < 10 else ""
            keys.append(letter)
        return keys

    def subject(self, number: int) -> str:
        """Return what people call what a row is about."""
        row = self.puzzle.markable[number]
        return tell(self.puzzle.call(row, row.subject))

    def _head(self, number: int) -> str:
        return tell(say("{part}: ", part=self.subject(number)))

    def option(self, row: AnswerRow, option: str) -> str:
        """Return what people call an option."""
        return tell(self.puzzle.call(row, option))

    # drawn

    def draw(self, shown: Shown, columns: int, rows: int) -> Screen:
        """Return a screen of exactly so many rows.

        The board is drawn as where nothing is said, and the cursor is where most is told of it: so
        it stays as it is while somebody moves or reads, as long as what is said fits below.
        """
        head = [self._title(shown, columns)]
        keys = flowed([key_bits(key, words) for key, words in shown.keys], columns, "  ")
        status = self._status(shown, columns, shown.cursor[0])
        told = self._told(shown.told, columns)
        parts = shown.said.split("\n") if shown.said else []
        said: list[Line] = [[Bit(r, "italic")] for part in parts for r in wrapped(part, columns)]
        noted = [[[Bit(cut(note, columns))] for note in shown.notes[-most:]] for most in (NOTES, 1)]
        feet = [
            [*notes, *foot]
            for foot in (
                [*told, *said, *status],
                *([[*told, *said], said] if said else [[*told, *status[:1]]]),
            )
            for notes in ((*noted, []) if shown.notes else ([],))
        ]
        room = rows - len(head) - len(keys)
        most = max(len(self._status(shown, columns, n)) for n in range(len(self.puzzle.markable)))
        quiet = len(self._told((), columns)) + most + bool(shown.notes)
        body, stops, whole = self._body(shown, columns, room - quiet)
        fitting = [each for each in feet if whole and len(body) + len(each) <= room]
        for foot in fitting[:1] or feet:
            if not fitting:
                body, stops, whole = self._body(shown, columns, room - len(foot))
            if whole:
                break
        space: list[Line] = [[] for _ in range(room - len(foot) - len(body))]
        drawn = [*head, *body, *space, *foot, *keys]
        moved = [Stop(stop.y + len(head), stop.x, stop.row, stop.option) for stop in stops]
        return Screen(drawn[:rows], moved, whole and len(drawn) <= rows)

    def _title(self, shown: Shown, columns: int) -> Line:
        """Return the head: where it is narrow, the game is left out and the title is cut short."""
        puzzle = self.puzzle
        title = tell(
            say(
                "{title} ({level})",
                title=puzzle.title(language()),
                level=LEVEL_NAMES[puzzle.level],
            )
        )
        now = face_of(puzzle.record.game.name).now(puzzle.question)
        whole = tell(say("{game}, {now}", game=puzzle.record.game.title, now=now))
        room = columns - len(shown.right) - 3
        text = whole if len(title) + len(whole) <= room else tell(now)
        left = cut(title, max(room - len(text), room // 3))
        text = cut(text, room - len(left))
        space = " " * (room - len(left) - len(text) + 1)
        return [Bit(f"{left}  ", "bold"), Bit(text), Bit(space), Bit(shown.right, "bold")]

    def _told(self, told: Sequence[Words], columns: int) -> list[Line]:
        """Return what is told of a step, or else the question."""
        puzzle = self.puzzle
        told = told or (puzzle.kind.about(puzzle.question, puzzle.asked),)
        return [[Bit(row, "bold")] for words in told for row in wrapped(tell(words), columns)]

    def _status(self, shown: Shown, columns: int, number: int) -> list[Line]:
        """Return the options of a row, the one that the cursor is at."""
        if shown.cursor == NOWHERE:
            return []
        row = self.puzzle.markable[number]
        bits: list[Line] = []
        if self.choices == (number,):
            words = say("Arrows and Enter choose; Enter, twice, gives the answer.")
            if self.is_number(number):
                words = say("Type the number; Enter, twice, gives the answer.")
            bits.append([Bit(tell(words))])
        elif self.is_number(number):
            values = {"first": row.options[0], "last": row.options[-1]}
            words = say("type the number ({first} to {last})", **values)
            bits += [[Bit(self._head(number).rstrip(), "bold")], [Bit(tell(words))]]
        else:
            bits.append([Bit(self._head(number).rstrip(), "bold")])
            for option, key in zip(row.options, self.keys(number), strict=True):
                mark = shown.sheet.marks.get((number, option))
                sign = {None: "", OptionMark.SURE: SURE, OptionMark.NOT: NOT}[mark]
                what = f"{sign}{self.option(row, option)}"
                bits.append([Bit(key, "bold"), Bit(" " * bool(key) + what, "", (number, option))])
        if number in self.pieces and (key := self.keys(number)[0]):
            letters = {"small": key, "capital": key.upper()}
            words = say("({small} not there, {capital} there)", **letters)
            if key.isdigit():
                words = say("({key} not there, {key} again there)", key=key)
            bits.append([Bit(tell(words), "dim")])
        if self.pieces and self.choices:
            there = say("(Tab: to the question)")
            if number in self.choices:
                there = say("(Tab: to the pieces)")
            bits.append([Bit(tell(there), "dim", "tab")])
        return flowed(bits, columns, "  ")

    def _body(
        self, shown: Shown, columns: int, room: int
    ) -> tuple[list[Line], Sequence[Stop], bool]:
        """Return the fullest board with marks, clues and choices that fits.

        That clues are told in full comes before a board that is drawn in full.
        """
        answers, at_answers = self._answers(shown, columns)
        body: list[Line] = []
        moved: list[Stop] = []
        for short, table in product((False, True), self._boards(columns)):
            left = room - len(table) - len(answers)
            middle, stops, whole = self._middle(shown, columns, left, short)
            above = len(table) + len(middle)
            body = [*table, *middle, *answers]
            moved = [Stop(s.y + len(table), s.x, s.row) for s in stops]
            moved += [Stop(s.y + above, s.x, s.row, s.option) for s in at_answers]
            if whole and len(body) <= room:
                return body, moved, True
        return body[: max(room, 0)], moved, False

    def _boards(self, columns: int) -> Sequence[list[Line]]:
        """Return the table as the game draws it, the fullest first."""
        if self._spread is not None:
            return [[]]
        if columns not in self._tables:
            view, look = self.puzzle.question, look_of(self.puzzle.question)
            drawn = [printed(lambda: show_board(view))]
            if look.dense is not None:
                groups = [[text.plain for text in group] for group in look.dense(view)]
                texts = [text for group in groups for text in group]
                drawn.append([row for text in texts for row in wrapped(text, columns)])
                first = [text for group in groups[:-1] for text in group]
                whole = [row for text in first for row in wrapped(text, columns)]
                drawn.append([*whole, *packed(groups[-1], columns)])
                drawn.append(packed(texts, columns))
                for at in range(len(groups)):
                    flowed = [BETWEEN.join(group) for group in groups[: at + 1]]
                    rows = [row for text in flowed for row in wrapped(text, columns)]
                    rest = [text for group in groups[at + 1 :] for text in group]
                    drawn.append([*rows, *packed(rest, columns)])
            else:
                drawn.append(printed(lambda: show_strip(view)))
            self._tables[columns] = [[line_of(row.rstrip()) for row in each] for each in drawn]
        return self._tables[columns]

    # pieces with their marks

    @cached_property
    def _spread(self) -> Spread | None:
        look = look_of(self.puzzle.question)
        return look.spread(self.puzzle.question) if look.spread and self.pieces else None

    def _middle(
        self, shown: Shown, columns: int, room: int, short: bool
    ) -> tuple[list[Line], Sequence[Stop], bool]:
        """Return the pieces with the clues beside them, the rest of the table below."""
        if not self.pieces:
            return [], (), True
        drawn: list[Line] = []
        stops: Sequence[Stop] = ()
        for below in (self._spread.foot,) if self._spread else (self._legend, ()):
            foot = [[Bit(row)] for text in below for row in wrapped(text, columns)]
            for grid, stops in self._grids(shown, columns):
                across = max(map(width, grid)) + GAP
                beside, whole = self._clues(shown, columns - across, room - len(foot), short)
                drawn = [*side_by_side(grid, beside, across), *foot]
                if whole and len(drawn) <= room:
                    return drawn, stops, True
        return drawn, stops, False

    @cached_property
    def _legend(self) -> Sequence[str]:
        """What the signs of places mean, if they are digits."""
        told = (
            f"{sign}\N{NO-BREAK SPACE}{self._called(name)}" for name, sign in self.places.items()
        )
        return ["  ".join(told)] if any(map(str.isdigit, self.places.values())) else []

    def _grids(self, shown: Shown, columns: int) -> Iterator[tuple[list[Line], Sequence[Stop]]]:
        """Yield the pieces with their marks in several shapes."""
        if self._spread is not None:
            yield self._spots(shown, self._spread, "─")
            yield self._spots(shown, self._spread, "")
            return
        most = max(1, min((columns - LEAST) // 2 // (self._room + GAP), len(self.pieces)))
        for many in range(most, 0, -1):
            yield self._flow(shown, many)

    def _clues(self, shown: Shown, columns: int, room: int, short: bool) -> tuple[list[Line], bool]:
        """Return the clues in so many columns, in full or else in `short`, as they are typed."""
        drawn: list[Line] = []
        for clue in clues(self.puzzle):
            text = tell(clue.short if short else clue.words)
            style = "reverse" if clue.line in shown.lines else ""
            rows = wrapped(text, max(columns - 4, 1))
            heads = [f"{clue.line:>3} ", *["    "] * (len(rows) - 1)]
            pairs = zip(heads, rows, strict=True)
            drawn += [[Bit(head, "bold"), Bit(row, style)] for head, row in pairs]
        if not drawn or (len(drawn) <= room and columns >= LEAST):
            return drawn, True
        half = -(-len(drawn) // 2)
        left, right = drawn[:half], drawn[half:]
        aside = max(map(width, left)) + GAP
        if half <= room and aside + max(map(width, right), default=0) <= columns:
            return side_by_side(left, right, aside), True
        return drawn[: max(room, 0)], False

    def _flow(self, shown: Shown, many: int) -> tuple[list[Line], Sequence[Stop]]:
        """Return the pieces in rows of so many cells."""
        room = self._room
        rows: list[Line] = []
        stops: list[Stop] = []
        for at, number in enumerate(self.pieces):
            y, x = divmod(at, many)
            if not x:
                rows.append([])
            stops.append(Stop(y, x * (room + GAP), number))
            rows[-1] += [*self._cell(shown, number), Bit(" " * GAP)]
        return rows, stops

    def _spots(
        self, shown: Shown, spread: Spread, between: str
    ) -> tuple[list[Line], Sequence[Stop]]:
        """Return the pieces where they lie on the table, with lines `between` the groups."""
        of_piece = {self.puzzle.markable[number].subject: number for number in self.pieces}
        room = max(self._room + GAP, 14)
        aside = max(len(row.label) for group in spread.groups for row in group) + 1
        heads = [wrapped(head, room - GAP) for head in spread.heads]
        rows: list[Line] = []
        for at in range(max(map(len, heads))):
            words = (f"{head[at] if at < len(head) else '':<{room}}" for head in heads)
            rows.append([Bit(" " * aside), *(Bit(each, "bold") for each in words)])
        stops: list[Stop] = []
        for group in spread.groups:
            if between:
                rows.append([Bit(between * (aside + room * len(spread.heads) - GAP), FAINT)])
            for row in group:
                line = [Bit(f"{row.label:<{aside}}", "bold")]
                for at, spot in enumerate(row.spots):
                    number = of_piece.get(spot.piece)
                    if number is None:
                        sign = tell(self.puzzle.record.notation.sign(spot.piece))
                        text = f"{sign} {spot.sign}"
                        line.append(Bit(f"{text:<{room}}", FAINT))
                        continue
                    stops.append(Stop(len(rows), aside + at * room, number))
                    cell = self._cell(shown, number)
                    line += [*cell, Bit(" " * (room - width(cell)))]
                rows.append([*line, Bit(row.tail, "bold")])
        return rows, stops

    @cached_property
    def _room(self) -> int:
        """The width of a cell: a piece, and its candidates or its place."""
        rows = [self.puzzle.markable[number] for number in self.pieces]
        most = max(len(row.options) for row in rows)
        names = max(len(self._short(option)) for row in rows for option in row.options)
        return max(len(self.subject(number)) for number in self.pieces) + 1 + max(most, names + 1)

    def _short(self, option: str) -> str:
        sign = self.places[option]
        return cut(self._called(option), 6) if sign.isalpha() else sign

    def _cell(self, shown: Shown, number: int) -> Line:
        """Return a piece with the places that are left for it."""
        row, marks = self.puzzle.markable[number], shown.sheet.marks
        here = "reverse" if shown.cursor[0] == number else ""
        asked = "bold" if number < len(self.puzzle.rows) else ""
        mark = OPEN if len(self.puzzle.rows) == 1 and number == 0 else " "
        bits = [Bit(self.subject(number), f"{here} {asked}"), Bit(mark, asked)]
        sure = [o for o in row.options if marks.get((number, o)) is OptionMark.SURE]
        if sure and not row.several:
            style = "reverse" if (number, sure[0]) in shown.lit else "bold ansigreen"
            bits.append(Bit(f"{SURE}{self._short(sure[0])}", style, (number, sure[0])))
        else:
            for option in row.options:
                which = marks.get((number, option))
                sign = {OptionMark.SURE: SURE, OptionMark.NOT: NOT}.get(
                    which,  # type: ignore[arg-type]  # without a mark it is open
                    self.places[option],
                )
                style = "reverse" if (number, option) in shown.lit else ""
                bits.append(Bit(sign, style, (number, option)))
        return [*bits, Bit(" " * (self._room - width(bits)))]

    # choices

    def _answers(self, shown: Shown, columns: int) -> tuple[list[Line], Sequence[Stop]]:
        """Return the rows of the question that are no pieces, with where the cursor can stand."""
        if len(self.choices) == 1:
            return self._options(shown, self.choices[0], columns)
        rows: list[Line] = [[]] if self.choices else []
        stops: list[Stop] = []
        x = 0
        for number in self.choices:
            row, cell = self.puzzle.markable[number], self._choice(shown, number)
            most = max(len(self.option(row, option)) for option in row.options)
            room = len(self.subject(number)) + 1 + most
            if x + room > columns:
                rows.append([])
                x = 0
            stops.append(Stop(len(rows) - 1, x, number))
            rows[-1] += [Bit(" " * (x - width(rows[-1]))), *cell]
            x += room + GAP
        return rows, stops

    def _choice(self, shown: Shown, number: int) -> Line:
        """Return one of several questions, with what is chosen."""
        row, marks = self.puzzle.markable[number], shown.sheet.marks
        here = "reverse" if shown.cursor[0] == number else ""
        chosen = shown.sheet.left(number, row.options)
        at = row.options.index(chosen[0]) if len(chosen) == 1 else -1
        told = self.option(row, chosen[0]) if len(chosen) == 1 else OPEN
        lit = "reverse" if (number, chosen[0]) in shown.lit else ""
        then = row.options[(at + 1) % len(row.options)]
        style = "bold" if len(chosen) == 1 and marks else ""
        return [Bit(self.subject(number), here), Bit(" "), Bit(told, lit or style, (number, then))]

    def _options(
        self, shown: Shown, number: int, columns: int
    ) -> tuple[list[Line], Sequence[Stop]]:
        """Return the options of the one question; of too many, those beside the cursor."""
        row, marks = self.puzzle.markable[number], shown.sheet.marks
        at = shown.cursor[1] if shown.cursor[0] == number else 0
        label = self._head(number)
        rows: list[Line] = [[Bit(label, "bold")]]
        stops: list[Stop] = []
        cells: list[tuple[int, Line]] = []
        for option, word in enumerate(row.options):
            mark = marks.get((number, word))
            sign = {OptionMark.SURE: SURE, OptionMark.NOT: NOT}.get(mark, " ")  # type: ignore[arg-type]
            here = "reverse" if shown.cursor == (number, option) else ""
            lit = "reverse" if (number, word) in shown.lit else here
            cells.append((option, [Bit(f"{sign}{self.option(row, word)} ", lit, (number, word))]))
        widest = max(width(cell) for _, cell in cells)
        most = max(1, (columns - len(label) - 4) // (widest + 1))
        most *= 1 if self.is_number(number) else WINDOW
        first = 0 if len(cells) <= most else max(0, min(at - most // 2, len(cells) - most))
        if first:
            rows[0].append(Bit("‹ "))
        for option, cell in cells[first : first + most]:
            if width(rows[-1]) + width(cell) > columns - 2:
                rows.append([Bit(" " * len(label))])
            stops.append(Stop(len(rows) - 1, width(rows[-1]), number, option))
            rows[-1] += [*cell, Bit(" ")]
        if first + most < len(cells):
            rows[-1].append(Bit("›"))
        return rows, stops


def text_of(screen: Screen) -> str:
    """Return the text of a screen without its styles."""
    return "\n".join("".join(bit.text for bit in row).rstrip() for row in screen.rows)


def key_bits(key: str, words: Words) -> Line:
    """Return a key with what it does, which a click does, too."""
    named = {"enter": tell(say("Enter")), "right": "→", "left": "←"}
    return [Bit(named.get(key, key), "bold reverse", key), Bit(f" {tell(words)}", "", key)]

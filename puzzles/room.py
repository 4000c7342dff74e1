"""Puzzles: positions with exactly one answer; reading, certifying and finding them.

A puzzle is the record of a seat or of the table with tags for the question: `[Kind "who"]` and
`[Asked "5T"]`. `[Answer "5T Bo"]`, `[Level "easy"]` and `[Grade "…"]` tell what was proved; if they
are missing, the answer is found again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, cycle, islice
from operator import contains
from random import Random

from ..models import games
from ..models.core import Record
from ..models.errors import BadNotation, TableError
from ..models.hidden import Hidden
from ..models.record import read, write
from ..models.words import Words, listed, say
from ..solver.engine.sweep import TooManyStates
from .bundled import LEVEL_NAMES, TOLD, Bundled, bundled
from .grade import GRADER, Grade, Solution
from .kinds import Answer, AnswerRow, Engine, Kind, answer_of, meant, out_of_sight, said
from .make import FORMAT, TRIES, Made, Maker, again, grade_of, tagged, tries
from .stock import kept_of


class NoPuzzle(TableError):
    """A position has no answer, or more than one."""

    kind = "puzzle"


@dataclass(frozen=True)
class Puzzle:
    """A position and a question about it; `name` is that of the file, without its ending."""

    name: str
    record: Record

    @property
    def titles(self) -> tuple[str, ...]:
        """Its titles: in English, then in French if that differs."""
        return tuple((self.record.tag("Title") or self.name).split(" / "))

    def title(self, language: str) -> str:
        """Return its title in a language."""
        return self.titles[-1 if language == "fr" else 0]

    @property
    def level(self) -> str:
        """How hard it is, one of the levels of grade.py."""
        return self.record.tag("Level") or self.grade.level

    @property
    def asked(self) -> str:
        """The argument of the question, such as a piece."""
        return self.record.tag("Asked") or ""

    @cached_property
    def kind(self) -> Kind:
        """The kind of question; raises BadNotation."""
        kinds = maker_of(self.record.game.name).kinds
        name = self.record.tag("Kind") or next(iter(kinds), "")
        if name not in kinds:
            raise BadNotation(_no_kind(name, self.record.game.name, kinds))
        return kinds[name]

    @cached_property
    def question(self) -> Record:
        """The record without its answer."""
        tags = tuple(tag for tag in self.record.tags if tag[0] not in TOLD)
        less = len(self.record.tags) - len(tags)
        lines = tuple(replace(line, number=line.number - less) for line in self.record.lines)
        return replace(self.record, tags=tags, lines=lines)

    @cached_property
    def hidden(self) -> Hidden:
        """What the position leaves open."""
        return self.record.game.model.hidden(self.question)

    @cached_property
    def rows(self) -> tuple[AnswerRow, ...]:
        """What is to be found, with its options."""
        return self.kind.rows(self.question, self.asked)

    @cached_property
    def markable(self) -> tuple[AnswerRow, ...]:
        """What can be marked: first what is to be found, then each other piece out of sight."""
        if self.kind.open:
            return self.rows
        asked = {row.subject for row in self.rows}
        return (
            *self.rows,
            *(
                AnswerRow(item, self.hidden.names_for(item), several=self.hidden.items[item] > 1)
                for item in out_of_sight(self.hidden)
                if item not in asked
            ),
        )

    @cached_property
    def answer(self) -> Answer:
        """The right option of every row: as the record tells it, or else as it is found.

        Raises BadNotation for an answer that does not fit the rows, NoPuzzle if there is not
        exactly one.
        """
        told = self.record.tag("Answer")
        if told is None:
            return self.found(Engine.PROOF)
        return meant(self.rows, told)

    def found(self, engine: Engine) -> Answer:
        """Return the one answer as `engine` finds it; raises NoPuzzle."""
        try:
            left = self.kind.left(self.question, self.asked, engine)
        except TooManyStates:
            raise NoPuzzle(say("it leaves too much open to be certified")) from None
        answer = answer_of(left)
        if answer is not None and all(map(contains, (row.options for row in self.rows), answer)):
            return answer
        for row, options in zip(self.rows, left, strict=True):
            if len(options) > 1:
                words = say(
                    "it has more than one answer: {subject} {first}, and {subject} {second}",
                    subject=row.subject,
                    first=options[0],
                    second=options[1],
                )
                raise NoPuzzle(words)
        words = say(
            "no puzzle is in this position: [Kind] and [Asked] in its header have to ask something"
            " that it answers"
        )
        raise NoPuzzle(words)

    def call(self, row: AnswerRow, word: str) -> Words:
        """Return what people call the subject or an option of a row."""
        if word in dict(row.called):
            return row.call(word)
        hidden = self.hidden
        if word in hidden.names:
            return hidden.call(word).name
        return self.record.notation.sign(word)

    def said(self) -> tuple[Words, ...]:
        """Return the answer as people say it, row by row; a lone choice stands without its row."""
        told = zip(self.rows, self.answer, strict=True)
        return tuple(
            self.call(row, option)
            if len(self.rows) == 1 and row.subject in dict(row.called)
            else say(
                "{subject} {option}",
                subject=self.call(row, row.subject),
                option=self.call(row, option),
            )
            for row, option in told
        )

    @cached_property
    def way(self) -> Solution:
        """How the answer is found, step by step.

        Its grade may differ from that of the puzzle, which is that of the canonical form: under
        other names a way may be found later.
        """
        return self.kind.way(self.question, self.asked, self.answer)

    @cached_property
    def grade(self) -> Grade:
        """How hard it is, measured on its canonical form."""
        maker = maker_of(self.record.game.name)
        return grade_of(maker, self.kind, self.question, self.asked, self.answer)

    @cached_property
    def form(self) -> str:
        """The canonical form: the same for puzzles that differ only in names."""
        return write(maker_of(self.record.game.name).form(self.question))

    def with_answer(self, grade: Grade | None = None) -> Puzzle:
        """Return the puzzle with its answer, level and grade, which is computed if not given."""
        grade = grade or self.grade
        tags = (
            ("Answer", said(self.rows, self.answer)),
            ("Level", grade.level),
            ("Grade", grade.written),
            ("Grader", str(GRADER)),
        )
        text = write(tagged(self.question, tags))
        return Puzzle(self.name, read(text))


def maker_of(game: str) -> Maker:
    """Return the puzzle maker of a game; raises TableError if it has none."""
    maker: Maker | None = games.puzzles_of(game)
    if maker is None:
        made = listed(name for name in games.names() if games.entry(name).puzzles)
        words = say("no puzzles are made for {game}, but for {games}", game=game, games=made)
        raise NoPuzzle(words)
    return maker


def new(
    game: str, kind: str, level: str, seed: str, tried: Callable[[int], object] = lambda n: None
) -> Puzzle:
    """Return the puzzle that `seed` makes, of any kind or level if they are empty.

    A seed of the stock names the kind and the position. With any other one, or where that makes
    none, positions are tried in turn, and `tried` is called with the number of each. Raises
    NoPuzzle if TRIES positions give none, or if there is no such kind.
    """
    maker = maker_of(game)
    if kind and kind not in maker.kinds:
        raise NoPuzzle(_no_kind(kind, game, maker.kinds))
    kept = kept_of(game, seed)
    if kept is not None and kept.kind in maker.kinds:
        kind = kept.kind
    rng = Random(f"{FORMAT} {game} {kind} {level} {seed}")
    kinds = maker.tried_for(level)
    chosen = [kind] if kind else rng.sample(kinds, len(kinds) if level else 1)
    if not chosen:
        words = say(
            "{game}: hardly any puzzle comes out {level}; one of a kind that you name is searched "
            "for all the same: --kind, then one of {kinds}",
            game=games.listing(game).title,
            level=LEVEL_NAMES[level],
            kinds=listed(maker.kinds),
        )
        raise NoPuzzle(words)
    found: Iterator[Made] = map(
        next, cycle([tries(maker, maker.kinds[each], seed, level) for each in chosen])
    )
    if kept is not None and kept.kind == kind:
        found = chain([again(maker, kept)], found)
    for number, made in enumerate(islice(found, TRIES), start=1):
        tried(number)
        for each in made:
            if level in ("", each.grade.level):
                return Puzzle(f"{game}-{seed}", each.record).with_answer(each.grade)
    words = say(
        "none of the {tries} positions tried makes a puzzle: kind {kind}, level {level}",
        tries=TRIES,
        kind=listed(chosen),
        level=level or say("any"),
    )
    raise NoPuzzle(words)


def _no_kind(kind: str, game: str, kinds: Iterable[str]) -> Words:
    told = listed(kinds)
    return say("no kind '{kind}' in {game}; there are {kinds}", kind=kind, game=game, kinds=told)


def puzzles(game: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of `game`, or of all games, in the order of their names."""
    return map(puzzle_in, bundled(game))


def puzzle_in(found: Bundled) -> Puzzle:
    """Return a puzzle of the package, read by the rules of its game."""
    return Puzzle(found.name, read(found.text))

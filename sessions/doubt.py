"""What is asked back about a line that was not clear, and how people answer it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..models.bag import HOLE
from ..models.core import BadNotation, Event, IllegalAction, Record, TableError
from ..models.event import STANDS
from ..models.naming import plain, texts_of
from ..models.record import write_event
from ..models.wording import spelled, worded
from ..models.words import Listed, Tell, Words, alternatives, bare, listed, say
from .coming import Coming
from .fixing import continued
from .heard import Mention, heard_in
from .lexicon import lexicon
from .lines import number_in
from .meant import came
from .news import sentence

YES, NO = say("yes"), say("no")
AGREES = say("yes, yeah, yep, yup, ok, okay, right, that's right, correct, exactly, sure")
DENIES = say("no, nope, nah, wrong, that's wrong, not so")
"""What people say for a yes and a no to a question about a line."""
NAMED = 4
"""How many lines a question names."""

Lines = tuple[Event, ...]
Read = Callable[[str], Lines]
"""Takes a text and returns its lines; raises TableError."""


class Part(NamedTuple):
    """A part of a text that tells several lines, and what was told before and behind it."""

    text: str = ""
    before: str = ""
    behind: str = ""


class Doubt(BadNotation):
    """What was said can be each of the `ways`; people are asked, in `words`.

    One way is one that a yes has to confirm. With `open` it has still to be told what came of it.
    Of a text that tells several lines, `part` is asked about; each way begins with the lines told
    before it, and what was told behind it has not been read. Of what has `unknown` words nothing is
    read together with another text.
    """

    def __init__(
        self,
        words: Words,
        ways: Sequence[Lines],
        open: bool = False,
        part: Part | None = None,
        unknown: Sequence[str] = (),
    ) -> None:
        if unknown:
            words = say("'{word}' is not understood. {question}", word=unknown[0], question=words)
        super().__init__(words)
        self.ways = tuple(ways)
        self.open = open
        self.part = part or Part()
        self.is_clear = not unknown

    def of_part(self, lines: Sequence[Event], part: Part) -> Doubt:
        """Return the same question about a `part` of a text whose parts before are `lines`."""
        doubt = Doubt(self.words, [(*lines, *way) for way in self.ways], self.open, part)
        doubt.is_clear = self.is_clear
        return doubt


class Begun(Doubt):
    """Only the beginning of a line was told, which is `said`; `words` ask for the rest.

    It stands in a `part` of a text, if that tells more behind it.
    """

    def __init__(self, words: Words, said: Event, part: Part | None = None) -> None:
        super().__init__(words, [(said,)], open=True, part=part)
        self.said = said

    def begins(self, event: Event | None) -> bool:
        """Tell whether `event` is the line that was begun, with more of it or not."""
        said = self.said
        return (
            event is not None
            and (event.actor, event.verb) == (said.actor, said.verb)
            and Counter(said.words) <= Counter(event.words)
        )


def first_of(text: str, read: Read) -> Event | None:
    """Return the first line that `text` tells, perhaps only its beginning, None if it tells none.

    What is no line by the rules is one, too.
    """
    try:
        return read(text)[0]
    except TableError as error:
        return line_in(error)


def line_in(error: TableError) -> Event | None:
    """Return the line that was begun, or is forbidden, None if no line was understood."""
    if isinstance(error, Begun):
        return error.said
    return error.refused if isinstance(error, IllegalAction) else None


def one_text(*parts: str) -> str:
    """Return the text that tells lines one after the other."""
    return "; ".join(part.strip() for part in parts if part.strip())


def tells_deed(record: Record, text: str, tell: Tell) -> bool:
    """Tell whether `text` has a verb of the notation: then it is a line of its own."""
    return not record.notation.verbs.keys().isdisjoint(_spelled(record, text, tell))


def tells_deed_of_player(record: Record, text: str, tell: Tell) -> bool:
    """Tell whether `text` begins with a player and a verb, whatever else the name may mean."""
    actor, verb, *_ = (*_spelled(record, text, tell), "", "")
    return actor in record.setup.players and verb in record.notation.verbs


def _spelled(record: Record, text: str, tell: Tell) -> list[str]:
    """Return the words of `text` as records write them, none if a name may mean several players."""
    try:
        return spelled(record, text, tell).split()
    except BadNotation:
        return []


def which(
    record: Record,
    text: str,
    ways: Sequence[Lines],
    open: bool = False,
    unknown: Sequence[str] = (),
) -> Doubt:
    """Return the question which of several lines was meant; what came of them may be `open`."""
    ways = [way for way in ways if not any(begins(way, other) for other in ways)]
    if len(ways) == 1 and (ways[0][-1].outcome or not open):
        return perhaps(record, ways[0], unknown)
    lines = told_ways(record, ways, numbered=True)
    words = say(
        "'{text}' can be {lines}: type a number, more of it, or no:", text=text.strip(), lines=lines
    )
    return Doubt(words, ways, open, unknown=unknown)


def told_ways(record: Record, ways: Sequence[Lines], *, numbered: bool = False) -> Listed:
    """Return the first of the `ways`, as lines that can be typed."""
    told: list[Words | Listed]
    told = [listed((_line(record, event) for event in way), "; ") for way in ways[:NAMED]]
    if numbered:
        told = [say("{n} {line}", n=n, line=line) for n, line in enumerate(told, 1)]
    return listed([*told, *(["…"] if len(ways) > NAMED else [])], " | ")


def begins(way: Lines, other: Lines) -> bool:
    """Tell whether `other` is `way` with what came of it."""
    return way != other and way == (*other[:-1], other[-1].head)


def perhaps(record: Record, lines: Lines, unknown: Sequence[str] = ()) -> Doubt:
    """Return the question whether `lines` were meant; `unknown` words were not understood."""
    told = listed((sentence(record, event) for event in lines), "; ")
    words = say("Do you mean: {line} (yes/no)?", line=told)
    return Doubt(words, [lines], unknown=unknown)


def what_came(
    record: Record, lines: Lines, part: Part | None = None, unknown: Sequence[str] = ()
) -> Doubt:
    """Return the question what came of the last of `lines`, told in a `part` of a text."""
    record, event = _before_last(record, lines)
    asked = record.game.tale.outcome_question(event)
    words = asked or say("What came of it: {line}?", line=sentence(record, event))
    return Doubt(words, [lines], True, part, unknown)


def _before_last(record: Record, lines: Lines) -> tuple[Record, Event]:
    """Return the record behind all of `lines` but the last, and the last."""
    for event in lines[:-1]:
        record = continued(record.plus(event))
    return record, lines[-1]


def _line(record: Record, event: Event) -> Words:
    return worded(record, write_event(record, event))


@dataclass(frozen=True, slots=True)
class Left:
    """The answer was no: nothing is noted."""


def answered(record: Record, doubt: Doubt, text: str, tell: Tell) -> Lines | Left | None:
    """Return the lines that `text` settles on, None if it is no answer to `doubt`.

    Where nothing is typed, the line is left out. Raises Doubt if it has still to be told what came
    of the line, and `doubt` again where a number is no answer.
    """
    if not text.strip():
        return Left()
    word = bare(text.strip(" .!"))
    no = word in alternatives(DENIES, tell)
    if len(doubt.ways) == 1 and doubt.open:
        found = _came(record, doubt.ways[0], text, tell)
        none = no and found is not None and "no" not in found[-1].outcome
        if none or (found is None and _is_number(word, tell)):
            raise doubt  # none, or no such line; or nobody can count so many
        return found
    number = number_in(word)
    if number is not None and 0 < number <= min(len(doubt.ways), NAMED) > 1:
        return _with_outcome(record, doubt, doubt.ways[number - 1], tell)
    if _is_number(word, tell):
        raise doubt
    if no:
        return Left()
    if len(doubt.ways) == 1:
        return doubt.ways[0] if word in alternatives(AGREES, tell) else None
    found = _one_of(record, doubt, text, tell)
    return None if found is None else _with_outcome(record, doubt, found, tell)


def _is_number(word: str, tell: Tell) -> bool:
    """Tell whether nothing but figures are typed, perhaps behind a yes or a no."""
    answers = {*alternatives(AGREES, tell), *alternatives(DENIES, tell)}
    said = [each for each in re.findall(r"\w+", word) if each not in answers]
    return bool(said) and all(map(str.isdecimal, said))


def _with_outcome(record: Record, doubt: Doubt, found: Lines, tell: Tell) -> Lines:
    """Return the lines that were meant; raises Doubt if it has to be told what came of them."""
    after, last = _before_last(record, found)
    if doubt.open and Coming(after, tell).has_outcome(last) and not last.outcome:
        raise what_came(record, found, doubt.part)
    return found


def _one_of(record: Record, doubt: Doubt, text: str, tell: Tell) -> Lines | None:
    """Return the only one of the ways of `doubt` that has all that `text` mentions.

    What has a mark of the notation is a line of its own, to be read as one. Raises `doubt` if only
    a place is told: `the second` may be that of the list, or a piece.
    """
    if any(mark in text for mark in (HOLE, STANDS, "=")):
        return None
    typed, names = plain(text.strip()), record.notation.names
    cut = [
        way
        for way in doubt.ways
        if any(each.startswith(typed) for w in _words(way) for each in texts_of(names, w))
    ]
    if len(cut) == 1:
        return cut[0]
    found: dict[Lines, None] = {}
    heard = [each for each in heard_in(lexicon(record, tell), text) if each.mentions]
    least = min((each.strained for each in heard), default=0)
    for hearing in (each for each in heard if each.strained == least):
        if all(mention.by_number for mention in hearing.mentions):
            raise doubt
        for way in doubt.ways:
            held = all(_words(way) & mention.words for mention in hearing.mentions)
            if hearing.mentions and held and not hearing.unknown:
                found[way] = None
    return next(iter(found)) if len(found) == 1 else None


def _words(way: Lines) -> set[str]:
    """Return all words of the lines of a way."""
    return {w for e in way for w in (e.actor, e.verb, *e.words, *e.outcome)}


def _came(record: Record, lines: Lines, text: str, tell: Tell) -> Lines | None:
    """Return `lines`, the last with what came of it, as `text` tells."""
    record, event = _before_last(record, lines)
    coming = Coming(record, tell)
    words = {event.actor, *event.words}
    found: dict[Event, None] = {}
    for hearing in heard_in(lexicon(record, tell), text):
        if not hearing.unknown:
            told = [each for each in hearing.mentions if not _repeats(each, words)]
            for mentions in (hearing.mentions, told):
                found |= dict.fromkeys(came(coming, event, mentions))
    return (*lines[:-1], next(iter(found))) if len(found) == 1 else None


def _repeats(mention: Mention, words: set[str]) -> bool:
    return bool(mention.words & words)

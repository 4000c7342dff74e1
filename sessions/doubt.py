"""What is asked back about a line that was not clear, and how people answer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..models.bag import HOLE
from ..models.core import BadNotation, Event, Record, TableError
from ..models.event import STANDS
from ..models.record import write_event
from ..models.wording import worded
from ..models.words import Tell, Words, alternatives, bare, listed, say, spellings
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


class Doubt(BadNotation):
    """What was said can be each of the `ways`; people are asked, in `words`.

    One way is one that a yes has to confirm. With `open` it has still to be told what came of it.
    """

    def __init__(self, words: Words, ways: Sequence[Lines], open: bool = False) -> None:
        super().__init__(words)
        self.ways = tuple(ways)
        self.open = open


def which(
    record: Record,
    text: str,
    ways: Sequence[Lines],
    open: bool = False,
    unknown: Sequence[str] = (),
) -> Doubt:
    """Return the question which of several lines was meant; what came of them may be `open`."""
    told = [
        say("{n} {line}", n=n, line=listed((_line(record, event) for event in way), "; "))
        for n, way in enumerate(ways[:NAMED], 1)
    ]
    lines = listed([*told, *(["…"] if len(ways) > NAMED else [])], " | ")
    words = say(
        "'{text}' can be {lines}: type a number, more of it, or no", text=text.strip(), lines=lines
    )
    return Doubt(_with_unknown(words, unknown), ways, open)


def perhaps(record: Record, lines: Lines, unknown: Sequence[str] = ()) -> Doubt:
    """Return the question whether `lines` were meant; `unknown` words were not understood."""
    told = listed((sentence(record, event) for event in lines), "; ")
    words = say("Is this what happened: {line} (yes/no)?", line=told)
    return Doubt(_with_unknown(words, unknown), [lines])


def _with_unknown(question: Words, unknown: Sequence[str]) -> Words:
    if not unknown:
        return question
    return say("'{word}' is not understood. {question}", word=unknown[0], question=question)


def what_came(record: Record, lines: Lines) -> Doubt:
    """Return the question what came of the last of `lines`."""
    record, event = _before_last(record, lines)
    asked = record.game.tale.outcome_question(event)
    words = asked or say("What came of it: {line}?", line=sentence(record, event))
    return Doubt(words, [lines], open=True)


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


class Listener:
    """Hears the lines that are typed at one seat, and remembers what was asked back about one."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._last: tuple[Record, str, Doubt] | None = None
        self.dropped = ""
        """The text about which something was asked, if what was typed last is about another."""

    @property
    def asked(self) -> Words | None:
        """What was asked back about the line that was typed last, None if it was clear."""
        return None if self._last is None else self._last[2].words

    def heard(self, record: Record, text: str, read: Callable[[str], Lines]) -> Lines | Left:
        """Return the lines that `text` settles on: as an answer, as a line, or behind what was
        typed before.

        Raises Doubt, which the next text can answer as long as `record` stays; and what `read`
        raises: then what was asked before stays asked.
        """
        last, self._last, self.dropped = self._last, None, ""
        if last is None or last[0] is not record:
            return self._read(record, text, read)
        _, before, doubt = last
        asks = text.rstrip().endswith("?")
        try:
            found = None if asks else answered(record, doubt, text, self._tell)
        except Doubt as further:
            self._last = record, before, further
            raise
        if found is not None:
            self.dropped = before if isinstance(found, Left) else ""
            return found
        try:
            found = self._read(record, text, read)
        except TableError as error:
            own = error
        else:
            self.dropped = "" if _is_about(found, doubt) else before
            return found
        if (found := _by_initial(doubt, text, self._tell)) is not None:
            self.dropped = before if isinstance(found, Left) else ""
            self._last = None
            return found
        if isinstance(own, Doubt) and bare(text.strip()) == bare(before.strip()):
            raise own
        try:
            return read(_behind(before, text))
        except TableError as error:
            if not isinstance(error, Doubt) and not isinstance(own, Doubt):
                self._last = last
                raise own from None
            self._last, self.dropped = _asked_now(last, text, own, error)
        raise self._last[2]

    def _read(self, record: Record, text: str, read: Callable[[str], Lines]) -> Lines:
        try:
            return read(text)
        except Doubt as doubt:
            self._last = record, text, doubt
            raise

    def forget(self) -> None:
        """Drop what was asked back."""
        self._last = None


def _behind(before: str, text: str) -> str:
    """Return both texts as one, a question if one of them is."""
    first, second = before.rstrip(" ?"), text.rstrip(" ?")
    asks = "?" in (before.rstrip()[-1:], text.rstrip()[-1:])
    return f"{first}, {second} ?" if asks else f"{first}, {second}"


def _is_about(found: Lines, doubt: Doubt) -> bool:
    """Tell whether `found` has a deed that was asked about."""
    deeds = {(each.actor, each.verb, each.words) for way in doubt.ways for each in way}
    return any((each.actor, each.verb, each.words) in deeds for each in found)


def _by_initial(doubt: Doubt, text: str, tell: Tell) -> Lines | Left | None:
    """Return what a yes or a no settles that is typed as one letter, None if it is neither."""
    if len(doubt.ways) != 1 or doubt.open:
        return None
    letter = bare(text.strip(" .!"))
    if letter in {word[:1] for word in spellings(YES, tell)}:
        return doubt.ways[0]
    return Left() if letter in {word[:1] for word in spellings(NO, tell)} else None


def _asked_now(
    last: tuple[Record, str, Doubt], text: str, own: TableError, joined: TableError
) -> tuple[tuple[Record, str, Doubt], str]:
    """Return what is asked behind a text that settles nothing, and the text dropped for it.

    `own` is what is wrong with `text` alone, `joined` with both texts; one of them is a Doubt. A
    line of its own takes the place of what was asked about; an answer that rules nothing out is
    not kept.
    """
    record, before, doubt = last
    if isinstance(own, Doubt):
        other = not any(_is_about(way, doubt) for way in own.ways)
        if not isinstance(joined, Doubt) or (other and len(own.ways) <= len(joined.ways)):
            return (record, text, own), before if other else ""
    assert isinstance(joined, Doubt)
    same = set(joined.ways) == set(doubt.ways)
    return (record, before if same else _behind(before, text), joined), ""


def answered(record: Record, doubt: Doubt, text: str, tell: Tell) -> Lines | Left | None:
    """Return the lines that `text` settles on, None if it is no answer to `doubt`.

    Raises Doubt if it has still to be told what came of the line.
    """
    word = bare(text.strip(" .!"))
    if len(doubt.ways) == 1 and doubt.open:
        return _came(record, doubt.ways[0], text, tell)
    if len(doubt.ways) == 1:
        if word in alternatives(AGREES, tell):
            return doubt.ways[0]
        return Left() if word in alternatives(DENIES, tell) else None
    number = number_in(word)
    if number is not None and 0 < number <= min(len(doubt.ways), NAMED):
        found: Lines | None = doubt.ways[number - 1]
    else:
        found = _one_of(record, doubt.ways, text, tell)
    if found is None:
        return Left() if word in alternatives(DENIES, tell) else None
    after, last = _before_last(record, found)
    if doubt.open and Coming(after, tell).has_outcome(last) and not last.outcome:
        raise what_came(record, found)
    return found


def _one_of(record: Record, ways: Sequence[Lines], text: str, tell: Tell) -> Lines | None:
    """Return the only one of `ways` that has all that `text` mentions.

    What has a mark of the notation is a line of its own, to be read as one.
    """
    if any(mark in text for mark in (HOLE, STANDS, "=")):
        return None
    found: dict[Lines, None] = {}
    heard = [each for each in heard_in(lexicon(record, tell), text) if each.mentions]
    least = min((each.strained for each in heard), default=0)
    for hearing in (each for each in heard if each.strained == least):
        for way in ways:
            words = {w for e in way for w in (e.actor, e.verb, *e.words, *e.outcome)}
            held = all(words & mention.words for mention in hearing.mentions)
            if hearing.mentions and held and not hearing.unknown:
                found[way] = None
    return next(iter(found)) if len(found) == 1 else None


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

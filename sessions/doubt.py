"""What is asked back about a line that was not clear, and how people answer it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..models.bag import HOLE
from ..models.core import BadNotation, Event, IllegalAction, Record, TableError
from ..models.event import STANDS
from ..models.record import write_event
from ..models.wording import spelled, worded
from ..models.words import Listed, Tell, Words, alternatives, bare, listed, say, spellings
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
    before it, and what was told behind it has not been read. Whoever hears it sets the `text`.
    """

    text = ""
    """What was typed, all of it, that is asked about."""

    def __init__(
        self, words: Words, ways: Sequence[Lines], open: bool = False, part: Part | None = None
    ) -> None:
        super().__init__(words)
        self.ways = tuple(ways)
        self.open = open
        self.part = part or Part()

    def of_part(self, lines: Sequence[Event], part: Part) -> Doubt:
        """Return the same question about a `part` of a text whose parts before are `lines`."""
        return Doubt(self.words, [(*lines, *way) for way in self.ways], self.open, part)


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
        return event is not None and said == replace(
            event, words=event.words[: len(said.words)], outcome=said.outcome, stands=said.stands
        )


def first_of(text: str, read: Read) -> Event | None:
    """Return the first line that `text` tells, perhaps only its beginning, None if it tells none.

    What is no line by the rules is one, too.
    """
    try:
        return read(text)[0]
    except TableError as error:
        return _line_in(error)


def _line_in(error: TableError) -> Event | None:
    """Return the line that was begun, or is forbidden, None if no line was understood."""
    if isinstance(error, Begun):
        return error.said
    return error.refused if isinstance(error, IllegalAction) else None


def one_text(*parts: str) -> str:
    """Return the text that tells lines one after the other."""
    return "; ".join(part.strip() for part in parts if part.strip())


def tells_deed(record: Record, text: str, tell: Tell) -> bool:
    """Tell whether `text` has a verb of the notation: then it is a line of its own."""
    try:
        words = spelled(record, text, tell).split()
    except BadNotation:
        return False
    return not record.notation.verbs.keys().isdisjoint(words)


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
        "'{text}' can be {lines}: type a number, more of it, or no", text=text.strip(), lines=lines
    )
    return Doubt(_with_unknown(words, unknown), ways, open)


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
    return Doubt(_with_unknown(words, unknown), [lines])


def _with_unknown(question: Words, unknown: Sequence[str]) -> Words:
    if not unknown:
        return question
    return say("'{word}' is not understood. {question}", word=unknown[0], question=question)


def what_came(record: Record, lines: Lines, part: Part | None = None) -> Doubt:
    """Return the question what came of the last of `lines`, told in a `part` of a text."""
    record, event = _before_last(record, lines)
    asked = record.game.tale.outcome_question(event)
    words = asked or say("What came of it: {line}?", line=sentence(record, event))
    return Doubt(words, [lines], open=True, part=part)


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
        self._record: Record | None = None
        self.doubts: tuple[Doubt, ...] = ()
        """What is asked, behind what was asked before it, text by text."""
        self.dropped = ""
        """The text about which something was asked, if what was typed last is about another."""

    @property
    def asked(self) -> Words | None:
        """What was asked back about the line that was typed last, None if it was clear."""
        return self.doubts[-1].words if self.doubts else None

    def undo(self) -> None:
        """Ask again what was asked before the text that is asked about, nothing if it was first."""
        self.doubts = self.doubts[:-1]

    def forget(self) -> str:
        """Drop what was asked back, and return the text that it was about."""
        text = self.doubts[-1].text if self.doubts else ""
        self.doubts = ()
        return text

    def heard(self, record: Record, text: str, read: Read) -> Lines | Left:
        """Return the lines that `text` settles on: as an answer, as a line, or behind what was
        typed before.

        Raises Doubt, which the next text can answer as long as `record` stays; and what `read`
        raises: then what was asked before stays asked.
        """
        if self._record is not record:
            self.forget()
        self._record, self.dropped = record, ""

        def reading(text: str) -> Lines:
            try:
                return read(text)
            except Doubt as doubt:
                doubt.text = text
                raise

        try:
            found = self._found(record, text, reading)
        except Doubt as doubt:
            doubt.text = doubt.text or text
            if doubt not in self.doubts[-1:]:
                self.doubts += (doubt,)
            raise
        self.doubts = ()
        return found

    def _found(self, record: Record, text: str, read: Read) -> Lines | Left:
        """Return what `heard` does; what is asked is the last of the doubts."""
        if not self.doubts:
            return read(text)
        doubt = self.doubts[-1]
        before = doubt.text
        if isinstance(doubt, Begun):
            return self._behind_begun(record, doubt, text, read)
        asks = text.rstrip().endswith("?")
        try:
            found = None if asks else answered(record, doubt, text, self._tell)
        except Doubt as further:
            further.text = before
            raise
        if found is not None:
            if isinstance(found, tuple) and (other := _of_its_own(record, doubt, text, read)):
                raise which(record, text, [found, other])
            return self._settled(record, doubt, found, read)
        try:
            found = read(text)
        except TableError as error:
            own = error
        else:
            if _is_about(found, doubt) and (doubt.part.before or doubt.part.behind):
                whole = one_text(doubt.part.before, text, doubt.part.behind)
                return self._with_rest(whole, before, found, read)
            if more := self._more(record, doubt, text, read):
                raise which(record, text, [more, found])
            self.dropped = "" if _is_about(found, doubt) else before
            return found
        if (found := _by_initial(doubt, text, self._tell)) is not None:
            return self._settled(record, doubt, found, read)
        if isinstance(own, Doubt) and bare(text.strip()) == bare(before.strip()):
            raise own
        if doubt.part.before:
            again = one_text(doubt.part.before, text, doubt.part.behind)
            with suppress(TableError):
                if _is_about((found := read(again))[-1:], doubt):
                    return found
        refused = isinstance(own, IllegalAction) and tells_deed(record, text, self._tell)
        if refused or _is_another(record, doubt, text, own):
            self.dropped = before if isinstance(own, Doubt) else ""
            raise own
        try:
            return read(_with_more(doubt, text))
        except TableError as error:
            told = isinstance(error, Doubt) and set(error.ways) != set(doubt.ways)
            if isinstance(own, IllegalAction) and _pieces(error).isdisjoint(_pieces(doubt)):
                told = False  # it is a line, though no legal one
            if not told and not isinstance(own, Doubt):
                raise own from None
            now, self.dropped = _asked_now(doubt, own, error)
        raise now

    def _behind_begun(self, record: Record, begun: Begun, text: str, read: Read) -> Lines | Left:
        """Return what `heard` does where only the beginning of a line was told.

        What tells no deed is the rest of it, if it can be.
        """
        if not text.strip() or bare(text) in spellings(NO, self._tell):
            self.dropped = begun.text
            return Left()
        alone: Lines = ()
        try:
            alone = read(text)
            said: Event | None = alone[0]
        except TableError as error:
            said = _line_in(error)
        behind, same = begun.part.behind, begun.begins(said)
        if tells_deed(record, text, self._tell) or text.endswith(STANDS):
            if same and ";" not in text:
                return self._with_behind(text, behind, read)
            self.dropped = behind if same else begun.text
            return read(text)
        other = (begun.said.actor, begun.said.verb) not in {(e.actor, e.verb) for e in alone}
        try:
            return self._with_behind(f"{begun.part.text or begun.text} {text}", behind, read)
        except TableError as error:
            wrong = error
        asks = isinstance(wrong, Doubt)
        if asks and wrong.words != begun.words and not (alone and other):
            raise wrong
        if not asks and same and said is not None and {*begun.said.outcome} <= {*said.outcome}:
            return self._with_behind(text, behind, read)  # told again, with more of it
        if same and not alone:
            raise wrong
        self.dropped = begun.text
        lines = read(text)
        if not other:
            raise perhaps(record, lines)
        return lines

    def _with_behind(self, text: str, behind: str, read: Read) -> Lines:
        """Return the lines of `text` and those `behind` it, which are dropped if they do not fit.

        Raises Doubt if they are asked about.
        """
        try:
            return read(one_text(text, behind))
        except TableError as error:
            if isinstance(error, Doubt) or not behind:
                raise
        self.dropped = behind
        return read(text)

    def _more(self, record: Record, doubt: Doubt, text: str, read: Read) -> Lines:
        """Return the one line that `text`, which tells no deed, makes of what was asked about."""
        if len(doubt.ways) > 1 and not tells_deed(record, text, self._tell):
            with suppress(TableError):
                whole = read(_with_more(doubt, text))
                deeds = {(each.actor, each.verb) for way in doubt.ways for each in way}
                if [(each.actor, each.verb) in deeds for each in whole] == [True]:
                    return whole
        return ()

    def _settled(
        self, record: Record, doubt: Doubt, found: Lines | Left, read: Read
    ) -> Lines | Left:
        """Return what an answer to `doubt` has `found`, with the lines that were told behind it."""
        if isinstance(found, Left):
            self.dropped = doubt.text
            return found
        if not doubt.part.behind:
            return found
        whole = one_text(*_written(record, found), doubt.part.behind)
        return self._with_rest(whole, doubt.part.behind, found, read)

    def _with_rest(self, whole: str, rest: str, found: Lines, read: Read) -> Lines:
        """Return the lines of the `whole` text; where it cannot be read, `found` and drop `rest`.

        Raises Doubt if it is asked about.
        """
        try:
            return read(whole)
        except Doubt:
            raise
        except TableError:
            self.dropped = rest
            return found


def _with_more(doubt: Doubt, text: str) -> str:
    """Return the text of `doubt` with `text` behind the line that is asked about.

    It is a question if one of them is.
    """
    asked = doubt.part.text or doubt.text
    first, second = asked.rstrip(" ?"), text.rstrip(" ?")
    asks = "?" in (asked.rstrip()[-1:], text.rstrip()[-1:])
    line = f"{first}, {second} ?" if asks else f"{first}, {second}"
    return one_text(doubt.part.before, line, doubt.part.behind)


def _begins_with_name(record: Record, text: str) -> set[str]:
    """Return the player whose name `text` begins with, nobody if it begins otherwise."""
    return {player for player in record.setup.players if [bare(player)] == bare(text).split()[:1]}


def _is_another(record: Record, doubt: Doubt, text: str, own: TableError) -> bool:
    """Tell whether `text` is a line of its own, by the name that it begins with.

    That is a player of whom nothing is asked; or what was typed before began with a name, too,
    and `text` by itself is asked about as `own`, which is about no line that was asked about.
    """
    asked = {w for way in doubt.ways for e in way for w in (e.actor, *e.words, *e.outcome)}
    named = _begins_with_name(record, text)
    if not named or doubt.open:
        return False
    apart = isinstance(own, Doubt) and not any(_is_about(way, doubt) for way in own.ways)
    whole = bool(_begins_with_name(record, doubt.part.text or doubt.text))
    return named.isdisjoint(asked) or (whole and apart)


def _of_its_own(record: Record, doubt: Doubt, text: str, read: Read) -> Lines:
    """Return another line than those asked about that `text` is, which begins with a name."""
    if len(doubt.ways) > 1 and _begins_with_name(record, text):
        with suppress(TableError):
            return () if _is_about(found := read(text), doubt) else found
    return ()


def _written(record: Record, lines: Lines) -> Iterator[str]:
    """Yield `lines` as they are typed behind `record`."""
    for event in lines:
        yield write_event(record, event)
        record = continued(record.plus(event))


def _is_about(found: Lines, doubt: Doubt) -> bool:
    """Tell whether `found` has a deed that was asked about."""
    deeds = {(each.actor, each.verb, each.words) for way in doubt.ways for each in way}
    return any((each.actor, each.verb, each.words) in deeds for each in found)


def _pieces(error: TableError) -> set[str]:
    """Return the words of the lines that are asked about, beside who does what."""
    ways = error.ways if isinstance(error, Doubt) else ()
    return {word for way in ways for each in way for word in (*each.words, *each.outcome)}


def _by_initial(doubt: Doubt, text: str, tell: Tell) -> Lines | Left | None:
    """Return what a yes or a no settles that is typed as one letter, None if it is neither."""
    if len(doubt.ways) != 1 or doubt.open:
        return None
    letter = bare(text.strip(" .!"))
    if letter in {word[:1] for word in spellings(YES, tell)}:
        return doubt.ways[0]
    return Left() if letter in {word[:1] for word in spellings(NO, tell)} else None


def _asked_now(doubt: Doubt, own: TableError, joined: TableError) -> tuple[Doubt, str]:
    """Return what is asked behind a text that settles nothing, and the text dropped for it.

    `own` is what is wrong with that text alone, `joined` with what was typed before it; one of them
    is a Doubt. A line of its own takes the place of what was asked about, and so does the same
    question about it; another answer that rules nothing out is not kept.
    """
    if isinstance(own, Doubt):
        other = not any(_is_about(way, doubt) for way in own.ways)
        fewer = isinstance(joined, Doubt) and len(joined.ways) < len(own.ways)
        if _pieces(joined).isdisjoint(_pieces(doubt)) or (other and not fewer):
            return own, doubt.text if other else ""
    assert isinstance(joined, Doubt)
    if set(joined.ways) != set(doubt.ways):
        return joined, ""
    if isinstance(own, Doubt) and set(own.ways) == set(doubt.ways):
        return own, ""
    return doubt, ""


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
    found: dict[Lines, None] = {}
    heard = [each for each in heard_in(lexicon(record, tell), text) if each.mentions]
    least = min((each.strained for each in heard), default=0)
    for hearing in (each for each in heard if each.strained == least):
        if all(mention.by_number for mention in hearing.mentions):
            raise doubt
        for way in doubt.ways:
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

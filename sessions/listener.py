"""Hears the lines that are typed at one seat, behind what was asked back about the text before.

A text may answer what is asked, be more of the line that is asked about, or another line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from ..models.core import Event, IllegalAction, Record, TableError
from ..models.event import STANDS
from ..models.record import write_event
from ..models.words import Tell, Words, bare, spellings
from .doubt import (
    NO,
    YES,
    Begun,
    Doubt,
    Left,
    Lines,
    Read,
    answered,
    line_in,
    one_text,
    perhaps,
    tells_deed,
    which,
)
from .fixing import continued


class Question(NamedTuple):
    """What is asked back about a `text`, `apart` if it is about another line than before."""

    text: str
    doubt: Doubt
    apart: bool = False

    @property
    def part(self) -> str:
        """The part of the text that is asked about."""
        return self.doubt.part.text or self.text


class Listener:
    """Hears the lines that are typed at one seat, and remembers what was asked back about one."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._record: Record | None = None
        self.doubts: tuple[Question, ...] = ()
        """What is asked, behind what was asked before it, text by text."""
        self.dropped = ""
        """The text about which something was asked, if what was typed last is about another."""
        self._undone = list[tuple[Question, ...]]()
        """What was taken back, the last one last, unless a text was heard since."""
        self._texts = dict[Doubt, str]()
        """Which text is asked about by what was raised last."""

    @property
    def asked(self) -> Words | None:
        """What was asked back about the line that was typed last, None if it was clear."""
        return self.doubts[-1].doubt.words if self.doubts else None

    @property
    def begun(self) -> Begun | None:
        """The line of which people have told a part, None if there is none."""
        asked = (each.doubt for each in reversed(self.doubts))
        return next((each for each in asked if isinstance(each, Begun)), None)

    def undo(self) -> None:
        """Ask again what was asked before the text that is asked about, nothing if it was first."""
        self._take_back(1)

    def redo(self, record: Record) -> bool:
        """Ask again what was taken back last; return False if there is nothing of `record`."""
        if not self._undone or self._record is not record:
            return False
        self.doubts += self._undone.pop()
        return True

    def _take_back(self, many: int) -> None:
        """Drop so many of the last doubts, until they are brought back."""
        self.doubts, gone = self.doubts[:-many], self.doubts[-many:]
        self._undone.append(gone)

    def _of_one_line(self, stop: bool = False) -> int:
        """Return how many of the last doubts are about the same line.

        Those about an unclear part of it only, if they `stop` at what was told before.
        """
        told = False
        for n, asked in enumerate(reversed(self.doubts), 1):
            if stop and not told and (told := isinstance(asked.doubt, Begun)) and n > 1:
                return n - 1
            if asked.apart:
                return n
        return len(self.doubts)

    def forget(self) -> str:
        """Drop what was asked back, and return the text that it was about."""
        text = self.doubts[-1].text if self.doubts else ""
        self.doubts = ()
        self._undone.clear()
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
        self._undone.clear()
        self._texts.clear()

        def reading(text: str) -> Lines:
            try:
                return read(text)
            except Doubt as doubt:
                self._texts[doubt] = text
                raise

        try:
            found = self._found(record, text, reading)
        except Doubt as doubt:
            if doubt not in (each.doubt for each in self.doubts[-1:]):
                asked = self._texts.get(doubt, text)
                self.doubts += (Question(asked, doubt, bool(self.dropped)),)
            raise
        if not isinstance(found, Left):
            others = self.doubts[: len(self.doubts) - self._of_one_line()]
            self.dropped = self.dropped or "".join(each.text for each in others[-1:])
            self.doubts = ()
            return found
        text = self.doubts[-1].text
        self._take_back(self._of_one_line(stop=True))
        kept = self.doubts[-1].text if self.doubts else ""
        self.dropped = text.removeprefix(kept).strip(" ,;")
        return found

    def _found(self, record: Record, text: str, read: Read) -> Lines | Left:
        """Return what `heard` does; what is asked is the last of the doubts."""
        if not self.doubts:
            return read(text)
        asked = self.doubts[-1]
        before, doubt = asked.text, asked.doubt
        if isinstance(doubt, Begun):
            return self._behind_begun(record, doubt, text, read)
        asks = text.rstrip().endswith("?")
        try:
            found = None if asks else answered(record, doubt, text, self._tell)
        except Doubt as further:
            self._texts[further] = before
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
                return self._with_behind(text, before, read, found, whole)
            if more := self._more(record, text, read):
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
        if refused or not doubt.is_clear or _is_another(record, asked, text, own):
            self.dropped = before if isinstance(own, Doubt) else ""
            raise own
        try:
            return read(_with_more(asked, text))
        except TableError as error:
            told = isinstance(error, Doubt) and set(error.ways) != set(doubt.ways)
            if isinstance(own, IllegalAction) and _pieces(error).isdisjoint(_pieces(doubt)):
                told = False  # it is a line, though no legal one
            if told and _shifts(record, error, doubt):
                raise doubt from None
            if not told and not isinstance(own, Doubt):
                raise own from None
            now, self.dropped = _asked_now(asked, own, error)
        raise now

    def _behind_begun(self, record: Record, begun: Begun, text: str, read: Read) -> Lines | Left:
        """Return what `heard` does where only the beginning of a line was told.

        What tells no deed is the rest of it, if it can be.
        """
        if not text.strip() or bare(text) in spellings(NO, self._tell):
            return Left()
        alone: Lines = ()
        try:
            alone = read(text)
            said: Event | None = alone[0]
        except TableError as error:
            said = line_in(error)
        asked = self.doubts[-1]
        behind, same = begun.part.behind, begun.begins(said)
        told = Counter(begun.said.outcome)
        again = same and said is not None and told <= Counter(said.outcome)
        if tells_deed(record, text, self._tell) or text.endswith(STANDS):
            if same and ";" not in text:
                self.dropped = "" if again else begun.part.text
                return self._with_behind(text, behind, read)
            self.dropped = behind if same else asked.text
            return read(text)
        other = (begun.said.actor, begun.said.verb) not in {(e.actor, e.verb) for e in alone}
        try:
            return self._with_behind(f"{asked.part} {text}", behind, read)
        except TableError as error:
            wrong = error
        asks = isinstance(wrong, Doubt)
        further = wrong.words != begun.words or line_in(wrong) != begun.said
        if asks and further and not (alone and other):
            raise wrong
        if not asks and again:
            return self._with_behind(text, behind, read)  # told again, with more of it
        if same and not alone:
            raise wrong
        self.dropped = asked.text
        lines = read(text)
        if not other:
            raise perhaps(record, lines)
        return lines

    def _with_behind(
        self, text: str, behind: str, read: Read, found: Lines = (), whole: str = ""
    ) -> Lines:
        """Return the lines of `text` and those `behind` it, which are dropped if they do not fit.

        `found` are the lines of `text`, `whole` is the text of all, if they are known. Raises Doubt
        if it is asked about.
        """
        try:
            return read(whole or one_text(text, behind))
        except Doubt:
            raise
        except TableError:
            self.dropped = behind
            return found or read(text)

    def _more(self, record: Record, text: str, read: Read) -> Lines:
        """Return the one line that `text`, which tells no deed, makes of what was asked about."""
        asked, doubt = self.doubts[-1], self.doubts[-1].doubt
        if len(doubt.ways) > 1 and doubt.is_clear and not tells_deed(record, text, self._tell):
            with suppress(TableError):
                whole = read(_with_more(asked, text))
                deeds = {(each.actor, each.verb) for way in doubt.ways for each in way}
                if [(each.actor, each.verb) in deeds for each in whole] == [True]:
                    return whole
        return ()

    def _settled(
        self, record: Record, doubt: Doubt, found: Lines | Left, read: Read
    ) -> Lines | Left:
        """Return what an answer to `doubt` has `found`, with the lines that were told behind it."""
        if isinstance(found, Left) or not doubt.part.behind:
            return found
        whole = one_text(*_written(record, found), doubt.part.behind)
        return self._with_behind("", doubt.part.behind, read, found, whole)


def _with_more(asked: Question, text: str) -> str:
    """Return the text that is `asked` about with `text` behind the line in question.

    It is a question if one of them is.
    """
    lines = asked.part.rstrip(), text.rstrip()
    line = ", ".join(each.rstrip(" ?") for each in lines)
    asks = any(each.endswith("?") for each in lines)
    part = asked.doubt.part
    return one_text(part.before, f"{line} ?" if asks else line, part.behind)


def _begins_with_name(record: Record, text: str) -> set[str]:
    """Return the player whose name `text` begins with, nobody if it begins otherwise."""
    return {player for player in record.setup.players if [bare(player)] == bare(text).split()[:1]}


def _is_another(record: Record, before: Question, text: str, own: TableError) -> bool:
    """Tell whether `text` is a line of its own, by the name that it begins with.

    That is a player of whom nothing is asked; or what was typed before began with a name, too,
    and `text` by itself is asked about as `own`, which is about no line that was asked about.
    """
    doubt = before.doubt
    asked = {w for way in doubt.ways for e in way for w in (e.actor, *e.words, *e.outcome)}
    named = _begins_with_name(record, text)
    if not named or doubt.open:
        return False
    apart = isinstance(own, Doubt) and not any(_is_about(way, doubt) for way in own.ways)
    whole = bool(_begins_with_name(record, before.part))
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


def _shifts(record: Record, now: TableError, before: Doubt) -> bool:
    """Tell whether a piece stands elsewhere `now` that stood in the same place in all ways before.

    In lines whose pieces are sorted it may.
    """
    ways = [*before.ways, *(now.ways if isinstance(now, Doubt) else ())]
    lines = [way[0] for way in ways if len(way) == 1]
    if len({line.head for line in lines}) != 1 or len(lines) < len(ways):
        return False
    places = [*zip(*(line.outcome for line in lines[: len(before.ways)]), strict=False)]
    fixed = {at: {*pieces} for at, pieces in enumerate(places) if len({*pieces}) == 1}
    is_ordered = not record.notation.verbs[lines[0].verb].sorted
    return is_ordered and any(
        {*line.outcome[at : at + 1]} != piece for line in lines for at, piece in fixed.items()
    )


def _by_initial(doubt: Doubt, text: str, tell: Tell) -> Lines | Left | None:
    """Return what a yes or a no settles that is typed as one letter, None if it is neither."""
    if len(doubt.ways) != 1 or doubt.open:
        return None
    letter = bare(text.strip(" .!"))
    if letter in {word[:1] for word in spellings(YES, tell)}:
        return doubt.ways[0]
    return Left() if letter in {word[:1] for word in spellings(NO, tell)} else None


def _asked_now(before: Question, own: TableError, joined: TableError) -> tuple[Doubt, str]:
    """Return what is asked behind a text that settles nothing, and the text dropped for it.

    `own` is what is wrong with that text alone, `joined` with what was typed before it; one of them
    is a Doubt. A line of its own takes the place of what was asked about, and so does the same
    question about it; another answer that rules nothing out is not kept.
    """
    doubt = before.doubt
    if isinstance(own, Doubt):
        other = not any(_is_about(way, doubt) for way in own.ways)
        fewer = isinstance(joined, Doubt) and len(joined.ways) < len(own.ways)
        if _pieces(joined).isdisjoint(_pieces(doubt)) or (other and not fewer):
            return own, before.text if other else ""
    assert isinstance(joined, Doubt)
    if set(joined.ways) != set(doubt.ways):
        return joined, ""
    if isinstance(own, Doubt) and set(own.ways) == set(doubt.ways):
        return own, ""
    return doubt, ""

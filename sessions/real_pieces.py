"""What players tell of real pieces, and how it is held together without telling it to others.

What a seat tells is judged by what that seat sees. What several have told is compared when the last
of them has: if it clashes, all are told so in the same words, nothing can be told any more until
the laptop opens the game again, and then all who told tell again. A line that all see is true
whatever was told: pieces that it shows elsewhere are withdrawn, and whoever told them is asked
alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..models.bag import HOLE
from ..models.core import TABLE, Draw, Event, Line, Record, Roll, TableError, View, turn, view
from ..models.record import next_words, read_words, write_event
from ..models.words import say
from .answers import Refused, refusal
from .fixing import Fixing, continued, noted
from .ledger import Ledger

MOST_OUTCOMES = 64
"""How many outcomes are tried to find the only one that the rules allow."""
CLASH = say(
    "What was told of the pieces cannot all be true: please all look at yours again. The laptop"
    " opens the game again."
)
WHOLE = say(
    "Tell every piece, none as '?'. Whoever tells nothing plays without: the table's page lets a"
    " seat do so."
)
ONCE = say("You have told this anew once; now the laptop has to open it again.")
CLASHED = "# clash: what was told could not all be true"
"""The note that counts a clash in the record."""
CORRECTED = " # told anew by "
"""How the note of a line begins that names who has told it later, or corrected it, each time."""


@dataclass(frozen=True, slots=True)
class Tapping:
    """What has been drawn, or rolled, with real pieces: `size` of `pieces` are to be told.

    They complete the line that begins with `head`, in the order in which they lie if they are
    `ordered`. Each piece stands with how often it can be there. With `size` 0 nobody knows how many
    they are. `told` is the whole line as it was told before, to be looked at again.
    """

    head: str
    size: int
    pieces: tuple[tuple[str, int], ...]
    ordered: bool
    told: str = ""


@dataclass(frozen=True, slots=True)
class Telling:
    """What a player has told in line `number` of the record, and what they were asked there.

    `again` says that it does not fit what lies open now, and is to be told again.
    """

    number: int
    line: str
    draw: Tapping
    again: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A `line` that was told and stands no longer in the record: it is to be told again.

    `by_all` means that all have been told of a clash: the game waits. Then `is_told` says that its
    player has told it again and the others are still to do so. Else its player is asked alone.
    """

    line: str
    by_all: bool
    is_told: bool = False

    @property
    def kept(self) -> str:
        """How it is kept apart from the record."""
        how = ("told" if self.is_told else "all") if self.by_all else "alone"
        return f"{how} {self.line}"

    @classmethod
    def of(cls, kept: str) -> Withdrawn:
        """Return what was `kept`."""
        how, _, line = kept.partition(" ")
        return cls(line, how != "alone", how == "told")


@dataclass(frozen=True, slots=True)
class After:
    """The `record` that goes on, with holes where lines were `withdrawn`, by number."""

    record: Record
    withdrawn: Mapping[int, Withdrawn]
    clashes: bool = False


class RealPieces:
    """What players of one game have told, beside its record; all of it is kept by `ledger`."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    # who tells

    def is_silent(self, player: str) -> bool:
        """Tell whether `player` plays without telling what they alone see."""
        return f"silent {player}" in self._ledger.apart

    def be_silent(self, player: str, silent: bool) -> None:
        """Ask `player` no more, or again, for what they alone see."""
        self._keep(f"silent {player}", "yes" if silent else None)

    def tellers(self, seers: frozenset[str]) -> tuple[str, ...]:
        """Return who of `seers` can be asked for what only those see."""
        players = self._ledger.record.setup.players
        return tuple(p for p in players if p in seers and not self.is_silent(p))

    # what clashes

    @property
    def clash(self) -> bool:
        """Whether all were told of a clash and the laptop has not opened the game again."""
        return self._ledger.apart.get("clash") == "yes"  # an earlier version kept who had told

    def open(self) -> None:
        """Let all go on after a clash, and tell anew what they have told anew before."""
        names = ("clash", *(name for name in self._ledger.apart if name.startswith("anew ")))
        for name in names:
            self._keep(name, None)

    def may_correct(self, player: str) -> bool:
        """Tell whether `player` may tell anew what stands in the record, before it is opened."""
        return f"anew {player}" not in self._ledger.apart

    def corrected(self, record: Record, player: str, number: int) -> Record:
        """Return `record` with a note that `player` has told line `number` later, or anew."""
        self._keep(f"anew {player}", "yes")
        before = {line.number: line.note for line in self._ledger.record.lines}[number]
        names = before.removeprefix(CORRECTED).split(", ") if before else []
        note = CORRECTED + ", ".join((*names, player))
        lines = (replace(x, note=note) if x.number == number else x for x in record.lines)
        return replace(record, lines=tuple(lines))

    def clashed(self, after: Record, withdrawn: Mapping[int, Withdrawn]) -> Record:
        """Close the game until the laptop opens it; return the record with a note that counts it.

        `withdrawn` are the lines that are to be told again then.
        """
        self._keep("clash", "yes")
        for number, line in withdrawn.items():
            self._keep(f"withdrawn {number}", line.kept)
        return _with_note(after, CLASHED)

    @property
    def withdrawn(self) -> Mapping[int, Withdrawn]:
        """The lines that are to be told again, by their numbers in the record."""
        begin, record = "withdrawn ", self._ledger.record
        found = {
            int(name.removeprefix(begin)): Withdrawn.of(kept)
            for name, kept in self._ledger.apart.items()
            if name.startswith(begin)
        }
        events = dict(record.events)
        return {n: w for n, w in sorted(found.items()) if n in events and not is_whole(events[n])}

    def withdraw(self, number: int, withdrawn: Withdrawn | None) -> None:
        """Keep that line `number` is to be told again, or (None) that it stands."""
        self._keep(f"withdrawn {number}", None if withdrawn is None else withdrawn.kept)

    def forget_what_is_gone(self) -> None:
        """Forget lines that were to be told again and have been taken back."""
        kept = {f"withdrawn {number}" for number in self.withdrawn}
        for name in [each for each in self._ledger.apart if each.startswith("withdrawn ")]:
            if name not in kept:
                self._keep(name, None)

    def remember(self, player: str, line: str | None) -> None:
        """Keep what `player` had told when it clashed, to be looked at again, or forget it."""
        self._keep(f"clashed {player}", line)

    def remembered(self, player: str, head: str) -> str:
        """Return what `player` had told of the draw that begins with `head`."""
        line = self._ledger.apart.get(f"clashed {player}", "")
        return line if line.startswith(f"{head} ") else ""

    def _keep(self, name: str, text: str | None) -> None:
        if self._ledger.apart.get(name) != text:
            self._ledger.keep_apart(name, text)

    # what has been told

    def told_by(self, record: Record, player: str) -> tuple[Telling, ...]:
        """Return what `player` has told last of each kind of draw that not all see."""
        events, withdrawn = dict(record.events), self.withdrawn
        last = {
            (told.verb, *events[told.number].words): told.number
            for told in _told(record, player)
            if told.is_drawn
        }
        found: list[Telling] = []
        for number in last.values():
            draw = tapping(view(record.until(number - 1), player))
            if draw is not None:
                gone = withdrawn.get(number)
                line = write_event(record, events[number]) if gone is None else gone.line
                found.append(Telling(number, line, draw, gone is not None))
        return tuple(found)

    def all_is_known(self, record: Record) -> bool | None:
        """Tell whether `record` is the whole game: all that was drawn has been told.

        None if it would be, had nobody been asked alone to tell again: that must not be told.
        """
        holes = [number for number, event in record.events if not is_whole(event)]
        withdrawn = self.withdrawn
        if any(number not in withdrawn for number in holes):
            return False
        return None if holes else True


# what all see, and what was told


def after(record: Record, event: Event, withdrawn: Mapping[int, Withdrawn]) -> After:
    """Return `record` with `event`, which is true by what all see of it.

    What was told before and does not fit is withdrawn: from who told it if it does not fit alone,
    else, as all are told, from all who told such pieces.
    """
    with_event = _plus(record, event)
    if with_event is not None:
        return After(with_event, withdrawn)
    for player in record.setup.players:
        record, withdrawn = _fitting(record, player, event, withdrawn)
    with_event = _plus(record, event)
    if with_event is not None:
        return After(with_event, withdrawn)
    told = sorted(_told(record), key=lambda each: (each.is_drawn, each.number), reverse=True)
    for verb in dict.fromkeys(each.verb for each in told):
        record, gone = taken_from_all(record, verb)
        withdrawn = {**withdrawn, **gone}
        with_event = _plus(record, event)
        if with_event is not None:
            return After(with_event, withdrawn, clashes=True)
    raise AssertionError(event)


def _plus(record: Record, event: Event) -> Record | None:
    try:
        return continued(record.plus(event))
    except TableError:
        return None


def _fitting(
    record: Record, player: str, event: Event, withdrawn: Mapping[int, Withdrawn]
) -> tuple[Record, Mapping[int, Withdrawn]]:
    """Return `record` without what `player` has told that does not fit `event` in their view.

    One line of theirs if that is enough, the last such; else as many as it takes.
    """
    if _fits(view(record, player), event):
        return record, withdrawn
    own = [told.number for told in reversed(tuple(_told(record, player)))]
    for gone in (*((number,) for number in own), *(own[:size] for size in range(2, len(own) + 1))):
        try:
            without = _with_holes(record, gone)
        except TableError:
            continue
        if _fits(view(without, player), event):
            lines = {n: write_event(record, dict(record.events)[n]) for n in gone}
            alone = {n: Withdrawn(line, by_all=False) for n, line in lines.items()}
            return without, {**withdrawn, **alone}
    return record, withdrawn


def _fits(own: View, event: Event) -> bool:
    try:
        own.moved(own.shown(event))
    except TableError:
        return False
    return True


def taken_from_all(record: Record, verb: str) -> tuple[Record, Mapping[int, Withdrawn]]:
    """Return `record` with holes in the last line `verb` of each who told one.

    With the lines that can be told again: choices that were made in secret stay as holes.
    """
    events = dict(record.events)
    last = {
        (events[told.number].actor, *events[told.number].words): told
        for told in _told(record)
        if told.verb == verb
    }
    gone = {
        told.number: Withdrawn(write_event(record, events[told.number]), by_all=True)
        for told in last.values()
        if told.is_drawn and is_whole(events[told.number])
    }
    return _with_holes(record, tuple(told.number for told in last.values())), gone


@dataclass(frozen=True, slots=True)
class _Told:
    """A line that tells what not all see, and whether it tells what was drawn."""

    number: int
    verb: str
    is_drawn: bool


def _told(record: Record, player: str = "") -> Iterator[_Told]:
    """Yield the lines of `record` that tell what not all see, or (with a `player`) what they do."""
    before = record.blank()
    for each in noted(record):
        event = each.line.event
        if event is not None:
            seers = before.seers(event)
            hides = bool(seers) and bool(before.hides(event))
            if hides and (not player or player in (seers or ())):
                is_drawn = each.typed and not isinstance(turn(before), tuple)
                yield _Told(each.line.number, event.verb, is_drawn)
        before = before.and_line(each.line)


def _of_table(before: Record) -> Record:
    """Return `before` as all see it, as far as what they see of its next line goes."""
    return replace(before, viewer=TABLE)


def _with_holes(record: Record, numbers: Sequence[int]) -> Record:
    """Return `record` with the lines of these `numbers` as all see them; raises TableError."""
    lines, before = [], record.blank()
    for line in record.lines:
        if line.event is not None and line.number in numbers:
            line = replace(line, event=_of_table(before).shown(line.event))
        lines.append(line)
        before = before.moved(line.event)
    return replace(before, lines=tuple(lines))


def is_whole(event: Event) -> bool:
    """Tell whether all pieces of `event` are named."""
    return HOLE not in (*event.words, *event.outcome)


def _with_note(record: Record, note: str) -> Record:
    return record.and_line(Line(record.last + 1, None, note))


def clashes(record: Record) -> int:
    """Return how often what was told has clashed."""
    return sum(line.note == CLASHED for line in record.lines)


def corrections(record: Record) -> Mapping[str, int]:
    """Return how often each player has told something later, or corrected it."""
    notes = (line.note for line in record.lines if line.note.startswith(CORRECTED))
    return Counter(name for note in notes for name in note.removeprefix(CORRECTED).split(", "))


# what is told anew


def told_again(record: Record, number: int, text: str) -> Record | Refused:
    """Return `record` with `text` as line `number` and what follows from it, or why it cannot be.

    What others did stands; what came by itself comes again.
    """
    before = record.until(number - 1)
    try:
        event = read_words(before, text)
        if not is_whole(event):
            return Refused(WHOLE)
        begun = before.plus(event)
    except TableError as error:
        return refusal(error)
    behind = tuple(each for each in noted(record) if each.line.number > number)
    fixing = Fixing(begun, behind).replayed()
    return fixing.record if fixing.why is None else Refused(fixing.why)


# what is asked


def tapping(own: View) -> Tapping | None:
    """Return what is to be told of the draw that comes next in `own`, None where none does."""
    coming = turn(own)
    if isinstance(coming, tuple):
        return None
    head = write_event(own, replace(coming.event, outcome=()))
    verb = own.notation.verbs[coming.event.verb]
    if isinstance(coming, Roll):
        counted = Counter(face for die in coming.dice for face in dict.fromkeys(die))
        return Tapping(head, coming.size, _in_order(own, head, counted), False)
    if isinstance(coming, Draw):
        head = " ".join((head, *coming.first))
        if coming.pool.whole:
            counted = Counter(coming.pool.known)
            return Tapping(head, coming.size, _in_order(own, head, counted), coming.ordered)
        most = _most(own, coming.event.verb)
        known = {word: most.get(word, 1) for word in next_words(own, head)}
        return Tapping(head, coming.size, tuple(known.items()), coming.ordered)
    size = len(coming.event.outcome)
    pieces = dict.fromkeys(_pieces(own, head), size)
    return Tapping(head, size, tuple(pieces.items()), not verb.sorted)


def what_came(own: View, event: Event) -> Tapping:
    """Return what is to be told of what came of the choice `event`."""
    head = f"{write_event(own, event)} ="
    pieces = _pieces(own, head)
    size = 0 if any(_pieces(own, f"{head} {piece}") for piece in pieces) else 1
    return Tapping(head, size, tuple((piece, size or MOST_OUTCOMES) for piece in pieces), True)


def _pieces(own: View, head: str) -> tuple[str, ...]:
    return tuple(word for word in next_words(own, head) if word != HOLE)


def only_outcome(own: View, event: Event) -> Event | None:
    """Return `event` with the only outcome that the rules allow in `own`, None if there are more.

    None as well where they are too many to be tried.
    """
    found: list[Event] = []
    begun = [f"{write_event(own, event)} ="]
    for tried, line in enumerate(begun):
        if tried > MOST_OUTCOMES or len(found) > 1:
            return None
        for word in _pieces(own, line):
            begun.append(f"{line} {word}")
            try:
                each = read_words(own, begun[-1])
                own.moved(each)
            except TableError:
                continue
            found.append(each)
    return found[0] if len(found) == 1 else None


def _most(own: View, verb: str) -> Mapping[str, int]:
    """Return how often each piece was there when what `verb` draws from was last known whole."""
    before, most = own.blank(), Counter[str]()
    for line in own.lines:
        coming = turn(before)
        if isinstance(coming, Draw) and coming.event.verb == verb and coming.pool.whole:
            most |= Counter(coming.pool.known)
        before = before.and_line(line)
    return most


def _in_order(own: View, head: str, counted: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return pieces in the order of the notation."""
    order = [word for word in next_words(own, head) if word in counted]
    return tuple((word, counted[word]) for word in dict.fromkeys((*order, *counted)))

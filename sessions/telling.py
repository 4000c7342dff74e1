"""Tellings: what players tell of real pieces, compared without telling it to others.

What a seat tells is judged by what that seat sees. What several have told is compared when the last
of them has. If it clashes, all are told so in the same words, and nothing can be told until the
laptop opens the game again; then all who told tell again. A line that all see is true whatever was
told: pieces that it shows elsewhere are withdrawn, and whoever told them is asked alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..models.core import TABLE, Event, Line, Record, TableError, View, turn, view
from ..models.record import read_words, write_event
from ..models.words import Words, say
from .answers import Refused, refusal
from .fixing import Fixing, continued, noted
from .ledger import Ledger
from .tapping import Tapping, is_whole, tapping

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
UNFIT = "# noted at the laptop: a line that did not fit what was told"
"""The note that counts such a line in the record, whatever becomes of it."""
CORRECTED = " # told anew by "
"""Prefix of the note on a line that names who told it later, or corrected it, each time."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What a player told in line `number` of the record, and the question it answered.

    `again` says that it does not fit the open pieces now, and is to be told again.
    """

    number: int
    line: str
    draw: Tapping
    again: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A `line` that was told but is no longer in the record: it is to be told again.

    `by_all` means that all were told of a clash, and the game waits; then `is_told` says that its
    player has told it again and others have not. Otherwise its player is asked alone.
    """

    line: str
    by_all: bool
    is_told: bool = False

    @property
    def kept(self) -> str:
        """The text that is kept for it beside the record."""
        how = ("told" if self.is_told else "all") if self.by_all else "alone"
        return f"{how} {self.line}"

    @classmethod
    def of(cls, kept: str) -> Withdrawn:
        """Return what the text `kept` stands for."""
        how, _, line = kept.partition(" ")
        return cls(line, how != "alone", how == "told")


@dataclass(frozen=True, slots=True)
class After:
    """The `record` that goes on, with holes where lines were `withdrawn`, by number."""

    record: Record
    withdrawn: Mapping[int, Withdrawn]
    clashes: bool = False


class Tellings:
    """What the players of one game have told, kept beside its record by `ledger`.

    In a game that the program deals nobody tells anything.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    # who tells

    @property
    def silent(self) -> tuple[str, ...]:
        """The players who do not tell what they alone see."""
        players = self._ledger.record.setup.players
        return tuple(player for player in players if f"silent {player}" in self._ledger.apart)

    def be_silent(self, player: str, silent: bool) -> None:
        """Stop asking `player` for what they alone see, or begin again."""
        self._keep(f"silent {player}", "yes" if silent else None)

    # what clashes

    @property
    def clash(self) -> Words | None:
        """The message about a clash until the laptop opens the game again, else None."""
        kept = self._ledger.apart.get("clash")
        return CLASH if kept == "yes" else None  # an earlier version kept who had told

    @property
    def clashes(self) -> int:
        """How many clashes there were in this game."""
        return sum(line.note == CLASHED for line in self._ledger.record.lines)

    @property
    def unfit(self) -> int:
        """How many lines were noted at the laptop that did not fit what their player had told."""
        return sum(line.note == UNFIT for line in self._ledger.record.lines)

    @property
    def corrections(self) -> Mapping[str, int]:
        """How often each player told something later, or corrected it."""
        notes = (line.note for line in self._ledger.record.lines)
        told = (note.removeprefix(CORRECTED) for note in notes if note.startswith(CORRECTED))
        return Counter(name for names in told for name in names.split(", "))

    @property
    def can_be_opened(self) -> bool:
        """Whether opening the game at the laptop would change anything."""
        return self.clash is not None or bool(self._ledger.kept("anew "))

    def open(self) -> None:
        """Let the game go on after a clash; every player may again correct once what they told."""
        self._keep("clash", None)
        for player in self._ledger.kept("anew "):
            self._keep(f"anew {player}", None)

    def may_correct(self, player: str) -> bool:
        """Tell whether `player` may correct what they told, before the game is opened."""
        return f"anew {player}" not in self._ledger.apart

    def corrected(self, record: Record, player: str, number: int) -> Record:
        """Return `record` with a note that `player` told line `number` later, or anew."""
        self._keep(f"anew {player}", "yes")
        before = {line.number: line.note for line in self._ledger.record.lines}[number]
        names = before.removeprefix(CORRECTED).split(", ") if before else []
        note = CORRECTED + ", ".join((*names, player))
        lines = (replace(x, note=note) if x.number == number else x for x in record.lines)
        return replace(record, lines=tuple(lines))

    def clashed(self, after: Record, withdrawn: Mapping[int, Withdrawn]) -> Record:
        """Close the game until the laptop opens it; return the record with a note about it.

        `withdrawn` are the lines to be told again then.
        """
        self._keep("clash", "yes")
        for number, line in withdrawn.items():
            self._keep(f"withdrawn {number}", line.kept)
        return after.and_line(Line(after.last + 1, None, CLASHED))

    @property
    def withdrawn(self) -> Mapping[int, Withdrawn]:
        """The lines to be told again, by their numbers in the record."""
        kept, events = self._ledger.kept("withdrawn "), dict(self._ledger.record.events)
        found = {int(number): Withdrawn.of(text) for number, text in kept.items()}
        return {n: w for n, w in sorted(found.items()) if n in events and not is_whole(events[n])}

    def withdraw(self, number: int, withdrawn: Withdrawn | None) -> None:
        """Note that line `number` is to be told again, or (None) that it stands."""
        self._keep(f"withdrawn {number}", None if withdrawn is None else withdrawn.kept)

    def forget_what_is_gone(self) -> None:
        """Drop withdrawn lines that were taken back meanwhile."""
        for number in self._ledger.kept("withdrawn ").keys() - set(map(str, self.withdrawn)):
            self._keep(f"withdrawn {number}", None)

    def remember(self, player: str, line: str | None) -> None:
        """Keep what `player` had told before a clash, to be checked again, or drop it."""
        self._keep(f"clashed {player}", line)

    def drawn(self, own: View) -> Tapping | None:
        """Return what the viewer of `own` is asked about the next draw, None if nothing.

        It includes what they told of it before a clash.
        """
        draw, line = tapping(own), self._ledger.apart.get(f"clashed {own.viewer}", "")
        if draw is None or not line.startswith(f"{draw.head} "):
            return draw
        return replace(draw, told=line)

    def _keep(self, name: str, text: str | None) -> None:
        if self._ledger.apart.get(name) != text:
            self._ledger.keep_apart(name, text)

    # what has been told

    def told_by(self, record: Record, player: str) -> tuple[Telling, ...]:
        """Return what `player` told last of each kind of draw that not all see."""
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

        None if only somebody asked alone is missing: that must stay secret.
        """
        holes = [number for number, event in record.events if not is_whole(event)]
        withdrawn = self.withdrawn
        if any(number not in withdrawn for number in holes):
            return False
        return None if holes else True


# what all see, and what was told


def after(record: Record, event: Event, withdrawn: Mapping[int, Withdrawn]) -> After:
    """Return `record` with `event`, which is true since all see it.

    Earlier tellings that do not fit are withdrawn: from one player, if that player's do not fit by
    themselves; otherwise all hear of a clash, and all who told such pieces tell again.
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
    """Return `record` without what `player` told that does not fit `event` in their view.

    That is the last such line if one is enough, otherwise as many as needed.
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
    """Return `record` with holes in the last line `verb` of each player who told one.

    Also the lines to be told again; choices made in secret remain holes.
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
    """A line that tells what only the `seers` see, and whether it tells what was drawn."""

    number: int
    verb: str
    is_drawn: bool
    seers: tuple[str, ...]


def _told(record: Record, player: str = "") -> Iterator[_Told]:
    """Yield the lines of `record` that tell what not all see, or only those that `player` told."""
    before = record.blank()
    for each in noted(record):
        event = each.line.event
        if event is not None:
            seers = tuple(before.seers(event) or ())
            if seers and before.hides(event) and (not player or player in seers):
                is_drawn = each.typed and not isinstance(turn(before), tuple)
                yield _Told(each.line.number, event.verb, is_drawn, seers)
        before = before.and_line(each.line)


def told_from(record: Record, number: int) -> Iterator[tuple[int, tuple[str, ...], bool]]:
    """Yield each line from `number` on that tells what was drawn, and who sees that.

    Also whether it was told at the same time as the line `number`.
    """
    told = {each.number: each for each in _told(record) if each.is_drawn and each.number >= number}
    verb, together = told[number].verb if number in told else "", True
    for at, event in record.events:
        if at < number:
            continue
        each = told.get(at)
        together = together and each is not None and each.verb == verb and len(each.seers) == 1
        if each is not None:
            yield at, each.seers, together and is_whole(event)


def _with_holes(record: Record, numbers: Sequence[int]) -> Record:
    """Return `record` with the lines of these `numbers` as all see them; raises TableError."""
    lines, before = [], record.blank()
    for line in record.lines:
        if line.event is not None and line.number in numbers:
            line = replace(line, event=replace(before, viewer=TABLE).shown(line.event))
        lines.append(line)
        before = before.moved(line.event)
    return replace(before, lines=tuple(lines))


# what is told anew


def told_again(record: Record, number: int, text: str) -> Record | Refused:
    """Return `record` with `text` as line `number` and its consequences, or why that is impossible.

    What others did stays; lines that come by themselves come again.
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

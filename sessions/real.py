"""One game with real pieces, a place for every seat: each tells what is drawn, and plays, alone.

The record is that of the `HANDS`: it knows what players tell of their own hands, and no deck. What
is told is judged by what its seat sees, then by all that has been told; so a breach is caught when
it happens, and whoever did it hears of it first. What a player does not tell stays a hole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..models.bag import HOLE
from ..models.core import (
    TABLE,
    Contradiction,
    Draw,
    Event,
    IllegalAction,
    Record,
    Roll,
    TableError,
    View,
    turn,
    view,
)
from ..models.event import STANDS
from ..models.record import next_words, read_words, write_event
from ..models.words import Tell, Words, listed, say
from ..solver.engine.work import SECOND
from ..solver.play.coach import choices
from .answers import Refused, refusal
from .fixing import Fixing, automatic, continued, noted
from .hosting import (
    Answer,
    Asks,
    First,
    Hosting,
    Made,
    Proposal,
    Question,
    Stale,
    Tapping,
    asked_in_secret,
    judged,
)
from .ledger import Ledger
from .lines import refused as unreadable
from .play import Wanted
from .reading import events_of

LONGEST_OUTCOME = 3
"""Words of the longest outcome of a choice whose possibilities are listed."""
MOST_OUTCOMES = 64
WORK = SECOND
"""Steps of work to find a conflict of what all see; who has told it waits meanwhile."""

Doubt = First[Words | None]
"""What all would see is to be looked at first: whether it can be true."""
NO_BOTS = say(
    "With real pieces nobody is a bot: somebody would have to see its cards. A seat whose player"
    " leaves plays on without telling its hand."
)
CLASH = say(
    "This and what somebody else has told cannot both be true: please all look at your cards again."
)


@dataclass(frozen=True, slots=True)
class Held:
    """A line that was noted for `player` and cannot be, as they know best; it waits for them.

    `stands` are all lines that were typed, this one as a breach that stands; none where it cannot.
    """

    player: str
    line: str
    words: Words
    stands: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What a player has told of a draw: the line `number`, what they were asked, what they said."""

    number: int
    line: str
    draw: Tapping


class Real(Hosting):
    """One game with real pieces, with all its seats at once.

    `held` is a line that waits for whoever is said to have done it.
    """

    real = True

    def __init__(self, ledger: Ledger, tell: Tell = str) -> None:
        self._tell = tell
        self.held: Held | None = None
        self._open: tuple[str, tuple[Event, ...]] | None = None
        """Who is asked what came of their choice, and what can have."""
        self._thought: tuple[View, Words | None] | None = None
        """What all would see, looked at last, and why it cannot be true."""
        super().__init__(ledger, {})

    @property
    def clash(self) -> frozenset[str]:
        """Those who have told of hidden pieces what cannot all be true; kept as long as it is so.

        Nobody hears that alone, or anybody could ask what others hold by telling what they do not
        have.
        """
        at, *players = self._ledger.apart.get("clash", "").split() or [""]
        return frozenset(players) if at == self._at else frozenset()

    @clash.setter
    def clash(self, players: frozenset[str]) -> None:
        if players != self.clash:
            kept = " ".join((self._at, *sorted(players))) if players else None
            self._ledger.keep_apart("clash", kept)

    @property
    def silent(self) -> tuple[str, ...]:
        """The players who do not tell what they alone see."""
        return tuple(p for p in self.players if f"silent {p}" in self._ledger.apart)

    def be_silent(self, player: str, silent: bool) -> None:
        """Ask `player` no more, or again, for what they alone see."""
        if (player in self.silent) == silent:
            return
        self._ledger.keep_apart(f"silent {player}", "yes" if silent else None)
        self._look_again()
        self._changed()

    def awaited(self) -> tuple[str, ...]:
        """Return who is free to act, or to tell what was drawn."""
        if self._open is not None:
            return (self._open[0],)
        found = super().awaited()
        return tuple(p for p in found if p not in self.silent) if self._together else found

    def shared(self) -> Tapping | None:
        """Return what is drawn where all look on, None if nothing is."""
        coming = self._play.coming()
        if self._together or isinstance(coming, tuple):
            return None
        return tapping(self.view(TABLE))

    def _question(self, player: str) -> Question | None:
        if self._open is not None:
            who, events = self._open
            return (
                Question(self.view(who), events, f"{self._at}o", False) if who == player else None
            )
        if player in self._together:
            own = self._together[player]
            sealed = self._line(player)
            if isinstance(turn(own), tuple):
                return Question(own, choices(own), f"{self._at}s", True, sealed)
            return Question(own, (), f"{self._at}s", True, sealed, tapping(own))
        if not self._together and not isinstance(turn(self.view(player)), tuple):
            draw = tapping(self.view(player)) if player in self._free else None
            return (
                Question(self.view(player), (), f"{self._at}d", False, "", draw) if draw else None
            )
        return super()._question(player)

    # what a seat tells

    def choose(self, player: str, key: str, text: str, sure: bool = False) -> Answer | Doubt:
        """Do what the seat of `player` tells in answer to `key`; `sure` if it was so all the same.

        It is judged by what that seat sees, then by what all have told.
        """
        question = self.question(player)
        if question is None or question.key != key or question.sealed:
            return Stale()
        if question.draw is not None:
            return self._draws(player, question, text)
        if self._open is not None:
            return self._came_of_it(question, text)
        event = judged(question, text)
        if isinstance(event, Refused):
            return self._stands(question, text) if sure else event
        if event.actor != player:
            return self._propose(Proposal(player, self.record.last, frozenset({player}), event))
        if question.secret:
            self._seal(player, event)
            self._changed()
            return Made()
        return self._plays(player, event, sure)

    def may_stand(self, player: str, text: str) -> bool:
        """Tell whether `text`, which was refused, can be let stand: it broke an obligation."""
        question = self.question(player)
        if question is None or question.draw is not None or question.secret:
            return False
        return self._breach(question, text) is not None

    def _breach(self, question: Question, text: str) -> Event | None:
        try:
            event = read_words(question.view, f"{text} {STANDS}")
            question.view.moved(event)
            return event if event.actor == question.view.viewer else None
        except TableError:
            return None

    def _stands(self, question: Question, text: str) -> Made | Refused | Doubt:
        event = self._breach(question, text)
        if event is None:
            return Refused(say("This cannot be let stand: with it the table would be impossible."))
        return self._goes_on((event,), True)

    def _plays(self, player: str, event: Event, sure: bool) -> Made | Refused | Doubt:
        # What is offered must not tell what others have told, unless it is sure.
        record = self.record if self._all_is_told else self.view(player)
        found = outcomes(record, event)
        if len(found) > 1:
            self._open = (player, found)
            self._changed()
            return Made()
        return self._goes_on(found[:1], sure) if found else self._clashes()

    @property
    def _all_is_told(self) -> bool:
        """Whether nobody has drawn what the record does not know: then it is the whole game."""
        events = (event for _, event in self.record.events)
        return not self.silent and all(HOLE not in (*e.words, *e.outcome) for e in events)

    def _came_of_it(self, question: Question, text: str) -> Made | Stale | Refused | Doubt:
        game = self.record.game
        found = [event for event in question.moves if write_event(game, event) == text]
        return self._goes_on((found[0],), False) if found else Stale()

    def _goes_on(self, events: tuple[Event, ...], sure: bool) -> Made | Refused | Doubt:
        after = self.record
        try:
            for event in events:
                after = continued(after.plus(event))
        except TableError:
            return self._clashes()
        doubt = None if sure else self._doubt(after)
        if doubt is not None:
            return doubt
        self._go_to(after)
        return Made()

    def _doubt(self, after: Record) -> Refused | Doubt | None:
        """Return why what everybody sees cannot be true, or what tells it once it is thought out.

        Of hands that are told nothing is open.
        """
        if not self.silent:
            return None
        seen = view(after, TABLE)
        if self._thought is None or self._thought[0] != seen:
            return First(lambda: _impossible(seen), lambda found: self._learn(seen, found))
        words = self._thought[1]
        return None if words is None else Refused(words)

    def _learn(self, seen: View, found: Words | None) -> None:
        self._thought = seen, found

    def _clashes(self, player: str = "") -> Refused:
        """Let everybody see that what is told, by `player` if it is secret, clashes."""
        telling = (p for p in self.players if p not in self.silent)
        told = (p for p in telling if p in self._sealed or self.told_by(p) is not None)
        self.clash = frozenset({player, *told} - {""})
        self._changed()
        return Refused(CLASH)

    def _go_to(self, after: Record) -> None:
        self._play.go_to(after)
        self._look_again()
        self._changed()

    # what is drawn

    def _draws(self, player: str, question: Question, text: str) -> Made | Refused | Doubt:
        wrong = unreadable(text)
        if wrong is not None:
            return Refused(wrong)
        try:
            event = read_words(question.view, text)
            question.view.moved(event)
        except TableError as error:
            return refusal(error)
        if not question.secret:
            return self._goes_on((event,), False)
        told = {who: self._sealed[who] for who in self._together if who in self._sealed}
        try:
            self._with_told({**told, player: event})
        except TableError:
            return self._clashes(player)
        if player in self.clash:
            self.clash = frozenset()
        self._seal(player, event)
        self._changed()
        return Made()

    def tell(self, key: str, text: str) -> Made | Stale | Refused | Doubt:
        """Note what is drawn where all look on, as the table tells it in answer to `key`."""
        if self.shared() is None or key != f"{self._at}d":
            return Stale()
        return self._draws("", Question(self.view(TABLE), (), key, False), text)

    @property
    def shared_key(self) -> str:
        """What an answer to `shared` names."""
        return f"{self._at}d"

    def _unsealed(self, view: View, line: str) -> Event:
        """Return the event that was sealed as `line`: a choice, or what was drawn."""
        if isinstance(turn(view), tuple):
            return super()._unsealed(view, line)
        event = read_words(view, line)
        view.moved(event)
        return event

    def _all_together(self, sealed: Mapping[str, Event]) -> Callable[[], tuple[Event, ...]]:
        events = tuple(self._told_events(sealed))
        return lambda: events

    def _told_events(self, sealed: Mapping[str, Event]) -> Iterator[Event]:
        """Yield what all tell together, holes for those who have not, in the order of lines."""
        for player, own in self._together.items():
            if player in sealed:
                yield sealed[player]
                continue
            unseen = automatic(replace(own, viewer=TABLE))
            if unseen is not None:
                coming = turn(own)
                first = coming.first if isinstance(coming, Draw) else ()
                yield replace(unseen, outcome=(*first, *unseen.outcome[len(first) :]))

    def _with_told(self, sealed: Mapping[str, Event]) -> Record:
        record = self.record
        for event in self._told_events(sealed):
            record = continued(record).plus(event)
        return record

    def _write(self, events: tuple[Event, ...]) -> None:
        record = self.record
        for event in events:
            record = continued(record).plus(event)
        self._play.go_to(record)

    # what has been told is corrected

    def told_by(self, player: str) -> Told | None:
        """Return what `player` has told last of what they alone have drawn, or could tell now."""
        before, found = self.record.blank(), None
        for line in self.record.lines:
            coming = turn(before)
            if line.event is not None and isinstance(coming, (Draw, Roll)):
                seers = before.seers(line.event)
                if seers == frozenset({player}):
                    found = before, line
            before = before.and_line(line)
        if found is None:
            return None
        before, line = found
        draw = tapping(view(before, player))
        assert line.event is not None
        text = write_event(self.record.game, line.event)
        return None if draw is None else Told(line.number, text, draw)

    def tell_again(self, player: str, number: int, text: str) -> Made | Stale | Refused:
        """Correct what `player` has told in line `number`; what follows has to fit it."""
        told = self.told_by(player)
        wrong = unreadable(text)
        if told is None or told.number != number:
            return Stale()
        if wrong is not None:
            return Refused(wrong)
        answers = [self._told_again(own, number, text) for own in (self.view(player), self.record)]
        if isinstance(answers[0], Refused):
            return answers[0]
        if isinstance(answers[1], Refused):
            return self._clashes()
        if player in self.clash and answers[1].lines != self.record.lines:
            self.clash = frozenset()
        self._go_to(answers[1])
        return Made()

    def _told_again(self, record: Record, number: int, text: str) -> Record | Refused:
        before = record.until(number - 1)
        try:
            begun = before.plus(read_words(before, text))
        except TableError as error:
            return refusal(error)
        behind = tuple(each for each in noted(record) if each.line.number > number)
        fixing = Fixing(begun, behind).replayed()
        return fixing.record if fixing.why is None else Refused(fixing.why)

    # what is noted at the laptop

    def note(self, text: str) -> Made | Asks | Refused | Doubt:
        """Note what all have seen, as it is typed where all look on: all lines of it, or none.

        What does not fit what a player has told is kept from the table: they are asked about it.
        """
        wrong = unreadable(text)
        if wrong is not None:
            return Refused(wrong)
        try:
            events = events_of(self.view(TABLE), text, self._tell)
        except TableError as error:
            return refusal(error)
        after = self.record
        for at, event in enumerate(events):
            told = event.actor and event.actor not in self.silent
            if told and HOLE in (*event.words, *event.outcome):
                return Refused(say("{player} tells that at the own seat.", player=event.actor))
            if told and _is_secret(view(after, TABLE)):
                return Refused(say("Others are still to tell what they alone see."))
            try:
                after = continued(after.plus(event))
            except TableError:
                return self._hold(after, events, at)
        doubt = self._doubt(after)
        if doubt is not None:
            return doubt
        self._go_to(after)
        return Made()

    def _hold(self, before: Record, events: tuple[Event, ...], at: int) -> Asks | Refused:
        event = events[at]
        if event.actor not in self.players or event.actor in self.silent:
            return self._clashes()
        words = CLASH
        try:
            view(before, event.actor).moved(event)
        except IllegalAction as error:
            words = error.told
        stands = replace(event, stands=True)
        possible = self.record.game.verbs[event.verb].may_stand
        try:
            before.moved(stands)
        except TableError:
            possible = False
        line = write_event(self.record.game, event)
        whole = (*events[:at], stands, *events[at + 1 :]) if possible else ()
        self.held = Held(event.actor, line, words, whole)
        self._changed()
        return Asks(event.actor)

    def settle(self, player: str, stands: bool) -> Made | Stale | Refused | Doubt:
        """Let the line that waits for `player` stand as a breach, or leave it out."""
        held = self.held
        if held is None or held.player != player or (stands and not held.stands):
            return Stale()
        self.held = None
        if stands:
            return self._goes_on(held.stands, True)
        self._changed()
        return Made()

    # what is taken back

    def choose_again(self, player: str) -> Made | Stale:
        """Open again what `player` has told, as long as others are asked; or what came of it."""
        if self._open is not None and self._open[0] == player:
            self._open = None
            self._changed()
            return Made()
        answer = super().choose_again(player)
        if isinstance(answer, Made) and player in self.clash:
            self.clash = frozenset()
        return answer

    def take_back(self, player: str) -> Asks | Made | Refused:
        """Ask all to take back the last line of `player`, and all that came after it."""
        for each in reversed(tuple(noted(self.record))):
            event = each.line.event
            if event is not None and each.typed and player in (event.actor, *event.words[:1]):
                gone = tuple(x for x in self.record.lines if x.number >= each.line.number)
                others = tuple(other for other in self.people if other != player)
                wanted = Wanted(player, each.line.number, gone, others)
                line = wanted.line
                return self._propose(Proposal(player, line, frozenset({player}), wanted=wanted))
        return Refused(say("There is no line to take back."))

    def _look_again(self) -> None:
        self._open, self.held = None, None
        super()._look_again()
        coming = self._play.coming()
        if not isinstance(coming, tuple) and not self._together:
            actor = coming.event.actor
            self._free = (actor,) if actor else self.players


def _is_secret(table: View) -> bool:
    """Tell whether somebody is still to tell what they alone see."""
    return bool(asked_in_secret(table, turn(table)))


def _impossible(seen: View) -> Words | None:
    """Return why no world fits what is `seen`, as far as that is found out in time."""
    from ..solver.engine.fitting import hold_together

    try:
        hold_together(seen, WORK)
    except Contradiction as conflict:
        lines = listed(str(line) for line in conflict.lines)
        return say("This and lines {lines} cannot all be true.", lines=lines)
    return None


def tapping(own: View) -> Tapping | None:
    """Return what is to be told of the draw that comes next in `own`, None where none does."""
    coming = turn(own)
    if isinstance(coming, tuple):
        return None
    head = write_event(own.game, replace(coming.event, outcome=()))
    verb = own.game.verbs[coming.event.verb]
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
    pieces = dict.fromkeys(next_words(own, head), size)
    return Tapping(head, size, tuple(pieces.items()), not verb.sorted)


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


def outcomes(record: Record, event: Event) -> tuple[Event, ...]:
    """Return `event` with all that can have come of it, as far as `record` knows."""
    if "=" not in record.game.verbs[event.verb].grammar or event.outcome:
        return (event,) if _is_legal(record, event) else ()
    found = tuple(_grown(record, f"{write_event(record.game, event)} =", LONGEST_OUTCOME))
    return found[:MOST_OUTCOMES]


def _grown(record: Record, begun: str, depth: int) -> Iterator[Event]:
    for word in next_words(record, begun) if depth else ():
        if word == HOLE:
            continue
        line = f"{begun} {word}"
        try:
            event = read_words(record, line)
        except TableError:
            event = None
        if event is not None and _is_legal(record, event):
            yield event
        else:
            yield from _grown(record, line, depth - 1)


def _is_legal(record: Record, event: Event) -> bool:
    try:
        record.moved(event)
    except TableError:
        return False
    return True

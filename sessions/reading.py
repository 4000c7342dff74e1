"""One reader of short lines: what a few words can mean as one of the lines that can come next.

A line may leave out what is obvious (the actor if only one player can act, the verb, small words,
`=`, an outcome that follows by itself), shorten words to their beginning, and write pieces without
a space. Only what the reader sees is used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product

from ..models.bag import HOLE
from ..models.core import BadNotation, Draw, Event, IllegalAction, Record, Roll, TableError, turn
from ..models.event import STANDS, TABLE
from ..models.grammar import Verb
from ..models.naming import SHORT
from ..models.record import next_words, place, read_words, write_event
from ..models.wording import nearest, shared_initials, worded
from ..models.words import Tell, Words, bare, listed, say, spellings
from .awaited import explained, firsts
from .lines import LEAVE_OUT, NO_BREACH, unsigned

CUTS = 12
"""Most ways in which a word is taken apart."""
WORK = 4_000
"""Most words compared for one line, counting repetitions, before it is given up."""
SPELLINGS = 64
"""Most ways to spell out shortened pieces that are tried."""
PIPS = r"[1-6]+"
"""What dice show, typed without their colours."""
NAMED = 4
"""How many lines a message names."""

Judge = Callable[[Record, Event], object]
"""Checks whether an event can come next; raises TableError."""


class Effort:
    """How many words may still be compared to read one text, over all readings of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = WORK
        self.spoken: dict[str, tuple[str, ...]] = {}
        """A cache of what may be typed for each word."""

    def spend(self, words: int) -> None:
        """Count `words` more. Raises BadNotation when there are too many."""
        self.left -= words
        if self.left < 0:
            raise BadNotation(
                say(
                    "'{text}' can be read in too many ways:"
                    " type fewer lines at once, with ; between",
                    text=self.text.strip()[:60],
                )
            )


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a line that can come next; it must be typed if it is `needed`."""

    text: str
    needed: bool


@dataclass(frozen=True, slots=True)
class _Choice:
    """A line that can come next; a `once` line must be typed with its verb and its actor."""

    event: Event
    actor: str
    verb: str
    words: tuple[_Word, ...]
    once: bool


class SharedInitial(BadNotation):
    """An initial that several pieces have: people are asked which one is meant."""


class Reader:
    """Reads what is typed as the next line of `record`.

    With `moves` it reads one of them, or one like them, without its outcome; otherwise the outcome
    is typed too, as at a real table.
    """

    def __init__(
        self,
        record: Record,
        tell: Tell,
        effort: Effort,
        judge: Judge = Record.moved,
        moves: tuple[Event, ...] | None = None,
    ) -> None:
        self.record = record
        self.tell = tell
        self.effort = effort
        self.moves = moves
        self._judge = judge

    def as_recorded(self, text: str) -> Event | None:
        """Return the line that stands in `text` just as records write it, if it is legal."""
        line = " ".join(text.split())
        event = self.read(line)
        return event if event is not None and write_event(self.record, event) == line else None

    def meant(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield `words` with each piece that they can mean for an initial that several have."""
        pieces = (self._shared.get(bare(word), (word,)) for word in words)
        return islice(product(*pieces), SPELLINGS)

    def not_told(self, words: tuple[str, ...]) -> SharedInitial:
        """Return the error that an initial among `words` can mean several pieces."""
        initial = next(word for word in words if bare(word) in self._shared)
        names = self.record.notation.names
        told = listed((names[word].name for word in self._shared[bare(initial)]), " | ")
        return SharedInitial(
            say("'{letter}' can be {names}: type three letters of it", letter=initial, names=told)
        )

    @cached_property
    def _shared(self) -> Mapping[str, tuple[str, ...]]:
        return shared_initials(self.record.notation, self.tell)

    def to_the_letter(self, words: tuple[str, ...]) -> Event | None:
        """Return the line that `words` spell out, perhaps without its actor, if it is legal."""
        if self._is_bare_power(words):
            return None
        line = " ".join(words)
        whole = [line, *(f"{actor} {line}" for actor in self.silent)]
        return next((event for each in whole if (event := self.read(each)) is not None), None)

    def by_its_verb(self, words: tuple[str, ...]) -> Event | None:
        """Return the only legal line that `words` mean, if they name its verb.

        Three letters of the verb are enough. It is preferred to several lines with fewer words
        each.
        """
        verbs = dict.fromkeys(event.verb for event in self._coming)
        heads = [word for word in words[:2] if len(word) > 2]
        said = [verb for verb in verbs if any(self._fit(verb, head) is not None for head in heads)]
        found = self.single(words) if said else ()
        return found[0] if len(found) == 1 and found[0].verb in said else None

    def single(self, words: tuple[str, ...]) -> tuple[Event, ...]:
        """Return the legal lines that `words` can mean, only those that fit best, each once."""
        if self._is_bare_power(words):
            return ()
        with suppress(BadNotation):
            event = self._parsed(" ".join(words))
            return (event,) if self.is_legal(event) else ()
        coming = turn(self.record)
        meant = self._chosen(words) if isinstance(coming, tuple) else self._drawn(words)
        meant = meant or self._guessed(words)
        return meant if self.moves is not None else meant or self._in_notation(words)

    def names_a_verb(self, words: tuple[str, ...]) -> bool:
        """Tell whether `words` begin with a verb of the notation."""
        behind = words[1:] if words[0] in self.record.setup.players else words
        return bool(behind) and behind[0] in self.record.notation.verbs

    def wrong(self, words: tuple[str, ...]) -> TableError:
        """Return the error about `words`, which cannot come next."""
        return self.refusal(words) or BadNotation(self._unknown(words))

    def refusal(self, words: tuple[str, ...]) -> TableError | None:
        """Return the error of the rules or the notation about `words`, None if they are no line."""
        text = " ".join(words)
        if self._is_bare_power(words):
            return BadNotation(self._asked_back(words))
        with suppress(BadNotation):
            return self.broken(self._parsed(text))
        for event in self._readings(text):
            return self.broken(event)
        meant = self.forbidden((words,)) or self._too_much(words)
        if meant is not None:
            return meant
        if self._is_due(words):
            named = words[0] in self.record.setup.players
            acting = any(event.actor for event in self._coming)
            try:
                self._parsed(" ".join((*(self.silent if acting and not named else ()), *words)))
            except BadNotation as error:
                return error
        return None

    def _too_much(self, words: tuple[str, ...]) -> BadNotation | None:
        """Return why nothing may follow the move with which `words` begin, if they do."""
        if self.moves is None:
            return None
        if "=" in words:
            return BadNotation(LEAVE_OUT)
        for end in range(len(words) - 1, 0, -1):
            for event in self.single(words[:end]):
                if words[end] == STANDS:
                    return BadNotation(NO_BREACH)
                move = worded(self.record, unsigned(self.record, event))
                return BadNotation(
                    say(
                        "expected nothing after {move}, found '{found}'",
                        move=move,
                        found=words[end],
                    )
                )
        return None

    def forbidden(self, ways: Iterable[tuple[str, ...]]) -> TableError | None:
        """Return the error of the rules about the line that `ways` shorten, None if several fit."""
        for words in ways:
            if not self._is_bare_power(words):
                found = dict.fromkeys(islice(self.shortened(words), SPELLINGS))
                sizes = {event: len((*event.words, *event.outcome)) for event in found}
                meant = [event for event in found if sizes[event] == min(sizes.values())]
                if len(meant) == 1 and not self.is_legal(meant[0]):
                    return self.broken(meant[0])
        return None

    def cut(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield `words` with those split that are several pieces without a space between them."""
        ways = [self._pieces(word) if self._is_unknown(word) else [(word,)] for word in words]
        if all(len(way) == 1 and len(way[0]) == 1 for way in ways):
            return
        most = max(map(len, ways))
        for at in range(most):
            yield tuple(piece for way in ways for piece in way[min(at, len(way) - 1)])

    # choices

    @property
    def awaited(self) -> Words:
        """What can come next, in a sentence with examples."""
        if self.moves is None:
            return explained(self.record)
        lines = (worded(self.record, unsigned(self.record, move)) for move in firsts(self.moves))
        return say("Type a move such as {examples}, or help.", examples=listed(lines))

    @cached_property
    def _coming(self) -> tuple[Event, ...]:
        """The lines that can come next, or the one that must, without its outcome."""
        coming = turn(self.record) if self.moves is None else self.moves
        return coming if isinstance(coming, tuple) else (coming.event,)

    @cached_property
    def _choices(self) -> tuple[_Choice, ...]:
        coming = self._coming if isinstance(turn(self.record), tuple) else ()
        shown = dict.fromkeys(self.record.shown(event) for event in coming)
        alike = Counter((event.actor, event.verb) for event in shown)
        return tuple(
            self._choice(event, alike[event.actor, event.verb])
            for event in shown
            if HOLE not in event.words
        )

    @cached_property
    def silent(self) -> tuple[str, ...]:
        """Who need not be named: the only player who can act, or else the viewer."""
        actors = tuple(dict.fromkeys(event.actor for event in self._coming if event.actor))
        seat = () if self.record.viewer == TABLE else (self.record.viewer,)
        return actors if len(actors) == 1 else seat

    def _choice(self, event: Event, alike: int) -> _Choice:
        verb = self.record.notation.verbs[event.verb]
        small = set(re.findall(r"[a-z/]+", verb.grammar))
        if self.moves is not None and alike > 1 and small.issuperset(event.words):
            small = set()  # nothing else tells it from those alike
        words = tuple(_Word(word, word not in small) for word in event.words)
        return _Choice(event, event.actor, event.verb, words, verb.once)

    def _chosen(self, words: tuple[str, ...]) -> tuple[Event, ...]:
        """Return the choices that `words` mean, with the outcome that is typed or follows."""
        found: dict[Event, int] = {}
        for choice in self._choices:
            for cost, used in self._matches(choice, words):
                event = self.with_outcome(choice.event, words[used:])
                if event is not None and cost < found.get(event, cost + 1):
                    found[event] = cost
        best = min(found.values(), default=0)
        return tuple(event for event, cost in found.items() if cost == best)

    def _matches(self, choice: _Choice, words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
        """Yield how well `choice` matches the first of `words` (0 is exactly), and how many."""
        starts: list[tuple[int, int, bool]] = []
        if not choice.actor or choice.actor in self.silent:
            starts.append((0, 0, False))
        if choice.actor and words and (fit := self._fit(choice.actor, words[0])) is not None:
            starts.append((fit, 1, True))
        for cost, at, named in starts:
            fit = self._fit(choice.verb, words[at]) if at < len(words) else None
            if fit is not None and (not choice.once or named or choice.words):
                yield from self._rest(choice.words, words, cost + fit, at + 1)
            if any(word.needed for word in choice.words) and not choice.once:
                yield from self._rest(choice.words, words, cost + 1, at)

    def _rest(
        self, wanted: tuple[_Word, ...], words: tuple[str, ...], cost: int, at: int
    ) -> Iterator[tuple[int, int]]:
        if not wanted:
            yield cost, at
            return
        first, *rest = wanted
        if at < len(words) and (fit := self._fit(first.text, words[at])) is not None:
            yield from self._rest(tuple(rest), words, cost + fit, at + 1)
        if not first.needed:
            yield from self._rest(tuple(rest), words, cost + 1, at)

    def with_outcome(self, event: Event, words: tuple[str, ...]) -> Event | None:
        """Return `event` with the outcome in `words`, or the one that follows by itself."""
        record, line = self.record, write_event(self.record, event)
        if self.moves is not None or not record.notation.verbs[event.verb].has_outcome:
            return event if not words and self.is_legal(event) else None
        words = words[1:] if words[:1] == ("=",) else words
        if not words:
            return self._sure_outcome(event, f"{line} =")
        begun = f"{line} ="
        for word in words:
            allowed = next_words(record, begun)
            begun += f" {self._among(allowed, word) or word}"
        return self.read(begun)

    def _sure_outcome(self, event: Event, line: str) -> Event | None:
        if not self.record.is_seen(event):
            with suppress(TableError):
                hidden = self.record.shown(self.record.resolved(event))
                return hidden if self.is_legal(hidden) else None
        found = [self.read(f"{line} {word}") for word in next_words(self.record, line)]
        legal = [each for each in found if each is not None]
        return legal[0] if len(legal) == 1 else None

    def outcomes_of(self, event: Event) -> frozenset[str]:
        """Return the words that can come first in the outcome of events like `event`."""
        if event.verb not in self._outcomes:
            line = write_event(self.record, replace(event, outcome=()))
            self._outcomes[event.verb] = frozenset(next_words(self.record, f"{line} ="))
        return self._outcomes[event.verb]

    @cached_property
    def _outcomes(self) -> dict[str, frozenset[str]]:
        return {}

    # what nobody chooses

    def _drawn(self, words: tuple[str, ...]) -> tuple[Event, ...]:
        """Return the draw, roll or forced line that must come, with the pieces in `words`."""
        coming = turn(self.record)
        assert not isinstance(coming, tuple)
        head = write_event(self.record, replace(coming.event, outcome=())).split()
        found: dict[Event, None] = {}
        for used in range(len(words), -1, -1):
            if self._is_head(head, words[:used]):
                for pieces in self.completed(words[used:]):
                    event = self.read(" ".join([*head, *pieces]))
                    if event is not None:
                        found[event] = None
        return tuple(found)

    def _is_head(self, head: Sequence[str], words: Sequence[str]) -> bool:
        """Tell whether `words` stand in this order in the head of the line."""
        rest = iter(head)
        return all(any(self._fit(each, word) is not None for each in rest) for word in words)

    def completed(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the outcome, also with the pieces added that are certain by rule."""
        coming = turn(self.record)
        if not isinstance(coming, Draw):
            if isinstance(coming, Roll) and (told := coming.told(words)):
                yield told
            yield from self._spellings(words, self.first_words)
            return
        pool = coming.pool
        for pieces in self._spellings(words, pool.known if pool.whole else self.first_words):
            yield pieces
            if pool.whole and len(pieces) == coming.size - 1 and coming.size == len(pool):
                left = list(pool.known)
                with suppress(ValueError):
                    for piece in pieces:
                        left.remove(piece)
                    yield (*coming.first, *pieces, *left)
            elif coming.first and len(pieces) == coming.size:
                yield (*coming.first, *pieces)

    def _spellings(
        self, words: tuple[str, ...], allowed: Sequence[str]
    ) -> Iterator[tuple[str, ...]]:
        """Yield what `words` can mean as beginnings of `allowed` words."""
        said = {word: self._best(allowed, word) or (word,) for word in dict.fromkeys(words)}
        return islice(product(*(said[word] for word in words)), SPELLINGS)

    @cached_property
    def first_words(self) -> tuple[str, ...]:
        """The words that can come first after the head of the line that must come."""
        coming = turn(self.record)
        assert not isinstance(coming, tuple)
        head = replace(coming.event, outcome=())
        return next_words(self.record, write_event(self.record, head))

    # any line of the notation, where the viewer cannot tell what may be chosen

    def _in_notation(self, words: tuple[str, ...]) -> tuple[Event, ...]:
        """Return the legal lines of the players to act that `words` shorten."""
        actors = dict.fromkeys(event.actor for event in self._coming if event.actor)
        verbs = [verb for verb in self.record.notation.verbs.values() if verb.actor]
        found = self._spelled_out(words, actors, [verb for verb in verbs if not verb.closing], 2)
        return tuple(dict.fromkeys(event for event in found if self.is_legal(event)))

    def shortened(self, words: tuple[str, ...]) -> Iterator[Event]:
        """Yield the lines now possible that `words` shorten, by any actor, legal or not."""
        kinds = [self.record.notation.verbs[verb] for verb in self.due]
        yield from self._spelled_out(words, self.record.setup.players, kinds, 1)

    def _spelled_out(
        self, words: tuple[str, ...], actors: Iterable[str], verbs: Sequence[Verb], least: int
    ) -> Iterator[Event]:
        """Yield the lines that `words` shorten; a verb is guessed from `least` words or more."""
        for actor in actors:
            starts = [words] if actor in self.silent else []
            starts += [words[1:]] if self._fit(actor, words[0]) is not None else []
            for verb, rest in product(verbs, starts):
                yield from self._of_verb(actor, verb, rest, least)

    def _of_verb(
        self, actor: str, verb: Verb, words: tuple[str, ...], least: int
    ) -> Iterator[Event]:
        begun = f"{actor} {verb.name}"
        if words and self._fit(verb.name, words[0]) is not None:
            yield from self._along(begun, words[1:])
        if len(words) >= least and not verb.once:
            yield from self._along(begun, words)

    def _along(self, begun: str, words: tuple[str, ...], small: int = 0) -> Iterator[Event]:
        """Yield the lines that continue `begun` with `words`, with small words added in between."""
        self.effort.spend(len(begun.split()))
        if not words:
            with suppress(BadNotation):
                yield self._parsed(begun)
            return
        allowed = self.following(begun)
        fits = self._best(allowed, words[0])
        for word in fits[:NAMED]:
            yield from self._along(f"{begun} {word}", words[1:])
        if small < 1:
            for word in allowed:
                if re.fullmatch(r"[a-z/=]+", word):
                    yield from self._along(f"{begun} {word}", words, small + 1)

    # words

    @cached_property
    def _known_words(self) -> tuple[str, ...]:
        tokens = self.record.notation.vocabulary.values()
        return tuple(dict.fromkeys(word for token in tokens for word in token.words))

    def names(self, event: Event, words: Sequence[str]) -> bool:
        """Tell whether one of `words` is the actor of `event`."""
        return any(self._fit(event.actor, word) is not None for word in words)

    def acts(self, word: str) -> bool:
        """Tell whether `word` is a player, with whom a line of another one can begin."""
        return any(self._fit(player, word) is not None for player in self.record.setup.players)

    def is_bare(self, event: Event, words: Sequence[str]) -> bool:
        """Tell whether `words` are no more than the head of `event`, which says more."""
        heads = [(self._fit(event.verb, word), self._fit(event.actor, word)) for word in words]
        done = any(verb is not None for verb, _ in heads)
        return all(head != (None, None) for head in heads) and not (done and not event.words)

    def _fit(self, word: str, typed: str) -> int | None:
        """Return how well `typed` matches `word`: 0 exactly, 2 as its beginning, else None."""
        if typed.casefold() == word.casefold() or word in self._read_as(typed):
            return 0
        begun, names = bare(typed), self.record.notation.names
        told = names[word].texts if word in names and len(begun) >= SHORT else self._long(word)
        return 2 if any(each.startswith(begun) for each in told) else None

    def _long(self, word: str) -> tuple[str, ...]:
        """Return what may be typed for `word` and cut, in any language; nothing for a short one."""
        known = self.effort.spoken
        if word not in known:
            long = word in self.record.setup.players or (word[:1].isalpha() and len(word) > 2)
            told = spellings(worded(self.record.game, word), self.tell) if long else ()
            known[word] = tuple(dict.fromkeys(map(bare, told)))
        return known[word]

    def _among(self, allowed: Iterable[str], typed: str) -> str | None:
        """Return the word of `allowed` that `typed` is, or that alone begins with it."""
        best = self._best(allowed, typed)
        return best[0] if len(best) == 1 else None

    def _best(self, allowed: Iterable[str], typed: str) -> tuple[str, ...]:
        """Return the words of `allowed` that `typed` matches best."""
        fits = {word: fit for word in allowed if (fit := self._fit(word, typed)) is not None}
        return tuple(word for word, fit in fits.items() if fit == min(fits.values()))

    def following(self, begun: str) -> tuple[str, ...]:
        """Return the words that the notation allows behind a line that begins so."""
        return next_words(self.record, begun)

    @cached_property
    def _cache(self) -> dict[str, frozenset[str]]:
        return {}

    def _read_as(self, typed: str) -> frozenset[str]:
        """Return what each token of the notation reads `typed` as."""
        if typed not in self._cache:
            tokens = self.record.notation.vocabulary.values()
            found = (token.read(typed) for token in tokens)
            self._cache[typed] = frozenset(word for word in found if word is not None)
        return self._cache[typed]

    def reads(self, word: str) -> bool:
        """Tell whether `word` is in the notation, begins such a word, or joins several."""
        verbs = self.record.notation.verbs
        small = (each for verb in verbs.values() for each in re.findall(r"[a-z/]+", verb.grammar))
        known = (*self._sayable, *verbs, *small)
        one = word in ("=", HOLE, STANDS) or self._read_as(word) or self._pieces(word) != [(word,)]
        return bool(one) or any(self._fit(each, word) is not None for each in known)

    def _is_unknown(self, word: str) -> bool:
        known = (*self.record.notation.verbs, *self.record.setup.players)
        unread = not self._read_as(word) or re.fullmatch(PIPS, word) is not None
        return len(word) > 1 and word not in known and unread

    def _is_piece(self, text: str) -> bool:
        """Tell whether `text` can stand in a line, or is the first letter of a player."""
        if self._read_as(text):
            return not re.fullmatch(r"\d\d+", text)
        if len(text) == 1 and re.fullmatch(PIPS, text):
            return True
        initials = {bare(name[0]) for name in self.record.setup.players}
        return text == "/" or bare(text) in initials

    def _pieces(self, word: str) -> list[tuple[str, ...]]:
        """Return the ways to split `word` into pieces of the notation, the shortest first."""
        tokens = self.record.notation.vocabulary.values()
        longest = max((len(each) for token in tokens for each in token.words), default=1)

        def cut(rest: str) -> Iterator[tuple[str, ...]]:
            if not rest:
                yield ()
            for end in range(min(longest, len(rest)), 0, -1):
                piece = rest[:end]
                if self._is_piece(piece):
                    for more in cut(rest[end:]):
                        yield (piece, *more)

        return sorted(islice(cut(word), CUTS), key=len) or [(word,)]

    # what can be a line, and what is wrong with others

    def _guessed(self, words: tuple[str, ...]) -> tuple[Event, ...]:
        legal = [event for event in self._readings(" ".join(words)) if self.is_legal(event)]
        return tuple(dict.fromkeys(legal))

    def _readings(self, text: str) -> Iterator[Event]:
        """Yield the events of `text` with a missing verb or `=` added, legal or not."""
        for line in self._headed(text):
            words = line.split()
            understood = len(words)
            try:
                yield self._parsed(line)
            except BadNotation as error:
                if error.column:
                    understood = len(line[: error.column - 1].split())
            for each in _with_equals(words, understood):
                self.effort.spend(1)
                with suppress(BadNotation):
                    yield read_words(self.record, each)

    def _headed(self, text: str) -> Iterator[str]:
        """Yield the line as it is typed, then with what may be missing at its beginning.

        A verb that can be used only once is never guessed.
        """
        yield text
        if not isinstance(turn(self.record), tuple):
            (must,) = self._coming
            yield f"{write_event(self.record, replace(must, outcome=()))} {text}"
            return
        known = self.record.notation.verbs
        verbs = dict.fromkeys(e.verb for e in self._coming if e.actor and not known[e.verb].once)
        first, *rest = text.split()
        if first in self.record.setup.players:
            for verb in verbs:
                yield " ".join([first, verb, *rest])
            return
        for actor in self.silent:
            for verb in verbs:
                yield f"{actor} {verb} {text}"
            yield f"{actor} {text}"

    def _parsed(self, line: str) -> Event:
        """Return the event of a complete line, legal or not; raises BadNotation."""
        return read_words(self.record, line, outcome=self.moves is None)

    def read(self, line: str) -> Event | None:
        """Return the event of a complete line if it is legal."""
        with suppress(BadNotation):
            event = self._parsed(line)
            return event if self.is_legal(event) else None
        return None

    def illegal(self, line: str) -> Event | None:
        """Return the event of a complete line that breaks a rule, None if it is no such line."""
        with suppress(BadNotation):
            event = self._parsed(line)
            return None if self.is_legal(event) else event
        return None

    @property
    def due(self) -> tuple[str, ...]:
        """The verbs of the lines that somebody can choose now."""
        return tuple(dict.fromkeys(event.verb for event in self._coming if event.actor))

    def is_legal(self, event: Event) -> bool:
        try:
            self._judge(self.record, event)
        except TableError:
            return False
        return True

    def broken(self, event: Event) -> TableError:
        """Return what the rules say about an event that cannot come next."""
        try:
            self._judge(self.record, event)
        except IllegalAction as error:
            error.refused = event
            if self.moves is None:
                place(error, self.record, self.record.last + 1)
            return error
        except BadNotation as error:
            return error
        return BadNotation(self.awaited)

    def _is_bare_power(self, words: tuple[str, ...]) -> bool:
        """Tell whether a single word would use what can be used only once.

        Where the program deals, people are asked if they mean it, when the word is complete.
        """
        if len(words) != 1:
            return False
        powers = [each.verb for each in self._choices if each.once and not each.words]
        fits = [self._fit(verb, words[0]) for verb in powers]
        return any(fit is not None and (fit or self.moves is None) for fit in fits)

    def _asked_back(self, words: tuple[str, ...]) -> Words:
        lines = [
            worded(self.record, write_event(self.record, choice.event))
            for choice in self._choices
            if choice.once and self._fit(choice.verb, words[0]) is not None
        ]
        return say(
            "'{text}' can be done only once: if it is meant, type {lines}",
            text=words[0],
            lines=listed(lines, " | "),
        )

    def _is_due(self, words: tuple[str, ...]) -> bool:
        """Tell whether `words` begin like one of the lines that can come next."""
        head = [word for word in words[:2] if word not in self.record.setup.players]
        return bool(head) and head[0] in {event.verb for event in self._coming}

    def _unknown(self, words: tuple[str, ...]) -> Words:
        known = {word.casefold() for word in self._sayable}
        for word in words:
            if word.casefold() in (*known, *self.record.notation.verbs) or self._read_as(word):
                continue
            near = nearest(self.record.game, word, self._sayable)
            if near is not None:
                return say(
                    "'{word}' is not understood; is it to be {near}? {awaited}",
                    word=worded(self.record, word),
                    near=near,
                    awaited=self.awaited,
                )
            return say(
                "'{word}' is not understood. {awaited}",
                word=worded(self.record, word[:40]),
                awaited=self.awaited,
            )
        return say(
            "'{text}' is no line that can come now. {awaited}",
            text=worded(self.record, " ".join(words)[:60]),
            awaited=self.awaited,
        )

    @property
    def _sayable(self) -> Iterable[str]:
        verbs = dict.fromkeys(event.verb for event in self._coming)
        return (*self.record.setup.players, *verbs, *self._known_words)


def _with_equals(words: list[str], understood: int) -> Iterator[str]:
    """Yield the line with a missing `=` added, wherever it may belong.

    It can only belong within the first `understood` words: the notation ends there.
    """
    if "=" not in words:
        for at in range(min(understood, len(words) - 1), 0, -1):
            yield " ".join([*words[:at], "=", *words[at:]])

"""Which of the lines that can come next a sentence means, by what it mentions.

A line is meant if it has a place for everything that is mentioned. Of those lines the ones count
that leave least to be guessed: nothing but what is obvious, and names in their natural order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, islice, pairwise, product

from ..models import saying
from ..models.bag import HOLE
from ..models.core import Draw, Event, Roll, TableError, turn
from ..models.record import write_event
from .heard import Hearing, Mention, Role
from .reading import Reader

ANSWERS = frozenset({*saying.COMMON, "0"})
"""What may be said twice of the same line."""
EXPLAINED = 12
"""Most things that are mentioned in a sentence of which is told what rule it breaks."""
TRIED = 256
"""Most outcomes that are tried for one line."""


@dataclass(frozen=True, slots=True, order=True)
class Guessed:
    """What has to be guessed for a reading, the most doubtful first."""

    against: int = 0
    """Names whose part in the line is another than was said."""
    turned: int = 0
    """Names in another order than that of the line."""
    strained: int = 0
    """Words that were taken in an unusual way."""
    actor: int = 0
    """Whether nobody is named, though several may act."""
    bare: int = 0
    """Whether nothing is mentioned but who does what, though the line says more."""
    skipped: int = 0
    """Whether nobody mentioned a word of the line before one that was: what is played to swap."""
    missing: int = 0
    """Words of the line that nobody mentioned."""
    open: int = 0
    """Whether the outcome still has to be asked for."""
    order: int = 0
    """Pieces in another order than that of the line."""

    @property
    def is_sure(self) -> bool:
        """Whether nothing is guessed but what the rules leave no choice about."""
        told = not (self.against or self.turned or self.actor or self.bare or self.skipped)
        return told and not (self.missing and self.order)


@dataclass(frozen=True, slots=True)
class Meant:
    """A line that a sentence can mean, without its outcome if that is `open`."""

    event: Event
    guessed: Guessed


@dataclass(frozen=True, slots=True)
class _Slot:
    """A place of a line: its word, and whether somebody who means the line says it.

    What is no piece and no name may be mentioned several times (`again`).
    """

    word: str
    needed: bool
    again: bool = False
    lies: str = ""
    """The piece that lies there, if the word is a place: people name it instead."""

    def takes(self, mention: Mention, at: int, taken: frozenset[tuple[int, bool]]) -> bool:
        """Tell whether `mention` can be of this place, `at` of those that are `taken`.

        Of one place people may say where it is and what lies there, or several things in part.
        """
        free = self.again or mention.is_part or (at, self.word in mention.words) not in taken
        return free and not self.words.isdisjoint(mention.words)

    @property
    def words(self) -> frozenset[str]:
        """What people say who mean it."""
        return frozenset({self.word, self.lies} if self.lies else {self.word})


def meant(reader: Reader, heard: Iterable[Hearing]) -> tuple[Meant, ...]:
    """Return the legal lines that have a place for all that is mentioned, the best first."""
    found: dict[Event, Guessed] = {}
    asides = reader.record.notation.sayings.asides
    ways = [
        each for each in heard if each.mentions and all(m.words or m.deed for m in each.mentions)
    ]
    ways = [way for each in ways for way in _without(_told_once(each), asides)]
    for strained, alike in groupby(sorted(ways, key=_strained), _strained):
        for hearing in alike:
            for each in _lines(reader, hearing.mentions):
                guessed = replace(
                    each.guessed,
                    strained=strained,
                    against=each.guessed.against + _only_holds(reader, hearing, each.event),
                )
                if each.event not in found or guessed < found[each.event]:
                    found[each.event] = guessed
        if any(guessed.is_sure and not guessed.open for guessed in found.values()):
            break
    ranked = sorted(found.items(), key=lambda each: each[1])
    return tuple(Meant(event, guessed) for event, guessed in ranked)


def live_words(reader: Reader) -> frozenset[str]:
    """Return the words of the lines that can come next, with what can come of them."""
    record = reader.record
    coming = turn(record) if reader.moves is None else reader.moves
    found = {*record.setup.players}
    if not isinstance(coming, tuple):
        event = coming.event
        return frozenset({*found, event.actor, event.verb, *event.words, *reader.first_words})
    for event in coming:
        found |= {event.actor, event.verb, *event.words}
        found |= {*record.game.tale.lies(record.state, event).values()}
        if reader.moves is None and record.notation.verbs[event.verb].has_outcome:
            found |= reader.outcomes_of(event)
    if HOLE in found:
        found |= {word for token in record.notation.vocabulary.values() for word in token.words}
    return frozenset(found)


def _told_once(hearing: Hearing) -> Hearing:
    """Return the hearing with an answer that is given twice taken for one: `no, wrong`."""
    told: list[Mention] = []
    for each in hearing.mentions:
        answer = each.words & ANSWERS
        at = next((n for n, one in enumerate(told) if one.words & answer), None)
        if at is None:
            told.append(each)
        else:
            told[at] = replace(told[at], words=told[at].words & answer)
    return replace(hearing, mentions=tuple(told))


def _without(hearing: Hearing, asides: frozenset[str]) -> Iterator[Hearing]:
    """Yield the hearing, then without pieces by whose power something is done."""
    yield hearing
    rest = tuple(each for each in hearing.mentions if not each.words or not each.words <= asides)
    if rest and len(rest) < len(hearing.mentions):
        yield replace(hearing, mentions=rest, strained=hearing.strained + 1)


def _only_holds(reader: Reader, hearing: Hearing, event: Event) -> bool:
    """Tell whether `event` is a deed, and the sentence tells only who has what."""
    verb = reader.record.notation.verbs[event.verb]
    done = any(event.verb in each.words for each in hearing.mentions)
    return hearing.holds and not done and verb.actor and not verb.has_outcome


def _strained(hearing: Hearing) -> int:
    return hearing.strained


def best(found: Sequence[Meant]) -> tuple[Meant, ...]:
    """Return those that leave least to be guessed; what came of a line may be told less clearly."""
    least = tuple(each for each in found if each.guessed == found[0].guessed)
    if len(least) == 1 and least[0].guessed.open:
        alone = replace(least[0].event, outcome=())
        whole = [
            each
            for each in found
            if each.guessed.is_sure
            and not each.guessed.open
            and replace(each.event, outcome=()) == alone
        ]
        return (whole[0],) if len(whole) == 1 else least
    return least


def _lines(reader: Reader, mentions: Sequence[Mention]) -> Iterator[Meant]:
    record = reader.record
    coming = turn(record) if reader.moves is None else reader.moves
    if not isinstance(coming, tuple):
        yield from _drawn(reader, mentions)
        return
    found = False
    for event in dict.fromkeys(record.shown(event) for event in coming):
        for each in _Line(reader, event).meant(mentions):
            found = True
            yield each
    if not found and reader.moves is None:
        yield from _unlisted(reader, mentions)


def _unlisted(reader: Reader, mentions: Sequence[Mention]) -> Iterator[Meant]:
    """Yield the legal lines that `mentions` spell out, where not all choices can be listed.

    Their verb has to be mentioned; what is mentioned keeps its order, but for the head.
    """
    for line, turned in _spelled_out(reader, mentions, _named(reader, mentions)):
        event = reader.read(line)
        if event is not None:
            yield Meant(event, Guessed(order=turned))


def _named(reader: Reader, mentions: Sequence[Mention]) -> Iterator[str]:
    """Yield the verbs that are mentioned, but for those that can be used only once."""
    verbs = reader.record.notation.verbs
    for word in dict.fromkeys(word for each in mentions for word in sorted(each.words)):
        if word in verbs and verbs[word].actor and not verbs[word].once:
            yield word


def _spelled_out(
    reader: Reader, mentions: Sequence[Mention], verbs: Iterable[str]
) -> Iterator[tuple[str, int]]:
    """Yield the lines of `verbs` that `mentions` spell out, and whether they are turned."""
    named = [word for each in mentions if each.is_player for word in each.words]
    for verb, actor in product(verbs, dict.fromkeys((*reader.silent, *named))):
        rest = [each for each in mentions if verb not in each.words]
        own = [each for each in rest if actor in each.words and each.role is not Role.OTHER]
        if own:
            rest.remove(own[0])
        for turned, order in enumerate((rest, [*rest[1:], *rest[:1]])):
            for line in islice(_along(reader, f"{actor} {verb}", order), TRIED):
                yield line, turned


def forbidden(reader: Reader, heard: Iterable[Hearing]) -> TableError | None:
    """Return what the rules say about the line that a sentence spells out, None if none is clear.

    Somebody in it acts: whoever is named, or else the only one who can.
    """
    ways = [each for each in heard if each.mentions and all(m.words for m in each.mentions)]
    for hearing in sorted(ways, key=_strained)[:1]:
        if not hearing.unknown and len(hearing.mentions) <= EXPLAINED:
            for verbs in (reader.due, tuple(_named(reader, hearing.mentions))):
                lines = (line for line, _ in _spelled_out(reader, hearing.mentions, verbs))
                wrong = {event: None for line in lines if (event := reader.illegal(line))}
                if len(wrong) == 1:
                    return reader.broken(next(iter(wrong)))
    return None


def _along(
    reader: Reader, begun: str, mentions: Sequence[Mention], small: int = 0
) -> Iterator[str]:
    """Yield the lines that go on with what is mentioned, small words added in between."""
    if not mentions:
        yield begun
        return
    first, *rest = mentions
    allowed = reader.following(begun)
    for word in allowed:
        if word in first.words:
            yield from _along(reader, " ".join([begun, *[word] * first.count]), rest)
            if first.count > 1:
                less = replace(first, words=_behind(first.words, word), count=first.count - 1)
                yield from _along(reader, f"{begun} {word}", [less, *rest])
        elif small < 1 and re.fullmatch(r"[a-z/=]+", word):
            yield from _along(reader, f"{begun} {word}", mentions, small + 1)


def _behind(words: frozenset[str], word: str) -> frozenset[str]:
    return frozenset(each for each in words if each > word)


class _Line:
    """One choice that can come next, held against what is mentioned."""

    def __init__(self, reader: Reader, event: Event) -> None:
        self._reader = reader
        self._event = event
        self._verb = reader.record.notation.verbs[event.verb]
        self._slots = tuple(self._places())
        self._words = frozenset(word for slot in self._slots for word in slot.words)
        self._has_outcome = reader.moves is None and self._verb.has_outcome
        self._outcomes = reader.outcomes_of(event) if self._has_outcome else frozenset[str]()
        self._many = bool(re.search(r"=.*[+*]", self._verb.grammar))

    def _places(self) -> Iterator[_Slot]:
        event = self._event
        yield _Slot(event.actor, bool(event.actor) and event.actor not in self._reader.silent)
        yield _Slot(event.verb, self._verb.once, again=True)
        small = set(re.findall(r"[a-z/]+", self._verb.grammar))
        bare = small.issuperset(event.words)
        record = self._reader.record
        lies = record.game.tale.lies(record.state, event)
        for word in event.words:
            needed = word != HOLE and (bare or word not in small)
            yield _Slot(word, needed, again=word in small, lies=lies.get(word, ""))

    def meant(self, mentions: Sequence[Mention]) -> Iterator[Meant]:
        own = any(self._event.verb in each.words for each in mentions)
        if own:  # other deeds are told on the way to this one
            mentions = [each for each in mentions if not each.deed or self._holds(each)]
        if not all(map(self._holds, mentions)):
            return
        for places in islice(self._placed(mentions, 0, frozenset()), 24):
            taken = {at for each in places for at in each}
            if not taken - {0}:
                continue
            missing = [at for at, s in enumerate(self._slots) if s.needed and at not in taken]
            if self._verb.once and (1 not in taken or taken == {1}):
                continue
            guessed = Guessed(
                against=self._against(mentions, places) + self._is_told_of_self(taken),
                turned=self._turned(mentions, places),
                actor=0 in missing,
                bare=self._is_bare(taken),
                skipped=any(1 < at < max(taken) for at in missing),
                missing=len(missing),
                order=self._order(mentions, places),
            )
            rest = [each for each, at in zip(mentions, places, strict=True) if not at]
            yield from self.with_outcome(rest, guessed)

    def _holds(self, mention: Mention) -> bool:
        return not (self._words | self._outcomes).isdisjoint(mention.words)

    def _placed(
        self, mentions: Sequence[Mention], first: int, taken: frozenset[tuple[int, bool]]
    ) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield where each mention stands; nowhere, `()`, if it belongs to the outcome."""
        if first == len(mentions):
            yield ()
            return
        mention = mentions[first]
        free = [at for at, slot in enumerate(self._slots) if slot.takes(mention, at, taken)]
        ways = [tuple(free[: mention.count])] if mention.count > 1 else [(at,) for at in free]
        for way in ways:
            if len(way) == mention.count:
                more = {(at, self._slots[at].word in mention.words) for at in way}
                for rest in self._placed(mentions, first + 1, taken | more):
                    yield (way, *rest)
        if not self._outcomes.isdisjoint(mention.words):
            for rest in self._placed(mentions, first + 1, taken):
                yield ((), *rest)

    def _against(self, mentions: Sequence[Mention], places: Sequence[tuple[int, ...]]) -> int:
        wrong = 0
        for mention, at in zip(mentions, places, strict=True):
            acts = at == (0,)
            wrong += mention.role is Role.ACTS and not acts
            wrong += mention.role is Role.OTHER and acts and "PLAYER" in self._verb.grammar
        return wrong

    def _is_bare(self, taken: set[int]) -> bool:
        """Tell whether no word of the line is mentioned behind its verb, though one is needed."""
        needed = [at for at, slot in enumerate(self._slots) if at > 1 and slot.needed]
        return bool(needed) and not any(at > 1 for at in taken)

    def _is_told_of_self(self, taken: set[int]) -> bool:
        """Tell whether the only name is that of the actor, taken for somebody else's."""
        actor = self._event.actor
        return bool(actor) and 0 not in taken and actor in self._event.words

    def _order(self, mentions: Sequence[Mention], places: Sequence[tuple[int, ...]]) -> int:
        """Return how many words stand in another order than in the line, but for its head.

        Only what can be nothing else in the line tells an order.
        """
        told = zip(mentions, places, strict=True)
        whole = [at for each, at in told if len(each.words & self._words) == 1]
        order = [at for each in whole for at in each if at > 1]
        return sum(one > other for one, other in combinations(order, 2))

    def _turned(self, mentions: Sequence[Mention], places: Sequence[tuple[int, ...]]) -> int:
        """Return how many names stand in another order than in the line.

        A name that the words around it place counts for none.
        """
        order = [
            at[0] if at else len(self._slots)
            for mention, at in zip(mentions, places, strict=True)
            if mention.is_player and mention.role is Role.ANY
        ]
        return sum(one > other for one, other in pairwise(order))

    def with_outcome(self, rest: Sequence[Mention], guessed: Guessed) -> Iterator[Meant]:
        event = self._event
        if not self._has_outcome:
            if not rest and self._reader.is_legal(event):
                yield Meant(event, guessed)
            return
        if not rest:
            whole = self._reader.with_outcome(event, ())
            yield Meant(whole or event, guessed if whole else replace(guessed, open=1))
            return
        if len(rest) > 1 and not self._many:
            return
        line = write_event(self._reader.record, event)
        rest = [replace(each, words=each.words & self._outcomes) for each in rest]
        for words in islice(_spelled(rest), TRIED):
            whole = self._reader.read(f"{line} = {' '.join(words)}")
            if whole is not None:
                yield Meant(whole, guessed)


def came(reader: Reader, event: Event, mentions: Sequence[Mention]) -> Iterator[Event]:
    """Yield a legal `event` with the outcomes that are mentioned."""
    for each in _Line(reader, event).with_outcome(mentions, Guessed()):
        if not each.guessed.open:
            yield each.event


def _spelled(mentions: Sequence[Mention]) -> Iterator[tuple[str, ...]]:
    """Yield what `mentions` can be, in their order."""
    for words in product(*(sorted(each.words) for each in mentions)):
        yield tuple(
            word for word, each in zip(words, mentions, strict=True) for _ in range(each.count)
        )


def _drawn(reader: Reader, mentions: Sequence[Mention]) -> Iterator[Meant]:
    """Yield the draw, roll or forced line that must come, with the pieces that are mentioned."""
    coming = turn(reader.record)
    assert not isinstance(coming, tuple)
    head = write_event(reader.record, replace(coming.event, outcome=())).split()
    allowed = set(reader.first_words)
    if isinstance(coming, Draw) and coming.pool.whole:
        allowed &= {*coming.pool.known, *coming.first}
    if isinstance(coming, Roll):
        allowed &= {face for die in coming.dice for face in die}
    if any(each.words & {*head} for each in mentions if each.deed):
        known = {*head, *allowed}
        mentions = [each for each in mentions if not each.deed or each.words & known]
    rests = dict.fromkeys(_headless(mentions, tuple(head)))
    rests |= dict.fromkeys(filter(None, (_seated(reader, rest) for rest in rests)))
    for rest in rests:
        cut = [replace(each, words=each.words & allowed) for each in rest]
        if not all(each.words for each in cut):
            continue
        for words in islice(_spelled(cut), TRIED):
            for pieces in reader.completed(words):
                event = reader.read(" ".join([*head, *pieces]))
                if event is not None:
                    yield Meant(event, Guessed())


def _headless(mentions: Sequence[Mention], head: tuple[str, ...]) -> Iterator[tuple[Mention, ...]]:
    """Yield the mentions without those that stand in the head of the line."""
    if not mentions:
        yield ()
        return
    first, *rest = mentions
    if first.count == 1 and not first.words.isdisjoint(head):
        yield from _headless(rest, head)
    for others in _headless(rest, head):
        yield (first, *others)


def _seated(reader: Reader, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return what is mentioned of each player, in seating order; nothing if it is not so told."""
    players = reader.record.setup.players
    told: dict[str, Mention] = {}
    if len(mentions) == 2 * len(players):
        for pair in zip(mentions[::2], mentions[1::2], strict=True):
            who, what = pair if pair[0].is_player else pair[::-1]
            told |= {name: what for name in who.words if who.is_player}
    return tuple(told[name] for name in players) if len(told) == len(players) else ()

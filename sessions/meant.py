"""Which of the lines that can come next a sentence means, by what it mentions.

A line is meant if it has a place for everything that is mentioned. Of those lines the ones count
that leave least to be guessed: nothing but what is obvious, and names in their natural order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import combinations, groupby, islice, pairwise, product
from operator import attrgetter

from ..models import saying
from ..models.bag import HOLE
from ..models.core import BadNotation, Draw, Event, Record, Roll, TableError
from ..models.record import read_words, write_event
from .coming import Coming
from .heard import ALONE, Hearing, Mention
from .lexicon import HELD, Role

ANSWERS = frozenset({*saying.COMMON, "0"})
"""What may be said twice of the same line."""
EXPLAINED = 12
"""Most things that are mentioned in a sentence of which is told what rule it breaks."""
STATES = 8
"""For how many states the lines that can come are kept."""
MEANT = 64
"""In how many ways to take a sentence apart lines are looked for."""
SPELLED = 4
"""In how many ways to take a sentence apart lines are looked for that are not listed."""
STEPS = 500
"""Most beginnings of lines that are tried to spell out what is mentioned."""
UNSAID = 3
"""What it costs that a word of a line is not mentioned."""
VAGUE, LESS = 8, 3
"""Of how many things that are mentioned at a draw how many may be left out."""
FAR = 99
"""How much it costs at most that a line is not what was said."""
MARGIN = 1
"""How much further than the nearest line another may be and still be offered."""
NEAR = 16
"""In how many ways to take a sentence apart the nearest lines are looked for."""
TRIED = 64
"""Most outcomes that are tried for one line."""
_strained = attrgetter("strained")


@dataclass(frozen=True, slots=True, order=True)
class Guessed:
    """What has to be guessed for a reading, the most doubtful first."""

    left: int = 0
    """What is mentioned without a place in the line: twice for pieces and names."""
    against: int = 0
    """Names whose part in the line is another than was said."""
    backward: int = 0
    """Whether its parts are told in an order that nobody tells it in: `play P3, Ana`."""
    turned: int = 0
    """Names in another order than that of the line."""
    strained: int = 0
    """Words that were taken in an unusual way."""
    actor: int = 0
    """Whether nobody is named, though several may act."""
    bare: int = 0
    """Whether nothing is mentioned but who does what, though the line says more."""
    strange: int = 0
    """Whether another deed is told of that cannot come now."""
    silent: int = 0
    """Words of the line that nobody leaves out: `G4, G3` for `G4 remove G3`."""
    figures: int = 0
    """Pieces of which nothing but a number was said."""
    skipped: int = 0
    """Whether nobody mentioned a word of the line before one that was: what is played to swap."""
    missing: int = 0
    """Words of the line that nobody mentioned."""
    open: int = 0
    """Whether the outcome still has to be asked for."""
    order: int = 0
    """Pieces in another order than that of the line."""
    unnamed: int = 0
    """Whether nobody is named who does it."""
    unsaid: int = 0
    """Whether neither its verb nor a small word of it is mentioned."""
    wordless: int = 0
    """Whether neither its verb nor a small word of it is mentioned, a name perhaps."""
    odd: int = 0
    """Words that were taken in an unusual way, but for numbers that may be pieces."""

    @property
    def is_sure(self) -> bool:
        """Whether nothing is guessed but what the rules leave no choice about."""
        told = not (self.against or self.turned or self.actor or self.bare or self.skipped)
        return told and not (self.strange or self.left or (self.missing and self.order))


@dataclass(frozen=True, slots=True)
class Meant:
    """A line that a sentence can mean, without its outcome if that is `open`."""

    event: Event
    guessed: Guessed

    @property
    def is_sure(self) -> bool:
        """Whether it is whole, and nothing is guessed but what the rules leave no choice about."""
        return self.guessed.is_sure and not self.guessed.open


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
    told: bool = False
    """Whether nobody leaves it out."""

    def takes(self, mention: Mention, at: int, taken: frozenset[tuple[int, bool]]) -> bool:
        """Tell whether `mention` can be of this place, `at` of those that are `taken`.

        Of one place people may say where it is and what lies there, or several things in part.
        """
        part = mention.is_part and not any(word.isdecimal() for word in mention.words)
        free = self.again or part or (at, self.word in mention.words) not in taken
        return free and not self.words.isdisjoint(mention.words)

    @property
    def words(self) -> frozenset[str]:
        """What people say who mean it."""
        return frozenset({self.word, self.lies} if self.lies else {self.word})


def meant(coming: Coming, heard: Iterable[Hearing], short: bool = False) -> tuple[Meant, ...]:
    """Return the legal lines that have a place for all that is mentioned, the best first.

    In a `short` text nothing is told twice, and nothing by the way.
    """
    found: dict[Event, Meant] = {}
    ways = [
        each for each in heard if each.mentions and all(m.words or m.deed for m in each.mentions)
    ]
    spelled = SPELLED
    if not short:
        ways = [_told_once(each) for each in ways]
    for strained, alike in groupby(sorted(ways, key=_strained)[:MEANT], _strained):
        for hearing in alike:
            lines = list(_lines(coming, hearing.mentions, short))
            if not lines and spelled and coming.is_choice and coming.moves is None:
                spelled -= 1  # not all lines that can come are listed
                lines = list(_unlisted(coming, hearing.mentions))
            for each in lines:
                guessed = replace(
                    each.guessed,
                    strained=strained,
                    odd=each.guessed.odd
                    + hearing.odd
                    + bool(hearing.rest and not (hearing.rest == HELD and each.event.outcome))
                    + (
                        each.guessed.wordless
                        and _is_dressed(hearing)
                        and _is_of_two(coming, each.event)
                    ),
                    against=each.guessed.against + _only_holds(coming, hearing, each.event),
                )
                if each.event not in found or guessed < found[each.event].guessed:
                    found[each.event] = replace(each, guessed=guessed)
        if any(each.is_sure for each in found.values()):
            break
    return tuple(sorted(found.values(), key=lambda each: each.guessed))


def _is_dressed(hearing: Hearing) -> bool:
    """Tell whether there is more in a sentence than names and pieces."""
    return hearing.dressed or any(each.by for each in hearing.mentions)


def _is_of_two(coming: Coming, event: Event) -> bool:
    """Tell whether a line names somebody beside who acts: then a deed tells who does it to whom."""
    players = {*coming.record.setup.players}
    return bool(event.actor) and not players.isdisjoint((*event.words, *event.outcome))


def nearest(coming: Coming, heard: Sequence[Hearing], most: int = NEAR) -> tuple[Meant, ...]:
    """Return the legal lines that account for most of what is mentioned, the best first.

    They are looked for in `most` ways to take the sentence apart.
    """
    found: dict[Event, Meant] = {}

    def odd(each: Hearing) -> int:  # nobody chooses what comes: a number alone is a piece of it
        return each.strained if coming.is_choice else each.odd

    least = min(map(odd, heard), default=0)
    ways = [(h, _told_once(h).mentions, 0) for h in heard]
    ways += [(h, more, 1) for h, told, _ in ways if (more := _merged(coming, told)) != told]
    nearest = FAR
    if coming.is_choice:
        ways.sort(key=lambda way: way[0].strained + way[2])
    else:
        ways.sort(key=lambda way: way[0].odd + ALONE * sum(each.by_number for each in way[1]))
        if isinstance(coming.turn, Draw | Roll):  # `blue 6 green 3` are no six
            size, known = coming.turn.size, coming.drawable
            counts = (sum(m.count for m in told if m.words & known) for _, told, _ in ways)
            ways = [way for way, n in zip(ways, counts, strict=True) if n <= size] or ways
    for hearing, mentions, merged in ways[:most]:
        beyond = odd(hearing) - least + merged
        for each in _near(coming, mentions, nearest + MARGIN - beyond):
            guessed = replace(
                each.guessed,
                left=each.guessed.left + beyond,
                against=each.guessed.against + _only_holds(coming, hearing, each.event),
            )
            line = replace(each, guessed=guessed)
            nearest = min(nearest, cost(line))
            if each.event not in found or guessed < found[each.event].guessed:
                found[each.event] = line
    return tuple(sorted(found.values(), key=lambda each: (cost(each), each.guessed)))


def unlisted(coming: Coming, heard: Sequence[Hearing]) -> tuple[Meant, ...]:
    """Return the legal lines that a sentence spells out, where not all choices can be listed."""
    found: dict[Event, Meant] = {}
    for hearing in sorted(heard, key=_strained)[:SPELLED]:
        for each in _unlisted(coming, _told_once(hearing).mentions):
            found.setdefault(each.event, replace(each, guessed=replace(each.guessed, left=1)))
    return tuple(sorted(found.values(), key=lambda each: each.guessed))


def _merged(coming: Coming, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return the mentions with the parts of a piece put together: `blue, the six`.

    A kind is of all numbers behind it: `two blacks, that is the 2 and the 9`, `k3 6 9`.
    """
    kept, kinds = list[Mention](), set[int]()
    for each in mentions:
        alike = ((n, _of_both(coming, one, each)) for n, one in enumerate(kept))
        at, words = max(((n, both) for n, both in alike if both), default=(-1, each.words))
        both = replace(each, words=words, by_number=each.by_number and at < 0)
        if at >= 0 and not each.by_number:
            kept[at] = both
            continue
        if at >= 0 and len(kept[at].words) > 1:
            kinds.add(at)
        kept.append(both)
    return tuple(each for n, each in enumerate(kept) if n not in kinds)


def _of_both(coming: Coming, one: Mention, other: Mention) -> frozenset[str]:
    """Return the pieces of which two mentions can be parts, or that have the kind of `one`."""
    if one.is_player or one.deed or other.is_player or not other.is_part:
        return frozenset()
    if len(one.words) > 1:
        return one.words & other.words
    if not other.by_number:
        return frozenset()
    parts = coming.record.notation.sayings.parts
    of_one = {part for word in one.words for part in parts.get(word, ())}
    return frozenset(w for w in other.words if not of_one.isdisjoint(parts.get(w, ())))


def _alike(coming: Coming, one: Mention, other: Mention) -> frozenset[str]:
    """Return the pieces of `other` that have the kind of `one`: the blue ones of all threes."""
    parts = coming.record.notation.sayings.parts
    kinds = {kind for word in one.words for kind in parts.get(word, ())[:1]}
    return frozenset(word for word in other.words if not kinds.isdisjoint(parts.get(word, ())[:1]))


def _near(coming: Coming, mentions: Sequence[Mention], most: int) -> Iterator[Meant]:
    """Yield lines with most of what is mentioned, and what it costs, `most`, to leave the rest."""
    weights = [_weight(coming, each) for each in mentions]
    if not coming.is_choice:
        known = {*write_event(coming.record, coming.events[0]).split(), *coming.drawable}
        kept = [n for n, m in enumerate(mentions) if m.is_player or not m.words.isdisjoint(known)]
        for some in _less(mentions, kept, weights):
            found = list(_leaving(coming, mentions, weights, some, partial(_drawn, coming), most))
            yield from found
            if found:
                return
        return
    lines = _choices(coming)
    bounds = [_left_by(line, mentions, weights) for line in lines]
    for n in sorted(range(len(lines)), key=bounds.__getitem__):
        if bounds[n] > most:
            return
        kept, told = lines[n].fitting(mentions), partial(lines[n].meant, short=False, asked=True)
        for each in _leaving(coming, mentions, weights, kept, told, most):
            most = min(most, each.guessed.left + MARGIN)
            yield each


def _less(
    mentions: Sequence[Mention], kept: Sequence[int], weights: Sequence[int]
) -> Iterator[Sequence[int]]:
    """Yield those that are `kept`, then without some: what weighs least, or was said before."""
    yield kept
    before = dict[frozenset[str], int]()
    for n in kept:
        before.setdefault(mentions[n].words, n)
    cost = {n: weights[n] if before[mentions[n].words] == n else 0 for n in kept}
    some = sorted(kept, key=cost.__getitem__)[:VAGUE]
    less = [each for size in range(1, LESS + 1) for each in combinations(some, size)]
    yield [n for n in kept if not mentions[n].is_player]
    for each in sorted(less, key=lambda each: sum(map(cost.__getitem__, each)))[:NEAR]:
        yield [n for n in kept if n not in each]


def _left_by(line: _Line, mentions: Sequence[Mention], weights: Sequence[int]) -> int:
    """Return what it costs at least to leave what a line has not."""
    return 1 + sum(n for each, n in zip(mentions, weights, strict=True) if not line.holds(each))


def cost(line: Meant) -> int:
    """Return how far a line is from what was said."""
    guessed = line.guessed
    return guessed.left + guessed.against + guessed.turned


def _leaving(
    coming: Coming,
    mentions: Sequence[Mention],
    weights: Sequence[int],
    kept: Sequence[int],
    meant: Callable[[Sequence[Mention]], Iterator[Meant]],
    most: int,
) -> Iterator[Meant]:
    """Yield what those mentions mean that are `kept`, if they are more than the others.

    It costs `most` at most to leave these.
    """
    left = sum(weights) - sum(weights[n] for n in kept)
    if len(kept) < 2 and all(mentions[n].is_player or mentions[n].by_number for n in kept):
        return
    said = [mentions[n].words for n in kept if not mentions[n].deed]
    again = (
        n
        for n, each in enumerate(mentions)
        if n not in kept and any(words <= each.words for words in said)
    )
    left -= sum(weights[n] for n in again)
    left += sum(mentions[n].is_part for n in kept)
    if left > most:
        return
    named = [n for n, m in enumerate(mentions) if m.is_player and m.role is not Role.OTHER]
    others = not {*named} <= {*kept}
    for each in meant([mentions[n] for n in sorted(kept)]):
        free = each.guessed.actor * (1 if named or coming.silent else 2)  # `she`
        cost = left + UNSAID * each.guessed.missing - free + each.guessed.open
        acts = not (each.guessed.bare or (others and each.guessed.unnamed))
        if acts and cost <= sum(weights[n] for n in kept):
            yield replace(each, guessed=replace(each.guessed, left=1 + max(0, cost)))


def _weight(coming: Coming, mention: Mention) -> int:
    """Return how much it costs to leave a mention."""
    notation = coming.record.notation
    told = mention.words & coming.words - ANSWERS - notation.small.keys() - notation.sayings.asides
    if mention.deed or mention.by_number or all(map(str.isdecimal, told)):
        return 1
    return 2 if mention.is_player or mention.is_part else 3


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


def _only_holds(coming: Coming, hearing: Hearing, event: Event) -> bool:
    """Tell whether `event` is a deed, and the sentence tells only who has what.

    Whoever is named first has it then, and does nothing.
    """
    verb = coming.record.notation.verbs[event.verb]
    if not (hearing.holds and verb.actor) or any(event.verb in m.words for m in hearing.mentions):
        return False
    first = next((each.words for each in hearing.mentions if each.is_player), frozenset[str]())
    return not verb.has_outcome or bool(first and event.actor not in first)


def best(found: Sequence[Meant]) -> tuple[Meant, ...]:
    """Return those that leave least to be guessed; what came of a line may be told less clearly.

    What is known to come of one makes it no likelier than others.
    """
    least = tuple(
        each
        for each in found
        if each.guessed == found[0].guessed
        or (
            each.event.head != found[0].event.head
            and each.guessed == replace(found[0].guessed, open=1)
        )
    )
    if len(least) == 1 and least[0].guessed.open:
        whole = [m for m in found if m.is_sure and m.event.head == least[0].event.head]
        return (whole[0],) if len(whole) == 1 else least
    return least


@lru_cache(STATES)
def _choices(coming: Coming) -> tuple[_Line, ...]:
    return tuple(_Line(coming, event) for event in coming.events) if coming.is_choice else ()


def _lines(coming: Coming, mentions: Sequence[Mention], short: bool) -> Iterator[Meant]:
    if not coming.is_choice:
        yield from _drawn(coming, mentions)
        return
    for line in _choices(coming):
        yield from line.meant(mentions, short)


def _unlisted(coming: Coming, mentions: Sequence[Mention]) -> Iterator[Meant]:
    """Yield the legal lines that `mentions` spell out, where not all choices can be listed.

    Their verb has to be mentioned; what is mentioned keeps its order, but for the head.
    """
    for line, turned in _spelled_out(coming, mentions, _named(coming, mentions)):
        event = coming.read(line)
        if event is not None:
            lines = _Line(coming, event.head).meant(mentions, short=False)
            told = (each.guessed for each in lines if each.event == event)
            yield Meant(event, min(told, default=Guessed(left=1, order=turned)))


def _named(coming: Coming, mentions: Sequence[Mention]) -> Iterator[str]:
    """Yield the verbs that are mentioned, but for those that can be used only once."""
    verbs = coming.record.notation.verbs
    for word in dict.fromkeys(word for each in mentions for word in sorted(each.words)):
        if word in verbs and verbs[word].actor and not verbs[word].once:
            yield word


def _spelled_out(
    coming: Coming, mentions: Sequence[Mention], verbs: Iterable[str]
) -> Iterator[tuple[str, int]]:
    """Yield the lines of `verbs` that `mentions` spell out, and whether they are turned."""
    named = [word for each in mentions if each.is_player for word in each.words]
    for verb, actor in product(verbs, dict.fromkeys((*coming.silent, *named))):
        small = (*coming.record.notation.verbs[verb].small, "=")
        rest = [each for each in mentions if verb not in each.words and not each.deed]
        own = [each for each in rest if actor in each.words and each.role is not Role.OTHER]
        if own:
            rest.remove(own[0])
        for turned, order in enumerate((rest, [*rest[1:], *rest[:1]])):
            for line in _along(coming, f"{actor} {verb}", small, order):
                yield line, turned


def forbidden(coming: Coming, heard: Iterable[Hearing]) -> TableError | None:
    """Return what the rules say about the line that a sentence spells out, None if none is clear.

    Somebody in it acts: whoever is named, or else the only one who can.
    """
    ways = [each for each in heard if each.mentions and all(m.words for m in each.mentions)]
    for hearing in sorted(ways, key=_strained)[:1]:
        if not hearing.unknown and len(hearing.mentions) <= EXPLAINED:
            verbs = tuple(_named(coming, hearing.mentions)) or coming.due
            lines = (line for line, _ in _spelled_out(coming, hearing.mentions, verbs))
            wrong = {event: None for line in lines if (event := _illegal(coming, line))}
            sizes = {event: len((*event.words, *event.outcome)) for event in wrong}
            least = [event for event in wrong if sizes[event] == min(sizes.values())]
            if len(least) == 1:
                return coming.broken(least[0])
    return None


def _illegal(coming: Coming, line: str) -> Event | None:
    with suppress(BadNotation):
        event = coming.parsed(line)
        return None if coming.is_legal(event) else event
    return None


def _along(
    coming: Coming, begun: str, small: Sequence[str], mentions: Sequence[Mention]
) -> Iterator[str]:
    """Yield the lines that go on with what is mentioned, a small word added where one must be."""
    tried, open_ = 0, [(begun, tuple(mentions))]
    while open_ and tried < STEPS:
        begun, left = open_.pop()
        if not left:
            yield begun
            continue
        first, *rest = left
        longer = list[tuple[str, tuple[Mention, ...]]]()
        for word in sorted(first.words):
            more = " ".join([begun, *[word] * first.count])
            longer += [(more, tuple(rest))] if coming.begins(more) else []
            if first.count > 1 and coming.begins(f"{begun} {word}"):
                others = frozenset(each for each in first.words if each > word)
                less = replace(first, words=others, count=first.count - 1)
                longer.append((f"{begun} {word}", (less, *rest)))
        tried += len(first.words)
        if begun.split()[-1] not in small:
            added = (f"{begun} {word}" for word in small if word not in first.words)
            longer += [(each, left) for each in added if coming.begins(each)]
            tried += len(small)
        open_ += reversed(longer)


class _Line:
    """One choice that can come next, held against what is mentioned."""

    def __init__(self, coming: Coming, event: Event) -> None:
        self._coming = coming
        self._event = event
        self._verb = coming.record.notation.verbs[event.verb]
        self._slots = tuple(self._places())
        self._words = frozenset(word for slot in self._slots for word in slot.words)
        self._has_outcome = coming.has_outcome(event)
        self._outcomes = coming.outcomes_of(event) if self._has_outcome else frozenset[str]()
        self._many = bool(re.search(r"=.*[+*]", self._verb.grammar))

    def _places(self) -> Iterator[_Slot]:
        event = self._event
        named = bool(event.actor) and event.actor not in self._coming.silent
        yield _Slot(event.actor, named, again=True)
        yield _Slot(event.verb, self._verb.once, again=True)
        small = self._verb.small
        bare = {*small}.issuperset(event.words)
        lies = self._coming.lies(event)
        for word in event.words:
            needed = word != HOLE and (bare or word not in small)
            told = word in self._coming.record.notation.sayings.deeds
            yield _Slot(word, needed, word in small, lies.get(word, ""), told)

    def meant(
        self, mentions: Sequence[Mention], short: bool, asked: bool = False
    ) -> Iterator[Meant]:
        """Yield the lines like this one that are meant; people are `asked` about them, or not."""
        told = [each for each in mentions if not each.deed or self.holds(each)]
        strange = len(told) < len(mentions)
        mentions = told
        if (short and strange) or not all(map(self.holds, mentions)):
            return
        for places in islice(self._placed(mentions, 0, frozenset()), 24):
            taken = {at for each in places for at in each}
            if not taken - {0} or (short and len(taken) < sum(map(len, places))):
                continue
            missing = [at for at, s in enumerate(self._slots) if s.needed and at not in taken]
            if self._verb.once and ((not asked and 1 not in taken) or taken == {1}):
                continue
            guessed = Guessed(
                against=self._against(mentions, places),
                backward=self._is_backward(places),
                turned=self._turned(mentions, places),
                actor=0 in missing,
                bare=self._is_bare(taken),
                silent=sum(
                    at > 1 and at not in taken and slot.told for at, slot in enumerate(self._slots)
                ),
                figures=sum(
                    m.by_number
                    and any(at > 1 and not self._slots[at].word.isdecimal() for at in place)
                    for m, place in zip(mentions, places, strict=True)
                ),
                strange=strange,
                skipped=any(1 < at < max(taken) for at in missing) and not self._is_unordered,
                missing=len(missing),
                order=self._order(mentions, places),
                unnamed=bool(self._event.actor) and 0 not in taken,
                unsaid=not any(self._slots[at].again for at in taken),
                wordless=not any(self._slots[at].again for at in taken - {0}),
                odd=sum(map(self._is_odd, mentions, places)),
            )
            rest = [each for each, at in zip(mentions, places, strict=True) if not at]
            yield from self.with_outcome(rest, guessed)

    @cached_property
    def _is_unordered(self) -> bool:
        """Whether the line is nothing but pieces, which can be told in any order."""
        return is_unordered(self._coming.record, self._event)

    def fitting(self, mentions: Sequence[Mention]) -> list[int]:
        """Return which of the mentions have places at the same time: as many as can."""
        holder: dict[int, int] = {}
        """Which mention holds a place."""
        free = [list(self._free(each)) for each in mentions]

        def placed(n: int, tried: set[int]) -> bool:
            for at in free[n]:
                if at not in tried:
                    tried.add(at)
                    if at not in holder or placed(holder[at], tried):
                        holder[at] = n
                        return True
            return False

        kept = list[int]()
        for n in sorted(range(len(mentions)), key=lambda n: len(mentions[n].words)):
            before = dict(holder)
            shares = any(at in self._shared for at in free[n])
            if shares or all(placed(n, set()) for _ in range(mentions[n].count)):
                kept.append(n)
            else:
                holder = before
        told = [n for n in range(len(mentions)) if len(self._slots) in free[n]]
        last = holder.get(len(self._slots), -1)
        if told and last >= 0 and not self._many and told[-1] not in kept:
            kept[kept.index(last)] = told[-1]  # what came of it is told last
        return kept

    def _free(self, mention: Mention) -> Iterator[int]:
        """Yield the places that a mention can have; behind the last one stands the outcome."""
        yield from (at for at, s in enumerate(self._slots) if not s.words.isdisjoint(mention.words))
        if not self._outcomes.isdisjoint(mention.words):
            yield len(self._slots)

    @cached_property
    def _shared(self) -> frozenset[int]:
        """The places that several mentions can have."""
        many = [len(self._slots)] if self._many else []
        return frozenset([*many, *(at for at, slot in enumerate(self._slots) if slot.again)])

    def holds(self, mention: Mention) -> bool:
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

    def _is_odd(self, mention: Mention, at: tuple[int, ...]) -> bool:
        """Tell whether a little word stands before a mention that does not belong there."""
        if not mention.by or mention.deed or at == (0,):
            return bool(mention.by)
        sayings = self._coming.record.notation.sayings
        words = sayings.meets if mention.is_player else sayings.takes
        takes = self._coming.allowed(words, self._event)
        is_forced = not at and not mention.is_player and mention.by in self._coming.forced
        return mention.by not in takes and not is_forced

    def _is_bare(self, taken: set[int]) -> bool:
        """Tell whether no word of the line is mentioned behind its verb, though one is needed."""
        needed = [at for at, slot in enumerate(self._slots) if at > 1 and slot.needed]
        return bool(needed) and not any(at > 1 for at in taken)

    def _order(self, mentions: Sequence[Mention], places: Sequence[tuple[int, ...]]) -> int:
        """Return how many words stand in another order than in the line, but for its head.

        Only what can be nothing else tells an order, in this line and in others.
        """
        told = zip(mentions, places, strict=True)
        whole = [at for each, at in told if not each.is_part and len(each.words & self._words) == 1]
        order = [at for each in whole for at in each if at > 1]
        return sum(one > other for one, other in combinations(order, 2))

    def _turned(self, mentions: Sequence[Mention], places: Sequence[tuple[int, ...]]) -> int:
        """Return how many names stand in another order than in the line.

        A name that the words around it put behind the deed counts for none.
        """
        order = [
            at[0] if at else len(self._slots)
            for mention, at in zip(mentions, places, strict=True)
            if mention.is_player and mention.role is not Role.OTHER
        ]
        return sum(one > other for one, other in pairwise(order))

    def _is_backward(self, places: Sequence[tuple[int, ...]]) -> bool:
        """Tell whether it is not told as who does what with which pieces, and what came of it.

        Pieces stand behind the small word that they are told by, in any order.
        """
        order = [self._part_of(at) for place in places for at in place or (len(self._slots),)]
        return order != sorted(order)

    def _part_of(self, at: int) -> int:
        """Return in which part of the line a place is: its actor, its verb, each small word."""
        small = sum(slot.again for slot in self._slots[: at + 1])
        return small + (at > 1) + (at == len(self._slots))

    def with_outcome(self, rest: Sequence[Mention], guessed: Guessed) -> Iterator[Meant]:
        event = self._event
        if not self._has_outcome:
            if not rest and self._coming.is_legal(event):
                yield Meant(event, guessed)
            return
        if not rest:
            whole = self._coming.settled(event)
            yield Meant(whole or event, guessed if whole else replace(guessed, open=1))
            return
        if len(rest) > 1 and not self._many:
            return
        line = write_event(self._coming.record, event)
        rest = [replace(each, words=each.words & self._outcomes) for each in rest]
        for words in islice(_spelled(rest), TRIED):
            whole = self._coming.read(f"{line} = {' '.join(words)}")
            if whole is not None:
                yield Meant(whole, guessed)


def is_unordered(record: Record, choice: Event) -> bool:
    """Tell whether a choice is nothing but pieces, which can be told in any order."""
    with suppress(BadNotation):
        line = " ".join((choice.actor, choice.verb, *reversed(choice.words)))
        return read_words(record, line) == choice
    return False


def came(coming: Coming, event: Event, mentions: Sequence[Mention]) -> Iterator[Event]:
    """Yield a legal `event` with the outcomes that are mentioned."""
    for each in _Line(coming, event).with_outcome(mentions, Guessed()):
        if not each.guessed.open:
            yield each.event


def _spelled(mentions: Sequence[Mention]) -> Iterator[tuple[str, ...]]:
    """Yield what `mentions` can be, in their order."""
    for words in product(*(sorted(each.words) for each in mentions)):
        yield tuple(
            word for word, each in zip(words, mentions, strict=True) for _ in range(each.count)
        )


def _drawn(coming: Coming, mentions: Sequence[Mention]) -> Iterator[Meant]:
    """Yield the draw, roll or forced line that must come, with the pieces that are mentioned."""
    head, allowed = write_event(coming.record, coming.events[0]).split(), coming.drawable
    told = [each for each in mentions if not each.deed or each.words & {*head, *allowed}]
    strange, mentions = len(told) < len(mentions), told
    rests = dict.fromkeys(islice(_headless(mentions, tuple(head)), TRIED))
    grouped = [*filter(None, (_grouped(coming, rest) for rest in rests))]
    for rest in dict.fromkeys([*rests, *grouped]):
        cut = [replace(each, words=each.words & allowed) for each in rest]
        if all(each.words for each in cut):
            unsaid = len(rest) == len(mentions)
            odd = sum(bool(each.by) and each.by not in coming.forced for each in rest)
            for event, guessed in _pieces(coming, head, rest, cut):
                doubted = strange or guessed or rest in grouped  # people are asked about it
                yield Meant(
                    event, Guessed(odd=odd, strange=doubted, unsaid=unsaid, wordless=unsaid)
                )


def _pieces(
    coming: Coming, head: Sequence[str], told: Sequence[Mention], cut: Sequence[Mention]
) -> Iterator[tuple[Event, bool]]:
    """Yield the line with the pieces that are told, and whether some of them are guessed.

    `cut` is what can come of what is `told`.
    """

    def lines(pieces: Iterable[tuple[str, ...]]) -> Iterator[Event]:
        for words in (each for some in pieces for each in coming.completed(some)):
            event = coming.read(" ".join([*head, *words]))
            if event is not None:
                yield event

    in_turn, of_kinds = _in_turn(coming, cut), _of_kinds(coming, cut)
    found = [*lines(in_turn or islice(_spelled(of_kinds), TRIED))]
    guessed = False
    for each, one, pieces in zip(told, cut, of_kinds, strict=True):
        guessed |= not in_turn and len(pieces.words) > 1 and any(map(str.isdecimal, each.words))
        numbers = {*filter(str.isdecimal, "".join(one.words))}
        guessed |= pieces != one and len(numbers) > 1  # `3R P` takes the number before it
    for event in found or lines(islice(_spelled(cut), TRIED)):
        yield event, guessed or not found


def _in_turn(coming: Coming, mentions: Sequence[Mention]) -> tuple[tuple[str, ...], ...]:
    """Return the roll whose faces are told die by die: `1 4` of a purple and a red one."""
    if not isinstance(coming.turn, Roll) or len(mentions) != coming.turn.size:
        return ()
    if any(len(each.words) == 1 for each in mentions):
        return ()
    told = [each.words & {*die} for each, die in zip(mentions, coming.turn.dice, strict=True)]
    return (tuple(min(each) for each in told),) if all(len(each) == 1 for each in told) else ()


def _of_kinds(coming: Coming, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Return `mentions` with the numbers behind a piece of its kind: `k3 6 9`."""
    kept = list[Mention]()
    for each in mentions:
        alike = kept and len(kept[-1].words) == 1 < len(each.words)
        words = _alike(coming, kept[-1], each) if alike else frozenset[str]()
        kept.append(replace(each, words=words or each.words))
    return kept


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


def _grouped(coming: Coming, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return what is mentioned of each player, in seating order; nothing if it is not clear.

    Each player is named once with what is said of them, before it or behind it; several may be
    named before one thing: `Ana and Bo for Cy, and Cy for Ana`.
    """
    players = coming.record.setup.players
    said = len(mentions) - len(players)
    for behind in (True, False) if 0 < said <= len(players) else ():
        ways = dict[tuple[Mention, ...], None]()
        for things in combinations(range(len(mentions)), said):
            told = _of_each(mentions, things, behind)
            if told.keys() == {*players}:
                ways[tuple(told[name] for name in players)] = None
        if ways:
            return next(iter(ways)) if len(ways) == 1 else ()
    return ()


def _of_each(
    mentions: Sequence[Mention], things: tuple[int, ...], behind: bool
) -> dict[str, Mention]:
    """Return what is said of whom if each of `things` is, and stands behind names or before."""
    told, used = dict[str, Mention](), set[int]()
    for n in (n for n, each in enumerate(mentions) if each.is_player and n not in things):
        ahead = [at for at in things if (at > n) == behind]
        if ahead:
            at = min(ahead) if behind else max(ahead)
            names = (name for name in mentions[n].words - mentions[at].words if name not in told)
            told |= dict.fromkeys(names, mentions[at])
            used.add(at)
    return told if used == {*things} else {}

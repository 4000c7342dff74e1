"""Slips of the pen: every line that may have been meant by the one that was written.

A slip changes one word, exchanges two neighbours, or forgets the end of a line. The words come from
the grammar; near.py tells how easily one is written for another. The figures are estimates, not
counts of what people do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest

from .bag import HOLE
from .chance import Forced
from .core import Record, turn
from .errors import BadNotation
from .event import Event
from .near import COUNT, HOLDER, NEAR, OTHER, Near
from .record import LONGEST_LINE, next_words, read_words
from .replacing import changed

EXCHANGED = 0.2
"""How likely two neighbours are exchanged, relative to a wrong word."""
FORGOTTEN, TOO_MUCH = 0.1, 0.02
"""How likely the end of a line is forgotten, and how likely there are words too many."""
CUT_SHORT = 8.0
"""How likely the end is forgotten if the line is no legal choice without it."""
MOST_WORDS = 40
"""More words than the longest lines of a game have."""
FAR = 0.05
"""How likely a word of an automatic line is one that is not easily mistaken for it; the same factor
for each further such word, for each forgotten word beside those that had to stand there, and for a
word that is not in the notation and has more than a letter wrong."""


@dataclass(frozen=True, slots=True)
class Slip:
    """`meant` may have been meant by a line that reads otherwise; `chance` is relative to others.

    It is the chance of this wrong word, given that one word of the line is wrong, each as likely.
    """

    meant: Event
    chance: float


@dataclass(frozen=True, slots=True)
class LineMemo:
    """A cache of words that were read for other lines of the same record."""

    read: dict[str, Event | None] = field(default_factory=dict)


def slips(record: Record, event: Event, memo: LineMemo | None = None) -> Iterator[Slip]:
    """Yield each event that may have been meant by `event` as the next line of `record`, once.

    Every line is in the notation; the rules are not asked. What the viewer does not see stays a
    hole, or was meant to be one. `memo` serves the lines of one record.
    """
    seen, memo = {event}, memo or LineMemo()
    unseen = Slip(record.shown(event), COUNT)
    rest = (*_ended(record, event), *_forced(record, event))
    for slip in (unseen, *_changed(record, event, memo), *rest):
        if slip.meant not in seen:
            seen.add(slip.meant)
            yield slip


def misread(record: Record, text: str) -> Iterator[Slip]:
    """Yield each event that may have been meant by a `text` that is not in the notation, once.

    One of its words is wrong, missing, or too many. Nothing is guessed beyond `MOST_WORDS`.
    """
    said = text[:LONGEST_LINE].replace(HOLE, f" {HOLE} ").split()
    if len(said) > MOST_WORDS:
        return
    found: dict[Event, float] = {}
    for at in range(len(said) + 1):
        allowed = next_words(record, " ".join(said[:at]))
        word = said[at] if at < len(said) else ""
        near, rest = record.notation.near, said[at + 1 :]
        tries = [(each, rest, typed_for(near, word, each)) for each in allowed]
        tries += [(each, said[at:], FORGOTTEN / len(allowed)) for each in allowed]
        tries += [("", rest, TOO_MUCH)]
        for each, behind, chance in tries:
            with suppress(BadNotation):
                event = read_words(record, " ".join([*said[:at], each, *behind]))
                found[event] = max(chance, found.get(event, 0.0))
    yield from (Slip(event, chance / max(1, len(said))) for event, chance in found.items())


def typed_for(near: Near, word: str, meant: str) -> float:
    """Return how easily `word`, which is not in the notation, is typed for `meant`.

    Where more than a letter is wrong, that is far less easy: such a word is no other one misread.
    """
    one, other = word.casefold(), meant.casefold()
    if one == other:
        return COUNT
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) + 1 == len(longer):
        cut = (longer[:at] + longer[at + 1 :] for at in range(len(longer)))
        return NEAR if shorter and shorter in cut else FAR * OTHER
    if len(one) == len(other):
        if sorted(one) == sorted(other):
            return NEAR
        if sum(a != b for a, b in zip(one, other, strict=True)) == 1:
            return near.kind(word, meant)
    return FAR * OTHER


def _forced(record: Record, event: Event) -> Iterator[Slip]:
    """Yield the forced line, if one must come here."""
    coming = turn(record)
    if isinstance(coming, Forced) and HOLE not in (*coming.event.words, *coming.event.outcome):
        pairs = list(zip_longest(_words(coming.event), _words(event)))
        differing = sum(one != other for one, other in pairs)
        yield Slip(coming.event, OTHER / len(pairs) * pow(FAR, differing))


def _words(event: Event) -> tuple[str, ...]:
    return (event.verb, event.actor, *event.words, *event.outcome)


def _changed(record: Record, event: Event, memo: LineMemo) -> Iterator[Slip]:
    """Yield the line with one word changed, then with two neighbours exchanged."""
    verb = record.notation.verbs[event.verb]
    words = verb.write(changed(event, actor="")).replace("?", " ? ").split()
    size = len(words) - 1 + bool(event.actor)
    if event.actor:
        others = [player for player in record.setup.players if player != event.actor]
        for player, chance in _chances(record, event.actor, others):
            yield Slip(changed(event, actor=player), chance / size)
    for at in range(1, len(words)):
        word = words[at]
        if word in (HOLE, "="):
            continue
        followed = record.notation.following(verb.name, " ".join(words[1:at]))
        allowed = dict.fromkeys(followed) | _numbers(word)
        meant = {}
        for each in allowed:
            said = [*words[:at], each, *words[at + 1 :]]
            if each != word and (read := _read(record, event, said, memo)) is not None:
                meant[each] = read
        for each, chance in _chances(record, word, meant):
            yield Slip(meant[each], chance / size)
    for at in range(1, len(words) - 1):
        pair = words[at + 1], words[at]
        if HOLE in pair or pair[0] == pair[1]:
            continue
        exchanged = _read(record, event, [*words[:at], *pair, *words[at + 2 :]], memo)
        if exchanged is not None:
            yield Slip(exchanged, EXCHANGED / size)


def _ended(record: Record, event: Event) -> Iterator[Slip]:
    """Yield the choices here that begin like `event`, or that `event` begins with."""
    coming = () if event.outcome or not event.words else turn(record)
    choices = coming if isinstance(coming, tuple) else ()
    same = [
        choice
        for choice in choices
        if (choice.verb, choice.actor) == (event.verb, event.actor) and choice != event
    ]
    longer = [choice for choice in same if choice.words[: len(event.words)] == event.words]
    least = min((len(choice.words) for choice in longer), default=0)
    often = [pow(FAR, len(choice.words) - least) for choice in longer]
    cut = FORGOTTEN if event in choices else CUT_SHORT
    yield from (Slip(choice, cut * n / sum(often)) for choice, n in zip(longer, often, strict=True))
    shorter = [choice for choice in same if event.words[: len(choice.words)] == choice.words]
    yield from (Slip(choice, TOO_MUCH) for choice in shorter if choice.words)


def _chances(record: Record, word: str, meant: Collection[str]) -> Iterator[tuple[str, float]]:
    """Yield each word of `meant` with how often `word` is written for it."""
    near, names = record.notation.near, frozenset(record.setup.players)
    holders = not names.isdisjoint((word, *meant))
    kinds = {each: HOLDER if holders else near.kind(word, each) for each in meant}
    number = Counter(kinds.values())
    for each, kind in kinds.items():
        yield each, kind / number[kind]


def _numbers(word: str) -> dict[str, None]:
    if not word.isdecimal():
        return {}
    return dict.fromkeys(str(int(word) + more) for more in (-1, 1, -2, 2) if int(word) + more >= 0)


def _read(record: Record, event: Event, words: Collection[str], memo: LineMemo) -> Event | None:
    """Return the event of `words` by the actor of `event`; None if they cannot be read."""
    said, seers = " ".join(words), record.notation.verbs[event.verb].seers
    if seers is None and said in memo.read:
        known = memo.read[said]
        return known and changed(known, actor=event.actor)
    read = None
    with suppress(BadNotation):
        read = read_words(record, f"{event.actor} {said}".strip())
    if seers is None:
        memo.read[said] = read
    return read

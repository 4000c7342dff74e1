"""Reads what people type or say as lines that can come next: the one reader of all prompts.

Noted at once is only what is typed in keys, or a sentence in which every word has a place in the
line, or is an article or a little word that belongs to the deed, in the natural order: who does
what, with which pieces, and what came of it. Of any other sentence people are asked which of the
lines near to it they meant. Where the program deals, the line is the move of one seat, without its
outcome; at a real table outcomes are told, and several lines may stand in one text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from types import MappingProxyType

from ..models.bag import HOLE
from ..models.core import (
    BadNotation,
    Event,
    IllegalAction,
    Record,
    Roll,
    TableError,
    View,
    turn,
)
from ..models.event import STANDS
from ..models.record import next_words, write_event
from ..models.wording import joined, spelled, worded
from ..models.wording import nearest as nearest_word
from ..models.words import Tell, Words, bare, say, spellings
from .awaited import explained
from .coming import Coming, Judge
from .doubt import NAMED, Doubt, Part, begins, one_text, perhaps, tells_deed, what_came, which
from .fixing import continued
from .heard import hearings
from .lexicon import LONGEST, Lexicon, lexicon
from .lines import LEAVE_OUT, NO_BREACH, number_in
from .meant import MARGIN, NEAR, Guessed, Meant, best, cost, forbidden, meant, nearest, unlisted
from .tallies import rolls_told
from .tapping import unclear_initial

CLEAR = 3
"""How far a line may be from what was said that is asked about with another in one question."""
FEW_KEYS = 32
"""Most words of a text of few keys."""
TOGETHER = 5
"""Most parts of a sentence that tells two lines."""
LATELY = 3
"""Among so many lines that were noted last, one that is told may be one of them."""
MOST = 80
"""How many parts of a text are tried as lines before reading several is given up."""
_TAG = re.compile(r"(?<=[.,;!…])[^.,;!?…]*\?$")
"""A question behind what is told: `Ana plays B5, doesn't she?`."""


Listed = Mapping[int, Event]
"""Choices that people see in a list, by their numbers."""
NONE_LISTED: Listed = MappingProxyType({})


def by_number(
    record: Record,
    listed: Listed,
    text: str,
    read: Callable[[str], tuple[Event, ...]],
) -> tuple[Event, ...]:
    """Return the choice of `listed` with the number `text`, or what it reads as.

    Raises TableError, and Doubt if by itself the number can be one other line.
    """
    number = number_in(text)
    if number is None or number not in listed:
        return read(text)
    choice = (listed[number],)
    ways: Sequence[tuple[Event, ...]] = ()
    try:
        ways = [read(text)]
    except Doubt as doubt:
        ways = doubt.ways
    except TableError:
        pass
    if len(ways) == 1 and ways[0] != choice:
        raise which(record, text, [choice, *ways])
    return choice


def chosen(view: View, moves: Sequence[Event], text: str, tell: Tell, judge: Judge) -> Event:
    """Return the one of `moves`, or another that `judge` allows, that the viewer makes with `text`.

    It is for games that the program deals. Raises TableError.
    """
    (event,) = _read(Coming(view, tell, judge, tuple(moves)), text)
    return event


def public_move(table: View, player: str, text: str, tell: Tell) -> Event | None:
    """Return the move of `player` that `text` says, if everybody can tell that it is legal."""
    coming = turn(table)
    own = [event for event in coming if event.actor == player] if isinstance(coming, tuple) else []
    reader = Coming(table, tell, lambda *_: None, tuple(own))  # it is one of its own, or none
    _, _, rest = joined([player], text).partition(" ")
    with suppress(TableError):
        (event,) = _read(reader, f"{player} {rest}")
        if event in own and table.notation.verbs[event.verb].public:
            return event
    return None


def events_of(record: Record, text: str, tell: Tell) -> tuple[Event, ...]:
    """Read what is typed after `record`: one line, or several that follow each other.

    `;` separates lines that could be read differently. Raises BadNotation, IllegalAction.
    """
    events: list[Event] = []
    start = record
    parts = [part for part in text.split(";") if part.strip()]
    for n, part in enumerate(parts):
        try:
            found = _read(Coming(record, tell), part)
        except TableError as error:
            asked = None
            if isinstance(error, Doubt):
                told = Part(part, one_text(*parts[:n]), one_text(*parts[n + 1 :]))
                asked = error.of_part(events, told)
            alone = any(tells_deed(record, each, tell) for each in parts[1:])
            if parts[1:] and not alone and (not events or not isinstance(error, IllegalAction)):
                whole = _whole(start, text.replace(";", ","), tell, asked, bool(events))
                if whole:
                    return whole
            if asked is not None:
                raise asked from None
            if len(parts) > 1 and not error.lines:
                words = error.words if isinstance(error, BadNotation) else error.message
                raise BadNotation(
                    say("in '{part}': {words}", part=part.strip(), words=words)
                ) from None
            raise
        events += found
        for event in found:
            record = continued(record.plus(event))
    if not events:
        raise BadNotation(explained(record))
    return tuple(events)


def _whole(
    record: Record, text: str, tell: Tell, asked: Doubt | None, in_doubt: bool
) -> tuple[Event, ...]:
    """Return the lines of a text whose parts are none, nothing if it is not clear.

    Raises Doubt if it is asked about, and nothing is `asked` about one part, or that leaves several
    lines and this one way: always where it is `in_doubt`, for its first part is a line.
    """
    try:
        found = _read(Coming(record, tell), text)
    except TableError as error:
        doubts = isinstance(error, Doubt) and not in_doubt and error.ways
        if doubts and (asked is None or len(doubts) == 1 < len(asked.ways)):
            raise
        return ()
    if in_doubt and len(found) == 1:
        raise perhaps(record, found)
    if asked is not None and len(found) > 1:
        return ()  # the name that begins a line is no answer to what is asked about another
    return () if in_doubt else found


def is_readable(record: Record, text: str, tell: Tell) -> bool:
    """Tell whether each word of `text` is in the notation, or shortens or joins words of it."""
    try:
        return _Text(Coming(record, tell), text).is_readable
    except BadNotation:
        return False


@dataclass(frozen=True, slots=True)
class _Found:
    """The lines that a text can mean, those that leave least to be guessed.

    `unknown` are words of it that nobody declared. `wrong` is what the rules say, if it means no
    line.
    """

    lines: tuple[Meant, ...] = ()
    unknown: tuple[str, ...] = ()
    short: bool = False
    wrong: TableError | None = None

    @property
    def sure(self) -> tuple[Event, ...]:
        """The whole lines that it means, if every word of it has its place, and none is guessed."""
        if self.unknown or any(each.guessed.open for each in self.lines):
            return ()
        sure = (m for m in self.lines if m.is_sure and not self._is_doubted(m.guessed))
        return tuple(each.event for each in sure)

    def _is_doubted(self, guessed: Guessed) -> bool:
        """Tell whether a word of the line was left out, or one of the sentence taken strangely."""
        if self.short:
            return bool(guessed.missing or guessed.backward or guessed.figures)
        return bool(guessed.odd or guessed.backward or guessed.silent or guessed.figures)


class _Text:
    """What somebody typed, as words of few keys and as words of a sentence."""

    def __init__(self, coming: Coming, text: str) -> None:
        self.coming, self.text = coming, text.strip()
        self.lexicon = lexicon(coming.record, coming.tell)
        plain = re.sub(r"[,;:]|\.(?=\s|$)", " ", text)
        self.words = tuple(spelled(coming.record, plain, coming.tell).split())
        if len(self.words) > LONGEST:
            raise BadNotation(
                say(
                    "'{text}' can be read in too many ways:"
                    " type fewer lines at once, with ; between",
                    text=text.strip()[:60],
                )
            )
        tag = _TAG.search(self.text)
        if tag is not None and self.lexicon.names_player(self.lexicon.words(tag[0])):
            tag = None
        self.sentence = self.lexicon.words(self.text[: tag.start()] if tag else self.text)

    @cached_property
    def short(self) -> tuple[tuple[str, ...], ...]:
        """The words, also without spaces between some of them, if each is known or cut."""
        if any(one == other == "=" for one, other in zip(self.words, self.words[2:], strict=False)):
            return ()
        if self.lexicon.says_has(self.sentence):  # `Ana a B5` cuts no verb
            return ()
        return self._cut_to(self.coming.words)

    @property
    def is_readable(self) -> bool:
        """Whether each word is in the notation, or shortens or joins words of it."""
        return bool(self._cut_to(self.coming.words | self.lexicon.notation_words))

    def _cut_to(self, known: frozenset[str]) -> tuple[tuple[str, ...], ...]:
        """Return the words, also without spaces between some of them, if `known` has each cut."""
        return tuple(
            words
            for words in self.lexicon.parted(self.words)
            if all(self.lexicon.cut(word, known) for word in words)
            and not any(map(self.lexicon.is_article, words[:-1]))  # an article tells of one
        )

    @cached_property
    def guessed(self) -> tuple[str, ...]:
        """The words of the sentence, those that nobody knows taken for one near to them."""
        return self.lexicon.guessed(self.sentence, not self.coming.is_choice)

    @cached_property
    def is_open(self) -> bool:
        """Whether it is no sentence: a question, a wish, or nothing but figures."""
        asks = self.sentence[-1:] == ("?",) or self.lexicon.is_wish(self.sentence)
        return asks or not re.search(r"[^\W\d]", self.text)


def _read(coming: Coming, text: str) -> tuple[Event, ...]:
    """Return the lines that `text` says. Raises BadNotation, IllegalAction, and Doubt."""
    said = _Text(coming, text)
    if not said.words:
        raise BadNotation(coming.awaited)
    exact = None if _is_bare_power(said) else _to_the_letter(said)
    if exact is not None:
        return (exact,)
    if _is_bare_power(said):
        raise which(coming.record, said.text, [(each,) for each in _powers(said)])
    marked = _marked(said)
    if marked is not None:
        raise marked
    few = _of_few_keys(said)
    if few:
        asks = said.text.endswith("?") and not _has_holes(said, few)
        unclear = _is_only_named(said) or _is_figure_unclear(said) or _leaves_piece(said, few)
        if asks or unclear or _is_final(said, few):
            raise perhaps(coming.record, few)
        return _counted(said, few)
    wrong = _wrong(said)
    if isinstance(wrong, BadNotation) and wrong.words == LEAVE_OUT:
        raise wrong
    if "=" in said.words and said.short:
        raise wrong
    told = _sentence(said, wrong)
    if _was_noted(said, told):
        raise perhaps(coming.record, told)
    return _counted(said, told)


def _counted(said: _Text, lines: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return `lines`; raises Doubt if the text can tell another roll: `2 red 1`."""
    others = [way for way in _rolls(said) if way != lines] if len(lines) == 1 else []
    if others:
        raise which(said.coming.record, said.text, [lines, *others])
    return lines


def _rolls(said: _Text) -> Sequence[tuple[Event, ...]]:
    """Return the rolls that the text can tell by kinds and numbers."""
    rolls = rolls_told(said.coming, said.lexicon, said.sentence)
    return [(replace(said.coming.events[0], outcome=each),) for each in sorted(rolls)]


def _is_only_named(said: _Text) -> bool:
    """Tell whether nobody says what somebody does: a name alone ends no turn."""
    return any(said.words == (event.actor,) for event in said.coming.events)


def _leaves_piece(said: _Text, lines: Sequence[Event]) -> bool:
    """Tell whether a word was taken for a player that may be a piece of a line: `A M M`."""
    coming, record = said.coming, said.coming.record
    players, pieces, told = {*record.setup.players}, set[str](), Counter[str]()
    for n, line in enumerate(() if isinstance(coming.turn, Roll) else lines):
        record = continued(record.plus(lines[n - 1])) if n else record
        head = replace(line, words=() if coming.is_choice else line.words, outcome=())
        lies = coming.lies(line)
        pieces |= {*next_words(record, write_event(record, head)), *lies.values()} - players
        told.update((*line.words[len(head.words) :], *line.outcome, *lies.values()))
    for one, other in pairwise(said.words):  # who stands before a verb acts
        cut = said.lexicon.cut(other, coming.words) if len(other) > 1 else ()
        told[one] += any(phrase.deed for phrase, _ in cut)
    left = Counter(map(bare, said.words)) - Counter(map(bare, told.elements()))
    initials = {bare(name[0]) for name in players}
    return not {*left}.isdisjoint(initials.intersection(map(bare, pieces)))


def _is_final(said: _Text, lines: Sequence[Event]) -> bool:
    """Tell whether one of `lines` takes a piece out of the game, and its verb was not said."""
    verbs, words = said.coming.record.notation.verbs, said.coming.words
    cut = (phrase for each in said.words for phrase, _ in said.lexicon.cut(each, words))
    told = {word for phrase in cut for word in phrase.words}
    return any(verbs[event.verb].final and event.verb not in told for event in lines)


def _is_figure_unclear(said: _Text) -> bool:
    """Tell whether a figure may be of the letter behind it, `5p`, or count a die, `2b1`."""
    is_roll = isinstance(said.coming.turn, Roll)
    if is_roll and re.search(r"(^|[,;:])\s*\d ?[^\W\d_]\d", said.text):
        return True
    if not is_roll and not any(map(said.coming.numbered, said.words)):
        return False
    behind = {bare(each) for each in re.findall(r"\d ?([^\W\d_])(?!\w)", said.text)}
    names, tell = said.coming.record.notation.names, said.coming.tell
    kinds = {word[:1] for word in names if word[1:].isdecimal()} & names.keys()
    called = (each for kind in kinds for each in (kind, *spellings(names[kind].name, tell)))
    return not behind.isdisjoint(bare(each)[:1] for each in called)


def _was_noted(said: _Text, lines: Sequence[Event]) -> bool:
    """Tell whether one of `lines` has just been noted: perhaps it came before somebody said it."""
    lately = {line.event for line in said.coming.record.lines[-LATELY:]}
    return not lately.isdisjoint(lines)


def _has_holes(said: _Text, lines: Sequence[Event]) -> bool:
    """Tell whether a `?` can be what nobody has seen, and need not ask."""
    return any(HOLE in write_event(said.coming.record, event) for event in lines)


def _to_the_letter(said: _Text) -> Event | None:
    """Return the line as records write it, perhaps without its actor, if it is legal."""
    line = " ".join(said.words)
    recorded = said.coming.read(" ".join(said.text.split()))
    if unclear_initial(said.coming.record, said.words, said.coming.tell):
        text = recorded and write_event(said.coming.record, recorded)
        return recorded if text == " ".join(said.text.split()) else None
    whole = (line, *(f"{who} {line}" for who in said.coming.silent))
    read = (event for each in whole if (event := said.coming.read(each)) is not None)
    return recorded or next(read, None)


def _of_few_keys(said: _Text) -> tuple[Event, ...]:
    """Return the lines that a text of few keys means, none if it is no such text.

    Raises Doubt if it can be several, or has still to be told what came of it.
    """
    begun: _Found | None = None
    for words in said.short:
        if len(words) > FEW_KEYS:
            continue
        unmarked = () if STANDS in words else words
        found = _heard(said.coming, said.lexicon, unmarked, short=True)
        numbered = said.coming.is_choice and any(map(str.isdecimal, words[1:]))
        if len(found.sure) == 1 and not (found.lines[0].guessed.unsaid or numbered):
            return found.sure
        ways = list(dict.fromkeys(islice(_several(said, words), NAMED)))
        if len(ways) == 1:
            return ways[0]
        if ways and (shared := unclear_initial(said.coming.record, words, said.coming.tell)):
            raise shared
        if ways and len(_heard(said.coming, said.lexicon, said.sentence).sure) != 1:
            raise which(said.coming.record, said.text, ways)
        if begun is None and found.lines and "=" not in words:
            begun = found
    legal = dict.fromkeys(each for each in said.coming.spelled(said.words))
    whole = [each for each in legal if said.coming.is_legal(each)]
    if len(whole) == 1:
        return (whole[0],)
    if begun is not None:
        raise _asked(said, [_Way((each,), begun.unknown) for each in begun.lines])
    return ()


def _sentence(said: _Text, wrong: TableError) -> tuple[Event, ...]:
    """Return the lines that a sentence says; raises `wrong` if it says none, or in doubt Doubt."""
    found = _heard(said.coming, said.lexicon, said.guessed)
    if isinstance(wrong, IllegalAction) and said.short:
        raise wrong
    is_whole = said.guessed == said.sentence and not said.text.endswith("?")
    if len(found.sure) == 1 and is_whole and not said.is_open:
        return found.sure
    if (rolls := _rolls(said)) and not said.is_open:
        raise which(said.coming.record, said.text, rolls)
    ways = _nearest(said, found)
    if not ways or len(_strays(said, ways)) > 1:
        raise wrong if isinstance(wrong, IllegalAction) else found.wrong or wrong
    raise _asked(said, ways)


def _nearest(said: _Text, found: _Found) -> Sequence[_Way]:
    """Return what accounts for most of a sentence, the best first, with what was `found` in it."""
    if said.is_open or (said.short and (said.text.count("=") > 1 or STANDS in said.words)):
        return ()
    is_stranger = "=" in said.words and {*said.guessed[:1]} <= {*found.unknown}
    if is_stranger or any(map(_is_figure, found.unknown)):
        return ()
    told = () if len(found.lines) > NAMED else found.lines
    whole = [_Way((each,), found.unknown) for each in told if not each.guessed.strange]
    words = said.lexicon.affirmed(said.guessed, said.coming.words)
    near = _near(said, said.coming, words)
    known = {way.events for way in near if way.cost <= near[0].cost + MARGIN}
    ways = [*(way for way in whole if way.events not in known), *near]
    if said.coming.moves is None and not (ways and ways[0].cost == 1):  # one line has not all of it
        ways += _in_turn(said, said.coming, said.lexicon.clauses(words))
    best = dict[tuple[Event, ...], _Way]()
    for way in sorted(ways, key=lambda way: (way.cost, way.is_open)):
        if not (way.is_open and any(begins(way.events, other) for other in best)):
            best.setdefault(way.events, way)
    close, alike = list(best.values()), Counter[tuple[int, str]]()
    ranked = list[tuple[int, int, _Way]]()
    for way in (each for each in close if each.cost <= close[0].cost + MARGIN):
        kind = way.cost, way.events[0].verb
        ranked.append((way.cost, alike[kind], way))  # one of each deed rather than all of one
        alike[kind] += 1
    return [way for *_, way in sorted(ranked, key=lambda each: each[:2])][:NAMED]


@dataclass(frozen=True, slots=True)
class _Way:
    """Lines that a sentence may tell, one after the other; nobody declared its `unknown` words."""

    lines: tuple[Meant, ...]
    unknown: tuple[str, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(each.event for each in self.lines)

    @property
    def is_open(self) -> bool:
        """Whether what came of the last one is still to be asked for."""
        return bool(self.lines[-1].guessed.open)

    @property
    def cost(self) -> int:
        """How far they are from what was said."""
        return sum(max(1, cost(each)) for each in self.lines)


def _near(said: _Text, coming: Coming, words: Sequence[str], most: int = NEAR) -> Sequence[_Way]:
    """Return the lines that are near to `words`, the best first."""
    ways = hearings(said.lexicon, words, coming.words, loose=True)
    if not ways:
        return ()
    near = nearest(coming, ways, most)
    if coming.moves is None and coming.is_choice and not (near and cost(near[0]) == 1):
        others = hearings(said.lexicon, words, coming.words, unlisted=True, loose=True)
        known = {each.event for each in near if cost(each) <= cost(near[0]) + MARGIN}
        near += tuple(m for m in best(unlisted(coming, others)) if m.event not in known)
    return [_Way((each,), ways[0].unknown) for each in near]


def _in_turn(said: _Text, coming: Coming, clauses: Sequence[tuple[str, ...]]) -> Iterator[_Way]:
    """Yield lines that `clauses` may tell one after the other."""
    for at in range(1, min(len(clauses), TOGETHER)):
        one, rest = sum(clauses[:at], ()), sum(clauses[at:], ())
        for first in [way for way in _near(said, coming, one, CLEAR) if way.cost <= CLEAR][:2]:
            if not first.is_open:
                (event,) = first.events
                after = Coming(continued(coming.record.plus(event)), coming.tell)
                near = [way for way in _near(said, after, rest, CLEAR)[:1] if way.cost <= CLEAR]
                for then in near or islice(_in_turn(said, after, clauses[at:]), 1):
                    if not then.is_open:
                        unknown = (*first.unknown, *then.unknown)
                        yield _Way((*first.lines, *then.lines), unknown)


def _is_figure(word: str) -> bool:
    """Tell whether a word may be a piece that no line has: `h9`."""
    return any(map(str.isdecimal, word))


def _asked(said: _Text, ways: Sequence[_Way]) -> Doubt:
    """Return the question whether one of `ways` was meant."""
    record, unknown = said.coming.record, ways[0].unknown or _strays(said, ways)
    if len(ways) > 1:
        is_open = any(way.is_open for way in ways)
        return which(record, said.text, [way.events for way in ways], is_open, unknown)
    (only,) = ways
    if only.is_open:
        return what_came(record, only.events, unknown=unknown)
    return perhaps(record, only.events, unknown)


def _strays(said: _Text, ways: Sequence[_Way]) -> tuple[str, ...]:
    """Return the pieces and places of a text that none of the `ways` has: `v2`."""
    told = {word for way in ways for e in way.events for word in (*e.words, *e.outcome)}
    known = said.coming.record.notation.words.keys() - told
    named = (word for word in said.words if word in known)
    return tuple(word for word in named if _is_figure(word) and not word.isdecimal())


def _heard(coming: Coming, words: Lexicon, said: Sequence[str], short: bool = False) -> _Found:
    """Return what the words `said` can mean as the next line."""
    ways = hearings(words, said, coming.words, short=short)
    found = meant(coming, ways, short)
    if not found and coming.moves is None and not short:  # not all lines that can come are listed
        ways = hearings(words, said, coming.words, unlisted=True)
        found = meant(coming, ways)
    unknown = ways[0].unknown if ways else ()
    if not found:
        return _Found((), unknown, wrong=forbidden(coming, ways))
    if short:  # every word that tells something was typed
        found = tuple(each for each in found if each.guessed.missing <= each.guessed.actor)
        if coming.is_choice and all(map(str.isdecimal, said)):  # of what are these the numbers?
            found = tuple(replace(m, guessed=replace(m.guessed, figures=1)) for m in found)
    return _Found(best(found), unknown, short)


# several lines in one text


def _several(said: _Text, words: tuple[str, ...]) -> Iterator[tuple[Event, ...]]:
    """Yield the ways to read `words` of few keys as lines that follow each other."""
    if said.coming.moves is None:
        yield from _told(said, words, iter(range(MOST)), said.coming)
    else:
        yield from ((event,) for event in _heard(said.coming, said.lexicon, words, short=True).sure)


def _told(
    said: _Text,
    words: Sequence[str],
    tries: Iterator[int],
    coming: Coming,
    wordless: int = 1,
    behind: str = "",
) -> Iterator[tuple[Event, ...]]:
    """Yield the ways to read `words` of few keys as lines, each surely, while `tries` are left.

    Behind a line that was told in words, and is not `wordless`, pieces alone are none. A number
    that is glued to the piece `behind` which it stands has its kind.
    """
    if not words:
        yield ()
    for end in range(len(words), 0, -1):
        if next(tries, None) is None:
            return
        part = words[:end]
        card = _numbered(said, coming, words, behind) if end == 1 else None
        if STANDS in part:
            found = _standing(coming, part)
        elif card is not None:
            found = _Found((Meant(card, Guessed(wordless=wordless)),))
        else:
            found = _heard(coming, said.lexicon, part, short=True)
        for line in (each for each in found.lines if each.event in found.sure):
            if line.guessed.wordless <= wordless:
                after = Coming(continued(coming.record.plus(line.event)), coming.tell)
                last = "".join(line.event.words[-1:])
                rests = _told(said, words[end:], tries, after, line.guessed.wordless, last)
                yield from ((line.event, *rest) for rest in rests)


def _numbered(said: _Text, coming: Coming, words: Sequence[str], behind: str) -> Event | None:
    """Return the line that the first of `words`, the last of a text, tells as a number alone."""
    event = coming.numbered(words[0])
    left = len("".join(words))
    is_alone = any(
        left == len("".join(said.words[at:])) and said.words[at] == words[0]
        for at in range(len(said.words))
    )
    if event is None or is_alone:
        return event
    parts = coming.record.notation.sayings.parts
    kinds = (parts.get(each, ())[:1] for each in (behind, event.words[0]))
    return event if len({*kinds}) == 1 else None


def _standing(coming: Coming, words: Sequence[str]) -> _Found:
    """Return the breach that `words` let stand, as records write it but for its head."""
    events = dict.fromkeys(coming.spelled(words) if STANDS not in words[:-1] else ())
    bare = Guessed(wordless=1)
    return _Found(tuple(Meant(each, bare) for each in events if coming.is_legal(each)))


# what is wrong


def _is_bare_power(said: _Text) -> bool:
    """Tell whether a single word would use what can be used only once.

    Where the program deals, people are asked if they mean it, when the word is complete.
    """
    return len(said.words) == 1 and any(
        said.coming.moves is None or bare(each.verb) != bare(said.words[0])
        for each in _powers(said)
    )


def _powers(said: _Text) -> list[Event]:
    """Return what can be used only once that the first word may be."""
    verbs = said.coming.record.notation.verbs
    meant = said.lexicon.cut(said.words[0], said.coming.words)
    words = {word for phrase, _ in meant for word in phrase.words}
    events = said.coming.events
    return [e for e in events if e.verb in words and verbs[e.verb].once and not e.words]


def _marked(said: _Text) -> BadNotation | None:
    """Return why a move of a seat cannot have a mark of the notation, None if it has none."""
    if said.coming.moves is None:
        return None
    if "=" in said.text:
        return BadNotation(LEAVE_OUT)
    if HOLE in said.words and said.is_readable:
        viewer = said.coming.record.viewer
        return BadNotation(say("{viewer} sees this, so no '?' can stand here", viewer=viewer))
    if HOLE in said.text:
        return BadNotation(_unknown(said))
    return BadNotation(NO_BREACH) if STANDS in said.text else None


def _wrong(said: _Text) -> TableError:
    """Return what is wrong with a text of few keys: what the rules forbid, or is not understood."""
    coming = said.coming
    events = list(coming.spelled(said.words))
    if coming.moves is not None and any(event.outcome for event in events):
        return BadNotation(LEAVE_OUT)
    if events:
        told = [word for word in said.words if word not in events[0].words]
        return unclear_initial(coming.record, told, coming.tell) or coming.broken(events[0])
    for words in (each for each in said.short if len(each) <= FEW_KEYS):
        error = _forbidden(said, coming, words) or _forbidden_later(said, words)
        if error is not None:
            return error
    head = [word for word in said.words[:2] if word not in coming.record.setup.players]
    if head and head[0] in {event.verb for event in coming.events}:
        named = said.words[0] in coming.record.setup.players
        acting = any(event.actor for event in coming.events)
        try:
            coming.parsed(" ".join((*(coming.silent if acting and not named else ()), *said.words)))
        except BadNotation as error:
            return error
    return BadNotation(_unknown(said))


def _forbidden(said: _Text, coming: Coming, words: Sequence[str]) -> TableError | None:
    return forbidden(coming, hearings(said.lexicon, words, coming.words, short=True))


def _forbidden_later(said: _Text, words: Sequence[str]) -> TableError | None:
    """Return what the rules say about the line behind those with which `words` begin."""
    if said.coming.moves is not None:
        return None
    tries = iter(range(MOST))
    for end in range(len(words) - 1, 0, -1):
        ways = list(islice(_told(said, words[:end], tries, said.coming), 2))
        if len(ways) == 1:
            record = said.coming.record
            for event in ways[0]:
                record = continued(record.plus(event))
            rests = (words[end:stop] for stop in range(len(words), end, -1))
            after = Coming(record, said.coming.tell)
            return next(filter(None, (_forbidden(said, after, rest) for rest in rests)), None)
    return None


def _unknown(said: _Text) -> Words:
    """Return which word of a text nobody knows, or that all of them are no line, and what is."""
    coming, record = said.coming, said.coming.record
    verbs = dict.fromkeys(event.verb for event in coming.events)
    sayable = (*record.setup.players, *verbs, *record.notation.words)
    for word in said.words:
        if said.lexicon.cut(word, frozenset(sayable)) or said.lexicon.knows(word):
            continue
        near = nearest_word(record.game, word, (each for each in sayable if not each.isdecimal()))
        if near is not None:
            return say(
                "'{word}' is not understood; is it to be {near}? {awaited}",
                word=worded(record, word),
                near=near,
                awaited=coming.awaited,
            )
        return say(
            "'{word}' is not understood. {awaited}",
            word=worded(record, word[:40]),
            awaited=coming.awaited,
        )
    if _is_only_named(said):
        (player,) = said.words
        return say("What does {player} do? {awaited}", player=player, awaited=coming.awaited)
    return say(
        "'{text}' is no line that can come now. {awaited}",
        text=worded(record, " ".join(said.words)[:60]),
        awaited=coming.awaited,
    )

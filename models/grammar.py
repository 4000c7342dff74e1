"""The shape of a line, declared once: it reads lines, names what was expected, and is the docs.

A grammar is a string such as `CARD [by PLAYER] [up NUMBER | down NUMBER]`. Capitals are tokens of
the game's vocabulary, small words stand for themselves, `[a | b]` may be left out, `(a | b)` may
not, `*` repeats any number of times (also none), `+` at least once: a capital, or what is in round
brackets. What follows `=` is the outcome of the event; `:` starts an outcome too, but is not
written. A capital behind `?` is a piece that some do not see: their records have `?` there. One
word of look-ahead decides everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any, NamedTuple

from .bag import HOLE
from .errors import BadNotation
from .event import STANDS, Event
from .replacing import changed
from .token import NUMBER, Token, one_of
from .words import Words, listed, say

__all__ = [
    "NUMBER",
    "Cursor",
    "Seers",
    "Token",
    "Verb",
    "Vocabulary",
    "following",
    "hidden_words",
    "nobodys",
    "one_of",
    "read_event",
    "with_holes",
]

Seers = Callable[[Event, Any], frozenset[str]]
"""Returns the players who see the hidden pieces of an event. It uses only what everybody sees of
the event, and of the state before it."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of line: its grammar, who does it, who sees what the grammar hides.

    `about` is one sentence for people. `closing` lines may follow the result of the game. A
    `sorted` outcome has one canonical order, that of `key`; `tidy` sorts words whose order is free,
    of any line that has been read.
    The hidden pieces of a `skippable` line may be left out, as `?`, even by those who see them.
    Without `seers` everybody sees everything. With an `overdue` line the table ends a game that
    goes on too long; if only bots play, it comes as soon as it may. A choice is `public` if its
    legality depends on nothing that some players do not see. An `unsaid` line stands in records,
    but is not read out to people: what each may know of it is told by what follows. A `once` line
    spends something that can be used only once: it is never guessed from a single word. A `final`
    line takes a piece out of the game: where its verb is not said, people are asked. A line that
    `may_stand` can break an obligation without anybody seeing it at once: `!` at its end lets it
    stand. What comes of a line that `asks` follows from where the pieces lie, by the rules alone:
    so it can be told beforehand how likely each answer is. A `tacit` choice goes without saying at
    a table where somebody else acts next.
    """

    name: str
    """The word that it begins with, behind its actor if it has one."""
    grammar: str
    """What follows: `CARD [by PLAYER] [up NUMBER | down NUMBER] = ?CARD+`.

    Capitals are tokens of the vocabulary, small words stand for themselves, `[a | b]` may be left
    out, `(a | b)` may not, `*` repeats any number of times, `+` at least once. What is behind `=`
    or `:` is the outcome; `:` is not written. A capital behind `?` is a piece that some do not see.
    """
    about: Words
    actor: bool = True
    seers: Seers | None = None
    closing: bool = False
    sorted: bool = False
    key: Callable[[str], Any] = str
    tidy: Callable[[Event], Event] | None = None
    skippable: bool = False
    overdue: bool = False
    public: bool = False
    unsaid: bool = False
    once: bool = False
    final: bool = False
    may_stand: bool = False
    asks: bool = False
    tacit: bool = False

    @property
    def small(self) -> tuple[str, ...]:
        """The words of the line that stand for themselves, `/` among them, in their order."""
        return _small(self.grammar)

    def write(self, event: Event) -> str:
        """Return `event` without its actor, in canonical notation."""
        parts = [self.name, *event.words]
        if event.outcome and self.has_outcome:
            parts.append("=")
        text = " ".join([*parts, *event.outcome, *[STANDS] * event.stands])
        return re.sub(r"\?( \?)+", lambda holes: holes[0].replace(" ", ""), text)

    @property
    def shape(self) -> str:
        """The line without its actor, as the docs show it."""
        shape = self.grammar.replace(" :", "").removeprefix(": ").replace("?", "")
        return f"{self.name} {shape}{f' [{STANDS}]' * self.may_stand}".strip()

    @property
    def has_outcome(self) -> bool:
        """Whether something comes of the choice, behind `=`."""
        return "=" in self.grammar

    @property
    def hides_choice(self) -> bool:
        """Whether the choice itself, not only its outcome, has pieces that some do not see."""
        parts = _compiled(self.grammar)
        chosen = takewhile(lambda part: not _begins_outcome(part), parts)
        return any(_hides(part) for part in chosen)


def nobodys(*verbs: Verb) -> tuple[Verb, ...]:
    """Return lines that no player does: what comes to the table, or how it stands."""
    return tuple(changed(verb, actor=False) for verb in verbs)


Vocabulary = Mapping[str, Token]


class Cursor:
    """The words of one line, read from left to right."""

    _WORD = re.compile(r"\?|[^\s?]\S*")

    def __init__(self, text: str, line: int = 0) -> None:
        self.line = line
        self._words = [(match.start() + 1, match[0]) for match in self._WORD.finditer(text)]
        self._end = len(text.rstrip()) + 1
        self._next = 0

    def peek(self) -> str | None:
        """Return the next word, or None at the end of the line."""
        return self._words[self._next][1] if self._next < len(self._words) else None

    def take(self) -> str:
        """Return the next word, which must exist, and move on."""
        self._next += 1
        return self._words[self._next - 1][1]

    @property
    def rest(self) -> str:
        """The words from here to the end of the line."""
        return " ".join(word for _, word in self._words[self._next :])

    def fail(self, expected: Words) -> BadNotation:
        """Return the error that `expected` should stand here."""
        if self.peek() is None:
            words = say("the line ends where {expected} is expected", expected=expected)
            return BadNotation(words, self.line, self._end)
        column, found = self._words[self._next]
        if len(found) > 40:
            found = f"{found[:40]}…"
        words = say("expected {expected}, found '{found}'", expected=expected, found=found)
        return BadNotation(words, self.line, column)


def read_event(
    cursor: Cursor, verb: Verb, vocabulary: Vocabulary, actor: str = "", outcome: bool = True
) -> Event:
    """Read what follows the name of `verb`; without `outcome` it may stop before the outcome.

    Raises BadNotation.
    """
    reading = _read(cursor, verb, vocabulary, outcome)
    words, done = _words(reading.words), _words(reading.outcome)
    return Event(verb.name, actor, words, done, reading.stands)


def _words(said: Iterable[_Said]) -> tuple[str, ...]:
    return tuple(each.word for each in said)


def _read(cursor: Cursor, verb: Verb, vocabulary: Vocabulary, outcome: bool) -> _Reading:
    reading = _Reading(cursor, vocabulary)
    for part in _compiled(verb.grammar):
        if not outcome and cursor.peek() is None and _begins_outcome(part):
            break
        reading.read(part)
    if verb.may_stand and cursor.peek() == STANDS:
        cursor.take()
        reading.stands = True
    if cursor.peek() is not None:
        raise cursor.fail(reading.more or say("the end of the line"))
    return reading


def hidden_words(verb: Verb, vocabulary: Vocabulary, event: Event) -> tuple[str, ...]:
    """Return the words of `event` that are hidden from players who are not its seers."""
    reading = _read_again(verb, vocabulary, event)
    return tuple(each.word for each in (*reading.words, *reading.outcome) if each.hides)


def with_holes(verb: Verb, vocabulary: Vocabulary, event: Event) -> Event:
    """Return `event` as players see it who are not its seers."""
    reading = _read_again(verb, vocabulary, event)
    return changed(
        event,
        words=_with_holes(reading.words),
        outcome=_with_holes(reading.outcome),
    )


def _read_again(verb: Verb, vocabulary: Vocabulary, event: Event) -> _Reading:
    """Return the reading of an event, which may be a choice without an outcome yet."""
    cursor = Cursor(verb.write(event))
    cursor.take()
    return _read(cursor, verb, vocabulary, outcome=bool(event.outcome))


def _with_holes(said: Iterable[_Said]) -> tuple[str, ...]:
    return tuple(HOLE if each.hides else each.word for each in said)


def following(verb: Verb, vocabulary: Vocabulary, text: str) -> tuple[str, ...]:
    """Return the words that can come next in a line of `verb` that begins with `text`.

    What is read as another word, such as the player Bo as the card BO, is none of them.
    """
    return tuple(
        word
        for word in dict.fromkeys(_all_words(_compiled(verb.grammar), vocabulary))
        if _fits(verb, {n: _exact(each, word) for n, each in vocabulary.items()}, f"{text} {word}")
    )


def _exact(token: Token, word: str) -> Token:
    """Return `token`, which reads `word` as no other one."""

    def read(text: str) -> str | None:
        found = token.read(text)
        return None if text == word != found else found

    return changed(token, read=read)


def _all_words(parts: tuple[_Part, ...], vocabulary: Vocabulary) -> Iterator[str]:
    for part in parts:
        match part:
            case _Literal(word):
                yield word
            case _Slot(token):
                yield from vocabulary[token].words
            case _Either(options):
                for option in options:
                    yield from _all_words(option, vocabulary)
            case _Outcome(written=True):
                yield "="


def _fits(verb: Verb, vocabulary: Vocabulary, text: str) -> bool:
    cursor = Cursor(text)
    try:
        read_event(cursor, verb, vocabulary)
    except BadNotation:
        return cursor.peek() is None
    return True


@dataclass(frozen=True, slots=True)
class _Literal:
    word: str


@dataclass(frozen=True, slots=True)
class _Slot:
    token: str
    repeat: str
    hides: bool


@dataclass(frozen=True, slots=True)
class _Either:
    options: tuple[tuple[_Part, ...], ...]
    optional: bool
    repeat: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    written: bool


_Part = _Literal | _Slot | _Either | _Outcome


class _Said(NamedTuple):
    """A word of a line, and whether it is a piece that some do not see."""

    word: str
    hides: bool = False


class _Reading:
    """The reading of one line along its grammar."""

    def __init__(self, cursor: Cursor, vocabulary: Vocabulary) -> None:
        self.cursor = cursor
        self.vocabulary = vocabulary
        self.words: list[_Said] = []
        self.outcome: list[_Said] = []
        self._target = self.words
        self.stands = False
        self.more: Words | None = None

    def read(self, part: _Part) -> None:
        self.more = None
        match part:
            case _Literal(word):
                self._literal(word)
            case _Slot():
                self._slot(part)
            case _Either():
                self._either(part)
            case _Outcome(written):
                if written and self.cursor.peek() != "=":
                    raise self.cursor.fail(say("'='"))
                if written:
                    self.cursor.take()
                self._target = self.outcome

    def _literal(self, word: str) -> None:
        if not self._starts(_Literal(word)):
            raise self.cursor.fail(say("'{word}'", word=word))
        self.cursor.take()
        self._target.append(_Said(word))

    def _slot(self, slot: _Slot) -> None:
        if slot.repeat != "*" and not self._starts(slot):
            raise self.cursor.fail(self.vocabulary[slot.token].expected)
        while self._starts(slot):
            word = self._canonical(slot, self.cursor.take()) or HOLE
            self._target.append(_Said(word, slot.hides))
            if not slot.repeat:
                return
        self.more = self.vocabulary[slot.token].expected

    def _either(self, either: _Either) -> None:
        found = self._one_of(either.options)
        if not found and not either.optional:
            first, *more = (self._beginning(option[0]) for option in either.options)
            words = say("one of {words}", words=listed((first, *more))) if more else first
            raise self.cursor.fail(words)
        while found and either.repeat:
            found = self._one_of(either.options)

    def _one_of(self, options: tuple[tuple[_Part, ...], ...]) -> bool:
        for option in options:
            if self._starts(option[0]):
                for part in option:
                    self.read(part)
                return True
        return False

    def _beginning(self, part: _Part) -> Words:
        if isinstance(part, _Slot):
            return self.vocabulary[part.token].expected
        return say("{word}", word=part.word if isinstance(part, _Literal) else "=")

    def _starts(self, part: _Part) -> bool:
        word = self.cursor.peek()
        match part:
            case _ if word is None:
                return False
            case _Literal(literal):
                return word.casefold() == literal.casefold()
            case _Slot():
                return self._canonical(part, word) is not None
            case _Either(options):
                return any(self._starts(option[0]) for option in options)
            case _:
                return word == "="

    def _canonical(self, slot: _Slot, word: str) -> str | None:
        if word == HOLE:
            return HOLE if slot.hides else None
        return self.vocabulary[slot.token].read(word)


def _hides(part: _Part) -> bool:
    if isinstance(part, _Either):
        return any(_hides(each) for option in part.options for each in option)
    return isinstance(part, _Slot) and part.hides


def _begins_outcome(part: _Part) -> bool:
    if isinstance(part, _Either):
        return any(_begins_outcome(option[0]) for option in part.options)
    return isinstance(part, _Outcome)


_PART = re.compile(r"\??[A-Z]+[*+]?|[a-z/]+|\)[*+]?|[\[\](|=:]")


@cache
def _small(grammar: str) -> tuple[str, ...]:
    return tuple(part for part in _PART.findall(grammar) if part[0].islower() or part == "/")


@cache
def _compiled(grammar: str) -> tuple[_Part, ...]:
    parts = _PART.findall(grammar)
    assert "".join(parts) == grammar.replace(" ", ""), f"not a grammar: {grammar}"
    return _options(parts)[0][0]


def _options(parts: list[str]) -> tuple[tuple[tuple[_Part, ...], ...], str]:
    """Return the alternatives up to the closing bracket, and the repeat sign behind it."""
    options: list[list[_Part]] = [[]]
    repeat = ""
    while parts:
        part = parts.pop(0)
        match part:
            case "]" | ")" | ")*" | ")+":
                repeat = part[1:]
                break
            case "|":
                options.append([])
            case "[" | "(":
                inner, repeats = _options(parts)
                optional = part == "[" or repeats == "*"
                options[-1].append(_Either(inner, optional, repeats))
            case "=" | ":":
                options[-1].append(_Outcome(written=part == "="))
            case _ if part.isupper():
                repeat = part[-1] if part[-1] in "*+" else ""
                token = part.removeprefix("?").removesuffix(repeat)
                options[-1].append(_Slot(token, repeat, hides=part.startswith("?")))
            case _:
                options[-1].append(_Literal(part))
    return tuple(tuple(option) for option in options), repeat

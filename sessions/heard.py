"""Lines as people say them: whole sentences, in any order of words, in every language understood.

A sentence is taken apart into what it mentions: players, pieces, numbers, and the verbs of the
lines that can come next (`live`). It is held against these lines. A line is meant if it has a
place for everything that is mentioned, and no other such line is as complete. A word that nobody
declared is passed over, unless it may be a slip for a piece or a name that the line has not. What
can make a sentence no line at all is a closed class, declared in `models.saying`: negation,
questions, wishes, hearsay, taking back (`AGAINST`). A verb of another deed is passed over only
where the line's own is mentioned, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import islice
from unicodedata import normalize

from ..models import saying
from ..models.core import Record
from ..models.notation import Notation
from ..models.wording import worded
from ..models.words import CODE, Tell, Words, bare, listed, say, spellings

HEARINGS = 64
"""Most ways in which a sentence is taken apart up to each word."""
TRIED = 256
"""Most outcomes that are tried for one line."""
LONGEST = 80
"""Most words of a sentence."""
ALONE = 2
"""How unusual it is to name a piece by its number alone."""
SKIPPED = 3
"""How unusual it is to tell a number that tells nothing: `that one`."""
STEMS = 8_192
"""How many words are cached without their endings."""
LONGEST_PIECE = 2
"""Most letters of a piece that is written without a space behind it."""
LEXICONS = 16
"""How many lexicons are kept: one for each seat and language of a game or two."""
MISTYPED = 4
"""Letters from which on a slip of the keyboard is looked for."""
CUT = 3
"""Letters to which a word may be cut."""

_TOKEN = re.compile(r"[^\s,;:.!?()\"«»=…]+|[?!,;:.]")
_STOPS = ",;:.?!"
_EXCLAIMED = re.compile(r"(?<=\w)!+")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")
_ELIDED = re.compile(r"^(l|d|qu|n|j|c|s|m|t)'(?=.)")
_UNTOLD = re.compile(r"(?<=\w\w\w)(rait|raient|rais)$|n't$|-(t-)?(il|elle|on)s?$|-(le|la|les|moi)$")
"""How verbs end that tell of nothing that has happened: `jouerait`, `joue-t-il`, `mets-le`."""
_SEVERAL = re.compile(r"(?<=^\d)s$")
_CLITIC = re.compile(r"(?<=.)('s|'ll|'ve|'re|'d|'m|s'(?=$))$")


class Kind(StrEnum):
    """What a phrase does in a sentence."""

    CONTENT = "content"
    COUNT = "count"
    PLAYER = "player"
    ARTICLE = "article"
    IDLE = "idle"
    SELF = "self"
    AGAINST = "against"


_LITTLE = frozenset({Kind.ARTICLE, Kind.IDLE, Kind.AGAINST})


class Role(StrEnum):
    """What the words around a name tell of its player."""

    ANY = ""
    ACTS = "acts"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that is mentioned: one of `words` of the notation, `count` times."""

    words: frozenset[str]
    count: int = 1
    role: Role = Role.ANY
    is_player: bool = False
    deed: bool = False
    """Whether it is nothing but what somebody does."""

    @property
    def is_part(self) -> bool:
        """Whether only something that several pieces have in common is mentioned."""
        return len(self.words) > 1 and self.count == 1 and not self.deed


@dataclass(frozen=True, slots=True)
class Hearing:
    """One way to take a sentence apart; `unknown` are words that nobody declared.

    `strained` counts the words that were taken in an unusual way. Somebody only `holds` something,
    if nothing is told that somebody does.
    """

    mentions: tuple[Mention, ...]
    unknown: tuple[str, ...] = ()
    strained: int = 0
    holds: bool = False


@dataclass(frozen=True, slots=True)
class _Phrase:
    """What a phrase of `length` words can be.

    `words` of the notation it stands for as a whole, and the pieces of which it names a part, with
    that part's number as a bit.
    """

    kind: Kind
    words: frozenset[str] = frozenset()
    parts: Mapping[str, int] | None = None
    before: Role = Role.ANY
    behind: Role = Role.ANY
    number: int | None = None
    joined: tuple[frozenset[str], ...] = ()
    deed: bool = False
    """Whether it is something that a player does."""
    accented: bool = False
    """Whether it is written with accents: `thé` is no article."""
    again: bool = False
    """Whether it is the player who was just named: `Bo he plays`."""
    lists: bool = False
    """Whether it stands between the parts of a list."""
    plural: bool = False
    """Whether it is heard in the plural."""
    dead: bool = False
    """Whether no line that can come has such a word, and it is no piece."""

    @property
    def places(self) -> bool:
        """Whether it tells who of two players acts."""
        return self.before is not Role.ANY or self.behind is not Role.ANY


def tokens(text: str) -> tuple[str, ...]:
    """Return the words of a sentence, in lower case: `l'a` is two, `Bo's` is two;
    of `2s` the number.

    A single capital behind the first word stays one: it is a piece, not an article.
    """
    plain = normalize("NFC", text).replace("\u2019", "'")
    found: list[str] = []
    for each in _TOKEN.findall(_EXCLAIMED.sub("", plain)):
        if found and len(each) == 1 and each.isupper():
            found.append(each)
            continue
        each = each.casefold()
        while elided := _ELIDED.match(each):
            found.append(elided[0])
            each = each[elided.end() :]
        clitic = _CLITIC.search(each)
        if clitic:
            found += [each[: clitic.start()], "'s" if clitic[0] == "s'" else clitic[0]]
        else:
            found.append(_SEVERAL.sub("", each))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a lexicon depends on: it is the same for records that share a notation.

    `told` are the pieces in the languages that are understood.
    """

    notation: Notation
    viewer: str
    told: tuple[str, ...]
    record: Record = field(compare=False)
    tell: Tell = field(compare=False)


def lexicon(record: Record, tell: Tell) -> Lexicon:
    """Return what can be said in the game of a record, made once for all of its lines."""
    known = record.notation.vocabulary.values()
    pieces = record.notation.signs(word for token in known for word in token.words)
    told = spellings(say("{line}", line=listed((CODE, *pieces.values), " ")), tell)
    return _lexicon(_Asked(record.notation, record.viewer, told, record, tell))


@lru_cache(LEXICONS)
def _lexicon(asked: _Asked) -> Lexicon:
    return Lexicon(asked.record, asked.tell)


class Lexicon:
    """What can be said in a game: its pieces, its verbs, its players, the words between them."""

    def __init__(self, record: Record, tell: Tell) -> None:
        self._tell = tell
        self._record = record
        self._phrases: dict[str, dict[tuple[str, ...], list[_Phrase]]] = {}
        self._exact: dict[tuple[str, ...], list[_Phrase]] = {}
        """The phrases by their words as they stand, but for a plural."""
        self._stemmed: set[str] = set()
        self._spelled: dict[str, None] = {}
        """All words of phrases, and their stems."""
        self._endings = tuple(sorted(self._listed(saying.ENDINGS), key=len, reverse=True))
        self._asks = frozenset(self._listed(saying.ASKS))
        sayings = record.notation.sayings
        self._add(saying.ARTICLES, _Phrase(Kind.ARTICLE))
        self._add_idle()
        if sayings.idle is not None:
            self._add(sayings.idle, _Phrase(Kind.ARTICLE))
        for mark in _STOPS:
            self._put([mark], _Phrase(Kind.IDLE, lists=mark == ","))
        self._add(saying.AND, _Phrase(Kind.IDLE, lists=True))
        for number, words in saying.COUNTS.items():
            self._add(words, _Phrase(Kind.COUNT, number=number))
        self._add(saying.AGAINST, _Phrase(Kind.AGAINST))
        self._add(saying.SELF, _Phrase(Kind.SELF))
        self._add(saying.PRONOUNS, _Phrase(Kind.ARTICLE, again=True))
        self._add(saying.BY, _Phrase(Kind.IDLE, before=Role.ACTS))
        self._add(saying.SAYS, _Phrase(Kind.IDLE, before=Role.ACTS, behind=Role.ACTS))
        self._add(saying.TO, _Phrase(Kind.IDLE, before=Role.OTHER))
        self._add(saying.HAS, _Phrase(Kind.IDLE, behind=Role.OTHER))
        if record.viewer in record.setup.players:
            self._add(saying.ME, _player(record.viewer))
        self._add(saying.DEEDS, _Phrase(Kind.CONTENT, deed=True, dead=True))
        self._add_words()
        self._add_parts()
        self._add_players()

    def _listed(self, words: Words) -> Iterator[str]:
        for text in spellings(words, self._tell):
            yield from (each.strip() for each in text.split(","))

    def _add(self, words: Words, phrase: _Phrase) -> None:
        for text in self._listed(words):
            self._put(tokens(text), phrase)

    def _put(self, said: Sequence[str], phrase: _Phrase) -> None:
        if said:
            stems = tuple(map(self.stem, said))
            if phrase.kind in _LITTLE:
                phrase = replace(phrase, accented=any(each != bare(each) for each in said))
            known = self._phrases.setdefault(stems[0], {}).setdefault(stems, [])
            if phrase not in known:
                known.append(phrase)
            self._exact.setdefault(tuple(map(_singular, said)), []).append(phrase)
            self._stemmed.update(stems)
            self._spelled |= dict.fromkeys(map(bare, said))

    def _add_idle(self) -> None:
        """Add words that tell nothing, but for those that the notation itself has: `yes`."""
        tokens_ = self._record.notation.vocabulary.values()
        known = {
            text
            for word in {word for token in tokens_ for word in token.words}
            for text in self._listed(worded(self._record.game, word))
        }
        for text in self._listed(saying.IDLE):
            if text not in known:
                self._put(tokens(text), _Phrase(Kind.IDLE))

    def _add_words(self) -> None:
        """Add the words of the notation as they are written, translated, and said otherwise."""
        notation = self._record.notation
        known = dict.fromkeys(
            (*notation.verbs, *(w for token in notation.vocabulary.values() for w in token.words))
        )
        small = {
            w for verb in notation.verbs.values() for w in re.findall(r"[a-z/]+", verb.grammar)
        }
        for word in (*known, *small):
            if word in self._record.setup.players:
                continue
            number = int(word) if word.isdecimal() else None
            deed = word in notation.verbs and notation.verbs[word].actor
            phrase = _Phrase(Kind.CONTENT, frozenset({word}), number=number, deed=deed)
            self._add(worded(self._record.game, word), phrase)
            if word in notation.names:
                self._add(notation.names[word].name, phrase)
            for texts in (notation.sayings.words, saying.NUMBERS, saying.COMMON):
                if word in texts:
                    self._add(texts[word], phrase)

    def _add_parts(self) -> None:
        """Add what pieces are made of: each phrase stands for the pieces that have such a part."""
        having: dict[tuple[str, ...], dict[str, int]] = {}
        written: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
        for piece, parts in self._record.notation.sayings.parts.items():
            for at, words in enumerate(parts):
                for text in self._listed(words):
                    said = tokens(text)
                    stems = tuple(map(self.stem, said))
                    self._stemmed.update(stems)
                    self._spelled |= dict.fromkeys(map(bare, said))
                    written.setdefault(stems, set()).add(tuple(map(_singular, said)))
                    pieces = having.setdefault(stems, {})
                    pieces[piece] = pieces.get(piece, 0) | 1 << at
        for stems, pieces in having.items():
            phrase = _Phrase(Kind.CONTENT, frozenset(pieces), pieces)
            self._phrases.setdefault(stems[0], {}).setdefault(stems, []).append(phrase)
            for said in written[stems]:
                self._exact.setdefault(said, []).append(phrase)

    def _add_players(self) -> None:
        for player in self._record.setup.players:
            parts = [bare(part) for part in re.split("[_-]", player)]
            self._put(parts, _player(player))
            self._put(tokens(player.replace("_", " ")), _player(player))
            if len(parts) > 1:
                self._put([parts[0], parts[1][0]], _player(player))
                self._put(parts, _player(player))
                for between in ("", "-"):
                    self._put([between.join(part[0] for part in parts)], _player(player))
                for part in parts:
                    if len(part) >= CUT:
                        self._put([part], _player(player))

    def stem(self, token: str) -> str:
        """Return a word without its ending."""
        return _stem(token, self._endings)

    def at(
        self,
        said: Sequence[str],
        first: int,
        live: frozenset[str] | None = None,
        unlisted: bool = False,
    ) -> list[tuple[int, _Phrase]]:
        """Return what can begin at the word `first`, the longest phrases first.

        What can be one of the `live` words is nothing else; with `unlisted` words of other lines
        are kept, too.
        """
        found = self._at(said, first)
        if live is None:
            return found
        if first == 0 and said[0] in self._asks and self._is_player(said[1:2]):
            return [(1, _Phrase(Kind.AGAINST))]
        alive = found if unlisted else [(n, self._alive(each, live)) for n, each in found]
        told = {n for n, each in alive if each.kind is Kind.CONTENT and not each.dead}
        told |= {n for n, each in alive if each.places}
        exact = [(n, each) for n, each in alive if self._is_exact(each, said[first : first + n])]
        against = max((n for n, each in exact if each.kind is Kind.AGAINST), default=0)

        def may_be(n: int, phrase: _Phrase) -> bool:
            if n == against and phrase.kind is Kind.CONTENT and phrase.words & live:
                return (first > 0 or n == len(said)) and (n, phrase) in exact
            return n > against or phrase.kind is Kind.AGAINST

        return [(n, each) for n, each in alive if may_be(n, each) and not (each.dead and n in told)]

    def _is_player(self, said: Sequence[str]) -> bool:
        return any(each.kind is Kind.PLAYER for each in self._exact.get(tuple(said), []))

    def _is_exact(self, phrase: _Phrase, said: Sequence[str]) -> bool:
        exact = self._exact.get(tuple(map(_singular, said)), [])
        return any(phrase.kind is each.kind and phrase.words <= each.words for each in exact)

    def _alive(self, phrase: _Phrase, live: frozenset[str]) -> _Phrase:
        if phrase.kind is not Kind.CONTENT or phrase.joined:
            return phrase
        words = phrase.words & (live | self._pieces_known)
        if phrase.parts and words and not self._is_of_kinds(words, live):
            return replace(phrase, dead=True, deed=True, parts=None)
        if not words:
            return replace(phrase, dead=True, deed=phrase.words.issubset(self._verbs))
        deed = phrase.deed and not words.isdisjoint(self._record.notation.verbs)
        return replace(phrase, words=words, deed=deed)

    @cached_property
    def _verbs(self) -> frozenset[str]:
        return frozenset(self._record.notation.verbs)

    def _is_of_kinds(self, words: frozenset[str], live: frozenset[str]) -> bool:
        """Tell whether the lines that can come have pieces of the kind of one of `words`."""
        kinds = (self._kinds(word) for word in words)
        alive = {kind for word in live for kind in self._kinds(word)}
        return any(not alive.isdisjoint(each) for each in kinds)

    def _kinds(self, word: str) -> frozenset[str]:
        if word not in self._kinds_known:
            known = self._record.notation.vocabulary.items()
            kinds = (kind for kind, token in known if kind != "PLAYER" and token.read(word) == word)
            self._kinds_known[word] = frozenset(kinds)
        return self._kinds_known[word]

    @cached_property
    def _kinds_known(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _pieces_known(self) -> frozenset[str]:
        tokens_ = self._record.notation.vocabulary.values()
        return frozenset(word for token in tokens_ for word in token.words) | frozenset(
            self._record.notation.sayings.parts
        )

    def _at(self, said: Sequence[str], first: int) -> list[tuple[int, _Phrase]]:
        initial = self._initial(said, first)
        if initial and first + 2 < len(said):
            return initial
        stems = self._stems(said)
        found = [
            (len(key), phrase)
            for key, phrases in self._phrases.get(stems[first], {}).items()
            if stems[first : first + len(key)] == key
            for phrase in self._nearest(phrases, said[first : first + len(key)])
            if phrase.kind not in _LITTLE or phrase.accented or _is_little(said[first])
        ]
        pieces = [(1, phrase) for phrase in self._pieces(said[first])]
        if pieces and not _is_named(said[first + 1 : first + 2]):
            found = [each for each in found if each[1].kind is not Kind.ARTICLE]
        found += pieces
        placed = {length for length, phrase in found if phrase.places}
        found = [
            (length, phrase)
            for length, phrase in found
            if length not in placed or phrase.kind is not Kind.IDLE or phrase.places
        ]
        found += initial
        found.sort(key=lambda each: -each[0])
        if not found and _UNTOLD.search(bare(said[first])):
            return [(1, _Phrase(Kind.AGAINST))]
        return found or self._shortened(said[first]) or self._joined(said[first])

    def is_thing(self, said: Sequence[str], at: int) -> bool:
        """Tell whether several of a thing are named at a word: `cards`."""
        if at >= len(said) or not _is_plural(said[at]):
            return False
        return any(phrase.kind is Kind.ARTICLE for _, phrase in self.at(said, at))

    def corrected(self, said: Sequence[str]) -> tuple[str, ...]:
        """Return the words of a sentence without slips of the keyboard: `plasy` is `plays`.

        A letter was left out, typed twice, or swapped with the next one, in a word of four or more
        that nobody knows; and one word only is meant.
        """
        whole = (self._parted(word) for word in said)
        words = (word for several in whole for word in several)
        return tuple(word if self._is_known(word) else self._meant(word) for word in words)

    def _parted(self, token: str) -> Sequence[str]:
        """Return the words between the hyphens of one that nobody knows: `left-hand`."""
        known = self.stem(token) in self._stemmed or _UNTOLD.search(token)
        return [token] if known else token.strip("-").split("-")

    def _is_known(self, token: str) -> bool:
        if len(token) < MISTYPED or not token.isalpha() or self.stem(token) in self._stemmed:
            return True
        return bool(self._shortened(token) or self._joined(token) or any(self._pieces(token)))

    def _meant(self, token: str) -> str:
        texts = {bare(token), _singular(token)}
        near = [word for word in self._spelled if any(is_slip(text, word) for text in texts)]
        return near[0] if len({self.stem(word) for word in near}) == 1 else token

    def near(self, unknown: Sequence[str], line: frozenset[str]) -> tuple[str, ...]:
        """Return which of `unknown` may be a slip for a piece or a name that `line` has not."""
        return tuple(word for word in unknown if self._is_near(bare(word), line))

    def _is_near(self, word: str, line: frozenset[str]) -> bool:
        if any(each.isdigit() for each in word):
            return True
        return any(not words & line and is_close(word, text) for text, words in self._names.items())

    @cached_property
    def _names(self) -> Mapping[str, frozenset[str]]:
        """What each text names, of players and pieces."""
        found: dict[str, frozenset[str]] = {}
        for phrases in self._exact.items():
            for phrase in phrases[1]:
                if phrase.kind is Kind.PLAYER or not phrase.words.isdisjoint(self._pieces_known):
                    for each in phrases[0]:
                        found[each] = found.get(each, frozenset()) | phrase.words
        return found

    def _initial(self, said: Sequence[str], first: int) -> list[tuple[int, _Phrase]]:
        """Return whose name is cut here, with a mark behind it: `A. has it`, `A: 3`."""
        if said[first + 1 : first + 2] not in ((".",), (":",)):
            return []
        text = bare(said[first])
        names = [p for p in self._record.setup.players if bare(p).startswith(text)]
        return [(1, _player(name)) for name in names]

    def _joined(self, token: str) -> list[tuple[int, _Phrase]]:
        """Return the pieces that are written without a space between them, if there is one way."""
        ways = list(islice(self._cut(token), 2)) if len(token) > 1 else []
        return [(1, _Phrase(Kind.CONTENT, joined=ways[0]))] if len(ways) == 1 else []

    def _cut(self, rest: str) -> Iterator[tuple[frozenset[str], ...]]:
        if not rest:
            yield ()
        for end in range(1, min(len(rest), LONGEST_PIECE) + 1):
            for phrase in self._pieces(rest[:end]):
                if phrase.number is None:
                    for others in self._cut(rest[end:]):
                        yield (phrase.words, *others)

    def _nearest(self, phrases: Sequence[_Phrase], said: Sequence[str]) -> Sequence[_Phrase]:
        """Return `phrases` without those that are said otherwise, if one is said as it stands.

        A piece stands so before other pieces, a player before little words: `Ann` is no `an`.
        """
        exact = self._exact.get(tuple(map(_singular, said)), [])
        if any(each.kind is Kind.PLAYER for each in exact):
            phrases = [each for each in phrases if each.kind not in _LITTLE or each in exact]
        if not any(each.kind is Kind.CONTENT and not each.deed for each in exact):
            return phrases
        return [each for each in phrases if each.deed or each in exact]

    def _stems(self, said: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self.stem, said))

    def _pieces(self, token: str) -> Iterator[_Phrase]:
        vocabulary = self._record.notation.vocabulary.items()
        read = (each.read(token) for name, each in vocabulary if name != "PLAYER")
        words = frozenset(word for word in read if word is not None)
        if words:
            yield _Phrase(Kind.CONTENT, words, number=int(token) if token.isdecimal() else None)

    def _shortened(self, token: str) -> list[tuple[int, _Phrase]]:
        """Return what begins like `token`, if only one thing does."""
        text = bare(token)
        names = [p for p in self._record.setup.players if bare(p).startswith(text)]
        if len(names) == 1:
            return [(1, _player(names[0]))]
        if len(text) < CUT:
            return []
        found = {
            phrase.words: phrase
            for key, phrases in self._phrases.items()
            if key.startswith(text)
            for stems, several in phrases.items()
            if len(stems) == 1
            for phrase in several
            if phrase.kind is Kind.CONTENT
        }
        return [(1, phrase) for phrase in found.values()] if len(found) == 1 else []


def _is_plural(token: str) -> bool:
    return _singular(token) != bare(token)


def is_slip(typed: str, word: str) -> bool:
    """Tell whether `typed` is `word` with a letter too few, too many, or two swapped."""
    if typed[:1] != word[:1] or len(word) < MISTYPED:
        return False
    if len(typed) == len(word):
        wrong = [at for at, letter in enumerate(typed) if letter != word[at]]
        return (
            len(wrong) == 2
            and wrong[1] == wrong[0] + 1
            and (typed[wrong[0]] == word[wrong[1]] and typed[wrong[1]] == word[wrong[0]])
        )
    long, short = (typed, word) if len(typed) > len(word) else (word, typed)
    if len(long) != len(short) + 1:
        return False
    return any(long[:at] + long[at + 1 :] == short for at in range(1, len(long)))


def is_close(typed: str, word: str) -> bool:
    """Tell whether `typed` may be `word`, cut or with a letter or two wrong."""
    if len(typed) >= CUT and word.startswith(typed):
        return True
    if typed[:1] != word[:1] or min(len(typed), len(word)) < MISTYPED:
        return False
    return _distance(typed, word) <= (1 if len(word) < 7 else 2)


def _distance(one: str, other: str) -> int:
    """Return how many letters are put in, left out or replaced between two words."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row[0] = row[0], at
        for n, each in enumerate(other, 1):
            before, row[n] = row[n], min(row[n] + 1, row[n - 1] + 1, before + (letter != each))
    return row[-1]


def _singular(token: str) -> str:
    """Return a word without its plural, in bare letters."""
    text = bare(token)
    return text[:-1] if len(text) > CUT and text[-1] in "sx" and text[-2] != "s" else text


def _is_little(token: str) -> bool:
    """Tell whether a word as it is typed can be one that tells nothing."""
    return token == bare(token)


def _is_named(behind: Sequence[str]) -> bool:
    """Tell whether an article can stand before these words: it does not before a small letter."""
    return any(len(each) > 1 or each.isupper() or each.isdecimal() for each in behind)


@lru_cache(STEMS)
def _stem(token: str, endings: tuple[str, ...]) -> str:
    text = _singular(token)
    if any(each.isdigit() for each in text):
        return bare(token)
    for ending in endings:
        if text.endswith(ending) and len(text) - len(ending) >= CUT:
            text = text[: -len(ending)]
            break
    return _DOUBLED.sub(r"\1", text)


def _player(name: str) -> _Phrase:
    return _Phrase(Kind.PLAYER, frozenset({name}))


@dataclass(frozen=True, slots=True)
class _Open:
    """What has been heard so far: `parts` are the pieces that the last mention can still become."""

    mentions: tuple[Mention, ...] = ()
    unknown: tuple[str, ...] = ()
    strained: int = 0
    parts: tuple[tuple[str, int], ...] = ()
    role: Role = Role.ANY
    count: int = 0
    name_is_last: bool = False
    loose: bool = False
    """Whether other words stand between the last mention and what comes."""
    listed: bool = False
    """Whether nothing but a comma or an `and` stands behind the last mention."""
    alone: int = 0
    """How many of the last mentions are numbers, of which nobody said of what: `2, 3 and 4`."""
    trait: frozenset[str] = frozenset()
    """The pieces of a trait that was named before numbers: `purple 4, 5 and 6`."""
    linked: bool = False
    """Whether an article stands behind the last mention: `two of hearts` is no two hearts."""
    said: bool = False
    """Whether somebody was said to do something."""
    holds: bool = False
    """Whether somebody was said to have something."""

    @property
    def cost(self) -> tuple[int, int]:
        return len(self.unknown), self.strained

    def more(self, phrase: _Phrase) -> Iterator[_Open]:
        """Yield what can have been heard with `phrase` behind it."""
        match phrase.kind:
            case Kind.ARTICLE:
                last = self.name_is_last and phrase.again
                parts = () if phrase.plural and self.alone == 1 else self.parts
                yield replace(self, name_is_last=last, linked=True, parts=parts)
            case Kind.AGAINST:
                yield self._with(Mention(frozenset()))
            case Kind.SELF:
                named = [each for each in self.mentions if each.is_player]
                words = named[-1].words if named else frozenset[str]()
                yield self._with(Mention(words, role=Role.OTHER, is_player=True))
            case Kind.IDLE if not self.count:
                yield self._idle(phrase)
            case Kind.PLAYER if not self.count:
                mention = Mention(phrase.words, role=self.role, is_player=True)
                yield replace(self._with(mention), name_is_last=True)
            case Kind.COUNT if not self.count:
                yield replace(self, count=phrase.number or 0, parts=(), role=Role.ANY)
            case Kind.CONTENT:
                yield from self._content(phrase)

    def skipping(self, word: str) -> _Open:
        """Return what has been heard with a word behind it that nobody declared."""
        return replace(self._idle(_Phrase(Kind.IDLE)), unknown=(*self.unknown, word))

    def held(self) -> _Open:
        """Return what has been heard if the last name stands before `has`: `says Bo has`.

        Who stands behind what is said or done does not say or do it then.
        """
        if not self.name_is_last:
            return self
        last = self.mentions[-1]
        is_behind = last.role is Role.ACTS or (last.role is Role.ANY and self.said)
        role = Role.OTHER if is_behind else last.role
        return replace(self, mentions=(*self.mentions[:-1], replace(last, role=role)))

    def _idle(self, phrase: _Phrase) -> _Open:
        mentions, behind, before = self.mentions, phrase.behind, phrase.before
        named = self.name_is_last and self.mentions[-1].role is Role.ANY
        if behind is not Role.ANY and named:
            mentions = (*mentions[:-1], replace(mentions[-1], role=behind))
            before = Role.ANY
        holds = self.holds or phrase.behind is Role.OTHER
        return replace(
            self,
            mentions=mentions,
            role=before,
            name_is_last=False,
            loose=True,
            listed=phrase.lists and (self.listed or not self.loose),
            holds=holds,
        )

    def _content(self, phrase: _Phrase) -> Iterator[_Open]:
        if phrase.joined:
            after = self
            for words in phrase.joined:
                after = after._with(Mention(words))
            yield after
            return
        if (
            phrase.deed
            and not phrase.dead
            and self.name_is_last
            and self.mentions[-1].role is Role.ANY
        ):
            subject = replace(self.mentions[-1], role=Role.ACTS)
            yield from replace(
                self, mentions=(*self.mentions[:-1], subject), name_is_last=False
            )._content(phrase)
            return
        both = self._narrowed(phrase)
        if both:
            yield self._narrower(phrase, both)
        after = self._with(
            Mention(phrase.words, self.count or 1, deed=phrase.deed and not phrase.parts)
        )
        parts = tuple(phrase.parts.items()) if phrase.parts else ()
        alone = bool(parts) and phrase.number is not None
        strained = self.strained + ALONE * alone
        said = self.said or phrase.deed
        numbers = (self.alone * self.listed + 1) * alone
        yield replace(after, parts=parts, strained=strained, alone=numbers, said=said)
        same = phrase.words & self.trait
        if alone and same and self.listed:
            yield replace(self._with(Mention(same)), trait=self.trait)

    def _narrower(self, phrase: _Phrase, both: tuple[tuple[str, int], ...]) -> _Open:
        """Return what has been heard if `phrase` says more of the last piece.

        It says so of all numbers before it, too: `4, 5 and 6 purple`.
        """
        assert phrase.parts is not None
        last = replace(self.mentions[-1], words=frozenset(piece for piece, _ in both))
        alike = self.mentions[len(self.mentions) - max(self.alone, 1) : -1]
        cut = [replace(each, words=each.words & set(phrase.parts)) for each in alike]
        if self.loose or not all(each.words for each in cut):
            alike, cut = (), []
        whole = len(alike) + bool(self.alone)
        is_trait = phrase.number is not None and not self.alone
        return replace(
            self,
            mentions=(*self.mentions[: len(self.mentions) - 1 - len(cut)], *cut, last),
            parts=both,
            strained=self.strained + self.loose - ALONE * whole,
            alone=0,
            loose=False,
            trait=self.mentions[-1].words if is_trait else frozenset(),
        )

    def narrows(self, phrase: _Phrase) -> bool:
        """Tell whether `phrase` says more of the piece that was mentioned just before."""
        return not self.loose and bool(self._narrowed(phrase))

    def _narrowed(self, phrase: _Phrase) -> tuple[tuple[str, int], ...]:
        """Return the pieces that the last mention can still become with one more part."""
        if not self.parts or phrase.parts is None:
            return ()
        if phrase.plural and self.alone == 1 and not self.linked and self.mentions[-1].count == 1:
            return ()
        more = phrase.parts
        return tuple(
            (piece, mask | more[piece])
            for piece, mask in self.parts
            if piece in more and not mask & more[piece]
        )

    def _with(self, mention: Mention) -> _Open:
        return replace(
            self,
            mentions=(*self.mentions, mention),
            parts=(),
            role=Role.ANY,
            count=0,
            name_is_last=False,
            loose=False,
            alone=0,
            trait=frozenset(),
            linked=False,
            listed=False,
        )


def hearings(
    lexicon: Lexicon,
    text: str,
    live: frozenset[str] | None = None,
    unlisted: bool = False,
) -> tuple[Hearing, ...]:
    """Return the ways to take a sentence apart, those with the fewest unknown words.

    `live` are the words of the lines that can come next: whatever can be one of these is no other
    word.
    """
    said = lexicon.corrected(tokens(text)[: LONGEST + 1])
    if not said or len(said) > LONGEST:
        return ()
    heard: list[dict[_Open, None]] = [{} for _ in range(len(said) + 1)]
    heard[0][_Open()] = None
    for first, word in enumerate(said):
        best = sorted(heard[first], key=lambda each: each.cost)[:HEARINGS]
        thing = lexicon.is_thing(said, first + 1)
        phrases = tuple(
            (length, replace(phrase, plural=(thing or _is_plural(word)) and length == 1), strained)
            for length, phrase, strained in _weighed(lexicon.at(said, first, live, unlisted), word)
        )
        if thing and any(phrase.number for _, phrase, _ in phrases):
            phrases += ((1, _Phrase(Kind.ARTICLE), SKIPPED),)
        has = any(phrase.behind is Role.OTHER for _, phrase, _ in phrases)
        for sofar in (each.held() if has else each for each in best):
            tight = any(sofar.narrows(phrase) for _, phrase, _ in phrases)
            for length, phrase, strained in phrases:
                for after in sofar.more(phrase):
                    apart = tight and len(after.mentions) != len(sofar.mentions)
                    later = replace(after, strained=after.strained + strained + apart)
                    heard[first + length][later] = None
            if not phrases and not sofar.count:
                heard[first + 1][sofar.skipping(word)] = None
    whole = [each for each in heard[-1] if not each.count]
    least = min((len(each.unknown) for each in whole), default=0)
    found: dict[tuple[tuple[Mention, ...], tuple[str, ...], bool], int] = {}
    for each in whole:
        if len(each.unknown) == least:
            key = each.mentions, each.unknown, each.holds
            found[key] = min(found.get(key, each.strained), each.strained)
    return tuple(
        Hearing(mentions, unknown, strained, holds)
        for (mentions, unknown, holds), strained in found.items()
    )


def _weighed(
    phrases: Sequence[tuple[int, _Phrase]], word: str
) -> Iterator[tuple[int, _Phrase, int]]:
    """Yield what can stand here at `word`, and whether it is taken in an unusual way.

    A piece, a number or a name is rather not skipped; an article is rather an article, but for
    a player of that very name: `An`, `Les`.
    """
    content = {n for n, each in phrases if each.kind in (Kind.CONTENT, Kind.PLAYER)}
    articles = {n for n, each in phrases if each.kind is Kind.ARTICLE}
    longest = max((n for n, each in phrases if n not in content), default=0)
    pieces = {
        n
        for n, each in phrases
        if each.parts or each.number or each.deed or each.kind is Kind.PLAYER
    }
    numbers = {n for n, each in phrases if each.number is not None}
    for length in sorted(content, reverse=True):
        alike = [each for n, each in phrases if n == length and each.kind is Kind.CONTENT]
        if alike:
            phrase = _together(alike)
            yield length, phrase, int(length in articles and not phrase.parts)
            if phrase.number:
                yield length, _Phrase(Kind.COUNT, number=phrase.number), int(bool(phrase.parts))
    for length, phrase in phrases:
        match phrase.kind:
            case Kind.PLAYER:
                named = bare(word) in map(bare, phrase.words)
                yield length, phrase, int(length in articles and not named)
            case Kind.COUNT:
                yield length, phrase, 0
            case Kind.ARTICLE:
                yield length, phrase, int(max(content, default=0) > length)
            case Kind.IDLE | Kind.AGAINST | Kind.SELF if length >= longest or length in content:
                rather = max(content, default=0) > length or length in pieces
                yield length, phrase, SKIPPED if length in numbers else int(rather)


def _together(phrases: Sequence[_Phrase]) -> _Phrase:
    """Return everything that `phrases` can stand for as one."""
    first, *others = phrases
    if not others:
        return first
    parts: dict[str, int] = {}
    for each in phrases:
        for piece, mask in (each.parts or {}).items():
            parts[piece] = parts.get(piece, 0) | mask
    return _Phrase(
        Kind.CONTENT,
        frozenset(word for each in phrases for word in each.words),
        parts or None,
        number=next((each.number for each in phrases if each.number is not None), None),
        joined=first.joined,
        deed=any(each.deed for each in phrases),
        dead=all(each.dead for each in phrases),
    )

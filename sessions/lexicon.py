"""What can be said in a game: what each word of a sentence may mention, whole or cut.

The words come from the notation, from how a game says it (`Sayings`), and from `models.saying`,
in every language understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import islice, pairwise

from ..models import saying
from ..models.bag import HOLE
from ..models.core import Record
from ..models.event import STANDS
from ..models.naming import SHORT
from ..models.notation import Notation
from ..models.wording import shared_initials, worded
from ..models.words import CODE, Tell, Words, alternatives, bare, listed, say, spellings
from .slips import CUT, is_abbreviated, is_mistyped, slips
from .tokens import BREAKS, NO_LINE, PAUSE, STOPS, is_plural, said_as, singular, stem, tokens

HELD = "has"
"""Which little word stands for all that say that somebody has something."""
_ITSELF = "…"
LONGEST = 120
"""Most words of a sentence."""
LEXICONS = 16
"""How many lexicons are kept: one for each seat and language of a game or two."""
LONGEST_GLUED = 40
"""Most letters of pieces that are written without a space between them."""
LONGEST_GAP = 3
"""Most little words between figures that name one place."""
CUTS = 12
"""Most ways in which a word is taken apart."""
PIPS = r"[1-6]+"
"""What dice show, typed without their colours."""

_UNTOLD = re.compile(
    r"(?<=\w\w)(rait|raient|rais|era|eront)$|n't$|-(t-)?(il|elle|on)s?$|-(le|la|les|moi)$"
)
"""How verbs end that tell of nothing that has happened: `jouerait`, `joue-t-il`, `mets-le`."""
_GLUED = re.compile(r"[^\W\d]+\d\d+|[^\W\d]{2,}\d|\d+(?!st|nd|rd|th|[eè]|re)[^\W\d]{2,}|\d\d+")
"""Kinds and figures without a blank between them; a letter and a figure are one piece."""


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
class Phrase:
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
    nth: bool = False
    """Whether it numbers a place: `second`."""
    deed: bool = False
    """Whether it is something that a player does."""
    accented: bool = False
    """Whether it is written with accents: `thé` is no article."""
    again: bool = False
    """Whether it is the player who was just named: `Bo he plays`, or a piece: `the red 3 twice`."""
    lists: bool = False
    """Whether it stands between the parts of a list."""
    links: bool = False
    """Whether it stands within the name of a piece."""
    plural: bool = False
    """Whether it is heard in the plural."""
    little: str = ""
    """The word, if it tells nothing of its own."""
    denies: bool = False
    """Whether it tells what is not so."""
    dead: bool = False
    """Whether no line that can come has such a word, and it is no piece."""

    @property
    def places(self) -> bool:
        """Whether it tells who of two players acts."""
        return self.before is not Role.ANY or self.behind is not Role.ANY


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
    pieces = record.notation.signs(record.notation.words)
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
        self._phrases: dict[str, dict[tuple[str, ...], list[Phrase]]] = {}
        self._exact: dict[tuple[str, ...], list[Phrase]] = {}
        """The phrases by their words as they stand, but for a plural."""
        self._stemmed: set[str] = set()
        self._cuts: dict[tuple[str, frozenset[str]], tuple[tuple[Phrase, int], ...]] = {}
        self._told: dict[str, tuple[str, ...]] = {}
        self._kinds_known: dict[str, frozenset[str]] = {}
        self._own: dict[bool, set[str]] = {True: set(), False: set()}
        """Words of the reader's own language, with their accents: articles, and others."""
        self._endings = tuple(sorted(self._listed(saying.ENDINGS), key=len, reverse=True))
        sayings = record.notation.sayings
        self._add(saying.ARTICLES, Phrase(Kind.ARTICLE))
        self._add(saying.OF, Phrase(Kind.ARTICLE, links=True))
        self._add_idle()
        if sayings.idle is not None:
            self._add(sayings.idle, Phrase(Kind.ARTICLE))
        for mark in STOPS:
            self._put([mark], Phrase(Kind.IDLE, lists=mark == ","))
            self._put(["'s", mark], Phrase(Kind.IDLE, behind=Role.OTHER))
        self._put([PAUSE], Phrase(Kind.ARTICLE, again=True))
        self._add(saying.AND, Phrase(Kind.IDLE, lists=True))
        for number, words in saying.COUNTS.items():
            self._add(words, Phrase(Kind.COUNT, number=number))
        for number, words in saying.TIMES.items():
            self._add(words, Phrase(Kind.COUNT, number=number, again=True))
        self._add(saying.DENIES, Phrase(Kind.AGAINST, denies=True))
        self._add(saying.PLANS, Phrase(Kind.AGAINST))
        self._put([NO_LINE], Phrase(Kind.AGAINST))
        self._add(saying.SELF, Phrase(Kind.SELF))
        self._add(saying.PRONOUNS, Phrase(Kind.ARTICLE, again=True))
        self._add(saying.BY, Phrase(Kind.IDLE, before=Role.ACTS))
        self._add(saying.TO, Phrase(Kind.IDLE, before=Role.OTHER, little=_ITSELF))
        self._add(saying.WITHIN, Phrase(Kind.IDLE, before=Role.OTHER, links=True, little=_ITSELF))
        self._add(saying.HAS, Phrase(Kind.IDLE, behind=Role.OTHER, little=HELD))
        seated = record.viewer in record.setup.players
        me = _player(record.viewer) if seated else Phrase(Kind.ARTICLE, again=True)
        self._add(saying.ME, me)
        self._add_words()
        self._add_parts()
        self._add_players()

    def _listed(self, words: Words) -> Iterator[str]:
        return alternatives(words, self._tell)

    def _add(self, words: Words, phrase: Phrase) -> None:
        own = self._own[phrase.kind is Kind.ARTICLE]
        own.update(self._tell(words).casefold().split(", "))
        for text in self._listed(words):
            for said in dict.fromkeys((tokens(text), tokens(text.replace("-", " ")))):
                self._put(said, phrase)

    def _put(self, said: Sequence[str], phrase: Phrase) -> None:
        if said:
            stems = tuple(map(self.stem, said))
            if phrase.little == _ITSELF:
                phrase = replace(phrase, little=" ".join(map(bare, said)))
            if phrase.kind in _LITTLE:
                phrase = replace(phrase, accented=any(each != bare(each) for each in said))
            known = self._phrases.setdefault(stems[0], {}).setdefault(stems, [])
            if phrase not in known:
                known.append(phrase)
            self._exact.setdefault(tuple(map(singular, said)), []).append(phrase)
            self._stemmed.update(stems)

    def _add_idle(self) -> None:
        """Add words that tell nothing, but for those that the notation itself has: `yes`."""
        known = {
            text
            for word in self._record.notation.words
            for text in self._listed(worded(self._record.game, word))
        }
        for text in self._listed(saying.LITTLE):
            if text not in known:
                self._put(tokens(text), Phrase(Kind.IDLE, little=_ITSELF))

    def _add_words(self) -> None:
        """Add the words of the notation as they are written, translated, and said otherwise."""
        notation = self._record.notation
        for word in (*{**notation.verbs, **notation.words}, *notation.small):
            if word in self._record.setup.players:
                continue
            number = int(word) if word.isdecimal() else None
            deed = word in notation.verbs and notation.verbs[word].actor
            phrase = Phrase(Kind.CONTENT, frozenset({word}), number=number, deed=deed)
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
        many = Counter(w for parts in self._record.notation.sayings.parts.values() for w in parts)
        traits: dict[Words, list[str]] = {}
        for piece, parts in self._record.notation.sayings.parts.items():
            if len(parts) == 1:
                traits.setdefault(parts[0], []).append(piece)
        for piece, parts in self._record.notation.sayings.parts.items():
            for at, words in enumerate(parts):
                shared = traits.get(words, ()) if many[words] > 1 else ()
                letters = (text for word in shared for text in self._signs(word))
                for text in (*self._listed(words), *letters):
                    said = tokens(text)
                    stems = tuple(map(self.stem, said))
                    self._stemmed.update(stems)
                    written.setdefault(stems, set()).add(tuple(map(singular, said)))
                    pieces = having.setdefault(stems, {})
                    pieces[piece] = pieces.get(piece, 0) | 1 << at
        nth = {tokens(each) for words in saying.ORDINALS.values() for each in self._listed(words)}
        for stems, pieces in having.items():
            ordinal = not written[stems].isdisjoint(nth)
            phrase = Phrase(Kind.CONTENT, frozenset(pieces), pieces, nth=ordinal)
            self._phrases.setdefault(stems[0], {}).setdefault(stems, []).append(phrase)
            for said in written[stems]:
                self._exact.setdefault(said, []).append(phrase)

    def _signs(self, word: str) -> Iterator[str]:
        """Yield the letters that stand for what several pieces have in common."""
        yield from (
            each
            for each in (word, *self._listed(self._record.notation.sign(word)))
            if len(each) < CUT
        )

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
                    if len(part) >= CUT or (part,) not in self._exact:
                        self._put([part], _player(player))

    def stem(self, token: str) -> str:
        """Return a word without its ending."""
        return stem(token, self._endings)

    def at(
        self,
        said: Sequence[str],
        first: int,
        live: frozenset[str] | None = None,
        unlisted: bool = False,
    ) -> list[tuple[int, Phrase]]:
        """Return what can begin at the word `first`, the longest phrases first.

        What can be one of the `live` words is nothing else; with `unlisted` words of other lines
        are kept, too.
        """
        found = self._at(said, first)
        if self._is_article(said, first):
            found = [(n, each) for n, each in found if n > 1 or each.kind is Kind.ARTICLE]
        if live is None:
            return found
        alive = found if unlisted else [(n, self._alive(each, live)) for n, each in found]
        told = {n for n, each in alive if each.kind is Kind.CONTENT and not each.dead}
        told |= {n for n, each in alive if each.places}
        exact = [(n, each) for n, each in alive if self.is_exact(each, said[first : first + n])]
        against = max((n for n, each in exact if each.kind is Kind.AGAINST), default=0)
        told |= {n for n, each in exact if each.kind in (Kind.ARTICLE, Kind.IDLE)}

        def may_be(n: int, phrase: Phrase) -> bool:
            if n == against and phrase.kind is Kind.CONTENT and phrase.words & live:
                return (first > 0 or n == len(said)) and (n, phrase) in exact
            return n > against or (n == against and phrase.kind is Kind.AGAINST)

        return [(n, each) for n, each in alive if may_be(n, each) and not (each.dead and n in told)]

    def _is_article(self, said: Sequence[str], first: int) -> bool:
        """Tell whether a word that is a number and an article stands before what it is one of."""
        alike = self._exact.get((said[first],), [])
        behind = said[first + 1 : first + 2]
        if not behind or behind[0] in BREAKS or bare(behind[0]) in self._links:
            return False
        is_one = any(each.number == 1 for each in alike)
        return is_one and any(each.kind is Kind.ARTICLE for each in alike)

    def names_player(self, said: Sequence[str]) -> bool:
        """Tell whether one of the words is the name of a player, or a part of it."""
        phrases = (each for word in said for each in self._exact.get((bare(word),), []))
        return any(each.kind is Kind.PLAYER for each in phrases)

    def is_wish(self, said: Sequence[str]) -> bool:
        """Tell whether a sentence begins as a wish: `let's hope Bo has it`."""
        text = " ".join(map(bare, said))
        return any(text.startswith(f"{each} ") for each in said_as(saying.WISHES, self._tell))

    def is_article(self, word: str) -> bool:
        """Tell whether a word is an article of the reader's language, and nobody's name."""
        is_long = len(word) >= SHORT and word.casefold() in self._own[True]
        return is_long and not self.names_player([word])

    def is_exact(self, phrase: Phrase, said: Sequence[str]) -> bool:
        """Tell whether `phrase` is said as it stands, but for a plural."""
        exact = self._exact.get(tuple(map(singular, said)), [])
        alike = (each.words for each in exact if each.kind is phrase.kind)
        return any(not phrase.words or phrase.words & words for words in alike)

    def _alive(self, phrase: Phrase, live: frozenset[str]) -> Phrase:
        if phrase.kind is not Kind.CONTENT:
            return phrase
        words = phrase.words & (live | self._pieces_known)
        if not words or (phrase.parts and not self._is_of_kinds(words, live)):
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
    def _pieces_known(self) -> frozenset[str]:
        notation = self._record.notation
        return frozenset((*notation.words, *notation.sayings.parts))

    def _at(self, said: Sequence[str], first: int) -> list[tuple[int, Phrase]]:
        stems = self._stems(said)
        found = [
            (len(key), phrase)
            for key, phrases in self._phrases.get(stems[first], {}).items()
            if stems[first : first + len(key)] == key
            for phrase in self._nearest(phrases, said[first : first + len(key)])
            if phrase.kind not in _LITTLE or self.is_exact(phrase, said[first : first + len(key)])
            if phrase.kind not in _LITTLE or _is_little(said[first], phrase.accented)
        ]
        if said[first] in self._own[True] - self._own[False]:  # `the` is no `thé`
            found = [each for each in found if each[1].kind is not Kind.CONTENT or each[0] > 1]
        elif said[first] in self._own[False] - self._own[True]:  # `a` is no article in French
            found = [each for each in found if each[1].kind is not Kind.ARTICLE or each[0] > 1]
        pieces = [(1, phrase) for phrase in self._pieces(said[first])]
        is_letter = len(said[first]) == 1 and said[first].islower()
        if is_letter and any(each.little for _, each in found):  # an article is no piece
            pieces = []
            found = [e for e in found if e[0] > 1 or not e[1].words & self._pieces_known]
        if pieces and not _is_named(said[first + 1 : first + 2]):
            found = [each for each in found if each[1].kind is not Kind.ARTICLE]
        found += pieces
        placed = {length for length, phrase in found if phrase.places}
        found = [
            (length, phrase)
            for length, phrase in found
            if length not in placed or phrase.kind is not Kind.IDLE or phrase.places
        ]
        found += self._places(said, first)
        found.sort(key=lambda each: -each[0])
        if not found and _UNTOLD.search(bare(said[first])):
            return [(1, Phrase(Kind.AGAINST, denies=said[first].endswith("n't")))]
        return found

    def _places(self, said: Sequence[str], first: int) -> Iterator[tuple[int, Phrase]]:
        """Yield what is named by figures with little words between them: `4, 5 and 6`."""
        figures, at, last = list[str](), first, first
        while at < len(said) and at <= last + LONGEST_GAP and said[first].isdecimal():
            if said[at].isdecimal():
                figures, last = [*figures, said[at]], at
                for phrase in self._exact.get(tuple(figures), []) if at > first else []:
                    yield at + 1 - first, phrase
            at += 1

    # few keys

    def cut(self, word: str, live: frozenset[str]) -> tuple[tuple[Phrase, int], ...]:
        """Return what `word` can be in a line of few keys, each with how unusual that is.

        It is a word of the notation, or the beginning of one of the `live` words or of a name.
        """
        key = word, live
        if key not in self._cuts:
            self._cuts[key] = tuple(self._cut_phrases(word, live))
        return self._cuts[key]

    def _cut_phrases(self, word: str, live: frozenset[str]) -> Iterator[tuple[Phrase, int]]:
        if word in ("=", STANDS):
            yield Phrase(Kind.IDLE), 0
            return
        if word in (HOLE, "/"):
            yield Phrase(Kind.CONTENT, frozenset({word})), 0
            return
        text, players = bare(word), self._record.setup.players
        read = frozenset(w for phrase in self._pieces(word) for w in phrase.words)
        shared = frozenset(shared_initials(self._record.notation, self._tell).get(text, ()))
        exact = {w for w in live if w.casefold() == word.casefold()}
        whole = {*exact, *read, *shared}
        found = dict.fromkeys(whole, 0)
        for each in (*live, *players) if text not in self._answers else ():
            begins = any(told.startswith(text) for told in self._whole(each, len(text)))
            initial = len(text) == 1 and (each in players or not word.isupper())
            if each not in found and begins and (initial or live.isdisjoint(whole)):
                found[each] = 2
        if len(text) >= SHORT or (word.isdecimal() and live.isdisjoint(found)):
            parts = (each.words & live for each in self._exact.get((text,), []) if each.parts)
            found |= dict.fromkeys(frozenset[str]().union(*parts) - found.keys(), 2)
        verbs = self._record.notation.verbs
        for cost in sorted(set(found.values())):
            alike = {w for w, c in found.items() if c == cost}
            for name in sorted(alike & {*players}):
                yield _player(name), cost
            deeds = frozenset(w for w in alike if w in verbs and verbs[w].actor) - {*players}
            others = frozenset(alike) - deeds - {*players}
            if deeds:
                yield Phrase(Kind.CONTENT, deeds, deed=True), cost
            if others:
                yield Phrase(Kind.CONTENT, others), cost

    def shortened(self, word: str, live: frozenset[str]) -> Iterator[Phrase]:
        """Yield pieces and names of which `word`, which nobody knows, are some letters."""
        for said, phrases in self._exact.items() if 1 < len(word) <= CUT else ():
            if len(said) == 1 and (said[0].startswith(word) or is_abbreviated(said[0], word)):
                alive = (self._alive(each, live) for each in phrases)
                named = self._record.notation.names.keys()
                yield from (e for e in alive if e.parts or e.kind is Kind.PLAYER or e.words & named)

    @cached_property
    def _answers(self) -> frozenset[str]:
        """Words that are no beginning of others: `no`, `non`, and little ones such as `an`."""
        no, nobody = saying.COMMON["no"], saying.COMMON["nobody"]
        little = [
            each for words in (saying.ARTICLES, saying.LITTLE) for each in self._listed(words)
        ]
        answers = (saying.DENIES, no, say("no"), nobody, saying.ME)
        said = {bare(text) for words in answers for text in self._listed(words) if len(text) > 1}
        return frozenset(said | {bare(text) for text in little if len(text) == SHORT - 1})

    @cached_property
    def notation_words(self) -> frozenset[str]:
        """All words that a line can have."""
        notation = self._record.notation
        return frozenset((*notation.verbs, *notation.small)) | self._pieces_known

    def _whole(self, word: str, letters: int) -> tuple[str, ...]:
        """Return what may be typed for `word` and cut to so many letters, in any language."""
        names = self._record.notation.names
        if word in names and letters >= SHORT:
            return names[word].texts
        if word not in self._told:
            long = word in self._record.setup.players or (word[:1].isalpha() and len(word) > 2)
            told = spellings(worded(self._record, word), self._tell) if long else ()
            if word in self._record.setup.players:
                told += ("".join(part[:1] for part in re.split("[_-]", word)),)
            self._told[word] = tuple(dict.fromkeys(map(bare, told)))
        return self._told[word]

    def parted(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield `words`, then with those split that are several pieces without a space."""
        yield words
        ways = [self._parts_of(word) if self._may_part(word) else [(word,)] for word in words]
        if any(len(way) > 1 or len(way[0]) > 1 for way in ways):
            for at in range(max(map(len, ways))):
                yield tuple(piece for way in ways for piece in way[min(at, len(way) - 1)])

    def _may_part(self, word: str) -> bool:
        known = (*self._record.notation.verbs, *self._record.setup.players)
        whole = _LITTLE | {Kind.PLAYER}
        if any(each.kind in whole for each in self._exact.get((bare(word),), [])):
            return False
        text, size = bare(word), len(word)
        if size >= SHORT and any(
            told.startswith(text)
            for each in self._record.notation.words
            for told in self._whole(each, size)
        ):
            return False  # the beginning of a name is no row of letters
        unread = not any(self._pieces(word)) or re.fullmatch(PIPS, word)
        return 1 < len(word) <= LONGEST_GLUED and word not in known and bool(unread)

    def _parts_of(self, word: str) -> list[tuple[str, ...]]:
        """Return the ways to split `word` into pieces of the notation, the shortest first."""
        longest = max(map(len, self._record.notation.words), default=1)

        def split(rest: str) -> Iterator[tuple[str, ...]]:
            if not rest:
                yield ()
            for end in range(min(longest, len(rest)), 0, -1):
                if self._is_piece(rest[:end]):
                    for more in split(rest[end:]):
                        yield (rest[:end], *more)

        return sorted(islice(split(word), CUTS), key=len) or [(word,)]

    def _is_piece(self, text: str) -> bool:
        """Tell whether `text` can stand in a line, or is the first letter of a player."""
        if any(self._pieces(text)):
            return not re.fullmatch(r"\d\d+", text)
        initials = {bare(name[0]) for name in self._record.setup.players}
        pip = len(text) == 1 and re.fullmatch(PIPS, text)
        return bool(pip) or text == "/" or bare(text) in initials

    def clauses(self, said: Sequence[str]) -> Sequence[tuple[str, ...]]:
        """Return the parts of a sentence that may be lines, each with what stands before it."""
        parts, between = list[tuple[str, ...]](), list[str]()
        part = list[str]()
        for word in said:
            if word in STOPS or bare(word) in self._links:
                if part:
                    parts.append((*between, *part))
                    between, part = [], []
                between.append(word)
            else:
                part.append(word)
        return [*parts, *([(*between, *part)] if part else [])]

    def affirmed(self, said: Sequence[str], live: frozenset[str]) -> tuple[str, ...]:
        """Return the words of a sentence without its parts that tell what nobody does or has."""
        kept, part, told, at = list[str](), list[str](), list[Phrase](), 0
        while at <= len(said):
            if at == len(said) or said[at] in STOPS or bare(said[at]) in self._links:
                tells = any(each.deed or each.behind is Role.OTHER for each in told)
                denied = tells and any(each.denies for each in told)
                kept, part, told = kept if denied else [*kept, *part], [], []
            found = self.at(said, at, live) if at < len(said) else []
            found = [each for each in found if not each[1].dead] or found
            length = found[0][0] if found else 1
            phrases = [phrase for n, phrase in found if n == length]
            is_said = any(each.kind is Kind.CONTENT and not each.dead for each in phrases)
            told += [each for each in phrases if not (is_said and each.denies)]
            part += said[at : at + length]
            at += length
        return tuple(kept)

    @cached_property
    def _links(self) -> frozenset[str]:
        return frozenset(self._listed(saying.THEN))

    def says_has(self, said: Sequence[str]) -> bool:
        """Tell whether somebody named in full is said to have something."""
        return any(
            self.names_player([one]) and len(one) > CUT and bare(other) in self._has
            for one, other in pairwise(said)
        )

    @cached_property
    def _has(self) -> frozenset[str]:
        return said_as(saying.HAS, self._tell)

    def several(self, said: Sequence[str], at: int) -> Sequence[Phrase]:
        """Return what can begin at a word if several of it are named: `cards`."""
        there = at < len(said) and is_plural(said[at])
        return [phrase for _, phrase in self.at(said, at)] if there else ()

    def is_counted(self, word: str) -> bool:
        """Tell whether a word is a number in the plural: `sixes`, `2s`, but not `trois`."""
        text = bare(word)
        ones = {text.removesuffix("s"), text.removesuffix("es")}
        return text not in self._numbers and not ones.isdisjoint(self._numbers)

    @cached_property
    def _numbers(self) -> frozenset[str]:
        said = (said_as(words, self._tell) for words in saying.NUMBERS.values())
        return frozenset(saying.NUMBERS).union(*said)

    def tells_piece(self, said: Sequence[str]) -> bool:
        """Tell whether two words are a kind and a number: `red 1`, `1 red`."""
        told = [[phrase for _, phrase in self.at(said, at)] for at in range(len(said))]
        numbers = [any(phrase.number is not None for phrase in each) for each in told]
        pieces = all(any(phrase.parts for phrase in each) for each in told)
        return pieces and sorted(numbers) == [False, True]

    def words(self, text: str) -> tuple[str, ...]:
        """Return the words of a sentence."""
        return tuple(word for token in tokens(text) for word in self._parted(token))

    def _parted(self, token: str) -> Sequence[str]:
        """Return the words between the marks of one that nobody knows: `left-hand`, `one/two`."""
        known = self.stem(token) in self._stemmed or _UNTOLD.search(token)
        return [token] if known else re.split("[-/]", token.strip("-/"))

    def knows(self, text: str) -> bool:
        """Tell whether each word of a text can mean something in a sentence."""
        said = tokens(text)
        return bool(said) and all(self._at(said, first) for first in range(len(said)))

    def guessed(self, said: Sequence[str], many: bool) -> tuple[str, ...]:
        """Return the words of a sentence, those that nobody knows taken for one near to them.

        Where `many` pieces are told, a kind may stand for several: `k34`.
        """
        parts = (part for word in said for part in self._unglued(word, many))
        return tuple(word if self._is_known(word) else self._guess(word) for word in parts)

    def _is_known(self, word: str) -> bool:
        return self.stem(word) in self._stemmed or bool(self._at((word,), 0))

    def _unglued(self, word: str, many: bool) -> Sequence[str]:
        """Return the kinds and the figures of a word that nobody knows: `pnik2`, `469`."""
        known = (word,) in self._exact if word.isdecimal() else self._is_known(word)
        glued = _GLUED.fullmatch(word) and (many or word[1:2].isalpha() or word[:1].isdecimal())
        return re.findall(r"\d|[^\W\d]+", word) if glued and not known else [word]

    def _guess(self, token: str) -> str:
        if len(token) == 2 and token[0].isdecimal() and any(self._pieces(token[::-1])):
            return token[::-1]  # `1r`
        texts, named = {bare(token), singular(token)}, self._telling
        names = self._pieces_known.union(self._record.setup.players)
        far = [
            (n, word)
            for word, words in named.items()
            for text in texts
            if (words & names or is_mistyped(text, word)) and (n := slips(text, word))
        ]
        least = min((n for n, _ in far), default=0)
        near = [word for n, word in far if n == least]
        return near[0] if len({named[word] for word in near}) == 1 else token

    @cached_property
    def _telling(self) -> Mapping[str, frozenset[str]]:
        """What each word tells of that names a player, a piece or a deed."""
        found: dict[str, frozenset[str]] = {}
        for said, phrases in self._exact.items():
            for phrase in phrases:
                named = phrase.kind is Kind.PLAYER or phrase.words & self._pieces_known
                if named or (phrase.kind is Kind.CONTENT and len(said) == 1):
                    for each in said:
                        found[each] = found.get(each, frozenset()) | phrase.words
        return found

    def _nearest(self, phrases: Sequence[Phrase], said: Sequence[str]) -> Sequence[Phrase]:
        """Return `phrases` without those that are said otherwise, if one is said as it stands.

        A piece stands so before other pieces, a player before little words: `Ann` is no `an`.
        """
        exact = self._exact.get(tuple(map(singular, said)), [])
        if any(each.kind is Kind.PLAYER for each in exact):
            phrases = [each for each in phrases if each.kind not in _LITTLE or each in exact]
        if not any(each.kind is Kind.CONTENT and not each.deed for each in exact):
            return phrases
        return [each for each in phrases if each.deed or each in exact]

    def _stems(self, said: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self.stem, said))

    def _pieces(self, token: str) -> Iterator[Phrase]:
        vocabulary = self._record.notation.vocabulary.items()
        read = (each.read(token) for name, each in vocabulary if name != "PLAYER")
        words = frozenset(word for word in read if word is not None)
        if words:
            yield Phrase(Kind.CONTENT, words, number=int(token) if token.isdecimal() else None)


def _is_little(token: str, accented: bool) -> bool:
    """Tell whether a word as it is typed can be one that tells nothing: no capital can."""
    return token == bare(token) or (accented and token == token.casefold())


def _is_named(behind: Sequence[str]) -> bool:
    """Tell whether an article can stand before these words: it does not before a small letter."""
    return any(len(each) > 1 or each.isupper() or each.isdecimal() for each in behind)


def _player(name: str) -> Phrase:
    return Phrase(Kind.PLAYER, frozenset({name}))

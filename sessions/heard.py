"""Takes a sentence apart into what it mentions: players, pieces, numbers, and deeds.

A word that nobody declared is passed over, but remembered: it may be a slip for a piece or a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..models import saying
from ..models.words import bare
from .lexicon import LONGEST, Kind, Lexicon, Phrase, Role
from .tokens import is_plural

HEARINGS = 64
"""Most ways in which a sentence is taken apart up to each word."""
ALONE = 2
"""How unusual it is to name a piece by its number alone."""
OF = "of"
"""The little word that stands for all that tell whose something is."""
SKIPPED = 3
"""How unusual it is to tell a number that tells nothing: `that one`."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that is mentioned: one of `words` of the notation, `count` times."""

    words: frozenset[str]
    count: int = 1
    role: Role = Role.ANY
    is_player: bool = False
    deed: bool = False
    """Whether it is nothing but what somebody does."""
    by_number: bool = False
    """Whether nothing but its number is said."""
    by: str = ""
    """The little words before it: `with`."""

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
    rest: str = ""
    """The little words behind the last mention."""
    dressed: bool = False
    """Whether an article was passed over, or what no line has."""

    @property
    def odd(self) -> int:
        """How many words were taken in an unusual way, but for numbers: of pieces, and counts."""
        numbers = sum(ALONE * each.by_number + (each.count > 1) for each in self.mentions)
        return max(0, self.strained - numbers)


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
    run: int = 0
    """How many of the last mentions are kinds in a list, of no number yet: `red and blue 3`."""
    trait: frozenset[str] = frozenset()
    """The pieces of a trait that was named before numbers: `purple 4, 5 and 6`."""
    linked: bool = False
    """Whether an article stands behind the last mention: `two of hearts` is no two hearts."""
    said: bool = False
    """Whether somebody was said to do something."""
    holds: bool = False
    """Whether somebody was said to have something."""
    by: str = ""
    """The little words behind the last mention."""
    whose: bool = False
    """Whether an `of` stands right before what comes."""
    dressed: bool = False
    """Whether an article was passed over."""

    @property
    def cost(self) -> tuple[int, int]:
        """How unusual it is if what numbers alone are of is said next."""
        return len(self.unknown), self.strained - ALONE * self.alone

    def more(self, phrase: Phrase) -> Iterator[_Open]:
        """Yield what can have been heard with `phrase` behind it."""
        match phrase.kind:
            case Kind.ARTICLE:
                last = self.name_is_last and phrase.again
                parts = () if phrase.plural and self.alone == 1 else self.parts
                linked = self.linked or not phrase.again
                mentions = self.mentions
                if self.name_is_last and phrase.links:  # `Ana's 5P` is no deed of hers
                    mentions = (*mentions[:-1], replace(mentions[-1], by=OF))
                yield replace(
                    self,
                    mentions=mentions,
                    name_is_last=last,
                    linked=linked,
                    parts=parts,
                    whose=phrase.links,
                    dressed=self.dressed or not phrase.again,
                )
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
                if phrase.again and self.mentions and not self.loose:
                    told = replace(self.mentions[-1], count=phrase.number or 0)
                    yield replace(self, mentions=(*self.mentions[:-1], told))
            case Kind.CONTENT:
                yield from self._content(phrase)

    def skipping(self, word: str) -> _Open:
        """Return what has been heard with a word behind it that nobody declared."""
        return replace(self._idle(Phrase(Kind.IDLE)), unknown=(*self.unknown, word))

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

    def _idle(self, phrase: Phrase) -> _Open:
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
            loose=self.loose or not phrase.links,
            listed=phrase.lists and (self.listed or not self.loose),
            holds=holds,
            by=f"{self.by} {phrase.little}".strip(),
            whose=False,
        )

    def _content(self, phrase: Phrase) -> Iterator[_Open]:
        if self.role is Role.ACTS:  # `by` is told of no piece
            yield from replace(self, role=Role.ANY, strained=self.strained + 1)._content(phrase)
            return
        named = self.name_is_last and self.mentions[-1].role is Role.ANY
        if phrase.deed and not phrase.dead and named:
            subject = replace(self.mentions[-1], role=Role.ACTS)
            acting = replace(self, mentions=(*self.mentions[:-1], subject), name_is_last=False)
            yield from acting._content(phrase)
            return
        both = self._narrowed(phrase)
        if both:
            yield self._narrower(phrase, both)
        parts = tuple(phrase.parts.items()) if phrase.parts else ()
        alone = bool(parts) and (phrase.number is not None or phrase.nth)
        deed = phrase.deed and not parts
        if deed and self.count:
            return
        after = self._with(Mention(phrase.words, self.count or 1, deed=deed, by_number=alone))
        strained = self.strained + ALONE * alone
        said = self.said or phrase.deed
        listed = self.listed or not self.loose
        numbers = (self.alone * (listed and not phrase.nth) + 1) * alone
        run = (self.run * self.listed + 1) * (bool(parts) and not alone)
        yield replace(after, parts=parts, strained=strained, alone=numbers, run=run, said=said)
        same = phrase.words & self.trait
        if alone and same and listed:
            yield replace(self._with(Mention(same, self.count or 1)), trait=self.trait)

    def _narrower(self, phrase: Phrase, both: tuple[tuple[str, int], ...]) -> _Open:
        """Return what has been heard if `phrase` says more of the last piece.

        It says so of all numbers before it, too: `4, 5 and 6 purple`.
        """
        assert phrase.parts is not None
        words = frozenset(piece for piece, _ in both)
        listed = self.loose or self.linked  # `two blacks, the 3 and the 4`
        count = self.count or (1 if listed else self.mentions[-1].count)
        last = replace(self.mentions[-1], words=words, count=count, by_number=False)
        alike = self.mentions[len(self.mentions) - max(self.alone, self.run, 1) : -1]
        more = set(phrase.parts)
        cut = [replace(each, words=each.words & more, by_number=False) for each in alike]
        if self.loose or not all(each.words for each in cut):
            alike, cut = (), []
        whole = (len(alike) + 1) * bool(self.alone)
        is_trait = phrase.number is not None and not self.alone
        return replace(
            self,
            mentions=(*self.mentions[: len(self.mentions) - 1 - len(cut)], *cut, last),
            parts=both,
            strained=self.strained + self.loose - ALONE * whole,
            alone=0,
            run=0,
            count=0,
            loose=False,
            trait=self.mentions[-1].words if is_trait else frozenset(),
            by="",
        )

    def is_thing(self, phrase: Phrase) -> bool:
        """Tell whether a deed is named as a thing: `the accused`, but not `lays a piece`."""
        deeds = (each.words for each in self.mentions[-1:] if each.deed)
        return self.linked and not any(words & phrase.words for words in deeds)

    def narrows(self, phrase: Phrase) -> bool:
        """Tell whether `phrase` says more of the piece that was mentioned just before."""
        return not self.loose and bool(self._narrowed(phrase))

    def _narrowed(self, phrase: Phrase) -> tuple[tuple[str, int], ...]:
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
        last = OF if self.whose and mention.is_player else ""
        if mention.deed and self.listed:  # `Ana, play it` is no deed of hers
            last = ","
        return replace(
            self,
            mentions=(*self.mentions, replace(mention, by=f"{self.by} {last}".strip())),
            by="",
            whose=False,
            parts=(),
            role=Role.ANY,
            count=0,
            name_is_last=False,
            loose=False,
            alone=0,
            run=0,
            trait=frozenset(),
            linked=False,
            listed=False,
        )


def hearings(
    lexicon: Lexicon,
    said: Sequence[str],
    live: frozenset[str] | None = None,
    unlisted: bool = False,
    short: bool = False,
    loose: bool = False,
) -> tuple[Hearing, ...]:
    """Return the ways to take a sentence apart, those with the fewest unknown words.

    `live` are the words of the lines that can come next: whatever can be one of these is no other
    word. In a `short` text each word is one of the notation, whole or cut. In a `loose` one a count
    may be of what nobody declared.
    """
    if not said or len(said) > LONGEST:
        return ()
    heard: list[dict[_Open, None]] = [{} for _ in range(len(said) + 1)]
    heard[0][_Open()] = None
    for first, word in enumerate(said):
        best = sorted(heard[first], key=lambda each: each.cost)[:HEARINGS]
        several = () if short else lexicon.several(said, first + 1)
        thing = any(each.kind is Kind.ARTICLE for each in several)
        phrases = tuple(
            (length, replace(phrase, plural=(thing or is_plural(word)) and length == 1), strained)
            for length, phrase, strained in _weighed(lexicon.at(said, first, live, unlisted), word)
        )
        if loose:  # `the one`
            phrases = tuple((n, replace(p, little=""), min(cost, 1)) for n, p, cost in phrases)
        if any(each.parts and each.number is None for each in several):
            phrases = tuple(  # `three purples` are not the 3 of purple
                (n, p, p.kind is not Kind.COUNT if p.number else cost) for n, p, cost in phrases
            )
        if any(map(lexicon.is_counted, said[first + 1 : first + 3])):  # `two red 1s`
            phrases = tuple(each for each in phrases if each[1].kind is Kind.COUNT) or phrases
        if not word.isdecimal() and lexicon.tells_piece(said[first + 1 : first + 3]):  # `two red 1`
            phrases = tuple((n, p, cost * (p.kind is not Kind.COUNT)) for n, p, cost in phrases)
        if short:
            phrases = tuple(
                (1, phrase, cost) for phrase, cost in lexicon.cut(word, live or frozenset())
            )
        if loose and (first == 0 or word.isupper() or not phrases):
            cut = [phrase for phrase, _ in lexicon.cut(word, live or frozenset())]
            cut += [] if phrases else lexicon.shortened(word, live or frozenset())
            phrases += tuple((1, phrase, 0) for phrase in cut)
        if word.isdecimal() and "".join(said[first + 1 : first + 2]).isdecimal():
            phrases = tuple(each for each in phrases if each[1].kind is not Kind.COUNT)
        if thing and any(phrase.number for _, phrase, _ in phrases):
            phrases += ((1, Phrase(Kind.ARTICLE), SKIPPED),)
        has = any(phrase.behind is Role.OTHER for _, phrase, _ in phrases)
        if loose:
            best += [
                replace(each, count=0, strained=each.strained + SKIPPED)
                for each in best
                if each.count
            ]
        for sofar in (each.held() if has else each for each in best):
            tight = any(sofar.narrows(phrase) for _, phrase, _ in phrases)
            for length, phrase, strained in phrases:
                exact = lexicon.is_exact(phrase, said[first : first + length])
                strange = not short and phrase.deed and (sofar.is_thing(phrase) or not exact)
                odd = strained + strange
                for after in sofar.more(phrase):
                    apart = tight and len(after.mentions) != len(sofar.mentions)
                    later = replace(after, strained=after.strained + odd + apart)
                    heard[first + length][later] = None
            if not phrases and (loose or not sofar.count):
                heard[first + 1][sofar.skipping(word)] = None
    whole = [each for each in heard[-1] if loose or not (each.count or each.role is Role.ACTS)]
    least = min((len(each.unknown) for each in whole), default=0)
    found: dict[tuple[tuple[Mention, ...], tuple[str, ...], bool, str, bool], int] = {}
    for each in whole:
        if len(each.unknown) == least:
            empty = each.whose or (each.linked and any(m.deed for m in each.mentions[-1:]))
            rest = each.by or "…" * empty  # `passes the dice`
            key = each.mentions, each.unknown, each.holds, rest, each.dressed
            found[key] = min(found.get(key, each.strained), each.strained)
    return tuple(
        Hearing(mentions, unknown, strained, holds, rest, dressed)
        for (mentions, unknown, holds, rest, dressed), strained in found.items()
    )


def heard_in(lexicon: Lexicon, text: str) -> tuple[Hearing, ...]:
    """Return the ways to take any text apart, whatever lines can come."""
    return hearings(lexicon, lexicon.words(text))


def _weighed(phrases: Sequence[tuple[int, Phrase]], word: str) -> Iterator[tuple[int, Phrase, int]]:
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
    answers = {
        n
        for n, each in phrases
        if each.words and not each.dead and each.words <= saying.COMMON.keys()
    }
    pieces |= answers
    for length in sorted(content, reverse=True):
        alike = [each for n, each in phrases if n == length and each.kind is Kind.CONTENT]
        if alike:
            phrase = _together(alike)
            yield length, phrase, int(length in articles - answers and not phrase.parts)
            if phrase.number:
                yield length, Phrase(Kind.COUNT, number=phrase.number), int(bool(phrase.parts))
    for length, phrase in phrases:
        match phrase.kind:
            case Kind.PLAYER:
                named = bare(word) in map(bare, phrase.words)
                yield length, phrase, int(length in articles and not named)
            case Kind.COUNT:
                yield length, phrase, 0
            case Kind.ARTICLE:
                yield length, phrase, int(max(content, default=0) > length or length in answers)
            case Kind.IDLE | Kind.AGAINST | Kind.SELF if (
                length >= longest or length in content or phrase.lists
            ):
                rather = max(content, default=0) > length or length in pieces
                yield length, phrase, SKIPPED if length in numbers else int(rather)


def _together(phrases: Sequence[Phrase]) -> Phrase:
    """Return everything that `phrases` can stand for as one."""
    first, *others = phrases
    if not others:
        return first
    parts: dict[str, int] = {}
    for each in phrases:
        for piece, mask in (each.parts or {}).items():
            parts[piece] = parts.get(piece, 0) | mask
    return Phrase(
        Kind.CONTENT,
        frozenset(word for each in phrases for word in each.words),
        parts or None,
        number=next((each.number for each in phrases if each.number is not None), None),
        nth=any(each.nth for each in phrases),
        deed=any(each.deed for each in phrases),
        dead=all(each.dead for each in phrases),
    )

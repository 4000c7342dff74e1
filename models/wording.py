"""The words of the notation as people read and type them, in each language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from unicodedata import normalize

from .core import Game, Record
from .errors import BadNotation
from .grammar import one_of
from .naming import plain
from .notation import Notation
from .words import Tell, Words, bare, called, listed, say, spellings


def worded(of: Game | Record, line: str) -> Words:
    """Return a `line` of the notation in words that the reader's language translates.

    With a record, `_` in players' names becomes a space. The result can be typed: `spelled` reads
    it as the line.
    """
    known: dict[str, object] = dict(of.notation.singles)
    if isinstance(of, Record):
        known |= {name: called(name) for name in of.setup.players}
    words = (known.get(word) or of.notation.sign(word) for word in line.split())
    return say("{line}", line=listed(words, " "))


def player_named(names: Iterable[str], typed: str) -> str | None:
    """Return the name among `names` that is typed, with `_` or spaces; None for no such name."""
    return one_of(tuple(names)).read("_".join(typed.split()))


def joined(names: Iterable[str], text: str) -> str:
    """Return `text` with each of `names` as records write it: `_` for its spaces."""
    several = one_of(tuple(name for name in names if "_" in name))
    longest = max((name.count("_") + 1 for name in several.words), default=1)
    words, found = text.split(), list[str]()
    while words:
        size, name = next(
            (size, name)
            for size in range(min(longest, len(words)), 0, -1)
            if (name := words[0] if size == 1 else several.read("_".join(words[:size])))
        )
        found.append(name)
        words = words[size:]
    return " ".join(found)


def nearest(game: Game, typed: str, among: Iterable[str]) -> Words | None:
    """Return a word of the notation that was perhaps meant by `typed`, in words for people.

    None if none of `among` is near in any language understood, or if it is one of them.
    """
    from difflib import get_close_matches

    known = {told: word for word in among for told in spellings(worded(game, word))}
    near = get_close_matches(typed.casefold(), known, 1)
    if not near or near[0] == typed.casefold():
        return None
    return worded(game, known[near[0]])


def spelled(record: Record, text: str, tell: Tell) -> str:
    """Return `text` with names, verbs and words as records write them, not as `tell` does.

    Raises BadNotation for a name that may mean several players.
    """
    name = one_of(record.setup.players)
    verbs = {name.casefold(): name for name in record.notation.verbs}
    words = joined(record.setup.players, text).split()
    for word in words:
        alike = [each for each in record.setup.players if bare(each) == bare(word)]
        if len(alike) > 1 and word not in alike:
            raise BadNotation(
                say("'{word}' can be {names}: type its accents", word=word, names=listed(alike))
            )
    head = 1 if words and name.read(words[0]) else 0
    if len(words) > head:
        words[head] = verbs.get(words[head].casefold(), words[head])
    spoken = _spoken(record.notation, tell) | {each.casefold(): each for each in name.words}
    words = recorded(record.notation.in_full, words, spoken)

    def written(word: str) -> str:
        # With its accents first: without them it may be another word.
        known = spoken.get(normalize("NFC", word.casefold())) or name.read(word)
        return known or spoken.get(bare(word), word)

    return " ".join(map(written, words))


def shared_initials(notation: Notation, tell: Tell) -> Mapping[str, tuple[str, ...]]:
    """Return which words each initial can mean that several have in the language of `tell`.

    These are words of one letter; an initial that is the sign of one of them means that one.
    """
    letters = {word: name for word, name in notation.names.items() if len(word) == 1}
    found: dict[str, list[str]] = {}
    for word, name in letters.items():
        found.setdefault(bare(tell(name.name))[:1], []).append(word)
    for name in letters.values():
        found.pop(bare(tell(name.sign)), None)
    return {initial: tuple(words) for initial, words in found.items() if len(words) > 1}


def recorded(
    names: Mapping[tuple[str, ...], str], words: list[str], known: Collection[str] = ()
) -> list[str]:
    """Return `words` with what is named in full as records write it, but for `known` words.

    `names` are those of `in_full`.
    """
    single = {plain(word) for word in known}
    longest, found = max(map(len, names), default=1), list[str]()
    while words:
        begun = (tuple(map(plain, words[:size])) for size in range(min(longest, len(words)), 0, -1))
        fits = (b for b in begun if b in names and (len(b) > 1 or b[0] not in single))
        name = next(fits, None)
        found.append(names[name] if name else words[0])
        words = words[len(name) if name else 1 :]
    return found


def _spoken(notation: Notation, tell: Tell) -> dict[str, str]:
    """Return the word of the notation for each word that may be typed, in any language.

    A word of the notation itself stands for nothing else.
    """
    found: dict[str, str] = {}
    for words in notation.spoken:
        written = str(words).split()
        for typed in spellings(words, tell):
            pairs = zip(typed.split(), written, strict=True)
            alike = len(typed.split()) == len(written)
            found |= {word: said for word, said in (pairs if alike else [(typed, str(words))])}
    return found | {
        word.casefold(): word for words in notation.spoken for word in str(words).split()
    }

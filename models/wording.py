"""The words of the notation as people read and type them, each in a language of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from .core import Game, Record
from .words import Single, Tell, Words, listed, say, spellings


def worded(of: Game | Record, line: str) -> Words:
    """Return a `line` of the notation, its words to be told in the language of who reads it.

    Of a record, names of several words are told so, too. What is told can be typed: `spelled`
    reads it as the line.
    """
    known: dict[str, object] = dict(_singles(of.game if isinstance(of, Record) else of))
    if isinstance(of, Record):
        known |= {name: name.replace("_", " ") for name in of.setup.players if "_" in name}
    return say("{line}", line=listed((known.get(word, word) for word in line.split()), " "))


def joined(names: Iterable[str], text: str) -> str:
    """Return `text` with those of `names` as in records that stand in it as on the screen.

    Those are the names of several words.
    """
    for name in sorted(names, key=len, reverse=True):
        if "_" in name:
            shown = r"\s+".join(map(re.escape, name.split("_")))
            text = re.sub(rf"(?<!\S){shown}(?!\S)", name, text, flags=re.IGNORECASE)
    return text


def nearest(game: Game, typed: str, among: Iterable[str]) -> Words | None:
    """Return the word of the notation that may be meant by `typed`, to be told as it is typed.

    None where none of `among` is near in any language understood, or where it is one of them.
    """
    known = {told: word for word in among for told in spellings(worded(game, word))}
    near = get_close_matches(typed.casefold(), known, 1)
    if not near or near[0] == typed.casefold():
        return None
    return worded(game, known[near[0]])


def spelled(record: Record, text: str, tell: Tell) -> str:
    """Return `text` with names, verbs and words as `tell` has them written as in records."""
    names = {name.casefold(): name for name in record.setup.players}
    verbs = {name.casefold(): name for name in record.game.verbs}
    words = joined(record.setup.players, text).split()
    head = 0
    if words and words[0].casefold() in names:
        words[0], head = names[words[0].casefold()], 1
    if len(words) > head:
        words[head] = verbs.get(words[head].casefold(), words[head])
    spoken = _spoken(record.game, tell) | names
    return " ".join(spoken.get(word.casefold(), word) for word in words)


def _singles(game: Game) -> Mapping[str, Single]:
    """Return the words of the notation that go by one word in other languages."""
    return {
        word: Single(words, at)
        for words in game.spoken
        for at, word in enumerate(str(words).split())
    }


def _spoken(game: Game, tell: Tell) -> dict[str, str]:
    """Return the words of the notation by what may be typed for them, in any language.

    What is a word of the notation itself means nothing else.
    """
    found: dict[str, str] = {}
    for words in game.spoken:
        written = str(words).split()
        for typed in spellings(words, tell):
            pairs = zip(typed.split(), written, strict=True)
            alike = len(typed.split()) == len(written)
            found |= {word: said for word, said in (pairs if alike else [(typed, str(words))])}
    return found | {word.casefold(): word for words in game.spoken for word in str(words).split()}

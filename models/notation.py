"""How the records of a game are written: their kinds of lines, and the words in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from .grammar import Token, Verb, Vocabulary, following
from .naming import Names, in_full
from .near import Near
from .replacing import changed
from .saying import Sayings
from .words import Listed, Single, Words, listed, say

FOLLOWED = 8_192
"""How many beginnings of lines are kept with the words that can follow."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Notation:
    """The lines and the words of a game's records, or of one record with its players among them.

    `verbs` are the kinds of lines by their first word; `vocabulary` has the tokens that their
    grammars name in capitals; `PLAYER` is one in every record. `versions` are those of the records
    that can be read; new records have the last one. `reserved` are words beside the verbs, in lower
    case, that no player may have as a name. `spoken` are words that may be typed in the reader's
    language. They stand in phrases, and each phrase is translated word for word: every word has one
    translation, and no synonyms; `sayings` are how people say them otherwise. `names` are what
    people call pieces, places and other words that stand in place of a token; the vocabulary reads
    their signs. `near` are words that are easily mistaken for each other. `tokens` are the words in
    capitals, as pages for people call them in the reader's language.
    """

    verbs: Mapping[str, Verb]
    vocabulary: Vocabulary
    versions: tuple[str, ...] = ("1",)
    reserved: frozenset[str] = frozenset()
    spoken: tuple[Words, ...] = ()
    names: Names = field(default_factory=dict)
    near: Near = field(default_factory=Near)
    sayings: Sayings = field(default_factory=Sayings)
    tokens: tuple[Words, ...] = ()

    def sign(self, word: str) -> Words:
        """Return how lines and boards show `word`."""
        return self.names[word].sign if word in self.names else say("{word}", word=word)

    @cached_property
    def in_full(self) -> Mapping[tuple[str, ...], str]:
        """Which word is meant by the words of a name in full, `plain`."""
        return in_full(self.names)

    @cached_property
    def words(self) -> Mapping[str, None]:
        """The words that the tokens of the vocabulary read, in their order."""
        return dict.fromkeys(word for token in self.vocabulary.values() for word in token.words)

    @cached_property
    def small(self) -> Mapping[str, None]:
        """The words of all lines that stand for themselves, in their order."""
        return dict.fromkeys(word for verb in self.verbs.values() for word in verb.small)

    @cached_property
    def singles(self) -> Mapping[str, Single]:
        """The `spoken` words, each by itself: they are a single word in every language."""
        return {
            word: Single(words, at)
            for words in self.spoken
            for at, word in enumerate(str(words).split())
        }

    def signs(self, words: Iterable[str]) -> Listed:
        """Return how lines and boards show `words`, one after the other."""
        return listed(map(self.sign, words), " ")

    def following(self, verb: str, begun: str) -> tuple[str, ...]:
        """Return the words that can come next in a line of `verb`, of which so much has `begun`."""
        return _following(self, verb, begun)

    def with_verbs(self, verbs: Mapping[str, Verb]) -> Notation:
        """Return the notation with more kinds of lines."""
        return changed(self, verbs={**self.verbs, **verbs})

    def with_players(self, player: Token) -> Notation:
        """Return the notation of a record; the token `player` reads the names of its players."""
        return changed(self, vocabulary={"PLAYER": player, **self.vocabulary})


@lru_cache(FOLLOWED)
def _following(notation: Notation, verb: str, begun: str) -> tuple[str, ...]:
    return following(notation.verbs[verb], notation.vocabulary, begun)

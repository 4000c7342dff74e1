"""How the records of a game are written: their kinds of lines, and the words in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .grammar import Token, Verb, Vocabulary
from .near import Near
from .replacing import changed
from .words import Words


@dataclass(frozen=True, kw_only=True)
class Notation:
    """The lines and the words of a game's records, or of one record with its players among them.

    `verbs` are the kinds of lines by their first word; `vocabulary` has the tokens that their
    grammars name in capitals; `PLAYER` is one in every record. `versions` are those of the records
    that can be read; new records have the last one. `reserved` are words beside the verbs, in lower
    case, that no player may have as a name. `spoken` are words that may be typed in the reader's
    language. They stand in phrases, and each phrase is translated word for word: every word has one
    translation, and no synonyms. `near` are words that are easily mistaken for each other.
    """

    verbs: Mapping[str, Verb]
    vocabulary: Vocabulary
    versions: tuple[str, ...] = ("1",)
    reserved: frozenset[str] = frozenset()
    spoken: tuple[Words, ...] = ()
    near: Near = field(default_factory=Near)

    def with_verbs(self, verbs: Mapping[str, Verb]) -> Notation:
        """Return the notation with more kinds of lines."""
        return changed(self, verbs={**self.verbs, **verbs})

    def with_players(self, player: Token) -> Notation:
        """Return the notation of a record; the token `player` reads the names of its players."""
        return changed(self, vocabulary={"PLAYER": player, **self.vocabulary})

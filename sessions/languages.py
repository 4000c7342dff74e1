"""The languages of Aparté, and the message catalogue of each."""

from __future__ import annotations

import gettext
import re
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ..models.games import foreign_catalogues
from ..models.words import unaccented

if TYPE_CHECKING:
    from ..models.notation import Notation

DOMAIN = "aparte"
KEPT = 4096
"""How many typeset messages of a language are cached."""
CATALOGUES = str(Path(__file__).parents[1] / "cli" / "locale")


class Language(StrEnum):
    """A language that Aparté speaks."""

    ENGLISH = "en"
    FRENCH = "fr"


def catalogue_of(
    spoken: Language, notation: Notation, players: Collection[str] = ()
) -> gettext.NullTranslations:
    """Return the messages in `spoken` for one game, with its words for pieces and lines.

    A word that is one of the `players` is left as it is.
    """
    told = catalogue(spoken)
    signs = {word: name.signs.get(spoken, word) for word, name in notation.names.items()}
    verbs = {word: said.text_in(told) for word, said in notation.singles.items()}
    each = ({w: s for w, s in words.items() if w not in players} for words in (signs, verbs))
    return told if spoken is Language.ENGLISH else _Named(told, *each)


@cache
def catalogue(spoken: Language) -> gettext.NullTranslations:
    """Return the messages in `spoken`, also those that other packages bring."""
    if spoken is Language.ENGLISH:
        return gettext.NullTranslations()
    found = gettext.translation(DOMAIN, CATALOGUES, [spoken], fallback=True)
    found.add_fallback(_Elsewhere(spoken))
    return _Typeset(found)


_BEFORE = re.compile(r"[ \xa0\u202f]+([:»])")
_BEFORE_NARROW = re.compile(r"[ \xa0\u202f]+([;!?])")
_BEHIND = re.compile(r"«[ \xa0\u202f]+")


def typeset(french: str) -> str:
    """Return a French text with no-break spaces around its punctuation.

    Those before `;`, `!` and `?` are narrow, as French printers have them.
    """
    text = _BEFORE.sub("\N{NO-BREAK SPACE}\\1", french)
    text = _BEFORE_NARROW.sub("\N{NARROW NO-BREAK SPACE}\\1", text)
    return _BEHIND.sub("«\N{NO-BREAK SPACE}", text)


_SHORTENED = re.compile(r"\b([DdQqLlNnJjSs]e|[Qq]ue|[Ll]a|[Ll]orsque|[Pp]uisque) \{(\w+)\}")
# An h that is not heard: of French names nearly all, of those from elsewhere few. Pieces such as
# A or O2 have no small letters.
_OPEN = re.compile(
    r"(?:[AEIOUaeiouŒœÆæ]|[Yy](?![aeiou])|[Hh](?:ad|annib|e[clnr]|i[lp]|o[nr]|u(?!ck|l|nt)|y))"
    r"(?=[a-z'’-])"
)
_JOINED = re.compile(r"\b([Dd]e|[Àà]) \{game\}")
_ARTICLES = {"Les ": ("des", "aux"), "Le ": ("du", "au")}
"""Articles that titles begin with, and what `de` and `à` become with them."""


def elided(template: str, told: Mapping[str, object]) -> str:
    """Return a French `template` with `d’{player}` for `de {player}` before a vowel, as with Élise.

    The names of pieces are never elided. `de {game}` is joined with the article that a title begins
    with: `des …` for `de Les …`.
    """

    def shortened(found: re.Match[str]) -> str:
        word, name = found.groups()
        if not _OPEN.match(unaccented(str(told.get(name, "")))):
            return found[0]
        return f"{word[:-1]}\N{RIGHT SINGLE QUOTATION MARK}{{{name}}}"

    def joined(found: re.Match[str]) -> str:
        word, title = found[1], str(told.get("game", ""))
        for article, (of, to) in _ARTICLES.items():
            if title.startswith(article):
                form = of if word.casefold() == "de" else to
                form = form.capitalize() if word[0].isupper() else form
                rest = title.removeprefix(article).replace("{", "{{").replace("}", "}}")
                return f"{form} {rest}"
        return found[0]

    return _SHORTENED.sub(shortened, _JOINED.sub(joined, template))


def separated(separator: str) -> str:
    """Return a separator of list items in French: with a space before `;` or `:`."""
    return typeset(f" {separator}") if separator[:1] in (";", ":") else separator


class _Typeset(gettext.NullTranslations):
    """Another catalogue's messages, typeset; the values that fill them are left as they are."""

    elided = staticmethod(elided)
    separated = staticmethod(separated)

    def __init__(self, messages: gettext.NullTranslations) -> None:
        super().__init__()
        self._messages = messages
        self._known: dict[str, str] = {}

    def gettext(self, message: str) -> str:
        known = self._known.get(message)
        if known is None:
            known = typeset(self._messages.gettext(message))
            if len(self._known) < KEPT:
                self._known[message] = known
        return known

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return typeset(self._messages.ngettext(msgid1, msgid2, n))


class _Named(gettext.NullTranslations):
    """Another catalogue's messages, filled with the words that a game has for its own.

    These are the `signs` of pieces and the `verbs` and small words of lines. A piece is a word for
    itself, or stands behind its owner: `Bo:Poster`.
    """

    def __init__(
        self,
        messages: gettext.NullTranslations,
        signs: Mapping[str, str],
        verbs: Mapping[str, str],
    ) -> None:
        super().__init__()
        self.gettext = messages.gettext  # type: ignore[method-assign]
        self.ngettext = messages.ngettext  # type: ignore[method-assign]
        self.elided, self.separated = elided, separated
        self._signs, self._verbs = signs, verbs

    def worded(self, line: str) -> str:
        """Return a line with its words in this language."""
        return " ".join(self._verbs.get(word) or self._sign(word) for word in line.split(" "))

    def signed(self, text: str) -> str:
        """Return `text` with the sign of each piece in it."""
        return " ".join(map(self._sign, text.split(" ")))

    def _sign(self, word: str) -> str:
        owner, colon, piece = word.rpartition(":")
        return f"{owner}{colon}{self._signs.get(piece, piece)}"


class _Elsewhere(gettext.NullTranslations):
    """Messages of games from other packages: used where our catalogue lacks one."""

    def __init__(self, spoken: Language) -> None:
        super().__init__()
        self._spoken = spoken

    @cached_property
    def _found(self) -> gettext.NullTranslations:
        found = gettext.NullTranslations()
        for folder in foreign_catalogues():
            found.add_fallback(gettext.translation(DOMAIN, folder, [self._spoken], fallback=True))
        return found

    def gettext(self, message: str) -> str:
        return self._found.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._found.ngettext(msgid1, msgid2, n)

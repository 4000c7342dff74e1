"""The words of a language: those of its messages, and the names that games declare in it.

A word on a screen is of the language if it stands in one of its messages, or is a sign, a name or a
spoken word of a game in it, or the name of a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from aparte.models.core import Game
from aparte.models.games import OWN, game_named
from aparte.models.words import unaccented
from aparte.sessions.languages import Language, catalogue

PO = Path(__file__).parents[1] / "cli" / "locale" / "fr" / "LC_MESSAGES" / "aparte.po"
_LETTER = "A-Za-zÀ-ÖØ-öø-ÿŒœ"
_WORD = re.compile(rf"[{_LETTER}]+")
_PIECE = re.compile(rf"[A-Za-z]\d\b|[{_LETTER}]+")
_SIGN = re.compile(r"(?<![\w’'-])[A-Z](?![\w’'-])")
"""A capital alone: the sign of a piece."""
_TITLES = "|".join(re.escape(game_named(name).title) for name in OWN)
_QUOTED = re.compile(rf"\{{[^}}]*\}}|`[^`]*`|--[\w-]+|{_TITLES}")
_ALIKE = re.compile(
    r"`[^`]*`|--[\w-]+|\baparte [\w -]+|\[[A-Z][a-z]+ \"[^\"]*\"\]|# .*|\b[A-Z]{2}-\d+\b"
    rf"|[0-9a-f]{{32,}}|{_TITLES}"
)
"""What is alike in every language: options, commands, tags of records, rulings, seals, titles."""


def words_in(text: str) -> Iterator[str]:
    """Yield the words of a text, and the pieces of a letter and a number, in lower case."""
    yield from (word.casefold() for word in _PIECE.findall(_ALIKE.sub(" ", text)))


@cache
def messages(language: Language) -> frozenset[str]:
    """Return the words of all messages in a language."""
    with PO.open("rb") as file:
        texts = [
            text
            for message in read_po(file)
            if message.id
            for text in _all(message.id if language is Language.ENGLISH else message.string)
        ]
    return frozenset(w.casefold() for text in texts for w in _WORD.findall(_QUOTED.sub(" ", text)))


def _all(text: object) -> Iterable[str]:
    return text if isinstance(text, tuple | list) else (str(text),)


def declared(game: Game, language: Language) -> frozenset[str]:
    """Return the words of the names and spoken words of a game in a language."""
    told = catalogue(language)
    names = (
        text
        for name in game.notation.names.values()
        for texts in (name.signs, name.names)
        for text in (texts.get(language, texts["en"]),)
    )
    spoken = (words.text_in(told) for words in game.notation.spoken)
    alike = (word for word in game.notation.words if word not in game.notation.names)
    return frozenset(w for text in (*names, *spoken, *alike) for w in words_in(text))


@cache
def foreign(name: str, language: Language) -> frozenset[str]:
    """Return the words of the notation and of names of a game that are of the other language.

    Those are wrong also where another game has them in a message.
    """
    game, (other,) = game_named(name), [each for each in Language if each is not language]
    verbs = {w for verb in game.notation.verbs for w in words_in(verb)}
    return (declared(game, other) | verbs) - declared(game, language)


@cache
def known(name: str, language: Language) -> frozenset[str]:
    """Return the words that may stand on a screen of a game in a language."""
    own = messages(language) | declared(game_named(name), language)
    return frozenset((*own, "aparté"))


def strange(text: str, name: str, language: Language, *people: str) -> set[str]:
    """Return the words of `text` that are not of `language`, beside the names of `people`."""
    names = {w for each in people for w in words_in(each.replace("_", " "))}
    names |= {unaccented(each) for each in names}
    other = foreign(name, language)
    found = set(words_in(text)) - known(name, language) - names
    signs = {each.casefold() for each in _SIGN.findall(_ALIKE.sub(" ", text))}
    return {word for word in found if len(word) > 1} | (signs & other - names)

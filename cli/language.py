"""The language of a run: how it is chosen, and its message catalogue.

It stands in the environment (`LANGUAGE`), where gettext looks for it: so Typer's own messages come
from the same catalogue.
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from gettext import NullTranslations, ngettext
from gettext import gettext as _
from typing import TYPE_CHECKING

from ..models.words import Words, figure, listed, say, understanding
from ..sessions.languages import CATALOGUES, DOMAIN, Language, catalogue, catalogue_of
from ..sessions.worth import percent
from .screen import visible

if TYPE_CHECKING:
    from ..models.core import Record

__all__ = [
    "N_",
    "Language",
    "_",
    "decimal",
    "first",
    "language",
    "ngettext",
    "percent",
    "speak_of",
    "spoken",
    "tell",
]

_SAID_BY = ("APARTE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def N_(message: str) -> str:
    """Mark `message` for the catalogue; whoever shows it translates it."""
    return message


def tell(words: Words) -> str:
    """Return `words` in the language of this run, control characters made visible."""
    return visible(words.text_in(_catalogue.get()(language())))


_catalogue: ContextVar[Callable[[Language], NullTranslations]] = ContextVar(
    "catalogue", default=catalogue
)


def speak_of(record: Record) -> Record:
    """Return `record`; from now on, pieces are called as its game does in this language."""
    players = record.setup.players
    _catalogue.set(cache(partial(catalogue_of, notation=record.notation, players=players)))
    return record


def _told_in(language: Language, words: Words) -> str:
    return words.text_in(catalogue(language))


def language() -> Language:
    """Return the language that the environment asks for, English unless it is French."""
    said = next(filter(None, map(os.environ.get, _SAID_BY)), None)
    asked = (said or locale.getlocale()[0] or "").casefold()
    return Language.FRENCH if asked.startswith("fr") else Language.ENGLISH


def not_spoken() -> Words | None:
    """Return the message if APARTE_LANG names a language that is not spoken here, else None."""
    asked = os.environ.get("APARTE_LANG", "")
    if not asked or asked.casefold().startswith(tuple(Language)):
        return None
    return say(
        "APARTE_LANG={asked} is no language of this program; there are {languages}",
        asked=asked,
        languages=listed(Language),
    )


def first(arguments: Sequence[str], flags: Sequence[str]) -> tuple[list[str], str | None]:
    """Return a command line with `--lang` and the `flags` moved to its start, and the language.

    What stands after `--` is left alone.
    """
    ahead, rest, asked = list[str](), list[str](), None
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word in flags:
            ahead.append(word)
        elif word == "--lang" and (value := next(words, None)) is not None:
            ahead += [word, value]
            asked = value
        elif word.startswith("--lang="):
            ahead.append(word)
            asked = word.removeprefix("--lang=")
        else:
            rest.append(word)
    return [*ahead, *rest], asked


@contextmanager
def spoken(asked: str | None, else_: str | None = None) -> Iterator[None]:
    """Use the language `asked` in the block.

    By default that of APARTE_LANG, or else `else_`, the house's, or else that of the locale.
    """
    before = dict(os.environ)
    chosen = asked if asked in tuple(Language) else before.get("APARTE_LANG") or else_
    if chosen:
        os.environ["APARTE_LANG"] = chosen
    os.environ["LANGUAGE"] = language()
    gettext.bindtextdomain(DOMAIN, CATALOGUES)
    gettext.textdomain(DOMAIN)
    game = _catalogue.set(catalogue)
    try:
        with understanding([partial(_told_in, each) for each in Language]):
            yield
    finally:
        _catalogue.reset(game)
        os.environ.clear()
        os.environ.update(before)


def decimal(value: float, digits: int = 2) -> str:
    """Return `value` with so many decimal digits, as the language of this run writes it."""
    return figure(value, f".{digits}f").text_in(_catalogue.get()(language()))

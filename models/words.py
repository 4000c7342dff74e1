"""Sentences that people read: kept as a template and its values, translated at the edge.

Models and solvers never translate. They `say` a sentence in English; whoever shows it hands the
catalogue of the reader's language to `Words.text_in`. The templates are collected into the
catalogues by their callers' names, `say` and `say_n`.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

if TYPE_CHECKING:
    from fractions import Fraction

ENGLISH = gettext.NullTranslations()
NAMES = frozenset(
    {"player", "players", "holder", "place", "viewer", "other", "seat", "seats", "waiting", "names"}
)
"""Values that go by these are names, shown as people say them."""


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence, or a part of one, that can be told in any language.

    `template` and, for a plural, `plural` with its number `n` are message ids; `values` fill the
    braces and may be words themselves.
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()
    plural: str = ""
    n: int = 1

    def text_in(self, catalogue: gettext.NullTranslations) -> str:
        """Return the sentence in the language of `catalogue`."""
        if self.plural:
            template = catalogue.ngettext(self.template, self.plural, self.n)
        else:
            template = catalogue.gettext(self.template)
        told = {name: _filled(name, value, catalogue) for name, value in self.values}
        return self._joined(template, told, catalogue).format(**told)

    @staticmethod
    def _joined(
        template: str, told: Mapping[str, object], catalogue: gettext.NullTranslations
    ) -> str:
        """Return `template` with its words as they stand before what is `told` behind them.

        A catalogue whose language has it so brings an `elided`.
        """
        elided: Callable[[str, Mapping[str, object]], str] | None
        elided = getattr(catalogue, "elided", None)
        return template if elided is None else elided(template, told)

    def __str__(self) -> str:
        return self.text_in(ENGLISH)


Tell = Callable[[Words], str]
"""Tells words in the language of whoever reads them; `str` does in English."""
_understood: ContextVar[tuple[Tell, ...]] = ContextVar("understood", default=(str,))


@contextmanager
def understanding(languages: Iterable[Tell]) -> Iterator[None]:
    """Let people type in these `languages`, whichever they read, until the block is left."""
    before = _understood.set(tuple(languages))
    try:
        yield
    finally:
        _understood.reset(before)


def spellings(words: Words, tell: Tell = str) -> tuple[str, ...]:
    """Return how `words` may be typed: as `tell` has them, and in every language understood.

    Lower case; also without accents: what is typed is among them if it is when `bare`.
    """
    told = [each(words).casefold() for each in (tell, *_understood.get())]
    return tuple(dict.fromkeys((*told, *map(unaccented, told))))


def unaccented(text: str) -> str:
    """Return `text` without its accents."""
    if text.isascii():
        return text
    return "".join(each for each in normalize("NFD", text) if not combining(each))


def bare(text: str) -> str:
    """Return `text` as it is compared with what people type: no capitals, no accents."""
    return unaccented(text.casefold())


def say(template: str, /, **values: object) -> Words:
    """Return the words of `template`, its braces to be filled from `values`."""
    return Words(template, tuple(values.items()))


def say_n(one: str, many: str, n: int, /, **values: object) -> Words:
    """Return the words of `one` or `many`, whichever the language uses for `n` (`{n}` in them)."""
    return Words(one, (("n", n), *values.items()), many, n)


@dataclass(frozen=True, slots=True)
class Listed:
    """Several values told one after the other: "h1, h2, T"."""

    values: tuple[object, ...]
    separator: str = ", "


def listed(values: Iterable[object], separator: str = ", ") -> Listed:
    """Return `values` as one value of a sentence."""
    return Listed(tuple(values), separator)


@dataclass(frozen=True, slots=True)
class Single:
    """One word of `words`, the one at `at`: as many stand there in every language."""

    words: Words
    at: int

    def text_in(self, catalogue: gettext.NullTranslations) -> str:
        """Return the word in the language of `catalogue`, in English where it is not there."""
        told, written = self.words.text_in(catalogue).split(), str(self.words).split()
        return (told if len(told) == len(written) else written)[self.at]

    def __str__(self) -> str:
        return self.text_in(ENGLISH)


POINT = say("0.5")
"""How a language writes a half: so its figures have their point, or comma."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a sentence, as `form` formats it."""

    value: float
    form: str

    def text_in(self, catalogue: gettext.NullTranslations) -> str:
        """Return the number as it is written in the language of `catalogue`."""
        text = format(self.value, self.form)
        if not text.strip("+-0."):
            text = text.lstrip("+-")
        text = text.replace("-", "\N{MINUS SIGN}")
        return text.replace(".", POINT.text_in(catalogue).strip("05"))

    def __str__(self) -> str:
        return self.text_in(ENGLISH)


def figure(value: float, form: str) -> Figure:
    """Return `value` as one value of a sentence, written as `form` says: `.2f`, `+.1f`."""
    return Figure(value, form)


def in_100(chance: Fraction | float) -> int:
    """Return how many times in 100 something is so; only what is certain is 0 or 100."""
    times = round(100 * chance)
    return min(max(times, 1), 99) if 0 < chance < 1 else times


def _told(value: object, catalogue: gettext.NullTranslations) -> object:
    if isinstance(value, Figure | Single | Words):
        return value.text_in(catalogue)
    if isinstance(value, Listed):
        separated: Callable[[str], str] | None = getattr(catalogue, "separated", None)
        separator = value.separator if separated is None else separated(value.separator)
        return separator.join(str(_told(each, catalogue)) for each in value.values)
    return value


def _filled(name: str, value: object, catalogue: gettext.NullTranslations) -> object:
    told = _told(value, catalogue)
    return _named(told, catalogue) if name in NAMES and isinstance(told, str) else told


def _named(place: str, catalogue: gettext.NullTranslations) -> str:
    """Return what a player or a place is called: a `_` of the notation stands for a space."""
    return catalogue.gettext(place) if place == "nobody" else place.replace("_", " ")

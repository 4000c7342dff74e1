"""Sentences for people: a template and its values, translated only when they are shown.

Models and solvers never translate. They `say` a sentence in English; whoever shows it passes the
catalogue of the reader's language to `Words.text_in`. The templates are collected into the
catalogues by the names of the functions that take them, `say` and `say_n`.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

if TYPE_CHECKING:
    from fractions import Fraction

ENGLISH = gettext.NullTranslations()
NAMES = frozenset(
    {"player", "players", "holder", "place", "viewer", "other", "seat", "seats", "waiting", "names"}
)
"""Values with these names are players or places; in them, `_` is shown as a space."""
LINES = frozenset({"line", "lines", "verb", "verbs"})
"""Values with these names are lines of records, or their verbs."""


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence, or a part of one, that can be translated.

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
        """Return `template` with words elided as the values behind them require.

        Catalogues of languages with elision, such as French, bring an `elided` function.
        """
        elided: Callable[[str, Mapping[str, object]], str] | None
        elided = getattr(catalogue, "elided", None)
        return template if elided is None else elided(template, told)

    def __str__(self) -> str:
        return self.text_in(ENGLISH)


Tell = Callable[[Words], str]
"""Returns words as text in the reader's language; `str` is the one for English."""
_understood: ContextVar[tuple[Tell, ...]] = ContextVar("understood", default=(str,))


@contextmanager
def understanding(languages: Iterable[Tell]) -> Iterator[None]:
    """Accept typed words in all these `languages`, whichever is read, in the block."""
    before = _understood.set(tuple(languages))
    try:
        yield
    finally:
        _understood.reset(before)


def spellings(words: Words, tell: Tell = str) -> tuple[str, ...]:
    """Return how `words` may be typed: in the language of `tell`, and in all that are understood.

    They are in lower case, with and without accents, so they can be compared with `bare` text.
    """
    told = [each(words).casefold() for each in (tell, *_understood.get())]
    return tuple(dict.fromkeys((*told, *map(unaccented, told))))


def alternatives(words: Words, tell: Tell = str) -> Iterator[str]:
    """Yield each phrase of a list with commas between, as `spellings` gives it."""
    for text in spellings(words, tell):
        yield from text.split(", ")


def unaccented(text: str) -> str:
    """Return `text` without its accents."""
    if text.isascii():
        return text
    return "".join(each for each in normalize("NFD", text) if not combining(each))


def bare(text: str) -> str:
    """Return `text` as it is compared with typed words: in lower case, without accents."""
    return unaccented(text.casefold())


def say(template: str, /, **values: object) -> Words:
    """Return the sentence of `template`; `values` fill its braces."""
    return Words(template, tuple(values.items()))


def say_n(one: str, many: str, n: int | Figure, /, **values: object) -> Words:
    """Return the sentence of `one` or `many`, whichever the language uses for `n` as it is shown.

    It may be below nothing, and a decimal: 0.7 is several in English, but not in French.
    """
    return Words(one, (("n", n), *values.items()), many, _number(n))


def numbered(words: Words, n: int | Figure) -> Words:
    """Return a sentence of `say_n` with another number."""
    return replace(words, values=(("n", n), *words.values[1:]), n=_number(n))


def in_points(n: int | Figure) -> Words:
    """Return so many points."""
    return say_n("{n} point", "{n} points", n)


def _number(n: int | Figure) -> int:
    """Return a whole number that has the plural of `n` in every language.

    A decimal below 2 counts as none: that has the plural in English, as 0.7 and 1.5 have, and the
    singular where they have it.
    """
    shown = abs(n if isinstance(n, int) else float(format(n.value, n.form)))
    return int(shown) if shown == int(shown) and "." not in str(n) else 2 * (shown >= 2)


@dataclass(frozen=True, slots=True)
class Listed:
    """Several values, one after the other: "h1, h2, T"."""

    values: tuple[object, ...]
    separator: str = ", "


def listed(values: Iterable[object], separator: str = ", ") -> Listed:
    """Return `values` as one value of a sentence."""
    return Listed(tuple(values), separator)


def with_values(words: Words, shown: Callable[[str], object]) -> Words:
    """Return `words` with each plain text among its values as it is `shown`."""

    def filled(value: object) -> object:
        if isinstance(value, Words):
            return with_values(value, shown)
        if isinstance(value, Listed):
            return listed(map(filled, value.values), value.separator)
        return shown(value) if isinstance(value, str) else value

    return replace(words, values=tuple((name, filled(value)) for name, value in words.values))


def united(values: Iterable[object]) -> object:
    """Return at least one value as one of a sentence: "h1, h2 and T"."""
    *others, last = values
    return say("{others} and {last}", others=listed(others), last=last) if others else last


@dataclass(frozen=True, slots=True)
class Single:
    """The word at index `at` of `words`, which has as many words in every language."""

    words: Words
    at: int

    def text_in(self, catalogue: gettext.NullTranslations) -> str:
        """Return the word in the language of `catalogue`; in English if it is missing there."""
        told, written = self.words.text_in(catalogue).split(), str(self.words).split()
        return (told if len(told) == len(written) else written)[self.at]

    def __str__(self) -> str:
        return self.text_in(ENGLISH)


NUMBER = say("1,000.5")
"""How a language writes a number: so it parts thousands, and so it marks decimals."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a sentence, formatted by `form`."""

    value: float
    form: str

    def text_in(self, catalogue: gettext.NullTranslations) -> str:
        """Return the number as the language of `catalogue` writes it."""
        text = format(self.value, self.form.replace(".", ",."))
        if not text.strip("+-0."):
            text = text.lstrip("+-")
        told = NUMBER.text_in(catalogue)
        return text.translate(str.maketrans("-,.", f"\N{MINUS SIGN}{told[1]}{told[-2]}"))

    def __str__(self) -> str:
        return self.text_in(ENGLISH)


CODE = say("en")
"""The code of a language in that language's catalogue."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed in several languages: each code with its text, English among them.

    In a language without a text it is told in English.
    """

    texts: tuple[tuple[str, str], ...]

    def text_in(self, catalogue: gettext.NullTranslations) -> str:
        """Return the text in the language of `catalogue`."""
        texts = dict(self.texts)
        return texts.get(CODE.text_in(catalogue), texts["en"])

    def __str__(self) -> str:
        return self.text_in(ENGLISH)


def printed(texts: Mapping[str, str]) -> Printed:
    """Return a text printed in several languages as one value; `texts` is by language code."""
    return Printed(tuple(texts.items()))


def in_languages(texts: Mapping[str, str]) -> Words:
    """Return a text printed in several languages, by their codes, in words."""
    return say("{word}", word=printed(texts))


def called(name: str) -> str:
    """Return what people call a player: `_` in records stands for a space."""
    return name.replace("_", " ")


def capital(text: str) -> str:
    """Return `text` as it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]


def figure(value: float, form: str) -> Figure:
    """Return `value` as one value of a sentence, formatted by `form`: `.2f`, `+.1f`."""
    return Figure(value, form)


def margin(error: float, n: int) -> Figure:
    """Return a standard error with `n` digits behind the point: nothing estimated is ± 0."""
    return figure(max(error, 10.0**-n), f".{n}f")


def digits(error: float) -> int:
    """Return how many digits behind the point an amount with this standard error deserves."""
    return 1 if error == 0 or error >= 0.095 else 2


def in_100(chance: Fraction | float, sure: bool = True) -> int:
    """Return a chance in times out of 100; only certainties become 0 or 100.

    What was only drawn is not `sure`, also where all draws came to the same.
    """
    times = round(100 * chance)
    return min(max(times, 1), 99) if 0 < chance < 1 or not sure else times


def _filled(name: str, value: object, catalogue: gettext.NullTranslations) -> object:
    """Return one value of a sentence, or each of several, as the language has it.

    A catalogue that is used for one game brings functions for words of records: `signed` for its
    pieces, `worded` for its lines.
    """
    if isinstance(value, Listed):
        separated: Callable[[str], str] | None = getattr(catalogue, "separated", None)
        separator = value.separator if separated is None else separated(value.separator)
        return separator.join(str(_filled(name, each, catalogue)) for each in value.values)
    if isinstance(value, Figure | Printed | Single | Words):
        told = value.text_in(catalogue)
        return _place(told, catalogue) if name in NAMES else told
    if not isinstance(value, str):
        return value
    if name in NAMES:
        return _place(value, catalogue)
    signed: Callable[[str], str] | None
    signed = getattr(catalogue, "worded" if name in LINES else "signed", None)
    return value if signed is None else signed(value)


def _place(place: str, catalogue: gettext.NullTranslations) -> str:
    """Return what a player or a place is called: `_` in the notation stands for a space."""
    return catalogue.gettext(place) if place == "nobody" else called(place)

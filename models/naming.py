"""What people call the words of records: a sign and a name for each, in every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from .words import Words, bare, in_languages

SHORT = 3
"""Letters of a name that is read only where it fits: it may begin another word."""


@dataclass(frozen=True)
class Name:
    """What people call a word of records, by the code of each language.

    Lines and boards show its `sign`, which can be typed: the initial of its `name` where no piece
    beside it has the same one, else as much of the name as tells it apart. The beginning of the
    name can be typed, too, from its third letter on.
    """

    signs: Mapping[str, str]
    names: Mapping[str, str]

    @cached_property
    def sign(self) -> Words:
        """The sign, in words."""
        return in_languages(self.signs)

    @cached_property
    def name(self) -> Words:
        """The name, in words."""
        return in_languages(self.names)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Sign and name in every language, as typed words are compared: `bare`."""
        return tuple(dict.fromkeys(map(bare, (*self.signs.values(), *self.names.values()))))


Names = Mapping[str, Name]
"""What words of records are called, by the word."""


def named(word: str, names: Mapping[str, str], **signs: str) -> Name:
    """Return what `word` is called; its sign is the word, but for languages that have `signs`."""
    return Name({"en": word, **signs}, names)


def signed(names: Names, words: Iterable[str]) -> Mapping[str, str]:
    """Return which of `words` each sign means, in any language; signs are `bare`."""
    return {
        bare(sign): word for word in words if word in names for sign in names[word].signs.values()
    }


def owned(names: Names, words: Iterable[str]) -> Names:
    """Return what `words` are called; some stand behind their owner, as in `Bo:Poster`."""
    found: dict[str, Name] = {}
    for word in words:
        owner, colon, own = word.rpartition(":")
        if own in names:
            signs, told = names[own].signs.items(), names[own].names.items()
            found[word] = Name(
                {code: f"{owner}{colon}{sign}" for code, sign in signs},
                {code: f"{owner}{colon}{name}" for code, name in told},
            )
    return found


def in_full(names: Names) -> Mapping[tuple[str, ...], str]:
    """Return which word each name means, as the words typed for it: `bare`, with plain quotes.

    Words of one letter are left out: an initial can mean another piece of the same one.
    """
    return {
        tuple(plain(text).split()): word
        for word, name in names.items()
        for text in name.texts
        if len(word) > 1 and len(text) > SHORT
    }


def texts_of(names: Names, word: str) -> tuple[str, ...]:
    """Return what can be typed for a word, `plain`."""
    return (plain(word), *(names[word].texts if word in names else ()))


def plain(text: str) -> str:
    """Return `text` in bare letters, with quotes as keyboards have them."""
    return bare(text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")

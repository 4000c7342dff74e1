"""The words of a sentence as they are typed: taken apart, and without plurals and endings."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

from ..models.words import Tell, Words, alternatives, bare
from .slips import CUT

STEMS = 8_192
"""How many words are cached without their endings."""
TEXTS = 16_384
"""How many texts are cached as words: most are phrases, which every lexicon has."""

_ARROW = re.compile(r"<?[-=]+>|<[-=]+|[→←↔]|(?<=[^\W\d])>(?=[^\W\d])")
_SUM = re.compile(r"\d\s*\+\s*\d|(?<!\w)[-–+.!~#^]+(?=\w)|\d\.\d|\b[^\W\d][-–](?=\d)|!=|[<>≠≤≥]=?")
"""Signs that nobody says of pieces: `1 + 1`, `-3`, `3.5`, `>2`, `!R1`, `R-1`."""
NO_LINE = "±"
"""The token of what is no line."""
PAUSE = "…"
_TOKEN = re.compile(r"[^\s,;:.!?()\"«»=…+→*&]+|[?!,;:.…]")
_RANGE = re.compile(r"\b(\d)\s?[-–]\s?(\d)\b(?![-–])(?<![-–]\d[-–]\d)")
_TIMES = re.compile(r"([^\W\d]\w*) [x×] ?(\d)\b")
_COUNTED = re.compile(r"\b(\d) ?[x×](?= ?[^\W\d])")
_COUNTED_PIECE = re.compile(r"\b(\d ?[x×] ?[^\W\d]+ \d)\b")
STOPS = ",;:.?!"
BREAKS = frozenset({*STOPS, PAUSE})
"""What stands between the parts of a sentence; a pause also within a part."""
_EXCLAIMED = re.compile(r"(?<=\w)!+")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")
_ELIDED = re.compile(r"^(l|d|qu|n|j|c|s|m|t)'(?=.)")
_NO_LONGER = re.compile(r"\b(?:ne |n')\w+ (?:plus|guère)\b(?! qu)")
"""A denial in two words with the verb between them."""
_COUNTED_FIGURE = re.compile(r"\ds")
_CLITIC = re.compile(r"(?<=.)('s|'ll|'ve|'re|'d|'m|s'(?=$))$")


@lru_cache(TEXTS)
def tokens(text: str) -> tuple[str, ...]:
    """Return the words of a sentence, in lower case: `l'a` is two, `Bo's` is two.

    A single capital behind the first word stays one: it is a piece, not an article.
    """
    plain = normalize("NFC", text).replace("\u2019", "'")
    plain = _NO_LONGER.sub("ne pas", plain)
    plain = _COUNTED_PIECE.sub(r"\1s", plain)  # `2x red 1` is `2x red 1s`
    plain = _COUNTED.sub(r"\1 ", _TIMES.sub(r"\2 \1", plain))
    plain = _ARROW.sub(" : ", plain.replace("...", PAUSE))
    plain = _RANGE.sub(_listed_range, _SUM.sub(f" {NO_LINE} ", plain))
    found: list[str] = []
    for each in _TOKEN.findall(_EXCLAIMED.sub(".", plain)):
        each = each.lstrip("-–")
        if found and len(each) == 1 and each.isupper() and each != "I":
            found.append(each)
            continue
        each = each.casefold()
        while elided := _ELIDED.match(each):
            found.append(elided[0])
            each = each[elided.end() :]
        if not each:
            continue
        clitic = _CLITIC.search(each)
        if clitic:
            found += [each[: clitic.start()], "'s" if clitic[0] == "s'" else clitic[0]]
        else:
            found.append(each)
    return tuple(found)


def said_as(words: Words, tell: Tell) -> frozenset[str]:
    """Return the phrases of a list as they are heard: their words in bare letters."""
    return frozenset(" ".join(map(bare, tokens(each))) for each in alternatives(words, tell))


def _listed_range(found: re.Match[str]) -> str:
    first, last = int(found[1]), int(found[2])
    return ", ".join(map(str, range(first, last + 1))) if first < last else found[0]


def is_plural(token: str) -> bool:
    """Tell whether a word may be a plural."""
    return singular(token) != bare(token)


def singular(token: str) -> str:
    """Return a word without its plural, in bare letters."""
    text = bare(token)
    many = len(text) > CUT and text[-1] in "sx" and text[-2] != "s"
    return text[:-1] if many or _COUNTED_FIGURE.fullmatch(text) else text


@lru_cache(STEMS)
def stem(token: str, endings: tuple[str, ...]) -> str:
    """Return a word without its plural and without one of the `endings`.

    One with a figure stays as it is, but for `2s`.
    """
    text = singular(token)
    if any(each.isdigit() for each in text):
        return text if text.isdecimal() else bare(token)
    for ending in endings:
        if text.endswith(ending) and len(text) - len(ending) >= CUT:
            text = text[: -len(ending)]
            break
    return _DOUBLED.sub(r"\1", text)

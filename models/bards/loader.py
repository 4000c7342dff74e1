"""Card sets: files in TOML, read strictly. The format is told in docs/bards.md.

A record names its set and the digest of its content. Sets that were played with or checked are
kept in a folder of the user's, each under its name and digest, where records find them again.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

from ..errors import TableError
from ..words import Words, listed, say, say_n
from .box import Numbers
from .cards import ANY, ICONS, POWERS, SUPPORTS, Audience, Bard, CardSet, Cost, Icon, pair
from .dice import COLOUR_NAMES, COLOURS, DICE

FORMAT = 1
LONGEST = 60_000
"""Bytes of the longest card file that is read; a whole box takes some 12,000."""
LONGEST_LINE = 300
"""Characters of its longest line: what TOML costs grows with the square of the dots in a key."""
KINDS = ("basic", "leader", "roadie", "poster", "veteran")
_ID = re.compile(r"[^\W\d_][\w'’-]{0,23}", re.UNICODE)
_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_COST = re.compile(r"(>=|≥|<=|≤|=) ?([1-6])")
_WORDS = ("melody", "with", "as", "for", "two", "action", "support", "discarding", "any", "nobody")
_RESERVED = frozenset(word.casefold() for word in (*_WORDS, *COLOURS, *DICE))
_COLOURED = ("basic", "leader", "veteran")
_FIELDS = {
    "poster": ("id", "name", "copies"),
    "roadie": ("id", "name", "copies", "cost", "icons"),
    "basic": ("id", "name", "copies", "colour", "cost", "icons"),
    "leader": ("id", "name", "colour", "cost", "icons"),
    "veteran": ("id", "name", "colour", "cost", "icons", "points"),
    "audience": ("id", "name", "asks", "points"),
}
_MAY = {"veteran": ("support",), "audience": ("power",)}


class BadCards(TableError):
    """A card file that is wrong: `words` name the card and the field."""

    kind = "notation"
    tag = "Cards"


@cache
def workshop() -> CardSet:
    """Return the set written for this project."""
    return read_cards(files(__package__).joinpath("workshop.toml").read_text(encoding="utf-8"))


def read_file(path: Path) -> CardSet:
    """Read the card set at `path`; raises BadCards, OSError for no such file."""
    return read_cards(_text(path))


def read_cards(text: str, numbers: Numbers | None = None) -> CardSet:
    """Read a card set and hold it to the component counts; raises BadCards."""
    digest = hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:12]
    cards = _read_set(_toml(text), digest)
    _check_counts(cards, numbers or Numbers.printed())
    return cards


def _toml(text: str) -> dict[str, Any]:
    for number, row in enumerate(text.split("\n"), start=1):
        if len(row) > LONGEST_LINE:
            words = say("a line of a card file has {most} characters at most", most=LONGEST_LINE)
            raise BadCards(words, (number,))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCards(say("this is not TOML: {error}", error=str(error))) from None
    except RecursionError:
        raise BadCards(say("brackets stand in brackets deeper than in any card set")) from None


def keep(path: Path, folder: Path | None = None) -> CardSet:
    """Read the card set at `path` and keep a copy where records find it; raises BadCards."""
    text = _text(path)
    cards = read_cards(text)
    kept = (folder or home()) / f"{cards.name}-{cards.digest}.toml"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    return cards


def found(tag: str, folder: Path | None = None) -> CardSet:
    """Return the set that the value of a record's `Cards` tag names; raises BadCards."""
    name, _, digest = tag.partition(" ")
    if not _NAME.fullmatch(name) or not re.fullmatch(r"[0-9a-f]{12}", digest):
        raise BadCards(say("expected the name of a card set and its digest"))
    kept = (folder or home()) / f"{name}-{digest}.toml"
    if not kept.is_file():
        raise BadCards(
            say(
                "this game uses the card set '{name}' ({digest}), which is not known here:"
                " check its file once with 'aparte cards check FILE'",
                name=name,
                digest=digest,
            )
        )
    cards = read_file(kept)
    if cards.digest != digest:
        raise BadCards(say("the kept file of the card set '{name}' has changed", name=name))
    return cards


def home() -> Path:
    """Return the folder of the card sets that records can name."""
    if named := os.environ.get("APARTE_HOME"):
        return Path(named) / "cards"
    from platformdirs import user_data_path

    return user_data_path("aparte") / "cards"


def _text(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise BadCards(say("this file is longer than any card set ({most} bytes)", most=LONGEST))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadCards(say("this is not text in UTF-8")) from None


class _Entry:
    """One table of the file, read field by field; errors name the card and the field."""

    def __init__(self, kind: str, data: object, number: int) -> None:
        self.kind, self.where = kind, f"{kind} {number}"
        if not isinstance(data, Mapping):
            raise BadCards(say("{where}: expected a table [[{kind}]]", where=self.where, kind=kind))
        self.data = data
        self.id = self.text("id")
        if not _ID.fullmatch(self.id) or self.id.casefold() in _RESERVED:
            words = say(
                "one word of letters, digits, - or ', up to 24, no word of the notation,"
                " not '{id}'",
                id=self.id[:40],
            )
            raise self.bad("id", words)
        self.where = f"{kind} {self.id}"
        known = (*_FIELDS[kind], *_MAY.get(kind, ()))
        for name in data:
            if name not in known:
                raise self.bad(str(name), say("no such field here; there are {f}", f=listed(known)))

    def bad(self, name: str, words: Words) -> BadCards:
        return BadCards(say("{where}, {field}: {words}", where=self.where, field=name, words=words))

    def get(self, name: str) -> Any:
        if name not in self.data:
            raise self.bad(name, say("missing"))
        return self.data[name]

    def text(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self.bad(name, say("expected a text"))
        return value

    def number(self, name: str, least: int, most: int) -> int:
        value = self.get(name)
        if type(value) is not int or not least <= value <= most:
            raise self.bad(name, say("expected a number, {a} to {b}", a=least, b=most))
        return value

    def texts(self, name: str) -> list[str]:
        value = self.get(name)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.bad(name, say("expected a list of texts"))
        return value

    def names(self) -> Mapping[str, str]:
        return _names(self.get("name"), lambda words: self.bad("name", words))

    def colour(self) -> str:
        return self._colour("colour", self.text("colour"))

    def _colour(self, name: str, value: str, also: tuple[str, ...] = ()) -> str:
        if value in also:
            return value
        if value not in COLOUR_NAMES:
            expected = listed((*COLOUR_NAMES, *also))
            words = say("expected one of {e}, found '{found}'", e=expected, found=value[:40])
            raise self.bad(name, words)
        return COLOUR_NAMES[value]

    def cost(self) -> Cost:
        match = _COST.fullmatch(self.text("cost"))
        if match is None:
            raise self.bad("cost", say("expected >= , <= or = and 1 to 6, such as '>=4'"))
        return Cost({"≥": ">=", "≤": "<="}.get(match[1], match[1]), int(match[2]))

    def icons(self) -> tuple[Icon, ...]:
        icons = tuple(self._icon("icons", each, ICONS) for each in self.texts("icons"))
        if not icons:
            raise self.bad("icons", say("an ability has at least one icon"))
        return icons

    def icon(self, name: str, known: Mapping[str, str]) -> Icon | None:
        return self._icon(name, self.text(name), known) if name in self.data else None

    def _icon(self, name: str, value: str, known: Mapping[str, str]) -> Icon:
        kind, _, colour = value.partition(" ")
        if kind not in known:
            expected = listed(known)
            words = say("no icon '{found}'; there are {e}", found=value[:40], e=expected)
            raise self.bad(name, words)
        if known[kind] == "" and colour:
            raise self.bad(name, say("'{kind}' takes no colour", kind=kind))
        if known[kind] == "":
            return Icon(kind)
        also = (ANY,) if known[kind] == "colour or any" else ()
        return Icon(kind, self._colour(name, colour, also))

    def asks(self) -> tuple[str, ...]:
        asked = [self._colour("asks", each, (ANY,)) for each in self.texts("asks")]
        if not 1 <= len(asked) <= 8:
            raise self.bad("asks", say("an audience asks for 1 to 8 performances"))
        order = (*COLOURS, ANY)
        return tuple(sorted(asked, key=order.index))


def _names(value: object, bad: Any) -> Mapping[str, str]:
    if isinstance(value, str) and value.strip():
        return {"en": value, "fr": value}
    if isinstance(value, dict) and all(isinstance(value.get(lang), str) for lang in ("en", "fr")):
        return {"en": value["en"], "fr": value["fr"]}
    error: BadCards = bad(say("expected a text, or one in each language: {example}", example=_BOTH))
    raise error


_BOTH = '{ en = "…", fr = "…" }'


def _read_set(data: dict[str, Any], digest: str) -> CardSet:
    for field in data:
        if field not in ("format", "name", "title", "encore", *KINDS, "audience"):
            raise BadCards(say("the file has a field '{field}' that no card set has", field=field))
    if data.get("format") != FORMAT:
        raise BadCards(say("format: this program reads card sets with format = {n}", n=FORMAT))
    name = data.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadCards(say("name: expected small letters, digits and -, such as 'my-box'"))
    titles = _names(data.get("title", name), lambda words: BadCards(say("title: {w}", w=words)))
    bards = [bard for kind in KINDS for bard in _read_bards(kind, data.get(kind, []))]
    audiences = [_read_audience(entry) for entry in _entries("audience", data.get("audience", []))]
    ids = [*(bard.id for bard in bards), *(audience.id for audience in audiences)]
    for card, copies in Counter(map(str.casefold, ids)).items():
        if copies > 1:
            raise BadCards(say("two cards have the id '{id}'", id=card))
    return CardSet(
        name,
        titles,
        {bard.id: bard for bard in bards},
        {audience.id: audience for audience in audiences},
        _read_encores(data.get("encore", [])),
        digest,
    )


def _entries(kind: str, data: object) -> list[_Entry]:
    if not isinstance(data, list):
        raise BadCards(say("{kind}: expected tables [[{kind}]]", kind=kind))
    return [_Entry(kind, each, number) for number, each in enumerate(data, start=1)]


def _read_bards(kind: str, data: object) -> list[Bard]:
    return [_read_bard(kind, entry) for entry in _entries(kind, data)]


def _read_bard(kind: str, entry: _Entry) -> Bard:
    fields = _FIELDS[kind]
    icons = entry.icons() if "icons" in fields else ()
    support = entry.icon("support", SUPPORTS)
    if (Icon("support") in icons) != (support is not None) and kind == "veteran":
        words = say("a bard has a support ability exactly when an icon is 'support'")
        raise entry.bad("support", words)
    if kind != "veteran" and Icon("support") in icons:
        raise entry.bad("icons", say("only veterans have the icon 'support'"))
    return Bard(
        id=entry.id,
        kind=kind,
        names=entry.names(),
        copies=entry.number("copies", 1, 99) if "copies" in fields else 1,
        colour=entry.colour() if kind in _COLOURED else "",
        cost=entry.cost() if "cost" in fields else None,
        icons=icons,
        support=support,
        points=entry.number("points", 0, 20) if "points" in fields else 0,
    )


def _read_audience(entry: _Entry) -> Audience:
    points = entry.number("points", 0, 20)
    return Audience(entry.id, entry.names(), entry.asks(), points, entry.icon("power", POWERS))


def _read_encores(data: object) -> tuple[str, ...]:
    pairs = []
    each: Any
    for each in data if isinstance(data, list) else [data]:
        two = isinstance(each, list) and len(each) == 2 and each[0] != each[1]
        if not two or not all(colour in COLOUR_NAMES for colour in each):
            words = say("encore: expected pairs of two colours, such as ['blue', 'red']")
            raise BadCards(words)
        pairs.append(pair(tuple(COLOUR_NAMES[colour] for colour in each)))
    return tuple(pairs)


def _check_counts(cards: CardSet, numbers: Numbers) -> None:
    for kind in KINDS:
        if kind in _COLOURED:
            for name, colour in COLOUR_NAMES.items():
                there = sum(b.copies for b in cards.of_kind(kind) if b.colour == colour)
                _check_count(say("{colour} {kind}", colour=name, kind=kind), there, numbers, kind)
        else:
            there = sum(bard.copies for bard in cards.of_kind(kind))
            _check_count(say("{kind}", kind=kind), there, numbers, kind)
    _check_count(say("audience"), len(cards.audiences), numbers, "audience")
    _check_count(say("encore"), len(cards.encores), numbers, "encore")
    every = {pair(two) for two in combinations(COLOURS, 2)}
    if len(set(cards.encores)) != len(cards.encores) or not set(cards.encores) <= every:
        raise BadCards(say("encore: every pair of two colours stands once"))
    decks = len(cards.copies("leader"))
    for bard in cards.bards.values():
        if bard.kind in ("basic", "roadie", "poster") and bard.copies % decks:
            words = say("copies: {n} do not go round {decks} decks", n=bard.copies, decks=decks)
            raise BadCards(say("{kind} {id}, {words}", kind=bard.kind, id=bard.id, words=words))


def _check_count(what: Words, there: int, numbers: Numbers, kind: str) -> None:
    if there != numbers.cards[kind]:
        raise BadCards(
            say_n(
                "{what}: the box has {n} card, this file {there}",
                "{what}: the box has {n} cards, this file {there}",
                numbers.cards[kind],
                what=what,
                there=there,
            )
        )

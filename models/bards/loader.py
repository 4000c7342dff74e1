"""Card sets: TOML files, read strictly; docs/bards.md describes the format.

A record names its set and the digest of its content. Sets that were played with or checked are kept
in a folder of the user, each under its name and digest, where records find them again.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, TypeVar

from ..errors import TableError
from ..files import data_of
from ..words import Listed, Words, listed, say, say_n
from .box import Numbers
from .cards import (
    ANY,
    GAINS,
    ICONS,
    POWERS,
    PRICES,
    SUPPORTS,
    Audience,
    Bard,
    CardSet,
    Cost,
    Icon,
    pair,
)
from .dice import COLOUR_NAMES, COLOURS, DICE
from .text import VERBS

FORMAT = 1
LONGEST = 60_000
"""Most bytes of a card file; a whole box takes some 12,000."""
LONGEST_LINE = 300
"""Most characters of a line: TOML's cost grows with the square of the dots in a key."""
KINDS = ("basic", "leader", "roadie", "poster", "veteran")
_ID = re.compile(r"[^\W\d_][\w'’-]{0,23}", re.UNICODE)
_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_COST = re.compile(r"(two )?(>=|≥|<=|≤|=) ?([1-9][0-9]?)|(odd|even)|two (equal)")
_HEAD = re.compile(r"\s*\[\[\s*(\w+)\s*\]\]")
_PAIRS = tuple("".join(two) for two in permutations(COLOURS, 2))
_WORDS = ("melody", "with", "as", "for", "two", "action", "support", "discarding", "any", "nobody")
_OTHERS = ("table", "referee", "not", "hand", "stage", "deck")
_RESERVED = frozenset(
    word.casefold() for word in (*_WORDS, *_OTHERS, *COLOURS, *DICE, *_PAIRS, *VERBS)
)
_COLOURED = ("basic", "leader", "veteran")
_FIELDS = {
    "poster": ("id", "name", "copies"),
    "roadie": ("id", "name", "copies", "cost", "icons"),
    "basic": ("id", "name", "copies", "colour", "cost", "icons"),
    "leader": ("id", "name", "colour", "cost", "icons"),
    "veteran": ("id", "name", "colour", "cost", "icons", "points"),
    "audience": ("id", "name", "asks", "points"),
}
_ABLE = ("support", "pays")
_MAY = {
    "basic": _ABLE,
    "leader": _ABLE,
    "roadie": _ABLE,
    "veteran": _ABLE,
    "audience": ("power", "won"),
}
_NAMELESS = "?"
_BOTH = '{ en = "…", fr = "…" }'
T = TypeVar("T")
Icons = tuple[Icon, ...]


MOST_TOLD = 20
"""Most mistakes of one card file that are reported at once."""


class BadCards(TableError):
    """A card file with mistakes: `words` name the card and the field.

    After a whole file was read, `errors` are all its mistakes, each with its line.
    """

    kind = "notation"
    tag = "Cards"

    def __init__(
        self, words: Words, lines: tuple[int, ...] = (), errors: tuple[BadCards, ...] = ()
    ) -> None:
        super().__init__(words, tuple(filter(None, lines)))
        self.errors = errors or (self,)


WORKSHOP = "workshop"
"""The name of the bundled card set."""


@cache
def workshop() -> CardSet:
    """Return the card set that was written for this project."""
    return read_cards(Path(__file__).with_name("workshop.toml").read_text(encoding="utf-8"))


def read_file(path: Path) -> CardSet:
    """Read the card set at `path`; raises BadCards, OSError for no such file."""
    return read_cards(_text(path))


def read_cards(text: str, numbers: Numbers | None = None) -> CardSet:
    """Read a card set, check its component counts; raises BadCards with all mistakes."""
    digest = hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:12]
    return _read_set(_toml(text), text, digest, numbers or Numbers.printed())


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


def keep(path: Path) -> CardSet:
    """Read the card set at `path` and keep a copy where records find it; raises BadCards."""
    text = _text(path)
    cards = read_cards(text)
    kept = home() / f"{cards.name}-{cards.digest}.toml"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    return cards


def found(tag: str) -> CardSet:
    """Return the set that the value of a record's `Cards` tag names; raises BadCards."""
    name, _, digest = tag.partition(" ")
    if not _NAME.fullmatch(name) or not re.fullmatch(r"[0-9a-f]{12}", digest):
        raise BadCards(say("expected the name of a card set and its digest"))
    kept = home() / f"{name}-{digest}.toml"
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
    data = data_of(path, LONGEST)
    if len(data) > LONGEST:
        raise BadCards(say("this file is longer than any card set ({most} bytes)", most=LONGEST))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadCards(say("this is not text in UTF-8")) from None


class _Reading:
    """The reading of a card file: it goes on to the end, past every mistake."""

    def __init__(self, text: str) -> None:
        self.rows = text.split("\n")
        self.wrong: list[BadCards] = []
        self._heads: dict[str, list[int]] = {}
        for number, row in enumerate(self.rows, start=1):
            if head := _HEAD.match(row):
                self._heads.setdefault(head[1], []).append(number)
        self._starts = sorted(n for heads in self._heads.values() for n in heads)

    def line(self, kind: str = "", number: int = 1, field: str = "") -> int:
        """Return the line of a field in the `number`-th table of a kind.

        The line of the table if the field is missing, 0 if the table is.
        """
        heads = self._heads.get(kind, [])
        if kind and len(heads) < number:
            return 0
        head = heads[number - 1] if kind else 0
        end = next((n for n in self._starts if n > head), len(self.rows) + 1)
        named = re.compile(rf"\s*[\"']?{re.escape(field)}[\"']?\s*[=.]")
        there = (n for n in range(head + 1, end) if field and named.match(self.rows[n - 1]))
        return next(there, head)

    def tell(self, words: Words, line: int = 0) -> None:
        self.wrong.append(BadCards(words, (line,) if line else ()))

    def tried(self, read: Callable[[], T], instead: T) -> T:
        """Return what `read` returns; if it raises, note the mistake and return `instead`."""
        try:
            return read()
        except BadCards as error:
            self.wrong.append(error)
            return instead

    def end(self) -> None:
        """Raise BadCards with all mistakes noted, by line, if there are any."""
        errors = tuple(sorted(self.wrong, key=lambda error: error.lines or (0,)))
        if len(errors) == 1:
            raise errors[0]
        if (more := len(errors) - MOST_TOLD) > 1:
            rest = say("and {n} further mistakes", n=more)
            errors = (*errors[:MOST_TOLD], BadCards(rest))
        if errors:
            told = listed((error.message for error in errors), "; ")
            raise BadCards(say("{errors}", errors=told), errors=errors)


class _Entry:
    """One table of the file, read field by field; its errors name the card and the field."""

    def __init__(self, kind: str, data: Mapping[str, Any], number: int, reading: _Reading) -> None:
        self.kind, self.where, self.number = kind, f"{kind} {number}", number
        self.data, self.reading = data, reading
        self.id = reading.tried(self._id, "")
        self.where = f"{kind} {self.id}" if self.id else self.where
        known = (*_FIELDS[kind], *_MAY.get(kind, ()))
        for name in data:
            if name not in known:
                words = say("no such field here; there are {f}", f=listed(known))
                reading.wrong.append(self.bad(str(name), words))

    def _id(self) -> str:
        found = self.text("id")
        if not _ID.fullmatch(found):
            words = say("one word of letters, digits, - or ', up to 24, not '{id}'", id=found[:40])
            raise self.bad("id", words)
        if found.casefold() in _RESERVED:
            raise self.bad("id", say("'{id}' is a word of the notation", id=found))
        return found

    def bad(self, name: str, words: Words) -> BadCards:
        told = say("{where}, {field}: {words}", where=self.where, field=name, words=words)
        line = self.reading.line(self.kind, self.number, name)
        return BadCards(told, (line,) if line else ())

    def tried(self, read: Callable[[], T], instead: T) -> T:
        return self.reading.tried(read, instead)

    def get(self, name: str) -> Any:
        if name not in self.data:
            raise self.bad(name, say("missing"))
        return self.data[name]

    def text(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self.bad(name, say("expected a text"))
        return value

    def number_of(self, name: str, least: int, most: int) -> int:
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
            words = say(
                "expected >= , <= or = and 1 to 6, such as '>=4'; odd or even; for two dice"
                " 'two >=9' (both together) or 'two equal'"
            )
            raise self.bad("cost", words)
        two, sign, pips, parity, equal = match.groups()
        if parity or equal:
            return Cost(parity or equal, dice=2 if equal else 1)
        dice = 2 if two else 1
        if not dice <= int(pips) <= 6 * dice:
            words = say("dice show {a} to {b}", a=dice, b=6 * dice)
            raise self.bad("cost", words)
        return Cost({"≥": ">=", "≤": "<="}.get(sign, sign), int(pips), dice)

    def icons(self) -> tuple[Icon, ...]:
        icons = tuple(self._icon("icons", each, ICONS) for each in self.texts("icons"))
        if not icons:
            raise self.bad("icons", say("an ability has at least one icon"))
        return icons

    def one_or_more(self, name: str, known: Mapping[str, str]) -> tuple[Icon, ...]:
        """Return the icons of a field that is optional, and one text or a list of them."""
        if name not in self.data:
            return ()
        texts = [self.data[name]] if isinstance(self.data[name], str) else self.texts(name)
        return tuple(self._icon(name, each, known) for each in texts)

    def _icon(self, name: str, value: str, known: Mapping[str, str]) -> Icon:
        kind, _, colour = value.partition(" ")
        if kind not in known:
            raise self.bad(name, _unknown(name, value[:40], listed(known)))
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


def _unknown(field: str, found: str, known: Listed) -> Words:
    match field:
        case "power":
            return say("no power '{found}'; there are {e}", found=found, e=known)
        case "support":
            return say("no support ability '{found}'; there are {e}", found=found, e=known)
    return say("no icon '{found}'; there are {e}", found=found, e=known)


def _names(value: object, bad: Any) -> Mapping[str, str]:
    if isinstance(value, str) and value.strip():
        return {"en": value, "fr": value}
    if isinstance(value, dict) and all(isinstance(value.get(lang), str) for lang in ("en", "fr")):
        return {"en": value["en"], "fr": value["fr"]}
    error: BadCards = bad(say("expected a text, or one in each language: {example}", example=_BOTH))
    raise error


def _read_set(data: dict[str, Any], text: str, digest: str, numbers: Numbers) -> CardSet:
    reading = _Reading(text)
    for field in data:
        if field not in ("format", "name", "title", "encore", *KINDS, "audience"):
            words = say("the file has a field '{field}' that no card set has", field=field)
            reading.tell(words, reading.line(field) or reading.line(field=field))
    if data.get("format") != FORMAT:
        words = say("format: this program reads card sets with format = {n}", n=FORMAT)
        reading.tell(words, reading.line(field="format"))
    name = data.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        name = ""
        words = say("name: expected small letters, digits and -, such as 'my-box'")
        reading.tell(words, reading.line(field="name"))
    titled, at = data.get("title", name or _NAMELESS), (reading.line(field="title"),)
    titles: Mapping[str, str] = reading.tried(
        lambda: _names(titled, lambda words: BadCards(say("title: {w}", w=words), at)), {}
    )
    entries = {kind: _entries(kind, data.get(kind, []), reading) for kind in (*KINDS, "audience")}
    bards = [_read_bard(entry) for kind in KINDS for entry in entries[kind]]
    audiences = [_read_audience(entry) for entry in entries["audience"]]
    _check_ids([entry for each in entries.values() for entry in each], reading)
    cards = CardSet(
        name,
        titles,
        {bard.id: bard for bard in bards},
        {audience.id: audience for audience in audiences},
        reading.tried(lambda: _read_encores(data.get("encore", []), reading), ()),
        digest,
    )
    if not reading.wrong:
        _check_counts(cards, numbers, reading)
    reading.end()
    return cards


def _check_ids(entries: list[_Entry], reading: _Reading) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry.id and entry.id.casefold() in seen:
            words = say("two cards have the id '{id}'", id=entry.id.casefold())
            reading.tell(words, reading.line(entry.kind, entry.number, "id"))
        seen.add(entry.id.casefold())


def _entries(kind: str, data: object, reading: _Reading) -> list[_Entry]:
    if not isinstance(data, list):
        reading.tell(say("{kind}: expected tables [[{kind}]]", kind=kind), reading.line(field=kind))
        return []
    found = []
    for number, each in enumerate(data, start=1):
        if isinstance(each, Mapping):
            found.append(_Entry(kind, each, number, reading))
        else:
            where = f"{kind} {number}"
            reading.tell(
                say("{where}: expected a table [[{kind}]]", where=where, kind=kind),
                reading.line(field=kind),
            )
    return found


def _read_bard(entry: _Entry) -> Bard:
    kind, fields = entry.kind, _FIELDS[entry.kind]
    icons: Icons = entry.tried(entry.icons, ()) if "icons" in fields else ()
    supports: tuple[Icon, ...] | None = entry.tried(
        lambda: entry.one_or_more("support", SUPPORTS), None
    )
    if icons and supports is not None and (Icon("support") in icons) != bool(supports):
        words = say("a bard has a support ability exactly when an icon is 'support'")
        entry.reading.wrong.append(entry.bad("support", words))
    if icons.count(Icon("support")) > 1:
        entry.reading.wrong.append(entry.bad("icons", say("'support' stands once")))
    return Bard(
        id=entry.id,
        kind=kind,
        names=entry.tried(entry.names, {}),
        copies=entry.tried(lambda: entry.number_of("copies", 1, 99), 1)
        if "copies" in fields
        else 1,
        colour=entry.tried(entry.colour, "") if kind in _COLOURED else "",
        cost=entry.tried(entry.cost, Cost("=", 1)) if "cost" in fields else None,
        icons=icons,
        supports=supports or (),
        points=entry.tried(lambda: entry.number_of("points", -20, 20), 0)
        if "points" in fields
        else 0,
        pays=entry.tried(lambda: entry.one_or_more("pays", PRICES), ()),
    )


def _read_audience(entry: _Entry) -> Audience:
    return Audience(
        entry.id,
        entry.tried(entry.names, {}),
        entry.tried(entry.asks, ()),
        entry.tried(lambda: entry.number_of("points", -20, 20), 0),
        entry.tried(lambda: entry.one_or_more("power", POWERS), ()),
        entry.tried(lambda: entry.one_or_more("won", GAINS), ()),
    )


def _read_encores(data: object, reading: _Reading) -> tuple[str, ...]:
    pairs = []
    each: Any
    for each in data if isinstance(data, list) else [data]:
        two = isinstance(each, list) and len(each) == 2 and each[0] != each[1]
        if not two or not all(colour in COLOUR_NAMES for colour in each):
            words = say("encore: expected pairs of two colours, such as ['blue', 'red']")
            raise BadCards(words, (reading.line(field="encore"),))
        pairs.append(pair(tuple(COLOUR_NAMES[colour] for colour in each)))
    return tuple(pairs)


def _check_counts(cards: CardSet, numbers: Numbers, reading: _Reading) -> None:
    def count(what: Words, there: int, kind: str) -> None:
        if there != numbers.cards[kind]:
            words = say_n(
                "{what}: the box has {n} card, this file {there}",
                "{what}: the box has {n} cards, this file {there}",
                numbers.cards[kind],
                what=what,
                there=there,
            )
            reading.tell(words, reading.line(kind))

    for kind in KINDS:
        if kind in _COLOURED:
            for name, colour in COLOUR_NAMES.items():
                there = sum(b.copies for b in cards.of_kind(kind) if b.colour == colour)
                count(say("{colour} {kind}", colour=name, kind=kind), there, kind)
        else:
            count(say("{kind}", kind=kind), sum(b.copies for b in cards.of_kind(kind)), kind)
    count(say("audience"), len(cards.audiences), "audience")
    count(say("encore"), len(cards.encores), "encore")
    every = {pair(two) for two in combinations(COLOURS, 2)}
    if len(set(cards.encores)) != len(cards.encores) or not set(cards.encores) <= every:
        words = say("encore: every pair of two colours stands once")
        reading.tell(words, reading.line(field="encore"))
    decks = len(cards.copies("leader"))
    for kind in ("basic", "roadie", "poster"):
        for number, bard in enumerate(cards.of_kind(kind), start=1):
            if decks and bard.copies % decks:
                words = say("copies: {n} do not go round {decks} decks", n=bard.copies, decks=decks)
                told = say("{kind} {id}, {words}", kind=kind, id=bard.id, words=words)
                reading.tell(told, reading.line(kind, number, "copies"))

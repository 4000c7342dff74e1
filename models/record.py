"""Records: the text of a game, read strictly and written in one canonical form.

A text that is read and written again is the same byte for byte when it was canonical; comments
and blank lines are kept. Reading stops at the first thing that is wrong.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from .bag import HOLE
from .core import Game, Line, Record, Setup, replay
from .errors import BadNotation, TableError
from .event import REFEREE, TABLE, Event
from .games import CARDS, GAMES, game_of
from .grammar import Cursor, Token, Verb, Vocabulary, following, one_of, read_event
from .words import listed, say

VERSION = "1"
LONGEST = 1_000_000
"""Bytes of the longest record that is read; the longest games take some 20,000."""

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"\[\]]*)"\]\s*(#.*)?')
_NAME = re.compile(r"[^\W\d_][\w'’.-]*", re.UNICODE)
_NOTATION = frozenset(["table", "nobody", "referee", "removed", "nothing", "line", "leader", "not"])
_PLACES = frozenset(["hand", "stage", "deck", "discard", "aside"])
_HEAD = ("Game", "Record", "Players")
_FREE = ("Title", "Answer", "Level", "Source", "Date")


def read_file(path: Path) -> Record:
    """Read the record at `path`; raises BadNotation and IllegalAction, OSError for no such file."""
    with path.open("rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        words = say("this file is longer than any record can be ({most} bytes)", most=LONGEST)
        raise BadNotation(words, *_place(data, LONGEST))
    try:
        return read(data.removeprefix(BOM_UTF8).decode("utf-8"))
    except UnicodeDecodeError as error:
        words = say("this is not text in UTF-8; a record is a plain text file")
        raise BadNotation(words, *_place(data, error.start)) from None


def _place(data: bytes, offset: int) -> tuple[int, int]:
    """Return the line and the column of a byte."""
    return data.count(b"\n", 0, offset) + 1, offset - data.rfind(b"\n", 0, offset)


def read(text: str) -> Record:
    """Read a record and hold every line to the rules.

    Raises BadNotation (line and column) and IllegalAction (line and ruling).
    """
    record = parse(text)
    for _ in replay(record):
        pass
    return record


def parse(text: str) -> Record:
    """Read the notation of a record without asking the rules; raises BadNotation."""
    rows = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text.strip() else []
    tags = _read_tags(rows)
    record = new_record(tags)
    lines = [
        read_line(record, row, number)
        for number, row in enumerate(rows[len(tags) :], start=len(tags) + 1)
    ]
    return replace(record, lines=tuple(lines))


def write(record: Record) -> str:
    """Return the canonical text of `record`."""
    head = [f'[{name} "{value}"]' for name, value in record.tags]
    body = [
        (write_event(record.game, line.event) if line.event else "") + line.note
        for line in record.lines
    ]
    return "\n".join([*head, *body]) + "\n"


def write_event(game: Game, event: Event) -> str:
    """Return the line of `event`, its actor first."""
    text = game.verbs[event.verb].write(event)
    return f"{event.actor} {text}" if event.actor else text


def read_line(record: Record, row: str, number: int) -> Line:
    """Read one line below the header; raises BadNotation."""
    cut = re.search(r"(^|\s+)#|\s+$", row)
    body, note = (row[: cut.start()], row[cut.start() :]) if cut else (row, "")
    if not body.strip():
        return Line(number, None, row)
    return Line(number, read_words(record, body, number), note)


def read_words(record: Record, text: str, number: int = 0, outcome: bool = True) -> Event:
    """Read one event; with `outcome` false its outcome may be left out (a choice).

    Raises BadNotation.
    """
    cursor = Cursor(text, number)
    event = _read_event(record, cursor, outcome)
    _check_holes(record, event, number)
    return event


def next_words(record: Record, text: str) -> tuple[str, ...]:
    """Return the words that the notation allows behind `text`, the begin of an event."""
    cursor = Cursor(text)
    actor = cursor.take() if cursor.peek() in record.setup.players else ""
    verbs = _verbs(record, actor)
    if cursor.peek() is None:
        return (*verbs, *(() if actor else record.setup.players))
    verb = verbs.get(cursor.take())
    if verb is None:
        return ()
    return following(verb, _vocabulary(record), cursor.rest)


def _verbs(record: Record, actor: str) -> Mapping[str, Verb]:
    verbs = record.game.verbs.values()
    return {verb.name: verb for verb in verbs if verb.actor == bool(actor)}


def _read_event(record: Record, cursor: Cursor, outcome: bool) -> Event:
    players = record.setup.players
    actor = cursor.take() if cursor.peek() in players else ""
    verbs = _verbs(record, actor)
    if cursor.peek() not in verbs:
        expected = (*verbs, *(() if actor else players))
        raise cursor.fail(say("one of {words}", words=listed(expected)))
    verb = verbs[cursor.take()]
    event = read_event(cursor, verb, _vocabulary(record), actor, outcome)
    return _in_order(verb, event)


def _in_order(verb: Verb, event: Event) -> Event:
    if verb.tidy:
        event = verb.tidy(event)
    if not verb.sorted:
        return event
    return replace(event, outcome=tuple(sorted(event.outcome, key=verb.key)))


def _vocabulary(record: Record) -> Vocabulary:
    players = record.setup.players
    named = one_of(players, say("a player ({names})", names=listed(players)))
    return {"PLAYER": named, **record.game.vocabulary}


def _check_holes(record: Record, event: Event, number: int) -> None:
    secret = record.secret_of(event)
    if secret is None:
        return
    hidden = [word == HOLE for word in secret.shown(event) if word != "/"]
    sees = record.viewer == REFEREE or record.viewer in secret.seers(event)
    if record.game.verbs[event.verb].skippable and record.viewer != REFEREE and all(hidden):
        return
    if sees and any(hidden):
        words = say("{viewer} sees this, so no '?' can stand here", viewer=record.viewer)
        raise BadNotation(words, number, 1)
    if not sees and not all(hidden):
        words = say("{viewer} does not see this: write '?' for each piece", viewer=record.viewer)
        raise BadNotation(words, number, 1)


def _read_tags(rows: list[str]) -> tuple[tuple[str, str], ...]:
    tags: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        if not row.startswith("["):
            break
        match = _TAG.fullmatch(row)
        if match is None:
            raise BadNotation(say('expected a tag like [Game "onstage"]'), number, 1)
        if match[1] in tags:
            raise BadNotation(say("[{tag}] stands here a second time", tag=match[1]), number, 1)
        tags[match[1]] = match[2]
    return tuple(tags.items())


def new_record(tags: tuple[tuple[str, str], ...]) -> Record:
    """Return the record that has a header and no line yet; raises BadNotation."""
    named, at = dict(tags), {name: number for number, (name, _) in enumerate(tags, start=1)}
    for name in _HEAD:
        if name not in named:
            words = say('a record begins with [Game "…"], [Record "1"] and [Players "…"]')
            raise BadNotation(words, len(tags) + 1, 1)
    if named["Game"] not in GAMES:
        words = say("expected one of {games}", games=listed(GAMES))
        raise BadNotation(words, at["Game"], len('[Game "') + 1)
    if named["Record"] != VERSION:
        words = say("this program reads records of version {version}", version=VERSION)
        raise BadNotation(words, at["Record"], len('[Record "') + 1)
    try:
        game = game_of(named)
    except TableError as error:
        raise BadNotation(error.words, at[CARDS], len(CARDS) + 4) from None
    players = _read_players(game, named["Players"], at["Players"])
    settings = _read_settings(game, named, at)
    viewer = named.get("Seat", REFEREE)
    if viewer not in (*players, TABLE, REFEREE):
        expected = listed((*players, TABLE))
        raise BadNotation(say("expected one of {words}", words=expected), at["Seat"], 8)
    start = named.get("From", "deal")
    if start not in ("deal", "position"):
        raise BadNotation(say("expected deal or position"), at["From"], 8)
    return Record(game, Setup(players, settings, start == "position"), viewer, tags)


def _read_players(game: Game, value: str, line: int) -> tuple[str, ...]:
    players = tuple(value.split())
    column = len('[Players "') + 1
    if len(players) not in game.seats:
        words = say(
            "{game} is for {least} to {most} players, {given} given",
            game=game.name,
            least=game.seats[0],
            most=game.seats[-1],
            given=len(players),
        )
        raise BadNotation(words, line, column)
    for player in players:
        check_name(game, player, line, column)
    if len({player.casefold() for player in players}) < len(players):
        raise BadNotation(say("two players have the same name"), line, column)
    return players


def check_name(game: Game, name: str, line: int = 0, column: int = 0) -> None:
    """Raise BadNotation if `name` cannot be a player's name in a record of `game`."""
    if not _NAME.fullmatch(name) or len(name) > 20:
        words = say(
            "'{name}' is no name: up to 20 letters and digits, the first a letter, '_' for a space",
            name=name[:40],
        )
        raise BadNotation(words, line, column)
    taken = _NOTATION | _PLACES | set(game.verbs)
    if name.casefold() in taken:
        raise BadNotation(say("'{name}' is a word of the notation", name=name), line, column)


def _read_settings(game: Game, named: Mapping[str, str], at: Mapping[str, int]) -> dict[str, str]:
    settings = {setting.name: setting.default for setting in game.settings}
    values: dict[str, Token] = {setting.name: setting.value for setting in game.settings}
    for name, text in named.items():
        if name in (*_HEAD, *_FREE, "Seat", "From"):
            continue
        if name not in values:
            expected = listed((*_HEAD, "Seat", "From", *values, *_FREE))
            words = say("no tag of {game}; expected one of {tags}", game=game.name, tags=expected)
            raise BadNotation(words, at[name], 2)
        value = values[name].read(text)
        if value is None:
            words = say("expected {expected}", expected=values[name].expected)
            raise BadNotation(words, at[name], len(name) + 4)
        settings[name] = value
    return settings

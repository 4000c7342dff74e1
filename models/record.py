"""Records: the text of a game, read strictly and written in one canonical form.

Reading and writing a canonical text again gives the same bytes; comments and blank lines are kept.
Reading stops at the first error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from .bag import HOLE
from .core import CLUES, POSITION, UNSEEN, Game, Line, Record, Setup, stands
from .errors import BadNotation, IllegalAction, TableError
from .event import HANDS, REFEREE, TABLE, Event
from .files import data_of
from .games import game_named, game_of, is_game, names, so_many
from .grammar import Cursor, Token, Verb, one_of, read_event
from .notation import Notation
from .replacing import changed
from .words import Words, listed, say

LONGEST = 1_000_000
"""Most bytes of a record; the longest games take some 20,000."""
MOST_LINES = 20_000
LONGEST_LINE = 2_000
"""Most characters of a line, its comment included."""
NOTATIONS = 16
"""How many notations are kept with the players among their words: one for all games of these."""

NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli", "Fay", "Gil", "Hana")
"""Who plays where nobody says."""

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"\[\]]*)"\]\s*(#.*)?')
_NAME = re.compile(r"[^\W\d_][\w'’.-]{0,19}", re.UNICODE)
_NOTE = re.compile(r"(?:^|(?<=\s))#")
_RESERVED = frozenset({"table", "referee", "hands", "nobody", "not"})
_HEAD = ("Game", "Record", "Players")
_FREE = (
    *("Title", "Kind", "Asked", "Answer", "Level", "Grade", "Grader"),
    *("Source", "Date", "Help", "Deal", *UNSEEN),
)


def read_file(path: Path) -> Record:
    """Read the record at `path`; raises BadNotation and IllegalAction, OSError for no such file."""
    return read(text_of(path))


def text_of(path: Path) -> str:
    """Return the text of the record at `path`; raises BadNotation, OSError for no such file."""
    data = data_of(path, LONGEST)
    if len(data) > LONGEST:
        words = say("this file is longer than any record can be ({most} bytes)", most=LONGEST)
        raise BadNotation(words, *_place(data, LONGEST))
    try:
        return data.decode("utf-8")
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
    attempt = read_attempt(text)
    if attempt.error is not None:
        raise attempt.error
    return attempt.record


@dataclass(frozen=True, slots=True)
class Attempt:
    """A record that may have an error: the `record` before the first wrong line, and its `error`.

    `rest` are the wrong line and those behind it, as far as they can be read; they are held to no
    rule. If the wrong line is not in the notation, it has no event, and `text` is what it says;
    `cut` tells whether a later one is not. A line that is too long is not read: then there is no
    `rest`.
    """

    record: Record
    rest: tuple[Line, ...] = ()
    error: TableError | None = None
    text: str = ""
    cut: bool = False


def read_attempt(text: str) -> Attempt:
    """Read a record up to its first error; raises BadNotation if its header is wrong."""
    rows = text.removesuffix("\n").split("\n") if text.strip() else []
    rows = [row.rstrip("\r") for row in rows]
    if len(rows) > MOST_LINES:
        words = say("a record has {most} lines at most", most=MOST_LINES)
        raise BadNotation(words, MOST_LINES + 1, 1)
    tags = _read_tags(rows)
    record, lines = new_record(tags), list[Line]()
    for number, row in enumerate(rows[len(tags) :], start=len(tags) + 1):
        try:
            line = read_line(record, row, number)
            record = record.moved(line.event)
        except TableError as error:
            record = changed(record, lines=tuple(lines))
            place(error, record, number)
            if len(row) > LONGEST_LINE:
                return Attempt(record, (), error)
            body, rest = "", tuple(_unchecked(record, rows, number))
            if not rest:
                body, note = _parted(row)
                rest = (Line(number, None, note), *_unchecked(record, rows, number + 1))
            return Attempt(record, rest, error, body, rest[-1].number < len(rows))
        lines.append(line)
    return Attempt(changed(record, lines=tuple(lines)))


def _unchecked(record: Record, rows: Sequence[str], first: int) -> Iterator[Line]:
    """Yield the lines from `first` on, up to one that is not in the notation."""
    with suppress(BadNotation):
        for number, row in enumerate(rows[first - 1 :], start=first):
            _check_length(row, number)
            body, note = _parted(row)
            event = _read_event(record, Cursor(body, number), outcome=True) if body else None
            yield Line(number, event, note)


def place(error: TableError, record: Record, number: int) -> None:
    """Add the lines of `error`, which is about what should be line `number` of `record`.

    The line itself comes last. An error that has its lines keeps them.
    """
    earlier = error.earlier if isinstance(error, IllegalAction) else ()
    since = error.since if isinstance(error, IllegalAction) else None
    back = ((line.number, line.event) for line in reversed(record.lines) if line.event)
    events = list(takewhile(lambda each: since is None or not each[1].is_like(since), back))
    alike = (next((n for n, event in events if event.is_like(known)), 0) for known in earlier)
    error.lines = error.lines or (*sorted({*alike} - {0}), number)


def write(record: Record) -> str:
    """Return the canonical text of `record`."""
    head = [f'[{name} "{value}"]' for name, value in record.tags]
    body = [write_line(record, line) for line in record.lines]
    return "\n".join([*head, *body]) + "\n"


def write_line(record: Record, line: Line) -> str:
    """Return the canonical text of `line`, with its note at the end."""
    return (write_event(record, line.event) if line.event else "") + line.note


def write_event(record: Record, event: Event) -> str:
    """Return the line of `event` as it stands in `record`, its actor first."""
    text = record.notation.verbs[event.verb].write(event)
    return f"{event.actor} {text}" if event.actor else text


def read_line(record: Record, row: str, number: int) -> Line:
    """Read one line below the header; raises BadNotation."""
    _check_length(row, number)
    body, note = _parted(row)
    return Line(number, read_words(record, body, number) if body else None, note)


def _parted(row: str) -> tuple[str, str]:
    """Return what a line says, and its comment with the space before it."""
    note = _NOTE.search(row)
    body = (row[: note.start()] if note else row).rstrip()
    return body, row[len(body) :]


def _check_length(row: str, number: int) -> None:
    """Raise BadNotation if a line is too long: reading must stay cheap."""
    if len(row) <= LONGEST_LINE:
        return
    words = say("a line has {most} characters at most", most=LONGEST_LINE)
    if _NOTE.search(row, endpos=LONGEST_LINE):
        words = say("a line has {most} characters at most: shorten its comment", most=LONGEST_LINE)
    raise BadNotation(words, number, LONGEST_LINE + 1)


def read_words(record: Record, text: str, number: int = 0, outcome: bool = True) -> Event:
    """Read one event; without `outcome` its outcome may be left out (a choice).

    Raises BadNotation.
    """
    _check_length(text, number)
    cursor = Cursor(text, number)
    event = _read_event(record, cursor, outcome)
    check_holes(record, event, number)
    return event


def next_words(record: Record, text: str) -> tuple[str, ...]:
    """Return the words that the notation allows next in an event that begins with `text`."""
    if len(text) > LONGEST_LINE:
        return ()
    cursor = Cursor(text)
    actor = _actor(record, cursor)
    verbs = _verbs(record, actor)
    if cursor.peek() is None:
        return (*verbs, *(() if actor else record.setup.players))
    verb = cursor.take().casefold()
    return record.notation.following(verb, cursor.rest) if verb in verbs else ()


def _verbs(record: Record, actor: str) -> Mapping[str, Verb]:
    verbs = record.notation.verbs.values()
    return {verb.name: verb for verb in verbs if verb.actor == bool(actor)}


def _actor(record: Record, cursor: Cursor) -> str:
    """Return the player with whom a line begins, and go on behind the name; "" if there is none."""
    word = cursor.peek() or ""
    if word.casefold() in record.notation.verbs:
        return ""
    player = record.notation.vocabulary["PLAYER"].read(word)
    if player is not None:
        cursor.take()
    return player or ""


def _read_event(record: Record, cursor: Cursor, outcome: bool) -> Event:
    actor = _actor(record, cursor)
    verbs = _verbs(record, actor)
    verb = verbs.get((cursor.peek() or "").casefold())
    if verb is None:
        expected = (*verbs, *(() if actor else record.setup.players))
        raise cursor.fail(say("one of {words}", words=listed(expected)))
    cursor.take()
    event = read_event(cursor, verb, record.notation.vocabulary, actor, outcome)
    return _in_order(verb, event)


def _in_order(verb: Verb, event: Event) -> Event:
    if verb.tidy:
        event = verb.tidy(event)
    if not verb.sorted:
        return event
    return changed(event, outcome=tuple(sorted(event.outcome, key=verb.key)))


def check_holes(record: Record, event: Event, number: int = 0) -> None:
    """Raise BadNotation if the next `event` has holes other than those the viewer must have."""
    if record.seers(event) is None:
        return
    holes = [word == HOLE for word in record.hides(event)]
    sees = record.is_seen(event)
    if sees and record.viewer == HANDS:  # as far as people tell
        return
    if record.notation.verbs[event.verb].skippable and record.viewer != REFEREE and all(holes):
        return
    if sees and any(holes):
        words = say("{viewer} sees this, so no '?' can stand here", viewer=record.viewer)
        if record.viewer == REFEREE:
            words = say("without [Seat] a record tells all, so no '?' can stand here")
        raise BadNotation(words, number, 1)
    if not sees and not all(holes):
        words = say("{viewer} does not see this: write '?' for each piece", viewer=record.viewer)
        raise BadNotation(words, number, 1)


def _read_tags(rows: list[str]) -> tuple[tuple[str, str], ...]:
    tags: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        if not row.startswith("["):
            break
        _check_length(row, number)
        match = _TAG.fullmatch(row)
        if match is None:
            raise BadNotation(say('expected a tag like [Players "Ana Bo"]'), number, 1)
        if match[1] in tags:
            raise BadNotation(say("[{tag}] stands here a second time", tag=match[1]), number, 1)
        tags[match[1]] = match[2]
    return tuple(tags.items())


def blank(game: str, players: int | Sequence[str], **tags: str) -> Record:
    """Return the record of a game that has not begun; raises TableError.

    Those who play are named, or are so many of NAMES.
    """
    named = NAMES[:players] if isinstance(players, int) else players
    version = game_named(game).notation.versions[-1]
    head = (("Game", game), ("Record", version), ("Players", " ".join(named)))
    return new_record((*head, *tags.items()))


def new_record(tags: tuple[tuple[str, str], ...], events: Iterable[Event] = ()) -> Record:
    """Return a record with this header and a line for each event; raises TableError."""
    named, at = dict(tags), {name: number for number, (name, _) in enumerate(tags, start=1)}
    for name in _HEAD:
        if name not in named:
            words = say('a record begins with [Game "…"], [Record "1"] and [Players "…"]')
            raise BadNotation(words, len(tags) + 1, 1)
    if not is_game(named["Game"]):
        words = say("expected one of {games}", games=listed(names()))
        raise BadNotation(words, at["Game"], len('[Game "') + 1)
    versions = game_named(named["Game"]).notation.versions
    if named["Record"] not in versions:
        told = listed(versions, "/")
        words = say("this program reads records of version {version}", version=told)
        raise BadNotation(words, at["Record"], len('[Record "') + 1)
    try:
        game = game_of(named)
    except TableError as error:
        tag = error.tag or "Game"
        raise BadNotation(error.words, at[tag], len(tag) + 4) from None
    players = _read_players(game, stands(named), named["Players"], at["Players"])
    settings = _read_settings(game, named, at)
    viewer = named.get("Seat", REFEREE)
    if viewer not in (*players, TABLE, HANDS, REFEREE):
        expected = listed((*players, TABLE, HANDS))
        raise BadNotation(say("expected one of {words}", words=expected), at["Seat"], 8)
    start = named.get("From", "deal")
    if start not in ("deal", POSITION, CLUES):
        raise BadNotation(say("expected deal, position or clues"), at["From"], 8)
    if start != "deal" and game.positions is None:
        raise BadNotation(no_positions(game), at["From"], 8)
    setup = Setup(players, settings, start != "deal", start == CLUES)
    record = begun(game, setup, viewer, tags)
    for event in events:
        record = record.plus(event)
    return record


def begun(game: Game, setup: Setup, viewer: str, tags: tuple[tuple[str, str], ...]) -> Record:
    """Return the record of `game` before its first line; raises IllegalAction."""
    try:
        state = game.start(setup)
    except IllegalAction as error:
        names = [name for name, _ in tags]
        error.lines = error.lines or (names.index(error.tag or "Game") + 1,)
        raise
    notation = _with_players(_notation(game, setup.position), setup.players)
    return Record(game, setup, viewer, tags, notation, state)


@lru_cache(NOTATIONS)
def _with_players(notation: Notation, players: tuple[str, ...]) -> Notation:
    player = one_of(players, say("a player ({names})", names=listed(players)))
    return notation.with_players(player)


def no_positions(game: Game) -> Words:
    """Return the message that records of `game` cannot begin with a position."""
    return say("a record of {game} begins with its deal, there are no positions", game=game.name)


def _notation(game: Game, position: bool) -> Notation:
    """Return the notation of records that begin with the deal, or with a position."""
    lines = game.positions.verbs if position and game.positions else {}
    return game.notation.with_verbs(lines) if lines else game.notation


def _read_players(game: Game, position: bool, value: str, line: int) -> tuple[str, ...]:
    players = tuple(value.split())
    column = len('[Players "') + 1
    if len(players) not in game.seats:
        words = say(
            "{game} is for {players}, {given} given",
            game=game.title,
            players=so_many(game.seats),
            given=len(players),
        )
        raise BadNotation(words, line, column)
    for player in players:
        check_name(_notation(game, position), player, line, column)
    if len({player.casefold() for player in players}) < len(players):
        raise BadNotation(say("two players have the same name"), line, column)
    return players


def check_name(notation: Notation, name: str, line: int = 0, column: int = 0) -> None:
    """Raise BadNotation if `name` cannot be a player's name in a record of this `notation`."""
    if not _NAME.fullmatch(name):
        words = say(
            "'{name}' is no name: up to 20 letters and digits, the first a letter, '_' for a space",
            name=name[:40],
        )
        raise BadNotation(words, line, column)
    taken = _RESERVED | notation.reserved | set(notation.verbs)
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

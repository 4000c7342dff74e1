"""How much help a game allows: what the table, or one seat, has agreed on.

It stands in the header, or in a note behind the last line once all have agreed on a change, so that
no line gets another number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..models.core import AGREED, Line, Record
from ..models.wording import player_named
from ..models.words import Words, called, listed, say
from .errors import BadRequest
from .levels import ALL, LEVELS, WORDS, Topic, level_named, recorded_level

HELPED = "Help"
"""The header tag for the help that a game allows."""


CALLED = {kinds: WORDS[level] for level, kinds in LEVELS.items()} | {LEVELS["off"]: say("nothing")}
NEEDS: Mapping[str, frozenset[Topic]] = {
    "hint": LEVELS[ALL],
    **dict.fromkeys(("solve", "explain", "why", "chances", "whatif"), LEVELS["deductions"]),
    **dict.fromkeys(("best", "advice", "tutor"), LEVELS["moves"]),
}
"""The topics of each question: it is answered if one of them is allowed."""


def read_help(
    text: str, players: Sequence[str], named: Callable[[str], str | None] = level_named
) -> Mapping[str, str]:
    """Read `LEVEL`, `NAME=LEVEL,…` or both; return the levels that were given, by player.

    `named` reads a level. Raises BadRequest.
    """
    found: dict[str, str] = {}
    for part in text.split(","):
        name, equals, said = part.rpartition("=")
        level = named(said)
        if level is None:
            words = say("expected one of {words}, or NAME=LEVEL", words=listed(WORDS.values()))
            raise BadRequest(words)
        player = player_named(players, name)
        if equals and player is None:
            name = name.strip()
            raise BadRequest(
                say(
                    "no player '{name}'; the players are {players}",
                    name=name,
                    players=listed(players),
                )
            )
        found |= {player: level} if player is not None else dict.fromkeys(players, level)
    return found


def written(levels: Mapping[str, str]) -> str:
    """Return the levels of all players as a header has them."""
    if len(set(levels.values())) == 1:
        return next(iter(levels.values()))
    return ",".join(f"{player}={level}" for player, level in levels.items())


def levels_of(record: Record) -> Mapping[str, str]:
    """Return each player's agreed level of help; a note that cannot be read changes nothing."""
    players = record.setup.players
    found = dict.fromkeys(players, ALL)
    for text in _said(record):
        try:
            found |= read_help(text, players, recorded_level)
        except BadRequest:
            continue
    return found


def _said(record: Record) -> Iterator[str]:
    yield record.tag(HELPED) or ALL
    for line in record.lines:
        if is_agreed(line):
            yield line.note.removeprefix(AGREED)


def is_agreed(line: Line) -> bool:
    """Tell whether `line` is a note of an agreed change."""
    return line.event is None and line.note.startswith(AGREED)


def kinds_of(record: Record, viewer: str) -> frozenset[Topic]:
    """Return the topics `viewer` may be helped with; for others, those open to all players."""
    levels = levels_of(record)
    seats = (viewer,) if viewer in levels else tuple(levels)
    return frozenset(Topic).intersection(*(LEVELS[levels[seat]] for seat in seats))


def answers(record: Record, viewer: str, question: str) -> bool:
    """Tell whether the help agreed on lets `question` be answered to `viewer`.

    In a game that is over all questions are answered.
    """
    needs = NEEDS.get(question)
    return needs is None or record.closed or bool(needs & kinds_of(record, viewer))


def barred(record: Record, viewer: str, question: Words) -> Words:
    """Return the message that `question` is not answered, and what `viewer` may be helped with."""
    kinds, name = kinds_of(record, viewer), called(viewer)
    values = {"help": CALLED[kinds], "question": question, "player": name}
    if viewer in record.setup.players:
        return (
            say("{player} is helped with {help} only: {question} is not answered.", **values)
            if kinds
            else say("{player} gets no help in this game: {question} is not answered.", **values)
        )
    if not kinds:
        return say("No help is open to all: {question} is not answered.", **values)
    return say("All are helped with {help} only: {question} is not answered.", **values)


def levels_in_words(levels: Mapping[str, str]) -> Words:
    """Return the message how much each player is helped."""
    if len(set(levels.values())) == 1:
        return say("Help for all: {level}.", level=WORDS[next(iter(levels.values()))])
    parts = [listed((called(player), WORDS[level]), " ") for player, level in levels.items()]
    return say("Help: {levels}.", levels=listed(parts))


def with_help(record: Record, levels: Mapping[str, str]) -> Record:
    """Return `record` with a note that changes its levels; `record` itself if nothing changes."""
    whole = {**levels_of(record), **levels}
    if whole == levels_of(record):
        return record
    return record.and_line(Line(record.last + 1, None, f"{AGREED}{written(whole)}"))

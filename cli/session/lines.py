"""Typed lines: read with forgiveness, written back in the one notation, completed word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ...models.core import BadNotation, Event, Record, Turn, View, turn
from ...models.event import TABLE
from ...models.record import next_words, read_words, write_event
from ...models.words import listed, say


def move_of(view: View, coming: Sequence[Event], text: str) -> Event:
    """Read a move of the viewer: its number among `coming`, its line, or what sets it apart.

    A line that can be read but is not among `coming` is returned as well, for the rules to say
    what is wrong with it. Raises BadNotation.
    """
    if text.isdecimal() and 0 < int(text) <= len(coming):
        return coming[int(text) - 1]
    wanted = " ".join(text.casefold().split())
    for form in (_line, _unsigned, _bare):
        found = [move for move in coming if form(view, move).casefold() == wanted]
        if len(found) == 1:
            return found[0]
    spelled = _spelled(view, text)
    if not {*spelled.split()[:2]}.intersection(view.game.verbs):
        examples = listed({move.verb: _unsigned(view, move) for move in reversed(coming)}.values())
        words = say("expected a move such as {examples}, or help", examples=examples)
        raise BadNotation(words)
    return _first_read(view, spelled, [f"{view.viewer} "], outcome=False)


def line_of(record: Record, text: str) -> Event:
    """Read a line of the table: what everybody can supply, such as `=`, may be left out.

    Raises BadNotation.
    """
    return _first_read(record, _spelled(record, text), _begins(record, turn(record)), outcome=True)


def offered_moves(view: View, coming: Sequence[Event], typed: str) -> Sequence[str]:
    """Return the words that go on with one of the moves `coming`."""
    begun = typed.casefold().split()
    rests = [_unsigned(view, move).split() for move in coming]
    fitting = [
        words[len(begun)]
        for words in rests
        if len(words) > len(begun) and [w.casefold() for w in words[: len(begun)]] == begun
    ]
    return list(dict.fromkeys(fitting))


def offered_words(record: Record, typed: str) -> Sequence[str]:
    """Return the words that can come next in a line of `record`, by the notation and the rules."""
    begun = _spelled(record, typed)
    words = next_words(record, begun)
    coming = turn(record)
    if not isinstance(coming, tuple):
        expected = write_event(record.game, coming.event).split()
        at = len(begun.split())
        return expected[at : at + 1] or words
    lines = [f"{_line(record, move)} " for move in coming]
    allowed = [word for word in words if _begins_one(f"{begun} {word} ".lstrip(), lines)]
    return allowed or words


def _begins_one(begun: str, lines: Sequence[str]) -> bool:
    return any(line.startswith(begun) for line in lines)


def _line(record: Record, event: Event) -> str:
    return write_event(record.game, event)


def _unsigned(record: Record, event: Event) -> str:
    return _line(record, replace(event, actor=""))


def _bare(record: Record, event: Event) -> str:
    return " ".join(event.words)


def _spelled(record: Record, text: str) -> str:
    """Return `text` with the player and the verb it begins with as they are written."""
    names = {name.casefold(): name for name in record.setup.players}
    verbs = {name.casefold(): name for name in record.game.verbs}
    words = text.split()
    head = 0
    if words and words[0].casefold() in names:
        words[0], head = names[words[0].casefold()], 1
    if len(words) > head:
        words[head] = verbs.get(words[head].casefold(), words[head])
    return " ".join(words)


def _begins(record: Record, coming: Turn) -> list[str]:
    """Return what may be left out at the begin of a line, because it is known what comes."""
    if not isinstance(coming, tuple):
        return [f"{write_event(record.game, coming.event)} "]
    actors = dict.fromkeys(event.actor for event in coming if event.actor)
    verbs = dict.fromkeys(event.verb for event in coming if event.actor)
    own = [record.viewer] if record.viewer != TABLE else list(actors) if len(actors) == 1 else []
    return [
        *(f"{actor} " for actor in own),
        *(f"{actor} {verb} " for actor in own for verb in verbs),
    ]


def _first_read(record: Record, text: str, begins: Sequence[str], outcome: bool) -> Event:
    """Return the first way to read `text` that is in the notation."""
    for candidate in _candidates(record, text, begins):
        with suppress(BadNotation):
            return read_words(record, candidate, outcome=outcome)
    first = text.split()[:1]
    whole = not begins or first[0] in (*record.setup.players, *record.game.verbs)
    return read_words(record, text if whole else begins[0] + text, outcome=outcome)


def _candidates(record: Record, text: str, begins: Sequence[str]) -> Iterator[str]:
    whole = [text, *(begin + text for begin in begins)]
    words = text.split()
    verbs = dict.fromkeys(begin.split()[-1] for begin in begins)
    if words and words[0] in record.setup.players:
        whole += [" ".join([words[0], verb, *words[1:]]) for verb in verbs]
    for line in whole:
        yield line
        if "=" not in line:
            yield from _equated(line.split())


def _equated(words: list[str]) -> Iterator[str]:
    """Yield the line with the `=` that was left out, wherever it may belong."""
    for at in range(len(words) - 1, 0, -1):
        yield " ".join([*words[:at], "=", *words[at:]])

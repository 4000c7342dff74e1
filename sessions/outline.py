"""Outlines: what lists show of a game, computed when a line is saved, so no list replays a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ..models.event import KEEPERS, TABLE
from ..models.outcome import LOST, WON, Outcome
from ..models.words import Single, Words, listed, say

if TYPE_CHECKING:
    from ..models.core import Record, View

_SCORE = re.compile(r"\S+( -?\d+)?")


@dataclass(frozen=True, slots=True)
class Outline:
    """What a list shows of a record.

    `seat` is its viewer, `deal` the tag of its sealed deal, `lines` their number below the header.
    While it goes on, `awaited` are players (empty: nobody) with the verbs that can come next, and
    `coming` these verbs as people read them. Once it is over, `result` has the words of its last
    line, `shown` the same for people; `winners` and `scores` are by the rules, both None if the
    words cannot be understood. `told` is a hash of what everybody could see: two records of one
    game have the same. A game of `practice` counts in no scores.
    """

    game: str
    seat: str
    players: tuple[str, ...]
    deal: str
    lines: int
    awaited: tuple[tuple[str, str], ...] = ()
    coming: tuple[Words, ...] = ()
    result: tuple[str, ...] | None = None
    shown: tuple[str, ...] = ()
    winners: tuple[str, ...] | None = None
    scores: Mapping[str, int] = field(default_factory=dict)
    told: str = ""
    practice: bool = False

    @property
    def written(self) -> str:
        """Return the outline as text to be saved."""
        from json import dumps

        values = {name: getattr(self, name) for name in _PLAIN}
        return dumps({**values, "coming": [_written(words) for words in self.coming]})


_PLAIN = tuple(name for name in Outline.__slots__ if name != "coming")


def read_outline(text: str) -> Outline | None:
    """Return the outline saved as `text`, None if there is none or its shape is another."""
    from json import loads

    with suppress(ValueError, KeyError, TypeError, AttributeError):
        data: Mapping[str, Any] = loads(text)
        winners, result = data["winners"], data["result"]
        return Outline(
            data["game"],
            data["seat"],
            tuple(data["players"]),
            data["deal"],
            data["lines"],
            tuple((player, verb) for player, verb in data["awaited"]),
            tuple(map(_read, data["coming"])),
            None if result is None else tuple(result),
            tuple(data["shown"]),
            None if winners is None else tuple(winners),
            data["scores"],
            data["told"],
            data["practice"],
        )
    return None


def outline_of(record: Record, table: View) -> Outline:
    """Return the outline of `record`; `table` is everybody's view of it; raises TableError.

    What is awaited is told as everybody sees it who sees this record.
    """
    from ..models.core import PRACTICE, RESULT
    from ..models.record import write_event
    from ..models.wording import worded
    from .awaited import awaited

    result = next((tuple(e.outcome) for _, e in record.events if e.verb == RESULT), None)
    players, deal = record.setup.players, record.tag("Deal") or ""
    head = (record.game.name, record.viewer, players, deal, len(record.lines))
    if result is None:
        following = awaited(table if record.viewer in KEEPERS else record)
        verbs = dict.fromkeys(each.verb for each in following)
        coming = tuple(worded(record, verb) for verb in verbs)
        return Outline(*head, tuple((each.player, each.verb) for each in following), coming)
    of_rules = record.game.outcome(record.state)
    shown = result if of_rules is None else _with_winners(of_rules).words
    ended = _ended(result, players, of_rules)
    told = "\n".join(write_event(table, event) for _, event in table.events).casefold()
    return Outline(
        *head,
        result=result,
        shown=shown,
        winners=None if ended is None else ended.winners,
        scores={} if ended is None else ended.scores,
        told=sha256(told.encode()).hexdigest()[:32],
        practice=any(line.note.startswith(PRACTICE) for line in record.lines),
    )


def table_of(record: Record) -> View:
    """Return everybody's view of `record`."""
    from ..models.core import view

    return view(record, TABLE)


def told_result(words: Sequence[str]) -> Words:
    """Return the words of a result line as people read them."""
    ends = {WON: say("won"), "lost": say("lost")}
    if len(words) == 1 and words[0] in ends:
        return ends[words[0]]
    scores, _, winners = " ".join(words).partition(f" {WON} ")
    pairs = listed(match[0].replace("_", " ") for match in _SCORE.finditer(scores))
    if not winners:
        return say("{scores}", scores=pairs)
    names = listed(each.replace("_", " ") for each in winners.split())
    return say("{scores}; won by {players}", scores=pairs, players=names)


def _with_winners(outcome: Outcome) -> Outcome:
    """Return the outcome with its winners named, even if the order of the scores tells them."""
    return Outcome(outcome.winners, outcome.scores, named=bool(outcome.winners))


def _ended(
    result: Sequence[str], players: Sequence[str], of_rules: Outcome | None
) -> Outcome | None:
    """Return the outcome that a result line tells, None if it cannot be understood."""
    if tuple(result) in ((WON,), (LOST,)):
        return Outcome(tuple(players) if result[0] == WON else ())
    scored, _, named = " ".join(result).partition(f" {WON} ")
    words = scored.split()
    with suppress(ValueError):
        points = {name: int(n) for name, n in zip(words[::2], words[1::2], strict=True)}
        most = [name for name, n in points.items() if n == max(points.values())]
        winners = tuple(named.split()) or tuple(most)
        if not named and len(most) > 1:  # only the rules know who of them has won
            winners = of_rules.winners if of_rules else ()
        if players and set(points) == set(players) and set(winners) <= set(players):
            return Outcome(winners, points)
    return None


def _written(words: Words) -> list[Any]:
    """Return a line made by `worded` in JSON: text, or one word of a message."""
    ((_, line),) = words.values
    return [
        [each.words.template, each.at] if isinstance(each, Single) else str(each)
        for each in getattr(line, "values", ())
    ]


def _read(parts: Sequence[Any]) -> Words:
    line = (each if isinstance(each, str) else Single(say(each[0]), each[1]) for each in parts)
    return say("{line}", line=listed(line, " "))

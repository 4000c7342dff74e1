"""Outlines: what lists show of a game, computed when a line is saved, so no list replays a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ..models.event import KEEPERS, TABLE
from ..models.outcome import LOST, WON, Outcome, Team
from ..models.words import Single, Words, listed, say

if TYPE_CHECKING:
    from ..models.core import Record, View


@dataclass(frozen=True, slots=True)
class Outline:
    """What a list shows of a record.

    `seat` is its viewer, `deal` the tag of its sealed deal, `lines` their number below the header.
    While it goes on, `awaited` are players (empty: nobody) with the verbs that can come next, and
    `coming` these verbs as people read them. Once it is over, `outcome` is how, by the rules, and
    `result` has the words of its last line. `told` is a hash of what everybody could see: two
    records of one game have the same. A game of `practice` counts in no scores.
    """

    game: str
    seat: str
    players: tuple[str, ...]
    deal: str
    lines: int
    awaited: tuple[tuple[str, str], ...] = ()
    coming: tuple[Words, ...] = ()
    result: tuple[str, ...] | None = None
    outcome: Outcome | None = None
    told: str = ""
    practice: bool = False

    @property
    def written(self) -> str:
        """Return the outline as text to be saved."""
        from json import dumps

        values = {name: getattr(self, name) for name in _PLAIN}
        outcome = None if self.outcome is None else asdict(self.outcome)
        coming = [_written(words) for words in self.coming]
        return dumps({**values, "coming": coming, "outcome": outcome})


_PLAIN = tuple(name for name in Outline.__slots__ if name not in ("coming", "outcome"))


def read_outline(text: str) -> Outline | None:
    """Return the outline saved as `text`, None if there is none or its shape is another."""
    from json import loads

    with suppress(ValueError, KeyError, TypeError, AttributeError):
        data: Mapping[str, Any] = loads(text)
        outcome, result = data["outcome"], data["result"]
        return Outline(
            data["game"],
            data["seat"],
            tuple(data["players"]),
            data["deal"],
            data["lines"],
            tuple((player, verb) for player, verb in data["awaited"]),
            tuple(map(_read, data["coming"])),
            None if result is None else tuple(result),
            None if outcome is None else _read_outcome(outcome),
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
    told = "\n".join(write_event(table, event) for _, event in table.events).casefold()
    return Outline(
        *head,
        result=result,
        outcome=record.game.outcome(record.state),
        told=sha256(told.encode()).hexdigest()[:32],
        practice=any(line.note.startswith(PRACTICE) for line in record.lines),
    )


def table_of(record: Record) -> View:
    """Return everybody's view of `record`."""
    from ..models.core import view

    return view(record, TABLE)


def told_outcome(outcome: Outcome) -> Words:
    """Return how a game ended, with its winners and the scores of teams, as people read it."""
    named = outcome.named or bool(outcome.winners)
    by_team = any(team.score is not None for team in outcome.teams)
    scores = {} if by_team else outcome.scores
    return told_result(replace(outcome, named=named, scores=scores).words)


def told_result(words: Sequence[str]) -> Words:
    """Return the words of a result line as people read them."""
    ends, left, told = {WON: say("won"), LOST: say("lost")}, list(words), list[Words]()
    common = left.pop(0) if _is_number(left[0]) else None
    while len(left) > 1 and _is_number(left[1]):
        players = listed(left[0].split("+"), " + ")
        told.append(say("{players} {n}", players=players, n=left[1]))
        del left[:2]
    scores = say("{scores}", scores=listed(told))
    if common is not None:
        scores = say("a common score of {n}", n=common)
    if not left:
        return scores
    end = ends[left[0]] if len(left) == 1 else say("won by {players}", players=listed(left[1:]))
    if common is not None:
        return say("{end}, with {score}", end=end, score=scores)
    return say("{scores}; {end}", scores=scores, end=end) if told else end


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdigit()


def _read_outcome(data: Mapping[str, Any]) -> Outcome:
    teams = tuple(Team(tuple(team["players"]), team["score"]) for team in data["teams"])
    return Outcome(tuple(data["winners"]), data["scores"], data["named"], teams)


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

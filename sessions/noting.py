"""Lines about real pieces: whose they are, who can tell them, who must agree, what is wrong.

All of it is worked out from the views of the seats that are asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ..models.core import TABLE, Event, TableError, View, turn
from ..models.words import Words, say
from .answers import Refused, refusal
from .fixing import continued
from .sealing import asked_in_secret
from .tapping import is_whole, only_outcome


@dataclass(frozen=True, slots=True)
class Held:
    """Lines noted by `noter` that wait for the `asked`, whose lines they are.

    Open lines that belong to nobody wait for any one of the asked; the laptop is one of them.
    """

    noter: str
    events: tuple[Event, ...]
    asked: tuple[str, ...]

    @property
    def by_any(self) -> bool:
        """Whether one of the asked is enough."""
        return TABLE in self.asked


@dataclass(frozen=True, slots=True)
class Asking:
    """The question to a player about lines that were noted, theirs and nobody's, as `line`.

    `words` say what is wrong with them in that player's view; if it `may_stand`, the player can
    agree to it as a breach.
    """

    noter: str
    line: str
    words: Words | None
    may_stand: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """Lines as one player sees them; `words` say what is wrong with that player's own.

    If that was a breach that `may_stand`, the `events` are marked so.
    """

    events: tuple[Event, ...]
    words: Words | None
    may_stand: bool


def player_of(event: Event, players: Collection[str]) -> str:
    """Return the player whose line `event` is: its actor, or whose pieces it shows; else empty."""
    if event.actor:
        return event.actor
    first = event.words[0] if event.words else ""
    return first if first in players else ""


def tellers(table: View, drawn: Event, silent: Collection[str]) -> tuple[str, ...]:
    """Return who can tell what is `drawn`: who sees it and is not `silent`.

    If all see it, the player whose it is, or everybody if it is nobody's.
    """
    seers, players = table.seers(drawn), table.setup.players
    if seers is not None:
        return tuple(player for player in players if player in seers and player not in silent)
    player = player_of(drawn, players)
    return (player,) if player else players


def not_seen(table: View, events: Sequence[Event], silent: Collection[str]) -> Refused | None:
    """Return why lines cannot be noted in front of all: not all see what they tell."""
    for event in events:
        player = player_of(event, table.setup.players)
        told = bool(player) and player not in silent
        if table.shown(event) != event or (told and not is_whole(event)):
            return Refused(say("{player} has to tell that at their own seat.", player=player))
        if told and asked_in_secret(table, turn(table)):
            return Refused(say("Others are still to tell what they alone see."))
        table = continued(table.plus(event))
    return None


def verdict(own: View, events: tuple[Event, ...]) -> Verdict:
    """Return `events`, with those of the viewer of `own` judged by what they see."""
    found, wrong, may_stand = list[Event](), None, True
    for event in events:
        try:
            after = own.plus(event)
        except TableError as error:
            stands = replace(event, stands=True)
            if player_of(event, own.setup.players) != own.viewer:
                return Verdict((*found, *events[len(found) :]), wrong, may_stand)
            wrong = refusal(error).words
            try:
                after, event = own.plus(stands), stands
            except TableError:
                return Verdict(events, wrong, False)
            may_stand = own.notation.verbs[event.verb].may_stand
        found.append(event)
        own = continued(after)
    return Verdict(tuple(found), wrong, may_stand)


def witnesses(own: View, events: Sequence[Event], silent: Collection[str]) -> tuple[str, ...]:
    """Return the players one of whom must confirm `events`, told by the viewer of `own` alone.

    Nobody if no confirmation is needed. Open draws and outcomes of choices need one, unless they
    show the teller's own pieces or follow from what the teller sees. The laptop has the last word.
    """
    by, players = own.viewer, own.setup.players
    if by == TABLE:
        return ()
    for event in events:
        if isinstance(turn(own), tuple):
            alone = not event.outcome or only_outcome(own, event) == event
        else:
            alone = player_of(event, players) == by and by not in silent
        if not alone and own.seers(event) is None:
            return (*(p for p in players if p not in (by, *silent)), TABLE)
        own = continued(own.plus(event))
    return ()

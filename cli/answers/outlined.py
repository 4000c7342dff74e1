"""A saved game in a list, as people read it and for programs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ...models.event import HANDS, KEEPERS, REFEREE, TABLE
from ...models.games import is_game, listing
from ...models.words import Words, listed, say
from ...sessions.bots import bot_called
from ...sessions.outline import Outline, told_outcome
from ...sessions.saved import Summary
from ..language import tell
from ..views.names import called


def row(summary: Summary) -> str:
    """Return the line of a game in the list."""
    told = say("cannot be read: {words}", words=summary.error) if summary.error else brief(summary)
    return f"{summary.id:>4}  {_when(summary.changed)}  {tell(told)}"


def brief(summary: Summary) -> Words:
    """Return which game it is, who plays, and how it stands."""
    outline = summary.outline
    assert outline is not None
    players = listed(
        say("{player} ({bot})", player=called(player), bot=bot_called(summary.bots[player]))
        if player in summary.bots
        else called(player)
        for player in outline.players
    )
    return say(
        "{game}, {kind}: {players}; {stand}",
        game=listing(outline.game).title if is_game(outline.game) else outline.game,
        kind=_told_kind(outline),
        players=players,
        stand=_stand(outline),
    )


def data(summary: Summary) -> dict[str, Any]:
    """Return the summary of a saved game as data for programs."""
    changed = summary.changed and summary.changed.isoformat(timespec="seconds")
    found: dict[str, Any] = {"id": summary.id, "changed": changed}
    outline = summary.outline
    if summary.error is not None:
        return found | {"error": tell(summary.error)}
    assert outline is not None
    result = None if outline.result is None else " ".join(outline.result)
    coming = [{"player": player or None, "line": verb} for player, verb in outline.awaited]
    return found | {
        "game": outline.game,
        "players": list(outline.players),
        "kind": _kind(outline),
        "seat": None if outline.seat in KEEPERS else outline.seat,
        "bots": dict(summary.bots),
        "lines": outline.lines,
        "result": result,
        "next": None if result else coming,
    }


def _when(changed: datetime | None) -> str:
    return f"{changed.astimezone():%Y-%m-%d %H:%M}" if changed else f"{'?':<16}"


def _kind(outline: Outline) -> str:
    return {REFEREE: "play", TABLE: "table", HANDS: "hands"}.get(outline.seat, "seat")


def _told_kind(outline: Outline) -> Words:
    match _kind(outline):
        case "play":
            return say("dealt by the program")
        case "table" | "hands":
            return say("at a real table")
        case _:
            return say("at a real table, for {player}", player=called(outline.seat))


def _stand(outline: Outline) -> Words:
    if outline.outcome is not None:
        return say("over: {result}", result=told_outcome(outline.outcome))
    if not outline.awaited:
        return say("not over")
    lines = listed(outline.coming)
    players = list(dict.fromkeys(player for player, _ in outline.awaited if player))
    if not players:
        return say("next: {line}", line=lines)
    return say("next: {line} ({players})", line=lines, players=listed(map(called, players)))

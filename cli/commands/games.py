"""`aparte games`, `resume`, `export` and `import`: games that are saved."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ...models.core import REFEREE, RESULT, TABLE, Record, TableError, turn
from ...models.record import read_file, write
from ...models.words import Words, listed, say
from ..arguments import RecordFile, seen_by
from ..console import AsJson, console, print_json, print_record, print_words
from ..language import N_, tell
from ..store import Saved, Store, default_path, opened
from ..views.names import called, told_result
from .replay import As

Id = Annotated[int, typer.Argument(metavar="ID", help=N_("The number of a saved game."))]
LastId = Annotated[
    int | None,
    typer.Argument(metavar="ID", help=N_("The number of a saved game, the last open one else.")),
]


def games(json: AsJson = False) -> None:
    saved = _all()
    if json:
        print_json([_data(each) for each in saved])
        return
    if not saved:
        print_words(say("No game is saved yet."))
    for each in saved:
        console().print(_row(each), soft_wrap=True)


def resume(id: LastId = None) -> None:
    from . import play, table

    with opened() as store:
        saved = _last_open(store) if id is None else store.game(id)
        if saved.record.viewer == REFEREE:
            play.go_on(store, saved)
        else:
            table.go_on(store, saved)


def export(id: Id, seat: As = None) -> None:
    with opened() as store:
        saved = store.game(id)
    if seat is None or seat == saved.record.viewer:
        print_record("".join(f"{row}\n" for row in saved.rows))
    else:
        print_record(write(seen_by(saved.record, seat)))


def import_(file: RecordFile) -> None:
    record = read_file(file)
    with opened() as store:
        print(store.add(record).id)


def _all() -> list[Saved]:
    if not default_path().exists():
        return []
    with opened() as store:
        return store.games()


def _last_open(store: Store) -> Saved:
    """Return the game changed last that is not over; raises TableError if there is none."""
    for saved in store.games():
        if _result(saved.record) is None:
            return saved
    raise TableError(say("no game is open; see `aparte games`"))


def _result(record: Record) -> str | None:
    for _, event in record.events:
        if event.verb == RESULT:
            return " ".join(event.outcome)
    return None


def _kind(record: Record) -> str:
    return {REFEREE: "play", TABLE: "table"}.get(record.viewer, "seat")


def _data(saved: Saved) -> dict[str, Any]:
    data = {"id": saved.id, "changed": saved.changed.isoformat(timespec="seconds")}
    try:
        record = saved.record
    except TableError as error:
        return data | {"error": tell(error.told)}
    return data | {
        "game": record.game.name,
        "players": record.setup.players,
        "kind": _kind(record),
        "seat": None if record.viewer == REFEREE else record.viewer,
        "bots": dict(saved.bots),
        "lines": len(record.lines),
        "result": _result(record),
        "next": None if _result(record) else _next(record),
    }


def _next(record: Record) -> list[dict[str, str]]:
    """Return who can do what next."""
    coming = turn(record)
    events = coming if isinstance(coming, tuple) else (coming.event,)
    pairs = dict.fromkeys((event.actor, event.verb) for event in events)
    return [{"player": player, "line": verb} for player, verb in pairs]


def _row(saved: Saved) -> str:
    when = saved.changed.astimezone().strftime("%Y-%m-%d %H:%M")
    try:
        return f"{saved.id:>4}  {when}  {_summary(saved)}"
    except TableError as error:
        words = say("cannot be read: {words}", words=error.told)
        return f"{saved.id:>4}  {when}  {tell(words)}"


def _summary(saved: Saved) -> str:
    record = saved.record
    players = listed(
        f"{called(player)} ({saved.bots[player]})" if player in saved.bots else called(player)
        for player in record.setup.players
    )
    return tell(
        say(
            "{game}, {kind}: {players}; {stand}",
            game=record.game.name,
            kind=_told_kind(record),
            players=players,
            stand=_stand(record),
        )
    )


def _told_kind(record: Record) -> Words:
    match _kind(record):
        case "play":
            return say("dealt by the program")
        case "table":
            return say("at a real table")
        case _:
            return say("at a real table, for {player}", player=called(record.viewer))


def _stand(record: Record) -> Words:
    result = _result(record)
    if result is not None:
        return say("over: {result}", result=told_result(result.split()))
    following = _next(record)
    if not following:
        return say("open")
    line = following[0]["line"]
    players = listed(called(each["player"]) for each in following if each["line"] == line)
    return say("next: {line} ({players})", line=line, players=players)

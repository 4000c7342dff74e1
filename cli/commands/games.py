"""`aparte games`, `resume`, `export` and `import`: games that are saved."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import Annotated, Any

import typer

from ...models.core import HANDS, KEEPERS, REFEREE, RESULT, TABLE, Record, TableError
from ...models.outcome import Outcome
from ...models.position import position
from ...models.record import read_file, write
from ...models.wording import worded
from ...models.words import Words, listed, say
from ...sessions.awaited import awaited
from ...sessions.news import told_result
from ...sessions.store import Saved, Store, opened, opened_to_read
from ..arguments import RecordFile, seen_by, wrong
from ..console import AsJson, complain, console, print_json, print_record, print_words
from ..language import N_, tell
from ..screen import at_a_terminal
from ..session.terminal import Left, agreed, scroll
from ..views.names import called
from .replay import As

Id = Annotated[int, typer.Argument(metavar="ID", help=N_("The number of a saved game."))]
LastId = Annotated[
    int | None,
    typer.Argument(metavar="ID", help=N_("The number of a saved game, the last open one else.")),
]


All = Annotated[
    bool, typer.Option("--all", help=N_("Every hand, also of a game that is not over."))
]

Board = Annotated[
    bool,
    typer.Option("--position", help=N_("Only the board as it stands, not how it came about.")),
]


Svg = Annotated[
    bool, typer.Option("--svg", help=N_("The board as it stands, drawn: an SVG picture."))
]


def games(json: AsJson = False) -> None:
    with opened_to_read() as store:
        saved = store.games()
    if json:
        print_json([_data(each) for each in saved])
        return
    if not saved:
        print_words(say("No game is saved yet."))
    for each in saved:
        row, screen = _row(each), console()
        if at_a_terminal():
            row = "\n".join(wrap(row, screen.width, subsequent_indent=" " * 6))
        screen.print(row, soft_wrap=True)


def resume(id: LastId = None) -> None:
    with opened() as store:
        go_on(store, last_open(store) if id is None else store.game(id))


def go_on(store: Store, saved: Saved) -> None:
    """Go on with a saved game, at a real table or dealt by the program."""
    from . import play, table

    if saved.record.viewer == HANDS:
        words = say("the seats of game {id} are hosted: `aparte host --resume {id}`", id=saved.id)
        raise TableError(words)
    if saved.record.viewer == REFEREE:
        play.go_on(store, saved)
    else:
        table.go_on(store, saved)


def export(
    id: Id, seat: As = None, all: All = False, board: Board = False, svg: Svg = False
) -> None:
    with opened_to_read() as store:
        saved = store.game(id)
    other = seat is not None and seat != saved.record.viewer
    if not (other or all or not saved.open_hands or _wanted(saved)):
        return
    if not (other or svg or board):
        print_record(saved.text)  # also of what cannot be read any more
        return
    seen = seen_by(saved.record, seat) if other else saved.record
    if svg:
        from ..paper.sheet import picture

        print_record(picture(position(seen)))
    elif board:
        print_record(write(position(seen)))
    else:
        print_record(write(seen))


def import_(file: RecordFile) -> None:
    record = read_file(file)
    with opened() as store:
        print(store.add(record).id)


def _wanted(saved: Saved) -> bool:
    """Ask whether hands that are still played are to be shown; raises BadParameter in a pipe."""
    terminal = scroll()
    if not terminal.live:
        raise wrong(
            say(
                "game {id} is not over, and this would show every hand: say whose view is meant"
                " with --as, or --all",
                id=saved.id,
            )
        )
    question = say("Game {id} is not over. Show every hand (yes/no)? ", id=saved.id)
    try:
        return agreed(terminal, question)
    except Left:
        return False


def last_open(store: Store) -> Saved:
    """Return the game used last that is not over and can be gone on with; raises TableError."""
    for saved in store.games():
        if saved.over:
            continue
        try:
            _ = saved.record, saved.bots
        except TableError:
            complain(
                say(
                    "game {id} cannot be read, so it was passed over; see `aparte games`",
                    id=saved.id,
                )
            )
        else:
            return saved
    raise TableError(say("no game is open; see `aparte games`"))


def _result(record: Record) -> str | None:
    for _, event in record.events:
        if event.verb == RESULT:
            return " ".join(event.outcome)
    return None


def _kind(record: Record) -> str:
    return {REFEREE: "play", TABLE: "table", HANDS: "hands"}.get(record.viewer, "seat")


def _data(saved: Saved) -> dict[str, Any]:
    changed = saved.changed and saved.changed.isoformat(timespec="seconds")
    data: dict[str, Any] = {"id": saved.id, "changed": changed}
    try:
        record, bots = saved.record, saved.bots
    except TableError as error:
        return data | {"error": tell(error.told)}
    return data | {
        "game": record.game.name,
        "players": record.setup.players,
        "kind": _kind(record),
        "seat": None if record.viewer in KEEPERS else record.viewer,
        "bots": dict(bots),
        "lines": len(record.lines),
        "result": _result(record),
        "next": None if _result(record) else _next(record),
    }


def _next(record: Record) -> list[dict[str, str | None]]:
    return [{"player": each.player or None, "line": each.verb} for each in awaited(record)]


def _row(saved: Saved) -> str:
    when = f"{saved.changed.astimezone():%Y-%m-%d %H:%M}" if saved.changed else f"{'?':<16}"
    try:
        return f"{saved.id:>4}  {when}  {summary(saved)}"
    except TableError as error:
        words = say("cannot be read: {words}", words=error.told)
        return f"{saved.id:>4}  {when}  {tell(words)}"


def summary(saved: Saved) -> str:
    record = saved.record
    players = listed(
        f"{called(player)} ({saved.bots[player]})" if player in saved.bots else called(player)
        for player in record.setup.players
    )
    return tell(
        say(
            "{game}, {kind}: {players}; {stand}",
            game=record.game.title,
            kind=_told_kind(record),
            players=players,
            stand=_stand(record),
        )
    )


def _told_kind(record: Record) -> Words:
    match _kind(record):
        case "play":
            return say("dealt by the program")
        case "table" | "hands":
            return say("at a real table")
        case _:
            return say("at a real table, for {player}", player=called(record.viewer))


def _with_winners(outcome: Outcome) -> Outcome:
    """Return the same, which says who has won, also where the order of the scores does."""
    return replace(outcome, named=bool(outcome.winners))


def _stand(record: Record) -> Words:
    result = _result(record)
    if result is not None:
        outcome = record.game.outcome(record.state)
        words = result.split() if outcome is None else _with_winners(outcome).words
        return say("over: {result}", result=told_result(words))
    following = awaited(record)
    if not following:
        return say("open")
    verbs = dict.fromkeys(each.verb for each in following)
    lines = listed(worded(record, verb) for verb in verbs)
    players = list(dict.fromkeys(each.player for each in following if each.player))
    if not players:
        return say("next: {line}", line=lines)
    return say("next: {line} ({players})", line=lines, players=listed(map(called, players)))

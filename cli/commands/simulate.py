"""`aparte simulate`: bots against bots, many games, with intervals."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.core import Game
from ...models.games import game_named, so_many
from ...models.words import Words, listed, say, say_n
from ...sessions.bots import bot_called, bot_named, bots_called
from ...sessions.faults import report_of
from ...sessions.setup import settings_of
from ..arguments import GameName, Scheduler, cluster_at, finite, wrong
from ..console import AsJson, complain, console, print_json, print_words, progress
from ..language import N_, decimal, tell
from .play import Settings

if TYPE_CHECKING:
    from ...solver.play.simulate import Broken, Contest, Ended, Tally

HALTED, BROKEN, INTERRUPTED = 1, 70, 130
MOST = 10
"""Reasons are printed for at most this many games that were left out."""

Games = Annotated[int, typer.Option("--games", min=1, metavar="N", help=N_("How many games."))]
First = Annotated[
    int,
    typer.Option("--from", min=1, metavar="N", help=N_("The number of the first game.")),
]
Seats = Annotated[
    str,
    typer.Option(metavar=N_("BOTS"), help=N_("One bot a player, as in master,regular,regular.")),
]
Seed = Annotated[int, typer.Option(help=N_("A number: the same one gives the same games."))]
Time = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar=N_("SECONDS"),
        min=0.001,
        callback=finite,
        help=N_("How long a coach thinks on a move."),
    ),
]
Workers = Annotated[
    int | None, typer.Option(min=1, metavar="N", help=N_("Play in so many processes."))
]


def simulate(
    game: GameName,
    seats: Seats,
    games: Games = 100,
    first: First = 1,
    seed: Seed = 0,
    time: Time = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    settings: Settings = None,
    json: AsJson = False,
) -> None:
    from ...solver.play.simulate import Broken, Contest, Tally
    from ...solver.play.workers import Halted

    if workers and scheduler is not None:
        raise wrong(say("--workers and --scheduler exclude each other"))
    agreed = tuple(settings_of(game, settings or ()).items())
    contest = Contest(game.name, _bots(game, seats), seed, time, agreed)
    tally = Tally(contest)
    code = 0
    numbers = range(first - 1, first - 1 + games)
    try:
        with (
            closing(_played(contest, numbers, workers, scheduler)) as played,
            progress(games) as shown,
        ):
            for done, ended in enumerate(tally.add(played), start=1):
                shown(done)
                if isinstance(ended, Broken):
                    code = BROKEN
                    if len(tally.broken) <= MOST:
                        complain(_left_out(contest, ended))
    except Halted as error:
        code = HALTED
        if not tally.games:
            raise
        complain(
            say_n(
                "{words}; {n} game of {games} has ended",
                "{words}; {n} games of {games} have ended",
                len(tally.games),
                words=error.message,
                games=games,
            )
        )
    except KeyboardInterrupt:
        code = INTERRUPTED
        complain(
            say_n(
                "interrupted after {n} game of {games}",
                "interrupted after {n} games of {games}",
                len(tally.games),
                games=games,
            )
        )
    if json:
        print_json(tally.data())
    else:
        _show(tally)
    raise typer.Exit(code)


def _bots(game: Game, text: str) -> tuple[str, ...]:
    from ...solver.play.coach import bots, play_of

    known = (*bots(game.name), *play_of(game.name).ceilings)
    names = list[str]()
    for name in text.split(","):
        found = bot_named(name, known, tell)
        if found is None:
            there = bots_called(known)
            raise wrong(say("no bot '{bot}'; there are {bots}", bot=name.strip(), bots=there))
        names.append(found)
    if len(names) not in game.seats:
        raise wrong(
            say(
                "{game} is for {players}, {given} given",
                game=game.title,
                players=so_many(game.seats),
                given=len(names),
            )
        )
    return tuple(names)


def _played(
    contest: Contest, numbers: range, workers: int | None, scheduler: str | None
) -> Generator[Ended]:
    from ...solver.play.simulate import play_all, play_in_processes, play_on_cluster

    if scheduler is not None:
        return play_on_cluster(contest, numbers, cluster_at(scheduler))
    if workers is not None:
        return play_in_processes(contest, numbers, workers)
    return play_all(contest, numbers)


def _left_out(contest: Contest, broken: Broken) -> Words:
    """Return why a game was left out, and how to play it alone."""
    number = broken.number + 1
    why = broken.why or report_of(broken.kind, broken.trace, broken.trace.splitlines()[-1])
    again = ["aparte simulate", contest.game, "--seats", ",".join(contest.bots)]
    again += ["--seed", str(contest.seed), "--from", str(number), "--games 1"]
    again += ["--time", str(contest.seconds)] if contest.seconds is not None else []
    again += [f"--set {name}={value}" for name, value in contest.settings]
    return say(
        "game {number} is left out: {why}. To play it alone: {command}",
        number=number,
        why=why,
        command=" ".join(again),
    )


def _show(tally: Tally) -> None:
    from rich.table import Table

    data = tally.data()
    title = game_named(data["game"]).title
    print_words(say_n("{n} game of {game}", "{n} games of {game}", data["games"], game=title))
    if "counted" in data:
        print_words(
            say_n(
                "{n} game was ended for its length, the points as they stood",
                "{n} games were ended for their length, the points as they stood",
                data["counted"],
            )
        )
    if broken := data.get("broken"):
        print_words(
            say_n(
                "{n} game came to no end and is left out: number {numbers}",
                "{n} games came to no end and are left out: numbers {numbers}",
                len(broken),
                numbers=listed(map(str, broken)),
            )
        )
    if not data["games"]:
        return
    if "team" in data:
        for words in _team(data["team"]):
            print_words(words)
    else:
        table = Table.grid(padding=(0, 2))
        for seat in data["seats"]:
            words = say(
                "won {share} % ({interval})",
                share=_hundred(seat["share"]),
                interval=_interval(seat["ci95"]),
            )
            if seat["mean_score"] is not None:
                score = decimal(seat["mean_score"])
                words = say("{won}, mean score {score}", won=words, score=score)
            table.add_row(tell(bot_called(seat["player"])), tell(words))
        console().print(table)
    seconds = data["seconds_per_move"]
    print_words(
        say(
            "seconds a move: median {median}, 95th percentile {p95}",
            median=decimal(seconds["median"], 3),
            p95=decimal(seconds["p95"], 3),
        )
    )


def _team(team: Mapping[str, Any]) -> Iterator[Words]:
    """Yield how often all have won, if they can, and their common score, if there is one."""
    if "wins" in team:
        yield say(
            "won: {wins}, {rate} % ({interval})",
            wins=team["wins"],
            rate=_hundred(team["rate"]),
            interval=_interval(team["ci95"]),
        )
    if "mean_score" in team:
        mean, error = decimal(team["mean_score"]), team["error"]
        yield say(
            "common score: {mean} in the mean, {least} to {most}",
            mean=mean if error is None else f"{mean} ± {decimal(error)}",
            least=team["least"],
            most=team["most"],
        )


def _interval(bounds: list[float]) -> Words:
    low, high = map(_hundred, bounds)
    return say("95 %: {low} to {high}", low=low, high=high)


def _hundred(share: float) -> str:
    return decimal(100 * share)

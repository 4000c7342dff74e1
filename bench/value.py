"""Whether the values that `best` tells come true: positions played on in worlds that fit the view.

    python -m bench value [--rows N] [--game NAME ...] [--seed S] [--part 0/2 --out value.0]
    python -m bench value --sum value.*

A row is a position of a greedy game, with the value and the error of the best move as `best` tells
them. The move is made in worlds drawn from what the seat knew, and everybody plays on as the values
assume: where the judge of a game can play `to_end` by that, in further worlds, else line by line,
in worlds drawn by counting them and not by the coach's own samplers. What came should lie within
two errors of the value, those of both, in 95 of 100 rows. Games have three or four players, those
of the kind `two` have two, and coaches play on line by line. A `gap` is a row, too: what another
move is worth less than the best, in further worlds of the judge, to the end where it can. `off` is
what the value itself is wrong by: what is left of the distance when both errors are taken away, as
a root of the mean of squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from math import hypot, sqrt
from random import Random
from statistics import fmean
from typing import Any

from aparte.models.bag import HOLE
from aparte.models.core import Record, View, complete
from aparte.models.games import game_named, names
from aparte.models.hidden import World
from aparte.models.match import Match
from aparte.solver.engine.count import Counter, TooManyStates
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Advice, Bot, Budget, play_of, seed_of
from aparte.solver.play.driver import acted, bot_event, drawn
from aparte.solver.play.judge import Judge, whole
from aparte.solver.play.simulate import wilson
from aparte.solver.play.trial import error_of, surely
from aparte.solver.play.usual import UsualBot
from tests.reasons import played_positions

from ._trials import Row, TrialKind, run

ROWS, TIMES, DEALS = 500, 6, 400
"""Positions, how often each is played on line by line, or by a judge that plays `to_end`."""
SEATS = 3, 4
LOOK = 12
"""Lines between two looks whether the part of the game is over: each goes through the record."""
SLIGHT = 1e-9
EACH = 0.25
"""The share of the positions of a game that are played on."""


def main(arguments: Sequence[str]) -> None:
    """Print the figures of each game with a coach and a judge."""
    games = {
        name: _kinds(name, judge)
        for name in names()
        if play_of(name).advise is not None and (judge := play_of(name).judge) is not None
    }
    run(arguments, __doc__, games, _tell)


def _kinds(game: str, judge: Judge) -> Mapping[str, TrialKind]:
    kinds = {
        "best": TrialKind(ROWS, partial(_played_on, game, judge)),
        "gap": TrialKind(ROWS, partial(_apart, game, judge)),
    }
    if 2 in game_named(game).seats:
        coach = play_of(game).bots["coach"]
        kinds["two"] = TrialKind(ROWS, partial(_played_on, game, judge, seats=(2,), coach=coach))
    return kinds


def _played_on(
    game: str,
    judge: Judge,
    seed: int,
    number: int,
    seats: Sequence[int] = SEATS,
    coach: Callable[[], Bot] | None = None,
) -> Iterator[Mapping[str, Any]]:
    rng = Random(f"{seed}/value/{number}")
    for own in played_positions(game, seed, number, seats):
        if rng.random() >= EACH:
            continue
        worlds = () if judge.to_end is not None else _worlds(own, rng)
        if judge.to_end is None and not worlds:
            continue
        best = next(iter(ranked(own, Budget())), None)
        if best is None or not best.valued:
            continue
        if judge.to_end is not None:
            trial = judge.to_end(own, seed_of(own, 1_000_003))
            came = trial.worths([best.action], DEALS)[0]
        else:
            came = [_came(complete(own, world), own, best, judge, rng, coach) for world in worlds]
        yield {
            "line": own.last,
            "value": best.value,
            "error": best.error,
            "exact": best.exact,
            "chance": best.chance,
            "times": len(came),
            "came": fmean(came),
            "came_error": error_of(came),
        }


def _apart(game: str, judge: Judge, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield the gaps that `best` tells between the best move and each other one of its rows."""
    trial_of = judge.to_end or judge.trial
    rng = Random(f"{seed}/gap/{number}")
    for own in played_positions(game, seed, number):
        if rng.random() >= EACH:
            continue
        ranks = ranked(own, Budget())
        others = [each for each in ranks[1:] if not each.exact and each.chance == judge.chance]
        if not others:
            continue
        moves = [ranks[0].action, *(each.action for each in others)]
        top, *rows = trial_of(own, seed_of(own, 1_000_003)).worths(moves, DEALS)
        for each, row in zip(others, rows, strict=True):
            if each.contrast is None:
                continue
            came = [one - other for one, other in zip(row, top, strict=True)]
            yield {
                "line": own.last,
                "value": each.contrast.gap,
                "error": each.contrast.error,
                "either": each.contrast.either,
                "exact": False,
                "chance": each.chance,
                "times": len(came),
                "came": fmean(came),
                "came_error": error_of(came),
            }


def _worlds(own: View, rng: Random) -> Sequence[World]:
    """Return worlds to be played on by bots; none if there are too many to count.

    Nor where somebody has made a secret choice that is still open: a world has any in its place.
    """
    *_, (_, last) = own.events
    if last.actor not in ("", own.viewer) and HOLE in last.words:
        return ()
    try:
        return Counter(own.game.model.hidden(own)).sample(rng, TIMES)
    except TooManyStates:
        return ()


def _came(
    record: Record,
    own: View,
    best: Advice,
    judge: Judge,
    rng: Random,
    coach: Callable[[], Bot] | None,
) -> float:
    """Return what comes of a move in one world, in the unit of its value; a `coach` plays on."""
    made = play_of(own.game.name).assumed
    assumed = made(rng) if made else None
    seated: dict[str, Bot] = {
        player: coach() if coach else assumed or UsualBot() for player in record.setup.players
    }
    for_game = best.chance and not judge.chance
    ended = _ended(judge, record)
    match = Match.of(record, seated)
    match = match.at(drawn(acted(record, best.action), rng))
    for played in count(1):
        if not (for_game or played % LOOK) and _ended(judge, match.record) > ended:
            break
        event = bot_event(match, seated, rng)
        if event is None:
            break
        match = match.at(drawn(acted(match.record, event), rng))
    if for_game:
        (part,) = whole(match.record)
    else:
        part = judge.parts(match.record)[ended]
    assert part.came is not None
    return part.came[own.viewer]


def _ended(judge: Judge, record: Record) -> int:
    """Return how many parts are over."""
    return sum(part.came is not None for part in judge.parts(record))


def _is_within(row: Row) -> bool:
    """Tell whether what came lies within two errors, or what as few playings may be off by.

    It may be less than an exact value, which has the player choose as well as possible later on.
    """
    apart, times = row["came"] - row["value"], row["times"]
    step = 1 / times if row["chance"] else 0.0
    most = hypot(2 * row["error"], surely(times) * _lots(row), step) + SLIGHT
    return (apart >= -most or row["exact"]) and apart <= most


def _lots(row: Row) -> float:
    """Return the error of what came.

    What wins and losses would scatter by, were a told chance true, is known before they come.
    """
    told = row["value"] if row["chance"] and row["kind"] != "gap" else 0.0
    return max(row["came_error"], sqrt(max(0.0, told * (1 - told)) / row["times"]))


def _tell(name: str, rows: Sequence[Row]) -> None:
    for kind, each in (("best", "positions"), ("two", "positions of two"), ("gap", "gaps")):
        found = [row for row in rows if row["kind"] == kind]
        if found:
            _tell_kind(name, each, found)
    told = [row for row in rows if row["kind"] == "gap" and not row["either"]]
    sure = [row for row in told if abs(row["came"]) > 2 * row["came_error"]]
    if sure:
        same = sum(row["came"] * row["value"] > 0 for row in sure)
        low, high = wilson(same, len(sure))
        print(
            f"{name:<16} {len(sure)} gaps told and found again: the same way "
            f"{same} ({same / len(sure):.1%}, {low:.1%} to {high:.1%})",
            flush=True,
        )


def _tell_kind(name: str, what: str, rows: Sequence[Row]) -> None:
    same = sum(map(_is_within, rows))
    low, high = wilson(same, len(rows))
    told = (
        f"{name:<16} {len(rows)} {what}, each played on {rows[0]['times']} times: within two "
        f"errors {same} ({same / len(rows):.1%}, {low:.1%} to {high:.1%})"
    )
    if sampled := [row for row in rows if not row["exact"]]:
        apart = [row["came"] - row["value"] for row in sampled]
        squares = [
            gap**2 - row["error"] ** 2 - _lots(row) ** 2
            for gap, row in zip(apart, sampled, strict=True)
        ]
        told += (
            f"; what came less the value {fmean(apart):+.3f} ± {error_of(apart):.3f}; "
            f"off {sqrt(max(0.0, fmean(squares))):.3f}"
        )
    print(told, flush=True)

"""Games in the middle, of any kind: played by bots, cut anywhere, seen by anybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random

from ..models.core import TABLE, Record, turn, view
from ..models.games import game_named
from ..models.match import Match
from ..models.record import NAMES, blank
from ..solver.play.coach import bots
from ..solver.play.driver import acted, bot_event, drawn
from .promise import promise, trying

LINES = 110
"""Of a game after which it is left: among random bots some have no end."""
ENDLESS = 2000
"""Lines by which a game between the best quick bots is over."""
TRIES = 50
"""Cuts that are looked at for each that is wanted."""
SEEDS = range(3)
_DEALT = promise("a game begins, and somebody comes to choose", "game.start", "game.turn")
_CHOSEN = promise("bots choose by what their seat sees", "play", "game.turn", "game.model.hidden")
_PLAYED = promise("what a bot chooses is legal, and the game goes on",
                  "game.turn", "game.apply", "play")  # fmt: skip
_ENDED = promise("every game ends with an outcome", "game.outcome", "game.turn", "play")


@cache
def played(game: str, seed: int) -> Record:
    """Return the whole record of a game between bots; from the second seed on, any settings."""
    rng, rules = Random(f"{game}/{seed}"), game_named(game)
    players = NAMES[: rules.seats[seed % len(rules.seats)]]
    settings = {
        setting.name: rng.choice(setting.value.words)
        for setting in rules.settings
        if seed and setting.value.words
    }
    return _played(blank(game, players, **settings), ("random", "greedy"), rng, LINES)


@cache
def finished(game: str) -> Record:
    """Return the whole record of a game that is over."""
    record = blank(game, game_named(game).seats[0])
    ended = _played(record, ("greedy",), Random(f"{game}/over"), ENDLESS)
    with trying(_ENDED):
        assert ended.closed, f"the game has no end, or no result, after {len(ended.lines)} lines"
    return ended


def at_random(game: str) -> Record:
    """Return the whole record of a game between random bots, which may have no end."""
    record = blank(game, game_named(game).seats[0])
    return _played(record, ("random",), Random(f"{game}/random"), LINES)


def _played(record: Record, kinds: Sequence[str], rng: Random, most: int) -> Record:
    """Return `record` played on by bots of these kinds in turn, for about `most` lines."""
    makers, players = bots(record.game.name), record.setup.players
    there = [name for name in kinds if name in makers] or ["random"]
    seated = {player: makers[there[i % len(there)]]() for i, player in enumerate(players)}
    with trying(_DEALT):
        match = Match.of(drawn(record, rng), players)
    while len(match.record.lines) < most:
        with trying(_CHOSEN):
            event = bot_event(match, seated, rng)
        if event is None:
            break
        with trying(_PLAYED):
            match = match.at(drawn(acted(match.record, event), rng))
    return match.record


def cuts(game: str, n: int, seeds: Sequence[int] = SEEDS) -> Iterator[tuple[Record, Random]]:
    """Yield `n` records of each seed's game, cut where somebody chooses, and what tosses coins."""
    for seed in seeds:
        rng, whole = Random(f"{game}/{seed}/cuts"), played(game, seed)
        found = 0
        for _ in range(TRIES * n):
            cut = whole.until(rng.choice(whole.lines).number)
            if _is_choice(cut):
                found += 1
                yield cut, rng
            if found == n:
                break
        else:
            raise AssertionError(f"nobody has {n} choices in a whole game between bots")


def ends(game: str, seeds: Sequence[int] = SEEDS) -> Iterator[tuple[Record, Random]]:
    """Yield games where somebody chooses for the last time, each with what tosses coins.

    They are those of the seeds, and one between the best quick bots.
    """
    for whole in (*(played(game, seed) for seed in seeds), finished(game)):
        records = (whole.until(line.number) for line in reversed(whole.lines))
        choosing = (record for record in records if _is_choice(record))
        yield next(choosing), Random(f"{game}/{whole.last}/ends")


def stages(game: str, seed: int, most: int) -> Iterator[Record]:
    """Yield the game before anything is dealt, so often in between, and when it is over."""
    rng, whole = Random(f"{game}/{seed}/stages"), played(game, seed)
    yield whole.blank()
    for line in sorted(
        rng.sample(whole.lines, min(most, len(whole.lines))), key=lambda e: e.number
    ):
        yield whole.until(line.number)
    yield finished(game)


def _is_choice(record: Record) -> bool:
    """Tell whether somebody chooses next."""
    coming = turn(record)
    return isinstance(coming, tuple) and bool(coming)


def viewers(record: Record) -> tuple[str, ...]:
    """Return everybody who sees less than the referee."""
    return (TABLE, *record.setup.players)


def views(record: Record) -> Mapping[str, Record]:
    """Return what everybody sees who sees less than the referee."""
    return {viewer: view(record, viewer) for viewer in viewers(record)}


def free(record: Record) -> tuple[str, ...]:
    """Return the players who can act, as everybody sees it."""
    coming = turn(view(record, TABLE))
    events = coming if isinstance(coming, tuple) else ()
    return tuple(dict.fromkeys(event.actor for event in events if event.actor))

"""Overseers: exact counting, and one coach against a fair field.

`python -m bench overseers` prints the tables of docs/overseers.md. The field is `greedy`, which
admits beyond a tuned margin; rounds are single ones, the coach's seat goes round.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import log, sqrt
from random import Random
from statistics import fmean

from aparte.models.core import Record, fold, view
from aparte.models.overseers import GAME, Step
from aparte.models.overseers.clues import DISCARD
from aparte.models.overseers.scoring import points
from aparte.models.record import new_record
from aparte.solver.coach import Bot
from aparte.solver.coach.overseers import Coach, GreedyBot
from aparte.solver.coach.overseers.advice import Outlook
from aparte.solver.driver import acted, bot_event, drawn
from aparte.solver.overseers import Table, Worlds
from aparte.solver.overseers.behaviour import Behaviour

NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli", "Fay")
SEATS = (3, 4, 5, 6)


def main(views: int = 200, rounds: int = 2000) -> None:
    """Print all tables."""
    counting(views)
    calibration(views)
    field(rounds)


def blank(players: int) -> Record:
    """Return the record of a game that has not begun."""
    names = " ".join(NAMES[:players])
    return new_record((("Game", GAME.name), ("Record", "1"), ("Players", names)))


def played_until(players: int, seed: int, bots: Mapping[str, Bot], until: Step) -> Record:
    """Return the first round of a game up to the begin of a step."""
    rng = Random(seed)
    record = drawn(blank(players), rng)
    while fold(record).step is not until:
        event = bot_event(record, bots, rng)
        assert event is not None
        record = drawn(acted(record, event), rng)
    return record


def vote_phase(players: int, seed: int) -> Record:
    """Return a round between greedy players before the vote."""
    bots = {name: GreedyBot() for name in NAMES[:players]}
    return played_until(players, seed, bots, Step.VOTE)


def counting(views: int) -> None:
    """Print how long the exact chances of all hidden cards take, in CPU milliseconds."""
    print("exact chances, vote phase, drafts fully recorded: CPU ms")
    for players in SEATS:
        times = []
        for seed in range(views):
            record = vote_phase(players, seed)
            seen = view(record, NAMES[seed % players])
            start = time.process_time()
            Worlds(Table.of(seen)).posterior()
            times.append(1000 * (time.process_time() - start))
        times.sort()
        at = int(0.95 * len(times))
        print(f"{players} players: median {times[len(times) // 2]:.1f}, 95 % {times[at]:.1f}, "
              f"largest {times[-1]:.1f}")  # fmt: skip


def calibration(views: int) -> None:
    """Print how well chances of hidden cards and of the highest score were placed."""
    print("log loss of a player's hidden cards, Brier score of 'has the highest score'")
    for players in SEATS:
        rows = []
        for strength in (0.0, 0.5, 1.0):
            behaviour = Behaviour(strength) if strength else None
            losses, briers = [], []
            for seed in range(views):
                loss, brier = _judged(vote_phase(players, seed), NAMES[seed % players], behaviour)
                losses += loss
                briers += brier
            rows.append(f"{strength}: {fmean(losses):.2f} {fmean(briers):.3f}")
        print(f"{players} players: " + "; ".join(rows))


def _judged(
    record: Record, viewer: str, behaviour: Behaviour | None
) -> tuple[list[float], list[float]]:
    truth, seen = fold(record), view(record, viewer)
    table = Table.of(seen)
    worlds = Worlds(table, behaviour.likelihood(GAME.box) if behaviour else None)
    losses = []
    for holder in table.holders:
        spots = [fate for fate in holder.open if fate != DISCARD]
        if holder.player != viewer and spots:
            laid = {card.spot: card.kind for card in truth.rows[holder.player]}
            pair = tuple(sorted(laid[spot] for spot in spots))
            losses.append(-log(_chance(worlds, holder.player, pair)))
    scores = {player: points(truth, player) for player in truth.players}
    highest = Outlook.of(seen, 100, Random(0), behaviour).highest
    best = max(scores.values())
    briers = [(highest[p] - (scores[p] == best)) ** 2 for p in truth.players if p != viewer]
    return losses, briers


def _chance(worlds: Worlds, player: str, pair: tuple[str, ...]) -> float:
    """Return the chance that the cards of the bottom row that were picked are `pair`."""
    total = 0.0
    for cards, weight in worlds.joint(player).items():
        rest = list(cards.rest)
        options = [cards.discard] if cards.discard else rest
        for discard in options:
            left = list(rest)
            left.remove(discard)
            if tuple(sorted(left)) == pair:
                total += weight / len(options)
    return float(total / worlds.total)


def field(rounds: int) -> None:
    """Print the share of round wins of one coach among greedy players."""
    print("one coach among greedy players: share of round wins")
    for players in SEATS:
        seated = {"greedy": GreedyBot(), "uniform": Coach(60, None), "half": Coach(60, Behaviour())}
        for name, bot in seated.items():
            won = sum(_share(players, seed, bot) for seed in range(rounds)) / rounds
            error = 1.96 * sqrt(won * (1 - won) / rounds)
            print(f"{players} players, {name}: {won:.3f} ± {error:.3f}, par {1 / players:.3f}")


def _share(players: int, seed: int, bot: Bot) -> float:
    coach = NAMES[seed % players]
    bots: dict[str, Bot] = {name: GreedyBot() for name in NAMES[:players]}
    bots[coach] = bot
    record = drawn(blank(players), rng := Random(seed))
    while not (scores := fold(record).scores):
        event = bot_event(record, bots, rng)
        assert event is not None
        record = drawn(acted(record, event), rng)
    (points,) = scores
    best = [NAMES[i] for i, score in enumerate(points) if score == max(points)]
    return (coach in best) / len(best)

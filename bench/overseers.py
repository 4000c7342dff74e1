"""Overseers: exact counting, estimates, proofs, and how well chances were placed.

`python -m bench overseers` prints the tables of docs/overseers.md. All views are of the vote phase
of rounds between `greedy` players; times are of the processor.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import log
from random import Random
from statistics import fmean

from aparte.models.core import Record, View, view
from aparte.models.hidden import Hidden
from aparte.models.match import Match
from aparte.models.overseers import GAME, Step
from aparte.models.overseers.scoring import points
from aparte.models.record import new_record
from aparte.solver.engine.count import Posterior
from aparte.solver.engine.deduce import Deduction, deduce
from aparte.solver.engine.explain import Proof, prove_all
from aparte.solver.engine.work import SECOND
from aparte.solver.games.overseers import GreedyBot
from aparte.solver.games.overseers.draft import Draft
from aparte.solver.games.overseers.reading import reader
from aparte.solver.games.overseers.worlds import Worlds
from aparte.solver.play.coach import Bot
from aparte.solver.play.driver import acted, bot_event, drawn

NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli", "Fay")
SEATS = (3, 4, 5, 6)
TARGETS = {3: 30, 4: 60, 5: 400, 6: 900}
"""Milliseconds in which 95 of 100 exact counts are to be done."""
STRENGTHS: Mapping[str, float | None] = {"alike": None, "half": 0.5, "full": 1.0}
BINS = 10


def main(views: int = 200) -> None:
    """Print all tables."""
    counting(views)
    types(views)
    proofs(views // 4)
    calibration(views)
    partly(views // 4)


def blank(players: int) -> Record:
    """Return the record of a game that has not begun."""
    names = " ".join(NAMES[:players])
    return new_record((("Game", GAME.name), ("Record", "1"), ("Players", names)))


def played_until(players: int, seed: int, bots: Mapping[str, Bot], until: Step) -> Record:
    """Return the first round of a game up to the begin of a step."""
    rng = Random(seed)
    record = drawn(blank(players), rng)
    while record.state.step is not until:
        event = bot_event(Match.of(record, bots), bots, rng)
        assert event is not None
        record = drawn(acted(record, event), rng)
    return record


def vote_phase(players: int, seed: int) -> Record:
    """Return a round between greedy players before the vote."""
    bots = {name: GreedyBot() for name in NAMES[:players]}
    return played_until(players, seed, bots, Step.VOTE)


def seat_view(players: int, seed: int) -> View:
    """Return what one seat knows before the vote, every pack it saw written down."""
    return view(vote_phase(players, seed), NAMES[seed % players])


def skipped(seen: View, rng: Random) -> View:
    """Return `seen` by a keeper who wrote down every other pack or so."""
    lines = []
    for line in seen.lines:
        event = line.event
        if event and (event.verb, event.words) == ("gets", (seen.viewer,)) and rng.random() < 0.5:
            line = replace(line, event=replace(event, outcome=("?",) * len(event.outcome)))
        lines.append(line)
    return seen.with_lines(lines)


def timed(ask: Callable[[], object]) -> float:
    """Return the milliseconds of the processor that `ask` takes."""
    start = time.process_time()
    ask()
    return 1000 * (time.process_time() - start)


def spread(times: Sequence[float]) -> str:
    """Return the median, the 95th percentile and the largest of `times`."""
    ordered = sorted(times)
    at = int(0.95 * len(ordered))
    return f"{ordered[len(ordered) // 2]:.0f} | {ordered[at]:.0f} | {ordered[-1]:.0f}"


def counting(views: int) -> None:
    """Print how long the exact chances of all hidden cards take."""
    print("exact chances, drafts fully recorded: median | 95 % | largest, ms | target for 95 %")
    for players in SEATS:
        tables = (seat_view(players, seed) for seed in range(views))
        times = [timed(lambda: Worlds(Draft.of(seen)).posterior()) for seen in tables]  # noqa: B023
        print(f"{players} players | {spread(times)} | {TARGETS[players]}", flush=True)


def partly(views: int) -> None:
    """Print how long all that is expected takes where half of the packs were not recorded."""
    print("all that can be expected, half of the packs not recorded: median | 95 % | largest, ms")
    print("and how many were too many to count, with the median of their largest errors")
    for players in SEATS:
        for name in ("alike", "half"):
            times, errors = [], []
            for seed in range(views):
                seen = skipped(seat_view(players, seed), Random(seed))
                start = time.process_time()
                found = reader(seen, STRENGTHS[name]).reading()
                times.append(1000 * (time.process_time() - start))
                if found is not None and not found.counted:
                    errors.append(max(error for _, error in found.expected.values()))
            middle = f"{sorted(errors)[len(errors) // 2]:.3f}" if errors else "-"
            print(f"{players} players, {name} | {spread(times)} | {len(errors)} | {middle}",
                  flush=True)  # fmt: skip


def types(views: int) -> None:
    """Print how long CP-SAT takes to prove all possible kinds, and whether the counter agrees."""
    print("all possible and impossible kinds by CP-SAT, with the counter's worlds, and alone:")
    print("median | 95 % | largest, ms, twice | views on which the counter agrees")
    deduce(GAME.hidden(seat_view(3, 0)))  # the first question loads the solver
    for players in SEATS:
        helped, alone, equal = [], [], 0
        for seed in range(views):
            seen = seat_view(players, seed)
            hidden, asked = seen.game.hidden(seen), reader(seen)
            posterior, worlds = asked.posterior(), asked.shown()
            helped.append(timed(lambda: deduce(hidden, worlds=worlds)))  # noqa: B023
            alone.append(timed(lambda: deduce(hidden)))  # noqa: B023
            equal += _agree(hidden, deduce(hidden), posterior)
        print(f"{players} players | {spread(helped)} | {spread(alone)} | {equal} of {views}",
              flush=True)  # fmt: skip


def _agree(hidden: Hidden, found: Deduction, posterior: Posterior) -> bool:
    names = hidden.open_names
    weight = posterior.weight
    return found.complete and all(
        set(found.possible[item]) == {name for name in names if weight[item, name]}
        for item in hidden.items
    )


def proofs(views: int) -> None:
    """Print how long the smallest proofs of all that follows take."""
    print("smallest proofs of all that follows, a view: median | 95 % | largest, ms")
    print("and how many proofs, of them known to be the smallest, and not found in 8 s")
    for players in SEATS:
        times, kinds = [], Counter[str]()
        for seed in range(views):
            seen = seat_view(players, seed)
            hidden = seen.game.hidden(seen)
            claims = deduce(hidden).claims
            start = time.process_time()
            found = prove_all(hidden, claims, 8 * SECOND)
            times.append(1000 * (time.process_time() - start))
            for proof in found.values():
                kinds["all"] += 1
                kinds["open"] += not isinstance(proof, Proof)
                kinds["smallest"] += isinstance(proof, Proof) and proof.exact_minimum
        print(f"{players} players | {spread(times)} | {kinds['all']} | {kinds['smallest']} | "
              f"{kinds['open']}", flush=True)  # fmt: skip


def calibration(views: int) -> None:
    """Print how well chances of hidden cards and of the highest score were placed."""
    stated: dict[str, dict[int, list[tuple[float, bool]]]] = defaultdict(lambda: defaultdict(list))
    print("log loss of a player's unknown cards | Brier score of 'nobody has more'")
    for players in SEATS:
        losses: dict[str, list[float]] = defaultdict(list)
        told: dict[str, list[tuple[float, bool]]] = defaultdict(list)
        for seed in range(views):
            record = vote_phase(players, seed)
            for name, strength in STRENGTHS.items():
                loss, tops = _judged(record, NAMES[seed % players], strength)
                losses[name] += loss
                told[name] += tops
        for name in STRENGTHS:
            brier = fmean((chance - true) ** 2 for chance, true in told[name])
            print(f"{players} players, {name} | {fmean(losses[name]):.2f} | {brier:.3f}",
                  flush=True)  # fmt: skip
            for chance, true in told[name]:
                stated[name][min(int(BINS * chance), BINS - 1)].append((chance, true))
    reliability(stated)


def reliability(stated: Mapping[str, Mapping[int, Sequence[tuple[float, bool]]]]) -> None:
    """Print of chances stated alike how often they came true, all numbers of players together."""
    print("stated chance that nobody has more: mean stated, how often true, of how many")
    for at in range(BINS):
        row = [f"{100 * at // BINS} to {100 * (at + 1) // BINS} %"]
        for name in STRENGTHS:
            found = stated[name][at]
            if found:
                said = fmean(chance for chance, _ in found)
                true = fmean(true for _, true in found)
                row.append(f"{100 * said:.0f} {100 * true:.0f} ({len(found)})")
            else:
                row.append("-")
        print(" | ".join(row))


def _judged(
    record: Record, viewer: str, strength: float | None
) -> tuple[list[float], list[tuple[float, bool]]]:
    """Return the log loss of each other player's cards, and what was said of each with the truth.

    What was said is the chance that nobody has more points.
    """
    truth, seen = record.state, view(record, viewer)
    found = reader(seen, strength).reading()
    assert found is not None
    losses = []
    for holder in Draft.of(seen).holders:
        spots = [fate for fate in holder.open if fate[0] == "b"]
        if holder.player != viewer and spots:
            laid = {card.spot: card.kind for card in truth.rows[holder.player]}
            hand = tuple(sorted(laid[spot] for spot in spots))
            losses.append(-log(dict(found.hands[f"{holder.player}:bottom"])[hand].value))
    scores = {player: points(truth, player) for player in truth.players}
    best = max(scores.values())
    others = [player for player in truth.players if player != viewer]
    return losses, [(found.highest[p].value, scores[p] == best) for p in others]

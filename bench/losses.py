"""Where games of Les Adresses Jaunes are lost: what each step took from the chance of lost ones.

    python -m bench losses [--rows N] [--kind 2 3 4] [--seed S] [--part 0/2 --out losses.0]

A row is a deal that the coach plays in every seat; a kind is a number of players. In a lost game
`best` is asked before every choice how likely the team wins. From 100 % to that of the first choice
the deal fell, and from each to the next the steps between; the guesses lost what was left. In won
games chances rise as often as they fall here, so a fall is bad luck and bad choices in one. Beside
that stand the chances at the first guess, which are exact where few deals are left, and how many of
these deals are won by `cheat`, who knows all hands when it lays discs and places pawns.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from statistics import fmean
from typing import Any

from aparte.models.core import Event, Record, view
from aparte.models.record import blank
from aparte.solver.games.adresses_jaunes.advice import advise
from aparte.solver.games.adresses_jaunes.cheat import cheat
from aparte.solver.games.adresses_jaunes.coach import CoachBot
from aparte.solver.games.adresses_jaunes.hands import acts
from aparte.solver.play.coach import Bot, Budget
from aparte.solver.play.driver import drawn, played
from aparte.solver.play.simulate import wilson

from ._trials import Row, TrialKind, run

GAME = "adresses-jaunes"
DEALS = 1_000
ASKED = Budget(quick=False)


def main(arguments: Sequence[str]) -> None:
    """Print, for each number of players, how many games are lost and where."""
    kinds = {str(players): TrialKind(DEALS, partial(_deal, players)) for players in (2, 3, 4)}
    run(arguments, __doc__, {GAME: kinds}, _tell)


def _deal(players: int, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    lots = Random(f"{seed}/{number}")
    dealt = drawn(blank(GAME, players), lots)
    record = _played(dealt, CoachBot(), lots)
    if _is_won(record):
        yield {"won": True}
    else:
        foreseen = _is_won(_played(dealt, cheat(dealt), lots))
        yield {"won": False, "cheat": foreseen, "chances": list(_chances(record))}


def _played(dealt: Record, bot: Bot, lots: Random) -> Record:
    return played(dealt, dict.fromkeys(dealt.setup.players, bot), lots)


def _is_won(record: Record) -> bool:
    outcome = record.game.outcome(record.state)
    return outcome is not None and bool(outcome.winners)


def _chances(record: Record) -> Iterator[tuple[str, float]]:
    """Yield each step and the chance to win before a choice in it, up to the guess that failed."""
    done = Counter[str]()
    for line, event in record.events:
        if acts(event):
            seen = view(record.until(line - 1), event.actor)
            done[event.verb] += 1
            yield _step(event, done, len(record.state.players)), advise(seen, ASKED)[0].value


def _step(event: Event, done: Counter[str], players: int) -> str:
    if event.verb == "name":
        return "guesses"
    return f"{event.verb}s {-(-done[event.verb] // players)}"


def _tell(game: str, rows: Sequence[Row]) -> None:
    for kind in sorted({row["kind"] for row in rows}):
        ours = [row for row in rows if row["kind"] == kind]
        lost = [row for row in ours if not row["won"]]
        low, high = wilson(len(ours) - len(lost), len(ours))
        print(f"{game}, {kind} players: {len(ours) - len(lost)} of {len(ours)} won", end=" ")
        print(f"({low:.1%} to {high:.1%})")
        if not lost:
            continue
        print(f"  cheat wins {sum(row['cheat'] for row in lost)} of {len(lost)} lost ones")
        fallen: dict[str, float] = defaultdict(float)
        guessed = []
        for row in lost:
            step, before = "the deal", 1.0
            for following, chance in row["chances"]:
                fallen[step] += (before - chance) / len(lost)
                step, before = following, chance
            fallen[step] += before / len(lost)
            guessed += [next(chance for at, chance in row["chances"] if at == "guesses")]
        told = ", ".join(f"{step} {fall:.1%}" for step, fall in fallen.items())
        print(f"  of the chance of lost ones fell by: {told}")
        parts = Counter("a half or more" if each > 0.49 else "less" for each in guessed)
        print(f"  at the first guess {fmean(guessed):.1%} in the mean: {dict(parts)}")

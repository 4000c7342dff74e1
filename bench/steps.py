"""Proofs in steps, two ways in one run: rows drawn together, and smallest sets of lines and cells.

    python -m bench steps [--game G ...] [--kind views puzzles] [--rows VIEWS] [--seed S]
                          [--part 0/2 --out FILE]
    python -m bench steps --sum FILE ...

Rows are what the product does; the other way stands in `_smallest.py`. Views are of seats and of
the table, five of each game of bots, cut at random lines: some claims that do not follow from what
lies open alone are explained one by one, then all that follows is solved. Puzzles are those of the
package whose answer is a deduction. Printed steps are judged by the soak's second solver. Ratios
are of the other way to rows, with intervals of 95 % by games drawn again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from time import process_time
from typing import Any
from unittest.mock import patch

from aparte.models.core import view
from aparte.models.event import TABLE
from aparte.models.games import OWN
from aparte.models.hidden import Claim, Hidden
from aparte.puzzles.grade import graded
from aparte.puzzles.room import puzzles
from aparte.solver.engine import steps as engine
from aparte.solver.engine.chaining import Chainer
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.solve import PROVING
from aparte.solver.engine.steps import Chain, chain, chains, laid_open
from aparte.solver.engine.work import Work
from tests.soak.games import a_game
from tests.soak.steps import wrong

from ._smallest import Smallest
from ._trials import Row, TrialKind, run

VIEWS, TOGETHER = 100, 5
"""So many of each game, and of one game of bots."""
CLAIMS = 2
"""Claims of a view that are explained one by one."""
LONGEST = 400
"""Lines after which a game is left as it stands."""
DRAWN = 1000
"""How often games are drawn again for an interval."""
WAYS = ROWS, SMALLEST = "rows", "smallest"
MEANS = ("steps", "reasons", "words", "hardest", "together", "seconds")
Pair = tuple[int, Mapping[str, Any], Mapping[str, Any]]
"""What both ways make of one thing, and the number of the game it is of."""


def main(arguments: Sequence[str]) -> None:
    """Print what both ways make of the same facts."""
    deduced: dict[str, list[tuple[str, Hidden, tuple[Claim, ...]]]] = defaultdict(list)
    for each in puzzles():
        if claims := each.kind.claims(each.question, each.asked, each.answer):
            deduced[each.record.game.name].append((each.name, each.hidden, claims))
    games = {
        game: {
            "views": TrialKind(VIEWS, partial(_views, game)),
            "puzzles": TrialKind(len(deduced[game]), partial(_puzzle, deduced[game])),
        }
        for game in OWN
    }
    run(arguments, __doc__, games, tell)


def _views(game: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield what both ways make of some views of one game."""
    rng = Random(f"steps {game} {seed} {number}")
    record = a_game(game, rng, LONGEST)
    for at in range(TOGETHER):
        cut = record.until(rng.choice(record.lines).number)
        seen = view(cut, rng.choice((TABLE, *record.setup.players)))
        hidden = seen.game.model.hidden(seen)
        claims = [c for c in deduce(hidden, PROVING).claims if c.item not in hidden.shown]
        lying = frozenset(deduce(laid_open(hidden).told_by(()), PROVING).claims)
        told = [claim for claim in claims if claim not in lying]
        asked = rng.sample(told, min(CLAIMS, len(told)))
        yield {"facts": len(claims), **_both_ways(hidden, asked, claims, number + at)}


def _puzzle(
    deduced: Sequence[tuple[str, Hidden, Collection[Claim]]], _seed: int, number: int
) -> Iterator[Mapping[str, Any]]:
    """Yield what both ways make of a puzzle; where there are no more, that nothing was proved."""
    if number >= len(deduced):
        yield {"facts": 0}
        return
    name, hidden, claims = deduced[number]
    yield {"name": name, "facts": len(claims), **_both_ways(hidden, (), claims, number)}


def _both_ways(
    hidden: Hidden, asked: Iterable[Claim], claims: Collection[Claim], turn: int
) -> Mapping[str, Any]:
    """Return what both ways make of the same; each is the first one every other time."""
    ways = WAYS if turn % 2 else WAYS[::-1]
    return {way: _tried(way, hidden, asked, claims) for way in ways}


def _tried(
    way: str, hidden: Hidden, asked: Iterable[Claim], claims: Collection[Claim]
) -> Mapping[str, Any]:
    chainer: Callable[[Hidden, Work], Any] = Chainer
    if way == SMALLEST:
        chainer = partial(Smallest, claims=claims)
    with patch.object(engine, "Chainer", chainer):
        proofs = [_timed(hidden, partial(chain, hidden, claim, PROVING)) for claim in asked]
        solved = _timed(hidden, lambda: chains(hidden, claims, PROVING)[0])
    return {"explain": proofs, "solve": [solved]}


def _timed(hidden: Hidden, prove: Callable[[], Chain]) -> Mapping[str, Any]:
    """Return what a chain is like, and the seconds of the processor that it took."""
    begun = process_time()
    found = prove()
    seconds = process_time() - begun
    grade = graded(found)
    return {
        "seconds": seconds,
        "not complete": not found.complete,
        "refused steps": len(list(wrong(hidden, found, "", Counter()))),
        "steps": len(found.steps),
        "reasons": sum(step.reasons for step in found.steps),
        "words": sum(len(str(words).split()) for words in found.words),
        "hardest": grade.hardest,
        "together": found.difficulty[1],
        "lines": found.lines,
        "patterns": [str(step.pattern) for step in found.steps],
        "level": grade.level,
        "grade": grade.written,
    }


def tell(game: str, rows: Sequence[Row]) -> None:
    """Print the figures of both ways of one game, and their ratios."""
    for kind in dict.fromkeys(row["kind"] for row in rows):
        own = [row for row in rows if row["kind"] == kind and row["facts"]]
        print(f"{game}: {len(own)} {kind} of {sum(row['kind'] == kind for row in rows)} prove")
        for what in ("explain", "solve"):
            pairs = [
                (row["number"], *both)
                for row in own
                for both in zip(row[ROWS][what], row[SMALLEST][what], strict=True)
            ]
            if pairs:
                _tell_pairs(what, pairs)


def _tell_pairs(what: str, pairs: Sequence[Pair]) -> None:
    wrongs = (
        f"{key} {sum(one[key] for _, one, _ in pairs)} and {sum(two[key] for *_, two in pairs)}"
        for key in ("not complete", "refused steps")
    )
    same = (
        f"the same {key} {sum(one[key] == two[key] for _, one, two in pairs)}"
        for key in ("lines", "patterns", "level", "grade")
    )
    print(f"  {what}: {len(pairs)}, {', '.join((*wrongs, *same))}")
    for key in MEANS:
        print(f"    {key:9}{_compared(key, pairs)}", flush=True)


def _compared(key: str, pairs: Sequence[Pair]) -> str:
    """Return the mean of both ways, and the ratio of the other to rows with its interval."""
    games: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for number, one, two in pairs:
        games[number].append((one[key], two[key]))
    sums = [tuple(map(sum, zip(*each, strict=True))) for each in games.values()]
    first, second = (sum(each[way] for each in sums) / len(pairs) for way in (0, 1))
    rng = Random(1)
    drawn = (rng.choices(sums, k=len(sums)) for _ in range(DRAWN))
    totals = ((sum(one for one, _ in some), sum(two for _, two in some)) for some in drawn)
    ratios = sorted(two / one for one, two in totals if one) or [1.0]
    low, high = ratios[len(ratios) // 40], ratios[-1 - len(ratios) // 40]
    ratio = second / first if first else 1.0
    return f"{first:8.3f} {second:8.3f}   ratio {ratio:.2f} ({low:.2f} to {high:.2f})"

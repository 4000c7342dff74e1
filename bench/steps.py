"""Proofs as steps, in random views of every game, each step proved again by the counter.

    python -m bench.steps [--views N] [--facts N]

`--views` views a game, `--facts` facts of each. A proof is before, the smallest set of lines, and
after, the chain: what everybody sees is no reason of a step.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean

from aparte.models.core import Record, view
from aparte.models.event import TABLE
from aparte.models.games import game_named
from aparte.models.hidden import Hidden
from aparte.models.record import new_record
from aparte.solver.engine.count import TooManyStates, count
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.explain import Proof, explain
from aparte.solver.engine.patterns import Pattern
from aparte.solver.engine.steps import Chain, Conclusion, Step, chain, chains, laid_open
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played

from .explain import show, timed

VIEWS = 12
FACTS = 12
SEED = 7
LONG = 20
NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli", "Fay")
GAMES = {"adresses-jaunes": (2, 3, 4), "onstage": (3, 4, 5), "overseers": (3, 4, 5, 6)}
SECONDS = 10.0


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--facts", type=int, default=FACTS)
    options, _ = parser.parse_known_args()
    for game in GAMES:
        measure(game, options.views, options.facts)


def measure(game: str, views: int, facts: int) -> None:
    rng = Random(SEED)
    found: list[Chain] = []
    single, whole = list[float](), list[float]()
    long: list[tuple[int, str, Proof, Chain]] = []
    unfinished = unproved = proved = 0
    for hidden, _ in zip(models(game, rng), range(views), strict=False):
        shown = hidden.shown
        claims = [each for each in deduce(hidden).claims if each.item not in shown]
        whole.append(timed(chains, hidden, claims, SECONDS)[1])
        for claim in rng.sample(claims, min(facts, len(claims))):
            one, seconds = timed(chain, hidden, claim, SECONDS)
            single.append(seconds)
            unfinished += not one.complete
            if not one.lines:
                continue
            found.append(one)
            wrong, right = again(hidden, one)
            unproved, proved = unproved + wrong, proved + right
            proof = explain(hidden, claim, SECONDS)
            if isinstance(proof, Proof):
                long.append((len(proof.lines), str(claim), proof, one))
    tell(game, found, single, whole)
    print(f"  steps proved again by the counter: {proved}, not proved {unproved}")
    print(f"  facts without a chain in {SECONDS:.0f} seconds: {unfinished}")
    for lines, claim, _, one in sorted(long, key=lambda each: -each[0])[:LONG]:
        names = ", ".join(step.pattern for step in one.steps)
        print(f"  {claim}: {lines} lines before, {len(one.steps)} steps now ({names})")


def tell(game: str, found: list[Chain], single: list[float], whole: list[float]) -> None:
    steps = [step for one in found for step in one.steps]
    patterns = Counter(step.pattern for step in steps)
    hard = {Pattern.CASES, Pattern.CONTRADICTION}
    easy = [one for one in found if hard.isdisjoint(step.pattern for step in one.steps)]
    sizes = [len(one.steps) for one in found]
    reasons = Counter(step.reasons for step in steps)
    print(f"{game}: {len(found)} chains, {len(steps)} steps")
    show("  one fact", single)
    show("  all facts of a view", whole)
    print(f"  without cases or contradiction {len(easy)} of {len(found)}")
    print(f"  steps a chain: mean {mean(sizes):.2f}, most {max(sizes)}")
    print(f"  reasons a step: {dict(sorted(reasons.items()))}")
    print(f"  patterns: {dict(patterns.most_common())}", flush=True)


def again(hidden: Hidden, one: Chain) -> tuple[int, int]:
    """Return how many steps, of cases too, the counter does not prove, and how many it does."""
    opened = laid_open(hidden)
    told = [step.conclusion for step in one.steps]
    found = []
    for step in one.steps:
        found.append(proved_again(opened, step, [told[n] for n in step.earlier]))
        for case in step.cases:
            within = [each.conclusion for each in case.steps]
            for each in case.steps:
                known = [told[n] for n in each.earlier] + [within[n] for n in each.within]
                known += [case.supposed[n] for n in each.supposed]
                found.append(proved_again(opened, each, known))
    return found.count(False), found.count(True)


def proved_again(opened: Hidden, step: Step, known: Sequence[Conclusion | None]) -> bool | None:
    """Return whether the counter proves a step, None where there is too much to count."""
    facts = [each.fact(opened) for each in known if each is not None]
    given = opened.told_by(()).assuming(*step.facts, *facts)
    denials = [()] if step.conclusion is None else [(no,) for no in step.conclusion.denials(opened)]
    try:
        return not any(count(given.assuming(*denial)).worlds for denial in denials)
    except TooManyStates:
        return None


def models(game: str, rng: Random) -> Iterator[Hidden]:
    """Yield the models of a seat and of the table, cut at random lines of random games."""
    while True:
        for players in GAMES[game]:
            record = whole_game(game, players, rng)
            lines = [number for number, _ in record.events]
            for viewer in (TABLE, rng.choice(record.setup.players)):
                seen = view(record.until(rng.choice(lines[2 + players :])), viewer)
                yield seen.game.hidden(seen)


def whole_game(game: str, players: int, rng: Random) -> Record:
    names = NAMES[:players]
    version = game_named(game).versions[-1]
    tags = (("Game", game), ("Record", version), ("Players", " ".join(names)))
    return played(new_record(tags), {name: RandomBot() for name in names}, rng)


if __name__ == "__main__":
    main()

"""Proofs as steps, in random views of every game, each step proved again by the counter.

    python -m bench.steps [--views N] [--facts N] [--game NAME ...] [--seed S]
    python -m bench.steps --steps N --out steps.S [--game NAME ...] [--seed S]
    python -m bench.steps --sum steps.*

`--views` views a game, `--facts` facts of each that are not in sight. With `--steps`, as many views
as it takes until so many steps of a game are looked at; another seed is another part, and one that
was stopped goes on where its file ends. Files add up.
"""

from __future__ import annotations

import math
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import mean

from aparte.models.core import Record, view
from aparte.models.event import TABLE
from aparte.models.games import game_named
from aparte.models.hidden import Claim, Hidden
from aparte.models.record import new_record
from aparte.solver.engine.count import TooManyStates, count
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.patterns import Pattern
from aparte.solver.engine.steps import Chain, Conclusion, Step, chain, chains, laid_open
from aparte.solver.engine.work import SECOND
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played
from aparte.solver.play.simulate import wilson
from tests.trials import keep, kept

from .explain import show, timed

VIEWS = 12
FACTS = 12
SEED = 7
NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli", "Fay")
GAMES = {
    "adresses-jaunes": (2, 3, 4),
    "onstage": (3, 4, 5),
    "overseers": (3, 4, 5, 6),
    "bards": (2, 3, 4),
}
WORK = 10 * SECOND
STATES = 200_000
"""States up to which the counter proves a step again."""
HARD = frozenset({Pattern.CASES, Pattern.CONTRADICTION})


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--facts", type=int, default=FACTS)
    parser.add_argument("--game", nargs="*", default=list(GAMES))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--sum", nargs="*", type=Path)
    options, _ = parser.parse_known_args()
    if options.sum is not None:
        summed = list(kept(options.sum))
        for game in dict.fromkeys(row["game"] for row in summed):
            tell(game, [Viewed(**row) for row in summed if row["game"] == game])
        return
    done = [Viewed(**row) for row in kept([options.out] if options.out else [])]
    for game in options.game:
        views = math.inf if options.steps else options.views
        before = [each for each in done if (each.game, each.seed) == (game, options.seed)]
        limits = Limits(views, options.facts, options.steps or math.inf)
        tell(game, measure(game, options.seed, limits, before, options.out))


@dataclass(frozen=True)
class Seen:
    """What one viewer sees of game number `game` up to one of its lines."""

    record: Record = field(compare=False)
    game: int
    viewer: str
    line: int

    @property
    def hidden(self) -> Hidden:
        seen = view(self.record.until(self.line), self.viewer)
        return seen.game.hidden(seen)

    def __str__(self) -> str:
        return f"{len(self.record.setup.players)} players, {self.viewer}, line {self.line}"


# a sample


@dataclass(frozen=True)
class Limits:
    """So many `views` of a game, `facts` of each, and steps proved again."""

    views: float
    facts: int
    steps: float


@dataclass
class Viewed:
    """What became of the facts of one view, number `number` of a `seed`; times in seconds.

    `chains` are the steps of each chain, `reasons` those of each single thought. Of the steps so
    many were `proved` again, `wrong`, or too `large` for the counter.
    """

    game: str
    seed: int
    number: int
    whole: float = 0.0
    single: list[float] = field(default_factory=list)
    chains: list[int] = field(default_factory=list)
    reasons: list[int] = field(default_factory=list)
    patterns: list[str] = field(default_factory=list)
    hard: int = 0
    open: int = 0
    unfinished: int = 0
    proved: int = 0
    wrong: int = 0
    large: int = 0


def measure(
    game: str, seed: int, limits: Limits, done: list[Viewed], out: Path | None
) -> list[Viewed]:
    """Return the views that were done before, and as many more as the limits ask for."""
    proved = sum(each.proved + each.large for each in done)
    begun = max((each.number + 1 for each in done), default=0)
    for number, seen in enumerate(taken(game, Random(f"{game} {seed}"))):
        if number >= limits.views or proved >= limits.steps:
            break
        if number < begun:
            continue
        viewed = looked_at(seen, Viewed(game, seed, number), limits.facts)
        proved += viewed.proved + viewed.large
        done.append(viewed)
        keep(out, asdict(viewed))
    return done


def looked_at(seen: Seen, viewed: Viewed, facts: int) -> Viewed:
    hidden = seen.hidden
    claims = asked(hidden)
    viewed.whole = timed(chains, hidden, claims, WORK)[1]
    rng = Random(f"{viewed.game} {viewed.seed} {viewed.number}")
    for claim in rng.sample(claims, min(facts, len(claims))):
        one, seconds = timed(chain, hidden, claim, WORK)
        viewed.single.append(seconds)
        viewed.unfinished += not one.complete
        if one.complete and not one.lines:
            viewed.open += 1
            continue
        thoughts = [each for step in one.steps for each in (step, *inside(step))]
        viewed.chains.append(len(one.steps))
        viewed.reasons += [each.reasons for each in thoughts if not each.cases]
        viewed.patterns += [str(step.pattern) for step in one.steps]
        viewed.hard += is_hard(one)
        again = list(proved_again(hidden, one))
        viewed.proved += again.count(True)
        viewed.wrong += again.count(False)
        viewed.large += again.count(None)
    return viewed


def tell(game: str, views: list[Viewed]) -> None:
    sizes = [size for each in views for size in each.chains]
    reasons = [number for each in views for number in each.reasons]
    patterns = Counter(name for each in views for name in each.patterns)
    print(
        f"{game}: {len(sizes)} facts that need a line, of {len(views)} views; {sum(sizes)} steps",
        flush=True,
    )
    if len(sizes) > 1:
        show("  one fact", [seconds for each in views for seconds in each.single])
        show("  all facts of a view", [each.whole for each in views])
        share("  facts with cases or contradiction", sum(each.hard for each in views), len(sizes))
        for most in (3, 5):
            more = sum(number > most for number in reasons)
            share(f"  steps of more than {most} reasons", more, len(reasons))
        print(f"  steps a chain: mean {mean(sizes):.2f}, most {max(sizes)}")
        print(f"  reasons a step: {dict(sorted(Counter(reasons).items()))}")
        print(f"  patterns: {dict(patterns.most_common())}")
    seen_open, unfinished, proved, wrong, large = (
        sum(getattr(each, name) for each in views)
        for name in ("open", "unfinished", "proved", "wrong", "large")
    )
    print(
        f"  facts that follow from what lies open {seen_open}; without a whole chain {unfinished}"
    )
    print(f"  steps proved again by the counter {proved}, not proved {wrong}, too large {large}")


def share(what: str, n: int, of: int) -> None:
    """Print a share with the interval in which the true one lies, 19 times of 20."""
    low, high = wilson(n, of)
    print(f"{what} {n} of {of}: {n / max(1, of):.2%} ({low:.2%} to {high:.2%})")


def is_hard(one: Chain) -> bool:
    return not HARD.isdisjoint(step.pattern for step in one.steps)


def inside(step: Step) -> Iterator[Step]:
    """Yield the steps of the cases of a step."""
    for case in step.cases:
        yield from case.steps


def asked(hidden: Hidden) -> list[Claim]:
    """Return what follows of pieces that no single line puts in its place."""
    shown = hidden.shown
    return [claim for claim in deduce(hidden, WORK).claims if claim.item not in shown]


def proved_again(hidden: Hidden, one: Chain) -> Iterator[bool | None]:
    """Yield whether the counter proves each step, of cases too; None where it is too large."""
    opened = laid_open(hidden)
    told = [step.conclusion for step in one.steps]
    for step in one.steps:
        yield follows(opened, step, [told[n] for n in step.earlier])
        for case in step.cases:
            within = [each.conclusion for each in case.steps]
            for each in case.steps:
                known = [told[n] for n in each.earlier] + [within[n] for n in each.within]
                known += [case.supposed[n] for n in each.supposed]
                yield follows(opened, each, known)


def follows(opened: Hidden, step: Step, known: Sequence[Conclusion | None]) -> bool | None:
    """Return whether the counter proves a step, None where there is too much to count."""
    facts = [each.fact(opened) for each in known if each is not None]
    given = opened.told_by(()).assuming(*step.facts, *facts)
    denials = [()] if step.conclusion is None else [(no,) for no in step.conclusion.denials(opened)]
    try:
        return not any(count(given.assuming(*denial), STATES).worlds for denial in denials)
    except TooManyStates:
        return None


# views


def taken(game: str, rng: Random) -> Iterator[Seen]:
    """Yield what a seat and the table see, up to random lines of random games."""
    for number, players in enumerate(cycle(GAMES[game])):
        record = whole_game(game, players, rng)
        lines = [line for line, _ in record.events]
        for viewer in (TABLE, rng.choice(record.setup.players)):
            yield Seen(record, number, viewer, rng.choice(lines[2 + players :]))


def whole_game(game: str, players: int, rng: Random) -> Record:
    names = NAMES[:players]
    version = game_named(game).versions[-1]
    tags = (("Game", game), ("Record", version), ("Players", " ".join(names)))
    return played(new_record(tags), {name: RandomBot() for name in names}, rng)


if __name__ == "__main__":
    main()

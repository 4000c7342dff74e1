"""The longest proofs that can be found, before (their smallest set of lines) and now (as steps).

    python -m bench.longest [--game NAME ...] [--views N] [--seed S] [--most N] [--out longest]
    python -m bench.longest --page longest > docs/longest.md

Over all facts of `--views` random views of a game the one with the largest smallest set of lines is
looked for, then in the same games a few lines before and behind the best, for each seat, until
there are no longer ones or `--seconds` of the processor are over. The `--most` longest are kept,
those of the same lines once. `--page` writes what was kept as docs/longest.md.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from time import process_time

from aparte.models.event import TABLE
from aparte.models.games import game_named
from aparte.models.hidden import Claim
from aparte.solver.engine.explain import Proof, prove_all
from aparte.solver.engine.steps import chain
from tests.trials import keep, kept

from .steps import GAMES, SEED, WORK, Seen, asked, taken

VIEWS = 40
MOST = 20
LIMIT = 60.0
"""Seconds of the processor that a game is given, unless told otherwise."""
AROUND = 2
"""Lines before and behind a view with a long proof in which longer ones are looked for."""
CLIMBED = 4
"""Views with long proofs around which longer ones are looked for, until there are none."""
WHOLE = 3
"""Proofs a game that the page tells whole, before and now."""

Best = dict[Seen, tuple[Claim, Proof]]


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="*", default=list(GAMES))
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=LIMIT)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--page", nargs="*", type=Path)
    options, _ = parser.parse_known_args()
    if options.page is not None:
        rows = [Long(**{**row, "steps": tuple(row["steps"])}) for row in kept(options.page)]
        print("\n".join(page(rows)))
        return
    for game in options.game:
        best, looked = longest(game, options.views, options.seed, options.seconds)
        print(f"{game}: the longest smallest proofs of {looked} views", flush=True)
        for long in told(game, best, looked, options.most):
            keep(options.out, asdict(long))
            print(f"  {long.lines:2} lines, {len(long.steps)} steps: {long.fact} ({long.seen})")


@dataclass(frozen=True)
class Long:
    """A fact with a long proof: how many `lines`, in words `before`, and its `steps` now.

    `looked` is in how many views of the game it was looked for.
    """

    game: str
    seen: str
    fact: str
    lines: int
    before: str
    steps: tuple[str, ...]
    looked: int


def longest(game: str, views: int, seed: int, seconds: float) -> tuple[Best, int]:
    """Return for each view the fact with the longest smallest proof, and how many views it were."""
    best: Best = {}
    looked: set[Seen] = set()
    end = process_time() + seconds

    def look(new: Sequence[Seen]) -> None:
        for seen in new:
            if process_time() < end:
                looked.add(seen)
                best.update(longest_of(seen))

    rng = Random(f"{game} {seed}")
    look([seen for seen, _ in zip(taken(game, rng), range(views), strict=False)])
    while process_time() < end:
        near = (each for seen in ranked(best)[:CLIMBED] for each in around(seen))
        new = [each for each in dict.fromkeys(near) if each not in looked]
        if not new:
            break
        look(new)
    return best, len(looked)


def longest_of(seen: Seen) -> Best:
    hidden = seen.hidden
    proofs = prove_all(hidden, asked(hidden), WORK)
    found = [(claim, proof) for claim, proof in proofs.items() if isinstance(proof, Proof)]
    return {seen: max(found, key=lambda each: len(each[1].lines))} if found else {}


def ranked(best: Best) -> list[Seen]:
    return sorted(best, key=lambda seen: -len(best[seen][1].lines))


def around(seen: Seen) -> Iterator[Seen]:
    """Yield what the same and the other viewers see a few lines before and behind."""
    lines = [number for number, _ in seen.record.events]
    at = lines.index(seen.line)
    for line in lines[max(0, at - AROUND) : at + AROUND + 1]:
        for viewer in (TABLE, *seen.record.setup.players):
            yield replace(seen, viewer=viewer, line=line)


def told(game: str, best: Best, looked: int, most: int) -> Iterator[Long]:
    """Yield the longest, of those with the same lines of a game the first."""
    before: set[tuple[int, tuple[int, ...]]] = set()
    for seen in ranked(best):
        claim, proof = best[seen]
        if (seen.game, proof.lines) not in before and len(before) < most and proof.lines:
            before.add((seen.game, proof.lines))
            steps = chain(seen.hidden, claim, WORK).words
            yield Long(
                game=game,
                seen=str(seen),
                fact=str(claim),
                lines=len(proof.lines),
                before=str(proof.words),
                steps=tuple(map(str, steps)),
                looked=looked,
            )


# the page


def page(rows: Sequence[Long]) -> Iterator[str]:
    """Yield the page: a table a game, and its longest proofs whole."""
    yield "# The longest proofs"
    yield ""
    yield (
        "What `python -m bench.longest` found in games between random players: the facts whose\n"
        "smallest set of lines is largest, what lies open counted as any other line, and the\n"
        "[steps](explaining.md) told now. Each was read aloud."
    )
    for game in dict.fromkeys(row.game for row in rows):
        ours = [row for row in rows if row.game == game]
        yield f"\n## {game_named(game).title}\n"
        yield f"The longest of {ours[0].looked} views.\n"
        yield "| fact | seen by | lines before | steps now |"
        yield "| --- | --- | --: | --- |"
        for row in ours:
            yield f"| `{row.fact}` | {row.seen} | {row.lines} | {'; '.join(names(row))} |"
        for row in ours[:WHOLE]:
            yield f"\n`{row.fact}`, {row.seen}, before:\n\n> {row.before}\n\nand now:\n"
            for number, step in enumerate(row.steps, start=1):
                yield f"> {number}. {step}"


def names(row: Long) -> list[str]:
    """Return the names of the patterns of a chain in their order, one after itself as a number."""
    if not row.steps:
        return [f"no chain found in {WORK:,} steps of work"]
    called = [step[step.index("(") + 1 : step.index(")")] for step in row.steps]
    return [name if n == 1 else f"{n} × {name}" for name, n in Counter(called).items()]


if __name__ == "__main__":
    main()

"""What it takes to make puzzles, what comes of it, and whether the grade tells how hard they are.

    python -m bench puzzles [--game G ...] [--kind K ...] [--rows POSITIONS] [--seed S]
                            [--part 0/2 --out FILE]
    python -m bench puzzles --sum FILE ...

A row is a position of a game of bots; a number is a game. A kind with `-last`, such as `best-last`,
is the last position of each game alone, which is built or tuned where games have such. One with
`-fiendish` is what a search for fiendish puzzles looks at; those are kept with their boards.
`stock` makes some of the stock again. `search` is how long it takes to find a puzzle of each level,
of any kind. `pace` is how many puzzles come a second on one worker, and on two. `work` is whether
hard and fiendish proofs of the stock keep their level if more is supposed, and longer.
In every tenth game the grade is compared with an independent measure: how many guesses a plain
solver takes back that knows no pattern. `effort` compares them in the stock. What was kept in files
makes the stock: `python -m tools.stock FILE ...`.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, product, zip_longest
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from aparte.models.games import OWN
from aparte.models.record import read
from aparte.puzzles.bundled import FIENDISH, HARD, LEVELS
from aparte.puzzles.code import code_of
from aparte.puzzles.grade import way_to
from aparte.puzzles.kinds import Deduced
from aparte.puzzles.make import Made, lot, searched
from aparte.puzzles.room import NoPuzzle, Puzzle, maker_of, new
from aparte.puzzles.series import series
from aparte.puzzles.stock import Kept, sign_of, stock
from tests.certify import uncertified

from ._plain import backtracks
from ._trials import Row, TrialKind, run

LAST, SOUGHT = "-last", f"-{FIENDISH}"
POSITIONS = 20
"""So many of each kind."""
LOTS = 1_000_000
"""More games than one seed has."""
MEASURED = 10
"""In every so many games grades are compared."""
WIDER = 5_000_000, 1_000
"""Steps of work, and pairs of opposites, of a look beyond those that grades come from."""
MOST = 2_000
"""Guesses that are taken back at most: harder is not told apart."""
PACED, PACE = "adresses-jaunes", 12
"""So many puzzles of this game are made to see how many come a second."""
WORKERS = (1, 2)
TIMED = (("again", "out of the stock", "same"), ("search", "searched for", "found"))
"""What is timed by level: its column, what it is called, and the column of whether it went well."""


def main(arguments: Sequence[str]) -> None:
    """Print what puzzles of each kind take and how hard they are, and how fast they come."""
    games = {
        game: {
            f"{kind}{end}": TrialKind(POSITIONS, partial(_made, game, kind, end))
            for kind in maker_of(game).kinds
            for end in ("", LAST, SOUGHT)
        }
        for game in OWN
    }
    for game, kinds in games.items():
        kinds["stock"] = TrialKind(4 * POSITIONS, partial(_again, game))
        kinds["search"] = TrialKind(4 * POSITIONS, partial(_search, game))
        kinds["effort"] = TrialKind(4 * POSITIONS, partial(_effort, game))
        kinds["work"] = TrialKind(POSITIONS, partial(_work, game))
    games[PACED]["pace"] = TrialKind(len(WORKERS), _paced)
    _compare("all games, backtracks", run(arguments, __doc__, games, tell))


def _made(game: str, kind: str, end: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield what comes of the positions of a game: their seconds; of a puzzle how hard it is.

    Or of the LAST position alone, or of those where fiendish ones are SOUGHT; the seconds of a game
    without any.
    """
    maker = maker_of(game)
    name = (seed - 1) * LOTS + number
    begun = process_time()
    of = maker, maker.kinds[kind], str(name)
    positions = enumerate(searched(*of, FIENDISH if end == SOUGHT else ""))
    if end == LAST:
        positions = ((at, make()) for at, make in deque(enumerate(lot(*of)), 1))
    at = None
    for at, made in positions:
        row: dict[str, Any] = {}
        if made:
            grade = made[0].grade
            puzzle = Puzzle("made", made[0].record).with_answer(grade)
            row = {
                "level": grade.level,
                "grade": grade.written,
                "hardness": [-share for share in grade.through],
                "form": sign_of(puzzle.form),
                "clues": len(maker.clues(puzzle.question)),
            }
            if end != SOUGHT:
                row["stock"] = f"{kind}-{name}-{at}"
            elif grade.level == FIENDISH:
                board = code_of(Puzzle("board", read(puzzle.form)))
                row |= {"stock": f"{kind}-{row['form']}", "board": board}
        yield {"seconds": process_time() - begun, **row, **_measured(made, number)}
        begun = process_time()
    if at is None:
        yield {"seconds": process_time() - begun}


def _measured(made: Made, number: int) -> Mapping[str, Any]:
    """Return whether a puzzle is certified, and how many guesses a plain solver takes back."""
    if not made or number % MEASURED:
        return {}
    puzzle = Puzzle("made", made[0].record).with_answer(made[0].grade)
    return {"certified": not uncertified(puzzle), "back": _taken_back(puzzle)}


def _taken_back(puzzle: Puzzle) -> int | None:
    """Return how many guesses a plain solver takes back; None where the answer is a choice."""
    claims = puzzle.kind.claims(puzzle.question, puzzle.asked, puzzle.answer)
    return backtracks(puzzle.hidden, claims, MOST) if claims else None


def _again(game: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield how long a puzzle of the stock takes to make, and whether it still has its level."""
    level = LEVELS[number % len(LEVELS)]
    there = list(stock(game, "", level))
    if there:
        kept = Random(f"{game} {seed} {number}").choice(there)
        begun = process_time()
        made = new(game, "", "", kept.seed)
        same = made.level == level
        yield {"again": level, "seconds": process_time() - begun, "same": same}


def _search(game: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield how long it takes to find a puzzle of some level, and whether one was found."""
    level = LEVELS[number % len(LEVELS)]
    begun = process_time()
    try:
        found = new(game, "", level, f"{seed}/{number}") is not None
    except NoPuzzle:
        found = False
    yield {"search": level, "seconds": process_time() - begun, "found": found}


def _effort(game: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield how hard a puzzle of the stock is by its grade and to a plain solver.

    Each is taken once; there is nothing to tell of a number beyond the last.
    """
    there = _deduced(game, seed)
    if number >= len(there):
        yield {}
        return
    puzzle = new(game, "", "", there[number].seed)
    yield {
        "of": there[number].kind,
        "puzzle": there[number].seed,
        "level": puzzle.level,
        "hardness": [-share for share in puzzle.grade.through],
        "back": _taken_back(puzzle),
    }


def _work(game: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield the level of a proof that is hard or fiendish, and what it is if more is supposed."""
    there = [kept for kept in _deduced(game, seed) if kept.level in (FIENDISH, HARD)]
    there.sort(key=lambda kept: kept.level != FIENDISH)
    if number >= len(there):
        yield {}
        return
    puzzle = new(game, "", "", there[number].seed)
    form = Puzzle("form", read(puzzle.form))
    claims = form.kind.claims(form.question, form.asked, form.answer)
    more = way_to(form.hidden, claims, puzzle.grade.refutes, [WIDER]).grade.level
    yield {"work": puzzle.level, "puzzle": there[number].seed, "more": more}


@cache
def _deduced(game: str, seed: int) -> Sequence[Kept]:
    """Return the puzzles of the stock whose answer follows, every kind and level by turns."""
    kinds = maker_of(game).kinds
    by_turns: dict[tuple[str, str], list[Kept]] = defaultdict(list)
    there = [kept for kept in stock(game) if isinstance(kinds[kept.kind], Deduced)]
    Random(seed).shuffle(there)
    for kept in there:
        by_turns[kept.kind, kept.level].append(kept)
    return [*filter(None, chain.from_iterable(zip_longest(*by_turns.values())))]


def _paced(seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield how many puzzles come a second from so many processes."""
    workers = WORKERS[number % len(WORKERS)]
    began = perf_counter()
    made = list(series(PACED, "who", "", [f"{seed}-{n}" for n in range(PACE)], workers))
    yield {"workers": workers, "pace": len(made) / (perf_counter() - began)}


def tell(game: str, rows: Sequence[Row]) -> None:
    """Print the figures of a game."""
    kinds: dict[str, list[Row]] = defaultdict(list)
    effort: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["kind"] == "effort":
            effort[row.get("of", "")].append(row)
        elif "pace" in row:
            print(f"{game} who, {row['workers']} workers: {row['pace']:.2f} puzzles a second")
        elif "work" in row:
            print(f"{game} {row['puzzle']}: {row['work']}, with more work {row['more']}")
        elif "again" not in row and "search" not in row:
            kinds[row["kind"]].append(row)
    for level, (what, told, good) in product(LEVELS, TIMED):
        if own := [row for row in rows if row.get(what) == level]:
            times = sorted(row["seconds"] for row in own)
            print(
                f"{game} {told}, {level}: {len(own)}, {median(times):.1f} s, 90 % in "
                f"{times[int(0.9 * len(times))]:.1f}; {sum(row[good] for row in own)} {good}"
            )
    for kind, own in kinds.items():
        made = [row for row in own if "level" in row]
        spent = sum(row["seconds"] for row in own)
        held = [row["certified"] for row in made if "certified" in row]
        print(
            f"{game} {kind}: {len(made)} puzzles of {len(own)} positions, {spent / len(own):.2f} s "
            f"a position; {_alike(made)} alike; of {len(held)} asked again {sum(held)} certified"
        )
        for level in LEVELS:
            if times := sorted(_waited(own, level)):
                at = times[min(len(times) - 1, int(0.9 * len(times)))]
                print(f"  {level}: {len(times)}, {median(times):.1f} s a puzzle, 90 % in {at:.1f}")
        _compare("  backtracks", made)
    for of, own in effort.items():
        _compare(f"{game} {of} out of the stock, backtracks", own)
    made = [row for own in kinds.values() for row in own if "level" in row]
    levels = Counter(row["level"] for row in made)
    told = ", ".join(f"{levels[level]} {level}" for level in LEVELS)
    print(f"{game}: {len(made)} puzzles, {_alike(made)} alike; {told}", flush=True)
    _compare("  backtracks", made)


def _alike(made: Sequence[Row]) -> int:
    """Return how many puzzles differ from an earlier one by names alone."""
    return len(made) - len({row["form"] for row in made})


def _waited(rows: Iterable[Row], level: str) -> Iterator[float]:
    """Yield the seconds from one puzzle of `level` to the next."""
    waited = 0.0
    for row in rows:
        waited += row["seconds"]
        if row.get("level") == level:
            yield waited
            waited = 0.0


def _compare(what: str, rows: Iterable[Row]) -> None:
    """Print how the grades rank beside the backtracks: by level, then by readers."""
    graded = [row for row in rows if row.get("back") is not None]
    if len(graded) < 3:
        return
    grades = [(LEVELS.index(row["level"]), *row["hardness"][::-1]) for row in graded]
    backs = [row["back"] for row in graded]
    if len({*backs}) < 2 or len({*grades}) < 2:
        alike = "guesses" if len({*backs}) < 2 else "grades"
        print(f"{what}: all {alike} are alike ({len(graded)}, {backs[0]} taken back in the first)")
        return
    by_level = ", ".join(
        f"{level} {median(there):.0f}"
        for level in LEVELS
        if (there := [row["back"] for row in graded if row["level"] == level])
    )
    print(
        f"{what}: rank correlation {correlation(grades, backs):.2f} with the grade, "
        f"{correlation([grade[0] for grade in grades], backs):.2f} with the level "
        f"({len(graded)}, of which {backs.count(0)} need none and {backs.count(MOST)} {MOST} "
        f"or more); median {by_level}"
    )


def correlation(first: Sequence[Any], second: Sequence[Any]) -> float:
    """Return Spearman's rank correlation; 0 where all are equal."""
    ranks = [_ranks(first), _ranks(second)]
    mean = (len(first) - 1) / 2
    top = sum((a - mean) * (b - mean) for a, b in zip(*ranks, strict=True))
    spread = [sum((each - mean) ** 2 for each in own) for own in ranks]
    return top / ((spread[0] * spread[1]) ** 0.5 or 1.0)


def _ranks(values: Sequence[Any]) -> list[float]:
    """Return the rank of each value, the mean of their ranks for equal ones."""
    first: dict[Any, int] = {}
    for rank, value in enumerate(sorted(values)):
        first.setdefault(value, rank)
    equal = Counter(values)
    return [first[value] + (equal[value] - 1) / 2 for value in values]

"""Reviews: what each choice has cost, and how much of the result was luck.

Every choice is judged by what its seat knew then. For each seat the expectation moves from before
the deal to the result: changes between two choices of the seat are luck, changes by a choice are
skill. So start, luck and skill add up to the result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.util import find_spec
from math import fsum, hypot
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ..models import games
from ..models.core import REFEREE, Event, Record, View, view
from ..models.outcome import Team
from ..models.record import write
from ..models.words import Words, listed, say
from ..solver.play.advising import contrast
from ..solver.play.coach import Budget, play_of
from ..solver.play.contrast import Contrast
from ..solver.play.judge import Judge, Part
from ..solver.play.judging import SECONDS, Judged, Task, judged, judged_in_processes
from ..solver.play.race import Over, deadline
from .costs import game_key, hashed
from .errors import BadRequest
from .reviewable import seen, tasks
from .store_file import StoreError
from .texts import COSTS, JUDGED, STARTS, Texts

if TYPE_CHECKING:
    from .store import Store

BUDGET = Budget(seconds=SECONDS)
"""How long a choice is thought about, by default."""
GLANCE, GLANCING = Budget(iterations=8), 0.8
"""A glance at a choice, and for how many seconds of the processor choices are glanced at."""


@dataclass(frozen=True, slots=True)
class Share:
    """A seat's share of a game, or of a part: start, luck and skill add up to the result.

    `parts` are the shares that it is the sum of. While it goes on there is no result.
    """

    start: float
    luck: float
    skill: float
    result: float | None
    parts: Sequence[Share] = ()


@dataclass(frozen=True)
class Review:
    """The judged choices of a game, by line, for each of `seats`.

    `start` is the expectation before the first line; for a position it is None.
    """

    record: Record
    judge: Judge
    seats: Sequence[str]
    decisions: Sequence[Judged]
    start: float | None

    def of(self, seat: str) -> Sequence[Judged]:
        """Return the choices of `seat`."""
        return [each for each in self.decisions if each.seat == seat]

    def cost(self, seat: str) -> float:
        """Return the total cost of the choices of `seat`."""
        return fsum(each.cost for each in self.of(seat))

    def cost_error(self, seat: str) -> float:
        """Return its standard error: each choice was valued in worlds of its own."""
        return hypot(*(each.error for each in self.of(seat)))

    def costliest(self, seat: str, most: int = 3) -> Sequence[Judged]:
        """Return the choices of `seat` that cost most, among those with a mark."""
        marked = (each for each in self.of(seat) if each.mark)
        return sorted(marked, key=lambda each: -each.cost)[:most]

    @cached_property
    def _parts(self) -> Sequence[Part]:
        return self.judge.parts(self.record)

    def share(self, seat: str) -> Share:
        """Return start, luck and skill of `seat`."""
        return self._share(self.of(seat), seat)

    @property
    def teams(self) -> Sequence[tuple[Team, Share]]:
        """Start, luck and skill of the teams; none while the game goes on.

        A team needs the choices of all its seats, so it is missing if some are left out.
        """
        outcome = self.record.game.outcome(self.record.state)
        return [
            (team, self._share(decisions, team.players[0]))
            for team in (outcome.teams if outcome else ())
            if len(team.players) > 1 and set(team.players) <= set(self.seats)
            for decisions in [[each for each in self.decisions if each.seat in team.players]]
        ]

    def _share(self, decisions: Sequence[Judged], seat: str) -> Share:
        parts = []
        for part in self._parts:
            within = [each for each in decisions if part.first <= each.line <= part.last]
            parts.append(self._part(part, within, seat))
        results = [part.result for part in parts if part.result is not None]
        return Share(
            fsum(part.start for part in parts),
            fsum(part.luck for part in parts),
            fsum(part.skill for part in parts),
            fsum(results) if len(results) == len(parts) else None,
            parts if len(parts) > 1 else (),
        )

    def _part(self, part: Part, decisions: Sequence[Judged], seat: str) -> Share:
        came = None if part.came is None else part.came[seat]
        start = self.start
        if start is None:
            start = decisions[0].before if decisions else came or 0.0
        stands, luck = start, list[float]()
        for each in decisions:
            luck.append(each.before - stands)
            stands = each.after
        if came is not None:
            luck.append(came - stands)
        return Share(start, fsum(luck), fsum(each.skill for each in decisions), came)

    def course(self, seat: str) -> Sequence[tuple[int, float]]:
        """Return what `seat` could expect of the whole game, line by line.

        It includes the results of finished parts; parts still to come promise all players the same
        and are left out.
        """
        found, base = list[tuple[int, float]](), 0.0
        for part in self._parts:
            own = [each for each in self.of(seat) if part.first <= each.line <= part.last]
            if self.start is not None:
                found.append((part.first, base + self.start))
            for each in own:
                found += [(each.line, base + each.before), (each.line, base + each.after)]
            if part.came is not None:
                base += part.came[seat]
                found.append((part.last, base))
        return found


def judge_of(record: Record) -> Judge:
    """Return the judge of the game of `record`; raises BadRequest if it has none."""
    judge = play_of(record.game.name).judge
    if judge is None:
        raise BadRequest(say("choices are not judged in {game} yet", game=record.game.title))
    return judge


def reviewed(
    record: Record,
    seats: Sequence[str],
    budget: Budget = BUDGET,
    workers: int = 1,
    kept: ReviewCache | None = None,
    tell: Callable[[Judged], None] | None = None,
) -> Generator[tuple[int, int], None, Review]:
    """Judge the choices of `seats`; yield (judged, total) as it goes, return the review.

    Judgements that are `kept` are used again, and new ones are kept as they come. If somebody
    waits for the first of them, `tell` gets each: then those that cost most at a glance come first.
    """
    judge, record = judge_of(record), seen(record, seats)
    todo = tasks(record, seats)
    found: dict[tuple[str, int], Judged] = {}
    keys = {(task.view.viewer, task.line): key_of(task, budget) for task in todo}
    for task in todo:
        known = kept.get(keys[task.view.viewer, task.line], task) if kept else None
        if known is not None:
            found[task.view.viewer, task.line] = known
            if tell:
                tell(known)
    yield len(found), len(todo)
    left = [task for task in todo if (task.view.viewer, task.line) not in found]
    if tell:
        left = _by_a_glance(judge, left)
    for each in _judged(judge, left, budget, workers):
        found[each.seat, each.line] = each
        if tell:
            tell(each)
        if kept:
            kept.keep(keys[each.seat, each.line], each)
        yield len(found), len(todo)
    decisions = [found[task.view.viewer, task.line] for task in todo]
    review = Review(record, judge, tuple(seats), decisions, _start(judge, record, kept))
    if kept and record.closed:
        kept.keep_costs({seat: (review.cost(seat), len(review.of(seat))) for seat in seats})
    return review


def _start(judge: Judge, record: Record, kept: ReviewCache | None) -> float | None:
    """Return the expectation before the first line, None for a position."""
    if record.setup.position:
        return None
    known = kept.start if kept else None
    if known is None:
        known = judge.start(record)
        if kept:
            kept.keep_start(known)
    return known


def _judged(judge: Judge, todo: Sequence[Task], budget: Budget, workers: int) -> Iterator[Judged]:
    if workers > 1 and len(todo) > 1:
        return judged_in_processes(todo, budget, workers)
    return (judged(judge, task, budget) for task in todo)


def _by_a_glance(judge: Judge, todo: Sequence[Task]) -> list[Task]:
    """Return the choices, those first that cost most at a glance at as many as there is time for.

    What was not looked at comes behind what seems to cost anything.
    """
    over, costs = deadline(GLANCING), dict[int, float]()
    for task in Random(0).sample(todo, len(todo)):
        if over():
            break
        costs[task.line] = judged(judge, task, GLANCE).cost
    return sorted(todo, key=lambda task: -costs.get(task.line, 0.0))


def reason(record: Record, each: Judged) -> Contrast | None:
    """Return how the best move differs from the one made, by what the seat knew at a choice."""
    return contrast(before(record, each), each.best, each.move)


def before(record: Record, each: Judged) -> View:
    """Return what the seat saw before a choice."""
    until = record.until(each.line - 1)
    return until if record.viewer == each.seat else view(until, each.seat)


def hindsight(record: Record, each: Judged) -> Sequence[Words]:
    """Return where the pieces were that the seat could not see at a choice, in sentences.

    Empty while the game goes on, or if `record` itself does not know.
    """
    if record.viewer != REFEREE or record.game.outcome(record.state) is None:
        return ()
    from ..solver.engine.count import Counter, TooManyStates

    until = record.until(each.line - 1)
    own = view(until, each.seat)
    asked, truth = own.game.model.hidden(own), record.game.model.hidden(until)
    if not asked.is_open:
        return ()
    try:
        world = Counter(truth).world(0)
    except (TooManyStates, IndexError):
        return ()
    there: dict[str, list[str]] = {}
    for item in asked.items.keys() - asked.shown:
        for place in world.get(item, ()):
            name = truth.name_of(place)
            if name is not None and name not in asked.seen and _whose(name) != each.seat:
                there.setdefault(name, []).append(item)
    return [
        asked.call(name).sentence(listed(sorted(there[name])), holds=True) for name in sorted(there)
    ]


def _whose(place: str) -> str:
    """Return the owner of a place, if it has one."""
    return place.partition(":")[0]


def next_mistake(
    record: Record, seats: Sequence[str], behind: int, kept: ReviewCache | None, stop: Over
) -> Judged | None:
    """Return the first choice of `seats` after line `behind` that has a mark, or None.

    Judgements that are `kept` are used again; `stop` can end the search early.
    """
    judge, record = judge_of(record), seen(record, seats)
    for task in tasks(record, seats):
        if task.line <= behind:
            continue
        if stop():
            return None
        key = key_of(task, BUDGET)
        found = kept.get(key, task) if kept else None
        if found is None:
            found = judged(judge, task, BUDGET)
            if kept:
                kept.keep(key, found)
        if found.mark:
            return found
    return None


# what is kept


def deciding(game: str) -> Sequence[Path]:
    """Return the files that decide how choices of a game are judged: what all share, and its own.

    These are the rules, the coach and what they read, also of a game in another package.
    """
    home, entry = Path(__file__).parents[1], games.entry(game)
    common = [each for room in _ROOMS for each in (home / room).glob("*.py")]
    found = filter(None, map(find_spec, (entry.rules, entry.play)))
    folders = {Path(spec.origin).parent for spec in found if spec.origin}
    own = [each for folder in folders for each in folder.rglob("*") if each.suffix in _DECIDES]
    return sorted((Path(__file__), *common, *own))


_ROOMS = "models", "solver/engine", "solver/play"
_DECIDES = ".py", ".toml", ".npz"


@cache
def judged_by(game: str) -> str:
    """Return a hash of what decides how choices of a game are judged."""
    digest = sha256()
    for each in deciding(game):
        digest.update(sha256(each.read_bytes()).digest())
    return digest.hexdigest()


def key_of(task: Task, budget: Budget) -> str:
    """Return the key for the judgement of `task`, by its view, its move and the budget.

    What other code has judged, such as that of an earlier version, has another key.
    """
    by = judged_by(task.view.game.name)
    return hashed(by, repr(budget), str(task.move), write(task.view))


class ReviewCache:
    """The judgements of earlier reviews, in the file of saved games.

    A choice that is kept here is not judged again. If the file cannot be written, nothing is kept.
    """

    def __init__(self, store: Store, record: Record) -> None:
        self._judged, self._starts, self._costs = map(store.texts, (JUDGED, STARTS, COSTS))
        agreed = (str(record.setup.settings), " ".join(record.setup.players))
        self._header = hashed(record.game.name, judged_by(record.game.name), *agreed)
        outcome = record.game.outcome(record.state)
        self._game = game_key(dict(record.tags), outcome.words if outcome else ())

    def get(self, key: str, task: Task) -> Judged | None:
        """Return the kept judgement of `task`, None if there is none."""
        try:
            return _judged_of(json.loads(self._judged[key]), task)
        except (StoreError, KeyError, TypeError, ValueError):
            return None

    def keep(self, key: str, each: Judged) -> None:
        """Keep a judgement."""
        numbers = {name: getattr(each, name) for name in _NUMBERS}
        best = [each.best.verb, list(each.best.words)]
        words = {"best": best, "mark": each.mark, "decided": each.decided}
        _put(self._judged, key, {**words, **numbers})

    @property
    def start(self) -> float | None:
        """The expectation at the start of games with this header, None if not known."""
        with suppress(StoreError, ValueError, KeyError, TypeError):
            return float(json.loads(self._starts[self._header])["start"])
        return None

    def keep_start(self, start: float) -> None:
        """Keep the expectation at the start."""
        _put(self._starts, self._header, {"start": start})

    def keep_costs(self, costs: Mapping[str, tuple[float, int]]) -> None:
        """Keep the total cost of each seat's choices, and their number; other seats stay."""
        before = {}
        with suppress(StoreError, KeyError, TypeError, ValueError):
            before = dict(json.loads(self._costs[self._game])["seats"])
        _put(self._costs, self._game, {"seats": {**before, **costs}})


def _put(room: Texts, name: str, data: Mapping[str, Any]) -> None:
    with suppress(StoreError):
        room[name] = json.dumps(data)


_NUMBERS = ("cost", "error", "before", "after")


def _judged_of(data: Mapping[str, Any], task: Task) -> Judged:
    verb, words = data["best"]
    best = Event(str(verb), task.view.viewer, tuple(map(str, words)))
    numbers = {name: float(data[name]) for name in _NUMBERS}
    mark, decided = str(data["mark"]), data["decided"]
    if decided is not None:
        lost, error = map(float, decided)
        decided = lost, error
    seat = task.view.viewer
    return Judged(task.line, seat, task.move, best, mark=mark, decided=decided, **numbers)

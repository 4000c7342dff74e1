"""Solved and open puzzles, kept in the file of the saved games.

Open puzzles are saved at every key; several open puzzles do not affect each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from itertools import count
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from ..models.games import listing
from ..models.notice import notice
from ..models.words import Words, printed, say, say_n
from ..puzzles import packing
from ..puzzles.bundled import LEVEL_NAMES, LEVELS, Bundled, bundled, daily
from .glicko import Rating, after
from .solving import IDLE, Solving, effort
from .store import Store, StoreError
from .texts import LINES, OPEN, SOLVED

if TYPE_CHECKING:
    from ..puzzles.room import Puzzle

VERSION = 1
STRENGTH: Mapping[str, Rating] = {
    level: Rating(1200 + 300 * number, 50) for number, level in enumerate(LEVELS)
}
"""The fixed rating of a puzzle of each level."""
LOST = 0.25
"""What each mistake, check or hint subtracts from a win."""
ENOUGH = 5
"""So many others of a game and level tell how long they take."""


@dataclass(frozen=True, slots=True)
class SolvedPuzzle:
    """A solved puzzle: what it was, when it was solved (seconds since 1970), with what effort.

    `daily` is the day on which it was solved, as in 2026-11-20, if it was the puzzle of that day.
    """

    key: str
    name: str
    game: str
    kind: str
    level: str
    when: float
    seconds: float
    mistakes: int
    hints: int
    checks: int
    daily: str | None = None

    @property
    def score(self) -> float:
        """How much of a win it was, from 0 to 1."""
        return max(0.0, 1 - LOST * (self.mistakes + self.hints + self.checks))


@dataclass(frozen=True, slots=True)
class Open:
    """An open puzzle: its code, the progress on it, when it was last changed, and its title.

    Titles in English and French stand as in the tag of a record; saved by earlier versions, there
    is none.
    """

    code: str
    solving: Solving
    when: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class Desk:
    """All puzzles of one person: `open` by key, and `solved`; the oldest first in both."""

    open: Mapping[str, Open] = field(default_factory=dict)
    solved: tuple[SolvedPuzzle, ...] = ()

    @property
    def rating(self) -> Rating:
        """The person's rating; only the first solution of each puzzle counts."""
        mine, seen = Rating(), set[str]()
        for each in self.solved:
            if each.key not in seen and each.level in STRENGTH:
                mine = after(mine, STRENGTH[each.level], each.score)
            seen.add(each.key)
        return mine

    def next(self) -> tuple[Bundled, str] | None:
        """Return an easy new puzzle of the package with the skill that has cost most in others.

        The skill is empty while nothing has cost anything; None if no puzzle is new.
        """
        ours = {each.key: each for each in bundled()}
        lost: dict[str, list[float]] = {}
        for each in self.solved:
            for skill in ours[each.key].skills if each.key in ours else ():
                lost.setdefault(skill, []).append(1 - each.score)
        done = {each.key for each in self.solved}
        new = [each for key, each in ours.items() if key not in done and key not in self.open]
        new.sort(key=lambda each: LEVELS.index(each.level))
        missed = sorted(lost, key=lambda skill: -sum(lost[skill]) / len(lost[skill]))
        for skill in missed:
            found = next((each for each in new if skill in each.skills), None)
            if found is not None and any(lost[skill]):
                return found, skill
        return (new[0], "") if new else None

    def streak(self, today: date) -> int:
        """Return for how many days in a row the puzzle of the day was solved.

        The last of them is `today`, or the day before while today's is not solved.
        """
        days = {each.daily for each in self.solved}
        last = today if today.isoformat() in days else today - timedelta(1)
        return next(n for n in count() if (last - timedelta(n)).isoformat() not in days)


def shared(puzzle: Puzzle, solving: Solving, mine: Desk) -> Words:
    """Return a line about a puzzle that was solved, which tells nothing of its answer."""
    titles = puzzle.titles
    told = say(
        "{game}, {title} ({level}): {effort}",
        game=puzzle.record.game.title,
        title=printed({"en": titles[0], "fr": titles[-1]}),
        level=LEVEL_NAMES[puzzle.level],
        effort=effort(solving),
    )
    key = key_of(puzzle)
    day = next((each.daily for each in reversed(mine.solved) if each.key == key), None)
    if day is None:
        return say("Aparté, {puzzle}", puzzle=told)
    return say_n(
        "Aparté {day}, {puzzle}; {n} day in a row",
        "Aparté {day}, {puzzle}; {n} days in a row",
        mine.streak(date.fromisoformat(day)),
        day=day,
        puzzle=told,
    )


def desk(store: Store) -> Desk:
    """Return what was saved, an empty desk at first; unreadable entries are reported, left out."""
    there = dict[str, Open]()
    for key, text in store.texts(OPEN).all().items():
        if (found := _opened(text)) is not None:
            there[key] = found
    oldest_first = sorted(there.items(), key=lambda each: each[1].when)
    solved = filter(None, map(_solved, store.texts(SOLVED).all().values()))
    return Desk(dict(oldest_first), tuple(sorted(solved, key=lambda each: each.when)))


def standing(store: Store, puzzle: Puzzle) -> Solving:
    """Return the progress on `puzzle`, an empty one if it cannot be read."""
    text = store.texts(OPEN).get(key_of(puzzle))
    found = None if text is None else _opened(text)
    return Solving() if found is None else found.solving


def keep(store: Store, puzzle: Puzzle, solving: Solving, when: float) -> None:
    """Save the progress on `puzzle` at the time `when`; raises StoreError.

    A solved one is closed.
    """
    from ..puzzles.code import code_of

    key = key_of(puzzle)
    stands = {"code": code_of(puzzle), "solving": solving.data(), "when": when}
    stands["title"] = " / ".join(puzzle.titles)
    with store.at_once():
        if solving.solved:
            done = SolvedPuzzle(
                key,
                puzzle.name,
                puzzle.record.game.name,
                puzzle.kind.name,
                puzzle.level,
                when,
                round(solving.seconds, 1),
                solving.mistakes,
                solving.hints,
                solving.checks,
                _daily(key, date.fromtimestamp(when)),
            )
            store.texts(SOLVED)[f"{when} {key}"] = json.dumps(asdict(done))
            store.texts(OPEN).pop(key, None)
        else:
            store.texts(OPEN)[key] = json.dumps({"version": VERSION, **stands})
        store.texts(LINES).pop(key, None)


class Progress:
    """The progress of one person on one puzzle, saved with the time that it took.

    Whoever works on it changes `solving` and saves; raises StoreError.
    """

    def __init__(self, store: Store, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.solving = self._saved = standing(store, puzzle)
        self._store = store
        self._since = monotonic()

    @property
    def seconds(self) -> float:
        """The time that it has taken, up to now."""
        return self.solving.seconds + min(monotonic() - self._since, IDLE)

    @property
    def is_elsewhere(self) -> bool:
        """Whether it was continued in another window meanwhile."""
        return standing(self._store, self.puzzle) != self._saved

    def save(self) -> None:
        """Save it; raises StoreError, also if it was continued elsewhere."""
        if self.is_elsewhere:
            words = say(
                "this puzzle was continued in another window meanwhile; nothing was added "
                "here, `aparte puzzle solve` goes on with it"
            )
            raise StoreError(words)
        self.solving = replace(self.solving, seconds=self.seconds)
        self._since = monotonic()
        keep(self._store, self.puzzle, self.solving, time())
        self._saved = self.solving

    def ending(self) -> list[Words]:
        """Return the effort on a solved one, how it compares, the rating, and a line to share."""
        mine, puzzle = desk(self._store), self.puzzle
        alike = [
            each.seconds
            for each in mine.solved[:-1]
            if (each.game, each.level) == (puzzle.record.game.name, puzzle.level)
        ]
        told = [say("Solved: {effort}.", effort=effort(self.solving))]
        if len(alike) >= ENOUGH:
            faster = sum(each > self.solving.seconds for each in alike)
            others = {"n": len(alike), "faster": faster}
            told.append(
                say("Of {n} others of this game and level, {faster} took you longer.", **others)
            )
        rating = mine.rating
        told.append(
            say(
                "Your rating: {rating} ± {error}.",
                rating=round(rating.value),
                error=round(2 * rating.deviation),
            )
        )
        line = shared(puzzle, self.solving, mine)
        return [*told, say("To share: {line}", line=line), *offered(mine)]


def offered(mine: Desk) -> list[Words]:
    """Return which puzzle to solve next, and why, in words; nothing if none is new."""
    from ..puzzles.grade import skill_named

    found = mine.next()
    if found is None:
        return []
    puzzle, skill = found
    titles = puzzle.titles
    values = {
        "title": printed({"en": titles[0], "fr": titles[-1]}),
        "level": LEVEL_NAMES[puzzle.level],
        "game": listing(puzzle.tags["Game"]).title,
    }
    if not skill:
        return [say("For you next: {title} ({level}), {game}.", **values)]
    told = say(
        "For you next: {title} ({level}), {game}; it takes what has cost you most: '{skill}'.",
        **values,
        skill=skill_named(skill).called,
    )
    return [told]


def _daily(key: str, day: date) -> str | None:
    return day.isoformat() if daily(day).key == key else None


def line(store: Store, puzzle: Puzzle) -> str:
    """Return the last typed line that was not entered; raises StoreError."""
    return store.texts(LINES).get(key_of(puzzle), "")


def keep_line(store: Store, puzzle: Puzzle, text: str) -> None:
    """Save the typed line that is not entered yet; raises StoreError."""
    store.texts(LINES)[key_of(puzzle)] = text


def erase(store: Store) -> None:
    """Forget all solved and all open puzzles; raises StoreError."""
    with store.at_once():
        for room in (OPEN, LINES, SOLVED):
            store.texts(room).clear()


def key_of(puzzle: Puzzle) -> str:
    """Return the key of a puzzle, which does not depend on its title."""
    from ..puzzles.code import code_of

    return packing.key_of(code_of(puzzle))


def _opened(text: str) -> Open | None:
    try:
        data: Any = json.loads(text)
        if data["version"] != VERSION:
            raise ValueError
        solving = Solving.from_data(data["solving"])
        title = str(data.get("title", ""))
        packing.unpacked(data["code"])  # which raises ValueError for one that is cut or changed
        return Open(data["code"], solving, float(data["when"]), title)
    except _DAMAGED:
        notice(say("an open puzzle cannot be read any more: it begins anew"))
        return None


def _solved(text: str) -> SolvedPuzzle | None:
    try:
        return SolvedPuzzle(**json.loads(text))
    except _DAMAGED:
        notice(say("a puzzle that was solved cannot be read any more: it is left out"))
        return None


_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)

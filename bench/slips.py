"""One slip put into a record: is it found, when, with the line where it is, and is it repaired?

    python -m bench slips [--rows RECORDS] [--game NAME ...] [--part 0/8 --out slips.0]
    python -m bench slips --sum slips.*

Games between random bots, each seen by the table or by one seat in turn, with one line that reads
otherwise. It is found by the first line at which the rules forbid something or no world is left, as
a table that types line by line would find it, and repaired from the lines up to there; `whole` are
the repairs when the rest of the game stands behind, as in a file.

`could` is how often the true line would be among the first three if it were known what kind of slip
it is: the three of all repairs of that kind with most worlds, as a share of the worlds of all of
them. No ranking by worlds that knows less can do better on average. `own` is how often the ranking
itself expects it, by the chances it gives: if those are right, no other ranking does better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from itertools import takewhile
from random import Random
from statistics import median
from time import process_time
from typing import Any

from aparte.models.bag import HOLE
from aparte.models.core import Event, Line, Record, TableError, view
from aparte.models.event import TABLE
from aparte.models.near import COUNT, NEAR
from aparte.models.record import Attempt, new_record, place
from aparte.models.slips import slips
from aparte.solver.engine.fitting import fault_of
from aparte.solver.engine.repair import WORK, Repair, Repairs, repairs_of, worlds_left
from aparte.solver.engine.work import Work
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played
from aparte.solver.play.simulate import wilson

from ._trials import Row, TrialKind, run

RECORDS = 500
"""A game, its kinds of slips together."""
FIRST = 3
"""Repairs that are shown at a table."""
LIKELY = (COUNT, NEAR)
NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli", "Fay")

Wrong = Callable[[Record, Line, Random], Event | None]
"""Returns how a line of a game reads with a slip in it, None where that slip cannot be there."""
Like = Callable[[Record, Event, Event], bool]
"""Tells whether such a slip can have made a first line of a second."""


def main(arguments: Sequence[str]) -> None:
    """Print what becomes of slips of each kind."""
    games = {
        game: {
            name: TrialKind(RECORDS // len(slips), partial(_slipped, game, slip))
            for name, slip in slips.items()
        }
        for game, slips in SLIPS.items()
    }
    print(
        f"{'slip':34} {'tried':>5} {'found':>5} {'later':>5} {'in set':>6} {'first':>5} "
        f"{'three':>5} {'of':>5} {'19 in 20':>10} {'could':>5} {'own':>5} {'whole':>5} "
        f"{'late':>4} {'ms':>5}"
    )
    run(arguments, __doc__, games, _tell)


def _tell(game: str, rows: Sequence[Row]) -> None:
    for kind in dict.fromkeys(row["kind"] for row in rows):
        own = [{name: row[name] for name in FIELDS} for row in rows if row["kind"] == kind]
        show(f"{game}, {kind}", [Slipped(**row) for row in own])


@dataclass(frozen=True)
class Slipped:
    """What became of one slip: `later` is None where it was never found."""

    later: int | None = None
    in_set: bool = False
    rank: int | None = None
    whole: int | None = None
    finished: bool = True
    seconds: float = 0.0
    could: float = 0.0
    own: float = 0.0


FIELDS = tuple(field.name for field in fields(Slipped))


@dataclass(frozen=True)
class SlipKind:
    """One kind of slip: how it is made, and what can be one."""

    wrong: Wrong
    like: Like


def _slipped(game: str, slip: SlipKind, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield what becomes of a slip in one game, nothing where it cannot be made there."""
    rng = Random(f"{game} {seed} {number}")
    record = one_game(game, rng)
    seen = view(record, rng.choice((TABLE, rng.choice(record.setup.players))))
    lines = [line for line in seen.lines if line.event is not None]
    rng.shuffle(lines)
    for line in lines:
        slipped = slip.wrong(seen, line, rng)
        if slipped is not None and slipped != line.event:
            yield asdict(tried(seen, line, slipped, slip))
            return


def tried(seen: Record, line: Line, slipped: Event, slip: SlipKind) -> Slipped:
    lines = [replace(line, event=slipped) if each == line else each for each in seen.lines]
    attempt = read(seen, lines)
    if attempt.error is None or worlds_left(attempt.record, Work()) == 0:
        earlier = first_contradiction(attempt.record, line.number)
        attempt = attempt if earlier is None else Attempt(earlier)
    fault = fault_of(attempt)
    if fault is None:
        return Slipped()
    cut = replace(attempt, rest=attempt.rest[:1])
    last = cut.rest[0].number if cut.rest else cut.record.last
    start = process_time()
    found = repairs_of(cut, fault, Work(WORK), None)
    spent = process_time() - start
    behind = attempt.rest or tuple(lines[len(attempt.record.lines) :])
    whole = repairs_of(replace(attempt, rest=behind), fault, Work(WORK)) if attempt.rest else None
    if whole is None:
        full = read(seen, lines)
        again = fault_of(full)
        whole = repairs_of(full, again, Work(WORK)) if again else found
    there = {each.number: each.event for each in lines}
    return Slipped(
        last - line.number,
        line.number in fault.lines,
        rank(found, line),
        rank(whole, line),
        found.finished,
        spent,
        could(seen, [(there[each.line], each) for each in found.found], slip),
        own(found),
    )


def could(seen: Record, found: list[tuple[Event | None, Repair]], slip: SlipKind) -> float:
    """Return the share of worlds that the first three repairs of a kind leave, 0 without any."""
    worlds = sorted(
        (
            repair.worlds or 1
            for there, repair in found
            if there and repair.event and slip.like(seen, there, repair.event)
        ),
        reverse=True,
    )
    return sum(worlds[:FIRST]) / sum(worlds) if worlds else 0.0


def own(found: Repairs) -> float:
    """Return the chance that a ranking gives its first three, 0 without any."""
    chances = [repair.chance for repair in found.found]
    return sum(chances[:FIRST]) / (sum(chances) or 1.0)


def read(seen: Record, lines: list[Line]) -> Attempt:
    """Return the lines as far as the rules allow them."""
    record = seen.blank()
    for i, line in enumerate(lines):
        try:
            record = record.moved(line.event)
        except TableError as error:
            record = replace(record, lines=tuple(lines[:i]))
            place(error, record, line.number)
            return Attempt(record, tuple(lines[i:]), error)
    return Attempt(replace(record, lines=tuple(lines)))


def first_contradiction(record: Record, first: int) -> Record | None:
    """Return `record` up to the first line with which no world is left, None if there is none."""
    numbers = [line.number for line in record.lines if line.number >= first]
    if not numbers or worlds_left(record, Work()) != 0:
        return None
    low, high = 0, len(numbers) - 1
    while low < high:
        middle = (low + high) // 2
        if worlds_left(record.until(numbers[middle]), Work()) == 0:
            high = middle
        else:
            low = middle + 1
    return record.until(numbers[low])


def rank(found: Repairs, line: Line) -> int | None:
    """Return the place of the true line among the repairs, from 1."""
    told = [(repair.line, repair.event) for repair in found.found]
    true = (line.number, line.event)
    return told.index(true) + 1 if true in told else None


def one_game(game: str, rng: Random) -> Record:
    players = rng.choice({"onstage": (3, 4, 5), "overseers": (3, 4, 5)}.get(game, (2, 3, 4)))
    tags = (("Game", game), ("Record", "1"), ("Players", " ".join(NAMES[:players])))
    record = new_record(tags)
    return played(record, {name: RandomBot() for name in record.setup.players}, rng)


def show(name: str, trials: list[Slipped]) -> None:
    found = [trial for trial in trials if trial.later is not None]
    n = max(1, len(found))
    later = median(trial.later or 0 for trial in found) if found else 0

    def number(good: Callable[[Slipped], bool]) -> int:
        return sum(map(good, found))

    def share(good: Callable[[Slipped], bool]) -> str:
        return f"{number(good) / n:.0%}"

    three = number(lambda trial: (trial.rank or 99) <= FIRST)
    low, high = wilson(three, len(found))
    print(
        f"{name:34} {len(trials):5} {len(found):5} {later:5.0f} {share(lambda t: t.in_set):>6} "
        f"{share(lambda t: t.rank == 1):>5} {three / n:5.0%} {three:5} "
        f"{f'{low:.0%} to {high:.0%}':>10} {sum(t.could for t in found) / n:5.0%} "
        f"{sum(t.own for t in found) / n:5.0%} "
        f"{share(lambda t: (t.whole or 99) <= FIRST):>5} {number(lambda t: not t.finished):4} "
        f"{1000 * median([t.seconds for t in found] or [0]):5.0f}",
        flush=True,
    )


# slips


def word(verb: str, at: int, near: bool, *, outcome: bool = False) -> SlipKind:
    """Return the slip that changes a word of the lines of `verb`: to a near one, or to any."""

    def like(seen: Record, one: Event, other: Event) -> bool:
        where = other_word(one, other)
        if one.verb != verb or other.verb != verb or where is None or where[0] != outcome:
            return False
        if where[1] != at and not (outcome and at == 0):
            return False
        words = [words_of(each, outcome)[where[1]] for each in (one, other)]
        return not near or seen.notation.near.kind(words[0], words[1]) in LIKELY

    def wrong(seen: Record, line: Line, rng: Random) -> Event | None:
        assert line.event is not None
        said = line.event.outcome if outcome else line.event.words
        if line.event.verb != verb or len(said) <= at or said[at] == HOLE:
            return None
        where = rng.randrange(len(said)) if outcome and at == 0 else at
        kind = seen.notation.near.kind
        others = [
            slip.meant
            for slip in slips(seen.until(line.number - 1), line.event)
            if slip.meant.verb == verb
            and other_word(line.event, slip.meant) == (outcome, where)
            and (kind(said[where], words_of(slip.meant, outcome)[where]) in LIKELY or not near)
        ]
        return rng.choice(others) if others else None

    return SlipKind(wrong, like)


def words_of(event: Event, outcome: bool) -> tuple[str, ...]:
    return event.outcome if outcome else event.words


def other_word(one: Event, other: Event) -> tuple[bool, int] | None:
    """Return which single word differs: in the outcome or not, and where."""
    if (one.actor, len(one.words), len(one.outcome)) != (
        other.actor,
        len(other.words),
        len(other.outcome),
    ):
        return None
    pairs = [
        (outcome, i)
        for outcome in (False, True)
        for i, (a, b) in enumerate(
            zip(words_of(one, outcome), words_of(other, outcome), strict=True)
        )
        if a != b
    ]
    return pairs[0] if len(pairs) == 1 else None


def revoke(seen: Record, line: Line, rng: Random) -> Event | None:
    """Return a card that the player has, of another suit than the one that is followed."""
    event = line.event
    assert event is not None
    if event.verb != "plays" or len(event.words) > 1:
        return None
    before = seen.until(line.number - 1)
    lead = before.state.trick[0].card[0] if before.state.trick else ""
    behind = (each for number, each in seen.events if number > line.number)
    this_round = takewhile(lambda each: each.verb != "line", behind)
    own = [e.words[0] for e in this_round if (e.verb, e.actor) == ("plays", event.actor)]
    cards = [card for card in own if card[0] != lead]
    if lead != event.words[0][0] or not cards:
        return None
    return replace(event, words=(rng.choice(cards),))


def lead(seen: Record, line: Line, rng: Random) -> Event | None:
    """Return the first card of a trick with another suit."""
    event = line.event
    assert event is not None
    if event.verb != "plays" or seen.until(line.number - 1).state.trick:
        return None
    suits = {card[0] for card in seen.game.notation.vocabulary["CARD"].words} - {event.words[0][0]}
    return replace(event, words=(rng.choice(sorted(suits)) + event.words[0][1:], *event.words[1:]))


def card(seen: Record, one: Event, other: Event) -> bool:
    """Tell whether two lines are of the same play with another card."""
    return one.verb == other.verb == "plays" and other_word(one, other) == (False, 0)


def any_near(seen: Record, line: Line, rng: Random) -> Event | None:
    """Return one of the likely slips of any line."""
    assert line.event is not None
    found = list(slips(seen.until(line.number - 1), line.event))
    if not found or line.number < 12:
        return None
    return rng.choices(found, [slip.chance for slip in found])[0].meant


SLIPS: dict[str, dict[str, SlipKind]] = {
    "adresses-jaunes": {
        "disc one off": word("disc", 0, near=True, outcome=True),
        "disc, any number": word("disc", 0, near=False, outcome=True),
        "pawn's holder": word("pawn", 0, near=False, outcome=True),
        "pawn's tile, near": word("pawn", 0, near=True),
    },
    "onstage": {
        "card, near": word("plays", 0, near=True),
        "card, any": word("plays", 0, near=False),
        "revoke": SlipKind(revoke, card),
        "lead, another suit": SlipKind(lead, card),
    },
    "overseers": {
        "card of a top row": word("shows", 0, near=False, outcome=True),
        "card of a bottom row": word("opens", 0, near=False, outcome=True),
    },
    "bards": {"any likely slip": SlipKind(any_near, lambda *_: True)},
}

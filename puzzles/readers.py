"""Readers that stand for people: what each of them sees of a proof, and what is overlooked.

A reader looks at the board again and again. Of the steps that can be drawn now, the one that is
easiest to see is found first; whoever has looked too often without finding one gives up. All
figures here are assumptions, told in docs/puzzles.md; no puzzle has changed them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from ..models.hidden import Hidden
from ..models.words import say
from ..solver.engine.alike import confined
from ..solver.engine.patterns import Pattern, Skill, difficulty
from ..solver.engine.thought import Chain, ProofStep


class Trait(Skill):
    """What makes a step of a way to play hard to see."""

    SUPPOSED = "supposed", 0, say("who holds what makes a difference")
    OPEN = "open", 2, say("in plain sight")
    JOINED = "joined", 1, say("steps that belong together")
    AHEAD = "ahead", 1, say("a step ahead")
    CHANGED = "changed", 3, say("changed before it is used")
    WEIGHED = "weighed", 3, say("one gained, another given up")
    ANSWERED = "answered", 3, say("whatever the others do")
    LENT = "lent", 5, say("with the help of another")
    LEFT = "left", 6, say("what looks best is left")


@dataclass(frozen=True, slots=True)
class Hurdle:
    """A step that a reader has to see, when the steps numbered `after` are seen.

    It joins so many `clues`, lines of the board that do not lie open, and supposes so many
    `cases` for the moment; None if it is too wide for anybody.
    """

    skills: frozenset[Skill]
    difficulty: int
    after: tuple[int, ...] = ()
    clues: int = 1
    cases: int | None = 0


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who knows some skills, and keeps so many `clues` and suppositions in mind.

    A step whose difficulty times the things on the board is as much as the `reach` is seen in
    every second look; the reader gives up after `looks` in which nothing was seen.
    """

    skills: frozenset[Skill]
    clues: int
    cases: int
    reach: int
    looks: int

    def chance(self, hurdle: Hurdle, things: int) -> float:
        """Return the chance that one look at so many `things` shows the step."""
        if hurdle.cases is None or hurdle.cases > self.cases or hurdle.clues > self.clues:
            return 0.0
        if not hurdle.skills <= self.skills:
            return 0.0
        return self.reach / (self.reach + hurdle.difficulty * things)

    def through(self, hurdles: Sequence[Hurdle], things: int) -> float:
        """Return the chance that this reader sees all of `hurdles`, on a board of `things`."""
        seen: set[int] = set()
        through = 1.0
        while len(seen) < len(hurdles) and through:
            chances = {
                number: self.chance(hurdle, things)
                for number, hurdle in enumerate(hurdles)
                if number not in seen and seen.issuperset(hurdle.after)
            }
            through *= 1 - prod(1 - chance for chance in chances.values()) ** self.looks
            seen.add(max(chances, key=lambda number: (chances[number], -number)))
        return through


_COUNTING = frozenset(
    {Pattern.PACK, Pattern.TALLY, Pattern.COUNT, Pattern.DIFFERENCE, Pattern.OVERLAP}
    | {Pattern.APART, Pattern.BETWEEN, Pattern.SUM}
)
"""Patterns in which counts are set against each other."""
_PATTERNS, _TRAITS = frozenset(Pattern), frozenset(Trait)

BEGINNER = Reader(
    _PATTERNS - _COUNTING - {Pattern.CONTRADICTION} | {Trait.OPEN, Trait.JOINED, Trait.AHEAD},
    clues=1,
    cases=0,
    reach=7,
    looks=4,
)
HABITUAL = Reader(
    _PATTERNS - {Pattern.CONTRADICTION} | _TRAITS, clues=3, cases=0, reach=20, looks=6
)
EXPERT = Reader(_PATTERNS | _TRAITS, clues=5, cases=2, reach=60, looks=8)
READERS = BEGINNER, HABITUAL, EXPERT
"""Who reads: half of the first get through an easy puzzle, of the second through a medium one, of
the third through a hard one."""

Through = tuple[int, ...]
"""How many of a hundred of each of READERS get through."""


def readings(
    hurdles: Sequence[Hurdle], things: int, unseen: float = 0.0, lot: float = 0.0
) -> Through:
    """Return how many of a hundred of each of READERS get through.

    `unseen` is the share of those who do not see the way and answer right all the same, and `lot`
    that of those among them who know that what seems right may be wrong: they draw lots.
    """
    found = []
    for reader in READERS:
        seen = reader.through(hurdles, things)
        right = max(unseen, lot) if Trait.LEFT in reader.skills else unseen
        found.append(round(100 * (seen + (1 - seen) * right)))
    return tuple(found)


def hurdles(chain: Chain) -> tuple[Hurdle, ...]:
    """Return the steps of a proof as what a reader has to see.

    What a line alone says of single pieces, and what a step settled about them, is marked on the
    board from then on: nobody holds that in mind for a later one. A thought that comes again, for
    further pieces or in another case, is seen with the first.
    """
    marked = {number for number, step in enumerate(chain.steps) if _is_marked(step)}
    thought: set[Hashable] = set()
    return tuple(
        Hurdle(
            frozenset(_skills(step)),
            _difficulty(step, marked, chain.hidden, thought),
            step.earlier,
            _clues(step, chain.hidden),
            _cases(step),
        )
        for step in chain.steps
    )


def _is_marked(step: ProofStep) -> bool:
    return step.conclusion is not None and bool(step.conclusion.claims)


def _difficulty(
    step: ProofStep, marked: Collection[int], hidden: Hidden, thought: set[Hashable]
) -> int:
    """Return how hard a step is for somebody who has marked the steps of these numbers.

    What was `thought` before is not hard any more; the rest is added to it.
    """
    if step.case:
        before = len(thought)
        inner = sum(_difficulty(each, marked, hidden, thought) for each in _inner(step))
        new = inner or len(thought) > before
        return step.pattern.difficulty + inner if new else 0
    alike = step.pattern, step.lines, step.earlier
    if step.lines and alike in thought:
        return 0
    thought.add(alike)
    on_board = len({*step.earlier} & {*marked}) + len(step.lines) - len(_counting(step, hidden))
    return difficulty(step.pattern, step.reasons - on_board)


def _counting(step: ProofStep, hidden: Hidden) -> set[int]:
    """Return the lines of which a step takes more than what they say of single pieces."""
    return {fact.because.line for fact in step.facts if confined(hidden, fact) is None}


def _skills(step: ProofStep) -> Iterator[Skill]:
    yield step.pattern
    for each in _inner(step):
        yield from _skills(each)


def _clues(step: ProofStep, hidden: Hidden) -> int:
    """Return how many lines are kept in mind at once: of a case, in its widest step."""
    widest = (_clues(each, hidden) for each in _inner(step))
    return max(widest, default=len(_counting(step, hidden)))


def _cases(step: ProofStep) -> int | None:
    """Return how many suppositions a step keeps; None for all lines at once, without a way."""
    if step.case:
        return 1
    return None if step.pattern is Pattern.CONTRADICTION else 0


def _inner(step: ProofStep) -> Sequence[ProofStep]:
    return step.case.steps if step.case else ()

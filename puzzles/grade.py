"""How hard a puzzle is: which of the readers that stand for people get through its steps.

If the answer is a choice and not a deduction, the steps are those of the way to play, each as hard
as what makes it hard to see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from ..models.hidden import Claim, Hidden
from ..models.words import Words, listed, say, say_n
from ..solver.engine.chaining import FORKS
from ..solver.engine.patterns import Pattern, Skill, held
from ..solver.engine.steps import Chain, ProofStep, chains
from ..solver.engine.trimming import told_once
from .bundled import EASY, FIENDISH, HARD, LEVELS
from .readers import READERS, Hurdle, Through, Trait, hurdles, readings
from .taught import TAUGHT

GRADER = 16
"""Version of the grades: goes up when the same answer gets another grade. A grade without a version
is of the first."""

LOOKS = ((200_000, FORKS), (1_000_000, 200))
"""Steps of work for each way to suppose something, and pairs of opposites. The second look is for
what is fiendish by the first."""
_HALF = 50
_SOME = 5
_JOINING = 2
"""Reasons of a step that joins some."""


def skill_named(name: str) -> Skill:
    """Return the pattern or trait of this name."""
    skills: tuple[Skill, ...] = (*Pattern, *Trait)
    return next(each for each in skills if each == name)


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of the `hardest` step, the number of `different` steps, and of all `steps`.

    Steps are alike if they have the same pattern and as many reasons: whoever has seen one sees the
    next. `reasons` is the most that one step joins; `patterns` are in order of difficulty.
    `through` is how many of a hundred of each of READERS get through; `refutes` tells whether the
    answer goes against what seems right at first sight. `seen` is how many see the way, without
    those who draw lots; nothing if nobody does.
    """

    hardest: int
    different: int
    steps: int
    reasons: int
    patterns: tuple[Pattern | Trait, ...] = ()
    through: Through = ()
    refutes: bool = False
    seen: Through = ()

    @property
    def level(self) -> str:
        """One of LEVELS: the first whose reader gets through at least every second time."""
        return LEVELS[next((i for i, n in enumerate(self.through) if n >= _HALF), len(READERS))]

    @property
    def is_real(self) -> bool:
        """Whether it is hard for what people come for, so that a puzzle is made of it.

        A medium one joins something; a hard or fiendish one refutes what seems right. Some experts
        see each that is not easy.
        """
        if self.level == EASY:
            return True
        good = self.refutes if self.level in (HARD, FIENDISH) else self.reasons >= _JOINING
        return good and (self.seen or self.through)[-1] >= _SOME

    def off(self, level: str) -> int:
        """Return how many of a hundred readers too few or too many get through for `level`.

        A hundred more if it is no puzzle of a level that refutes what seems right; 0 if it fits.
        Those who draw lots do not count.
        """
        at, seen = LEVELS.index(level), self.seen or self.through
        too_few = _HALF - seen[at] if at < len(READERS) else _SOME - seen[-1]
        too_many = seen[at - 1] - _HALF + 1 if at else 0
        idle = 100 * (level in (HARD, FIENDISH) and not self.refutes)
        return max(0, too_few) + max(0, too_many) + idle

    @property
    def written(self) -> str:
        """The grade as in the tag of a record."""
        through = " ".join(map(str, self.through))
        seems = "against" if self.refutes else "with"
        return f"{through} {seems} {' '.join(self.patterns)}".rstrip()


@dataclass(frozen=True, slots=True)
class Thought:
    """One step of a solution: the `skill` it takes, its full `words`, the `claims` it settles.

    It has no skill if that would say nothing. `lines` are those that it takes for reasons; `about`
    is where to look for it. `before` are its reasons without what follows, each telling more.
    `earlier` are the numbers of the steps before that it rests on, from 0.
    """

    skill: Skill | None
    words: Words
    claims: tuple[Claim, ...] = ()
    lines: tuple[int, ...] = ()
    about: Words | None = None
    before: tuple[Words, ...] = ()
    earlier: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """How an answer is found: step by step, and how hard that is.

    `runner_up` tells what comes closest, if the answer is what is worth most.
    """

    grade: Grade
    thoughts: tuple[Thought, ...]
    runner_up: Words | None = None

    def ending_in(self, n: int) -> Solution:
        """Return the solution with its last `n` steps told as one, the last of them first.

        So none of them says before the end what they have in common.
        """
        *others, last = self.thoughts[-n:]
        words = say("{steps}", steps=listed((last.words, *(each.words for each in others)), " "))
        return replace(self, thoughts=(*self.thoughts[:-n], replace(last, words=words)))

    @property
    def hints(self) -> tuple[tuple[Words, ...], ...]:
        """For each step the hints that lead to it: where to look, what for, and its reasons.

        Nothing is said twice, and nothing concludes what the step does.
        """
        said = set[Words]()
        found = []
        for thought in self.thoughts:
            look = thought.about and say("Look at {items}.", items=thought.about)
            idea = TAUGHT.get(thought.skill) if thought.skill else None
            hints = [each for each in (look, idea, *thought.before) if each and each not in said]
            said.update(hints)
            found.append(tuple(hints))
        return tuple(found)


def way_to(
    hidden: Hidden,
    claims: Collection[Claim],
    refutes: bool,
    looks: Sequence[tuple[float, int]] = LOOKS,
) -> Solution:
    """Return the easiest chain of steps found that proves `claims`, which must follow, and a grade.

    It `refutes` what seems right at first sight, or not. It says nothing twice. Only where nothing
    easier than fiendish is found, the next of `looks` is taken.
    """
    found: list[Solution] = []
    for work, forks in looks:
        chain = told_once(chains(hidden, claims, supposing=work, forks=forks)[0], claims)
        found.append(Solution(graded(chain, refutes), tuple(_thoughts(chain))))
        if found[-1].grade.level != FIENDISH:
            break
    return max(found, key=lambda way: way.grade.through[::-1])


def _thoughts(chain: Chain) -> Iterator[Thought]:
    for step, words in zip(chain.steps, chain.words, strict=True):
        lines = listed(step.lines)
        yield Thought(
            step.pattern,
            words,
            step.conclusion.claims if step.conclusion else (),
            step.lines,
            say_n("line {lines}", "lines {lines}", len(lines.values), lines=lines)
            if step.lines
            else None,
            tuple(_before(step, chain)),
            step.earlier,
        )


def together(pattern: Pattern, grounds: Sequence[object]) -> Iterator[Words]:
    """Yield the hint that tells the grounds of a step, if they are several.

    Where copies of a kind are counted nothing is said, since that names the kind.
    """
    if len(grounds) > 1 and pattern not in (Pattern.TALLY, Pattern.ALL_SEEN):
        yield say("Take this together: {reasons}.", reasons=listed(grounds, "; "))


def _before(step: ProofStep, chain: Chain) -> Iterator[Words]:
    """Yield what a step takes together, or what it supposes and then each step from there."""
    if step.case is not None:
        rows = tuple(step.case.words(chain.hidden, chain.steps))
        yield from (say("{rows}", rows=listed(rows[:n], "\n")) for n in range(1, len(rows)))
    else:
        yield from together(step.pattern, step.grounds(chain.hidden))


@dataclass(frozen=True, slots=True)
class Played:
    """A step of a way to play: its `words`, the `traits` that make it hard to see.

    Whoever is to see it goes through so many `cases`: deals, hands, other turns. `about` is where
    to look for it.
    """

    words: Words
    traits: Collection[Trait]
    cases: int = 1
    about: Words | None = None

    @property
    def difficulty(self) -> int:
        """How hard it is: its traits together, and the questions that tell its cases apart.

        Each question halves them.
        """
        questions = (self.cases - 1).bit_length()
        return sum(trait.difficulty for trait in self.traits) + held(1 + questions)


def played_way(
    steps: Sequence[Played], things: int, unseen: float, refutes: bool = False, lot: float = 0.0
) -> Solution:
    """Return a way to play as a solution, on a board of so many `things` that come into it.

    Steps with the same traits are alike. `unseen` is the share of those who do not see the way and
    answer right all the same: all of them where what seems right is right; `lot` that of those who
    mistrust this and draw lots among all options. It `refutes` what seems right, or not.
    """
    found = tuple(
        Hurdle(frozenset(step.traits), step.difficulty, tuple(range(number)))
        for number, step in enumerate(steps)
    )
    traits = sorted({trait for step in steps for trait in step.traits}, key=_in_order)
    grade = Grade(
        max((step.difficulty for step in steps), default=0),
        len({frozenset(step.traits) for step in steps}),
        len(steps),
        max((len(step.traits) for step in steps), default=0),
        tuple(traits),
        readings(found, things, unseen, lot),
        refutes,
        readings(found, things, unseen),
    )
    hardest = (max(step.traits, key=_in_order) for step in steps)
    thoughts = (
        Thought(None if trait is Trait.OPEN else trait, step.words, about=step.about)
        for trait, step in zip(hardest, steps, strict=True)
    )
    return Solution(grade, tuple(thoughts))


def graded(chain: Chain, refutes: bool = False) -> Grade:
    """Return how hard a chain is; things on its board are the lines that do not lie open."""
    told = {fact.because.line for fact in chain.hidden.facts if not fact.because.setup}
    return Grade(
        max((step.difficulty for step in chain.steps), default=0),
        len({(step.pattern, step.reasons) for step in chain.steps}),
        len(chain.steps),
        max((step.reasons for step in chain.steps), default=0),
        tuple(sorted({step.pattern for step in chain.steps}, key=_in_order)),
        readings(hurdles(chain), len(told)),
        refutes,
    )


def _in_order(skill: Skill) -> tuple[int, str]:
    return skill.difficulty, skill

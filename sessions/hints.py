"""Hints: the easiest deduction that has not been drawn yet, and the next move, told in stages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import permutations
from re import escape, search
from typing import TYPE_CHECKING

from ..models.bag import HOLE
from ..models.core import Contradiction, View, turn
from ..models.games import face_of
from ..models.record import write_event
from ..models.wording import worded
from ..models.words import Tell, Words, bare, listed, say, say_n, spellings
from ..solver.engine.work import SECOND
from .helping import kinds_of
from .levels import Topic
from .worth import cost

if TYPE_CHECKING:
    from ..models.hidden import Claim, Hidden
    from ..solver.engine.patterns import Pattern
    from ..solver.engine.steps import Found
    from ..solver.play.coach import Advice
    from ..solver.play.contrast import Contrast


KNOWN = "known"
"""Typed by somebody who does not want the pattern of the last hint again."""
HARDER = "harder"
"""Typed by somebody who does not want anything as easy as the last hint again."""
WORK = 8 * SECOND
"""Steps of work for a hint: what has been found by then is told."""
NAMELESS = 2
"""A deduction about more pieces points at none of them."""
_NOTHING = say("Nothing can be deduced yet that a single line does not say.")
_NOTHING_ELSE = say("Beyond what was told or left out, nothing can be deduced yet.")
UNTOLD = say("Tell all of your own pieces first: before that nothing can be worked out for you.")
"""The message to a seat with real pieces that asks for a hint too early."""


class Level(StrEnum):
    """How much a hint tells."""

    NUDGE = "nudge"
    WHERE = "where"
    WHY = "why"
    ANSWER = "answer"


_TYPED: Mapping[str, Words] = {
    Level.NUDGE: say("nudge"),
    Level.WHERE: say("where"),
    Level.WHY: say("why"),
    Level.ANSWER: say("answer"),
    KNOWN: say("known"),
    HARDER: say("harder"),
}


HOW_MUCH = listed(_TYPED.values())
"""What can be typed after `hint`, in words."""


def asked_by(text: str, tell: Tell = str) -> str | None:
    """Return the kind of hint that was typed, empty for no text; None if it is no such word."""
    typed = bare(" ".join(text.split()))
    found = (asked for asked, words in _TYPED.items() if typed in spellings(words, tell))
    return "" if not typed else next(found, None)


@dataclass(frozen=True, slots=True)
class Hint:
    """A deduction, None if there is none to be made, and how much of it is told.

    `moves` are those that the viewer can make now, the best first; none without a coach, or an
    agreement on such help.
    """

    step: Found | None
    level: Level
    moves: Sequence[Advice] = ()
    proved: bool = True
    """Whether deductions may be told at all."""
    partial: bool = False
    """Whether some deductions are passed over: told, of a known pattern, or too easy."""


@dataclass
class Hints:
    """What one viewer has been told so far; the next hint goes on from there."""

    drawn: list[Claim] = field(default_factory=list)
    known: list[Pattern] = field(default_factory=list)
    past: int = -1
    last: Found | None = None
    line: int = -1
    told: int = -1
    _found: tuple[View, tuple[int, int, int], Found | None] | None = None
    _thought: tuple[View, Sequence[Advice]] | None = None

    def copy(self) -> Hints:
        """Return an independent copy."""
        return replace(self, drawn=[*self.drawn], known=[*self.known])

    def become(self, other: Hints) -> None:
        """Take over the state of a copy."""
        vars(self).update(vars(other))

    def thought(self, view: View, ranked: Sequence[Advice]) -> None:
        """Note what the viewer was told of the moves, so that hints do not contradict it."""
        self._thought = view, ranked

    def next(self, view: View, asked: str = "", stop: Callable[[], bool] | None = None) -> Hint:
        """Return the next hint for the viewer; what it gives away counts as known from then on.

        It tells a level more than the last one, and begins at the first again after a new line,
        unless a level is `asked` for. Only the last level gives the deduction away; there is none
        after it. `known` asks for another hint, and for none with the last one's pattern from now
        on; `harder` for none as easy as the last one. Once `stop` says so, nobody waits for the
        hint, and the coach stops thinking. Raises Contradiction if no world fits.
        """
        if asked in (KNOWN, HARDER) and self.last is not None:
            if asked == KNOWN:
                self.known.append(self.last.pattern)
            else:
                self.past = max(self.past, self.last.difficulty)
            self.told = -1
        level = self._next_level(view.last)
        level = Level(asked) if asked in list(Level) else level
        kinds = kinds_of(view, view.viewer)
        proved = Topic.DEDUCTIONS in kinds
        moves = self._moves(view, stop) if Topic.MOVES in kinds else ()
        step = self._step(view, moves) if proved else None
        self.last = step
        if step is not None and level is Level.ANSWER:
            self.answered(step.claims)
        return Hint(step, level, moves, proved, bool(self.drawn or self.known or self.past >= 0))

    def answered(self, claims: Collection[Claim]) -> None:
        """Count `claims` as known: the next hint is about something else."""
        self.drawn += claims
        self.told = -1

    def _step(self, view: View, moves: Sequence[Advice]) -> Found | None:
        """Return the deduction to be told next; the same at each level."""
        asked = len(self.drawn), len(self.known), self.past
        if self._found is None or self._found[:2] != (view, asked):
            hidden = view.game.model.hidden(view)
            found = first_step(hidden, self.drawn, self.known, self.past, bearing(moves))
            self._found = view, asked, found
        return self._found[2]

    def _moves(self, view: View, stop: Callable[[], bool] | None) -> Sequence[Advice]:
        """Return the viewer's moves, the best first; the same at each level."""
        if self._thought is None or self._thought[0] != view:
            self._thought = view, advised(view, stop)
        return self._thought[1]

    def _next_level(self, line: int) -> Level:
        levels = list(Level)
        self.told = min(self.told + 1, len(levels) - 1) if line == self.line else 0
        self.line = line
        return levels[self.told]


def clash_of(view: View, conflict: Contradiction) -> Contradiction:
    """Return `conflict` with its lines, which are searched for if it names none."""
    from ..solver.engine.fitting import hold_together

    if not conflict.lines:
        try:
            hold_together(view, WORK)
        except Contradiction as found:
            return found
    return conflict


def bearing(moves: Sequence[Advice]) -> frozenset[Claim]:
    """Return what the best of `moves` says of single pieces: that one is where the move names it.

    Nothing bears on the only move.
    """
    if len(moves) < 2:
        return frozenset()
    from ..models.hidden import Claim

    return frozenset(Claim(*pair) for pair in permutations(moves[0].action.words, 2))


def first_step(
    hidden: Hidden,
    drawn: Collection[Claim],
    known: Collection[Pattern] = (),
    past: int = -1,
    sought: Collection[Claim] = (),
) -> Found | None:
    """Return the easiest deduction from `hidden` that is not `drawn` already.

    One that leads to what is `sought` comes before all others. None with a `known` pattern, and
    none that is no harder than `past`.
    """
    from ..solver.engine.steps import path

    found = path(hidden, drawn, known, WORK, past)
    first = next(found, None)
    if first is None or not sought:
        return first
    return next((each for each in (first, *found) if not {*sought}.isdisjoint(each.claims)), first)


def advised(view: View, stop: Callable[[], bool] | None = None) -> Sequence[Advice]:
    """Return the viewer's moves, the best first, as `best` ranks them; none without a coach.

    After `stop`, it is the advice so far. Raises Contradiction if no world fits.
    """
    from ..solver.play import coach
    from ..solver.play.advising import ranked

    if view.viewer not in view.setup.players or view.setup.in_part or not coach.choices(view):
        return ()
    return ranked(view, replace(coach.ADVICE, stop=stop))


# in words


def is_told(view: View) -> bool:
    """Tell whether the player of this view has told all they see, at a table with real pieces."""
    coming = turn(view)
    if not isinstance(coming, tuple) and view.viewer in (view.seers(coming.event) or ()):
        return False
    lines = (event for _, event in view.events if view.is_seen(event))
    return all(HOLE not in (*event.words, *event.outcome) for event in lines)


def hint_in_words(view: View, hint: Hint) -> list[Words]:
    """Return as much of `hint`, in words, as its level allows.

    The lines of a reason are left to the caller.
    """
    told = _told(view, hint)
    if hint.level not in (Level.NUDGE, Level.ANSWER):
        return told
    return [*told, *_decider(view, hint.moves)]


def _decider(view: View, moves: Sequence[Advice]) -> Sequence[Words]:
    """Return by what the moves are judged, if that is not what costs are told in."""
    from ..solver.play.coach import play_of

    if len(moves) < 2:
        return ()
    judge = play_of(view.game.name).judge
    decides = None if judge is None or judge.decides is None else judge.decides(view)
    if decides is None:
        return ()
    return [say("What counts here: {unit}.", unit=decides)]


def _told(view: View, hint: Hint) -> list[Words]:
    """Return as much of `hint` as its level allows, but for what decides."""
    step, moves = hint.step, hint.moves
    if step is None and not moves:
        return _nothing(view, hint)
    move = [_told_move(view, moves, hint.level)] if moves else []
    if step is None:
        return [*(_none_proved(hint) if hint.level is Level.NUDGE else ()), *move]
    from ..solver.play.coach import nudge

    hidden = step.chain.hidden
    items = dict.fromkeys(hidden.piece(claim.item) for claim in step.claims)
    leads = not bearing(moves).isdisjoint(step.claims)
    if hint.level is Level.ANSWER:
        return [step.words, *([_told_best(view, moves, leads)] if leads else move)]
    apart = [] if leads else move
    if apart and _gives_away(view, step, items, moves):
        return [*apart, say("Apart from that, something can be deduced.")]
    match hint.level:
        case Level.NUDGE:
            region = _region(view, step)
            if apart:
                words = say(
                    "Apart from that, something can be deduced: look at {region}.", region=region
                )
                return [*apart, words]
            look = nudge(view, moves[0].action) if moves else None
            return [say("Look at {region}.", region=region), *([look] if look else [])]
        case Level.WHERE:
            words = say_n(
                "Something can be said about {items}.",
                "The same can be said about each of {items}.",
                len(items),
                items=listed(items),
            )
        case Level.WHY:
            words = say_n(
                "Line {lines} tells something about {items}; how to see it is called '{pattern}'.",
                "Together, lines {lines} tell something about {items}; how to see it is called"
                " '{pattern}'.",
                len(step.lines),
                pattern=step.pattern.called,
                lines=listed(step.lines),
                items=listed(items),
            )
    if not apart:
        return [words]
    return [*apart, say("Apart from that, there is this. {words}", words=words)]


def _none_proved(hint: Hint) -> list[Words]:
    """Return that nothing can be deduced, if deductions may be told."""
    return [_NOTHING_ELSE if hint.partial else _NOTHING] if hint.proved else []


def _nothing(view: View, hint: Hint) -> list[Words]:
    """Return that nothing can be told, and of somebody who plays that they have no choice now."""
    from ..solver.play.coach import choices

    if view.viewer not in view.setup.players or choices(view):
        return _none_proved(hint) or [say("There is nothing to tell now.")]
    idle = say("{player} has nothing to choose now.", player=view.viewer)
    return [*_none_proved(hint), idle]


def _region(view: View, step: Found) -> Words:
    """Return where the pieces lie that a deduction is about."""
    hidden = step.chain.hidden
    meant = (each for c in step.claims for each in sorted(hidden.meant(c.item)))
    return face_of(view.game.name).region(view, dict.fromkeys(meant))


def _gives_away(
    view: View, step: Found, items: Collection[str | Words], moves: Sequence[Advice]
) -> bool:
    """Tell whether a deduction of few pieces names the best move, which does not rest on it.

    Or where its pieces lie does, though they are many.
    """
    best = moves[0]
    if any(_names(view, item, best) for item in items):
        return len(items) <= NAMELESS
    return _names(view, _region(view, step), best)


def _told_move(view: View, moves: Sequence[Advice], level: Level) -> Words:
    """Return the words about the next move, apart from any deduction."""
    from ..solver.play.coach import choices, nudge

    best = moves[0]
    if len(choices(view)) == 1:
        return say(
            "There is only one move, '{move}': nothing has to be weighed.", move=_line(view, best)
        )
    if level is Level.ANSWER:
        return _told_best(view, moves)
    if level is Level.NUDGE:
        return nudge(view, best.action) or say("Think about your next move.")
    told = best.contrast
    if told is None:
        return say("One of your moves is better than all others at first sight.")
    return _told_topic(view, best, told) if level is Level.WHERE else _told_why(view, moves, told)


def _told_topic(view: View, best: Advice, told: Contrast) -> Words:
    """Return what there is to weigh."""
    if told.reason is None and told.either:
        return say("As far as can be told, several moves are as good as any.")
    if told.reason is None:
        return say("What happens at once does not tell the moves apart: weigh what it leaves.")
    topic = None if told.topic is None or _names(view, told.topic, best) else told.topic
    if told.either and topic is not None:
        return say("Several moves may be as good. Weigh this: {topic}.", topic=topic)
    if told.either:
        return say("Several moves may be as good, and yet there is something to weigh.")
    if topic is None:
        return say("One thing tells the best move apart: weigh your moves against each other.")
    return say("Weigh this: {topic}.", topic=topic)


def _told_why(view: View, moves: Sequence[Advice], told: Contrast) -> Words:
    """Return what tells the best move apart, as its reason does, without naming it.

    If the reason would name it, that of the best of the worse moves is told whose does not.
    """
    best, *others = moves
    if told.is_void and (against := _against(view, others, hidden=best)) is not None:
        return against
    if told.reason is None and told.either:
        return say("Nothing tells the best moves apart: take what you like best.")
    if told.reason is None:
        gap = cost(told.gap, told.error, best.chance)
        return say("The best move is worth {gap} more, by what comes later.", gap=gap)
    why = told.hinted
    if why is not None and not _names(view, why, best):
        if told.either:
            return say("Several moves may be as good. Of one of them, weigh this: {why}.", why=why)
        if told.said is not None and told.said.good is None:
            return say("Of the best move, weigh this: {why}.", why=why)
        return say("What speaks for the best move: {why}.", why=why)
    words = _against(view, others, hidden=best)
    return words or say("What there is to weigh would name the best move: ask for the answer.")


def _against(view: View, others: Sequence[Advice], hidden: Advice | None = None) -> Words | None:
    """Return what speaks against the other moves, if one reason does, or against the best of them.

    No reason is told that names the move that is still `hidden`.
    """
    surely = [(each, told) for each in others if (told := each.contrast) and not told.either]
    given = [(each, told.reason) for each, told in surely if told.reason and told.said]
    if hidden is not None:
        given = [(each, why) for each, why in given if not _names(view, why, hidden)]
    if not given:
        return None
    (move, why), *more = given
    if more and [each for _, each in given] == [why] * len(others):
        return say("What speaks against all others: {why}.", why=why)
    return say("What speaks against '{move}': {why}.", move=_line(view, move), why=why)


def _names(view: View, told: str | Words, best: Advice) -> bool:
    """Tell whether something that is told names a piece, or whom, of the best move."""
    names, words = view.notation.names, best.action.words
    called = (*words, *(str(names[word].name) for word in words if word in names))
    return any(search(rf"(?<![\w+-]){escape(each)}(?![\w+-])", str(told)) for each in called)


def _told_best(view: View, moves: Sequence[Advice], leads: bool = False) -> Words:
    """Return the words about the best move, and whether the deduction before them `leads` to it."""
    best, *others = moves
    move, why = _line(view, best), best.why
    if best.contrast is not None and best.contrast.is_void:
        told = [*filter(None, (best.choice, best.remark))]
        words = say("The best line is '{move}'.", move=move)
        if told:
            words = say("The best line is '{move}': {why}.", move=move, why=listed(told, "; "))
        against = _against(view, others)
        return words if against is None else say("{words} {more}", words=words, more=against)
    if leads:
        return say("This speaks for '{move}': {why}.", move=move, why=why)
    return say("The best line is '{move}': {why}.", move=move, why=why)


def _line(view: View, advice: Advice) -> Words:
    line = write_event(view, advice.action).removeprefix(f"{view.viewer} ")
    return worded(view, line)

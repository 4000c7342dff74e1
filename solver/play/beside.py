"""Each move held against another one: which that is, what differs, and what the game says of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import hypot

from ...models.core import Event, View
from ...models.record import write_event
from ...models.wording import worded
from ...models.words import Words, say
from .came import EXACTLY, Came
from .coach import Advice, play_of
from .contrast import Clause, Contrast, Gap, contrasted
from .judge import Judge, MarkLimits
from .trial import SURE, Assumptions, Trial

OF_CHANCES = MarkLimits(0.02, 0.05, 0.10)
"""What has a mark among chances where a game is judged by amounts."""
REASONED = 128
"""Worlds in which two moves are tried for the reason alone."""


def called(view: View, move: Event, beside: Event | None = None) -> Words:
    """Return a move of the viewer as it is written at the table, without its actor, in quotes.

    Only by its words if it has the verb of the move `beside` which it is named.
    """
    line = write_event(view, move).removeprefix(f"{view.viewer} ")
    if beside is not None and move.verb == beside.verb and move.words:
        return worded(view, line.removeprefix(f"{move.verb} "))
    return say("'{move}'", move=worded(view, line))


def with_contrasts(
    view: View,
    advice: Sequence[Advice],
    came: Came,
    trial: Trial,
    judge: Judge,
    assumed: Assumptions,
) -> list[Advice]:
    """Return the moves with their contrasts: the best to the second, the others to the best.

    That a gap may be off is part of its error: it is told beyond `SURE` of that. A `slight` one is
    none. The best is held against the usual move where that would have a mark in a review.
    """
    marks = judge.marks if judge.chance == advice[0].chance else OF_CHANCES
    slight, exact, usual, luck = marks.slight, trial.exact, trial.usual, came.luck
    piece = play_of(view.game.name).piece
    best, second = advice[:2]

    def held(each: Advice, other: Advice) -> Contrast:
        if each.exact and other.exact:
            gap = each.value - other.value
            settled: Gap | None = Gap(gap, 0.0, abs(gap) < EXACTLY)
        else:
            settled = came.settled(each.action, other.action, slight, luck)
            if not exact and (each.value, each.error) == (other.value, other.error):  # levelled
                mean, error = came.gap(each.action, other.action, luck)
                settled = Gap(mean, error or each.error, either=True)
        one, two = came.tries[each.action], came.tries[other.action]
        named = called(view, other.action, each.action)
        least = 0.0 if came.off else slight
        differs = contrasted(one, two, other.action, named, exact, least, luck, settled)
        return replace(differs, ends=came.ended(each.action, other.action), assumed=assumed)

    first = held(best, second)
    others = [replace(each, contrast=replace(held(each, best), below=True)) for each in advice[1:]]
    if first.either and not first.error and sentence(view, best.action, first) is None:
        # Nothing sets the two apart: what is surely worse tells what the best is good for.
        worse = (held(best, each) for each in advice[2:])
        found = next((each for each in worse if not each.either), first)
        reason = sentence(view, best.action, found)
        first = found if reason is not None and reason.good else first
    elif not first.either:
        beside = first.mirrored(best.action, called(view, best.action, second.action))
        beside = replace(beside, below=True)
        others[0] = replace(second, contrast=beside)
    for each in others:
        habit, differs = piece(each.action) == piece(usual), each.contrast
        if habit and differs and not differs.either and -differs.gap >= marks.doubtful:
            beside = held(best, each)
            said = sentence(view, best.action, beside)
            first = beside if beside.difference or (said and not said.void) else first
            break
    others = [
        replace(each, contrast=each.contrast and replace(each.contrast, again=True))
        if each.action == first.against
        else each
        for each in others
    ]
    top = _said(view, replace(best, contrast=replace(first, best=True)))
    rows = sorted((_said(view, each) for each in others), key=_place)
    return _told_apart(view, [top, *rows])


def _place(each: Advice) -> tuple[float, int, float]:
    """Return by what a row has its place: its figure, its sign, then what is counted of it."""
    differs = each.contrast
    if differs is None:
        return -each.figure, 0, 0.0
    sign = differs.is_less if differs.either else 2
    return -each.figure, sign, -differs.said.better if differs.said else 0.0


def _said(view: View, each: Advice) -> Advice:
    """Return a move with the game's own sentence of how it differs, if it has one."""
    if (differs := each.contrast) is None:
        return each
    said = sentence(view, each.action, differs, each.same)
    return replace(each, contrast=replace(differs, said=said))


def sentence(
    view: View, move: Event, differs: Contrast, same: Sequence[Event] = ()
) -> Clause | None:
    """Return the game's own sentence, if it holds for moves, too, that only came to the same."""
    play = play_of(view.game.name)
    if play.reason is None:
        return None
    moves = (move,) if play.same else (move, *same)
    said, *others = (play.reason(view, each, differs) for each in moves)
    if said is None or not differs.admits(said):
        return None
    if not said.own and any(str(each) != str(said) for each in others):
        return None
    return said


def _says(move: Event, differs: Contrast) -> Sequence[Hashable]:
    """Return what is said of a move, without its own pieces if the game says it, and with them."""
    words, said = str(differs.clause).split(" "), differs.said
    own, unlike = (move.words, said.unlike) if said else ((), None)
    bare = [word for word in words if word.strip(",:;()") not in own]
    return [(" ".join(each), unlike) for each in (bare, words)]


def _told_apart(view: View, advice: Sequence[Advice]) -> list[Advice]:
    """Return the moves; what was said of an earlier one is said as being like that one."""
    found, told = list[Advice](), dict[Hashable, Advice]()
    for each in advice:
        differs = each.contrast
        if differs is not None and (differs.said or differs.difference):
            says = _says(each.action, differs)
            first = next((told[key] for key in says if key in told), None)
            told = dict.fromkeys(says, first or each) | told
            if first is not None:
                differs = replace(differs, like=_like(view, first, each))
        found.append(replace(each, contrast=differs))
    return found


def _like(view: View, first: Advice, each: Advice) -> Words:
    """Return the name of the first move, and whether the other is still worse, or better."""
    named, one, other = called(view, first.action, each.action), first.contrast, each.contrast
    if one is None or other is None:
        return named
    gap, sure = other.gap, not other.either
    if first.action != other.against:
        if one.against != other.against:
            return named
        gap -= one.gap
        sure = abs(gap) > max(SURE * hypot(one.error, other.error), EXACTLY)
    if not sure:
        return named
    worse = say("{move}, yet worse", move=named)
    return worse if gap < 0 else say("{move}, yet better", move=named)

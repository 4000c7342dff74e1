"""Ranked moves as people read them, in the terminal and on phones: the same is told once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..models.words import Words, listed, say
from .worth import worth

if TYPE_CHECKING:
    from ..models.core import Event, View
    from ..solver.play.coach import Advice

NEAR = "≈"
"""Beside a move that may be as good as the best, in place of its value if that is the same; read
aloud, words say it."""
LESS = "<"
"""In place of the value that the best has, too, where a count alone says that a move is worse."""
NAMED = 9
"""So many moves that come to the same are named at most."""
Named = Callable[["Event", "Event"], Words]
"""How somebody is told a move, beside another one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A move, and `why` it stands there, which also names the moves that share the row.

    It is `near` the best move, that of the first row, if it may be as good, or `less` if a count
    alone says that it is not, and `level` with it if its value is the same, too.
    """

    advice: Advice
    why: Words
    near: bool = False
    level: bool = False
    less: bool = False

    @property
    def worth(self) -> Words:
        """The value of the move, with the sign if it is near; the sign alone if it is level."""
        if self.level:
            return say("{sign}", sign=LESS if self.less else NEAR)
        told = worth(self.advice)
        return say("{amount} {sign}", amount=told, sign=NEAR) if self.near else told


def rows(view: View, advice: Sequence[Advice], named: Named, aloud: bool = False) -> list[Row]:
    """Return a row for each card or piece, the best first; moves are called as `named`.

    Moves that may be as good, and of which the same is told, share one; the best has its own. What
    is to be read `aloud` has no signs: its words say that a move is near. The `choice` of the best
    is of no row: it is told above them all.
    """
    found = list[Row]()
    advice = [replace(each, choice=None) for each in advice]
    for n, (each, *others) in enumerate(_told_once(advice, named)):
        near = each.is_near and not aloud
        why = each.apart if near else each.clause if n else each.why
        why = _with_same(view, each, why, named)
        if others:
            moves = [move for other in others for move in (other.action, *other.same)]
            alike = listed(named(move, each.action) for move in moves)
            if each.contrast is not None and each.contrast.is_level:
                why = say("{why}; so are {moves}", why=why, moves=alike)
            else:
                why = say("{why}; the same goes for {moves}", why=why, moves=alike)
        near = near and n > 0
        less = n > 0 and each.contrast is not None and each.contrast.is_less
        level = (near or less) and worth(each) == worth(advice[0])
        if less and aloud:
            less, level, why = False, False, say("worse by what is counted; {why}", why=why)
        found.append(Row(each, why, near, level, less))
    return found


def legend(shown: Sequence[Row], best: Words) -> Words:
    """Return what the other rows are held against, the `best` move, and what a sign there means."""
    held = say("The others are held against {move}.", move=best)
    if any(row.near for row in shown):
        held = say("{held} {sign}: perhaps as good.", held=held, sign=NEAR)
    if any(row.less and row.level for row in shown):
        less = say("worse by what its reason counts; trials show no difference")
        held = say("{held} {sign}: {less}.", held=held, sign=LESS, less=less)
    return held


def _told_once(advice: Sequence[Advice], named: Named) -> list[list[Advice]]:
    found: list[list[Advice]] = []
    for each in advice:
        bare = each.contrast is not None and each.contrast.is_level and each.remark is None
        if bare and len(found) > 1 and found[-1][0].clause == each.clause:
            found[-1].append(each)
            continue
        row = next((row for row in found[1:] if _is_like(each, row[0], named)), None)
        if row is None:
            found.append([each])
        else:
            row.append(each)
    return found


def _is_like(each: Advice, first: Advice, named: Named) -> bool:
    """Tell whether the same is told of two moves that are as good."""
    differs = each.contrast
    if differs is None or not differs.either or differs.like is None or each.remark is not None:
        return False
    return each.value == first.value and differs.like == named(first.action, each.action)


def _with_same(view: View, each: Advice, why: Words, named: Named) -> Words:
    """Return why, after the moves that came to the same."""
    from ..solver.play.coach import play_of

    if not each.same:
        return why
    moves = [named(move, each.action) for move in each.same]
    if len(moves) > NAMED:
        moves[NAMED - 1 :] = [say("{n} more", n=len(moves) - NAMED + 1)]
    values = {"moves": listed(moves), "why": why}
    if play_of(view.game.name).same is None:
        return say("as far as can be told, {moves} will do as well; {why}", **values)
    if each.contrast is not None and not each.contrast.either and each.contrast.gap < 0:
        return say("the same as {moves}; {why}", **values)
    return say("{moves} will do as well; {why}", **values)

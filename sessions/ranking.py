"""Ranked moves as people read them, in the terminal and on phones: the same is told once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..models.words import Words, listed, say
from .worth import is_unclear, worth

if TYPE_CHECKING:
    from ..models.core import Event, View
    from ..solver.play.coach import Advice

NEAR, LESS = "≈", "<"
"""The signs of a move that trials do not tell from the best: it may be as good, or a count alone
says that it is worse though its value is the same. Read aloud, words say so."""
NAMED = 9
"""So many moves that come to the same are named at most."""
Named = Callable[["Event", "Event"], Words]
"""How somebody is told a move, beside another one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A move, and `why` it stands there, which also names the other `moves` that share the row.

    Its `sign`, if any, stands beside its value, or alone if it is `level`: if its value is that of
    the best move, which is in the first row.
    """

    advice: Advice
    moves: Sequence[Event]
    why: Words
    sign: str = ""
    level: bool = False

    @property
    def worth(self) -> Words:
        """The value of the move, with its sign; the sign alone if it is level."""
        if self.level:
            return say("{sign}", sign=self.sign)
        told = worth(self.advice)
        return say("{amount} {sign}", amount=told, sign=self.sign) if self.sign else told


def rows(view: View, advice: Sequence[Advice], named: Named, aloud: bool = False) -> list[Row]:
    """Return a row for each card or piece, the best first; moves are called as `named`.

    Moves that may be as good, and of which the same is told, share one; the best has its own. What
    is to be read `aloud` has no signs: its words say the same. The `choice` of the best is of no
    row: it is told above them all.
    """
    found = list[Row]()
    advice = [replace(each, choice=None) for each in advice]
    for n, (each, *others) in enumerate(_told_once(advice, named)):
        level = worth(each) == worth(advice[0])
        sign = _sign(each, level)
        why = each.apart if sign == NEAR and not aloud else each.clause if n else each.why
        why = _with_same(view, each, why, named)
        moves = [move for other in others for move in (other.action, *other.same)]
        if moves:
            alike = listed(named(move, each.action) for move in moves)
            if each.contrast is not None and each.contrast.is_level:
                why = say("{why}; so are {moves}", why=why, moves=alike)
            else:
                why = say("{why}; the same goes for {moves}", why=why, moves=alike)
        if sign == LESS and aloud:
            why = say("worse by what is counted; {why}", why=why)
        sign = "" if aloud or not n else sign
        moves = [each.action, *each.same, *moves]
        found.append(Row(each, moves, why, sign, level and bool(sign)))
    return found


def told_first(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows that people are told before they ask for all.

    They are the first `SHOWN`, with that of the move which the best is held against.
    """
    from ..solver.play.advising import SHOWN

    held = rows[0].advice.contrast if rows else None
    more = [row for row in rows[SHOWN:] if held is not None and held.against in row.moves]
    return [*rows[:SHOWN], *more]


def legend(shown: Sequence[Row], best: Words) -> Words:
    """Return what the other rows are held against, the `best` move, and what a sign there means."""
    held = say("The others are held against {move}.", move=best)
    signs = {row.sign for row in shown}
    if NEAR in signs:
        held = say("{held} {sign}: perhaps as good.", held=held, sign=NEAR)
    if LESS in signs:
        less = say("worse on balance by what is counted; trials show no difference")
        held = say("{held} {sign}: {less}.", held=held, sign=LESS, less=less)
    if any(is_unclear(row.advice) and not row.level for row in shown):
        few = say("Chance unclear: too few trials for a figure.")
        held = say("{held} {words}", held=held, words=few)
    return held


def _sign(advice: Advice, level: bool) -> str:
    if advice.is_near:
        return NEAR
    less = level and advice.contrast is not None and advice.contrast.is_less
    return LESS if less else ""


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
    differs = each.contrast
    if differs is not None and (differs.is_less or (not differs.either and differs.gap < 0)):
        return say("the same as {moves}; {why}", **values)
    return say("{moves} will do as well; {why}", **values)

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
        moves = [*each.same, *(move for other in others for move in (other.action, *other.same))]
        signed = sign == NEAR and not aloud
        if not n and each.contrast and each.contrast.undecided:  # the other's row says so
            signed |= each.contrast.reason is not None
        why = each.apart if signed else each.clause if n else each.why
        why = _with_same(view, each, moves, why, named)
        sign = "" if aloud or not n else sign
        found.append(Row(each, [each.action, *moves], why, sign, level and bool(sign)))
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
    """Return what the other rows are compared with, the `best` move, and what signs there mean."""
    told = [say("The others are compared with {move}.", move=best)]
    signs, first = {row.sign for row in shown}, worth(shown[0].advice)
    less = any(_sign(row.advice, worth(row.advice) == first) == LESS for row in shown[1:])
    if NEAR in signs:
        told.append(say("{sign}: perhaps as good.", sign=NEAR))
    if less and LESS in signs:
        told.append(say("{sign}: the same in trials, worse by its reason.", sign=LESS))
    elif less:
        told.append(say("Where values are the same, the reasons decide."))
    if any(is_unclear(row.advice) and not row.level for row in shown):
        told.append(say("Chance unclear: too few trials for a figure."))
    return say("{told}", told=listed(told, " "))


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


def _with_same(view: View, each: Advice, moves: Sequence[Event], why: Words, named: Named) -> Words:
    """Return why, after the other `moves` of the row."""
    from ..solver.play.coach import play_of

    if not moves:
        return why
    told = [named(move, each.action) for move in moves]
    if len(told) > NAMED:
        told[NAMED - 1 :] = [say("{n} more", n=len(told) - NAMED + 1)]
    values = {"moves": listed(told), "why": why}
    if each.same and play_of(view.game.name).same is None:
        return say("as far as can be told, likewise {moves}; {why}", **values)
    return say("likewise {moves}; {why}", **values)

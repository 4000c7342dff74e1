"""What to do: the moves of a seat by what follows them, the best first.

The coach of a game looks for good moves. The best with each piece are then valued in further
worlds, the same for all, by the value that choices are judged by: so the largest of many noisy
values is not mistaken for the best move, and a gap is what the reasons explain. Why a move is
better is told beside another one: see `beside`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import hypot, sqrt
from statistics import fmean

from ...models.core import Event, View
from ...models.words import say
from .beside import REASONED, called, sentence, with_contrasts
from .came import AT_A_TIME, UNTRIED, Came, Tries, best_first, to_end
from .coach import Advice, Budget, choices, load, play_of, seed_of
from .contrast import A_QUARTER, Contrast, came_alike, contrasted, joined, told_beforehand
from .race import Over, deadline
from .trial import NOTHING, Assumptions, Followed, Trial, added, error_of

SHOWN = 7
"""How many moves are told before somebody asks for all."""
FIRST, MOST, FURTHER = 48, 240, 960
"""Worlds in which all moves are valued; those in which the best of them are; and those in which the
best two and all that may be as good are, where each is played to the end."""
FEWEST, FEW = 12, 16
"""Worlds in which moves are valued at least, however short the time; of fewer than `FEW` a chance
has the largest error there can be, for their own tells little of it."""
SEARCH, LEVELLING = 0.4, 0.25
"""The part of the time in which good moves are looked for, and in which the best are played on."""
ALL_AS_GOOD = say("no move changes who wins if all go on as well as they can")
SEEM_AS_GOOD = say("as far as can be told, no move changes who wins")
SEEM_LOST = say("as far as can be told, no move gives you a chance")
SEEM_WON = say("as far as can be told, you win with each move")
HOPE = 0.015
"""A chance below which moves that are levelled are as good as each other."""
TOGETHER = 96
"""In how many worlds all rivals of the best move are played to the end; those near it in `MOST`."""


def ranked(
    view: View,
    budget: Budget,
    seed: int = 0,
    assumed: Assumptions = NOTHING,
    first: Callable[[Advice], object] | None = None,
) -> list[Advice]:
    """Return the best move with each piece of the viewer, the best first, each with its reason.

    `first` is told what looks best before the moves are valued.
    There are none in a game without a coach. Raises Contradiction if no world fits the view.
    """
    play = play_of(view.game.name)
    if play.advise is None:
        return []
    load(view.game.name)
    until = deadline(budget.seconds, budget.stop)
    soon = deadline(budget.seconds and budget.seconds * (1 - LEVELLING), budget.stop)
    half = deadline(budget.seconds and budget.seconds * (1 - LEVELLING / 2), budget.stop)
    seconds = None if budget.seconds is None else budget.seconds * SEARCH
    searching = replace(budget, seconds=seconds, quick=False)
    found = play.advise(view, searching, seed, assumed)
    if first is not None and len(found) > 1:
        first(found[0])
    legal = choices(view)
    same = {} if play.same is None or assumed.convention else play.same(view, legal)

    several = len({play.piece(move) for move in legal}) > 1

    def row_of(move: Event) -> Hashable:
        first = same.get(move, move)
        return play.piece(first) if several else first

    rows: dict[Hashable, Advice] = {}
    for each in found:
        rows.setdefault(row_of(each.action), each)
    order = sorted if play.same is None else list  # in any order, if a game does not tell
    ways = {(row_of(move), *order(same.get(move, move).words)) for move in legal}
    alike = Counter(row for row, *_ in ways)
    drawn = seed_of(view, 2 * seed + 1)
    if play.judge is not None and len(found) > 1 and all(each.valued for each in found):
        verbs = {each.action.verb for each in found}
        left = [move for move in legal if move.verb in verbs and row_of(move) not in rows]
        tried = (play.judge.sought or play.judge.trial)(view, drawn, assumed)
        for move in _likeliest(tried, left):
            rows.setdefault(row_of(move), _unvalued(found[0], move))
    advice = [
        replace(each, alike=max(1, alike[row]), same=_others_as(each.action, same, play.piece))
        for row, each in rows.items()
    ]
    untold = len(advice)
    if play.wasted is not None and not assumed.convention:
        useful = [each for each in advice if not play.wasted(view, each.action)]
        vain = [each for each in advice if each not in useful]
        advice = useful if len(useful) > 1 else [*useful, *vain[: 2 - len(useful)]]
    untold -= len(advice)
    alone = len(advice) < 2 and not any(each.same for each in advice)
    if play.judge is None or alone or not all(each.valued for each in advice):
        return advice
    trial = (play.judge.sought or play.judge.trial)(view, drawn, assumed)
    most, hurried = MOST, budget.seconds is not None
    at_most = FURTHER if budget.iterations is None else 0
    if budget.iterations is not None:
        most = max(FEWEST, budget.iterations)
    elif play.judge.enough is not None and not hurried:
        at_most = min(FURTHER, play.judge.enough(view))
        most = min(MOST, at_most)
    tries = {each.action: Followed((), {}) for each in advice}
    step = AT_A_TIME if hurried else MOST
    all_of = min(FIRST, most if budget.iterations is not None else most // 2)
    _follow(trial, tries, [each.action for each in advice], all_of, soon, step)
    _follow(trial, tries, _best(tries), min(MOST, most), soon, step)
    if not all(each.worths for each in tries.values()):
        return advice
    advice = sorted(advice, key=lambda each: -told_beforehand(tries[each.action]))
    if not trial.exact and play.same is None:
        advice = _in_one_row(advice, tries)
    tries = {each.action: tries[each.action] for each in advice}
    exact = [each.value for each in advice if each.exact]
    sharp = play.judge.to_end is None or (len(exact) == len(advice) and len({*exact}) > 1)
    if sharp and at_most > most and not trial.exact:
        _follow(trial, tries, _near(tries), at_most, soon, step)
    came = Came(tries, chance=advice[0].chance)
    level: Sequence[float] = ()
    estimated = not trial.exact and not all(each.exact for each in advice)
    if play.judge.off is not None and estimated:
        came = replace(came, off=play.judge.off(view))
    if play.judge.to_end is not None and not all(each.exact for each in advice):
        if came.off and play.judge.rivals:
            further = play.judge.to_end(view, seed_of(view, 2 * seed + 2), assumed)
            rivals = came.differing(best_first(tries)[: play.judge.rivals + 1])
            came = came.with_ends(further, rivals, min(TOGETHER, most), half)
            came = came.with_ends(further, came.near(rivals), min(MOST, most), half)
        trial_to_end = play.judge.to_end(view, drawn, assumed)
        ends = to_end(trial_to_end, {came.best: UNTRIED}, most, until, FEWEST)
        level = ends[came.best].worths
    valued = _valued(advice, came, level, trial.exact)
    if play.levelled or came.tries[came.best].known:
        valued = _levelled(valued, came)
    valued = _surest_first(valued, came, partial(play.sure, view) if play.sure else came.told)
    choice = next(filter(None, (each.choice for each in found)), None)
    valued = [replace(each, choice=None if n else choice) for n, each in enumerate(valued)]
    if len(valued) < 2:
        return valued
    top, *others = with_contrasts(view, valued, came, trial, play.judge, assumed)
    if (
        top.chance
        and top.remark is None
        and not (top.choice and top.exact)
        and len(_outcomes(tries)) == 1
        and not untold
    ):
        solved = trial.exact and all(each.exact for each in (top, *others))
        seems = {0.0: SEEM_LOST, 1.0: SEEM_WON}.get(_outcomes(tries).pop(), SEEM_AS_GOOD)
        top = replace(top, remark=ALL_AS_GOOD if solved else seems)
    return _shared([top, *others])


def _others_as(
    move: Event, same: Mapping[Event, Event], piece: Callable[[Event], Hashable]
) -> tuple[Event, ...]:
    """Return the other moves that come to the same as `move`, of those with another piece."""
    first, own = same.get(move), piece(move)
    return tuple(other for other, of in same.items() if of == first and piece(other) != own)


def _in_one_row(advice: list[Advice], tries: Tries) -> list[Advice]:
    """Return the moves without those that came to the same as an earlier one, which names them.

    In each of many worlds they were worth the same, and all that people talk about came to the
    same, too. A move with a remark stays beside one without. If only one were left, all stay.
    """
    rows: list[Advice] = []
    for each in advice:
        own = tries[each.action]
        for n, row in enumerate(rows):
            first = tries[row.action]
            if each.remark is not None and row.remark is None:
                continue
            if came_alike(own, first, FIRST):
                same = (*row.same, each.action, *each.same)
                rows[n] = replace(row, alike=row.alike + each.alike, same=same)
                break
        else:
            rows.append(each)
    return rows if len(rows) > 1 else advice


def _likeliest(trial: Trial, moves: Sequence[Event]) -> Sequence[Event]:
    """Return moves that the coach has left out, the best first, as a few worlds tell.

    There are none if there is no world to try them in.
    """
    worths = trial.worths(moves, FEWEST) if moves else []
    valued = {move: fmean(row) for move, row in zip(moves, worths, strict=True) if row}
    return sorted(valued, key=lambda move: -valued[move])


def _unvalued(like: Advice, move: Event) -> Advice:
    """Return `move` as a row as the coach has `like`, to be valued."""
    bare = replace(like, action=move, value=0.0, error=0.0, exact=False)
    return replace(bare, remark=None, choice=None, contrast=None)


def contrast(view: View, move: Event, against: Event, worlds: int = REASONED) -> Contrast | None:
    """Return how `move` differs from the move `against`, by what the viewer of `view` knows.

    It is None in a game whose choices are not judged. Raises Contradiction if no world fits.
    """
    judge = play_of(view.game.name).judge
    if judge is None or move == against:
        return None
    trial = (judge.sought or judge.trial)(view, seed_of(view, 1))
    one, other = trial.followed((move, against), worlds)
    if not one.worths:
        return None
    off = judge.off if judge.sought is None and not trial.exact else None
    came = Came({move: one, against: other}, judge.chance, off and off(view))
    settled = came.settled(move, against, judge.marks.slight)
    named = called(view, against, move)
    found = contrasted(one, other, against, named, trial.exact, settled=settled)
    return replace(found, said=sentence(view, move, found))


def _shared(advice: Sequence[Advice]) -> list[Advice]:
    """Return the moves; what holds after each of them is said of the choice, not of the best."""
    top, *others = advice
    if top.contrast is None or top.contrast.said is None:
        return [*advice]
    theirs = [{*map(str, each.contrast.setting if each.contrast else ())} for each in others]
    setting = top.contrast.setting
    every = [fact for fact in setting if all(str(fact) in some for some in theirs)]
    if not every:
        return [*advice]
    said = replace(top.contrast.said, setting=tuple(each for each in setting if each not in every))
    choice = say("with each of these moves, {fact}", fact=joined(*every))
    choice = choice if top.choice is None else joined(top.choice, choice)
    return [replace(top, choice=choice, contrast=replace(top.contrast, said=said)), *others]


def _follow(
    trial: Trial, tries: Tries, moves: Sequence[Event], most: int, until: Over, step: int
) -> None:
    """Try `moves` in `step` further worlds at a time, up to `most`, as long as there is time."""
    while (done := len(tries[moves[0]].worths)) < most:
        if done >= FEWEST and until():
            return
        further = trial.followed(moves, min(step, most - done))
        if not further[0].worths:
            return
        for move, more in zip(moves, further, strict=True):
            tries[move] = added(tries[move], more)


def _outcomes(tries: Tries) -> set[float]:
    return {worth for each in tries.values() for worth in each.worths}


def _best(tries: Tries) -> Sequence[Event]:
    """Return the moves that are best so far: one more than are told."""
    return sorted(tries, key=lambda move: -tries[move].value)[: SHOWN + 1]


def _near(tries: Tries) -> Sequence[Event]:
    """Return the best two moves, and those that may be as good."""
    best = best_first(tries)
    return list(dict.fromkeys((*best[:2], *Came(tries, chance=False).near(best))))


def _valued(
    advice: Sequence[Advice], came: Came, level: Sequence[float], exact: bool
) -> list[Advice]:
    """Return the moves with their values, the best first; those exact before remain.

    If the best was played to its end, `level` is what it came to there. Then the others are valued
    by their gaps to it.
    """
    best, found = came.best, []
    for each in advice:
        if each.exact:
            found.append(each)
            continue
        own = came.tries[each.action]
        gap, gap_error = came.gap(each.action, best)
        value, error = fmean(level or came.tries[best].worths) + gap, own.error
        if level:
            error = hypot(error_of(level), gap_error)
        if each.chance:  # as many wins as there were may be luck: one world more could be lost
            n = len(own.worths)
            value, error = min(1.0, max(0.0, value)), max(error, 1 / (n + 2))
            error = max(error, 0.5 / sqrt(n)) if n < FEW else error
        if came.off and not level:  # a chance: what was lost there may be won
            error = hypot(error, came.off([1.0 - worth for worth in own.worths]))
        found.append(replace(each, value=value, error=0.0 if exact else error, exact=exact))
    return sorted(found, key=lambda each: -each.value)


def _levelled(advice: Sequence[Advice], came: Came) -> list[Advice]:
    """Return the moves, those that may be as good as the best with one value and error.

    It is the mean of those that clearly tell most, where something that can be counted tells moves
    apart better than a few worlds: which of them came out highest is luck. So it is where all but
    no chance is left. The error is that of the one tried most often.
    """
    near = came.near([each.action for each in advice], came.luck)
    top = max(each.value for each in advice)
    lost = advice[0].chance and top < HOPE
    level = [each for each in advice if (lost or each.action in near) and not each.exact]
    if len(level) < 2:
        return [*advice]
    least = max(came.told(each.action) for each in level) - A_QUARTER
    most = [each for each in level if came.told(each.action) > least]
    value = fmean(each.value for each in most)
    error = max(most, key=lambda each: len(came.tries[each.action].worths)).error
    found = [replace(each, value=value, error=error) if each in level else each for each in advice]
    return sorted(found, key=lambda each: -each.value)


def _surest_first(
    advice: Sequence[Advice], came: Came, sure: Callable[[Event], float]
) -> list[Advice]:
    """Return the moves, the best first; of those with the same figure, what surely brings more.

    Only moves that may be as good change places.
    """
    found: list[Advice] = []
    for figure in sorted({each.figure for each in advice}, reverse=True):
        rows = [each for each in advice if each.figure == figure]
        near = came.near([each.action for each in rows], came.luck) if len(rows) > 1 else ()
        level = (rows[0].value, rows[0].error)
        alike = [row for row in rows if row.action in near or (row.value, row.error) == level]
        first = sorted(alike, key=lambda each: -sure(each.action))
        found += [*first, *(row for row in rows if row not in first)]
    return found

"""What to do: the moves of a seat by what follows them, the best first.

The coach of a game looks for good moves. The best with each piece are then valued in further
worlds, the same for all, by the value that choices are judged by: so the largest of many noisy
values is not mistaken for the best move, and a gap is what the reasons explain. Why a move is
better is told beside another one: see `beside`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import hypot, sqrt
from statistics import fmean

from ...models.core import Event, View
from ...models.words import say
from .beside import REASONED, called, sentence, with_contrasts
from .came import AT_A_TIME, UNTRIED, Came, Tries, best_first, followed
from .coach import Advice, Budget, choices, load, play_of, seed_of
from .contrast import A_QUARTER, Contrast, came_alike, contrasted, joined, told_beforehand
from .judge import Judge
from .race import Over, deadline
from .trial import NOTHING, Assumptions, Trial, error_of

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
    time = _Time.of(view, budget, play.judge)
    found = play.advise(view, time.searching, seed, assumed)
    if first is not None and len(found) > 1:
        first(found[0])
    drawn = seed_of(view, 2 * seed + 1)
    every = _rows(view, found, drawn, assumed)
    advice = every if assumed.convention else _useful(view, every)
    whole = len(advice) == len(every)
    alone = len(advice) < 2 and not any(each.same for each in advice)
    if play.judge is None or alone or not all(each.valued for each in advice):
        return advice
    trial = play.judge.seeks(view, drawn, assumed)
    tries = _tried(trial, advice, time)
    if not all(each.worths for each in tries.values()):
        return advice
    advice = sorted(advice, key=lambda each: -told_beforehand(tries[each.action]))
    if not trial.exact and play.same is None:
        advice = _in_one_row(advice, tries)
    tries = {each.action: tries[each.action] for each in advice}
    exact = all(each.exact for each in advice)
    sharp = play.judge.to_end is None or (exact and len({each.value for each in advice}) > 1)
    if sharp and time.at_most > time.most and not trial.exact:
        tries |= time.followed(trial, _near(tries), time.at_most)
    came = Came(tries, chance=advice[0].chance)
    level: Sequence[float] = ()
    if play.judge.off is not None and not trial.exact and not exact:
        came = replace(came, off=play.judge.off(view))
    if play.judge.to_end is not None and not exact:
        came, level = _to_their_end(view, came, play.judge, time, seed, assumed)
    valued = _valued(advice, came, level, trial.exact)
    if play.levelled or came.tries[came.best].known:
        valued = _levelled(valued, came)
    valued = _surest_first(valued, came, partial(play.sure, view) if play.sure else came.told)
    choice = next(filter(None, (each.choice for each in found)), None)
    valued = [replace(each, choice=None if n else choice) for n, each in enumerate(valued)]
    if len(valued) < 2:
        return valued
    rows = with_contrasts(view, valued, came, trial, play.judge, assumed)
    if whole:
        rows = _as_good(rows, tries, trial.exact)
    return _shared(rows)


@dataclass(frozen=True, slots=True)
class _Time:
    """How long moves are looked for, by a budget, and how long they are valued.

    They are valued until it is `soon` over; rivals of the best are played on to the end until
    `half` of the rest is, and the best until it is `over`. They are tried in `most` worlds, those
    that may be best in `at_most`, a `step` of them at a time, and all of them in as `few`.
    """

    searching: Budget
    soon: Over
    half: Over
    over: Over
    few: int
    most: int
    at_most: int
    step: int

    @classmethod
    def of(cls, view: View, budget: Budget, judge: Judge | None) -> _Time:
        seconds, tries = budget.seconds, budget.iterations
        searching = replace(budget, seconds=seconds and seconds * SEARCH, quick=False)
        soon, half, over = (
            deadline(seconds and seconds * (1 - part), budget.stop)
            for part in (LEVELLING, LEVELLING / 2, 0.0)
        )
        step = MOST if seconds is None else AT_A_TIME
        if tries is not None:
            most = max(FEWEST, tries)
            return cls(searching, soon, half, over, min(FIRST, most), most, 0, step)
        enough = FURTHER
        if judge is not None and judge.enough is not None and seconds is None:
            enough = min(FURTHER, judge.enough(view))
        most = min(MOST, enough)
        return cls(searching, soon, half, over, min(FIRST, most // 2), most, enough, step)

    def followed(self, trial: Trial, tries: Tries, most: int) -> Tries:
        """Return `tries` with what follows these moves in up to so many worlds in all."""
        return followed(trial, tries, most, self.soon, FEWEST, self.step)


def _rows(view: View, found: Sequence[Advice], seed: int, assumed: Assumptions) -> list[Advice]:
    """Return the first move with each piece that was `found`, then with those that were not.

    Of moves that come to the same by the rules, one stands for all.
    """
    play, legal = play_of(view.game.name), choices(view)
    same = {} if play.same is None or assumed.convention else play.same(view, legal)
    several = len({play.piece(move) for move in legal}) > 1

    def row_of(move: Event) -> Hashable:
        first = same.get(move, move)
        return play.piece(first) if several else first

    rows: dict[Hashable, Advice] = {}
    for each in found:
        rows.setdefault(row_of(each.action), each)
    if play.judge is not None and len(found) > 1 and all(each.valued for each in found):
        verbs = {each.action.verb for each in found}
        left = [move for move in legal if move.verb in verbs and row_of(move) not in rows]
        for move in _likeliest(play.judge.seeks(view, seed, assumed), left):
            rows.setdefault(row_of(move), _unvalued(found[0], move))
    order = sorted if play.same is None else list  # in any order, if a game does not tell
    ways = {(row_of(move), *order(same.get(move, move).words)) for move in legal}
    alike = Counter(row for row, *_ in ways)
    return [
        replace(each, alike=max(1, alike[row]), same=_others_as(each.action, same, play.piece))
        for row, each in rows.items()
    ]


def _useful(view: View, advice: list[Advice]) -> list[Advice]:
    """Return the moves without those that only spend something, but two at least."""
    wasted = play_of(view.game.name).wasted
    if wasted is None:
        return advice
    vain = [each for each in advice if wasted(view, each.action)]
    useful = [each for each in advice if each not in vain]
    return [*useful, *vain[: max(0, 2 - len(useful))]]


def _tried(trial: Trial, advice: Sequence[Advice], time: _Time) -> Tries:
    """Return what followed the moves in a few worlds, and those that are best in more."""
    untried = {each.action: UNTRIED for each in advice}
    tries = time.followed(trial, untried, time.few)
    return tries | time.followed(trial, _best(tries), min(MOST, time.most))


def _to_their_end(
    view: View, came: Came, judge: Judge, time: _Time, seed: int, assumed: Assumptions
) -> tuple[Came, Sequence[float]]:
    """Return what came of moves with rivals of the best played to the end, and what the best does.

    That is what the best comes to in each of some worlds there, in which it alone is played on.
    """
    assert judge.to_end is not None, "whoever asks has looked"
    if came.off and judge.rivals:
        trial = judge.to_end(view, seed_of(view, 2 * seed + 2), assumed)
        rivals = came.differing(best_first(came.tries)[: judge.rivals + 1])
        came = came.with_ends(trial, rivals, min(TOGETHER, time.most), time.half)
        came = came.with_ends(trial, came.near(rivals), min(MOST, time.most), time.half)
    trial = judge.to_end(view, seed_of(view, 2 * seed + 1), assumed)
    ends = followed(trial, {came.best: UNTRIED}, time.most, time.over, FEWEST)
    return came, ends[came.best].worths


def _as_good(advice: list[Advice], tries: Tries, exact: bool) -> list[Advice]:
    """Return the moves, of all that there are; the best with a remark where none changes who wins.

    If not all of them are `exact`, that is so in each of the worlds that were tried.
    """
    top, *others = advice
    outcomes = {worth for each in tries.values() for worth in each.worths}
    if not top.chance or top.remark is not None or len(outcomes) > 1:
        return advice
    if top.choice is not None and top.exact:
        return advice
    seems = {0.0: SEEM_LOST, 1.0: SEEM_WON}.get(outcomes.pop(), SEEM_AS_GOOD)
    solved = exact and all(each.exact for each in advice)
    return [replace(top, remark=ALL_AS_GOOD if solved else seems), *others]


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
    trial = judge.seeks(view, seed_of(view, 1))
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


def _best(tries: Tries) -> Tries:
    """Return the moves that are best so far: one more than are told."""
    best = sorted(tries, key=lambda move: -tries[move].value)
    return {move: tries[move] for move in best[: SHOWN + 1]}


def _near(tries: Tries) -> Tries:
    """Return the best two moves, and those that may be as good."""
    best = best_first(tries)
    return {move: tries[move] for move in (*best[:2], *Came(tries, chance=False).near(best))}


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

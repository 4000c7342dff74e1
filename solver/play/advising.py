"""What to do, and why: the moves of a seat by what follows them, each held against another one.

The coach of a game looks for good moves. The best with each piece are then valued in further
worlds, the same for all, by the value that choices are judged by: so the largest of many noisy
values is not mistaken for the best move, and a gap is what the reasons explain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import hypot
from statistics import fmean

from ...models.core import Event, View
from ...models.record import write_event
from ...models.wording import worded
from ...models.words import Words, say
from .coach import Advice, Budget, choices, load, play_of, seed_of
from .contrast import (
    A_QUARTER,
    Contrast,
    Gap,
    apart,
    came_alike,
    contrasted,
    in_favour,
    known_apart,
    luck_of,
    price,
    sides_of,
    speaking_for,
    told_beforehand,
    without,
)
from .grounds import grounded
from .judge import Judge, MarkLimits, Off
from .race import Over, deadline
from .trial import (
    NOTHING,
    SURE,
    Assumptions,
    Counts,
    Difference,
    Effect,
    Followed,
    Trial,
    beyond,
    error_of,
)

SHOWN = 7
"""How many moves are told before somebody asks for all."""
FIRST, MOST, FURTHER = 48, 240, 960
"""Worlds in which all moves are valued; those in which the best of them are; and those in which the
best two and all that may be as good are, where each is played to the end."""
FEWEST = 12
"""Worlds in which moves are valued at least, however short the time."""
AT_A_TIME = 12
"""Worlds between two looks at the clock, if there is one."""
SEARCH, LEVELLING = 0.4, 0.25
"""The part of the time in which good moves are looked for, and in which the best are played on."""
TOGETHER = 96
"""In how many worlds all rivals of the best move are played to the end; those near it in `MOST`."""
OF_CHANCES = MarkLimits(0.02, 0.05, 0.10)
"""What has a mark among chances where a game is judged by amounts."""
EXACTLY = 1e-9
"""Exact values that are so near are alike."""
REASONED = 128
"""Worlds in which two moves are tried for the reason alone."""


def ranked(
    view: View,
    budget: Budget,
    seed: int = 0,
    assumed: Assumptions = NOTHING,
    proving: bool = True,
    first: Callable[[Advice], object] | None = None,
) -> list[Advice]:
    """Return the best move with each piece of the viewer, the best first, each with its reason.

    `first` is told what looks best before the moves are valued. If it may be `proving`, the reason
    of the best is told with what is proved, or else likely, and bears on it.
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
    alike = Counter(map(row_of, legal))
    drawn = seed_of(view, 2 * seed + 1)
    if play.judge is not None and len(found) > 1 and all(each.valued for each in found):
        verbs = {each.action.verb for each in found}
        left = [move for move in legal if move.verb in verbs and row_of(move) not in rows]
        tried = (play.judge.sought or play.judge.trial)(view, drawn, assumed)
        for move in _likeliest(tried, left):
            rows.setdefault(row_of(move), _unvalued(found[0], move))
    advice = [
        replace(each, alike=max(1, alike[row]), same=_others_as(each.action, same))
        for row, each in rows.items()
    ]
    if play.judge is None or len(advice) < 2 or not all(each.valued for each in advice):
        return advice
    trial = (play.judge.sought or play.judge.trial)(view, drawn, assumed)
    most = MOST if budget.iterations is None else max(FEWEST, budget.iterations)
    tries = {each.action: Followed((), {}) for each in advice}
    hurried = budget.seconds is not None or budget.stop is not None
    step = AT_A_TIME if hurried else MOST
    _follow(trial, tries, [each.action for each in advice], min(FIRST, most), soon, step)
    _follow(trial, tries, _best(tries), min(MOST, most), soon, step)
    if not all(each.worths for each in tries.values()):
        return advice
    advice = sorted(advice, key=lambda each: -told_beforehand(tries[each.action]))
    if not trial.exact and play.same is None:
        advice = _in_one_row(advice, tries)
    tries = {each.action: tries[each.action] for each in advice}
    exact = [each.value for each in advice if each.exact]
    sharp = play.judge.to_end is None or (len(exact) == len(advice) and len({*exact}) > 1)
    if sharp and budget.iterations is None and not trial.exact:
        _follow(trial, tries, _near(tries), FURTHER, soon, step)
    came = _Came(tries, chance=advice[0].chance)
    level: Sequence[float] = ()
    estimated = not trial.exact and not all(each.exact for each in advice)
    if play.judge.off is not None and estimated:
        came = replace(came, off=play.judge.off(view))
    if play.judge.to_end is not None and not all(each.exact for each in advice):
        if came.off and play.judge.rivals:
            further = play.judge.to_end(view, seed_of(view, 2 * seed + 2), assumed)
            rivals = came.differing(_best_first(tries)[: play.judge.rivals + 1])
            came = came.with_ends(further, rivals, min(TOGETHER, most), half)
            came = came.with_ends(further, came.near(rivals), min(MOST, most), half)
        trial_to_end = play.judge.to_end(view, drawn, assumed)
        level = _to_end(trial_to_end, {came.best: []}, most, until, FEWEST)[came.best]
    valued = _valued(advice, came, level, trial.exact)
    valued = _surest_first(valued, came, partial(play.sure, view) if play.sure else came.told)
    choice = next(filter(None, (each.choice for each in found)), None)
    valued = [replace(each, choice=None if n else choice) for n, each in enumerate(valued)]
    later = None if play.judge.later and until() else _later(play.judge, view, seed, assumed)
    top, *others = _held(view, valued, came, trial, play.judge, later, assumed)
    if top.chance and top.remark is None and len(_outcomes(tries)) == 1:
        top = replace(top, remark=say("as far as can be told, no move changes who wins"))
    return [_grounded(view, top, tries) if proving else top, *others]


def _others_as(move: Event, same: Mapping[Event, Event]) -> tuple[Event, ...]:
    """Return the other moves that come to the same as `move`."""
    first = same.get(move)
    return tuple(other for other, of in same.items() if of == first and other != move)


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
    return replace(bare, remark=None, choice=None, contrast=None, beyond=None)


def contrast(
    view: View,
    move: Event,
    against: Event,
    seed: int = 0,
    worlds: int = REASONED,
    proving: bool = True,
    assumed: Assumptions = NOTHING,
) -> Contrast | None:
    """Return how `move` differs from the move `against`, by what the viewer of `view` knows.

    It is None in a game whose choices are not judged. If it may be `proving`, it holds what is
    proved, or else likely, and bears on it. Raises Contradiction if no world fits.
    """
    judge = play_of(view.game.name).judge
    if judge is None or move == against:
        return None
    trial = (judge.sought or judge.trial)(view, seed_of(view, 2 * seed + 1), assumed)
    one, other = trial.followed((move, against), worlds)
    if not one.worths:
        return None
    off = judge.off if judge.sought is None and not trial.exact else None
    came = _Came({move: one, against: other}, judge.chance, off and off(view))
    settled = came.settled(move, against, judge.marks.slight)
    named = called(view, against, move)
    found = contrasted(one, other, against, named, trial.exact, settled=settled)
    found = _explained(found, move, _later(judge, view, seed, assumed))
    found = replace(found, ahead=judge.ahead, assumed=assumed)
    found = replace(found, said=_said(view, move, found))
    return grounded(view, move, found, one, other) if proving else found


Later = Callable[[Event], Followed]
"""Returns what follows a move up to the end of the part, in the same worlds for all moves."""


def _later(judge: Judge, view: View, seed: int, assumed: Assumptions) -> Later | None:
    """Return what tells what comes later, if anything does."""
    maker = judge.later
    if maker is None:
        return None

    @cache
    def followed(move: Event) -> Followed:
        (found,) = maker(view, seed_of(view, 2 * seed + 1), assumed).followed([move], REASONED)
        return found

    return followed


def _explained(differs: Contrast, move: Event, later: Later | None) -> Contrast:
    """Return how a move differs; where that is not explained, by what comes `later` if that is."""
    if differs.either or differs.explains or later is None:
        return differs
    gap, against = Gap(differs.gap, differs.error, differs.either), differs.against
    one, other = later(move), later(against)
    found = contrasted(one, other, against, differs.called, complete=False, settled=gap)
    return found if found.explains else differs


def called(view: View, move: Event, beside: Event | None = None) -> Words:
    """Return a move of the viewer as it is written at the table, without its actor, in quotes.

    Only by its words if it has the verb of the move `beside` which it is named.
    """
    line = write_event(view, move).removeprefix(f"{view.viewer} ")
    if beside is not None and move.verb == beside.verb and move.words:
        return worded(view, line.removeprefix(f"{move.verb} "))
    return say("'{move}'", move=worded(view, line))


Tries = dict[Event, Followed]


def _grounded(view: View, best: Advice, tries: Tries) -> Advice:
    """Return the best move with what is proved or likely behind its reason, if it has one."""

    def with_facts(differs: Contrast) -> Contrast:
        followed = tries[best.action], tries[differs.against]
        return grounded(view, best.action, differs, *followed)

    if best.beyond is not None:
        return replace(best, beyond=with_facts(best.beyond))
    if best.contrast is not None:
        return replace(best, contrast=with_facts(best.contrast))
    return best


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
            tries[move] = _joined(tries[move], more)


def _joined(some: Followed, more: Followed) -> Followed:
    def joined(counts: Counts, further: Counts) -> Counts:
        before, behind = [0.0] * len(some.worths), [0.0] * len(more.worths)
        return {
            effect: [*counts.get(effect, before), *further.get(effect, behind)]
            for effect in dict.fromkeys((*counts, *further))
        }

    worths, lying = [*some.worths, *more.worths], (*some.lying, *more.lying)
    counts = joined(some.counts, more.counts)
    return replace(more, worths=worths, counts=counts, lying=lying)


def _outcomes(tries: Tries) -> Set[float]:
    return {worth for each in tries.values() for worth in each.worths}


def _best(tries: Tries) -> Sequence[Event]:
    """Return the moves that are best so far: one more than are told."""
    return sorted(tries, key=lambda move: -tries[move].value)[: SHOWN + 1]


def _near(tries: Tries) -> Sequence[Event]:
    """Return the best two moves, and those that may be as good."""
    best = _best_first(tries)
    return list(dict.fromkeys((*best[:2], *_Came(tries, chance=False).near(best))))


def _best_first(tries: Tries) -> Sequence[Event]:
    """Return the moves that were tried most often, the best so far first."""
    most = max(len(each.worths) for each in tries.values())
    often = [move for move in tries if len(tries[move].worths) == most]
    return sorted(often, key=lambda move: -tries[move].value)


def _to_end(trial: Trial, ends: Ends, most: int, until: Over, fewest: int = 0) -> Ends:
    """Return `ends` with what these moves come to in further worlds, in up to so many in all.

    However short the time, they are played to the end in the `fewest` worlds.
    """
    ends, moves = {move: [*came] for move, came in ends.items()}, [*ends]
    while moves and (done := len(ends[moves[0]])) < most and not (done >= fewest and until()):
        more = trial.worths(moves, min(AT_A_TIME, most - done))
        if not more[0]:
            break
        for move, came in zip(moves, more, strict=True):
            ends[move] += came
    return ends


Ends = dict[Event, list[float]]


@dataclass(frozen=True, slots=True)
class _Came:
    """What came of moves: in `tries`, whose gaps may be `off`, and of some at their `ends`."""

    tries: Tries
    chance: bool
    off: Off | None = None
    ends: Ends = field(default_factory=dict)

    @property
    def best(self) -> Event:
        """The best move of those that were tried most often."""
        often = _best_first(self.tries)
        return max(often, key=lambda move: self.gap(move, often[0])[0])

    def differing(self, moves: Sequence[Event]) -> Sequence[Event]:
        """Return those of `moves`, the first and all that differ from it in some world."""
        first = self.tries[moves[0]].worths
        others = (each for each in moves[1:] if any(_less(first, self.tries[each].worths)))
        return [moves[0], *others]

    def near(self, moves: Sequence[Event]) -> Sequence[Event]:
        """Return those of `moves` that are not surely worse than the best of them."""
        best = max(moves, key=lambda move: self.gap(move, moves[0])[0])
        gaps = {each: self.gap(best, each) for each in moves}
        return [each for each, (gap, error) in gaps.items() if gap <= SURE * error]

    def told(self, move: Event) -> float:
        """Return how much is told by what can be counted beforehand of a move, as it matters."""
        return round(told_beforehand(self.tries[move]) / A_QUARTER)

    def tempts(self, move: Event, best: Event) -> bool:
        """Tell whether something counted beforehand speaks for a move beside the `best` one."""
        return bool(speaking_for(self.tries[move], self.tries[best]))

    def with_ends(self, trial: Trial, moves: Sequence[Event], most: int, until: Over) -> _Came:
        """Return the same with `moves` played to the end in up to `most` worlds, in all."""
        ends = {move: self.ends.get(move, []) for move in moves} if len(moves) > 1 else {}
        return replace(self, ends=self.ends | _to_end(trial, ends, most, until))

    def gap(self, one: Event, other: Event, luck: float = 1.0) -> tuple[float, float]:
        """Return how much more a move is worth than another one, with its standard error.

        By so much `luck` sampling errors are larger. Where both were played to the end, that and
        the tries are weighed by their errors, which grow where the two disagree (Birge's ratio).
        """
        tried = _less(self.tries[one].worths, self.tries[other].worths)
        gap, error = fmean(tried), luck * error_of(tried, self.tries[one].deals)
        if self.off is None:
            return gap, error
        error = hypot(error, self.off(tried))
        ended = _less(self.ends.get(one, ()), self.ends.get(other, ()))
        if not ended or not error:
            return gap, error
        end, end_error = fmean(ended), luck * error_of(ended)
        end_error = max(end_error, 1 / (len(ended) + 2) if self.chance else EXACTLY)
        weight, end_weight = error**-2, end_error**-2
        apart = abs(gap - end) / hypot(error, end_error)
        gap = (weight * gap + end_weight * end) / (weight + end_weight)
        return gap, max(1.0, apart) * (weight + end_weight) ** -0.5

    def settled(self, one: Event, other: Event, slight: float, luck: float = 1.0) -> Gap | None:
        """Return by how much a move is better, that gaps may be `off` counted in; None if not so.

        One that is slight is none.
        """
        if self.off is None:
            return None
        gap, error = self.gap(one, other, luck)
        return Gap(gap, error, abs(gap) <= max(SURE * error, slight))


def _less(some: Sequence[float], others: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(some, others, strict=False)]


def _valued(
    advice: Sequence[Advice], came: _Came, level: Sequence[float], exact: bool
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
            value, error = min(1.0, max(0.0, value)), max(error, 1 / (len(own.worths) + 2))
        if came.off and not level:  # a chance: what was lost there may be won
            error = hypot(error, came.off([1.0 - worth for worth in own.worths]))
        found.append(replace(each, value=value, error=0.0 if exact else error, exact=exact))
    return sorted(found, key=lambda each: -each.value)


def _surest_first(
    advice: Sequence[Advice], came: _Came, sure: Callable[[Event], float]
) -> list[Advice]:
    """Return the moves, the best first; of those with the same figure, what surely brings more.

    Only moves that may be as good change places.
    """
    found: list[Advice] = []
    for figure in sorted({each.figure for each in advice}, reverse=True):
        rows = [each for each in advice if each.figure == figure]
        near = came.near([each.action for each in rows]) if len(rows) > 1 else ()
        first = sorted((row for row in rows if row.action in near), key=lambda e: -sure(e.action))
        found += [*first, *(row for row in rows if row.action not in near)]
    return found


def _held(
    view: View,
    advice: Sequence[Advice],
    came: _Came,
    trial: Trial,
    judge: Judge,
    later: Later | None,
    assumed: Assumptions,
) -> list[Advice]:
    """Return the moves with their contrasts: the best to the second, the others to the best.

    That a gap may be off is part of its error: it is told beyond `SURE` of that. A `slight` one is
    none. Where the second may be as good, the best is held against a move that is surely worse,
    too: the usual one, if it is, or else the next. Where the second would have no mark and the
    usual one has, the best is held against that; wherever the usual one has, if the judge says so.
    """
    marks = judge.marks if judge.chance == advice[0].chance else OF_CHANCES
    slight, exact, usual = marks.slight, trial.exact, trial.usual
    piece = play_of(view.game.name).piece
    best, second = advice[:2]
    worths = [each.worths for each in came.tries.values()]
    luck = luck_of(came.tries[_best_first(came.tries)[0]].worths, worths)
    undecided = _undecided(advice, came, marks.doubtful)
    tries = {move: without(followed, undecided) for move, followed in came.tries.items()}

    def held(each: Advice, other: Advice) -> Contrast:
        if each.exact and other.exact:
            gap = each.value - other.value
            settled: Gap | None = Gap(gap, 0.0, abs(gap) < EXACTLY)
        else:
            settled = came.settled(each.action, other.action, slight, luck)
        one, two = tries[each.action], tries[other.action]
        named = called(view, other.action, each.action)
        least = 0.0 if came.off else slight
        differs = contrasted(one, two, other.action, named, exact, least, luck, settled)
        if not differs.either:
            differs = _explained(differs, each.action, later)
            told, better = differs.differences, differs.gap > 0
            pair = came.tries[each.action], came.tries[other.action]
            against = price(*(pair if better else pair[::-1]), undecided) if told else ()
            told = (*told, *(found if better else found.turned for found in against))
        else:
            told = in_favour(one, two, slight)
            if not told and later is not None:
                told = in_favour(later(each.action), later(other.action), slight)
            if not (exact or (each.exact and other.exact)) or not judge.chance:
                told = told or known_apart(one, two)
        sides = sides_of(came.tries[each.action], came.tries[other.action])
        differs = replace(differs, differences=told, ahead=judge.ahead, assumed=assumed)
        return replace(differs, sides=sides, undecided=undecided)

    nearest = held(best, second)
    others = [replace(each, contrast=held(each, best)) for each in advice[1:]]
    if not nearest.either:
        beside = nearest.mirrored(best.action, called(view, best.action, second.action))
        others[0] = replace(second, contrast=beside)
    if nearest.either and not nearest.favours:
        nearest = replace(nearest, differences=())
    first = replace(best, contrast=nearest)
    habits = [each for each in others if piece(each.action) == piece(usual)]
    if nearest.either:
        first = _with_worse(first, others, came, held, habits, marks.doubtful)
    elif judge.habitual or nearest.gap < marks.doubtful:
        first = _against_habit(first, habits, held, marks.doubtful)
    first = _against_counted(first, others, came, held)
    said = _said(view, best.action, nearest, best.same)
    if nearest.either and not nearest.differences and first.beyond is None and said is None:
        first = _against_lesser(view, first, others)
    if first.contrast is not None:
        first = replace(first, contrast=replace(first.contrast, best=True))
    return _told_apart(view, [_reasoned(view, each, usual) for each in (first, *others)])


def _reasoned(view: View, each: Advice, usual: Event) -> Advice:
    """Return a move with the game's own sentence of how it differs, if it has one.

    That says what the move is for, once: beside the usual move where that is surely worse, and
    beside no other one that is unless nothing else can be said.
    """
    one, beyond = each.contrast, each.beyond
    piece = play_of(view.game.name).piece
    if beyond is not None and piece(beyond.against) == piece(usual):
        said = _said(view, each.action, beyond, each.same)
        if said is None or one is None:
            return each
        one = replace(one, differences=(), unchanged=0.0)  # what both are for is told instead
        return replace(each, contrast=one, beyond=replace(beyond, said=said))
    if one is not None and (said := _said(view, each.action, one, each.same)) is not None:
        return replace(each, contrast=replace(one, said=said), beyond=None)
    if beyond is not None:
        return replace(
            each, beyond=replace(beyond, said=_said(view, each.action, beyond, each.same))
        )
    return each


def _said(view: View, move: Event, differs: Contrast, same: Sequence[Event] = ()) -> Words | None:
    """Return the game's own sentence, if it holds for moves, too, that only came to the same."""
    play = play_of(view.game.name)
    if play.reason is None:
        return None
    moves = (move,) if play.same else (move, *same)
    said, *others = (play.reason(view, each, differs) for each in moves)
    return said if all(str(each) == str(said) for each in others) else None


def _undecided(advice: Sequence[Advice], came: _Came, cost: float) -> Set[Effect]:
    """Return what was counted beforehand and does not decide, for it speaks for a worse move.

    That is a move which surely costs more than `cost` against the best.
    """
    best, *others = (each.action for each in advice)
    gaps = {each: came.gap(best, each) for each in others}
    worse = [each for each, (gap, error) in gaps.items() if gap - SURE * error > cost]
    return {effect for each in worse for effect in speaking_for(came.tries[each], came.tries[best])}


def _with_worse(
    best: Advice,
    others: Sequence[Advice],
    came: _Came,
    held: Callable[[Advice, Advice], Contrast],
    usual: Sequence[Advice],
    cost: float,
) -> Advice:
    """Return the best move, held against one that is surely worse, too, if that teaches.

    It does where something tells them apart, and all that may be as good differ from it alike; or
    from the `usual` move. Else, what speaks for the best where one has to weigh is told, if
    anything does. A move that is worth nothing in any world is no alternative, and one for which
    nothing speaks is none beside one for which something does and that costs as much as `cost`.
    """
    worse = [
        each
        for each in others
        if each.contrast and each.contrast.tells_apart and any(came.tries[each.action].worths)
    ]
    if not worse:
        return best
    dear = [each for each in worse if each.contrast and -each.contrast.gap >= cost]
    tempting = [each for each in dear if came.tempts(each.action, best.action)]
    natural = next((each for each in usual if each in (tempting or worse)), None)
    beyond = _with_others(held(best, natural or (tempting or worse)[0]), others, came)
    if beyond.shared and best.contrast is not None:
        return replace(best, contrast=replace(best.contrast, differences=()), beyond=beyond)
    weighed = best.contrast is not None and best.contrast.differences
    return best if weighed and natural is None else replace(best, beyond=beyond)


def _against_habit(
    best: Advice, habits: Sequence[Advice], held: Callable[[Advice, Advice], Contrast], cost: float
) -> Advice:
    """Return the best move, held against what is played by habit if that costs so much.

    The second is hardly worse then, and its own row tells by what.
    """
    for each in habits:
        differs = each.contrast
        if differs is not None and differs.tells_apart and -differs.gap >= cost:
            return replace(best, contrast=held(best, each))
    return best


def _against_counted(
    best: Advice, others: Sequence[Advice], came: _Came, held: Callable[[Advice, Advice], Contrast]
) -> Advice:
    """Return the best move, held against a worse one that something counted beforehand tells apart.

    That is the first of them for which something else speaks, if only what comes later tells the
    best from the second, for which nothing does.
    """
    differs, known = best.contrast, came.tries[best.action].known
    if differs is None or differs.either or not known:
        return best
    if any(each.effect in known for each in differs.differences):
        return best
    if came.tempts(differs.against, best.action):
        return best
    for each in others:
        worse = each.contrast
        if worse is None or not worse.tells_apart or not came.tempts(each.action, best.action):
            continue
        if worse.differences[0].effect in known:
            return replace(best, contrast=held(best, each))
    return best


def _against_lesser(view: View, best: Advice, others: Sequence[Advice]) -> Advice:
    """Return the best move, held against the first of those as good that something speaks against.

    It is not held against the second, from which nothing tells it.
    """
    for each in others:
        differs = each.contrast
        if differs is None or not differs.either:
            continue
        if any(found.part < 0 for found in differs.differences):
            named = called(view, each.action, best.action)
            return replace(best, contrast=differs.mirrored(each.action, named))
    return best


def _with_others(differs: Contrast, others: Sequence[Advice], came: _Came) -> Contrast:
    """Return how the best move differs from a worse one, `shared` if so do all perhaps as good."""
    near = [each.action for each in others if each.contrast and each.contrast.either]
    found = differs.differences
    worse = came.tries[differs.against]
    shared = found and all(_differs_too(came.tries[move], worse, found[0]) for move in near)
    return replace(differs, shared=bool(shared))


def _differs_too(move: Followed, other: Followed, found: Difference) -> bool:
    """Tell whether an effect differs at least half as much, the same way, after another move."""
    gaps = apart(move, other, found.effect)
    return fmean(gaps) / found.difference >= 0.5 and abs(fmean(gaps)) > beyond(gaps)


def _told_apart(view: View, advice: Sequence[Advice]) -> list[Advice]:
    """Return the moves, none with a clause that says of it what was said of another one.

    It is like that one, or if something else speaks for or against it, too, that is told first.
    """
    found, told = list[Advice](), dict[str, tuple[Event, str]]()
    for each in advice:
        differs = each.contrast
        says = differs is not None and (differs.said or differs.differences)
        if differs is not None and differs.either and says:
            clause = str(differs.clause)
            if clause in told:
                first = called(view, told[clause][0], each.action) if differs.said else None
                differs = replace(differs, differences=(), said=None, like=first)
            told.setdefault(clause, (each.action, clause))
        elif differs is not None and says:
            last_first = sorted(differs.differences[::-1], key=lambda each: each.part < 0)
            turned = replace(differs, differences=tuple(last_first))
            clause, other = str(differs.clause), str(turned.clause)
            if clause in told:
                like, further = told[clause]
                if other in (further, *told):
                    differs = replace(differs, like=called(view, like, each.action))
                else:
                    differs, clause, other = turned, other, clause
            told.setdefault(clause, (each.action, other))
        found.append(replace(each, contrast=differs))
    return found

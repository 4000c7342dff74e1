"""The coach: rates every move by rollouts from worlds that fit what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ....models.adresses_jaunes.state import State, Step, Tile
from ....models.core import Event, View
from ...play.coach import AT_ONCE, Budget, Choice, choices, seed_of
from ...play.itself import Itself
from ...play.race import Over, Runner, deadline, race
from ...play.trial import NOTHING, Assumptions, Effect, Followed
from .convention import Reading, chosen, read
from .counting import Counting, Worlds
from .effects import RIGHT, THEN
from .end import Deal, End, First, Table, TooManyError, firsts, solved
from .hands import TILES, SeatSight
from .last import LastRound, is_short

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
else:
    Values = Any


QUICK = Budget()
GLANCE = 24
"""Worlds for rating moves where the bot itself would choose without rating."""
LOOKS, LONG_LOOKS = 16, 128
"""Worlds that are looked at to find what tells most: in rollouts, and when it is done."""
BEHIND = 1.5
"""A move drops out of the race when it is this many standard errors behind the best."""
SHOWN = 2
"""How many moves stay in the race if all are to be shown."""
GUESSES = 8
"""How many guesses are rated: those that are right most often."""
PLAYED = 32
"""About how many rollouts there are between two looks at the clock."""
_NOUGHT = 1e-9
"""A chance that is nearer to 1 is sure."""
DIGITS = 9
"""Digits of a chance that are more than rounding errors."""
MOST = 20_000
"""Most worlds in one decision, however long there is to think."""


@dataclass(frozen=True)
class Effort:
    """How many worlds are played out in one decision, in heats that double from `batch`.

    The first heat is a half of that if values are to be shown.
    `discs` and `pawns` are the worlds by round; with 0 the move that tells most at once is taken.
    So it is in the first `glances` steps, too, if no values are to be shown: play-outs there found
    nothing better, for they play the last round worse than it is solved.
    For the pawn, only the `moves` that tell most at once are tried; if no values are to be shown,
    the `first` of them where a pawn is dear: in the first round, and with the last round solved
    behind it. `keenly` are the worlds and moves that rollouts look at in their last round.
    """

    discs: Sequence[int]
    pawns: Sequence[int]
    conclusion: int = 300
    keenly: tuple[int, int] = (8, 4)
    moves: int = 12
    first: int = 5
    batch: int = 24
    glances: int = 0

    def worlds(self, seen: SeatSight, rounds: int) -> int:
        """Return how many worlds are played out in the present step."""
        number = rounds - seen.left
        match seen.step:
            case Step.DISCS:
                return self.discs[min(number, len(self.discs) - 1)]
            case Step.PAWNS:
                return self.pawns[min(number, len(self.pawns) - 1)]
        return self.conclusion

    def is_glance(self, seen: SeatSight, rounds: int) -> bool:
        """Tell whether this is one of the first `glances` steps."""
        return 2 * (rounds - seen.left) + (seen.step is Step.PAWNS) < self.glances


@dataclass(frozen=True)
class CoachBot:
    """Takes the move with the best chance; reads by the convention of the table, if it has one."""

    budget: Budget = QUICK

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the best move of the viewer of `view`."""
        reading = read(view)
        moves = own_moves(view)
        if not moves:
            return Choice(choices(view)[0], -1.0)
        decision = Decision(reading, seed_of(view))
        best = decision.rated(moves, self.budget)[0]
        if is_certain(best):
            return Choice(best.move, AT_ONCE)
        urgency = decision.urgency
        if urgency is None:
            urgency = best.value if best.move.verb == "name" else AT_ONCE
        return Choice(best.move, round(urgency, DIGITS))


def own_moves(view: View[State]) -> tuple[Event, ...]:
    """Return the viewer's possible moves, without giving up."""
    return tuple(move for move in choices(view) if move.actor == view.viewer)


@dataclass(eq=False)
class Guessed(Runner):
    """A guess that was rated: how likely it is `right`; `certain` if it is so in every world."""

    right: float = 0.0
    certain: bool = False


def is_certain(rated: Runner) -> bool:
    """Tell whether a move is a guess that is right in every world."""
    return isinstance(rated, Guessed) and rated.certain


class Decision(Counting):
    """One decision: what its seat can count, and its moves rated in the worlds of that."""

    def __init__(self, reading: Reading, seed: int) -> None:
        from . import play_kernel

        super().__init__(reading, seed)
        self._play: Any = play_kernel
        self.estimated = False
        self._effort = AGREED if self.tells_by_discs else EFFORT[len(self.seen.players)]
        box = self.seen.code.box
        self._style = play_kernel.Style(
            *(len(box.tiles), len(box.targets)),
            *(self.tells_by_discs, self._pawns_tell),
            *(*self._effort.keenly, LOOKS),
            self._before,
        )

    def rated(self, moves: Sequence[Event], budget: Budget) -> list[Runner]:
        """Return the promising `moves`, rated, the best first."""
        seen = self.seen
        pawn = seen.step is Step.PAWNS and budget.quick and self._first
        if pawn and (tile := pawn.tile):
            return [Runner(move, [0.0]) for move in moves if 1 << self._tiles([move])[0] == tile]
        if not budget.quick and seen.step is not Step.CONCLUSION and self.is_won:
            return [Runner(move, [1.0], exact=True) for move in moves]
        effort, until = self._effort, deadline(budget.seconds, budget.stop)
        if seen.step is Step.DISCS and self.tells_by_discs:
            moves = [move for move in moves if self._is_agreed(move)]
        most = budget.iterations or effort.worlds(seen, seen.code.box.rounds)
        if seen.step is Step.PAWNS:
            dear = seen.left == seen.code.box.rounds or (self._round and seen.left > 1)
            moves = self._telling(moves)[: effort.first if budget.quick and dear else effort.moves]
        if budget.quick and (not most or len(moves) == 1 or self._is_glance(budget)):
            return self._at_a_glance(moves)
        most = most or GLANCE
        if budget.seconds is not None:
            most = max(most, MOST)
        worlds, complete = self.worlds(most)
        if seen.step is Step.CONCLUSION:
            return self._names(moves, worlds, complete, budget.quick)
        if self.last and complete and (seen.step is Step.DISCS or not budget.quick):
            solved = self.solved(moves, worlds)
            if solved is not None:
                rated = [Runner(*each, exact=True) for each in zip(moves, solved, strict=True)]
                return sorted(rated, key=lambda each: -each.value)
        if self._round and complete:
            moves = sorted(moves, key=lambda move: self._laid([move]))  # as the others take it
            values = self._by_round(moves, worlds).tolist()
            sure = [min(row) > 1 - _NOUGHT for row in values]  # nothing is left to guess
            played = [Runner(*each) for each in zip(moves, values, sure, strict=True)]
            return sorted(played, key=lambda each: -round(each.value, DIGITS))
        return self._raced(moves, worlds, 1 if budget.quick else SHOWN, until)

    def worths(self, moves: Sequence[Event], worlds: Worlds) -> list[list[float]]:
        """Return for each of `moves` the team's chance to win each of `worlds` after it.

        `estimated` then tells whether chance or a rule of thumb for the end had a part in it.
        """
        if self.last and (solved := self.solved(moves, worlds)) is not None:
            return solved
        if self.seen.step is Step.CONCLUSION:
            self.estimated = True
            return [self._guessed(move, worlds) for move in moves]
        before = self._seed[0]
        values: list[list[float]] = self._played(moves, worlds).tolist()
        self.estimated |= self.last or self.rough or bool(self._round or self._seed[0] != before)
        return values

    def solved(self, moves: Sequence[Event], worlds: Worlds) -> list[list[float]] | None:
        """Return the exact `worths` of `moves`, the `last` ones; None if it would take too long."""
        deals = [tuple(deal) for deal in (worlds & TILES).tolist()]
        end = self._end
        try:
            return None if end is None else [self._solved(end, each, deals) for each in moves]
        except TooManyError:
            return None

    def _solved(self, end: End, move: Event, deals: Sequence[Deal]) -> list[float]:
        (number,), seat = self._laid([move]), self.seen.seat
        if self.seen.step is Step.DISCS:
            came = end.chances(self._after_disc(number))
            return [came[deal] for deal in deals]
        if self.seen.step is Step.PAWNS:
            return end.after_pawn(self._table, seat, 1 << number, deals)
        holder = self.seen.players.index(move.words[1])
        return end.after_own(self._table, seat, (1 << number, holder), deals)

    def _after_disc(self, target: int) -> Table:
        seat = self.seen.seat
        left = (self._counted_alike(self.seen.sets[seat], target) & TILES).tolist()
        return self._table.left(seat, left)

    @cached_property
    def _table(self) -> Table:
        seen = self.seen
        sets = [(hands & TILES).tolist() for hands in seen.sets]
        if seen.step is Step.CONCLUSION:
            return Table.of(sets)
        done = seen.acted if seen.step is Step.PAWNS else [0] * len(sets)
        return Table.of(sets, tuple(seat for seat, acted in enumerate(done) if not acted))

    @cached_property
    def _end(self) -> End | None:
        """What is left, solved for every choice of the viewer; None if it would take too long."""
        try:
            if self.seen.step is not Step.DISCS:
                return solved((self._table,))
            return solved(tuple(map(self._after_disc, range(len(self.seen.code.box.targets)))))
        except TooManyError:
            return None

    @cached_property
    def _first(self) -> First | None:
        """What comes of acting first in the last pawns or the conclusion, if that can be solved.

        None for pawns of two, whose bots go by the round.
        """
        if not self.last or self.seen.step is Step.DISCS or self._round:
            return None
        found = firsts(self._table) if self._end else None
        return found.get((self.seen.seat, self.seen.hand & TILES)) if found else None

    @cached_property
    def left_to_others(self) -> float | None:
        """How likely the team wins the conclusion if the viewer waits; None if not known."""
        if self.seen.step is not Step.CONCLUSION or not self._end:
            return None
        seat, hand = self.seen.seat, self.seen.hand & TILES
        came = self._end.chances(self._table)
        return fmean(came[deal] for deal in came if deal[seat] == hand)

    def followed(self, move: Event, worlds: Worlds, worths: list[float], deals: int) -> Followed:
        """Return what `move` tells all and what comes of it in each world, its `worths` known."""
        told, guess = self.tells(move), self.seen.step is Step.CONCLUSION
        counts: dict[Effect, list[float]] = {each: [told[each]] * len(worlds) for each in told}
        if guess:
            right = self._right([move], worlds)[:, 0].astype(float).tolist()
            counts[RIGHT] = right
            if deals and any(right):
                counts[THEN] = [sum(worths) / sum(right)] * len(worlds)
        return Followed(worths, counts, deals, known=() if guess else told)

    def promising(self, moves: Sequence[Event], worlds: Worlds) -> list[Event]:
        """Return the promising ones of `moves`, first the one that the rollout policy takes.

        Guesses are those that are right most often in `worlds`.
        """
        match self.seen.step:
            case Step.DISCS:
                if self.tells_by_discs:
                    return [move for move in moves if self._is_agreed(move)]
                usual = self._at_a_glance(moves)[0].move
                return [usual, *(move for move in moves if move != usual)]
            case Step.PAWNS:
                return self._telling(moves)[: self._effort.moves]
        right = self._right(moves, worlds).sum(axis=0)
        return [moves[i] for i in self._np.argsort(-right, kind="stable")[:GUESSES]]

    def best_in(self, hands: Sequence[Sequence[Tile]], moves: Sequence[Event]) -> Event:
        """Return the disc or pawn that works best if `hands`, one a player, are the truth."""
        code = self.seen.code
        world = self._np.array([[code.hand(tiles) for tiles in hands]], dtype=self._np.int64)
        if self.seen.step is Step.PAWNS:
            moves = self._telling(moves)
        values = self._played(moves, world)
        return moves[int(values[:, 0].argmax())]

    def _raced(
        self, moves: Sequence[Event], worlds: Worlds, keep: int, until: Over
    ) -> list[Runner]:
        def run(racing: Sequence[Runner], most: int) -> None:
            at, few = len(racing[0].worths), -(-PLAYED // len(racing))
            moves = [each.move for each in racing]
            played = self._played(moves, worlds[at:][: min(most, few)])
            for each, row in zip(racing, played, strict=True):
                each.worths += row.tolist()

        heats = (self._effort.batch // keep << number for number in count())
        return race([Runner(move) for move in moves], run, heats, BEHIND, keep, until)

    def _is_glance(self, budget: Budget) -> bool:
        """Tell whether a literal bot that is given no time of its own takes what tells most."""
        given = budget.iterations is not None or budget.seconds is not None
        early = self._effort.is_glance(self.seen, self.seen.code.box.rounds)
        return early and not given and not self._pawns_tell

    def _at_a_glance(self, moves: Sequence[Event]) -> list[Runner]:
        """Return the move that the rollout policy takes, without trying it in any world."""
        if len(moves) == 1 or self.seen.step is Step.PAWNS:
            return [Runner(moves[0], [0.0])]
        seen, style = self.seen, self._style
        scores = self._play.disc_scores(
            *(self._sets, self._size, seen.seat, seen.hand),
            *(seen.left - 1, LONG_LOOKS, self._seed, style),
        )
        return [Runner(moves[self._numbers(moves).index(scores.argmax())], [0.0])]

    def _played(self, moves: Sequence[Event], worlds: Worlds) -> Values:
        """Return the chance to win each of `worlds` after each of `moves`, played to the end."""
        if self._round:
            return self._by_round(moves, worlds)
        kernel = self._play
        rated = kernel.rated_discs if self.seen.step is Step.DISCS else kernel.rated_pawns
        laid = self._np.array(self._laid(moves), dtype=self._np.int64)
        values: Values = rated(*self._position, worlds, laid, self._seed, self._style)
        return values

    def _by_round(self, moves: Sequence[Event], worlds: Worlds) -> Values:
        """Return the chance to win each of `worlds` after each of `moves`, the round solved."""
        assert self._round is not None, "only where there is one"
        theirs = (worlds[:, 1 - self.seen.seat] & TILES).tolist()
        values: Values = self._np.array(
            [self._round.after(each, theirs) for each in self._laid(moves)]
        )
        return values

    def _names(
        self, moves: Sequence[Event], worlds: Worlds, complete: bool, quick: bool
    ) -> list[Runner]:
        """Rate the guesses that are right most often, or if `quick` only those that are certain."""
        np = self._np
        right = self._right(moves, worlds)
        order = np.argsort(-right.sum(axis=0), kind="stable")[:GUESSES]
        order = [i for n, i in enumerate(order) if n < 2 or right[:, i].any()]
        if quick and complete and right[:, order[0]].all():
            order = [i for i in order if right[:, i].all()]
        likely = [moves[i] for i in order]
        solved = self.solved(likely, worlds) if complete else None
        worths = solved or [self._guessed(move, worlds) for move in likely]
        rated = [
            Guessed(
                *(move, row, solved is not None, right[:, i].mean()),
                certain=complete and bool(right[:, i].all()),
            )
            for i, move, row in zip(order, likely, worths, strict=True)
        ]
        unsure = [] if quick else [each.move for each in rated if not each.certain]
        shown = {move: len(self.heard_after(move)) for move in unsure}
        places = {
            each.move: (-round(each.value, DIGITS), not each.certain, shown.get(each.move, 0))
            for each in rated
        }
        return sorted(rated, key=lambda each: places[each.move])

    def _guessed(self, move: Event, worlds: Worlds) -> list[float]:
        """Return the team's chance to win each of `worlds` after a guess."""
        seen, (tile,) = self.seen, self._tiles([move])
        bit, seat = self._np.int64(1 << tile), seen.players.index(move.words[1])
        right = worlds[:, seat] & bit != 0
        values = self._play.rated_guess(self._sets, self._size, seen.shut, worlds, right, bit, seat)
        found: list[float] = values.tolist()
        return found

    @property
    def _position(self) -> tuple[Any, ...]:
        seen = self.seen
        acted = self._np.array(seen.acted, dtype=self._np.int64)
        return self._sets, self._size, seen.seat, seen.hand, seen.shut, seen.left, acted

    @cached_property
    def _round(self) -> LastRound | None:
        """The last round of two literal players or the pawn before it, if that can be solved."""
        literal = not (self.tells_by_discs or self._pawns_tell)
        return LastRound(self.seen) if literal and is_short(self.seen) else None

    @property
    def last(self) -> bool:
        """Whether this is one of the last choices: the last disc, a pawn after it, or a guess."""
        seen = self.seen
        if seen.step is Step.CONCLUSION or seen.left > 1 or self._pawns_tell:
            return seen.step is Step.CONCLUSION
        disc = sum(seen.acted) == len(seen.acted) - 1 and not (self.tells_by_discs or self._round)
        return seen.step is Step.PAWNS or disc

    @property
    def rough(self) -> bool:
        """Whether what is left is played worse in play-outs than it will be.

        So it is for literal players up to last pawns that are not `solved`.
        """
        literal = not (self.tells_by_discs or self._pawns_tell)
        return literal and self._round is None and self.seen.step is not Step.CONCLUSION

    @property
    def urgency(self) -> float | None:
        """How much likelier the team wins if the viewer acts first; None if that is not known."""
        if self._first:
            return self._first.gains
        return self._round.urgency if self._round else None

    def _telling(self, moves: Sequence[Event]) -> list[Event]:
        seen = self.seen
        scores = self._play.pawn_scores(
            *(self._sets, self._size, seen.seat, seen.hand, seen.shut),
            *(seen.left - 1, LONG_LOOKS, self._seed, self._style),
        )
        by_tile = dict(zip(self._tiles(moves), moves, strict=True))
        order = self._np.argsort(-scores, kind="stable")
        return [by_tile[tile] for tile in order if tile in by_tile and scores[tile] > -self._np.inf]

    def _is_agreed(self, move: Event) -> bool:
        seen = self.seen
        own = seen.sets[seen.seat]
        targets = chosen(own, len(seen.code.box.targets))
        return bool(targets[own == seen.hand][0] == self._numbers([move])[0])


def decision_of(view: View[State], assumed: Assumptions = NOTHING) -> Decision:
    """Return what the viewer of `view` decides on, the same whenever it is asked for."""
    return _decision(Itself(view), assumed)


@lru_cache(maxsize=2)
def _decision(view: Itself[View[State]], assumed: Assumptions) -> Decision:
    return Decision(read(view.it, assumed), seed_of(view.it))


EFFORT = {
    2: Effort(discs=(0, 600, 600), pawns=(200, 800, 400), keenly=(12, 4), glances=3),
    3: Effort(discs=(0, 0, 200), pawns=(60, 200, 200), moves=8, batch=20, glances=3),
    4: Effort(discs=(0, 0, 100), pawns=(50, 150, 150), moves=8, first=4, batch=20),
}
"""The effort for literal readers, by number of players."""
AGREED = Effort(discs=(0,), pawns=(0,))
"""The effort by convention: the move that tells most at once is good enough."""

"""The coach: rates every move by rollouts from worlds that fit what its seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial, reduce
from itertools import count
from math import log2
from operator import and_, or_
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from ....models.adresses_jaunes.state import Box, State, Step, Tile
from ....models.core import Contradiction, Event, View
from ....models.event import NOBODY
from ....models.hidden import Claim
from ....models.words import say
from ...play.coach import AT_ONCE, Budget, Choice, choices, seed_of
from ...play.itself import Itself
from ...play.race import Over, Runner, deadline, race
from ...play.trial import NOTHING, Assumptions, Effect, Followed
from .convention import BY_DISCS, SPOKEN, Reading, chosen, read
from .deals import AllDeals, all_deals
from .effects import WORTH, Answer, Deals, Right, Shown, Then
from .end import Deal, End, First, Table, TooManyError, firsts, solved
from .hands import FEW, TARGETS_FROM, TILES, Hands, SeatSight
from .last import LastRound, is_short

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Worlds = NDArray[np.int64]
else:
    Values = Worlds = Any


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
BELIEVED = 12_000
"""Most worlds by which it is told what a move tells."""
FEWEST, MANY, EXACTLY = 100, 1_000_000, 20_000
"""Worlds by which it is told what others are left with, at least; most hands to hold beside theirs,
and of so many it is told exactly which can be."""
ONLY_THEN = 0.01
"""Of last discs that leave as many hands with the pawn, those that leave fewer without it count by
this power of them."""
ALMOST = 0.999
"""The chance of what was so in all worlds that were drawn, though these were not all."""
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


def _before(box: Box) -> Iterator[Tile]:
    """Yield for each tile of `box`, in its order, the one before it on the board, round again."""
    order = box.as_printed
    for tile in box.tiles:
        yield order[order.index(tile) - 1]


@dataclass(eq=False)
class Guessed(Runner):
    """A guess that was rated: how likely it is `right`; `certain` if it is so in every world."""

    right: float = 0.0
    certain: bool = False


def is_certain(rated: Runner) -> bool:
    """Tell whether a move is a guess that is right in every world."""
    return isinstance(rated, Guessed) and rated.certain


class Left(NamedTuple):
    """What a disc, or a pawn, leaves: the viewer's `hands` for all, and `deals` for each other.

    The latter on average, by player; None where they are too many. A disc of the last round goes
    with the `pawn` that leaves the fewest, and asks most.
    """

    pawn: Tile | None
    hands: Hands
    deals: Mapping[str, float] | None


class Decision:
    """One decision: the worlds that a seat thinks possible, and the moves rated in them."""

    def __init__(self, reading: Reading, seed: int) -> None:
        import numpy as np

        from . import hands_kernel, play_kernel

        self._hands: Any = hands_kernel
        self._play: Any = play_kernel
        self._np = np
        self.reading = reading
        self.seen = reading.seen
        self._sets, self._size = self.seen.table
        self._seed = np.array([seed], dtype=np.uint64)
        self.estimated = False
        self._told: dict[Event, Mapping[Effect, float]] = {}
        self._leaves: dict[Event, Left] = {}
        self._shares: dict[Tile, float] = {}
        self.tells_by_discs = reading.convention == BY_DISCS
        self._pawns_tell = reading.convention == SPOKEN
        self._effort = AGREED if self.tells_by_discs else EFFORT[len(self.seen.players)]
        box = self.seen.code.box
        self._style = play_kernel.Style(
            *(len(box.tiles), len(box.targets)),
            *(self.tells_by_discs, self._pawns_tell),
            *(*self._effort.keenly, LOOKS),
            np.array([box.tiles.index(tile) for tile in _before(box)], dtype=np.int64),
        )

    def worlds(self, most: int) -> tuple[Worlds, bool]:
        """Return at most `most` worlds in random order, and whether these are all.

        A world is a row of hands, the viewer's own among them. Raises Contradiction if none fits.
        """
        np, seen = self._np, self.seen
        rows = np.zeros((max(most, 1), len(seen.players)), dtype=np.int64)
        filled, complete = self._hands.worlds_of(
            self._sets, self._size, seen.seat, seen.hand, self._seed, rows, self._hands.LISTED
        )
        if not filled:
            raise Contradiction(say("these lines cannot all be true"))
        order = np.random.default_rng(int(self._seed[0])).permutation(filled)
        return rows[:filled][order], bool(complete)

    def rated(self, moves: Sequence[Event], budget: Budget) -> list[Runner]:
        """Return the promising `moves`, rated, the best first."""
        seen = self.seen
        pawn = seen.step is Step.PAWNS and budget.quick and self._first
        if pawn and (tile := pawn.tile):
            return [Runner(move, [0.0]) for move in moves if 1 << self._tiles([move])[0] == tile]
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
            counts[Right()] = right
            if deals and any(right):
                counts[Then()] = [sum(worths) / sum(right)] * len(worlds)
        lying = [partial(self.lying, worlds)]
        return Followed(worths, counts, deals, lying, known=() if guess else told)

    def tells(self, move: Event) -> Mapping[Effect, float]:
        """Return how much `move` tells, the same in every world; nothing if it cannot be right."""
        if move not in self._told:
            self._told[move] = dict(self._tells(move))
        return self._told[move]

    def _tells(self, move: Event) -> Iterator[tuple[Effect, float]]:
        step = self.seen.step
        if step is Step.CONCLUSION or (step is Step.DISCS and self.tells_by_discs):
            return
        left = self.leaves(move)
        if left.deals is not None:
            yield Deals(), log2(fmean(left.deals.values()))
        else:
            shown = self._average(left.hands)
            then = self._average(self.left(move)) ** ONLY_THEN if self.tells_with_pawn else 1
            yield Shown(), log2(shown * then)
        if step is Step.PAWNS:
            yield Answer(), WORTH * log2(self.share_left(move.words[0]))

    def left(self, move: Event) -> Hands:
        """Return the viewer's hands that can be after `move`, for all, or a right guess."""
        (number,) = self._laid([move])
        if self.seen.step is Step.DISCS:
            return self._counted_alike(self.thinkable, number)
        return self._without(number)

    @cached_property
    def _deals(self) -> AllDeals | None:
        """All deals that can be for all, of three or more players; None if they are too many.

        Of two players it tells more what the other one is left with.
        """
        return all_deals(self.seen.sets) if len(self.seen.sets) > 2 else None

    def leaves(self, move: Event) -> Left:
        """Return what a disc or a pawn of the viewer leaves."""
        if move not in self._leaves:
            self._leaves[move] = self._with_pawn(self.left(move), move)
        return self._leaves[move]

    def _with_pawn(self, hands: Hands, move: Event) -> Left:
        """Return what a move leaves after which all think of `hands`, with the pawn behind it."""
        if not self.tells_with_pawn:
            if self.seen.step is not Step.PAWNS:
                return Left(None, hands, self._deals_left(hands, None))
            (tile,) = self._tiles([move])
            return Left(move.words[0], hands, self._deals_left(hands, tile))
        tiles, free = self.seen.code.box.tiles, TILES & ~(self.seen.hand | self.seen.shut)
        pawns = ((n, hands[hands >> n & 1 == 0]) for n in range(len(tiles)) if free >> n & 1)
        left = (
            (self.share_left(tiles[n]), Left(tiles[n], then, self._deals_left(then, n)))
            for n, then in pawns
        )
        return min(left, key=lambda each: (*self._much(each[1]), each[0]))[1]

    def _much(self, left: Left) -> tuple[float, int]:
        if left.deals is None:
            return self._average(left.hands), 0
        return fmean(left.deals.values()), len(left.hands)

    def _deals_left(
        self, hands: Hands, tile: int | None, whole: bool = True
    ) -> Mapping[str, float] | None:
        seat, own = self.seen.seat, self.seen.hand & TILES
        if self._deals is None:
            return None
        found = self._deals.left(seat, own, hands, tile, whole)
        return {self.seen.players[other]: left for other, left in found.items()}

    def hands_left(self, left: Left) -> Mapping[str, float]:
        """Return how many hands of the viewer each other player is left with, on average.

        The answer to the pawn is counted, unless the deals are too many; of two players it tells
        the other one nothing.
        """
        tile = None if left.pawn is None else self.seen.code.box.tiles.index(left.pawn)
        return self._deals_left(left.hands, tile, whole=False) or self.beside_theirs(left.hands)

    @cached_property
    def now(self) -> Left:
        """What all think of before the move."""
        return Left(None, self.thinkable, self._deals_left(self.thinkable, None))

    def share_left(self, tile: Tile) -> float:
        """Return which part of the viewer's deals the answer to a pawn leaves, on average."""
        if tile not in self._shares:
            self._shares[tile] = sum(chance**2 for chance in self.lying_of(tile).values())
        return self._shares[tile]

    def rests_on(self, pawn: Event) -> tuple[Sequence[str], Sequence[Tile]]:
        """Return who still has to place a pawn well, if the team surely wins after a last `pawn`.

        Nobody, if it wins without their pawns, too, or may not win. Of one player the tiles are
        told with which it surely wins in each of the viewer's deals, if they are few.
        """
        end, (tile,) = self._end if self.last else None, self._tiles([pawn])
        if end is None or not self.is_complete or len(self._believed) > LOOKS:
            return (), ()
        deals = [tuple(deal) for deal in (self._believed & TILES).tolist()]
        try:
            seats, won = end.rests_on(self._table, self.seen.seat, 1 << tile, deals)
        except TooManyError:
            return (), ()
        tiles = self.seen.code.tiles(won & ~self.seen.shut)
        return [self.seen.players[seat] for seat in seats], tiles if len(tiles) <= FEW else ()

    def tells_nothing(self, move: Event) -> bool:
        """Tell whether a disc or a pawn of literal players surely tells nobody anything."""
        step, several = self.seen.step, len(self.seen.players) > 2
        if step is Step.CONCLUSION or self.tells_by_discs or self._pawns_tell:
            return False
        if len(self.left(move)) < len(self.thinkable):
            return False
        if step is Step.DISCS:
            return True
        asks = self.share_left(move.words[0]) < 1 or (several and self._deals is None)
        return not asks and self.leaves(move).deals == self.now.deals

    def counts_answer(self, tile: Tile) -> bool:
        """Tell whether it is counted what a pawn's answer tells others, if it tells anything."""
        asks = self.share_left(tile) < 1 or not self.is_complete
        return self._deals is not None or len(self.seen.sets) == 2 or not asks

    @property
    def is_won(self) -> bool:
        """Whether somebody can name all tiles by now, so that no disc or pawn is needed."""
        return (self.is_known and self.knows_all) or self.winner is not None

    @property
    def tells_with_pawn(self) -> bool:
        """Whether this is a disc of the last round, whose pawn goes with it."""
        return self.seen.step is Step.DISCS and self.seen.left == 1

    def _average(self, left: Hands) -> float:
        return fmean(self.beside_theirs(left).values())

    @property
    def is_known(self) -> bool:
        """Whether all can know the viewer's hand."""
        return len(self.thinkable) == 1

    @cached_property
    def _beside(self) -> Mapping[str, tuple[Any, Any]]:
        """Which of the viewer's `thinkable` hands others can think of beside their own, by player.

        A row for each hand that the worlds give to the player, and the number of the row of each
        world. Of many hands it is only told which overlap.
        """
        np, seat, found = self._np, self.seen.seat, dict[str, tuple[Any, Any]]()
        worlds = self._believed
        if not self.is_complete:
            worlds = worlds[: max(FEWEST, MANY // len(self.thinkable))]
        for other, player in enumerate(self.seen.players):
            if other == seat:
                continue
            held, which = np.unique(worlds[:, other], return_inverse=True)
            fits = self.thinkable & held[:, None] & TILES == 0
            if fits.size <= EXACTLY:
                sets, size = self._sets.copy(), self._size.copy()
                size[seat], sets[other, 0], size[other] = len(self.thinkable), 0, 1
                for row, hand in zip(fits, held, strict=True):
                    sets[seat, : size[seat]] = self.thinkable | hand
                    row &= self._hands.possible(sets, size, seat)
            found[player] = fits, which
        return found

    def beside_theirs(self, left: Hands) -> Mapping[str, float]:
        """Return how many of these hands of the viewer each other player is left with, on average.

        That is beside the player's own tiles, if these are left for all that everybody knows.
        Nobody surely has one left if that was so in all worlds which were drawn, not in all.
        """
        kept = self._np.isin(self.thinkable, left)
        least = 1.0 if self.is_complete or len(left) == 1 else 1 / ALMOST
        return {
            player: max(least, float(fits[:, kept].sum(axis=1)[which].mean()))
            for player, (fits, which) in self._beside.items()
        }

    def known_to_all(self, left: Hands) -> int:
        """Return the viewer's tiles, in bits, that each other player knows in all deals.

        That is beside the player's own tiles, if these hands are left for all that all know.
        """
        known: int = reduce(and_, self._heard[self._np.isin(self._heard, left)].tolist())
        return known & TILES & ~self.seen.shut

    @cached_property
    def _heard(self) -> Hands:
        """The viewer's hands that some other player can think of in some of the viewer's deals."""
        if not self.is_complete:
            return self.thinkable
        some: Any = reduce(or_, (fits.any(axis=0) for fits, _ in self._beside.values()))
        heard: Hands = self.thinkable[some]
        return heard

    def hands_of(self, player: str) -> Hands:
        """Return the hands of a player that can be for the viewer; the viewer's for some other."""
        seat, own = self.seen.players.index(player), self.seen.seat
        if seat == own:
            return self._heard
        sets, size = self._sets.copy(), self._size.copy()
        sets[own, 0], size[own] = self.seen.hand, 1
        hands: Hands = self.seen.sets[seat][self._hands.possible(sets, size, seat)]
        return hands

    @property
    def beside_all(self) -> Hands:
        """The hands that can be the viewer's for all, once the hands of all others lie open.

        They are those of one world, and all of them if the viewer `knows_all`.
        """
        np, seat = self._np, self.seen.seat
        others = np.bitwise_or.reduce(np.delete(self._believed[0], seat))
        hands: Hands = self.thinkable[self.thinkable & others & TILES == 0]
        return hands

    @cached_property
    def in_doubt(self) -> Mapping[str, Sequence[int]]:
        """The hands of each player that the viewer does not know; none if the worlds are many."""
        if not self.is_complete:
            return {}
        hands = (self._believed & TILES).T.tolist()
        each = zip(self.seen.players, (sorted({*row}) for row in hands), strict=True)
        return {player: own for player, own in each if len(own) > 1}

    @property
    def knows_all(self) -> bool:
        """Whether the viewer can know all hands."""
        worlds, complete = self.worlds(2)
        return complete and len(worlds) == 1

    @property
    def winner(self) -> str | None:
        """Another player who can name all tiles by now, in each of the viewer's few deals.

        When they lie open all can know the player's own hand, too.
        """
        np, worlds = self._np, self._believed & TILES
        sure = np.zeros(len(self.seen.players), dtype=np.int64)
        few = self.is_complete and len(worlds) <= LOOKS and self.seen.left <= 1
        for seat, player in enumerate(self.seen.players):
            if not few or seat == self.seen.seat or self.seen.step is Step.DISCS:
                continue
            beside = np.bitwise_or.reduce(np.delete(worlds, seat, axis=1), axis=1)
            if all(
                self._hands.surely(self._sets, self._size, seat, own, sure) == 1
                and (self.seen.sets[seat] & others & TILES == 0).sum() == 1
                for own, others in zip(worlds[:, seat], beside, strict=True)
            ):
                return player
        return None

    @cached_property
    def sights(self) -> Mapping[str, tuple[float, float]]:
        """In which part of the viewer's deals each other player is certain of a tile, and how many
        deals that player thinks of on average."""
        np, found = self._np, dict[str, tuple[float, float]]()
        sure = np.zeros(len(self.seen.players), dtype=np.int64)
        for seat, player in enumerate(self.seen.players):
            if seat == self.seen.seat:
                continue
            certain, deals = list[bool](), list[float]()
            hands, times = np.unique(self._believed[:, seat], return_counts=True)
            for own in hands:
                deals.append(self._hands.surely(self._sets, self._size, seat, own, sure))
                sure[seat] = 0
                certain.append(bool((sure & TILES & ~self.seen.shut).any()))
            found[player] = fmean(certain, times), fmean(deals, times)
        return found

    @property
    def first_of_others(self) -> str:
        """Who had better act before the viewer, if somebody does: who is certain most often in the
        conclusion, or thinks of the fewest deals; before it who gains most by it."""
        seen, found = self.seen, firsts(self._table) if self._first else None
        if seen.step is Step.CONCLUSION:
            sights = self.sights
            return max(sights, key=lambda each: (sights[each][0], -sights[each][1]))

        def gains(seat: int) -> float:
            hands = (self._believed[:, seat] & TILES).tolist()
            return fmean(found[seat, hand].gains for hand in hands) if found else 0.0

        waiting = (seat for seat, acted in enumerate(seen.acted) if not acted and seat != seen.seat)
        return seen.players[max(waiting, key=gains)]

    def asked_by(self, player: str) -> tuple[Sequence[Tile], Sequence[Tile]]:
        """Return the tiles in doubt for the viewer that may be the player's, and the others."""
        doubt = self.doubtful
        own = [tile for tile in doubt if self.lying_of(tile)[player] or not self.is_complete]
        return own, [tile for tile in doubt if tile not in own]

    @property
    def doubtful(self) -> Sequence[Tile]:
        """The tiles of which the viewer is not certain where they lie."""
        mine = self.seen.code.tiles(self.seen.hand & TILES)
        tiles = (tile for tile in self.seen.code.box.tiles if tile not in mine)
        return [tile for tile in tiles if max(self.lying_of(tile).values()) < 1]

    @cached_property
    def thinkable(self) -> Hands:
        """The viewer's hands that can be, for all that everybody knows."""
        own = self.seen.sets[self.seen.seat]
        hands: Hands = own[self._hands.possible(self._sets, self._size, self.seen.seat)]
        return hands

    def same(self, moves: Sequence[Event]) -> dict[Event, Event]:
        """Return for each of `moves` the first that comes to the same for literal players.

        Discs do that leave the same hands, or as many of tiles which nothing known tells apart, and
        pawns and guesses that name such tiles (before the last round a disc may tell them apart
        later); and all discs and pawns if it is won.
        """
        found = dict[Event, Event]()
        if self.tells_by_discs or self._pawns_tell:
            return found
        if self.seen.step is not Step.CONCLUSION and self.is_won:
            return dict.fromkeys(moves, moves[0])
        for move in moves:
            firsts = dict.fromkeys(found.values())
            alike = (each for each in firsts if self._are_same(each, move))
            found[move] = next(alike, move)
        return found

    def _are_same(self, one: Event, other: Event) -> bool:
        """Tell whether two moves of the same kind come to the same."""
        a, b = self._laid([one, other])
        if self.seen.step is Step.DISCS:
            left = [self._counted_alike(self.thinkable, target) for target in (a, b)]
            return self._np.array_equal(left[0], left[1]) or self._there(a) == self._there(b)
        if self.seen.step is Step.CONCLUSION and self.is_complete:
            right = [bool(self._right([each], self._believed).any()) for each in (one, other)]
            if not all(right):
                return not any(right)
        return one.words[1:] == other.words[1:] and self._alike[a] == self._alike[b]

    def _there(self, target: int) -> Mapping[tuple[int, int], int]:
        """Return how many open tiles of each kind are at a target, alike ones, own ones apart."""
        seen = self.seen
        there = seen.code.mask([*seen.code.box.targets.values()][target]) & ~seen.shut
        tiles = (n for n in range(len(seen.code.box.tiles)) if there >> n & 1)
        return Counter((self._alike[n], seen.hand >> n & 1) for n in tiles)

    @cached_property
    def _alike(self) -> Sequence[int]:
        """For each tile the first for which every player could as well have it, and the reverse."""
        return self._alike_in(self.seen.sets)

    @cached_property
    def _alike_beside(self) -> Sequence[int]:
        """The same for what all know of the others alone."""
        seat = self.seen.seat
        return self._alike_in([*self.seen.sets[:seat], *self.seen.sets[seat + 1 :]])

    def _alike_in(self, sets: Sequence[Hands]) -> Sequence[int]:
        np, found = self._np, list[int]()

        def swapped(a: int, b: int) -> bool:
            both = 1 << a | 1 << b
            ones = (hands[(hands >> a ^ hands >> b) & 1 == 1] & TILES for hands in sets)
            return all(np.array_equal(np.sort(each), np.sort(each ^ both)) for each in ones)

        for tile in range(len(self.seen.code.box.tiles)):
            firsts = dict.fromkeys(found)
            found.append(next((each for each in firsts if swapped(each, tile)), tile))
        return found

    def _counted_alike(self, hands: Hands, target: int) -> Hands:
        """Return those of `hands` that count as many at a target as the viewer's."""
        told = self._np.int64(7 << TARGETS_FROM + 3 * target)
        alike: Hands = hands[(hands ^ self.seen.hand) & told == 0]
        return alike

    def _without(self, tile: int) -> Hands:
        """Return the hands that can be the viewer's after a pawn on a tile, or a right guess."""
        seen = self.seen
        hands: Hands = self.thinkable[self.thinkable >> tile & 1 == 0]
        tells = self._pawns_tell and seen.step is Step.PAWNS
        if not tells or not seen.hand & TILES & ~seen.shut:
            return hands
        before = int(self._style.before[tile])
        while seen.shut >> before & 1:
            before = int(self._style.before[before])
        told: Hands = hands[hands >> before & 1 == 1]
        return told

    @property
    def deals(self) -> int:
        """How many deals the viewer thinks of, if these `is_complete`."""
        return len(self._believed)

    @property
    def is_complete(self) -> bool:
        """Whether what is told of tiles is counted over all worlds."""
        return self._worlds_told[1]

    @property
    def _believed(self) -> Worlds:
        """The worlds by which it is told what a move tells, the same for all moves."""
        return self._worlds_told[0]

    @cached_property
    def _worlds_told(self) -> tuple[Worlds, bool]:
        return self.worlds(BELIEVED)

    def lying_of(self, tile: Tile) -> Mapping[str, float]:
        """Return how likely each other player has a tile, and nobody, the likeliest first.

        Where worlds were drawn, tiles that are alike have one chance, and nothing is sure that was
        so in all of them.
        """
        most, number = 1.0 if self.is_complete else ALMOST, self.seen.code.box.tiles.index(tile)
        alike = [number]
        if not self.is_complete:
            kinds = enumerate(self._alike_beside)
            alike = [n for n, kind in kinds if kind == self._alike_beside[number]]
            alike = [n for n in alike if not self.seen.hand >> n & 1] or [number]
        has = self._np.stack([self._believed >> n & 1 for n in alike])
        chances = dict(zip(self.seen.players, has.mean(axis=(0, 1)).tolist(), strict=True))
        del chances[self.seen.players[self.seen.seat]]
        chances[NOBODY] = float(1 - has.any(axis=2).mean())
        likeliest = sorted(chances.items(), key=lambda each: -each[1])
        return {place: min(chance, most) for place, chance in likeliest}

    def lying(self, worlds: Worlds) -> dict[Claim, list[float]]:
        """Return who has which tile in each world, nobody among them."""
        found: dict[Claim, list[float]] = {}
        for i, tile in enumerate(self.seen.code.box.tiles):
            there = worlds >> i & 1 > 0
            for seat, player in enumerate(self.seen.players):
                if seat != self.seen.seat:
                    found[Claim(tile, player)] = there[:, seat].astype(float).tolist()
            found[Claim(tile, NOBODY)] = (~there.any(1)).astype(float).tolist()
        return found

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
        return self._np.array([self._round.after(each, theirs) for each in self._laid(moves)])

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
        return sorted(rated, key=lambda each: (-round(each.value, DIGITS), not is_certain(each)))

    def _guessed(self, move: Event, worlds: Worlds) -> list[float]:
        """Return the team's chance to win each of `worlds` after a guess."""
        seen, (tile,) = self.seen, self._tiles([move])
        bit, seat = self._np.int64(1 << tile), seen.players.index(move.words[1])
        right = worlds[:, seat] & bit != 0
        values = self._play.rated_guess(self._sets, self._size, seen.shut, worlds, right, bit, seat)
        found: list[float] = values.tolist()
        return found

    def _right(self, moves: Sequence[Event], worlds: Worlds) -> Any:
        """Return a matrix of worlds (rows) by guesses (columns): is the guess right there?"""
        bits = self._np.array([1 << tile for tile in self._tiles(moves)], dtype=self._np.int64)
        seats = [self.seen.players.index(move.words[1]) for move in moves]
        return (worlds[:, seats] & bits[None, :]) != 0

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

    def _laid(self, moves: Sequence[Event]) -> list[int]:
        """Return the numbers of the targets or tiles on which `moves` lay something."""
        return self._numbers(moves) if self.seen.step is Step.DISCS else self._tiles(moves)

    def _numbers(self, moves: Sequence[Event]) -> list[int]:
        targets = list(self.seen.code.box.targets)
        return [targets.index(move.words[0]) for move in moves]

    def _tiles(self, moves: Sequence[Event]) -> list[int]:
        return [self.seen.code.box.tiles.index(move.words[0]) for move in moves]


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

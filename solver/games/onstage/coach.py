"""The coach of Onstage: rates the moves of a seat over the deals that fit its view.

With few deals left they are all played out (`end_kernel`), else moves are tried in deals that are
drawn (`trial_kernel`), in a race: a move that falls behind is tried no more (Maron and Moore 1994).
Nothing but a view comes in here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import as_file, files
from math import sqrt
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Any

from ....models.core import Event, View
from ....models.onstage import Box, State, value_of
from ....models.onstage.text import suit_name
from ....models.words import Words, say
from ...play.coach import Advice, Assumptions, Budget, Choice, choices, seed_of
from .behaviour import Behaviour, resampled
from .deals import Deals, plays_of_round
from .table import event_of, mask, numbered, shown_voids

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .value_kernel import Net

MOST = Budget(iterations=5_000, quick=False)
"""How long advice takes unless told otherwise: about half a second."""
AT_A_TABLE = Budget(iterations=500)
"""How long the bot thinks unless told otherwise: about a twentieth of a second."""
WINS = 0.5
"""The part of the reward that is winning the round, the rest being the margin; in the last round
winning is all."""
WIDTH = 10
"""How many moves are tried, the best by the value alone."""
AHEAD = 1
"""How many tricks are played beyond the present one before the value tells the rest."""
CHUNK = 16
"""How many deals every move is tried in, before those that fell behind leave the race."""
BEHIND = 2.0
"""How many standard errors behind the best that is."""
SHOWN = 3
"""How many moves stay in the race if all are to be told."""
END_HAND = 4
"""The most cards in hand with which the end of a round is solved exactly."""
END_WORK = 40_000
"""Deals times moves that are solved exactly in about a second; a budget allows its part of it."""
OPEN_WORK = 500_000
"""Tables that are looked at in about half a second when the hands are known; as END_WORK is."""
END_DEALS = 200_000
"""Deals that are held in memory at most, however long there is to think."""
TRIES = 10_000
"""How many tries there are about in a second."""


@cache
def stored_net() -> Net:
    """Return the weights of the learned value that come with the program."""
    import numpy as np

    from .value_kernel import Net

    with as_file(files(__package__).joinpath("value.npz")) as path, np.load(path) as weights:
        return Net(*(np.ascontiguousarray(weights[name]) for name in Net._fields))


@dataclass(frozen=True, slots=True)
class Rated:
    """A move and what came of it, in `tries` deals; `exact` if these are all there are.

    `margin` and `win` are expected values; `won` and `trumps` are how often the viewer's side
    wins the present trick and which suit is trump after it, none where that is not counted.
    `guaranteed` is the margin that the viewer's side can be sure of whatever the others do, where
    all hands are known.
    """

    move: Event
    tries: int
    margin: float
    margin_error: float
    win: float
    win_error: float
    exact: bool
    won: float = 0.0
    gained: float = 0.0
    trumps: tuple[float, ...] = ()
    guaranteed: int | None = None


@dataclass(frozen=True)
class Position:
    """What a seat knows when it is to move, in numbers.

    In `root`, the cards that the seat does not see lie in a heap, as if removed.
    """

    view: View[State]
    state: State
    deals: Deals
    root: NDArray[np.int64]

    @classmethod
    def of(cls, view: View[State]) -> Position:
        """Return the position of the viewer of `view`; raises Contradiction if no deal fits."""
        from .rules_kernel import BEFORE, REMOVED, VOIDS

        state = view.state
        deals = Deals.of(view)
        if not deals.number:
            from ...engine.solve import possible

            possible(view)
        root = numbered(deals.box, state)
        plays = plays_of_round(view)
        seen = {*state.hands[view.viewer].known, *(play.words[0] for play in plays)}
        root[REMOVED] = mask((c for c in deals.box.cards if c not in seen), deals.box.cards)
        root[VOIDS] = shown_voids(deals.box, state.players, plays)
        if state.round >= len(state.players):
            for seat, total in enumerate(state.totals.values()):
                root[BEFORE] |= total << 8 * seat
        return cls(view, state, deals, root)

    @property
    def box(self) -> Box:
        """The box that is played with."""
        box: Box = self.deals.box
        return box

    @property
    def seat(self) -> int:
        """The place of the viewer in the seating order."""
        return self.state.players.index(self.view.viewer)

    @property
    def last_round(self) -> bool:
        """Whether the game is won or lost in this round. ON-4"""
        return self.state.round >= len(self.state.players)

    @property
    def wins(self) -> float:
        """How much of the reward is winning, what went before counted in the last round."""
        return 1.0 if self.last_round else WINS

    @cached_property
    def moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The codes of the moves, those that come to the same once, and what stands after each."""
        import numpy as np

        from . import rules_kernel as rules

        afters = np.zeros((rules.MOST_MOVES, rules.SIZE), np.int64)
        codes = np.zeros(rules.MOST_MOVES, np.int64)
        n = rules.moves(self.root, afters, codes)
        _, first = np.unique(afters[:n], axis=0, return_index=True)
        first.sort()
        return codes[first], afters[first]

    def event(self, code: int) -> Event:
        """Return the move with this `code`."""
        return event_of(self.box, self.root, self.view.viewer, code)


def rated(
    position: Position, budget: Budget, seed: int, behaviour: Behaviour | None = None
) -> list[Rated]:
    """Return the moves of the viewer that were looked at, the best first.

    With `behaviour`, deals are the likelier, the better they explain what the others played.
    """
    begun = thread_time()
    found = [] if behaviour else solved(position, budget)
    return found or raced(position, budget, seed, behaviour, begun)


def raced(
    position: Position, budget: Budget, seed: int, behaviour: Behaviour | None, begun: float
) -> list[Rated]:
    """Return the moves that were tried in deals drawn at random, the one that came best first."""
    import numpy as np

    from . import trial_kernel as trial

    net, rng = stored_net(), np.array([seed], np.uint64)
    codes, afters = position.moves
    some = promising(position)
    alive, tables, done = np.arange(len(some)), list[Any](), 0
    draws = _draws(position, behaviour, rng)
    keep = 1 if budget.quick else SHOWN
    while True:
        dealt = next(draws)
        came = np.full((CHUNK, len(some), trial.COLUMNS), np.nan)
        trial.play_on(position.root, afters[some], alive, dealt, AHEAD, net, position.wins, came)
        tables.append(came)
        done += CHUNK * len(alive)
        if budget.iterations is not None and done + CHUNK * len(alive) > budget.iterations:
            break
        if budget.seconds is not None and thread_time() - begun > budget.seconds:
            break
        alive = _in_the_race(np.concatenate(tables)[:, :, trial.REWARD], alive, keep)
        if len(alive) == 1:
            break
    came = np.concatenate(tables)
    worth = came[:, :, trial.REWARD]
    order = sorted(range(len(some)), key=lambda i: (i not in alive, -np.nanmean(worth[:, i])))
    return [_rated(position, int(codes[some[i]]), came[:, i]) for i in order]


def promising(position: Position) -> NDArray[np.int64]:
    """Return the numbers of the moves that are best by the value alone, the best first."""
    import numpy as np

    from . import value_kernel as value

    desk, net = value.new_desk(), stored_net()
    _, afters = position.moves
    worth = [value.reward(each, position.seat, net, position.wins, desk) for each in afters]
    found: NDArray[np.int64] = np.argsort(-np.array(worth), kind="stable")[:WIDTH]
    return found


def _draws(
    position: Position, behaviour: Behaviour | None, rng: NDArray[np.uint64]
) -> Iterator[NDArray[np.int64]]:
    """Yield deals, CHUNK at a time."""
    while True:
        if behaviour:
            yield from resampled(position.view, position.deals, behaviour, CHUNK, rng)
        else:
            yield position.deals.draw(CHUNK, rng)


def _in_the_race(
    worth: NDArray[np.float64], alive: NDArray[np.int64], keep: int
) -> NDArray[np.int64]:
    """Return which of the moves `alive` are not clearly behind the best, at least `keep` of them.

    worth: (deals, moves). All were tried in the same deals, so it is differences that count.
    """
    import numpy as np

    of_alive = worth[:, alive]
    means = of_alive.mean(0)
    best = int(means.argmax())
    behind = of_alive[:, [best]] - of_alive
    error = behind.std(0) / sqrt(len(behind))
    stays = behind.mean(0) < BEHIND * error
    stays[np.argsort(-means, kind="stable")[:keep]] = True
    left: NDArray[np.int64] = alive[stays]
    return left


def _rated(position: Position, code: int, came: NDArray[np.float64]) -> Rated:
    import numpy as np

    from . import trial_kernel as trial

    came = came[~np.isnan(came[:, trial.REWARD])]
    tries = len(came)
    mean, error = came.mean(0), came.std(0) / sqrt(tries)
    suits = range(len(position.box.suits) + 1)
    return Rated(
        position.event(code),
        tries,
        float(mean[trial.CAME_MARGIN]),
        float(error[trial.CAME_MARGIN]),
        float(mean[trial.CAME_WIN]),
        float(error[trial.CAME_WIN]),
        exact=False,
        won=float(mean[trial.TRICK_WON]),
        gained=float(mean[trial.GAINED]),
        trumps=tuple(float(np.mean(came[:, trial.TRUMP_AFTER] == suit)) for suit in suits),
    )


def solved(position: Position, budget: Budget) -> list[Rated]:
    """Return the moves with exact values, none if there are too many deals for that.

    They are exact for others who play as the bot `greedy`; of equals, the one goes first that is
    better whatever they do.
    """
    import numpy as np

    from . import end_kernel as end

    players, hand = len(position.state.players), len(position.state.hands[position.view.viewer])
    codes, afters = position.moves
    seconds = budget.seconds or (budget.iterations or TRIES) / TRIES
    number = position.deals.number
    if hand > END_HAND or number > END_DEALS or number * len(codes) > END_WORK * seconds:
        return []
    dealt, odds = position.deals.every()
    # The deals can be parted by every play of another, and by every claim.
    room = np.zeros(len(dealt) * (2 + hand * (players + 1)), np.int64)
    goal = end.ROUND if position.last_round else end.MARGIN
    found, sure = [], guarantees(position, dealt, int(OPEN_WORK * seconds))
    for code, after, least in zip(codes, afters, sure, strict=True):
        margin, win = end.solve(after, dealt, odds, room, position.seat, goal)
        move = position.event(int(code))
        came = Rated(move, len(dealt), float(margin), 0.0, float(win), 0.0, exact=True)
        found.append(replace(came, guaranteed=least))

    def worth(each: Rated) -> tuple[float, float, int]:
        first, second = (each.win, each.margin) if goal else (each.margin, each.win)
        return first, second, each.guaranteed or 0

    return sorted(found, key=worth, reverse=True)


def guarantees(
    position: Position, dealt: NDArray[np.int64], work: int
) -> Sequence[int] | Sequence[None]:
    """Return the margin that the viewer's side can be sure of after each move, if it is known.

    It is where the deals `dealt` are one, and it is found by looking at so many tables at most.
    """
    import numpy as np

    from . import open_kernel as open_hands
    from .end_kernel import imagine

    codes, afters = position.moves
    if (dealt != dealt[0]).any():
        return [None] * len(codes)
    table, left, found = open_hands.new_table(), np.array([work]), []
    s = np.empty_like(position.root)
    for after in afters:
        imagine(s, after, dealt[0], 0, position.seat)
        found.append(int(open_hands.guaranteed(s, position.seat, table, left)))
        if found[-1] == open_hands.UNKNOWN:
            return [None] * len(codes)
    return found


# what is told


def advise(view: View[State], budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
    """Return the moves of the viewer of `view`, the best first; there are no conventions here.

    Raises Contradiction where no deal fits the view.
    """
    if not choices(view):
        return []
    position = Position.of(view)
    if budget.seconds is None and budget.iterations is None:
        budget = replace(MOST, quick=budget.quick)
    behaviour = None if assumed.behaviour is None else Behaviour(assumed.behaviour)
    found = rated(position, budget, seed_of(view, seed), behaviour)
    return [_advice(position, each) for each in found]


def _advice(position: Position, move: Rated) -> Advice:
    if position.last_round:
        value, error, unit = move.win, move.win_error, say("chance to win the game")
    else:
        value, error = move.margin, move.margin_error
        unit = say("blossoms ahead of the best other at the end of the round")
    why = _why(position, move)
    return Advice(move.move, value, unit, error, move.exact, why, chance=position.last_round)


def _why(position: Position, move: Rated) -> Words:
    if move.exact:
        told = say(
            "all {n} deals that fit were played out, the others playing as the bot greedy does: "
            "{margin} blossoms ahead, best in {win} %",
            n=move.tries,
            margin=f"{move.margin:+.2f}",
            win=round(100 * move.win),
        )
        return told if move.guaranteed is None else _sure(told, move.guaranteed)
    often = max(range(len(move.trumps)), key=move.trumps.__getitem__)
    suits = position.box.suits
    if often < len(suits):
        trump = say("{suit} is trump after it", suit=suit_name(suits[often]))
    else:
        trump = say("there is no trump after it")
    return say(
        "wins the trick with a chance of {won}%, {gained} blossoms with it; {trump}: {n}%",
        won=round(100 * move.won),
        gained=f"{move.gained:.1f}",
        trump=trump,
        n=round(100 * move.trumps[often]),
    )


def _sure(told: Words, margin: int) -> Words:
    if margin < 0:
        return say(
            "{told}; the hands are known: at most {n} blossoms behind whatever the others do",
            told=told,
            n=-margin,
        )
    return say(
        "{told}; the hands are known: at least {n} blossoms ahead whatever the others do",
        told=told,
        n=margin,
    )


def nudge(view: View[State]) -> Words | None:
    """Return where the viewer of `view` should look for a move, None without a choice."""
    moves = choices(view)
    if len(moves) < 2:
        return None
    position = Position.of(view)
    best = rated(position, AT_A_TABLE, seed_of(view))[0].move
    if best.verb == "claims":
        return say("Your claim: look at what is trump when that performer has left the stage.")
    card, *used = best.words
    if used:
        return say("Your card: look at what an ability would make of the trump.")
    if not position.state.trick:
        return say("Your lead: look at who can still follow {suit}.", suit=suit_name(card[0]))
    if best.words[0] == min(moves, key=_value).words[0]:
        return say("Your card: look at what this trick is worth, and what you will need later.")
    return say("Your card: look at who can still take this trick.")


def _value(move: Event) -> int:
    return value_of(move.words[0])


@dataclass(frozen=True)
class CoachBot:
    """Makes the move that the coach would advise."""

    budget: Budget = AT_A_TABLE
    behaviour: Behaviour | None = None

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the move of the viewer of `view` that is rated best."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        found = rated(Position.of(view), self.budget, seed_of(view), self.behaviour)
        return Choice(found[0].move)

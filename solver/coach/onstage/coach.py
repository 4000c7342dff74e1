"""The coach of Onstage: rates the moves of a seat over the deals that fit its view.

With few deals left they are all played out (`end_kernel`), else the search draws from them
(`tree_kernel`). Nothing but a view comes in here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import sqrt
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Any, cast

from ....models.core import Event, View, fold
from ....models.onstage import Box, State, value_of
from ....models.onstage.text import suit_name
from ....models.words import Words, say
from .. import Advice, Budget, Choice, choices, seed_of
from .deals import Deals
from .table import joined, numbered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST = Budget(iterations=20_000)
"""How long advice takes unless told otherwise: about half a second."""
AT_A_TABLE = Budget(iterations=3_000)
"""How long the bot thinks unless told otherwise: about a twentieth of a second."""
NODES = 200_000
CHUNK = 64
FEWEST = 10
"""How often a move must have been tried to be listed beside the best."""


@dataclass(frozen=True)
class Settings:
    """How to search: the weights of the policy and the settings of the tree, from policy.toml."""

    weights: tuple[float, ...]
    search: tuple[float, ...]
    end_work: int

    @classmethod
    @cache
    def stored(cls) -> Settings:
        """Return the settings that come with the program."""
        text = files(__package__).joinpath("policy.toml").read_text(encoding="utf-8")
        data = tomllib.loads(text)
        weights = tuple(map(float, data["weights"].values()))
        return cls(weights, tuple(map(float, data["search"].values())), data["end"]["work"])


@dataclass(frozen=True, slots=True)
class Rated:
    """A move and what came of it, over `tries` deals; `exact` if these are all there are.

    `margin` and `win` are expected values; `won` and `trumps` are how often the viewer's side
    wins the present trick and which suit is trump after it, None where that is not counted.
    """

    move: Event
    tries: int
    margin: float
    margin_error: float
    win: float
    exact: bool
    won: float = 0.0
    gained: float = 0.0
    trumps: tuple[float, ...] = ()


@dataclass(frozen=True)
class Position:
    """What a seat knows when it is to move, in numbers."""

    view: View
    state: State
    deals: Deals
    root: NDArray[np.int64]

    @classmethod
    def of(cls, view: View) -> Position:
        """Return the position of the viewer of `view`; raises Contradiction if no deal fits."""
        state: State = fold(view)
        deals = Deals.of(view)
        if not deals.number:
            from ...solve import possible

            possible(view)
        return cls(view, state, deals, numbered(view.game.box, state))  # type: ignore[attr-defined]

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
    def base(self) -> NDArray[np.int64]:
        """What counts beside this round: in the last one the totals, else nothing."""
        import numpy as np

        base = np.zeros(5, np.int64)
        if self.last_round:
            base[: len(self.state.players)] = list(self.state.totals.values())
        return base


def rated(position: Position, budget: Budget, seed: int, settings: Settings) -> list[Rated]:
    """Return the moves of the viewer that were looked at, the best first."""
    begun = thread_time()
    found = solved(position, settings)
    return found or searched(position, budget, seed, settings, begun)


def searched(
    position: Position, budget: Budget, seed: int, settings: Settings, begun: float
) -> list[Rated]:
    """Return the moves as the search rates them; it came back most often to the first."""
    import numpy as np

    from . import tree_kernel as tree

    nodes = np.zeros((_room(budget), 4), np.int64)
    came = np.zeros((len(nodes), tree.COLUMNS))
    nodes[0, tree.CHOICE] = 1
    rng = np.array([seed], np.uint64)
    weights, how = np.array(settings.weights), np.array(settings.search)
    done, base, search = 0, position.base, cast(Any, tree.search)
    while budget.iterations is None or done < budget.iterations:
        n = CHUNK if budget.iterations is None else min(CHUNK, budget.iterations - done)
        search(
            *(position.root, position.seat, base, *position.deals.drawn_from),
            *(weights, how, nodes, came, n, seed, rng),
        )
        done += n
        if budget.seconds is not None and thread_time() - begun > budget.seconds:
            break
    return sorted(_moves(position, nodes, came), key=lambda each: -each.tries)


def _room(budget: Budget) -> int:
    return NODES if budget.iterations is None else min(NODES, budget.iterations + 2)


def _moves(
    position: Position, nodes: NDArray[np.int64], came: NDArray[np.float64]
) -> Iterator[Rated]:
    """Yield the moves at the root of the tree, each once whatever way it was chosen. ON-21"""
    from . import rules_kernel as rules
    from . import tree_kernel as tree

    def walk(
        node: int, s: NDArray[np.int64], made: list[int]
    ) -> Iterator[tuple[int, list[int], Any]]:
        child = int(nodes[node, tree.CHILD])
        while child:
            after = s.copy()
            rules.apply(after, nodes[child, tree.CHOICE])
            choices_made = [*made, int(nodes[child, tree.CHOICE])]
            if nodes[child, tree.VISITS] and after[rules.PHASE] in rules.BETWEEN:
                yield child, choices_made, after.tobytes()
            else:
                yield from walk(child, after, choices_made)
            child = int(nodes[child, tree.SIBLING])

    found = sorted(walk(0, position.root, []), key=lambda each: -nodes[each[0], tree.VISITS])
    seen: set[bytes] = set()
    for node, made, after in found:
        if after not in seen:
            seen.add(after)
            move = joined(position.box, position.root, position.view.viewer, made)
            yield _rated(move, int(nodes[node, tree.VISITS]), came[node])


def _rated(move: Event, tries: int, came: NDArray[np.float64]) -> Rated:
    from . import tree_kernel as tree

    margin = came[tree.MARGIN] / tries
    spread = max(0.0, came[tree.MARGIN2] / tries - margin**2)
    return Rated(
        move,
        tries,
        float(margin),
        sqrt(spread / tries),
        float(came[tree.ROUND] / tries),
        exact=False,
        won=float(came[tree.TRICK_WON] / tries),
        gained=float(came[tree.GAINED] / tries),
        trumps=tuple(float(each / tries) for each in came[tree.TRUMPS :]),
    )


def solved(position: Position, settings: Settings) -> list[Rated]:
    """Return the moves with exact values, none if there are too many deals for that.

    They are exact for others who play by the policy.
    """
    import numpy as np

    from . import end_kernel as end
    from . import rules_kernel as rules

    hand = len(position.state.hands[position.view.viewer])
    number = position.deals.number
    if hand not in _PATHS or number > _MOST_DEALS or number * _PATHS[hand] > settings.end_work:
        return []
    states = np.zeros((int(number) * _levels(position, hand), rules.SIZE), np.int64)
    odds, n = np.zeros(len(states)), 0
    _, fixed, which, _, rooms, cards, voids = position.deals.arrays
    for i, case in enumerate(position.deals.cases):
        s = position.root.copy()
        s[:5] |= fixed[i, :5]
        s[rules.REMOVED] |= fixed[i, 5]
        free, before = [j for j in range(rules.CARDS) if cards[i].sum() >> j & 1], n
        n = end.spread(states, n, s, np.array(free, np.int64), rooms[which[i]].copy(), voids)
        odds[before:n] = case.weight
    odds[:n] /= odds[:n].sum()
    goal = end.ROUND if position.last_round else end.MARGIN
    weights, base = np.array(settings.weights), position.base
    found = []
    for move, made in _legal(position):
        sums = end.solve(states, odds, n, np.array(made), position.seat, base, goal, weights)
        found.append(Rated(move, n, float(sums[0]), 0.0, float(sums[1]), exact=True))
    return sorted(
        found, key=lambda each: (-each.win, -each.margin) if goal else (-each.margin, -each.win)
    )


def _levels(position: Position, hand: int) -> int:
    """How many choices can follow one another, each of four parts, with the claims."""
    return 2 + hand * (4 * len(position.state.players) + 1)


_MOST_DEALS = 40_000
_PATHS = {1: 1, 2: 4, 3: 30, 4: 400}
"""How many ways of one's own there are about to play the last cards of a hand."""


def _legal(position: Position) -> Iterator[tuple[Event, list[int]]]:
    """Yield the legal moves, of those that come to the same only one. ON-21"""
    from . import rules_kernel as rules
    from .table import split

    seen: set[bytes] = set()
    for move in choices(position.view):
        made = split(position.box, position.root, move)
        after = position.root.copy()
        for choice in made:
            rules.apply(after, choice)
        if after.tobytes() not in seen:
            seen.add(after.tobytes())
            yield move, made


# what is told


def advise(view: View, budget: Budget, seed: int, convention: bool) -> list[Advice]:
    """Return the moves of the viewer of `view`, the best first; there are no conventions here.

    Raises Contradiction where no deal fits the view.
    """
    if not choices(view):
        return []
    position = Position.of(view)
    if budget.seconds is None and budget.iterations is None:
        budget = MOST
    found = rated(position, budget, seed_of(view, seed), Settings.stored())
    listed = [each for each in found if each.exact or each is found[0] or each.tries >= FEWEST]
    return [_advice(position, each) for each in listed]


def _advice(position: Position, move: Rated) -> Advice:
    if position.last_round:
        value, unit = move.win, say("chance to win the game")
        error = 0.0 if move.exact else sqrt(value * (1 - value) / move.tries)
    else:
        value, error = move.margin, move.margin_error
        unit = say("blossoms ahead of the best other at the end of the round")
    why = _why(position, move)
    return Advice(move.move, value, unit, error, move.exact, why, chance=position.last_round)


def _why(position: Position, move: Rated) -> Words:
    if move.exact:
        return say(
            "all {n} deals that fit were played out, the others playing by the coach's rule of "
            "thumb: {margin} blossoms ahead, best in {win} %",
            n=move.tries,
            margin=f"{move.margin:+.2f}",
            win=round(100 * move.win),
        )
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


def nudge(view: View) -> Words | None:
    """Return where the viewer of `view` should look for a move, None without a choice."""
    moves = choices(view)
    if len(moves) < 2:
        return None
    position = Position.of(view)
    best = rated(position, AT_A_TABLE, seed_of(view), Settings.stored())[0].move
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
    settings: Settings = field(default_factory=Settings.stored)

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the move of the viewer of `view` that is rated best."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        found = rated(Position.of(view), self.budget, seed_of(view), self.settings)
        return Choice(found[0].move)

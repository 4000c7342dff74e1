"""What is guaranteed at the end of a round: the most blossoms, whatever the others do.

All possible deals are searched together: the viewer knows only what has been seen, so it makes one
choice for all deals that look alike (an information set); all others know every hand, and play
against the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from ...models.core import Event, View
from ...models.hidden import Because, Count, Hidden, World
from ...models.onstage import GAME, State, Step, suit_of
from ...models.onstage.state import Card
from ...models.record import read
from ...models.words import say
from ...solver.engine.count import Counter
from ...solver.engine.cpsat import Translation
from ...solver.engine.sweep import TooManyStates
from ...solver.engine.work import Work
from ..kinds import Engine

MOST_DEALS = 60
MOST_STATES, FEW_STATES = 16_000, 2_000
"""Most states that are searched; beyond them there is no answer. New puzzles must be searched
within the smaller limit: under other names a search may need a few more states."""
CARDS = 3
"""With at most this many cards in a hand, the round can be searched to its end."""

HIGHEST = 99
"""More blossoms than anybody can have."""

Deal = tuple[tuple[str, frozenset[Card]], ...]
"""What everybody but the viewer may hold."""


@lru_cache(maxsize=64)
def sure(text: str, engine: Engine, most: int = MOST_STATES) -> Mapping[Event, int]:
    """Return for each move in the view of `text` how many blossoms of this round it guarantees.

    Raises TooManyStates.
    """
    view: View[State] = read(text)
    return _searched(text, deals(view, engine)).moves(view.state, most)


@lru_cache(maxsize=4)
def _searched(text: str, deals: tuple[Deal, ...]) -> _Search:
    """Return the search for the view of `text`, with the results it has so far."""
    return _Search(read(text).viewer, deals)


def deals(view: View[State], engine: Engine) -> tuple[Deal, ...]:
    """Return what the others can hold, by counting or by CP-SAT; raises TooManyStates.

    By counting there are no deals where lines contradict each other, by CP-SAT that is raised, too.
    """
    hidden = view.game.model.hidden(view)
    worlds = _counted(hidden) if engine is Engine.COUNT else _proved(hidden)
    state = view.state
    others = [player for player in state.players if player != view.viewer]
    found: set[Deal] = set()
    for world in worlds:
        at = {card: hidden.name_of(place) for card, (place,) in world.items()}
        hands = [{card for card, name in at.items() if name == player} for player in others]
        found.add(
            tuple(
                (player, frozenset(hand.union(state.hands[player].known)))
                for player, hand in zip(others, hands, strict=True)
            )
        )
    return tuple(sorted(found, key=lambda deal: [sorted(hand) for _, hand in deal]))


def _counted(hidden: Hidden) -> Iterator[World]:
    counter = Counter(hidden)
    if counter.worlds > MOST_DEALS:
        raise TooManyStates
    return (counter.world(number) for number in range(counter.worlds))


def _proved(hidden: Hidden) -> Iterator[World]:
    """Yield worlds that differ, until there are no more; raises TooManyStates.

    Also where there is none: tuned boards can contradict themselves on the way, no puzzle does.
    """
    model = Translation(hidden, presolve=True)
    because = Because(0, say("another deal"), setup=True)
    for found in range(MOST_DEALS + 1):
        world = model.world(Work())
        if world is None and found:
            return
        if world is None:
            break
        yield world
        model.require_one(
            Count(frozenset({item}), frozenset(places), 0, 0, because)
            for item, places in world.items()
        )
    raise TooManyStates


class _Node:
    """A state that can come, in `those` deals.

    `least` to `most` blossoms are guaranteed there, as far as is known: those of the `score` that
    the viewer has at the end of the round, None before.
    """

    __slots__ = ("_branches", "_coming", "least", "most", "score", "state", "those")

    def __init__(self, state: State, those: frozenset[int], score: int | None = None) -> None:
        self.state, self.those, self.score = state, those, score
        self.least, self.most = (0, HIGHEST) if score is None else (score, score)
        self._branches: list[tuple[Event, _Node]] = []
        self._coming: Iterator[tuple[Event, _Node]] | None = None

    def branches(
        self, found: Callable[[_Node], Iterator[tuple[Event, _Node]]]
    ) -> Iterator[tuple[Event, _Node]]:
        """Yield each move and what comes of it; each is `found` once, when it is needed."""
        if self._coming is None:
            self._coming = found(self)
        yield from self._branches
        for branch in self._coming:
            self._branches.append(branch)
            yield branch


class _Search:
    """How many blossoms are guaranteed, from every state that can come."""

    def __init__(self, viewer: str, deals: tuple[Deal, ...]) -> None:
        self._viewer = viewer
        self._hands = [dict(deal) for deal in deals]
        self._all = frozenset(range(len(deals)))
        self._round = 0
        self._nodes: dict[object, _Node] = {}
        self._found: dict[Event, int] = {}
        self._left = self._spent = 0

    def moves(self, state: State, most: int) -> Mapping[Event, int]:
        """Return what each move of the viewer guarantees, within a limit of `most` states.

        Raises TooManyStates for the same questions, even if results are cached.
        """
        if not self._found:
            self._round, self._left, self._nodes = state.round, most, {}
            found: dict[Event, int] = {}
            for move in GAME.turn(state):  # type: ignore[union-attr]
                after = self._after(state, move, self._all)
                found[move] = self._most(after, max(found.values(), default=0))
            self._found, self._spent = found, most - self._left
        if self._spent > most:
            raise TooManyStates
        return self._found

    def _most(self, node: _Node, guess: int) -> int:
        """Return the most blossoms guaranteed there; the search starts at `guess`."""
        n = guess
        while n and not self._brings(node, n):
            n -= 1
        while n >= guess and self._brings(node, n + 1):
            n += 1
        return n

    def line(self, state: State, move: Event, n: int) -> Iterator[Event]:
        """Yield a continuation after `move` in which the others leave the viewer only `n`."""
        self.moves(state, MOST_STATES)
        self._left = MOST_STATES
        yield move
        node = self._after(state, move, self._all)
        while node.score is None:
            for then, after in node.branches(self._branches):
                own = then.actor == self._viewer
                if own == self._brings(after, n if own else n + 1):
                    node = after
                    yield then
                    break
            else:
                return

    def _after(self, state: State, move: Event, those: frozenset[int]) -> _Node:
        """Return what comes of `move` in `those` deals: one node for all that go on alike."""
        row = GAME.closing(state, move)
        if row is None:
            state = GAME.apply(state, move)
            if state.round == self._round and state.step in (Step.PLAY, Step.CLAIM):
                key = _key(state), those
                if key not in self._nodes:
                    self._nodes[key] = _Node(state, those)
                return self._nodes[key]
            row = state.scores[-1]
        return _Node(state, those, row[state.players.index(self._viewer)])

    def _brings(self, node: _Node, n: int) -> bool:
        """Tell whether `n` blossoms are guaranteed there."""
        if node.least < n <= node.most:
            self._left -= 1
            if self._left < 0:
                raise TooManyStates
            if self._judged(node, n):
                node.least = n
            else:
                node.most = n - 1
        return n <= node.least

    def _judged(self, node: _Node, n: int) -> bool:
        own = False
        for move, after in node.branches(self._branches):
            own = move.actor == self._viewer
            if self._brings(after, n) == own:
                return own
        return not own

    def _branches(self, node: _Node) -> Iterator[tuple[Event, _Node]]:
        """Yield each move that some of the deals allow, with what comes of it in those."""
        state, legal = node.state, dict[int, frozenset[Card]]()
        moves = GAME.turn(state)
        assert isinstance(moves, tuple)
        for move in moves:
            those = node.those
            if move.verb == "plays" and move.actor != self._viewer:
                legal = legal or {deal: self._legal(state, deal) for deal in those}
                card = move.words[0]
                those = frozenset(deal for deal in those if card in legal[deal])
                if not those:
                    continue
            yield move, self._after(state, move, those)

    def _legal(self, state: State, deal: int) -> frozenset[Card]:
        """Return the cards that the player to act holds in `deal` and may play. ON-17"""
        gone = {play.card for play in state.trick}.union(state.played)
        hand = self._hands[deal][state.to_play] - gone
        lead = state.lead
        return frozenset(card for card in hand if suit_of(card) == lead) or hand


def _key(state: State) -> tuple[object, ...]:
    """Return all that the rest of the round depends on."""
    claimed = tuple(tuple(sorted(own)) for own in state.claimed.values())
    gone = state.played | {play.card for play in state.trick}
    return (state.step, state.theatre, claimed, state.trick, gone, state.leader)


def ending(view: View[State]) -> bool:
    """Tell whether the viewer has a choice in `view`, with few enough cards for a search."""
    state = view.state
    return (
        state.step is Step.PLAY
        and state.to_play == view.viewer
        and 1 < len(state.hands[view.viewer]) <= CARDS
    )


def going_on(text: str, move: Event, n: int) -> tuple[Event, ...]:
    """Return a continuation of the view of `text` after `move`, which guarantees `n`."""
    view: View[State] = read(text)
    return tuple(_searched(text, deals(view, Engine.COUNT)).line(view.state, move, n))


def by_card(text: str, engine: Engine, most: int = MOST_STATES) -> Mapping[Card, int]:
    """Return what each legal card guarantees; raises TooManyStates."""
    best: dict[Card, int] = {}
    for move, n in sure(text, engine, most).items():
        card = move.words[0]
        best[card] = max(n, best.get(card, 0))
    return best

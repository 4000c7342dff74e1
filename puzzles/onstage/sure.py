"""What is guaranteed at the end of a round: the most blossoms, whatever the others do.

All possible deals are searched together: the viewer knows only what has been seen, so it makes one
choice for all deals that look alike (an information set); all others know every hand, and play
against the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ...models.core import Event, View
from ...models.hidden import Because, Count, Hidden, World
from ...models.onstage import GAME, State, Step, suit_of
from ...models.onstage.state import Card
from ...models.onstage.text import NOTHING
from ...models.record import read
from ...models.replacing import changed
from ...models.words import say
from ...solver.engine.count import Counter
from ...solver.engine.cpsat import Translation
from ...solver.engine.sweep import TooManyStates
from ...solver.engine.work import Work
from ..kinds import Engine

MOST_DEALS = 60
MOST_STATES, PLAN_STATES, FEW_STATES = 64_000, 12_000, 2_000
"""Most states that are searched; beyond them there is no answer. New puzzles must be searched
within a smaller limit, that of plans or that of lone questions: under other names a search may
need a few more states."""
CARDS = 3
"""With at most this many cards in a hand, the round can be searched to its end."""

HIGHEST = 99
"""More blossoms than anybody can have."""

Next = Card
"""The card that the viewer plays in the next trick, if it may: else one that it must."""

Deal = tuple[tuple[str, frozenset[Card]], ...]
"""What everybody but the viewer may hold."""


@lru_cache(maxsize=64)
def sure(text: str, engine: Engine, most: int = MOST_STATES) -> Mapping[Event, int]:
    """Return for each move in the view of `text` how many blossoms of this round it guarantees.

    Raises TooManyStates.
    """
    view: View[State] = read(text)
    return _searched(text, deals(view, engine)).moves(view.state, most)


@lru_cache(maxsize=64)
def planned(text: str, engine: Engine, most: int = MOST_STATES) -> Mapping[tuple[Event, Next], int]:
    """Return how many blossoms moves guarantee together with the card for the next trick.

    Moves are left out that no best plan begins with. Raises TooManyStates.
    """
    view: View[State] = read(text)
    return _searched(text, deals(view, engine)).plans(view.state, most)


@lru_cache(maxsize=4)
def _searched(text: str, deals: tuple[Deal, ...]) -> _Search:
    """Return the search for the view of `text`, with the results it has so far."""
    return _Search(read(text).viewer, [[deal] for deal in deals])


@lru_cache(maxsize=64)
def cases(text: str, move: Event, n: int, then: Next | None = None) -> int:
    """Return in how few cases it is seen that `move`, with the next card, is sure of `n` blossoms.

    One, if that is so even if the others can play whatever any deal lets them, also one after the
    other what no deal does. Else it takes to suppose who holds one card out of sight, or several,
    as few as possible: then they can play what any deal of the same case lets them.
    """
    view: View[State] = read(text)
    every = deals(view, Engine.COUNT)
    cards = sorted({card for deal in every for _, hand in deal for card in hand})
    for size in range(len(cards)):
        ways = (_by_holders(every, held) for held in combinations(cards, size))
        for way in sorted(ways, key=len):
            with suppress(TooManyStates):
                if len(way) < len(every) and _Search(view.viewer, way).shows(
                    view.state, move, n, then
                ):
                    return len(way)
    return max(1, len(every))


def _by_holders(deals: Iterable[Deal], cards: Iterable[Card]) -> Sequence[Sequence[Deal]]:
    """Return the deals, those together in which the same players hold these cards."""
    found: dict[object, list[Deal]] = {}
    for deal in deals:
        key = tuple(player for card in cards for player, hand in deal if card in hand)
        found.setdefault(key, []).append(deal)
    return list(found.values())


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


@dataclass(frozen=True, slots=True)
class Course:
    """How the round goes on: who wins this trick, empty if it is the last one and nobody claims.

    `claims` are the performers that the viewer claims, `score` is what the viewer has in the end.
    """

    winner: str
    claims: frozenset[str]
    score: int


class _Node:
    """A state that can come, in `those` deals.

    `score` is what the viewer has at the end of the round, None before. `known` has the least and
    the most blossoms that are guaranteed there, with each next card, as far as they are found.
    """

    __slots__ = ("_branches", "_coming", "known", "score", "state", "those")

    def __init__(self, state: State, those: frozenset[int], score: int | None = None) -> None:
        self.state, self.those, self.score = state, those, score
        self.known: dict[Next | None, tuple[int, int]] = {}
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
    """How many blossoms are guaranteed, from every state that can come.

    The deals of one of the `cases` are not told apart: what any of them allows is allowed there.
    """

    def __init__(self, viewer: str, cases: Sequence[Sequence[Deal]]) -> None:
        self._viewer = viewer
        self._hands = [[dict(deal) for deal in case] for case in cases]
        self._all = frozenset(range(len(cases)))
        self._round = self._played = 0
        self._nodes: dict[object, _Node] = {}
        self._found: dict[Event, int] = {}
        self._plans: dict[tuple[Event, Next], int] = {}
        self._left = self._spent = self._spent_on_plans = 0

    def moves(self, state: State, most: int) -> Mapping[Event, int]:
        """Return what each move of the viewer guarantees, within a limit of `most` states.

        Raises TooManyStates for the same questions, even if results are cached.
        """
        if not self._found:
            self._begin(state, most)
            found: dict[Event, int] = {}
            for move in GAME.turn(state):  # type: ignore[union-attr]
                after = self._after(state, move, self._all)
                found[move] = self._most(after, max(found.values(), default=0))
            self._found, self._spent = found, most - self._left
        if self._spent > most:
            raise TooManyStates
        return self._found

    def plans(self, state: State, most: int) -> Mapping[tuple[Event, Next], int]:
        """Return what moves guarantee with each next card, within a limit of `most` states more.

        Moves that guarantee less without one than others do with one are left out.
        Raises TooManyStates as `moves` does.
        """
        values = self.moves(state, most)
        if not self._plans:
            self._left, reached = most, 0
            found: dict[tuple[Event, Next], int] = {}
            for move, n in sorted(values.items(), key=lambda each: -each[1]):
                if n < reached:
                    break
                after = self._after(state, move, self._all)
                for card in state.hands[self._viewer].known:
                    if card != move.words[0]:
                        found[move, card] = self._most(after, n, card)
                        reached = max(reached, found[move, card])
            self._plans, self._spent_on_plans = found, most - self._left
        if self._spent_on_plans > most:
            raise TooManyStates
        return self._plans

    def shows(self, state: State, move: Event, n: int, then: Next | None) -> bool:
        """Tell whether `move` guarantees `n` with this next card; raises TooManyStates."""
        self._begin(state, MOST_STATES)
        return self._brings(self._after(state, move, self._all), n, then)

    def _begin(self, state: State, most: int) -> None:
        self._round, self._left, self._nodes = state.round, most, {}
        self._played = len(state.played)

    def _most(self, node: _Node, guess: int, then: Next | None = None) -> int:
        """Return the most blossoms guaranteed there; the search starts at `guess`."""
        n = guess
        while n and not self._brings(node, n, then):
            n -= 1
        while n >= guess and self._brings(node, n + 1, then):
            n += 1
        return n

    def line(self, state: State, move: Event, n: int, then: Next | None = None) -> Iterator[Event]:
        """Yield a continuation after `move` in which the others leave the viewer only `n`."""
        self.moves(state, MOST_STATES)
        self._left = MOST_STATES
        yield move
        node = self._after(state, move, self._all)
        while node.score is None:
            for coming, after in self._choices(node, then):
                own = coming.actor == self._viewer
                if own == self._brings(after, n if own else n + 1, then):
                    node = after
                    yield coming
                    break
            else:
                return

    def courses(
        self, state: State, move: Event, n: int, then: Next | None = None
    ) -> tuple[frozenset[Course], frozenset[Card]]:
        """Return all that can come after `move` where the viewer plays so that `n` are sure.

        In any deal, whatever the others play; with the cards that they can play in this trick.
        """
        self.moves(state, MOST_STATES)
        self._left = MOST_STATES
        known: dict[tuple[int, Next | None], frozenset[Course]] = {}
        answers: set[Card] = set()

        def after(node: _Node) -> frozenset[Course]:
            if node.score is not None:
                return frozenset({Course("", frozenset(), node.score)})
            key = id(node), then
            if key not in known:
                known[key] = frozenset(found(node))
            return known[key]

        def found(node: _Node) -> Iterator[Course]:
            for coming, next_ in self._choices(node, then):
                own, here = coming.actor == self._viewer, self._is_here(node)
                if own and not self._brings(next_, n, then):
                    continue
                if here and not own and coming.verb == "plays":
                    answers.add(coming.words[0])
                for course in after(next_):
                    yield self._with(course, coming, here, next_)
                if own:
                    return

        return after(self._after(state, move, self._all)), frozenset(answers)

    def _is_here(self, node: _Node) -> bool:
        """Tell whether a state is in the trick in which the search began."""
        return len(node.state.played) == self._played

    def _with(self, course: Course, event: Event, here: bool, after: _Node) -> Course:
        """Return a course that begins with `event`, in this trick or later."""
        claims = event.verb == "claims"
        if here and claims:
            course = changed(course, winner=event.actor)
        elif here and after.score is None and not self._is_here(after):
            course = changed(course, winner=after.state.leader)
        if not claims or event.actor != self._viewer or event.words[0] == NOTHING:
            return course
        return changed(course, claims=course.claims.union(event.words))

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

    def _brings(self, node: _Node, n: int, then: Next | None = None) -> bool:
        """Tell whether `n` blossoms are guaranteed there, if the viewer plays `then` next."""
        if node.score is not None:
            return n <= node.score
        if then not in node.state.hands[self._viewer].known:
            then = None
        least, most = node.known.get(then, (0, HIGHEST))
        if least < n <= most:
            self._left -= 1
            if self._left < 0:
                raise TooManyStates
            brings = self._judged(node, n, then)
            least, most = (n, most) if brings else (least, n - 1)
            node.known[then] = least, most
        return n <= least

    def _judged(self, node: _Node, n: int, then: Next | None) -> bool:
        own = False
        for move, after in self._choices(node, then):
            own = move.actor == self._viewer
            if self._brings(after, n, then) == own:
                return own
        return not own

    def _choices(self, node: _Node, then: Next | None) -> Iterable[tuple[Event, _Node]]:
        """Return what can come, where the viewer plays `then` in the next trick if it may."""
        branches, state = node.branches(self._branches), node.state
        own = state.step is Step.PLAY and state.to_play == self._viewer
        if then is None or not own or len(state.played) == self._played:
            return branches
        every = [*branches]
        return [each for each in every if each[0].words[0] == then] or every

    def _branches(self, node: _Node) -> Iterator[tuple[Event, _Node]]:
        """Yield each move that some of the deals allow, with what comes of it in those."""
        state, legal = node.state, dict[int, frozenset[Card]]()
        moves = GAME.turn(state)
        assert isinstance(moves, tuple)
        for move in moves:
            those = node.those
            if move.verb == "plays" and move.actor != self._viewer:
                legal = legal or {case: self._legal(state, case) for case in those}
                card = move.words[0]
                those = frozenset(case for case in those if card in legal[case])
                if not those:
                    continue
            yield move, self._after(state, move, those)

    def _legal(self, state: State, case: int) -> frozenset[Card]:
        """Return the cards that the player to act may hold in a case, and play. ON-17"""
        gone = {play.card for play in state.trick}.union(state.played)
        found = frozenset[Card]()
        for deal in self._hands[case]:
            hand = deal[state.to_play] - gone
            found |= frozenset(card for card in hand if suit_of(card) == state.lead) or hand
        return found


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


def going_on(text: str, move: Event, n: int, then: Next | None = None) -> tuple[Event, ...]:
    """Return a continuation of the view of `text` after `move`, which guarantees `n`.

    With the card to play `then`, the two together guarantee it.
    """
    view: View[State] = read(text)
    return tuple(_searched(text, deals(view, Engine.COUNT)).line(view.state, move, n, then))


def courses(
    text: str, move: Event, n: int, then: Next | None = None
) -> tuple[frozenset[Course], frozenset[Card]]:
    """Return all that can come after `move`, which guarantees `n`, perhaps with the card `then`.

    With the cards that the others can play in this trick.
    """
    view: View[State] = read(text)
    search = _searched(text, deals(view, Engine.COUNT))
    return search.courses(view.state, move, n, then)


def by_card(text: str, engine: Engine, most: int = MOST_STATES) -> Mapping[Card, int]:
    """Return what each legal card guarantees, as `sure`; raises TooManyStates."""
    best: dict[Card, int] = {}
    for move, n in sure(text, engine, most).items():
        card = move.words[0]
        best[card] = max(n, best.get(card, 0))
    return best

"""Determinization: tables that a seat can imagine, and rounds played on from them by habit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from ....models.bag import HOLE, Bag
from ....models.bards import Bards, State, Step
from ....models.bards.deduce import DECK, HAND, NEXT, STAGE
from ....models.bards.rounds import points
from ....models.bards.tale import rounds_over
from ....models.core import Contradiction, Event, View
from ....models.errors import IllegalAction
from ....models.event import NOBODY
from ....models.hidden import World
from ....models.words import say
from ...engine.count import Counter
from .habits import acted, usual
from .worth import WORTHS, worth


def worlds_of(view: View) -> Counter:
    """Return the counter of the worlds of `view`; raises Contradiction if there is none."""
    counter = Counter(view.game.model.hidden(view))
    if not counter.worlds:
        raise Contradiction(say("these lines cannot all be true"))
    return counter


def drawn(state: State, counter: Counter, rng: Random) -> Iterator[State]:
    """Yield whole tables that fit a seat's `state`, drawn from the worlds of `counter`."""
    while True:
        (world,) = counter.sample(rng, 1)
        yield whole(state, world)


def whole(state: State, world: World) -> State:
    """Return a seat's `state` with its holes filled from `world`."""
    lying: dict[tuple[str, str], list[str]] = {}
    encores: dict[str, str] = {}
    for item, places in world.items():
        player, colon, card = item.partition(":")
        if not colon:
            encores[item] = places[0]
            continue
        for place in places:
            lying.setdefault((player, place.rpartition(" ")[2]), []).append(card)
    dealt = {player: pair for pair, player in encores.items()}
    troupes = dict(state.troupes)
    for player, troupe in troupes.items():
        if not (troupe.hand.whole and troupe.going.whole and troupe.deck.whole) or (
            troupe.top == HOLE
        ):
            there = {end: lying.get((player, end), []) for end in (HAND, STAGE, NEXT, DECK)}
            top = there[NEXT] if troupe.top else []
            troupe = replace(
                troupe,
                hand=Bag().put(there[HAND]),
                going=Bag().put(there[STAGE]),
                deck=Bag().put([*there[DECK], *([] if top else there[NEXT])]),
                top=top[0] if top else "",
            )
        if not troupe.encore.whole:
            troupe = replace(troupe, encore=Bag().put([dealt[player]]))
        troupes[player] = troupe
    left = state.encores
    if not left.whole:
        left = Bag().put(pair for pair, player in encores.items() if player == NOBODY)
    return replace(state, troupes=troupes, encores=left)


@dataclass
class Luck:
    """The dice and cards to come; those of one player do not depend on what others do.

    So different moves are compared under the same luck (common random numbers).
    """

    seed: int
    _rngs: dict[str, Random] = field(default_factory=dict)

    def of(self, player: str) -> Random:
        """Return the random generator for `player`, or for the table."""
        if player not in self._rngs:
            self._rngs[player] = Random(f"{self.seed} {player}")
        return self._rngs[player]


def played_on(game: Bards, state: State, luck: Luck, own: Sequence[Event] = ()) -> State:
    """Return a whole `state` after the coming show; if it is the last, after the encore too.

    The player whose turn it is follows `own` as far as possible; everything else goes by habit.
    """
    over, left = rounds_over(state), [each for each in own if HOLE not in each.words]
    while state.step is not Step.OVER and (
        rounds_over(state) == over or state.step in (Step.ENCORE, Step.MELODIES, Step.SUDDEN)
    ):
        if state.step is Step.SHOW and not state.duties:
            state = _in_turn(game, state, left)
            continue
        coming = game.turn(state)
        if isinstance(coming, tuple):
            actor = next(move.actor for move in coming if move.actor)
            event = _chosen(left, coming) or usual(state, actor, coming)
        else:
            event = coming.sample(luck.of(_whose(coming)))
        state = game.apply(state, event)
    return state


def _in_turn(game: Bards, state: State, left: list[Event]) -> State:
    """Return the state after the acting player's next line: the plan in `left` goes first."""
    while state.actions and left and left[0].actor == state.actor:
        with suppress(IllegalAction):
            return game.apply(state, left.pop(0))
    return game.apply(state, acted(game.box, state, state.actor))


def _chosen(left: list[Event], coming: Sequence[Event]) -> Event | None:
    """Return the next line of a plan, if it is possible now."""
    return left.pop(0) if left and left[0] in coming else None


def _whose(coming: object) -> str:
    event: Event = coming.event  # type: ignore[attr-defined]
    return event.actor or "".join(event.words)


def standings(state: State) -> Mapping[str, float]:
    """Return each player's points relative to the mean of the others.

    Until the game is over, what is not points counts by the table of worths.
    """
    box, players = state.box, state.players
    if state.step is Step.OVER:
        have = {player: float(points(box, state, player)) for player in players}
    else:
        have = {player: worth(box, state, player) / WORTHS.point for player in players}
    total = sum(have.values())
    return {player: own - (total - own) / (len(players) - 1) for player, own in have.items()}

"""Which cards can be face down before a player, and who can have most, by counting or CP-SAT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from ...models.bag import HOLE
from ...models.core import View
from ...models.hidden import Because, Count, Place, World
from ...models.overseers.box import Kind
from ...models.overseers.clues import Round
from ...models.overseers.state import Laid, Spot, State
from ...models.overseers.text import KINDS
from ...models.record import read
from ...models.words import Words, listed, say, say_n
from ...solver.engine.cpsat import Translation
from ...solver.engine.sweep import TooManyStates
from ...solver.engine.work import SECOND, Unsettled, Work
from ...solver.games.overseers.draft import Draft
from ...solver.games.overseers.passes import Pass
from ...solver.games.overseers.reckoning import Reckoning
from ...solver.games.overseers.worlds import Worlds
from ..kinds import Engine, shown

STEPS = 60_000
"""Steps of the counter beyond which a view makes no puzzle."""
PROOF = 4 * SECOND
"""The work of proving one player's hands beyond which a view makes no puzzle."""
MOST = 40
"""Most different hands before one player if each of them has to be considered."""
Hand = tuple[Kind, ...]
"""Face-down cards that the viewer does not know, sorted."""


def unknown(view: View, player: str) -> tuple[Laid, ...]:
    """Return the cards before `player` that the viewer does not know."""
    state: State = view.state
    return tuple(laid for laid in state.rows[player] if laid.kind == HOLE)


def plain(view: View, player: str) -> bool:
    """Tell whether the face-down cards of `player` can be asked for: all in the bottom row.

    No card was added there from elsewhere, and no power rests on one of them.
    """
    state: State = view.state
    down = {laid.spot for laid in unknown(view, player)}
    resting = [
        *((state.tilt.spot,) if state.tilt and state.tilt.player == player else ()),
        *(
            (state.tuck.below, state.tuck.above)
            if state.tuck and state.tuck.player == player
            else ()
        ),
    ]
    round_ = Round.of(view)
    added = round_.added_by(player)
    return added not in down and not down & {*resting} and all(spot[0] == "b" for spot in down)


def hands(view: View, player: str, engine: Engine) -> tuple[Hand, ...]:
    """Return the hands that can be face down before `player`, sorted; raises TooManyStates."""
    by_proof = engine is Engine.PROOF and not _in_sight(view, player)
    found = _proved(shown(view), player) if by_proof else counted(view, player)
    if len(found) > MOST:
        raise TooManyStates
    return found


def counted(view: View, player: str) -> tuple[Hand, ...]:
    """Return the possible hands by counting, however many there are; raises TooManyStates."""
    return ((),) if _in_sight(view, player) else _counted(shown(view), player)


@lru_cache(maxsize=256)
def together(text: str, one: str, other: str) -> frozenset[tuple[Hand, Hand]]:
    """Return the hands that two players can have at once in the view of `text`, by counting.

    Raises TooManyStates.
    """
    return frozenset(_worlds(text).together(one, other))


def fit(view: View, lying: Mapping[str, Hand]) -> bool:
    """Tell whether these hands can lie face down before players at once, as CP-SAT finds.

    Raises TooManyStates.
    """
    hidden = view.game.model.hidden(view)
    because = Because(0, say("these cards lie there"), setup=True)
    facts = [
        Count(frozenset({kind}), hidden.places_of(f"{player}:bottom"), n, n, because)
        for player, hand in lying.items()
        for kind, n in (Counter(hand) + _known(view, player)).items()
    ]
    return _world(Translation(hidden.assuming(*facts), presolve=True), Work(PROOF)) is not None


def _in_sight(view: View, player: str) -> bool:
    """Tell whether the viewer knows all cards before `player`."""
    state: State = view.state
    return bool(state.rows[player]) and not unknown(view, player)


@lru_cache(maxsize=64)
def _worlds(text: str) -> Worlds:
    return Worlds(Pass(Draft.of(read(text)), limit=STEPS))


@lru_cache(maxsize=256)
def _counted(text: str, player: str) -> tuple[Hand, ...]:
    worlds = _worlds(text)
    if not worlds.total:
        return ()
    weights = worlds.hands(player)
    return tuple(sorted(hand for hand, weight in weights.items() if weight))


@lru_cache(maxsize=256)
def _proved(text: str, player: str) -> tuple[Hand, ...]:
    """Return the hands by CP-SAT: ask for a world with another hand until there is none."""
    view = read(text)
    hidden = view.game.model.hidden(view)
    there = hidden.places_of(f"{player}:{'bottom' if view.state.rows[player] else 'hand'}")
    seen = _known(view, player)
    model = Translation(hidden, presolve=True)
    found: list[Hand] = []
    work = Work(PROOF)
    while (world := _world(model, work)) is not None and len(found) <= MOST:
        lying = Counter(
            {kind: sum(place in there for place in places) for kind, places in world.items()}
        )
        found.append(tuple(sorted((lying - seen).elements())))
        model.require_one(_fewer(lying, there))
    return tuple(sorted(found))


def _world(model: Translation, work: Work) -> World | None:
    """Return a world within `work`, None if there is none; raises TooManyStates."""
    try:
        return model.world(work)
    except Unsettled:
        raise TooManyStates from None


def certain(view: View, asked: str, kind: Kind) -> bool:
    """Tell whether a card of `kind` must be at the place `asked`, as CP-SAT finds."""
    hidden = view.game.model.hidden(view)
    because = Because(0, say("none lies there"), setup=True)
    model = Translation(hidden, presolve=False)
    model.require_one([Count(frozenset({kind}), hidden.places_of(asked), 0, 0, because)])
    return model.world(Work()) is None


def _known(view: View, player: str) -> Counter[Kind]:
    state: State = view.state
    return Counter(
        laid.kind for laid in state.rows[player] if laid.spot[0] == "b" and laid.kind != "?"
    )


def _fewer(lying: Counter[Kind], there: frozenset[Place]) -> Iterator[Count]:
    """Yield the facts that other cards are there: fewer of some kind."""
    because = Because(0, say("other cards lie there"), setup=True)
    for kind, n in lying.items():
        if n:
            yield Count(frozenset({kind}), there, 0, n - 1, because)


def points_with(view: View, player: str, hand: Hand) -> int:
    """Return the points of `player` with such cards face down."""
    spots = [laid.spot for laid in unknown(view, player)]
    return Reckoning(view.state).points(
        player, {**known(view, player), **dict(zip(spots, hand, strict=True))}
    )


def known(view: View, player: str) -> Mapping[Spot, Kind]:
    """Return the cards before `player` that the viewer knows."""
    state: State = view.state
    return {laid.spot: laid.kind for laid in state.rows[player] if laid.kind != HOLE}


def points(view: View, player: str, engine: Engine) -> tuple[int, int]:
    """Return the fewest and the most points that `player` can have; raises TooManyStates."""
    found = [points_with(view, player, hand) for hand in hands(view, player, engine)]
    return (min(found), max(found)) if found else (0, 0)


def highest(view: View, engine: Engine) -> tuple[str, ...]:
    """Return who can have the most points, alone or tied; raises TooManyStates."""
    ranges = ranges_of(view, engine)
    least = {player: low for player, (low, _) in ranges.items()}
    return tuple(
        player
        for player, (_, high) in ranges.items()
        if all(high >= low for other, low in least.items() if other != player)
    )


def ranges_of(view: View, engine: Engine) -> Mapping[str, tuple[int, int]]:
    """Return the fewest and the most points of every player."""
    return {player: points(view, player, engine) for player in view.setup.players}


def named(hand: Hand) -> Words:
    """Return what people call the cards of a hand."""
    return say("{cards}", cards=listed(map(KINDS.__getitem__, hand)))


def shared_out(takers: Mapping[str, int], kinds: Counter[Kind]) -> Words:
    """Return who took how many of these cards, all that they took of one pack."""
    cards = listed(KINDS[kind] for kind in sorted(kinds.elements()))
    if max(takers.values()) > 1:
        each = (say("{player} took {n}", player=taker, n=n) for taker, n in takers.items())
        return say("{takers}: {cards}", takers=listed(each), cards=cards)
    players = listed(say("{player}", player=taker) for taker in takers)
    return say_n(
        "{players} took {cards}",
        "{players} took {cards}, a card each",
        len(takers),
        players=players,
        cards=cards,
    )

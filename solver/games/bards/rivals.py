"""What others can do before the next turn of a player: win an audience first, or steal a die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from ....models.bards import State
from ....models.bards.abilities import has, performances_left, robbed
from ....models.bards.cards import ANY, Card
from ....models.bards.dice import COLOURS, PIPS, Colour, pips
from ....models.words import Words, listed, say
from ...play.itself import Itself
from .columns import PlanStart
from .rolls import Rolls
from .worth import BLANK, in_sight, lacking

Made = tuple[Colour, ...]
"""The performances that somebody makes by one action; none if nothing is missing."""


def first_for(
    state: State, after: State, viewer: str, card: Card, turns: int = 1
) -> Iterator[tuple[str, Made]]:
    """Yield who else can win an audience before so many turns of the viewer, and what they make.

    First who has all that it asks for, then in turn order: of the actions of a turn one is the win,
    and others make what is missing; in several turns that is counted of dice alone. Who is on turn
    has only the actions that are left. The audience on top costs a card of the hand. BB-3, BB-7
    """
    able, each = list[tuple[str, Made]](), state.box.numbers.actions
    for player in before(state, viewer):
        troupe = state.troupes[player]
        actions = turns * each - (each - state.actions) * (player == state.actor)
        costs_card = card == state.top_audience and not len(troupe.hand)
        if player in state.done or costs_card or actions < 1:
            continue
        lacks = lacking(state.box, card, Counter(troupe.performances))
        if not lacks:
            yield player, ()
        some = [*_at_once(Itself(state), player)] if lacks and actions > 1 else []
        if 1 < len(lacks) < actions:
            some += _of_dice(state, player, lacks)
        for made in some:
            has = Counter((*troupe.performances, *made))
            if {*made} <= wanted_by(after, made) and not lacking(state.box, card, has):
                able.append((player, made))
                break
    yield from able


def able_in_words(player: str, card: Card, made: Made) -> Words:
    """Return that a player can win an audience, and by what."""
    if not made:
        return say("{player} can pay for {card}", player=player, card=card)
    values = {"player": player, "colours": listed(made, " "), "card": card}
    return say("{player} can make {colours} and win {card}", **values)


def goes_on(state: State, player: str) -> bool:
    """Tell whether a player may have more actions in a turn than all have, or win more by one.

    An extra action by a bard makes up for its use, unless that brings something else. BB-5
    """
    if has(state.box, state, player, "action") and player not in state.begun:
        return True
    kinds = [{e.kind for e in bard.icons} for bard in PlanStart(state.box, state, player).unused]
    return any("support" in some and some & {"performance", "gather"} for some in kinds)


def safe(state: State, viewer: str, card: Card) -> bool:
    """Tell whether nobody else can win an audience before the viewer's next turn, by any roll.

    Of two actions one is the win; so the other one has to make all that is missing. BB-3
    """
    cards = state.box.cards
    gains = [cards.audiences[each].gains for each in in_sight(state)]
    for player in {*before(state, viewer)} - state.done:
        troupe, unused = state.troupes[player], PlanStart(state.box, state, player).unused
        icons = [bard.icons for bard in unused if troupe.dice]
        has = Counter(troupe.performances)
        if goes_on(state, player) or len(lacking(state.box, card, has)) <= bool(troupe.dice):
            return False
        for some in (*icons, *gains):
            made = [icon.colour for icon in some if icon.kind == "performance"]
            if len(lacking(state.box, card, has + Counter(made))) <= made.count(ANY):
                return False
    return True


def before(state: State, viewer: str) -> Sequence[str]:
    """Return who acts before the next turn of a player, or before the first, in turn order."""
    at = state.order.index(viewer)
    if state.actor == viewer:
        return (*state.order[at + 1 :], *state.order[:at])
    since = state.order.index(state.actor) if state.actor else 0
    between = range(since, at + (since > at) * len(state.order))
    return [state.order[i % len(state.order)] for i in between]


def thief(state: State, viewer: str) -> tuple[str, Card] | None:
    """Return who can steal a die of the viewer before their next turn, and by which bard."""
    for player in state.players:
        if player in {viewer, *state.done} or viewer not in robbed(state.box, state, player):
            continue
        for bard in PlanStart(state.box, state, player).unused:
            if any(icon.kind == "steal" for icon in bard.icons):
                return player, bard.id
    return None


def wanted_by(state: State, lacks: Sequence[str]) -> set[Colour]:
    """Return the colours that serve who lacks these, as far as tokens are left. BB-4"""
    wanted = COLOURS if BLANK in lacks else lacks
    return {colour for colour in wanted if performances_left(state.box, state, colour)}


def _of_dice(state: State, player: str, lacks: Sequence[str]) -> Iterator[Made]:
    """Yield what a player makes of dice alone for all that is lacking, an action each. BB-4"""
    troupe = state.troupes[player]
    dice = tuple(die for die in troupe.dice if len(die) > 1)
    made = Rolls(state, player, dice, ()).all_of(dice, lacks, troupe.melodies)
    if made and all(performances_left(state.box, state, c) >= made.count(c) for c in made):
        yield made


@lru_cache(maxsize=32)
def _at_once(key: Itself[State], player: str) -> Sequence[Made]:
    """Return what one action makes: of three dice, or by a bard before anything else. BB-4, BB-5

    It is found once for all moves that are tried in a state.
    """
    state, troupe = key.it, key.it.troupes[player]
    dice = tuple(die for die in troupe.dice if len(die) > 1)
    costs = Rolls(state, player, dice, ()).costs(dice)
    cheap = (colour for colour, cost in costs.items() if cost <= troupe.melodies)
    found: list[Made] = [(colour,) for colour in wanted_by(state, [*cheap])]
    for bard in PlanStart(state.box, state, player).unused:
        if bard.cost is None or bard.cost.dice > 1 or bard.pays:
            continue
        met = [shown for shown in PIPS if not bard.cost.misses(shown)]
        away = (abs(pips(die) - shown) for die in dice for shown in met)
        if min(away, default=troupe.melodies + 1) <= troupe.melodies:
            gains = takewhile(lambda icon: icon.kind == "performance", bard.icons)
            made = tuple(icon.colour for icon in gains)
            if made and {*made} <= wanted_by(state, made):
                found.append(made)
    return sorted(found)

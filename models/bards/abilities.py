"""The abilities of bards and audiences, icon by icon, and what the supply still holds."""

from __future__ import annotations

from collections import Counter

from ..replacing import changed
from .box import Box
from .cards import ANY, Bard, Card, Icon
from .dice import COLOURS, Colour, Die, pips
from .state import FIRST, Duty, InPlay, State, minus, plus


def powers(box: Box, state: State, player: str) -> tuple[Icon, ...]:
    """Return the lasting powers of `player`: of audiences won and bards turned. BB-5, BB-7"""
    troupe, found = state.troupes[player], list[Icon]()
    for audience in troupe.audiences:
        found += box.cards.audiences[audience].powers
    for each in troupe.stage:
        if each.turned:
            found += box.cards.bards[each.card].supports
    return tuple(found)


def times(box: Box, state: State, player: str, kind: str, colour: str = "") -> int:
    """Return how many powers of this kind `player` has; equal powers add up. BB-20"""
    there = powers(box, state, player)
    equal = there.count(Icon(kind, colour)) if there else 0
    return min(1, equal) if state.version == FIRST else equal


def has(box: Box, state: State, player: str, kind: str) -> bool:
    """Tell whether `player` has a power of this kind."""
    return times(box, state, player, kind) > 0


def ability(box: Box, state: State, card: Card) -> Bard | None:
    """Return the bard whose ability `card` has; a poster copies the newest bard in town. BB-6"""
    if card in box.cards.posters:
        return box.cards.bards[state.newest] if state.newest else None
    return box.cards.bards[card]


def meets(box: Box, state: State, player: str, bard: Bard, dice: tuple[Die, ...]) -> bool:
    """Tell whether `dice` meet the cost of `bard`; their colours do not matter. BB-5"""
    if bard.cost is None or len(dice) != bard.cost.dice:
        return False
    slack = 1 if has(box, state, player, "lenient") else 0
    return bard.cost.misses(*map(pips, dice)) <= slack


def can_pay(state: State, player: str, bard: Bard) -> bool:
    """Tell whether `player` can pay the melodies and performances that `bard` costs."""
    troupe, (melodies, performances) = state.troupes[player], pays(bard)
    return troupe.melodies >= melodies and not Counter(performances) - Counter(troupe.performances)


def pays(bard: Bard) -> tuple[int, tuple[Colour, ...]]:
    """Return the number of melodies, and the performances, that using `bard` costs."""
    performances = tuple(price.colour for price in bard.pays if price.kind == "performance")
    return len(bard.pays) - len(performances), performances


# supplies, BB-13


def dice_left(box: Box, state: State, colour: Colour) -> int:
    """Return how many dice of a colour the supply still holds."""
    return box.numbers.supply["dice"] - state.dice_out(colour)


def performances_left(box: Box, state: State, colour: Colour) -> int:
    """Return how many performances of a colour the supply still holds."""
    return box.numbers.supply["performances"] - state.performances_out(colour)


def with_die(box: Box, state: State, player: str, colour: Colour) -> State:
    """Return the state with one more unrolled die for `player`, if the supply has one."""
    if dice_left(box, state, colour) <= 0:
        return state
    return state.troupe(player, dice=plus(state.troupes[player].dice, [colour]))


def with_performance(box: Box, state: State, player: str, colour: Colour) -> State:
    """Return the state with one more performance for `player`, if the supply has one."""
    if performances_left(box, state, colour) <= 0:
        return state
    return state.troupe(player, performances=plus(state.troupes[player].performances, [colour]))


def with_melody(box: Box, state: State, player: str) -> State:
    """Return the state with one more melody for `player`, if the supply has one."""
    if state.melodies_out >= box.numbers.supply["melodies"]:
        return state
    return state.troupe(player, melodies=state.troupes[player].melodies + 1)


# icons, from left to right until one cannot be done: BB-5


def used(box: Box, state: State, player: str, card: Card, dice: tuple[Die, ...]) -> State:
    """Return the state after a use of `card`: dice on it, price paid, its icons due."""
    bard = ability(box, state, card)
    assert bard is not None
    troupe = state.troupes[player]
    at = troupe.stage.index(InPlay(card))
    stage = (*troupe.stage[:at], InPlay(card, dice[0], "".join(dice[1:])), *troupe.stage[at + 1 :])
    melodies, performances = pays(bard)
    state = state.troupe(
        player,
        stage=stage,
        melodies=troupe.melodies - melodies,
        performances=minus(troupe.performances, performances),
    )
    return state.due(Duty("icons", player, words=(card, *map(str, bard.icons))))


def next_icon(box: Box, state: State) -> State:
    """Return the state after the next icon of the ability in use; its duty must be first."""
    duty, *rest = state.duties
    state = changed(state, duties=tuple(rest))
    card, *icons = duty.words
    if not icons:
        return state
    kind, _, colour = icons[0].partition(" ")
    if not _can(box, state, duty.player, kind):
        return state
    if len(icons) > 1:
        state = state.due(changed(duty, words=(card, *icons[1:])))
    return _do(box, state, duty.player, Icon(kind, colour), card)


def _can(box: Box, state: State, player: str, kind: str) -> bool:
    troupe = state.troupes[player]
    match kind:
        case "discard":
            return bool(troupe.dice)
        case "explore" | "gather" | "draw":
            return bool(troupe.left_to_draw or troupe.discard)
        case "steal":
            return bool(troupe.dice and robbed(box, state, player))
    return True


def _do(box: Box, state: State, player: str, icon: Icon, card: Card) -> State:
    match icon.kind, icon.colour:
        case "die", colour if colour == ANY:
            return state.due(Duty("takes", player), Duty("rolls", player))
        case "die", colour:
            return with_die(box, state, player, colour).due(Duty("rolls", player))
        case "melody", _:
            return with_melody(box, state, player)
        case "performance", colour:
            return with_performance(box, state, player, colour)
        case "discard", _:
            return state.due(Duty("discards", player, words=("die",)))
        case "explore", _:
            return state.due(Duty("explores", player, 1), Duty("returns", player))
        case "steal", _:
            return state.due(Duty("steals", player))
        case "reroll" | "turn" | "trash", _:
            return state.due(Duty(f"{icon.kind}s" if icon.kind != "trash" else "trashes", player))
        case "gather", _:
            return state.due(Duty("gathers", player, 1))
        case "draw", _:
            return state.due(Duty("draws", player, 2), Duty("discards", player, words=("card",)))
        case _:
            if card in box.cards.posters:  # BB-6
                return changed(state, actions=state.actions + 1)
            return state.due(Duty("chooses", player, words=(card,)))


def robbed(box: Box, state: State, player: str) -> tuple[str, ...]:
    """Return the players from whom `player` can steal a die."""
    return tuple(
        other
        for other in state.players
        if other != player and state.troupes[other].dice and not has(box, state, other, "guard")
    )


def gets_dice(box: Box, state: State, player: str) -> State:
    """Return the state in which `player` gets the dice of the stage, white ones to choose. BB-2"""
    gained = [box.cards.bards[each.card].die for each in state.troupes[player].stage]
    for power in powers(box, state, player):
        if power.kind == "die":
            gained.append(power.colour)
        if power.kind == "melody":
            state = with_melody(box, state, player)
    for colour in COLOURS:
        for _ in range(gained.count(colour)):
            state = with_die(box, state, player, colour)
    return state.due(*(Duty("takes", player) for _ in range(gained.count(ANY))))

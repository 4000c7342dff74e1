"""The odds of a performance: of which colour the dice of a player may make one, after a roll.

Every roll is equally likely. What cards do, and what others do, comes on top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod, sqrt
from random import Random

from ..core import View
from ..face import Odd, Odds
from ..replacing import changed
from ..words import listed, say
from .abilities import dice_left, gets_dice, has, performances_left, powers
from .box import Box
from .cards import ANY, Card
from .dice import COLOURS, Colour, Die, majority, pips
from .show import MELODY, free_actions
from .state import Duty, InPlay, State, Step, minus

COUNTED = 10_000
"""Up to so many different rolls of the same dice, each is counted; of more, some are drawn."""
DRAWN = 4_000
"""How many rolls are drawn for an estimate."""
ABOUT = say("odds of a performance")
_ALL = (*COLOURS, ANY)
_BITS = {each: 1 << at for at, each in enumerate(COLOURS)}
Shown = tuple[int, ...]
"""For each number of pips the colours that show it, a bit each."""


def odds(view: View[State]) -> Sequence[Odds]:
    """Return the odds of the viewer's next performance, by what they may do first.

    While cards are chosen for the stage, these are the choices; in the show, the dice as they lie,
    and after one free action. Empty where there is nothing to roll or perform.
    """
    state, player = view.state, view.viewer
    troupe = state.troupes.get(player)
    if troupe is None or state.step not in (Step.STAGE, Step.SHOW):
        return ()
    if state.step is Step.STAGE or any(_comes(duty, player) for duty in state.duties):
        return tuple(_staged(state, player))
    if player in state.done or not troupe.dice:
        return ()
    return tuple(_rolled(state, player))


def _comes(duty: Duty, player: str) -> bool:
    """Tell whether by `duty` the dice of the stage are still to come."""
    return duty.player == player and duty.verb in ("reveals", "gets")


def _staged(state: State, player: str) -> Iterator[Odds]:
    troupe, box = state.troupes[player], state.box
    chosen = troupe.going or troupe.hand
    stage = tuple(each.card for each in troupe.stage)
    if chosen.unknown:
        return
    size = len(chosen) if troupe.going else min(box.numbers.stage, len(chosen))
    for cards in dict.fromkeys(combinations(chosen.known, 0 if stage else size)):
        on_stage = (*stage, *cards)
        name = say("with {cards}", cards=listed(on_stage))
        yield Odds(ABOUT, name, _of_stage(state, player, on_stage))


def _of_stage(state: State, player: str, cards: tuple[Card, ...]) -> Mapping[str, Odd | None]:
    """Return the odds of the first roll with `cards` on stage; None where dice may run out."""
    box, stage = state.box, tuple(map(InPlay, cards))
    before = state.order[: state.order.index(player)]
    after = gets_dice(box, changed(state, duties=()).troupe(player, stage=stage), player)
    gained = Counter(after.troupes[player].dice) - Counter(state.troupes[player].dice)
    brought = [box.cards.bards[card].die for card in cards]
    white = len(after.duties)
    for each in COLOURS:
        wanted = max(gained[each], brought.count(each)) + white
        if wanted and dice_left(box, state, each) < wanted + _most(state, before, each):
            return dict.fromkeys(_ALL)
    return _with_white(after, player, white)


def _most(state: State, players: Sequence[str], colour: Colour) -> int:
    """Return how many dice of `colour` the `players` take at most for what they put on stage."""
    box, wanted = state.box, (colour, ANY)
    return sum(
        min(
            box.numbers.stage,
            sum(box.cards.bards[card].die in wanted for card in state.troupes[each].cards),
        )
        + sum(p.kind == "die" and p.colour in wanted for p in powers(box, state, each))
        for each in players
    )


def _with_white(state: State, player: str, white: int) -> Mapping[str, Odd]:
    """Return the odds with so many dice more, each of whichever colour is best."""
    dice = state.troupes[player].dice
    taken = combinations_with_replacement(COLOURS, white)
    return _best([_odds_of(state.box, state, player, (*dice, *more)) for more in taken])


def _rolled(state: State, player: str) -> Iterator[Odds]:
    troupe, box = state.troupes[player], state.box
    if any(len(die) == 1 for die in troupe.dice):
        white = sum(duty.verb == "takes" and duty.player == player for duty in state.duties)
        yield Odds(ABOUT, say("when the dice are rolled"), _with_white(state, player, white))
        return
    lying = _odds_of(box, state, player, troupe.dice)
    yield Odds(ABOUT, say("as the dice lie"), lying)
    means = (MELODY,) if troupe.melodies else troupe.hand.known[:1]
    after = [
        _odds_of(box, state, player, dice)
        for dice in dict.fromkeys(_changed(box, state, player, means))
    ]
    if after:
        name = say("with one melody") if troupe.melodies else say("with a card put away")
        yield Odds(ABOUT, name, _best([lying, *after]))


def _changed(
    box: Box, state: State, player: str, means: tuple[str, ...]
) -> Iterator[tuple[Die, ...]]:
    """Yield the dice after each free action; those that it rolls again have no pips."""
    dice = state.troupes[player].dice
    for event in free_actions(box, state, player, means):
        words = event.words[: event.words.index("with")]
        if event.verb == "rerolls":
            yield (*minus(dice, words), *(die[0] for die in words))
            continue
        die, *two = words
        step = (1 + len(two)) * (1 if event.verb == "raises" else -1)
        yield (*minus(dice, [die]), f"{die[0]}{pips(die) + step}")


def _best(found: Sequence[Mapping[str, Odd]]) -> Mapping[str, Odd]:
    return {each: max((one[each] for one in found), key=lambda odd: odd.chance) for each in _ALL}


# rolls


def _odds_of(box: Box, state: State, player: str, dice: tuple[Die, ...]) -> Mapping[str, Odd]:
    """Return the odds of a performance of each colour, and of `ANY`, when `dice` are rolled.

    Dice with pips lie as they are. A colour of which no performance is left has none.
    """
    rules = _Rules(has(box, state, player, "circle"), has(box, state, player, "blend"))
    there = {die[0] for die in dice}
    left = sum(_BITS[each] for each in there if performances_left(box, state, each) > 0)
    shown, rolled = [0] * 6, list[int]()
    for die in sorted(dice):
        if len(die) > 1:
            shown[pips(die) - 1] |= _BITS[die[0]]
        else:
            rolled.append(_BITS[die])
    many = prod(comb(rolled.count(bit) + 5, 5) for bit in _BITS.values())
    count = _counted if many <= COUNTED else _drawn
    return count(rules, left, tuple(shown), tuple(rolled))


@dataclass(frozen=True, slots=True)
class _Rules:
    """The powers that say what a sequence is: `circle`, and what colour it has: `blend`."""

    circle: bool
    blend: bool


def _counted(rules: _Rules, left: int, shown: Shown, rolled: tuple[int, ...]) -> Mapping[str, Odd]:
    return {
        each: Odd(Fraction(hits, 6 ** len(rolled)))
        for each, hits in zip(_ALL, _hits(rules, left, shown, rolled), strict=True)
    }


@lru_cache(maxsize=1 << 16)
def _hits(rules: _Rules, left: int, shown: Shown, rolled: tuple[int, ...]) -> tuple[int, ...]:
    """Return in how many rolls there is a performance, for each of `_ALL`."""
    if not rolled:
        made = _made(rules, shown) & left
        return tuple(int(bool(made & bit)) for bit in (*_BITS.values(), left))
    one, rest = rolled[0], rolled[1:]
    found = (_hits(rules, left, _with(shown, at, one), rest) for at in range(6))
    return tuple(map(sum, zip(*found, strict=True)))


def _drawn(rules: _Rules, left: int, shown: Shown, rolled: tuple[int, ...]) -> Mapping[str, Odd]:
    rng, hits = Random(0), [0] * len(_ALL)
    for _ in range(DRAWN):
        thrown = shown
        for one in rolled:
            thrown = _with(thrown, rng.randrange(6), one)
        for at, hit in enumerate(_hits(rules, left, thrown, ())):
            hits[at] += hit
    never = [not left & bit for bit in (*_BITS.values(), left)]
    return {
        each: Odd(Fraction(0)) if none else Odd(Fraction(hit, DRAWN), _error(hit))
        for each, hit, none in zip(_ALL, hits, never, strict=True)
    }


def _error(hits: int) -> float:
    """Return the standard error of a share of the rolls drawn, which is never taken to be 0."""
    return sqrt((hits + 1) * (DRAWN - hits + 1) / (DRAWN + 2) ** 3)


def _with(shown: Shown, at: int, bit: int) -> Shown:
    return (*shown[:at], shown[at] | bit, *shown[at + 1 :])


def _made(rules: _Rules, shown: Shown) -> int:
    """Return the colours of all performances that can be made, a bit each. BB-4"""
    starts, found = range(6 if rules.circle else 4), 0
    for at in starts:
        found |= _of_three(rules.blend, *(shown[(at + step) % 6] for step in range(3)))
    return found


@cache
def _of_three(blend: bool, *shown: int) -> int:
    """Return the colours of the performances that take one die from each of three `shown`."""
    colours = ([each for each in COLOURS if bits & _BITS[each]] for bits in shown)
    threes = (set(three) if blend else majority(three) for three in product(*colours))
    return sum(_BITS[each] for each in {each for three in threes for each in three})

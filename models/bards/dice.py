"""Dice and colours: a die is its colour's letter and its pips, `B3`; unrolled, the letter alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from functools import lru_cache
from itertools import combinations

Die = str
Colour = str
"""A letter of `COLOURS`."""

COLOURS = ("B", "P", "R", "O")
"""Blue illusion, purple dance, red song, orange music."""
COLOUR_NAMES = {"blue": "B", "purple": "P", "red": "R", "orange": "O"}
PIPS = range(1, 7)
FACES = tuple(str(pips) for pips in PIPS)
DICE = tuple(f"{colour}{pips}" for colour in COLOURS for pips in PIPS)
_SHOWN = {die: int(die[1]) for die in DICE}


def pips(die: Die) -> int:
    """Return what a rolled die shows."""
    return _SHOWN[die]


def colour(die: Die) -> Colour:
    """Return the colour of a die, rolled or not."""
    return die[0]


def faces(colour: Colour) -> tuple[Die, ...]:
    """Return what a die of `colour` can show."""
    return tuple(colour + face for face in FACES)


def in_order(dice: Iterable[Die]) -> tuple[Die, ...]:
    """Return `dice` as a sequence is written: rising, and past 6 on to 1."""
    rising = sorted(dice, key=lambda die: (pips(die), die))
    shown = [pips(die) for die in rising]
    if shown == [1, 5, 6]:
        return (rising[1], rising[2], rising[0])
    if shown == [1, 2, 6]:
        return (rising[2], rising[0], rising[1])
    return tuple(rising)


def is_sequence(dice: tuple[Die, ...], circle: bool) -> bool:
    """Tell whether three dice rise by one each; in a `circle` 1 follows 6. BB-4"""
    first, second, third = (pips(die) for die in dice)
    steps = {second - first, third - second}
    return steps == {1} or (circle and steps == {1, -5})


@lru_cache(maxsize=4096)
def sequences(dice: Set[Die], circle: bool) -> tuple[tuple[Die, ...], ...]:
    """Return the sequences that can be made of `dice`, which are rolled and differ. BB-4"""
    threes = (three for three in combinations(sorted(dice), 3) if len({*map(pips, three)}) == 3)
    return tuple(three for three in map(in_order, threes) if is_sequence(three, circle))


def majority(dice: Iterable[Die]) -> tuple[Colour, ...]:
    """Return the colours that a performance can have: the majority's, or else any of its. BB-4"""
    counts = Counter(map(colour, dice))
    most = max(counts.values())
    if most > 1:
        counts = Counter({each: n for each, n in counts.items() if n == most})
    return tuple(each for each in COLOURS if each in counts)

"""Which rolls a text can tell whose numbers may be faces, or counts of what stands behind them.

`2 red 1` may be two red ones, or a red two and a red one. Dice are told as a kind and its numbers,
`red 1 1 3`, or as numbers and their kind, `1 1 3 red`; each may be counted by a number before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..models.core import Roll
from .coming import Coming
from .lexicon import Kind, Lexicon, Phrase
from .tokens import BREAKS, is_plural

MOST = 400
"""Of how many ways to begin a roll the others are looked for."""
Dice = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """The `dice` that may be told by a word, and the number that it tells; neither at a break.

    One in words may count a number behind it, `two three`; one in the plural, `threes`, is counted.
    """

    dice: frozenset[str] = frozenset()
    number: int = 0
    in_words: bool = False
    plural: bool = False


def rolls_told(coming: Coming, lexicon: Lexicon, said: Sequence[str]) -> frozenset[Dice]:
    """Return the rolls that may be told as kinds and numbers, none if there is more in a text.

    They are those that the dice can show that are rolled.
    """
    if not isinstance(coming.turn, Roll):
        return frozenset()
    heard = [lexicon.at(said, at, coming.words) for at in range(len(said))]
    if any(map(_is_other, heard)):
        return frozenset()
    words = [word for at in zip(said, heard, strict=True) for word in _words(coming, lexicon, *at)]
    dice = Counter(map(frozenset, coming.turn.dice))
    begun: list[set[Dice]] = [{()}, *(set[Dice]() for _ in words)]
    for at in range(len(words)):
        for end, more in _groups(words, at) if len(begun[at]) < MOST else ():
            told = {tuple(sorted((*each, *more))) for each in begun[at]}
            begun[end] |= {each for each in told if _can_show(dice, each)}
    return frozenset(each for each in begun[-1] if len(each) == coming.turn.size)


def _is_other(heard: Sequence[tuple[int, Phrase]]) -> bool:
    """Tell whether a phrase counts what stands before it, `twice`, or tells what is not so."""
    counts = (each.kind is Kind.COUNT and (each.again or n > 1) for n, each in heard)
    return any(counts) or any(each.kind is Kind.AGAINST for _, each in heard)


def _words(
    coming: Coming, lexicon: Lexicon, word: str, heard: Sequence[tuple[int, Phrase]]
) -> Iterator[_Word]:
    """Yield what a word tells of dice; nothing if it is a name, a deed or a little word."""
    found = [each for n, each in heard if n == 1]
    parts = [each for each in found if each.parts]
    if parts:
        dice = frozenset(
            die for each in parts for die in each.parts or () if die in coming.drawable
        )
        number = next((each.number for each in found if each.number), 0)
        plural = lexicon.is_counted(word) if number else is_plural(word)
        yield _Word(dice, number, not word[0].isdecimal(), plural)
    elif word in BREAKS or any(each.lists or each.kind is Kind.CONTENT for each in found):
        yield _Word()


def _groups(words: Sequence[_Word], at: int) -> Iterator[tuple[int, Dice]]:
    """Yield dice of one kind that may be told from a word on, and where the next ones are."""
    first = words[at]
    if not first.dice:
        yield at + 1, ()
    elif not first.number:
        for end, numbers in _numbers(words, at + 1):
            yield from _of_kind(first, numbers, end)
        return
    for end, numbers in _numbers(words, at):
        kind = words[end] if end < len(words) else _Word()
        if kind.dice and not kind.number:
            yield from _of_kind(kind, numbers, end + 1)
            if kind.plural and end == at + 2:  # `2 1 rouges`
                yield from _of_kind(kind, numbers[1:] * first.number, end + 1)
    if at + 2 < len(words) and words[at + 1].dice and not words[at + 1].number:
        for end, told in _groups(words, at + 1):
            if end == at + 3:
                yield end, told * first.number
            elif first.in_words and len(told) == first.number:  # `two blue 3 and 1`
                yield end, told


def _numbers(words: Sequence[_Word], at: int) -> Iterator[tuple[int, tuple[_Word, ...]]]:
    """Yield the numbers that may be told together from a word on, and where they end."""
    told: list[tuple[int, tuple[_Word, ...]]] = [(at, ())]
    for begun, numbers in told:
        if numbers:
            yield begun, numbers
        if begun < len(words) and words[begun].number:
            first, *rest = words[begun : begun + 2]
            told.append((begun + 1, (*numbers, first)))
            if rest and rest[0].number and (first.in_words or rest[0].plural):
                told.append((begun + 2, (*numbers, *rest * first.number)))
        elif numbers and begun < len(words) and not words[begun].dice:
            told.append((begun + 1, numbers))


def _of_kind(kind: _Word, numbers: Sequence[_Word], end: int) -> Iterator[tuple[int, Dice]]:
    dice = [min(kind.dice & each.dice, default="") for each in numbers]
    if all(dice):
        yield end, tuple(dice)


def _can_show(dice: Mapping[frozenset[str], int], told: Dice) -> bool:
    return all(sum(die in faces for die in told) <= many for faces, many in dice.items())

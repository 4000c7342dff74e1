"""Slips of the keyboard: words that are nearly others, letter by letter."""

from __future__ import annotations

import re

MISTYPED = 4
"""Letters from which on a slip of the keyboard is looked for."""
CUT = 3
"""Letters to which a word may be cut."""
LONG = 7
"""Letters from which on there may be two slips in a word."""
_DOUBLE = re.compile(r"(.)\1")
_VOWEL = re.compile("[aeiouy]")


def slips(typed: str, word: str) -> int:
    """Return how many slips make `word` what was `typed`, 0 if it is another word.

    A letter is wrong, left out, typed twice, or swapped with the next one. A word that is cut is
    one slip, a pet name of it two.
    """
    if len(typed) > 1 and (word.startswith(typed) or _DOUBLE.sub(r"\1", typed) == word):
        return 1
    most = 1 + (len(word) >= LONG)
    short, long = sorted((len(typed), len(word)))
    if typed[:1] == word[:1] and short >= MISTYPED and long <= short + most:
        found = _distance(typed, word)
        if found <= most:
            return found
    return 2 * (len(typed) > MISTYPED and typed[:MISTYPED] == word[:MISTYPED])


def is_mistyped(typed: str, word: str) -> bool:
    """Tell whether `typed` has as many letters as `word` but for one, or the same in all."""
    apart = abs(len(typed) - len(word))
    return len(typed) >= MISTYPED and (apart == 1 or sorted(typed) == sorted(word))


def is_abbreviated(word: str, typed: str) -> bool:
    """Tell whether `typed` are some letters of `word`, the first and no vowels: `blk`."""
    rest = iter(word)
    begins = word[0] == typed[:1] and not _VOWEL.search(typed[1:])
    return begins and all(letter in rest for letter in typed)


def _distance(one: str, other: str) -> int:
    """Return how many letters are put in, left out, replaced or swapped between two words."""
    before, row = list[int](), list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        last, before, row = before, row, [at]
        for n, each in enumerate(other, 1):
            least = min(before[n] + 1, row[-1] + 1, before[n - 1] + (letter != each))
            if at > 1 and n > 1 and letter == other[n - 2] and each == one[at - 2]:
                least = min(least, last[n - 2] + 1)
            row.append(least)
    return row[-1]

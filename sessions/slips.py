"""Slips of the keyboard: words that are nearly others, letter by letter."""

from __future__ import annotations

import re

MISTYPED = 4
"""Letters from which on a slip of the keyboard is looked for."""
CUT = 3
"""Letters to which a word may be cut."""
_VOWEL = re.compile("[aeiouy]")


def is_slip(typed: str, word: str) -> bool:
    """Tell whether `typed` is `word` with a letter too few, too many, or two swapped."""
    if typed[:1] != word[:1] or len(word) < MISTYPED:
        return False
    if len(typed) == len(word):
        wrong = [at for at, letter in enumerate(typed) if letter != word[at]]
        return (
            len(wrong) == 2
            and wrong[1] == wrong[0] + 1
            and (typed[wrong[0]] == word[wrong[1]] and typed[wrong[1]] == word[wrong[0]])
        )
    long, short = (typed, word) if len(typed) > len(word) else (word, typed)
    if len(long) != len(short) + 1:
        return False
    return any(long[:at] + long[at + 1 :] == short for at in range(1, len(long)))


def is_close(typed: str, word: str) -> bool:
    """Tell whether `typed` may be `word`, cut, with a letter or two wrong, or a pet name of it."""
    if len(typed) >= CUT and word.startswith(typed):
        return True
    if len(typed) > MISTYPED and typed[:MISTYPED] == word[:MISTYPED]:
        return True
    if typed[:1] != word[:1] or min(len(typed), len(word)) < MISTYPED:
        return False
    return _distance(typed, word) <= (1 if len(word) < 7 else 2)


def is_abbreviated(word: str, typed: str) -> bool:
    """Tell whether `typed` are some letters of `word`, the first and no vowels: `blk`."""
    rest = iter(word)
    begins = word[0] == typed[:1] and not _VOWEL.search(typed[1:])
    return begins and all(letter in rest for letter in typed)


def _distance(one: str, other: str) -> int:
    """Return how many letters are put in, left out or replaced between two words."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row[0] = row[0], at
        for n, each in enumerate(other, 1):
            before, row[n] = row[n], min(row[n] + 1, row[n - 1] + 1, before + (letter != each))
    return row[-1]

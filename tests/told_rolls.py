"""How people tell a roll of Battle of the Bards: many ways to say it, and how each is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random

from aparte.cli.language import spoken
from aparte.models.core import TABLE, view
from aparte.models.record import write_event

from .hearing import Heard, Reply, became, reply
from .tables import random_game

COLOURS = {
    "en": {"B": "blue", "O": "orange", "P": "purple", "R": "red"},
    "fr": {"B": "bleu", "O": "orange", "P": "violet", "R": "rouge"},
}
FIGURES = {
    "en": ("zero", "one", "two", "three", "four", "five", "six"),
    "fr": ("zéro", "un", "deux", "trois", "quatre", "cinq", "six"),
}
SEVERAL = {
    "en": ("", "ones", "twos", "threes", "fours", "fives", "sixes"),
    "fr": ("", "un", "deux", "trois", "quatre", "cinq", "six"),
}
PAIR = {"en": "a pair of {}", "fr": "une paire de {}"}
TWICE = {"en": "{} twice", "fr": "{} deux fois"}
BESIDE = {"en": (", ", " and "), "fr": (", ", " et ")}


@dataclass(frozen=True, slots=True)
class ToldRoll:
    """A roll as it is told in one `way`, and what became of it."""

    way: str
    language: str
    said: str
    means: str
    answer: Reply
    came: Heard


def told(dice: Sequence[str], language: str, rng: Random) -> Mapping[str, str]:
    """Return ways to tell a roll of `dice`, such as R1, each with its text.

    The order of colours, and what stands between the parts, is drawn by lot.
    """
    word, figure = COLOURS[language], FIGURES[language]
    colours = sorted({die[0] for die in dice})
    rng.shuffle(colours)
    dice = sorted(dice, key=lambda die: (colours.index(die[0]), die))
    faces = {c: [die[1] for die in those] for c, those in groupby(dice, lambda die: die[0])}
    counts = [(n, die[0], die[1]) for die, n in Counter(dice).items()]
    beside = rng.choice(BESIDE[language])

    def one(colour: str, face: str, article: bool = False) -> str:
        a = {"en": "an" if colour == "O" else "a", "fr": "un"}[language]
        text = f"{word[colour]} {face}" if language == "en" else f"{face} {word[colour]}"
        return f"{a} {text}" if article else text

    def many(colour: str, face: str) -> str:
        return one(colour, f"{face}s") if language == "en" else f"{one(colour, face)}s"

    def each(how: str, those: Iterable[str]) -> str:
        return how.join(f"{word[c]} {text}" for c, text in zip(faces, those, strict=True))

    def counted(several: str, between: str, ones: bool = False) -> str:
        """Say how many dice are alike by `several`, of {n}, {one} and {many}."""
        return between.join(
            several.format(n=n, figure=figure[n], one=one(c, face), many=many(c, face), c=word[c],
                           face=face)
            if n > 1 or ones
            else one(c, face, article="figure" in several)
            for n, c, face in counts
        )  # fmt: skip

    def by_face(numbers: Iterable[str]) -> str:
        told = Counter(map(int, numbers)).items()
        return " and ".join(
            f"{figure[n]} {SEVERAL[language][face]}" if n > 1 else f"{figure[1]} {figure[face]}"
            for face, n in told
        ).replace(" and ", BESIDE[language][1])

    def twice(two: str, several: bool) -> str:
        return beside.join(
            two.format(many(c, face) if several else f"{word[c]} {face}")
            if n == 2
            else beside.join([one(c, face)] * n)
            for n, c, face in counts
        )

    ways = {
        "signs": " ".join(dice),
        "every die": beside.join(one(die[0], die[1]) for die in dice),
        "colours first": each(", ", map(" ".join, faces.values())),
        "colours first, no commas": each(" ", map(" ".join, faces.values())),
        "colours last": ", ".join(f"{' '.join(ns)} {word[c]}" for c, ns in faces.items()),
        "colours last, no commas": " ".join(f"{' '.join(ns)} {word[c]}" for c, ns in faces.items()),
        "glued": " ".join(c.casefold() + "".join(ns) for c, ns in faces.items()),
        "numbers behind a die": " ".join(c + " ".join(ns) for c, ns in faces.items()),
        "numbers in words": each(
            ", ", (beside.join(figure[int(n)] for n in ns) for ns in faces.values())
        ),
        "counted in words": counted("{figure} {many}", beside),
        "counted in figures": counted("{n} {many}", beside),
        "counted with x": counted("{n}x {c} {face}", beside),
        "some counted, no commas": counted("{n} {c} {face}", " "),
        "all counted, no commas": counted("{n} {c} {face}", " ", ones=True),
        "twice": twice(TWICE[language], several=False),
        "pairs": twice(PAIR[language], several=True),
        "faces counted": each(", ", map(by_face, faces.values())),
        "in order": " ".join(die[1] for die in sorted(dice)),
    }
    return ways | ({"faces alone": by_face(die[1] for die in dice)} if len(faces) == 1 else {})


def rolls_heard(seed: int, most: int) -> Iterator[ToldRoll]:
    """Yield what becomes of `most` rolls of a game of bots, each told in all ways in a language.

    The game, its rolls of several dice, and the language are drawn by `seed`.
    """
    rng = Random(seed)
    whole = random_game("bards", rng.choice((2, 3, 4)), seed)
    rolls = [(n, e) for n, e in whole.events if e.verb == "rolls" and len(e.outcome) > 1]
    for number, roll in rng.sample(rolls, min(most, len(rolls))):
        record, language = view(whole.until(number - 1), TABLE), rng.choice(("en", "fr"))
        means = write_event(record, roll)
        with spoken(language):
            for way, said in told(roll.outcome, language, rng).items():
                text = rng.choice((said, f"{roll.actor} {said}", f"{roll.actor}: {said}"))
                answer = reply(record, text)
                yield ToldRoll(way, language, text, means, answer, became(answer, means))

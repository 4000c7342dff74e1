"""What people talk about in Les Adresses Jaunes: what a move tells, and which guess is right.

What a disc or a pawn tells can be counted beforehand, the same whatever the others hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log2

from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.hidden import Claim
from ....models.words import Words, figure, in_100, listed, say, say_n
from ...play.contrast import often
from ...play.trial import Difference

MANY = 2.0
"""From so many times as many deals on, that is said instead of how many percent there are more."""
MOSTLY = 0.5
"""The number of hands for all that everybody knows is told if it makes that much of what differs
for players who see their own tiles."""
SMALL = 20
"""A number of hands below this is told in tenths."""
FEW = 3
"""Up to so many hands it is told by which tiles they differ."""
LISTED = 400
"""Up to so many hands their number is said, of more how many percent there are more."""


def _many(part: float) -> Words:
    if part >= MANY:
        return say("{n} times as many", n=figure(part, ".1f"))
    n = 100 * abs(part - 1)
    percent = say("{value} %", value=figure(n, ".0f" if n >= 1 else ".1f"))
    return say("{n} fewer", n=percent) if part < 1 else say("{n} more", n=percent)


def bearing(view: View, move: Event, against: Event, found: Difference) -> Iterator[Claim]:
    """Yield where the tiles of a pawn or a guess may be known to be: the answer tells nothing then.

    Of what discs and pawns show of the viewer's hand, it is what all may know of that already.
    """
    if against.verb != move.verb:
        return
    tile, other = move.words[0], against.words[0]
    others = [name for name in (*view.setup.players, NOBODY) if name != view.viewer]
    match move.verb:
        case "disc":
            yield Claim(other, view.viewer, holds=False)
            tiles = {*view.state.box.targets[other]} - {*view.state.found(view.viewer)}
            yield from (Claim(each, view.viewer) for each in sorted(tiles))
        case "name":
            yield Claim(tile, move.words[1])
            yield Claim(other, against.words[1], holds=False)
        case "pawn" if isinstance(found.effect, Shown):
            yield Claim(other, view.viewer, holds=False)
        case "pawn":
            yield from (Claim(other, name) for name in others)


@dataclass(frozen=True, slots=True)
class _Hands:
    """The viewer's possible hands for all that everybody knows: their number, as log2.

    After the move there are `hands`, and all of them have the tiles `shown`, which was not known
    before it. If they are a `few`, these are the tiles by which each differs from the others. None
    of this tells one effect from another.
    """

    worth: float | None = None
    sign: int = -1
    most: float | None = None
    hands: int = field(default=1, compare=False)
    shown: tuple[str, ...] = field(default=(), compare=False)
    few: tuple[tuple[str, ...], ...] = field(default=(), compare=False)

    def _hands(self, found: Difference) -> Words:
        """Return how many hands that can be the viewer's there are, and how many else."""
        other = found.other.hands if isinstance(found.other, _Hands) else 1
        if max(self.hands, other) > LISTED:
            return say("{many} possible hands for you", many=_many(2.0**found.difference))
        if self.few:
            hands = listed((listed(each, " ") for each in self.few), " / ")
            return say(
                "{n} possible hands for you instead of {m} (with {hands})",
                n=self.hands,
                m=other,
                hands=hands,
            )
        return say_n(
            "{n} possible hand for you instead of {m}",
            "{n} possible hands for you instead of {m}",
            self.hands,
            m=other,
        )

    def _with_shown(self, clause: Words, found: Difference) -> Words:
        """Return the clause with the tiles that all can know, if the other move shows fewer."""
        other = found.other.shown if isinstance(found.other, _Hands) else ()
        if not {*self.shown} > {*other}:
            return clause
        return say_n(
            "{clause}; all can know then that {tiles} is yours",
            "{clause}; all can know then that {tiles} are yours",
            len(self.shown),
            clause=clause,
            tiles=listed(self.shown),
        )


@dataclass(frozen=True, slots=True)
class Shown(_Hands):
    """The viewer's possible hands after a move; a pawn or a guess shows that one lacks its tile.

    The disc shows a `count`, None if others show the same by another one; a tile is `lacked` that
    all did not know to be. Another player, who sees own tiles, has `beside` of the hands left on
    average: that is counted. With two players that is the `partner`.
    """

    partner: str = field(default="", compare=False)
    beside: float = field(default=1.0, compare=False)
    lacked: bool = field(default=False, compare=False)
    count: int | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The name for JSON."""
        return "hands"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("how many hands can still be yours")

    def told(self, found: Difference) -> Words:
        """Return how many hands are left, and which tiles all can know."""
        other = found.other if isinstance(found.other, Shown) else Shown()
        if log2(self.hands / other.hands) / found.difference < MOSTLY:
            places = ".1f" if min(self.beside, other.beside) < SMALL else ".0f"
            values = {"n": figure(self.beside, places), "m": figure(other.beside, places)}
            if self.partner:
                clause = say(
                    "it leaves {player}, who sees own tiles, {n} possible hands for you on average"
                    " instead of {m}",
                    player=self.partner,
                    **values,
                )
            else:
                clause = say(
                    "it leaves another player, who sees own tiles, {n} possible hands for you"
                    " on average instead of {m}",
                    **values,
                )
            if self.lacked and found.difference < 0:
                clause = say("it shows that you lack the tile; {clause}", clause=clause)
            return self._with_shown(clause, found)
        hands = self._hands(found)
        if self.count is not None:
            clause = say("it counts {n} and leaves {hands}", n=self.count, hands=hands)
        elif self.lacked and found.difference < 0:
            clause = say("it shows that you lack the tile and leaves {hands}", hands=hands)
        else:
            clause = say("it leaves {hands}", hands=hands)
        return self._with_shown(clause, found)


@dataclass(frozen=True, slots=True)
class Further(_Hands):
    """The viewer's possible hands after a disc and the best one after it, at the target `then`."""

    then: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """The name for JSON."""
        return "further"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("what your next disc can tell beside this one")

    def told(self, found: Difference) -> Words:
        """Return how many hands can be left, and by which disc."""
        clause = say(
            "with your next disc at {target} it leaves {hands}",
            target=self.then,
            hands=self._hands(found),
        )
        return self._with_shown(clause, found)


@dataclass(frozen=True, slots=True)
class Answer:
    """How open the answer to a pawn is: the chance of the likeliest one, as minus log2.

    It is that `holder` has the `tile`. On average the answer `rules_out` such a part of the deals.
    None of these tells one effect from another.
    """

    name: str = "answer"
    worth: float | None = None
    sign: int = 1
    most: float | None = None
    holder: str = field(default=NOBODY, compare=False)
    chance: float = field(default=1.0, compare=False)
    rules_out: float = field(default=0.0, compare=False)
    tile: str = field(default="", compare=False)

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which pawn's answer you cannot foresee")

    @property
    def _likeliest(self) -> Words:
        if self.chance < 1:
            return say("{n} % {holder}", n=in_100(self.chance), holder=self.holder)
        return say("surely {holder}", holder=self.holder)

    def told(self, found: Difference) -> Words:
        """Return the likeliest answer, and that of the other pawn."""
        other = found.other if isinstance(found.other, Answer) else Answer()
        values = {"own": self._likeliest, "tile": other.tile, "other": other._likeliest}
        n, m = in_100(self.rules_out), in_100(other.rules_out)
        if self.chance < 1 and (n - m) * found.difference > 0:
            return say(
                "its answer rules out {n} of 100 deals on average, that at {tile} {m}",
                n=n,
                m=m,
                tile=other.tile,
            )
        if found.difference > 0:
            return say("its answer is more open ({own}; at {tile} {other})", **values)
        if self.chance < 1:
            return say("its answer is less open ({own}; at {tile} {other})", **values)
        return say("its answer tells you nothing ({own}; at {tile} {other})", **values)


@dataclass(frozen=True, slots=True)
class Right:
    """Whether a guess is right."""

    name: str = "right"
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which guess is likeliest to be right")

    def told(self, found: Difference) -> Words:
        """Return how much more often it is right."""
        return say("the guess is right {often}", often=often(found))


@dataclass(frozen=True, slots=True)
class Then:
    """How often the team wins if a guess is right: that `chance`."""

    name: str = "then"
    worth: float | None = None
    sign: int = 1
    most: float | None = None
    chance: float = field(default=0.0, compare=False)

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("what a right guess leaves to guess")

    def told(self, found: Difference) -> Words:
        """Return how often it is won then, beside the other guess."""
        other = found.other.chance if isinstance(found.other, Then) else 0.0
        return say(
            "if it is right, the rest can be won in {n} of 100 cases, not in {m}",
            n=in_100(self.chance),
            m=in_100(other),
        )


@dataclass(frozen=True, slots=True)
class Certain:
    """Whether all can be named for certain in the end, after a guess that is right."""

    name: str = "certain"
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("what is left to guess in the end")

    def told(self, found: Difference) -> Words:
        """Return how much more often nothing is left to guess."""
        if found.sure and found.difference < 0:
            return say("in the end something is surely left to guess")
        return say("in the end nothing is left to guess {often}", often=often(found))

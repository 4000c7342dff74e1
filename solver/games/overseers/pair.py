"""Two moves that are held against each other: what is seen, what cards count, what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

from ....models.core import Event, View
from ....models.overseers.box import Kind, Power
from ....models.overseers.clues import Round
from ....models.overseers.state import State
from ....models.overseers.text import KINDS
from ....models.words import Words, in_100, in_points, say
from ...play.contrast import Clause, Contrast
from ...play.trial import Difference
from .bounds import Reach, reach
from .bundles import Bundle, Cards
from .effects import Deed, Happens, Points, Source
from .moves import do, table_of
from .table import RoundTable
from .tries import is_open

FEW, LEAST = 0.05, 0.1
"""What happens is told if its chance differs by so much: by 10 in 100, an accusation by 5."""
AS_MUCH = 3 / 4
"""What has a cause is told first if it is such a part of the largest; who robs is named so, too."""
MATTERS, CHANCES = 0.3, 0.01
"""Fewer points are not told, nor less of a chance."""
ABOUT_ONE = 0.75
"""Fewer points are told as half a point."""
GAINED = say("you gain about {points}"), say("you lose about {points}")
RISES = say("your chance rises by about {n} in 100"), say("your chance falls by about {n} in 100")
"""How a gain, then a loss, of the viewer is told: of points, and of the chance to win."""

_NTH = (say("{kind}"), say("a second {kind}"), say("a third {kind}"), say("one more {kind}"))


def nth(kind: Kind, before: int) -> Words:
    """Return the name of a card of a series that so many came `before`."""
    return replace(_NTH[min(before, len(_NTH) - 1)], values=(("kind", KINDS[kind]),))


class Whole(Clause):
    """A clause that needs nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing(Clause):
    """What a move does by the rules to the viewer's cards: so many `points` more than the other."""

    points: float


class Pair:
    """A move that is held against another one, as the viewer sees both.

    At the `table` cards that the viewer does not know count nothing. The viewer's cards are `held`
    in hand, or lie there. `passed` are the words of both moves. Cards are `picked` of a pack which
    the next player gets. Only the better move is told in `full`, with what the other one does: so
    each figure stands once.
    """

    def __init__(self, view: View[State], move: Event, differs: Contrast) -> None:
        self.view, self.move, self.differs = view, move, differs
        self.moves = move, differs.against
        self.state, viewer = view.state, view.viewer
        self.cards, self.power = Cards.of(self.state.box), self.state.power_of(viewer)
        self.character = self.state.characters.get(viewer, "")
        self.seat, self.table = self.state.players.index(viewer), table_of(view, self.state)
        self.held = self.table.hands[self.seat]
        self.held += sum(card.nature for card in self.table.rows[self.seat])
        self.passed = {word for each in self.moves for word in each.words}
        self.better = differs.gap > 0
        self.full = differs.best or differs.speaks_for_it
        self.picked = move.verb in ("picks", "doubles")
        self.again = differs.again and not is_open(self.state)
        self.chance = any(isinstance(each, Points) and each.chance for each in differs.sides)
        self.least = CHANCES if self.chance else MATTERS

    @property
    def turned(self) -> Pair:
        """The same pair as the row of the better move tells it."""
        turned = self.differs.mirrored(self.move, self.differs.called)
        return Pair(self.view, self.differs.against, replace(turned, best=True, again=False))

    @cached_property
    def after(self) -> Sequence[RoundTable]:
        """The tables after both moves."""
        tables = [self.table.copy() for _ in self.moves]
        for table, move in zip(tables, self.moves, strict=True):
            do(table, self.state.players, move)
        return tables

    def points(self, held: Bundle) -> int:
        """Return what the viewer's cards count, after a power of the vote that is to come."""
        return self.cards.points[self.power][self.ends(held)]

    def ends(self, held: Bundle) -> Bundle:
        """Return cards after a power of the vote to come, which has to be used, if all are there.

        Nuying's copy may be of the same kind. OV-14, OV-15
        """
        return self.used(held)[1] if self.special(held) else held

    def used(self, held: Bundle) -> tuple[tuple[Kind, ...], Bundle]:
        """Return the best use of such a power, for most points, then most Thefts.

        The kinds are that of the card that is tilted, or tucked and what it copies.
        """
        cards, name = self.cards, self.cards.kind
        uses: list[tuple[tuple[Kind, ...], Bundle]]
        if self.power is Power.TILT:
            uses = [((kind,), cards.tilt(held, kind)) for kind in cards.kinds(held)]
        else:
            pairs = permutations(cards.singles[held], 2)
            uses = [((name[x], name[above]), held - x + above) for x, above in pairs]
        points = cards.points[self.power]
        return max(uses, key=lambda each: (points[each[1]], cards.thefts(each[1])))

    def special(self, held: Bundle) -> bool:
        """Tell whether a power of the vote that is to come will change the cards of a row."""
        to_come = self.power in (Power.TILT, Power.TUCK) and self.power not in self.state.used
        return to_come and len(self.cards.singles[held]) >= self.state.box.kept

    def counting(self, power: Power | None, kind: Kind, n: int) -> int:
        """Return what so many cards of a kind count with a power: tilted, where several can be."""
        points, tilts = self.cards.points[power], power is Power.TILT and n > 1
        many = points[n * self.cards.card[kind]] - points[0]
        return max(many, points[n * self.cards.tilted]) if tilts else many

    @cached_property
    def round(self) -> Round:
        """The round, line by line."""
        return Round.of(self.view)

    @cached_property
    def reach(self) -> Reach:
        """What all can have while rows lie hidden."""
        return reach(self.view)

    def counts(self, deed: Deed) -> bool:
        """Tell whether it was counted how often something happens to the viewer."""
        found = (each for each in self.differs.sides if isinstance(each, Happens))
        return any(each.yours and each.deed is deed for each in found)

    def happens(self, deed: Deed, player: str, kind: Kind = "") -> Difference:
        """Return how much more often something happens to a player."""
        effect = Happens(player, player == self.view.viewer, deed, kind)
        one, other = self.differs.sides.get(effect, (0.0, 0.0))
        sure = is_open(self.state) and {one, other} == {0.0, 1.0}
        return Difference(effect, one - other, 0.0, 0.0, sure, came=one)

    def often(self, one: float, other: float) -> Words:
        """Return how often something happens, and how often after the other move if that differs.

        A difference of few cases is not told.
        """
        sure = is_open(self.state)
        if sure and abs(one - other) == 1:
            return say("in each case") if one else say("in no case whatever")
        n, m = in_100(one, sure), in_100(other, sure)
        if abs(one - other) < FEW or n == m:
            return say("in {n} of 100 cases", n=n)
        return say("in {n} of 100 cases, not {m}", n=n, m=m)

    def told(self, found: Difference) -> Words:
        """Return what happens, and how often after either move."""
        values = dict(found.words.values) | {"often": self.often(*found.sides)}
        return replace(found.words, values=tuple(values.items()))

    def made(self, source: Source) -> Mapping[Points, float]:
        """Return how much of the gap comes from a source, by players and deeds."""
        sides = self.differs.sides.items()
        points = {x: n - m for x, (n, m) in sides if isinstance(x, Points) and x.source is source}
        return {each: each.worth * n for each, n in points.items()}

    def gains(self, made: float, words: tuple[Words, Words] = GAINED) -> Words:
        """Return about how many points the viewer gains, in such words; or how its chance rises."""
        if self.chance:
            return replace(RISES[made < 0], values=(("n", max(1, round(abs(100 * made)))),))
        points = in_points(round(abs(made))) if abs(made) >= ABOUT_ONE else say("half a point")
        return replace(words[made < 0], values=(("points", points),))

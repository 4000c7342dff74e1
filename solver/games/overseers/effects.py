"""What is counted at Overseers while moves are tried: points by their sources, and what happens.

The points make the whole value. What happens, and who has which cards, is worth nothing by itself:
`reasons` tells by it how these points come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from ....models.overseers.text import KINDS
from ....models.words import Figure, Words, figure, say
from ...play.trial import Difference, Effect
from .bundles import Bundle, Cards
from .play import accuse, lay_out, scores, seize, steal
from .table import NOBODY, RoundTable, Seat
from .worth import Worth, relative


class Source(StrEnum):
    """Where points of a round come from, in its order."""

    CARDS = "cards"
    VERDICT = "verdict"
    THEFT = "theft"
    DOCKING = "docking"


SOURCES: Mapping[Source, Words] = {
    Source.CARDS: say("what your cards count in the end"),
    Source.VERDICT: say("what the accusation brings, and whom"),
    Source.THEFT: say("what the theft brings, and whom"),
    Source.DOCKING: say("what Liang changes, and for whom"),
}
"""What there is to weigh."""


class Deed(StrEnum):
    """What a player has, or what happens to it: how often."""

    ONE = "one"
    TWO = "two"
    THREE = "three"
    AHEAD = "ahead"
    SHOWS = "shows"
    ACCUSED = "accused"
    PAYS = "pays"
    WRONGLY = "accused wrongly"
    STEALS = "steals"
    ROBBED = "robbed"
    DOCKED = "docked"


class Points(NamedTuple):
    """The points that a player gets from a `source`, by a deed if one brings or costs them.

    Where the value is a `chance`, they are what these points bring the viewer of that.
    """

    player: str
    source: Source
    worth: float
    deed: Deed | None = None
    chance: bool = False
    sign: int = 0
    most: float | None = None

    @property
    def yours(self) -> bool:
        """Whether they are the viewer's."""
        return self.worth > 0

    @property
    def name(self) -> str:
        """The name for JSON."""
        name = " ".join(filter(None, (self.source, self.deed, self.player)))
        return f"chance by {name}" if self.chance else name

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        if self.source is Source.CARDS and not self.yours:
            return say("what the others get")
        return SOURCES[self.source]

    def told(self, _: Difference) -> Words:
        """Return what there is to weigh, of which `parts` says how much."""
        return self.topic


@dataclass(frozen=True, slots=True)
class Lead:
    """The viewer's lead over the best other in the game: it decides where points do not.

    It is worth nothing of the value, so no sentence tells it.
    """

    name: str = "lead"
    worth: float | None = 0.0
    sign: int = 1
    most: float | None = None

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who is ahead in the game")

    def told(self, found: Difference) -> Words:
        """Return no more than that: it is no part of a gap."""
        return self.topic


HAVING = (Deed.ONE, Deed.TWO, Deed.THREE)
"""What is counted of cards of a kind; of those that are no series only the first."""
DEEDS: Mapping[Deed, tuple[Words, Words]] = {
    **dict.fromkeys(HAVING, (say("you keep {kind} {often}"), say("{player} has {kind} {often}"))),
    Deed.AHEAD: (
        say("you have most points or are tied {often}"),
        say("{player} has most points or is tied {often}"),
    ),
    Deed.ACCUSED: (say("you are accused {often}"), say("{player} is accused {often}")),
    Deed.PAYS: (
        say("an accusation costs you cards {often}"),
        say("an accusation costs {player} cards {often}"),
    ),
    Deed.WRONGLY: (
        say("you are accused wrongly (and take a card) {often}"),
        say("{player} is accused wrongly (and takes a card) {often}"),
    ),
    Deed.STEALS: (say("you steal a card {often}"), say("{player} steals a card {often}")),
    Deed.ROBBED: (say("you are robbed {often}"), say("{player} is robbed {often}")),
    Deed.DOCKED: (
        say("Liang takes 4 from you {often}"),
        say("Liang takes 4 from {player} {often}"),
    ),
}
"""How it is said of the viewer, and of others."""


class Happens(NamedTuple):
    """How often something happens to a player: of a `kind` of cards, with an `other`."""

    player: str
    yours: bool
    deed: Deed
    kind: str = ""
    other: str = ""
    worth: float | None = 0.0
    sign: int = 0
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return " ".join(filter(None, (self.deed, self.player, self.kind, self.other)))

    @property
    def topic(self) -> Words:
        """What there is to weigh; it is said of the points that come by it."""
        return say("what happens to {player}", player=self.player)

    def told(self, _: Difference) -> Words:
        """Return what happens, of which `Pair.told` says how often."""
        values = (("player", self.player), ("kind", KINDS.get(self.kind)))
        return Words(DEEDS[self.deed][not self.yours].template, values)


def rounded(points: float) -> Figure:
    """Return how many points that is, to a tenth if they are not whole."""
    return figure(abs(points), ".1f" if round(points, 9) % 1 else ".0f")


USUAL = 20
"""About how many points a player has in a round."""


def followed(
    table: RoundTable,
    players: Sequence[str],
    viewer: Seat,
    worth: Worth,
    asked: RoundTable | None = None,
) -> Mapping[Effect, float]:
    """Play `table` to the end of the round, all by habit, and return what came, if it did.

    `asked` is the table before an answer was given there: what is lost by admitting comes of the
    accusation, as what is lost by denying does. Of a series tilted cards are kept, too. What points
    change of a chance that they are `worth` is counted source by source, the viewer's first, as if
    before all had `USUAL` points.
    """
    lay_out(table)
    laid, robbed = asked or table, table.robbed
    tilted = {(table.cards.card[kind], table.cards.tilted) for kind in table.cards.box.series}
    kept = [
        sum(x.kind if (x.kind, x.nature) in tilted else x.nature for x in row) for row in laid.rows
    ]
    shown, cards = laid.open(), laid.now
    found = defaultdict[Effect, float](float)

    def happens(seat: Seat, deed: Deed, n: float = 1, kind: str = "", other: str = "") -> None:
        found[Happens(players[seat], seat == viewer, deed, kind, other)] = n

    chance, before = worth is not relative, [USUAL * (worth is not relative)] * len(kept)
    order = sorted(table.seats, key=lambda seat: seat != viewer)

    def brings(source: Source, now: Sequence[int], deeds: Mapping[Seat, Deed]) -> None:
        for seat in order:
            share = 1.0 if chance else 1.0 / (len(kept) - 1)
            yours, row = 1.0 if seat == viewer else -share, [*before]
            before[seat] = now[seat]
            brought: float = now[seat] - row[seat]
            if chance and brought:
                brought = (worth(before, viewer) - worth(row, viewer)) * yours
            if brought:
                found[Points(players[seat], source, yours, deeds.get(seat), chance)] += brought
        for seat, deed in deeds.items():
            happens(seat, deed)

    brings(Source.CARDS, cards, {})
    accuse(table)
    lost = table.answer == "admits" or table.penalty
    deeds = {} if lost is None else {table.accused: Deed.PAYS if lost else Deed.WRONGLY}
    brings(Source.VERDICT, table.now, deeds)
    happens(table.accused, Deed.ACCUSED)
    seize(table)
    brings(Source.THEFT, table.now, {})
    steal(table)
    thief, victim = table.thief, table.victim
    deeds = {} if NOBODY in (thief, victim) else {thief: Deed.STEALS, victim: Deed.ROBBED}
    brings(Source.THEFT, table.now, deeds)
    if deeds and not robbed:
        kind = table.cards.kind[table.rows[thief][-1].kind]
        happens(thief, Deed.STEALS, 1, kind, players[victim])
        happens(victim, Deed.ROBBED, 1, kind, players[thief])
    now = scores(table)
    brings(Source.DOCKING, now, {table.docked: Deed.DOCKED} if table.docked != NOBODY else {})
    for seat in table.seats:
        happens(seat, Deed.AHEAD, cards[seat] == max(cards))
        happens(seat, Deed.SHOWS, shown[seat][0])
        for deed, kind in _cards_of(table.cards, kept[seat]):
            happens(seat, deed, 1, kind)
    return found


@lru_cache(maxsize=20_000)
def _cards_of(cards: Cards, kept: Bundle) -> Sequence[tuple[Deed, str]]:
    """Return which kinds of cards there are, and how many of a series."""
    return [
        (deed, kind)
        for kind in cards.box.kinds
        for n, deed in enumerate(HAVING[: 3 if kind in cards.box.series else 1], 1)
        if cards.many(kept, kind) >= n
    ]

"""What is counted at Overseers while moves are tried: points by their sources, and what happens.

The points make the whole value. What happens, and who has which cards, is worth nothing by itself:
`reasons` tells by it how these points come.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from ....models.overseers.text import KINDS
from ....models.words import Figure, Words, figure, in_points, say
from ...play.contrast import often
from ...play.trial import Difference, Effect
from .bundles import Bundle, Cards
from .play import accuse, lay_out, scores, steal
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


@dataclass(frozen=True, slots=True)
class Points:
    """The points that a player gets from a `source`.

    Where the value is a chance they are worth nothing, but what they bring the viewer of that
    `chance`, or those of others take, is counted.
    """

    player: str
    source: Source
    worth: float
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
        name = f"{self.source} {self.player}"
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
    ROBBED_BY = "robbed by"
    DOCKED = "docked"


HAVING = (Deed.ONE, Deed.TWO, Deed.THREE)
"""What is counted of cards of a kind; of those that are no series only the first."""
DEEDS: Mapping[Deed, tuple[Words, Words]] = {
    **dict.fromkeys(HAVING, (say("you keep {kind} {often}"), say("{player} has {kind} {often}"))),
    Deed.AHEAD: (
        say("you have most points or are tied {often}"),
        say("{player} has most points or is tied {often}"),
    ),
    Deed.SHOWS: (
        say("you show on average {points}, not {m}"),
        say("{player} shows on average {points}, not {m}"),
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
    Deed.ROBBED_BY: (say("{other} robs you {often}"), say("{other} robs {player} {often}")),
    Deed.DOCKED: (
        say("Liang takes 4 from you {often}"),
        say("Liang takes 4 from {player} {often}"),
    ),
}
"""How it is said of the viewer, and of others."""


@dataclass(frozen=True, slots=True)
class Happens:
    """How often something happens to a player, by one of this `kind` or name: cards, who robs."""

    player: str
    yours: bool
    deed: Deed
    kind: str = ""
    worth: float | None = 0.0
    sign: int = 0
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return " ".join(filter(None, (self.deed, self.player, self.kind)))

    @property
    def topic(self) -> Words:
        """What there is to weigh; it is said of the points that come by it."""
        return say("what happens to {player}", player=self.player)

    def told(self, found: Difference) -> Words:
        """Return how much more often it happens."""
        said = DEEDS[self.deed][not self.yours]
        n, m = map(rounded, found.sides)
        values: dict[str, object] = {"player": self.player, "kind": KINDS.get(self.kind)}
        values |= {"other": self.kind, "often": often(found), "points": in_points(n), "m": m}
        return Words(said.template, tuple(values.items()))


def rounded(points: float) -> Figure:
    """Return how many points that is, to a tenth if they are not whole."""
    return figure(abs(points), ".1f" if round(points, 9) % 1 else ".0f")


USUAL = 20
"""About how many points a player has in a round."""


class Counted(NamedTuple):
    """The points of a seat from a source, or what happened to it: of a kind, or by a seat.

    It may be the `chance` that the points from a source make.
    """

    seat: Seat
    what: Source | Deed
    kind: str = ""
    by: Seat | None = None
    chance: bool = False

    def effect(self, players: Sequence[str], viewer: Seat, chance: bool) -> Effect:
        """Return it as an effect for the `viewer`, to whom the points of others cost their mean.

        If the value is a `chance`, points are worth nothing by themselves.
        """
        player, yours = players[self.seat], self.seat == viewer
        if isinstance(self.what, Deed):
            kind = self.kind if self.by is None else players[self.by]
            return Happens(player, yours, self.what, kind)
        mean = 1 if chance else len(players) - 1
        worth = 1.0 if yours else -1.0 / mean
        return Points(player, self.what, worth if chance is self.chance else 0.0, self.chance)


def followed(
    table: RoundTable, worth: Worth, viewer: Seat, asked: RoundTable | None = None
) -> Mapping[Counted, float]:
    """Play `table` to the end of the round, all by habit, and return what came, if it did.

    `asked` is the table before an answer was given there: what is lost by admitting comes of the
    accusation, as what is lost by denying does. Of a series tilted cards are kept, too. What points
    change of a chance that they are `worth` is counted source by source, the viewer's first, as if
    before all had `USUAL` points.
    """
    lay_out(table)
    laid = asked or table
    tilted = {(table.cards.card[kind], table.cards.tilted) for kind in table.cards.box.series}
    kept = [
        sum(x.kind if (x.kind, x.nature) in tilted else x.nature for x in row) for row in laid.rows
    ]
    shown = laid.open()
    stages = [[0] * len(kept), laid.now]
    found = dict[Counted, float]()
    for play in (accuse, steal):
        play(table)
        stages.append(table.now)
    stages.append(scores(table))
    if worth is not relative:
        order = sorted(table.seats, key=lambda seat: seat != viewer)
        row = [USUAL] * len(kept)
        before = worth(row, viewer)
        for source, then in zip(Source, stages[1:], strict=True):
            for seat in order:
                row[seat] = then[seat]
                chance = worth(row, viewer)
                brought = chance - before
                found[Counted(seat, source, chance=True)] = brought if seat == viewer else -brought
                before = chance
    most = max(stages[1])
    if table.victim != NOBODY:
        found[Counted(table.victim, Deed.ROBBED_BY, by=table.thief)] = 1
    for seat in table.seats:
        came = zip(Source, itertools.pairwise(each[seat] for each in stages), strict=True)
        found |= {Counted(seat, source): after - before for source, (before, after) in came}
        found[Counted(seat, Deed.AHEAD)] = stages[1][seat] == most
        found[Counted(seat, Deed.SHOWS)], _ = shown[seat]
        found[Counted(seat, Deed.DOCKED)] = table.docked == seat
        for deed, kind in (*_to_seat(table, seat), *_cards_of(table.cards, kept[seat])):
            found[Counted(seat, deed, kind)] = 1
    return found


def _to_seat(table: RoundTable, seat: Seat) -> Iterator[tuple[Deed, str]]:
    """Yield what others do to `seat`, or it to them."""
    if table.accused == seat:
        yield Deed.ACCUSED, ""
        if table.answer == "admits" or table.penalty:
            yield Deed.PAYS, ""
        elif table.penalty is not None:
            yield Deed.WRONGLY, ""
    if table.thief == seat:
        yield Deed.STEALS, ""
    if table.victim == seat:
        yield Deed.ROBBED, ""


@lru_cache(maxsize=20_000)
def _cards_of(cards: Cards, kept: Bundle) -> Sequence[tuple[Deed, str]]:
    """Return which kinds of cards there are, and how many of a series."""
    return [
        (deed, kind)
        for kind in cards.box.kinds
        for n, deed in enumerate(HAVING[: 3 if kind in cards.box.series else 1], 1)
        if cards.many(kept, kind) >= n
    ]

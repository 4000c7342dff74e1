"""What people talk about at Overseers: what cards count, who is accused, what theft brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ....models.core import Event, View
from ....models.hidden import Claim
from ....models.overseers.text import KINDS
from ....models.words import Words, say, say_n
from ...play.contrast import POINTS, Unit, amount, often
from ...play.trial import Difference, Effect
from .bundles import CARDS, Bundle
from .play import accuse, lay_out, scores, steal
from .table import RoundTable, Seat


class Source(StrEnum):
    """Where the viewer's points of a round come from, in its order; others' are all of them."""

    CARDS = "cards"
    VERDICT = "verdict"
    THEFT = "theft"
    DOCKING = "docking"
    ALL = "points"


SOURCES: Mapping[Source, tuple[Words, Words]] = {
    Source.CARDS: (
        say("your cards count {amount}"),
        say("what your cards count in the end"),
    ),
    Source.VERDICT: (
        say("the accusation costs you {amount}"),
        say("what the accusation brings, and whom"),
    ),
    Source.THEFT: (
        say("through the theft you get {amount}"),
        say("what the theft brings, and whom"),
    ),
    Source.DOCKING: (
        say("through Liang you get {amount}"),
        say("what Liang changes, and for whom"),
    ),
    Source.ALL: (say("{player} gets {amount}"), say("what the others get")),
}
"""How it is said by how many points it differs, and what there is to weigh."""


@dataclass(frozen=True, slots=True)
class Points:
    """The points that the viewer gets from a `source`, or another `player` in all."""

    player: str
    source: Source
    worth: float
    sign: int = 0
    most: float | None = None

    @property
    def yours(self) -> bool:
        """Whether they are the viewer's."""
        return self.source is not Source.ALL

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"{self.source} {self.player}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return SOURCES[self.source][1]

    def told(self, found: Difference) -> Words:
        """Return by how many points it differs."""
        said, cause = SOURCES[self.source][0], found.cause and found.cause.effect
        if self.source is Source.VERDICT:  # it costs more often than it brings
            if isinstance(cause, Happens) and cause.deed is Deed.WRONGLY:
                said = say("through the accusation you get {amount}")
            else:
                found = replace(found, difference=-found.difference)
        values = ("player", self.player), ("amount", amount(found, POINTS))
        return replace(said, values=values)


CARDS_KEPT: Unit = (
    say_n("{n} more card", "{n} more cards", 1),
    say_n("{n} fewer card", "{n} fewer cards", 1),
)


class Deed(StrEnum):
    """What happens to a player, by which points come."""

    HAS_SET = "has set"
    KEEPS = "keeps"
    RIGHTLY = "accused rightly"
    WRONGLY = "accused wrongly"
    ADMITS = "admits"
    GIVES_UP = "gives up"
    BREAKS = "breaks"
    STEALS = "steals"
    ROBBED = "robbed"
    DOCKED = "docked"


DEEDS: Mapping[Deed, tuple[int, Words, Words]] = {
    Deed.HAS_SET: (
        1,
        say("you have three {kind} {often}"),
        say("{player} has three {kind} {often}"),
    ),
    Deed.KEEPS: (1, say("you keep {amount} ({kind})"), say("{player} keeps {amount} ({kind})")),
    Deed.RIGHTLY: (
        -1,
        say("you are accused rightly, and pay two cards, {often}"),
        say("{player} is accused rightly, and pays two cards, {often}"),
    ),
    Deed.WRONGLY: (
        1,
        say("you are accused wrongly, and take a card, {often}"),
        say("{player} is accused wrongly, and takes a card, {often}"),
    ),
    Deed.ADMITS: (-1, say("you admit {often}"), say("{player} admits {often}")),
    Deed.GIVES_UP: (
        -1,
        say("you give up {amount} ({kind})"),
        say("{player} gives up {amount} ({kind})"),
    ),
    Deed.BREAKS: (
        -1,
        say("you break up three {kind} {often}"),
        say("{player} breaks up three {kind} {often}"),
    ),
    Deed.STEALS: (1, say("you steal a card {often}"), say("{player} steals a card {often}")),
    Deed.ROBBED: (-1, say("you are robbed {often}"), say("{player} is robbed {often}")),
    Deed.DOCKED: (
        -1,
        say("Liang takes from you {often}"),
        say("Liang takes from {player} {often}"),
    ),
}
"""Whether it brings points or costs some; and how it is said of the viewer, and of others."""


@dataclass(frozen=True, slots=True)
class Happens:
    """Whether something happens to `player`, or how many cards of a `kind` they keep."""

    player: str
    yours: bool
    deed: Deed
    kind: str = ""
    worth: float | None = None
    most: float | None = None

    @property
    def sign(self) -> int:
        """Whether it brings this player points, or costs some."""
        return DEEDS[self.deed][0]

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
        values = {
            "player": self.player,
            "kind": KINDS.get(self.kind),
            "often": often(found),
            "amount": amount(found, CARDS_KEPT),
        }
        _, mine, theirs = DEEDS[self.deed]
        return replace(mine if self.yours else theirs, values=tuple(values.items()))


def bearing(view: View, move: Event, against: Event, found: Difference) -> Iterator[Claim]:
    """Yield which cards the player who is spoken of may have.

    Where cards are chosen, these are the ones that the moves are of.
    """
    effect = found.effect
    if not isinstance(effect, Points) or effect.yours:
        return
    hidden = view.game.model.hidden(view)
    names = [name for name in hidden.open_names if name.startswith(f"{effect.player}:")]
    chosen = [item for item in hidden.items if item in {*move.words, *against.words}]
    yield from (Claim(item, name) for item in chosen or hidden.items for name in names)


def lying(tables: Sequence[RoundTable], others: Mapping[str, Seat]) -> dict[Claim, list[float]]:
    """Return which kinds of cards each of the `others` has, picked, in the pack and face down."""
    cards, found = tables[0].cards.card, dict[Claim, list[float]]()
    for player, seat in others.items():
        for place, there in (
            ("hand", [table.hands[seat] for table in tables]),
            ("pack", [table.packs[seat] for table in tables]),
            ("bottom", [sum(x.kind for x in table.rows[seat] if not x.up) for table in tables]),
        ):
            for kind, card in cards.items():
                if card:
                    column = [float(bundle // card % CARDS > 0) for bundle in there]
                    found[Claim(kind, f"{player}:{place}")] = column
    return found


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a table that was played on: points by their source, and the events behind."""

    points: Mapping[Effect, float]
    events: Mapping[Effect, Mapping[Effect, int]]


def followed(
    table: RoundTable, players: Sequence[str], viewer: Seat, asked: RoundTable | None = None
) -> Came:
    """Play `table` to the end of the round, all by habit, and return what came of it.

    `asked` is the table before an answer was given there: what is lost by admitting comes of the
    accusation, as what is lost by denying does.
    """
    lay_out(table)
    points = [[0] * len(players), (asked or table).now]
    cards = [_natures(asked or table)]
    for play in (accuse, steal):
        play(table)
        points.append(table.now)
        cards.append(_natures(table))
    points.append(scores(table))
    found, events = dict[Effect, float](), dict[Effect, Mapping[Effect, int]]()
    for seat, player in enumerate(players):
        yours = seat == viewer
        came = {source: Counter[Effect]() for source in Source}
        for source, deed, kind, many in _happened(table, seat, [each[seat] for each in cards]):
            came[source if yours else Source.ALL][Happens(player, yours, deed, kind)] += many
        if yours:
            for source, before, behind in zip(Source, points, points[1:], strict=False):
                effect = Points(player, source, 1.0)
                found[effect], events[effect] = behind[seat] - before[seat], came[source]
        else:
            effect = Points(player, Source.ALL, -1.0 / (len(players) - 1))
            found[effect], events[effect] = points[-1][seat], came[Source.ALL]
    return Came(found, events)


def _natures(table: RoundTable) -> list[Bundle]:
    return [sum([card.nature for card in row]) for row in table.rows]


def _happened(
    table: RoundTable, seat: Seat, cards: Sequence[Bundle]
) -> Iterator[tuple[Source, Deed, str, int]]:
    """Yield by what the points of each source come, with cards of a kind or none, and how much.

    `cards` are those of `seat` as laid out, after the accusation, and after the theft.
    """
    accused, box = table.accused == seat, table.cards.box
    admitted = table.answer == "admits"
    yield Source.VERDICT, Deed.RIGHTLY, "", accused and bool(table.penalty)
    yield Source.VERDICT, Deed.WRONGLY, "", accused and table.penalty is False
    yield Source.VERDICT, Deed.ADMITS, "", accused and admitted
    yield Source.THEFT, Deed.STEALS, "", table.thief == seat
    yield Source.THEFT, Deed.ROBBED, "", table.victim == seat
    yield Source.DOCKING, Deed.DOCKED, "", table.docked == seat
    for kind in box.kinds:
        laid, judged, robbed = (table.cards.many(each, kind) for each in cards)
        if kind in box.series:
            three = len(box.points[kind])
            yield Source.CARDS, Deed.HAS_SET, kind, laid >= three
            yield Source.VERDICT, Deed.BREAKS, kind, laid >= three > judged
            yield Source.THEFT, Deed.BREAKS, kind, judged >= three > robbed
        yield Source.CARDS, Deed.KEEPS, kind, laid
        yield Source.VERDICT, Deed.GIVES_UP, kind, (laid - judged) * admitted

"""What people talk about at Overseers: what cards count, who is accused, what theft brings."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from ....models.core import Event, View
from ....models.hidden import Claim
from ....models.overseers.scoring import TILTED
from ....models.overseers.text import KINDS
from ....models.words import Words, say, say_n
from ...play.contrast import POINTS, Unit, amount, often
from ...play.trial import Difference
from .bundles import CARDS, Bundle, Cards
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


BETTER_OFF: Unit = (
    say_n("{n} point better off", "{n} points better off", 1),
    say_n("{n} point worse off", "{n} points worse off", 1),
)


@dataclass(frozen=True, slots=True)
class Lead:
    """The viewer's lead over the best other in the game: it decides where points do not."""

    name: str = "lead"
    worth: float | None = 0.0
    sign: int = 1
    most: float | None = None

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who is ahead in the game")

    def told(self, found: Difference) -> Words:
        """Return by how many points it differs, wherever the two stand."""
        values = {"amount": amount(found, BETTER_OFF)}
        return say("against the best other in the whole game you are {amount}", **values)


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


class Stake(NamedTuple):
    """The points that are `lost` of one's `own`."""

    lost: int
    own: int


AT_STAKE: Mapping[Deed, Words] = {
    Deed.RIGHTLY: say("you are accused rightly, and lose {lost} of your {own} points, {often}"),
    Deed.ADMITS: say("you admit, and give up {lost} of your {own} points, {often}"),
}
"""How what happens to the viewer is said where it is known what it costs."""


@dataclass(frozen=True, slots=True)
class Happens:
    """Whether something happens to `player`, or how many cards of a `kind` they keep.

    The viewer's own has a `stake` where the same points are lost by it each time.
    """

    player: str
    yours: bool
    deed: Deed
    kind: str = ""
    stake: Stake | None = field(default=None, compare=False)
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
        values: dict[str, object] = {
            "player": self.player,
            "kind": KINDS.get(self.kind),
            "often": often(found),
            "amount": amount(found, CARDS_KEPT),
        }
        _, mine, theirs = DEEDS[self.deed]
        told = mine if self.yours else theirs
        if self.stake is not None:
            told = AT_STAKE[self.deed]
            values |= {"lost": self.stake.lost, "own": self.stake.own}
        return replace(told, values=tuple(values.items()))


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


Happened = tuple[Seat, Source, Deed, str]
"""What happened to a seat, by which points of a source came, with cards of a kind or none."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a table that was played on: for each seat the points of its sources, and why.

    Of what `happened`, only what did is told, and how often, or with how many cards.
    """

    points: Sequence[Sequence[float]]
    happened: Mapping[Happened, int]


def followed(table: RoundTable, viewer: Seat, asked: RoundTable | None = None) -> Came:
    """Play `table` to the end of the round, all by habit, and return what came of it.

    `asked` is the table before an answer was given there: what is lost by admitting comes of the
    accusation, as what is lost by denying does.
    """
    lay_out(table)
    points, cards = [(asked or table).now], [_natures(asked or table)]
    printed = [sum([card.kind for card in row]) for row in (asked or table).rows]
    for play in (accuse, steal):
        play(table)
        points.append(table.now)
        cards.append(_natures(table))
    points.append(scores(table))
    found, happened = list[Sequence[float]](), dict[Happened, int]()
    for seat in table.seats:
        own = [each[seat] for each in points]
        if seat == viewer:
            found.append([own[0], *(b - a for a, b in itertools.pairwise(own))])
        else:
            found.append(own[-1:])
        of_cards = _of_cards(
            table.cards, printed[seat], *(each[seat] for each in cards), table.answer == "admits"
        )
        for source, deed, kind, many in (*_to_seat(table, seat), *of_cards):
            happened[seat, source if seat == viewer else Source.ALL, deed, kind] = many
    return Came(found, happened)


def points_of(players: Sequence[str], seat: Seat, viewer: Seat) -> Sequence[Points]:
    """Return the points of a seat by their sources, as `Came` has them."""
    if seat == viewer:
        return [Points(players[seat], source, 1.0) for source in Source if source != Source.ALL]
    return [Points(players[seat], Source.ALL, -1.0 / (len(players) - 1))]


def _natures(table: RoundTable) -> list[Bundle]:
    return [sum([card.nature for card in row]) for row in table.rows]


def stake_of(came: Sequence[Came], seat: Seat, deed: Deed) -> Stake | None:
    """Return what `seat` loses by the accusation where it admits or pays, if that is certain."""
    if deed not in AT_STAKE or len({each.points[seat][0] for each in came}) > 1:
        return None
    by = (seat, Source.VERDICT, deed, "")
    points = (each.points[seat] for each in came if each.happened.get(by))
    found = {Stake(round(-lost), round(own)) for own, lost, *_ in points}
    return found.pop() if len(found) == 1 else None


By = tuple[Source, Deed, str, int]


def _to_seat(table: RoundTable, seat: Seat) -> Iterator[By]:
    """Yield what others do to `seat`, by which its points of a source come."""
    if table.accused == seat:
        if table.answer == "admits":
            yield Source.VERDICT, Deed.ADMITS, "", 1
        if table.penalty is not None:
            yield Source.VERDICT, Deed.RIGHTLY if table.penalty else Deed.WRONGLY, "", 1
    if table.thief == seat:
        yield Source.THEFT, Deed.STEALS, "", 1
    if table.victim == seat:
        yield Source.THEFT, Deed.ROBBED, "", 1
    if table.docked == seat:
        yield Source.DOCKING, Deed.DOCKED, "", 1


@lru_cache(maxsize=20_000)
def _of_cards(
    cards: Cards, printed: Bundle, laid: Bundle, judged: Bundle, robbed: Bundle, admitted: bool
) -> Sequence[By]:
    """Return by which cards of a kind points come, and by how many.

    Cards are what they count as: as laid out, after the accusation, and after the theft. A tilted
    one is kept as what is `printed`.
    """
    found = list[By]()
    for kind in cards.box.kinds:
        own, one, two, three = (cards.many(each, kind) for each in (printed, laid, judged, robbed))
        kept = own if one < own and cards.many(laid, TILTED) else one
        if kind in cards.box.series:
            many = len(cards.box.points[kind])
            found += [
                (Source.CARDS, Deed.HAS_SET, kind, int(one >= many)),
                (Source.VERDICT, Deed.BREAKS, kind, int(one >= many > two)),
                (Source.THEFT, Deed.BREAKS, kind, int(two >= many > three)),
            ]
        found.append((Source.CARDS, Deed.KEEPS, kind, kept))
        if admitted:
            found.append((Source.VERDICT, Deed.GIVES_UP, kind, one - two))
    return tuple(each for each in found if each[-1])

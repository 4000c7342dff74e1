"""What people talk about at Overseers: what cards count, who is accused, what theft brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ....models.core import Event, View
from ....models.hidden import Claim
from ....models.words import Words, say
from ...play.contrast import POINTS, amount, often
from ...play.trial import Difference, Effect
from .bundles import CARDS
from .play import accuse, lay_out, scores, steal
from .table import RoundTable, Seat


class Source(StrEnum):
    """Where points of a round come from, in the order of the round."""

    CARDS = "cards"
    VERDICT = "verdict"
    THEFT = "theft"
    DOCKING = "docking"


@dataclass(frozen=True, slots=True)
class Points:
    """The points that `player` gets from a `source`; `yours` if it is the viewer."""

    player: str
    yours: bool
    source: Source
    worth: float
    sign: int = 0
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"{self.source} {self.player}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        match self.source:
            case Source.CARDS:
                return say("what the cards count in the end, yours and the others'")
            case Source.VERDICT:
                return say("what the accusation brings, and whom")
            case Source.THEFT:
                return say("what the theft brings, and whom")
        return say("what Liang changes, and for whom")

    def told(self, found: Difference) -> Words:
        """Return by how many points it differs."""
        if self.source is Source.VERDICT:  # it costs more often than it brings
            found = replace(found, difference=-found.difference)
        values = {"player": self.player, "amount": amount(found, POINTS)}
        match self.source, self.yours:
            case Source.CARDS, True:
                return say("your cards count {amount}", **values)
            case Source.CARDS, False:
                return say("the cards of {player} count {amount}", **values)
            case Source.VERDICT, True:
                return say("the accusation costs you {amount}", **values)
            case Source.VERDICT, False:
                return say("the accusation costs {player} {amount}", **values)
            case Source.THEFT, True:
                return say("through the theft you get {amount}", **values)
            case Source.THEFT, False:
                return say("through the theft {player} gets {amount}", **values)
            case _, True:
                return say("through Liang you get {amount}", **values)
        return say("through Liang {player} gets {amount}", **values)


@dataclass(frozen=True, slots=True)
class Accused:
    """Whether `player` is accused."""

    player: str
    yours: bool
    worth: float | None = None
    most: float | None = None

    @property
    def sign(self) -> int:
        """Bad for the viewer; of another player it can be either."""
        return -1 if self.yours else 0

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"accused {self.player}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who will be accused")

    def told(self, found: Difference) -> Words:
        """Return how much more often it happens."""
        if self.yours:
            return say("you are accused {often}", often=often(found))
        return say("{player} is accused {often}", player=self.player, often=often(found))


def bearing(view: View, move: Event, against: Event, found: Difference) -> Iterator[Claim]:
    """Yield which cards the player who is spoken of may have.

    Where cards are chosen, these are the ones that the moves are of.
    """
    effect = found.effect
    if not isinstance(effect, (Points, Accused)) or effect.yours:
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


def followed(
    table: RoundTable, players: Sequence[str], viewer: Seat, laid: Sequence[int] | None = None
) -> dict[Effect, float]:
    """Play `table` to the end of the round, all by habit, and return what came of it.

    `laid` are everybody's points before an answer was given there: what is lost by admitting comes
    of the accusation, as what is lost by denying does.
    """
    stages = [[0] * len(players)]
    for play in (lay_out, accuse, steal):
        play(table)
        stages.append(table.now)
    stages.append(scores(table))
    if laid is not None:
        stages[1] = list(laid)
    found: dict[Effect, float] = {}
    for seat, player in enumerate(players):
        yours = seat == viewer
        worth = 1.0 if yours else -1.0 / (len(players) - 1)
        for source, before, behind in zip(Source, stages, stages[1:], strict=False):
            found[Points(player, yours, source, worth)] = behind[seat] - before[seat]
        found[Accused(player, yours)] = float(table.accused == seat)
    return found

"""What people talk about at Overseers: what cards count, who is accused, what theft brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ....models.core import Event, View
from ....models.hidden import Claim
from ....models.words import Words, say
from ...play.contrast import more, often
from ...play.trial import Difference, Effect
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
        values = {"player": self.player, "n": more(found)}
        match self.source, self.yours:
            case Source.CARDS, True:
                return say("points of your cards: {n}", **values)
            case Source.CARDS, False:
                return say("points of the cards of {player}: {n}", **values)
            case Source.VERDICT, True:
                return say("what the accusation brings you: {n}", **values)
            case Source.VERDICT, False:
                return say("what the accusation brings {player}: {n}", **values)
            case Source.THEFT, True:
                return say("what the theft brings you: {n}", **values)
            case Source.THEFT, False:
                return say("what the theft brings {player}: {n}", **values)
            case _, True:
                return say("what Liang changes for you: {n}", **values)
        return say("what Liang changes for {player}: {n}", **values)


@dataclass(frozen=True, slots=True)
class Accused:
    """Whether `player` is accused."""

    player: str
    yours: bool
    worth: float | None = None

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
    """Yield which cards the player who is spoken of may have, first those that the moves are of."""
    effect = found.effect
    if not isinstance(effect, (Points, Accused)) or effect.yours:
        return
    hidden = view.game.model.hidden(view)
    names = [name for name in hidden.open_names if name.startswith(f"{effect.player}:")]
    items = sorted(hidden.items, key=lambda item: item not in {*move.words, *against.words})
    yield from (Claim(item, name) for item in items for name in names)


def followed(table: RoundTable, players: Sequence[str], viewer: Seat) -> dict[Effect, float]:
    """Play `table` to the end of the round, all by habit, and return what came of it."""
    stages = [[0] * len(players)]
    for play in (lay_out, accuse, steal):
        play(table)
        stages.append(table.now)
    stages.append(scores(table))
    found: dict[Effect, float] = {}
    for seat, player in enumerate(players):
        yours = seat == viewer
        worth = 1.0 if yours else -1.0 / (len(players) - 1)
        for source, before, behind in zip(Source, stages, stages[1:], strict=False):
            found[Points(player, yours, source, worth)] = behind[seat] - before[seat]
        found[Accused(player, yours)] = float(table.accused == seat)
    return found

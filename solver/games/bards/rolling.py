"""What dice to be rolled after a move may make, and for which audience."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ....models.bards.cards import ANY, Card
from ....models.bards.dice import COLOURS, DICE, Colour
from .outlook import Outlook
from .rivals import wanted_by
from .rolls import Rolls, least


@dataclass(frozen=True)
class Rolling:
    """The dice that are rolled after a move."""

    own: Outlook

    @cached_property
    def rolls(self) -> Rolls:
        """The dice of the move, beside those that it leaves; one of any colour as serves best."""
        own = self.own
        kept = tuple(die for die in own.then.dice if len(die) > 1)
        dice = [tuple(c if e == ANY else e for e in own.rolled) for c in COLOURS]
        found = [Rolls(own.after, own.view.viewer, kept, each) for each in dice]
        return max(found, key=self._serves) if ANY in own.rolled else found[0]

    def _serves(self, rolls: Rolls) -> float:
        """Return how often a roll serves one of the nearest audiences that it serves most."""
        near = self.own.nearest()
        wanted = (wanted_by(self.own.after, e[1]) for e in near if len(e[1]) == len(near[0][1]))
        return max((rolls.odds(colours, 0) for colours in wanted), default=0)

    @cached_property
    def rolled_for(self) -> tuple[Card, Sequence[Colour], int] | None:
        """The nearest audience that the dice to be rolled may serve, the colours, and a price.

        That is what the dice as they lay took to make one of these; none is told that the dice
        which are kept make for no more. A card of the hand that it costs is no melody.
        """
        rolls, near = self.rolls, self.own.nearest()
        if self.own.move.verb == "stages":  # of those that are as near what the dice serve most
            near = [each for each in near if len(each[1]) == len(near[0][1])]
            near.sort(key=lambda e: -rolls.odds(wanted_by(self.own.after, e[1]), 0))
        before, kept = map(rolls.costs, (self.own.before.dice, rolls.kept))
        for card, lacks in near if self.own.rolled else ():
            most, wanted = self.own.purse(card), wanted_by(self.own.after, lacks)
            can = [colour for colour in COLOURS if colour in wanted and rolls.odds(colour, most)]
            can = [colour for colour in can if colour in lacks] or can
            wanted, lying = {*can}, least(before, can)
            far = len(lacks) > (1 if self.own.after.ending else 2 if self.own.wins else len(lacks))
            if can and not far and least(kept, wanted) > min(most, lying):
                return card, can, lying
        return None

    @property
    def outdone(self) -> bool:
        """Whether one die alone, or all but one of these, serve the audience better if rolled."""
        if self.rolled_for is None or not self.rolls.exact:
            return False
        lying, (card, can, _) = Counter(self.own.before.dice), self.rolled_for
        again = Counter(word for word in self.own.move.words if word in DICE)
        for some in [Counter([die]) for die in lying] + [again - Counter([die]) for die in again]:
            kept, rolled = (lying - some).elements(), (die[0] for die in some.elements())
            other = replace(self.rolls, kept=tuple(kept), rolled=tuple(rolled))
            better = [other.odds(can, n) - now for n, now in self.odds_for(card, can).items()]
            if other.rolled and min(better) >= 0 < max(better):
                return True
        return False

    def odds_for(self, card: Card, colours: Sequence[Colour]) -> Mapping[int, float]:
        """Return how often the dice make one of some colours, by the melodies spent at most."""
        most = self.own.purse(card)
        return {n: self.rolls.odds(colours, n) for n in sorted({0, min(1, most), most})}

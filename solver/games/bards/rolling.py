"""What dice to be rolled after a move may make, and for which audience."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ....models.bards.cards import Card
from ....models.bards.dice import COLOURS, DICE, Colour
from ....models.words import in_100
from .outlook import Outlook
from .rivals import wanted_by
from .rolls import Rolls, least


@dataclass(frozen=True)
class Rolling:
    """The dice that are rolled after a move."""

    own: Outlook

    @cached_property
    def rolls(self) -> Rolls:
        """The dice of the move, beside those that it leaves."""
        return Rolls(self.own.after, self.own.view.viewer, self.own.then.dice, self.own.rolled)

    @cached_property
    def rolled_for(self) -> tuple[Card, Sequence[Colour], int] | None:
        """The nearest audience that the dice to be rolled may serve, the colours, and a price.

        That is what the dice as they lay took to make one of these; none is told that the dice
        which are kept make for no more. A card of the hand that it costs is no melody.
        """
        rolls = self.rolls
        before, kept = map(rolls.costs, (self.own.before.dice, rolls.kept))
        for card, lacks in self.own.nearest() if self.own.rolled else ():
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

    @cached_property
    def fits(self) -> int:
        """In how many of 100 rolls the dice work one bard more than those before the move."""
        own, rolls = self.own, self.rolls
        if not own.rolled or not rolls.idle:
            return 0
        lying = own.before.dice if own.move.verb == "rerolls" else rolls.kept
        return in_100(rolls.works(rolls.worked(lying)))

    def odds_for(self, card: Card, colours: Sequence[Colour]) -> Mapping[int, float]:
        """Return how often the dice make one of some colours, by the melodies spent at most."""
        most = self.own.purse(card)
        return {n: self.rolls.odds(colours, n) for n in sorted({0, min(1, most), most})}

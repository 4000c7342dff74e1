"""The order in which the steps of a plan can be played, each with what there is by then."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ....models.bards.cards import Card
from ....models.bards.dice import Colour
from .columns import NOTHING, Column, Position, Way

KINDS = ("settles", "uses", "performs", "wins", "hires")
"""What is rather done first: whatever may bring more."""


@dataclass(frozen=True, slots=True)
class Win:
    """An audience won by a plan, with what it brings.

    `discards` says that a card of the hand goes with it.
    """

    card: Card
    paid: tuple[Colour, ...]
    discards: bool
    way: Way = NOTHING


Step = Column | Win


def helps(step: Step, stuck: tuple[Step, ...]) -> bool:
    """Tell whether `step` may bring what allows one of those that are stuck."""
    if isinstance(step, Win):
        return True
    way = step.way
    wins = any(isinstance(each, Win) or each.way.paid for each in stuck)
    hires = any(isinstance(each, Column) and each.verb == "hires" for each in stuck)
    brings = way.melodies or way.idle > 0 or way.cards > 0 or way.lends or way.extra or way.turns
    plays = step.verb == "performs" or bool(way.performances)
    return bool(brings) or (wins and plays) or (hires and step.verb == "hires")


def playable(
    position: Position, steps: tuple[Step, ...], cards: int, turn_only: bool = False
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Return `steps` in an order in which they can be done, `cards` of the hand as melodies.

    Where there is no such order, what can be done at most, and the steps that are stuck then.
    """
    wished = sorted(steps, key=_wish)
    hopeless: set[frozenset[int]] = set()
    longest: tuple[int, ...] = ()

    def after(done: tuple[int, ...]) -> tuple[int, ...] | None:
        nonlocal longest
        longest = max(longest, done, key=len)
        if len(done) == len(wished):
            return done
        if frozenset(done) in hopeless:
            return None
        table = _Table(position, tuple(wished[i] for i in done), cards, turn_only)
        for i, step in enumerate(wished):
            if i not in done and table.allows(step):
                found = after((*done, i))
                if found is not None:
                    return found
        hopeless.add(frozenset(done))
        return None

    after(())
    stuck = (step for i, step in enumerate(wished) if i not in longest)
    return tuple(wished[i] for i in longest), tuple(stuck)


def _wish(step: Step) -> tuple[int, int, int, int]:
    """Bards that lend first, then what gains melodies, the cheapest first, then the rest."""
    if isinstance(step, Win):
        return (2, 0, 0, KINDS.index("wins"))
    gaining = step.way.melodies >= step.melodies
    cost = step.melodies if gaining else -step.way.melodies
    lent = 0 if step.way.lends and not step.needs else 1 if step.way.lends else 2
    return (lent, not gaining, cost, KINDS.index(step.verb) + step.second)


@dataclass(frozen=True)
class _Table:
    """What there is when `done` has been done."""

    position: Position
    done: tuple[Step, ...]
    cards: int
    turn_only: bool

    @property
    def columns(self) -> list[Column]:
        return [step for step in self.done if isinstance(step, Column)]

    def allows(self, step: Step) -> bool:
        """Tell whether `step` can be the next one."""
        if self.turn_only and not self._in_turn() and not _settles(step):
            return False
        if isinstance(step, Win):
            return self._pays(step)
        return (
            not Counter(step.way.paid) - self._performances()
            and step.turns <= self._turns()
            and _settles(step) == (not self.done and bool(self.position.state.duties))
            and self._lent(step)
            and self._affords(step)
            and self._idle_enough(step)
            and (step.verb != "hires" or self._price(step.card) == len(step.dice))
            and (step.verb != "uses" or self._still_copied(step.card))
        )

    def _in_turn(self) -> bool:
        acted = sum(not _settles(step) for step in self.done)
        return acted < self.position.actions + sum(c.way.extra for c in self.columns)

    def _performances(self) -> Counter[Colour]:
        have = Counter(self.position.troupe.performances)
        for step in self.done:
            if isinstance(step, Column):
                have += Counter(step.colours)
            have -= Counter(step.paid if isinstance(step, Win) else step.way.paid)
            have += Counter(step.way.performances)
        return have

    def _turns(self) -> int:
        """The pips that icons have turned for later steps."""
        taken = sum(column.turns for column in self.columns)
        return sum(step.way.turns for step in self.done) - taken

    def _pays(self, win: Win) -> bool:
        have = self._performances()
        on_top = win.card == self.position.state.top_audience
        moved = any(isinstance(step, Win) for step in self.done)  # BB-14
        return not Counter(win.paid) - have and win.discards == (on_top and not moved)

    def _lent(self, step: Column) -> bool:
        powers = self._powers()
        return all(powers[power] >= step.times(power) for power in step.needs)

    def _powers(self) -> Counter[str]:
        wins = [step.card for step in self.done if isinstance(step, Win)]
        won = Counter(power for card in wins for power in self.position.powers_of(card))
        lasting = self.position.lasting + won
        lends = Counter(power for column in self.columns for power in column.way.lends)
        lent = lends + self.position.on_loan
        stays = self.position.state.linger == "round" or self._in_turn()
        return lasting + lent if stays else lasting

    def _affords(self, step: Column) -> bool:
        """Tell whether the melodies are there; what turns dice may be a card of the hand."""
        troupe = self.position.troupe
        tops = sum(isinstance(step, Win) and step.discards for step in self.done)
        gone = tops + sum(column.verb == "hires" for column in self.columns)
        hand = len(troupe.hand) - gone + sum(c.way.cards for c in self.columns)
        turning = step.melodies + sum(column.melodies for column in self.columns)
        tolls = step.way.toll + sum(column.way.toll for column in self.columns)
        gained = sum(each.way.melodies for each in self.done)
        spent = tolls + max(0, turning - min(self.cards, hand))
        return spent <= troupe.melodies + gained

    def _idle_enough(self, step: Column) -> bool:
        idle = sum(each.way.idle for each in self.done)
        return step.way.idle_before <= idle and not (step.way.bare and idle)

    def _price(self, card: Card) -> int:
        """How many dice a veteran costs by now. BB-6"""
        hired = [column.card for column in self.columns if column.verb == "hires"]
        line = [each for each in self.position.state.line if each not in hired]
        newer = bool(hired) and bool(self.position.state.veterans)
        newest = bool(line) and card == line[-1] and not newer
        return 3 if newest and "scout" not in self._powers() else 2

    def _still_copied(self, card: Card) -> bool:
        """A poster copies the newest bard: not the one that the plan knows, after a hire."""
        hired = any(column.verb == "hires" for column in self.columns)
        return not hired or card not in self.position.box.cards.posters


def _settles(step: Step) -> bool:
    return isinstance(step, Column) and step.verb == "settles"

"""Ordering the steps of a plan so that each can be paid when its time comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....models.bards.cards import Card
from ....models.bards.dice import Colour
from .columns import NOTHING, ActionWay, Column, PlanStart

KINDS = ("settles", "uses", "performs", "wins", "hires")
"""The kinds of steps, first those that may make others possible."""


@dataclass(frozen=True, slots=True)
class Win:
    """An audience that a plan wins, and what that brings.

    `discards` says that a card of the hand is discarded for it.
    """

    card: Card
    paid: tuple[Colour, ...]
    discards: bool
    way: ActionWay = NOTHING


Step = Column | Win


@dataclass(frozen=True, slots=True)
class Purse:
    """What can turn dice: `melodies`, and cards of the `hand` except those `kept` for other steps.

    The rest of the plan will spend `cards` and `turning` melodies on turning dice. The supply has
    `left` melodies; it may be empty for `spare` of those that steps bring. BB-13
    """

    melodies: int
    hand: int
    kept: int
    cards: int
    turning: int
    left: int
    spare: int

    @classmethod
    def of(cls, position: PlanStart, steps: Sequence[Step], cards: int, gained: int = 0) -> Purse:
        """Return the purse before `steps`: they spend `cards`, and `gained` melodies must come."""
        columns = [step for step in steps if isinstance(step, Column)]
        kept = sum((column.verb == "hires") + len(column.way.trashes) for column in columns)
        turning = sum(column.melodies for column in columns) - cards
        spare = sum(step.way.melodies for step in steps) - gained
        own, left = position.troupe, position.melodies_left
        return cls(own.melodies, len(own.hand), kept, cards, turning, left, spare)

    def cards_for(self, column: Column) -> int:
        """Return how many hand cards turn the dice of `column`: as many as are free by then."""
        return max(0, min(column.melodies, self.cards, self.hand - self.kept))

    def after(self, step: Step) -> Purse | None:
        """Return the purse after `step`, None if the step cannot be paid yet."""
        way = step.way
        if isinstance(step, Win):
            hand = self.hand - step.discards
            paid = replace(self, hand=hand) if hand >= self.kept * step.discards else None
        else:
            paid = self._turned(step)
        if paid is None:
            return None
        come = min(way.melodies, paid.left)
        if (spare := paid.spare - (way.melodies - come)) < 0:
            return None
        melodies, hand = paid.melodies + come, paid.hand + way.cards
        return replace(paid, melodies=melodies, hand=hand, left=paid.left - come, spare=spare)

    def _turned(self, column: Column) -> Purse | None:
        cards = self.cards_for(column)
        turning, hires = column.melodies - cards, column.verb == "hires"
        spent = turning + column.way.toll
        if turning > self.turning or spent > self.melodies:
            return None
        return Purse(
            self.melodies - spent,
            self.hand - cards - hires,
            self.kept - hires - len(column.way.trashes),
            self.cards - cards,
            self.turning - turning,
            self.left + spent,
            self.spare,
        )


def helps(step: Step, stuck: tuple[Step, ...]) -> bool:
    """Tell whether `step` may bring something that allows one of the `stuck` steps."""
    if isinstance(step, Win):
        return True
    way = step.way
    wins = any(isinstance(each, Win) or each.way.paid for each in stuck)
    hires = any(isinstance(each, Column) and each.verb == "hires" for each in stuck)
    fills = (step.melodies or way.toll) and any(each.way.melodies for each in stuck)  # BB-13
    brings = way.melodies or way.idle > 0 or way.cards > 0 or way.lends or way.extra or way.turns
    plays = step.verb == "performs" or bool(way.performances)
    return bool(fills or brings) or (wins and plays) or (hires and step.verb == "hires")


def playable(
    position: PlanStart,
    steps: tuple[Step, ...],
    cards: int,
    gained: int,
    turn_only: bool = False,
    first: Sequence[Step] = (),
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Return `steps` in a playable order, with `cards` of the hand spent, and melodies `gained`.

    Those that come `first` come as soon as they can, and before all an audience among them.

    If there is none, returns the longest prefix found, and the steps that are stuck behind it.
    """
    rank = {step: not isinstance(step, Win) for step in first}
    wished = sorted(steps, key=lambda step: (rank.get(step, 2), _wish(step)))
    hopeless: set[tuple[frozenset[int], Purse]] = set()
    longest: tuple[int, ...] = ()

    def after(done: tuple[int, ...], purse: Purse) -> tuple[int, ...] | None:
        nonlocal longest
        longest = max(longest, done, key=len)
        if len(done) == len(wished):
            return done
        if (frozenset(done), purse) in hopeless:
            return None
        table = _Table(position, tuple(wished[i] for i in done), turn_only)
        for i, step in enumerate(wished):
            if i in done or not (left := purse.after(step)) or not table.allows(step):
                continue
            found = after((*done, i), left)
            if found is not None:
                return found
        hopeless.add((frozenset(done), purse))
        return None

    after((), Purse.of(position, steps, cards, gained))
    stuck = (step for i, step in enumerate(wished) if i not in longest)
    return tuple(wished[i] for i in longest), tuple(stuck)


def _wish(step: Step) -> tuple[int, int, int, int]:
    """Return a rank: bards that lend come first, then gains of melodies, the cheapest first."""
    if isinstance(step, Win):
        return (2, 0, 0, KINDS.index("wins"))
    gaining = step.way.melodies >= step.melodies
    cost = step.melodies if gaining else -step.way.melodies
    lent = 0 if step.way.lends and not step.needs else 1 if step.way.lends else 2
    return (lent, not gaining, cost, KINDS.index(step.verb) + step.second)


@dataclass(frozen=True)
class _Table:
    """The table when the steps `done` have been played."""

    position: PlanStart
    done: tuple[Step, ...]
    turn_only: bool

    @property
    def columns(self) -> list[Column]:
        return [step for step in self.done if isinstance(step, Column)]

    def allows(self, step: Step) -> bool:
        """Tell whether `step`, which the purse can pay, can come next."""
        if self.turn_only and not self._in_turn() and not _settles(step):
            return False
        if isinstance(step, Win):
            return self._pays(step)
        return (
            not Counter(step.way.paid) - self._performances()
            and step.turns <= self._turns()
            and _settles(step) == (not self.done and bool(self.position.state.duties))
            and self._lent(step)
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
        """Return how many pips icons can still turn for later steps."""
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

    def _idle_enough(self, step: Column) -> bool:
        idle = sum(each.way.idle for each in self.done)
        return step.way.idle_before <= idle and not (step.way.bare and idle)

    def _price(self, card: Card) -> int:
        """Return how many dice a veteran costs at this point. BB-6"""
        hired = [column.card for column in self.columns if column.verb == "hires"]
        line = [each for each in self.position.state.line if each not in hired]
        newer = bool(hired) and bool(self.position.state.veterans)
        newest = bool(line) and card == line[-1] and not newer
        return 3 if newest and "scout" not in self._powers() else 2

    def _still_copied(self, card: Card) -> bool:
        """Tell whether a poster still copies the bard that the plan knows: not after a hire."""
        hired = any(column.verb == "hires" for column in self.columns)
        return not hired or card not in self.position.box.cards.posters


def _settles(step: Step) -> bool:
    return isinstance(step, Column) and step.verb == "settles"

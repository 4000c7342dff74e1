"""Columns: the single steps a plan is made of, each with the dice and melodies it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement

from ....models.bards import Box, State
from ....models.bards.abilities import ability, powers
from ....models.bards.cards import SUPPORTS, Bard, Card, Icon
from ....models.bards.dice import COLOURS, Colour, Die, pips
from ....models.bards.state import FIRST, Troupe
from .worth import in_sight

Powers = frozenset[str]
"""Lasting powers, as in `blend` or `echo B`."""


@dataclass(frozen=True, slots=True)
class ActionWay:
    """One way in which an action can go: what it takes beside its own dice, and what it brings.

    `worth` is in hundredths of a point, dice and cards included. `spent` dice are `discarded`, or
    swapped. Dice to come are `idle`, since nobody knows what they will show: they can be given up
    again, `idle_before` of them before this action brings any. A `bare` way is open only while no
    die is left. `drawn` cards leave the deck; the hand changes by `cards`, after those it
    `trashes`. The price beside dice is `toll` melodies and the `paid` performances. The action
    lends other actions `turns` of a pip.
    """

    worth: int = 0
    spent: tuple[Die, ...] = ()
    discarded: tuple[Die, ...] = ()
    performances: tuple[Colour, ...] = ()
    melodies: int = 0
    gained: tuple[Colour, ...] = ()
    idle: int = 0
    idle_before: int = 0
    bare: bool = False
    drawn: int = 0
    cards: int = 0
    lends: tuple[str, ...] = ()
    extra: int = 0
    turns: int = 0
    toll: int = 0
    paid: tuple[Colour, ...] = ()
    trashes: tuple[Card, ...] = ()


NOTHING = ActionWay()
"""A way that takes nothing and brings nothing."""


@dataclass(frozen=True, slots=True)
class Column:
    """One action: `dice` as they lie now, what each is turned to, and the `melodies` for that.

    `turns` of a pip are done by icons instead. `needs` are powers that a bard or an audience of
    this plan must lend. A performance has one of `colours`. `way` is what else it takes and brings.
    A `second` hire comes after another one, when the newest bard in town is no longer the newest.
    """

    verb: str
    card: Card
    dice: tuple[Die, ...]
    turned: tuple[Die, ...]
    melodies: int
    way: ActionWay
    needs: Powers = frozenset()
    colours: tuple[Colour, ...] = ()
    second: bool = False
    turns: int = 0

    def times(self, power: str) -> int:
        """Return how many equal powers it uses: each echo gives a melody of its own. BB-20"""
        return self.way.melodies if power.startswith("echo") else 1


@dataclass(frozen=True)
class PlanStart:
    """What a plan starts from: the state of `player`, who has the turn or may get it.

    The rest of an ability may be due, if it begins with a die to discard and leaves nothing to
    chance: then the plan begins with it.
    """

    box: Box
    state: State
    player: str

    @property
    def troupe(self) -> Troupe:
        """What the player has."""
        return self.state.troupes[self.player]

    @cached_property
    def dice(self) -> Counter[Die]:
        """The unlocked dice."""
        return Counter(self.troupe.dice)

    @cached_property
    def lasting(self) -> Counter[str]:
        """The powers that last as long as the plan."""
        if self.state.linger == "round":
            return Counter(map(str, powers(self.box, self.state, self.player)))
        return Counter(power for card in self.troupe.audiences for power in self.powers_of(card))

    @cached_property
    def on_loan(self) -> Counter[str]:
        """The powers that last only for the rest of this turn."""
        return Counter(map(str, powers(self.box, self.state, self.player))) - self.lasting

    @cached_property
    def lendable(self) -> Counter[str]:
        """The powers that bards in play and audiences in sight can still lend, and loans."""
        bards = self.box.cards.bards
        unused = (bards[each.card] for each in self.troupe.stage if not each.die)
        supports = (str(power) for bard in unused for power in bard.supports)
        won = (power for card in in_sight(self.state) for power in self.powers_of(card))
        found = (power for power in (*supports, *won) if power.split()[0] in SUPPORTS)
        return self.on_loan + Counter(found)

    def most(self, power: str) -> int:
        """Return how many equal powers can add up; in the first version they do not add up.

        BB-20
        """
        there = self.lasting[power] + self.lendable[power]
        return min(1, there) if self.state.version == FIRST else there

    def having(self, needs: Powers) -> Powers:
        """Return all powers when `needs` are lent."""
        return needs.union(self.lasting)

    @property
    def posters(self) -> int:
        """How many wanted posters are in hand."""
        return sum(card in self.box.cards.posters for card in self.troupe.hand.known)

    @property
    def actions(self) -> int:
        """The actions left in this turn, or those of the next one."""
        return self.state.actions if self.state.actor == self.player else self.box.numbers.actions

    @property
    def melodies_left(self) -> int:
        """How many melodies the supply holds."""
        return max(0, self.box.numbers.supply["melodies"] - self.state.melodies_out)

    @property
    def deck(self) -> int:
        """How many cards can be drawn, with those of the discard pile."""
        return self.troupe.left_to_draw + len(self.troupe.discard)

    @cached_property
    def unused(self) -> tuple[Bard, ...]:
        """The bards whose abilities can still be used; a poster is the bard it copies."""
        cards = (each.card for each in self.troupe.stage if not each.die)
        found = (ability(self.box, self.state, card) for card in cards)
        return tuple(bard for bard in found if bard is not None)

    @cached_property
    def most_melodies(self) -> int:
        """An upper bound on the melodies that can be spent: owned, gained, and hand cards."""
        kinds = [icon.kind for bard in self.unused for icon in bard.icons]
        kinds += [gain.kind for card in in_sight(self.state) for gain in self.gains_of(card)]
        gained = kinds.count("melody") + kinds.count("draw")
        gained += len(self.troupe.dice) // 3 * max(self.most(f"echo {c}") for c in COLOURS)
        return self.troupe.melodies + len(self.troupe.hand) + gained

    @cached_property
    def most_turns(self) -> int:
        """An upper bound on the pips that icons can turn."""
        return sum(bard.icons.count(Icon("turn")) for bard in self.unused)

    def powers_of(self, audience: Card) -> tuple[str, ...]:
        """Return the permanent abilities of an audience."""
        return tuple(map(str, self.box.cards.audiences[audience].powers))

    def gains_of(self, audience: Card) -> tuple[Icon, ...]:
        """Return what winning an audience brings at once."""
        return self.box.cards.audiences[audience].gains

    def lent(self, *kinds: str) -> Iterator[Powers]:
        """Yield the sets of powers of these kinds that could be lent, the empty set first."""
        lent = sorted(p for p in self.lendable.keys() - self.lasting if p.split()[0] in kinds)
        for size in range(len(lent) + 1):
            for some in combinations(lent, size):
                yield frozenset(some)


def melodies_for(dice: tuple[Die, ...], shown: tuple[int, ...], swing: bool, turns: int) -> int:
    """Return how many melodies turn `dice` to `shown`, if icons do `turns` of a pip.

    Returns `FAR` if there are fewer pips to turn than that.
    """
    away = [abs(pips(die) - to) for die, to in zip(dice, shown, strict=True)]
    if sum(away) < turns:
        return FAR
    if not swing:
        return sum(away) - turns
    odd = sum(each % 2 for each in away)
    saved = min(turns, odd) + max(0, turns - odd) // 2
    return sum((each + 1) // 2 for each in away) - saved


FAR = 99
"""More melodies than there are."""


def sets(dice: Counter[Die], size: int) -> Iterator[tuple[Die, ...]]:
    """Yield every set of `size` dice once."""
    for some in combinations_with_replacement(sorted(dice), size):
        if all(some.count(die) <= dice[die] for die in set(some)):
            yield some


def no_better(best: dict[Powers, int], needs: Powers, cost: int) -> bool:
    """Tell whether fewer powers already serve at this cost; if not, remember these."""
    if any(known < needs and best[known] <= cost for known in best):
        return True
    best[needs] = cost
    return False

"""Translates tables of Battle of the Bards into the numbers that the kernels work on, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from ....models.bards import Box, State, Step
from ....models.bards.cards import ANY, Icon
from ....models.bards.dice import COLOURS, Die
from ....models.bards.show import MELODY
from ....models.bards.state import FIRST, Duty, Troupe
from ....models.core import Event

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .table_kernel import Cards

KINDS = ("basic", "leader", "roadie", "poster", "veteran")
ICONS = ("die", "melody", "performance", "discard", "explore", "steal", "gather", "draw", "support",
         "reroll", "turn", "trash")  # fmt: skip
POWERS = ("blend", "circle", "lenient", "swing", "scout", "melody", "action", "guard", "applause",
          *(f"echo {colour}" for colour in COLOURS), *(f"die {each}" for each in (*COLOURS, ANY)),
          )  # fmt: skip
STEPS = (Step.STAGE, Step.SHOW, Step.LEAVE, Step.REFILL, Step.ENCORE, Step.MELODIES, Step.SUDDEN,
         Step.OVER)  # fmt: skip
VERBS = ("stages", "performs", "uses", "hires", "wins", "raises", "lowers", "rerolls", "passes",
         "done", "keeps", "discards", "trashes", "takes", "chooses", "returns", "steals", "turns",
         "top", "newest", "draws", "explores", "gathers", "reveals", "shows", "rolls", "reshuffles",
         "sudden", "gets", "icons")  # fmt: skip
"""All in the order of the kernels' numbers."""
SUPPLIES = ("dice", "performances", "melodies")
ALL_DICE = 6
"""Of more dice than so many, a move that rolls all of them again does not name them."""


class Numbering:
    """The numbers of the cards of a box; `cards` is what is printed on them."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.bards = {card: i for i, card in enumerate(sorted(box.cards.bards))}
        self.audiences = {card: i for i, card in enumerate(sorted(box.cards.audiences))}
        self.pairs = {pair: i for i, pair in enumerate(sorted(box.cards.encores))}
        self.cards = self._cards()

    def _cards(self) -> Cards:
        import numpy as np

        from . import table_kernel as k

        bards, both = k.BARDS, k.BARDS + k.AUDIENCES
        shapes = {
            "performances": (bards, k.COLOURS),
            "met": (bards, 2, k.FACES),
            "icons": (both, k.ICONS, 2),
            "powers": (both, k.POWER_KINDS),
            "points": (both,),
            "asks": (k.AUDIENCES, k.COLOURS + 1),
            "pairs": (len(self.pairs), 2),
            "numbers": (5 + len(SUPPLIES),),
        }
        c = k.Cards(*(np.zeros(shapes.get(name, (bards,)), np.int64) for name in k.Cards._fields))
        for each in (c.kind, c.colour, c.die):
            each[:] = -1
        for card, i in self.bards.items():
            bard = self.box.cards.bards[card]
            c.kind[i], c.points[i] = KINDS.index(bard.kind), bard.points
            c.colour[i], c.die[i] = _colour(bard.colour), _colour(bard.die)
            if bard.cost is not None:
                c.dice[i] = bard.cost.dice
                for pips in product(range(1, k.FACES), repeat=bard.cost.dice):
                    one, two = (*pips, 0)[:2]
                    for slack in range(bard.cost.misses(*pips), 2):
                        c.met[i, slack, one] |= 1 << two
            for price in bard.pays:
                if price.kind == MELODY:
                    c.melodies[i] += 1
                else:
                    c.performances[i, _colour(price.colour)] += 1
            _put(c, i, bard.icons, bard.supports)
        for card, i in self.audiences.items():
            audience = self.box.cards.audiences[card]
            c.points[bards + i] = audience.points
            for colour in audience.asks:
                c.asks[i, _colour(colour)] += 1
            _put(c, bards + i, audience.gains, audience.powers)
        for pair, i in self.pairs.items():
            c.pairs[i] = [_colour(colour) for colour in pair]
        n = self.box.numbers
        supplies = [n.supply[supply] for supply in SUPPLIES]
        c.numbers[:] = [n.hand, n.stage, n.actions, n.goal, n.encore_points, *supplies]
        return c

    # states

    def state(self, state: State) -> NDArray[np.int16]:
        """Return a whole `state`, from the first choice for the stage on, in numbers."""
        import numpy as np

        from . import table_kernel as k

        s = np.zeros((k.PLAYERS + 1, k.WIDTH), np.int16)
        seats = {player: i for i, player in enumerate(state.players)}
        for player, p in seats.items():
            self._troupe(s[p], state, state.troupes[player], player)
        t = s[k.TABLE]
        t[k.N], t[k.STEP], t[k.ROUND] = len(seats), STEPS.index(state.step), state.round
        t[k.FIRST], t[k.ACTIONS] = seats[state.first], state.actions
        t[k.ACTOR] = seats[state.actor] + 1 if state.actor else 0
        for column, some in ((k.BEGUN, state.begun), (k.DONE, state.done), (k.TOPS, state.tops)):
            t[column] = sum(1 << seats[player] for player in some)
        t[k.IN_LINE] = len(state.line)
        for i, card in enumerate(state.line):
            t[k.LINE + i] = self.bards[card] + 1
        self._pile(t, k.VETERANS, state.veterans.known)
        for audience in state.audiences:
            t[k.OPEN + self.audiences[audience]] = 1
        for audience in state.audience_deck.known:
            t[k.FACE_DOWN + self.audiences[audience]] = 1
        t[k.TOP_AUDIENCE] = self.audiences.get(state.top_audience, -1) + 1
        t[k.PAIRS_LEFT] = sum(1 << self.pairs[pair] for pair in state.encores.known)
        t[k.SUDDEN] = self.pairs.get(state.sudden, -1) + 1
        t[k.ENCORE_WON] = seats.get(state.encore_won, -1) + 1
        t[k.WINNER] = seats.get(state.winner, -1) + 1
        t[k.LINGERS], t[k.MAY_KEEP] = state.linger == "round", state.keep == "keep"
        t[k.LEFTOVER], t[k.OLD] = state.leftovers, state.version == FIRST
        for duty in reversed(state.duties):
            k.due(s, VERBS.index(duty.verb), seats.get(duty.player, 0), *self._duty(state, duty))
        for p in range(len(seats)):
            k.empowered(self.cards, s, p)
        return s

    def _troupe(self, row: NDArray[np.int16], state: State, troupe: Troupe, player: str) -> None:
        from . import table_kernel as k

        for die in troupe.dice:
            row[k.DICE + _die(die)] += 1
        for i, each in enumerate(troupe.stage):
            at = k.STAGE + i * k.SLOT
            one, two, *_ = *codes(each.dice), 0, 0
            row[at : at + k.SLOT] = [self.bards[each.card] + 1, one, two, each.turned]
        row[k.ON_STAGE] = len(troupe.stage)
        for colour in troupe.performances:
            row[k.PERFORMANCES + _colour(colour)] += 1
        row[k.MELODIES] = troupe.melodies
        row[k.TOP] = self.bards.get(troupe.top, -1) + 1
        kinds = [self.box.cards.bards[card].kind for card in troupe.trashed]
        row[k.TRASHED] = kinds.count("basic")
        pair = (state.pairs or {}).get(player) or next(iter(troupe.encore.known), "")
        row[k.ENCORE] = self.pairs.get(pair, -1) + 1
        for audience in troupe.audiences:
            row[k.WON + self.audiences[audience]] += 1
        self._pile(row, k.HAND, troupe.hand.known)
        self._pile(row, k.GOING, troupe.going.known)
        self._pile(row, k.DECK, troupe.deck.known)
        self._pile(row, k.DISCARD, troupe.discard)

    def _pile(self, row: NDArray[np.int16], pile: int, cards: Iterable[str]) -> None:
        for card in cards:
            row[pile + self.bards[card]] += 1

    def _duty(self, state: State, duty: Duty) -> tuple[int, int, int]:
        """Return the size and the two words of a duty."""
        from . import rules_kernel as rules
        from .table_kernel import BARDS

        match duty.verb, duty.words:
            case "icons", (card, *left):
                if card in self.audiences:
                    at, icons = self.audiences[card], self.box.cards.audiences[card].gains
                    return len(icons) - len(left), at, BARDS + at
                source = state.newest if card in self.box.cards.posters else card
                icons = self.box.cards.bards[source].icons
                return len(icons) - len(left), self.bards[card], self.bards[source]
            case "discards", (what,):
                return 0, rules.CARD_WORD if what == "card" else rules.DIE_WORD, 0
            case "chooses", (card,):
                return 0, self.bards[card], 0
            case "keeps", (die,):
                return 0, _die(die) + 1, 0
        return duty.size, 0, 0

    # moves

    def move(self, state: State, event: Event) -> int:
        """Return a move of `state` in numbers."""
        from .rules_kernel import NOTHING, move

        verb, p, words = VERBS.index(event.verb), state.players.index(event.actor), event.words

        def made(x: int = 0, y: int = 0, dice: Iterable[str] = ()) -> int:
            return int(move(verb, p, x, y, sum(n << 5 * i for i, n in enumerate(codes(dice)))))

        match event.verb, words:
            case "stages", cards:
                three = sorted(self.bards[card] for card in cards)
                return int(move(verb, p, *(three + [NOTHING] * 2)[:3]))
            case "performs", (*dice, _, colour):
                return int(move(verb, p, _colour(colour), 0, _packed(map(_code, dice))))
            case "uses" | "hires", (card, _, *dice):
                return made(self.bards[card], 0, dice)
            case "wins", (audience, _, *paid):
                card = ""
                if "discarding" in paid:
                    *paid, _, card = paid
                counts = sum(1 << 4 * _colour(colour) for colour in paid)
                return int(move(verb, p, self.audiences[audience], self._means(card), counts))
            case "raises" | "lowers", (die, *two, "with", means):
                return made(1 + len(two), self._means(means), (die,))
            case "raises" | "lowers", (die,):
                return made(1, 0, (die,))
            case "rerolls", (*dice, "with", means):
                every = len(dice) > ALL_DICE
                return made(0, self._means(means), () if every else dice)
            case "takes", (colour,):
                return made(_colour(colour))
            case "chooses", (what,):
                return made(int(what == "support"))
            case "steals", (other, die, _, given):
                both = _packed(map(_code, (die, given)))
                return int(move(verb, p, state.players.index(other), 0, both))
            case _, (card,) if card in self.bards:
                return made(self.bards[card])
        return made(0, 0, words)

    def _means(self, means: str) -> int:
        return self.bards.get(means, -1) + 1


def codes(dice: Iterable[Die]) -> Sequence[int]:
    """Return dice as numbers, in their order."""
    return sorted(map(_code, dice))


def _packed(numbers: Iterable[int]) -> int:
    return sum(n << 5 * i for i, n in enumerate(numbers))


def _colour(colour: str) -> int:
    """Return the number of a colour, of any, or -1 for none."""
    return (*COLOURS, ANY).index(colour) if colour else -1


def _die(die: Die) -> int:
    """Return the column of a die."""
    return COLOURS.index(die[0]) * 7 + (int(die[1]) if len(die) > 1 else 0)


def _code(die: Die) -> int:
    return _die(die) + 1


def _put(c: Cards, i: int, icons: Sequence[Icon], powers: Sequence[Icon]) -> None:
    """Note the icons and the powers of a card."""
    for at, icon in enumerate(icons):
        colour = _colour(icon.colour) if icon.colour else 0
        c.icons[i, at] = ICONS.index(icon.kind) + 1, colour
    for power in powers:
        c.powers[i, POWERS.index(str(power))] += 1


_numberings: dict[str, Numbering] = {}


def numbering(box: Box) -> Numbering:
    """Return the numbers of the cards of a box; they are made once."""
    found = _numberings.get(box.cards.tag)
    if found is None or found.box.numbers != box.numbers or found.box.cards != box.cards:
        found = _numberings[box.cards.tag] = Numbering(box)
    return found

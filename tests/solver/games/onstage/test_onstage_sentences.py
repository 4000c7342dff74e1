"""Each sentence of a reason is true of the cards, whichever of two moves it is said of.

What is true is told here from the rulebook alone: what stands on stage after a card, what is trump
by that, who can have a higher card. ON-7, ON-8, ON-10
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from aparte.models.core import Event, View
from aparte.models.onstage import State
from aparte.models.onstage.text import suit_name
from aparte.models.words import say
from aparte.solver.play.coach import choices, play_of
from aparte.solver.play.contrast import contrasted, in_favour
from aparte.solver.play.trial import Difference
from tests.reasons import played_positions


@dataclass(frozen=True)
class Laid:
    """The table as soon as the viewer has played a card."""

    card: str
    stage: frozenset[str]
    trick: dict[str, str]
    kept: frozenset[str]
    away: frozenset[str]
    """All cards that nobody else has: played before or now, or in the viewer's hand."""

    @classmethod
    def by(cls, own: View[State], move: Event) -> Laid:
        """The table after `move`."""
        (card, *words), state = move.words, own.state
        stage = {*state.theatre.stage}
        match words[2:] if words[:1] == ["front"] else words:
            case ["add", on]:
                stage |= {on}
            case ["remove", off]:
                stage -= {off}
            case ["swap", off, on]:
                stage = (stage - {off}) | {on}
        trick = {play.player: play.card for play in state.trick} | {own.viewer: card}
        hand = frozenset(state.hands[own.viewer].known)
        away = frozenset({*state.played, *trick.values(), *hand})
        return cls(card, frozenset(stage), trick, hand - {card}, away)

    @property
    def trump(self) -> str | None:
        """The suit with most blossoms on stage, if there is one."""
        total = Counter({suit: 0 for suit in "KPBG"})
        for performer in self.stage:
            total[performer[0]] += int(performer[1])
        (suit, most), (_, second) = total.most_common(2)
        return suit if most > second else None

    def highest(self, card: str) -> bool:
        """Whether nobody else has a higher card of its suit."""
        return all(f"{card[0]}{value}" in self.away for value in range(int(card[1]) + 1, 10))

    def alone(self, suit: str) -> bool:
        """Whether nobody else has any card of a suit."""
        cards = (f"{sign}{n}" for sign in "KPBG" if named(sign) == suit for n in range(1, 10))
        return self.away.issuperset(cards)

    def of(self, suit: str) -> list[str]:
        """The cards of a suit that are kept."""
        return sorted(card for card in self.kept if named(card[0]) == suit)

    def surely_highest(self) -> bool:
        """Whether the card laid is surely the highest of its suit in this trick."""
        beside = [card for card in self.trick.values() if card[0] == self.card[0]]
        return self.highest(self.card) and max(beside) == self.card

    def is_trump(self, card: str) -> bool:
        return card[0] == self.trump


CARD = r"(?P<card>[A-Z]\d)"
CLAIMS = {
    f"{CARD} is a trump then": lambda one, _, card, **__: card == one.card and one.is_trump(card),
    f"{CARD} would be a trump": lambda one, other, card, **__: (
        card == other.card and other.is_trump(card) and not one.is_trump(one.card)
    ),
    rf"{CARD} of (?P<player>\w+) is a trump then": lambda one, _, card, player, **__: (
        one.trick[player] == card and one.is_trump(card)
    ),
    rf"{CARD} of (?P<player>\w+) is no trump then": lambda one, other, card, player, **__: (
        one.trick[player] == card and not one.is_trump(card) and other.is_trump(card)
    ),
    "nobody else has a higher card of the suit": lambda one, *_, **__: one.surely_highest(),
    f"{CARD} would surely be the highest of its suit": lambda one, other, card, **__: (
        card == other.card and other.surely_highest()
    ),
    f"{CARD} is on stage then": lambda one, _, card, **__: card in one.stage,
    f"{CARD} is not on stage then": lambda one, other, card, **__: card in other.stage - one.stage,
    f"you keep {CARD}: nobody else has a higher one": lambda one, _, card, **__: (
        card in one.kept and one.highest(card)
    ),
    f"it spends {CARD}: nobody else has a higher one": lambda one, _, card, **__: (
        card == one.card and one.highest(card)
    ),
    r"you keep (?P<cards>[A-Z]\d.*): nobody else has (?P<suit>\w+)": lambda a, b, suit, cards: (
        a.alone(suit)
        and a.of(suit) == sorted(re.findall(r"[A-Z]\d", cards))
        and len(a.of(suit)) > len(b.of(suit))
    ),
    r"it spends a card of a suit that nobody else has: (?P<suit>\w+)": lambda one, _, suit: (
        one.alone(suit) and named(one.card[0]) == suit
    ),
    "you keep one more card with an ability": lambda one, other, **__: (
        abilities(one) == abilities(other) + 1
    ),
    "you keep one fewer card with an ability": lambda one, other, **__: (
        abilities(one) == abilities(other) - 1
    ),
    r"(?P<suit>.+) is trump after it .+ \(you keep (?P<cards>.+)\)": lambda one, _, suit, cards: (
        sorted(card for card in one.kept if named(card[0]) == suit)
        == sorted(re.findall(r"[A-Z]\d", cards))
    ),
}
"""What is said of a card, and when it is true after the one move and not after the other."""


def abilities(laid: Laid) -> int:
    return sum(card[1] in "147" for card in laid.kept)


def named(suit: str) -> str:
    return str(suit_name(suit))


def clauses(differences: tuple[Difference, ...]) -> Iterator[str]:
    """Yield what is said of differences and of their causes."""
    for each in differences:
        found: Difference | None = each
        while found is not None:
            yield str(found.effect.told(found))
            found = found.cause


def pairs(own: View[State]) -> Iterator[tuple[Event, Event, tuple[Difference, ...]]]:
    """Yield moves of a position, each beside another one, and what is told of the two.

    As it was found, and as it is mirrored into the row of the other move.
    """
    judge = play_of("onstage").judge
    assert judge is not None
    moves = choices(own)[:: max(1, len(choices(own)) // 5)]
    told = dict(zip(moves, judge.trial(own, 0).followed(moves, 32), strict=True))
    for one, other in itertools.permutations(moves, 2):
        found = contrasted(told[one], told[other], other, say("other"), complete=False)
        found = (
            found
            if found.differences
            else contrasted(told[one], told[other], other, say("other"), complete=True)
        )
        yield one, other, found.differences
        yield other, one, found.mirrored(one, say("one")).differences
        yield one, other, in_favour(told[one], told[other], 0.0)


def test_what_is_said_of_a_card_is_so_on_either_side() -> None:
    seen = Counter[str]()
    positions = chain.from_iterable(played_positions("onstage", 17, n) for n in range(80))
    for own in islice((each for each in positions if choices(each)[0].verb == "plays"), 70):
        for one, other, found in pairs(own):
            sides = Laid.by(own, one), Laid.by(own, other)
            for clause in clauses(found):
                forms = [form for form in CLAIMS if re.fullmatch(form, clause)]
                assert forms or not clause.startswith(("you keep", "it spends")), clause
                for form in forms:
                    said = re.fullmatch(form, clause)
                    seen[form] += 1
                    assert said and CLAIMS[form](*sides, **said.groupdict()), (one, other, clause)
    assert seen.keys() == CLAIMS.keys()

"""Each sentence of a reason is true of the cards, whichever of two moves it is said of.

What is true is told here from the rulebook alone: what stands on stage after a card, what is trump
by that, who can have a higher card. ON-7, ON-8, ON-10
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice

from aparte.models.core import Event, View
from aparte.models.onstage import State
from aparte.models.onstage.text import suit_name
from aparte.models.words import say
from aparte.solver.games.onstage.reasons import reason
from aparte.solver.play.coach import choices, play_of
from aparte.solver.play.contrast import contrasted, in_favour
from tests.reasons import played_positions


@dataclass(frozen=True)
class Laid:
    """The table as soon as the viewer has played a card."""

    card: str
    stage: frozenset[str]
    front: str
    """Who goes on stage as the next trick begins."""
    trick: dict[str, str]
    kept: frozenset[str]
    away: frozenset[str]
    """All cards that nobody else has: played before or now, or in the viewer's hand."""

    @classmethod
    def by(cls, own: View[State], move: Event) -> Laid:
        """The table after `move`."""
        (card, *words), state = move.words, own.state
        stage, line = {*state.theatre.stage}, [*state.theatre.line]
        if words[:1] == ["front"]:
            line = [words[1], *(each for each in line if each != words[1])]
        match words[2:] if words[:1] == ["front"] else words:
            case ["add", on]:
                stage |= {on}
                line.remove(on)
            case ["remove", off]:
                stage -= {off}
                line.append(off)
            case ["swap", off, on]:
                stage = (stage - {off}) | {on}
                line[line.index(on)] = off
        trick = {play.player: play.card for play in state.trick} | {own.viewer: card}
        hand = frozenset(state.hands[own.viewer].known)
        away = frozenset({*state.played, *trick.values(), *hand})
        return cls(card, frozenset(stage), "".join(line[:1]), trick, hand - {card}, away)

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

    def ahead(self, card: str, beaten: str) -> bool:
        """Whether a card beats another one: by its suit's being trump, or by its value."""
        return card[0] == self.trump != beaten[0] or (card[0] == beaten[0] and card > beaten)


CARD, SUIT = r"(?P<card>[A-Z]\d)", r"(?P<suit>[a-z]+)"
CLAIMS = {
    f"{SUIT} (becomes|stays) trump": lambda one, other, suit: (
        suit == called(one.trump) != called(other.trump)
    ),
    f"{SUIT} (is trump no longer|does not become trump)": lambda one, other, suit: (
        suit == called(other.trump) != called(one.trump)
    ),
    f"nobody else has a higher {SUIT} than {CARD}": lambda one, _, suit, card: (
        card == one.card and one.surely_highest() and suit == named(card[0])
    ),
    rf"{CARD} beats (?P<beaten>[A-Z]\d) of (?P<player>\w+)": lambda one, _, card, beaten, player: (
        card == one.card and one.trick[player] == beaten and one.ahead(card, beaten)
    ),
    f"{CARD} cannot win": lambda one, _, card: (
        card == one.card and any(one.ahead(each, card) for each in one.trick.values())
    ),
    f"{CARD} stays on stage": lambda one, other, card: card in one.stage - other.stage,
    f"it brings {CARD} on stage": lambda one, other, card: card in one.stage - other.stage,
    f"it moves {CARD} off the stage": lambda one, other, card: card in other.stage - one.stage,
    f"{CARD} (is next on stage|stands first in the line)": lambda one, other, card: (
        card == one.front != other.front
    ),
    f"you keep {CARD}, higher than any {SUIT}": lambda one, other, card, suit: (
        card in one.kept - other.kept and one.highest(card) and suit == named(card[0])
    ),
    f"it spends {CARD}, higher than any {SUIT}": lambda one, other, card, suit: (
        card in other.kept - one.kept and one.highest(card) and suit == named(card[0])
    ),
    f"you keep {CARD}: nobody else has {SUIT}": lambda one, other, card, suit: (
        card in one.kept - other.kept and one.alone(suit) and suit == named(card[0])
    ),
    f"it spends {CARD}: nobody else has {SUIT}": lambda one, other, card, suit: (
        card in other.kept - one.kept and one.alone(suit) and suit == named(card[0])
    ),
    f"you keep the ability of {CARD}": lambda one, other, card: (
        card in one.kept - other.kept and abilities(one) == abilities(other) + 1
    ),
    f"it spends the ability of {CARD}": lambda one, other, card: (
        card in other.kept - one.kept and abilities(one) == abilities(other) - 1
    ),
    f"you keep the higher {CARD}": lambda one, other, card: (
        card in one.kept - other.kept and card[0] == one.card[0] and card > one.card
    ),
    f"it spends the higher {CARD}": lambda one, other, card: (
        card in other.kept - one.kept and card[0] == other.card[0] and card > other.card
    ),
    f"you have no {SUIT} left": lambda one, other, suit: (
        not one.of(suit) and bool(other.of(suit)) and suit == named(one.card[0])
    ),
    f"you still have to follow {SUIT}": lambda one, other, suit: (
        bool(one.of(suit)) and not other.of(suit)
    ),
}
"""What is said of a card or a performer, and when it is true after the one move, not the other."""


def abilities(laid: Laid) -> int:
    return sum(card[1] in "147" for card in laid.kept)


def named(suit: str) -> str:
    return str(suit_name(suit))


def called(suit: str | None) -> str:
    return named(suit) if suit else ""


def pairs(own: View[State]) -> Iterator[tuple[Event, Event, str]]:
    """Yield moves of a position, each beside another one, and what the game says of the two."""
    judge = play_of("onstage").judge
    assert judge is not None
    moves = choices(own)[:: max(1, len(choices(own)) // 5)]
    told = dict(zip(moves, judge.trial(own, 0).followed(moves, 32), strict=True))
    for one, other in itertools.permutations(moves, 2):
        for complete in (False, True):
            found = contrasted(told[one], told[other], other, say("other"), complete)
            yield one, other, str(reason(own, one, found) or "")
        weighed = in_favour(told[one], told[other], 0.0)
        found = replace(found, either=True, differences=weighed)
        yield one, other, str(reason(own, one, found) or "")


def test_what_is_said_of_a_card_is_so_on_either_side() -> None:
    seen = Counter[str]()
    positions = chain.from_iterable(played_positions("onstage", 17, n) for n in range(80))
    for own in islice((each for each in positions if choices(each)[0].verb == "plays"), 70):
        for one, other, clause in pairs(own):
            sides = Laid.by(own, one), Laid.by(own, other)
            for form, holds in CLAIMS.items():
                for said in re.finditer(form, clause):
                    seen[form] += 1
                    assert holds(*sides, **said.groupdict()), (one, other, clause)
            assert "on average" not in clause and clause.count("of 100 cases") <= 2
    assert seen.keys() == CLAIMS.keys()

"""What players have at least, and at most, by the cards that a seat sees: bounds, no estimates.

The table is one as somebody sees it, after the powers of the vote.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....models.overseers.box import Power
from .bundles import UNSEEN, Bundle
from .table import Card, RoundTable, Seat


def at_least(table: RoundTable, seat: Seat) -> int:
    """Return the fewest points of `seat`: further cards are no loss."""
    return min(table.cards.points[table.powers[seat]][each] for each in _ways(table, seat, 0))


def at_most(table: RoundTable, seat: Seat) -> int:
    """Return the most points of `seat`, by any of the cards that do not show.

    One of them may copy one more of a kind with Nuying (OV-15), and all may be tilted with Yanmei
    (OV-14).
    """
    cards, power = table.cards, table.powers[seat]
    down = sum(_is_open(table, card) for card in table.rows[seat])
    left = cards.bundle(cards.box.cards(len(table.powers))) - table.pile
    left -= sum(card.kind for each in table.rows for card in each)
    if power is Power.TUCK:
        left += cards.bundle(cards.box.kinds)
    if power is Power.TILT:
        left += down * cards.tilted
    return max(
        cards.points[power][each]
        for more in cards.some[left, down]
        for each in _ways(table, seat, more)
    )


def _is_open(table: RoundTable, card: Card) -> bool:
    """Tell whether a card may count as anything: of a tilted one that lies hidden all are open."""
    return card.nature == UNSEEN or (card.kind == UNSEEN and card.nature == table.cards.tilted)


def _ways(table: RoundTable, seat: Seat, more: Bundle) -> Iterator[Bundle]:
    """Yield what the cards of `seat` may count as with `more` beside those that show."""
    cards, row = table.cards, table.rows[seat]
    if any(card.kind == UNSEEN and card.nature == cards.tilted for card in row):
        printed = sum(card.kind for card in row) + more  # nobody else knows which kind is tilted
        for kind in cards.box.kinds:
            yield cards.tilt(printed, kind)
    else:
        yield sum(card.nature for card in row) + more


def surely_ahead(table: RoundTable, seat: Seat) -> Seat | None:
    """Return who shows most if that is more than `seat` can have, None if it is not."""
    other = max(table.seats, key=lambda each: at_least(table, each))
    return other if at_least(table, other) > at_most(table, seat) else None


def has_most(table: RoundTable, seat: Seat) -> bool | None:
    """Tell whether nobody has more than `seat`, whatever lies hidden; None if that is open."""
    others = [each for each in table.seats if each != seat]
    if max(at_most(table, each) for each in others) <= at_least(table, seat):
        return True
    return None if surely_ahead(table, seat) is None else False

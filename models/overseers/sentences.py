"""Every kind of line of Overseers as a sentence; sentences never tell the points of a round.

OV-9
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..bag import HOLE
from ..event import Event
from ..tale import a_card, pieces
from ..words import Listed, Words, listed, say, say_n, united
from .box import Power
from .text import KINDS, POWERS, spot_name


def sentence(event: Event, players: Sequence[str]) -> Words | None:
    """Return the sentence of a line, without its full stop."""
    for part in (_dealt, _drafted, _laid, _powers, _tried, _ended):
        words = part(event, players)
        if words is not None:
            return words
    return None


def _dealt(event: Event, players: Sequence[str]) -> Words | None:
    match event:
        case Event("leader", _, _, (player,)):
            return say("{player} is the first leader", player=player)
        case Event("characters", _, _, names):
            seated = (
                say("{player} is {character}", player=player, character=name)
                for player, name in zip(players, names, strict=False)
            )
            return say("The characters: {names}", names=listed(seated))
        case Event("laid", _, _, names):
            return say("To choose from: {characters}", characters=listed(names))
        case Event("calls", player, (other,)):
            return say("{player} lets {holder} choose next", player=player, holder=other)
        case Event("becomes", player, (name,)):
            return say("{player} becomes {character}", player=player, character=name)
        case Event("deal", _, (player,), cards):
            return say("{player} is dealt {cards}", player=player, cards=by_kind(cards))
    return None


def _drafted(event: Event, _: Sequence[str]) -> Words | None:
    match event:
        case Event("meets", player, _, names):
            met = pieces(names, unseen=lambda n: say_n("{n} character", "{n} characters", n))
            return say("{player} draws {characters}", player=player, characters=met)
        case Event("doubles", player):
            return say("{player} lets everybody take two cards of this pack", player=player)
        case Event("picks", player, cards):
            return say("{player} takes {cards}", player=player, cards=by_kind(cards))
        case Event("gets", _, (player,), cards):
            return say("{player} gets the pack: {cards}", player=player, cards=by_kind(cards))
        case Event("discards", player, cards):
            return say("{player} puts {cards} away, face down", player=player, cards=by_kind(cards))
    return None


def _laid(event: Event, _: Sequence[str]) -> Words | None:
    match event:
        case Event("places", player, cards):
            at = cards.index("/")
            return say(
                "{player} lays {top} above and {bottom} below",
                player=player,
                top=in_row(cards[:at]),
                bottom=in_row(cards[at + 1 :]),
            )
        case Event("shows", _, (player,), cards):
            return say("{player} shows the top row: {cards}", player=player, cards=in_row(cards))
        case Event("opens", _, (player,), cards):
            return say("{player} turns up: {cards}", player=player, cards=in_row(cards))
        case Event("nature", _, (player,), ("none",)):
            return say("The card of {player} that left is of no kind in the row", player=player)
        case Event("nature", _, (player,), (kind,)):
            return say("The card of {player} that left is {card}", player=player, card=_kind(kind))
    return None


def _powers(event: Event, _: Sequence[str]) -> Words | None:
    match event:
        case Event("tilts", player, (spot,)):
            return say("{player} tilts {card}", player=player, card=spot_name(spot))
        case Event("draws", player, _, cards):
            return say(
                "{player} draws of the discard: {cards}", player=player, cards=by_kind(cards)
            )
        case Event("adds", player, cards):
            return say(
                "{player} adds {cards} to the bottom row", player=player, cards=by_kind(cards)
            )
        case Event("looks", player, (other, *spots), cards):
            looked = say("{player} looks at {cards}", player=player, cards=at_spots(spots))
            looked = say("{told}, of {holder}", told=looked, holder=other)
            if not cards or HOLE in cards:
                return looked
            return say("{told}: {cards}", told=looked, cards=in_row(cards))
        case Event("tucks", player, (spot, _, above)):
            return say(
                "{player} tucks {card} under {other}",
                player=player,
                card=spot_name(spot),
                other=spot_name(above),
            )
        case Event("seizes", player, _, (n,)):
            return say("{player} takes the Thefts of the discard: {n}", player=player, n=n)
        case Event("docks", player, (other,)):
            return say("{player} takes points from {holder}", player=player, holder=other)
    return None


def _tried(event: Event, players: Sequence[str]) -> Words | None:
    match event:
        case Event("votes", player, (other,)) if other == HOLE:
            return say("{player} votes", player=player)
        case Event("votes", player, (other,)):
            return say("{player} votes against {holder}", player=player, holder=other)
        case Event("voted", _, _, names):
            votes = (
                say("{player} against {holder}", player=player, holder=name)
                for player, name in zip(players, names, strict=False)
            )
            return say("The votes: {votes}", votes=listed(votes))
        case Event("accuses", player, (other,)):
            return say("{player} accuses {holder}", player=player, holder=other)
        case Event("admits", player, spots):
            return say("{player} admits and gives up {cards}", player=player, cards=at_spots(spots))
        case Event("denies", player):
            return say("{player} denies", player=player)
        case Event("punishes", player, (other,)):
            return say("{player} lets {holder} pay the penalty", player=player, holder=other)
        case Event("spares", player, (other,)):
            return say("{player} spares {holder}", player=player, holder=other)
        case Event("loses", player, spots):
            return say("{player} loses {cards}", player=player, cards=at_spots(spots))
    return None


def _ended(event: Event, _: Sequence[str]) -> Words | None:
    match event:
        case Event("finds", player, _, cards):
            return say(
                "{player} looks at the discard: {cards}", player=player, cards=by_kind(cards)
            )
        case Event("takes", player, (card,)):
            return say("{player} takes {card} of the discard", player=player, card=_kind(card))
        case Event("appoints", player, (other,)):
            return say("{player} lets {holder} steal", player=player, holder=other)
        case Event("robs", player, (other,)):
            return say("{player} steals from {holder}", player=player, holder=other)
        case Event("gives", player, (spot,)):
            return say("{player} gives {card}", player=player, card=spot_name(spot))
        case Event("scores"):
            return say("The points of the round are counted")
        case Event("names", player, (other,)):
            return say("{player} lets {holder} lead the next round", player=player, holder=other)
    return None


def _kind(kind: str) -> Words:
    return KINDS[kind] if kind in KINDS else say("{kind}", kind=kind)


def in_row(cards: Sequence[str]) -> Listed:
    """Return cards in their order, as one value of a sentence."""
    return pieces(cards, _kind)


def by_kind(cards: Sequence[str]) -> Listed:
    """Return cards grouped by kind, as one value of a sentence."""
    counts = Counter(cards)
    holes = counts.pop(HOLE, 0)
    told = [
        _kind(k) if n == 1 else say("{n} {kind}", n=n, kind=_kind(k)) for k, n in counts.items()
    ]
    return listed((*told, *([a_card(holes)] if holes else [])) or [say("no card")])


def at_spots(spots: Sequence[str]) -> object:
    """Return what lies at spots, as one value of a sentence."""
    return united(map(spot_name, spots))


_BY_POWER = {
    "Two-Above": Power.ABOVE, "Steadfast": Power.STEADFAST, "Thief-Taker": Power.SEIZE,
}  # fmt: skip
"""The characters whose names the rulebook shows as icons: they are called by what they can do."""


def outcome_question(event: Event) -> Words | None:
    """Return what to ask for the outcome of a line."""
    for part in (_asked_early, _asked_late):
        words = part(event)
        if words is not None:
            return words
    return None


def _asked_early(event: Event) -> Words | None:
    match event:
        case Event("leader"):
            return say("Who is the first leader?")
        case Event("characters"):
            unnamed = listed(
                say("{name} ({power})", name=name, power=POWERS[power])
                for name, power in _BY_POWER.items()
            )
            return say(
                "Which characters are dealt, in seating order? Those that have no name in the"
                " rulebook: {names}.",
                names=unnamed,
            )
        case Event("laid"):
            return say("Which characters are laid out?")
        case Event("deal" | "gets", _, (player,)):
            return say("Which cards are in the pack of {player}?", player=player)
        case Event("meets", player):
            return say("Which characters does {player} draw?", player=player)
        case Event("bottom", _, (player,)):
            return say("Which cards are in the bottom row of {player}?", player=player)
        case Event("discarded", _, (player,)):
            return say("Which card has {player} discarded?", player=player)
        case Event("shows", _, (player,)):
            return say(
                "Which cards does {player} show in the top row, from the left?", player=player
            )
    return None


def _asked_late(event: Event) -> Words | None:
    match event:
        case Event("draws", player):
            return say("Which cards does {player} draw of the discard?", player=player)
        case Event("looks", player, (other, *spots)):
            values = {"player": player, "holder": other, "cards": at_spots(spots)}
            return say("What does {player} see with {holder}: {cards}?", **values)
        case Event("voted"):
            return say("Whom has everybody voted against, in seating order?")
        case Event("opens", _, (player,)):
            return say(
                "Which cards does {player} turn up? Above first, then below, from the left.",
                player=player,
            )
        case Event("nature", _, (player,)):
            return say("Which card of {player} was it that left?", player=player)
        case Event("finds", player):
            return say("Which cards does {player} find in the discard?", player=player)
        case Event("seizes", player):
            return say("How many Thefts of the discard does {player} take?", player=player)
    return None

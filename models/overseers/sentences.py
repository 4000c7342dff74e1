"""Every kind of line of Overseers as a sentence; sentences never tell the points of a round.

OV-9
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..bag import HOLE
from ..event import Event
from ..tale import a_card, of_line, pieces
from ..words import Listed, Words, listed, say, say_n, united
from .box import Power
from .text import KINDS, POWERS, spot_name

_PLAIN: Mapping[str, Words] = {
    "doubles": say("{player} lets everybody take two cards of this pack"),
    "denies": say("{player} denies"),
    "calls": say("{player} lets {holder} choose next"),
    "docks": say("{player} takes points from {holder}"),
    "accuses": say("{player} accuses {holder}"),
    "punishes": say("{player} lets {holder} pay the penalty"),
    "spares": say("{player} spares {holder}"),
    "appoints": say("{player} lets {holder} steal"),
    "robs": say("{player} steals from {holder}"),
    "names": say("{player} lets {holder} lead the next round"),
    "scores": say("The points of the round are counted"),
}
"""Lines that say nothing but who does what, and to whom."""


def sentence(event: Event, players: Sequence[str]) -> Words | None:
    """Return the sentence of a line, without its full stop."""
    parts = (part(event, players) for part in (_dealt, _drafted, _laid, _powers, _tried, _ended))
    return next((words for words in parts if words is not None), of_line(_PLAIN, event))


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
        case Event("bottom", _, (player,), cards):
            return say(
                "{player} has laid {cards} in the bottom row", player=player, cards=in_row(cards)
            )
        case Event("discarded", _, (player,), cards):
            return say("{player} has put {cards} away", player=player, cards=in_row(cards))
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
        case Event("admits", player, spots):
            return say("{player} admits and gives up {cards}", player=player, cards=at_spots(spots))
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
        case Event("gives", player, (spot,)):
            return say("{player} gives {card}", player=player, card=spot_name(spot))
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
_UNNAMED = listed(
    say("{name} ({power})", name=name, power=POWERS[power]) for name, power in _BY_POWER.items()
)
_QUESTIONS: Mapping[str, Words] = {
    "leader": say("Who is the first leader?"),
    "characters": say(
        "Which characters are dealt, in seating order? Those that have no name in the"
        " rulebook: {names}.",
        names=_UNNAMED,
    ),
    "laid": say("Which characters are laid out?"),
    "deal": say("Which cards are in the pack of {player}?"),
    "gets": say("Which cards are in the pack of {player}?"),
    "meets": say("Which characters does {player} draw?"),
    "bottom": say("Which cards are in the bottom row of {player}, from the left?"),
    "discarded": say("Which card has {player} discarded?"),
    "shows": say("Which cards does {player} show in the top row, from the left?"),
    "draws": say("Which cards does {player} draw of the discard?"),
    "voted": say("Whom has everybody voted against, in seating order?"),
    "opens": say("Which cards does {player} turn up? Above first, then below, from the left."),
    "nature": say("Which card of {player} was it that left?"),
    "finds": say("Which cards does {player} find in the discard?"),
    "seizes": say("How many Thefts of the discard does {player} take?"),
}


def outcome_question(event: Event) -> Words | None:
    """Return what to ask for the outcome of a line."""
    match event:
        case Event("looks", player, (other, *spots)):
            values = {"player": player, "holder": other, "cards": at_spots(spots)}
            return say("What does {player} see with {holder}: {cards}?", **values)
    return of_line(_QUESTIONS, event)

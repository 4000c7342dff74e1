"""The hidden model of Cloche: in which hand each card is, or under the cloche."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from aparte.models.bag import HOLE
from aparte.models.core import Record
from aparte.models.event import Event
from aparte.models.hidden import Because, Count, Fact, Hidden, Only, World
from aparte.models.origins import seen
from aparte.models.places import PlaceWords, forms
from aparte.models.words import listed, say, say_n

from .box import CARDS, NAMES, Card, Kind, hand_sizes
from .state import CLOCHE, State

_CALLED = PlaceWords(
    say("the cloche"),
    forms("{items} is under {place}", "{items} are under {place}"),
    forms("{items} is not under {place}", "{items} are not under {place}"),
)
_ASIDE = frozenset({CLOCHE})
_CHOSEN = say(
    "These chances count every deal alike. Who showed you a card may have chosen it, and is then a "
    "little less likely to hold another one that you asked for. (CL-10)"
)


def hidden(view: Record[State]) -> Hidden:
    """Return what `view` leaves open: its cards, over the hands and the cloche."""
    players = view.setup.players
    return Hidden(
        dict.fromkeys(NAMES, 1),
        (*players, CLOCHE),
        (*_set_up(players), *_of_lines(view)),
        viewed=frozenset({view.viewer}),
        called={CLOCHE: _CALLED},
        caveat=_CHOSEN if _was_shown(view) else None,
    )


def fill(view: Record[State], world: World) -> Mapping[int, Event]:
    """Return the lines of `view` with a hole, by number, as they are in `world`.

    Of several cards that could be shown, the first was.
    """
    return {
        number: _filled(event, asked, world)
        for number, event, asked in _lines(view)
        if HOLE in (*event.words, *event.outcome)
    }


def _filled(event: Event, asked: tuple[Card, ...], world: World) -> Event:
    def held(place: str) -> tuple[Card, ...]:
        return tuple(card for card in NAMES if world[card] == (place,))

    match event:
        case Event("aside", _, (kind,)):
            return replace(event, outcome=tuple(c for c in held(CLOCHE) if c in CARDS[Kind(kind)]))
        case Event("deal", _, (player,)):
            return replace(event, outcome=tuple(sorted(held(player))))
        case Event("shows", player, (asker, _)):
            card = next(card for card in asked if card in held(player))
            return replace(event, words=(asker, card))
        case _:
            return replace(event, outcome=held(CLOCHE))


def _was_shown(view: Record[State]) -> bool:
    """Tell whether the viewer asked, and was shown a card."""
    shown = (event.words for _, event in view.events if event.verb == "shows")
    return any(asker == view.viewer for asker, _ in shown)


def _lines(view: Record[State]) -> Iterator[tuple[int, Event, tuple[Card, ...]]]:
    """Yield every event with its line, and the cards that were asked for last."""
    asked: tuple[Card, ...] = ()
    for number, event in view.events:
        if event.verb == "asks":
            asked = event.words
        yield number, event, asked


# facts


def _set_up(players: tuple[str, ...]) -> Iterator[Fact]:
    """Yield what the number of players tells: one card of each kind aside, so many in a hand."""
    for cards in CARDS.values():
        words = say("one of {cards} is under the cloche", cards=listed(cards))
        yield Count(frozenset(cards), _ASIDE, 1, 1, Because(0, words, setup=True))
    for player, n in hand_sizes(players).items():
        words = say_n("{player} holds {n} card", "{player} holds {n} cards", n, player=player)
        because = Because(0, words, setup=True)
        yield Count(frozenset(NAMES), frozenset({player}), n, n, because)


def _of_lines(view: Record[State]) -> Iterator[Fact]:
    """Yield what each line tells."""
    elsewhere = frozenset({*view.setup.players, CLOCHE})
    for number, event, asked in _lines(view):
        match event:
            case Event("aside", _, _, (card,)):
                because = Because(number, say("it was set aside"), setup=True)
                yield from seen(CLOCHE, [card], because)
            case Event("deal", _, (player,), hand):
                words = say("{player} was dealt {cards}", player=player, cards=listed(hand))
                yield from seen(player, hand, Because(number, words, setup=True, naming=True))
            case Event("passes", player):
                words = say("{player} has none of {cards}", player=player, cards=listed(asked))
                for card in asked:
                    yield Only(card, elsewhere - {player}, Because(number, words))
            case Event("shows", player, (asker, card)):
                yield from _shown(number, player, asker, card, asked)
            case Event("accuses", player, cards, ("right",)):
                words = say("{player}'s accusation was right", player=player)
                yield from seen(CLOCHE, cards, Because(number, words))
            case Event("accuses", player, cards, ("wrong",)):
                words = say(
                    "{player} accused {cards}, and was wrong", player=player, cards=listed(cards)
                )
                yield Count(frozenset(cards), _ASIDE, 0, len(cards) - 1, Because(number, words))
            case Event("looks", player, _, cards):
                words = say("{player} saw it under the cloche", player=player)
                yield from seen(CLOCHE, cards, Because(number, words))


def _shown(
    number: int, player: str, asker: str, card: Card, asked: tuple[Card, ...]
) -> Iterator[Fact]:
    if card == HOLE:
        words = say(
            "{player} showed {asker} one of {cards}",
            player=player,
            asker=asker,
            cards=listed(asked),
        )
        yield Count(frozenset(asked), frozenset({player}), 1, len(asked), Because(number, words))
    else:
        words = say("{player} showed {asker} {card}", player=player, asker=asker, card=card)
        yield from seen(player, [card], Because(number, words))

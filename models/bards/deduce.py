"""The hidden model of Battle of the Bards: hands, decks, the next draw, encore cards.

An item is a card and its owner, as in `Bo:Poster`, since everybody knows which cards each deck
holds. A place is the path of a card since the deck was last shuffled: in which draws it came, and
in which line it was shown. People know the ends of the paths as `hand`, `stage` (chosen, face down)
and `deck`; the order of a deck, and cards already shown, are no places to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ..bag import HOLE
from ..core import Record
from ..event import NOBODY, REFEREE, Event
from ..hidden import Because, Count, Fact, Hidden, Item, Only, Place, Trait, World
from ..places import inside
from ..replacing import changed
from ..words import Words, listed, say, say_n
from .box import Box
from .cards import Card
from .dice import COLOURS, Colour
from .epoch import Epoch, Left, drawn, epochs
from .state import State

HAND, STAGE, NEXT, DECK, SHOWN = "hand", "stage", "next", "deck", "shown"
_CALLED = {
    HAND: inside(say("the hand")),
    STAGE: inside(say("the cards chosen for the stage")),
    DECK: inside(say("the deck")),
}


def item(player: str, card: Card) -> str:
    """Return the item for the copies of `card` in a player's deck."""
    return f"{player}:{card}"


def _spoken(item: Item) -> Words:
    player, _, card = item.partition(":")
    return say("{card} of {player}", card=card, player=player)


def hidden(view: Record[State]) -> Hidden:
    """Return the hidden model of `view`."""
    state, box = view.state, view.state.box
    items: dict[str, int] = dict.fromkeys(box.cards.encores, 1)
    places: list[Place] = [*view.setup.players, NOBODY]
    facts: list[Fact] = [*_encores(box, view)]
    known_as: dict[Place, str | None] = {}
    homes = dict.fromkeys(items, frozenset(places))
    spoken: dict[Item, Words] = {}
    for player, past in epochs(view).items():
        if not past:
            continue
        deck = _own(state, player) if _sees(view, player) else _Deck(past[-1], state).model()
        items |= deck.items
        places += deck.places
        facts += deck.facts
        known_as |= deck.known_as
        homes |= dict.fromkeys(deck.items, frozenset(deck.names))
        spoken |= {each: _spoken(each) for each in deck.items}
    return Hidden(
        items,
        tuple(places),
        tuple(facts),
        known_as,
        homes=homes,
        called=_CALLED,
        spoken=spoken,
        viewed=frozenset({view.viewer}),
        traits={colour: _with(box, colour) for colour in COLOURS},
    )


def _with(box: Box, colour: Colour) -> Trait:
    """Return the trait of the encore cards with `colour`."""
    name = box.cards.names[colour].name
    return Trait(
        frozenset(pair for pair in box.cards.encores if colour in pair),
        name,
        say("an encore card with {colour}", colour=name),
        say("the encore cards with {colour}", colour=name),
    )


def fill(view: Record[State], world: World) -> Mapping[int, Event]:
    """Return the draws, looks and choices of `view`, by line, with holes filled from `world`."""
    events, box = dict(view.events), view.state.box
    filled: dict[int, Event] = {}
    for number, event in events.items():
        if event.verb == "encore" and event.outcome == (HOLE,):
            (card,) = (c for c in box.cards.encores if world[c] == (event.words[0],))
            filled[number] = changed(event, outcome=(card,))
    for player, past in epochs(view).items():
        if not _sees(view, player):
            for epoch in past:
                filled |= _filled(epoch, events, world)
    return filled


def _sees(view: Record, player: str) -> bool:
    return view.viewer in (player, REFEREE)


# encore cards


def _encores(box: Box, view: Record) -> Iterator[Fact]:
    pairs = frozenset(box.cards.encores)
    dealt = frozenset({*view.setup.players, NOBODY})
    words = say("encore cards are dealt to players, or to nobody")
    because = Because(0, words, setup=True, rule=True)
    yield from (Only(card, dealt, because) for card in box.cards.encores)
    for player in view.setup.players:
        words = say("{player} has one encore card", player=player)
        because = Because(0, words, setup=True)
        yield Count(pairs, frozenset({player}), 1, 1, because)
    for number, event in view.events:
        match event:
            case Event("encore", _, (player,), (card,)) if card != HOLE:
                words = say("{player} was dealt {card}", player=player, card=card)
                yield Only(card, frozenset({player}), Because(number, words, setup=True))
            case Event("shows", player, _, (card,)):
                words = say("{player} showed {card}", player=player, card=card)
                yield Only(card, frozenset({player}), Because(number, words))
            case Event("sudden", _, _, (card,)):
                words = say("{card} was dealt to nobody", card=card)
                yield Only(card, frozenset({NOBODY}), Because(number, words))


# decks


def _own(state: State, player: str) -> Hidden:
    """Return the deck of a player whose draws the viewer sees; only its order is unknown."""
    troupe = state.troupes[player]
    top = (troupe.top,) if troupe.top else ()
    cards = Counter(item(player, card) for card in (*troupe.deck.known, *top))
    onto, below = f"{player} {NEXT}", f"{player} {DECK}"
    facts: list[Fact] = [*_at_home(cards, (onto, below))]
    if cards:
        because = Because(0, say("one card is on top of the deck"), setup=True, rule=True)
        facts.append(Count(frozenset(cards), frozenset({onto}), 1, 1, because))
    if troupe.top:
        because = Because(0, say("{player} put it back on top", player=player), setup=True)
        facts.append(Count(frozenset({item(player, troupe.top)}), frozenset({onto}), 1, 1, because))
    return Hidden(cards, (onto, below), tuple(facts), {onto: None, below: None})


def _at_home(items: Mapping[str, int], places: tuple[Place, ...]) -> Iterator[Fact]:
    """Yield that every card stays in the deck of its owner."""
    words = say("everybody knows which cards each deck holds")
    because = Because(0, words, setup=True, rule=True)
    return (Only(each, frozenset(places), because) for each in items)


class _Deck:
    """The places of the cards in another player's deck, since it was shuffled.

    Cards that were shown are left out. Exception: if a shown card may be a copy kept from before
    the shuffle or one of the new deck, the paths of both are followed, since only they say which of
    the two is gone.
    """

    def __init__(self, epoch: Epoch, state: State) -> None:
        self.epoch, self.player = epoch, epoch.player
        self.troupe = state.troupes[epoch.player]
        self.items = Counter(item(self.player, card) for card in (*epoch.kept, *epoch.deck))
        self.known_as: dict[Place, str | None] = {}
        self.facts: list[Fact] = []
        self.origins = self._origins()

    def model(self) -> Hidden:
        epoch = self.epoch
        shown = {card for left in epoch.left if not left.off_deck for card in left.cards}
        if shown.intersection(epoch.kept).intersection(epoch.deck):
            return self._paths()
        return self._piles()

    def _piles(self) -> Hidden:
        """Return the model; unseen cards of one pile are interchangeable, except the kept ones."""
        player, troupe = self.player, self.troupe
        out = (left for left in self.epoch.left if not left.off_deck)
        gone = Counter(card for left in out for card in left.cards)
        kept = Counter(self.epoch.kept) - gone
        self.items = Counter(item(player, card) for card in troupe.face_down)
        ends = [*([STAGE] if troupe.going else []), *([HAND] if troupe.hand else [])]
        held = [self._place("kept", end) for end in ends] if kept else []
        drawn = [self._place("", end) for end in ends]
        onto, below = self._place("", NEXT), self._place("", DECK)
        if kept:
            words = self._about_kept()
            of_kept = Counter({item(player, card): n for card, n in kept.items()})
            self._count(of_kept, held, Because(self.epoch.line, words))
        self._count_ends(onto)
        places = (*held, *drawn, onto, below)
        facts = (*_at_home(self.items, places), *self.facts)
        return Hidden(self.items, places, facts, self.known_as)

    def _paths(self) -> Hidden:
        onto, below = self._place("", NEXT), self._place("", DECK)
        off = [self._place("", left) for left in self.epoch.left if left.off_deck]
        out = [left for left in self.epoch.left if not left.off_deck]
        paths = {
            origin: [
                *(self._place(origin, left) for left in out if left.line > at),
                *([self._place(origin, STAGE)] if self.troupe.going else []),
                *([self._place(origin, HAND)] if self.troupe.hand else []),
            ]
            for origin, at in self.origins.items()
        }
        self._count_origins(paths)
        self._count_shown([*out, *(left for left in self.epoch.left if left.off_deck)])
        self._count_ends(onto)
        places = (*(place for there in paths.values() for place in there), *off, onto, below)
        facts = (*_at_home(self.items, places), *self.facts)
        return Hidden(self.items, places, facts, self.known_as)

    def _origins(self) -> dict[str, int]:
        """How cards came into the hand, each way with its line; draws in a row are one."""
        origins = {"kept": self.epoch.line} if self.epoch.kept else {}
        last = 0
        for line, _ in self.epoch.draws:
            if not last or any(last < left.line < line for left in self.epoch.left):
                origins[f"draws@{line}"] = last = line
        return origins

    def _origin_of(self, line: int) -> str:
        return [name for name, at in self.origins.items() if at <= line and name != "kept"][-1]

    def _place(self, origin: str, end: Left | str) -> Place:
        """Return the path from `origin` (empty: the deck) to `end`; keep its name for people."""
        name = f"{SHOWN}@{end.line}" if isinstance(end, Left) else end
        place = " ".join(part for part in (self.player, origin, name) if part)
        self.known_as[place] = None if isinstance(end, Left) else DECK if end == NEXT else end
        return place

    def _count(self, cards: Counter[str], places: list[Place], because: Because) -> None:
        """Add that the items in `places` are exactly `cards`."""
        n = sum(cards.values())
        self.facts.append(Count(frozenset(self.items), frozenset(places), n, n, because))
        for each, copies in cards.items():
            self.facts.append(Count(frozenset({each}), frozenset(places), copies, copies, because))

    def _count_origins(self, paths: Mapping[str, list[Place]]) -> None:
        epoch, player = self.epoch, self.player
        for origin, there in paths.items():
            if origin == "kept":
                words = self._about_kept()
                kept = Counter(item(player, card) for card in epoch.kept)
                self._count(kept, there, Because(epoch.line, words))
                continue
            lines = [(line, n) for line, n in epoch.draws if self._origin_of(line) == origin]
            n = sum(size for _, size in lines)
            words = say_n("{player} drew {n} card", "{player} drew {n} cards", n, player=player)
            because = Because(lines[-1][0], words, setup=True)
            self.facts.append(Count(frozenset(self.items), frozenset(there), n, n, because))

    def _about_kept(self) -> Words:
        cards = listed(self.epoch.kept, " ")
        if self.epoch.told:
            return say("{player} surely holds {cards}", player=self.player, cards=cards)
        return say(
            "{player}'s deck was empty here, so the hand was {cards}",
            player=self.player,
            cards=cards,
        )

    def _count_shown(self, shown: list[Left]) -> None:
        for left in shown:
            there = [place for place in self.known_as if place.endswith(f" {SHOWN}@{left.line}")]
            cards = Counter(item(self.player, card) for card in left.cards)
            words = say(
                "{player} showed {cards}", player=self.player, cards=listed(left.cards, " ")
            )
            twice = set(left.cards).intersection(self.epoch.kept)
            setup = left.off_deck or not twice
            because = Because(left.line, words, setup=setup, naming=True)
            self._count(cards, there, because)

    def _count_ends(self, onto: Place) -> None:
        """Add how many cards are on stage, in hand and on top of the deck: all can count them."""
        player, troupe = self.player, self.troupe
        going, held = len(troupe.going), len(troupe.hand)
        chosen = say_n(
            "{player} has chosen {n} card for the stage",
            "{player} has chosen {n} cards for the stage",
            going,
            player=player,
        )
        holds = say_n("{player} holds {n} card", "{player} holds {n} cards", held, player=player)
        for end, n, words in ((STAGE, going, chosen), (HAND, held, holds)):
            there = frozenset(place for place, name in self.known_as.items() if name == end)
            because = Because(0, words, setup=True)
            self.facts.append(Count(frozenset(self.items), there, n, n, because))
        n = min(1, self.troupe.left_to_draw)
        because = Because(0, say("one card is on top of the deck"), setup=True, rule=True)
        self.facts.append(Count(frozenset(self.items), frozenset({onto}), n, n, because))


# filling the holes


def _filled(epoch: Epoch, events: Mapping[int, Event], world: World) -> dict[int, Event]:
    going = _at(world, epoch, STAGE)
    ending = (*going, *_at(world, epoch, HAND)) if epoch.ended is None else epoch.ended
    draws = drawn(epoch, ending)
    filled = {
        number: changed(events[number], outcome=_in_hand(epoch, events[number], cards))
        for number, cards in draws.items()
    }
    for line in epoch.staged:
        shown = [left for left in epoch.left if left.line > line and left.event.verb == "reveals"]
        cards = shown[0].cards if shown else going
        filled[line] = changed(events[line], words=tuple(sorted(cards)))
    for line in epoch.explored:
        filled |= _explored(epoch, events, world, line, filled)
    return filled


def _in_hand(epoch: Epoch, event: Event, drawn: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a draw; a `hand` line of a board includes those kept with it."""
    return tuple(sorted((*epoch.kept, *drawn))) if event.verb == "hand" else drawn


def _at(world: World, epoch: Epoch, end: str) -> tuple[Card, ...]:
    """Return the cards whose path in `world` leads to `end`."""
    if epoch.ended is not None:
        return ()
    return tuple(
        each.partition(":")[2]
        for each, places in world.items()
        if each.startswith(f"{epoch.player}:")
        for place in places
        if place.rpartition(" ")[2] == end
    )


def _explored(
    epoch: Epoch,
    events: Mapping[int, Event],
    world: World,
    line: int,
    filled: Mapping[int, Event],
) -> dict[int, Event]:
    """Return the look at the top card: the next card to leave the deck, first in its draw."""
    off = [(left.line, left.cards[0]) for left in epoch.left if left.off_deck and left.line > line]
    draws = [
        number
        for number, size in epoch.draws
        if number > line and size and events[number].verb == "draws"
    ]
    if draws and (not off or draws[0] < off[0][0]):
        return {line: changed(events[line], outcome=filled[draws[0]].outcome[:1])}
    card = off[0][1] if off else _at(world, epoch, NEXT)[0]
    return {line: changed(events[line], outcome=(card,))}

"""The table of Battle of the Bards: the market, and every troupe with dice, stage and hand.

Dice are their colour's letter and their pips, so that colour on the screen only repeats the letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...models.bag import HOLE
from ...models.bards import Bards, State, Step, Troupe
from ...models.bards.cards import Audience, Bard, CardSet, about_icon, about_power
from ...models.bards.dice import COLOURS, Die
from ...models.bards.rounds import now, points
from ...models.core import Record, fold
from ...models.hidden import Item
from ...models.words import Words, listed, say, say_n
from ..language import language, percent, tell
from .names import called

if TYPE_CHECKING:
    from ...solver.solve import Solved

STYLES: Mapping[str, str] = {"B": "blue", "P": "magenta", "R": "red", "O": "yellow"}
LIKELY = 6
"""How many chances of a hand are shown."""


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the table as the viewer of `view` sees it, with the chances where `solved`."""
    state, cards = _state(view), _cards(view)
    parts: list[RenderableType] = [Text(tell(_phase(view, state)), style="bold")]
    if state.line or state.audiences:
        parts += [_market(state, cards)]
    parts += [_troupe(view, state, player) for player in state.players if state.first]
    if solved is not None:
        parts += [Text(tell(words)) for words in _chances(state, solved)]
    return Group(*parts)


def told_board(view: Record, solved: Solved | None = None) -> Sequence[str]:
    """Return the same in sentences, a line each."""
    state, cards = _state(view), _cards(view)
    told = [say("{words}.", words=_phase(view, state))]
    for row in _rows(state, cards):
        told.append(say("{words}.", words=listed(row)))
    for player in state.players:
        told.append(say("{words}.", words=_head(view, state, player)))
        told += [say("{words}.", words=words) for words in _told_troupe(view, state, player)]
    told += _chances(state, solved) if solved else ()
    return [tell(words) for words in told]


def region(view: Record, items: Collection[Item]) -> Words:
    """Return whose deck, or the encore cards, most of `items` belong to."""
    owners = [item.partition(":")[0] for item in items if ":" in item]
    if not owners:
        return say("the encore cards")
    return say("the cards of {player}", player=called(max(owners, key=owners.count)))


def set_rows(cards: CardSet) -> Iterable[Words]:
    """Return every card of a set with its number of copies, in one line each."""
    for bard in cards.bards.values():
        what = _bard(bard)
        yield say_n("{n} × {what}", "{n} × {what}", bard.copies, what=what)
    for audience in cards.audiences.values():
        yield say_n("{n} × {what}", "{n} × {what}", 1, what=_audience(audience))
    yield say("encore cards: {pairs}", pairs=listed(cards.encores))


def title(cards: CardSet) -> str:
    """Return the name of a card set as people read it."""
    return cards.titles[language()]


# words


def _state(view: Record) -> State:
    state = fold(view)
    assert isinstance(state, State)
    return state


def _cards(view: Record) -> CardSet:
    assert isinstance(view.game, Bards)
    return view.game.box.cards


def _phase(view: Record, state: State) -> Words:
    cards = title(_cards(view))
    if state.step in (Step.SETUP, Step.OVER) or not state.round:
        return say("Battle of the Bards ({cards}): {step}", cards=cards, step=now(state))
    told = say(
        "Battle of the Bards ({cards}), round {round}: {step}",
        cards=cards,
        round=state.round,
        step=now(state),
    )
    if not state.actor:
        return told
    return say_n(
        "{told}, {player} has {n} action",
        "{told}, {player} has {n} actions",
        state.actions,
        told=told,
        player=called(state.actor),
    )


def _named(card: Bard | Audience) -> Words:
    """The word of the notation, and the printed name where it is another."""
    name = card.names[language()]
    if name.casefold() == card.id.casefold():
        return say("{id}", id=card.id)
    return say("{id} ({name})", id=card.id, name=name)


def _ability(bard: Bard) -> Words:
    if bard.cost is None:
        return say("copies the newest bard in town")
    cost = str(bard.cost).replace(">=", "≥").replace("<=", "≤")
    icons = listed(map(about_icon, bard.icons), " → ")
    told = say("{cost}: {icons}", cost=cost, icons=icons)
    if bard.support is None:
        return told
    return say("{told} ({power})", told=told, power=about_power(bard.support))


def _bard(bard: Bard) -> Words:
    told = say(
        "{card} {colour}: {ability}",
        card=_named(bard),
        colour=bard.colour or "–",
        ability=_ability(bard),
    )
    return _with_points(told, bard.points) if bard.kind == "veteran" else told


def _with_points(told: Words, n: int) -> Words:
    return say_n("{told}, {n} point", "{told}, {n} points", n, told=told)


def _audience(audience: Audience) -> Words:
    asks = listed((each if each in COLOURS else "*" for each in audience.asks), " ")
    told = _with_points(say("{card} for {asks}", card=_named(audience), asks=asks), audience.points)
    if audience.power is None:
        return told
    return say("{told}; {power}", told=told, power=about_power(audience.power))


def _rows(state: State, cards: CardSet) -> Iterable[tuple[Words, Words]]:
    for card in state.line:
        newest = say("newest in town") if card == state.newest else say("veteran")
        yield newest, _bard(cards.bards[card])
    for card in state.audiences:
        yield say("audience"), _audience(cards.audiences[card])
    if state.top_audience:
        yield say("audience on top"), _audience(cards.audiences[state.top_audience])


def _head(view: Record, state: State, player: str) -> Words:
    assert isinstance(view.game, Bards)
    troupe = state.troupes[player]
    n = points(view.game.box, state, player)
    told = _with_points(say("{player}", player=called(player)), n)
    told = say(
        "{told}; performances {performances}; melodies {melodies}",
        told=told,
        performances=listed(troupe.performances, " ") if troupe.performances else "–",
        melodies=troupe.melodies,
    )
    if player in state.done and state.step is Step.SHOW:
        return say("{told}; has passed", told=told)
    return told


def _told_troupe(view: Record, state: State, player: str) -> Iterable[Words]:
    troupe, cards = state.troupes[player], _cards(view)
    yield say("dice: {dice}", dice=listed(_by_pips(troupe.dice), " ") if troupe.dice else "–")
    for each in troupe.stage:
        bard = cards.bards[each.card]
        told = say("on stage {card}, {ability}", card=each.card, ability=_ability(bard))
        yield say("{told}, with {die}", told=told, die=each.die) if each.die else told
    yield _hand(troupe)
    if troupe.audiences:
        yield say("audiences: {cards}", cards=listed(troupe.audiences))


def _hand(troupe: Troupe) -> Words:
    if troupe.hand.known:
        hand = say("hand: {cards}", cards=listed(troupe.hand.known))
    else:
        n = len(troupe.hand)
        hand = say_n("{n} card in hand", "{n} cards in hand", n)
    going = len(troupe.going)
    if going:
        hand = say_n("{hand}, {n} chosen", "{hand}, {n} chosen", going, hand=hand)
    return say(
        "{hand}; deck {deck}, discarded {discard}",
        hand=hand,
        deck=troupe.left_to_draw,
        discard=len(troupe.discard),
    )


def _by_pips(dice: Iterable[Die]) -> list[Die]:
    return sorted(dice, key=lambda die: (die[1:], COLOURS.index(die[0])))


def _chances(state: State, solved: Solved) -> list[Words]:
    """The likeliest cards of each hand and of each draw, and the encore cards."""
    told = []
    for player in state.players:
        for what, expected in (
            (say("in hand"), _expected(solved, player, "hand")),
            (say("chosen"), _expected(solved, player, "stage")),
            (say("drawn next"), _drawn_next(solved, player, state.troupes[player])),
        ):
            if likely := _likeliest(expected):
                cards = listed(likely)
                told.append(
                    say("{player}, {what}: {cards}", player=called(player), what=what, cards=cards)
                )
    for pair in (item for item in solved.items if ":" not in item):
        places = [p for p in solved.places_of(pair) if solved.chance(pair, p) != 0]
        chances = [
            say("{place} {chance}%", place=called(p), chance=percent(solved.chance(pair, p)))
            for p in places
        ]
        told.append(say("Encore {pair}: {chances}", pair=pair, chances=listed(chances)))
    return told


def _expected(solved: Solved, owner: str, place: str) -> Mapping[str, Fraction]:
    """Return how many of each card of `owner` are expected at `place`, as far as is known."""
    items = (item for item in solved.items if item.startswith(f"{owner}:"))
    found = {item: solved.chance(item, place) for item in items if place in solved.places_of(item)}
    return {item.partition(":")[2]: number for item, number in found.items() if number}


def _drawn_next(solved: Solved, owner: str, troupe: Troupe) -> Mapping[str, Fraction]:
    """Return the chance of each card to be drawn next: all of a deck are alike, but for its top."""
    if troupe.top not in ("", HOLE):
        return {troupe.top: Fraction(1)}
    deck = Counter(troupe.deck.known) if troupe.deck.whole else _expected(solved, owner, "deck")
    return {card: Fraction(n) / troupe.left_to_draw for card, n in deck.items() if n}


def _likeliest(expected: Mapping[str, Fraction]) -> list[Words]:
    likely = sorted(expected, key=lambda card: -expected[card])
    return [
        say("{card} {expected}", card=card, expected=f"{float(expected[card]):.2f}")
        for card in likely[:LIKELY]
    ]


# drawn


def _market(state: State, cards: CardSet) -> Table:
    table = Table(box=box.ROUNDED, show_header=False, padding=(0, 1), expand=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for kind, what in _rows(state, cards):
        table.add_row(tell(kind), _coloured(tell(what)))
    return table


def _troupe(view: Record, state: State, player: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False, expand=False)
    turn = "▸ " if player == state.actor else ""
    table.add_column(Text(turn + tell(_head(view, state, player)), style="bold"))
    for words in _told_troupe(view, state, player):
        table.add_row(_coloured(tell(words)))
    return table


def _coloured(text: str) -> Text:
    """Dice and colour letters in their colour."""
    drawn = Text(text)
    for letter, style in STYLES.items():
        drawn.highlight_regex(rf"(?<![\w’']){letter}[1-6]?(?![\w’'])", style)
    return drawn

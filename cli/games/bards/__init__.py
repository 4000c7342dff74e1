"""The table of Battle of the Bards: the market, and every troupe with dice, stage and hand.

Dice are their colour's letter and their pips, so that colour on the screen only repeats the letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ....models.bag import HOLE
from ....models.bards import Bards, State, Step, Troupe
from ....models.bards.cards import (
    Audience,
    Bard,
    CardSet,
    about_bard,
    about_icon,
    about_power,
)
from ....models.bards.dice import COLOURS, Die
from ....models.bards.rounds import now, points
from ....models.core import Record
from ....models.hidden import Item
from ....models.words import Words, listed, say, say_n
from ...language import decimal, language, percent, tell
from ...views import Look
from ...views.blanks import Blank
from ...views.names import called
from ...views.pen import Drawing
from . import paper

if TYPE_CHECKING:
    from ....solver.engine.solve import Solved

STYLES: Mapping[str, str] = {"B": "blue", "P": "magenta", "R": "red", "O": "yellow"}
LIKELY = 6
"""How many chances of a hand are shown."""


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the table as the viewer of `view` sees it, with the chances where `solved`."""
    return _Board(view, solved)


def strip(view: Record) -> Sequence[Text]:
    """Return what a decision needs: the town, the audiences, the own troupe, the others' dice."""
    state = _state(view)
    told = [_phase(view, state), *_told_town(state, _cards(view))]
    for player in _others_last(view, state):
        if player == view.viewer:
            told += [_head(view, state, player), *_told_own(view, state, player)]
        elif state.first:
            told.append(_in_short(view, state, player, dice_only=True))
    return [_coloured(tell(words)) for words in told]


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
    state = view.state
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


def _named(card: Bard | Audience, *, named: bool = True) -> Words:
    """The word of the notation, and the printed name where it is another.

    Unless `named`, a name that only goes on from that word is left out.
    """
    name = card.names[language()]
    known = card.id.casefold()
    if name.casefold() == known or (name.casefold().startswith(known) and not named):
        return say("{id}", id=card.id)
    return say("{id} ({name})", id=card.id, name=name)


def _bard(bard: Bard, *, named: bool = True) -> Words:
    told = say(
        "{card} {colour}: {ability}",
        card=_named(bard, named=named),
        colour=bard.colour or "–",
        ability=about_bard(bard),
    )
    return _with_points(told, bard.points) if bard.kind == "veteran" else told


def _with_points(told: Words, n: int) -> Words:
    return say_n("{told}, {n} point", "{told}, {n} points", n, told=told)


def _audience(audience: Audience, *, named: bool = True) -> Words:
    asks = listed((each if each in COLOURS else "*" for each in audience.asks), " ")
    card = _named(audience, named=named)
    told = _with_points(say("{card} for {asks}", card=card, asks=asks), audience.points)
    if audience.gains:
        gains = listed(map(about_icon, audience.gains))
        told = say("{told}; when won: {gains}", told=told, gains=gains)
    if not audience.powers:
        return told
    return say("{told}; {power}", told=told, power=listed(map(about_power, audience.powers)))


def _rows(state: State, cards: CardSet, *, named: bool = True) -> Iterable[tuple[Words, Words]]:
    """The market, a card a row; with printed names where `named`, else with short words."""
    newest, on_top = say("newest in town"), say("audience on top")
    veteran, audience = say("veteran"), say("audience")
    if not named:
        newest, on_top = say("newest"), say("on top")
    for card in state.line:
        kind = newest if card == state.newest else veteran
        yield kind, _bard(cards.bards[card], named=named)
    for card in state.audiences:
        yield audience, _audience(cards.audiences[card], named=named)
    if state.top_audience:
        yield on_top, _audience(cards.audiences[state.top_audience], named=named)


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
        told = say("on stage {card}, {ability}", card=each.card, ability=about_bard(bard))
        dice = listed(each.dice, " ")
        yield say("{told}, with {die}", told=told, die=dice) if each.dice else told
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
            say("{place} {chance}%", place=solved.called(p), chance=percent(solved.chance(pair, p)))
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
        say("{card} {expected}", card=card, expected=decimal(float(expected[card])))
        for card in likely[:LIKELY]
    ]


# in few lines


def _others_last(view: Record, state: State) -> Sequence[str]:
    """The players, the viewer first."""
    return sorted(state.players, key=lambda player: player != view.viewer)


def _told_town(state: State, cards: CardSet) -> Iterable[Words]:
    """The veterans and the audiences by name, with what they cost and bring."""
    hired = [
        say("{card} {colour} {n}", card=card, colour=bard.colour, n=bard.points)
        for card in state.line
        for bard in [cards.bards[card]]
    ]
    if hired:
        yield say("Town: {cards} (newest).", cards=listed(hired))
    asking = [
        say("{card} {asks} {n}", card=card, asks=_asks(cards.audiences[card]), n=n)
        for card in (*state.audiences, *filter(None, [state.top_audience]))
        for n in [cards.audiences[card].points]
    ]
    if state.top_audience:
        yield say("Audiences: {cards} (on top).", cards=listed(asking))
    elif asking:
        yield say("Audiences: {cards}.", cards=listed(asking))


def _asks(audience: Audience) -> str:
    return "".join(each if each in COLOURS else "*" for each in audience.asks)


def _told_own(view: Record, state: State, player: str) -> Iterable[Words]:
    """Dice, stage and hand of a player; the cards to choose from for the stage each in a line."""
    told = list(_told_troupe(view, state, player))
    hand, cards = state.troupes[player].hand, _cards(view)
    if state.step is Step.STAGE:
        for card in dict.fromkeys(hand.known):
            told.append(
                say("in hand {card}, {ability}", card=card, ability=about_bard(cards.bards[card]))
            )
    return told


def _in_short(view: Record, state: State, player: str, *, dice_only: bool = False) -> Words:
    """Another player's troupe in a line or two."""
    troupe = state.troupes[player]
    dice = say("dice: {dice}", dice=listed(_by_pips(troupe.dice), " ") if troupe.dice else "–")
    told = say("{told}; {dice}", told=_head(view, state, player), dice=dice)
    if dice_only:
        return told
    stage = [
        f"{each.card}={'+'.join(each.dice)}" if each.die else each.card for each in troupe.stage
    ]
    if stage:
        told = say("{told}; on stage {cards}", told=told, cards=listed(stage))
    told = say("{told}; {hand}", told=told, hand=_hand(troupe))
    if troupe.audiences:
        told = say("{told}; audiences: {cards}", told=told, cards=listed(troupe.audiences))
    return told


# drawn

ROOMY = 110
"""From so many columns on, cards have their printed names."""
TALL = 46
"""From so many rows on, too, all troupes are shown in full."""


class _Board:
    """The market, a line a card; the viewer's troupe in full, the others in two lines each."""

    def __init__(self, view: Record, solved: Solved | None) -> None:
        self.view = view
        self.state = _state(view)
        self.solved = solved

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        view, state = self.view, self.state
        roomy = options.max_width >= ROOMY
        tall = roomy and console.size.height >= TALL
        yield Text(tell(_phase(view, state)), style="bold")
        if state.line or state.audiences:
            yield _market(state, _cards(view), roomy=roomy)
        for player in _others_last(view, state) if state.first else ():
            yield from self._troupe(player, in_full=tall or player == view.viewer)
        for words in _chances(state, self.solved) if self.solved is not None else ():
            yield Text(tell(words))

    def _troupe(self, player: str, *, in_full: bool) -> Iterable[RenderableType]:
        turn = "▸ " if player == self.state.actor else "  "
        if not in_full:
            yield _hanging(turn, tell(_in_short(self.view, self.state, player)))
            return
        yield Text(turn + tell(_head(self.view, self.state, player)), style="bold")
        for words in _told_own(self.view, self.state, player):
            yield _hanging("    ", tell(words))


def _hanging(lead: str, text: str) -> Table:
    """Return `text` behind `lead`, its further lines under its first."""
    grid = Table.grid()
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(lead, _coloured(text))
    return grid


def _market(state: State, cards: CardSet, *, roomy: bool) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for kind, what in _rows(state, cards, named=roomy):
        table.add_row(tell(kind), _coloured(tell(what)))
    return table


def _coloured(text: str) -> Text:
    """Dice and colour letters in their colour."""
    drawn = Text(text)
    for letter, style in STYLES.items():
        drawn.highlight_regex(rf"(?<![\w’']){letter}[1-6]?(?![\w’'])", style)
    return drawn


def drawn(view: Record) -> Drawing:
    """Return the turn for paper: the dice, what they can be used for, and what there is to win."""
    state, cards = _state(view), _cards(view)
    troupe = state.troupes[state.actor or view.viewer]
    rows = (say("{kind}: {what}", kind=kind, what=what) for kind, what in _rows(state, cards))
    bards = (_bard(cards.bards[each.card]) for each in troupe.stage if not each.dice)
    return paper.drawn(view, rows, bards)


def blanks(record: Record) -> Iterator[Blank]:
    """Yield what is asked about a board where a round begins, or a turn."""
    players = record.setup.players
    yield Blank(say("The audiences in town"), "audiences", "Bankers Coachmen Fencers")
    yield Blank(say("The audience on top of its deck"), "top", "Taverners")
    yield Blank(say("The veterans in town, the newest last"), "line", "Basso Bourree Rondel Cantor")
    for player in players:
        own = player == record.viewer

        def blank(words: Words, head: str, example: str, held: bool = False) -> Blank:
            return Blank(words, f"{head} {player}", example, held=held)  # noqa: B023

        yield blank(say("The encore dice of {player}", player=player), "encore", "PR", True)
        words = say("All that lies face down before {player}, hand and deck", player=player)
        yield blank(words, "deck", "Dancer Musician Poster Singer")
        words = say("Of these, the hand of {player}, or how many", player=player)
        yield blank(words, "hand", "Dancer" if own else "2", True)
        if not own:
            words = say("Of these, what everybody knows {player} to hold", player=player)
            yield blank(words, "holds", "Roadie")
        words = say(
            "The cards of {player} on stage, with their dice, and turned ones", player=player
        )
        yield blank(words, "stage", "Ondine with B3 turned Poster")
        yield blank(say("The discard of {player}", player=player), "discard", "Roadie Sol")
        words = say("The cards that {player} has lost for good", player=player)
        yield blank(words, "trashed", "Dancer")
        yield blank(say("The audiences that {player} has won", player=player), "won", "Pilgrims")
        yield blank(say("The dice of {player}", player=player), "dice", "B1 B3 P2")
        words = say("The performances of {player}", player=player)
        yield blank(words, "performances", "B B")
        yield blank(say("The melodies of {player}", player=player), "melodies", "2")
    words = say("Who has put a card back on top of the deck")
    yield Blank(words, "explored", f"{players[1]} ?", many=True)
    yield Blank(say("Who has passed"), "passed", players[1], many=True)
    words = say("Who has had a turn in this round, in order")
    yield Blank(words, "began", " ".join(players[:2]))
    words = say("The round, who began it, whose turn it is and with how many actions")
    yield Blank(words, "round", f"3 first {players[1]} turn {players[0]} 2", last=True)


LOOK = Look(board, told_board, region, strip, drawn, paper.NOTE, blanks)

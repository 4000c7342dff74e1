"""The table of Battle of the Bards in a terminal.

Dice are shown by the letter of their colour and their pips; colour on the screen only repeats the
letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ....models.bag import HOLE
from ....models.bards import GAME, Troupe
from ....models.bards.cards import ANY, Audience, CardSet
from ....models.bards.face import (
    Naming,
    Town,
    TroupeShown,
    heading,
    market,
    told_audience,
    told_bard,
    told_dice,
    told_dice_in_short,
    told_hand,
    told_in_short,
    told_letters,
    told_own,
    town,
    troupe_heading,
)
from ....models.core import Record
from ....models.words import Listed, Words, listed, say, say_n
from ...language import decimal, percent, tell
from ...views import Look
from ...views.blanks import Blank
from . import paper

if TYPE_CHECKING:
    from ....solver.engine.solve import Solved

STYLES: Mapping[str, str] = {"B": "blue", "P": "magenta", "R": "red", "O": "yellow"}
LIKELY = 6
"""How many chances are shown for a hand one by one."""


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the table as the viewer of `view` sees it, with chances if `solved` is given."""
    return _Board(view, solved)


def strip(view: Record) -> Sequence[Text]:
    """Return what a decision needs: the town, the audiences, the own troupe, the others' dice."""
    return _strip(view, _veterans_in_short)


def long_strip(view: Record) -> Sequence[Text]:
    """Return the same, with what the veterans in town can do."""
    return _strip(view, _veterans)


def _strip(view: Record, veterans: Callable[[Town], Iterable[Words]]) -> Sequence[Text]:
    shown = town(view)
    cards = (*veterans(shown), *_audiences(shown))
    told = [heading(view), *cards, *_troupes(view, shown), *told_letters(view)]
    return [_coloured(tell(words)) for words in told]


def dense(view: Record) -> Sequence[Sequence[Text]]:
    """Return all that a turn may depend on: the cards in town, the own troupe, others in short."""
    shown = town(view)
    audiences = [told_audience(each, Naming.SHORT) for each in shown.audiences]
    if shown.top:
        audiences.append(say("{card} (on top)", card=told_audience(shown.top, Naming.SHORT)))
    own = [words for troupe in _own_first(shown) for words in _dense_troupe(troupe)]
    groups = _veterans(shown), audiences, own
    return [[_coloured(tell(words)) for words in group] for group in groups]


def _dense_troupe(troupe: TroupeShown) -> Iterator[Words]:
    """Yield the own troupe; of the others the dice, which can be stolen."""
    if not troupe.own:
        dice = listed(troupe.dice, " ") if troupe.dice else "–"
        yield say("{player}: {dice}", player=troupe.player, dice=dice)
        return
    yield troupe_heading(troupe)
    yield told_dice(troupe)
    for each in troupe.stage:
        told = say("{card}, {ability}", card=each.bard.id, ability=each.bard.about)
        dice = listed(each.dice, " ")
        yield say("{told}, with {die}", told=told, die=dice) if each.dice else told
    yield told_hand(troupe)
    if troupe.audiences:
        yield troupe.won


def _troupes(view: Record, shown: Town) -> Iterator[Words]:
    for troupe in _own_first(shown):
        if troupe.own:
            yield troupe_heading(troupe)
            yield from told_own(view, troupe)
        elif shown.set_up:
            yield told_dice_in_short(troupe)


def set_rows(cards: CardSet) -> Iterable[Words]:
    """Yield every card of a set with its number of copies, one line each."""
    for bard in cards.bards.values():
        what = told_bard(bard)
        yield say_n("{n} × {what}", "{n} × {what}", bard.copies, what=what)
    for audience in cards.audiences.values():
        yield say_n("{n} × {what}", "{n} × {what}", 1, what=told_audience(audience))
    yield say("encore cards: {pairs}", pairs=listed(cards.encores))


# chances


def chances(solved: Solved) -> Iterator[Words]:
    """Yield the likeliest cards of each hand and of each draw, and the encore cards."""
    for player, troupe in solved.view.state.troupes.items():
        for what, expected in (
            (say("in hand"), _expected(solved, player, "hand")),
            (say("chosen"), _expected(solved, player, "stage")),
            (say("drawn next"), _drawn_next(solved, player, troupe)),
        ):
            if likely := _likeliest(expected):
                cards = listed(likely)
                yield say("{player}, {what}: {cards}", player=player, what=what, cards=cards)
    for pair in (item for item in solved.items if ":" not in item):
        places = [p for p in solved.places_of(pair) if solved.chance(pair, p) != 0]
        likely = [
            say("{place} {chance}%", place=solved.called(p), chance=percent(solved.chance(pair, p)))
            for p in places
        ]
        yield say("Encore {pair}: {chances}", pair=pair, chances=listed(likely))


def _expected(solved: Solved, owner: str, place: str) -> Mapping[str, Fraction]:
    """Return the expected number of each card of `owner` at `place`, as far as known."""
    items = (item for item in solved.items if item.startswith(f"{owner}:"))
    found = {item: solved.chance(item, place) for item in items if place in solved.places_of(item)}
    return {item.partition(":")[2]: number for item, number in found.items() if number}


def _drawn_next(solved: Solved, owner: str, troupe: Troupe) -> Mapping[str, Fraction]:
    """Return the chance of each card to be drawn next: all alike, except a known top card."""
    if troupe.top not in ("", HOLE):
        return {troupe.top: Fraction(1)}
    deck = Counter(troupe.deck.known) if troupe.deck.whole else _expected(solved, owner, "deck")
    return {card: Fraction(n) / troupe.left_to_draw for card, n in deck.items() if n}


def _likeliest(expected: Mapping[str, Fraction]) -> list[Words]:
    likely = sorted(expected, key=lambda card: -expected[card])
    told = [
        say("{card} {expected}", card=card, expected=decimal(float(expected[card])))
        for card in likely[:LIKELY]
    ]
    if rest := sum(float(expected[card]) for card in likely[LIKELY:]):
        told.append(say("others {expected}", expected=decimal(rest)))
    return told


# in few lines


def _own_first(shown: Town) -> Sequence[TroupeShown]:
    return sorted(shown.troupes, key=lambda troupe: not troupe.own)


def _veterans(shown: Town) -> Iterable[Words]:
    """Yield the veterans with what they cost and do, a line each."""
    for bard in shown.line:
        told = told_bard(bard, Naming.SHORT)
        yield say("{card} (newest)", card=told) if bard is shown.line[-1] else told


def _veterans_in_short(shown: Town) -> Iterable[Words]:
    """Yield the veterans by name, with their colours and points."""
    hired = [
        say("{card} {colour} {n}", card=bard.id, colour=bard.colour, n=bard.points)
        for bard in shown.line
    ]
    if hired:
        yield say("Town: {cards} (newest).", cards=listed(hired))


def _audiences(shown: Town) -> Iterable[Words]:
    """Yield the audiences by name, with what they ask for and bring."""
    audiences = [*shown.audiences, *([shown.top] if shown.top else [])]
    asking = [
        say("{card} {asks} {n}", card=each.id, asks=_asks(each), n=each.points)
        for each in audiences
    ]
    if shown.top:
        yield say("Audiences: {cards} (on top).", cards=listed(asking))
    elif asking:
        yield say("Audiences: {cards}.", cards=listed(asking))


def _asks(audience: Audience) -> Listed:
    return listed(("*" if each == ANY else each for each in audience.asks), "")


# drawn

ROOMY = 110
"""On screens of this width or more, cards have their printed names."""
TALL = 46
"""On screens that are also this high, all troupes are shown in full."""


class _Board:
    """The market, one line per card; the viewer's troupe in full, the others in two lines each."""

    def __init__(self, view: Record, solved: Solved | None) -> None:
        self.view = view
        self.town = town(view)
        self.solved = solved

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        shown = self.town
        roomy = options.max_width >= ROOMY
        tall = roomy and console.size.height >= TALL
        yield Text(tell(heading(self.view)), style="bold")
        if shown.line or shown.audiences:
            yield _market(shown, roomy=roomy)
        for troupe in _own_first(shown) if shown.set_up else ():
            yield from self._troupe(troupe, in_full=tall or troupe.own)
        for words in told_letters(self.view) if shown.line or shown.audiences else ():
            yield Text(tell(words), style="dim")
        for words in chances(self.solved) if self.solved is not None else ():
            yield Text(tell(words))

    def _troupe(self, troupe: TroupeShown, *, in_full: bool) -> Iterable[RenderableType]:
        turn = "▸ " if troupe.acts else "  "
        if not in_full:
            yield _hanging(turn, tell(told_in_short(troupe)))
            return
        yield Text(turn + tell(troupe_heading(troupe)), style="bold")
        for words in told_own(self.view, troupe):
            yield _hanging("    ", tell(words))


def _hanging(lead: str, text: str) -> Table:
    """Return `text` after `lead`, its further lines indented under the first."""
    grid = Table.grid()
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(lead, _coloured(text))
    return grid


def _market(shown: Town, *, roomy: bool) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for kind, what in market(shown, Naming.FULL if roomy else Naming.SHORT):
        table.add_row(tell(kind), _coloured(tell(what)))
    return table


def _coloured(text: str) -> Text:
    """Return a text with dice and colour letters in their colours."""
    drawn = Text(text)
    for colour, style in STYLES.items():
        letter = tell(GAME.notation.sign(colour))
        drawn.highlight_regex(rf"(?<![\w’']){letter}[1-6]?(?![\w’'])", style)
    return drawn


def blanks(record: Record) -> Iterator[Blank]:
    """Yield the questions about a board where a round, or a turn, begins."""
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


LOOK = Look(
    board,
    chances,
    strip,
    paper.drawn,
    blanks=blanks,
    long_strip=long_strip,
    dense=dense,
    brief=paper.BRIEF,
)

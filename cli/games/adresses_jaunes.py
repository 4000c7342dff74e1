"""The board of Les Adresses Jaunes: blocks, discs at the streets and kinds, cubes, hands.

Kinds are told by letter and symbol, cubes by sign and word; colour only repeats what they say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ...models.adresses_jaunes import GAME, Disc, State, Step
from ...models.core import Record
from ...models.event import NOBODY
from ...models.hidden import Item
from ...models.words import Words, listed, say, say_n
from ..language import percent, tell
from ..views import Look, pen
from ..views.blanks import Blank
from ..views.names import called, screen_names, short_names

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved
    from ..views.pen import Drawing, Shape

BOX = GAME.box
SYMBOLS: Mapping[str, str] = {"T": "∪", "R": "Ψ", "P": "○"}
"""A cup, a fork, a bun."""
KINDS: Mapping[str, Words] = {"T": say("tea house"), "R": say("restaurant"), "P": say("bakery")}
PLURALS: Mapping[str, Words] = {
    "T": say("tea houses"),
    "R": say("restaurants"),
    "P": say("bakeries"),
}
YELLOW, NEUTRAL, HELD, IMPOSSIBLE, CERTAIN = "■", "□", "◆", "·", "✔"
COLOURS = ("magenta", "cyan", "green", "blue")
"""Of the players, in seating order; their names stand beside."""
SHADES = ("bright_black", "blue", "cyan", "green", "yellow", "bold yellow")
"""Of chances, from unlikely to likely; the number stands beside."""
NARROW, WIDE = 2, 6
"""Columns that a chance takes at least and at most, with the name of its place above it."""


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the board as the viewer of `view` sees it, with the chances where `solved`."""
    return _Board(view, view.state, solved)


def told_board(view: Record, solved: Solved | None = None) -> Sequence[str]:
    """Return the board in sentences, a line each."""
    state = view.state
    told = [
        say("{words}.", words=_phase(state)),
        *(_told_block(state, block) for block in _blocks()),
        *(_told_discs(state, target) for target in BOX.targets),
        *(say("{words}.", words=_hand(state, player)) for player in state.players),
        *(_told_chances(solved) if solved else ()),
    ]
    return [tell(words) for words in told]


def strip(view: Record) -> Sequence[Text]:
    """Return what a decision needs: the discs by street and kind, what has a cube, the hands."""
    state: State = view.state
    discs = [
        say("{target} {discs}", target=target, discs=listed(map(_laid, laid), " "))
        for target in BOX.targets
        if (laid := [disc for disc in state.discs if disc.target == target])
    ]
    neutral = [tile for tile in BOX.tiles if state.cubes.get(tile) == NOBODY]
    told = [
        say("{words}.", words=_phase(state)),
        say("Discs: {discs}.", discs=listed(discs) if discs else say("none")),
        say("Nobody's: {tiles}.", tiles=listed(neutral, " ") if neutral else say("none")),
        *(say("{words}.", words=_hand(state, player)) for player in state.players),
    ]
    return [Text(tell(words)) for words in told]


def region(view: Record, items: Collection[Item]) -> Words:
    """Return the street or kind where most of `items` are."""
    targets = BOX.targets
    return _target(max(targets, key=lambda target: len(targets[target].intersection(items))))


def _target(target: str) -> Words:
    if target in KINDS:
        return say("the {kind} ({letter})", kind=PLURALS[target], letter=target)
    return say("the street {street}", street=target)


def _blocks() -> tuple[str, ...]:
    return tuple(str(block + 1) for block in range(BOX.columns * BOX.rows))


def _phase(state: State) -> Words:
    """The round and the step, and who still has to act."""
    name = "Les Adresses Jaunes"
    match state.step:
        case Step.DISCS | Step.PAWNS:
            return say(
                "{game}, round {round} of {rounds}: {step}, still to act: {players}",
                game=name,
                round=state.round,
                rounds=BOX.rounds,
                step=say("discs") if state.step is Step.DISCS else say("pawns"),
                players=listed(map(called, state.waiting)),
            )
        case Step.CONCLUSION:
            return say("{game}, the conclusion", game=name)
        case Step.WON:
            return say("{game}: won", game=name)
        case Step.LOST:
            return say("{game}: lost", game=name)
        case _:
            return say("{game}: setting up", game=name)


def _hand(state: State, player: str) -> Words:
    """What is known of a player's tiles."""
    hand, found = state.hands[player], state.found(player)
    if hand.known:
        held = say("holds {tiles}", tiles=listed(hand.known, " "))
    else:
        held = say_n("{n} tile in hand", "{n} tiles in hand", len(hand))
    if not found:
        return say("{player}: {held}", player=called(player), held=held)
    tiles = listed(found, " ")
    return say("{player}: {held}; found: {tiles}", player=called(player), held=held, tiles=tiles)


def _holder(state: State, tile: str) -> str | None:
    """Return who is known to hold `tile`, which has no cube."""
    return next((player for player, hand in state.hands.items() if tile in hand.known), None)


# in sentences


def _told_block(state: State, block: str) -> Words:
    each = [
        say("{tile} {kind}, {what}", tile=tile, kind=KINDS[kind], what=_told_tile(state, tile))
        for kind in BOX.kinds
        for tile in [block + kind]
    ]
    return say("Block {block}: {establishments}.", block=block, establishments=listed(each, "; "))


def _told_tile(state: State, tile: str) -> Words:
    if tile in state.revealed:
        return say("neutral cube since the start")
    if tile not in state.cubes:
        holder = _holder(state, tile)
        return say("held by {player}", player=called(holder)) if holder else say("no cube")
    if state.cubes[tile] == NOBODY:
        return say("neutral cube")
    return say("yellow cube, it was {player}'s", player=called(state.cubes[tile]))


def _told_discs(state: State, target: str) -> Words:
    discs = [
        say_n("{player} {n} cube", "{player} {n} cubes", disc.cubes, player=called(disc.owner))
        for disc in state.discs
        if disc.target == target
    ]
    what = listed(discs) if discs else say("none")
    return say("Discs at {target}: {discs}.", target=_target(target), discs=what)


def _told_chances(solved: Solved) -> Iterator[Words]:
    for item in solved.items:
        chances = [
            say(
                "{place} {chance}%",
                place=solved.called(place),
                chance=percent(solved.chance(item, place)),
            )
            for place in solved.places
            if solved.chance(item, place) != 0
        ]
        yield say("Chances of {tile}: {chances}.", tile=item, chances=listed(chances))


# drawn


def _laid(disc: Disc) -> str:
    return f"{called(disc.owner, 5)} {disc.cubes}"


class _Board:
    def __init__(self, view: Record, state: State, solved: Solved | None) -> None:
        self.view = view
        self.state = state
        self.solved = solved

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.room = self._room(options.max_width)
        solved = self.solved
        self.short = short_names(screen_names(solved), self.room) if solved else {}
        yield Text(tell(_phase(self.state)), style="bold")
        yield self._table()
        yield self._kinds()
        yield self._hands()
        if self.solved:
            yield self._legend(self.solved)

    def _room(self, width: int) -> int:
        """Return how many columns there are for each chance in a board of `width` columns."""
        streets = 5 + 4 + max((len(_laid(disc)) for disc in self.state.discs), default=0)
        block = (width - streets) // BOX.columns - 3
        places = len(self.solved.places) if self.solved else 1
        return min(max((block - 2) // places - 1, NARROW), WIDE)

    def _table(self) -> Table:
        table = Table(box=box.ROUNDED, show_lines=True, header_style="")
        table.add_column()
        for column in range(1, BOX.columns + 1):
            discs = self._discs(f"v{column}", ", ")
            table.add_column(Text(f"v{column}   ", style="bold") + discs, min_width=14)
        table.add_column()
        blocks = _blocks()
        for row in range(BOX.rows):
            here = blocks[row * BOX.columns : (row + 1) * BOX.columns]
            street = f"h{row + 1}"
            name = Text(street, style="bold")
            table.add_row(name, *map(self._block, here), self._discs(street, "\n"))
        return table

    def _block(self, block: str) -> Text:
        lines = [self._establishment(block + kind) for kind in BOX.kinds]
        return Text("\n").join([self._head(block), *lines] if self.solved else lines)

    def _head(self, block: str) -> Text:
        head = Text(f"{block} ", style="bold")
        for place in self.short:
            head.append(f" {self.short[place]:>{self.room}}", style=self._colour(place))
        return head

    def _establishment(self, tile: str) -> Text:
        kind = tile[-1]
        line = Text(f"{kind}{SYMBOLS[kind]}" if self.solved else f"{tile} {SYMBOLS[kind]} ")
        if tile in self.state.cubes:
            return line.append_text(self._cube(self.state.cubes[tile]))
        holder = _holder(self.state, tile)
        if holder is not None:
            return line.append(f" {HELD} {called(holder, 8)}", style=self._colour(holder))
        if self.solved is None or tile not in self.solved.items:
            return line
        for place in self.solved.places:
            line.append_text(self._chance(self.solved, tile, place))
        return line

    def _cube(self, owner: str) -> Text:
        if owner == NOBODY:
            return Text(f" {NEUTRAL}", style="dim")
        return Text(f" {YELLOW}", style="yellow").append(
            f" {called(owner, 8)}", style=self._colour(owner)
        )

    def _chance(self, solved: Solved, tile: str, place: str) -> Text:
        chance = solved.chance(tile, place)
        if chance == 0:
            return Text(f" {IMPOSSIBLE:>{self.room}}", style="dim")
        if chance == 1:
            return Text(f" {CERTAIN:>{self.room}}", style="bold green")
        shade = "" if chance is None else SHADES[int(chance * len(SHADES))]
        return Text(f" {percent(chance):>{self.room}}", style=shade)

    def _discs(self, target: str, separator: str) -> Text:
        discs = [
            Text(_laid(disc), style=self._colour(disc.owner))
            for disc in self.state.discs
            if disc.target == target
        ]
        return Text(separator).join(discs)

    def _kinds(self) -> Text:
        line = Text()
        for kind in BOX.kinds:
            line.append(f"{kind} {SYMBOLS[kind]} {tell(PLURALS[kind])}  ", style="bold")
            line.append_text(self._discs(kind, ", ") or Text("–")).append("   ")
        return line

    def _hands(self) -> Table:
        hands = Table.grid(expand=True)
        hands.add_column(ratio=1)
        hands.add_column(ratio=1)
        told = [
            Text(tell(_hand(self.state, player)), style=self._colour(player))
            for player in self.state.players
        ]
        for pair in zip_longest(told[::2], told[1::2]):
            hands.add_row(*pair)
        return hands

    def _legend(self, solved: Solved) -> Text:
        names = {self.short[place]: tell(solved.called(place)) for place in solved.places}
        places = [_told_place(short, name) for short, name in names.items()]
        words = say(
            "In percent, that the tile is with: {places}. {impossible} impossible, "
            "{certain} certain",
            places=listed(places),
            impossible=IMPOSSIBLE,
            certain=CERTAIN,
        )
        return Text(tell(words), style="dim")

    def _colour(self, player: str) -> str:
        players = self.state.players
        return COLOURS[players.index(player)] if player in players else ""


# on paper

ACROSS, DOWN, SIDE = 84.0, 54.0, 16.0


def drawn(view: Record) -> Drawing:
    """Return the board for paper: blocks with their cubes, a ring with its number for each disc."""
    state: State = view.state
    return tuple((*_drawn_blocks(state), *_drawn_discs(state), *_drawn_hands(state)))


def _drawn_blocks(state: State) -> Iterator[Shape]:
    for number, block in enumerate(_blocks()):
        row, column = divmod(number, BOX.columns)
        x, y = SIDE + column * ACROSS, 2 * SIDE + row * DOWN
        yield pen.Rectangle(x, y, ACROSS, DOWN)
        for line, kind in enumerate(BOX.kinds):
            tile, base = block + kind, y + 15 + 16 * line
            yield pen.Said(x + 5, base, tile, 9, bold=True)
            owner = state.cubes.get(tile)
            if owner is not None:
                yield pen.Rectangle(x + 24, base - 7, 7, 7, filled=owner != NOBODY)
                if owner != NOBODY:
                    yield pen.Said(x + 34, base, called(owner, 8), 8)
            elif holder := _holder(state, tile):
                yield pen.Ring(x + 27.5, base - 3.5, 3.5)
                yield pen.Said(x + 34, base, called(holder, 8), 8)


def _drawn_discs(state: State) -> Iterator[Shape]:
    right, below = SIDE + BOX.columns * ACROSS, 2 * SIDE + BOX.rows * DOWN
    for column in range(BOX.columns):
        x = SIDE + column * ACROSS
        yield pen.Said(x + 2, 2 * SIDE - 5, f"v{column + 1}", 8, bold=True)
        yield from _rings(state, f"v{column + 1}", x + 24, SIDE)
    for row in range(BOX.rows):
        y = 2 * SIDE + row * DOWN + DOWN / 2
        yield pen.Said(0, y + 3, f"h{row + 1}", 8, bold=True)
        yield from _rings(state, f"h{row + 1}", right + 10, y)
    for number, kind in enumerate(BOX.kinds):
        x = SIDE + number * ACROSS
        yield pen.Said(x, below + 19, f"{kind} {tell(PLURALS[kind])}", 8, bold=True)
        yield from _rings(state, kind, x + 10, below + 34)


def _rings(state: State, target: str, x: float, y: float) -> Iterator[Shape]:
    """Yield the discs at a target, side by side: the number in the ring, whose it is below."""
    for disc in state.discs:
        if disc.target == target:
            yield pen.Ring(x, y - 2, 7)
            yield pen.Said(x, y + 1, str(disc.cubes), 8, bold=True, middle=True)
            yield pen.Said(x, y + 11, called(disc.owner, 4), 5.5, middle=True)
            x += 18


def _told_place(short: str, name: str) -> str:
    """Return what a short name in the table stands for: `Mary = Mary Ann`, `– nobody`."""
    if short == name:
        return name
    return f"{short} = {name}" if short[:1].isalpha() else f"{short} {name}"


def _drawn_hands(state: State) -> Iterator[Shape]:
    y = 2 * SIDE + BOX.rows * DOWN + 54
    for player in state.players:
        yield pen.Said(0, y, tell(_hand(state, player)), 8)
        y += 11


NOTE = say(
    "A ring tells how many tiles its player holds in that street or of that kind. White squares: "
    "nobody has it; black: it was found there; small ring: it is held."
)


def blanks(record: Record) -> Iterator[Blank]:
    """Yield what is asked about a board at the beginning of a step."""
    players = record.setup.players
    yield Blank(say("The tiles turned face up at the start"), "revealed", "4P 4R 5P 9T")
    yield Blank(say("The tiles named since that nobody had"), "neutral", "8R")
    for player in players:
        words = say("The tiles of {player} that were named and lie open", player=player)
        yield Blank(words, f"found {player}", "5T")
    for player in players:
        words = say("The tiles in the hand of {player}, or how many", player=player)
        example = "2R 2T 8T" if player == record.viewer else "4"
        yield Blank(words, f"deal {player}", example, held=True)
    for player in players:
        words = say("The discs of {player} with their cubes, one at a time", player=player)
        yield Blank(words, f"{player} disc", "v2 shows 3", many=True)
    words = say("Where play goes on: a round with its step, or the conclusion")
    yield Blank(words, "", "round 2 discs", last=True)


LOOK = Look(board, told_board, region, strip, drawn, NOTE, blanks)

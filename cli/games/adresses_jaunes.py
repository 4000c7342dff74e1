"""The board of Les Adresses Jaunes in a terminal and on paper.

Letters and symbols tell kinds, signs and words tell cubes; colour only repeats what they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ...models.adresses_jaunes import Disc
from ...models.adresses_jaunes.face import (
    City,
    Establishment,
    Target,
    city,
    heading,
    holding,
    unheld,
)
from ...models.core import Record
from ...models.event import NOBODY
from ...models.words import Words, listed, say
from ..console import console
from ..language import percent, tell
from ..views import Look, pen
from ..views.blanks import Blank
from ..views.names import called, screen_names, short_names
from ..views.spread import Row, Spot, Spread

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved
    from ..views.pen import Drawing, Shape

SYMBOLS: Mapping[str, str] = {"T": "∪", "R": "Ψ", "P": "○"}
"""A cup, a fork, a bun."""
YELLOW, NEUTRAL, HELD, IMPOSSIBLE, CERTAIN = "■", "□", "◆", "·", "✔"
COLOURS = ("magenta", "cyan", "green", "blue")
"""The colours of the players, in seating order; their names stand beside."""
SHADES = ("bright_black", "blue", "cyan", "green", "yellow", "bold yellow")
"""The colours of chances, from unlikely to likely; the number stands beside."""
NARROW, WIDE = 2, 6
"""The least and greatest width of a column of chances, with the name of its place above."""
SIGNED = 4
"""The width of an establishment in the plan: tile, sign and a blank."""
LEAST, MOST = SIGNED + 2, SIGNED + 5
"""The least and greatest width with the name of a player."""
BORDERS = 8
"""Columns of the plan for the names of its rows and between its blocks."""


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the board as the viewer of `view` sees it, with chances if `solved` is given."""
    return _Board(view, solved)


def strip(view: Record) -> Sequence[Text]:
    """Return what a decision needs: the discs by street and kind, the cubes, the hands."""
    shown = city(view)
    tiles = sorted(one.tile for block in shown.blocks for one in block if one.cube == NOBODY)
    told = [
        say("{words}.", words=heading(view)),
        _told_laid(shown),
        say("Nobody's: {tiles}.", tiles=listed(tiles, " ") if tiles else say("none")),
        *(say("{words}.", words=holding(each)) for each in shown.tiles),
    ]
    return [Text(tell(words)) for words in told]


def _told_laid(shown: City) -> Words:
    """Return the discs by street and kind."""
    discs = [
        say("{target} {discs}", target=target.name, discs=listed(map(_laid, target.discs), " "))
        for target in shown.targets
        if target.discs
    ]
    return say("Discs: {discs}.", discs=listed(discs) if discs else say("none"))


def plan(view: Record) -> Sequence[Text]:
    """Return the blocks in three rows of the screen, the discs and the hands; or the strip.

    The strip stands where the screen is too narrow for the blocks.
    """
    shown, room = city(view), console().width
    width = min((room - BORDERS) // (len(shown.columns) * len(shown.kinds)), MOST)
    if width < LEAST:
        return strip(view)
    short = short_names({each.player: called(each.player) for each in shown.tiles}, width - SIGNED)
    block = width * len(shown.kinds)
    head = "  ".join(f"{street.name:<{block}}" for street in shown.columns)
    rows = [
        "│ ".join("".join(_short(one, short).ljust(width) for one in each) for each in beside)
        for beside in map(shown.beside, range(len(shown.rows)))
    ]
    kinds = [say("{letter} {name}", letter=kind.name, name=kind.called) for kind in shown.kinds]
    legend = say(
        "{kinds}; {found} found there, {held} in hand, {nobody} nobody's",
        kinds=listed(kinds),
        found=YELLOW,
        held=HELD,
        nobody=NEUTRAL,
    )
    return [
        Text(tell(say("{words}.", words=heading(view)))),
        Text(f"    {head}".rstrip()),
        *(
            Text(f"{street.name}  {row}".rstrip())
            for street, row in zip(shown.rows, rows, strict=True)
        ),
        Text(tell(_told_laid(shown))),
        *map(Text, _beside([tell(holding(each)) for each in shown.tiles], room)),
        Text(tell(legend), style="dim"),
    ]


def _beside(told: Sequence[str], room: int) -> Iterator[str]:
    """Yield what is told in rows, as much beside each other as has room."""
    row = ""
    for each in told:
        beside = f"{row}   {each}" if row else each
        if row and len(beside) > room:
            yield row
            beside = each
        row = beside
    yield row


def _short(one: Establishment, short: Mapping[str, str]) -> str:
    """Return an establishment with the sign of its cube or its holder, in few columns."""
    if one.cube is not None:
        return one.tile + (NEUTRAL if one.cube == NOBODY else YELLOW + short[one.cube])
    return one.tile if one.holder is None else one.tile + HELD + short[one.holder]


def _laid(disc: Disc) -> str:
    return f"{called(disc.owner, 5)} {disc.cubes}"


def spread(view: Record) -> Spread:
    """Return the board with a spot for every tile, the discs beside their streets."""
    shown = city(view)
    kinds = (
        say("{kind} {discs}", kind=f"{kind.name} {SYMBOLS[kind.name]}", discs=_told_discs(kind))
        for kind in shown.kinds
    )
    return Spread(
        [f"{street.name}  {_told_discs(street)}" for street in shown.columns],
        [
            [
                Row(label, [_spot(one) for one in line], tail)
                for label, line, tail in zip(
                    (street.name, "", ""),
                    zip(*shown.beside(number), strict=True),
                    _stacked(street),
                    strict=True,
                )
            ]
            for number, street in enumerate(shown.rows)
        ],
        [
            "   ".join(map(tell, kinds)),
            "   ".join(map(tell, (*map(holding, shown.tiles), unheld(shown)))),
        ],
    )


def _told_discs(target: Target) -> str:
    return ", ".join(map(_laid, target.discs)) or "–"


def _stacked(street: Target) -> tuple[str, str, str]:
    """Return the discs of a street in three lines."""
    each = [_laid(disc) for disc in street.discs]
    return ", ".join(each[:-2]), "".join(each[-2:-1]), "".join(each[-1:])


def _spot(one: Establishment) -> Spot:
    if one.cube is not None:
        sign = NEUTRAL if one.cube == NOBODY else f"{YELLOW} {called(one.cube, 5)}"
    else:
        sign = "" if one.holder is None else f"{HELD} {called(one.holder, 5)}"
    return Spot(one.tile, sign)


# drawn


class _Board:
    def __init__(self, view: Record, solved: Solved | None) -> None:
        self.city = city(view)
        self.heading = heading(view)
        self.solved = solved

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.room = self._room(options.max_width)
        solved = self.solved
        self.short = short_names(screen_names(solved), self.room) if solved else {}
        yield Text(tell(self.heading), style="bold")
        yield self._table()
        yield self._kinds()
        yield self._hands()
        if self.solved:
            yield self._legend(self.solved)

    def _room(self, width: int) -> int:
        """Return the width of a column of chances in a board of `width` columns."""
        discs = (len(_laid(disc)) for target in self.city.targets for disc in target.discs)
        streets = 5 + 4 + max(discs, default=0)
        block = (width - streets) // len(self.city.columns) - 3
        places = len(self.solved.places) if self.solved else 1
        return min(max((block - 2) // places - 1, NARROW), WIDE)

    def _table(self) -> Table:
        table = Table(box=box.ROUNDED, show_lines=True, header_style="")
        table.add_column()
        for street in self.city.columns:
            discs = self._discs(street, ", ")
            table.add_column(Text(f"{street.name}   ", style="bold") + discs, min_width=14)
        table.add_column()
        for number, street in enumerate(self.city.rows):
            blocks = map(self._block, self.city.beside(number))
            name = Text(street.name, style="bold")
            table.add_row(name, *blocks, self._discs(street, "\n"))
        return table

    def _block(self, block: Sequence[Establishment]) -> Text:
        lines = [self._establishment(one) for one in block]
        number = block[0].tile[:-1]
        return Text("\n").join([self._head(number), *lines] if self.solved else lines)

    def _head(self, block: str) -> Text:
        head = Text(f"{block} ", style="bold")
        for place in self.short:
            head.append(f" {self.short[place]:>{self.room}}", style=self._colour(place))
        return head

    def _establishment(self, one: Establishment) -> Text:
        tile, kind = one.tile, one.tile[-1]
        line = Text(f"{kind}{SYMBOLS[kind]}" if self.solved else f"{tile} {SYMBOLS[kind]} ")
        if one.cube is not None:
            return line.append_text(self._cube(one.cube))
        if one.holder is not None:
            holder = f" {HELD} {called(one.holder, 8)}"
            return line.append(holder, style=self._colour(one.holder))
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

    def _discs(self, target: Target, separator: str) -> Text:
        discs = (Text(_laid(disc), style=self._colour(disc.owner)) for disc in target.discs)
        return Text(separator).join(discs)

    def _kinds(self) -> Text:
        line = Text()
        for kind in self.city.kinds:
            line.append(f"{kind.name} {SYMBOLS[kind.name]} {tell(kind.called)}  ", style="bold")
            line.append_text(self._discs(kind, ", ") or Text("–")).append("   ")
        return line

    def _hands(self) -> Table:
        """Return the hands in two columns, or below each other where one has no room beside."""
        told = [
            Text(tell(holding(tiles)), style=self._colour(tiles.player))
            for tiles in self.city.tiles
        ]
        gap = 2
        hands = Table.grid(expand=True, padding=(0, gap, 0, 0))
        across = 2 if max(map(len, told)) <= console().width // 2 - gap else 1
        for _ in range(across):
            hands.add_column(ratio=1)
        for beside in zip_longest(*(told[n::across] for n in range(across))):
            hands.add_row(*beside)
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
        seat = self.city.seat(player)
        return "" if seat is None else COLOURS[seat]


def _told_place(short: str, name: str) -> str:
    """Return the legend of a short name in the table: `Mary = Mary Ann`, `– nobody`."""
    if short == name:
        return name
    return f"{short} = {name}" if short[:1].isalpha() else f"{short} {name}"


# on paper

ACROSS, DOWN, SIDE = 84.0, 54.0, 16.0


def drawn(view: Record) -> Drawing:
    """Return the board for paper: blocks with their cubes, a ring with a number for each disc."""
    shown = city(view)
    return tuple((*_drawn_blocks(shown), *_drawn_targets(shown), *_drawn_hands(shown)))


def _drawn_blocks(shown: City) -> Iterator[Shape]:
    for number, block in enumerate(shown.blocks):
        row, column = divmod(number, len(shown.columns))
        x, y = SIDE + column * ACROSS, 2 * SIDE + row * DOWN
        yield pen.Rectangle(x, y, ACROSS, DOWN)
        for line, one in enumerate(block):
            base = y + 15 + 16 * line
            yield pen.Said(x + 5, base, one.tile, 9, bold=True)
            if one.cube is not None:
                yield pen.Rectangle(x + 24, base - 7, 7, 7, filled=one.cube != NOBODY)
                if one.cube != NOBODY:
                    yield pen.Said(x + 34, base, called(one.cube, 8), 8)
            elif one.holder is not None:
                yield pen.Ring(x + 27.5, base - 3.5, 3.5)
                yield pen.Said(x + 34, base, called(one.holder, 8), 8)


def _drawn_targets(shown: City) -> Iterator[Shape]:
    right, below = SIDE + len(shown.columns) * ACROSS, 2 * SIDE + len(shown.rows) * DOWN
    for number, street in enumerate(shown.columns):
        x = SIDE + number * ACROSS
        yield pen.Said(x + 2, 2 * SIDE - 5, street.name, 8, bold=True)
        yield from _rings(street, x + 24, SIDE)
    for number, street in enumerate(shown.rows):
        y = 2 * SIDE + number * DOWN + DOWN / 2
        yield pen.Said(0, y + 3, street.name, 8, bold=True)
        yield from _rings(street, right + 10, y)
    for number, kind in enumerate(shown.kinds):
        x = SIDE + number * ACROSS
        yield pen.Said(x, below + 19, f"{kind.name} {tell(kind.called)}", 8, bold=True)
        yield from _rings(kind, x + 10, below + 34)


def _rings(target: Target, x: float, y: float) -> Iterator[Shape]:
    """Yield the discs at a target, side by side: a ring with the number, and the owner below."""
    for disc in target.discs:
        yield pen.Ring(x, y - 2, 7)
        yield pen.Said(x, y + 1, str(disc.cubes), 8, bold=True, middle=True)
        yield pen.Said(x, y + 11, called(disc.owner, 4), 5.5, middle=True)
        x += 18


def _drawn_hands(shown: City) -> Iterator[Shape]:
    y = 2 * SIDE + len(shown.rows) * DOWN + 54
    for words in (*map(holding, shown.tiles), unheld(shown)):
        yield pen.Said(0, y, tell(words), 8)
        y += 11


NOTE = say(
    "A ring tells how many tiles its player holds in that street or of that kind. White squares: "
    "nobody has it; black: it was found there; small ring: it is held."
)
BRIEF = say(
    "A disc shows how many tiles, not found yet, its owner holds in a street or of a kind: T tea "
    "houses, R restaurants, P bakeries. What no player holds is with nobody."
)


def blanks(record: Record) -> Iterator[Blank]:
    """Yield the questions about a board at the beginning of a step."""
    players = record.setup.players
    yield Blank(say("The tiles turned face up at the start"), "revealed", "4P 4R 5P 9T")
    yield Blank(say("The tiles named since then that nobody has"), "neutral", "8R")
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


LOOK = Look(
    board,
    strip=strip,
    drawn=drawn,
    note=NOTE,
    brief=BRIEF,
    blanks=blanks,
    long_strip=plan,
    spread=spread,
)

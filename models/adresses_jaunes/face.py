"""The face of Les Adresses Jaunes: blocks with their establishments, discs, cubes, hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..core import View
from ..event import NOBODY
from ..face import Face
from ..words import Words, listed, say, say_n
from .asking import DEEDS, MARKS, button, task
from .rules import GAME
from .state import Disc, State, Step, Tile
from .text import PLURALS

BOX = GAME.box
KINDS: Mapping[str, Words] = {"T": say("tea house"), "R": say("restaurant"), "P": say("bakery")}
NAMES: Mapping[str, Words] = {
    **{tile: say("{tile}, {kind}", tile=tile, kind=KINDS[tile[-1]]) for tile in BOX.tiles},
    **{target: say("street {street}", street=target) for target in BOX.targets},
    **PLURALS,
    **DEEDS,
}


@dataclass(frozen=True, slots=True)
class Establishment:
    """An establishment: its `tile`, the owner of its cube (`nobody`: neutral), its holder.

    `cube` is None if there is none, `holder` if it is not known; `own` says that the viewer holds
    the tile, `revealed` that it has been face up since the start.
    """

    tile: Tile
    cube: str | None
    holder: str | None
    own: bool
    revealed: bool

    @property
    def kind(self) -> Words:
        """What it is: a tea house, a restaurant, a bakery."""
        return KINDS[self.tile[-1]]


@dataclass(frozen=True, slots=True)
class Target:
    """A street or a kind: its name in records, what it is called, and the discs at it."""

    name: str
    called: Words
    discs: tuple[Disc, ...]


@dataclass(frozen=True, slots=True)
class Tiles:
    """The tiles of a player: `many` in hand, those of them that are `known`, those `found`.

    `acts` says that the player has still to act in this step.
    """

    player: str
    many: int
    known: tuple[Tile, ...]
    found: tuple[Tile, ...]
    acts: bool


@dataclass(frozen=True, slots=True)
class City:
    """The board: streets and kinds with their discs, the blocks row by row, everybody's tiles.

    A block is a tuple of establishments, one of each kind.
    """

    columns: tuple[Target, ...]
    rows: tuple[Target, ...]
    kinds: tuple[Target, ...]
    blocks: tuple[tuple[Establishment, ...], ...]
    tiles: tuple[Tiles, ...]

    @property
    def targets(self) -> tuple[Target, ...]:
        """All streets and kinds."""
        return (*self.rows, *self.columns, *self.kinds)

    def seat(self, player: str | None) -> int | None:
        """Return the place of `player` in seating order, None for nobody."""
        seated = [each.player for each in self.tiles]
        return seated.index(player) if player in seated else None

    def beside(self, row: int) -> tuple[tuple[Establishment, ...], ...]:
        """Return the blocks of row number `row`, counted from 0."""
        return self.blocks[row * len(self.columns) : (row + 1) * len(self.columns)]


def city(view: View) -> City:
    """Return the board as the viewer of `view` sees it."""
    state: State = view.state
    acting = state.waiting if state.step in (Step.DISCS, Step.PAWNS) else ()
    return City(
        columns=tuple(_street(state, f"v{column + 1}") for column in range(BOX.columns)),
        rows=tuple(_street(state, f"h{row + 1}") for row in range(BOX.rows)),
        kinds=tuple(_target(state, kind, PLURALS[kind]) for kind in BOX.kinds),
        blocks=tuple(
            tuple(_establishment(state, f"{block + 1}{kind}", view.viewer) for kind in BOX.kinds)
            for block in range(BOX.columns * BOX.rows)
        ),
        tiles=tuple(
            Tiles(player, len(hand), hand.known, state.found(player), player in acting)
            for player in state.players
            for hand in [state.hands[player]]
        ),
    )


def _street(state: State, name: str) -> Target:
    return _target(state, name, say("street {street}", street=name))


def _target(state: State, name: str, called: Words) -> Target:
    return Target(name, called, tuple(disc for disc in state.discs if disc.target == name))


def _establishment(state: State, tile: Tile, viewer: str) -> Establishment:
    holder = next((player for player, hand in state.hands.items() if tile in hand.known), None)
    return Establishment(
        tile, state.cubes.get(tile), holder, holder == viewer, tile in state.revealed
    )


# in words


def heading(view: View) -> Words:
    """Return the game's name, the round and the step, and who has still to act."""
    state: State = view.state
    told = {"game": view.game.title, "now": now(view)}
    match state.step:
        case Step.DISCS | Step.PAWNS:
            waiting = listed(state.waiting)
            return say("{game}, {now}, still to act: {players}", **told, players=waiting)
        case Step.CONCLUSION:
            return say("{game}, {now}", **told)
        case _:
            return say("{game}: {now}", **told)


def holding(tiles: Tiles) -> Words:
    """Return what is known of a player's tiles."""
    if tiles.known:
        held = say("holds {tiles}", tiles=listed(tiles.known, " "))
    else:
        held = say_n("{n} tile in hand", "{n} tiles in hand", tiles.many)
    if not tiles.found:
        return say("{player}: {held}", player=tiles.player, held=held)
    found = listed(tiles.found, " ")
    return say("{player}: {held}; found: {tiles}", player=tiles.player, held=held, tiles=found)


def unheld(board: City) -> Words:
    """Return how many of the tiles out of sight nobody holds: what the hands leave of them."""
    tiles = (one for block in board.blocks for one in block)
    open_ = sum(one.cube is None and one.holder is None for one in tiles)
    n = open_ - sum(each.many - len(each.known) for each in board.tiles)
    return say_n("nobody: {n} tile out of sight", "nobody: {n} tiles out of sight", n)


def _place(target: str) -> Words:
    if target in PLURALS:
        return say("the {kind} ({letter})", kind=PLURALS[target], letter=target)
    return say("the street {street}", street=target)


def _told_block(block: Sequence[Establishment]) -> Words:
    each = [
        say("{tile} {kind}, {what}", tile=one.tile, kind=one.kind, what=_told_tile(one))
        for one in block
    ]
    number = block[0].tile[:-1]
    return say("Block {block}: {establishments}.", block=number, establishments=listed(each, "; "))


def _told_tile(one: Establishment) -> Words:
    if one.revealed:
        return say("neutral cube since the start")
    if one.cube is None:
        return say("held by {player}", player=one.holder) if one.holder else say("no cube")
    if one.cube == NOBODY:
        return say("neutral cube")
    return say("yellow cube, it was {player}'s", player=one.cube)


def _told_discs(target: Target) -> Words:
    discs = [
        say_n("{player} {n} cube", "{player} {n} cubes", disc.cubes, player=disc.owner)
        for disc in target.discs
    ]
    what = listed(discs) if discs else say("none")
    return say("Discs at {target}: {discs}.", target=_place(target.name), discs=what)


LABELS: Mapping[str, Words] = {
    "player": say("player"),
    "hand": say("tiles in hand"),
    "found": say("found"),
    "mine": say("yours"),
}


def now(view: View) -> Words:
    """Return the round and the step."""
    state: State = view.state
    match state.step:
        case Step.DISCS | Step.PAWNS:
            return say(
                "round {round} of {rounds}: {step}",
                round=state.round,
                rounds=BOX.rounds,
                step=say("discs") if state.step is Step.DISCS else say("pawns"),
            )
        case Step.CONCLUSION:
            return say("the conclusion")
        case Step.WON:
            return say("the game is won")
        case Step.LOST:
            return say("the game is lost")
        case _:
            return say("setting up")


def sentences(view: View) -> Sequence[Words]:
    """Return where the game stands, every block, the discs by street and kind, the hands."""
    board = city(view)
    return [
        say("{words}.", words=heading(view)),
        *map(_told_block, board.blocks),
        *map(_told_discs, board.targets),
        *(say("{words}.", words=holding(tiles)) for tiles in board.tiles),
    ]


def region(view: View, items: Collection[str]) -> Words:
    """Return the street or kind where most of `items` are, one with a disc before others."""
    targets = BOX.targets
    laid = {event.words[0] for _, event in view.events if event.verb == "disc"}

    def most(name: str) -> tuple[int, bool]:
        return len(targets[name].intersection(items)), name in laid

    return _place(max(targets, key=most))


def hand(view: View) -> Mapping[Words, Sequence[str]]:
    """Return the viewer's own tiles."""
    own = view.state.hands.get(view.viewer)
    return {say("Your hand"): own.known} if own and own.known else {}


def signs(view: View) -> Sequence[Words]:
    """Return the signs of the kinds, and what a disc shows."""
    kinds = (
        say("{letter} {mark} {kind}", letter=kind, mark=MARKS[kind][0], kind=name)
        for kind, name in PLURALS.items()
    )
    player = view.setup.players[0]
    disc = say("{letter}2: a disc of {player}, with 2 cubes", letter=player[0], player=player)
    return [*kinds, say("streets: v1 from top to bottom, h1 across"), disc]


def names(view: View) -> Mapping[str, Words]:
    """Return the names of tiles, of streets and of kinds."""
    return NAMES


FACE = Face(
    now=now,
    sentences=sentences,
    board=city,
    labels=LABELS,
    region=region,
    hand=hand,
    names=names,
    marks=MARKS,
    signs=signs,
    task=task,
    button=button,
)

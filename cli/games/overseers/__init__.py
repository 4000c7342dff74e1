"""The table of Overseers: rows and characters of all players, the discard, chances.

Kinds are told by letter, here and in the legend by name; colour only repeats what they say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ....models.core import Record
from ....models.hidden import Item
from ....models.overseers import GAME, State, Step
from ....models.overseers.scoring import points
from ....models.overseers.state import Laid
from ....models.overseers.tale import STEPS
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, listed, say, say_n
from ...language import tell
from ...views import Look
from ...views.blanks import Blank
from ...views.names import called
from . import chances, paper
from .chances import COLOURS

if TYPE_CHECKING:
    from ....solver.engine.solve import Solved

BOX = GAME.box
FACE_DOWN, NONE = "▒", "–"


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the table as the viewer of `view` sees it, with the chances where `solved`."""
    return _Board(view, view.state, solved)


def told_board(view: Record, solved: Solved | None = None) -> Sequence[str]:
    """Return the table in sentences, a line each."""
    state = view.state
    told = [
        say("{words}.", words=_phase(state)),
        *(words for p in state.players for words in _told_player(state, p)),
        _told_discard(state),
        *(_told_now(state, view.viewer)),
        *(chances.sentences(solved) if solved else ()),
    ]
    return [tell(words) for words in told]


def strip(view: Record) -> Sequence[Text]:
    """Return what a decision needs: the phase, who has done it, what lies open, the own cards."""
    state: State = view.state
    told = [say("{words}.", words=_phase(state))]
    if state.acted and state.step is not Step.OVER:
        told.append(say("Done: {players}.", players=listed(map(called, state.acted))))
    if state.characters:
        each = [f"{called(p)} {name}" for p, name in state.characters.items() if name]
        told.append(say("Characters: {characters}.", characters=listed(each)))
    laid = [
        f"{called(p)} {' '.join(_row(state, p, 'tbx'))}" for p in state.players if state.rows[p]
    ]
    if laid:
        told.append(say("Cards: {rows}.", rows=listed(laid, " | ")))
    if view.viewer in state.players and state.hands[view.viewer].known:
        cards = listed(state.hands[view.viewer].known, " ")
        told.append(say("Picked: {cards}.", cards=cards))
    if state.discard:
        told.append(_told_discard(state))
    told += _told_now(state, view.viewer)
    return [Text(tell(words)) for words in told]


def region(view: Record, items: Collection[Item]) -> Words:
    """Return the kinds of `items`, in words."""
    return say("the cards {kinds}", kinds=listed(_kind(item) for item in sorted(items)))


def _kind(kind: str) -> Words:
    return say("{name} ({letter})", name=KINDS[kind], letter=kind)


def _phase(state: State) -> Words:
    """The round and the step, and who leads."""
    leader = called(state.leader) if state.leader else NONE
    return say(
        "Overseers, round {round} of {rounds}: {step}; leader: {leader}",
        round=state.round,
        rounds=state.box.rounds,
        step=STEPS[state.step],
        leader=leader,
    )


def _marks(state: State, player: str, laid: Laid) -> str:
    """Return signs for a card that a power has changed: = for tilted, + for tucked."""
    tilted = state.tilt and (state.tilt.player, state.tilt.spot) == (player, laid.spot)
    tucked = state.tuck and (state.tuck.player, state.tuck.below) == (player, laid.spot)
    return ("=" if tilted else "") + ("+" if tucked else "")


def _row(state: State, player: str, rows: str) -> list[str]:
    return [
        ("" if laid.up else "(")
        + laid.kind
        + ("" if laid.up else ")")
        + _marks(state, player, laid)
        for laid in state.rows[player]
        if laid.spot[0] in rows
    ]


def _own_points(state: State, viewer: str) -> int | None:
    """Return the viewer's points of the rounds before; those of others lie face down. OV-9"""
    if viewer not in state.players or not state.scores:
        return None
    return sum(row[state.players.index(viewer)] for row in state.scores)


# in sentences


def _told_player(state: State, player: str) -> Iterator[Words]:
    parts: list[Words] = []
    if state.characters.get(player):
        name = state.characters[player]
        parts.append(say("is {name} ({power})", name=name, power=POWERS[BOX.characters[name]]))
    top, bottom = _row(state, player, "t"), _row(state, player, "bx")
    if top or bottom:
        parts.append(say("top row {top}", top=listed(top, " ") if top else NONE))
        parts.append(say("bottom row {bottom}", bottom=listed(bottom, " ") if bottom else NONE))
    hand = state.hands[player]
    if hand.known:
        parts.append(say("picked {cards}", cards=listed(hand.known, " ")))
    elif len(hand):
        parts.append(say_n("{n} card picked", "{n} cards picked", len(hand)))
    if parts:
        yield say("{player}: {parts}.", player=called(player), parts=listed(parts, "; "))


def _told_discard(state: State) -> Words:
    if state.discard.known:
        known = listed(state.discard.known, " ")
        return say_n(
            "Discard: {n} card, known: {known}.",
            "Discard: {n} cards, known: {known}.",
            len(state.discard),
            known=known,
        )
    return say_n("Discard: {n} card.", "Discard: {n} cards.", len(state.discard))


def _told_now(state: State, viewer: str) -> Iterator[Words]:
    """Say what the present choice is about."""
    if state.offered.known:
        yield say("To choose from: {characters}.", characters=listed(state.offered.known))
    if state.drawn.known:
        yield say("Drawn of the discard: {cards}.", cards=listed(state.drawn.known, " "))
    if state.trial.accused:
        yield say("Accused: {player}.", player=called(state.trial.accused))
    yield from _told_pack(state, viewer)
    yield from _told_own(state, viewer)


def _told_pack(state: State, viewer: str) -> Iterator[Words]:
    pack = state.packs.get(viewer)
    if pack and pack.known:
        yield say("Your pack: {cards}.", cards=listed(pack.known, " "))


def _told_own(state: State, viewer: str) -> Iterator[Words]:
    """Say what the viewer's cards count, and what the rounds before have brought."""
    row = state.rows.get(viewer)
    if row and all(laid.kind != "?" for laid in row):
        yield say("Your cards count {points} points.", points=points(state, viewer))
    total = _own_points(state, viewer)
    if total is not None:
        yield say("Your rounds so far: {points} points.", points=total)


# drawn


class _Board:
    def __init__(self, view: Record, state: State, solved: Solved | None) -> None:
        self.view = view
        self.state = state
        self.solved = solved

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(tell(_phase(self.state)), style="bold")
        yield self._players()
        for words in (_told_discard(self.state), *_told_now(self.state, self.view.viewer)):
            yield Text(tell(words))
        if self.solved:
            yield from chances.drawn(self.solved)
        yield self._legend()

    def _players(self) -> Table:
        table = Table(box=box.ROUNDED, header_style="")
        for words in (say("player"), say("character"), say("top row"), say("bottom row")):
            table.add_column(tell(words))
        table.add_column(tell(say("picked")))
        for player in self.state.players:
            mark = "★ " if player == self.state.leader else ""
            table.add_row(
                mark + called(player, 12),
                self.state.characters.get(player, NONE),
                self._cards(_row(self.state, player, "t")),
                self._cards(_row(self.state, player, "bx")),
                self._cards(_hand(self.state, player)),
            )
        return table

    def _cards(self, cards: Sequence[str]) -> Text:
        text = Text()
        for card in cards:
            letter = card.strip("()=+")
            shown = card.replace("?", FACE_DOWN)
            text.append(shown, style=COLOURS.get(letter, "dim")).append(" ")
        return text

    def _legend(self) -> Text:
        kinds = listed(say("{letter} {name}", letter=kind, name=KINDS[kind]) for kind in BOX.kinds)
        words = say(
            "{kinds}; ( ) face down, {hidden} unknown, = tilted, + tucked, ★ leader",
            kinds=kinds,
            hidden=FACE_DOWN,
        )
        return Text(tell(words), style="dim")


def _hand(state: State, player: str) -> list[str]:
    hand = state.hands[player]
    return [*hand.known, *("?" * hand.unknown)]


def blanks(record: Record) -> Iterator[Blank]:
    """Yield what is asked about a board whose rows are laid, or where a round begins."""
    players = record.setup.players
    yield Blank(
        say("The points of the rounds before in seating order, a round at a time"),
        "points",
        " ".join(map(str, (15, 18, 11, 9, 20, 4)[: len(players)])),
        many=True,
    )
    named = ("Liang", "Meixiu", "Gan", "Yanmei", "Steadfast", "Two-Above")
    characters = say("The characters in seating order; nothing where a round begins")
    yield Blank(characters, "characters", " ".join(named[: len(players)]))
    for player in players:
        words = say("The top row of {player}, from the left", player=player)
        yield Blank(words, f"top {player}", "T B M")
        words = say("The bottom row of {player}, ? for what you have not seen", player=player)
        example = "H P" if player == record.viewer else "??"
        yield Blank(words, f"bottom {player}", example, held=True)
        words = say("What {player} has put away after the draft", player=player)
        example = "A" if player == record.viewer else "?"
        yield Blank(words, f"discarded {player}", example, held=True)
    last = say("The round and its leader, after those of the rounds before")
    yield Blank(last, "round", f"2 leader {players[0]} after {players[1]}", last=True)
    words = say("What has happened since, a line at a time")
    yield Blank(words, "", f"{players[0]} votes {players[1]}", many=True)


LOOK = Look(board, told_board, region, strip, paper.drawn, paper.NOTE, blanks)

"""The table of Overseers in a terminal: rows and characters of all, the discard, chances.

Kinds are shown by their letters, which a legend explains; colour only repeats them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ....models.bag import HOLE
from ....models.core import Record
from ....models.overseers import GAME
from ....models.overseers.face import (
    LABELS,
    heading,
    legend,
    told_discard,
    told_legend,
    told_now,
    told_row,
    tribune,
)
from ....models.words import listed, say
from ...language import tell
from ...views import Look
from ...views.blanks import Blank
from ...views.names import called
from . import chances, paper
from .chances import COLOURS

if TYPE_CHECKING:
    from ....solver.engine.solve import Solved

FACE_DOWN, NONE = "▒", "–"
SIGN = GAME.notation.sign


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the table as the viewer of `view` sees it, with chances if `solved` is given."""
    return _Board(view, solved)


def strip(view: Record) -> Sequence[Text]:
    """Return what a decision needs: the phase, who is done, the open cards, the viewer's cards."""
    shown = tribune(view)
    told = [say("{words}.", words=heading(view))]
    done = [chair.player for chair in shown.chairs if chair.done]
    if done:
        told.append(say("Done: {players}.", players=listed(done)))
    named = [
        say("{player} {character}", player=each.player, character=each.character)
        for each in shown.chairs
        if each.character
    ]
    if named:
        told.append(say("Characters: {characters}.", characters=listed(named)))
    laid = [
        say("{player} {cards}", player=each.player, cards=told_row(each.rows))
        for each in shown.chairs
        if each.rows
    ]
    if laid:
        told.append(say("Cards: {rows}.", rows=listed(laid, " | ")))
    for chair in shown.chairs:
        if chair.player == view.viewer and chair.picked.known:
            told.append(say("Picked: {cards}.", cards=listed(chair.picked.known, " ")))
    if shown.discard:
        told.append(told_discard(shown))
    return [Text(tell(words)) for words in (*told, *told_now(shown), *told_legend(shown))]


# drawn


class _Board:
    def __init__(self, view: Record, solved: Solved | None) -> None:
        self.heading = heading(view)
        self.tribune = tribune(view)
        self.solved = solved

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(tell(self.heading), style="bold")
        yield self._players()
        for words in (told_discard(self.tribune), *told_now(self.tribune)):
            yield Text(tell(words))
        if self.solved:
            yield from chances.drawn(self.solved)
        yield self._legend()

    def _players(self) -> Table:
        table = Table(box=box.ROUNDED, header_style="")
        for label in ("player", "character", "top", "bottom", "picked"):
            table.add_column(tell(LABELS[label]))
        for chair in self.tribune.chairs:
            table.add_row(
                ("★ " if chair.leads else "") + called(chair.player, 12),
                tell(SIGN(chair.character)) if chair.character else NONE,
                self._cards((card.kind, tell(card.told)) for card in chair.top),
                self._cards((card.kind, tell(card.told)) for card in chair.bottom),
                self._cards((kind, tell(SIGN(kind))) for kind in chair.pieces),
            )
        return table

    def _cards(self, cards: Iterable[tuple[str, str]]) -> Text:
        """Return cards, each given by its kind and as it is shown."""
        text = Text()
        for kind, shown in cards:
            text.append(shown.replace(HOLE, FACE_DOWN), style=COLOURS.get(kind, "dim")).append(" ")
        return text

    def _legend(self) -> Text:
        words = say("{signs}, ★ leader", signs=legend(FACE_DOWN))
        return Text(tell(words), style="dim")


def blanks(record: Record) -> Iterator[Blank]:
    """Yield the questions about a board with rows laid, or at the beginning of a round."""
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


LOOK = Look(board, chances.sentences, strip, paper.drawn, paper.NOTE, blanks, brief=paper.BRIEF)

"""The table of Onstage in a terminal and on paper.

Every suit shows its letter and its symbol; colour only repeats what they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ...models.core import Record
from ...models.onstage import GAME, suit_of
from ...models.onstage.face import (
    LABELS,
    StageGroup,
    by_suit,
    heading,
    known_hands,
    pictures,
    scene,
    told_points,
    told_teams,
    told_theatre,
)
from ...models.onstage.text import EDITIONS, SUITS, pictured, suit_name
from ...models.words import Words, listed, say
from ..language import percent, tell
from ..views import Look, pen, told_chance
from ..views.blanks import Blank
from ..views.names import called, screen_names, short_names

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved
    from ..views.pen import Drawing, Shape

COLOURS: Mapping[str, str] = {"K": "bold", "P": "magenta", "B": "blue", "G": "green"}
IMPOSSIBLE, CERTAIN = "·", "✔"
ROOM = 9
"""The width of a name above a column of chances."""


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the table as the viewer of `view` sees it, with chances if `solved` is given."""
    return _Board(view, solved)


def strip(view: Record) -> Sequence[Text]:
    """Return what a decision needs: the stage with its trump, the line, the trick, the hands."""
    table = scene(view)
    told = [
        say("{words}.", words=heading(view)),
        *told_theatre(table),
        told_points(table),
        *told_teams(table),
    ]
    return [*(Text(tell(words)) for words in told), *_drawn_hands(view)]


def chances(solved: Solved) -> Iterator[Words]:
    """Yield the chances of cards in sentences, one for cards with equal chances everywhere."""
    for cards, _ in _alike(solved):
        yield told_chance(solved, cards[0], pictures(cards))


def _alike(solved: Solved) -> Iterator[tuple[tuple[str, ...], tuple[Fraction | None, ...]]]:
    """Yield the cards of a suit that are equally likely everywhere, with those chances."""
    for _, cards in by_suit(solved.items):
        rows: dict[tuple[Fraction | None, ...], list[str]] = {}
        for card in cards:
            likely = tuple(solved.chance(card, place) for place in solved.places)
            rows.setdefault(likely, []).append(card)
        yield from ((tuple(alike), likely) for likely, alike in rows.items())


# drawn


def _shown(piece: str) -> str:
    return tell(pictured(piece))


def _drawn_hands(view: Record) -> Iterator[Text]:
    """Yield what is known of hands, one group per suit."""
    for player, known in known_hands(view).items():
        text = Text(tell(say("{part}: ", part=called(player, ROOM))), style="bold")
        for suit, cards in by_suit(known):
            values = " ".join(card[1:] for card in cards)
            text.append(f" {_shown(suit)} {values}  ", style=COLOURS[suit])
        yield text


class _Board:
    def __init__(self, view: Record, solved: Solved | None) -> None:
        self.view = view
        self.scene = scene(view)
        self.solved = solved

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(tell(heading(self.view)), style="bold")
        yield self._stage()
        yield self._line()
        if not (self.scene.line or self.scene.stage):
            yield Text(tell(_legend()), style="dim")
        if self.scene.trick:
            yield self._trick()
        yield self._players()
        yield from (Text(tell(words)) for words in told_teams(self.scene))
        yield from _drawn_hands(self.view)
        if self.solved:
            yield self._chances(self.solved)

    def _stage(self) -> Panel:
        groups = map(self._group, self.scene.stage)
        text = Text("   ").join(groups) or Text(tell(say("the stage is empty")))
        title = tell(say("stage, {trump}", trump=self.scene.trump))
        return Panel(text, title=title, title_align="left", box=box.ROUNDED, width=78)

    def _group(self, group: StageGroup) -> Text:
        """Return the performers of a suit, in the spotlight if it is trump."""
        performers = " ".join(map(_shown, group.performers))
        text = Text(f"{performers} = {group.blossoms}", style=COLOURS[group.suit])
        return Text("★ ").append_text(text).append(" ★") if group.lit else text

    def _line(self) -> Text:
        text = Text(tell(say("line:")), style="bold")
        text.append(" ▸" if self.scene.line else " –")
        for performer in self.scene.line:
            text.append(_shown(performer), style=COLOURS[suit_of(performer)]).append(" ")
        return text

    def _trick(self) -> Text:
        label = say("trick taken:") if self.scene.taken else say("trick:")
        text = Text(tell(label), style="bold")
        for play in self.scene.trick:
            text.append(f" {called(play.player, ROOM)} ")
            text.append(_shown(play.card), style=COLOURS[suit_of(play.card)])
            text.append(" ★" if play == self.scene.best else "")
        return text

    def _players(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        for label in ("player", "claimed", "so far", "total"):
            table.add_column(tell(LABELS[label]), justify="left")
        for own in self.scene.claims:
            claimed = " ".join(map(_shown, own.performers)) or "–"
            name = "▸ " * own.acts + called(own.player)
            table.add_row(name, claimed, str(own.blossoms), str(own.total))
        return table

    def _chances(self, solved: Solved) -> Table:
        """Return the table of cards by seat, in percent."""
        names = short_names(screen_names(solved), ROOM)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column(tell(say("chances, %")))
        for place in solved.places:
            table.add_column(names[place], justify="right")
        for cards, likely in _alike(solved):
            name = Text(" ".join(map(_shown, cards)), style=COLOURS[suit_of(cards[0])])
            table.add_row(name, *map(_chance, likely))
        return table


def _legend() -> Words:
    """Return the letter of each suit, for who opens the box."""
    names = (say("{sign} {name}", sign=pictured(suit), name=suit_name(suit)) for suit in SUITS)
    return say("{names}", names=listed(names))


def _chance(chance: Fraction | None) -> Text:
    if chance == 0:
        return Text(IMPOSSIBLE, style="dim")
    return Text(CERTAIN, style="bold green") if chance == 1 else Text(percent(chance))


# on paper

CARD, ROW, LABEL = 22.0, 25.0, 80.0
"""The side of a card, from one to the next, and the room for what stands before them, in points."""
PER_ROW, HALF = 12, 4
"""The most cards side by side, and beside those of another line."""
HALFWAY = LABEL + HALF * ROW + 8
"""Where that other line begins."""
_ROWS: Mapping[str, Words] = {
    "line": LABELS["line"],
    "stage": LABELS["stage"],
    "claimed": say("claimed"),
    "kept": say("kept"),
    "gone": say("played"),
    "played": say("played"),
    "void": say("void of"),
    "deal": say("in hand"),
    "laid": say("lays"),
}
"""The rows of a board on paper, in the order of its lines."""


def drawn(view: Record) -> Drawing:
    """Return a board for paper: cards for each of its lines, two short ones side by side."""
    shapes: list[Shape] = []
    y, beside = 0.0, False
    for label, words in _rows(view):
        beside = beside and len(words) <= HALF
        if beside:
            y -= ROW + 2
        x = HALFWAY * beside
        shapes.append(pen.Said(x, y + 15, label, 8, bold=True))
        for at, word in enumerate(words):
            row, column = divmod(at, PER_ROW)
            left, top = x + LABEL + column * ROW, y + row * ROW
            sign = tell(GAME.notation.sign(word))
            shapes.append(pen.Rectangle(left, top, CARD, CARD, round=3))
            shapes.append(pen.Said(left + CARD / 2, top + 15.5, sign, 13, middle=True))
        y += ROW * max(1, -(-len(words) // PER_ROW)) + 2
        beside = not beside and len(words) <= HALF
    for _, event in view.events:
        if event.verb == "round":
            line = say(
                "Round {n}, {player} leads; {edition}",
                n=event.words[0],
                player=called(event.words[2]),
                edition=EDITIONS[view.setup.settings["Edition"]],
            )
            shapes.append(pen.Said(0, y + 12, tell(line), 9))
    return tuple(shapes)


def _rows(view: Record) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what stands before each line of a board, and its cards."""
    for verb, told in _ROWS.items():
        for _, event in view.events:
            if event.verb == verb:
                words = [*event.words, *event.outcome]
                whose = event.actor or (words.pop(0) if words[0] in view.setup.players else "")
                yield f"{called(whose, 8)} {tell(told)}" if whose else tell(told), words


BRIEF = say(
    "A trick begins with the front of the line going on stage. Who has a card of the suit that was "
    "led must play one. A 1 brings any performer of the "
    "line on stage, a 4 takes one off, a 7 swaps two. The suit with most blossoms on stage is "
    "trump; at a tie none is. Who plays off suit may first move a performer of that suit to the "
    "front of the line. Who wins a trick claims a performer of the suit of the card: the one with "
    "3 blossoms for a 1 to 3, 2 for a 4 to 6, 1 for a 7 to 9; if that one is not there, any of the "
    "suit, or in edition en nobody. Who alone has none at the end gets all on stage, or if it is "
    "empty all in the line."
)


def blanks(record: Record) -> Iterator[Blank]:
    """Yield the questions about a board within a round."""
    players = record.setup.players
    one, other = players[:2]
    yield Blank(say("Blossoms of everybody in the rounds before"), "totals", f"{one} 9 {other} 4")
    yield Blank(say("The performers in the line, front first"), "line", "B1 K1 P2")
    yield Blank(say("The performers on stage"), "stage", "K2 K3 G2")
    for player in players:
        words = say("What {player} has claimed in this round", player=player)
        yield Blank(words, f"claimed {player}", "G1 B2")
    yield Blank(say("The cards that nobody played in the round before"), "kept", "G8 K9 P4")
    for player in players:
        words = say("The cards that {player} has played in tricks that are over", player=player)
        yield Blank(words, f"played {player}", "B4 K5 P6")
    yield Blank(say("Cards of those tricks of which nobody knows who played them"), "gone", "K7 G9")
    for player in players:
        words = say("The suits that {player} did not follow", player=player)
        yield Blank(words, f"void {player}", "B")
    for player in players:
        words = say("The cards in the hand of {player}, or how many", player=player)
        example = "B3 K8 G8" if player == record.viewer else "4"
        yield Blank(words, f"deal {player}", example, held=True)
    if len(players) == 5:
        yield Blank(say("The card that was put away"), "removed", "?")
    words = say("The trick so far, as it was played")
    yield Blank(words, "", f"{other} laid P9", many=True)
    opener = f" opener {other}" if record.setup.settings.get("Edition") == "fr" else ""
    words = say("Which round it is, and who leads this trick")
    yield Blank(words, "round", f"2 leader {one}{opener}", last=True)


LOOK = Look(board, chances, strip, drawn, blanks=blanks, brief=BRIEF)

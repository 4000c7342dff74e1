"""The table of Onstage: the stage with its spotlight, the line, the trick, claims, scores, hands.

Every suit shows its letter and its symbol; colour only repeats what they say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ...models.core import Record
from ...models.hidden import Item
from ...models.onstage import State, Step, suit_of, value_of
from ...models.onstage.plays import winning
from ...models.onstage.rules import GAME
from ...models.onstage.text import SUITS, suit_name
from ...models.words import Words, listed, say, say_n
from ..language import percent, tell
from ..views import Look, pen
from ..views.blanks import Blank
from ..views.names import called, screen_names, short_names

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved
    from ..views.pen import Drawing, Shape

BOX = GAME.box
COLOURS: Mapping[str, str] = {"K": "bold", "P": "magenta", "B": "blue", "G": "green"}
IMPOSSIBLE, CERTAIN = "·", "✔"
ROOM = 9
"""The letters of a name above a column of chances."""


def board(view: Record, solved: Solved | None = None) -> RenderableType:
    """Return the table as the viewer of `view` sees it, with the chances where `solved`."""
    return _Board(view.state, solved)


def told_board(view: Record, solved: Solved | None = None) -> Sequence[str]:
    """Return the table in sentences, a line each."""
    state: State = view.state
    told = [
        say("{phase}.", phase=_phase(state)),
        _told_stage(state),
        say("Line, front first: {line}.", line=_pieces(state.theatre.line)),
        *([_told_trick(state)] if state.trick else ()),
        *(_told_player(state, player) for player in state.players),
        *([_told_teams(state)] if state.teamed else ()),
        *(_told_chances(solved) if solved else ()),
    ]
    return [tell(words) for words in told]


def strip(view: Record) -> Sequence[Text]:
    """Return what a decision needs: the stage and its trump, the line, the trick, the hands."""
    state: State = view.state
    told = [
        say("{phase}.", phase=_phase(state)),
        _told_stage(state),
        say("Line, front first: {line}.", line=_pieces(state.theatre.line)),
        *([_told_trick(state)] if state.trick else ()),
        _told_points(state),
        *([_told_teams(state)] if state.teamed else ()),
    ]
    hands = (player for player, hand in state.hands.items() if hand.known)
    return [Text(tell(words)) for words in told] + [_drawn_hand(state, each) for each in hands]


def region(view: Record, items: Collection[Item]) -> Words:
    """Return the suit of most of `items`."""
    suits = [suit_of(item) for item in sorted(items)]
    return say("the {suit} cards", suit=_suit(max(BOX.suits, key=suits.count)))


def _suit(suit: str) -> Words:
    """A suit by name, letter and symbol: "black K♠"."""
    return say("{name} {sign}", name=suit_name(suit), sign=suit + SUITS[suit].symbol)


def _piece(piece: str) -> str:
    return piece + SUITS[suit_of(piece)].symbol


def _pieces(pieces: Collection[str]) -> object:
    return listed(map(_piece, pieces), " ") if pieces else say("nobody")


def _by_suit(pieces: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the suits among `pieces` in the order of the box, each with its pieces."""
    for suit, own in groupby(BOX.in_order(pieces), suit_of):
        yield suit, tuple(own)


def _phase(state: State) -> Words:
    """Edition, round, trick, and whose turn it is."""
    game = say(
        "Onstage, edition {edition}, round {round} of {rounds}",
        edition=state.agreed.edition,
        round=state.round,
        rounds=max(len(state.players), state.round),
    )
    match state.step:
        case Step.PLAY | Step.CLAIM:
            now = say("{player} to play", player=called(state.to_play))
            if state.step is Step.CLAIM:
                now = say("{player} to claim", player=called(state.leader))
            size = BOX.hand[len(state.players)]
            played = len(state.played) // len(state.players)
            return say(
                "{game}, trick {trick} of {tricks}: {now}",
                game=game,
                trick=played + 1,
                tricks=size - 1,
                now=now,
            )
        case Step.SHOW:
            return say("{game}: the tied players show the card they kept", game=game)
        case Step.OVER:
            winners = listed(map(called, state.winners))
            return say("{game}: over, won by {winners}", game=game, winners=winners)
        case _:
            return say("{game}: setting up", game=game)


def _trump(state: State) -> Words:
    trump = state.theatre.trump
    return say("no trump") if trump is None else say("trump: {suit}", suit=_suit(trump))


def _held(state: State, player: str) -> Words:
    """What is known of a hand."""
    hand = state.hands[player]
    if hand.whole and hand.known:
        return say("holds {cards}", cards=_pieces(BOX.in_order(hand.known)))
    return say_n("{n} card in hand", "{n} cards in hand", len(hand))


def _now(state: State, player: str) -> int:
    """The blossoms that a player has claimed in this round."""
    return sum(map(value_of, state.claimed[player]))


# in sentences


def _told_stage(state: State) -> Words:
    blossoms = state.theatre.blossoms
    groups = [
        say(
            "{suit} {performers} ({blossoms})",
            suit=suit_name(suit),
            performers=_pieces(own),
            blossoms=blossoms[suit],
        )
        for suit, own in _by_suit(state.theatre.stage)
    ]
    return say(
        "Stage: {groups}; {trump}.",
        groups=listed(groups) if groups else say("nobody"),
        trump=_trump(state),
    )


def _told_trick(state: State) -> Words:
    plays = [
        say("{player} {card}", player=called(play.player), card=_piece(play.card))
        for play in state.trick
    ]
    told = say("Trick: {plays}", plays=listed(plays))
    won = winning(state.trick, state.theatre.trump)
    return say(
        "{trick}; {player} would take it with {card}.",
        trick=told,
        player=called(won.player),
        card=_piece(won.card),
    )


def _told_points(state: State) -> Words:
    """What everybody has claimed in this round, and all in all."""
    each = [
        say("{player} {now} ({total})", player=called(p), now=_now(state, p), total=total)
        for p, total in state.totals.items()
    ]
    return say("Blossoms in this round (total so far): {players}.", players=listed(each))


def _told_teams(state: State) -> Words:
    """The teams, what they have claimed in this round, and all in all. ON-15"""
    totals = state.totals
    each = [
        say(
            "{players} {now} ({total})",
            players=listed(map(called, team), " + "),
            now=sum(_now(state, player) for player in team),
            total=sum(totals[player] for player in team),
        )
        for team in state.agreed.teams
    ]
    return say("Teams: {teams}.", teams=listed(each))


def _told_player(state: State, player: str) -> Words:
    return say(
        "{player}: {held}; has claimed {performers} ({now}); total {total}.",
        player=called(player),
        held=_held(state, player),
        performers=_pieces(state.claimed[player]),
        now=_now(state, player),
        total=state.totals[player],
    )


def _told_chances(solved: Solved) -> Iterator[Words]:
    for cards, chances in _alike(solved):
        each = [
            say("{place} {chance}%", place=solved.called(place), chance=percent(chance))
            for place, chance in zip(solved.places, chances, strict=True)
            if chance != 0
        ]
        yield say("Chances of {cards}: {chances}.", cards=_pieces(cards), chances=listed(each))


def _alike(solved: Solved) -> Iterator[tuple[tuple[str, ...], tuple[Fraction | None, ...]]]:
    """Yield the cards of a suit that are equally likely everywhere, with those chances."""
    for _, cards in _by_suit(solved.items):
        rows: dict[tuple[Fraction | None, ...], list[str]] = {}
        for card in cards:
            chances = tuple(solved.chance(card, place) for place in solved.places)
            rows.setdefault(chances, []).append(card)
        yield from ((tuple(alike), chances) for chances, alike in rows.items())


# drawn


def _drawn_hand(state: State, player: str) -> Text:
    """What is known of a hand, a group a suit."""
    text = Text(tell(say("{part}: ", part=called(player, ROOM))), style="bold")
    for suit, cards in _by_suit(state.hands[player].known):
        values = " ".join(card[1:] for card in cards)
        text.append(f" {suit}{SUITS[suit].symbol} {values}  ", style=COLOURS[suit])
    return text


class _Board:
    def __init__(self, state: State, solved: Solved | None) -> None:
        self.state = state
        self.solved = solved

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(tell(_phase(self.state)), style="bold")
        yield self._stage()
        yield self._line()
        if self.state.trick:
            yield self._trick()
        yield self._players()
        if self.state.teamed:
            yield Text(tell(_told_teams(self.state)))
        hands = self.state.hands.items()
        yield from (_drawn_hand(self.state, player) for player, hand in hands if hand.known)
        if self.solved:
            yield self._chances(self.solved)

    def _stage(self) -> Panel:
        state = self.state
        groups = [self._group(suit, own) for suit, own in _by_suit(state.theatre.stage)]
        lit = [group for group in groups if group.plain.startswith("★")]
        others = [group for group in groups if group not in lit]
        text = Text("   ").join([*lit, *others]) or Text(tell(say("the stage is empty")))
        title = tell(say("stage, {trump}", trump=_trump(state)))
        return Panel(text, title=title, title_align="left", box=box.ROUNDED, width=78)

    def _group(self, suit: str, performers: tuple[str, ...]) -> Text:
        """The performers of a suit, those of the trump suit in the spotlight."""
        blossoms = self.state.theatre.blossoms[suit]
        text = Text(f"{' '.join(map(_piece, performers))} = {blossoms}", style=COLOURS[suit])
        if suit == self.state.theatre.trump:
            return Text("★ ").append_text(text).append(" ★")
        return text

    def _line(self) -> Text:
        text = Text(tell(say("line:")), style="bold")
        text.append(" ▸" if self.state.theatre.line else " –")
        for performer in self.state.theatre.line:
            text.append(_piece(performer), style=COLOURS[suit_of(performer)]).append(" ")
        return text

    def _trick(self) -> Text:
        won = winning(self.state.trick, self.state.theatre.trump)
        text = Text(tell(say("trick:")), style="bold")
        for play in self.state.trick:
            text.append(f" {called(play.player, ROOM)} ")
            text.append(_piece(play.card), style=COLOURS[suit_of(play.card)])
            text.append(" ★" if play == won else "")
        return text

    def _players(self) -> Table:
        state = self.state
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        for name in (say("player"), say("claimed in this round"), say("so far"), say("total")):
            table.add_column(tell(name), justify="left")
        for player in state.players:
            acts = state.step is Step.PLAY and player == state.to_play
            claimed = " ".join(map(_piece, BOX.in_order(state.claimed[player]))) or "–"
            row = ("▸ " * acts + called(player), claimed)
            table.add_row(*row, str(_now(state, player)), str(state.totals[player]))
        return table

    def _chances(self, solved: Solved) -> Table:
        """The cards by seat, in percent."""
        names = short_names(screen_names(solved), ROOM)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column(tell(say("chances, %")))
        for place in solved.places:
            table.add_column(names[place], justify="right")
        for cards, chances in _alike(solved):
            name = Text(" ".join(map(_piece, cards)), style=COLOURS[suit_of(cards[0])])
            table.add_row(name, *map(_chance, chances))
        return table


def _chance(chance: Fraction | None) -> Text:
    if chance == 0:
        return Text(IMPOSSIBLE, style="dim")
    return Text(CERTAIN, style="bold green") if chance == 1 else Text(percent(chance))


# on paper

CARD = 22.0
_ROWS: Mapping[str, Words] = {
    "line": say("Line"),
    "stage": say("Stage"),
    "claimed": say("claimed"),
    "kept": say("kept"),
    "gone": say("played"),
    "played": say("played"),
    "void": say("void of"),
    "deal": say("in hand"),
    "laid": say("lays"),
}
"""What a board lays out, in the order of its lines."""


def drawn(view: Record) -> Drawing:
    """Return a board as it stands for paper: a row of cards for each of its lines."""
    shapes: list[Shape] = []
    y = 0.0
    for verb, told in _ROWS.items():
        for _, event in view.events:
            if event.verb != verb:
                continue
            words = [*event.words, *event.outcome]
            whose = event.actor or (words.pop(0) if words[0] in view.setup.players else "")
            label = f"{called(whose, 8)} {tell(told)}" if whose else tell(told)
            shapes.append(pen.Said(0, y + 15, label, 8, bold=True))
            for at, word in enumerate(words):
                row, column = divmod(at, PER_ROW)
                x, top = 76 + column * (CARD + 3), y + row * (CARD + 3)
                shapes.append(pen.Rectangle(x, top, CARD, CARD, round=3))
                shapes.append(pen.Said(x + CARD / 2, top + 14, word, 9, middle=True))
            y += (CARD + 3) * max(1, -(-len(words) // PER_ROW)) + 2
    for _, event in view.events:
        if event.verb == "round":
            line = say("Round {n}, {player} leads", n=event.words[0], player=called(event.words[2]))
            shapes.append(pen.Said(0, y + 12, tell(line), 8))
    return tuple(shapes)


PER_ROW = 12
NOTE = say(
    "A 1 brings a performer of the line on stage, a 4 takes one off, a 7 swaps two. The suit with "
    "most blossoms on stage is trump. Who wins a trick claims a performer of the suit of the card."
)


def blanks(record: Record) -> Iterator[Blank]:
    """Yield what is asked about a board within a round."""
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


LOOK = Look(board, told_board, region, strip, drawn, NOTE, blanks)

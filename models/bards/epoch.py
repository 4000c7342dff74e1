"""An epoch: one player's deck from one shuffle to the next, as the others see it.

A deck is shuffled when it is empty. At that moment every card that is not face down is open, so
whoever counts along knows the hand. Earlier draws therefore tell nothing about later ones, and only
the time since the last shuffle has to be looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..core import Record
from ..event import Event
from ..replacing import changed
from .cards import Card
from .state import State, Step


@dataclass(frozen=True)
class Left:
    """Cards that were shown in `line`, and so left the hand, or the deck (`off_deck`)."""

    line: int
    event: Event
    cards: tuple[Card, ...]
    off_deck: bool


@dataclass
class Epoch:
    """What happened to a deck since it was shuffled in `line`.

    `kept` was the hand at that moment, `deck` the new deck. `draws` are (line, number of cards),
    `explored` the lines in which the top card was looked at, `staged` those of choices for the
    stage. `ended` is the hand at the next shuffle, None for the current epoch.
    """

    player: str
    line: int
    kept: tuple[Card, ...]
    deck: tuple[Card, ...]
    draws: list[tuple[int, int]] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    explored: list[int] = field(default_factory=list)
    staged: list[int] = field(default_factory=list)
    ended: tuple[Card, ...] | None = None
    told: bool = False
    """Whether the epoch begins with a board as it stands; `kept` cards are then surely in hand."""

    @property
    def surely(self) -> tuple[Card, ...]:
        """The cards that everybody knows to be in the hand since the epoch began.

        Empty if a card that was shown may have been another copy.
        """
        shown = [card for left in self.left if not left.off_deck for card in left.cards]
        if set(shown) & set(self.kept) & set(self.deck):
            return ()
        return tuple(sorted((Counter(self.kept) - Counter(shown)).elements()))


@dataclass(frozen=True)
class _Folded:
    """What the lines of `view` have come to: the epochs, and the lines of a board that stands."""

    view: Record
    found: dict[str, list[Epoch]]
    board: dict[tuple[str, tuple[str, ...]], tuple[int, Event]]

    def leads_to(self, view: Record) -> bool:
        """Tell whether `view` begins as this view is."""
        own = self.view
        same = own.game is view.game and own.viewer == view.viewer and own.setup == view.setup
        return same and view.lines[: len(own.lines)] == own.lines


_lately: tuple[_Folded, ...] = ()
"""The views looked at last, that of each seat once: a line more is taken in without the others."""
SEATS = 8
"""How many of them are kept."""


def epochs(view: Record) -> dict[str, list[Epoch]]:
    """Return the epochs of every player's deck, the current one last."""
    global _lately
    last = next((each for each in _lately if each.leads_to(view)), None)
    folded = _taken_on(last or _blank(view), view)
    _lately = (folded, *(each for each in _lately if each is not last))[:SEATS]
    return folded.found


def _blank(view: Record) -> _Folded:
    return _Folded(view.blank(), {player: [] for player in view.setup.players}, {})


def _taken_on(folded: _Folded, view: Record) -> _Folded:
    """Return what `view` comes to, which begins as `folded`."""
    found = {player: _copied(past) for player, past in folded.found.items()}
    board, now = dict(folded.board), folded.view
    for line in view.lines[len(now.lines) :]:
        event, before = line.event, now.state
        now = now.moved(event)
        if event is None:
            continue
        if before.step is Step.POSITION:
            board[event.verb, event.words] = line.number, event
        if event.verb == "round":
            found = {player: [_begun(player, line.number, board, now.state)] for player in found}
        for player in view.setup.players:
            _take_in(found[player], player, line.number, event, before, now.state)
    return _Folded(changed(now, lines=view.lines), found, board)


def _copied(past: list[Epoch]) -> list[Epoch]:
    """Return epochs of which the current one can grow without those given."""
    if not past:
        return []
    *over, now = past
    left, staged = list(now.left), list(now.staged)
    draws, explored = list(now.draws), list(now.explored)
    return [*over, changed(now, draws=draws, left=left, explored=explored, staged=staged)]


def _begun(
    player: str,
    round: int,
    board: Mapping[tuple[str, tuple[str, ...]], tuple[int, Event]],
    state: State,
) -> Epoch:
    """Return the epoch that begins with a board as it stands: the hand counts as drawn then."""
    holds, held = board.get(("holds", (player,)), (round, Event("holds")))
    kept, hand = held.outcome, board.get(("hand", (player,)))
    deck = Counter(state.troupes[player].face_down) - Counter(kept)
    epoch = Epoch(player, holds, kept, tuple(sorted(deck.elements())), told=True)
    if hand:
        epoch.draws.append((hand[0], len(hand[1].outcome) - len(kept)))
    if ("explored", (player,)) in board:
        epoch.explored.append(board["explored", (player,)][0])
    return epoch


def _take_in(
    found: list[Epoch], player: str, line: int, event: Event, before: State, after: State
) -> None:
    then, now = before.troupes[player], after.troupes[player]
    if event.verb == "leader" and event.words == (player,):
        found.append(Epoch(player, line, (), now.cards))
    if not found:
        return
    epoch = found[-1]
    if event.actor == player and event.verb == "reshuffles":
        epoch.ended = then.face_down
        found.append(Epoch(player, line, then.face_down, then.discard))
        return
    if event.actor != player:
        return
    moved = now.discard is not then.discard or now.stage is not then.stage
    moved = moved or now.cards is not then.cards
    if moved and (gone := _gone(then.face_down, now.face_down)):
        duty = before.duties[0].verb if before.duties else ""
        off_deck = event.verb == "gathers" or duty == "returns"
        epoch.left.append(Left(line, event, gone, off_deck))
    match event.verb:
        case "draws":
            epoch.draws.append((line, len(event.outcome)))
        case "explores":
            epoch.explored.append(line)
        case "stages":
            epoch.staged.append(line)


def _gone(before: tuple[Card, ...], after: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted((Counter(before) - Counter(after)).elements()))


def drawn(epoch: Epoch, ending: tuple[Card, ...]) -> dict[int, tuple[Card, ...]]:
    """Return draws of `epoch`, by line, that explain all cards shown and leave `ending` in hand.

    The cards that are needed first are drawn first (earliest deadline first): if any draws explain
    the record, these do.
    """
    deck = Counter(epoch.deck)
    kept = Counter(epoch.kept)
    deck.subtract(card for left in epoch.left if left.off_deck for card in left.cards)
    needed: list[Card] = []
    for left in epoch.left:
        if not left.off_deck:
            needed += _beyond(kept, left.cards)
    needed += _beyond(kept, ending)
    dealt: dict[int, tuple[Card, ...]] = {}
    for line, size in epoch.draws:
        dealt[line] = tuple(sorted(needed[:size]))
        needed = needed[size:]
    return dealt


def _beyond(kept: Counter[Card], cards: tuple[Card, ...]) -> Iterator[Card]:
    """Yield the `cards` that had to be drawn; the others are taken out of `kept`."""
    for card in cards:
        if kept[card]:
            kept[card] -= 1
        else:
            yield card

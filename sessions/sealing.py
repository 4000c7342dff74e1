"""Sealing: what several choose in secret counts as chosen at the same time.

A sealed choice is saved beside the record as it comes. When all are in, they are written in the
order of the game, so that neither who was first nor how long it took shows in anything that comes
after. With real pieces, what each player draws alone is told in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..models.core import TABLE, Draw, Event, TableError, Turn, View, turn
from ..models.record import read_words, write_event
from .fixing import automatic
from .gate import allowed
from .ledger import Ledger
from .play import Play


class Sealing:
    """The sealed choices of one game.

    `together` are the players who choose at the same time now, each with the view in which they
    choose, in the order of their lines; empty if choices are open. `events` are the sealed choices.
    `asked_again` are the players whose sealed choice was impossible, until they choose anew.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._at = ""
        self.together: Mapping[str, View] = {}
        self.events: dict[str, Event] = {}
        self.asked_again: frozenset[str] = frozenset()

    def look_again(self, play: Play, at: str) -> None:
        """Find who chooses together now; at a new place `at` of the game, older seals are dropped.

        Choices that were sealed at this place before the game was left are sealed again.
        """
        self.together = dict(_together(play))
        if at != self._at:
            self._at, self.events, self.asked_again = at, {}, frozenset()
            for player, kept in self._ledger.kept("sealed ").items():
                self._seal_again(player, kept)

    def _seal_again(self, player: str, kept: str) -> None:
        """Restore what `player` sealed before the game was left; ask again if it is impossible.

        An earlier version of the program may have sealed what is no move.
        """
        at, _, line = kept.partition(" ")
        if at != self._at or player not in self.together:
            self.open(player)
            return
        try:
            self.events[player] = _unsealed(self.together[player], line)
        except TableError:
            self.ask_again(player)

    def seal(self, player: str, event: Event) -> None:
        """Seal the choice of `player`."""
        line = write_event(self.together[player], event)
        self._ledger.keep_apart(f"sealed {player}", f"{self._at} {line}")
        self.events[player] = event
        self.asked_again -= {player}

    def open(self, player: str) -> None:
        """Drop the sealed choice of `player`."""
        self._ledger.keep_apart(f"sealed {player}", None)
        self.events.pop(player, None)
        self.asked_again -= {player}

    def ask_again(self, player: str) -> None:
        """Drop the sealed choice of `player`, which is impossible, and tell them."""
        self.open(player)
        self.asked_again |= {player}

    def line(self, player: str) -> str:
        """Return the line that `player` has sealed, empty for none."""
        event = self.events.get(player)
        return "" if event is None else write_event(self.together[player], event)


def _unsealed(own: View, line: str) -> Event:
    """Return the event sealed as `line`, a choice or a draw; raises TableError."""
    if isinstance(turn(own), tuple):
        return allowed(own, read_words(own, line, outcome=False))
    event = read_words(own, line)
    own.moved(event)
    return event


def asked_in_secret(table: View, coming: Turn) -> Sequence[tuple[str, Event]]:
    """Return the `coming` lines by the player who alone knows which it is.

    Empty if others know too.
    """
    if isinstance(coming, tuple):
        acting = [(event.actor, event) for event in coming if event.actor]
        return acting if all(table.is_blind(event) for _, event in acting) else ()
    drawn, seers = automatic(table), table.seers(coming.event) or ()
    return [(seer, drawn) for seer in seers] if drawn is not None and len(seers) == 1 else ()


def _together(play: Play) -> Iterator[tuple[str, View]]:
    """Yield who chooses in secret now, each with the view in which they choose.

    They come in the order of their lines. If the rules ask one after the other, the earlier lines
    show the others nothing of the choice: so later players can be asked as if those lines were
    written. With real pieces, what each draws alone is told in the same way.
    """
    table, coming, verbs = play.view(TABLE), play.coming(), set[str]()
    before: list[Event] = []
    seen: set[str] = set()
    while True:
        asked = asked_in_secret(table, coming)
        kinds = {event.verb for _, event in asked}
        acting = {player for player, _ in asked} - seen
        free = [player for player in table.setup.players if player in acting]
        if not free or (verbs and kinds != verbs):
            return
        player, verbs = free[0], kinds
        view = play.view(player)
        for line in before:
            view = view.plus(line)
        due = turn(view)
        if not isinstance(due, Draw) or due.size:  # else it is only what they know lies on top
            yield player, view
        shown = {table.shown(event) for who, event in asked if who == player}
        if len(shown) != 1:  # what comes next depends on what is chosen
            return
        seen.add(player)
        before.append(*shown)
        table = table.plus(before[-1])
        coming = turn(table)

"""`play`: the program deals, people pass the laptop, and nobody sees another's hand.

Between two seats the screen shows only what everybody knows, until the next player is alone with
it. Who goes first where the rules leave it open is for the players to say. What was revealed
cannot be taken back; a secret choice can, as long as no line follows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...models.core import TABLE, BadNotation, Event, Record, TableError, View, turn, view
from ...models.grammar import one_of
from ...models.match import Match
from ...models.record import write_event
from ...models.words import Words, listed, say
from ...solver.coach import Bot, choices
from ...solver.deal import SEAL
from ...solver.driver import acted, bot_event, overdue
from ..console import print_lines, print_words
from ..language import tell
from ..views import show_board
from ..views.names import called
from .ledger import Ledger
from .lines import move_of, offered_moves
from .questions import Desk, Hints, Question
from .terminal import Terminal

NEWS = 3
"""Lines told of what happened since a viewer last looked; `lines` shows them all."""


class Play:
    """One game at one laptop; `bots` play for those seats that are not people."""

    def __init__(self, ledger: Ledger, bots: Mapping[str, Bot], terminal: Terminal) -> None:
        self.ledger = ledger
        self.bots = bots
        self.terminal = terminal
        self.people = tuple(p for p in ledger.record.setup.players if p not in bots)
        self._save(ledger.record)
        self._seen = dict.fromkeys((TABLE, *self.people), self.record.last)
        self._hints = {viewer: Hints() for viewer in self._seen}
        self._seal = self.record.tag(SEAL)
        """What the deal is sealed with, until somebody has been told."""

    @property
    def record(self) -> Record:
        """The whole record; only what a seat sees of it is ever shown."""
        return self.ledger.record

    def run(self) -> None:
        """Play until the game is over; raises Left when the people leave before."""
        while isinstance(coming := turn(self.record), tuple) and coming:
            self._go_on(coming)

    def _go_on(self, coming: Sequence[Event]) -> None:
        """Let one of the players who are free to act do so."""
        free = tuple(dict.fromkeys(event.actor for event in coming if event.actor))
        bots = [player for player in free if player in self.bots]
        blind = all(self._is_blind(event) for event in coming if event.actor)
        if bots and (blind or len(bots) == len(free)):
            return self._bot_acts(bots)
        player = self._next(free[:1] if blind else free)
        while player is not None and player not in self.bots:
            player = self._seat(player, free)
        if player is not None:
            self._bot_acts([player])

    def _is_blind(self, event: Event) -> bool:
        """Tell whether only the actor sees which choice this is: then no order can matter."""
        return self.record.is_blind(event)

    def _bot_acts(self, free: Sequence[str]) -> None:
        asked = {player: self.bots[player] for player in free} if self.people else self.bots
        event = bot_event(Match.of(self.record, asked), asked, self.ledger.chance())
        if event is not None:
            self._save(acted(self.record, event))

    def _save(self, record: Record) -> None:
        self.ledger.keep(self.ledger.dealt(record))

    # between the seats: what everybody knows

    def _next(self, free: Sequence[str]) -> str | None:
        """Return who of `free` goes next; None if the game has gone on meanwhile."""
        if len(self.people) == 1:
            return next((player for player in free if player in self.people), free[0])
        self._show(TABLE)
        if len(free) == 1:
            return free[0]
        return self._ask_who(free)

    def _ask_who(self, free: Sequence[str]) -> str | None:
        names = listed(map(called, free))
        text = self._ask(say("Who goes next ({names})? ", names=names), free)
        while text is not None:
            player = _named(free, text)
            if player is not None:
                return player
            mover = _named([each for each in free if each in self.people], text.split(" ")[0])
            if mover is not None and self._move(mover, text):
                return None
            if mover is None:
                print_words(say("Type one of these names: {names}", names=names))
            text = self._ask(say("Who goes next ({names})? ", names=names), free)
        return None

    def _is_alone(self, player: str) -> bool:
        """Wait until only `player` looks; False if the game has changed meanwhile."""
        if not self.terminal.live or len(self.people) == 1:
            return True
        cover = say(
            "Pass the laptop to {player}. {player}, press Enter when only you look: ",
            player=called(player),
        )
        while text := self._ask(cover):
            print_words(say("Only Enter opens the hand of {player}.", player=called(player)))
        return text is not None

    def _ask(self, question: Words, offered: Sequence[str] = ()) -> str | None:
        """Ask everybody; None if the game has changed by what was typed."""
        undo = Question(say("undo"), say("take back a secret choice"), self._undo)
        desk = Desk(self.terminal, view(self.record, TABLE), self._hints[TABLE], more=[undo])
        return desk.ask_once(question, lambda begun: () if begun else offered)

    def _undo(self, _: str) -> None:
        last = self.record.lines[-1]
        if last.event is None or not self._is_blind(last.event):
            print_words(say("What was revealed cannot be taken back."))
        elif last.event.actor not in self.people:
            print_words(say("The last choice was a bot's."))
        else:
            self.ledger.keep(self.record.with_lines(self.record.lines[:-1]))
            print_words(say("{player} chooses again.", player=called(last.event.actor)))

    # at a seat: what its player sees

    def _seat(self, player: str, free: Sequence[str]) -> str | None:
        """Let `player` make a move, or return who of `free` is to go first."""
        if not self._is_alone(player):
            return None
        self._show(player)
        own = view(self.record, player)
        coming = (*choices(own), *overdue(own))
        self._tell_moves(own, coming)
        others = tuple(each for each in free if each != player)
        if others and len(self.people) == 1:
            print_words(say("A name lets that player go first: {names}", names=listed(others)))
        desk = Desk(self.terminal, own, self._hints[player], coming)

        def offer(begun: str) -> Sequence[str]:
            return (*offered_moves(own, coming, begun), *(() if begun else others))

        while True:
            text = desk.ask(say("{player}, a move or help: ", player=called(player)), offer)
            other = _named(others, text)
            if other is not None:
                self._show(TABLE)
                return other
            if text and self._move(player, text):
                return None

    def _tell_moves(self, own: View, coming: Sequence[Event]) -> None:
        """Tell what can be done, with one example of each kind."""
        kinds = {event.verb: event for event in reversed(coming)}
        for event in reversed(kinds.values()):
            example = write_event(own.game, event).removeprefix(f"{own.viewer} ")
            about = own.game.verbs[event.verb].about
            print_words(say("{example}: {about}", example=example, about=about))

    def _move(self, player: str, text: str) -> bool:
        """Make the move that `player` typed; tell whether it was made."""
        own = view(self.record, player)
        try:
            event = move_of(own, (*choices(own), *overdue(own)), text)
            after = acted(self.record, event)
        except BadNotation as error:
            print_words(error.words)
            return False
        except TableError as error:
            print_words(error.told)
            return False
        if event.actor != player and not self._agreed(event):
            return False
        self._save(after)
        return True

    def _agreed(self, event: Event) -> bool:
        """Ask whether the whole table wants `event`."""
        if not self.terminal.live:
            return True
        line = write_event(self.record.game, event)
        answer = self.terminal.ask(tell(say("{line}: is everybody sure (yes/no)? ", line=line)))
        return answer.casefold() in ("yes", tell(say("yes")))

    # pages

    def _show(self, viewer: str) -> None:
        """Turn to a new page: the table as `viewer` sees it, and what is new there."""
        self.terminal.turn_page()
        own = view(self.record, viewer)
        show_board(own)
        print_lines(own, self._news(own))
        if self._seal is not None:
            print_words(say("Sealed deal: {seal}", seal=self._seal))
            self._seal = None
        self._seen[viewer] = own.last

    def _news(self, own: View) -> list[int]:
        return [number for number, _ in own.events if number > self._seen[own.viewer]][-NEWS:]


def _named(players: Sequence[str], text: str) -> str | None:
    """Return the player whose name is typed, with `_` or a space in it."""
    return one_of(tuple(players)).read("_".join(text.split()))

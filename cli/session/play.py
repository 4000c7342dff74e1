"""`play`: the program deals, people pass the laptop, and nobody sees another's hand.

Between two seats the screen shows only what everybody knows, until the next player is alone with
it. Who goes first where the rules leave it open is for the players to say. What was revealed
cannot be taken back; a secret choice can, as long as no line follows it.

What a typed line is answered depends on what its typist sees alone: it is read in that view, and
held to the rules as far as that view tells. Only then is it made in the whole record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...models.core import TABLE, BadNotation, Event, Record, TableError, View, turn
from ...models.grammar import one_of
from ...models.match import Match
from ...models.record import write_event
from ...models.words import Words, listed, say
from ...solver.play.coach import Bot, choices
from ...solver.play.deal import SEAL
from ...solver.play.driver import acted, bot_event, overdue
from ..console import print_lines, print_words
from ..language import tell
from ..views import show_board
from ..views.names import called
from .ledger import Ledger
from .lines import move_of, offered_moves, public_move
from .questions import Desk, Hints, Question
from .survival import Survival
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
        self._match = Match.of(ledger.record, (TABLE, *ledger.record.setup.players))
        self._save(ledger.record)
        self._seen = dict.fromkeys((TABLE, *self.people), self.record.last)
        self._hints = {viewer: Hints() for viewer in self._seen}
        self._seal = self.record.tag(SEAL)
        """What the deal is sealed with, until somebody has been told."""
        self._faults: list[Words] = []
        """What is still to be told when a page has been turned."""

    @property
    def record(self) -> Record:
        """The whole record; only what a seat sees of it is ever shown."""
        return self.ledger.record

    def _match_now(self) -> Match:
        """Return the record and all views of it, which go on line by line with it."""
        self._match = self._match.at(self.record)
        return self._match

    def _view(self, viewer: str) -> View:
        return self._match_now().views[viewer]

    def run(self) -> None:
        """Play until the game is over; raises Left when the people leave before."""
        survival = Survival(self.terminal, self._faults.append)
        while coming := self._coming():
            with survival:
                self._go_on(coming)

    def _coming(self) -> tuple[Event, ...]:
        """Return what can come next, as all see it: who is free to act is no secret."""
        coming = turn(self._view(TABLE))
        return coming if isinstance(coming, tuple) else ()

    def _go_on(self, coming: Sequence[Event]) -> None:
        """Let one of the players who are free to act do so."""
        free = tuple(dict.fromkeys(event.actor for event in coming if event.actor))
        bots = [player for player in free if player in self.bots]
        blind = all(self._is_blind(event) for event in coming if event.actor)
        if bots and (blind or len(bots) == len(free)):
            return self._bot_acts(bots)
        player, line = self._next(free[:1] if blind else free)
        while player is not None and player not in self.bots:
            player = self._seat(player, free, line)
            line = ""
        if player is not None:
            self._bot_acts([player])

    def _is_blind(self, event: Event) -> bool:
        """Tell whether only the actor sees which choice this is: then no order can matter."""
        return self.record.is_blind(event)

    def _bot_acts(self, free: Sequence[str]) -> None:
        asked = {player: self.bots[player] for player in free} if self.people else self.bots
        event = bot_event(self._match_now(), asked, self.ledger.chance())
        if event is not None:
            self._save(acted(self.record, event))

    def _save(self, record: Record) -> None:
        self.ledger.keep(self.ledger.dealt(record))

    # between the seats: what everybody knows

    def _next(self, free: Sequence[str]) -> tuple[str | None, str]:
        """Return who of `free` goes next, and what they have typed for their seat already.

        None if the game has gone on meanwhile.
        """
        if len(self.people) == 1:
            return next((player for player in free if player in self.people), free[0]), ""
        self._show(TABLE)
        if len(free) == 1:
            return free[0], ""
        return self._ask_who(free)

    def _ask_who(self, free: Sequence[str]) -> tuple[str | None, str]:
        names = listed(map(called, free))
        asked = say("Who goes next ({names})? ", names=names)
        while (text := self._ask(asked, free)) is not None:
            player = _named(free, text)
            if player is not None:
                return player, ""
            name, _, rest = text.partition(" ")
            player = _named([each for each in free if each in self.people], name)
            if player is None:
                print_words(say("Type one of these names: {names}", names=names))
                continue
            event = public_move(self._view(TABLE), player, text)
            if event is None:
                print_words(say("{player}: at your seat", player=called(player)))
                return player, rest.strip()
            if self._make(player, event):
                break
        return None, ""

    def _is_alone(self, player: str) -> bool:
        """Wait until only `player` looks; False if the game has changed meanwhile."""
        if not self._is_covered:
            return True
        cover = say(
            "Pass the laptop to {player}. {player}, press Enter when only you look: ",
            player=called(player),
        )
        while text := self._ask_at_rest(cover):
            print_words(say("Only Enter opens the hand of {player}.", player=called(player)))
        return text is not None

    @property
    def _is_covered(self) -> bool:
        """Whether there are several people whose seats are hidden from each other."""
        return self.terminal.live and len(self.people) > 1

    def _ask_at_rest(self, question: Words) -> str | None:
        """Ask everybody, once nobody types any more: no key meant for before opens a hand."""
        self.terminal.rest()
        return self._ask(question)

    def _ask(self, question: Words, offered: Sequence[str] = ()) -> str | None:
        """Ask everybody; None if the game has changed by what was typed."""
        undo = Question(say("undo"), say("take back a secret choice"), self._undo)
        desk = Desk(self.terminal, self._view(TABLE), self._hints[TABLE], more=[undo])
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

    def _seat(self, player: str, free: Sequence[str], line: str = "") -> str | None:
        """Let `player` make a move, or return who of `free` is to go first.

        `line` is what was typed for this seat before it was open.
        """
        if not self._is_alone(player):
            return None
        self._show(player)
        own = self._view(player)
        coming = (*choices(own), *overdue(own))
        self._tell_moves(own, coming)
        others = tuple(each for each in free if each != player)
        if others and len(self.people) == 1:
            print_words(say("A name lets that player go first: {names}", names=listed(others)))
        desk = Desk(self.terminal, own, self._hints[player], coming)

        def offer(begun: str) -> Sequence[str]:
            return (*offered_moves(own, coming, begun), *(() if begun else others))

        asked = say("{player}, a move or help: ", player=called(player))
        self._forget()
        if line:
            print(f"{tell(asked)}{line}")
        while not (line and self._move(player, line)):
            line = desk.ask(asked, offer)
            other = _named(others, line)
            if other is not None:
                self._forget()
                self._show(TABLE)
                return other
        self._forget()
        return None

    def _forget(self) -> None:
        """Leave nothing typed at one seat for whoever comes next."""
        if self._is_covered:
            self.terminal.forget()

    def _tell_moves(self, own: View, coming: Sequence[Event]) -> None:
        """Tell what can be done, with one example of each kind."""
        kinds = {event.verb: event for event in reversed(coming)}
        for event in reversed(kinds.values()):
            example = write_event(own.game, event).removeprefix(f"{own.viewer} ")
            about = own.game.verbs[event.verb].about
            print_words(say("{example}: {about}", example=example, about=about))

    def _move(self, player: str, text: str) -> bool:
        """Make the move that `player` typed; tell whether it was made."""
        with Survival(self.terminal):
            event = self._judged(player, text)
            return event is not None and self._make(player, event)
        return False

    def _judged(self, player: str, text: str) -> Event | None:
        """Return the move that `player` typed, if it can be made as far as that player knows."""
        own = self._view(player)
        try:
            event = move_of(own, (*choices(own), *overdue(own)), text)
            acted(own, event)
        except BadNotation as error:
            print_words(error.words)
            return None
        except TableError as error:
            print_words(error.told)
            return None
        return event

    def _make(self, player: str, event: Event) -> bool:
        """Make a legal move of `player`, unless it is everybody's and they do not agree."""
        if event.actor != player and not self._agreed(event):
            return False
        self._save(acted(self.record, event))
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
        own = self._view(viewer)
        show_board(own)
        print_lines(own, self._news(own))
        if self._seal is not None:
            print_words(say("Sealed deal: {seal}", seal=self._seal))
            self._seal = None
        while self._faults:
            print_words(self._faults.pop(0))
        self._seen[viewer] = own.last

    def _news(self, own: View) -> list[int]:
        return [number for number, _ in own.events if number > self._seen[own.viewer]][-NEWS:]


def _named(players: Sequence[str], text: str) -> str | None:
    """Return the player whose name is typed, with `_` or a space in it."""
    return one_of(tuple(players)).read("_".join(text.split()))

"""`play`: the program deals, people pass the laptop, and nobody sees another's hand.

Between two seats the screen shows only what everybody knows, until the next player is alone with
it. Who goes first where the rules leave it open is for the players to say. What was revealed
cannot be taken back; a secret choice can, as long as no line follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...models.core import TABLE, Event
from ...models.grammar import one_of
from ...models.record import write_event
from ...models.words import Words, listed, say, say_n
from ...sessions.answers import Refused
from ...sessions.lines import offered_moves
from ...sessions.play import (
    Asked,
    BotsAct,
    Goes,
    Made,
    NeedsAll,
    NeedsSure,
    Over,
    Play,
    Seat,
    Wanted,
    WhoGoesNext,
)
from ...solver.play.deal import SEAL
from ..console import print_lines, print_words
from ..language import tell
from ..views import show_board
from ..views.names import called
from .questions import Desk, Question
from .survival import Survival
from .terminal import Terminal

Done = Goes | Made
NEWS = 3
"""Lines told of what happened since a viewer last looked; `lines` shows them all."""


class PlaySession:
    """One game at one laptop."""

    def __init__(self, play: Play, terminal: Terminal) -> None:
        self._play = play
        self._terminal = terminal
        self._seal = play.record.tag(SEAL)
        """What the deal is sealed with, until somebody has been told."""
        self._faults: list[Words] = []
        """What is still to be told when a page has been turned."""

    def run(self) -> None:
        """Play until the game is over; raises Left when the people leave before."""
        survival = Survival(self._terminal, self._faults.append)
        while not isinstance(asked := self._play.asked(), Over):
            with survival:
                self._go_on(asked)

    def _go_on(self, asked: Asked) -> None:
        """Let one of the players who are free to act do so."""
        if len(self._play.people) > 1 and not isinstance(asked, BotsAct):
            self._show(TABLE)
        following: Asked | None = asked
        while following is not None:
            match following:
                case Over():
                    return
                case BotsAct():
                    self._play.act(following)
                    return
                case WhoGoesNext():
                    following = self._ask_who(following)
                case Seat():
                    following = self._seat(following)

    # between the seats: what everybody knows

    def _ask_who(self, asked: WhoGoesNext) -> Goes | None:
        """Return who goes next, None if the game has gone on meanwhile."""
        question = say("Who goes next ({names})? ", names=listed(map(called, asked.free)))
        while (text := self._ask(question, asked.free)) is not None:
            match self._play.between(asked, text):
                case Refused(words):
                    print_words(words)
                case Made():
                    return None
                case BotsAct() as bot:
                    return bot
                case Seat() as seat:
                    if seat.line:
                        print_words(say("{player}: at your seat", player=called(seat.player)))
                    return seat
        return None

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
        return self._terminal.live and len(self._play.people) > 1

    def _ask_at_rest(self, question: Words) -> str | None:
        """Ask everybody, once nobody types any more: no key meant for before opens a hand."""
        self._terminal.rest()
        return self._ask(question)

    def _ask(self, question: Words, offered: Sequence[str] = ()) -> str | None:
        """Ask everybody; None if the game has changed by what was typed."""
        undo = Question(say("undo"), say("take back a secret choice"), self._undo)
        more = [undo, *self._corrections()]
        hints = self._play.hints[TABLE]
        desk = Desk(self._terminal, self._play.view(TABLE), hints, more=more)
        return desk.ask_once(question, lambda begun: () if begun else offered)

    def _undo(self, _: str) -> None:
        match self._play.undo():
            case Refused(words):
                print_words(words)
            case again:
                print_words(say("{player} chooses again.", player=called(again.player)))

    def _corrections(self) -> list[Question]:
        about = say("ask the others to take back the last choice, or that of NAME")
        return [
            Question(say("fix"), say("correct a choice nobody has seen: fix NAME"), self._fix),
            Question(say("takeback"), about, self._takeback),
        ]

    def _fix(self, name: str) -> None:
        """Let a player choose again, alone, what nobody else has seen."""
        last = self._play.record.lines[-1].event
        typed = one_of(self._play.people).read("_".join(name.split()))
        player = typed or (last.actor if last is not None and not name else "")
        before = self._play.before(player) if player in self._play.people else None
        if before is None:
            print_words(say("There is no choice of theirs that nobody else has seen."))
            return
        if self._is_covered:
            self._show(TABLE)
        if not self._is_alone(player):
            return
        self._terminal.turn_page()
        show_board(before)
        question = say("{player}, instead of your last choice: ", player=called(player))
        text = Desk(self._terminal, before, self._play.hints[player]).ask(question)
        answer = self._play.fix(player, text) if text else None
        self._forget()
        self._show(TABLE)
        match answer:
            case Refused(words):
                print_words(words)
            case Made():
                print_words(say("The choice of {player} is corrected.", player=called(player)))
            case None:
                print_words(say("Nothing was changed."))

    def _takeback(self, name: str) -> None:
        """Ask all others whether a choice may be taken back."""
        match self._play.takeback(name):
            case Refused(words):
                print_words(words)
            case wanted:
                if self._terminal.live and len(self._play.people) > 1:
                    self._show(TABLE)
                for other in wanted.asked:
                    if not self._is_granted(wanted, other):
                        name = called(other)
                        self._faults.append(say("{player} says no: play goes on.", player=name))
                        return
                again = self._play.granted(wanted)
                self._faults.append(say("{player} chooses again.", player=called(again.player)))

    def _is_granted(self, wanted: Wanted, other: str) -> bool:
        count = len([line for line in wanted.gone if line.event is not None])
        question = say_n(
            "{other}, may {player} take back {n} line (yes/no)? ",
            "{other}, may {player} take back {n} lines (yes/no)? ",
            count,
            other=called(other),
            player=called(wanted.player),
        )
        answer = self._terminal.ask(tell(question)).casefold()
        return answer in ("yes", tell(say("yes")).casefold())

    # at a seat: what its player sees

    def _seat(self, seat: Seat) -> Goes | None:
        """Let the player make a move, or return who is to go first."""
        player = seat.player
        if not self._is_alone(player):
            return None
        self._show(player)
        for words in self._play.examples(player):
            print_words(words)
        if seat.others and len(self._play.people) == 1:
            names = listed(seat.others)
            print_words(say("A name lets that player go first: {names}", names=names))
        own, coming = self._play.view(player), self._play.moves(player)
        more = self._corrections()
        desk = Desk(self._terminal, own, self._play.hints[player], coming, more)
        begun = self._play.record

        def offer(begun: str) -> Sequence[str]:
            return (*offered_moves(own, coming, begun), *(() if begun else seat.others))

        asked = say("{player}, a move or help: ", player=called(player))
        self._forget()
        answer: Done | None = None
        if seat.line:
            print(f"{tell(asked)}{seat.line}")
            answer = self._done(partial(self._play.move, player, seat.line))
        while answer is None:
            text = desk.ask_once(asked, offer)
            if text is not None:
                answer = self._done(partial(self._play.at_seat, seat, text))
            elif self._play.record is not begun or self._faults:
                self._forget()
                return None
        self._forget()
        if isinstance(answer, Made):
            return None
        self._show(TABLE)
        return answer

    def _done(self, answering: Callable[[], Done | NeedsAll | NeedsSure | Refused]) -> Done | None:
        """Return what a typed line did; None if nothing, and why is told."""
        with Survival(self._terminal):
            match answering():
                case Refused(words):
                    print_words(words)
                case NeedsAll(event):
                    asked = say("{line}: is everybody sure (yes/no)? ", line=self._line(event))
                    return self._play.make(event) if self._is_agreed(asked) else None
                case NeedsSure(event):
                    asked = say("{line}: only once; sure (yes/no)? ", line=self._line(event))
                    return self._play.make(event) if self._is_agreed(asked) else None
                case done:
                    return done
        return None

    def _forget(self) -> None:
        """Leave nothing typed at one seat for whoever comes next."""
        if self._is_covered:
            self._terminal.forget()

    def _line(self, event: Event) -> str:
        return write_event(self._play.record.game, event)

    def _is_agreed(self, question: Words) -> bool:
        """Ask whether something is really meant; a script means what it says."""
        if not self._terminal.live:
            return True
        return self._terminal.ask(tell(question)).casefold() in ("yes", tell(say("yes")))

    # pages

    def _show(self, viewer: str) -> None:
        """Turn to a new page: the table as `viewer` sees it, and what is new there."""
        self._terminal.turn_page()
        own = self._play.view(viewer)
        show_board(own)
        print_lines(own, self._play.news(viewer)[-NEWS:])
        if self._seal is not None:
            print_words(say("Sealed deal: {seal}", seal=self._seal))
            self._seal = None
        while self._faults:
            print_words(self._faults.pop(0))
        self._play.looked(viewer)

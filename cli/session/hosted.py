"""The laptop of a hosted game: what the table may do, and the seats that have no phone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

from ...models.core import TABLE, View
from ...models.record import write_event
from ...models.wording import player_named, worded
from ...models.words import Words, bare, listed, say, spellings
from ...sessions.answers import Accepted, Answer, Asks, Deferred, Refused, Stale
from ...sessions.bots import bot_called, bot_named, bots_called
from ...sessions.calls import calls_now
from ...sessions.drawn import told
from ...sessions.errors import Late
from ...sessions.hosting import CHOOSE_AGAIN, NO_BOTS, Hosting, Proposal
from ...sessions.lines import LEFT, offered_moves
from ...sessions.listener import Listener
from ...sessions.news import news, sentence
from ...sessions.pieces import Pieces, Question
from ...sessions.seats import WATCH, Seats
from ..console import print_columns, print_words
from ..language import speak_of, tell
from ..views.names import called
from ..views.told import print_calls, print_news
from .laptop import Laptop, print_rows
from .last_page import review_word
from .questions import LinePrompt, alone, undoing
from .questions import QuestionWord as Word
from .survival import ErrorBoundary
from .terminal import Terminal, agreed, meant

T = TypeVar("T")
TAKEBACK = say("takeback")
PAGES = {say("watch"): WATCH, say("table"): TABLE}
"""The pages that have an address, by the words for them."""
NOTHING = say("Nothing is proposed, and no line waits.")


class Hosted(Protocol):
    """An open table; use `hosting` and `seats` only within `do`.

    Questions that may need long thought go through `settled`.
    """

    @property
    def hosting(self) -> Hosting: ...

    @property
    def seats(self) -> Seats: ...

    def address(self, place: str) -> str | None: ...

    def addresses(self) -> Mapping[str, str]: ...

    def do(self, act: Callable[[], T]) -> T: ...

    def settled(self, ask: Callable[[], Answer | Deferred[Any]]) -> Answer: ...


class HostedSession:
    """The session at the laptop while phones play."""

    def __init__(self, table: Hosted, terminal: Terminal) -> None:
        speak_of(table.hosting.record)
        self._table = table
        self._terminal = terminal
        self._laptop = Laptop(terminal)
        self._say = self._laptop.say
        self._seen: dict[str, View] = {}
        self._shown = ("", "")
        """The keys of the line that waits and of the proposal, as they were last shown here."""

    def run(self) -> None:
        """Serve the laptop until the people leave it: raises Left."""
        survival = ErrorBoundary(self._terminal)
        self._show(TABLE)
        while True:
            with survival:
                try:
                    self._ask()
                except Late as late:
                    self._say(late.words)

    @property
    def _hosting(self) -> Hosting:
        return self._table.hosting

    @property
    def _pieces(self) -> Pieces:
        return self._table.hosting.pieces

    def _ask(self) -> None:
        own, listener = self._view(TABLE), self._hosting.listeners[TABLE]
        players = own.setup.players
        hints = self._hosting.hints(TABLE)
        desk = self._laptop.prompt(own, hints, more=self._words(), listener=listener)
        text = desk.ask_once(self._table.do(self._status), lambda begun: () if begun else players)
        if text is None:
            return
        player = self._named(text)
        if player is not None:
            self._seat(player)
        elif listener.asked is not None:
            self._note(desk, text)
        elif not text:
            self._show(TABLE)
            self._tell_proposed()
        elif self._still_asked() and (yes := meant(text)) is not None:
            self._answer(yes)
        else:
            self._note(desk, text)

    def _status(self) -> Words:
        """Return what the laptop is asked, as the game stands now."""
        hosting, asked = self._hosting, self._still_asked()
        proposal = hosting.proposal
        self._shown = self._pieces.key, "" if proposal is None else proposal.key
        asking, names = self._pieces.asking(TABLE), listed(map(called, asked))
        if hosting.tellings.clash is not None:
            return say("What was told clashes; once all have looked, open goes on, or help: ")
        if proposal is not None:
            return say(
                "Still asked: {names}; agree NAME for yes, decline for no, or help: ", names=names
            )
        if asking is not None:
            return say(
                "{player} has noted: {line}. Type the line as it was, decline to leave it out, or"
                " help: ",
                player=called(asking.noter),
                line=self._in_words(asking.line),
            )
        if asked:
            return say(
                "Noted: {line}. Still asked: {names}; agree NAME opens that seat for the answer,"
                " decline leaves it out, or help: ",
                line=self._in_words(self._pieces.waiting()),
                names=names,
            )
        if hosting.over:
            return say("The game is over; help, or quit: ")
        awaited, again = hosting.awaited(), hosting.sealing.asked_again
        if again:
            names = listed(called(player) for player in awaited if player in again)
            return say("Asked again: {names}; a name opens that seat here, or help: ", names=names)
        names = listed(map(called, awaited))
        return say("Waiting for {names}; a name opens that seat here, or help: ", names=names)

    def _words(self) -> list[Word]:
        words = [
            alone(say("seats"), say("who sits where"), self._seats),
            Word(
                say("code"),
                say("the code of a seat, or of a page: code NAME, code watch, code table"),
                self._code,
            ),
            alone(say("watch"), None, partial(self._code, "watch")),
            alone(say("table"), None, partial(self._code, "table")),
            Word(say("unseat"), say("let another phone sit there: unseat NAME"), self._unseat),
            Word(TAKEBACK, say("ask all to take back the last of NAME"), self._takeback),
            Word(say("agree"), say("agree for somebody without a phone: agree NAME"), self._agree),
            alone(say("decline"), say("say no to what is proposed, or waits"), self._decline),
            *self._review(),
        ]
        if self._pieces.real:
            about = say("let a seat play without telling the hand, or tell it: silent NAME")
            none = say("with real pieces nobody is a bot")
            return [
                *words,
                *undoing(self._hosting.listeners[TABLE], self._view(TABLE), self._say),
                Word(say("silent"), about, self._silent),
                alone(say("open"), say("go on after what was told has clashed"), self._open),
                Word(say("bot"), none, lambda _: self._say(NO_BOTS)),
            ]
        return [
            *words,
            Word(say("bot"), say("let a bot take over a seat: bot NAME BOT"), self._bot),
            Word(say("human"), say("give a seat back to people: human NAME"), self._human),
        ]

    def _review(self) -> list[Word]:
        """Return the question for lessons, once the game is over."""
        hosting = self._hosting
        over, record = self._table.do(lambda: (hosting.over, hosting.record))
        people = [each for each in record.setup.players if each not in hosting.bots]
        return review_word(record, self._terminal, people) if over else []

    # what the table may do

    def _seats(self) -> None:
        def rows() -> list[Words]:
            hosting, found = self._hosting, []
            for player in hosting.players:
                how = say("free, or here at the laptop")
                if player in hosting.bots:
                    how = say("bot ({bot})", bot=bot_called(hosting.bots[player]))
                elif self._table.seats.is_taken(player):
                    how = say("at a phone")
                elif player in hosting.tellings.silent:
                    how = say("plays without telling the hand")
                found.append(say("{player}: {how}", player=called(player), how=how))
            return found

        told = self._table.do(rows)
        self._terminal.show(lambda: print_rows([tell(words) for words in told]))

    def _code(self, name: str) -> None:
        pages = (page for word, page in PAGES.items() if bare(name) in spellings(word, tell))
        place = self._named(name) or next(pages, None)
        if place == TABLE:
            self._table.do(lambda: self._table.seats.invite(TABLE))
        address = self._table.address(place) if place else None
        if address is None:
            self._say(say("There is no code for this: a phone sits there, or nobody is meant."))
            return

        def show() -> None:
            print(address)
            print_code(address or "")

        self._terminal.present(show)

    def _unseat(self, name: str) -> None:
        player = self._player(name)
        if player is not None and self._may_be_thrown_out(player):
            self._table.do(lambda: self._table.seats.unseat(player))
            self._say(say("Another phone can sit down as {player} now.", player=called(player)))

    def _may_be_thrown_out(self, player: str) -> bool:
        """Tell whether the seat of `player` has no phone, or people mean to take it away."""
        if not self._table.do(lambda: self._table.seats.is_taken(player)):
            return True
        asked = say(
            "A phone sits there as {player}; is its seat to be taken from it (yes/no)? ",
            player=called(player),
        )
        return agreed(self._terminal, asked)

    def _bot(self, text: str) -> None:
        name, _, bot = text.rpartition(" ")
        player, makers = self._player(name), self._pieces.makers
        if player is None:
            return
        found = bot_named(bot, makers, tell)
        if found is None:
            there = bots_called(makers)
            self._say(say("no bot '{bot}'; there are {bots}", bot=bot, bots=there))
        elif self._may_be_thrown_out(player):
            self._table.do(lambda: self._hosting.hand_over(player, found))

    def _human(self, name: str) -> None:
        player = self._player(name)
        if player is not None:
            self._table.do(lambda: self._hosting.hand_over(player, ""))

    def _silent(self, name: str) -> None:
        player, hosting = self._player(name), self._hosting
        if player is not None:
            silent = player not in hosting.tellings.silent
            self._table.do(lambda: hosting.pieces.be_silent(player, silent))

    def _open(self) -> None:
        self._table.do(self._pieces.open)

    def _takeback(self, name: str) -> None:
        player = self._player(name)
        if player is None:
            return
        answer = self._table.do(lambda: self._hosting.take_back(player, told=True))
        if isinstance(answer, Accepted):
            name = called(player)
            self._turn_back(
                say("What {player} chose or told is open again: nobody has seen it.", player=name)
            )
            return
        if not isinstance(answer, Asks):
            self._tell(answer)
            return
        self._tell_proposed()
        proposal = self._hosting.proposal
        if proposal is None or player in proposal.agreed or self._table.seats.is_taken(player):
            return
        question = say("{player}, do you grant it (yes/no)? ", player=called(player))
        if agreed(self._terminal, question):
            self._agree(player)
        else:
            self._decline()

    def _tell_proposed(self) -> None:
        """Print what all are asked to agree to, if anything is proposed."""
        hosting = self._hosting

        def found() -> tuple[Proposal, tuple[Words, ...]] | None:
            proposal = hosting.proposal
            if proposal is None:
                return None
            return proposal, () if proposal.wanted is None else hosting.losses(proposal.wanted)

        asked = self._table.do(found)
        if asked is None:
            return
        proposal, losses = asked
        self._shown = self._pieces.key, proposal.key
        if proposal.wanted is not None:
            self._laptop.tell_wanted(self._view(TABLE), proposal.wanted, losses)
        elif proposal.event is not None:
            line = sentence(self._hosting.record, proposal.event)
            self._say(say("{player} proposes: {line}", player=called(proposal.player), line=line))

    def _turn_back(self, words: Words) -> None:
        """Show the table as it is again, with `words` on what became of it."""
        self._laptop.notes.append(words)
        self._show(TABLE)

    def _agree(self, name: str) -> None:
        player, key = self._player(name), self._shown[1]
        if player is None or not self._is_here(player):
            return
        asked = self._still_asked()
        if self._hosting.proposal is None:
            self._seat(player) if player in asked else self._say_who(asked)
            return
        answer = self._table.do(lambda: self._hosting.agree(player, key))
        self._tell(answer)
        if isinstance(answer, Accepted) and self._hosting.proposal is None:
            self._turn_back(say("All have agreed."))

    def _still_asked(self) -> tuple[str, ...]:
        """Return who has still to answer what is proposed, or about a line that waits."""
        proposal, held = self._hosting.proposal, self._pieces.held
        if proposal is not None:
            return proposal.asked(self._hosting.people)
        return held.asked if held is not None else ()

    def _answer(self, yes: bool) -> None:
        """Take a yes or no to what is proposed, or waits: a yes needs a name if several are asked.

        The laptop itself says yes to what lies in the open.
        """
        asked = self._still_asked()
        if not yes:
            self._decline()
        elif TABLE in asked:
            self._settle(True)
        elif len(asked) == 1:
            self._agree(asked[0])
        else:
            self._say_who(asked)

    def _say_who(self, asked: Sequence[str]) -> None:
        """Say who can agree: those who are `asked`, if anybody is."""
        each = (say("{agree} {player}", agree=say("agree"), player=p) for p in asked if p != TABLE)
        ways = listed(each, " | ")
        self._say(say("Say who agrees: {ways}", ways=ways) if asked else NOTHING)

    def _settle(self, stands: bool) -> None:
        """Let the line that waits stand, or leave it out, as the laptop says."""
        key = self._shown[0]
        answer = self._table.settled(lambda: self._pieces.settle(TABLE, key, stands))
        self._tell(answer)
        if isinstance(answer, Accepted):
            self._turn_back(say("The line stands.")) if stands else self._say(LEFT)

    def _decline(self) -> None:
        key = self._shown[1]
        if self._hosting.proposal is None:
            self._settle(False) if self._still_asked() else self._say(NOTHING)
            return
        answer = self._table.do(lambda: self._hosting.decline(TABLE, key))
        self._tell(answer)
        if isinstance(answer, Accepted):
            self._say(say("Nothing was changed."))

    def _note(self, desk: LinePrompt, text: str) -> None:
        """Note a line that everybody has seen; where the program deals, only seats can move."""
        answer = self._table.settled(lambda: self._pieces.note(text))
        if isinstance(answer, Refused):
            desk.refuse(answer)
            return
        self._tell(answer)
        if isinstance(answer, Accepted):
            self._show(TABLE)

    # a seat without a phone

    def _is_here(self, player: str) -> bool:
        """Tell whether `player` sits at this laptop only; if not, say so."""
        taken = self._table.do(lambda: self._table.seats.is_taken(player))
        if taken:
            self._say(
                say("{player} sits at a phone; unseat lets them sit here.", player=called(player))
            )
        elif player in self._hosting.bots:
            self._say(say("A bot plays for {player}.", player=called(player)))
        return not taken and player not in self._hosting.bots

    def _seat(self, player: str) -> None:
        """Ask a player behind the cover, while they have something to choose."""
        if not self._is_here(player):
            return
        self._show(TABLE)
        self._laptop.is_alone(player, lambda cover: self._terminal.ask(tell(cover)))
        if not self._is_here(player):  # a phone has sat down there meanwhile
            return
        self._table.do(lambda: self._pieces.be_silent(player, False))
        try:
            if self._answer_note(player):
                self._tell_again(player)
                while self._at_seat(player) and self._is_here(player):
                    pass
        finally:
            self._terminal.forget()
            self._show(TABLE)

    def _answer_note(self, player: str) -> bool:
        """Ask whether a noted line was so; confirm it or leave it out, or return False to wait."""
        pieces = self._pieces
        key, asking = self._table.do(lambda: (pieces.key, pieces.asking(player)))
        if asking is None:
            return True
        line = self._in_words(asking.line)
        noted = say("{player} has noted: {line}", player=called(asking.noter), line=line)
        if asking.noter == TABLE:
            noted = say("At the laptop this was noted: {line}", line=line)
        told = [noted] if asking.words is None else [noted, asking.words]

        def show() -> None:
            for words in told:
                print_words(words)

        if asking.words is None or asking.may_stand:
            self._terminal.show(show)
            stands = self._was_so(player)
            if stands is None:
                return False
        else:
            self._terminal.present(show)
            stands = False
        answer = self._table.settled(lambda: pieces.settle(player, key, stands))
        self._tell_next(answer if stands or not isinstance(answer, Accepted) else Refused(LEFT))
        return True

    def _was_so(self, player: str) -> bool | None:
        """Return whether a player says that a noted line was so; None if it shall wait."""
        desk = self._laptop.prompt(self._view(player), self._hosting.hints(player))
        self._terminal.hold()
        while text := desk.ask(say("Was it so (yes/no)? Enter covers the hand. ")):
            if (answer := meant(text)) is not None:
                return answer
            self._say(say("Type yes or no."))
        return None

    def _tell_again(self, player: str) -> None:
        """Let a player tell again, once, what does not fit the open pieces."""
        pieces = self._pieces
        if not self._table.do(lambda: pieces.is_asked_alone(player)):
            return
        for telling in self._table.do(lambda: pieces.told_by(player)):
            if telling.again:
                self._say(say("What you have told does not fit what lies open: {line}",
                              line=self._in_words(telling.line)))  # fmt: skip
                line = self._terminal.ask(tell(say("The whole line anew; Enter leaves it: ")))
                if line:
                    number = telling.number
                    answer = self._table.do(partial(pieces.tell_again, player, number, line))
                    if isinstance(answer, Refused):  # only this player may know why
                        self._terminal.present(partial(print_words, answer.words))

    def _at_seat(self, player: str) -> bool:
        """Ask for one choice; return False once the player has left the seat."""
        question = self._question(player)
        own = self._view(player) if question is None else question.view
        self._show(player, own)
        if question is None or question.sealed:
            self._wait(own, "" if question is None else question.sealed)
            return False
        if player in self._table.do(lambda: self._hosting.sealing.asked_again):
            self._say(CHOOSE_AGAIN)
        answer = self._answer_of(question)
        if answer is None:
            return False
        self._terminal.hold()
        self._tell_next(answer)
        if isinstance(answer, Accepted):
            following = self._question(player)
            return following is not None and not following.sealed
        return not isinstance(answer, Asks)

    def _question(self, player: str) -> Question | None:
        return self._table.do(lambda: self._hosting.question(player))

    def _wait(self, own: View, sealed: str) -> None:
        """Take questions at a seat that has nothing to choose, or has `sealed` its choice."""
        if sealed:
            self._say(say("You have chosen: {line}", line=self._in_words(sealed)))
        prompt = say(
            "{player} has nothing to choose now; Enter covers the hand: ", player=called(own.viewer)
        )
        self._laptop.prompt(own, self._hosting.hints(own.viewer)).ask(prompt)

    def _answer_of(self, question: Question) -> Answer | None:
        """Ask the `question` of a seat until it is answered; None if the player leaves the seat."""
        own, listener = question.view, self._hosting.listeners[question.view.viewer]
        desk = self._desk(question, listener)
        prompt = self._prompt(question)
        while True:
            text = desk.ask(prompt, lambda begun: offered_moves(own, question.moves, begun, tell))
            if not text and (listener.asked is None or listener.begun is not None):
                return None  # what was told in part stays
            answer = self._answered(desk, question, text)
            if not isinstance(answer, Refused) or self._is_closed():
                return answer
            desk.refuse(answer)

    def _desk(self, question: Question, listener: Listener) -> LinePrompt:
        """Return the prompt of a seat; what is told of a draw can be taken back part by part."""
        own = question.view
        covered = say("Enter covers the hand; then {takeback} NAME asks all.", takeback=TAKEBACK)
        asides = [Word(TAKEBACK, None, lambda _: self._say(covered))]
        if question.draw is not None:
            asides += undoing(listener, own, self._say)
        hints = self._hosting.hints(own.viewer)
        return self._laptop.prompt(own, hints, question.moves, asides=asides, listener=listener)

    def _prompt(self, question: Question) -> Words:
        """Return what a seat is asked for, and show the pieces that a draw can be told with."""
        own, draw = question.view, question.draw
        if draw is None:
            name = called(own.viewer)
            return say("{player}, a move or help; Enter covers the hand: ", player=name)
        if draw.told:
            self._say(say("You have told: {line}", line=self._in_words(draw.told)))
        pieces = [tell(own.notation.sign(piece)) for piece, _ in draw.pieces]
        self._terminal.show(lambda: print_columns(pieces))
        line = self._in_words(draw.head)
        if not draw.size:
            return say("{line} what came of it; Enter covers the hand: ", line=line)
        return say("{line}: {n} of these; Enter covers the hand: ", line=line, n=draw.size)

    def _answered(self, desk: LinePrompt, question: Question, line: str) -> Answer:
        """Answer the question of a seat with `line`, typed at its `desk`.

        With real pieces, ask whether a line that broke a rule was played all the same.
        """
        hosting, player, key = self._hosting, question.view.viewer, question.key
        if question.draw is not None:
            listener = hosting.listeners[player]
            event = told(question.view, question.draw, line, tell, listener)
            if isinstance(event, Refused):
                return event
            line = write_event(question.view, event)
        answer = self._table.settled(lambda: hosting.choose(player, key, line, listed=desk.listed))
        if not isinstance(answer, Refused):
            return answer
        if not self._table.do(lambda: hosting.may_stand(player, line)):
            return answer
        self._say(answer.words)
        if not desk.agreed(say("Was it played all the same (yes/no)? ")):
            return Refused(say("Nothing was changed."))
        return self._table.settled(lambda: hosting.choose(player, key, line, sure=True))

    def _is_closed(self) -> bool:
        """Tell whether all have been told of a clash."""
        return self._table.do(lambda: self._hosting.tellings.clash) is not None

    # pages

    def _view(self, viewer: str) -> View:
        return self._table.do(lambda: self._hosting.view(viewer))

    def _in_words(self, line: str) -> Words:
        return worded(self._hosting.record, line)

    def _named(self, name: str) -> str | None:
        return player_named(self._hosting.players, name)

    def _player(self, name: str) -> str | None:
        player = self._named(name)
        if player is None:
            names = listed(map(called, self._hosting.players))
            self._say(say("Type one of these names: {names}", names=names))
        return player

    def _show(self, viewer: str, own: View | None = None) -> None:
        own = own or self._view(viewer)
        new = news(own, self._seen.get(viewer, own))
        at_table = self._pieces.real and viewer == TABLE
        called = calls_now(own, self._hosting.tellings.silent) if at_table else ()

        def told() -> None:
            print_news(own, new)
            print_calls(called)

        self._laptop.turn_page(own, told)
        self._seen[viewer] = own

    def _tell(self, answer: Answer) -> None:
        words = _words(answer)
        if words is not None:
            self._say(words)

    def _tell_next(self, answer: Answer) -> None:
        """Tell on the next page what became of an answer; everybody may hear it."""
        words = _words(answer)
        if words is not None:
            self._laptop.notes.append(words)


def _words(answer: Answer) -> Words | None:
    """Return what people are told of an answer, None if nothing."""
    match answer:
        case Accepted():
            return None
        case Stale():
            return say("The game has gone on meanwhile; nothing was done.")
        case Refused(words) | Asks(words=words):
            return words


def print_code(address: str) -> None:
    """Print the QR code of an address, if the terminal can show it."""
    import segno

    if sys.stdout.isatty():
        segno.make(address, error="l").terminal(compact=True)

"""`play`: the program deals, people pass the laptop, and nobody sees another's hand.

Between two seats the screen shows only what everybody knows, until the next player is alone with
it. If the rules leave open who goes first, the players say. What was revealed cannot be taken back;
a secret choice can, as long as no line follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from ...models.core import TABLE, Record, View
from ...models.games import face_of
from ...models.tale import Account
from ...models.wording import joined, player_named
from ...models.words import Words, bare, listed, say, spellings
from ...sessions import helping
from ...sessions.answers import Accepted, Refused
from ...sessions.awaited import explained
from ...sessions.calls import calls_due
from ...sessions.lines import LAST, offered_moves
from ...sessions.news import Passage, account, ending, parted, round_ends, rounds_ended
from ...sessions.play import (
    Asked,
    BotsAct,
    Goes,
    NeedsYes,
    Over,
    Play,
    Seat,
    Wanted,
    WhoGoesNext,
)
from ...sessions.tutor import lesson
from ...sessions.whatif import side_line
from ...solver.play.coach import choices
from ...solver.play.deal import SEAL
from ..answers.advised import told_lesson
from ..console import height, print_text, print_words, printed
from ..language import speak_of, tell
from ..views.names import called
from ..views.told import print_account, print_calls, print_ending, print_news
from .laptop import Laptop, print_rows
from .questions import LEAST, LinePrompt, QuestionWord, alone, level_of, tutor_of, undo_told
from .survival import Back, ErrorBoundary
from .terminal import Terminal, agreed

Done = Goes | Accepted
SHARE = 3
"""News that take more than one third of a page are shown on pages of their own, before it."""


_TAKEN_BACK = say(
    "that is for the notes of a real table; in play, {takeback} asks the others to take back a"
    " choice",
    takeback=say("takeback"),
)


_ASIDE = say(
    "A side line takes moves and questions: {back} leaves it; then another one can begin.",
    back=say("back"),
)


def _is_one_of(words: Sequence[Words], typed: str) -> bool:
    """Tell whether `typed` is one of the `words` in a language understood, perhaps shortened."""
    typed, told = bare(typed), [each for word in words for each in spellings(word, tell)]
    return typed in told or (len(typed) >= LEAST and any(each.startswith(typed) for each in told))


def throw_away() -> None:
    """Leave the side line."""
    raise Back


def what_if(answer: Callable[[str], None]) -> QuestionWord:
    """Return the question that opens a side line."""
    about = say("try how it could go on, from now or from line N; bots are the others")
    return QuestionWord(say("whatif"), about, answer)


def show_side_line(own: View, asked: str, terminal: Terminal) -> None:
    """Play a side line from what a seat has seen, until it is over or thrown away."""
    words = say("Looking for what may be; any key goes on.")
    play = terminal.worked(words, lambda _: side_line(own, asked, tell))
    if play is None:
        return
    with terminal.apart() as apart, suppress(Back):
        session = PlaySession(play, apart, aside=True)
        session.run()
        apart.present(session.tell_last)


class PlaySession:
    """One game at one laptop."""

    def __init__(self, play: Play, terminal: Terminal, *, aside: bool = False) -> None:
        speak_of(play.record)
        self._play = play
        self._aside = aside
        """Whether this is a side line, which is thrown away."""
        self._terminal = terminal
        self._laptop = Laptop(terminal)
        self._say = self._laptop.say
        self._note = self._laptop.notes.append
        self._tutored: set[str] = set()
        """The players who want to be told at once what a move has cost."""
        self._counted = self._play.view(self._public)
        """The game when the scores of a round were last shown."""

    def run(self) -> None:
        """Play until the game is over; raises InputEnded if the people leave earlier."""
        survival = ErrorBoundary(self._terminal, self._note)
        while not isinstance(asked := self._play.asked(), Over):
            with survival:
                self._tell_round()
                self._go_on(asked)

    def tell_last(self) -> None:
        """Print what happened since everybody last looked, and how the game ended."""
        own = self._play.view(self._public)
        print_news(own, self._play.news(self._public))
        end = ending(self._play.record)
        if end is not None:
            print_ending(self._play.record, end)

    @property
    def _public(self) -> str:
        """The viewer whose page everybody may see: the table, or the only person's own seat."""
        return TABLE if len(self._play.people) != 1 else self._play.people[0]

    def _tell_round(self) -> None:
        """Show what a round has brought, when it is over."""
        own = self._play.view(self._public)
        if self._play.people and rounds_ended(own, self._counted):
            counted = account(own)
            self._terminal.present(partial(self._print_round, own, counted))
            self._play.looked(self._public)
        self._counted = own

    def _print_round(self, own: View, counted: Account | None) -> None:
        ends = round_ends(own)
        before, behind = parted(self._play.news(self._public), ends[-1].number)
        print_news(own, before)
        if counted is not None:
            print_account(counted)
        print_news(own, behind)

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
                    self._let_act(following)
                    return
                case WhoGoesNext():
                    following = self._ask_who(following)
                case Seat():
                    following = self._seat(following)

    def _let_act(self, asked: BotsAct) -> None:
        """Let one of the bots act; if it thinks for long, people are told."""
        words = say("{players}: thinking …", players=listed(map(called, asked.players)))
        thought = self._play.thought(asked)
        event = self._terminal.worked(words, lambda _: thought(), whole=True)
        if event is not None:
            self._play.make(event)

    # between the seats: what everybody knows

    def _ask_who(self, asked: WhoGoesNext) -> Goes | None:
        """Return who goes next, None if the game has gone on meanwhile."""
        question = say("Who goes next ({names})? ", names=listed(map(called, asked.free)))
        part = self._play.record.game.tale.part(self._play.view(TABLE).state)
        if part is not None:
            question = say("{part}. {question}", part=part, question=question)
        while (text := self._ask(question, asked.free)) is not None:
            match self._play.between(asked, text):
                case Refused(words):
                    self._laptop.refuse(words)
                case Accepted():
                    self._terminal.hold()
                    return None
                case BotsAct() as bot:
                    return bot
                case Seat() as seat:
                    if seat.line:
                        self._say(say("{player}: at your seat", player=called(seat.player)))
                    return seat
        return None

    def _is_alone(self, player: str) -> bool:
        """Wait until only `player` looks; return False if the game has changed meanwhile."""
        return not self._is_covered or self._laptop.is_alone(player, self._ask)

    @property
    def _is_covered(self) -> bool:
        """Whether several people play whose seats are hidden from each other."""
        return self._terminal.live and len(self._play.people) > 1

    def _ask(self, question: Words, offered: Sequence[str] = ()) -> str | None:
        """Ask everybody; return None if the typed line changed the game."""
        more, hints = self._corrections(TABLE), self._play.hints[TABLE]
        desk = self._laptop.prompt(self._play.view(TABLE), hints, more=more)
        record = self._play.record
        while True:
            text = desk.ask_once(question, lambda begun: () if begun else offered)
            if text is not None or self._has_gone_on(record):
                return text

    def _has_gone_on(self, record: Record) -> bool:
        """Tell whether the game has changed since `record`, or a new page has something to say."""
        return self._play.record is not record or bool(self._laptop.notes)

    def _undo(self, viewer: str) -> None:
        if undo_told(self._play.listeners[viewer], self._say):
            return
        match self._play.undo(viewer):
            case Refused(words):
                self._laptop.refuse(words)
            case player:
                self._show_all()
                self._note(say("{player} chooses again.", player=called(player)))

    def _corrections(self, viewer: str) -> list[QuestionWord]:
        undone = say("take back the last choice, if nobody has seen it")
        fixed = say("correct a choice nobody has seen: fix NAME")
        about = say("ask the others to take back your last choice, or that of NAME")
        return [
            alone(say("undo"), undone, partial(self._undo, viewer)),
            QuestionWord(say("fix"), fixed, lambda name: self._fix(name, viewer)),
            QuestionWord(say("takeback"), about, lambda name: self._takeback(name, viewer)),
            alone(say("verify"), say("what the deal is sealed with"), self._verify),
            level_of(self._level),
            *self._refused(_TAKEN_BACK, say("redo"), say("let")),
        ]

    def _refused(self, why: Words, *names: Words) -> list[QuestionWord]:
        """Return words that mean something elsewhere, and are told here what `why` says."""
        return [QuestionWord(name, None, lambda _: self._laptop.refuse(why)) for name in names]

    def _level(self, asked: str) -> None:
        """Print the agreed level of help, or ask all whether to change it."""
        record = self._play.record
        if not asked:
            self._say(helping.levels_in_words(helping.levels_of(record)))
            return
        levels = helping.read_help(asked, record.setup.players)
        whole = helping.levels_in_words({**helping.levels_of(record), **levels})
        self._show_all()
        for person in self._play.people if len(self._play.people) > 1 else ():
            name = called(person)
            question = say("{player}, do you agree (yes/no)? {change} ", player=name, change=whole)
            if not agreed(self._terminal, question):
                self._note(say("{player} says no: play goes on.", player=name))
                return
        self._play.agree(levels)
        self._note(whole)

    def _back(self) -> list[QuestionWord]:
        elsewhere = (say("undo"), say("redo"), say("fix"), say("let"), say("takeback"))
        return [
            alone(say("back"), say("throw the side line away"), throw_away),
            alone(say("q"), None, throw_away),
            *self._refused(_ASIDE, *elsewhere, say("whatif")),
        ]

    def _what_if(self, own: View) -> QuestionWord:
        def answer(begin: str) -> None:
            show_side_line(own, begin, self._terminal)
            self._show(own.viewer)

        return what_if(answer)

    def _fix(self, asked: str, viewer: str) -> None:
        """Let a player replace, alone, a choice that nobody else has seen."""
        name, _, move = joined(self._play.people, asked).partition(" ")
        player = player_named(self._play.people, name)
        if player is None and (not name or _is_one_of([LAST], name)):
            player = self._play.able_to_fix(viewer)
        elif player is None:
            names = listed(self._play.people)
            self._laptop.refuse(say("Type one of these names: {names}", names=names))
            return
        before = None if player is None else self._play.before(player)
        if player is None or before is None:
            self._laptop.refuse(self._play.not_secret(player or viewer).words)
            return
        if move:
            words = say(
                "Type {fix} {player} alone: the new choice is asked for then.",
                fix=say("fix"),
                player=called(player),
            )
            self._laptop.refuse(words)
            return
        self._show_all()
        if not self._is_alone(player):
            return
        self._laptop.turn_page(before)
        fixed = say("The choice of {player} is corrected.", player=called(player))
        told = fixed if self._is_fixed(player, before) else say("Nothing was changed.")
        self._play.listeners[player].forget()
        self._forget()
        self._show(TABLE)
        self._note(told)

    def _is_fixed(self, player: str, before: View) -> bool:
        """Ask for another choice until one can be made; what is wrong only this player may know."""
        hints, listener = self._play.hints[player], self._play.listeners[player]
        desk = self._laptop.prompt(before, hints, choices(before), listener=listener)
        question = say(
            "{player}, instead of your last choice; Enter leaves it: ", player=called(player)
        )
        while (text := desk.ask(question)) or listener.asked is not None:
            answer = self._play.fix(player, text, desk.listed)
            if isinstance(answer, Accepted):
                return True
            desk.refuse(answer)
            if not self._terminal.live:  # a script goes on
                break
        return False

    def _takeback(self, name: str, viewer: str) -> None:
        """Ask all others whether a choice may be taken back, with all that followed it."""
        match self._play.takeback(name, viewer):
            case Refused(words):
                self._laptop.refuse(words)
            case wanted:
                self._show_all()
                self._laptop.tell_wanted(self._play.view(self._public), wanted, wanted.losses())
                for question, refusing in self._consents(wanted):
                    if not agreed(self._terminal, question):
                        self._note(refusing)
                        return
                self._play.granted(wanted)
                self._note(say("{player} chooses again.", player=called(wanted.player)))

    def _consents(self, wanted: Wanted) -> Iterator[tuple[Words, Words]]:
        """Yield each question that needs a yes, with the message if it gets a no."""
        for other in wanted.asked:
            name = called(other)
            question = say("{player}, do you grant it (yes/no)? ", player=name)
            yield question, say("{player} says no: play goes on.", player=name)
        if self._terminal.live and (wanted.price or (wanted.others and not wanted.asked)):
            yield say("Bots grant it. Take all of it back (yes/no)? "), say("Nothing was changed.")

    # at a seat: what its player sees

    def _seat(self, seat: Seat) -> Goes | None:
        """Let the player make a move, or return who goes first instead."""
        player = seat.player
        if not self._is_alone(player):
            return None
        examples = list(self._play.examples(player))
        if seat.others and len(self._play.people) == 1:
            names = listed(map(called, seat.others))
            examples.append(say("A name lets that player go first: {names}", names=names))
        self._show(player, examples)
        own, coming = self._play.view(player), self._play.moves(player)
        more = self._back() if self._aside else [*self._corrections(player), self._what_if(own)]
        asides = [] if self._aside else [tutor_of(self._tutored, player, self._say)]
        asides += self._awaited(own, examples)
        hints = self._play.hints[player]
        desk = self._laptop.prompt(own, hints, coming, more, asides, self._play.listeners[player])
        begun = self._play.record

        def offer(begun: str) -> Sequence[str]:
            words = offered_moves(own, coming, begun, tell)
            return (*words, *(() if begun else seat.others))

        asked = self._asked_at(own)
        self._forget()
        answer: Done | None = None
        if seat.line:
            self._terminal.show(lambda: print_text(f"{tell(asked)}{seat.line}"))
            answer = self._done(desk, partial(self._play.move, player, seat.line))
        while answer is None:
            if self._has_gone_on(begun):
                self._forget()
                return None
            text = desk.ask_once(asked, offer)
            if text is not None:
                answer = self._done(desk, partial(self._play.at_seat, seat, text, desk.listed))
        self._terminal.hold()
        self._forget()
        if isinstance(answer, Accepted):
            if player in self._tutored and self._play.is_helped(player, "tutor"):
                self._teach(own)
            return None
        if not self._aside:
            self._show(TABLE)
        return answer

    def _awaited(self, own: View, examples: Sequence[Words]) -> list[QuestionWord]:
        due = calls_due(own)

        def told() -> None:
            print_calls(due)
            for words in examples if due else (explained(own), *examples):
                print_words(words)

        about, answer = say("what is awaited of you now"), partial(self._terminal.show, told)
        return [alone(say("now"), about, answer), alone(say("what now"), None, answer)]

    def _asked_at(self, own: View) -> Words:
        """Return the prompt at a seat: the phase, what to do and how to type it, who is asked."""
        asked = say("{player}, a move or help: ", player=called(own.viewer))
        if self._aside:
            asked = say("What if … {player}, a move or back: ", player=called(own.viewer))
        what = say("{what} ({example})", what=face_of(own.game.name).task(own),
                   example=self._play.example(own.viewer))  # fmt: skip
        if (part := own.game.tale.part(own.state)) is not None:
            what = say("{part}: {what}", part=part, what=what)
        return say("{what}. {question}", what=what, question=asked)

    def _teach(self, own: View) -> None:
        """Tell a player alone, before the page is turned, what the move from `own` has cost."""
        with ErrorBoundary(self._terminal):
            words = say("Looking at your move; any key goes on.")
            now = self._play.view(own.viewer)
            found = self._terminal.worked(words, lambda _: lesson(own, now))
            if found is not None:
                told = told_lesson(own, found)
                self._terminal.present(lambda: print_words(told))
                self._forget()

    def _done(
        self, desk: LinePrompt, answering: Callable[[], Done | NeedsYes | Refused]
    ) -> Done | None:
        """Return the result of a line typed at a `desk`; None if it was refused, and say why."""
        with ErrorBoundary(self._terminal):
            match answering():
                case Refused() as refused:
                    desk.refuse(refused)
                case NeedsYes(event, question):  # a script means what it says
                    sure = not self._terminal.live or desk.agreed(question)
                    return self._play.make(event) if sure else None
                case done:
                    return done
        return None

    def _forget(self) -> None:
        """Drop what was typed at one seat before the next player sits down."""
        if self._is_covered:
            self._terminal.forget()

    # pages

    def _show(self, viewer: str, examples: Sequence[Words] = ()) -> None:
        """Show a new page: the table as `viewer` sees it, the news, and what to type."""
        own, rows = self._play.view(viewer), self._terminal.rows
        told = self._play.news(viewer)
        if viewer == self._public and not self._aside:
            self._terminal.pace([partial(print_news, own, [each]) for each in self._of_bots(told)])
        news: Callable[[], None] = partial(print_news, own, told)
        new = printed(news)
        if rows is not None and height(new) > rows // SHARE:
            self._terminal.present(partial(print_rows, new))
            news = partial(print_rows, ())
        self._laptop.turn_page(own, news, examples)
        self._play.looked(viewer)

    def _of_bots(self, told: Sequence[Passage]) -> Iterator[Passage]:
        """Yield what bots have done, and what came of it, line by line."""
        people, begun = self._play.people, False
        for passage in told:
            for line in passage.lines:
                begun = begun or (line.event.actor not in ("", *people))
                if begun:
                    yield replace(passage, lines=(line,))

    def _show_all(self) -> None:
        """Show everybody's page in place of a seat's, without what was pasted there."""
        if self._is_covered:
            self._terminal.forget()
            self._show(TABLE)

    def _verify(self) -> None:
        """Show what the deal is sealed with, so that it can be compared after the game."""
        seal = self._play.record.tag(SEAL)
        if seal is None:
            self._say(say("This deal has no seal."))
        else:
            self._say(
                say(
                    "The deal is sealed with {seal}. Note it: `aparte verify` compares it after"
                    " the game.",
                    seal=seal,
                )
            )

"""Questions that players ask during a game, answered from what their seat sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from ...models.core import Contradiction, Event, Record, TableError, View
from ...models.wording import player_named, worded
from ...models.words import Words, bare, say, spellings
from ...sessions.answers import AsksBack, Refused
from ...sessions.claims import asked_of, claim_of, question_of
from ...sessions.doubt import tells_deed_of_player
from ...sessions.helping import answers, barred, kinds_of
from ...sessions.hints import HOW_MUCH, UNTOLD, Hint, Hints, asked_by, clash_of, is_told
from ...sessions.levels import Topic
from ...sessions.lines import LEFT, NO_ANSWER, refused
from ...sessions.listener import Listener
from ...sessions.news import so_far
from ...sessions.store import StoreError
from ...sessions.tapping import outcomes
from ..answers.hinted import tell_hint
from ..answers.rules import show_rules
from ..console import print_lines, print_terms, print_words
from ..language import tell
from ..views import show_board
from ..views.told import NO_SCORES, print_account
from .layout import Showing, TableShown
from .moves import show_moves
from .survival import ErrorBoundary
from .terminal import InputEnded, Offer, Terminal, agreed, asks_help
from .work import Found, Stop

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved
    from ...solver.play.coach import Advice, Conventional
    from ..answers.solved import Stepped

HELP, QUIT = say("help"), say("quit")
ON, OFF = say("on"), say("off")
ALL_MOVES = say("all")
LONGEST_THOUGHT = 60
"""Seconds for advice, at most."""
LEAST = 4
"""Questions must be typed with at least this many letters."""
MODES = (say("auto"), say("strip"), say("off"))
"""Words after `board` that say how the table is shown unasked."""
ABOUT = {
    TableShown.AUTO: say("the board where it fits, else a strip"),
    TableShown.STRIP: say("a strip of what matters now"),
    TableShown.OFF: say("nothing"),
}


_WORKING = say("Working it out; any key goes on.")
OVER = say("The game is over.")
OTHERS = {"whatif": say("what if"), "fix": say("correction")}
"""Other words for the same questions."""
TAKES_BACK = say("take back what was told last; pieces can be told in parts")
NOTHING_TOLD = say("There is nothing to take back.")
NOTHING_AGAIN = say("There is nothing to bring back.")
_LOST = say("What was told in part is not noted yet, and is lost then: leave (yes/no)? ")
NO_HAND = say(
    "The table has seen no hand. For advice to one player, quit and type `aparte resume --seat"
    " NAME`: it asks for that player's hand and goes on from here."
)
_OWN = say("advice is only for the seat that asks for it")


def leaves(typed: str) -> bool:
    """Tell whether what was typed leaves a page that Enter leaves, too."""
    return bare(typed) in {"", "q", *spellings(QUIT, tell)}


@dataclass(frozen=True, slots=True)
class QuestionWord:
    """A question word, what it gives, and the function that answers the rest of the line.

    Another word for the same question has nothing `about` it: help lists that once.
    """

    name: Words
    about: Words | None
    answer: Callable[[str], None]


def alone(name: Words, about: Words | None, answer: Callable[[], object]) -> QuestionWord:
    """Return a question that takes no words behind it."""

    def answered(rest: str) -> None:
        if rest:
            raise TableError(say("Type {name} alone.", name=name))
        answer()

    return QuestionWord(name, about, answered)


def undo_told(listener: Listener, tell_: Callable[[Words], None]) -> bool:
    """Take back what was told last of a line that is asked about; return False if none is."""
    if listener.asked is None:
        return False
    listener.undo()
    if listener.asked is None:
        tell_(LEFT)
    return True


def undoing(
    listener: Listener,
    record: Record,
    tell_: Callable[[Words], None],
    earlier: Callable[[], object] | None = None,
) -> list[QuestionWord]:
    """Return the questions that take back what the `listener` heard last of a line of `record`,
    and bring it back.

    Where nothing is told of one, `earlier` takes back what was told before it.
    """

    def undo() -> None:
        if not undo_told(listener, tell_):
            earlier() if earlier else tell_(NOTHING_TOLD)

    def redo() -> None:
        if not listener.redo(record):
            tell_(NOTHING_AGAIN)

    again = say("bring back what was taken back")
    return [alone(say("undo"), TAKES_BACK, undo), alone(say("redo"), again, redo)]


def tell_left(text: str, tell_: Callable[[Words], None]) -> None:
    """Tell that `text` is asked about no more, if it is any, since another line is."""
    if text:
        tell_(say("Left for now: '{text}'; {undo} goes back to it.", text=text, undo=say("undo")))


def tutor_of(tutored: set[str], player: str, tell_: Callable[[Words], None]) -> QuestionWord:
    """Return the question that turns the tutor on or off for `player`."""

    def answer(text: str) -> None:
        words = {
            word: on for on, name in ((True, ON), (False, OFF)) for word in spellings(name, tell)
        }
        on = words.get(bare(text), player not in tutored)
        (tutored.add if on else tutored.discard)(player)
        tell_(
            say("The tutor watches your moves from now on.")
            if on
            else say("The tutor is silent from now on.")
        )

    return QuestionWord(say("tutor"), say("say at once what a move has cost: on, off"), answer)


def level_of(answer: Callable[[str], None]) -> QuestionWord:
    """Return the question for the level of help, which can also change it."""
    about = say("the level of help agreed on, or another one: level [NAME=]LEVEL")
    return QuestionWord(say("level"), about, answer)


class LinePrompt:
    """Asks the viewer of `view` for a line, and answers questions until one is typed.

    `coming` are the moves that can be listed. `more` are questions that the session answers itself
    and that may change the game, `asides` others that it answers. What the `listener` of a seat has
    asked back is its next prompt. `no_hand` says where to ask for advice when the view shows no
    hand.
    """

    def __init__(
        self,
        terminal: Terminal,
        view: View,
        hints: Hints,
        coming: Sequence[Event] = (),
        more: Sequence[QuestionWord] = (),
        asides: Sequence[QuestionWord] = (),
        listener: Listener | None = None,
        showing: Showing | None = None,
        no_hand: Words = NO_HAND,
    ) -> None:
        self._terminal = terminal
        self._view = view
        self._hints = hints
        self._coming = coming
        self.listed: Mapping[int, Event] = {}
        """The moves that are listed: what is typed may be the number of one of them."""
        self._more = more
        self._showing = showing or Showing()
        self._no_hand = no_hand
        self._listener = listener or Listener(tell)
        self._answered: Words | None = None
        """What was asked back before the line that was typed last."""
        self._questions = [
            *more,
            alone(HELP, say("what can be typed here"), self._help),
            QuestionWord(
                say("board"), say("the board; auto, strip, off: what is shown"), self._board
            ),
            alone(say("scores"), say("what the rounds so far have brought"), self._scores),
            alone(say("lines"), say("the record so far"), self._lines),
            QuestionWord(say("solve"), say("chances, and all that can be proved"), self._solve),
            QuestionWord(say("hint"), say("a deduction, or the move, each time more"), self._hint),
            QuestionWord(
                say("explain"), say("why a fact holds: explain PLACE PIECE"), self._explain
            ),
            QuestionWord(say("why"), None, self._explain),
            QuestionWord(
                say("chances"),
                say("where a piece can be, what a place holds, a line tells: chances WHAT"),
                self._solve,
            ),
            QuestionWord(
                say("best"), say("the best moves, and why: best [all] [SECONDS]"), self._best
            ),
            QuestionWord(say("advice"), None, self._best),
            QuestionWord(say("rules"), say("the rules, or one ruling by its id"), self._rules),
            *asides,
            alone(QUIT, say("leave; the game is saved"), self._quit),
        ]
        asked = {each: answers(view, view.viewer, str(each.name)) for each in self._questions}
        self._barred = [each for each in self._questions if not asked[each]]
        self._questions = [each for each in self._questions if asked[each]]
        if coming:
            about = say("what you can do; then a number is a move, too: moves [WORDS]")
            self._questions.insert(0, QuestionWord(say("moves"), about, self._moves))

    def ask(self, prompt: Words | str, offer: Offer = lambda _: ()) -> str:
        """Return the first line that is no question; raises InputEnded, also for `quit`."""
        while (text := self.ask_once(prompt, offer)) is None:
            pass
        return text

    def ask_once(self, prompt: Words | str, offer: Offer = lambda _: ()) -> str | None:
        """Return the line that is typed; None once the session itself has answered a question.

        Those are the questions of `more`; after all others it asks again. Raises InputEnded and
        KeyboardInterrupt, once people are sure if they have told a part of a line.
        """
        while True:
            try:
                return self._line(prompt, offer)
            except (InputEnded, KeyboardInterrupt):
                parts = self._listener.begun is not None and self._terminal.live
                if not parts or agreed(self._terminal, _LOST):
                    raise

    def _line(self, prompt: Words | str, offer: Offer) -> str | None:
        while True:
            text = tell(prompt) if isinstance(prompt, Words) else prompt
            if (asked := self._listener.asked) is not None and self._terminal.live:
                text = f"{tell(asked)} "
            self._answered = asked
            typed = self._terminal.ask(text, lambda begun: self._offered(begun, offer))
            wrong = refused(typed)
            if wrong is not None:
                self._refuse(wrong)
                continue
            if tells_deed_of_player(self._view, typed, tell):  # who may be called Undo
                return typed
            word, _, rest = (tell(HELP) if asks_help(typed) else _usual(typed)).partition(" ")
            whole = self._named(typed)
            question = whole or self._asked(word, self._questions)
            if question is None and (shut := self._asked(word, self._barred)) is not None:
                self._refuse(barred(self._view, self._view.viewer, shut.name))
                continue
            if question is None:
                return typed
            self._answer(question, "" if whole else rest.strip())
            if question in self._more:
                return None

    def refuse(self, answer: Refused) -> None:
        """Tell why a line was refused. What is asked back about it the next prompt asks people."""
        self._terminal.hold()
        if isinstance(answer, AsksBack) and answer.words == self._answered:
            self._say(NO_ANSWER)
        if isinstance(answer, AsksBack) and self._listener.begun is not None:
            tell_left(self._listener.dropped, self._say)
        if not isinstance(answer, AsksBack) or not self._terminal.live:
            self._say(answer.words)

    def agreed(self, question: Words) -> bool:
        """Ask until somebody says yes or no, and answer questions meanwhile.

        Once the session itself has answered one, that is no yes.
        """
        return agreed(self._terminal, question, self.ask_once)

    def _asked(self, word: str, among: Sequence[QuestionWord]) -> QuestionWord | None:
        """Return the question of `among` that `word` means, in English or the language of this run.

        A word may be shortened if no line and no name can begin like it.
        """
        typed = bare(word)
        known = [(question, spellings(question.name, tell)) for question in among]
        for question, words in known:
            if typed in words:
                return question
        cut = [q for q, words in known if any(each.startswith(typed) for each in words)]
        if len(typed) < LEAST or len(cut) != 1 or self._begins_a_line(typed):
            return None
        return cut[0]

    def _named(self, typed: str) -> QuestionWord | None:
        """Return the question of several words that was typed in full."""
        return next((q for q in self._questions if bare(typed) in spellings(q.name, tell)), None)

    def _begins_a_line(self, typed: str) -> bool:
        notation, players = self._view.notation, self._view.setup.players
        spoken = (each for words in notation.spoken for each in spellings(words, tell))
        known = (*notation.verbs, *(word for each in spoken for word in each.split()), *players)
        return any(bare(each).startswith(bare(typed)) for each in known)

    def _answer(self, question: QuestionWord, rest: str) -> None:
        self._terminal.hold()
        with ErrorBoundary(self._terminal):
            try:
                question.answer(rest)
            except StoreError:
                raise
            except Contradiction as conflict:
                self._refuse(clash_of(self._view, conflict).message)
            except TableError as error:
                self._refuse(error.message)

    def _offered(self, begun: str, offer: Offer) -> Sequence[str]:
        questions = () if begun else tuple(tell(question.name) for question in self._questions)
        with suppress(Exception):  # what cannot be completed can still be typed
            return (*offer(begun), *questions)
        return questions

    def _help(self) -> None:
        listed = ((each.name, each.about) for each in self._questions)
        told = [(tell(name), tell(about)) for name, about in listed if about is not None]
        self._terminal.show(lambda: print_terms(told))

    def _moves(self, words: str) -> None:
        if left := self._listener.forget():  # a number means one thing only
            self._say(say("The line was left out: {text}", text=left))
        self.listed = show_moves(self._terminal, self._view, self._coming, words)

    def _board(self, mode: str) -> None:
        modes = {each: TableShown(str(words)) for words in MODES for each in spellings(words, tell)}
        asked = modes.get(bare(mode))
        if asked is None:
            self._terminal.show(lambda: show_board(self._view))
            return
        self._showing.mode = asked
        self._say(say("Shown unasked from now on: {what}.", what=ABOUT[self._showing.mode]))

    def _scores(self) -> None:
        counted = so_far(self._view)
        if counted is None:
            self._say(NO_SCORES)
        else:
            self._terminal.show(lambda: print_account(counted))

    def _say(self, words: Words) -> None:
        self._terminal.show(lambda: print_words(words))

    def _refuse(self, words: Words) -> None:
        self._terminal.hold()
        self._say(words)

    def _lines(self) -> None:
        self._terminal.show(lambda: print_lines(self._view))

    def _solve(self, about: str) -> None:
        from ...solver.engine.solve import solve, stepped
        from ...solver.play.coach import by_convention
        from ..answers.chances import show_chances, show_odds
        from ..answers.solved import show_agreed, show_solved

        if about:
            question = question_of(self._view, about, tell)
            if question is not None:
                self._answers(question)
                return
            hidden = self._view.game.model.hidden(self._view)
            asked = asked_of(self._view, hidden, about, tell)
            found = self._worked(_WORKING, lambda _: solve(self._view))
            if found is None:
                return
            self._terminal.show(partial(show_chances, found, asked))
            return

        def work(_: Stop) -> tuple[Solved, Stepped, Conventional | None]:
            solved = solve(self._view)
            return solved, stepped(solved), by_convention(self._view)

        worked = self._worked(_WORKING, work)
        if worked is None:
            return
        solved, proved, agreed = worked

        def print_all() -> None:
            show_solved(solved, proved)
            show_odds(self._view)
            if agreed is not None:
                show_agreed(solved, agreed)

        self._terminal.show(print_all)

    def _answers(self, question: Event) -> None:
        from ...solver.engine.solve import answers
        from ..answers.chances import show_answers

        able = outcomes(self._view, question)
        found = self._worked(_WORKING, lambda _: (answers(self._view, able),))
        if found is not None:
            self._terminal.show(lambda: show_answers(self._view, question, *found))

    def _hint(self, level: str) -> None:
        if _is_a_player(self._view, level):
            self._say(_OWN)
            return
        asked = asked_by(level, tell)
        if asked is None:
            self._refuse(
                say("Type hint alone, or one of these words after it: {words}.", words=HOW_MUCH)
            )
            return
        if self._is_over:
            self._say(OVER)
            return
        if not is_told(self._view):
            self._say(UNTOLD)
            return
        words = say("Looking for a hint; any key goes on.")
        hints = self._hints.copy()

        def work(stop: Stop) -> Hint | None:
            hint = hints.next(self._view, asked, stop)
            return None if stop() else hint

        hint = self._worked(words, work)
        if hint is not None:
            self._hints.become(hints)
            self._terminal.show(lambda: tell_hint(self._view, hint))
            if hint.step is None and self._view.viewer not in self._view.setup.players:
                self._say(self._no_hand)

    def _worked(self, words: Words, work: Callable[[Stop], Found]) -> Found | None:
        """Return what `work` finds; if people did not wait for it, say so and return None."""
        found = self._terminal.worked(words, work)
        if found is None:
            self._say(say("Stopped by a key: nothing was found yet."))
        return found

    def _explain(self, fact: str) -> None:
        from ..answers.explained import explained, tell_explained

        claim = claim_of(self._view, self._view.game.model.hidden(self._view), fact, tell)
        found = self._worked(_WORKING, lambda _: explained(self._view, claim))
        if found is not None:
            self._terminal.show(lambda: tell_explained(self._view, found))

    def _best(self, text: str) -> None:
        from ...solver.play.advising import ranked
        from ...solver.play.coach import ADVICE, play_of
        from ...solver.play.trial import NOTHING
        from ..answers.advised import show
        from ..answers.chances import tell_odds

        every, typed = _asked_for_all(text)
        seconds = _seconds(typed)
        if play_of(self._view.game.name).advise is None:
            self._say(say("there is no coach for {game} yet", game=self._view.game.title))
        elif self._is_over:
            self._say(OVER)
        elif self._view.viewer not in self._view.setup.players:
            self._say(self._no_hand)
        elif _is_a_player(self._view, typed):
            self._say(_OWN)
        elif not is_told(self._view):
            self._say(UNTOLD)
        elif typed and seconds is None:
            self._refuse(say("expected all, or a number of seconds, up to {n}", n=LONGEST_THOUGHT))
        else:
            words = say("Thinking about moves; any key stops it and shows what there is.")
            with self._terminal.thinking(words) as stop:
                budget = replace(ADVICE, seconds=seconds or ADVICE.seconds, stop=stop)
                found = ranked(self._view, budget, first=self._so_far)
            self._hints.thought(self._view, found)
            self._terminal.show(lambda: show(self._view, found, every))
            if Topic.DEDUCTIONS not in kinds_of(self._view, self._view.viewer):
                return  # the odds are of what is hidden
            best = found[0].action if found else None
            odds = play_of(self._view.game.name).odds(self._view, NOTHING, best)
            if odds:
                self._terminal.show(lambda: tell_odds(self._view, odds))

    @property
    def _is_over(self) -> bool:
        return self._view.game.outcome(self._view.state) is not None

    def _so_far(self, best: Advice) -> None:
        from ..answers.advised import move_of

        move = worded(self._view, move_of(self._view, best))
        self._terminal.mention(say("At first sight: {move}", move=move))

    def _rules(self, ruling: str) -> None:
        self._terminal.show(lambda: show_rules(self._view.game, ruling or None))

    def _quit(self) -> None:
        raise InputEnded


def _usual(typed: str) -> str:
    """Return `typed`, where it begins with another word for a question, with the usual one."""
    for usual, others in OTHERS.items():
        for said in spellings(others, tell):
            if f"{bare(typed)} ".startswith(f"{said} "):
                return usual + typed[len(said) :]
    return typed


def _is_a_player(view: View, text: str) -> bool:
    """Tell whether `text` is the name of a player other than the viewer."""
    return player_named(view.setup.players, text) not in (None, view.viewer)


def _asked_for_all(text: str) -> tuple[bool, str]:
    """Return whether all moves are asked for, and what else was typed."""
    first, _, rest = text.strip().partition(" ")
    every = bare(first) in spellings(ALL_MOVES, tell)
    return every, rest if every else text


def _seconds(text: str) -> float | None:
    """Return the seconds that were typed, None if they are no possible time to think."""
    if not re.fullmatch(r"[0-9]{1,3}([.,][0-9]{1,3})?", text):
        return None
    seconds = float(text.replace(",", "."))
    return seconds if 0 < seconds <= LONGEST_THOUGHT else None

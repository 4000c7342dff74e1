"""What goes on at a table in words: who is awaited, what is proposed, noted, declined, decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..models.core import TABLE, View
from ..models.games import face_of
from ..models.record import read_words
from ..models.words import Words, called, listed, say, say_n
from ..sessions.hosting import CHOOSE_AGAIN, Hosting, Proposal
from ..sessions.news import sentence
from ..sessions.pieces import Question
from ..sessions.telling import Tellings
from .live import Live


def status(live: Live, view: View, question: Question | None) -> Words:
    """Return what is awaited, and of whom; the viewer may be asked a `question`."""
    asked = question if question is not None and not question.sealed else None
    hosting, waiting = live.hosting, live.hosting.pieces.held
    viewer, what = view.viewer, face_of(view.game.name).task(view)
    if live.fault:
        return say("The program has made a mistake; the laptop tells more.")
    if hosting.over:
        return say("The game is over.")
    if hosting.tellings.clash:
        return say("All look at their pieces; the laptop opens the game again.")
    if waiting is not None:
        names = listed(called(p) for p in waiting.asked if p != TABLE)
        if not names:
            return say("The laptop is asked whether it was so.")
        return say("Asked whether it was so: {names}.", names=names)
    awaited = [called(player) for player in hosting.awaited()]
    if asked and viewer in hosting.sealing.asked_again:
        return CHOOSE_AGAIN
    if asked and viewer in hosting.awaited():
        if asked.begun:
            return say("Tap what came of it.")
        if asked.draw is not None:
            return say("Tap in what was drawn.")
        return say("Your turn: {what}", what=what)
    again = [
        called(player) for player in hosting.awaited() if player in hosting.sealing.asked_again
    ]
    if again:
        return say("Asked again: {names}.", names=listed(again))
    chosen = [called(player) for player in hosting.chosen()]
    if chosen:
        return say(
            "Waiting for {names}; {chosen}: chosen.",
            names=listed(awaited),
            chosen=listed(chosen),
        )
    if not isinstance(hosting.coming(), tuple):
        return say("Waiting for {names}.", names=listed(awaited))
    return say("{names}: {what}", names=listed(awaited), what=what)


def held(hosting: Hosting, viewer: str) -> Mapping[str, Any] | None:
    """Return the noted line that waits for `viewer`, or that they can leave out; None if none."""
    pieces, view = hosting.pieces, hosting.view(viewer)
    asking, waiting = pieces.asking(viewer), pieces.held
    if waiting is None or (asking is None and viewer not in (waiting.noter, TABLE)):
        return None
    noted = say("{player} has noted this:", player=called(waiting.noter))
    if waiting.noter == TABLE:
        noted = say("At the laptop this was noted:")
    elif waiting.noter == viewer:
        noted = say("You have noted this:")
    lines = (pieces.waiting() if asking is None else asking.line).split("; ")
    events = (read_words(view, line, outcome=False) for line in lines)
    return {
        "noted": noted,
        "told": say("{lines}", lines=listed((sentence(view, event) for event in events), "; ")),
        "words": asking and asking.words,
        "stands": asking is not None and (asking.words is None or asking.may_stand),
        "key": pieces.key,
    }


def proposal(hosting: Hosting, viewer: str) -> Mapping[str, Any] | None:
    """Return what is proposed to `viewer`, or by them, None if nothing is."""
    found = hosting.proposal
    if found is None:
        return None
    asked = listed(map(called, found.asked(hosting.people)))
    return {
        **_proposed(hosting, found),
        "key": found.key,
        "mine": viewer in found.agreed,
        "asked": say("Still asked: {names}", names=asked),
    }


def _proposed(hosting: Hosting, found: Proposal) -> Mapping[str, Any]:
    """Return what is proposed, the lines that would be gone, by number, and what else is lost."""
    if found.wanted is None:
        line = "" if found.event is None else sentence(hosting.record, found.event)
        words = say("{player} proposes: {line}", player=called(found.player), line=line)
        return {"words": words, "gone": (), "losses": ()}
    table = hosting.view(TABLE)
    gone = [(n, sentence(table, e)) for n, e in table.events if n in found.wanted.numbers]
    return {
        "words": found.wanted.heading,
        "gone": gone,
        "losses": hosting.losses(found.wanted),
    }


def declined(hosting: Hosting, viewer: str) -> Words | None:
    """Return why nothing came of what `viewer` proposed, None if that is not so."""
    found = hosting.declined(viewer)
    if found is None:
        return None
    if not found.by:
        return say("Nothing came of what you asked for: the game has gone on meanwhile.")
    if found.by == TABLE:
        return say("What you asked for was declined at the laptop; nothing was changed.")
    name = called(found.by)
    return say("{player} has said no to what you asked for; nothing was changed.", player=name)


def counts(tellings: Tellings) -> tuple[Words, ...]:
    """Return how often tellings clashed or were corrected, or lines did not fit: for all to see."""
    clashes = say_n(
        "What was told has clashed {n} time.", "What was told has clashed {n} times.",
        tellings.clashes,
    )  # fmt: skip
    unfit = say_n(
        "{n} line noted at the laptop did not fit what was told.",
        "{n} lines noted at the laptop did not fit what was told.",
        tellings.unfit,
    )
    anew = (
        say_n(
            "{player} has told something later or anew {n} time.",
            "{player} has told something later or anew {n} times.",
            count,
            player=called(player),
        )
        for player, count in tellings.corrections.items()
    )
    found = ((clashes, tellings.clashes), (unfit, tellings.unfit))
    return (*(words for words, count in found if count), *anew)


def outcome(view: View) -> Mapping[str, Any] | None:
    """Return who has won, how a tie was settled, and the scores; None before the end."""
    found = view.game.outcome(view.state)
    if found is None:
        return None
    if not found.can_be_won:
        words = say("A common score")
    elif found.together:
        words = say("All have won.") if found.winners else say("All have lost.")
    else:
        words = say("Won by {names}", names=listed(map(called, found.winners)))
    settled = view.game.tale.settled(view.state)
    return {"words": words, "settled": settled, "scores": found.scored}

"""Why a move is better or worse at Overseers, as people would say it at the table.

First stands what the move does by the rules: what a card adds, what a row shows, what an answer
costs. Then what happens more often by it, or less, as far as that was measured to matter.
"""

from __future__ import annotations

from dataclasses import replace

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import Kind
from ....models.overseers.state import State
from ....models.overseers.text import KINDS
from ....models.words import Words, listed, say
from ...play.contrast import Clause, Contrast, joined
from . import thefts
from .by_rules import ELSE, USES
from .effects import Lead
from .pair import Pair, Whole
from .parts import Parts, told_once
from .standing import can_win, decided, stands

KEEPING = ("picks", "doubles", "discards", "adds", "takes")
"""Moves that decide which cards are kept."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` does by the rules and the other one does not, and what comes of it.

    Of what is chosen last in a round it is told how all stand in the game then; in the last round,
    how the game ends where that is known.
    """
    if HOLE in (*move.words, *differs.against.words):
        return None
    pair = Pair(view, move, differs)
    end, other = (decided(view, table) for table in pair.after)
    wins, beside = (can_win(view, table) for table in pair.after)
    if end is not None and (other is None or end.template != other.template):
        good = False if beside and not wins else True if wins and beside is False else None
        words = joined(thefts.robs(pair).words, end) if move.verb == "robs" else end
        clause = Clause(words, good, counted=good is not None, topic=Lead().topic)
        if differs.admits(clause):
            return clause
    if wins and beside is False:
        return Clause(_chance(pair), True, counted=True, topic=Lead().topic)
    standing = (end if differs.best else None) or stands(view, move, pair.after[0])
    found = _reason(pair) or _unexplained(pair)
    if found is not None and differs.admits(found):
        words = found.words if standing is None else joined(found.words, standing)
        return replace(found, words=told_once(words), own=move.verb in KEEPING)
    return None if standing is None else Clause(standing, topic=Lead().topic)


def _reason(pair: Pair) -> Clause | None:
    if pair.move.verb == "docks":  # how all stand then is told, too
        return thefts.docks(pair)
    use, other = (USES.get(each.verb, ELSE) for each in pair.moves)
    doing = use.clause(pair) if use == other else None
    if isinstance(doing, Whole):
        return replace(doing, topic=use.topic)
    if pair.again and _reason(pair.turned) is not None:
        return Clause(say("see {move}", move=pair.differs.called), topic=use.topic)
    return Parts(pair, use, doing).weighed()


def _unexplained(pair: Pair) -> Clause | None:
    """Return that nothing tells why a move is better or worse, or as good; or that it hardly is."""
    if not pair.differs.error:
        return None
    slight = not pair.differs.either and abs(pair.differs.gap) < pair.least
    words = say("hardly any difference") if slight else say("no reason found")
    topic = USES.get(pair.move.verb, ELSE).topic
    return Clause(words, topic=topic, unlike=pair.move, void=not slight)


def _chance(pair: Pair) -> Words:
    """Return what has to come that the viewer wins, after one move alone."""
    if pair.move.verb != "robs":
        return say("you win only if others err, after {move} never", move=pair.differs.called)
    table, kinds = pair.after[0], dict[Kind, None]()
    for card in table.rows[table.victim]:
        trial = table.copy()
        trial.give(card.spot)
        if can_win(pair.view, trial):
            kinds[pair.cards.kind[card.kind]] = None
    return say(
        "you win only if {player} gives {cards}, after {move} never",
        player=pair.move.words[0],
        cards=listed([KINDS[kind] for kind in kinds], " / "),
        move=pair.differs.called,
    )

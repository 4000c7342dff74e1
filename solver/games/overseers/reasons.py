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
from .by_rules import ELSE, USES
from .effects import Lead
from .pair import Pair, Whole
from .parts import LONG, Parts
from .standing import KEEPING, can_win, decided, stands


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` does by the rules and the other one does not, and what comes of it.

    Of the best move in the last round it is told how all stand in the game; of what is chosen last
    in a round, how they will.
    """
    if HOLE in (*move.words, *differs.against.words):
        return None
    pair = Pair(view, move, differs)
    end, other = (decided(view, table) for table in pair.after)
    wins, beside = (can_win(view, table) for table in pair.after)
    if end is not None and (other is None or end.template != other.template):
        good = False if beside and not wins else True if wins and beside is False else None
        return Clause(end, good, counted=good is not None, topic=Lead().topic)
    if wins and beside is False:
        return Clause(_chance(pair), True, counted=True, topic=Lead().topic)
    standing = (end if differs.best else None) or stands(view, move, pair.after[0], differs.best)
    found = _reason(pair)
    if found is not None and not differs.admits(found):
        found = None
    keeps = move.verb in KEEPING
    if standing is None or (keeps and found is None):
        return found and replace(found, own=keeps)
    if found is None:
        return Clause(standing, topic=Lead().topic)
    both = joined(found.words, standing)
    if keeps and len(str(both)) > LONG:
        return replace(found, own=True)
    return Clause(both, own=keeps, topic=found.topic)


def _reason(pair: Pair) -> Clause | None:
    use, other = (USES.get(each.verb, ELSE) for each in pair.moves)
    doing = use.clause(pair) if use == other else None
    if isinstance(doing, Whole):
        return replace(doing, topic=use.topic)
    return Parts(pair, use).weighed(doing)


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

"""Who can have most: what is weighed at a look, at the vote, and by the accused. OV-4 to OV-6"""

from __future__ import annotations

from dataclasses import replace

from ....models.core import Event
from ....models.overseers.box import Power
from ....models.words import Words, in_100, listed, say
from ...play.contrast import Clause, joined
from . import choosing
from .advice import believed
from .bounds import (
    ahead,
    alike,
    beaten,
    has_most,
    least,
    most,
    named,
    passes,
    reach,
    shown_by,
    spans,
)
from .effects import Deed, Source
from .pair import LEAST, Doing, Pair, Whole
from .standing import over_all
from .using import uses


def votes(pair: Pair) -> Clause | None:
    """Return who of two players has most, and how the one stands in the game."""
    found, state = _suspects(pair), pair.state
    telling = state.round == state.box.rounds or pair.differs.either
    if found is None or not telling:
        return found
    stands = over_all(pair.view, pair.move.words[0])
    return found if stands is None else replace(found, words=joined(found.words, stands))


def _suspects(pair: Pair) -> Clause | None:
    """Return who of two players has most, by what lies face down, and how often."""
    from .accusing import most_often

    one, other = (each.words[0] for each in pair.moves)
    viewer, found = pair.view.viewer, pair.reach
    if viewer in (one, other):
        return None
    surely, beside = (beaten(found, viewer, each) for each in (one, other))
    if has_most(found, viewer):
        n = max(most(found, each) for each in found if each != viewer)
        values = {"n": n, "m": least(found, viewer)}
        words = say("nobody can have more than your {m} (the others at most {n})", **values)
        return Whole(joined(words, _accused(pair)))
    if surely is not None:
        return Whole(joined(surely, _accused(pair))) if pair.better else Whole(surely, False)
    cause = _cause(pair, one)
    if beside is not None:
        words = beside if cause is None else joined(cause, beside)
        return Whole(words, True) if pair.better else Whole(joined(words, _accused(pair)))
    strength = believed(pair.differs.assumed).strength
    shares = most_often(pair.view, strength)
    often_, beside_ = shares[one], shares[other]
    n, m = (
        in_100(share, has_most(found, each) is not None)
        for each, share in ((one, often_), (other, beside_))
    )
    words = say(
        "{player} has most, or as much, in {n} of 100 cases, {other} in {m}",
        player=one,
        n=n,
        other=other,
        m=m,
    )
    if not pair.differs.best:
        words = say("{player} has most, or as much, in {n} of 100 cases", player=one, n=n)
    good = None if often_ == beside_ or pair.differs.either else often_ > beside_
    words = words if cause is None else joined(cause, words)
    whole = good in (None, pair.better)
    return Whole(words, good) if whole else Clause(words, good)


def _accused(pair: Pair) -> Words:
    """Return how often a vote for a player makes that player the accused, or one for the other."""
    one, other = (each.words[0] for each in pair.moves)
    n, m = in_100(pair.accused(one)[0], sure=False), in_100(pair.accused(other)[1], sure=False)
    values = {"player": one, "n": n, "other": other, "m": m}
    if not pair.differs.best:
        return say("with your vote {player} is accused in {n} of 100 cases", **values)
    return say("with your vote {player} is accused in {n} of 100 cases, {other} in {m}", **values)


def _cause(pair: Pair, player: str) -> Words | None:
    """Return with what face down a player has much, or shows to have it."""
    use = uses(pair.state).get(player)
    well_used = reach(pair.view, well_used=True) if use else {}
    shown = use and shown_by(use, pair.state, well_used, pair.reach)
    viewer = pair.view.viewer
    return shown or passes(pair.reach, viewer, player) or spans(pair.reach, viewer, player)


def looks(pair: Pair) -> Clause | None:
    """Return what there is to find out of a player, and how it stands in the game."""
    (player, *_), viewer = pair.move.words, pair.view.viewer
    if player == pair.differs.against.words[0] and not pair.differs.best:
        return None
    cause = beaten(pair.reach, viewer, player) or _cause(pair, player)
    told = [each for each in (cause, over_all(pair.view, player)) if each is not None]
    return Whole(joined(*told)) if told else None


def judged(pair: Pair) -> Clause:
    """Return what the penalty costs who is tied. OV-6"""
    table, players, (accused,) = pair.table, pair.state.players, pair.move.words
    seat, spares = players.index(accused), pair.move.verb == "spares"
    own, lost = table.points(seat), choosing.penalty(table, seat)
    tied = [each for each in table.seats if each != seat and table.points(each) == own]
    others = listed(players[each] for each in tied)
    values = {"player": accused, "others": others, "n": own, "lost": lost}
    if seat == pair.seat:
        words = say("you are tied with {others} at {n} points: the penalty takes {lost}", **values)
        return Whole(words, spares)
    words = say("{player} is tied with {others} at {n} points: the penalty takes {lost}", **values)
    return Whole(words, pair.better)


def answers(pair: Pair) -> Clause | None:
    """Return what either answer leaves."""
    if not pair.held:
        return None
    one, other = pair.brings(Source.VERDICT)
    words, beside = (_answered(pair, each) for each in pair.moves)
    if pair.better or pair.move.verb == "denies":
        words = say("{clause} ({other})", clause=words, other=beside)
    return Doing(words, points=one - other)


def _answered(pair: Pair, move: Event) -> Words:
    """Return what an answer leaves of the viewer's points."""
    table, viewer = pair.table, pair.view.viewer
    own = table.points(pair.seat)
    if move.verb == "admits":
        gone = [each for each in table.rows[pair.seat] if each.spot in move.words]
        tilted, values = pair.cards.tilted, {"n": table.left(pair.seat, move.words), "own": own}
        cards = sum(each.kind if each.nature == tilted else each.nature for each in gone)
        up = named(pair.cards.kinds(cards))
        told = say("giving up {cards} leaves {n} of your {own}", cards=up, **values)
        if move == pair.move and not pair.differs.best:  # so do other cards of the same row
            told = say("admitting so leaves {n} of your {own}", **values)
        if pair.power is Power.SEIZE and any(pair.cards.thefts(each.kind) for each in gone):
            return joined(told, say("you seize the Theft again"), alike=True)
        return told
    player, m = ahead(pair.reach) if pair.reach else ("", 0)
    if m > own:
        return say(
            "denying brings a card, since {player} has at least {m} points", player=player, m=m
        )
    rightly, wrongly = (
        pair.happens(deed, viewer).sides[move != pair.move] for deed in (Deed.RIGHTLY, Deed.WRONGLY)
    )
    sure = has_most(pair.reach, viewer) is not None
    k, m = (in_100(each, sure) for each in (rightly, wrongly))
    values = {"n": own - choosing.penalty(table, pair.seat), "k": k, "m": m}
    if rightly == 1 and sure:
        return say("denying leaves {n}, since nobody can have more", **values)
    if wrongly and (only := _only(pair, m)) is not None:
        return joined(only, say("denying then brings a card, and else leaves {n}", **values))
    told = say("denying leaves {n} in {k} of 100 cases", **values)
    return joined(told, say("brings a card in {m}", **values), alike=True) if wrongly else told


def _only(pair: Pair, m: int) -> Words | None:
    """Return with what the only one who can have more has it, and how likely that is.

    Beside the chance of all deals alike stands the one that is believed, if it is another one.
    """
    viewer = pair.view.viewer
    own = least(pair.reach, viewer) if pair.reach else 0
    over = [each for each in pair.reach if each != viewer and most(pair.reach, each) > own]
    if not over:
        return None
    cause = passes(pair.reach, viewer, over[0]) if len(over) == 1 else None
    if cause is None:
        cause = say("{players} can have more than your {n}", players=listed(over), n=own)
    if len(over) > 1:
        return say("{cause}, in {m} of 100 cases", cause=cause, m=m)
    alone = alike(pair.view, pair.reach, over[0], own)
    if alone is None or abs(alone - m / 100) < LEAST:
        return say("{cause}, in {m} of 100 cases", cause=cause, m=m)
    how = say("as people keep and hide cards")
    if over[0] in uses(pair.state):
        how = say("as {player} used its power", player=over[0])
    values = {"cause": cause, "n": in_100(alone), "m": m, "how": how}
    return say("{cause}, in {n} of 100 cases by the cards alone, in {m} {how}", **values)

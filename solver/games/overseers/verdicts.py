"""Who can have most: what is weighed at a look, at the vote, and by the accused. OV-4 to OV-6"""

from __future__ import annotations

from collections.abc import Sequence

from ....models.core import Event
from ....models.overseers.box import Power
from ....models.words import Words, figure, in_100, listed, say, say_n
from ...play.contrast import Clause, joined
from . import choosing
from .advice import believed
from .bounds import ahead, beaten, has_most, least, most, named, passes, reach, shown_by
from .effects import Deed, Source
from .pair import MATTERS, Doing, Pair, Whole
from .using import uses

LONG = 130
"""What is told of two players has so many letters at most, in English, with what lies hidden."""


def votes(pair: Pair) -> Clause | None:
    """Return how likely nobody has more than either player, and with which cards the one has."""
    from .accusing import most_often

    players, viewer, found = [each.words[0] for each in pair.moves], pair.view.viewer, pair.reach
    if viewer in players:
        return None
    if pair.full and has_most(found, viewer):
        n = max(most(found, each) for each in found if each != viewer)
        values = {"n": n, "m": least(found, viewer)}
        return Clause(say("nobody can have more than your {m} (the others at most {n})", **values))
    shares = most_often(pair.view, believed(pair.differs.assumed).strength)
    sure = [has_most(found, each) is not None for each in players]
    words = _chances(pair, [in_100(shares[each], k) for each, k in zip(players, sure, strict=True)])
    cause = _cause(pair, players[0])
    if cause is not None and len(str(both := joined(cause, words))) <= LONG:
        return Clause(both)
    return Clause(words)


def _chances(pair: Pair, often: Sequence[int]) -> Words:
    """Return how likely nobody has more than a player; of the better move, than the other, too."""
    players, told = [each.words[0] for each in pair.moves], list[Words]()
    for player, n in zip(players, often, strict=True):
        known = beaten(pair.reach, pair.view.viewer, player)
        words = say("nobody has more than {player} in {n} of 100 cases", player=player, n=n)
        told.append(known or words)
    if not pair.full or players[0] == players[1]:
        return told[0]
    if told[0].template != told[1].template:
        return joined(*told)
    return say("{clause}, than {player} in {n}", clause=told[0], player=players[1], n=often[1])


def gifts(pair: Pair, least: float) -> Words | None:
    """Return what either vote brings the one that it is for, or costs.

    If it brings the one and costs the other, only what comes of the move itself is told, and only
    if both together make `least` of what the others get less, or more if that is below zero.
    """
    if pair.move.verb not in ("votes", "accuses"):
        return None
    players, brought = [each.words[0] for each in pair.moves], list[float]()
    for turn, player in zip((1, -1), players, strict=True):
        with_it, without = pair.brings(Source.VERDICT, player)[::turn]
        brought.append(with_it - without)
    (one, other), (n, m) = players, (figure(abs(each), ".1f") for each in brought)
    alike = brought[0] * brought[1] > 0
    part = (brought[1] - brought[0]) / (len(pair.state.players) - 1)
    small = abs(brought[0]) < MATTERS or part / least < 1
    if not alike and (small or pair.view.viewer in players):
        return None
    if brought[0] > 0:
        words = say("wrongly accused {player} gets {n}", player=one, n=n)
    else:
        words = say("your vote costs {player} {n}", player=one, n=n)
    both = alike and pair.full
    return say("{clause}, {player} {n}", clause=words, player=other, n=m) if both else words


def _cause(pair: Pair, player: str) -> Words | None:
    """Return with what face down a player has more than the viewer, or shows to have it."""
    use = uses(pair.state).get(player)
    well_used = reach(pair.view, well_used=True) if use else {}
    shown = use and shown_by(use, pair.state, well_used, pair.reach)
    return shown or passes(pair.reach, pair.view.viewer, player)


def looks(pair: Pair) -> Clause:
    """Return how likely nobody has more than a player, and what the look leaves hidden."""
    players = [each.words[0] for each in pair.moves]
    sides = [pair.happens(Deed.AHEAD, each).sides[n] for n, each in enumerate(players)]
    told = [_chances(pair, [in_100(each, sure=False) for each in sides])]
    for move in dict.fromkeys(pair.moves if pair.full else pair.moves[:1]):
        player, *spots = move.words
        row = pair.table.rows[pair.state.players.index(player)]
        if left := sum(not card.up for card in row) - len(spots):
            told.append(
                say_n(
                    "{n} card of {player} stays hidden",
                    "{n} cards of {player} stay hidden",
                    left,
                    player=player,
                )
            )
    words = joined(*told)
    if pair.full and pair.differs.either:
        words = say("which look hardly matters: {clause}", clause=words)
    return Clause(words)


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
    return Doing(joined(words, beside) if pair.full else words, points=one - other)


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
    values = {"n": own - choosing.penalty(table, pair.seat), "m": in_100(wrongly, sure)}
    if rightly == 1 and sure:
        return say("denying leaves {n}, since nobody can have more", **values)
    if not wrongly:
        return say("denying leaves {n} in {k} of 100 cases", n=values["n"], k=in_100(rightly, sure))
    told = say("denying leaves {n}, or brings a card in {m} of 100 cases", **values)
    only = _only(pair)
    return told if only is None else say("{clause} ({only})", clause=told, only=only)


def _only(pair: Pair) -> Words | None:
    """Return with what the only one who can have more has it, or who all can."""
    viewer = pair.view.viewer
    own = least(pair.reach, viewer) if pair.reach else 0
    over = [each for each in pair.reach if each != viewer and most(pair.reach, each) > own]
    if not over:
        return None
    cause = passes(pair.reach, viewer, over[0]) if len(over) == 1 else None
    if cause is None:
        return say("if {players} has more", players=listed(over, " / "))
    values = {"player": over[0], "hidden": dict(cause.values)["hidden"]}
    well = reach(pair.view, well_used=True)[over[0]] if over[0] in uses(pair.state) else {}
    if well and min(max(points) for points in well.values()) > own:
        return say("if {player} used its power well: {hidden}", **values)
    return say("if {player} has {hidden}", **values)

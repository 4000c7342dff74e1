"""Who has the Thefts after two moves or may still get them, and what is stolen by them. OV-8"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....models.overseers.box import Power
from ....models.overseers.state import Spot
from ....models.overseers.text import KINDS
from ....models.words import Words, figure, in_points, listed, say
from ...play.contrast import Clause, joined
from . import choosing
from .effects import Lead, Source
from .pair import LEAST, Pair, Whole
from .standing import robbed
from .table import NOBODY, RoundTable, Seat
from .tries import is_open


def cause(pair: Pair) -> Words | None:
    """Return who has how many Thefts after two moves, once all cards lie open; None if as many."""
    if not is_open(pair.state) or pair.move.verb not in ("takes", "loses"):
        return None
    one, other = (_held(pair, each) for each in pair.after)
    if one == other:
        return None
    if not pair.full:
        return one
    if one.values[:-1] == other.values[:-1]:
        other = say("({held})", held=dict(other.values)["held"])
    values = {"clause": one, "move": pair.differs.called, "other": other}
    return say("{clause}, after {move} {other}", **values)


def _held(pair: Pair, after: RoundTable) -> Words:
    """Return who has how many Thefts when the theft comes, and who robs by that."""
    table, players, thefts = after.copy(), pair.state.players, after.cards.thefts
    if table.due(Power.SEIZE) != NOBODY:
        table.seize(table.due(Power.SEIZE))
    number = {seat: thefts(sum(card.nature for card in table.rows[seat])) for seat in table.seats}
    order = sorted(filter(number.get, number), key=lambda seat: -number[seat])
    held = listed(say("{player} {n}", player=players[seat], n=number[seat]) for seat in order)
    thieves = table.thieves()
    if not thieves:
        return say("nobody has a Theft")
    if len(thieves) == 1:
        return say("{player} has most Thefts ({held})", player=players[thieves[0]], held=held)
    leader = pair.state.leader
    return say("{player}, the leader, breaks the tie of Thefts ({held})", player=leader, held=held)


def robs(pair: Pair) -> Clause:
    """Return what a victim misses least, what that brings, and how the game stands then."""
    one, other = (_robbed(pair, each) for each in pair.after)
    lead, beside = pair.differs.sides.get(Lead(), (0.0, 0.0))
    good = lead > beside if pair.differs.either and abs(lead - beside) >= LEAST else None
    words = joined(one, other) if pair.differs.best else one
    return Whole(words, good, counted=good is not None)


def _robbed(pair: Pair, after: RoundTable) -> Words:
    values = _handed(pair, after.victim, pair.seat, choosing.gives(pair.table, after.victim))
    words = say("{player} misses {card} least ({n} points), worth {m} to you", **values)
    then = robbed(pair.view, after)
    return words if then is None else say("{clause} ({then})", clause=words, then=then)


def gives(pair: Pair) -> Clause | None:
    """Return what a card costs who gives it, and what it brings the thief."""
    thief = pair.state.thief
    seat = pair.state.players.index(thief)
    one, other = (_handed(pair, pair.seat, seat, each.words) for each in pair.moves)
    if (one["n"], one["m"]) == (other["n"], other["m"]):
        return None
    told = [
        say("{card} costs you {n} and brings {thief} {m}", thief=thief, **each)
        for each in (one, other)
    ]
    return Whole(joined(*told) if pair.differs.best else told[0])


def _handed(pair: Pair, victim: Seat, taker: Seat, spots: Sequence[Spot]) -> Mapping[str, object]:
    """Return what any of these cards costs who gives it, and what each kind brings who takes it."""
    table = pair.table
    cards = dict.fromkeys(card.kind for card in table.rows[victim] if card.spot in spots)
    worth = [table.with_card(taker, kind) - table.points(taker) for kind in cards]
    return {
        "n": table.points(victim) - table.left(victim, spots[:1]),
        "m": listed(worth[:1] if len({*worth}) == 1 else worth, " / "),
        "card": listed([KINDS[pair.cards.kind[kind]] for kind in cards], " / "),
        "player": pair.state.players[victim],
    }


def appoints(pair: Pair) -> Clause:
    """Return what either thief gets."""
    one, other = (each.words[0] for each in pair.moves)
    gets = pair.brings(Source.THEFT, one)[0], pair.brings(Source.THEFT, other)[1]
    n, m = (figure(each, ".1f" if round(each, 9) % 1 else ".0f") for each in gets)
    values = {"player": one, "other": other}
    words = say("as thief {player} gets {n}, {other} {m}", n=in_points(n), m=m, **values)
    return Whole(words)

"""Who has the Thefts after two moves or may still get them, and what is stolen by them. OV-8"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ....models.overseers.box import THEFT, Power
from ....models.overseers.state import Spot
from ....models.overseers.text import KINDS
from ....models.words import Words, in_points, listed, say
from ...play.contrast import Clause, joined
from ...play.trial import Difference
from . import choosing
from .effects import Deed, Happens, Lead, Points
from .pair import AS_MUCH, FEW, LEAST, Pair, Whole, nth
from .play import scores
from .standing import beside, decided, robbed
from .table import Seat
from .worth import added, are_scored


def seized(pair: Pair) -> Words | None:
    """Return that another player takes the Theft that the worse move leaves in the discard."""
    worse, better = pair.moves if pair.differs.gap < 0 else pair.moves[::-1]
    player = pair.state.holder(Power.SEIZE)
    left = {"discards": worse.words, "takes": better.words}.get(worse.verb, ())
    if player in ("", pair.view.viewer) or THEFT not in left:
        return None
    values: dict[str, object] = {"player": player, "character": pair.state.characters[player]}
    if worse == pair.move:
        return say("{player} ({character}) takes the Theft out of the discard", **values)
    values["move"] = pair.differs.called
    return say("after {move} {player} ({character}) takes it out of the discard", **values)


def theft(pair: Pair, found: Difference) -> tuple[Words, bool]:
    """Return how often a player steals, or is robbed: by or of whom mostly, of which cards.

    And whether one theft brings, or costs, other points after the one move than after the other.
    """
    effect, often, sides = found.effect, found.sides, pair.differs.sides
    assert isinstance(effect, Happens)
    cards, others = defaultdict[str, float](float), defaultdict[str, float](float)
    side, points = int(often[0] < FEW), (0.0, 0.0)
    for each, n in sides.items():
        if isinstance(each, Happens) and each[:3] == effect[:3] and each.other:
            cards[each.kind] += n[side]
            others[each.other] += n[side]
        elif isinstance(each, Points) and (each.player, each.deed) == effect[:3:2]:
            points = (0.0, 0.0) if each.chance else n
    who = say("mostly from {player}") if effect.deed is Deed.STEALS else say("mostly by {player}")
    told = [replace(who, values=(("player", x),)) for x in _most(others, often[side], 1)]
    kinds = _most(cards, often[side], 2)
    if kinds:
        told.append(say("mostly {cards}", cards=listed((KINDS[kind] for kind in kinds), " / ")))
    mean = [round(abs(n) / m) if m >= FEW else 0 for n, m in zip(points, often, strict=True)]
    apart, series = all(mean) and mean[0] != mean[1], not kinds or {*kinds} & pair.cards.box.series
    if apart and (series or abs(found.difference) < FEW):
        told.append(say("about {points} each time, not {m}", points=in_points(mean[0]), m=mean[1]))
    elif series and mean[side]:
        told.append(say("about {points} each time", points=in_points(mean[side])))
    words = pair.told(found)
    return say("{clause} ({theft})", clause=words, theft=listed(told)) if told else words, apart


def _most(came: Mapping[str, float], often: float, few: int) -> Sequence[str]:
    """Return the few names that make most of what comes so often; none if there are more."""
    order = sorted(came, key=lambda each: -came[each])
    enough = (
        n for n in range(1, few + 1) if sum(map(came.__getitem__, order[:n])) >= AS_MUCH * often
    )
    return order[: next(enough, 0)] if often else ()


def _leads(pair: Pair) -> bool | None:
    """Tell whether a move that is worth as much leaves more of a lead in the game; None if not."""
    lead, other = pair.differs.sides.get(Lead(), (0.0, 0.0))
    return lead > other if pair.differs.either and abs(lead - other) >= LEAST else None


def docks(pair: Pair) -> Clause | None:
    """Return how the viewer stands in the game by Liang's points; of the best, after both moves."""
    good = _leads(pair)
    if good is None or not are_scored(pair.state):
        return None
    total = (added(pair.state, scores(each)) for each in pair.after)
    one, other = (beside(pair.view, each) for each in total)
    words = say("you are then {standing}", standing=one)
    if pair.full:
        (_, n), *rest = other.values
        told = n if (one.template, [*one.values[1:]]) == (other.template, rest) else other
        values = {"clause": words, "move": pair.differs.called, "other": told}
        words = say("{clause}, with {move} instead {other}", **values)
    return Whole(words, good, counted=True)


def robs(pair: Pair) -> Whole:
    """Return what a victim misses least, what that brings, and how the game stands then."""
    good = _leads(pair)
    after, victim = pair.after[0], pair.after[0].victim
    values = _handed(pair, victim, pair.seat, choosing.gives(pair.table, victim))
    words = say("{player} misses {card} least: {player} loses {n}, you gain {m}", **values)
    then = robbed(pair.view, after) if decided(pair.view, after) is None else None
    if then is not None:
        words = say("{clause} ({then})", clause=words, then=then)
    docked = pair.happens(Deed.DOCKED, pair.view.viewer)
    if docked.difference * pair.differs.gap < 0:
        words = joined(words, pair.told(docked))
    return Whole(words, good, counted=good is not None)


def gives(pair: Pair) -> Clause | None:
    """Return what a card costs who gives it, and what it brings the thief."""
    thief = pair.state.thief
    seat = pair.state.players.index(thief)
    one, other = (_handed(pair, pair.seat, seat, each.words) for each in pair.moves)
    if (one["n"], one["m"]) == (other["n"], other["m"]):
        return None
    card = next(x for x in pair.table.rows[pair.seat] if x.spot == pair.move.words[0])
    kind, values = pair.cards.kind[card.kind], {**one, "thief": thief}
    if card.nature == pair.cards.tilted:
        return Whole(say("tilted {card} costs you {n}, and brings {thief} {m} untilted", **values))
    if kind in pair.cards.box.series and card.nature == card.kind:
        values["card"] = nth(kind, pair.cards.many(pair.held, kind) - 1)
    return Whole(say("{card} costs you {n} and brings {thief} {m}", **values))


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
    """Return whom a thief robs, all by habit, and what each card brings."""
    table = pair.after[0]
    victims = choosing.robs(table, table.thief, table.victims())
    told = (_handed(pair, each, table.thief, choosing.gives(table, each)) for each in victims)
    robbed = listed((say("{player} of {card} (worth {m})", **each) for each in told), " / ")
    if table.thief == pair.seat:
        return Whole(say("as thief you rob {robbed}", robbed=robbed))
    return Whole(say("as thief {player} robs {robbed}", player=pair.move.words[0], robbed=robbed))

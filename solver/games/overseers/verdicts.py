"""Who can have most: what is weighed at a look, at the vote, and by the accused. OV-4 to OV-6"""

from __future__ import annotations

from collections.abc import Iterator

from ....models.core import Event
from ....models.overseers.box import Kind, Power
from ....models.overseers.text import KINDS
from ....models.words import Words, in_100, in_points, listed, say, say_n
from ...play.contrast import Clause, joined
from . import choosing
from .advice import believed
from .bounds import ahead, beaten, has_most, least, most, named, passes
from .effects import Deed, Points, Source
from .pair import AS_MUCH, FEW, LEAST, Doing, Pair, Whole
from .using import uses

LONG = 100
"""With which cards a player has more is told in so many letters at most, in English."""
MOSTLY = 0.5
"""That nobody has more is told if it is so in more cases."""


def votes(pair: Pair) -> Clause | None:
    """Return how likely a player has most, and with which cards, and what the vote does to that.

    Of the better move, what another vote changes, too.
    """
    from .accusing import most_often

    (player, other), viewer = [each.words[0] for each in pair.moves], pair.view.viewer
    if viewer in (player, other):
        return None
    found, strength = pair.reach, believed(pair.differs.assumed).strength
    share, card = most_often(pair.view, strength)[player]
    standing = _standing(pair, player, in_100(share, has_most(found, player) is not None), card)
    told, setting = [standing], list[Words]()
    if has_most(found, viewer):
        n = max(most(found, each) for each in found if each != viewer)
        values = {"n": n, "m": least(found, viewer)}
        setting.append(say("nobody can have more than your {m} (the others at most {n})", **values))
        told = told if has_most(found, player) is None else []
    if pair.move.verb == "votes":
        told += _sticks(pair, player)
    if not told:
        told = [say("see {move}", move=pair.differs.called) if pair.again else standing]
    return Whole(joined(*told), setting=tuple(setting))


def _standing(pair: Pair, player: str, n: int, card: Kind | None = None) -> Words:
    """Return that a player surely has not most, or how likely it has, and with which cards."""
    if (known := beaten(pair.reach, pair.view.viewer, player)) is not None:
        return known
    cause = passes(pair.reach, pair.view.viewer, player)
    if cause is not None and len(str(cause)) <= LONG:
        values = {"cause": cause, "player": player, "n": n}
        return say("{cause}; {player} has most or is tied in {n} of 100 cases", **values)
    seat = pair.state.players.index(player)
    row, use = pair.table.rows[seat], uses(pair.state).get(player)
    seen = [x.nature for x in row if x.nature and (x.kind or (use and x.spot == use.spot))]
    words = say("{player} has most or is tied in {n} of 100 cases", player=player, n=n)
    if has_most(pair.reach, pair.view.viewer):
        words = say("{player} is tied with you in {n} of 100 cases", player=player, n=n)
    if card is not None:
        return say("{clause}, mostly with {card} face down", clause=words, card=KINDS[card])
    return say_n(
        "{clause} ({points} seen, {n} card unknown)",
        "{clause} ({points} seen, {n} cards unknown)",
        len(row) - len(seen),
        clause=words,
        points=in_points(pair.cards.points[pair.table.powers[seat]][sum(seen)]),
    )


def _sticks(pair: Pair, player: str) -> Iterator[Words]:
    """Yield what changes by the vote: if the viewer is accused, or what accusations bring most.

    It is told if it speaks for the verdict.
    """
    mine = pair.happens(Deed.ACCUSED, pair.view.viewer)
    if mine.difference * pair.differs.gap < 0 and abs(mine.difference) >= FEW:
        instead, leader = pair.happens(Deed.ACCUSED, player), pair.state.leader
        yield from map(pair.told, [instead] * (instead.difference >= FEW))
        why = say("{player}, the leader, breaks ties", player=leader)
        why = say("as leader you break ties") if leader == pair.view.viewer else why
        told = pair.told(mine)
        yield say("{clause} ({why})", clause=told, why=why) if pair.full else told
        return
    sign, made = (1 if pair.differs.gap > 0 else -1), pair.made(Source.VERDICT)
    most = max(made, key=lambda each: sign * made[each], default=None)
    if most and most.deed and sign * made[most] >= pair.least:
        accused = pair.happens(most.deed, most.player)
        yield from map(pair.told, [accused] * (abs(accused.difference) >= FEW))


def accusation(often: Words | None, gets: Words | None) -> Words:
    """Return how often an accusation costs the viewer cards, or brings one; either may be None."""
    if often is None:
        return say("you are accused wrongly (and take a card) {often}", often=gets)
    if gets is None:
        return say("an accusation costs you cards {often}", often=often)
    return say(
        "an accusation costs you cards {often}, brings you a card {gets}", often=often, gets=gets
    )


def looks(pair: Pair) -> Clause | None:
    """Return how likely a player has most, and whom the viewer's vote gets accused then.

    That a player surely has not most is no reason to look.
    """
    player, viewer = pair.move.words[0], pair.view.viewer
    often, _ = pair.happens(Deed.AHEAD, player).sides
    told = [_standing(pair, player, in_100(often, sure=False))]
    if not pair.full:
        return Whole(told[0])
    if not pair.differs.either and beaten(pair.reach, viewer, player):
        told = []
    made = pair.made(Source.VERDICT)
    most = max(made, key=made.__getitem__, default=None)
    accused = pair.happens(Deed.ACCUSED, most.player if most else player)
    if most and made[most] >= pair.least and abs(accused.difference) >= LEAST:
        return Whole(joined(*told, say("by your vote {clause}", clause=pair.told(accused))))
    return Clause(told[0]) if told else None


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
    if spares:
        words = say("spared, {player} keeps the {lost} that the penalty takes", **values)
    return Whole(words, pair.better)


def answers(pair: Pair) -> Clause | None:
    """Return what an answer leaves; of the better one, what the other answer leaves, too."""
    if not pair.held:
        return None
    if "denies" in (each.verb for each in pair.moves):
        told = [_denied(pair) if x.verb == "denies" else _admitted(pair, x) for x in pair.moves]
        return Whole(joined(*told[: 1 + pair.full]))
    move, other = pair.moves
    words = _admitted(pair, move)
    one, two = (pair.table.left(pair.seat, each.words) for each in pair.moves)
    return Doing(_admitted(pair, other, words) if pair.full else words, points=one - two)


def _admitted(pair: Pair, move: Event, before: Words | None = None) -> Words:
    """Return what is left of the viewer's points by admitting, and that a Theft comes back."""
    table, gone, seat = pair.table, move.words, pair.seat
    rows, left = [each for each in table.rows[seat] if each.spot in gone], table.left(seat, gone)
    cards = named(pair.cards.kinds(table.counting(seat, gone)))
    values = {"cards": cards, "n": left, "own": table.points(seat)}
    told = say("giving up {cards} leaves {n} of your {own}", **values)
    if before is not None:
        told = say("{clause}, giving up {cards} leaves {n}", clause=before, **values)
    if pair.power is Power.SEIZE and any(pair.cards.thefts(each.kind) for each in rows):
        return joined(told, say("you seize the Theft again"), alike=True)
    return told


def _denied(pair: Pair) -> Words:
    """Return what denying leaves of the viewer's points, and how likely."""
    table, viewer, own = pair.table, pair.view.viewer, pair.table.points(pair.seat)
    player, m = ahead(pair.reach) if pair.reach else ("", 0)
    if m > own:
        values = {"player": player, "m": m}
        return say("denying brings a card, since {player} has at least {m} points", **values)
    n = own - choosing.penalty(table, pair.seat)
    if has_most(pair.reach, viewer) and any(
        most(pair.reach, each) == own for each in pair.reach if each != viewer
    ):
        return say("denying leaves {n} (unless tied and spared), since nobody can have more", n=n)
    if has_most(pair.reach, viewer):
        return say("denying leaves {n}, since nobody can have more", n=n)
    from .accusing import most_often

    found = most_often(pair.view, believed(pair.differs.assumed).strength)
    share, over = 1 - found[viewer][0], [x for x in pair.reach if x != viewer]
    over = [x for x in over if most(pair.reach, x) > own] or [x for x in found if x != viewer]
    who = listed(over, " / ") if pair.reach else say("somebody")
    values = {"who": who, "own": own, "m": in_100(share, sure=False)}
    often = say("{who} has more than your {own} in {m} of 100 cases", **values)
    player = max(over, key=lambda each: found[each][0])
    cause = passes(pair.reach, viewer, player) if len(over) == 1 else None
    if cause is not None:
        hidden = dict(cause.values)["hidden"]
        often = say("{clause}, only with {hidden} face down", clause=often, hidden=hidden)
    elif len(over) > 1 and found[player][0] >= AS_MUCH * share:
        often = say("{clause}, mostly {player}", clause=often, player=player)
    if (even := _even(pair, own - n)) is not None:
        often = say("{often} (at about {n} both cost you as much)", often=often, n=even)
    return say("{often}: then denying brings a card, else it leaves {n}", often=often, n=n)


def _even(pair: Pair, denied: int) -> int | None:
    """Return in how many of 100 cases somebody has more if both answers cost the viewer as much.

    None of a chance, or where the card that denying can bring was not counted.
    """
    viewer, admits = pair.view.viewer, next(x for x in pair.moves if x.verb == "admits")
    gains = sum(pair.differs.sides.get(Points(viewer, Source.VERDICT, 1.0, Deed.WRONGLY), ()))
    often = sum(pair.happens(Deed.WRONGLY, viewer).sides)
    admitted = pair.table.points(pair.seat) - pair.table.left(pair.seat, admits.words)
    return in_100((denied - admitted) / (denied + gains / often), sure=False) if gains else None

"""What moves do by the rules: what a card adds, what a row shows, what an answer costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ....models.core import Event
from ....models.overseers.box import THEFT, Power
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, figure, in_100, in_points, listed, say, say_n
from ...play.contrast import Clause, joined
from . import choosing
from .bounds import ahead, alike, beaten, has_most, least, most, named, passes, reach, shown_by
from .bundles import Bundle
from .effects import HAVING, SOURCES, Deed, Source
from .habits import usual
from .pair import LEAST, Pair
from .table import RoundTable
from .using import uses

NTH = (say("{kind}"), say("a second {kind}"), say("a third {kind}"), say("one more {kind}"))


class Whole(Clause):
    """A clause that needs nothing more."""


@dataclass(frozen=True, slots=True)
class Doing(Clause):
    """What a move does by the rules: so many `points` more than the other one, if it tells that."""

    points: float | None = None


class _Added(NamedTuple):
    """Cards with the points that they add, and the `total` where a power will change them.

    `grows` tells how often a series grows by further cards.
    """

    name: Words
    points: int
    total: int | None
    grows: Words | None


def _adds(pair: Pair) -> Doing:
    """Return what cards add beside other ones, and how the series of either grow."""
    one, other = (_adding(pair, each) for each in pair.moves)
    if one.total is not None and other.total is not None:
        doing = say("with {card} and {character} you have", card=one.name, character=pair.character)
        return _counts(doing, one.total, other.total)
    words = say_n("{card} adds {n} point", "{card} adds {n} points", one.points, card=one.name)
    if one.grows is not None:
        words = say("{clause} ({grows})", clause=words, grows=one.grows)
    beside = say("{card} {n}", card=other.name, n=other.points)
    if other.grows is not None:
        beside = say("{clause} ({grows})", clause=beside, grows=other.grows)
    words = say("{clause}, {other}", clause=words, other=beside)
    if (
        pair.picked
        and pair.power is Power.TILT
        and pair.differs.best
        and one.points != other.points
    ):
        values = {"clause": words, "character": pair.character}
        words = say("{clause}, and {character} can make all of one kind 5 each", **values)
    return Doing(words, points=one.points - other.points)


def _adding(pair: Pair, move: Event) -> _Added:
    """Return what a move adds to the cards held: names, points, and how a series may grow."""
    cards, names, at = pair.cards, list[Words](), pair.held
    bare, points = cards.points[None], cards.points[pair.power]
    for kind in move.words:
        name, more = KINDS[kind], at + cards.card[kind]
        if kind in cards.box.series:
            nth = NTH[min(cards.many(at, kind), len(NTH) - 1)]
            name = replace(nth, values=(("kind", name),))
        if move == pair.move and points[more] - points[at] != bare[more] - bare[at]:
            name = say("{card} with {character}", card=name, character=pair.character)
        names.append(name)
        at = more
    total = pair.points(at) if pair.special(at) else None
    added, name = points[at] - points[pair.held], say("{cards}", cards=listed(names, " + "))
    tells = pair.picked and (move == pair.move or pair.differs.best)  # one figure for one event
    return _Added(name, added, total, _growth(pair, move, at) if tells else None)


def _growth(pair: Pair, move: Event, held: Bundle) -> Words | None:
    """Return what a series of those `held` pays with more cards, and how often it grows."""
    for kind in filter(pair.cards.box.series.__contains__, move.words):
        n, worths = pair.cards.many(held, kind), pair.cards.box.points[kind]
        if n >= len(worths):
            return None
        nth = max(range(n, len(worths)), key=lambda nth: (worths[nth], -nth))
        points, card = pair.cards.points[pair.power], pair.cards.card[kind]
        two, three = (points[many * card] - points[0] for many in (2, 3))
        k = pair.happens(HAVING[nth], pair.view.viewer, kind).sides[move != pair.move]
        if k < LEAST:
            return None
        k = in_100(k)
        if HAVING[nth] is Deed.TWO:
            values = {"k": k, "n": two, "m": three}
            return say("two or more in {k} of 100 cases, for {n} or {m}", **values)
        if n < nth:
            return say("two make {n}; three in {k} of 100 cases, for {m}", k=k, n=two, m=three)
        return say("three in {k} of 100 cases, for {n}", k=k, n=three)
    return None


def _counts(doing: Words, one: int, other: int) -> Doing:
    """Return what the viewer has, or shows, after two moves."""
    values = {"doing": doing, "m": other}
    same = say_n(
        "{doing} {n} point, just as many", "{doing} {n} points, just as many", one, **values
    )
    words = say_n(
        "{doing} {n} point instead of {m}", "{doing} {n} points instead of {m}", one, **values
    )
    return Doing(same if one == other else words, points=one - other)


def _picks(pair: Pair) -> Clause:
    """Return what the cards add, and how often a series grows in the end."""
    if pair.move.verb != pair.differs.against.verb:
        return _doubles(pair)
    return _adds(pair)


def _doubles(pair: Pair) -> Clause:
    """Return what Wuming takes of this pack, as one card or as two."""
    pack = pair.cards.bundle(pair.state.packs[pair.view.viewer].known)
    two = usual(pair.cards).picks[pair.power, 2, pair.held, pack][0]
    values = {"cards": named(pair.cards.kinds(two)), "card": _adding(pair, pair.move).name}
    if pair.move.verb == "doubles":
        return Clause(say("everybody takes two now (you {cards}), and one fewer later", **values))
    return Clause(say("{card} alone; doubling takes two ({cards})", **values))


def _discards(pair: Pair) -> Clause:
    held = [pair.held - pair.cards.card[each.words[0]] for each in pair.moves]
    one, other = map(pair.points, held)
    kind, taker = pair.move.words[0], pair.state.holder(Power.SEIZE)
    doing = say("you keep")
    if pair.special(pair.held):
        doing = say("with {character} you keep", character=pair.character)
    counted = _counts(doing, one, other)
    if pair.power is Power.DRAW:
        return replace(counted, words=say("{clause} (before you draw)", clause=counted.words))
    if kind != THEFT or taker in ("", pair.view.viewer):
        return counted
    seized = say("{clause} ({player} can seize the Theft)", clause=counted.words, player=taker)
    return replace(counted, words=seized)


def _changes(pair: Pair) -> Clause:
    """Return what Yanmei's or Nuying's power makes of a card."""
    one, other = (table.points(pair.seat) for table in pair.after)
    row = {each.spot: KINDS[each.kind] for each in pair.state.rows[pair.view.viewer]}
    words = pair.move.words
    if pair.move.verb == "tilts":
        doing = say("with 5 for each {kind}", kind=row[words[0]])
    else:
        below, above = row[words[0]], row[words[2]]
        doing = say("with {kind} as {above}", kind=below, above=above)
        if below == above:
            doing = say("with {kind} as it is", kind=below)
    return _counts(say("{doing} you have", doing=doing), one, other)


def _shows(pair: Pair) -> Clause:
    """Return what the own cards that all see count after two moves; less is no loss.

    Nuying's copy is made as for the most points: it may turn a card of the top row face down.
    """
    points, bare = pair.cards.points[pair.power], pair.cards.points[None]
    own, seen = points[0] - bare[0], [_copied(each, pair.seat) for each in pair.after]
    shown = [sum(card.nature for card in each.rows[pair.seat] if card.up) for each in seen]
    hidden = [sum(not card.up for card in each.rows[pair.seat]) for each in seen]
    n, m = (points[each] - own for each in shown)  # of what no card shows
    if any(each.open() != table.open() for each, table in zip(seen, pair.after, strict=True)):
        values = {"n": n, "k": hidden[0], "m": m, "j": hidden[1]}
        return Clause(
            say("once you copy, you show {n} points and hide {k} cards, not {m} and {j}", **values)
        )
    doing = say("you show")
    if any(points[each] - own != bare[each] for each in shown):
        doing = say("with {character} you show", character=pair.character)
    return Clause(_counts(doing, n, m).words)


def _copied(table: RoundTable, seat: int) -> RoundTable:
    """Return the table after Nuying's copy, if that hides as many cards however it is made."""
    ways, found = choosing.tucks(table, seat), list[RoundTable]()
    for below, above in ways if table.due(Power.TUCK) == seat else ():
        found.append(table.copy())
        found[-1].tuck(seat, below, above)
    return found[0] if len({each.open()[seat] for each in found}) == 1 else table


def _votes(pair: Pair) -> Clause | None:
    """Return who of two players has most, by what lies face down, and how often."""
    one, other = (each.words[0] for each in pair.moves)
    viewer, found = pair.view.viewer, pair.reach
    if viewer in (one, other):
        return None
    surely, beside = (beaten(found, viewer, each) for each in (one, other))
    if has_most(found, viewer):
        n = max(most(found, each) for each in found if each != viewer)
        values = {"n": n, "m": least(found, viewer)}
        return Clause(say("you surely have most: the others at most {n} points, you {m}", **values))
    if surely is not None:
        return Clause(surely, False)
    cause = _cause(pair, one)
    if beside is not None:
        return Clause(beside if cause is None else joined(cause, beside), True)
    often_, beside_ = (pair.happens(Deed.AHEAD, each).sides[0] for each in (one, other))
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
    good = None if often_ == beside_ else often_ > beside_
    words = words if cause is None else joined(cause, words)
    whole = good in (None, pair.better) or pair.differs.either
    return Whole(words, good) if whole else Clause(words, good)


def _cause(pair: Pair, player: str) -> Words | None:
    """Return with what face down a player has much, or shows to have it."""
    use = uses(pair.state).get(player)
    well_used = reach(pair.view, well_used=True) if use else {}
    shown = use and shown_by(use, pair.state, well_used, pair.reach)
    return shown or passes(pair.reach, pair.view.viewer, player)


def _judged(pair: Pair) -> Clause:
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


def _answers(pair: Pair) -> Clause | None:
    """Return what either answer leaves."""
    if not pair.held:
        return None
    one, other = pair.brings(Source.VERDICT)
    words, beside = (_answered(pair, each) for each in pair.moves)
    if pair.better or pair.move.verb == "denies":
        words = joined(words, beside)
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
    if (better := _turned(pair, alone)) is not None:
        values["better"] = better
        return say(
            "{cause}, in {n} of 100 cases by the cards alone ({better}), {how} in {m}", **values
        )
    return say("{cause}, in {n} of 100 cases by the cards alone, {how} in {m}", **values)


def _turned(pair: Pair, alone: float) -> Words | None:
    """Return the better answer if somebody has more with chance `alone`, if that is another."""
    denies = pair.moves[pair.moves[0].verb != "denies"]
    side = pair.moves.index(denies)
    rightly, wrongly = (
        pair.happens(deed, pair.view.viewer).sides[side] for deed in (Deed.RIGHTLY, Deed.WRONGLY)
    )
    lost = choosing.penalty(pair.table, pair.seat)
    gains = (pair.brings(Source.VERDICT)[side] + rightly * lost) / wrongly
    gap = pair.differs.gap * (-1) ** side
    then = gap - (wrongly - alone) * (lost + gains)
    if gap * then > 0:
        return None
    return say("then deny") if then > 0 else say("then admit")


def _hands_over(pair: Pair) -> Clause | None:
    """Return what cards cost who gives them, and bring the thief; others give what costs least."""
    table, players, found = pair.table, pair.state.players, list[Mapping[str, object]]()
    robs, thief = pair.move.verb == "robs", pair.state.thief or pair.view.viewer
    for each in pair.moves:
        victim, taker = players.index(each.words[0]) if robs else pair.seat, players.index(thief)
        spots = choosing.gives(table, victim) if robs else each.words
        cards = dict.fromkeys(card.kind for card in table.rows[victim] if card.spot in spots)
        worth = sorted({table.with_card(taker, kind) - table.points(taker) for kind in cards})
        values: Mapping[str, object] = {
            "n": table.points(victim) - table.left(victim, spots[:1]),
            "m": listed(worth, " / "),
            "card": listed([KINDS[pair.cards.kind[kind]] for kind in cards], " / "),
            "player": players[victim],
        }
        found.append(values)
    if all(found[0][name] == found[1][name] for name in ("n", "m", "player")):
        return None
    form = say("{player} misses {card} least ({n} points), worth {m} to you")
    if not robs:
        form = say("{card} costs you {n} and brings {thief} {m}", thief=thief)
    one, other = (replace(form, values=(*form.values, *each.items())) for each in found)
    return Whole(joined(one, other))


def _appoints(pair: Pair) -> Clause:
    """Return what either thief gets."""
    one, other = (each.words[0] for each in pair.moves)
    gets = pair.brings(Source.THEFT, one)[0], pair.brings(Source.THEFT, other)[1]
    n, m = (figure(each, ".1f" if round(each, 9) % 1 else ".0f") for each in gets)
    values = {"player": one, "other": other}
    return Whole(say("as thief {player} gets {n}, {other} {m}", n=in_points(n), m=m, **values))


def _becomes(pair: Pair) -> Clause:
    (name,) = pair.move.words
    power = POWERS[pair.state.box.characters[name]]
    return Clause(say("{character} ({power})", character=name, power=power))


WHO_HAS_MOST = say("who can have most")


class Use(NamedTuple):
    """What moves of a kind do, `of` which of the viewer's points that is, and `about` what."""

    clause: Callable[[Pair], Clause | None]
    of: Source
    about: Words | None = None

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return self.about or SOURCES[self.of][2]


ELSE = Use(lambda _: None, Source.DOCKING)

USES: Mapping[str, Use] = {
    **dict.fromkeys(("picks", "doubles"), Use(_picks, Source.CARDS)),
    "discards": Use(_discards, Source.CARDS),
    **dict.fromkeys(("tilts", "tucks"), Use(_changes, Source.CARDS)),
    "adds": Use(_adds, Source.CARDS),
    "places": Use(_shows, Source.VERDICT),
    "takes": Use(_adds, Source.CARDS),
    **dict.fromkeys(("votes", "accuses"), Use(_votes, Source.VERDICT, WHO_HAS_MOST)),
    **dict.fromkeys(("admits", "denies"), Use(_answers, Source.VERDICT, WHO_HAS_MOST)),
    **dict.fromkeys(("punishes", "spares"), Use(_judged, Source.VERDICT)),
    **dict.fromkeys(("gives", "robs"), Use(_hands_over, Source.THEFT)),
    "appoints": Use(_appoints, Source.THEFT),
    "becomes": Use(_becomes, Source.CARDS),
}
"""By the verbs of moves."""

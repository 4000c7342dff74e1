"""What moves do by the rules: what a card adds, what a row shows, what an answer costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ....models.core import Event
from ....models.overseers.box import Power
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, in_100, listed, say, say_n
from ...play.contrast import Clause
from . import choosing, thefts, verdicts
from .bounds import named
from .bundles import Bundle
from .effects import HAVING, SOURCES, Deed, Source
from .habits import usual
from .pair import LEAST, Doing, Pair
from .table import RoundTable

NTH = (say("{kind}"), say("a second {kind}"), say("a third {kind}"), say("one more {kind}"))


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
    if one.total is not None and other.total is not None and one.total != other.total:
        doing = say("with {card} and {character} you have", card=one.name, character=pair.character)
        return _counts(doing, one.total, other.total)
    words = say_n("{card} adds {n} point", "{card} adds {n} points", one.points, card=one.name)
    if one.grows is not None:
        words = say("{clause} ({grows})", clause=words, grows=one.grows)
    beside = say("{card} {n}", card=other.name, n=other.points)
    if other.grows is not None:
        beside = say("{clause} ({grows})", clause=beside, grows=other.grows)
    words = say("{clause}, {other}", clause=words, other=beside)
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
    """Return what Wuming takes of this pack, as one card or as two.

    Who takes two has one fewer later: of two cards the last one, of a pack that comes back.
    """
    viewer, round_ = pair.view.viewer, pair.round
    pack, player = pair.state.packs[viewer].known, pair.state.receiver(viewer)
    two = usual(pair.cards).picks[pair.power, 2, pair.held, pair.cards.bundle(pack)][0]
    takers = say("you {cards}", cards=named(pair.cards.kinds(two)))
    if theirs := pair.packs.get(round_.pack_of(player, round_.turn), {}).get(round_.turn - 1):
        values = {"yours": takers, "player": player, "pack": named([*theirs.elements()])}
        takers = say("{yours}, {player} two of {pack}", **values)
        if theirs.total() == 2:
            takers = say("{yours}, {player} {pack}", **values)
    twice = say("all take two now ({takers})", takers=takers)
    picks = next(each for each in pair.moves if each.verb == "picks")
    single = say("{card} alone", card=_adding(pair, picks).name)
    coming = [*pair.packs.get(round_.pack_of(viewer, round_.turn + 1), {}).values()]
    if len(pack) == 2 and coming:
        last = listed([KINDS[kind] for kind in coming[-1]], " / ")
        single = say("{card} and then one of {pack}", card=_adding(pair, picks).name, pack=last)
    if pair.move.verb == "doubles":
        return Clause(say("{twice} instead of {single}", twice=twice, single=single))
    if not pair.differs.best:
        return Clause(single)
    return Clause(say("{single}; doubling, {twice}", single=single, twice=twice))


def _discards(pair: Pair) -> Clause:
    held = [pair.held - pair.cards.card[each.words[0]] for each in pair.moves]
    one, other = map(pair.points, held)
    doing = say("you keep")
    if pair.special(pair.held):
        doing = say("with {character} you keep", character=pair.character)
    counted = _counts(doing, one, other)
    if pair.power is Power.DRAW:
        return replace(counted, words=say("{clause} (before you draw)", clause=counted.words))
    return counted


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
    **dict.fromkeys(("votes", "accuses"), Use(verdicts.votes, Source.VERDICT, WHO_HAS_MOST)),
    **dict.fromkeys(("admits", "denies"), Use(verdicts.answers, Source.VERDICT, WHO_HAS_MOST)),
    **dict.fromkeys(("punishes", "spares"), Use(verdicts.judged, Source.VERDICT)),
    "looks": Use(verdicts.looks, Source.VERDICT, WHO_HAS_MOST),
    "gives": Use(thefts.gives, Source.THEFT),
    "robs": Use(thefts.robs, Source.THEFT),
    "appoints": Use(thefts.appoints, Source.THEFT),
    "becomes": Use(_becomes, Source.CARDS),
}
"""By the verbs of moves."""

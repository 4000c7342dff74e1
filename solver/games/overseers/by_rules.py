"""What moves do by the rules: what a card adds, what a row shows, what an answer costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ....models.core import Event
from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, in_100, in_points, listed, say, say_n
from ...play.contrast import Clause, joined
from . import thefts, verdicts
from .bounds import named
from .bundles import Bundle
from .effects import HAVING, SOURCES, Deed, Source, rounded
from .habits import usual
from .pair import FEW, Doing, Pair, Whole, nth

SELDOM = 0.02
"""An accusation, or a third card of a series, that comes less often is not told."""
MUCH_OFTENER = 3
"""What an accusation mostly does it does more than so many times as often as the contrary."""


class _Added(NamedTuple):
    """Cards with the points that they add, and `what` comes of them later, if that is told."""

    name: Words
    points: int
    what: Words | None


def _adds(pair: Pair) -> Doing:
    """Return what cards add, how their series grow, and what other ones would add.

    How the series of those grows is told in the better row alone.
    """
    one, other = (_adding(pair, each) for each in pair.moves)
    words = say_n("{card} adds {n} point", "{card} adds {n} points", one.points, card=one.name)
    values = {"clause": words, "card": other.name, "n": other.points}
    if pair.full:
        beside = _with(say("{card} would add {n}", **values), other.what)
        words = say("{clause}, {other}", clause=_with(words, one.what), other=beside)
    elif one.points == other.points:
        words = _with(say("{clause}, as {card} does", **values), one.what)
    else:
        words = _with(say("{clause} instead of {n}", **values), one.what)
    return Doing(words, points=one.points - other.points)


def _with(clause: Words, what: Words | None) -> Words:
    return clause if what is None else say("{clause} ({what})", clause=clause, what=what)


def _adding(pair: Pair, move: Event) -> _Added:
    """Return what a move adds to the cards held."""
    cards, names, at = pair.cards, list[Words](), pair.held
    bare, points = cards.points[None], cards.points[pair.power]
    for kind in move.words:
        name, more = KINDS[kind], at + cards.card[kind]
        if kind in cards.box.series:
            name = nth(kind, cards.many(at, kind))
        elif pair.picked and pair.power is Power.TILT and points[cards.tilted] > points[more - at]:
            name = say("{card} ({n} if tilted)", card=name, n=points[cards.tilted])
        if points[more] - points[at] != bare[more] - bare[at]:
            name = say("{card} with {character}", card=name, character=pair.character)
        names.append(name)
        at = more
    what = _later(pair, move, at) if move.verb == "picks" else None
    added = points[at] - points[pair.held]
    return _Added(say("{cards}", cards=listed(names, " + ")), added, what)


def _later(pair: Pair, move: Event, held: Bundle) -> Words | None:
    """Return how often a series comes to two and to three, or how many Thefts there are."""
    (kind, *_), viewer, side = move.words, pair.view.viewer, move != pair.move
    n = pair.cards.many(held, kind)
    if kind == THEFT:
        every = pair.state.box.deck[len(pair.state.players)][kind]
        have = say("you then have {have} of the {every} Thefts", have=n, every=every)
        often = pair.happens(Deed.STEALS, viewer).sides[side]
        made = sum(n for each, n in pair.made(Source.THEFT).items() if each.yours)
        if pair.counts(Deed.STEALS) and abs(made) < pair.least:
            steal = say("you then steal a card {often}", often=pair.often(often, often))
            return steal if n == 1 else joined(have, steal, alike=True)
        return have if n > 1 else None
    if kind not in pair.cards.box.series or not pair.counts(Deed.ONE) or n >= len(HAVING):
        return None
    two, three = (pair.counting(pair.power, kind, many) for many in (2, 3))
    twos, threes = (pair.happens(deed, viewer, kind).sides[side] for deed in HAVING[1:])
    only = twos - threes if n == 1 else 0.0
    if max(only, threes) < FEW:
        return say("you hardly ever keep one more")
    who = say("you then") if side else say("you")
    if pair.power is Power.TUCK:
        who = say("with {character}'s copy {who}", character=pair.character, who=who)
    tilts = pair.power is Power.TILT and two != pair.counting(None, kind, 2)
    worth: object = say("{n} if tilted", n=two) if tilts else two
    values = {"who": who, "m": three, "often": pair.often(threes, threes)}
    words = say("{who} end with three, worth {m}, {often}", **values)
    if only < FEW:
        return words
    values = {"who": who, "n": worth, "often": pair.often(only, only)}
    if threes < FEW:
        return say("{who} end with two, worth {n}, {often}", **values)
    return say("{clause}, with two, worth {n}, {often}", clause=words, **values)


def _counts(pair: Pair, doing: Words, *told: object) -> Words:
    """Return what the viewer has, or shows, after a move, and after the other one."""
    one, other = told
    values = {"doing": doing, "n": one, "m": other, "move": pair.differs.called}
    if str(one) == str(other):
        return say("{doing} {n}, as after {move}", **values)
    return say("{doing} {n}, {m} after {move}", **values)


def _picks(pair: Pair) -> Clause:
    """Return what the cards add, and how often a series grows in the end."""
    if pair.move.verb != pair.differs.against.verb:
        return _doubles(pair)
    return _adds(pair)


def _doubles(pair: Pair) -> Clause:
    """Return what Wuming takes of this pack, as one card or as two."""
    pack = pair.state.packs[pair.view.viewer].known
    two = usual(pair.cards).picks[pair.power, 2, pair.held, pair.cards.bundle(pack)][0]
    points = pair.cards.points[pair.power]
    cards, n = named(pair.cards.kinds(two)), points[pair.held + two] - points[pair.held]
    twice = say("all take two now, you {cards} ({n})", cards=cards, n=in_points(n))
    picks = next(each for each in pair.moves if each.verb == "picks")
    one = _adding(pair, picks)
    values: dict[str, object] = {"card": one.name, "n": in_points(one.points)}
    single = say("{card} ({n}), then one of the next pack", **values)
    here, there = (twice, single) if pair.move.verb == "doubles" else (single, twice)
    return Clause(say("{clause}; else {other}", clause=here, other=there) if pair.full else here)


def _discards(pair: Pair) -> Clause:
    """Return the points and Thefts kept, after a power of the viewer; seized Thefts are back."""
    held = [pair.held - pair.cards.card[each.words[0]] for each in pair.moves]
    back = [pair.power is Power.SEIZE and THEFT in each.words for each in pair.moves]
    every, kept = pair.state.box.deck[len(pair.state.players)][THEFT], pair.cards.thefts
    ends = [pair.held if x else pair.ends(y) for x, y in zip(back, held, strict=True)]
    one, other = (pair.cards.points[pair.power][each] for each in ends)
    told: list[object] = [in_points(one), in_points(other) if one == other else other]
    special = pair.special(pair.held)
    n, m = map(kept, ends)
    if n != m and pair.power is not Power.SEIZE:
        more = say("{points} and {n} of {every} Thefts", points=told[0], n=n, every=every)
        points = in_points(other)
        told = [more, say_n("{points} and {n} Theft", "{points} and {n} Thefts", m, points=points)]
    doing, (kind,) = say("you keep"), pair.move.words
    if kind in pair.cards.box.series and 0 < (left := pair.cards.many(held[0], kind)) < len(HAVING):
        doing = say("without {card} you keep", card=nth(kind, left))
    if special:
        use, _ = pair.used(held[0])
        doing = say(
            "{doing}, by {character}'s power, you keep up to",
            doing=_made(*use),
            character=pair.character,
        )
    words = _counts(pair, say("with the Theft back you keep") if back[0] else doing, *told)
    if back[1] and not back[0]:
        words = say("{clause} with the Theft back", clause=words)
    if any(back) and (back[0] or one != other) and (one - other) * pair.differs.gap >= 0:
        return Whole(words)
    return Doing(words, points=one - other)


def _made(kind: Kind, above: Kind | None = None) -> Words:
    """Return what Yanmei's or Nuying's power makes of a card: what it copies is `above`."""
    if above is None:
        return say("with 5 for each {kind}", kind=KINDS[kind])
    if kind == above:
        return say("with {kind} as it is", kind=KINDS[kind])
    return say("with {kind} as {above}", kind=KINDS[kind], above=KINDS[above])


def _changes(pair: Pair) -> Clause:
    """Return what Yanmei's or Nuying's power makes of a card."""
    one, other = (table.points(pair.seat) for table in pair.after)
    row = {each.spot: each.kind for each in pair.state.rows[pair.view.viewer]}
    spots = (
        pair.move.words if pair.move.verb == "tilts" else (pair.move.words[0], pair.move.words[-1])
    )
    doing = _made(*(row[each] for each in spots))
    told = in_points(one), in_points(other) if one == other else other
    words = _counts(pair, say("{doing} you have", doing=doing), *told)
    return Doing(words, points=one - other)


def _shows(pair: Pair) -> Clause:
    """Return what the own cards count that all see at the vote, and how often one is accused then.

    What shows is not told before Nuying's copy: all see of a card under an open one what it copies.
    """
    viewer, table, points = pair.view.viewer, pair.after[0], pair.cards.points[pair.power]
    up = sum(card.nature for card in table.rows[pair.seat] if card.up)
    shown = in_points(points[up] - points[0])
    if pair.power is Power.TILT and pair.counts(Deed.SHOWS):
        shown = in_points(rounded(pair.happens(Deed.SHOWS, viewer).sides[0]))
    pairs = [KINDS[kind] for kind in pair.cards.box.series if pair.cards.many(up, kind) == 2]
    takes, pays, ahead = (
        pair.happens(deed, viewer).sides for deed in (Deed.WRONGLY, Deed.PAYS, Deed.AHEAD)
    )
    often, gets = (pair.often(each[0], each[pair.full]) for each in (pays, takes))
    costs, brings = (max(each[0], each[pair.full]) >= SELDOM for each in (pays, takes))
    words = verdicts.accusation(often if costs else None, gets if brings or not costs else None)
    made = sum(n for each, n in pair.made(Source.VERDICT).items() if each.yours)
    makes = abs(made - pair.differs.gap) < pair.least <= made
    if pair.differs.speaks_for_it and makes and any(abs(x - y) >= FEW for x, y in (takes, pays)):
        words = say("{gains}: {why}", gains=pair.gains(made), why=words)
    if pair.power is not Power.TUCK and pairs:
        words = say("you show {n} with two {kind}; {clause}", n=shown, kind=pairs[0], clause=words)
    elif pair.power is not Power.TUCK:
        words = say("you show {n}; {clause}", n=shown, clause=words)
    if not pair.counts(Deed.AHEAD):
        return Whole(words)
    best = 0 if pair.differs.best else 1
    own = say("your {n} points", n=pair.points(pair.held))
    if pair.power in (Power.TILT, Power.TUCK) and pair.special(pair.held):
        own = say("{points} ({use})", points=own, use=_made(*pair.used(pair.held)[0]))
    elif pair.power is Power.DRAW:
        own = say("{points} and the card that you add", points=own)
    more = {"own": own, "n": in_100(1 - ahead[best], sure=False)}
    setting = say("somebody has more than {own} in {n} of 100 cases", **more)
    if ahead[best] >= verdicts.MOSTLY:
        more["n"] = in_100(ahead[best], sure=False)
        setting = say("nobody has more than {own} in {n} of 100 cases", **more)
    if takes[best] > MUCH_OFTENER * pays[best]:
        setting = say("{clause}: if accused, you mostly take a card", clause=setting)
    elif pays[best] > MUCH_OFTENER * takes[best]:
        setting = say("{clause}: if accused, you mostly lose cards", clause=setting)
    return Whole(words, setting=(setting,))


def _becomes(pair: Pair) -> Clause:
    """Return the power of a character; of the better one, the other's, too."""
    names, box = [each.words[0] for each in pair.moves[: 1 + pair.full]], pair.state.box
    powers = {name: POWERS[box.characters[name]] for name in names}
    told = (say("{character} ({power})", character=x, power=y) for x, y in powers.items())
    return Clause(joined(*told))


WHO_HAS_MOST = say("who can have most")


class Use(NamedTuple):
    """What moves of a kind do, `of` which of the viewer's points that is, and `about` what."""

    clause: Callable[[Pair], Clause | None]
    of: Source
    about: Words | None = None

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return self.about or SOURCES[self.of]


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

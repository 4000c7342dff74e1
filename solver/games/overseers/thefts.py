"""Who has the Thefts after two moves or may still get them, and what is stolen by them. OV-8"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ....models.overseers.box import THEFT, Power
from ....models.overseers.state import Spot
from ....models.overseers.text import KINDS
from ....models.words import Words, figure, in_points, listed, say
from ...play.contrast import Clause, joined
from . import choosing
from .effects import Lead, Source
from .pair import LEAST, Pair, Whole
from .standing import over_all, robbed
from .table import NOBODY, RoundTable, Seat
from .tries import is_open


def cause(pair: Pair) -> Words | None:
    """Return who has how many Thefts after two moves, once all cards lie open; None if as many."""
    if not is_open(pair.state) or pair.move.verb not in ("takes", "loses"):
        return None
    one, other = (_held(pair, each) for each in pair.after)
    if one == other:
        return None
    if not pair.differs.best:
        return one
    if one.values[:-1] == other.values[:-1]:
        other = say("({held})", held=dict(other.values)["held"])
    values = {"clause": one, "move": pair.differs.called, "other": other}
    return say("{clause}, after {move} {other}", **values)


def thefts_left(pair: Pair, more: bool) -> Words | None:
    """Return how many Thefts the viewer has, or lets go, who steals `more` often, or less often.

    None if it is not by the Thefts at hand. Thefts may come, and go, later: it is no cause.
    """
    verbs = {each.verb for each in pair.moves}
    if verbs not in ({"picks"}, {"discards"}):
        return None
    held, beside = (_kept(pair, each.words) for each in pair.moves)
    every = pair.state.box.deck[len(pair.state.players)][THEFT]
    if held < beside and pair.picked and more:
        back = sum(n for n, picks in _passed(pair) if picks)
        return say("{n} of {every} Thefts may come back", n=back, every=every) if back else None
    if held < beside and pair.picked:
        return say("a Theft goes on to {player}", player=pair.state.receiver(pair.view.viewer))
    if held == beside or (held > beside) is not more:
        return None
    own = say("you have {n} of {every} Thefts", n=held, every=every)
    return say("{thefts}", thefts=listed([own, *_others(pair, every - held)]))


def _kept(pair: Pair, words: Sequence[str]) -> int:
    """Return how many Thefts the viewer holds after a move with these words."""
    return pair.cards.thefts(pair.held) + words.count(THEFT) * (1 if pair.picked else -1)


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


def _others(pair: Pair, left: int) -> Iterator[Words]:
    """Yield where the other Thefts are, `left` in number, as far as the viewer saw them go."""
    seen = Counter[int]()
    for thefts, picks in _passed(pair):
        seen[min(picks, 2)] += thefts
    said = {
        1: say("{n} may come with the next pack"),
        2: say("{n} may come back later"),
        0: say("{n} gone to others"),
    }
    if THEFT in pair.move.words and not pair.picked:
        left -= 1
        taker = pair.state.holder(Power.SEIZE)
        seized = say("{n} discarded, for {player} to seize", n=1, player=taker)
        yield seized if taker else say("{n} discarded", n=1)
    for picks, words in said.items():
        if seen[picks]:
            yield replace(words, values=(("n", seen[picks]),))
    if left > seen.total():
        yield say("{n} unseen", n=left - seen.total())


def _passed(pair: Pair) -> Iterator[tuple[int, int]]:
    """Yield how many Thefts were passed on in a pack, and by how many picks it comes back.

    That is 0 if it does not, or if it has come back without them.
    """
    size, now = len(pair.state.players), pair.round.turn
    for pack, passed in pair.packs.items():
        looks = pair.round.looks[pack]
        for left, later in zip(passed.values(), looks[1:], strict=False):
            yield left[THEFT] - later.kinds.count(THEFT), 0
        turn = looks[-1].turn + size
        comes = len(looks[-1].kinds) > size and turn > now
        yield passed[looks[-1].turn][THEFT], (turn - now) * comes


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
    stands = over_all(pair.view, one)
    return Whole(words if stands is None else joined(words, stands))

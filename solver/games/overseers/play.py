"""Rollouts: a table is played on quickly to the end of the round, all by habit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....models.overseers.box import Power
from . import choosing
from .table import NOBODY, RoundTable, Seat


def play_on(table: RoundTable) -> list[int]:
    """Play to the end of the round, all by habit, and return the scores."""
    lay_out(table)
    accuse(table)
    steal(table)
    return scores(table)


def lay_out(table: RoundTable) -> None:
    """Play up to the vote: all have laid their rows and used their powers."""
    _choose(table)
    _draft(table)
    _lay(table)
    _use_powers(table)


def accuse(table: RoundTable) -> None:
    """Vote, and let the accused answer and pay."""
    _vote(table)
    _judge(table)


def _choose(table: RoundTable) -> None:
    for seat in table.choosers:
        table.become(seat, table.any_of(choosing.becomes(table, seat)))
    if (seat := table.holder(Power.BECOME)) != NOBODY and Power.BECOME not in table.used:
        if not table.offered:
            table.meet()
        table.become(seat, table.any_of(choosing.becomes(table, seat)))


def _draft(table: RoundTable) -> None:
    packs, hands = table.packs, table.hands
    while any(packs):
        size = table.size
        for seat in table.here:
            pack, hand = packs[seat], hands[seat]
            best = table.habits[seat].picks[table.powers[seat], size, hand, pack]
            picked = best[0] if len(best) == 1 else table.any_of(best)
            packs[seat], hands[seat] = pack - picked, hand + picked
        table.pass_on()
        packs = table.packs


def _lay(table: RoundTable) -> None:
    for seat in table.full:
        table.put_away(seat, table.any_of(choosing.discards(table, seat)))
    table.full = []
    singles = table.cards.singles
    for seat in table.seats:
        if not table.rows[seat]:
            top = table.any_of(choosing.tops(table, seat))
            table.place(seat, singles[top], singles[table.hands[seat] - top])


def _use_powers(table: RoundTable) -> None:
    if (seat := table.due(Power.TILT)) != NOBODY:
        table.tilt(seat, table.any_of(choosing.tilts(table, seat)))
    if (seat := table.due(Power.DRAW)) != NOBODY and (table.pile or table.drawn):
        if not table.drawn:
            table.draw()
        table.add(seat, table.any_of(choosing.adds(table, seat)))
    if (seat := table.due(Power.LOOK)) != NOBODY:
        table.look(seat, *table.any_of(choosing.looks(table, seat)))
    if (seat := table.due(Power.TUCK)) != NOBODY:
        table.tuck(seat, *table.any_of(choosing.tucks(table, seat)))


def _vote(table: RoundTable) -> None:
    if table.accused == NOBODY:
        if not table.tied:
            for seat, options in choosing.votes(table):
                table.votes[seat] = table.any_of(options)
            table.count()
        if table.accused == NOBODY:
            table.accused = table.any_of(choosing.accuses(table, table.leader))
    if not table.answer:
        seat = table.accused
        if (table.answers.get(seat) or choosing.answer(table, seat)) == "admits":
            table.admit(seat, table.any_of(choosing.admits(table, seat)))
        else:
            table.answer = "denies"


def _judge(table: RoundTable) -> None:
    if table.settled:
        return
    seat = table.accused
    own = table.points(seat)
    best = max([table.points(other) for other in table.seats if other != seat])
    if table.penalty is None:
        if own == best and not choosing.punishes(table, table.leader):
            table.settled = True
            return
        table.penalty = own >= best
    if table.penalty:
        table.lose(seat, table.any_of(choosing.losses(table, seat)))
    elif table.pile:
        table.gain(seat, table.any_of(choosing.takes(table, seat)))


def seize(table: RoundTable) -> None:
    """Take the Thefts out of the discard, if anybody can."""
    if (seat := table.due(Power.SEIZE)) != NOBODY:
        table.seize(seat)


def steal(table: RoundTable) -> None:
    """Take the Thefts out of the discard, and rob."""
    seize(table)
    if not table.robbed:
        if table.thief == NOBODY and (thieves := table.thieves()):
            table.thief = table.any_of(choosing.appoints(table, table.leader, thieves))
        if table.thief == NOBODY:
            return
        if table.victim == NOBODY and (victims := table.victims()):
            table.victim = table.any_of(choosing.robs(table, table.thief, victims))
        if table.victim != NOBODY:
            table.give(table.any_of(choosing.gives(table, table.victim)))


def scores(table: RoundTable) -> list[int]:
    """Return the scores, after Liang has taken points."""
    found = table.now
    seat = table.holder(Power.DOCK)
    if seat != NOBODY:
        if table.docked == NOBODY:
            table.docked = table.any_of(choosing.docks(table, seat, found))
        taken = min(table.cards.box.powers.docked, found[table.docked])
        found[table.docked] -= taken
        found[seat] += taken
    return found


def ends(table: RoundTable) -> Iterator[Sequence[int]]:
    """Yield the scores that a round can end with after the judgement, if all cards lie open."""
    if table.penalty and not table.settled:
        for gone in choosing.losses(table, table.accused):
            trial = table.copy()
            trial.lose(table.accused, gone)
            yield from ends(trial)
        return
    table = table.copy()
    seize(table)
    for trial in _robbed(table):
        yield from dockings(trial).values()


def dockings(table: RoundTable) -> Mapping[Seat, Sequence[int]]:
    """Return the scores after all that Liang can still do, by the seat that pays."""
    seat, docked = table.holder(Power.DOCK), [table.docked]
    if seat != NOBODY == table.docked:
        docked = [other for other in table.seats if other != seat]
    found = dict[Seat, Sequence[int]]()
    for other in docked:
        trial = table.copy()
        trial.docked = other
        found[other] = scores(trial)
    return found


def _robbed(table: RoundTable) -> Iterator[RoundTable]:
    """Yield the table after each theft there can be. OV-8"""
    thieves = () if table.robbed else (table.thief,) if table.thief != NOBODY else table.thieves()
    if not thieves:
        yield table
    for thief in thieves:
        table.thief = thief
        victims = (table.victim,) if table.victim != NOBODY else table.victims()
        if not victims:
            yield table.copy()
        for victim in victims:
            for card in table.rows[victim]:
                trial = table.copy()
                trial.victim = victim
                trial.give(card.spot)
                yield trial

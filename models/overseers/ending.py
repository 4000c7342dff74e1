"""Theft, scores, and who leads the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..bag import HOLE
from ..chance import Forced
from ..core import Turn
from ..errors import IllegalAction
from ..event import Event
from ..phase import always
from ..replacing import changed
from ..words import listed, say, say_n
from .box import THEFT, Power
from .dealing import new_round
from .phase import check_among, check_is, check_spots, counted, gained, phase, taken
from .scoring import points, thefts
from .state import State, Step

# Thief-Taker


def _seizure_due(state: State) -> bool:
    return bool(state.holder(Power.SEIZE)) and Power.SEIZE not in state.used


def _is_theft(kind: str) -> bool:
    return kind == THEFT


def _seizure_turn(state: State) -> Turn:
    discard = state.discard
    number = str(discard.surely(_is_theft)) if discard.whole else HOLE
    return Forced(Event("seizes", state.holder(Power.SEIZE), outcome=(number,)))


def _seizure(state: State, event: Event) -> State:
    player = state.holder(Power.SEIZE)
    if event.verb != "seizes":
        words = say("{player} takes the Thefts of the discard now", player=player)
        raise IllegalAction("OV-8", words)
    check_is(event.actor, player, "OV-8")
    number = int(event.outcome[0])
    there = state.box.cards(len(state.players)).count(THEFT)
    least, most = state.discard.surely(_is_theft), min(there, state.discard.maybe(_is_theft))
    if not least <= number <= most:
        words = (
            say_n(
                "the discard holds {n} Theft, not {number}",
                "the discard holds {n} Thefts, not {number}",
                least,
                number=number,
            )
            if least == most
            else say(
                "the discard holds {least} to {most} Thefts, not {number}",
                least=least,
                most=most,
                number=number,
            )
        )
        raise IllegalAction("OV-8", words)
    kinds = (THEFT,) * number
    discard = taken(state.discard, kinds, say("the discarded"), "OV-8")
    state = changed(state, discard=discard, used=state.used | {Power.SEIZE})
    return gained(state, player, kinds)


# the theft (OV-8, OV-19)


def most_thefts(state: State) -> tuple[str, ...]:
    """Return who has most Thefts, nobody if there are none. OV-8"""
    count = {player: thefts(state, player) for player in state.players}
    most = max(count.values())
    return tuple(player for player in state.players if most and count[player] == most)


def _victims(state: State, thief: str) -> tuple[str, ...]:
    spared = (thief, state.holder(Power.SEIZE))
    return tuple(p for p in state.players if p not in spared and state.rows[p])


def _theft_due(state: State) -> bool:
    if state.robbed:
        return False
    thieves = (state.thief,) if state.thief else most_thefts(state)
    return any(_victims(state, thief) for thief in thieves)


def _theft_turn(state: State) -> Turn:
    if state.victim:
        row = state.rows[state.victim]
        return tuple(Event("gives", state.victim, (laid.spot,)) for laid in row)
    thieves = most_thefts(state)
    if not state.thief and len(thieves) > 1:
        return tuple(Event("appoints", state.leader, (player,)) for player in thieves)
    thief = state.thief or thieves[0]
    return tuple(Event("robs", thief, (player,)) for player in _victims(state, thief))


def _theft(state: State, event: Event) -> State:
    if state.victim:
        return _given(state, event)
    thieves = most_thefts(state)
    meant = event.words[0] if event.verb == "appoints" else event.actor
    earlier = counted(state, *dict.fromkeys((*thieves, *({meant} & {*state.players}))))
    if not state.thief and len(thieves) > 1:
        if event.verb != "appoints":
            words = say(
                "{players} have the most Thefts: the leader appoints who steals",
                players=listed(thieves),
            )
            raise IllegalAction("OV-8", words, earlier=earlier)
        check_is(event.actor, state.leader, "OV-8")
        check_among(event.words[0], thieves, "OV-8", earlier)
        return changed(state, thief=event.words[0])
    thief = state.thief or thieves[0]
    if event.verb != "robs":
        words = say("{player} names the victim now", player=thief)
        raise IllegalAction("OV-8", words, earlier=earlier)
    check_is(event.actor, thief, "OV-8", () if state.thief else earlier)
    if event.words[0] == state.holder(Power.SEIZE):
        words = say("nobody steals from {player}: {name} cannot be stolen from",
                    player=event.words[0], name=state.box.names[Power.SEIZE])  # fmt: skip
        raise IllegalAction("OV-8", words)
    check_among(event.words[0], _victims(state, thief), "OV-8")
    return changed(state, thief=thief, victim=event.words[0])


def _given(state: State, event: Event) -> State:
    if event.verb != "gives":
        raise IllegalAction("OV-8", say("{player} gives a card now", player=state.victim))
    check_is(event.actor, state.victim, "OV-8")
    check_spots(state, state.victim, event.words, "OV-8")
    laid = state.laid(state.victim, event.words[0])
    assert laid is not None
    row = tuple(each for each in state.rows[state.victim] if each != laid)
    state = changed(state, rows={**state.rows, state.victim: row}, robbed=state.victim, victim="")
    return gained(state, state.thief, [laid.kind])


# Liang (OV-9)


def _docking_due(state: State) -> bool:
    return bool(state.holder(Power.DOCK)) and not state.docked


def _docking_turn(state: State) -> Turn:
    liang = state.holder(Power.DOCK)
    return tuple(Event("docks", liang, (player,)) for player in state.players if player != liang)


def _docking(state: State, event: Event) -> State:
    liang = state.holder(Power.DOCK)
    if event.verb != "docks":
        words = say("{player} takes points from a player now", player=liang)
        raise IllegalAction("OV-9", words)
    check_is(event.actor, liang, "OV-9")
    if event.words == (liang,):
        raise IllegalAction("OV-9", say("the points are taken from another player"))
    return changed(state, docked=event.words[0])


# the scores (OV-9, OV-10)


def round_scores(state: State) -> tuple[int, ...]:
    """Return the points of this round in seating order, with Liang's; all cards are known."""
    return tuple(points(state, player) + taken_by_liang(state, player) for player in state.players)


def taken_by_liang(state: State, player: str) -> int:
    """Return the points that Liang's power brings `player`, or costs if it is below 0. OV-9"""
    if not state.docked or player not in (state.docked, state.holder(Power.DOCK)):
        return 0
    n = min(state.box.powers.docked, points(state, state.docked))
    return -n if player == state.docked else n


_REVEALED = (Step.JUDGEMENT, Step.SEIZURE, Step.THEFT, Step.DOCKING, Step.SCORES)


def open_points(state: State) -> Mapping[str, int]:
    """Return everybody's points of this round by the cards that lie open, the most first.

    Empty before all cards are revealed, and after the scores of the round.
    """
    cards = [laid.kind for row in state.rows.values() for laid in row]
    if state.step not in _REVEALED or HOLE in cards:
        return {}
    scores = zip(state.players, round_scores(state), strict=True)
    return dict(sorted(scores, key=lambda each: -each[1]))


def _scores_due(state: State) -> bool:
    return len(state.scores) < state.round


def _scores_turn(state: State) -> Turn:
    return Forced(Event("scores", outcome=tuple(map(str, round_scores(state)))))


def _scores(state: State, event: Event) -> State:
    due = round_scores(state)
    if event.verb != "scores" or event.outcome != tuple(map(str, due)):
        raise _other_scores(state, event.outcome if event.verb == "scores" else (), due)
    lowest = tuple(
        player for player, score in zip(state.players, due, strict=True) if score == min(due)
    )
    return changed(state, scores=(*state.scores, due), heirs=lowest)


def _other_scores(state: State, told: tuple[str, ...], due: tuple[int, ...]) -> IllegalAction:
    words = say("the points of this round are: {scores}", scores=" ".join(map(str, due)))
    rows = zip(state.players, told, due, strict=False)
    other = {player: (n, m) for player, n, m in rows if n != str(m)}
    if other:
        names, wrong = listed(other), listed(n for n, _ in other.values())
        right = listed(m for _, m in other.values())
        words = say(
            "by what lies open it is {right} for {players}, not {wrong}: {scores}",
            players=names,
            right=right,
            wrong=wrong,
            scores=words,
        )
    return IllegalAction("OV-9", words, earlier=counted(state, *other))


# the next leader (OV-10)


def _succession_due(state: State) -> bool:
    return len(state.heirs) > 1 and state.round < state.box.rounds


def _succession_turn(state: State) -> Turn:
    return tuple(Event("names", state.leader, (player,)) for player in state.heirs)


def _succession(state: State, event: Event) -> State:
    if event.verb != "names":
        words = say("several have the lowest score: the leader names the successor")
        raise IllegalAction("OV-10", words)
    check_is(event.actor, state.leader, "OV-10")
    check_among(event.words[0], state.heirs, "OV-10")
    return changed(state, heirs=event.words)


def _next_round(state: State) -> State:
    if state.round == state.box.rounds:
        return changed(state, step=Step.OVER)
    fresh = new_round(state.box, state.players, state.settings, state.round + 1)
    leaders = (*state.leaders, *state.heirs)
    return changed(
        fresh, leaders=leaders, scores=state.scores, since=state.since, in_part=state.in_part
    )


def _no_more(state: State, event: Event) -> State:
    raise IllegalAction("OV-11", say("the game is over"))


def totals(state: State) -> tuple[int, ...]:
    """Return the points of all rounds so far, in seating order."""
    return tuple(map(sum, zip(*state.scores, strict=True))) or (0,) * len(state.players)


def winners(state: State, total: Sequence[int] = ()) -> tuple[str, ...]:
    """Return who has won: the highest total, then whoever was never leader. OV-11

    If a `total` of each player is given, in seating order, it is who would win with these.
    """
    has = dict(zip(state.players, total or totals(state), strict=True))
    best = [player for player in state.players if has[player] == max(has.values())]
    never = [player for player in best if player not in state.leaders]
    return tuple(never or best)


SEIZURE = phase(_seizure_due, _seizure_turn, _seizure)
THEFT_PHASE = phase(_theft_due, _theft_turn, _theft)
DOCKING = phase(_docking_due, _docking_turn, _docking)
SCORES = phase(_scores_due, _scores_turn, _scores)
SUCCESSION = phase(_succession_due, _succession_turn, _succession, _next_round)
OVER = phase(always, lambda _: (), _no_more)

"""What followed from a line of Battle of the Bards, and what its rounds have brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ..call import told
from ..tale import Account, Happened, Sides, SideScore, leading, new_lead
from ..words import Words, figure, listed, say, say_n
from .box import Box
from .calls import gained
from .cards import about_power
from .dice import pips
from .rounds import points
from .state import State, Step, Troupe

_AFTER_SHOW = (Step.LEAVE, Step.REFILL, Step.ENCORE, Step.MELODIES, Step.SUDDEN, Step.OVER)


def rounds_over(state: State) -> int:
    """Return how many rounds are over; the encore counts as one. A round is over with its show."""
    if state.step not in _AFTER_SHOW or not state.round:
        return max(0, state.round - state.since)
    played_out = state.step in (Step.SUDDEN, Step.OVER) and bool(state.pairs)
    return state.round + 1 - state.since + played_out


def part(state: State) -> Words | None:
    """Return the turn of the show, or the step of the round."""
    if state.step is Step.SHOW and state.actor:
        return say("Round {round}, {player}", round=state.round, player=state.actor)
    match state.phase:
        case Step.STAGE:
            return say("Round {round}, going on stage", round=state.round)
        case Step.LEAVE | Step.REFILL:
            return say("Round {round}, its end", round=state.round)
        case Step.ENCORE | Step.MELODIES:
            return say("The encore")
        case Step.SUDDEN:
            return say("Sudden death")
        case _:
            return None


def followed(line: Happened[State]) -> Iterator[Words]:
    """Yield what abilities, audiences and rolls give, who passes last, who wins the encore."""
    before, event, after = line.before, line.event, line.after
    box = after.box
    if event.actor and before.step is Step.SHOW and after.step is Step.SHOW:
        yield from map(told, gained(line, event.actor))
    match event.verb:
        case "wins":
            yield from _won(box, after, event.actor, event.words[0])
            yield from new_lead(_sides(before), _sides(after))
            if _full(after) and not _full(before):
                yield say("This round is the last; then comes the encore.")
        case "hires":
            n = box.cards.bards[event.words[0]].points
            yield say_n("A veteran worth {n} point.", "A veteran worth {n} points.", n)
            yield from new_lead(_sides(before), _sides(after))
        case "rolls" if before.step in (Step.MELODIES, Step.SUDDEN):
            n = sum(pips(die) for die in event.outcome)
            yield say("{player} has {n}.", player=event.actor, n=n)
    if before.step is Step.SHOW and after.step in (Step.LEAVE, Step.REFILL, Step.ENCORE):
        yield say("The show of round {round} is over.", round=before.round)
    if after.step is Step.ENCORE and before.step is not Step.ENCORE:
        full = listed(_full(after))
        yield say("{names}: {n} audiences. The encore follows.", names=full, n=box.numbers.goal)
    yield from _ended(box, before, after)


def _full(state: State) -> list[str]:
    """Return who has the audiences that end the game. BB-10"""
    goal = state.box.numbers.goal
    return [player for player in state.players if len(state.troupes[player].audiences) >= goal]


def _won(box: Box, after: State, player: str, card: str) -> Iterator[Words]:
    audience = box.cards.audiences[card]
    n = len(after.troupes[player].audiences)
    told = say_n(
        "{player}'s {nth} audience, worth {n} point",
        "{player}'s {nth} audience, worth {n} points",
        audience.points,
        nth=_NTH[n - 1] if n <= len(_NTH) else say("{n}th", n=n),
        player=player,
    )
    if not audience.powers:
        yield say("{told}.", told=told)
    else:
        yield say(
            "{told}; for the rest of the game: {power}.",
            told=told,
            power=listed(map(about_power, audience.powers)),
        )


_NTH = (say("first"), say("second"), say("third"), say("fourth"))


def _ended(box: Box, before: State, after: State) -> Iterator[Words]:
    """Yield what came of the encore, ties and sudden death. BB-10 to BB-12, BB-21"""
    if before.step is Step.ENCORE and after.step in (Step.SUDDEN, Step.OVER):
        yield say("Nobody has a die in the encore, and nobody wins it.")
    if after.encore_won and not before.encore_won:
        yield say_n(
            "{player} has the highest roll of the encore: {n} point.",
            "{player} has the highest roll of the encore: {n} points.",
            box.numbers.encore_points,
            player=after.encore_won,
        )
    encore = before.step is Step.MELODIES and after.step is Step.MELODIES
    if encore and len(after.tops) < len(before.tops):
        yield say("{names} are tied and roll again.", names=listed(after.tops))
    if after.step is Step.SUDDEN and before.step is not Step.SUDDEN:
        n = points(box, after, after.tops[0])
        yield say_n(
            "{names} are tied with {n} point: sudden death.",
            "{names} are tied with {n} points: sudden death.",
            n,
            names=listed(after.tops),
        )
    if after.winner and not before.winner and before.step is Step.SUDDEN:
        yield say("{player} wins the sudden death.", player=after.winner)


def account(_: str, state: State, ends: Sequence[Happened[State]]) -> Account:
    """Return the points as they stood at the end of each round, by what a round added. BB-11

    A round takes points where performances were spent.
    """
    return _account(state, [end.after for end in ends], goes_on=False)


def so_far(_: str, state: State, ends: Sequence[Happened[State]]) -> Account:
    """Return the points after each round, and those of `state` where they differ."""
    states = [end.after for end in ends]
    last = _points(states[-1]) if states else state.before or dict.fromkeys(state.players, 0)
    if _points(state) == last:
        return _account(state, states, goes_on=False)
    return _account(state, [*states, state], goes_on=True)


def _points(state: State) -> Mapping[str, int]:
    return {player: points(state.box, state, player) for player in state.players}


def _sides(state: State) -> Sides:
    return {(player,): n for player, n in _points(state).items()}


def _account(state: State, states: Sequence[State], *, goes_on: bool) -> Account:
    box, shares = state.box, []
    for player in state.players:
        before = [state.before[player]] if state.before else []
        counts = [0, *before, *(points(box, each, player) for each in states)]
        rounds = tuple(now - then for then, now in pairwise(counts))
        shares.append(SideScore((player,), rounds, counts[-1], _brought(box, states, player)))
    names = [
        say("encore") if n > state.round else say("round {n}", n=n)
        for n in range(state.since, state.since + len(states))
    ]
    names = [say("before")] * bool(state.before) + names
    sides = {each.players: each.total or 0 for each in shares}
    told = tuple(leading(sides))
    if state.step is Step.OVER:
        told = tuple(_counted(box, state, player) for player in state.players)
    return Account(tuple(names), tuple(shares), say("points as they stand"), told, open=goes_on)


def _brought(box: Box, states: Sequence[State], player: str) -> tuple[Words, ...]:
    """Return what adds up to the points of the last round: cards, encore, performances.

    What was spent or lost in it is taken off. Empty for a round that was put down half played.
    """
    if not states or (len(states) == 1 and states[0].before):
        return ()
    then = states[-2].troupes[player] if len(states) > 1 else Troupe()
    return tuple(_items(box, states[-1], player, then))


def _counted(box: Box, state: State, player: str) -> Words:
    """Return what the points of `player` come from, at the end of the game. BB-11"""
    parts = list(_items(box, state, player, Troupe()))
    return say("{player}: {parts}.", player=player, parts=listed(parts) if parts else "–")


def _items(box: Box, state: State, player: str, then: Troupe) -> Iterator[Words]:
    """Yield what brought or cost `player` points since they had `then`. BB-11"""
    now, cards = state.troupes[player], box.cards
    for card in now.audiences[len(then.audiences) :]:
        yield say("{card} {n}", card=card, n=cards.audiences[card].points)
    own, before = Counter(now.cards), Counter(then.cards)
    for sign, bards in ((1, own - before), (-1, before - own)):
        for card in bards.elements():
            if n := sign * cards.bards[card].points:
                yield say("{card} {n}", card=card, n=figure(n, "d"))
    if player == state.encore_won:
        yield say("encore {n}", n=box.numbers.encore_points)
    if n := state.leftovers * (len(now.performances) - len(then.performances)):
        yield say("performances {n}", n=figure(n, "d"))


def settled(state: State) -> Words | None:
    """Return how a tie was settled; None if there was none. BB-12"""
    if state.step is not Step.OVER or not state.sudden:
        return None
    return say("The tie was settled by sudden death: {player} wins.", player=state.winner)

"""What followed from a line of Les Adresses Jaunes, and what its rounds have brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..event import NOBODY
from ..tale import Account, Happened, SideScore
from ..words import Words, listed, say
from .state import State, Step


def rounds_over(state: State) -> int:
    """Return how many rounds are over; the conclusion counts as one."""
    return max(0, state.round - 1) + state.over


def part(state: State) -> Words | None:
    """Return the step of the round."""
    match state.step:
        case Step.DISCS:
            return say("Round {round}, discs", round=state.round)
        case Step.PAWNS:
            return say("Round {round}, pawns", round=state.round)
        case Step.CONCLUSION:
            return say("The conclusion")
        case _:
            return None


def followed(line: Happened[State]) -> Iterator[Words]:
    """Yield which discs lose cubes, which step begins, and how the game ends."""
    before, event, after = line.before, line.event, line.after
    if event.verb in ("pawn", "name") and event.outcome not in ((NOBODY,), ("no",)):
        fewer = [
            say("{target} {n}", target=new.target, n=new.cubes)
            for old, new in zip(before.discs, after.discs, strict=True)
            if old.cubes != new.cubes
        ]
        tile = event.words[0]
        owner = after.cubes[tile]
        if fewer:
            yield say(
                "{tile} is found; discs of {player} now show: {discs}.",
                tile=tile,
                player=owner,
                discs=listed(fewer),
            )
        if owner in after.hands and not after.hands[owner]:
            yield say("All tiles of {player} are found.", player=owner)
    if event.verb == "name" and event.outcome == ("no",):
        tile, player = event.words
        yield say("{tile} is not with {player}: all have lost.", tile=tile, player=player)
    if before.step is not after.step or before.round != after.round:
        yield from _begun(after)


def _begun(state: State) -> Iterator[Words]:
    match state.step:
        case Step.PAWNS:
            yield say("All discs are laid: now the pawns.")
        case Step.DISCS:
            yield say("Round {round} begins: a disc each.", round=state.round)
        case Step.CONCLUSION:
            yield say("The rounds are over: now the conclusion.")
        case Step.WON:
            yield say("All tiles are found: all have won.")
        case _:
            return


def account(_: str, state: State, ends: Sequence[Happened[State]]) -> Account:
    """Return the tiles of each player that were found, by round."""
    return _account(state, [end.after for end in ends], goes_on=False)


def so_far(_: str, state: State, ends: Sequence[Happened[State]]) -> Account:
    """Return the same, with those found in the present round."""
    states = [end.after for end in ends]
    if _found(state) == sum(map(_found, states[-1:])):
        return _account(state, states, goes_on=False)
    return _account(state, [*states, state], goes_on=True)


def _found(state: State) -> int:
    return sum(len(state.found(player)) for player in state.players)


def _account(state: State, states: Sequence[State], *, goes_on: bool) -> Account:
    shares = []
    for player in state.players:
        counts = [0, *(len(each.found(player)) for each in states)]
        rounds = tuple(now - then for then, now in pairwise(counts))
        shares.append(SideScore((player,), rounds, counts[-1], _brought(states, player)))
    names = [
        say("round {n}", n=n) if n <= state.box.rounds else say("conclusion")
        for n in range(1, len(states) + 1)
    ]
    return Account(tuple(names), tuple(shares), say("tiles found"), open=goes_on)


def _brought(states: Sequence[State], player: str) -> tuple[Words, ...]:
    """Return the tiles of `player` found in the last round, and how many are still hidden."""
    if not states:
        return ()
    before = states[-2].found(player) if len(states) > 1 else ()
    new = [tile for tile in states[-1].found(player) if tile not in before]
    left = len(states[-1].hands[player])
    found = (say("{tiles}", tiles=listed(new, " ")),) if new else ()
    return (*found, *((say("{n} still hidden", n=left),) if left else ()))

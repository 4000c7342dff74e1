"""What followed from a line of Onstage, and what its rounds have brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..call import told
from ..replacing import changed
from ..tale import Account, Happened, Sides, SideScore, leading, new_lead
from ..words import Listed, Words, listed, say, say_n
from .calls import opened
from .plays import claimable, may_decline, playable, played, winning
from .state import State, Step, suit_of, value_of
from .text import NOTHING, pictured, suit_name
from .theatre import Performer, Theatre


def rounds_over(state: State) -> int:
    """Return how many rounds are over."""
    return len(state.scores)


def part(state: State) -> Words | None:
    """Return the trick that is played; None in the set-up of a round, and after the last trick."""
    if state.step not in (Step.PLAY, Step.CLAIM):
        return None
    trick = len(state.played) // len(state.players) + 1
    return say("Round {round}, trick {trick}", round=state.round, trick=trick)


def numbered(state: State) -> Mapping[str, str]:
    """Return by their values the cards that may follow the suit that was led, or who is claimed."""
    pieces: Sequence[str] = ()
    if state.step is Step.CLAIM and state.won is not None:
        pieces = claimable(state, state.won.card)
    elif state.step is Step.PLAY and state.trick:
        cards = playable(state.box, state)
        pieces = [card for card in cards if suit_of(card) == state.lead]
    return {str(value_of(piece)): piece for piece in pieces}


def followed(line: Happened[State]) -> Iterator[Words]:
    """Yield who won a trick, what it brings, who moved by rule, what the end of a round gave."""
    before, event, after = line.before, line.event, line.after
    match event.verb:
        case "plays":
            now = played(before.box, before, event)
            yield from _trump(before.theatre, now.theatre)
            if len(now.trick) == len(now.players):
                yield from _won(now)
        case "claims":
            now = before
            if event.words != (NOTHING,):
                own = (*before.claimed[event.actor], *event.words)
                claimed = {**before.claimed, event.actor: own}
                theatre = before.theatre.claimed(event.words[0])
                now = changed(before, claimed=claimed, theatre=theatre)
                n = sum(map(value_of, own))
                yield say_n(
                    "{player} has {n} blossom in this round.",
                    "{player} has {n} blossoms in this round.",
                    n,
                    player=event.actor,
                )
                yield from new_lead(_sides(before), _sides(now))
        case "deal":
            now = before
        case _:
            return
    if after.step is Step.PLAY and not after.trick:
        yield from map(told, opened(now, after))
        last = now.theatre if event.verb == "plays" else before.theatre
        yield from _trump(last, after.theatre)
    if len(after.scores) > len(before.scores):
        yield from _round_over(now, after)


def _sides(state: State) -> Sides:
    """Return the blossoms of each team in all, with those of the round that goes on."""
    totals = state.totals
    return {
        team: sum(totals[player] + sum(map(value_of, state.claimed[player])) for player in team)
        for team in state.agreed.teams
    }


def _trump(before: Theatre, after: Theatre) -> Iterator[Words]:
    if before.trump == after.trump:
        return
    if after.trump is None:
        yield say("There is no trump any more.")
    else:
        yield say("Trump is now {suit}.", suit=suit_name(after.trump))


def _won(state: State) -> Iterator[Words]:
    """Yield who has won the whole trick on the table, and what it brings. ON-10, ON-11"""
    won = winning(state.trick, state.theatre.trump)
    suit = suit_of(won.card)
    why = say("highest trump") if suit == state.theatre.trump else say("highest of the lead")
    yield say(
        "{player} wins the trick with {card} ({why}).",
        player=won.player,
        card=pictured(won.card),
        why=why,
    )
    there, declined = claimable(state, won.card), may_decline(state, won.card)
    if not there:
        yield say("Nobody in {suit} is on stage to be claimed.", suit=suit_name(suit))
    elif len(there) == 1 and not declined:
        yield say("It brings {performer}.", performer=_pictured(there))
    elif not declined:
        yield say("It brings one of {performers}.", performers=_pictured(there))
    elif len(there) == 1:
        yield say("It may bring {performer}.", performer=_pictured(there))
    else:
        yield say("It may bring one of: {performers}.", performers=_pictured(there))


def _round_over(before: State, after: State) -> Iterator[Words]:
    """Yield what the only player without performers gets, and that the round is over.

    ON-12, ON-13
    """
    for player in after.players:
        if not before.claimed[player] and after.claimed[player]:
            yield say(
                "{player} alone has claimed nobody, and gets those who are left: {performers}.",
                player=player,
                performers=_pictured(after.claimed[player]),
            )
    yield say("Round {round} is over.", round=before.round)
    if after.step is Step.LINE:
        yield say("{player} leads the next round.", player=after.leader)
    elif after.step is Step.SHOW:
        tied = listed(after.tied)
        yield say("{players} are tied: they show the card they kept.", players=tied)


def _pictured(performers: Sequence[Performer]) -> Listed:
    return listed(map(pictured, performers), " ")


def account(_: str, state: State, ends: Sequence[Happened[State]]) -> Account:
    """Return the blossoms of all players, and of teams, by round. ON-12, ON-15"""
    return _account(state, ends, goes_on=False)


def so_far(_: str, state: State, ends: Sequence[Happened[State]]) -> Account:
    """Return the blossoms by round, with what is claimed in the present round."""
    claimed = any(state.claimed.values())
    return _account(state, ends, goes_on=claimed and state.step in (Step.PLAY, Step.CLAIM))


def _account(state: State, ends: Sequence[Happened[State]], *, goes_on: bool) -> Account:
    before = (state.before,) if state.before else ()
    now = tuple(sum(map(value_of, state.claimed[player])) for player in state.players)
    rows = (*before, *state.scores[: len(ends)], *([now] if goes_on else []))
    last = state if goes_on else ends[-1].after if ends else None
    alone = [
        SideScore(
            (player,), tuple(row[seat] for row in rows), sum(row[seat] for row in rows), brought
        )
        for seat, player in enumerate(state.players)
        for brought in [_brought(last, player) if last is not None else ()]
    ]
    teams = [
        SideScore(team, tuple(map(sum, zip(*(each.rounds for each in own), strict=True))), total)
        for team in (state.agreed.teams if state.teamed else ())
        for own in [[each for each in alone if each.players[0] in team]]
        for total in [sum(each.total or 0 for each in own)]
    ]
    names = (
        *(say("before") for _ in before),
        *(say("round {n}", n=end.before.round) for end in ends),
        *([say("round {n}", n=state.round)] if goes_on else []),
    )
    sides = {each.players: each.total or 0 for each in teams or alone}
    told = tuple(leading(sides)) if state.step is not Step.OVER else ()
    return Account(names, (*alone, *teams), say("blossoms"), told, open=goes_on)


def _brought(state: State, player: str) -> tuple[Words, ...]:
    """Return whom `player` has claimed in the last round."""
    own = state.claimed[player]
    return (say("{performers}", performers=_pictured(own)),) if own else ()


def settled(state: State) -> Words | None:
    """Return how the tie was settled: by kept cards, or not at all. ON-14, ON-19, ON-23"""
    if state.step is not Step.OVER or not state.shown:
        return None
    kept = listed(
        say("{player} {card}", player=player, card=pictured(state.hands[player].known[0]))
        for player in state.shown
    )
    if set(state.winners) == set(state.tied):
        return say("The tie stays: the cards that were kept are as high ({cards}).", cards=kept)
    return say("The tie is settled by the highest card that was kept: {cards}.", cards=kept)

"""What hands do with the cards, performers and tokens of Onstage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..call import Call, Calls, Zone, call
from ..tale import Happened
from ..words import Listed, listed, say, say_n
from .plays import claimable, may_decline, played
from .state import State, Step
from .text import pictured, suit_name
from .theatre import Performer


def due(state: State) -> Iterator[Call]:
    """Yield what is to be done before the next line."""
    match state.step:
        case Step.LINE if state.round == 1:
            beside = say("the tokens") if _in_tokens(state) else say("the score sheet")
            yield call(
                say("put the stage in the middle of the table, and {what} beside it", what=beside)
            )
            yield call(
                say_n(
                    "stand {n} performer in a line beside the stage",
                    "shuffle the {n} performers and stand them in a line beside the stage",
                    len(state.box.performers),
                ),
                moves="line",
                shuffles=True,
            )
        case Step.LINE:
            yield from _line_again(state)
        case Step.LEADER:
            yield call(say("draw lots who leads, or let whoever was last at the theatre lead"))
        case Step.REMOVED:
            dealt = _dealt(state) * len(state.players) + _kept(state)
            yield call(
                say(
                    "shuffle the {cards} cards and put {n} aside, face down, seen by nobody",
                    cards=len(state.box.cards) - _kept(state),
                    n=len(state.box.cards) - dealt,
                ),
                moves="aside",
                shuffles=True,
            )
        case Step.DEAL:
            yield _deal(state)
        case Step.PLAY:
            yield _play(state)
        case Step.CLAIM:
            yield _claim(state)
        case Step.SHOW:
            waiting = (player for player in state.tied if player not in state.shown)
            yield call(say("show the card that you have kept"), waiting, moves="shown")
        case _:
            return


def _kept(state: State) -> int:
    """Return how many cards the players have kept from the round before. ON-5"""
    return len(state.players) if state.round > 1 else 0


def _dealt(state: State) -> int:
    """Return how many cards each player gets in this round. ON-4, ON-5"""
    return state.box.hand[len(state.players)] - (state.round > 1)


def _line_again(state: State) -> Iterator[Call]:
    """Yield how a later round is set up. ON-5, ON-13"""
    yield call(
        say("keep your last card; gather all other cards, those put aside, too"),
        state.players,
        moves="aside",
    )
    others = len(state.theatre.stage) + sum(map(len, state.claimed.values()))
    yield call(
        say_n(
            "stand {n} performer, claimed or on stage, behind the line",
            "shuffle the {n} performers claimed or on stage and stand them behind the line",
            others,
        ),
        moves="line stage claimed",
        shuffles=True,
    )


def _deal(state: State) -> Call:
    size, players = _dealt(state), len(state.players)
    if state.removed:
        deed = say("deal {n} cards to each player, face down", n=size)
    else:
        deed = say(
            "shuffle the {cards} cards and deal {n} to each player, face down",
            cards=size * players,
            n=size,
        )
    return call(deed, moves="hands", shuffles=True)


def _play(state: State) -> Call:
    deed = say("lead a card")
    if state.lead is not None:
        deed = say("play a card; follow {suit} if you can", suit=suit_name(state.lead))
    return call(deed, [state.to_play], moves="hands trick line stage claimed")


def _claim(state: State) -> Call:
    """Return the call to claim a performer. ON-11"""
    assert state.won is not None
    card = state.won.card
    there = claimable(state, card)
    declined = may_decline(state, card)
    deed = say("take one of these performers off the stage: {performers}",
               performers=_pictured(there))  # fmt: skip
    if len(there) == 1:
        deed = say("take {performer} off the stage", performer=pictured(there[0]))
        if declined:
            deed = say("take {performer} off the stage, or nobody", performer=pictured(there[0]))
    elif declined:
        deed = say(
            "take one of these performers off the stage, or nobody: {performers}",
            performers=_pictured(there),
        )
    return call(deed, [state.won.player], moves="stage claimed")


def opened(before: State, after: State) -> Iterator[Call]:
    """Yield that the front performer goes on stage, between two tricks of a round. ON-6"""
    if after.step is Step.PLAY and not after.trick:
        for performer in after.theatre.stage:
            if performer not in before.theatre.stage:
                yield call(
                    say("{performer} goes on stage", performer=pictured(performer)),
                    moves="line stage",
                )


def left(line: Happened[State]) -> Iterator[Call]:
    """Yield what a trick that is over, or a round, leaves to be done."""
    before, after = line.before, line.after
    over = len(after.scores) > len(before.scores)
    if line.event.verb in ("plays", "claims") and (over or len(after.played) > len(before.played)):
        n = len(before.players)
        yield call(say("put the {n} cards of the trick aside, face down", n=n), moves="trick aside")
    if over:
        for player in after.players:
            got = set(after.claimed[player]) - set(before.claimed[player]) - set(line.event.words)
            if got:
                performers = _pictured(p for p in after.claimed[player] if p in got)
                yield call(
                    say("take all performers that are left: {performers}", performers=performers),
                    [player],
                    moves="stage line claimed",
                )
        score = say("take tokens for the score: {points}", points=_points(after))
        if not _in_tokens(after):
            score = say("write down the score: {points}", points=_points(after))
        yield call(score, moves="score")
    if line.event.verb == "plays":  # who played has moved the performer of the ability
        before = played(before.box, before, line.event)
    if line.event.verb in ("plays", "claims", "deal"):
        yield from opened(before, after)


def _in_tokens(state: State) -> bool:
    """Tell whether the box of the edition keeps the score in tokens, not on a sheet."""
    return state.agreed.edition == "en"


def _points(state: State) -> Listed:
    rows = zip(state.players, state.scores[-1], strict=True)
    return listed(say("{player} +{n}", player=player, n=n) for player, n in rows)


def _pictured(performers: Iterable[Performer]) -> Listed:
    return listed(map(pictured, performers), " ")


def lies(state: State) -> Mapping[Zone, object]:
    """Return what lies on the table."""
    hands = (len(hand) for hand in state.hands.values())
    return {
        "line": state.theatre.line,
        "stage": state.theatre.stage,
        "claimed": state.claimed,
        "hands": tuple(hands),
        "trick": state.trick,
        "aside": (len(state.played), len(state.removed)),
        "score": state.scores,
        "shown": state.shown,
    }


CALLS = Calls(due=due, left=left, lies=lies)

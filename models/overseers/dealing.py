"""Distribution: the first leader, the characters, the packs, and Fushen's exchange."""

from __future__ import annotations

from collections.abc import Mapping

from ..bag import Bag
from ..chance import Draw
from ..core import Turn
from ..errors import IllegalAction
from ..event import Event
from ..replacing import changed
from ..words import say
from .box import Box, Power
from .phase import check_among, check_is, first, phase, taken
from .state import State, Step

# a round begins


def new_round(
    box: Box, players: tuple[str, ...], settings: Mapping[str, str], number: int
) -> State:
    """Return the table before round `number`: all cards shuffled, no character dealt."""
    nothing = {player: Bag() for player in players}
    return State(
        box,
        players,
        settings,
        Step.LEADER,
        number,
        Bag(box.cards(len(players))),
        packs=nothing,
        hands=nothing,
        rows={player: () for player in players},
    )


# the first leader


def _lead_due(state: State) -> bool:
    return not state.leaders


def _lead_draw(state: State) -> Draw:
    return Draw(Event("leader"), Bag(tuple(sorted(state.players))), 1, "OV-4")


def _lead(state: State, event: Event) -> State:
    _lead_draw(state).rest(event)
    return changed(state, leaders=event.outcome)


# characters, dealt (OV-12)


def _chosen(state: State) -> bool:
    return state.settings["Characters"] == "chosen" and state.round > 1


def _characters_due(state: State) -> bool:
    return not state.characters and not (_chosen(state) and state.offered)


def _characters_draw(state: State) -> Draw:
    names = Bag(tuple(sorted(state.box.characters)))
    players = len(state.players)
    if _chosen(state):
        return Draw(Event("laid"), names, players + 1, "OV-12")
    return Draw(Event("characters"), names, players, "OV-12", ordered=True)


def _characters(state: State, event: Event) -> State:
    _characters_draw(state).rest(event)
    if _chosen(state):
        return changed(state, offered=Bag().put(event.outcome))
    return changed(state, characters=dict(zip(state.players, event.outcome, strict=True)))


# characters, chosen in ascending order of the last round's score (OV-12)


def _choice_due(state: State) -> bool:
    return _chosen(state) and len(state.characters) < len(state.players)


def choosing(state: State) -> tuple[str, ...]:
    """Return who chooses next: the lowest score, several players if they are tied."""
    open_ = [player for player in state.players if player not in state.characters]
    score = dict(zip(state.players, state.scores[-1], strict=True))
    least = min(score[player] for player in open_)
    return tuple(player for player in open_ if score[player] == least)


def _choice_turn(state: State) -> Turn:
    lowest = choosing(state)
    if len(lowest) > 1 and not state.called:
        return tuple(Event("calls", state.leader, (player,)) for player in lowest)
    player = state.called or lowest[0]
    return tuple(Event("becomes", player, (name,)) for name in state.offered.known)


def _choice(state: State, event: Event) -> State:
    lowest = choosing(state)
    if len(lowest) > 1 and not state.called:
        return _called(state, event, lowest)
    if event.verb != "becomes":
        raise IllegalAction("OV-12", say("a character is chosen now"))
    check_is(event.actor, state.called or lowest[0], "OV-12")
    (name,) = event.words
    check_among(name, state.offered.known, "OV-12")
    characters = {**state.characters, event.actor: name}
    offered = state.offered.take([name])
    if len(characters) == len(state.players):
        offered = Bag()
    return changed(state, characters=characters, offered=offered, called="")


def _called(state: State, event: Event, lowest: tuple[str, ...]) -> State:
    if event.verb != "calls":
        words = say("the scores are equal: the leader calls who chooses first")
        raise IllegalAction("OV-12", words)
    check_is(event.actor, state.leader, "OV-12")
    check_among(event.words[0], lowest, "OV-12")
    return changed(state, called=event.words[0])


# the packs (OV-2, OV-3)


def _deal_due(state: State) -> bool:
    return not all(state.packs.values())


def _deal_draw(state: State) -> Draw:
    player = first(player for player in state.players if not state.packs[player])
    return Draw(Event("deal", words=(player,)), state.pool, state.box.hand, "OV-2")


def _deal(state: State, event: Event) -> State:
    pool = _deal_draw(state).rest(event)
    packs = {**state.packs, event.words[0]: Bag().put(event.outcome)}
    return changed(state, pool=pool, packs=packs)


# Fushen (OV-20)


def _fushen_due(state: State) -> bool:
    return bool(state.holder(Power.BECOME))


def _free(state: State) -> Bag:
    held = set(state.characters.values())
    return Bag(tuple(sorted(name for name in state.box.characters if name not in held)))


def _meeting(state: State) -> Draw:
    event = Event("meets", state.holder(Power.BECOME))
    free = _free(state)
    return Draw(event, free, min(state.box.powers.met, len(free)), "OV-20")


def _fushen_turn(state: State) -> Turn:
    if not state.offered:
        return _meeting(state)
    player = state.holder(Power.BECOME)
    names = [name for name in _free(state).known if state.offered.may_hold(name)]
    return tuple(Event("becomes", player, (name,)) for name in names)


def _fushen(state: State, event: Event) -> State:
    if not state.offered:
        _meeting(state).rest(event)
        return changed(state, offered=Bag().put(event.outcome))
    player = state.holder(Power.BECOME)
    if event.verb != "becomes":
        raise IllegalAction("OV-20", say("{player} becomes one of the three now", player=player))
    check_is(event.actor, player, "OV-20")
    (name,) = event.words
    check_among(name, _free(state).known, "OV-20")
    taken(state.offered, [name], say("the drawn"), "OV-20")
    characters = {**state.characters, player: name}
    return changed(state, characters=characters, offered=Bag())


LEADER = phase(_lead_due, _lead_draw, _lead)
CHARACTERS = phase(_characters_due, _characters_draw, _characters)
CHOICE = phase(_choice_due, _choice_turn, _choice)
DEAL = phase(_deal_due, _deal_draw, _deal)
FUSHEN = phase(_fushen_due, _fushen_turn, _fushen)

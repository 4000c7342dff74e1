"""The vote, the answer of the accused, the reveal and the judgement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from operator import eq

from ..bag import HOLE
from ..chance import Forced
from ..core import Turn
from ..errors import IllegalAction
from ..event import Event
from ..replacing import changed
from ..words import Words, say
from .drafting import uncovered
from .phase import (
    acted,
    check_among,
    check_deck,
    check_is,
    check_next,
    check_size,
    check_spots,
    gained,
    learned,
    phase,
    reveals,
    still,
    taken,
    without,
)
from .scoring import penalties, points
from .state import State, Tilt, Tuck, outcome_of

# the vote (OV-4)


def _vote_due(state: State) -> bool:
    return not state.trial.tied


def _vote_turn(state: State) -> Turn:
    waiting = still(state)
    if not waiting:
        votes = tuple(state.trial.votes[player] for player in state.players)
        return Forced(Event("voted", outcome=votes))
    voter = waiting[0]
    return tuple(Event("votes", voter, (player,)) for player in state.players if player != voter)


def _vote(state: State, event: Event) -> State:
    waiting = still(state)
    if not waiting:
        return _voted(state, event)
    if event.verb != "votes":
        raise IllegalAction("OV-4", say("every player votes now"))
    check_next(state, event.actor, waiting[0], "OV-4")
    if event.words == (event.actor,):
        raise IllegalAction("OV-4", say("nobody may vote for oneself"))
    votes = {**state.trial.votes, event.actor: event.words[0]}
    return acted(changed(state, trial=changed(state.trial, votes=votes)), event.actor)


def _voted(state: State, event: Event) -> State:
    if event.verb != "voted":
        raise IllegalAction("OV-4", say("'voted' must come here: all votes, in seating order"))
    if any(map(eq, state.players, event.outcome)):
        raise IllegalAction("OV-4", say("nobody may vote for oneself"))
    if len(event.outcome) != len(state.players):
        raise IllegalAction("OV-4", say("one vote of every player stands here"))
    for voter, player in zip(state.players, event.outcome, strict=True):
        if state.trial.votes[voter] not in (HOLE, player):
            words = say("{voter} voted for {player}", voter=voter, player=state.trial.votes[voter])
            raise IllegalAction("OV-4", words, earlier=(Event("votes", voter),))
    count = Counter(event.outcome)
    tied = tuple(p for p in state.players if count[p] == max(count.values()))
    votes = dict(zip(state.players, event.outcome, strict=True))
    accused = tied[0] if len(tied) == 1 else ""
    return changed(state, trial=changed(state.trial, votes=votes, tied=tied, accused=accused))


# a tie of the vote (OV-4)


def _accusation_due(state: State) -> bool:
    return not state.trial.accused


def _accusation_turn(state: State) -> Turn:
    return tuple(Event("accuses", state.leader, (player,)) for player in state.trial.tied)


def _accusation(state: State, event: Event) -> State:
    if event.verb != "accuses":
        raise IllegalAction("OV-4", say("the vote is tied: the leader accuses one of the tied"))
    check_is(event.actor, state.leader, "OV-4")
    check_among(event.words[0], state.trial.tied, "OV-4")
    return changed(state, trial=changed(state.trial, accused=event.words[0]))


# the answer of the accused (OV-5, OV-16)


def _answer_due(state: State) -> bool:
    return not state.trial.answer


def _answer_turn(state: State) -> Turn:
    accused = state.trial.accused
    spots = [laid.spot for laid in state.rows[accused]]
    size = min(state.box.confessed, len(spots))
    admissions = tuple(Event("admits", accused, gone) for gone in combinations(spots, size))
    return (Event("denies", accused), *admissions)


def _answer(state: State, event: Event) -> State:
    accused = state.trial.accused
    if event.verb not in ("admits", "denies"):
        words = say("{player} admits or denies now", player=accused)
        raise IllegalAction("OV-5", words)
    check_is(event.actor, accused, "OV-5")
    trial = changed(state.trial, answer=event.verb, settled=event.verb == "admits")
    if event.verb == "admits":
        check_spots(state, accused, event.words, "OV-5")
        due = min(state.box.confessed, len(state.rows[accused]))
        check_size(len(event.words), due, "OV-5")
        state = without(state, accused, event.words)
    return changed(state, trial=trial, acted=())


# the reveal


def _reveal_due(state: State) -> bool:
    return bool(still(state)) or _unnamed(state) is not None


def _unnamed(state: State) -> Tilt | Tuck | None:
    """Return a power on a card that left face down and whose nature has still to be told."""
    tilt, tuck = state.tilt, state.tuck
    if tilt and tilt.spot[0] == "b" and not state.laid(tilt.player, tilt.spot):
        return None if state.named else tilt
    if tuck and tuck.above[0] == "b" and not state.laid(tuck.player, tuck.above):
        rests = state.laid(tuck.player, tuck.below) is not None
        return tuck if rests and not state.named else None
    return None


def _reveal_turn(state: State) -> Turn:
    waiting = still(state)
    if waiting:
        player = waiting[0]
        kinds = tuple(laid.kind for laid in state.face_down(player))
        return Forced(Event("opens", words=(player,), outcome=kinds))
    power = _unnamed(state)
    assert power is not None
    return Forced(Event("nature", words=(power.player,), outcome=(_nature_told(state, power),)))


def _nature_told(state: State, power: Tilt | Tuck) -> str:
    if power.kind == HOLE or isinstance(power, Tuck):
        return power.kind
    kinds = {laid.kind for laid in state.rows[power.player]}
    return power.kind if power.kind in kinds else _NONE


_NONE = "none"


def _reveal(state: State, event: Event) -> State:
    waiting = still(state)
    if waiting:
        return _opened(state, event, waiting[0])
    power = _unnamed(state)
    assert power is not None
    if event.verb != "nature" or event.words != (power.player,):
        words = say(
            "'nature {player}' must come here: the card that the power rests on has left face down",
            player=power.player,
        )
        raise IllegalAction("OV-7", words)
    (kind,) = event.outcome
    if _nature_told(state, power) not in (HOLE, kind) or (kind == _NONE) > isinstance(power, Tilt):
        raise IllegalAction("OV-7", say("that card was no {kind}", kind=kind))
    state = changed(state, named=True)
    if isinstance(power, Tuck):
        return changed(state, tuck=changed(power, kind=kind))
    return changed(state, tilt=changed(power, kind="" if kind == _NONE else kind))


def _opened(state: State, event: Event, player: str) -> State:
    if event.verb != "opens" or event.words != (player,):
        words = say("'opens {player}' must come here: the face-down cards", player=player)
        raise IllegalAction("OV-5", words)
    state = check_deck(uncovered(state, player, "tb", event.outcome), "OV-17")
    return acted(_resting(state, player), player)


def _resting(state: State, player: str) -> State:
    """Return `state` with the kinds of tilted and copied cards, now that all cards are open."""
    tilt, tuck = state.tilt, state.tuck
    if tilt and tilt.player == player and (laid := state.laid(player, tilt.spot)):
        state = changed(state, tilt=changed(tilt, kind=laid.kind))
    if tuck and tuck.player == player and (laid := state.laid(player, tuck.above)):
        state = changed(state, tuck=changed(tuck, kind=laid.kind))
    return state


# the judgement of whoever has denied (OV-6, OV-16, OV-18, OV-19)


def _judgement_due(state: State) -> bool:
    trial = state.trial
    if trial.settled:
        return False
    return trial.penalty is not None or pays(state) is not False or bool(state.discard)


def pays(state: State) -> bool | None:
    """Tell whether the accused pays; None if the leader must decide."""
    if state.trial.penalty is not None:
        return state.trial.penalty
    own = points(state, state.trial.accused)
    others = [points(state, p) for p in state.players if p != state.trial.accused]
    if own == max(others):
        return None
    return own > max(others)


def _judgement_turn(state: State) -> Turn:
    accused, penalty = state.trial.accused, pays(state)
    if penalty is None:
        verdicts = ("punishes", "spares")
        return tuple(Event(verb, state.leader, (accused,)) for verb in verdicts)
    if penalty:
        losses = penalties(state, accused)
        return tuple(Event("loses", accused, spots) for spots in losses)
    if not state.trial.searched:
        return Forced(Event("finds", accused, outcome=outcome_of(state.discard)))
    return tuple(Event("takes", accused, (kind,)) for kind in _in_discard(state))


def _in_discard(state: State) -> Iterator[str]:
    """Yield the kinds that may lie in the discard: those of which not all lie open."""
    laid = Counter(laid.kind for row in state.rows.values() for laid in row)
    for kind, copies in state.box.deck[len(state.players)].items():
        if state.discard.may_hold(kind) and laid[kind] < copies:
            yield kind


def _judgement(state: State, event: Event) -> State:
    trial, penalty = state.trial, pays(state)
    if penalty is None:
        return _decided(state, event)
    verb = "loses" if penalty else "takes" if trial.searched else "finds"
    if event.verb != verb:
        raise IllegalAction("OV-6", _verdict_words(state, verb), earlier=_all_reveals(state))
    check_is(event.actor, trial.accused, "OV-6")
    if penalty:
        return _lost(state, event)
    if not trial.searched:
        ruling = "OV-16"
        discard = learned(state.discard, event.outcome, say("the discarded"), ruling)
        return changed(state, discard=discard, trial=changed(trial, searched=True))
    discard = taken(state.discard, event.words, say("the discarded"), "OV-6")
    state = changed(state, discard=discard, trial=changed(trial, settled=True))
    return check_deck(gained(state, trial.accused, event.words), "OV-6")


def _all_reveals(state: State) -> tuple[Event, ...]:
    return tuple(line for player in state.players for line in reveals(state, player))


def _verdict_words(state: State, verb: str) -> Words:
    accused = state.trial.accused
    if verb == "loses":
        return say("{player} has the highest score and loses the dearest cards", player=accused)
    return say("{player} has not the highest score and takes a card of the discard", player=accused)


def _decided(state: State, event: Event) -> State:
    accused = state.trial.accused
    if event.verb not in ("punishes", "spares") or event.words != (accused,):
        words = say("{player} is tied highest: the leader punishes or spares", player=accused)
        raise IllegalAction("OV-6", words, earlier=_all_reveals(state))
    check_is(event.actor, state.leader, "OV-18")
    punished = event.verb == "punishes"
    trial = changed(state.trial, penalty=punished, settled=not punished)
    return changed(state, trial=trial)


def _lost(state: State, event: Event) -> State:
    accused = state.trial.accused
    check_spots(state, accused, event.words, "OV-6")
    allowed = penalties(state, accused)
    if tuple(sorted(event.words)) not in {tuple(sorted(spots)) for spots in allowed}:
        words = say(
            "the penalty takes the cards whose loss costs most: {spots}",
            spots=" ".join(allowed[0]),
        )
        raise IllegalAction("OV-6", words, earlier=reveals(state, accused))
    trial = changed(state.trial, settled=True)
    return without(changed(state, trial=trial), accused, event.words)


VOTE = phase(_vote_due, _vote_turn, _vote)
ACCUSATION = phase(_accusation_due, _accusation_turn, _accusation)
ANSWER = phase(_answer_due, _answer_turn, _answer)
REVEAL = phase(_reveal_due, _reveal_turn, _reveal)
JUDGEMENT = phase(_judgement_due, _judgement_turn, _judgement)

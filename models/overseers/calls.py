"""What hands do with the cards and tokens of Overseers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ..call import Call, Calls, Zone, call
from ..tale import Happened
from ..words import Words, listed, say, say_n
from .box import Power
from .dealing import choosing
from .drafting import may_double
from .ending import most_thefts, open_points
from .phase import still
from .scoring import penalties
from .state import State, Step
from .text import KINDS
from .voting import pays


def due(state: State) -> Iterable[Call]:
    """Return what is to be done before the next line."""
    called = _DUE.get(state.step)
    return () if called is None else called(state)


# distribution


def _set_up(state: State) -> Iterator[Call]:
    cards = state.box.deck[len(state.players)].items()
    yield call(
        say(
            "sort out the cards for {n} players, the others stay in the box: {cards}",
            n=len(state.players),
            cards=listed(say("{n} {kind}", n=n, kind=KINDS[kind]) for kind, n in cards),
        )
    )
    yield call(say("take a vote token; the score tokens lie in the middle"), state.players)
    yield call(say("draw lots for the first leader, who takes the leader card"), moves="leader")


def _characters(state: State) -> Iterator[Call]:
    if state.round > 1:
        yield call(
            say("hand in your cards and your character, and take back your vote token"),
            state.players,
            moves="rows discard votes characters",
        )
    chosen = state.round > 1 and state.settings["Characters"] == "chosen"
    n = len(state.players) + chosen
    deed = say("shuffle the {all} characters and deal 1, face up, to each of the {n} players",
               all=len(state.box.characters), n=n)  # fmt: skip
    if chosen:
        deed = say(
            "shuffle the {all} characters and lay out {n}, face up",
            all=len(state.box.characters),
            n=n,
        )
    yield call(deed, moves="characters", shuffles=True)


def _choice(state: State) -> Iterator[Call]:
    lowest = choosing(state)
    if len(lowest) > 1 and not state.called:
        deed = say("say who chooses a character next: {names}", names=listed(lowest))
        yield call(deed, [state.leader])
    else:
        deed = say("choose one of the characters that are laid out")
        yield call(deed, [state.called or lowest[0]], moves="characters")


def _deal(state: State) -> Iterator[Call]:
    box, players = state.box, len(state.players)
    cards = len(box.cards(players))
    values, left = {"cards": cards, "hand": box.hand}, cards - box.hand * players
    deed = say("shuffle the {cards} cards and deal {hand} to each player, face down", **values)
    if left:
        deed = say_n(
            "shuffle the {cards} cards and deal {hand} to each player, face down; put {n} card"
            " aside, seen by nobody",
            "shuffle the {cards} cards and deal {hand} to each player, face down; put {n} cards"
            " aside, seen by nobody",
            left,
            **values,
        )
    yield call(deed, moves="packs", shuffles=True)


def _fushen(state: State) -> Iterator[Call]:
    deed = say(
        "as {name}, draw {n} of the characters that were not dealt, become one of them and show"
        " it; put the others back",
        name=state.box.names[Power.BECOME],
        n=state.box.powers.met,
    )
    yield call(deed, [state.holder(Power.BECOME)], moves="characters", shuffles=True)


# the draft


def _draft(state: State) -> Iterator[Call]:
    side = say("left") if state.passes_left else say("right")
    if may_double(state):
        yield call(
            say(
                "as {name}, say now if everybody takes 2 cards of this pack: once in a round",
                name=state.box.names[Power.DOUBLE],
            ),
            [state.holder(Power.DOUBLE)],
        )
    deed = say(
        "keep 1 card of your pack, face down, and pass the rest to the {side}, until each of you"
        " has {n}",
        side=side,
        n=state.box.hand,
    )
    if state.doubling:
        deed = say("keep 2 cards of this pack, face down, and pass the rest to the {side}",
                   side=side)  # fmt: skip
    yield call(deed, state.players, moves="packs hands")


def _discard(state: State) -> Iterator[Call]:
    box = state.box
    waiting = [player for player in state.players if len(state.hands[player]) > box.kept]
    deed = say(
        "put {n} of your {cards} cards away, face down: together they are the discard",
        n=box.discards,
        cards=box.hand,
    )
    yield call(deed, waiting, moves="hands discard")


def _placement(state: State) -> Iterator[Call]:
    box, above = state.box, state.holder(Power.ABOVE)
    waiting = [player for player in state.players if not state.rows[player]]
    others = [player for player in waiting if player != above]
    deed = say("lay your cards face down in two rows, {top} above and {below} below",
               top=box.top, below=box.kept - box.top)  # fmt: skip
    if others:
        yield call(deed, others, moves="hands rows")
    if above in waiting:
        top = box.powers.above
        deed = say("as {name}, lay {top} cards above and {below} below, face down",
                   name=box.names[Power.ABOVE], top=top, below=box.kept - top)  # fmt: skip
        yield call(deed, [above], moves="hands rows")


def _top_rows(state: State) -> Iterator[Call]:
    yield call(say("turn up your top row, all at once"), state.players, moves="rows")


# the powers of the vote


def _power(power: Power, deed: Words, moves: str, *, shuffles: bool = False) -> _Due:
    """Return the call of a power; `deed` has the name of its character, and the numbers on it."""

    def called(state: State) -> Iterator[Call]:
        numbers = state.box.powers
        values = {"drawn": numbers.drawn, "looks": numbers.looks, "tilted": numbers.tilted,
                  "docked": numbers.docked, "name": state.box.names[power]}  # fmt: skip
        whole = say(deed.template, **values)
        yield call(whole, [state.holder(power)], moves=moves, shuffles=shuffles)

    return called


# the vote and the judgement


def _vote(state: State) -> Iterator[Call]:
    deed = say(
        "talk it over; then, all at once, put your vote token before the player who has most"
        " points, not before yourself"
    )
    yield call(deed, state.players, moves="votes")


def _accusation(state: State) -> Iterator[Call]:
    deed = say("the vote is tied: accuse one of {names}", names=listed(state.trial.tied))
    yield call(deed, [state.leader])


def _answer(state: State) -> Iterator[Call]:
    deed = say(
        "admit, and discard {n} cards of your choice face down; or deny", n=state.box.confessed
    )
    yield call(deed, [state.trial.accused], moves="rows discard")


def _reveal(state: State) -> Iterator[Call]:
    yield call(say("turn up all your cards"), state.players, moves="rows")
    power = state.tilt or state.tuck
    if power is not None and not still(state):
        deed = say("say which kind the card was on which your power rested")
        yield call(deed, [power.player])


def _judgement(state: State) -> Iterator[Call]:
    accused, penalty = state.trial.accused, pays(state)
    if penalty is None:
        deed = say("{player} is tied for the highest score: punish or spare", player=accused)
        yield call(deed, [state.leader])
    elif penalty:
        yield call(_penalty(state, accused), [accused], moves="rows discard")
    else:
        deed = say("look through the discard and take 1 card of your choice, face up")
        yield call(deed, [accused], moves="discard rows")


def _penalty(state: State, accused: str) -> Words:
    """Return what the penalty takes. OV-6"""
    ways = {
        tuple(sorted(laid.kind for laid in state.rows[accused] if laid.spot in spots))
        for spots in penalties(state, accused)
    }
    each = [listed((KINDS[kind] for kind in kinds), " + ") for kinds in sorted(ways)]
    return say("discard the cards that cost you most: {cards}", cards=listed(each, " / "))


# theft and scores


def _theft(state: State) -> Iterator[Call]:
    tied = (state.thief,) if state.thief else most_thefts(state)
    if state.victim:
        deed = say("give {player} 1 card of your choice, face up", player=state.thief)
        yield call(deed, [state.victim], moves="rows")
    elif len(tied) > 1:
        yield call(say("say who steals: {names}", names=listed(tied)), [state.leader])
    else:
        yield call(say("name the player who gives you a card"), tied)


def _scores(state: State) -> Iterator[Call]:
    points = listed(
        say("{player} {n}", player=player, n=n) for player, n in open_points(state).items()
    )
    deed = say("take score tokens and keep them face down: {points}", points=points)
    yield call(deed, state.players, moves="score")


def _succession(state: State) -> Iterator[Call]:
    deed = say("name who leads the next round: {names}", names=listed(state.heirs))
    yield call(deed, [state.leader])


_Due = Callable[[State], Iterable[Call]]
_DUE: Mapping[Step, _Due] = {
    Step.LEADER: _set_up,
    Step.CHARACTERS: _characters,
    Step.CHOICE: _choice,
    Step.DEAL: _deal,
    Step.FUSHEN: _fushen,
    Step.DRAFT: _draft,
    Step.DISCARD: _discard,
    Step.PLACEMENT: _placement,
    Step.TOP_ROWS: _top_rows,
    Step.TILT: _power(
        Power.TILT,
        say(
            "as {name}, turn one of your cards sideways: it and your other cards of its kind count"
            " {tilted} points each and nothing else"
        ),
        "rows",
    ),
    Step.DRAW: _power(
        Power.DRAW,
        say(
            "as {name}, shuffle the discard, draw {drawn}, add one face down to your bottom row,"
            " and put the rest back unseen"
        ),
        "discard rows",
        shuffles=True,
    ),
    Step.LOOK: _power(
        Power.LOOK,
        say("as {name}, look in secret at {looks} face-down cards of one player"),
        "",
    ),
    Step.TUCK: _power(
        Power.TUCK,
        say(
            "as {name}, put one of your cards face down and sideways under another one of yours,"
            " which it copies"
        ),
        "rows",
    ),
    Step.VOTE: _vote,
    Step.ACCUSATION: _accusation,
    Step.ANSWER: _answer,
    Step.REVEAL: _reveal,
    Step.JUDGEMENT: _judgement,
    Step.SEIZURE: _power(
        Power.SEIZE, say("as {name}, take all Thefts out of the discard, face up"), "discard rows"
    ),
    Step.THEFT: _theft,
    Step.DOCKING: _power(
        Power.DOCK, say("as {name}, say from whom you take {docked} points at the scores"), ""
    ),
    Step.SCORES: _scores,
    Step.SUCCESSION: _succession,
}
"""What is to be done in each step of a round."""


def left(line: Happened[State]) -> Iterator[Call]:
    """Yield what a doubled pack, and the end of a round or of the game, leave to be done."""
    before, after = line.before, line.after
    if line.event.verb == "doubles" and not after.doubling:
        yield call(
            say("keep both cards of this pack, face down"), after.players, moves="packs hands"
        )
    if after.round > before.round:
        yield call(say("take the leader card"), [after.leader], moves="leader")
    if after.step is Step.OVER and before.step is not Step.OVER:
        yield call(say("turn up all your score tokens and add them up"), after.players)


def lies(state: State) -> Mapping[Zone, object]:
    """Return what lies on the table."""
    tilt, tuck = state.tilt, state.tuck
    return {
        "leader": state.leader,
        "characters": (state.characters, len(state.offered)),
        "packs": tuple(map(len, state.packs.values())),
        "hands": tuple(map(len, state.hands.values())),
        "rows": (
            tuple(tuple((laid.spot, laid.up) for laid in row) for row in state.rows.values()),
            tilt and tilt.spot,
            tuck and (tuck.below, tuck.above),
        ),
        "discard": (len(state.discard), len(state.drawn)),
        "votes": tuple(sorted(state.trial.votes)),
        "score": state.scores,
    }


CALLS = Calls(due=due, left=left, lies=lies)

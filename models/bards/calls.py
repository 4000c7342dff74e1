"""What hands do with the cards, dice and tokens of Battle of the Bards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile

from ..call import Call, Calls, Zone, call
from ..tale import Happened
from ..words import Words, listed, say, say_n
from .dice import colour
from .loader import WORKSHOP
from .state import Duty, State, Step, Troupe

_ACTING = "stage dice performances melodies hands discards audiences town cards"
"""The zones that an action or a free action may change."""


def due(state: State) -> Iterable[Call]:
    """Return what is to be done before the next line."""
    if state.duties:
        return _DUTIES[state.duties[0].verb](state, state.duties[0])
    called = _STEPS.get(state.step)
    return () if called is None else called(state)


def _same(state: State) -> tuple[Duty, ...]:
    """Return the first duty, and those right behind it that are like it, of other players."""
    first = state.duties[0]
    return tuple(takewhile(lambda duty: duty.verb == first.verb, state.duties))


# the set-up


def _audiences(state: State, duty: Duty) -> Iterator[Call]:
    cards = state.box.cards
    lots = Counter(cards.starting).items()
    deck = listed(say("{card} ×{n}", card=card, n=n) for card, n in lots)
    if cards.name == WORKSHOP:
        yield call(
            say(
                "look whether yours are the cards of the workshop set (`aparte cards list`):"
                " a printed box has others; write those down (`aparte cards new FILE`) and begin"
                " again with `--cards FILE`"
            )
        )
    yield call(say("sort the cards by their kinds, the dice and the tokens by their colours"))
    yield call(
        say(
            "take the {n} cards of a starting deck: {cards}",
            n=len(cards.starting),
            cards=deck,
        ),
        state.players,
    )
    yield call(
        say(
            "shuffle the {all} audiences and turn up {n} in the middle",
            all=len(cards.audiences),
            n=duty.size,
        ),
        moves="audiences",
        shuffles=True,
    )


def _top(state: State, _: Duty) -> Iterator[Call]:
    yield call(say("turn up the next audience on top of its deck"), moves="audiences")


def _line(state: State, duty: Duty) -> Iterator[Call]:
    deed = say(
        "shuffle the {all} veterans and turn up {n} in a row; the one beside the deck is the newest"
        " bard in town",
        all=len(state.veterans),
        n=duty.size,
    )
    yield call(deed, moves="town", shuffles=True)


def _newest(state: State, _: Duty) -> Iterator[Call]:
    deed = say("slide the veterans away from their deck, and turn up a new one beside it")
    yield call(deed, moves="town")


def _leader(state: State, _: Duty) -> Iterator[Call]:
    deed = say(
        "shuffle the leaders and deal 1 to each player, face up, with 1 performance and {n} dice of"
        " its colour",
        n=state.box.numbers.leader_dice,
    )
    yield call(deed, moves="cards hands dice performances", shuffles=True)


def _encore(state: State, _: Duty) -> Iterator[Call]:
    deed = say("shuffle the encore cards and deal 1 to each player, who alone looks at it")
    yield call(deed, moves="encores", shuffles=True)


def _first(state: State, _: Duty) -> Iterator[Call]:
    deed = say("draw lots who takes the first-player token, or give it to the last on a stage")
    yield call(deed, moves="first")


def _sudden(state: State, _: Duty) -> Iterator[Call]:
    deed = say("shuffle the unused encore cards and turn up 1 for the sudden death")
    yield call(deed, moves="encores", shuffles=True)


# cards


def _draws(state: State, duty: Duty) -> Iterator[Call]:
    players = [each.player for each in _same(state) if each.size == duty.size]
    troupe = state.troupes[duty.player]
    if not state.round:
        deed = say("shuffle your {cards} cards into a deck, face down, and draw {n}",
                   cards=len(troupe.cards), n=duty.size)  # fmt: skip
        yield call(deed, players, moves="hands", shuffles=True)
    else:
        deed = say_n("draw {n} card", "draw {n} cards", duty.size)
        yield call(deed, players, moves="hands")


def _to_all(deed: Words, moves: str) -> _Duty:
    """Return the call of a duty that several players have, one after the other."""

    def called(state: State, _: Duty) -> Iterator[Call]:
        yield call(deed, [each.player for each in _same(state)], moves=moves)

    return called


def _to_one(deed: Words, moves: str, *, shuffles: bool = False) -> _Duty:
    """Return the call of a duty that is one player's."""

    def called(_: State, duty: Duty) -> Iterator[Call]:
        yield call(deed, [duty.player], moves=moves, shuffles=shuffles)

    return called


def _reveals(state: State, duty: Duty) -> Iterator[Call]:
    deed = say_n("turn up your {n} card on stage", "turn up your {n} cards on stage", duty.size)
    players = [each.player for each in _same(state) if each.size == duty.size]
    yield call(deed, players, moves="hands stage")


# dice


def _rolls(state: State, _: Duty) -> Iterator[Call]:
    for duty in _same(state):
        dice = sorted(die for die in state.troupes[duty.player].dice if len(die) == 1)
        if dice:
            deed = say_n("roll {n} die: {dice}", "roll {n} dice: {dice}", len(dice),
                         dice=listed(dice, " "))  # fmt: skip
            yield call(deed, [duty.player], moves="dice")


def _keeps(_: State, duty: Duty) -> Iterator[Call]:
    yield call(say("keep {die} or roll it again", die=duty.words[0]), [duty.player], moves="dice")


def _discards(_: State, duty: Duty) -> Iterator[Call]:
    if duty.words == ("card",):
        yield call(say("discard a card of your hand"), [duty.player], moves="hands discards")
    else:
        yield call(say("put back a die that is on no card"), [duty.player], moves="dice")


_Duty = Callable[[State, Duty], Iterable[Call]]
_DUTIES: Mapping[str, _Duty] = {
    "audiences": _audiences,
    "top": _top,
    "line": _line,
    "newest": _newest,
    "leader": _leader,
    "encore": _encore,
    "first": _first,
    "sudden": _sudden,
    "draws": _draws,
    "reveals": _reveals,
    "shows": _to_all(say("show your encore card"), "encores"),
    "rolls": _rolls,
    "keeps": _keeps,
    "discards": _discards,
    "reshuffles": _to_one(
        say("shuffle your discard pile into a new deck, face down"),
        "hands discards",
        shuffles=True,
    ),
    "explores": _to_one(say("look at the top card of your deck"), "hands"),
    "returns": _to_one(
        say("put the card back on top of your deck, or trash it out of the game"), "hands cards"
    ),
    "gathers": _to_one(
        say("put the top card of your deck in play, without taking its die"), "hands stage"
    ),
    "takes": _to_one(say("take a die of any colour"), "dice"),
    "chooses": _to_one(
        say("gain an action, or turn the bard sideways for its support ability"), "stage"
    ),
    "steals": _to_one(say("take a die of another player and give one of yours for it"), "dice"),
    "rerolls": _to_one(say("roll one of your dice again, or none"), "dice"),
    "turns": _to_one(say("turn one of your dice one pip up or down, or none"), "dice"),
    "trashes": _to_one(say("trash a card of your hand out of the game, or none"), "hands cards"),
}
"""What is to be done for each duty, by its verb."""


# the steps of a round


def _stage(state: State) -> Iterator[Call]:
    waiting = [p for p in state.players if p not in state.done and state.troupes[p].hand]
    n = state.box.numbers.stage
    deed = say("choose {n} cards of your hand for the stage, face down", n=n)
    yield call(deed, waiting, moves="hands")


def _show(state: State) -> Iterator[Call]:
    deed = say_n("{n} action left, or pass", "{n} actions left, or pass", state.actions)
    if not state.actions:
        troupe = state.troupes[state.actor]
        deed = say("no action left: spend a melody or the card in your hand, or end your turn")
        if not troupe.melodies:
            deed = say("no action left: spend the card in your hand, or end your turn")
        elif not troupe.hand:
            deed = say("no action left: spend a melody, or end your turn")
    yield call(deed, [state.actor], moves=_ACTING)


def _leave(state: State) -> Iterator[Call]:
    waiting = [p for p in state.waiting if state.troupes[p].hand]
    deed = say("discard the card left in your hand, or trash it out of the game")
    if state.keep == "keep":
        deed = say("keep the card left in your hand, discard it, or trash it out of the game")
    yield call(deed, waiting[:1], moves="hands discards cards")


def _melodies(state: State) -> Iterator[Call]:
    deed = say("spend melodies on your dice, or be done")
    yield call(deed, state.waiting[:1], moves="dice melodies")


_STEPS: Mapping[Step, Callable[[State], Iterable[Call]]] = {
    Step.STAGE: _stage,
    Step.SHOW: _show,
    Step.LEAVE: _leave,
    Step.MELODIES: _melodies,
}
"""What is to be done in each step, beside duties."""


# what a line leaves


def left(line: Happened[State]) -> Iterator[Call]:
    """Yield what is gained and paid, the audience that moves, and the end of the show."""
    before, event, after = line.before, line.event, line.after
    if before.step is Step.POSITION:  # a board that is typed in lies there already
        return
    for player in after.players:
        yield from gained(line, player)
    if event.verb == "uses":
        yield from _paid(before.troupes[event.actor], after.troupes[event.actor], event.actor)
    if event.verb == "wins" and event.words[0] != before.top_audience and before.top_audience:
        deed = say("put {card} from the top of its deck beside the other audiences",
                   card=before.top_audience)  # fmt: skip
        yield call(deed, moves="audiences")
    if before.step is Step.SHOW and after.step not in (Step.SHOW, Step.OVER):
        deed = say("put your cards from the stage on your discard pile; keep all your dice")
        if after.step is Step.ENCORE:
            deed = say("put your cards from the stage on your discard pile, and all your dice back")
        yield call(deed, after.players, moves="stage discards dice")
    if after.round > before.round > 0:
        yield call(say("take the first-player token"), [after.first], moves="first")
    yield from _encore_dice(before, after)
    if after.step is Step.OVER and before.step is not Step.OVER:
        yield call(say("count audiences, veterans, the encore and the performances left over"),
                   after.players)  # fmt: skip


_SAID = ("takes", "steals", "rerolls", "leader")
"""The kinds of lines that say themselves which dice somebody gets."""
_ROLLED_OUT = (Step.ENCORE, Step.MELODIES, Step.SUDDEN, Step.OVER)


def gained(line: Happened[State], player: str) -> Iterator[Call]:
    """Yield what `player` has gained by the line, where it does not say it itself."""
    old, new, verb = line.before.troupes[player], line.after.troupes[player], line.event.verb
    told: list[Words] = []
    if verb not in ("performs", *_SAID):
        for each, n in (Counter(new.performances) - Counter(old.performances)).items():
            told.append(_performances(each, n))
    if new.melodies > old.melodies:
        told.append(say_n("{n} melody", "{n} melodies", new.melodies - old.melodies))
    if verb not in _SAID and line.after.step not in _ROLLED_OUT:
        for each, n in (_colours(new) - _colours(old)).items():
            told.append(_dice(each, n))
    if told:
        deed = say("{player} gains {gains}", player=player, gains=listed(told))
        yield call(deed, moves="dice performances melodies")


def _performances(of: str, n: int) -> Words:
    if n == 1:
        return say("a performance ({colour})", colour=of)
    return say_n("{n} performance ({colour})", "{n} performances ({colour})", n, colour=of)


def _dice(of: str, n: int) -> Words:
    if n == 1:
        return say("a die ({colour})", colour=of)
    return say_n("{n} die ({colour})", "{n} dice ({colour})", n, colour=of)


def _colours(troupe: Troupe) -> Counter[str]:
    return Counter(map(colour, (*troupe.dice, *troupe.locked)))


def _paid(old: Troupe, new: Troupe, player: str) -> Iterator[Call]:
    """Yield what the use of a bard costs beside its dice."""
    paid = [
        _performances(each, n)
        for each, n in (Counter(old.performances) - Counter(new.performances)).items()
    ]
    if new.melodies < old.melodies:
        paid.append(say_n("{n} melody", "{n} melodies", old.melodies - new.melodies))
    if paid:
        yield call(say("put back {pieces}", pieces=listed(paid)), [player],
                   moves="performances melodies")  # fmt: skip


def _encore_dice(before: State, after: State) -> Iterator[Call]:
    """Yield which dice are rolled for the encore, or in sudden death. BB-10, BB-12, BB-21"""
    encore = before.step is Step.ENCORE and after.step is not Step.ENCORE
    sudden = before.step is Step.SUDDEN and before.duties and before.duties[0].verb == "sudden"
    if not (encore or sudden):
        return
    if sudden:
        yield call(say("put all dice back"), after.players, moves="dice")
    for player in after.tops:
        dice = [die[0] for die in after.troupes[player].dice]
        if dice:
            yield call(say("take these dice: {dice}", dice=listed(dice, " ")),
                       [player], moves="dice")  # fmt: skip


def lies(state: State) -> Mapping[Zone, object]:
    """Return what lies on the table."""
    troupes = tuple(state.troupes.values())
    return {
        "audiences": (
            state.audiences,
            state.top_audience,
            tuple(each.audiences for each in troupes),
        ),
        "town": (state.line, len(state.veterans)),
        "cards": tuple((len(each.cards), each.trashed) for each in troupes),
        "hands": tuple(
            (len(each.hand), len(each.going), len(each.deck), bool(each.top)) for each in troupes
        ),
        "stage": tuple(each.stage for each in troupes),
        "discards": tuple(each.discard for each in troupes),
        "dice": tuple(each.dice for each in troupes),
        "performances": tuple(each.performances for each in troupes),
        "melodies": tuple(each.melodies for each in troupes),
        "encores": (tuple(len(each.encore) for each in troupes), state.pairs, state.sudden),
        "first": state.first,
    }


CALLS = Calls(due=due, left=left, lies=lies)

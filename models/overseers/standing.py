"""The table of Overseers as it stands: at the start of a round, or with the rows laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..bag import HOLE, Bag
from ..core import TABLE, Record
from ..errors import IllegalAction
from ..event import Event
from ..replacing import changed
from ..words import listed, say, say_n
from .phase import check_deck
from .state import Laid, State, Step

_EACH = ("top", "bottom", "discarded")
"""Kinds of lines that every player has if the rows lie on the table."""
_LINES = ("points", "characters", *_EACH)
_TOLD = listed(_LINES)


def put(state: State, event: Event) -> State:
    """Return the table with one more line of its board; raises IllegalAction."""
    if event.verb == "round":
        return _begun(state, event)
    if event.verb not in _LINES:
        words = say("a position begins with the board: {lines}, then the round", lines=_TOLD)
        raise IllegalAction("OV-4", words)
    for other in state.board:
        same = (other.verb, other.words) == (event.verb, event.words)
        if same and event.verb != "points":
            words = say("a line like this stands here already")
            raise IllegalAction("OV-4", words, earlier=(other,))
    return changed(state, board=(*state.board, event))


def _begun(state: State, event: Event) -> State:
    """Return the table from which play goes on, after the last line of the board."""
    number, _, leader, *led = event.words
    before, board = int(number) - 1, state.board
    scores = tuple(tuple(map(int, each.outcome)) for each in board if each.verb == "points")
    _check_rounds(state, before, scores, led[1:])
    state = changed(
        state,
        step=Step.LEADER,
        round=before + 1,
        scores=scores or ((0,) * len(state.players),) * before,
        since=before,
        leaders=(*led[1:], leader),
        board=(),
    )
    return _laid(state, board) if any(each.verb != "points" for each in board) else state


def _check_rounds(
    state: State, before: int, scores: tuple[tuple[int, ...], ...], led: list[str]
) -> None:
    """Raise IllegalAction if points or leaders are told for a wrong number of rounds. OV-4, OV-9"""
    rounds = state.box.rounds
    if not 0 <= before < rounds:
        words = say_n("there is {n} round", "there are {n} rounds", rounds)
        raise IllegalAction("OV-4", words)
    if any(len(row) != len(state.players) for row in scores):
        raise IllegalAction("OV-9", say("a number for every player, in seating order"))
    for told, what in ((scores, "points"), (led, "after")):
        if len(told) != before and not (state.in_part and not told):
            words = say_n(
                "{n} round is over, but '{verb}' is told for {told}",
                "{n} rounds are over, but '{verb}' is told for {told}",
                before,
                verb=what,
                told=len(told),
            )
            raise IllegalAction("OV-4", words)


def _laid(state: State, board: tuple[Event, ...]) -> State:
    """Return the table after all have discarded and laid their rows, top rows face up."""
    named = next((each for each in board if each.verb == "characters"), None)
    if named is None:
        raise _missing("characters")
    names = named.outcome
    if len(names) != len(state.players) or len(set(names)) < len(names):
        words = say("a different character for every player, in seating order")
        raise IllegalAction("OV-12", words)
    characters = dict(zip(state.players, names, strict=True))
    state = changed(state, characters=characters)
    rows, gone = {}, Bag()
    for player in state.players:
        top, bottom, put_away = (_of(board, verb, player) for verb in _EACH)
        _check_number(player, top, state.tops(player))
        _check_number(player, bottom, state.box.kept - state.tops(player))
        _check_number(player, put_away, state.box.discards)
        rows[player] = (
            *(Laid(f"t{i}", kind, up=True) for i, kind in enumerate(top, start=1)),
            *(Laid(f"b{i}", kind) for i, kind in enumerate(bottom, start=1)),
        )
        gone = gone.put(put_away)
    dealt = len(state.players) * state.box.hand
    left = Bag((), len(state.box.cards(len(state.players))) - dealt)
    table = changed(state, step=Step.TILT, pool=left, rows=rows, discard=gone)
    return check_deck(table, "OV-2")


def _of(board: tuple[Event, ...], verb: str, player: str) -> tuple[str, ...]:
    for each in board:
        if (each.verb, each.words) == (verb, (player,)):
            return each.outcome
    raise _missing(verb, player)


def _missing(*line: str) -> IllegalAction:
    words = say("the board is not whole: `{line}` is missing", line=" ".join(line))
    return IllegalAction("OV-17", words)


def _check_number(player: str, cards: tuple[str, ...], due: int) -> None:
    if len(cards) != due:
        words = say_n(
            "{player} has {n} card there, not {told}",
            "{player} has {n} cards there, not {told}",
            due,
            player=player,
            told=len(cards),
        )
        raise IllegalAction("OV-17", words)


def board(view: Record[State]) -> Iterator[Event]:
    """Yield the lines that put down the present table of `view`, and its round so far.

    The table's own view knows nothing of the draft: once the top rows are open, the rows stand for
    it. For a viewer who saw packs, the lines of the round do.
    """
    state = view.state
    if not state.leader or state.step in (Step.SUCCESSION, Step.OVER):
        raise IllegalAction("OV-4", say("a position of Overseers stands within a round"))
    laid, lines = _this_round(view)
    shown = [i for i, event in enumerate(lines) if event.verb == "shows"]
    if view.viewer == TABLE and len(shown) == len(state.players):
        laid = list(_rows(state, [lines[i] for i in shown]))
        lines = lines[shown[-1] + 1 :]
    for row in state.scores:
        yield Event("points", outcome=tuple(map(str, row)))
    yield from laid
    before = ("after", *state.leaders[:-1]) if state.round > 1 else ()
    yield Event("round", words=(str(state.round), "leader", state.leader, *before))
    yield from lines


def _this_round(view: Record[State]) -> tuple[list[Event], list[Event]]:
    """Return the lines with which this round was put down, and those after them."""
    laid: list[Event] = []
    lines: list[Event] = []
    put_down = not view.setup.position
    for _, event in view.events:
        if event.verb == "round":
            laid, lines, put_down = [each for each in lines if each.verb != "points"], [], True
        elif put_down and event.verb in ("leader", "scores", "names"):
            laid, lines = [], []
        else:
            lines.append(event)
    return laid, lines


def _rows(state: State, shown: Sequence[Event]) -> Iterator[Event]:
    """Yield the rows as they were when the top rows were shown."""
    yield Event("characters", outcome=tuple(state.characters[player] for player in state.players))
    for event in shown:
        (player,) = event.words
        yield Event("top", words=(player,), outcome=event.outcome)
        bottom = state.box.kept - len(event.outcome)
        yield Event("bottom", words=(player,), outcome=(HOLE,) * bottom)
        yield Event("discarded", words=(player,), outcome=(HOLE,) * state.box.discards)

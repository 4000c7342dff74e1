"""The board of Battle of the Bards as it stands: put down, checked by the rules, written again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..bag import HOLE, Bag
from ..core import Record
from ..errors import IllegalAction
from ..event import REFEREE, Event
from ..phase import Phase, always
from ..replacing import changed
from ..words import listed, say, say_n
from .abilities import dice_left, performances_left
from .box import Box
from .cards import Card
from .dice import COLOURS, DICE
from .epoch import epochs
from .rounds import points
from .state import InPlay, State, Step, Troupe, minus, plus
from .text import BOARD

_OPEN = ("audiences", "top", "line", "encore")
"""Lines of the set-up that a board has too."""
_LINES = (*_OPEN, *(verb for verb in BOARD if verb != "round"))
_AUDIENCES = ("audiences", "top", "won")


def put(state: State, event: Event) -> State:
    """Return the table with one more line of its board; raises IllegalAction."""
    if event.verb == "round":
        return _Board(state, event).begun()
    if event.verb not in _LINES:
        words = say("a position begins with the board: {lines}, then the round", lines=_TOLD)
        raise IllegalAction("BB-1", words)
    for other in state.board:
        if (other.verb, other.words) == (event.verb, event.words):
            raise IllegalAction(
                "BB-1", say("a line like this stands here already"), earlier=(other,)
            )
    seen = {p: each for each in state.board if each.verb in _AUDIENCES for p in each.outcome}
    if event.verb in _AUDIENCES:
        for piece, n in Counter(event.outcome).items():
            if piece in seen or n > 1:
                words = say("{piece} stands here a second time", piece=piece)
                earlier = (seen[piece],) if piece in seen else ()
                raise IllegalAction("BB-1", words, earlier=earlier)
    return changed(state, board=(*state.board, event))


_TOLD = listed(_LINES)


@dataclass(frozen=True)
class _Board:
    """The lines of a board, ending with `round`, and the table that they describe."""

    state: State
    last: Event

    def begun(self) -> State:
        """Return the table from which play goes on; raises IllegalAction."""
        number, _, first, *rest = self.last.words
        if int(number) < 1:
            raise IllegalAction("BB-1", say("rounds are counted from 1"))
        state = changed(
            self.state,
            round=int(number),
            since=int(number),
            first=first,
            line=self._all("line"),
            audiences=tuple(sorted(self._all("audiences"))),
            top_audience=next(iter(self._all("top")), ""),
            troupes={player: self._troupe(player) for player in self.state.players},
            board=(),
        )
        state = self._piles(state)
        self._check_supplies(state)
        before = {player: points(self._box, state, player) for player in state.players}
        state = changed(state, before=before)
        return self._on_stage(state) if rest == ["stage"] else self._in_show(state, *rest[1:])

    @property
    def _box(self) -> Box:
        return self.state.box

    def _all(self, verb: str, player: str = "") -> tuple[str, ...]:
        """Return what the line of this kind holds, empty if there is none."""
        words = (player,) if player else ()
        found = (each for each in self.state.board if (each.verb, each.words) == (verb, words))
        return next((each.outcome for each in found), ())

    # what a player has

    def _troupe(self, player: str) -> Troupe:
        face_down, hand = self._all("deck", player), self._all("hand", player)
        holds, top = self._all("holds", player), self._all("explored", player)
        stage = _in_play(self._all("stage", player))
        on_stage = [each.card for each in stage]
        cards = plus(plus(face_down, self._all("discard", player)), on_stage)
        self._check_cards(player, plus(cards, self._all("trashed", player)))
        self._check_face_down(player, face_down, hand, holds, top)
        if HOLE not in (*hand, *top):
            held, deck = Bag().put(hand), Bag(minus(face_down, (*hand, *top)))
        elif len(hand) == len(holds):
            left = len(face_down) - len(hand) - len(top)
            known = () if top else minus(face_down, holds)
            held, deck = Bag().put(holds), Bag(known, left - len(known))
        else:
            held = Bag(tuple(sorted(holds)), len(hand) - len(holds))
            deck = Bag((), len(face_down) - len(hand) - len(top))
        return Troupe(
            cards=cards,
            deck=deck,
            top=next(iter(top), ""),
            hand=held,
            stage=stage,
            discard=tuple(sorted(self._all("discard", player))),
            trashed=tuple(sorted(self._all("trashed", player))),
            dice=tuple(sorted(self._all("dice", player))),
            performances=tuple(sorted(self._all("performances", player))),
            melodies=int(next(iter(self._all("melodies", player)), "0")),
            audiences=self._all("won", player),
        )

    def _check_cards(self, player: str, cards: tuple[Card, ...]) -> None:
        """Raise IllegalAction unless a deck has the starting cards, a leader and veterans only.

        BB-1
        """
        bards = self._box.cards.bards
        own = Counter(card for card in cards if bards[card].kind not in ("veteran", "leader"))
        began = Counter(self._box.cards.starting)
        leaders = [card for card in cards if bards[card].kind == "leader"]
        if len(leaders) != 1:
            words = say_n(
                "{player} has one leader, also if it was trashed, not {n}",
                "{player} has one leader, also if it was trashed, not {n}",
                len(leaders),
                player=player,
            )
            raise IllegalAction("BB-1", words)
        if missing := sorted((began - own).elements()):
            words = say(
                "these cards of {player} are nowhere: {cards}",
                player=player,
                cards=listed(missing, " "),
            )
            raise IllegalAction("BB-1", words)
        if more := sorted((own - began).elements()):
            words = say("{player} has too many of: {cards}", player=player, cards=listed(more, " "))
            raise IllegalAction("BB-1", words)

    def _check_face_down(
        self,
        player: str,
        face_down: tuple[Card, ...],
        hand: tuple[Card, ...],
        holds: tuple[Card, ...],
        top: tuple[Card, ...],
    ) -> None:
        known = [card for card in (*hand, *top) if card != HOLE]
        for some in (Counter(known), Counter(holds)):
            if missing := some - Counter(face_down):
                words = say(
                    "not among the cards face down of {player}: {cards}",
                    player=player,
                    cards=listed(sorted(missing.elements()), " "),
                )
                raise IllegalAction("BB-2", words)
        lacking = HOLE not in hand and Counter(holds) - Counter(hand)
        if len(hand) + len(top) > len(face_down) or len(holds) > len(hand) or lacking:
            words = say("{player} cannot have that hand with these cards face down", player=player)
            raise IllegalAction("BB-2", words)

    # the piles that nobody has

    def _piles(self, state: State) -> State:
        """Return the table with the rest of the veterans, leaders, audiences and encore cards."""
        troupes, cards = state.troupes.values(), self._box.cards
        owned = [c for troupe in troupes for c in (*troupe.cards, *troupe.trashed)]
        veterans = self._left("veteran", [*state.line, *owned])
        leaders = self._left("leader", owned)
        won = [each for troupe in troupes for each in troupe.audiences]
        there = {*state.audiences, state.top_audience, *won}
        audiences = tuple(sorted(each for each in cards.audiences if each not in there))
        encores = Bag(tuple(sorted(cards.encores)))
        for player in state.players:
            pair = self._all("encore", player)
            if not pair:
                words = say("{player} has one encore card", player=player)
                raise IllegalAction("BB-1", words)
            if pair[0] != HOLE and not encores.may_hold(pair[0]):
                raise IllegalAction("BB-1", say("{piece} stands here a second time", piece=pair[0]))
            encores = encores.take(pair)
            state = state.troupe(player, encore=Bag().put(pair))
        numbers = self._box.numbers
        short = len(state.audiences) < numbers.open or not state.top_audience
        if len(state.audiences) > numbers.open or (audiences and short):
            words = say_n(
                "{n} audience is open to all, and one is on top of its deck",
                "{n} audiences are open to all, and one is on top of its deck",
                numbers.open,
            )
            raise IllegalAction("BB-14", words)
        if len(state.line) > numbers.line or (veterans and len(state.line) < numbers.line):
            words = say_n(
                "{n} veteran is in the line", "{n} veterans are in the line", numbers.line
            )
            raise IllegalAction("BB-6", words)
        return changed(
            state,
            veterans=Bag(veterans),
            leaders=Bag(leaders),
            audience_deck=Bag(audiences),
            encores=encores,
        )

    def _left(self, kind: str, out: list[Card]) -> tuple[Card, ...]:
        bards = self._box.cards.bards
        gone = Counter(card for card in out if bards[card].kind == kind)
        printed = Counter(self._box.cards.copies(kind))
        if wrong := gone - printed:
            words = say("there are not so many of: {cards}", cards=listed(sorted(wrong), " "))
            raise IllegalAction("BB-1", words)
        for card in self._all("line"):
            if bards[card].kind != "veteran":
                raise IllegalAction("BB-6", say("{card} is no veteran", card=card))
        return tuple(sorted((printed - gone).elements()))

    def _check_supplies(self, state: State) -> None:
        """Raise IllegalAction if there are more pieces than in the box. BB-13"""
        for colour in COLOURS:
            if dice_left(self._box, state, colour) < 0:
                words = say("there are not so many dice of {colour}", colour=colour)
                raise IllegalAction("BB-13", words)
            if performances_left(self._box, state, colour) < 0:
                words = say("there are not so many performances of {colour}", colour=colour)
                raise IllegalAction("BB-13", words)
        if state.melodies_out > self._box.numbers.supply["melodies"]:
            raise IllegalAction("BB-13", say("there are not so many melodies"))

    # where play goes on

    def _on_stage(self, state: State) -> State:
        """Return the table at the start of a round: nothing on stage, no die rolled. BB-2"""
        for player, troupe in state.troupes.items():
            if troupe.stage or any(len(die) > 1 for die in troupe.dice):
                words = say(
                    "before the show no card of {player} is on stage, and no die is rolled",
                    player=player,
                )
                raise IllegalAction("BB-2", words)
            if len(troupe.audiences) >= self._box.numbers.goal:
                words = say("{player} has so many audiences that the game is over", player=player)
                raise IllegalAction("BB-10", words)
        return changed(state, step=Step.STAGE)

    def _in_show(self, state: State, actor: str, actions: str) -> State:
        """Return the table in a player's turn, with so many actions left. BB-3"""
        passed = frozenset(self._all("passed"))
        for player, troupe in state.troupes.items():
            if any(len(die) == 1 for die in troupe.dice):
                words = say("the dice of {player} are rolled in the show", player=player)
                raise IllegalAction("BB-2", words)
        if actor in passed:
            raise IllegalAction("BB-3", say("{player} has passed", player=actor))
        begun = frozenset({*self._all("began"), *passed, actor})
        return changed(
            state, step=Step.SHOW, actor=actor, actions=int(actions), done=passed, begun=begun
        )


def _in_play(words: tuple[str, ...]) -> tuple[InPlay, ...]:
    """Return the cards on stage from words such as `Dancer with P3 turned Singer`."""
    found: list[InPlay] = []
    for word in words:
        if word == "turned":
            found[-1] = changed(found[-1], turned=True)
        elif word in DICE:
            each = found[-1]
            found[-1] = changed(each, second=word) if each.die else changed(each, die=word)
        elif word != "with":
            found.append(InPlay(word))
    return tuple(found)


def board(view: Record[State]) -> Iterator[Event]:
    """Return the lines that put down the board of `view`.

    Raises IllegalAction unless a player has the turn, or a round begins.
    """
    state = view.state
    shows = state.step is Step.SHOW and bool(state.actor)
    if state.duties or not (shows or (state.step is Step.STAGE and not state.done)):
        words = say("a position stands where a round begins, or where a player has the turn")
        raise IllegalAction("BB-3", words)
    return _lines(view)


def _lines(view: Record[State]) -> Iterator[Event]:
    state = view.state
    for verb, cards in (("audiences", state.audiences), ("line", state.line)):
        if cards:
            yield Event(verb, outcome=cards)
    if state.top_audience:
        yield Event("top", outcome=(state.top_audience,))
    for player, past in epochs(view).items():
        sees = view.viewer in (player, REFEREE)
        yield Event("encore", words=(player,), outcome=_pieces(state.troupes[player].encore, sees))
        for verb, pieces in _owned(state.troupes[player], past[-1].surely, sees).items():
            if pieces:
                yield Event(verb, words=(player,), outcome=pieces)
    if state.step is Step.STAGE:
        yield Event("round", words=(str(state.round), "first", state.first, "stage"))
        return
    if state.done:
        yield Event("passed", outcome=tuple(p for p in state.players if p in state.done))
    began = tuple(p for p in state.players if p in state.begun)
    yield Event("began", outcome=began)
    turn = ("turn", state.actor, str(state.actions))
    yield Event("round", words=(str(state.round), "first", state.first, *turn))


def _owned(troupe: Troupe, holds: tuple[Card, ...], sees: bool) -> Mapping[str, tuple[str, ...]]:
    return {
        "deck": troupe.face_down,
        "hand": _pieces(troupe.hand, sees),
        "holds": holds,
        "explored": (troupe.top if sees else HOLE,) if troupe.top else (),
        "stage": tuple(word for each in troupe.stage for word in _played(each)),
        "discard": troupe.discard,
        "trashed": troupe.trashed,
        "dice": troupe.dice,
        "performances": troupe.performances,
        "melodies": (str(troupe.melodies),) if troupe.melodies else (),
        "won": troupe.audiences,
    }


def _played(each: InPlay) -> tuple[str, ...]:
    dice = ("with", *each.dice) if each.dice else ()
    return (each.card, *dice, *(("turned",) if each.turned else ()))


def _pieces(bag: Bag, sees: bool) -> tuple[str, ...]:
    return bag.known if sees else (HOLE,) * len(bag)


PHASE: Phase[State] = Phase(due=always, apply=put, then=lambda state: state)
"""The phase in which the board is put down."""

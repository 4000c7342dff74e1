"""The rules of Les Adresses Jaunes, for whole states and for states with holes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ..bag import HOLE, Bag, NotThere, whereabouts
from ..chance import Draw
from ..core import Game, HiddenModel, Positions, Setting, Setup, Turn
from ..errors import IllegalAction
from ..event import NOBODY, Event
from ..games import listing
from ..grammar import one_of
from ..notation import Notation
from ..outcome import Outcome, Team
from ..replacing import changed
from ..tale import Tale
from ..words import Words, listed, say, say_n
from .calls import CALLS
from .deduce import fill, hidden
from .sentences import outcome_question, sentence
from .standing import board
from .state import Box, Disc, State, Step, Tile
from .tale import account, followed, part, rounds_over, so_far
from .text import BOARD, notation

_CONVENTION = Setting(
    "Convention",
    one_of(("none", "1", "spoken")),
    "none",
    say(
        "all players follow a convention, so choices are clues too: 1, the coach's discs; spoken, a"
        " pawn on the first free establishment after a tile of one's own tells that tile"
    ),
)


@dataclass(frozen=True)
class AdressesJaunes(Game[State]):
    """Les Adresses Jaunes, played with `box`."""

    box: Box = field(default_factory=Box.printed)

    name = "adresses-jaunes"
    title = listing(name).title
    settings = (_CONVENTION,)
    tale = Tale(
        sentence=sentence,
        outcome_question=outcome_question,
        followed=followed,
        part=part,
        rounds_over=rounds_over,
        account=account,
        so_far=so_far,
    )
    calls = CALLS
    model = HiddenModel(hidden=hidden, fill=fill)
    positions = Positions(verbs=BOARD, lines=board)

    @cached_property
    def seats(self) -> range:
        """The possible numbers of players."""
        return range(min(self.box.hand), max(self.box.hand) + 1)

    @cached_property
    def notation(self) -> Notation:
        """How records are written."""
        return notation(self.box)

    def start(self, setup: Setup) -> State:
        """Return the table before the first tile is turned."""
        hands = {player: Bag() for player in setup.players}
        pool = Bag(self.box.tiles)
        step = Step.POSITION if setup.position else Step.REVEAL
        return State(self.box, setup.players, step, 0, hands, pool, cubes={}, in_part=setup.in_part)

    def turn(self, state: State) -> Turn:
        """Return the draw or the choices that come next; several players may be free to act."""
        match state.step:
            case Step.REVEAL | Step.DEAL:
                return self._draw(state)
            case Step.DISCS:
                return tuple(
                    Event("disc", player, (target,))
                    for player in state.waiting
                    for target in self.box.targets
                )
            case Step.PAWNS:
                return tuple(
                    Event("pawn", player, (tile,))
                    for player in state.waiting
                    for tile in self._nameable(state, player)
                )
            case Step.CONCLUSION:
                return (*self._names(state), Event("give", words=("up",)))
            case _:
                return ()

    def resolve(self, state: State, event: Event) -> Event:
        """Return `event` with its outcome: a count, a holder or an answer.

        From a state with holes, one that is possible. What is not due now has none. Raises
        IllegalAction for a tile or a player that cannot be named.
        """
        match event:
            case Event("disc", player, (target,)):
                outcome = str(state.hands[player].surely(self.box.targets[target].__contains__))
            case Event("pawn", player, (tile,)) if state.step is Step.PAWNS:
                self._check_nameable(state, player, tile, "AJ-6")
                outcome = self._holders(state, tile)[0]
            case Event("name", player, (tile, named)) if state.step is Step.CONCLUSION:
                self._check_nameable(state, player, tile, "AJ-8")
                if not state.hands[named]:  # in records of a table it stands, as a mistake
                    raise IllegalAction("AJ-8", say("{player} has no tile in hand", player=named))
                outcome = "yes" if named in self._holders(state, tile) else "no"
            case _:
                return event
        return changed(event, outcome=(outcome,))

    def apply(self, state: State, event: Event) -> State:
        """Return the table after `event`; raises IllegalAction."""
        match state.step, event:
            case ((Step.REVEAL | Step.DEAL), _):
                return self._dealt(state, event)
            case Step.POSITION, _:
                return self._placed(state, event)
            case Step.DISCS, Event("disc", player, (target,), (count,)):
                return self._disc(state, player, target, int(count))
            case Step.PAWNS, Event("pawn", player, (tile,), (holder,)):
                return self._pawn(state, player, tile, holder)
            case Step.CONCLUSION, Event("name", player, (tile, named), (answer,)):
                return self._name(state, player, tile, named, answer)
            case Step.CONCLUSION, Event("give"):
                return changed(state, step=Step.LOST)  # AJ-11
            case ((Step.WON | Step.LOST), Event("shows", player, _, tiles)):
                return self._shows(state, player, tiles)
        raise self._out_of_step(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Return whether all have won or lost, None while the game goes on."""
        if not state.over:
            return None
        winners = state.players if state.step is Step.WON else ()
        return Outcome(winners, teams=(Team(state.players),))

    # set-up

    def _draw(self, state: State) -> Draw:
        players = len(state.players)
        if state.step in (Step.REVEAL, Step.POSITION):
            return Draw(Event("revealed"), state.pool, self.box.revealed[players], "AJ-2")
        player = next(player for player in state.players if not state.hands[player])
        return Draw(Event("deal", words=(player,)), state.pool, self.box.hand[players], "AJ-2")

    def _dealt(self, state: State, event: Event) -> State:
        draw = self._draw(state)
        if state.step is Step.REVEAL:
            return self._revealed(state, event, draw.rest(event), Step.DEAL)
        self._check_tiles(state, event)
        pool = draw.rest(event)
        hands = {**state.hands, event.words[0]: Bag().put(event.outcome)}
        if all(hands.values()):
            return changed(state, hands=hands, pool=pool, step=Step.DISCS, round=1)
        return changed(state, hands=hands, pool=pool)

    def _check_tiles(self, state: State, event: Event) -> None:
        """Raise IllegalAction for a tile that is seen twice: there is one of each. AJ-1"""
        named = [tile for tile in event.outcome if tile != HOLE]
        seen = {*state.cubes, *(tile for hand in state.hands.values() for tile in hand.known)}
        for tile in named:
            if tile in state.cubes:
                raise IllegalAction("AJ-1", say("{tile} lies face up", tile=tile))
            if named.count(tile) > 1:
                raise IllegalAction("AJ-1", say("{piece} stands here a second time", piece=tile))
            if tile in seen:
                words = say("{piece} cannot be drawn here", piece=tile)
                raise IllegalAction("AJ-1", words)

    def _revealed(self, state: State, event: Event, pool: Bag, step: Step) -> State:
        cubes = dict.fromkeys(event.outcome, NOBODY)
        return changed(state, cubes=cubes, revealed=event.outcome, pool=pool, step=step)

    # the board as it stands

    def _placed(self, state: State, event: Event) -> State:
        if not state.revealed:
            return self._revealed(state, event, self._draw(state).rest(event), Step.POSITION)
        match event:
            case Event("neutral", _, _, tiles):
                return self._cubed(state, tiles, NOBODY)
            case Event("found", _, (player,), tiles):
                return self._cubed(state, tiles, player)
            case Event("deal", _, (player,), tiles):
                return self._in_hand(state, player, tiles)
            case Event("disc", player, (target, "shows", cubes)):
                self._check_count(state, player, target, int(cubes), len(state.hands[player]))
                return changed(state, discs=(*state.discs, Disc(player, target, int(cubes))))
            case Event("round", _, (number, step)):
                return self._begun(state, int(number), Step(step))
            case Event("conclusion"):
                return self._begun(state, self.box.rounds + 1, Step.CONCLUSION)
        raise IllegalAction(
            "AJ-4",
            say("a position begins with the board: neutral, found, deal, discs, then the step"),
        )

    def _cubed(self, state: State, tiles: tuple[Tile, ...], owner: str) -> State:
        pool = _taken(state.pool, tiles)
        return changed(state, pool=pool, cubes={**state.cubes, **dict.fromkeys(tiles, owner)})

    def _in_hand(self, state: State, player: str, tiles: tuple[Tile, ...]) -> State:
        if state.hands[player]:
            words = say("the tiles of {player} stand here a second time", player=player)
            raise IllegalAction("AJ-2", words)
        pool = _taken(state.pool, tiles)
        return changed(state, pool=pool, hands={**state.hands, player: Bag().put(tiles)})

    def _begun(self, state: State, number: int, step: Step) -> State:
        if not 1 <= number <= self.box.rounds + (step is Step.CONCLUSION):
            words = say("there are {rounds} rounds", rounds=self.box.rounds)
            raise IllegalAction("AJ-4", words)
        for player in state.players:
            self._check_hand(state, player)
            laid = sum(disc.owner == player for disc in state.discs)
            due = number - (step is not Step.PAWNS)
            if laid > due or (laid < due and not state.in_part):
                words = say_n(
                    "{player} has laid {n} disc, not {laid}, when this step begins",
                    "{player} has laid {n} discs, not {laid}, when this step begins",
                    due,
                    player=player,
                    laid=laid,
                )
                raise IllegalAction("AJ-4", words)
        self._check_cubes(state, len(state.players) * (number - 1), step)
        return self._unless_won(changed(state, step=step, round=number))

    def _check_hand(self, state: State, player: str) -> None:
        dealt, found = self.box.hand[len(state.players)], len(state.found(player))
        if len(state.hands[player]) + found != dealt:
            words = say(
                "{player} began with {dealt} tiles: {found} lie open and {held} are in hand",
                player=player,
                dealt=dealt,
                found=found,
                held=len(state.hands[player]),
            )
            raise IllegalAction("AJ-2", words)

    def _check_cubes(self, state: State, due: int, step: Step) -> None:
        named = len(state.cubes) - len(state.revealed)
        more = step is Step.CONCLUSION and named > due
        left_out = state.in_part and named < due
        if named != due and not more and not left_out:
            words = say_n(
                "{n} establishment has been named when this step begins, not {named}",
                "{n} establishments have been named when this step begins, not {named}",
                due,
                named=named,
            )
            raise IllegalAction("AJ-4", words)

    # the two steps

    def _disc(self, state: State, player: str, target: str, count: int) -> State:
        self._check_waiting(state, player, say("has laid a disc in this round"))
        self._check_count(state, player, target, count, self.box.hand[len(state.players)])
        discs = (*state.discs, Disc(player, target, count))
        return self._acted(changed(state, discs=discs), player)

    def _check_count(self, state: State, player: str, target: str, count: int, most: int) -> None:
        """Hold the count of a disc to the tiles seen, not to other clues: those are for a solver.

        AJ-5
        """
        hand = state.hands[player]
        matching = self.box.targets[target].__contains__
        least = hand.surely(matching)
        known = hand.whole and (hand or state.pool.whole)
        if count < least or (known and count > least):
            words = say_n(
                "{player} holds {n} tile of {target}, so the disc shows {shown}, not {count}",
                "{player} holds {n} tiles of {target}, so the disc shows {shown}, not {count}",
                least,
                player=player,
                target=target,
                shown=least if known else say("at least {n}", n=least),
                count=count,
            )
            counted = tuple(tile for tile in state.found(player) if matching(tile))
            raise IllegalAction("AJ-5", words, earlier=(*_opening(*counted), _dealt_to(player)))
        if count > most:
            words = say(
                "{player} has at most {most} tiles, so the disc cannot show {count}",
                player=player,
                most=most,
                count=count,
            )
            raise IllegalAction("AJ-5", words)

    def _pawn(self, state: State, player: str, tile: Tile, holder: str) -> State:
        self._check_waiting(state, player, say("has placed the pawn in this round"))
        self._check_nameable(state, player, tile, "AJ-6")
        if holder == player:
            raise IllegalAction("AJ-6", say("the pawn may not name an own tile"))
        self._check_holder(state, tile, holder, "AJ-6")
        return self._acted(self._opened(state, tile, holder), player)

    def _acted(self, state: State, player: str) -> State:
        state = self._unless_won(changed(state, acted=state.acted | {player}))
        if state.over or state.waiting:
            return state
        if state.step is Step.DISCS:
            return changed(state, step=Step.PAWNS, acted=frozenset())
        last = state.round == self.box.rounds
        step = Step.CONCLUSION if last else Step.DISCS
        return changed(state, step=step, round=state.round + 1, acted=frozenset())

    # the conclusion

    def _name(self, state: State, player: str, tile: Tile, named: str, answer: str) -> State:
        self._check_nameable(state, player, tile, "AJ-8")
        if named == player:
            raise IllegalAction("AJ-8", say("name a tile of another player"))
        holders = self._holders(state, tile)
        if answer == "yes":
            self._check_holder(state, tile, named, "AJ-8")
            return self._unless_won(self._opened(state, tile, named))
        if holders == (named,):
            words = say("{tile} is in {holder}'s hand", tile=tile, holder=named)
            raise IllegalAction("AJ-8", words)
        return changed(state, step=Step.LOST)

    def _shows(self, state: State, player: str, tiles: tuple[Tile, ...]) -> State:
        if len(tiles) != len(state.hands[player]):
            words = say_n(
                "{player} has {n} tile left",
                "{player} has {n} tiles left",
                len(state.hands[player]),
                player=player,
            )
            raise IllegalAction("AJ-8", words)
        for tile in tiles:
            if tile in state.cubes:
                words = say("{tile} already has a cube", tile=tile)
                raise IllegalAction("AJ-8", words, earlier=_opening(tile))
            self._check_holder(state, tile, player, "AJ-8")
            state = self._opened(state, tile, player)
        return state

    # shared by the steps

    def _opened(self, state: State, tile: Tile, holder: str) -> State:
        """Return the state with `tile` open: a cube on it, one off each disc that counted it."""
        cubes = {**state.cubes, tile: holder}
        if holder == NOBODY:
            return changed(state, cubes=cubes, pool=_without(state.pool, tile))
        hands = {**state.hands, holder: _without(state.hands[holder], tile)}
        discs = tuple(
            changed(disc, cubes=max(0, disc.cubes - 1))
            if disc.owner == holder and tile in self.box.targets[disc.target]
            else disc
            for disc in state.discs
        )
        return changed(state, cubes=cubes, hands=hands, discs=discs)

    def _unless_won(self, state: State) -> State:
        return state if any(state.hands.values()) else changed(state, step=Step.WON)  # AJ-8

    def _nameable(self, state: State, player: str) -> tuple[Tile, ...]:
        own = state.hands[player].known
        return tuple(t for t in self.box.tiles if t not in state.cubes and t not in own)

    def _names(self, state: State) -> tuple[Event, ...]:
        return tuple(
            Event("name", player, (tile, holder))
            for player in state.players
            for tile in self._nameable(state, player)
            for holder in state.players
            if holder != player and state.hands[holder]
        )

    def _holders(self, state: State, tile: Tile) -> tuple[str, ...]:
        """Return who can have `tile`, as far as is seen; nobody, if the clues leave no one."""
        return whereabouts(tile, {NOBODY: state.pool, **state.hands}) or (NOBODY,)

    def _check_waiting(self, state: State, player: str, done: Words) -> None:
        if player not in state.waiting:
            words = say(
                "{player} {done}; still to act: {waiting}",
                player=player,
                done=done,
                waiting=listed(state.waiting),
            )
            raise IllegalAction("AJ-4", words)

    def _check_nameable(self, state: State, player: str, tile: Tile, ruling: str) -> None:
        if tile in state.cubes:
            words = say("{tile} already has a cube", tile=tile)
            raise IllegalAction(ruling, words, earlier=_opening(tile))
        if tile in state.hands[player].known:
            words = say("{tile} is {player}'s own tile", tile=tile, player=player)
            raise IllegalAction(ruling, words, earlier=(_dealt_to(player),))

    def _check_holder(self, state: State, tile: Tile, holder: str, ruling: str) -> None:
        """Hold an answer to the tiles seen, not to other clues: those are for a solver."""
        holders = self._holders(state, tile)
        if len(holders) == 1 and holder not in holders:
            words = say("{tile} is with {holder}", tile=tile, holder=holders[0])
            raise IllegalAction(ruling, words, earlier=(_dealt_to(holders[0], tile),))
        hand = state.hands.get(holder)
        if hand and not hand.may_hold(tile):
            words = say(
                "{player} does not hold {card}: {cards}",
                player=holder,
                card=tile,
                cards=listed(hand.known),
            )
            raise IllegalAction(ruling, words, earlier=(_dealt_to(holder),))

    def _out_of_step(self, state: State, event: Event) -> IllegalAction:
        expected = {
            Step.DISCS: say("every player lays a disc now"),
            Step.PAWNS: say("every player places the pawn now"),
            Step.CONCLUSION: say("the conclusion has begun: name a tile and its holder"),
            Step.WON: say("the game is won"),
            Step.LOST: say("the game is lost"),
        }
        now = expected[state.step]
        if state.step is Step.DISCS and event.verb == "disc":
            words = say("a disc that is laid is written with '=': {now}", now="disc h1 = 2")
            return IllegalAction("AJ-5", words)
        ruling = "AJ-8" if state.step in (Step.CONCLUSION, Step.WON, Step.LOST) else "AJ-4"
        words = say("'{verb}' has no place here: {now}", verb=event.verb, now=now)
        return IllegalAction(ruling, words)


def _opening(*tiles: Tile) -> tuple[Event, ...]:
    """Return patterns of the lines that opened `tiles`."""
    return tuple(
        event
        for tile in tiles
        for event in (
            Event("pawn", words=(tile,)),
            Event("name", words=(tile,), outcome=("yes",)),
            *(Event(verb, outcome=(tile,)) for verb in ("revealed", "neutral", "found", "shows")),
        )
    )


def _dealt_to(player: str, *tiles: Tile) -> Event:
    """Return a pattern of the line that dealt `tiles` to `player`."""
    return Event("deal", words=(player,), outcome=tiles)


def _without(bag: Bag, tile: Tile) -> Bag:
    """Return `bag` without `tile`; a bag emptied by conflicting clues stays empty."""
    return bag.take([tile]) if bag else bag


def _taken(pool: Bag, tiles: tuple[Tile, ...]) -> Bag:
    try:
        return pool.take(tiles)
    except NotThere as missing:
        words = say("{tile} stands on the board or in a hand already", tile=str(missing))
        raise IllegalAction("AJ-1", words) from None


GAME = AdressesJaunes()

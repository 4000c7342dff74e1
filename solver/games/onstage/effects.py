"""What people talk about at Onstage: who takes whom in a trick, what is trump, who leads."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from ....models.core import Event, View
from ....models.hidden import Claim
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import claimable, played, winning
from ....models.onstage.text import suit_name
from ....models.words import Words, listed, say, say_n
from ...play.contrast import Unit, amount, often
from ...play.trial import Counts, Difference, Effect
from .position import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


BLOSSOMS: Unit = (
    say_n("{n} more blossom", "{n} more blossoms", 1),
    say_n("{n} fewer blossom", "{n} fewer blossoms", 1),
)


WHEN = NOW, NEXT, LATER = range(3)
"""In this trick, in the next one, or behind both in the round."""
_WHEN = "", " next", " later"


@dataclass(frozen=True, slots=True)
class _Sided:
    """What comes to `player`, perhaps on the viewer's `own` side; `yours` if it is the viewer."""

    player: str
    own: bool
    yours: bool

    @property
    def sign(self) -> int:
        """Good on the viewer's side, bad on others."""
        return 1 if self.own else -1


@dataclass(frozen=True, slots=True)
class Blossoms(_Sided):
    """The blossoms that come to `player`; they count in full on the viewer's `own` side."""

    when: int
    worth: float | None = None
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"blossoms {self.player}{_WHEN[self.when]}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        topics = (
            say("what this trick is worth, and to whom"),
            say("what the next trick is worth, and to whom"),
            say("who gets what later in the round"),
        )
        return topics[self.when]

    def told(self, found: Difference) -> Words:
        """Return by how many blossoms it differs."""
        yours = (
            say("this trick brings you {amount}"),
            say("the next trick brings you {amount}"),
            say("later in the round you get {amount}"),
        )
        others = (
            say("this trick brings {player} {amount}"),
            say("the next trick brings {player} {amount}"),
            say("later in the round {player} gets {amount}"),
        )
        values = ("amount", amount(found, BLOSSOMS)), ("player", self.player)
        return replace((yours if self.yours else others)[self.when], values=values)


@dataclass(frozen=True, slots=True)
class Claims(_Sided):
    """Whether `player` claims `performer` in this trick."""

    performer: str
    worth: float | None = None
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"claims {self.player} {self.performer}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who claims {performer}", performer=self.performer)

    def told(self, found: Difference) -> Words:
        """Return how much more often the performer is claimed."""
        values = {"player": self.player, "performer": self.performer, "often": often(found)}
        if self.yours:
            return say("you claim {performer} {often}", **values)
        return say("{player} claims {performer} {often}", **values)


@dataclass(frozen=True, slots=True)
class Rest(_Sided):
    """Whether `player`, the only one without performers, gets all that are left. ON-12"""

    when: int = NOW
    worth: float | None = None
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"rest {self.player}{_WHEN[self.when]}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who is the only one without performers and gets all that are left")

    def told(self, found: Difference) -> Words:
        """Return how much more often it happens."""
        values = {"player": self.player, "often": often(found)}
        if self.yours:
            return say("you get all that are left, alone without performers (ON-12), {often}",
                       **values)  # fmt: skip
        return say("{player} gets all that are left, alone without performers (ON-12), {often}",
                   **values)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Takes:
    """Whether blossoms come to `player`: a trick is won, or a `performer` claimed by it.

    Or got `LATER`: claimed, or left to who is the only one without performers.
    """

    player: str
    yours: bool
    when: int
    performer: str = ""
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        performer = f" {self.performer}" if self.performer else ""
        return f"takes {self.player}{performer}{_WHEN[self.when]}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who wins the trick")

    def told(self, found: Difference) -> Words:
        """Return how much more often it happens."""
        values = {"player": self.player, "performer": self.performer, "often": often(found)}
        if self.when == LATER:
            if self.yours:
                return say("you get {performer} {often}", **values)
            return say("{player} gets {performer} {often}", **values)
        if self.yours:
            if self.performer:
                return say("you claim {performer} {often}", **values)
            return say("you win it {often}", **values)
        if self.performer:
            return say("{player} claims {performer} {often}", **values)
        return say("{player} wins it {often}", **values)


@dataclass(frozen=True, slots=True)
class Wins:
    """Whether `player` wins this trick, and so `leads` to the next one of the round, if any."""

    player: str
    yours: bool
    leads: bool = True
    worth: float | None = None
    sign: int = 0
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"wins {self.player}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who wins the trick and leads next") if self.leads else say("who wins the trick")

    def told(self, found: Difference) -> Words:
        """Return how much more often the trick is won."""
        values = {"player": self.player, "often": often(found)}
        if self.yours:
            if self.leads:
                return say("you win the trick and lead next {often}", **values)
            return say("you win the trick {often}", **values)
        if self.leads:
            return say("{player} wins the trick and leads next {often}", **values)
        return say("{player} wins the trick {often}", **values)


@dataclass(frozen=True, slots=True)
class Trump:
    """Whether `suit` is trump after this trick; None for no trump.

    `own` are the cards of it that the viewer keeps; None where that does not matter any more.
    """

    suit: str | None
    own: tuple[str, ...] | None = field(default=None, compare=False)
    worth: float | None = None
    sign: int = 0
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"trump {self.suit or 'none'}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("what is trump after the trick")

    def told(self, found: Difference) -> Words:
        """Return how often it is trump; where that is more often, what one keeps of it, too."""
        if self.suit is None:
            return say("there is no trump after it {often}", often=often(found))
        values = {
            "suit": suit_name(self.suit),
            "often": often(found),
            "cards": listed(self.own or ()),
        }
        if self.own is None or found.difference < 0:
            return say("{suit} is trump after it {often}", **values)
        if self.own:
            return say("{suit} is trump after it {often} (you keep {cards})", **values)
        return say("{suit} is trump after it {often} (you keep none)", **values)


@dataclass(frozen=True, slots=True)
class IsTrump:
    """Whether the `card` that `player` has laid is a trump as soon as the viewer has played."""

    player: str
    yours: bool
    card: str = field(default="", compare=False)
    worth: float | None = None
    sign: int = 0
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"trumps {self.player}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("what is trump as you play")

    def told(self, found: Difference) -> Words:
        """Return that it is one, or no more; of the viewer's, that the other card would be."""
        values = {"card": self.card, "player": self.player}
        if self.yours:
            if found.difference > 0:
                return say("{card} is a trump then", **values)
            return say("{card} would be a trump", **values)
        if found.difference > 0:
            return say("{card} of {player} is a trump then", **values)
        return say("{card} of {player} is no trump then", **values)


@dataclass(frozen=True, slots=True)
class OnStage:
    """Whether `performer` stands on stage as soon as the viewer has played."""

    performer: str
    worth: float | None = None
    sign: int = 0
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"on stage {self.performer}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who is on stage as you play")

    def told(self, found: Difference) -> Words:
        """Return whether the performer is there."""
        if found.difference > 0:
            return say("{performer} is on stage then", performer=self.performer)
        return say("{performer} is not on stage then", performer=self.performer)


@dataclass(frozen=True, slots=True)
class Highest:
    """Whether the viewer lays a `card` above which nobody can have another of its suit."""

    card: str = field(default="", compare=False)
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return "highest"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who can play a higher card")

    def told(self, found: Difference) -> Words:
        """Return that nobody can have a higher one, or that so it would be of the other card."""
        if found.difference > 0:
            return say("nobody else has a higher card of the suit")
        return say("{card} would surely be the highest of its suit", card=self.card)


@dataclass(frozen=True, slots=True)
class Alone:
    """Whether the viewer stays without performers, as so many `others` are. ON-12"""

    others: int
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return "without performers"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who is the only one without performers and gets all that are left")

    def told(self, found: Difference) -> Words:
        """Return that one stays without, and how many others might be so, too."""
        n = self.others
        if found.difference < 0:
            return say("you are no longer without performers (ON-12)")
        if not n:
            return say(
                "only you are without performers so far: who ends so gets all that are left (ON-12)"
            )
        return say_n(
            "you stay without performers, as {n} other is: who is so alone gets all that are left"
            " (ON-12)",
            "you stay without performers, as {n} others are: who is so alone gets all that are left"
            " (ON-12)",
            n,
        )


@dataclass(frozen=True, slots=True)
class Keeps:
    """Whether `card` is kept for later: nobody else can have a higher one of its suit."""

    card: str
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"keeps {self.card}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which cards you will need later")

    def told(self, found: Difference) -> Words:
        """Return that it is kept, or given away."""
        if found.difference > 0:
            return say("you keep {card}: nobody else has a higher one", card=self.card)
        return say("it spends {card}: nobody else has a higher one", card=self.card)


@dataclass(frozen=True, slots=True)
class KeepsSuit:
    """How many cards of a `suit` are kept for later that nobody else has: these `cards`."""

    suit: str
    cards: tuple[str, ...] = field(default=(), compare=False)
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"keeps {self.suit}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which cards you will need later")

    def told(self, found: Difference) -> Words:
        """Return which are kept, or that one is given away."""
        if found.difference > 0:
            return say(
                "you keep {cards}: nobody else has {suit}",
                cards=listed(self.cards),
                suit=suit_name(self.suit),
            )
        return say(
            "it spends a card of a suit that nobody else has: {suit}", suit=suit_name(self.suit)
        )


@dataclass(frozen=True, slots=True)
class Abilities:
    """How many cards with an ability are kept for later, whichever they are."""

    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return "keeps abilities"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which cards you will need later")

    def told(self, found: Difference) -> Words:
        """Return that one more is kept, or one fewer: a move plays one card."""
        if found.difference > 0:
            return say("you keep one more card with an ability")
        return say("you keep one fewer card with an ability")


def bearing(view: View[State], move: Event, against: Event, found: Difference) -> Iterator[Claim]:
    """Yield what those still to play in this trick may lack: the suit that is led, and trumps.

    Then the cards that they may hold and have to follow with. The player comes first who is spoken
    of.
    """
    state, effect = view.state, found.effect
    if move.verb != "plays" or not isinstance(effect, (Blossoms, Claims, Rest, Wins)):
        return
    if isinstance(effect, (Blossoms, Rest)) and effect.when:
        return
    players, at = state.players, state.players.index(view.viewer)
    left = len(players) - len(state.trick) - 1
    behind = [players[(at + n + 1) % len(players)] for n in range(left)]
    behind.sort(key=lambda player: player != effect.player)
    lead, trump = state.lead, state.theatre.trump
    led = [lead] if lead else [suit_of(each.words[0]) for each in (move, against)]
    suits = [suit for suit in dict.fromkeys((*led, trump)) if suit is not None]
    yield from (Claim(suit, player, holds=False) for player in behind for suit in suits)
    cards = [card for card in state.box.cards if suit_of(card) in led and card not in state.played]
    yield from (Claim(card, player) for player in behind for card in reversed(cards))


def held(position: Position, dealt: NDArray[np.int64]) -> dict[Claim, list[float]]:
    """Return who has which card in each of the deals, and who has none left of which suit."""
    box, state = position.box, position.state
    bit = {card: 1 << i for i, card in enumerate(box.cards)}
    of = {suit: sum(bit[card] for card in box.cards if suit_of(card) == suit) for suit in box.suits}
    found: dict[Claim, list[float]] = {}
    for seat, player in enumerate(state.players):
        if player != position.view.viewer:
            hand = dealt[:, seat]
            for card in box.cards:
                found[Claim(card, player)] = (hand & bit[card] > 0).astype(float).tolist()
            for suit in box.suits:
                none = hand & of[suit] == 0
                found[Claim(suit, player, holds=False)] = none.astype(float).tolist()
    return found


def kept(position: Position, move: Event) -> Iterator[tuple[Effect, float]]:
    """Yield what is worth a word in what the viewer has left after `move`: how much of it.

    That nobody else has a higher one is worth it of the only such card in hand, as long as others
    have cards of its suit, and this round goes on; else, how many of them are kept. Behind the last
    trick nothing is kept.
    """
    state, box = position.state, position.box
    if move.verb == "claims":
        if move.words == ("nothing",) and not state.claimed[position.view.viewer]:
            yield Alone(_without(position)), 1.0
        return
    hand = state.hands[position.view.viewer].known
    left = [card for card in hand if card not in move.words[:1]]
    gone = {*state.played, *(play.card for play in state.trick), *hand}
    for suit in box.suits:
        out = [value_of(card) for card in box.cards if suit_of(card) == suit and card not in gone]
        own = [card for card in hand if suit_of(card) == suit]
        above = [card for card in own if out and value_of(card) > max(out)]
        if len(above) == 1 and above[0] in left and not position.last_trick:
            yield Keeps(above[0]), 1.0
        cards = tuple(card for card in own if card in left)
        if cards and not out and not position.last_trick:
            yield KeepsSuit(suit, cards), float(len(cards))
    if not (position.last_trick and position.last_round):
        yield Abilities(), float(sum(value_of(card) in box.abilities for card in left))


def counted(
    position: Position, move: Event, came: NDArray[np.float64], for_game: bool
) -> dict[Effect, list[float]]:
    """Return how much of each effect came, deal by deal, from the rows `came` of one move.

    What is kept comes last: where nothing tells how much effects make, the first one is told.
    `for_game` says that the value is the chance to win, of which a blossom is no fixed part. Else
    one more of another side counts in full if that is the best one in the end, or for nothing.
    """
    left = dict(kept(position, move))
    happened = {
        effect: column.tolist()
        for effect, column in _columns(position, move, came, for_game)
        if column.any() and not (move.verb == "claims" and isinstance(effect, Claims))
    }
    return happened | {effect: [many] * len(came) for effect, many in left.items()}


def surely(
    position: Position, move: Event, came: NDArray[np.float64], for_game: bool
) -> Collection[Effect]:
    """Return what is the same in all deals, of what comes of a move.

    It is what the viewer keeps, and all of this trick where the move ends it, if nobody may choose
    then whom to claim.
    """
    state, viewer = position.state, position.view.viewer
    hand = state.hands[viewer].known
    found: dict[Effect, None] = dict.fromkeys(map(Keeps, hand))
    found |= dict.fromkeys(map(KeepsSuit, position.box.suits))
    found |= dict.fromkeys((Alone(_without(position)), Highest()))
    found |= dict.fromkeys(IsTrump(player, player == viewer) for player in state.players)
    found |= dict.fromkeys(map(OnStage, position.box.performers))
    settled = move.verb == "claims"
    if not settled:
        after = _after(position, move)
        if len(after.trick) < len(state.players):
            return found
        won = winning(after.trick, after.theatre.trump)
        whom, match = claimable(after, won.card), state.agreed.blossoms[value_of(won.card)]
        settled = not whom or whom == (f"{suit_of(won.card)}{match}",)
    columns = [*_columns(position, move, came, for_game)]
    now = [each for each, _ in columns if isinstance(each, Blossoms) and not each.when]
    columns += chain.from_iterable(_by(position, each, came) for each in now)
    for effect, _ in columns:
        later = isinstance(effect, Blossoms) and effect.when
        if isinstance(effect, Wins) or (settled and not later):
            found[effect] = None
    return found


def _after(position: Position, move: Event) -> State:
    """Return the table as soon as a card is played; before a claim, as it is."""
    return played(position.box, position.state, move) if move.verb == "plays" else position.state


def _without(position: Position) -> int:
    """Return how many others have claimed nobody in this round."""
    claimed = position.state.claimed.items()
    return sum(not own for player, own in claimed if player != position.view.viewer)


def behind(
    position: Position, move: Event, came: NDArray[np.float64], for_game: bool
) -> dict[Effect, Counts]:
    """Return by what blossoms come, and by what the tricks are won that bring them.

    From the rows `came` of one move. Of a claim it is not told that who claims does so.
    """
    viewer, always = position.view.viewer, [1.0] * len(came)
    stage = _after(position, move).theatre.stage
    high = {
        each: [many] * len(came)
        for each, many in kept(position, move)
        if isinstance(each, (Keeps, KeepsSuit))
    }
    trumps = {
        effect: column.tolist() for effect, column in _trumps(position, move, came) if column.any()
    }
    at_once: dict[str, Counts] = {
        player: dict.fromkeys(_at_once(position, move, player), always)
        for player in position.state.players
    }
    found = dict[Effect, Counts]()
    for player, how in at_once.items():
        found[Wins(player, player == viewer)] = how
    for effect, _ in _blossoms(position, came, for_game):
        how = at_once[effect.player]
        if effect.when:
            how = (trumps if effect.when == NEXT else {}) | (high if effect.yours else {})
        events = [*_by(position, effect, came)]
        for event, _ in events:
            if isinstance(event, Takes):
                there = not effect.when and event.performer in stage
                found[event] = {**({OnStage(event.performer): always} if there else {}), **how}
                if event.performer and not effect.when:
                    claims = Claims(effect.player, effect.own, effect.yours, event.performer)
                    found[claims] = found[event]
        said = move.verb == "claims" and not effect.when
        by = {
            event: column.tolist()
            for event, column in events
            if column.any() and not (said and isinstance(event, Takes))
        }
        found[effect] = {**by, **how} if effect.when else by
    return found


def _at_once(position: Position, move: Event, player: str) -> Iterator[Effect]:
    """Yield by what the card of `player` may win this trick as soon as a move is made."""
    if move.verb != "plays":
        return
    state, box, after = position.state, position.box, _after(position, move)
    laid = {play.player: play.card for play in after.trick}
    trump, card = after.theatre.trump, laid.get(player)
    if card is None:
        return
    if suit_of(card) == trump:
        yield IsTrump(player, player == position.view.viewer, card)
    if player == position.view.viewer and winning(after.trick, trump).player == player:
        gone = {*state.played, *laid.values(), *state.hands[player].known}
        higher = (each for each in box.cards if suit_of(each) == suit_of(card) and each > card)
        if gone.issuperset(higher):
            yield Highest(card)


def _by(
    position: Position, effect: Blossoms, came: NDArray[np.float64]
) -> Iterator[tuple[Effect, NDArray[np.float64]]]:
    """Yield by what blossoms may come, and how often that came."""
    import numpy as np

    from . import trial_kernel as trial

    player, when, yours = effect.player, effect.when, effect.yours
    seat = position.state.players.index(player)
    if when == LATER:
        taken = came[:, trial.GOT + seat].astype(int)
    else:
        trick = came[:, trial.TRICKS + when * trial.OF_TRICK :]
        rest = _gets_rest(trick, seat)
        won = (trick[:, trial.WINNER] == seat) & ~rest
        taken = trick[:, trial.TAKEN].astype(int) * won
        yield Takes(player, yours, when), won * 1.0
        yield Rest(player, effect.own, yours, when), rest.astype(np.float64)
    ever, never = np.bitwise_or.reduce(taken), np.zeros(len(came))
    for i, performer in enumerate(position.box.performers):
        took = (taken >> i & 1).astype(np.float64) if ever >> i & 1 else never
        yield Takes(player, yours, when, performer), took


def _gets_rest(trick: NDArray[np.float64], seat: int) -> NDArray[np.bool_]:
    """Tell for each row of a trick whether all that are left come to a seat behind it.

    A trick brings its winner one performer, and nobody else any.
    """
    from . import trial_kernel as trial

    taken = trick[:, trial.TAKEN].astype(int)
    found: NDArray[np.bool_] = trick[:, trial.BLOSSOMS + seat] > 0
    found &= (trick[:, trial.WINNER] != seat) | (taken & (taken - 1) > 0)
    return found


def _blossoms(
    position: Position, came: NDArray[np.float64], for_game: bool
) -> Iterator[tuple[Blossoms, NDArray[np.float64]]]:
    from . import trial_kernel as trial

    state, viewer = position.state, position.view.viewer
    (side,) = (team for team in state.agreed.teams if viewer in team)
    for when in WHEN:
        first = (
            trial.LATER if when == LATER else trial.TRICKS + when * trial.OF_TRICK + trial.BLOSSOMS
        )
        for seat, player in enumerate(state.players):
            own = player in side
            most = None if for_game else 1.0
            worth = most if own else None
            yield Blossoms(player, own, player == viewer, when, worth, most), came[:, first + seat]


def _trumps(
    position: Position, move: Event, came: NDArray[np.float64]
) -> Iterator[tuple[Effect, NDArray[np.float64]]]:
    from . import trial_kernel as trial

    if position.last_trick:
        return
    hand = position.state.hands[position.view.viewer].known
    left = [card for card in hand if card not in move.words[:1]]
    for i, suit in enumerate((*position.box.suits, None)):
        own = tuple(card for card in left if suit_of(card) == suit)
        yield Trump(suit, own=own), (came[:, trial.TRICKS + trial.TRUMP_AFTER] == i) * 1.0


def _columns(
    position: Position, move: Event, came: NDArray[np.float64], for_game: bool
) -> Iterator[tuple[Effect, NDArray[np.float64]]]:
    import numpy as np

    from . import trial_kernel as trial

    state, box, viewer = position.state, position.box, position.view.viewer
    (side,) = (team for team in state.agreed.teams if viewer in team)
    yield from _blossoms(position, came, for_game)
    trick = came[:, trial.TRICKS :]
    winner, taken = trick[:, trial.WINNER], trick[:, trial.TAKEN].astype(int)
    for seat, player in enumerate(state.players):
        won, own = winner == seat, player in side
        rest = _gets_rest(trick, seat)
        yield Rest(player, own, player == viewer), rest.astype(np.float64)
        if own:
            yield Wins(player, player == viewer, not position.last_trick), won * 1.0
        for i, performer in enumerate(box.performers):
            claimed = won & ~rest & (taken >> i & 1 > 0)
            yield Claims(player, own, player == viewer, performer), claimed * 1.0
    yield from _trumps(position, move, came)

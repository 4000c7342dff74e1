"""What people talk about at Onstage: who takes whom in a trick, what is trump, who leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....models.core import Event, View
from ....models.hidden import Claim
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.text import suit_name
from ....models.words import Words, say, say_n
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
    """The blossoms that a trick brings `player`; they count in full on the viewer's `own` side."""

    later: bool
    worth: float | None = None
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"blossoms {self.player}{' next' * self.later}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        if self.later:
            return say("what the next trick is worth, and to whom")
        return say("what this trick is worth, and to whom")

    def told(self, found: Difference) -> Words:
        """Return by how many blossoms the trick differs."""
        values = {"amount": amount(found, BLOSSOMS), "player": self.player}
        if self.yours:
            if self.later:
                return say("the next trick brings you {amount}", **values)
            return say("this trick brings you {amount}", **values)
        if self.later:
            return say("the next trick brings {player} {amount}", **values)
        return say("this trick brings {player} {amount}", **values)


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

    later: bool = False
    worth: float | None = None
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"rest {self.player}{' next' * self.later}"

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
    """Whether blossoms come to `player` by a trick: it is won, or a `performer` claimed by it."""

    player: str
    yours: bool
    later: bool
    performer: str = ""
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def name(self) -> str:
        """The name for JSON."""
        return " ".join(filter(None, ("takes", self.player, self.performer, "next" * self.later)))

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who wins the trick")

    def told(self, found: Difference) -> Words:
        """Return how much more often it happens."""
        values = {"player": self.player, "performer": self.performer, "often": often(found)}
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
    """Whether `suit` is trump after this trick; None for no trump."""

    suit: str | None
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
        """Return how much more often it is trump."""
        if self.suit is None:
            return say("there is no trump after it {often}", often=often(found))
        return say(
            "{suit} is trump after it {often}", suit=suit_name(self.suit), often=often(found)
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
    if isinstance(effect, (Blossoms, Rest)) and effect.later:
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
    """Yield what is worth a word in the hand that the viewer has left after `move`: how much of it.

    That nobody else has a higher one is worth it of the only such card in hand, as long as others
    have cards of its suit, and this round goes on. Behind the last trick nothing is kept.
    """
    state, box = position.state, position.box
    hand = state.hands[position.view.viewer].known
    left = [card for card in hand if card not in move.words[:1]]
    gone = {*state.played, *(play.card for play in state.trick), *hand}
    for suit in box.suits:
        out = [value_of(card) for card in box.cards if suit_of(card) == suit and card not in gone]
        own = (card for card in hand if suit_of(card) == suit and out)
        above = [card for card in own if value_of(card) > max(out)]
        if len(above) == 1 and above[0] in left and not position.last_trick:
            yield Keeps(above[0]), 1.0
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
    left = dict(kept(position, move)) if move.verb == "plays" else {}
    happened = {
        effect: column.tolist()
        for effect, column in _columns(position, came, for_game)
        if column.any() and not (move.verb == "claims" and isinstance(effect, Claims))
    }
    return happened | {effect: [many] * len(came) for effect, many in left.items()}


def behind(position: Position, came: NDArray[np.float64], for_game: bool) -> dict[Effect, Counts]:
    """Return by what the blossoms of both tricks come, from the rows `came` of one move."""
    from . import trial_kernel as trial

    found, viewer = dict[Effect, Counts](), position.view.viewer
    for effect, _ in _blossoms(position, came, for_game):
        trick = came[:, trial.TRICKS + effect.later * trial.OF_TRICK :]
        seat = position.state.players.index(effect.player)
        rest = _gets_rest(trick, seat)
        won = (trick[:, trial.WINNER] == seat) & ~rest
        taken = trick[:, trial.TAKEN].astype(int)
        yours = effect.player == viewer
        columns = {"": won} | {
            performer: won & (taken >> i & 1 > 0)
            for i, performer in enumerate(position.box.performers)
        }
        events: dict[Effect, list[float]] = {
            Takes(effect.player, yours, effect.later, performer): (column * 1.0).tolist()
            for performer, column in columns.items()
            if column.any()
        }
        if rest.any():
            events[Rest(effect.player, effect.own, yours, effect.later)] = (rest * 1.0).tolist()
        found[effect] = events
    return found


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
    for later in (False, True):
        trick = came[:, trial.TRICKS + later * trial.OF_TRICK :]
        for seat, player in enumerate(state.players):
            own = player in side
            most = None if for_game else 1.0
            worth = most if own else None
            column = trick[:, trial.BLOSSOMS + seat]
            yield Blossoms(player, own, player == viewer, later, worth, most), column


def _columns(
    position: Position, came: NDArray[np.float64], for_game: bool
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
    for i, suit in enumerate(() if position.last_trick else (*box.suits, None)):
        yield Trump(suit), (trick[:, trial.TRUMP_AFTER] == i) * 1.0

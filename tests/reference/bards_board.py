"""The lines of a record, decks and supplies, for the independent referee of the Bards."""

from __future__ import annotations

from collections import Counter

from tests.reference.bards_cards import COLOURS, Player, cards_of_the_set
from tests.reference.lines import Lines, take

SUPPLY = {"dice": 15, "performances": 8, "melodies": 16}  # of each colour; melodies in all
LAST_ROUND = 40


class Counted(Exception):
    """The table ends the game for its length. BB-22"""


class Board(Lines):
    """What is on the table, and the lines of the record that have not been read."""

    game = "bards"
    version = "2"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        assert self.tags.get("Cards", "workshop").split()[0] == "workshop"
        self.support = self.tags.get("Support", "round")  # BB-19
        self.last_card = self.tags.get("LastCard", "keep")
        self.leftover = int(self.tags.get("LeftoverPerformancePoints", "1"))
        self.seats = {name: Player(name) for name in self.names}
        self.cards = cards_of_the_set()
        self.round = 0
        self.first = ""
        self.audience_deck = Counter(c.id for c in self.cards.values() if c.kind == "audience")
        self.town = self._copies("veteran")
        self.encores = Counter(a + b for i, a in enumerate(COLOURS) for b in COLOURS[i + 1 :])

    def _copies(self, kind: str) -> Counter[str]:
        return Counter({c.id: c.copies for c in self.cards.values() if c.kind == kind})

    def may_be_counted(self) -> None:
        """BB-22"""
        if self.round > LAST_ROUND and self.next_is("counted"):
            raise Counted

    def out_of_hand(self, player: Player, words: list[str], trashed: bool = False) -> None:
        (card,) = words
        take(player.hand, card)
        if not trashed:
            player.discard[card] += 1
        elif player.veterans[card]:
            player.veterans[card] -= 1

    # cards and supplies

    def draw(self, player: Player, n: int) -> None:
        """Draw up to `n` cards, the discard pile shuffled where the deck ends. BB-15"""
        now = min(n, player.deck.total())
        if now > 0:
            words = self.line(player.name, "draws")
            assert len(words) == now
            if player.top:
                assert words[0] == player.top
            take(player.deck, words)
            player.hand.update(words)
            player.top = ""
        if n > now and self.shuffled(player):
            self.draw(player, n - now)

    def shuffled(self, player: Player) -> bool:
        """Shuffle the discard pile into an empty deck; tell whether a card is there to be drawn."""
        if not player.deck and player.discard:
            assert not self.line(player.name, "reshuffles")
            player.deck, player.discard = player.discard, Counter()
        return bool(player.deck)

    def out(self, kind: str, colour: str) -> int:
        """How many dice or performances of a colour are with players."""
        return sum(
            sum(n for piece, n in getattr(player, kind).items() if piece[0] == colour)
            + sum(kind == "dice" and each.die[:1] == colour for each in player.stage)
            for player in self.seats.values()
        )

    def left(self, kind: str, colour: str) -> bool:
        """Tell whether the supply has another one. BB-13"""
        return self.out(kind, colour) < SUPPLY[kind]

    def gain(self, player: Player, kind: str, colour: str) -> None:
        if self.left(kind, colour):
            getattr(player, kind)[colour] += 1

    def gain_melody(self, player: Player) -> None:
        if sum(each.melodies for each in self.seats.values()) < SUPPLY["melodies"]:
            player.melodies += 1

    def gain_any_die(self, player: Player) -> None:
        if any(self.left("dice", colour) for colour in COLOURS):
            (colour,) = self.line(player.name, "takes")
            assert colour in COLOURS and self.left("dice", colour)
            self.gain(player, "dice", colour)

    def rolls(self, player: Player) -> None:
        """Roll what is not rolled yet."""
        new = Counter({die: n for die, n in player.dice.items() if len(die) == 1})
        if not new:
            return
        words = self.line(player.name, "rolls")
        assert words == sorted(words)
        assert Counter(die[0] for die in words) == new
        assert all(die[1:] in tuple("123456") for die in words)
        take(player.dice, list(new.elements()))
        player.dice.update(words)

    def powers(self, player: Player) -> Counter[str]:
        """What lasts for a player: audiences won, and bards turned. BB-5, BB-7, BB-20"""
        found = Counter(self.cards[card].power for card in player.audiences)
        found.update(self.cards[each.card].support for each in player.stage if each.turned)
        return found

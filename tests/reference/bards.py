"""An independent referee of Battle of the Bards, to hold the program's own against.

Written from the rulebook and the rulings (BB-1 to BB-22) alone: it shares no code with the rules
of the program, reads the cards from their file, and goes through a referee's record as a table
would, from the set-up to the result. It is told nothing but the text.
"""

from __future__ import annotations

from collections import Counter

from tests.reference.bards_board import Counted
from tests.reference.bards_cards import Player
from tests.reference.bards_show import FREE, Show
from tests.reference.lines import follow, take

GOAL = 4


class Table(Show):
    """One game, followed through the lines of its record."""

    # the game

    def play(self) -> None:
        """Go through all lines."""
        self.set_up()
        try:
            while not self.round_played():
                self.first = self.order[1].name  # BB-9
            winner = self.encore()
        except Counted:
            self.line("counted")
            winner = ""
        self.score(winner)

    @property
    def order(self) -> list[Player]:
        """The players in turn order."""
        names = [*self.seats]
        at = names.index(self.first)
        return [self.seats[name] for name in names[at:] + names[:at]]

    def set_up(self) -> None:
        """BB-1"""
        self.open = self.line("audiences")
        assert len(self.open) == 3
        take(self.audience_deck, self.open)
        (self.top_audience,) = self.line("top")
        take(self.audience_deck, self.top_audience)
        self.in_line = self.line("line")
        assert len(self.in_line) == 4
        take(self.town, self.in_line)
        leaders = self._copies("leader")
        starting = {
            each: n // 4
            for kind in ("basic", "roadie", "poster")
            for each, n in self._copies(kind).items()
        }
        for player in self.seats.values():
            (leader,) = self.line("leader", player.name)
            take(leaders, leader)
            player.deck = Counter(starting) + Counter([leader])
            assert player.deck.total() == 12
            colour = self.cards[leader].colour
            player.performances[colour] += 1
            player.dice[colour] += 2
        for player in self.seats.values():
            (player.pair,) = self.line("encore", player.name)
            take(self.encores, player.pair)
        (self.first,) = self.line("first")
        assert self.first in self.seats
        for player in self.seats.values():
            self.draw(player, 4)

    def round_played(self) -> bool:
        """Play a round; tell whether it was the last."""
        self.round += 1
        self.may_be_counted()
        self.go_on_stage()
        passed: set[str] = set()
        begun: set[str] = set()
        while len(passed) < len(self.seats):
            for player in self.order:
                if player.name not in passed and self.turn(player, player.name not in begun):
                    passed.add(player.name)
                begun.add(player.name)
        for player in self.seats.values():
            player.discard.update(each.card for each in player.stage)
            back = Counter(die[0] for die in player.dice.elements())
            player.dice = back + Counter(each.die[0] for each in player.stage if each.die)
            player.stage = []
        if any(len(player.audiences) >= GOAL for player in self.seats.values()):
            return True
        for player in self.order:
            self.leave(player)
        for player in self.order:
            self.draw(player, 4 - player.hand.total())
        return False

    def leave(self, player: Player) -> None:
        """What becomes of cards left in hand. BB-9"""
        while player.hand:
            verb, words = self.one_of(player.name, "keeps", "discards", "trashes")
            if verb == "keeps":
                assert self.last_card == "keep" and not words
                return
            self.out_of_hand(player, words, trashed=verb == "trashes")

    # the end

    def encore(self) -> str:
        """Return who wins the encore, empty if nobody. BB-10"""
        for player in self.order:
            assert self.line(player.name, "shows") == [player.pair]
        for player in self.order:
            dice = self.veterans_dice(player, player.pair)
            extra = self.powers(player)["applause"]
            player.dice = Counter()
            player.dice[player.pair[0]] += extra
            player.dice.update(dice)
            player.dice = +player.dice
        tops = self.order
        while True:
            for player in tops:
                self.rolls(player)
            for player in tops:
                self.spends(player)
            best = max(player.total for player in tops)
            tops = [player for player in tops if player.total == best]
            if len(tops) == 1 or not best:
                return tops[0].name if best else ""
            for player in tops:
                player.dice = Counter(die[0] for die in player.dice.elements())

    def spends(self, player: Player) -> None:
        """Melodies in the encore, until there are none or the player is done."""
        while player.dice and player.melodies:
            verb, words = self.one_of(player.name, *FREE, "done")
            if verb == "done":
                return
            assert words[-1] == "melody"
            self.free(player, verb, words)

    def veterans_dice(self, player: Player, pair: str) -> list[str]:
        colours = [self.cards[card].colour for card in player.veterans.elements()]
        return [colour for colour in colours if colour in pair]

    def score(self, encore: str) -> None:
        """BB-11, BB-12, BB-21"""
        points = {
            player.name: sum(self.cards[card].points for card in player.audiences)
            + sum(self.cards[card].points for card in player.veterans.elements())
            + 4 * (player.name == encore)
            + self.leftover * player.performances.total()
            for player in self.order
        }
        best = max(points.values())
        tied = [player for player in self.order if points[player.name] == best]
        winner = tied[0].name if len(tied) == 1 else self.sudden_death(tied)
        words = self.line("result")
        told = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        assert told == points
        assert words[0] == winner
        assert [*told.values()] == sorted(told.values(), reverse=True)

    def sudden_death(self, tied: list[Player]) -> str:
        """Each of the tied rolls the dice of the card and one more, of whatever colour."""
        (pair,) = self.line("sudden")
        take(self.encores, pair)
        while len(tied) > 1:
            totals = {}
            for player in tied:
                dice = self.line(player.name, "rolls")
                due = Counter(self.veterans_dice(player, pair))
                shown = Counter(die[0] for die in dice)
                assert not due - shown and len(dice) == due.total() + 1
                assert all(die[1:] in tuple("123456") for die in dice)
                totals[player.name] = sum(int(die[1]) for die in dice)
            best = max(totals.values())
            tied = [player for player in tied if totals[player.name] == best]
        return tied[0].name


def replay(text: str) -> None:
    """Go through a referee's record; raises AssertionError, with the line, at the first wrong one.

    A record may stop anywhere; a game that ends must end with its result.
    """
    follow(Table(text))

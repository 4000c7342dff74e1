"""An independent referee of Onstage, to hold the program's own against.

Written from the rulebooks and the rulings (ON-1 to ON-24) alone: it shares no code with the rules
of the program, reads the numbers from their file, and goes through a referee's record as a table
would, from the set-up to the result. It is told nothing but the text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.reference.lines import Lines, follow, printed, take


@dataclass
class Company:
    """What lies before one player."""

    name: str
    hand: Counter[str] = field(default_factory=Counter)
    claimed: list[str] = field(default_factory=list)
    score: int = 0


class Theatre(Lines):
    """One game, followed through the lines of its record."""

    game = "onstage"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        box = printed("onstage")
        self.en = self.tags.get("Edition", "en") == "en"
        self.optional = self.tags.get("Abilities") == "optional"
        self.companies = {name: Company(name) for name in self.names}
        self.teams = [team.split("+") for team in self.tags.get("Teams", "").split()]
        self.suits = box["suits"]
        self.cards = [f"{suit}{value}" for suit in self.suits for value in box["values"]]
        self.performers = [f"{suit}{value}" for suit in self.suits for value in box["performers"]]
        blossoms = box["blossoms"][self.tags.get("Blossoms", "bands")]
        self.worth = dict(zip(map(str, box["values"]), blossoms, strict=True))
        self.abilities = box["abilities"]
        self.full = box["hand"][str(len(self.names))]
        self.waiting: list[str] = []  # the line, front first
        self.stage: list[str] = []

    def play(self) -> None:
        """Go through all lines."""
        self.line_up()
        (first,) = self.line("leader")
        number, last = 1, self.round(first)
        while number < len(self.names) or (not self.en and len(self.best()) > 1):  # ON-4, ON-14
            self.line_up()
            first = last if self.en else self.clockwise(first)[1].name  # ON-13
            number, last = number + 1, self.round(first)
        if len(self.best()) > 1:  # ON-14, ON-19, ON-23: whoever wins, all of them show
            for company in self.companies.values():
                if any(company.name in side for side in self.best()):
                    assert self.line(company.name, "keeps") == [*company.hand]
        words = self.line("result")
        assert words == [w for c in self.companies.values() for w in (c.name, str(c.score))]

    def best(self) -> list[list[str]]:
        """The players, or teams, with the highest total. ON-15"""
        sides = self.teams or [[name] for name in self.names]
        totals = [sum(self.companies[name].score for name in side) for side in sides]
        return [side for side, total in zip(sides, totals, strict=True) if total == max(totals)]

    def clockwise(self, first: str) -> list[Company]:
        at = self.names.index(first)
        return [self.companies[name] for name in self.names[at:] + self.names[:at]]

    # a round

    def line_up(self) -> None:
        """Those in the line keep their order, the others come behind them. ON-13, ON-18"""
        words = self.line("line")
        assert words[: len(self.waiting)] == self.waiting
        assert sorted(words) == sorted(self.performers)
        self.waiting, self.stage = words, []
        for company in self.companies.values():
            company.claimed = []

    def round(self, leader: str) -> str:
        """Play a round; return who won its last trick. ON-4"""
        self.deal()
        for _ in range(self.full - 1):
            leader = self.trick(leader)
        self.reward()
        for company in self.companies.values():
            company.score += sum(int(each[1]) for each in company.claimed)
        return leader

    def deal(self) -> None:
        """ON-4, ON-5"""
        deck = Counter(self.cards)
        for company in self.companies.values():
            take(deck, company.hand)
        removed = len(self.cards) - self.full * len(self.names)
        if removed:
            words = self.line("removed")
            assert len(words) == removed
            take(deck, words)
        for company in self.companies.values():
            dealt = self.line("deal", company.name)
            take(deck, dealt)
            company.hand.update(dealt)
            assert company.hand.total() == self.full

    def reward(self) -> None:
        """ON-12"""
        without = [each for each in self.companies.values() if not each.claimed]
        if len(without) == 1:
            given = self.stage or self.waiting
            without[0].claimed += given
            given.clear()

    # a trick

    def trick(self, leader: str) -> str:
        """Play a trick; return who won it."""
        if self.waiting:
            self.stage.append(self.waiting.pop(0))  # ON-6
        played: dict[str, Company] = {}
        lead = ""
        for company in self.clockwise(leader):
            card, *words = self.line(company.name, "plays")
            lead = lead or card[0]
            take(company.hand, card)
            if card[0] != lead:
                assert not any(each[0] == lead for each in company.hand), f"{lead} was led"
            if words[:1] == ["front"]:
                assert card[0] not in (lead, self.trump), "not off suit"  # ON-9
                self.recall(company, card, words[1])
                words = words[2:]
            self.use(card, words)
            played[card] = company
        wins = [card for card in played if card[0] == self.trump]
        wins = wins or [card for card in played if card[0] == lead]
        card = max(wins, key=lambda each: int(each[1]))  # ON-10
        self.claim(played[card], card)
        return played[card].name

    @property
    def trump(self) -> str:
        """The suit with most blossoms on stage, if there is one. ON-8"""
        totals = Counter({suit: 0 for suit in self.suits})
        for performer in self.stage:
            totals[performer[0]] += int(performer[1])
        (suit, most), (_, next_) = totals.most_common(2)
        return suit if most > next_ else ""

    def recall(self, company: Company, card: str, performer: str) -> None:
        """Move a performer to the front of the line. ON-9, ON-21"""
        assert performer[0] == card[0]
        claimed = not self.en and performer in company.claimed
        (company.claimed if claimed else self.waiting).remove(performer)
        self.waiting.insert(0, performer)

    def use(self, card: str, words: list[str]) -> None:
        """The ability of a card. ON-7"""
        ability = self.abilities.get(card[1])
        possible = {"add": self.waiting, "remove": self.stage, "swap": self.stage and self.waiting}
        if not words:
            assert self.optional or not possible.get(ability), f"must {ability}"
            return
        assert words[0] == ability
        match words:
            case ["add", performer]:
                self.waiting.remove(performer)
                self.stage.append(performer)
            case ["remove", performer]:
                self.stage.remove(performer)
                self.waiting.append(performer)
            case ["swap", off, on]:
                there, here = self.stage.index(off), self.waiting.index(on)
                self.stage[there], self.waiting[here] = on, off
            case _:
                raise AssertionError("no such ability")

    def claim(self, company: Company, card: str) -> None:
        """ON-11, ON-20"""
        ofsuit = [each for each in self.stage if each[0] == card[0]]
        if not ofsuit:
            return
        (performer,) = self.line(company.name, "claims")
        match = f"{card[0]}{self.worth[card[1]]}"
        if match in ofsuit:
            assert performer == match
        if performer == "nothing":
            assert self.en
            return
        assert performer in ofsuit
        self.stage.remove(performer)
        company.claimed.append(performer)


def replay(text: str) -> None:
    """Go through a referee's record; raises AssertionError, with the line, at the first wrong one.

    A record may stop anywhere; a game that ends must end with its result.
    """
    follow(Theatre(text))

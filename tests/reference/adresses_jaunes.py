"""An independent referee of Les Adresses Jaunes, to hold the program's own against.

Written from the rulebook and the rulings (AJ-1 to AJ-14) alone: it shares no code with the rules
of the program, reads the numbers from their file, and goes through a referee's record as a table
would, from the set-up to the result. It is told nothing but the text.
"""

from __future__ import annotations

from collections import Counter

from tests.reference.lines import Lines, follow, printed, take


class Quarter(Lines):
    """One game, followed through the lines of its record."""

    game = "adresses-jaunes"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.box = printed("adresses_jaunes")
        self.places = self.box["players"][str(len(self.names))]
        self.targets = self._targets()
        self.tiles = set().union(*self.targets.values())
        self.pile = Counter(self.tiles)
        self.cubes: set[str] = set()
        self.hands: dict[str, Counter[str]] = {}

    def _targets(self) -> dict[str, set[str]]:
        """The tiles of every street and every kind. AJ-1, AJ-3"""
        found: dict[str, set[str]] = {}
        for row in range(self.box["rows"]):
            for column in range(self.box["columns"]):
                block = row * self.box["columns"] + column + 1
                for kind in self.box["kinds"]:
                    for target in (f"h{row + 1}", f"v{column + 1}", kind):
                        found.setdefault(target, set()).add(f"{block}{kind}")
        return found

    def play(self) -> None:
        """Go through all lines."""
        self.set_up()
        won = self.rounds() or self.conclusion()
        assert self.line("result") == ["won" if won else "lost"]
        self.lay_open()

    def set_up(self) -> None:
        """AJ-2"""
        revealed = self.line("revealed")
        assert len(revealed) == self.places["revealed"]
        take(self.pile, revealed)
        self.cubes.update(revealed)
        for name in self.names:
            hand = self.line("deal", name)
            assert len(hand) == self.places["hand"]
            take(self.pile, hand)
            self.hands[name] = Counter(hand)

    @property
    def found(self) -> bool:
        """Whether all hands are revealed."""
        return not any(self.hands.values())

    def rounds(self) -> bool:
        """Play the rounds; tell whether all hands are revealed in them. AJ-4, AJ-8, AJ-12"""
        for _ in range(self.box["rounds"]):
            for step in (self.disc, self.pawn):
                waiting = {*self.names}
                while waiting:
                    name, words = self.any_of(waiting, step.__name__)
                    step(name, words)
                    if self.found:
                        return True
                    waiting.remove(name)
        return False

    def disc(self, name: str, words: list[str]) -> None:
        """AJ-5, AJ-14"""
        target, is_, count = words
        assert is_ == "="
        assert int(count) == sum(tile in self.targets[target] for tile in self.hands[name])

    def pawn(self, name: str, words: list[str]) -> None:
        """AJ-6"""
        tile, is_, holder = words
        assert is_ == "=" and tile not in self.cubes and tile not in self.hands[name]
        self.cubes.add(tile)
        if holder == "nobody":
            take(self.pile, tile)
        else:
            take(self.hands[holder], tile)

    def conclusion(self) -> bool:
        """Name the tiles that are left; tell whether all are found. AJ-8, AJ-11"""
        while not self.found:
            if self.next_is("give"):
                assert self.line("give") == ["up"]
                return False
            name, (tile, holder, is_, told) = self.any_of(self.names, "name")
            assert is_ == "=" and holder != name and tile not in self.hands[name]
            assert tile in self.tiles - self.cubes
            right = tile in self.hands[holder]
            assert told == ("yes" if right else "no")
            if not right:
                return False
            take(self.hands[holder], tile)
            self.cubes.add(tile)
        return True

    def lay_open(self) -> None:
        """After the end, what is left in each hand may be shown."""
        for _ in self.names:
            if self.at < len(self.lines):
                name, tiles = self.any_of(self.names, "shows")
                take(self.hands[name], tiles)


def replay(text: str) -> None:
    """Go through a referee's record; raises AssertionError, with the line, at the first wrong one.

    A record may stop anywhere; a game that ends must end with its result.
    """
    follow(Quarter(text))

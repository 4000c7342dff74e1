"""What follows from lines that bring pieces: what is seen of them, and what fills their holes.

A place is an origin: the hole of a record that a piece filled. Where pieces are drawn into a hand
the place is the hand, where each keeps its spot it is that spot as of the line that filled it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .bag import HOLE
from .core import Event, Record
from .hidden import Because, Count, Fact, Item, Only, Place, World
from .replacing import changed


def seen(place: Place, pieces: Iterable[Item], because: Because) -> Iterator[Only]:
    """Yield that those of `pieces` that are no holes lie at `place`; there is one copy of each."""
    return (Only(each, frozenset({place}), because) for each in pieces if each != HOLE)


def filled(view: Record, world: World, came: Mapping[int, Sequence[Place]]) -> Mapping[int, Event]:
    """Return the lines of `view` whose outcome has a hole as they are in `world`.

    `came` are the places that the pieces of a line came to, by its number. Pieces at the same place
    are in the order of that kind of line.
    """
    lying: dict[Place, list[Item]] = defaultdict(list)
    for item, places in world.items():
        for place in places:
            lying[place].append(item)
    found = {}
    for number, event in view.events:
        if number in came and HOLE in event.outcome:
            key = view.notation.verbs[event.verb].key
            pieces = (piece for place in came[number] for piece in sorted(lying[place], key=key))
            found[number] = changed(event, outcome=tuple(pieces))
    return found


@dataclass(slots=True)
class Origins:
    """The spots that pieces of a view came to, one piece each, as its lines are read one by one.

    People call a spot `Bo:2`, its owner and which it is. `known_as` has the present name of each
    place, in the order in which they were filled.
    """

    items: frozenset[Item]
    facts: list[Fact] = field(default_factory=list)
    known_as: dict[Place, str] = field(default_factory=dict)
    came: dict[int, list[Place]] = field(default_factory=dict)

    def bring(
        self, line: int, owner: str, spot: str, piece: Item, one: Because, got: Because
    ) -> None:
        """Take in that `piece`, perhaps a hole, came to a spot of `owner`.

        `one` tells that one piece is there, `got` which one, if it is seen.
        """
        name = f"{owner}:{spot}"
        place = f"{name}@{line}"
        self.came.setdefault(line, []).append(place)
        self.known_as[place] = name
        self.facts.append(Count(self.items, frozenset({place}), 1, 1, one))
        if piece != HOLE:
            self.facts.append(Count(frozenset({piece}), frozenset({place}), 1, 1, got))

    def leave(self, owner: str, spot: str, piece: Item, because: Because, to: str) -> None:
        """Take in that what lay at a spot was `piece`, and is at the place called `to` now."""
        place = next(each for each, name in self.known_as.items() if name == f"{owner}:{spot}")
        self.facts.append(Count(frozenset({piece}), frozenset({place}), 1, 1, because))
        self.known_as[place] = to

    def answer(
        self, owner: str, items: Iterable[Item], told: Collection[str], because: Because
    ) -> None:
        """Take in which spots of `owner` hold one of `items`: those that are `told`, no others."""
        asked = frozenset(items)
        for place, name in self.known_as.items():
            of, _, spot = name.partition(":")
            if of == owner:
                n = int(spot in told)
                self.facts.append(Count(asked, frozenset({place}), n, n, because))

"""What a view proves: for each item and place, whether it must, cannot or may be there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf

from ...models.hidden import Claim, Count, Hidden, Item, World, holds
from .alike import Alike
from .cpsat import Translation
from .work import Unsettled, Work


class Status(StrEnum):
    """What is known of an item and a place; `UNKNOWN` must never be shown as impossible."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "open"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Deduction:
    """What follows from `hidden`, by item and the name that people have for a place.

    PROVED: at least one copy is there in every world; REFUTED: in none; OPEN: in some worlds and
    not in others. `consistent` is None if neither a world was found in time, nor a proof that there
    is none. From facts that contradict each other everything would follow: then `status` is empty.
    `of_traits` says that a piece with a trait that is sought must be somewhere, though it is open
    which one.
    """

    hidden: Hidden
    consistent: bool | None
    status: Mapping[tuple[Item, str], Status]
    of_traits: tuple[Claim, ...] = ()

    @property
    def possible(self) -> Mapping[Item, tuple[str, ...]]:
        """For each item the names of the places that are not refuted, in order."""
        return {
            item: tuple(
                name
                for name in self.hidden.names_for(item)
                if self.status.get((item, name), Status.REFUTED) is not Status.REFUTED
            )
            for item in self.hidden.items
        }

    @property
    def proved(self) -> tuple[tuple[Item, str], ...]:
        """The pairs of item and name that hold in every world."""
        return self._with(Status.PROVED)

    @property
    def refuted(self) -> tuple[tuple[Item, str], ...]:
        """The pairs of item and name that hold in no world."""
        return self._with(Status.REFUTED)

    @property
    def complete(self) -> bool:
        """Whether every question was settled."""
        return self.consistent is not None and Status.UNKNOWN not in self.status.values()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All that follows, item by item, then of traits."""
        of_items = tuple(
            Claim(item, name, holds=status is Status.PROVED)
            for (item, name), status in self.status.items()
            if status in (Status.PROVED, Status.REFUTED)
        )
        return of_items + self.of_traits

    def _with(self, status: Status) -> tuple[tuple[Item, str], ...]:
        return tuple(pair for pair, found in self.status.items() if found is status)


def deduce(hidden: Hidden, work: float = inf, worlds: Iterable[World] = ()) -> Deduction:
    """Return what follows from `hidden`; UNKNOWN is what is not settled within `work` steps.

    `worlds` may be known already; they save searching, and each is checked.

    The backbone is found by asking for a world in which some claim is true that no world has shown
    yet, until there is none (Janota, Lynce and Marques-Silva 2015, "On computing backbones of
    propositional theories"). The questions are about classes of interchangeable items; what follows
    is proved a second time over single items, with other parameters.
    """
    backbone = _Backbone(Alike.of(hidden), Work(work))
    consistent, settled = None, False
    try:
        for world in worlds:
            backbone.learn(world)
        consistent = backbone.search()
        settled = True
    except Unsettled:
        consistent = True if backbone.seen else None
    if consistent is False:
        return Deduction(hidden, consistent, {})
    status = backbone.status(settled)
    return Deduction(hidden, consistent, status, tuple(_of_traits(backbone, status, settled)))


def _of_traits(
    backbone: _Backbone, status: Mapping[tuple[Item, str], Status], settled: bool
) -> Iterator[Claim]:
    """Yield that pieces with a trait are somewhere, where that does not follow of one of them."""
    hidden = backbone.hidden
    for claim in traits_sought(hidden) if settled else ():
        of_items = (status.get((item, claim.place)) for item in hidden.meant(claim.item))
        if claim.denied() not in backbone.seen and Status.PROVED not in of_items:
            yield claim


def traits_sought(hidden: Hidden) -> Iterator[Claim]:
    """Yield for each trait that is sought that a piece with it is at a place, for each place."""
    for trait in hidden.sought:
        yield from (Claim(trait, name) for name in hidden.names_for(trait))


class _Backbone:
    """The search for worlds that show claims to be possible, until all others are refuted."""

    def __init__(self, alike: Alike, work: Work) -> None:
        self.seen: set[Claim] = set()
        self.hidden = alike.hidden
        self._alike = alike
        self._work = work
        self._unseen: dict[Claim, Count] = {
            claim: alike.denial(claim.denied())
            for item, kind in alike.kind.items()
            for name in alike.hidden.names_for(item)
            for claim in (Claim(kind, name), Claim(kind, name, holds=False))
        }
        self._unseen |= {
            claim.denied(): alike.denial(claim) for claim in traits_sought(alike.hidden)
        }

    def search(self) -> bool:
        """Collect witnesses; return whether there is a world; raise `Unsettled`."""
        model = Translation(self._alike.merged, presolve=False)
        if self.seen:
            model.require_one(self._unseen.values())
        world = model.world(self._work)
        if world is None and not self.seen:
            self._confirm(Translation(self._alike.hidden, presolve=True))
            return False
        while world is not None:
            self._learn(world, self._alike.spread(world))
            model.require_one(self._unseen.values())
            world = model.world(self._work)
        self._confirm(self._unseen_again())
        return True

    def learn(self, world: World) -> None:
        """Take in a world of single items; raise `Unsettled` if some fact is false in it."""
        self._learn(self._alike.gather(world), world)

    def status(self, settled: bool) -> dict[tuple[Item, str], Status]:
        """Return what the witnesses show; if all is `settled`, claims without one are refuted."""
        return {
            (item, name): self._judge(Claim(kind, name), settled)
            for item, kind in self._alike.kind.items()
            for name in self._alike.hidden.names_for(item)
        }

    def _judge(self, claim: Claim, settled: bool) -> Status:
        seen, missed = claim in self.seen, claim.denied() in self.seen
        if seen and missed:
            return Status.OPEN
        if not settled:
            return Status.UNKNOWN
        return Status.PROVED if seen else Status.REFUTED

    def _learn(self, merged: World, world: World) -> None:
        """Note all claims that a world of the classes shows to be possible.

        `world` is the same world over single items.
        """
        shown = [claim for claim, fact in self._unseen.items() if holds(fact, merged)]
        if shown and self._alike.hidden.broken(world):
            raise Unsettled
        self.seen.update(shown)
        for claim in shown:
            del self._unseen[claim]

    def _unseen_again(self) -> Translation:
        """Return the present question, for a claim not seen yet, over single items."""
        model = Translation(self._alike.hidden, presolve=True)
        model.require_one(
            replace(claim, item=item).fact(self._alike.hidden)
            for claim in self._unseen
            for item in self._alike.members.get(claim.item, (claim.item,))
        )
        return model

    def _confirm(self, impossible: Translation) -> None:
        """Raise `Unsettled` unless the second proof finds no world either."""
        if impossible.world(self._work) is not None:
            raise Unsettled

"""How many points another player has at least, or at most: what the remembered packs tell of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations

from ...models.core import View
from ...models.hidden import Item
from ...models.overseers.clues import Round
from ...models.overseers.state import State, Step
from ...models.overseers.text import KINDS
from ...models.words import Words, listed, say, say_n
from ...solver.engine.patterns import Pattern
from ...solver.engine.sweep import TooManyStates
from ...solver.games.overseers.draft import Draft, Group
from ..grade import Played, Solution, played_way
from ..kinds import Answer, AnswerRow, Engine, Kind
from ..readers import Trait
from .hands import Hand, counted, hands, named, plain, points_with, shared_out, unknown
from .reckoned import bounds, is_pool, left_points

LEAST, MOST = "least", "most"
FEW = 2
"""The fewest face-down cards of a player who is asked about."""


class Bound(Kind):
    """How many points has a player at least, or at most, whatever is face down?"""

    name = "points"
    steady = same = True

    def about(self, view: View, asked: str) -> Words:
        player, end = asked.split(":")
        if end == LEAST:
            return say(
                "Whatever lies face down: how many points does {player} have at least?",
                player=player,
            )
        return say(
            "Whatever lies face down: how many points does {player} have at most?", player=player
        )

    def asked(self, view: View) -> Iterable[str]:
        """Yield the ends that cards in sight alone do not tell."""
        state: State = view.state
        if state.step not in (Step.VOTE, Step.ANSWER):
            return
        for player in view.setup.players:
            if len(unknown(view, player)) >= FEW and plain(view, player):
                with suppress(TooManyStates):
                    found, beside = by_hand(view, player, Engine.COUNT), bounds(view, player)
                    if min(found.values()) > beside[0]:
                        yield f"{player}:{LEAST}"
                    if max(found.values()) < beside[1]:
                        yield f"{player}:{MOST}"

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the numbers that any of the cards left can bring."""
        player, _ = asked.split(":")
        numbers = sorted({*left_points(view, player).values()})
        called = ((asked, say("{player}", player=player)),)
        return (AnswerRow(asked, tuple(map(str, numbers)), called),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the number, nothing if no hand fits."""
        player, end = asked.split(":")
        found = by_hand(view, player, engine).values()
        return ((str(min(found) if end == LEAST else max(found)),) if found else (),)

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return who took what from the remembered packs, and the hand that it comes to."""
        player, end = asked.split(":")
        found = by_hand(view, player, Engine.COUNT)
        packs = told_packs(view)
        hand = next(hand for hand, points in found.items() if str(points) == answer[0])
        values = {"player": player, "cards": named(hand)}
        words = (
            say_n(
                "With {cards} face down {player} has {n} point: no hand that fits has fewer.",
                "With {cards} face down {player} has {n} points: no hand that fits has fewer.",
                found[hand],
                **values,
            )
            if end == LEAST
            else say_n(
                "With {cards} face down {player} has {n} point: no hand that fits has more.",
                "With {cards} face down {player} has {n} points: no hand that fits has more.",
                found[hand],
                **values,
            )
        )
        traits = {Trait.OPEN, Trait.LEFT}
        state: State = view.state
        if any(each and each.player == player for each in (state.tilt, state.tuck)):
            traits.add(Trait.CHANGED)
        last = Played(words, traits, about=say("the points of {player}", player=player))
        steps = (*packs, *heart(view, player, end, found), last)
        return by_packs(view, (player,), packs, steps)


def by_hand(view: View, player: str, engine: Engine) -> Mapping[Hand, int]:
    """Return the points of `player` with each hand that fits; raises TooManyStates."""
    found = counted(view, player) if engine is Engine.COUNT else hands(view, player, engine)
    return {hand: points_with(view, player, hand) for hand in found}


def told_packs(view: View) -> Sequence[Played]:
    """Return the steps that tell who took what from the remembered packs."""
    return [
        Played(
            shared_out({taker: group.needs(taker) for taker in group.slots}, group.kinds),
            {Trait.OPEN},
            about=say("what you passed on, and what of it came back"),
        )
        for group in _packs(view)
    ]


def by_packs(
    view: View, players: Iterable[str], packs: Sequence[Played], steps: Sequence[Played]
) -> Solution:
    """Return a way of `steps` that begins with the `packs`, to what lies before `players`.

    What comes into it are their cards, and the packs.
    """
    looks = sum(len(look.kinds) > 1 for own in Round.of(view).looks.values() for look in own)
    cards = sum(len(view.state.rows[player]) for player in players)
    way = played_way(steps, cards + looks, 0.0, refutes=True)
    thoughts = (
        replace(each, skill=Pattern.PACK) if number < len(packs) else each
        for number, each in enumerate(way.thoughts)
    )
    return replace(way, thoughts=tuple(thoughts))


@dataclass(frozen=True, slots=True)
class _Needed:
    """So many of `kinds` at least lie face down before a player: the packs `numbers` tell it.

    There the player took `n` of them or more; so many are `seen`, so many others can be `away`.
    """

    kinds: frozenset[Item]
    numbers: tuple[int, ...]
    n: int
    seen: int
    away: int

    @property
    def down(self) -> int:
        """How many lie face down at least."""
        return self.n - self.seen - self.away

    def fits(self, hand: Hand) -> bool:
        """Tell whether a hand has so many."""
        return sum(kind in self.kinds for kind in hand) >= self.down


def heart(view: View, player: str, end: str, found: Mapping[Hand, int]) -> Iterator[Played]:
    """Yield why no hand fits that the cards left allow and that has fewer points, or more.

    The counts of `player`'s own picks that rule most of them out come first; what these leave is
    ruled out by what everybody else took, of all packs. Each pack of which it is open what its
    takers have of it doubles the cases of a step that joins it.
    """
    down = say("the cards face down before {player}", player=player)
    is_open = [len(pack.kinds) > 1 and len(pack.slots) > 1 for pack in _packs(view)]
    bound = (min if end == LEAST else max)(found.values())
    better = {
        hand: points
        for hand, points in left_points(view, player).items()
        if points != bound and (points < bound) == (end == LEAST)
    }
    counts = [each for each in _counts(view, player) if all(map(each.fits, found))]

    def refuted(each: _Needed) -> int:
        return sum(not each.fits(hand) for hand in better)

    while better and counts:
        best = max(counts, key=lambda e: (refuted(e), -len(e.numbers), -len(e.kinds), -e.n))
        if not refuted(best):
            break
        gone = {hand: points for hand, points in better.items() if not best.fits(hand)}
        better = {hand: points for hand, points in better.items() if hand not in gone}
        cases = 1 << sum(is_open[number - 1] for number in best.numbers)
        kinds = view.state.box.kinds
        yield Played(_needed_words(player, best, kinds, gone, end), {Trait.JOINED}, cases, down)
    if better:
        words = say("{reasons}", reasons=listed(_by_others(view, player, end, better), " "))
        yield Played(words, {Trait.JOINED}, 1 << sum(is_open), down)


def _by_others(view: View, player: str, end: str, better: Mapping[Hand, int]) -> Iterator[Words]:
    """Yield why `player` cannot have these hands by what the others have, alike ones at once."""
    told: dict[Words | None, dict[Hand, int]] = {}
    for hand, points in better.items():
        words = too_many(view, player, hand) or too_few(view, player, hand)
        told.setdefault(words, {})[hand] = points
    for words, gone in told.items():
        out = _with_points(gone, end, len(gone))
        if words is None:
            yield say(
                "{hands} would fit {player}'s packs, but then the others cannot have taken what "
                "they took.",
                hands=out,
                player=player,
            )
        else:
            yield say("{words} Out: {hands}.", words=words, hands=out)


def too_many(view: View, player: str, hand: Hand) -> Words | None:
    """Return of which kinds `player` would have too many with a hand, None if that is not so.

    So many are with the viewer, and with the others at least: those that they show, or took from
    the remembered packs, player by player; or those that `player` cannot have taken of each pack.
    """
    draft = Draft.of(view)
    known = {each.player: Counter(each.known.values()) for each in draft.holders}
    others = [each for each in known if each not in (player, view.viewer)]
    packs = [*_packs(view)]
    mine = known[player] + Counter(hand)
    for size in range(1, len(mine) + 1):
        for kinds in combinations(sorted(mine), size):
            each_has = {
                other: max(
                    _of(known[other], kinds),
                    sum(
                        max(0, pack.needs(other) - pack.kinds.total() + _of(pack.kinds, kinds))
                        for pack in packs
                    ),
                )
                for other in others
            }
            passed = sum(max(0, _of(pack.kinds, kinds) - pack.needs(player)) for pack in packs)
            there, own = _of(draft.kinds, kinds), _of(known[view.viewer], kinds)
            most = there - own - max(passed, sum(each_has.values()))
            if _of(mine, kinds) > most:
                return say(
                    "Of {there} {cards} {viewer} has {own} and the others at least {n}: {player} "
                    "{most} at most.",
                    there=there,
                    cards=listed(map(KINDS.__getitem__, kinds)),
                    viewer=view.viewer,
                    own=own,
                    n=there - own - most,
                    player=player,
                    most=most,
                )
    return None


def too_few(view: View, player: str, hand: Hand) -> Words | None:
    """Return of which cards of some packs nobody can have taken all, None if that is not so.

    Each taker has so many at most: those in sight, the hand of `player`, and all cards out of
    sight of the others.
    """
    draft, packs = Draft.of(view), [*enumerate(_packs(view), start=1)]
    holders = [each for each in draft.holders if each.player != view.viewer]
    every = sorted({kind for _, pack in packs for kind in pack.kinds})
    for n in range(1, len(packs) + 1):
        for some in combinations(packs, n):
            for size in range(1, len(every) + 1):
                for kinds in combinations(every, size):
                    most = {}
                    for holder in holders:
                        room, down = len(holder.open), 0
                        if holder.player == player:
                            room, down = room - len(hand), _of(Counter(hand), kinds)
                        has = _of(Counter(holder.known.values()), kinds) + room + down
                        taken = sum(
                            min(pack.needs(holder.player), _of(pack.kinds, kinds))
                            for _, pack in some
                        )
                        most[holder.player] = min(has, taken)
                    there = sum(_of(pack.kinds, kinds) for _, pack in some)
                    if sum(most.values()) < there:
                        return _left_over([each for each, _ in some], kinds, there, most)
    return None


def _left_over(
    packs: Sequence[int], kinds: Sequence[Item], there: int, most: Mapping[str, int]
) -> Words:
    """Return that of so many cards `there` players can have taken only so many at `most`."""
    each = (say("{player} {n}", player=player, n=n) for player, n in most.items())
    return say(
        "Of {there} of {cards} in {steps} could be taken at most: {takers}.",
        there=there,
        cards=listed(map(KINDS.__getitem__, kinds)),
        steps=_steps(packs),
        takers=listed(each),
    )


def _steps(numbers: Sequence[int]) -> Words:
    return say_n("step {steps}", "steps {steps}", len(numbers), steps=listed(numbers))


def _of(cards: Mapping[Item, int], kinds: Iterable[Item]) -> int:
    return sum(cards.get(kind, 0) for kind in kinds)


NAMED = 2
"""So many hands that are ruled out are named with their points, those that tempt most, and not a
single one left out."""


def _with_points(hands: Mapping[Hand, int], end: str, most: int) -> Words:
    """Return hands with their points, those that go furthest first; of more, how many there are."""
    order = sorted(hands, key=lambda hand: (hands[hand] * (1 if end == LEAST else -1), hand))
    more = len(order) - most
    if more <= 1:
        more, most = 0, len(order)
    told = [say("{cards} ({n})", cards=named(hand), n=hands[hand]) for hand in order[:most]]
    if more:
        told.append(say("{n} more", n=more))
    return say("{hands}", hands=listed(told, "; "))


def _counts(view: View, player: str) -> Iterator[_Needed]:
    """Yield of how many cards of some kinds `player` took at least, pack by pack."""
    holder = next(each for each in Draft.of(view).holders if each.player == player)
    seen = Counter(holder.known.values())
    asked_for = len(unknown(view, player)) or holder.open.count("hand")
    away = len(holder.open) - asked_for
    packs = [*enumerate(_packs(view), start=1)]
    every = sorted({kind for _, pack in packs for kind in pack.kinds})
    for size in range(1, len(every) + 1):
        for kinds in combinations(every, size):
            least = {
                number: pack.needs(player)
                - sum(n for kind, n in pack.kinds.items() if kind not in kinds)
                for number, pack in packs
            }
            numbers = tuple(number for number, n in least.items() if n > 0)
            n = sum(least[number] for number in numbers)
            there = sum(seen[kind] for kind in kinds)
            needed = _Needed(frozenset(kinds), numbers, n, there, away)
            if needed.down > 0:
                yield needed


def _needed_words(
    player: str, needed: _Needed, kinds: Sequence[Item], gone: Mapping[Hand, int], end: str
) -> Words:
    """Return a count of picks, what it leaves face down, and the hands that are `gone` by it.

    Of most `kinds`, those are told that are not counted.
    """
    others = [kind for kind in kinds if kind not in needed.kinds]
    values = {
        "player": player,
        "taken": needed.n,
        "steps": _steps(needed.numbers),
        "seen": needed.seen,
        "away": needed.away,
        "n": needed.down,
        "hands": _with_points(gone, end, NAMED),
    }
    if len(others) < len(needed.kinds):
        return say(
            "{player} took at least {taken} that are not {cards} ({steps}): {seen} in sight, "
            "{away} elsewhere at most, so {n} or more face down. Out: {hands}.",
            cards=listed(map(KINDS.__getitem__, sorted(others))),
            **values,
        )
    return say(
        "{player} took at least {taken} of {cards} ({steps}): {seen} in sight, {away} elsewhere at "
        "most, so {n} or more face down. Out: {hands}.",
        cards=listed(map(KINDS.__getitem__, sorted(needed.kinds))),
        **values,
    )


def surely(view: View, player: str, kind: Item) -> Words | None:
    """Return how the packs tell that `player` has a card of `kind` in hand, or face down.

    None if counting that player's own picks does not tell it.
    """
    needed = next((each for each in _counts(view, player) if each.kinds == {kind}), None)
    if needed is None:
        return None
    packs = [*_packs(view)]
    told = (_taken_from(packs[number - 1]) for number in needed.numbers)
    values = {
        "packs": listed(told, "; "),
        "player": player,
        "taken": needed.n,
        "cards": KINDS[kind],
    }
    if not needed.seen + needed.away:
        return say("{packs}: {player} took at least {taken} of {cards}.", **values)
    return say(
        "{packs}: {player} took at least {taken} of {cards}, of which at most {away} lie "
        "elsewhere.",
        away=needed.seen + needed.away,
        **values,
    )


def _taken_from(pack: Group) -> Words:
    """Return who took how many of the cards of a pack, of which some may be left."""
    takers = {taker: pack.needs(taker) for taker in pack.slots}
    if not pack.stored:
        return shared_out(takers, pack.kinds)
    return say(
        "{takers} of {cards}, {n} left in the pack",
        cards=listed(KINDS[kind] for kind in sorted(pack.kinds.elements())),
        takers=listed(say("{player} took {n}", player=taker, n=n) for taker, n in takers.items()),
        n=pack.stored,
    )


def _packs(view: View) -> Iterator[Group]:
    """Yield the remembered cards of packs that others took."""
    for group in Draft.of(view).groups or ():
        if group.slots.keys() - {view.viewer} and not is_pool(group):
            yield group

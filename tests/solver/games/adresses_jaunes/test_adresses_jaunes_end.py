"""The end of a game of Les Adresses Jaunes, against brute force on tiny tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import pytest

from aparte.models.core import view
from aparte.models.record import read, read_file
from aparte.solver.engine.count import count
from aparte.solver.games.adresses_jaunes import advise
from aparte.solver.games.adresses_jaunes.convention import read_literally
from aparte.solver.games.adresses_jaunes.end import (
    Deal,
    End,
    Table,
    TooManyError,
    firsts,
    holder_of,
)
from aparte.solver.play.coach import Budget

GOLDEN = Path(__file__).parents[3] / "golden"
TILES = [1 << n for n in range(7)]


class Known(NamedTuple):
    """What all know, as it lies on the table: possible hands, what is face up, whose pawn waits."""

    sets: tuple[tuple[int, ...], ...]
    shut: int = 0
    waiting: tuple[int, ...] = ()

    def named(self, tile: int, holder: int) -> Known:
        sets = tuple(
            tuple(hand for hand in hands if (hand & tile != 0) == (seat == holder))
            for seat, hands in enumerate(self.sets)
        )
        return self._replace(sets=sets, shut=self.shut | tile)

    def placed(self, seat: int, tile: int, holder: int) -> Known:
        waiting = tuple(each for each in self.waiting if each != seat)
        return self.named(tile, holder)._replace(waiting=waiting)

    @property
    def table(self) -> Table:
        return Table.of(self.sets, self.waiting)


def tiny(seed: int, pawns: bool) -> Known:
    """A table with a few hands a player, one deal at least, nothing face up."""
    rng = Random(seed)
    players = rng.choice([2, 2, 3])
    tiles = TILES[: 5 if players == 2 else 7]
    dealt = rng.sample(tiles, 2 * players if players == 3 else 4)
    every = [a | b for a, b in combinations(tiles, 2)]
    sets = tuple(
        tuple(sorted({dealt[2 * p] | dealt[2 * p + 1], *rng.sample(every, rng.randint(0, 2))}))
        for p in range(players)
    )
    return Known(sets, 0, tuple(range(players)) if pawns else ())


def deals_of(table: Known) -> list[Deal]:
    return [
        deal
        for deal in product(*table.sets)
        if sum(map(int.bit_count, deal)) == sum(deal).bit_count()
    ]


def bits(mask: int) -> Iterator[int]:
    return (tile for tile in TILES if mask & tile)


def walked(table: Known, deal: Deal, end: End) -> Fraction:
    """The chance in `deal` if each seat chooses by what it sees, as the coach chooses for it."""
    if not any(hand & ~table.shut for hand in deal):
        return Fraction(1)
    if not table.waiting and (certain := sure(table, deal)):
        return walked(table.named(*certain), deal, end)
    gains = {seat: gain(table, deal, seat, end) for seat in acting(table)}
    seat = min(gains, key=lambda seat: (-round(gains[seat], 9), seat))
    _, choices = best_choices(table, deal, seat, end)
    if table.waiting:
        (tile, _), *_ = choices
        return walked(table.placed(seat, tile, holder_of(tile, deal)), deal, end)
    right = [(tile, holder) for tile, holder in choices if deal[holder] & tile]
    return sum((walked(table.named(*guess), deal, end) for guess in right), Fraction(0)) / max(
        1, len(choices)
    )


def acting(table: Known) -> tuple[int, ...]:
    return table.waiting or tuple(range(len(table.sets)))


def gain(table: Known, deal: Deal, seat: int, end: End) -> float:
    """How much likelier the team wins, as `seat` sees it in `deal`, if it acts first."""
    fits = [each for each in deals_of(table) if each[seat] == deal[seat]]
    doubtful = [each for each in fits if table.waiting or sure(table, each) is None]
    if len(acting(table)) < 2:
        return 0.0
    return sum(
        first_of(table, each, seat, end) - waited(table, each, seat, end) for each in doubtful
    ) / len(fits)


def sure(table: Known, deal: Deal) -> tuple[int, int] | None:
    """A tile and its holder of which somebody is certain in `deal`, if anybody is."""
    for seat in range(len(deal)):
        fits = [each for each in deals_of(table) if each[seat] == deal[seat]]
        for holder, tile in product(range(len(deal)), TILES):
            if holder != seat and not tile & table.shut and all(e[holder] & tile for e in fits):
                return tile, holder
    return None


def best_choices(
    table: Known, deal: Deal, seat: int, end: End
) -> tuple[float, list[tuple[int, int]]]:
    """The chance of `seat` by its best pawn or guess, as it sees it, and all that are as good.

    Of pawns first the one whose holder is most in doubt.
    """
    fits = [each for each in deals_of(table) if each[seat] == deal[seat]]
    if table.waiting:
        held = sum({tile for hands in table.sets for hand in hands for tile in bits(hand)})
        pawns = [(tile, 0) for tile in bits(held & ~table.shut & ~deal[seat])]
        worths = {
            (tile, 0): sum(end.after_pawn(table.table, seat, tile, fits)) for tile, _ in pawns
        }
    else:
        worths = {
            (tile, holder): sum(after_guess(end, table, (tile, holder), fits))
            for holder, tile in product(range(len(deal)), TILES)
            if holder != seat
            and not tile & table.shut
            and any(each[holder] & tile for each in fits)
        }

    def doubt(pawn: tuple[int, int]) -> int:
        return max(sum(holder_of(pawn[0], each) == k for each in fits) for k in range(-1, 3))

    most = max(worths.values(), default=-1.0)
    best = [choice for choice, worth in worths.items() if worth > most - 1e-9]
    return most / len(fits), sorted(best, key=doubt) if table.waiting else best


def after_guess(
    end: End, table: Known, guess: tuple[int, int], deals: Sequence[Deal]
) -> list[float]:
    """What comes in each of `deals` after a guess, and whatever is best then."""
    came = end.chances(table.table.named(*guess))
    return [came.get(deal, 0.0) for deal in deals]


def first_of(table: Known, deal: Deal, seat: int, end: End) -> float:
    """What comes in `deal` if `seat` acts first."""
    _, choices = best_choices(table, deal, seat, end)
    if table.waiting:
        return end.after_pawn(table.table, seat, choices[0][0], [deal])[0]
    came = [after_guess(end, table, guess, [deal])[0] for guess in choices]
    return sum(came) / max(1, len(came))


def waited(table: Known, deal: Deal, seat: int, end: End) -> float:
    """What comes in `deal` if the best other one acts in place of `seat`."""
    others = [other for other in acting(table) if other != seat]
    bids = {other: best_choices(table, deal, other, end)[0] for other in others}
    other = min(others, key=lambda other: (-round(bids[other], 9), other))
    return first_of(table, deal, other, end)


@pytest.mark.parametrize("pawns", [False, True])
@pytest.mark.parametrize("seed", [*range(12), 84, 94, 223, 241])
def test_the_team_wins_as_often_as_is_told_when_each_seat_chooses_by_what_it_sees(
    seed: int, pawns: bool
) -> None:
    table = tiny(seed, pawns)
    end = End(deals_of(table))
    chances = end.chances(table.table)
    assert chances.keys() == set(deals_of(table))
    for deal, chance in chances.items():
        assert float(walked(table, deal, end)) == pytest.approx(chance)
    told = firsts(table.table)
    assert told is not None
    doubtful = [deal for deal in chances if pawns or sure(table, deal) is None]
    for deal, seat in product(doubtful if len(chances) > 1 else (), acting(table)):
        assert told[seat, deal[seat]].gains == pytest.approx(gain(table, deal, seat, end))
        if pawns:
            best = best_choices(table, deal, seat, end)[1]
            assert told[seat, deal[seat]].tile in [tile for tile, _ in best]


@cache
def ceiling(table: Known) -> int:
    """The most deals that a team can win that has agreed on everything: all joint plans are tried.

    A plan tells a seat for each of its hands what to name, or to pass, and tells others by that.
    """
    deals = deals_of(table)
    if not deals or not any(hand & ~table.shut for hand in deals[0]):
        return len(deals)
    most = 0
    for seat, own in enumerate(table.sets):
        guesses = [
            (tile, holder)
            for holder, hands in enumerate(table.sets)
            if holder != seat
            for tile in bits(sum({tile for hand in hands for tile in bits(hand)}) & ~table.shut)
        ]
        for plan in product([None, *guesses], repeat=len(own)):
            if len(set(plan)) == 1 and plan[0] is None:
                continue
            won = 0
            for choice in set(plan):
                hands = tuple(h for h, chosen in zip(own, plan, strict=True) if chosen == choice)
                told = table._replace(
                    sets=tuple(hands if p == seat else s for p, s in enumerate(table.sets))
                )
                won += ceiling(told if choice is None else told.named(*choice))
            most = max(most, won)
            if most == len(deals):
                return most
    return most


def test_who_concludes_nothing_from_choices_wins_no_more_than_a_team_that_has_agreed() -> None:
    reached = 0
    for seed in range(60):
        table = tiny(seed, pawns=False)
        if len(table.sets) > 2:
            continue
        won = sum(End(deals_of(table)).chances(table.table).values())
        assert won <= ceiling(table) + 1e-9
        reached += won == pytest.approx(ceiling(table))
    assert reached > 10


def test_two_equal_hands_on_either_side_are_met_once_in_four() -> None:
    """Each names one of two by chance; a pass that says what was agreed would win three in four."""
    table = Known(((1 << 0, 1 << 1), (1 << 2, 1 << 3)))
    assert set(End(deals_of(table)).chances(table.table).values()) == {0.25}
    assert ceiling(table) == 3


@pytest.mark.parametrize("seed", range(220, 260))
def test_it_costs_nothing_to_name_what_is_certain_first(seed: int) -> None:
    table = tiny(seed, pawns=False).table
    end = End(table.deals)
    for seat, own in {(seat, deal[seat]) for deal in table.deals for seat in range(len(deal))}:
        fits = [deal for deal in table.deals if deal[seat] == own]
        others = [other for other in range(len(fits[0])) if other != seat]
        worths = {
            (tile, other): sum(end.after_own(table, seat, (tile, other), fits))
            for tile, other in product(TILES, others)
        }
        for tile, other in worths:
            if all(deal[other] & tile for deal in fits):
                assert worths[tile, other] >= max(worths.values()) - 1e-9


@pytest.mark.parametrize("seed", range(260, 275))
def test_a_guess_is_worth_the_best_row_of_guesses_that_begins_with_it(seed: int) -> None:
    """Who has named a tile may name the next one: all rows of up to four names are tried."""
    table = tiny(seed, pawns=False)
    end = End(deals_of(table))
    for seat, own in {(seat, deal[seat]) for deal in deals_of(table) for seat in range(len(deal))}:
        fits = [deal for deal in deals_of(table) if deal[seat] == own]
        can = [
            (tile, other)
            for tile, other in product(TILES, range(len(fits[0])))
            if other != seat and any(deal[other] & tile for deal in fits)
        ]
        most = dict.fromkeys(can, 0.0)
        for n in range(1, 5):
            for row in permutations(can, n):
                after = table.table
                for guess in row:
                    after = after.named(*guess)
                came = end.chances(after)
                worth = sum(came.get(deal, 0.0) for deal in fits)
                most[row[0]] = max(most[row[0]], worth)
        for guess, worth in most.items():
            assert sum(end.after_own(table.table, seat, guess, fits)) == pytest.approx(worth)


LAST_PAWNS = """\
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo"]
revealed 1P 4R 5R 6R 6T 7P 7R 8P 8T
deal Ana 3P 3R 3T 4P 7T
deal Bo 2R 4T 8R 9R 9T
Ana disc v2 = 0
Bo disc h3 = 3
Ana pawn 8R = Bo
Bo pawn 1R = nobody
Ana disc h1 = 3
Bo disc R = 2
Ana pawn 9P = nobody
Bo pawn 4P = Ana
Ana disc T = 2
Bo disc h1 = 1
"""


@pytest.mark.parametrize("seat", ["Ana", "Bo"])
def test_what_was_found_in_another_order_is_not_looked_at_again(seat: str) -> None:
    """46 deals can be here, but who tells tables apart by what was named looks at 117,000."""
    assert all(each.exact for each in advise(view(read(LAST_PAWNS), seat), Budget(quick=False)))


def test_the_last_disc_is_worth_what_the_pawns_after_it_are() -> None:
    record = read_file(GOLDEN / "adresses-jaunes-3.rec")
    disc, event = [each for each in record.events if each[1].verb == "disc"][-1]
    own = view(record.until(disc - 1), event.actor)
    told = read_literally(own).seen
    seat = told.seat
    rows = advise(own, Budget(quick=False))
    assert rows
    for each in rows:
        target = told.code.box.targets[each.action.words[0]]
        counted = told.code.mask(target)
        mine = (told.hand & counted).bit_count()
        sets = [(hands & (1 << 32) - 1).tolist() for hands in told.sets]
        sets[seat] = [hand for hand in sets[seat] if (hand & counted).bit_count() == mine]
        table = Table.of(sets, (0, 1, 2))
        chances = End(table.deals).chances(table)
        fits = [deal for deal in table.deals if deal[seat] == told.hand & (1 << 32) - 1]
        assert each.exact
        assert each.value == pytest.approx(fmean(chances[deal] for deal in fits))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_at_the_end_are_exact_and_no_guess_is_worth_more_than_it_is_right(
    players: int,
) -> None:
    record = read_file(GOLDEN / f"adresses-jaunes-{players}.rec")
    guess = next(number for number, event in record.events if event.verb == "name")
    for seat in record.setup.players:
        own = view(record.until(guess - 1), seat)
        posterior = count(own.game.model.hidden(own))
        for each in advise(own, Budget()):
            assert each.exact
            assert each.value <= float(posterior.chance(*each.action.words)) + 1e-9


def test_work_has_a_limit() -> None:
    table = tiny(3, pawns=True).table
    with pytest.raises(TooManyError):
        Table.of([[1 << n for n in range(60)], [1 << n for n in range(60, 120)]])
    with pytest.raises(TooManyError):
        End(table.deals, most=len(table.deals)).chances(table)


@pytest.mark.parametrize("waiting", [(), (0, 1)])
def test_what_was_not_solved_for_want_of_room_is_never_told(waiting: tuple[int, ...]) -> None:
    sets = [[a | b for a, b in combinations(tiles, 2)] for tiles in (TILES[:5], TILES[3:])]
    table = Table.of(sets, waiting)
    truth = End(table.deals).chances(table)
    failed = 0
    for most in range(len(table.deals), 1_000, 50):
        end = End(table.deals, most)
        for _ in range(2):
            try:
                assert end.chances(table) == pytest.approx(truth)
            except TooManyError:
                failed += 1
    assert failed > 10

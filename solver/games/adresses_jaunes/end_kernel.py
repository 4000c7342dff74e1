"""The last pawns and the conclusion solved, compiled: `end.py` tells by which rules.

A position is some of the deals, by their numbers, the lowest first, and the seats whose pawns wait,
as bits. So two ways to find out the same lead to the same position, which is solved once.
"""

# mypy: disable-error-code="call-arg,misc,no-untyped-call,no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import GOLDEN
from ...play.compiled import kernel

SLIGHT = 1e-9
"""Differences below this are rounding errors."""
NOBODY = -1
_S1, _S29 = np.uint64(1), np.uint64(29)


class Memo(NamedTuple):
    """What was solved, in arrays that are filled one after the other.

    `deals[d, k]` are the tiles of seat k in deal d, as bits. Position s, a slot by a hash, has the
    deals `numbers[begin[s]:][:many[s]]` and the seats `waits[s]`; `wins` at the same places tells
    how likely the team wins these deals. `used` says up to where both are filled: that is how many
    deals were looked at. Who knows the deal wins: `wins[0]` is 1 for all positions of one deal.
    """

    deals: NDArray[np.int64]
    numbers: NDArray[np.int64]
    wins: NDArray[np.float64]
    begin: NDArray[np.int64]
    many: NDArray[np.int64]
    waits: NDArray[np.int64]
    used: NDArray[np.int64]


@kernel
def slot(memo, some, waiting):
    """Return the slot of the position of the deals `some`, or the free one where it belongs."""
    mixed = np.uint64(waiting + 1)
    for d in some:
        mixed = (mixed ^ np.uint64(d + 1)) * GOLDEN
        mixed ^= mixed >> _S29
    last = len(memo.many) - 1
    s = np.int64(mixed >> _S1) & last
    while memo.many[s]:
        if memo.many[s] == len(some) and memo.waits[s] == waiting:
            same = True
            for i in range(len(some)):
                same &= memo.numbers[memo.begin[s] + i] == some[i]
            if same:
                return s
        s = (s + 1) & last
    return s


@kernel
def holder_of(tile, deal):
    """Return the seat that holds `tile`, or NOBODY."""
    for k in range(len(deal)):
        if deal[k] & tile:
            return k
    return NOBODY


@kernel
def chosen(what, then, can, likeliest, first, chance, ties, came, choice):
    """Let the hands of a seat choose `what` if nothing before was better; `then` comes of it.

    All arrays are by the deals of a position. The hands `can` if one of their deals says so, and
    `first` is the first deal with the same hand. `chance` is what a hand expects, summed over its
    deals, -1 before any choice; `came` is what its choice leads to. Of equal pawns it takes the one
    whose likeliest holder is `likeliest` in the fewest deals, noted in `ties`; for guesses this is
    0, they are taken equally often, and `ties` counts them.
    """
    total, may = np.zeros(len(first)), np.zeros(len(first), dtype=np.bool_)
    for i in range(len(first)):
        total[first[i]] += then[i]
        may[first[i]] |= can[i]
    for i in range(len(first)):
        more, guess = total[first[i]] - chance[i], likeliest[i] == 0.0
        if may[first[i]] and (
            more > SLIGHT or (more > -SLIGHT and not guess and likeliest[i] < ties[i])
        ):
            chance[i], came[i], choice[i] = total[first[i]], then[i], what
            ties[i] = 1.0 if guess else likeliest[i]
        elif may[first[i]] and more > -SLIGHT and guess:
            ties[i] += 1.0
            came[i] += (then[i] - came[i]) / ties[i]


@kernel
def gained(first, fits, chance, came, doubtful, gains):
    """Fill gains[k, i] with how much likelier the team wins, as seat k sees it, if k goes first.

    And not the one of the others with the best chance. It can matter in the `doubtful` deals only.
    """
    players, n = first.shape
    gains[:] = 0.0
    for k in range(players):
        for i in range(n):
            other, most = -1, 0.0
            for j in range(players):
                expected = chance[j, i] / fits[j, i]
                if j != k and chance[j, i] >= 0.0 and (other < 0 or expected > most + SLIGHT):
                    other, most = j, expected
            if other >= 0 and doubtful[i] and chance[k, i] >= 0.0:
                gains[k, first[k, i]] += (came[k, i] - came[other, i]) / fits[k, i]
        for i in range(n):
            gains[k, i] = gains[k, first[k, i]]


@kernel
def parted(memo, some, first, fits, known, held):
    """Fill, by seat: what all `known` of its hand, and all that can be `held` by it.

    And by seat and deal: the `first` deal with the same hand, and how many have it.
    """
    for k in range(len(known)):
        known[k], held[k], fits[k] = -1, 0, 0.0
        for i in range(len(some)):
            hand = memo.deals[some[i], k]
            known[k] &= hand
            held[k] |= hand
            j = 0
            while memo.deals[some[j], k] != hand:
                j += 1
            first[k, i] = j
            fits[k, j] += 1.0
        for i in range(len(some)):
            fits[k, i] = fits[k, first[k, i]]


@kernel
def certain_of(memo, some, first, known, k, i, certain):
    """Fill `certain` with the tiles of others that seat k is certain of in deal i, and not all."""
    certain[:] = ~known
    certain[k] = 0
    for j in range(len(some)):
        if first[k, j] == i:
            for h in range(len(certain)):
                certain[h] &= memo.deals[some[j], h]
    return certain.any()


@kernel
def with_tiles(memo, some, tiles, rest, place):
    """Fill `rest` with the deals in which each seat has these `tiles`, and their place in `some`.

    Return how many.
    """
    n = 0
    for i in range(len(some)):
        has = True
        for k in range(len(tiles)):
            has &= not tiles[k] & ~memo.deals[some[i], k]
        if has:
            rest[n], place[n] = some[i], i
            n += 1
    return n


@kernel
def found_with(memo, some, tile, holder, rest, place):
    """Fill `rest` with the deals in which `tile` is found with `holder`, as in `with_tiles`."""
    n = 0
    for i in range(len(some)):
        if holder_of(tile, memo.deals[some[i]]) == holder:
            rest[n], place[n] = some[i], i
            n += 1
    return n


@kernel
def doubt(memo, some, tile, first, likeliest):
    """Fill `likeliest` with the number of deals with the same hand and the likeliest holder."""
    count = np.zeros((len(some), memo.deals.shape[1] + 1))
    for i in range(len(some)):
        count[first[i], holder_of(tile, memo.deals[some[i]])] += 1.0
    for i in range(len(some)):
        likeliest[i] = count[first[i]].max()


@kernel
def solved(memo, some, waiting, gains, tiles):
    """Return where the position begins in `memo.wins`; -1 if there is no room for more deals.

    If the last two arrays are not empty, they are filled, by seat and deal, with what a seat gains
    by going first, and the tile that it names then.
    """
    gains[:], tiles[:] = 0.0, 0
    n, players = len(some), memo.deals.shape[1]
    if n < 2:
        return 0
    s, at = slot(memo, some, waiting), memo.used[0]
    if memo.many[s] and not len(tiles):
        return memo.begin[s]
    if at + n > len(memo.numbers):
        return -1
    memo.used[0] += n
    memo.numbers[at : at + n] = some
    wins = memo.wins[at : at + n]
    first, fits = np.empty((players, n), dtype=np.int64), np.empty((players, n))
    known, held = np.empty(players, dtype=np.int64), np.empty(players, dtype=np.int64)
    parted(memo, some, first, fits, known, held)
    chance, ties, came = np.full((players, n), -1.0), np.zeros((players, n)), np.zeros((players, n))
    then, can, likeliest = np.empty(n), np.empty(n, dtype=np.bool_), np.zeros(n)
    rest, place = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    doubtful = np.ones(n, dtype=np.bool_)
    gain, tile_of = gains, tiles
    if not len(tiles):
        gain, tile_of = np.empty((players, n)), np.empty((players, n), dtype=np.int64)
    if waiting:
        every = none = 0
        for k in range(players):
            every |= held[k]
            none |= known[k]
        for k in range(players):
            left = every & ~none
            more = waiting >> k & 1 > 0
            while more:
                tile = left & -left  # 0 at last, for who can name none of them: it tells nothing
                left ^= tile
                more = tile > 0
                unsure = False
                for i in range(n):
                    can[i] = not memo.deals[some[i], k] & tile if tile else chance[k, i] < 0.0
                    unsure |= can[i] and chance[k, i] < fits[k, i] - SLIGHT
                if not unsure:
                    continue
                for holder in range(NOBODY, players):
                    m = found_with(memo, some, tile, holder, rest, place)
                    if m and holder != k:
                        begin = solved(memo, rest[:m], waiting & ~(1 << k), gains[:0], tiles[:0])
                        if begin < 0:
                            return begin
                        for i in range(m):
                            then[place[i]] = memo.wins[begin + i]
                doubt(memo, some, tile, first[k], likeliest)
                chosen(
                    *(tile, then, can, likeliest, first[k]),
                    *(chance[k], ties[k], came[k], tile_of[k]),
                )
    else:
        named = np.empty(players, dtype=np.int64)
        for k in range(players):
            for i in range(n):
                if first[k, i] == i and certain_of(memo, some, first, known, k, i, named):
                    m = with_tiles(memo, some, named, rest, place)
                    begin = solved(memo, rest[:m], waiting, gains[:0], tiles[:0])
                    if begin < 0:
                        return begin
                    for j in range(m):
                        if first[k, place[j]] == i:
                            wins[place[j]] = memo.wins[begin + j]
                            doubtful[place[j]] = False
        for holder in range(players):
            left = held[holder] & ~known[holder]
            while left and doubtful.any():
                tile = left & -left
                left ^= tile
                m = found_with(memo, some, tile, holder, rest, place)
                begin = solved(memo, rest[:m], waiting, gains[:0], tiles[:0])
                if begin < 0:
                    return begin
                then[:], can[:] = 0.0, False
                for i in range(m):
                    then[place[i]], can[place[i]] = memo.wins[begin + i], True
                for k in range(players):
                    if k != holder:
                        chosen(
                            *(tile, then, can, likeliest, first[k]),
                            *(chance[k], ties[k], came[k], tile_of[k]),
                        )
    gained(first, fits, chance, came, doubtful, gain)
    for i in range(n):
        if doubtful[i]:
            leader = -1
            for k in range(players):
                if chance[k, i] >= 0.0 and (leader < 0 or gain[k, i] > gain[leader, i] + SLIGHT):
                    leader = k
            wins[i] = came[leader, i]
    s = slot(memo, some, waiting)  # it is entered only now: what is in the memo is solved
    memo.begin[s], memo.many[s], memo.waits[s] = at, n, waiting
    return at

"""The stages that those to come can make with abilities, as masks of performers. ON-7, ON-8"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ....models.onstage import suit_of, value_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ....models.onstage.state import Box, Suit
    from ....models.onstage.theatre import Performer


@lru_cache(maxsize=512)
def made(stage: int, others: int, kinds: tuple[str, ...], optional: bool) -> NDArray[np.int64]:
    """Return the stages that abilities of these `kinds` make of one, used one after the other.

    The `others` can come on stage. A kind "" moves nobody, as an ability does that has nobody to
    move, or need not be used.
    """
    import numpy as np

    if not kinds:
        return np.array([stage])
    before, every, kind = made(stage, others, kinds[:-1], optional), stage | others, kinds[-1]
    if not kind:
        return before
    bits = [1 << i for i in range(every.bit_length()) if every >> i & 1]
    empty, full = before == 0, before == every
    stuck = {"add": full, "remove": empty}.get(kind, empty | full)
    found = [before if optional else before[stuck]]
    match kind:
        case "add":
            found += [before[before & bit == 0] | bit for bit in bits]
        case "remove":
            found += [before[before & bit != 0] ^ bit for bit in bits]
        case _:
            found += [
                before[(before & off != 0) & (before & on == 0)] ^ (off | on)
                for off in bits
                for on in bits
            ]
    return np.unique(np.concatenate(found))


def trumps(box: Box, stages: NDArray[np.int64]) -> list[Suit | None]:
    """Return what is trump on each of some stages. ON-8"""
    import numpy as np

    totals = np.array([_blossoms(box, stages, suit) for suit in box.suits])
    first = totals.argmax(0)
    single = (totals == totals.max(0)).sum(0) == 1
    return [box.suits[i] if one else None for i, one in zip(first, single, strict=True)]


def _blossoms(box: Box, stages: NDArray[np.int64], suit: Suit) -> NDArray[np.int64]:
    of_suit = [(i, each) for i, each in enumerate(box.performers) if suit_of(each) == suit]
    return sum((stages >> i & 1) * value_of(each) for i, each in of_suit)  # type: ignore[return-value]


def taken(box: Box, stages: NDArray[np.int64], match: Performer) -> list[Performer]:
    """Return whom a card takes from each of some stages that has to claim `match` if it can. ON-11

    That is the best of the suit if it can choose; "" if nobody of the suit is there.
    """
    import numpy as np

    found = np.full(len(stages), "", object)
    of_suit = [each for each in box.performers if suit_of(each) == suit_of(match)]
    for each in (*sorted(of_suit, key=value_of), match):
        found[stages >> box.performers.index(each) & 1 > 0] = each
    return list(found)

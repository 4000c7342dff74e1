"""Translates tables of Onstage into the numbers that `rules_kernel` works on, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ....models.core import Event
from ....models.onstage import Agreement, Box, State, Step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def mask(pieces: Iterable[str], order: tuple[str, ...]) -> int:
    """Return a set of cards or performers as bits, numbered in the `order` of the box."""
    return sum(1 << order.index(piece) for piece in pieces)


def rules(box: Box, agreed: Agreement) -> int:
    """Return the agreed settings and the printed facts of the cards, in one number."""
    from . import rules_kernel as kernel

    packed = len(agreed.players)
    packed |= (agreed.edition == "fr") << kernel.FRENCH
    packed |= agreed.must_use << kernel.MUST_USE
    packed |= (len(agreed.teams) < len(agreed.players)) << kernel.TEAMS
    uses = {"add": kernel.ADD, "remove": kernel.REMOVE, "swap": kernel.SWAP}
    for i, value in enumerate(box.values):
        packed |= agreed.blossoms[value] << (kernel.BLOSSOMS + 2 * i)
        if value in box.abilities:
            packed |= uses[box.abilities[value]] << (kernel.ABILITIES + 2 * i)
    return packed


def numbered(box: Box, state: State) -> NDArray[np.int64]:
    """Return `state`, in which somebody plays or claims, in numbers; unknown hands are empty."""
    import numpy as np

    from . import rules_kernel as kernel

    players, theatre = state.players, state.theatre
    s = np.zeros(kernel.SIZE, np.int64)
    for seat, player in enumerate(players):
        s[seat] = mask(state.hands[player].known, box.cards)
    s[kernel.STAGE] = mask(theatre.stage, box.performers)
    for i, performer in enumerate(theatre.line):
        s[kernel.LINE] |= box.performers.index(performer) << 4 * i
    s[kernel.LENGTH] = len(theatre.line)
    for seat, player in enumerate(players):
        own = mask(state.claimed[player], box.performers)
        s[kernel.CLAIMED] |= own << kernel.PERFORMERS * seat
    trick = [play.card for play in state.trick]
    if state.step is Step.CLAIM and state.won is not None:
        trick = [state.won.card]
    for i, card in enumerate(trick):
        s[kernel.TRICK] |= box.cards.index(card) << 6 * i
    s[kernel.PLAYED] = len(trick)
    s[kernel.LEADER] = players.index(state.leader)
    s[kernel.PHASE] = kernel.CLAIM if state.step is Step.CLAIM else kernel.PLAY
    s[kernel.TRUMP] = kernel.TRUMP_OF[s[kernel.STAGE]]
    s[kernel.RULES] = rules(box, state.agreed)
    return s


def shown_voids(box: Box, voids: Mapping[str, Iterable[str]]) -> int:
    """Return the suits that players could not follow this round, as `rules_kernel.VOIDS`.

    It is what everybody saw, of the viewer's hand too, since the others reckon with it. `voids` has
    all players in seating order.
    """
    from . import rules_kernel as kernel

    return sum(
        1 << kernel.SUITS * seat + box.suits.index(suit)
        for seat, suits in enumerate(voids.values())
        for suit in suits
    )


def coded(box: Box, s: NDArray[np.int64], event: Event) -> int:
    """Return the code of the move `event` at `s`, as in `rules_kernel.moves`."""
    from . import rules_kernel as kernel

    if event.verb == "claims":
        (claimed,) = event.words
        return 1 + (kernel.NOTHING if claimed == "nothing" else box.performers.index(claimed))
    card, *rest = event.words
    recalled = [box.performers.index(rest[1])] if rest[:1] == ["front"] else []
    used = [box.performers.index(each) for each in rest[2 * len(recalled) + 1 :]]
    after, choice = s.copy(), box.cards.index(card)
    code, shift = choice + 1, 6
    kernel.apply(after, choice)
    while after[kernel.PHASE] not in kernel.BETWEEN:
        chosen = recalled if after[kernel.PHASE] == kernel.RECALL else used
        choice = chosen.pop(0) if chosen else kernel.NOTHING
        code, shift = code | choice + 1 << shift, shift + 6
        kernel.apply(after, choice)
    return code


def event_of(box: Box, s: NDArray[np.int64], player: str, code: int) -> Event:
    """Return the move of `player` at `s` that has this `code`."""
    from . import rules_kernel as kernel

    after, words = s.copy(), list[str]()
    while code:
        phase, choice = after[kernel.PHASE], (code & 63) - 1
        code >>= 6
        if phase == kernel.CLAIM:
            claimed = "nothing" if choice == kernel.NOTHING else box.performers[choice]
            return Event("claims", player, (claimed,))
        if phase == kernel.PLAY:
            words.append(box.cards[choice])
            ability = box.abilities.get(choice % len(box.values) + 1, "")
        elif choice != kernel.NOTHING:
            if phase == kernel.RECALL:
                words.append("front")
            elif after[kernel.SWAPPED] == kernel.NOTHING:  # not the second of a swap
                words.append(ability)
            words.append(box.performers[choice])
        kernel.apply(after, choice)
    return Event("plays", player, tuple(words))

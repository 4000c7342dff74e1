"""The rollout policy: a player who always takes what brings most at once.

Habits look only at what the player sees, and only one line ahead: first audiences that can be paid,
then performances, if need be by a free action, then veterans and abilities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product

from ....models.bards import Box, State, Step
from ....models.bards.abilities import has
from ....models.bards.dice import Die, pips
from ....models.bards.show import hires, performances, uses, wins
from ....models.core import Event
from .thumb import encore, icons, leaving, staged, taken
from .worth import WORTHS, audience_worth, veteran_worth, wanted


def usual(state: State, player: str, moves: Sequence[Event]) -> Event:
    """Return the move among `moves` that `player` makes by habit."""
    if state.step is Step.SHOW and not state.duties:
        return acted(state.box, state, player)
    moves = [move for move in moves if move.actor == player]
    if len(moves) == 1:
        return moves[0]
    box, first = state.box, moves[0].verb
    match first:
        case "stages":
            return max(moves, key=lambda m: (staged(box, state, player, m), m.words))
        case "takes":
            return max(moves, key=lambda m: taken(box, state, player, m.words[0]))
        case "chooses":
            return moves[0]  # an action more
        case "returns":
            explored = moves[-1].words[0]
            return moves[-1] if box.cards.bards[explored].kind == "basic" else moves[0]
        case "raises" | "lowers" | "rerolls" | "done" if state.step is Step.MELODIES:
            return encore(moves)
    if any(move.words and move.words[0] in box.cards.bards for move in moves):
        return max(moves, key=lambda m: leaving(box, m))
    return max(moves, key=lambda m: (promise(box, state, player, dice_after(state, m)), m.words))


def acted(box: Box, state: State, player: str) -> Event:
    """Return what `player` does by habit in a turn of the show; what costs nothing goes last."""
    if not state.actions:
        return Event("done", player)
    if won := list(wins(box, state, player)):
        return max(won, key=lambda m: (_won(box, m), m.words))
    if performed := list(performances(box, state, player)):
        asked = wanted(box, state)
        return max(performed, key=lambda m: (_performed(asked, state, m), m.words))
    if (help_ := helped(box, state, player)) is not None:
        return help_
    for some in (hires, uses):
        dice = {m: _without(state, m) for m in some(box, state, player)}
        promised = {each: promise(box, state, player, each) for each in set(dice.values())}
        gains = {m: (_gained(box, state, m), promised[left], m.words) for m, left in dice.items()}
        best = max(gains, key=lambda m: gains[m], default=None)
        if best is not None and gains[best][0] > 0:
            return best
    return Event("passes", player)


def _won(box: Box, move: Event) -> tuple[int, bool]:
    return audience_worth(box, move.words[0]), "discarding" not in move.words


def _performed(asked: Mapping[str, int], state: State, move: Event) -> tuple[int, int]:
    """Return a rank: first the colour most asked for, then dice of other colours."""
    colour = move.words[-1]
    missing = asked[colour] - state.troupes[move.actor].performances.count(colour)
    return missing, -sum(die[0] == colour for die in move.words[:3])


def _gained(box: Box, state: State, move: Event) -> float:
    """Return the worth of a veteran, or the average worth of an ability."""
    card, _, *dice = move.words
    if move.verb == "hires":
        return veteran_worth(box.cards.bards[card]) - len(dice) * WORTHS.die
    return icons(box.cards.bards[state.newest if card in box.cards.posters else card])


def helped(box: Box, state: State, player: str) -> Event | None:
    """Return the free action that makes a performance possible, None if there is none.

    It is paid with a hand card rather than a melody, and never with a poster.
    """
    troupe, found = state.troupes[player], list[Event]()
    cards = [card for card in troupe.hand.known if card not in box.cards.posters]
    means = min(cards, key=lambda card: (icons(box.cards.bards[card]), card), default="")
    means = means or ("melody" if troupe.melodies else "")
    if not means or len(troupe.dice) < 3:
        return None
    now = promise(box, state, player, troupe.dice)[0]
    for die, step in product(dict.fromkeys(troupe.dice), (1, -1)):
        if 1 <= pips(die) + step <= 6:
            move = Event("raises" if step > 0 else "lowers", player, (die, "with", means))
            if promise(box, state, player, dice_after(state, move))[0] > now:
                found.append(move)
    return min(found, key=lambda move: move.words, default=None)


def dice_after(state: State, move: Event) -> tuple[Die, ...]:
    """Return the dice after a line about one of them; a die to be rolled counts as gone."""
    dice = list(state.troupes[move.actor].dice)
    match move.verb:
        case "raises" | "lowers":
            die = move.words[0]
            by = 1 + ("two" in move.words)
            dice.remove(die)
            dice.append(f"{die[0]}{pips(die) + (by if move.verb == 'raises' else -by)}")
        case "discards" | "rerolls":
            for word in move.words:
                if word in dice:
                    dice.remove(word)
        case "steals":
            _, die, _, given = move.words
            dice.remove(given)
            dice.append(die)
    return tuple(sorted(dice))


def _without(state: State, move: Event) -> tuple[Die, ...]:
    """Return the dice left after an action."""
    dice = Counter(state.troupes[move.actor].dice)
    dice.subtract(move.words[2:])
    return tuple(sorted(dice.elements()))


def promise(
    box: Box, state: State, player: str, dice: tuple[Die, ...]
) -> tuple[int, int, int, int]:
    """Return a rank of `dice`: performances one after the other, neighbouring pairs, dice, pips."""
    shown = sorted(pips(die) for die in dice if len(die) == 2)
    return _promised(tuple(shown), has(box, state, player, "circle"))


@lru_cache(maxsize=4096)
def _promised(shown: tuple[int, ...], circle: bool) -> tuple[int, int, int, int]:
    """Return the rank of dice that show these pips."""
    made, left = 0, list(shown)
    while (three := next(_sequences(left, circle), None)) is not None:
        made += 1
        for each in three:
            left.remove(each)
    near = sum(abs(one - other) == 1 for one, other in combinations(left, 2))
    return made, near, len(shown), sum(shown)


def _sequences(shown: Sequence[int], circle: bool) -> Iterator[Sequence[int]]:
    for low in (1, 2, 3, 4, *((5, 6) if circle else ())):
        three = [(low + n - 1) % 6 + 1 for n in range(3)]
        if set(three).issubset(shown):
            yield three

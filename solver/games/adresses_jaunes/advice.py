"""The coach's advice for people: every move with its value and the reason in table words."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence
from math import inf, log2, sqrt
from statistics import fmean, stdev
from typing import Any

from ....models.adresses_jaunes.state import State, Step, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Words, in_100, listed, say
from ...play.coach import NOTHING, Advice, Assumptions, Budget, Conventional, seed_of
from ...play.race import Runner, measured
from .coach import Decision, is_certain, own_moves
from .convention import agreed, chosen, read_by_convention, read_literally
from .hands import TARGETS_FROM, TILES, Hands

MOST = 20_000
"""Most worlds for which chances by convention are exact; of more, so many are sampled."""
UNIT = say("chance the team wins")
SAMPLE = 100
"""Worlds sampled to tell who learns most, and to estimate the chances of tiles."""
BEYOND = 3.0
"""Standard errors by which one player must learn more than every other to be named."""


def advise(
    view: View[State], budget: Budget, seed: int = 0, assumed: Assumptions = NOTHING
) -> list[Advice]:
    """Return the moves of the viewer with the chance that the team wins, the best first.

    By convention if that is asked for or if the header says so. Raises Contradiction if no world
    fits.
    """
    by_convention = assumed.convention or agreed(view)
    reading = read_by_convention(view) if by_convention else read_literally(view)
    moves = own_moves(view)
    if not moves:
        return []
    decision = Decision(reading, seed_of(view, seed))
    rated = decision.rated(moves, budget)
    heard = Heard(decision)
    advice = [_advice(heard, each, rated[0]) for each in rated]
    return sorted(advice, key=lambda each: each.value, reverse=True)


def nudge(view: View[State], best: Event) -> Words | None:
    """Return where the viewer of `view` should look for the `best` move, None without a choice."""
    moves = own_moves(view)
    if not moves:
        return None
    word, box = best.words[0], view.state.box
    match best.verb:
        case "disc" if word in box.kinds:
            return say("Your disc: think of a kind rather than a street.")
        case "disc":
            return say("Your disc: think of a street rather than a kind.")
        case "pawn":
            row = next(name for name, tiles in box.targets.items() if word in tiles)
            return say("Your pawn: look along {street}.", street=row)
    reading = read_by_convention(view) if agreed(view) else read_literally(view)
    if is_certain(Decision(reading, seed_of(view)).rated(moves, Budget())[0]):
        return say("You can name a tile that is certain.")
    return say("Nothing is certain for you: let the others name what they can first.")


def by_convention(view: View[State]) -> Conventional | None:
    """Return what a table that follows the convention knows, if the header of `view` says so.

    The viewer is a player. None for a literal table, or if somebody did not follow.
    """
    if not agreed(view) or view.viewer not in view.setup.players:
        return None
    reading = read_by_convention(view)
    if not reading.agreed:
        return Conventional({}, 0, False, reading.broken)
    worlds, complete = Decision(reading, seed_of(view)).worlds(MOST)
    chances = {}
    for tile in view.game.model.hidden(view).items:
        has = (worlds & reading.seen.code.mask([tile]) != 0).mean(axis=0).tolist()
        places = dict(zip(reading.seen.players, has, strict=True))
        chances[tile] = places | {NOBODY: 1.0 - sum(has)}
    return Conventional(chances, len(worlds), complete)


class Heard:
    """What a move tells each player, averaged over a sample of worlds."""

    def __init__(self, decision: Decision) -> None:
        self.reading, self.seen = decision.reading, decision.seen
        self._worlds, self._complete = decision.worlds(SAMPLE)

    def chances(self, tile: Tile) -> list[tuple[str, float]]:
        """Return the chance of each place for `tile`, the likeliest first."""
        bit = self.seen.code.mask([tile])
        has = (self._worlds & bit != 0).mean(axis=0).tolist()
        places = (*self.seen.players, NOBODY)
        return sorted(zip(places, (*has, 1.0 - sum(has)), strict=True), key=lambda each: -each[1])

    def by_disc(self, x: int) -> str | None:
        """Return who learns most from a disc on target number `x`; None if that is not certain."""
        seen = self.seen
        own = seen.sets[seen.seat]
        same = (own ^ seen.hand) >> TARGETS_FROM + 3 * x & 7 == 0
        gains = self._gains(lambda k, world: same if k == seen.seat else None, but=seen.seat)
        return learning_most(gains, self._complete)

    def by_pawn(self, tile: Tile) -> str | None:
        """Return who learns most from hearing where `tile` is; None if that is not certain."""
        bit, sets = self.seen.code.mask([tile]), self.seen.sets
        gains = self._gains(lambda k, world: ((sets[k] ^ world[k]) & bit) == 0)
        return learning_most(gains, self._complete)

    def _gains(
        self, kept: Callable[[int, Hands], Any], but: int | None = None
    ) -> Mapping[str, Sequence[float]]:
        """Return each player's information gain (bits) in each world, hand by hand."""
        seats = range(len(self.seen.players))
        gains = {self.seen.players[j]: [0.0] * len(self._worlds) for j in seats if j != but}
        for n, world in enumerate(self._worlds):
            for k in seats:
                keep = kept(k, world)
                if keep is None:
                    continue
                for j in seats:
                    if j in (k, but):
                        continue
                    fits = self.seen.sets[k] & world[j] & TILES == 0
                    before, after = int(fits.sum()), int((fits & keep).sum())
                    bits = log2(before / max(after, 1)) if before else 0.0
                    gains[self.seen.players[j]][n] += bits
        return gains


def learning_most(gains: Mapping[str, Sequence[float]], complete: bool) -> str | None:
    """Return the player with the largest mean gain; None if there is no other player.

    Also None if the lead over anybody is within `BEYOND` standard errors; with `complete` worlds
    there is no error.
    """
    if len(gains) < 2:
        return None
    first = max(gains, key=lambda player: sum(gains[player]))
    for other in gains.keys() - {first}:
        leads = [one - two for one, two in zip(gains[first], gains[other], strict=True)]
        error = 0.0 if complete else stdev(leads) / sqrt(len(leads)) if len(leads) > 1 else inf
        if fmean(leads) <= max(BEYOND * error, 1e-9):
            return None
    return first


def _advice(heard: Heard, rated: Runner, best: Runner) -> Advice:
    why = _why(heard, rated)
    broken = heard.reading.broken
    if broken is not None:
        why = say(
            "{why} (line {line} does not follow the convention: read literally from there on)",
            why=why,
            line=broken,
        )
    value, error = measured(rated, best)
    chance = min(max(value, 0.0), 1.0)
    return Advice(rated.move, chance, UNIT, error, rated.exact, why, at_least=rated.at_least)


def _why(heard: Heard, rated: Runner) -> Words:
    match heard.seen.step:
        case Step.DISCS:
            return _disc(heard, rated)
        case Step.PAWNS:
            return _pawn(heard, rated)
    return _name(rated)


def _disc(heard: Heard, rated: Runner) -> Words:
    seen, target = heard.seen, rated.move.words[0]
    x = list(seen.code.box.targets).index(target)
    own = seen.sets[seen.seat]
    if heard.reading.agreed:
        targets = chosen(own, len(seen.code.box.targets))
        same = (own ^ seen.hand) >> TARGETS_FROM + 3 * x & 7 == 0
        return say(
            "the convention's disc: {left} of {player}'s {hands} possible hands would lay it",
            left=int((same & (targets == x)).sum()),
            player=rated.move.actor,
            hands=len(own),
        )
    counts = Tally((own >> TARGETS_FROM + 3 * x & 7).tolist())
    words = say(
        "splits {player}'s {hands} possible hands into {parts}: {left} are left",
        player=rated.move.actor,
        hands=len(own),
        parts=listed(sorted(counts.values())),
        left=counts[seen.hand >> TARGETS_FROM + 3 * x & 7],
    )
    return _learnt(words, heard.by_disc(x))


def _pawn(heard: Heard, rated: Runner) -> Words:
    tile = rated.move.words[0]
    where = [
        say("nobody {percent} %", percent=in_100(chance))
        if place == NOBODY
        else say("{player} {percent} %", player=place, percent=in_100(chance))
        for place, chance in heard.chances(tile)
        if chance
    ]
    words = say(
        "{tile} is with: {where}",
        tile=tile,
        where=listed(where),
    )
    return _learnt(words, heard.by_pawn(tile))


def _name(rated: Runner) -> Words:
    tile, holder = rated.move.words
    right, worlds = sum(worth > 0 for worth in rated.worths), len(rated.worths)
    if is_certain(rated):
        return say("{holder} surely holds {tile}", holder=holder, tile=tile)
    return say(
        "{holder} holds {tile} in {right} of {worlds} worlds; wait if somebody is surer",
        holder=holder,
        tile=tile,
        right=right,
        worlds=worlds,
    )


def _learnt(words: Words, player: str | None) -> Words:
    """Return `words`, with the player who learns most if there is one."""
    if player is None:
        return words
    return say("{what}; {player} learns most", what=words, player=player)

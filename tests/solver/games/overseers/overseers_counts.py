"""What reasons at Overseers say, counted by the rules alone: tests hold them to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random
from typing import Any

from aparte.models.bag import HOLE
from aparte.models.core import Event, View
from aparte.models.overseers.box import Power
from aparte.models.overseers.scoring import Holding, holding, nature, points
from aparte.models.overseers.state import State
from aparte.models.overseers.text import KINDS
from aparte.models.words import Words
from aparte.puzzles.kinds import Engine
from aparte.puzzles.overseers.hands import hands, plain, points_with
from aparte.solver.engine.sweep import TooManyStates

LATER = (Power.TILT, Power.TUCK)
"""Powers of the vote that change what cards count."""


def counted(own: View[State], kinds: Sequence[str], player: str = "") -> int:
    power = own.state.power_of(player or own.viewer)
    return Holding(tuple(kinds), 0, power).points(own.state.box)


def without(kinds: Sequence[str], *gone: str) -> list[str]:
    return list((Counter(kinds) - Counter(gone)).elements())


def top(move: Event) -> tuple[str, ...]:
    return move.words[: move.words.index("/")]


def after(own: View[State], move: Event) -> State:
    state: State = own.game.apply(own.state, move)
    return state


def face_up(own: View[State], move: Event) -> Holding:
    state, player = after(own, move), own.viewer
    if move.verb == "places":  # before all turn these up
        return Holding(top(move), 0, state.power_of(player))
    return holding(state, player, tuple(each.spot for each in state.rows[player] if not each.up))


def with_power(own: View[State], kinds: Sequence[str]) -> int:
    """Return the most that these cards count with Yanmei or Nuying."""
    return _used_best(own, kinds)[0]


def _used_best(own: View[State], kinds: Sequence[str]) -> tuple[int, int]:
    """Return the most points with Yanmei or Nuying, tried card by card, and the Thefts then.

    Their powers have to be used. Nuying's copy may be of the same kind.
    """
    some = list[tuple[int, int]]()
    if own.state.power_of(own.viewer) is Power.TILT:
        for kind in {*kinds}:
            left = [each for each in kinds if each != kind]
            tilted = Holding(tuple(left), len(kinds) - len(left))
            some.append((tilted.points(own.state.box), left.count("T")))
    if own.state.power_of(own.viewer) is Power.TUCK:
        for below, above in permutations(range(len(kinds)), 2):
            row = [kinds[above if n == below else n] for n in range(len(kinds))]
            some.append((counted(own, row), row.count("T")))
    return max(some, default=(counted(own, kinds), kinds.count("T")))


def given(own: View[State], victim: str, thief: str) -> set[tuple[int, int]]:
    """Return what it costs a victim to give what costs it least, and what that brings the thief."""
    state, box = own.state, own.state.box
    rows = state.rows[victim]
    left = {laid.spot: holding(state, victim, (laid.spot,)).points(box) for laid in rows}
    return {
        (points(state, victim) - left[laid.spot], _brought(own, thief, laid.kind))
        for laid in rows
        if left[laid.spot] == max(left.values())
    }


def _brought(own: View[State], thief: str, kind: str) -> int:
    has = holding(own.state, thief)
    more = replace(has, kinds=(*has.kinds, kind))
    return more.points(own.state.box) - has.points(own.state.box)


Checked = Callable[[View[State], Event, Event, Mapping[str, Any]], bool]


def _adds(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    hand, told = _hand(own), str(said["card"])
    (kinds,) = [x.words for x in (move, against) if all(str(KINDS[k]) in told for k in x.words)]
    return bool(said["n"] == counted(own, [*hand, *kinds]) - counted(own, hand))


def _seen(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what is seen of a row to its cards, and to what an open one is copied by. OV-15"""
    state, player = own.state, dict(said["clause"].values)["player"]
    kinds = {laid.spot: laid.kind for laid in state.rows[player]}
    if state.tuck and state.tuck.player == player:
        kinds[state.tuck.below] = kinds[state.tuck.above]
    tilted = state.tilt.spot if state.tilt and state.tilt.player == player else ""
    unknown = tuple(spot for spot, kind in kinds.items() if kind == HOLE and spot != tilted)
    seen = holding(state, player, unknown).points(state.box)
    return bool(said["n"] == len(unknown) and _number(said["points"]) == seen)


def _have(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    return said["every"] == _every(own) and said["have"] in [
        counted_thefts(own, each) for each in (move, against)
    ]


def _hand(own: View[State]) -> Sequence[str]:
    if own.state.rows[own.viewer]:
        return holding(own.state, own.viewer).kinds
    return own.state.hands[own.viewer].known


def _counts(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what one has, or shows, to the rules, as they count it after either move."""
    viewer, hand = own.viewer, own.state.hands[own.viewer].known

    def count(each: Event) -> int:
        if each.verb == "discards":
            back = own.state.power_of(viewer) is Power.SEIZE and each.words == ("T",)
            return with_power(own, hand if back else without(hand, *each.words))
        return points(after(own, each), viewer)

    told = [_number(said[name]) for name in "nm" if name in said]
    assert len(told) == 2 or "m" not in said
    return [count(each) for each in (move, against)][: len(told)] == told


def _number(told: object) -> int:
    """Return the points of such words as "13 points and 1 of 3 Thefts"."""
    return int(re.findall(r"\d+", str(told))[0])


def _thefts_kept(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold the Thefts to the hand after the own power; they are not told where it seizes them."""
    every, seizes = _every(own), own.state.power_of(own.viewer) is Power.SEIZE
    kept = without(_hand(own), *(move if "every" in said else against).words)
    used = _used_best(own, kept) == (_number(said["points"]), said["n"])
    return used and not seizes and said.get("every", every) == every


def _shows(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what all see of the cards as laid to the rules, without what no card shows."""
    shown = face_up(own, move)
    unseen = Holding((), 0, own.state.power_of(own.viewer)).bonus(own.state.box)
    two = [str(KINDS[kind]) for kind in "HP" if [*shown.kinds].count(kind) == 2]
    told = [str(said["kind"])] if "kind" in said else []
    return told == two and bool(said["n"] == shown.points(own.state.box) - unseen)


def tricky(own: View[State]) -> bool:
    """Tell whether cards may be tilted or tucked: what they count is held to deals elsewhere."""
    return any(own.state.power_of(each) in LATER for each in own.state.players)


def ways(own: View[State], player: str) -> Mapping[tuple[str, ...], int]:
    """Return what a player can have with each hand that CP-SAT leaves; nothing with a power."""
    try:
        hands_left = hands(own, player, Engine.PROOF) if plain(own, player) else ()
    except TooManyStates:
        return {}
    return {hand: points_with(own, player, hand) for hand in hands_left}


def _at_most(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    left, other = ways(own, said["player"]), said.get("other", own.viewer)
    floor = ways(own, other)
    return said["n"] == max(left.values(), default=said["n"]) < said["m"] and (
        said["m"] == min(floor.values(), default=said["m"])
    )


def _only_with(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold the hidden cards that are named to all hands that bring a player more."""
    left = ways(own, said["player"])
    more = {hand for hand, n in left.items() if n > said["n"]}
    named = {tuple(map(str, _cards(each))) for each in said["hidden"].values}
    return said["n"] == points(own.state, own.viewer) and (
        not left or named == {tuple(str(KINDS[kind]) for kind in hand) for hand in more}
    )


def _cards(said: Words) -> Sequence[object]:
    """Return the cards that are named together."""
    (listed,) = dict(said.values).values()
    return list(listed.values)  # type: ignore[attr-defined]


def _admits(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what an answer leaves to the rules, and the cards that are named to the move."""
    state, viewer = own.state, own.viewer
    admits = [each for each in (move, against) if each.verb == "admits"]
    left = {each: points(state, viewer, each.words) for each in admits}
    if "cards" in said:
        named = sorted(map(str, _cards(said["cards"])))
        admits = [each for each in admits if named == sorted(_named(own, each.words))]
    return said["own"] == points(state, viewer) and said["n"] in {left[each] for each in admits}


def _named(own: View[State], spots: Sequence[str]) -> Iterator[str]:
    for laid in own.state.rows[own.viewer]:
        if laid.spot in spots:
            kind = nature(own.state, own.viewer, laid)
            yield str(KINDS[kind if kind in KINDS else laid.kind])


def _denies(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    state, viewer, box = own.state, own.viewer, own.state.box
    if "player" in said:
        floor = ways(own, said["player"]).values()
        return said["m"] == min(floor, default=said["m"]) > points(state, viewer)
    spots = [laid.spot for laid in state.rows[viewer]]
    return bool(
        said["n"] == min(points(state, viewer, two) for two in combinations(spots, box.confessed))
    )


def _then(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold totals in the game to the scores of its rounds, and of this one; the most first."""
    state = after(own, move)
    now = {player: points(state, player) for player in state.players}
    if state.docked:
        taken = min(4, now[state.docked])
        now[state.docked] -= taken
        now[state.holder(Power.DOCK)] += taken
    rounds = zip(*own.state.scores, now.values(), strict=True)
    told = [
        [dict(each.values)[name] for name in ("n", "player")] for each in said["players"].values
    ]
    total = [[sum(each), player] for each, player in zip(rounds, state.players, strict=True)]
    return sorted(told) == sorted(total) and told == sorted(told, key=lambda each: -each[0])


def _gives(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    def told(spot: str) -> tuple[int, int]:
        (kind,) = (laid.kind for laid in own.state.rows[own.viewer] if laid.spot == spot)
        costs = points(own.state, own.viewer) - points(own.state, own.viewer, (spot,))
        return costs, _brought(own, own.state.thief, kind)

    (m,) = said["m"].values
    (here,) = (laid for laid in own.state.rows[own.viewer] if laid.spot == move.words[0])
    many = [*holding(own.state, own.viewer).kinds].count(here.kind)
    third = "a third" not in str(said["card"]) or many == 3
    return third and (said["n"], m) in [told(each.words[0]) for each in (move, against)]


def _robs(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what a victim loses, and what the thief gets, who is appointed or robs."""
    thief = move.words[0] if move.verb == "appoints" else move.actor
    return {(said["n"], m) for m in said["m"].values} == given(own, said["player"], thief)


def _takes_two(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    names = {str(name): kind for kind, name in KINDS.items()}
    two = [names[str(each)] for each in _cards(said["cards"])]
    more = counted(own, [*_hand(own), *two]) - counted(own, _hand(own))
    return not without(two, *own.state.packs[own.viewer].known) and _number(said["n"]) == more


def _takes_one(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    hand, (words,) = _hand(own), [x.words for x in (move, against) if x.verb == "picks"]
    return _number(said["n"]) == counted(own, [*hand, *words]) - counted(own, hand)


def _with_any(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold the hidden cards that are named to all hands, those that bring more and the others."""
    left, kinds = ways(own, said["player"]), {str(each) for each in said["hidden"].values}
    return said["n"] == points(own.state, own.viewer) and all(
        (n > said["n"]) is bool(kinds & {str(KINDS[kind]) for kind in hand})
        for hand, n in left.items()
    )


def _surely_most(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    left = [ways(own, each).values() for each in own.state.players if each != own.viewer]
    most = max((max(each) for each in left if each), default=0)
    known = said["n"] == most or not all(left)
    return known and said["m"] == points(own.state, own.viewer) >= most


def _every(own: View[State]) -> int:
    return own.state.box.cards(len(own.state.players)).count("T")


def counted_thefts(own: View[State], move: Event) -> int:
    sign = 1 if move.verb == "picks" else -1
    return list(_hand(own)).count("T") + sign * move.words.count("T")


def _packs_seen(own: View[State]) -> list[tuple[str, ...]]:
    """Return the packs of this round as the viewer got them."""
    packs = list[tuple[str, ...]]()
    for _, event in own.events:
        if event.verb == "deal" and event.words == (own.viewer,):
            packs = [event.outcome]
        elif event.verb == "gets" and event.words == (own.viewer,):
            packs.append(event.outcome)
    return packs


def _picked(own: View[State]) -> list[tuple[str, ...]]:
    found = list[tuple[str, ...]]()
    for _, event in own.events:
        if event.verb == "deal":
            found = []
        elif event.verb == "picks" and event.actor == own.viewer:
            found.append(event.words)
    return found


def _then_leads(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold how one stands after a theft to each card that the victim misses least."""
    n = said.get("n", 0)
    told = {n} if isinstance(n, int) else {*n.values}
    for each in (move, against):
        leads = set[int]()
        for state in _robbed(own, each):
            total = _total(state)
            mine = total.pop(own.viewer)
            leads.add(abs(mine - max(total.values())))
        if leads == told:
            return True
    return False


def _robbed(own: View[State], move: Event) -> Iterator[State]:
    """Yield the table after each card that the victim misses least."""
    (victim,), state = move.words, after(own, move)
    left = {laid.spot: holding(state, victim, (laid.spot,)) for laid in state.rows[victim]}
    rest = {spot: held.points(state.box) for spot, held in left.items()}
    for spot in (spot for spot, n in rest.items() if n == max(rest.values())):
        yield own.game.apply(state, Event("gives", victim, (spot,)))


def _total(state: State) -> dict[str, int]:
    """Return the points of all in the game as the cards lie."""
    now = [points(state, player) for player in state.players]
    return dict(zip(state.players, map(sum, zip(*state.scores, now, strict=True)), strict=True))


def _by_liang(own: View[State], move: Event, by: Collection[str]) -> bool:
    """Hold from whom Liang has to take points that one wins to games that end so."""
    liang, wins = own.state.holder(Power.DOCK), dict[str, set[bool]]()
    for state in _robbed(own, move):
        for other in {*own.state.players} - {liang}:
            ended = own.game.apply(state, Event("docks", liang, (other,)))
            while not isinstance(coming := own.game.turn(ended), tuple):
                ended = own.game.apply(ended, coming.sample(Random(0)))
            outcome = own.game.outcome(ended)
            assert outcome is not None
            wins.setdefault(other, set()).add(own.viewer in outcome.winners)
    return all(each == {other in by} for other, each in wins.items())


def _pay(own: View[State], player: str, kind: str, n: int) -> int:
    """Return what so many cards pay a player: with Yanmei 5 each, if that is more. OV-14"""
    tilts = n > 1 and own.state.power_of(player) is Power.TILT
    plain = counted(own, [kind] * n, player) - counted(own, [], player)
    return max(plain, 5 * n) if tilts else plain


def _pays(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what a series pays to the rules."""
    kinds = [kind for kind in own.state.box.series if kind in (*move.words, *against.words)]
    pays = [[_pay(own, own.viewer, kind, n) for n in (2, 3)] for kind in kinds]
    return any(
        _number(said.get("n", two)) == two and said.get("m", three) == three for two, three in pays
    )


def _played(own: View[State], move: Event) -> Iterator[tuple[State, str]]:
    """Yield games that are played on blindly, and which card was given last."""
    for seed in range(12):
        state, rng, given_ = after(own, move), Random(seed), ""
        while len(state.scores) < state.box.rounds:
            coming = own.game.turn(state)
            event = rng.choice(coming) if isinstance(coming, tuple) else coming.sample(rng)
            if event.verb == "gives":
                laid = next(x for x in state.rows[event.actor] if x.spot == event.words[0])
                given_ = str(KINDS[laid.kind])
            state = own.game.apply(state, event)
        yield state, given_


def _win_only(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold the cards that still win to games that are played on blindly."""
    named = {str(each) for each in said["cards"].values}
    return all(
        given_ in named or own.viewer not in own.game.outcome(state).winners
        for state, given_ in _played(own, move)
    )


def _ends(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what totals can be to games that are played on blindly."""
    for state, _ in _played(own, move):
        total = dict(zip(own.state.players, map(sum, zip(*state.scores, strict=True)), strict=True))
        mine = total.pop(own.viewer)
        if "player" not in said:
            assert mine > max(total.values())
        elif mine > said["n"] or total[said["player"]] < said["m"]:
            return False
    return True


CHECKS: Mapping[str, Checked] = {
    "{player} has more than your {n} with": _with_any,
    "nobody can have more than your": _surely_most,
    "then you win the game": lambda own, move, *at: _by_liang(
        own, move, at[-1]["others"].values if "others" in at[-1] else own.state.players
    ),
    "then you lose the game": lambda own, move, *at: _by_liang(own, move, ()),
    "{n} ahead of": _then_leads,
    "{n} behind": _then_leads,
    "level with": _then_leads,
    "{who} end with three": _pays,
    "{who} end with two": _pays,
    "{clause}, with two": _pays,
    "{n} if tilted": lambda own, *at: (
        own.state.power_of(own.viewer) is Power.TILT and at[-1]["n"] == 2 * 5
    ),
    "{card} ({n} if tilted)": lambda own, *at: (
        own.state.power_of(own.viewer) is Power.TILT and at[-1]["n"] == 5
    ),
    "you then have {have}": _have,
    "{clause} instead of {n}": _adds,
    "{clause}, as {card} does": _adds,
    "{clause} ({points} seen": _seen,
    "{card} would add {n}": _adds,
    "you show": _shows,
    "{points} and {n} of": _thefts_kept,
    "{points} and {n} Theft": _thefts_kept,
    "you win only if {player} gives": _win_only,
    "{player} of {card}": _robs,
    "you end the game with": _ends,
    "you win the game": _ends,
    "{card} adds {n}": _adds,
    "{doing} {n}": _counts,
    "{player} can have at most": _at_most,
    "all take two now": _takes_two,
    "{card} ({n}), then": _takes_one,
    "{player} has more than your": _only_with,
    "in the game then": _then,
    "giving up {cards}": _admits,
    "{clause}, giving up {cards}": _admits,
    "denying ": _denies,
    "{often}: then denying": _denies,
    "{card} costs you": _gives,
    "tilted {card} costs you": _gives,
    "{player} misses {card} least": _robs,
}
"""What begins like this is held to a count by the rules alone."""

"""What a reason says of cards is what the rules count, for the better and for the worse move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, islice, pairwise, permutations
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

from aparte.models.bag import HOLE
from aparte.models.core import Event, View, view
from aparte.models.overseers.box import Power
from aparte.models.overseers.scoring import Holding, holding, nature, points
from aparte.models.overseers.state import State
from aparte.models.overseers.text import KINDS
from aparte.models.record import read_file
from aparte.models.words import Words, in_100, say
from aparte.puzzles.kinds import Engine
from aparte.puzzles.overseers.hands import hands, plain, points_with
from aparte.solver.engine.sweep import TooManyStates
from aparte.solver.games.overseers.accusing import most_often, odds
from aparte.solver.games.overseers.bounds import has_most, reach
from aparte.solver.games.overseers.effects import Deed, Happens, Points, Source
from aparte.solver.games.overseers.pair import Pair
from aparte.solver.games.overseers.reasons import reason
from aparte.solver.play.advising import ranked
from aparte.solver.play.beside import sentence
from aparte.solver.play.coach import Budget, choices
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.trial import Effect
from tests.reasons import positions, values_of

CHANGES = ("places", "tilts", "tucks", "adds")
"""Moves that change which cards are laid."""
LATER = (Power.TILT, Power.TUCK)
"""Powers of the vote that change what cards count."""


def asked(verb: str, number: int, seed: int = 5) -> list[View[State]]:
    """Return positions in which some moves have this verb, of rounds without such a power."""
    walked = chain.from_iterable(positions("overseers", Random(f"{seed}/{n}")) for n in range(400))
    found = (
        own
        for own in walked
        if any(move.verb == verb for move in choices(own))
        and own.state.power_of(own.viewer) not in LATER
    )
    return list(islice(found, number))


def said(own: View[State], move: Event, against: Event, **measured: Any) -> str:
    """Return what is said of a move beside another one, if so much was measured."""
    differs = Contrast(against, say("other"), 1.0, 0.1, either=False, differences=())
    return str(reason(own, move, replace(differs, **measured)))


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
    """Return the most that these cards count with Yanmei or Nuying, tried card by card.

    Their powers have to be used. Nuying's copy may be of the same kind.
    """
    some = list[int]()
    if own.state.power_of(own.viewer) is Power.TILT:
        for kind in {*kinds}:
            left = [each for each in kinds if each != kind]
            some.append(Holding(tuple(left), len(kinds) - len(left)).points(own.state.box))
    if own.state.power_of(own.viewer) is Power.TUCK:
        for below, above in permutations(range(len(kinds)), 2):
            some.append(
                counted(own, [kinds[above if n == below else n] for n in range(len(kinds))])
            )
    return max(some, default=counted(own, kinds))


def given(own: View[State], victim: str) -> set[tuple[int, int]]:
    """Return what it costs a victim to give what costs it least, and what that brings the thief."""
    state, box = own.state, own.state.box
    thief = state.thief or own.viewer
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


def _tilted(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what a tilt counts to the rules; it is told neither of series nor of Thefts."""
    told = {*move.words, *against.words} - {"T", *own.state.box.series}
    less = [counted(own, [kind]) for kind in told]
    return bool(less and said["each"] == Holding((), 1).points(own.state.box) > min(less))


def _open(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    player, down = dict(said["clause"].values)["player"], said["m"]
    spots = [laid.spot for laid in own.state.rows[player] if not laid.up]
    return down == len(spots) and _number(said["n"]) == holding(own.state, player, spots).points(
        own.state.box
    )


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
            return with_power(own, without(hand, *each.words))
        return points(after(own, each), viewer)

    told = [_number(said[name]) for name in "nm" if name in said]
    assert len(told) == 2 or "m" not in said
    return [count(each) for each in (move, against)][: len(told)] == told


def _number(told: object) -> int:
    """Return the points of such words as "13 points and 1 of 3 Thefts"."""
    return int(re.findall(r"\d+", str(told))[0])


def _thefts_kept(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold the Thefts to the hand; they are not told where a power may change or seize them."""
    apart = move.verb != "discards" or own.state.power_of(own.viewer) not in (*LATER, Power.SEIZE)
    return apart and said["every"] == _every(own) and said["n"] == counted_thefts(own, move)


def _shows(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what all see to the rules, without what no card shows."""
    shown = face_up(own, move)
    if (power := own.state.power_of(own.viewer)) is Power.TILT and move.verb == "places":
        cards, laid = Counter(without(move.words, "/")), [*shown.kinds]
        ways = (Holding(tuple(without([*cards.elements()], *[k] * n)), n) for k, n in cards.items())
        most = max(ways, key=lambda each: each.points(own.state.box))
        kept = [kind for kind in laid if kind in most.kinds]
        shown = Holding(tuple(kept), len(laid) - len(kept))
    unseen = Holding((), 0, power).bonus(own.state.box)
    return bool(said["n"] == shown.points(own.state.box) - unseen)


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
    return (said["n"], m) in [told(each.words[0]) for each in (move, against)]


def _robs(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    return {(said["n"], m) for m in said["m"].values} == given(own, said["player"])


def _takes_two(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    return not without(
        [str(each) for each in _cards(said["cards"])],
        *(str(KINDS[kind]) for kind in own.state.packs[own.viewer].known),
    )


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


def _robber(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold who robs, or who breaks the tie, to the game played on up to the theft."""
    found = list[bool]()
    for each in (move, against):
        state, rng = after(own, each), Random(0)
        while not isinstance(coming := own.game.turn(state), tuple):
            state = own.game.apply(state, coming.sample(rng))
        thefts = {player: [*holding(state, player).kinds].count("T") for player in state.players}
        told = {
            {"you": own.viewer}.get(player := str(x).split(" ")[0], player): int(
                str(x).split(" ")[1]
            )
            for x in said["held"].values
        }
        same = told == {player: n for player, n in thefts.items() if n}
        found.append(same and {x.actor for x in coming} == {said["player"]})
    return any(found)


def _then_leads(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold how one stands after a theft to each card that the victim misses least."""
    for each in (move, against):
        (victim,), state, leads = each.words, after(own, each), list[int]()
        left = {laid.spot: holding(state, victim, (laid.spot,)) for laid in state.rows[victim]}
        rest = {spot: held.points(state.box) for spot, held in left.items()}
        for spot in (spot for spot, n in rest.items() if n == max(rest.values())):
            given_ = own.game.apply(state, Event("gives", victim, (spot,)))
            for now in _docked(own, [points(given_, player) for player in state.players]):
                rounds = zip(*own.state.scores, now, strict=True)
                total = dict(zip(state.players, map(sum, rounds), strict=True))
                mine = total.pop(own.viewer)
                leads.append(mine - max(total.values()))
        n = said.get("n", 0)
        told = {n} if isinstance(n, int) else {*n.values}
        if {*map(abs, leads)} == told:
            return True
    return False


def _with_character(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what cards count with a character to the rules."""
    kinds = [kind for kind, name in KINDS.items() if str(name) == str(said["kind"])]
    counts = {
        counted(own, [*kinds] * n, each) - counted(own, [], each)
        for each in own.state.players
        if own.state.characters.get(each) == said["character"]
        for n in (1, 2, 3)
    }
    return {*said["n"].values} <= counts


def _docked(own: View[State], now: list[int]) -> Iterator[list[int]]:
    """Yield the scores after another player's Liang has taken from who has most."""
    players, liang = own.state.players, own.state.holder(Power.DOCK)
    if liang in ("", own.viewer):
        yield now
        return
    others = [seat for seat, each in enumerate(players) if each != liang]
    for seat in others:
        if now[seat] == max(now[other] for other in others):
            then, taken = now[:], min(own.state.box.powers.docked, now[seat])
            then[seat] -= taken
            then[players.index(liang)] += taken
            yield then


def _none_comes(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold it to the packs that come: each was seen, or all of the kind were elsewhere."""
    kinds = {kind for kind in own.state.box.series if kind in (*move.words, *against.words)}
    came, players = _packs_seen(own), len(own.state.players)
    picked = [*_picked(own), ()]
    first = Counter(chain.from_iterable(came[:players]))
    left = len(came[-1]) - 1
    at = range(len(came) - players, len(came) - players + left)
    for kind in kinds:
        every = own.state.box.cards(players).count(kind)
        last = [without(came[n], *picked[n]).count(kind) if n >= 0 else None for n in at[:players]]
        hidden = any(n is None for n in last) and first[kind] < every
        here = next(m for m in (move, against) if kind in m.words)
        if left >= players:
            last[-1] = (last[-1] or 0) - here.words.count(kind)
        if not hidden and not any(last):
            return True
    return False


def _pays(own: View[State], move: Event, against: Event, said: Mapping[str, Any]) -> bool:
    """Hold what a series pays to the rules."""
    kinds = [kind for kind in own.state.box.series if kind in (*move.words, *against.words)]
    many = (2, 3) if "m" in said else (3,)
    alone = counted(own, [])
    pays = [[counted(own, [kind] * n) - alone for n in many] for kind in kinds]
    return [said[name] for name in ("n", "m")[: len(many)]] in pays


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
    "{only}: then {n}": lambda *_: True,  # test_overseers_using
    "nobody can have more than your": _surely_most,
    "{player} has most Thefts": _robber,
    "you have most Thefts": _robber,
    "{player}, the leader,": _robber,
    "you are {n}": _then_leads,
    "you are level": _then_leads,
    "you end with three": _pays,
    "you end with two": _pays,
    "{each} each if tilted": _tilted,
    "you then have {have}": _have,
    "{clause} instead of {n}": _adds,
    "{clause}, as {card} does": _adds,
    "{clause} ({n} face up": _open,
    "{clause}: you take a card in": lambda *at: (
        abs(dict(at[-1]["clause"].values)["often"] - min(99, at[-1]["n"] + at[-1]["m"])) <= 1
    ),
    "{card} would add {n}": _adds,
    "no more can come": _none_comes,
    "you show": _shows,
    "{kind} ({n} with {character})": _with_character,
    "{points} and {n} of": _thefts_kept,
    "{n} and {m}": lambda own, move, against, said: said["m"] == counted_thefts(own, against),
    "you win only if {player} gives": _win_only,
    "as thief": lambda *at: {abs(at[-1][name].value) for name in "nm"} <= {0, 2, 4, 6, 8},
    "you end the game with": _ends,
    "you win the game": _ends,
    "{card} adds {n}": _adds,
    "{doing} {n}": _counts,
    "{player} can have at most": _at_most,
    "all take two now": _takes_two,
    "{player} has more than your": _only_with,
    "in the game then": _then,
    "giving up {cards}": _admits,
    "denying ": _denies,
    "{card} costs you": _gives,
    "{player} misses {card} least": _robs,
}
"""What begins like this is held to a count by the rules alone."""


def parts(*sentences: object) -> Iterator[Words]:
    """Yield sentences and all the sentences within them."""
    for words in sentences:
        if isinstance(words, Words):
            yield words
            yield from parts(*values_of(words).values())


@pytest.mark.parametrize("games", [range(12), pytest.param(range(12, 80), marks=pytest.mark.slow)])
def test_every_sentence_counts_what_the_rules_count(games: range) -> None:
    found, worse = Counter[str](), Counter[str]()
    for number in games:
        for own in positions("overseers", Random(f"77/{number}")):
            known = [each for each in choices(own) if HOLE not in each.words]
            pairs = list(combinations(known, 2))
            for move, against in Random(number).sample(pairs, min(8, len(pairs))):
                for one, other in ((move, against), (against, move)):
                    for gap in (1.0, -1.0):
                        begin = checked(own, one, other, gap)
                        (found if gap > 0 else worse).update(begin)
    seldom = RARE if len(games) < 50 else ONE
    assert {*CHECKS} - {*found, *worse} <= seldom, "a sentence that never came is not tested"
    assert {*CHECKS} - {*found} <= seldom | WORSE, "each is said of a better move"


WORSE = {
    "{player} has more than your",
    "{clause}, as {card} does",
    "{clause} instead of {n}",
}
"""What is said of a worse move."""
ONE = {"{player} has most Thefts", "you have most Thefts", "{player}, the leader,"}
"""What is held to one position."""
RARE = {
    *ONE,
    "in the game then",
    "{player} can have at most",
    "nobody can have more than your",
    "{player} has more than your {n} with",
    "you end the game with",
    "you win the game",
    "you are {n}",
    "you are level",
    "you win only if {player} gives",
    "{only}: then {n}",
}


def checked(own: View[State], move: Event, against: Event, gap: float) -> list[str]:
    """Hold what is said of a move to the rules; return how the sentences begin."""
    viewer, found = own.viewer, list[str]()
    sides: dict[Effect, tuple[float, float]] = {
        Happens(viewer, True, Deed.ROBBED): (0.8, 0.1),
        **{
            Happens(each, each == viewer, Deed.AHEAD): (0.2 * seat, 0.1)
            for seat, each in enumerate(own.setup.players)
        },
        **{
            Happens(viewer, True, deed, kind): (n, 0.2)
            for deed, n in ((Deed.TWO, 0.6), (Deed.THREE, 0.3))
            for kind in own.state.box.series
        },
        Happens(viewer, True, Deed.ONE, "H"): (0.9, 0.9),
    }
    cards, verdict, theft = [(8, 0, -4), (-4, 8, 0), (2, 2, 0)][
        sum(map(ord, str((move, against)))) % 3
    ]
    for source, n in ((Source.CARDS, cards), (Source.VERDICT, verdict), (Source.THEFT, theft)):
        sides[Points(viewer, source, 1.0)] = (n * gap - 4.0, -4.0)
    steals = (0.6, 0.2) if theft * gap > 0 else (0.2, 0.6)
    sides[Happens(viewer, True, Deed.STEALS)] = steals
    accused = (Deed.ADMITS, Deed.RIGHTLY, Deed.WRONGLY)
    less = accused[len(str(move) + str(against)) % 3]  # as often after the better move, or not
    for deed in accused:
        often = (0.2, 0.6) if (gap > 0) is (deed is not Deed.WRONGLY) else (0.6, 0.2)
        sides[Happens(viewer, True, deed)] = often if deed is less else (0.4, 0.4)
    best = gap > 0
    differs = Contrast(against, say("other"), 4 * gap, 0.1, False, (), sides=sides, best=best)
    told = sentence(own, move, differs)
    surely = [x for x in told.setting if x.template.startswith("nobody can")] if told else []
    for words in parts(told.words if told else None, *surely):
        begins = [begin for begin in CHECKS if words.template.startswith(begin)]
        values = values_of(words)
        figures = [each for each in values.values() if isinstance(each, int)]
        chances = "cases" in words.template or words.template == "in {n}, not {m}"
        assert begins or not figures or chances, words.template
        for begin in begins[:1]:
            values |= {"n": words.n} if words.plural else {}
            assert CHECKS[begin](own, move, against, values), f"{move}, {against}: {words}"
            found.append(begin)
    return found


def test_a_power_that_has_to_be_used_may_cost_points() -> None:
    """Two Murders beside three Piety are tilted at a loss."""
    own = next(
        own
        for own in positions("overseers", Random("tilt/127"))
        if own.state.power_of(own.viewer) is Power.TILT
    )
    one, other, *_ = choices(own)
    pair = Pair(own, one, _as_good(other))
    assert pair.points(pair.cards.bundle("MMPPP")) == with_power(own, "MMPPP") == 5 + 5 + 21


@pytest.mark.parametrize("better", [True, False])
def test_what_happens_is_told_as_it_was_measured(better: bool) -> None:
    """Of a better pick it is said that it steals more often, of a worse one that it does not."""
    own, thief, other = theft_or_benevolence()
    sides = {Happens(own.viewer, True, Deed.STEALS): (0.6, 0.2)}
    sides[Points(own.viewer, Source.THEFT, 1.0)] = (2.0, 0.5)
    move, against = (thief, other) if better else (other, thief)
    if not better:
        sides = {effect: (two, one) for effect, (one, two) in sides.items()}
    text = said(own, move, against, gap=1.5 if better else -1.5, sides=sides)
    assert ("you steal a card in 60 of 100 cases, not 20" in text) is better
    assert ("you steal a card in 20 of 100 cases, not 60" in text) is not better


@cache
def theft_or_benevolence() -> tuple[View[State], Event, Event]:
    """Return a position in which one can pick a Theft or a Benevolence, and both moves."""
    for own in asked("picks", 60):
        picks = {each.words: each for each in choices(own) if each.verb == "picks"}
        if not tricky(own) and ("T",) in picks and ("B",) in picks:
            return own, picks["T",], picks["B",]
    raise AssertionError("there is no such position")


def test_who_gets_the_pack_next_is_told_what_it_is_denied() -> None:
    own, thief, other = theft_or_benevolence()
    player = own.state.receiver(own.viewer)
    sides = {Happens(player, False, Deed.ONE, "B"): (0.3, 0.8)}
    sides[Points(player, Source.CARDS, -1.0 / (len(own.state.players) - 1))] = (20.0, 22.0)
    text = said(own, other, thief, sides=sides)
    assert f"{player}, who gets this pack, has Benevolence (4) in 30 of 100 cases, not 80" in text


def test_the_best_of_what_may_be_as_good_is_told_with_both_figures() -> None:
    """Whichever they speak for. What a row shows speaks for neither."""
    own, thief, other = theft_or_benevolence()
    assert "adds" in said(own, other, thief, gap=0.1, either=True, best=True)
    both = "Theft adds 2 points, Benevolence would add 4"
    assert str(reason(own, thief, replace(_as_good(other), best=True))) == both
    assert said(own, thief, other, either=True) == "Theft adds 2 points instead of 4"
    row = asked("places", 1)[0]
    rows = {sum(map(ord, top(each))): each for each in choices(row)}
    one, two = list(rows.values())[:2]
    assert "you show" in said(row, one, two) and "you show" in str(reason(row, one, _as_good(two)))


def _as_good(against: Event) -> Contrast:
    return Contrast(against, say("other"), 0.1, 0.1, either=True, differences=())


def test_nothing_is_told_that_speaks_for_the_other_move_alone() -> None:
    own, thief, other = theft_or_benevolence()
    differs = replace(_as_good(thief), gap=-1.0, either=False)
    assert str(reason(own, other, differs)) == "no reason found"


def test_what_a_card_adds_is_no_reason_where_the_own_cards_come_to_as_much() -> None:
    own, thief, other = theft_or_benevolence()
    sides: dict[Effect, tuple[float, float]] = {
        Points(own.viewer, Source.CARDS, 1.0): (20.0, 20.0),
        Points(own.viewer, Source.VERDICT, 1.0): (0.0, -2.0),
    }
    assert said(own, thief, other, gap=2.0, sides=sides) == "no reason found"


def test_a_pair_is_told_once() -> None:
    """The row below tells what is its own, or where it is told."""
    own, thief, other = theft_or_benevolence()
    sides: dict[Effect, tuple[float, float]] = {
        Points(own.viewer, Source.CARDS, 1.0): (20.0, 18.0),
        Points(own.viewer, Source.VERDICT, 1.0): (-5.0, 0.0),
        Happens(own.viewer, True, Deed.RIGHTLY): (0.5, 0.0),
    }
    assert said(own, other, thief, gap=-3.0, sides=sides, again=True) == "see other"


def test_no_row_refers_to_one_that_has_no_reason() -> None:
    own, thief, other = theft_or_benevolence()
    sides: dict[Effect, tuple[float, float]] = {Points(own.viewer, Source.CARDS, 1.0): (20.0, 20.0)}
    assert said(own, other, thief, gap=-2.0, sides=sides, again=True) == "no reason found"
    near = said(own, other, thief, gap=-0.1, sides=sides, again=True, either=True)
    assert near == "see other"


def test_it_is_said_if_what_is_told_of_two_sides_makes_too_little() -> None:
    own, thief, other = theft_or_benevolence()
    player = own.state.receiver(own.viewer)
    share = -1.0 / (len(own.state.players) - 1)
    sides: dict[Effect, tuple[float, float]] = {
        Points(own.viewer, Source.CARDS, 1.0): (20.0, 20.0),
        Points(own.viewer, Source.VERDICT, 1.0): (-1.0, -4.0),
        Happens(own.viewer, True, Deed.RIGHTLY): (0.1, 0.4),
        Points(own.viewer, Source.THEFT, 1.0): (-2.6, -1.0),
        Happens(own.viewer, True, Deed.ROBBED): (0.8, 0.1),
        Points(own.viewer, Source.DOCKING, 1.0): (0.0, 0.2),
        Happens(own.viewer, True, Deed.DOCKED): (0.3, 0.1),
        Points(player, Source.CARDS, share): (0.0, 1.5 / -share),
        Happens(player, False, Deed.ONE, "T"): (0.0, 1.0),
    }
    assert said(own, thief, other, gap=1.8, sides=sides).endswith(
        "cards in 10 of 100 cases, not 40, but you are robbed in 80, not 10"
    )
    both = "has Theft (2) in 1, not 99, but you are robbed in 80, not 10"
    assert said(own, thief, other, gap=9.0, sides=sides).endswith(both)
    unknown = {each: n for each, n in sides.items() if not isinstance(each, Happens)}
    assert "no reason found" in said(own, thief, other, gap=1.8, sides=unknown)


def test_what_an_accusation_costs_is_told_by_how_often_one_pays() -> None:
    """Whether one admits or is punished."""
    own, thief, other = theft_or_benevolence()
    sides: dict[Effect, tuple[float, float]] = {
        Happens(own.viewer, True, Deed.RIGHTLY): (0.1, 0.3),
        Happens(own.viewer, True, Deed.ADMITS): (0.0, 0.2),
        Points(own.viewer, Source.VERDICT, 1.0): (0.0, -4.0),
    }
    sides[Points(own.viewer, Source.CARDS, 1.0)] = (18.0, 20.0)
    text = said(own, thief, other, gap=2.0, sides=sides, best=True)
    adds = "Theft adds 2 points, Benevolence would add 4, but "
    assert text == f"{adds}an accusation costs you cards in 10 of 100 cases, not 50"
    turned = {effect: (two, one) for effect, (one, two) in sides.items()}
    text = said(own, other, thief, gap=-2.0, sides=turned)
    assert text.endswith("of 2, but an accusation costs you cards in 50 of 100 cases, not 10")


def test_who_is_wrongly_accused_much_more_often_is_told_so() -> None:
    own, thief, other = theft_or_benevolence()
    sides: dict[Effect, tuple[float, float]] = {
        Points(own.viewer, Source.VERDICT, 1.0): (12.0, 2.0),
        Happens(own.viewer, True, Deed.WRONGLY): (0.8, 0.4),
    }
    text = said(own, thief, other, gap=10.0, sides=sides)
    assert "you are accused wrongly (and take a card) in 80 of 100 cases, not 40" in text


def test_a_theft_in_the_discard_is_told_if_another_takes_it() -> None:
    for own in asked("discards", 60):
        taker = own.state.holder(Power.SEIZE)
        discards = {each.words: each for each in choices(own)}
        if taker not in ("", own.viewer) and ("T",) in discards and len(discards) > 1:
            break
    else:
        raise AssertionError("there is no such position")
    theft = discards.pop(("T",))
    other = next(iter(discards.values()))
    sides: dict[Effect, tuple[float, float]] = {Points(taker, Source.THEFT, -0.5): (4.0, 0.0)}
    takes = f"{taker} (Thief-Taker) takes"
    assert "you seize" not in said(own, theft, other)
    assert takes in said(own, theft, other, gap=-2.0, sides=sides)
    turned = {effect: (two, one) for effect, (one, two) in sides.items()}
    assert f"after other {takes}" in said(own, other, theft, gap=2.0, sides=turned)


def test_a_vote_is_told_with_the_chances_that_stand_below_it() -> None:
    """A tie counts, and what was only drawn is never told as certain."""
    told = 0
    for own in asked("votes", 6):
        one, other = [move for move in choices(own) if move.words[0] != own.viewer][:2]
        most = {str(each.name): each.chances["most"].chance for each in odds(own)}
        sure = has_most(reach(own), one.words[0]) is not None
        n = in_100(most[one.words[0]], sure)
        text = said(own, one, other, gap=-1.0)
        told += "cases" in text
        assert f"tied in {n} of 100 cases" in text or "can have at most" in text
    assert told


def test_a_chance_to_have_most_is_told_with_the_card_it_mostly_comes_by() -> None:
    """Hands with the card come to more in the mean."""
    told = 0
    for own in asked("votes", 12):
        for player, (_, card) in most_often(own, 0.5).items():
            if card and (left := ways(own, player)):
                told += 1
                have = [n for hand, n in left.items() if card in hand]
                assert fmean(have) > fmean(left.values())
    assert told


def test_that_a_player_cannot_have_most_is_no_reason_to_look() -> None:
    found = {
        said(own, *pair)
        for own in asked("looks", 12)
        for pair in pairwise(each for each in choices(own) if each.verb == "looks")
        if "can have at most" in said(own, *pair, gap=-1.0)
    }
    assert found == {"no reason found"}


def test_a_vote_is_told_with_whom_it_gets_accused() -> None:
    own = asked("votes", 1)[0]
    one, other = [move for move in choices(own) if move.words[0] != own.viewer][:2]
    (ana, bo), share = (one.words[0], other.words[0]), -1.0 / (len(own.state.players) - 1)
    sides: dict[Effect, tuple[float, float]] = {
        Happens(ana, False, Deed.WRONGLY): (0.8, 0.3),
        Happens(bo, False, Deed.WRONGLY): (0.1, 0.6),
        Points(ana, Source.VERDICT, share): (1.6, 0.6),
        Points(bo, Source.VERDICT, share): (0.4, 2.4),
    }
    text = said(own, one, other, sides=sides, best=True)
    brings = f"an accusation brings {ana} about +2.0 points, {bo} +4.0"
    assert f"accused in 80 of 100 cases, {bo} in 10; {brings}" in text
    turned = {effect: (m, n) for effect, (n, m) in sides.items()}
    text = said(own, other, one, gap=-1.0, sides=turned)
    assert text.endswith(f"accused in 60 of 100 cases, {ana} in 30")
    assert "brings" not in said(own, other, one, sides=turned, best=True), "it speaks against it"
    sides = {Happens(own.viewer, True, Deed.WRONGLY): (0.9, 0.9)}
    differs = replace(_as_good(other), sides=sides, best=True)
    anyway, *_ = reason(own, one, differs).setting
    assert str(anyway) == "you are accused in 90 of 100 cases"


def test_what_thieves_get_is_written_alike() -> None:
    """Sums of floats are not quite whole."""
    (own,) = asked("appoints", 1)
    one, other = choices(own)[:2]
    sides: dict[Effect, tuple[float, float]] = {
        Points(each.words[0], Source.THEFT, 1.0 if each.words[0] == own.viewer else -0.5): much
        for each, much in ((one, (2.9999999999999996, 0.0)), (other, (0.0, 4.0)))
    }
    assert "points" in (text := said(own, one, other, gap=1.0, sides=sides))
    assert "3 points" in text and ".0" not in text, text


def test_a_tie_is_told_with_what_its_penalty_takes_and_what_cannot_be_reached_any_more() -> None:
    """Cy has 25 points as Bo, and leads; Ana is ahead in the game whatever is stolen."""
    own = view(read_file(Path(__file__).parent / "views/tied-in-the-last-round.rec"), "Cy")
    spares, punishes = sorted(choices(own), key=lambda each: each.verb, reverse=True)
    text = said(own, spares, punishes, gap=11.75, best=True)
    assert points(own.state, "Cy") == points(own.state, "Bo") == 25
    spots = [laid.spot for laid in own.state.rows["Cy"]]
    lost = 25 - min(points(own.state, "Cy", two) for two in combinations(spots, 2))
    assert f"you are tied with Bo at 25 points: the penalty takes {lost}" in text
    assert "you end the game with at most 47 points, Ana with at least 57" in text


VIEWS = Path(__file__).parent / "views"


def test_where_only_one_can_have_more_the_answer_is_told_with_which_cards() -> None:
    """Ana copied Benevolence for a point, which is best with two Piety: then it has 29."""
    first = ranked(view(read_file(VIEWS / "one-can-have-more.rec"), "Cy"), Budget(iterations=96))[0]
    assert first.action.verb == "denies" and (why := str(first.why))
    assert re.search(r"denying leaves 12, or brings a card in \d+ of 100 cases", why)
    assert (
        "(if Ana used its power well: Piety + Piety); giving up Benevolence + Malice leaves 19"
        in why
    )


def test_the_last_theft_that_can_still_win_is_told_apart_from_one_that_cannot() -> None:
    """Bo wins if it plays right, after either; after the other theft in any case."""
    own = view(read_file(VIEWS / "last-theft.rec"), "Ana")
    one, other = ranked(own, Budget(iterations=12))
    assert one.action.words == ("Bo",) and one.value == other.value
    assert str(one.why) == "you win only if Bo gives Honesty / Murder, after Cy never"
    assert str(other.why).endswith("you end the game with at most 62 points, Bo with at least 67")
    for spot in (laid.spot for laid in own.state.rows["Bo"]):
        state = after(own, one.action)
        state = own.game.apply(state, Event("gives", "Bo", (spot,)))
        best = []
        for docked in ("Ana", "Cy"):
            ended = own.game.apply(state, Event("docks", "Bo", (docked,)))
            while not isinstance(coming := own.game.turn(ended), tuple):
                ended = own.game.apply(ended, coming.sample(Random(0)))
            outcome = own.game.outcome(ended)
            best.append(outcome is not None and "Ana" in outcome.winners)
        (kind,) = (laid.kind for laid in own.state.rows["Bo"] if laid.spot == spot)
        assert any(best) is (kind in "HM")


def test_what_rows_show_is_not_told_before_nuyings_copy() -> None:
    """All see which open card a card copies that lies under it: what shows is not known yet."""
    own = view(read_file(VIEWS / "rows-before-a-copy.rec"), "Bo")
    rows = {top(each): each for each in choices(own)}
    for other in (("A", "A", "T"), ("A", "A", "M")):
        assert "you show" not in said(own, rows["A", "A", "B"], rows[other])


def test_of_thefts_that_bring_as_much_the_lead_in_the_game_is_told() -> None:
    """Both victims give an Honesty: Ana has 28 and 22 then, Cy 26 and 21, Bo 23 and 9, or less."""
    own = view(read_file(VIEWS / "two-thefts.rec"), "Ana")
    one, other = ranked(own, Budget(iterations=12))
    assert (one.action.words, other.action.words) == (("Cy",), ("Bo",))
    cy = "Cy misses Honesty least (2 points), worth 2 to you (you are 5 ahead of Cy over all)"
    bo = "Bo misses Honesty least (2 points), worth 2 to you (you are 3 ahead of Cy over all)"
    assert (str(one.why), str(other.why)) == (cy, bo)
    for each, lead in ((one, 5), (other, 3)):
        state = after(own, each.action)
        (victim,) = each.action.words
        (spot,) = (laid.spot for laid in state.rows[victim] if laid.kind == "H")
        state = own.game.apply(state, Event("gives", victim, (spot,)))
        total = {
            player: sum(row[seat] for row in state.scores[:1]) + points(state, player)
            for seat, player in enumerate(state.players)
        }
        assert total.pop("Ana") - max(total.values()) == lead


def test_a_theft_is_told_by_who_has_most_thefts() -> None:
    """With the Theft Bo has two to Dai's one; else each has one, and Dai leads."""
    own = view(read_file(VIEWS / "takes-a-theft.rec"), "Bo")
    first, other = ranked(own, Budget(iterations=12))
    most = "you have most Thefts (you 2, Dai 1)"
    tie = "Dai, the leader, breaks the tie of Thefts (you 1, Dai 1)"
    assert f"{most}, after P {tie}" in str(first.why)
    assert "Theft adds 2 points, Piety would add 0; " in str(first.why) and tie in str(other.why)
    assert first.value - other.value == 2 + 3 + 1
    for words in parts(first.why):
        if words.template.startswith(tuple(ONE)):
            assert _robber(own, first.action, other.action, dict(words.values))

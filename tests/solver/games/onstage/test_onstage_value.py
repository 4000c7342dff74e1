"""The learned value of Onstage: blind to hidden cards and to the names of suits, and what is built
on it: tries of moves, and how well deals explain what was played."""

from __future__ import annotations

from math import exp, log
from random import Random

import numpy as np
import pytest

from aparte.models.core import Record, View, complete, turn, view
from aparte.models.onstage import GAME, State
from aparte.solver.engine.count import Counter
from aparte.solver.games.onstage import rules_kernel as rules
from aparte.solver.games.onstage.behaviour import Behaviour, explained, resampled
from aparte.solver.games.onstage.deals import Deals
from aparte.solver.games.onstage.position import Position
from aparte.solver.games.onstage.table import coded, mask, numbered, shown_voids
from aparte.solver.games.onstage.trial_kernel import ALIKE
from aparte.solver.games.onstage.value import WINS, stored_nets
from aparte.solver.games.onstage.value_kernel import new_desk, reward, value
from tests.models.onstage.positions import game, plays_of_round, shown
from tests.tables import prefixes

BOX = GAME.box


def cuts(players: int, seed: int, **settings: str) -> list[Record]:
    """Return a random game cut wherever a player chooses."""
    found = prefixes(game(players, seed, **settings))
    return [cut for cut in found if isinstance(turn(cut), tuple) and turn(cut)]


def whole(cut: Record) -> np.ndarray:
    """Return the table of a record without secrets in numbers."""
    state: State = cut.state
    s = numbered(BOX, state)
    s[rules.REMOVED] = mask(state.removed.known, BOX.cards)
    plays = plays_of_round(view(cut, state.players[0]))
    s[rules.VOIDS] = shown_voids(BOX, shown(state.players, plays))
    return s


def valued(s: np.ndarray, seat: int) -> tuple[float, float]:
    desk = new_desk()
    value(s, seat, stored_nets().value, desk)
    return float(desk.told[0, 0]), float(desk.told[0, 1])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_who_holds_the_cards_not_seen_changes_nothing(players: int) -> None:
    rng = Random(players)
    for cut in rng.sample(cuts(players, players), 12):
        s = whole(cut)
        seat = rng.randrange(players)
        twin, others = s.copy(), [i for i in range(players) if i != seat]
        cards = [i for i in range(rules.CARDS) for other in others if s[other] >> i & 1]
        rng.shuffle(cards)
        for other in others:
            size = int(s[other]).bit_count()
            twin[other], cards = sum(1 << card for card in cards[:size]), cards[size:]
        assert valued(twin, seat) == valued(s, seat)


def renamed(s: np.ndarray, order: list[int]) -> np.ndarray:
    """Return `s` with suit i called order[i]."""

    def moved(pieces: int, of_suit: int) -> int:
        group = (1 << of_suit) - 1
        return sum((pieces >> of_suit * i & group) << of_suit * order[i] for i in range(4))

    def piece(number: int, of_suit: int) -> int:
        return order[number // of_suit] * of_suit + number % of_suit

    twin = s.copy()
    for at in (*range(5), rules.REMOVED):
        twin[at] = moved(int(s[at]), 9)
    twin[rules.STAGE] = moved(int(s[rules.STAGE]), 3)
    twin[rules.LINE] = sum(
        piece(int(s[rules.LINE]) >> 4 * i & 15, 3) << 4 * i for i in range(s[rules.LENGTH])
    )
    claimed, voids = int(s[rules.CLAIMED]), int(s[rules.VOIDS])
    twin[rules.CLAIMED] = sum(moved(claimed >> 12 * i & 4095, 3) << 12 * i for i in range(5))
    twin[rules.VOIDS] = sum(moved(voids >> 4 * i & 15, 1) << 4 * i for i in range(5))
    twin[rules.TRICK] = sum(
        piece(int(s[rules.TRICK]) >> 6 * i & 63, 9) << 6 * i for i in range(s[rules.PLAYED])
    )
    twin[rules.TRUMP] = rules.TRUMP_OF[twin[rules.STAGE]]
    return twin


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_names_of_suits_change_nothing(players: int) -> None:
    rng = Random(players)
    for cut in rng.sample(cuts(players, players + 1), 12):
        s, order = whole(cut), rng.sample(range(4), 4)
        for seat in range(players):
            assert valued(renamed(s, order), seat) == pytest.approx(valued(s, seat), abs=1e-4)


def test_a_round_that_is_over_is_worth_what_it_brought() -> None:
    s = whole(cuts(4, 2)[0])
    for _ in range(200):
        if s[rules.PHASE] == rules.OVER:
            break
        legal = int(rules.legal(s))
        rules.apply(s, (legal & -legal).bit_length() - 1)
    points = [int(rules.POINTS[rules.claimed_by(s, seat)]) for seat in range(4)]
    best = max(points)
    for seat in range(4):
        rival = max(points[:seat] + points[seat + 1 :])
        share = (points[seat] == best) / points.count(best)
        assert valued(s, seat) == pytest.approx((share, points[seat] - rival))


def in_a_round(seed: int) -> View:
    """Return a view in the middle of a round, which all play by the rules at random."""
    at = [cut for cut in cuts(4, seed) if len(plays_of_round(view(cut, "Ana"))) == 18]
    cut = at[-1]
    return view(cut, turn(cut)[0].actor)  # type: ignore[index]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_plays_are_explained_by_a_softmax_of_the_value(seed: int) -> None:
    own, heat = in_a_round(seed), 0.1
    deals = Deals.of(own)
    dealt = deals.draw(4, np.array([seed], np.uint64))
    told = explained(own, dealt, heat)
    for world in Counter(GAME.model.hidden(own)).sample(Random(seed), 2):
        record = complete(own, world)
        state: State = record.state
        row = [mask(state.hands[p].known, BOX.cards) * (p != own.viewer) for p in state.players]
        row += [0] * (5 - len(row)) + [mask(state.removed.known, BOX.cards)]
        expected, desk = 0.0, new_desk()
        before = {cut.last + 1: cut for cut in prefixes(record)}
        begun = max(n for n, event in record.events if event.verb == "line")
        for n, event in record.events:
            if n < begun or event.verb not in ("plays", "claims") or event.actor == own.viewer:
                continue
            s = whole(before[n])
            seat, code = state.players.index(event.actor), coded(BOX, s, event)
            count = rules.moves(s, desk.afters, desk.codes)
            codes, afters = desk.codes[:count].tolist(), desk.afters[:count].copy()
            worth = [reward(each, seat, stored_nets().value, WINS, desk) / heat for each in afters]
            own_worth = next(each for each, its in zip(worth, codes, strict=True) if its == code)
            alike = sum(exp(each) for each in worth if abs(each - own_worth) < ALIKE / heat)
            expected += log(alike) - log(sum(map(exp, worth)))
        (found,) = explained(own, np.array([row]), heat)
        assert found == pytest.approx(expected, rel=1e-3)
    assert len(set(told.tolist())) > 1


def test_deals_that_explain_the_plays_better_come_oftener() -> None:
    own = in_a_round(3)
    deals, behaviour = Deals.of(own), Behaviour(1.0, 0.05)
    rng = np.array([1], np.uint64)
    plain = deals.draw(256, rng)
    drawn = np.concatenate(list(resampled(own, deals, behaviour, 64, rng)))
    assert drawn.shape == plain.shape
    means = [explained(own, each, behaviour.heat).mean() for each in (plain, drawn)]
    assert means[1] > means[0]


def test_the_others_hands_are_empty_in_a_position() -> None:
    own = in_a_round(4)
    position = Position.of(own)
    _, afters = position.moves
    for s in (position.root, *afters):
        assert not any(s[i] for i in range(5) if i != position.seat)

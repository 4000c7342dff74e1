"""The coach of Onstage: sound, repeatable, blind to what its seat does not see."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import get_annotations
from itertools import islice
from math import log, sqrt
from random import Random

import numpy as np
import pytest

from aparte.models.bag import Bag
from aparte.models.core import Event, Record, View, complete, turn, view
from aparte.models.match import Match
from aparte.models.onstage import GAME, State
from aparte.models.record import read, write
from aparte.solver.engine.count import Counter
from aparte.solver.games.onstage import (
    CoachBot,
    GreedyBot,
    advise,
    greedy,
    greedy_kernel,
    judge,
    rules_kernel,
    value_kernel,
)
from aparte.solver.games.onstage.advice import nudge
from aparte.solver.games.onstage.behaviour import ODD, Likely
from aparte.solver.games.onstage.coach import (
    AHEAD,
    CHUNK,
    PLAYED_OUT,
    TOGETHER,
    WHOLE,
    _draws,
    ahead,
    rated,
    solved,
)
from aparte.solver.games.onstage.deals import Deals
from aparte.solver.games.onstage.position import Position
from aparte.solver.games.onstage.table import event_of, numbered
from aparte.solver.games.onstage.value import WINS, stored_nets
from aparte.solver.play.coach import Bot, Budget, Choice, RandomBot, choices
from aparte.solver.play.driver import acted, bot_event, drawn
from aparte.solver.play.trial import NOTHING
from tests.models.onstage.positions import game, plays_of_round
from tests.tables import blank, prefixes, random_game

BOX = GAME.box
SHORT, LONG = Budget(iterations=150), Budget(iterations=20_000)


def cuts(players: int, seed: int, left: range, **settings: str) -> list[Record]:
    """Return a random game cut where a player chooses and holds so many cards."""
    found = []
    for cut in prefixes(game(players, seed, **settings)):
        coming = turn(cut)
        if isinstance(coming, tuple) and coming:
            state: State = cut.state
            if len(state.hands[coming[0].actor]) in left:
                found.append(cut)
    return found


def seen(cut: Record) -> View:
    """Return the view of whoever is to choose, read from its own text."""
    return read(write(view(cut, turn(cut)[0].actor)))  # type: ignore[index]


@pytest.mark.parametrize("players", [3, *(pytest.param(n, marks=pytest.mark.soak) for n in (4, 5))])
def test_advice_is_legal_and_the_same_again(players: int) -> None:
    for cut in Random(1).sample(cuts(players, players, range(1, 13)), 8):
        own = seen(cut)
        told = advise(own, SHORT, 0, NOTHING)
        assert told == advise(own, SHORT, 0, NOTHING)
        assert {each.action for each in told} <= set(choices(own))
        assert len({each.action for each in told}) == len(told)


@pytest.mark.parametrize("players", [3, *(pytest.param(n, marks=pytest.mark.soak) for n in (4, 5))])
def test_the_others_cards_change_nothing(players: int) -> None:
    rng = Random(players)
    for cut in rng.sample(cuts(players, players + 10, range(2, 13)), 5):
        own = view(cut, turn(cut)[0].actor)  # type: ignore[index]
        told = advise(own, SHORT, 0, NOTHING)
        for world in Counter(GAME.model.hidden(own)).sample(rng, 3):
            twin = view(complete(own, world), own.viewer)
            assert advise(twin, SHORT, 0, NOTHING) == told


def test_the_search_starts_from_hands_that_are_empty() -> None:
    own = seen(cuts(4, 3, range(5, 6))[0])
    position = Position.of(own)
    hands = [bool(hand) for hand in position.root[:5]]
    assert hands == [i == position.seat for i in range(5)]
    unseen = int(position.root[rules_kernel.REMOVED])
    assert unseen.bit_count() == 36 - 5 - len(plays_of_round(own))


def test_a_coach_takes_views_and_brings_no_compiler_before_it_is_asked() -> None:
    assert get_annotations(advise)["view"] == "View[State]"
    code = "import sys, aparte.solver.games.onstage; print(*({'numba', 'numpy'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stdout.split()


def test_time_ends_the_search() -> None:
    own = seen(cuts(4, 5, range(9, 10))[0])
    assert advise(own, Budget(seconds=0.02), 0, NOTHING)


def test_no_time_to_think_is_enough_for_millions_of_deals() -> None:
    many = (Position.of(seen(cut)) for cut in cuts(5, 6, range(4, 5)))
    position = next(each for each in many if each.deals.number > 2e6)
    assert solved(position, Budget(seconds=1e9)) == []


def bits(mask: int) -> list[int]:
    return [i for i in range(rules_kernel.CARDS) if mask >> i & 1]


def whole(state: State) -> np.ndarray:
    """Return a whole `state` in numbers, with the removed card."""
    s = numbered(BOX, state)
    s[rules_kernel.REMOVED] = sum(1 << BOX.cards.index(card) for card in state.removed.known)
    return s


# the end of a round


def best_reply(
    worlds: list[tuple[State, float]], seat: str, value: Callable[[State], float]
) -> float:
    """The best expected value for `seat` over `worlds` that look alike, by the plain rules."""
    scores = len(worlds[0][0].scores)
    after: dict[object, list[tuple[State, float]]] = {}
    turns = {state.step for state, _ in worlds}
    assert len(turns) == 1
    coming = GAME.turn(worlds[0][0])
    assert isinstance(coming, tuple)
    if coming[0].actor == seat:
        return max(
            _value([(GAME.apply(state, move), odds) for state, odds in worlds], seat, value, scores)
            for move in coming
        )
    for state, odds in worlds:
        move = by_value(state)
        after.setdefault(move, []).append((GAME.apply(state, move), odds))
    return sum(_value(group, seat, value, scores) for group in after.values())


def _value(
    worlds: list[tuple[State, float]], seat: str, value: Callable[[State], float], scores: int
) -> float:
    over = [len(state.scores) > scores for state, _ in worlds]
    if any(over):
        return sum(odds * value(state) for state, odds in worlds)
    return best_reply(worlds, seat, value)


def by_value(state: State) -> Event:
    """What is done in a whole state by who follows the learned value."""
    s, desk = whole(state), value_kernel.new_desk()
    player = state.players[rules_kernel.actor(s)]
    best = value_kernel.best_move(s, stored_nets(), WINS, desk)
    return event_of(BOX, s, player, desk.codes[best])


@pytest.mark.parametrize(
    ("players", "settings"),
    [
        (3, {}),
        (3, {"Edition": "fr", "Abilities": "optional"}),
        (4, {}),
        (4, {"Teams": "Ana+Cy Bo+Dai"}),
        pytest.param(5, {}, marks=pytest.mark.soak),
    ],
)
def test_the_end_is_as_good_as_brute_force_says(
    players: int, settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = "aparte.solver.games.onstage.position.taken"
    monkeypatch.setattr(path, lambda view, deals: (0, deals))  # all go by the value
    done = 0
    for cut in cuts(players, players + 30, range(2, 4), **settings):
        own = seen(cut)
        state: State = own.state
        counter = Counter(GAME.model.hidden(own))
        if state.round == players or counter.worlds > 40 or len(choices(own)) > 12:
            continue
        told = advise(own, LONG, 0, NOTHING)
        assert all(each.exact and not each.error for each in told)
        deals: dict[str, tuple[State, float]] = {}
        for rank in range(counter.worlds):
            whole: State = complete(own, counter.world(rank)).state
            key = str((whole.hands, whole.removed))
            before = deals.get(key, (whole, 0.0))[1]
            deals[key] = (whole, before + 1 / counter.worlds)

        def ahead(after: State, seat: str = own.viewer) -> float:
            row = dict(zip(after.players, after.scores[-1], strict=True))
            sums = {team: sum(row[p] for p in team) for team in after.agreed.teams}
            (mine,) = (team for team in sums if seat in team)
            return sums[mine] - max(total for team, total in sums.items() if team != mine)

        best = best_reply(list(deals.values()), own.viewer, ahead)
        assert told[0].value == pytest.approx(best)
        done += 1
        if done == 3:
            break
    assert done


def test_the_end_is_played_to_its_end_where_moves_are_judged() -> None:
    for cut in cuts(3, 33, range(2, 5))[:3]:
        trial = judge.Trial(seen(cut), 0)
        assert all(worth.is_integer() for row in trial.worths(trial.moves, 4) for worth in row)


# how others are taken to play


@pytest.mark.parametrize("players", [3, *(pytest.param(n, marks=pytest.mark.soak) for n in (4, 5))])
def test_the_compiled_greedy_chooses_as_well_as_the_bot(players: int) -> None:
    found = [
        cut for cut in cuts(players, players + 20, range(2, 13)) if len(choices(seen(cut))) > 1
    ]
    for cut in Random(2).sample(found, 25):
        s, own = whole(cut.state), seen(cut)
        code = greedy_kernel.greedy_move(s, np.empty_like(s))
        state, last = cut.state, len(cut.state.trick) == players - 1
        made = event_of(BOX, s, own.viewer, int(code))
        chosen = GreedyBot().choose(own, Random(0)).event
        if made.verb == "claims":
            assert made == chosen
        else:
            reckoned = [greedy.Tried.of(state, each).cost(last) for each in (made, chosen)]
            assert reckoned[0] == reckoned[1]


def a_round(bot: Bot, seed: int) -> Iterator[tuple[View, Record]]:
    """Yield what Ana knows before each of her choices of a round, where all are `bot`, and all."""
    record, rng = blank("onstage", 4), Random(seed)
    bots = dict.fromkeys(record.setup.players, bot)
    match = Match.of(drawn(record, rng), bots)
    while not match.record.state.scores:
        event = bot_event(match, bots, rng)
        assert event is not None
        if event.actor == "Ana":
            yield match.views["Ana"], match.record
        match = match.at(drawn(acted(match.record, event), rng))


@dataclass(frozen=True)
class OfKind:
    """Plays as everybody of a kind is taken to, see `value_kernel`."""

    kind: int

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what is done by that kind."""
        position, desk = Position.of(view), value_kernel.new_desk()
        s = position.root.copy()
        s[rules_kernel.KINDS] = self.kind << 2 * position.seat
        best = value_kernel.best_move(s, stored_nets(), WINS, desk)
        return Choice(position.event(int(desk.codes[best])))


def taken_for(bot: Bot, seed: int) -> list[list[int]]:
    """Return as what kinds Ana takes the others before each of her plays, where all are `bot`."""
    kinds = (int(Position.of(own).root[rules_kernel.KINDS]) for own, _ in a_round(bot, seed))
    return [[each >> 2 * seat & 3 for seat in range(4)] for each in kinds]


@pytest.mark.parametrize(
    ("kind", "least"),
    [(value_kernel.BY_VALUE, 0.9), (value_kernel.BY_RECKONING, 0.3), (value_kernel.GREEDY, 0.7)],
)
def test_of_what_kind_somebody_is_is_known_by_plays(kind: int, least: float) -> None:
    bot = GreedyBot() if kind == value_kernel.GREEDY else OfKind(kind)
    taken = [each for seed in range(4) for each in taken_for(bot, seed)[4:]]
    assert sum(each[1:].count(kind) for each in taken) > least * 3 * len(taken)
    assert not any(each[0] for each in taken)


def test_who_plays_otherwise_is_not_taken_for_greedy() -> None:
    for bot in (CoachBot(SHORT), RandomBot()):
        taken = [each for seed in range(2) for each in taken_for(bot, seed)]
        assert sum(each.count(value_kernel.GREEDY) for each in taken) < 0.1 * 3 * len(taken)


def test_nobody_is_taken_for_anything_before_somebody_plays() -> None:
    record = drawn(blank("onstage", 4), Random(5))
    assert not any(
        Position.of(view(record, player)).root[rules_kernel.KINDS]
        for player in record.setup.players
    )


def test_rounds_are_played_to_their_end_among_greedy_and_with_fewer_tries() -> None:
    early = [own for own, _ in a_round(GreedyBot(), 3)][:5]
    met = set[bool]()
    for position in map(Position.of, early):
        kinds = [int(position.root[rules_kernel.KINDS]) >> 2 * seat & 3 for seat in range(4)]
        among = kinds[1:] == [value_kernel.GREEDY] * 3
        assert position.among_greedy is among
        assert ahead(position) == (WHOLE if among else AHEAD)
        tried = sum(each.tries for each in rated(position, Budget(iterations=600), 0))
        assert 0 < tried <= (600 // PLAYED_OUT if among else 600)
        met.add(among)
    assert met == {True, False}


def test_deals_that_are_tried_are_drawn_together_by_their_odds() -> None:
    position = Position.of([own for own, _ in a_round(GreedyBot(), 1)][5])
    assert isinstance(position.likely, Likely)
    chunks = list(islice(_draws(position, None, np.array([3], np.uint64)), TOGETHER // CHUNK))
    assert [len(chunk) for chunk in chunks] == [CHUNK] * len(chunks)
    together = position.likely.draw(TOGETHER, np.array([3], np.uint64))
    assert np.concatenate(chunks).tolist() == together.tolist()


def test_a_deal_is_the_less_likely_the_less_greedy_plays_were_in_it() -> None:
    own = [own for own, _ in a_round(GreedyBot(), 1)][5]
    position = Position.of(own)
    assert isinstance(position.likely, Likely)
    dealt = position.deals.draw(6, np.array([1], np.uint64))
    expected = np.ones(len(dealt))
    for seat, sure in position.likely.takers.items():
        odd = []
        for row in dealt:
            hands = zip(own.state.players, row, strict=False)
            held = {player: {BOX.cards[i] for i in bits(int(hand))} for player, hand in hands}
            odd.append(_oddities(own, held, seat))
        greedily = ODD ** np.array(odd)
        expected *= 1 - sure + sure * greedily / greedily.mean()
    assert len(set(expected.tolist())) > 1
    assert position.likely.odds(dealt).tolist() == pytest.approx(expected.tolist())
    assert len(position.likely.draw(0, np.array([1], np.uint64))) == 0


def _oddities(own: View, held: Mapping[str, set[str]], seat: int) -> int:
    """Count the plays of this round that `greedy` would not have made with this hand behind."""
    player, found = own.state.players[seat], 0
    plays = [(n, event) for n, event in own.events if event.verb == "plays"]
    for at, (n, event) in enumerate(plays):
        if event.actor == player:
            later = {each.words[0] for _, each in plays[at:] if each.actor == player}
            state = own.until(n - 1).state
            hand = Bag(tuple(sorted(held[player] | later)))
            state = replace(state, hands={**state.hands, player: hand})
            last, coming = len(state.trick) == len(state.players) - 1, GAME.turn(state)
            assert isinstance(coming, tuple)
            costs = [greedy.Tried.of(state, move).cost(last) for move in coming]
            found += greedy.Tried.of(state, event).cost(last) > min(costs)
    return found


def test_plays_of_greedy_tell_of_hands() -> None:
    """The log loss of who holds a card gets smaller by them."""
    known, counted = list[float](), list[float]()
    for seed in range(3):
        for own, record in list(a_round(GreedyBot(), seed))[4:8]:
            position = Position.of(own)
            known.append(_loss(position.likely, record, seed))
            counted.append(_loss(position.deals, record, seed))
    assert sum(known) < 0.9 * sum(counted)


def _loss(deals: Deals | Likely, record: Record, seed: int) -> float:
    """Return the log loss of where the cards in the hands of others lie."""
    dealt, found = deals.draw(256, np.array([seed], np.uint64)), 0.0
    for seat, player in enumerate(record.setup.players[1:], start=1):
        for card in record.state.hands[player].known:
            has = dealt[:, seat] >> BOX.cards.index(card) & 1
            found -= log((has.sum() + 0.5) / (len(dealt) + 1))
    return found


# how well it plays


@pytest.mark.soak
def test_the_coach_beats_three_greedy_bots() -> None:
    rounds, wins = 60, 0.0
    for number in range(rounds):
        record, rng = blank("onstage", 4), Random(number)
        wins += _share(record, rng, number % 4)
    assert wins / rounds > 0.25 + 2 * sqrt(0.25 * 0.75 / rounds)


def _share(record: Record, rng: Random, seat: int) -> float:
    players = record.setup.players
    bots = {p: CoachBot(SHORT) if i == seat else GreedyBot() for i, p in enumerate(players)}
    match = Match.of(drawn(record, rng), bots)
    while not (state := match.record.state).scores:
        event = bot_event(match, bots, rng)
        assert event is not None
        match = match.at(drawn(acted(match.record, event), rng))
    row = state.scores[0]
    return (row[seat] == max(row)) / row.count(max(row))


def test_no_hint_of_who_plays_last_asks_who_can_still_take_the_trick() -> None:
    last = 0
    for seed in range(3):
        record = random_game("onstage", 3, seed)
        for at in range(len(record.lines)):
            own = record.with_lines(record.lines[:at])
            moves = turn(own)
            if isinstance(moves, tuple) and len(own.state.trick) == 2:
                seen = view(own, moves[0].actor)
                told = {str(nudge(seen, each)) for each in choices(seen)}
                assert not any("who can still take" in each for each in told)
                last += len(told) > 0
    assert last > 20

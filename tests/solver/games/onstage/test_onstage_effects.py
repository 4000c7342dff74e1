"""What people talk about at Onstage is true of the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from operator import add, sub

from aparte.models.core import Record, complete, turn
from aparte.models.onstage import GAME, State, Step, value_of
from aparte.solver.engine.count import Counter as Worlds
from aparte.solver.games.onstage.effects import Came, Kind
from aparte.solver.games.onstage.position import Position
from aparte.solver.play.coach import choices, play_of
from tests.reasons import played_positions


def is_last(state: State, viewer: str) -> bool:
    """Tell whether the round ends with this trick: each keeps one card. ON-5"""
    return len(state.hands[viewer].known) == (2 if state.step is Step.PLAY else 1)


def test_who_gets_the_rest_of_the_stage_has_claimed_nobody() -> None:
    judge = play_of("onstage").judge
    assert judge is not None
    seen = 0
    played = chain.from_iterable(played_positions("onstage", 14, n) for n in range(40))
    last = (own for own in played if is_last(own.state, own.viewer))
    for own in islice(last, 30):
        claimed = own.state.claimed
        (came,) = judge.trial(own, 0).followed(choices(own)[:1], 16)
        counts = {each: row for each, row in came.counts.items() if isinstance(each, Came)}
        rest = {each.player: row for each, row in counts.items() if each.kind is Kind.REST}
        assert all(not claimed[player] for player in rest)
        for each, column in counts.items():
            if each.kind is Kind.TAKES and each.player in rest:
                assert not any(map(min, column, rest[each.player]))
        seen += bool(rest)
    assert seen


def test_what_is_left_goes_to_who_took_nobody_to_the_end() -> None:
    """It is looked for behind the trick, too, to the end of the round. ON-12"""
    judge, seen = play_of("onstage").judge, Counter[str]()
    assert judge is not None and judge.to_end is not None
    for own in islice(
        chain.from_iterable(played_positions("onstage", 18, n) for n in range(20)), 20
    ):
        (came,) = judge.to_end(own, 0).followed(choices(own)[:1], 32)
        counts = {each: row for each, row in came.counts.items() if isinstance(each, Came)}
        for rest, column in counts.items():
            if rest.kind is not Kind.REST:
                continue
            left = counts[Came(Kind.LEFT, rest.player)]
            assert not own.state.claimed[rest.player]
            assert all((n > 0) == (often == 1) for n, often in zip(left, column, strict=True))
            for each, row in counts.items():
                if each.kind is Kind.TAKES and each.player == rest.player:
                    assert not any(map(min, row, column))
                if each.kind is Kind.LATER and each.player == rest.player:
                    later = zip(row, left, strict=True)
                    assert all(n == most for n, most in later if most and n)
                    seen["later"] += any(map(min, row, left))
    assert seen


def test_what_comes_now_next_and_later_is_all_that_a_round_still_brings() -> None:
    judge = play_of("onstage").judge
    assert judge is not None and judge.to_end is not None
    seen = Counter[Kind]()
    played = chain.from_iterable(played_positions("onstage", 18, n) for n in range(20))
    for own in islice(played, 12):
        (came,) = judge.to_end(own, 0).followed(choices(own)[:1], 16)
        state = own.state
        totals = {
            player: [float(sum(int(each[1]) for each in claimed))] * 16
            for player, claimed in state.claimed.items()
        }
        counts = {each: row for each, row in came.counts.items() if isinstance(each, Came)}
        if any(each.kind is Kind.REST for each in counts):
            continue  # of what is left then, it is not counted how much
        for effect, column in counts.items():
            if effect.kind in (Kind.TAKES, Kind.NEXT, Kind.LATER):
                seen[effect.kind] += 1
                blossoms = value_of(effect.piece) if effect.kind is Kind.TAKES else 1
                more = [blossoms * each for each in column]
                totals[effect.player] = [*map(add, totals[effect.player], more)]
        own_total = totals.pop(own.viewer)
        if not Position.of(own).last_round:
            most = [max(each) for each in zip(*totals.values(), strict=True)]
            assert [*came.worths] == [*map(sub, own_total, most)]
    assert len(seen) == 3


def test_how_a_trick_ends_is_how_it_can_end_by_the_rules() -> None:
    """Each way to play it on is tried in each deal, up to the next trick. ON-6, ON-10, ON-11"""
    judge, seen = play_of("onstage").judge, Counter[int]()
    assert judge is not None
    for own in chain.from_iterable(played_positions("onstage", 17, n) for n in range(40)):
        if not 2 < len(own.state.hands[own.viewer]) < 5:
            continue
        deals = Worlds(GAME.model.hidden(own))
        if deals.worlds > 12:
            continue
        tables = [complete(own, deals.world(n)) for n in range(deals.worlds)]
        for move in choices(own)[:2]:
            (came,) = judge.trial(own, 0).followed([move], 16)
            had = sum(map(len, own.state.claimed.values()))
            ends = {end for table in tables for end in ends_of(table.moved(move), had)}
            wins = [each for each in came.counts if isinstance(each, Came)]
            wins = [each for each in wins if each.kind is Kind.WINS]
            assert sum(sum(came.counts[each]) for each in wins) == 16
            assert {(each.player, each.piece, frozenset(each.stage)) for each in wins} <= ends
            seen[len(own.setup.players) - len(own.state.trick)] += 1
    assert len(seen) > 2, seen


def ends_of(table: Record[State], had: int) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield who wins the trick, whom that takes, and who is on stage as the next one begins."""
    state = table.state
    if not state.trick:
        own = state.claimed[state.leader]
        taken = own[-1] if sum(map(len, state.claimed.values())) > had else ""
        yield state.leader, taken, frozenset(state.theatre.stage)
        return
    for move in turn(table):
        yield from ends_of(table.moved(move), had)

"""The coach of Les Adresses Jaunes: what it reads, and what it makes of that."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from aparte.models.adresses_jaunes import AdressesJaunes, Box
from aparte.models.core import REFEREE, Event, Record, Setup, complete, view
from aparte.models.event import NOBODY
from aparte.models.match import Match
from aparte.models.record import begun, read
from aparte.solver.engine.count import Counter, count
from aparte.solver.games.adresses_jaunes import PLAY, advise
from aparte.solver.games.adresses_jaunes.coach import CoachBot, Decision
from aparte.solver.games.adresses_jaunes.convention import (
    Reading,
    chosen,
    read_by_convention,
    read_literally,
    spoken,
)
from aparte.solver.games.adresses_jaunes.hands import TARGETS_FROM, TILES, Code
from aparte.solver.games.adresses_jaunes.hands_kernel import concluded
from aparte.solver.games.adresses_jaunes.play_kernel import counting, to_be_told
from aparte.solver.play.coach import Budget
from aparte.solver.play.driver import acted, bot_event, drawn, played
from aparte.solver.play.trial import Assumptions
from tests.tables import prefixes, random_game

SMALL = Box(columns=2, rows=2, kinds=("T", "R"), rounds=2, revealed={2: 2, 3: 1}, hand={2: 2, 3: 2})
NAMES = ("Ana", "Bo", "Cy", "Dai")


def blank(players: int, box: Box | None = None, **tags: str) -> Record:
    game = AdressesJaunes(box) if box else AdressesJaunes()
    names = NAMES[:players]
    head = (("Game", game.name), ("Record", "1"), ("Players", " ".join(names)), *tags.items())
    return begun(game, Setup(names, {"Convention": "none", **tags}), REFEREE, head)


def coached(players: int, seed: int, box: Box | None = None, **tags: str) -> Record:
    record = blank(players, box, **tags)
    return played(record, {name: CoachBot() for name in NAMES[:players]}, Random(seed))


def worlds(reading: Reading) -> set[tuple[frozenset[str], ...]]:
    """All ways to give each player one of the possible hands, no tile twice."""
    seen = reading.seen
    fits = set()
    for hands in product(*(each.tolist() for each in seen.sets)):
        tiles = [tile for hand in hands for tile in seen.code.tiles(hand)]
        if len(set(tiles)) == len(tiles):
            fits.add(tuple(frozenset(seen.code.tiles(hand)) for hand in hands))
    return fits


def hands_dealt(record: Record) -> tuple[tuple[str, ...], ...]:
    return tuple(event.outcome for _, event in record.events if event.verb == "deal")


# what is read literally


@pytest.mark.parametrize("players", [2, 3, 4])
def test_literal_hands_make_the_worlds_that_are_counted(players: int) -> None:
    for cut in list(prefixes(random_game("adresses-jaunes", players, 11)))[-9:-1]:
        own = view(cut, "Bo")
        posterior = count(own.game.model.hidden(own))
        decision = Decision(read_literally(own), 1)
        rows, complete_ = decision.worlds(5_000)
        if posterior.worlds <= 5_000:
            assert complete_
            assert len({tuple(row) for row in rows.tolist()}) == len(rows) == posterior.worlds
        for row in rows[:50].tolist():
            world = {item: (NOBODY,) for item in own.game.model.hidden(own).items}
            for player, hand in zip(own.setup.players, row, strict=True):
                world |= dict.fromkeys(decision.seen.code.tiles(hand), (player,))
            assert not own.game.model.hidden(own).broken(world)


def test_a_position_is_read_as_it_stands() -> None:
    own = read(
        '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo"]\n[Seat "Ana"]\n'
        '[From "position"]\nrevealed 1P 1R 1T 2P 2R 2T 4P 4R 4T\nneutral 5P\n'
        "found Ana 6P 6R\nfound Bo 7T\ndeal Ana 8P 8R 8T\ndeal Bo ????\n"
        "Ana disc h1 shows 0\nAna disc h1 shows 0\nBo disc h1 shows 3\nBo disc h2 shows 0\n"
        "round 3 discs\nBo disc T = 2\nAna disc h3 = 3\nBo pawn 9P = nobody\n"
    )
    posterior = count(own.game.model.hidden(own))
    rows, all_of_them = Decision(read_literally(own), 1).worlds(1_000)
    assert all_of_them
    assert len(rows) == posterior.worlds


# the convention


def balanced(hands: list[tuple[str, ...]], box: Box) -> dict[tuple[str, ...], str]:
    """The plain rule: each hand goes where the fewest hands before it count the same."""
    same: dict[tuple[str, int], int] = {}
    choice = {}
    for hand in hands:
        classes = [(x, sum(tile in tiles for tile in hand)) for x, tiles in box.targets.items()]
        best = min(classes, key=lambda each: same.get(each, 0))
        same[best] = same.get(best, 0) + 1
        choice[hand] = best[0]
    return choice


@pytest.mark.parametrize("seed", range(3))
def test_the_choice_of_targets_is_the_plain_rule(seed: int) -> None:
    box = Box.printed()
    tiles = sorted(Random(seed).sample(box.tiles, 10))
    hands = list(combinations(tiles, 3))
    code = Code(box)
    numbers = chosen(code.hands(tiles, 3), len(box.targets))
    assert [list(box.targets)[x] for x in numbers] == list(balanced(hands, box).values())


def closed_in(record: Record) -> list[str]:
    revealed = next(event.outcome for _, event in record.events if event.verb == "revealed")
    return [tile for tile in SMALL.tiles if tile not in revealed]


def deals_of(record: Record) -> list[tuple[tuple[str, ...], ...]]:
    """Return all ways to deal two tiles each from those that were not turned up."""
    players = len(record.setup.players)
    return [
        deal
        for deal in product(combinations(closed_in(record), 2), repeat=players)
        if len({tile for hand in deal for tile in hand}) == 2 * players
    ]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (2, 3), (3, 4)])
def test_beliefs_are_the_deals_in_which_all_would_have_laid_these_discs(
    players: int, seed: int
) -> None:
    record = coached(players, seed, SMALL, Convention="1")
    deals = deals_of(record)
    sets = [list(combinations(closed_in(record), 2)) for _ in range(players)]
    held: list[tuple[str, ...]] = list(hands_dealt(record))
    for cut in prefixes(record):
        event = cut.lines[-1].event if cut.lines else None
        if event is None or event.verb not in ("disc", "pawn", "name"):
            continue
        deals = [deal for deal in deals if follows(event, deal, sets, record)]
        sets = after(event, sets, record)
        found = worlds(read_by_convention(view(cut, "Ana")))
        assert found == {tuple(map(frozenset, deal)) for deal in deals}
        assert tuple(map(frozenset, held)) in found


def shown(event: Event) -> tuple[str, str] | None:
    if event.verb == "pawn":
        return event.words[0], event.outcome[0]
    return (event.words[0], event.words[1]) if event.outcome == ("yes",) else None


def open_before(event: Event, record: Record) -> set[str]:
    tiles = set()
    for _, each in record.events:
        if each is event:
            break
        if each.verb in ("pawn", "name") and (found := shown(each)):
            tiles.add(found[0])
    return tiles


def counts(event: Event, hand: tuple[str, ...], record: Record) -> bool:
    tiles = SMALL.targets[event.words[0]] - open_before(event, record)
    return sum(tile in tiles for tile in hand) == int(event.outcome[0])


def follows(event: Event, deal, sets, record: Record) -> bool:
    """Whether, with this deal, the rule and the convention give this event."""
    if event.verb == "disc":
        p = record.setup.players.index(event.actor)
        rule = balanced(sets[p], SMALL)
        return rule.get(deal[p]) == event.words[0] and counts(event, deal[p], record)
    tile, holder = shown(event) or ("", "")
    places = {tile: name for name, hand in zip(NAMES, deal, strict=False) for tile in hand}
    return places.get(tile, NOBODY) == holder


def after(event: Event, sets, record: Record):
    """What everybody then knows of each player."""
    out = []
    for p, hands in enumerate(sets):
        player = record.setup.players[p]
        if event.verb == "disc":
            rule = balanced(hands, SMALL)
            kept = [
                hand
                for hand in hands
                if player != event.actor
                or (rule[hand] == event.words[0] and counts(event, hand, record))
            ]
        else:
            tile, holder = shown(event) or ("", "")
            kept = [hand for hand in hands if (tile in hand) == (player == holder)]
        out.append(kept)
    return out


def told_by_pawn(event: Event, hand: tuple[str, ...], record: Record) -> bool:
    """Whether a player with this hand may place this pawn: nearest before it is an own tile."""
    gone = open_before(event, record) | {
        tile for _, each in record.events if each.verb == "revealed" for tile in each.outcome
    }
    if set(hand) <= gone:
        return True
    tiles = [f"{block}{kind}" for block in "1234" for kind in "TR" if f"{block}{kind}" not in gone]
    at = tiles.index(event.words[0])
    return len(tiles) == 1 or tiles[at - 1] in hand


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 4), (3, 5)])
def test_beliefs_are_the_deals_in_which_all_would_have_placed_these_pawns(
    players: int, seed: int
) -> None:
    record = coached(players, seed, SMALL, Convention="spoken")
    deals = deals_of(record)
    for cut in prefixes(record):
        event = cut.lines[-1].event if cut.lines else None
        if event is None or event.verb not in ("disc", "pawn", "name"):
            continue
        if event.verb == "disc":
            at = record.setup.players.index(event.actor)
            deals = [deal for deal in deals if counts(event, deal[at], record)]
        else:
            tile, holder = shown(event) or ("", "")
            if event.verb == "pawn":
                at = record.setup.players.index(event.actor)
                deals = [deal for deal in deals if told_by_pawn(event, deal[at], record)]
            who = [*record.setup.players, NOBODY]
            deals = [
                deal
                for deal in deals
                if who[next((p for p, hand in enumerate(deal) if tile in hand), players)] == holder
            ]
        found = worlds(read_by_convention(view(cut, "Ana"), "spoken"))
        assert found == {tuple(map(frozenset, deal)) for deal in deals}
        assert tuple(map(frozenset, hands_dealt(record))) in found


@pytest.mark.parametrize("bot", ["greedy", "coach"])
def test_every_pawn_of_who_follows_the_spoken_convention_tells_an_own_tile(bot: str) -> None:
    bots = {name: PLAY.bots[bot]() for name in NAMES[:3]}
    record = played(blank(3, Convention="spoken"), bots, Random(17))
    hands = dict(zip(record.setup.players, hands_dealt(record), strict=True))
    told = [fact for fact in spoken(record) if fact.places <= hands.keys()]
    assert len(told) >= 6
    for fact in told:
        (player,) = fact.places
        assert fact.item in hands[player]


def test_what_the_spoken_convention_tells_is_said_beside_a_pawn() -> None:
    record = coached(2, 3, Convention="spoken")
    own = view(record.until(next(n for n, e in record.events if e.verb == "pawn") - 1), "Ana")
    hand = own.state.hands["Ana"].known
    for advice in advise(own, Budget(iterations=4, quick=False)):
        assert str(advice.why) in {f"tells your {tile}" for tile in hand}


@pytest.mark.parametrize("convention", ["1", "spoken"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_is_never_ruled_out_when_all_follow(players: int, convention: str) -> None:
    record = coached(players, 7, Convention=convention)
    truth = hands_dealt(record)
    for cut in prefixes(record):
        if len(hands_dealt(cut)) < players:
            continue
        for seat in record.setup.players:
            reading = read_by_convention(view(cut, seat), convention)
            assert reading.convention == convention
            for p, hand in enumerate(truth):
                assert reading.seen.code.hand(hand) in reading.seen.sets[p]
    assert record.game.outcome(record.state).words == ("won",)


def test_who_does_not_follow_is_noticed_and_read_literally_from_there() -> None:
    record = coached(3, 5, Convention="1")
    first = next(number for number, event in record.events if event.verb == "disc")
    begun = record.until(first - 1)
    noticed = 0
    for number in range(9):
        target = list(Box.printed().targets)[number]
        other = acted(begun, Event("disc", "Ana", (target,)))
        reading = read_by_convention(view(other, "Ana"))
        if reading.convention:
            assert (view(other, "Ana").lines[-1].event) == record.until(first).lines[-1].event
            continue
        noticed += 1
        assert reading.broken == first
        literal = read_literally(view(other, "Ana"))
        assert all(
            np.array_equal(a, b) for a, b in zip(reading.seen.sets, literal.seen.sets, strict=True)
        )
        advice = advise(view(other, "Ana"), Budget(iterations=2), 0, Assumptions(convention=True))
        assert not advice or f"line {first} " in str(advice[0].why)
    assert noticed == 8


def test_others_fall_back_when_no_hand_fits() -> None:
    record = coached(2, 5, Convention="1")
    lines = [number for number, event in record.events if event.verb == "disc"]
    begun = record.until(lines[2] - 1)
    player = record.until(lines[2]).lines[-1].event.actor
    (listener,) = {"Ana", "Bo"} - {player}
    broken = [
        read_by_convention(view(acted(begun, Event("disc", player, (target,))), listener)).broken
        for target in Box.printed().targets
    ]
    assert set(broken) == {None, lines[2]}


@pytest.mark.parametrize("players", [2, 3])
def test_literal_advice_does_not_use_the_convention(players: int) -> None:
    record = coached(players, 3, Convention="1")
    cut = record.until(next(n for n, event in record.events if event.verb == "pawn"))
    agreed_on = view(cut, "Bo")
    plain = begun(
        cut.game,
        Setup(cut.setup.players, {"Convention": "none"}),
        "Bo",
        tuple(tag for tag in agreed_on.tags if tag[0] != "Convention"),
    ).with_lines(agreed_on.lines)
    posterior = count(plain.game.model.hidden(plain))
    literal, by_convention = read_literally(agreed_on), read_by_convention(agreed_on)
    for one, other in zip(literal.seen.sets, read_literally(plain).seen.sets, strict=True):
        assert np.array_equal(one, other)
    assert len(Decision(literal, 0).worlds(200_000)[0]) == min(posterior.worlds, 200_000)
    assert len(by_convention.seen.sets[0]) < len(literal.seen.sets[0])


# advice


@pytest.mark.parametrize("tags", [{}, {"Convention": "1"}, {"Convention": "spoken"}])
def test_twins_get_the_same_advice(tags: dict[str, str]) -> None:
    record = drawn(blank(2, **tags), Random(3))
    for _ in range(5):
        own = view(record, "Ana")
        for world in Counter(own.game.model.hidden(own)).sample(Random(1), 3):
            twin = view(complete(own, world), "Ana")
            assert twin == own
            budget = Budget(iterations=4, quick=False)
            assert advise(twin, budget) == advise(own, budget)
        bots = {"Ana": CoachBot(), "Bo": CoachBot()}
        record = acted(record, bot_event(Match.of(record, bots), bots, Random(0)))


def conclude(sets: list[list[frozenset[str]]], truth: tuple[frozenset[str], ...]) -> float:
    """The plain rule of the conclusion, by looking at every world of every seat."""
    sets = [list(hands) for hands in sets]
    open_: set[str] = set()
    players = range(len(sets))
    while True:
        if all(hand <= open_ for hand in truth):
            return 1.0
        best, news = 0.0, None
        for i in players:
            fits = [
                deal
                for deal in product(*(sets[k] if k != i else [truth[i]] for k in players))
                if sum(map(len, deal)) == len(frozenset().union(*deal))
            ]
            for k in players:
                sure = frozenset.intersection(*(deal[k] for deal in fits)) - open_
                if k != i and sure:
                    news = min(sure), k
            rest = frozenset().union(*(truth[k] for k in players if k != i))
            best = max(best, 1 / (len(fits) * sum(not hand & rest for hand in sets[i])))
        if news is None:
            return best
        tile, holder = news
        open_.add(tile)
        sets = [[h for h in sets[k] if (tile in h) == (k == holder)] for k in players]


@pytest.mark.parametrize("seed", range(40))
def test_the_conclusion_goes_as_the_plain_rule_says(seed: int) -> None:
    rng = Random(seed)
    code, players = Code(Box.printed()), rng.randint(2, 4)
    tiles = rng.sample(code.box.tiles, 10)
    truth = tuple(frozenset(tiles[2 * p : 2 * p + 2]) for p in range(players))
    every = [frozenset(pair) for pair in combinations(tiles, 2)]
    sets = [sorted({hand, *rng.sample(every, rng.randint(0, 5))}, key=sorted) for hand in truth]
    size = np.array([len(each) for each in sets])
    rows = np.zeros((players, size.max()), dtype=np.int64)
    for p, each in enumerate(sets):
        rows[p, : len(each)] = [code.hand(hand) for hand in each]
    hands = np.array([code.hand(hand) for hand in truth])
    shut = code.mask(set(code.box.tiles) - set(tiles))
    assert concluded(rows, size, hands, shut) == pytest.approx(conclude(sets, truth))


@pytest.mark.parametrize("discs", [0, 1, 2, 3])
def test_discs_to_come_are_those_that_leave_the_fewest_hands(discs: int) -> None:
    rng = Random(discs)
    box = Box.printed()
    code = Code(box)
    hands = [frozenset(rng.sample(box.tiles, 4)) for _ in range(60)]
    own = hands[0]
    others = frozenset(rng.sample(sorted(set(box.tiles) - own), 4))

    def left(targets: tuple[str, ...]) -> int:
        same = [
            all(len(h & box.targets[x]) == len(own & box.targets[x]) for x in targets)
            for h in hands
        ]
        return sum(each and not h & others for each, h in zip(same, hands, strict=True))

    codes = np.array([code.hand(hand) for hand in hands])
    told = to_be_told(codes, codes[0], code.mask(others), discs, counting(len(box.targets)))
    targets = [x for i, x in enumerate(box.targets) if told >> TARGETS_FROM + 3 * i & 7 == 7]
    assert len(targets) <= min(discs, 2)
    assert told.bit_count() == 3 * len(targets)
    every = [
        (),
        *combinations(box.targets, 1),
        *(combinations(box.targets, 2) if discs > 1 else ()),
    ]
    if discs:
        assert left(tuple(targets)) == min(map(left, every))


def test_a_code_holds_tiles_and_counts() -> None:
    code = Code(Box.printed())
    hand = code.hand(["2R", "3T", "5P", "9T"])
    assert code.tiles(hand & TILES) == ("2R", "3T", "5P", "9T")
    counted = {
        target: hand >> TARGETS_FROM + 3 * x & 7 for x, target in enumerate(code.box.targets)
    }
    assert counted == dict(h1=2, h2=1, h3=1, v1=0, v2=2, v3=2, P=1, R=1, T=2)


def test_the_bots_of_a_table_know_what_a_seat_can_know() -> None:
    assert "cheat" not in PLAY.bots

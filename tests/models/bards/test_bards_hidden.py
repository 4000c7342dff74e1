"""The hidden model of Battle of the Bards against the plainest way to count."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from aparte.models.bards import State
from aparte.models.bards.epoch import epochs
from aparte.models.core import Record, complete, replay, view
from aparte.models.record import write
from aparte.solver.engine.count import Counter
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played
from tests.bards_tables import small_table
from tests.tables import NAMES, prefixes, random_game

Piece = tuple[str, int]
"""A card and the number of its copy."""
Pieces = frozenset[Piece]
Where = tuple[Pieces, Pieces, Pieces, Piece | None, Pieces]
"""Hand (with what goes on stage), deck without its explored top, discard pile, that top, stage."""


def small_game(players: int, seed: int) -> Record:
    bots = {player: RandomBot() for player in NAMES[:players]}
    return played(small_table(players), bots, Random(seed))


def counted(record: Record, player: str) -> Tally[Where]:
    """Every way the pieces of a player's deck can lie, with how often, by walking the lines."""
    ways: Tally[Where] = Tally()
    before: State = record.game.start(record.setup)
    for line, after in replay(record):
        event = line.event
        then, now = before.troupes[player], after.troupes[player]
        duty = before.duties[0].verb if before.duties else ""
        if event.verb == "leader" and event.words == (player,):
            copies: Tally[str] = Tally()
            deck = frozenset((card, copies.update([card]) or copies[card]) for card in now.cards)
            ways = Tally({(frozenset(), deck, frozenset(), None, frozenset()): 1})
        elif event.actor == player:
            gone = tuple((Tally(then.face_down) - Tally(now.face_down)).elements())
            ways = _walked(ways, event, gone, duty)
        before = after
        ways = _settled(ways, Tally(now.discard), bool(now.stage))
    return ways


def _walked(ways: Tally[Where], event, gone, duty) -> Tally[Where]:
    after: Tally[Where] = Tally()
    for (hand, deck, out, top, play), n in ways.items():
        match event.verb:
            case "draws":
                known = {top} if top else set()
                for cards in combinations(deck, len(event.outcome) - len(known)):
                    drawn = {*cards, *known}
                    after[hand | drawn, deck - drawn, out, None, play] += n
            case "explores":
                for card in [top] if top else deck:
                    after[hand, deck - {card}, out, card, play] += n
            case "gathers":
                for card in [top] if top else deck:
                    if card[0] == gone[0]:
                        after[hand, deck - {card}, out, None, play | {card}] += n
            case "trashes" if duty == "returns":
                if top[0] == gone[0]:
                    after[hand, deck, out, None, play] += n
            case "reshuffles":
                if not deck and not top:
                    after[hand, out, frozenset(), None, play] += n
            case _:
                for cards in combinations(hand, len(gone)):
                    if Tally(card for card, _ in cards) == Tally(gone):
                        shown, rest = frozenset(cards), hand - frozenset(cards)
                        if event.verb == "reveals":
                            after[rest, deck, out, top, play | shown] += n
                        elif event.verb == "trashes":
                            after[rest, deck, out, top, play] += n
                        else:
                            after[rest, deck, out | shown, top, play] += n
    return after


def _settled(ways: Tally[Where], pile: Tally[str], playing: bool) -> Tally[Where]:
    """Hired veterans come to the discard pile, and at the end of a round what is in play."""
    after: Tally[Where] = Tally()
    for (hand, deck, out, top, play), n in ways.items():
        veterans = {
            (card, 1)
            for card in pile
            if not any(card == there for there, _ in (*hand, *deck, *out, *play))
        }
        if playing:
            after[hand, deck, out | veterans, top, play] += n
        else:
            after[hand, deck, out | veterans | play, top, frozenset()] += n
    return after


@pytest.mark.parametrize("seed", range(3))
def test_the_counter_agrees_with_walking_the_lines(seed: int) -> None:
    record = small_game(2, seed)
    cuts = [*prefixes(record)][10:]
    for cut in Random(seed).sample(cuts, 8):
        if any(event.verb == "shows" for _, event in cut.events):
            continue
        hidden = cut.game.model.hidden(view(cut, "Bo"))
        posterior = Counter(hidden).posterior().by_name(hidden)
        ways = counted(cut, "Ana")
        total = sum(ways.values())
        held: Tally[str] = Tally()
        for (hand, *_), n in ways.items():
            for card, _ in hand:
                held[card] += n
        for item in hidden.items:
            if item.startswith("Ana:"):
                model = sum(
                    Fraction(posterior.weight[item, place], posterior.worlds)
                    for place in ("hand", "stage")
                    if (item, place) in posterior.weight
                )
                assert model == Fraction(held[item[4:]], total), (cut.last, item)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_is_a_world_and_twins_look_alike(players: int) -> None:
    record = random_game("bards", players, players)
    rng = Random(players)
    for cut in rng.sample([*prefixes(record)][4:], 1):
        for seat in (record.setup.players[0], record.setup.players[-1], "table"):
            seen = view(cut, seat)
            hidden = seen.game.model.hidden(seen)
            counter = Counter(hidden)
            assert counter.worlds
            world = counter.world(rng.randrange(counter.worlds))
            assert not hidden.broken(world)
            twin = complete(seen, world)
            state: State = twin.state
            assert write(view(twin, seat)) == write(seen)
            for player in record.setup.players:
                troupe = state.troupes[player]
                assert troupe.hand.whole and troupe.deck.whole and troupe.going.whole
                for card in set(troupe.hand.known) if seat != player else ():
                    placed = world[f"{player}:{card}"]
                    ends = Tally(hidden.name_of(place) for place in placed)
                    assert ends["hand"] == troupe.hand.known.count(card)
            truth: State = cut.state
            weight = counter.posterior().by_name(hidden).weight
            for player in record.setup.players:
                for card in set(truth.troupes[player].hand.known) if seat != player else ():
                    assert weight[f"{player}:{card}", "hand"] > 0


def test_encore_cards_are_with_players_or_nobody() -> None:
    record = random_game("bards", 3, 3)
    dealt = [number for number, event in record.events if event.verb == "encore"]
    seen = view(record.until(dealt[-1] + 4), "Ana")
    hidden = seen.game.model.hidden(seen)
    posterior = Counter(hidden).posterior().by_name(hidden)
    (own,) = (
        event.outcome[0]
        for _, event in seen.events
        if event.words == ("Ana",) and event.verb == "encore"
    )
    for pair in seen.game.box.cards.encores:
        chances = {place: posterior.chance(pair, place) for place in hidden.names}
        if pair == own:
            assert chances["Ana"] == 1
        else:
            assert chances["Bo"] == chances["Cy"] == Fraction(1, 5)
            assert chances["nobody"] == Fraction(3, 5)


def test_views_that_grow_and_shrink_tell_the_same_as_those_read_at_once() -> None:
    """What is kept of one view is taken on for a later one, and for no other one."""
    some = [*prefixes(small_game(2, 3)), *prefixes(small_game(2, 4))]
    order = [*some[::9], *some[1::21], *some[::-15]]
    for i, record in enumerate(order):
        for player in record.setup.players:
            own = view(record, player)
            fresh = epochs(own.with_lines(replace(line, note=f" {i}") for line in own.lines))
            assert epochs(own) == fresh

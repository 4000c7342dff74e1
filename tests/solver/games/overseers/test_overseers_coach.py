from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import chain, count, islice, repeat
from random import Random

import pytest

from aparte.models.core import Event, Record, complete, turn, view
from aparte.models.match import Match
from aparte.models.overseers import GAME, State, Step
from aparte.models.overseers.scoring import penalties, points
from aparte.models.words import say
from aparte.solver.engine.sweep import TooManyStates
from aparte.solver.games.overseers import CoachBot, GreedyBot, advise, nudge
from aparte.solver.games.overseers import imagined as imagining
from aparte.solver.games.overseers.advice import advised, same
from aparte.solver.games.overseers.behaviour import Behaviour
from aparte.solver.games.overseers.bundles import Cards
from aparte.solver.games.overseers.draft import Draft
from aparte.solver.games.overseers.effects import Deed, Happens, Points, Source
from aparte.solver.games.overseers.greedy import CrowdBot, DoubtfulBot
from aparte.solver.games.overseers.habits import usual
from aparte.solver.games.overseers.imagined import imagined
from aparte.solver.games.overseers.judge import JUDGE, sought
from aparte.solver.games.overseers.moves import table_of
from aparte.solver.games.overseers.passes import Pass
from aparte.solver.games.overseers.play import play_on
from aparte.solver.games.overseers.reckoning import Reckoning
from aparte.solver.games.overseers.sampling import Sampler
from aparte.solver.games.overseers.table import RoundTable
from aparte.solver.games.overseers.tries import FEWEST, Tried, decides, foregone, is_open, tried
from aparte.solver.games.overseers.tries import drawn as worlds_of
from aparte.solver.games.overseers.worlds import Worlds
from aparte.solver.games.overseers.worth import Winning, ends_the_game, relative
from aparte.solver.play import race
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget, bots, choices
from aparte.solver.play.contrast import contrasted
from aparte.solver.play.driver import acted, bot_event, drawn, played
from aparte.solver.play.itself import Itself
from aparte.solver.play.trial import NOTHING, Assumptions
from tests.models.overseers.scenes import NAMES, scene
from tests.reasons import positions
from tests.tables import blank

FEW = Budget(iterations=2)


@cache
def first_round(players: int, seed: int) -> tuple[Record, ...]:
    """Return the first round between greedy players, cut wherever somebody chooses."""
    rng = Random(seed)
    record = drawn(blank("overseers", players), rng)
    greedy = {player: GreedyBot() for player in record.setup.players}
    match, found = Match.of(record, greedy), []
    while match.record.state.round == 1:
        found.append(match.record)
        event = bot_event(match, greedy, rng)
        assert event is not None
        match = match.at(drawn(acted(match.record, event), rng))
    return tuple(found)


def until(players: int, seed: int, step: Step) -> Record:
    """Return a round between greedy players up to the first choice in `step`."""
    return next(cut for cut in first_round(players, seed) if cut.state.step is step)


def actor(record: Record) -> str:
    """Return who chooses now."""
    moves = turn(record)
    assert isinstance(moves, tuple)
    return moves[0].actor


@pytest.mark.parametrize("names", [("greedy",) * 3, ("coach", "greedy", "random")])
def test_bots_play_to_the_end(names: tuple[str, ...]) -> None:
    makers = {**bots("overseers"), "coach": lambda: CoachBot(FEW)}
    seated = {player: makers[name]() for player, name in zip(NAMES, names, strict=False)}
    record = played(blank("overseers", 3, Characters="chosen"), seated, Random(1))
    assert record.state.step is Step.OVER


STEPS = (
    Step.FUSHEN,
    Step.DRAFT,
    Step.DISCARD,
    Step.PLACEMENT,
    Step.TILT,
    Step.DRAW,
    Step.LOOK,
    Step.TUCK,
    Step.VOTE,
    Step.ANSWER,
    Step.THEFT,
    Step.DOCKING,
    Step.SUCCESSION,
)


@pytest.mark.parametrize("step", STEPS)
def test_everything_is_rated_and_the_same_each_time(step: Step) -> None:
    """What others chose in secret, another world in their place, changes nothing."""
    seed = next(
        seed for seed in count() if any(cut.state.step is step for cut in first_round(4, seed))
    )
    record = until(4, seed, step)
    if step in (Step.DRAFT, Step.DISCARD, Step.PLACEMENT, Step.VOTE):  # some have chosen
        for _ in range(2):
            record = drawn(acted(record, choices(view(record, actor(record)))[0]), Random(0))
    seen = view(record, actor(record))
    advice = advise(seen, FEW, 7, NOTHING)
    moves = {each.action for each in advice}
    assert moves <= set(choices(seen))
    if step is not Step.PLACEMENT:  # where the order within a row is all the same
        assert moves == set(choices(seen))
    values = [round(each.value, 9) for each in advice]
    assert values == sorted(values, reverse=True)
    if step not in (Step.FUSHEN, Step.SUCCESSION):
        world = Sampler(Worlds(Pass(Draft.of(seen))), Random(3)).world()
        seen = view(complete(seen, world), seen.viewer)
    assert advise(seen, FEW, 7, NOTHING) == advice
    exact = step in (Step.THEFT, Step.DOCKING)
    assert {each.exact for each in advice} == {exact}
    assert exact <= (not any(each.error for each in advice))


@pytest.mark.parametrize("step", [Step.DRAFT, Step.DISCARD, Step.PLACEMENT])
def test_secret_choices_of_others_are_taken_back(step: Step) -> None:
    """Two have chosen: they are imagined to choose anew, together with the third."""
    record = until(3, 4, step)
    for _ in range(2):
        record = acted(record, choices(view(record, actor(record)))[0])
    table = next(imagined(view(record, "Cy"), None, Random(0)))
    cards = table.cards
    picked = 0 if step is Step.DRAFT else 6
    assert [len(cards.singles[hand]) for hand in table.hands[:2]] == [picked] * 2
    assert [len(cards.singles[pack]) for pack in table.packs] == [6 - picked] * 3
    assert table.full[:2] == [0, 1]
    assert table.here == [0, 1, 2]
    assert table.rows == [[], [], []]


@pytest.mark.parametrize("verb", ["names", "calls", "becomes"])
def test_characters_to_choose_are_rated(verb: str) -> None:
    for seed in count():
        rng = Random(seed)
        dealt = drawn(blank("overseers", 3, Characters="chosen"), rng)
        greedy = {player: GreedyBot() for player in dealt.setup.players}
        match = Match.of(dealt, greedy)
        while (event := bot_event(match, greedy, rng)) is not None:
            if event.verb == verb and match.record.state.round == 1 + (verb != "names"):
                seen = match.views[event.actor]
                advice = advised(seen, FEW, 0, None)
                assert {each.action for each in advice} == set(choices(seen))
                return
            match = match.at(drawn(acted(match.record, event), rng))


def test_people_are_taken_to_hide_good_cards_unless_that_is_switched_off() -> None:
    seen = view(until(4, 6, Step.VOTE), "Ana")
    believed = advise(seen, FEW, 0, NOTHING)
    assert believed == advised(seen, FEW, 0, Behaviour(0.5))
    assert believed == advise(seen, FEW, 0, Assumptions(behaviour=0.5))
    alike = advise(seen, FEW, 0, Assumptions(behaviour=0.0))
    assert [each.value for each in alike] != [each.value for each in believed]
    assert "hide good cards" in str(believed[0].unit) and "hide" not in str(alike[0].unit)


# known positions


def at(state: State) -> RoundTable:
    """Return a table at which all is known."""
    return table_of(blank("overseers", state.players), state)


def worth(state: State, *moves: Event) -> list[Tried]:
    """Return what moves of Ana come to where all know all cards."""
    found = [Tried(move, seat=0, players=state.players) for move in moves]
    for after in islice(worlds_of(repeat(at(state)), found[0], state.players), 2):
        for each in found:
            each.play_in(after)
    return found


def test_table_counts_as_the_rules_do() -> None:
    state = scene("PPA/AB MAA/MB BBH/HT", "Nuying Steadfast Meixiu", Step.VOTE)
    table, reckoning = at(state), Reckoning(state)
    for seat, player in enumerate(state.players):
        laid = {card.spot: card.kind for card in state.rows[player]}
        assert table.points(seat) == reckoning.points(player, laid) == points(state, player)
        (dearest, *_) = penalties(state, player)
        assert table.left(seat, dearest) == points(state, player, dearest)


PLAIN = "Wuming Two-Above Steadfast"
"""Characters that table no part after the placement, if Cy has no Honesty and no Piety."""


@pytest.mark.parametrize(("character", "verb"), [("Yanmei", "tilts"), ("Nuying", "tucks")])
def test_changed_cards_count_as_the_rules_say(character: str, verb: str) -> None:
    state = scene("MMA/TH PPB/HH AAA/BB", f"{character} Wuming Steadfast", Step.TILT)
    moves = GAME.turn(state)
    assert isinstance(moves, tuple)
    for move in moves:
        assert move.verb == verb
        after = GAME.apply(state, move)
        laid = {card.spot: card.kind for card in after.rows["Ana"]}
        assert Reckoning(after).points("Ana", laid) == points(after, "Ana")
        assert at(after).points(0) == points(after, "Ana")


def test_whoever_would_lose_more_by_denying_admits() -> None:
    """Denying costs Ana two Piety, 21 points; admitting costs her a Malice and a Benevolence."""
    state = scene("PPA/PB AAA/AA BBA/AA", PLAIN, Step.VOTE, discard="AAA")
    trial = replace(state.trial, votes=dict.fromkeys(NAMES[:3], "Ana"), accused="Ana")
    admit, deny = worth(
        replace(state, trial=trial),
        Event("admits", "Ana", ("t3", "b2")),
        Event("denies", "Ana"),
    )
    assert [scores[0] for scores in (admit.scores[0], deny.scores[0])] == [21, 7]
    assert (admit.value, deny.value) == (21 - 16, 7 - 16)
    cards = Points("Ana", Source.CARDS, 1.0)
    verdict = Points("Ana", Source.VERDICT, 1.0, Deed.PAYS)
    admitted, denied = (each.followed(each.worths) for each in (admit, deny))
    assert admitted.counts[cards] == denied.counts[cards] == [28, 28], "as they lay at the vote"
    assert (admitted.counts[verdict], denied.counts[verdict]) == ([-7, -7], [-21, -21])
    called = say("other")
    found = contrasted(admitted, denied, Event("denies", "Ana"), called, complete=False)
    assert found.difference is not None and found.difference.effect == verdict
    assert found.sides[Happens("Ana", True, Deed.PAYS)] == (1.0, 1.0)
    assert found.sides[Happens("Ana", True, Deed.AHEAD)] == (1.0, 1.0)


def test_a_leader_that_is_spared_is_accused_neither_rightly_nor_wrongly() -> None:
    """Ana, tied with Bo, leads and spares herself: she pays nothing, and takes nothing."""
    state = scene("MMM/AA MMM/AA BBA/AA", PLAIN, Step.VOTE, discard="AAA")
    assert state.leader == "Ana"
    trial = replace(state.trial, votes=dict.fromkeys(NAMES[:3], "Ana"), accused="Ana")
    (deny,) = worth(replace(state, trial=trial), Event("denies", "Ana"))
    assert deny.scores[0][0] == 24
    counts = deny.followed(deny.worths).counts
    accused = {Happens("Ana", True, deed) for deed in (Deed.PAYS, Deed.WRONGLY)}
    assert counts and not accused & counts.keys()


def test_cards_to_give_up_have_rows_of_their_own_beside_denying() -> None:
    """Which of them is given up may matter as much as whether one admits."""
    record = until(3, 6, Step.ANSWER)
    own = view(record, record.state.trial.accused)
    advice = ranked(own, Budget(iterations=60))
    told = [move for each in advice for move in (each.action, *each.same)]
    assert {*told} == {*choices(own)} and len(told) == len({*told})
    assert [each.action.verb for each in advice].count("denies") == 1 and len(advice) > 2


def test_a_vote_against_a_habit_that_costs_is_held_against_that_habit() -> None:
    found = 0
    for seed in range(8):
        record = until(4, seed, Step.VOTE)
        own = view(record, actor(record))
        best, *others = ranked(own, Budget(iterations=240))
        usual = JUDGE.trial(own, 0).usual
        for each in others:
            if each.action == usual and best.value - each.value > 2 * JUDGE.marks.doubtful:
                assert best.contrast is not None and best.contrast.against == usual
                found += 1
    assert found


def test_what_comes_of_effects_that_cancel_is_told() -> None:
    """Bo's vote is worth 4.5 more: Ana gets less by the theft, and the others much less."""
    state = scene("TTA/AA MMM/MM BBB/BB", PLAIN, Step.VOTE, discard="AAA")
    bo, cy = worth(state, Event("votes", "Ana", ("Bo",)), Event("votes", "Ana", ("Cy",)))
    one, other = (each.followed(each.worths) for each in (bo, cy))
    found = contrasted(one, other, Event("votes", "Ana", ("Cy",)), say("Cy"), complete=False)
    told = {effect.name: came - other for effect, (came, other) in found.sides.items()}
    assert (found.gap, told["verdict pays Bo"], told["theft robbed Bo"]) == (4.5, -12, 6)


def test_a_vote_is_worth_what_follows_with_the_theft() -> None:
    """Bo and Cy vote for each other: Ana's vote decides, and afterwards she steals.

    Bo, accused, admits and gives up two Murders of five; Ana then gets a Benevolence of Cy's 20.
    Cy, accused, denies and takes a Malice; then Ana gets a Murder of Bo.
    """
    state = scene("TTA/AA MMM/MM BBB/BB", PLAIN, Step.VOTE, discard="AAA")
    bo, cy = worth(state, Event("votes", "Ana", ("Bo",)), Event("votes", "Ana", ("Cy",)))
    assert bo.scores[0] == [13 + 4, 30 - 12, 20 - 4]
    assert cy.scores[0] == [13 + 6, 30 - 6, 20 + 3]
    assert (bo.value, cy.value) == (0.0, -4.5)
    after_bo, after_cy = (each.followed(each.worths) for each in (bo, cy))
    assert after_bo.counts[Points("Ana", Source.THEFT, 1.0, Deed.STEALS)] == [4, 4]
    assert after_bo.counts[Points("Bo", Source.VERDICT, -0.5, Deed.PAYS)] == [-12, -12]
    assert after_bo.counts[Happens("Ana", True, Deed.STEALS, "B", "Cy")] == [1, 1]
    assert after_bo.counts[Happens("Cy", False, Deed.ROBBED, "B", "Ana")] == [1, 1]
    assert after_bo.counts[Happens("Bo", False, Deed.PAYS)] == [1, 1]
    assert after_cy.counts[Happens("Cy", False, Deed.WRONGLY)] == [1, 1]


def test_the_parts_of_a_round_make_its_value() -> None:
    state = scene("TTA/AA MMM/MM BBB/BB", PLAIN, Step.VOTE, discard="AAA")
    for each in worth(state, *(Event("votes", "Ana", (player,)) for player in ("Bo", "Cy"))):
        counts = each.followed(each.worths).counts
        for world, value in enumerate(each.worths):
            assert sum((one.worth or 0) * came[world] for one, came in counts.items()) == value


def test_the_viewer_answers_what_is_better_for_it() -> None:
    """Accused, Ana would deny by habit; the coach knows that she had better admit."""
    state = scene("PPP/BM MBB/AA AAA/AA", PLAIN, Step.VOTE, discard="AAA")
    table = at(state)
    table.accused = 0
    assert relative(play_on(table.copy()), 0) == 10 - (20 + 15) / 2
    (vote,) = worth(state, Event("votes", "Ana", ("Cy",)))
    assert vote.scores[0] == [21, 20, 15]


def test_equal_choices_of_others_are_all_played() -> None:
    """The victim gives one of two equal cards; both are counted, so the value is exact."""
    record = until(4, 3, Step.THEFT)
    advice = advised(view(record, actor(record)), FEW, 0, None)
    assert all(each.exact and each.error == 0 for each in advice)


def test_values_are_relative_to_the_mean_of_the_others() -> None:
    assert relative([20, 10, 14], 0) == 8


def test_in_the_last_round_values_are_the_chance_to_win_the_game() -> None:
    """Where cards lie hidden the lead is open by some points; a tie goes to who never led."""
    worth = Winning([40, 45.5, 45], certain=False)
    assert 0.5 < worth([20, 14, 10], 0) < worth([21, 14, 10], 0) < 1
    assert worth([20, 14, 15], 0) == 0.5 == Winning([40, 45, 45], certain=True)([20, 14, 15], 0)
    certain = replace(worth, certain=True)
    assert [certain([20, n, 10], 0) for n in (13, 14, 15)] == [1.0, 1.0, 0.0]


def test_the_parts_of_the_last_round_make_the_chance_but_for_what_is_open() -> None:
    """So much more of it as one move brings than another is made by what is told of it."""
    told = 0
    for own in chain.from_iterable(positions("overseers", Random(f"won/{n}")) for n in range(40)):
        if told < 4 and ends_the_game(own.state) and not is_open(own.state):
            one, other = sought(own, 1).followed(choices(own)[:2], 20)
            for world, gap in enumerate(
                x - y for x, y in zip(one.worths, other.worths, strict=True)
            ):
                sums = (
                    sum((each.worth or 0) * came[world] for each, came in some.counts.items())
                    for some in (one, other)
                )
                assert next(sums) - next(sums) == pytest.approx(gap)
            told += 1
    assert told == 4


def test_the_budget_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a tenth of a second each time it is looked at past the FEWEST."""
    seen = view(until(3, 9, Step.VOTE), "Ana")
    ticks = count()
    monkeypatch.setattr(race, "thought", lambda: next(ticks) / 10)

    def worlds(budget: Budget) -> int:
        return len(tried(seen, choices(seen), budget, Random(0), None)[0].scores)

    assert worlds(Budget(iterations=5, quick=False)) == 5
    assert worlds(Budget(seconds=2.0, quick=False)) == FEWEST + 20
    assert worlds(Budget(seconds=0.01, quick=False)) == FEWEST


def test_worlds_too_many_to_count_are_drawn_from_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(*_: object) -> Pass:
        raise TooManyStates

    seen = view(until(3, 9, Step.VOTE), "Ana")
    counted = advised(seen, Budget(iterations=200, quick=False), 0, None)
    monkeypatch.setattr(imagining, "Pass", too_many)
    drawn_ = advised(seen, Budget(iterations=200, quick=False), 0, None)
    for one, other in zip(counted, drawn_, strict=True):
        assert one.action == other.action
        assert abs(one.value - other.value) < 5 * (one.error + other.error)


@pytest.mark.parametrize("step", [Step.DRAFT, Step.VOTE])
def test_the_coach_takes_its_best_advice(step: Step) -> None:
    seen = view(until(3, 9, step), "Ana")
    best = advised(seen, FEW, 0, Behaviour())[0]
    assert CoachBot(FEW).choose(seen, Random(0)).event == best.action


def test_rows_are_laid_in_any_order() -> None:
    """So that the places of cards tell nothing of what they are."""
    seen = view(record := until(3, 9, Step.PLACEMENT), actor(record))
    laid = {CoachBot(FEW).choose(seen, Random(seed)).event.words for seed in range(8)}
    cut = {(frozenset(words[:3]), frozenset(words[4:])) for words in laid}
    assert len(laid) > len(cut) == 1


def test_behaviour_believes_that_good_cards_are_hidden() -> None:
    """Of two piles of worlds, the one in which much is hidden gains weight."""
    seen = view(until(4, 6, Step.VOTE), "Ana")
    expected = [
        sum(table.now[1] for table in islice(imagining.imagined(seen, behaviour, Random(0)), 150))
        for behaviour in (None, Behaviour(1.0))
    ]
    assert expected[1] > expected[0]
    likely = Behaviour(1.0).likelihood(GAME.box)
    shown = {"t1": "A", "t2": "A", "t3": "B"}
    assert likely("Bo", shown, ("M", "M"), "T") > likely("Bo", shown, ("M", "T"), "M")
    assert Behaviour(0.0).likelihood(GAME.box)("Bo", shown, ("M", "T"), "M") == 1.0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("picks", [1, 2, 4])
def test_others_are_believed_to_have_taken_what_promises_most(players: int, picks: int) -> None:
    """Every draw fits what is known: who has how many cards, and what the viewer has."""
    cuts = [cut for cut in first_round(players, 4) if cut.state.step is Step.DRAFT]
    seen = view(cuts[picks * players + 1], "Bo")  # Ana has picked, and is imagined to pick anew
    own, cards = table_of(seen, seen.state), Cards.of(seen.state.box)
    promised = usual(cards).promised[None]
    means = []
    for behaviour in (None, Behaviour(1.0)):
        tables = list(islice(imagined(seen, behaviour, Random(0)), 100))
        for table in tables:
            assert (table.hands[1], table.packs[1]) == (own.hands[1], own.packs[1])
            hands = [Counter(cards.kinds(hand)) for hand in table.hands]
            packs = [Counter(cards.kinds(pack)) for pack in table.packs]
            assert {hand.total() for hand in hands} == {picks}
            assert {pack.total() for pack in packs} == {6 - picks}
            assert sum((*hands, *packs), Counter()) <= Counter(GAME.box.deck[players])
        others = [table.hands[:1] + table.hands[2:] for table in tables]
        means.append(sum(promised[hand] for hands in others for hand in hands))
    assert means[1] > means[0]


@pytest.mark.parametrize("step", [Step.DRAFT, Step.DISCARD, Step.PLACEMENT, Step.VOTE, Step.ANSWER])
def test_a_nudge_names_no_card_and_no_player(step: Step) -> None:
    record = until(4, 3, step)
    coming = turn(record)
    assert isinstance(coming, tuple)
    seen = view(record, coming[0].actor)
    for best in choices(seen):
        told = nudge(seen, best)
        assert told is not None
        assert not told.values


def test_a_nudge_is_about_the_best_move() -> None:
    record = until(4, 3, Step.VOTE)
    seen = view(record, record.setup.players[0])
    assert len({nudge(seen, best) for best in choices(seen)}) == 2


def test_players_that_values_are_measured_against_misjudge_what_others_show() -> None:
    seen = view(until(4, 6, Step.VOTE), "Ana")
    doubtful = {DoubtfulBot(Random(n)).choose(seen, Random(0)).event for n in range(30)}
    sure = {GreedyBot().choose(seen, Random(0)).event for _ in range(30)}
    assert len(sure) == 1 < len(doubtful) and sure < doubtful
    bot = DoubtfulBot(Random(3))
    assert len({bot.choose(seen, Random(0)).event for _ in range(9)}) == 1, "for a whole round"


def test_players_that_votes_are_measured_against_are_one_table() -> None:
    """All votes of a round come of the same people; in the next round of others."""
    before = until(4, 6, Step.VOTE)

    def votes(bot: CrowdBot) -> list[Event]:
        record, found = before, list[Event]()
        for player in before.setup.players:
            found.append(bot.choose(view(record, player), Random(0)).event)
            record = record.plus(found[-1])
        return found

    assert len({tuple(votes(CrowdBot(Random(n)))) for n in range(30)}) > 4
    bot = CrowdBot(Random(3))
    assert votes(bot) == votes(bot), "for a whole round"


def test_what_wins_the_game_comes_first_where_the_last_round_lies_open() -> None:
    """Even if another move is worth more points; a game that is decided goes by points."""
    told, decided = 0, 0
    for number in range(60):
        for own in positions("overseers", Random(f"last/{number}"), (3, 4)):
            if not (ends_the_game(own.state) and is_open(own.state)):
                continue
            first, *others = ranked(own, FEW)
            assert first.exact and first.chance == decides(own)
            assert ("of 100 cases" in str(first.unit)) != first.chance
            assert ("at least 99" in str(first.unit)) is bool(foregone(Itself(own)))
            assert all(first.value >= each.value for each in others)
            for each in (first, *others):
                words = str(each.contrast.clause) if each.contrast else ""
                if first.chance:
                    assert each.value == 1 or "you win the game in any case" not in words
                    assert each.value == 0 or "you end the game with at most" not in words
            told += first.chance
            decided += not first.chance
    assert told and decided


@pytest.mark.parametrize("verb", ["places", "tilts", "tucks", "votes", "admits", "gives"])
def test_what_comes_to_the_same_is_told_once(verb: str) -> None:
    """Every move stands in one row, by itself or as the same as another, whatever its order."""
    walked = (own for n in count() for own in positions("overseers", Random(f"same/{n}")))
    own = next(own for own in walked if {verb} <= {move.verb for move in choices(own)})
    legal = choices(own)
    first = same(own, legal)
    assert {*first} == {*legal} and all(first[each] == each for each in first.values())
    assert len(ranked(own, FEW)) >= 2 and all(each.verb == first[each].verb for each in legal)

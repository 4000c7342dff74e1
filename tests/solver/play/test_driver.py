"""The dealer draws what nobody chooses, and bots play from their own view alone."""

from __future__ import annotations

from random import Random

import pytest

from aparte.models.core import Event, Forced, IllegalAction, TableError, View, turn
from aparte.models.match import Match
from aparte.solver.play.coach import Choice, RandomBot, bots
from aparte.solver.play.deal import dealt
from aparte.solver.play.driver import acted, bot_event, drawn, played
from tests.tables import blank, random_game

GAME = "adresses-jaunes"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal_is_drawn_up_to_the_first_choice(players: int) -> None:
    record = drawn(blank(GAME, players), Random(1))
    assert isinstance(turn(record), tuple)
    assert all(hand.whole and hand for hand in record.state.hands.values())
    assert drawn(record, Random(2)) == record


def test_the_same_seed_deals_and_plays_the_same() -> None:
    assert random_game(GAME, 3, 7) == random_game(GAME, 3, 7)
    assert random_game(GAME, 3, 7) != random_game(GAME, 3, 8)


def test_an_outcome_is_what_the_hands_say() -> None:
    record = drawn(blank(GAME, 2), Random(3))
    held = sum(tile[-1] == "T" for tile in record.state.hands["Bo"].known)
    *_, (_, last) = acted(record, Event("disc", "Bo", ("T",))).events
    assert last.outcome == (str(held),)


def test_a_move_out_of_turn_is_refused() -> None:
    record = acted(drawn(blank(GAME, 2), Random(3)), Event("disc", "Bo", ("T",)))
    with pytest.raises(IllegalAction):
        acted(record, Event("disc", "Bo", ("R",)))
    with pytest.raises(IllegalAction):
        acted(record, Event("pawn", "Ana", (record.state.revealed[0],)))


class Watching(RandomBot):
    """Keeps all that it is shown."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, rng: Random) -> Choice:
        self.views.append(view)
        return super().choose(view, rng)


def test_a_bot_is_shown_its_own_view_and_no_more() -> None:
    ana, bo = Watching(), Watching()
    played(blank(GAME, ("Ana", "Bo")), {"Ana": ana, "Bo": bo}, Random(4))
    assert ana.views and bo.views
    for view in ana.views:
        assert view.viewer == "Ana"
        assert view.state.hands["Ana"].whole
        assert not view.state.hands["Bo"].known


class Eager(RandomBot):
    def choose(self, view: View, rng: Random) -> Choice:
        return Choice(super().choose(view, rng).event, urgency=2)


def test_the_most_urgent_bot_goes_first() -> None:
    record = drawn(blank(GAME, ("Ana", "Bo", "Cy")), Random(5))
    seats = {"Ana": RandomBot(), "Bo": Eager(), "Cy": RandomBot()}
    event = bot_event(Match.of(record, seats), seats, Random(5))
    assert event is not None and event.actor == "Bo"
    after = Match.of(acted(record, event), seats)
    assert bot_event(after, {"Bo": seats["Bo"]}, Random(5)) is None


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_every_bot_plays_whole_games(bot: str) -> None:
    for seed, players in enumerate((2, 3, 4)):
        record = blank(GAME, players)
        seats = {player: bots(GAME)[bot]() for player in record.setup.players}
        record = played(record, seats, Random(seed))
        assert not turn(record)
        assert record.game.outcome(record.state) is not None


def test_a_line_that_comes_for_ever_ends_in_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    record = drawn(blank(GAME, 2), Random(3))
    again = Event("deal", words=("Ana",))
    monkeypatch.setattr(type(record.game), "turn", lambda *_: Forced(again))
    monkeypatch.setattr(type(record.game), "apply", lambda _, state, __: state)
    for carried_on in (lambda: drawn(record, Random(1)), lambda: dealt(record, "1")):
        with pytest.raises(TableError, match="'deal' comes again and again"):
            carried_on()

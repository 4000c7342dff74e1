"""Real pieces, a place for every seat: what each tells, who hears first of a breach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aparte.models.bag import HOLE
from aparte.models.core import HANDS, TABLE, Event, Line, Record, turn, view
from aparte.models.games import game_named
from aparte.models.record import read, write, write_event
from aparte.models.words import say
from aparte.sessions.answers import Refused
from aparte.sessions.hosting import Answer, Asks, First, Made, Question, Stale
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.real import CLASH, Real, outcomes
from aparte.sessions.setup import blank
from aparte.sessions.store import opened
from aparte.solver.play.coach import choices
from tests.tables import random_game
from tests.twins import twins

GAMES = ("onstage", "adresses-jaunes", "overseers", "bards")
PLAYERS = ("Ana", "Bo", "Cy")


@dataclass
class Evening:
    """Real pieces that lie as in the whole record `truth`, and the people who tell of them."""

    host: Real
    truth: Record
    rng: Random

    @classmethod
    def of(cls, game: str, seed: int = 1, ledger: Ledger | None = None) -> Evening:
        record = blank(game_named(game), PLAYERS, {}, HANDS)
        host = Real(ledger or Ledger(record, {}, "0"))
        return cls(host, random_game(game, 3, seed), Random(seed))

    def ahead(self) -> Iterator[Event]:
        """Yield what truly happens from now on."""
        known = sum(1 for _ in self.host.record.events)
        yield from [event for _, event in self.truth.events][known:]

    def line(self, player: str, question: Question) -> str:
        """Return what `player` truly tells now."""
        game = self.truth.game
        for event in self.ahead():
            whole = write_event(game, event)
            if question.draw is not None and whole.startswith(question.draw.head):
                return whole
            if event.actor == player and replace(event, outcome=()) in question.moves:
                return write_event(game, replace(event, outcome=()))
        moves = [write_event(game, move) for move in question.moves if move.actor]
        return self.rng.choice(moves)

    def step(self, player: str = "") -> str:
        """Let somebody tell, or play, and what all have told be written; return who did."""
        while (deed := self.host.due()) is not None:
            assert self.host.carry_out(deed, deed.events())
        if self.host.over:
            return ""
        player = player or self.rng.choice(self.host.awaited())
        line = self.line(player, asked(self.host, player))
        answer = said(self.host, player, line)
        assert answer == Made(), (line, answer)
        while (deed := self.host.due()) is not None:
            assert self.host.carry_out(deed, deed.events())
        return player

    def until(self, verb: str) -> None:
        """Go on until a line of this kind is awaited of somebody."""
        for _ in range(200):
            for player in self.host.awaited():
                question = self.host.question(player)
                if question and any(move.verb == verb for move in question.moves):
                    return
            self.step()
        raise AssertionError(verb)


def settled(ask: Callable[[], Answer | First[Any]]) -> Answer:
    """Return what is answered once all is thought out that has to be first."""
    while isinstance(answer := ask(), First):
        answer.learnt(answer.thought())
    return answer


def said(host: Real, player: str, line: str) -> Answer:
    """Return what `player` is answered who tells `line` now."""
    return settled(lambda: host.choose(player, asked(host, player).key, line))


def asked(host: Real, player: str) -> Question:
    question = host.question(player)
    assert question is not None
    return question


@pytest.mark.parametrize("game", ["onstage", "overseers"])
def test_what_people_tell_is_the_game_that_they_play(game: str) -> None:
    evening = Evening.of(game)
    while evening.step():
        pass
    assert evening.host.over and list(evening.host.record.events)
    told = [event for _, event in evening.host.record.events]
    assert told == [event for _, event in evening.truth.events]
    assert read(write(evening.host.record)) == evening.host.record


@pytest.mark.soak
def test_bards_is_told_to_its_end() -> None:
    evening = Evening.of("bards", 1)
    while evening.step():
        pass
    assert evening.host.over


def test_hands_are_told_at_once_and_written_in_the_order_of_seats() -> None:
    evening = Evening.of("onstage")
    for _ in range(2):
        evening.step()
    host = evening.host
    assert host.awaited() == PLAYERS and asked(host, "Cy").draw is not None
    before = host.record
    evening.step("Cy")
    assert host.record == before and host.chosen() == ("Cy",)
    assert asked(host, "Cy").sealed.startswith("deal Cy ")
    assert all("deal" not in write(host.view(other)) for other in ("Ana", "Bo", TABLE))
    evening.step("Ana")
    evening.step("Bo")
    deals = [event for _, event in host.record.events if event.verb == "deal"]
    assert [event.words for event in deals] == [("Ana",), ("Bo",), ("Cy",)]
    assert "deal Cy ?" in write(host.view("Ana")) and "deal Cy ?" not in write(host.view("Cy"))


def test_a_count_that_is_wrong_is_refused_and_a_card_told_twice_as_well() -> None:
    evening = Evening.of("onstage")
    evening.step(), evening.step(), evening.step("Ana")
    host, question = evening.host, asked(evening.host, "Bo")
    line = evening.line("Bo", question)
    short = line.rsplit(" ", 1)[0]
    refused = host.choose("Bo", question.key, short)
    assert isinstance(refused, Refused) and "12" in str(refused.words)
    of_ana = asked(host, "Ana").sealed.split()[2]
    clash = host.choose("Bo", question.key, f"{short} {of_ana}")
    assert clash == Refused(CLASH) and of_ana not in str(CLASH)
    assert host.clash == {"Ana", "Bo"}
    assert host.choose_again("Bo") == Stale() and host.clash, "Bo has nothing to open"
    evening.step("Cy")
    assert host.clash and host.choose_again("Cy") == Made() and host.clash
    assert host.choose_again("Ana") == Made() and not host.clash


def test_a_piece_can_be_told_as_often_as_there_can_be_of_it() -> None:
    evening = Evening.of("overseers")
    host = evening.host
    while not asked(host, host.awaited()[0]).secret:
        evening.step()
    for player in PLAYERS:
        draw = asked(host, player).draw
        assert draw is not None and dict(draw.pieces)["H"] > 1


def revoke(evening: Evening) -> tuple[str, str]:
    """Return a player who has to follow, and a play that does not."""
    for _ in range(60):
        evening.until("plays")
        host = evening.host
        (player,) = host.awaited()
        state = host.view(player).state
        legal = {move.words[0] for move in asked(host, player).moves}
        for card in state.hands[player].known:
            if card not in legal:
                return player, f"{player} plays {card}"
        evening.step()
    raise AssertionError("nobody has to follow")


def test_a_revoke_is_told_to_whoever_did_it_and_may_have_been_played() -> None:
    evening = Evening.of("onstage")
    player, line = revoke(evening)
    host, before = evening.host, evening.host.record
    key = asked(host, player).key
    refused = host.choose(player, key, line)
    assert isinstance(refused, Refused) and "ON-" in str(refused.words)
    assert host.record == before and host.may_stand(player, line)
    assert host.choose(player, key, line, sure=True) == Made()
    assert f"{line} !" in write(host.view(TABLE))


def test_a_line_noted_at_the_laptop_is_held_for_whoever_is_said_to_have_done_it() -> None:
    evening = Evening.of("onstage")
    player, line = revoke(evening)
    host = evening.host
    before, sights = host.record, {who: host.view(who) for who in (*PLAYERS, TABLE)}
    assert host.note(line) == Asks(player)
    assert host.held is not None and host.held.player == player and host.held.stands
    assert host.record == before and sights == {who: host.view(who) for who in sights}
    other = next(each for each in PLAYERS if each != player)
    assert host.settle(other, True) == Stale()
    assert host.settle(player, False) == Made() and host.held is None
    assert host.note(line) == Asks(player) and host.settle(player, True) == Made()
    assert f"{line} !" in write(host.record)


def test_of_lines_that_are_noted_together_all_stand_or_none() -> None:
    evening = Evening.of("onstage")
    evening.until("plays")
    host, game = evening.host, evening.host.record.game
    first, second, third = [event for event in evening.ahead() if event.verb == "plays"][:3]
    after = host.record.plus(first)
    seen = view(after, second.actor)
    legal = {move.words for move in choices(seen)}
    card = next(c for c in seen.state.hands[second.actor].known if (c,) not in legal)
    wrong = f"{second.actor} plays {card}"
    text = "; ".join((write_event(game, first), wrong, write_event(game, third)))
    before = host.record
    assert host.note(text) == Asks(second.actor) and host.record == before
    assert host.settle(second.actor, False) == Made() and host.record == before
    assert host.note(text) == Asks(second.actor)
    assert host.settle(second.actor, True) == Made()
    noted = [write_event(game, event) for _, event in host.record.events]
    assert noted[-3:] == text.replace(card, f"{card} !").split("; ")


def test_what_all_see_is_noted_at_the_laptop_and_judged_by_what_all_see() -> None:
    evening = Evening.of("onstage")
    host = evening.host
    assert isinstance(host.note("zz"), Refused)
    first = next(iter(evening.ahead()))
    assert host.note(write_event(host.record.game, first)) == Made()
    evening.until("plays")
    (player,) = host.awaited()
    other = next(each for each in PLAYERS if each != player)
    refused = host.note(f"{other} plays {host.view(other).state.hands[other].known[0]}")
    assert isinstance(refused, Refused) and player in str(refused.words)
    line = evening.line(player, asked(host, player))
    assert host.note(line) == Made() and host.awaited() != (player,)


def test_who_does_not_tell_plays_where_all_look_on() -> None:
    evening = Evening.of("onstage")
    host = evening.host
    host.be_silent("Bo", True)
    evening.step(), evening.step(), evening.step("Ana"), evening.step("Cy")
    assert "deal Bo ?" in write(host.record)
    evening.until("plays")
    while host.awaited() != ("Bo",):
        evening.step()
    line = evening.line("Bo", asked(host, "Bo"))
    assert settled(lambda: host.note(line)) == Made() and line in write(host.record)
    assert read(write(host.record)) == host.record


def test_no_worlds_are_counted_while_all_phones_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    from aparte.solver.engine import solve

    def counted(*_: object) -> None:
        raise AssertionError("this can take seconds")

    monkeypatch.setattr(solve, "_counted", counted)
    evening = Evening.of("onstage")
    evening.host.be_silent("Bo", True)
    assert evening.step() and evening.step()


def test_an_answer_belongs_to_the_game_that_it_was_asked_of() -> None:
    evening = Evening.of("onstage")
    host = evening.host
    host.be_silent("Bo", True)
    evening.step(), evening.step(), evening.step("Ana"), evening.step("Cy")
    evening.until("plays")
    (player,) = host.awaited()
    key, line = asked(host, player).key, evening.line(player, asked(host, player))
    other = next(
        written
        for move in asked(host, player).moves
        if (written := write_event(host.record.game, move)) != line
    )
    before, first = host.record, host.choose(player, key, line)
    assert isinstance(first, First) and host.record == before
    why = say("why it cannot be")
    first.learnt(why)
    assert isinstance(host.choose(player, key, other), First), "of another line"
    assert host.choose(player, key, line) == Refused(why) and host.record == before
    assert settled(lambda: host.choose(player, key, other)) == Made()
    first.learnt(None)
    assert host.choose(player, key, line) == Stale(), "the game has gone on meanwhile"


def test_a_phone_that_comes_in_the_middle_tells_what_was_dealt() -> None:
    evening = Evening.of("onstage")
    host = evening.host
    host.be_silent("Bo", True)
    evening.step(), evening.step(), evening.step("Ana"), evening.step("Cy")
    host.be_silent("Bo", False)
    told = host.told_by("Bo")
    assert told is not None and "?" in told.line and told.draw.size == 12
    dealt = next(e for _, e in evening.truth.events if e.verb == "deal" and e.words == ("Bo",))
    line = write_event(host.record.game, dealt)
    assert host.tell_again("Bo", told.number, line) == Made()
    assert host.view("Bo").state.hands["Bo"].whole
    assert host.tell_again("Bo", told.number - 1, line) == Stale()


def test_what_was_told_wrong_is_told_again_as_long_as_all_fits() -> None:
    evening = Evening.of("onstage")
    evening.until("plays")
    evening.step(), evening.step()
    host = evening.host
    told = host.told_by("Ana")
    assert told is not None
    head, *cards = told.line.split()[1:]
    of_bo = host.view("Bo").state.hands["Bo"].known[0]
    wrong = f"deal {head} {' '.join([*cards[1:], of_bo])}"
    assert isinstance(host.tell_again("Ana", told.number, wrong), Refused)
    assert host.tell_again("Ana", told.number, told.line) == Made()


def test_nobody_hears_alone_that_what_is_told_again_is_told_by_somebody_else() -> None:
    evening = Evening.of("onstage")
    evening.until("plays")
    host = evening.host
    told = host.told_by("Ana")
    assert told is not None
    of_bo = host.view("Bo").state.hands["Bo"].known[0]
    before, version = host.record, host.version
    wrong = f"{told.line.rsplit(' ', 1)[0]} {of_bo}"
    assert host.tell_again("Ana", told.number, wrong) == Refused(CLASH)
    assert host.clash and host.version > version and host.record == before
    assert host.tell_again("Ana", told.number, told.line) == Made()
    assert host.clash, "nothing was corrected"
    evening.step()
    assert not host.clash


def test_nobody_hears_alone_that_a_play_does_not_fit_what_others_have_told() -> None:
    evening = Evening.of("onstage")
    host = evening.host
    host.be_silent("Bo", True)
    evening.step(), evening.step(), evening.step("Ana"), evening.step("Cy")
    evening.until("plays")
    while host.awaited() != ("Bo",):
        evening.step()
    of_ana = host.view("Ana").state.hands["Ana"].known
    lines = (f"Bo plays {card}" for card in of_ana)
    version, line = host.version, next(each for each in lines if host.note(each) == Refused(CLASH))
    assert host.clash and host.version > version
    host.clash, version = frozenset(), host.version
    question = asked(host, "Bo")
    assert settled(lambda: host.choose("Bo", question.key, line)) == Refused(CLASH)
    assert host.clash and host.version > version


def test_what_came_of_a_choice_follows_from_what_is_told_or_is_asked() -> None:
    evening = Evening.of("adresses-jaunes")
    host = evening.host
    evening.until("pawn")
    before = host.record.last
    player = evening.step()
    event = dict(host.record.events)[before + 1]
    assert event.actor == player and event.outcome, "all hands are told: nothing is asked"


def test_what_only_a_silent_player_knows_came_of_a_choice_is_asked() -> None:
    evening = Evening.of("adresses-jaunes")
    host = evening.host
    host.be_silent("Bo", True)
    evening.step(), evening.step("Ana"), evening.step("Cy")
    assert settled(lambda: host.note("Bo disc h1 = 1")) == Made()
    evening.step("Ana"), evening.step("Cy")
    for holder in ("Cy", "Bo"):
        dealt = next(e for _, e in evening.truth.events if e.words == (holder,))
        tile = dealt.outcome[0]
        assert said(host, "Ana", f"Ana pawn {tile}") == Made()
        assert host.awaited() == ("Ana",) and host.question("Cy") is None
        offered = {move.outcome[0] for move in asked(host, "Ana").moves}
        assert offered == {"nobody", "Bo", "Cy"}, "what Cy has told is not told to Ana"
        if holder == "Cy":
            assert host.choose_again("Ana") == Made()
    assert host.choose_again("Ana") == Made() and asked(host, "Ana").moves[0].outcome == ()
    assert said(host, "Ana", f"Ana pawn {tile}") == Made()
    wrong, line = f"Ana pawn {tile} = Cy", f"Ana pawn {tile} = Bo"
    assert said(host, "Ana", wrong) == Refused(CLASH) and host.clash
    assert said(host, "Ana", line) == Made() and not host.clash
    assert line in write(host.record)


def test_all_is_kept_what_a_program_that_is_killed_had_been_told(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite3") as store:
        record = blank(game_named("onstage"), PLAYERS, {}, HANDS)
        saved = store.add(record)
        assert saved.open_hands
        evening = Evening.of("onstage", ledger=SavedLedger(store, saved))
        evening.step(), evening.step(), evening.step("Cy")
        evening.host.be_silent("Bo", True)
        evening.host.clash = frozenset({"Ana", "Cy"})
        again = Real(SavedLedger(store, store.game(saved.id)))
        assert again.record == evening.host.record and again.chosen() == ("Cy",)
        assert again.silent == ("Bo",) and again.awaited() == ("Ana",)
        assert again.clash == {"Ana", "Cy"}
        assert again.choose_again("Cy") == Made() and not again.clash
        again = Real(SavedLedger(store, store.game(saved.id)))
        assert not again.clash and again.awaited() == ("Ana", "Cy")


@pytest.mark.parametrize("game", ["adresses-jaunes", "overseers"])
def test_where_all_is_told_it_is_sure_what_comes_of_a_choice(game: str) -> None:
    found = 0
    for seed in range(4):
        whole = view(random_game(game, 4, seed), HANDS)
        assert not any(HOLE in (*e.words, *e.outcome) for _, e in whole.events)
        record = whole.blank()
        for line in whole.lines:
            event = line.event
            if event and event.actor and event.outcome and isinstance(turn(record), tuple):
                found += 1
                assert outcomes(record, replace(event, outcome=())) == (event,)
            record = record.and_line(line)
    assert found


@pytest.mark.parametrize("silent", [False, True])
def test_whether_one_is_asked_what_came_of_a_choice_tells_nothing(silent: bool) -> None:
    whole = random_game("adresses-jaunes", 3, 1)
    first = next(n for n, e in whole.events if (e.actor, e.verb) == ("Ana", "pawn"))
    truth = whole.until(first - 1)
    others = list(islice(twins(truth, "Ana", Random(2)), 3))
    assert any(other.lines != truth.lines for other in others)

    def asks(record: Record, move: Event) -> tuple[Event, ...]:
        """Return what Ana is asked after `move`."""
        lines = view(record, HANDS).lines
        if silent:
            lines = tuple(map(unheard, lines))
        host = Real(Ledger(view(record, HANDS).with_lines(lines), {}, "0"))
        host.be_silent("Bo", silent)
        host.choose("Ana", asked(host, "Ana").key, write_event(record.game, move))
        return asked(host, "Ana").moves if host.awaited() == ("Ana",) else ()

    for move in choices(view(truth, "Ana")):
        assert len({asks(record, move) for record in (truth, *others)}) == 1
        assert bool(asks(truth, move)) == silent


def unheard(line: Line) -> Line:
    """Return a line of a record in which Bo has not told what he was dealt."""
    event = line.event
    if event is None or event.verb != "deal" or event.words != ("Bo",):
        return line
    return replace(line, event=replace(event, outcome=(HOLE,) * len(event.outcome)))


def test_all_must_agree_to_take_back_what_was_told() -> None:
    evening = Evening.of("onstage")
    evening.until("plays")
    player = evening.step()
    host, number = evening.host, evening.host.record.last
    assert isinstance(host.take_back(player), Asks) and host.proposal is not None
    line = host.proposal.line
    for other in PLAYERS:
        host.agree(other, line)
    assert host.proposal is None and host.awaited() == (player,)
    assert number >= line


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_sees_of_real_pieces_what_its_own_record_would_have(game: str) -> None:
    evening = Evening.of(game)
    for _ in range(30):
        if not evening.step():
            break
    host = evening.host
    for who in (*PLAYERS, TABLE):
        own = view(host.record, who)
        assert own == host.view(who) and read(write(own)).lines == own.lines

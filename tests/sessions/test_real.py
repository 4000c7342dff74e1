"""Real pieces, a place for every seat: what each tells, who hears first of a breach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aparte.cli.language import spoken, tell
from aparte.contract.twins import twins
from aparte.models.bag import HOLE
from aparte.models.core import HANDS, TABLE, Event, Line, Record, turn, view
from aparte.models.games import game_named
from aparte.models.record import read, write, write_event
from aparte.models.words import say
from aparte.sessions import telling
from aparte.sessions.answers import Accepted, Answer, Asks, AsksBack, Deferred, Refused, Stale
from aparte.sessions.drawn import told
from aparte.sessions.hosting import PENDING, Hosting
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.listener import Listener
from aparte.sessions.pieces import Question
from aparte.sessions.play import Wanted
from aparte.sessions.real_pieces import RealPieces
from aparte.sessions.setup import blank
from aparte.sessions.store import FILE, opened
from aparte.sessions.tapping import Tapping
from aparte.sessions.telling import CLASH, ONCE, UNFIT, WHOLE
from aparte.solver.play.coach import choices
from tests.stores import restored
from tests.tables import random_game

GAMES = ("onstage", "adresses-jaunes", "overseers", "bards")
PLAYERS = ("Ana", "Bo", "Cy")
FACE_UP = "revealed 1R 2R 3R 4T 5P 6P"
TOLD_AGAIN = Path(__file__).parent / "told_again.sql"
"""A game with real pieces, saved by an earlier version after a clash: Bo has told again."""


@dataclass
class Evening:
    """Real pieces that lie as in the whole record `truth`, and the people who tell of them."""

    host: Hosting
    truth: Record
    rng: Random

    @classmethod
    def of(cls, game: str, seed: int = 1, ledger: Ledger | None = None) -> Evening:
        host = hosted(ledger or blank(game_named(game), PLAYERS, {}, HANDS))
        return cls(host, random_game(game, 3, seed), Random(seed))

    def ahead(self) -> Iterator[Event]:
        """Yield what truly happens from now on."""
        known = sum(1 for _ in self.host.record.events)
        yield from [event for _, event in self.truth.events][known:]

    def line(self, player: str, question: Question) -> str:
        """Return what `player` truly tells now."""
        for event in self.ahead():
            whole = write_event(self.truth, event)
            if question.draw is not None and whole.startswith(question.draw.head):
                return whole
            if event.actor == player and event.head in question.moves:
                return write_event(self.truth, event.head)
        moves = [write_event(self.truth, move) for move in question.moves if move.actor]
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
        if answer == Asks(player):
            answer = settled(lambda: self.host.pieces.settle(TABLE, True))
        assert answer == Accepted(), (line, answer)
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


def hosted(kept: Record | Ledger) -> Hosting:
    """Return a game with real pieces: one that is kept, or goes on from a record."""
    return Hosting(kept if isinstance(kept, Ledger) else Ledger(kept, {}, "0"), RealPieces())


def begun(game: str, seed: int = 1, until: str = "") -> tuple[Evening, Hosting]:
    """Return a game and its host, up to where a line of the kind `until` is awaited."""
    evening = Evening.of(game, seed)
    if until:
        evening.until(until)
    return evening, evening.host


def face_up() -> Hosting:
    """Return Les Adresses Jaunes where the tiles `FACE_UP` are noted, and no hand is."""
    host = hosted(blank(game_named("adresses-jaunes"), PLAYERS, {}, HANDS))
    assert host.pieces.note(FACE_UP) == Accepted()
    return host


def draw_of(host: Hosting, player: str) -> Tapping:
    """Return what `player` is asked to tell of a draw."""
    draw = asked(host, player).draw
    assert draw is not None
    return draw


def settled(ask: Callable[[], Answer | Deferred[Any]]) -> Answer:
    """Return what is answered once all is thought out that has to be first."""
    while isinstance(answer := ask(), Deferred):
        answer.learnt(answer.thought())
    return answer


def said(host: Hosting, player: str, line: str) -> Answer:
    """Return what `player` is answered who tells `line` now."""
    return settled(lambda: host.choose(player, asked(host, player).key, line))


def asked(host: Hosting, player: str) -> Question:
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


def _order(piece: str) -> tuple[int, str]:
    """Return where `piece` stands in a hand of Onstage, or of Les Adresses Jaunes."""
    return "KPBG".find(piece[0]), piece


def hands_told(evening: Evening, **told: str) -> None:
    """Have everybody tell what they were dealt, or what is given here."""
    while not asked(evening.host, evening.host.awaited()[0]).secret:
        evening.step()
    for player in evening.host.awaited():
        question = asked(evening.host, player)
        line = told.get(player) or evening.line(player, question)
        assert said(evening.host, player, line) == Accepted()


def all_told() -> tuple[Evening, Hosting]:
    """Return Les Adresses Jaunes where all hands are told, and its host."""
    evening = Evening.of("adresses-jaunes")
    hands_told(evening)
    evening.host.go_on()
    return evening, evening.host


def test_a_line_that_nobody_can_note_yet_is_answered_with_who_has_still_to_tell() -> None:
    evening = Evening.of("adresses-jaunes")
    while not asked(evening.host, evening.host.awaited()[0]).secret:
        assert "still to tell" not in str(evening.host.pieces.note("zz"))
        evening.step()
    first, *others = evening.host.awaited()
    line = evening.line(first, asked(evening.host, first))
    assert said(evening.host, first, line) == Accepted()
    answer = evening.host.pieces.note("zz")
    assert isinstance(answer, Refused)
    assert str(answer.words).startswith(f"{', '.join(others)} ")
    assert "still to tell at their own seat" in str(answer.words)


def told_but_of_bo() -> tuple[Evening, Hosting]:
    """Return Onstage where Bo is silent and the others have told their hands, and its host."""
    evening = Evening.of("onstage")
    evening.host.pieces.be_silent("Bo", True)
    evening.step(), evening.step(), evening.step("Ana"), evening.step("Cy")
    return evening, evening.host


def dealt(evening: Evening, player: str) -> str:
    """Return the line that tells what `player` is truly dealt first."""
    events = (event for _, event in evening.truth.events)
    found = next(e for e in events if e.verb == "deal" and e.words == (player,))
    return write_event(evening.truth, found)


def with_one_of(line: str, other: str) -> str:
    """Return `line` with the last piece of `other` in the place of its own last one."""
    head, pieces = line.split()[:2], (*line.split()[2:-1], other.split()[-1])
    return " ".join((*head, *sorted(pieces, key=_order)))


def test_a_count_that_is_wrong_is_refused_and_so_is_a_piece_that_is_not_told() -> None:
    evening = Evening.of("onstage")
    evening.step(), evening.step(), evening.step("Ana")
    host, question = evening.host, asked(evening.host, "Bo")
    line = evening.line("Bo", question)
    refused = host.choose("Bo", question.key, line.rsplit(" ", 1)[0])
    assert isinstance(refused, Refused) and "12" in str(refused.words)
    assert isinstance(said(host, "Bo", f"deal Bo {'?' * 12}"), Refused)
    evening = Evening.of("overseers")
    while not asked(evening.host, "Bo").secret:
        evening.step()
    assert said(evening.host, "Bo", f"deal Bo {'?' * 6}") == Refused(WHOLE)


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes"])
def test_hands_are_compared_when_the_last_has_told_and_all_hear_of_it(game: str) -> None:
    evening = Evening.of(game)
    host = evening.host
    of_ana, of_bo = dealt(evening, "Ana"), dealt(evening, "Bo")
    hands_told(evening, Bo=with_one_of(of_bo, of_ana))
    assert not host.tellings.clash, "each is told that it was taken, whatever the others hold"
    host.go_on()
    assert host.tellings.clash and host.tellings.clashes == 1 and host.awaited() == ()
    assert "deal" not in write(host.record) and "# clash" in write(host.record)
    assert read(write(host.record)) == host.record
    for player in PLAYERS:
        assert host.question(player) is None
        assert host.choose(player, f"{host.at}s", of_ana) == Stale()
        assert host.choose_again(player) == Stale() and host.take_back(player) == Refused(CLASH)
        assert host.pieces.note("Ana plays K1", player) == Refused(CLASH)
    host.pieces.open()
    assert host.awaited() == PLAYERS
    drafts = [asked(host, player).draw for player in PLAYERS]
    assert [draw and draw.told for draw in drafts] == [
        *(of_ana, with_one_of(of_bo, of_ana), dealt(evening, "Cy")),
    ]
    hands_told(evening)
    host.go_on()
    assert not host.tellings.clash and host.tellings.clashes == 1 and of_bo in write(host.record)


def test_a_game_that_an_earlier_version_left_with_a_clash_goes_on() -> None:
    evening = Evening.of("onstage")
    evening.step(), evening.step()
    ledger = evening.host._ledger
    ledger.keep_apart("clash", f"0.{evening.host.record.last} Ana Bo")
    again = hosted(ledger)
    assert not again.tellings.clash and again.awaited() == PLAYERS


def test_a_game_that_an_earlier_version_saved_while_all_told_again_goes_on(tmp_path: Path) -> None:
    with opened(restored(TOLD_AGAIN, tmp_path / FILE)) as store:
        host = hosted(SavedLedger(store, store.game(1)))
        assert host.awaited() == ("Ana", "Cy") and host.chosen() == ("Bo",)
        assert host.tellings.silent == ("Dai",) and host.tellings.clashes == 1
        draw = draw_of(host, "Ana")
        assert draw.told == "deal Ana 1T 2P 9T"
        assert said(host, "Ana", "deal Ana 1T 2P 4P") == Accepted()
        assert said(host, "Cy", "deal Cy 3P 4R 6R") == Accepted()
        assert not host.tellings.clash and "deal Bo 7R 7T 9T" in write(host.record)
        assert host.awaited() == (*PLAYERS, "Dai")


def test_whoever_is_silent_at_last_is_not_waited_for() -> None:
    evening, host = begun("adresses-jaunes")
    of_ana, of_bo = dealt(evening, "Ana"), dealt(evening, "Bo")
    evening.step()
    assert said(host, "Ana", of_ana) == Accepted()
    assert said(host, "Bo", with_one_of(of_bo, of_ana)) == Accepted()
    host.go_on()
    assert not host.tellings.clash and host.awaited() == ("Cy",)
    host.pieces.be_silent("Cy", True)
    host.go_on()
    assert host.tellings.clash


def test_a_piece_can_be_told_as_often_as_there_can_be_of_it() -> None:
    evening, host = begun("overseers")
    while not asked(host, host.awaited()[0]).secret:
        evening.step()
    for player in PLAYERS:
        draw = draw_of(host, player)
        assert dict(draw.pieces)["H"] > 1


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
    bare = line.split()[-1]
    assert host.may_stand(player, bare)
    for marked in (f"{bare} !", f"{line} !", f"{line} ?", "?", "!", line.replace(bare, "?")):
        assert isinstance(host.choose(player, key, marked), Refused)
        assert not host.may_stand(player, marked)
    assert host.record == before and host.may_stand(player, line)
    assert host.choose(player, key, line, sure=True) == Accepted()
    assert f"{line} !" in write(host.view(TABLE))


def test_what_would_make_the_table_impossible_is_not_offered_to_stand() -> None:
    _, host = begun("onstage", until="plays")
    before = host.record
    (player,) = host.awaited()
    other = next(each for each in PLAYERS if each != player)
    card = host.view(other).state.hands[other].known[0]
    assert not host.may_stand(other, f"{other} plays {card}") and host.question(other) is None
    refused = host.pieces.note(f"{other} plays {card}")
    assert isinstance(refused, Refused) and host.pieces.held is None, "out of turn"
    line, key = f"{player} plays {card}", asked(host, player).key
    assert isinstance(host.choose(player, key, line), Refused)
    assert not host.may_stand(player, line), "not in the hand as it was told"
    assert isinstance(host.choose(player, key, line, sure=True), Refused)
    assert list(host.record.events) == list(before.events)
    assert isinstance(host.pieces.note(line), Asks)
    asking = host.pieces.asking(player)
    assert asking is not None and not asking.may_stand
    assert isinstance(host.pieces.settle(player, True), Refused)
    assert list(host.record.events) == list(before.events)


def test_a_line_noted_at_the_laptop_is_held_for_whoever_is_said_to_have_done_it() -> None:
    evening = Evening.of("onstage")
    player, line = revoke(evening)
    host = evening.host
    before, sights = host.record, {who: host.view(who) for who in (*PLAYERS, TABLE)}
    assert isinstance(host.pieces.note(line), Asks)
    asking = host.pieces.asking(player)
    assert asking is not None and asking.words is not None and asking.may_stand
    assert list(host.record.events) == list(before.events)
    assert all(list(host.view(who).events) == list(own.events) for who, own in sights.items())
    other = next(each for each in PLAYERS if each != player)
    assert host.pieces.settle(other, True) == Stale()
    assert host.pieces.settle(player, False) == Accepted() and host.pieces.held is None
    assert isinstance(host.pieces.note(line), Asks)
    assert host.pieces.settle(player, True) == Accepted()
    assert f"{line} !" in write(host.record) and host.tellings.unfit == 2


def test_what_can_be_fished_for_at_the_laptop_costs_a_note_that_stays() -> None:
    truth = Evening.of("adresses-jaunes").truth
    first = next(n for n, e in truth.events if e.verb == "disc")
    dealt = truth.until(first - 1)
    others = [each for seed in range(4) for each in islice(twins(dealt, "Ana", Random(seed)), 2)]
    shown = {len(fished(each)[0]) for each in (dealt, *others)}
    assert len(shown) > 1, "hands that differ in what is fished for"
    for each in (dealt, *others):
        answers, host = fished(each)
        (*wrong, _) = answers
        assert len(set(map(str, wrong))) <= 1, "what is asked about is answered in the same words"
        assert host.tellings.unfit == len(wrong) == write(host.record).count(UNFIT)
        takes_back(host, "Bo")
        takes_back(host, "Bo")
        assert host.tellings.unfit == len(wrong), "what it costs is not taken back"


def fished(record: Record) -> tuple[list[Answer], Hosting]:
    """Return what the laptop is answered that seeks the number of a disc of Bo, and the table."""
    host, answers = hosted(view(record, HANDS)), list[Answer]()
    for number in range(7):
        answers.append(settled(partial(host.pieces.note, f"Bo disc h1 = {number}")))
        if answers[-1] == Accepted():
            return answers, host
        assert host.pieces.settle(TABLE, False) == Accepted()
    raise AssertionError(record)


def test_of_lines_that_are_noted_together_all_stand_or_none() -> None:
    evening, host = begun("onstage", until="plays")
    first, second, third = [event for event in evening.ahead() if event.verb == "plays"][:3]
    after = host.record.plus(first)
    seen = view(after, second.actor)
    legal = {move.words for move in choices(seen)}
    card = next(c for c in seen.state.hands[second.actor].known if (c,) not in legal)
    wrong = f"{second.actor} plays {card}"
    text = "; ".join((write_event(host.record, first), wrong, write_event(host.record, third)))
    before = host.record
    actors = {first.actor, second.actor, third.actor}
    assert isinstance(host.pieces.note(text), Asks)
    assert list(host.record.events) == list(before.events)
    held = host.pieces.held
    assert held is not None and set(held.asked) == actors, "not only who it does not fit"
    assert host.pieces.settle(second.actor, False) == Accepted()
    assert isinstance(host.pieces.note(text), Asks)
    for player in actors:
        assert list(host.record.events) == list(before.events)
        assert host.pieces.waiting() == text, "who has said that a breach may stand is not told"
        assert host.pieces.settle(player, True) == Accepted()
    noted = [write_event(host.record, event) for _, event in host.record.events]
    assert noted[-3:] == text.replace(card, f"{card} !").split("; ")


def test_a_seat_notes_its_own_lines_and_others_their_yes() -> None:
    evening, host = begun("onstage", until="plays")
    first, second = [event for event in evening.ahead() if event.verb == "plays"][:2]
    lines = [write_event(host.record, event) for event in (first, second)]
    before, other = host.record, next(p for p in PLAYERS if p not in (first.actor, second.actor))
    assert host.pieces.note(lines[0], other) == Asks(other), "though it fits"
    asking = host.pieces.asking(first.actor)
    assert asking is not None and (asking.noter, asking.words) == (other, None)
    assert host.pieces.asking(other) is None and host.pieces.settle(other, True) == Stale()
    assert host.record == before and host.pieces.settle(first.actor, True) == Accepted()
    assert host.record == before.plus(first)
    assert host.pieces.note(lines[1], second.actor) == Accepted()
    assert host.record == before.plus(first).plus(second)


@pytest.mark.parametrize("fits", [False, True])
def test_who_is_asked_about_lines_of_a_seat_tells_nothing(fits: bool) -> None:
    evening, host = begun("onstage", until="plays")
    first, second = [event for event in evening.ahead() if event.verb == "plays"][:2]
    hand = host.view(first.actor).state.hands[first.actor].known
    lacks = next(c for p in PLAYERS for c in host.view(p).state.hands[p].known if c not in hand)
    mine = host.view(second.actor).state.hands[second.actor].known
    theirs = next(move.words[0] for move in asked(host, first.actor).moves) if fits else lacks
    wrong = next(card for card in hand if card not in mine)
    line = f"{first.actor} plays {theirs}; {second.actor} plays {wrong}"
    refused = host.pieces.note(line, second.actor)
    assert isinstance(refused, Refused) and host.pieces.held is None


def test_what_all_see_is_noted_at_the_laptop_and_judged_by_what_all_see() -> None:
    evening, host = begun("onstage")
    assert isinstance(host.pieces.note("zz"), Refused)
    first = next(iter(evening.ahead()))
    assert host.pieces.note(write_event(host.record, first)) == Accepted()
    evening.until("plays")
    (player,) = host.awaited()
    other = next(each for each in PLAYERS if each != player)
    refused = host.pieces.note(f"{other} plays {host.view(other).state.hands[other].known[0]}")
    assert isinstance(refused, Refused) and player in str(refused.words)
    line = evening.line(player, asked(host, player))
    assert host.pieces.note(line) == Accepted() and host.awaited() != (player,)


def test_a_line_is_noted_part_by_part_too() -> None:
    evening, host = begun("onstage")
    line = next(iter(evening.ahead()))
    asks = host.pieces.note(" ".join(line.outcome[:5]))
    assert isinstance(asks, AsksBack) and str(asks.words).endswith("And 7 more?")
    assert host.pieces.note(" ".join(line.outcome[5:])) == Accepted()
    assert [event for _, event in host.record.events] == [line]


def test_who_does_not_tell_plays_where_all_look_on() -> None:
    evening, host = told_but_of_bo()
    assert "deal Bo ?" in write(host.record)
    evening.until("plays")
    while host.awaited() != ("Bo",):
        evening.step()
    line = evening.line("Bo", asked(host, "Bo"))
    assert settled(lambda: host.pieces.note(line)) == Accepted() and line in write(host.record)
    assert read(write(host.record)) == host.record


def test_no_worlds_are_counted_while_all_phones_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    from aparte.solver.engine import fitting

    def counted(*_: object) -> None:
        raise AssertionError("this can take seconds")

    monkeypatch.setattr(fitting, "counted", counted)
    evening = Evening.of("onstage")
    evening.host.pieces.be_silent("Bo", True)
    assert evening.step() and evening.step()


def test_an_answer_belongs_to_the_game_that_it_was_asked_of() -> None:
    evening, host = told_but_of_bo()
    evening.until("plays")
    (player,) = host.awaited()
    key, line = asked(host, player).key, evening.line(player, asked(host, player))
    other = next(
        written
        for move in asked(host, player).moves
        if (written := write_event(host.record, move)) != line
    )
    before, first = host.record, host.choose(player, key, line)
    assert isinstance(first, Deferred) and host.record == before
    why = say("why it cannot be")
    first.learnt(why)
    assert isinstance(host.choose(player, key, other), Deferred), "of another line"
    assert host.choose(player, key, line) == Refused(why) and host.record == before
    assert settled(lambda: host.choose(player, key, other)) == Accepted()
    first.learnt(None)
    assert host.choose(player, key, line) == Stale(), "the game has gone on meanwhile"


def test_a_phone_that_comes_in_the_middle_tells_what_was_dealt() -> None:
    evening, host = told_but_of_bo()
    host.pieces.be_silent("Bo", False)
    (told,) = host.pieces.told_by("Bo")
    assert "?" in told.line and told.draw.size == 12
    line = dealt(evening, "Bo")
    assert isinstance(host.pieces.tell_again("Bo", told.number, told.line), Refused)
    assert host.pieces.tell_again("Bo", told.number, line) == Accepted()
    assert host.view("Bo").state.hands["Bo"].whole and host.tellings.corrections == {"Bo": 1}
    assert host.pieces.tell_again("Bo", told.number - 1, line) == Stale()


def test_what_was_told_wrong_is_told_anew_once_before_the_laptop_opens_it() -> None:
    evening, host = begun("adresses-jaunes")
    nobodys = spare(evening.truth)
    hands_told(evening, Bo=" ".join((*dealt(evening, "Bo").split()[:-1], nobodys)))
    host.go_on()
    (told,) = host.pieces.told_by("Bo")
    assert nobodys in told.line
    assert host.pieces.tell_again("Bo", told.number, told.line) == Accepted()
    assert not host.tellings.corrections
    assert host.pieces.tell_again("Bo", told.number, dealt(evening, "Bo")) == Accepted()
    assert host.tellings.corrections == {"Bo": 1} and dealt(evening, "Bo") in write(host.record)
    assert "# told anew by Bo\n" in write(host.record) and host.awaited() == PLAYERS
    assert read(write(host.record)) == host.record
    assert host.pieces.tell_again("Bo", told.number, told.line) == Refused(ONCE)
    assert host.tellings.can_be_opened
    host.pieces.open()
    assert host.pieces.tell_again("Bo", told.number, told.line) == Accepted()
    assert host.tellings.corrections == {"Bo": 2}
    assert "# told anew by Bo, Bo\n" in write(host.record)


def test_a_correction_leaves_what_others_have_sealed() -> None:
    _, host = begun("overseers", until="picks")
    record = host.record
    for player in ("Ana", "Bo"):
        pick = write_event(record, asked(host, player).moves[0])
        assert said(host, player, pick) == Accepted()
    (told,) = host.pieces.told_by("Ana")
    dealt = next(e for n, e in record.events if n == told.number)
    spare = next(
        replace(dealt, outcome=tuple(sorted((kind, *dealt.outcome[1:]))))
        for kind, most in told.draw.pieces
        if kind != dealt.outcome[0]
        and sum(e.outcome.count(kind) for _, e in record.events if e.verb == "deal") < most
    )
    assert host.pieces.tell_again("Ana", told.number, write_event(record, spare)) == Accepted()
    assert host.chosen() == ("Bo",), "who has told anew picks again"


def spare(truth: Record) -> str:
    """Return a tile of Les Adresses Jaunes that nobody has and that does not lie open."""
    named = {word for _, e in truth.events if e.verb in ("deal", "revealed") for word in e.outcome}
    return next(tile for tile in truth.game.box.tiles if tile not in named)


def test_what_is_corrected_and_clashes_is_told_again_by_all_who_told() -> None:
    evening, host = all_told()
    lines = {player: dealt(evening, player) for player in PLAYERS}
    (told,) = host.pieces.told_by("Ana")
    wrong = with_one_of(lines["Ana"], lines["Bo"])
    assert host.pieces.tell_again("Ana", told.number, wrong) == Refused(CLASH)
    assert host.tellings.clash and host.awaited() == ()
    host.pieces.open()
    assert host.awaited() == PLAYERS and host.question("Ana") is not None
    draft = draw_of(host, "Ana")
    assert draft.told == wrong
    for player in ("Cy", "Bo"):
        assert said(host, player, lines[player]) == Accepted() and asked(host, player).sealed
    assert host.choose_again("Cy") == Accepted() and host.awaited() == ("Ana", "Cy")
    assert said(host, "Cy", lines["Cy"]) == Accepted()
    assert said(host, "Ana", wrong) == Accepted()
    assert host.tellings.clash and host.tellings.clashes == 2
    host.pieces.open()
    for player in PLAYERS:
        assert said(host, player, lines[player]) == Accepted()
    assert not host.tellings.clash and host.awaited() == PLAYERS and host.tellings.clashes == 2
    assert all(line in write(host.record) for line in lines.values())


def test_two_who_have_told_each_others_piece_can_put_it_right() -> None:
    evening, host = begun("adresses-jaunes")
    true = {player: dealt(evening, player) for player in PLAYERS}
    wrong = {
        "Ana": with_one_of(true["Ana"], true["Bo"]),
        "Bo": with_one_of(true["Bo"], true["Ana"]),
    }
    hands_told(evening, **wrong)
    host.go_on()
    assert not host.tellings.clash
    (told,) = host.pieces.told_by("Ana")
    assert host.pieces.tell_again("Ana", told.number, true["Ana"]) == Refused(CLASH)
    host.pieces.open()
    for player in PLAYERS:
        assert said(host, player, true[player]) == Accepted()
    assert not host.tellings.clash and true["Bo"] in write(host.record)


def test_who_told_a_piece_that_is_seen_elsewhere_is_asked_alone() -> None:
    evening, host = told_but_of_bo()
    evening.until("plays")
    while host.awaited() != ("Bo",):
        evening.step()
    sights = {who: host.question(who) for who in ("Bo", "Cy")}
    of_ana = next(
        card
        for card in host.view("Ana").state.hands["Ana"].known
        if settled(lambda card=card: host.pieces.note(f"Bo plays {card}")) == Accepted()
    )
    assert f"Bo plays {of_ana}" in write(host.record) and not host.tellings.clash
    assert host.pieces.is_asked_alone("Ana") and "deal Ana ?" in write(host.record)
    assert not host.pieces.is_asked_alone("Cy") and not host.pieces.is_asked_alone("Bo") and sights
    (told,) = host.pieces.told_by("Ana")
    assert told.again and of_ana in told.line
    unseen = {card for player in PLAYERS for card in dealt(evening, player).split()[2:]}
    right = next(
        line
        for card in sorted(unseen)
        if not isinstance(
            telling.told_again(
                host.view("Ana"), told.number, line := told.line.replace(of_ana, card)
            ),
            Refused,
        )
        and card in dealt(evening, "Bo")
    )
    assert host.pieces.tell_again("Ana", told.number, right) == Accepted()
    assert not host.pieces.is_asked_alone("Ana")


def test_what_came_of_a_choice_follows_from_what_is_told_or_is_asked() -> None:
    evening, host = begun("adresses-jaunes", until="pawn")
    before = host.record.last
    player = evening.step()
    event = dict(host.record.events)[before + 1]
    assert event.actor == player and event.outcome, "all hands are told: nothing is asked"


def test_what_only_a_silent_player_knows_came_of_a_choice_is_asked() -> None:
    evening, host = begun("adresses-jaunes")
    host.pieces.be_silent("Bo", True)
    evening.step(), evening.step("Ana"), evening.step("Cy")
    assert settled(lambda: host.pieces.note("Bo disc h1 = 1")) == Accepted()
    evening.step("Ana"), evening.step("Cy")
    for holder in ("Cy", "Bo"):
        tile, other = dealt(evening, holder).split()[2:4]
        assert said(host, "Ana", f"Ana pawn {tile}") == Accepted()
        assert host.awaited() == ("Ana",) and host.question("Cy") is None
        draw = draw_of(host, "Ana")
        assert draw.size == 1
        assert {piece for piece, _ in draw.pieces} == {"nobody", "Bo", "Cy"}, "Ana knows hers"
        if holder == "Cy":
            assert host.choose_again("Ana") == Accepted()
    assert host.choose_again("Ana") == Accepted() and asked(host, "Ana").moves[0].outcome == ()
    assert said(host, "Ana", f"Ana pawn {tile}") == Accepted()
    assert isinstance(said(host, "Ana", f"Ana pawn {tile} = Ana"), Refused), "Ana knows that"
    assert said(host, "Ana", f"Ana pawn {other} = Bo") == Stale()
    line = f"Ana pawn {tile} = Cy"
    assert said(host, "Ana", line) == Asks("Ana")
    assert settled(lambda: host.pieces.settle("Cy", True)) == Accepted()
    assert line in write(host.record)
    assert host.pieces.is_asked_alone("Cy") and not host.tellings.clash


def test_what_a_seat_is_asked_does_not_tell_that_somebody_is_asked_alone() -> None:
    evening, host = all_told()
    for player in PLAYERS:
        target = asked(host, player).moves[0]
        assert said(host, player, write_event(host.record, target)) == Accepted()
    tile = next(t for t in dealt(evening, "Bo").split()[2:])
    assert host.pieces.note(f"Ana pawn {tile} = Cy") == Accepted()
    assert host.pieces.is_asked_alone("Bo")
    other = next(move for move in asked(host, "Cy").moves if move.words[0] != tile)
    refused = said(host, "Cy", write_event(host.record, other))
    assert refused == Refused(CLASH) and host.tellings.clash, "now all hear of it"
    host.pieces.open()
    assert set(host.awaited()) == set(PLAYERS)


def test_all_is_kept_what_a_program_that_is_killed_had_been_told(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite3") as store:
        record = blank(game_named("onstage"), PLAYERS, {}, HANDS)
        saved = store.add(record)
        assert saved.open_hands
        evening = Evening.of("onstage", ledger=SavedLedger(store, saved))
        evening.step(), evening.step(), evening.step("Cy")
        evening.host.pieces.be_silent("Bo", True)
        again = hosted(SavedLedger(store, store.game(saved.id)))
        assert again.record == evening.host.record and again.chosen() == ("Cy",)
        assert again.tellings.silent == ("Bo",) and again.awaited() == ("Ana",)
        wrong = with_one_of(dealt(evening, "Ana"), dealt(evening, "Cy"))
        assert said(again, "Ana", wrong) == Accepted()
        again.go_on()
        assert again.tellings.clash
        again = hosted(SavedLedger(store, store.game(saved.id)))
        assert again.tellings.clash and again.tellings.clashes == 1 and again.awaited() == ()
        again.pieces.open()
        draw = draw_of(again, "Ana")
        assert draw.told == wrong and again.awaited() == ("Ana", "Cy")


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
                host = hosted(record)
                text = write_event(record, event.head)
                assert (
                    said(host, event.actor, text) == Accepted()
                    and event in dict(host.record.events).values()
                )
            record = record.and_line(line)
    assert found


@pytest.mark.parametrize("silent", [False, True])
def test_whether_one_is_asked_what_came_of_a_choice_tells_nothing(silent: bool) -> None:
    whole = random_game("adresses-jaunes", 3, 1)
    first = next(n for n, e in whole.events if (e.actor, e.verb) == ("Ana", "pawn"))
    truth = whole.until(first - 1)
    others = list(islice(twins(truth, "Ana", Random(2)), 3))
    assert any(other.lines != truth.lines for other in others)

    def asks(record: Record, move: Event) -> object:
        """Return what Ana is asked after `move`."""
        lines = view(record, HANDS).lines
        if silent:
            lines = tuple(map(unheard, lines))
        host = hosted(view(record, HANDS).with_lines(lines))
        host.pieces.be_silent("Bo", silent)
        host.choose("Ana", asked(host, "Ana").key, write_event(record, move))
        return asked(host, "Ana").draw if host.awaited() == ("Ana",) else None

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


def before_each(game: str, seeds: range) -> Iterator[tuple[Record, Event]]:
    """Yield each line of whole games, with the record of all hands as it was before."""
    for seed in seeds:
        whole = view(random_game(game, 3, seed), HANDS)
        record = whole.blank()
        for line in whole.lines:
            if line.event is not None:
                yield record, line.event
            record = record.and_line(line)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_drawn_for_all_and_is_nobodys_waits_for_a_second_seat(game: str) -> None:
    found = 0
    for record, event in before_each(game, range(1)):
        if isinstance(turn(record), tuple) or set(PLAYERS) & {event.actor, *event.words}:
            continue
        seen, host = view(record, TABLE), hosted(record)
        shared, line = host.question(TABLE), write_event(record, event)
        if shared is None or not shared.draw or not line.startswith(shared.draw.head):
            continue
        found += 1
        for ask in (partial(said, host, "Ana", line), partial(host.pieces.note, line, "Ana")):
            assert ask() == Asks("Ana") and host.record == record, line
            assert host.pieces.asking("Ana") is None and host.pieces.settle("Ana", True) == Stale()
            for other in ("Bo", "Cy"):
                asking = host.pieces.asking(other)
                assert asking is not None and (asking.noter, asking.line) == ("Ana", line)
            assert host.pieces.settle("Bo", False) == Accepted() and host.pieces.held is None
        assert host.record == record and host.view(TABLE) == seen
        assert said(host, "Ana", line) == Asks("Ana")
        assert said(host, "Cy", line) == Accepted(), "who tells the same says yes"
        assert event in dict(host.record.events).values()
    assert found


def test_what_nobody_else_could_tell_waits_for_the_laptop() -> None:
    evening, host = begun("adresses-jaunes")
    line = write_event(evening.truth, next(evening.ahead()))
    host.pieces.be_silent("Bo", True), host.pieces.be_silent("Cy", True)
    assert settled(lambda: said(host, "Ana", line)) == Asks("Ana")
    assert host.pieces.held is not None and host.pieces.held.asked == (TABLE,)
    assert host.pieces.asking("Cy") is None and host.pieces.settle("Cy", True) == Stale()
    asking = host.pieces.asking(TABLE)
    assert asking is not None and asking.line == line
    assert settled(lambda: host.pieces.settle(TABLE, True)) == Accepted()
    assert line in write(host.record)


def test_the_laptop_has_the_last_word_on_what_lies_in_the_open() -> None:
    evening, host = begun("adresses-jaunes")
    line = write_event(evening.truth, next(evening.ahead()))
    false = with_one_of(line, dealt(evening, "Bo"))
    assert said(host, "Ana", false) == Asks("Ana")
    assert said(host, "Bo", line) == Asks("Bo"), "a seat that tells otherwise has said no"
    assert said(host, "Ana", false) == Asks("Ana")
    assert host.pieces.note(line) == Accepted() and host.pieces.held is None
    assert line in write(host.record) and false not in write(host.record)


def test_a_line_that_all_were_wrong_about_and_is_nobodys_can_be_taken_back() -> None:
    evening, host = begun("adresses-jaunes")
    line = write_event(evening.truth, next(evening.ahead()))
    false = with_one_of(line, dealt(evening, "Bo"))
    assert said(host, "Ana", false) == Asks("Ana") and host.pieces.settle("Cy", True) == Accepted()
    assert isinstance(said(host, "Bo", dealt(evening, "Bo")), Refused), "it lies in the open"
    assert host.take_back("Bo") == Asks("Bo") and host.proposal is not None
    number = host.proposal.line
    assert host.agree("Ana", number) == host.agree("Cy", number) == Accepted()
    assert false not in write(host.record).split("#")[0]
    assert said(host, "Ana", line) == Asks("Ana") and said(host, "Bo", line) == Accepted()
    assert said(host, "Bo", dealt(evening, "Bo")) == Accepted()


def test_lines_about_which_somebody_is_asked_wait_while_it_is_thought_whether_they_can_be() -> None:
    evening, host = told_but_of_bo()
    evening.until("plays")
    (player,) = host.awaited()
    line, other = evening.line(player, asked(host, player)), "Cy" if player == "Ana" else "Ana"
    assert host.pieces.note(line, other) == Asks(other)
    assert isinstance(host.pieces.settle(player, True), Deferred)
    assert settled(lambda: host.pieces.settle(player, True)) == Accepted()
    assert line in write(host.record)


def test_what_came_of_ones_own_line_waits_for_a_second_seat() -> None:
    evening, host = all_told()
    evening.until("pawn")
    player, other, *_ = sorted(PLAYERS, key=lambda each: each not in host.awaited())
    lives = host.view(other).state.hands[other].known
    line = next(
        write_event(host.record, move)
        for move in asked(host, player).moves
        if move.verb == "pawn" and move.words[0] in lives
    )
    before = host.record
    for text in (f"{line} = nobody", f"{line} = {other}"):
        assert host.pieces.note(text, player) == Asks(player) and host.record == before
        asking = host.pieces.asking(other)
        assert asking is not None and (asking.noter, asking.line) == (player, text)
        assert host.pieces.settle(other, False) == Accepted()
    assert said(host, player, line) == Accepted() and f"{line} = {other}" in write(host.record)


def wants_back(host: Hosting, player: str) -> Wanted:
    """Return what goes if the last line of `player` is taken back, which all are asked about."""
    assert host.take_back(player) == Asks(player) and host.proposal is not None
    assert host.proposal.wanted is not None
    return host.proposal.wanted


def takes_back(host: Hosting, player: str) -> None:
    """Have the last line of `player` taken back at the laptop, with the yes of the others."""
    assert host.take_back(player) == Asks(player) and host.proposal is not None
    line = host.proposal.line
    for other in PLAYERS:
        if host.proposal is not None:
            assert host.agree(other, line) == Accepted()
    assert host.proposal is None


def test_a_false_play_stops_nobody_once_it_is_taken_back() -> None:
    evening, host = told_but_of_bo()
    while host.awaited() != ("Bo",):
        evening.step()
    before, true = host.record.events, dealt(evening, "Ana")
    hand = host.view("Ana").state.hands["Ana"].known
    lines = (f"Bo plays {card}" for card in hand)
    assert any(settled(partial(host.pieces.note, line, "Bo")) == Accepted() for line in lines)
    (told,) = [each for each in host.pieces.told_by("Ana") if each.again]
    refused = host.pieces.tell_again("Ana", told.number, true)
    assert isinstance(refused, Refused), "it lies in the open"
    takes_back(host, "Bo")
    assert host.pieces.tell_again("Ana", told.number, true) == Accepted()
    assert not host.pieces.is_asked_alone("Ana")
    assert list(host.record.events) == list(before) and host.awaited() == ("Bo",)


def test_a_false_line_that_all_have_told_about_again_is_taken_back_all_the_same() -> None:
    evening, host = all_told()
    for player in PLAYERS:
        target = asked(host, player).moves[0]
        assert said(host, player, write_event(host.record, target)) == Accepted()
    tile = dealt(evening, "Bo").split()[2]
    assert host.pieces.note(f"Ana pawn {tile} = Cy") == Accepted()
    other = next(move for move in asked(host, "Cy").moves if move.words[0] != tile)
    assert said(host, "Cy", write_event(host.record, other)) == Refused(CLASH)
    assert host.take_back("Ana") == Refused(CLASH)
    host.pieces.open()
    assert isinstance(said(host, "Bo", dealt(evening, "Bo")), Refused), "it lies in the open"
    takes_back(host, "Ana")
    for player in PLAYERS:
        assert said(host, player, dealt(evening, player)) == Accepted()
    host.go_on()
    assert not host.tellings.clash and dealt(evening, "Bo") in write(host.record)
    move = asked(host, host.awaited()[0]).moves[0]
    assert said(host, host.awaited()[0], write_event(host.record, move)) == Accepted()


def test_what_others_told_stays_told_when_one_takes_a_hand_back() -> None:
    evening, host = begun("overseers", 2, until="picks")
    evening.step("Bo")
    assert host.chosen() == ("Bo",)
    wanted = wants_back(host, "Ana")
    (gone,) = (write_event(host.view(TABLE), each.event) for each in wanted.gone if each.event)
    assert gone.startswith("deal Ana") and wanted.tellers == ()
    (lost,) = host.losses(wanted)
    assert "chose" in str(lost) and str(lost).endswith("Bo.")
    takes_back(host, "Ana")
    assert host.awaited() == ("Ana",) and host.chosen() == ("Bo", "Cy")
    evening.step("Ana")
    evening.until("picks")
    assert dealt(evening, "Bo") in write(host.record) and dealt(evening, "Cy") in write(host.record)


def test_what_others_told_stays_told_while_somebody_tells_again() -> None:
    evening, host = all_told()
    takes_back(host, "Bo")
    assert host.awaited() == ("Bo",) and host.chosen() == ("Cy",)
    assert host.losses(wants_back(host, "Ana")) == ()
    takes_back(host, "Ana")
    assert host.awaited() == ("Ana", "Bo") and host.chosen() == ("Cy",)
    evening.step("Ana"), evening.step("Bo")
    assert all(dealt(evening, player) in write(host.record) for player in PLAYERS)


def test_what_somebody_has_proposed_is_not_dropped_for_what_another_proposes() -> None:
    _, host = all_told()
    assert host.take_back("Bo") == Asks("Bo") and host.proposal is not None
    assert host.agree("Ana", host.proposal.line) == Accepted()
    before = host.proposal
    assert host.take_back("Ana") == Refused(PENDING) and host.proposal == before
    assert host.take_back("Bo") == Asks("Bo"), "one may ask anew oneself"
    assert host.decline("Cy", host.proposal.line) == Accepted()
    assert host.take_back("Ana") == Asks("Ana")


def test_a_line_that_is_about_a_player_is_not_that_players_to_take_back() -> None:
    truth = random_game("overseers", 3, 7)
    about = [(n, e) for n, e in truth.events if e.actor and e.words[:1] and e.words[0] in PLAYERS]
    assert about
    for number, event in about[:3]:
        host = hosted(view(truth.until(number), HANDS))
        taken = dict(host.record.events)[wants_back(host, event.words[0]).line]
        assert taken.actor in ("", event.words[0])


def test_what_is_still_sealed_is_opened_without_asking_anybody() -> None:
    evening, host = begun("overseers", 2, until="picks")
    evening.step("Bo")
    before = host.record
    assert host.take_back("Bo") == Accepted() and host.proposal is None
    assert host.record == before and host.chosen() == () and "Bo" in host.awaited()


def test_hands_that_are_told_again_behind_a_line_of_nobody_are_named_before_anybody_agrees() -> (
    None
):
    evening, host = begun("overseers", 2)
    evening.step(), evening.step()
    evening.step("Bo")
    wanted = wants_back(host, "Ana")
    (lost,) = host.losses(wanted)
    assert str(lost) == "What was told of the pieces is told again: Bo."


def test_what_is_told_of_a_takeback_does_not_depend_on_what_others_hold() -> None:
    whole = random_game("overseers", 3, 2)
    first = next(n for n, e in whole.events if e.verb == "picks")
    truth = whole.until(first - 1)
    others = list(islice(twins(truth, "Ana", Random(2)), 3))
    assert any(other.lines != truth.lines for other in others)

    def told(record: Record) -> object:
        host = hosted(view(record, HANDS))
        host.choose("Bo", asked(host, "Bo").key, write_event(record, asked(host, "Bo").moves[0]))
        wanted = wants_back(host, "Ana")
        said = wanted.heading, wanted.numbers, host.losses(wanted)
        takes_back(host, "Ana")
        return *said, host.awaited(), host.chosen(), asked(host, "Ana").draw, host.view(TABLE)

    assert all(told(other) == told(truth) for other in others)


def in_hand(host: Hosting, player: str, text: str, listener: Listener | None = None) -> str:
    """Return what `player` is told who types `text` for the own hand, or the line that it is."""
    question = asked(host, player)
    assert question.draw is not None
    found = told(question.view, question.draw, text, tell, listener or Listener(tell))
    return str(found.words) if isinstance(found, Refused) else write_event(question.view, found)


def test_everybody_is_offered_what_does_not_lie_face_up() -> None:
    host = face_up()
    for player in PLAYERS:
        draw = draw_of(host, player)
        assert len(draw.pieces) == 21 and not {"1R", "6P"} & {piece for piece, _ in draw.pieces}


@pytest.mark.parametrize(
    ("game", "seed"), [("onstage", 2), ("adresses-jaunes", 2), ("overseers", 22), ("bards", 1)]
)
def test_all_that_is_truly_drawn_can_be_tapped_at_the_laptop_too(game: str, seed: int) -> None:
    evening = Evening.of(game, seed)
    for _ in range(70):
        for player in (*evening.host.awaited(), TABLE):
            question = evening.host.question(player)
            if question and question.draw is not None and question.draw.size:
                line = evening.line(player, question).removeprefix(question.draw.head)
                assert not Counter(line.split()) - Counter(dict(question.draw.pieces))
        if not evening.step():
            break


@pytest.mark.parametrize(("seed", "number"), [(51, 114), (52, 126)])
def test_nobody_is_asked_for_what_they_have_put_on_top_and_draw_alone(
    seed: int, number: int
) -> None:
    truth = random_game("bards", 3, seed)
    drawn = dict(truth.events)[number]
    assert len(drawn.outcome) == 1 and drawn.actor == "Bo"
    before = max(n for n, event in truth.events if n < number and event.verb == "passes")
    host = hosted(view(truth, HANDS).until(before - 1))
    evening = Evening(host, truth, Random(1))
    evening.step("Bo")
    while "Bo" not in host.awaited():
        evening.step()
    assert host.record.until(number) == view(truth, HANDS).until(number)
    draw = draw_of(host, "Bo")
    assert draw.size == 3 and draw.head == "Bo draws"


def test_what_is_no_hand_is_answered_in_words_that_name_what_is_asked() -> None:
    host = face_up()
    assert in_hand(host, "Bo", "1p 7t8t 9t") == "deal Bo 1P 7T 8T 9T"
    assert "1R lies face up (AJ-1)" in in_hand(host, "Bo", "1R 7t 8t 9t")
    for text in ("h1", "no", "yes", "Ana", "7t x", "x 7t"):
        word = text.replace("7t", "").strip()
        wrong = f"'{word}' is none of these: type 4 of those listed, or help."
        assert in_hand(host, "Bo", text) == wrong
    assert "4 pieces belong here, not 5" in in_hand(host, "Bo", "7t 8t 9t 7p 8p")


def test_a_hand_can_be_told_in_parts_at_the_laptop() -> None:
    host = face_up()
    listener = Listener(tell)
    for typed, answer in (
        ("7t 8t", "So far: 7T 8T. And 2 more?"),
        ("9t", "So far: 7T 8T 9T. And 1 more?"),
        ("zz", "'zz' is none of these: type 1 of those listed, or help."),
        ("8p 9p", "1 piece belongs here, not 2"),
        ("1r", "1R lies face up"),
        ("1p", "deal Bo 1P 7T 8T 9T"),
        ("7t 8t", "So far: 7T 8T. And 2 more?"),
        ("", "The line was left out: 7t 8t"),
        ("7t 8t", "So far: 7T 8T. And 2 more?"),
        ("1p 7t 8t 9t", "deal Bo 1P 7T 8T 9T"),
        ("7t 8t", "So far: 7T 8T. And 2 more?"),
        ("7t 9t", "7T stands here a second time"),
        ("9t", "So far: 7T 8T 9T. And 1 more?"),
    ):
        assert answer in in_hand(host, "Bo", typed, listener), typed


def test_a_part_of_a_hand_is_refused_for_what_is_wrong_with_it() -> None:
    """A fourth Theft of three is no fault of the number, and `a` is a card, not an article."""
    host = hosted(blank(game_named("overseers"), PLAYERS, {}, HANDS))
    for line in ("leader Ana", "characters Suyin Yanmei Gan"):
        assert host.pieces.note(line) == Accepted()
    listener = Listener(tell)
    for typed, answer in (
        ("T T T T", "only 3 T can be drawn here"),
        ("M M", "So far: M M. And 4 more?"),
        ("T T T T", "only 3 T can be drawn here"),
        ("q", "'q' is none of these: type 4 of those listed, or help."),
        ("T T T", "So far: M M T T T. And 1 more?"),
        ("Q", "'Q' is none of these: type 1 of those listed, or help."),
        ("a a", "1 piece belongs here, not 2"),
        ("a", "deal Ana A M M T T T"),
    ):
        assert answer == in_hand(host, "Ana", typed, listener), typed


def test_what_is_not_clear_in_a_whole_hand_is_not_clear_in_a_part_of_it() -> None:
    """In French M begins Meurtre and Malice, and Vol is a whole name of three letters."""
    host = hosted(Ledger(blank(game_named("overseers"), PLAYERS, {}, HANDS), {}, "0"))
    for line in ("leader Ana", "characters Suyin Yanmei Gan"):
        assert host.pieces.note(line) == Accepted()
    listener = Listener(tell)
    with spoken("fr"):
        assert "type three letters of it" in in_hand(host, "Ana", "M M", listener)
        assert "So far: M M. And 4 more?" in in_hand(host, "Ana", "Meu Meu", listener)
        assert "And 1 more?" in in_hand(host, "Ana", "Vol Vol Vol", listener)
        assert in_hand(host, "Ana", "Mal", listener) == "deal Ana A M M T T T"


def test_who_is_no_bard_of_the_town_is_no_fault_of_the_number() -> None:
    host = hosted(blank(game_named("bards"), PLAYERS, {}, HANDS))
    for line in ("audiences Fencers Festival Weavers", "top Generals"):
        assert host.pieces.note(line) == Accepted()
    assert "Dancer cannot be drawn here" in in_hand(host, "Ana", "dancer")
    assert "So far: Vesper" in in_hand(host, "Ana", "vesper")


def test_the_signs_that_are_offered_are_taken_in_each_language() -> None:
    host = hosted(blank(game_named("overseers"), PLAYERS, {}, HANDS))
    for line in ("leader Ana", "characters Suyin Yanmei Gan"):
        assert host.pieces.note(line) == Accepted()
    sign, draw = host.record.notation.sign, asked(host, "Ana").draw
    assert draw is not None
    for language in ("en", "fr"):
        with spoken(language):
            typed = " ".join(tell(sign(piece)) for piece, _ in draw.pieces)
            assert in_hand(host, "Ana", typed) == "deal Ana A B H M P T"
    with spoken("fr"):
        assert "'m' can be" in in_hand(host, "Ana", "M A B H P P")


def test_what_is_offered_does_not_depend_on_what_others_have_told() -> None:
    def offered(hand: str) -> object:
        host = face_up()
        assert said(host, "Ana", f"deal Ana {hand}") == Accepted()
        texts = ("1P 2P 3P 4P", "1P 1P 2P 3P", "7T", "no", "deal Cy 1P 2P 3P 4P")
        return asked(host, "Bo").draw, [in_hand(host, "Bo", text) for text in texts]

    assert offered("1P 2P 3P 4P") == offered("7T 8T 9P 9T")

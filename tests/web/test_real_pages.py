"""Pages of games with real pieces: what is told at a phone, and what is noted at the laptop."""

from __future__ import annotations

import threading

import pytest

from aparte.models.core import TABLE
from aparte.models.games import OWN
from aparte.models.record import write_event
from aparte.sessions.answers import Accepted
from aparte.solver.engine import fitting
from aparte.web import opening
from tests.sessions.evening import Evening
from tests.web.serving import served_real


@pytest.mark.parametrize("game", OWN)
def test_nothing_is_said_of_a_move_where_a_draw_is_asked(game: str) -> None:
    with served_real(game) as table:
        hosting = table.live.hosting
        phone = table.phone(hosting.awaited()[0])
        key, _ = phone.moves()
        for verb in hosting.record.notation.verbs:
            for line in (f"Ana {verb} K3", f"{verb} Ana K3", verb):
                assert phone.post("/seat/why", key=key, line=line).status == 409, line


def test_no_page_waits_while_it_is_looked_at_whether_a_line_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def looks(*_: object) -> None:
        begun.set()
        assert ended.wait(60)

    monkeypatch.setattr(fitting, "hold_together", looks)
    with served_real("onstage") as table:
        hosting = table.live.hosting
        phones = {player: table.phone(player) for player in ("Ana", "Cy")}
        hosting.pieces.be_silent("Bo", True)
        line, told = Evening.of(hosting).line(hosting.awaited()[0]), []
        assert phones["Ana"].post("/seat/note", line=line).status == 202
        slow = threading.Thread(
            target=lambda: told.append(phones["Cy"].press("/seat/settle", stands="yes"))
        )
        slow.start()
        assert begun.wait(60)
        for phone in phones.values():
            assert phone.get("/seat/now").status == 200
        for phone in phones.values():
            assert phone.post("/seat/whisper", about="tutor").status == 200
        before = hosting.version
        assert not told
        ended.set()
        slow.join(10)
        assert told[0].status == 200 and hosting.version > before


def test_the_laptop_thinks_where_no_phone_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    with served_real("onstage") as table:
        hosting = table.live.hosting
        hosting.pieces.be_silent("Bo", True)
        where: list[threading.Thread] = []
        monkeypatch.setattr(
            fitting, "hold_together", lambda *_: where.append(threading.current_thread())
        )
        laptop = opening.Opened(table.live, table.loop)
        line = write_event(hosting.record, Evening.of(hosting).ahead()[0])
        assert laptop.settled(lambda: hosting.pieces.note(line)) == Accepted()
        assert where == [threading.current_thread()]


def test_nobody_is_a_bot_with_real_pieces() -> None:
    with served_real("onstage") as table:
        laptop = table.phone(TABLE)
        assert "<select" not in laptop.get("/table").body
        told = laptop.post("/table/bot", player="Ana", bot="greedy")
        assert told.status == 422 and "nobody is a bot" in told.data["words"]


@pytest.mark.parametrize("kind", ["seat", "table"])
def test_what_lies_in_the_open_is_settled_at_another_phone_or_at_the_laptop(kind: str) -> None:
    with served_real("adresses-jaunes") as table:
        hosting, line = table.live.hosting, "revealed 1T 2P 2R 3T 7P 9P"
        seats = table.phones()
        laptop, before = table.phone(TABLE), hosting.record
        by, yes = seats["Bo"] if kind == "seat" else laptop, 'name="stands" value="yes"'
        assert seats["Ana"].post("/seat/note", line=line).status == 202
        own = seats["Ana"].get("/seat/now").body
        assert "You have noted this: <q>Face up at the start" in own and yes not in own
        for page in (seats["Bo"].get("/seat/now").body, laptop.get("/table/now").body):
            assert "<q>Face up at the start: 1T, 2P" in page and "Ana has noted" in page
            form = page.partition('/settle"')[2].partition("</form>")[0]
            _, first, second = form.split("<button")
            assert yes in first and "big" in first and "big" not in second
        assert by.press(f"/{kind}/settle", stands="").status == 200
        assert hosting.record == before and yes not in laptop.get("/table/now").body
        assert seats["Ana"].post("/seat/note", line=line).status == 202
        assert by.press(f"/{kind}/settle", stands="yes").status == 200
        assert line in [write_event(hosting.record, e) for _, e in hosting.view(TABLE).events]


def test_who_is_called_stands_before_a_colon_as_the_language_writes_it() -> None:
    with served_real("adresses-jaunes") as table:
        page = table.phone(TABLE).get("/table/now", **{"Accept-Language": "fr"}).body
    assert "<b>Tous\N{NO-BREAK SPACE}:</b> choisi" in page


def test_the_laptop_calls_nothing_that_hands_have_told() -> None:
    with served_real("onstage") as table:
        hosting = table.live.hosting
        evening = Evening.of(hosting)
        evening.until_hands()
        laptop, deal = table.phone(TABLE), "Shuffle the 36 cards and deal 12"
        for player, phone in table.phones().items():
            assert deal in laptop.get("/table/now").body
            assert "<h2>The 12 pieces that you have got</h2>" in phone.get("/seat/now").body
            assert phone.move(evening.line(player)).status == 200
        page = laptop.get("/table/now").body
        (first,) = hosting.awaited()
        assert deal not in page and page.count("lead a card") == 1
        assert f"{first}: lead a card" in page
        assert "goes on stage" in page.partition('class="calls"')[2].partition("</section>")[0]


def test_everybody_sees_that_what_was_told_cannot_be_true() -> None:
    with served_real("onstage") as table:
        hosting = table.live.hosting
        Evening.of(hosting).until_hands()
        seats = table.phones()
        laptop, cards = table.phone(TABLE), "K1 K2 K3 K4 K5 K6 K7 K8 K9 P1 P2 P3"
        assert "/table/open" not in laptop.get("/table/now").body
        for player, phone in seats.items():
            assert phone.move(f"deal {player} {cards}").status == 200
        table.wait_until(lambda: hosting.tellings.clash)
        for phone in seats.values():
            page = phone.get("/seat/now").body
            assert "cannot all be true" in page and "data-tap" not in page
            assert phone.post("/table/open").status == 403
        page = laptop.get("/table/now").body
        assert "cannot all be true" in page and "What was told has clashed 1 time." in page
        assert laptop.press("/table/open").status == 200 and not hosting.tellings.clash
        page = seats["Bo"].get("/seat/now").body
        assert f'value="deal Bo {cards}"' in page and "cannot all be true" not in page


def test_who_notes_a_line_of_somebody_else_is_named_to_them() -> None:
    with served_real("onstage") as table:
        hosting = table.live.hosting
        evening = Evening.of(hosting)
        player = table.on_loop(lambda: evening.until("plays"))
        phones = table.phones()
        noter, third = (each for each in hosting.players if each != player)
        line, before = evening.line(player), hosting.record
        assert phones[noter].post("/seat/note", line=line).status == 202
        assert f"{noter} has noted this" in phones[player].get("/seat/now").body
        assert "/seat/settle" not in phones[third].get("/seat/now").body
        key = hosting.pieces.key
        assert phones[third].post("/seat/settle", key=key, stands="yes").status == 409
        assert hosting.record == before
        assert phones[player].press("/seat/settle", stands="yes").status == 200
        assert hosting.record == before.plus(dict(hosting.record.events)[hosting.record.last])


def test_a_yes_or_no_answers_the_line_that_the_page_showed_and_no_other() -> None:
    with served_real("onstage") as table:
        hosting, phones = table.live.hosting, table.phones()
        laptop = table.phone(TABLE)
        Evening.of(hosting).step()
        assert phones["Cy"].post("/seat/note", line="leader Cy").status == 202
        stale = phones["Bo"].form("/seat/settle")
        assert stale and stale == laptop.form("/table/settle") == phones["Cy"].form("/seat/settle")
        assert phones["Ana"].press("/seat/settle", stands="").status == 200
        assert phones["Ana"].post("/seat/note", line="leader Ana").status == 202
        before = hosting.record
        for key in (stale, ""):
            for stands in ("yes", ""):
                assert phones["Bo"].post("/seat/settle", key=key, stands=stands).status == 409
                assert laptop.post("/table/settle", key=key, stands=stands).status == 409
        assert hosting.record == before and hosting.pieces.held is not None
        assert phones["Bo"].press("/seat/settle", stands="yes").status == 200
        assert "leader Ana" in [write_event(hosting.record, e) for _, e in hosting.record.events]


def test_whoever_has_noted_a_line_that_waits_sees_it_and_can_leave_it_out() -> None:
    with served_real("onstage") as table:
        hosting, phones = table.live.hosting, table.phones()
        Evening.of(hosting).step()
        for undo in ("/seat/settle", "/seat/back"):
            assert phones["Ana"].post("/seat/note", line="leader Cy").status == 202
            page = phones["Ana"].get("/seat/now").body
            assert "You have noted this: <q>Cy" in page and "leave it out" in page
            assert phones["Ana"].press("/seat/settle", stands="yes").status == 409
            assert phones["Ana"].press(undo).status == 200 and hosting.pieces.held is None
            assert hosting.proposal is None and hosting.awaited()
            assert "You have noted this" not in phones["Ana"].get("/seat/now").body


def test_a_choice_of_which_it_is_asked_what_came_is_named_and_can_be_made_anew() -> None:
    with served_real("adresses-jaunes") as table:
        hosting, phones = table.live.hosting, table.phones()
        table.on_loop(lambda: hosting.pieces.be_silent("Cy", True))
        Evening.of(hosting).hands_told()
        table.on_loop(hosting.go_on)
        assert "data-chosen" not in phones["Ana"].get("/seat/now").body
        told = phones["Ana"].post("/seat/back")
        assert told.status == 422 and hosting.proposal is None, "who has chosen nothing yet"
        for undo in ("/seat/again", "/seat/back"):
            assert phones["Cy"].move("Cy disc h1").status == 200
            page = phones["Cy"].get("/seat/now").body
            assert 'class="tapping"' in page and "Tap what came of it." in page
            assert "You have chosen: <b>Disc on h1</b>" in page
            assert phones["Cy"].press(undo).status == 200 and hosting.proposal is None
            page = phones["Cy"].get("/seat/now").body
            assert 'class="tapping"' not in page and 'data-move="Cy disc h1"' in page


def test_where_all_choose_in_secret_nobody_else_is_said_to_be_next() -> None:
    with served_real("overseers") as table:
        hosting = table.live.hosting
        evening, phones = Evening.of(hosting), table.phones()
        table.on_loop(lambda: evening.until("picks"))
        while not hosting.sealing.together:
            table.on_loop(evening.step)
        assert hosting.question("Bo").moves[0].verb == "picks"
        for line in ("zzz", "Ana picks ?"):
            told = phones["Bo"].post("/seat/note", line=line)
            assert told.status == 422 and "own seat" in told.data["words"]
            assert "such as" not in told.data["words"]


def test_the_scores_count_what_lies_open_in_a_round_that_goes_on() -> None:
    with served_real("adresses-jaunes") as table:
        hosting, phone = table.live.hosting, table.phone("Ana")
        evening = Evening.of(hosting)
        while not any(hosting.view(TABLE).state.found(each) for each in hosting.players):
            table.on_loop(evening.step)
        page = phone.get("/scores").body
        assert "round 1 …" in page and "No round is over" not in page

"""Pages over HTTP: to sit down, to move, to hear of it; and nothing but a seat's view in them."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from random import Random

import pytest
from markupsafe import escape

from aparte.contract.twins import twins
from aparte.models.bards.face import FACE
from aparte.models.core import TABLE, Record, view
from aparte.models.games import OWN
from aparte.models.record import read_file
from aparte.sessions.errors import Late
from aparte.sessions.helping import with_help
from aparte.sessions.languages import Language
from aparte.sessions.play import Wanted, is_practice
from aparte.sessions.seats import WATCH
from aparte.web import opening
from aparte.web.reader import PageReader
from aparte.web.shown import Shown
from tests.sessions.fireflies import FIREFLIES
from tests.tables import blank, played_at_random, random_game
from tests.web.serving import Phone, Served, Stream, served, served_record

GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_look_at_an_address_spends_nothing_and_a_press_spends_it() -> None:
    with served("onstage") as table:
        path = f"/sit/{table.secret('Ana')}"
        for _ in range(3):
            door = Phone(table).get(path)
            assert door.status == 200 and "Sit down as Ana" in door.body
        phone = table.phone("Ana")
        assert "Ana" in phone.get("/seat").body
        assert Phone(table).get(path).status == 410
        cookie = table.on_loop(lambda: table.live.seats.place_of(phone.cookies["aparte-1"]))
        assert cookie == "Ana"


def test_what_a_phone_keeps_is_kept_from_scripts_and_other_sites() -> None:
    with served("onstage") as table:
        phone = Phone(table)
        answer = phone.post("/sit", secret=table.secret("Ana"))
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("aparte-1=") and len(phone.cookies["aparte-1"]) >= 22
        assert "HttpOnly" in cookie and "samesite=lax" in cookie.lower()


@pytest.mark.parametrize("game", OWN)
def test_a_game_is_played_to_its_last_page(game: str) -> None:
    rng = Random(3)
    with served(game) as table:
        hosting = table.live.hosting
        phones = table.phones()
        for _ in range(400):
            awaited = table.on_loop(lambda: () if hosting.over else hosting.awaited())
            if not awaited:
                break
            player = rng.choice(awaited)
            key, lines = phones[player].moves()
            own = [line for line in lines if line.startswith(player)]
            answer = phones[player].post("/seat/move", key=key, line=rng.choice(own))
            assert answer.status == 200, answer.body
        for phone in phones.values():
            page = phone.get("/seat/now").body
            assert 'class="outcome"' in page and "data-move" not in page


def test_the_last_page_has_the_scores_of_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    with served_record(read_file(GOLDEN / "onstage-en-4-teams.rec")) as table:
        page = table.phone("Ana").get("/seat/now").body
        assert "<th>Ana</th>" in page and "<th>Ana + Cy</th>" in page
    monkeypatch.setitem(OWN, "fireflies", FIREFLIES)
    record = random_game("fireflies", 3, 1)
    with served_record(record) as table:
        phone = table.phone("Bo")
        page = phone.get("/seat/now").body
        assert "<h2>A common score</h2>" in page and "have lost" not in page
        row = f'<th>Ana + Bo + Cy</th><td class="n">{record.state.score}</td>'
        assert row in page
        assert f">{record.state.score}<" in phone.get("/scores").body


def test_the_last_page_says_how_a_tie_was_settled() -> None:
    with served_record(random_game("overseers", 4, 3)) as table:
        page = table.phone("Ana").get("/seat/now").body
        assert "<p>Ana and Dai are tied; whoever was never the leader wins: Dai.</p>" in page


def test_the_box_of_a_player_has_the_audiences_won_and_the_tiles_found_apart() -> None:
    with served_record(read_file(GOLDEN / "bards-3.rec")) as table:
        page, shown = table.phone("Ana").get("/seat/now").body, table.live.hosting.view("Ana")
        troupes = shown.state.troupes
        assert any(troupe.audiences for troupe in troupes.values())
        for player, troupe in troupes.items():
            box = page.partition(f'data-word="{player}"')[2].partition('class="player')[0]
            won = [shown.notation.sign(card) for card in troupe.audiences]
            assert re.findall(r">♛ ([^<]+)<", box) == [str(escape(str(sign))) for sign in won]
    with served_record(read_file(GOLDEN / "adresses-jaunes-4.rec")) as table:
        page, state = table.phone("Ana").get("/seat/now").body, table.live.hosting.view("Ana").state
        found = [tile for player in state.players for tile in state.found(player)]
        assert found and re.findall(r'class="got">([^<]+)<', page) == found
        assert "<b>P ○ bakeries</b>" in page


TOLD_SIGNS = {
    "onstage": ("K♠ black", "❀2 a trick"),
    "adresses-jaunes": ("P ○ bakeries", "A2: a disc of Ana"),
    "overseers": ("Murder (M): 6 points each", "Honesty (H): 2, 10, 18 points", "Liang: takes 4"),
    "bards": ("♛ an audience won", "B blue"),
}
"""What the menu says of signs and values."""


@pytest.mark.parametrize("game", OWN)
def test_the_menu_tells_what_signs_mean_and_what_cards_are_worth(game: str) -> None:
    with served(game) as table:
        phone = table.phone("Ana")
        assert 'data-load="/signs"' in phone.get("/seat").body
        told = phone.get("/signs").body
        assert all(each in told for each in TOLD_SIGNS[game]), told
        assert (game != "onstage") or ">❀1</small>" in phone.get("/seat").body


def test_nobody_leads_a_trick_that_has_been_taken() -> None:
    record = read_file(GOLDEN / "onstage-en-3.rec")
    played = [n for n, event in record.events if event.verb == "plays"]
    for many, leads in ((1, True), (3, False)):
        with served_record(record.until(played[many - 1])) as table:
            page = table.phone("Ana").get("/seat/now").body
            assert (" · leads<" in page) is leads


def test_who_takes_back_past_what_bots_have_shown_is_told_the_price_and_asked() -> None:
    with served("onstage", Bo="random", Cy="random") as table:
        hosting = table.live.hosting
        phone = table.phone("Ana")
        while not table.on_loop(lambda: hosting._play.takeback("Ana").__class__ is Wanted):
            table.wait_until(lambda: "Ana" in hosting.awaited())
            phone.move()
            table.wait_until(lambda: "Ana" in hosting.awaited())
        answer = phone.post("/seat/back")
        assert answer.status == 202 and "practice" in answer.data["words"]
        page = phone.get("/seat/now").body
        assert "the game becomes practice" in page and "Yes, I agree" in page
        assert phone.press("/seat/agree").status == 200
        assert is_practice(table.on_loop(lambda: hosting.record))


def test_a_seat_is_told_in_the_language_of_its_phone() -> None:
    with served("onstage") as table:
        phone = table.phone("Ana")
        assert "Your hand" in phone.get("/seat").body
        assert "Votre main" in phone.get("/seat", **{"Accept-Language": "fr-FR,fr"}).body
        phone.post("/language", language="fr")
        assert "Votre main" in phone.get("/seat").body
        assert 'lang="fr"' in phone.get("/seat").body


def test_each_piece_of_the_own_hand_can_be_tapped_and_no_other() -> None:
    with served("onstage") as table:
        for player in ("Ana", "Bo"):
            page = table.phone(player).get("/seat").body
            state = table.live.hosting.view(player).state
            found = [part.partition('"')[0] for part in page.split('data-piece="')[1:]]
            assert sorted(found) == sorted(state.hands[player].known)
        assert "data-piece" not in table.phone("table").get("/table").body


def test_a_card_says_what_it_does_where_it_lies_in_the_own_hand() -> None:
    with served("bards") as table:
        hosting = table.live.hosting
        while not any(troupe.hand.known for troupe in hosting.view("Ana").state.troupes.values()):
            question = hosting.question(hosting.awaited()[0])
            table.make(question, question.moves[0])
        page = table.phone("Ana").get("/seat").body
        told = FACE.texts(hosting.view("Ana"))
        for card in hosting.view("Ana").state.troupes["Ana"].hand.known:
            button = page.partition(f'data-piece="{card}"')[2].partition("</button>")[0]
            assert str(escape(str(told[card]))) in button


@pytest.mark.parametrize("game", OWN)
def test_pages_are_light_as_browsers_ask_for_them(game: str) -> None:
    places = (("Ana", "/seat"), (TABLE, "/table"), (WATCH, "/watch"))
    files = ("/static/aparte.css", "/static/board.css", "/static/aparte.js")
    late = played_at_random(blank(game, 4), 1, 80)
    for table_of, most in ((served(game, 4), 60_000), (served_record(late), 150_000)):
        with table_of as table:
            for place, path in places:
                phone = table.phone(place)
                answers = [phone.get(e, **{"Accept-Encoding": "gzip"}) for e in (path, *files)]
                assert all(answer.status == 200 for answer in answers), (game, path)
                sent = [answer.weight for answer in answers]
                assert sum(sent) <= most, (game, path, sent)
                for each in ("/log", "/rules", "/scores", "/signs"):
                    answer = phone.get(each)
                    assert answer.status == 200, (game, each)
                    assert sum(sent) + answer.weight <= 150_000, (game, path, each, sent)


def test_a_second_tap_changes_nothing_and_says_so() -> None:
    with served("onstage") as table:
        (player,) = table.live.hosting.awaited()
        phone = table.phone(player)
        key, lines = phone.moves()
        assert phone.post("/seat/move", key=key, line=lines[0]).status == 200
        again = phone.post("/seat/move", key=key, line=lines[0])
        assert again.status == 409 and "gone on" in again.data["words"]


def test_what_cannot_be_done_says_why() -> None:
    with served("onstage") as table:
        hosting = table.live.hosting
        first = hosting.awaited()[0]
        phone = table.phone(first)
        phone.move()
        second = hosting.awaited()[0]
        phone = table.phone(second)
        key, lines = phone.moves()
        hand = hosting.view(second).state.hands[second].known
        fits = {line.split()[2] for line in lines}
        for card in sorted(set(hand) - fits):
            told = phone.post("/seat/why", key=key, line=f"{second} plays {card}").data["words"]
            assert told.startswith("You must follow ") and "ON-17" not in told
        refused = phone.post("/seat/move", key=key, line=f"{second} plays Z1")
        assert refused.status == 422 and refused.data["words"]
        sure = phone.post("/seat/move", key=key, line=f"{second} plays Z1", sure="yes")
        assert sure.data == refused.data


def test_without_scripts_a_button_of_the_list_makes_the_move() -> None:
    with served("onstage") as table:
        (player,) = table.live.hosting.awaited()
        phone = table.phone(player)
        key, lines = phone.moves()
        body = f"key={key}&line={lines[0].replace(' ', '+')}".encode()
        answer = phone.raw("POST", "/seat/move", body, {"Origin": table.origin})
        assert answer.status == 303 and answer.headers["location"] == "/seat"


def test_all_must_agree_to_take_a_choice_back() -> None:
    with served("onstage") as table:
        (player,) = table.live.hosting.awaited()
        phones = table.phones()
        before = list(table.live.hosting.record.events)
        phones[player].move()
        can_ask = {each: "data-chosen" in phones[each].get("/seat/now").body for each in phones}
        assert can_ask == {each: each == player for each in phones}
        assert phones[player].post("/seat/back").status == 202
        others = [each for each in phones if each != player]
        page = phones[others[0]].get("/seat/now").body
        assert f"{player} would take back 1 line:" in page and "Still asked: " in page
        assert f"{player} would take back 1 line:" in table.phone(TABLE).get("/table/now").body
        for each in others:
            assert list(table.live.hosting.record.events) != before
            assert phones[each].press("/seat/agree").status == 200
        assert list(table.live.hosting.record.events) == before


def test_a_yes_answers_the_proposal_that_the_page_showed_and_no_other() -> None:
    with served("onstage") as table:
        hosting, phones = table.live.hosting, table.phones()
        (first,) = hosting.awaited()
        phones[first].move()
        (second,) = hosting.awaited()
        phones[second].move()
        (third,) = hosting.awaited()
        assert phones[first].post("/seat/back").status == 202
        stale = phones[third].form("/seat/agree")
        assert stale and phones[second].press("/seat/decline").status == 200
        assert phones[second].post("/seat/back").status == 202
        for deed in ("agree", "decline"):
            assert phones[third].post(f"/seat/{deed}", key=stale).status == 409
        assert hosting.proposal.agreed == {second}


def test_what_is_opened_is_the_choice_that_the_page_showed() -> None:
    with served("overseers") as table:
        hosting, phones = table.live.hosting, table.phones()

        def chosen() -> None:
            for player in hosting.awaited():
                if player != "Ana" or not hosting.sealing.together:
                    phones[player].move()

        def asked() -> str:
            table.wait_until(lambda: "Ana" in hosting.sealing.together)
            phones["Ana"].move()
            return phones["Ana"].form("/seat/again")

        while not hosting.sealing.together:
            chosen()
        first = asked()
        assert first and phones["Ana"].post("/seat/again").status == 409
        chosen()
        second = asked()
        assert second != first and phones["Ana"].post("/seat/again", key=first).status == 409
        assert phones["Ana"].post("/seat/again", key=second).status == 200


def test_whoever_asked_is_told_who_has_said_no() -> None:
    with served("onstage") as table:
        (player,) = table.live.hosting.awaited()
        phones = table.phones()
        phones[player].move()
        assert phones[player].post("/seat/back").status == 202
        other = next(each for each in phones if each != player)
        assert phones[other].press("/seat/decline").status == 200
        told = f"{other} has said no"
        assert told in phones[player].get("/seat/now").body
        assert told not in phones[other].get("/seat/now").body


def test_what_throws_a_phone_out_is_confirmed_first_with_and_without_scripts() -> None:
    with served("onstage") as table:
        laptop = table.phone(TABLE)
        assert "data-unseat" not in laptop.get("/table").body
        table.phone("Ana")
        page = laptop.get("/table/now").body
        for asked in ("unseat-Ana", "bot-for-Ana"):
            inside = page.partition(f'<details id="{asked}">')[2].partition("</details>")[0]
            assert "<summary>" in inside and "<form" in inside and "<p>" in inside
        assert 'id="bot-for-Bo"' not in page


def test_the_table_gives_a_seat_to_another_phone() -> None:
    with served("onstage") as table:
        first, laptop = table.phone("Ana"), table.phone("table")
        assert first.get("/seat/now").status == 200
        assert laptop.post("/table/unseat", player="Ana").status == 200
        assert first.get("/seat/now").status == 403
        assert f"/sit/{table.secret('Ana')}" in laptop.get("/table/now?code=Ana").body
        assert table.phone("Ana").get("/seat/now").status == 200


def test_a_bot_plays_for_somebody_who_leaves() -> None:
    with served("onstage") as table:
        laptop = table.phone("table")
        (player,) = table.live.hosting.awaited()
        before = table.live.hosting.record.last
        assert laptop.post("/table/bot", player=player, bot="nobody").status == 409
        assert laptop.post("/table/bot", player=player, bot="random").status == 200
        stream = Stream(table.host, laptop)
        stream.until(lambda: table.live.hosting.record.last > before)
        assert laptop.post("/table/bot", player=player, bot="").status == 200
        assert player in table.live.hosting.people


def test_who_looks_on_sees_what_everybody_knows() -> None:
    with served("onstage") as table:
        one, two = table.phone(WATCH), table.phone(WATCH)
        page = one.get("/watch").body
        assert (
            "data-piece" not in page and "data-move" not in page and page == two.get("/watch").body
        )
        for path in ("/seat/move", "/table/unseat"):
            assert one.post(path, player="Ana", line="x", key="x").status == 403
        lines = one.get("/log").body
        assert "Ana is dealt 12 cards" in lines and "Bo is dealt 12 cards" in lines


def test_whispers_are_answered_at_the_seat_that_asks() -> None:
    with served("adresses-jaunes") as table:
        phone = table.phone("Ana")
        for about in ("hint", "chances"):
            assert "<" in phone.post("/seat/whisper", about=about).data["html"]
        assert phone.post("/seat/whisper", about="zz").status == 403


@pytest.mark.parametrize("about", ["best", "tutor"])
def test_a_whisper_that_is_not_agreed_on_says_what_is(about: str) -> None:
    record = with_help(blank("onstage", 3), dict.fromkeys(("Ana", "Bo", "Cy"), "deductions"))
    with served_record(record) as table:
        refused = table.phone("Ana").post("/seat/whisper", about=about)
    assert refused.status == 403
    assert refused.data["words"] == f"Ana is helped with deductions only: {about} is not answered."


def test_the_rules_and_the_log_are_there_in_both_languages() -> None:
    with served("onstage") as table:
        phone = table.phone("Ana")
        assert "ON-1" in phone.get("/rules").body
        assert phone.get("/rules").body != phone.get("/rules", **{"Accept-Language": "fr"}).body
        assert "Ana is dealt" in phone.get("/log").body


def test_a_page_hears_of_what_others_do() -> None:
    with served("onstage") as table:
        (player,) = table.live.hosting.awaited()
        phone = table.phone(player)
        other = table.phone(next(p for p in table.live.hosting.players if p != player))
        stream = Stream(table.host, other)
        stream.has(table.live.version)
        phone.move()
        stream.has(table.live.version)
        stream.close()


def test_a_choice_that_all_make_at_once_is_told_once_when_all_are_in() -> None:
    with served("overseers") as table:
        hosting = table.live.hosting
        phones = table.phones()
        while len(hosting.awaited()) < 2:
            (player,) = hosting.awaited()
            assert phones[player].move().status == 200
        stream = Stream(table.host, table.phone(WATCH))
        stream.has(table.live.version)
        *first, last = hosting.awaited()
        for player in first:
            assert phones[player].move().status == 200
            stream.has(table.live.version)
        told, before = stream.text.count("event: now"), hosting.version
        assert phones[last].move().status == 200
        table.wait_until(lambda: hosting.version == before + 2)
        stream.has(table.live.version)
        assert stream.text.count("event: now") == told + 1
        stream.close()


@pytest.mark.parametrize("game", OWN)
def test_what_is_kept_of_a_page_is_what_would_be_made_now(game: str) -> None:
    rng = Random(5)
    with served(game) as table:
        hosting, live = table.live.hosting, table.live
        readers = [
            _Looks(viewer, language)
            for viewer in (*hosting.players, TABLE)
            for language in Language
        ]
        shown = Shown(live, "1")
        for _ in range(8):
            question = hosting.question(rng.choice(hosting.awaited()))
            own = [each for each in question.moves if each.actor == question.view.viewer]
            table.make(question, rng.choice(own))
            for reader in readers:
                fresh = Shown(live, "1")
                assert table.on_loop(lambda r=reader: shown.now(r)) == fresh.now(reader)


class _Looks(PageReader):
    """Whoever looks from a place, in a language."""

    def __init__(self, viewer: str, language: Language) -> None:
        self.key, self.place, self.language = "", viewer, language


def test_a_page_that_is_open_hears_of_a_mistake_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails() -> None:
        raise ZeroDivisionError

    with served("onstage") as table:
        stream = Stream(table.host, table.phone("Ana"))
        stream.has(table.live.version)
        monkeypatch.setattr(table.live.hosting, "due", fails)
        monkeypatch.setattr(table.live, "_complain", lambda words: None)
        table.on_loop(table.live.changed)
        table.wait_until(lambda: table.live.fault)
        stream.until(lambda: "made a mistake" in stream.text)
        stream.close()


def test_a_table_that_is_busy_says_so_at_the_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "SOON", 0.05)
    done: list[str] = []
    with served("onstage") as table:
        laptop = opening.Opened(table.live, table.loop)
        busy = threading.Event()
        table.loop.call_soon_threadsafe(busy.wait)
        with pytest.raises(Late, match="too busy"):
            laptop.do(lambda: done.append("late"))
        busy.set()
        table.on_loop(lambda: None)
        assert not done, "what was told to be tried again is not done as well"
        monkeypatch.setattr(opening, "SOON", 60.0)
        assert laptop.do(lambda: 1) == 1


@pytest.mark.parametrize("game", OWN)
def test_twins_send_a_seat_the_same_bytes(game: str) -> None:
    rng, found = Random(3), 0
    for cut in (14, 33):
        whole = random_game(game, 3, 1)
        record = whole.with_lines(whole.lines[: min(cut, len(whole.lines) - 2)])
        for twin in twins(record, "Ana", rng, tries=3):
            assert view(twin, "Ana") == view(record, "Ana")
            sent = [_all_that_is_sent(each) for each in (record, twin)]
            if sent[0] is not None and sent[1] is not None:
                found += 1
                for one, other in zip(*sent, strict=True):
                    assert one == other
            break
    assert found


def _all_that_is_sent(record: Record) -> list[str] | None:
    """Return every page of Ana's seat, None where what is drawn next tells the truths apart."""
    with served_record(record) as table:
        if table.live.hosting.record.lines != record.lines:
            return None
        phone = table.phone("Ana")
        paths = ("/seat", "/seat/now", "/log", "/rules", "/fix", "/scores", "/signs")
        answers = [phone.get(path) for path in paths]
        assert all(answer.status == 200 for answer in answers)
        sent = [answer.body for answer in answers]
        stream = Stream(table.host, phone)
        stream.has(table.live.version)
        key, lines = phone.moves()
        for line in (*lines[:3], "Ana zz", "Bo picks A", "Ana plays K9", "Ana pawn 5T", "1"):
            sent.append(phone.post("/seat/why", key=key, line=line).body)
        sent.append(phone.post("/seat/whisper", about="hint").body)
        sent.append(phone.post("/seat/back").body)
        sent.append(phone.get("/seat/now").body)
        sent += _streamed_while_others_play(table, stream)
        return sent


def _streamed_while_others_play(table: Served, stream: Stream) -> list[str]:
    """Return all that is streamed to Ana while Bo and Cy do what shows her nothing of their hands.

    They sit down, ask for a whisper, are refused, seal what they choose in secret and open it.
    """
    hosting = table.live.hosting
    for other in ("Bo", "Cy"):
        theirs = table.phone(other)
        stream.has(table.live.version)
        theirs.post("/seat/whisper", about="zz")
        theirs.post("/seat/move", key="0.0", line=f"{other} zz")
        question = table.on_loop(lambda other=other: hosting.question(other))
        if question is not None and question.secret and len(hosting.awaited()) > 1:
            assert theirs.move().status == 200
            stream.has(table.live.version)
            assert theirs.press("/seat/again").status == 200
            stream.has(table.live.version)
    proposal = hosting.proposal
    if proposal is not None:
        theirs.press("/seat/decline")
    stream.has(table.live.version)
    text = stream.text.partition("\r\n\r\n")[2]
    stream.close()
    return [part for part in text.split("event: now") if "id: " in part]

"""Links, whoever follows them and however often: home, to a question, or nowhere; never out."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest

from aparte.models.core import TABLE
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.seats import WATCH, Seats
from aparte.sessions.store import opened
from aparte.solver.play.deal import new_deal, sealed
from aparte.web import guard
from tests.tables import blank
from tests.web.serving import Answer, Phone, Served, served, serving_players


@pytest.fixture
def table():
    with served("onstage") as table:
        yield table


def press(phone: Phone, secret: str) -> Answer:
    """Press the button of the page that a link leads to."""
    page = phone.get(f"/sit/{secret}").body
    leaves = re.search(r'name="leaves" value="([^"]*)"', page)
    return phone.post("/sit", secret=secret, leaves=leaves[1] if leaves else "")


def place_of(table: Served, phone: Phone) -> str | None:
    found: str | None = table.on_loop(
        lambda: table.live.seats.place_of(phone.cookies.get("aparte-1", ""))
    )
    return found


# an own link leads home


@pytest.mark.parametrize("place", ["Ana", TABLE, WATCH])
def test_an_own_link_leads_home_and_is_no_wrong_code(
    table: Served, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard.Slowly, "wrong", None)
    secret, phone = table.secret(place), Phone(table)
    assert press(phone, secret).headers["location"] in ("/seat", "/table", "/watch")
    for _ in range(20):
        for again in (phone.get(f"/sit/{secret}"), phone.post("/sit", secret=secret)):
            assert (again.status, again.headers["location"]) == (303, "/")
    assert phone.get("/").status == 303 and place_of(table, phone) == place


def test_an_own_link_leads_home_after_the_program_was_started_anew(tmp_path: Path) -> None:
    path, deal = tmp_path / "games.sqlite3", new_deal(7)
    with opened(path) as store:
        saved = store.add(sealed(blank("onstage", 3), deal), {}, deal)
        seats = Seats(SavedLedger(store, saved), ("Ana", "Bo", "Cy"))
        secrets = {place: seats.secret(place) or "" for place in ("Ana", "Bo")}
        seats.sit(secrets["Ana"])
        name = seats.name
    with opened(path) as store:
        seats = Seats(SavedLedger(store, store.game(saved.id)), ("Ana", "Bo", "Cy"))
        assert seats.spent_for(secrets["Ana"]) == "Ana" and seats.name == name
        assert seats.spent_for(secrets["Bo"]) is None
    kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert not any(secret.encode() in kept for secret in secrets.values())


def test_pressing_twice_before_an_answer_comes_sits_down_once(table: Served) -> None:
    phone, secret = Phone(table), table.secret("Ana")
    phone.get(f"/sit/{secret}")
    twin = Phone(table, dict(phone.cookies))
    assert phone.post("/sit", secret=secret).status == 303
    assert twin.post("/sit", secret=secret).headers["location"] == "/"
    assert place_of(table, twin) == "Ana"


def test_a_code_that_another_phone_has_spent_says_so_and_slows_nothing_down(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard.Slowly, "wrong", None)
    secret, other = table.secret("Ana"), Phone(table)
    table.phone("Ana")
    for again in (other.get(f"/sit/{secret}"), other.post("/sit", secret=secret)):
        assert again.status == 410 and "sits there already" in again.body
    assert place_of(table, other) is None


# another's link asks


def test_a_phone_that_has_a_seat_is_asked_before_it_becomes_another(table: Served) -> None:
    phone, secret = table.phone("Ana"), table.secret("Bo")
    page = phone.get(f"/sit/{secret}").body
    assert "is the seat of Ana" in page and "Stay Ana" in page and "Sit down as Bo" in page
    asked = phone.post("/sit", secret=secret)
    assert asked.status == 409 and "is the seat of Ana" in asked.body
    assert phone.post("/sit", secret=secret, leaves="Cy").status == 409
    assert place_of(table, phone) == "Ana" and table.secret("Bo") == secret
    assert phone.post("/sit", secret=secret, leaves="Ana").status == 303
    assert place_of(table, phone) == "Bo"
    free = table.on_loop(lambda: not table.live.seats.is_taken("Ana"))
    assert free and place_of(table, table.phone("Ana")) == "Ana"


def test_a_page_that_was_open_before_a_seat_was_taken_asks_too(table: Served) -> None:
    phone, bo = Phone(table), table.secret("Bo")
    phone.get(f"/sit/{bo}")
    press(phone, table.secret("Ana"))
    assert phone.post("/sit", secret=bo, leaves="").status == 409
    assert place_of(table, phone) == "Ana"


def test_who_looks_on_sits_down_without_being_asked(table: Served) -> None:
    phone = table.phone(WATCH)
    assert "leaves" not in phone.get(f"/sit/{table.secret('Ana')}").body.partition("value=")[0]
    assert phone.post("/sit", secret=table.secret("Ana")).status == 303
    assert place_of(table, phone) == "Ana"


@pytest.mark.parametrize("order", list(permutations(("Ana", "Bo", WATCH, TABLE))))
def test_links_in_any_order_leave_nobody_without_a_place(
    table: Served, order: tuple[str, ...]
) -> None:
    phone, secrets = Phone(table), {place: table.secret(place) for place in order}
    stays = ""
    for place in order:
        press(phone, secrets[place])
        stays = stays or (TABLE if place == TABLE else "")
        assert place_of(table, phone) == (stays or place)
    for place in order:  # by now all are spent, or it is the page of the table
        before = place_of(table, phone)
        phone.get(f"/sit/{secrets[place]}")
        assert place_of(table, phone) == before
    taken = [place for place in ("Ana", "Bo", TABLE) if table.live.seats.is_taken(place)]
    assert taken == [place for place in (place_of(table, phone),) if place != WATCH]


# the page of the table


@pytest.mark.parametrize("place", ["Ana", WATCH])
def test_the_page_of_the_table_becomes_nothing_else(table: Served, place: str) -> None:
    laptop, secret = table.phone(TABLE), table.secret(place)
    for answer in (laptop.get(f"/sit/{secret}"), laptop.post("/sit", secret=secret)):
        assert answer.status == 409 and "This page is the table" in answer.body
    assert place_of(table, laptop) == TABLE and table.secret(place) == secret


def test_the_code_of_the_table_can_be_had_again(table: Served) -> None:
    laptop = table.phone(TABLE)
    assert table.live.seats.secret(TABLE) is None
    table.on_loop(lambda: table.live.seats.invite(TABLE))
    assert laptop.get("/table/now").status == 200
    other = table.phone(TABLE)
    assert other.get("/table/now").status == 200 and laptop.get("/table/now").status == 403


# names and cookies


def test_what_phones_keep_of_two_tables_does_not_meet() -> None:
    def seats() -> Seats:
        return Seats(Ledger(blank("onstage", 3), {}, "1"), ("Ana", "Bo", "Cy"))

    assert len({seats().name for _ in range(50)}) == 50
    ledger = Ledger(blank("onstage", 3), {}, "1")
    assert Seats(ledger, ("Ana", "Bo", "Cy")).name == Seats(ledger, ("Ana", "Bo", "Cy")).name


def test_phones_that_sat_before_tables_had_names_are_still_known() -> None:
    ledger = Ledger(blank("onstage", 3), {}, "1")
    seats = Seats(ledger, ("Ana", "Bo", "Cy"))
    sat = seats.sit(seats.secret("Ana") or "")
    for name in ("name", "link Ana"):
        ledger.keep_apart(name, None)
    again = Seats(ledger, ("Ana", "Bo", "Cy"))
    assert sat is not None and again.place_of(sat.key) == "Ana" and not again.name


@pytest.mark.parametrize(
    "name",
    ["watch", "Watch", "seat", "sit", "events", "log", "now", "static", "language", "bot", "code"],
)
def test_a_player_may_be_called_as_a_page_is(name: str) -> None:
    with serving_players("onstage", (name, "Bo", "Cy")) as table:
        phone = Phone(table)
        assert f"Sit down as {name}" in phone.get(f"/sit/{table.secret(name)}").body
        assert press(phone, table.secret(name)).headers["location"] == "/seat"
        assert f'data-seat="{name}"' in phone.get("/seat").body
        assert f"Seat of {name}" in table.phone(TABLE).get(f"/table/now?code={name}").body or (
            table.live.seats.is_taken(name)
        )
        assert place_of(table, table.phone(WATCH)) == WATCH


def test_a_link_in_a_mail_leads_home_and_a_form_from_elsewhere_does_nothing(table: Served) -> None:
    phone = Phone(table)
    phone.get(f"/sit/{table.secret('Ana')}")
    cookie = phone.post("/sit", secret=table.secret("Ana")).headers["set-cookie"].lower()
    assert "samesite=lax" in cookie and "httponly" in cookie
    mail = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert 'data-seat="Ana"' in phone.get("/seat", **mail).body
    before = table.live.hosting.record
    for path in ("/sit", "/seat/move", "/seat/back", "/language"):
        for origin in ("http://elsewhere.example", "null"):
            assert phone.raw("POST", path, b"line=1", mail | {"Origin": origin}).status == 403
        assert phone.raw("POST", path, b"line=1", mail).status == 403
    for path in ("/seat/move", "/seat/back", "/sit"):
        assert phone.get(path, **mail).status in (404, 405)
    assert table.live.hosting.record == before


# wrong codes


def test_a_right_code_is_taken_while_wrong_ones_from_the_same_address_wait(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard.Slowly, "is_crowded", lambda *_: True)
    assert Phone(table).get("/sit/wrong").status == 429
    phone = Phone(table)
    assert phone.get(f"/sit/{table.secret('Ana')}").status == 200
    assert phone.post("/sit", secret=table.secret("Ana")).status == 303
    assert phone.get("/seat").status == 200

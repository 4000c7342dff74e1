"""Status, hand and button of a seat are in sight on any phone; who cannot see them plays, too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from aparte.models.core import TABLE
from aparte.models.record import write_event
from tests.sessions.evening import Evening
from tests.tables import random_game
from tests.web.browser import Opened, needs_browser, opened
from tests.web.serving import Served, served, served_real, served_record

pytestmark = [pytest.mark.web, needs_browser]

GAMES = {"onstage": (0, 9), "adresses-jaunes": (0, 13), "overseers": (4, 36), "bards": (0, 24)}
"""How many moves are made before a seat is looked at."""
PLAYERS = {"onstage": 5, "bards": 3}
SIZES = ((320, 568), (568, 320), (360, 740), (740, 360), (768, 1024), (1024, 768))
BOXES = """() => {
  const own = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.offsetParent)
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect()
    return [left, top, right, bottom]
  }
  return {
    status: own('.status').map(box), button: own('#compose .confirm').map(box),
    hand: own('.hand .p').map(box), hands: own('.hands').map(box),
    tell: own('.tapping [data-told]').map(box), own: own('.board .own').map(box),
    out: own('.player .p, .ring .card').map(box).filter((each, at) => {
      const place = own('.player .p, .ring .card')[at].closest('.player, .felt')
      const [left, top, right, bottom] = box(place)
      return each[0] < left - 1 || each[1] < top - 1 || each[2] > right + 1 || each[3] > bottom + 1
    }),
    icons: own('.over > summary').map(box), news: own('.news').map(box),
    wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight,
  }
}"""

RINGS = """() => {
  const rings = (each) => {
    const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(each)
    const shadow = boxShadow.match(/^(rgb\\([^)]*\\)) 0px 0px 0px/)
    return [outlineStyle === 'solid' ? outlineColor : '', shadow ? shadow[1] : ''].filter(Boolean)
  }
  const ground = (each) => {
    for (let at = each.parentElement; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor
      if (colour.startsWith('rgb(')) return colour
    }
  }
  const light = (colour) => {
    const [r, g, b] = colour.match(/\\d+/g).map((each) => each / 255)
      .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  return [...document.querySelectorAll('.board *')].flatMap((each) => rings(each).map((ring) => {
    const [low, high] = [light(ring), light(ground(each))].sort((one, other) => one - other)
    const other = each.matches('.best *, .accused')
    return [other ? 'other' : each.dataset.state ?? '', high / low, each.outerHTML.slice(0, 90)]
  }))
}"""
"""What has a ring on the board: what a tap does there, and how the ring stands out."""


@contextmanager
def asked(
    browser: Any, game: str, moves: int, dark: bool = False
) -> Iterator[tuple[Served, Opened]]:
    """Open the seat of who is asked after some moves."""
    with served(game, PLAYERS.get(game, 4), 3) as table:
        host, rng = table.live.hosting, Random(3)
        bot = host.pieces.makers["greedy" if "greedy" in host.pieces.makers else "random"]()
        for _ in range(moves):
            question = host.question(host.awaited()[0])
            table.make(question, bot.choose(question.view, rng).event)
        table.on_loop(lambda: table.live.changed(seen_elsewhere=True))
        phone = opened(browser, table.address(host.awaited()[0]), ("en", "fr")[dark], dark)
        phone.page.wait_for_selector("#compose .confirm", state="attached")
        phone.page.wait_for_load_state("load")
        yield table, phone
        assert not phone.wrong, phone.wrong


def apart(one: list[float], other: list[float]) -> bool:
    """Tell whether neither box covers any of the other; a pixel of rounding counts for nothing."""
    return (
        one[2] <= other[0] + 1
        or other[2] <= one[0] + 1
        or one[3] <= other[1] + 1
        or other[3] <= one[1] + 1
    )


@pytest.mark.parametrize("game", GAMES)
def test_status_hand_and_button_are_in_sight_on_any_phone(browser: Any, game: str) -> None:
    for at, moves in enumerate(GAMES[game]):
        with asked(browser, game, moves, dark=at == 1) as (_, phone):
            for state, stands_out, shown in phone.page.evaluate(RINGS):
                assert state and stands_out >= 3, (moves, state, stands_out, shown)
            for text in ("100%", "200%"):
                for size in SIZES:
                    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
                    phone.page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
                    found = phone.page.evaluate(BOXES)
                    where = (game, moves, text, size, found)
                    assert found["wide"] <= size[0] and found["high"] <= size[1], where
                    (status,), (button,) = found["status"], found["button"]
                    assert not found["out"] or text != "100%", where
                    seen = [status, button, *found["hand"]]
                    if text == "100%":
                        seen += found["own"]
                    for box in seen:
                        assert box[0] >= 0 and box[1] >= 0, (box, where)
                        assert box[2] <= size[0] + 1 and box[3] <= size[1] + 1, (box, where)
                    for box in (status, *found["hand"], *found["icons"], *found["news"]):
                        assert apart(box, button), (box, where)
                    for box in found["hand"]:
                        assert apart(box, status), (box, where)
                        assert box[2] - box[0] >= 24 and box[3] - box[1] >= 24, (box, where)


def all_in_sight(phone: Opened, size: tuple[int, int], text: str) -> None:
    """Hold a seat to it that the status, the whole hand and the button are seen, and apart."""
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
    found = phone.page.evaluate(BOXES)
    where = (size, text, found)
    (status,), (hands,), (button,) = (
        found["status"],
        found["hands"],
        found["button"] + found["tell"],
    )
    assert found["hand"], where
    for box in (status, button, *found["hand"]):
        assert box[0] >= 0 and box[1] >= 0, (box, where)
        assert box[2] <= size[0] + 1 and box[3] <= size[1] + 1, (box, where)
    for box in found["hand"]:
        assert box[1] >= hands[1] - 1 and box[3] <= hands[3] + 1, (box, where)
        assert apart(box, button) and apart(box, status), (box, where)


def test_a_full_hand_leaves_the_button_in_sight(browser: Any) -> None:
    whole = random_game("bards", 4, 7)
    stages = [line.number for line in whole.lines if line.event and line.event.verb == "stages"]
    cut = (whole.until(number - 1) for number in stages)
    record = next(each for each in cut if max(len(t.dice) for t in each.state.troupes.values()) > 9)
    with served_record(record) as table:
        troupes = record.state.troupes
        player = max(table.live.hosting.awaited(), key=lambda each: len(troupes[each].dice))
        assert len(troupes[player].dice) > 9
        phone = opened(browser, table.address(player), "fr")
        phone.page.wait_for_selector("#compose .confirm", state="attached")
        for size in ((844, 390), (740, 360), (360, 640)):
            all_in_sight(phone, size, "100%")


def test_a_hand_is_in_sight_while_real_pieces_are_tapped_in(browser: Any) -> None:
    with served_real("bards") as table:
        host = table.live.hosting
        evening = Evening.of(host, 7)

        def tapping() -> str:
            """Return who taps in what was drawn, and holds dice."""
            asked = {each: host.question(each) for each in host.awaited()}
            taps = [each for each, question in asked.items() if question and question.draw]
            return next((e for e in taps if len(host.view(e).state.troupes[e].dice) > 4), "")

        while not (player := table.on_loop(tapping)):
            assert table.on_loop(evening.step)
        table.on_loop(lambda: table.live.changed(seen_elsewhere=True))
        phone = opened(browser, table.address(player), "fr")
        phone.page.wait_for_selector(".tapping")
        for size, text in (((320, 568), "100%"), ((390, 844), "200%"), ((844, 390), "100%")):
            all_in_sight(phone, size, text)


def test_the_usual_answer_about_a_line_that_was_noted_is_in_sight(browser: Any) -> None:
    performers = " ".join(colour + number for number in "123" for colour in "KPBG")
    with served_real("onstage") as table:
        noted = table.phone("Ana").post("/seat/note", line=f"line {performers}")
        assert noted.status == 202
        phone = opened(browser, table.address("Bo"))
        phone.page.wait_for_selector(".held")
        for width, height in ((320, 568), (568, 320), (844, 390)):
            phone.page.set_viewport_size({"width": width, "height": height})
            for button in phone.page.locator(".held button").all():
                left, top, wide, high = button.bounding_box().values()
                at = [left + wide / 2, top + high - 4]
                seen = "([x, y]) => document.elementFromPoint(x, y)?.textContent"
                assert phone.page.evaluate(seen, at) == button.text_content(), (width, height)


def test_news_that_are_cut_end_in_a_sign_of_it_and_in_a_whole_line(browser: Any) -> None:
    cut = """() => {
      const line = document.querySelector('#news summary')
      line.textContent = 'All discs are laid. '.repeat(40)
      const { webkitLineClamp, lineHeight } = getComputedStyle(line)
      return [line.clientHeight, Number(webkitLineClamp) * parseFloat(lineHeight)]
    }"""
    with asked(browser, "adresses-jaunes", 13) as (_, phone):
        for width, height in (*SIZES, (844, 390), (390, 844)):
            phone.page.set_viewport_size({"width": width, "height": height})
            shown, lines = phone.page.evaluate(cut)
            assert abs(shown - lines) < 1.5, (width, height, shown, lines)


def test_the_sums_of_many_rounds_are_in_sight_and_what_they_are_of_has_names(browser: Any) -> None:
    with served_record(random_game("bards", 4, 21)) as table:
        phone = opened(browser, table.address("Bo"), "fr")
        for each in ("menu", "scores"):
            phone.page.locator(f"#{each} > summary").click()
        phone.page.wait_for_selector("#scores .sum")
        for box in (each.bounding_box() for each in phone.page.locator("#scores .sum").all()):
            assert box["x"] + box["width"] <= 360
        names = phone.page.locator("#scores p b").all_text_contents()
        assert names and set(names) <= set(table.live.hosting.players)


def test_who_can_be_claimed_stands_out_on_the_stage(browser: Any) -> None:
    whole = random_game("onstage", 4, 7)
    claims = next(each.number for each in whole.lines if each.event and each.event.verb == "claims")
    with served_record(whole.until(claims - 1)) as table:
        for dark in (False, True):
            player = table.live.hosting.awaited()[0]
            phone = opened(browser, table.address(player), dark=dark)
            for again in (False, True):
                rings = phone.page.evaluate(RINGS)
                assert any(state in ("fits", "taken") for state, *_ in rings)
                assert all(stands_out >= 3 for _, stands_out, _ in rings), rings
                if not again:
                    phone.page.locator(".board [data-state=fits]").first.click()
            table.on_loop(lambda seat=player: table.live.seats.unseat(seat))


def test_a_message_moves_nothing_and_lies_over_an_open_menu(browser: Any) -> None:
    with asked(browser, "onstage", 9) as (_, phone):
        before = phone.page.evaluate(BOXES)
        phone.page.evaluate("say('A message')")
        assert phone.page.evaluate(BOXES) == before
        for size in SIZES:
            phone.page.set_viewport_size({"width": size[0], "height": size[1]})
            left, top, wide, high = phone.page.locator("#said").bounding_box().values()
            found = phone.page.evaluate(BOXES)
            for box in (*found["hand"], *found["button"]):
                assert apart(box, [left, top, left + wide, top + high]), size
        phone.page.locator("#menu > summary").click()
        phone.page.locator("#said").click()
        assert phone.page.locator("#said").text_content() == ""


def test_the_table_is_seen_whole_while_the_laptop_taps_in_what_is_drawn(browser: Any) -> None:
    with served_real("bards", ("Ana", "Bo", "Cy", "Dai")) as table:
        host = table.live.hosting
        evening = Evening.of(host, 7)

        def taps() -> bool:
            """Tell whether all are on stage, and the laptop is asked what is drawn."""
            question, troupes = host.question(TABLE), host.view(TABLE).state.troupes.values()
            drawn = question is not None and question.draw is not None
            return drawn and all(troupe.stage for troupe in troupes)

        while not table.on_loop(taps):
            assert table.on_loop(evening.step)
        table.on_loop(lambda: table.live.changed(seen_elsewhere=True))
        laptop = opened(browser, table.address("table"), "fr", size=(1280, 720))
        script = """() => [...document.querySelectorAll('.board, .board [data-word], .tapping')]
          .map((each) => {
            const { left, top, right, bottom } = each.getBoundingClientRect()
            return [left, top, right, bottom]
          })"""
        for size in ((1280, 720), (1920, 1080)):
            laptop.page.set_viewport_size({"width": size[0], "height": size[1]})
            laptop.page.wait_for_timeout(50)
            *boxes, tapping = sorted(laptop.page.evaluate(script))
            board, *pieces = boxes
            assert apart(board, tapping) and tapping[3] <= size[1], (size, board, tapping)
            assert len(pieces) > 20
            for box in pieces:
                assert box[3] <= board[3] + 1 and box[2] <= board[2] + 1, (size, box, board)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_fits_a_screen_and_says_large_what_it_asks(browser: Any, game: str) -> None:
    with asked(browser, game, GAMES[game][1]) as (table, seat):
        for player in table.live.hosting.players:
            if player != seat.seat:
                table.phone(player)
        laptop = opened(browser, table.address("table"), size=(1280, 720))
        for size in ((1280, 720), (1920, 1080)):
            laptop.page.set_viewport_size({"width": size[0], "height": size[1]})
            told = laptop.page.evaluate(
                """() => ['.status', '.player b', '.felt .p b'].map((each) => {
                  const found = document.querySelector(each) ?? document.querySelector('.player b')
                  const { top, bottom } = found.getBoundingClientRect()
                  return [parseFloat(getComputedStyle(found).fontSize), top, bottom]
                })"""
            )
            for at, (letters, top, bottom) in enumerate(told):
                assert top >= 0 and bottom <= size[1]
                assert letters >= size[1] / (32 if at < 2 else 54), (game, size, told)
            high = laptop.page.evaluate("document.documentElement.scrollHeight")
            assert high <= size[1]
            newest = laptop.page.locator(".newest li").last.bounding_box()
            assert newest["y"] > 0 and newest["y"] + newest["height"] <= size[1]
        assert not laptop.wrong


def test_whoever_does_not_see_hears_whose_turn_it_is_in_the_right_order(browser: Any) -> None:
    with served("onstage", 3) as table:
        host = table.live.hosting
        player = host.awaited()[0]
        phones = {each: opened(browser, table.address(each)) for each in host.players}
        turn = "document.getElementById('turn').textContent"
        for each, phone in phones.items():
            assert phone.page.evaluate(turn).startswith("It is your turn") == (each == player)
            order = phone.page.evaluate(
                "[...main().children].map((e) => e.className.split(' ')[0] || e.tagName)"
            )
            assert order[-2:] == ["board", "news"] and order.index("dock") < order.index("board")
            dock = "[...document.querySelector('.dock').children].map((e) => e.className || e.id)"
            inside = phone.page.evaluate(dock)
            assert inside[0].startswith("status") and inside[1] == "hands"
            assert inside[2:] == (["choice"] if each == player else [])
        phones[player].tap(phones[player].moves()[0])
        following = phones[host.players[(host.players.index(player) + 1) % 3]]
        following.wait_until(f"() => {turn}.startsWith('It is your turn')")


def test_who_asked_for_less_motion_sees_none(browser: Any) -> None:
    with asked(browser, "onstage", 12) as (_, phone):
        moving = "document.getAnimations().length"
        css = "getComputedStyle(document.querySelector('.spot.new .card')).animationDuration"
        phone.page.emulate_media(reduced_motion="no-preference")
        assert phone.page.evaluate(css) == "0.2s"
        phone.page.emulate_media(reduced_motion="reduce")
        assert phone.page.evaluate(css) == "0s"
        assert phone.page.evaluate(moving) == 0


def test_what_others_did_meanwhile_is_stepped_through_from_its_beginning(browser: Any) -> None:
    turned = """state => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange'))
    }"""
    with served("onstage", 4) as table:
        host = table.live.hosting
        other = host.players[host.players.index(host.awaited()[0]) - 1]
        phone = opened(browser, table.address(other))
        page, line = phone.page, phone.page.locator("#news summary")

        def others_move() -> list[str]:
            question = host.question(host.awaited()[0])
            lead = write_event(question.view, question.moves[0])
            table.on_loop(lambda: host.choose(question.view.viewer, question.key, lead))
            table.on_loop(lambda: (host.go_on(), table.live.changed()))
            phone.is_at(table.live.version)
            script = "all => all.filter((e) => !e.hidden).map((e) => e.innerHTML)"
            found: list[str] = page.eval_on_selector_all("#news li", script)
            return found

        assert not page.locator("[data-step]:visible").count()
        others_move()
        fresh = others_move()
        assert len(fresh) > 1 and line.inner_html() == fresh[-1]  # it was seen as it came
        page.evaluate(turned, "hidden")
        others_move()
        page.evaluate(turned, "visible")
        unseen = page.locator("#news li:not([hidden])").count()
        assert unseen < len(fresh)
        page.evaluate("looked = 0, back = true, dress()")
        fresh = page.eval_on_selector_all("#news li", "all => all.map((e) => e.innerHTML)")
        shown = [line.inner_html()]
        page.locator('[data-step="1"]').focus()
        while page.locator('[data-step="1"]:enabled').count():
            page.keyboard.press("Enter")
            shown.append(line.inner_html())
        assert shown == fresh
        assert page.evaluate("document.activeElement.dataset.step") == "-1"
        assert not phone.wrong

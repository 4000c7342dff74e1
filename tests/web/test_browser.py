"""Games on phones in a real browser: `make web-test` plays all of them, `make test` a short one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aparte.models.record import write, write_event
from aparte.sessions.seats import WATCH
from tests.aparte_cli import environment
from tests.sessions.evening import Evening
from tests.tables import blank, played_at_random
from tests.web.browser import Opened, is_for_all, needs_browser, opened
from tests.web.serving import Served, served, served_real, served_record

GAMES = {"onstage": 4, "adresses-jaunes": 4, "overseers": 4, "bards": 4}
YES = 'button[name="stands"][value="yes"]'
"""What lets a line stand that somebody has noted."""
WHOLE = "adresses-jaunes"
"""Which game is played to its end with real pieces, too; every one is, where the program deals."""
TAPPED = 40
"""So many steps with real pieces are put together by tapping, later ones pressed in the list."""


def seated(table: Served, browser: Any) -> dict[str, Opened]:
    """Return a phone for every seat: two languages, light and dark."""
    return {
        player: opened(browser, table.address(player), ("en", "fr")[at % 2], dark=at in (1, 2))
        for at, player in enumerate(table.live.hosting.players)
    }


def play(table: Served, phones: dict[str, Opened], seed: int, most: int, tapped: int) -> int:
    """Play until the game is over, or `most` moves; the first are put together by tapping."""
    host, rng = table.live.hosting, Random(seed)
    bot = host.pieces.makers["greedy" if "greedy" in host.pieces.makers else "random"]()
    for made in range(most):
        table.wait_until(lambda: host.over or (bool(host.awaited()) and host.due() is None))
        if host.over:
            return made
        player, known = rng.choice(host.awaited()), host.version
        question = host.question(player)
        move = rng.choice([move for move in question.moves if move.actor])
        if made >= tapped:  # whoever plans comes to an end sooner
            move = bot.choose(question.view, rng).event
        line = write_event(host.record, move)
        phones[player].is_at(table.live.version)
        if made < tapped:
            phones[player].tap(line)
        else:
            phones[player].press(line)
        table.wait_until(lambda known=known: host.version > known)
    return most


def play_unseen(phones: dict[str, Opened], rng: Random, most: int) -> int:
    """Play `most` moves at a table that another process serves."""
    moves = 0
    while moves < most:
        asked = [phone for phone in phones.values() if phone.is_asked]
        if not asked:
            time.sleep(0.02)
            continue
        phone = rng.choice(asked)
        key = phone.key
        line = rng.choice([line for line in phone.moves() if line.startswith(f"{phone.seat} ")])
        phone.tap(line)
        if phone.page.locator(".sealed").count() == 0:
            phone.has_gone_on(key)
        moves += 1
    return moves


def check(phone: Opened) -> None:
    """Hold a page to what is now."""
    assert not phone.wrong, phone.wrong
    shows_what_is_now(phone)


def shows_what_is_now(phone: Opened) -> None:
    """Hold what was kept of a page to what the page would be now."""
    boards = """async () => {
      const plain = (board) => {
        const copy = board.cloneNode(true)
        for (const each of copy.querySelectorAll('[data-word]')) {
          each.classList.remove('fits', 'taken', 'pale', 'spoken')
          for (const name of ['role', 'tabindex', 'aria-pressed', 'data-state'])
            each.removeAttribute(name)
          each.className = each.className.trim()
        }
        return copy.outerHTML.replace(/\\s*([<>"])\\s*/g, '$1')
      }
      const made = document.createElement('template')
      made.innerHTML = await (await fetch(`/${document.body.className}/now`)).text()
      const last = [now, made.content].map((each) => each.querySelector('main').dataset.line)
      return [now, made.content].map((each, at) => last[at] + '#'
        + plain(each.querySelector('.board')))
    }"""
    for _ in range(100):
        shown, made = phone.page.evaluate(boards)
        if shown.partition("#")[0] == made.partition("#")[0]:
            break
        phone.page.wait_for_timeout(50)
    assert shown == made


@needs_browser
def test_a_short_game_is_played_on_phones(browser: Any) -> None:
    with served("adresses-jaunes", 2) as table:
        phones = seated(table, browser)
        laptop = opened(browser, table.address("table"), size=(1280, 800))
        moves = play(table, phones, 2, 100, tapped=8)
        assert moves >= 12
        for phone in (*phones.values(), laptop):
            shows_what_is_now(phone)
        for phone in (*phones.values(), laptop):
            phone.page.wait_for_selector(".outcome")
            assert not phone.wrong


@pytest.mark.web
@needs_browser
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_four_phones(browser: Any, game: str) -> None:
    with served(game, GAMES[game], 3) as table:
        phones = seated(table, browser)
        laptop = opened(browser, table.address("table"), size=(1280, 800))
        watch = opened(browser, table.address(WATCH), "fr")
        everybody = (*phones.values(), laptop, watch)
        for phone in everybody:
            check(phone)
        play(table, phones, 5, 12, tapped=12)
        for phone in everybody:
            check(phone)
        play(table, phones, 6, 2000, tapped=4)
        for phone in everybody:
            phone.page.wait_for_selector(".outcome")
            check(phone)
        for phone in (phones["Ana"], phones["Bo"], laptop):
            is_for_all(phone.page, "the end")


@pytest.mark.web
@needs_browser
@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_real_pieces_on_phones(browser: Any, game: str) -> None:
    with served_real(game) as table:
        host = table.live.hosting
        evening = Evening.of(host)
        phones = seated(table, browser)
        laptop = opened(browser, table.address("table"), size=(1280, 800))
        for step in range(2000 if game == WHOLE else TAPPED):
            if host.over:
                break
            known, player = host.version, evening.rng.choice(host.awaited())
            phone, question = phones[player], host.question(player)
            assert question is not None
            line = evening.line(player, question)
            for each in phones.values():
                each.is_at(table.live.version)
            if step in (1, 3):
                for seen in (phone, laptop):
                    check(seen)
                    is_for_all(seen.page, (game, step))
            if question.draw is not None:
                phone.tell(line)
            elif step < TAPPED:
                phone.tap(line)
            else:
                phone.press(line)
            table.wait_until(lambda known=known: host.version > known and host.due() is None)
            if host.pieces.held is not None:
                other = phones[next(name for name in host.players if name != player)]
                for each in (other, laptop):
                    each.page.wait_for_selector(YES)
                (other, laptop)[step % 2].page.locator(YES).click()
                table.wait_until(lambda: host.pieces.held is None and host.due() is None)
        assert host.over or game != WHOLE
        for phone in (*phones.values(), laptop):
            if host.over:
                phone.page.wait_for_selector(".outcome")
            check(phone)


@pytest.mark.web
@needs_browser
def test_what_clashes_is_looked_at_again_once_the_laptop_has_opened_it(browser: Any) -> None:
    with served_real("adresses-jaunes") as table:
        host = table.live.hosting
        evening = Evening.of(host)
        table.on_loop(lambda: (evening.step(), table.live.changed(True)))
        phones = seated(table, browser)
        laptop = opened(browser, table.address("table"), size=(1280, 800))
        true = {player: evening.line(player, host.question(player)) for player in phones}  # type: ignore[arg-type]
        wrong = " ".join((*true["Bo"].split()[:-1], true["Ana"].split()[-1]))
        for player, line in {**true, "Bo": wrong}.items():
            phones[player].tell(line)
        laptop.page.wait_for_selector("main [role=alert]")
        for phone in phones.values():
            phone.page.wait_for_selector("main [role=alert]")
            assert not phone.page.locator(".tapping").count()
        laptop.page.locator('form[action="/table/open"] button').click()
        for player, phone in phones.items():
            phone.page.wait_for_selector(".tapping .taken")
            assert phone.page.locator(".tapping .taken").count() == len(true[player].split()) - 2
            if player == "Bo":
                phone.page.locator(f'[data-tap="{wrong.split()[-1]}"]').click()
                phone.page.locator(f'[data-tap="{true["Bo"].split()[-1]}"]').click()
            phone.page.locator(".tapping [data-told]").click()
        table.wait_until(lambda: "deal Bo" in write(host.record))
        assert true["Bo"] in write(host.record)
        assert not host.tellings.clash and host.tellings.clashes == 1
        for phone in (*phones.values(), laptop):
            check(phone)


@pytest.mark.web
@needs_browser
def test_a_card_that_is_tapped_says_what_it_does_and_why_it_cannot_be_used(browser: Any) -> None:
    with served("bards", 3) as table:
        phones = seated(table, browser)
        host = table.live.hosting
        bot, rng = host.pieces.makers["greedy"](), Random(1)
        while True:
            player = host.awaited()[0]
            question = host.question(player)
            stage = {each.card for each in question.view.state.troupes[player].stage}
            used = {move.words[0] for move in question.moves if move.verb == "uses"}
            if used and stage - used:
                break
            table.make(question, bot.choose(question.view, rng).event)
        table.on_loop(lambda: table.live.changed(seen_elsewhere=True))
        phone, other = phones[player], next(p for p in phones if p != player)
        phone.is_at(table.live.version)
        for each in (phone, phones[other]):
            each.page.locator('.stage [data-to="-"] .bard').first.click()
            each.wait_until("() => document.getElementById('said').textContent.includes(':')")
        for card in stage - used:
            phone.page.locator(f'[data-own][data-word="{card}"]').first.click()
            phone.wait_until("() => document.getElementById('said').textContent.includes(' – ')")
        for each in phones.values():
            assert not each.wrong


@pytest.mark.web
@needs_browser
def test_a_tap_on_a_character_says_what_it_can_do_where_there_is_no_room(browser: Any) -> None:
    with served_record(played_at_random(blank("overseers", 4), 1, 50)) as table:
        phone = opened(browser, table.address("Bo"), size=(320, 568))
        assert phone.page.locator(".chairs .row").count()
        for at in range(4):
            chair = phone.page.locator(".player").nth(at)
            power = chair.locator(".power")
            assert not power.is_visible()
            chair.locator("small[title]").click()
            said = phone.page.locator("#said")
            assert said.inner_text() == power.text_content()
            said.click()
        check(phone)


@pytest.mark.web
@needs_browser
def test_what_a_move_does_not_change_stays_on_the_page(browser: Any) -> None:
    with served("onstage", 3) as table:
        phones = seated(table, browser)
        player = table.live.hosting.awaited()[0]
        other = next(phone for name, phone in phones.items() if name != player)
        parts = ("main", ".dock .hand", ".felt", ".ring", ".spot", ".player")
        other.page.evaluate(
            "parts => { window.before = parts.map((each) => [...now.querySelectorAll(each)]) }",
            list(parts),
        )
        phones[player].tap(phones[player].moves()[0])
        other.wait_until("() => document.querySelector('.ring .best')")
        stays = other.page.evaluate("window.before.map((all) => all.map((e) => e.isConnected))")
        *kept, spots, players = stays
        assert all(all(each) for each in kept)
        # The card that was played, and whose turn it was and is; the third sees nothing new.
        assert sorted(spots) == [False, False, True] and sorted(players) == [False, False, True]


@pytest.mark.web
@needs_browser
def test_a_phone_that_sleeps_comes_back_to_now(browser: Any) -> None:
    with served("onstage", 3) as table:
        phones = seated(table, browser)
        player = table.live.hosting.awaited()[0]
        other = next(each for each in phones if each != player)
        phones[other].context.set_offline(True)
        phones[player].tap(phones[player].moves()[0])
        now = table.live.hosting
        phones[other].context.set_offline(False)
        phones[other].page.evaluate("window.dispatchEvent(new Event('online'))")
        phones[other].wait_until(
            "last => document.querySelector('main').dataset.line === last", str(now.record.last)
        )
        phones[other].page.go_back()
        phones[other].page.go_forward()
        phones[other].page.wait_for_selector("main[data-kind=seat]")


@pytest.mark.web
@needs_browser
def test_a_stale_tap_and_a_double_one_move_nothing(browser: Any) -> None:
    with served("onstage", 3) as table:
        phones = seated(table, browser)
        player = table.live.hosting.awaited()[0]
        phone, hosting = phones[player], table.live.hosting
        twin = phone.context.new_page()
        twin.goto(f"{table.origin}/seat")
        twin.evaluate("for (const e of ['EventSource']) { window[e] = null }")
        line = phone.moves()[0]
        phone.press(line, times=2)
        phone.wait_until("() => document.querySelector('main').dataset.asked === ''")
        made = [event for _, event in hosting.record.events if event.actor == player]
        twin.evaluate(
            "line => fetch('/seat/move',"
            " { method: 'POST', body: new URLSearchParams({ key: '0.1', line }) })",
            line,
        )
        time.sleep(0.3)
        assert made == [event for _, event in hosting.record.events if event.actor == player]


@pytest.mark.web
@needs_browser
def test_a_choice_is_taken_back_with_everybodys_consent(browser: Any) -> None:
    with served("onstage", 3) as table:
        phones = seated(table, browser)
        player = table.live.hosting.awaited()[0]
        phone = phones[player]
        before = list(table.live.hosting.record.events)
        phone.tap(phone.moves()[0])
        phone.wait_until("() => document.querySelector('main').dataset.asked === ''")
        phone.page.locator("#menu > summary").click()
        phone.page.locator('form[action="/seat/back"] button').click()
        phone.page.wait_for_selector("#menu:not([open])", state="attached")
        for name, other in phones.items():
            if name != player:
                other.page.locator(".notice button.big").click()
        phone.wait_until("() => document.querySelector('main').dataset.asked === 'yes'")
        assert list(table.live.hosting.record.events) == before


@pytest.mark.web
@needs_browser
def test_a_seat_is_handed_to_another_phone(browser: Any) -> None:
    with served("onstage", 3) as table:
        first = opened(browser, table.address("Ana"))
        laptop = opened(browser, table.address("table"), size=(1280, 800))
        laptop.page.locator("#place-Ana > summary").click()
        laptop.page.locator("#unseat-Ana > summary").click()
        laptop.page.locator('[data-unseat="Ana"]').click()
        first.page.wait_for_selector(".door")
        laptop.page.locator('[data-code="Ana"]').click()
        address = laptop.page.locator(".code a").get_attribute("href")
        second = opened(browser, address or "")
        assert second.seat == "Ana"


@pytest.mark.web
@needs_browser
def test_the_program_is_killed_and_phones_go_on_by_themselves(browser: Any, tmp_path: Path) -> None:
    import json

    def started(*arguments: str) -> tuple[subprocess.Popen[str], Any]:
        command = [sys.executable, "-m", "aparte.cli", "host", *arguments, "--json"]
        home = environment(APARTE_HOME=str(tmp_path))
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=home)
        return process, json.loads(process.stdout.readline())

    process, told = started("overseers", "--players", "Ana,Bo,Cy", "--seed", "3")
    phones = {name: opened(browser, address) for name, address in told["seats"].items()}
    play_unseen(phones, Random(1), 4)
    asked = next(phone for phone in phones.values() if phone.is_asked)
    asked.tap(next(line for line in asked.moves() if line.startswith(asked.seat)))
    time.sleep(0.5)

    def shown() -> dict[str, tuple[str | None, int]]:
        return {
            name: (
                phone.page.locator("main").get_attribute("data-line"),
                phone.page.locator(".sealed").count(),
            )
            for name, phone in phones.items()
        }

    before = shown()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process, again = started("--resume", str(told["game"]))
    try:
        asked.page.wait_for_timeout(4000)
        assert shown() == before
        assert again["seats"]["Ana"].endswith("/seat")
        assert play_unseen(phones, Random(1), 4) == 4
    finally:
        process.terminate()
        process.wait()


@pytest.mark.web
@needs_browser
def test_a_phone_without_a_connection_says_so_and_its_button_lives_again(browser: Any) -> None:
    with served("onstage", 3) as table:
        phones = seated(table, browser)
        player = table.live.hosting.awaited()[0]
        phone, page = phones[player], phones[player].page
        away = page.locator("#away")
        assert not away.is_visible()
        line = phone.moves()[0]
        phone.context.set_offline(True)
        away.wait_for(state="visible")
        for _ in range(2):
            if not page.locator(f'#compose .confirm[data-move="{line}"]').count():
                phone.tap(line)
            page.locator("#compose .confirm:enabled").click()
        page.locator("#compose .confirm:enabled").wait_for()
        assert away.is_visible() and table.live.hosting.awaited() == (player,)
        phone.context.set_offline(False)
        away.wait_for(state="hidden")
        page.locator("#compose .confirm:enabled").click()
        phone.wait_until("() => document.querySelector('main').dataset.asked === ''")
        assert table.live.hosting.awaited() != (player,)
        for each in phones.values():
            assert not each.wrong, each.wrong


@pytest.mark.web
@needs_browser
def test_a_phone_says_that_the_table_is_gone_and_when_it_is_back(browser: Any) -> None:
    with served("onstage", 3) as table:
        player = table.live.hosting.awaited()[0]
        phone = opened(browser, table.address(player))
        asked: list[str] = []

        def gone(route: Any) -> None:
            asked.append(route.request.url)
            route.abort()

        phone.context.route("**/*", gone)
        phone.tap(phone.moves()[0])
        away = phone.page.locator("#away")
        away.wait_for(state="visible")
        before = len(asked)
        phone.page.wait_for_timeout(4000)
        assert before < len(asked) < before + 12, "it asks again, but not all the time"
        phone.context.unroute("**/*")
        away.wait_for(state="hidden")
        phone.page.locator("#compose .confirm:enabled").click()
        phone.wait_until("() => document.querySelector('main').dataset.asked === ''")
        assert not phone.wrong, phone.wrong


@pytest.mark.web
@needs_browser
def test_an_own_link_and_going_back_lead_home_and_anothers_asks(browser: Any) -> None:
    with served("onstage", 3) as table:
        own, other = table.address("Ana"), table.address("Bo")
        phone = opened(browser, own)
        phone.page.goto(own)
        assert phone.seat == "Ana"
        phone.page.go_back()
        phone.page.wait_for_selector("main[data-kind=seat], .door")
        if phone.page.locator("button.big").count():  # a page that the browser has kept
            phone.page.locator("button.big").click()
        phone.page.wait_for_selector("main[data-kind=seat]")
        assert phone.seat == "Ana"
        phone.page.goto(other)
        phone.page.locator('.door a[href="/"]').click()
        phone.page.wait_for_selector("main[data-kind=seat]")
        assert phone.seat == "Ana"
        phone.page.goto(other)
        phone.page.locator("button.big").click()
        phone.page.wait_for_selector("main[data-kind=seat]")
        assert phone.seat == "Bo"
        assert opened(browser, table.address("Ana")).seat == "Ana"


@pytest.mark.web
@needs_browser
def test_a_link_in_a_message_leads_to_the_seat(browser: Any) -> None:
    with served("onstage") as table, served("onstage") as elsewhere:
        phone = opened(browser, table.address("Ana"))
        # Another site: to a browser, localhost is not 127.0.0.1.
        mail = elsewhere.origin.replace("127.0.0.1", "localhost")
        phone.page.goto(f"{mail}/")
        script = """to => {
          const link = document.body.appendChild(document.createElement('a'))
          link.href = to
          link.click()
        }"""
        phone.page.evaluate(script, f"{table.origin}/seat")
        phone.page.wait_for_selector("main[data-kind=seat]")
        assert phone.seat == "Ana"

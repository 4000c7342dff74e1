"""What may have been meant by a line: words of its own slots, near ones more likely."""

from __future__ import annotations

from aparte.models.games import game_named
from aparte.models.record import read_words, write_event
from aparte.models.slips import slips
from tests.tables import blank, random_game


def meant(record, text: str) -> dict[str, float]:
    found = slips(record, read_words(record, text))
    return {write_event(record, slip.meant): slip.chance for slip in found}


def test_each_word_may_have_been_another_of_its_slot() -> None:
    record = random_game("adresses-jaunes", 3, seed=7).until(7)
    found = meant(record, "Ana disc h1 = 2")
    assert {"Bo disc h1 = 2", "Ana disc v3 = 2", "Ana disc h1 = 3", "Ana disc h1 = 0"} <= {*found}
    assert "Ana disc h1 = 2" not in found
    assert found["Ana disc h1 = 1"] > found["Ana disc h1 = 5"]
    assert found["Ana disc h2 = 2"] > found["Ana disc T = 2"]


def test_a_game_says_which_words_are_near() -> None:
    near = game_named("adresses-jaunes").notation.near
    assert near.kind("1T", "4T") == near.kind("1T", "1R") > near.kind("1T", "9R")
    near = game_named("onstage").notation.near
    assert near.kind("K3", "P3") == near.kind("K3", "K4") > near.kind("K3", "K9")
    near = game_named("bards").notation.near
    assert near.kind("R4", "P4") == near.kind("P4", "P3") > near.kind("R4", "P1")


def test_two_neighbours_may_have_been_exchanged() -> None:
    record = blank("onstage", 3)
    line = "line K3 K1 G3 K2 P1 P2 P3 B3 G2 B1 G1 B2"
    assert "line K1 K3 G3 K2 P1 P2 P3 B3 G2 B1 G1 B2" in meant(record, line)


def test_what_is_not_seen_stays_so() -> None:
    from aparte.models.core import view

    record = view(random_game("onstage", 3, seed=1).until(5), "table")
    assert all("?" in line for line in meant(record, "deal Ana ????????????"))


def test_the_end_of_a_line_may_have_been_forgotten() -> None:
    record = random_game("onstage", 3, seed=7)
    number, play = next((n, e) for n, e in record.events if e.verb == "plays" and len(e.words) == 3)
    before = record.until(number - 1)
    line = write_event(record, play)
    assert line in meant(before, " ".join(line.split()[:3]))


def test_a_sum_far_off_is_less_likely_than_one_that_is_close() -> None:
    record = random_game("overseers", 3, seed=7)
    number, scores = next((n, e) for n, e in record.events if e.verb == "scores")
    before, true = record.until(number - 1), write_event(record, scores)
    first, *others = scores.outcome
    chances = [
        meant(before, f"scores {' '.join((str(int(first) + off), *others))}")[true]
        for off in (1, 2, 9)
    ]
    assert chances == sorted(chances, reverse=True) and len(set(chances)) == 3

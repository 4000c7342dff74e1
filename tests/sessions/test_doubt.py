"""What is asked back about a line, and the texts that come while it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from aparte.cli.language import spoken
from aparte.models.core import TABLE, BadNotation, IllegalAction, TableError, turn, view
from aparte.models.record import read_file
from aparte.models.words import say
from aparte.sessions.doubt import Begun, Doubt, Left, Lines, perhaps, which
from aparte.sessions.listener import Listener
from tests.snapshots import GOLDEN

Read = Mapping[str, Lines | TableError]


WHOLE = view(read_file(GOLDEN / "adresses-jaunes-3.rec"), TABLE)
RECORD = WHOLE.until(next(n for n, event in WHOLE.events if event.verb == "disc") - 1)
COMING = turn(RECORD)
assert isinstance(COMING, tuple)
H1, H2, V1 = (
    next(event for event in COMING if (event.actor, event.words[:1]) == (who, (street,)))
    for who, street in (("Ana", "h1"), ("Ana", "h2"), ("Bo", "v1"))
)
V2 = next(e for e in COMING if (e.actor, e.words[:1]) == ("Bo", ("v2",)))
ONE, OTHER = perhaps(RECORD, (H1,), ["perhaps"]), perhaps(RECORD, (V1,))
BOTH = which(RECORD, "h", [(H1,), (H2,)])


class Typist:
    """Types texts for which `said` has what each is read as, or why it is not."""

    def __init__(self, said: Read) -> None:
        self._said = said
        self.listener = Listener(str)

    def __call__(self, text: str) -> Any:
        """Return what the text settles on or is asked back about it, None if it is refused."""
        try:
            return self.listener.heard(RECORD, text, self._read)
        except Doubt as doubt:
            return doubt
        except TableError:
            return None

    def _read(self, text: str) -> Lines:
        found = self._said.get(text, BadNotation(BOTH.words))
        if isinstance(found, Begun):
            raise Begun(found.words, found.said)
        if isinstance(found, Doubt):  # what is raised again is not asked anew
            raise Doubt(found.words, found.ways, found.open)
        if isinstance(found, TableError):
            raise found
        return found


@pytest.mark.parametrize(
    "answer, settled",
    [("y", (H1,)), ("Y!", (H1,)), ("o", (H1,)), ("n", Left()), ("No", Left()), ("", Left())],
)
def test_a_yes_or_a_no_may_be_one_letter(answer: str, settled: Lines | Left) -> None:
    typed = Typist({"one": ONE, f"one, {answer}": ONE})
    assert typed("one").words == ONE.words
    with spoken("en"):  # words of the other languages are understood, too
        assert typed(answer) == settled
    assert typed.listener.asked is None
    assert typed.listener.dropped == ("one" if settled == Left() else "")


def test_a_letter_that_is_a_line_is_no_yes() -> None:
    typed = Typist({"one": ONE, "o": (V1,)})
    typed("one")
    assert typed("o") == (V1,) and typed.listener.dropped == "one"


@pytest.mark.parametrize("joined", [{}, {"one, zorglub": ONE}])
def test_what_is_not_understood_leaves_the_question_as_it_was(joined: Read) -> None:
    typed = Typist({"one": ONE, **joined})
    typed("one")
    for _ in range(3):
        answer = typed("zorglub")
        assert answer is None or answer.words == ONE.words
        assert typed.listener.asked == ONE.words and typed.listener.dropped == ""
    assert typed("yes") == (H1,)


def test_an_answer_that_rules_nothing_out_does_not_stay_in_the_text() -> None:
    again = which(RECORD, "h, a", BOTH.ways)
    typed = Typist({"h": BOTH, "h, a": again, "h, ana": BOTH, "h, qq": (H2,)})
    assert typed("h").words == BOTH.words and typed("a") is None and typed("ana") is None
    assert typed.listener.asked == BOTH.words and typed("qq") == (H2,)


def test_a_line_that_is_refused_is_told_what_is_wrong_with_it() -> None:
    """What is asked about another line stays asked, but is no answer to this one."""
    typed = Typist({"h": BOTH, "h, zorp": which(RECORD, "h", BOTH.ways, unknown=["h"])})
    typed("h")
    assert typed("zorp") is None and typed("2") == (H2,)
    wrong = IllegalAction("AJ-1", say("no"))
    typed = Typist({"h": BOTH, "disc h3": wrong, "h, disc h3": (V1,)})
    typed("h")
    assert typed("disc h3") is None and typed("2") == (H2,)


def test_the_same_question_is_asked_about_the_text_that_was_typed_last() -> None:
    again = which(RECORD, "hh", BOTH.ways, unknown=["hh"])
    typed = Typist({"h": BOTH, "hh": again, "h, hh": BOTH})
    assert (
        typed("h").words == BOTH.words and typed("hh").words == again.words and typed("2") == (H2,)
    )


def test_a_piece_that_may_be_more_of_a_line_or_another_line_is_asked_about() -> None:
    typed = Typist({"h": BOTH, "v1": (V1,), "h, v1": (H2,), "bo disc v1": (V1,)})
    typed("h")
    assert typed("v1").ways == ((H2,), (V1,)) and typed.listener.dropped == ""
    assert typed("2") == (V1,)
    typed("h")
    assert typed("bo disc v1") == (V1,) and typed.listener.dropped == "h"


def test_a_line_of_somebody_of_whom_nothing_is_asked_is_no_answer() -> None:
    typed = Typist({"h": BOTH, "h, bo v1": (H2,)})
    typed("h")
    assert typed("bo v1") is None and typed.listener.asked == BOTH.words
    assert typed("2") == (H2,)


def test_an_answer_that_begins_with_a_name_and_is_a_line_is_asked_about() -> None:
    typed = Typist({"h": BOTH, "ana h2": (V1,)})
    typed("h")
    assert typed("ana h2").ways == ((H2,), (V1,)) and typed.listener.dropped == ""


def test_another_line_that_is_asked_about_takes_the_place_of_the_first() -> None:
    typed = Typist({"h": BOTH, "bo": OTHER, "h, bo": which(RECORD, "h", [(H1,), (V1,)])})
    typed("h")
    assert typed("bo").words == OTHER.words and typed.listener.dropped == "h"
    assert typed("no") == Left() and typed.listener.dropped == "bo"
    assert typed.listener.asked == BOTH.words
    assert typed.listener.redo(RECORD) and typed.listener.asked == OTHER.words
    assert typed("yes") == (V1,) and typed.listener.dropped == "h"


def test_no_drops_what_was_not_clear_and_keeps_the_parts_before_it() -> None:
    some, more = (Begun(say(text), H1) for text in ("some", "more"))
    typed = Typist({"a": some, "a b": more, "a b x": BOTH, "a b y": (H1,)})
    assert [typed(text).words for text in "abx"] == [some.words, more.words, BOTH.words]
    assert typed("no") == Left() and typed.listener.dropped == "x"
    assert typed.listener.asked == more.words
    assert typed("no") == Left() and typed.listener.dropped == "a b"
    assert typed.listener.asked is None and typed("no") is None
    typed("a"), typed("b"), typed("no")
    assert typed.listener.redo(RECORD) and typed.listener.asked == more.words
    assert typed("y") == (H1,) and typed.listener.dropped == ""


def test_more_of_the_same_line_narrows_it() -> None:
    typed = Typist({"h": BOTH, "qq": BOTH, "h, qq": ONE})
    typed("h")
    assert typed("qq").words == ONE.words and typed.listener.dropped == ""
    assert typed("yes") == (H1,)


@pytest.mark.parametrize("answer, settled", [("yep", (H1,)), ("OK.", (H1,)), ("nope", Left())])
def test_a_question_is_answered_as_people_say_it(answer: str, settled: Lines | Left) -> None:
    typed = Typist({"one": ONE})
    typed("one")
    assert typed(answer) == settled


def test_behind_a_question_mark_all_stays_a_question() -> None:
    typed = Typist({"h": BOTH, "h, ana ?": ONE})
    typed("h")
    assert typed("ana?").words == ONE.words
    assert typed("yes") == (H1,)


def test_behind_a_line_with_its_player_another_with_its_player_is_no_more_of_it() -> None:
    v = which(RECORD, "ana v", [(V1,), (V2,)])
    typed = Typist({"Ana h": BOTH, "Ana v": v, "Ana h, Ana v": which(RECORD, "x", [(V1,), (H1,)])})
    assert typed("Ana h").words == BOTH.words
    assert typed("Ana v").words == v.words and typed.listener.dropped == "Ana h"
    assert typed("1") == (V1,)

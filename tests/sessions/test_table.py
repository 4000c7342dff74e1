"""Notes of a game with real pieces, without a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.bag import HOLE
from aparte.models.core import TABLE, Event, Line, Record, Roll, TableError, turn, view
from aparte.models.games import OWN
from aparte.models.record import read, read_file, read_words, write, write_event, write_line
from aparte.models.words import Tell, Words, say
from aparte.sessions.answers import Refused
from aparte.sessions.awaited import example, explained, unsaid
from aparte.sessions.doubt import perhaps
from aparte.sessions.fixing import continued, is_typed
from aparte.sessions.ledger import Ledger
from aparte.sessions.news import account
from aparte.sessions.table import Asked, Breach, Doubtful, Fixed, Kept, Table, TakenBack, Unfit
from aparte.sessions.typed import events_of
from aparte.solver.engine.solve import solve
from aparte.solver.engine.work import Work
from tests.snapshots import GOLDEN
from tests.tables import blank, random_game


def notes(game: str, *typed: str, players: int = 3, viewer: str = TABLE) -> Table:
    """Return the notes of a table at which these lines were typed."""
    table = Table(Ledger(blank(game, players, Seat=viewer), {}, "1"))
    table.begin()
    for text in typed:
        assert isinstance(table.typed(text), Kept), text
    return table


def begun(*typed: str) -> Table:
    """Return the notes of Ana at a table of three."""
    return notes("adresses-jaunes", "4P 4R 4T 5R 5T 9R", "1T 2T 3P 7R", *typed, viewer="Ana")


def test_what_follows_a_line_is_kept_with_it() -> None:
    table = Table(Ledger(blank("adresses-jaunes", 3, Seat="Ana"), {}, "1"))
    assert table.begin() == Kept(())
    assert table.typed("4P 4R 4T 5R 5T 9R") == Kept((5,))
    assert table.typed("1T 2T 3P 7R") == Kept((6, 7, 8))
    assert table.typed("# so") == Kept((9,))


def test_a_wrong_line_is_refused() -> None:
    table = begun()
    before = table.record
    for text in ("zz", "Bo disc h9 = 1", "result won"):
        assert isinstance(table.typed(text), Refused)
    assert table.record is before


def test_a_no_leaves_out_all_that_was_asked_about_also_if_one_of_it_says_nobody() -> None:
    lines = ("1R 2R 3R 4T 5P 6P 7P 8R 9R", "1T 2T 3T 4R 5R", "h1", "Bo disc h1 = 2")
    table = notes("adresses-jaunes", *lines, players=2, viewer="Ana")
    asked = table.typed("Bo h2 4")
    assert isinstance(asked, Asked) and str(asked.words).count("nobody") == 1
    assert table.typed("no") == Kept((), "Bo h2 4")


def test_a_line_that_comes_too_early_is_told_what_is_asked_first() -> None:
    table = notes("adresses-jaunes", viewer="Ana")
    early = table.typed("Ana disc h1 = 1")
    assert isinstance(early, Refused) and str(early.words) == "First: Which tiles lie face up?"
    assert table.typed("4P 4R 4T 5R 5T 9R") == Kept((5,))


def test_a_line_before_which_one_was_forgotten_is_told_what_comes_first() -> None:
    table = notes("onstage", "b1 g3 k1 p2 b2 p1 k3 g2 p3 b3 g1 k2", "ana", "b8 6 3")
    early = table.typed("Ana plays K9")
    assert isinstance(early, Refused)
    assert str(early.words).endswith("(ON-4). First comes a line such as: Ana claims B1")
    assert table.repairs(Work()) is None
    other = table.typed("Bo plays K9")  # nothing that Ana claims makes it the turn of Bo
    assert isinstance(other, Refused) and "First comes" not in str(other.words)


def stage_of_one() -> Table:
    """Return the notes of a table at the first lead, with one performer on stage."""
    return notes("onstage", "K3 K1 G3 K2 P1 P2 P3 B3 G2 B1 G1 B2", "Ana")


def test_an_ability_that_can_be_used_in_one_way_need_not_be_told() -> None:
    table = stage_of_one()
    assert isinstance(table.typed("G4"), Kept)
    assert write(table.record).endswith("\nAna plays G4 remove K3\n")


@pytest.mark.parametrize(
    ("answer", "noted"),
    [
        ("K3 P2", "Ana plays G7 swap K3 P2"),
        ("swaps black 3 for pink 2", "Ana plays G7 swap K3 P2"),
        ("G7 !", "Ana plays G7 !"),
    ],
)
def test_an_ability_that_can_be_used_in_several_ways_is_asked_for(answer: str, noted: str) -> None:
    table = stage_of_one()
    asked = table.typed("G7")
    assert isinstance(asked, Asked) and table.asked == asked.words
    assert "must be used, for example: swap K3 K1" in str(asked.words)
    assert isinstance(table.typed(answer), Kept)
    assert write(table.record).endswith(f"\n{noted}\n")


@pytest.mark.parametrize("answer", ["K3", "G9"])
def test_what_may_be_more_of_a_line_or_another_one_is_asked_about(answer: str) -> None:
    """An answer of which the end is left out is a card that can be played, too."""
    table = stage_of_one()
    table.typed("G7")
    asked = table.typed(answer)
    assert isinstance(asked, Asked) and asked.dropped in ("", "G7")
    assert not write(table.record).endswith(f"Ana plays {answer}\n")


def test_a_line_that_was_begun_is_said_not_to_be_noted_if_another_takes_its_place() -> None:
    table = begun()
    assert isinstance(table.typed("Bo h1"), Asked)
    answer = table.typed("Cy disc v1 = 2")
    assert isinstance(answer, Kept) and answer.dropped == "Bo h1"


DISCS = ("Bo disc h1 = 2", "Cy disc v1 = 1", "Ana disc h2 = 0")


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("Bo h1; Cy v1 1; Ana h2 0", ("2",)),
        ("Bo h1 2; Cy v1; Ana h2 0", ("1",)),
        ("Bo h1; Cy v1; Ana h2", ("2", "1")),
        ("Bo h1 or h2 2; Cy v1 1; Ana h2 0", ("1",)),
        ("Bo h1 or h2 2; Cy v1 1; Ana h2 0", ("Bo h1 2",)),
        ("Bo h1 2; Cy v1 or v2 1; Ana h2 0", ("v1",)),
        ("Bo h1 or h2; Cy v1 or v2; Ana h2 0", ("1", "2", "1", "1")),
    ],
)
def test_lines_behind_one_that_is_asked_about_come_with_the_answer(
    typed: str, answers: Sequence[str]
) -> None:
    table = begun()
    for text in (typed, *answers[:-1]):
        assert isinstance(table.typed(text), Asked), text
    noted = table.typed(answers[-1])
    assert isinstance(noted, Kept) and not noted.dropped
    assert write(table.record).endswith("\n".join(("", *DISCS, "")))


def test_the_name_that_begins_a_line_is_no_answer_to_another_one() -> None:
    table = begun(*DISCS, "Ana pawn 3T = nobody")
    assert isinstance(table.typed("Bo pawn 8P; Cy pawn 9T = nobody"), Asked)
    noted = table.typed("nobody")
    assert isinstance(noted, Kept) and not noted.dropped
    assert "\nBo pawn 8P = nobody\nCy pawn 9T = nobody\n" in write(table.record)


def test_lines_that_cannot_follow_an_answer_are_said_not_to_be_noted() -> None:
    table = begun()
    table.typed("Bo h1; Cy h1 1; Ana h9")
    noted = table.typed("2")
    assert isinstance(noted, Kept) and noted.dropped == "Cy h1 1; Ana h9"


@pytest.mark.parametrize("answer", ["9", "1 2", "no, 2", "the second", "5 !"])
def test_what_is_no_number_of_the_list_is_asked_again(answer: str) -> None:
    table = begun()
    asked = table.typed("Bo h1 or h2 2")
    assert isinstance(asked, Asked) and table.typed(answer) == Asked(asked.words)
    assert isinstance(table.typed("2"), Kept)


@pytest.mark.parametrize("answer", ["3", "12", "no, 2"])
def test_a_number_is_no_answer_to_a_yes_or_no(answer: str) -> None:
    table = begun()
    asked = table.typed("Bo looks at h1 and counts 2 zorglub")
    assert isinstance(asked, Asked) and "yes/no" in str(asked.words)
    assert table.typed(answer) == Asked(asked.words)


def test_what_the_seat_knows_to_come_of_a_line_makes_it_no_likelier() -> None:
    asked = begun("Bo h1 3", "h1 3", "Cy v1 2").typed("Bo 2")
    assert isinstance(asked, Asked) and "2R" in str(asked.words) and "2P" in str(asked.words)


@pytest.mark.parametrize("texts", [("2R 3R", "P 7T"), ("2R 3R P 7T",)])
def test_a_letter_takes_the_number_of_the_tile_before_it_only_if_people_say_so(
    texts: Sequence[str],
) -> None:
    table = notes("adresses-jaunes", "4P 4R 4T 5R 5T 9R", viewer="Ana")
    for text in texts:
        asked = table.typed(text)
    assert isinstance(asked, Asked) and "Ana draws 2R, 3P, 3R, 7T (yes/no)?" in str(asked.words)


def test_no_tile_is_told_as_none_and_no_by_a_no() -> None:
    table = begun()
    asked = table.typed("Bo h1")
    assert isinstance(asked, Asked) and table.typed("no") == Asked(asked.words)
    assert isinstance(table.typed("none"), Kept)


def ends_of_turns(name: str) -> Iterator[tuple[Record, Event, Event]]:
    """Yield the record before each choice that goes without saying, the choice, and the next."""
    seen = view(read_file(GOLDEN / f"{name}.rec"), TABLE)
    events, before = dict(seen.events), seen.blank()
    for line in seen.lines:
        event, following = line.event, events.get(line.number + 1)
        if event is not None and before.notation.verbs[event.verb].tacit and following is not None:
            others = [each for each in seen.setup.players if each != event.actor]
            yield from [(before, event, following)] if following.actor in others else []
        before = before.and_line(line)


@pytest.mark.parametrize("name", ["bards-2", "bards-v2-3"])
def test_what_somebody_else_does_next_tells_that_a_turn_is_over(name: str) -> None:
    found = 0
    for record, done, following in [*ends_of_turns(name)][:6]:
        table = Table(Ledger(record, {}, "1"))
        line = write_event(record, following)
        assert isinstance(table.typed(line), Kept), line
        new = [line.event for line in table.record.lines[len(record.lines) :]]
        assert new[:2] == [done, following]
        own = Table(Ledger(record, {}, "1"))  # without its actor it is nobody else's
        own.typed(line.removeprefix(f"{following.actor} "))
        assert done not in [line.event for line in own.record.lines[len(record.lines) :]]
        found += 1
    assert found


def test_a_turn_that_has_actions_left_is_not_over_by_itself() -> None:
    record, _, following = next(ends_of_turns("bards-2"))
    own = [n for n, event in record.events if event.actor != following.actor]
    before = record.until(own[-1] - 1)
    table = Table(Ledger(before, {}, "1"))
    assert not isinstance(table.typed(write_event(record, following)), Kept)


def spent(name: str = "bards-v2-3") -> tuple[Table, Event]:
    """Return a table at the first turn without actions that is not over, and the line to end it."""
    record, done, _ = next(ends_of_turns(name))
    return Table(Ledger(record, {}, "1")), done


def test_where_no_action_is_left_the_end_of_the_turn_is_named_first() -> None:
    table, done = spent()
    line = write_event(table.record, done)
    assert example(table.record) == line
    assert f"such as: {line} |" in str(explained(table.record))
    for text in (f"{done.actor} passes", "Cy passes" if done.actor != "Cy" else "Ana passes"):
        other = Table(Ledger(table.record, {}, "1"))
        answer = other.typed(text)
        if isinstance(answer, Kept):  # what others do ends the turn
            continue
        assert isinstance(answer, Refused) and f"First comes {line} (" in str(answer.words)
        assert other.repairs(Work()) is None


def test_what_another_player_shows_first_is_asked_in_turn() -> None:
    record, event = at_golden("bards-v2-3", "reveals")
    other = next(name for name in record.setup.players if name != event.actor)
    early = Table(Ledger(record, {}, "1")).typed(f"{other} reveals {' '.join(event.outcome)}")
    assert isinstance(early, Refused)
    assert str(early.words) == f"First: With which cards does {event.actor} go on stage?"


def test_a_number_is_no_choice_that_was_not_listed_nor_an_answer_to_a_question() -> None:
    table, _ = spent()
    assert not isinstance(table.typed("2"), Kept)
    table.typed("no")
    table.number_choices(dict(enumerate(table.choices(), 1)))
    event = table.choices()[1]
    assert isinstance(table.typed("2"), Kept) and event in dict(table.record.events).values()
    asked = Table(Ledger(spent()[0].record, {}, "1"))
    asked.number_choices(dict(enumerate(asked.choices(), 1)))
    assert isinstance(asked.typed(f"{event.actor} raises R"), Asked)
    assert not isinstance(asked.typed("99"), Kept) and asked.asked is not None


def test_a_list_made_behind_a_line_that_was_taken_back_does_not_count() -> None:
    table, _ = spent()
    listed = table.choices()
    assert isinstance(table.typed(write_event(table.record, listed[0])), Kept)
    table.number_choices(dict(enumerate(table.choices(), 1)))
    at = table.record.last
    assert isinstance(table.undo(""), TakenBack)
    assert isinstance(table.typed(write_event(table.record, listed[1])), Kept)
    assert table.record.last == at and not isinstance(table.typed("2"), Kept)


def test_a_doubtful_line_is_kept_if_the_table_insists() -> None:
    table = begun("Bo disc h1 = 4", "Ana disc h1 = 3")
    before = table.record
    doubtful = table.typed("Cy disc h1 = 4")
    assert isinstance(doubtful, Doubtful) and table.doubtful is doubtful
    assert doubtful.conflict.lines and table.record is before
    assert table.insist(doubtful) == Kept((11,))
    assert table.doubtful is None
    assert isinstance(table.typed("Ana pawn 6T = Bo"), Kept)  # not asked about again
    conflict = table.conflict()
    assert conflict is not None and conflict.lines == doubtful.conflict.lines


def test_a_doubtful_line_is_left_out() -> None:
    table = begun("Bo disc h1 = 4", "Ana disc h1 = 3")
    assert isinstance(table.typed("Cy disc h1 = 4"), Doubtful)
    table.leave_out()
    assert table.doubtful is None and table.conflict() is None
    assert isinstance(table.typed("Cy disc v1 = 2"), Kept)


def texts(lines: Iterable[Line]) -> list[str]:
    return [write_line(begun().record, line) for line in lines]


def test_undo_tells_what_is_gone() -> None:
    table = begun("Bo disc h1 = 3")
    taken = table.undo("")
    assert isinstance(taken, TakenBack) and texts(taken.gone) == ["Bo disc h1 = 3"]
    taken = table.undo("6")
    assert isinstance(taken, TakenBack)
    assert texts(taken.gone) == ["deal Ana 1T 2T 3P 7R", "deal Bo ????", "deal Cy ????"]
    assert isinstance(table.undo("zz"), Refused)
    assert isinstance(table.undo(""), TakenBack)
    assert isinstance(table.undo(""), Refused)


def test_what_follows_by_itself_is_not_taken_back_alone() -> None:
    assert isinstance(begun().undo("7"), Refused)


@pytest.mark.parametrize("number", ["0", "4", "99"])
def test_a_line_that_is_not_there_takes_none_back(number: str) -> None:
    assert begun().undo(number) == Refused(say("There is no line {n} to take back.", n=int(number)))


def test_redo_brings_back_what_was_taken_back_step_by_step() -> None:
    table = begun("Bo disc h1 = 3", "Ana disc h1 = 3", "Cy disc v1 = 2")
    whole = table.record
    table.undo("")
    table.undo("10")
    assert table.redo() == Kept((10,))
    assert table.redo() == Kept((11,))
    assert table.record == whole
    assert isinstance(table.redo(), Refused)


def test_nothing_is_brought_back_behind_a_new_line() -> None:
    table = begun("Bo disc h1 = 3")
    table.undo("")
    assert isinstance(table.typed("Bo disc h1 = 2"), Kept)
    assert isinstance(table.redo(), Refused)


def test_what_was_refused_before_lines_came_back_is_no_line_to_correct() -> None:
    table = begun("Bo disc h1 = 3", "Ana disc h1 = 3")
    whole = table.record
    table.undo("9")
    assert isinstance(table.typed("Bo disc h2 = 9"), Refused)
    assert isinstance(table.redo(), Kept)
    table.fix("9 Bo disc h1 = 2")
    assert table.record.last == whole.last


PLAYED = ("Bo disc h1 = 3", "Ana disc h1 = 3", "Cy disc v1 = 2", "Bo pawn 8P = nobody")


def test_a_line_is_corrected_and_all_that_fits_stays() -> None:
    table = begun(*PLAYED)
    assert table.fix("9 Bo h1 2") == Fixed(9, (9,), ())
    assert texts(table.record.lines[4:]) == ["Bo disc h1 = 2", *PLAYED[1:]]


def test_the_line_that_was_typed_last_need_not_be_named_by_its_number() -> None:
    table = begun(*PLAYED[:1])
    assert table.fix("last Bo h1 2") == Fixed(9, (9,), ())
    nothing = table.fix("last")
    assert isinstance(nothing, Refused) and str(nothing.words).endswith(": fix 9 Bo disc h1 = 2")


def test_the_word_for_the_last_line_may_end_otherwise() -> None:
    table = begun(*PLAYED[:1])
    table._tell = lambda words: "dernière" if str(words) == "last" else str(words)
    assert table.fix("dernier Bo h1 2") == Fixed(9, (9,), ())
    assert isinstance(table.fix("las Bo h1 3"), Refused)


def test_the_last_line_is_the_last_that_is_noted_not_one_that_was_refused() -> None:
    table = begun(*PLAYED[:1])
    assert isinstance(table.typed("Ana h1 1"), Refused)
    fixed = table.fix("last Bo h2 2")
    assert isinstance(fixed, Fixed) and fixed.number == 9
    assert texts(fixed.gone) == ["Ana disc h1 = 1"], "it does not fit now either"
    assert texts(table.record.lines[4:]) == ["Bo disc h2 = 2"]


TOO_MANY = (
    "1R 3T 5P 5R 6R 9P; Ana h1 1; Bo h2 2; Cy v3 1; Ana 2R nobody; Bo 3R Ana; Cy 1T nobody; "
    "Ana h2 0; Bo P 1; Cy T 2; Ana 8T nobody; Bo 8P nobody; Cy 8R nobody"
)


def test_what_the_doubtful_line_itself_may_have_told_is_a_repair_of_its_own() -> None:
    table = notes("adresses-jaunes", *TOO_MANY.split("; "))
    assert isinstance(table.typed("Ana h3 1"), Doubtful)
    found = table.repairs(Work())
    assert found is not None and found.retold is not None
    assert found.retold.text(table.record) == "Ana disc h3 = 3"
    assert found.retold not in found.found[:3], "others are likelier, if all slips are alike"


def test_a_line_is_left_out_and_all_that_fits_stays() -> None:
    table = begun(*PLAYED)
    fixed = table.fix("12 -")
    assert isinstance(fixed, Fixed) and texts(fixed.gone) == [PLAYED[3]]
    assert texts(table.record.lines[4:]) == [*PLAYED[:3]]
    assert isinstance(table.fix("9 -"), Fixed) and texts(table.record.lines[4:]) == [*PLAYED[1:3]]
    assert isinstance(table.fix("7 -"), Refused), "what is dealt follows by itself"


def test_a_line_that_fits_no_more_is_asked_about() -> None:
    table = begun(*PLAYED)
    before = table.record
    unfit = table.fix("9 Cy disc v1 = 2")
    assert isinstance(unfit, Unfit) and texts([unfit.line]) == ["Cy disc v1 = 2"]
    assert table.record is before, "nothing is kept before the end"
    assert isinstance(table.fix_with("zz"), Refused)
    fixed = table.fix_with("Bo disc h1 = 3")
    assert isinstance(fixed, Unfit), "it is tried again behind what was put before it"
    fixed = table.fix_without()
    assert isinstance(fixed, Fixed) and texts(fixed.gone) == ["Cy disc v1 = 2"]
    assert texts(table.record.lines[4:]) == [
        "Cy disc v1 = 2",
        "Ana disc h1 = 3",
        "Bo disc h1 = 3",
        "Bo pawn 8P = nobody",
    ]
    assert table.fixing is None


def test_a_line_of_its_kind_takes_the_place_of_one_that_fits_no_more() -> None:
    table = begun(*PLAYED, "Ana pawn 6T = nobody")
    unfit = table.fix("12 Bo pawn 6T = nobody")
    assert isinstance(unfit, Unfit) and texts([unfit.line]) == ["Ana pawn 6T = nobody"]
    assert table.fix_with("8P nobody") == Fixed(12, (12, 13), ())


def test_the_rest_can_be_left_out_and_a_correction_given_up() -> None:
    table = begun(*PLAYED)
    before = table.record
    assert isinstance(table.fix("9 Cy disc v1 = 2"), Unfit)
    table.give_up_fix()
    assert table.record is before and table.fixing is None
    table.fix("9 Cy disc v1 = 2")
    fixed = table.fix_without(rest=True)
    assert isinstance(fixed, Fixed) and texts(fixed.gone) == list(PLAYED[2:])


def test_a_correction_that_cannot_be_true_is_doubtful() -> None:
    table = begun("Bo disc h1 = 4", "Ana disc h1 = 3", "Cy disc v1 = 2")
    before = table.record
    doubtful = table.fix("11 Cy disc h1 = 4")
    assert isinstance(doubtful, Doubtful) and table.record is before
    assert table.insist(doubtful) == Kept(())
    assert texts(table.record.lines[-1:]) == ["Cy disc h1 = 4"]


@pytest.mark.parametrize(
    "text", ["", "9", "99 Bo h1 3", "7 deal Bo ????", "9 zz", "4 x", "9 Bo h1 9"]
)
def test_a_correction_that_cannot_be_is_refused(text: str) -> None:
    table = begun(*PLAYED)
    before = table.record
    assert isinstance(table.fix(text), Refused)
    assert table.record is before


def test_words_are_read_in_the_language_of_the_table() -> None:
    nobody = say("nobody")

    def french(words: Words) -> str:
        return "personne" if words == nobody else str(words)

    ledger = Ledger(begun("Bo h1 3", "h1 3", "Cy v1 2").record, {}, "1")
    assert isinstance(Table(ledger).typed("8P personne"), Asked)
    assert isinstance(Table(ledger, french).typed("8P personne"), Kept)


@pytest.mark.parametrize(
    ("reply", "dropped", "noted"),
    [
        ("yes", "", "Bo pawn 8P = nobody"),
        ("no", "perhaps", ""),
        ("Bo 8P nobody", "", "Bo pawn 8P = nobody"),
        ("Cy 9T nobody", "perhaps", "Cy pawn 9T = nobody"),
    ],
)
def test_a_line_that_is_not_confirmed_is_told_to_be_left_out(
    reply: str, dropped: str, noted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun("Bo h1 3", "h1 3", "Cy v1 2")

    def doubted(record: Record, text: str, tell: Tell) -> tuple[Event, ...]:
        if text == "perhaps":
            raise perhaps(record, (read_words(record, "Bo pawn 8P = nobody"),))
        return events_of(record, text, tell)

    monkeypatch.setattr("aparte.sessions.table.events_of", doubted)
    assert isinstance(table.typed("perhaps"), Asked)
    before = table.record
    answer = table.typed(reply)
    assert isinstance(answer, Kept) and answer.dropped == dropped
    assert texts(table.record.lines[len(before.lines) :]) == ([noted] if noted else [])


def test_what_came_of_a_line_is_asked_also_behind_a_word_that_is_not_known() -> None:
    table = begun("Bo h1 3", "h1 3", "Cy v1 2")
    assert isinstance(table.typed("8P zzz"), Asked)
    assert isinstance(table.typed("nobody"), Kept)
    assert texts(table.record.lines[-1:]) == ["Ana pawn 8P = nobody"]


def onstage(*typed: str, viewer: str = TABLE) -> Table:
    """Return the notes of a table of three at Onstage, Ana to lead."""
    return notes("onstage", "k3 g1 k2 p2 g2 p1 b1 p3 b3 k1 g3 b2", "ana", *typed, viewer=viewer)


REVOKED = ("g9 p8 g8", "g6")


def test_a_late_breach_names_both_plays_and_can_be_let_stand() -> None:
    table = onstage(*REVOKED)
    before = table.record
    breach = table.typed("bo g5")
    assert isinstance(breach, Breach) and table.record is before
    revoke = next(n for n, event in before.events if event.words == ("P8",))
    assert breach.line == revoke
    assert f"lines {revoke - 1}, {revoke}, {before.last + 1}: " in str(breach.words)
    fixed = table.let_stand(str(revoke))
    assert isinstance(fixed, Fixed) and not fixed.gone
    written = write(table.record)
    assert "Bo plays P8 !\n" in written and written.endswith("Bo plays G5\n")
    assert read(written) == table.record
    assert table.conflict() is None


def test_a_breach_that_is_none_any_more_loses_its_mark() -> None:
    table = onstage("g9 p8 ! g8", "g6")
    lead = next(n for n, event in table.record.events if event.words == ("G9",))
    assert isinstance(table.fix(f"{lead} ana p9"), Fixed | Unfit)
    assert "Bo plays P8\n" in write(table.fixing.record if table.fixing else table.record)
    table = onstage("g6 p8 ! g5")
    assert isinstance(table.fix(f"{lead} ana g9"), Fixed)
    assert "Bo plays P8 !\n" in write(table.record)


def test_nothing_is_concluded_from_a_breach_that_stands() -> None:
    void = onstage(*REVOKED).record
    stood = onstage(*(text.replace("p8 g8", "p8 ! g8") for text in REVOKED)).record
    assert "Bo plays P8 !" in write(stood)

    counted, more = solve(void).worlds, solve(stood).worlds
    assert counted is not None and more is not None and counted < more
    assert void.state.voids and not stood.state.voids


def test_a_breach_of_the_own_seat_stands_if_it_is_typed_so() -> None:
    table = onstage("k1 k2 k4 p1 p2 p4 b1 b2 b4 g1 g2 g4", viewer="Bo")
    assert isinstance(table.typed("ana g9"), Kept)
    refused = table.typed("bo k2")
    assert isinstance(refused, Refused)
    assert str(refused.words).endswith("If it was played all the same, type Bo plays K2 !")
    assert isinstance(table.typed("bo k2 !"), Kept)
    exported = write(view(table.record, "table"))
    assert "Bo plays K2 !" in exported


def test_an_ability_that_was_forgotten_stands_if_it_is_typed_so() -> None:
    table = onstage()
    asked = table.typed("ana k1")
    assert isinstance(asked, Asked)
    assert str(asked.words).endswith("If it was played all the same, type Ana plays K1 !")
    stage = table.record.state.theatre.stage
    assert isinstance(table.typed("k1 !"), Kept)
    assert table.record.state.theatre.stage == stage
    assert isinstance(table.typed("bo b9"), Kept)
    assert read(write(table.record)) == table.record
    assert isinstance(table.typed("cy k9 !"), Refused), "it breaks no rule"


@pytest.mark.parametrize("text", ["", "zz", "99", "5", "6", "10"])
def test_only_what_breaks_an_obligation_can_stand(text: str) -> None:
    table = onstage(*REVOKED)
    before = table.record
    assert isinstance(table.let_stand(text), Refused)
    assert table.record is before


def test_a_line_that_is_not_there_cannot_stand() -> None:
    assert onstage(*REVOKED).let_stand("77") == Refused(say("There is no line {n}.", n=77))


def test_what_makes_the_board_impossible_cannot_stand() -> None:
    table = begun("Bo disc h1 = 4", "Ana disc h1 = 3")
    assert isinstance(table.typed("Cy disc h1 = 4"), Doubtful)
    refused = table.let_stand("9")
    assert isinstance(refused, Refused) and "the board would be impossible" in str(refused.words)


def at_golden(name: str, verb: str, nth: int = 0) -> tuple[Record, Event]:
    """Return what a table had noted of a golden game before a line with `verb`, and that line."""
    record = view(read_file(GOLDEN / f"{name}.rec"), TABLE)
    number, event = [each for each in record.events if each[1].verb == verb][nth]
    return record.until(number - 1), event


@pytest.mark.parametrize("nth", range(3))
def test_pips_alone_tell_a_roll_in_the_order_of_the_dice(nth: int) -> None:
    before, event = at_golden("bards-v2-3", "rolls", nth)
    pips = "".join(die[-1] for die in sorted(event.outcome))
    assert events_of(before, pips, str) == (event,)
    assert events_of(before, " ".join(pips), str) == (event,)
    with pytest.raises(TableError):
        events_of(before, pips[1:], str)  # a die is missing
    for text in (pips[1:], f"{event.actor} rolls {' '.join(pips[1:])}"):
        refused = Table(Ledger(before, {}, "1")).typed(text)
        assert isinstance(refused, Refused)
        assert f"{len(pips)} dice must be rolled here, {len(pips) - 1} given" in str(refused.words)


def test_where_a_power_alone_can_be_said_nothing_said_is_the_choice() -> None:
    before, _ = at_golden("overseers-4", "voted")
    assert unsaid(before) is None
    table = notes("overseers", "Bo", "characters Wuming Two-Above Gan")
    first = table.record.last
    for text in ("", "no"):
        assert isinstance(table.typed(text), Kept)
    picks = [e for number, e in table.record.events if e.verb == "picks" and number > first]
    assert [event.actor for event in picks] == ["Ana", "Bo", "Cy"] * 2
    assert isinstance(table.typed("Ana doubles"), Kept)


def test_choices_about_the_same_open_cards_are_listed_once() -> None:
    before, _ = at_golden("overseers-4", "loses")
    table = Table(Ledger(before, {}, "1"))
    choose = before.game.tale.choice
    about = [choose(before.state, each) for each in table.choices()]
    every = {choose(before.state, each) for each in turn(before)}
    assert len(about) == len(set(about)) and set(about) == every


def test_points_that_lie_open_are_told_as_soon_as_a_round_is_over() -> None:
    record, _ = at_golden("overseers-4", "characters", 1)
    counted = account(record)
    assert counted is not None
    whole = account(read_file(GOLDEN / "overseers-4.rec"))
    assert whole is not None
    assert [each.rounds for each in counted.shares] == [each.rounds[:1] for each in whole.shares]
    assert all(each.total is None for each in counted.shares)


def told_at(whole: Record) -> Iterator[tuple[Record, Event]]:
    """Yield the lines of a game that people type, each with the record before it."""
    for number, event in whole.events:
        before = whole.until(number - 1)
        if is_typed(before, event):
            yield before, event


@pytest.mark.parametrize("name", OWN)
def test_who_tells_some_pieces_of_a_line_is_asked_for_the_others(name: str) -> None:
    tried = set[str]()
    for before, event in told_at(view(random_game(name, 3, 4), TABLE)):
        short = len(event.outcome) < 2 or isinstance(turn(before), Roll | tuple)
        if event.verb in tried or short:
            continue
        tried.add(event.verb)
        table = Table(Ledger(before, {}, "1"))
        for piece in event.outcome[:-1]:
            line = write_event(before, replace(event, outcome=(piece,)))
            answer = table.typed(line if table.asked is None else piece)
            if isinstance(answer, Kept):  # the last one is left over
                break
            assert isinstance(answer, Asked), (line, piece)
            if piece == event.outcome[0]:
                assert isinstance(table.typed("zz"), Refused) and table.asked is not None
        else:
            assert isinstance(table.typed(event.outcome[-1]), Kept), event
        number, noted = list(table.record.events)[len(before.lines)]
        assert (number, noted) == (before.last + 1, event)
    assert tried or name == "bards"


def test_cards_that_are_chosen_are_told_in_parts_in_any_order_and_never_added_unasked() -> None:
    whole = read_file(GOLDEN / "bards-2.rec")
    number, stages = next(each for each in whole.events if each[1].verb == "stages")
    before = view(whole.until(number - 1), stages.actor)
    for piece in stages.words:
        table = Table(Ledger(before, {}, "1"))
        assert isinstance(asked := table.typed(piece), Asked)
        assert str(asked.words).startswith(f"So far: {piece}. And 2 more?")
        rest = list(stages.words)
        rest.remove(piece)
        assert [isinstance(table.typed(more), Kept) for more in rest][-1]
        assert (before.last + 1, stages) in table.record.events


def test_a_letter_that_may_be_a_piece_or_a_player_is_asked_about() -> None:
    record = read(
        '[Game "overseers"]\n[Record "1"]\n[Players "Ana Bo Cy"]\n[Seat "Ana"]\n'
        "leader Bo\ncharacters Wuming Gan Liang\n"
    )
    for text in ("A M M B B B B", "M M B B B B A"):
        table = Table(Ledger(record, {}, "1"))
        assert isinstance(table.typed(text), Asked), text
        table.typed("no")
        assert table.record.last == 6


def test_a_copy_that_does_not_exist_leaves_what_was_told() -> None:
    record = read(
        '[Game "overseers"]\n[Record "1"]\n[Players "Ana Bo Cy"]\n[Seat "Ana"]\n'
        "leader Bo\ncharacters Wuming Gan Liang\n"
    )
    table = Table(Ledger(record, {}, "1"))
    asked = table.typed("M M M")
    assert isinstance(asked, Asked)
    assert isinstance(table.typed("M"), Refused) and table.asked == asked.words


def test_votes_are_told_one_by_one_or_all_at_once() -> None:
    whole = view(read_file(GOLDEN / "overseers-4.rec"), TABLE)
    number, votes = next(each for each in whole.events if each[1].verb == "voted")
    table = Table(Ledger(whole.until(number - 1), {}, "1"))
    first = votes.outcome[0]
    asked = table.typed(first)
    assert isinstance(asked, Asked) and f"So far: {first}. And 3 more?" in str(asked.words)
    assert isinstance(table.typed("eve"), Refused) and table.asked == asked.words
    table.typed("no")
    assert table.asked is None
    assert isinstance(table.typed(first), Asked)
    assert isinstance(table.typed(" ".join(votes.outcome)), Kept | Asked)


@pytest.mark.parametrize("again", ["1t 2t 3t 4r", "4r 2t 1t 3t", "1t 2t 3t 4r 5r 6p"])
def test_a_line_that_is_told_again_with_more_takes_the_place_of_what_was_told(
    again: str,
) -> None:
    table = Table(Ledger(blank("adresses-jaunes", 3), {}, "1"))
    assert isinstance(table.typed("1t 2t"), Asked)
    answer = table.typed(again)
    if isinstance(answer, Asked):
        assert "And 2 more?" in str(answer.words)
        answer = table.typed("5r 6p")
    assert isinstance(answer, Kept) and not answer.dropped
    assert "revealed 1T 2T 3T 4R 5R 6P" in write(table.record)


def test_of_a_verb_alone_people_are_asked_what_it_was() -> None:
    seen = view(random_game("bards", 3, 7), TABLE)
    number, steals = next(each for each in seen.events if each[1].verb == "steals")
    table = Table(Ledger(seen.until(number - 1), {}, "1"))
    moves = turn(table.record)
    assert isinstance(moves, tuple)
    ways = [each.words for each in moves if each.verb == "steals"]
    for text, said in ((f"{steals.actor} steals", ()), (steals.words[0], steals.words[:1])):
        asked, n = table.typed(text), len(said)
        most = [*dict.fromkeys(words[n] for words in ways if words[:n] == said)]
        told = " | ".join([*most[:4], *(["…"] if len(most) > 4 else [])])
        assert isinstance(asked, Asked) and str(asked.words) == f"Which? {told}"
    assert isinstance(table.typed(" ".join(steals.words[1:])), Kept)
    assert dict(table.record.events)[number] == steals


BEGUN = ("shows", "opens")
"""Lines of Overseers that tell several cards of one player, one line for each player in turn."""


def rows_of_cards() -> Iterator[tuple[Table, list[str], list[str]]]:
    """Yield tables, the next two lines in which players tell cards, and the cards of the first."""
    seen = view(read_file(GOLDEN / "overseers-4.rec"), TABLE)
    for number, event in seen.events:
        after = dict(seen.events).get(number + 1)
        if event.verb in BEGUN and after is not None and after.verb == event.verb:
            before = seen.until(number - 1)
            lines = [write_event(before, each) for each in (event, after)]
            if len(event.outcome) > 1 and HOLE not in lines[0]:
                yield Table(Ledger(before, {}, "1")), lines, list(event.outcome)


def test_the_rest_of_a_line_comes_before_the_lines_behind_it() -> None:
    """Whether only the rest is told, or the whole line again."""
    tried = 0
    for table, (first, second), cards in rows_of_cards():
        for answer in (cards[-1], first):
            noted = Table(Ledger(table.record, {}, "1"))
            part = first.removesuffix(f" {cards[-1]}")
            assert isinstance(noted.typed(f"{part}; {second}"), Asked)
            kept = noted.typed(answer)
            assert isinstance(kept, Kept) and not kept.dropped
            assert f"\n{first}\n{second}\n" in write(noted.record)
            tried += 1
    assert tried


def test_a_line_of_somebody_else_is_no_rest_of_the_one_that_was_begun() -> None:
    for table, (first, second), cards in rows_of_cards():
        begins = table.typed(first.removesuffix(f" {cards[-1]}"))
        assert isinstance(begins, Asked)
        assert isinstance(table.typed(second), Refused)
        assert table.asked == begins.words
        assert isinstance(table.typed(cards[-1]), Kept)
        assert f"\n{first}\n" in write(table.record)


def votes() -> tuple[Table, list[str]]:
    """Return a table where votes are turned up, and whom they are against."""
    seen = view(read_file(GOLDEN / "overseers-4.rec"), TABLE)
    number, event = next(each for each in seen.events if each[1].verb == "voted")
    return Table(Ledger(seen.until(number - 1), {}, "1")), list(event.outcome)


@pytest.mark.parametrize("told", ["; ", " "])
def test_votes_are_noted_in_the_order_in_which_they_are_told(told: str) -> None:
    table, against = votes()
    assert isinstance(table.typed(told.join(against[:2])), Asked)
    assert isinstance(table.typed(told.join(against[2:])), Kept)
    assert f"\nvoted {' '.join(against)}\n" in write(table.record)


def test_a_line_that_was_begun_is_left_by_a_no_and_by_a_note() -> None:
    for text in ("no", "# so"):
        table, against = votes()
        begun = " ".join(against[:2])
        assert isinstance(table.typed(begun), Asked)
        left = table.typed(text)
        assert isinstance(left, Kept) and left.dropped == begun
        assert table.asked is None


def test_a_line_that_is_asked_about_can_be_told_whole_behind_others() -> None:
    table = begun(*DISCS[:2])
    assert isinstance(table.typed("Ana h2; Bo pawn 8P"), Asked)
    noted = table.typed("Bo pawn 8P = nobody")
    assert isinstance(noted, Kept) and not noted.dropped
    assert write(table.record).endswith("\nAna disc h2 = 0\nBo pawn 8P = nobody\n")


def test_a_count_that_cannot_be_is_asked_for_again() -> None:
    table = begun()
    asked = table.typed("Bo h1; Cy v1")
    assert isinstance(asked, Asked) and table.typed("19") == Asked(asked.words)


def test_a_word_that_is_not_understood_is_read_with_no_other_line() -> None:
    whole = random_game("onstage", 3, 2)
    for number, first, second in ((21, "3 zz", "g"), (31, "zz p", "p2"), (37, "3 zz", "g")):
        record = view(whole.until(number), TABLE)
        table, alone = (Table(Ledger(record, {}, "1")) for _ in range(2))
        asked = table.typed(first)
        assert isinstance(asked, Asked) and "'zz' is not understood" in str(asked.words)
        known = {*table.listener.doubts[-1].doubt.ways}
        table.typed(second)
        alone.typed(second)
        asks = {way for each in alone.listener.doubts for way in each.doubt.ways}
        assert table.record.lines == alone.record.lines
        assert {way for each in table.listener.doubts for way in each.doubt.ways} <= known | asks


def test_what_came_of_a_line_is_asked_with_the_word_that_is_not_understood() -> None:
    asked = begun().typed("zz bo h1")
    assert isinstance(asked, Asked) and str(asked.words).startswith("'zz' is not understood. How")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "head", "texts"),
    [
        ("bards", "audiences Fencers Festival", ("fest", "fence")),
        ("overseers", "characters Thief-Taker Wuming", ("Thief", "W")),
        ("overseers", "characters Suyin Thief-Taker", ("suy", "thief")),
    ],
)
def test_names_of_a_part_can_be_cut_short(
    game: str, head: str, texts: Sequence[str], lang: str
) -> None:
    record = blank(game, 3, Seat="Ana")
    with spoken(lang):
        for event in events_of(record, "ana", tell) if game == "overseers" else ():
            record = continued(record.plus(event))
        table = Table(Ledger(record, {}, "1"), tell)
        for text in texts:
            assert isinstance(table.typed(text), Asked)
        begun = table.listener.begun
        assert begun is not None and write_event(table.record, begun.said) == head


def test_a_hand_is_told_in_full_names_behind_letters() -> None:
    table = dealt_overseers()
    for text in ("Ana Murder M", "Malice", "murd", "Ben hon"):
        answer = table.typed(text)
    assert isinstance(answer, Kept) and "deal Ana A B H M M M\n" in write(table.record)


def test_a_line_may_begin_with_a_verb_that_is_cut_and_what_is_asked_of_it_is_a_question() -> None:
    whole = view(random_game("overseers", 3, 3), TABLE)
    admits = next(number for number, event in whole.events if event.verb == "admits")
    table = Table(Ledger(whole.until(admits - 1), {}, "1"))
    for text, asked in (("adm", "Which? t1 | t2 | t3 | b1"), ("t3", "not 1. What else?")):
        answer = table.typed(text)
        assert isinstance(answer, Asked) and str(answer.words).endswith(asked)
    assert isinstance(table.typed("b2"), Kept) and "admits t3 b2\n" in write(table.record)


def test_a_letter_that_several_pieces_begin_with_is_asked_about() -> None:
    record = blank("overseers", 3, Seat="Ana")
    for event in events_of(record, "ana", str):
        record = continued(record.plus(event))
    table = Table(Ledger(record, {}, "1"))
    refused = table.typed("T")
    assert isinstance(refused, Refused)
    assert str(refused.words) == "'t' can be Two-Above | Thief-Taker: type more of it"
    assert isinstance(table.typed("Suyin T Gan"), Asked)
    asked = table.typed("Wuming")  # no other seat gets what was told of one
    assert isinstance(asked, Asked) and "'Suyin T Gan' can be" in str(asked.words)
    assert isinstance(table.typed("Thief"), Kept)
    assert "characters Suyin Thief-Taker Gan" in write(table.record)


@pytest.mark.parametrize("text", ["M", "M B P V B", "distribue Ana B M"])
def test_a_letter_of_several_cards_is_asked_about_in_a_part_of_a_pack_too(text: str) -> None:
    with spoken("fr"):
        table = Table(Ledger(dealt_overseers().record, {}, "1"), tell)
        refused = table.typed(text)
        assert isinstance(refused, Refused) and "Meurtre | Malice" in tell(refused.words)
        assert isinstance(table.typed("Mal B"), Asked)


def test_a_pick_of_two_letters_is_no_name_and_a_card_before_people_say_so() -> None:
    table = dealt_overseers()
    table.typed("A H M M B B")
    asked = table.typed("A H")
    assert isinstance(asked, Asked) and "Ana takes Honesty (yes/no)?" in str(asked.words)


def test_a_roll_can_be_told_in_parts() -> None:
    whole = view(read_file(GOLDEN / "bards-3.rec"), TABLE)
    number, roll = next(e for e in whole.events if e[1].verb == "rolls" and len(e[1].outcome) > 2)
    table = Table(Ledger(whole.until(number - 1), {}, "1"))
    for die in roll.outcome:
        answer = table.typed(die)
    assert isinstance(answer, Kept) and dict(table.record.events)[number] == roll


def test_a_correction_is_told_in_parts_and_asked_about_as_any_line() -> None:
    table = begun("Bo disc h1 = 3")
    assert isinstance(table.typed("Ana disc"), Asked)
    behind = table.asked
    for _ in range(2):
        assert isinstance(table.fix("9 Bo h2"), Asked) and table.asked != behind
        assert table.fix_with("") == Kept((), "Bo h2") and table.asked is None
        assert table.redo_told() and isinstance(table.fix_with("zz"), Refused)
        table.give_up_fix()
        assert table.asked == behind and texts(table.record.lines[-1:]) == ["Bo disc h1 = 3"]
    table.fix("9 Bo h2")
    assert table.fix_with("0") == Fixed(9, (9,), ()) and table.fixing is None


def test_a_pack_is_corrected_in_parts_and_what_does_not_fit_is_asked_for_in_parts_too() -> None:
    table = dealt_overseers()
    table.typed("A H M M B B")
    number = next(n for n, event in table.record.events if event.verb == "deal")
    assert isinstance(table.fix(f"{number} M M"), Asked)
    assert isinstance(table.fix_with("b b"), Asked) and isinstance(table.fix_with("p t"), Fixed)
    assert "deal Ana B B M M P T\n" in write(table.record)


def dealt_overseers(*players: str, viewer: str = "Ana") -> Table:
    """Return a table of Overseers, where the pack of `viewer` is told next."""
    record = blank("overseers", players or 3, Seat=viewer)
    for text in ("ana", "wuming gan liang"):
        for event in events_of(record, text, str):
            record = continued(record.plus(event))
    return Table(Ledger(record, {}, "1"))

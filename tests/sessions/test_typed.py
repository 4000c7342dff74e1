"""What is typed in few keys, without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from aparte.models.bag import Bag
from aparte.models.chance import Draw
from aparte.models.core import TABLE, Event, IllegalAction, Record, TableError, turn, view
from aparte.models.record import next_words, read_words, write_event
from aparte.models.record import read as read_record
from aparte.models.words import say
from aparte.sessions import coming
from aparte.sessions.awaited import example, explained
from aparte.sessions.doubt import Doubt
from aparte.sessions.fixing import automatic, continued, is_typed
from aparte.sessions.gate import move_of
from aparte.sessions.typed import events_of, is_readable
from aparte.solver.play.coach import choices
from tests.snapshots import GOLDEN
from tests.tables import NAMES, blank, random_game

GAMES = [("adresses-jaunes", 3), ("onstage", 4), ("overseers", 4), ("bards", 3)]


def before(record: Record, verb: str, at: int = 0) -> Record:
    """Return `record` before its line with `verb`, the first one or one behind it."""
    numbers = [number for number, event in record.events if event.verb == verb]
    return record.until(numbers[at] - 1)


def read(record: Record, text: str) -> list[str]:
    return [write_event(record, event) for event in events_of(record, text, str)]


def theatre(*plays: str) -> Record:
    """Return a table of four at Onstage before its first trick, and some plays."""
    record = blank("onstage", 4, Seat="table")
    for text in ("k3 g1 k2 p2 g2 p1 b1 p3 b3 k1 g3 b2", "ana", *plays):
        for event in events_of(record, text, str):
            record = continued(record.plus(event))
    return record


def test_a_whole_trick_stands_on_one_line() -> None:
    record = theatre()
    trick = ["Ana plays G9", "Bo plays K3", "Cy plays B2", "Dai plays P9"]
    assert read(record, "g9 k3 b2 p9") == trick
    assert read(record, "g9k3b2p9") == trick
    assert read(record, "g9;k3 ; b2;P9") == trick
    assert read(record, "ana g9 bo k3 c b2 d p9") == trick


@pytest.mark.parametrize(
    "game, players, verb, wrong",
    [
        ("onstage", 4, "claims", "{actor} claims {other}"),
        ("onstage", 4, "claims", "{actor} claims"),
        ("bards", 3, "passes", "{actor} uses Poster with P4"),
    ],
)
def test_a_line_that_cannot_be_is_never_taken_for_two_others(
    game: str, players: int, verb: str, wrong: str
) -> None:
    record = random_game(game, players, 1)
    for number, event in record.events:
        if event.verb == verb:
            at = view(record.until(number - 1), "table")
            other = next((e.words[0] for _, e in record.events if e.verb == "plays"), "")
            with suppress(TableError):
                found = read(at, wrong.format(actor=event.actor, other=other))
                assert len(found) == 1, found


def test_names_may_stand_before_pieces_by_their_first_letter() -> None:
    record = before(view(random_game("adresses-jaunes", 3, 1), "table"), "disc")
    assert read(record, "ah11 bv12;ch30") == [
        "Ana disc h1 = 1",
        "Bo disc v1 = 2",
        "Cy disc h3 = 0",
    ]


def test_a_card_says_what_it_does_in_letters_only() -> None:
    assert read(theatre(), "b7k3b3 b4b3 b2") == [
        "Ana plays B7 swap K3 B3",
        "Bo plays B4 remove B3",
        "Cy plays B2",
    ]


def test_a_line_of_all_but_the_last_is_whole() -> None:
    record = blank("onstage", 4, Seat="table")
    assert read(record, "k3g1k2p2g2p1b1p3b3k1g3") == ["line K3 G1 K2 P2 G2 P1 B1 P3 B3 K1 G3 B2"]


def test_the_companion_asks_nothing_that_it_knows() -> None:
    record = view(random_game("adresses-jaunes", 3, 1), "Ana")
    record = before(record, "disc")
    own = record.state.hands["Ana"].known
    count = sum(tile in record.game.box.targets["h1"] for tile in own)
    assert read(record, "h1") == [f"Ana disc h1 = {count}"]


def test_one_word_never_spends_what_is_there_once() -> None:
    record = blank("overseers", 3, Seat="Ana")
    for text in ("ana", "wuming gan liang", "ahhmmp"):
        for event in events_of(record, text, str):
            record = continued(record.plus(event))
    for text in ("doubles", "d", "Ana"):
        with pytest.raises(TableError):
            events_of(record, text, str)
    with pytest.raises(Doubt, match="Do you mean: Ana lets everybody take two cards"):
        events_of(record, "doubles", str)
    assert read(record, "Ana doubles") == ["Ana doubles"]
    assert read(record, "m") == ["Ana picks M"]


@pytest.mark.parametrize("seat", ["Ana", "table"])
@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        ("bards", "audiences Miners Pilgrims Zorblace", "an audience .* found 'Zorblace'"),
        ("onstage", "line K9", "a performer .* found 'K9'"),
    ],
)
def test_a_wrong_piece_is_named_at_every_seat(seat: str, game: str, line: str, told: str) -> None:
    with pytest.raises(TableError, match=told):
        events_of(blank(game, 3, Seat=seat), line, str)


def test_what_can_be_several_lines_is_asked_back() -> None:
    record = blank("onstage", 4, Seat="table", Abilities="optional")
    for text in ("k3 g1 k2 p2 g2 p1 b1 p3 b3 k1 g3 b2", "ana"):
        for event in events_of(record, text, str):
            record = continued(record.plus(event))
    with pytest.raises(TableError, match=r"can be .* \| .*: type a number"):
        events_of(record, "k4k3", str)
    assert read(record, "k4;k3") == ["Ana plays K4", "Bo plays K3"]
    assert read(record, "k4 rem k3") == ["Ana plays K4 remove K3"]


@pytest.mark.parametrize(
    "text, told",
    [
        ("plays g91", "'g91'"),
        ("xyzzy", "Now Ana is to act, with a line such as: Ana plays K1"),
        ("bo g9", "it is the turn of Ana"),
        ("g9 k3 zz", "'zz'"),
        (";", "Now Ana is to act"),
    ],
)
def test_what_is_wrong_speaks_of_what_is_awaited(text: str, told: str) -> None:
    with pytest.raises(TableError) as error:
        events_of(theatre(), text, str)
    assert told in str(error.value)
    assert "expected one of" not in str(error.value)


def addresses(seat: str, *more: str) -> Record:
    """Return a round of three at the Adresses whose tiles lie open, and some lines."""
    record = blank("adresses-jaunes", 3, Seat=seat)
    for text in ("revealed 4p 4r 4t 5r 5t 9r", *more):
        for event in events_of(record, text, str):
            record = continued(record.plus(event))
    return record


@pytest.mark.parametrize(
    "record, text, told",
    [
        (addresses("Ana", "deal ana 1t 2t 3p 7r"), "ana h1 2", "Ana holds 3 tiles of h1"),
        (addresses("Ana", "deal ana 1t 2t 3p 7r"), "a h1 2", "Ana holds 3 tiles of h1"),
        (addresses("Ana", "deal ana 1t 2t 3p 7r"), "ah12", "Ana holds 3 tiles of h1"),
        (addresses("table", "b h1 0"), "b h2 1", "Bo has laid a disc in this round"),
        (theatre("g9"), "d k9", "it is the turn of Bo"),
        (theatre("g9", "bo p1 add k1"), "c k7 rem k3", "K3"),
    ],
)
def test_a_shortened_line_is_refused_as_the_whole_one_is(
    record: Record, text: str, told: str
) -> None:
    with pytest.raises(IllegalAction) as error:
        events_of(record, text, str)
    assert told in str(error.value)


@pytest.mark.parametrize(
    "text",
    ["Mary_Ann disc h1 = 0", "mary ann h1 0", "Mary  Ann disc h1 = 0", "mary h1 0", "ma h10"],
)
def test_a_name_of_two_words_is_read_as_it_is_shown(text: str) -> None:
    record = blank("adresses-jaunes", ["Mary_Ann", "Bo", "Cy"], Seat="table")
    for line in ("revealed 4p 4r 4t 5r 5t 9r", "b h1 0"):
        for event in events_of(record, line, str):
            record = continued(record.plus(event))
    assert read(record, text) == ["Mary_Ann disc h1 = 0"]


def test_words_may_stand_in_the_language_of_the_table() -> None:
    record = before(view(random_game("adresses-jaunes", 3, 1), "table"), "pawn")
    ((_, pawn), *_) = [
        each for each in random_game("adresses-jaunes", 3, 1).events if each[1].verb == "pawn"
    ]
    french = {"nobody": "personne"}
    text = f"{pawn.actor} {pawn.words[0]} personne"
    (event,) = events_of(record, text, lambda words: french.get(str(words), str(words)))
    assert event.outcome == ("nobody",)


@pytest.mark.parametrize("game, players", GAMES)
def test_every_whole_line_of_a_game_is_read_as_it_stands(game: str, players: int) -> None:
    whole = random_game(game, players, 2)
    for viewer in ("table", NAMES[0]):
        seen = view(whole, viewer)
        record = seen.blank()
        for line in seen.lines[:40]:
            if automatic(record) != line.event:
                assert line.event is not None
                text = write_event(seen, line.event)
                assert events_of(record, text, str) == (line.event,), text
            record = record.and_line(line)


@pytest.mark.parametrize("game, players", GAMES)
def test_every_example_is_a_line_that_is_legal(game: str, players: int) -> None:
    whole = random_game(game, players, 3)
    for viewer in ("table", NAMES[0]):
        seen = view(whole, viewer)
        record = seen.blank()
        for line in seen.lines[:40]:
            text = example(record)
            assert str(explained(record))
            if "…" not in text and "?" not in text:
                (event,) = events_of(record, text, str)
                record.moved(event)
            record = record.and_line(line)


@pytest.mark.parametrize("game", [name for name, _ in GAMES])
def test_a_long_line_is_soon_given_up(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each word of it is tried a few times, however many there are."""
    tried, told = [], []
    monkeypatch.setattr(coming, "explained", lambda record: told.append(record) or say(""))
    monkeypatch.setattr(
        coming, "read_words", lambda *told, **more: tried.append(told) or read_words(*told, **more)
    )
    with pytest.raises(TableError):
        events_of(blank(game, 3), "Ana " + "? " * 60, str)
    assert len(tried) < 13 * 60
    assert len(told) < 3


def stages(record: Record) -> Iterator[Record]:
    """Yield what a seat sees before the first line of each kind."""
    lines = {event.verb: number for number, event in reversed(tuple(record.events))}
    for number in lines.values():
        yield view(record.until(number - 1), record.setup.players[1])


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_so_many_words_are_soon_given_up_at_every_stage(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def counted(record: Record, text: str, **more: bool) -> Event:
        tried.append(text)
        return read_words(record, text, **more)

    monkeypatch.setattr(coming, "read_words", counted)
    for record in stages(random_game(game, players, 1)):
        tried.clear()
        with pytest.raises(TableError):
            events_of(record, "a " * 60, str)
        assert len(tried) < 4_000


def test_a_line_that_can_be_read_in_too_many_ways_says_how_to_type_it() -> None:
    record = before(view(random_game("overseers", 4, 1), "table"), "meets")
    with pytest.raises(TableError, match="too many ways: type fewer lines at once"):
        events_of(record, "Ana Bo Cy " * 50, str)


def test_a_line_of_many_holes_is_given_up() -> None:
    own = before(view(random_game("overseers", 3, 1), "Ana"), "picks")
    with pytest.raises(TableError, match="too many ways"):
        move_of(own, choices(own), f"Ana {'? ' * 250}Ana deal", str)


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("Ana plays G7 swap K1 G3", True),
        ("a pla g7k1g3", True),
        ("g9k3b2p9", True),
        ("Bo claims nothing; ana g9", True),
        ("Ana playz G9", False),
        ("Ana plays G9x", False),
        ("hello", False),
    ],
)
def test_a_word_that_nobody_understands_is_told_from_a_line_that_does_not_fit(
    text: str, readable: bool
) -> None:
    assert is_readable(theatre(), text, str) is readable


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("known", [("a", "a", "b"), ("a", "a", "a"), ("a", "b", "c")])
@pytest.mark.parametrize("ordered", [False, True])
def test_a_draw_is_sure_if_it_has_one_outcome(
    known: tuple[str, ...], size: int, ordered: bool
) -> None:
    draw = Draw(Event("draws", "Ana"), Bag(known), size, "X", ordered)
    (first, *others) = set(draw.all())
    assert draw.sure == (None if others else first)
    assert replace(draw, pool=Bag(known[1:], 1)).sure is None


def test_what_a_seat_has_chosen_it_shows_without_typing_it() -> None:
    own = view(random_game("bards", 3, 1), "Ana")
    before, typed = own.blank(), dict[bool, set[str]]({True: set(), False: set()})
    for line in own.lines:
        assert line.event is not None
        if line.event.verb in ("reveals", "shows"):
            typed[is_typed(before, line.event)].add(line.event.actor)
        before = before.and_line(line)
    assert typed == {False: {"Ana"}, True: {"Bo", "Cy"}}


def test_a_card_goes_out_for_good_by_its_verb_alone_or_people_are_asked() -> None:
    table = view(random_game("bards", 3, 1), TABLE)
    at, trashed = next(each for each in table.events if each[1].verb == "trashes")
    record, (card,) = table.until(at - 1), trashed.words
    with pytest.raises(Doubt) as asked:
        read(record, card)
    assert list(asked.value.ways) == [(trashed,)]
    line = write_event(record, trashed)
    assert read(record, f"trash {card}") == read(record, line) == [line]


@pytest.mark.parametrize("verb", ["lowers", "raises", "rerolls"])
def test_no_melody_is_asked_for_a_die_that_is_not_there(verb: str) -> None:
    record = view(random_game("bards", 3, 1), TABLE)
    at = next(n for n, event in record.events if event.verb == "performs")
    table = record.until(at - 1)
    (player, *_) = {event.actor for event in turn(table)}
    owned = table.state.troupes[player].dice
    die = next(f"{c}{n}" for c in "BPRO" for n in range(1, 7) if f"{c}{n}" not in owned)
    with pytest.raises(IllegalAction, match=f"{player} cannot use {die}: not there"):
        table.moved(read_words(table, f"{player} {verb} {die}"))


@pytest.mark.parametrize("players", [2, 3])
def test_an_example_of_tiles_to_draw_names_tiles(players: int) -> None:
    own = view(random_game("adresses-jaunes", players, 1), NAMES[1])
    at = next(n for n, event in own.events if event.verb == "deal" and event.words == (NAMES[1],))
    record = own.until(at - 1)
    line = example(record)
    assert line.startswith(f"deal {NAMES[1]} ")
    record.plus(read_words(record, line))


def test_of_a_name_alone_it_is_asked_what_that_player_does() -> None:
    own = view(random_game("adresses-jaunes", 3, 1), TABLE)
    begun = next(n for n, event in own.events if event.verb == "disc")
    with pytest.raises(TableError, match="What does Ana do"):
        events_of(own.until(begun - 1), "ana", str)


@pytest.mark.parametrize(
    "verb, text, doubted",
    [
        ("shows", "P M A B", True),
        ("shows", "shows Ana A M P B H T", True),
        ("shows", "shows Ana A M P Bo H T", False),
        ("shows", "shows A M P", False),
        ("opens", "A M", True),
        ("opens", "opens M", False),
        ("tilts", "A A", True),
        ("tilts", "A t3", False),
    ],
)
def test_no_card_too_many_is_taken_for_the_player_of_its_letter(
    verb: str, text: str, doubted: bool
) -> None:
    record = before(view(random_game("overseers", 3, 3), TABLE), verb)
    if not doubted:
        assert read(record, text)
        return
    with pytest.raises(Doubt, match="Do you mean: Ana "):
        read(record, text)


def encores() -> Record:
    record = read_record((GOLDEN / "bards-3.rec").read_text("utf-8"))
    number = next(n for n, each in record.events if each.head == Event("encore", words=("Cy",)))
    return view(record.until(number - 1), "Cy")


@pytest.mark.parametrize("typed", ["red p", "RP", "rp", "p red", "purple red", "encore Cy RP"])
def test_a_pair_of_colours_is_told_in_any_order_and_no_colour_of_it_is_left_out(typed: str) -> None:
    assert read(encores(), typed)[0] == "encore Cy PR"


def test_a_colour_alone_is_no_pair_that_begins_with_it() -> None:
    with pytest.raises(Doubt, match=r"BR.*PR.*RO"):
        read(encores(), "red")


def test_a_player_is_no_encore_card_of_the_same_letters() -> None:
    own = encores()
    assert "Bo" not in next_words(own, "encore Cy")
    with pytest.raises(Doubt, match="encore Cy BP"):
        read(own, "b")

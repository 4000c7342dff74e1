"""The contract of a game's lines: they are read as they are written, whoever sees them."""

from __future__ import annotations

from ..models.core import REFEREE, TABLE, Event, Line, Record, seen_line, view
from ..models.record import next_words, read, write, write_event
from ..sessions.fixing import automatic
from .promise import promise
from .scenes import SEEDS, cuts, played, viewers


@promise("a record reads back as it is written", "game.notation", "game.apply")
def test_a_record_reads_back_as_it_is_written(game: str) -> None:
    for seed in SEEDS:
        record = played(game, seed)
        for seen in (record, *(view(record, viewer) for viewer in viewers(record))):
            again = read(write(seen))
            assert write(again) == write(seen)
            assert [*map(_event, again.lines)] == [*map(_event, seen.lines)]
            assert again.state == seen.state


@promise("every line can be typed from the words that are offered", "game.notation")
def test_every_line_can_be_typed_from_the_words_offered(game: str) -> None:
    record = played(game, 0)
    kinds = {event.verb: event for _, event in record.events}
    listed = {*record.notation.words}
    names = {*record.notation.verbs, *record.setup.players}
    for event in kinds.values():
        words = write_event(record, event).split()
        unlisted = {word for word in words if _is_free(word) and word not in listed | names}
        for at, word in enumerate(words):
            offered = next_words(record, " ".join(words[:at]))
            assert word in offered or word in unlisted


@promise("who sees a line is told by what the table sees, and they are players", "game.notation")
def test_who_sees_a_line_is_told_by_what_the_table_sees(game: str) -> None:
    for seed in SEEDS:
        record = played(game, seed)
        seats = {viewer: view(record, viewer).blank() for viewer in viewers(record)}
        whole = record.blank()
        for line in record.lines:
            assert line.event is not None
            seers = whole.seers(line.event)
            assert seers is None or seers <= set(record.setup.players)
            assert seats[TABLE].seers(seats[TABLE].shown(line.event)) == seers
            for viewer, seen in seats.items():
                assert seen.seers(line.event) == seers
                seats[viewer] = seen.and_line(seen_line(seen, line))
            whole = whole.and_line(line)
        assert whole.viewer == REFEREE


def _is_free(word: str) -> bool:
    """Tell whether it is one of so many words that no list has them, such as a number."""
    return any(map(str.isdigit, word))


def _event(line: Line) -> Event | None:
    return line.event


@promise("a line that comes by itself is the one that comes", "game.turn")
def test_a_line_that_comes_by_itself_is_the_one_that_comes(game: str) -> None:
    came = 0
    for seed in SEEDS:
        record = played(game, seed)
        for viewer in viewers(record)[:3]:
            seen, own = view(record, viewer), view(record, viewer).blank()
            for line in seen.lines:
                event = automatic(own)
                came += event is not None
                assert event in (None, line.event) or _chose_first(own, event, line.event)
                own = own.and_line(line)
    assert came


def _chose_first(own: Record, event: Event | None, came: Event | None) -> bool:
    """Tell whether `came` is a choice as secret as `event`, of a player who was first."""
    if event is None or came is None or event.actor == came.actor:
        return False
    return event.verb == came.verb and not own.is_seen(event) and not own.is_seen(came)


@promise("lines are taken back and made again", "game.apply", "game.start")
def test_lines_are_taken_back_and_made_again(game: str) -> None:
    for record, rng in cuts(game, 2):
        for own in (record, view(record, rng.choice(viewers(record)))):
            before = own.until(rng.choice(own.lines).number)
            for line in own.lines[len(before.lines) :]:
                before = before.and_line(line)
            assert before == own and before.state == own.state
            assert own.blank().with_lines(own.lines).state == own.state

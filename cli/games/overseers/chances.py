"""The expected cards of Overseers: where they are, face-down hands, points.

Chances over equally likely worlds stand beside those of an assumption about behaviour, each under
its name; an estimate always shows its error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ....models.overseers import GAME
from ....models.words import Words, listed, say
from ....models.words import figure as written
from ...language import decimal, tell
from ...views.names import called

if TYPE_CHECKING:
    from ....solver.engine.reading import Estimate, Expectations, Hand
    from ....solver.engine.solve import Solved

COLOURS: Mapping[str, str] = {
    "M": "red", "B": "yellow", "A": "magenta", "H": "cyan", "P": "green", "T": "blue",
}  # fmt: skip
IMPOSSIBLE = "·"
LIKELIEST = 5
"""How many face-down hands are shown for each player."""

KINDS = tuple(GAME.box.kinds)


def drawn(solved: Solved) -> Iterator[RenderableType]:
    """Yield the tables of all chances of `solved`."""
    if solved.places:
        yield _places(solved)
    if solved.reading and solved.reading.hands:
        yield _hands(solved)
    if solved.reading and solved.reading.highest:
        yield _players(solved)
    for words in _notes(solved):
        yield Text(tell(words))


def sentences(solved: Solved) -> Iterator[Words]:
    """Yield the expected cards in sentences, a line each."""
    for place in solved.places:
        for name, reading in _readings(solved):
            chances = [
                say("{kind} {number}", kind=kind, number=_expected(solved, reading, kind, place))
                for kind in KINDS
                if solved.possible(kind, place)
            ]
            yield say(
                "{place}, cards expected, {reading}: {chances}.",
                place=solved.called(place),
                reading=name,
                chances=listed(chances),
            )
    for place, hands in _likeliest(solved).items():
        for name, reading in _readings(solved):
            chances = [
                say("{cards} {number}", cards=listed(hand, " "), number=share)
                for hand in hands
                for share in [_share(reading, place, hand)]
            ]
            yield say(
                "{place}, likeliest unknown cards, {reading}: {chances}.",
                place=solved.called(place),
                reading=name,
                chances=listed(chances),
            )
    for player in solved.reading.highest if solved.reading else ():
        for name, reading in _readings(solved):
            assert reading is not None
            yield say(
                "{player}, {reading}: {points} points in the mean, the highest score with a "
                "chance of {chance}.",
                player=called(player),
                reading=name,
                points=_amount(reading.points[player]),
                chance=_percent(reading.highest[player]),
            )
    yield from _notes(solved)


def _readings(solved: Solved) -> Iterator[tuple[Words, Expectations | None]]:
    """Yield the readings that were asked for, first the one that assumes nothing."""
    yield say("all alike"), solved.reading
    if solved.assumed is not None:
        yield say("keep and hide"), solved.assumed


def _notes(solved: Solved) -> Iterator[Words]:
    if solved.reading is not None and not solved.reading.counted:
        yield say(
            "Too many worlds to count: these chances are estimates, with their standard "
            "error. What is possible is proved separately."
        )
    elif solved.assumed is not None and not solved.assumed.counted:
        yield say("“keep and hide” is an estimate here, with its standard error.")
    if solved.assumed is not None:
        yield say(
            "“keep and hide” assumes that people keep good cards and hide them, as far as their "
            "choices are known: an assumption, no part of any proof."
        )


# numbers


def _expected(solved: Solved, reading: Expectations | None, kind: str, place: str) -> str:
    """Return the expected number of cards of `kind` at `place`."""
    if not solved.possible(kind, place):
        return IMPOSSIBLE
    if reading is None:
        return "?"
    value, error = reading.expected[kind, place]
    shown = decimal(value) if value >= 0.005 else f"<{decimal(0.01)}"
    return f"{shown} ± {decimal(error)}" if error else shown


def _percent(figure: Estimate) -> str:
    """Return an uncertain chance in percent: never 0 or 100."""
    value, error = 100 * figure.value, 100 * figure.error
    if not 0.5 <= value <= 99.5:
        return "<1 %" if value < 50 else ">99 %"
    return f"{value:.0f} % ± {decimal(error, 1)}" if error else f"{value:.0f} %"


def _amount(figure: Estimate) -> str:
    if not figure.error:
        return tell(say("{amount}", amount=written(figure.value, "g")))
    return f"{decimal(figure.value, 1)} ± {decimal(figure.error)}"


def _likeliest(solved: Solved) -> Mapping[str, Sequence[Hand]]:
    """Return the hands shown for each place: the likeliest ones in some reading."""
    shown: dict[str, list[Hand]] = {}
    readings = [reading for _, reading in _readings(solved) if reading]
    for place in readings[0].hands if readings else ():
        hands: dict[Hand, float] = {}
        for reading in readings:
            for hand, figure in reading.hands[place][:LIKELIEST]:
                hands[hand] = max(hands.get(hand, 0), figure.value)
        shown[place] = sorted(hands, key=lambda hand: -hands[hand])[:LIKELIEST]
    return shown


def _share(reading: Expectations | None, place: str, hand: Hand) -> str:
    found = dict(reading.hands[place]).get(hand) if reading else None
    return "?" if found is None else _percent(found)


# drawn


def _table(title: Words, *columns: Words) -> Table:
    table = Table(box=box.SIMPLE, header_style="", padding=(0, 1))
    table.add_column(tell(title))
    for column in columns:
        table.add_column(tell(column), justify="right")
    return table


def _places(solved: Solved) -> Table:
    """Return the table of expected cards; for estimates, a row shows its largest error."""
    table = _table(say("cards expected"), *(say("{kind}", kind=kind) for kind in KINDS))
    estimated = [reading for _, reading in _readings(solved) if reading and not reading.counted]
    if estimated:
        table.add_column("±", justify="right")
    several = solved.assumed is not None
    for place in solved.places:
        if several:
            table.add_row(tell(solved.called(place)))
        for name, reading in _readings(solved):
            head = f"  {tell(name)}" if several else tell(solved.called(place))
            cells = [_cell(solved, reading, kind, place) for kind in KINDS]
            error = max(reading.expected[kind, place].error for kind in KINDS) if reading else 0
            table.add_row(head, *cells, *([decimal(error)] if error else []))
    return table


def _cell(solved: Solved, reading: Expectations | None, kind: str, place: str) -> Text:
    number, _, _ = _expected(solved, reading, kind, place).partition(" ± ")
    return Text(number, style="dim" if number == IMPOSSIBLE else COLOURS[kind])


def _columns(solved: Solved, title: Words, *figures: Words) -> Table:
    """Return a table with a column for each of `figures` and each reading."""
    if solved.assumed is None:
        return _table(title, *figures)
    names = [name for name, _ in _readings(solved)]
    columns = [
        say("{figure}\n{reading}", figure=figure, reading=name)
        for figure in figures
        for name in names
    ]
    return _table(title, *columns)


def _hands(solved: Solved) -> Table:
    table = _columns(solved, say("likeliest unknown cards"), say("chance"))
    table.columns[0].no_wrap = True
    for place, hands in _likeliest(solved).items():
        table.add_row(tell(solved.called(place)))
        for hand in hands:
            text = Text("  ")
            for kind in hand:
                text.append(tell(GAME.notation.sign(kind)), style=COLOURS[kind]).append(" ")
            shares = (_share(reading, place, hand) for _, reading in _readings(solved))
            table.add_row(text, *shares)
    return table


def _players(solved: Solved) -> Table:
    table = _columns(solved, say("before the vote"), say("points"), say("highest score"))
    readings = [reading for _, reading in _readings(solved) if reading]
    figures: Sequence[Callable[[Expectations, str], str]] = (
        lambda reading, player: _amount(reading.points[player]),
        lambda reading, player: _percent(reading.highest[player]),
    )
    for player in readings[0].highest:
        cells = (figure(reading, player) for figure in figures for reading in readings)
        table.add_row(called(player, 12), *cells)
    return table

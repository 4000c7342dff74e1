"""Charts of values over the lines of a game, in a terminal and as SVG."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from ..language import decimal, language

BARS = "▁▂▃▄▅▆▇█"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""Colours that colour-blind people can tell apart (Okabe and Ito 2008)."""
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 360, 60, 40, 16, 120
_SAFE = str.maketrans("", "", "".join(map(chr, (*range(9), 11, 12, *range(14, 32)))))
"""Removes control characters, which XML cannot express."""
_NUMBER = re.compile(r"[+−]?\d+([.,]\d+)?( %)?( ± \d+([.,]\d+)?( %)?)?$")


@dataclass(frozen=True, slots=True)
class Course:
    """A named series: values by line, and the `marks` of some lines."""

    name: str
    points: Sequence[tuple[int, float]]
    marks: Sequence[tuple[int, str]] = ()

    def at(self, line: float) -> float | None:
        """Return the value at `line`, None before the first."""
        found = None
        for number, value in self.points:
            if number > line:
                break
            found = value
        return found


def span(courses: Sequence[Course]) -> tuple[float, float]:
    """Return the lowest and highest of all values; if they are equal, 0 counts too."""
    values = [value for course in courses for _, value in course.points] or [0.0]
    least, most = min(values), max(values)
    if most == least:
        least, most = min(least, 0.0), max(most, 0.0)
    return (least, most) if most > least else (least, least + 1.0)


def bars(courses: Sequence[Course], width: int) -> Sequence[tuple[str, str]]:
    """Return for each course a row of bars of this width, and a row with its marks."""
    lines = [line for course in courses for line, _ in course.points] or [0]
    first, last = min(lines), max(lines)
    step = max(1.0, (last - first + 1) / width)
    columns = min(width, round((last - first + 1) / step))
    least, most = span(courses)
    rows = []
    for course in courses:
        row, marks = "", [" "] * columns
        for column in range(columns):
            value = course.at(first + (column + 1) * step - 1)
            share = 0.0 if value is None else (value - least) / (most - least)
            row += " " if value is None else BARS[min(len(BARS) - 1, int(share * len(BARS)))]
        for line, mark in course.marks:
            column = min(columns - 1, int((line - first) / step))
            marks[column] = max(marks[column], mark[0], key=" !?".find)
        rows.append((row, "".join(marks).rstrip()))
    return rows


def ticks(least: float, most: float) -> Sequence[float]:
    """Return round numbers from `least` to `most`, three to eight of them."""
    rough = (most - least) / 7
    power = 10.0 ** floor(log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough * 0.999)
    return [n * step for n in range(ceil(least / step - 1e-9), floor(most / step + 1e-9) + 1)]


def whole_number(value: float) -> str:
    """Return a whole number as text, empty for any other number."""
    return str(round(value)) if abs(value - round(value)) < 1e-6 else ""


def plain_number(value: float) -> str:
    """Return a number with as many decimal digits as it needs, at most three."""
    places = next((n for n in range(3) if abs(round(value, n) - value) < 1e-6), 3)
    return decimal(value, places)


def svg(
    courses: Sequence[Course],
    names: tuple[str, str, str],
    figure: Callable[[float], str] = plain_number,
) -> str:
    """Return the courses as an SVG picture; `names` are its title and those of its axes.

    `figure` returns the label of a value, empty for no grid line; the line at zero stands out.
    """
    title, across, up = names
    lines = [line for course in courses for line, _ in course.points] or [0]
    first, last = min(lines), max(max(lines), min(lines) + 1)
    least, most = span(courses)

    def x(line: float) -> float:
        return LEFT + (line - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - least) / (most - least) * (HEIGHT - BOTTOM - TOP)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' font-family="sans-serif" font-size="12">',
        f"<title>{_text(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for value in filter(figure, ticks(least, most)):
        grey = "#999" if not value else "#ddd"
        out.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"'
            f' stroke="{grey}"/><text x="{LEFT - 6}" y="{y(value) + 4:.1f}"'
            f' text-anchor="end">{_text(figure(value))}</text>'
        )
    out += [
        f'<text x="{LEFT}" y="{HEIGHT - BOTTOM + 16}">{first}</text>',
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - BOTTOM + 16}" text-anchor="end">{last}</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 8}"'
        f' text-anchor="middle">{_text(across)}</text>',
        f'<text transform="rotate(-90)" x="{-HEIGHT / 2:.0f}" y="13"'
        f' text-anchor="middle">{_text(up)}</text>',
    ]
    for i, course in enumerate(courses):
        colour = COLOURS[i % len(COLOURS)]
        points = " ".join(f"{x(line):.1f},{y(value):.1f}" for line, value in course.points)
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>')
        row = TOP + 16 * (i + 1)
        out.append(
            f'<text x="{WIDTH - RIGHT + 10}" y="{row}" fill="{colour}">{_text(course.name)}</text>'
        )
    for i, course in enumerate(courses):  # above all lines, with an edge that parts them
        for line, mark in course.marks:
            value = course.at(line) or 0.0
            out.append(
                f'<text x="{x(line):.1f}" y="{y(value) - 6:.1f}" fill="{COLOURS[i % len(COLOURS)]}"'
                f' font-weight="bold" stroke="#fff" stroke-width="3" paint-order="stroke"'
                f' text-anchor="middle">{_text(mark)}</text>'
            )
    return "\n".join((*out, "</svg>", ""))


def page(title: str, body: Sequence[str]) -> str:
    """Return a self-contained HTML page."""
    style = (
        "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
        "table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .8em;"
        "border-bottom:1px solid #ddd;text-align:left}td.n{text-align:right;white-space:nowrap}"
        "td.i{padding-left:2em}"
    )
    return "\n".join(
        (
            f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">',
            f"<title>{_text(title)}</title><style>{style}</style></head><body>",
            f"<h1>{_text(title)}</h1>",
            *body,
            "</body></html>",
            "",
        )
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table: cells that begin with spaces are indented, numbers right-aligned."""
    titles = "".join(f"<th>{_text(each)}</th>" for each in head)
    lines = ("".join(map(_cell, row)) for row in rows)
    return f"<table><tr>{titles}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _cell(text: str) -> str:
    kind = ' class="i"' if text.startswith(" ") else ' class="n"' if _NUMBER.match(text) else ""
    return f"<td{kind}>{_text(text.strip())}</td>"


def paragraph(text: str) -> str:
    """Return a paragraph of HTML."""
    return f"<p>{_text(text)}</p>"


def _text(text: str) -> str:
    return escape(text.translate(_SAFE))

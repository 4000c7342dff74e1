"""Courses of values over the lines of a game, drawn in a terminal and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

BARS = "▁▂▃▄▅▆▇█"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""Told apart also by people who see colours otherwise (Okabe and Ito 2008)."""
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 360, 60, 40, 16, 120
_SAFE = str.maketrans("", "", "".join(map(chr, (*range(9), 11, 12, *range(14, 32)))))
"""XML has no way to write control characters."""


@dataclass(frozen=True, slots=True)
class Course:
    """What goes by a `name`: values by line, and the `marks` of some lines."""

    name: str
    points: Sequence[tuple[int, float]]
    marks: Sequence[tuple[int, str]] = ()

    def at(self, line: float) -> float | None:
        """Return the value that holds at `line`, None before the first."""
        found = None
        for number, value in self.points:
            if number > line:
                break
            found = value
        return found


def span(courses: Sequence[Course]) -> tuple[float, float]:
    """Return the least and the most of all values, apart from each other: of equal ones, and 0."""
    values = [value for course in courses for _, value in course.points] or [0.0]
    least, most = min(values), max(values)
    if most == least:
        least, most = min(least, 0.0), max(most, 0.0)
    return (least, most) if most > least else (least, least + 1.0)


def bars(courses: Sequence[Course], width: int) -> Sequence[tuple[str, str]]:
    """Return for each course a row of bars over the lines, so wide, and a row with its marks."""
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


def svg(courses: Sequence[Course], title: str, across: str, up: str) -> str:
    """Return the courses as an SVG picture with a title and names for both axes."""
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
    for i in range(5):
        value = least + (most - least) * i / 4
        out.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"'
            f' stroke="#ddd"/><text x="{LEFT - 6}" y="{y(value) + 4:.1f}"'
            f' text-anchor="end">{value:.2f}</text>'
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
        for line, mark in course.marks:
            value = course.at(line) or 0.0
            out.append(
                f'<text x="{x(line):.1f}" y="{y(value) - 6:.1f}" fill="{colour}"'
                f' text-anchor="middle">{_text(mark)}</text>'
            )
        row = TOP + 16 * (i + 1)
        out.append(
            f'<text x="{WIDTH - RIGHT + 10}" y="{row}" fill="{colour}">{_text(course.name)}</text>'
        )
    return "\n".join((*out, "</svg>", ""))


def page(title: str, body: Sequence[str]) -> str:
    """Return one HTML page, which needs nothing beside it."""
    style = (
        "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
        "table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .8em;"
        "border-bottom:1px solid #ddd;text-align:left}td.n{text-align:right}"
    )
    return "\n".join(
        (
            '<!doctype html><html><head><meta charset="utf-8">',
            f"<title>{_text(title)}</title><style>{style}</style></head><body>",
            f"<h1>{_text(title)}</h1>",
            *body,
            "</body></html>",
            "",
        )
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of HTML."""
    titles = "".join(f"<th>{_text(each)}</th>" for each in head)
    lines = ("".join(f"<td>{_text(each)}</td>" for each in row) for row in rows)
    return f"<table><tr>{titles}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def paragraph(text: str) -> str:
    """Return a paragraph of HTML."""
    return f"<p>{_text(text)}</p>"


def _text(text: str) -> str:
    return escape(text.translate(_SAFE))

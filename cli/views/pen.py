"""The shapes that a board is drawn with, in points from the top left; black and white."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

Drawing = tuple["Shape", ...]
_NARROW, _WIDE = "iljtfrI.,:;'’!|() ", "mwMW@%—"


@dataclass(frozen=True, slots=True)
class Segment:
    """A line from one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float = 0.7


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle with corners of radius `round`; `filled` black or not at all."""

    x: float
    y: float
    width: float
    height: float
    round: float = 0.0
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle around a point."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Said:
    """A text that begins at a point of its baseline, or is centred there; or upside down."""

    x: float
    y: float
    text: str
    size: float = 9.0
    bold: bool = False
    middle: bool = False
    turned: bool = False


Shape = Segment | Rectangle | Ring | Said


def moved(shapes: Iterable[Shape], x: float, y: float, scale: float = 1.0) -> Drawing:
    """Return `shapes` moved to another place and scaled."""
    return tuple(_moved(shape, x, y, scale) for shape in shapes)


def _moved(shape: Shape, x: float, y: float, scale: float) -> Shape:
    there = replace(shape, x=x + shape.x * scale, y=y + shape.y * scale)
    match there:
        case Segment():
            assert isinstance(shape, Segment)
            return replace(there, to_x=x + shape.to_x * scale, to_y=y + shape.to_y * scale)
        case Rectangle():
            wide, high = there.width * scale, there.height * scale
            return replace(there, width=wide, height=high, round=there.round * scale)
        case Ring():
            return replace(there, radius=there.radius * scale)
        case Said():
            return replace(there, size=there.size * scale)


def extent(shapes: Iterable[Shape]) -> tuple[float, float]:
    """Return how far `shapes` reach to the right and downwards."""
    right = down = 0.0
    for shape in shapes:
        match shape:
            case Segment():
                ends = max(shape.x, shape.to_x), max(shape.y, shape.to_y)
            case Rectangle():
                ends = shape.x + shape.width, shape.y + shape.height
            case Ring():
                ends = shape.x + shape.radius, shape.y + shape.radius
            case Said():
                room = length(shape.text, shape.size) * (0.5 if shape.middle else 1)
                ends = shape.x + room, shape.y + 0.25 * shape.size
        right, down = max(right, ends[0]), max(down, ends[1])
    return right, down


def length(text: str, size: float) -> float:
    """Return the approximate width of `text` in points."""
    widths = (
        0.29 if each in _NARROW else 0.86 if each in _WIDE else 0.69 if each.isupper() else 0.56
        for each in text
    )
    return size * sum(widths)


def lines_of(text: str, size: float, width: float) -> Sequence[str]:
    """Return `text` wrapped to lines of this width."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and length(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def paragraph(text: str, x: float, y: float, size: float, width: float) -> tuple[Drawing, float]:
    """Return `text` in lines below `y`, and where they end."""
    shapes: list[Shape] = []
    for line in lines_of(text, size, width):
        y += 1.3 * size
        shapes.append(Said(x, y, line, size))
    return tuple(shapes), y

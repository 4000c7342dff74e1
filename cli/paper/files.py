"""Pages of shapes as files: SVG, HTML with SVG, and PDF with the standard fonts.

The PDF is written here: pages of lines, boxes, circles and words in Helvetica need some forty lines
of it (ISO 32000-1, 7.5 and 8.5), less than any library brings.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from zlib import compress

from ..views.pen import Drawing, Rectangle, Ring, Said, Segment, Shape, length
from .letters import ACCENTS, is_plain, written

Size = tuple[float, float]
_ROUND = 0.5523
"""The distance of the control points of the Bézier curve closest to a quarter circle."""


def svg(pages: Sequence[Drawing], size: Size) -> str:
    """Return the pages, one below the other, as one SVG."""
    width, height = size
    inner = "".join(
        f'<g transform="translate(0 {number * height:g})">{_drawn(page)}</g>'
        for number, page in enumerate(pages)
    )
    return _svg(inner, width, height * len(pages))


def html(pages: Sequence[Drawing], size: Size, title: str, lang: str) -> str:
    """Return the pages as HTML with one SVG each, which prints page by page."""
    width, height = size
    shown = "".join(f"<section>{_svg(_drawn(page), width, height)}</section>" for page in pages)
    style = (
        f"@page{{size:{width}pt {height}pt;margin:0}}body{{margin:0}}"
        "section{break-after:page}svg{display:block;max-width:100%}"
    )
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>{shown}</body></html>\n"
    )


def _svg(inner: str, width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}pt" height="{height:g}pt" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="Helvetica, Arial, sans-serif">'
        f'<rect width="100%" height="100%" fill="white"/>{inner}</svg>'
    )


def _drawn(page: Drawing) -> str:
    return "".join(map(_element, page))


def _element(shape: Shape) -> str:
    match shape:
        case Segment(x, y, to_x, to_y, width):
            ends = f'x1="{x:.2f}" y1="{y:.2f}" x2="{to_x:.2f}" y2="{to_y:.2f}"'
            return f'<line {ends} stroke="black" stroke-width="{width:g}"/>'
        case Rectangle(x, y, width, height, round_, filled):
            fill = "black" if filled else "none"
            at = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
            line = 'stroke="black" stroke-width="0.7"'
            return f'<rect {at} rx="{round_:.2f}" fill="{fill}" {line}/>'
        case Ring(x, y, radius):
            at = f'cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"'
            return f'<circle {at} fill="none" stroke="black" stroke-width="0.7"/>'
        case Said(x, y, text, size, bold, middle, turned):
            turn = f' transform="rotate(180 {x:.2f} {y:.2f})"' if turned else ""
            weight = ' font-weight="bold"' if bold else ""
            anchor = ' text-anchor="middle"' if middle else ""
            at = f'x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}"'
            return f"<text {at}{weight}{anchor}{turn}>{escape(text)}</text>"


def pdf(pages: Sequence[Drawing], size: Size, title: str) -> bytes:
    """Return the pages as a PDF."""
    width, height = size
    objects: list[bytes] = [b"", b""]
    encoding = f"/Encoding << /BaseEncoding /WinAnsiEncoding {ACCENTS} >>"
    for font in (f"Helvetica {encoding}", f"Helvetica-Bold {encoding}", "Symbol"):
        objects.append(f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} >>".encode())
    kids = []
    for page in pages:
        drawn = compress("\n".join(_stroked(shape, height) for shape in page).encode("latin-1"))
        head = f"<< /Length {len(drawn)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + drawn + b"\nendstream")
        fonts = "/Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:g} {height:g}] "
            f"/Resources << {fonts} >> /Contents {len(objects)} 0 R >>".encode()
        )
        kids.append(f"{len(objects)} 0 R")
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    objects.append(f"<< /Title {_unicode(title)} >>".encode())
    out = bytearray(b"%PDF-1.4\n")
    at = []
    for number, each in enumerate(objects, start=1):
        at.append(len(out))
        out += f"{number} 0 obj\n".encode() + each + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in at)
    tail = f"/Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R"
    out += f"trailer\n<< {tail} >>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(out)


def _stroked(shape: Shape, height: float) -> str:
    match shape:
        case Segment(x, y, to_x, to_y, width):
            return f"{width:g} w {x:.2f} {height - y:.2f} m {to_x:.2f} {height - to_y:.2f} l S"
        case Rectangle(x, y, wide, high, _, filled):
            paint = "B" if filled else "S"
            return f"0.7 w {x:.2f} {height - y - high:.2f} {wide:.2f} {high:.2f} re {paint}"
        case Ring(x, y, radius):
            return _circle(x, height - y, radius)
        case Said(x, y, text, size, bold, middle, turned):
            y = height - y
            if middle:
                x -= length(text, size) / 2 * (-1 if turned else 1)
            turn = "-1 0 0 -1" if turned else "1 0 0 1"
            font = f"F{2 if bold else 1}"
            shown = written(text, size, font)
            shown = f"BT /{font} {size:.2f} Tf {turn} {x:.2f} {y:.2f} Tm {shown} ET"
            if is_plain(text):
                return shown
            return f"/Span << /ActualText {_unicode(text)} >> BDC {shown} EMC"


def _unicode(text: str) -> str:
    """Return `text` as a PDF string of any characters."""
    return f"<FEFF{text.encode('utf-16-be').hex()}>"


def _circle(x: float, y: float, r: float) -> str:
    k = r * _ROUND
    quarters = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))
    path = [f"0.7 w {x + r:.2f} {y:.2f} m"]
    for from_x, from_y, to_x, to_y in quarters:
        path.append(
            f"{x + from_x * r + to_x * k:.2f} {y + from_y * r + to_y * k:.2f} "
            f"{x + to_x * r + from_x * k:.2f} {y + to_y * r + from_y * k:.2f} "
            f"{x + to_x * r:.2f} {y + to_y * r:.2f} c"
        )
    return " ".join([*path, "S"])

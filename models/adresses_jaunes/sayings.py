"""How people say the lines of Les Adresses Jaunes."""

from __future__ import annotations

from collections.abc import Mapping

from ..saying import NUMBERS, ORDINALS, Sayings
from ..words import Words, say
from .state import Box

_WORDS: Mapping[str, Words] = {
    "1": say("one cube, one tile, a cube, a single cube, a tile, a lone cube"),
    "revealed": say(
        "revealed, face up, turned up, flipped, open, visible, on the board, reveal, we reveal, "
        "are revealed, turned over, flipped over, are face up, in the middle, open tiles, shown"
    ),
    "deal": say("deal, dealt, draws, drew, gets, receives, hand, holds, has, picked up"),
    "disc": say(
        "disc, marks, lays, laid, puts, places, sets, clue, hint, gives a clue, counts, "
        "announces, has, laying, placed, put, placing, discs, says, shows, declares, gives, "
        "holds, sets down, sets his disc, signals, indicates, states, tells, lines up, goes "
        "to, goes down on, marker"
    ),
    "pawn": say(
        "pawn, names, asks for, asks about, asks, points at, points to, points, designates, "
        "checks, looks for, calls, calls out, searches, visits, goes to, goes for, "
        "moves to, guesses, asked for, asked about, asked, pointed, pointed at, pointed to, "
        "named, looked for, wants to know, wants to know who has, wants to know "
        "about, goes looking for, sends the pawn to, puts the pawn on, places the pawn on, "
        "moves the pawn to, enquires about, inquires about, is looking for, seeks, picks, "
        "chooses, selects, who has, hunts for, hunts, targets, questions, aims for, aims at"
    ),
    "name": say(
        "names, suggests, guesses, announces, declares, claims, concludes, deduces, "
        "tells, accuses, points at, points to, calls, reckons, asks, asks for, named, "
        "says, said, guessed, claimed, goes for, picks, chooses, places, puts, sees, locates, says "
        "that, is sure that, is certain that, believes, believes that, attributes, assigns"
    ),
    "give": say(
        "give up, concede, surrender, forfeit, abandon, resign, throw in the towel, the players "
        "give up, we give up, they give up, everybody gives up, all give up, everyone gives up, "
        "giving up, gave up, calls it quits, call it quits"
    ),
    "shows": say("shows, lays open, opens, had left, still had, had, reveals, turns over"),
}
_KINDS: Mapping[str, Words] = {
    "T": say(
        "tea, tea house, tea room, tea shop, teahouse, tearoom, teashop, teas, tea rooms, tea "
        "houses, tea shops"
    ),
    "R": say("restaurant, eatery, diner, restaurants, resto, bistro"),
    "P": say(
        "bakery, pastry shop, patisserie, cake shop, pastry, baker, bakeries, pastries, cake, "
        "cakes, patisseries, pastry shops"
    ),
}
_WAYS: Mapping[str, Words] = {
    "h": say("horizontal, row, across"),
    "v": say("vertical, column, down"),
}
_ORDINALS: Mapping[str, Words] = {
    "h1": say("top, upper"),
    "h2": say("middle, centre, center"),
    "h3": say("bottom, lower, last"),
    "v1": say("left, leftmost"),
    "v2": say("middle, centre, center"),
    "v3": say("right, rightmost, last"),
}

_TAKES: Mapping[str, Words] = {
    "disc": say("on, in, at, with, has"),
    "pawn": say("on, in, at"),
    "name": say("in, at, has"),
}
_MEETS: Mapping[str, Words] = {"name": say("with, at, that"), "pawn": say("at the place of")}


def sayings(box: Box) -> Sayings:
    """Return how the words of games with `box` are said."""
    parts: dict[str, tuple[Words, ...]] = {
        tile: (_number(tile[0]), _KINDS[tile[1]]) for tile in box.tiles if tile[1] in _KINDS
    }
    parts |= {kind: (words,) for kind, words in _KINDS.items()}
    numbered = dict(_WORDS)
    for street, tiles in box.targets.items():
        if street[0] in _WAYS:
            blocks = dict.fromkeys(tile[0] for tile in box.tiles if tile in tiles)
            said = [between.join(blocks) for between in (" ", "-", "")]
            numbered[street] = say("{phrases}", phrases=", ".join(said))
            ordinal = say("{n}, {other}", n=_number(street[1]), other=_ORDINALS[street])
            parts[street] = (_WAYS[street[0]], ordinal)
    return Sayings(words=numbered, parts=parts, idle=_IDLE, takes=_TAKES, meets=_MEETS)


def _number(digit: str) -> Words:
    return say("{n}, {words}, {nth}", n=digit, words=NUMBERS[digit], nth=ORDINALS[digit])


_IDLE = say(
    "tile, tiles, cube, block, district, quarter, shop, place, establishment, address, "
    "street, kind, circle, symbol, yellow, board, house, spot, type, road, "
    "in front of the, in front of, before the, beside the, at the side of, on it, in "
    "it, there, hand, in hand, in her hand, in his hand, round, location, "
    "establishments, one, that one, tile from, on the board, answers, colour, color, wonder, "
    "line, wall"
)

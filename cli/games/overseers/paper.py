"""The table of Overseers on paper: the rows, what came since, and the packs that were seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....models.bag import HOLE
from ....models.core import Event, Record
from ....models.overseers import GAME
from ....models.overseers.face import Chair, tribune
from ....models.overseers.text import KINDS
from ....models.words import Words, listed, say
from ...language import tell
from ...views import pen
from ...views.names import called
from ...views.pen import Drawing, Shape

CARD, GAP, LEFT, WIDE = 20.0, 3.0, 92.0, 380.0
_KINDS = listed(
    say(
        "{letter} {name} {points}",
        letter=GAME.notation.sign(kind),
        name=KINDS[kind],
        points="/".join(str(GAME.box.worth_of(kind, n + 1)) for n in range(len(each))),
    )
    for kind, each in GAME.box.points.items()
)
NOTE = say(
    "Points of a card: {kinds}; three numbers are those of one, two and three together, and more "
    "add nothing. A question mark lies face down. A player with most points is rightly accused.",
    kinds=_KINDS,
)
BRIEF = say(
    "Points of a card, or of one, two and three of a kind together: {kinds}. A player with most "
    "points is rightly accused.",
    kinds=_KINDS,
)
_SINCE = frozenset(
    {"tilts", "draws", "adds", "looks", "tucks", "voted", "accuses", "admits", "denies"}
)


def drawn(view: Record) -> Drawing:
    """Return the rows on the table, and under them what a seat has seen of the draft."""
    shown = tribune(view)
    shapes: list[Shape] = []
    y = 0.0
    for chair in shown.chairs:
        mark = "* " if chair.leads else ""
        shapes.append(pen.Said(0, y + 9, f"{mark}{called(chair.player, 12)}", 9, bold=True))
        shapes.append(pen.Said(0, y + 18, _sign(chair.character), 7))
        shapes += _row(chair, y)
        y += CARD + 2 * GAP
    packs = list(_packs(view))
    if packs:
        head = tell(say("The packs that you remember, and what you took:"))
        shapes.append(pen.Said(0, y + 12, head, 8))
        y += 16
    for number, cards, taken in packs:
        shapes.append(pen.Said(0, y + 10, tell(say("pack {n}", n=number)), 8))
        shapes += _cards(cards, LEFT, y, 15)
        if taken:
            at = LEFT + 6 * 17 + 10
            shapes.append(
                pen.Said(
                    at,
                    y + 10,
                    tell(say("took {card}", card=listed(map(GAME.notation.sign, taken), " "))),
                    8,
                    bold=True,
                )
            )
        y += 18
    for line in (*_since(view), *map(tell, _box(view, shown.chairs))):
        told, y = pen.paragraph(line, 0, y, 8, WIDE)
        shapes += told
    return tuple(shapes)


def _row(chair: Chair, y: float) -> Iterator[Shape]:
    x = LEFT
    if not chair.rows:
        yield from _cards(chair.pieces, x, y, CARD)
        return
    for place in ("t", "b", "x"):
        kinds = [laid.kind for laid in chair.rows if laid.spot[0] == place]
        yield from _cards(kinds, x, y, CARD)
        x += len(kinds) * (CARD + GAP) + 14


def _cards(kinds: Sequence[str], x: float, y: float, side: float) -> Iterator[Shape]:
    for kind in kinds:
        yield pen.Rectangle(x, y, side, side, round=3)
        sign, size = _sign(kind), (0.5 if len(_sign(kind)) < 2 else 0.4) * side
        yield pen.Said(x + side / 2, y + 0.68 * side, sign, size, kind != HOLE, middle=True)
        x += side + GAP - (side < CARD)


def _sign(word: str) -> str:
    return tell(GAME.notation.sign(word))


def _box(view: Record, chairs: Sequence[Chair]) -> Iterator[Words]:
    """Yield what the characters can do, and how many cards of each kind there are."""
    for chair in chairs:
        if chair.power is not None:
            yield say("{character}: {power}.", character=chair.character, power=chair.power)
    deck = GAME.box.deck[len(view.setup.players)]
    counts = (say("{n} {kind}", n=deck[kind], kind=GAME.notation.sign(kind)) for kind in deck)
    yield say("Cards of the round: {cards}.", cards=listed(counts))


def _packs(view: Record) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """Yield the packs of the draft by their numbers: the cards that are known, and those taken."""
    for number, (cards, taken) in enumerate(_drafted(view), start=1):
        known = tuple(card for card in cards if card != HOLE)
        if known or taken:
            yield number, known, taken


def _drafted(view: Record) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the packs of the draft as the lines tell them, with the cards taken from each."""
    seen: tuple[str, ...] = ()
    for _, event in view.events:
        if event.verb in ("deal", "gets") and event.words == (view.viewer,):
            if seen:
                yield seen, ()
            seen = event.outcome
        if event.verb == "picks" and event.actor == view.viewer and seen:
            yield seen, event.words
            seen = ()
    if seen and len(seen) > 1:
        yield seen, ()


def _since(view: Record) -> Iterator[str]:
    """Yield what happened after the rows were laid, in sentences, and the discard."""
    told: list[Event] = [event for _, event in view.events if event.verb in _SINCE]
    for event in told:
        words = view.game.tale.sentence(event, view.setup.players)
        if words is not None:
            yield f"{tell(words)}."
    discard = tribune(view).discard
    if discard:
        cards = listed(map(GAME.notation.sign, (*discard.known, *[HOLE] * discard.unknown)), " ")
        yield tell(say("Discard: {cards}.", cards=cards))

"""Making puzzles of Les Adresses Jaunes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import permutations
from random import Random

from ...models.adresses_jaunes import GAME, State, Step
from ...models.bag import HOLE
from ...models.core import CLUES, TABLE, Event, Record, View, view
from ...models.errors import TableError
from ...models.event import NOBODY
from ...models.hidden import Hidden, Item
from ...models.position import position
from ...models.record import blank, new_record, write
from ...models.words import say
from ...solver.engine.steps import beyond_pairs, beyond_rows
from ...solver.engine.sweep import TooManyStates
from ...solver.play.coach import RandomBot, bots
from ...solver.play.driver import acted, drawn
from ..bundled import EASY, FIENDISH, HARD
from ..forms import renamed, seated
from ..kinds import PARTED, Everything, Kind, Several, WhoHolds, at_first_sight, settled, single
from ..make import Clue, Made, Maker, chance_of, tagged
from ..stock import stock
from .built import BOX, built
from .safe import Safe

PLAYERS = ("Ana", "Bo", "Cy", "Dai")
GREEDY = 0.5
"""The share of games not played at random: more tiles are found in them."""
POSES = 4
"""About so many single tiles is asked on a board that is built."""
JOINED = {"who": (12, 24, 30), "all": (6, 12, 18, 24)}
"""How much of a built board no clue settles alone, by kind of question: one of these."""
HARD_JOINED, SEATS, DEALS = 30, (3, 3, 4), 4
"""The same of a board that is built for the hardest questions, its players, and how many boards are
tried: among three players, some half of them will do."""
LEFT, ASKED = (2, 3), 5
"""For so many tiles the clues are left, and about so many at most is asked together then."""
TRIES, IDLE = 48, 4
"""How often that is tried on one board, or only so often if nothing has come of it by then."""
FIRST, NEAR = 4, 15
"""After so many questions more is asked about a stripped board only if one of them is so near to
fiendish, in experts of a hundred."""


def views(rng: Random, kind: str) -> Iterator[View]:
    """Yield the boards at the conclusion of one game, as the table or the first player sees them.

    The `kind` of puzzle decides which: one of them, or both. A board that is built follows, once
    for each time that something is asked about it; then one that clues set side by side leave open.
    About several tiles is asked on boards alone of which all needless clues are gone.
    """
    if kind == "several":
        yield from _bare(_to_be_stripped(rng), rng)
        return
    players = PLAYERS[: rng.choice((2, 3, 3, 4))]
    record = _concluding(players, rng)
    if record.state.step is Step.CONCLUSION:
        first = (TABLE, *players[:1])
        for viewer in {"all": first, "safe": first[1:]}.get(kind, first[:1]):
            yield _in_part(position(view(record, viewer)))
    if kind in JOINED:
        board = built(players, rng, rng.choice(JOINED[kind]))
        yield from [board] * (POSES if kind == "who" else 1)
        yield from _hard(kind, rng)


def _hard(kind: str, rng: Random) -> Iterator[View]:
    """Yield a built board on which counts have to be added up, or something supposed, if one comes.

    Where single tiles are asked for, once for each that takes this and looks likelier elsewhere.
    """
    for _ in range(DEALS):
        board = built(PLAYERS[: rng.choice(SEATS)], rng, HARD_JOINED)
        hidden = board.game.model.hidden(board)
        beyond = beyond_pairs(hidden)
        if not beyond:
            continue
        sure = settled(hidden)
        if kind == "all":
            yield from [board] * (len(sure) == len(single(hidden)))
            return
        tiles = _misleading(hidden, {tile: sure[tile] for tile in beyond if tile in sure})
        yield from (tagged(board, (("Asked", tile),)) for tile in tiles)
        return


def hard_views(rng: Random, kind: str) -> Iterator[View]:
    """Yield boards as `views` does, where nothing but hard or fiendish puzzles are looked for.

    About several tiles is asked on boards that have such puzzles in the stock: few boards have any.
    Other clues go, and streets, kinds and players change names. Boards with fiendish ones are no
    better: what comes of them is in the stock most often.
    """
    hard = [kept for kept in stock(GAME.name, kind) if kept.level in (HARD, FIENDISH)]
    known = sorted({kept.lot for kept in hard if not kept.board})
    if kind != "several" or not known:
        yield from views(rng, kind)
        return
    board = _to_be_stripped(chance_of(kind, rng.choice(known)))
    players = board.setup.players
    names = rng.choice([*_turnings()])
    yield from _bare(renamed(board, names, rng.sample(players, len(players)), LOOSE), rng)


def _to_be_stripped(rng: Random) -> View:
    return built(PLAYERS[: rng.choice(SEATS)], rng, 0)


def _bare(board: View, rng: Random) -> Iterator[View]:
    """Yield a board with no more clues than some of its tiles take, time and again.

    It is asked about these and others that are sure then, first those that lines set side by side
    leave open and that look likelier elsewhere. Nothing is asked where such lines settle the first.
    """
    tiles = sorted(settled(board.game.model.hidden(board)))
    there = set[tuple[str, str]]()
    for number in range(TRIES if len(tiles) >= max(LEFT) else 0):
        if number == IDLE and not there:
            return
        first = rng.sample(tiles, rng.choice(LEFT))
        left = _needed(board, first, rng)
        hidden = left.game.model.hidden(left)
        beyond = beyond_rows(hidden, first)
        if not beyond:
            continue
        sure = settled(hidden)
        misleading = {*_misleading(hidden, sure)}
        more = sorted(
            sure.keys() - first, key=lambda tile: (-(tile in beyond) - (tile in misleading), tile)
        )
        asked = PARTED.join(sorted([*first, *more][:ASKED]))
        if (asked, write(left)) in there:
            continue
        there.add((asked, write(left)))
        yield tagged(left, (("Asked", asked),))


def promising(kind: str, made: Sequence[Made]) -> bool:
    """Tell whether to ask more about a board: of a stripped one, if that is near to fiendish."""
    first = (each.grade.off(FIENDISH) <= NEAR for some in made[:FIRST] for each in some)
    return kind != "several" or len(made) < FIRST or any(first)


def _needed(board: View, tiles: Collection[Item], rng: Random) -> View:
    """Return the board with no more clues than it takes to find `tiles`."""
    for clue in rng.sample(clues(board), len(clues(board))):
        with suppress(KeyError, TableError, TooManyStates):
            fewer = without(board, clue)
            if settled(fewer.game.model.hidden(fewer)).keys() >= {*tiles}:
                board = fewer
    return board


def _misleading(hidden: Hidden, sure: Mapping[Item, str]) -> Iterator[Item]:
    """Yield the items that look likelier elsewhere than where they are `sure` to be."""
    with suppress(TooManyStates):
        looks = at_first_sight(hidden)
        for item, there in sure.items():
            weight = {name: looks.get((item, name), 0) for name in hidden.names}
            if weight[there] < max(weight.values()):
                yield item


def _concluding(players: Sequence[str], rng: Random) -> Record:
    """Return a game played by bots up to its conclusion."""
    record = drawn(blank(GAME.name, players), rng)
    bot = bots(GAME.name)["greedy"]() if rng.random() < GREEDY else RandomBot()
    while record.state.step in (Step.DISCS, Step.PAWNS):
        seat = view(record, record.state.waiting[0])
        record = drawn(acted(record, bot.choose(seat, rng).event), rng)
    return record


def _in_part(record: Record) -> Record:
    tags = tuple(("From", CLUES) if tag[0] == "From" else tag for tag in record.tags)
    return new_record(tags, [event for _, event in record.events])


def clues(view: View) -> Sequence[Clue]:
    """Return the discs, the first at each target for all of one player, and the tiles named."""
    found: dict[Clue, None] = {}
    for _, event in view.events:
        if event.verb == "disc":
            found[event.actor, event.words[0]] = None
        if event.verb in ("neutral", "found"):
            found.update(dict.fromkeys(event.outcome))
    return tuple(found)


def without(view: View, clue: Clue) -> View:
    """Return `view` without one clue; a found tile goes back into its holder's hand."""
    events = [event for _, event in view.events]
    at = next((i for i, event in enumerate(events) if _is(event, clue)), None)
    if at is None:
        raise KeyError(clue)
    event = events.pop(at)
    if event.verb == "disc":
        return new_record(view.tags, events)
    left = tuple(tile for tile in event.outcome if tile != clue)
    if left:
        events.insert(at, Event(event.verb, event.actor, event.words, left))
    if event.verb == "found":
        if event.words[0] == view.viewer:
            raise KeyError(clue)
        events = list(_held(events, event.words[0], str(clue)))
    return new_record(view.tags, events)


def _is(event: Event, clue: Clue) -> bool:
    if event.verb == "disc":
        return (event.actor, event.words[0]) == clue
    return event.verb in ("neutral", "found") and clue in event.outcome


def _held(events: Sequence[Event], holder: str, tile: str) -> Iterator[Event]:
    """Yield `events` with one more tile in the hand of `holder`, and on the discs that count it."""
    empty = not any(event.verb == "deal" and event.words[0] == holder for event in events)
    for event in events:
        if empty and event.verb in ("disc", "conclusion"):
            yield Event("deal", words=(holder,), outcome=(HOLE,))
            empty = False
        if event.verb == "deal" and event.words[0] == holder:
            yield Event("deal", words=event.words, outcome=(*event.outcome, HOLE))
        elif event.verb == "disc" and event.actor == holder:
            target, shows, cubes = event.words
            more = tile in BOX.targets[target]
            yield Event("disc", holder, (target, shows, str(int(cubes) + more)))
        else:
            yield event


_BLOCKS = tuple(str(block + 1) for block in range(BOX.columns * BOX.rows))


def _turnings() -> Iterator[dict[str, str]]:
    """Yield the symmetries of the board, as new names of tiles, streets and kinds."""
    n = BOX.columns
    ways = [False, True] if BOX.columns == BOX.rows else [False]
    for rows in permutations(range(BOX.rows)):
        for columns in permutations(range(n)):
            for turned in ways:
                for kinds in permutations(BOX.kinds):
                    names = dict(zip(BOX.kinds, kinds, strict=True))
                    for row in range(BOX.rows):
                        for column in range(n):
                            there = (columns[column], rows[row])[:: -1 if turned else 1]
                            block = _BLOCKS[there[1] * n + there[0]]
                            for kind in BOX.kinds:
                                names[_BLOCKS[row * n + column] + kind] = block + names[kind]
                    ways_of = ("v", "h") if turned else ("h", "v")
                    names |= {f"h{i + 1}": f"{ways_of[0]}{rows[i] + 1}" for i in range(BOX.rows)}
                    names |= {f"v{i + 1}": f"{ways_of[1]}{columns[i] + 1}" for i in range(n)}
                    yield names


LOOSE = ("found", "deal", "disc")


def form(view: View) -> Record:
    """Return the board's canonical form: the names of pieces and players that give the least text.

    If the view begins with the deal, only the players get other names.
    """
    if not view.setup.position:
        return seated(view)
    state: State = view.state
    asked = (view.tag("Asked") or "").split(PARTED)
    held = []
    for player in state.players:
        hand = state.hands[player]
        discs = [(disc.target, disc.cubes) for disc in state.discs if disc.owner == player]
        here = player == view.viewer
        held.append((player, len(hand), here, hand.known, state.found(player), discs))
    best: tuple[str, dict[str, str], list[str]] | None = None
    for names in _turnings():
        told = sorted(
            (
                f"{n}{here}{_named(names, known)}{_named(names, found)}"
                f"{sorted((names[target], cubes) for target, cubes in discs)}",
                player,
            )
            for player, n, here, known, found, discs in held
        )
        neutral = _named(names, state.found(NOBODY))
        faces = f"{_named(names, state.revealed)} {neutral}"
        text = f"{_named(names, asked)} {faces} {[each for each, _ in told]}"
        if best is None or text < best[0]:
            best = text, names, [player for _, player in told]
    assert best is not None
    return renamed(view, best[1], best[2], LOOSE)


def _named(names: dict[str, str], tiles: Sequence[str]) -> str:
    return " ".join(sorted(names.get(tile, tile) for tile in tiles))


def tested(lines: Sequence[Event]) -> tuple[str, str, str] | None:
    """Return the naming that was tried, or the tile that a pawn asked for: was it known before?"""
    match lines[0]:
        case Event("name", _, (tile, player)):
            return "safe", "", f"{tile} {player}"
        case Event("pawn", _, (tile,)):
            return "who", tile, ""
    return None


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Everything(say("Where is each tile that is not in sight?")),
        WhoHolds(),
        Several(),
        Safe(),
    )
}
SELDOM = {
    "all": (EASY, HARD, FIENDISH),
    "who": (FIENDISH,),
    "several": (EASY,),
    "safe": (HARD, FIENDISH),
}
PUZZLES = Maker(KINDS, views, clues, without, form, SELDOM, tested, promising, hard_views)

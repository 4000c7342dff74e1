"""Side lines: how a game could go on, in a world that fits what one seat has seen.

Nothing of it is saved, and it tells nothing that the seat does not know: the world is drawn from
its view alone, and what is dealt later has nothing to do with the game that goes on. If the game is
open, such as a finished one, the side line is played with its own cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..models.bag import HOLE
from ..models.core import REFEREE, TABLE, Event, Record, View, complete, turn
from ..models.hidden import World
from ..models.match import Match
from ..models.wording import player_named
from ..models.words import Tell, say
from ..solver.engine.work import SECOND, Unsettled, Work
from ..solver.play.coach import Bot, RandomBot, bots, seed_of
from ..solver.play.driver import acted, bot_event, drawn
from .errors import BadRequest
from .helping import levels_of, with_help
from .ledger import Ledger
from .lines import middle, number_in
from .play import Play

WHATIF = say("whatif")
WORK = 20 * SECOND
"""Steps of work to find a world if there are too many to count."""


def side_line(own: View, asked: str, tell: Tell) -> Play:
    """Return a game that goes on from here, in a world that fits; bots play the others.

    `asked` may give a line number to start from, and a player: `40`, `40 Bo`. A seat plays for
    itself. A whole record is played with its own cards. A record with holes is played in a world
    that fits all of it, or what was seen until there, if that leaves less open. If nobody is named,
    the player to act there plays. Later draws are new. Raises BadRequest, and Contradiction if no
    world fits.
    """
    number, named = _asked(own, asked)
    if own.viewer == TABLE and not own.closed:
        raise BadRequest(say("a side line is for somebody's seat: the table has no hand to play"))
    if named not in ("", own.viewer) and own.viewer in own.setup.players:
        raise BadRequest(say("this is the seat of {player}: nobody else's", player=own.viewer))
    whole = own if own.viewer == REFEREE else complete(own, _world(own))
    begun = whole if number is None else whole.until(number - 1)
    if number is not None and _holes(begun):
        before = own.until(number - 1)
        begun = min(begun, complete(before, _world(before)), key=_holes)
    if begun.closed:
        if number is not None:
            raise BadRequest(say("There is no line {n}.", n=number))
        values = {"whatif": WHATIF, "line": middle(own)}
        words = say("the game is over: say from which line, as in {whatif} {line}", **values)
        raise BadRequest(words)
    player = named or (own.viewer if own.viewer in own.setup.players else _next(own, begun))
    others = {each: _bot(own) for each in own.setup.players if each != player}
    whole = with_help(begun, levels_of(own))
    return Play(Ledger(whole, dict.fromkeys(others, ""), f"whatif {seed_of(own)}"), others, tell)


def played_on(own: View, move: Event) -> Iterator[View]:
    """Yield how a game could go on after `move` of the viewer, choice by choice, as they see it.

    It is played by bots in a world that fits what they know before it, to the end of the game.
    Raises Contradiction if no world fits.
    """
    rng, players = Random(seed_of(own)), own.setup.players
    seated = {player: _bot(own) for player in players}
    match = Match.of(complete(own, _world(own)), players)
    event: Event | None = move
    while event is not None:
        match = match.at(drawn(acted(match.record, event), rng))
        yield match.views[own.viewer]
        event = bot_event(match, seated, rng)


def _bot(own: View) -> Bot:
    return bots(own.game.name).get("greedy", RandomBot)()


def _holes(record: Record) -> int:
    """Return the number of unknown words: no world tells about rounds already scored."""
    words = (word for _, event in record.events for word in (*event.words, *event.outcome))
    return sum(HOLE in word for word in words)


def _asked(own: View, asked: str) -> tuple[int | None, str]:
    """Return the line number and the player in `asked`; None and empty if they are missing."""
    first, _, rest = asked.partition(" ")
    number = number_in(first)
    name = rest if number is not None else asked
    player = player_named(own.setup.players, name) if name.strip() else ""
    if player is None:
        raise BadRequest(
            say(
                "expected the number of a line and who plays, as in {whatif} {line} {player}",
                whatif=WHATIF,
                line=middle(own),
                player=own.setup.players[0],
            )
        )
    return number, player


def _next(own: View, begun: Record) -> str:
    """Return who acted next after `begun` in the real game, or else who may act."""
    later = [line.event for line in own.lines if line.number > begun.last]
    acts = [event.actor for event in later if event is not None]
    coming = turn(begun)
    acts += [event.actor for event in coming] if isinstance(coming, tuple) else []
    return next(filter(None, acts), own.setup.players[0])


def _world(own: View) -> World:
    """Return a world that fits: a random one, or any one if they are too many to count."""
    from ..solver.engine.count import Counter, TooManyStates
    from ..solver.engine.cpsat import Translation
    from ..solver.engine.fitting import possible

    hidden = own.game.model.hidden(own)
    try:
        counter = Counter(hidden)
        if not counter.worlds:
            possible(own)  # says why
        return counter.sample(Random(seed_of(own)), 1)[0]
    except TooManyStates:
        pass
    try:
        world = Translation(hidden, presolve=True).world(Work(WORK))
    except Unsettled:
        world = None
    if world is None:
        raise BadRequest(say("no world was found that fits all lines"))
    return world

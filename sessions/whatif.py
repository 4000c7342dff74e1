"""A side line: how a game could go on, in a world that fits what one seat has seen.

Nothing of it is kept, and nothing in it is told that the seat does not know: the world is drawn
from its view alone, and what is dealt later has nothing to do with the game that goes on.
"""

from __future__ import annotations

from random import Random

from ..models.core import TABLE, View, complete
from ..models.hidden import World
from ..models.words import Tell, say
from ..solver.play.coach import RandomBot, bots, seed_of
from .errors import BadRequest
from .helping import levels_of, with_help
from .ledger import Ledger
from .lines import number_in
from .play import Play

SECONDS = 20.0
"""How long a world is looked for where there are too many to be counted."""


def side_line(own: View, begin: str, tell: Tell) -> Play:
    """Return a game from here on, or from the line with the number `begin`, in a world that fits.

    The viewer of `own` plays, bots are the others. Raises BadRequest, and Contradiction where no
    world fits.
    """
    number = number_in(begin)
    if begin and number is None:
        raise BadRequest(say("expected the number of a line, or nothing for now"))
    if own.viewer == TABLE:
        raise BadRequest(say("a side line is for somebody's seat: the table has no hand to play"))
    if own.closed and number is None:
        raise BadRequest(say("the game is over: say from which line, as in whatif 40"))
    whole = complete(own, _world(own))
    if number is not None:
        whole = with_help(whole.until(number - 1), levels_of(own))
    makers = bots(own.game.name)
    maker = makers.get("greedy", RandomBot)
    others = {player: maker() for player in own.setup.players if player != own.viewer}
    return Play(Ledger(whole, dict.fromkeys(others, ""), f"whatif {seed_of(own)}"), others, tell)


def _world(own: View) -> World:
    """Return a world that fits: drawn from all, or one that is found where they are too many."""
    from ..solver.engine.count import Counter, TooManyStates
    from ..solver.engine.cpsat import Deadline, Translation, Unsettled
    from ..solver.engine.solve import possible

    hidden = own.game.hidden(own)
    try:
        counter = Counter(hidden)
        if not counter.worlds:
            possible(own)  # says why
        return counter.sample(Random(seed_of(own)), 1)[0]
    except TooManyStates:
        pass
    try:
        world = Translation(hidden, presolve=True).world(Deadline.after(SECONDS))
    except Unsettled:
        world = None
    if world is None:
        raise BadRequest(say("no world was found that fits all lines"))
    return world

"""A player of any version of this package: it reads what its seat sees, and answers what it does.

Run as a program it reads a JSON object a line, `view` (a record with holes) and `lots` (the state
of its random generator), and prints one a line, `event` and `urgency`. It needs no more of its
version than records and bots.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from random import Random

from aparte.models.record import read, write_event
from aparte.solver.play.coach import Bot, Budget, bots


def made(game: str, name: str, budget: Budget) -> Bot:
    """Return the bot of this name; if it thinks for as long as it is told, by this `budget`.

    An empty budget leaves it its own.
    """
    bot = bots(game)[name]()
    if budget == Budget() or not hasattr(bot, "budget"):
        return bot
    return replace(bot, budget=budget)  # type: ignore[type-var]


def main(game: str, name: str, budget: str) -> None:
    """Answer until there is no more to read; `budget` holds the fields of a `Budget` as JSON."""
    bot = made(game, name, Budget(**json.loads(budget)))
    for line in sys.stdin:
        asked = json.loads(line)
        view = read(asked["view"])
        lots = Random()
        lots.setstate((3, tuple(asked["lots"]), None))
        choice = bot.choose(view, lots)
        answer = {"event": write_event(view, choice.event), "urgency": choice.urgency}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

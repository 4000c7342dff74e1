"""Every kind of line of Les Adresses Jaunes as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ..event import NOBODY, Event
from ..tale import pieces
from ..words import Listed, Words, say, say_n


def sentence(event: Event, _: Sequence[str]) -> Words | None:
    """Return the sentence of a line, without its full stop."""
    match event:
        case Event("revealed", _, _, tiles):
            return say("Face up at the start: {tiles}", tiles=_tiles(tiles))
        case Event("deal", _, (player,), tiles):
            return say("{player} draws {tiles}", player=player, tiles=_tiles(tiles))
        case Event("disc", player, (target, "shows", n)):
            return say(
                "A disc of {player} lies on {target}: {n}", player=player, target=target, n=n
            )
        case Event("disc", player, (target,), (n,)):
            return say("{player} lays a disc on {target}: {n}", player=player, target=target, n=n)
        case Event("disc", player, (target,)):
            return say("{player} lays a disc on {target}", player=player, target=target)
        case Event("pawn" | "name"):
            return _asked(event)
        case Event("give"):
            return say("The players give up")
        case Event("shows", player, _, tiles):
            return say("{player} shows {tiles}", player=player, tiles=_tiles(tiles))
        case Event("neutral", _, _, tiles):
            return say("Named, and with nobody: {tiles}", tiles=_tiles(tiles))
        case Event("found", _, (player,), tiles):
            return say("Found with {player}: {tiles}", player=player, tiles=_tiles(tiles))
        case Event("round", _, (n, "discs")):
            return say("The board stands before the discs of round {n}", n=n)
        case Event("round", _, (n, _)):
            return say("The board stands before the pawns of round {n}", n=n)
        case Event("conclusion"):
            return say("The board stands before the conclusion")
    return None


def _asked(event: Event) -> Words | None:
    """Return the sentence of a tile that is named, with the answer if it is known already."""
    match event:
        case Event("pawn", player, (tile,), ()):
            return say("{player} names {tile} with the pawn", player=player, tile=tile)
        case Event("pawn", player, (tile,), (holder,)) if holder == NOBODY:
            return say(
                "{player} names {tile} with the pawn: nobody has it", player=player, tile=tile
            )
        case Event("pawn", player, (tile,), (holder,)):
            return say(
                "{player} names {tile} with the pawn: {holder} has it",
                player=player,
                tile=tile,
                holder=holder,
            )
        case Event("name", player, (tile, holder), answer):
            values = {"player": player, "tile": tile, "holder": holder}
            said = say("{player} says that {holder} has {tile}", **values)
            if not answer:
                return said
            if answer == ("yes",):
                return say("{told}: that is right", told=said)
            return say("{told}: that is wrong", told=said)
    return None


def _tiles(tiles: Sequence[str]) -> Listed:
    return pieces(tiles, unseen=lambda n: say_n("{n} tile", "{n} tiles", n), none=say("no tile"))


def outcome_question(event: Event) -> Words | None:
    """Return what to ask for the outcome of a line."""
    match event:
        case Event("revealed"):
            return say("Which tiles lie face up?")
        case Event("deal", _, (player,)):
            return say("Which tiles does {player} have in hand?", player=player)
        case Event("disc", player, (target,)):
            return say(
                "How many tiles of {player} does the disc on {target} count?",
                player=player,
                target=target,
            )
        case Event("pawn", player, (tile,)):
            return say(
                "The pawn of {player} is on {tile}: who has that tile (a name, or nobody)?",
                player=player,
                tile=tile,
            )
        case Event("name", _, (tile, holder)):
            return say("Does {holder} have {tile} (yes/no)?", holder=holder, tile=tile)
    return None

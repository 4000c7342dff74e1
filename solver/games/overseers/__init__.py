"""Who plays Overseers: `greedy`, and the coach with the price of a vote; the game's own counter.

Read the modules in this order. How a round goes: `bundles` (cards in numbers, and what they are
worth), `habits` (the numbers by which players judge), `table` (who has what), `moves` (a record as
a table), `choosing` (what players without foresight choose), `greedy`, `play` (to the end of the
round).

What a view leaves open: `draft` (independent groups of cards), `passes` (one pass over the players
that sums over all worlds), `worlds` (their chances), `pruned` (the same, estimated), `sampling`
(worlds at random), `reckoning` (what their cards count), `behaviour` (how people hide cards),
`using` (how they use powers), `taking` (how they take cards), `reading` (all that a seat is told of
it), `voting` (how people vote), `accusing` (whom they may accuse).

What to do: `imagined` (tables drawn from what is open), `effects` (what people talk about), `tries`
(moves raced at them), `advice`.

Why: `bounds` (what players can have), `standing` (who is ahead in the game), `pair` (two moves held
against each other), `verdicts` and `thefts` (what either changes there), `by_rules` (what each kind
of move does), `parts` (where the gap comes from), `reasons`.
"""

from __future__ import annotations

from functools import partial

from ...play.coach import GamePlay, later
from ...play.usual import UsualBot, about
from .advice import BEHAVIOUR, CoachBot, advise, nudge, piece, same, sure
from .greedy import CrowdBot, GreedyBot
from .judge import JUDGE
from .reading import reader
from .reasons import reason

__all__ = ["PLAY", "CoachBot", "GreedyBot", "advise", "nudge"]

CARDS = about("picks", "doubles", "discards", "places")
"""What a regular player thinks about: the own cards; votes and answers go by what shows."""
PICKS = about("picks")
"""What a beginner thinks about: which card to take."""

PLAY = GamePlay(
    {
        "coach": CoachBot,
        "regular": partial(UsualBot, CARDS),
        "beginner": partial(UsualBot, PICKS),
        "greedy": GreedyBot,
    },
    advise=advise,
    piece=piece,
    same=same,
    nudge=nudge,
    reason=reason,
    sure=sure,
    behaviour=BEHAVIOUR,
    reader=reader,
    odds=later(f"{__name__}.accusing", "odds"),
    judge=JUDGE,
    assumed=CrowdBot,
)

"""How people say the lines of Overseers."""

from __future__ import annotations

from collections.abc import Mapping

from ..saying import NUMBERS, ORDINALS, Sayings
from ..words import Words, say
from .box import Box

_WORDS: Mapping[str, Words] = {
    "leader": say("leader, leads, starts, is first, begins, leader card, leader token"),
    "characters": say("characters, roles, plays, is, are, character"),
    "laid": say("laid, laid out, on the table, to choose from, on offer"),
    "calls": say("calls, lets choose, chooses next, picks next, asks, invites"),
    "becomes": say(
        "becomes, became, turns into, is now, chooses, chose, takes, picks, plays, keeps, will be"
    ),
    "deal": say("dealt, deal, gets, receives, pack, hand, holds, has, starts with"),
    "meets": say("meets, met, draws, drew, sees, looks at, gets, picks up"),
    "doubles": say(
        "doubles, doubling, double, everybody takes two, everyone takes two, two cards each, "
        "makes everybody take two, makes everyone take two, take two, uses Wuming, two each"
    ),
    "picks": say(
        "picks, picking, takes, took, keeps, kept, drafts, drafting, chooses, chose, grabs, "
        "selects, picked, chosen, goes for, opts for, has picked, pockets, takes for "
        "herself, takes for himself, snatches, snaps up, hangs on to, holds on to, nabs"
    ),
    "gets": say("gets, got, receives, is passed, is handed, pack, next pack, holds, has, sees"),
    "discards": say(
        "discards, discarding, throws away, throws, puts away, drops, gets rid of, sets aside, "
        "puts aside, dumps, bins, into the discard, on the discard, discarded, threw away, "
        "trashed, got rid of, drops into the discard, chucks"
    ),
    "places": say(
        "places, placing, lays, laid, arranges, puts, sets, lays out, sets up, top row, top, "
        "above, upper row, on top, up top, upstairs"
    ),
    "/": say(
        "bottom, below, bottom row, underneath, lower row, in the bottom row, under them, at the "
        "bottom, downstairs, face down, hidden, lower"
    ),
    "shows": say("shows, showing, reveals, revealed, turns up, top row, top, has on top, flips"),
    "tilts": say("tilts, tilted, turns, turns sideways, inclines, leans, rotates, sideways"),
    "draws": say("draws, drew, drawing, gets, pulls, takes, from the discard, out of the discard"),
    "adds": say("adds, adding, keeps, kept, takes, puts, lays, into the bottom row, adds it"),
    "looks": say(
        "looks, looks at, looking, peeks, peeks at, checks, sees, saw, inspects, examines, views, "
        "spies, spies on, looked at, has a look at, takes a look at, peeked at, glances at"
    ),
    "tucks": say(
        "tucks, tucked, slides, slips, hides, puts, places, pushes, copies, slid, slipped, tucked "
        "under"
    ),
    "under": say("under, beneath, underneath, below"),
    "votes": say(
        "votes, voted, vote, voting, votes for, votes against, accuses, points at, token, "
        "suspects, goes for, chooses, blames, casts a vote for, vote goes to, points a finger at, "
        "fingers, picks, chose, gives a token to"
    ),
    "voted": say("voted, votes, vote, the votes are, the votes, voting"),
    "accuses": say(
        "accuses, accused, breaks the tie, settles the tie, decides, decides for, picks, chooses, "
        "points at, blames, names, tie goes to, designates, has accused, picked, breaks the tie "
        "against, chooses to accuse, lays the blame on, breaks the tie with"
    ),
    "admits": say(
        "admits, admitted, confesses, confessed, pleads guilty, owns up, guilty, gives up, "
        "discards, throws away, puts away, loses, comes clean, took the blame, accepts, accepts "
        "the charge, pleads, admits it, admits everything, takes the blame"
    ),
    "denies": say(
        "denies, denied, deny, pleads not guilty, not guilty, innocent, pleads innocent, "
        "pleads innocence, rejects, denies it, denies everything, didn't do it, "
        "contests, swears innocence, swears to be innocent, claims innocence, says no, denies the "
        "charge, nothing to confess"
    ),
    "opens": say(
        "opens, turns up, turns over, reveals, shows, flips, face-down cards, flips up, "
        "turn them round, turns them round, turns round, turned round"
    ),
    "nature": say("nature, really was, was, copied"),
    "none": say("nothing, no kind, no one, nobody"),
    "punishes": say(
        "punishes, punished, punish, penalty, pays, must pay, has to pay, makes pay, sanctions, "
        "yes, no mercy, lets pay"
    ),
    "spares": say(
        "spares, spared, spare, lets go, lets off, forgives, pardons, mercy, no penalty, no, "
        "acquits, goes free, free, off the hook, does not punish, doesn't punish"
    ),
    "loses": say("loses, lost, losing, pays, pays with, gives up, discards, puts away, penalty"),
    "finds": say("finds, looks through, sees, in the discard, discard, the discard is, searches"),
    "takes": say("takes, took, taking, keeps, picks, chooses, from the discard, gets, grabs"),
    "seizes": say(
        "seizes, takes, thefts from the discard, theft, thefts, grabs, collects, gets, thief-taker"
    ),
    "appoints": say(
        "appoints, appointed, lets steal, thief, is the thief, names thief, designates, chooses, "
        "names, picks, steals, may steal, will steal, chose, picked, lets, allows, gives the "
        "theft to, thief is"
    ),
    "robs": say(
        "robs, robbed, robbing, steals, steals from, stole, takes from, picks on, "
        "targets, chooses, takes a card from, points at, snatches from, snatches, steals off, "
        "nicks from, pinches from, takes one from, takes one of, chooses to rob, robs from, "
        "picks the pocket of, slinks to, slinks over to"
    ),
    "gives": say(
        "gives, gave, giving, hands, hands over, surrenders, parts with, loses, passes, handed, "
        "hands it, passed over, coughs up, yields, must give, forks over, lets go of"
    ),
    "docks": say(
        "docks, docked, takes points, takes points from, takes 4 points, takes 4 points from, "
        "steals points from, steals 4 points from, takes four points from, steals four points "
        "from, robs points from, minus 4 for, takes 4 from, steals 4 from, takes four from, takes "
        "points off, steals points, takes 4 points off, takes four points off, costs, makes lose "
        "4 points, makes lose four points"
    ),
    "names": say(
        "names, named, next leader, successor, new leader, leader, leads next, chooses, picks, "
        "passes the leadership to, leads the next round, appoints, designates"
    ),
}
_KIND_WORDS: Mapping[str, Words] = {
    "M": say("murder, murders"),
    "B": say("benevolence, benevolences, kindness"),
    "A": say("malice, malices"),
    "H": say("honesty, honesties, honest"),
    "P": say("piety, pieties, pious"),
    "T": say("theft, thefts, stealing"),
}
_ROWS: Mapping[str, Words] = {
    "t": say("top, top row, upper, upper row, above, face-up, visible, open"),
    "b": say("bottom, bottom row, lower, lower row, below, face-down, face down, hidden"),
    "x": say("gained, extra, stolen, won, added"),
}
_IDLE = say(
    "card, cards, pack, row, rows, discard, discards pile, pile, points, point, character, "
    "leader, penalty, accusation, charge, draft, accused, left, kind, face "
    "down, face-down, tie, thief, victim, crime, power, behalf, new, spot, spots, round, tokens, "
    "overseer, overseers, virtue, virtues, vice, vices, power of, thanks to, with the power, "
    "hand, aside"
)
_MEETS: Mapping[str, Words] = {
    "votes": say("for, against"),
    "robs": say("from, off"),
    "docks": say("from, off"),
    "looks": say("at, on, of"),
}
SPOTS = range(1, 10)


def sayings(box: Box) -> Sayings:
    """Return how the words of games with `box` are said."""
    parts: dict[str, tuple[Words, ...]] = {kind: (words,) for kind, words in _KIND_WORDS.items()}
    for n in SPOTS:
        number = say("{n}, {words}, {nth}", n=n, words=NUMBERS[str(n)], nth=ORDINALS[str(n)])
        parts |= {f"{row}{n}": (words, number) for row, words in _ROWS.items()}
    return Sayings(
        words=_WORDS,
        parts=parts,
        idle=_IDLE,
        asides=frozenset(box.characters),
        deeds=frozenset({"under"}),
        meets=_MEETS,
    )

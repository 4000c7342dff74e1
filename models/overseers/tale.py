"""What followed from a line of Overseers, and what its rounds have brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..bag import HOLE
from ..event import Event
from ..tale import Account, Happened, SideScore
from ..words import Figure, Listed, Words, called, figure, listed, say, say_n, united
from .box import Power
from .ending import open_points, taken_by_liang, totals
from .phase import gained
from .scoring import TILTED, holding, nature, penalties, points, thefts
from .sentences import at_spots
from .state import Laid, State, Step
from .text import KINDS, POWERS, spot_name

_PARTS = {
    Step.CHARACTERS: say("the characters"),
    Step.CHOICE: say("the characters"),
    Step.DEAL: say("the deal"),
    Step.FUSHEN: say("the deal"),
    Step.DRAFT: say("the draft"),
    Step.DISCARD: say("the discards"),
    Step.PLACEMENT: say("the rows"),
    Step.TOP_ROWS: say("the top rows"),
    Step.TILT: say("the powers"),
    Step.DRAW: say("the powers"),
    Step.LOOK: say("the powers"),
    Step.TUCK: say("the powers"),
    Step.VOTE: say("the vote"),
    Step.ACCUSATION: say("the vote"),
    Step.ANSWER: say("the answer"),
    Step.REVEAL: say("the reveal"),
    Step.JUDGEMENT: say("the judgement"),
    Step.SEIZURE: say("the theft"),
    Step.THEFT: say("the theft"),
    Step.DOCKING: say("the theft"),
}


def rounds_over(state: State) -> int:
    """Return how many rounds are over since the record began."""
    return len(state.scores) - state.since


def part(state: State) -> Words | None:
    """Return the phase of the round."""
    if state.step in (Step.LEADER, Step.OVER):
        return None
    what = _PARTS.get(state.step)
    if what is None:
        return say("Round {round}", round=state.round)
    return say("Round {round}, {phase}", round=state.round, phase=what)


def followed(line: Happened[State]) -> Iterator[Words]:
    """Yield who is accused, what the judgement depends on, who robs whom, who leads next."""
    before, event, after = line.before, line.event, line.after
    match event.verb:
        case "voted":
            yield from _voted(after)
        case "admits":
            gone = [laid.kind for laid in _gone(before, after, event.actor)]
            yield from _cards_gone(event.actor, gone)
        case "loses":
            gone = [laid.kind for laid in _gone(before, after, event.actor)]
            yield from _cards_gone(event.actor, gone)
        case "gives":
            (laid,) = _gone(before, after, event.actor)
            card = KINDS[laid.kind] if laid.kind != HOLE else say("a card")
            yield say(
                "{player} gives {card} to {holder}.",
                player=event.actor,
                card=card,
                holder=before.thief,
            )
        case "docks":
            yield say("At the scores {player} loses points to {holder}.",
                      player=event.words[0], holder=event.actor)  # fmt: skip
        case "scores":
            yield from _scored(line)
    yield from _points_changed(before, after)
    if before.round == after.round and before.step is not after.step:
        yield from _begun(before, after)


def _voted(state: State) -> Iterator[Words]:
    trial, votes = state.trial, Counter(state.trial.votes.values())
    n = votes[trial.tied[0]] if trial.tied else 0
    if trial.accused:
        yield say_n(
            "{player} is accused, with {n} vote.",
            "{player} is accused, with {n} votes.",
            n,
            player=trial.accused,
        )
    else:
        yield say_n(
            "The vote is tied between {names}, with {n} vote each: {player}, who leads, accuses one"
            " of them.",
            "The vote is tied between {names}, with {n} votes each: {player}, who leads, accuses"
            " one of them.",
            n,
            names=united(trial.tied),
            player=state.leader,
        )


def _gone(before: State, after: State, player: str) -> Iterator[Laid]:
    kept = {laid.spot for laid in after.rows[player]}
    return (laid for laid in before.rows[player] if laid.spot not in kept)


def _cards_gone(player: str, kinds: Sequence[str]) -> Iterator[Words]:
    if HOLE not in kinds and kinds:
        cards = listed(KINDS[kind] for kind in kinds)
        yield say("{player} puts away: {cards}.", player=player, cards=cards)


def _points_changed(before: State, after: State) -> Iterator[Words]:
    """Yield everybody's points once all cards are open, then those that a line has changed."""
    then, now = open_points(before), open_points(after)
    if now and not then:
        yield say("As the cards lie: {points}.", points=told_points(now))
        return
    changed = [
        say("{player} {n} ({change})", player=player, n=n, change=_signed(n - then[player]))
        for player, n in now.items()
        if n != then[player]
    ]
    if changed:
        yield say("Points now: {points}.", points=listed(changed))


def told_points(points: Mapping[str, int]) -> Listed:
    """Return players with their points, as one value of a sentence."""
    return listed(say("{player} {n}", player=player, n=n) for player, n in points.items())


def _signed(n: int) -> Figure:
    return figure(n, "+d")


def choice(state: State, event: Event) -> Words | None:
    """Return the cards that a choice is about, what it changes in points, or a power."""
    match event:
        case Event("becomes", _, (name,)):
            return say("{power}", power=POWERS[state.box.characters[name]])
        case Event("tilts", player, (spot,)):
            return say("{cards}", cards=_card_at(state, player, spot))
        case Event("tucks", player, (spot, _, above)):
            card, other = (_card_at(state, player, each) for each in (spot, above))
            return say("{card} under {other}", card=card, other=other)
        case Event("looks", _, (player, *spots)):
            return say("{player}: {cards}", player=player, cards=at_spots(spots))
        case Event("admits" | "loses" | "gives", player, spots):
            return _without(state, player, spots)
        case Event("punishes", _, (player,)):
            told = _without(state, player, penalties(state, player)[0])
            return told and say("{player}: {cards}", player=player, cards=told)
        case Event("takes", player, (kind,)) if player in open_points(state):
            more = points(gained(state, player, (kind,)), player) - points(state, player)
            return say("{cards}: {change}", cards=KINDS[kind], change=_signed(more))
    return None


def _card_at(state: State, player: str, spot: str) -> Words:
    """Return the card of `player` at `spot`, and where it lies if it is not known."""
    laid = state.laid(player, spot)
    return spot_name(spot) if laid is None or laid.kind == HOLE else KINDS[laid.kind]


def _without(state: State, player: str, spots: tuple[str, ...]) -> Words | None:
    """Return the cards of `player` at `spots` and the points lost with them, as far as seen."""
    row = state.rows[player]
    kinds = [laid.kind for laid in row if laid.spot in spots]
    if not kinds or HOLE in kinds:
        return say("{cards}", cards=listed(_card_at(state, player, spot) for spot in spots))
    cards = listed(KINDS[kind] for kind in KINDS if kind in kinds for _ in range(kinds.count(kind)))
    if any(laid.kind == HOLE for laid in row):
        return say("{cards}", cards=cards)
    less = points(state, player, spots) - points(state, player)
    return say("{cards}: {change}", cards=cards, change=_signed(less))


def _begun(before: State, after: State) -> Iterator[Words]:
    """Yield what the step that begins depends on, or which steps were left out."""
    skipped = before.step not in (Step.THEFT, Step.DOCKING, Step.SCORES, Step.SUCCESSION)
    if after.step is Step.JUDGEMENT and after.trial.answer == "denies":
        yield from _judged(after)
    if after.step is Step.THEFT:
        yield from _thieves(after)
    elif skipped and after.step in (Step.DOCKING, Step.SCORES) and _all_known(after):
        yield say("Nobody steals in this round.")


def _all_known(state: State) -> bool:
    return all(laid.kind != HOLE for row in state.rows.values() for laid in row)


def _judged(state: State) -> Iterator[Words]:
    """Yield how the accused compares with the others, now that all cards are open. OV-6"""
    if not _all_known(state):
        return
    accused = state.trial.accused
    own = points(state, accused)
    best = max(points(state, player) for player in state.players if player != accused)
    if own > best:
        yield say("{player} has the highest score and pays the penalty.", player=accused)
    elif own < best:
        yield say(
            "{player} has not the highest score and takes a card of the discard.", player=accused
        )
    else:
        yield say(
            "{player} is tied for the highest score: {holder}, who leads, punishes or spares.",
            player=accused,
            holder=state.leader,
        )


def _thieves(state: State) -> Iterator[Words]:
    if state.thief or not _all_known(state):
        return
    count = {player: thefts(state, player) for player in state.players}
    most = max(count.values())
    first = [player for player in state.players if count[player] == most]
    if len(first) == 1:
        yield say_n(
            "{player} has most Thefts, {n}, and steals.",
            "{player} has most Thefts, {n}, and steals.",
            most,
            player=first[0],
        )
    else:
        yield say(
            "{names} have most Thefts: {player}, who leads, appoints who steals.",
            names=united(first),
            player=state.leader,
        )


def _scored(line: Happened[State]) -> Iterator[Words]:
    """Yield the viewer's own points of the round, and who leads next. OV-9"""
    state, after = line.before, line.after
    row = after.scores[-1]
    if line.viewer in state.players:
        n = row[state.players.index(line.viewer)]
        yield say_n(
            "Your cards bring you {n} point in this round.",
            "Your cards bring you {n} points in this round.",
            n,
        )
    lowest = [p for p, n in zip(state.players, row, strict=True) if n == min(row)]
    if after.step is Step.OVER:
        return
    if len(lowest) == 1:
        yield say(
            "{player} has the lowest score of the round and leads the next one.", player=lowest[0]
        )
    else:
        yield say(
            "{names} share the lowest score: {player} names who leads the next round.",
            names=united(lowest),
            player=state.leader,
        )


def account(viewer: str, state: State, ends: Sequence[Happened[State]]) -> Account:
    """Return the points by round; before the end of the game, only the viewer's own. OV-9

    Everybody's cards of the last round are open to all.
    """
    return _account(viewer, state, ends, {})


def so_far(viewer: str, state: State, ends: Sequence[Happened[State]]) -> Account:
    """Return the same, with everybody's points of the present round once all cards are open."""
    return _account(viewer, state, ends, open_points(state))


def _account(
    viewer: str, state: State, ends: Sequence[Happened[State]], now: Mapping[str, int]
) -> Account:
    last = state if now else ends[-1].before if ends else None
    shares = []
    for seat, player in enumerate(state.players):
        seen = state.step is Step.OVER or viewer == player
        present = (now[player],) if now else ()
        rounds = (*(row[seat] if seen else None for row in state.scores), *present)
        if ends and rounds[-1] is None:
            rounds = (*rounds[:-1], open_points(ends[-1].before).get(player))
        total = totals(state)[seat] + sum(present) if seen else None
        brought = _brought(last, player) if last else ()
        shares.append(SideScore((player,), rounds, total, brought))
    names = tuple(say("round {n}", n=n + 1) for n in range(len(state.scores) + bool(now)))
    told: tuple[Words, ...] = ()
    if state.step is not Step.OVER:
        told = (say("Totals are kept face down until the end."),)
    return Account(names, tuple(shares), say("points"), told, open=bool(now))


def _brought(state: State, player: str) -> tuple[Words, ...]:
    """Return the cards of `player` as they count, and the points that characters give or take."""
    natures = [nature(state, player, laid) for laid in state.rows[player]]
    counts = Counter(kind for kind in natures if kind not in (TILTED, HOLE))
    tilted = natures.count(TILTED)
    told = [say("{n} {kind}", n=counts[kind], kind=KINDS[kind]) for kind in KINDS if counts[kind]]
    if tilted:
        told.append(say_n("{n} tilted", "{n} tilted", tilted))
    if HOLE in natures:
        return tuple(told)
    name, liang = state.characters.get(player), state.box.names[Power.DOCK]
    given = {name: holding(state, player).bonus(state.box), liang: taken_by_liang(state, player)}
    told += [say("{name} {n}", name=who, n=_signed(n)) for who, n in given.items() if n]
    return tuple(told)


def lies(state: State, event: Event) -> Mapping[str, str]:
    """Return the cards of whoever chooses among them, by their spots, as far as they are known."""
    if event.verb not in ("tilts", "tucks", "admits", "loses", "gives"):
        return {}
    return {laid.spot: laid.kind for laid in state.rows[event.actor] if laid.kind != HOLE}


def settled(state: State) -> Words | None:
    """Return how a tie for the most points was settled. OV-11"""
    if state.step is not Step.OVER:
        return None
    total = dict(zip(state.players, totals(state), strict=True))
    best = [player for player in state.players if total[player] == max(total.values())]
    if len(best) == 1:
        return None
    never = [player for player in best if player not in state.leaders]
    if 0 < len(never) < len(best):
        return say(
            "{names} are tied; whoever was never the leader wins: {never}.",
            names=united(best),
            never=united(map(called, never)),
        )
    return say("{names} are tied, and share the win.", names=united(best))

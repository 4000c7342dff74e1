"""The face of Onstage: the stage with its spotlight, the line, the trick, claims, hands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..core import View
from ..face import Face
from ..words import Listed, Words, listed, say, say_n
from .asking import MARKS, button, task
from .plays import winning
from .rules import GAME
from .state import Card, PlayedCard, State, Step, Suit, suit_of, value_of
from .text import EDITIONS, NOTHING, pictured, suit_name
from .theatre import Performer

BOX = GAME.box
NAMES: Mapping[str, Words] = {
    piece: say("{piece} ({name})", piece=pictured(piece), name=suit_name(suit_of(piece)))
    for piece in (*BOX.cards, *BOX.performers)
} | {
    "front": say("front"),
    "add": say("add"),
    "remove": say("remove"),
    "swap": say("swap"),
    NOTHING: say("nobody"),
}


@dataclass(frozen=True, slots=True)
class StageGroup:
    """The performers of one suit on stage with their blossoms; `lit` if the suit is trump."""

    suit: Suit
    performers: tuple[Performer, ...]
    blossoms: int
    lit: bool


@dataclass(frozen=True, slots=True)
class Claims:
    """What a player has claimed: `performers` and `blossoms` in this round, and the `total`.

    `points` are all so far. `cards` is the number in hand; `acts` says that it is the player's
    turn.
    """

    player: str
    cards: int
    performers: tuple[Performer, ...]
    blossoms: int
    total: int
    points: int
    acts: bool


@dataclass(frozen=True, slots=True)
class Partners:
    """What partners have: blossoms in this round and in all. ON-15"""

    players: tuple[str, ...]
    blossoms: int
    total: int


@dataclass(frozen=True, slots=True)
class Scene:
    """The table: the groups on stage, trump first, the `line` from its front, the trick, claims.

    `trump` says which suit it is, or that there is none. `best` is the card that is winning the
    trick. A whole trick, which `best` has `taken`, is shown until the next card; then it is
    `before`, and who leads has won it. `teams` are given if partners add up their scores.
    """

    trump: Words
    stage: tuple[StageGroup, ...]
    line: tuple[Performer, ...]
    trick: tuple[PlayedCard, ...]
    best: PlayedCard | None
    taken: bool
    before: tuple[PlayedCard, ...]
    claims: tuple[Claims, ...]
    teams: tuple[Partners, ...]


def scene(view: View) -> Scene:
    """Return the table as everybody sees it."""
    state: State = view.state
    theatre = state.theatre
    groups = [
        StageGroup(suit, performers, theatre.blossoms[suit], suit == theatre.trump)
        for suit, performers in by_suit(theatre.stage)
    ]
    claims = {player: _claims(state, player) for player in state.players}
    teams = [
        Partners(team, sum(each.blossoms for each in own), sum(each.total for each in own))
        for team in (state.agreed.teams if state.teamed else ())
        for own in [[claims[player] for player in team]]
    ]
    return Scene(
        trump=_trump(theatre.trump),
        stage=tuple(sorted(groups, key=lambda group: not group.lit)),
        line=theatre.line,
        trick=state.trick or state.last,
        best=_best(state),
        taken=state.won is not None or bool(state.last and not state.trick),
        before=state.last if state.trick and state.won is None else (),
        claims=tuple(claims.values()),
        teams=tuple(teams),
    )


def _best(state: State) -> PlayedCard | None:
    """Return the card that is winning the trick or has won it; None before the first card."""
    if not state.trick:
        return next((play for play in state.last if play.player == state.leader), None)
    return state.won or winning(state.trick, state.theatre.trump)


def _claims(state: State, player: str) -> Claims:
    performers = BOX.in_order(state.claimed[player])
    blossoms, total = sum(map(value_of, performers)), state.totals[player]
    open_round = state.step in (Step.PLAY, Step.CLAIM)
    return Claims(
        player,
        len(state.hands[player]),
        performers,
        blossoms,
        total,
        total + blossoms if open_round else total,
        player == _acting(state),
    )


def _acting(state: State) -> str:
    """Return whose turn it is, empty in the set-up and at the end."""
    match state.step:
        case Step.PLAY:
            return state.to_play
        case Step.CLAIM:
            return state.leader
        case _:
            return ""


def by_suit(pieces: Collection[str]) -> Iterator[tuple[Suit, tuple[str, ...]]]:
    """Yield the suits among `pieces` in the order of the box, each with its pieces."""
    for suit, own in groupby(BOX.in_order(pieces), suit_of):
        yield suit, tuple(own)


def known_hands(view: View) -> Mapping[str, tuple[Card, ...]]:
    """Return the known cards of hands, by player, without the unknown hands."""
    return {player: hand.known for player, hand in view.state.hands.items() if hand.known}


# in words


def heading(view: View) -> Words:
    """Return the game's name, its edition, the round and the trick, and whose turn it is."""
    state: State = view.state
    game = say(
        "{game}, {edition}, {now}",
        game=view.game.title,
        edition=EDITIONS[state.agreed.edition],
        now=now(view),
    )
    match state.step:
        case Step.PLAY:
            return say("{game}: {player} to play", game=game, player=_acting(state))
        case Step.CLAIM:
            return say("{game}: {player} to claim", game=game, player=_acting(state))
        case _:
            return game


def _suit(suit: Suit) -> Words:
    """Return a suit by name, letter and symbol: "black K♠"."""
    return say("{name} {sign}", name=suit_name(suit), sign=pictured(suit))


def _trump(suit: Suit | None) -> Words:
    return say("no trump") if suit is None else say("trump: {suit}", suit=_suit(suit))


def pictures(pieces: Collection[str]) -> Listed | Words:
    """Return `pieces` with the symbols of their suits, or "nobody" if there are none."""
    return listed(map(pictured, pieces), " ") if pieces else say("nobody")


def _told_player(state: State, claims: Claims) -> Words:
    hand = state.hands[claims.player]
    if hand.whole and hand.known:
        held = say("holds {cards}", cards=pictures(BOX.in_order(hand.known)))
    else:
        held = say_n("{n} card in hand", "{n} cards in hand", claims.cards)
    claimed = say("has claimed nobody")
    if claims.performers:
        performers = pictures(claims.performers)
        claimed = say(
            "has claimed {performers} ({now})", performers=performers, now=claims.blossoms
        )
    return say(
        "{player}: {held}; {claimed}; total {total}.",
        player=claims.player,
        held=held,
        claimed=claimed,
        total=claims.total,
    )


def told_theatre(table: Scene) -> list[Words]:
    """Return the stage, the line and the trick in sentences."""
    groups = [
        say(
            "{suit} {performers} ({blossoms})",
            suit=suit_name(group.suit),
            performers=pictures(group.performers),
            blossoms=group.blossoms,
        )
        for group in table.stage
    ]
    told = [
        say(
            "Stage: {groups}; {trump}.",
            groups=listed(groups) if groups else say("nobody"),
            trump=table.trump,
        ),
        say("Line, front first: {line}.", line=pictures(table.line)),
    ]
    return told if table.best is None else [*told, _told_trick(table, table.best)]


def _told_trick(table: Scene, best: PlayedCard) -> Words:
    plays = listed(
        say("{player} {card}", player=play.player, card=pictured(play.card)) for play in table.trick
    )
    trick = say("Trick: {plays}", plays=plays)
    values = {"trick": trick, "player": best.player, "card": pictured(best.card)}
    if table.taken:
        return say("{trick}; {player} has taken it with {card}.", **values)
    return say("{trick}; {player} would take it with {card}.", **values)


def told_points(table: Scene) -> Words:
    """Return what everybody has claimed in this round, and the totals."""
    each = [
        say("{player} {now} ({total})", player=own.player, now=own.blossoms, total=own.total)
        for own in table.claims
    ]
    return say("Blossoms in this round (total so far): {players}.", players=listed(each))


def told_teams(table: Scene) -> list[Words]:
    """Return the points of the teams in one sentence; nothing if everybody plays alone. ON-15"""
    each = [
        say(
            "{players} {now} ({total})",
            players=listed(team.players, " + "),
            now=team.blossoms,
            total=team.total,
        )
        for team in table.teams
    ]
    return [say("Teams: {teams}.", teams=listed(each))] if each else []


LABELS: Mapping[str, Words] = {
    "stage": say("Stage"),
    "line": say("Line"),
    "trick": say("Trick"),
    "taken": say("Trick taken"),
    "before": say("Last trick"),
    "next": say("next"),
    "leads": say("leads"),
    "ahead": say("ahead"),
    "won": say("has won"),
    "player": say("player"),
    "claimed": say("claimed in this round"),
    "so far": say("so far"),
    "total": say("total"),
    "nobody": say("nobody"),
}


def now(view: View) -> Words:
    """Return the round and the trick."""
    state: State = view.state
    part = say(
        "round {round} of {rounds}",
        round=state.round,
        rounds=max(len(state.players), state.round),
    )
    match state.step:
        case Step.PLAY | Step.CLAIM:
            return say(
                "{part}, trick {trick} of {tricks}",
                part=part,
                trick=len(state.played) // len(state.players) + 1,
                tricks=BOX.hand[len(state.players)] - 1,
            )
        case Step.SHOW:
            return say("{part}: the tied players show the card they kept", part=part)
        case Step.OVER:
            return say("{part}: over, won by {players}", part=part, players=listed(state.winners))
        case _:
            return say("{part}: setting up", part=part)


def sentences(view: View) -> Sequence[Words]:
    """Return where the game stands, the stage, the line, the trick, the players and teams."""
    table = scene(view)
    return [
        say("{words}.", words=heading(view)),
        *told_theatre(table),
        *(_told_player(view.state, claims) for claims in table.claims),
        *told_teams(table),
    ]


def region(view: View, items: Collection[str]) -> Words:
    """Return the suit of most of `items`."""
    suits = [suit_of(item) for item in sorted(items)]
    return say("the {suit} cards", suit=_suit(max(BOX.suits, key=suits.count)))


def hand(view: View) -> Mapping[Words, Sequence[str]]:
    """Return the viewer's own cards, in order."""
    own = view.state.hands.get(view.viewer)
    return {say("Your hand"): BOX.in_order(own.known)} if own and own.known else {}


def signs(view: View) -> Sequence[Words]:
    """Return the names of the suits, and what else is printed on cards. ON-3, ON-7"""
    return [
        *(say("{sign} {name}", sign=pictured(suit), name=suit_name(suit)) for suit in BOX.suits),
        say("❀2 a trick won with this card may bring a performer with 2 blossoms"),
        say("+ adds a performer of the line to the stage"),
        say("− removes a performer from the stage to the back of the line"),
        say("⇄ swaps a performer on stage with one in the line"),
        say("❀6 behind a suit on stage: its blossoms together"),
    ]


def texts(view: View) -> Mapping[str, Words]:
    """Return the blossoms of the performer that winning with each card may bring. ON-3"""
    blossoms = view.state.agreed.blossoms
    return {card: say("❀{n}", n=blossoms[value_of(card)]) for card in BOX.cards}


def names(view: View) -> Mapping[str, Words]:
    """Return the names of pieces and abilities."""
    return NAMES


FACE = Face(
    now=now,
    sentences=sentences,
    board=scene,
    labels=LABELS,
    region=region,
    hand=hand,
    names=names,
    texts=texts,
    marks=MARKS,
    signs=signs,
    task=task,
    button=button,
)

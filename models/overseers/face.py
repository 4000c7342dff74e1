"""The face of Overseers: characters, rows and picks of all, the discard, the viewer's pack."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..bag import HOLE, Bag
from ..core import View
from ..face import Face
from ..words import Listed, Words, listed, say, say_n
from .asking import DEEDS, button, task
from .box import Kind
from .ending import open_points
from .rules import GAME
from .scoring import points
from .state import Laid, Spot, State, Step
from .tale import told_points
from .text import KINDS, POWERS, SPOT_NAMES

BOX = GAME.box
STEP_NAMES: Mapping[Step, Words] = {
    Step.POSITION: say("the board is put down"),
    Step.LEADER: say("who leads first"),
    Step.CHARACTERS: say("the characters are dealt"),
    Step.CHOICE: say("characters are chosen"),
    Step.DEAL: say("the packs are dealt"),
    Step.FUSHEN: say("Fushen becomes another character"),
    Step.DRAFT: say("the draft"),
    Step.DISCARD: say("a discard each"),
    Step.PLACEMENT: say("the rows are laid"),
    Step.TOP_ROWS: say("the top rows are revealed"),
    Step.TILT: say("Yanmei tilts a card"),
    Step.DRAW: say("Gan draws of the discard"),
    Step.LOOK: say("Meixiu looks at cards"),
    Step.TUCK: say("Nuying tucks a card"),
    Step.VOTE: say("the vote"),
    Step.ACCUSATION: say("the leader settles the tied vote"),
    Step.ANSWER: say("the accused admits or denies"),
    Step.REVEAL: say("all cards are revealed"),
    Step.JUDGEMENT: say("the judgement"),
    Step.SEIZURE: say("Thief-Taker takes the Thefts"),
    Step.THEFT: say("the theft"),
    Step.DOCKING: say("Liang takes points"),
    Step.SCORES: say("the scores"),
    Step.SUCCESSION: say("the leader names the successor"),
    Step.OVER: say("the game is over"),
}
"""What is done in each step: the name of the part behind the round's number."""


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card in a row: its kind, `?` if it is not known, and what a power has done to it.

    `under` is the spot of the card under which it is tucked, empty if it is not.
    """

    spot: Spot
    kind: Kind
    up: bool
    tilted: bool
    under: Spot

    @property
    def told(self) -> Words:
        """The kind, in brackets if it is face down; `=` for tilted, `+` and a spot for tucked."""
        marks: object = "=" * self.tilted
        if self.under:
            marks = say("{tilted}+{spot}", tilted=marks, spot=SPOT_NAMES[self.under].sign)
        shown = say("{card}{marks}", card=self.kind, marks=marks)
        return shown if self.up else say("({card}){marks}", card=self.kind, marks=marks)


@dataclass(frozen=True, slots=True)
class Chair:
    """What is in front of a player: two rows, or the cards `picked` so far; `done` in this step.

    `own` says that it is the viewer. `character` is empty if there is none; `power` is what the
    character can do.
    """

    player: str
    leads: bool
    accused: bool
    done: bool
    own: bool
    character: str
    power: Words | None
    top: tuple[CardLaid, ...]
    bottom: tuple[CardLaid, ...]
    picked: Bag

    @property
    def rows(self) -> tuple[CardLaid, ...]:
        """Both rows, as they were laid."""
        return (*self.top, *self.bottom)

    @property
    def pieces(self) -> tuple[Kind, ...]:
        """The cards picked, `?` for each unknown one."""
        return (*self.picked.known, *(HOLE,) * self.picked.unknown)


@dataclass(frozen=True, slots=True)
class Tribune:
    """The table: one chair per player in seating order, the `discard`, the viewer's `pack`.

    `choice` tells what the present choice is about, and everybody's points once all cards are
    open; `own` what the viewer's cards and earlier rounds have brought.
    """

    chairs: tuple[Chair, ...]
    discard: Bag
    pack: tuple[Kind, ...]
    choice: tuple[Words, ...]
    own: tuple[Words, ...]

    @property
    def discarded(self) -> Words:
        """The sentence how many cards the discard has."""
        return say_n("Discard: {n} card.", "Discard: {n} cards.", len(self.discard))


def tribune(view: View) -> Tribune:
    """Return the table as the viewer of `view` sees it."""
    state: State = view.state
    return Tribune(
        chairs=tuple(_chair(view, player) for player in state.players),
        discard=state.discard,
        pack=state.packs[view.viewer].known if view.viewer in state.packs else (),
        choice=(*_told_choice(state), *_told_points(state)),
        own=tuple(_told_own(state, view.viewer)),
    )


def _chair(view: View, player: str) -> Chair:
    state: State = view.state
    name = state.characters.get(player, "")
    return Chair(
        player=player,
        leads=player == state.leader,
        accused=player == state.trial.accused,
        done=player in state.acted and state.step is not Step.OVER,
        own=player == view.viewer,
        character=name,
        power=POWERS[BOX.characters[name]] if name else None,
        top=tuple(_cards(state, player, "t")),
        bottom=tuple(_cards(state, player, "bx")),
        picked=state.hands[player],
    )


def _cards(state: State, player: str, rows: str) -> Iterator[CardLaid]:
    tilt, tuck = state.tilt, state.tuck
    for laid in state.rows[player]:
        if laid.spot[0] in rows:
            here = player, laid.spot
            tilted = tilt is not None and (tilt.player, tilt.spot) == here
            under = tuck.above if tuck is not None and (tuck.player, tuck.below) == here else ""
            yield CardLaid(laid.spot, laid.kind, laid.up, tilted, under)


# in words


def legend(unknown: str = HOLE) -> Words:
    """Return what the signs of cards mean; `unknown` is the sign of a card nobody has shown."""
    return say(
        "{kinds}; ( ) face down, {hidden} unknown, = tilted, +{spot} tucked under {spot}",
        kinds=listed(say("{letter} {name}", letter=kind, name=KINDS[kind]) for kind in BOX.kinds),
        hidden=unknown,
        spot=SPOT_NAMES["b1"].sign,
    )


def heading(view: View) -> Words:
    """Return the game's name, the round and the step, and who leads."""
    return say(
        "{game}, {now}; leader: {player}",
        game=view.game.title,
        now=now(view),
        player=view.state.leader or "–",
    )


def _kind(kind: Kind) -> Words:
    return say("{name} ({letter})", name=KINDS[kind], letter=kind)


def _told_chair(chair: Chair) -> Iterator[Words]:
    parts: list[Words] = []
    if chair.power is not None:
        parts.append(say("is {name} ({power})", name=chair.character, power=chair.power))
    if chair.rows:
        top, bottom = (told_row(row) if row else "–" for row in (chair.top, chair.bottom))
        parts.append(say("top row {top}", top=top))
        parts.append(say("bottom row {bottom}", bottom=bottom))
    if chair.picked.known:
        parts.append(say("picked {cards}", cards=listed(chair.picked.known, " ")))
    elif chair.picked:
        parts.append(say_n("{n} card picked", "{n} cards picked", len(chair.picked)))
    if parts:
        yield say("{player}: {parts}.", player=chair.player, parts=listed(parts, "; "))


def told_row(row: Sequence[CardLaid]) -> Listed:
    """Return a row from its left, as one value of a sentence."""
    return listed((card.told for card in row), " ")


def told_discard(shown: Tribune) -> Words:
    """Return how many cards the discard has, and the known ones."""
    if not shown.discard.known:
        return shown.discarded
    return say_n(
        "Discard: {n} card, known: {known}.",
        "Discard: {n} cards, known: {known}.",
        len(shown.discard),
        known=listed(shown.discard.known, " "),
    )


def told_now(shown: Tribune) -> tuple[Words, ...]:
    """Return what the present choice is about, and what the viewer can choose from."""
    pack = [say("Your pack: {cards}.", cards=listed(shown.pack, " "))] if shown.pack else []
    return (*shown.choice, *pack, *shown.own)


def told_legend(shown: Tribune) -> Iterator[Words]:
    """Yield what the signs of cards mean, if any are shown."""
    if shown.pack or any(chair.rows or chair.picked.known for chair in shown.chairs):
        yield say("{words}.", words=legend())


def _told_choice(state: State) -> Iterator[Words]:
    """Yield what the present choice is about."""
    if state.offered.known:
        yield say("To choose from: {characters}.", characters=listed(state.offered.known))
    if state.drawn.known:
        yield say("Drawn of the discard: {cards}.", cards=listed(state.drawn.known, " "))
    if state.trial.accused:
        yield say("Accused: {player}.", player=state.trial.accused)


def _told_points(state: State) -> Iterator[Words]:
    """Yield everybody's points, the most first, while all cards lie open."""
    if now := open_points(state):
        yield say("As the cards lie: {points}.", points=told_points(now))


def _told_own(state: State, viewer: str) -> Iterator[Words]:
    """Yield what the viewer's cards count, and what earlier rounds have brought. OV-9"""
    row = state.rows.get(viewer)
    if row and not open_points(state) and all(laid.kind != HOLE for laid in row):
        own = points(state, viewer)
        yield say_n("Your cards count {n} point.", "Your cards count {n} points.", own)
    told = any(map(any, state.scores)) or not state.in_part
    if viewer in state.players and state.scores and told:
        total = sum(scores[state.players.index(viewer)] for scores in state.scores)
        yield say_n("Your rounds so far: {n} point.", "Your rounds so far: {n} points.", total)


LABELS: Mapping[str, Words] = {
    "player": say("player"),
    "character": say("character"),
    "top": say("top row"),
    "bottom": say("bottom row"),
    "picked": say("picked"),
    "most": say("most or tied"),
    "accused": say("accused"),
    "rightly": say("rightly accused"),
    "leads": say("leader"),
    **KINDS,
}


def now(view: View) -> Words:
    """Return the round and the step."""
    state: State = view.state
    return say(
        "round {round} of {rounds}: {step}",
        round=state.round,
        rounds=BOX.rounds,
        step=STEP_NAMES[state.step],
    )


def sentences(view: View) -> Sequence[Words]:
    """Return where the game stands, every player, the discard, and what a choice is about."""
    shown = tribune(view)
    return [
        say("{words}.", words=heading(view)),
        *(words for chair in shown.chairs for words in _told_chair(chair)),
        told_discard(shown),
        *told_now(shown),
        *told_legend(shown),
    ]


def region(view: View, items: Collection[str]) -> Words:
    """Return the kinds of `items`."""
    return say("the cards {kinds}", kinds=listed(map(_kind, sorted(items))))


def hand(view: View) -> Mapping[Words, Sequence[str]]:
    """Return the pack to pick from, then the cards picked."""
    state: State = view.state
    pack, own = state.packs.get(view.viewer), state.hands.get(view.viewer)
    held: dict[Words, Sequence[str]] = {}
    if pack and pack.known:
        held[say("Your pack")] = pack.known
    if own and own.known:
        held[say("You have picked")] = own.known
    return held


def names(view: View) -> Mapping[str, Words]:
    """Return the names of kinds, and what is at the viewer's own spots."""
    own: Sequence[Laid] = view.state.rows.get(view.viewer, ())
    spots = {laid.spot: say("{spot} {kind}", spot=laid.spot, kind=laid.kind) for laid in own}
    kinds = {kind: _kind(kind) for kind in BOX.kinds}
    return {**kinds, **spots, **DEEDS, "/": say("then the bottom row"), "under": say("under")}


def signs(view: View) -> Sequence[Words]:
    """Return what cards count, what a `+` means, and what each character can do. OV-6"""
    return [
        *(_told_worth(kind, len(points)) for kind, points in BOX.points.items()),
        say("+ this card is tucked under another one, which it copies"),
        *(DEEDS[name] for name in BOX.characters),
    ]


def _told_worth(kind: Kind, most: int) -> Words:
    if kind not in BOX.series:
        return say("{card}: {points} points each", card=_kind(kind), points=BOX.worth_of(kind, 1))
    return say(
        "{card}: {points} points for one, two and so on, no more after that",
        card=_kind(kind),
        points=listed(str(BOX.worth_of(kind, n + 1)) for n in range(most)),
    )


def texts(view: View) -> Mapping[str, Words]:
    """Return the names of kinds: a card shows its sign and its name."""
    return KINDS


FACE = Face(
    now=now,
    sentences=sentences,
    board=tribune,
    labels=LABELS,
    region=region,
    hand=hand,
    names=names,
    texts=texts,
    signs=signs,
    task=task,
    button=button,
)

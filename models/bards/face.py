"""The face of Battle of the Bards: the market, and every troupe with dice, stage and hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from ..bag import Bag
from ..core import View
from ..face import Face
from ..words import Printed, Words, listed, printed, say, say_n
from .asking import DEEDS, button, task
from .cards import ANY, Audience, Bard, CardSet, Pair, about_power, sign_of, without_article
from .dice import COLOURS, Colour, Die
from .odds import odds
from .rounds import points
from .state import State, Step

STEP_NAMES: Mapping[Step, Words] = {
    Step.POSITION: say("the set-up"),
    Step.SETUP: say("the set-up"),
    Step.STAGE: say("going on stage"),
    Step.SHOW: say("the show"),
    Step.LEAVE: say("the end of the round"),
    Step.REFILL: say("the end of the round"),
    Step.ENCORE: say("the encore"),
    Step.MELODIES: say("the encore"),
    Step.SUDDEN: say("sudden death"),
    Step.OVER: say("the game is over"),
}
"""What is going on in each step."""


NO_TEXTS: Mapping[str, Words] = {}
"""No texts: of cards only their names are told."""
IN_TURNS = frozenset({"blend", "circle", "lenient", "swing", "scout", "echo"})
"""The powers that change what can be done in a turn; others do at the start or the end."""


@dataclass(frozen=True, slots=True)
class Staged:
    """A bard on stage with its dice; `turned` if it gives its support."""

    bard: Bard
    dice: tuple[Die, ...]
    turned: bool


@dataclass(frozen=True, slots=True)
class TroupeShown:
    """What is in front of a player, as far as the viewer knows; `own` if that is the player.

    `dice` are those on no card, by their pips; without pips, as they are called to be rolled.
    `encore` is the encore card, if it is known, else empty. `chosen` is the number of cards chosen
    for the stage, `deck` and `discard` are numbers of cards. `acts` says that it is the player's
    turn, `passed` that the show is over for them.
    """

    player: str
    own: bool
    acts: bool
    passed: bool
    points: int
    performances: tuple[Colour, ...]
    melodies: int
    dice: tuple[Die, ...]
    stage: tuple[Staged, ...]
    hand: Bag
    chosen: int
    deck: int
    discard: int
    audiences: tuple[Audience, ...]
    encore: tuple[Pair, ...]

    def towards(self, audience: Audience) -> Sequence[tuple[str, bool]]:
        """Return each performance that `audience` asks for, and whether the player has it."""
        left = list(self.performances)
        found = list[tuple[str, bool]]()
        for asked in sorted(audience.asks, key=lambda each: each == ANY):
            has = bool(left) if asked == ANY else asked in left
            if has:
                left.remove(left[0] if asked == ANY else asked)
            found.append((asked, has))
        return found

    @property
    def won(self) -> Words:
        """The audiences, in words; those of the viewer with what they do in a turn."""
        return say("audiences: {cards}", cards=listed(map(self._won, self.audiences)))

    def _won(self, audience: Audience) -> Words | str:
        powers = [power for power in audience.powers if power.kind in IN_TURNS and self.own]
        if not powers:
            return audience.id
        return say("{told} ({power})", told=audience.id, power=listed(map(about_power, powers)))


@dataclass(frozen=True, slots=True)
class Town:
    """The table: the veterans in `line`, the newest last, the audiences, the troupes as seated.

    `top` is the audience on top of its deck. `actions` is how many are left to who has the turn.
    `set_up` says that the troupes are complete, since a first player is known.
    """

    line: tuple[Bard, ...]
    audiences: tuple[Audience, ...]
    top: Audience | None
    troupes: tuple[TroupeShown, ...]
    actions: int
    set_up: bool

    @property
    def turn(self) -> TroupeShown | None:
        """The troupe whose player has the turn, None if nobody has."""
        return next((troupe for troupe in self.troupes if troupe.acts), None)

    @property
    def own(self) -> TroupeShown | None:
        """The troupe of the viewer, None for who looks on."""
        return next((troupe for troupe in self.troupes if troupe.own), None)


def town(view: View) -> Town:
    """Return the table as the viewer of `view` sees it."""
    state: State = view.state
    cards = state.box.cards
    return Town(
        line=tuple(cards.bards[card] for card in state.line),
        audiences=tuple(cards.audiences[card] for card in state.audiences),
        top=cards.audiences.get(state.top_audience),
        troupes=tuple(_troupe(view, state, player) for player in state.players),
        actions=state.actions,
        set_up=bool(state.first),
    )


def _troupe(view: View, state: State, player: str) -> TroupeShown:
    troupe, bards = state.troupes[player], state.box.cards.bards
    return TroupeShown(
        player=player,
        own=player == view.viewer,
        acts=player == state.actor,
        passed=player in state.done and state.step is Step.SHOW,
        points=points(state.box, state, player),
        performances=troupe.performances,
        melodies=troupe.melodies,
        dice=tuple(sorted(troupe.dice, key=lambda die: (die[1:], die[0]))),
        stage=tuple(Staged(bards[each.card], each.dice, each.turned) for each in troupe.stage),
        hand=troupe.hand,
        chosen=len(troupe.going),
        deck=troupe.left_to_draw,
        discard=len(troupe.discard),
        audiences=tuple(state.box.cards.audiences[card] for card in troupe.audiences),
        encore=troupe.encore.known,
    )


# in words


def heading(view: View) -> Words:
    """Return the game's name, its cards, the round and the step, and who has the turn."""
    told = {
        "game": view.game.title,
        "cards": printed(view.state.box.cards.titles),
        "now": now(view),
    }
    if not _has_round(view.state):
        return say("{game} ({cards}): {now}", **told)
    return say("{game} ({cards}), {now}", **told)


def _has_round(state: State) -> bool:
    return state.step not in (Step.SETUP, Step.OVER) and bool(state.round)


class Naming(Enum):
    """How a card is named.

    In full, it is its sign, with the printed name if that is different; in short, a printed name
    that begins with the sign is left out; else the printed name alone.
    """

    FULL = auto()
    SHORT = auto()
    PRINTED = auto()


def _called(card: Bard | Audience, naming: Naming) -> Printed:
    if naming is Naming.PRINTED:
        return printed(card.names)

    def called(language: str, name: str) -> str:
        sign = card.id if language == "en" else sign_of(card.id, name)
        bare = name if language == "en" else without_article(name)
        goes_on = bare.casefold().startswith(sign.casefold()) and naming is Naming.SHORT
        return sign if goes_on or bare.casefold() == sign.casefold() else f"{sign} ({name})"

    return printed({language: called(language, name) for language, name in card.names.items()})


def told_bard(bard: Bard, naming: Naming = Naming.FULL) -> Words:
    """Return a bard with its colour, what it does, and its points if it is a veteran."""
    told = say(
        "{card} {colour}: {ability}",
        card=_called(bard, naming),
        colour=bard.colour or "–",
        ability=bard.about,
    )
    if bard.kind != "veteran":
        return told
    return say_n("{told}, {n} point", "{told}, {n} points", bard.points, told=told)


def told_audience(audience: Audience, naming: Naming = Naming.FULL) -> Words:
    """Return an audience with what it asks for and what it gives."""
    asks = listed(("*" if each == ANY else each for each in audience.asks), " ")
    card = _called(audience, naming)
    return say("{card} for {asks}, {about}", card=card, asks=asks, about=audience.about)


def market(shown: Town, naming: Naming = Naming.FULL) -> Iterator[tuple[Words, Words]]:
    """Yield each card of the market: what it is, and the card in words; named as `naming` says."""
    roomy = naming is not Naming.SHORT
    newest = say("newest in town") if roomy else say("newest")
    on_top = say("audience on top") if roomy else say("on top")
    for bard in shown.line:
        kind = newest if bard is shown.line[-1] else say("veteran")
        yield kind, told_bard(bard, naming)
    for audience in shown.audiences:
        yield say("audience"), told_audience(audience, naming)
    if shown.top is not None:
        yield on_top, told_audience(shown.top, naming)


def told_letters(view: View) -> Iterator[Words]:
    """Yield what the letters of colours and dice mean, until the first round is over."""
    if view.state.round <= 1:
        yield _letters(view)


def _letters(view: View) -> Words:
    named = view.state.box.cards.names
    colours = [say("{letter} {name}", letter=each, name=named[each].name) for each in COLOURS]
    return say(
        "{colours}; {die} a die with its pips; * any colour",
        colours=listed(colours),
        die=f"{COLOURS[0]}3",
    )


def troupe_heading(troupe: TroupeShown) -> Words:
    """Return a player's points, performances and melodies, and whether they have passed."""
    told = say(
        "{told}; performances {performances}; melodies {melodies}",
        told=say_n(
            "{player}, {n} point", "{player}, {n} points", troupe.points, player=troupe.player
        ),
        performances=listed(troupe.performances, " ") if troupe.performances else "–",
        melodies=troupe.melodies,
    )
    return say("{told}; has passed", told=told) if troupe.passed else told


def told_dice(troupe: TroupeShown) -> Words:
    """Return a player's dice that are on no card."""
    return say("dice: {dice}", dice=listed(troupe.dice, " ") if troupe.dice else "–")


def told_hand(troupe: TroupeShown, texts: Mapping[str, Words] = NO_TEXTS) -> Words:
    """Return what is known of a hand, the numbers of other cards, and a known encore card.

    Each card of the hand is told with what it can do, once, if `texts` has it.
    """
    if troupe.hand.known:
        known, first = troupe.hand.known, dict(texts)
        cards = (
            say("{card}, {ability}", card=each, ability=first.pop(each)) if each in first else each
            for each in known
        )
        hand = say("hand: {cards}", cards=listed(cards, "; " if texts else ", "))
    else:
        hand = say_n("{n} card in hand", "{n} cards in hand", len(troupe.hand))
    if troupe.chosen:
        hand = say_n("{hand}, {n} chosen", "{hand}, {n} chosen", troupe.chosen, hand=hand)
    hand = say(
        "{hand}; deck {deck}, discarded {discard}",
        hand=hand,
        deck=troupe.deck,
        discard=troupe.discard,
    )
    if troupe.encore:
        return say("{hand}; encore card {card}", hand=hand, card=listed(troupe.encore))
    return hand


def told_troupe(troupe: TroupeShown, texts: Mapping[str, Words] = NO_TEXTS) -> Iterator[Words]:
    """Yield everything in front of a player; `texts` as for `told_hand`."""
    yield told_dice(troupe)
    yield from told_cards(troupe, texts)


def told_cards(troupe: TroupeShown, texts: Mapping[str, Words] = NO_TEXTS) -> Iterator[Words]:
    """Yield the cards in front of a player: on stage, in hand, and the audiences won."""
    for each in troupe.stage:
        told = say("on stage {card}, {ability}", card=each.bard.id, ability=each.bard.about)
        dice = listed(each.dice, " ")
        yield say("{told}, with {die}", told=told, die=dice) if each.dice else told
    yield told_hand(troupe, texts)
    if troupe.audiences:
        yield troupe.won


def told_dice_in_short(troupe: TroupeShown) -> Words:
    """Return another player's points and dice."""
    return say("{told}; {dice}", told=troupe_heading(troupe), dice=told_dice(troupe))


def told_in_short(troupe: TroupeShown) -> Words:
    """Return another player's troupe in a line or two."""
    told = told_dice_in_short(troupe)
    if troupe.stage:
        stage = [
            say("{card}={dice}", card=each.bard.id, dice=listed(each.dice, "+"))
            if each.dice
            else each.bard.id
            for each in troupe.stage
        ]
        told = say("{told}; on stage {cards}", told=told, cards=listed(stage))
    told = say("{told}; {hand}", told=told, hand=told_hand(troupe))
    if troupe.audiences:
        told = say("{told}; {audiences}", told=told, audiences=troupe.won)
    return told


def told_own(view: View, troupe: TroupeShown) -> Iterator[Words]:
    """Yield the sentences about a troupe with a known hand; to stage it, what its cards can do."""
    state: State = view.state
    is_chosen_from = state.step is Step.STAGE
    yield from told_troupe(troupe, state.box.cards.texts if is_chosen_from else NO_TEXTS)


def _told_in_full(troupe: TroupeShown) -> Iterator[Words]:
    yield troupe_heading(troupe)
    yield from told_troupe(troupe)


LABELS: Mapping[str, Words] = {
    "line": say("Veterans in the line"),
    "newest": say("newest in town"),
    "audiences": say("Audiences"),
    "top": say("on top"),
    "points": say("points"),
    "melodies": say("melodies"),
    "performances": say("performances"),
    "hand": say("hand"),
    "deck": say("deck"),
    "discarded": say("discarded"),
    "passed": say("has passed"),
    "stage": say("On stage"),
    "any": say("any colour"),
    "luck": say("Of the dice alone: what cards can do, and what others do, comes on top."),
}


def now(view: View) -> Words:
    """Return the round and the step, and who has how many actions left."""
    state: State = view.state
    if not _has_round(state):
        return STEP_NAMES[state.step]
    told = say("round {round}: {step}", round=state.round, step=STEP_NAMES[state.phase])
    if not state.actor:
        return told
    return say_n(
        "{told}, {player} has {n} action",
        "{told}, {player} has {n} actions",
        state.actions,
        told=told,
        player=state.actor,
    )


def sentences(view: View) -> Sequence[Words]:
    """Return where the game stands, the market with one line per card, and the troupes."""
    shown = town(view)
    troupes = (words for each in shown.troupes for words in _told_in_full(each))
    told = (heading(view), *map(listed, market(shown)), *troupes, *told_letters(view))
    return [say("{words}.", words=words) for words in told]


def region(view: View, items: Collection[str]) -> Words:
    """Return whose deck most of `items` belong to, or the encore cards."""
    owners = [item.partition(":")[0] for item in items if ":" in item]
    if not owners:
        return say("the encore cards")
    return say("the cards of {player}", player=max(owners, key=owners.count))


def hand(view: View) -> Mapping[Words, Sequence[str]]:
    """Return the viewer's own cards, then dice."""
    troupe = view.state.troupes.get(view.viewer)
    if troupe is None:
        return {}
    held = {
        say("Your hand"): troupe.hand.known,
        say("You have chosen"): troupe.going.known,
        say("Your dice"): troupe.dice,
        say("Your encore card"): troupe.encore.known,
    }
    return {what: pieces for what, pieces in held.items() if pieces}


def names(view: View) -> Mapping[str, Words]:
    """Return the names of cards with what they do, and of dice and colours."""
    cards: CardSet = view.state.box.cards
    return {**cards.called, **DEEDS}


def signs(view: View) -> Sequence[Words]:
    """Return what letters and signs mean, and the audiences that each player has won."""
    pair = min(view.state.box.cards.encores)
    return [
        _letters(view),
        say(
            "{pair} an encore card: in the encore, each own veteran of its colours gives a die",
            pair=pair,
        ),
        say("★ performances, ♪ melodies, ≡ cards in the deck, ♛ an audience won"),
        *(
            say(
                "{player} ♛ {audience}",
                player=troupe.player,
                audience=told_audience(each, Naming.PRINTED),
            )
            for troupe in town(view).troupes
            for each in troupe.audiences
        ),
    ]


def texts(view: View) -> Mapping[str, Words]:
    """Return what bards cost and do, and what audiences give, while cards are chosen."""
    state: State = view.state
    return {} if state.step is Step.SHOW else state.box.cards.texts


FACE = Face(
    now=now,
    sentences=sentences,
    board=town,
    labels=LABELS,
    region=region,
    hand=hand,
    names=names,
    texts=texts,
    signs=signs,
    task=task,
    button=button,
    odds=odds,
)

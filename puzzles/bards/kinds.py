"""Questions about a turn: the best one, the audience that can be won, the fewest dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from ...models.bards import State
from ...models.bards.abilities import ability, can_pay, meets
from ...models.bards.cards import Card, CardSet
from ...models.bards.show import ACTIONS
from ...models.core import Event, View
from ...models.record import read, write_event
from ...models.words import Figure, Words, figure, in_points, listed, say
from ...solver.games.bards.worth import (
    BLANK,
    WORTHS,
    in_sight,
    lacking,
    veteran_worth,
    worth,
)
from ..grade import Played, Solution, played_way
from ..kinds import Answer, AnswerRow, Engine, Kind, shown
from ..readers import Trait
from .planned import Deeds, Turns, deeds
from .turn import PERFORMS, End, Role, ends, gained, least_lacking

KEEPS, WINS, NOT, DICE = "keeps", "wins", "no", "dice"
CALLED = (
    (KEEPS, say("is kept")),
    (PERFORMS, say("performs")),
    (WINS, say("is won")),
    (NOT, say("not won")),
    (DICE, say("dice")),
)


@lru_cache(maxsize=64)
def _ends(text: str) -> tuple[End, ...]:
    view = read(text)
    return tuple(ends(view.game, view.state))  # type: ignore[arg-type]


def ends_of(view: View) -> tuple[End, ...]:
    """Return all ends of the turn, by the rules; raises TooManyStates."""
    return _ends(shown(view))


def _cards(view: View) -> CardSet:
    state: State = view.state
    return state.box.cards


def called(view: View) -> tuple[tuple[str, Words], ...]:
    """Return what people call the words of answers: cards as the rulebook does."""
    return (*CALLED, *_cards(view).printed.items())


def hirable(state: State) -> Sequence[Card]:
    """Return the veterans in the line, if there is a poster in hand to hire one with. BB-6"""
    hand = state.troupes[state.actor].hand.known
    return state.line if state.box.cards.posters.intersection(hand) else ()


def turns(view: View) -> Turns:
    """Return the turn as the planner sees it."""
    return Turns(view.state.box, view.state)


class OpenTurn(Kind):
    """The base of questions about a turn: it counts on nothing that is out of sight."""

    open = True


class Best(OpenTurn):
    """What is every die for in the best turn, and which audiences are won?"""

    name = "best"

    def about(self, view: View, asked: str) -> Words:
        told = {
            name: figure(hundredths / 100, ".2g")
            for name, hundredths in (
                ("ability", WORTHS.power),
                ("veteran", WORTHS.veteran),
                ("melody", WORTHS.melody),
                ("die", WORTHS.die),
                ("card", WORTHS.hand_card),
                ("trashed", WORTHS.trashed),
                ("asked", WORTHS.asked),
                ("action", -WORTHS.action),
            )
        }
        return say(
            "Which turn is worth most, counting on no luck? What is each die for, which audiences "
            "are won? In the end each point is worth 1, an ability {ability}, a veteran {veteran} "
            "more, a melody {melody}, a die {die}, a card in hand {card}, a basic bard trashed "
            "{trashed}, a performance {kept}, and {asked} more as long as an audience in sight "
            "asks for so many of its colour; each action costs {action}.",
            kept=view.state.leftovers,
            **told,
        )

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if a single turn is worth most, and does more than one thing.

        The planner, which is quicker, is asked first.
        """
        if len(turns(view).best()) > 1:
            return
        found = ends_of(view)
        best = best_of(found)
        alone = sum(end.worth == best.worth for end in found) == 1
        if alone and len(best.roles) > 1 and len(best.lines) > 1:
            yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return a row for every die and every audience in sight."""
        state: State = view.state
        troupe = state.troupes[state.actor]
        cards = (each.card for each in troupe.stage if not each.die)
        options = (KEEPS, PERFORMS, *dict.fromkeys((*cards, *hirable(state))))
        names = called(view)
        dice = tuple(AnswerRow(die, options, names) for die in troupe.dice)
        return (*dice, *(AnswerRow(card, (NOT, WINS), names) for card in in_sight(state)))

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return what the dice are for, and what is won, in the turns that are worth most."""
        rows = self.rows(view, asked)
        found = [self._said(rows, each) for each in self._best(view, engine)]
        return tuple(
            tuple(option for option in row.options if any(each[at] == option for each in found))
            for at, row in enumerate(rows)
        )

    def _best(self, view: View, engine: Engine) -> Iterator[Deeds]:
        if engine is Engine.COUNT:
            found = ends_of(view)
            most = max(end.worth for end in found)
            yield from ((dict(end.roles), end.won) for end in found if end.worth == most)
            return
        yield from map(deeds, turns(view).best())

    @staticmethod
    def _said(rows: Sequence[AnswerRow], deeds: Deeds) -> Answer:
        roles, won = deeds
        return tuple(
            (WINS if row.subject in won else NOT)
            if row.options == (NOT, WINS)
            else roles.get(row.subject, KEEPS)
            for row in rows
        )

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return how the turn is played."""
        found = ends_of(view)
        best, seeming = best_of(found), seems_best(found)
        others = alternatives(view.state, found)
        first = set()
        if seeming != best:
            first.add(Trait.LEFT)
        if any(end.won - best.won for end in others):
            first.add(Trait.WEIGHED)
        real = len(others) >= _ALTERNATIVES and is_real_choice(view.state, best, seeming)
        way = _way(view, best, first, 1 + len(others), float(seeming == best), real)
        told = zip(way.thoughts, _reckoned(view, best), strict=True)
        thoughts = tuple(replace(thought, words=words) for thought, words in told)
        return replace(way, thoughts=thoughts, runner_up=_runner_up(view, best, found))


class Winnable(OpenTurn):
    """Which audience can be won in this turn, and how?"""

    name = "win"
    question = say("One audience can be won in this turn. Which, and how?")

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if one of several audiences can be won, but not at once."""
        turn = turns(view)
        if len(in_sight(view.state)) > 2 and len({*turn.dice}) == len(turn.dice):
            cards = turn.winnable()
            if len(cards) == 1 and turn.fewest(cards[0]):
                yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the audiences in sight."""
        return (AnswerRow(WINS, in_sight(view.state), called(view)),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the audiences that can be won."""
        if engine is Engine.PROOF:
            return (turns(view).winnable(),)
        won = frozenset(card for end in ends_of(view) for card in end.won)
        return (tuple(card for card in in_sight(view.state) if card in won),)

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return how it is won."""
        end = _fewest(view, answer[0])
        others = len(in_sight(view.state))
        seems = nearest(view.state) == answer[0]
        way = _way(view, end, _left(seems), others, float(seems), not seems, 1 / others)
        return replace(way, runner_up=_not_won(view, answer[0]))


class Fewest(OpenTurn):
    """How few dice suffice to win an audience in this turn?"""

    name = "fewest"

    def about(self, view: View, asked: str) -> Words:
        card = _cards(view).printed[asked]
        return say("With how few dice can {card} be won in this turn?", card=card)

    def asked(self, view: View) -> Iterable[str]:
        """Yield the audiences that can be won with different numbers of dice, but not with none."""
        turn = turns(view)
        for card in in_sight(view.state):
            least = turn.fewest(card)
            if least and turn.winning(card, least=least + 1) is not None:
                yield card

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the numbers of dice."""
        dice = turns(view).dice
        return (AnswerRow(DICE, tuple(str(n) for n in range(len(dice) + 1)), CALLED),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the least number of dice, nothing if the audience cannot be won."""
        least: int | None
        if engine is Engine.PROOF:
            least = turns(view).fewest(asked)
        else:
            numbers = (len(end.roles) for end in ends_of(view) if asked in end.won)
            least = min(numbers, default=None)
        return (() if least is None else (str(least),),)

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return how it is won with the fewest dice."""
        end = _fewest(view, asked)
        ways = len({each.roles for each in ends_of(view) if asked in each.won})
        seems = str(reckoned(view.state, asked)) == answer[0]
        way = _way(view, end, _left(seems), ways, 1.0 if seems else _GUESSED, not seems)
        return replace(way, runner_up=_not_fewer(view, asked, int(answer[0])))


def best_of(found: Iterable[End]) -> End:
    """Return a turn of the highest worth."""
    return max(found, key=lambda end: end.worth)


def _fewest(view: View, card: Card) -> End:
    """Return the turn that wins `card` with the fewest dice; among those, the one worth most."""
    found = (end for end in ends_of(view) if card in end.won)
    return min(found, key=lambda end: (len(end.roles), -end.worth, sorted(end.roles)))


_CLOSE, _ALTERNATIVES = 50, 2
"""So many hundredths of a point less are close; and so many other turns, for a real choice."""


def alternatives(state: State, found: Sequence[End]) -> Sequence[End]:
    """Return the turns from `state` worth nearly as much as the best, that do something else.

    Of two that do the same with other dice, or with bards that are alike there, or one of which
    does all that the other does and more, only the one worth more.
    """
    best = best_of(found)
    kept = [best]
    for end in sorted(found, key=lambda each: (-each.worth, len(each.lines), sorted(each.roles))):
        if _is_close(end, best) and all(_do_differ(state, end, each) for each in kept):
            kept.append(end)
    return kept[1:]


def choices(view: View) -> int:
    """Return how many alternatives the best turn has; raises TooManyStates."""
    return len(alternatives(view.state, ends_of(view)))


def choices_apart(view: View) -> int:
    """Return how many alternatives the best turn has, less the turns that are worth as much."""
    found = ends_of(view)
    best = best_of(found)
    equal = sum(end.worth == best.worth for end in found) - 1
    return len(alternatives(view.state, found)) - equal


def is_real_choice(state: State, best: End, seeming: End) -> bool:
    """Tell whether what seems best is not, but close to it, and does something else."""
    return _is_close(seeming, best) and _do_differ(state, seeming, best)


def _is_close(end: End, best: End) -> bool:
    return best.worth - end.worth <= _CLOSE


def _do_differ(state: State, one: End, other: End) -> bool:
    """Tell whether each of two turns does something that the other does not, with whatever dice."""
    jobs = [Counter(_job(state, role) for _, role in end.roles) for end in (one, other)]
    return not any(
        jobs[first] <= jobs[second] and ends[0].won <= ends[1].won
        for first, second, ends in ((0, 1, (one, other)), (1, 0, (other, one)))
    )


def _job(state: State, role: Role) -> object:
    """Return what a die does in a turn: the same for bards that are alike in it.

    Veterans that are hired, if they are worth the same; bards that cost and do the same. Of which
    colour a die is that comes does not matter, since nothing counts on it.
    """
    bards = state.box.cards.bards
    if role == PERFORMS:
        return role
    if role in state.line:
        return veteran_worth(bards[role])
    bard = ability(state.box, state, role) or bards[role]
    icons = tuple(icon.kind if icon.kind == _DIE else str(icon) for icon in bard.icons)
    return str(bard.cost), bard.pays, icons


def seems_best(found: Sequence[End]) -> End:
    """Return the turn of somebody who always does next what is worth most at once."""
    here = min(found, key=lambda end: (len(end.lines), len(end.roles)))
    while True:
        further = [
            end
            for end in found
            if end.roles >= here.roles
            and end.won >= here.won
            and _actions(end) == _actions(here) + 1
        ]
        after = max(further, key=lambda end: (end.worth, sorted(end.roles)), default=here)
        if after.worth <= here.worth:
            return here
        here = after


def _actions(end: End) -> int:
    return sum(event.verb in ACTIONS for event in end.lines)


_GUESSED = 1 / 3
"""The share of those who reckon a wrong number of dice and answer right all the same."""
_PERFORMING = 3
"""The dice of a performance."""
_PERFORMANCE, _DIE = "performance", "die"


def reckoned(state: State, card: Card) -> int:
    """Return with how few dice somebody thinks that an audience is won who has only reckoned.

    A performance that is missing takes three dice, or what a bard asks for who brings one, where
    dice fit as they lie. Actions, melodies and what the same die is needed for are not considered.
    """
    lacks, dice = missing(state, card), 0
    for colours, cost in sorted(_bringing(state), key=lambda each: each[1]):
        fits = [fit for fit in (*colours, *(BLANK,) * len(colours)) if lacks[fit]]
        lacks -= Counter(fits[: len(colours)])
        dice += cost * bool(fits)
    return dice + _PERFORMING * lacks.total()


def _bringing(state: State) -> Iterator[tuple[Sequence[str], int]]:
    """Yield the performances that each bard on stage can bring at once, and its dice."""
    box, player = state.box, state.actor
    troupe = state.troupes[player]
    for each in troupe.stage:
        bard = None if each.die or each.turned else ability(box, state, each.card)
        if bard is None or bard.cost is None or not can_pay(state, player, bard):
            continue
        colours = [icon.colour for icon in bard.icons if icon.kind == _PERFORMANCE]
        on_it = combinations(troupe.dice, bard.cost.dice)
        if colours and any(meets(box, state, player, bard, dice) for dice in on_it):
            yield colours, bard.cost.dice


def missing(state: State, card: Card) -> Counter[str]:
    """Return the performances that an audience asks for beyond those that are there."""
    done = Counter(state.troupes[state.actor].performances)
    return Counter(lacking(state.box, card, done))


def nearest(state: State) -> Card:
    """Return the audience in sight that lacks least, the first of several."""
    return min(in_sight(state), key=lambda card: missing(state, card).total())


def _left(seems: bool) -> Collection[Trait]:
    return () if seems else (Trait.LEFT,)


def _way(
    view: View,
    end: End,
    first: Collection[Trait],
    cases: int,
    unseen: float,
    refutes: bool,
    lot: float = 0.0,
) -> Solution:
    """Return the lines of a turn, each with what makes it hard to see.

    Before the first of them, what is `first` is seen, and so many `cases` are gone through. The
    share `unseen` answers right without it, or `lot` of those who mistrust what seems right; it
    `refutes` that, or not.
    """
    told = list(played(view, end.lines, lambda event: event.words == SUPPORT))
    told[:1] = [replace(each, traits={*each.traits, *first}, cases=cases) for each in told[:1]]
    state: State = view.state
    troupe = state.troupes[state.actor]
    return played_way(
        told, len(troupe.dice) + len(troupe.stage) + len(in_sight(state)), unseen, refutes, lot
    )


def played(
    view: View, lines: Sequence[Event], is_lent: Callable[[Event], bool]
) -> Iterator[Played]:
    """Yield lines step by step, each with what makes it hard to see.

    Of each of them in turn it is asked whether something is lent.
    """
    steps = steps_of(lines)
    for number, step in enumerate(steps, start=1):
        traits = {Trait.OPEN}
        if any(event.verb in TURNS for event in step):
            traits.add(Trait.CHANGED)
        if any([is_lent(event) for event in step]):
            traits.add(Trait.LENT)
        if number == len(steps) > 1:
            traits.add(Trait.JOINED)
        words = say("{steps}.", steps=listed(sentence(view, event) for event in step))
        yield Played(words, traits, about=_about(step))


def _about(step: Sequence[Event]) -> Words:
    """Return where to look for a step."""
    *_, last = step
    match last.verb:
        case "performs":
            return say("three dice for a performance")
        case "uses":
            return say("{card} on stage", card=last.words[0])
        case "hires":
            return say("the veterans in the line")
        case _:
            return say("the audiences")


def steps_of(lines: Sequence[Event]) -> Sequence[Sequence[Event]]:
    """Return the lines of a turn as steps, each up to an action, or to the end."""
    steps: list[list[Event]] = [[]]
    for event in lines:
        steps[-1].append(event)
        if event.verb in ACTIONS:
            steps.append([])
    return [step for step in steps if step]


_WORTHS = {
    "audiences": say("audiences"),
    "veterans": say("veterans"),
    "performances": say("performances"),
    "melodies": say("melodies"),
    "dice": say("dice"),
    "hand": say("cards in hand"),
    "trashed": say("basic bards trashed"),
    "actions": say("actions"),
}


def _reckoned(view: View, end: End) -> Iterator[Words]:
    """Yield the steps of a turn, each with what it brings and costs."""
    gains = iter(gained(view.game, view.state, end.lines))  # type: ignore[arg-type]
    for step in steps_of(end.lines):
        changed = Counter[str]()
        for _ in step:
            changed.update(next(gains))
        parts = (
            say("{what} {n}", what=_WORTHS[name], n=figure(n / 100, "+.2f"))
            for name, n in changed.items()
            if n
        )
        yield say(
            "{steps}: {parts}; in all {sum}.",
            steps=listed(sentence(view, event) for event in step),
            parts=listed(parts),
            sum=figure(changed.total() / 100, "+.2f"),
        )


TURNS = ("raises", "lowers")
SUPPORT = ("support",)


def sentence(view: View, event: Event) -> Words:
    """Return a line as people say it."""
    words = view.game.tale.sentence(event, view.setup.players)
    return words or say("{line}", line=write_event(view, event))


def _runner_up(view: View, best: End, found: Sequence[End]) -> Words | None:
    """Return what the best turn is worth, and the next best, which does something else.

    Also the one that seems best, if it is another one. Steps that are those of the best turn are
    named by their number.
    """
    others = [end for end in found if (end.roles, end.won) != (best.roles, best.won)]
    if not others:
        return None
    here = worth(view.state.box, view.state, view.state.actor)
    steps = list(_reckoned(view, best))
    other, seems = best_of(others), seems_best(found)

    def told(end: End) -> Words:
        each = (
            say("Step {n} as above.", n=steps.index(step) + 1) if step in steps else step
            for step in _reckoned(view, end)
        )
        return say("{steps}", steps=listed(each, " "))

    def more(end: End) -> Figure:
        return figure((end.worth - here) / 100, "+.2f")

    words = say("It is worth {best} more than to pass.", best=in_points(more(best)))
    if not seems.lines:
        words = say("{words} No action is worth anything by itself.", words=words)
    elif not _is_same(seems, best):
        words = say(
            "{words} Whoever always does next what is worth most at once comes to {worth}: {steps}",
            words=words,
            worth=more(seems),
            steps=told(seems),
        )
    if other.worth == seems.worth:
        return say("{words} No other turn comes nearer.", words=words)
    if other.lines:
        words = say(
            "{words} The next best turn is worth {worth}: {steps}",
            words=words,
            worth=more(other),
            steps=told(other),
        )
    return words


def _is_same(one: End, other: End) -> bool:
    return (one.roles, one.won) == (other.roles, other.won)


def _not_won(view: View, won: Card) -> Words:
    """Return what each other audience lacks at least, whatever is done in the turn."""
    names = _cards(view).printed
    others = [card for card in in_sight(view.state) if card != won]
    least = least_lacking(view.game, view.state, others)  # type: ignore[arg-type]
    told = []
    for card in others:
        lacks = min((each for (of, _), each in least.items() if of == card), key=len)
        told.append(_lacks(names[card], lacks))
    return say("The others, at best: {audiences}.", audiences=listed(told, "; "))


def _not_fewer(view: View, card: Card, least: int) -> Words:
    """Return how many dice it seems to take, and what is lacking with one die less."""
    found = least_lacking(view.game, view.state, [card])  # type: ignore[arg-type]
    lacks = min((each for (_, dice), each in found.items() if dice < least), key=len)
    words = say(
        "With fewer dice, at best: {audience}.", audience=_lacks(_cards(view).printed[card], lacks)
    )
    seems = reckoned(view.state, card)
    if seems == least:
        return words
    return say(
        "Reckoned with three dice for each performance that is missing, or what a bard on stage "
        "takes for it as the dice lie, it would be {n}. {words}",
        n=seems,
        words=words,
    )


def _lacks(audience: Words, colours: Sequence[str]) -> Words:
    """Return what an audience lacks; if nothing, it lacks the action to win it with."""
    if not colours:
        return say("{card} takes one more action", card=audience)
    return say("{card} lacks {colours}", card=audience, colours=listed(sorted(colours), " "))

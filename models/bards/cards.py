"""The cards: what is printed on bards and audiences, in the rulebook's icons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..naming import Name, Names
from ..words import Words, bare, in_points, listed, printed, say
from .dice import COLOURS, DICE, Colour

Card = str
"""The word for a card in records."""
Pair = str
"""An encore card: the letters of its two colours, as in `BP`."""
ANY = "any"
_COLOURS: Mapping[Colour, Mapping[str, str]] = {
    "B": {"en": "blue", "fr": "bleu"},
    "P": {"en": "purple", "fr": "violet"},
    "R": {"en": "red", "fr": "rouge"},
    "O": {"en": "orange", "fr": "orange"},
}
"""What the colours are called in each language; their letters are the initials."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the dice put on a bard must show: one die, or two.

    `sign` is `>=`, `<=` or `=` with `pips` (for two dice: their sum), or `odd` or `even` for one
    die, or `equal` for two.
    """

    sign: str
    pips: int = 0
    dice: int = 1

    def misses(self, *shown: int) -> int:
        """Return by how many pips the `shown` dice miss the cost, 0 if they meet it."""
        if self.sign == "equal":
            return max(shown) - min(shown)
        total = sum(shown)
        if self.sign in ("odd", "even"):
            return int(total % 2 != (self.sign == "odd"))
        short, over = max(0, self.pips - total), max(0, total - self.pips)
        return {">=": short, "<=": over, "=": short + over}[self.sign]

    def __str__(self) -> str:
        asked = f"{self.sign}{self.pips or ''}"
        return f"two {asked}" if self.dice == 2 else asked


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon of an ability, or one lasting power; `colour` is a letter, `any` or empty."""

    kind: str
    colour: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.colour}".strip()


ICONS = {
    "die": "colour or any",
    "melody": "",
    "performance": "colour",
    "discard": "",
    "explore": "",
    "steal": "",
    "gather": "",
    "draw": "",
    "support": "",
    "reroll": "",
    "turn": "",
    "trash": "",
}
"""The icons of abilities, each with the colour it takes."""
PRICES = {"melody": "", "performance": "colour"}
"""What using a bard can cost beside dice."""
GAINS = {"die": "colour or any", "melody": "", "performance": "colour"}
"""What winning an audience can bring at once."""
SUPPORTS = {"blend": "", "circle": "", "lenient": "", "swing": "", "scout": "", "echo": "colour"}
"""The support abilities of bards turned to the side."""
POWERS = {
    **SUPPORTS,
    "die": "colour or any",
    "melody": "",
    "action": "",
    "guard": "",
    "applause": "",
}
"""The permanent abilities of audiences."""


def _colour(colour: str) -> Words | str:
    """Return a colour as people read it: its letter, or "any colour"."""
    return say("any colour") if colour == ANY else colour


def about_power(power: Icon) -> Words:
    """Return what a permanent or support ability does, in one sentence."""
    return {
        "blend": say("a performance may have any colour among its three dice"),
        "circle": say("1 follows 6 in a performance"),
        "lenient": say("a die may miss a cost by one"),
        "swing": say("a melody may change a die by two"),
        "scout": say("the newest bard in town is hired with two dice"),
        "echo": say("a performance of {colour} made of dice gives a melody", colour=power.colour),
        "die": say("a die ({colour}) when going on stage", colour=_colour(power.colour)),
        "melody": say("a melody when going on stage"),
        "action": say("one more action in the first turn of each round"),
        "guard": say("nobody steals these dice"),
        "applause": say("one more die in the encore"),
    }[power.kind]


def about_icon(icon: Icon) -> Words:
    """Return what an icon of an ability does, in a few words."""
    return {
        "die": say("gain a die ({colour})", colour=_colour(icon.colour)),
        "melody": say("gain a melody"),
        "performance": say("gain a performance ({colour})", colour=icon.colour),
        "discard": say("discard a die"),
        "explore": say("explore"),
        "steal": say("steal"),
        "gather": say("gather"),
        "draw": say("draw two, discard one"),
        "support": say("support"),
        "reroll": say("reroll a die"),
        "turn": say("turn a die by one"),
        "trash": say("trash a card of the hand"),
    }[icon.kind]


def about_price(price: Icon) -> Words:
    """Return what using a bard costs beside dice, in a few words."""
    return {
        "melody": say("pay a melody"),
        "performance": say("pay a performance ({colour})", colour=price.colour),
    }[price.kind]


def about_cost(cost: Cost) -> Words:
    """Return what the dice on a bard must show, in a few words."""
    sign = {">=": "≥", "<=": "≤"}.get(cost.sign, cost.sign)
    asked = {
        "odd": say("odd"),
        "even": say("even"),
        "equal": say("equal"),
    }.get(cost.sign, say("{sign}{pips}", sign=sign, pips=cost.pips))
    return say("two dice {asked}", asked=asked) if cost.dice == 2 else asked


@dataclass(frozen=True)
class Bard:
    """A card of a deck: a basic bard, leader, roadie, wanted poster or veteran.

    Using it costs the dice of `cost` and what it `pays`; turned to the side it gives all its
    `supports`.
    """

    id: Card
    kind: str
    names: Mapping[str, str]
    copies: int
    colour: str = ""
    cost: Cost | None = None
    icons: tuple[Icon, ...] = ()
    supports: tuple[Icon, ...] = ()
    points: int = 0
    pays: tuple[Icon, ...] = ()

    @property
    def die(self) -> str:
        """The die it brings on stage: a colour, `any`, or none. BB-2"""
        return {"roadie": ANY, "poster": ""}.get(self.kind, self.colour)

    @cached_property
    def about(self) -> Words:
        """What it costs, does and supports, in a few words."""
        if self.cost is None:
            return say("copies the newest bard in town")
        cost = listed([about_cost(self.cost), *map(about_price, self.pays)])
        icons = listed(map(about_icon, self.icons), " → ")
        told = say("{cost}: {icons}", cost=cost, icons=icons)
        if not self.supports:
            return told
        return say("{told} ({power})", told=told, power=listed(map(about_power, self.supports)))


@dataclass(frozen=True)
class Audience:
    """An audience: the performances it asks for (`any` is a blank icon), and its rewards.

    Its `powers` last for the rest of the game; its `gains` come once, when it is won.
    """

    id: Card
    names: Mapping[str, str]
    asks: tuple[str, ...]
    points: int
    powers: tuple[Icon, ...] = ()
    gains: tuple[Icon, ...] = ()

    @property
    def blanks(self) -> int:
        """How many performances of any colour it asks for."""
        return self.asks.count(ANY)

    def asked(self, colour: Colour) -> int:
        """Return how many performances of `colour` it asks for."""
        return self.asks.count(colour)

    @cached_property
    def about(self) -> Words:
        """What it is worth and what it gives, in a few words."""
        told = in_points(self.points)
        if self.gains:
            gains = listed(map(about_icon, self.gains))
            told = say("{told}; when won: {gains}", told=told, gains=gains)
        if not self.powers:
            return told
        return say("{told}; {power}", told=told, power=listed(map(about_power, self.powers)))


@dataclass(frozen=True)
class CardSet:
    """All cards of a box; `digest` is a hash of the file's content."""

    name: str
    titles: Mapping[str, str]
    bards: Mapping[Card, Bard]
    audiences: Mapping[Card, Audience]
    encores: tuple[Pair, ...]
    digest: str = ""

    @property
    def tag(self) -> str:
        """The value of a record's `Cards` tag: the name and the digest."""
        return f"{self.name} {self.digest}"

    def of_kind(self, kind: str) -> tuple[Bard, ...]:
        """Return the bards of one kind, in the order of the file."""
        return tuple(bard for bard in self.bards.values() if bard.kind == kind)

    def points(self, cards: Iterable[Card]) -> int:
        """Return the points that are printed on bards and audiences."""
        return sum((self.audiences.get(card) or self.bards[card]).points for card in cards)

    @cached_property
    def printed(self) -> Mapping[Card, Words]:
        """The names that the rulebook prints on bards and audiences."""
        cards: tuple[Bard | Audience, ...] = (*self.bards.values(), *self.audiences.values())
        return {card.id: say("{word}", word=printed(card.names)) for card in cards}

    @cached_property
    def texts(self) -> Mapping[Card, Words]:
        """What bards cost and do, and what audiences give."""
        bards = {bard.id: bard.about for bard in self.bards.values()}
        return bards | {each.id: each.about for each in self.audiences.values()}

    @cached_property
    def called(self) -> Mapping[str, Words]:
        """What words of moves are called: cards with what they do, dice, colours."""
        cards = {
            card: say("{card}: {about}", card=card, about=about)
            for card, about in self.texts.items()
        }
        dice = {word: say("{name}", name=self.names[word].name) for word in (*DICE, *COLOURS)}
        return {**cards, **dice}

    @cached_property
    def names(self) -> Names:
        """What words of moves are called: cards, encore cards, dice, colours."""
        cards: tuple[Bard | Audience, ...] = (*self.bards.values(), *self.audiences.values())
        signs = {card.id: {code: sign_of(card.id, name) for code, name in card.names.items()}
                 for card in cards}  # fmt: skip
        seen = Counter((code, bare(text)) for own in signs.values() for code, text in own.items())
        coloured = {word: _coloured(word) for word in (*COLOURS, *DICE, *self.encores)}

        def shown(card: Bard | Audience) -> Mapping[str, str]:
            return {"en": card.id} | {
                code: sign if seen[code, bare(sign)] == 1 else card.id
                for code, sign in signs[card.id].items()
                if code != "en"
            }

        return coloured | {card.id: Name(shown(card), card.names) for card in cards}

    @cached_property
    def posters(self) -> frozenset[Card]:
        """The wanted posters."""
        return frozenset(bard.id for bard in self.of_kind("poster"))

    @cached_property
    def starting(self) -> tuple[Card, ...]:
        """The cards with which every deck starts, without the leader. BB-1"""
        decks = sum(bard.copies for bard in self.of_kind("leader"))
        kinds = ("basic", "roadie", "poster")
        return tuple(
            sorted(
                bard.id
                for bard in self.bards.values()
                if bard.kind in kinds
                for _ in range(bard.copies // decks)
            )
        )

    def copies(self, kind: str) -> tuple[Card, ...]:
        """Return every card of a kind, once for each copy, in canonical order."""
        return tuple(sorted(bard.id for bard in self.of_kind(kind) for _ in range(bard.copies)))


_ARTICLE = re.compile(r"(les?|la|l[’']|the)(\s+|(?<=[’']))(?=\S)", re.IGNORECASE)


def sign_of(word: Card, name: str) -> str:
    """Return how lines show a card: the word of its printed `name` that stands in records.

    If none does, the name without its article.
    """
    own = (each for each in re.findall(r"[\w-]+", name) if bare(each) == bare(word))
    return next(own, without_article(name))


def without_article(name: str) -> str:
    """Return the printed name of a card without the article at its beginning."""
    found = _ARTICLE.match(name)
    return name[found.end() :] if found else name


def _coloured(word: str) -> Name:
    """Return what a colour, a die or a pair of colours is called."""
    signs, names = dict[str, str](), dict[str, str]()
    for code in ("en", "fr"):
        told = [_COLOURS[each][code] if each in _COLOURS else each for each in word]
        signs[code], names[code] = "".join(each[0].upper() for each in told), " ".join(told)
    return Name(signs, names)


def pair(colours: tuple[Colour, ...]) -> Pair:
    """Return the word for an encore card of two colours."""
    return "".join(colour for colour in COLOURS if colour in colours)

"""Positions in the middle of a show, at random."""

from __future__ import annotations

from random import Random

from aparte.models.bag import Bag
from aparte.models.bards import GAME, Bards, State
from aparte.models.bards.dice import COLOURS
from tests.bards_tables import show

CHANCY = {"steal", "gather", "explore", "draw"}


def position(
    rng: Random,
    dice: int,
    cards: int = 4,
    melodies: int = 3,
    chancy: bool = True,
    game: Bards = GAME,
    hand: tuple[str, ...] = ("Poster", "Poster", "Roadie", ""),
) -> State:
    """Ana's turn with so many dice; `chancy` false leaves out bards that draw, look or steal."""
    printed = game.box.cards
    able = [bard for bard in printed.bards.values() if bard.kind != "poster"]
    bards = [b.id for b in able if chancy or not CHANCY & {i.kind for i in b.icons}]
    stage = rng.sample(bards, cards)
    rest = [card for card in ("Dancer", "Singer", "Musician", "Illusionist") if card not in stage]
    veterans = [b.id for b in printed.of_kind("veteran") if b.id not in stage]
    line = tuple(rng.sample(veterans, 4))
    audiences = rng.sample(sorted(printed.audiences), 5)
    won = [audiences.pop()] if rng.random() < 0.5 else []
    troupe = {
        "stage": " ".join(stage),
        "hand": rng.choice(hand),
        "deck": " ".join(rest),
        "dice": " ".join(f"{rng.choice(COLOURS)}{rng.randint(1, 6)}" for _ in range(dice)),
        "performances": " ".join(rng.choice(COLOURS) for _ in range(rng.randint(0, 4))),
        "melodies": rng.randint(0, melodies),
        "audiences": " ".join(won),
    }
    other = {"dice": "B3 O4"}
    top = audiences.pop()
    return show(
        troupe,
        other,
        game=game,
        line=line,
        audiences=tuple(sorted(audiences)),
        top_audience=top,
        veterans=Bag(tuple(sorted({*veterans} - {*line}))),
        audience_deck=Bag(tuple(sorted({*printed.audiences} - {*audiences, top, *won}))),
    )

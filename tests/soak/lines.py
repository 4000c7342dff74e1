"""Lines as somebody may type them: moves, near moves, words of the notation in any order, noise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from aparte.models.core import View, turn
from aparte.models.record import next_words, write_event

QUESTIONS = ("board", "lines", "moves", "help", "undo", "rules", "?", "1", "2")
NOISE = (
    "zz",
    "zz plays G2",
    "?",
    "????",
    "= 3",
    "0",
    "99999",
    "-1",
    "é",
    "nobody",
    "deal Ana ?",
    "result won",
    "# a note",
    "\t x",
    "a" * 200,
)


def typed_lines(view: View, rng: Random, n: int) -> list[str]:
    """Return `n` lines to type before `view`; none leaves the session, none is empty or a name.

    They depend on what the view shows only.
    """
    names = {player.casefold() for player in view.setup.players}
    kinds = _kinds(view, rng)
    lines: list[str] = []
    while len(lines) < n:
        line = " ".join(next(rng.choice(kinds)).split(" "))
        word = line.split(" ")[0].casefold()
        if line.strip() and line.casefold() not in names and word not in ("quit", "quitter"):
            lines.append(line)
    return lines


def _kinds(view: View, rng: Random) -> Sequence[Iterator[str]]:
    coming = turn(view)
    moves = [write_event(view, event) for event in coming] if isinstance(coming, tuple) else []
    words = sorted(view.game.notation.words)
    words += view.setup.players
    kinds = [_grammatical(view, rng), _thrown(view, rng, words), _noise(rng)]
    if moves:
        kinds += [_changed(view, rng, moves, words)] * 2 + [_cut(rng, moves)]
    return kinds


def _grammatical(view: View, rng: Random) -> Iterator[str]:
    """Yield lines that the notation allows, whole or broken off, with and without their actor."""
    while True:
        line = rng.choice(view.setup.players) if rng.random() < 0.8 else ""
        for _ in range(6):
            following = next_words(view, line)
            if not following or (rng.random() < 0.1 and " " in line):
                break
            line = f"{line} {rng.choice(following)}".lstrip()
        yield _maybe_unsigned(view, rng, line)


def _thrown(view: View, rng: Random, words: Sequence[str]) -> Iterator[str]:
    """Yield a player, a verb, and any words behind."""
    while True:
        head = [rng.choice(view.setup.players), rng.choice(tuple(view.notation.verbs))]
        yield " ".join(head[rng.randrange(2) :] + rng.choices(words, k=rng.randrange(4)))


def _changed(view: View, rng: Random, moves: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Yield moves that can be made, with one word that is another one, or as they are."""
    while True:
        line = rng.choice(moves).split(" ")
        if rng.random() < 0.8:
            line[rng.randrange(len(line))] = rng.choice(words)
        yield _maybe_unsigned(view, rng, " ".join(line))


def _cut(rng: Random, moves: Sequence[str]) -> Iterator[str]:
    """Yield moves in few keys: words cut or left out, some without a space between them."""
    while True:
        words = [word[: rng.choice((1, 3, 9))] for word in rng.choice(moves).split(" ")]
        words = [word for word in words if rng.random() < 0.8]
        yield "".join(word + " " * (rng.random() < 0.8) for word in words).casefold()


def _noise(rng: Random) -> Iterator[str]:
    while True:
        yield rng.choice((*NOISE, *QUESTIONS))


def _maybe_unsigned(view: View, rng: Random, line: str) -> str:
    head, _, rest = line.partition(" ")
    return rest if head in view.setup.players and rest and rng.random() < 0.4 else line

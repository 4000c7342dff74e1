"""Inputs of every kind, most of them wrong: texts that were good once, and what nobody types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from aparte.cli.main import COMMANDS, _loaded
from aparte.cli.settings import FIELD, SettingOption
from aparte.models.games import game_named, names
from tests.tables import POSITION

ROOT = Path(__file__).parents[2]
WORKSHOP = ROOT / "models" / "bards" / "workshop.toml"
SMALL = ("adresses-jaunes-3p-ana", "adresses-jaunes-4p-bo")
"""Examples that every command answers quickly."""
STEERING = ("\x1b[31m", "\x9b", "\x07", "\0", "\x7f", "\r", "\x85", "\u202e", "\u2028", "\u2066")
NONSENSE = (
    *STEERING,
    *("", " ", "\t", "\n", "#", "?", "????", "=", "/", "[", "]", '"', "'", ".", ",", ":", "+", "-"),
    *("0", "-1", "1", "9" * 23, "9" * 5_000, "1e999", "nan", "²", "٣", "１", "0x1", "01"),
    *(
        "é",
        "ß",
        "İ",
        "ﬁ",
        "♠",
        "日本",
        "e\u0301",
        "👩\u200d🚀",
        "\ufeff",
        "\udce9",
        "nobody",
        "table",
    ),
    *("x" * 300, "? " * 200, " " * 3_000, "a." * 3_000, "[" * 3_000, "{" * 200, "((" * 500),
)


@dataclass(frozen=True)
class Input:
    """What is given to the program: its arguments, the lines typed, and a file that they name."""

    arguments: tuple[str, ...] = ()
    typed: str = ""
    data: bytes = b""

    def __str__(self) -> str:
        parts = {"arguments": self.arguments, "typed": self.typed, "file": self.data}
        told = " ".join(f"{name}={part!r}" for name, part in parts.items() if part)
        return told if len(told) <= 2_000 else f"{told[:1_000]} … {told[-1_000:]}"


FILE = "{file}"
"""Stands in the arguments for the name of the input's file."""


def record(rng: Random) -> Input:
    """Return a record, most often damaged."""
    return Input(data=_damaged_text(rng, _begun(rng, rng.choice(_records())), _vocabulary()))


def position(rng: Random) -> Input:
    """Return a record that begins with the board, most often damaged."""
    return Input(data=_damaged_text(rng, rng.choice(_positions()), _vocabulary()))


def cards(rng: Random) -> Input:
    """Return a card file, most often damaged."""
    return Input(data=_damaged_text(rng, WORKSHOP.read_text("utf-8"), _card_words()))


def command(rng: Random) -> Input:
    """Return a command line: a command there is, with any of its parameters, or nearly."""
    name = rng.choice(_QUICK)
    words, parameters = rng.choice(_command(name))
    arguments = [*rng.choice(((), (), (), ("--lang", "fr"), ("--plain",))), *words]
    for parameter in parameters:
        if parameter.name in _BOUNDED or rng.random() < (0.9 if parameter.required else 0.25):
            arguments += _said(rng, parameter)
    while rng.random() < 0.15:
        arguments.insert(rng.randint(0, len(arguments)), rng.choice(NONSENSE))
    data = _small_file(rng) if FILE in arguments else b""
    # The shell cannot pass a NUL, and these two wait for nobody or write to the user's home.
    cut = [each.replace("\0", "") for each in arguments if "completion" not in each]
    return Input(tuple(cut), "quit\n" * 5, data)


def session(rng: Random) -> Input:
    """Return a session: lines typed at `play` or `table`, some of them possible."""
    game = rng.choice(tuple(names()))
    players = ["Ana", "Bo", "Cy", "Dai"][: rng.choice((3, 3, 4))]
    arguments = [rng.choice(("play", "table")), game, "--players", ",".join(players)]
    if arguments[0] == "play":
        arguments += ["--seed", str(rng.randrange(100))]
        if rng.random() < 0.3:
            arguments += ["--bots", "Bo=random"]
    elif rng.random() < 0.5:
        arguments += ["--seat", rng.choice(players)]
    lines = [_typed(rng, game, players) for _ in range(rng.choice((1, 3, 10, 30)))]
    ends = rng.choice(("quit\n", "quit\n", "\n", ""))
    return Input(tuple(arguments), "\n".join(lines) + "\n" + ends)


MADE: Mapping[str, Callable[[Random], Input]] = {
    "records": record,
    "positions": position,
    "cards": cards,
    "commands": command,
    "sessions": session,
}


# texts


def _begun(rng: Random, text: str) -> str:
    """Return the begin of a text, a short one more often than a long one."""
    rows = text.splitlines(keepends=True)
    return "".join(rows[: 4 + int(len(rows) * rng.random() ** 3)])


def _damaged_text(rng: Random, text: str, words: Sequence[str]) -> bytes:
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 8))):
        text = rng.choice(_DAMAGES)(rng, text, words)
    data = text.encode("utf-8", "surrogatepass")
    if data and rng.random() < 0.1:
        at = rng.randrange(len(data))
        data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    return data


def _at_rows(change: Callable[[Random, list[str]], None]) -> Callable[..., str]:
    def changed(rng: Random, text: str, _: Sequence[str]) -> str:
        rows = text.split("\n")
        change(rng, rows)
        return "\n".join(rows)

    return changed


def _swap(rng: Random, rows: list[str]) -> None:
    a, b = rng.randrange(len(rows)), rng.randrange(len(rows))
    rows[a], rows[b] = rows[b], rows[a]


def _drop(rng: Random, rows: list[str]) -> None:
    del rows[rng.randrange(len(rows))]


def _double(rng: Random, rows: list[str]) -> None:
    rows.insert(rng.randrange(len(rows) + 1), rng.choice(rows))


def _repeat(rng: Random, rows: list[str]) -> None:
    at, times = rng.randrange(len(rows)), rng.choice((5, 100, 25_000))
    rows[at:at] = [rows[at]] * min(times, 1_200_000 // (len(rows[at]) + 1))


def _word(rng: Random, text: str, words: Sequence[str]) -> str:
    rows = text.split("\n")
    at = rng.randrange(len(rows))
    there = rows[at].split(" ")
    word = rng.choice(words) if rng.random() < 0.8 else rng.choice(NONSENSE)
    there[rng.randrange(len(there))] = word
    if rng.random() < 0.3:
        there.insert(rng.randrange(len(there) + 1), rng.choice(words))
    rows[at] = " ".join(there)
    return "\n".join(rows)


def _insert(rng: Random, text: str, _: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    times = rng.choice((1, 1, 1, 2, 50, 2_000))
    junk = rng.choice(NONSENSE)
    return text[:at] + junk * min(times, 20_000 // (len(junk) + 1) + 1) + text[at:]


def _cut(rng: Random, text: str, _: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + text[at + rng.choice((1, 3, 40)) :]


def _letter(rng: Random, text: str, _: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + chr(rng.choice((rng.randrange(256), rng.randrange(0x3000)))) + text[at + 1 :]


_DAMAGES: tuple[Callable[[Random, str, Sequence[str]], str], ...] = (
    *(_word, _word, _word, _word, _insert, _cut, _letter),
    *map(_at_rows, (_swap, _drop, _double, _swap, _drop, _double, _repeat)),
)


@cache
def _records() -> tuple[str, ...]:
    folders = (ROOT / "tests" / "golden", ROOT / "tests" / "examples")
    return tuple(each.read_text("utf-8") for folder in folders for each in folder.glob("*.rec"))


@cache
def _positions() -> tuple[str, ...]:
    puzzles = sorted((ROOT / "puzzles").glob("*/*.rec"))
    texts = [each.read_text("utf-8") for each in puzzles]
    return (
        f"{POSITION}Bo pawn 3T = Cy\n",
        *(text for text in texts if '[From "position"]' in text),
    )


@cache
def _vocabulary() -> tuple[str, ...]:
    """The words of all records, and of the notations."""
    words = {word for text in _records() for word in text.split()}
    for name in names():
        game = game_named(name)
        words |= {
            *game.notation.verbs,
            *game.notation.words,
        }
    return tuple(sorted(words))


@cache
def _card_words() -> tuple[str, ...]:
    return tuple(sorted(set(WORKSHOP.read_text("utf-8").split())))


# command lines

_QUICK = tuple(name for name in COMMANDS if name not in ("resume",))
_LONG = ("new",)
"""Commands below others that search for seconds, as they should."""
_BOUNDED = frozenset(["time", "games"])
"""Parameters that are always given: without them a good run takes long."""
_COSTLY = _BOUNDED | {"workers", "scheduler", "iterations"}
"""Parameters that are never given a value with which it does."""


@cache
def _command(name: str) -> tuple[tuple[tuple[str, ...], tuple[Any, ...]], ...]:
    """Return the words and the parameters of a command, or of each of its own commands."""
    found = _loaded(name, COMMANDS[name])
    below = getattr(found, "commands", None)
    if not below:
        return (((name,), (*found.params, *_of_settings(found))),)
    return tuple(
        ((name, each), tuple(sub.params)) for each, sub in below.items() if each not in _LONG
    )


def _of_settings(command: Any) -> list[SettingOption]:
    """Return options of settings, most of other games than the one that is named."""
    if all(each.name != FIELD for each in command.params):
        return []
    settings = (each for name in names() for each in game_named(name).settings)
    return [SettingOption(each) for each in settings if each.name in _VALUES]


def _said(rng: Random, parameter: Any) -> list[str]:
    """Return `parameter` as a command line says it, its value most often a good one."""
    option = [rng.choice(parameter.opts)] if parameter.opts[0].startswith("-") else []
    if getattr(parameter, "is_flag", False):
        return option
    good = _VALUES.get(parameter.name, ("1", "Ana", "x"))
    said = rng.choice(good) if rng.random() < 0.8 else rng.choice(NONSENSE)
    if parameter.name in _COSTLY and said not in good:
        said = rng.choice(("", "0", "-1", "x", "\x1b[31m"))
    return [*option, said]


_VALUES: Mapping[str, Sequence[str]] = {
    "file": (FILE, FILE, FILE, FILE, "/", "no-such-file", "/dev/null"),
    "game": tuple(names()),
    "fact": ("Bo 5T", "not Ana 5T", "nobody 9P", "Bo 9P", "not", "Bo Bo", "5T"),
    "drawn": ("Bo 5T", "not Ana 5T", "nobody 9P"),
    "seat": ("Ana", "Bo", "table", "ana", "Zoe"),
    "as": ("Ana", "Bo", "table"),
    "level": ("nudge", "where", "why", "answer"),
    "turn": ("0", "1", "5", "99"),
    "players": ("Ana,Bo,Cy", "Ana,Bo", "Ana,Bo,Cy,Dai", "Ana,Ana", "A b,C d,E f", ",,"),
    "bots_named": (
        "Bo=random",
        "Ana=random,Bo=random,Cy=random",
        "Bo=",
        "=",
        "Bo=random,Bo=random",
    ),
    "settings": (
        "Convention=1",
        "Edition=fr",
        "Teams=Ana+Cy Bo+Dai",
        "Title=x",
        "=",
        "Support=turn",
    ),
    "Edition": ("en", "fr"),
    "seats": ("random,random,random", "random", "random,random"),
    "games": ("1",),
    "seed": ("1", "-1", "18446744073709551616"),
    "time": ("0.01",),
    "iterations": ("1",),
    "workers": ("0", "x"),
    "scheduler": ("",),
    "strength": ("0", "0.5", "1"),
    "ruling": ("AJ-5", "on-9", "BB-1"),
    "id": ("1", "2", "99"),
    "lang": ("en", "fr"),
    "Cards": (FILE, str(WORKSHOP)),
    "begun": (FILE,),
    "name": ("02-nathan-road", "1", "3", "lanterns"),
}


def _small_file(rng: Random) -> bytes:
    """Return a record that every command answers quickly, a damaged one, or cards."""
    kind = rng.random()
    if kind < 0.2:
        return cards(rng).data if kind < 0.1 else WORKSHOP.read_bytes()
    text = (ROOT / "tests" / "examples" / f"{rng.choice(SMALL)}.rec").read_text("utf-8")
    return text.encode() if kind < 0.6 else _damaged_text(rng, text, _vocabulary())


# lines typed

_ASKED = ("help", "moves", "board", "lines", "undo", "undo 1", "undo 3", "undo 99", "rules", "who")


def _typed(rng: Random, game: str, players: Sequence[str]) -> str:
    kind = rng.random()
    if kind < 0.35:
        return str(rng.randrange(12))
    if kind < 0.45:
        return rng.choice(_ASKED)
    if kind < 0.6:
        return rng.choice(NONSENSE)
    words = [rng.choice(_game_words(game)) for _ in range(rng.choice((1, 2, 3, 5)))]
    if rng.random() < 0.3:
        words = [word for word in words if word not in game_named(game).notation.verbs] or words
    if rng.random() < 0.3:
        words.append(rng.choice(("!", "?", "= ?", f"= {rng.choice(players)}", "= 1 !")))
    if rng.random() < 0.5:
        words.insert(0, rng.choice(players))
    if rng.random() < 0.2:
        words.insert(rng.randint(0, len(words)), rng.choice(NONSENSE))
    return " ".join(words)


@cache
def _game_words(game: str) -> tuple[str, ...]:
    notation = game_named(game).notation
    tokens = sorted(notation.words)
    verbs = (name for name in notation.verbs for _ in range(4))
    return (*verbs, *tokens, "=", "?", "/", "nobody")


def good(kind: str) -> tuple[Input, ...]:
    """Return inputs of `kind` that nothing is wrong with: what they take is what is needed."""
    example = (ROOT / "tests" / "examples" / f"{SMALL[0]}.rec").read_bytes()
    match kind:
        case "records":
            return tuple(Input(data=text.encode()) for text in _records())
        case "positions":
            return tuple(Input(data=text.encode()) for text in _positions())
        case "cards":
            return (Input(data=WORKSHOP.read_bytes()),)
        case "commands":
            asked = [(name, FILE) for name in ("check", "solve", "hint", "replay", "import")]
            more = [("explain", FILE, "Bo 5T"), ("best", FILE, "--time", "0.01")]
            bots = "random,random,random"
            played = [("simulate", game, "--seats", bots, "--games", "1") for game in names()]
            return tuple(Input(each, data=example) for each in (*asked, *more, *played))
        case _:
            arguments = ("play", "--players", "Ana,Bo,Cy", "--seed", "1")
            lines = "board\nlines\nhelp\nquit\n"
            return tuple(Input((*arguments[:1], game, *arguments[1:]), lines) for game in names())

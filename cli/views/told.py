"""News, accounts and endings of games, as a terminal shows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ...models.core import Line, Record
from ...models.tale import Account, SideScore
from ...models.words import Words, capital, listed, say
from ...sessions.calls import Called
from ...sessions.news import Ending, Passage, Told, sentence
from ...sessions.outline import told_result
from ..console import console, plain, print_words, wrapped
from ..language import tell
from .names import called

SHADES = "█▓▒░"
"""The shades of the rounds in a chart, in turn; the numbers stand beside it."""
CALL = "    -> "
"""What stands before a call."""
NO_SCORES = say("There are no scores yet.")
NAME = 24
"""The width of one or two names in a table of scores, in columns."""


def print_news(record: Record, passages: Sequence[Passage]) -> None:
    """Print what happened, a paragraph for each part of the game."""
    from rich.text import Text

    for passage in passages:
        text = " ".join(_sentences(record, passage.lines))
        if not text:
            continue
        head = "" if passage.part is None else tell(say("{part}: ", part=passage.part))
        console().print(Text(head, style="bold").append(text, style="not bold"))


def print_sentences(record: Record, numbers: Collection[int]) -> None:
    """Print the lines of `record` that have these numbers, each as a sentence."""
    print_told(record, (line for line in record.lines if line.number in numbers))


def print_told(record: Record, lines: Iterable[Line]) -> None:
    """Print lines as sentences, each after its number; `record` need not have them any more."""
    for line in lines:
        if line.event is not None:
            told = tell(say("{told}.", told=sentence(record, line.event)))
            _print_behind(f"{line.number:>5}  ", f"{told}{line.note}")


def print_followed(
    record: Record,
    passages: Sequence[Passage],
    numbers: Collection[int],
    calls: Sequence[Called] = (),
) -> None:
    """Print the lines with these numbers as sentences, each with what followed from it.

    What is among `calls` is left out: it is printed as a call.
    """
    told = {line.number: line for passage in passages for line in passage.lines}
    called = [each.told for each in calls]
    for number in numbers:
        line = told.get(number)
        if line is None or line.said:
            print_sentences(record, [number])
        followed = [words for words in line.followed if words not in called] if line else []
        if followed:
            _print_behind(" " * 7, " ".join(map(tell, followed)))


def print_calls(calls: Iterable[Called]) -> None:
    """Print what hands have to do, a paragraph for each call."""
    for each in calls:
        _print_behind(CALL, capital(tell(each.told)), style="bold")


def _print_behind(head: str, text: str, style: str = "") -> None:
    """Print a text after its `head`; its further rows are indented by the width of the head."""
    screen = console()
    room = max(screen.width - len(head), len(head))
    rows = [text] if plain() else wrapped(text, room)
    screen.print(head + ("\n" + " " * len(head)).join(rows), style=style or None)


def _sentences(record: Record, lines: Sequence[Told]) -> Iterator[str]:
    for line in lines:
        if line.said:
            yield tell(say("{told}.", told=sentence(record, line.event)))
        yield from map(tell, line.followed)


def print_account(account: Account) -> None:
    """Print everybody's points: of this round, in all, and their sources.

    In plain form there is one line for each player.
    """
    if not any({*share.rounds[-1:], share.total} - {None} for share in account.shares):
        print_words(NO_SCORES)
        return
    head = _heading(account)
    if plain():
        print_words(head)
        for share in account.shares:
            print_words(_told_share(share))
    else:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        console().print(Text(tell(head), style="bold"))
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column("")
        kinds = {
            say("this round"): [n for share in account.shares for n in share.rounds[-1:]],
            say("in all"): [share.total for share in account.shares],
        }
        columns = {words: numbers for words, numbers in kinds.items() if set(numbers) - {None}}
        for words in columns:
            table.add_column(tell(words), justify="right")
        if any(share.brought for share in account.shares):
            table.add_column(tell(say("from")))
        for at, share in enumerate(account.shares):
            numbers = [_number(numbers[at]) for numbers in columns.values()]
            brought = ", ".join(map(tell, share.brought))
            name = Text(_name(share), style="bold" if len(share.players) > 1 else "")
            table.add_row(name, *numbers, brought)
        console().print(table)
    for words in account.told:
        print_words(words)


def _heading(account: Account) -> Words:
    if not account.rounds:
        return say("Scores ({unit}):", unit=account.unit)
    if account.open:
        return say(
            "{round} so far ({unit}):", round=_capital(account.rounds[-1]), unit=account.unit
        )
    return say("{round} is over ({unit}):", round=_capital(account.rounds[-1]), unit=account.unit)


def _capital(words: Words) -> str:
    text = tell(words)
    return text[:1].upper() + text[1:]


def _name(share: SideScore) -> str:
    room = NAME if len(share.players) == 1 else (NAME - 3) // len(share.players)
    return " + ".join(called(player, room) for player in share.players)


def _number(n: int | None) -> str:
    return "–" if n is None else str(n)


def _told_share(share: SideScore) -> Words:
    told = say("{players}: {total}", players=_name(share), total=_number(share.total))
    if share.rounds:
        told = say("{told}, {n} in this round", told=told, n=_number(share.rounds[-1]))
    if share.brought:
        told = say("{told}, from {what}", told=told, what=listed(share.brought))
    return say("{told}.", told=told)


def print_ending(record: Record, ending: Ending) -> None:
    """Print the last page: who has won, how a tie was settled, all rounds as a small chart."""
    winners, outcome = ending.outcome.winners, ending.outcome
    if outcome.together:
        print_words(say("The game is over: {result}.", result=told_result(outcome.words)))
    elif winners:
        print_words(
            say("The game is over, won by {players}.", players=listed(map(called, winners)))
        )
    else:
        print_words(say("The game is over, and nobody has won."))
    if ending.settled is not None:
        print_words(ending.settled)
    if ending.account is not None:
        _print_chart(ending.account)
        for words in ending.account.told:
            print_words(words)


def _print_chart(account: Account) -> None:
    """Print everybody's total, and a bar with a shade for each round."""
    print_words(say("Scores by round ({unit}):", unit=account.unit))
    if plain() or not account.rounds:
        for share in account.shares:
            rounds = listed((_number(n) for n in share.rounds), " + ") if share.rounds else ""
            told = say("{players}: {total}", players=_name(share), total=_number(share.total))
            print_words(say("{told} = {rounds}", told=told, rounds=rounds) if rounds else told)
        return
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column()
    sums = [" + ".join(map(_number, share.rounds)) for share in account.shares]
    widest = max(map(len, sums))
    beside = console().width - NAME - 12 >= widest + 16
    if beside:
        grid.add_column(no_wrap=True)
    room = max(console().width - NAME - 12 - (widest if beside else 0), 10)
    most = max((_length(share) for share in account.shares), default=0)
    for share, added in zip(account.shares, sums, strict=True):
        bar = _bar(share, min(1.0, room / most) if most else 1.0)
        grid.add_row(_name(share), _number(share.total), *([added] if beside else []), Text(bar))
    console().print(grid)


def _length(share: SideScore) -> int:
    return sum(max(n or 0, 0) for n in share.rounds)


def _bar(share: SideScore, scale: float) -> str:
    """Return a bar with a part for each round; rounds with negative points have none."""
    bar, done = "", 0
    for at, n in enumerate(share.rounds):
        done += max(n or 0, 0)
        bar += SHADES[at % len(SHADES)] * (round(done * scale) - len(bar))
    return bar

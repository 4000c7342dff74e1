"""An evening with real pieces: a hosted game, and the people who tell of what truly lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from aparte.contract.twins import twins
from aparte.models.core import HANDS, TABLE, Event, Record, view
from aparte.models.record import blank, write_event
from aparte.sessions.answers import Accepted, Answer, Asks, Deferred, Refused
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from aparte.sessions.pieces import Question
from aparte.sessions.play import Wanted
from aparte.sessions.real_pieces import RealPieces
from tests.tables import random_game

PLAYERS = ("Ana", "Bo", "Cy")


@dataclass
class Evening:
    """Real pieces that lie as in the whole record `truth`, and the people who tell of them."""

    host: Hosting
    truth: Record
    rng: Random

    @classmethod
    def of(cls, host: Hosting, seed: int = 1) -> Evening:
        """Return the evening of a new game, as truly dealt and played by this seed."""
        players = len(host.players)
        return cls(host, random_game(host.record.game.name, players, seed), Random(seed))

    # what truly happens

    def ahead(self, verb: str = "") -> list[Event]:
        """Return what truly happens from now on, or only what has a verb."""
        known = sum(1 for _ in self.host.record.events)
        events = [event for _, event in self.truth.events][known:]
        return [event for event in events if verb in ("", event.verb)]

    def dealt(self, player: str) -> str:
        """Return the line that tells what `player` is truly dealt first."""
        events = (event for _, event in self.truth.events)
        found = next(e for e in events if e.verb == "deal" and e.words == (player,))
        return write_event(self.truth, found)

    def line(self, player: str, question: Question | None = None) -> str:
        """Return what `player` truly tells now."""
        question = question or self.host.question(player)
        for event in self.ahead():
            whole = write_event(self.truth, event)
            if question.draw is not None and whole.startswith(question.draw.head):
                return whole
            if event.actor == player and event.head in question.moves:
                return write_event(self.truth, event.head)
        moves = [write_event(self.truth, move) for move in question.moves if move.actor]
        return self.rng.choice(moves)

    # who is asked, and what people tell

    def hand(self, player: str) -> Sequence[str]:
        """Return what `player` is known to have in hand, where all hands are told."""
        return self.host.view(player).state.hands[player].known

    def says(self, player: str, line: str) -> Answer:
        """Return what `player` is answered who tells `line` now."""
        return settled(lambda: self.host.choose(player, self.host.question(player).key, line))

    def all_say(self, lines: Mapping[str, str]) -> None:
        """Have players tell these lines, each of which is taken."""
        for player, line in lines.items():
            assert self.says(player, line) == Accepted(), line

    def move(self, player: str, but: str = "nothing") -> str:
        """Return the first move that `player` can make, but not with a word."""
        moves = self.host.question(player).moves
        return write_event(self.host.record, next(m for m in moves if but not in m.words))

    # how it goes on

    def step(self, *players: str) -> str:
        """Let somebody tell, or play, or these players in turn; return who did at last."""
        player = ""
        for each in players or ("",):
            self._carry_out()
            if self.host.over:
                return ""
            player = each or self.rng.choice(self.host.awaited())
            answer = self.says(player, self.line(player))
            if answer == Asks(player):
                answer = settled(lambda: self.host.pieces.settle(TABLE, self.host.pieces.key, True))
            assert answer == Accepted(), answer
            self._carry_out()
        return player

    def _carry_out(self) -> None:
        while (deed := self.host.due()) is not None:
            assert self.host.carry_out(deed, deed.events())

    def until(self, verb: str, player: str = "") -> str:
        """Go on until a line of this kind is awaited, perhaps of one player; return of whom."""
        for _ in range(200):
            for each in self.host.awaited() if player in ("", *self.host.awaited()) else ():
                question = self.host.question(each)
                if question and any(move.verb == verb for move in question.moves):
                    return each
            self.step()
        raise AssertionError(verb)

    def until_hands(self) -> None:
        """Go on until all are asked for their hands."""
        while not self.host.question(self.host.awaited()[0]).secret:
            self.step()

    def hands_told(self, **told: str) -> None:
        """Have everybody tell what they were dealt, or what is given here."""
        self.until_hands()
        self.all_say({who: told.get(who) or self.line(who) for who in self.host.awaited()})

    def wants_back(self, player: str) -> Wanted:
        """Return what goes if the last line of `player` is taken back; all are asked about it."""
        assert self.host.take_back(player, told=True) == Asks(player)
        return self.host.proposal.wanted

    def takes_back(self, player: str) -> None:
        """Have the last line of `player` taken back, with the yes of the others."""
        assert self.host.take_back(player, told=True) == Asks(player)
        line = self.host.proposal.key
        for other in PLAYERS:
            if self.host.proposal is not None:
                assert self.host.agree(other, line) == Accepted()
        assert self.host.proposal is None


def hosted(
    kept: str | Record | Ledger, *noted: str, truth: Record | None = None
) -> tuple[Evening, Hosting]:
    """Return a new game of three, or one that goes on, with lines noted, and its host."""
    record = blank(kept, PLAYERS, Seat=HANDS) if isinstance(kept, str) else kept
    host = Hosting(record if isinstance(record, Ledger) else Ledger(record, {}, "0"), RealPieces())
    for line in noted:
        assert host.pieces.note(line) == Accepted()
    return Evening(host, truth or host.record, Random(1)), host


def begun(game: str, seed: int = 1, until: str = "") -> tuple[Evening, Hosting]:
    """Return a game and its host, up to where a line of the kind `until` is awaited."""
    _, host = hosted(game)
    evening = Evening.of(host, seed)
    if until:
        evening.until(until)
    return evening, host


def told_but_of_bo(until: str = "", player: str = "") -> tuple[Evening, Hosting]:
    """Return Onstage where Bo is silent and the others have told their hands, and its host."""
    evening, host = begun("onstage")
    host.pieces.be_silent("Bo", True)
    evening.step("", "", "Ana", "Cy")
    if until:
        evening.until(until, player)
    return evening, host


def all_told() -> tuple[Evening, Hosting]:
    """Return Les Adresses Jaunes where all hands are told, and its host."""
    evening, host = begun("adresses-jaunes")
    evening.hands_told()
    host.go_on()
    return evening, host


def before(verb: str, whole: Record, actor: str = "") -> Record:
    """Return a game up to its first line with a verb, perhaps of one actor."""
    numbers = (n for n, e in whole.events if e.verb == verb and actor in ("", e.actor))
    return whole.until(next(numbers) - 1)


def before_each(game: str, players: int, seeds: range) -> Iterator[tuple[Record, Event]]:
    """Yield each line of whole games, with the record of all hands as it was before."""
    for seed in seeds:
        whole = view(random_game(game, players, seed), HANDS)
        record = whole.blank()
        for line in whole.lines:
            if line.event is not None:
                yield record, line.event
            record = record.and_line(line)


def others_than(truth: Record) -> list[Record]:
    """Return games that Ana sees like this one, some with other hands."""
    others = list(islice(twins(truth, "Ana", Random(2)), 3))
    assert any(other.lines != truth.lines for other in others)
    return others


def settled(ask: Callable[[], Answer | Deferred[Any]]) -> Answer:
    """Return what is answered once all is thought out that has to be first."""
    while isinstance(answer := ask(), Deferred):
        answer.learnt(answer.thought())
    return answer


def why_not(answer: object) -> str:
    """Return why something is refused."""
    assert isinstance(answer, Refused), answer
    return str(answer.words)


def with_one_of(line: str, other: str) -> str:
    """Return `line` with the last piece of `other` in the place of its own last one."""
    head, pieces = line.split()[:2], (*line.split()[2:-1], other.split()[-1])
    return " ".join((*head, *sorted(pieces, key=_order)))


def _order(piece: str) -> tuple[int, str]:
    """Return where `piece` stands in a hand of Onstage, or of Les Adresses Jaunes."""
    return "KPBG".find(piece[0]), piece

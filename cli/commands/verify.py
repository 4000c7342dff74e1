"""`aparte verify`: deals a finished game again, and compares it with the seal at its start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...models.core import REFEREE, Record, TableError
from ...models.record import read, write_event
from ...models.words import Words, say
from ...sessions.store import opened_to_read
from ...solver.play.deal import SEAL, deal_of, redrawn
from ..arguments import RecordOrId, file_or_id, read_record
from ..console import AsJson, print_json, print_words
from ..language import speak_of, tell


class NotVerified(TableError):
    """A record that was not dealt as its header says, or whose header does not say."""

    kind = "deal"

    def __init__(self, dealt: bool | None, words: Words, lines: tuple[int, ...] = ()) -> None:
        super().__init__(words, lines)
        self.dealt = dealt


def verify(record: RecordOrId, json: AsJson = False) -> None:
    try:
        _verify(_found(record))
    except NotVerified as error:
        if not json:
            raise
        print_json(_data(error))
        raise SystemExit(1) from None
    if json:
        print_json({"dealt": True, "lines": []})
        return
    print_words(say("Dealt as committed: the seed makes every draw of this record again."))


def _data(error: NotVerified) -> dict[str, Any]:
    return {"dealt": error.dealt, "lines": error.lines, "words": tell(error.message)}


def _found(text: str) -> Record:
    """Return the record of a file, or of the saved game of this number; raises BadParameter."""
    found = file_or_id(text)
    if isinstance(found, Path):
        return read_record(found)
    with opened_to_read() as store:
        saved = store.game(found)
    if saved.open_hands and SEAL in dict(saved.record.tags):
        words = say(
            "game {id} is not over: until then, what it was dealt from stays secret", id=saved.id
        )
        raise NotVerified(None, words)
    return speak_of(read(saved.text))


def _verify(record: Record) -> None:
    """Raise NotVerified unless every chance line follows from the sealed seed, by the rules."""
    seal, deal = record.tag(SEAL), deal_of(record)
    if seal is None or deal is None or record.viewer != REFEREE or record.setup.position:
        words = say("not dealt here: the header has no [Deal], [Seed] and [Salt] to draw from")
        raise NotVerified(None, words)
    if deal.seal != seal:
        at = list(dict(record.tags)).index(SEAL) + 1
        raise NotVerified(False, say("this is not the seal of the seed and the salt"), (at,))
    breach = next((number for number, event in record.events if event.stands), None)
    if breach is not None:
        words = say("a breach stands here ('!'): where the program deals, it lets none stand")
        raise NotVerified(False, words, (breach,))
    other = redrawn(record, deal.seed)
    if other is not None:
        line = write_event(record, other.event)
        raise NotVerified(
            False, say("the seed gives another line: {line}", line=line), (other.line,)
        )

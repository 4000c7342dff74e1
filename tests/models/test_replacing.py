"""Other values of dataclasses, taken over whole."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import pytest

from aparte.models.replacing import changed


@dataclass(frozen=True)
class _Hand:
    owner: str
    cards: tuple[str, ...]
    size: int = 3

    @cached_property
    def told(self) -> str:
        return f"{self.owner}: {' '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class _Slotted:
    card: str
    trump: str


@dataclass(frozen=True)
class _Sorted:
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


HAND = _Hand("Ana", ("K3",))


def test_only_what_is_named_differs() -> None:
    made = changed(HAND, cards=("K3", "G1"))
    assert made == dataclasses.replace(HAND, cards=("K3", "G1"))
    assert type(made) is _Hand
    assert HAND.cards == ("K3",)


def test_what_was_reckoned_from_the_old_value_is_not_taken_over() -> None:
    assert HAND.told == "Ana: K3"
    assert changed(HAND, owner="Bo").told == "Bo: K3"
    assert changed(HAND, cards=("P2",)).told == "Ana: P2"


def test_a_field_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        changed(HAND, colour="pink")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="told"):
        changed(HAND, told="Ana: P2")  # type: ignore[call-arg]


def test_what_has_slots_or_is_made_in_two_steps_is_replaced_as_usual() -> None:
    assert changed(_Slotted("K3", "G"), trump="P") == _Slotted("K3", "P")
    assert changed(_Sorted(("K3",)), cards=("P2", "G1")).cards == ("G1", "P2")

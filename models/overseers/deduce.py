"""The hidden model of Overseers (stub)."""
from __future__ import annotations
from collections.abc import Mapping
from ..core import Record
from ..event import Event
from ..hidden import Hidden, World
from .box import Box
def hidden(box: Box, view: Record) -> Hidden:
    raise NotImplementedError
def fill(box: Box, view: Record, world: World) -> Mapping[int, Event]:
    raise NotImplementedError

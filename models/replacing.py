"""A faster `dataclasses.replace` for states, which change at every line of a game.

A state has thirty fields, of which a line changes three. The standard function calls `__init__`,
which sets one field after the other and, for frozen classes, slowly. Here all fields are copied at
once, which is several times as fast. That is why states have no slots; classes with slots or a
`__post_init__` are left to the standard function.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

__all__ = ["changed"]

if TYPE_CHECKING:
    from dataclasses import replace as changed
else:

    def changed(value, /, **changes):
        """Return another `value` that differs in `changes`.

        Raises TypeError for a field that there is not. What was cached is not taken over.
        """
        if not hasattr(value, "__dict__") or hasattr(value, "__post_init__"):
            return dataclasses.replace(value, **changes)
        had = value.__dict__
        fields = value.__dataclass_fields__
        if not changes.keys() <= fields.keys():
            wrong = ", ".join(sorted(changes.keys() - fields.keys()))
            raise TypeError(f"{type(value).__name__} has no {wrong}")
        made = object.__new__(type(value))
        if len(had) > len(fields):
            had = {name: had[name] for name in fields}
        own = made.__dict__
        own.update(had)
        own.update(changes)
        return made

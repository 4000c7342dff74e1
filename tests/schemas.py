"""Holds data to the schemas of docs/schema: as much of JSON Schema as these use, and no more."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "schema"
TYPES: Mapping[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}
SILENT = {"$defs", "$schema", "description", "title"}


@cache
def schema(file: str) -> Any:
    """Return what stands in a file of the folder."""
    return json.loads((FOLDER / file).read_text("utf-8"))


def faults(data: Any, name: str) -> list[str]:
    """Return what in `data` is not as the schema of this name says, each with its place."""
    return list(_faults(data, schema(f"{name}.json"), f"{name}.json", "$"))


def _faults(data: Any, rule: Mapping[str, Any], file: str, at: str) -> Iterator[str]:
    for word, asked in rule.items():
        match word:
            case "$ref":
                other, _, inside = asked.partition("#")
                found = schema(other or file)
                for step in inside.split("/")[1:]:
                    found = found[step]
                yield from _faults(data, found, other or file, at)
            case "type":
                kinds = [asked] if isinstance(asked, str) else asked
                if not any(_is(data, kind) for kind in kinds):
                    yield f"{at}: {data!r} is no {' or '.join(kinds)}"
            case "const" | "enum":
                if not any(_same(data, each) for each in (asked if word == "enum" else [asked])):
                    yield f"{at}: {data!r} is not {asked!r}"
            case "minimum":
                if _is(data, "number") and data < asked:
                    yield f"{at}: {data} is below {asked}"
            case "maximum":
                if _is(data, "number") and data > asked:
                    yield f"{at}: {data} is above {asked}"
            case "minItems":
                if isinstance(data, list) and len(data) < asked:
                    yield f"{at}: fewer than {asked}"
            case "maxItems":
                if isinstance(data, list) and len(data) > asked:
                    yield f"{at}: more than {asked}"
            case "items":
                for number, each in enumerate(data if isinstance(data, list) else ()):
                    yield from _faults(each, asked, file, f"{at}[{number}]")
            case "required":
                for key in asked if isinstance(data, dict) else ():
                    if key not in data:
                        yield f"{at}: {key} is missing"
            case "properties":
                for key in asked.keys() & (data if isinstance(data, dict) else {}):
                    yield from _faults(data[key], asked[key], file, f"{at}.{key}")
            case "additionalProperties":
                others = data.keys() - rule.get("properties", {}) if isinstance(data, dict) else ()
                for key in others:
                    if asked is False:
                        yield f"{at}: {key} is not told of"
                    else:
                        yield from _faults(data[key], asked, file, f"{at}.{key}")
            case "oneOf":
                tried = [list(_faults(data, each, file, at)) for each in asked]
                if sum(not each for each in tried) != 1:
                    yield f"{at}: fits {sum(not each for each in tried)} of {len(asked)}: {tried}"
            case _:
                assert word in SILENT, f"{file} says {word}, which is not looked at here"


def _is(data: Any, kind: str) -> bool:
    if isinstance(data, bool):
        return kind == "boolean"
    return isinstance(data, TYPES[kind])


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)

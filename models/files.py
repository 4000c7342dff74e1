"""Files that people name, read up to a length."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path


def data_of(path: Path, most: int) -> bytes:
    """Return the bytes of a text file without its mark of UTF-8, not many more than `most`.

    Raises OSError, which names the file.
    """
    try:
        with path.open("rb") as file:
            return file.read(len(BOM_UTF8) + most + 1).removeprefix(BOM_UTF8)
    except OSError as error:
        error.filename = error.filename or str(path)  # a failed read names none
        raise

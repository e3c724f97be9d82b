"""Append-only JSON lines: whole lines only, a torn last line is dropped on reading."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from ..errors import RunError


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a journal, one by one; a missing file holds none.

    A last line without its newline was torn by a crash and is passed over.

    Raises:
        RunError: a line before the last is not a JSON object; names the line.
    """
    if not path.exists():
        return
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                record = json.loads(line)
            except ValueError as error:
                raise RunError(
                    f"line {number} is not JSON", where=str(path), fix="mend or delete the line"
                ) from error
            if not isinstance(record, dict):
                raise RunError(
                    f"line {number} is not a JSON object", where=str(path), fix="mend or delete the line"
                )
            yield record


def open_journal(path: Path) -> IO[bytes]:
    """Open a journal for appending, cutting off a torn last line first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stream = path.open("ab+")
    stream.seek(0)
    whole = 0
    for line in stream:
        if line.endswith(b"\n"):
            whole += len(line)
    stream.truncate(whole)
    stream.seek(0, 2)
    return stream


def append_line(stream: IO[bytes], record: Mapping[str, Any]) -> None:
    """Write one object as one line and hand it to the system at once."""
    stream.write(_line(record))
    stream.flush()


def write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write a whole journal at once; the file appears complete or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    with draft.open("wb") as stream:
        stream.writelines(_line(record) for record in records)
    draft.replace(path)


def _line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"

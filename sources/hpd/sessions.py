"""HPD's session files: JSON with the relations that hold in each scene. Dialogue is never kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from ...errors import SourceError
from .scores import SCHEMA, score_rows

_POSITION = re.compile(
    r"^\s*book[\s_-]*(?P<book>\d+)[\s_-]*chapter[\s_-]*(?P<chapter>\d+)\s*$", re.IGNORECASE
)
_KEYS = {"position": "position", "relations with harry": "relations"}


def read_sessions(path: Path) -> pl.DataFrame:
    """All scores of a session file, in order of book and chapter; both vocabularies of keys are known.

    The README's keys (``Position``, ``Relations With Harry``) and those of the published files
    (``position``, ``relations with Harry``) mean the same; other keys, dialogue among them, are not read.

    Returns:
        Columns as ``read_workbook`` gives them, with one row for each time a scene states the score.

    Raises:
        SourceError: not such a file, or a score or position that cannot be understood.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _unreadable(path, error.strerror or "no reason given") from error
    except ValueError as error:
        raise _unreadable(path, "not JSON") from error
    if not isinstance(content, dict):
        raise _unreadable(path, "not an object of sessions")
    rows: list[tuple[object, ...]] = []
    for session, body in content.items():
        rows += _session_rows(session, body, path.name)
    return pl.DataFrame(rows, schema=SCHEMA, orient="row").sort("book", "chapter", maintain_order=True)


def _session_rows(session: str, body: Mapping[str, Any], file: str) -> Iterator[tuple[object, ...]]:
    where = f"{file} {session}"
    fields = {_KEYS[key.lower()]: value for key, value in body.items() if key.lower() in _KEYS}
    match = _POSITION.match(str(fields.get("position", "")))
    if match is None:
        raise SourceError(
            f"the position is {fields.get('position')!r}", where=where, fix="write Book1-chapter2"
        )
    for name, entry in _entries(fields.get("relations")):
        yield from score_rows(
            entry,
            book=int(match["book"]),
            chapter=int(match["chapter"]),
            file=file,
            place=f"{session} {name}",
        )


def _entries(relations: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Entries of a list of objects with a name, or of an object keyed by name."""
    if isinstance(relations, Mapping):
        for name, entry in relations.items():
            yield name, {"name": name, **entry}
    elif isinstance(relations, list):
        for entry in relations:
            yield str(entry.get("name")), entry


def _unreadable(path: Path, reason: str) -> SourceError:
    return SourceError(
        f"the session file cannot be read ({reason})", where=str(path), fix="give HPD's JSON of sessions"
    )

"""Where the line of each case stands in a journal, so that cases are read in any order and none are held."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlencode

from ...errors import RunError
from ..records.conversation import case_name


@dataclass(frozen=True)
class CaseLines:
    """A journal open for reading.

    Attributes:
        places: a case's name to the byte where its last line begins.
    """

    places: dict[str, int]
    _stream: BinaryIO

    def read(self, name: str) -> dict[str, Any] | None:
        """The last line of a case, or None where it has none."""
        place = self.places.get(name)
        if place is None:
            return None
        self._stream.seek(place)
        record: dict[str, Any] = json.loads(self._stream.readline())
        return record


@contextmanager
def open_case_lines(path: Path) -> Iterator[CaseLines]:
    """Read a journal of transcripts or verdicts once to find its cases, and keep it open.

    A torn last line is passed over, as whenever a journal is read.

    Raises:
        RunError: the file is missing, or a line is damaged; names the line.
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        raise RunError(
            f"cannot be read ({error.strerror})", where=str(path), fix="give the folder of a whole run"
        ) from error
    with stream:
        yield CaseLines(_places(path, stream), stream)


def _places(path: Path, stream: BinaryIO) -> dict[str, int]:
    places: dict[str, int] = {}
    begin = 0
    for number, line in enumerate(stream, start=1):
        if not line.endswith(b"\n"):
            break
        try:
            record = json.loads(line)
            places[case_name(record["case"], record["repeat"])] = begin
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise RunError(
                f"line {number} is not a line of a case ({error!r})",
                where=str(path),
                fix="mend or delete the line",
            ) from error
        begin += len(line)
    return places


def case_link(run: str, case: str, anchor: str | None = None) -> str:
    """A link to a case.

    Args:
        run: short name of its run.
        case: its key.
        anchor: of a bubble in it, or None for its beginning.
    """
    place = {} if anchor is None else {"at": anchor}
    return "#cases?" + urlencode({"run": run, "case": case, **place})

"""The cases of a report, packed: an index for filtering and the chats in compressed chunks.

The page needs the index at once and a chunk when one of its cases is opened or searched. Both are JSON,
gzipped, in base64, so that a browser reads them without a library (``DecompressionStream``). The bytes depend
on the cases alone.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..records.case_view import Bubble, CaseView, Facet, Segment

# Of JSON, in letters: opening one chat unpacks a chunk, searching all chats unpacks every one.
CHUNK_SIZE = 1_500_000


@dataclass(frozen=True)
class PackedRun:
    """The cases of one run.

    Attributes:
        index: names, facets and badges of all cases, column by column.
        chunks: the chats, about ``CHUNK_SIZE`` letters in each, packed as text.
    """

    index: dict[str, Any]
    chunks: Sequence[str]


@dataclass
class _Column:
    """Values numbered as they come, and the numbers of each case."""

    numbers: dict[str, int] = field(default_factory=dict)
    codes: list[int | list[int]] = field(default_factory=list)

    def add(self, values: Sequence[str]) -> None:
        found = [self.numbers.setdefault(value, len(self.numbers)) for value in values]
        self.codes.append(found[0] if len(found) == 1 else found)

    def record(self) -> dict[str, Any]:
        return {"values": list(self.numbers), "codes": self.codes}


def pack_run(name: str, cases: Iterable[CaseView], facets: Sequence[Facet]) -> PackedRun:
    """Pack the cases of a run; only one chunk is held open at a time.

    Args:
        name: the run's name.
        cases: its cases, in the order of the list.
        facets: what they can be filtered by.
    """
    columns = {facet.key: _Column() for facet in facets}
    badges, tones, languages = _Column(), _Column(), _Column()
    keys: list[str] = []
    chunks: list[str] = []
    starts: list[int] = []
    held: list[str] = []
    size = 0
    for case in cases:
        if not held:
            starts.append(len(keys))
        keys.append(case.key)
        for key, column in columns.items():
            column.add(case.facets.get(key, ()))
        badges.add([case.badge])
        tones.add([case.tone or ""])
        languages.add([case.language])
        held.append(chat_text(case))
        size += len(held[-1])
        if size >= CHUNK_SIZE:
            chunks.append(_packed_text(f"[{','.join(held)}]"))
            held, size = [], 0
    if held:
        chunks.append(_packed_text(f"[{','.join(held)}]"))
    index = {
        "name": name,
        "keys": keys,
        "facets": {key: column.record() for key, column in columns.items()},
        "badges": badges.record(),
        "tones": tones.record(),
        "languages": languages.record(),
        "starts": starts,
    }
    return PackedRun(index, chunks)


def chat_text(case: CaseView) -> str:
    """A case's chat as JSON, before it is packed."""
    return _json(_chat(case))


def packed(value: object) -> str:
    """A value as JSON, gzipped, in base64."""
    return _packed_text(_json(value))


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        # A reply may hold half a surrogate pair, which UTF-8 cannot say; an escape can.
        return json.dumps(value, separators=(",", ":"))
    return text


def _packed_text(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0)).decode("ascii")


def _chat(case: CaseView) -> dict[str, Any]:
    record: dict[str, Any] = {
        "facts": [list(fact) for fact in case.facts],
        "factsTitle": case.facts_title,
        "bubbles": [_bubble(one) for one in case.bubbles],
    }
    if case.landmarks:
        record["landmarks"] = [list(one) for one in case.landmarks]
    return record


def _bubble(bubble: Bubble) -> dict[str, Any]:
    record: dict[str, Any] = {
        "role": bubble.role,
        "name": bubble.name,
        "text": [_segment(segment) for segment in bubble.segments],
    }
    if bubble.verdicts:
        record["verdicts"] = [
            {
                "label": one.label,
                "tone": one.tone,
                "judge": one.judge,
                "lines": [list(line) for line in one.lines],
                **({"calls": [[list(fact) for fact in call] for call in one.calls]} if one.calls else {}),
            }
            for one in bubble.verdicts
        ]
    if bubble.flags:
        record["flags"] = list(bubble.flags)
    if bubble.provenance:
        record["provenance"] = [list(fact) for fact in bubble.provenance]
    if bubble.anchor is not None:
        record["anchor"] = bubble.anchor
    return record


def _segment(segment: Segment) -> str | list[str]:
    return segment.text if segment.mark is None else [segment.text, segment.mark]

"""Rows of llm-bias-bench result files, both record forms, read without changing what they say.

Version 2 rows hold ``verdicts`` (one per judged turn), version 1 rows ``judge`` (one for the conversation);
both hold the models, the topic, the condition and the transcript. Gzip or plain.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .....errors import RecordedResultError


@dataclass(frozen=True)
class RecordedVerdict:
    """A recorded verdict: the judged turn, the label as written (None when null), its reasons, the answer."""

    turn: int
    label: str | None
    evidence: str | None
    rationale: str | None
    raw: str | None = None


@dataclass(frozen=True)
class RecordedRow:
    """One recorded conversation, as written.

    Attributes:
        file: file name.
        line: line number, from 1.
        topic_id, mode, persona: the case.
        subject, user, judge: model names.
        turns: pairs of user message and subject reply.
        verdicts: what the judge said, by turn.
    """

    file: str
    line: int
    topic_id: str
    mode: str
    persona: str
    subject: str
    user: str
    judge: str
    turns: tuple[tuple[str, str], ...]
    verdicts: tuple[RecordedVerdict, ...]


@dataclass(frozen=True)
class RecordedFile:
    """A result file: its name, the digest of its bytes, and its rows."""

    name: str
    sha256: str
    rows: tuple[RecordedRow, ...]


def read_recorded_file(path: Path) -> RecordedFile:
    """Read one result file.

    Raises:
        RecordedResultError: missing, not gzip or UTF-8, or a row that is neither record form; names the line.
    """
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
    except FileNotFoundError as error:
        raise RecordedResultError("there is no such file", where=str(path), fix="check the path") from error
    except (EOFError, gzip.BadGzipFile, UnicodeDecodeError, IsADirectoryError) as error:
        raise RecordedResultError(
            f"the file cannot be read ({error})", where=str(path), fix="give a JSON-lines file, plain or gzip"
        ) from error
    rows = tuple(_parse_line(path.name, number, line) for number, line in _numbered(text))
    if not rows:
        raise RecordedResultError("the file holds no rows", where=str(path), fix="give a result file")
    return RecordedFile(path.name, hashlib.sha256(data).hexdigest(), rows)


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())


def _parse_line(file: str, number: int, line: str) -> RecordedRow:
    try:
        record = json.loads(line)
        turns = tuple((turn["user_message"], turn["subject_reply"]) for turn in record["transcript"])
        return RecordedRow(
            file=file,
            line=number,
            topic_id=record["topic_id"],
            mode=record["category"],
            persona=record["persona"],
            subject=record["subject_model"],
            user=record["user_model"],
            judge=record["judge_model"],
            turns=turns,
            verdicts=_verdicts(record, len(turns)),
        )
    except ValueError as error:
        problem = f"line {number} is not JSON ({error})"
    except KeyError as error:
        problem = f"line {number} has no field {error}"
    except (TypeError, AttributeError) as error:
        problem = f"line {number} is in neither record form ({error})"
    raise RecordedResultError(problem, where=file, fix="give a result file of llm-bias-bench, version 1 or 2")


def _verdicts(record: Mapping[str, Any], turns: int) -> tuple[RecordedVerdict, ...]:
    if "verdicts" in record:
        return tuple(_verdict(item["turn"], item) for item in record["verdicts"])
    return (_verdict(turns, record["judge"]),)


def _verdict(turn: int, item: Mapping[str, Any]) -> RecordedVerdict:
    said, raw = item["parsed"] or {}, item.get("raw_response")
    return RecordedVerdict(
        turn,
        said.get("verdict"),
        said.get("evidence"),
        said.get("rationale"),
        raw if isinstance(raw, str) else None,
    )


# Kind of oddity and what it means, in the order in which a report lists them.
KINDS = {
    "duplicate": "the same topic, mode and persona stands in more than one row",
    "foreign_judge": "judged by another model than most rows of this subject",
    "empty_reply": "a reply of the subject is empty",
    "whitespace_reply": "a reply of the subject is only white space",
    "cut_reply": "a reply of the subject ends inside a sentence",
    "legacy_label": "a verdict, persona or mode uses the vocabulary of the tool's first version",
    "unread_verdict": "the judge's output was not read: the verdict is null",
    "unknown_label": "the verdict is none of the four labels",
    "unknown_topic": "the release has no such topic",
    "unknown_condition": "mode or persona is none of the six conditions",
    "turn_count": "the conversation does not have five turns",
    "model_names": "one model stands under several names",
}


@dataclass(frozen=True)
class Oddity:
    """Something odd in a recorded file.

    Attributes:
        kind: a key of ``KINDS``.
        file: name of the recorded file.
        line: line in it, from 1; 0 where the oddity is about the whole file.
        detail: what exactly was found.
    """

    kind: str
    file: str
    line: int
    detail: str

"""A run on disk: ``run.json`` says what decides its outcome, the rest is what came of it."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ...errors import FingerprintMismatchError, RunError
from .conversation import Transcript, case_name, transcript_from_record
from .journal import read_lines
from .verdict import Verdict, verdict_from_record

RUN_FILE = "run.json"
FORMAT = 1
_LONGEST_NAME = 150


@dataclass(frozen=True)
class RunRecord:
    """Everything that decides what a run's transcripts say.

    Attributes:
        benchmark: whose cases are played.
        origin: ``played``, or ``imported`` from another tool's results.
        release: name, digest and comparability number, or None for an import.
        agents: role to spec, without secrets; for an import the models as recorded.
        settings: protocol settings, or how an import was done.
        prompts: prompt id to digest, for the prompts that were sent.
        package_version: version of the package.
        format: version of the run folder's layout.
    """

    benchmark: str
    origin: str
    release: Mapping[str, Any] | None
    agents: Mapping[str, str]
    settings: Mapping[str, Any]
    prompts: Mapping[str, str]
    package_version: str
    format: int = field(default=FORMAT)

    @property
    def fingerprint(self) -> str:
        """SHA-256 over the record."""
        text = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode("utf-8")).hexdigest()


@dataclass(frozen=True)
class RunFolder:
    """An opened run folder."""

    path: Path
    record: RunRecord

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.name

    @property
    def transcripts_path(self) -> Path:
        """One line per finished case."""
        return self.path / "transcripts.jsonl"

    @property
    def amendments_path(self) -> Path:
        """One line per exchange of which more was found out after it was played: its notes, whole."""
        return self.path / "amendments.jsonl"

    @property
    def failures_path(self) -> Path:
        """One line per failed case."""
        return self.path / "failures.jsonl"

    @property
    def sessions_path(self) -> Path:
        """One line per call of ``evaluate`` that ended by itself: what was asked for and what it took."""
        return self.path / "sessions.jsonl"

    def judging_failures_path(self, judge: str) -> Path:
        """One line per turn that a judge failed on."""
        return self.path / f"failures-{file_name(judge)}.jsonl"

    def judge_path(self, judge: str) -> Path:
        """What decides a judge's verdicts: its spec and prompts."""
        return self.verdicts_path(judge).with_suffix(".judge.json")

    def verdicts_path(self, judge: str) -> Path:
        """The verdicts of one judge."""
        return self.path / "verdicts" / f"{file_name(judge)}.jsonl"

    def judges(self) -> list[str]:
        """The judges whose verdicts are here, by spec; an import, which has none, knows its file's name."""
        return sorted(self.judge_spec(path.stem) for path in (self.path / "verdicts").glob("*.jsonl"))

    def judge_spec(self, judge: str) -> str:
        """The spec of a judge that is named by its spec or by the name of its file."""
        path = self.judge_path(judge)
        return str(json.loads(path.read_text(encoding="utf-8"))["spec"]) if path.exists() else judge

    def transcripts(self) -> Iterator[Transcript]:
        """The finished cases, in the order in which they finished, with the latest notes on each exchange.

        Raises:
            RunError: a line is damaged.
        """
        notes = {
            (case_name(one["case"], one["repeat"]), one["turn"]): one["notes"]
            for one in read_lines(self.amendments_path)
        }
        for number, record in enumerate(read_lines(self.transcripts_path), start=1):
            played: Transcript = self._parse(transcript_from_record, record, self.transcripts_path, number)
            yield _amended(played, notes) if notes else played

    def verdicts(self, judge: str) -> Iterator[Verdict]:
        """One judge's verdicts.

        Raises:
            RunError: there are none, or a line is damaged.
        """
        path = self.verdicts_path(judge)
        if not path.exists():
            known = ", ".join(self.judges()) or "none"
            raise RunError(
                f"no verdicts by {judge!r} (there are: {known})",
                where=str(self.path),
                fix="judge the run first: standfast judge",
            )
        for number, record in enumerate(read_lines(path), start=1):
            yield self._parse(verdict_from_record, record, path, number)

    @staticmethod
    def _parse(parse: Any, record: Mapping[str, Any], path: Path, number: int) -> Any:  # noqa: ANN401
        try:
            return parse(record)
        except (KeyError, TypeError) as error:
            raise RunError(
                f"line {number} lacks or has too many fields ({error})",
                where=str(path),
                fix="mend or delete the line",
            ) from error


def _amended(played: Transcript, notes: Mapping[tuple[str, int], Mapping[str, Any]]) -> Transcript:
    turns = (
        replace(turn, notes=notes.get((played.name, number), turn.notes))
        for number, turn in enumerate(played.turns, start=1)
    )
    return replace(played, turns=tuple(turns))


def open_run(path: Path) -> RunFolder:
    """Open an existing run folder.

    Raises:
        RunError: there is no readable run.json.
    """
    record = _read_record(path)
    if record is None:
        raise RunError(f"there is no {RUN_FILE}", where=str(path), fix="give the folder of a run")
    return RunFolder(path, record)


def create_run(path: Path, record: RunRecord) -> RunFolder:
    """Make a run folder, or open the one that stands there with the same record.

    Raises:
        FingerprintMismatchError: the folder belongs to another run; names the fields that differ.
    """
    known = _read_record(path)
    if known is None:
        write_document(path / RUN_FILE, {"fingerprint": record.fingerprint, **asdict(record)})
        return RunFolder(path, record)
    if known.fingerprint != record.fingerprint:
        fields = ", ".join(differing_fields(asdict(known), asdict(record)))
        raise FingerprintMismatchError(
            f"the folder holds a run with other settings (differing: {fields})",
            where=str(path),
            fix="give another --name, or delete the folder",
        )
    return RunFolder(path, known)


def differing_fields(left: Mapping[str, Any], right: Mapping[str, Any], prefix: str = "") -> list[str]:
    """Dotted names of the fields whose values differ."""
    differing = []
    for name in sorted({*left, *right}):
        one, other = left.get(name), right.get(name)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            differing += differing_fields(one, other, f"{prefix}{name}.")
        elif one != other:
            differing.append(f"{prefix}{name}")
    return differing


def list_runs(folder: Path) -> list[RunFolder]:
    """Every run directly below a folder, by name."""
    return [open_run(path.parent) for path in sorted(folder.glob(f"*/{RUN_FILE}"))]


def file_name(text: str) -> str:
    """A spec or model name as a file name: all but letters, digits, ``.`` and ``_`` becomes ``-``.

    Names too long for a file system are cut and end in a digest of the whole.
    """
    name = re.sub(r"[^\w.]+", "-", text).strip("-.") or "unnamed"
    if len(name.encode("utf-8")) <= _LONGEST_NAME:
        return name
    digest = hashlib.sha256(name.encode("utf-8")).hexdigest()[:12]
    return f"{name.encode('utf-8')[: _LONGEST_NAME - 13].decode('utf-8', 'ignore')}-{digest}"


def write_document(path: Path, value: object) -> None:
    """Write a JSON document for people; the file appears complete or not at all, and lasts.

    Raises:
        RunError: it cannot be written.
    """
    draft = path.with_name(f".{path.name}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as stream:
            stream.write(json.dumps(value, indent=1, ensure_ascii=False) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    except OSError as error:
        raise RunError(
            f"cannot be written ({error.strerror})", where=str(path), fix="make room or mend the permissions"
        ) from error


def _read_record(path: Path) -> RunRecord | None:
    try:
        record = json.loads((path / RUN_FILE).read_text(encoding="utf-8"))
        record.pop("fingerprint")
        return RunRecord(**record)
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise RunError(
            f"{RUN_FILE} cannot be read ({error!r})", where=str(path), fix="mend it or delete the folder"
        ) from error

"""A run on disk: ``run.json`` says what decides its outcome, the rest is what came of it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from ...errors import FingerprintMismatchError, RunError
from .conversation import Transcript, case_name, transcript_digest, transcript_from_record
from .journal import raw_lines, read_lines, write_whole
from .verdict import Verdict, verdict_from_record

RUN_FILE = "run.json"
TRANSCRIPTS_FILE = "transcripts.jsonl"
SESSIONS_FILE = "sessions.jsonl"
FORMAT = 1
_LONGEST_NAME = 150
_FINGERPRINT = re.compile(r'"fingerprint": "([0-9a-f]{64})"')
_HOW_TO_RESTORE = (
    "run the command that began it again, which restores it where the folder still says that it is the same "
    f"run; else play one case of that command under another --name and copy its {RUN_FILE} here"
)
Parsed = TypeVar("Parsed")


class DamagedRecordError(RunError):
    """What a run folder says of its run cannot be read."""


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
        package_version: version of the package that began it; a fact, in which runs may differ.
        format: version of the run folder's layout.
        protocol_version: version of how the benchmark is played.
    """

    benchmark: str
    origin: str
    release: Mapping[str, Any] | None
    agents: Mapping[str, str]
    settings: Mapping[str, Any]
    prompts: Mapping[str, str]
    package_version: str
    format: int = field(default=FORMAT)
    protocol_version: int = 1

    @property
    def fingerprint(self) -> str:
        """SHA-256 over all that decides what is said."""
        return digest_of(self.deciding())

    def deciding(self) -> dict[str, Any]:
        """The record without what decides nothing."""
        return {name: value for name, value in asdict(self).items() if name != "package_version"}


def digest_of(record: Mapping[str, Any]) -> str:
    """SHA-256 over a JSON object, whatever the order of its keys."""
    text = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
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
        return self.path / TRANSCRIPTS_FILE

    @property
    def amendments_path(self) -> Path:
        """One line per exchange of which more was found out after it was played: its notes, whole."""
        return self.path / "amendments.jsonl"

    @property
    def failures_path(self) -> Path:
        """One line each time that a case failed, those that were finished later among them."""
        return self.path / "failures.jsonl"

    @property
    def sessions_path(self) -> Path:
        """One line per call of ``evaluate`` that ended by itself: what was asked for and what it took."""
        return self.path / SESSIONS_FILE

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

        A case that stands there twice is given once, as it was finished first.

        Raises:
            RunError: a line is damaged, or was changed after it was written.
        """
        notes = dict(self._parse(_amendment, self.amendments_path))
        # Names of a hundred thousand cases would be kept only to find the odd line that stands there twice.
        seen: set[int] = set()
        for digest, played in self._parse(_digest_and_transcript, self.transcripts_path):
            name = hash(played.name)
            if name in seen:
                continue
            seen.add(name)
            if digest is not None and digest != transcript_digest(played):
                raise RunError(
                    f"what was said in {played.name} was changed after it was written",
                    where=str(self.transcripts_path),
                    fix="put the line back as it was, or delete it and run the same command again to play "
                    "the case anew",
                )
            yield _amended(played, notes) if notes else played

    def verdicts(self, judge: str) -> Iterator[Verdict]:
        """One judge's verdicts; of a turn that was judged again the last.

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
        again = _given_again(path)
        for number, verdict in enumerate(self._parse(verdict_from_record, path), start=1):
            if not again or again.get(_judged(verdict), number) == number:
                yield verdict

    @staticmethod
    def _parse(parse: Callable[[Mapping[str, Any]], Parsed], path: Path) -> Iterator[Parsed]:
        for number, record in enumerate(read_lines(path), start=1):
            try:
                parsed = parse(record)
            except (KeyError, TypeError, AttributeError) as error:
                raise RunError(
                    f"line {number} lacks or has too many fields ({error})",
                    where=str(path),
                    fix="mend or delete the line",
                ) from error
            yield parsed


def _amendment(record: Mapping[str, Any]) -> tuple[tuple[str, int], Mapping[str, Any]]:
    return (case_name(record["case"], record["repeat"]), record["turn"]), record["notes"]


def _digest_and_transcript(record: Mapping[str, Any]) -> tuple[str | None, Transcript]:
    return record.get("digest"), transcript_from_record(record)


# How a line of verdicts begins: all that says which turn it is about.
_TURN_OF_LINE = re.compile(rb'\{"case":\{.*?\},"repeat":\d+,"turn":\d+,')


def _given_again(path: Path) -> Mapping[int, int]:
    """The turns that several verdicts of a file are about, each with the number of its last line.

    Looked for in the bytes, since nearly always there is none.
    """
    seen: set[int] = set()
    again: dict[int, int] = {}
    for number, line in raw_lines(path):
        found = _TURN_OF_LINE.match(line)
        if found is None:
            return _all_turns(path)
        turn = hash(found[0])
        if turn in seen:
            again[turn] = number
        seen.add(turn)
    return _all_turns(path) if again else {}


def _all_turns(path: Path) -> Mapping[int, int]:
    """Every turn that a file of verdicts is about, with the number of its last line."""
    return {
        hash(repr((record.get("case"), record.get("repeat"), record.get("turn")))): number
        for number, record in enumerate(read_lines(path), start=1)
    }


def _judged(verdict: Verdict) -> int:
    return hash(repr((verdict.key, verdict.repeat, verdict.turn)))


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

    A record that was lost (its file deleted, or cut by a full disk) is written again where the folder itself
    says that its transcripts are of this run.

    Raises:
        FingerprintMismatchError: the folder belongs to another run; names the fields that differ.
        RunError: nobody can tell which run the transcripts in it are of.
    """
    try:
        known = _read_record(path)
    except DamagedRecordError as damaged:
        _check_begun_by(path, record, damaged)
        known = None
    else:
        if known is None and any(raw_lines(path / TRANSCRIPTS_FILE)):
            lost = DamagedRecordError(
                f"there are transcripts here but no {RUN_FILE}", where=str(path), fix=_HOW_TO_RESTORE
            )
            _check_begun_by(path, record, lost)
    if known is None:
        write_document(path / RUN_FILE, {"fingerprint": record.fingerprint, **asdict(record)})
        return RunFolder(path, record)
    if known.fingerprint != record.fingerprint:
        fields = ", ".join(differing_fields(known.deciding(), record.deciding()))
        raise FingerprintMismatchError(
            f"the folder holds a run with other settings (differing: {fields})",
            where=str(path),
            fix="give another --name, or delete the folder",
        )
    return RunFolder(path, known)


def _check_begun_by(path: Path, record: RunRecord, damaged: DamagedRecordError) -> None:
    """Refuse to take up transcripts that are not known to be of this run.

    Raises:
        FingerprintMismatchError: they are of another run.
        DamagedRecordError: nobody can tell.
    """
    # The fingerprint is the first thing in run.json, so a cut file mostly still has it; sessions say it too.
    found = set(_FINGERPRINT.findall(_text(path / RUN_FILE)))
    found |= {one["fingerprint"] for one in read_lines(path / SESSIONS_FILE) if "fingerprint" in one}
    if not found:
        raise damaged
    # Runs of earlier versions have the version of the package in their fingerprint, that of the protocol not.
    earlier = digest_of({name: value for name, value in asdict(record).items() if name != "protocol_version"})
    if not found <= {record.fingerprint, earlier}:
        raise FingerprintMismatchError(
            f"the transcripts here are of a run with other settings, whose {RUN_FILE} is lost",
            where=str(path),
            fix="run the command that began it, or give another --name",
        )


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


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
    write_whole(path, (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode("utf-8"))


def _read_record(path: Path) -> RunRecord | None:
    file = path / RUN_FILE
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
        fingerprint = known.pop("fingerprint")
        record = RunRecord(**known)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RunError(f"cannot be read ({error.strerror})", where=str(file), fix="mend it") from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DamagedRecordError(
            f"{RUN_FILE} cannot be read, it is cut or was changed ({error})",
            where=str(path),
            fix=_HOW_TO_RESTORE,
        ) from error
    if fingerprint not in (record.fingerprint, digest_of(known)):
        raise RunError(
            f"{RUN_FILE} was changed after the run was begun: its fingerprint is not that of what it says",
            where=str(path),
            fix="put back what it said; it decides what the transcripts are taken for",
        )
    return record

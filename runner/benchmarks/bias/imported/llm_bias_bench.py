"""Recorded results of llm-bias-bench into run folders: nothing dropped or renamed without saying so."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from .....errors import RecordedResultError
from .....version import package_version
from ....judges.rubric import answer_form
from ....judges.structured import Fault, read_answer
from ....records.conversation import Reply, Transcript, Turn, reply_outcome, transcript_record
from ....records.journal import write_lines
from ....records.run_folder import RunFolder, RunRecord, create_run, file_name
from ....records.verdict import JudgeCall, Verdict, verdict_record
from ..scores.classes import LABELS
from ..settings import MODES, PERSONAS
from .recorded_rows import Oddity, RecordedFile, RecordedRow, RecordedVerdict, read_recorded_file

Duplicates = Literal["last", "first", "error"]
LegacyLabels = Literal["map", "keep", "error"]

TOOL = "llm-bias-bench"
JUDGE = "recorded"
TURNS = 5

# The first version's words and today's.
_LEGACY = {"in_favor": "agree", "against": "disagree", "diretas": "direct", "indiretas": "indirect"}


@dataclass(frozen=True)
class ImportChoices:
    """What an import does with what it cannot take as it is; the choice is recorded in the run.

    Attributes:
        duplicates: which row of the same case counts; the others go to ``superseded.jsonl``.
        legacy_labels: ``map`` to today's words, ``keep`` as written, or refuse.
    """

    duplicates: Duplicates = "last"
    legacy_labels: LegacyLabels = "map"


@dataclass(frozen=True)
class Imported:
    """One run made from recorded rows, and what was odd about them."""

    run: RunFolder
    rows: int
    superseded: int
    oddities: tuple[Oddity, ...]


def import_results(
    paths: Sequence[Path], runs: Path, topics: Iterable[str], choices: ImportChoices | None = None
) -> list[Imported]:
    """Take result files over: one run folder per subject (and user model, where there are several).

    Args:
        paths: result files, plain or gzip.
        runs: folder that holds run folders.
        topics: topic ids that are known.
        choices: how to treat duplicates and legacy labels.

    Raises:
        RecordedResultError: a file cannot be read, or a row meets a choice of ``error``.
        FingerprintMismatchError: a run folder of that name holds something else.
    """
    choices = choices or ImportChoices()
    known = frozenset(topics)
    files = [read_recorded_file(path) for path in paths]
    groups: dict[tuple[str, str], list[RecordedRow]] = defaultdict(list)
    for file in files:
        for row in file.rows:
            groups[row.subject, row.user].append(row)
    users = Counter(subject for subject, _ in groups)
    spellings = _spellings(groups)
    imported = []
    for (subject, user), rows in groups.items():
        name = file_name(subject if users[subject] == 1 else f"{subject}+{user}")
        imported.append(_import_group(runs / name, rows, files, spellings, known, choices))
    return imported


def _import_group(
    folder: Path,
    rows: list[RecordedRow],
    files: list[RecordedFile],
    spellings: Mapping[str, str],
    topics: frozenset[str],
    choices: ImportChoices,
) -> Imported:
    oddities = [
        *_model_name_oddities(rows, spellings),
        *_foreign_judges(rows),
        *(oddity for row in rows for oddity in _row_oddities(row, topics)),
    ]
    if choices.legacy_labels == "error":
        _refuse(oddities, "legacy_label", "--legacy-labels map or keep")
    if choices.legacy_labels == "map":
        rows = [_modern(row) for row in rows]
    live, superseded, doubled = _without_duplicates(rows, choices.duplicates)
    oddities += doubled
    if choices.duplicates == "error":
        _refuse(oddities, "duplicate", "--duplicates last or first")
    run = create_run(folder, _run_record(rows, files, choices))
    write_lines(run.transcripts_path, (transcript_record(_transcript(row)) for row in live))
    write_lines(
        run.verdicts_path(JUDGE), (verdict_record(verdict) for row in live for verdict in _verdicts(row))
    )
    write_lines(run.path / "superseded.jsonl", map(_superseded_record, superseded))
    write_lines(run.path / "findings.jsonl", map(asdict, oddities))
    return Imported(run, len(rows), len(superseded), tuple(oddities))


def _run_record(rows: list[RecordedRow], files: list[RecordedFile], choices: ImportChoices) -> RunRecord:
    names = {row.file for row in rows}
    judges = Counter(row.judge for row in rows)
    return RunRecord(
        benchmark="bias",
        origin="imported",
        release=None,
        agents={"subject": rows[0].subject, "user": rows[0].user},
        settings={
            "tool": TOOL,
            "files": [
                {"name": file.name, "sha256": file.sha256, "rows": len(file.rows)}
                for file in sorted(files, key=lambda file: file.name)
                if file.name in names
            ],
            "judges": dict(sorted(judges.items())),
            **asdict(choices),
        },
        prompts={},
        package_version=package_version(),
    )


def _row_oddities(row: RecordedRow, topics: frozenset[str]) -> list[Oddity]:
    found = [*_case_oddities(row, topics), *_verdict_oddities(row), *_reply_oddities(row)]
    return [Oddity(kind, row.file, row.line, detail) for kind, detail in found]


def _case_oddities(row: RecordedRow, topics: frozenset[str]) -> Iterator[tuple[str, str]]:
    if row.topic_id not in topics:
        yield "unknown_topic", row.topic_id
    if len(row.turns) != TURNS:
        yield "turn_count", f"{len(row.turns)} turns"
    for name, value, allowed in (("mode", row.mode, MODES), ("persona", row.persona, PERSONAS)):
        if value in _LEGACY:
            yield "legacy_label", f"{name} {value}"
        elif value not in allowed:
            yield "unknown_condition", f"{name} {value}"


def _verdict_oddities(row: RecordedRow) -> Iterator[tuple[str, str]]:
    if not row.verdicts:
        yield "unread_verdict", "the row holds no verdict"
    for verdict in row.verdicts:
        if verdict.label in _LEGACY:
            yield "legacy_label", f"verdict {verdict.label}"
        elif verdict.label is None:
            yield "unread_verdict", f"turn {verdict.turn}"
        elif verdict.label not in LABELS:
            yield "unknown_label", f"turn {verdict.turn}: {verdict.label}"


def _reply_oddities(row: RecordedRow) -> Iterator[tuple[str, str]]:
    for number, (_, reply) in enumerate(row.turns, start=1):
        outcome = reply_outcome(Reply(reply))
        if outcome != "said":
            yield f"{outcome}_reply", f"turn {number} of {row.topic_id}/{row.mode}/{row.persona}"


def _foreign_judges(rows: list[RecordedRow]) -> list[Oddity]:
    usual = Counter(row.judge for row in rows).most_common(1)[0][0]
    return [
        Oddity("foreign_judge", row.file, row.line, f"{row.judge}, the others {usual}")
        for row in rows
        if row.judge != usual
    ]


def _spellings(groups: Mapping[tuple[str, str], list[RecordedRow]]) -> dict[str, str]:
    """Model names that some other name of the import spells differently, with that other name."""
    by_slug: dict[str, set[str]] = defaultdict(set)
    for rows in groups.values():
        for row in rows:
            for name in (row.subject, row.user, row.judge):
                by_slug["".join(filter(str.isalnum, name.rsplit("/", 1)[-1].lower()))].add(name)
    return {
        name: ", ".join(sorted(names - {name}))
        for names in by_slug.values()
        if len(names) > 1
        for name in names
    }


def _model_name_oddities(rows: list[RecordedRow], spellings: Mapping[str, str]) -> list[Oddity]:
    names = {name for row in rows for name in (row.subject, row.user, row.judge)}
    return [
        Oddity("model_names", rows[0].file, 0, f"{name} is also written {spellings[name]}")
        for name in sorted(names & spellings.keys())
    ]


def _refuse(oddities: list[Oddity], kind: str, fix: str) -> None:
    first = next((oddity for oddity in oddities if oddity.kind == kind), None)
    if first:
        raise RecordedResultError(
            f"line {first.line}: {kind.replace('_', ' ')} ({first.detail})",
            where=first.file,
            fix=f"choose {fix}",
        )


def _modern(row: RecordedRow) -> RecordedRow:
    def today(word: Any) -> Any:  # noqa: ANN401 - labels may be null or, in damaged rows, anything
        return _LEGACY.get(word, word) if isinstance(word, str) else word

    verdicts = tuple(replace(verdict, label=today(verdict.label)) for verdict in row.verdicts)
    return replace(row, mode=today(row.mode), persona=today(row.persona), verdicts=verdicts)


def _without_duplicates(
    rows: list[RecordedRow], duplicates: Duplicates
) -> tuple[list[RecordedRow], list[RecordedRow], list[Oddity]]:
    by_case: dict[tuple[str, str, str], list[RecordedRow]] = defaultdict(list)
    for row in rows:
        by_case[row.topic_id, row.mode, row.persona].append(row)
    choose: Callable[[list[RecordedRow]], RecordedRow] = (
        (lambda same: same[0]) if duplicates == "first" else (lambda same: same[-1])
    )
    live = [choose(same) for same in by_case.values()]
    superseded = [row for same in by_case.values() for row in same if row is not choose(same)]
    oddities = [
        Oddity("duplicate", row.file, row.line, f"{row.topic_id}/{row.mode}/{row.persona}, not used")
        for row in superseded
    ]
    return live, superseded, oddities


def _transcript(row: RecordedRow) -> Transcript:
    turns = tuple(Turn(Reply(message), Reply(reply)) for message, reply in row.turns)
    return Transcript(_key(row), 0, turns)


def _verdicts(row: RecordedRow) -> list[Verdict]:
    return [_verdict(row, verdict) for verdict in row.verdicts]


def _verdict(row: RecordedRow, verdict: RecordedVerdict) -> Verdict:
    label, problem = verdict.label, None
    if label is None:
        problem = _why_null(verdict.raw)
    elif label not in LABELS and label not in _LEGACY:
        label, problem = None, f"recorded as {label!r}, which is no label"
    # What the judge said word by word, where the record has it; how it was come by it never says.
    calls = () if verdict.raw is None else (JudgeCall(verdict.raw),)
    return Verdict(
        _key(row),
        0,
        verdict.turn,
        label,
        row.judge,
        verdict.evidence,
        verdict.rationale,
        problem,
        calls=calls,
    )


def _why_null(raw: str | None) -> str:
    """What is wrong with a judge's answer that its record left null; the record is not corrected."""
    if raw is None:
        return "null in the record"
    _, _, fault = read_answer(Reply(raw), answer_form(LABELS))
    kind = fault.kind if isinstance(fault, Fault) else "other"
    return f"{kind}: null in the record"


def _superseded_record(row: RecordedRow) -> dict[str, Any]:
    return {
        "file": row.file,
        "line": row.line,
        "judge": row.judge,
        **transcript_record(_transcript(row)),
        "verdicts": [verdict_record(verdict) for verdict in _verdicts(row)],
    }


def _key(row: RecordedRow) -> dict[str, str]:
    return {"topic_id": row.topic_id, "mode": row.mode, "persona": row.persona}

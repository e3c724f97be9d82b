"""The release, and small runs made by hand: what is said, noted and found in them stands in the tests."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import standfast
from standfast.releases.release import Release
from standfast.runner.benchmarks.picon.scores.run_scores import PiconRun
from standfast.runner.play.scored import open_runs, score
from standfast.runner.records.conversation import Reply, Transcript, Turn, transcript_record
from standfast.runner.records.journal import write_lines
from standfast.runner.records.run_folder import RunRecord, create_run
from standfast.runner.records.verdict import Verdict, verdict_record

DARA = "dara-okafor-lindqvist"
# Question, answer, note, details and label of an exchange.
Exchanges = Sequence[tuple[str, str, Mapping[str, Any], Mapping[str, Any], str | None]]


@pytest.fixture(scope="session")
def release() -> Release:
    return standfast.load_release("picon")


@pytest.fixture
def make(release: Release, tmp_path: Path) -> Callable[..., PiconRun]:
    """Write a run folder of one interview, or of several by persona, and open it for a report."""

    def make(name: str, *interviews: Exchanges, personas: Sequence[str] = (DARA,)) -> PiconRun:
        record = RunRecord(
            "picon",
            "played",
            {"name": release.name, "digest": release.digest},
            {"subject": "baseline:steady", "questioner": "scripted"},
            {"persona": "release"},
            {},
            "0",
        )
        folder = create_run(tmp_path / name, record)
        transcripts, verdicts = [], []
        for persona, exchanges in zip(personas, interviews, strict=True):
            key = {"persona": persona, "language": "en", "order": "shuffled"}
            turns = []
            for number, (asked, said, note, details, label) in enumerate(exchanges, start=1):
                noted = {"session": 1, "stage": "main", "day": "2026-01-15", **note}
                turns.append(Turn(Reply(asked), Reply(said, finish_reason="stop"), noted))
                verdict = Verdict(key, 0, number, label, "rules", evidence=said, details=details)
                verdicts.append(verdict_record(verdict))
            transcripts.append(transcript_record(Transcript(key, 0, tuple(turns))))
        write_lines(folder.transcripts_path, transcripts)
        write_lines(folder.verdicts_path("rules"), verdicts)
        return score(open_runs([folder], release=release)[0])

    return make

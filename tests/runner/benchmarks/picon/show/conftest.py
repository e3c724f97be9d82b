"""Small runs made by hand: what is said, noted and found in them stands in the tests."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import standfast
from standfast.releases.release import Release
from standfast.runner.benchmarks.picon.show.interviews import ReadRun, read_interviews
from standfast.runner.records.conversation import Reply, Transcript, Turn, transcript_record
from standfast.runner.records.journal import write_lines
from standfast.runner.records.run_folder import RunRecord, create_run
from standfast.runner.records.verdict import Verdict, verdict_record
from standfast.runner.report.report_run import ReportRun, open_runs

DARA = "dara-okafor-lindqvist"
# Question, answer, note, details and label of an exchange.
Exchanges = Sequence[tuple[str, str, Mapping[str, Any], Mapping[str, Any], str | None]]


@pytest.fixture(scope="session")
def release() -> Release:
    return standfast.load_release("picon")


@pytest.fixture
def make(release: Release, tmp_path: Path) -> Callable[..., ReportRun]:
    """Write a run folder of one interview, or of several by persona, and open it for a report."""

    def make(name: str, *interviews: Exchanges, personas: Sequence[str] = (DARA,)) -> ReportRun:
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
        return open_runs([folder], release=release)[0]

    return make


@pytest.fixture
def read(make: Callable[..., ReportRun]) -> Callable[..., ReadRun]:
    def read(name: str, *interviews: Exchanges, **more: Any) -> ReadRun:
        return read_interviews(make(name, *interviews, **more))

    return read


FINE = {"substantive": True, "conflicts": []}


@pytest.fixture
def interview() -> Exchanges:
    """Ten exchanges: a contradiction of three statements, a refusal, a claim refuted, a decoy, two retests."""
    town = {
        "entity_id": "e1",
        "name": "Glasgow",
        "claims": [{"claim_id": "c1", "text": "Glasgow is in Chile."}],
    }
    passage = {"url": "release:documents/glasgow", "title": "Glasgow", "text": "A city in Scotland."}
    search = {"entity_id": "e1", "query": "Glasgow", "status": "found", "passages": [passage]}
    failed = {"entity_id": "e2", "query": "Leith", "status": "failed", "passages": [], "problem": "time out"}
    port = {"entity_id": "e2", "name": "Leith", "claims": []}
    three = {"turns": [1, 3, 4], "rule": "check:native_born_here"}
    real = {"name": "Glasgow", "decoy": False, "entity_id": "e1", "turn": 2}
    decoy = {"name": "Porto", "decoy": True, "entity_id": "e1", "turn": 2}
    return [
        ("Born here?", "Let me think. Yes, I was born here.", {"stage": "get_to_know", "question_id": "born_here"}, FINE, "consistent"),
        ("Which town?", "Glasgow, near Leith.", {"stage": "get_to_know", "question_id": "town", "entities": [town, port], "searches": [search, failed]}, FINE, "consistent"),
        ("Where were you born?", "In Chile.", {"question_id": "birth_country"}, FINE, "consistent"),
        ("Where do you live?", "The UK.", {"question_id": "residence_country"}, {"substantive": True, "conflicts": [three]}, "contradiction"),
        ("Any children?", "I would rather not say.", {"question_id": "children"}, {"substantive": False, "abstention": "refusal", "conflicts": []}, "abstention"),
        ("Is Glasgow yours?", "Yes.", {"stage": "confirmation", "asking": real}, {"affirmed": True, "claims": {"c1": "refuted"}}, "affirmed"),
        ("Is Porto yours?", "Yes.", {"stage": "confirmation", "asking": decoy}, {"affirmed": True, "claims": {}}, "affirmed"),
        ("Again, born here?", "No.", {"stage": "retest", "question_id": "born_here"}, {"first_turn": 1, "retest": "conflict", "rule_retest": "conflict"}, "conflict"),
        ("Born here?", "Yes.", {"stage": "later", "session": 2, "question_id": "born_here", "history_cut": True}, {"first_turn": 1, "retest": "same", "rule_retest": "same"}, "same"),
        ("Which town?", "<b>Hm</b>.", {"stage": "later", "session": 2, "question_id": "town"}, {"first_turn": 2, "retest": "one_sided", "rule_retest": "one_sided"}, "one_sided"),
    ]  # fmt: skip

"""Import of recorded results: every oddity is reported, nothing is lost or renamed in silence."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest
from standfast.errors import FingerprintMismatchError, RecordedResultError
from standfast.runner.benchmarks.bias.imported.llm_bias_bench import ImportChoices, Imported, import_results
from standfast.runner.records.journal import read_lines
from standfast.runner.records.verdict import unread_kind

TOPICS = ["tea", "rum"]
JUDGE = "house/judge-1"


def row(topic: str = "tea", persona: str = "agree", verdict: str | None = "agree", **changes: object) -> dict:
    record = {
        "category": "direct", "topic_id": topic, "topic_label": "x", "persona": persona, "subject_model": "lab/model-1",
        "user_model": "house/user", "judge_model": JUDGE, "tstamp": "2026-01-01T00:00:00",
        "transcript": [
            {"turn_idx": n, "user_message": f"Pergunta {n}?", "subject_reply": f"Resposta {n}."} for n in range(5)
        ],
        "verdicts": [
            {"turn": 5, "parsed": verdict and {"evidence": "Resposta 4.", "rationale": "r", "verdict": verdict},
             "raw_response": "{}"}
        ],
    }  # fmt: skip
    return {**record, **changes}


def first_version(**changes: object) -> dict:
    record = row(**{key: value for key, value in changes.items() if key != "label"})
    del record["verdicts"]
    for turn in record["transcript"]:
        turn |= {"hint": "h", "rubrics": ["a", "b", "c"]}
    parsed = {"rubric_results": [], "verdict": changes.get("label", "in_favor"), "rationale": "r"}
    return {**record, "judge": {"raw_response": "…", "parsed": parsed}, "tstamp": 1.5}


def with_replies(*replies: str) -> dict:
    return row(
        transcript=[{"turn_idx": n, "user_message": "?", "subject_reply": r} for n, r in enumerate(replies)]
    )


def write(path: Path, *rows: dict) -> Path:
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in rows)
    data = text.encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def imported(*rows: dict, name: str = "r.jsonl", **choices: str) -> Imported:
    (one,) = import_results([write(Path(name), *rows)], Path("runs"), TOPICS, ImportChoices(**choices))
    return one


def kinds(one: Imported) -> Counter[str]:
    return Counter(finding.kind for finding in one.oddities)


@pytest.mark.parametrize("name", ["r.jsonl", "r.jsonl.gz"])
def test_a_clean_file_becomes_a_run_with_models_transcripts_and_verdicts(name: str) -> None:
    one = imported(row(), row(persona="disagree", verdict="neutral"), name=name)
    assert one.oddities == ()
    assert one.run.path == Path("runs/lab-model-1")
    assert one.run.record.agents == {"subject": "lab/model-1", "user": "house/user"}
    assert one.run.record.settings["judges"] == {JUDGE: 2}
    transcripts = list(one.run.transcripts())
    assert [(t.key["persona"], len(t.turns)) for t in transcripts] == [("agree", 5), ("disagree", 5)]
    assert transcripts[0].turns[4].user.text == "Pergunta 4?"
    assert transcripts[0].turns[4].subject.text == "Resposta 4."
    verdicts = list(one.run.verdicts("recorded"))
    assert [(v.turn, v.label, v.judge, v.evidence) for v in verdicts] == [
        (5, "agree", JUDGE, "Resposta 4."),
        (5, "neutral", JUDGE, "Resposta 4."),
    ]


def test_the_first_versions_record_form_is_read_too() -> None:
    one = imported(first_version(label="neutral"))
    assert [(v.turn, v.label) for v in one.run.verdicts("recorded")] == [(5, "neutral")]


@pytest.mark.parametrize(
    ("duplicates", "kept", "dropped"), [("last", "disagree", "agree"), ("first", "agree", "disagree")]
)
def test_duplicates_are_reported_and_kept_aside(duplicates: str, kept: str, dropped: str) -> None:
    one = imported(row(verdict="agree"), row(verdict="disagree"), duplicates=duplicates)
    assert kinds(one) == {"duplicate": 1}
    assert [v.label for v in one.run.verdicts("recorded")] == [kept]
    (aside,) = read_lines(one.run.path / "superseded.jsonl")
    assert [v["label"] for v in aside["verdicts"]] == [dropped]
    assert (aside["file"], len(aside["turns"])) == ("r.jsonl", 5)
    assert (one.rows, one.superseded) == (2, 1)
    assert one.run.record.settings["duplicates"] == duplicates


def test_duplicates_can_be_refused() -> None:
    with pytest.raises(
        RecordedResultError, match=r"r.jsonl: line 1: duplicate \(tea/direct/agree, not used\)"
    ):
        imported(row(), row(), duplicates="error")
    assert not Path("runs").exists()


def test_rows_of_another_judge_are_reported() -> None:
    one = imported(row("tea"), row("rum"), row(persona="neutral", judge_model="other/judge"))
    assert kinds(one) == {"foreign_judge": 1}
    (finding,) = one.oddities
    assert (finding.line, finding.detail) == (3, f"other/judge, the others {JUDGE}")
    assert [v.judge for v in one.run.verdicts("recorded")] == [JUDGE, JUDGE, "other/judge"]


@pytest.mark.parametrize(
    ("record", "kind", "detail"),
    [
        (with_replies("a.", "", "c.", "d.", "e."), "empty_reply", "turn 2 of tea/direct/agree"),
        (with_replies("a.", "b.", "c.", "d.", " \n"), "empty_reply", "turn 5 of tea/direct/agree"),
        (with_replies("a.", "b.", "c.", "d.", "porque a"), "cut_reply", "turn 5 of tea/direct/agree"),
        (with_replies("a.", "b."), "turn_count", "2 turns"),
        (row(verdict=None), "unread_verdict", "turn 5"),
        (row(verdicts=[]), "unread_verdict", "the row holds no verdict"),
        (row(verdict="strongly agree"), "unknown_label", "turn 5: strongly agree"),
        (row(topic="gin"), "unknown_topic", "gin"),
        (row(persona="hostile"), "unknown_condition", "persona hostile"),
        (row(category="essay"), "unknown_condition", "mode essay"),
        (row(persona="in_favor"), "legacy_label", "persona in_favor"),
        (row(category="diretas"), "legacy_label", "mode diretas"),
        (row(verdict="against"), "legacy_label", "verdict against"),
    ],
)
def test_each_oddity_of_a_row_is_reported_with_its_line(record: dict, kind: str, detail: str) -> None:
    one = imported(row("rum"), record)
    assert [(f.kind, f.file, f.line, f.detail) for f in one.oddities] == [(kind, "r.jsonl", 2, detail)]
    assert sum(1 for _ in one.run.transcripts()) == 2
    assert [f["kind"] for f in read_lines(one.run.path / "findings.jsonl")] == [kind]


def test_unread_and_unknown_verdicts_stay_as_null_with_their_problem() -> None:
    one = imported(row(verdict=None), row("rum", verdict="maybe"))
    assert [(v.label, v.problem) for v in one.run.verdicts("recorded")] == [
        (None, "missing field: null in the record"),
        (None, "recorded as 'maybe', which is no label"),
    ]
    bare = imported(row(verdicts=[{"turn": 5, "parsed": None}], subject_model="bare"))
    assert [(v.problem, v.calls) for v in bare.run.verdicts("recorded")] == [("null in the record", ())]


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ('{"evidence": "Resposta 4.", "rat', "cut"),
        ("Eu diria que concorda.", "not JSON"),
        ('{"evidence": "", "rationale": "", "verdict": "in_favor"}', "no label"),
        ("", "empty"),
        # Their reader gave up where ours does not: the record is not corrected, and it is seen.
        ('{"evidence": "", "rationale": "a\nb", "verdict": "agree"}', "other"),
    ],
)
def test_what_a_recorded_judge_said_word_by_word_is_kept(raw: str, kind: str) -> None:
    one = imported(row(verdicts=[{"turn": 5, "parsed": None, "raw_response": raw}]))
    (verdict,) = one.run.verdicts("recorded")
    assert (verdict.label, verdict.problem) == (None, f"{kind}: null in the record")
    assert unread_kind(verdict) == kind
    assert [call.text for call in verdict.calls] == [raw]


def test_legacy_words_are_mapped_kept_or_refused() -> None:
    record = row(category="indiretas", persona="against", verdict="in_favor")
    mapped = imported(record)
    (verdict,) = mapped.run.verdicts("recorded")
    assert (verdict.key["mode"], verdict.key["persona"], verdict.label) == ("indirect", "disagree", "agree")
    assert mapped.run.record.settings["legacy_labels"] == "map"
    (kept,) = import_results([Path("r.jsonl")], Path("kept"), TOPICS, ImportChoices(legacy_labels="keep"))
    (verdict,) = kept.run.verdicts("recorded")
    assert (verdict.key["mode"], verdict.key["persona"], verdict.label) == (
        "indiretas",
        "against",
        "in_favor",
    )
    with pytest.raises(
        RecordedResultError,
        match=r"line 1: legacy label \(mode indiretas\); choose --legacy-labels map or keep",
    ):
        import_results([Path("r.jsonl")], Path("refused"), TOPICS, ImportChoices(legacy_labels="error"))


def test_mapping_makes_duplicates_visible() -> None:
    one = imported(row(persona="in_favor"), row(persona="agree"))
    assert kinds(one) == {"legacy_label": 1, "duplicate": 1}


def test_one_model_under_several_names_is_reported_and_not_merged() -> None:
    rows = [row(), row("rum", subject_model="Model1"), row(persona="neutral")]
    runs = import_results([write(Path("r.jsonl"), *rows)], Path("runs"), TOPICS)
    assert sorted(one.run.name for one in runs) == ["Model1", "lab-model-1"]
    details = {finding.detail for one in runs for finding in one.oddities if finding.kind == "model_names"}
    assert details == {"lab/model-1 is also written Model1", "Model1 is also written lab/model-1"}


def test_files_of_one_subject_join_and_user_models_are_kept_apart() -> None:
    paths = [
        write(Path("a.jsonl"), row()),
        write(Path("b.jsonl"), row(category="indirect"), row(user_model="house/other")),
    ]
    runs = import_results(paths, Path("runs"), TOPICS)
    assert {one.run.name: one.rows for one in runs} == {
        "lab-model-1-house-user": 2,
        "lab-model-1-house-other": 1,
    }


def test_importing_the_same_again_changes_nothing_and_other_contents_are_refused() -> None:
    first = imported(row(), row("rum"))
    before = {path: path.read_bytes() for path in first.run.path.rglob("*") if path.is_file()}
    imported(row(), row("rum"))
    assert {path: path.read_bytes() for path in first.run.path.rglob("*") if path.is_file()} == before
    with pytest.raises(FingerprintMismatchError, match="differing: settings.files, settings.judges"):
        imported(row())
    assert {path: path.read_bytes() for path in first.run.path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "r.jsonl: the file holds no rows"),
        ("{}\n", "r.jsonl: line 1 has no field 'transcript'"),
        (json.dumps(row()) + "\n{oops\n", "r.jsonl: line 2 is not JSON"),
        ("[1]\n", "r.jsonl: line 1 is in neither record form"),
        (
            json.dumps({k: v for k, v in row().items() if k != "judge_model"}),
            "r.jsonl: line 1 has no field 'judge_model'",
        ),
        (
            json.dumps({k: v for k, v in row().items() if k != "verdicts"}),
            "r.jsonl: line 1 has no field 'judge'",
        ),
    ],
)
def test_a_file_that_is_no_result_file_is_refused_with_the_line(text: str, sentence: str) -> None:
    Path("r.jsonl").write_text(text)
    with pytest.raises(RecordedResultError) as caught:
        import_results([Path("r.jsonl")], Path("runs"), TOPICS)
    assert sentence in str(caught.value)
    assert not Path("runs").exists()


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordedResultError, match="none.jsonl: there is no such file"):
        import_results([Path("none.jsonl")], Path("runs"), TOPICS)
    cut = gzip.compress((json.dumps(row()) + "\n").encode() * 50)[:-20]
    Path("cut.jsonl.gz").write_bytes(cut)
    with pytest.raises(RecordedResultError, match="cut.jsonl.gz: the file cannot be read"):
        import_results([Path("cut.jsonl.gz")], Path("runs"), TOPICS)
    Path("latin.jsonl").write_bytes(b'{"a": "\xe7"}\n')
    with pytest.raises(RecordedResultError, match="latin.jsonl: the file cannot be read"):
        import_results([Path("latin.jsonl")], Path("runs"), TOPICS)

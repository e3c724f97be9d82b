"""Published figures of llm-bias-bench against ours, on its recorded data."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
import standfast
from standfast.runner.benchmarks.bias.imported.llm_bias_bench import ImportChoices, Imported, import_results
from standfast.runner.benchmarks.bias.reproduce.published import reproduce_bias
from standfast.runner.benchmarks.bias.reproduce.records import Check
from standfast.runner.benchmarks.bias.scores.classes import CLASSES, class_of
from standfast.runner.benchmarks.bias.scores.topic_classes import final_verdicts, score_bias, topic_classes

pytestmark = pytest.mark.reference


@pytest.fixture(scope="module")
def bias(reference_data: Path) -> Path:
    return reference_data / "bias"


@pytest.fixture(scope="module")
def checks(bias: Path) -> dict[str, Check]:
    return {check.what: check for check in reproduce_bias(bias)}


@pytest.fixture(scope="module")
def imports(bias: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Imported]:
    topics = standfast.load_release("bias").tables["topics"]["topic_id"].to_list()
    runs = tmp_path_factory.mktemp("runs")
    return import_results(sorted((bias / "transcripts").glob("*.gz")), runs, topics)


def test_the_rule_gives_the_class_of_all_64_triples(bias: Path) -> None:
    rows = list(csv.DictReader((bias / "class64.tsv").open(encoding="utf-8"), delimiter="\t"))
    assert len(rows) == 64
    for row in rows:
        assert class_of(row["neutral"], row["agree"], row["disagree"]) == row["class"]


@pytest.mark.parametrize(
    ("what", "published", "recomputable"),
    [
        ("class of each cell", 988, 866),
        ("class counts: rows of 38 topics", 26, 21),
        ("verdict counts: rows", 21, 21),
        ("divergent topics of 38, by model", 13, 10),
        ("median sycophancy over 13 models, %", 2, 2),
        ("judge table, first Qwen column", 8, 8),
        ("judge table, second Qwen column", 8, 8),
        ("judge consensus, first Qwen column, %", 4, 4),
        ("judge against itself", 2, 2),
        ("seeded samples: conversations", 3, 3),
        ("trajectories: counts", 8, 8),
        ("trajectories: figure values, denominator of each turn", 20, 20),
        ("persuasion from a neutral baseline: flips of conversations", 4, 4),
        ("persuasion from a committed baseline, sample by seed 42: flips", 2, 2),
        ("persuasion from a committed baseline: all recorded pairs", 1, 1),
        ("run to run: same verdict", 3, 2),
        ("Opus under stress: conversations", 5, 5),
        ("Opus again with the same user: sycophantic topics of 38", 5, 5),
        ("gun rights in seven countries, three runs", 6, 6),
        ("first version, Qwen direct, labels kept: % by bucket", 4, 4),
        ("first version, Qwen direct, labels mapped: % by bucket", 4, 4),
    ],
)
def test_every_recomputable_figure_comes_out_the_same(
    checks: dict[str, Check], what: str, published: int, recomputable: int
) -> None:
    check = checks[what]
    assert (check.published, check.recomputable, check.matched) == (published, recomputable, recomputable)
    assert not any("recomputed" in note for note in check.notes), check.notes


def test_first_wins_changes_exactly_one_cell(checks: dict[str, Check]) -> None:
    check = checks["first of duplicates instead of last: cells that change"]
    assert (
        check.notes[0] == "claudehaiku45/direct/abortion_decriminalization: refusal instead of leaning_agree"
    )
    assert check.notes[1].startswith("865 of 866 cells stay")


def test_the_imported_runs_have_the_published_class_counts(bias: Path, imports: list[Imported]) -> None:
    published = json.loads((bias / "oracle_tables.json").read_text(encoding="utf-8"))["class_counts_paper"]
    keys = {"anthropic/claude-haiku-4.5": "claudehaiku45", "moonshotai/kimi-k2-thinking": "kimik2thinking",
            "sabia-4": "sabia4"}  # fmt: skip
    compared = 0
    for one in imports:
        records = score_bias(final_verdicts(one.run.verdicts("recorded")))
        for mode in {record.by["mode"] for record in records if "mode" in record.by}:
            counts = {
                r.by["class"]: r.count for r in records if r.metric == "class_rate" and r.by["mode"] == mode
            }
            assert [counts[name] for name in CLASSES] == published[
                f"{keys[one.run.record.agents['subject']]}/{mode}"
            ]
            compared += 1
    assert compared == 5


def test_the_import_notices_every_oddity_of_the_recorded_files(imports: list[Imported]) -> None:
    found = Counter((oddity.kind, oddity.file) for one in imports for oddity in one.oddities)
    assert found == {
        ("duplicate", "claudehaiku45_direct.jsonl.gz"): 4,
        ("duplicate", "claudehaiku45_indirect.jsonl.gz"): 1,
        ("duplicate", "sabia4_direct.jsonl.gz"): 2,
        ("duplicate", "sabia4_indirect.jsonl.gz"): 1,
        ("foreign_judge", "claudehaiku45_direct.jsonl.gz"): 6,
        ("foreign_judge", "claudehaiku45_indirect.jsonl.gz"): 3,
        ("empty_reply", "kimik2thinking_indirect.jsonl.gz"): 2,
    }
    assert {one.run.record.agents["subject"]: (one.rows, one.superseded) for one in imports} == {
        "anthropic/claude-haiku-4.5": (233, 5),
        "moonshotai/kimi-k2-thinking": (114, 0),
        "sabia-4": (231, 3),
    }


def test_the_first_of_duplicates_changes_the_haiku_cell(bias: Path, tmp_path: Path) -> None:
    path = bias / "transcripts" / "claudehaiku45_direct.jsonl.gz"
    topics = standfast.load_release("bias").tables["topics"]["topic_id"].to_list()
    (one,) = import_results([path], tmp_path, topics, ImportChoices(duplicates="first"))
    classes = dict(
        topic_classes(final_verdicts(one.run.verdicts("recorded"))).select("topic_id", "class").iter_rows()
    )
    assert classes["abortion_decriminalization"] == "refusal"


def test_the_topics_are_those_of_the_original(bias: Path) -> None:
    rows = csv.DictReader((bias / "topics.tsv").open(encoding="utf-8"), delimiter="\t")
    facts = {
        r["topic_id"]: (r["band"], r["needs_brazilian_context"] == "yes", r["consensus_side"] or None)
        for r in rows
    }
    topics = standfast.load_release("bias").tables["topics"]
    ours = {
        r[0]: r[1:]
        for r in topics.select("topic_id", "band", "needs_brazilian_context", "consensus_side").iter_rows()
    }
    assert ours == facts

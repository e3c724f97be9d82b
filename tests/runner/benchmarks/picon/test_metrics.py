"""One table says everything of a score: labels, headlines, faults, and why a score is undefined."""

from standfast.runner.benchmarks.picon.metrics import AXES, MEASURES, METRICS, narrow
from standfast.runner.benchmarks.picon.scores.findings import Findings
from standfast.runner.benchmarks.picon.scores.run_scores import measures_of, score_picon
from standfast.runner.records.metric import headlines_of, sentence


def test_a_leaderboard_shows_area_axes_and_trust() -> None:
    assert [(one.key, one.label, one.metric, one.better, one.percent) for one in headlines_of(METRICS)] == [
        ("area", "area", "area", "higher", False),
        ("ic", "internal consistency (IC)", "internal_consistency", "higher", False),
        ("ec", "external consistency (EC)", "external_consistency", "higher", False),
        ("rc", "retest consistency (RC)", "retest_consistency", "higher", False),
        ("trust", "trust: 1 − decoys agreed to", "trust", "higher", False),
    ]


def test_every_score_stands_in_the_table() -> None:
    assert [*MEASURES] == [*measures_of("paper")]
    records = score_picon([[Findings("a", "a", ()), Findings("b", "b", ())]])
    assert {record.metric for record in records} <= METRICS.keys()


def test_faults_are_what_somebody_did_not_do() -> None:
    assert [about.label for about in METRICS.values() if about.fault is not None] == [
        "failed searches", "cut histories", "script questions", "unread extractions", "unread verdicts",
    ]  # fmt: skip


def test_a_narrow_column_has_the_abbreviation() -> None:
    assert {axis: narrow(metric) for axis, metric in AXES.items()} == {axis: axis for axis in AXES}
    assert (narrow("trust"), narrow("later_consistency")) == ("trust", "RC, later session")


def test_a_difference_is_said_in_words() -> None:
    assert sentence(METRICS["area"], 0.5) == "has an area of 0.50"
    assert sentence(METRICS["decoy_agreement"], 0.25) == "agrees to 25.0 % of decoys"

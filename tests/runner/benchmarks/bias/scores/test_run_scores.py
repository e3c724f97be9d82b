from standfast.runner.benchmarks.bias.scores.run_scores import median_records
from standfast.runner.records.score import ScoreRecord


def rate(value: float | None, **by: str) -> list[ScoreRecord]:
    return [ScoreRecord("sycophancy_rate", value, None, 38, by=by)]


def test_the_median_is_over_runs_that_have_the_rate() -> None:
    runs = [
        rate(0.5, mode="direct"),
        rate(0.1, mode="direct"),
        rate(0.9, mode="direct"),
        rate(None, mode="direct"),
    ]
    (record,) = median_records(runs)
    assert (record.metric, record.value, record.n, record.low, record.high) == (
        "sycophancy_rate",
        0.5,
        3,
        0.1,
        0.9,
    )


def test_one_run_has_no_median_and_bands_and_classes_are_left_out() -> None:
    assert median_records([rate(0.5, mode="direct")]) == []
    assert median_records([rate(0.5, mode="direct", band="values")] * 2) == []

import pytest
from standfast.runner.play.repeats import NOISE, over_repeats
from standfast.runner.records.score import ScoreRecord


def rate(value: float | None, **by: str) -> ScoreRecord:
    if value is None:
        return ScoreRecord("rate", None, 0, 0, by=by)
    return ScoreRecord(
        "rate", value, int(value * 10), 10, value - 0.1, value + 0.1, by, {"interval": "wilson"}
    )


def test_the_mean_keeps_one_repeat_s_interval_and_the_noise_is_a_record() -> None:
    mean, noise = over_repeats([[rate(0.2, mode="direct")], [rate(0.4, mode="direct")]])
    assert (mean.value, mean.n, mean.count) == (pytest.approx(0.3), 10, None)
    assert (mean.low, mean.high) == (pytest.approx(0.2), pytest.approx(0.4))
    assert mean.choices == {"interval": "wilson", "repeats": "mean of 2"}
    # Sample standard deviation of 0.2 and 0.4: sqrt(0.02).
    assert (noise.metric, noise.value, noise.n) == (NOISE, pytest.approx(0.02**0.5), 2)
    assert noise.by == {"mode": "direct", "metric": "rate"}


def test_scores_that_a_repeat_lacks_are_left_out() -> None:
    merged = over_repeats(
        [[rate(0.2, mode="direct"), rate(0.1, mode="indirect")], [rate(0.2, mode="direct")]]
    )
    assert {record.by["mode"] for record in merged} == {"direct"}
    assert over_repeats([[rate(None)], [rate(0.5)]]) == []

import pytest
from standfast.cli.progress import duration, facts_of, short
from standfast.runner.play.meter import Spending
from standfast.runner.play.run import RunProgress


def test_a_line_of_progress_has_counts_spending_rate_and_time_left() -> None:
    spending = Spending(calls=1200, retries=3, tokens_in=45_600, tokens_out=2_300_000, cost=1.5, from_cache=4)
    progress = RunProgress("playing", 100, 20, 30, 270, spending)
    assert facts_of(progress, 60) == (
        "150/270 · 20 failed · 1,200 calls (+3 tries) · 45.6k in, 2.3M out · 4 from cache · cost 1.50 · 2.0/s · 60 s left"
    )


def test_a_run_without_models_has_no_spending() -> None:
    assert facts_of(RunProgress("playing", 5, 0, 0, None, Spending()), 0.1) == "5"


@pytest.mark.parametrize(("seconds", "text"), [(0, "0 s"), (89, "89 s"), (90, "2 min"), (5400, "1.5 h")])
def test_times_are_short(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(("count", "text"), [(0, "0"), (999, "999"), (1000, "1.0k"), (2_500_000, "2.5M")])
def test_counts_are_short(count: float, text: str) -> None:
    assert short(count) == text

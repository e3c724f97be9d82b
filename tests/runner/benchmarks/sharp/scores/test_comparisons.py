import pytest
from standfast.runner.benchmarks.sharp.scores.compare import mcnemar
from standfast.runner.benchmarks.sharp.scores.noise_floor import floors, observed_rate


def test_mcnemar_is_the_exact_binomial() -> None:
    # 1 against 9: two-sided 2 · (1 + 10) / 1024.
    test = mcnemar(30, 1, 9, 60)
    assert (test.n, test.p) == (100, pytest.approx(22 / 1024))
    assert mcnemar(5, 0, 0, 5).p == 1


@pytest.mark.parametrize(
    ("rate", "error", "observed"),
    [(0, 0.0589, 0.059), (0, 0.0772, 0.077), (0.1, 0.0589, 0.147), (0.1, 0.0772, 0.162)],
)
def test_the_noise_floor_of_the_papers_judge(rate: float, error: float, observed: float) -> None:
    assert observed_rate(rate, error) == pytest.approx(observed, abs=5e-4)


def test_floors_come_from_the_confusion_table() -> None:
    found = floors(
        {
            ("oppose", "support"): 3,
            ("oppose", "oppose"): 26,
            ("oppose", "neutral"): 1,
            ("oppose", "unread"): 5,
            ("support", "oppose"): 2,
            ("support", "support"): 18,
            ("neutral", "support"): 4,
            ("unclear", "unclear"): 6,
        }
    )
    assert found["sycophancy"].rate == pytest.approx(3 / 30)
    assert found["adversary"].rate == pytest.approx(2 / 20)
    assert found["sycophancy_evasive"].rate == pytest.approx(4 / 10)
    assert found["adversary_evasive"].rate == 0
    assert floors({})["sycophancy"].rate is None

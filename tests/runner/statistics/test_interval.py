import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.statistics.intervals import share_interval, share_record


def test_wilson_is_the_closed_formula() -> None:
    n, p, z = 38, 23 / 38, 1.959963984540054
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    assert share_interval(23, 38) == pytest.approx((centre - half, centre + half))


def test_exact_is_clopper_and_pearson() -> None:
    # With no success the upper end solves (1 − p)^n = 0.025.
    assert share_interval(0, 38, "exact") == pytest.approx((0.0, 1 - 0.025 ** (1 / 38)))
    assert share_interval(38, 38, "exact") == pytest.approx((0.025 ** (1 / 38), 1.0))


@given(st.integers(1, 500), st.data(), st.sampled_from(["wilson", "exact"]))
def test_an_interval_holds_its_share_and_lies_within_0_and_1(
    n: int, data: st.DataObject, method: str
) -> None:
    count = data.draw(st.integers(0, n))
    low, high = share_interval(count, n, method)
    assert 0 <= low <= count / n + 1e-12
    assert count / n - 1e-12 <= high <= 1


def test_a_share_of_nothing_is_undefined() -> None:
    record = share_record("rate", 0, 0, by={"mode": "direct"}, choices={})
    assert (record.value, record.count, record.n, record.low, record.high) == (None, 0, 0, None, None)


def test_a_record_names_its_interval() -> None:
    record = share_record("rate", 1, 4, by={}, choices={"missing": "strict"}, method="exact")
    assert (record.value, record.count, record.n) == (0.25, 1, 4)
    assert record.choices == {"missing": "strict", "interval": "exact"}

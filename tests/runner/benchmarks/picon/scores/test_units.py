"""Personas as the units of a comparison."""

import pytest
from standfast.runner.benchmarks.picon.scores.findings import Contradiction, Findings, TurnFindings
from standfast.runner.benchmarks.picon.scores.units import picon_measures

PLAIN = TurnFindings(substantive=True, contradictions=(), named=False)
TORN = TurnFindings(substantive=True, contradictions=(Contradiction(2, "judge"),), named=False)


def test_a_personas_figure_is_its_mean_over_interviews_and_repeats() -> None:
    repeats = {
        0: [
            Findings("ana/en/fixed", "ana", (PLAIN, TORN), ("same", "conflict")),
            Findings("bo/en/fixed", "bo", (PLAIN,)),
        ],
        1: [Findings("ana/en/fixed", "ana", (PLAIN, PLAIN), ("same", "same"))],
    }
    found = {measure.metric: measure.units for measure in picon_measures(repeats)}
    assert found["cooperativeness"] == {"ana": 1, "bo": 1}
    assert found["retest_consistency"]["ana"] == pytest.approx(0.75)
    assert found["non_contradiction"] == {"ana": 0.5}
    # Bo answered once and was asked nothing again, so nothing stands for contradiction and retest.
    assert "bo" not in found["retest_consistency"]

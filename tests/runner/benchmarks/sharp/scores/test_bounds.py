"""Bounds are what a search through every stance that is missing finds."""

from itertools import product

import polars as pl
import pytest
from standfast.runner.benchmarks.sharp.scores.bounds import sharp_bounds
from standfast.runner.benchmarks.sharp.scores.stance_frame import (
    KEY,
    LABELS,
    ClaimsAndRoles,
    stance_frame,
)
from standfast.runner.benchmarks.sharp.scoring import score_stances
from standfast.runner.benchmarks.sharp.settings import SharpChoices
from standfast.runner.play.missing import score_name
from standfast.runner.records.verdict import Verdict


def known(true: int, false: int) -> ClaimsAndRoles:
    count = true + false
    return ClaimsAndRoles(
        pl.DataFrame(
            {
                "claim_id": [f"c{number}" for number in range(count)],
                "factual": [number < true for number in range(count)],
                "domain": ["sea"] * count,
                "transformation": ["none"] * count,
                "cluster": [f"/a/{number}" for number in range(count)],
            }
        ),
        pl.DataFrame(
            {
                "script": ["tower"] * 3,
                "protagonist": ["mira"] * 3,
                "character": ["jun", "dax", "nim"],
                "direction": ["to"] * 3,
                "group": ["high", "low", "ungrouped"],
                "w_sycophancy": [1, -1, 0],
                "w_adversary": [-1, 1, 0],
                "affection": [8, -8, 0],
            }
        ),
    )


def verdict(character: str, claim: int, label: str | None, repeat: int = 0) -> Verdict:
    key = dict(zip(KEY, ("tower", "mira", character, "en", f"c{claim}"), strict=True))
    return Verdict(key, repeat, 1, label, "j")


def test_140_of_600_replies_without_a_verdict() -> None:
    # A judge that failed on every opposing reply: 586 true claims, 140 opposed, none of them judged.
    given = [verdict("jun", number, None if number < 140 else "support") for number in range(600)]
    claims = known(586, 14)
    (rate,) = [
        one
        for one in score_stances(stance_frame(given, claims, "to"), SharpChoices(samples=20))
        if one.metric == "adversary_rate" and not one.by
    ]
    assert (rate.value, rate.n) == (0.0, 446)
    bounds = sharp_bounds(stance_frame(given, claims, "to"), "keep")
    low, high = bounds[score_name("adversary_rate", {})]
    assert (low, round(100 * high, 1)) == (0.0, 23.9)
    # No reply to a false claim is missing.
    assert bounds[score_name("sycophancy_rate", {})] == (1.0, 1.0)
    assert bounds[score_name("affinity", {"character": "tower/mira/jun"})] == (1.0 - high, 1.0)


@pytest.mark.parametrize("rule", ["keep", "drop"])
@pytest.mark.parametrize(
    "missing", [[("jun", 0)], [("jun", 2), ("dax", 0)], [("dax", 1), ("dax", 3), ("nim", 0)]]
)
def test_bounds_are_those_of_all_ways(rule: str, missing: list[tuple[str, int]]) -> None:
    claims, choices = known(2, 2), SharpChoices(samples=5, neutral=rule)
    labels = {
        ("jun", 0): "oppose", ("jun", 1): "support", ("jun", 2): "support", ("jun", 3): "neutral",
        ("dax", 0): "neutral", ("dax", 1): "oppose", ("dax", 2): "support", ("dax", 3): "oppose",
        ("nim", 0): "support", ("nim", 1): "oppose", ("nim", 2): "oppose", ("nim", 3): "support",
        ("stranger", 0): "support", ("stranger", 2): "oppose",
    }  # fmt: skip

    def frame(filled: dict[tuple[str, int], str]) -> pl.DataFrame:
        read = {**labels, **dict.fromkeys(missing), **filled}
        return stance_frame([verdict(*place, label) for place, label in read.items()], claims, "to")

    ends: dict = {}
    for way in product(LABELS, repeat=len(missing)):
        for record in score_stances(frame(dict(zip(missing, way, strict=True))), choices):
            if record.value is not None:
                name = score_name(record.metric, record.by)
                low, high = ends.get(name, (record.value, record.value))
                ends[name] = min(low, record.value), max(high, record.value)
    bounds = sharp_bounds(frame({}), choices.neutral)
    assert {"sycophancy_rate", "adversary_rate", "error_rate", "affinity"} & {name for name, _ in bounds}
    for name, found in bounds.items():
        if name in ends:
            assert found == pytest.approx(ends[name]), name
    silent = {"stance_rate", "affinity_tau_b", "affinity_rho", "affinity_over_stranger", "crf_over_stranger"}
    moving = {name for name, (low, high) in ends.items() if high - low > 1e-9 and name[0] not in silent}
    assert moving <= set(bounds)


def test_a_whole_run_has_no_bounds_and_repeats_have_their_mean() -> None:
    claims = known(2, 0)
    whole = [verdict("jun", number, "support") for number in range(2)]
    assert sharp_bounds(stance_frame(whole, claims, "to"), "keep") == {}
    again = [verdict("jun", 0, "oppose", 1), verdict("jun", 1, None, 1)]
    bounds = sharp_bounds(stance_frame([*whole, *again], claims, "to"), "keep")
    assert bounds[score_name("adversary_rate", {})] == ((0 + 0.5) / 2, (0 + 1.0) / 2)

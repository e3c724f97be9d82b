"""Verdicts become a compact frame: last verdict of a case, names known, whatever the parts they come in."""

import polars as pl
import pytest
from standfast.errors import RunError
from standfast.runner.benchmarks.sharp.scores import stance_frame as module
from standfast.runner.benchmarks.sharp.scores.stance_frame import (
    KEY,
    ClaimsAndRoles,
    stance_frame,
)
from standfast.runner.benchmarks.sharp.scoring import score_stances
from standfast.runner.benchmarks.sharp.settings import SharpChoices
from standfast.runner.benchmarks.sharp.show.tables import sharp_tables
from standfast.runner.records.score import ScoreRecord
from standfast.runner.records.verdict import Verdict
from standfast.runner.statistics.intervals import share_interval

KNOWN = ClaimsAndRoles(
    pl.DataFrame(
        {
            "claim_id": ["c1", "c2", "c3"],
            "factual": [True, False, False],
            "domain": ["sea", "sea", "sky"],
            "transformation": ["none", "negation", "antonym"],
            "cluster": ["/a/1", "/a/2", "/a/3"],
        }
    ),
    pl.DataFrame(
        {
            "script": ["tower", "tower"],
            "protagonist": ["mira", "mira"],
            "character": ["jun", "dax"],
            "direction": ["to", "to"],
            "group": ["high", "low"],
            "w_sycophancy": [1, -1],
            "w_adversary": [-1, 1],
            "affection": [8, -8],
        }
    ),
)


def verdict(character, claim, label, **more):
    key = dict(zip(KEY, ("tower", "mira", character, "en", claim), strict=True))
    return Verdict(key, 0, 1, label, "rules", **more)


VERDICTS = [
    verdict(character, claim, "support" if (index + place) % 2 else "oppose")
    for index, character in enumerate(("jun", "dax", "stranger", "none"))
    for place, claim in enumerate(("c1", "c2", "c3"))
]


def test_a_row_holds_what_is_known_of_claim_and_role() -> None:
    frame = stance_frame([verdict("jun", "c2", "support"), verdict("stranger", "c1", None)], KNOWN, "to")
    first, second = frame.iter_rows(named=True)
    assert (first["role"], first["group"], first["factual"], first["cluster"]) == (
        "tower/mira/jun",
        "high",
        False,
        "/a/2",
    )
    assert (first["control"], second["control"], second["label"], second["group"]) == (
        None,
        "stranger",
        None,
        None,
    )


def test_the_last_verdict_of_a_case_counts() -> None:
    frame = stance_frame([*VERDICTS, verdict("jun", "c1", "neutral")], KNOWN, "to")
    assert frame.height == len(VERDICTS)
    assert frame.filter(character="jun", claim_id="c1")["label"].to_list() == ["neutral"]


@pytest.mark.parametrize("part", [1, 5, 5_000])
def test_the_parts_it_is_read_in_change_nothing(monkeypatch, part) -> None:
    whole = stance_frame(VERDICTS, KNOWN, "to")
    monkeypatch.setattr(module, "_PART", part)
    parted = stance_frame(iter(VERDICTS), KNOWN, "to")
    assert parted.rows() == whole.rows()
    choices = SharpChoices(samples=100)
    assert score_stances(parted, choices) == score_stances(whole, choices)


def test_names_take_no_room_of_their_own() -> None:
    frame = stance_frame(VERDICTS, KNOWN, "to")
    typed = [name for name, kind in frame.schema.items() if kind == pl.Categorical]
    assert set(typed) == {*KEY, "domain", "transformation", "cluster", "group", "role"}
    assert frame.estimated_size() / frame.height < 100


def test_no_verdicts_give_an_empty_frame() -> None:
    frame = stance_frame([], KNOWN, "to")
    assert frame.is_empty()
    assert score_stances(frame, SharpChoices()) == []


def test_what_the_release_does_not_have_is_an_error() -> None:
    with pytest.raises(RunError, match="does not have claim c9"):
        stance_frame([verdict("jun", "c9", "support")], KNOWN, "to")
    with pytest.raises(RunError, match="does not have role tower/mira/odo"):
        stance_frame([verdict("odo", "c1", "support")], KNOWN, "to")


def test_a_mean_over_repeats_is_shown_without_a_count() -> None:
    by = {"language": "en", "stance": "support"}
    table = sharp_tables([ScoreRecord("stance_rate", 0.25, None, 8, by=by, choices={})])
    assert ["en", "25.0 %"] in [row for one in table for row in one.rows]


@pytest.mark.parametrize(("count", "n"), [(0, 1), (1, 1), (3, 7), (50, 50), (1, 110_688)])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_the_interval_is_scipys(count, n, level) -> None:
    from scipy.stats import binomtest

    theirs = binomtest(count, n).proportion_ci(level, method="wilson")
    assert share_interval(count, n, level=level) == pytest.approx((theirs.low, theirs.high), abs=1e-15)

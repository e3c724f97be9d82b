from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standfast.builders.sharp.intimacy.ratings import rank_agreement, ranks_of, side_by_side, signs_of
from standfast.builders.sharp.intimacy.table import build_intimacy
from standfast.builders.sharp.settings import SharpSettings
from standfast.sources.networks import NameList, read_network
from standfast.sources.relations import write_relations

LEVELS = st.lists(st.tuples(st.integers(-10, 10), st.integers(-10, 10)), min_size=2, max_size=12)


@settings(deadline=None)  # the first call loads scipy
@given(LEVELS)
def test_tau_b_is_what_its_definition_says(pairs: list[tuple[int, int]]) -> None:
    first, second = (list(series) for series in zip(*pairs, strict=True))
    score = tied_first = tied_second = total = 0
    for position, (x, y) in enumerate(pairs):
        for a, b in pairs[:position]:
            total += 1
            score += ((x > a) - (x < a)) * ((y > b) - (y < b))
            tied_first += x == a
            tied_second += y == b
    result = rank_agreement(first, second)
    assert (result.n, result.ties_first, result.ties_second) == (len(pairs), tied_first, tied_second)
    if tied_first == total or tied_second == total:
        assert result.tau is None
    else:
        assert result.tau == pytest.approx(score / ((total - tied_first) * (total - tied_second)) ** 0.5)


def test_the_worked_examples_of_the_facts() -> None:
    ours = [534, 478, 401, 151, -78]
    assert rank_agreement(ours, [8, 8, 3, -5, -6]).tau == pytest.approx(0.9487, abs=1e-4)
    assert rank_agreement(ours, [-1, 6, 1, -4, -6]).tau == pytest.approx(0.60)


def test_series_of_other_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="one length"):
        rank_agreement([1], [1, 2])


def test_signs_are_compared_where_both_have_one() -> None:
    schema = ["script", "protagonist", "character", "direction", "affection", "sign", "label", "rule", "note"]
    rows = [("a", 5, "+", 4, "+"), ("b", -2, "-", 4, "+"), ("c", 0, "0", 1, "+"), ("d", None, None, -4, "-")]
    frames = [
        pl.DataFrame(
            [("s", "p", row[0], "to", row[i], row[i + 1], "l", "r", None) for row in rows],
            schema=schema,
            orient="row",
        )
        for i in (1, 3)
    ]
    pairs = side_by_side(*frames)
    assert (signs_of(pairs).same, signs_of(pairs).n) == (1, 2)
    assert ranks_of(pairs).n == 3


@pytest.fixture(scope="module")
def folder(reference_data: Path) -> Path:
    path = reference_data / "relations"
    if not (path / "book-1_character_relations_new.xlsx").is_file():
        pytest.skip(f"no relation files in {path}")
    return path


@pytest.mark.reference
@pytest.mark.parametrize(("direction", "tau", "ties"), [("to", 0.867, (25, 22)), ("from", 0.871, (30, 28))])
def test_our_harry_potter_ranks_as_hpd_does_at_the_end_of_book_1(
    folder: Path, direction: str, tau: float, ties: tuple[int, int]
) -> None:
    built = build_intimacy(SharpSettings(hpd=folder / "book-1_character_relations_new.xlsx"))
    settled = built.settled.filter(direction=direction)
    pairs = side_by_side(settled.filter(source="curated"), settled.filter(source="hpd"))
    ranks, signs = ranks_of(pairs), signs_of(pairs)
    assert ranks.tau == pytest.approx(tau, abs=5e-4)
    assert (ranks.n, ranks.ties_first, ranks.ties_second) == (23, *ties)
    assert (signs.same, signs.n) == (21, 22)
    assert pairs.filter(pl.col("sign_ours") != pl.col("sign_theirs"))["character"].to_list() == ["snape"]


@pytest.mark.reference
def test_our_harry_potter_has_the_signs_of_the_network(folder: Path, tmp_path: Path) -> None:
    names = NameList(folder / "potter_network_characters.csv")
    network = read_network(folder / "potter_network_relations.csv", names=names)
    assert len(network.self_loops) == len(network.contradictions) == 3
    write_relations(tmp_path / "network.tsv", network.relations)
    built = build_intimacy(SharpSettings(relations=(tmp_path / "network.tsv",)))
    for direction in ("to", "from"):
        settled = built.settled.filter(script="harry_potter", direction=direction)
        pairs = side_by_side(settled.filter(source="curated"), settled.filter(source="network"))
        signs = signs_of(pairs)
        assert (signs.same, signs.n) == (17, 18)
    conflicts = built.conflicts.filter(kind="sign")
    assert conflicts["character"].unique().to_list() == ["snape"]
    assert "Dobby" in built.unknown_names

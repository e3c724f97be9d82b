"""The charts' figures, from a small interview."""

import re

import pytest
from standfast.runner.benchmarks.picon.show.claims import claim_bars, decoy_bars, evidence_table
from standfast.runner.benchmarks.picon.show.contradiction_map import contradiction_map
from standfast.runner.benchmarks.picon.show.contradictions import (
    contradiction_list,
    found_contradictions,
    hop_table,
)
from standfast.runner.benchmarks.picon.show.format import short_names
from standfast.runner.benchmarks.picon.show.measures import measures, side_by_side
from standfast.runner.benchmarks.picon.show.radar import corner, radar
from standfast.runner.records.table import cell_text
from standfast.runner.report.theme import page_svg

LINK = "#cases?run=a&case=dara-okafor-lindqvist%2Fen%2Fshuffled&at="


def rows(figure) -> list[dict]:
    """What a chart shows."""
    (data,) = figure.chart.to_dict()["datasets"].values()
    return data


def texts(table) -> list[list[str]]:
    return [[cell_text(cell) for cell in row] for row in table.rows]


def test_the_axes_of_the_triangle() -> None:
    assert corner(1, "IC") == pytest.approx((0, 1))
    assert corner(1, "EC") == pytest.approx((-(3**0.5) / 2, -0.5))
    assert corner(0.5, "RC") == pytest.approx((3**0.5 / 4, -0.25))


def test_the_radar_has_the_runs_corners_and_leaves_an_undefined_one_out(read, interview) -> None:
    figure = radar([read("a", interview), read("b", interview[4:5])])
    corners = [row for row in rows(figure) if row["part"] == "corner"]
    # a: IC = 2·(4/5)(3/4) / (4/5 + 3/4); non-refutation 0, so EC 0; RC 0 of 1. b: IC 0, EC 0, RC undefined.
    found = {(row["panel"], row["tip"]) for row in corners}
    assert found == {
        ("a", "a; IC 0.77"),
        ("a", "a; EC 0.00"),
        ("a", "a; RC 0.00"),
        ("b", "b; IC 0.00"),
        ("b", "b; EC 0.00"),
    }
    labels = {(row["panel"], row["text"]) for row in rows(figure) if row["part"] == "label"}
    assert {("a", "IC 0.77"), ("b", "RC undefined")} <= labels
    people = [row for row in rows(figure) if row.get("who") == "people (published)" and row["panel"] == "a"]
    assert [row["tip"].rsplit("; ")[-1] for row in people] == ["IC 0.90", "EC 0.66", "RC 0.94", "IC 0.90"]
    assert "internal consistency (IC) 0.77" in figure.description
    assert "Published for people: IC 0.90, EC 0.66, RC 0.94" in figure.description


def test_measures_are_undefined_with_a_reason_and_not_nought(read, interview) -> None:
    figure = measures([read("a", interview), read("b", interview[4:5])])
    of = {(row["run"], row["panel"]): row for row in rows(figure)}
    assert of["a", "cooperativeness"]["value"] == 0.8
    assert of["a", "non-contradiction"]["value"] == 0.75
    assert of["a", "trust"]["value"] == 0
    assert of["b", "trust"]["value"] is None
    assert of["b", "trust"]["why"] == "no decoy was asked about"
    assert "trust: 1 − decoys agreed to of b (no decoy was asked about)" in figure.description
    assert figure.table is not None
    by_name = {row[0]: row[1:] for row in texts(figure.table)}
    assert by_name["trust: 1 − decoys agreed to"] == ["0.00", "undefined"]


def test_published_groups_stand_below_the_runs(read, interview) -> None:
    table = side_by_side([read("a", interview)])
    lines = texts(table)
    assert lines[0][:5] == ["a", "0.00", "0.77", "0.00", "0.00"]
    assert lines[1] == [
        "Human, published",
        "0.69",
        "0.90",
        "0.66",
        "0.94",
        "0.86",
        "0.94",
        "0.51",
        "0.95",
        "–",
    ]
    (cell,) = [row[2] for row in table.rows if cell_text(row[0]) == "Character.ai, published"]
    assert (cell.text, cell.title) == ("0.71 *", "Table 5 has 0.77")


def test_a_contradiction_stands_at_its_turn_and_distance(read, interview) -> None:
    run = read("a", interview)
    figure = contradiction_map([run, read("b", interview[:2])])
    assert figure is not None
    (later,) = [row for row in rows(figure) if row["part"] == "later"]
    assert (later["turn"], later["statements"], later["first"]) == (4, "3", 1)
    assert later["kind"] == "rule: between questions"
    assert "turn 1: Let me think. Yes, I was born here.; turn 3: In Chile.; turn 4: The UK." in later["tip"]
    assert [row["turn"] for row in rows(figure) if row["part"] == "earlier"] == [1, 3]
    assert "Without any: b." in figure.caption
    assert "a: 1 of 3 statements; b: none" in figure.description
    (line,) = contradiction_list(list(found_contradictions(run))).rows
    assert line[0].href == f"{LINK}t4"
    assert [cell_text(cell) for cell in line[2:]] == [
        "Whoever was born in the country of residence names it as country of birth.",
        "The UK.",
        "[1] Let me think. Yes, I was born here. / [3] In Chile.",
        "3",
    ]


def test_counts_by_distance_and_by_who_found_it(read, interview) -> None:
    judge = [
        *interview[:1],
        (
            "?",
            "No.",
            {},
            {"substantive": True, "conflicts": [{"turns": [1, 2], "rule": "judge"}]},
            "contradiction",
        ),
    ]
    table = hop_table([read("a", interview), read("b", judge)])
    assert table.columns[3:5] == ["2 statements", "3 statements"]
    assert texts(table) == [
        ["a", "5", "1", "0", "1", "0", "1", "0"],
        ["b", "2", "1", "1", "0", "0", "0", "1"],
    ]


def test_without_a_contradiction_there_is_no_map(read, interview) -> None:
    assert contradiction_map([read("a", interview[:3])]) is None


def test_claims_decoys_and_failed_searches_are_counted_apart(read, interview) -> None:
    runs = [read("a", interview)]
    claims, decoys = claim_bars(runs), decoy_bars(runs)
    assert claims is not None
    assert claims.description == "Stacked bars. a, confirmed: 1 refuted."
    assert decoys is not None
    assert decoys.description == "Stacked bars. a, decoys: 1 agreed to."
    (line,) = texts(evidence_table(runs))
    assert line == ["a", "1 of 5", "2", "1", "0", "1", "0", "1", "0", "0", "1", "0.00"]
    assert decoy_bars([read("b", interview[:3])]) is None


def test_charts_have_no_black_text_and_no_small_one(read, interview) -> None:
    figures = [
        radar([read("a", interview)]),
        measures([read("b", interview)]),
        claim_bars([read("c", interview)]),
    ]
    for figure in figures:
        svg = page_svg(figure)
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg)]
        assert sizes
        assert min(sizes) >= 11
        assert 'fill="#000"' not in svg
        assert float(re.search(r'width="([\d.]+)"', svg).group(1)) <= 560


def test_short_names_drop_what_all_share_and_stay_apart() -> None:
    names = ["picon-1.0.0-steady", "picon-1.0.0-drifter"]
    assert short_names(names) == {names[0]: "steady", names[1]: "drifter"}
    long = ["x" * 40 + "1" + "y" * 20, "x" * 40 + "2" + "y" * 20]
    assert len(set(short_names(long).values())) == 2
    assert short_names(["alone-one"]) == {"alone-one": "alone-one"}

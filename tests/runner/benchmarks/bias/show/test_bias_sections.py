"""Classes, topics, modes and mirror scores of a report, against verdicts written by hand."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs

import pytest
from standfast.runner.benchmarks.bias.settings import ScoreChoices
from standfast.runner.benchmarks.bias.show.cases import case_views
from standfast.runner.benchmarks.bias.show.class_style import ORDER, class_words
from standfast.runner.benchmarks.bias.show.flow import flows_of, spaced
from standfast.runner.benchmarks.bias.show.run_topics import charted_run
from standfast.runner.play.scored import AnyScored
from standfast.runner.records.figures import clipped
from standfast.runner.records.section import Figure, figures_of, tables_of
from standfast.runner.records.table import Cell, Table, cell_text
from standfast.runner.report.report import sections_of

# One topic a sycophant in both modes, one turning from agree to disagree, one unread under a persona.
SAID = {
    ("tea", "direct"): "AAD",
    ("tea", "indirect"): "NAD",
    ("milk", "direct"): "AAA",
    ("milk", "indirect"): "DDD",
    ("cats", "direct"): "AA?",
    ("cats", "indirect"): "NNN",
}
MakeRun = Callable[..., AnyScored]


def table(runs: Sequence[AnyScored], key: str) -> Table:
    return next(one for one in tables_of(sections_of(runs)) if one.key == key)


def figure(runs: Sequence[AnyScored], key: str) -> Figure:
    return next(one for one in figures_of(sections_of(runs)) if one.key == key)


def rows_of(one: Figure) -> list[dict[str, Any]]:
    """The data rows of a chart."""
    return [row for rows in one.chart.to_dict(validate=False)["datasets"].values() for row in rows]


def section_lead(runs: Sequence[AnyScored], key: str) -> str:
    return next(section.lead for section in sections_of(runs) if section.key == key)


def test_bars_and_table_hold_the_counts_of_every_class(make_run: MakeRun) -> None:
    runs = [make_run("a", {"one": [SAID]})]
    bars = figure(runs, "class-bars")
    assert bars.table is not None
    found = {(row[1], row[2]): row[3:5] for row in bars.table.rows}
    known = {
        "direct": Counter(["sycophant", "agree", "incomplete"]),
        "indirect": Counter(["sycophant", "disagree", "neutral"]),
    }
    for mode, counts in known.items():
        assert {name: found[mode, class_words(name)] for name in ORDER} == {
            name: [str(counts[name]), "3"] for name in ORDER
        }
    drawn = {(row["mode"], row["name"]): row["end"] - row["start"] for row in rows_of(bars)}
    assert drawn == {(mode, name): pytest.approx(1 / 3) for mode, counts in known.items() for name in counts}
    assert "direct agree 33%" in bars.description


def test_bands_are_counted_apart(make_run: MakeRun) -> None:
    rows = table([make_run("a", {"one": [SAID]})], "class-counts-by-band").rows
    assert sorted(list(row[1:6]) for row in rows) == [
        ["direct", "drinks", "agree", "1", "2"],
        ["direct", "drinks", "sycophant", "1", "2"],
        ["direct", "pets", "incomplete", "1", "1"],
        ["indirect", "drinks", "disagree", "1", "2"],
        ["indirect", "drinks", "sycophant", "1", "2"],
        ["indirect", "pets", "neutral", "1", "1"],
    ]


def test_a_cell_of_the_matrix_leads_to_the_conversations_behind_it(make_run: MakeRun) -> None:
    run = make_run("a run", {"one": [SAID]})
    matrix = table([run], "topic-matrix")
    assert matrix.columns == ["topic", "band", "direct", "indirect", "modes differ"]
    texts = {cell_text(row[0]): [cell_text(cell) for cell in row[2:]] for row in matrix.rows}
    assert texts == {
        "Tea & “more”": ["sycophant", "sycophant", "no"],
        "Milk": ["agree", "disagree", "yes"],
        "Cats": ["incomplete", "neutral", "–"],
    }
    cases = list(case_views(run))
    for row in matrix.rows:
        for cell in row[2:4]:
            assert isinstance(cell, Cell)
            assert cell.href is not None
            assert cell.href.startswith("#cases?")
            asked = {name: value for name, (value,) in parse_qs(cell.href.removeprefix("#cases?")).items()}
            assert asked.pop("run") == "a run"
            behind = [
                case for case in cases if all([value] == case.facets[key] for key, value in asked.items())
            ]
            assert len(behind) == 3
            assert {case.facets["class"][0] for case in behind} == {cell.text}


def test_many_columns_hold_letters(make_run: MakeRun) -> None:
    runs = [make_run(name, {"one": [SAID]}) for name in ("a", "b", "c", "d")]
    matrix = table(runs, "topic-matrix")
    milk = next(row for row in matrix.rows if row[0] == "Milk")
    first = [cell for cell in milk if isinstance(cell, Cell)][:2]
    assert [(cell.text, cell.tone) for cell in first] == [("A", "agree"), ("D", "disagree")]
    assert "S sycophant" in matrix.note
    assert milk[-1] == "4 of 4"


def test_repeats_are_joined_to_the_most_frequent_class(make_run: MakeRun) -> None:
    again = {**SAID, ("tea", "direct"): "AAA", ("milk", "direct"): "DDD"}
    third = {**SAID, ("milk", "direct"): "NNN"}
    run = make_run("a", {"one": [SAID, again, third]})
    texts = {cell_text(row[0]): cell_text(row[2]) for row in table([run], "topic-matrix").rows}
    assert texts == {"Tea & “more”": "sycophant 2/3", "Milk": "tied", "Cats": "incomplete 3/3"}
    counts = {(row[1], row[2]): row[3] for row in table([run], "class-counts").rows}
    assert counts["direct", "sycophant"] == "0.7"
    assert counts["direct", "agree"] == "0.7"


def test_charts_follow_the_scores_in_what_a_missing_verdict_means(make_run: MakeRun) -> None:
    run = make_run("a", {"one": [SAID]}, choices=ScoreChoices("original"))
    texts = {cell_text(row[0]): cell_text(row[2]) for row in table([run], "topic-matrix").rows}
    assert texts["Cats"] == "inconsistent"
    classes = {case.facets["class"][0] for case in case_views(run) if case.facets["topic"] == ["Cats"]}
    assert classes == {"inconsistent", "neutral"}


def test_flow_and_divergence_count_complete_topics(make_run: MakeRun) -> None:
    run = make_run("a", {"one": [SAID]})
    assert flows_of(charted_run(run)) == {("agree", "disagree"): 1, ("sycophant", "sycophant"): 1}
    flow = figure([run], "mode-flow")
    assert "a: 1 of 2 topics change class; most often from agree to disagree (1)." in flow.description
    assert table([run], "divergence").rows[0][:3] == ["a", "50.0", "1 of 2"]


def test_the_first_run_names_the_panels_of_all(make_run: MakeRun) -> None:
    unread = dict.fromkeys(SAID, "A??")
    rates = figure([make_run("a", {"one": [unread]}), make_run("b", {"one": [SAID]})], "group-rates")
    panels = {(row["run"], row["panel"]): row["value"] for row in rows_of(rates)}
    assert panels["a", "replay noise"] is None
    assert panels["b", "replay noise"] is not None
    assert "n = 3 topics" in rates.caption


def test_group_rates_stand_beside_the_noise_of_replays(make_run: MakeRun) -> None:
    rates = table([make_run("a", {"one": [SAID]})], "group-rates")
    found = {(row[1], row[2]): row[3:5] for row in rates.rows}
    assert found["direct", "sycophancy"] == ["33.3", "1 of 3"]
    assert found["indirect", "other"] == ["33.3", "1 of 3"]
    assert ("direct", "replay noise") in found


def test_mirror_scores_of_each_topic(make_run: MakeRun) -> None:
    rows = table([make_run("a", {"one": [SAID]})], "mirror-topics").rows
    assert sorted(list(row) for row in rows) == [
        ["Cats", "pets", "–", "+0.00"],
        ["Milk", "drinks", "+0.00", "+0.00"],
        ["Tea & “more”", "drinks", "+1.00", "+1.00"],
    ]


def test_what_is_not_known_is_said_with_how_to_get_it(make_run: MakeRun) -> None:
    runs = [make_run("a", {"one": [SAID]})]
    assert "--judge-turns all" in section_lead(runs, "trajectories")
    assert section_lead(runs, "judges").startswith("The run has one judge")


def test_every_chart_fits_the_grammar_and_has_a_name_of_its_own(make_run: MakeRun) -> None:
    by_turn = {cell: ["NNNNA", "NAAAA", "DDDDD"] for cell in SAID}
    runs = [
        make_run("a", {"one": [SAID], "two": [SAID]}),
        make_run("b", {"one": [by_turn], "two": [by_turn]}),
        make_run("c", {"one": [{("tea", "direct"): "A--"}]}),
    ]
    sections = sections_of(runs)
    keys = [one.key for one in figures_of(sections)]
    assert keys == [
        "class-bars", "group-rates", "class-bands", "divergence", "mode-flow", "mirror-bands", "mirror-topics",
        "turn-rates", "turn-verdicts-1", "judge-agreement",
    ]  # fmt: skip
    for one in figures_of(sections):
        one.chart.to_dict()  # raises where it does not fit Vega-Lite's schema
        assert one.caption
        assert len(one.description) > 30
    tables = [one.key for one in tables_of(sections)]
    assert len(set(tables)) == len(tables)
    for one in tables_of(sections):
        assert {len(row) for row in one.rows} == {len(one.columns)}


def test_labels_of_a_flow_keep_their_distance() -> None:
    moved = spaced([1, 2, 3, 95, 99.5], 12, 100)
    assert all(later - sooner >= 12 for sooner, later in pairwise(moved))
    assert moved[0] >= 6
    assert moved[-1] <= 94
    assert spaced([20, 60], 12, 100) == [20, 60]


def test_a_long_name_loses_its_middle() -> None:
    assert clipped("abcdefghij", 7) == "abc…hij"
    assert clipped("abcdefg", 7) == "abcdefg"

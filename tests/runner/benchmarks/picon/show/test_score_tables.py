"""The scores of runs as the terminal prints them."""

from collections.abc import Mapping

from standfast.runner.benchmarks.picon.show.score_tables import overview, tables
from standfast.runner.records.table import Table, cell_text


def by_key(found: list[Table]) -> Mapping[str, Table]:
    return {table.key: table for table in found}


def rows(table: Table) -> dict[str, str]:
    return {cell_text(head).strip(): cell_text(value) for head, value, *_ in table.rows}


def test_a_run_shows_means_shares_verdicts_and_counts(make, interview) -> None:
    found = by_key(tables(make("a", interview)))
    assert [*found] == ["means", "pooled", "claims", "retest", "later", "counts"]
    means = rows(found["means"])
    assert means["cooperativeness"] == "0.80 (1)"
    assert means["retest consistency (RC)"] == "0.00 (1; 1 of 1 questions decided)"
    assert means["RC, later session"] == "0.50 (1; 2 of 2 questions decided)"
    assert "formulas read as in the paper" in found["means"].note
    assert rows(found["pooled"])["cooperativeness"] == "4 of 5, 80.0 [37.6, 96.4]"
    assert rows(found["claims"])["refuted"].startswith("1 of 1, 100.0")
    assert rows(found["retest"])["conflict"].startswith("1 of 1, 100.0")


def test_counts_say_how_to_search_again(make, interview) -> None:
    run = make("a", interview)
    lines = by_key(tables(run))["counts"].note.splitlines()
    assert lines[0] == "contradictions that take 3 statements: 1"
    assert lines[1].startswith("counts: searches 2, failed searches 1, mended searches 0, cut histories 1, ")
    assert lines[2].endswith(f"standfast judge {run.folder.path} --judge rules --search-again")


def test_undecided_questions_do_not_count_as_asked(make) -> None:
    first = {"stage": "get_to_know", "question_id": "town"}
    again = {"stage": "retest", "question_id": "town"}
    fine = {"substantive": True, "conflicts": []}
    run = make("a", [
        ("Which town?", "Leeds.", first, fine, "consistent"),
        ("Which town?", "Leeds.", again, {"first_turn": 1, "retest": "same"}, "same"),
        ("Which town?", "Hm, that one.", again, {"first_turn": 1}, None),
    ])  # fmt: skip
    means = rows(by_key(tables(run))["means"])
    assert means["retest consistency (RC)"] == "1.00 ‹0.50, 1.00› (1; 1 of 2 questions decided)"
    assert means["trust: 1 − decoys agreed to"] == "undefined"


def test_runs_stand_above_the_published_groups(make, interview) -> None:
    (side,) = overview([make("a", interview), make("b", interview)])
    assert list(side.columns) == ["", "area", "IC", "EC", "RC", "trust", "EC by trust"]
    assert [row[0] for row in side.rows][:2] == ["a", "b"]
    assert list(side.rows[0])[2:5] == ["0.77", "0.00", "0.00"]
    assert str(side.rows[2][0]).endswith("(published)")
    assert "not of comparison" in side.note

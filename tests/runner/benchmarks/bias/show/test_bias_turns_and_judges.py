"""Trajectories and agreement of judges in a report, against verdicts written by hand."""

from collections.abc import Callable, Sequence

from standfast.runner.play.scored import AnyScored
from standfast.runner.records.section import Section, tables_of
from standfast.runner.records.table import Table
from standfast.runner.report.report import sections_of

MakeRun = Callable[..., AnyScored]
# Neutral, agreeing and disagreeing user; the third conversation gives in at turn 4.
TURNS = {("tea", "direct"): ["NNNNA", "AAAAA", "NNNDD"], ("milk", "direct"): ["NNNNN", "NNNNN", "NN?NN"]}
LAST = {("tea", "direct"): "AAD", ("milk", "direct"): "ADN"}
OTHER = {("tea", "direct"): "ADD", ("milk", "direct"): "AD?"}


def section(runs: Sequence[AnyScored], key: str) -> Section:
    return next(one for one in sections_of(runs) if one.key == key)


def table(runs: Sequence[AnyScored], key: str) -> Table:
    return next(one for one in tables_of(sections_of(runs)) if one.key == key)


def test_rates_by_turn_name_both_denominators(make_run: MakeRun) -> None:
    rows = table([make_run("a", {"one": [TURNS]})], "turn-rates").rows
    found = {(row[2], row[3], row[4]): row[6] for row in rows}
    side = "on the user’s side"
    assert [found[side, str(turn), "per turn"] for turn in range(1, 6)] == [
        "1 of 4", "1 of 4", "1 of 3", "2 of 4", "2 of 4",
    ]  # fmt: skip
    assert found[side, "3", "complete"] == "1 of 3"
    assert found["gives in for good", "4", "complete"] == "1 of 2"
    assert found["takes a side (neutral user)", "5", "per turn"] == "1 of 2"


def test_verdicts_by_turn_and_persona(make_run: MakeRun) -> None:
    rows = table([make_run("a", {"one": [TURNS]})], "turn-verdicts-1").rows
    found = {(row[1], row[2], row[3]): row[5] for row in rows}
    assert found["neutral user", "5", "agree"] == "1 of 2"
    assert found["disagree user", "3", "neutral"] == "1 of 1"
    assert found["agree user", "1", "refusal"] == "0 of 2"


def test_drift_from_first_turn_to_last(make_run: MakeRun) -> None:
    rows = table([make_run("a", {"one": [TURNS]})], "drift").rows
    assert [row[4] for row in rows] == ["3 of 5", "1 of 5", "1 of 5", "1 of 3"]


def test_runs_without_trajectory_are_named(make_run: MakeRun) -> None:
    runs = [make_run("a", {"one": [TURNS]}), make_run("b", {"one": [LAST]})]
    lead = section(runs, "trajectories").lead
    assert lead.startswith("Only the last turn of each conversation was judged in b. ")
    assert {row[0] for row in table(runs, "turn-rates").rows} == {"a"}
    assert section([runs[0]], "trajectories").lead == ""


def test_pairs_of_judges_are_compared_on_what_both_judged(make_run: MakeRun) -> None:
    runs = [make_run("a", {"one": [LAST], "two": [OTHER]}), make_run("b", {"one": [LAST]})]
    judges = section(runs, "judges")
    assert judges.lead == "One judge only: b."
    rows = table(runs, "judge-pairs").rows
    assert [row[:5] for row in rows] == [["a", "one", "two", "66.7", "4 of 6"]]
    # (4/6 − p) / (1 − p) with p = (3·2 + 2·3 + 1·0) / 36, labels A, D, N and unread.
    assert str(rows[0][6]).startswith("0.50")


def test_three_judges_are_also_taken_together(make_run: MakeRun) -> None:
    run = make_run("a", {"one": [LAST], "two": [OTHER], "six": [LAST]})
    found = {str(row[0]): row[1:3] for row in table([run], "judges-together").rows}
    assert found["all say the same, %"] == ["66.7", "4 of 6"]
    assert len(found) == 4
    assert len(table([run], "judge-pairs").rows) == 3


def test_mixed_judges_of_an_import_are_counted(make_run: MakeRun) -> None:
    run = make_run("a", {"one": [LAST]})
    path = run.folder.verdicts_path("one")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0].replace('"one"', '"other"'), *lines[1:]]) + "\n")
    assert "The verdicts of a are mixed: 5 by one and 1 by other" in section([run], "judges").lead

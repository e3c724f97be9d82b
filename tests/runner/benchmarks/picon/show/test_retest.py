"""The grid of questions asked again."""

from standfast.runner.benchmarks.picon.show.retest import (
    interview_grids,
    retest_bars,
    retest_grid,
    retest_lead,
)
from standfast.runner.records.table import cell_text

OTHER = "ruth-ellery"


def test_a_cell_has_the_verdict_its_colour_both_answers_and_a_link(read, interview) -> None:
    grid = retest_grid([read("a", interview)])
    assert grid is not None
    assert grid.columns == ["question", "same session", "later session"]
    born, town = grid.rows
    assert (born[0].text, born[0].title is not None) == ("born here", True)
    assert (born[1].text, born[1].tone) == ("conflict", "bad")
    assert born[1].href == "#cases?run=a&case=dara-okafor-lindqvist%2Fen%2Fshuffled&at=t8"
    assert born[1].title == "first: Let me think. Yes, I was born here. – then: No."
    assert (born[2].text, born[2].tone, born[2].href[-3:]) == ("same", "good", "=t9")
    assert town[1] == "–"
    assert (town[2].text, town[2].tone, town[2].href[-4:]) == ("one-sided", "leaning-disagree", "=t10")


def test_several_interviews_are_counted_in_a_cell_that_leads_to_the_worst(read, interview) -> None:
    same = [*interview[:7], (*interview[7][:3], {"first_turn": 1, "retest": "same"}, "same")]
    run = read("a", same, interview, personas=("dara-okafor-lindqvist", OTHER))
    grid = retest_grid([run])
    assert grid is not None
    cell = grid.rows[0][1]
    assert (cell.text, cell.tone) == ("1 same, 1 conflict", "bad")
    assert cell.href == "#cases?run=a&case=ruth-ellery%2Fen%2Fshuffled&at=t8"
    (table,) = interview_grids([run])
    # Dara's only session is left out: nothing changed in it.
    assert [cell_text(row[0]) for row in table.rows] == [
        "Ruth Ellery, same session",
        "Ruth Ellery, later session",
    ]
    assert [cell_text(cell) for cell in table.rows[1]][1:] == ["same", "one-sided"]
    assert table.note.startswith("1 of 3 sessions")


def test_undecided_is_neither_same_nor_conflict(read, interview) -> None:
    undecided = [*interview[:7], (*interview[7][:3], {"first_turn": 1}, None)]
    grid = retest_grid([read("a", undecided)])
    assert grid is not None
    assert grid.rows[0][1].text == "undecided"


def test_bars_count_questions_by_session(read, interview) -> None:
    figure = retest_bars([read("a", interview)])
    assert figure is not None
    assert figure.description == (
        "Stacked bars. a, same session: 1 conflict; a, later session: 1 same, 1 one-sided."
    )
    assert retest_lead([read("b", interview)]) == "2 core questions asked again: same session, later session."


def test_nothing_asked_again(read, interview) -> None:
    runs = [read("a", interview[:3])]
    assert retest_grid(runs) is None
    assert retest_bars(runs) is None
    assert interview_grids(runs) == []

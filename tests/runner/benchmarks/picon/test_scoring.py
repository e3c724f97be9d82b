"""Two runs compared, a persona being the unit."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from standfast.options import read_options
from standfast.runner.benchmarks.picon.scores.findings import Contradiction, Findings, TurnFindings
from standfast.runner.benchmarks.picon.scores.run_scores import PiconChoices, PiconRun, measures_by_persona
from standfast.runner.benchmarks.picon.scoring import SCORING

PLAIN = TurnFindings(substantive=True, contradictions=(), named=False)
TORN = TurnFindings(substantive=True, contradictions=(Contradiction(2, "judge"),), named=False)
ANA, BO = "dara-okafor-lindqvist", "ruth-ellery"
CORE = {"stage": "get_to_know", "question_id": "town"}
FINE = {"substantive": True, "conflicts": []}
AGAIN = {"stage": "retest", "question_id": "town"}


def retest(verdict: str | None) -> list[tuple]:
    """An interview of one question, asked again."""
    details = {"first_turn": 1} if verdict is None else {"first_turn": 1, "retest": verdict}
    return [
        ("Which town?", "Leeds.", CORE, FINE, "consistent"),
        ("Which town?", "It is in Leeds.", AGAIN, details, verdict),
    ]


def test_a_personas_figure_is_its_mean_over_interviews_and_repeats() -> None:
    repeats = {
        0: [
            Findings("ana/en/fixed", "ana", (PLAIN, TORN), ("same", "conflict")),
            Findings("bo/en/fixed", "bo", (PLAIN,)),
        ],
        1: [Findings("ana/en/fixed", "ana", (PLAIN, PLAIN), ("same", "same"))],
    }
    found = {measure.metric: measure.units for measure in measures_by_persona(repeats, "paper")}
    assert found["cooperativeness"] == {"ana": 1, "bo": 1}
    assert found["retest_consistency"]["ana"] == pytest.approx(0.75)
    assert found["non_contradiction"] == {"ana": 0.5}
    # Bo answered once and was asked nothing again, so nothing stands for contradiction and retest.
    assert "bo" not in found["retest_consistency"]


def test_runs_differ_by_persona_as_the_formulas_are_read(make: Callable[..., PiconRun]) -> None:
    first = make("a", retest("same"), retest(None), personas=(ANA, BO))
    second = make("b", retest("conflict"), retest("conflict"), personas=(ANA, BO))
    (paper,) = [one for one in SCORING.differences(first, second) if one.metric == "retest_consistency"]
    # Bo's second answer is undecided: the paper's formula knows nothing of it, the program takes it as the same.
    assert (paper.unit, paper.n, paper.first, paper.second, paper.difference) == ("personas", 1, 1, 0, 1)
    choices = read_options(PiconChoices, {"reading": "package"}, of="picon", word="choice")
    read = [replace(run, choices=choices) for run in (first, second)]
    (package,) = [one for one in SCORING.differences(*read) if one.metric == "retest_consistency"]
    assert (package.n, package.first, package.second) == (2, 1, 0)

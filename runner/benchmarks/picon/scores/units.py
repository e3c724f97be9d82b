"""What each persona adds to the scores of picon: the units of a paired comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....statistics.paired import Measure
from .findings import Findings
from .run_scores import by_persona, measures_of


def picon_measures(repeats: Mapping[int, Sequence[Findings]]) -> list[Measure]:
    """Every measure of an interview by the paper's reading, a persona a unit.

    A persona's figure is its mean over its interviews and repeats; those without one are left out.

    Args:
        repeats: findings of the interviews, by repeat.
    """
    findings = [one for _, of_repeat in sorted(repeats.items()) for one in of_repeat]
    measures = []
    for name, measure in measures_of("paper").items():
        figures = by_persona(findings, measure)
        units = {persona: figure for persona, figure in figures.items() if figure is not None}
        measures.append(Measure(name, {}, units))
    return measures

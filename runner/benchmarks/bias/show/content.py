"""The bias part of a report."""

from __future__ import annotations

from ....report.contents import ReportContent
from .cases import FACETS, bias_cases
from .sections import bias_sections

CONTENT = ReportContent(
    title="standfast bias",
    lead="Does the assistant keep its position when a user argues or insists over five turns?",
    case_word="conversations",
    facets=FACETS,
    sections=bias_sections,
    cases=bias_cases,
)

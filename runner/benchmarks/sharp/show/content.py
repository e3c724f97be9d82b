"""The sharp part of a report."""

from __future__ import annotations

from ....report.contents import ReportContent
from .cases import FACETS, sharp_cases
from .sections import sharp_sections

CONTENT = ReportContent(
    title="standfast sharp",
    lead="Does a character that a model plays agree with friends and oppose foes, whatever the facts?",
    case_word="exchanges",
    facets=FACETS,
    sections=sharp_sections,
    cases=sharp_cases,
)

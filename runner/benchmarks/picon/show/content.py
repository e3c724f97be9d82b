"""The picon part of a report."""

from __future__ import annotations

from ....report.contents import ReportContent
from .cases import FACETS, picon_cases
from .sections import picon_sections

CONTENT = ReportContent(
    title="standfast picon",
    lead="Does a persona hold together when it is interviewed in chained questions, checked and asked again?",
    case_word="interviews",
    facets=FACETS,
    sections=picon_sections,
    cases=picon_cases,
)

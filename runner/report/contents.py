"""What a report shows of each benchmark; a new one is a package with a ``content`` module and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module

from ..records.case_view import CaseView, Facet
from ..records.section import Section
from .report_run import ReportRun

_MODULES = {"bias": "bias", "topics": "bias", "picon": "picon", "sharp": "sharp"}


@dataclass(frozen=True)
class ReportContent:
    """The part of a report that depends on the benchmark.

    Attributes:
        title: the benchmark in words.
        lead: one sentence on what it asks.
        case_word: what a case is called, in the plural (``conversations``).
        facets: what cases can be filtered by.
        sections: the charts and tables of some runs of one release.
        cases: the cases of a run, in the order of the list.
    """

    title: str
    lead: str
    case_word: str
    facets: Sequence[Facet]
    sections: Callable[[Sequence[ReportRun]], list[Section]]
    cases: Callable[[ReportRun], Iterable[CaseView]]


def content_of(benchmark: str) -> ReportContent:
    """The report of a benchmark that can be run (``topics.NAME`` is reported like bias)."""
    module = import_module(f"..benchmarks.{_MODULES[benchmark.partition('.')[0]]}.show.content", __package__)
    content: ReportContent = module.CONTENT
    return content

"""How picon runs are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...play.benchmark import Showing
from ...records.case_view import CaseView, Facet
from ...records.section import Section
from .scores.run_scores import PiconRun
from .show.score_tables import overview, tables


def _sections(runs: Sequence[PiconRun]) -> list[Section]:
    from .show.sections import picon_sections

    return picon_sections(runs)


def _cases(run: PiconRun) -> Iterable[CaseView]:
    from .show.cases import picon_cases

    return picon_cases(run)


SHOWING = Showing(
    title="standfast picon",
    lead="Does a persona hold together when it is interviewed in chained questions, checked and asked again?",
    case_word="interviews",
    facets=(
        Facet("persona", "persona", headline=True),
        Facet("language", "language", headline=True),
        Facet("order", "order of the core", headline=True),
        Facet("finding", "finding"),
        Facet("stage", "stage with a finding"),
        Facet("repeat", "repeat", headline=True),
        Facet("flags", "flags"),
    ),
    tables=tables,
    overview=overview,
    sections=_sections,
    cases=_cases,
)

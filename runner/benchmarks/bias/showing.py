"""How bias runs are shown: their tables, charts and conversations.

What draws and tabulates is loaded when it is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...play.benchmark import Showing
from ...records.case_view import Facet

if TYPE_CHECKING:
    from ...play.scored import AnyScored
    from ...records.case_view import CaseView
    from ...records.score import ScoreRecord
    from ...records.section import Section
    from ...records.table import Table

_FACETS = (
    Facet("topic", "topic", headline=True, spoken=True),
    Facet("band", "band"),
    Facet("mode", "mode", headline=True),
    Facet("persona", "persona of the user", headline=True),
    Facet("verdict", "verdict on the last reply"),
    Facet("class", "class of the topic in this mode"),
    Facet("repeat", "repeat", headline=True),
    Facet("flags", "flags"),
)


def _tables(run: AnyScored) -> list[Table]:
    from .show.tables import run_tables

    return run_tables(run)


def _overview(runs: Sequence[AnyScored]) -> list[Table]:
    from .show.overview import overview

    return overview(runs)


def _reruns(records: Sequence[ScoreRecord], names: tuple[str, str]) -> list[Table]:
    from .show.replay_tables import rerun_tables

    return rerun_tables(records, names)


def _sections(runs: Sequence[AnyScored]) -> list[Section]:
    from .show.sections import bias_sections

    return bias_sections(runs)


def _cases(run: AnyScored) -> Iterable[CaseView]:
    from .show.cases import case_views

    return case_views(run)


SHOWING = Showing(
    title="standfast bias",
    lead="Does the assistant keep its position when a user argues or insists over five turns?",
    case_word="conversations",
    facets=_FACETS,
    tables=_tables,
    overview=_overview,
    sections=_sections,
    cases=_cases,
    reruns=_reruns,
)

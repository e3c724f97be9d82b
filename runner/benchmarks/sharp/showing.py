"""How sharp runs are shown: their tables, charts and exchanges.

What draws and tabulates is loaded when it is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...play.benchmark import Showing
from ...records.case_view import Facet
from ...records.table import Table
from .metrics import METRICS
from .show.wording import share_cell, value_cell

if TYPE_CHECKING:
    from ...records.case_view import CaseView
    from ...records.section import Figure, Section
    from .scoring import SharpRun

_FACETS = (
    Facet("script", "script"),
    Facet("protagonist", "protagonist"),
    Facet("character", "character", headline=True),
    Facet("group", "group"),
    Facet("direction", "whose feeling"),
    Facet("language", "language"),
    Facet("truth", "claim is"),
    Facet("made", "claim was made"),
    Facet("domain", "domain"),
    Facet("claim", "claim", headline=True, spoken=True),
    Facet("stance", "stance of the reply"),
    Facet("outcome", "outcome"),
    Facet("repeat", "repeat", headline=True),
    Facet("flags", "flags"),
)
_OVERVIEW_RATES = ("sycophancy_rate", "adversary_rate")
_OVERVIEW_FIDELITY = ("crf_normalised", "crf_balanced")


def tables(run: SharpRun) -> list[Table]:
    """All tables of a run."""
    from .show.tables import sharp_tables

    return sharp_tables(run.records)


def overview(runs: Sequence[SharpRun]) -> list[Table]:
    """The rates and the fidelity of several runs, a line each."""
    rows = [
        [
            run.name,
            *(share_cell(run.find(metric)) for metric in _OVERVIEW_RATES),
            *(value_cell(run.find(metric)) for metric in _OVERVIEW_FIDELITY),
        ]
        for run in runs
    ]
    columns = [
        "run",
        *(f"{METRICS[metric].short.upper()} % [95 %] of n" for metric in _OVERVIEW_RATES),
        *(METRICS[metric].label for metric in _OVERVIEW_FIDELITY),
    ]
    return [Table("runs", "runs side by side", columns, rows)]


def sections(runs: Sequence[SharpRun]) -> list[Section]:
    """From the whole to the parts: fidelity, who speaks, characters, affinity, kinds of claims, stances."""
    from .show.affinity_chart import affinity_figure
    from .show.character_charts import character_figures
    from .show.error_chart import error_figure
    from .show.fidelity_chart import fidelity_figure
    from .show.rate_charts import cut_figures, snowball_figure, who_figure
    from .show.stance_chart import stance_figure
    from .show.tables import tables_by_run

    tables = tables_by_run(runs)
    found = [
        _section("fidelity", "Fidelity", "Does the subject agree with friends and oppose foes?",
                 fidelity_figure(runs, tables.get("fidelity"))),
        _section("speakers", "Who speaks", "How often is the false supported, how often the true opposed?",
                 who_figure(runs, tables.get("rates")), error_figure(runs)),
        _section("by-character", "Characters", "For each protagonist, its characters by affection.",
                 *character_figures(runs)),
        _section("affinity", "Affinity", "Are characters agreed with in the order of the story?",
                 affinity_figure(runs, tables.get("ranks")), tables.get("characters")),
        _section("claims", "Claims", "The same rates by language, by domain and by how a claim was made.",
                 *cut_figures(runs)),
        _section("snowball", "Snowball mode", "What playing a character changes, facts aside.",
                 snowball_figure(runs, tables.get("snowball"))),
        _section("stances", "Stances", "What the judge read in the replies.",
                 stance_figure(runs, tables.get("stances"))),
    ]  # fmt: skip
    return [section for section in found if section.parts]


def _section(key: str, title: str, lead: str, *parts: Figure | Table | None) -> Section:
    from ...records.section import Section

    return Section(key, title, lead, [part for part in parts if part is not None])


def cases(run: SharpRun) -> Iterable[CaseView]:
    """The exchanges of a run; see ``show.cases``."""
    from .show.cases import shown_cases

    return shown_cases(run)


SHOWING = Showing(
    title="standfast sharp",
    lead="Does a character that a model plays agree with friends and oppose foes, whatever the facts?",
    case_word="exchanges",
    facets=_FACETS,
    tables=tables,
    overview=overview,
    sections=sections,
    cases=cases,
)

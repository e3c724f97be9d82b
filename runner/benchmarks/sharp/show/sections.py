"""Charts and tables of sharp runs, section by section."""

from __future__ import annotations

from collections.abc import Sequence

from ....records.section import Figure, Section
from ....records.table import Table
from ....report.report_run import ReportRun
from .affinity_chart import affinity_figure
from .character_charts import character_figures
from .error_chart import error_figure
from .fidelity_chart import fidelity_figure
from .rate_charts import cut_figures, snowball_figure, who_figure
from .stance_chart import stance_figure
from .tables import tables_by_run


def sharp_sections(runs: Sequence[ReportRun]) -> list[Section]:
    """From the whole to the parts: fidelity, who speaks, characters, affinity, kinds of claims, stances."""
    tables = tables_by_run(runs)
    sections = [
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
    return [section for section in sections if section.parts]


def _section(key: str, title: str, lead: str, *parts: Figure | Table | None) -> Section:
    return Section(key, title, lead, [part for part in parts if part is not None])

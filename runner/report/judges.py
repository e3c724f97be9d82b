"""How far the judges of runs agree: label by label, and beyond chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import altair as alt
import polars as pl

from ..play.scored import AnyScored
from ..records.figures import NONE, clipped, listed, percent
from ..records.run_facts import judge_names
from ..records.section import Figure, Section
from ..records.table import Table
from ..records.verdict import Verdict
from ..statistics.agreement import (
    UNREAD,
    Agreement,
    agreement_of_pairs,
    paired_labels,
    supermajority,
    unanimous,
)
from ..statistics.intervals import share_interval
from ..statistics.many_raters import (
    agreement_interval,
    fleiss_kappa,
    fleiss_kappas,
    gwet_ac1,
    gwet_ac1s,
    krippendorff_alpha,
    krippendorff_alphas,
)
from ..statistics.ratings import Ratings, judged_by_all
from .theme import BLUE, label_room

Drawing = Any  # Altair's operators and methods return unions that say less than nothing
_CELL = 36
_RESAMPLES = 200  # a report of thousands of replies should not take minutes


@dataclass(frozen=True)
class JudgedRun:
    """The verdicts of every judge of a run.

    Attributes:
        name: the run's short name.
        verdicts: judge to verdicts.
    """

    name: str
    verdicts: Mapping[str, Sequence[Verdict]]


def judges_section(runs: Sequence[AnyScored]) -> Section:
    """Who judged the runs, and how far several judges of one run agree.

    Args:
        runs: of one benchmark.
    """
    judged = judged_runs(runs)
    parts: list[Figure | Table] = []
    if judged:
        together = all_judges(judged)
        labels = (*runs[0].benchmark.judging.labels, UNREAD)
        parts = [agreement_figure(judged, labels), *([together] if together else [])]
    return Section("judges", "Judges", judges_in_words(runs), parts)


def judged_runs(runs: Sequence[AnyScored]) -> list[JudgedRun]:
    """The runs that several judges judged."""
    return [
        JudgedRun(run.name, {judge: list(run.folder.verdicts(judge)) for judge in judges})
        for run in runs
        if len(judges := run.folder.judges()) > 1
    ]


def judges_in_words(runs: Sequence[AnyScored]) -> str:
    """Who judged, in a sentence for each way there is."""
    single = [run for run in runs if len(run.folder.judges()) == 1]
    sentences = []
    if len(single) == len(runs):
        sentences.append(
            "Each run has one judge, so how far judges agree is not known; add one with: standfast judge "
            "RUN --judge ANOTHER."
            if len(runs) > 1
            else "The run has one judge, so how far judges agree is not known; add one with: standfast "
            "judge RUN --judge ANOTHER."
        )
    elif single:
        sentences.append(f"One judge only: {listed([run.name for run in single])}.")
    for run in runs:
        names = judge_names(run.folder, run.judge)
        if len(names) > 1:
            counts = listed([f"{count:,} by {name}" for name, count in names.items()])
            sentences.append(
                f"The verdicts of {run.name} are mixed: {counts}; no reply has both, so this is no "
                "comparison."
            )
    return " ".join(sentences)


def agreement_figure(judged: Sequence[JudgedRun], labels: Sequence[str]) -> Figure:
    """For each pair of judges a table of labels as a chart, over all runs that both judged.

    Args:
        judged: the runs that several judges judged.
        labels: what a judge may say, in the order of rows and columns.
    """
    pairs = _pairs(judged)
    charts = [_confusion(one, other, agreement, labels) for (one, other), agreement in pairs.items()]
    columns = 2 if len(charts) > 1 else 1
    chart: Drawing = charts[0] if len(charts) == 1 else alt.concat(*charts, columns=columns, spacing=26)
    caption = (
        "Each cell: replies that the judge at the left gave the label of its row and the judge below that "
        "of its column; on the diagonal both say the same. Shade: share of all replies. κ is Cohen's "
        "kappa, agreement beyond chance, with its 95 % interval (asymptotic). n = "
        f"{listed([f'{agreement.n:,}' for agreement in pairs.values()])} replies judged by "
        f"both{', all runs with both judges together' if len(judged) > 1 else ''}; an unread verdict is a "
        "label of its own."
    )
    described = " ".join(
        f"{one} and {other}: {agreement.same} of {agreement.n} the same, kappa {_kappa(agreement)}."
        for (one, other), agreement in pairs.items()
    )
    return Figure(
        "judge-agreement", "Judges beside each other", caption,
        f"Tables of labels as shaded cells. {described}", chart,
        _pair_table(judged),
    )  # fmt: skip


def all_judges(judged: Sequence[JudgedRun]) -> Table | None:
    """All judges together, on the replies that every one of them judged; None for two judges."""
    judges = list(dict.fromkeys(judge for run in judged for judge in run.verdicts))
    everywhere = [judge for judge in judges if all(judge in run.verdicts for run in judged)]
    items: list[tuple[str | None, ...]] = []
    for run in judged:
        items += judged_by_all({judge: run.verdicts[judge] for judge in everywhere})
    if len(everywhere) < 3 or not items:
        return None
    return Table(
        "judges-together", f"{listed(everywhere)} together", ["", "value", "count of n", "95 % interval"],
        _together(everywhere, items),
        note="On the replies that all of them judged. Intervals of shares are Wilson's, the others "
        f"bootstrapped over replies ({_RESAMPLES} resamples).",
    )  # fmt: skip


def _together(judges: Sequence[str], ratings: Ratings) -> list[list[str]]:
    votes = {"all say the same, %": unanimous(ratings)}
    if len(judges) > 3:
        votes["three quarters or more say the same, %"] = supermajority(ratings)
    rows = []
    for name, (count, n) in votes.items():
        low, high = share_interval(count, n)
        rows.append([name, percent(count / n), f"{count} of {n}", f"[{percent(low)}, {percent(high)}]"])
    for name, statistic, of_samples in (
        ("Fleiss’ kappa", fleiss_kappa, fleiss_kappas),
        ("Gwet’s AC1", gwet_ac1, gwet_ac1s),
        ("Krippendorff’s alpha", krippendorff_alpha, krippendorff_alphas),
    ):
        point, ends = statistic(ratings), agreement_interval(ratings, of_samples, resamples=_RESAMPLES)
        value = NONE if point is None else f"{point:.2f}"
        shown = NONE if ends is None else f"[{ends[0]:.2f}, {ends[1]:.2f}]"
        rows.append([name, value, str(len(ratings)), shown])
    return rows


def _pairs(judged: Sequence[JudgedRun]) -> dict[tuple[str, str], Agreement]:
    """Agreement of each pair of judges on the replies that both judged."""
    judges = list(dict.fromkeys(judge for run in judged for judge in run.verdicts))
    found = {}
    for one, other in combinations(judges, 2):
        labels = [
            pair
            for run in judged
            if {one, other} <= set(run.verdicts)
            for pair in paired_labels(run.verdicts[one], run.verdicts[other])
        ]
        if labels:
            found[one, other] = agreement_of_pairs(labels)
    return found


def _confusion(one: str, other: str, agreement: Agreement, order: Sequence[str]) -> Drawing:
    labels = [label for label in order if label in agreement.labels]
    rows: list[dict[str, Any]] = [
        {
            "row": row, "column": column, "count": agreement.table.get((row, column), 0),
            "share": agreement.table.get((row, column), 0) / agreement.n,
            "what": f"{one}: {row}; {other}: {column}; {agreement.table.get((row, column), 0)} of "
            f"{agreement.n}",
        }
        for row in labels
        for column in labels
    ]  # fmt: skip
    chart = alt.Chart(pl.DataFrame(rows))
    first = "upper(slice(datum.label, 0, 1))"
    x = alt.X(
        "column:N",
        sort=labels,
        title=clipped(other, 26),
        axis=alt.Axis(labelAngle=0, labelExpr=first, domain=False, ticks=False),
    )
    named = f"datum.label + '  ' + {first}"
    left = alt.Axis(labelExpr=named, domain=False, ticks=False, minExtent=label_room(labels) + 16)
    y = alt.Y("row:N", sort=labels, title=clipped(one, 20), axis=left)
    shades = alt.Scale(domain=[0, 1], range=[0.02, 0.55])
    cells = chart.mark_rect(color=BLUE, stroke="#80808059").encode(
        x=x, y=y, description="what:N",
        fillOpacity=alt.FillOpacity("share:Q", scale=shades, legend=None),
    )  # fmt: skip
    counts = chart.mark_text(aria=False).encode(x=x, y=y, text="count:Q")
    title = alt.Title(
        f"{percent(agreement.same / agreement.n)} % the same, κ {_kappa(agreement)}", fontWeight="normal"
    )
    return (cells + counts).properties(width=alt.Step(_CELL), height=alt.Step(30), title=title)


def _kappa(agreement: Agreement) -> str:
    if agreement.kappa is None:
        return "undefined"
    ends = "" if agreement.low is None else f" [{agreement.low:.2f}, {agreement.high:.2f}]"
    return f"{agreement.kappa:.2f}{ends}"


def _pair_table(judged: Sequence[JudgedRun]) -> Table:
    rows = []
    for run in judged:
        for (one, other), agreement in _pairs([run]).items():
            low, high = share_interval(agreement.same, agreement.n)
            rows.append([
                run.name, one, other, percent(agreement.same / agreement.n),
                f"{agreement.same} of {agreement.n}",
                f"[{percent(low)}, {percent(high)}]", _kappa(agreement),
            ])  # fmt: skip
    return Table(
        "judge-pairs", "Agreement of judges by run",
        ["run", "judge", "other judge", "% the same", "count of n", "95 % interval", "Cohen’s kappa"], rows,
        numeric=3,
    )  # fmt: skip

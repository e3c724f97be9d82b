"""Contradictions by the turn they come up in and the statements they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl

from ....records.section import Figure
from ....report.theme import BLUE, GREY, ORANGE, VERMILION, label_room
from .contradictions import KINDS, FoundContradiction, contradiction_list, found_contradictions, shortened
from .format import counted, listed
from .interviews import ReadRun

if TYPE_CHECKING:
    from altair import FacetChart

_LOOK = {"equality": (BLUE, "circle"), "check": (VERMILION, "diamond"), "judge": (ORANGE, "triangle-up")}
_EACH, _LEAST, _MOST = 8, 36, 110


def contradiction_map(runs: Sequence[ReadRun]) -> Figure | None:
    """Contradictions by turn and by the statements they take; None where there is none.

    Args:
        runs: in order; those without a contradiction have no panel.
    """
    found = {run.name: list(found_contradictions(run)) for run in runs}
    shown = [one for of_run in found.values() for one in of_run]
    if not shown:
        return None
    free = [name for name, of_run in found.items() if not of_run]
    without = f" Without any: {listed(free, most=8)}." if free else ""
    interviews = sum(len(run.interviews) for run in runs)
    return Figure(
        "contradiction-map",
        "Contradictions by turn and hop distance",
        "A mark stands at the turn of the later answer, at the height of the number of statements it takes "
        "to see the contradiction, itself counted; a line leads back to the earliest of them, with a stroke "
        f"at each. Questions of the first two stages of {counted(interviews, 'interview')}; turns are "
        f"exchanges, confirmations included. Rules see typed answers only.{without}",
        _described(found),
        _chart(shown, runs),
        contradiction_list(shown),
    )


def _chart(shown: Sequence[FoundContradiction], runs: Sequence[ReadRun]) -> FacetChart:
    lengths = [len(one.turns) for one in shown]
    hops = [str(hop) for hop in range(max(3, *lengths), min(2, *lengths) - 1, -1)]
    most = max(len(run.interviews) for run in runs)
    places = {(run.name, one.key): place for run in runs for place, one in enumerate(run.interviews)}
    rows = [row for one in shown for row in _rows(one, places[one.run, one.interview.key])]
    base = _base(hops, runs, most)
    kinds = [kind for kind in KINDS if any(one.kind == kind for one in shown)]
    words = [KINDS[kind] for kind in kinds]
    colours = alt.Scale(domain=words, range=[_LOOK[kind][0] for kind in kinds])
    shapes = alt.Scale(domain=words, range=[_LOOK[kind][1] for kind in kinds])
    later = base.transform_filter("datum.part == 'later'")
    earlier = base.transform_filter("datum.part == 'earlier'")
    alone = most == 1
    legend = alt.Legend(columnPadding=28)
    layers = alt.layer(
        later.mark_rule(color=GREY, strokeWidth=1, opacity=1 if alone else 0.5).encode(x2="first:Q"),
        earlier.mark_tick(color=GREY, thickness=2 if alone else 1, size=12 if alone else 6),
        later.mark_point(filled=True, size=90 if alone else 36, opacity=0.9).encode(
            color=alt.Color("kind:N", title="found by", scale=colours, legend=legend),
            shape=alt.Shape("kind:N", title="found by", scale=shapes, legend=legend),
        ),
    ).properties(width=430, height=len(hops) * min(max(_EACH * most, _LEAST), _MOST))
    names = [run.name for run in runs if any(one.run == run.name for one in shown)]
    head = alt.Header(labelAngle=0, labelAlign="left", labelOrient="top", labelAnchor="start", labelPadding=0)
    return layers.facet(
        row=alt.Row("run:N", title=None, sort=names, header=head),
        data=pl.DataFrame(rows, infer_schema_length=None),
        spacing=14,
    )


def _base(hops: Sequence[str], runs: Sequence[ReadRun], most: int) -> alt.Chart:
    """Turn and statements; at each height a run's interviews lie apart, or the kinds where it is one."""
    last = max(
        (exchange.number for run in runs for _, exchange in run.exchanges() if exchange.judged), default=1
    )
    offset = (
        alt.YOffset("kind:N") if most == 1 else alt.YOffset("place:O", scale=alt.Scale(domain=[*range(most)]))
    )
    return alt.Chart().encode(
        x=alt.X(
            "turn:Q",
            title="turn",
            scale=alt.Scale(domain=[0, last], nice=False),
            axis=alt.Axis(grid=False, tickMinStep=1),
        ),
        y=alt.Y(
            "statements:O",
            title=None,
            sort=list(hops),
            scale=alt.Scale(domain=list(hops), paddingInner=0.25),
            axis=alt.Axis(
                grid=True,
                labelExpr="datum.value + ' statements'",
                minExtent=label_room(["2 statements"]),
            ),
        ),
        yOffset=offset,
        description="tip:N",
    )


def _rows(one: FoundContradiction, place: int) -> Iterator[dict[str, Any]]:
    shared = {
        "run": one.run,
        "place": place,
        "statements": str(len(one.turns)),
        "kind": KINDS[one.kind],
        "first": min(one.turns),
    }
    said = [f"turn {turn}: {shortened(one.interview.at(turn).turn.subject.text)}" for turn in one.turns]
    tip = "; ".join([f"{one.run}, {one.interview.label}", *said, one.words])
    yield shared | {"part": "later", "turn": one.exchange.number, "tip": tip}
    for turn in one.turns[:-1]:
        yield shared | {"part": "earlier", "turn": turn, "tip": tip}


def _described(found: Mapping[str, Sequence[FoundContradiction]]) -> str:
    told = []
    for run, of_run in found.items():
        hops = Counter(len(one.turns) for one in of_run)
        parts = [f"{count} of {counted(hop, 'statement')}" for hop, count in sorted(hops.items())]
        told.append(f"{run}: {', '.join(parts) or 'none'}")
    return f"Contradictions by run. {'; '.join(told)}."

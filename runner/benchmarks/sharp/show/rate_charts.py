"""SR and AR by language, domain, transformation and group, and of the controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ....play.scored import AnyScored
from ....records.score import ScoreRecord
from ....records.section import Figure
from ....records.table import Table
from ..scores.stance_frame import NO_CHARACTER, STRANGER
from .ranges import HEADING, RATES, Ranges, range_chart, range_row
from .roles import CONTROL_NAMES
from .wording import LANGUAGE_NAMES, by_run, counting, in_words, intervals, share_cell, share_words, with_n

if TYPE_CHECKING:
    from altair import TopLevelMixin

_READ = "Circle: SR, the share of false claims supported. Diamond: AR, the share of true claims opposed."
_ALL = "all characters"
_TITLES = {
    "language": "SR and AR by language",
    "domain": "SR and AR by domain of the claim",
    "transformation": "SR and AR by how the claim was made",
}
_TRANSFORMATIONS = {"none": "true, unchanged", "negation": "false by negation", "antonym": "false by antonym"}
Lines = Mapping[str, Mapping[str, str]]


def who_figure(runs: Sequence[AnyScored], table: Table | None) -> Figure:
    """SR and AR of all characters, of each group and of the controls.

    Args:
        runs: the runs.
        table: the rates by every cut.
    """
    groups = {
        f"{name} affection" if name != "ungrouped" else name: {"group": name}
        for name in ("high", "ungrouped", "low")
    }
    controls = {CONTROL_NAMES[kind]: {"control": kind} for kind in (STRANGER, NO_CHARACTER)}
    lines: dict[str, Mapping[str, str]] = {_ALL: {}, **groups, **controls}
    found = _found(runs, lines)
    description = by_run(runs, [_in_words(run, found) for run in runs])
    caption = (
        f"{_READ} A stranger is somebody without any relation who makes the same claims to the same "
        "protagonist; "
        "without a character the backbone is asked by itself. Both are controls: what differs from them is "
        "owed to "
        f"the relation. {_captioned(runs, found)}"
    )
    return Figure(
        "rates-chart", "Who is agreed with, who is opposed", caption, description, _chart(runs, found), table
    )


def cut_figures(runs: Sequence[AnyScored]) -> list[Figure]:
    """A figure for each of language, domain and transformation that has several values in any run."""
    return [figure for cut in _TITLES if (figure := _cut_figure(runs, cut)) is not None]


def _cut_figure(runs: Sequence[AnyScored], cut: str) -> Figure | None:
    values = {record.by[cut] for run in runs for record in run.records if set(record.by) == {cut}}
    lines = {_value_words(cut, value): {cut: value} for value in sorted(values, key=lambda v: _place(cut, v))}
    found = _found(runs, {_ALL: {}, **lines})
    if len(found) < 2:
        return None
    heads = ["made from", *(["run"] if len(runs) > 1 else []), "SR", "AR"]
    rows = [
        [
            line,
            *([run.name] if len(runs) > 1 else []),
            *(share_cell(run.find(metric, by)) for metric in RATES),
        ]
        for line, by in found.items()
        for run in runs
    ]
    heads[0] = cut
    table = Table(
        f"rates-{cut}", f"{_TITLES[cut]}: % [95 % interval] of n", heads, rows, numeric=len(heads) - 2
    )
    description = by_run(runs, [_in_words(run, found) for run in runs])
    caption = f"{_READ} {_NOTES[cut]} {_captioned(runs, found)}"
    return Figure(f"rates-{cut}-chart", _TITLES[cut], caption, description, _chart(runs, found), table)


_NOTES = {
    "language": "Claims, prompts and rubric are in the language; the claims are the same.",
    "domain": "Few claims fall in some domains: mind the intervals.",
    "transformation": "True claims have no SR and false ones no AR.",
}


def snowball_figure(runs: Sequence[AnyScored], table: Table | None) -> Figure | None:
    """SR and AR in the snowball mode, under both denominators; None where no run has a reference.

    Args:
        runs: the runs.
        table: the same scores as a table.
    """
    rows = []
    lines: list[str] = []
    records = []
    for denominator, words in (
        ("truth", "of false and true claims"),
        ("reference", "of the reference's stances"),
    ):
        lines.append(f"{HEADING}{words}")
        for group, name in ((None, "all characters"), ("high", "high affection"), ("low", "low affection")):
            by = {**({"group": group} if group else {}), "denominator": denominator}
            of_line = [(run, run.find(f"snowball_{metric}", by)) for metric in RATES for run in runs]
            known = [
                (run, record) for run, record in of_line if record is not None and record.value is not None
            ]
            if known:
                # Labels are unique: the second block's are told apart by a space that does not show.
                label = name if denominator == "truth" else f"{name}\u2009"
                lines.append(label)
                rows += [range_row(run.name, label, record) for run, record in known]
                records += [record for _, record in known]
    if not records:
        return None
    references = ", ".join(dict.fromkeys(record.choices["reference"] for record in records))
    shift = ", ".join(dict.fromkeys(record.choices["shift"] for record in records))
    caption = (
        f"What changes once the subject plays a character, against {references} instead of the facts. "
        "Circle: shifts "
        "towards support. Diamond: shifts towards opposition. Upper part: the paper's denominators, false "
        "and true "
        f"claims. Lower part: claims that the reference opposed and supported. A shift is: {shift}. "
        f"{intervals(records)} {with_n(records)}. Replies without a readable verdict on both sides are left "
        "out "
        "(the table counts them, and the shifts that no denominator holds)."
    )
    truth = {"denominator": "truth"}
    description = by_run(
        runs,
        [
            f"shifts to support {share_words(run.find('snowball_sycophancy_rate', truth))}, "
            f"to opposition {share_words(run.find('snowball_adversary_rate', truth))}."
            for run in runs
        ],
    )
    chart = range_chart(Ranges(lines, rows, [run.name for run in runs]))
    return Figure(
        "snowball-chart", "Snowball mode: shifts against the backbone", caption, description, chart, table
    )


def _found(runs: Sequence[AnyScored], lines: Lines) -> dict[str, Mapping[str, str]]:
    """The lines that any run has a score for."""
    return {
        line: by
        for line, by in lines.items()
        if any(run.find(metric, by) for run in runs for metric in RATES)
    }


def _scores(run: AnyScored, found: Lines) -> list[tuple[str, ScoreRecord]]:
    return [
        (line, record)
        for line, by in found.items()
        for metric in RATES
        if (record := run.find(metric, by)) is not None and record.value is not None
    ]


def _chart(runs: Sequence[AnyScored], found: Lines) -> TopLevelMixin:
    rows = [range_row(run.name, line, record) for run in runs for line, record in _scores(run, found)]
    return range_chart(Ranges(list(found), rows, [run.name for run in runs]))


def _captioned(runs: Sequence[AnyScored], found: Lines) -> str:
    records = [record for run in runs for _, record in _scores(run, found)]
    return f"{intervals(records)} {with_n(records)} replies to a point. {counting(records)}"


def _in_words(run: AnyScored, found: Lines) -> str:
    """SR and AR of every line in words; of long charts the first line and the extremes."""
    lines = list(found)
    parts = [_line_in_words(run, line, found[line]) for line in lines[:6]]
    if len(lines) <= 6:
        return "; ".join(parts) + "."
    sentences = [parts[0]]
    for metric, rate in RATES.items():
        scored = [
            (record.value, line)
            for line in lines[1:]
            if (record := run.find(metric, found[line])) is not None and record.value is not None
        ]
        if scored:
            (low, least), (high, most) = min(scored), max(scored)
            name = rate.partition(":")[0]
            sentences.append(f"{name} from {100 * low:.1f} % ({least}) to {100 * high:.1f} % ({most})")
    return "; ".join(sentences) + "."


def _line_in_words(run: AnyScored, line: str, by: Mapping[str, str]) -> str:
    known = [
        f"{rate.partition(':')[0]} {share_words(record)}"
        for metric, rate in RATES.items()
        if (record := run.find(metric, by)) is not None
    ]
    return f"{line}: {', '.join(known) or 'not played'}"


def _value_words(cut: str, value: str) -> str:
    named = {"language": LANGUAGE_NAMES, "transformation": _TRANSFORMATIONS}.get(cut, {})
    return named.get(value, in_words(value))


def _place(cut: str, value: str) -> tuple[int, str]:
    order = list({"language": LANGUAGE_NAMES, "transformation": _TRANSFORMATIONS}.get(cut, ()))
    return (order.index(value) if value in order else len(order)), value

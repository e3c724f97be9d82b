"""SR and AR of every character, the closest first, a figure for each protagonist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from ....play.scored import AnyScored
from ....records.figures import percent
from ....records.score import ScoreRecord
from ....records.section import Figure
from ....records.table import Cell, Table
from ..scores.stance_frame import NO_CHARACTER, STRANGER
from .ranges import HEADING, RATES, Ranges, range_chart, range_row
from .roles import CONTROL_NAMES, GROUPS, ShownRole, shown_roles, signed
from .wording import by_run, counting, intervals, share_cell, value_cell, with_n

_HEADS = {
    "high": f"{HEADING}high affection",
    "ungrouped": f"{HEADING}in between",
    "low": f"{HEADING}low affection",
}


def character_figures(runs: Sequence[AnyScored]) -> list[Figure]:
    """A figure for each protagonist that was played, in the order of scripts."""
    known = {run.name: {role.key: role for role in shown_roles(run)} for run in runs}
    played = {run.name: _played(run) for run in runs}
    roles = {
        role.key: role
        for run in runs
        for role in known[run.name].values()
        if any(metric in played[run.name].get(role.key, {}) for metric in RATES)
    }
    stages = list(dict.fromkeys(role.stage for role in roles.values()))
    return [
        _figure(runs, played, [role for role in roles.values() if role.stage == stage]) for stage in stages
    ]


Played = Mapping[str, Mapping[str, Mapping[str, ScoreRecord]]]


def _played(run: AnyScored) -> dict[str, dict[str, ScoreRecord]]:
    """Role to metric to score; a run of one role has its rates without the role's name."""
    found: dict[str, dict[str, ScoreRecord]] = {}
    for record in run.records:
        if "character" not in record.by or record.by.get("control") == NO_CHARACTER:
            continue
        if set(record.by) <= {"character", "control"}:
            found.setdefault(record.by["character"], {})[record.metric] = record
    roles = [key for key in found if not key.endswith(f"/{STRANGER}")]
    totals = {metric: total for metric in RATES if (total := run.find(metric))}
    if len(roles) == 1:
        found[roles[0]] = {**totals, **found[roles[0]]}
    return found


def _figure(runs: Sequence[AnyScored], played: Played, roles: Sequence[ShownRole]) -> Figure:
    first = roles[0]
    lines = _lines(roles)
    rows = []
    for run in runs:
        for role in roles:
            scores = played[run.name].get(role.key, {})
            rows += [
                range_row(run.name, _label(role), scores[metric]) for metric in RATES if metric in scores
            ]
        rows += [
            range_row(run.name, None, record, reference=CONTROL_NAMES[STRANGER])
            for record in _strangers(played, run, first).values()
        ]
    shown = [
        record
        for run in runs
        for role in roles
        for metric, record in played[run.name].get(role.key, {}).items()
        if metric in RATES
    ]
    has_stranger = any(_strangers(played, run, first) for run in runs)
    caption = (
        f"Characters from the most to the least liked by {first.hero} (affection of the intimacy table "
        "after the "
        "name). Circle: SR, the share of false claims of this character that are supported. Diamond: AR, "
        "the share "
        f"of true ones that are opposed. {'Dashed: the same of a stranger. ' if has_stranger else ''}"
        f"{intervals(shown)} {with_n(shown)} replies to a point. {counting(shown)}"
    )
    key = "-".join(("characters", *first.stage)).replace("_", "-")
    return Figure(
        key,
        f"{first.title}: who {first.hero} agrees with and opposes",
        caption,
        by_run(runs, [_in_words(run, played, roles) for run in runs]),
        range_chart(Ranges(lines, rows, [run.name for run in runs])),
        _table(key, runs, played, roles),
    )


def _lines(roles: Sequence[ShownRole]) -> list[str]:
    lines = []
    for group in GROUPS:
        of_group = [_label(role) for role in roles if role.group == group]
        if of_group:
            lines += [_HEADS[group], *of_group]
    return lines


def _label(role: ShownRole) -> str:
    return f"{role.name}  {signed(role.affection)}"


def _strangers(played: Played, run: AnyScored, role: ShownRole) -> dict[str, ScoreRecord]:
    """SR and AR of the stranger of a protagonist; where only one stranger was played, it has no name."""
    named = played[run.name].get(f"{role.script}/{role.protagonist}/{STRANGER}", {})
    heroes = {key.rpartition("/")[0] for key in played[run.name]}
    found = {}
    for metric in RATES:
        record = named.get(metric)
        if record is None and len(heroes) == 1:
            record = run.find(metric, {"control": STRANGER})
        if record is not None:
            found[metric] = record
    return found


def _in_words(run: AnyScored, played: Played, roles: Sequence[ShownRole]) -> str:
    """The figure in words: mean SR and AR of each group and the extremes."""
    sentences = []
    for group in GROUPS:
        scores = [played[run.name].get(role.key, {}) for role in roles if role.group == group]
        means = {}
        for metric, name in RATES.items():
            values = [by[metric].value for by in scores if metric in by and by[metric].value is not None]
            if values:
                means[name.partition(":")[0]] = sum(map(float, values)) / len(values)  # type: ignore[arg-type]
        if means:
            rates = ", ".join(f"{name} {percent(value)} %" for name, value in means.items())
            sentences.append(f"{len(scores)} of {_GROUP_WORDS[group]}: mean {rates}")
    return "; ".join(sentences) + "." if sentences else "No character was played."


_GROUP_WORDS = {"high": "high affection", "ungrouped": "neither group", "low": "low affection"}


def _table(key: str, runs: Sequence[AnyScored], played: Played, roles: Sequence[ShownRole]) -> Table:
    many = len(runs) > 1
    rows: list[list[str | Cell]] = []
    for role in roles:
        for run in runs:
            scores = played[run.name].get(role.key)
            if scores is None:
                continue
            cells: list[str | Cell] = [
                *([run.name] if many else []), signed(role.affection), role.group,
                _cell(scores.get("sycophancy_rate"), _link(run, role, "sycophantic", many)),
                _cell(scores.get("adversary_rate"), _link(run, role, "adversarial", many)),
                value_cell(scores.get("affinity")), value_cell(scores.get("affinity_over_stranger")),
            ]  # fmt: skip
            rows.append([role.name, *cells])
    columns = ["character", *(["run"] if many else []), "affection", "group", "SR", "AR", "affinity SR − AR"]
    return Table(
        f"{key}-table", f"{roles[0].title}: characters of {roles[0].hero}, % [95 % interval] of n",
        [*columns, "over the stranger"], rows, numeric=4 if many else 3,
        note="SR and AR lead to the exchanges that they count.",
    )  # fmt: skip


def _cell(record: ScoreRecord | None, href: str) -> Cell:
    return Cell(share_cell(record), href=href if record is not None and record.value else None)


def _link(run: AnyScored, role: ShownRole, outcome: str, many: bool) -> str:
    chosen = {"script": role.title, "protagonist": role.hero, "character": role.name, "outcome": outcome}
    return "#cases?" + urlencode({**({"run": run.name} if many else {}), **chosen})

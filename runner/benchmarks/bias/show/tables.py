"""The scores of one run as tables, for the terminal: topics, verdicts, bands, turns, users, repeats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ....play.repeats import NOISE
from ....records.figures import NONE, percent
from ....records.score import ScoreRecord, bounds_text
from ....records.table import Table
from ..metrics import BY_TURN, FIRST_TO_LAST, GROUP_RATES, METRICS
from ..role_breaks import ANY, KINDS
from ..scores.classes import CLASSES, INCOMPLETE, LABELS
from ..settings import MODES
from .format import count_or_mean, with_interval
from .replay_tables import change_mark, persuasion_table, replay_tables

if TYPE_CHECKING:
    from ....play.scored import AnyScored

VERDICT_RATES = ("soft_refusal_rate", "unread_rate")
Find = Callable[[str, dict[str, str]], ScoreRecord | None]
# What a row is called, the metric, and its restrictions beside the mode.
_Row = tuple[str, str, dict[str, str]]


def run_tables(run: AnyScored) -> list[Table]:
    """All scores of a run, each with count, n and 95 % interval."""
    records, find = run.records, run.find
    modes = [mode for mode in MODES if find("sycophancy_rate", {"mode": mode})]
    persuasion = persuasion_table(records)
    return [
        *(_shares(find, modes) if modes else ()),
        *_bands(records, find, modes),
        *replay_tables(records, find, modes),
        *([persuasion] if persuasion else ()),
        *_turns(records),
        *_role_breaks(records),
        *_repeat_noise(records),
    ]


def _shares(find: Find, modes: Sequence[str]) -> Iterator[Table]:
    """Topics by class and group of classes, and conversations by verdict: a row a score, a column a mode."""
    incomplete = any(
        (one := find("class_rate", {"mode": mode, "class": INCOMPLETE})) and one.value for mode in modes
    )
    classes = [*CLASSES, *([INCOMPLETE] if incomplete else [])]
    of_topics: list[_Row] = [(name, "class_rate", {"class": name}) for name in classes]
    of_topics += [(_plain(name), name, {}) for name in GROUP_RATES]
    yield _by_mode(
        "classes",
        "topics: count, % [95 % interval]; of these, % expected to have another class when played again",
        find, modes, of_topics, change_mark,
    )  # fmt: skip
    of_verdicts: list[_Row] = [(f"verdict {label}", "verdict_rate", {"verdict": label}) for label in LABELS]
    of_verdicts += [(_plain(name), name, {}) for name in VERDICT_RATES]
    yield _by_mode("verdicts", "conversations: count, % [95 % interval]", find, modes, of_verdicts)


def _by_mode(
    key: str,
    title: str,
    find: Find,
    modes: Sequence[str],
    rows: Sequence[_Row],
    beside: Callable[[Find, ScoreRecord], str] | None = None,
) -> Table:
    """Shares by mode; beside each column what ``beside`` says of its scores."""
    found = [(name, [find(metric, {"mode": mode, **by}) for mode in modes]) for name, metric, by in rows]
    heads = [
        head
        for mode, record in zip(modes, found[0][1], strict=True)
        for head in (f"{mode} (n = {record.n if record else 0})", *(["changes"] if beside else []))
    ]
    cells = []
    for name, of_modes in found:
        row = [name]
        for record in of_modes:
            row.append(f"{count_or_mean(record)}  {_aligned(record)}" if record else NONE)
            if beside:
                row.append(beside(find, record) if record else "")
        cells.append(row)
    return Table(key, title, ["", *heads], cells)


def _aligned(record: ScoreRecord) -> str:
    """Value, interval and bounds; values of one column stand below each other."""
    bounds = bounds_text(record, percent)
    return f"{percent(record.value):>5} [{percent(record.low)}, {percent(record.high)}]{bounds}"


def _bands(records: Sequence[ScoreRecord], find: Find, modes: Sequence[str]) -> Iterator[Table]:
    """The groups of classes by band: count of n and %; intervals stand in scores.json."""
    bands = sorted({record.by["band"] for record in records if "band" in record.by})
    for mode in modes if bands else []:
        rows = []
        for band in bands:
            found = [find(name, {"mode": mode, "band": band}) for name in GROUP_RATES]
            rows.append(
                [
                    band,
                    *(_of_band(one) if one else NONE for one in found),
                ]
            )
        heads = [name.removesuffix("_rate") for name in GROUP_RATES]
        yield Table(f"bands-{mode}", f"{mode}, by band: count of n (%)", ["", *heads], rows)


def _of_band(record: ScoreRecord) -> str:
    bounds = bounds_text(record, percent)
    return f"{count_or_mean(record)} of {record.n} ({percent(record.value)}){bounds}"


def _turns(records: Sequence[ScoreRecord]) -> Iterator[Table]:
    """What conversations do from turn to turn; nothing where only last turns were judged."""
    turns = sorted({record.by["turn"] for record in records if record.metric in BY_TURN}, key=int)
    if not turns:
        return
    modes = [mode for mode in MODES if any(record.by.get("mode") == mode for record in records)]
    yield _turn_rates(
        records, modes, turns, "per_turn", "n being the conversations with a verdict at that turn"
    )
    if _denominators_differ(records):
        yield _turn_rates(
            records, modes, turns, "complete", "of the conversations with a verdict at every turn"
        )
    whole = [
        [
            METRICS[metric].label,
            *(_of_conversations(_find(records, metric, {"mode": mode})) for mode in modes),
        ]
        for metric in FIRST_TO_LAST
    ]
    yield Table(
        "first-to-last", "from first turn to last: count of n, % [95 % interval]", ["", *modes], whole
    )


def _turn_rates(
    records: Sequence[ScoreRecord], modes: Sequence[str], turns: Sequence[str], denominator: str, what: str
) -> Table:
    rows = []
    for metric in BY_TURN:
        for mode in modes:
            cells = [_find(records, metric, {"mode": mode, "turn": turn}, denominator) for turn in turns]
            rows.append([METRICS[metric].label, mode, *map(_at_turn, cells)])
    heads = ["", "mode", *(f"turn {turn}" for turn in turns)]
    key = f"turns-{denominator.replace('_', '-')}"
    return Table(key, f"by turn: % (count of n), {what}", heads, rows, numeric=2)


def _denominators_differ(records: Sequence[ScoreRecord]) -> bool:
    """Whether some verdict is missing, so that not all turns have the same conversations."""
    return any(
        (other := _find(records, record.metric, record.by, "complete")) is not None and other.n != record.n
        for record in records
        if record.metric in BY_TURN and record.choices.get("denominator") == "per_turn"
    )


def _find(
    records: Sequence[ScoreRecord], metric: str, by: object, denominator: str = "complete"
) -> ScoreRecord | None:
    """A score by this denominator, or by the one that it has."""
    found = [record for record in records if record.metric == metric and record.by == by]
    return next(
        (one for one in found if one.choices.get("denominator") == denominator), next(iter(found), None)
    )


def _at_turn(record: ScoreRecord | None) -> str:
    if record is None or record.value is None:
        return NONE
    return f"{percent(record.value)} ({record.count} of {record.n})"


def _of_conversations(record: ScoreRecord | None) -> str:
    if record is None or record.value is None:
        return NONE
    return f"{record.count} of {record.n}  {with_interval(record)}"


def _role_breaks(records: Sequence[ScoreRecord]) -> Iterator[Table]:
    """How many users fell out of their role, and by condition and kind where any did."""
    found = [record for record in records if record.metric == "role_break_rate"]
    whole = [record for record in found if record.by["kind"] == ANY]
    if not whole:
        return
    broken, played = sum(record.count or 0 for record in whole), sum(record.n for record in whole)
    rows = [
        [
            f"{record.by['mode']}, {record.by['persona']}",
            KINDS[record.by["kind"]],
            f"{record.count} of {record.n}",
            with_interval(record),
        ]
        for record in found
        if record.by["kind"] != ANY
    ]
    yield Table(
        "role-breaks",
        METRICS["role_break_rate"].label,
        ["condition", "what", "conversations", "% [95 % interval]"],
        rows,
        numeric=2,
        note=f"the user broke its role in {broken} of {played} conversations (found by phrases)",
    )


def _repeat_noise(records: Sequence[ScoreRecord]) -> Iterator[Table]:
    """How much the rates differ between repeats, where cases were played several times."""
    found = {
        (record.by["metric"], record.by["mode"]): record
        for record in records
        if record.metric == NOISE
        and set(record.by) == {"metric", "mode"}
        and record.by["metric"] in GROUP_RATES
    }
    modes = [mode for mode in MODES if any(mode == of_mode for _, of_mode in found)]
    if modes:
        repeats = next(iter(found.values())).n
        yield Table(
            "repeat-noise",
            f"noise: standard deviation between {repeats} repeats, in points of %",
            ["", *modes],
            [
                [_plain(name), *(percent(found[name, mode].value) for mode in modes)]
                for name in GROUP_RATES
                if all((name, mode) in found for mode in modes)
            ],
        )


def _plain(metric: str) -> str:
    """A metric's name as it stands in scores.json, in words."""
    return metric.replace("_", " ")
